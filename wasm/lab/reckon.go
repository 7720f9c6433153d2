package lab

// What the calculators with a handful of fields have in common: cost of copies, of an
// index, of a batch, of what leaves; consistency; the ring.

import (
	"slices"
	"strings"

	"partitionlab/wasm/figure"
	"partitionlab/wasm/lab/fence"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/number"
	"partitionlab/wasm/view"
)

// ownFields takes defaults and labels of fields from lines of a fence, and complains of
// other lines: `rows = 1000 | label Members`. It returns them as the widget keeps them.
func ownFields(f *fence.Fence, fields []*input.Field, more ...string) (all []input.Field) {
	own := more
	for _, x := range fields {
		own = append(own, x.Key)
	}
	f.Only(own...)
	for _, x := range fields {
		l, ok := f.Line(x.Key)
		if !ok {
			all = append(all, *x)
			continue
		}
		value, attrs := fence.Attrs(l.Value)
		x.Default = value
		if p := x.Wrong(value); p != "" {
			f.Wrong(l.At, p, "")
		}
		for _, a := range attrs {
			if a.Name != "label" {
				f.Wrong(l.At, "a field of this widget has no "+a.Name, "write | label and the words beside the field")
				continue
			}
			x.Label = a.Value
		}
		all = append(all, *x)
	}
	return all
}

// whole is the number in a field, its default where that cannot be read.
func (f *form) whole(x *input.Field) int64 {
	n, ok, _ := x.Number(f.in.Values)
	if !ok {
		n, _, _ = x.Number(nil)
	}
	return int64(n)
}

// ownField is the element of a field: its value as the inputs have it, its slider at
// the number that counts.
func (f *form) ownField(x *input.Field, problems input.Problems) *view.Node {
	shown := f.show(*x, problems.Of(x.Key))
	if x.Type == input.Choice {
		shown.value, _ = x.Option(f.in.Values)
		return f.selection(shown)
	}
	if x.Slider != nil {
		shown.at = float64(f.whole(x))
	}
	if shown.value == "" {
		shown.note = x.Hint
	}
	return f.fieldView(shown)
}

// ownGiven are the elements of fields, in their order.
func (f *form) ownGiven(fields []*input.Field, problems input.Problems) *view.Node {
	given := view.El("div", view.Class("fields"))
	for _, x := range fields {
		given.Add(f.ownField(x, problems))
	}
	return given
}

// reckoned is the output of such a calculator: its fields, the answer with its figure,
// and tabs.
func (f *form) reckoned(values outputs, problems input.Problems, given *view.Node, a verdict, drawn *view.Node, tabs []tab) *Output {
	instead := f.instead()
	return &Output{Values: values, Sentence: also(a.sentence(), instead), Used: f.in.Values, Problems: problems,
		View: f.frame(instead != "", view.Nodes{given}, f.results(staleNote(instead), f.answerView(a), drawn), f.tabs(tabs))}
}

// instead says for which numbers and choices the answer is where those in the fields cannot be read
// or are too large, or a field is empty: see whole. It is "" where all can be.
func (f *form) instead() string {
	wrong := slices.DeleteFunc(f.Changes(f.in.Values), func(c input.Change) bool {
		none := strings.TrimSpace(c.Value) == "" && c.Default != ""
		return c.Type != input.Whole && c.Type != input.Choice || c.Wrong(c.Value) == "" && !none
	})
	if len(wrong) == 0 {
		return ""
	}
	return "The answer is for " + named(wrong) + "."
}

// also is a sentence with another one behind it, where there is one.
func also(s, more string) string { return strings.TrimSpace(s + " " + more) }

// staleNote says for which inputs the answer is; it is nil where there is nothing to say.
func staleNote(s string) *view.Node {
	if s == "" {
		return nil
	}
	return view.Leaf("p", "stale-note", s)
}

// numbersTab has all numbers of a calculator, each beside what it counts.
func numbersTab(caption string, rows [][]string) tab {
	return tab{name: "numbers", title: "All numbers", body: func() view.Part { return figure.Table(caption, []string{"", ""}, rows) }}
}

// assumedTab says what a calculator takes for granted.
func assumedTab(remarks ...*view.Node) tab {
	return tab{name: "assumed", title: "What is assumed", body: func() view.Part { return view.El("ul", view.Class("notes"), view.Nodes(remarks)) }}
}

// counted is how many there are of something.
type counted struct {
	name string
	n    int64
}

// countBars are bars of counts; what and of are the heads of their two columns.
func (f *form) countBars(title, what, of string, counts ...counted) *figure.Bars {
	b := &figure.Bars{ID: f.Element("bars"), Title: title, Head: []string{what, of}}
	for _, x := range counts {
		b.Bars = append(b.Bars, figure.Bar{Name: x.name, Says: number.Count(x.n), Value: float64(x.n)})
	}
	return b
}
