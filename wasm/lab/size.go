package lab

import (
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/workload"
)

// A sizeWidget answers how big a partition gets. Its lines are a workload (see
// package workload), `format`, and the schema.
type sizeWidget struct {
	lines  *diag.Source // the workload's text
	cql    string       // the schema, reduced to what the table needs
	format string
	once   bool   // written at once unless the reader chooses
	live   string // how rows are written when they are written live
	all    []input
	fields []sizeField
	tables []*schema.Table // of the unchanged schema
}

// A sizeField is a quantity as a field. Those that the fence gives a label, a
// unit or a slider stand in sight, the others behind "more inputs".
type sizeField struct {
	key, label, unit, def string
	slider                *slider
	main                  bool
}

func parseSize(s *Spec, f *fence) widget {
	z := &sizeWidget{format: "nb", live: "over 365d"}
	z.lines = f.head
	w, problems := workload.Parse(z.lines, notWorkload)
	for _, p := range problems {
		f.diags = append(f.diags, p.Diagnostic)
	}
	for _, l := range f.lines {
		switch l.name {
		case "format":
			if z.format = l.value; !isFormat(l.value) {
				f.wrong(l.at, "there is no format "+l.value, "write nb, oa or da")
				z.format = "nb"
			}
		case "written":
			text, _, _ := strings.Cut(l.value, "|")
			text = strings.TrimSpace(text)
			z.once = text == "at once" || text == "once"
			if !z.once {
				z.live = text
			}
		}
		if reserved(l.name) && !isCommon(l.name) {
			f.wrong(l.span, l.name+" is a name that links use for themselves", "choose another name")
		}
	}
	if w.Mode == workload.AtOnce {
		z.once = true
	}
	if f.schema != "" {
		f.schema, f.cql = "", strings.TrimRight(f.schema, "\n")+"\n"+f.cql
	}
	if f.cql == "" {
		f.wrong(diag.Span{}, "the widget has no schema", "write schema = hotel, or CQL after a line cql:")
	}
	tables, schemaDiags := tablesOf(f.cql)
	for _, d := range schemaDiags {
		f.wrong(diag.Span{}, "the schema is not accepted: "+d.Message, "")
	}
	if t := find(tables, w.Table); t == nil && f.cql != "" && len(schemaDiags) == 0 {
		f.wrong(w.Place.Span, "the schema has no table "+w.Table, "")
	} else if t != nil {
		f.cql = reduce(f.cql, t)
		tables, _ = tablesOf(f.cql)
	}
	z.cql, z.tables = f.cql, tables
	s.Body = f.selfContained()
	z.readFields(w)
	z.all = z.inputs(w)
	// The numbers that nobody gave are inputs, too.
	if c := z.compute(nil); c.result != nil {
		for _, a := range c.result.Assumed {
			def := strconv.FormatInt(a.Value, 10)
			z.fields = append(z.fields, sizeField{key: a.Name, label: labelOf(a.Name) + " (assumed)", unit: unitOf(a.Name), def: def})
			z.all = append(z.all, input{key: a.Name, value: def})
		}
	} else if len(f.diags) == 0 {
		for _, p := range c.problems {
			f.wrong(p.span, p.text, "")
		}
	}
	return z
}

// notWorkload holds for the lines of a fence that are no part of the workload.
func notWorkload(name string) bool { return isCommon(name) || name == "format" }

func isFormat(s string) bool { return s == "nb" || s == "oa" || s == "da" }

func formatOf(s string) sstable.Format {
	f, _ := sstable.ParseFormat(s)
	return f
}

func (z *sizeWidget) readFields(w *workload.Workload) {
	for _, q := range w.Quantities() {
		if strings.HasPrefix(q.Name, "written.") {
			continue
		}
		f := sizeField{key: q.Name, label: q.Attr("label"), unit: q.Attr("unit"), def: q.Text, main: len(q.Attrs) > 0}
		if f.label == "" {
			f.label = labelOf(q.Name)
		}
		if f.unit == "" {
			f.unit = unitOf(q.Name)
		}
		f.slider = parseSlider(q.Attr("slider"))
		z.fields = append(z.fields, f)
	}
	if g := w.Growth(); g != nil {
		z.fields = append(z.fields, sizeField{key: "grow", label: "Rows as time passes", unit: "rows", def: g.Text})
	}
}

