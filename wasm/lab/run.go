package lab

import (
	"iter"
	"strconv"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/lab/fence"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/number"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/query"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/session"
	"partitionlab/wasm/view"
)

// A runWidget runs a script: the schema and its rows are there, the text is
// typed, and the rows that come back are shown with what they cost. Comments such
// as -- lab:flush say what happens between the statements; see
// [session.Operation].
type runWidget struct {
	*script
	ring     *ringFields     // of a script that runs on a ring of nodes, else nil
	page     input.Field     // of the rows that come back
	size     int             // rows of a page
	settings *check.Settings // of the server
}

func parseRun(f *fence.Fence) widget {
	z := &runWidget{script: parseScript(f, "Statements", "ring", "level", "down", "rows", "set"), size: maxRows, settings: check.NewSettings(),
		page: input.Field{Key: "page", Type: input.Whole, Label: "Page of the rows", Default: "1", Least: 1}}
	for _, l := range f.Lines {
		switch l.Name {
		case "set":
			for _, one := range fence.List(l.Value) {
				key, value, _ := strings.Cut(one, "=")
				if err := z.settings.Set(strings.TrimSpace(key), strings.TrimSpace(value)); err != nil {
					f.Wrong(l.At, err.Error(), "write set = materialized_views_enabled = true")
				}
			}
		case "rows":
			n, err := strconv.Atoi(l.Value)
			if err != nil || n < 1 || n > maxRows {
				f.Wrong(l.At, "rows is the number of rows of a page", "write a number from 1 to "+strconv.Itoa(maxRows))
				continue
			}
			z.size = n
		}
	}
	if z.ring = parseRing(f); z.ring != nil {
		z.all = append(z.all, z.ring.level, z.ring.down)
	}
	z.all = append(z.all, z.page)
	return widget{fields: z.all, work: func(s *Spec) worker { return &runWork{scriptWork: z.script.work(s), run: z} }}
}

// clock is the time at which the widgets run scripts, so that a page shows the
// same at every build: 2026-01-01, 00:00 UTC.
const clock = 1767225600

// ran is what a script has done.
type ran struct {
	conn    *session.Session
	nodes   *cluster
	results []session.Outcome
	pages   []*view.Node // of each result, nil without rows
	ops     map[int][]*session.Operation
	total   query.Cost
	values  map[string]string

	pageCount, returned, failed int
}

// A runWork runs the script in steps, for those that take longer than a page may stand
// still.
type runWork struct {
	scriptWork
	run     *runWidget
	inputs  string // that the script runs for
	stopped bool
	next    func() (struct{}, bool)
	end     func()
	done    *ran // nil while it runs, and where the text is too long
}

func (w *runWork) begin(in *input.State) {
	w.form.begin(in)
	inputs := ""
	for i := range w.run.all {
		inputs += w.form.text(&w.run.all[i]) + "\x00"
	}
	if w.done != nil && w.inputs == inputs && !w.stopped {
		return // the reader has only guessed, or opened something
	}
	w.close()
	w.inputs, w.stopped, w.done = inputs, false, nil
	if len(w.text()) > maxScript {
		return
	}
	w.next, w.end = iter.Pull(func(yield func(struct{}) bool) {
		w.done = w.perform(func() bool { return !w.stopped && yield(struct{}{}) })
	})
}

func (w *runWork) step(more func() bool) bool {
	if w.next == nil {
		return true
	}
	for more() {
		if _, running := w.next(); !running {
			w.close()
			return true
		}
	}
	return false
}

func (w *runWork) stop() { w.stopped = true }

func (w *runWork) close() {
	if w.end != nil {
		w.end()
	}
	w.next, w.end = nil, nil
}

