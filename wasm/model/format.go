package model

import (
	"slices"
	"strings"

	"partitionlab/wasm/diag"
)

// Format lays a model out: one empty line between blocks, names and types below each
// other, one space where one is enough. Comments stay; so does what cannot be read.
func Format(text string) string {
	f := &formatter{}
	for _, l := range strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n") {
		f.line(strings.TrimRight(l, " \t\r"))
	}
	f.flush()
	out := strings.TrimRight(f.out.String(), "\n")
	if out == "" {
		return ""
	}
	return out + "\n"
}

type formatter struct {
	out    strings.Builder
	block  []laid // lines of the open block, the first line first
	kind   string // word that opened it
	empty  bool   // an empty line came last
	tall   bool   // the block before had lines of its own
	before string // its kind
}

// A laid line is a line in its parts; those of attributes are set below each other.
type laid struct {
	indent, gap bool // gap: an empty line stands before it
	text        string
	name, rest  string // of an attribute
	comment     string
}

func (f *formatter) line(l string) {
	body := strings.TrimLeft(l, " \t\r")
	if body == "" {
		f.empty = true
		return
	}
	text, comment := body, ""
	for i := range body {
		if (body[i] == '#' || strings.HasPrefix(body[i:], "--")) && (i == 0 || body[i-1] == ' ' || body[i-1] == '\t') {
			text, comment = strings.TrimRight(body[:i], " \t\r"), body[i:]
			break
		}
	}
	indented := l[0] == ' ' || l[0] == '\t' || l[0] == '\r'
	n := 0
	for n < len(text) && isWord(text[n]) {
		n++
	}
	word := text[:n]
	opens := !indented && slices.Contains(blockWords, strings.ToLower(word))
	switch {
	case text == "" && (!indented || f.kind == ""): // a comment at the margin belongs to what follows
		f.flush()
		f.block = append(f.block, laid{comment: comment, gap: f.empty})
		f.kind = ""
	case opens:
		if f.kind != "" {
			f.flush()
		}
		f.kind = strings.ToLower(word)
		f.block = append(f.block, laid{text: header(f.kind, text), comment: comment, gap: f.empty})
	default:
		l := bodyLine(f.kind, text, comment)
		if f.kind == "" { // it belongs to no block: left where it is
			l.indent = indented
		}
		f.block = append(f.block, l)
	}
	f.empty = false
}

// flush writes the open block.
func (f *formatter) flush() {
	if len(f.block) == 0 {
		return
	}
	width := 0
	tall := false
	for _, l := range f.block {
		width = max(width, len([]rune(l.name)))
		tall = tall || l.indent
	}
	if f.out.Len() > 0 {
		apart := f.kind != f.before || (tall || f.tall) && f.kind != "relate" && f.kind != "table"
		switch {
		case f.kind == "" || f.before == "", f.before == "model" && f.kind == "horizon":
			apart = f.tall // comments stand where their author put them
		}
		if f.block[0].gap || apart {
			f.out.WriteByte('\n')
		}
	}
	for _, l := range f.block {
		if l.indent {
			f.out.WriteString("  ")
		}
		s := l.text
		if l.name != "" {
			s = l.name + strings.Repeat(" ", width-len([]rune(l.name))+2) + l.rest
		}
		if s != "" && l.comment != "" {
			s += "  "
		}
		f.out.WriteString(strings.TrimRight(s+l.comment, " ") + "\n")
	}
	f.before, f.tall, f.block = f.kind, tall, nil
}

// comments reports whether a text has a comment, which laying out must not make.
func comments(text string) bool {
	for _, mark := range []string{" #", "\t#", " --", "\t--"} {
		if strings.Contains(text, mark) {
			return true
		}
	}
	return strings.HasPrefix(text, "#") || strings.HasPrefix(text, "--")
}

// header lays out the first line of a block.
func header(kind, text string) string {
	if s := laidHeader(kind, text); !comments(s) {
		return s
	}
	return text
}

func laidHeader(kind, text string) string {
	switch kind {
	case "screen", "question", "horizon":
		return spaces(text)
	case "relate":
		text = spaces(text)
		colon := strings.IndexByte(text, ':')
		if colon < 0 {
			return text
		}
		left, right := strings.TrimSpace(text[:colon]), strings.TrimSpace(text[colon+1:])
		// The amount begins behind the last word that is none.
		words := strings.Fields(left)
		n := len(words)
		for i, w := range words {
			if i > 2 && (w[0] >= '0' && w[0] <= '9' || w[0] == '(' || w[0] == '*' || i == len(words)-1 && (w == "n" || w == "m")) {
				n = i
				break
			}
		}
		return strings.TrimRight(strings.Join(words[:n], " ")+"  "+strings.Join(words[n:], " ")+" : "+right, " ")
	}
	return commas(text)
}

// bodyLine lays out a line of a block.
func bodyLine(kind, text, comment string) laid {
	l := laidLine(kind, text, comment)
	if comments(l.text) || comments(l.rest) {
		return laid{indent: l.indent, text: text, comment: comment}
	}
	return l
}

func laidLine(kind, text, comment string) laid {
	l := laid{indent: true, text: commas(text), comment: comment}
	switch kind {
	case "entity", "type", "relate":
		src := diag.NewSource("", text)
		c := &cursor{&parser{text: text, m: &Model{Source: src}}, 0, len(text)}
		name := c.word()
		at := c.typeSpan()
		if name.Text == "" || at.Len() == 0 {
			return l
		}
		words := strings.Fields(commas(strings.TrimLeft(text[c.at:], ", \t\r")))
		n := slices.IndexFunc(words, func(w string) bool { return slices.Contains(attributeWords, strings.TrimRight(w, ",")) })
		if n < 0 {
			n = len(words)
		}
		l.name, l.rest = name.Text, commas(text[at.Start:at.End])
		if n > 0 {
			l.rest += " " + strings.TrimRight(strings.Join(words[:n], " "), ",")
		}
		if n < len(words) {
			l.rest += "  " + strings.Join(words[n:], " ")
		}
	case "question", "table":
		word, rest, _ := strings.Cut(l.text, " ")
		l.text = word
		if rest != "" {
			l.text += strings.Repeat(" ", max(7-len(word), 1)) + rest
		}
	}
	return l
}

// commas puts one space behind each comma and none before, and one between words.
func commas(s string) string {
	var b strings.Builder
	space := false
	for _, r := range s {
		switch {
		case r == ' ' || r == '\t' || r == '\r':
			space = true
			continue
		case r == ',':
		default:
			if space && b.Len() > 0 {
				b.WriteByte(' ')
			}
		}
		b.WriteRune(r)
		space = r == ','
	}
	return b.String()
}