func (z *sizeWidget) inputs(w *workload.Workload) []input {
	var out []input
	for _, f := range z.fields {
		out = append(out, input{key: f.key, value: f.def})
	}
	written := "live"
	if z.once {
		written = "once"
	}
	return append(out, input{key: "written", value: written}, input{key: "format", value: z.format}, input{key: "table", value: w.Table}, input{key: textKey, value: z.cql, text: true})
}

func (z *sizeWidget) keys() []input { return z.all }

// accepts holds for keys that the widget reads although its defaults have none:
// lengths of columns of a schema that the reader pasted.
func (z *sizeWidget) accepts(key string) bool {
	return strings.HasPrefix(key, "len.") || strings.HasPrefix(key, "count.") || strings.HasPrefix(key, "null.")
}

func (z *sizeWidget) slider(key string) *slider {
	for _, f := range z.fields {
		if f.key == key {
			return f.slider
		}
	}
	return nil
}

// labelOf is the label of a quantity that has none: rooms → Rooms.
func labelOf(name string) string {
	kind, column, ok := strings.Cut(name, ".")
	switch {
	case name == workload.Rows:
		return "Rows of the partition"
	case name == workload.TTL:
		return "Time to live"
	case !ok:
		return strings.ToUpper(name[:1]) + strings.ReplaceAll(name[1:], "_", " ")
	case kind == "len":
		return "Length of " + column
	case kind == "count":
		return "Elements of " + column
	case kind == "null":
		return "Share of rows without " + column
	}
	return name
}

func unitOf(name string) string {
	switch {
	case strings.HasPrefix(name, "len."):
		return "bytes"
	case name == workload.Rows:
		return "rows"
	}
	return ""
}

// A sizeProblem is what is wrong with an input.
type sizeProblem struct {
	text string
	span diag.Span
}

// A computed answer: either a result or problems by key.
type computed struct {
	workload *workload.Workload
	values   *workload.Values
	tables   []*schema.Table
	table    *schema.Table
	result   *sizing.Result
	problems map[string]sizeProblem
	schema   *judged // verdicts on a changed schema, else nil
	broken   bool    // some quantities could not be worked out
}

func (c *computed) wrong(key, text string, span diag.Span) {
	if c.problems == nil {
		c.problems = map[string]sizeProblem{}
	}
	if _, has := c.problems[key]; !has {
		c.problems[key] = sizeProblem{text, span}
	}
}

// problem is where a workload's problem belongs: to the field of its name, or to
// the table.
func (c *computed) problem(p workload.Problem) {
	key := p.Name
	switch {
	case key == "":
		key = "table"
	case strings.HasPrefix(key, "written"):
		key = "written"
	}
	text := p.Message
	if p.Instead != "" {
		text += ": " + p.Instead
	}
	if c.table != nil && strings.HasPrefix(text, c.table.Name+" ") {
		text = "the table " + text
	}
	c.wrong(key, sentence(text), p.Span)
}

