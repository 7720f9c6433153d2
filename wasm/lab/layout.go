package lab

import (
	"sort"
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/lab/fence"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/session"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/view"
	"partitionlab/wasm/work"
)

// A layoutWidget shows what writes leave behind: the rows and cells of the
// partitions of one table, and the bytes of the file that a flush makes of them.
type layoutWidget struct {
	*script
	format input.Field // of the file
	writes input.Field // how many are carried out, as the line step says; empty for all
	at     input.Field // the offset of the field of the file that is explained
	most   input.Field // how many fields of the file are shown; empty for the first ones
}

// formatField is the choice of the format of a file.
var formatField = input.Field{Key: "format", Type: input.Choice, Label: "Format of the file", Noun: "format", Default: "nb",
	Options: input.Options("nb", "nb: Cassandra 5.0 as shipped", "oa", "oa: compatibility mode NONE", "da", "da: the trie-indexed format (BTI)")}

func formatOf(name string) sstable.Format {
	f, _ := sstable.ParseFormat(name)
	return f
}

func parseLayout(f *fence.Fence) widget {
	f.Asks([]string{"bytes", "rows kept"}, "noun")
	z := &layoutWidget{script: parseScript(f, "Writes", formatField.Key, "step"), format: formatField,
		writes: input.Field{Key: "step", Type: input.Whole, Label: "Writes carried out"},
		at:     input.Field{Key: "byte", Type: input.Whole},
		most:   input.Field{Key: "fields", Type: input.Whole, Most: maxFields}}
	z.code.Most = maxLayout
	z.format.Options = input.Options("nb", "nb, as shipped", "oa", "oa", "da", "da, cassandra_latest.yaml")
	if l, ok := f.Line(z.format.Key); ok {
		if p := z.format.Wrong(l.Value); p != "" {
			f.Wrong(l.At, p, "")
		} else {
			z.format.Default = l.Value
		}
	}
	if l, ok := f.Line(z.writes.Key); ok {
		all := len(cql.Spans(diag.NewSource("", f.CQL)))
		n, _, p := (&input.Field{Default: l.Value}).Number(nil)
		switch {
		case p != "":
			f.Wrong(l.At, p, "")
		case n > all:
			f.Wrong(l.At, "step = "+l.Value+" is more than there are: "+number.Of(all, "write"), "leave the line out to carry out all")
		default:
			z.writes.Default = l.Value
		}
	}
	z.all = append(z.all, z.format, z.writes, z.at, z.most)
	return widget{fields: z.all, work: func(s *Spec) worker { return &layoutWork{scriptWork: z.script.work(s), layout: z} }}
}

// A file's fields are shown one by one, the first of them at first and more when
// asked for.
const firstFields, moreFields, maxFields = 200, 600, 5000

// maxLayout is how many bytes of CQL are carried out at each letter: some 300 writes.
const maxLayout = 40_000

// A layoutWork carries out the writes.
type layoutWork struct {
	scriptWork
	layout *layoutWidget
	src    *diag.Source
	spans  []diag.Span // of all writes
	ran    []session.Outcome
	before int // statements of the schema
	steps  int // how many of them are carried out
	table  *schema.Table
	store  *memtable.Store // nil where nothing is written
	file   *sstable.Layout // nil without rows
	err    error           // why there is no file

	stepsWrong, formatWrong string
}

func (w *layoutWork) work(m *work.Meter) {
	text := w.text()
	w.judged, w.table, w.store, w.file, w.err = nil, nil, nil, nil, nil
	if len(text) > maxLayout {
		return
	}
	w.src = diag.NewSource("", text)
	w.spans = cql.Spans(w.src)
	w.read()
	run := w.src
	if w.steps < len(w.spans) {
		run = diag.NewSource("", text[:endOf(w.spans, w.steps)])
	}
	var conn *session.Session
	conn, before := w.session(nil, m)
	w.before = len(before)
	w.ran = conn.Script(run)
	w.judged = judgedOf(w.src, w.ran, conn, m)
	if w.table, w.store = writtenTable(w.ran, conn); w.table == nil {
		w.table, w.store = firstStore(w.z.tables, conn)
	}
	if w.store != nil && !w.store.Empty() {
		format, _ := w.layout.format.Option(w.in.Values)
		w.file, w.err = sstable.AnnotateSome(w.store, formatOf(format), w.shownFields(), w.chosen())
	}
}

