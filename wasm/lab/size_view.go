package lab

import (
	"strconv"
	"strings"

	"partitionlab/wasm/figure"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/view"
	"partitionlab/wasm/workload"
)

// A sizeView lays out what a sizeWidget worked out.
type sizeView struct {
	*Spec
	z        *sizeWidget
	in, used Inputs
	now      *computed // for the fields as they are
	shown    *computed // for the answer; the same unless a field cannot be read
	values   map[string]string
	said     map[string]verdict // what sections say, by their names
}

// A verdict is the answer of a section: a sentence, and whether it is good news.
type verdict struct{ text, mood string }

// answers holds for the sections that answer a question of their own.
func answers(section string) bool {
	switch section {
	case "buckets", "cluster", "compare", "expiry":
		return true
	}
	return false
}

// focus is the section that the widget is about, where that is not the size: the
// first one that it shows.
func (v *sizeView) focus() string {
	for _, name := range v.Show {
		if isSection(name) {
			if _, ok := v.said[name]; ok && answers(name) {
				return name
			}
			return ""
		}
	}
	return ""
}

// say keeps what a section says, and returns it as a paragraph where the widget's
// own answer is another one.
func (v *sizeView) say(section, text, mood string) view.Part {
	v.said[section] = verdict{text, mood}
	if v.focus() == section {
		return view.Nodes(nil)
	}
	return view.El("p", view.Class("section-said"), view.Text(text))
}

func (v *sizeView) view() *view.Node {
	answered := v.shown.result != nil
	parts := []view.Part{v.schema(), v.fields()}
	if answered {
		sections := v.sections()
		if v.focus() == "" {
			parts = append(parts, v.results(v.in, v.stale(), v.answer(), v.spread(), v.standing(), v.parts(), v.models(), v.limits(), sections, v.notes()))
		} else {
			parts = append(parts, v.results(v.in, v.stale(), v.answer(), v.spread(), sections))
		}
	} else {
		parts = append(parts, view.El("div", view.Class("results"), view.El("output", view.Class("answer bad"), view.A("aria-live", "off"), view.Text("There is no answer for these inputs."))))
	}
	return v.form(v.in, answered && v.now.result == nil, parts...)
}

// given is what a field shows: what was typed or the default.
func (v *sizeView) given(key string) string {
	if text, ok := v.in[key]; ok {
		return text
	}
	return v.z.def(key)
}

// ---- inputs

func (v *sizeView) fields() *view.Node {
	main, more := view.El("div", view.Class("fields")), view.El("div", view.Class("fields"))
	wrongBelow := false
	for _, f := range v.allFields() {
		at, below := main, !f.main && !v.listed(f.key) || !v.showsField(f.key)
		if below {
			if v.sectionOf(f) != "" {
				continue
			}
			at = more
		}
		x := v.fieldOf(f)
		wrongBelow = wrongBelow || below && x.problem != ""
		at.Add(v.field(x))
	}
	bad := func(key string) string {
		text := v.now.problems[key].text
		wrongBelow = wrongBelow || text != ""
		return text
	}
	format := v.given("format")
	if v.in["format"] == "" && v.now.choices["format"] != "" {
		format = v.now.choices["format"]
	}
	more.Add(v.selection("format", "Format of the file", format, bad("format"), []choice{
		{"nb", "nb: what Cassandra 5.0 writes as shipped"}, {"oa", "oa: without storage_compatibility_mode"}, {"da", "da: the trie-indexed format (BTI)"}}))
	var presets []choice
	for _, p := range sizing.Presets {
		presets = append(presets, choice{p.ID, p.Name})
	}
	more.Add(v.selection("preset", "Kind of server", v.given("preset"), bad("preset"), presets))
	more.Add(v.selection("statement", "Rows come by", v.given("statement"), bad("statement"), []choice{
		{"insert", "INSERT: the row carries the timestamp"}, {"update", "UPDATE: each cell carries its own"}}))
	if len(v.now.tables) > 1 || v.now.problems["table"].text != "" {
		var all []choice
		for _, t := range v.now.tables {
			all = append(all, choice{t.Keyspace + "." + t.Name, t.Name})
		}
		at := v.in["table"]
		if t := v.now.table; t != nil {
			at = t.Keyspace + "." + t.Name
		}
		more.Add(v.selection("table", "Table", at, bad("table"), all))
	}
	all := view.El("div", view.Class("inputs"), main)
	if v.showsField("written") {
		all.Add(v.writing())
	} else {
		more.Add(v.writing())
	}
	return all.Add(
		view.El("details", view.Class("more-inputs"), view.Flag("open", wrongBelow), view.El("summary", view.Text("More inputs")), more))
}

