// Package lab holds the widgets: from a specification and a reader's inputs to
// what the page shows. It has three rooms besides: package fence reads what an author
// wrote, package place knows where the widget stands and the links that lead there,
// package input has the fields that a reader can set.
//
// [Run] is a pure function; natively it fills the pages when the site is built. In the
// browser a [Runner] answers a key press: it keeps what was judged, worked out and
// drawn for the answer before.
//
// # Classes that styles know
//
// A widget is a form.widget (and its kind: .size, .check; .covered while its
// answer is hidden; .stale while the answer is for other inputs than the fields
// show):
//
//	.widget-head       .widget-title, .widget-tools with a.tool, button.tool
//	                   (.needs-lab: only with the program)
//	.widget-note       a message about the whole: a broken link
//	.schema            details: summary with .table-name and .columns of .column
//	                   (b.mark, span.name, span.type; roles as classes .role-key,
//	                   .role-clustering, .role-static, .role-value)
//	.code              editor of CQL: label, .code-field with .code-mirror (marks:
//	                   mark.refused, .warning, .advice, .note, .notjudged) under a
//	                   textarea.code-text; both set the same text in the same place.
//	                   .plain: the text is seen itself; .long: under it lie only lines
//	                   that are near those in sight, made from data-marks
//	.fields            div.field: label, .field-box (input or select, .unit),
//	                   input.slider, .field-note (.value, or .error with
//	                   aria-invalid on the input); .changed, .wrong on the field
//	.choices           fieldset of radio buttons: legend, label.choice
//	.more-inputs       details with further fields
//	.operations        buttons that write into a script
//	.widget-go         submit button, .needs-lab
//	.changes           what differs from the chapter, with Reset's words
//	.cover             details around everything below the inputs, when covered;
//	                   .guess field with its button, or .guess-options; .guess-said beside
//	                   the answer, or in .guess-judged below the field
//	.results           all below the inputs
//	.answer            output: the sentence; .answer.fine, .watch, .bad, .refused
//	.stale-note        for which inputs the answer is
//	.models            the three models on one line: .model, .model-name, .num;
//	                   details.why-models below
//	.limits            list: up to which value each line is kept
//	.sections          details.section, .section-NAME for each section of a size
//	                   widget: summary, then the section, some with .fields of
//	                   their own and p.section-said; details.split holds CQL with
//	                   button.fix
//	.spread            smallest, typical, percentiles and worst case, one line
//	.notes             list of remarks and assumptions
//	.findings          ol of li.finding (.refused, .warning, .advice, .note,
//	                   .notjudged, .accepted): .said (b.mark, .verdict, q.message),
//	                   pre.excerpt with mark, .why, .instead with button.fix and
//	                   a.rule
//	.formula           math display=block in a scrolling div.math-scroll
//	dialog.share       the Embed dialog, see [place.Dialog]
//	.num               tabular figures
//	.table-scroll      a table that scrolls inside itself
//	.visually-hidden   for screen readers only
//
// Figures: see package figure. Outside of a widget's tree: [Spec.Mount] makes
// div.lab around it, with p.live.visually-hidden, the live region, and p.lab-message,
// where the program speaks of its own errors.
//
// # What the program in the page reads
//
//	data-input=KEY     a field; data-slider=KEY the slider beside one
//	data-enter=ID      a field in which Enter presses the button with this id
//	data-do=WHAT       a button: pressed, it is handed to [Runner.Do], with data-with,
//	                   or what the element with the id data-from holds
//	data-share=NAME    a choice of the dialog
//	data-drag=ARG      a part that can be dragged onto one with data-drop=ARG: both are handed
//	                   to Runner.Do as "drop", in two lines
//	data-keys          around buttons with aria-keyshortcuts=KEY, which the key presses while
//	                   the focus is in there
package lab

import (
	"errors"
	"slices"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/exercise"
	"partitionlab/wasm/lab/fence"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/view"
)

// A Spec is a widget as a chapter writes it in a fence, in the place where it stands.
// It does not change while it is answered for.
type Spec struct {
	place.Place
	Kind   string // "size", "check"
	Ask    fence.Ask
	Show   []string // tabs or fields, where not all are wanted
	Open   string   // the tab that is open at first, "" for none
	Body   string   // the fence's text made self-contained: schemas are in it
	Expect []fence.Expectation
	Guess  *exercise.Guess // what the reader predicts, where that is judged; or nil

	guess  []exercise.GuessLine // as written
	kind   *kind
	asked  bool // Show is from an address, not from the fence
	widget widget
}

// Inputs are texts by the keys of fields, as links carry them. A key that is missing
// has its default.
type Inputs = input.Values

// An Output is what a widget answers.
type Output struct {
	View     *view.Node        // a form.widget
	Values   map[string]string // exact outputs by name: "disk.bytes", "rows", …
	Sentence string            // the answer, for the live region
	Used     Inputs            // the inputs that the answer is for: as given, where all could be read
	Problems input.Problems    // what is wrong with inputs, by their fields
}

// A widget is a parsed fence. It does not change.
type widget struct {
	fields []input.Field         // what a reader can set, in the order of links
	more   func(key string) bool // further keys that stand for quantities, as of a schema of the reader's own; may be nil
	work   func(s *Spec) worker  // begins to answer for the widget where it stands
}

// A kind of widgets.
type kind struct {
	name    string
	parse   func(*fence.Fence) widget
	picture bool   // its first figure can be taken along as a picture
	look    string // "script" for those with an editor beside the answer
	large   bool   // the larger program of the two answers for it, the one of chapters for all others
	hand    bool   // parts of its figure can be dragged
}

