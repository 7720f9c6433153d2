package lab

import (
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/lab/fence"
	"partitionlab/wasm/number"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/repair"
	"partitionlab/wasm/session"
	"partitionlab/wasm/view"
	"partitionlab/wasm/work"
)

// A query widget holds queries against a schema: which are served, at what price,
// and which table would serve a refused one.
func parseQuery(f *fence.Fence) widget {
	f.Asks([]string{"served", "partitions read"})
	z := parseScript(f, "Queries", releaseField.Key)
	z.code.Most = maxScript
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

func (w *queryWork) work(m *work.Meter) {
	text := w.text()
	if len(text) > maxScript {
		w.ran, w.judged = nil, nil
		return
	}
	w.conn, _ = w.session(shippedBy(w.server()), m)
	src := diag.NewSource("", text)
	w.ran = w.conn.Script(src)
	w.judged = judgedOf(src, w.ran, w.conn, m)
}

func (w *queryWork) answer() *Output {
	text := w.text()
	if w.judged == nil {
		return w.tooLong(maxScript)
	}
	out := &Output{Values: map[string]string{}, Used: w.in.Values, Problems: w.problems()}
	served, refused, slow := 0, 0, 0
	cards := w.cards(w.judged)
	for i := range w.ran {
		r, c := &w.ran[i], &cards[i]
		c.key = "Q" + strconv.Itoa(i+1)
		switch access := r.Verdict.Plan; {
		case r.Diag != nil:
			refused++
			c.body = append(c.body, w.proposal(c.key, r, text)...)
		case r.NotJudged || access == nil:
		default:
			served++
			if _, good := service(access); !good {
				slow++
				if c.class == "accepted" {
					c.mark, c.class = "!", "warning"
				}
			}
		}
	}
	a := w.soFar(w.verdict(served, refused, slow))
	out.Sentence = a.sentence()
	out.Values["served"], out.Values["refused"] = strconv.Itoa(served), strconv.Itoa(refused)
	out.View = w.frame(false, view.Nodes{schemaBox(w.z.tables), w.editor(&w.z.code, text, w.judged, w.z.tables...), w.lost(), w.unfitSchema()},
		w.results(w.answerView(a), w.cardList(cards), w.foot()), nil)
	return out
}

// verdict answers which queries are served, or how many partitions they read.
func (w *queryWork) verdict(served, refused, slow int) verdict {
	all := len(w.ran)
	if all == 0 {
		return verdictOf("There is no query in this text.", "watch")
	}
	a := verdict{mood: "fine"}
	switch {
	case w.Ask.Name == "partitions read" && refused == 0 && all == 1 && w.ran[0].Verdict.Plan != nil:
		kind, _ := service(w.ran[0].Verdict.Plan)
		a.headline = strings.ToUpper(kind[:1]) + kind[1:]
	case served+refused < all:
		a = w.judged.verdict()
	case refused == 0:
		a.headline = w.judged.cassandra() + " answers " + allOf(served)
	case served == 0:
		a.headline = w.judged.cassandra() + " refuses " + allOf(refused)
	default:
		a.headline = w.judged.cassandra() + " answers " + number.Count(served) + " of " + number.Count(all) + " queries"
		a.more = "It refuses " + number.Count(refused) + "."
	}
	if slow > 0 {
		a.mood = "watch"
		reads := " reads"
		if slow > 1 {
			reads = " read"
		}
		a.more += " " + number.Begin(slow, "query") + reads + " more the larger the table is."
		a.more = strings.TrimSpace(a.more)
	}
	if refused > 0 {
		a.mood = "refused"
	}
	return a
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
		kind, good = "several partitions", true
	case plan.OneIndexedPartition:
		kind, good = "an index in one partition", true
	case plan.TokenRangeOfTable:
		kind = "a part of the ring"
	case plan.IndexedPartitions:
		kind = "an index on all nodes"
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

// proposal is the table that would serve a refused query. It is shown only after
// the query was run against it and accepted.
func (w *queryWork) proposal(name string, r *session.Outcome, text string) view.Nodes {
	sel, ok := r.Stmt.(*cql.Select)
	t := tableOf(r.Stmt, w.conn)
	if !ok || t == nil {
		return nil
	}
	create := repair.ProposeTable(sel, t, w.conn.Catalogue().Keyspaces[t.Keyspace])
	if create == "" {
		return nil
	}
	proof := session.New(session.Settings{Keyspace: "lab", Now: clock, Check: w.conn.Settings()})
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
	return view.Nodes{view.El("div", view.Class("proposal"), view.A("data-key", "proposal-"+name),
		view.Leaf("p", "", "This table would answer it. The query was run on it and accepted."),
		view.Scroll("pre", "proposal-cql", "the proposed table for "+name, view.El("code", view.A("id", w.Element("made-"+name)), view.Text(tidy(create)))),
		doing("fix needs-lab", "copy", "", view.A("data-from", w.Element("made-"+name)), view.Text("Copy")))}
}

// tidy writes a statement one column a line.
func tidy(text string) string {
	if out, err := cql.Format(text); err == nil {
		return strings.TrimSpace(out)
	}
	return text
}
