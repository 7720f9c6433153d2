package model

import "slices"

// A Step is a question on its way through the tables: it enters To, and what it needs
// was found in From, or comes from outside where From is nil.
type Step struct {
	Question *Question
	From, To *Table
}

// Steps are the ways of the questions through the tables, as the screens lead: for
// each value that the question needs, from the table that was read last and tells it, where all
// of them are known then. What a screen was opened with, none of its own questions tells, unless it
// opens from several that do.
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
			for _, r := range q.Given {
				if !r.needed() {
					continue
				}
				find := func(beside bool) (tables []*Table) {
					s.before(i, func(p *Screen, asked []*Question) bool {
						t := d.holds(q, r, asked, beside || p != s)
						if t != nil && !slices.Contains(tables, t) {
							tables = append(tables, t)
						}
						return t != nil
					})
					return tables
				}
				tables := find(false)
				if len(tables) > 1 { // so many arrows say no more than one from beside
					tables = find(true)
				}
				for _, t := range tables {
					if !slices.Contains(from, t) {
						from = append(from, t)
					}
				}
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

// holds is the table of that of some questions which tells a value that another one needs, and
// most of the others that it needs; nil where none does. What they were given themselves counts only
// where the caller says so.
func (d *Design) holds(q *Question, r *Ref, asked []*Question, given bool) (t *Table) {
	tells := func(p *Question, r *Ref) bool {
		return p.yields(r) && (given || !slices.ContainsFunc(p.Given, func(g *Ref) bool { return g.Attr == r.Attr && !g.Optional }))
	}
	most := 0
	for _, p := range asked {
		a := d.Access(p)
		if a == nil || !tells(p, r) {
			continue
		}
		n := 0
		for _, o := range q.Given {
			if o.needed() && tells(p, o) {
				n++
			}
		}
		if n > most {
			t, most = a.Table, n
		}
	}
	return t
}
