package lab

import (
	"slices"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/lab/fence"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/number"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/session"
	"partitionlab/wasm/version"
	"partitionlab/wasm/view"
	"partitionlab/wasm/work"
)

// A script is what the widgets with an editor have in common: the CQL that is there
// already, and the CQL that the page shows.
type script struct {
	schema string          // CQL that has run before the text
	tables []*schema.Table // that it makes and keeps
	code   input.Field     // the text
	// release is the choice of the release that is asked; nil where that is the newest.
	release *input.Field
	all     []input.Field // the text, and what a kind has besides
}

// parseScript reads a fence whose CQL is edited under a label. The lines that the kind
// has besides the common ones are its own.
func parseScript(f *fence.Fence, label string, own ...string) *script {
	f.Only(own...)
	if strings.TrimSpace(f.CQL) == "" {
		f.Wrong(diag.Span{}, "the widget has no CQL to begin with", "write some after a line cql:")
	}
	z := &script{schema: f.Schema, code: input.Field{Key: codeKey, Type: input.CQL, Label: label, Default: strings.TrimRight(f.CQL, "\n")}}
	z.all = []input.Field{z.code}
	if slices.Contains(own, releaseField.Key) {
		z.release = readRelease(f)
		z.all = append(z.all, *z.release)
	}
	j := judge(nil, releaseOf(z.release, nil), "", z.schema)
	z.tables = j.tables
	if d := j.unfit(); d != nil {
		f.Wrong(diag.Span{}, "the schema is not accepted: "+d.Message, "")
	}
	return z
}

// codeKey is what links call the CQL of a widget.
const codeKey = "q"

// A scriptWork is what the workers of these widgets have in common.
type scriptWork struct {
	form
	z      *script
	judged *judged // the last answer's
	unfit  string  // why the release refuses the schema, "" where it does not
}

func (z *script) work(s *Spec) scriptWork { return scriptWork{form: form{Spec: s}, z: z} }

func (w *scriptWork) text() string { return w.form.text(&w.z.code) }

// server is the release that is asked.
func (w *scriptWork) server() version.Server { return releaseOf(w.z.release, w.in.Values) }

// session returns a new one in which the schema has run, and what became of its
// statements. What runs from then on is metered.
func (w *scriptWork) session(settings *check.Settings, m *work.Meter) (conn *session.Session, before []session.Outcome) {
	conn = session.New(session.Settings{Keyspace: "lab", Now: clock, Check: settings})
	before = conn.Script(diag.NewSource("", w.z.schema))
	w.unfit = refusedIn(before)
	conn.Meter(m)
	return conn, before
}

// refusedIn is the first refusal of a script in the server's words, "" for none.
func refusedIn(results []session.Outcome) string {
	for i := range results {
		if d := results[i].Diag; d != nil {
			return d.Message
		}
	}
	return ""
}

// do carries out the buttons that change the text.
func (w *scriptWork) do(what, with string) place.Effect {
	if what == "fix" && w.judged != nil && w.judged.src.Text == w.text() {
		if text, ok := w.judged.fixed(with); ok {
			return place.Effect{Put: &place.Text{Name: w.z.code.Key, Text: text, Mark: true}}
		}
	}
	return place.Effect{}
}

// soFar is the answer. Where the work was stopped, it is about what was done until then,
// and no good news.
func (w *scriptWork) soFar(a verdict) verdict {
	if w.judged == nil || !w.judged.stopped {
		return a
	}
	if a.mood == "fine" {
		a.mood = "watch"
	}
	return verdict{headline: "Stopped", more: "Until then: " + a.sentence(), mood: a.mood}
}

// lost says what is wrong with the text of a link.
func (w *scriptWork) lost() *view.Node {
	if p := w.in.Lost[w.z.code.Key]; p != "" {
		return wrongNote(sentence(p))
	}
	return nil
}

// further leads to the page that says more of the text.
func (f *form) further() *view.Node {
	if f.Embed || f.Loose {
		return nil
	}
	return view.El("p", view.Class("field-note"), view.El("a", view.A("data-do", "bench"), view.A("href", f.Root+benchPage), view.Text("Open in the workbench")))
}

// benchPage is where the workbench is.
const benchPage = "workbench/"

// BenchLink is the address of the workbench with a text, and with settings by their keys there;
// root is that of the site.
func BenchLink(root, text string, settings Inputs) string {
	own := place.Place{ID: place.Own}
	changes := []input.Change{{Field: &input.Field{Key: codeKey, Type: input.CQL}, Value: text}}
	for _, key := range diag.Keys(settings) {
		changes = append(changes, input.Change{Field: &input.Field{Key: key, Type: input.Word}, Value: settings[key]})
	}
	return own.Here(root, root+benchPage, changes)
}

