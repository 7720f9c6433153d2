package lab

import (
	"strconv"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/view"
)

// A checkWidget answers whether Cassandra accepts a script. Its text is the CQL
// of the fence; a schema, if the fence has one, is there already.
type checkWidget struct {
	schema string // CQL that has run before the text
	text   string // the script as the page shows it
	all    []input
	// ahead is the judgment of a long text that Ahead has worked out piece by piece.
	ahead *judging
}

func parseCheck(s *Spec, f *fence) widget { return parseScript(s, f) }

func (z *checkWidget) keys() []input       { return z.all }
func (z *checkWidget) accepts(string) bool { return false }

// tooMuch is how much CQL is judged at every key press; more is judged when
// somebody asks.
const tooMuch = 200_000

func (z *checkWidget) run(s *Spec, in, last Inputs) *Output {
	text, ok := in[textKey]
	if !ok {
		text = z.text
	}
	out := &Output{Values: map[string]string{}, Used: in}
	var j *judged
	if len(text) > tooMuch && in["shown"] != "1" {
		z.ahead = nil
		j = &judged{src: diag.NewSource("", text)}
		out.Sentence = "This is more than " + number.Count(tooMuch/1000) + " kB of CQL. Press Check to judge it."
	} else {
		if z.ahead == nil || z.ahead.text != text || z.ahead.judged == nil {
			z.ahead = nil
			j = advised(z.schema, text)
		} else {
			j = z.ahead.judged
		}
		out.Sentence = j.summary()
	}
	counts := j.counts()
	if n := counts[diag.Advice]; n > 0 {
		out.Sentence += " " + number.Begin(n, "remark") + " on the design."
	}
	for sev, name := range severities {
		out.Values[name] = strconv.Itoa(counts[sev])
	}
	out.Values["accepted"] = strconv.Itoa(j.accepted())
	out.Values["statements"] = strconv.Itoa(j.statements())
	mood := "fine"
	switch {
	case counts[diag.Refused] > 0:
		mood = "refused"
	case counts[diag.Warning]+counts[diag.NotJudged] > 0 || j.statements() == 0:
		mood = "watch"
	}
	parts := []view.Part{s.editor("CQL", text, j)}
	if len(text) > tooMuch {
		parts = append(parts, view.El("button", view.Class("widget-go needs-lab"), view.A("type", "submit"), view.Text("Check")))
	}
	if p := in["!"+textKey]; p != "" {
		parts = append(parts, view.El("p", view.Class("field-note"), view.El("span", view.Class("error"), view.Text(sentence(p)))))
	}
	parts = append(parts, s.results(in,
		view.El("output", view.Class("answer", mood), view.A("id", s.id("answer")), view.A("aria-live", "off"), view.Text(out.Sentence)),
		s.findings(j, true)))
	out.View = s.form(in, false, parts...)
	return out
}

// atOnce is how many bytes of CQL are judged before a page shows the next letter.
const atOnce = 20_000

// Ahead begins to work out what the next Run needs where that takes long: the
// function that comes back goes on as long as more holds, and reports whether it
// is done. It is nil where Run is quick anyway.
//
// Who calls Ahead asks again and again, so from then on Run keeps the figures that
// it draws. Such a specification belongs to one goroutine.
func (s *Spec) Ahead(in Inputs) func(more func() bool) bool {
	if s.drawn == nil {
		s.drawn = map[string]drawing{}
	}
	if z, ok := s.widget.(*runWidget); ok {
		return z.begin(s, in)
	}
	z, ok := s.widget.(*checkWidget)
	if !ok {
		return nil
	}
	text := z.value(in, textKey)
	if len(text) <= atOnce || len(text) > tooMuch && in["shown"] != "1" {
		return nil
	}
	z.ahead = startAdvising(z.schema, text)
	return z.ahead.step
}

// tooLong is the answer of a widget that runs scripts to more than it takes.
func (s *Spec) tooLong(in Inputs, text string, most int64) *Output {
	said := "This widget takes up to " + number.Count(most/1000) + " kB of CQL. The page that checks CQL takes more, and so does the command line."
	return &Output{Values: map[string]string{}, Used: in, Sentence: said,
		View: s.form(in, false, s.editor("CQL", text, &judged{src: diag.NewSource("", text)}),
			s.results(in, view.El("output", view.Class("answer", "watch"), view.A("id", s.id("answer")), view.A("aria-live", "off"), view.Text(said))))}
}