// allFields are the fields of the widget and of what the reader added, each once.
func (v *sizeView) allFields() (out []sizeField) {
	seen := map[string]bool{}
	add := func(f sizeField) {
		if _, typed := v.in[f.key]; f.knob && !typed && !v.shows(f.section) {
			return
		}
		if seen[f.key] || !v.now.applies(f.key) && (v.now.schema != nil || !v.now.appliesToAny(f.key)) {
			return
		}
		seen[f.key] = true
		out = append(out, f)
	}
	for _, f := range v.z.fields {
		add(f)
	}
	// A schema that the reader pasted has lengths of its own.
	if v.now.result != nil && v.now.schema != nil {
		for _, a := range v.now.result.Assumed {
			add(sizeField{key: a.Name, label: labelOf(a.Name) + " (assumed)", unit: unitOf(a.Name), def: strconv.FormatInt(a.Value, 10)})
		}
	}
	if v.shows("cluster") {
		tables := 0
		for _, t := range v.now.tables {
			if t == v.now.table {
				continue
			}
			if tables++; tables > maxTables {
				break
			}
			add(sizeField{key: "partitions." + t.Name, label: labelOf("partitions." + t.Name), section: "cluster"})
			if len(t.Clustering) > 0 {
				add(sizeField{key: "rows." + t.Name, label: labelOf("rows." + t.Name), section: "cluster"})
			}
		}
		for _, dc := range list(v.now.choices["centers"]) {
			add(sizeField{key: "rf." + dc, label: labelOf("rf." + dc), section: "cluster", def: strconv.Itoa(v.now.replicas())})
			add(sizeField{key: "racks." + dc, label: labelOf("racks." + dc), section: "cluster", def: "1"})
		}
	}
	for _, key := range v.others() {
		add(sizeField{key: key, label: labelOf(key), unit: unitOf(key), section: sectionOf(key)})
	}
	return out
}

// maxTables bounds the further tables whose numbers are asked for.
const maxTables = 20

// sectionOf is the section that a field stands in, "" where that is not shown.
func (v *sizeView) sectionOf(f sizeField) string {
	s := f.section
	if !v.now.applies(f.key) { // a column of another table
		s = "cluster"
	}
	if t := v.compared(); t != nil && f.key == "rows."+t.Name {
		return "compare"
	}
	if s == "expiry" && !v.leaves() && (f.key == "gc_grace" || f.key == "compaction_window") {
		return s // without expiry they mean nothing, and are not shown
	}
	if s == "expiry" && !v.leaves() || s != "" && !v.shows(s) {
		return ""
	}
	return s
}

// shows reports whether a section is wanted. A widget's own page has them all.
func (v *sizeView) shows(name string) bool {
	return v.Spec.shows(name) || answers(name) && v.Kind == "size" && v.Alone && !v.Embed && !v.asked
}

// leaves reports whether rows expire or are deleted, so that there is a section
// about it.
func (v *sizeView) leaves() bool { return v.shown.leaving() != nil }

// sectionFields are the fields that stand in a section.
func (v *sizeView) sectionFields(name string) *view.Node {
	n := view.El("div", view.Class("fields"))
	for _, f := range v.allFields() {
		if v.sectionOf(f) != name || f.main && v.showsField(f.key) || v.listed(f.key) && v.showsField(f.key) {
			continue
		}
		if t := v.compared(); t != nil && f.key == "rows."+t.Name {
			continue // there already
		}
		n.Add(v.field(v.fieldOf(f)))
	}
	return n
}

func (v *sizeView) listed(key string) bool {
	for _, have := range v.Show {
		if have == key {
			return true
		}
	}
	return false
}

// others are inputs beyond the widget's own, sorted.
func (v *sizeView) others() []string {
	var out []string
	for _, key := range names(v.in) {
		if v.z.accepts(key) {
			out = append(out, key)
		}
	}
	return out
}

