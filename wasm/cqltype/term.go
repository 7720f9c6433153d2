// Typing terms: may this expression stand where a value of that type is wanted,
// and what does the server say if not. The rules follow Cassandra's cql3 classes
// Constants, Lists, Sets, Maps, Tuples, UserTypes, Vectors, TypeCast and
// FunctionCall, step by step, because the first error is the one that counts.

package cqltype

import (
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/java"
	"partitionlab/wasm/rule"
)

// A Receiver is what a term is written to or compared with.
type Receiver struct {
	Name            string // as messages show it: a column's name, or value(l), key(m), t[0], u.field, arg0(f)
	Type            *Type
	Keyspace, Table string // token() takes its types from this table
	Reversed        bool   // a clustering column in descending order
}

func (r Receiver) with(name string, t *Type) Receiver {
	return Receiver{Name: name, Type: t, Keyspace: r.Keyspace, Table: r.Table}
}

func (r Receiver) value(i int) Receiver { return r.with("value("+r.Name+")", r.Type.Elems[i]) }
func (r Receiver) key() Receiver        { return r.with("key("+r.Name+")", r.Type.Elems[0]) }
func (r Receiver) component(i int) Receiver {
	return r.with(r.Name+"["+strconv.Itoa(i)+"]", r.Type.elem(i))
}
func (r Receiver) field(i int) Receiver {
	return r.with(r.Name+"."+r.Type.Fields[i].Name, r.Type.Fields[i].Type)
}

// A Misfit is a constant that cannot be a value of a type: what its refusal is about.
type Misfit struct {
	Constant *cql.Constant
	Type     *Type
}

// A Match says how well something fits a receiver.
type Match uint8

// From not at all to exactly.
const (
	NotAssignable Match = iota
	Weak
	Exact
)

// An Env is where names in terms are looked up.
type Env struct {
	Keyspace string // of the statement: functions and user types without a keyspace are in it
	// ResolveType resolves a type that stands in a cast.
	ResolveType func(keyspace string, t *cql.TypeExpr) (*Type, *diag.Diagnostic)
	// Functions returns the user-defined functions and aggregates of that name.
	Functions func(keyspace, name string) []*Function
	// PartitionKey returns the types of a table's partition key, nil for no such table.
	PartitionKey func(keyspace, table string) []*Type

	// tested remembers how calls fit types: each overload asks its arguments again,
	// and without a memory nested calls would be tested for ever.
	tested map[testedCall]Match
	// resolved are the types of casts that were resolved so far: the server's
	// messages show them with their keyspace from then on.
	resolved map[*cql.TypeExpr]bool
}

type testedCall struct {
	x        cql.Expr
	t        *Type
	reversed bool
}

// A Term is a prepared term. The zero kind is a value that is known already.
type Term struct {
	kind   termKind
	Type   *Type  // what it was prepared for
	Value  []byte // where Known
	Marker int    // index of a bind marker
	elems  []*Term
	fn     *Function
	tuple  bool // written as a tuple
	span   diag.Span
}

type termKind uint8

const (
	knownTerm termKind = iota
	markerTerm
	callTerm
	composedTerm
)

// Known reports whether the term is a constant, whose value is in Value.
func (t *Term) Known() bool { return t.kind == knownTerm }

// SetError is what the server answers when the term, which fits, is to be written
// into a column: a tuple literal fits a user-defined type, but its code to set such
// a column stumbles over it. nil where all is well.
func (t *Term) SetError() *diag.Diagnostic {
	if !t.tuple || t.Type.Kind != UDT {
		return nil
	}
	return rule.LIT05.Server(t.span, "java.lang.ClassCastException: class org.apache.cassandra.cql3.Tuples$Value cannot be cast to class org.apache.cassandra.cql3.UserTypes$Value (org.apache.cassandra.cql3.Tuples$Value and org.apache.cassandra.cql3.UserTypes$Value are in unnamed module of loader 'app')")
}

// IsMarker reports whether the whole term is a bind marker.
func (t *Term) IsMarker() bool { return t.kind == markerTerm }

// HasMarker reports whether a bind marker is in the term.
func (t *Term) HasMarker() bool {
	if t.kind == markerTerm {
		return true
	}
	for _, e := range t.elems {
		if e.HasMarker() {
			return true
		}
	}
	return false
}