// Kinds are the names of the widgets: the languages of their fences.
func Kinds() []string {
	var out []string
	for i := range kinds {
		out = append(out, kinds[i].name)
	}
	return out
}

// Parse reads a fence. Spans of diagnostics count from the beginning of body. A
// specification comes back even where there are diagnostics, unless the kind is
// unknown.
func Parse(name, body string, files fence.Files) (*Spec, []diag.Diagnostic) {
	for i := range kinds {
		if k := &kinds[i]; k.name == name {
			f := fence.Parse(name, body, files)
			w := k.parse(f)
			guess, lines := readGuess(f)
			return &Spec{Guess: guess, guess: lines, Place: place.Place{ID: f.ID, Title: f.Title, Cover: f.Cover}, Kind: name, Ask: f.Ask, Show: f.Show, Open: f.Open, Body: f.Text(), Expect: f.Expect, kind: k, widget: w}, f.Diags
		}
	}
	return nil, []diag.Diagnostic{{Severity: diag.Refused, Message: "there is no widget " + name, Instead: "write one of " + strings.Join(Kinds(), ", ")}}
}

// Large reports whether the larger of the two browser programs answers for the widget: the one that
// can map models to tables. It cannot stand on a page with one that is not.
func (s *Spec) Large() bool { return s.kind.large }

// Hand reports whether parts of its figure can be dragged.
func (s *Spec) Hand() bool { return s.kind.hand }

// Default returns the default of a field and whether there is such a field.
func (s *Spec) Default(key string) (string, bool) {
	if f := s.own(key); f != nil {
		return f.Default, true
	}
	return "", false
}

// own returns the field of a key among those that the widget always has, or nil.
func (s *Spec) own(key string) *input.Field {
	for i := range s.widget.fields {
		if f := &s.widget.fields[i]; f.Key == key {
			return f
		}
	}
	return nil
}

// field returns the field of a key, or nil where the widget has none.
func (s *Spec) field(key string) *input.Field {
	f := s.own(key)
	if f == nil && s.widget.more != nil && s.widget.more(key) {
		x := quantityField(key)
		f = &x
	}
	return f
}

// Changes are the inputs that differ from their defaults, in the order of links. What
// the widget does not know is left out.
func (s *Spec) Changes(v Inputs) (out []input.Change) {
	own := s.ownText(v)
	for i := range s.widget.fields {
		f := &s.widget.fields[i]
		if _, said := v[f.Key]; !f.Passing && (f.Text(v) != f.Default || said && own && f.Type != input.CQL) {
			out = append(out, input.Change{Field: f, Value: v[f.Key]})
		}
	}
	for _, key := range diag.Keys(v) {
		if f := s.field(key); f != nil && s.own(key) == nil {
			out = append(out, input.Change{Field: f, Value: v[key]})
		}
	}
	return out
}

// ownText reports whether the inputs are about CQL of the reader's.
func (s *Spec) ownText(v Inputs) bool {
	return slices.ContainsFunc(s.widget.fields, func(f input.Field) bool { return f.Type == input.CQL && f.Text(v) != f.Default })
}

// CQL is the CQL that the widget is about, as inputs have it, and whether it is about
// any.
func (s *Spec) CQL(in Inputs) (text string, has bool) {
	for i := range s.widget.fields {
		if f := &s.widget.fields[i]; f.Type == input.CQL {
			return f.Text(in), true
		}
	}
	return "", false
}

// Address is the widget's own page with a reader's inputs; site is the address of the
// site's root.
func (s *Spec) Address(site string, in Inputs) string {
	return s.Place.Address(site, s.Changes(in))
}

// Link is query and fragment of a link with a reader's inputs: see [place.Place.Link].
func (s *Spec) Link(in Inputs, alone bool) (query, fragment string) {
	return s.Place.Link(s.Changes(in), alone)
}

// As returns the specification as an address wants it to look.
func (s *Spec) As(l place.Look) *Spec {
	out := *s
	out.Place = s.Place.As(l)
	if s.Alone && l.Show != "" {
		out.Show, out.asked = fence.List(l.Show), true
	}
	return &out
}

// Unmet compares what [Run] gave for the defaults with what the fence expects. Spans
// count from the beginning of the fence.
func (s *Spec) Unmet(answer *Output) []diag.Diagnostic { return fence.Unmet(s.Expect, answer.Values) }

// Mount returns the widget as the builder prints it: the form, filled with what [Run]
// gave for its defaults, and what the browser program needs to go on from there.
func (s *Spec) Mount(out *Output) *view.Node {
	n := view.El("div", view.Class("lab"), view.A("data-lab", s.Kind), view.A("data-id", s.ID))
	return s.Mark(n).Add(view.A("data-spec", s.Body),
		out.View,
		view.El("p", view.Class("live visually-hidden"), view.A("role", "status")),
		view.El("p", view.Class("lab-message"), view.A("role", "alert")))
}

// Read returns the specification of a widget that [Spec.Mount] made, from the
// attributes of its element; nil where there is none.
func Read(attr func(name string) (value string, has bool)) *Spec {
	name, _ := attr("data-lab")
	body, _ := attr("data-spec")
	s, _ := Parse(name, body, func(string) (string, error) { return "", errors.New("a page has no files") })
	if s != nil {
		s.Place.Read(attr)
	}
	return s
}