// BenchFiles is a text of the workbench: a schema as a file of its own before statements.
func BenchFiles(schema, statements string) string {
	if strings.TrimSpace(schema) == "" {
		return statements
	}
	return benchSchema(schema) + "\n\n-- file: statements.cql\n" + statements
}

// benchSchema is a schema as a file of the workbench.
func benchSchema(schema string) string {
	return "-- file: schema.cql\n" + strings.TrimRight(schema, "\n")
}

// whole is the text with the schema before it, as files of the workbench.
func (w *scriptWork) whole() (text string, settings Inputs) {
	if s := w.server(); s != version.V50 {
		settings = Inputs{releaseField.Key: s.String()}
	}
	return BenchFiles(w.z.schema, w.text()), settings
}

// tooLong is the answer of a widget that runs scripts to more than it takes.
func (w *scriptWork) tooLong(most int) *Output {
	a := verdictOf("This widget takes up to "+number.Count(most/1000)+" kB of CQL. The page Check my CQL takes more, and so does the command line.", "watch")
	out := &Output{Values: map[string]string{}, Used: w.in.Values, Sentence: a.sentence()}
	out.View = w.frame(false, view.Nodes{w.editor(&w.z.code, w.text(), &judged{src: diag.NewSource("", w.text())})}, w.results(w.answerView(a)), nil)
	return out
}

// schemaBox folds the tables of a schema to their columns.
func schemaBox(tables []*schema.Table) *view.Node {
	if len(tables) == 0 {
		return nil
	}
	many := ""
	if len(tables) > 1 {
		many = "many"
	}
	d := view.El("details", view.Class("schema", many))
	sum := view.El("summary")
	if len(tables) == 1 {
		sum.Add(view.Leaf("code", "table-name", tables[0].Name), view.Text(" "), columnsOf(tables[0]))
	} else {
		names := view.El("span", view.Class("names"))
		for i, t := range tables {
			names.Add(view.Text([...]string{" ", ", "}[min(i, 1)]), view.Leaf("code", "", t.Name))
		}
		sum.Add(view.Leaf("span", "table-name", number.Begin(len(tables), "table")), names)
	}
	d.Add(sum)
	for _, t := range tables {
		p := view.El("p", view.Class("schema-table"))
		if len(tables) > 1 {
			p.Add(view.Leaf("span", "table-name", t.Name), view.Text(" "))
		}
		d.Add(p.Add(columnsOf(t)))
	}
	return d
}

// maxRows is how many rows of a result a page shows.
const maxRows = 100

// columnHead is the head of a column with the mark of its role, where it is one of a
// table.
func columnHead(name string, c *schema.Column) *view.Node {
	th := view.El("th", view.A("scope", "col"))
	if c != nil {
		mark, role := roleOf(c)
		if th.Add(view.Class(role)); mark != "" {
			th.Add(view.Leaf("b", "mark", mark), view.Text(" "))
		}
	}
	return th.Add(view.Text(name))
}

// besides says how many there are behind those that are listed, or is nil.
func besides(n int, word string) *view.Node {
	more := figure.More(n, word)
	if more == "" {
		return nil
	}
	return fieldNote(more + ".")
}

// resultTable shows the rows that came back, with the marks of the key columns.
func resultTable(t *schema.Table, r *plan.ResultSet, label string) *view.Node {
	head := view.El("tr")
	most := min(len(r.Cols), figure.MostColumns)
	for _, name := range r.Cols[:most] {
		var c *schema.Column
		if t != nil {
			c = t.Column(name)
		}
		head.Add(columnHead(name, c))
	}
	body := view.El("tbody")
	for i, row := range r.Rows {
		if i == maxRows {
			break
		}
		tr := view.El("tr")
		for j, v := range row[:most] {
			tr.Add(cell(r.Types[j], v))
		}
		body.Add(tr)
	}
	n := view.Nodes{view.Scroll("div", "table-scroll", label,
		view.El("table", view.Class("rows"), view.El("thead", head), body))}
	if len(r.Rows) > maxRows {
		n = append(n, fieldNote("And "+number.Within(len(r.Rows)-maxRows, "more row")+"."))
	}
	if more := figure.More(len(r.Cols), "column"); more != "" {
		n = append(n, fieldNote(more+". Name in SELECT what is to be shown."))
	}
	return view.El("div", view.Class("result"), n)
}

func cell(t *cqltype.Type, v []byte) *view.Node {
	if v == nil {
		return view.Leaf("td", "null", "null")
	}
	return view.Leaf("td", "", input.Shorten(t.Text(v), 200))
}