func (v *sizeView) fieldOf(f sizeField) field {
	x := field{key: f.key, label: f.label, unit: f.unit, value: v.in[f.key], def: f.def, problem: v.now.problems[f.key].text}
	if _, ok := v.in[f.key]; !ok {
		x.value = f.def
	}
	if x.value == "" {
		x.note = f.hint
	}
	if q := v.now.workload.Quantity(f.key); q != nil && v.now.values != nil {
		if n, ok := v.now.values.Get(f.key); ok && x.problem == "" && !v.now.broken {
			if text := intervalText(n); strings.ReplaceAll(text, ",", "") != x.value {
				x.note = "= " + text
			}
			if f.slider != nil {
				x.slider = &slider{lo: f.slider.lo, hi: f.slider.hi, at: n.Typ.Float()}
			}
		}
	}
	if f.slider != nil && x.slider == nil {
		x.slider = &slider{lo: f.slider.lo, hi: f.slider.hi, at: f.slider.lo}
		if v.shown.values != nil { // it stays where the answer is
			n, _ := v.shown.values.Get(f.key)
			x.slider.at = n.Typ.Float()
		}
	}
	return x
}

func intervalText(n workload.Interval) string {
	if n.Exact() {
		return numText(n.Typ)
	}
	return numText(n.Lo) + " to " + numText(n.Hi)
}

func numText(n number.Num) string {
	if f := n.Float(); n.Exact() && f == float64(n.Round()) {
		return number.Count(n.Round())
	}
	return number.Round(n.Float())
}

// writing is the choice between one timestamp and many.
func (v *sizeView) writing() *view.Node {
	at := v.given("written")
	if at == "at once" {
		at = "once"
	}
	all := []choice{{"once", "Loaded at once: all rows carry one timestamp"}, {"live", "Written live: " + v.z.live}}
	if at != "once" && at != "live" {
		all = append(all, choice{at, "Written: " + shorten(at, 60)})
	}
	return v.choices("written", "How rows are written", at, v.now.problems["written"].text, all)
}

// schema is the table, folded to its key, with the CQL to edit.
func (v *sizeView) schema() *view.Node {
	sum := view.El("summary")
	if t := v.now.table; t != nil {
		sum.Add(view.El("code", view.Class("table-name"), view.Text(t.Name)), view.Text(" "), Columns(t))
	} else {
		sum.Add(view.Text("Schema"))
	}
	problem := v.now.problems[textKey].text
	if lost := v.in["!"+textKey]; lost != "" {
		problem = sentence(lost)
	}
	d := view.El("details", view.Class("schema"), view.Flag("open", problem != ""), sum)
	text := v.given(textKey)
	var diags judged
	if v.now.schema != nil {
		diags = *v.now.schema
	}
	d.Add(v.editor("Schema in CQL", text, &diags))
	switch {
	case problem != "" && diags.refusal() == nil:
		d.Add(view.El("p", view.Class("field-note"), view.El("span", view.Class("error"), view.Text(problem))))
	case v.now.schema != nil:
		d.Add(v.findings(&diags, false))
	}
	return d
}

// Columns names the columns of a table with the marks of their roles.
func Columns(t *schema.Table) *view.Node {
	n := view.El("span", view.Class("columns"))
	each := func(cs []*schema.Column) {
		for _, c := range cs {
			mark, role := Role(c)
			col := view.El("span", view.Class("column", role))
			if mark != "" {
				col.Add(view.El("b", view.Class("mark"), view.Text(mark)), view.Text(" "))
			}
			if len(n.Children) > 0 {
				n.Add(view.Text(" "))
			}
			n.Add(col.Add(view.El("span", view.Class("name"), view.Text(c.Name)), view.Text(" "), view.El("span", view.Class("type"), view.Text(c.Type.String()))))
		}
	}
	each(t.PartitionKey)
	each(t.Clustering)
	each(t.Statics)
	each(t.Regulars)
	return n
}

// Role returns the mark and the class of a column: K, C↑, C↓, S.
func Role(c *schema.Column) (mark, class string) {
	switch c.Kind {
	case schema.PartitionKey:
		return "K", "role-key"
	case schema.Clustering:
		if c.Desc {
			return "C↓", "role-clustering"
		}
		return "C↑", "role-clustering"
	case schema.Static:
		return "S", "role-static"
	}
	return "", "role-value"
}

// ---- the answer

func (v *sizeView) stale() *view.Node {
	if v.now.result != nil {
		return nil
	}
	return view.El("p", view.Class("stale-note"), view.Text(v.staleNote()))
}

