package dml

// Items of a select list that go into a value: x.field, x[key], x[from..to].

import (
	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/rule"
)

// ---- x.name

type fieldItem struct {
	item
	x *cql.Field
}

func (s *fieldItem) class() string { return "WithFieldSelection" }

func (s *fieldItem) lookUp() *diag.Diagnostic {
	if err := s.inside(s.x.X); err != nil {
		return err
	}
	if of := exact(s.args[0]); of != nil && of.Kind == cqltype.UDT {
		if i := of.FieldAt(s.x.Name.Text); i >= 0 {
			s.own = of.Fields[i].Type
		}
	}
	return nil
}

func (s *fieldItem) String() string { return s.args[0].String() + "." + s.x.Name.Text }

func (s *fieldItem) selector(_ *cqltype.Type, into *selection) (*selector, *diag.Diagnostic) {
	var want *cqltype.Type
	if of, ok := s.args[0].(*tupleItem); ok {
		want = exact(of.args[0])
	}
	out, err := s.begin(plan.SelectField, into, always(want))
	if err != nil {
		return nil, err
	}
	typ := out.Args[0].Type
	if typ.Kind != cqltype.UDT {
		return nil, rule.SE04.Invalid(s.at, "Invalid field selection: % of type % is not a user type", s.args[0].String(), typ.String())
	}
	i := typ.FieldAt(s.x.Name.Text)
	if i < 0 {
		return nil, rule.SE04.Invalid(s.x.Name.Span, "% of type % has no field %", s.args[0].String(), typ.String(), s.x.Name.Text)
	}
	out.Field, out.Type = i, typ.Fields[i].Type
	out.Name = out.Args[0].Name + "." + typ.Fields[i].Name
	return out, nil
}

// ---- x[key]

type elementItem struct {
	item
	x    *cql.Element
	text string // made once: each level asks the one inside it
}

func (s *elementItem) class() string { return "WithElementSelection" }

func (s *elementItem) lookUp() *diag.Diagnostic {
	if err := s.inside(s.x.X); err != nil {
		return err
	}
	switch of := exact(s.args[0]); {
	case of == nil || !of.IsCollection():
	case of.Kind == cqltype.List: // the server takes the path of an element for the element
		s.own = cqltype.NativeOf(cqltype.Timeuuid)
	default:
		s.own = of.Elems[len(of.Elems)-1]
	}
	return nil
}

func (s *elementItem) String() string {
	if s.text == "" {
		s.text = s.args[0].String() + "[" + cql.ExprText(s.x.Key) + "]"
	}
	return s.text
}

func (s *elementItem) selector(_ *cqltype.Type, into *selection) (*selector, *diag.Diagnostic) {
	out, key, err := s.subscript(plan.SelectElement, "Element", nil, into)
	if err != nil {
		return nil, err
	}
	if out.key, err = s.p.term(s.x.Key, key); err != nil {
		return nil, err
	}
	typ := out.Args[0].Type
	out.Type, out.Name = typ.Elems[len(typ.Elems)-1], s.String()
	return out, nil
}

// ---- x[from..to]

type sliceItem struct {
	item
	x    *cql.Slice
	text string // made once: each level asks the one inside it
}

func (s *sliceItem) class() string { return "WithSliceSelection" }

func (s *sliceItem) lookUp() *diag.Diagnostic {
	if err := s.inside(s.x.X); err != nil {
		return err
	}
	if of := exact(s.args[0]); of != nil && of.IsCollection() {
		s.own = of
	}
	return nil
}

func (s *sliceItem) String() string {
	if s.text != "" {
		return s.text
	}
	from, to := "", ""
	if s.x.From != nil {
		from = cql.ExprText(s.x.From)
	}
	if s.x.To != nil {
		to = cql.ExprText(s.x.To)
	}
	s.text = s.args[0].String() + "[" + from + ".." + to + "]"
	return s.text
}

func (s *sliceItem) selector(expected *cqltype.Type, into *selection) (*selector, *diag.Diagnostic) {
	out, key, err := s.subscript(plan.SelectSlice, "Slice", expected, into)
	if err != nil {
		return nil, err
	}
	if s.x.From != nil {
		if out.from, err = s.p.term(s.x.From, key); err != nil {
			return nil, err
		}
	}
	if s.x.To != nil {
		if out.to, err = s.p.term(s.x.To, key); err != nil {
			return nil, err
		}
	}
	out.Type, out.Name = out.Args[0].Type, s.String()
	return out, nil
}

// subscript types what stands before [ ] and says what must stand inside.
func (s *item) subscript(kind plan.SelectorKind, title string, expected *cqltype.Type, into *selection) (*selector, receiver, *diag.Diagnostic) {
	out, err := s.begin(kind, into, always(expected))
	if err != nil {
		return nil, receiver{}, err
	}
	of, typ := s.args[0].String, out.Args[0].Type
	switch {
	case !typ.IsCollection() && title == "Element":
		err = rule.SE03.Invalid(s.at, "Invalid element selection: % is of type % is not a collection", of(), typ.String())
	case !typ.IsCollection():
		err = rule.SE03.Invalid(s.at, "Invalid slice selection: % of type % is not a collection", of(), typ.String())
	case typ.Kind == cqltype.List:
		err = rule.SE03.Invalid(s.at, "% selection is only allowed on sets and maps, but % is a list", title, of())
	}
	if err != nil {
		return nil, receiver{}, err
	}
	return out, elementKey(s.p.receiver(nil).With(out.Args[0].Name, typ)), nil
}
