package lab

// A whole small kind of calculator, to copy: the shortest that has fields, an answer, a
// figure, numbers and what is assumed. See "How to add a widget" in CONTRIBUTING.md.

import (
	"strings"
	"testing"

	"partitionlab/wasm/figure"
	"partitionlab/wasm/lab/fence"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/number"
	"partitionlab/wasm/view"
	"partitionlab/wasm/work"
)

// An average widget says how many rows a partition has on average.
//
//	rows = 1000000      of the table
//	partitions = 5000
type average struct{ rows, partitions input.Field }

// parseAverage makes of a fence what does not change. What the author wrote is the default.
func parseAverage(f *fence.Fence) widget {
	z := &average{
		rows:       input.Field{Key: "rows", Type: input.Whole, Label: "Rows", Default: "1000000", Least: 0, Most: 1e12},
		partitions: input.Field{Key: "partitions", Type: input.Whole, Label: "Partitions", Default: "5000", Least: 1, Most: 1e9, Slider: &input.Slider{Lo: 1, Hi: 1e6}},
	}
	all := ownFields(f, z.fields())
	f.Asks([]string{"rows"}) // what `ask` may say
	return widget{fields: all, work: func(s *Spec) worker { return &averageWork{form: form{Spec: s}, z: z} }}
}

func (z *average) fields() []*input.Field { return []*input.Field{&z.rows, &z.partitions} }

// An averageWork is kept as long as the widget is in a page. What it keeps must not show.
type averageWork struct {
	form
	z *average

	problems         input.Problems
	rows, partitions int64
	each             int64 // rows of a partition, rounded up
}

// work works everything out. What takes long asks the meter, and stops when that is used up.
func (w *averageWork) work(*work.Meter) {
	w.problems = w.form.problems()
	w.rows, w.partitions = w.whole(&w.z.rows), w.whole(&w.z.partitions)
	w.each = (w.rows + w.partitions - 1) / w.partitions
}

// answer lays out what was worked out.
func (w *averageWork) answer() *Output {
	values := outputs{} // what `expect` and prose may name
	values.put("rows", w.each)
	a := verdict{headline: number.Begin(w.each, "row") + " in a partition", more: number.Of(w.rows, "row") + " are in " + number.Of(w.partitions, "partition") + "."}
	tabs := []tab{
		numbersTab("Where the rows are", [][]string{
			{"rows of the table", number.Count(w.rows)},
			{"partitions", number.Count(w.partitions)},
			{"rows of a partition", number.Count(w.each)},
		}),
		assumedTab(remark("even", "The partitions are about equal. The largest may be far above the average.")),
	}
	return w.reckoned(values, w.problems, w.ownGiven(w.z.fields(), w.problems), a, w.bars().Figure().Beside().View(), tabs)
}

func (w *averageWork) bars() *figure.Bars {
	return &figure.Bars{ID: w.Element("bars"), Title: "Where the rows are", Head: []string{"", "rows"},
		Desc: number.Begin(w.each, "row") + " in a partition, " + number.Count(w.rows) + " in the table.",
		Bars: []figure.Bar{
			{Name: "a partition", Says: number.Count(w.each), Value: float64(w.each)},
			{Name: "the table", Says: number.Count(w.rows), Value: float64(w.rows)},
		}}
}

// TestSample: what CONTRIBUTING tells to copy works.
func TestSample(t *testing.T) {
	kinds = append(kinds, kind{name: "average", parse: parseAverage, picture: true})
	defer func() { kinds = kinds[:len(kinds)-1] }()
	s, complaints := Parse("average", "id = average1\ntitle = How many rows has a partition?\npartitions = 400 | label Hotels\nexpect = rows 2500\n", nil)
	if len(complaints) > 0 {
		t.Fatal(complaints)
	}
	r := s.Start()
	defer r.Close()
	out := r.Run()
	html := view.HTML(out.View)
	if out.Values["rows"] != "2500" || out.Sentence != "2,500 rows in a partition. 1,000,000 rows are in 400 partitions." || !strings.Contains(html, "Hotels") || !strings.Contains(html, "<svg") {
		t.Errorf("%v %s\n%s", out.Values, out.Sentence, html)
	}
	r.Set("partitions", "none")
	if out = r.Run(); out.Problems.Of("partitions") == "" {
		t.Error("nothing is said of partitions = none")
	}
}
