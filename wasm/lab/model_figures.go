//go:build !chapters

package lab

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/diagram"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/lab/fence"
	"partitionlab/wasm/model"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/view"
	"partitionlab/wasm/work"
)

func init() { drawsDiagram = drawDiagram }

// A modeled is a model with what follows from it, or a schema read backwards: what
// figures are of, and what each of their parts leads to.
type modeled struct {
	m *model.Model
	d *model.Design
	r *model.Reading // of CQL; then there is no model

	stands func(value string) (written string, is bool) // the variable of a template that a value stands for; nil where there are none
}

// A parsed is a model as its text has it, and its tables.
type parsed struct {
	once  sync.Once
	m     *model.Model
	slips []diag.Diagnostic
	d     *model.Design
}

// readings are the models of diagrams by their texts. A book draws each of its models several
// times, and working out its tables takes longer than all of that; figures only read them.
var readings struct {
	sync.Mutex
	of map[string]*parsed
}

// mostReadings is how many are kept: more than a book has, and few for whoever writes one.
const mostReadings = 32

func reading(text string) *parsed {
	readings.Lock()
	r := readings.of[text]
	if r == nil {
		if len(readings.of)%mostReadings == 0 {
			readings.of = map[string]*parsed{}
		}
		r = &parsed{}
		readings.of[text] = r
	}
	readings.Unlock()
	r.once.Do(func() {
		r.m, r.slips = model.Parse(diag.NewSource("", text))
		r.d = r.m.Design()
	})
	return r
}

// figure draws one of figureNames. Its id is f's, its parts lead to what they stand for.
func (x *modeled) figure(f *form, name, picked string, m *work.Meter) *figure.Figure {
	look := diagram.Look{ID: f.Element(name), Links: func(ref string) string { return "#" + anchor(f, ref) }, Picked: picked, Work: m}
	switch {
	case x.r != nil:
		return diagram.Schema(x.r, look, name == "physical")
	case name == "entities":
		return diagram.Entities(x.m, look)
	case name == "workflow":
		return diagram.Workflow(x.m, look)
	case name == "logical":
		return diagram.Logical(x.d, look)
	}
	return diagram.Physical(x.d, look)
}

// anchor is the id of the entry of what a part of a figure stands for.
func anchor(f *form, ref string) string { return f.Element(entryName(ref)) }

func entryName(ref string) string {
	b := []byte(ref)
	for i, c := range b {
		if l := c | 0x20; !('a' <= l && l <= 'z' || '0' <= c && c <= '9' || c == '_' || c >= 0x80) {
			b[i] = '-'
		}
	}
	return "at-" + string(b)
}

// leading gives the parts of a drawn figure what the program needs to follow them.
func leading(n *view.Node, do func(ref string, a *view.Node)) *view.Node {
	if ref, has := n.Attr("data-ref"); has && n.Tag == "a" {
		do(ref, n)
	}
	for _, c := range n.Children {
		leading(c, do)
	}
	return n
}

// followed leads to the entry of a part as the program does it: it opens what the entry
// is folded into.
func followed(ref string, a *view.Node) {
	a.Add(view.A("data-do", "to"), view.A("data-with", entryName(ref)))
}

// drawDiagram reads what a diagram is of, and complains of what cannot be depicted.
func drawDiagram(z *diagramWidget, f *fence.Fence) func(*form) *depicted {
	x := &modeled{}
	text := f.Model
	switch {
	case strings.TrimSpace(text) != "":
		r := reading(text)
		if len(r.slips) > 0 {
			line, _ := diag.NewSource("", text).Position(r.slips[0].Start)
			f.Wrong(diag.Span{}, "line "+strconv.Itoa(line)+" of the model: "+r.slips[0].Message, r.slips[0].Instead)
		}
		x.m, x.d = r.m, r.d
	case z.figure == "entities" || z.figure == "workflow":
		f.Wrong(z.at, "only a model has the figure "+z.figure, "write domain = and the name of one")
		return nil
	default:
		x.r = model.Read(diag.NewSource("", f.Schema+f.CQL), nil)
		if len(x.r.Refused) > 0 {
			f.Wrong(diag.Span{}, "the schema is not accepted: "+x.r.Refused[0].Message, "")
		}
		if len(x.r.Tables) == 0 {
			f.Wrong(diag.Span{}, "the diagram shows nothing", "write domain = or schema = and a name, or CQL after a line cql:")
		}
	}
	return func(f *form) *depicted {
		fig := x.figure(f, z.figure, "", nil)
		out := &depicted{said: verdict{headline: fig.Title}, values: x.values()}
		add := func(name, title string, body view.Part) {
			out.tabs = append(out.tabs, tab{name: name, title: title, body: func() view.Part { return body }})
		}
		switch {
		case x.r != nil:
			add("tables", "Tables", x.schemaTables(f))
			if len(x.r.Queries) > 0 {
				add("questions", "Questions", x.queries(f))
			}
		case z.figure == "entities" || z.figure == "workflow":
			add("domain", "What it stands for", append(x.entities(f), x.screens(f)...))
			add("questions", "Questions", x.questions(f))
		default:
			add("tables", "Tables", x.tables(f))
			add("questions", "Questions", x.questions(f))
			add("cql", "CQL", x.cql(f, false))
		}
		add("take", "Take along", takeAlong(f, fig, x.file(f, z.figure)))
		out.drawn = leading(fig.View(), followed)
		return out
	}
}

