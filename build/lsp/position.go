package lsp

import (
	"sort"
	"strings"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"partitionlab/wasm/diag"
)

// A ruler measures a text as the protocol does: in lines, and in UTF-16 units behind
// their starts.
type ruler struct {
	text  string
	lines []int // where each begins
	marks []mark
}

// A mark says how many units lie before a byte. There is one each stride bytes, so that
// nobody counts a long line from its start: a line can be all of a text.
type mark struct{ at, units int }

const stride = 1024

func newRuler(text string) *ruler {
	r := &ruler{text: text, lines: []int{0}, marks: make([]mark, 0, 1+len(text)/stride)}
	units := 0
	for i, c := range text {
		if i >= len(r.marks)*stride {
			r.marks = append(r.marks, mark{i, units})
		}
		if units++; c > 0xFFFF {
			units++
		}
		if c == '\n' || c == '\r' && !strings.HasPrefix(text[i+1:], "\n") {
			r.lines = append(r.lines, i+1)
		}
	}
	return r
}

// units is how many lie before a byte.
func (r *ruler) units(offset int) int {
	at, units := 0, 0
	if i := sort.Search(len(r.marks), func(i int) bool { return r.marks[i].at > offset }); i > 0 {
		at, units = r.marks[i-1].at, r.marks[i-1].units
	}
	for at < offset {
		c, size := utf8.DecodeRuneInString(r.text[at:])
		if units++; c > 0xFFFF {
			units++
		}
		at += size
	}
	return units
}

// end is where a line ends, without its line break.
func (r *ruler) end(line int) int {
	if line+1 >= len(r.lines) {
		return len(r.text)
	}
	start := r.lines[line]
	return start + len(strings.TrimRight(r.text[start:r.lines[line+1]], "\r\n"))
}

// offset is the byte at a position. What lies behind the end of a line is its end, and
// what lies behind the last line the end of the text, as the protocol has it.
func (r *ruler) offset(p protocol.Position) int {
	if uint64(p.Line) >= uint64(len(r.lines)) {
		return len(r.text)
	}
	line := int(p.Line)
	at, end := r.lines[line], r.end(line)
	for units := uint32(0); at < end && units < p.Character; {
		c, size := utf8.DecodeRuneInString(r.text[at:end])
		if units++; c > 0xFFFF {
			units++
		}
		at += size
	}
	return at
}

// position is where a byte stands.
func (r *ruler) position(offset int) protocol.Position {
	offset = min(max(offset, 0), len(r.text))
	line := sort.SearchInts(r.lines, offset+1) - 1
	return protocol.Position{Line: uint32(line), Character: uint32(r.units(min(offset, r.end(line))) - r.units(r.lines[line]))}
}

func (r *ruler) spanned(s diag.Span) protocol.Range {
	return protocol.Range{Start: r.position(s.Start), End: r.position(max(s.End, s.Start))}
}

// shown is the range of a finding, for an editor to underline.
func (r *ruler) shown(s diag.Span) protocol.Range { return r.spanned(r.wide(s)) }

// wide is the place of a finding: at least a character.
func (r *ruler) wide(s diag.Span) diag.Span {
	if s.End <= s.Start {
		switch start := min(max(s.Start, 0), len(r.text)); {
		case start < len(r.text) && r.text[start] != '\n' && r.text[start] != '\r':
			_, size := utf8.DecodeRuneInString(r.text[start:])
			s = diag.Span{Start: start, End: start + size}
		case start > 0:
			_, size := utf8.DecodeLastRuneInString(r.text[:start])
			s = diag.Span{Start: start - size, End: start}
		}
	}
	return s
}
