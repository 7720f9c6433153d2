package lab

import (
	"strconv"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/exercise"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/view"
)

// A givenView is what an exercise has laid out for every answer: the tables that are
// there, and their rows.
type givenView struct{ nodes view.Nodes }

func (w *exerciseWork) answer() *Output {
	z, r := w.z, w.result
	w.told = true
	out := &Output{Values: map[string]string{}, Used: w.in.Values}
	checked := w.checked != ""
	mood := "watch"
	switch {
	case !checked:
		out.Sentence = "Nothing is checked yet."
	case r.Note != "":
		out.Sentence = r.Note
	case r.Passed:
		out.Sentence, mood = "Solved.", "fine"
	default:
		out.Sentence = "Not yet."
		if n := len(r.Findings); n > 0 && r.Findings[r.First].State == exercise.Unclear {
			out.Sentence = "Not yet: the check has to know more."
		} else if bad := w.faulty(); bad > 0 {
			out.Sentence = "Not yet: Cassandra refuses " + number.Count(bad) + " of your " + number.Of(len(r.Ran), "statement") + "."
		} else if n > 1 {
			untried := ""
			if k := w.counted(exercise.Untried, exercise.Untried); k > 0 {
				untried = "; " + number.Count(k) + " could not be tried"
			}
			out.Sentence = "Not yet: " + number.Count(w.counted(exercise.Holds, exercise.Remark)) + " of " + number.Count(n) + " are right" + untried + "."
		} else if n := len(r.Parts); n > 2 && (z.e.Kind == exercise.Match || z.e.Kind == exercise.Order) {
			right := 0
			for _, p := range r.Parts {
				if p.Right {
					right++
				}
			}
			out.Sentence = "Not yet: " + number.Count(right) + " of " + number.Count(n) + " are in place."
		}
	}
	out.Values["passed"] = "no"
	if checked && r.Passed {
		out.Values["passed"] = "yes"
	}
	minutes := ""
	if z.minutes != "" {
		minutes = z.minutes + number.Space + "min"
	}
	none := ""
	if !checked {
		none = "none"
	}
	said := view.El("div", view.Class("results exercise-said", none), view.A("id", w.Element("said")), view.A("tabindex", "-1"))
	if checked {
		said.Add(w.stale(), w.answerView(verdictOf(out.Sentence, mood)), w.feedback(), w.tried(), w.compared())
	} else {
		said.Add(w.answerView(verdictOf(out.Sentence, none)))
	}
	asked := view.Nodes{view.El("div", view.Class("exercise-task"), view.Leaf("p", "exercise-minutes", minutes), w.prose(z.prompt))}
	asked = append(append(asked, w.givenTables()...), w.inputs()...)
	if w.Embed { // a frame is low: Check and what is said stay in sight
		asked = view.Nodes{view.Scroll("div", "exercise-box", "the task and your answer", asked)}
	}
	out.View = w.view(false, asked,
		view.El("div", view.Class("exercise-go needs-lab"),
			submitting("widget-go", "check", view.A("id", w.Element("go")), view.Text("Check")), w.hintButton(), w.modelButton(), w.further()),
		w.hints(), said, w.model())
	return out
}

// further leads to the workbench where there is CQL for it.
func (w *exerciseWork) further() *view.Node {
	if text, _ := w.whole(); strings.TrimSpace(text) == "" {
		return nil
	}
	return w.form.further()
}

// whole is what is given, with an answer in CQL, as files of the workbench; and the settings.
func (w *exerciseWork) whole() (text string, settings Inputs) {
	if text = w.z.e.Setup; w.z.e.Kind == exercise.CQL {
		text = BenchFiles(text, w.typed())
	}
	if len(w.z.e.Settings) > 0 {
		settings = Inputs{"set": strings.Join(w.z.e.Settings, ", ")}
	}
	return text, settings
}

// counted is how many predicates are in one of two states.
func (w *exerciseWork) counted(a, b exercise.State) (n int) {
	for _, f := range w.result.Findings {
		if f.State == a || f.State == b {
			n++
		}
	}
	return n
}