// values are what a fence may expect.
func (x *modeled) values() map[string]string {
	v := map[string]string{}
	set := func(name string, n int) { v[name] = strconv.Itoa(n) }
	if x.r != nil {
		set("tables", len(x.r.Tables))
		set("questions", len(x.r.Queries))
		return v
	}
	set("tables", len(x.d.Tables))
	set("questions", len(x.m.Questions))
	set("entities", len(x.m.Entities))
	set("screens", len(x.m.Screens))
	for _, t := range x.d.Tables {
		v[t.Name+".rows"] = strconv.FormatFloat(math.Ceil(t.Size.Rows.Hi), 'f', -1, 64)
		v[t.Name+".bytes"] = strconv.FormatInt(t.Size.Max, 10)
		v[t.Name+".partitions"] = strconv.FormatInt(t.Size.Partitions, 10)
	}
	for _, f := range x.d.Facts {
		v[f.Attr.Of.Name.Text+"."+f.Attr.Name.Text+".writes"] = strconv.FormatInt(f.Writes, 10)
	}
	one, served := 0, 0
	for _, a := range x.d.Accesses {
		if a.Served {
			served++
			if a.Partitions == 1 {
				one++
			}
		}
	}
	set("served", served)
	set("one", one)
	return v
}

// file is the name of a file with a figure, without its ending: that of what the figure is of.
func (x *modeled) file(f *form, figure string) string {
	name := f.FileName()
	switch {
	case x.m != nil:
		name = x.m.FileName(name)
	case len(x.r.Tables) > 0:
		name = x.r.Tables[0].Keyspace
	}
	return name + "-" + figure
}

// takeAlong offers a figure as a file of a name and as a table of Markdown.
func takeAlong(f *form, fig *figure.Figure, file string) *view.Node {
	id := fig.ID + "-markdown"
	button := func(do, with, from, label string) *view.Node {
		return doing("needs-lab", do, with, optional("data-from", from), view.Text(label))
	}
	return view.El("div", view.Class("take"),
		view.El("p", view.Class("buttons"), button("picture", fig.ID+" "+file+".svg", "", "Save as SVG"), view.Text(" "), button("picture", fig.ID+" "+file+".png", "", "Save as PNG"), view.Text(" "), button("copy", "", id, "Copy the table as Markdown")),
		view.El("pre", view.A("id", id), view.A("tabindex", "0"), view.Class("markdown"), view.Text(fig.Markdown())))
}

// entry is the place that a part of a figure leads to.
func entry(f *form, ref, tag string) *view.Node {
	return view.El(tag, view.A("id", anchor(f, ref)), view.A("data-key", ref), view.A("tabindex", "-1"))
}

// entryTable is a table of entries, which scrolls inside itself.
func entryTable(caption string, head []string, rows view.Nodes) *view.Node {
	tr := view.El("tr")
	for _, h := range head {
		tr.Add(view.El("th", view.A("scope", "col"), view.Text(h)))
	}
	return view.Scroll("div", "table-scroll", caption, view.El("table", view.Class("entries"), view.Leaf("caption", "visually-hidden", caption), view.El("thead", tr), view.El("tbody", rows)))
}

// cells adds a row's cells: the first names it.
func cells(tr *view.Node, name view.Part, rest ...view.Part) *view.Node {
	tr.Add(view.El("th", view.A("scope", "row"), name))
	for _, c := range rest {
		tr.Add(view.El("td", c))
	}
	return tr
}

// columnMark is a column's name in the color of its role, with its mark.
func columnMark(role, mark, name string) *view.Node {
	n := view.El("span", view.Class("column role-"+role), view.Text(name))
	if mark != "" {
		n.Add(view.Text(" "), view.Leaf("b", "mark", mark))
	}
	return n
}