// Functions calls f for every function the term calls.
func (t *Term) Functions(f func(*Function)) {
	for _, e := range t.elems {
		e.Functions(f)
	}
	if t.fn != nil {
		f(t.fn)
	}
}

// KnownTerm is the term of a value that is known.
func KnownTerm(t *Type, value []byte) *Term { return &Term{Type: t, Value: value} }

// Prepare types a term for a receiver. It returns the server's first error, with
// the place of the expression that is to blame.
func (e *Env) Prepare(x cql.Expr, r Receiver) (*Term, *diag.Diagnostic) {
	t, err := e.prepare(x, r)
	if err != nil && err.Span == (diag.Span{}) && x != nil {
		err.Span = x.Place()
	}
	return t, err
}

func (e *Env) prepare(x cql.Expr, r Receiver) (*Term, *diag.Diagnostic) {
	switch x := x.(type) {
	case *cql.Null:
		if r.Type.Kind == Counter {
			return nil, invalid(rule.UP03, "Invalid null value for counter increment/decrement")
		}
		return &Term{Type: r.Type, span: x.Span}, nil
	case *cql.Marker:
		return &Term{kind: markerTerm, Type: r.Type, Marker: x.Index, span: x.Span}, nil
	case *cql.Constant:
		if e.Test(x, r) == NotAssignable {
			text := x.Text
			if x.Kind == cql.Float {
				text = x.ServerText()
			}
			return nil, invalid(rule.LIT01, `Invalid % constant (%) for "%" of type %`, x.Kind.String(), text, r.Name, r.Type.String()).On(&Misfit{x, r.Type})
		}
		v, err := constantValue(x, r.Type)
		return &Term{Type: r.Type, Value: v, span: x.Span}, err
	case *cql.ListLit:
		switch {
		case r.Type.Kind == List:
			return e.prepareElements(x, x.Elems, "list", r)
		case r.Type.Kind != Vector:
			return nil, notArray(r)
		case len(x.Elems) != r.Type.Dim:
			return nil, invalid(rule.LIT09, "Invalid vector literal for % of type %; expected % elements, but given %", r.Name, r.Type.String(), strconv.Itoa(r.Type.Dim), strconv.Itoa(len(x.Elems)))
		}
		return e.prepareElements(x, x.Elems, "vector", r)
	case *cql.SetLit:
		switch {
		case r.Type.Kind == Map && len(x.Elems) == 0:
			if r.Reversed {
				return nil, classCast(r.Type, "SetType")
			}
			return compose(x, r, nil)
		case r.Type.Kind != Set:
			return nil, invalid(rule.LIT03, "Invalid set literal for % of type %", r.Name, r.Type.String())
		}
		return e.prepareElements(x, x.Elems, "set", r)
	case *cql.MapLit:
		if r.Type.Kind != Map {
			return nil, invalid(rule.LIT03, "Invalid map literal for % of type %", r.Name, r.Type.String())
		}
		key, value := r.key(), r.value(1)
		for _, en := range x.Entries {
			if err := e.mustFit(en.Key, key, "map", r, "key"); err != nil {
				return nil, err
			}
			if err := e.mustFit(en.Value, value, "map", r, "value"); err != nil {
				return nil, err
			}
		}
		elems := make([]*Term, 0, 2*len(x.Entries))
		for _, en := range x.Entries {
			k, err := e.Prepare(en.Key, key)
			if err != nil {
				return nil, err
			}
			v, err := e.Prepare(en.Value, value)
			if err != nil {
				return nil, err
			}
			if k.HasMarker() || v.HasMarker() {
				return nil, noMarkers("map", r)
			}
			elems = append(elems, k, v)
		}
		return compose(x, r, elems)
	case *cql.UDTLit:
		return e.prepareUDT(x, r)
	case *cql.TupleLit:
		if len(x.Elems) == 1 && !isTuple(r.Type) {
			return e.Prepare(x.Elems[0], r)
		}
		if err := e.tupleFits(x, r); err != nil {
			return nil, err
		}
		elems := make([]*Term, 0, len(x.Elems))
		for i, el := range x.Elems {
			t, err := e.Prepare(el, r.component(i))
			if err != nil {
				return nil, err
			}
			elems = append(elems, t)
		}
		t, err := compose(x, r, elems)
		if t != nil {
			t.tuple = true
		}
		return t, err
	case *cql.TypeCast:
		cast, err := e.castType(x)
		if err != nil {
			return nil, err
		}
		m, err := e.test(x.X, r.with(e.text(x), cast))
		if err != nil {
			return nil, err
		}
		if m == NotAssignable {
			return nil, invalid(rule.LIT10, "Cannot cast value % to type %", e.text(x.X), cql.RawTypeText(x.Type, false, e.Keyspace))
		}
		if e.Test(x, r) == NotAssignable {
			return nil, invalid(rule.LIT10, "Cannot assign value % to % of type %", e.text(x), r.Name, r.Type.String())
		}
		return e.Prepare(x.X, r)
	}
	if name, args, ok := callOf(x); ok {
		return e.prepareCall(x, name, args, r)
	}
	// A column or another selector cannot stand here: the parser knows terms.
	return nil, invalid(rule.LIT01, "Invalid term % for % of type %", e.text(x), r.Name, r.Type.String())
}

