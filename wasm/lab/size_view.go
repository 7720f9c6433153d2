package lab

import (
	"maps"
	"strconv"
	"strings"

	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/view"
	"partitionlab/wasm/workload"
)

func (z *sizeWidget) work(s *Spec) *sizeWork {
	return &sizeWork{form: form{Spec: s}, z: z, wanted: s.selected()}
}

// A sizeWork sizes for one input after the other.
type sizeWork struct {
	form
	z      *sizeWidget
	wanted selection
	schema *judged // the last one that was not the fence's
	now    *sized  // for the inputs as they are
	good   *sized  // the last one that has an answer
}

// judgedSchema is the verdict on the schema, which is worked out once for each text.
func (w *sizeWork) judgedSchema() *judged {
	text := w.text(&w.z.code)
	switch {
	case text == w.z.code.Default || len(text) > tooMuch:
		return w.z.schema
	case w.schema == nil || w.schema.src.Text != text:
		w.schema = judge("", text)
	}
	return w.schema
}

func (w *sizeWork) step(func() bool) bool {
	w.now = w.z.size(w.in, w.judgedSchema())
	w.now.workSections(&w.wanted)
	if w.now.result == nil && w.good == nil {
		w.good = w.z.size(&input.State{}, w.z.schema)
		w.good.workSections(&w.wanted)
	}
	if w.now.result != nil {
		w.good = w.now
	}
	return true
}

// do repairs the schema.
func (w *sizeWork) do(what, with string) place.Effect {
	if what == "fix" && w.now != nil && w.now.other {
		if text, ok := w.now.schema.fixed(with); ok {
			return place.Effect{Put: &place.Text{Name: w.z.code.Key, Text: text}}
		}
	}
	return place.Effect{}
}

// shown is what the widget shows: the answer for the inputs as they are, or the last
// one that there was.
func (w *sizeWork) sizeView() *sizeView {
	return &sizeView{form: &w.form, z: w.z, wanted: &w.wanted, now: w.now, shown: w.good}
}

func (w *sizeWork) answer() *Output {
	v := w.sizeView()
	out := &Output{Values: outputs{}, Used: v.shown.in, Problems: v.now.problems}
	if v.shown.result != nil {
		out.Values = v.shown.outputs()
		for _, f := range v.shown.outcomes {
			maps.Copy(out.Values, f.values)
		}
		out.Sentence = v.sentence()
	}
	if v.now.result == nil && v.shown.result != nil {
		out.Sentence = v.staleNote() + " " + out.Sentence
	}
	out.View = v.widget()
	return out
}

// A sizeView lays out what a size widget worked out.
type sizeView struct {
	*form
	z      *sizeWidget
	wanted *selection
	now    *sized // for the fields as they are
	shown  *sized // for the answer; the same unless a field cannot be read
}

// say is what a section says, as a paragraph where the widget's own answer is another
// one.
func (v *sizeView) say(f *outcome) *view.Node {
	if v.shown.focus(v.wanted) == f {
		return nil
	}
	return view.Leaf("p", "section-said", f.said)
}

func (v *sizeView) widget() *view.Node {
	if v.shown.result == nil {
		return v.view(false, v.schema(), v.inputs(), noAnswer())
	}
	below := view.Nodes{v.stale(), v.answer(), v.spread()}
	if v.shown.focus(v.wanted) == nil {
		below = append(append(below, v.open()...), v.folded(), v.notes())
	} else {
		below = append(below, v.folded())
	}
	return v.view(v.now.result == nil, v.schema(), v.inputs(), v.results(below))
}

// noAnswer stands where no inputs had an answer yet.
func noAnswer() *view.Node {
	return view.El("div", view.Class("results"), view.El("output", view.Class("answer bad"), view.A("aria-live", "off"), view.Text("There is no answer for these inputs.")))
}