// staleNote says which inputs the answer is for: those in which it differs from
// the fields.
func (v *sizeView) staleNote() string {
	var out []string
	for _, key := range v.differing() {
		value, ok := v.used[key]
		if !ok {
			value = v.z.def(key)
		}
		switch {
		case key == textKey:
			out = append(out, "the schema before")
		case value == "":
		default:
			out = append(out, key+" = "+shorten(value, 40))
		}
	}
	if len(out) == 0 {
		return "The answer is for the inputs before."
	}
	return "The answer is for " + strings.Join(out, ", ") + "."
}

// differing are the inputs that the answer has otherwise than the fields.
func (v *sizeView) differing() []string {
	var out []string
	for _, k := range v.z.all {
		now, ok := v.in[k.key]
		if !ok {
			now = k.value
		}
		used, ok := v.used[k.key]
		if !ok {
			used = k.value
		}
		if now != used || v.in["!"+k.key] != "" {
			out = append(out, k.key)
		}
	}
	return out
}

// answer is the sentence.
func (v *sizeView) answer() *view.Node {
	return view.El("output", view.Class("answer", v.mood()), view.A("id", v.id("answer")), view.A("aria-live", "off"), view.Text(v.sentence()))
}

// mood is fine below the target, watch below the limit, bad above.
func (v *sizeView) mood() string {
	if f := v.focus(); f != "" {
		return v.said[f].mood
	}
	mood := "fine"
	for _, l := range v.shown.result.Lines {
		switch {
		case !l.Over || l.Weight == sizing.Remark:
		case l.Weight == sizing.Target:
			if mood == "fine" {
				mood = "watch"
			}
		default:
			mood = "bad"
		}
	}
	return mood
}

func (v *sizeView) line(w sizing.Weight) *sizing.Crossing {
	for i, l := range v.shown.result.Lines {
		if l.Weight == w && l.Metric == sizing.DiskBytes {
			return &v.shown.result.Lines[i]
		}
	}
	return nil
}

// sentence answers "is this too big?".
func (v *sizeView) sentence() string {
	if f := v.focus(); f != "" {
		return v.said[f].text
	}
	r := v.shown.result
	s := countRange(r.Rows) + " " + number.Plural(r.Rows.Max, "row") + ", " + bytesRange(r.Disk) + ": "
	target, limit := v.line(sizing.Target), v.line(sizing.Limit)
	switch {
	case target == nil || limit == nil:
		s = strings.TrimSuffix(s, ": ")
	case limit.Over:
		s += times(r.Disk.Max, limit.At) + " the limit of " + number.Bytes(limit.At)
	case target.Over:
		s += times(r.Disk.Max, target.At) + " the target of " + number.Bytes(target.At) + ", below the limit of " + number.Bytes(limit.At)
	case r.Disk.Max*2 > target.At:
		s += "just below the target of " + number.Bytes(target.At)
	default:
		s += "comfortable"
	}
	return s + "." + v.growthSentence()
}

// growthSentence says when lines are crossed.
func (v *sizeView) growthSentence() string {
	g := v.shown.result.Growth
	if g == nil {
		return ""
	}
	var parts []string
	never := false
	for _, d := range g.Days {
		if d.Metric != sizing.DiskBytes {
			continue
		}
		switch {
		case d.Never:
			never = true
		case d.Day > 0:
			parts = append(parts, number.Bytes(d.At)+" on day "+number.Count(d.Day)+yearsAway(d.Day))
		}
	}
	switch {
	case len(parts) > 0:
		return " It crosses " + strings.Join(parts, " and ") + "."
	case never && v.mood() == "fine":
		return " It stays below both lines as long as anybody looks."
	}
	return ""
}

func yearsAway(days int64) string {
	if days < 1000 {
		return ""
	}
	return " (" + number.Days(days) + ")"
}

func times(n, line int64) string {
	f := float64(n) / float64(line)
	if f < 1.1 {
		return "just above"
	}
	return number.Round(f) + " times"
}

func countRange(a sizing.Amount) string {
	if a.Exact() {
		return number.Count(a.Max)
	}
	return number.Count(a.Min) + " to " + number.Count(a.Max)
}

func bytesRange(a sizing.Amount) string {
	if a.Exact() {
		return number.Bytes(a.Max)
	}
	return number.Bytes(a.Min) + " to " + number.Bytes(a.Max)
}