func isTuple(t *Type) bool { return t.Kind == Tuple || t.Kind == UDT }

func notArray(r Receiver) *diag.Diagnostic {
	return invalid(rule.LIT03, "Unexpected receiver type '%'; only list and vector are expected", r.Type.String())
}

func noMarkers(kind string, r Receiver) *diag.Diagnostic {
	return invalid(rule.LIT08, "Invalid % literal for %: bind variables are not supported inside collection literals", kind, r.Name)
}

// mustFit is the check of an element before any element is prepared. kind and part
// name the literal and what of it the element is.
func (e *Env) mustFit(x cql.Expr, r Receiver, kind string, outer Receiver, part string) *diag.Diagnostic {
	fits, err := e.test(x, r)
	if err == nil && fits == NotAssignable {
		id := rule.LIT03
		if kind == "vector" {
			id = rule.LIT09
		}
		err = invalid(id, "Invalid % literal for %: % % is not of type %", kind, outer.Name, part, e.text(x), r.Type.String())
	}
	if err != nil && err.Span == (diag.Span{}) {
		err.Span = x.Place()
	}
	return err
}

// prepareElements types the elements of a list, a set or a vector. A vector's are
// checked one by one, the others' all before the first is prepared.
func (e *Env) prepareElements(x cql.Expr, xs []cql.Expr, kind string, r Receiver) (*Term, *diag.Diagnostic) {
	each := r.value(0)
	if kind != "vector" {
		for _, el := range xs {
			if err := e.mustFit(el, each, kind, r, "value"); err != nil {
				return nil, err
			}
		}
	}
	elems := make([]*Term, 0, len(xs))
	for _, el := range xs {
		if kind == "vector" {
			if err := e.mustFit(el, each, kind, r, "value"); err != nil {
				return nil, err
			}
		}
		t, err := e.Prepare(el, each)
		if err != nil {
			return nil, err
		}
		if kind != "vector" && t.HasMarker() {
			err = noMarkers(kind, r)
			err.Span = el.Place()
			return nil, err
		}
		elems = append(elems, t)
	}
	return compose(x, r, elems)
}

// fieldOrder is the order in which the server walks the fields of a literal: that of
// a java.util.HashMap over the hash codes of their names' bytes.
func fieldOrder(x *cql.UDTLit) []cql.UDTField {
	var fields []cql.UDTField // of a field written twice the last value counts
	at := make(map[string]int, len(x.Fields))
	for _, f := range x.Fields {
		if i, twice := at[f.Name.Text]; twice {
			fields[i].Value = f.Value
			continue
		}
		at[f.Name.Text] = len(fields)
		fields = append(fields, f)
	}
	out := make([]cql.UDTField, 0, len(fields))
	for _, i := range java.HashOrder(len(fields), 16, func(i int) int32 { return java.BytesHash(fields[i].Name.Text) }) {
		out = append(out, fields[i])
	}
	return out
}

// udtFields puts the literal's values in the order of the type's fields.
func udtFields(x *cql.UDTLit, t *Type) (values []cql.Expr, unknown *cql.Name) {
	values = make([]cql.Expr, len(t.Fields))
	at := make(map[string]int, len(t.Fields))
	for j, f := range t.Fields {
		at[f.Name] = j
	}
	for _, field := range fieldOrder(x) {
		if j, ok := at[field.Name.Text]; ok {
			values[j] = field.Value
		} else if unknown == nil {
			unknown = &field.Name
		}
	}
	return values, unknown
}

