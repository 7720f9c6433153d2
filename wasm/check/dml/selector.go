package dml

// This file holds a select list with types, and works out the values in it.
// Source: cql3.selection.Selection and Selector of Cassandra 5.0.

import (
	"slices"
	"strings"

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
		if a.Kind != plan.SelectTerm || p.binding.Sample && i < len(s.args) && s.args[i].term != nil && s.args[i].term.HasMarker() {
			return nil
		}
		args[i] = a.Value
	}
	v, err := s.Func.Call(&p.binding, args)
	if err != nil {
		return err.In(s.At)
	}
	s.Kind, s.Value, s.Args, s.args = plan.SelectTerm, v, nil, nil
	return nil
}
