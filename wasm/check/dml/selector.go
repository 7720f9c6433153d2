package dml

// This file types the items of a select list whose names have been looked up, and
// works out the values in them.
// Source: cql3.selection.Selectable.newSelectorFactory of Cassandra 5.0.

import (
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
)

// A selection is a select list with types.
type selection struct {
	selectors []*selector
	columns   []*schema.Column // that are read for it, in the order in which they appear
	used      map[*schema.Column]bool
	wildcard  bool
}

func (s *selection) aggregates() bool {
	return slices.ContainsFunc(s.selectors, func(s *selector) bool { return s.Aggregate })
}

// asked are the items as the read has them.
func (s *selection) asked() []*plan.Selector {
	out := make([]*plan.Selector, len(s.selectors))
	for i, item := range s.selectors {
		out[i] = &item.Selector
	}
	return out
}

// fewColumns are compared with each other; of many a table is kept.
const fewColumns = 16

func (s *selection) use(c *schema.Column) {
	switch {
	case len(s.columns) < fewColumns:
		if slices.Contains(s.columns, c) {
			return
		}
	case s.used == nil:
		s.used = map[*schema.Column]bool{}
		for _, c := range s.columns {
			s.used[c] = true
		}
		fallthrough
	default:
		if s.used[c] {
			return
		}
		s.used[c] = true
	}
	s.columns = append(s.columns, c)
}

func (s *selectable) cannotInfer() *diag.Diagnostic {
	if x, ok := s.x.(*cql.MapLit); ok {
		// Printing the literal looks its names up.
		for _, e := range x.Entries {
			for _, half := range []cql.Expr{e.Key, e.Value} {
				if _, isName := half.(*cql.ColumnRef); isName && half == e.Key {
					continue
				}
				if _, err := s.p.selectable(half); err != nil {
					return err
				}
			}
		}
	}
	return rule.SE01.Invalid(s.x.Place(), "Cannot infer type for term % in selection clause (try using a cast to force a type)", s.String())
}

// A selector is an item with its type: what the read gets of it, and the terms in it
// whose values are worked out when the statement is executed.
type selector struct {
	plan.Selector
	args                []*selector // as Args, and nil as there
	term, key, from, to *term
}

// take makes another item a part of this one.
func (s *selector) take(a *selector) {
	s.args, s.Args = append(s.args, a), append(s.Args, &a.Selector)
	s.Aggregate = s.Aggregate || a.Aggregate
}

// named is the item under another name.
func (s *selector) named(name string) *selector {
	out := *s
	out.Name = name
	return &out
}

// names are the names of the parts, between brackets.
func (s *selector) names(open, end string) string {
	return open + strings.Join(s.argNames(), ", ") + end
}

func (s *selector) argNames() []string {
	all := make([]string, len(s.args))
	for i, a := range s.args {
		all[i] = a.Name
	}
	return all
}

// A typing gives one item its type.
type typing struct {
	*selectable
	expected *cqltype.Type // what the item's place wants, or nil
	into     *selection
	out      *selector
}

// selector gives the item its type; expected is what its place wants, or nil.
func (s *selectable) selector(expected *cqltype.Type, into *selection) (*selector, *diag.Diagnostic) {
	t := &typing{s, expected, into, &selector{Selector: plan.Selector{At: s.x.Place()}}}
	switch x := s.x.(type) {
	case *cql.ColumnRef:
		into.use(s.col)
		t.out.Kind, t.out.Column, t.out.Type, t.out.Name = plan.SelectColumn, s.col, s.col.Type, s.col.Name
		return t.out, nil
	case *cql.Constant, *cql.Null, *cql.Marker:
		return t.constant()
	case *cql.Call, *cql.Binary, *cql.Negation:
		return t.call()
	case *cql.CastCall:
		return t.castCall(x)
	case *cql.TypeCast:
		return t.typeCast(x)
	case *cql.MetaCall:
		return t.meta(x)
	case *cql.Field:
		return t.field(x)
	case *cql.Element:
		return t.element(x)
	case *cql.Slice:
		return t.slice(x)
	case *cql.TupleLit:
		return t.tuple()
	case *cql.ListLit:
		return t.list()
	case *cql.SetLit:
		return t.set()
	case *cql.MapLit:
		return t.mapOrUDT(x)
	}
	return t.out, nil
}

