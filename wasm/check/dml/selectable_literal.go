package dml

// Items of a select list that are written as literals, and casts.

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

// ---- CAST(x AS type)

type castItem struct {
	item
	x *cql.CastCall
}

func (s *castItem) class() string { return "WithCast" }

func (s *castItem) lookUp() *diag.Diagnostic {
	s.own = cqltype.Native(s.x.Type.Name)
	return s.inside(s.x.X)
}

// to is the name of the type: varchar is no text here, no cast leads to it.
func (s *castItem) to() string { return strings.ToLower(s.x.Type.Name) }

func (s *castItem) String() string { return "cast(" + s.args[0].String() + " as " + s.to() + ")" }

func (s *castItem) selector(_ *cqltype.Type, into *selection) (*selector, *diag.Diagnostic) {
	out, err := s.begin(plan.SelectCall, into, always(nil))
	if err != nil {
		return nil, err
	}
	a := out.args[0]
	reversed := a.Kind == plan.SelectColumn && a.Column.Desc
	if s.own.Equal(a.Type) && !reversed {
		return a, nil
	}
	fn, err := s.overload(s.p.env.CastName(s.to()))
	switch {
	case err != nil:
		return nil, err
	case fn == nil && len(into.columns) == 0:
		return nil, rule.LIT13.Server(s.at, "java.lang.IndexOutOfBoundsException: Index 0 out of bounds for length 0")
	case fn == nil:
		return nil, rule.LIT13.Invalid(s.at, "% cannot be cast to %", into.columns[0].Name, s.to())
	}
	out.Func, out.Type, out.Aggregate = fn, fn.Returns, a.Aggregate || fn.Aggregate
	out.Name = fn.ColumnName([]string{a.Name})
	return out, nil
}

// ---- (type) x

type hintItem struct {
	item
	x *cql.TypeCast
}

func (s *hintItem) class() string { return "WithTypeHint" }

func (s *hintItem) lookUp() *diag.Diagnostic {
	if err := s.inside(s.x.X); err != nil {
		return err
	}
	t, err := s.p.ctx.ResolveType(s.p.table.Keyspace, s.x.Type)
	if err != nil {
		return err
	}
	s.own = t.Freeze()
	return nil
}

// before puts the type before the text of an item: user types come with their keyspace.
func (s *hintItem) before(text string) string {
	return "(" + cql.RawTypeText(s.x.Type, false, s.p.table.Keyspace) + ")" + text
}

func (s *hintItem) String() string { return s.before(s.args[0].String()) }

func (s *hintItem) Test(r receiver) (cqltype.Match, *diag.Diagnostic) {
	switch {
	case r.Type.Equal(s.own):
		return cqltype.Exact, nil
	case r.Type.ValueCompatible(s.own):
		return cqltype.Weak, nil
	}
	return cqltype.NotAssignable, nil
}

func (s *hintItem) selector(_ *cqltype.Type, into *selection) (*selector, *diag.Diagnostic) {
	r := s.p.receiver(nil).With("", s.own)
	m, err := s.args[0].Test(r)
	if err != nil {
		r.Name = s.String()
		_, err = s.args[0].Test(r)
		return nil, err
	}
	if m == cqltype.NotAssignable {
		return nil, rule.LIT10.Invalid(s.at, "Cannot assign value % to % of type %", s.String(), s.String(), s.own.String())
	}
	a, err := s.args[0].selector(s.own, into)
	if err != nil {
		return nil, err
	}
	cast := a.named(s.before(a.Name))
	cast.Type = s.own
	return cast, nil
}

// ---- (x, …): a tuple, a user type, or one item in parentheses

type tupleItem struct {
	item
	x *cql.TupleLit
}

func (s *tupleItem) class() string { return "BetweenParenthesesOrWithTuple" }

func (s *tupleItem) lookUp() *diag.Diagnostic {
	err := s.inside(s.x.Elems...)
	if err == nil && len(s.args) > 1 {
		s.own = tupleOf(s.args, exact)
	}
	return err
}

func (s *tupleItem) String() string { return "(" + texts(s.args) + ")" }

func (s *tupleItem) Compatible() *cqltype.Type {
	if len(s.args) == 1 {
		return nil
	}
	return tupleOf(s.args, selectable.Compatible)
}

func tupleOf(args []selectable, of func(selectable) *cqltype.Type) *cqltype.Type {
	t := &cqltype.Type{Kind: cqltype.Tuple, Frozen: true}
	for _, a := range args {
		e := of(a)
		if e == nil {
			return nil
		}
		t.Elems = append(t.Elems, e.Freeze())
	}
	return t
}

