package model

import "slices"

// A Step is a question on its way through the tables: it enters To, and what it needs
// was found in From, or comes from outside where From is nil.
type Step struct {
	Question *Question
	From, To *Table
}

// Steps are the ways of the questions through the tables, as the screens lead: one for
// each table that was read just before and holds what the question is given, where all that it
// needs is known then.
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
			if slices.ContainsFunc(q.Given, func(r *Ref) bool { return r.needed() && !d.Model.known(s, i, r) }) {
				continue // what lacks comes from outside, as the checks say
			}
			s.before(i, func(_ *Screen, asked []*Question) bool {
				t := d.holds(q, asked)
				if t != nil && !slices.Contains(from, t) {
					from = append(from, t)
				}
				return t != nil
			})
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

// holds is the table of the first of some questions that knows a value which another
// one is given, or nil.
func (d *Design) holds(q *Question, asked []*Question) *Table {
	for _, p := range asked {
		if a := d.Access(p); a != nil && slices.ContainsFunc(q.Given, func(r *Ref) bool { return r.needed() && p.yields(r) }) {
			return a.Table
		}
	}
	return nil
}
