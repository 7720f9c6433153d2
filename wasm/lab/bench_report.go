//go:build !chapters

package lab

import (
	"slices"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/migration"
	"partitionlab/wasm/number"
	"partitionlab/wasm/view"
)

// A reportPart is a section of the report: words, a table, CQL.
type reportPart struct {
	title, text string
	head        []string
	rows        [][]string
	numbers     bool // in the rows: they stay below each other where there is little room
	code        string
}

// A report lists so many of each kind, and its tab the first of them: a browser takes long to lay out thousands.
const mostReported, mostInTab = 1_000, 300

// reported is everything on one page. What is between backquotes is code.
func (w *benchWork) reported() []reportPart {
	j := w.judged
	var said [][]string
	all, unsaid := j.all(mostReported), ""
	tell := func(place string, d *diag.Diagnostic) {
		said = append(said, []string{place + strings.Replace(severities[d.Severity], "notj", "not j", 1) + after(" ", d.Rule), sentence(d.Message) + after(" ", d.Why), d.Instead})
	}
	if d := w.largeRemark(); d != nil {
		tell("", d)
	}
	for _, d := range all {
		tell(placeOf(j.src, d.Start)+" ", d)
	}
	var reads [][]string
	for i := range w.asked {
		q := &w.asked[i]
		var offers []string
		for _, o := range q.offers {
			if o.named || o.class != "refused" {
				offers = append(offers, "`"+o.table+"` "+o.how)
			}
		}
		if more := len(offers) - mostNamed + q.more; more > 1 && len(offers) > mostNamed {
			offers = append(offers[:mostNamed], "and "+number.Of(more, "more table"))
		}
		reads = append(reads, []string{q.line, "`" + q.text + "`", strings.Join(offers, "; ")})
	}
	total := 0
	for _, n := range j.counts() {
		total += n
	}
	if n := total - len(said); n > 0 {
		unsaid = "And " + number.Within(n, "more remark") + "."
	}
	idle := ""
	if len(reads) > 0 {
		idle = strings.Join(w.idle(), " ")
	}
	head, sizes, _ := w.sizeTable()
	var nodes [][]string
	load := w.hangsOn()
	if c := w.summed; c != nil {
		nodes, load = w.nodeRows(c), strings.TrimSpace(load+" "+w.loadWords(c)+w.loadInputs(c))
	}
	parts := []reportPart{
		{text: w.soFar(j.verdict()).sentence() + " " + w.judgedBy()},
		{title: "Remarks", text: unsaid, head: []string{"Line", "Message", "Instead"}, rows: said},
		{title: "Queries and tables", text: idle, head: []string{"Line", "Query", "Served by, the cheapest first"}, rows: reads},
		{title: "Sizes", text: also(w.withoutWords(), w.filledWords()), head: head, rows: sizes, numbers: true},
		{title: "Cluster", text: also(w.withoutWords(), load), head: nodesHead, rows: nodes, numbers: true},
	}
	if w.diff != nil && len(w.diff.steps) > 0 && !w.diff.fromNothing { // what is all new, is the text itself
		parts = append(parts, reportPart{title: "Migration", text: w.diff.summary(), code: strings.TrimSpace(migration.Script(w.diff.steps))},
			reportPart{title: "Queries before and after", head: diffQueries, rows: w.diff.queries},
			reportPart{title: "Sizes before and after", head: diffSizes, rows: w.diff.sizes, numbers: true})
	}
	parts = append(parts, reportPart{title: "The text", code: strings.TrimSpace(j.src.Text)})
	return slices.DeleteFunc(parts, func(p reportPart) bool { return p.text == "" && len(p.rows) == 0 && p.code == "" })
}

// judgedBy says which release judged the text, and which settings are not the usual ones.
func (w *benchWork) judgedBy() string {
	s := "Judged as Cassandra " + w.judged.server.String() + "."
	for _, f := range [...]*input.Field{&w.z.client, &w.z.nodes, &w.z.set, &w.z.preset} {
		text := w.form.text(f)
		if text == f.Default || w.set.Of(f.Key) != "" {
			continue
		}
		for _, o := range f.Options {
			if o.Value == text {
				text = o.Label
			}
		}
		s += " " + f.Label + ": " + text + "."
	}
	return s
}

