package model

import (
	"slices"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/number"
)

// A Write is what a screen sends for each instance that it stores.
type Write struct {
	Screen    *Screen
	Entity    *Entity
	Tables    []*Table // that hold it; none: no question asks for it
	Statement string   // one INSERT, or a logged batch of one for each table; counters come behind it, and before it what may be there already
	Checked   bool     // what follows an INSERT with IF NOT EXISTS is sent only where that was applied
	Adds      bool     // to counters, and stores nothing else
	Counts    *Entity  // of which it adds each; nil where nobody knows
	Often     string   // "2,500 a day"; "" where that is not known
}

// Writes are those of all screens, in the order of the text.
func (d *Design) Writes() (out []*Write) {
	for _, s := range d.Model.Screens {
		for _, n := range s.Writes {
			if e := d.Model.Entity(n.Text); e != nil {
				out = append(out, d.writeOf(s, e))
			}
		}
	}
	return out
}

func (d *Design) writeOf(s *Screen, e *Entity) *Write {
	w := &Write{Screen: s, Entity: e}
	var first, inserts, updates []string
	for _, t := range d.Tables {
		cols := t.holding(e)
		if cols == nil {
			continue
		}
		w.Tables = append(w.Tables, t)
		var names, marks, set, where []string
		for _, c := range cols {
			name := cql.QuoteName(c.Name)
			names, marks = append(names, name), append(marks, "?")
			if c.Type == "counter" {
				set = append(set, name+" = "+name+" + ?")
			} else {
				where = append(where, name+" = ?")
			}
		}
		full := cql.QuoteName(t.Keyspace) + "." + cql.QuoteName(t.Name)
		if set != nil {
			updates = append(updates, "UPDATE "+full+" SET "+strings.Join(set, ", ")+" WHERE "+strings.Join(where, " AND ")+";")
			continue
		}
		insert := "INSERT INTO " + full + " (" + strings.Join(names, ", ") + ") VALUES (" + strings.Join(marks, ", ") + ")"
		if t.Entity == e && t.replaces() { // a condition holds for one partition, so no batch has it
			first = append(first, insert+" IF NOT EXISTS;")
		} else {
			inserts = append(inserts, insert+";")
		}
	}
	if len(inserts) > 1 {
		inserts = append(append([]string{"BEGIN BATCH"}, inserts...), "APPLY BATCH;")
	}
	rest := append(inserts, updates...)
	w.Statement, w.Checked = strings.Join(append(first, rest...), "\n"), len(first) > 0 && len(first)+len(rest) > 1
	of := e
	if w.Adds = len(updates) > 0 && len(first)+len(inserts) == 0; w.Adds { // each time, not once for what is counted
		w.Counts = s.counted(d.Model, e)
		of = w.Counts
	}
	if of == nil {
		return w
	}
	if n := d.Model.count(of); n.Rate > 0 {
		rate, period := n.perTime()
		w.Often = number.Round(rate) + " a " + period
	} else if n.Known && n.Typ > 0 {
		rate, period := Amount{Rate: d.Model.daily(of)}.perTime()
		w.Often = "about " + number.Round(rate) + " a " + period
	}
	return w
}

// counted is what a screen counts in an entity of counters: what else it writes, the most frequent
// of that; nil where nobody knows how often it writes.
func (s *Screen) counted(m *Model, counters *Entity) (most *Entity) {
	for _, n := range s.Writes {
		e := m.Entity(n.Text)
		if e == nil || e == counters || !m.count(e).Known || slices.ContainsFunc(e.Attributes, func(a *Attribute) bool { return a.Type == "counter" }) {
			continue
		}
		if most == nil || m.daily(e) > m.daily(most) {
			most = e
		}
	}
	return most
}

// written is how many rows of a table are written in a day: those that come, as its numbers say,
// those that change, and what screens count in it; 0 where nobody knows.
func (d *Design) written(t *Table) (daily float64) {
	m := d.Model
	if t.counter() {
		for _, s := range m.Screens {
			if slices.ContainsFunc(s.Writes, func(n Name) bool { return m.Entity(n.Text) == t.Entity }) {
				if e := s.counted(m, t.Entity); e != nil {
					daily += m.daily(e)
				}
			}
		}
		return daily
	}
	stops := t.join.stops()
	if of, guessed := m.countOr(t.Entity); !guessed {
		each, _ := t.each(m, stops, stops[0], t.keyed(stops))
		n := t.staying(m, of.times(each))
		if daily = n.Rate; daily == 0 {
			daily = n.Typ / min(t.kept(), m.horizon())
		}
	}
	for _, c := range t.facts() {
		if rate := c.Attr.Changes.Rate; rate > 0 && c.Attr.Of != nil {
			if of, guessed := m.countOr(c.Attr.Of); !guessed {
				if rate *= m.there(c.Attr.Of, of, m.horizon()).Typ * t.copies(m, c); c.Role <= Clustering { // a delete, too
					rate *= 2
				}
				daily += rate
			}
		}
	}
	return daily
}

// holding are the columns of a table that storing an instance of an entity writes: all where
// its rows are those of the entity, the key and the static columns where it is the partition;
// nil where it writes none.
func (t *Table) holding(e *Entity) []*Column {
	if t.Entity == e {
		return t.Columns
	}
	static := t.of(Static)
	for _, p := range t.join.places {
		if p.entity == e && static != nil && !slices.ContainsFunc(t.PartitionKey(), func(k *Column) bool { return !t.identifies(p)(k) }) {
			return append(t.PartitionKey(), static...)
		}
	}
	return nil
}

// String is what is stored, and how often: "Buy stores each Ticket, 2,500 a day".
func (w *Write) String() string {
	s := w.Screen.Name.Text + " stores each " + w.Entity.Name.Text
	switch {
	case w.Counts != nil:
		s = w.Screen.Name.Text + " counts each " + w.Counts.Name.Text + " in " + w.Entity.Name.Text
	case w.Adds:
		s = w.Screen.Name.Text + " adds to " + w.Entity.Name.Text
	}
	if w.Often != "" {
		s += ", " + w.Often
	}
	if w.Checked {
		s += "; each statement only where the one with IF NOT EXISTS before it was applied"
	}
	if w.Tables == nil {
		s += ": in no table, as no question asks for it"
	}
	return s
}

// Comments are the writes as comments of CQL, each behind an empty line.
func (d *Design) Comments() (text string) {
	for _, w := range d.Writes() {
		text += "\n-- " + w.String() + "\n"
		if w.Statement != "" {
			text += "--   " + strings.ReplaceAll(w.Statement, "\n", "\n--   ") + "\n"
		}
	}
	return text
}