// parts types what is inside the item; want is what the place of each wants, or nil.
func (t *typing) parts(want func(i int) *cqltype.Type) *diag.Diagnostic {
	for i, a := range t.args {
		as, err := a.selector(want(i), t.into)
		if err != nil {
			return err
		}
		t.out.take(as)
	}
	return nil
}

// always is the same type for every part.
func always(t *cqltype.Type) func(int) *cqltype.Type { return func(int) *cqltype.Type { return t } }

// known is the type of the item by itself, or else that which its place wants.
func (t *typing) known() *cqltype.Type {
	if own := t.exact(); own != nil {
		return own
	}
	return t.expected
}

func (t *typing) constant() (*selector, *diag.Diagnostic) {
	typ := t.p.env.ExactType(t.x)
	if typ == nil {
		typ = t.expected
	}
	if typ == nil {
		return nil, t.cannotInfer()
	}
	prepared, err := t.p.term(t.x, part(t.p.receiver(nil), "[selection]", typ))
	if err != nil {
		return nil, err
	}
	t.out.Kind, t.out.Type, t.out.term, t.out.Name = plan.SelectTerm, typ, prepared, cql.ExprText(t.x)
	return t.out, nil
}

func (t *typing) call() (*selector, *diag.Diagnostic) {
	if err := t.parts(func(i int) *cqltype.Type { return t.fn.Args[i] }); err != nil {
		return nil, err
	}
	out := t.out
	if t.fn.Aggregate && out.Aggregate {
		return nil, rule.SE05.Invalid(out.At, "aggregate functions cannot be used as arguments of aggregate functions")
	}
	out.Kind, out.Func, out.Type = plan.SelectCall, t.fn, t.fn.Returns
	out.Aggregate = out.Aggregate || t.fn.Aggregate
	out.Name = t.fn.ColumnName(out.argNames())
	return out, nil
}

// castCall types CAST(x AS type).
func (t *typing) castCall(x *cql.CastCall) (*selector, *diag.Diagnostic) {
	a, err := t.args[0].selector(nil, t.into)
	if err != nil {
		return nil, err
	}
	reversed := a.Column != nil && a.Kind == plan.SelectColumn && a.Column.Desc
	if t.cast.Equal(a.Type) && !reversed {
		return a, nil
	}
	name := strings.ToLower(x.Type.Name) // varchar is no text here: no cast leads to it
	fn, err := t.p.env.Resolve(cqltype.CastName(name), []cqltype.Arg{t.args[0]}, t.p.receiver(nil))
	switch {
	case err != nil:
		if err.Span == (diag.Span{}) {
			err.Span = x.Span
		}
		return nil, err
	case fn == nil && len(t.into.columns) == 0:
		return nil, rule.LIT13.Server(x.Span, "java.lang.IndexOutOfBoundsException: Index 0 out of bounds for length 0")
	case fn == nil:
		return nil, rule.LIT13.Invalid(x.Span, "% cannot be cast to %", t.into.columns[0].Name, name)
	}
	t.out.take(a)
	t.out.Kind, t.out.Func, t.out.Type, t.out.Aggregate = plan.SelectCall, fn, fn.Returns, a.Aggregate || fn.Aggregate
	t.out.Name = fn.ColumnName([]string{a.Name})
	return t.out, nil
}

// typeCast types (type) x.
func (t *typing) typeCast(x *cql.TypeCast) (*selector, *diag.Diagnostic) {
	r := part(t.p.receiver(nil), t.String(), t.cast)
	m, err := t.args[0].Test(r)
	if err != nil {
		return nil, err
	}
	if m == cqltype.NotAssignable {
		return nil, rule.LIT10.Invalid(t.out.At, "Cannot assign value % to % of type %", t.String(), r.Name, t.cast.String())
	}
	a, err := t.args[0].selector(t.cast, t.into)
	if err != nil {
		return nil, err
	}
	cast := a.named("(" + t.p.hintText(x.Type) + ")" + a.Name)
	cast.Type = t.cast
	return cast, nil
}

