// Package fence reads what an author writes of a widget in a chapter:
//
//	id = size1
//	title = How big will it get?
//	rooms = 100 | slider 1..1000 | label Rooms
//	cql:
//	CREATE TABLE …
//
// Lines `name = value`; behind a line `schema:` CQL that is there from the start, and
// behind a line `cql:` the CQL that the widget shows. Comments begin with #. Some
// lines every kind of widget has, see common; the others the kind reads itself.
package fence

import (
	"slices"
	"strings"

	"partitionlab/wasm/diag"
)

// A Fence is the text of a widget, read.
type Fence struct {
	Kind   string
	ID     string   // unique in its chapter and never reused: links carry it
	Title  string   // the question that the widget answers
	Cover  bool     // its answer is covered at first: the reader predicts
	Ask    Ask      // what its headline answers
	Show   []string // tabs or fields, where not all are wanted
	Open   string   // the tab that is open at first, "" for none
	Expect []Expectation
	Guess  []Line       // of a covered widget: guess, guess.4, guess.other, see [exercise.ReadGuess]
	Schema string       // CQL that is there from the start, and data sets
	CQL    string       // CQL that the widget shows
	Model  string       // text of a model: see package model
	Begin  []Sample     // further models, to begin with
	Lines  []Line       // those that are not common, in their order
	Head   *diag.Source // all lines, with offsets as in the whole
	Diags  []diag.Diagnostic

	src    *diag.Source
	data   string // rows of data sets
	files  Files
	inside []string // names of lines whose files are in the text by now
}

// A Sample is a text that a reader may begin with, and what it is called.
type Sample struct{ Name, Text string }

// A Line is `name = value`.
type Line struct {
	Name, Value string
	Span, At    diag.Span // of the name, of the value
}

// An Ask is the question that a widget's headline answers, in the question's unit:
//
//	ask = day | line 100 MB
type Ask struct {
	Name  string // as written, "" where the fence does not say
	Attrs []Attr // line 100 MB; noun like
	At    diag.Span
}

// An Attr is a word and what stands after it, behind a |.
type Attr struct{ Name, Value string }

// Attr returns what an attribute says, "" where there is none.
func (a *Ask) Attr(name string) string {
	for _, x := range a.Attrs {
		if x.Name == name {
			return x.Value
		}
	}
	return ""
}

// An Expectation is a value that the widget must show for its defaults.
type Expectation struct {
	diag.Span
	Name, Value string
}

// Files returns the text of a schema or a data set by the name that a fence writes:
// "hotel", "datasets/az3".
type Files func(name string) (string, error)

// common are the lines that every kind of widget has. To add one, add a row.
var common = [...]struct {
	name string
	many bool // may be written more than once
	kept bool // stands in the text that a page carries
	read func(*Fence, Line, Files)
}{
	{name: "id", kept: true, read: (*Fence).readID},
	{name: "title", kept: true, read: func(f *Fence, l Line, _ Files) { f.Title = l.Value }},
	{name: "cover", kept: true, read: (*Fence).readCover},
	{name: "ask", kept: true, read: (*Fence).readAsk},
	{name: "show", kept: true, read: func(f *Fence, l Line, _ Files) { f.Show = List(l.Value) }},
	{name: "open", kept: true, read: func(f *Fence, l Line, _ Files) { f.Open = l.Value }},
	{name: "schema", read: (*Fence).readSchema},
	{name: "dataset", read: (*Fence).readData},
	{name: "expect", many: true, read: (*Fence).readExpect},
}

// Common reports whether every kind of widget has lines of a name.
func Common(name string) bool {
	for i := range common {
		if common[i].name == name {
			return true
		}
	}
	return guesses(name)
}

// guesses holds for the lines about a prediction, which every kind that answers can have.
func guesses(name string) bool { return name == "guess" || strings.HasPrefix(name, "guess.") }

