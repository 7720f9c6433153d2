package lab

import (
	"strconv"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/exercise"
	"partitionlab/wasm/lab/fence"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/progress"
	"partitionlab/wasm/work"
)

// An exercise asks for an answer and judges it when the reader presses Check: package
// exercise says what follows from it. Hints come one at a time, the model answer after
// success or two tries.
//
// Authors write files, which package exercise/exercisebook reads, proves and turns into the
// fence that is read here.
type exerciseWidget struct {
	e          *exercise.Exercise
	minutes    string
	prompt     string   // Markdown, as all that follows
	before     string   // CQL that has run, where the page shows it and not what is left of it
	items      []string // options of a choice; items of a match, of an order in the right one
	categories []string
	hints      []string
	model      string // CQL, or how the answer comes about
	after      string
	fields     []input.Field // one; of a match one for each item
}

// The keys of answers that are no CQL.
const answerKey = "answer"

// What [input.State] keeps of an exercise.
const (
	doneChecked = "checked" // the answer that was last checked
	doneAsked   = "asked"   // that answer is not counted yet
	doneTries   = "tries"   // how many were checked
	doneSolved  = "solved"  // one was right before: what is tried then is curiosity
	doneHints   = "hints"   // how many hints are shown
	doneModel   = "model"   // the reader has asked for the model answer
)

// triesForModel is after how many tries the model answer may be seen.
const triesForModel = 2

func parseExercise(f *fence.Fence) widget {
	f.Only("minutes", "prompt", "given", "category", "item", "hint", "model", "after", "judge")
	z := &exerciseWidget{}
	packed, ok := "", false
	for _, l := range f.Lines {
		value := unescape.Replace(l.Value)
		switch l.Name {
		case "minutes":
			z.minutes = value
		case "prompt":
			z.prompt = value
		case "given":
			z.before = value
		case "category":
			z.categories = append(z.categories, value)
		case "item":
			z.items = append(z.items, value)
		case "hint":
			z.hints = append(z.hints, value)
		case "model":
			z.model = value
		case "after":
			z.after = value
		case "judge":
			packed = value
		}
	}
	if z.e, ok = exercise.Unpack(packed); !ok || len(z.e.Items) != len(z.items) || len(z.e.Categories) != len(z.categories) {
		f.Wrong(diag.Span{}, "this is no exercise that a page could hold", "write it as a file of content/exercises, and file = and its name in the chapter")
		z.e, z.items, z.categories = &exercise.Exercise{Kind: exercise.Number}, nil, nil
	}
	z.fields = z.inputs(strings.TrimRight(f.CQL, "\n"))
	return widget{fields: z.fields, work: func(s *Spec) worker { return &exerciseWork{form: form{Spec: s}, z: z} }}
}

