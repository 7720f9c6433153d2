package dml

// This file looks up the names and functions of a select list, the first of two steps
// in which the server types its items: selector is the second. Each kind of item is a
// type here, as it is in the server: columns, terms, calls and WRITETIME in this file,
// what goes into a value in selectable_path.go, literals and casts in
// selectable_literal.go.
// Source: cql3.selection.Selectable of Cassandra 5.0.

import (
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/version"
)

// A selectable is an expression of a select list. It is an argument of functions, as
// a term is; what it says of itself holds once its names have been found.
type selectable interface {
	cqltype.Arg
	// lookUp finds the columns, functions and types that it names.
	lookUp() *diag.Diagnostic
	// base is what all kinds have.
	base() *item
	// selector gives it its type; expected is what its place wants, or nil.
	selector(expected *cqltype.Type, into *selection) (*selector, *diag.Diagnostic)
	// names reports whether it names a column of which want is true.
	names(want func(*schema.Column) bool) (bool, *diag.Diagnostic)
	// class is the server's name for its kind.
	class() string
}

// selectable looks up the columns and functions of an expression.
func (p *preparer) selectable(x cql.Expr) (selectable, *diag.Diagnostic) {
	s := p.itemOf(item{p: p, at: x.Place()}, x)
	if err := s.lookUp(); err != nil {
		return nil, err
	}
	return s, nil
}

// itemOf is the item of an expression, before its names are looked up.
func (p *preparer) itemOf(i item, x cql.Expr) selectable {
	switch x := x.(type) {
	case *cql.ColumnRef:
		return &columnItem{item: i, x: x}
	case *cql.Call:
		return &callItem{item: i, name: cqltype.FuncName{Keyspace: x.Func.Keyspace.Text, Name: x.Func.Name.Text}, xs: x.Args, star: x.Star}
	case *cql.Binary:
		return &callItem{item: i, name: cqltype.OperatorName(x.Op), xs: []cql.Expr{x.X, x.Y}}
	case *cql.Negation:
		return &callItem{item: i, name: cqltype.NegationName, xs: []cql.Expr{x.X}}
	case *cql.MetaCall:
		return &metaItem{item: i, x: x}
	case *cql.Field:
		return &fieldItem{item: i, x: x}
	case *cql.Element:
		return &elementItem{item: i, x: x}
	case *cql.Slice:
		return &sliceItem{item: i, x: x}
	case *cql.CastCall:
		return &castItem{item: i, x: x}
	case *cql.TypeCast:
		return &hintItem{item: i, x: x}
	case *cql.TupleLit:
		return &tupleItem{i, x}
	case *cql.ListLit:
		return &listItem{i, x}
	case *cql.SetLit:
		return &setItem{i, x}
	case *cql.MapLit:
		return &mapItem{i, x}
	}
	return &termItem{i, x}
}

// text is an expression as the server's selectables print themselves.
func (p *preparer) text(x cql.Expr) string {
	s, err := p.selectable(x)
	if err != nil {
		return cql.ExprText(x)
	}
	return s.String()
}

// An item is what all kinds have.
type item struct {
	p    *preparer
	at   diag.Span
	args []selectable  // the items inside it
	own  *cqltype.Type // its exact type
	col  *schema.Column
}

// inside looks up the names of what is inside the item.
func (s *item) inside(list ...cql.Expr) *diag.Diagnostic {
	s.args = make([]selectable, len(list))
	for i, x := range list {
		a, err := s.p.selectable(x)
		if err != nil {
			return err
		}
		s.args[i] = a
	}
	return nil
}

func (s *item) base() *item               { return s }
func (s *item) Compatible() *cqltype.Type { return s.own }

// Test is how well the item fits a receiver.
func (s *item) Test(r receiver) (cqltype.Match, *diag.Diagnostic) {
	if s.own == nil {
		return cqltype.NotAssignable, nil
	}
	return s.own.AssignTo(r.Type), nil
}

// known is the type of the item by itself, or else that which its place wants.
func (s *item) known(expected *cqltype.Type) *cqltype.Type {
	if s.own != nil {
		return s.own
	}
	return expected
}

// Source: Selectable.selectColumns.
func (s *item) names(want func(*schema.Column) bool) (bool, *diag.Diagnostic) {
	for _, a := range s.args {
		if found, err := a.names(want); found || err != nil {
			return found, err
		}
	}
	return false, nil
}

// column is the column that the item is or goes into, nil for none.
func (s *item) column() *schema.Column {
	for ; s.col == nil && len(s.args) > 0; s = s.args[0].base() {
	}
	return s.col
}