// perform runs the script. pause is asked often whether to go on; where it says
// no, reads and repeated writes end.
func (w *runWork) perform(pause func() bool) *ran {
	x := &ran{ops: map[int][]*session.Operation{}, values: map[string]string{}, pageCount: 1}
	conn, _ := w.session(w.run.settings)
	x.conn = conn
	conn.Go, conn.Serves = pause, nil
	if w.run.ring != nil {
		x.nodes = w.run.ring.cluster(w.in.Values)
		conn.Serves = func(p *plan.Access) string { _, _, failed := x.nodes.serves(p); return failed }
	}
	reads := 0
	for st := range conn.Play(diag.NewSource("", w.text())) {
		if op := st.Operation; op != nil {
			x.ops[len(x.results)] = append(x.ops[len(x.results)], op)
			continue
		}
		r := *st.Result
		x.results = append(x.results, r)
		var page *view.Node
		if r.Rows != nil {
			x.returned += len(r.Rows.Rows)
			page = w.rowsOf(conn, &r, "rows of statement "+strconv.Itoa(len(x.results)))
			x.pageCount = max(x.pageCount, (len(r.Rows.Rows)+w.run.size-1)/w.run.size)
		}
		if c := r.Cost; c != nil {
			x.total.Partitions += c.Partitions
			x.total.Rows += c.Rows
			x.total.Cells += c.Cells
			x.total.Tombstones += c.Tombstones
			reads++
			one := "read" + strconv.Itoa(reads)
			for name, n := range map[string]int{".returned": len(r.Rows.Rows), ".rows": c.Rows, ".tombstones": c.Tombstones, ".files": c.Files(), ".files.all": len(c.Opened)} {
				x.values[one+name] = strconv.Itoa(n)
			}
		}
		if r.Failed != "" {
			x.failed++
		}
		x.pages = append(x.pages, page)
	}
	return x
}

// shown is the page of the rows that is asked for.
func (w *runWork) shown() int {
	n, ok, _ := w.run.page.Number(w.in.Values)
	if !ok {
		return 1
	}
	return n
}

func (w *runWork) answer() *Output {
	if w.done == nil {
		return w.tooLong(maxScript)
	}
	x, text := w.done, w.text()
	w.judged = judgedOf(diag.NewSource("", text), x.results, x.conn)
	out := &Output{Values: x.values, Used: w.in.Values, Problems: w.problems()}
	refused := 0
	for i := range x.results {
		if x.results[i].Diag != nil {
			refused++
		}
	}
	mood := "fine"
	switch {
	case len(x.results) == 0:
		out.Sentence, mood = "There is no statement in this text.", "watch"
	case refused > 0:
		out.Sentence, mood = w.judged.summary(), "refused"
	case x.failed > 0:
		out.Sentence, mood = number.Begin(x.failed, "statement")+" failed: too few replicas answer.", "refused"
	default:
		out.Sentence = number.Begin(x.returned, "row") + " came back."
	}
	for name, n := range map[string]int{"rows": x.returned, "refused": refused, "failed": x.failed, "statements": len(x.results), "warnings": w.judged.counts()[diag.Warning],
		"read.partitions": x.total.Partitions, "read.rows": x.total.Rows, "read.cells": x.total.Cells, "read.tombstones": x.total.Tombstones, "pages": x.pageCount} {
		out.Values[name] = strconv.Itoa(n)
	}
	list := view.El("ol", view.Class("findings", "runs"))
	for i := range x.results {
		list.Add(x.happened(i), w.statement(i))
	}
	list.Add(x.happened(len(x.results)))
	var ring *view.Node
	if w.run.ring != nil {
		ring = w.run.ring.view(&w.form, out.Problems)
	}
	out.View = w.view(false, schemaBox(w.z.tables), w.editor(&w.z.code, text, w.judged), w.operations(len(x.results)+len(x.ops) > 0), ring,
		w.results(w.answerLine(mood, out.Sentence), list, w.pages()))
	return out
}

// happened are the operations in front of a statement.
func (x *ran) happened(i int) (list view.Nodes) {
	for _, op := range x.ops[i] {
		words := op.Said
		if op.Err != "" {
			words = op.Err
		}
		list = append(list, view.El("li", view.Class("finding", "operation"), saidLine("↻", "", words)))
	}
	return list
}