// compute works everything out for inputs.
func (z *sizeWidget) compute(in Inputs) (c computed) {
	c.workload, _ = workload.Parse(z.lines, notWorkload)
	c.tables = z.tables
	if text, ok := in[textKey]; ok && len(text) > tooMuch {
		c.tables = nil
		c.wrong(textKey, "This schema is longer than "+plainNumber(tooMuch/1000)+" kB. Paste the table that you want to size, and its types.", diag.Span{})
	} else if ok && text != z.cql {
		c.schema = judge("", text)
		c.tables = c.schema.tables
		if d := c.schema.refusal(); d != nil {
			c.wrong(textKey, d.Message, d.Span)
		} else if len(c.tables) == 0 {
			c.wrong(textKey, "There is no CREATE TABLE in this text.", diag.Span{})
		}
	}
	name := c.workload.Table
	if t := in["table"]; t != "" {
		name = t
	}
	if c.table = find(c.tables, name); c.table == nil && in["table"] == "" && c.schema != nil && len(c.tables) > 0 {
		c.table = c.tables[0]
	}
	if c.table == nil && len(c.tables) > 0 {
		c.wrong("table", "The schema has no table "+shorten(name, 60)+".", diag.Span{})
	}
	if c.table != nil && (c.schema != nil || in["table"] != "") {
		// Lengths of columns that this table does not have say nothing about it.
		c.workload, _ = workload.Parse(z.lines, func(name string) bool { return notWorkload(name) || !c.applies(name) })
	}
	format := z.format
	for _, key := range names(in) {
		text := in[key]
		switch {
		case key[0] == problemMark:
			if _, given := in[key[1:]]; given {
				c.wrong(key[1:], sentence(text), diag.Span{})
			}
		case key == textKey || key == "guess" || key == "shown" || key == "table" || !z.knows(key) || !c.applies(key):
		case key == "format":
			if format = text; !isFormat(text) {
				c.wrong(key, "There is no format "+shorten(text, 20)+": it is nb, oa or da.", diag.Span{})
			}
		case key == "written":
			c.set(key, z.written(text))
		case len(text) > 1000:
			c.wrong(key, "This is longer than an expression can be.", diag.Span{})
		case strings.TrimSpace(text) == "":
			c.wrong(key, "Write a number or an expression.", diag.Span{})
		case text != z.def(key):
			c.set(key, strings.TrimSpace(text))
		}
	}
	var problems []workload.Problem
	c.values, problems = c.workload.Eval()
	for _, p := range problems {
		c.problem(p)
	}
	c.broken = len(problems) > 0
	if len(c.problems) > 0 || c.table == nil {
		c.blame(in)
		return c
	}
	sizer, problems := sizing.New(c.table, c.workload, formatOf(format))
	if len(problems) == 0 {
		c.result, problems = sizer.Result(sizing.Options{})
	}
	for _, p := range problems {
		c.problem(p)
	}
	if len(c.problems) > 0 {
		c.result = nil
		c.blame(in)
	}
	return c
}

// blame puts a problem beside the fields that the reader changed, where it was
// found only in what is worked out from them.
func (c *computed) blame(in Inputs) {
	text := ""
	for key, p := range c.problems {
		if _, changed := in[key]; changed {
			return
		}
		if text == "" || p.text < text {
			text = p.text
		}
	}
	for key := range in {
		if c.workload.Quantity(key) != nil {
			c.wrong(key, text, diag.Span{})
		}
	}
}

// applies reports whether a quantity speaks of a column that the table has, or of
// none.
func (c *computed) applies(name string) bool {
	kind, path, ok := strings.Cut(name, ".")
	if !ok || c.table == nil || kind != "len" && kind != "count" && kind != "null" {
		return true
	}
	if c.table.Column(path) != nil {
		return true
	}
	column, _, _ := strings.Cut(path, ".")
	return c.table.Column(strings.Trim(column, `"`)) != nil
}

// set gives the workload another quantity. What is wrong with it is noted, not
// what then is wrong with those that hang on it.
func (c *computed) set(key, text string) {
	problems := c.workload.Set(key, text)
	for _, p := range problems {
		if strings.HasPrefix(p.Name, key) {
			c.problem(p)
			return
		}
	}
	for _, p := range problems {
		c.wrong(key, sentence(p.Message), p.Span)
	}
}

func (z *sizeWidget) knows(key string) bool {
	for _, k := range z.all {
		if k.key == key {
			return true
		}
	}
	return z.accepts(key)
}

func (z *sizeWidget) def(key string) string {
	for _, k := range z.all {
		if k.key == key {
			return k.value
		}
	}
	return ""
}

// written is the text of the workload's line for a choice.
func (z *sizeWidget) written(choice string) string {
	switch choice {
	case "once", "at once":
		return "at once"
	case "live":
		return z.live
	}
	return choice
}

// run answers.
func (z *sizeWidget) run(s *Spec, in, last Inputs) *Output {
	c := z.compute(in)
	shown, used := c, in
	if c.result == nil {
		used = last
		if shown = z.compute(last); shown.result == nil {
			used = nil
			shown = z.compute(nil)
		}
	}
	out := &Output{Values: map[string]string{}, Used: used}
	v := sizeView{Spec: s, z: z, in: in, used: used, now: &c, shown: &shown, format: z.format}
	if f := used["format"]; f != "" {
		v.format = f
	}
	if shown.result != nil {
		values(out.Values, &shown)
		out.Sentence = v.sentence()
	}
	out.View = v.view()
	if c.result == nil && shown.result != nil {
		out.Sentence = v.staleNote() + " " + out.Sentence
	}
	return out
}

