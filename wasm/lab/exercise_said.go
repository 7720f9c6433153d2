package lab

import (
	"strconv"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/exercise"
	"partitionlab/wasm/number"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/view"
)

// feedback is what there is to say to the answer that was checked: what its author has
// foreseen, and of CQL every predicate, of which the first that does not hold speaks.
func (w *exerciseWork) feedback() view.Nodes {
	r := w.result
	var out view.Nodes
	if r.Note != "" {
		if len(r.Findings) == 0 {
			return nil
		}
		out = append(out, view.Leaf("p", "", r.Note))
	}
	if len(r.Findings) == 0 && len(r.Parts) == 0 || r.Passed && len(r.Parts) == 0 {
		for _, s := range r.Says {
			out = append(out, w.prose(s)...)
		}
	}
	if r.Passed && w.explains() {
		out = append(out, w.prose(w.z.model)...)
	}
	for _, s := range append([]string{w.z.after}, r.After...) {
		if r.Passed && s != "" {
			out = append(out, view.El("div", view.Class("exercise-after"), w.prose(s)))
		}
	}
	if len(r.Findings) > 0 {
		list := view.El("ol", view.Class("predicates"))
		for i, f := range r.Findings {
			list.Add(w.predicate(i, f))
		}
		out = append(out, list)
	}
	return out
}

// states are the marks and classes of findings, and what a listener hears.
var states = [...]struct{ mark, class, word string }{
	exercise.Untried: {"·", "untried", "not tried yet: "},
	exercise.Holds:   {"✓", "holds", "holds: "},
	exercise.Remark:  {"i", "remark", "right, with a remark: "},
	exercise.Fails:   {"○", "fails", "not right yet: "},
	exercise.Unclear: {"?", "fails", "could not be checked: "},
}

func (w *exerciseWork) predicate(i int, f *exercise.Finding) *view.Node {
	s := states[f.State]
	if f.State == exercise.Remark && !w.result.Passed { // said once the rest is right
		s = states[exercise.Holds]
	}
	speaks := i == w.result.First
	n := view.El("li", view.Class("predicate", s.class), view.A("data-key", "predicate"+strconv.Itoa(i)),
		view.El("p", view.El("b", view.Class("mark"), view.A("aria-hidden", "true"), view.Text(s.mark)), view.Leaf("span", "visually-hidden", s.word), view.Text(" "), view.El("span", w.inline(f.Predicate.Wants)),
			w.measured(f)))
	if !speaks && (f.State != exercise.Remark || !w.result.Passed) {
		if f.State == exercise.Fails { // each fault has its reason; a question is asked of the first
			n.Add(paragraph("consequence", w.inline(f.Consequence)))
		}
		return n
	}
	if f.Diag != nil {
		in := f.In
		if in == "" {
			in = w.checked
		}
		n.Add(view.El("ol", view.Class("findings"), w.refused(in, *f.Diag)))
	}
	n.Add(paragraph("consequence", w.inline(f.Consequence)))
	if speaks && w.result.Listed != nil {
		n.Add(view.El("div", view.Class("ask"), w.prose(w.result.Listed.Says)))
	} else {
		n.Add(paragraph("ask", w.inline(f.Ask)))
	}
	return n
}

func paragraph(class string, words view.Nodes) *view.Node {
	if len(words) == 0 {
		return nil
	}
	return view.El("p", view.Class(class), words)
}

// measured is what was counted, where something was that the line does not say already.
func (w *exerciseWork) measured(f *exercise.Finding) *view.Node {
	if f.Measured == "" || f.State == exercise.Holds && strings.Contains(plainly.Replace(f.Predicate.Wants+" "), " "+plainly.Replace(f.Measured+" ")) {
		return nil
	}
	return view.Leaf("span", "measured num", " "+f.Measured)
}

// plainly makes two texts alike that say the same: "`k`, of the type `int`", "one partition".
var plainly = strings.NewReplacer("`", "", "one ", "1 ", number.Space, " ")

// refused is what the server says of a statement, with its place in a text.
func (w *exerciseWork) refused(in string, d diag.Diagnostic) *view.Node {
	j := &judged{src: diag.NewSource("", in)}
	id := "none"
	if in == w.checked {
		for i, item := range w.refusals().items {
			if item.diags[0].Span == d.Span {
				id = place3(i, 0, 0)[:strings.LastIndexByte(place3(i, 0, 0), '.')]
			}
		}
	}
	if id == "none" { // of a statement that the judge made: the reader writes a table
		d.Fixes, d.Why, d.Instead = nil, "", ""
	}
	if w.result.Listed != nil { // its author knows better what to do instead
		d.Instead = ""
	}
	return w.finding(j, d, id)
}

