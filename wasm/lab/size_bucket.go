package lab

import (
	"strconv"
	"strings"

	"partitionlab/wasm/figure"
	"partitionlab/wasm/number"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/view"
)

// advice is how the partition can be split, worked out once for an answer.
func (c *computed) advice() *sizing.Advice {
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
func (v *sizeView) buckets() *view.Node {
	n := view.El("div", v.sectionFields("buckets"))
	a := v.shown.advice()
	if a == nil {
		return n
	}
	put := func(name string, x int64) { v.values[name] = strconv.FormatInt(x, 10) }
	for i := range a.Splits {
		s := &a.Splits[i]
		name := "split." + splitName(s)
		put(name+".bytes", s.Disk)
		put(name+".once", s.Once)
		put(name+".rows", s.Rows)
		put(name+".values", s.Values)
		put(name+".parts", s.Parts)
		if s.Touched.Known {
			put(name+".reads", s.Touched.High)
		}
	}
	said, mood := "The partition takes "+number.Bytes(a.Now)+", below "+number.Bytes(a.Target)+". A bucket would only make queries read more partitions.", "fine"
	// A bucket that the key has already may be exchanged for another one.
	bucketed, parts, reads := false, false, false
	for i := range a.Splits {
		bucketed = bucketed || a.Splits[i].Kind == sizing.TimeBucket && a.Splits[i].Parts == 0
		parts = parts || a.Splits[i].Parts > 0
		reads = reads || a.Splits[i].Touched.Known
	}
	switch {
	case len(a.Splits) == 0:
		mood = "watch"
		said = "No bucket of time can be worked out: rows are not written as time passes here, or one bucket would hold everything. A line distinct.COLUMN names a clustering column that may join the partition key."
	case a.Now <= a.Target && (!bucketed || a.Best < 0):
	case a.Best < 0:
		mood = "bad"
		said = "No single split brings the partition below " + number.Bytes(a.Target) + ". Put two together, or take columns out."
	default:
		s := &a.Splits[a.Best]
		said = "Below " + number.Bytes(a.Target) + " with the fewest reads: split by " + splitWords(s) + ", " + number.Bytes(s.Disk) + " each"
		if t := touchedWords(s.Touched); t != "" {
			said += "; a query reads " + t
		}
		said += "."
	}
	n.Add(v.say("buckets", said, mood))
	if len(a.Splits) > 0 {
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
			if t := touchedWords(s.Touched); reads {
				row = append(row, t)
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
		n.Add(figure.Table("Ways to split the partition", head, rows))
		for i := range a.Splits {
			s := &a.Splits[i]
			id := v.id("cql-" + splitName(s))
			n.Add(view.El("details", view.Class("split"), view.A("data-key", splitName(s)), view.Flag("open", i == a.Best && (bucketed || a.Now > a.Target)),
				view.El("summary", view.Text("The table, split by "+splitWords(s))),
				view.El("pre", view.Class("proposal-cql"), view.A("tabindex", "0"), view.A("role", "group"), view.A("aria-label", "the table, split by "+splitWords(s)),
					view.El("code", view.A("id", id), view.Text(s.CQL))),
				view.El("button", view.Class("fix needs-lab"), view.A("type", "button"), view.A("data-do", "copytext"), view.A("data-copy", id), view.Text("Copy")),
				view.El("p", view.Class("field-note"), view.Text(bucketNote(s)))))
		}
	}
	if len(a.Without) > 0 && a.Now > a.Target {
		var parts []string
		for _, w := range a.Without {
			s := "without " + w.Column + " " + number.Bytes(w.Disk)
			if w.Fits {
				s += " (below)"
			}
			parts = append(parts, s)
		}
		n.Add(view.El("p", view.Text("Or keep the key and store less in a row: "+strings.Join(parts, "; ")+".")))
	}
	return n
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
		return number.Count(t.High) + " (" + number.Count(t.Low) + " only on the stroke)"
	}
	return number.Count(t.Low) + ", or " + number.Count(t.High) + " for " + number.Percent(t.Share) + " of queries"
}

// bucketNote says what the program that reads and writes has to do.
func bucketNote(s *sizing.Split) string {
	switch s.Kind {
	case sizing.HashBucket:
		return "The writer takes a hash of the row's key modulo " + number.Count(s.Parts) + " as " + s.Column + "; a reader asks all of them and merges."
	case sizing.KeyColumn:
		return "A query then has to name " + s.Column + "; it reads one partition for each value."
	}
	return "The writer works " + s.Column + " out from the row's time; a reader asks one partition after the other."
}
