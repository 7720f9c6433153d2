// What each kind of term says of itself: constants, bind markers, casts and calls.

package cqltype

import (
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/version"
)

// A raw is a term that has not been prepared. Each kind of term is a type, as it is in
// the server: cql3.Term.Raw.
type raw interface {
	// prepare types it for a receiver: what the server says first if that fails.
	prepare(e *Env, r Receiver) (*Term, *diag.Diagnostic)
	// test is how well it fits a receiver: testAssignment.
	test(e *Env, r Receiver) (Match, *diag.Diagnostic)
	// exact is the type that it has by itself, nil where only its place can tell:
	// getExactTypeIfKnown.
	exact(e *Env) *Type
	// compatible is a type that can hold it, nil where none is known:
	// getCompatibleTypeIfKnown.
	compatible(e *Env) *Type
	// text is the term as messages show it: getText. It differs from the text of a
	// selector in operations, which are calls of their functions, and in user types,
	// which have their keyspace.
	text(e *Env) string
}

func rawOf(x cql.Expr) raw {
	switch x := x.(type) {
	case *cql.Null:
		return (*nullTerm)(x)
	case *cql.Marker:
		return (*bindTerm)(x)
	case *cql.Constant:
		return (*constantTerm)(x)
	case *cql.TypeCast:
		return (*castTerm)(x)
	case *cql.Call:
		return &funcTerm{x, FuncName{x.Func.Keyspace.Text, x.Func.Name.Text}, x.Args}
	case *cql.Binary:
		return &funcTerm{x, OperatorName(x.Op), []cql.Expr{x.X, x.Y}}
	case *cql.Negation:
		return &funcTerm{x, NegationName, []cql.Expr{x.X}}
	case *cql.CastCall:
		return &funcTerm{x, FuncName{SystemKeyspace, newCast + strings.ToLower(x.Type.Name)}, []cql.Expr{x.X}}
	case *cql.TupleLit:
		return (*tupleTerm)(x)
	case *cql.ListLit:
		return (*listTerm)(x)
	case *cql.SetLit:
		return (*setTerm)(x)
	case *cql.MapLit:
		return (*mapTerm)(x)
	case *cql.UDTLit:
		return (*udtTerm)(x)
	}
	return strayTerm{x}
}

// ExactType is the type that a term has by itself, nil where only its place can tell.
func (e *Env) ExactType(x cql.Expr) *Type { return rawOf(x).exact(e) }

// ---- null

type nullTerm cql.Null

func (x *nullTerm) exact(*Env) *Type      { return nil }
func (x *nullTerm) compatible(*Env) *Type { return nil }
func (x *nullTerm) text(*Env) string      { return cql.ExprText((*cql.Null)(x)) }

func (x *nullTerm) prepare(_ *Env, r Receiver) (*Term, *diag.Diagnostic) {
	if r.Type.Kind == Counter {
		return nil, invalid(rule.UP03, "Invalid null value for counter increment/decrement")
	}
	return &Term{Type: r.Type, span: x.Span}, nil
}

func (x *nullTerm) test(_ *Env, r Receiver) (Match, *diag.Diagnostic) {
	if r.Type.Kind == Counter {
		return NotAssignable, nil
	}
	return Weak, nil
}

// ---- bind markers

type bindTerm cql.Marker

func (x *bindTerm) exact(*Env) *Type                              { return nil }
func (x *bindTerm) compatible(*Env) *Type                         { return nil }
func (x *bindTerm) text(*Env) string                              { return cql.ExprText((*cql.Marker)(x)) }
func (x *bindTerm) test(*Env, Receiver) (Match, *diag.Diagnostic) { return Weak, nil }

func (x *bindTerm) prepare(_ *Env, r Receiver) (*Term, *diag.Diagnostic) {
	return &Term{kind: markerTerm, Type: r.Type, Marker: x.Index, span: x.Span}, nil
}

// ---- constants

type constantTerm cql.Constant

