// Package input is what a reader can set in a widget: fields with a type, a default,
// bounds and a label; the texts that were given for them; and what is wrong with these.
package input

import (
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/wire"
)

// A Type says how the text of a field is read.
type Type uint8

// The types of fields.
const (
	Quantity Type = iota // an expression, a range or a sample: package workload reads it
	Whole                // a whole number from Least to Most
	Choice               // one of the options
	Word                 // a name that others look up
	Names                // names with commas or spaces between them, at most Most of them
	Pasted               // a text of several lines
	CQL                  // a text of several lines that is judged
)

// A Field is something that a reader can set.
type Field struct {
	Key     string // in links: never changed, and never used for something else
	Type    Type
	Default string
	Label   string
	Unit    string
	Kind    number.Kind // of a Quantity: what it measures
	Also    string      // further words for what is counted: "orders"
	Hint    string      // what holds, or helps, while the field is empty
	Noun    string      // what an option is called where there is none such: "format"
	Options []Option    // of a Choice; of Names where only these exist
	Least   int         // of Whole
	Most    int         // of Whole and Names, and bytes of a text; 0 for no bound
	Slider  *Slider     // beside the field; nil for none
	Passing bool        // it is of this visit alone: a link brings it, but none is made with it
}

// An Option is one of the values of a choice.
type Option struct{ Value, Label string }

// Options are made of values with their labels in turn.
func Options(pairs ...string) (out []Option) {
	for i := 0; i+1 < len(pairs); i += 2 {
		out = append(out, Option{pairs[i], pairs[i+1]})
	}
	return out
}

// Typed reports whether a field holds what somebody has written, which no server may
// get to see: links carry it in their fragment.
func (f *Field) Typed() bool { return f.Type == Pasted || f.Type == CQL }

// Hidden says of each change whether no server may get to see it: of texts, and beside a
// text of all that was said of it, for that is what somebody works on, and no server could
// answer without the text.
func Hidden(changes []Change) func(Change) bool {
	texts := slices.ContainsFunc(changes, func(c Change) bool { return c.Typed() })
	return func(Change) bool { return texts }
}

// Values are texts by the keys of fields. A key that is missing has its default.
type Values map[string]string

// Text is what was given for a field, or its default. A field of one line shows no line breaks, as
// a link may bring them: they count for nothing.
func (f *Field) Text(v Values) string {
	if text, ok := v[f.Key]; ok {
		if !f.Typed() && strings.ContainsAny(text, "\r\n") {
			text = strings.ReplaceAll(strings.ReplaceAll(text, "\r", ""), "\n", "")
		}
		return text
	}
	return f.Default
}

// Number reads a whole number. What cannot be read, or is out of bounds, is a problem;
// an empty text is not, and ok is false then as well.
func (f *Field) Number(v Values) (n int, ok bool, problem string) {
	text := strings.TrimSpace(f.Text(v))
	if text == "" {
		return 0, false, ""
	}
	n, err := strconv.Atoi(number.Ungrouped(text))
	if err != nil || n < f.Least || f.Most > 0 && n > f.Most {
		problem = "Write a whole number from " + strconv.Itoa(f.Least)
		if f.Most > 0 {
			problem += " to " + strconv.Itoa(f.Most)
		}
		return 0, false, problem + "."
	}
	return n, true, ""
}

// Option returns the value of a choice as the options write it. Where there is none
// such, that is a problem, and the default comes back.
func (f *Field) Option(v Values) (value, problem string) {
	text := f.Text(v)
	if value, ok := f.option(text); ok {
		return value, ""
	}
	return f.Default, f.none(text)
}

func (f *Field) option(text string) (string, bool) {
	text = strings.TrimSpace(text)
	for _, o := range f.Options {
		if strings.EqualFold(o.Value, text) {
			return o.Value, true
		}
	}
	return "", text == "" && f.Default == ""
}

// none says that there is no such option.
func (f *Field) none(text string) string {
	s := "There is no " + f.Noun + " " + Shorten(text, 20) + ": it is "
	for i, o := range f.Options {
		switch {
		case i == 0:
		case i == len(f.Options)-1:
			s += " or "
		default:
			s += ", "
		}
		s += o.Value
	}
	return s + "."
}

// List returns the names of a list. Those that cannot be are left out, and one of them
// is a problem.
func (f *Field) List(v Values) (names []string, problem string) {
	for _, name := range strings.FieldsFunc(f.Text(v), func(r rune) bool { return r == ',' || r == ' ' }) {
		value, ok := name, isName(name)
		if f.Options != nil {
			value, ok = f.option(name)
		}
		switch {
		case ok:
			names = append(names, value)
		case f.Options != nil:
			problem = f.none(name)
		default:
			problem = "The name of a " + f.Noun + " is letters, digits, _ and -: " + Shorten(name, 20) + "."
		}
	}
	if f.Most > 0 && len(names) > f.Most {
		names, problem = names[:f.Most], "There are more names than can be taken: at most "+strconv.Itoa(f.Most)+"."
	}
	return names, problem
}