// read takes the reader's inputs.
func (w *layoutWork) read() {
	_, w.formatWrong = w.layout.format.Option(w.in.Values)
	w.steps = len(w.spans)
	writes := w.layout.writes
	if n, given, _ := writes.Number(w.in.Values); given { // more than there are: the text had more
		w.steps, w.stepsWrong = min(n, w.steps), ""
		return
	}
	writes.Most = w.steps
	_, _, w.stepsWrong = writes.Number(w.in.Values)
}

// shownFields is how many fields of the file are shown.
func (w *layoutWork) shownFields() int {
	n, _, _ := w.layout.most.Number(w.in.Values)
	return max(n, firstFields)
}

// chosen is the offset of the field that is explained.
func (w *layoutWork) chosen() int {
	n, _, _ := w.layout.at.Number(w.in.Values)
	return n
}

func (w *layoutWork) answer() *Output {
	if w.judged == nil {
		return w.tooLong(maxLayout)
	}
	out := &Output{Values: map[string]string{}, Used: w.in.Values}
	if w.stepsWrong != "" {
		out.Problems.Add(w.layout.writes.Key, w.stepsWrong)
	}
	if w.formatWrong != "" {
		out.Problems.Add(w.layout.format.Key, w.formatWrong)
	}
	var a verdict
	switch {
	case w.err != nil:
		a = verdictOf(sentence(w.err.Error()), "refused")
	case w.judged.refusal() != nil:
		a = w.judged.verdict()
	case w.file == nil:
		a = verdictOf("Nothing is written yet.", "watch")
	}
	var shown view.Nodes
	var tabs []tab
	if w.file != nil && w.err == nil {
		partitions := 0
		for range w.store.Partitions() {
			partitions++
		}
		if a.headline == "" {
			bytes := number.Bytes(len(w.file.Data)) + " on disk"
			a = notContent(verdict{headline: bytes, mood: "fine", more: number.Begin(partitions, "partition") + " of " + w.table.Name + "."}, w.ran)
			if w.Ask.Name == "rows kept" {
				a = keptVerdict(w.ran, w.Ask.Attr("noun"))
				a.more = strings.TrimSpace(a.more + " The file has " + bytes + ".")
			}
		}
		out.Values["bytes"] = strconv.Itoa(len(w.file.Data))
		out.Values["partitions"] = strconv.Itoa(partitions)
		shown = view.Nodes{view.Scroll("div", "stored", "what is stored", partitionsView(w.Element("partition"), w.table, w.store), cellsTable(w.table, w.store))}
		if first := w.store.Stats().MinTimestamp; first < 0 {
			shown = append(shown, fieldNote("A write has the timestamp "+micros(first)+" µs, which is before 1970. Cassandra accepts it, but every write of today is newer."))
		}
		tabs = []tab{
			{name: "bytes", title: "Bytes", body: func() view.Part { return w.byteStrip() }},
			{name: "costs", title: "What takes most bytes", body: func() view.Part { return costsMost(w.file) }},
		}
	}
	a = w.soFar(a)
	out.Sentence = a.sentence()
	tabs = append(tabs, tab{name: "inputs", title: "Format", open: w.show(w.layout.format, w.formatWrong).tells(), body: func() view.Part { return w.formatChoice() }})
	out.View = w.frame(len(out.Problems) > 0, view.Nodes{schemaBox(w.z.tables), w.editor(&w.z.code, w.text(), w.judged, w.z.tables...), w.lost(), w.controls()},
		w.results(w.answerView(a), shown, w.cardList(refusedCards(w.cards(w.judged))), w.further()), w.tabs(tabs))
	return out
}

