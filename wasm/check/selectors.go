package check

// This file types the items of a select list. The server does it in two steps,
// and so does this: first names and functions are looked up (selectable), then
// each item gets its type (selector).
// Source: cql3.selection.Selectable of Cassandra 5.0.

import (
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
)

// SelectorKind is the form of an item of a select list.
type SelectorKind uint8

// The forms of items.
const (
	SelectColumn  SelectorKind = iota // Column
	SelectTerm                        // Value
	SelectCall                        // Func on Args
	SelectMeta                        // writetime, maxwritetime or ttl (Meta) of Args[0]
	SelectField                       // field Field of Args[0]
	SelectElement                     // Args[0][Key]
	SelectSlice                       // Args[0][From..To]
	SelectTuple                       // (Args…)
	SelectList                        // [Args…]
	SelectSet                         // {Args…}
	SelectMap                         // {Args[0]: Args[1], …}
	SelectUDT                         // Args by field, nil where not given
	SelectVector                      // [Args…]
)

// A Selector is an item of a select list, or a part of one, with its type.
type Selector struct {
	Kind   SelectorKind
	Name   string // of the result column
	Type   *cqltype.Type
	Column *schema.Column
	Func   *cqltype.Function
	Args   []*Selector
	Meta   string
	Field  int
	// Value, Key, From and To are known when a statement is executed; From and To
	// are nil where the slice is open.
	Value, Key, From, To []byte

	aggregate                  bool
	term, key, fromTerm, toEnd *term
	at                         diag.Span
}

// Place is the item's place in the text.
func (s *Selector) Place() diag.Span { return s.at }

// Aggregate reports whether the item joins several rows.
func (s *Selector) Aggregate() bool { return s.aggregate }

// constant reports whether the item has the same value for every row.
func (s *Selector) constant() bool {
	switch s.Kind {
	case SelectTerm:
		return true
	case SelectColumn, SelectMeta, SelectCall:
		return false
	}
	return !slices.ContainsFunc(s.Args, func(a *Selector) bool { return a != nil && !a.constant() })
}

// A selectable is an expression of a select list whose names have been found.
type selectable struct {
	p    *preparer
	x    cql.Expr
	col  *schema.Column
	fn   *cqltype.Function
	cast *cqltype.Type // of (type) x and CAST(x AS type)
	args []*selectable
}

// selectable looks up the columns and functions of an expression.
func (p *preparer) selectable(x cql.Expr) (*selectable, *diag.Diagnostic) {
	s := &selectable{p: p, x: x}
	inner := func(xs ...cql.Expr) *diag.Diagnostic {
		for _, x := range xs {
			a, err := p.selectable(x)
			if err != nil {
				return err
			}
			s.args = append(s.args, a)
		}
		return nil
	}
	call := func(name cqltype.FuncName) *diag.Diagnostic {
		args := make([]cqltype.Arg, len(s.args))
		for i, a := range s.args {
			args[i] = a
		}
		fn, err := p.env.Resolve(name, args, p.receiver(nil))
		switch {
		case err != nil:
			if err.Span == (diag.Span{}) {
				err.Span = x.Place()
			}
			return err
		case fn == nil:
			return rule.RES08.Invalid(x.Place(), "Unknown function '%'", name.String())
		}
		s.fn = fn
		return nil
	}
	switch x := x.(type) {
	case *cql.ColumnRef:
		c, err := p.column(x.Name)
		s.col = c
		return s, err
	case *cql.Constant, *cql.Null:
		return s, nil
	case *cql.Marker:
		p.markers = true
		return s, nil
	case *cql.Call:
		if x.Star {
			return s, call(countRows)
		}
		if err := inner(x.Args...); err != nil {
			return nil, err
		}
		name := cqltype.FuncName{Keyspace: x.Func.Keyspace.Text, Name: x.Func.Name.Text}
		// count(1) counts rows: the constant says nothing.
		if len(x.Args) == 1 && name.Name == "count" && (name.Keyspace == "" || name.Keyspace == cqltype.SystemKeyspace) {
			if _, ok := x.Args[0].(*cql.Constant); ok {
				s.args = nil
				return s, call(countRows)
			}
		}
		return s, call(name)
	case *cql.Binary:
		if err := inner(x.X, x.Y); err != nil {
			return nil, err
		}
		return s, call(cqltype.OperatorName(x.Op))
	case *cql.Negation:
		if err := inner(x.X); err != nil {
			return nil, err
		}
		return s, call(cqltype.NegationName)
	case *cql.CastCall:
		s.cast = cqltype.Native(x.Type.Name)
		return s, inner(x.X)
	case *cql.TypeCast:
		if err := inner(x.X); err != nil {
			return nil, err
		}
		t, err := p.ctx.resolveType(p.table.Keyspace, x.Type)
		if err != nil {
			return nil, err
		}
		s.cast = t.Freeze()
		return s, nil
	case *cql.MetaCall:
		if err := inner(x.X); err != nil {
			return nil, err
		}
		for of := s.args[0]; s.col == nil; of = of.args[0] {
			s.col = of.col
			if len(of.args) == 0 {
				break
			}
		}
		return s, nil
	case *cql.Field:
		return s, inner(x.X)
	case *cql.Element:
		return s, inner(x.X)
	case *cql.Slice:
		return s, inner(x.X)
	case *cql.TupleLit:
		return s, inner(x.Elems...)
	case *cql.ListLit:
		return s, inner(x.Elems...)
	case *cql.SetLit:
		return s, inner(x.Elems...)
	}
	return s, nil // a map or user type literal looks its names up later
}