func exactRange(a sizing.Amount) string {
	if a.Exact() {
		return number.ExactBytes(a.Max)
	}
	return number.Count(a.Min) + " to " + number.ExactBytes(a.Max)
}

func (v *sizeView) standing() *view.Node {
	r := v.shown.result
	f := figure.Standing{ID: v.id("standing"), Min: r.Disk.Min, Max: r.Disk.Max, Title: "Where it stands: " + bytesRange(r.Disk)}
	for _, l := range r.Lines {
		if l.Metric == sizing.DiskBytes && (l.Weight == sizing.Target || l.Weight == sizing.Limit) {
			f.Lines = append(f.Lines, line(l.Line))
		}
	}
	return f.Figure().View()
}

func line(l sizing.Line) figure.Line {
	return figure.Line{Name: l.Name, At: l.At, Class: [...]string{"line-hard", "line-limit", "line-target", "line-remark"}[l.Weight]}
}

// parts is where the bytes are.
func (v *sizeView) parts() *view.Node {
	if !v.shows("parts") && v.listedSection() {
		// The bar is always there unless a page asks for something else only.
		if v.listed("models") || v.listed("limits") {
			return nil
		}
	}
	kinds := v.shown.result.Kinds
	roles := [...]figure.Part{
		sizing.KeyBytes:        {Name: "partition key", Mark: "K", Role: "role-key"},
		sizing.ClusteringBytes: {Name: "clustering columns", Mark: "C", Role: "role-clustering"},
		sizing.ValueBytes:      {Name: "values", Role: "role-value"},
		sizing.FlagBytes:       {Name: "flags and lengths", Mark: "·", Role: "role-meta"},
		sizing.TimestampBytes:  {Name: "timestamps", Mark: "·", Role: "role-time"},
	}
	b := figure.Breakdown{ID: v.id("parts")}
	largest := 0
	for k, p := range roles {
		p.Bytes = kinds[k]
		b.Parts = append(b.Parts, p)
		if kinds[k] > kinds[largest] {
			largest = k
		}
	}
	b.Title = "Where the bytes are: " + number.Share(kinds[largest], kinds.Total()) + " are " + roles[largest].Name
	return b.Figure().View()
}

func (v *sizeView) listedSection() bool {
	for _, s := range v.Show {
		if isSection(s) {
			return true
		}
	}
	return false
}

var modelNames = [...]string{"Formula of the documentation", "Rule of thumb, 23" + number.Space + "B a cell", "On disk, one flush"}

// models is the three models on one line, and why they differ.
func (v *sizeView) models() *view.Node {
	r := v.shown.result
	n := view.El("p", view.Class("models"))
	for m, name := range modelNames {
		if m > 0 {
			n.Add(view.Text(" · "))
		}
		n.Add(view.El("span", view.Class("model"), view.El("span", view.Class("model-name"), view.Text(name)), view.Text(" "), view.El("b", view.Class("num"), view.Text(exactRange(r.Bytes(sizing.Model(m)))))))
	}
	return view.El("div", view.Class("three-models"), n, view.El("details", view.Class("why-models"), view.El("summary", view.Text("Why do they differ?")), v.why()))
}

// why says what each model counts and leaves out.
func (v *sizeView) why() *view.Node {
	r := v.shown.result
	n := view.El("ul")
	say := func(s string) { n.Add(view.El("li", view.Text(s))) }
	say("The documentation takes the declared size of every column and adds " + number.ExactBytes(r.Docs1.Metadata) + " for each value outside the primary key. It was written for the storage engine before 3.0.")
	say("The rule of thumb adds " + number.ExactBytes(r.Thumb1.PerCell) + " to every cell, clustering columns among them, and leaves the partition key out.")
	s := "The file holds each value once, with its own lengths and flags. A row of this table takes " + number.ExactBytes(r.Disk1.RowMin)
	if r.Disk1.RowMax != r.Disk1.RowMin {
		s += " to " + number.ExactBytes(r.Disk1.RowMax)
	}
	say(s + ".")
	if r.Live && r.Once != r.Disk {
		say("Written live, each row stores its write time as the distance from the oldest write, in 1 to 8 bytes. With one timestamp for all rows the file would take " + exactRange(r.Once) + ".")
	} else if !r.Live {
		say("All rows carry one timestamp here. Written live they take more: each row then stores its distance from the oldest write, in up to 8 bytes.")
	}
	return n
}

