package model

import (
	"slices"
	"strings"

	"partitionlab/wasm/number"
)

// This file counts the rows of a table again, from other things than its size is worked out
// from: numbers of one model may come to different counts of the same rows. A size says from
// which of them it is, and what it is by the other.

// A recount is how many rows a table has, counted from the instances of one entity.
type recount struct {
	entity *Entity
	of     Amount // how many instances there are at the horizon
	rows   tally
	each   tally // rows of one instance
	own    bool  // each instance is a row
	most   bool  // there are no more than that: not all of them have one
}

// apart reports whether two counts of the same rows cannot both be true.
func (c recount) apart(d recount) bool {
	if c.most && c.rows.lo > d.rows.hi || d.most && d.rows.lo > c.rows.hi {
		return false
	}
	return c.rows.apart(d.rows, unequal)
}

// words are "600 Bs with 10 rows each make 6,000".
func (c recount) words() string {
	if c.own {
		return "there are " + c.of.usual(c.entity.Name.Text)
	}
	return c.of.usual(c.entity.Name.Text) + " with " + c.each.String() + " " + number.Plural(count(c.each.hi), "row") + " each make " + c.rows.String()
}

// recount counts the rows of a table from the instances at a stop; false where the text does
// not say enough.
func (t *Table) recount(m *Model, stops []*stop, s *stop) (c recount, ok bool) {
	of, days := m.count(s.entity), m.horizon()
	each, guessed := t.each(m, stops, s, t.keyed(stops))
	if !of.Known || of.Unsaid || each.Unsaid || len(guessed) > 0 {
		return c, false
	}
	each = t.staying(m, each)
	then := t.there(m, each)
	c.entity, c.of, c.each = s.entity, of.after(days), then.ends()
	if s.up == nil || each.Rate == 0 && m.passes(of) {
		c.of = t.there(m, of)
	}
	// Where both become more, those that came last have not had all the time.
	all := t.there(m, of.times(each)).ends()
	if s.up == nil || each.Rate == 0 || of.Rate == 0 {
		all = c.of.times(then).ends()
	}
	n := m.counted(s.entity, map[*Entity]bool{}, func(of, each Amount) Amount { return of.after(days).times(t.there(m, each)) })
	most := max(n.ends().hi, c.of.ends().hi)
	c.rows = tally{all.lo, max(all.hi, most*c.each.hi)}
	c.own = s.up == nil && c.each == tally{1, 1}
	c.most = slices.ContainsFunc(stops, func(to *stop) bool { return s.seldom(to) })
	return c, all.hi >= 1 && c.of.Typ >= 1
}

// seldom reports whether on the way to another stop somebody may have none of what others have
// one of: of these, not all have a row.
func (s *stop) seldom(to *stop) bool {
	up := map[*stop]bool{}
	for ; s != nil; s = s.up {
		up[s] = true
		if s.up != nil && !s.link.back().many() && s.link.back().none() {
			return true
		}
	}
	for ; to != nil && !up[to]; to = to.up {
		if !to.link.many && to.link.amount.none() {
			return true
		}
	}
	return false
}

// ends are the least and the most that are usual: they differ where nobody said it.
func (a Amount) ends() tally {
	if a.Usual || a.Lo == a.Hi {
		return tally{a.Typ, a.Typ}
	}
	return tally{a.Lo, a.Hi}
}

// sizedFrom is where the rows of a table are counted for its size: from what its partition key
// names, else from its rows themselves.
func (t *Table) sizedFrom(m *Model, stops []*stop) *stop {
	if anchor, _, _ := t.anchor(m, stops); anchor != nil && !t.named(t.join.places[0], inPartition) {
		return anchor
	}
	return stops[0]
}

// recounts are the count that the size of a table is worked out from and the one that is
// furthest from it; false where all come to about the same.
func (t *Table) recounts(m *Model) (sized, other recount, times float64, ok bool) {
	stops := t.join.stops()
	from := t.sizedFrom(m, stops)
	if sized, ok = t.recount(m, stops, from); !ok {
		return sized, other, 1, false
	}
	far := 1.0
	for _, s := range stops {
		c, ok := t.recount(m, stops, s)
		if s == from || !ok || !c.apart(sized) {
			continue
		}
		if by := c.rows.middle() / sized.rows.middle(); max(by, 1/by) > far {
			other, times, far = c, by, max(by, 1/by)
		}
	}
	return sized, other, times, far > 1
}

// middle is one number between the ends.
func (t tally) middle() float64 { return (t.lo + t.hi) / 2 }

// Counted says from which numbers the size of a table is worked out and what others come to,
// where two of the text do not agree; "" where they do.
func (t *Table) Counted(m *Model) string {
	sized, other, times, ok := t.recounts(m)
	if !ok {
		return ""
	}
	s := "This size is worked out from one of two numbers of the text that differ: " + sized.words() + ". By the other one, " + other.words()
	if t.Size.Total > 0 {
		s += ", and the table has " + number.Bytes(t.Size.Total*times)
	}
	return s
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

// WritesOf says how many rows a change of a fact writes again: as the relationships of the
// fact say it, and as the sizes of its tables do, where they do not agree.
func (d *Design) WritesOf(f *Fact) string {
	s := number.Of(f.Writes, "row")
	if n := d.asSized(f); float64(n) > unequal*float64(f.Writes) || float64(f.Writes) > unequal*float64(n) {
		s += ", or " + number.Count(n) + " by the numbers that the tables are sized from"
	}
	return s
}

// asSized is how many rows hold a fact where each table has as many as its size says.
func (d *Design) asSized(f *Fact) int64 {
	var n float64
	for _, t := range f.Tables {
		stops := t.join.stops()
		for _, c := range t.held() {
			if c.Attr != f.Attr {
				continue
			}
			copies := float64(t.copies(d.Model, c))
			if at := stopOf(stops, c.at); at != nil && c.Role != Static {
				sized, ok := t.recount(d.Model, stops, t.sizedFrom(d.Model, stops))
				// What is a row by itself is one, however many of them there are.
				if own, has := t.recount(d.Model, stops, at); ok && has && !own.own && own.apart(sized) {
					copies *= sized.rows.middle() / own.rows.middle()
				}
			}
			n += copies
		}
	}
	return count(n)
}