// refusedCards are the cards of what the server refuses or warns of.
func refusedCards(cards []card) (out []card) {
	for _, c := range cards {
		if c.class == "refused" || c.class == "warning" || c.class == "notjudged" {
			out = append(out, c)
		}
	}
	return out
}

// controls is the field below the editor: how many writes are carried out.
func (w *layoutWork) controls() *view.Node {
	all := len(w.spans)
	if all <= 1 && w.stepsWrong == "" {
		return nil
	}
	x := w.show(w.layout.writes, w.stepsWrong)
	if x.Default == "" {
		x.Default = strconv.Itoa(all)
	}
	x.Slider, x.at = &input.Slider{Lo: 0, Hi: float64(max(all, 1))}, float64(w.steps)
	if _, given := w.in.Values[x.Key]; !given {
		x.value = x.Default
	}
	return view.El("div", view.Class("fields"), w.fieldView(x))
}

// formatChoice is the format of the file.
func (w *layoutWork) formatChoice() *view.Node {
	x := w.show(w.layout.format, w.formatWrong)
	if x.problem != "" {
		x.value = x.Default
	}
	return w.choices(x)
}

// endOf is where the first n statements of a script end.
func endOf(spans []diag.Span, n int) int {
	if n == 0 {
		return 0
	}
	return spans[n-1].End
}

// writtenTable is the table that the last accepted write of a script went to.
func writtenTable(results []session.Outcome, conn *session.Session) (*schema.Table, *memtable.Store) {
	for i := len(results) - 1; i >= 0; i-- {
		for _, m := range results[i].Verdict.Mutations {
			if store := conn.Store(m.Table); store != nil {
				return m.Table, store
			}
		}
	}
	return nil, nil
}

// firstStore is the first table of a schema that has rows.
func firstStore(tables []*schema.Table, conn *session.Session) (*schema.Table, *memtable.Store) {
	for _, t := range tables {
		if t = conn.Catalogue().Table(t.Keyspace, t.Name); t != nil && conn.Store(t) != nil {
			return t, conn.Store(t)
		}
	}
	return nil, nil
}

// cellsTable shows partitions as rows and cells, with timestamps and what has
// been deleted.
func cellsTable(t *schema.Table, store *memtable.Store) *view.Node {
	columns := append(append([]*schema.Column{}, t.Statics...), t.Regulars...)
	more := besides(len(columns), "column")
	columns = columns[:min(len(columns), figure.MostColumns)]
	head := view.El("tr")
	for i, list := range [][]*schema.Column{t.PartitionKey, t.Clustering, columns} {
		for _, c := range list {
			head.Add(columnHead(c.Name, c))
		}
		if i == 1 {
			head.Add(view.El("th", view.A("scope", "col"), view.Text("row marker")))
		}
	}
	body := view.El("tbody")
	shown := 0
	for p := range store.Partitions() {
		key := cqltype.SplitPartitionKey(p.Key, len(t.PartitionKey))
		row := func(r *memtable.Row) {
			if shown++; shown > maxRows {
				return
			}
			tr := view.El("tr")
			for i, c := range t.PartitionKey {
				tr.Add(view.Leaf("td", "role-key", c.Type.Text(key[i])))
			}
			for i, c := range t.Clustering {
				td := view.El("td", view.Class("role-clustering"))
				if i < len(r.Clustering) {
					td.Add(view.Text(c.Type.Text(r.Clustering[i])))
				}
				tr.Add(td)
			}
			tr.Add(markerOf(r))
			for _, c := range columns {
				tr.Add(cellsOf(r, c))
			}
			if r.Deletion != nil {
				tr.Add(view.Class("deleted"))
			}
			body.Add(tr)
		}
		if st := p.StaticRow(); st != nil {
			row(st)
		}
		for r := range p.Rows() {
			row(r)
		}
		if p.Deletion != nil && shown < maxRows {
			body.Add(view.El("tr", view.Class("deleted"), view.El("td", view.A("colspan", strconv.Itoa(len(t.PartitionKey)+len(t.Clustering)+1+len(columns))),
				view.Text("† partition "+keyText(t, key)+" deleted at "+micros(p.Deletion.Timestamp)))))
		}
	}
	n := view.El("div", view.Class("result"), view.Scroll("div", "table-scroll", "rows and cells",
		view.El("table", view.Class("rows cells"), view.Leaf("caption", "", "Rows and cells, with timestamps in µs"), view.El("thead", head), body)), more)
	if shown > maxRows {
		n.Add(fieldNote("And " + number.Within(shown-maxRows, "more row") + "."))
	}
	return n
}