// statement is what came of one statement: the verdict, rows and what they cost, and
// who was asked.
func (w *runWork) statement(i int) *view.Node {
	x, r, id := w.done, &w.done.results[i], strconv.Itoa(i)
	li := view.El("li", view.Class("finding", runClass(r)), view.A("data-key", "run"+id))
	switch item := &w.judged.items[i]; {
	case r.Failed != "":
		li.Add(saidLine("✕", "unavailable", ": "+r.Failed))
	case len(item.diags) > 0:
		for k, d := range item.diags {
			li.Children = append(li.Children, w.finding(w.judged, d, id+"."+strconv.Itoa(k)).Children...)
		}
	default:
		li.Add(saidLine("✓", "accepted", after(": ", item.what)))
	}
	if x.pages[i] != nil || r.Failed != "" {
		li.Add(view.El("p", view.Class("statement"), view.Leaf("code", "", input.Shorten(w.text()[r.Span.Start:r.Span.End], 300))))
	}
	if x.pages[i] != nil {
		li.Add(x.pages[i], w.costOf(id, r))
		if r.Stopped {
			li.Add(wrongNote("The read was stopped, because it goes through very many rows. These are the rows so far."))
		}
	}
	if access := r.Verdict.Plan; x.nodes != nil && r.Diag == nil && access != nil {
		asked, said, _ := x.nodes.serves(access)
		x.values["asked"] = strconv.Itoa(len(asked))
		if r.Failed != "" {
			said = "Who holds it"
		}
		li.Add(view.El("details", view.Class("plan"), view.A("data-key", "ring"+id), view.Flag("open", i == len(x.results)-1),
			view.Leaf("summary", "", said), x.nodes.figure(w.Element("ring"+id), access)))
	}
	return li
}

// pages is the field for the page of the rows, nil where there is one page.
func (w *runWork) pages() *view.Node {
	n := w.done.pageCount
	if n == 1 {
		return nil
	}
	x := w.show(w.run.page, "")
	x.value = strconv.Itoa(min(w.shown(), n))
	if n > 12 {
		x.Label += ", of " + strconv.Itoa(n)
		return w.fieldView(x)
	}
	for i := range n {
		x.Options = append(x.Options, input.Option{Value: strconv.Itoa(i + 1), Label: strconv.Itoa(i + 1)})
	}
	return w.choices(x)
}

// operations are the buttons that write into the script what happens between its
// statements. They change the text, so that undo, links and Reset know of it.
func (w *runWork) operations(some bool) *view.Node {
	n := view.El("div", view.Class("operations needs-lab"), view.A("role", "group"), view.A("aria-label", "What happens next"))
	button := func(class, do, with, label string, disabled bool) {
		b := view.El("button", view.Class(class), view.A("type", "button"), view.A("data-do", do))
		if with != "" {
			b.Add(view.A("data-with", with))
		}
		n.Add(b.Add(view.Flag("disabled", disabled), view.Text(label)))
	}
	for _, b := range [...][2]string{{"flush", "Flush"}, {"compact", "Compact"}, {"wait 1d", "A day passes"}, {"wait 11d", "11 days pass"}} {
		button("", "operate", b[0], b[1], false)
	}
	button("", "undo", "", "Undo the last", !some)
	button("", "file", "", "Save as a file", false)
	button("stop", "stop", "", "Stop", false) // shown while a script runs
	return n
}

// do carries out these buttons.
func (w *runWork) do(what, with string) place.Effect {
	put := func(text string) place.Effect {
		return place.Effect{Put: &place.Text{Name: w.z.code.Key, Text: text}}
	}
	switch what {
	case "operate":
		return put(operated(w.text(), with))
	case "undo":
		return put(undone(w.text()))
	case "file":
		return place.Effect{Save: &place.Text{Name: w.ID + ".cql", Text: w.text()}}
	}
	return w.scriptWork.do(what, with)
}

// operated is a script with one more operation.
func operated(text, operation string) string {
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text + "-- lab:" + operation
}

