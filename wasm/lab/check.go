package lab

import (
	"strconv"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/lab/fence"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/number"
	"partitionlab/wasm/view"
)

// A check widget answers whether Cassandra accepts a script. Its text is the CQL
// of the fence; a schema, if the fence has one, is there already.
func parseCheck(f *fence.Fence) widget {
	f.Asks([]string{"verdict"})
	z := parseScript(f, "CQL")
	return widget{fields: z.all, work: func(s *Spec) worker { return &checkWork{scriptWork: z.work(s)} }}
}

// A checkWork judges a text statement by statement.
type checkWork struct {
	scriptWork
	at *judging // of the text, at work or done; nil where it is too long
}

// tooMuch is how much CQL is judged at every key press; more is judged when
// somebody asks.
const tooMuch = 200_000

func (w *checkWork) begin(in *input.State) {
	w.form.begin(in)
	switch text := w.text(); {
	case len(text) > tooMuch && !in.Asked:
		w.at = nil
	case w.at == nil || w.at.text != text:
		w.at = startAdvising(w.z.schema, text)
	}
}

func (w *checkWork) step(more func() bool) bool { return w.at == nil || w.at.step(more) }

func (w *checkWork) answer() *Output {
	text := w.text()
	out := &Output{Values: map[string]string{}, Used: w.in.Values}
	var a verdict
	if w.at != nil {
		w.judged = w.at.judged
		a = w.judged.verdict()
	} else {
		w.judged = &judged{src: diag.NewSource("", text)}
		a = verdictOf("This is more than "+number.Count(tooMuch/1000)+" kB of CQL. Press Check to judge it.", "watch")
	}
	j := w.judged
	counts := j.counts()
	for sev, name := range severities {
		out.Values[name] = strconv.Itoa(counts[sev])
	}
	out.Values["accepted"] = strconv.Itoa(j.accepted())
	out.Values["statements"] = strconv.Itoa(j.statements())
	out.Sentence = a.sentence()
	var ask *view.Node
	if len(text) > tooMuch {
		ask = view.El("button", view.Class("widget-go needs-lab"), view.A("type", "submit"), view.A("data-do", "ask"), view.Text("Check"))
	}
	out.View = w.frame(false, view.Nodes{schemaBox(w.z.tables), w.editor(&w.z.code, text, j), ask, w.lost()},
		w.results(w.answerView(a), w.cardList(w.cards(j))), nil)
	return out
}