func keyText(t *schema.Table, key [][]byte) string {
	var parts []string
	for i, c := range t.PartitionKey {
		parts = append(parts, c.Type.Text(key[i]))
	}
	return strings.Join(parts, ", ")
}

func micros(t int64) string { return strconv.FormatInt(t, 10) }

// markerOf is what a row holds besides cells: the marker of an INSERT, or the tombstone of
// the whole row.
func markerOf(r *memtable.Row) *view.Node {
	td := view.El("td")
	if l := r.Liveness; l != nil {
		td.Add(view.El("span", view.Class("cell"), view.Text("●"), view.Leaf("small", "num", " "+micros(l.Timestamp))))
	}
	if d := r.Deletion; d != nil {
		td.Add(view.El("span", view.Class("cell tombstone"), view.Text("† row"), view.Leaf("small", "num", " "+micros(d.Timestamp))))
	}
	if len(td.Children) == 0 {
		td.Add(view.Class("null"), view.Text("–"))
	}
	return td
}

// cellsOf is what a row holds of a column.
func cellsOf(r *memtable.Row, c *schema.Column) *view.Node {
	td := view.El("td")
	cells := r.ColumnCells(c)
	for i := range cells {
		x := &cells[i]
		line := view.El("span", view.Class("cell"))
		if x.Tombstone() {
			line.Add(view.Class("tombstone"))
		}
		line.Add(view.Text(cellText(c, x)))
		note := " " + micros(x.Timestamp)
		if x.TTL != memtable.NoTTL {
			note += ", TTL " + strconv.Itoa(int(x.TTL)) + " s"
		}
		td.Add(line.Add(view.Leaf("small", "num", note)))
	}
	if len(cells) == 0 {
		td.Add(view.Class("null"), view.Text("–"))
	}
	return td
}

func elementName(c *schema.Column, x *memtable.Cell) string {
	switch t := c.Type; {
	case !t.MultiCell():
		return ""
	case t.Kind == cqltype.Set:
		return input.Shorten(t.Elems[0].Text(x.Path), 60)
	case t.Kind == cqltype.Map:
		return input.Shorten(t.Elems[0].Text(x.Path), 60) + ": "
	case t.Kind == cqltype.UDT && len(x.Path) == 2 && int(x.Path[1]) < len(t.Fields):
		return t.Fields[x.Path[1]].Name + ": "
	}
	return ""
}

func valueOf(c *schema.Column, x *memtable.Cell) string {
	switch t := c.Type; {
	case !t.MultiCell():
		return input.Shorten(t.Text(x.Value), 120)
	case t.Kind == cqltype.Set:
		return ""
	case t.Kind == cqltype.UDT:
		return input.Shorten(t.Fields[x.Path[1]].Type.Text(x.Value), 120)
	default:
		return input.Shorten(t.Elems[len(t.Elems)-1].Text(x.Value), 120)
	}
}

