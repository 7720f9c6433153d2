package lab

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/view"
	"partitionlab/wasm/work"
)

func (z *sizeWidget) work(s *Spec) *sizeWork {
	return &sizeWork{form: form{Spec: s}, z: z, wanted: s.selected()}
}

// A sizeWork sizes for one input after the other.
type sizeWork struct {
	form
	z       *sizeWidget
	wanted  selection
	schema  *judged // the last one that was not the fence's
	held    *judged // the last one that gave tables to size, and was not refused
	now     *sized  // for the inputs as they are
	good    *sized  // the last one that has an answer
	last    Inputs  // before the last change
	typing  string  // the field that is being typed into, "" for none
	settled *sized  // the answer from before that
	bare    *sized  // see untouched
}

// judgedSchema is the verdict on the schema, which is worked out once for each text.
func (w *sizeWork) judgedSchema(m *work.Meter) *judged {
	text := w.text(&w.z.code)
	switch {
	case text == w.z.code.Default || len(text) > tooMuch:
		return w.z.schema
	case w.schema == nil || w.schema.stopped || w.schema.src.Text != text:
		w.schema = judgeTables(m, text)
	}
	return w.schema
}

func (w *sizeWork) work(m *work.Meter) {
	j := w.judgedSchema(m)
	if w.now = nil; j == w.z.schema && len(w.in.Values)+len(w.in.Lost) == 0 {
		w.now = w.z.first.Swap(nil)
	}
	if w.now == nil {
		w.now = w.z.size(w.in, j, cmp.Or(w.held, w.z.schema))
	}
	if j.whole() && !j.stopped {
		w.held = j
	}
	w.now.in = w.in.Values
	w.now.workSections(&w.wanted)
	if w.now.result == nil && w.good == nil {
		w.good = w.beginning(j)
		w.good.workSections(&w.wanted)
	}
	w.settle()
	switch {
	case w.now.result != nil:
		w.good = w.now
	default:
		w.good = w.settled
	}
}

// beginning is the answer where none was before, as behind a link, and some inputs are wrong: that of
// the others, for the reader's own table, else the page's.
func (w *sizeWork) beginning(j *judged) *sized {
	if j != w.z.schema && j.whole() {
		in := maps.Clone(w.in.Values)
		for _, p := range w.now.problems {
			delete(in, p.Field)
		}
		if in[w.z.code.Key] != "" {
			if x := w.z.size(&input.State{Values: in}, j, j); x.result != nil {
				x.in = in
				return x
			}
		}
	}
	return w.z.size(&input.State{}, w.z.schema, nil)
}

// settle keeps the answer from before the reader began to type into a number's field: a
// number that is half typed has an answer, too, but nobody has asked for that. Who replaces
// the whole number begins anew.
func (w *sizeWork) settle() {
	changed, on := "", true
	for _, v := range [...]Inputs{w.last, w.in.Values} {
		for key := range v {
			was, had := w.last[key]
			if is, has := w.in.Values[key]; was != is || had != has {
				changed, on = key, strings.HasPrefix(is, was) || strings.HasPrefix(was, is) && (is != "" || len(was) == 1)
			}
		}
	}
	if f := w.z.field(changed); changed != w.typing || !on || f == nil || f.Type != input.Quantity {
		w.typing, w.settled = changed, w.good
	}
	w.last = maps.Clone(w.in.Values)
	if w.settled == nil {
		w.settled = w.now
	}
}

// untouched is what comes out for the table before anything is said of it.
func (w *sizeWork) untouched() *sized {
	if t := w.now.table; w.bare == nil || w.bare.table != t {
		if len(w.in.Values) == 0 { // nothing has been said
			w.bare = w.now
			return w.bare
		}
		in := Inputs{}
		if w.now.other {
			in[w.z.code.Key] = w.now.held.src.Text
		}
		if t != nil {
			in[w.z.table.Key] = fullName(t)
		}
		w.bare = w.z.size(&input.State{Values: in}, w.now.held, nil)
	}
	return w.bare
}

// do repairs the schema.
func (w *sizeWork) do(what, with string) place.Effect {
	if what == "fix" && w.now != nil && w.now.other && w.now.schema.src.Text == w.text(&w.z.code) {
		if text, ok := w.now.schema.fixed(with); ok {
			return place.Effect{Put: &place.Text{Name: w.z.code.Key, Text: text, Mark: true}}
		}
	}
	return place.Effect{}
}

