// What each kind of term that is made of terms says of itself: Lists, Vectors, Sets,
// Maps, UserTypes and Tuples of the server.

package cqltype

import (
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/version"
)

// texts are terms as messages show them, with commas between them.
func (e *Env) texts(xs []cql.Expr) string {
	parts := make([]string, len(xs))
	for i, x := range xs {
		parts[i] = rawOf(x).text(e)
	}
	return strings.Join(parts, ", ")
}

// testAll is how well the worst of the elements fits a receiver.
func (e *Env) testAll(xs []cql.Expr, r Receiver) (Match, *diag.Diagnostic) {
	m := Exact
	for _, x := range xs {
		c, err := rawOf(x).test(e, r)
		if err != nil || c == NotAssignable {
			return NotAssignable, err
		}
		m = min(m, c)
	}
	return m, nil
}

// mustFit is the check of an element before any element is prepared. kind and part
// name the literal and what of it the element is.
func (e *Env) mustFit(x cql.Expr, r Receiver, kind string, outer Receiver, part string) *diag.Diagnostic {
	fits, err := e.fit(x, r)
	if err == nil && fits == NotAssignable {
		id := rule.LIT03
		if kind == "vector" {
			id = rule.LIT09
		}
		err = invalid(id, "Invalid % literal for %: % % is not of type %", kind, outer.Name, part, rawOf(x).text(e), r.Type.String())
	}
	return err.In(x.Place())
}

func noMarkers(kind string, r Receiver) *diag.Diagnostic {
	return invalid(rule.LIT08, "Invalid % literal for %: bind variables are not supported inside collection literals", kind, r.Name)
}

// prepareElements types the elements of a list, a set or a vector. A vector's are
// checked one by one, the others' all before the first is prepared.
func (e *Env) prepareElements(at diag.Span, xs []cql.Expr, kind string, r Receiver) (*Term, *diag.Diagnostic) {
	each := r.Value()
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
			return nil, noMarkers(kind, r).In(el.Place())
		}
		elems = append(elems, t)
	}
	return compose(at, r, elems)
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

// ---- [x, …]: a list or a vector

type listTerm cql.ListLit

func (x *listTerm) exact(*Env) *Type      { return nil }
func (x *listTerm) compatible(*Env) *Type { return nil }
func (x *listTerm) text(e *Env) string    { return "[" + e.texts(x.Elems) + "]" }

func (x *listTerm) prepare(e *Env, r Receiver) (*Term, *diag.Diagnostic) {
	switch {
	case r.Type.Kind == List:
		return e.prepareElements(x.Span, x.Elems, "list", r)
	case r.Type.Kind != Vector:
		return nil, e.notArray(r)
	case len(x.Elems) != r.Type.Dim:
		return nil, invalid(rule.LIT09, "Invalid vector literal for % of type %; expected % elements, but given %", r.Name, r.Type.String(), strconv.Itoa(r.Type.Dim), strconv.Itoa(len(x.Elems)))
	}
	return e.prepareElements(x.Span, x.Elems, "vector", r)
}

// test looks at the outside of a reversed type, as those of sets and user types do.
func (x *listTerm) test(e *Env, r Receiver) (Match, *diag.Diagnostic) {
	switch {
	case r.Reversed:
		return NotAssignable, nil
	case r.Type.Kind == Vector && len(x.Elems) != r.Type.Dim:
		return NotAssignable, nil
	case r.Type.Kind != Vector && r.Type.Kind != List:
		if !e.Server.Has(version.Arrays) {
			return NotAssignable, nil
		}
		return NotAssignable, e.notArray(r)
	case r.Type.Kind == List && len(x.Elems) == 0:
		return Weak, nil
	}
	return e.testAll(x.Elems, r.Value())
}

func (e *Env) notArray(r Receiver) *diag.Diagnostic {
	if !e.Server.Has(version.Arrays) {
		return invalid(rule.LIT03, version.Of(version.Arrays).Says, r.Name, r.Type.String())
	}
	return invalid(rule.LIT03, "Unexpected receiver type '%'; only list and vector are expected", r.Type.String())
}

// ---- {x, …}: a set; {} may be a map as well

type setTerm cql.SetLit

func (x *setTerm) exact(*Env) *Type   { return nil }
func (x *setTerm) text(e *Env) string { return "{" + e.texts(x.Elems) + "}" }

