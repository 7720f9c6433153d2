package model

import (
	"slices"
	"strings"

	"partitionlab/wasm/number"
)

// Counted says where a table is counted from one of two numbers of the text that differ by more than
// a little, and what the other one comes to; "" where none do.
func (t *Table) Counted(m *Model) string {
	taken, other, share := t.otherwise(m)
	if share == 0 {
		return ""
	}
	s := "This size is worked out from one of two numbers of the text that differ: there are " + taken + ". By the other one, " + other
	if t.Size.Total > 0 {
		s += ", and the table has about " + number.Bytes(t.Size.Total/share)
	}
	return s
}

// countedFrom says the same of a number of rows, in a few words.
func (t *Table) countedFrom(m *Model) string {
	taken, other, share := t.otherwise(m)
	if share == 0 {
		return ""
	}
	return ", as there are " + taken + "; by the other number of the text, " + other
}

// otherwise is of what a table is taken to have so many, what the other number of the text comes to,
// and the rows that the table has then: it has that share of these. 0 where they differ by no more
// than a little, or where its rows do not depend on it.
func (t *Table) otherwise(m *Model) (taken, other string, share float64) {
	for _, s := range t.join.stops() {
		e := s.entity
		for _, l := range m.links(e) {
			r := l.rel
			if share := r.share[l.end()]; r.counted() == e && share > 0 && max(share, 1/share) > nearly {
				if c, _ := m.reckon(e, l, m.horizon()); pairs(m.there(e, m.count(e), m.horizon()), exactly(1)).unlike(c.all) {
					if share = t.inRows(m) / t.counting(m, e, 1/share); max(share, 1/share) > nearly {
						return m.inAll(e), c.words, share
					}
				}
			}
		}
	}
	return "", "", 0
}

// inRows is how many rows a table has in all.
func (t *Table) inRows(m *Model) float64 {
	rows, partitions, _ := t.rows(m)
	return max(t.keeps(m, rows.after(m.horizon())).Typ, 1) * partitions
}

// counting is inRows where there are so many times as many of an entity: all that follows from their
// number is worked out anew, and is then again what it was.
func (t *Table) counting(m *Model, e *Entity, times float64) float64 {
	list, count := m.following(e), e.Count
	type numbers struct {
		left, right Amount
		share       [3]float64
	}
	was := make([]numbers, len(list))
	for i, r := range list {
		was[i] = numbers{r.Left, r.Right, r.share}
	}
	defer func() {
		e.Count = count
		for i, r := range list {
			r.Left, r.Right, r.share = was[i].left, was[i].right, was[i].share
		}
	}()
	e.Count = m.count(e).times(exactly(times))
	m.reconcile(list)
	return t.inRows(m)
}

// following are the relationships whose numbers hang on how many there are of an entity: its own, and
// those of what is counted by it, for nobody says how many there are.
func (m *Model) following(e *Entity) []*Relationship {
	of, hangs := []*Entity{e}, map[*Relationship]bool{}
	for i := 0; i < len(of); i++ {
		for _, l := range m.links(of[i]) {
			if hangs[l.rel] = true; !l.to.Count.Known && !slices.Contains(of, l.to) {
				of = append(of, l.to)
			}
		}
	}
	var list []*Relationship
	for _, r := range m.Relationships {
		if hangs[r] {
			list = append(list, r)
		}
	}
	return list
}

// Beside says why a table has not as many bytes as the first one with rows of the same entity:
// which columns only one of them has, and where one is counted to have more rows. "" where it is
// the first, or has as many.
func (d *Design) Beside(t *Table) string {
	i := slices.IndexFunc(d.Tables, func(o *Table) bool { return o.Entity == t.Entity })
	if i < 0 || d.Tables[i] == t || number.Bytes(d.Tables[i].Size.Total) == number.Bytes(t.Size.Total) {
		return ""
	}
	first := d.Tables[i]
	only := func(t, other *Table) (names []string) {
		for _, c := range t.Columns {
			if !slices.ContainsFunc(other.Columns, func(o *Column) bool { return c.Attr != nil && o.Attr == c.Attr || c.Attr == nil && o.Name == c.Name }) {
				names = append(names, c.Name)
			}
		}
		return names
	}
	s := first.Name + " has copies of the same " + manyOf(t.Entity.Name.Text) + ", " + number.Bytes(first.Size.Total) + " in all"
	if here := only(t, first); here != nil {
		s += "; only here: " + strings.Join(here, ", ")
	}
	if there := only(first, t); there != nil {
		s += "; only there: " + strings.Join(there, ", ")
	}
	rows := func(t *Table) string { return number.Round(t.Size.Rows.Typ * float64(t.Size.Partitions)) }
	if here, there := rows(t), rows(first); here != there {
		return s + "; " + here + " rows here, " + there + " there"
	} else if t.Size.Partitions != first.Size.Partitions {
		return s + "; the same rows are in " + number.Of(t.Size.Partitions, "partition") + " here, in " + number.Count(first.Size.Partitions) + " there"
	}
	return s
}
