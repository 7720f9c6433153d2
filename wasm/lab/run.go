package lab

import (
	"slices"
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
	"partitionlab/wasm/work"
)

// A runWidget runs a script: the schema and its rows are there, the text is
// typed, and the rows that come back are shown with what they cost. Comments such
// as -- lab:flush say what happens between the statements; see
// [session.Operation].
type runWidget struct {
	*script
	ring     *ringFields // of a script that runs on a ring of nodes, else nil
	page     input.Field // of the rows that come back
	size     int         // rows of a page
	operates bool        // buttons write what happens between statements
	settings []string    // of the server: "key = value"
}

func parseRun(f *fence.Fence) widget {
	f.Asks(runAsks, "noun", "column")
	if f.Ask.Name == "value" && f.Ask.Attr("column") == "" {
		f.Wrong(f.Ask.At, "the value of which column?", "write ask = value | column seats_left")
	}
	z := &runWidget{script: parseScript(f, "Statements", "ring", "level", "down", "rows", "set", "operations", releaseField.Key), size: maxRows,
		page: input.Field{Key: "page", Type: input.Whole, Label: "Page of the rows", Default: "1", Least: 1}}
	z.code.Most = maxScript
	for _, l := range f.Lines {
		switch l.Name {
		case "set":
			z.settings = append(z.settings, fence.List(l.Value)...)
			if err := setAll(shippedBy(releaseOf(z.release, nil)), fence.List(l.Value)); err != nil {
				f.Wrong(l.At, err.Error(), "write set = materialized_views_enabled = true")
			}
		case "operations":
			z.operates = l.Value == "yes"
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

// setAll gives keys of cassandra.yaml values: "key = value". What cannot be set stays as it ships,
// and the first such is told.
func setAll(s *check.Settings, lines []string) (first error) {
	for _, one := range lines {
		key, value, _ := strings.Cut(one, "=")
		if err := s.Set(strings.TrimSpace(key), strings.TrimSpace(value)); err != nil && first == nil {
			first = err
		}
	}
	return first
}

// clock is the time at which the widgets run scripts, so that a page shows the
// same at every build: 2026-01-01, 00:00 UTC.
const clock = 1767225600

// ran is what a script has done.
type ran struct {
	conn    *session.Session
	before  []session.Outcome // of the schema
	nodes   *cluster
	results []session.Outcome
	pages   []*view.Node                 // of each result, nil without rows; of as many as a page lists
	reads   int                          // results with rows
	ops     map[int][]*session.Operation // in front of a result
	opCount int                          // of these
	strays  []stray                      // those of them that did nothing, as many as a page lists
	strayed int                          // such operations
	moments []moment                     // at which something happened to files
	ends    map[int]*session.Outcome     // reads that were read again at the end
	total   query.Cost
	values  map[string]string

	compacted []*session.Operation // the compactions that had something to do

	pageCount, returned, failed int
	decided, applied            int // writes with a condition, and those of which it held
}

// A stray is an operation in front of a result that did nothing, or has something behind it.
type stray struct {
	before int
	card   card
}

// A moment is when something happens to files, in front of a result.
type moment struct {
	before int
	words  string // "the flush"
}

// moments are what operations are called that change files.
var moments = map[string]string{"flush": "the flush", "compact": "the compaction", "wait": "the wait"}

// A runWork runs the script.
type runWork struct {
	scriptWork
	run    *runWidget
	inputs string // that the script has run for
	done   *ran   // nil where the text is too long
}

func (w *runWork) work(m *work.Meter) {
	inputs := ""
	for i := range w.run.all {
		inputs += w.form.text(&w.run.all[i]) + "\x00"
	}
	if w.done != nil && w.inputs == inputs && !w.judged.stopped {
		return // the reader has only guessed, or opened something
	}
	w.inputs, w.done = inputs, nil
	if len(w.text()) <= maxScript {
		w.done = w.perform(m)
		w.judged = judgedOf(diag.NewSource("", w.text()), w.done.results, w.done.conn, m)
	}
}

// perform runs the script, as far as the meter lets it.
func (w *runWork) perform(m *work.Meter) *ran {
	settings := shippedBy(w.server())
	setAll(settings, w.run.settings) // of an older release only those that it has
	conn, before := w.session(settings, m)
	return w.performIn(conn, before, diag.NewSource("", w.text()))
}

// performIn runs the script in a session, in which there is what came before.
func (w *runWork) performIn(conn *session.Session, before []session.Outcome, src *diag.Source) *ran {
	x := &ran{ops: map[int][]*session.Operation{}, values: map[string]string{}, pageCount: 1, conn: conn, before: before}
	if w.run.ring != nil {
		x.nodes = w.run.ring.cluster(w.in.Values)
		conn.Serves = func(p *plan.Access) string { _, _, failed := x.nodes.serves(p); return failed }
	}
	reads := 0
	for st := range conn.Play(src) {
		if op := st.Operation; op != nil {
			n := len(x.results)
			x.ops[n] = append(x.ops[n], op)
			x.opCount++
			if words := moments[op.Name]; words != "" && (len(x.moments) == 0 || x.moments[len(x.moments)-1].before < n) {
				x.moments = append(x.moments, moment{n, words})
			}
			if op.Err != "" || op.Stray != "" {
				if x.strayed++; len(x.strays) < maxCards {
					x.strays = append(x.strays, stray{n, x.operation(n, len(x.ops[n])-1)})
				}
			}
			if op.Compaction != nil && len(op.Compaction.Tables) > 0 {
				x.compacted = append(x.compacted, op)
			}
			continue
		}
		r := *st.Result
		var page *view.Node
		if r.Rows != nil {
			x.returned += len(r.Rows.Rows)
			if isDecided(r.Rows) {
				x.decided++
				if held := r.Rows.Rows[0][0]; len(held) == 1 && held[0] == 1 {
					x.applied++
				}
			}
			if x.reads++; x.reads <= maxCards {
				page = w.rowsOf(conn, &r, "rows of statement "+strconv.Itoa(len(x.results)+1))
			}
			x.pageCount = max(x.pageCount, (len(r.Rows.Rows)+w.run.size-1)/w.run.size)
		}
		if c := r.Cost; c != nil {
			x.total.Partitions += c.Partitions
			x.total.Rows += c.Rows
			x.total.Cells += c.Cells
			x.total.Tombstones += c.Tombstones
			reads++
			one := "read" + strconv.Itoa(reads)
			for name, n := range map[string]int{".returned": len(r.Rows.Rows), ".partitions": c.Partitions, ".rows": c.Rows, ".tombstones": c.Tombstones, ".files": c.Files(), ".files.all": len(c.Opened)} {
				x.values[one+name] = strconv.Itoa(n)
			}
		}
		if r.Failed != "" {
			x.failed++
		}
		x.pages = append(x.pages, page)
		r.Verdict.Read = nil // its page is laid out
		conn.Work().Keep(r.Size())
		x.results = append(x.results, r)
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
	out := &Output{Values: x.values, Used: w.in.Values, Problems: w.problems()}
	refused := 0
	for i := range x.results {
		if x.results[i].Diag != nil {
			refused++
		}
	}
	for name, n := range map[string]int{"rows": x.returned, "refused": refused, "accepted": len(x.results) - refused, "failed": x.failed, "statements": len(x.results), "warnings": w.judged.counts()[diag.Warning],
		"read.partitions": x.total.Partitions, "read.rows": x.total.Rows, "read.cells": x.total.Cells, "read.tombstones": x.total.Tombstones, "pages": x.pageCount} {
		out.Values[name] = strconv.Itoa(n)
	}
	a := w.soFar(w.verdict(refused))
	instead := w.instead()
	out.Sentence = also(a.sentence(), instead)
	cards := w.cards(w.judged)
	all := make([]card, 0, len(cards)+len(x.ops))
	for i := range x.results {
		w.happened(&cards[i], i)
		all = append(append(all, x.operated(i, maxScript)...), cards[i])
	}
	all = append(all, x.operated(len(x.results), maxScript)...)
	all = append(all, cards[len(x.results):]...)
	openLast(all)
	if w.judged.stopped {
		all = append(all, card{key: "stopped", mark: "■", class: "operation", cost: "Stopped here. What follows was not run."})
	}
	var ring *view.Node
	if w.run.ring != nil {
		ring = w.run.ring.view(&w.form, out.Problems)
	}
	out.View = w.frame(instead != "", view.Nodes{schemaBox(w.z.tables), w.editor(&w.z.code, text, w.judged, w.z.tables...), w.lost(), w.unfitSchema(), ring},
		w.results(staleNote(instead), w.answerView(a), w.cardList(all), w.pages(), w.foot()), w.tabs(append(w.compactions(), w.next()...)))
	return out
}

// compactions is the tab with what the compactions have made of the files.
func (w *runWork) compactions() []tab {
	x := w.done
	if len(x.compacted) == 0 {
		return nil
	}
	src := diag.NewSource("", w.text())
	line := func(write int32) (n int) {
		if i := int(write) - len(x.before); i >= 0 && i < len(x.results) {
			n, _ = src.Position(x.results[i].Span.Start)
		}
		return n
	}
	return []tab{{name: "files", title: "Before and after the compaction", body: func() view.Part {
		var drawn view.Nodes
		all := 0
		for _, op := range x.compacted {
			for i := range op.Compaction.Tables {
				if all++; all <= maxDrawn {
					drawn = append(drawn, compactionView(w.Element("compaction"+strconv.Itoa(all-1)), op, i, line))
				}
			}
		}
		if all > maxDrawn {
			drawn = append(drawn, fieldNote("And "+number.Of(all-maxDrawn, "more compaction")+"."))
		}
		return drawn
	}}}
}

// maxDrawn is of how many compactions of a table a script shows what they do.
const maxDrawn = 4

// next is the tab with what may happen next, where that is a question: where files and
// tombstones are, where something happens between the statements already, and on a page of
// the widget's own.
func (w *runWork) next() []tab {
	x := w.done
	if !w.run.operates && !w.Alone && len(x.ops) == 0 && !strings.Contains(w.z.code.Default, "-- lab:") && w.Ask.Name != "files" {
		return nil
	}
	return []tab{{name: "operations", title: "What happens next", body: func() view.Part { return w.operations(w.text()) }}}
}

// runAsks are the questions that a script answers. That for a value names its column:
// `ask = value | column seats_left`.
var runAsks = []string{"rows", "verdict", "answers", "partitions read", "rows read", "rows kept", "tombstones", "files", "value"}

// verdict answers the question of the widget.
func (w *runWork) verdict(refused int) verdict {
	a := w.answered(refused)
	if a.mood == "fine" {
		a = notContent(a, w.done.results)
	}
	return a
}

func (w *runWork) answered(refused int) verdict {
	x := w.done
	switch {
	case len(x.results) == 0:
		return verdictOf("There is no statement in this text.", "watch")
	case refused > 0 || w.judged.counts()[diag.NotJudged] > 0 || w.Ask.Name == "verdict":
		return w.judged.verdict()
	case x.failed > 0:
		return verdict{headline: number.Begin(x.failed, "statement") + " of " + number.Count(len(x.results)) + " " + failFails(x.failed), more: "Too few replicas answer.", mood: "refused"}
	case w.Ask.Name == "answers":
		return verdict{headline: "Enough replicas answer", mood: "fine", more: number.Begin(x.returned, "row") + " came back."}
	case w.Ask.Name == "rows kept":
		return keptVerdict(append(x.before[:len(x.before):len(x.before)], x.results...), w.Ask.Attr("noun"))
	case w.Ask.Name == "value":
		return w.value()
	case w.Ask.Name == "partitions read":
		a := x.eachRead("partition", func(c *query.Cost) int { return c.Partitions })
		if n := x.total.Partitions; n > 0 {
			a.headline = number.Of(n, "partition") + " read"
		}
		return a
	case w.Ask.Name == "rows read":
		for i := range x.results {
			if r := &x.results[i]; r.Cost != nil && r.Cost.Rows > 4*max(r.Cost.Matched, 1) {
				return verdict{headline: number.Of(r.Cost.Rows, "row") + " read for " + number.Count(len(r.Rows.Rows)), mood: "watch", more: "Most of what was read was thrown away."}
			}
		}
		return verdict{headline: number.Of(x.total.Rows, "row") + " read, " + number.Count(x.returned) + " returned", mood: "fine"}
	case w.Ask.Name == "tombstones":
		return x.eachRead("tombstone", func(c *query.Cost) int { return c.Tombstones })
	case w.Ask.Name == "files":
		return x.eachRead("file", (*query.Cost).Files)
	}
	if x.decided > 0 && x.total.Partitions == 0 { // what came back are answers to writes, and no rows
		return verdict{headline: number.Count(x.applied) + " of " + number.Of(x.decided, "conditional write") + " applied", mood: "fine"}
	}
	a := verdict{headline: number.Begin(x.returned, "row") + " came back", mood: "fine"}
	if n := x.total.Rows; n > 0 {
		a.more = number.Begin(n, "row") + " " + wasWere(n) + " read for that."
	}
	return a
}

// isDecided reports whether rows are what a write with a condition answers.
func isDecided(r *plan.ResultSet) bool {
	return len(r.Rows) > 0 && len(r.Cols) > 0 && r.Cols[0] == "[applied]"
}

func failFails(n int) string {
	if n == 1 {
		return "fails"
	}
	return "fail"
}

func wasWere(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

// eachRead is a number of each read, in the order of the script.
func (x *ran) eachRead(word string, of func(*query.Cost) int) verdict {
	var each []string
	last, alike := 0, true
	for i := range x.results {
		if c := x.results[i].Cost; c != nil {
			alike = alike && (len(each) == 0 || of(c) == last)
			last = of(c)
			each = append(each, number.Count(last))
		}
	}
	switch n := len(each) - 1; {
	case n < 0:
		return verdictOf("Nothing is read yet.", "watch")
	case n == 0:
		return verdict{headline: number.Of(last, word), mood: "fine"}
	case alike:
		return verdict{headline: number.Of(last, word) + " for each read", mood: "fine", more: "Each of the " + number.Count(n+1) + " reads passes " + number.Of(last, word) + "."}
	default:
		return verdict{headline: strings.Join(each[:n], ", ") + " and " + number.Of(last, word), mood: "fine",
			more: "The reads pass " + strings.Join(each[:n], ", ") + " and " + number.Of(last, word) + ", the first one first."}
	}
}

// value is what the last read returns in the column that the fence asks for.
func (w *runWork) value() verdict {
	x, column := w.done, w.Ask.Attr("column")
	for i := len(x.results) - 1; i >= 0; i-- {
		r := x.results[i].Rows
		if r == nil {
			continue
		}
		at := slices.Index(r.Cols, column)
		switch {
		case at < 0:
			return verdictOf("The last read returns no column "+column+".", "watch")
		case len(r.Rows) == 0:
			return verdictOf("No row came back.", "watch")
		}
		var all []string
		for _, row := range r.Rows[:min(len(r.Rows), maxRows)] {
			text := "null"
			if row[at] != nil {
				text = r.Types[at].Text(row[at])
			}
			all = append(all, text)
		}
		x.values["value"] = all[0]
		return verdict{headline: column + ": " + input.Shorten(strings.Join(all, ", "), 60), mood: "fine"}
	}
	return verdictOf("Nothing is read yet.", "watch")
}

// operated are the operations in front of a statement, so many at most.
func (x *ran) operated(i, most int) (out []card) {
	for k := range x.ops[i][:min(len(x.ops[i]), most)] {
		out = append(out, x.operation(i, k))
	}
	return out
}

// operation is the operation k in front of a statement.
func (x *ran) operation(i, k int) card {
	op := x.ops[i][k]
	words := op.Said
	if op.Err != "" {
		words = op.Err
	}
	return card{key: "op" + strconv.Itoa(i) + "." + strconv.Itoa(k), mark: "↻", class: "operation", cost: words}
}

// happened adds what came of a statement to its card: rows and what they cost, and who
// was asked.
func (w *runWork) happened(c *card, i int) {
	x, r, id := w.done, &w.done.results[i], strconv.Itoa(i)
	if r.Failed != "" {
		c.mark, c.class, c.cost = "✕", "refused", "too few replicas answer"
		c.body = view.Nodes{view.El("div", view.Class("finding refused"), view.El("p", view.Class("said"), view.Leaf("span", "verdict", "unavailable"), view.Text(": "), view.Leaf("q", "message", r.Failed)))}
	}
	var rows view.Nodes
	if r.Rows != nil && r.Failed == "" && r.Diag == nil {
		c.cost += " · " + number.Of(len(r.Rows.Rows), "row")
	}
	if x.pages[i] != nil {
		rows = append(rows, x.pages[i], w.costOf(id, r))
		c.rows = len(r.Rows.Rows)
		if r.Stopped {
			rows = append(rows, wrongNote("The read was stopped, because it goes through very many rows. These are the rows so far."))
		}
	}
	if access := r.Verdict.Plan; x.nodes != nil && r.Diag == nil && access != nil {
		asked, words, _ := x.nodes.serves(access)
		x.values["asked"] = strconv.Itoa(len(asked))
		rows = append(rows, view.Leaf("p", "asked", words), x.nodes.figure(w.Element("ring"+id), access))
	}
	c.body = append(rows, c.body...)
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
func (w *runWork) operations(text string) *view.Node {
	n := view.El("div", view.Class("operations needs-lab"), view.A("role", "group"), view.A("aria-label", "What happens next"))
	button := func(do, with, label string, disabled bool) {
		n.Add(doing("", do, with, view.Flag("disabled", disabled), view.Text(label)))
	}
	for _, b := range [...][2]string{{"flush", "Flush"}, {"compact", "Compact"}, {"wait 1d", "A day passes"}, {"wait 11d", "11 days pass"}} {
		button("operate", b[0], b[1], false)
	}
	undo := "Undo the last step"
	_, some := undone(text)
	if !some {
		undo += ": no step is left"
	}
	button("undo", "", undo, !some)
	button("file", "", "Save as a file", false)
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
		if text, ok := undone(w.text()); ok {
			return put(text)
		}
		return place.Effect{}
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
	return text + "-- lab:" + operation + "\n" // who types on at the end of the text is not in the comment
}

// undone is a script without the operation in its last line, and false where there is none:
// statements are the reader's own.
func undone(text string) (string, bool) {
	text = strings.TrimRight(text, " \n")
	at := strings.LastIndexByte(text, '\n') + 1
	step, is := strings.CutPrefix(text[at:], "-- lab:")
	name, _, _ := strings.Cut(step, " ")
	return text[:at], is && moments[name] != ""
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
	return view.El("div", resultTable(tableOf(r.Stmt, conn), &page, label), fieldNote(note))
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
	f := figure.Cost{ID: w.Element("cost" + id), Title: "What the query read, and what of it came back", Desc: said, Head: []string{"", "read", "of use"}}
	if n := len(c.Opened); n > 0 {
		f.Bars = append(f.Bars, bar("SSTables", n, c.Files(), "opened"))
	}
	f.Bars = append(f.Bars, figure.CostBar{Name: "Partitions", Says: number.Count(c.Partitions) + " read", All: int64(c.Partitions), Used: int64(c.Partitions)},
		bar("Rows", c.Rows, min(c.Matched, c.Rows), "wanted"),
		figure.CostBar{Name: "Cells", Says: number.Count(c.Cells) + " read", All: int64(c.Cells), Used: int64(c.Cells)},
		figure.CostBar{Name: "Tombstones", Says: number.Count(c.Tombstones) + " passed", All: int64(c.Tombstones)})
	what := said
	for _, b := range f.Bars {
		what += "\n" + b.Name + "\n" + b.Says
	}
	return w.keep("cost"+id, what, func() *view.Node {
		return view.El("details", view.Class("cost"), view.A("data-key", "cost"+id), view.Leaf("summary", "", said), f.Figure().View())
	})
}

// tableOf is the table that a statement reads or writes, or nil.
func tableOf(stmt cql.Statement, conn *session.Session) *schema.Table {
	if _, ok := stmt.(*cql.Describe); ok || stmt == nil {
		return nil // its rows are of no table
	}
	n := stmt.Target()
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