// sizeView is what the widget shows: the fields as they are, and the answer for them or
// the last one that there was.
func (w *sizeWork) sizeView() *sizeView {
	return &sizeView{form: &w.form, z: w.z, wanted: &w.wanted, now: w.now, shown: w.good, untouched: w.untouched}
}

func (w *sizeWork) answer() *Output {
	v := w.sizeView()
	out := &Output{Values: outputs{}, Used: v.shown.in, Problems: v.now.problems}
	if v.shown.result == nil {
		out.Sentence = noAnswer.sentence()
		out.View = w.frame(false, view.Nodes{v.schema(), v.inputs()}, w.results(w.answerView(noAnswer)), w.tabs([]tab{v.moreInputs()}))
		return out
	}
	out.Values = v.outputs()
	for _, f := range v.shown.outcomes {
		maps.Copy(out.Values, f.values)
	}
	a := v.verdict()
	out.Sentence = a.sentence()
	if v.now.result == nil {
		out.Sentence = v.staleNote() + " " + out.Sentence
	}
	out.View = w.frame(v.now.result == nil, view.Nodes{v.schema(), v.inputs(), v.assumes()}, w.results(v.stale(), w.answerView(a), v.figure()), w.tabs(v.tabs()))
	return out
}

// whole is the schema with the numbers, as files of the workbench.
func (w *sizeWork) whole() (text string, settings Inputs) {
	text = benchSchema(w.text(&w.z.code))
	if w.now != nil && w.now.all != nil {
		text += "\n\n-- file: numbers.size\n" + w.now.all.Text()
	}
	return text, nil
}

// outputs are those of what is shown.
func (v *sizeView) outputs() outputs {
	if v.closed != nil {
		return v.shown.outputs()
	}
	if v.shown.said == nil { // a page has no use for these
		v.shown.said = v.shown.outputs()
		v.shown.turns(v.shown.said)
	}
	return maps.Clone(v.shown.said)
}

// noAnswer stands where no inputs had an answer yet.
var noAnswer = verdictOf("There is no answer for these inputs.", "bad")

// A sizeView lays out what a size widget worked out.
type sizeView struct {
	*form
	z      *sizeWidget
	wanted *selection
	now    *sized // for the fields as they are
	shown  *sized // for the answer; the same unless a field cannot be read
	// untouched is what comes out before anything is said: it decides where fields stand,
	// so that none leaves its place while somebody types in it.
	untouched func() *sized

	all []quantity // see quantities
}

// tabs are what else there is to the answer: sections, remarks, and the inputs that
// matter less.
func (v *sizeView) tabs() (out []tab) {
	focus := v.shown.focus(v.wanted)
	for i := range sections {
		s := &sections[i]
		f := v.shown.outcomes[s.name]
		if f == nil {
			continue
		}
		asked := f == focus || s.ask != "" && s.ask == v.Ask.Name
		if asked && f.body == nil || f.none != nil && !v.closed[s.name] && f.none() { // closed: it said something before
			continue
		}
		title := s.title
		if f.title != "" {
			title = f.title
		}
		open := slices.ContainsFunc(v.standingIn(s.name), func(q quantity) bool { return v.shownField(q).tells() })
		out = append(out, tab{name: s.name, title: title, open: open, body: func() view.Part { return v.section(f, asked) }})
	}
	if n := v.notes(); n != nil {
		out = append(out, tab{name: "notes", title: "Notes", body: func() view.Part { return n }})
	}
	return append(out, v.moreInputs())
}

// section lays out what is in the tab of a section: what it answers and shows, where
// that does not stand beside the inputs, and the rest.
func (v *sizeView) section(f *outcome, asked bool) (out view.Nodes) {
	part := func(p func(*sizeView) view.Part) {
		if p == nil {
			return
		}
		switch n := p(v).(type) {
		case *view.Node:
			out = append(out, n)
		case view.Nodes:
			out = append(out, n...)
		}
	}
	if !asked {
		if f.answer.headline != "" {
			out = append(out, view.Leaf("p", "section-said", f.answer.sentence()))
		}
		part(f.figure)
	}
	part(f.body)
	return out
}
