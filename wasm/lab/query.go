package lab

import (
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/lab/fence"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/number"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/repair"
	"partitionlab/wasm/session"
	"partitionlab/wasm/view"
)

// A query widget holds queries against a schema: which are served, at what price,
// and which table would serve a refused one.
func parseQuery(f *fence.Fence) widget {
	z := parseScript(f, "Queries")
	return widget{fields: z.all, work: func(s *Spec) worker { return &queryWork{scriptWork: z.work(s)} }}
}

// A queryWork runs the queries.
type queryWork struct {
	scriptWork
	conn *session.Session
	ran  []session.Outcome
}

// maxScript is how many bytes of CQL a widget runs at every key press.
const maxScript = 20_000

func (w *queryWork) step(func() bool) bool {
	text := w.text()
	if len(text) > maxScript {
		w.ran, w.judged = nil, nil
		return true
	}
	w.conn, _ = w.session(nil)
	src := diag.NewSource("", text)
	w.ran = w.conn.Script(src)
	w.judged = judgedOf(src, w.ran, w.conn)
	return true
}

func (w *queryWork) answer() *Output {
	text := w.text()
	if w.judged == nil {
		return w.tooLong(maxScript)
	}
	out := &Output{Values: map[string]string{}, Used: w.in.Values}
	body := view.El("tbody")
	served, refused := 0, 0
	var proposals, plans view.Nodes
	for i := range w.ran {
		r := &w.ran[i]
		name := "Q" + strconv.Itoa(i+1)
		mark, class, kind, price := "✓", "accepted", "", ""
		access := r.Verdict.Plan
		switch {
		case r.Diag != nil:
			mark, class, kind, price = "✕", "refused", "refused", input.Shorten(r.Diag.Message, 160)
			refused++
			if p := w.proposal(name, r, text); p != nil {
				proposals = append(proposals, p)
			}
		case r.NotJudged || access == nil:
			mark, class, kind = "?", "notjudged", "not judged"
		default:
			served++
			good := false
			if kind, good = service(access); !good {
				mark, class = "!", "warning"
			}
			price = planSentence(access)
			plans = append(plans, w.plan(name, name+": what it touches", access))
		}
		table := ""
		if t := tableOf(r.Stmt, w.conn); t != nil {
			table = t.Name
		}
		body.Add(view.El("tr", view.Class(class), view.A("data-key", name),
			view.El("th", view.A("scope", "row"), view.Text(name)),
			view.El("td", view.Leaf("b", "mark", mark), view.Text(" "), view.Leaf("b", "", kind), view.Text(after(". ", price))),
			view.El("td", view.Leaf("code", "", input.Shorten(text[r.Span.Start:r.Span.End], 200))),
			view.Leaf("td", "", table)))
	}
	mood := "fine"
	switch {
	case len(w.ran) == 0:
		out.Sentence, mood = "There is no query in this text.", "watch"
	case refused == 0:
		out.Sentence = "Cassandra serves " + allOf(served) + "."
	default:
		out.Sentence, mood = "Cassandra serves "+number.Count(served)+" of "+number.Count(len(w.ran))+" queries; it refuses "+number.Count(refused)+".", "refused"
	}
	out.Values["served"], out.Values["refused"] = strconv.Itoa(served), strconv.Itoa(refused)
	table := view.Scroll("div", "table-scroll", "queries and what serves them",
		view.El("table", view.Class("queries"),
			view.El("thead", view.El("tr", heads("Query", "What Cassandra does", "Statement", "Table"))), body))
	out.View = w.view(false, schemaBox(w.z.tables), w.editor(&w.z.code, text, w.judged),
		w.results(w.answerLine(mood, out.Sentence), table, view.El("div", view.Class("plans"), plans), view.El("div", view.Class("proposals"), proposals), w.findings(refusals(w.judged), false)))
	return out
}

// service says in a word how a table serves a statement, and whether that is good:
// the work does not grow with the table.
func service(p *plan.Access) (kind string, good bool) {
	switch p.Partitions {
	case plan.NoPartition:
		kind, good = "nothing to do", true
	case plan.OnePartition:
		kind, good = "one partition", true
	case plan.SomePartitions:
		kind, good = "fan-out to several partitions", true
	case plan.OneIndexedPartition:
		kind, good = "an index in one partition", true
	case plan.TokenRangeOfTable:
		kind = "a part of the ring"
	case plan.IndexedPartitions:
		kind = "fan-out to all nodes"
	default:
		kind = "the whole table"
	}
	if p.Filtered {
		return kind + ", filtered", false
	}
	return kind, good
}

func allOf(n int) string {
	switch n {
	case 1:
		return "this query"
	case 2:
		return "both queries"
	}
	return "all " + number.Count(n) + " queries"
}

func heads(names ...string) (out view.Nodes) {
	for _, n := range names {
		out = append(out, view.El("th", view.A("scope", "col"), view.Text(n)))
	}
	return out
}

// refusals keeps the items of a script that were not accepted.
func refusals(j *judged) *judged {
	out := *j
	out.items = make([]judgedItem, len(j.items))
	for i, item := range j.items {
		for _, d := range item.diags {
			if d.Severity == diag.Refused {
				out.items[i].diags = append(out.items[i].diags, d)
			}
		}
	}
	return &out
}

// proposal is the table that would serve a refused query. It is shown only after
// the query was run against it and accepted.
func (w *queryWork) proposal(name string, r *session.Outcome, text string) *view.Node {
	sel, ok := r.Stmt.(*cql.Select)
	t := tableOf(r.Stmt, w.conn)
	if !ok || t == nil {
		return nil
	}
	create := repair.ProposeTable(sel, t)
	if create == "" {
		return nil
	}
	proof := session.New(session.Settings{Keyspace: "lab", Now: clock})
	proof.Script(diag.NewSource("", w.z.schema))
	made := proof.Exec(create)
	stmt, ok := made.Stmt.(*cql.CreateTable)
	if !ok || !made.Accepted() {
		return nil
	}
	at := sel.From.Place()
	query := text[r.Span.Start:at.Start] + create[stmt.Name.Place().Start:stmt.Name.Place().End] + text[at.End:r.Span.End]
	if served := proof.Exec(query); !served.Accepted() {
		return nil
	}
	return view.El("div", view.Class("proposal"), view.A("data-key", "proposal-"+name),
		view.El("p", view.Leaf("b", "", name+": "), view.Text("this table would serve it. The query was run against it and accepted.")),
		view.Scroll("pre", "proposal-cql", "the proposed table for "+name, view.Leaf("code", "", tidy(create))))
}

// tidy writes a statement one column a line.
func tidy(text string) string {
	if out, err := cql.Format(text); err == nil {
		return strings.TrimSpace(out)
	}
	return text
}