// report is the tab: it can be printed, alone, or saved.
func (w *benchWork) report() view.Part {
	buttons := view.El("p", view.Class("buttons"))
	for _, kind := range [...][2]string{{".html", "Save as HTML"}, {".md", "Save as Markdown"}} {
		buttons.Add(doing("needs-lab", "report", kind[0], view.Text(kind[1])), view.Text(" "))
	}
	return view.Nodes{buttons, fieldNote("On paper, this tab is printed alone."), view.El("p", view.El("time", view.Class("today"))), w.reportView("h4", false)}
}

// reportView lays the report out, with titles of a kind, and long texts whole or not.
func (w *benchWork) reportView(title string, whole bool) *view.Node {
	n := view.El("div", view.Class("report"))
	for _, p := range w.reported() {
		if p.title != "" {
			n.Add(view.Leaf(title, "", p.title))
		}
		if p.text != "" {
			n.Add(view.Leaf("p", "", p.text))
		}
		list := p.rows
		if !whole && len(list) > mostInTab {
			n.Add(fieldNote("These are the first " + number.Count(mostInTab) + " of " + number.Count(len(list)) + ": the saved report has all."))
			list = list[:mostInTab]
		}
		if p.numbers && len(list) > 0 {
			n.Add(figure.Table(p.title, p.head, list))
			continue
		}
		var rows view.Nodes
		for _, r := range list {
			tr := view.El("tr")
			for _, cell := range r {
				tr.Add(view.El("td", coded(cell)))
			}
			rows = append(rows, tr)
		}
		if rows != nil {
			n.Add(entryTable(p.title, p.head, rows))
		}
		if p.code != "" {
			code := p.code
			if !whole && len(code) > mostShown {
				n.Add(fieldNote("These are the first " + number.Bytes(mostShown) + " of " + number.Bytes(len(code)) + ": the saved report has all."))
				code = strings.ToValidUTF8(code[:mostShown], "")
			}
			n.Add(view.Scroll("pre", "cql-text", p.title, view.Leaf("code", "", code)))
		}
	}
	return n
}

// saveReport is the report as a file that needs no other: HTML without a script, or Markdown.
func (w *benchWork) saveReport(kind string) place.Effect {
	text := ""
	if kind == ".md" {
		text = w.markdown()
	} else {
		style := "body{font:1rem/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse}th,td{padding:.3em .6em;border-bottom:1px solid #bbb;text-align:left;vertical-align:top}pre{white-space:pre-wrap}caption{display:none}.cql-text{background:#f4f4f0;padding:1em}"
		text = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">" + view.HTML(view.Leaf("title", "", w.Title)) + "<style>" + style + "</style></head>" +
			view.HTML(view.El("body", view.Leaf("h1", "", w.Title), view.Leaf("p", "", place.Today), w.reportView("h2", true))) + "</html>\n"
		kind = ".html"
	}
	return place.Effect{Save: &place.Text{Name: w.FileName() + kind, Text: text}}
}

// markdown is the report as text.
func (w *benchWork) markdown() string {
	var b strings.Builder
	b.WriteString("# " + w.Title + "\n\n" + place.Today + "\n")
	line := func(cells []string) {
		for _, c := range cells {
			b.WriteString("| " + strings.ReplaceAll(strings.Join(strings.Fields(c), " "), "|", `\|`) + " ")
		}
		b.WriteString("|\n")
	}
	for _, p := range w.reported() {
		if p.title != "" {
			b.WriteString("\n## " + p.title + "\n")
		}
		if p.text != "" {
			b.WriteString("\n" + p.text + "\n")
		}
		if len(p.rows) > 0 {
			b.WriteString("\n")
			line(p.head)
			b.WriteString(strings.Repeat("| --- ", len(p.head)) + "|\n")
			for _, r := range p.rows {
				line(r)
			}
		}
		if p.code != "" {
			b.WriteString("\n```cql\n" + p.code + "\n```\n")
		}
	}
	return b.String()
}
