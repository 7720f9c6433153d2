package exercise

import (
	"strings"

	"partitionlab/wasm/number"
	"partitionlab/wasm/plan"
)

// A Cost is one number that two answers can be compared by.
type Cost struct {
	What  string // "partitions that page reads"
	Value float64
	Bytes bool
	Left  bool // of the rows that the key leaves: it loses others
}

// A Comparison is a cost of the learner's answer beside the model's.
type Comparison struct {
	What         string
	Yours, Model string
	Same         bool
}

// costs are what a trial costs: of each question the partitions and rows that it reads,
// and the bytes of these; of each table the bytes of a row and of its largest
// partition; the rows that one thing writes; of statements what they touched.
func (t *trial) costs() (out []Cost) {
	put := func(value float64, bytes bool, what string, args ...string) {
		out = append(out, Cost{What: say(what, args...), Value: value, Bytes: bytes})
	}
	var partitions, rows, returned, scans, deletions int
	for _, r := range t.ran {
		deletions += r.Deletions.Sum()
		if r.Cost != nil && r.Plan != nil {
			partitions += r.Cost.Partitions
			rows += r.Cost.Rows
			returned += r.Cost.Returned
			if r.Plan.Partitions > plan.SomePartitions {
				scans++
			}
		}
	}
	count := func(what string, n int) {
		if n > 0 {
			put(float64(n), false, what)
		}
	}
	count("partitions read", partitions)
	count("rows read", rows)
	count("rows returned", returned)
	count("questions to all nodes", scans)
	count("tombstones written", deletions)
	day, fewer := t.e.day(), false
	for _, p := range t.e.Must { // where the task wants fewer rows than things
		fewer = fewer || p.Rule == "keeps" && p.Limited
	}
	for _, a := range t.asked {
		if a == nil || !a.Served() {
			continue
		}
		shown := strings.ReplaceAll(a.Question.Shown, "*", "")
		put(float64(a.Partitions), false, "partitions read for %", shown)
		s, ok := a.Fit.size(day)
		if !ok {
			continue
		}
		n, from := a.rowsRead(day), len(out)
		put(n, false, "rows read for %", shown)
		put(n*s.BytesPerRow, true, "bytes read for %", shown)
		put(s.BytesPerRow, true, "bytes of a row that % reads", shown)
		on := ""
		if a.Question.Of.Population.grows() {
			on = say(", on day %", number.Count(s.Day))
		}
		put(float64(s.Bytes), true, "largest partition that % reads%", shown, on)
		if k := t.held(a.Fit); !fewer && (k.Kept < k.Written || a.Fit.confused() != nil) {
			for i := from; i < len(out); i++ {
				out[i].Left = true
			}
		}
	}
	var told words
	written := func(noun string, sets []*Rows) {
		if n, _ := t.copies(sets); n > 0 && !told.has(noun) {
			put(float64(n), false, "rows written for one %", noun)
		}
		told.add(noun)
	}
	for _, p := range t.e.Must { // what the task calls one booking may be more than one row of ours
		if p.Rule == "writes" {
			written(p.Rows[0].Noun, p.Rows)
			for _, set := range p.Rows {
				told.add(set.Noun)
			}
		}
	}
	for _, set := range t.e.Rows {
		one := *set
		one.Rows = set.Rows[:min(1, len(set.Rows))]
		written(set.Noun, []*Rows{&one})
	}
	return out
}

// day is the latest day that a predicate speaks of, a year on where none does.
func (e *Exercise) day() float64 {
	day := -1.0
	for _, p := range e.Must {
		day = max(day, p.Day)
	}
	if day < 0 {
		return 365
	}
	return day
}

// leftOver is said beside what looks cheap because rows are missing.
const leftOver = ", but the key loses rows: this is for those that are left"

// Compare puts the costs of an answer beside those of the model answer.
func (e *Exercise) Compare(r *Judgement) (out []Comparison) {
	for _, c := range r.Costs {
		for _, d := range e.Model.Costs {
			if c.What == d.What {
				mine := c.text() + either(c.Left, leftOver, "")
				out = append(out, Comparison{c.What, mine, d.text(), mine == d.text()})
			}
		}
	}
	return out
}

func (c Cost) text() string {
	if c.Bytes {
		return number.Bytes(c.Value)
	}
	if c.Value == float64(int64(c.Value)) {
		return number.Count(int64(c.Value))
	}
	return number.Round(c.Value)
}