// Parse reads a fence. Spans of diagnostics count from the beginning of body. A fence
// comes back even where there are diagnostics.
func Parse(kind, body string, files Files) *Fence {
	f := &Fence{Kind: kind, src: diag.NewSource("", body), files: files}
	var all []Line
	head := len(body)
	for start := 0; start < len(body); {
		end := start + strings.IndexByte(body[start:]+"\n", '\n')
		at := diag.Span{Start: start, End: end}
		start = min(end+1, len(body))
		text := strings.TrimSpace(body[at.Start:at.End])
		if text == "cql:" || text == "schema:" {
			head = at.Start
			f.CQL = body[start:]
			if text == "schema:" {
				f.Schema, f.CQL = cutAtCQL(f.CQL)
			}
			break
		}
		if text == "model:" || sampleName(text) != "" {
			head = at.Start
			f.readTexts(body[at.Start:])
			break
		}
		if text == "" || text[0] == '#' {
			continue
		}
		if name, _, ok := strings.Cut(body[at.Start:at.End], "="); ok {
			equals := at.Start + len(name)
			l := Line{Span: f.trim(diag.Span{Start: at.Start, End: equals}), At: f.trim(diag.Span{Start: equals + 1, End: at.End})}
			l.Name, l.Value = f.text(l.Span), f.text(l.At)
			all = append(all, l)
		} else {
			f.Wrong(f.trim(at), "this line has no =", "write name = value, or cql: before CQL")
		}
	}
	f.Head = diag.NewSource("", body[:head])
	f.read(all, files)
	return f
}

// cutAtCQL divides a text at its first line `cql:`.
func cutAtCQL(s string) (before, after string) {
	for start := 0; start < len(s); {
		end := start + strings.IndexByte(s[start:]+"\n", '\n')
		next := min(end+1, len(s))
		if strings.TrimSpace(s[start:end]) == "cql:" {
			return s[:start], s[next:]
		}
		start = next
	}
	return s, ""
}

// sampleName is the name in a line `sample NAME:`, or "".
func sampleName(line string) string {
	name, is := strings.CutPrefix(line, "sample ")
	if name, whole := strings.CutSuffix(name, ":"); is && whole {
		return strings.TrimSpace(name)
	}
	return ""
}

// readTexts reads what stands behind `model:`, `sample NAME:` and `cql:`.
func (f *Fence) readTexts(s string) {
	var into *string
	for _, line := range strings.SplitAfter(s, "\n") {
		word := strings.TrimSpace(line)
		switch name := sampleName(word); {
		case into == &f.CQL:
			f.CQL += line
		case word == "cql:":
			into = &f.CQL
		case word == "model:":
			into = &f.Model
		case name != "":
			f.Begin = append(f.Begin, Sample{Name: name})
			into = &f.Begin[len(f.Begin)-1].Text
		default:
			*into += line
		}
	}
}

// read takes the common lines over, and leaves the others to the kind.
func (f *Fence) read(all []Line, files Files) {
	seen := map[string]bool{}
	for _, l := range all {
		own := true
		for i := range common {
			if c := &common[i]; c.name == l.Name {
				own = false
				if seen[l.Name] && !c.many {
					f.Wrong(l.Span, l.Name+" is written twice", "take one of the lines out")
				} else {
					c.read(f, l, files)
				}
				seen[l.Name] = true
			}
		}
		if own && guesses(l.Name) {
			f.Guess = append(f.Guess, l)
		} else if own {
			f.Lines = append(f.Lines, l)
		}
	}
	f.Schema += f.data
	begin := diag.Span{End: min(1, len(f.src.Text))}
	if f.ID == "" && !seen["id"] {
		f.Wrong(begin, "the widget has no id", "write id = size1: links carry it, so it is never changed and never reused")
	}
	if f.Title == "" {
		f.Wrong(begin, "the widget has no title", "write title = followed by the question that it answers")
	}
}

func (f *Fence) readID(l Line, _ Files) {
	f.ID = l.Value
	if !isID(l.Value) {
		f.Wrong(l.At, "this is no id", "write small letters, digits and -, beginning with a letter: size1")
	}
}