// open are the sections that stand in the open.
func (v *sizeView) open() (out view.Nodes) {
	for i := range sections {
		if f := v.shown.outcomes[sections[i].name]; f != nil && sections[i].open {
			if n, ok := f.body(v).(*view.Node); ok && n != nil {
				out = append(out, n)
			}
		}
	}
	return out
}

// folded are the sections that unfold, one at a time.
func (v *sizeView) folded() *view.Node {
	n := view.El("div", view.Class("sections"))
	first := v.wanted.some
	for i := range sections {
		s := &sections[i]
		f := v.shown.outcomes[s.name]
		if f == nil || s.open {
			continue
		}
		title := s.title
		if f.title != "" {
			title = f.title
		}
		n.Add(view.El("details", view.Class("section section-"+s.name), view.A("data-key", s.name), view.A("name", v.Element("sections")), view.Flag("open", first),
			view.Leaf("summary", "", title), view.El("div", view.Class("section-body"), f.body(v))))
		first = false
	}
	return n
}

// ---- inputs

func (v *sizeView) inputs() *view.Node {
	main, more := view.El("div", view.Class("fields")), view.El("div", view.Class("fields"))
	wrongBelow := false
	for _, q := range v.quantities() {
		at, below := main, !v.inSight(q)
		if below {
			if v.home(q) != "" {
				continue
			}
			at = more
		}
		x := v.shownField(q)
		wrongBelow = wrongBelow || below && x.problem != ""
		at.Add(v.fieldView(x))
	}
	for _, f := range [...]input.Field{v.formatNow(), v.z.preset, v.z.statement} {
		x := v.show(f, v.now.problems.Of(f.Key))
		wrongBelow = wrongBelow || x.problem != ""
		more.Add(v.selection(x))
	}
	if x := v.show(v.z.table, v.now.problems.Of(v.z.table.Key)); len(v.now.tables) > 1 || x.problem != "" {
		wrongBelow = wrongBelow || x.problem != ""
		for _, t := range v.now.tables {
			x.Options = append(x.Options, input.Option{Value: fullName(t), Label: t.Name})
		}
		if v.now.table != nil {
			x.value = fullName(v.now.table)
		}
		more.Add(v.selection(x))
	}
	all := view.El("div", view.Class("inputs"), main)
	if v.wanted.field(v.z.written.Key) {
		all.Add(v.writing())
	} else {
		more.Add(v.writing())
	}
	return all.Add(
		view.El("details", view.Class("more-inputs"), view.Flag("open", wrongBelow), view.Leaf("summary", "", "More inputs"), more))
}

// formatNow is the field of the format, which follows the kind of server.
func (v *sizeView) formatNow() input.Field {
	f := v.z.format
	if v.in.Values[f.Key] == "" && v.now.format != "" {
		f.Default = v.now.format
	}
	return f
}

// inSight reports whether a quantity stands among the first fields.
func (v *sizeView) inSight(q quantity) bool {
	return (q.main || v.wanted.lists(q.Key)) && v.wanted.field(q.Key)
}

// quantities are those of the widget and those that the reader added, each once.
func (v *sizeView) quantities() (out []quantity) {
	seen := map[string]bool{}
	add := func(q quantity) {
		if _, typed := v.in.Values[q.Key]; q.knob && !typed && !v.wanted.has(q.section) {
			return
		}
		if seen[q.Key] || !v.now.applies(q.Key) && (v.now.other || !v.now.appliesToAny(q.Key)) {
			return
		}
		seen[q.Key] = true
		out = append(out, q)
	}
	for _, q := range v.z.quantities {
		add(q)
	}
	// A schema that the reader pasted has lengths of its own.
	if v.now.result != nil && v.now.other {
		for _, a := range v.now.result.Assumed {
			add(quantity{Field: assumed(a)})
		}
	}
	if v.wanted.has("cluster") {
		v.clusterQuantities(add)
	}
	for _, key := range sortedKeys(v.in.Values) {
		if f := v.z.field(key); f != nil && f.Type == input.Quantity && strings.Contains(key, ".") {
			add(quantity{Field: *f, section: sectionOf(key)})
		}
	}
	return out
}

