package lab

import (
	"iter"
	"strconv"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/figure"
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
	*checkWidget
	ring bool        // the script runs on a ring of nodes
	page int         // rows of a page
	set  [][2]string // settings of cassandra.yaml that differ from the shipped ones
	// ahead is the script that is at work, or the last one.
	ahead *running
}

func (z *runWidget) settings() *check.Settings {
	c := check.NewSettings()
	for _, s := range z.set {
		c.Set(s[0], s[1]) // was taken when the fence was read
	}
	return c
}

// pageKey is the page of the results that is shown, from 1.
const pageKey = "page"

func parseRun(s *Spec, f *fence) widget {
	z := &runWidget{checkWidget: parseScript(s, f, "ring", levelKey, downKey, "rows", "set"), page: maxRows}
	for _, l := range f.lines {
		switch l.name {
		case "set":
			for _, one := range list(l.value) {
				key, value, _ := strings.Cut(one, "=")
				set := [2]string{strings.TrimSpace(key), strings.TrimSpace(value)}
				if err := check.NewSettings().Set(set[0], set[1]); err != nil {
					f.wrong(l.at, err.Error(), "write set = materialized_views_enabled = true")
					continue
				}
				z.set = append(z.set, set)
			}
		case "rows":
			n, err := strconv.Atoi(l.value)
			if err != nil || n < 1 || n > maxRows {
				f.wrong(l.at, "rows is the number of rows of a page", "write a number from 1 to "+strconv.Itoa(maxRows))
				continue
			}
			z.page = n
		}
	}
	z.ring = parseNodes(f, z.checkWidget)
	z.all = append(z.all, input{key: pageKey, value: "1"})
	return z
}

// clock is the time at which the widgets run scripts, so that a page shows the
// same at every build: 2026-01-01, 00:00 UTC.
const clock = 1767225600

// ran is what a script has done.
type ran struct {
	text    string
	conn    *session.Session
	nodes   cluster
	results []session.Result
	pages   []*view.Node // of each result, nil without rows
	ops     map[int][]*session.Operation
	total   query.Cost
	values  map[string]string

	pageCount, returned, failed int
}