func (x *setTerm) compatible(e *Env) *Type {
	if t := commonType(e.compatibles(x.Elems)); t != nil {
		return &Type{Kind: Set, Frozen: true, Elems: []*Type{t.Freeze()}}
	}
	return nil
}

func (x *setTerm) prepare(e *Env, r Receiver) (*Term, *diag.Diagnostic) {
	switch {
	case r.Type.Kind == Map && len(x.Elems) == 0:
		if r.Reversed {
			return nil, ClassCast(r.Type, "SetType")
		}
		return compose(x.Span, r, nil)
	case r.Type.Kind != Set:
		return nil, invalid(rule.LIT03, "Invalid set literal for % of type %", r.Name, r.Type.String())
	}
	return e.prepareElements(x.Span, x.Elems, "set", r)
}

func (x *setTerm) test(e *Env, r Receiver) (Match, *diag.Diagnostic) {
	switch {
	case r.Reversed:
		return NotAssignable, nil
	case len(x.Elems) == 0 && (r.Type.Kind == Set || r.Type.Kind == Map):
		return Weak, nil
	case r.Type.Kind != Set:
		return NotAssignable, nil
	}
	return e.testAll(x.Elems, r.Value())
}

// ---- {k: v, …}: a map

type mapTerm cql.MapLit

func (x *mapTerm) exact(*Env) *Type { return nil }

func (x *mapTerm) compatible(e *Env) *Type {
	var keys, values []*Type
	for _, en := range x.Entries {
		keys = append(keys, rawOf(en.Key).compatible(e))
		values = append(values, rawOf(en.Value).compatible(e))
	}
	k, v := commonType(keys), commonType(values)
	if k == nil || v == nil {
		return nil
	}
	return &Type{Kind: Map, Frozen: true, Elems: []*Type{k.Freeze(), v.Freeze()}}
}