var roleClasses = [...]string{model.Partition: "key", model.Clustering: "clustering", model.Static: "static", model.Regular: "value"}

// entities lists what there is, and how it is related.
func (x *modeled) entities(f *form) view.Nodes {
	var rows, relations view.Nodes
	all := slices.Clone(x.m.Entities)
	for _, r := range x.m.Relationships {
		if p := r.Pair; p != nil && len(p.Attributes) > 0 && !slices.Contains(all, p) { // as they are drawn
			all = append(all, p)
		}
	}
	for _, e := range all {
		tr := entry(f, "entity:"+e.Name.Text, "tr")
		var attributes view.Nodes
		for at, i := range figure.Drawn(len(e.Attributes), func(i int) bool { return e.Attributes[i].Key }) {
			a := e.Attributes[i]
			if at > 0 {
				attributes = append(attributes, view.Text(", "))
			}
			s := view.El("span", view.A("id", anchor(f, "attribute:"+e.Name.Text+"."+a.Name.Text)), view.A("tabindex", "-1"), view.Text(a.Name.Text+" "), view.Leaf("span", "type", a.Type))
			if a.Key {
				s.Add(view.Class("t-key"), view.Text(" key"))
			}
			attributes = append(attributes, s)
		}
		if more := figure.More(len(e.Attributes), "attribute"); more != "" {
			attributes = append(attributes, view.Text(" "+more))
		}
		rows = append(rows, cells(tr, view.Text(e.Name.Text), view.Text(x.m.HowMany(e)), attributes))
	}
	n := view.Nodes{entryTable("Entities", []string{"Entity", "How many", "Attributes"}, rows)}
	for _, r := range x.m.Relationships {
		if r.From == nil || r.To == nil {
			continue
		}
		tr := entry(f, "relationship:"+r.Verb+":"+r.A.Text+":"+r.B.Text, "tr")
		ofOne, ofOther := r.Sides()
		relations = append(relations, cells(tr, view.Text(r.From.Name.Text+" "+r.Verb+" "+r.To.Name.Text), view.Text(sentence(ofOne)), view.Text(sentence(ofOther))))
	}
	if relations != nil {
		n = append(n, entryTable("Relationships", []string{"Relationship", "Number after the colon", "Number before the colon"}, relations))
	}
	return n
}

// relationsSaid says below the figure of the entities which number of a relationship is
// which.
func (x *modeled) relationsSaid(step string) *view.Node {
	if step != "entities" || x.m == nil || len(x.m.Relationships) == 0 {
		return nil
	}
	n := view.El("ul", view.Class("field-note"))
	for _, r := range x.m.Relationships {
		ofOne, ofOther := r.Sides()
		n.Add(view.El("li", view.A("data-key", r.Verb+":"+r.A.Text+":"+r.B.Text), view.Text(sentence(ofOne)+" "+sentence(ofOther))))
	}
	return n
}

// screens lists the steps of the application.
func (x *modeled) screens(f *form) view.Nodes {
	var rows view.Nodes
	for _, s := range x.m.Screens {
		var after, asks, writes []string
		for _, p := range s.From {
			after = append(after, p.Name.Text)
		}
		for _, q := range s.Asked {
			asks = append(asks, q.ID.Text)
		}
		for _, e := range s.Writes {
			writes = append(writes, e.Text)
		}
		rows = append(rows, cells(entry(f, "screen:"+s.Name.Text, "tr"), view.Text(s.Name.Text), view.Text(strings.Join(after, ", ")), view.Text(strings.Join(asks, ", ")), view.Text(strings.Join(writes, ", "))))
	}
	if rows == nil {
		return nil
	}
	return view.Nodes{entryTable("Screens", []string{"Screen", "after", "asks", "writes"}, rows)}
}

