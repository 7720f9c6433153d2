package exercisebook

import (
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/workload"
)

// The text form has lines `name = value`, then sections. A section begins with a
// line that holds one of these words, what the word speaks of, and a colon.
var sectionWords = [...]string{
	"prompt", "given", "start", "rows", "question", "workload", "must", "options", "categories", "items",
	"model", "also", "wrong", "hint", "after", "teach", "proof",
}

// A Text is a piece of an exercise's text and its place in the whole.
type Text struct {
	diag.Span
	Text string
}

// A section is one of them.
type section struct {
	word string
	head Text // the whole line
	arg  Text // between the word and the colon
	body Text // without empty lines at its ends
}

// bound reports whether a section is said only where a predicate holds.
func (s *section) bound() bool { return s.word == "after" && s.arg.Len() > 0 }

// A reader takes an exercise's text apart and notes what is wrong with it.
type reader struct {
	src      string
	lines    []line // before the first section
	sections []section
	broken   map[string]bool // first words of lines that could not be read
	diags    []diag.Diagnostic
}

// A line is `name = value`.
type line struct{ name, value Text }

func (r *reader) wrong(at diag.Span, message, why, instead string) {
	for _, d := range r.diags {
		if d.Span == at && d.Message == message {
			return
		}
	}
	r.diags = append(r.diags, diag.Diagnostic{Severity: diag.Refused, Message: message, Span: at, Why: why, Instead: instead})
}

// text is a stretch of the source without spaces and empty lines at its ends.
func (r *reader) text(start, end int) Text {
	for start < end && strings.IndexByte(" \t\r\n", r.src[start]) >= 0 {
		start++
	}
	for start < end && strings.IndexByte(" \t\r\n", r.src[end-1]) >= 0 {
		end--
	}
	return Text{diag.Span{Start: start, End: end}, r.src[start:end]}
}

// part is a stretch of a text, from and to counted from its beginning.
func (r *reader) part(t Text, from, to int) Text { return r.text(t.Start+from, t.Start+to) }

// split cuts a text at a separator outside of quotes and parentheses.
func (r *reader) split(t Text, separator byte) (out []Text) {
	from := 0
	for i := 0; i <= len(t.Text); i++ {
		if i == len(t.Text) || t.Text[i] == separator {
			if p := r.part(t, from, i); p.Len() > 0 || separator == '|' {
				out = append(out, p)
			}
			from = i + 1
			continue
		}
		i = closing(t.Text, i, separator)
	}
	return out
}

// closing is where a quotation or a parenthesis that begins at i ends: i itself
// where none begins, or where it is never closed.
func closing(s string, i int, before byte) int {
	switch c := s[i]; c {
	case '\'', '"':
		if n := strings.IndexByte(s[i+1:], c); n >= 0 && (c == '"' || !strings.ContainsRune(s[i+1:i+1+n], rune(before))) {
			return i + 1 + n
		}
	case '(', '{', '[':
		depth := 0
		for j := i; j < len(s); j++ {
			if strings.IndexByte("({[", s[j]) >= 0 {
				depth++
			} else if strings.IndexByte(")}]", s[j]) >= 0 {
				if depth--; depth == 0 {
					return j
				}
			}
		}
	}
	return i
}

// each calls f with every line of a text that holds something, without comments.
func (r *reader) each(t Text, f func(l Text, indented bool)) {
	for start := t.Start; start < t.End; {
		end := start + strings.IndexByte(r.src[start:t.End]+"\n", '\n')
		if l := r.text(start, end); l.Len() > 0 && l.Text[0] != '#' {
			f(l, l.Start > start && start > t.Start)
		}
		start = end + 1
	}
}

// sectionHead reads a line as the head of a section.
func (r *reader) sectionHead(l Text) (s section, ok bool) {
	body, colon := strings.CutSuffix(l.Text, ":")
	if !colon {
		return s, false
	}
	word, arg, has := strings.Cut(body, " ")
	for _, w := range sectionWords {
		if w != word {
			continue
		}
		s = section{word: word, head: l}
		s.arg = r.part(l, len(body)-len(arg), len(body))
		switch word {
		case "also", "wrong", "after":
			return s, true
		case "rows", "question", "workload", "must":
			return s, !strings.ContainsAny(strings.TrimPrefix(s.arg.Text, "of "), " ,") || word == "rows" && strings.Contains(arg, " of ")
		}
		return s, !has
	}
	return s, false
}

// read finds lines and sections.
func (r *reader) read() {
	open := -1 // where the body of the last section begins
	close := func(end int) {
		if open >= 0 {
			r.sections[len(r.sections)-1].body = r.text(open, end)
		}
	}
	for start := 0; start < len(r.src); {
		end := start + strings.IndexByte(r.src[start:]+"\n", '\n')
		l := r.text(start, end)
		switch s, ok := r.sectionHead(l); {
		case l.Start > start: // indented: no head
		case ok:
			close(start)
			r.sections = append(r.sections, s)
			open = min(end+1, len(r.src))
			start = end + 1
			continue
		case l.Len() > 1 && strings.HasSuffix(l.Text, ":") && isName(l.Text[:l.Len()-1]):
			if near := workload.Nearest(l.Text[:l.Len()-1], sectionWords[:]); near != "" || open < 0 {
				r.wrong(l.Span, "there is no section "+l.Text, "A section begins with a word and a colon on a line of their own.", suggest(l.Text[:l.Len()-1], sectionWords[:], "the sections are "))
			}
		}
		if open < 0 && l.Len() > 0 && l.Text[0] != '#' {
			if name, _, ok := strings.Cut(l.Text, "="); ok {
				r.lines = append(r.lines, line{r.part(l, 0, len(name)), r.part(l, len(name)+1, l.Len())})
			} else if word, _, _ := strings.Cut(l.Text, " "); !strings.HasSuffix(l.Text, ":") {
				if r.broken == nil {
					r.broken = map[string]bool{}
				}
				r.broken[word] = true
				r.wrong(l.Span, "this line has no =", "Before the first section there are only lines `name = value`.", "write name = value, or prompt: before the question")
			}
		}
		start = end + 1
	}
	close(len(r.src))
}

// isName holds for what can be a name: letters, digits, _ and -.
func isName(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !('a' <= c|0x20 && c|0x20 <= 'z' || i > 0 && ('0' <= c && c <= '9' || c == '_' || c == '-')) {
			return false
		}
	}
	return s != ""
}