// clusterQuantities are the numbers of further tables and of data centers.
func (v *sizeView) clusterQuantities(add func(quantity)) {
	tables := 0
	own := func(name, def string) {
		q := quantity{Field: quantityField(name), section: "cluster"}
		q.Default = def
		add(q)
	}
	for _, t := range v.now.tables {
		if t == v.now.table {
			continue
		}
		if tables++; tables > maxTables {
			break
		}
		own("partitions."+t.Name, "")
		if len(t.Clustering) > 0 {
			own("rows."+t.Name, "")
		}
	}
	for _, dc := range v.now.centers {
		own("rf."+dc, strconv.Itoa(v.now.replicas()))
		own("racks."+dc, "1")
	}
}

// maxTables bounds the further tables whose numbers are asked for.
const maxTables = 20

// home is the section that a quantity stands in, "" where that is not shown.
func (v *sizeView) home(q quantity) string {
	s := q.section
	if !v.now.applies(q.Key) { // a column of another table
		s = "cluster"
	}
	if t := v.compared(); t != nil && q.Key == "rows."+t.Name {
		return "compare"
	}
	if s == "expiry" && v.shown.leaving() == nil {
		if q.Key == "gc_grace" || q.Key == "compaction_window" {
			return s // without expiry they mean nothing, and are not shown
		}
		return ""
	}
	if !v.wanted.has(s) {
		return ""
	}
	return s
}

// sectionFields are the fields that stand in a section.
func (v *sizeView) sectionFields(name string) *view.Node {
	n := view.El("div", view.Class("fields"))
	for _, q := range v.quantities() {
		if v.home(q) != name || v.inSight(q) {
			continue
		}
		if t := v.compared(); t != nil && q.Key == "rows."+t.Name {
			continue // there already
		}
		n.Add(v.fieldView(v.shownField(q)))
	}
	return n
}