// undone is a script without its last statement or operation.
func undone(text string) string {
	end := 0
	spans := session.Spans(diag.NewSource("", text))
	if n := len(spans); n > 0 {
		end = spans[n-1].Start
	}
	if at := strings.LastIndex(text, "\n-- lab:"); at >= end && (len(spans) == 0 || at > spans[len(spans)-1].End) {
		end = at
	}
	return strings.TrimRight(text[:end], " \n")
}

// rowsOf shows a page of the rows of a result.
func (w *runWork) rowsOf(conn *session.Session, r *session.Outcome, label string) *view.Node {
	rows, size := r.Rows.Rows, w.run.size
	n := (len(rows) + size - 1) / size
	if n <= 1 {
		return resultTable(tableOf(r.Stmt, conn), r.Rows, label)
	}
	show := min(w.shown(), n)
	page := *r.Rows
	page.Rows = rows[(show-1)*size : min(show*size, len(rows))]
	note := "Page " + strconv.Itoa(show) + " of " + strconv.Itoa(n) + "."
	if read := r.Verdict.Read; read != nil {
		// Each page is a read of its own, which goes on where the last one ended.
		var after *query.Position
		for i := 1; i <= show; i++ {
			p, err := conn.Page(read, size, after)
			if err != nil {
				break
			}
			if after = p.Next; i == show {
				page.Rows = p.Rows
				note += " It alone read " + number.Within(p.Cost.Rows, "row") + "."
			}
			if after == nil {
				break
			}
		}
	}
	return view.El("div", resultTable(tableOf(r.Stmt, conn), &page, label), view.Leaf("p", "field-note", note))
}

// costOf unfolds to what a read touched, as bars.
func (w *runWork) costOf(id string, r *session.Outcome) *view.Node {
	c := r.Cost
	if c == nil {
		return nil
	}
	said := costSentence(c, len(r.Rows.Rows))
	bar := func(name string, all, used int, unit string) figure.CostBar {
		says := number.Count(used) + " of " + number.Count(all) + " " + unit
		return figure.CostBar{Name: name, Says: says, All: int64(all), Used: int64(used)}
	}
	f := figure.Cost{ID: w.Element("cost" + id), Title: "What the read touched, and what of it came back", Desc: said, Head: []string{"", "read", "of use"}}
	if n := len(c.Opened); n > 0 {
		f.Bars = append(f.Bars, bar("SSTables", n, c.Files(), "opened"))
	}
	f.Bars = append(f.Bars, figure.CostBar{Name: "Partitions", Says: number.Count(c.Partitions) + " read", All: int64(c.Partitions), Used: int64(c.Partitions)},
		bar("Rows", c.Rows, min(c.Matched, c.Rows), "wanted"),
		figure.CostBar{Name: "Cells", Says: number.Count(c.Cells) + " read", All: int64(c.Cells), Used: int64(c.Cells)},
		figure.CostBar{Name: "Tombstones", Says: number.Count(c.Tombstones) + " passed", All: int64(c.Tombstones)})
	return view.El("details", view.Class("cost"), view.A("data-key", "cost"+id), view.Leaf("summary", "", said), f.Figure().View())
}

func runClass(r *session.Outcome) string {
	switch {
	case r.Diag != nil || r.Failed != "":
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

// costSentence says what a read touched.
func costSentence(c *query.Cost, returned int) string {
	if c == nil {
		return ""
	}
	var parts []string
	add := func(n int, word string) { parts = append(parts, number.Of(n, word)) }
	add(c.Partitions, "partition")
	add(c.Rows, "row")
	add(c.Cells, "cell")
	if c.Tombstones > 0 {
		add(c.Tombstones, "tombstone")
	}
	if n := len(c.Opened); n > 0 {
		parts = append(parts, number.Count(c.Files())+" of "+number.Of(n, "SSTable"))
	}
	s := "Read: " + strings.Join(parts, ", ") + ". Returned: " + number.Of(returned, "row") + "."
	if c.Rows > 4*max(c.Matched, 1) {
		s += " Most of what was read was thrown away."
	}
	return s
}