var countRows = cqltype.FuncName{Keyspace: cqltype.SystemKeyspace, Name: "count_rows"}

// isTerm reports whether the item is a constant, NULL or a marker.
func (s *selectable) isTerm() bool {
	switch s.x.(type) {
	case *cql.Constant, *cql.Null, *cql.Marker:
		return true
	}
	return false
}

// String is the item as messages print it.
func (s *selectable) String() string { return s.p.selectorText(s.x) }

// selectorText prints a selector as the server's selectables print themselves.
func (p *preparer) selectorText(x cql.Expr) string {
	join := func(open string, xs []cql.Expr, end string) string {
		out := open
		for i, e := range xs {
			if i > 0 {
				out += ", "
			}
			out += p.selectorText(e)
		}
		return out + end
	}
	switch x := x.(type) {
	case *cql.ColumnRef:
		return x.Name.Text
	case *cql.Call, *cql.Binary, *cql.Negation:
		s, err := p.selectable(x)
		if err != nil || s.fn == nil {
			return cql.ExprText(x)
		}
		names := make([]string, len(s.args))
		for i, a := range s.args {
			names[i] = a.String()
		}
		return s.fn.ColumnName(names)
	case *cql.CastCall:
		return "cast(" + p.selectorText(x.X) + " as " + strings.ToLower(x.Type.Name) + ")"
	case *cql.TypeCast:
		return "(" + p.hintText(x.Type) + ")" + p.selectorText(x.X)
	case *cql.MetaCall:
		return x.Func + "(" + p.selectorText(x.X) + ")"
	case *cql.Field:
		return p.selectorText(x.X) + "." + x.Name.Text
	case *cql.Element:
		return p.selectorText(x.X) + "[" + cql.ExprText(x.Key) + "]"
	case *cql.Slice:
		from, to := "", ""
		if x.From != nil {
			from = cql.ExprText(x.From)
		}
		if x.To != nil {
			to = cql.ExprText(x.To)
		}
		return p.selectorText(x.X) + "[" + from + ".." + to + "]"
	case *cql.TupleLit:
		return join("(", x.Elems, ")")
	case *cql.ListLit:
		return join("[", x.Elems, "]")
	case *cql.SetLit:
		return join("{", x.Elems, "}")
	case *cql.MapLit:
		out := "{"
		for i, e := range x.Entries {
			if i > 0 {
				out += ", "
			}
			out += p.selectorText(e.Key) + ": " + p.selectorText(e.Value)
		}
		return out + "}"
	}
	return cql.ExprText(x)
}

// hintText prints the type of (type) x: user types come with their keyspace.
func (p *preparer) hintText(t *cql.TypeExpr) string { return cql.TypeText(p.inKeyspace(t)) }

