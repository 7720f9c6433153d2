package lab

import (
	"strconv"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/view"
)

// severities are the names of severities, as classes and outputs.
var severities = [...]string{diag.Refused: "refused", diag.Warning: "warning", diag.Advice: "advice", diag.Note: "note", diag.NotJudged: "notjudged"}

// editor is a text area with the same text under it, in which places are marked.
func (f *form) editor(x *input.Field, text string, j *judged, tables ...*schema.Table) *view.Node {
	rows := min(max(strings.Count(text, "\n")+2, 4), 24)
	var marks []marked
	wrong := false
	if f.hidden() { // marks would give the answer away, and so would the roles of columns
		j = &judged{src: j.src, items: j.items}
	} else {
		marks, wrong = places(text, j.all(mostMarks)), j.refusal() != nil
	}
	if Long(text) || len(marks) > maxMarked {
		return f.areaLike(LongLook, x, text, rows, view.A("data-marks", farMarks(text, marks)), wrong)
	}
	statements := 0
	for i := range j.items {
		statements += min(j.items[i].span.Len(), 1)
	}
	look := ""
	if statements > 1 || strings.Count(strings.TrimSpace(text), "\n") >= manyLines {
		look = "numbered"
	}
	return f.areaLike(look, x, text, rows, colored(text, marks, j, tables), wrong)
}

// manyLines is from how many breaks on a text is long enough for its lines to be told by
// their numbers.
const manyLines = 4

// maxFindings is how many findings a page lists.
const maxFindings = 50

// findings lists what there is to say about a text that stands in a chapter, in its
// order.
func (f *form) findings(j *judged) *view.Node {
	n := view.El("ol", view.Class("findings"))
	for i, item := range j.items {
		for k, d := range item.diags {
			if len(n.Children) == maxFindings {
				break
			}
			n.Add(f.finding(j, d, place2(i, k)))
		}
	}
	if len(n.Children) == 0 {
		return nil
	}
	return n
}

// saidLine is the first line of a finding: a mark, a verdict if there is one, and words.
func saidLine(mark, verdict, words string) *view.Node {
	p := view.El("p", view.Class("said"), view.Leaf("b", "mark", mark), view.Text(" "))
	if verdict != "" {
		p.Add(view.Leaf("span", "verdict", verdict))
	}
	if words != "" {
		p.Add(view.Text(words))
	}
	return p
}

// finding is one diagnostic: the server's words, the place, why, and what to do.
// The id names it for [judged.fixed].
func (f *form) finding(j *judged, d diag.Diagnostic, id string) *view.Node {
	mark := [...]string{diag.Refused: "✕", diag.Warning: "!", diag.Advice: "!", diag.Note: "i", diag.NotJudged: "?"}[d.Severity]
	verdict := [...]string{diag.Refused: "refused by " + j.cassandra(), diag.Warning: "accepted, and " + j.cassandra() + " warns", diag.Advice: "advice", diag.Note: "note", diag.NotJudged: "not judged yet"}[d.Severity]
	if d.Ours {
		verdict = diag.OurWords
	}
	line := saidLine(mark, verdict, "")
	if d.Message != "" {
		line.Add(view.Text(": "), messageOf(d))
	}
	return view.El("li", view.Class("finding", severities[d.Severity]), view.A("data-key", id), line, excerpt(j.src, d), f.reasons(j, d, id))
}

// messageOf is what a diagnostic says.
func messageOf(d diag.Diagnostic) *view.Node {
	if d.Severity == diag.Advice || d.Severity == diag.Note {
		return view.El("span", view.Class("message"), coded(d.Message))
	}
	return view.Leaf(messageTag(d), "message", d.Message)
}

// coded is a text of our own in which names stand between backticks.
func coded(s string) (out view.Nodes) {
	for i, part := range strings.Split(s, "`") {
		switch {
		case part == "":
		case i%2 == 1:
			out = append(out, view.Leaf("code", "", part))
		default:
			out = append(out, view.Text(part))
		}
	}
	return out
}

// words is coded for a text that mostly names nothing.
func (f *form) words(s string) view.Part {
	if !strings.Contains(s, "`") {
		return f.nodes.Text(s)
	}
	return coded(s)
}

// messageTag is the element of a message: a quotation, unless the words are our own.
func messageTag(d diag.Diagnostic) string {
	if d.Ours {
		return "span"
	}
	return "q"
}