// Test takes a reversed tuple for none where one item is in parentheses; where more are,
// the server finds that they fit and fails to make them what it wants.
func (s *tupleItem) Test(r receiver) (cqltype.Match, *diag.Diagnostic) {
	if len(s.args) == 1 && (r.Reversed || !isTuple(r.Type)) {
		return s.args[0].Test(r)
	}
	if !isTuple(r.Type) || len(s.args) > tupleSize(r.Type) {
		return cqltype.NotAssignable, nil
	}
	for i, a := range s.args {
		if m, err := a.Test(r.Component(i)); err != nil || m == cqltype.NotAssignable {
			return cqltype.NotAssignable, err
		}
	}
	if r.Reversed {
		return cqltype.NotAssignable, castFailed(cqltype.ReversedType, "TupleType", s.at)
	}
	return cqltype.Weak, nil
}

func isTuple(t *cqltype.Type) bool { return t.Kind == cqltype.Tuple || t.Kind == cqltype.UDT }

func tupleSize(t *cqltype.Type) int { return len(t.Elems) + len(t.Fields) }

func (s *tupleItem) selector(expected *cqltype.Type, into *selection) (*selector, *diag.Diagnostic) {
	typ := s.known(expected)
	if typ == nil {
		return nil, s.cannotInfer(s.String())
	}
	if len(s.args) == 1 && !isTuple(typ) {
		a, err := s.args[0].selector(expected, into)
		if err != nil {
			return nil, err
		}
		return a.named("(" + a.Name + ")"), nil
	}
	if !isTuple(typ) {
		return nil, castFailed(typ, "TupleType", s.at)
	}
	if size := tupleSize(typ); len(s.args) > size {
		return nil, rule.LIT04.Server(s.at, "java.lang.ArrayIndexOutOfBoundsException: Index % out of bounds for length %", strconv.Itoa(size), strconv.Itoa(size))
	}
	out, err := s.begin(plan.SelectTuple, into, func(i int) *cqltype.Type { return receiver{Type: typ}.Component(i).Type })
	if err != nil {
		return nil, err
	}
	out.Type, out.Name = typ, out.names("(", ")")
	return out, nil
}

// texts are items as messages print them, with commas between them.
func texts(args []selectable) string {
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = a.String()
	}
	return strings.Join(out, ", ")
}

// ---- [x, …]: a list or a vector

type listItem struct {
	item
	x *cql.ListLit
}

func (s *listItem) class() string { return "WithArrayLiteral" }

func (s *listItem) lookUp() *diag.Diagnostic {
	if err := s.inside(s.x.Elems...); err != nil {
		return err
	}
	s.own = collectionOf(cqltype.List, firstType(s.args))
	return nil
}

func (s *listItem) String() string            { return "[" + texts(s.args) + "]" }
func (s *listItem) ArraySize() int            { return len(s.args) }
func (s *listItem) Compatible() *cqltype.Type { return collectionOf(cqltype.List, commonType(s.args)) }

func (s *listItem) Test(r receiver) (cqltype.Match, *diag.Diagnostic) {
	switch {
	case r.Reversed, r.Type.Kind != cqltype.List && r.Type.Kind != cqltype.Vector:
		return cqltype.NotAssignable, s.notArray(r.Type)
	case len(s.args) == 0:
		return cqltype.Weak, nil
	}
	return fitAll(s.args, r.Value())
}

func (s *listItem) notArray(t *cqltype.Type) *diag.Diagnostic {
	return rule.LIT03.Server(s.at, "java.lang.IllegalArgumentException: Unsupported target type: %", t.String())
}

func (s *listItem) selector(expected *cqltype.Type, into *selection) (*selector, *diag.Diagnostic) {
	kind, typ := plan.SelectList, s.known(expected)
	switch {
	case expected != nil && expected.Kind == cqltype.Vector:
		kind, typ = plan.SelectVector, expected
		if e := firstType(s.args); e != nil {
			typ = &cqltype.Type{Kind: cqltype.Vector, Frozen: true, Elems: []*cqltype.Type{e}, Dim: len(s.args)}
		}
		if typ.Dim != len(s.args) {
			return nil, rule.LIT09.Invalid(s.at, "Unable to create a vector selector of type % from % elements", typ.String(), strconv.Itoa(len(s.args)))
		}
	case expected != nil && expected.Kind != cqltype.List:
		return nil, s.notArray(expected)
	case typ == nil:
		return nil, s.cannotInfer(s.String())
	}
	out, err := s.begin(kind, into, always(typ.Elems[0]))
	if err != nil {
		return nil, err
	}
	out.Type, out.Name = typ, out.names("[", "]")
	return out, nil
}

// fitAll is how well the worst of the items fits a receiver.
func fitAll(args []selectable, r receiver) (cqltype.Match, *diag.Diagnostic) {
	m := cqltype.Exact
	for _, a := range args {
		am, err := a.Test(r)
		if err != nil || am == cqltype.NotAssignable {
			return cqltype.NotAssignable, err
		}
		m = min(m, am)
	}
	return m, nil
}