// udtFits is UserTypes.validateUserTypeAssignableTo: every field that is written fits.
func (e *Env) udtFits(values []cql.Expr, r Receiver) *diag.Diagnostic {
	for i, v := range values {
		if v == nil {
			continue
		}
		f := r.field(i)
		fits, err := e.test(v, f)
		if err == nil && fits == NotAssignable {
			err = invalid(rule.LIT05, "Invalid user type literal for %: field % is not of type %", r.Name, r.Type.Fields[i].Name, f.Type.String())
		}
		if err != nil {
			if err.Span == (diag.Span{}) {
				err.Span = v.Place()
			}
			return err
		}
	}
	return nil
}

func (e *Env) prepareUDT(x *cql.UDTLit, r Receiver) (*Term, *diag.Diagnostic) {
	if r.Type.Kind != UDT {
		return nil, invalid(rule.LIT05, "Invalid user type literal for % of type %", r.Name, r.Type.String())
	}
	values, unknown := udtFields(x, r.Type)
	if err := e.udtFits(values, r); err != nil {
		return nil, err
	}
	elems := make([]*Term, len(values))
	for i, v := range values {
		if v == nil {
			v = &cql.Null{}
		}
		t, err := e.Prepare(v, r.field(i))
		if err != nil {
			return nil, err
		}
		elems[i] = t
	}
	if unknown != nil {
		err := invalid(rule.LIT05, "Unknown field '%' in value of user defined type %", unknown.Text, r.Type.Name)
		err.Span = unknown.Span
		return nil, err
	}
	return compose(x, r, elems)
}

// tupleFits is Tuples.validateTupleAssignableTo.
func (e *Env) tupleFits(x *cql.TupleLit, r Receiver) *diag.Diagnostic {
	if !isTuple(r.Type) {
		return invalid(rule.LIT04, "Invalid tuple type literal for % of type %", r.Name, r.Type.String())
	}
	for i, el := range x.Elems {
		if i >= r.Type.size() {
			err := invalid(rule.LIT04, "Invalid tuple literal for %: too many elements. Type % expects % but got %", r.Name, r.Type.String(), strconv.Itoa(r.Type.size()), strconv.Itoa(len(x.Elems)))
			err.Span = el.Place()
			return err
		}
		c := r.component(i)
		fits, err := e.test(el, c)
		if err == nil && fits == NotAssignable {
			err = invalid(rule.LIT04, "Invalid tuple literal for %: component % is not of type %", r.Name, strconv.Itoa(i), c.Type.String())
		}
		if err != nil {
			if err.Span == (diag.Span{}) {
				err.Span = el.Place()
			}
			return err
		}
	}
	return nil
}

func (e *Env) castType(x *cql.TypeCast) (*Type, *diag.Diagnostic) {
	if e.ResolveType == nil {
		return nil, invalid(rule.LIT10, "Unknown type %", cql.RawTypeText(x.Type, false, e.Keyspace))
	}
	if e.resolved == nil {
		e.resolved = map[*cql.TypeExpr]bool{}
	}
	e.resolved[x.Type] = true
	return e.ResolveType(e.Keyspace, x.Type)
}

// Test reports how well a term fits a receiver: the server's testAssignment. An
// error in it counts as not fitting.
func (e *Env) Test(x cql.Expr, r Receiver) Match {
	m, err := e.test(x, r)
	if err != nil {
		return NotAssignable
	}
	return m
}

