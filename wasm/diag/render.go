// Diagnostics as text, for terminals and tests: the message, the place with its
// line of source, the reason, and what to write instead.

package diag

import (
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// tabWidth is how many columns a tab takes at most in rendered source.
const tabWidth = 4

// maxWidth is how many columns of a source line are shown; of a longer one the
// part around the place.
const maxWidth = 100

var severityNames = [...]string{"refused", "warning", "advice", "note", "not judged"}

func (s Severity) String() string { return severityNames[s] }

// Render returns diagnostics as text in the order of the source, each like
//
//	refused (syntax): Cassandra cannot read this: the condition ends with AND, but no condition follows
//	 --> hotel.cql:3:27
//	  |
//	3 | SELECT * FROM t WHERE k = 1 AND
//	  |                                ^ a column
//	  = why: …
//	  = instead: …
//	  = fix: remove AND
//	  |
//	3 | SELECT * FROM t WHERE k = 1
//	  = rule SYN-06
//
// Lines and columns count from 1, columns in code points.
func Render(src *Source, list []Diagnostic) string { return Style{}.Render(src, list) }

// OurWords stands before the message of a refusal that is not in the server's words.
const OurWords = "Cassandra cannot read this"

// A Style is how diagnostics are rendered. The zero Style is plain text.
type Style struct {
	Color bool                     // with the colors of a terminal
	Link  func(rule string) string // address of a rule's page; "" for none
}

// Render returns diagnostics as Render does, in the style.
func (style Style) Render(src *Source, list []Diagnostic) string {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return list[order[i]].Start < list[order[j]].Start })
	r := renderer{Style: style, src: src}
	for i, n := range order {
		if i > 0 {
			r.WriteByte('\n')
		}
		r.diagnostic(&list[n])
	}
	return r.String()
}

type renderer struct {
	strings.Builder
	Style
	src    *Source
	margin int   // width of the line numbers
	color  color // of the diagnostic
}

func (r *renderer) put(parts ...string) {
	for _, s := range parts {
		r.WriteString(Printable(s))
	}
}

// blank is what lies between the last thing in a text and its end.
const blank = " \t\r\n"

// A color is how a terminal writes what follows.
type color string

const (
	plain  color = "\x1b[0m"
	bold   color = "\x1b[1m"
	red    color = "\x1b[1;31m"
	yellow color = "\x1b[1;33m"
	blue   color = "\x1b[34m"
	cyan   color = "\x1b[1;36m"
)

// paint writes what follows in a color.
func (r *renderer) paint(c color) {
	if r.Color {
		r.WriteString(string(c))
	}
}

var severityColors = [...]color{Refused: red, Warning: yellow, Advice: cyan, Note: cyan, NotJudged: yellow}

func (r *renderer) diagnostic(d *Diagnostic) {
	brief := d.Brief()
	d = &brief
	r.color = severityColors[d.Severity]
	r.paint(r.color)
	r.put(d.Severity.String())
	if d.Kind != NoKind {
		r.put(" (", d.Kind.String(), ")")
	}
	r.paint(bold)
	r.put(": ")
	if d.Ours {
		r.put(OurWords, ": ")
	}
	r.put(strings.ReplaceAll(d.Message, "\n", "\n  "))
	r.paint(plain)
	r.put("\n")
	if d.Span == (Span{}) && r.src.Text == "" {
		r.trailer(d)
		return
	}
	at := d.Span
	// The end of the text is shown behind the last thing in it.
	if strings.TrimLeft(r.src.Text[min(max(at.Start, 0), len(r.src.Text)):], blank) == "" {
		if n := len(strings.TrimRight(r.src.Text, blank)); at.Start > n {
			at = Span{n, n}
		}
	}
	line, column := r.src.Position(at.Start)
	last := line
	for _, rel := range d.Related {
		n, _ := r.src.Position(rel.Start)
		last = max(last, n)
	}
	r.margin = len(strconv.Itoa(max(line, last)))
	r.paint(blue)
	r.put(r.indent(), "--> ")
	r.paint(plain)
	r.put(r.place(line, column), "\n")
	r.bar(0, "")
	r.excerpt(at, '^', d.Hint, 0)
	for _, rel := range d.Related {
		r.excerpt(rel.Span, '-', rel.Text, line)
	}
	r.trailer(d)
}

func (r *renderer) place(line, column int) string {
	at := strconv.Itoa(line) + ":" + strconv.Itoa(column)
	if r.src.Name != "" {
		at = OnOneLine(r.src.Name) + ":" + at
	}
	return at
}

