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
}

func newRuler(text string) *ruler {
	r := &ruler{text: text, lines: []int{0}}
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\r':
			if i+1 < len(text) && text[i+1] == '\n' {
				i++
			}
			r.lines = append(r.lines, i+1)
		case '\n':
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
	at, units := r.lines[line], uint32(0)
	for offset = min(offset, r.end(line)); at < offset; {
		c, size := utf8.DecodeRuneInString(r.text[at:])
		if units++; c > 0xFFFF {
			units++
		}
		at += size
	}
	return protocol.Position{Line: uint32(line), Character: units}
}

func (r *ruler) spanned(s diag.Span) protocol.Range {
	return protocol.Range{Start: r.position(s.Start), End: r.position(max(s.End, s.Start))}
}

// shown is the range of a finding: at least a character, for an editor to underline.
func (r *ruler) shown(s diag.Span) protocol.Range {
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
	return r.spanned(s)
}
