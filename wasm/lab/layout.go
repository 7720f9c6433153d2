package lab

import (
	"sort"
	"strconv"
	"strings"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/session"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/view"
)

// A layoutWidget shows what writes leave behind: the rows and cells of the
// partitions of one table, and the bytes of the file that a flush makes of them.
type layoutWidget struct{ *checkWidget }

// Keys of the layout widget, besides the text.
const (
	formatKey = "format" // of the file: nb, oa, da
	stepKey   = "step"   // how many writes are carried out; empty for all
	byteKey   = "byte"   // the offset of the field that is explained
	fieldsKey = "fields" // how many fields of the file are shown; empty for the first ones
)

func parseLayout(s *Spec, f *fence) widget {
	z := &layoutWidget{parseScript(s, f, formatKey)}
	format := "nb"
	for _, l := range f.lines {
		if l.name == formatKey {
			if format = l.value; !isFormat(format) {
				f.wrong(l.at, "there is no format "+format, "write nb, oa or da")
				format = "nb"
			}
		}
	}
	z.all = append(z.all, input{key: formatKey, value: format}, input{key: stepKey}, input{key: byteKey}, input{key: fieldsKey})
	return z
}

// A file's fields are shown one by one, the first of them at first and more when
// asked for.
const firstFields, moreFields, maxFields = 200, 600, 5000

// maxLayout is how many bytes of CQL are carried out at each letter: some 300 writes.
const maxLayout = 40_000

func (z *layoutWidget) run(s *Spec, in, last Inputs) *Output {
	text := z.value(in, textKey)
	if len(text) > maxLayout {
		return s.tooLong(in, text, maxLayout)
	}
	format := z.value(in, formatKey)
	formatProblem := ""
	if !isFormat(format) {
		formatProblem, format = "There is no format "+shorten(format, 20)+": choose nb, oa or da.", "nb"
	}
	src := diag.NewSource("", text)
	conn := session.New(session.Settings{Keyspace: "lab", Now: clock})
	before := len(conn.Script(diag.NewSource("", z.schema)))
	spans := session.Spans(src)
	step, stepProblem := len(spans), ""
	if given := strings.TrimSpace(in[stepKey]); given != "" {
		n, err := strconv.Atoi(given)
		if err != nil || n < 0 {
			stepProblem = "Write a whole number from 0 to " + strconv.Itoa(len(spans)) + "."
		} else {
			step = min(n, len(spans))
		}
	}
	run := src
	if step < len(spans) {
		run = diag.NewSource("", text[:endOf(spans, step)])
	}
	results := conn.Script(run)
	j := judgedOf(src, results, conn)

	out := &Output{Values: map[string]string{}, Used: in}
	t, store := writtenTable(results, conn)
	if t == nil {
		t, store = firstStore(z.schema, conn)
	}
	mood := "fine"
	var parts view.Nodes
	switch {
	case j.refusal() != nil:
		out.Sentence, mood = j.summary(), "refused"
	case store == nil || store.Empty():
		out.Sentence, mood = "Nothing is written yet.", "watch"
	}
	if store != nil && !store.Empty() {
		f, _ := sstable.ParseFormat(format)
		fields := firstFields
		if n, err := strconv.Atoi(in[fieldsKey]); err == nil && n > fields {
			fields = min(n, maxFields)
		}
		chosen, _ := strconv.Atoi(in[byteKey])
		layout, err := sstable.AnnotateSome(store, f, fields, chosen)
		if err != nil {
			out.Sentence, mood = sentence(err.Error()), "refused"
		} else {
			n := 0
			for range store.Partitions() {
				n++
			}
			if mood == "fine" {
				out.Sentence = number.Begin(n, "partition") + " of " + t.Name + ", " + number.Bytes(len(layout.Data)) + " in one flush."
			}
			out.Values["bytes"] = strconv.Itoa(len(layout.Data))
			out.Values["partitions"] = strconv.Itoa(n)
			if first := store.Stats().MinTimestamp; first < 0 {
				parts = append(parts, view.El("p", view.Class("field-note"), view.Text("A write has the timestamp "+micros(first)+" µs, which is before 1970. Cassandra takes it; every write of today is newer.")))
			}
			parts = append(parts, s.cellsTable(t, store), s.byteStrip(layout, fields, chosen, before, src, spans), costsMost(layout))
		}
	}
	controls := view.El("div", view.Class("fields"))
	if len(spans) > 1 || stepProblem != "" {
		controls.Add(s.field(field{key: stepKey, label: "Writes carried out", value: typed(in, stepKey, strconv.Itoa(len(spans))), def: strconv.Itoa(len(spans)), problem: stepProblem,
			slider: &slider{lo: 0, hi: float64(max(len(spans), 1)), at: float64(step)}}))
	}
	controls.Add(s.choices(formatKey, "Format of the file", format, formatProblem, []choice{{"nb", "nb, as shipped"}, {"oa", "oa"}, {"da", "da, cassandra_latest.yaml"}}))
	out.View = s.form(in, stepProblem != "" || formatProblem != "", s.schemaBox(keptTables(z.schema)), s.editor("Writes", text, j), controls,
		s.results(in, view.El("output", view.Class("answer", mood), view.A("id", s.id("answer")), view.A("aria-live", "off"), view.Text(out.Sentence)),
			parts, s.findings(refusals(j), false)))
	return out
}