// perform runs the script. pause is asked often whether to go on; where it says
// no, reads and repeated writes end.
func (z *runWidget) perform(s *Spec, in Inputs, pause func() bool) *ran {
	x := &ran{text: z.value(in, textKey), ops: map[int][]*session.Operation{}, values: map[string]string{}, pageCount: 1}
	conn := session.New(session.Settings{Keyspace: "lab", Now: clock, Check: z.settings()})
	x.conn = conn
	conn.Script(diag.NewSource("", z.schema))
	conn.Go = pause
	if z.ring {
		x.nodes, _, _ = nodesOf(z.value(in, levelKey), z.value(in, downKey))
		conn.Serves = func(p *plan.Access) string { _, _, failed := x.nodes.serves(p); return failed }
	}
	show, reads := z.shown(in), 0
	conn.Play(diag.NewSource("", x.text), func(st *session.Step) {
		if op := st.Operation; op != nil {
			x.ops[len(x.results)] = append(x.ops[len(x.results)], op)
			return
		}
		r := *st.Result
		x.results = append(x.results, r)
		var page *view.Node
		if r.Rows != nil {
			x.returned += len(r.Rows.Rows)
			page = s.rowsOf(conn, &r, "rows of statement "+strconv.Itoa(len(x.results)), z.page, show)
			x.pageCount = max(x.pageCount, (len(r.Rows.Rows)+z.page-1)/z.page)
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
	})
	return x
}

// shown is the page of the rows that is asked for.
func (z *runWidget) shown(in Inputs) int {
	n, err := strconv.Atoi(strings.TrimSpace(z.value(in, pageKey)))
	if err != nil || n < 1 {
		return 1
	}
	return n
}

// A running is a script at work, for those that take longer than a page may stand
// still.
type running struct {
	inputs  string
	stopped bool
	next    func() (struct{}, bool)
	end     func()
	done    *ran
}

// begin starts a script, which goes on in the steps of the function that comes
// back.
func (z *runWidget) begin(s *Spec, in Inputs) func(more func() bool) bool {
	if z.ahead != nil {
		z.ahead.end()
	}
	if z.ahead = nil; len(z.value(in, textKey)) > atOnce {
		return nil
	}
	w := &running{inputs: z.inputs(in)}
	w.next, w.end = iter.Pull(func(yield func(struct{}) bool) {
		w.done = z.perform(s, in, func() bool { return !w.stopped && yield(struct{}{}) })
	})
	z.ahead = w
	return func(more func() bool) bool {
		for more() {
			if _, ok := w.next(); !ok {
				return true
			}
		}
		return false
	}
}

// Stop ends a script that runs in steps: what it has done so far is its answer.
func (s *Spec) Stop() {
	if z, ok := s.widget.(*runWidget); ok && z.ahead != nil {
		z.ahead.stopped = true
	}
}

// inputs are all inputs as one text.
func (z *runWidget) inputs(in Inputs) string {
	all := ""
	for _, k := range z.all {
		all += z.value(in, k.key) + "\x00"
	}
	return all
}

func (z *runWidget) run(s *Spec, in, last Inputs) *Output {
	text := z.value(in, textKey)
	if len(text) > atOnce {
		return s.tooLong(in, text, atOnce)
	}
	var x *ran
	if w := z.ahead; w != nil && w.done != nil && w.inputs == z.inputs(in) {
		x = w.done
	} else {
		// A script that takes too long is stopped: the page must stay quick.
		steps := 0
		x = z.perform(s, in, func() bool { steps++; return steps < maxSteps })
	}
	var fields *view.Node
	if z.ring {
		level, down := z.value(in, levelKey), z.value(in, downKey)
		_, levelProblem, downProblem := nodesOf(level, down)
		def, _ := s.Default(downKey)
		fields = s.nodeFields(level, down, levelProblem, downProblem, def)
	}
	out := &Output{Values: x.values, Used: in}
	list := view.El("ol", view.Class("findings", "runs"))
	src := diag.NewSource("", text)
	conn, nodes, results, pages, ops, pageCount, total, returned, failed := x.conn, &x.nodes, x.results, x.pages, x.ops, x.pageCount, x.total, x.returned, x.failed
	j := judgedOf(src, results, conn)
	refused := 0
	happened := func(i int) {
		for _, op := range ops[i] {
			said := op.Said
			if op.Err != "" {
				said = op.Err
			}
			list.Add(view.El("li", view.Class("finding", "operation"), view.El("p", view.Class("said"), view.El("b", view.Class("mark"), view.Text("↻")), view.Text(" "+said))))
		}
	}
	for i := range results {
		happened(i)
		r := &results[i]
		id := strconv.Itoa(i)
		li := view.El("li", view.Class("finding", runClass(r)), view.A("data-key", "run"+id))
		switch {
		case r.Failed != "":
			li.Add(view.El("p", view.Class("said"), view.El("b", view.Class("mark"), view.Text("✕")), view.Text(" "), view.El("span", view.Class("verdict"), view.Text("unavailable")), view.Text(": "+r.Failed)))
		case len(j.items[i].diags) > 0:
			for k, d := range j.items[i].diags {
				li.Children = append(li.Children, s.finding(j, d, id+"."+strconv.Itoa(k)).Children...)
			}
		default:
			li.Add(view.El("p", view.Class("said"), view.El("b", view.Class("mark"), view.Text("✓")), view.Text(" "),
				view.El("span", view.Class("verdict"), view.Text("accepted")), view.Text(after(": ", j.items[i].what))))
		}
		if r.Diag != nil {
			refused++
		}
		if pages[i] != nil || r.Failed != "" {
			li.Add(view.El("p", view.Class("statement"), view.El("code", view.Text(shorten(text[r.Span.Start:r.Span.End], 300)))))
		}
		if pages[i] != nil {
			li.Add(pages[i], s.costOf(id, r))
			if r.Stopped {
				li.Add(view.El("p", view.Class("field-note"), view.El("span", view.Class("error"), view.Text("The read was stopped, because it goes through very many rows. These are the rows so far."))))
			}
		}
		if z.ring && r.Diag == nil && r.Verdict.Plan != nil {
			asked, said, _ := nodes.serves(r.Verdict.Plan)
			out.Values["asked"] = strconv.Itoa(len(asked))
			if r.Failed != "" {
				said = "Who holds it"
			}
			li.Add(view.El("details", view.Class("plan"), view.A("data-key", "ring"+id), view.Flag("open", i == len(results)-1),
				view.El("summary", view.Text(said)), nodes.figure(s.id("ring"+id), r.Verdict.Plan)))
		}
		list.Add(li)
	}
	happened(len(results))

	mood := "fine"
	switch {
	case len(results) == 0:
		out.Sentence, mood = "There is no statement in this text.", "watch"
	case refused > 0:
		out.Sentence, mood = j.summary(), "refused"
	case failed > 0:
		out.Sentence, mood = number.Begin(failed, "statement")+" failed: too few replicas answer.", "refused"
	default:
		out.Sentence = number.Begin(returned, "row") + " came back."
	}
	for name, n := range map[string]int{"rows": returned, "refused": refused, "failed": failed, "statements": len(results), "warnings": j.counts()[diag.Warning],
		"read.partitions": total.Partitions, "read.rows": total.Rows, "read.cells": total.Cells, "read.tombstones": total.Tombstones, "pages": pageCount} {
		out.Values[name] = strconv.Itoa(n)
	}
	parts := view.Nodes{s.schemaBox(keptTables(z.schema)), s.editor("Statements", text, j), s.operations(len(results)+len(ops) > 0), fields}
	all := view.Nodes{view.El("output", view.Class("answer", mood), view.A("id", s.id("answer")), view.A("aria-live", "off"), view.Text(out.Sentence)), list}
	if pageCount > 1 {
		at := strconv.Itoa(min(z.shown(in), pageCount))
		if pageCount <= 12 {
			var each []choice
			for i := range pageCount {
				n := strconv.Itoa(i + 1)
				each = append(each, choice{n, n})
			}
			all = append(all, s.choices(pageKey, "Page of the rows", at, "", each))
		} else {
			all = append(all, s.field(field{key: pageKey, label: "Page of the rows, of " + strconv.Itoa(pageCount), value: at, def: "1"}))
		}
	}
	out.View = s.form(in, false, parts, s.results(in, all))
	return out
}

// operations are the buttons that write into the script what happens between its
// statements. They change the text, so that undo, links and Reset know of it.
func (s *Spec) operations(some bool) *view.Node {
	n := view.El("div", view.Class("operations needs-lab"), view.A("role", "group"), view.A("aria-label", "What happens next"))
	for _, b := range [...][2]string{{"flush", "Flush"}, {"compact", "Compact"}, {"wait 1d", "A day passes"}, {"wait 11d", "11 days pass"}, {undo, "Undo the last"}, {file, "Save as a file"}, {stop, "Stop"}} {
		do, class := "operate", ""
		switch b[0] {
		case file:
			do = file
		case stop:
			do, class = stop, "stop"
		}
		n.Add(view.El("button", view.Class(class), view.A("type", "button"), view.A("data-do", do), view.A("data-operation", b[0]), view.Flag("disabled", b[0] == undo && !some), view.Text(b[1])))
	}
	return n
}

// What the buttons of a run widget do, besides operations.
const (
	undo = "undo"
	file = "file"
	stop = "stop" // shown while a script runs
)

// Operate returns the text after one more operation, or without its last
// statement or operation.
func (s *Spec) Operate(in Inputs, name string) string {
	text, ok := in[textKey]
	if !ok {
		text, _ = s.Default(textKey)
	}
	if name != undo {
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		return text + "-- lab:" + name
	}
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
func (s *Spec) rowsOf(conn *session.Session, r *session.Result, label string, size, show int) *view.Node {
	rows := r.Rows.Rows
	n := (len(rows) + size - 1) / size
	if n <= 1 {
		return resultTable(tableOf(r.Stmt, conn), r.Rows, label)
	}
	show = min(show, n)
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
	return view.El("div", resultTable(tableOf(r.Stmt, conn), &page, label), view.El("p", view.Class("field-note"), view.Text(note)))
}

// costOf unfolds to what a read touched, as bars.
func (s *Spec) costOf(id string, r *session.Result) *view.Node {
	c := r.Cost
	if c == nil {
		return nil
	}
	said := costSentence(c, len(r.Rows.Rows))
	bar := func(name string, all, used int, unit string) figure.CostBar {
		says := number.Count(used) + " of " + number.Count(all) + " " + unit
		return figure.CostBar{Name: name, Says: says, All: int64(all), Used: int64(used)}
	}
	f := figure.Cost{ID: s.id("cost" + id), Title: "What the read touched, and what of it came back", Desc: said, Head: []string{"", "read", "of use"}}
	if n := len(c.Opened); n > 0 {
		f.Bars = append(f.Bars, bar("SSTables", n, c.Files(), "opened"))
	}
	f.Bars = append(f.Bars, figure.CostBar{Name: "Partitions", Says: number.Count(c.Partitions) + " read", All: int64(c.Partitions), Used: int64(c.Partitions)},
		bar("Rows", c.Rows, min(c.Matched, c.Rows), "wanted"),
		figure.CostBar{Name: "Cells", Says: number.Count(c.Cells) + " read", All: int64(c.Cells), Used: int64(c.Cells)},
		figure.CostBar{Name: "Tombstones", Says: number.Count(c.Tombstones) + " passed", All: int64(c.Tombstones)})
	return view.El("details", view.Class("cost"), view.A("data-key", "cost"+id), view.El("summary", view.Text(said)), f.Figure().View())
}

// maxSteps is how often a read of the page is asked whether to go on: every
// 1,024 rows.
const maxSteps = 400

func runClass(r *session.Result) string {
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

// keptTables are the tables of a schema.
func keptTables(text string) []*schema.Table {
	tables, _ := tablesOf(text)
	return tables
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