// reasons are what stands below the server's words: why, and what to do.
func (f *form) reasons(j *judged, d diag.Diagnostic, id string) (n view.Nodes) {
	add := func(part *view.Node) {
		if n == nil {
			n = make(view.Nodes, 0, 3)
		}
		n = append(n, part)
	}
	if d.Hint != "" {
		add(f.nodes.Leaf("p", "hint", sentence(d.Hint)))
	}
	if d.Why != "" {
		add(f.nodes.Same(d.Why, func() *view.Node {
			return view.El("p", view.Class("why"), f.nodes.Leaf("b", "", "Why: "), f.words(sentence(d.Why)))
		}))
	}
	size := ""
	for i, x := range d.Fixes {
		if x.Costs != "" {
			costs := x.Costs
			if j.sizes[x.Makes] != size { // a row of each takes as much
				size = j.sizes[x.Makes]
				costs += size
			}
			add(f.nodes.Leaf("p", "foreseen note", costs))
		}
		for _, said := range j.foreseen[id+"."+strconv.Itoa(i)].advice() {
			add(view.El("p", view.Class("foreseen note"), coded("Before you take that table, advice "+said.Rule+" on it: "+sentence(said.Message))))
		}
	}
	page, name := pageOf(d.Rule)
	if d.Instead != "" || len(d.Fixes) > 0 || page != "" {
		p := view.El("p", view.Class("instead"))
		if d.Instead != "" || len(d.Fixes) > 0 {
			p.Add(f.nodes.Again("b", "", "Instead: "))
		}
		if d.Instead != "" {
			p.Add(view.El("span", f.words(sentence(d.Instead))), f.nodes.Text(" "))
		}
		for i, x := range d.Fixes {
			p.Add(doing("fix needs-lab", "fix", id+"."+strconv.Itoa(i), f.nodes.Text(x.Title)), f.nodes.Text(" "))
		}
		if page != "" {
			if f.Loose {
				p.Add(f.nodes.Text(name + d.Rule))
			} else {
				p.Add(f.nodes.Same(d.Rule, func() *view.Node {
					return view.El("a", view.Class("rule"), view.A("href", f.Root+page+strings.ToLower(d.Rule)+"/"), f.nodes.Text(name+d.Rule))
				}))
			}
		}
		add(p)
	}
	for _, r := range d.Related {
		if r.Span == d.Slip() { // it is marked
			continue
		}
		add(f.nodes.Leaf("p", "related", "line "+placeOf(j.src, r.Start)+": "+r.Text))
	}
	return n
}

// pageOf is where the pages of a rule's kind are, and what a link to one says.
// Advice has the numbers of the rules of data modeling: R18.
func pageOf(id string) (page, name string) {
	switch {
	case id == "", strings.HasPrefix(id, "WARN-"): // what the server warns of has no page
		return "", ""
	case len(id) > 1 && id[0] == 'R' && '0' <= id[1] && id[1] <= '9':
		return "advice/", "advice "
	}
	return "rules/", "rule "
}

// excerpt is the line of a diagnostic with its place marked.
func excerpt(src *diag.Source, d diag.Diagnostic) *view.Node {
	at, _ := src.Position(d.Start)
	line, start := src.Line(at)
	if line == "" {
		return nil
	}
	from := min(max(d.Start-start, 0), len(line))
	to := min(max(d.End-start, from), len(line))
	// Long lines: some context on both sides.
	a, b := 0, len(line)
	const context = 100
	if from-a > context {
		a = from - context
		for a < from && line[a]&0xc0 == 0x80 {
			a++
		}
	}
	if b-from > 2*context {
		b = max(from+2*context, min(to, from+4*context))
		for b < len(line) && line[b]&0xc0 == 0x80 {
			b++
		}
		to = min(to, b)
	}
	p := view.El("pre", view.Class("excerpt"), view.Leaf("span", "line-number", placeOf(src, d.Start)), view.Text(" "))
	if a > 0 {
		p.Add(view.Text("…"))
	}
	p.Add(view.Text(line[a:from]))
	mark := line[from:to]
	if mark == "" {
		mark = " "
	}
	p.Add(view.Leaf("mark", severities[d.Severity], mark), view.Text(line[to:b]))
	if b < len(line) {
		p.Add(view.Text("…"))
	}
	return p
}

// fixed returns the text after a repair, which is named as in data-with: "0.1.0".
func (j *judged) fixed(name string) (text string, ok bool) {
	if f := j.fix(name); f != nil {
		return f.Apply(j.src.Text), true
	}
	return "", false
}

// fix is the repair of that name, nil for none.
func (j *judged) fix(name string) *diag.Fix {
	var at [3]int
	for n, part := range strings.SplitN(name, ".", len(at)) {
		i, err := strconv.Atoi(part)
		if err != nil || i < 0 {
			return nil
		}
		at[n] = i
	}
	if i, k, l := at[0], at[1], at[2]; name == place3(i, k, l) && i < len(j.items) && k < len(j.items[i].diags) && l < len(j.items[i].diags[k].Fixes) {
		return &j.items[i].diags[k].Fixes[l]
	}
	return nil
}

// place3 names a repair: of the statement i, its diagnostic k, the repair l.
func place3(i, k, l int) string {
	return strconv.Itoa(i) + "." + strconv.Itoa(k) + "." + strconv.Itoa(l)
}

// after joins two texts if there is a second.
func after(sep, s string) string {
	if s == "" {
		return ""
	}
	return sep + s
}

// sentence makes a message a sentence: a capital letter first, a full stop last.
func sentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" {
		return s
	}
	if c := s[0]; 'a' <= c && c <= 'z' && !nameFirst(s) {
		s = string(c-'a'+'A') + s[1:]
	}
	switch s[len(s)-1] {
	case '.', '!', '?', ':', ';':
		return s
	}
	return s + "."
}

// nameFirst holds where the first word is a name, which keeps its letters.
func nameFirst(s string) bool {
	word, _, _ := strings.Cut(s, " ")
	return strings.ContainsAny(word, "_.()`\"'0123456789")
}

func lowerFirst(s string) string {
	if len(s) > 1 && s[1] >= 'a' && s[1] <= 'z' {
		return strings.ToLower(s[:1]) + s[1:]
	}
	return s
}
