package lab

import (
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/repair"
	"partitionlab/wasm/session"
	"partitionlab/wasm/view"
)

// A queryWidget holds queries against a schema: which are served, at what price,
// and which table would serve a refused one.
type queryWidget struct{ *checkWidget }

func parseQuery(s *Spec, f *fence) widget { return &queryWidget{parseScript(s, f)} }

func (z *queryWidget) run(s *Spec, in, last Inputs) *Output {
	text := z.value(in, textKey)
	if len(text) > atOnce {
		return s.tooLong(in, text, atOnce)
	}
	conn := session.New(session.Settings{Keyspace: "lab", Now: clock})
	conn.Script(diag.NewSource("", z.schema))
	src := diag.NewSource("", text)
	results := conn.Script(src)
	j := judgedOf(src, results, conn)

	out := &Output{Values: map[string]string{}, Used: in}
	body := view.El("tbody")
	served, refused := 0, 0
	var proposals, plans view.Nodes
	for i := range results {
		r := &results[i]
		name := "Q" + strconv.Itoa(i+1)
		mark, class, kind, price := "✓", "accepted", "", ""
		access := r.Verdict.Plan
		switch {
		case r.Diag != nil:
			mark, class, kind, price = "✕", "refused", "refused", shorten(r.Diag.Message, 160)
			refused++
			if p := s.proposal(name, r, conn, z.schema, text); p != nil {
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
			plans = append(plans, s.planDetails(name, name+": what it touches", access))
		}
		table := ""
		if t := tableOf(r.Stmt, conn); t != nil {
			table = t.Name
		}
		body.Add(view.El("tr", view.Class(class), view.A("data-key", name),
			view.El("th", view.A("scope", "row"), view.Text(name)),
			view.El("td", view.El("b", view.Class("mark"), view.Text(mark)), view.Text(" "), view.El("b", view.Text(kind)), view.Text(after(". ", price))),
			view.El("td", view.El("code", view.Text(shorten(text[r.Span.Start:r.Span.End], 200)))),
			view.El("td", view.Text(table))))
	}
	mood := "fine"
	switch {
	case len(results) == 0:
		out.Sentence, mood = "There is no query in this text.", "watch"
	case refused == 0:
		out.Sentence = "Cassandra serves " + allOf(served) + "."
	default:
		out.Sentence, mood = "Cassandra serves "+number.Count(served)+" of "+number.Count(len(results))+" queries; it refuses "+number.Count(refused)+".", "refused"
	}
	out.Values["served"], out.Values["refused"] = strconv.Itoa(served), strconv.Itoa(refused)
	table := view.El("div", view.Class("table-scroll"), view.A("tabindex", "0"), view.A("role", "group"), view.A("aria-label", "queries and what serves them"),
		view.El("table", view.Class("queries"),
			view.El("thead", view.El("tr", heads("Query", "What Cassandra does", "Statement", "Table"))), body))
	out.View = s.form(in, false, s.schemaBox(keptTables(z.schema)), s.editor("Queries", text, j),
		s.results(in, view.El("output", view.Class("answer", mood), view.A("id", s.id("answer")), view.A("aria-live", "off"), view.Text(out.Sentence)),
			table, view.El("div", view.Class("plans"), plans), view.El("div", view.Class("proposals"), proposals), s.findings(refusals(j), false)))
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
func (s *Spec) proposal(name string, r *session.Result, conn *session.Session, before, text string) *view.Node {
	sel, ok := r.Stmt.(*cql.Select)
	t := tableOf(r.Stmt, conn)
	if !ok || t == nil {
		return nil
	}
	create := repair.ProposeTable(sel, t)
	if create == "" {
		return nil
	}
	proof := session.New(session.Settings{Keyspace: "lab", Now: clock})
	proof.Script(diag.NewSource("", before))
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
		view.El("p", view.El("b", view.Text(name+": ")), view.Text("this table would serve it. The query was run against it and accepted.")),
		view.El("pre", view.Class("proposal-cql"), view.A("tabindex", "0"), view.A("role", "group"), view.A("aria-label", "the proposed table for "+name), view.El("code", view.Text(tidy(create)))))
}

// tidy writes a statement one column a line.
func tidy(text string) string {
	if out, err := cql.Format(text); err == nil {
		return strings.TrimSpace(out)
	}
	return text
}