// exact is the type that an item has by itself, nil where only its place tells.
func exact(s selectable) *cqltype.Type { return s.base().own }

// cannotInfer is the refusal of an item that has no type, neither by itself nor by
// its place.
func (s *item) cannotInfer(text string) *diag.Diagnostic {
	return rule.SE01.Invalid(s.at, "Cannot infer type for term % in selection clause (try using a cast to force a type)", text)
}

// begin is the item with what is inside it, whose types are to be; want is what the
// place of each wants, or nil.
func (s *item) begin(kind plan.SelectorKind, into *selection, want func(i int) *cqltype.Type) (*selector, *diag.Diagnostic) {
	out := &selector{Selector: plan.Selector{At: s.at, Kind: kind}}
	for i, a := range s.args {
		as, err := a.selector(want(i), into)
		if err != nil {
			return nil, err
		}
		out.take(as)
	}
	return out, nil
}

// always is the same type for every part.
func always(t *cqltype.Type) func(int) *cqltype.Type { return func(int) *cqltype.Type { return t } }

// ---- columns

type columnItem struct {
	item
	x *cql.ColumnRef
}

func (s *columnItem) class() string { return "RawIdentifier" }

func (s *columnItem) lookUp() (err *diag.Diagnostic) {
	if s.col, err = s.p.column(s.x.Name); err == nil {
		s.own = s.col.Type
	}
	return err
}

func (s *columnItem) String() string { return s.x.Name.Text }

// Reversed says that the item is a column in descending order.
func (s *columnItem) Reversed() bool { return s.col.Desc }

func (s *columnItem) names(want func(*schema.Column) bool) (bool, *diag.Diagnostic) {
	return want(s.col), nil
}

func (s *columnItem) selector(_ *cqltype.Type, into *selection) (*selector, *diag.Diagnostic) {
	into.use(s.col)
	return &selector{Selector: plan.Selector{At: s.at, Kind: plan.SelectColumn, Column: s.col, Type: s.col.Type, Name: s.col.Name}}, nil
}

// ---- constants and bind markers

type termItem struct {
	item
	x cql.Expr
}

func (s *termItem) class() string  { return "WithTerm" }
func (s *termItem) String() string { return cql.ExprText(s.x) }
func (s *termItem) Compatible() *cqltype.Type {
	return s.p.env.TermArgs([]cql.Expr{s.x})[0].Compatible()
}
func (s *termItem) IsMarker() bool { _, ok := s.x.(*cql.Marker); return ok }

func (s *termItem) lookUp() *diag.Diagnostic {
	s.p.markers = s.p.markers || s.IsMarker()
	return nil
}

func (s *termItem) Test(r receiver) (cqltype.Match, *diag.Diagnostic) {
	return s.p.env.Test(s.x, r), nil
}

func (s *termItem) selector(expected *cqltype.Type, _ *selection) (*selector, *diag.Diagnostic) {
	typ := s.p.env.ExactType(s.x)
	if typ == nil {
		typ = expected
	}
	if typ == nil {
		return nil, s.cannotInfer(s.String())
	}
	prepared, err := s.p.term(s.x, s.p.receiver(nil).With("[selection]", typ))
	if err != nil {
		return nil, err
	}
	return &selector{Selector: plan.Selector{At: s.at, Kind: plan.SelectTerm, Type: typ, Name: s.String()}, term: prepared}, nil
}

// ---- calls and operations

type callItem struct {
	item
	name cqltype.FuncName
	xs   []cql.Expr
	star bool
	fn   *cqltype.Function
}

func (s *callItem) class() string {
	if s.writesJSON() {
		return "WithToJSonFunction"
	}
	return "WithFunction"
}

func (s *callItem) lookUp() (err *diag.Diagnostic) {
	switch {
	case s.star, s.countsRows():
		s.name = s.p.env.CountRows()
	default:
		if err := s.inside(s.xs...); err != nil {
			return err
		}
	}
	if s.writesJSON() {
		s.own = cqltype.NativeOf(cqltype.Text)
		return nil
	}
	if s.fn, err = s.overload(s.name); err != nil {
		return err
	}
	if s.fn == nil {
		return rule.RES08.Invalid(s.at, "Unknown function '%'", s.name.String())
	}
	s.own = s.fn.Returns
	return nil
}

// writesJSON says that the call is toJson(), on a server that takes it here only, and looks
// at its arguments when all items are known.
func (s *callItem) writesJSON() bool {
	return s.name.Name == "tojson" && (s.name.Keyspace == "" || s.name.Keyspace == cqltype.SystemKeyspace) && !s.p.ctx.Server.Has(version.ToJSONInTerms)
}