func (x *constantTerm) exact(*Env) *Type      { return nil }
func (x *constantTerm) compatible(*Env) *Type { return preferred((*cql.Constant)(x)) }
func (x *constantTerm) text(*Env) string      { return (*cql.Constant)(x).ServerText() }

func (x *constantTerm) prepare(e *Env, r Receiver) (*Term, *diag.Diagnostic) {
	c := (*cql.Constant)(x)
	if testConstant(c, r.Type, e.Server) == NotAssignable {
		text := c.Text
		if c.Kind == cql.Float {
			text = c.ServerText()
		}
		return nil, invalid(rule.LIT01, `Invalid % constant (%) for "%" of type %`, c.Kind.String(), text, r.Name, r.Type.String()).On(&Misfit{c, r.Type})
	}
	v, err := constantValue(c, r.Type)
	return &Term{Type: r.Type, Value: v, span: x.Span}, err
}

func (x *constantTerm) test(e *Env, r Receiver) (Match, *diag.Diagnostic) {
	return testConstant((*cql.Constant)(x), r.Type, e.Server), nil
}

// typedSince is what a server has that knows the type which a kind of constant prefers.
var typedSince = [...]version.Feature{
	cql.String: version.TypedTexts,
	cql.UUID:   version.TypedConstants, cql.Boolean: version.TypedConstants, cql.Hex: version.TypedConstants, cql.Duration: version.TypedConstants,
}