// limits says up to which value each line is kept.
func (v *sizeView) limits() *view.Node {
	n := view.El("ul", view.Class("limits"))
	for _, l := range v.shown.result.Lines {
		if l.Metric != sizing.DiskBytes && l.Weight != sizing.Remark {
			continue
		}
		var parts []string
		for _, i := range l.Inputs {
			if i.Always || i.Never || !v.isMain(i.Input) {
				continue
			}
			word := "up to "
			if i.AtLeast {
				word = "from "
			}
			parts = append(parts, word+v.inputName(i.Input)+" = "+number.Count(i.At))
		}
		if len(parts) == 0 {
			continue
		}
		n.Add(view.El("li", view.A("data-key", l.Name), view.Text("Below "+lineWords(l.Line)+": "+strings.Join(parts, "; or ")+".")))
	}
	if len(n.Children) == 0 {
		return nil
	}
	return n
}

func lineWords(l sizing.Line) string {
	switch l.Metric {
	case sizing.DiskBytes:
		return "the " + l.Name + " of " + number.Bytes(l.At)
	case sizing.ValueCount:
		return number.Count(l.At) + " values (a remark)"
	}
	return number.Count(l.At) + " " + l.Name
}

func (v *sizeView) isMain(key string) bool {
	for _, f := range v.z.fields {
		if f.key == key {
			return f.main
		}
	}
	return false
}

func (v *sizeView) inputName(key string) string {
	for _, f := range v.z.fields {
		if f.key == key {
			return lowerFirst(f.label)
		}
	}
	return key
}

func lowerFirst(s string) string {
	if len(s) > 1 && s[1] >= 'a' && s[1] <= 'z' {
		return strings.ToLower(s[:1]) + s[1:]
	}
	return s
}

// sections are what unfolds below, one at a time.
func (v *sizeView) sections() *view.Node {
	n := view.El("div", view.Class("sections"))
	first := v.listedSection()
	add := func(name, title string, body view.Part) {
		if !v.shows(name) && name != "service" {
			return
		}
		n.Add(view.El("details", view.Class("section section-"+name), view.A("data-key", name), view.A("name", v.id("sections")), view.Flag("open", first),
			view.El("summary", view.Text(title)), view.El("div", view.Class("section-body"), body)))
		first = false
	}
	if v.shown.result.Growth != nil {
		add("growth", "Growth", v.growth())
	}
	if len(v.shown.result.Sizes) > 0 {
		add("sizes", "Percentiles", v.percentiles())
	}
	add("columns", "Columns", v.columns())
	add("formula", "Formula", v.formula())
	if v.shows("buckets") {
		add("buckets", "Buckets", v.buckets())
	}
	if v.shows("expiry") && v.leaves() {
		add("expiry", "Expiry and tombstones", v.expiry())
	}
	if v.shows("compare") {
		add("compare", "Compare with another design", v.compare())
	}
	if preset := sizing.PresetByID(v.shown.choices["preset"]); preset != nil && preset.Service {
		add("service", preset.Name, v.keyspaces())
	} else if v.shows("cluster") {
		add("cluster", "Cluster", v.cluster())
	}
	add("table", "Table", v.table())
	return n
}

func (v *sizeView) growth() *view.Node {
	g := v.shown.result.Growth
	f := figure.Growth{ID: v.id("growth"), Names: [2]string{"on disk", ""}}
	if g.Live {
		f.Names = [2]string{"written live", "one timestamp"}
	}
	for _, p := range g.Points {
		f.Points = append(f.Points, figure.GrowthPoint{Day: p.Day, Bytes: p.Disk, Second: p.Once})
	}
	var days []string
	for _, d := range g.Days {
		if d.Metric != sizing.DiskBytes || d.Weight != sizing.Target && d.Weight != sizing.Limit {
			continue
		}
		f.Lines = append(f.Lines, figure.GrowthLine{Line: line(d.Line), Day: d.Day, Never: d.Never})
		switch {
		case d.Never:
		case d.Day <= 0:
			days = append(days, number.Bytes(d.At)+" is crossed already")
		default:
			days = append(days, number.Bytes(d.At)+" on day "+number.Count(d.Day))
		}
	}
	f.Title = "It never reaches " + number.Bytes(10_000_000)
	if len(days) > 0 {
		f.Title = strings.Join(days, ", ")
	} else if len(f.Lines) > 0 {
		f.Title = "It never reaches " + number.Bytes(f.Lines[0].At)
	}
	return f.Figure().View()
}

