package lsp

import (
	"sort"
	"strings"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/wire"
)

// A ruler measures a text as the protocol does: in lines, and in UTF-16 units behind
// their starts.
type ruler struct {
	*wire.Ruler
	text  string
	lines []int // where each begins
}

func newRuler(text string) *ruler {
	r := &ruler{Ruler: wire.NewRuler(text), text: text, lines: []int{0}}
	for i, c := range text {
		if c == '\n' || c == '\r' && !strings.HasPrefix(text[i+1:], "\n") {
			r.lines = append(r.lines, i+1)
		}
	}
	return r
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
	return min(r.Byte(r.Units(r.lines[line])+int(p.Character)), r.end(line))
}

// position is where a byte stands.
func (r *ruler) position(offset int) protocol.Position {
	offset = min(max(offset, 0), len(r.text))
	line := sort.SearchInts(r.lines, offset+1) - 1
	return protocol.Position{Line: uint32(line), Character: uint32(r.Units(min(offset, r.end(line))) - r.Units(r.lines[line]))}
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