// meta types WRITETIME(x), MAXWRITETIME(x) and TTL(x).
func (t *typing) meta(x *cql.MetaCall) (*selector, *diag.Diagnostic) {
	out := t.out
	if t.col.Kind <= schema.Clustering {
		return nil, rule.SE02.Invalid(out.At, "Cannot use selection function % on PRIMARY KEY part %", x.Func, t.col.Name)
	}
	if err := t.parts(always(t.expected)); err != nil {
		return nil, err
	}
	t.into.use(t.col)
	out.Kind, out.Meta, out.Column, out.Type = plan.SelectMeta, x.Func, t.col, metaType(x.Func)
	if out.Args[0].Type.MultiCell() && x.Func != "maxwritetime" {
		out.Type = &cqltype.Type{Kind: cqltype.List, Elems: []*cqltype.Type{out.Type}}
	}
	out.Name = x.Func + out.names("(", ")")
	return out, nil
}

// field types x.name.
func (t *typing) field(x *cql.Field) (*selector, *diag.Diagnostic) {
	var want *cqltype.Type
	if _, ok := t.args[0].x.(*cql.TupleLit); ok {
		want = t.args[0].args[0].exact()
	}
	if err := t.parts(always(want)); err != nil {
		return nil, err
	}
	out := t.out
	typ := out.Args[0].Type
	if typ.Kind != cqltype.UDT {
		return nil, rule.SE04.Invalid(out.At, "Invalid field selection: % of type % is not a user type", t.args[0].String(), typ.String())
	}
	i := typ.FieldAt(x.Name.Text)
	if i < 0 {
		return nil, rule.SE04.Invalid(x.Name.Span, "% of type % has no field %", t.args[0].String(), typ.String(), x.Name.Text)
	}
	out.Kind, out.Field, out.Type = plan.SelectField, i, typ.Fields[i].Type
	out.Name = out.Args[0].Name + "." + typ.Fields[i].Name
	return out, nil
}

// element types x[key].
func (t *typing) element(x *cql.Element) (*selector, *diag.Diagnostic) {
	key, err := t.subscript("Element", nil)
	if err != nil {
		return nil, err
	}
	out := t.out
	if out.key, err = t.p.term(x.Key, key); err != nil {
		return nil, err
	}
	typ := out.Args[0].Type
	out.Kind, out.Type, out.Name = plan.SelectElement, typ.Elems[len(typ.Elems)-1], t.String()
	return out, nil
}

// slice types x[from..to].
func (t *typing) slice(x *cql.Slice) (*selector, *diag.Diagnostic) {
	key, err := t.subscript("Slice", t.expected)
	if err != nil {
		return nil, err
	}
	out := t.out
	if x.From != nil {
		if out.from, err = t.p.term(x.From, key); err != nil {
			return nil, err
		}
	}
	if x.To != nil {
		if out.to, err = t.p.term(x.To, key); err != nil {
			return nil, err
		}
	}
	out.Kind, out.Type, out.Name = plan.SelectSlice, out.Args[0].Type, t.String()
	return out, nil
}

// subscript types what stands before [ ] and says what must stand inside.
func (t *typing) subscript(title string, expected *cqltype.Type) (receiver, *diag.Diagnostic) {
	if err := t.parts(always(expected)); err != nil {
		return receiver{}, err
	}
	at, of, typ := t.out.At, t.args[0].String, t.out.Args[0].Type
	r := part(t.p.receiver(nil), t.out.Args[0].Name, typ)
	switch {
	case !typ.IsCollection() && title == "Element":
		return r, rule.SE03.Invalid(at, "Invalid element selection: % is of type % is not a collection", of(), typ.String())
	case !typ.IsCollection():
		return r, rule.SE03.Invalid(at, "Invalid slice selection: % of type % is not a collection", of(), typ.String())
	case typ.Kind == cqltype.List:
		return r, rule.SE03.Invalid(at, "% selection is only allowed on sets and maps, but % is a list", title, of())
	}
	return elementKey(r), nil
}