// firstType is the first exact type among the items.
func firstType(args []selectable) *cqltype.Type {
	for _, a := range args {
		if t := exact(a); t != nil {
			return t
		}
	}
	return nil
}

// commonType is a type among those of the items that can hold all of them.
func commonType(args []selectable) *cqltype.Type {
	var types []*cqltype.Type
	for _, a := range args {
		if t := a.Compatible(); t != nil {
			types = append(types, t)
		}
	}
	for _, t := range types {
		if !slices.ContainsFunc(types, func(o *cqltype.Type) bool { return o.AssignTo(t) == cqltype.NotAssignable }) {
			return t
		}
	}
	return nil
}

func collectionOf(kind cqltype.Kind, element *cqltype.Type) *cqltype.Type {
	if element == nil {
		return nil
	}
	return (&cqltype.Type{Kind: kind, Elems: []*cqltype.Type{element}}).Freeze()
}

// ---- {x, …}: a set; {} may be a map as well

type setItem struct {
	item
	x *cql.SetLit
}

func (s *setItem) class() string { return "WithSet" }

func (s *setItem) lookUp() *diag.Diagnostic {
	if err := s.inside(s.x.Elems...); err != nil {
		return err
	}
	s.own = collectionOf(cqltype.Set, firstType(s.args))
	return nil
}

func (s *setItem) String() string            { return "{" + texts(s.args) + "}" }
func (s *setItem) Compatible() *cqltype.Type { return collectionOf(cqltype.Set, commonType(s.args)) }

func (s *setItem) Test(r receiver) (cqltype.Match, *diag.Diagnostic) {
	switch {
	case r.Reversed:
		return cqltype.NotAssignable, nil
	case len(s.args) == 0 && (r.Type.Kind == cqltype.Map || r.Type.Kind == cqltype.Set):
		return cqltype.Weak, nil
	case r.Type.Kind != cqltype.Set:
		return cqltype.NotAssignable, nil
	}
	return fitAll(s.args, r.Value())
}

func (s *setItem) selector(expected *cqltype.Type, into *selection) (*selector, *diag.Diagnostic) {
	typ := s.known(expected)
	switch {
	case typ == nil:
		return nil, s.cannotInfer(s.String())
	case typ.Kind == cqltype.Map && len(s.args) == 0:
		return &selector{Selector: plan.Selector{At: s.at, Kind: plan.SelectMap, Type: typ, Name: "{}"}}, nil
	case typ.Kind != cqltype.Set:
		return nil, castFailed(typ, "SetType", s.at)
	case typ.Elems[0].Kind == cqltype.Duration:
		return nil, rule.TY03.Invalid(s.at, "Durations are not allowed inside sets: %", typ.String())
	}
	out, err := s.begin(plan.SelectSet, into, always(typ.Elems[0]))
	if err != nil {
		return nil, err
	}
	out.Type, out.Name = typ, out.names("{", "}")
	return out, nil
}

// ---- {k: v, …}: a map or a user type, whose names are looked up late, each time

type mapItem struct {
	item
	x *cql.MapLit
}

func (s *mapItem) class() string            { return "WithMapOrUdt" }
func (s *mapItem) lookUp() *diag.Diagnostic { return nil }