// byteStrip shows the bytes of the file field by field. The fields are radio
// buttons: point at one, tap it or go through them with the arrow keys, and the
// one that is chosen is explained.
func (w *layoutWork) byteStrip() *view.Node {
	l, fields, chosen := w.file, w.shownFields(), w.chosen()
	strip := view.El("fieldset", view.Class("bytes"), view.Leaf("legend", "", "The bytes of the file, field by field"))
	var pick *sstable.Note
	for i := range l.Notes {
		n := &l.Notes[i]
		on := n.Offset <= chosen && chosen < n.Offset+n.Length
		if on {
			pick = n
		}
		if i >= fields {
			continue
		}
		at := strconv.Itoa(n.Offset)
		strip.Add(view.El("label", view.Class("byte", noteClass(n)), view.A("data-key", at), view.A("title", n.Name+after(" ", n.Column)+after(": ", input.Shorten(n.Value, 80))),
			view.El("input", view.Class("visually-hidden"), view.A("type", "radio"), view.A("name", w.Name(w.layout.at.Key)), view.A("data-input", w.layout.at.Key), view.A("value", at), view.Flag("checked", on), view.A("aria-label", n.Name+after(" ", n.Column))),
			view.Leaf("code", "", firstBytes(l.Data[n.Offset:n.Offset+n.Length]))))
	}
	if more := l.Fields - fields; more > 0 && fields == maxFields {
		strip.Add(view.Leaf("span", "field-note", "… and "+number.Within(more, "more field")))
	} else if more > 0 {
		next := strconv.Itoa(fields + moreFields)
		strip.Add(view.El("label", view.Class("byte role-meta"), view.A("data-key", "more"),
			view.El("input", view.Class("visually-hidden"), view.A("type", "radio"), view.A("name", w.Name(w.layout.most.Key)), view.A("data-input", w.layout.most.Key), view.A("value", next)),
			view.Text("… "+number.Begin(more, "more field")+": show")))
	}
	note := view.El("div", view.Class("byte-note"), view.A("role", "region"), view.A("aria-label", "The field that is chosen"), view.A("aria-live", "polite"), view.A("tabindex", "0"))
	if pick != nil {
		where := pick.Part.String()
		if pick.Row != "" {
			where += " " + input.Shorten(pick.Row, 60)
		}
		if pick.Key != "" {
			where += " of partition " + input.Shorten(pick.Key, 60)
		}
		if pick.Column != "" {
			where += ", column " + pick.Column
		}
		note.Add(view.El("p", view.Leaf("b", "", sentence(pick.Name+after(": ", input.Shorten(pick.Value, 120))))),
			view.Leaf("p", "", "Bytes "+strconv.Itoa(pick.Offset)+" to "+strconv.Itoa(pick.Offset+pick.Length-1)+", "+where+"."),
			view.Leaf("p", "", pick.Why))
		if i := int(pick.Write) - w.before; pick.Write >= 0 && i >= 0 && i < len(w.spans) {
			note.Add(view.El("p", view.Text("It comes from: "), view.Leaf("code", "", input.Shorten(w.src.Text[w.spans[i].Start:w.spans[i].End], 200))))
		}
	}
	return view.El("div", view.Class("layout-bytes"), note, strip)
}

// noteClass is the role whose colour a field has.
func noteClass(n *sstable.Note) string {
	switch n.Name {
	case "partition key":
		return "role-key"
	case "clustering value":
		return "role-clustering"
	case "value", "path":
		return "role-value"
	}
	if strings.Contains(n.Name, "deletion") {
		return "role-meta tombstone"
	}
	return "role-meta"
}

// firstBytes are the first bytes of a field of a file.
func firstBytes(b []byte) string {
	const most = 24
	if len(b) > most {
		return cqltype.Hex(b[:most]) + "…"
	}
	return cqltype.Hex(b)
}

// costsMost lists the fields that take most of the file.
func costsMost(l *sstable.Layout) *view.Node {
	sum := map[string]int{}
	for _, c := range l.Costs {
		sum[c.Name+after(" of ", c.Column)] += c.Bytes
	}
	list := make([]string, 0, len(sum))
	for name := range sum {
		list = append(list, name)
	}
	sort.Slice(list, func(i, j int) bool {
		if sum[list[i]] != sum[list[j]] {
			return sum[list[i]] > sum[list[j]]
		}
		return list[i] < list[j]
	})
	body := view.El("tbody")
	for i, name := range list {
		if i == 6 {
			break
		}
		body.Add(view.El("tr", view.El("th", view.A("scope", "row"), view.Text(name)), view.Leaf("td", "num", number.Bytes(sum[name])),
			view.Leaf("td", "num", number.Share(sum[name], len(l.Data)))))
	}
	return view.El("table", view.Class("costs"), body)
}