// stale says that the fields hold another answer by now.
func (w *exerciseWork) stale() *view.Node {
	if strings.TrimSpace(w.checked) == w.typed() {
		return nil
	}
	return staleNote("You have changed your answer. The result is still about the answer that you checked.")
}

// ---- what is given, and the answer's fields

func (w *exerciseWork) givenTables() view.Nodes {
	if w.given == nil {
		w.given = &givenView{w.tables()}
	}
	return w.given.nodes
}

// tables lays out the tables that are there, with their rows, and the rows that the
// answer's tables will be tried on.
func (w *exerciseWork) tables() view.Nodes {
	s := w.z.e.Session()
	box := view.El("div", view.Class("exercise-given"))
	if w.Embed {
		box = view.El("details", view.Class("exercise-given"), view.Leaf("summary", "", "What is given"))
	}
	bare := len(box.Children)
	if w.z.before != "" {
		box.Add(view.Scroll("pre", "", "what has run before", view.Leaf("code", "", w.z.before)))
	}
	named := map[string]bool{}
	var empty []*schema.Table
	for _, ks := range s.Catalogue().InOrder() {
		for _, t := range ks.InOrder() {
			if ks.System || t.View != nil || w.z.before != "" {
				continue
			}
			named[t.Name] = true
			name := t.Name
			if ks.Name != s.Keyspace() {
				name = ks.Name + "." + name
			}
			rows := s.Exec("SELECT * FROM " + name)
			if rows.Rows == nil || len(rows.Rows.Rows) == 0 {
				empty = append(empty, t)
				continue
			}
			box.Add(view.El("p", view.Class("given-name"), view.Leaf("code", "", t.Name)), resultTable(t, rows.Rows, "the rows of "+t.Name))
		}
	}
	for _, rows := range w.z.e.Rows {
		if named[rows.Name] || len(rows.Rows) == 0 {
			continue
		}
		head, body := view.El("tr"), view.El("tbody")
		for _, a := range rows.Attrs {
			head.Add(columnHead(a.Name, nil))
		}
		for i, row := range rows.Rows {
			if i == maxRows {
				break
			}
			tr := view.El("tr")
			for _, c := range row {
				tr.Add(view.Leaf("td", "", c.Shown))
			}
			body.Add(tr)
		}
		noun := number.Plural(len(rows.Rows), rows.Noun)
		box.Add(view.El("p", view.Class("given-name"), view.Text(sentence("Your tables are tested with "+among(len(rows.Rows), noun)))), view.El("div", view.Class("result"), view.Scroll("div", "table-scroll", noun, view.El("table", view.Class("rows"), view.El("thead", head), body))))
	}
	if len(empty) > 0 {
		box.Add(schemaBox(empty))
	}
	if len(box.Children) == bare {
		return nil
	}
	return view.Nodes{box}
}

func among(n int, noun string) string {
	if n == 1 {
		return "this " + noun
	}
	return "these " + number.Count(n) + " " + noun
}

func (w *exerciseWork) inputs() view.Nodes {
	z := w.z
	switch z.e.Kind {
	case exercise.CQL:
		x := &z.fields[0]
		text := w.text(x)
		j := &judged{src: diag.NewSource("", text)}
		if strings.TrimSpace(text) == strings.TrimSpace(w.checked) && w.checked != "" {
			j.items = w.refusals().items
		}
		n := view.Nodes{w.editor(x, text, j)}
		if p := w.in.Lost[x.Key]; p != "" {
			n = append(n, wrongNote(sentence(p)))
		}
		return n
	case exercise.Number:
		x := w.show(z.fields[0], "")
		x.Label = "Your answer"
		field := w.fieldView(x)
		if box := field.Find(func(n *view.Node) bool { return n.Tag == "input" }); box != nil {
			box.Add(view.A("data-enter", w.Element("go")))
		}
		return view.Nodes{view.El("div", view.Class("inputs"), field)}
	case exercise.Match:
		n := view.El("div", view.Class("inputs exercise-match"))
		for i := range z.fields {
			if len(z.categories) > fewOptions {
				n.Add(w.list(i))
			} else {
				n.Add(w.options(i, i))
			}
		}
		return view.Nodes{n}
	case exercise.Order:
		return view.Nodes{w.ordered()}
	}
	if z.several() {
		return view.Nodes{w.toggles()}
	}
	return view.Nodes{view.El("div", view.Class("inputs"), w.options(0, -1))}
}

