// Package lab holds the widgets: from a specification and a reader's inputs to
// what the page shows. [Run] is a pure function; natively it fills the pages when
// the site is built, in the browser it answers a key press.
//
// # Adding a widget
//
// One file with a parse function and a type that runs, one line in kinds.
//
// # Classes that styles know
//
// A widget is a form.widget (and its kind: .size, .check; .covered while its
// answer is hidden; .stale while the answer is for other inputs than the fields
// show):
//
//	.widget-head       .widget-title, .widget-tools with a.tool, button.tool
//	                   (data-do = link, embed, reset; .needs-lab: only with the program)
//	.widget-note       a message about the whole: a broken link
//	.schema            details: summary with .table-name and .columns of .column
//	                   (b.mark, span.name, span.type; roles as classes .role-key,
//	                   .role-clustering, .role-static, .role-value)
//	.code              editor of CQL: label, .code-field with .code-mirror (marks:
//	                   mark.refused, .warning, .advice, .note, .notjudged) under a
//	                   textarea.code-text; both set the same text in the same place
//	.samples           button.sample (data-do=sample): texts one tap away
//	.fields            div.field: label, .field-box (input or select, .unit),
//	                   input.slider, .field-note (.value, or .error with
//	                   aria-invalid on the input); .changed, .wrong on the field
//	.choices           fieldset of radio buttons: legend, label.choice
//	.more-inputs       details with further fields
//	.widget-go         submit button, .needs-lab
//	.changes           what differs from the chapter, with Reset's words
//	.cover             details around everything below the inputs, when covered;
//	                   .guess field with its button; .guess-said beside the answer
//	.results           all below the inputs
//	.answer            output: the sentence; .answer.fine, .watch, .bad, .refused
//	.stale-note        for which inputs the answer is
//	.models            the three models on one line: .model, .model-name, .num;
//	                   details.why-models below
//	.limits            list: up to which value each line is kept
//	.sections          details.section (.section-growth, -sizes, -columns,
//	                   -formula, -buckets, -expiry, -compare, -cluster, -service,
//	                   -table): summary, then the section, some with .fields of
//	                   their own and p.section-said; details.split holds CQL
//	                   with button.fix (data-do=copytext, data-copy=id)
//	.spread            smallest, typical, percentiles and worst case, one line
//	.notes             list of remarks and assumptions
//	.findings          ol of li.finding (.refused, .warning, .advice, .note,
//	                   .notjudged, .accepted): .said (b.mark, .verdict, q.message),
//	                   pre.excerpt with mark, .why, .instead with button.fix
//	                   (data-do=fix) and a.rule
//	.formula           math display=block in a scrolling div.math-scroll
//	dialog.share       the Embed dialog, see [Spec.Dialog]
//	.num               tabular figures
//	.table-scroll      a table that scrolls inside itself
//	.visually-hidden   for screen readers only
//
// Figures: see package figure. Outside of a widget's tree: [Spec.Mount] makes
// div.lab (data-lab, data-spec, …) around it, with p.live.visually-hidden, the
// live region, and p.lab-message, where the program speaks of its own errors.
package lab

import (
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/view"
)

// A Spec is a widget as a chapter writes it in a fence.
type Spec struct {
	Kind         string // "size", "check"
	ID           string // unique in its chapter and never reused: links carry it
	Title        string
	Cover        bool     // starts covered: the reader predicts first
	Show         []string // sections or fields, where not all are wanted
	Body         string   // the fence's text made self-contained: schemas are in it
	Expectations []Expectation

	// Where the widget stands; whoever makes the page sets these.
	Alone     bool   // the page has no other widget: keys in links carry no id
	Embed     bool   // the page is an embed: its links open a new page
	Root      string // from the page to the root of the site: "", "../", "/lab/"
	Page      string // the widget's own page, from the root: "widgets/hotel/size/size1/"
	EmbedPage string // its embed, from the root

	asked  bool // Show is from an address, not from the fence
	widget widget
	drawn  map[string]drawing // figures of the last answer; nil where nobody asks again
}

// An Expectation is a value that the widget must show for its defaults.
type Expectation struct {
	diag.Span   // in the fence
	Name, Value string
}

// Inputs are what the reader has set: texts by the keys of links. A key that is
// missing has its default.
type Inputs map[string]string

// An Output is what a widget answers.
type Output struct {
	View     *view.Node        // a form.widget
	Values   map[string]string // exact outputs by name: "disk.bytes", "rows", …
	Sentence string            // the answer, for the live region
	Used     Inputs            // the inputs that the answer is for: as given, where all could be read
}

// A widget is a parsed specification of one kind.
type widget interface {
	// keys are the inputs with their defaults, in the order of links.
	keys() []input
	// accepts holds for further keys that the widget reads, whose default is "".
	accepts(key string) bool
	// run answers. The inputs last answered for are tried where in cannot be read.
	run(s *Spec, in, last Inputs) *Output
}

// An input is one of a widget's keys.
type input struct {
	key, value string // value is the default
	text       bool   // typed text: goes into the fragment of a link only
}

// kinds are the widgets. To add one, add a line.
var kinds = [...]struct {
	name  string
	parse func(*Spec, *fence) widget
}{
	{"size", parseSize},
	{"check", parseCheck},
	{"query", parseQuery},
	{"run", parseRun},
	{"layout", parseLayout},
	{"measured", parseMeasured},
}