// tuple types (x, …), a value of a tuple or a user type, or one item in parentheses.
func (t *typing) tuple() (*selector, *diag.Diagnostic) {
	typ := t.known()
	if typ == nil {
		return nil, t.cannotInfer()
	}
	if len(t.args) == 1 && !isTuple(typ) {
		a, err := t.args[0].selector(t.expected, t.into)
		if err != nil {
			return nil, err
		}
		return a.named("(" + a.Name + ")"), nil
	}
	out := t.out
	if !isTuple(typ) {
		return nil, castFailed(typ, "TupleType", out.At)
	}
	if size := tupleSize(typ); len(t.args) > size {
		return nil, rule.LIT04.Server(out.At, "java.lang.ArrayIndexOutOfBoundsException: Index % out of bounds for length %", strconv.Itoa(size), strconv.Itoa(size))
	}
	if err := t.parts(func(i int) *cqltype.Type { return component(receiver{Type: typ}, i).Type }); err != nil {
		return nil, err
	}
	out.Kind, out.Type, out.Name = plan.SelectTuple, typ, out.names("(", ")")
	return out, nil
}

// list types [x, …], a list or a vector.
func (t *typing) list() (*selector, *diag.Diagnostic) {
	out := t.out
	vector := t.expected != nil && t.expected.Kind == cqltype.Vector
	if t.expected != nil && t.expected.Kind != cqltype.List && !vector {
		return nil, rule.LIT03.Server(out.At, "java.lang.IllegalArgumentException: Unsupported target type: %", t.expected.String())
	}
	typ := t.known()
	out.Kind = plan.SelectList
	if vector {
		out.Kind, typ = plan.SelectVector, t.expected
		if e := firstType(t.args); e != nil {
			typ = &cqltype.Type{Kind: cqltype.Vector, Frozen: true, Elems: []*cqltype.Type{e}, Dim: len(t.args)}
		}
		if typ.Dim != len(t.args) {
			return nil, rule.LIT09.Invalid(out.At, "Unable to create a vector selector of type % from % elements", typ.String(), strconv.Itoa(len(t.args)))
		}
	}
	if typ == nil {
		return nil, t.cannotInfer()
	}
	if err := t.parts(always(typ.Elems[0])); err != nil {
		return nil, err
	}
	out.Type, out.Name = typ, out.names("[", "]")
	return out, nil
}

// set types {x, …}; {} may be a map as well.
func (t *typing) set() (*selector, *diag.Diagnostic) {
	out, typ := t.out, t.known()
	switch {
	case typ == nil:
		return nil, t.cannotInfer()
	case typ.Kind == cqltype.Map && len(t.args) == 0:
		out.Kind, out.Type, out.Name = plan.SelectMap, typ, "{}"
		return out, nil
	case typ.Kind != cqltype.Set:
		return nil, castFailed(typ, "SetType", out.At)
	case typ.Elems[0].Kind == cqltype.Duration:
		return nil, rule.TY03.Invalid(out.At, "Durations are not allowed inside sets: %", typ.String())
	}
	if err := t.parts(always(typ.Elems[0])); err != nil {
		return nil, err
	}
	out.Kind, out.Type, out.Name = plan.SelectSet, typ, out.names("{", "}")
	return out, nil
}

// mapOrUDT types {k: v, …}, which may be a map or a user type. Its names are looked up
// only here.
func (t *typing) mapOrUDT(x *cql.MapLit) (*selector, *diag.Diagnostic) {
	switch typ := t.expected; {
	case typ == nil:
		return nil, t.cannotInfer()
	case typ.Kind == cqltype.UDT:
		return t.fields(x, typ)
	case typ.Kind == cqltype.Map:
		return t.entries(x, typ)
	default:
		return nil, castFailed(typ, "MapType", x.Place())
	}
}

// late types a part whose names are looked up only now.
func (t *typing) late(x cql.Expr, want *cqltype.Type) (*selector, *diag.Diagnostic) {
	a, err := t.p.selectable(x)
	if err != nil {
		return nil, err
	}
	return a.selector(want, t.into)
}

