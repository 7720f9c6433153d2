package lab

import (
	"maps"

	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/view"
)

func (z *sizeWidget) work(s *Spec) *sizeWork {
	return &sizeWork{form: form{Spec: s}, z: z, wanted: s.selected()}
}

// A sizeWork sizes for one input after the other.
type sizeWork struct {
	form
	z      *sizeWidget
	wanted selection
	schema *judged // the last one that was not the fence's
	now    *sized  // for the inputs as they are
	good   *sized  // the last one that has an answer
}

// judgedSchema is the verdict on the schema, which is worked out once for each text.
func (w *sizeWork) judgedSchema() *judged {
	text := w.text(&w.z.code)
	switch {
	case text == w.z.code.Default || len(text) > tooMuch:
		return w.z.schema
	case w.schema == nil || w.schema.src.Text != text:
		w.schema = judge("", text)
	}
	return w.schema
}

func (w *sizeWork) step(func() bool) bool {
	w.now = w.z.size(w.in, w.judgedSchema())
	w.now.workSections(&w.wanted)
	if w.now.result == nil && w.good == nil {
		w.good = w.z.size(&input.State{}, w.z.schema)
		w.good.workSections(&w.wanted)
	}
	if w.now.result != nil {
		w.good = w.now
	}
	return true
}

// do repairs the schema.
func (w *sizeWork) do(what, with string) place.Effect {
	if what == "fix" && w.now != nil && w.now.other {
		if text, ok := w.now.schema.fixed(with); ok {
			return place.Effect{Put: &place.Text{Name: w.z.code.Key, Text: text}}
		}
	}
	return place.Effect{}
}

// sizeView is what the widget shows: the fields as they are, and the answer for them or
// the last one that there was.
func (w *sizeWork) sizeView() *sizeView {
	return &sizeView{form: &w.form, z: w.z, wanted: &w.wanted, now: w.now, shown: w.good}
}

func (w *sizeWork) answer() *Output {
	v := w.sizeView()
	out := &Output{Values: outputs{}, Used: v.shown.in, Problems: v.now.problems}
	if v.shown.result != nil {
		out.Values = v.shown.outputs()
		for _, f := range v.shown.outcomes {
			maps.Copy(out.Values, f.values)
		}
		out.Sentence = v.sentence()
	}
	if v.now.result == nil && v.shown.result != nil {
		out.Sentence = v.staleNote() + " " + out.Sentence
	}
	out.View = v.widget()
	return out
}

// A sizeView lays out what a size widget worked out.
type sizeView struct {
	*form
	z      *sizeWidget
	wanted *selection
	now    *sized // for the fields as they are
	shown  *sized // for the answer; the same unless a field cannot be read
}

// say is what a section says, as a paragraph where the widget's own answer is another
// one.
func (v *sizeView) say(f *outcome) *view.Node {
	if v.shown.focus(v.wanted) == f {
		return nil
	}
	return view.Leaf("p", "section-said", f.said)
}

func (v *sizeView) widget() *view.Node {
	if v.shown.result == nil {
		return v.view(false, v.schema(), v.inputs(), noAnswer())
	}
	below := view.Nodes{v.stale(), v.answer(), v.spread()}
	if v.shown.focus(v.wanted) == nil {
		below = append(append(below, v.open()...), v.folded(), v.notes())
	} else {
		below = append(below, v.folded())
	}
	return v.view(v.now.result == nil, v.schema(), v.inputs(), v.results(below))
}

// noAnswer stands where no inputs had an answer yet.
func noAnswer() *view.Node {
	return view.El("div", view.Class("results"), view.El("output", view.Class("answer bad"), view.A("aria-live", "off"), view.Text("There is no answer for these inputs.")))
}

// open are the sections that stand in the open.
func (v *sizeView) open() (out view.Nodes) {
	for i := range sections {
		if f := v.shown.outcomes[sections[i].name]; f != nil && sections[i].open {
			if n, ok := f.body(v).(*view.Node); ok && n != nil {
				out = append(out, n)
			}
		}
	}
	return out
}

// folded are the sections that unfold, one at a time.
func (v *sizeView) folded() *view.Node {
	n := view.El("div", view.Class("sections"))
	first := v.wanted.some
	for i := range sections {
		s := &sections[i]
		f := v.shown.outcomes[s.name]
		if f == nil || s.open {
			continue
		}
		title := s.title
		if f.title != "" {
			title = f.title
		}
		n.Add(view.El("details", view.Class("section section-"+s.name), view.A("data-key", s.name), view.A("name", v.Element("sections")), view.Flag("open", first),
			view.Leaf("summary", "", title), view.El("div", view.Class("section-body"), f.body(v))))
		first = false
	}
	return n
}