var unescape = strings.NewReplacer(`\\`, `\`, `\n`, "\n")

// inputs are the fields of the answer.
func (z *exerciseWidget) inputs(start string) (out []input.Field) {
	const label = "Your answer"
	letters := func() (all []input.Option) {
		for i, text := range z.items {
			all = append(all, input.Option{Value: exercise.Letter(i), Label: text})
		}
		return all
	}
	switch z.e.Kind {
	case exercise.CQL:
		return []input.Field{{Key: codeKey, Type: input.CQL, Label: label, Default: start}}
	case exercise.Number:
		unit := z.e.Amount.Unit
		if z.e.Amount.Known { // any of its kind will do
			unit = ""
		}
		return []input.Field{{Key: answerKey, Type: input.Quantity, Label: label, Unit: unit}}
	case exercise.Choice:
		typ := input.Choice
		if z.several() {
			typ = input.Names
		}
		return []input.Field{{Key: answerKey, Type: typ, Label: label, Options: letters(), Noun: "option"}}
	case exercise.Match:
		for i, text := range z.items {
			x := input.Field{Key: answerKey + strconv.Itoa(i+1), Type: input.Choice, Label: text, Noun: "category"}
			for j, key := range z.e.Categories {
				x.Options = append(x.Options, input.Option{Value: key, Label: z.categories[j]})
			}
			out = append(out, x)
		}
		return out
	}
	x := input.Field{Key: answerKey, Type: input.Names, Label: label, Noun: "item"}
	for i := range z.items {
		x.Options = append(x.Options, input.Option{Value: strconv.Itoa(i + 1)})
	}
	x.Default = z.order("")
	return []input.Field{x}
}

// several reports whether more than one option is right.
func (z *exerciseWidget) several() bool {
	n := 0
	for i := range z.e.Items {
		n += z.e.Items[i].Want
	}
	return z.e.Kind == exercise.Choice && n > 1
}

// order makes an order of all items of a text that names some: the others follow as they
// are shown at first.
func (z *exerciseWidget) order(text string) string {
	var out []string
	taken := make([]bool, len(z.items)+1)
	for _, word := range strings.Fields(text) {
		if n, err := strconv.Atoi(word); err == nil && n > 0 && n < len(taken) && !taken[n] {
			taken[n] = true
			out = append(out, word)
		}
	}
	for n := 1; n < len(taken); n++ {
		if !taken[n] {
			out = append(out, strconv.Itoa(n))
		}
	}
	return strings.Join(out, " ")
}

// An exerciseWork keeps the verdict on the answer that was last checked.
type exerciseWork struct {
	form
	z       *exerciseWidget
	given   *givenView // laid out once
	judged  string     // the answer that result is about
	result  *exercise.Judgement
	stopped bool   // before the result was there
	told    bool   // the result was an answer of the page
	checked string // the answer that the reader has checked; "" for none
}

func (w *exerciseWork) work(m *work.Meter) {
	w.checked = w.in.Done[doneChecked]
	w.verdict(m, w.checked)
}

// verdict judges an answer, once; one that the reader has stopped when Check is pressed again.
// A check that was left because another place went on with it has stopped for nobody.
func (w *exerciseWork) verdict(m *work.Meter, answer string) *exercise.Judgement {
	if w.result == nil || w.judged != answer || w.stopped && (!w.told || w.in.Done[doneAsked] != "") {
		w.judged, w.result = answer, w.z.e.JudgeUnder(m, answer)
		w.stopped, w.told = m.Stopped(), false
	}
	return w.result
}

// typed is the answer that the fields hold, as package exercise takes it.
func (w *exerciseWork) typed() string {
	x := &w.z.fields
	switch w.z.e.Kind {
	case exercise.Match:
		var keys []string
		empty := true
		for i := range *x {
			key, _ := (*x)[i].Option(w.in.Values)
			if key == "" {
				key = "?"
			} else {
				empty = false
			}
			keys = append(keys, key)
		}
		if empty {
			return ""
		}
		return strings.Join(keys, " ")
	case exercise.Order:
		return w.z.order(w.text(&(*x)[0]))
	case exercise.Choice:
		if w.z.several() {
			names, _ := (*x)[0].List(w.in.Values)
			return strings.Join(names, " ")
		}
	}
	return strings.TrimSpace(w.text(&(*x)[0]))
}

// done is how far something went that buttons do.
func (w *exerciseWork) done(what string) int {
	n, _ := strconv.Atoi(w.in.Done[what])
	return n
}

// open reports whether the model answer may be seen.
func (w *exerciseWork) open() bool {
	return w.done(doneTries) >= triesForModel || w.checked != "" && w.result.Passed
}

func count(what string, n int) place.Text { return place.Text{Name: what, Text: strconv.Itoa(n)} }

// finish counts the answer that the reader has checked, now that it is judged.
func (w *exerciseWork) finish() place.Effect {
	if w.in.Done[doneAsked] == "" {
		return place.Effect{}
	}
	e := place.Effect{Begin: true, Done: []place.Text{{Name: doneAsked}}, To: w.Element("said")}
	if w.stopped || w.result.Note != "" {
		return e // no try
	}
	e.Done = append(e.Done, count(doneTries, w.done(doneTries)+1))
	switch e.Stay = true; {
	case w.result.Passed:
		e.Note, e.Stay = string(progress.Right), false
	case w.done(doneSolved) == 0:
		e.Note = string(progress.Wrong)
	}
	return e
}

// do carries out the buttons of an exercise.
func (w *exerciseWork) do(what, with string) place.Effect {
	switch what {
	case "check":
		answer := w.typed()
		e := place.Effect{Begin: true, Done: []place.Text{{Name: doneChecked, Text: answer}}}
		if answer == "" {
			e.Done[0].Text = " " // so that it is told that nothing was written
		}
		if w.checked != "" && w.result != nil && w.result.Passed {
			e.Done = append(e.Done, count(doneSolved, 1))
		}
		if answer == w.checked && !w.stopped {
			e.To, e.Stay = w.Element("said"), w.result == nil || !w.result.Passed // no try
		} else {
			e.Done = append(e.Done, place.Text{Name: doneAsked, Text: "1"})
		}
		return e
	case "hint":
		if n := w.done(doneHints); n < len(w.z.hints) {
			return place.Effect{Begin: true, Done: []place.Text{count(doneHints, n+1)}, Note: string(progress.Hint), Said: "Hint " + strconv.Itoa(n+1) + " of " + strconv.Itoa(len(w.z.hints))}
		}
	case "model":
		return place.Effect{Begin: true, Done: []place.Text{count(doneModel, 1)}, Note: string(progress.Shown)}
	case "toggle":
		var now []string
		was := " " + w.typed() + " "
		for i := range w.z.items {
			if l := exercise.Letter(i); strings.Contains(was, " "+l+" ") != (l == with) {
				now = append(now, l)
			}
		}
		return place.Effect{Begin: true, Set: []place.Text{{Name: answerKey, Text: strings.Join(now, " ")}}}
	case "earlier", "later":
		list := strings.Fields(w.typed())
		for i, word := range list {
			j := i + 1
			if what == "earlier" {
				j = i - 1
			}
			if word == with && j >= 0 && j < len(list) {
				list[i], list[j] = list[j], list[i]
				break
			}
		}
		return place.Effect{Begin: true, Set: []place.Text{{Name: answerKey, Text: strings.Join(list, " ")}}, To: w.Element(what + with)}
	case "fix":
		if w.result == nil || w.judged != w.checked || w.checked != w.typed() {
			break // that is not judged yet
		}
		if text, ok := w.refusals().fixed(with); ok {
			return place.Effect{Put: &place.Text{Name: codeKey, Text: text, Mark: true}}
		}
	}
	return place.Effect{}
}

// refusals are what the server says of the statements of the answer that was checked.
func (w *exerciseWork) refusals() *judged {
	j := &judged{src: diag.NewSource("", w.checked)}
	for _, r := range w.result.Ran {
		if r.Diag != nil {
			j.items = append(j.items, judgedItem{diags: []diag.Diagnostic{*r.Diag}})
		}
	}
	return j
}
