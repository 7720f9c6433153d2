package lab

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/view"
	"partitionlab/wasm/workload"
)

// mostInSight is how many fields stand beside the answer. The others are in a tab.
const mostInSight = 4

// inputs are the fields that matter.
func (v *sizeView) inputs() *view.Node {
	n := view.El("div", view.Class("fields"))
	for _, q := range v.first() {
		n.Add(v.fieldView(v.shownField(q)))
	}
	if v.wanted.asks == "compare" {
		n.Add(v.designField())
	}
	if v.severalTables() { // names of tables are longer than numbers
		return view.El("div", v.tableField(), n)
	}
	return n
}

// severalTables reports whether the reader's own text has several tables: which of them is
// sized stands beside the answer then.
func (v *sizeView) severalTables() bool { return v.now.other && len(v.now.tables) > 1 }

// tableField chooses the table that is sized.
func (v *sizeView) tableField() *view.Node {
	x := v.show(v.z.table, v.now.problems.Of(v.z.table.Key))
	for _, t := range v.now.tables {
		x.Options = append(x.Options, input.Option{Value: fullName(t), Label: t.Name})
	}
	if v.now.table != nil {
		x.value = fullName(v.now.table)
	}
	if v.severalTables() {
		x.Label = "Table that is sized, of " + number.Count(len(v.now.tables))
	}
	return v.selection(x)
}

// first are the quantities whose fields stand beside the answer.
func (v *sizeView) first() (out []quantity) {
	for _, q := range v.quantities() {
		if v.inSight(q) && len(out) < mostInSight {
			out = append(out, q)
		}
	}
	return out
}

// moreInputs is the tab of the other fields. It is open where one of them has something to
// tell.
func (v *sizeView) moreInputs() tab {
	more := view.El("div", view.Class("fields"))
	open := false
	seen := map[string]bool{}
	for _, q := range v.first() {
		seen[q.Key] = true
	}
	for _, q := range v.quantities() {
		if seen[q.Key] || !v.inSight(q) && v.home(q) != "" {
			continue
		}
		x := v.shownField(q)
		open = open || x.tells()
		more.Add(v.fieldView(x))
	}
	for _, f := range [...]input.Field{v.formatNow(), v.z.preset, v.z.statement} {
		x := v.show(f, v.now.problems.Of(f.Key))
		open = open || x.tells()
		more.Add(v.selection(x))
	}
	if x := v.show(v.z.table, v.now.problems.Of(v.z.table.Key)); !v.severalTables() && (len(v.now.tables) > 1 || x.problem != "") {
		open = open || x.tells()
		more.Add(v.tableField())
	}
	open = open || v.show(v.z.written, v.now.problems.Of(v.z.written.Key)).tells()
	return tab{name: "inputs", title: "More inputs", open: open, body: func() view.Part { return view.Nodes{more, v.writing(), v.further()} }}
}

// assumes names what the answer takes for granted, each a tap from its input.
func (v *sizeView) assumes() *view.Node {
	seen := map[string]bool{}
	for _, q := range v.first() {
		seen[q.Key] = true
	}
	n := view.El("p", view.Class("assumes"))
	add := func(key, text string) {
		sep := "Assumes "
		if len(n.Children) > 0 {
			sep = ", "
		}
		n.Add(view.Text(sep), doing("to", "to", key, view.Text(text)))
	}
	said, next := 0, ""
	for _, q := range v.quantities() {
		what, of, dotted := strings.Cut(q.Key, ".")
		if seen[q.Key] || !dotted || !v.now.applies(q.Key) || what != "len" && what != "count" && what != "null" {
			continue
		}
		value := v.text(&q.Field)
		if _, said := v.in.Values[q.Key]; value != q.Default || said && v.now.ownTable {
			continue // the reader has said so
		}
		if said++; said > mostAssumed {
			if next == "" {
				next = q.Key
			}
			continue
		}
		switch what {
		case "len":
			add(q.Key, of+" of "+value+number.Space+"B")
		case "count":
			add(q.Key, value+" elements in "+of)
		default:
			add(q.Key, value+" without "+of)
		}
	}
	if said > mostAssumed {
		add(next, number.Within(said-mostAssumed, "more number"))
	}
	if v.text(&v.z.written) == v.z.written.Default {
		add(v.z.written.Key, v.writtenWords())
	}
	if len(n.Children) == 0 {
		return nil
	}
	return n.Add(view.Text("."))
}

// mostAssumed is how many lengths are named beside the answer.
const mostAssumed = 3