// endOf is where the first n statements of a script end.
func endOf(spans []diag.Span, n int) int {
	if n == 0 {
		return 0
	}
	return spans[n-1].End
}

// writtenTable is the table that the last accepted write of a script went to.
func writtenTable(results []session.Result, conn *session.Session) (*schema.Table, *memtable.Store) {
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
func firstStore(text string, conn *session.Session) (*schema.Table, *memtable.Store) {
	for _, t := range keptTables(text) {
		if t = conn.Catalogue().Table(t.Keyspace, t.Name); t != nil && conn.Store(t) != nil {
			return t, conn.Store(t)
		}
	}
	return nil, nil
}

// cellsTable shows partitions as rows and cells, with timestamps and what has
// been deleted.
func (s *Spec) cellsTable(t *schema.Table, store *memtable.Store) *view.Node {
	columns := append(append([]*schema.Column{}, t.Statics...), t.Regulars...)
	head := view.El("tr")
	for _, list := range [][]*schema.Column{t.PartitionKey, t.Clustering, columns} {
		for _, c := range list {
			mark, role := Role(c)
			th := view.El("th", view.A("scope", "col"), view.Class(role))
			if mark != "" {
				th.Add(view.El("b", view.Class("mark"), view.Text(mark)), view.Text(" "))
			}
			head.Add(th.Add(view.Text(c.Name)))
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
				tr.Add(view.El("td", view.Class("role-key"), view.Text(c.Type.Text(key[i]))))
			}
			for i, c := range t.Clustering {
				td := view.El("td", view.Class("role-clustering"))
				if i < len(r.Clustering) {
					td.Add(view.Text(c.Type.Text(r.Clustering[i])))
				}
				tr.Add(td)
			}
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
			body.Add(view.El("tr", view.Class("deleted"), view.El("td", view.A("colspan", strconv.Itoa(len(t.PartitionKey)+len(t.Clustering)+len(columns))),
				view.Text("† partition "+keyText(t, key)+" deleted at "+micros(p.Deletion.Timestamp)))))
		}
	}
	n := view.El("div", view.Class("result"), view.El("div", view.Class("table-scroll"), view.A("tabindex", "0"), view.A("role", "group"), view.A("aria-label", "rows and cells"),
		view.El("table", view.Class("rows cells"), view.El("caption", view.Text("Rows and cells, with their timestamps in microseconds")), view.El("thead", head), body)))
	if shown > maxRows {
		n.Add(view.El("p", view.Class("field-note"), view.Text("And "+number.Within(shown-maxRows, "more row")+".")))
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

// cellsOf is what a row holds of a column.
func cellsOf(r *memtable.Row, c *schema.Column) *view.Node {
	td := view.El("td")
	cells := r.ColumnCells(c)
	for i := range cells {
		x := &cells[i]
		line := view.El("span", view.Class("cell"))
		switch {
		case x.Tombstone():
			line.Add(view.Class("tombstone"), view.Text("† "+elementName(c, x)))
		case c.Type.Kind == cqltype.Counter:
			line.Add(view.Text(strconv.FormatInt(memtable.CounterValue(x.Value), 10)))
		default:
			line.Add(view.Text(elementName(c, x) + valueOf(c, x)))
		}
		note := " " + micros(x.Timestamp)
		if x.TTL != memtable.NoTTL {
			note += ", TTL " + strconv.Itoa(int(x.TTL)) + " s"
		}
		td.Add(line.Add(view.El("small", view.Class("num"), view.Text(note))))
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
		return shorten(t.Elems[0].Text(x.Path), 60)
	case t.Kind == cqltype.Map:
		return shorten(t.Elems[0].Text(x.Path), 60) + ": "
	case t.Kind == cqltype.UDT && len(x.Path) == 2 && int(x.Path[1]) < len(t.Fields):
		return t.Fields[x.Path[1]].Name + ": "
	}
	return ""
}

func valueOf(c *schema.Column, x *memtable.Cell) string {
	switch t := c.Type; {
	case !t.MultiCell():
		return shorten(t.Text(x.Value), 120)
	case t.Kind == cqltype.Set:
		return ""
	case t.Kind == cqltype.UDT:
		return shorten(t.Fields[x.Path[1]].Type.Text(x.Value), 120)
	default:
		return shorten(t.Elems[len(t.Elems)-1].Text(x.Value), 120)
	}
}

// byteStrip shows the bytes of the file field by field. The fields are radio
// buttons: point at one, tap it or go through them with the arrow keys, and the
// one that is chosen is explained.
func (s *Spec) byteStrip(l *sstable.Layout, fields, chosen, before int, src *diag.Source, spans []diag.Span) *view.Node {
	strip := view.El("fieldset", view.Class("bytes"), view.El("legend", view.Text("The bytes of the file, field by field")))
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
		strip.Add(view.El("label", view.Class("byte", noteClass(n)), view.A("data-key", at), view.A("title", n.Name+after(" ", n.Column)+after(": ", shorten(n.Value, 80))),
			view.El("input", view.Class("visually-hidden"), view.A("type", "radio"), view.A("name", s.name(byteKey)), view.A("data-input", byteKey), view.A("value", at), view.Flag("checked", on), view.A("aria-label", n.Name+after(" ", n.Column))),
			view.El("code", view.Text(hexOf(l.Data[n.Offset:n.Offset+min(n.Length, 24)], n.Length > 24)))))
	}
	if more := l.Fields - fields; more > 0 && fields == maxFields {
		strip.Add(view.El("span", view.Class("field-note"), view.Text("… and "+number.Within(more, "more field"))))
	} else if more > 0 {
		next := strconv.Itoa(fields + moreFields)
		strip.Add(view.El("label", view.Class("byte role-meta"), view.A("data-key", "more"),
			view.El("input", view.Class("visually-hidden"), view.A("type", "radio"), view.A("name", s.name(fieldsKey)), view.A("data-input", fieldsKey), view.A("value", next)),
			view.Text("… "+number.Begin(more, "more field")+": show")))
	}
	note := view.El("div", view.Class("byte-note"))
	if pick != nil {
		where := pick.Part.String()
		if pick.Row != "" {
			where += " " + shorten(pick.Row, 60)
		}
		if pick.Key != "" {
			where += " of partition " + shorten(pick.Key, 60)
		}
		if pick.Column != "" {
			where += ", column " + pick.Column
		}
		note.Add(view.El("p", view.El("b", view.Text(sentence(pick.Name+after(": ", shorten(pick.Value, 120)))))),
			view.El("p", view.Text("Bytes "+strconv.Itoa(pick.Offset)+" to "+strconv.Itoa(pick.Offset+pick.Length-1)+", "+where+".")),
			view.El("p", view.Text(pick.Why)))
		if w := int(pick.Write) - before; pick.Write >= 0 && w >= 0 && w < len(spans) {
			note.Add(view.El("p", view.Text("It comes from: "), view.El("code", view.Text(shorten(src.Text[spans[w].Start:spans[w].End], 200)))))
		}
	}
	return view.El("div", view.Class("layout-bytes"), strip, note)
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

func hexOf(b []byte, more bool) string {
	const digits = "0123456789abcdef"
	out := make([]byte, 0, 2*len(b)+3)
	for _, c := range b {
		out = append(out, digits[c>>4], digits[c&15])
	}
	if more {
		return string(out) + "…"
	}
	return string(out)
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
		body.Add(view.El("tr", view.El("th", view.A("scope", "row"), view.Text(name)), view.El("td", view.Class("num"), view.Text(number.Bytes(sum[name]))),
			view.El("td", view.Class("num"), view.Text(number.Share(sum[name], len(l.Data))))))
	}
	return view.El("details", view.Class("section"), view.El("summary", view.Text("What costs most here")),
		view.El("table", view.Class("costs"), body))
}

// typed is what a field shows: what was typed, were it nothing, or its default.
func typed(in Inputs, key, def string) string {
	if text, ok := in[key]; ok {
		return text
	}
	return def
}