func (r *renderer) indent() string { return strings.Repeat(" ", r.margin) }

// bar writes a line of the gutter without a number, and a mark behind so many spaces.
func (r *renderer) bar(left int, mark string) {
	r.paint(blue)
	r.put(r.indent(), " |")
	if mark != "" {
		r.paint(r.color)
		r.put(strings.Repeat(" ", left+1), strings.TrimRight(mark, " "))
	}
	r.paint(plain)
	r.put("\n")
}

// line writes a line of source behind its number.
func (r *renderer) line(number int, text string) {
	n := strconv.Itoa(number)
	r.paint(blue)
	r.put(strings.Repeat(" ", max(r.margin-len(n), 0)), n, " |")
	r.paint(plain)
	r.put(strings.TrimRight(" "+text, " "), "\n")
}

// excerpt writes the line of a place and a mark under it. A line that is shown
// whole already is not shown again.
func (r *renderer) excerpt(s Span, mark rune, text string, shown int) {
	line, _ := r.src.Position(s.Start)
	source, start := r.src.Line(line)
	from := min(max(s.Start-start, 0), len(source))
	to := min(max(s.End-start, from), len(source))
	prefix, source, from, to := window(source, from, to)
	if line != shown || prefix != "" || strings.HasSuffix(source, "…") {
		r.line(line, prefix+expand(source))
	}
	left := width(prefix) + width(expand(source[:from]))
	length := max(width(expand(source[:to]))-width(expand(source[:from])), 1)
	under := strings.Repeat(string(mark), length)
	if text != "" {
		under += " " + text
	}
	r.bar(left, under)
}

// window cuts a long line down to the part around a place. It returns what
// stands for the part cut off at the left.
func window(line string, from, to int) (prefix, cut string, start, end int) {
	if len(line) <= 16*maxWidth && width(expand(line)) <= maxWidth {
		return "", line, from, to
	}
	columns := func(c rune) int { // at most
		if c == '\t' {
			return tabWidth
		}
		return max(width(visible(c)), 1)
	}
	left := from
	for n := 0; left > 0 && n < maxWidth/2; {
		c, size := utf8.DecodeLastRuneInString(line[:left])
		left -= size
		n += columns(c)
	}
	right := left
	for n := 0; right < len(line) && n < maxWidth; {
		c, size := utf8.DecodeRuneInString(line[right:])
		right += size
		n += columns(c)
	}
	if left > 0 {
		prefix = "…"
	}
	cut = line[left:right]
	start, end = from-left, min(to, right)-left
	if right < len(line) {
		cut += "…"
	}
	return prefix, cut, start, end
}

// OnOneLine is a name as a message has it: whoever reads lines, as CI does, takes the next one for
// a message of its own.
func OnOneLine(name string) string { return strings.ReplaceAll(name, "\n", `\n`) }

// Printable writes out what a terminal obeys instead of showing it: control characters
// but for tabs and ends of lines, and marks that turn the direction of text, as \u001b;
// bytes that are no UTF-8 as \x9b.
func Printable(s string) string {
	i := 0
	for i < len(s) && (' ' <= s[i] && s[i] < 0x7f || s[i] == '\n' || s[i] == '\t') {
		i++
	}
	if i == len(s) || strings.IndexFunc(s[i:], isCommand) < 0 && utf8.ValidString(s[i:]) {
		return s
	}
	var b strings.Builder
	b.WriteString(s[:i])
	for i < len(s) {
		c, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case c == utf8.RuneError && size == 1:
			b.WriteString(`\x`)
			b.Write(AppendHex(nil, int64(s[i]), 2))
		case isCommand(c):
			b.WriteString(`\u`)
			b.Write(AppendHex(nil, int64(c), 4))
		default:
			b.WriteString(s[i : i+size])
		}
		i += size
	}
	return b.String()
}

// isCommand reports whether a terminal does something else with c than show it.
func isCommand(c rune) bool {
	switch {
	case c == '\n', c == '\t':
		return false
	case c < 0xa0:
		return unicode.IsControl(c)
	}
	return c == 0x61c || c == 0x200e || c == 0x200f || 0x2028 <= c && c <= 0x202e || 0x2066 <= c && c <= 0x2069
}

// AppendHex appends a number in hexadecimal, with so many digits.
func AppendHex(b []byte, n int64, digits int) []byte {
	for ; digits > 0; digits-- {
		b = append(b, "0123456789abcdef"[n>>(4*(digits-1))&15])
	}
	return b
}