// writtenWords says how the rows come.
func (v *sizeView) writtenWords() string {
	switch text := v.text(&v.z.written); {
	case atOnce(text):
		return "loaded at once"
	case text == "live" && v.now.ownTable && v.now.workload.Growth() == nil:
		return "written live over " + assumedKept + " days"
	case text == "live":
		return "written live"
	default:
		return "written " + input.Shorten(text, 40)
	}
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
	return q.main && v.now.ownTable || (q.main || v.wanted.lists(q.Key)) && v.wanted.field(q.Key)
}

// quantities are those of the widget and those that the reader added, each once.
func (v *sizeView) quantities() []quantity {
	if v.all == nil {
		v.all = v.collect()
	}
	return v.all
}

func (v *sizeView) collect() (out []quantity) {
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
	if v.now.ownTable {
		if len(v.now.table.Clustering) > 0 {
			add(quantity{Field: ownRows(), main: true})
			add(quantity{Field: ownKept(v.now.table), main: true})
		}
	} else {
		for _, q := range v.z.quantities {
			add(q)
		}
	}
	// A schema that the reader pasted has lengths of its own. Their fields stay where they
	// are when something is typed into one: so first what is asked of the bare table.
	for _, of := range v.pasted() {
		if of.result == nil || of.table != v.now.table {
			continue
		}
		for _, a := range byWeight(of.result.Assumed, of.table, v.text(&v.z.code)) {
			f := assumed(a)
			if v.in.Values[a.Name] != "" {
				f.Label = labelOf(a.Name)
			}
			add(quantity{Field: f, main: v.now.ownTable})
		}
	}
	if v.now.ownTable {
		for _, q := range v.z.quantities {
			if q.section != "" && !strings.Contains(q.Key, ".") {
				q.main, q.Default = false, knobDefault(q)
				add(q)
			}
		}
	}
	if v.wanted.has("cluster") {
		v.clusterQuantities(add)
	}
	for _, key := range diag.Keys(v.in.Values) {
		if f := v.z.field(key); f != nil && f.Type == input.Quantity && strings.Contains(key, ".") {
			add(quantity{Field: *f, section: sectionOf(key)})
		}
	}
	return out
}

// byWeight sorts numbers that nobody gave by what they mean for a partition: how many
// elements each row holds, how long its values are, and then what is stored once. Of the
// same weight, they stand as in the text of the table; parts of one column stay together.
func byWeight(all []sizing.Assumption, t *schema.Table, text string) []sizing.Assumption {
	text = strings.ToLower(text)
	if _, after, ok := strings.Cut(text, "create table"); ok && strings.Contains(after, strings.ToLower(t.Name)) {
		text = after[strings.Index(after, strings.ToLower(t.Name))+len(t.Name):]
	}
	weight := func(a sizing.Assumption) (group, at int) {
		for _, c := range slices.Concat(t.Regulars, t.Clustering, t.Statics, t.PartitionKey) {
			if !a.IsOf(c) {
				continue
			}
			switch {
			case c.Kind == schema.Static || c.Kind == schema.PartitionKey:
				group = 2
			case !strings.HasPrefix(a.Name, "count."):
				group = 1
			}
			return group, wordAt(text, strings.ToLower(c.Name))
		}
		return 3, 0
	}
	out := slices.Clone(all)
	sort.SliceStable(out, func(i, j int) bool {
		groupA, atA := weight(out[i])
		groupB, atB := weight(out[j])
		return cmp.Or(groupA-groupB, atA-atB) < 0
	})
	return out
}

// wordAt is where a name stands in a text, and not as a part of another one.
func wordAt(text, name string) int {
	part := func(i int) bool {
		return i >= 0 && i < len(text) && (isLetter(text[i]) || text[i] == '_' || text[i] >= '0' && text[i] <= '9')
	}
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 || name == "" {
			return len(text)
		}
		if i += from; !part(i-1) && !part(i+len(name)) {
			return i
		}
		from = i + 1
	}
}