// fewOptions is up to how many categories each item has them as radio buttons.
const fewOptions = 3

// list is a category to choose for an item, of more than a few.
func (w *exerciseWork) list(part int) *view.Node {
	x := w.show(w.z.fields[part], "")
	id := w.Element(x.Key)
	list := view.El("select", view.A("id", id), view.A("name", w.Name(x.Key)), view.A("data-input", x.Key),
		view.El("option", view.A("value", ""), view.Flag("selected", x.value == ""), view.Text("…")))
	for _, o := range x.Options {
		list.Add(view.El("option", view.A("value", o.Value), view.Flag("selected", o.Value == x.value), view.Text(o.Label)))
	}
	return view.El("div", view.Class("choices", w.partClass(part)), view.A("data-key", "field-"+x.Key),
		view.El("label", view.Class("choice-of"), view.A("for", id), w.inline(x.Label)), view.El("span", view.Class("field-box"), list), w.saidOf(part))
}

// options are the radio buttons of a field. Part is the item that it puts into a
// category; −1 where the options themselves are chosen.
func (w *exerciseWork) options(field, part int) *view.Node {
	x := w.show(w.z.fields[field], w.z.fields[field].Wrong(w.text(&w.z.fields[field])))
	legend := w.inline(x.Label)
	n := view.El("fieldset", view.Class("choices", w.partClass(part)), view.A("data-key", "field-"+x.Key), view.El("legend", legend))
	for i, o := range x.Options {
		at := -1
		if part < 0 {
			at = i
		}
		n.Add(view.El("label", view.Class("choice"), view.A("data-key", o.Value),
			view.El("input", view.A("type", "radio"), view.A("name", w.Name(x.Key)), view.A("data-input", x.Key), view.A("value", o.Value), view.Flag("checked", o.Value == x.value)),
			view.El("span", w.inline(o.Label))), w.saidOf(at))
	}
	if x.value != "" && x.problem != "" {
		n.Add(wrongNote(x.problem))
	}
	return n.Add(w.saidOf(part))
}

// partClass marks an item that was put elsewhere than it belongs.
func (w *exerciseWork) partClass(part int) string {
	if part >= 0 && w.checked != "" && part < len(w.result.Parts) {
		if w.result.Parts[part].Right {
			return "part-holds"
		}
		return "part-fails"
	}
	return ""
}

// faulty is how many statements of the answer the server refuses, where that ends the check:
// those not counted that miss only what a refused one would have made.
func (w *exerciseWork) faulty() (n int) {
	if first := w.result.First; first < 0 || w.result.Findings[first].Predicate.Rule != "valid" {
		return 0
	}
	for _, s := range w.result.Ran {
		if s.Diag != nil && !s.Follows {
			n++
		}
	}
	return n
}

// saidOf is what there is to say to a part of the answer, below it.
func (w *exerciseWork) saidOf(part int) *view.Node {
	if part < 0 || w.checked == "" || part >= len(w.result.Parts) || w.result.Parts[part].Says == "" {
		return nil
	}
	p := w.result.Parts[part]
	class := "part-fails"
	if p.Right {
		class = "part-holds"
	}
	return view.El("p", view.Class("part-said", class), view.A("data-key", "said"+strconv.Itoa(part)), w.inline(p.Says))
}

// toggles are options of which several are right.
func (w *exerciseWork) toggles() *view.Node {
	x := &w.z.fields[0]
	chosen := " " + w.typed() + " "
	n := view.El("fieldset", view.Class("choices"), view.Leaf("legend", "", "Your answer: all that are right"))
	for i, o := range x.Options {
		on := strings.Contains(chosen, " "+o.Value+" ")
		mark, pressed := "☐", "false"
		if on {
			mark, pressed = "☑", "true"
		}
		n.Add(doing("toggle needs-lab", "toggle", o.Value, view.A("id", w.Element("option-"+o.Value)), view.A("aria-pressed", pressed),
			view.El("span", view.Class("mark"), view.A("aria-hidden", "true"), view.Text(mark+" ")), view.El("span", w.inline(o.Label))), w.saidOf(i))
	}
	return view.El("div", view.Class("inputs"), n, w.kept())
}