// tables lists the tables, each column with the rule that put it where it is.
func (x *modeled) tables(f *form) view.Nodes {
	var out view.Nodes
	if len(x.d.Tables) > 0 {
		out = append(out, view.El("p", view.Class("field-note"), f.inline(x.m.LookAhead()+" "+x.d.InAll())))
	}
	for _, t := range x.d.Tables {
		var rows view.Nodes
		for _, c := range t.Columns[:min(len(t.Columns), figure.MostColumns)] {
			rows = append(rows, cells(entry(f, "column:"+t.String()+"."+c.Name, "tr"), columnMark(roleClasses[c.Role], c.Mark(), c.Name), view.Leaf("code", "", c.Type), view.Text(c.Rule.String()), view.Text(c.Why)))
		}
		out = append(out, view.El("section", view.A("data-key", t.String()),
			entry(f, "table:"+t.String(), "h4").Add(view.Text(t.Name)),
			view.El("p", view.Class("field-note"), f.inline(x.sizeOf(t))),
			entryTable("Columns of "+t.Name, []string{"Column", "Type", "Rule", "Why"}, rows), besides(len(t.Columns), "column")))
	}
	for _, k := range x.m.Keyspaces {
		for _, v := range x.d.TypesOf(k.Name.Text) {
			var fields []string
			for _, a := range v.Fields {
				fields = append(fields, a.Name.Text+" "+a.Type)
			}
			out = append(out, entry(f, "type:"+k.Name.Text+"."+v.Name.Text, "p").Add(view.Leaf("b", "", v.Name.Text), view.Text(" is a type of its own: "+strings.Join(fields, ", ")+".")))
		}
	}
	return out
}

// sizeIn says in one breath how large the partitions of a table become.
func sizeIn(m *model.Model, t *model.Table) string {
	if t.Size.Unsized != nil {
		return number.Of(t.Size.Partitions, "partition") + " after " + m.HorizonWords() + ", how large is not known"
	}
	return number.Of(t.Size.Partitions, "partition") + " after " + m.HorizonWords() + ", the largest " + number.Bytes(t.Size.Max) + t.Size.IfEven()
}

// expires says how long rows stay.
func expires(seconds int64) string {
	if seconds == 0 {
		return ""
	}
	return ". Rows expire after " + number.Seconds(seconds)
}

// sizeOf says the same with when it becomes too much, and what it was worked out from.
func (x *modeled) sizeOf(t *model.Table) string {
	z, s := t.Size, sizeIn(x.m, t)
	if day, ok := t.Crossing(100e6); ok && day > 0 {
		s += ", 100 MB in " + number.Days(day)
	}
	if len(z.Even) > 0 {
		s += ". One " + strings.Join(z.Even, ", ") + " with all the rows makes a partition of " + number.Bytes(z.Uneven)
	}
	s += ". In all " + number.Bytes(z.Total) + expires(t.TTL)
	if counted := t.Counted(x.m); counted != "" {
		s += ". " + counted
	}
	for _, said := range [...]string{z.AmongOthers(), x.d.Beside(t)} {
		if said != "" {
			s += ". " + said
		}
	}
	for _, g := range z.Guessed {
		s += ". Nobody said " + g.What + ": " + g.IsTaken() + "; write " + g.Write
	}
	if len(z.Lengths) > 0 {
		s += ". The bytes of " + strings.Join(z.Lengths, ", ") + " are assumed, as nobody wrote them behind the type"
	}
	return s + "."
}

// questions lists how each question is answered.
func (x *modeled) questions(f *form) view.Nodes {
	var rows view.Nodes
	for _, q := range x.m.Written() {
		tr := entry(f, "question:"+q.ID.Text, "tr")
		a := x.d.Access(q)
		if a == nil {
			rows = append(rows, cells(tr, view.Text(q.ID.Text), view.Text(q.Title.Text), view.Text(""), view.Text("no table"), view.Text("")))
			continue
		}
		statement := view.Nodes{view.Leaf("code", "", a.Statement)}
		if often := a.Repeated(); often != "" {
			statement = append(statement, view.Text(" "+often))
		}
		reads := a.String()
		if load := a.Load(); load != "" {
			reads += "; " + load
		}
		rows = append(rows, cells(tr, view.Text(q.ID.Text), view.Text(q.Title.Text), view.Leaf("code", "", a.Table.Name), view.Text(reads), statement))
	}
	if rows == nil {
		return view.Nodes{view.Leaf("p", "", "There is no question yet.")}
	}
	return view.Nodes{crossed(x.d, nil), entryTable("Questions", []string{"", "Question", "Table", "Reads", "Statement"}, rows)}
}

// crossed says by which rule partitions are counted, where that matters.
func crossed(d *model.Design, options []*model.Alternative) *view.Node {
	said := d.Crossed(options)
	if said == "" {
		return nil
	}
	return fieldNote(said)
}