// columns is what each column costs.
func (v *sizeView) columns() *view.Node {
	r := v.shown.result
	var rows [][]string
	for _, c := range r.Columns {
		name := c.Name
		if name == "" {
			name = "rows and partition"
		} else if col := r.Table.Column(c.Name); col != nil {
			if mark, _ := Role(col); mark != "" {
				name += " " + mark
			}
		}
		rows = append(rows, []string{name, c.Type, number.Count(c.Docs), number.Count(c.Thumb), number.Count(c.Disk), number.Share(c.Disk, r.Disk.Max)})
	}
	n := view.El("div", figure.Table("Bytes of each column in the whole partition", []string{"column", "type", "documentation", "rule of thumb", "on disk", "share"}, rows))
	if len(r.Row.Parts) == 0 {
		return n
	}
	rows = nil
	for _, p := range r.Row.Parts {
		name := p.Column
		if name == "" {
			name = "row"
		}
		rows = append(rows, []string{name, p.Field, p.Kind.String(), number.Count(p.Bytes)})
	}
	rows = append(rows, []string{"together", "", "", number.Count(r.Row.Total)})
	return n.Add(view.El("h4", view.Text("One row, byte by byte")), figure.Table("One row, byte by byte", []string{"of", "field", "kind", "bytes"}, rows))
}

// table is all numbers.
func (v *sizeView) table() *view.Node {
	r := v.shown.result
	exact := r.Rows.Exact() && r.Disk.Exact() && r.Values.Exact()
	head := []string{"one partition", "number"}
	if !exact {
		head = []string{"one partition", "smallest", "typical", "largest"}
	}
	var rows [][]string
	amount := func(name string, a sizing.Amount, unit string) {
		if exact {
			rows = append(rows, []string{name, number.Count(a.Max) + unit})
			return
		}
		rows = append(rows, []string{name, number.Count(a.Min) + unit, number.Count(a.Typ) + unit, number.Count(a.Max) + unit})
	}
	amount("rows", r.Rows, "")
	amount("values (Nv)", r.Values, "")
	amount("cells", r.Cells, "")
	for m, name := range modelNames {
		amount(lowerFirst(name), r.Bytes(sizing.Model(m)), number.Space+"B")
	}
	if r.Live {
		amount("on disk if all rows had one timestamp", r.Once, number.Space+"B")
	}
	n := view.El("div", figure.Table("All numbers of the partition", head, rows))
	rows = nil
	for _, l := range r.Lines {
		state := "below"
		if l.Over {
			state = "above"
		}
		at := number.Count(l.At)
		if l.Metric == sizing.DiskBytes {
			at = number.Bytes(l.At)
		}
		rows = append(rows, []string{l.Name, at, state, l.Source})
	}
	return n.Add(figure.Table("Lines, and where the partition stands", []string{"line", "at", "now", "who says so"}, rows))
}

// notes are remarks and assumptions.
func (v *sizeView) notes() *view.Node {
	r := v.shown.result
	n := view.El("ul", view.Class("notes"))
	for _, l := range r.Lines {
		if l.Over && l.Weight == sizing.Remark {
			n.Add(view.El("li", view.A("data-key", "remark-"+l.Name), view.Text("A remark: more than "+number.Count(l.At)+" "+l.Name+" ("+l.Source+"). It never fails a design; bytes and rows per read decide.")))
		}
	}
	if t := v.shown.leaving(); t != nil && !v.shows("expiry") && t.Expiry != nil && t.Expiry.TTL > sizing.LongestTTL(clock, true) {
		n.Add(view.El("li", view.A("data-key", "ttl"), view.Text(ttlNote(t.Expiry.TTL))))
	}
	for _, t := range r.Notes {
		n.Add(view.El("li", view.A("data-key", t.ID), view.Text(t.Text)))
	}
	for _, a := range r.Assumed {
		n.Add(view.El("li", view.A("data-key", a.Name), view.Text("Assumed: "+a.Name+" = "+number.Count(a.Value)+", "+a.Why+".")))
	}
	if len(n.Children) == 0 {
		return nil
	}
	return n
}
