package lab

import (
	"slices"
	"strings"

	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/view"
)

// This file is the frame that all widgets have in common: one question, its answer
// beside the inputs, and everything else in tabs below.

// A verdict is what a widget says to its question.
type verdict struct {
	headline string // in the unit of the question, without a full stop: "Day 4,035, in 11 years"
	word     string // how good that is: "comfortable"; "" where nothing is judged
	more     string // what supports it, in sentences
	mood     string // "fine", "watch", "bad", "refused"; "" where nothing is judged
}

// verdictOf divides sentences into the first, which is the headline, and what supports it.
func verdictOf(sentences, mood string) verdict {
	head, more, _ := strings.Cut(sentences, ". ")
	return verdict{headline: strings.TrimSuffix(head, "."), more: more, mood: mood}
}

// sentence is the whole as a screen reader says it: what [form.answerView] shows.
func (a verdict) sentence() string {
	s := a.headline
	if a.word != "" {
		s += ": " + a.word
	}
	if s != "" && !strings.ContainsRune(".?!", rune(s[len(s)-1])) {
		s += "."
	}
	if a.more != "" {
		s += " " + a.more
	}
	return s
}

// answerName is the name of the element that holds the answer: no field has it, for those of
// exercises are called "answer".
const answerName = "-answer"

// answerView shows a verdict. Its text is [verdict.sentence]: what only separates is
// there for who hears it.
func (f *form) answerView(a verdict) *view.Node {
	heard := func(s string) *view.Node { return view.Leaf("span", "visually-hidden", s) }
	n := view.El("output", view.Class("answer", a.mood), view.A("id", f.Element(answerName)), view.A("aria-live", "off"), view.Leaf("b", "headline", a.headline))
	end := a.headline
	if a.word != "" {
		n.Add(heard(": "), view.Leaf("span", "pill", a.word))
		end = a.word
	}
	f.brief = strings.TrimSuffix(a.headline+": "+a.word, ": ")
	if end != "" && !strings.ContainsRune(".?!", rune(end[len(end)-1])) {
		n.Add(heard("."))
	}
	if a.more != "" {
		n.Add(heard(" "), view.Leaf("span", "sub", a.more))
	}
	return n
}

// A tab is a part of a widget that is folded away below the answer.
type tab struct {
	name, title string // in `open` and the class; on the tab
	id          string // by which something leads to it
	open        bool   // whatever the fence says, such as where an input in it is wrong
	do, with    string // what its title does besides, as a button; "" where it only folds
	body        func() view.Part
}

// openKey is what links call the tab that is open.
const openKey = "tab"

// optional is an attribute that is left out where it is empty.
func optional(name, value string) view.Attr {
	if value == "" {
		return view.Attr{}
	}
	return view.Attr{Name: name, Value: value}
}

// doing is a button that the program carries out, and what it goes by.
func doing(class, do, with string, more ...view.Part) *view.Node {
	return view.El("button", view.Class(class), view.A("type", "button"), view.A("data-do", do), optional("data-with", with)).Add(more...)
}

// submitting is a button that sends a form, as Enter in one of its fields does.
func submitting(class, do string, more ...view.Part) *view.Node {
	return view.El("button", view.Class(class), view.A("type", "submit"), view.A("data-do", do)).Add(more...)
}

// tabs are the tabs of a widget, of which the fence may open one. Without styles, and on
// paper, they are what they are: parts of the page, one below the other.
func (f *form) tabs(list []tab) *view.Node { return f.tabGroup("tabs", "", list) }

// tabGroup are tabs of which one is open at a time: the name tells groups apart.
func (f *form) tabGroup(name, class string, list []tab) *view.Node {
	if len(list) == 0 {
		return nil
	}
	n := view.El("div", view.Class("tabs", class))
	asked := slices.IndexFunc(list, func(t tab) bool { return t.open })
	if asked < 0 && !f.Embed {
		asked = slices.IndexFunc(list, func(t tab) bool { return t.name == f.in.Values[openKey] })
	}
	for i := range list {
		t := &list[i]
		at := view.El("details", view.Class("tab tab-"+t.name), view.A("data-key", t.name), view.A("name", f.Element(name)), view.Flag("open", i == asked || asked < 0 && t.name == f.Open && !f.Embed),
			view.El("summary", optional("data-do", t.do), optional("data-with", t.with), view.Text(t.title)))
		body := view.El("div", view.Class("tab-body"), view.A("data-key", "body"))
		if t.id != "" {
			body.Add(view.A("id", f.Element(t.id)), view.A("tabindex", "-1"))
		}
		if f.closed[t.name] && !t.open {
			body.Rest, f.left = true, true
		} else {
			body.Add(t.body())
		}
		n.Add(at.Add(body))
	}
	return n
}

// frame returns a widget's form: inputs, the answer beside them, tabs below. Where the answer
// is out of sight, styles write it above the tab whose inputs are being changed.
func (f *form) frame(stale bool, given view.Nodes, results *view.Node, tabs *view.Node) *view.Node {
	if tabs != nil && !f.hidden() {
		tabs.Add(view.A("data-answer", f.brief))
	}
	return f.view(stale, view.El("div", view.Class("frame"), view.El("div", view.Class("given"), given), results), tabs)
}

// view returns a widget's form around its parts.
func (f *form) view(stale bool, parts ...view.Part) *view.Node {
	class, covered := "", ""
	if stale {
		class = "stale"
	}
	if f.Cover {
		covered = "covered"
	}
	changes := f.Changes(f.in.Values)
	n := view.El("form", view.Class("widget", f.Kind, f.kind.look, covered, class), view.A("id", f.ID), view.A("method", "get"), view.A("aria-labelledby", f.Element("title")), view.A("novalidate", ""), view.A("autocomplete", "off"),
		f.head(changes))
	if f.in.Problem != "" {
		n.Add(view.Leaf("p", "widget-note", f.in.Problem))
	}
	n.Add(parts...)
	if len(changes) > 0 {
		words := "These inputs are not those of the page. Reset brings back " + named(changes) + "."
		if f.Kind == "exercise" {
			words = "Reset removes your answer, and brings back what stood there first."
		}
		if f.ID == place.Own && !f.Embed && f.Kind != "bench" && slices.ContainsFunc(changes, func(c input.Change) bool { return c.Typed() }) {
			words += " Your text is kept in this tab alone, until you close it. Link makes an address that brings it back."
		}
		n.Add(view.Leaf("p", "changes", words))
	}
	return n
}

// hidden reports whether the answer is still covered.
func (f *form) hidden() bool { return f.Cover && !f.in.Shown }

// coverName is among what is closed while the answer is covered in the page.
const coverName = ".cover"

// unseen reports whether the answer is covered in the page, and stays so.
func (f *form) unseen() bool { return f.closed[coverName] && f.hidden() }

// results returns what answers: covered until the reader has guessed or asks, where the
// widget starts covered.
func (f *form) results(parts ...view.Part) *view.Node {
	all := view.El("div", view.Class("results"))
	if f.unseen() {
		all.Rest, f.left = true, true
	} else {
		if f.Cover && !f.judges(f.in.Values) {
			all.Add(f.guessWords())
		}
		all.Add(parts...)
	}
	if !f.Cover {
		return all
	}
	return view.El("div", view.Class("covered-part"), f.guessView(),
		view.El("details", view.Class("cover"), view.A("data-key", coverName), view.Flag("open", f.in.Shown),
			view.El("summary", view.Leaf("span", "to-open", "Show the answer"), view.Leaf("span", "to-close", "Hide the answer")),
			all))
}