func (x *mapTerm) text(e *Env) string {
	parts := make([]string, len(x.Entries))
	for i, en := range x.Entries {
		parts[i] = rawOf(en.Key).text(e) + ": " + rawOf(en.Value).text(e)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// fields says how the fields of a user type are named, where a map stands in its place.
func (x *mapTerm) fields(r Receiver, err *diag.Diagnostic) *diag.Diagnostic {
	if r.Type.Kind == UDT {
		err.Say("name the fields of " + r.Type.Name + " without quotes: {" + cql.QuoteName(r.Type.Fields[0].Name) + ": …}; in quotes they would be keys of a map")
	}
	return err
}

func (x *mapTerm) prepare(e *Env, r Receiver) (*Term, *diag.Diagnostic) {
	if r.Type.Kind != Map {
		return nil, x.fields(r, invalid(rule.LIT03, "Invalid map literal for % of type %", r.Name, r.Type.String()))
	}
	key, value := r.Key(), r.Value()
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
	return compose(x.Span, r, elems)
}

func (x *mapTerm) test(e *Env, r Receiver) (Match, *diag.Diagnostic) {
	if r.Type.Kind != Map {
		return NotAssignable, x.fields(r, ClassCast(r.Type, "MapType"))
	}
	m, key, value := Exact, r.Key(), r.Value()
	for _, en := range x.Entries {
		k, err := rawOf(en.Key).test(e, key)
		if err != nil {
			return NotAssignable, err
		}
		v, err := rawOf(en.Value).test(e, value)
		if err != nil {
			return NotAssignable, err
		}
		if m = min(m, k, v); m == NotAssignable {
			break
		}
	}
	return m, nil
}

// ---- {field: x, …}: a user type

type udtTerm cql.UDTLit

func (x *udtTerm) exact(*Env) *Type      { return nil }
func (x *udtTerm) compatible(*Env) *Type { return nil }

func (x *udtTerm) text(e *Env) string {
	var parts []string
	for _, f := range (*cql.UDTLit)(x).Ordered() {
		parts = append(parts, f.Name.Text+": "+rawOf(f.Value).text(e))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// values puts the literal's values in the order of the type's fields.
func (x *udtTerm) values(t *Type) (values []cql.Expr, unknown *cql.Name) {
	values = make([]cql.Expr, len(t.Fields))
	at := make(map[string]int, len(t.Fields))
	for j, f := range t.Fields {
		at[f.Name] = j
	}
	for _, field := range (*cql.UDTLit)(x).Ordered() {
		if j, ok := at[field.Name.Text]; ok {
			values[j] = field.Value
		} else if unknown == nil {
			unknown = &field.Name
		}
	}
	return values, unknown
}

// fits is UserTypes.validateUserTypeAssignableTo: every field that is written fits.
func (x *udtTerm) fits(e *Env, values []cql.Expr, r Receiver) *diag.Diagnostic {
	for i, v := range values {
		if v == nil {
			continue
		}
		f := r.Field(i)
		fits, err := e.fit(v, f)
		if err == nil && fits == NotAssignable {
			err = invalid(rule.LIT05, "Invalid user type literal for %: field % is not of type %", r.Name, r.Type.Fields[i].Name, f.Type.String())
		}
		if err != nil {
			return err.In(v.Place())
		}
	}
	return nil
}

func (x *udtTerm) prepare(e *Env, r Receiver) (*Term, *diag.Diagnostic) {
	if r.Type.Kind != UDT {
		return nil, invalid(rule.LIT05, "Invalid user type literal for % of type %", r.Name, r.Type.String())
	}
	values, unknown := x.values(r.Type)
	if err := x.fits(e, values, r); err != nil {
		return nil, err
	}
	elems := make([]*Term, len(values))
	for i, v := range values {
		if v == nil {
			v = &cql.Null{}
		}
		t, err := e.Prepare(v, r.Field(i))
		if err != nil {
			return nil, err
		}
		elems[i] = t
	}
	if unknown != nil {
		return nil, invalid(rule.LIT05, "Unknown field '%' in value of user defined type %", unknown.Text, r.Type.Name).In(unknown.Span)
	}
	return compose(x.Span, r, elems)
}

func (x *udtTerm) test(e *Env, r Receiver) (Match, *diag.Diagnostic) {
	if r.Reversed || r.Type.Kind != UDT {
		return NotAssignable, nil
	}
	values, _ := x.values(r.Type)
	return caught(x.fits(e, values, r))
}

// ---- (x, …): a tuple, a user type, or one term in parentheses

type tupleTerm cql.TupleLit

func (x *tupleTerm) text(e *Env) string { return "(" + e.texts(x.Elems) + ")" }

func (x *tupleTerm) exact(e *Env) *Type {
	t := &Type{Kind: Tuple}
	for _, el := range x.Elems {
		et := e.ExactType(el)
		if et == nil {
			return nil
		}
		t.Elems = append(t.Elems, et.Freeze())
	}
	return t
}

func (x *tupleTerm) compatible(e *Env) *Type { return x.exact(e) }

// fits is Tuples.validateTupleAssignableTo.
func (x *tupleTerm) fits(e *Env, r Receiver) *diag.Diagnostic {
	if !isTuple(r.Type) {
		return invalid(rule.LIT04, "Invalid tuple type literal for % of type %", r.Name, r.Type.String())
	}
	for i, el := range x.Elems {
		if i >= r.Type.size() {
			return invalid(rule.LIT04, "Invalid tuple literal for %: too many elements. Type % expects % but got %", r.Name, r.Type.String(), strconv.Itoa(r.Type.size()), strconv.Itoa(len(x.Elems))).In(el.Place())
		}
		c := r.Component(i)
		fits, err := e.fit(el, c)
		if err == nil && fits == NotAssignable {
			err = invalid(rule.LIT04, "Invalid tuple literal for %: component % is not of type %", r.Name, strconv.Itoa(i), c.Type.String())
		}
		if err != nil {
			return err.In(el.Place())
		}
	}
	return nil
}

func (x *tupleTerm) prepare(e *Env, r Receiver) (*Term, *diag.Diagnostic) {
	if len(x.Elems) == 1 && !isTuple(r.Type) {
		return e.Prepare(x.Elems[0], r)
	}
	if err := x.fits(e, r); err != nil {
		return nil, err
	}
	elems := make([]*Term, 0, len(x.Elems))
	for i, el := range x.Elems {
		t, err := e.Prepare(el, r.Component(i))
		if err != nil {
			return nil, err
		}
		elems = append(elems, t)
	}
	t, err := compose(x.Span, r, elems)
	if t != nil {
		t.tuple = true
	}
	return t, err
}

func (x *tupleTerm) test(e *Env, r Receiver) (Match, *diag.Diagnostic) {
	if len(x.Elems) == 1 && !isTuple(r.Type) {
		return rawOf(x.Elems[0]).test(e, r)
	}
	return caught(x.fits(e, r))
}