// pasted are the sizes of a reader's own schema that tell what it takes for granted.
func (v *sizeView) pasted() []*sized {
	if !v.now.other {
		return nil
	}
	return []*sized{v.untouched(), v.shown}
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
	if s == "expiry" && (v.shown.leaving() == nil || v.untouched().leaving() == nil) {
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
	for _, q := range v.standingIn(name) {
		n.Add(v.fieldView(v.shownField(q)))
	}
	return n
}

// standingIn are the quantities whose fields stand in a section.
func (v *sizeView) standingIn(name string) (out []quantity) {
	for _, q := range v.quantities() {
		if v.home(q) != name || v.inSight(q) {
			continue
		}
		if t := v.compared(); t != nil && q.Key == "rows."+t.Name {
			continue // there already
		}
		out = append(out, q)
	}
	return out
}

// shownField is a quantity with what was given for it and what that comes to.
func (v *sizeView) shownField(q quantity) shownField {
	replicasOf(&q.Field, q.Key, v.now.table)
	x := v.show(q.Field, v.now.problems.Of(q.Key))
	if x.value == "" {
		x.note = q.Hint
	}
	found := false
	if line := v.now.workload.Quantity(q.Key); line != nil && v.now.values != nil {
		if n, ok := v.now.values.Get(q.Key); ok && x.problem == "" && !v.now.broken {
			found = true
			x.at = n.Typ.Float()
			if text := intervalText(n); x.value != "" && strings.ReplaceAll(text, ",", "") != x.value {
				x.note = "= " + text
				if q.Key == workload.Rows && v.now.result != nil && v.now.expire() {
					x.note += ". They expire: at most " + number.Count(v.now.result.Rows.Max) + " at a time"
				}
			}
			if _, err := strconv.ParseFloat(x.value, 64); err == nil && x.at > 1 && strings.HasSuffix(q.Default, "%") {
				x.note = "This is " + number.Percent(x.at) + ". For a share of one hundred, write " + x.value + "%."
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
		return n.Typ.Text()
	}
	return n.Lo.Text() + " to " + n.Hi.Text()
}

// writing is the choice between one timestamp and many.
func (v *sizeView) writing() *view.Node {
	x := v.show(v.z.written, v.now.problems.Of(v.z.written.Key))
	if v.now.ownTable {
		x.Options = append(x.Options[:1:1], input.Option{Value: "live", Label: "Written live: as many rows each day"})
	}
	if x.value == "at once" {
		x.value = "once"
	}
	if !slices.ContainsFunc(x.Options, func(o input.Option) bool { return o.Value == x.value }) {
		x.Options = append(x.Options[:len(x.Options):len(x.Options)], input.Option{Value: x.value, Label: "Written: " + input.Shorten(x.value, 60)})
	}
	return v.choices(x)
}

// schema is the table, folded to its key, with the CQL to edit.
func (v *sizeView) schema() *view.Node {
	if v.now.given == nil { // it is the same wherever the widget stands
		v.now.given = v.schemaNow()
	}
	return v.now.given
}

func (v *sizeView) schemaNow() *view.Node {
	sum := view.El("summary", view.Leaf("span", "edit needs-lab", "edit"), view.Text(" "))
	if t := v.now.table; t != nil {
		sum.Add(view.Leaf("code", "table-name", t.Name), view.Text(" "), columnsOf(t))
	} else {
		sum.Add(view.Text("Schema"))
	}
	problem := v.now.problems.Of(v.z.code.Key)
	if lost := v.in.Lost[v.z.code.Key]; lost != "" {
		problem = sentence(lost)
	}
	d := view.El("details", view.Class("schema"), view.Flag("open", problem != "" || v.Open == "schema"), sum)
	j := &judged{} // the fence's own schema has nothing that must be said
	if v.now.other {
		j = v.now.schema
	}
	d.Add(v.editor(&v.z.code, v.text(&v.z.code), j))
	switch {
	case problem != "" && j.refusal() == nil:
		d.Add(wrongNote(problem))
	case v.now.other:
		d.Add(v.findings(j))
	}
	return d
}

// columnsOf names the columns of a table with the marks of their roles.
func columnsOf(t *schema.Table) *view.Node {
	n := view.El("span", view.Class("columns"))
	all := 0
	for c := range t.Columns() {
		if all++; all > figure.MostColumns {
			continue
		}
		mark, role := roleOf(c)
		col := view.El("span", view.Class("column", role))
		if mark != "" {
			col.Add(view.Leaf("b", "mark", mark), view.Text(" "))
		}
		if len(n.Children) > 0 {
			n.Add(view.Text(" "))
		}
		n.Add(col.Add(view.Leaf("span", "name", c.Name), view.Text(" "), view.Leaf("span", "type", c.Type.String())))
	}
	if more := figure.More(all, "column"); more != "" {
		n.Add(view.Text(" " + more))
	}
	return n
}

// roleOf returns the mark and the class of a column: K, C↑, C↓, S.
func roleOf(c *schema.Column) (mark, class string) {
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