// isID holds for what can be an id of an element and the beginning of a key.
func isID(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !('a' <= c && c <= 'z' || i > 0 && ('0' <= c && c <= '9' || c == '-')) {
			return false
		}
	}
	return s != ""
}

func (f *Fence) readCover(l Line, _ Files) {
	f.Cover = l.Value == "yes"
	if l.Value != "yes" && l.Value != "no" {
		f.Wrong(l.At, "cover is yes or no", "write cover = yes")
	}
}

func (f *Fence) readAsk(l Line, _ Files) {
	name, attrs := Attrs(l.Value)
	f.Ask = Ask{Name: name, Attrs: attrs, At: l.At}
}

// Attrs divides a value from the words that stand behind its |: 1000 | label Members.
func Attrs(s string) (value string, attrs []Attr) {
	parts := strings.Split(s, "|")
	for _, part := range parts[1:] {
		name, value, _ := strings.Cut(strings.TrimSpace(part), " ")
		attrs = append(attrs, Attr{name, strings.TrimSpace(value)})
	}
	return strings.TrimSpace(parts[0]), attrs
}

// Asks holds the question against those that a kind answers, the first where the fence
// does not say. Attrs are the words that may stand behind a |.
func (f *Fence) Asks(known []string, attrs ...string) {
	switch {
	case f.Ask.Name == "":
		f.Ask.Name = known[0]
	case !slices.Contains(known, f.Ask.Name):
		f.Wrong(f.Ask.At, "widgets of the kind "+f.Kind+" have no answer to "+f.Ask.Name, "write one of "+strings.Join(known, ", "))
		f.Ask.Name = known[0]
	}
	for _, a := range f.Ask.Attrs {
		if !slices.Contains(attrs, a.Name) {
			f.Wrong(f.Ask.At, "ask has no "+a.Name+" here", strings.Join(append([]string{"write ask = " + f.Ask.Name}, attrs...), ", or | "))
		}
	}
}

func (f *Fence) readSchema(l Line, files Files) {
	text, err := files(l.Value)
	if err != nil {
		f.Wrong(l.At, "the schema "+l.Value+" cannot be read: "+err.Error(), "")
		return
	}
	f.Schema = text
}

func (f *Fence) readData(l Line, files Files) {
	for _, name := range List(l.Value) {
		text, err := files("datasets/" + name)
		if err != nil {
			f.Wrong(l.At, "the data set "+name+" cannot be read: "+err.Error(), "")
		}
		f.data += text
	}
}

// Domain reads the models that a kind of widget takes from files: the line `domain` names
// the one that it shows, `samples` further ones to begin with. A page carries their texts.
func (f *Fence) Domain() {
	if l, ok := f.Line("domain"); ok {
		f.Model = f.file(l, "model", "models/", l.Value)
	}
	f.samples("model", "models/")
}

// Schemas reads the schemas of the line `samples`, to begin with.
func (f *Fence) Schemas() { f.samples("schema", "") }

func (f *Fence) samples(what, folder string) {
	if l, ok := f.Line("samples"); ok {
		for _, name := range List(l.Value) {
			f.Begin = append(f.Begin, Sample{name, f.file(l, what, folder, name)})
		}
	}
}

// file is the text of a file that a line names; the page carries it.
func (f *Fence) file(l Line, what, folder, name string) string {
	f.inside = append(f.inside, l.Name)
	text, err := f.files(folder + name)
	if err != nil {
		f.Wrong(l.At, "the "+what+" "+name+" cannot be read: "+err.Error(), "")
	}
	return text
}

func (f *Fence) readExpect(l Line, _ Files) {
	for from := l.At.Start; from <= l.At.End; {
		end := from + strings.IndexByte(f.src.Text[from:l.At.End]+";", ';')
		span := f.trim(diag.Span{Start: from, End: end})
		from = end + 1
		if span.Len() == 0 {
			continue
		}
		name, value, ok := strings.Cut(f.text(span), " ")
		if !ok {
			f.Wrong(span, "an expectation is a name and a value", "write disk.bytes 1095020")
			continue
		}
		f.Expect = append(f.Expect, Expectation{span, name, strings.ReplaceAll(strings.TrimSpace(value), ",", "")})
	}
}