// cql is the schema, to be copied, and where the widget takes it there, to be gone on with in
// the workbench.
func (x *modeled) cql(f *form, toBench bool) view.Nodes {
	id, text := f.Element("cql"), x.d.CQL+x.d.Queries("-- ")+x.d.Comments()
	var bench *view.Node
	if toBench {
		bench = f.further()
	}
	return view.Nodes{
		view.El("p", view.Class("buttons"), doing("needs-lab", "copy", "", view.A("data-from", id), view.Text("Copy the CQL"))),
		bench,
		view.El("pre", view.A("id", id), view.A("tabindex", "0"), view.Class("cql-text"), view.Text(text)),
	}
}

// schemaTables lists the tables of a schema with the questions that each can answer.
func (x *modeled) schemaTables(f *form) view.Nodes {
	var out view.Nodes
	for _, t := range x.r.Tables {
		full := t.Keyspace + "." + t.Name
		var columns view.Nodes
		n := 0
		for c := range t.Columns() {
			if n++; n > figure.MostColumns {
				continue
			}
			mark, _ := roleOf(c)
			columns = append(columns, cells(entry(f, "column:"+full+"."+c.Name, "tr"), columnMark([...]string{"key", "clustering", "static", "value"}[c.Kind], mark, c.Name), view.Leaf("code", "", c.Type.String())))
		}
		var kept *view.Node
		if said := expires(int64(t.Params.DefaultTTL)); said != "" {
			if said = said[2:] + "."; x.stands != nil {
				if variable, is := x.stands(strconv.Itoa(t.Params.DefaultTTL)); is {
					said = "Rows expire after " + variable + " seconds, a variable that a program fills in."
				}
			}
			kept = fieldNote(said)
		}
		out = append(out, view.El("section", view.A("data-key", full), entry(f, "table:"+full, "h4").Add(view.Text(t.Name)),
			kept,
			entryTable("Columns of "+t.Name, []string{"Column", "Type"}, columns), besides(n, "column"), x.answersOf(t)))
	}
	for _, k := range x.r.Keyspaces {
		for _, name := range diag.Keys(k.Types) {
			var fields []string
			for _, a := range k.Types[name].Fields {
				fields = append(fields, a.Name+" "+a.Type.String())
			}
			out = append(out, entry(f, "type:"+k.Name+"."+name, "p").Add(view.Leaf("b", "", name), view.Text(" is a type of its own: "+strings.Join(fields, ", ")+".")))
		}
	}
	return out
}

// answersOf are the questions that a table answers, and some that it does not.
func (x *modeled) answersOf(t *schema.Table) *view.Node {
	var rows view.Nodes
	for i, a := range x.r.Answers(t) {
		mark, class := "✓", "accepted"
		if !a.Can {
			mark, class = "✕", "refused"
		}
		tr := view.El("tr", view.Class("question"), view.A("data-key", strconv.Itoa(i)))
		rows = append(rows, cells(tr, view.Nodes{view.Leaf("b", "mark "+class, mark), view.Text(" " + a.Words)}, view.Leaf("code", "", a.CQL), view.Text(a.Why)))
	}
	return entryTable("Questions that "+t.Name+" answers, and some that it does not", []string{"Question", "CQL", "What it reads"}, rows)
}

// queries lists the questions of a script.
func (x *modeled) queries(f *form) view.Nodes {
	var rows view.Nodes
	asked := slices.ContainsFunc(x.r.Queries, func(q *model.Query) bool { return q.CQL != "" })
	titled := !asked || slices.ContainsFunc(x.r.Queries, func(q *model.Query) bool { return q.Title != "" })
	for _, q := range x.r.Queries {
		table := ""
		if q.Table != nil {
			table = q.Table.Name
		}
		if !asked { // a comment of its table names it
			rows = append(rows, cells(entry(f, "question:"+q.ID, "tr"), view.Text(q.ID), view.Text(q.Title), view.Leaf("code", "", table)))
			continue
		}
		reads := ""
		if q.Access != nil {
			reads, _ = service(q.Access)
		}
		rest := []view.Part{view.Leaf("code", "", table), view.Text(reads), view.Leaf("code", "", q.CQL)}
		if titled {
			rest = append([]view.Part{view.Text(q.Title)}, rest...)
		}
		rows = append(rows, cells(entry(f, "question:"+q.ID, "tr"), view.Text(q.ID), rest...))
	}
	head := []string{"", "Question", "Table", "Reads", "Statement"}
	if !titled {
		head = []string{"Question", "Table", "Reads", "Statement"}
	}
	if !asked {
		return view.Nodes{fieldNote("Comments of the tables name these questions. To see what one reads, write its SELECT below a comment with its name."), entryTable("Questions", head[:3], rows)}
	}
	return view.Nodes{entryTable("Questions", head, rows)}
}