// Kinds are the names of the widgets: the languages of their fences.
func Kinds() []string {
	var out []string
	for _, k := range kinds {
		out = append(out, k.name)
	}
	return out
}

// Parse reads a fence. Spans of diagnostics count from the beginning of body.
// The function files returns the text of a schema by the name that the fence
// writes, as in content/schemas/NAME.cql. A specification comes back even where
// there are diagnostics, unless the kind is unknown.
func Parse(kind, body string, files func(name string) (string, error)) (*Spec, []diag.Diagnostic) {
	s := &Spec{Kind: kind}
	for _, k := range kinds {
		if k.name != kind {
			continue
		}
		f := readFence(body)
		f.common(s, files)
		s.widget = k.parse(s, f)
		if s.Body == "" {
			s.Body = body
		}
		return s, f.diags
	}
	return nil, []diag.Diagnostic{wrong(diag.Span{}, "there is no widget "+kind, "write one of "+strings.Join(Kinds(), ", "))}
}

// Run answers for a reader's inputs.
func Run(s *Spec, in Inputs) *Output { return RunAfter(s, in, nil) }

// RunAfter answers like Run. Where an input cannot be read, the answer is for
// the inputs last used, and says so.
func RunAfter(s *Spec, in, last Inputs) *Output { return s.widget.run(s, in, last) }

// Default returns the default of an input and whether there is such an input.
func (s *Spec) Default(key string) (string, bool) {
	for _, k := range s.widget.keys() {
		if k.key == key {
			return k.value, true
		}
	}
	return "", false
}

// keys are those of the inputs that differ from their defaults, in the order of
// links. What the widget does not know is left out.
func (s *Spec) keys(in Inputs) []string {
	var out []string
	for _, k := range s.widget.keys() {
		if v, ok := in[k.key]; ok && v != k.value {
			out = append(out, k.key)
		}
	}
	for _, key := range names(in) {
		if _, has := s.Default(key); !has && s.widget.accepts(key) {
			out = append(out, key)
		}
	}
	return out
}

func (s *Spec) isText(key string) bool {
	for _, k := range s.widget.keys() {
		if k.key == key {
			return k.text
		}
	}
	return false
}

// Changed reports whether any input differs from its default.
func (s *Spec) Changed(in Inputs) bool { return len(s.keys(in)) > 0 }

// shows reports whether a section is wanted.
func (s *Spec) shows(name string) bool {
	listed := false
	for _, have := range s.Show {
		if have == name {
			return true
		}
		listed = listed || isSection(have)
	}
	return !listed
}

// showsField reports whether a field is wanted among the main ones.
func (s *Spec) showsField(key string) bool {
	listed := false
	for _, have := range s.Show {
		if have == key {
			return true
		}
		listed = listed || !isSection(have)
	}
	return !listed
}

func isSection(name string) bool {
	switch name {
	case "growth", "sizes", "columns", "formula", "numbers", "limits", "models", "parts", "table", "buckets", "cluster", "compare", "expiry", "measured":
		return true
	}
	return false
}

// With returns the specification as the parameters of an address change it: cover
// on every page, title and show where the page has no other widget.
func (s *Spec) With(l *Link) *Spec {
	out := *s
	switch l.Param(paramCover) {
	case "1", "yes":
		out.Cover = true
	case "0", "no":
		out.Cover = false
	}
	if !s.Alone {
		return &out
	}
	if t := l.Param(paramTitle); t != "" {
		out.Title = shorten(t, 200)
	}
	if show := l.Param(paramShow); show != "" {
		out.Show, out.asked = list(show), true
	}
	return &out
}

// Theme is the theme that an address asks for: "light", "dark" or "".
func (l *Link) Theme() string {
	switch t := l.Param(paramTheme); t {
	case "light", "dark":
		return t
	}
	return ""
}

// list splits a list at commas.
func list(s string) []string {
	var out []string
	for _, part := range strings.Split(s, ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

// Mount returns the widget as the builder prints it: the form, filled with what
// Run gave for its defaults, and what the browser program needs to go on from
// there.
func (s *Spec) Mount(out *Output) *view.Node {
	return view.El("div", view.Class("lab"), view.A("data-lab", s.Kind), view.A("data-id", s.ID),
		view.Flag("data-alone", s.Alone), view.Flag("data-embed", s.Embed), view.A("data-root", s.Root), view.A("data-page", s.Page), view.A("data-embed-page", s.EmbedPage),
		view.A("data-spec", s.Body),
		out.View,
		view.El("p", view.Class("live visually-hidden"), view.A("role", "status")),
		view.El("p", view.Class("lab-message"), view.A("role", "alert")))
}

// CheckExpectations compares what Run gave for the defaults with what the fence
// expects. Spans count from the beginning of the fence.
func (s *Spec) CheckExpectations(answer *Output) []diag.Diagnostic {
	var out []diag.Diagnostic
	values := answer.Values
	for _, e := range s.Expectations {
		got, ok := values[e.Name]
		lo, isRange := values[e.Name+".min"]
		if isRange && lo != got {
			got = lo + ".." + got
		}
		switch {
		case !ok:
			out = append(out, wrong(e.Span, "the widget has no output "+e.Name, "write one of "+strings.Join(names(values), ", ")))
		case got != e.Value:
			out = append(out, wrong(e.Span, e.Name+" is "+got+", expected is "+e.Value, ""))
		}
	}
	return out
}