// find returns the table of that name, with or without a keyspace, or nil. An
// empty name is the only table.
func find(tables []*schema.Table, name string) *schema.Table {
	if name == "" && len(tables) == 1 {
		return tables[0]
	}
	name = strings.ReplaceAll(name, `"`, "")
	for _, t := range tables {
		if t.Name == name || t.Keyspace+"."+t.Name == name {
			return t
		}
	}
	return nil
}

// reduce leaves out of a schema the other tables and the types that this one does
// not use: a page carries what its widget needs.
func reduce(text string, t *schema.Table) string {
	items := cql.Parse(diag.NewSource("", text)).Items
	kept := make([]string, len(items))
	take := func(i int) {
		kept[i] = strings.TrimRight(strings.TrimSpace(text[items[i].Span.Start:items[i].Span.End]), ";") + ";"
	}
	for i, item := range items {
		switch st := item.Stmt.(type) {
		case *cql.CreateKeyspace:
			if st.Name.Text == t.Keyspace {
				take(i)
			}
		case *cql.CreateTable:
			if st.Name.Name.Text == t.Name && (st.Name.Keyspace.Text == "" || st.Name.Keyspace.Text == t.Keyspace) {
				take(i)
			}
		case *cql.Use:
			take(i)
		}
	}
	// A type may use an earlier one, so the last comes first.
	for i := len(items) - 1; i >= 0; i-- {
		st, ok := items[i].Stmt.(*cql.CreateType)
		if !ok || st.Name.Keyspace.Text != "" && st.Name.Keyspace.Text != t.Keyspace {
			continue
		}
		for _, other := range kept {
			if strings.Contains(other, st.Name.Name.Text) {
				take(i)
				break
			}
		}
	}
	var b strings.Builder
	for _, s := range kept {
		if s == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString(s)
	}
	b.WriteByte('\n')
	return b.String()
}

// values fills in the exact outputs.
func values(out map[string]string, c *computed) {
	r := c.result
	put := func(name string, n int64) { out[name] = strconv.FormatInt(n, 10) }
	amount := func(name string, a sizing.Amount) {
		put(name, a.Max)
		put(name+".min", a.Min)
		put(name+".typ", a.Typ)
		put(name+".max", a.Max)
	}
	amount("rows", r.Rows)
	amount("values", r.Values)
	amount("cells", r.Cells)
	amount("docs.bytes", r.Docs)
	amount("thumb.bytes", r.Thumb)
	amount("disk.bytes", r.Disk)
	amount("once.bytes", r.Once)
	put("docs.key", r.Docs1.Key)
	put("docs.static", r.Docs1.Static)
	put("docs.row", r.Docs1.Regular+r.Docs1.Clustering)
	put("row.bytes", r.Row.Total)
	put("row.min", r.Disk1.RowMin)
	put("row.max", r.Disk1.RowMax)
	for _, l := range r.Lines {
		for _, i := range l.Inputs {
			if !i.Always && !i.Never {
				put("upto."+i.Input+"."+lineName(l.Line), i.At)
			}
		}
	}
	if r.Growth != nil {
		for _, d := range r.Growth.Days {
			if !d.Never {
				put("day."+lineName(d.Line), d.Day)
			}
			if !d.OnceNever {
				put("once.day."+lineName(d.Line), d.OnceDay)
			}
		}
	}
	for _, q := range c.workload.Quantities() {
		if _, has := out[q.Name]; has {
			continue
		}
		if v, ok := c.values.Get(q.Name); ok {
			out[q.Name] = v.Typ.String()
			if !v.Exact() {
				out[q.Name+".min"], out[q.Name+".max"] = v.Lo.String(), v.Hi.String()
				out[q.Name] = v.Hi.String()
			}
		}
	}
}

// lineName is how outputs name a line: "10MB", "100MB", "values", "cells".
func lineName(l sizing.Line) string {
	if l.Metric == sizing.DiskBytes {
		return strings.ReplaceAll(bytesName(l.At), "\u00a0", "")
	}
	return l.Name
}