func (e *Env) test(x cql.Expr, r Receiver) (Match, *diag.Diagnostic) {
	t := r.Type
	if r.Reversed { // many of the server's checks look at the outside of a reversed type
		switch x.(type) {
		case *cql.ListLit, *cql.SetLit, *cql.UDTLit:
			return NotAssignable, nil
		}
	}
	switch x := x.(type) {
	case *cql.Null:
		if t.Kind == Counter {
			return NotAssignable, nil
		}
		return Weak, nil
	case *cql.Marker:
		return Weak, nil
	case *cql.Constant:
		return testConstant(x, t), nil
	case *cql.ListLit:
		if t.Kind == Vector {
			if len(x.Elems) != t.Dim {
				return NotAssignable, nil
			}
			return e.testAll(x.Elems, r.value(0))
		}
		if t.Kind != List {
			return NotAssignable, notArray(r)
		}
		if len(x.Elems) == 0 {
			return Weak, nil
		}
		return e.testAll(x.Elems, r.value(0))
	case *cql.SetLit:
		if len(x.Elems) == 0 && (t.Kind == Set || t.Kind == Map) {
			return Weak, nil
		}
		if t.Kind != Set {
			return NotAssignable, nil
		}
		return e.testAll(x.Elems, r.value(0))
	case *cql.MapLit:
		if t.Kind != Map {
			return NotAssignable, classCast(t, "MapType")
		}
		m, key, value := Exact, r.key(), r.value(1)
		for _, en := range x.Entries {
			k, err := e.test(en.Key, key)
			if err != nil {
				return NotAssignable, err
			}
			v, err := e.test(en.Value, value)
			if err != nil {
				return NotAssignable, err
			}
			if m = min(m, k, v); m == NotAssignable {
				break
			}
		}
		return m, nil
	case *cql.UDTLit:
		if t.Kind != UDT {
			return NotAssignable, nil
		}
		values, _ := udtFields(x, t)
		return caught(e.udtFits(values, r))
	case *cql.TupleLit:
		if len(x.Elems) == 1 && !isTuple(t) {
			return e.test(x.Elems[0], r)
		}
		return caught(e.tupleFits(x, r))
	case *cql.TypeCast:
		cast, err := e.castType(x)
		if err != nil {
			return NotAssignable, err
		}
		return fits(t, r.Reversed, cast), nil
	}
	if name, args, ok := callOf(x); ok {
		key := testedCall{x, t, r.Reversed}
		m, known := e.tested[key]
		if !known {
			var err *diag.Diagnostic
			if m, err = e.testCall(name, args, r); err != nil {
				return NotAssignable, err
			}
			if e.tested == nil {
				e.tested = map[testedCall]Match{}
			}
			e.tested[key] = m
		}
		return m, nil
	}
	return NotAssignable, nil
}

// caught turns a refusal into not fitting; other errors of the server go on.
func caught(err *diag.Diagnostic) (Match, *diag.Diagnostic) {
	switch {
	case err == nil:
		return Weak, nil
	case err.Kind == diag.Invalid:
		return NotAssignable, nil
	}
	return NotAssignable, err
}

func (e *Env) testAll(xs []cql.Expr, r Receiver) (Match, *diag.Diagnostic) {
	m := Exact
	for _, x := range xs {
		c, err := e.test(x, r)
		if err != nil || c == NotAssignable {
			return NotAssignable, err
		}
		m = min(m, c)
	}
	return m, nil
}

// fits compares a receiver's type with the type of what it receives.
func fits(receiver *Type, reversed bool, t *Type) Match {
	switch {
	case !reversed && receiver.Equal(t):
		return Exact
	case reversed && receiver.bytesCompatible(t), !reversed && receiver.ValueCompatible(t):
		return Weak
	}
	return NotAssignable
}

// testConstant is Constants.Literal.testAssignment.
func testConstant(x *cql.Constant, t *Type) Match {
	switch t.Kind {
	case List, Set, Map, UDT, Vector:
		return NotAssignable
	case Tuple, Custom: // not native: whatever its text parses to
		return Weak
	}
	if p := preferred(x); p != nil && p.Kind == t.Kind {
		return Exact
	}
	var ok bool
	switch x.Kind {
	case cql.String:
		switch t.Kind {
		case Ascii, Text, Inet, Date, Time, Timestamp:
			ok = true
		}
	case cql.Integer:
		switch t.Kind {
		case Bigint, Counter, Date, Decimal, Double, Duration, Float, Int, Smallint, Time, Timestamp, Tinyint, Varint:
			ok = true
		}
	case cql.UUID:
		ok = t.Kind == UUID || t.Kind == Timeuuid
	case cql.Float:
		ok = t.Kind == Decimal || t.Kind == Double || t.Kind == Float
	case cql.Boolean:
		ok = t.Kind == Boolean
	case cql.Hex:
		ok = t.Kind == Blob
	case cql.Duration:
		ok = t.Kind == Duration
	}
	if ok {
		return Weak
	}
	return NotAssignable
}

