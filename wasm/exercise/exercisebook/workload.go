package exercisebook

import (
	"math"
	"strings"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/exercise"
	"partitionlab/wasm/number"
	"partitionlab/wasm/workload"
)

// A counter reads the lines of a workload that count things:
//
//	each hotel_id = 5000             there is a row for each hotel
//	each date = 1 every 1d           and each date, one more every day
//	some country = 200 largest 60%   200 values are spread over the rows
//	per guest_id = 60 * t / 365      at most so many rows for one value; t is the day
//	removed user_id = 50 every 1d    so many rows of one value are deleted again
//
// All other lines are a workload's own: quantities, len.name, ttl, written.
type counter struct {
	*reader
	e      *Exercise
	sets   []*exercise.Rows
	values *workload.Values
	to     *exercise.Population
}

// workload reads the section of rows.
func (r *reader) workload(e *Exercise, s section) {
	c := &counter{reader: r, e: e, to: &exercise.Population{}}
	for _, set := range e.Rows {
		if name := strings.TrimPrefix(s.arg.Text, "of "); name == "" || set.Name == name || set.Noun == noun(name, name) {
			c.sets = append(c.sets, set)
			set.Population = c.to
		}
	}
	if len(c.sets) == 0 {
		r.wrong(s.head.Span, "there are no rows that this speaks of", "", "write `workload:`, or `workload bookings:` for `rows bookings:`")
		return
	}
	var own []Text
	r.each(s.body, func(l Text, _ bool) {
		switch word, _, _ := strings.Cut(l.Text, " "); word {
		case "each", "some", "per", "removed":
			own = append(own, l)
		}
	})
	// What is left is a workload of its own; its offsets must stay those of the whole.
	rest := []byte(strings.Repeat(" ", s.body.Start) + s.body.Text)
	for _, l := range own {
		for i := l.Start; i < l.End; i++ {
			rest[i] = ' '
		}
	}
	w, bad := workload.Parse(diag.NewSource("", string(rest)), nil)
	if len(bad) == 0 {
		c.values, bad = w.Eval()
	}
	for _, b := range bad {
		r.diags = append(r.diags, b.Diagnostic)
	}
	if len(bad) > 0 {
		return
	}
	e.values = append(e.values, c.values)
	for _, q := range w.Quantities() {
		v, _ := c.values.Get(q.Name)
		word, column, of := strings.Cut(q.Name, ".")
		if of = of && (word == "len" || word == "count" || word == "null"); of {
			c.attr(Text{q.Place.Span, column})
		}
		if of || q.Name == workload.TTL || q.Name == workload.WrittenOver {
			c.to.Quantities = append(c.to.Quantities, exercise.Quantity{Name: q.Name, Value: v.Hi.Float()})
		}
	}
	for _, l := range own {
		c.line(l)
	}
}

// attr finds an attribute of the rows.
func (c *counter) attr(t Text) *exercise.Attr {
	for _, set := range c.sets {
		if a := set.Attr(t.Text); a != nil {
			return a
		}
	}
	c.wrong(t.Span, "the rows have no column "+t.Text, "", "write a name that stands above the rows")
	return exercise.NewAttr(t.Text, nil)
}

func dayOf(day float64) workload.Interval {
	return workload.Point(number.Frac(int64(math.Round(day*1000)), 1000))
}

// eval is the upper end of an expression on a day.
func (c *counter) eval(t Text, day float64) float64 {
	x, err := workload.ParseExpr(t.Text)
	if err == nil {
		var v workload.Interval
		v, err = x.Eval(func(name string) (workload.Interval, bool) {
			if name == "t" {
				return dayOf(day), true
			}
			return c.values.Get(name)
		})
		if err == nil {
			return v.Hi.Float()
		}
	}
	c.wrong(diag.Span{Start: t.Start + err.Start, End: t.Start + err.End}, err.Message, err.Why, err.Instead)
	return 1
}

// linear is an expression, or the upper end of a range, as a number and what comes to it
// with each day.
func (c *counter) linear(t Text, to *exercise.Count) {
	if at := strings.LastIndex(t.Text, ".."); at >= 0 {
		t = c.part(t, at+len(".."), t.Len())
	}
	at0, at1, at9 := c.eval(t, 0), c.eval(t, 1), c.eval(t, 9)
	if to.At0, to.PerDay = at0, at1-at0; math.Abs(at0+9*to.PerDay-at9) > 1e-6*math.Abs(at9) {
		c.wrong(t.Span, "this does not grow evenly", "How many things there are is a number plus so many a day.", "write a + b * t")
	}
}

// every reads `N every DURATION`.
func (c *counter) every(t Text) (Text, float64) {
	at := strings.Index(t.Text, "every ")
	if at < 0 {
		return t, 0
	}
	seconds := c.eval(c.part(t, at+len("every "), t.Len()), 0)
	if seconds <= 0 {
		c.wrong(t.Span, "this is no time", "", "write 1 every 1d")
		seconds = 1
	}
	return c.part(t, 0, at), seconds
}

// line reads one of the counter's own lines.
func (c *counter) line(l Text) {
	name, value, _ := strings.Cut(l.Text, "=")
	word, _, _ := strings.Cut(name, " ")
	v := c.part(l, l.Len()-len(value), l.Len())
	names := c.split(c.part(l, len(word), len(name)), ',')
	if len(names) == 0 || v.Len() == 0 || len(names) > 1 && (word == "each" || word == "some") {
		c.wrong(l.Span, "this line does not say how many there are of a column", "", "write each hotel_id = 5000")
		return
	}
	d := exercise.Count{Word: word}
	var attr *exercise.Attr
	for _, n := range names {
		attr = c.attr(n)
		d.Attrs = append(d.Attrs, attr.Name)
	}
	if at := strings.Index(v.Text, "largest "); at >= 0 && (word == "each" || word == "some") {
		d.Share = c.eval(c.part(v, at+len("largest "), v.Len()), 0)
		v = c.part(v, 0, at)
	}
	v, seconds := c.every(v)
	switch {
	case word == "each" && seconds > 0:
		if n := c.eval(v, 0); n > 0 {
			d.Step, d.PerDay = seconds/n, n*86400/seconds
		}
	case word == "each":
		if c.linear(v, &d); attr.Type != nil && attr.Type.Kind == cqltype.Date {
			d.Step = 86400
		}
	case word == "removed":
		if seconds == 0 {
			c.wrong(l.Span, "this does not say how often", "", "write removed user_id = 50 every 1d")
		}
		c.linear(v, &d)
		d.Step = max(seconds, 1e-9)
	default:
		c.linear(v, &d)
	}
	c.to.Counts = append(c.to.Counts, d)
}
