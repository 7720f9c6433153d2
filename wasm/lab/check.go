package lab

import (
	"strconv"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/lab/fence"
	"partitionlab/wasm/number"
	"partitionlab/wasm/session"
	"partitionlab/wasm/view"
	"partitionlab/wasm/work"
)

// A check widget answers whether Cassandra accepts a script. Its text is the CQL
// of the fence; a schema, if the fence has one, is there already.
func parseCheck(f *fence.Fence) widget {
	f.Asks([]string{"verdict"})
	z := parseScript(f, "CQL", releaseField.Key)
	return widget{fields: z.all, work: func(s *Spec) worker { return &checkWork{scriptWork: z.work(s)} }}
}

// A checkWork judges a text statement by statement.
type checkWork struct {
	scriptWork
	unasked bool // the text is too long to be judged by itself
}

// tooMuch is how much CQL is judged at every key press; more is judged when
// somebody asks.
const tooMuch = 200_000

// askButton has such a text judged, at first and once more where it was stopped; another text needs none.
func askButton(text string) *view.Node {
	if len(text) <= tooMuch {
		return nil
	}
	return submitting("widget-go needs-lab", "ask", view.Text("Check"))
}

// askingFirst is the verdict on such a text until somebody asks.
func askingFirst() verdict {
	return verdictOf("This is more than "+number.Count(tooMuch/1000)+" kB of CQL. Press Check to judge it.", "watch")
}

func (w *checkWork) work(m *work.Meter) {
	text := w.text()
	switch w.unasked = len(text) > tooMuch && !w.in.Asked; {
	case w.unasked:
		w.judged = nil
	case w.judged == nil || w.judged.stopped || w.judged.src.Text != text || w.judged.server != w.server():
		var before []session.Outcome
		w.judged, before = advised(m, w.server(), w.z.schema, text)
		w.unfit = refusedIn(before)
	}
}

func (w *checkWork) answer() *Output {
	text := w.text()
	out := &Output{Values: map[string]string{}, Used: w.in.Values, Problems: w.problems()}
	j := w.judged
	var a verdict
	if w.unasked {
		j = &judged{src: diag.NewSource("", text)}
		a = askingFirst()
	} else {
		a = w.soFar(j.verdict())
	}
	counts := j.counts()
	for sev, name := range severities {
		out.Values[name] = strconv.Itoa(counts[sev])
	}
	out.Values["accepted"] = strconv.Itoa(j.accepted())
	out.Values["statements"] = strconv.Itoa(j.statements())
	out.Sentence = a.sentence()
	cards, more := w.firstCards(j)
	out.View = w.frame(false, view.Nodes{schemaBox(w.z.tables), w.editor(&w.z.code, text, j, w.z.tables...), askButton(text), w.lost(), w.unfitSchema()},
		w.results(w.answerView(a), w.cardListOf(cards, more), w.foot()), nil)
	return out
}
