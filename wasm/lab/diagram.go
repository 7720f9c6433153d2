package lab

import (
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/lab/fence"
	"partitionlab/wasm/view"
	"partitionlab/wasm/work"
)

// A diagram widget shows one figure of a model or of a schema: its entities, its
// workflow, its tables without types (logical) or with them (physical). Nothing in it
// changes, so the program that chapters load leaves it as it was built: it brings the
// mapping neither along nor the drawing. What is depicted is in model_figures.go.
type diagramWidget struct {
	figure string    // one of figureNames
	at     diag.Span // of the line that names it
}

// figureNames are the figures in the order of the method's steps.
var figureNames = []string{"entities", "workflow", "logical", "physical"}

// drawsDiagram does the drawing where it is built in: what a diagram shows below its title.
// It complains to the fence of what cannot be depicted.
var drawsDiagram func(z *diagramWidget, f *fence.Fence) func(*form) *depicted

// depicted is what a diagram shows.
type depicted struct {
	said   verdict
	drawn  *view.Node
	tabs   []tab
	values map[string]string
}

func parseDiagram(f *fence.Fence) widget {
	f.Asks([]string{"figure"})
	f.Only("figure", "domain")
	f.Domain()
	z := &diagramWidget{figure: "logical"}
	if l, ok := f.Line("figure"); ok {
		z.figure, z.at = l.Value, l.At
	}
	known := false
	for _, name := range figureNames {
		known = known || name == z.figure
	}
	if !known {
		f.Wrong(z.at, "there is no figure "+z.figure, "write one of "+strings.Join(figureNames, ", "))
		z.figure = "logical"
	}
	var draw func(*form) *depicted
	if drawsDiagram != nil {
		draw = drawsDiagram(z, f)
	}
	return widget{work: func(s *Spec) worker { return &diagramWork{form: form{Spec: s}, draw: draw} }}
}

type diagramWork struct {
	form
	draw func(*form) *depicted // nil where it stays as it was built
	kept *depicted             // drawn once: nothing in it changes
}

func (w *diagramWork) work(*work.Meter) {
	if w.draw != nil && w.kept == nil {
		w.kept = w.draw(&w.form)
		w.kept.drawn = settled(w.kept.drawn)
	}
}

func (w *diagramWork) answer() *Output {
	body := view.El("div", view.Class("results drawn"))
	out := &Output{Values: map[string]string{}, Used: w.in.Values}
	if d := w.kept; d == nil {
		body.Rest = true
	} else {
		body.Add(w.answerView(d.said), d.drawn, w.form.tabs(d.tabs))
		out.Values, out.Sentence = d.values, d.said.sentence()
	}
	out.View = w.view(false, body)
	return out
}