// visible is a character as an excerpt shows it, tabs excepted: a picture for each of
// the old control characters.
func visible(c rune) string {
	if c < ' ' {
		return string('\u2400' + c)
	}
	return Printable(string(c))
}

// expand replaces tabs by spaces and makes what cannot be seen visible.
func expand(s string) string {
	if strings.IndexFunc(s, func(c rune) bool { return c == '\t' || isCommand(c) }) < 0 && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	column := 0
	for _, c := range s {
		text := visible(c)
		if c == '\t' {
			text = strings.Repeat(" ", tabWidth-column%tabWidth)
		}
		b.WriteString(text)
		column += width(text)
	}
	return b.String()
}

func width(s string) int {
	n := 0
	for _, c := range s {
		n += runeWidth(c)
	}
	return n
}

// Joins reports whether a character stands on, or together with, the one before it.
func Joins(c rune) bool {
	return c >= 0x300 && (unicode.In(c, unicode.Mn, unicode.Me) || c == 0x200D || 0xFE00 <= c && c <= 0xFE0F)
}

// runeWidth is how many columns of a terminal a character takes: two for East
// Asian wide characters and emoji, none for combining marks.
func runeWidth(c rune) int {
	switch {
	case c < 0x300:
		return 1
	case Joins(c), c == 0x200B:
		return 0
	case 0x1100 <= c && c <= 0x115F, 0x2E80 <= c && c <= 0xA4CF, 0xAC00 <= c && c <= 0xD7A3, 0xF900 <= c && c <= 0xFAFF,
		0xFE30 <= c && c <= 0xFE6F, 0xFF00 <= c && c <= 0xFF60, 0xFFE0 <= c && c <= 0xFFE6, 0x1F300 <= c && c <= 0x1F64F,
		0x1F900 <= c && c <= 0x1F9FF, 0x20000 <= c && c <= 0x3FFFD:
		return 2
	}
	return 1
}

// trailer writes what follows the source: reason, advice, fixes, rule.
func (r *renderer) trailer(d *Diagnostic) {
	note := func(label, text string) {
		if text != "" {
			pad := "\n" + r.indent() + "   " + strings.Repeat(" ", len(label)+2)
			r.put(r.indent(), " = ", label, ": ", strings.ReplaceAll(text, "\n", pad), "\n")
		}
	}
	note("why", d.Why)
	note("instead", d.Instead)
	for _, f := range d.Fixes {
		note("fix", f.Title)
		r.fix(f)
		note("costs", f.Costs)
	}
	if d.Rule != "" {
		r.put(r.indent(), " = rule ", d.Rule)
		if r.Link != nil {
			if address := r.Link(d.Rule); address != "" {
				r.put(": ", address)
			}
		}
		r.put("\n")
	}
}

// fix writes the first line that a fix changes as it will be: of a long line, what window
// leaves of it, and more.
func (r *renderer) fix(f Fix) {
	if len(f.Edits) == 0 {
		return
	}
	const far = 16 * maxWidth
	first := min(max(f.Edits[0].Start, 0), len(r.src.Text))
	line, _ := r.src.Position(first)
	was, start := r.src.Line(line)
	from := max(start, whole(r.src.Text, first-far))
	text := make([]byte, 0, 2*far)
	text = append(text, r.src.Text[from:first]...)
	at, cut := first, false // cut: text is not all of the line
	keep := func(s string) {
		if len(s) > far {
			s, cut = s[:far], true
		}
		text = append(text, s...)
	}
	for _, e := range f.Edits {
		if e.Start < at || e.End < e.Start || e.End > len(r.src.Text) {
			continue
		}
		// Only the lines that the first edits touch: a script may have many megabytes.
		if cut || len(text) > 2*far || e.Start-at > far || strings.IndexByte(r.src.Text[at:e.Start], '\n') >= 0 {
			break
		}
		text = append(text, r.src.Text[at:e.Start]...)
		keep(e.Text)
		at = e.End
	}
	rest := r.src.Text[at:min(at+far+1, len(r.src.Text))]
	if n := strings.IndexByte(rest, '\n'); n >= 0 {
		rest = rest[:n]
	}
	keep(rest)
	shown, _, ended := strings.Cut(string(text), "\n")
	shown = strings.TrimSuffix(shown, "\r")
	if was = was[from-start:]; shown == was || cut && !ended && strings.HasPrefix(was, shown) {
		return
	}
	first = min(first-from, len(shown))
	prefix, shown, _, _ := window(shown, first, first)
	r.line(line, prefix+expand(shown))
}
