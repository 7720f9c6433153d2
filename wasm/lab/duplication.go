package lab

import (
	"partitionlab/wasm/figure"
	"partitionlab/wasm/lab/fence"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/number"
	"partitionlab/wasm/view"
	"partitionlab/wasm/work"
)

// A duplication widget weighs one page that reads its facts where each is stored once
// against the same page on a table with copies of them: partitions read, rows written.
//
//	rows = 1000       facts that the page shows, each a partition where it is stored once
//	before = 2        partitions that the page reads before it knows which ones these are
//	copies = 3        rows that hold a copy of one fact
//	views = 100000    of the page, a day
//	changes = 200     of such a fact, a day
type duplication struct{ rows, before, copies, views, changes input.Field }

func parseDuplication(f *fence.Fence) widget {
	z := &duplication{
		rows:    input.Field{Key: "rows", Type: input.Whole, Label: "Facts on the page", Default: "1000", Least: 1, Most: 1e5, Slider: &input.Slider{Lo: 1, Hi: 1000}},
		before:  input.Field{Key: "before", Type: input.Whole, Label: "Reads before them", Default: "2", Least: 0, Most: 100},
		copies:  input.Field{Key: "copies", Type: input.Whole, Label: "Copies of a fact", Default: "3", Least: 1, Most: 1e5},
		views:   input.Field{Key: "views", Type: input.Whole, Label: "Page views a day", Default: "100000", Least: 0, Most: 1e9},
		changes: input.Field{Key: "changes", Type: input.Whole, Label: "Changes a day", Default: "200", Least: 0, Most: 1e9, Slider: &input.Slider{Lo: 1, Hi: 1e8}},
	}
	all := ownFields(f, z.fields(), "before")
	f.Asks([]string{"reads", "day", "change"})
	return widget{fields: all, work: func(s *Spec) worker { return &duplicationWork{form: form{Spec: s}, z: z} }}
}

func (z *duplication) fields() []*input.Field {
	return []*input.Field{&z.rows, &z.before, &z.copies, &z.views, &z.changes}
}

type duplicationWork struct {
	form
	z *duplication

	problems                             input.Problems
	rows, before, copies, views, changes int64
	once, copied                         side
}

// A side is what one of the two designs asks of the cluster.
type side struct{ page, reads, change, writes int64 }

func (s side) day() int64 { return s.reads + s.writes }

func (w *duplicationWork) work(*work.Meter) {
	w.problems = w.form.problems()
	for _, x := range [...]struct {
		field *input.Field
		to    *int64
	}{{&w.z.rows, &w.rows}, {&w.z.before, &w.before}, {&w.z.copies, &w.copies}, {&w.z.views, &w.views}, {&w.z.changes, &w.changes}} {
		*x.to = w.whole(x.field)
	}
	w.once = side{page: w.before + w.rows, change: 1}
	w.copied = side{page: 1, change: 1 + w.copies}
	for _, s := range [...]*side{&w.once, &w.copied} {
		s.reads, s.writes = w.views*s.page, w.changes*s.change
	}
}

func (w *duplicationWork) answer() *Output {
	values := outputs{}
	values.put("page.once", w.once.page)
	values.put("page.copied", w.copied.page)
	values.put("reads.once", w.once.reads)
	values.put("reads.copied", w.copied.reads)
	values.put("change.once", w.once.change)
	values.put("change.copied", w.copied.change)
	values.put("day.once", w.once.day())
	values.put("day.copied", w.copied.day())
	values.put("even", w.even())
	a := w.verdict()
	first := view.El("div", view.Class("fields"))
	more := view.El("div", view.Class("fields"))
	wrong := false
	for _, x := range w.z.fields() {
		if x == &w.z.before {
			wrong = w.problems.Of(x.Key) != ""
			more.Add(w.ownField(x, w.problems))
			continue
		}
		first.Add(w.ownField(x, w.problems))
	}
	rows := [][]string{
		{"partitions that a page reads", number.Count(w.once.page), number.Count(w.copied.page)},
		{"partitions read a day", number.Count(w.once.reads), number.Count(w.copied.reads)},
		{"rows that a change writes", number.Count(w.once.change), number.Count(w.copied.change)},
		{"rows written a day", number.Count(w.once.writes), number.Count(w.copied.writes)},
		{"together, a day", number.Count(w.once.day()), number.Count(w.copied.day())},
	}
	tabs := []tab{
		{name: "numbers", title: "All numbers", body: func() view.Part {
			return figure.Table("Stored once, and copied", []string{"", "stored once", "copied"}, rows)
		}},
		{name: "assumed", title: "What is assumed", open: wrong, body: func() view.Part {
			return view.El("div", more, view.El("ul", view.Class("notes"),
				remark("copy", "Stored once, each fact is a partition of its own, and the page reads all of these partitions. With copies, the page reads one partition."),
				remark("source", "With copies, the fact is also stored once in its own table: that is one more row to write."),
				remark("weigh", "Here one partition read counts as much as one row written. In fact a write costs a node less, and a page with many reads waits for the slowest of them; with one IN, the server reads them one after the other."),
				remark("find", "To change the copies, the program has to know in which partitions they are.")))
		}},
	}
	return w.reckoned(values, w.problems, first, a, w.bars().Figure().Beside().View(), tabs)
}

// even is how many changes a day make both designs cost the same; 0 where that cannot be.
func (w *duplicationWork) even() int64 {
	if w.once.page <= w.copied.page {
		return 0
	}
	return w.views * (w.once.page - w.copied.page) / (w.copied.change - w.once.change)
}

func (w *duplicationWork) verdict() verdict {
	switch w.Ask.Name {
	case "change":
		return verdict{headline: number.Begin(w.copied.change, "row") + " instead of " + number.Count(w.once.change),
			more: "One row in the fact's own table, and one for each copy."}
	case "day":
		a := verdict{headline: number.Count(w.once.day()) + " a day, with copies " + number.Count(w.copied.day())}
		switch less := w.once.day() - w.copied.day(); {
		case less > 0:
			a.more = "Partitions read and rows written. Copies cost less until there are " + number.Count(w.even()) + " changes a day."
		case less < 0:
			a.more = "Partitions read and rows written. With so many changes the copies cost more."
		default:
			a.more = "Both designs cost the same."
		}
		return a
	}
	return verdict{headline: number.Begin(w.once.page, "partition") + ", with copies " + number.Count(w.copied.page),
		more: "A day of such pages reads " + number.Count(w.once.reads) + " partitions, or " + number.Count(w.copied.reads) + "."}
}

// bars compare the two designs in what the question is about.
func (w *duplicationWork) bars() *figure.Bars {
	b := &figure.Bars{ID: w.Element("bars"), Head: []string{"design", "number"}}
	one, other := w.once.page, w.copied.page
	switch w.Ask.Name {
	case "change":
		b.Title, one, other = "Rows that a change writes", w.once.change, w.copied.change
	case "day":
		b.Title, one, other = "Partitions read and rows written in a day", w.once.day(), w.copied.day()
	default:
		b.Title = "Partitions that one page reads"
	}
	b.Bars = []figure.Bar{
		{Name: "stored once", Says: number.Count(one), Value: float64(one), Class: "row-skipped"},
		{Name: "copied", Says: number.Count(other), Value: float64(other)},
	}
	b.Desc = b.Title + ": stored once " + number.Count(one) + ", copied " + number.Count(other) + "."
	return b
}
