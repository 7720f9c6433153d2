package lab

import (
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/query"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/session"
	"partitionlab/wasm/view"
)

// A runWidget runs a script: the schema and its rows are there, the text is
// typed, and the rows that come back are shown with what they cost.
type runWidget struct{ *checkWidget }

func parseRun(s *Spec, f *fence) widget { return &runWidget{parseScript(s, f)} }

// clock is the time at which the widgets run scripts, so that a page shows the
// same at every build: 2026-01-01, 00:00 UTC.
const clock = 1767225600

func (z *runWidget) run(s *Spec, in, last Inputs) *Output {
	text := z.value(in, textKey)
	if len(text) > atOnce {
		return s.tooLong(in, text)
	}
	conn := session.New(session.Settings{Keyspace: "lab", Now: clock})
	// A read that takes too long is stopped: the page must stay quick.
	steps := 0
	conn.Go = func() bool { steps++; return steps < maxSteps }
	conn.Script(diag.NewSource("", z.schema))
	src := diag.NewSource("", text)
	results := conn.Script(src)

	out := &Output{Values: map[string]string{}, Used: in}
	list := view.El("ol", view.Class("findings", "runs"))
	j := judgedOf(src, results, conn)
	returned, refused := 0, 0
	for i := range results {
		r := &results[i]
		li := view.El("li", view.Class("finding", runClass(r)), view.A("data-key", "run"+plainNumber(float64(i))))
		switch {
		case len(j.items[i].diags) > 0:
			for k, d := range j.items[i].diags {
				li.Children = append(li.Children, s.finding(j, d, plainNumber(float64(i))+"."+plainNumber(float64(k))).Children...)
			}
		default:
			li.Add(view.El("p", view.Class("said"), view.El("b", view.Class("mark"), view.Text("✓")), view.Text(" "),
				view.El("span", view.Class("verdict"), view.Text("accepted")), view.Text(after(": ", j.items[i].what))))
		}
		if r.Diag != nil {
			refused++
		}
		if r.Rows != nil {
			returned += len(r.Rows.Rows)
			li.Add(view.El("p", view.Class("statement"), view.El("code", view.Text(shorten(text[r.Span.Start:r.Span.End], 300)))))
			li.Add(resultTable(tableOf(r.Stmt, conn), r.Rows, "rows of statement "+plainNumber(float64(i+1))))
			if c := costSentence(r.Cost, len(r.Rows.Rows)); c != "" {
				li.Add(view.El("p", view.Class("cost"), view.Text(c)))
			}
			if r.Stopped {
				li.Add(view.El("p", view.Class("field-note"), view.El("span", view.Class("error"), view.Text("The read was stopped, because it goes through very many rows. These are the rows so far."))))
			}
		}
		list.Add(li)
	}
	mood := "fine"
	switch {
	case len(results) == 0:
		out.Sentence, mood = "There is no statement in this text.", "watch"
	case refused > 0:
		out.Sentence, mood = j.summary(), "refused"
	default:
		out.Sentence = countWords(int64(returned), "row") + " came back."
	}
	out.Values["rows"] = plainNumber(float64(returned))
	out.Values["refused"] = plainNumber(float64(refused))
	out.Values["statements"] = plainNumber(float64(len(results)))
	out.View = s.form(in, false, s.schemaBox(keptTables(z.schema)), s.editor("Statements", text, j),
		s.results(in, view.El("output", view.Class("answer", mood), view.A("id", s.id("answer")), view.A("aria-live", "off"), view.Text(out.Sentence)), list))
	return out
}

// maxSteps is how often a read of the page is asked whether to go on: every
// 1,024 rows.
const maxSteps = 400

func runClass(r *session.Result) string {
	switch {
	case r.Diag != nil:
		return "refused"
	case r.NotJudged:
		return "notjudged"
	case len(r.Warnings) > 0:
		return "warning"
	}
	return "accepted"
}

// tableOf is the table that a statement reads or writes, or nil.
func tableOf(stmt cql.Statement, conn *session.Session) *schema.Table {
	var n cql.QualifiedName
	switch st := stmt.(type) {
	case *cql.Select:
		n = st.From
	case *cql.Insert:
		n = st.Into
	case *cql.Update:
		n = st.Table
	case *cql.Delete:
		n = st.From
	default:
		return nil
	}
	ks := n.Keyspace.Text
	if ks == "" {
		ks = conn.Keyspace()
	}
	return conn.Catalogue().Table(ks, n.Name.Text)
}

// keptTables are the tables of a schema.
func keptTables(text string) []*schema.Table {
	tables, _ := tablesOf(text)
	return tables
}

// countWords writes a number of things at the beginning of a sentence.
func countWords(n int64, word string) string {
	switch n {
	case 0:
		return "No " + word + "s"
	case 1:
		return "One " + word
	}
	return figure.Count(n) + " " + word + "s"
}

// costSentence says what a read touched.
func costSentence(c *query.Cost, returned int) string {
	if c == nil {
		return ""
	}
	var parts []string
	add := func(n int, word string) { parts = append(parts, figure.Count(int64(n))+" "+pluralOf(n, word)) }
	add(c.Partitions, "partition")
	add(c.Rows, "row")
	add(c.Cells, "cell")
	if c.Tombstones > 0 {
		add(c.Tombstones, "tombstone")
	}
	s := "Read: " + strings.Join(parts, ", ") + ". Returned: " + figure.Count(int64(returned)) + " " + pluralOf(returned, "row") + "."
	if c.Rows > 4*max(returned, 1) {
		s += " Most of what was read was thrown away."
	}
	return s
}

func pluralOf(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}