func upperFirst(s string) string {
	if s != "" && 'a' <= s[0] && s[0] <= 'z' {
		return strings.ToUpper(s[:1]) + s[1:]
	}
	return s
}

// tried shows what became of the answer's tables: the rows that each keeps, what every
// question sends and gets back, how large partitions grow.
func (w *exerciseWork) tried() *view.Node {
	r := w.result
	body := view.El("div", view.Class("section-body"))
	for _, f := range r.Fits {
		k := f.Kept
		body.Add(view.El("p", view.Leaf("code", "", k.Table), view.Text(": "+number.Count(k.Kept)+" of "+number.Of(int64(k.Written), k.Rows.Noun)+" kept.")))
	}
	for _, a := range r.Asked {
		said := number.Of(a.Partitions, "partition") + ", " + number.Of(len(a.Rows), "row") + " back"
		if !a.Served() {
			said = "not served"
		}
		if a.Diag != nil {
			said = "refused: " + diag.Brief(a.Diag.Message)
		}
		body.Add(view.El("p", view.Class("exercise-asked"), view.El("b", w.inline(upperFirst(a.Question.Shown))), view.Text(": "+said), view.El("br"), view.Leaf("code", "", a.Statement)))
		if a.Diag == nil && len(a.Rows) > 0 {
			body.Add(textTable(a.Cols, a.Rows, "what comes back"))
		}
	}
	seen := map[string]bool{}
	for _, s := range r.Sizes {
		if line := "The largest partition of " + s.Table + " on day " + number.Count(s.Day) + ": " + number.Bytes(s.Bytes) + " in " + number.Of(s.Rows, "row") + "."; !seen[line] {
			seen[line] = true
			body.Add(view.Leaf("p", "", line))
		}
	}
	for _, x := range r.Ran {
		if len(x.Values) > 0 {
			body.Add(view.El("p", view.Class("exercise-asked"), view.Leaf("code", "", strings.TrimSpace(w.checked[x.Span.Start:x.Span.End]))), textTable(x.Cols, x.Values, "what comes back"))
		}
		if p := x.Plan; p != nil && x.Diag == nil && p.Partitions != plan.NoPartition {
			body.Add(view.Leaf("p", "cost", planSentence(p)))
		}
	}
	if len(body.Children) == 0 {
		return nil
	}
	return view.El("details", view.Class("section exercise-tried"), view.Leaf("summary", "", "What your answer does"), body)
}

// textTable shows rows of texts.
func textTable(cols []string, rows [][]string, label string) *view.Node {
	head, body := view.El("tr"), view.El("tbody")
	for _, c := range cols {
		head.Add(columnHead(c, nil))
	}
	for i, row := range rows {
		if i == maxRows {
			break
		}
		tr := view.El("tr")
		for _, v := range row {
			tr.Add(view.Leaf("td", "", v))
		}
		body.Add(tr)
	}
	return view.Scroll("div", "table-scroll", label, view.El("table", view.Class("rows"), view.El("thead", head), body))
}

// compared puts the costs of the answer beside those of the model answer, once that may
// be seen.
func (w *exerciseWork) compared() *view.Node {
	list := w.z.e.Compare(w.result)
	if !w.open() || len(list) == 0 {
		return nil
	}
	body := view.El("tbody")
	for _, c := range list {
		class := "differs"
		if c.Same {
			class = ""
		}
		body.Add(view.El("tr", view.Class(class), view.El("th", view.A("scope", "row"), view.Text(c.What)), view.Leaf("td", "num", c.Yours), view.Leaf("td", "num", c.Model)))
	}
	return view.Scroll("div", "table-scroll exercise-costs", "what both answers cost",
		view.El("table", view.Leaf("caption", "", "What both answers cost"), view.El("thead", view.El("tr", heads("Cost", "Yours", "Model"))), body))
}

func heads(names ...string) (out view.Nodes) {
	for _, n := range names {
		out = append(out, view.El("th", view.A("scope", "col"), view.Text(n)))
	}
	return out
}