func (t *typing) entries(x *cql.MapLit, typ *cqltype.Type) (*selector, *diag.Diagnostic) {
	if typ.Elems[0].Kind == cqltype.Duration {
		return nil, rule.TY03.Invalid(x.Span, "Durations are not allowed as map keys: %", typ.String())
	}
	out := t.out
	var names []string
	for _, e := range x.Entries {
		k, err := t.late(e.Key, typ.Elems[0])
		if err != nil {
			return nil, err
		}
		v, err := t.late(e.Value, typ.Elems[1])
		if err != nil {
			return nil, err
		}
		out.take(k)
		out.take(v)
		names = append(names, k.Name+": "+v.Name)
	}
	out.Kind, out.Type, out.Name = plan.SelectMap, typ, "{"+strings.Join(names, ", ")+"}"
	return out, nil
}

func (t *typing) fields(x *cql.MapLit, typ *cqltype.Type) (*selector, *diag.Diagnostic) {
	out := t.out
	out.args, out.Args = make([]*selector, len(typ.Fields)), make([]*plan.Selector, len(typ.Fields))
	var names []string
	for _, e := range x.Entries {
		i, err := t.p.fieldOf(e.Key, typ)
		if err != nil {
			return nil, err
		}
		v, err := t.late(e.Value, typ.Fields[i].Type)
		if err != nil {
			return nil, err
		}
		out.args[i], out.Args[i] = v, &v.Selector
		out.Aggregate = out.Aggregate || v.Aggregate
		names = append(names, typ.Fields[i].Name+": "+v.Name)
	}
	out.Kind, out.Type, out.Name = plan.SelectUDT, typ, "{"+strings.Join(names, ", ")+"}"
	return out, nil
}

// fieldOf is the field of a user type that the key of a literal names.
func (p *preparer) fieldOf(key cql.Expr, t *cqltype.Type) (int, *diag.Diagnostic) {
	name, ok := key.(*cql.ColumnRef)
	if !ok {
		return 0, rule.LIT05.Invalid(key.Place(), "% is not a valid field identifier of type % ", p.selectorText(key), t.Name)
	}
	i := t.FieldAt(name.Name.Text)
	if i < 0 {
		return 0, rule.LIT05.Invalid(key.Place(), "Unknown field '%' in value of user defined type %", name.Name.Text, t.Name)
	}
	return i, nil
}

// ---- values

// bindSelector works out the values that an item holds, and folds calls whose
// arguments are all constants, as the server does before it reads a row.
func (p *preparer) bindSelector(s *selector) *diag.Diagnostic {
	if s == nil {
		return nil
	}
	var err *diag.Diagnostic
	switch s.Kind {
	case plan.SelectTerm:
		if s.term != nil {
			s.Value, err = p.bind(s.term)
		}
		return err
	case plan.SelectElement:
		if s.Key, err = p.bindInside(s, s.key, "element"); err != nil {
			return err
		}
	case plan.SelectSlice:
		if s.From, err = p.bindInside(s, s.from, "slice"); err != nil {
			return err
		}
		if s.To, err = p.bindInside(s, s.to, "slice"); err != nil {
			return err
		}
	}
	for _, a := range s.args {
		if err := p.bindSelector(a); err != nil {
			return err
		}
	}
	return p.fold(s)
}

// bindInside works out what stands inside [ ]; t is nil where nothing does.
func (p *preparer) bindInside(s *selector, t *term, what string) ([]byte, *diag.Diagnostic) {
	if t == nil {
		return nil, nil
	}
	v, err := p.bind(t)
	if err == nil && v == nil {
		err = rule.SE03.Invalid(s.At, "Invalid null value for % selection on %", what, s.Args[0].Name)
	}
	return v, err
}

// fold runs a call whose arguments are all constants.
func (p *preparer) fold(s *selector) *diag.Diagnostic {
	if s.Kind != plan.SelectCall || s.Func.Aggregate || !s.Func.Pure() || !s.Func.Runs() || len(s.Args) == 0 {
		return nil
	}
	args := make([][]byte, len(s.Args))
	for i, a := range s.Args {
		if a.Kind != plan.SelectTerm {
			return nil
		}
		args[i] = a.Value
	}
	v, err := s.Func.Call(&p.binding, args)
	if err != nil {
		if err.Span == (diag.Span{}) {
			err.Span = s.At
		}
		return err
	}
	s.Kind, s.Value, s.Args, s.args = plan.SelectTerm, v, nil, nil
	return nil
}