// shownField is a quantity with what was given for it and what that comes to.
func (v *sizeView) shownField(q quantity) shownField {
	x := v.show(q.Field, v.now.problems.Of(q.Key))
	if x.value == "" {
		x.note = q.Hint
	}
	found := false
	if line := v.now.workload.Quantity(q.Key); line != nil && v.now.values != nil {
		if n, ok := v.now.values.Get(q.Key); ok && x.problem == "" && !v.now.broken {
			found = true
			x.at = n.Typ.Float()
			if text := intervalText(n); strings.ReplaceAll(text, ",", "") != x.value {
				x.note = "= " + text
			}
		}
	}
	if q.Slider != nil && !found {
		x.at = q.Slider.Lo
		if v.shown.values != nil { // it stays where the answer is
			n, _ := v.shown.values.Get(q.Key)
			x.at = n.Typ.Float()
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
	x := v.show(v.z.written, v.now.problems.Of(v.z.written.Key))
	if x.value == "at once" {
		x.value = "once"
	}
	if x.value != "once" && x.value != "live" {
		x.Options = append(x.Options[:len(x.Options):len(x.Options)], input.Option{Value: x.value, Label: "Written: " + input.Shorten(x.value, 60)})
	}
	return v.choices(x)
}

// schema is the table, folded to its key, with the CQL to edit.
func (v *sizeView) schema() *view.Node {
	sum := view.El("summary")
	if t := v.now.table; t != nil {
		sum.Add(view.Leaf("code", "table-name", t.Name), view.Text(" "), Columns(t))
	} else {
		sum.Add(view.Text("Schema"))
	}
	problem := v.now.problems.Of(v.z.code.Key)
	if lost := v.in.Lost[v.z.code.Key]; lost != "" {
		problem = sentence(lost)
	}
	d := view.El("details", view.Class("schema"), view.Flag("open", problem != ""), sum)
	j := &judged{} // the fence's own schema has nothing that must be said
	if v.now.other {
		j = v.now.schema
	}
	d.Add(v.editor(&v.z.code, v.text(&v.z.code), j))
	switch {
	case problem != "" && j.refusal() == nil:
		d.Add(wrongNote(problem))
	case v.now.other:
		d.Add(v.findings(j, false))
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
				col.Add(view.Leaf("b", "mark", mark), view.Text(" "))
			}
			if len(n.Children) > 0 {
				n.Add(view.Text(" "))
			}
			n.Add(col.Add(view.Leaf("span", "name", c.Name), view.Text(" "), view.Leaf("span", "type", c.Type.String())))
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
	return view.Leaf("p", "stale-note", v.staleNote())
}

// staleNote says which inputs the answer is for: those in which it differs from
// the fields.
func (v *sizeView) staleNote() string {
	var out []string
	for i := range v.z.all {
		f := &v.z.all[i]
		used := f.Text(v.shown.in)
		if v.text(f) == used && v.in.Lost[f.Key] == "" {
			continue
		}
		switch {
		case f.Type == input.CQL:
			out = append(out, "the schema before")
		case used == "":
		default:
			out = append(out, f.Key+" = "+input.Shorten(used, 40))
		}
	}
	if len(out) == 0 {
		return "The answer is for the inputs before."
	}
	return "The answer is for " + strings.Join(out, ", ") + "."
}

// answer is the sentence.
func (v *sizeView) answer() *view.Node { return v.answerLine(v.mood(), v.sentence()) }

// mood is fine below the target, watch below the limit, bad above.
func (v *sizeView) mood() string {
	if f := v.shown.focus(v.wanted); f != nil {
		return f.mood
	}
	return v.shown.mood()
}

func (c *sized) mood() string {
	mood := "fine"
	for _, l := range c.result.Lines {
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

// sentence answers "is this too big?", or the question of the section in focus.
func (v *sizeView) sentence() string {
	if f := v.shown.focus(v.wanted); f != nil {
		return f.said
	}
	return v.shown.sentence()
}

// line is the line of bytes with a weight, or nil.
func (c *sized) line(w sizing.Weight) *sizing.Crossing {
	for i, l := range c.result.Lines {
		if l.Weight == w && l.Metric == sizing.DiskBytes {
			return &c.result.Lines[i]
		}
	}
	return nil
}

func (c *sized) sentence() string {
	r := c.result
	s := countRange(r.Rows) + " " + number.Plural(r.Rows.Max, "row") + ", " + bytesRange(r.Disk) + ": "
	target, limit := c.line(sizing.Target), c.line(sizing.Limit)
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
	return s + "." + c.growthSentence()
}

// growthSentence says when lines are crossed.
func (c *sized) growthSentence() string {
	g := c.result.Growth
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
	case never && c.mood() == "fine":
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

// notes are remarks and assumptions.
func (v *sizeView) notes() *view.Node {
	r := v.shown.result
	n := view.El("ul", view.Class("notes"))
	for _, l := range r.Lines {
		if l.Over && l.Weight == sizing.Remark {
			n.Add(remark("remark-"+l.Name, "A remark: more than "+number.Count(l.At)+" "+l.Name+" ("+l.Source+"). It never fails a design; bytes and rows per read decide."))
		}
	}
	if t := v.shown.leaving(); t != nil && !v.wanted.has("expiry") && t.Expiry != nil && t.Expiry.TTL > sizing.LongestTTL(clock, true) {
		n.Add(remark("ttl", ttlNote(t.Expiry.TTL)))
	}
	for _, t := range r.Notes {
		n.Add(remark(t.ID, t.Text))
	}
	for _, a := range r.Assumed {
		n.Add(remark(a.Name, "Assumed: "+a.Name+" = "+number.Count(a.Value)+", "+a.Why+"."))
	}
	if len(n.Children) == 0 {
		return nil
	}
	return n
}