// severities are the names of severities, as classes and outputs.
var severities = [...]string{diag.Refused: "refused", diag.Warning: "warning", diag.Advice: "advice", diag.Note: "note", diag.NotJudged: "notjudged"}

// editor is a text area with the same text under it, in which places are marked.
func (s *Spec) editor(label, text string, j *judged) *view.Node {
	id := s.id(textKey)
	described := s.id("answer")
	area := view.El("textarea", view.Class("code-text"), view.A("id", id), view.A("data-input", textKey), view.A("rows", number.Plain(float64(min(max(strings.Count(text, "\n")+2, 4), 24)))),
		view.A("autocapitalize", "off"), view.A("autocorrect", "off"), view.A("autocomplete", "off"), view.A("spellcheck", "false"), view.A("wrap", "off"), view.A("aria-describedby", described))
	if j.refusal() != nil {
		area.Add(view.A("aria-invalid", "true"))
	}
	return view.El("div", view.Class("code"),
		view.El("label", view.A("for", id), view.Text(label)),
		view.El("div", view.Class("code-field"),
			view.El("pre", view.Class("code-mirror"), view.A("aria-hidden", "true"), marked(text, j.all())),
			area.Add(view.Text(text))))
}

// marked returns a text with the places of diagnostics as mark elements. Where
// places overlap, the one that begins first is marked up to the next.
func marked(text string, ds []diag.Diagnostic) view.Nodes {
	var out view.Nodes
	at := 0
	for _, d := range ds {
		start, end := d.Start, d.End
		if start < at || start > len(text) {
			continue
		}
		end = min(max(end, start), len(text))
		if end == start { // a place without width: the character there, or the one before
			for end < len(text) && (end == start || text[end]&0xc0 == 0x80) {
				end++
			}
			if end == start || text[start] == '\n' {
				end = start
				for start > at && (end == start || text[start]&0xc0 == 0x80) {
					start--
				}
			}
		}
		if end == start {
			continue
		}
		out = append(out, view.Text(text[at:start]), view.El("mark", view.Class(severities[d.Severity]), view.Text(text[start:end])))
		at = end
	}
	// A last line feed needs something after it, or the line is not there.
	return append(out, view.Text(text[at:]+"\n"))
}

// maxFindings is how many findings a page lists.
const maxFindings = 50

// findings lists what there is to say about a script, in its order: accepted
// statements, too, if the page is about them.
func (s *Spec) findings(j *judged, accepted bool) *view.Node {
	n := view.El("ol", view.Class("findings"))
	shown, more := 0, 0
	for i, item := range j.items {
		if len(item.diags) == 0 && accepted && !item.notJudged {
			if shown++; shown > maxFindings {
				more++
				continue
			}
			n.Add(view.El("li", view.Class("finding accepted"), view.A("data-key", "ok"+strconv.Itoa(i)),
				view.El("p", view.Class("said"), view.El("b", view.Class("mark"), view.Text("✓")), view.Text(" "), view.El("span", view.Class("verdict"), view.Text("accepted")), view.Text(after(": ", item.what))),
				s.planDetails(strconv.Itoa(i), "What it touches", item.plan)))
			continue
		}
		for k, d := range item.diags {
			if shown++; shown > maxFindings {
				more++
				continue
			}
			li := s.finding(j, d, strconv.Itoa(i)+"."+strconv.Itoa(k))
			if accepted && item.plan != nil && k == len(item.diags)-1 { // with a warning
				li.Add(view.El("p", view.Class("cost"), view.Text(sentence(item.what))), s.planDetails(strconv.Itoa(i), "What it touches", item.plan))
			}
			n.Add(li)
		}
	}
	if more > 0 {
		n.Add(view.El("li", view.Class("finding note"), view.Text("And "+number.Count(more)+" more.")))
	}
	if len(n.Children) == 0 {
		return nil
	}
	return n
}

