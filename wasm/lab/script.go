package lab

import (
	"strings"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/view"
)

// scripted is a widget with an editor of CQL: what ran before the text, and the
// text that the page shows at first.
type scripted interface{ script() (schema, text string) }

func (z *checkWidget) script() (string, string) { return z.schema, z.text }

// parseScript reads what the widgets with an editor have in common. The lines
// that a kind has besides are its own.
func parseScript(s *Spec, f *fence, own ...string) *checkWidget {
	for _, l := range f.lines {
		known := isCommon(l.name)
		for _, o := range own {
			known = known || l.name == o
		}
		if !known {
			f.wrong(l.span, "a "+s.Kind+" widget has no line "+l.name, "write "+strings.Join(append([]string{"id", "title", "schema", "dataset", "cover", "expect"}, own...), ", ")+", or CQL after a line cql:")
		}
	}
	if strings.TrimSpace(f.cql) == "" {
		f.wrong(diag.Span{}, "the widget has no CQL to begin with", "write some after a line cql:")
	}
	z := &checkWidget{schema: f.schema, text: strings.TrimRight(f.cql, "\n")}
	if _, refused := tablesOf(z.schema); len(refused) > 0 {
		f.wrong(diag.Span{}, "the schema is not accepted: "+refused[0].Message, "")
	}
	z.all = []input{{key: textKey, value: z.text, text: true}}
	s.Body = f.selfContained()
	return z
}

// value returns an input's value, or its default.
func (z *checkWidget) value(in Inputs, key string) string {
	if v, ok := in[key]; ok {
		return v
	}
	for _, k := range z.all {
		if k.key == key {
			return k.value
		}
	}
	return ""
}

// schemaBox folds the tables of a schema to their columns.
func (s *Spec) schemaBox(tables []*schema.Table) *view.Node {
	if len(tables) == 0 {
		return nil
	}
	d := view.El("details", view.Class("schema"), view.Flag("open", len(tables) == 1))
	title := number.Begin(len(tables), "table")
	if len(tables) == 1 {
		title = tables[0].Name
	}
	d.Add(view.El("summary", view.El("span", view.Class("table-name"), view.Text(title))))
	for _, t := range tables {
		p := view.El("p", view.Class("schema-table"))
		if len(tables) > 1 {
			p.Add(view.El("span", view.Class("table-name"), view.Text(t.Name)), view.Text(" "))
		}
		d.Add(p.Add(Columns(t)))
	}
	return d
}

// maxRows is how many rows of a result a page shows.
const maxRows = 100

// resultTable shows the rows that came back, with the marks of the key columns.
func resultTable(t *schema.Table, r *plan.ResultSet, label string) *view.Node {
	head := view.El("tr")
	for _, name := range r.Cols {
		th := view.El("th", view.A("scope", "col"))
		if t != nil {
			if c := t.Column(name); c != nil {
				mark, role := Role(c)
				th.Add(view.Class(role))
				if mark != "" {
					th.Add(view.El("b", view.Class("mark"), view.Text(mark)), view.Text(" "))
				}
			}
		}
		head.Add(th.Add(view.Text(name)))
	}
	body := view.El("tbody")
	for i, row := range r.Rows {
		if i == maxRows {
			break
		}
		tr := view.El("tr")
		for j, v := range row {
			tr.Add(cell(r.Types[j], v))
		}
		body.Add(tr)
	}
	n := view.Nodes{view.El("div", view.Class("table-scroll"), view.A("tabindex", "0"), view.A("role", "group"), view.A("aria-label", label),
		view.El("table", view.Class("rows"), view.El("thead", head), body))}
	if len(r.Rows) > maxRows {
		n = append(n, view.El("p", view.Class("field-note"), view.Text("And "+number.Within(len(r.Rows)-maxRows, "more row")+".")))
	}
	return view.El("div", view.Class("result"), n)
}

func cell(t *cqltype.Type, v []byte) *view.Node {
	if v == nil {
		return view.El("td", view.Class("null"), view.Text("null"))
	}
	return view.El("td", view.Text(shorten(t.Text(v), 200)))
}