func (s *mapItem) String() string {
	parts := make([]string, len(s.x.Entries))
	for i, e := range s.x.Entries {
		parts[i] = s.p.text(e.Key) + ": " + s.p.text(e.Value)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// names may fail: the names of the literal are looked up here.
func (s *mapItem) names(want func(*schema.Column) bool) (bool, *diag.Diagnostic) {
	in := func(x cql.Expr) (bool, *diag.Diagnostic) {
		a, err := s.p.selectable(x)
		if err != nil {
			return false, err
		}
		return a.names(want)
	}
	for _, e := range s.x.Entries {
		if _, isName := e.Key.(*cql.ColumnRef); !isName {
			if found, err := in(e.Key); found || err != nil {
				return found, err
			}
		}
		// The server asks the value the wrong way round.
		if found, err := in(e.Value); !found || err != nil {
			return true, err
		}
	}
	return false, nil
}

func (s *mapItem) Test(r receiver) (cqltype.Match, *diag.Diagnostic) {
	if r.Type.Kind == cqltype.UDT && !r.Reversed {
		return s.testFields(r)
	}
	halves := make([]selectable, 0, 2*len(s.x.Entries))
	for _, e := range s.x.Entries {
		for _, half := range []cql.Expr{e.Key, e.Value} {
			a, err := s.p.selectable(half)
			if err != nil {
				return cqltype.NotAssignable, err
			}
			halves = append(halves, a)
		}
	}
	if r.Type.Kind != cqltype.Map {
		return cqltype.NotAssignable, castFailed(r.Type, "MapType", s.at)
	}
	m := cqltype.Exact
	for i, a := range halves {
		to := r.Key()
		if i%2 == 1 {
			to = r.Value()
		}
		am, err := a.Test(to)
		if err != nil || am == cqltype.NotAssignable {
			return cqltype.NotAssignable, err
		}
		m = min(m, am)
	}
	if r.Reversed {
		return cqltype.NotAssignable, castFailed(cqltype.ReversedType, "MapType", s.at)
	}
	return m, nil
}

func (s *mapItem) testFields(r receiver) (cqltype.Match, *diag.Diagnostic) {
	for _, e := range s.x.Entries {
		i, err := s.fieldOf(e.Key, r.Type)
		if err != nil {
			return cqltype.NotAssignable, err
		}
		v, err := s.p.selectable(e.Value)
		if err != nil {
			return cqltype.NotAssignable, err
		}
		f := r.Type.Fields[i]
		if m, err := v.Test(r.With(r.Name+"."+f.Name, f.Type)); err != nil || m == cqltype.NotAssignable {
			return cqltype.NotAssignable, nil
		}
	}
	return cqltype.Weak, nil
}

func (s *mapItem) selector(typ *cqltype.Type, into *selection) (*selector, *diag.Diagnostic) {
	switch {
	case typ == nil:
		return nil, s.noType()
	case typ.Kind == cqltype.UDT:
		return s.fields(typ, into)
	case typ.Kind == cqltype.Map:
		return s.entries(typ, into)
	}
	return nil, castFailed(typ, "MapType", s.at)
}

// noType is cannotInfer: printing the literal looks its names up.
func (s *mapItem) noType() *diag.Diagnostic {
	for _, e := range s.x.Entries {
		if _, isName := e.Key.(*cql.ColumnRef); !isName {
			if _, err := s.p.selectable(e.Key); err != nil {
				return err
			}
		}
		if _, err := s.p.selectable(e.Value); err != nil {
			return err
		}
	}
	return s.cannotInfer(s.String())
}

// late types a part whose names are looked up only now.
func (s *mapItem) late(x cql.Expr, want *cqltype.Type, into *selection) (*selector, *diag.Diagnostic) {
	a, err := s.p.selectable(x)
	if err != nil {
		return nil, err
	}
	return a.selector(want, into)
}

func (s *mapItem) entries(typ *cqltype.Type, into *selection) (*selector, *diag.Diagnostic) {
	if typ.Elems[0].Kind == cqltype.Duration {
		return nil, rule.TY03.Invalid(s.at, "Durations are not allowed as map keys: %", typ.String())
	}
	out := &selector{Selector: plan.Selector{At: s.at, Kind: plan.SelectMap, Type: typ}}
	var names []string
	for _, e := range s.x.Entries {
		k, err := s.late(e.Key, typ.Elems[0], into)
		if err != nil {
			return nil, err
		}
		v, err := s.late(e.Value, typ.Elems[1], into)
		if err != nil {
			return nil, err
		}
		out.take(k)
		out.take(v)
		names = append(names, k.Name+": "+v.Name)
	}
	out.Name = "{" + strings.Join(names, ", ") + "}"
	return out, nil
}

func (s *mapItem) fields(typ *cqltype.Type, into *selection) (*selector, *diag.Diagnostic) {
	out := &selector{Selector: plan.Selector{At: s.at, Kind: plan.SelectUDT, Type: typ}}
	out.args, out.Args = make([]*selector, len(typ.Fields)), make([]*plan.Selector, len(typ.Fields))
	var names []string
	for _, e := range s.x.Entries {
		i, err := s.fieldOf(e.Key, typ)
		if err != nil {
			return nil, err
		}
		v, err := s.late(e.Value, typ.Fields[i].Type, into)
		if err != nil {
			return nil, err
		}
		out.args[i], out.Args[i] = v, &v.Selector
		out.Aggregate = out.Aggregate || v.Aggregate
		names = append(names, typ.Fields[i].Name+": "+v.Name)
	}
	out.Name = "{" + strings.Join(names, ", ") + "}"
	return out, nil
}

// fieldOf is the field of a user type that the key of a literal names.
func (s *mapItem) fieldOf(key cql.Expr, t *cqltype.Type) (int, *diag.Diagnostic) {
	name, ok := key.(*cql.ColumnRef)
	if !ok {
		return 0, rule.LIT05.Invalid(key.Place(), "% is not a valid field identifier of type % ", s.p.text(key), t.Name)
	}
	i := t.FieldAt(name.Name.Text)
	if i < 0 {
		return 0, rule.LIT05.Invalid(key.Place(), "Unknown field '%' in value of user defined type %", name.Name.Text, t.Name)
	}
	return i, nil
}