// Line returns the last line of a name that is not common, and whether there is one.
func (f *Fence) Line(name string) (found Line, ok bool) {
	for _, l := range f.Lines {
		if l.Name == name {
			found, ok = l, true
		}
	}
	return found, ok
}

// Only complains of lines that are neither common nor among the kind's own.
func (f *Fence) Only(own ...string) {
	for _, l := range f.Lines {
		if !slices.Contains(own, l.Name) {
			var names []string
			for i := range common {
				names = append(names, common[i].name)
			}
			f.Wrong(l.Span, "widgets of the kind "+f.Kind+" have no line "+l.Name, "write "+strings.Join(append(names, own...), ", ")+", or CQL after a line cql:")
		}
	}
}

// Wrong notes what is wrong with a place of the fence, and what to write instead.
func (f *Fence) Wrong(at diag.Span, message, instead string) {
	f.Diags = append(f.Diags, wrong(at, message, instead))
}

func wrong(at diag.Span, message, instead string) diag.Diagnostic {
	return diag.Diagnostic{Severity: diag.Refused, Message: message, Span: at, Instead: instead}
}

// Text is the fence without files: its lines, then the CQL as it is now. It reads as
// the same fence.
func (f *Fence) Text() string {
	var b strings.Builder
	for _, line := range strings.Split(f.Head.Text, "\n") {
		line = strings.TrimSpace(line)
		name, _, _ := strings.Cut(line, "=")
		if line == "" || line[0] == '#' || dropped(strings.TrimSpace(name)) || slices.Contains(f.inside, strings.TrimSpace(name)) {
			continue
		}
		b.WriteString(line)
		b.WriteByte('\n')
	}
	if strings.TrimSpace(f.Schema) != "" {
		b.WriteString("schema:\n")
		b.WriteString(strings.TrimRight(f.Schema, "\n"))
		b.WriteByte('\n')
	}
	if strings.TrimSpace(f.Model) != "" {
		b.WriteString("model:\n" + strings.TrimRight(f.Model, "\n") + "\n")
	}
	for _, s := range f.Begin {
		b.WriteString("sample " + s.Name + ":\n" + strings.TrimRight(s.Text, "\n") + "\n")
	}
	if strings.TrimSpace(f.CQL) != "" { // last: it goes up to the end of the text
		b.WriteString("cql:\n")
		b.WriteString(f.CQL)
	}
	return b.String()
}

// dropped holds for the lines that a page does not carry.
func dropped(name string) bool {
	for i := range common {
		if common[i].name == name {
			return !common[i].kept
		}
	}
	return false
}

// Unmet compares what a widget shows for its defaults with what is expected: the
// values that it gave by their names, the least of a range as NAME.min.
func Unmet(expected []Expectation, values map[string]string) (out []diag.Diagnostic) {
	names := diag.Keys(values)
	for _, e := range expected {
		got, ok := values[e.Name]
		if least, isRange := values[e.Name+".min"]; isRange && least != got {
			got = least + ".." + got
		}
		switch {
		case !ok:
			out = append(out, wrong(e.Span, "the widget has no output "+e.Name, "write one of "+strings.Join(names, ", ")))
		case got != e.Value:
			out = append(out, wrong(e.Span, e.Name+" is "+got+", expected is "+e.Value, ""))
		}
	}
	return out
}

// List splits a list at its commas.
func List(s string) (out []string) {
	for _, part := range strings.Split(s, ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

func (f *Fence) text(at diag.Span) string { return f.src.Text[at.Start:at.End] }

// trim leaves spaces at both ends out.
func (f *Fence) trim(at diag.Span) diag.Span {
	s := f.src.Text
	for at.Start < at.End && (s[at.Start] == ' ' || s[at.Start] == '\t') {
		at.Start++
	}
	for at.End > at.Start && (s[at.End-1] == ' ' || s[at.End-1] == '\t' || s[at.End-1] == '\r') {
		at.End--
	}
	return at
}
