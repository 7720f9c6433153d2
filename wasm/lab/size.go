package lab

import (
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/workload"
)

// A sizeWidget answers how big a partition gets. Its lines are a workload (see
// package workload), `format`, and the schema.
type sizeWidget struct {
	lines   *diag.Source // the workload's text
	cql     string       // the schema, reduced to what the table needs
	choices map[string]string
	once    bool   // written at once unless the reader chooses
	live    string // how rows are written when they are written live
	all     []input
	fields  []sizeField
	schema  *judged // verdicts on the unchanged schema, with its tables
}

// A sizeField is a quantity as a field. Those that the fence gives a label, a
// unit or a slider stand in sight, those of a section there, the others behind
// "more inputs".
type sizeField struct {
	key, label, unit, def string
	slider                *slider
	main                  bool
	section               string // "buckets", "cluster", "compare", "expiry"
	hint                  string // what holds where the field is empty
	knob                  bool   // not of the fence: there where its section is
}

// choiceKeys are the inputs that are no quantities, with their defaults.
var choiceKeys = [...]struct{ key, def string }{{"format", "nb"}, {"preset", "5.0"}, {"compaction", ""}, {"compare", ""}, {"centers", ""}}

func isChoice(name string) bool {
	for _, c := range choiceKeys {
		if c.key == name {
			return true
		}
	}
	return false
}