// kept is a field that nobody sees, with an answer that is given by buttons: what the
// browser keeps of a page's fields, it keeps of these, too.
func (w *exerciseWork) kept() *view.Node {
	x := &w.z.fields[0]
	return view.El("input", view.A("type", "hidden"), view.A("data-input", x.Key), view.A("data-default", x.Default), view.A("value", w.typed()))
}

// ordered are items with buttons that move them.
func (w *exerciseWork) ordered() *view.Node {
	shown := w.z.e.Shown()
	list := view.El("ol", view.Class("exercise-order"))
	now := strings.Fields(w.typed())
	for at, word := range now {
		n, _ := strconv.Atoi(word)
		i := shown[n-1]
		move := func(what, sign string, off bool) *view.Node {
			return doing("move needs-lab", what, word, view.A("id", w.Element(what+word)),
				view.Flag("aria-disabled", off), view.A("aria-label", what+": "+view.El("p", w.inline(w.z.items[i])).PlainText()), view.Text(sign))
		}
		list.Add(view.El("li", view.A("data-key", "item"+word), view.Class(w.partClass(i)),
			view.El("span", view.Class("order-item"), w.inline(w.z.items[i])), move("earlier", "↑", at == 0), move("later", "↓", at == len(now)-1), w.saidOf(i)))
	}
	return view.El("div", view.Class("inputs"), view.Leaf("p", "exercise-label", "Your answer: the first on top"), list, w.kept())
}

// ---- hints and the model answer

func (w *exerciseWork) hintButton() *view.Node {
	all, n := len(w.z.hints), w.done(doneHints)
	if all == 0 {
		return nil
	}
	return doing("hint-button", "hint", "", view.Flag("disabled", n >= all),
		view.Text("Hint "+strconv.Itoa(min(n+1, all))+" of "+strconv.Itoa(all)))
}

func (w *exerciseWork) hints() *view.Node {
	n := min(w.done(doneHints), len(w.z.hints))
	if n == 0 {
		return nil
	}
	list := view.El("ol", view.Class("exercise-hints"))
	for _, h := range w.z.hints[:n] {
		list.Add(view.El("li", w.prose(h)))
	}
	return list
}

func (w *exerciseWork) modelButton() *view.Node {
	if !w.open() || w.done(doneModel) > 0 || w.z.model == "" || w.explains() && w.checked != "" && w.result.Passed {
		return nil
	}
	return doing("", "model", "", view.Text("Show the model answer"))
}

// model is the model answer: folded where no program runs, and hidden by the styles
// while one does, until the reader may see it.
func (w *exerciseWork) model() *view.Node {
	if w.z.model == "" {
		return nil
	}
	shown := w.open() && w.done(doneModel) > 0
	class := ""
	if shown {
		class = "allowed"
	}
	n := view.El("details", view.Class("exercise-model", class), view.Flag("open", shown), view.Leaf("summary", "", "Model answer"))
	if w.z.e.Kind == exercise.CQL {
		n.Add(w.sideBySide(shown))
	} else {
		n.Add(w.prose(w.z.model))
	}
	if w.z.after != "" && !(w.checked != "" && w.result.Passed) {
		n.Add(view.El("div", view.Class("exercise-after"), w.prose(w.z.after)))
	}
	return n
}

// sideBySide puts the reader's CQL beside the model's.
func (w *exerciseWork) sideBySide(both bool) *view.Node {
	one := func(name, text string) *view.Node {
		return view.El("div", view.Leaf("p", "exercise-label", name), view.Scroll("pre", "", name, view.Leaf("code", "", text)))
	}
	n := view.El("div", view.Class("exercise-both"))
	if text := strings.TrimSpace(w.checked); both && text != "" {
		n.Add(one("Yours", text))
	}
	return n.Add(one("Model", w.z.model))
}

// explains reports whether the model answer says how the answer comes about: then it is
// said to who is right, too.
func (w *exerciseWork) explains() bool { return w.z.e.Kind == exercise.Number && w.z.model != "" }