// preferred is the type that a constant has where nothing says which one: the
// smallest that holds it. A hexadecimal constant prefers tinyint: a slip of the
// server's, which has consequences.
func preferred(x *cql.Constant) *Type {
	k := Text
	switch x.Kind {
	case cql.String:
		k = Ascii
		for i := 0; i < len(x.Text); i++ {
			if x.Text[i] >= 0x80 {
				k = Text
			}
		}
	case cql.Integer:
		v, err := strconv.ParseInt(x.Text, 10, 64)
		switch {
		case err != nil:
			k = Varint
		case v == int64(int32(v)):
			k = Int
		default:
			k = Bigint
		}
	case cql.UUID:
		k = UUID
		if len(x.Text) > 14 && x.Text[14] == '1' {
			k = Timeuuid
		}
	case cql.Float:
		k = Double
		if isWord(x.Text) {
			break
		}
		if len(x.Text) > 1000 { // no double has that many digits
			k = Decimal
			break
		}
		d, ok := parseDecimal(x.Text)
		if !ok {
			return nil
		}
		f, ok := decimalOfDouble(parseDouble(x.Text))
		if !ok || f.cmp(d) != 0 {
			k = Decimal
		}
	case cql.Boolean:
		k = Boolean
	case cql.Hex:
		k = Tinyint
	case cql.Duration:
		k = Duration
	}
	return NativeOf(k)
}

// isWord tells NaN and Infinity from numbers.
func isWord(s string) bool {
	s = strings.TrimPrefix(s, "-")
	return s != "" && s[0] > '9'
}

// constantValue parses a constant that may be assigned to the type.
func constantValue(x *cql.Constant, t *Type) ([]byte, *diag.Diagnostic) {
	text := x.Text
	switch x.Kind {
	case cql.Hex:
		return NativeOf(Blob).FromString(text[2:])
	case cql.Float:
		text = x.ServerText()
	}
	return t.FromString(text)
}

// compose joins elements into one term and, where all are known, into one value.
func compose(x cql.Expr, r Receiver, elems []*Term) (*Term, *diag.Diagnostic) {
	t := &Term{kind: composedTerm, Type: r.Type, elems: elems, span: x.Place()}
	for _, e := range elems {
		if !e.Known() {
			return t, nil
		}
	}
	v, err := t.Bind(nil)
	return &Term{Type: r.Type, Value: v, span: t.span}, err
}

// A Binding is what a term needs to become a value.
type Binding struct {
	Markers [][]byte // values of the bind markers
	Millis  int64    // the server's clock, for now() and its kind
	// TimeUUID and UUID return a new identifier each time; without them identifiers
	// follow from Millis alone.
	TimeUUID func() []byte
	UUID     func() []byte
}

// Bind works out the term's value. A nil binding is enough where the term calls no
// function that needs the clock and holds no marker.
func (t *Term) Bind(b *Binding) ([]byte, *diag.Diagnostic) {
	v, err := t.bind(b)
	if err != nil && err.Span == (diag.Span{}) {
		err.Span = t.span
	}
	return v, err
}

func (t *Term) bind(b *Binding) ([]byte, *diag.Diagnostic) {
	switch t.kind {
	case knownTerm:
		return t.Value, nil
	case markerTerm:
		if b == nil || t.Marker >= len(b.Markers) {
			return nil, invalid(rule.BIND01, "Invalid amount of bind variables")
		}
		v := b.Markers[t.Marker]
		if v == nil {
			return nil, nil
		}
		return v, t.Type.Validate(v)
	}
	values := make([][]byte, len(t.elems))
	for i, e := range t.elems {
		v, err := e.Bind(b)
		if err != nil {
			return nil, err
		}
		if v == nil && t.kind == composedTerm && !isTuple(t.Type) ||
			t.Type.Kind == Vector && len(v) == 0 && t.kind == composedTerm && t.Type.Elems[0].emptyIsNull() {
			what := "collections"
			if t.Type.Kind == Vector {
				what = "vectors"
			}
			return nil, rule.LIT08.Invalid(e.span, "null is not supported inside %", what)
		}
		values[i] = v
	}
	if t.kind == callTerm {
		return t.fn.call(b, values)
	}
	switch t.Type.Kind {
	case List:
		return Pack(values, len(values)), nil
	case Set:
		values = t.Type.SortSet(values)
		return Pack(values, len(values)), nil
	case Map:
		// Of a key given twice the server keeps one value by chance, in the order in which the
		// terms happen to lie in memory. Here it is the last. Source: Maps.Literal.prepare.
		values = t.Type.SortMap(values)
		return Pack(values, len(values)/2), nil
	case Vector:
		return t.Type.BuildVector(values), nil
	}
	return BuildTuple(values), nil
}

