// Package diag holds source text, places in it, and what there is to say about
// a place: what is wrong, why, and what to write instead.
//
// Every offset counts UTF-8 bytes from the start of the text. Lines and columns
// are worked out when somebody asks for them.
package diag

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// A Span is a half-open range of byte offsets.
type Span struct{ Start, End int }

// To returns the span from the start of s to the end of t.
func (s Span) To(t Span) Span { return Span{s.Start, t.End} }

// Len is the number of bytes in the span.
func (s Span) Len() int { return s.End - s.Start }

// A Source is a text with a name, for messages.
type Source struct {
	Name  string // file name, or "" for text that has none
	Text  string
	Files []File // those that a text of several is joined of, in order; a statement ends with its file
	lines []int  // offsets at which lines start, filled on first use
	marks []mark // in lines of more than markStep bytes, filled with lines
}

// A File is a part of a joined text.
type File struct {
	Name        string
	Start, Text int  // where the part begins, and the file's own text in it
	Aside       bool // it holds no CQL
}

// A mark is a place from which on columns are counted: a script may be one line.
type mark struct{ offset, runes int } // the code points before it in its line

// markStep is how many bytes lie between two marks, or somewhat more.
const markStep = 512

// NewSource returns a source; name may be empty.
func NewSource(name, text string) *Source { return &Source{Name: name, Text: text} }

func (s *Source) index() {
	if s.lines != nil {
		return
	}
	for start, last := 0, false; !last; {
		s.lines = append(s.lines, start)
		end := start + 1 + strings.IndexByte(s.Text[start:], '\n')
		if last = end == start; last {
			end = len(s.Text)
		}
		// Columns of a long line are counted once.
		for from, runes, at := start, 0, start+markStep; at < end; at = from + markStep {
			for k := 0; k < utf8.UTFMax-1 && at < end && !utf8.RuneStart(s.Text[at]); k++ {
				at++
			}
			runes += utf8.RuneCountInString(s.Text[from:at])
			s.marks = append(s.marks, mark{at, runes})
			from = at
		}
		start = end
	}
}

// Position returns the line and the column of an offset, both counted from 1;
// the column counts code points.
func (s *Source) Position(offset int) (line, column int) {
	s.index()
	offset = min(max(offset, 0), len(s.Text))
	line = sort.SearchInts(s.lines, offset+1)
	from := mark{offset: s.lines[line-1]}
	if i := sort.Search(len(s.marks), func(i int) bool { return s.marks[i].offset > offset }); i > 0 && s.marks[i-1].offset > from.offset {
		from = s.marks[i-1]
	}
	return line, from.runes + utf8.RuneCountInString(s.Text[from.offset:offset]) + 1
}

// Place returns the line of an offset as whoever wrote the text counts: in its file, whose
// name is "" where there is one only.
func (s *Source) Place(offset int) (file string, line int) {
	line, _ = s.Position(offset)
	for i := len(s.Files) - 1; i >= 0; i-- {
		if f := &s.Files[i]; f.Start <= offset {
			first, _ := s.Position(f.Text)
			if len(s.Files) > 1 {
				file = f.Name
			}
			return file, max(line-first+1, 1)
		}
	}
	return "", line
}

// Line returns the text of a line (counted from 1) without its line break, and
// the offset at which it starts.
func (s *Source) Line(line int) (text string, start int) {
	s.index()
	if line < 1 || line > len(s.lines) {
		return "", len(s.Text)
	}
	start = s.lines[line-1]
	end := len(s.Text)
	if line < len(s.lines) {
		end = s.lines[line] - 1
	}
	if end > start && s.Text[end-1] == '\r' {
		end--
	}
	return s.Text[start:end], start
}

// Severity says how much a diagnostic weighs.
type Severity uint8

// From the heaviest to the lightest.
const (
	Refused   Severity = iota // the server refuses the statement
	Warning                   // the server accepts it and sends a warning
	Advice                    // no server says so, but the design will hurt
	Note                      // worth knowing
	NotJudged                 // this statement is not judged yet
)

// Kind is the class of a server's error, as the native protocol names it.
type Kind uint8

// The error kinds with their native-protocol codes.
const (
	NoKind       Kind = iota
	Syntax            // 0x2000
	Unauthorized      // 0x2100
	Invalid           // 0x2200
	Config            // 0x2300
	Exists            // 0x2400
	Function          // 0x1400
	ReadFail          // 0x1300
	WriteFail         // 0x1500
	Server            // 0x0000
)

var kindNames = [...]string{"", "syntax", "unauthorized", "invalid", "config", "exists", "function", "readfail", "writefail", "server"}

func (k Kind) String() string { return kindNames[k] }

// An Edit replaces a span by a text.
type Edit struct {
	Span
	Text string
}

// A Fix is a change that repairs what a diagnostic names. Its edits do not
// overlap and are in the order of the text.
type Fix struct {
	Title string
	Edits []Edit
	Makes string // the CREATE statement among what it adds, "" for none
	Costs string // what whoever takes it pays from then on, or is refused next, in sentences
}

// Apply returns the text with the fix carried out. Edits that lie outside the
// text are ignored.
func (f Fix) Apply(text string) string {
	var out []byte
	at := 0
	for _, e := range f.Edits {
		if e.Start < at || e.End < e.Start || e.End > len(text) {
			continue
		}
		out = append(out, text[at:e.Start]...)
		out = append(out, e.Text...)
		at = e.End
	}
	return string(append(out, text[at:]...))
}

