package lsp

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

// TestDraft changes texts at random, as one change after the other does.
func TestDraft(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	text := func(n int) (s string) {
		for range random.IntN(n) {
			s += []string{"a", "b", "é", "😀", "\n", "\r", "\r\n", "\n\r"}[random.IntN(8)]
		}
		return s
	}
	for range 3000 {
		was := newRuler(text(20))
		d := newDraft(was)
		for range 8 {
			place := func() protocol.Position {
				return protocol.Position{Line: uint32(random.IntN(6)), Character: uint32(random.IntN(8))}
			}
			r := protocol.Range{Start: place(), End: place()}
			put := text(6)
			start, end := was.offset(r.Start), was.offset(r.End)
			now := newRuler(was.text[:start] + put + was.text[max(start, end):])
			d.change(r, put)
			if d.text() != now.text {
				t.Fatalf("%q with %v as %q is %q, not %q", was.text, r, put, d.text(), now.text)
			}
			lines := slices.Clone(d.head)
			for i := len(d.tail) - 1; i >= 0; i-- {
				lines = append(lines, d.len()-d.tail[i])
			}
			if !slices.Equal(lines, now.lines) {
				t.Fatalf("%q with %v as %q: lines %v of %q, not %v", was.text, r, put, lines, now.text, now.lines)
			}
			was = now
		}
	}
}

// TestManyRanges: many changes in the order of the text, either way, on one line or on
// many, take steps like the text and they are long.
func TestManyRanges(t *testing.T) {
	const n = 10_000
	for name, line := range map[string]string{"lines": "é = 1;\n", "one line": "é = 1; "} {
		for _, back := range []bool{false, true} {
			r := newRuler(strings.Repeat(line, n))
			d := newDraft(r)
			for i := range n {
				if back {
					i = n - 1 - i
				}
				p := protocol.Position{Line: uint32(i)}
				if name == "one line" {
					p = protocol.Position{Character: uint32(7 * i)}
				}
				end := p
				end.Character++
				d.change(protocol.Range{Start: p, End: end}, "x")
			}
			if want := strings.ReplaceAll(r.text, "é", "x"); d.text() != want {
				t.Errorf("%s: the text is %.60q", name, d.text())
			}
			if most := 10 * len(r.text); d.steps > most {
				t.Errorf("%s, backwards %v: %d steps for %d bytes", name, back, d.steps, len(r.text))
			}
		}
	}
}