// countsRows says that the call is count(1), for any constant: it says nothing.
func (s *callItem) countsRows() bool {
	if len(s.xs) != 1 || s.name.Name != "count" || s.name.Keyspace != "" && s.name.Keyspace != cqltype.SystemKeyspace {
		return false
	}
	_, ok := s.xs[0].(*cql.Constant)
	return ok
}

// overload finds the overload of a function that takes the item's arguments, nil for none.
func (s *item) overload(name cqltype.FuncName) (*cqltype.Function, *diag.Diagnostic) {
	fn, err := s.p.env.Resolve(name, s.asArgs(), s.p.receiver(nil))
	return fn, err.In(s.at)
}

// asArgs are the items inside as arguments of a call.
func (s *item) asArgs() []cqltype.Arg {
	args := make([]cqltype.Arg, len(s.args))
	for i, a := range s.args {
		args[i] = a
	}
	return args
}

func (s *callItem) String() string {
	names := make([]string, len(s.args))
	for i, a := range s.args {
		names[i] = a.String()
	}
	if s.fn == nil {
		return cqltype.FuncName{Keyspace: cqltype.SystemKeyspace, Name: s.name.Name}.String() + "(" + strings.Join(names, ", ") + ")"
	}
	return s.fn.ColumnName(names)
}

func (s *callItem) selector(_ *cqltype.Type, into *selection) (*selector, *diag.Diagnostic) {
	out, err := s.begin(plan.SelectCall, into, func(i int) *cqltype.Type {
		if s.fn == nil {
			return nil
		}
		return s.fn.Args[i]
	})
	if err == nil && s.fn == nil {
		s.fn, err = s.p.env.ToJSON(s.asArgs())
		err = err.In(s.at)
	}
	if err != nil {
		return nil, err
	}
	if s.fn.Aggregate && out.Aggregate {
		return nil, rule.SE05.Invalid(s.at, "aggregate functions cannot be used as arguments of aggregate functions")
	}
	out.Func, out.Type, out.Aggregate = s.fn, s.fn.Returns, out.Aggregate || s.fn.Aggregate
	out.Name = s.fn.ColumnName(out.argNames())
	return out, nil
}

// ---- WRITETIME(x), MAXWRITETIME(x), TTL(x)

type metaItem struct {
	item
	x *cql.MetaCall
}

func (s *metaItem) class() string { return "WritetimeOrTTL" }

func (s *metaItem) lookUp() *diag.Diagnostic {
	if err := s.inside(s.x.X); err != nil {
		return err
	}
	s.col = s.column()
	s.own = s.ofEach(s.col.Type, true)
	return nil
}

// ofEach is the type of the answer, a list of it where x is made of cells.
func (s *metaItem) ofEach(x *cqltype.Type, frozen bool) *cqltype.Type {
	t := cqltype.NativeOf(cqltype.Bigint)
	if s.x.Func == "ttl" {
		t = cqltype.NativeOf(cqltype.Int)
	}
	if x.MultiCell() && s.x.Func != "maxwritetime" {
		return &cqltype.Type{Kind: cqltype.List, Frozen: frozen, Elems: []*cqltype.Type{t}}
	}
	return t
}

func (s *metaItem) String() string { return s.x.Func + "(" + s.args[0].String() + ")" }

func (s *metaItem) selector(expected *cqltype.Type, into *selection) (*selector, *diag.Diagnostic) {
	fn := s.x.Func
	old := !s.p.ctx.Server.Has(version.CollectionTimes)
	if old && fn == "writetime" {
		fn = "writeTime"
	}
	if s.col.Kind <= schema.Clustering {
		return nil, rule.SE02.Invalid(s.at, "Cannot use selection function % on PRIMARY KEY part %", fn, s.col.Name)
	}
	if s.col.Type.MultiCell() && !s.p.ctx.Server.On(version.CollectionTimes) {
		what := "collection"
		if s.col.Type.Kind == cqltype.UDT {
			what = "UDT"
		}
		return nil, rule.SE02.Invalid(s.at, version.Of(version.CollectionTimes).Says, fn, what, s.col.Name)
	}
	out, err := s.begin(plan.SelectMeta, into, always(expected))
	if err != nil {
		return nil, err
	}
	into.use(s.col)
	out.Meta, out.Column, out.Type = s.x.Func, s.col, s.ofEach(out.Args[0].Type, false)
	out.Name = s.x.Func + out.names("(", ")")
	return out, nil
}