func (p *preparer) inKeyspace(t *cql.TypeExpr) *cql.TypeExpr {
	out := *t
	if t.Kind == cql.UserType && !t.Keyspace.Given() {
		out.Keyspace.Text = p.table.Keyspace
	}
	out.Args = make([]*cql.TypeExpr, len(t.Args))
	for i, a := range t.Args {
		out.Args[i] = p.inKeyspace(a)
	}
	return &out
}

// Reversed says that the item is a column in descending order.
func (s *selectable) Reversed() bool { return s.col != nil && s.col.Desc }

func (s *selectable) IsMarker() bool { _, ok := s.x.(*cql.Marker); return ok }

func (s *selectable) ArraySize() int {
	if x, ok := s.x.(*cql.ListLit); ok {
		return len(x.Elems)
	}
	return -1
}

// exact is the type that the item has by itself, nil where only its place tells.
func (s *selectable) exact() *cqltype.Type {
	switch x := s.x.(type) {
	case *cql.ColumnRef:
		return s.col.Type
	case *cql.Call, *cql.Binary, *cql.Negation:
		return s.fn.Returns
	case *cql.CastCall, *cql.TypeCast:
		return s.cast
	case *cql.MetaCall:
		t := metaType(x.Func)
		if s.col.Type.MultiCell() && x.Func != "maxwritetime" {
			return &cqltype.Type{Kind: cqltype.List, Frozen: true, Elems: []*cqltype.Type{t}}
		}
		return t
	case *cql.Field:
		t := s.args[0].exact()
		if t == nil || t.Kind != cqltype.UDT {
			return nil
		}
		if i := fieldNumber(t, x.Name.Text); i >= 0 {
			return t.Fields[i].Type
		}
		return nil
	case *cql.Element:
		if t := s.args[0].exact(); t != nil && t.IsCollection() {
			if t.Kind == cqltype.List {
				return cqltype.NativeOf(cqltype.Timeuuid) // the server takes the path of an element for the element
			}
			return t.Elems[len(t.Elems)-1]
		}
		return nil
	case *cql.Slice:
		if t := s.args[0].exact(); t != nil && t.IsCollection() {
			return t
		}
		return nil
	case *cql.TupleLit:
		if len(s.args) == 1 {
			return nil
		}
		return tupleOf(s.args, (*selectable).exact)
	case *cql.ListLit:
		return collectionOf(cqltype.List, firstType(s.args))
	case *cql.SetLit:
		return collectionOf(cqltype.Set, firstType(s.args))
	}
	return nil
}

func metaType(name string) *cqltype.Type {
	if name == "ttl" {
		return cqltype.NativeOf(cqltype.Int)
	}
	return cqltype.NativeOf(cqltype.Bigint)
}

