package dml

// This file says what type an item of a select list has by itself, and how well it
// fits a place: it is an argument of functions, as a term is.

import (
	"slices"
	"strconv"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
)

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
		if i := t.FieldAt(x.Name.Text); i >= 0 {
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
			i, err := s.p.fieldOf(e.Key, r.Type)
			if err != nil {
				return cqltype.NotAssignable, err
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