// KeepApart puts spaces where a word of the fix would run into one of the text: the
// grammar lets KEYSPACE"ks" stand without one, but not KEYSPACEIF NOT EXISTS"ks".
func (f Fix) KeepApart(text string) {
	letter := func(c byte) bool { return 'a' <= c|' ' && c|' ' <= 'z' || c == '_' }
	for i := range f.Edits {
		e := &f.Edits[i]
		if e.Text == "" || e.Start < 0 || e.End < e.Start || e.End > len(text) {
			continue
		}
		first, last := e.Text[0], e.Text[len(e.Text)-1]
		if e.Start > 0 && letter(text[e.Start-1]) && letter(first) {
			e.Text = " " + e.Text
		}
		if e.End < len(text) && letter(text[e.End]) && letter(last) {
			e.Text += " "
		}
	}
}

// A Related place adds to a diagnostic: where the other half of it stands.
type Related struct {
	Span
	Text  string
	Wrong bool // it is a mistake of its own, and would be refused next
}

// A Diagnostic is one thing to say about one place.
type Diagnostic struct {
	Severity Severity
	Kind     Kind   // of a refusal
	Rule     string // id such as "W-10"; "" where no rule has one yet
	Message  string // the server's words where it has some; else ours
	Late     bool   // PREPARE takes the statement, and says nothing: it is refused, or warned of, each time it runs
	Ours     bool   // the message is not the server's, which says the same less clearly: of a syntax error
	Span            // the place; Start is the place the server names where it names one
	Hint     string // for syntax errors: what was expected, in clearer words than the server's
	Why      string // the reason, for a learner
	Instead  string // what to write, in words
	Fixes    []Fix
	Related  []Related
	// About is what its raiser knew of it, for whoever repairs it: a part of the
	// syntax tree, or a value of a type that the raiser's package has for it. nil
	// where the place says all.
	About any
}

// Here is what is said of the place of a slip, where that stands before the place that the
// server names.
const Here = "here"

// Slip is the place to mark: what has to be changed where that is known, else the place that
// the server names.
func (d *Diagnostic) Slip() Span {
	if d.Kind == Syntax && len(d.Related) > 0 && d.Related[0].Text == Here {
		return d.Related[0].Span
	}
	return d.Span
}

// On notes what the diagnostic is about, and returns it.
func (d *Diagnostic) On(about any) *Diagnostic {
	d.About = about
	return d
}

// In gives the diagnostic, nil for none, a place if it has no narrower one, and
// returns it.
func (d *Diagnostic) In(place Span) *Diagnostic {
	if d != nil && d.Span == (Span{}) {
		d.Span = place
	}
	return d
}

// Say notes what to write instead, and returns the diagnostic.
func (d *Diagnostic) Say(instead string) *Diagnostic {
	d.Instead = instead
	return d
}

// Moved is the diagnostic of a text with so many bytes more before all of its places.
func (d Diagnostic) Moved(by int) Diagnostic {
	move := func(s *Span) { s.Start, s.End = s.Start+by, s.End+by }
	move(&d.Span)
	d.Fixes, d.Related = slices.Clone(d.Fixes), slices.Clone(d.Related)
	for i := range d.Fixes {
		edits := slices.Clone(d.Fixes[i].Edits)
		for k := range edits {
			move(&edits[k].Span)
		}
		d.Fixes[i].Edits = edits
	}
	for i := range d.Related {
		move(&d.Related[i].Span)
	}
	return d
}

// Size is how many bytes there are to say.
func (d *Diagnostic) Size() int {
	n := len(d.Message) + len(d.Hint) + len(d.Why) + len(d.Instead)
	for i := range d.Fixes {
		n += len(d.Fixes[i].Title)
		for k := range d.Fixes[i].Edits {
			n += len(d.Fixes[i].Edits[k].Text)
		}
	}
	return n
}

// Brief is the diagnostic as it is shown, where a name may have 60,000 letters: see
// [Brief]. What its fixes write stays as it is.
func (d Diagnostic) Brief() Diagnostic {
	d.Message, d.Hint, d.Why, d.Instead = Brief(d.Message), Brief(d.Hint), Brief(d.Why), Brief(d.Instead)
	for i, f := range d.Fixes {
		if title, costs := Brief(f.Title), Brief(f.Costs); title != f.Title || costs != f.Costs {
			d.Fixes = slices.Clone(d.Fixes)
			d.Fixes[i].Title, d.Fixes[i].Costs = title, costs
		}
	}
	for i, r := range d.Related {
		if text := Brief(r.Text); text != r.Text {
			d.Related = slices.Clone(d.Related)
			d.Related[i].Text = text
		}
	}
	return d
}

// How many bytes of a word and of a text are shown.
const (
	mostOfWord = 300
	mostOfText = 8000
)

// Brief is a text as it is shown: of a long word its ends, of a long text its beginning.
func Brief(s string) string {
	if len(s) <= mostOfWord {
		return s
	}
	var out []byte
	kept, word := 0, 0 // where what is not in out yet begins, and where the word does
	for i := 0; i <= len(s); i++ {
		if i < len(s) && s[i] > ' ' {
			continue
		}
		if i-word > mostOfWord {
			out = append(append(out, s[kept:whole(s, word+mostOfWord*3/4)]...), "…"...)
			kept = whole(s, i-mostOfWord/4)
		}
		if word = i + 1; len(out)+i-kept > mostOfText {
			return string(append(append(out, s[kept:whole(s, max(kept, i-(len(out)+i-kept-mostOfText)))]...), "…"...))
		}
	}
	if out == nil {
		return s
	}
	return string(append(out, s[kept:]...))
}

// whole is where the character begins that the byte i is part of.
func whole(s string, i int) int {
	for n := 1; n < utf8.UTFMax && 0 < i && i < len(s) && !utf8.RuneStart(s[i]); n++ {
		i--
	}
	return i
}
