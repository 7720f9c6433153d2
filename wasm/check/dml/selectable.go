package dml

// This file looks up the names and functions of a select list, the first of two steps
// in which the server types its items; selector.go takes the second.
// Source: cql3.selection.Selectable of Cassandra 5.0.

import (
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
)

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
	switch x := x.(type) {
	case *cql.ColumnRef:
		c, err := p.column(x.Name)
		s.col = c
		return s, err
	case *cql.Marker:
		p.markers = true
		return s, nil
	case *cql.Call:
		return s, s.lookUpCall(x)
	}
	if err := s.lookUp(selectorsIn(x)); err != nil {
		return nil, err
	}
	switch x := x.(type) {
	case *cql.Binary:
		return s, s.lookUpFunction(cqltype.OperatorName(x.Op))
	case *cql.Negation:
		return s, s.lookUpFunction(cqltype.NegationName)
	case *cql.CastCall:
		s.cast = cqltype.Native(x.Type.Name)
	case *cql.TypeCast:
		t, err := p.ctx.ResolveType(p.table.Keyspace, x.Type)
		if err != nil {
			return nil, err
		}
		s.cast = t.Freeze()
	case *cql.MetaCall:
		for of := s.args[0]; s.col == nil; of = of.args[0] {
			s.col = of.col
			if len(of.args) == 0 {
				break
			}
		}
	}
	return s, nil
}

// selectorsIn are the expressions inside one whose names are looked up with it: none
// of a constant, nor of a map or user type literal, which looks its names up later.
func selectorsIn(x cql.Expr) []cql.Expr {
	switch x := x.(type) {
	case *cql.Binary:
		return []cql.Expr{x.X, x.Y}
	case *cql.Negation:
		return []cql.Expr{x.X}
	case *cql.CastCall:
		return []cql.Expr{x.X}
	case *cql.TypeCast:
		return []cql.Expr{x.X}
	case *cql.MetaCall:
		return []cql.Expr{x.X}
	case *cql.Field:
		return []cql.Expr{x.X}
	case *cql.Element:
		return []cql.Expr{x.X}
	case *cql.Slice:
		return []cql.Expr{x.X}
	case *cql.TupleLit:
		return x.Elems
	case *cql.ListLit:
		return x.Elems
	case *cql.SetLit:
		return x.Elems
	}
	return nil
}

// lookUp looks up the names of what is inside the item.
func (s *selectable) lookUp(list []cql.Expr) *diag.Diagnostic {
	for _, x := range list {
		a, err := s.p.selectable(x)
		if err != nil {
			return err
		}
		s.args = append(s.args, a)
	}
	return nil
}

func (s *selectable) lookUpCall(x *cql.Call) *diag.Diagnostic {
	if x.Star {
		return s.lookUpFunction(countRows)
	}
	if err := s.lookUp(x.Args); err != nil {
		return err
	}
	name := cqltype.FuncName{Keyspace: x.Func.Keyspace.Text, Name: x.Func.Name.Text}
	// count(1) counts rows: the constant says nothing.
	if len(x.Args) == 1 && name.Name == "count" && (name.Keyspace == "" || name.Keyspace == cqltype.SystemKeyspace) {
		if _, ok := x.Args[0].(*cql.Constant); ok {
			s.args, name = nil, countRows
		}
	}
	return s.lookUpFunction(name)
}

// lookUpFunction finds the overload that takes the item's arguments.
func (s *selectable) lookUpFunction(name cqltype.FuncName) *diag.Diagnostic {
	args := make([]cqltype.Arg, len(s.args))
	for i, a := range s.args {
		args[i] = a
	}
	fn, err := s.p.env.Resolve(name, args, s.p.receiver(nil))
	switch {
	case err != nil:
		if err.Span == (diag.Span{}) {
			err.Span = s.x.Place()
		}
		return err
	case fn == nil:
		return rule.RES08.Invalid(s.x.Place(), "Unknown function '%'", name.String())
	}
	s.fn = fn
	return nil
}

var countRows = cqltype.FuncName{Keyspace: cqltype.SystemKeyspace, Name: "count_rows"}

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
func (p *preparer) hintText(t *cql.TypeExpr) string {
	return cql.RawTypeText(t, false, p.table.Keyspace)
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