// finding is one diagnostic: the server's words, the place, why, and what to do.
// The id names it for [Spec.Fix].
func (s *Spec) finding(j *judged, d diag.Diagnostic, id string) *view.Node {
	mark := [...]string{diag.Refused: "✕", diag.Warning: "!", diag.Advice: "!", diag.Note: "i", diag.NotJudged: "?"}[d.Severity]
	verdict := [...]string{diag.Refused: "refused by Cassandra", diag.Warning: "accepted, and Cassandra warns", diag.Advice: "advice", diag.Note: "note", diag.NotJudged: "not judged yet"}[d.Severity]
	said := view.El("p", view.Class("said"), view.El("b", view.Class("mark"), view.Text(mark)), view.Text(" "), view.El("span", view.Class("verdict"), view.Text(verdict)))
	if d.Message != "" {
		said.Add(view.Text(": "), view.El("q", view.Class("message"), view.Text(d.Message)))
	}
	n := view.El("li", view.Class("finding", severities[d.Severity]), view.A("data-key", id), said, excerpt(j.src, d))
	if d.Hint != "" {
		n.Add(view.El("p", view.Class("hint"), view.Text(sentence(d.Hint))))
	}
	if d.Why != "" {
		n.Add(view.El("p", view.Class("why"), view.El("b", view.Text("Why: ")), view.Text(sentence(d.Why))))
	}
	if d.Instead != "" || len(d.Fixes) > 0 || d.Rule != "" {
		p := view.El("p", view.Class("instead"))
		if d.Instead != "" || len(d.Fixes) > 0 {
			p.Add(view.El("b", view.Text("Instead: ")))
		}
		if d.Instead != "" {
			p.Add(view.El("span", view.Text(sentence(d.Instead))), view.Text(" "))
		}
		for i, f := range d.Fixes {
			p.Add(view.El("button", view.Class("fix needs-lab"), view.A("type", "button"), view.A("data-do", "fix"), view.A("data-fix", id+"."+strconv.Itoa(i)), view.Text(f.Title)), view.Text(" "))
		}
		if page, name := pageOf(d.Rule); page != "" {
			p.Add(view.El("a", view.Class("rule"), view.A("href", s.Root+page+strings.ToLower(d.Rule)+"/"), view.Text(name+d.Rule)))
		}
		n.Add(p)
	}
	for _, r := range d.Related {
		line, _ := j.src.Position(r.Start)
		n.Add(view.El("p", view.Class("related"), view.Text("line "+strconv.Itoa(line)+": "+r.Text)))
	}
	return n
}

// pageOf is where the pages of a rule's kind are, and what a link to one says.
// Advice has the numbers of the rules of data modeling: R18.
func pageOf(id string) (page, name string) {
	switch {
	case id == "":
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
	p := view.El("pre", view.Class("excerpt"), view.El("span", view.Class("line-number"), view.Text(strconv.Itoa(at))), view.Text(" "))
	if a > 0 {
		p.Add(view.Text("…"))
	}
	p.Add(view.Text(line[a:from]))
	mark := line[from:to]
	if mark == "" {
		mark = " "
	}
	p.Add(view.El("mark", view.Class(severities[d.Severity]), view.Text(mark)), view.Text(line[to:b]))
	if b < len(line) {
		p.Add(view.Text("…"))
	}
	return p
}

// Fix returns the text of the widget's editor after a repair, which is named as
// in data-fix.
func (s *Spec) Fix(in Inputs, name string) (string, bool) {
	text, ok := in[textKey]
	if !ok {
		text, _ = s.Default(textKey)
	}
	part := strings.Split(name, ".")
	if len(part) != 3 {
		return "", false
	}
	schema := ""
	if z, ok := s.widget.(scripted); ok {
		schema, _ = z.script()
	}
	j := advised(schema, text)
	for i, item := range j.items {
		for k, d := range item.diags {
			for l, f := range d.Fixes {
				if part[0] == strconv.Itoa(i) && part[1] == strconv.Itoa(k) && part[2] == strconv.Itoa(l) {
					return f.Apply(text), true
				}
			}
		}
	}
	return "", false
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
