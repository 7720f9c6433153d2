package exercise

import (
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
)

// A column may hold an attribute in another type than its own, which may sort the values
// otherwise: as text, 10 comes before 2. What a question's rows happen to be does not
// show that, so values are tried that do.

// tried are values of a type between which another type may change the order.
func (a *Attr) tried() (out [][]byte) {
	for _, text := range [...]string{"2", "10", "2026-03-01", "2026-03-02", "2026-03-01 10:30:00", "2026-03-01 10:30:01", "10:30:00", "10:30:01"} {
		if v, err := a.Type.FromString(text); err == nil && !isText(a.Type) {
			out = append(out, v)
		}
	}
	for i := range int64(8) { // the text of a timeuuid begins with what comes round every seven minutes
		if a.Type.Kind == cqltype.Timeuuid {
			out = append(out, timeUUID((now+100*i)*1000, 0))
		}
	}
	return out
}

// sorts reports whether a column sorts as the attribute that it holds.
func (f *Fit) sorts(c *Column) bool {
	x, _ := f.swapped(c)
	return x == nil
}

// swapped are two values of the attribute that a column holds, the first one smaller,
// which the type of the column does not put in this order; nil where there are none.
func (f *Fit) swapped(c *Column) (x, y []byte) {
	a := c.Attr
	if a.Type == nil || a.Type.Equal(c.Type) {
		return nil, nil
	}
	values := a.tried()
	for i := range f.Rows.Rows {
		if v := f.cell(a, i).Value; v != nil {
			values = append(values, v)
		}
	}
	for i, v := range values {
		for j, w := range values {
			p, okP := convert(a.Type, c.Type, v, uint64(i+1))
			q, okQ := convert(a.Type, c.Type, w, uint64(j+1))
			if okP && okQ && a.Type.Compare(v, w) < 0 && c.Type.Compare(p, q) >= 0 {
				return v, w
			}
		}
	}
	return nil, nil
}

// merged are two values of the rows that are one in a column, as people write them; "" for
// none.
func (f *Fit) merged(c *Column) (x, y string) {
	for i := range f.Rows.Rows {
		for j := range i {
			v, w := f.cell(c.Attr, i), f.cell(c.Attr, j)
			p, okP := f.value(c, i)
			q, okQ := f.value(c, j)
			if okP && okQ && string(v.Value) != string(w.Value) && string(p) == string(q) {
				return w.Shown, v.Shown
			}
		}
	}
	return "", ""
}

// strange says how a column sorts.
func (c *Column) strange(rows *Rows) *Finding {
	x, y := (&Fit{Rows: rows}).swapped(c)
	return fails("% is declared as %. Sorted so, `%` does not come before `%`.", c.Name, c.Type.String(), c.Attr.Type.Text(x), c.Attr.Type.Text(y)).
		surely(say("Which type sorts values of % as the screen does?", c.Attr.Name))
}

// written is a value of the rows as it is in a column of text.
func (c *Column) written(rows *Rows) string {
	v, _ := convert(c.Attr.Type, c.Type, (&Fit{Rows: rows}).cell(c.Attr, 0).Value, 1)
	return string(v)
}

// confused is an attribute that tells two things apart, and does not where they are rows
// of the table: both have one key. nil where there is none.
func (f *Fit) confused() *Attr {
	for _, t := range f.Rows.Twins {
		twins := *f.Rows
		twins.Rows = [][]Cell{f.Rows.Rows[0], t.Other}
		g := *f
		g.Rows = &twins
		_, one := g.write("", 0)
		_, two := g.write("", 1)
		if one != "" && one == two {
			return t.Attr
		}
	}
	return nil
}

// twofold is a column of the key that comes after all that tell two things apart, or nil:
// what it holds may change, and then the same thing is another row. A uuid stays what it is.
func (f *Fit) twofold() *Column {
	left := len(f.Rows.Apart)
	for _, c := range f.key(schema.Clustering) {
		switch {
		case c.Attr == nil || c.Source == Fresh || f.Rows.Unique(c.Attr):
		case words(f.Rows.Apart).has(c.Attr.Name):
			left -= position(c.Source == Same)
		case left <= 0 && len(f.Rows.Apart) > 0 && c.Kind == schema.Clustering && (c.Attr.Type == nil || c.Attr.Type.Kind != cqltype.UUID):
			return c
		}
	}
	return nil
}

// isID reports whether the name of what a column holds says that it is an id: whoever gives a row
// another one means another thing, more often than the same one changed.
func (c *Column) isID() bool { return len(c.Attr.spelled[0].strong) < len(c.Attr.spelled[0].words) }

// scattered is a column of the key that gives one thing several rows, or nil: its values are
// drawn, or new ids where the key tells the things apart without them: not of events, for what
// happens at a time may have an id of its own. A count is split in any case, and by such a
// column of the partition key as well.
func (f *Fit) scattered() *Column {
	whole := len(f.Rows.Apart) > 0 && has(f.key(schema.Clustering), f.Rows.Apart...)
	for _, a := range f.Rows.Apart {
		whole = whole && (f.Table.Counter || !isTime(f.Rows.Attr(a).Type))
	}
	for _, c := range f.key(schema.Clustering) {
		fresh := c.Source == Fresh && whole
		if (c.Kind == schema.Clustering || f.Table.Counter) && (c.drawn() || fresh) {
			return c
		}
	}
	return nil
}

// strewn says what a column does that gives one thing several rows.
func (f *Fit) strewn(c *Column) *Finding {
	things, parts := number.Plural(2, f.Rows.Noun), number.Of(c.Parts, "value")
	why, rows := say("Nothing that tells two % apart decides which of its % % has", things, parts, c.Name), "up to "+number.Of(c.Parts, "row")
	if c.Source == Fresh {
		why, rows = say("Nothing that tells two % apart decides the id that % holds", things, c.Name), "a row for each id"
	}
	if f.Table.Counter {
		return fails("%: one count lies in %.", why, rows).surely(say("Who adds them up? Could the key do without %?", c.Name))
	}
	return fails("%: what is written again may lie beside the first, and one of them has %.", why, rows).surely(say("Could the key do without %?", c.Name))
}