func parseSize(s *Spec, f *fence) widget {
	z := &sizeWidget{choices: map[string]string{}, live: "over 365d"}
	for _, c := range choiceKeys {
		z.choices[c.key] = c.def
	}
	z.lines = f.head
	w, problems := workload.Parse(z.lines, notWorkload)
	for _, p := range problems {
		f.diags = append(f.diags, p.Diagnostic)
	}
	for _, l := range f.lines {
		switch l.name {
		case "format", "preset", "compaction", "compare", "centers":
			z.choices[l.name] = l.value
			if p := checkChoice(l.name, l.value); p != "" {
				f.wrong(l.at, p, "")
				z.choices[l.name] = "nb"
			}
			if p := sizing.PresetByID(l.value); l.name == "preset" && p != nil {
				z.choices["format"] = p.Format.String()
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
	z.schema = judge("", f.cql)
	refused := false
	for _, d := range z.schema.all() {
		if d.Severity == diag.Refused || d.Severity == diag.NotJudged {
			refused = true
			f.wrong(diag.Span{}, "the schema is not accepted: "+d.Message, "")
		}
	}
	if t := find(z.schema.tables, w.Table); t == nil && f.cql != "" && !refused {
		f.wrong(w.Place.Span, "the schema has no table "+w.Table, "")
	} else if t != nil {
		tables := []*schema.Table{t}
		for _, other := range z.schema.tables {
			if other != t && mentions(w, z.choices["compare"], other) {
				tables = append(tables, other)
			}
		}
		f.cql = reduce(f.cql, tables)
		z.schema = judge("", f.cql)
	}
	z.cql = f.cql
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
func notWorkload(name string) bool { return isCommon(name) || isChoice(name) }

// checkChoice says what is wrong with an input that is no quantity, or "".
func checkChoice(key, value string) string {
	switch key {
	case "format":
		if !isFormat(value) {
			return "there is no format " + shorten(value, 20) + ": it is nb, oa or da"
		}
	case "preset":
		if sizing.PresetByID(value) == nil {
			s := ""
			for _, p := range sizing.Presets {
				s += ", " + p.ID
			}
			return "there is no preset " + shorten(value, 20) + ": it is one of " + s[2:]
		}
	case "compaction":
		if value != "" && strategyName(value) == "" {
			return "there is no compaction strategy " + shorten(value, 20) + ": it is STCS, LCS, TWCS or UCS"
		}
	case "centers":
		names := list(value)
		if len(names) > maxCenters {
			return "so many data centers are too many: at most " + strconv.Itoa(maxCenters)
		}
		for _, name := range names {
			for i := 0; i < len(name); i++ {
				if c := name[i] | 0x20; !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '_' || i > 0 && name[i] == '-') || len(name) > 40 {
					return "the name of a data center is letters, digits, _ and -: " + shorten(name, 20)
				}
			}
		}
	}
	return ""
}

// mentions reports whether a widget speaks of a further table of its schema.
func mentions(w *workload.Workload, compare string, t *schema.Table) bool {
	for _, own := range w.Own() {
		if own.Table == t.Name {
			return true
		}
	}
	return compare != "" && find([]*schema.Table{t}, compare) != nil
}

func isFormat(s string) bool { return s == "nb" || s == "oa" || s == "da" }

func formatOf(s string) sstable.Format {
	f, _ := sstable.ParseFormat(s)
	return f
}

// knobs are the quantities of sections that every size widget has.
var knobs = [...]sizeField{
	{section: "buckets", key: "target", label: "Stay below", def: "10 MB"},
	{section: "buckets", key: "window", label: "Time that a query asks for", hint: "such as 24h"},
	{section: "expiry", key: "ttl", label: "Time to live", hint: "such as 90d"},
	{section: "expiry", key: "deleted", label: "Rows deleted again", hint: "such as 20%"},
	{section: "expiry", key: "updated", label: "Rows updated again", hint: "such as 30%"},
	{section: "expiry", key: "gc_grace", label: "gc_grace_seconds", unit: "s"},
	{section: "expiry", key: "compaction_window", label: "Window of compaction", hint: "a thirtieth of the TTL"},
	{section: "cluster", key: "partitions", label: "Partitions", hint: "such as 5000"},
	{section: "cluster", key: "rf", label: "Replicas in a data center"},
	{section: "cluster", key: "racks", label: "Racks in a data center", def: "1"},
	{section: "cluster", key: "writes", label: "Writes a second", def: "0"},
	{section: "cluster", key: "reads", label: "Reads a second", def: "0"},
	{section: "cluster", key: "compression", label: "Size after compression", def: "0.5"},
	{section: "cluster", key: "disk", label: "Disk of a node", def: "2 TB"},
	{section: "cluster", key: "fill", label: "Share of the disk for data", hint: "0.5 for size tiers, else 0.7"},
	{section: "cluster", key: "versions", label: "Factor for overwrites and tombstones", def: "1"},
	{section: "cluster", key: "snapshots", label: "Snapshots kept", def: "0"},
	{section: "cluster", key: "nodeops", label: "Operations a second that a node does", def: "10000"},
	{section: "cluster", key: "stream", label: "Streaming to a new node, a second", def: "24 MiB"},
	{section: "cluster", key: "yearly", label: "Growth a year", def: "0"},
}

// sectionOf is the section that a quantity belongs to, "" for none.
func sectionOf(name string) string {
	for _, k := range knobs {
		if line, _, _ := strings.Cut(name, "."); k.key == line {
			return k.section
		}
	}
	if workload.IsOwn(name) {
		return "cluster"
	}
	return ""
}

func (z *sizeWidget) readFields(w *workload.Workload) {
	add := func(name, text string, attrs []workload.Attr) {
		f := sizeField{key: name, def: text, main: len(attrs) > 0, section: sectionOf(name)}
		for _, a := range attrs {
			switch a.Name {
			case "label":
				f.label = a.Value
			case "unit":
				f.unit = a.Value
			case "slider":
				f.slider = parseSlider(a.Value)
			}
		}
		if f.label == "" {
			f.label = labelOf(f.key)
		}
		if f.unit == "" {
			f.unit = unitOf(f.key)
		}
		z.fields = append(z.fields, f)
	}
	for _, q := range w.Quantities() {
		if !strings.HasPrefix(q.Name, "written.") {
			add(q.Name, q.Text, q.Attrs)
		}
	}
	if g := w.Growth(); g != nil {
		z.fields = append(z.fields, sizeField{key: "grow", label: "Rows as time passes", unit: "rows", def: g.Text})
	}
	for _, own := range w.Own() {
		add(own.Name, own.Text, own.Attrs)
	}
	for _, k := range knobs {
		if k.knob = true; w.Quantity(k.key) == nil {
			c := computed{judged: z.schema, table: find(z.schema.tables, w.Table)}
			switch {
			case k.key == "rf":
				k.def = strconv.Itoa(c.replicas())
			case k.key == "ttl" && c.table != nil && c.table.Params.DefaultTTL > 0:
				k.def = strconv.FormatInt(int64(c.table.Params.DefaultTTL), 10)
			case k.key == "gc_grace" && c.table != nil:
				k.def = strconv.FormatInt(int64(c.table.Params.GCGrace), 10)
			}
			z.fields = append(z.fields, k)
		}
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
	out = append(out, input{key: "written", value: written}, input{key: "statement", value: statementOf(w)}, input{key: "table", value: w.Table}, input{key: textKey, value: z.cql, text: true})
	for _, c := range choiceKeys {
		out = append(out, input{key: c.key, value: z.choices[c.key]})
	}
	return out
}

// statementOf is how rows are written: insert or update.
func statementOf(w *workload.Workload) string {
	if w.Update {
		return "update"
	}
	return "insert"
}

func (z *sizeWidget) keys() []input { return z.all }

// accepts holds for keys that the widget reads although its defaults have none:
// lengths of columns of a schema that the reader pasted.
func (z *sizeWidget) accepts(key string) bool {
	what, of, dotted := strings.Cut(key, ".")
	if !dotted || of == "" {
		return false
	}
	switch what {
	case "len", "count", "null", "distinct", "rf", "racks":
		return true
	}
	return workload.IsOwn(key)
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
	for _, k := range knobs {
		if k.key == name {
			return k.label
		}
	}
	kind, column, ok := strings.Cut(name, ".")
	switch {
	case name == workload.Rows:
		return "Rows of the partition"
	case name == workload.TTL:
		return "Time to live"
	case name == workload.Deleted:
		return "Rows deleted again"
	case name == workload.Updated:
		return "Rows updated again"
	case !ok:
		return strings.ToUpper(name[:1]) + strings.ReplaceAll(name[1:], "_", " ")
	case kind == "len":
		return "Length of " + column
	case kind == "count":
		return "Elements of " + column
	case kind == "null":
		return "Share of rows without " + column
	case kind == "distinct":
		return "Different values of " + column
	case kind == workload.Rows:
		return "Rows a partition of " + column
	case kind == "written":
		return "How rows of " + column + " are written"
	case kind == "rf":
		return "Replicas in " + column
	case kind == "racks":
		return "Racks in " + column
	}
	if of := labelOf(kind); of != kind {
		return of + " of " + column
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
	all      *workload.Workload // of all tables of the schema
	workload *workload.Workload // of the table
	values   *workload.Values
	tables   []*schema.Table
	table    *schema.Table
	sizer    *sizing.Sizer
	result   *sizing.Result
	judged   *judged // the schema
	choices  map[string]string
	problems map[string]sizeProblem
	schema   *judged // verdicts on a changed schema, else nil
	broken   bool    // some quantities could not be worked out
	split    *sizing.Advice
	tombs    *sizing.Tombstones
	left     bool // tombs is worked out
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
	c.all, _ = workload.Parse(z.lines, notWorkload)
	c.workload = c.all
	c.judged, c.choices = z.schema, map[string]string{}
	c.tables = z.schema.tables
	if text, ok := in[textKey]; ok && len(text) > tooMuch {
		c.tables = nil
		c.wrong(textKey, "This schema is longer than "+strconv.Itoa(tooMuch/1000)+" kB. Paste the table that you want to size, and its types.", diag.Span{})
	} else if ok && text != z.cql {
		c.schema = judge("", text)
		c.judged = c.schema
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
	for key, def := range z.choices {
		c.choices[key] = def
	}
	// Data centers stand in the order in which they are named.
	if text, ok := in["centers"]; ok && checkChoice("centers", text) == "" {
		c.choices["centers"] = text
	}
	for _, dc := range list(c.choices["centers"]) {
		if c.all.Quantity("rf."+dc) == nil {
			c.set("rf."+dc, strconv.Itoa(c.replicas()))
		}
	}
	for _, key := range names(in) {
		text := in[key]
		switch {
		case key[0] == problemMark:
			if _, given := in[key[1:]]; given {
				c.wrong(key[1:], sentence(text), diag.Span{})
			}
		case key == textKey || key == "guess" || key == "shown" || key == "table" || !z.knows(key) || !c.appliesToAny(key):
		case isChoice(key):
			if p := checkChoice(key, text); p != "" {
				c.wrong(key, sentence(p), diag.Span{})
			} else {
				c.choices[key] = text
			}
		case key == "written":
			c.set(key, z.written(text))
		case len(text) > maxQuantity:
			c.wrong(key, "This is longer than an expression or a sample can be.", diag.Span{})
		case strings.TrimSpace(text) == "" && z.def(key) == "":
		case strings.TrimSpace(text) == "":
			c.wrong(key, "Write a number or an expression.", diag.Span{})
		case text != z.def(key):
			c.set(key, strings.TrimSpace(text))
		}
	}
	if p := sizing.PresetByID(c.choices["preset"]); p != nil && c.choices["preset"] != z.choices["preset"] && in["format"] == "" {
		c.choices["format"] = p.Format.String()
	}
	var problems []workload.Problem
	if c.table != nil {
		// Lengths of columns that this table does not have say nothing about it.
		strange := c.schema != nil || in["table"] != ""
		w, problems := c.all.For(c.table.Name, func(name string) bool {
			return !c.applies(name) && (strange || c.appliesToAny(name))
		})
		for _, p := range problems {
			c.problem(p)
		}
		c.workload = w
	}
	c.values, problems = c.workload.Eval()
	for _, p := range problems {
		c.problem(p)
	}
	c.broken = len(problems) > 0
	if len(c.problems) > 0 || c.table == nil {
		c.blame(in)
		return c
	}
	sizer, problems := sizing.New(c.table, c.workload, formatOf(c.choices["format"]))
	if len(problems) == 0 {
		c.sizer = sizer
		c.result, problems = sizer.Result(sizing.Options{Target: c.target()})
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

// maxQuantity bounds the text of a quantity; maxCenters the data centers.
const (
	maxQuantity = 60_000
	maxCenters  = 8
)

// target is the bytes to stay below.
func (c *computed) target() int64 {
	if v, ok := c.values.Get("target"); ok {
		if v.Lo.Sign() > 0 {
			return v.Hi.Round()
		}
		c.wrong("target", "A size to stay below is more than 0 bytes.", diag.Span{})
	}
	return 0
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
func (c *computed) applies(name string) bool { return c.table == nil || sizing.SpeaksOf(name, c.table) }

// appliesToAny reports the same of all tables of the schema.
func (c *computed) appliesToAny(name string) bool {
	for _, t := range c.tables {
		if sizing.SpeaksOf(name, t) {
			return true
		}
	}
	return len(c.tables) == 0
}

// firstProblem is what is wrong, in one sentence; "" where nothing is.
func (c *computed) firstProblem() string {
	first := ""
	for key := range c.problems {
		if first == "" || key < first {
			first = key
		}
	}
	return c.problems[first].text
}

// set gives the workload another quantity. What is wrong with it is noted, not
// what then is wrong with those that hang on it.
func (c *computed) set(key, text string) {
	problems := c.all.Set(key, text)
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
	shown, used := &c, in
	if c.result == nil {
		before := z.compute(last)
		if used = last; before.result == nil {
			used, before = nil, z.compute(nil)
		}
		shown = &before
	}
	out := &Output{Values: map[string]string{}, Used: used}
	v := sizeView{Spec: s, z: z, in: in, used: used, now: &c, shown: shown, values: out.Values, said: map[string]verdict{}}
	if shown.result != nil {
		values(out.Values, shown)
	}
	out.View = v.view()
	if shown.result != nil {
		out.Sentence = v.sentence()
	}
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

// reduce leaves out of a schema the other tables and the types that these do not
// use: a page carries what its widget needs.
func reduce(text string, tables []*schema.Table) string {
	items := cql.Parse(diag.NewSource("", text)).Items
	kept := make([]string, len(items))
	has := func(keyspace, table string) bool {
		for _, t := range tables {
			if (keyspace == "" || keyspace == t.Keyspace) && (table == "" || table == t.Name) {
				return true
			}
		}
		return false
	}
	take := func(i int) {
		kept[i] = strings.TrimRight(strings.TrimSpace(text[items[i].Span.Start:items[i].Span.End]), ";") + ";"
	}
	for i, item := range items {
		switch st := item.Stmt.(type) {
		case *cql.CreateKeyspace:
			if has(st.Name.Text, "") {
				take(i)
			}
		case *cql.CreateTable:
			if has(st.Name.Keyspace.Text, st.Name.Name.Text) {
				take(i)
			}
		case *cql.Use:
			take(i)
		}
	}
	// A type may use an earlier one, so the last comes first.
	for i := len(items) - 1; i >= 0; i-- {
		st, ok := items[i].Stmt.(*cql.CreateType)
		if !ok || !has(st.Name.Keyspace.Text, "") {
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
	for _, p := range r.Sizes {
		put("p"+strconv.FormatFloat(p.Percent, 'f', -1, 64)+".bytes", p.Disk)
	}
	put("docs.key", r.Docs1.Key)
	put("docs.static", r.Docs1.Static)
	put("docs.row", r.Docs1.Regular+r.Docs1.Clustering)
	put("row.bytes", r.Row.Total)
	put("index.bytes", r.Index.Index)
	put("index.blocks", r.Index.Blocks)
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
		return strings.ReplaceAll(number.Bytes(l.At), "\u00a0", "")
	}
	return l.Name
}