// testConstant is Constants.Literal.testAssignment.
func testConstant(x *cql.Constant, t *Type, server *version.Switches) Match {
	switch t.Kind {
	case List, Set, Map, UDT, Vector:
		return NotAssignable
	case Tuple, Custom: // not native: whatever its text parses to
		return Weak
	}
	if p := preferred(x); p != nil && p.Kind == t.Kind && (typedSince[x.Kind] == 0 || server.Has(typedSince[x.Kind])) {
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

// ---- (type) x

type castTerm cql.TypeCast

func (x *castTerm) to(e *Env) (*Type, *diag.Diagnostic) {
	if e.ResolveType == nil {
		return nil, invalid(rule.LIT10, "Unknown type %", x.typeText(e))
	}
	return e.ResolveType(e.Keyspace, x.Type)
}

func (x *castTerm) typeText(e *Env) string { return cql.RawTypeText(x.Type, false, e.Keyspace) }
func (x *castTerm) text(e *Env) string     { return "(" + x.typeText(e) + ")" + rawOf(x.X).text(e) }

func (x *castTerm) exact(e *Env) *Type {
	if t, err := x.to(e); err == nil {
		return t
	}
	return nil
}

func (x *castTerm) compatible(e *Env) *Type { return x.exact(e) }

func (x *castTerm) prepare(e *Env, r Receiver) (*Term, *diag.Diagnostic) {
	cast, err := x.to(e)
	if err != nil {
		return nil, err
	}
	m, err := rawOf(x.X).test(e, r.With("", cast))
	switch {
	case err != nil:
		_, err = rawOf(x.X).test(e, r.With(x.text(e), cast))
		return nil, err
	case m == NotAssignable:
		return nil, invalid(rule.LIT10, "Cannot cast value % to type %", rawOf(x.X).text(e), x.typeText(e))
	case fits(r.Type, r.Reversed, cast) == NotAssignable:
		return nil, invalid(rule.LIT10, "Cannot assign value % to % of type %", x.text(e), r.Name, r.Type.String())
	}
	return e.Prepare(x.X, r)
}

func (x *castTerm) test(e *Env, r Receiver) (Match, *diag.Diagnostic) {
	cast, err := x.to(e)
	if err != nil {
		return NotAssignable, err
	}
	return fits(r.Type, r.Reversed, cast), nil
}

// ---- calls, operations, negation, CAST(x AS type)

type funcTerm struct {
	x    cql.Expr
	name FuncName
	args []cql.Expr
}

func (x *funcTerm) text(e *Env) string {
	f := x.name.Name
	if f != "token" || x.name.Keyspace != "" && x.name.Keyspace != SystemKeyspace {
		f = cql.QuoteName(f)
		if x.name.Keyspace != "" {
			f = cql.QuoteName(x.name.Keyspace) + "." + f
		}
	}
	return f + "(" + e.texts(x.args) + ")"
}

func (x *funcTerm) exact(e *Env) *Type {
	if t, known := e.exact[x.x]; known {
		return t
	}
	var t *Type
	if f, err := e.resolveUnsaid(x, Receiver{}); err == nil && f != nil {
		t = f.Returns
	}
	if e.exact == nil {
		e.exact = map[cql.Expr]*Type{}
	}
	e.exact[x.x] = t
	return t
}

// resolveUnsaid finds the overload of a call where a refusal is not shown.
func (e *Env) resolveUnsaid(x *funcTerm, r Receiver) (*Function, *diag.Diagnostic) {
	defer func(before bool) { e.testing = before }(e.testing)
	e.testing = true
	return e.Resolve(x.named(e), e.TermArgs(x.args), r)
}

// named is the name of the function that is called.
func (x *funcTerm) named(e *Env) FuncName {
	if c, ok := x.x.(*cql.CastCall); ok {
		return e.CastName(c.Type.Name)
	}
	return x.name
}

func (x *funcTerm) compatible(e *Env) *Type { return x.exact(e) }

func (x *funcTerm) prepare(e *Env, r Receiver) (*Term, *diag.Diagnostic) {
	f, err := e.Resolve(x.named(e), e.TermArgs(x.args), r)
	if err != nil {
		return nil, err
	}
	switch {
	case f == nil:
		return nil, invalid(rule.RES08, "Unknown function % called", x.named(e).String())
	case f.Aggregate:
		return nil, invalid(rule.LIT11, "Aggregation function are not supported in the where clause")
	case f.fits(r) == NotAssignable:
		kind, shown, id := "function", f.FullName(), rule.LIT11
		if f.isOperation() {
			kind, shown, id = "operation", string(operators[f.Name]), rule.LIT12
		}
		return nil, invalid(id, "Type error: cannot assign result of % % (type %) to % (type %)", kind, shown, f.Returns.String(), r.Name, r.Type.String())
	case len(f.Args) != len(x.args):
		return nil, invalid(rule.LIT11, "Incorrect number of arguments specified for function % (expected %, found %)", f.String(), strconv.Itoa(len(f.Args)), strconv.Itoa(len(x.args)))
	}
	t := &Term{kind: callTerm, Type: r.Type, fn: f, span: x.x.Place()}
	for i, a := range x.args {
		p, err := e.Prepare(a, f.param(i, r))
		if err != nil {
			return nil, err
		}
		t.elems = append(t.elems, p)
	}
	return t, nil
}

// test lets a call pass that cannot be resolved: the server complains about it later.
func (x *funcTerm) test(e *Env, r Receiver) (Match, *diag.Diagnostic) {
	key := testedCall{x.x, r.Type, r.Reversed}
	if m, known := e.tested[key]; known {
		return m, nil
	}
	m := Weak
	f, err := e.resolveUnsaid(x, r)
	switch {
	case err != nil && err.Kind != diag.Invalid:
		return NotAssignable, err
	case err == nil && f != nil && !(f.Native() && isMade(f.Name)):
		m = fits(r.Type, r.Reversed, f.Returns)
	}
	if e.tested == nil {
		e.tested = map[testedCall]Match{}
	}
	e.tested[key] = m
	return m, nil
}

// ---- what is no term: a column or another selector, which the parser keeps apart

type strayTerm struct{ x cql.Expr }

func (x strayTerm) exact(*Env) *Type                              { return nil }
func (x strayTerm) compatible(*Env) *Type                         { return nil }
func (x strayTerm) text(*Env) string                              { return cql.ExprText(x.x) }
func (x strayTerm) test(*Env, Receiver) (Match, *diag.Diagnostic) { return NotAssignable, nil }

func (x strayTerm) prepare(_ *Env, r Receiver) (*Term, *diag.Diagnostic) {
	return nil, invalid(rule.LIT01, "Invalid term % for % of type %", cql.ExprText(x.x), r.Name, r.Type.String())
}
