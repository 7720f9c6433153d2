package model

import "slices"

// A Step is a question on its way through the tables: it enters To, and what it needs
// was found in From, or comes from outside where From is nil.
type Step struct {
	Question *Question
	From, To *Table
}

// Steps are the ways of the questions through the tables, as the screens lead: one for
// each table that was read just before and holds what the question is given.
func (d *Design) Steps() (out []Step) {
	for _, q := range d.Model.Questions {
		a := d.Access(q)
		if a == nil {
			continue
		}
		var from []*Table
		for _, s := range d.Model.Screens {
			i := slices.Index(s.Asked, q)
			if i < 0 {
				continue
			}
			// What the screen has asked before is at hand; else what screens before it have.
			if here := d.holds(q, s.Asked[:i]); here != nil {
				from = append(from, here)
				continue
			}
			for _, p := range s.From {
				from = d.found(q, p, from, map[*Screen]bool{s: true})
			}
		}
		from = slices.DeleteFunc(from, func(t *Table) bool { return t == a.Table })
		if len(from) == 0 {
			from = []*Table{nil}
		}
		for _, t := range from {
			out = append(out, Step{q, t, a.Table})
		}
	}
	return out
}

// found are the tables that a screen, or one before it that asks nothing, has read and
// that hold a value which the question is given.
func (d *Design) found(q *Question, s *Screen, list []*Table, seen map[*Screen]bool) []*Table {
	if seen[s] {
		return list
	}
	seen[s] = true
	if t := d.holds(q, s.Asked); t != nil {
		if !slices.Contains(list, t) {
			list = append(list, t)
		}
		return list
	}
	for _, p := range s.From {
		list = d.found(q, p, list, seen)
	}
	return list
}

// holds is the table of the first of some questions that knows a value which another
// one is given, or nil.
func (d *Design) holds(q *Question, asked []*Question) *Table {
	for _, p := range asked {
		if a := d.Access(p); a != nil && slices.ContainsFunc(q.Given, func(r *Ref) bool { return !r.Typed && !r.Optional && p.yields(r) }) {
			return a.Table
		}
	}
	return nil
}