// emptyIsNull tells for which types the empty value is null to their serializer.
func (t *Type) emptyIsNull() bool {
	switch t.Kind {
	case Text, Ascii, Blob, Tuple, UDT, Vector, Custom:
		return false
	}
	return true
}

// classCast is what the server answers where its own code looks at a type without
// having asked for it.
func classCast(t *Type, want string) *diag.Diagnostic {
	is, want := t.javaClass(), "org.apache.cassandra.db.marshal."+want
	return rule.LIT03.Server(diag.Span{}, "java.lang.ClassCastException: class % cannot be cast to class % (% and % are in unnamed module of loader 'app')", is, want, is, want)
}

// ClassCast is what the server answers where its own code takes a type for another
// (want) without having asked.
func ClassCast(t *Type, want string) *diag.Diagnostic { return classCast(t, want) }

// ValueCompatible reports whether the bytes of a value of type o are a value of
// type t: AbstractType.isValueCompatibleWith.
func (t *Type) ValueCompatible(o *Type) bool {
	if t.Kind != UDT {
		return t.bytesCompatible(o)
	}
	if o.Kind != UDT || t.MultiCell() != o.MultiCell() || t.Keyspace != o.Keyspace || len(t.Fields) < len(o.Fields) {
		return false
	}
	for i, f := range o.Fields {
		if !t.Fields[i].Type.compatible(f.Type) {
			return false
		}
	}
	return true
}

// bytesCompatible is AbstractType.isValueCompatibleWithInternal, which the server
// asks inside reversed types and lists: there a user-defined type is a tuple.
func (t *Type) bytesCompatible(o *Type) bool {
	switch t.Kind {
	case Blob:
		return true
	case Text:
		return o.Kind == Text || o.Kind == Ascii
	case Bigint, Timestamp:
		return o.Kind == Bigint || o.Kind == Timestamp
	case Varint:
		return o.Kind == Varint || o.Kind == Int || o.Kind == Bigint || o.Kind == Timestamp
	case Date:
		return o.Kind == Date || o.Kind == Int
	case Time:
		return o.Kind == Time || o.Kind == Bigint
	case UUID:
		return o.Kind == UUID || o.Kind == Timeuuid
	case List, Set, Map:
		if o.Kind != t.Kind || t.MultiCell() != o.MultiCell() {
			return false
		}
		last := len(t.Elems) - 1
		for i, e := range t.Elems {
			fits := e.compatible
			switch {
			case t.Kind == List && !t.MultiCell():
				fits = e.bytesCompatible
			case t.Kind != Set && i == last:
				fits = e.ValueCompatible
			}
			if !fits(o.Elems[i]) {
				return false
			}
		}
		return !t.MultiCell() || t.Elems[last].FixedLen() == o.Elems[last].FixedLen()
	case Tuple, UDT:
		if !isTuple(o) || t.size() < o.size() {
			return false
		}
		for i := range o.size() {
			if !t.elem(i).ValueCompatible(o.elem(i)) {
				return false
			}
		}
		return true
	}
	return t.Equal(o)
}

// compatible reports whether values of type o also sort as values of type t:
// AbstractType.isCompatibleWith.
func (t *Type) compatible(o *Type) bool {
	switch t.Kind {
	case Blob:
		return o.Kind == Blob || o.Kind == Text || o.Kind == Ascii
	case Text:
		return o.Kind == Text || o.Kind == Ascii
	case List, Set, Map:
		if o.Kind != t.Kind || t.MultiCell() != o.MultiCell() {
			return false
		}
		for i, e := range t.Elems {
			if !e.compatible(o.Elems[i]) {
				return false
			}
		}
		return true
	case Tuple, UDT:
		if !isTuple(o) || t.size() < o.size() {
			return false
		}
		for i := range o.size() {
			if !t.elem(i).compatible(o.elem(i)) {
				return false
			}
		}
		return true
	}
	return t.Equal(o)
}

// assignTo is how well a value of type t fits a receiver's type:
// AbstractType.testAssignment, for which frozenness makes no difference.
func (t *Type) assignTo(receiver *Type) Match {
	if !t.MultiCell() && (t.IsCollection() || t.Kind == UDT) {
		receiver = receiver.Freeze()
	}
	return fits(receiver, false, t)
}

// AssignTo is how well a value of type t fits a receiver: AbstractType.testAssignment.
func (t *Type) AssignTo(receiver *Type) Match { return t.assignTo(receiver) }
