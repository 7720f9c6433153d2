package lab

import (
	"strings"

	"partitionlab/wasm/figure"
	"partitionlab/wasm/number"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/view"
)

// advice is how the partition can be split, worked out once for an answer.
func (c *sized) advice() *sizing.Advice {
	if c.split == nil && c.sizer != nil {
		a, problems := c.sizer.Buckets(c.target())
		if len(problems) > 0 {
			a = &sizing.Advice{Best: -1}
		}
		c.split = a
	}
	return c.split
}

// splitName is how outputs and links name a split: month, six-hours, hash.
func splitName(s *sizing.Split) string {
	if s.Kind == sizing.HashBucket {
		return "hash"
	}
	return strings.ReplaceAll(s.Name, " ", "-")
}

// buckets is the section about smaller partitions: what each bucket makes of this
// one, what a query then reads, and the changed table.
func (c *sized) buckets() *outcome {
	a := c.advice()
	if a == nil {
		return nil
	}
	f := answered("", "fine")
	for i := range a.Splits {
		s := &a.Splits[i]
		name := "split." + splitName(s)
		f.values.put(name+".bytes", s.Disk)
		f.values.put(name+".once", s.Once)
		f.values.put(name+".rows", s.Rows)
		f.values.put(name+".values", s.Values)
		f.values.put(name+".parts", s.Parts)
		if s.Touched.Known {
			f.values.put(name+".reads", s.Touched.High)
		}
	}
	switch {
	case len(a.Splits) == 0:
		f.say("No bucket of time is possible here. The rows are not written as time passes, or one bucket would hold all of them. With a line distinct.COLUMN you can name a clustering column that may move into the partition key.", "watch")
	case a.Now <= a.Target && (!bucketed(a) || a.Best < 0):
		f.say("No bucket is needed. The partition takes "+number.Bytes(a.Now)+", below "+number.Bytes(a.Target)+". A bucket would only make queries read more partitions.", "fine")
	case a.Best < 0:
		f.say("No single split brings it below "+number.Bytes(a.Target)+". Use two splits together, or take columns out of the table.", "bad")
	default:
		s := &a.Splits[a.Best]
		f.answer.headline = "Split by " + splitWords(s) + ": " + number.Bytes(s.Disk) + " each"
		f.answer.more = "That is below " + number.Bytes(a.Target) + " with the fewest reads."
		if t := touchedWords(s.Touched); t != "" {
			f.answer.more += " Partitions that a query reads: " + t + "."
		}
	}
	if len(a.Splits) > 0 {
		f.figure = func(*sizeView) view.Part { return splitTable(a) }
	}
	f.body = func(v *sizeView) view.Part {
		n := view.El("div", v.sectionFields("buckets"))
		for i := range a.Splits {
			n.Add(v.splitCQL(&a.Splits[i], i == a.Best && (bucketed(a) || a.Now > a.Target)))
		}
		return n.Add(withoutColumns(a))
	}
	return f
}

// bucketed reports whether the key has a bucket already, which may be exchanged for
// another one.
func bucketed(a *sizing.Advice) bool {
	for i := range a.Splits {
		if s := &a.Splits[i]; s.Kind == sizing.TimeBucket && s.Parts == 0 {
			return true
		}
	}
	return false
}

// splitTable are the ways to split the partition.
func splitTable(a *sizing.Advice) *view.Node {
	parts, reads := false, false
	for i := range a.Splits {
		parts = parts || a.Splits[i].Parts > 0
		reads = reads || a.Splits[i].Touched.Known
	}
	var rows [][]string
	for i := range a.Splits {
		s := &a.Splits[i]
		fits := "above"
		if s.Fits {
			fits = "below"
		}
		row := []string{splitWords(s), number.Bytes(s.Disk), fits, number.Count(s.Rows)}
		if parts {
			row = append(row, number.Count(s.Parts))
		}
		if reads {
			row = append(row, touchedWords(s.Touched))
		}
		rows = append(rows, row)
	}
	head := []string{"split by", "on disk", number.Bytes(a.Target), "rows"}
	if parts {
		head = append(head, "parts")
	}
	if reads {
		head = append(head, "partitions a query reads")
	}
	return figure.Table("Ways to split the partition", head, rows)
}

// splitCQL unfolds to the table as a split makes it.
func (v *sizeView) splitCQL(s *sizing.Split, open bool) *view.Node {
	id := v.Element("cql-" + splitName(s))
	return view.El("details", view.Class("split"), view.A("data-key", splitName(s)), view.Flag("open", open),
		view.Leaf("summary", "", "The table, split by "+splitWords(s)),
		view.Scroll("pre", "proposal-cql", "the table, split by "+splitWords(s),
			view.El("code", view.A("id", id), view.Text(s.CQL))),
		doing("fix needs-lab", "copy", "", view.A("data-from", id), view.Text("Copy")),
		fieldNote(bucketNote(s)))
}

// withoutColumns is what the partition takes where a row stores less; nil where it
// fits.
func withoutColumns(a *sizing.Advice) *view.Node {
	if len(a.Without) == 0 || a.Now <= a.Target {
		return nil
	}
	var parts []string
	for _, w := range a.Without {
		s := "without " + w.Column + " " + number.Bytes(w.Disk)
		if w.Fits {
			s += " (below)"
		}
		parts = append(parts, s)
	}
	return view.Leaf("p", "", "Or keep the key and store less in a row: "+strings.Join(parts, "; ")+".")
}

// splitWords names a split: by month, by date, 8 hash buckets.
func splitWords(s *sizing.Split) string {
	if s.Kind == sizing.KeyColumn {
		return s.Name + " in the key"
	}
	return s.Name
}

// touchedWords says how many partitions a query for the window reads.
func touchedWords(t sizing.Touched) string {
	switch {
	case !t.Known:
		return ""
	case t.Low == t.High:
		return number.Count(t.High)
	case t.Share > 0.999:
		return number.Count(t.High) + " (" + number.Count(t.Low) + " only at the exact start of a bucket)"
	}
	return number.Count(t.Low) + ", or " + number.Count(t.High) + " for " + number.Percent(t.Share) + " of queries"
}

// bucketNote says what the program that reads and writes has to do.
func bucketNote(s *sizing.Split) string {
	switch s.Kind {
	case sizing.HashBucket:
		return "The writer takes a hash of the row's key modulo " + number.Count(s.Parts) + " as " + s.Column + ". A query reads all of these partitions and merges the rows."
	case sizing.KeyColumn:
		return "A query then has to give " + s.Column + ", and reads one partition for each value."
	}
	return "The writer works " + s.Column + " out from the row's time. A query reads one partition after the other."
}