// firstType is the first exact type among the items.
func firstType(args []*selectable) *cqltype.Type {
	for _, a := range args {
		if t := a.exact(); t != nil {
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

func tupleOf(args []*selectable, of func(*selectable) *cqltype.Type) *cqltype.Type {
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

// Compatible is a type that can hold the item.
func (s *selectable) Compatible() *cqltype.Type {
	switch x := s.x.(type) {
	case *cql.Constant, *cql.Null, *cql.Marker:
		return s.p.env.TermArgs([]cql.Expr{x})[0].Compatible()
	case *cql.TupleLit:
		if len(s.args) == 1 {
			return nil
		}
		return tupleOf(s.args, (*selectable).Compatible)
	case *cql.ListLit:
		return collectionOf(cqltype.List, s.common())
	case *cql.SetLit:
		return collectionOf(cqltype.Set, s.common())
	}
	return s.exact()
}

// common is a type among those of the elements that can hold all of them.
func (s *selectable) common() *cqltype.Type {
	var types []*cqltype.Type
	for _, a := range s.args {
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

// Test is how well the item fits a receiver.
func (s *selectable) Test(r receiver) (cqltype.Match, *diag.Diagnostic) {
	all := func(r receiver) (cqltype.Match, *diag.Diagnostic) {
		m := cqltype.Exact
		for _, a := range s.args {
			am, err := a.Test(r)
			if err != nil || am == cqltype.NotAssignable {
				return cqltype.NotAssignable, err
			}
			m = min(m, am)
		}
		return m, nil
	}
	switch x := s.x.(type) {
	case *cql.Constant, *cql.Null, *cql.Marker:
		return s.p.env.Test(x, r), nil
	case *cql.TypeCast:
		switch {
		case r.Type.Equal(s.cast):
			return cqltype.Exact, nil
		case r.Type.ValueCompatible(s.cast):
			return cqltype.Weak, nil
		}
		return cqltype.NotAssignable, nil
	case *cql.TupleLit:
		if len(s.args) == 1 && !isTuple(r.Type) {
			return s.args[0].Test(r)
		}
		if !isTuple(r.Type) || len(s.args) > tupleSize(r.Type) {
			return cqltype.NotAssignable, nil
		}
		for i, a := range s.args {
			if m, err := a.Test(component(r, i)); err != nil || m == cqltype.NotAssignable {
				return cqltype.NotAssignable, err
			}
		}
		return cqltype.Weak, nil
	case *cql.ListLit:
		switch {
		case r.Type.Kind != cqltype.List && r.Type.Kind != cqltype.Vector:
			return cqltype.NotAssignable, rule.LIT03.Server(x.Span, "java.lang.IllegalArgumentException: Unsupported target type: %", r.Type.String())
		case len(s.args) == 0:
			return cqltype.Weak, nil
		}
		return all(elementReceiver(r))
	case *cql.SetLit:
		switch {
		case r.Type.Kind == cqltype.Map && len(s.args) == 0:
			return cqltype.Weak, nil
		case r.Type.Kind != cqltype.Set:
			return cqltype.NotAssignable, nil
		case len(s.args) == 0:
			return cqltype.Weak, nil
		}
		return all(elementReceiver(r))
	case *cql.MapLit:
		return s.testMap(x, r)
	}
	t := s.exact()
	if t == nil {
		return cqltype.NotAssignable, nil
	}
	return t.AssignTo(r.Type), nil
}

func isTuple(t *cqltype.Type) bool { return t.Kind == cqltype.Tuple || t.Kind == cqltype.UDT }

func tupleSize(t *cqltype.Type) int { return len(t.Elems) + len(t.Fields) }

// component is the receiver of a tuple's or user type's i-th part.
func component(r receiver, i int) receiver {
	t := r.Type
	if t.Kind == cqltype.UDT {
		return part(r, r.Name+"["+strconv.Itoa(i)+"]", t.Fields[i].Type)
	}
	return part(r, r.Name+"["+strconv.Itoa(i)+"]", t.Elems[i])
}

func (s *selectable) testMap(x *cql.MapLit, r receiver) (cqltype.Match, *diag.Diagnostic) {
	if r.Type.Kind == cqltype.UDT {
		for _, e := range x.Entries {
			name, ok := e.Key.(*cql.ColumnRef)
			if !ok {
				return cqltype.NotAssignable, rule.LIT05.Invalid(e.Key.Place(), "% is not a valid field identifier of type % ", s.p.selectorText(e.Key), r.Type.Name)
			}
			i := fieldNumber(r.Type, name.Name.Text)
			if i < 0 {
				return cqltype.NotAssignable, rule.LIT05.Invalid(e.Key.Place(), "Unknown field '%' in value of user defined type %", name.Name.Text, r.Type.Name)
			}
			v, err := s.p.selectable(e.Value)
			if err != nil {
				return cqltype.NotAssignable, err
			}
			f := r.Type.Fields[i]
			if m, err := v.Test(part(r, r.Name+"."+f.Name, f.Type)); err != nil || m == cqltype.NotAssignable {
				return cqltype.NotAssignable, nil
			}
		}
		return cqltype.Weak, nil
	}
	m := cqltype.Exact
	var halves []*selectable
	for _, e := range x.Entries {
		for _, half := range []cql.Expr{e.Key, e.Value} {
			a, err := s.p.selectable(half)
			if err != nil {
				return cqltype.NotAssignable, err
			}
			halves = append(halves, a)
		}
	}
	if r.Type.Kind != cqltype.Map {
		return cqltype.NotAssignable, castFailed(r.Type, "MapType", x.Place())
	}
	for len(halves) > 0 {
		pair := halves[:2]
		halves = halves[2:]
		for i, a := range pair {
			to := keyReceiver(r)
			if i == 1 {
				to = elementReceiver(r)
			}
			am, err := a.Test(to)
			if err != nil || am == cqltype.NotAssignable {
				return cqltype.NotAssignable, err
			}
			m = min(m, am)
		}
	}
	return m, nil
}

// names reports whether the item names a column of which want is true. A map or
// user type literal looks its own names up here, and may fail.
// Source: Selectable.selectColumns.
func (s *selectable) names(want func(*schema.Column) bool) (bool, *diag.Diagnostic) {
	if x, ok := s.x.(*cql.MapLit); ok {
		for _, e := range x.Entries {
			if _, isName := e.Key.(*cql.ColumnRef); !isName {
				if found, err := s.p.namesIn(e.Key, want); found || err != nil {
					return found, err
				}
			}
			// The server asks the value the wrong way round.
			if found, err := s.p.namesIn(e.Value, want); !found || err != nil {
				return true, err
			}
		}
		return false, nil
	}
	if _, ok := s.x.(*cql.ColumnRef); ok {
		return want(s.col), nil
	}
	for _, a := range s.args {
		if found, err := a.names(want); found || err != nil {
			return found, err
		}
	}
	return false, nil
}

func (p *preparer) namesIn(x cql.Expr, want func(*schema.Column) bool) (bool, *diag.Diagnostic) {
	a, err := p.selectable(x)
	if err != nil {
		return false, err
	}
	return a.names(want)
}

// A selection is a select list with types.
type selection struct {
	selectors []*Selector
	columns   []*schema.Column // that are read for it, in the order in which they appear
	wildcard  bool
}

func (s *selection) aggregates() bool {
	return slices.ContainsFunc(s.selectors, (*Selector).Aggregate)
}

func (s *selection) use(c *schema.Column) {
	if !slices.Contains(s.columns, c) {
		s.columns = append(s.columns, c)
	}
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

// selector gives the item its type; expected is what its place wants, or nil.
// Source: Selectable.newSelectorFactory.
func (s *selectable) selector(expected *cqltype.Type, sel *selection) (*Selector, *diag.Diagnostic) {
	p, at := s.p, s.x.Place()
	out := &Selector{at: at}
	// inner types the parts of the item.
	inner := func(args []*selectable, want func(i int) *cqltype.Type) *diag.Diagnostic {
		for i, a := range args {
			var t *cqltype.Type
			if want != nil {
				t = want(i)
			}
			as, err := a.selector(t, sel)
			if err != nil {
				return err
			}
			out.Args = append(out.Args, as)
			out.aggregate = out.aggregate || as.aggregate
		}
		return nil
	}
	names := func(open, end string) string {
		all := make([]string, len(out.Args))
		for i, a := range out.Args {
			all[i] = a.Name
		}
		return open + strings.Join(all, ", ") + end
	}
	known := func() *cqltype.Type {
		if t := s.exact(); t != nil {
			return t
		}
		return expected
	}
	switch x := s.x.(type) {
	case *cql.ColumnRef:
		sel.use(s.col)
		out.Kind, out.Column, out.Type, out.Name = SelectColumn, s.col, s.col.Type, s.col.Name
	case *cql.Constant, *cql.Null, *cql.Marker:
		t := p.env.ExactType(x)
		if t == nil {
			t = expected
		}
		if t == nil {
			return nil, s.cannotInfer()
		}
		prepared, err := p.term(x, part(p.receiver(nil), "[selection]", t))
		if err != nil {
			return nil, err
		}
		out.Kind, out.Type, out.term, out.Name = SelectTerm, t, prepared, cql.ExprText(x)
	case *cql.Call, *cql.Binary, *cql.Negation:
		if err := inner(s.args, func(i int) *cqltype.Type { return s.fn.Args[i] }); err != nil {
			return nil, err
		}
		if s.fn.Aggregate && out.aggregate {
			return nil, rule.SE05.Invalid(at, "aggregate functions cannot be used as arguments of aggregate functions")
		}
		out.Kind, out.Func, out.Type = SelectCall, s.fn, s.fn.Returns
		out.aggregate = out.aggregate || s.fn.Aggregate
		all := make([]string, len(out.Args))
		for i, a := range out.Args {
			all[i] = a.Name
		}
		out.Name = s.fn.ColumnName(all)
	case *cql.CastCall:
		return s.castSelector(x, sel)
	case *cql.TypeCast:
		r := part(p.receiver(nil), s.String(), s.cast)
		m, terr := s.args[0].Test(r)
		if terr != nil {
			return nil, terr
		}
		if m == cqltype.NotAssignable {
			return nil, rule.LIT10.Invalid(at, "Cannot assign value % to % of type %", s.String(), r.Name, s.cast.String())
		}
		a, err := s.args[0].selector(s.cast, sel)
		if err != nil {
			return nil, err
		}
		cast := *a
		cast.Type, cast.Name = s.cast, "("+p.hintText(x.Type)+")"+a.Name
		return &cast, nil
	case *cql.MetaCall:
		if s.col.Kind <= schema.Clustering {
			return nil, rule.SE02.Invalid(at, "Cannot use selection function % on PRIMARY KEY part %", x.Func, s.col.Name)
		}
		if err := inner(s.args, func(int) *cqltype.Type { return expected }); err != nil {
			return nil, err
		}
		sel.use(s.col)
		out.Kind, out.Meta, out.Column, out.Type = SelectMeta, x.Func, s.col, metaType(x.Func)
		if out.Args[0].Type.MultiCell() && x.Func != "maxwritetime" {
			out.Type = &cqltype.Type{Kind: cqltype.List, Elems: []*cqltype.Type{out.Type}}
		}
		out.Name = x.Func + names("(", ")")
	case *cql.Field:
		var want *cqltype.Type
		if _, ok := s.args[0].x.(*cql.TupleLit); ok {
			want = s.args[0].args[0].exact()
		}
		if err := inner(s.args, func(int) *cqltype.Type { return want }); err != nil {
			return nil, err
		}
		t := out.Args[0].Type
		if t.Kind != cqltype.UDT {
			return nil, rule.SE04.Invalid(at, "Invalid field selection: % of type % is not a user type", s.args[0].String(), t.String())
		}
		i := fieldNumber(t, x.Name.Text)
		if i < 0 {
			return nil, rule.SE04.Invalid(x.Name.Span, "% of type % has no field %", s.args[0].String(), t.String(), x.Name.Text)
		}
		out.Kind, out.Field, out.Type = SelectField, i, t.Fields[i].Type
		out.Name = out.Args[0].Name + "." + t.Fields[i].Name
	case *cql.Element:
		key, err := s.subscript("Element", "element", nil, inner, out)
		if err != nil {
			return nil, err
		}
		if out.key, err = p.term(x.Key, key); err != nil {
			return nil, err
		}
		t := out.Args[0].Type
		out.Kind, out.Type, out.Name = SelectElement, t.Elems[len(t.Elems)-1], s.String()
	case *cql.Slice:
		key, err := s.subscript("Slice", "slice", expected, inner, out)
		if err != nil {
			return nil, err
		}
		if x.From != nil {
			if out.fromTerm, err = p.term(x.From, key); err != nil {
				return nil, err
			}
		}
		if x.To != nil {
			if out.toEnd, err = p.term(x.To, key); err != nil {
				return nil, err
			}
		}
		out.Kind, out.Type, out.Name = SelectSlice, out.Args[0].Type, s.String()
	case *cql.TupleLit:
		t := known()
		if t == nil {
			return nil, s.cannotInfer()
		}
		if len(s.args) == 1 && !isTuple(t) {
			a, err := s.args[0].selector(expected, sel)
			if err != nil {
				return nil, err
			}
			group := *a
			group.Name = "(" + a.Name + ")"
			return &group, nil
		}
		if t.Kind != cqltype.Tuple && t.Kind != cqltype.UDT {
			return nil, castFailed(t, "TupleType", at)
		}
		if len(s.args) > tupleSize(t) {
			return nil, rule.LIT04.Server(at, "java.lang.ArrayIndexOutOfBoundsException: Index % out of bounds for length %", strconv.Itoa(tupleSize(t)), strconv.Itoa(tupleSize(t)))
		}
		if err := inner(s.args, func(i int) *cqltype.Type { return component(receiver{Type: t}, i).Type }); err != nil {
			return nil, err
		}
		out.Kind, out.Type, out.Name = SelectTuple, t, names("(", ")")
	case *cql.ListLit:
		if expected != nil && expected.Kind != cqltype.List && expected.Kind != cqltype.Vector {
			return nil, rule.LIT03.Server(at, "java.lang.IllegalArgumentException: Unsupported target type: %", expected.String())
		}
		t := known()
		out.Kind = SelectList
		if expected != nil && expected.Kind == cqltype.Vector {
			out.Kind, t = SelectVector, expected
			if e := firstType(s.args); e != nil {
				t = &cqltype.Type{Kind: cqltype.Vector, Frozen: true, Elems: []*cqltype.Type{e}, Dim: len(s.args)}
			}
			if t.Dim != len(s.args) {
				return nil, rule.LIT09.Invalid(at, "Unable to create a vector selector of type % from % elements", t.String(), strconv.Itoa(len(s.args)))
			}
		}
		if t == nil {
			return nil, s.cannotInfer()
		}
		if err := inner(s.args, func(int) *cqltype.Type { return t.Elems[0] }); err != nil {
			return nil, err
		}
		out.Type, out.Name = t, names("[", "]")
	case *cql.SetLit:
		t := known()
		if t == nil {
			return nil, s.cannotInfer()
		}
		if t.Kind == cqltype.Map && len(s.args) == 0 {
			out.Kind, out.Type, out.Name = SelectMap, t, "{}"
			break
		}
		if t.Kind != cqltype.Set {
			return nil, castFailed(t, "SetType", at)
		}
		if t.Elems[0].Kind == cqltype.Duration {
			return nil, rule.TY03.Invalid(at, "Durations are not allowed inside sets: %", t.String())
		}
		if err := inner(s.args, func(int) *cqltype.Type { return t.Elems[0] }); err != nil {
			return nil, err
		}
		out.Kind, out.Type, out.Name = SelectSet, t, names("{", "}")
	case *cql.MapLit:
		return s.mapSelector(x, expected, sel)
	}
	return out, nil
}

// subscript types what stands before [ ] and says what must stand inside.
func (s *selectable) subscript(title, word string, expected *cqltype.Type, inner func([]*selectable, func(int) *cqltype.Type) *diag.Diagnostic, out *Selector) (receiver, *diag.Diagnostic) {
	at := s.x.Place()
	if err := inner(s.args, func(int) *cqltype.Type { return expected }); err != nil {
		return receiver{}, err
	}
	t := out.Args[0].Type
	r := part(s.p.receiver(nil), out.Args[0].Name, t)
	switch {
	case !t.IsCollection() && title == "Element":
		return r, rule.SE03.Invalid(at, "Invalid element selection: % is of type % is not a collection", s.args[0].String(), t.String())
	case !t.IsCollection():
		return r, rule.SE03.Invalid(at, "Invalid slice selection: % of type % is not a collection", s.args[0].String(), t.String())
	case t.Kind == cqltype.List:
		return r, rule.SE03.Invalid(at, "% selection is only allowed on sets and maps, but % is a list", title, s.args[0].String())
	}
	return elementKey(r), nil
}

// castSelector types CAST(x AS type).
func (s *selectable) castSelector(x *cql.CastCall, sel *selection) (*Selector, *diag.Diagnostic) {
	a, err := s.args[0].selector(nil, sel)
	if err != nil {
		return nil, err
	}
	reversed := a.Column != nil && a.Kind == SelectColumn && a.Column.Desc
	if s.cast.Equal(a.Type) && !reversed {
		return a, nil
	}
	name := strings.ToLower(x.Type.Name) // varchar is no text here: no cast leads to it
	fn, terr := s.p.env.Resolve(cqltype.CastName(name), []cqltype.Arg{s.args[0]}, s.p.receiver(nil))
	switch {
	case terr != nil:
		if terr.Span == (diag.Span{}) {
			terr.Span = x.Span
		}
		return nil, terr
	case fn == nil && len(sel.columns) == 0:
		return nil, rule.LIT13.Server(x.Span, "java.lang.IndexOutOfBoundsException: Index 0 out of bounds for length 0")
	case fn == nil:
		return nil, rule.LIT13.Invalid(x.Span, "% cannot be cast to %", sel.columns[0].Name, name)
	}
	out := &Selector{Kind: SelectCall, Func: fn, Type: fn.Returns, Args: []*Selector{a}, aggregate: a.aggregate || fn.Aggregate, at: x.Span}
	out.Name = fn.ColumnName([]string{a.Name})
	return out, nil
}

// mapSelector types {k: v, …}, which may be a map or a user type.
func (s *selectable) mapSelector(x *cql.MapLit, t *cqltype.Type, sel *selection) (*Selector, *diag.Diagnostic) {
	out := &Selector{Kind: SelectMap, Type: t, at: x.Span}
	item := func(x cql.Expr, t *cqltype.Type) (*Selector, *diag.Diagnostic) {
		a, err := s.p.selectable(x)
		if err != nil {
			return nil, err
		}
		as, err := a.selector(t, sel)
		if err == nil {
			out.aggregate = out.aggregate || as.aggregate
		}
		return as, err
	}
	var names []string
	switch {
	case t == nil:
		return nil, s.cannotInfer()
	case t.Kind == cqltype.UDT:
		out.Kind, out.Args = SelectUDT, make([]*Selector, len(t.Fields))
		for _, e := range x.Entries {
			name, ok := e.Key.(*cql.ColumnRef)
			if !ok {
				return nil, rule.LIT05.Invalid(e.Key.Place(), "% is not a valid field identifier of type % ", s.p.selectorText(e.Key), t.Name)
			}
			i := fieldNumber(t, name.Name.Text)
			if i < 0 {
				return nil, rule.LIT05.Invalid(e.Key.Place(), "Unknown field '%' in value of user defined type %", name.Name.Text, t.Name)
			}
			v, err := item(e.Value, t.Fields[i].Type)
			if err != nil {
				return nil, err
			}
			out.Args[i] = v
			names = append(names, name.Name.Text+": "+v.Name)
		}
	case t.Kind == cqltype.Map:
		if t.Elems[0].Kind == cqltype.Duration {
			return nil, rule.TY03.Invalid(x.Span, "Durations are not allowed as map keys: %", t.String())
		}
		for _, e := range x.Entries {
			k, err := item(e.Key, t.Elems[0])
			if err != nil {
				return nil, err
			}
			v, err := item(e.Value, t.Elems[1])
			if err != nil {
				return nil, err
			}
			out.Args = append(out.Args, k, v)
			names = append(names, k.Name+": "+v.Name)
		}
	default:
		return nil, castFailed(t, "MapType", x.Place())
	}
	out.Name = "{" + strings.Join(names, ", ") + "}"
	return out, nil
}

// bindSelector works out the values that an item holds, and folds calls whose
// arguments are all constants, as the server does before it reads a row.
func (p *preparer) bindSelector(s *Selector) *diag.Diagnostic {
	if s == nil {
		return nil
	}
	var err *diag.Diagnostic
	switch s.Kind {
	case SelectTerm:
		if s.term != nil {
			s.Value, err = p.bind(s.term)
		}
		return err
	case SelectElement:
		if s.Key, err = p.bind(s.key); err != nil {
			return err
		}
		if s.Key == nil {
			return rule.SE03.Invalid(s.at, "Invalid null value for element selection on %", s.Args[0].Name)
		}
	case SelectSlice:
		for _, end := range []struct {
			t  *term
			to *[]byte
		}{{s.fromTerm, &s.From}, {s.toEnd, &s.To}} {
			if end.t == nil {
				continue
			}
			if *end.to, err = p.bind(end.t); err != nil {
				return err
			}
			if *end.to == nil {
				return rule.SE03.Invalid(s.at, "Invalid null value for slice selection on %", s.Args[0].Name)
			}
		}
	}
	for _, a := range s.Args {
		if err := p.bindSelector(a); err != nil {
			return err
		}
	}
	if s.Kind != SelectCall || s.Func.Aggregate || !s.Func.Pure() || !s.Func.Runs() {
		return nil
	}
	args := make([][]byte, len(s.Args))
	for i, a := range s.Args {
		if a.Kind != SelectTerm {
			return nil
		}
		args[i] = a.Value
	}
	if len(args) == 0 {
		return nil
	}
	v, ferr := s.Func.Call(&p.binding, args)
	if ferr != nil {
		if ferr.Span == (diag.Span{}) {
			ferr.Span = s.at
		}
		return ferr
	}
	s.Kind, s.Value, s.Args = SelectTerm, v, nil
	return nil
}