func isName(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i] | 0x20; !('a' <= c && c <= 'z' || '0' <= s[i] && s[i] <= '9' || s[i] == '_' || i > 0 && s[i] == '-') {
			return false
		}
	}
	return s != "" && len(s) <= 40
}

// Wrong says what is wrong with a text of the field, "" where nothing is or where
// others have to say it: about quantities package workload, about CQL the judge.
func (f *Field) Wrong(text string) (problem string) {
	v := Values{f.Key: text}
	switch f.Type {
	case Whole:
		_, _, problem = f.Number(v)
	case Choice:
		_, problem = f.Option(v)
	case Names:
		_, problem = f.List(v)
	}
	return problem
}

// A Change is a field that has another value than its default.
type Change struct {
	*Field
	Value string
}

// A State is all that a reader has done with a widget.
type State struct {
	Values  Values
	Was     Values            // what a button has changed that undo of the browser does not take back; nil for nothing
	Lost    map[string]string // why a part of a link could not be read, by the keys of fields
	Problem string            // what is wrong with the link as a whole
	Guess   string            // what the reader predicts
	Shown   bool              // the answer is uncovered
	Asked   bool              // the text is to be judged, however long it is
	Done    map[string]string // what else buttons have done: what the kind of widget calls it, and how far it went
}

// Texts are the state as texts, to be kept while a program starts again.
func (s *State) Texts() []string {
	return append(append(append(wire.Map(s.Values), wire.Map(s.Lost)...), s.Problem, s.Guess, wire.Flag(s.Shown), wire.Flag(s.Asked)), append(wire.Map(s.Done), wire.Map(s.Was)...)...)
}

// ReadState reads what [State.Texts] wrote.
func ReadState(r *wire.Reader) State {
	return State{Values: r.Map(), Lost: r.Map(), Problem: r.Text(), Guess: r.Text(), Shown: r.Flag(), Asked: r.Flag(), Done: r.Map(), Was: r.Map()}
}

// Set gives a field another value; its default needs no entry, but where the inputs are
// about a text of the reader's: then nobody but the reader has said so.
func (s *State) Set(f *Field, text string, own bool) {
	delete(s.Lost, f.Key)
	s.Was = nil
	if f.Type == CQL {
		s.Asked = false
	}
	if text == f.Default && (!own || f.Type == CQL) {
		delete(s.Values, f.Key)
		return
	}
	if s.Values == nil {
		s.Values = Values{}
	}
	s.Values[f.Key] = text
}

// Reset takes all inputs back, once: what was guessed and done stays, and [State.Undo]
// gives back what was typed.
func (s *State) Reset() {
	*s = State{Guess: s.Guess, Shown: s.Shown, Done: s.Done, Was: s.Values}
}

// Undo takes back what the last button has done to the inputs, where it did anything.
func (s *State) Undo() {
	if len(s.Was) > 0 {
		s.Values, s.Was = s.Was, nil
	}
}

// PackWas is what [State.Undo] gives back as one text, "" where it gives back nothing.
func (s *State) PackWas() string {
	if len(s.Was) == 0 {
		return ""
	}
	return wire.Pack(wire.Map(s.Was)...)
}

// UnpackWas reads what [State.PackWas] wrote, where the inputs are still as the button
// left them.
func (s *State) UnpackWas(text string) {
	if text != "" && len(s.Values) == 0 {
		s.Was = (&wire.Reader{Rest: wire.Unpack(text)}).Map()
	}
}

// Do notes what a button has done.
func (s *State) Do(what, far string) {
	if s.Done == nil {
		s.Done = map[string]string{}
	}
	s.Done[what] = far
}

// A Problem is what is wrong with an input, as a sentence.
type Problem struct {
	Field     string // its key
	Text      string
	diag.Span // in the text that was given for it, where that is known
}

// Problems are what is wrong with inputs: of each field the first that was found.
type Problems []Problem

// Add notes a problem, unless the field has one.
func (p *Problems) Add(field, text string) { p.AddAt(field, text, diag.Span{}) }

// AddAt notes a problem with its place.
func (p *Problems) AddAt(field, text string, at diag.Span) {
	if p.Of(field) == "" {
		*p = append(*p, Problem{field, text, at})
	}
}

// Of is what is wrong with a field, or "".
func (p Problems) Of(field string) string {
	for i := range p {
		if p[i].Field == field {
			return p[i].Text
		}
	}
	return ""
}

// Shorten cuts a text that stands in a sentence.
func Shorten(s string, runes int) string {
	for i := range s {
		if runes--; runes < 0 {
			return s[:i] + "…"
		}
	}
	return s
}
