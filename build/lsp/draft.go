package lsp

import (
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"partitionlab/wasm/wire"
)

// A draft is a text under many changes: bytes and line starts with a gap where the last
// change was, so that changes in the order of the text, either way, cost together what
// the text is long.
type draft struct {
	bytes      []byte // with a gap
	from, to   int    // the gap
	head, tail []int  // line starts: up to the gap, and behind it as distances from the end, the next one last
	units      int    // UTF-16 units from the start of the gap's line; -1 where nobody knows
	steps      int    // bytes moved and read so far
}

func newDraft(r *ruler) *draft {
	d := &draft{bytes: []byte(r.text), head: []int{0}}
	for i := len(r.lines) - 1; i > 0; i-- {
		d.tail = append(d.tail, len(r.text)-r.lines[i])
	}
	return d
}

func (d *draft) len() int { return len(d.bytes) - (d.to - d.from) }

// at is a byte of the text.
func (d *draft) at(i int) byte {
	if i >= d.from {
		i += d.to - d.from
	}
	return d.bytes[i]
}

// move moves the gap.
func (d *draft) move(to int) {
	if n := to - d.from; n > 0 {
		copy(d.bytes[d.from:], d.bytes[d.to:d.to+n])
		d.steps += n
	} else {
		copy(d.bytes[d.to+n:d.to], d.bytes[to:d.from])
		d.steps -= n
	}
	d.from, d.to = to, d.to+to-d.from
	n := d.len()
	for len(d.tail) > 0 && n-d.tail[len(d.tail)-1] <= to {
		d.head = append(d.head, n-d.tail[len(d.tail)-1])
		d.tail = d.tail[:len(d.tail)-1]
	}
	for last := len(d.head) - 1; d.head[last] > to; last-- {
		d.tail = append(d.tail, n-d.head[last])
		d.head = d.head[:last]
	}
}

// seek moves the gap to a position, which is taken as [ruler.offset] does.
func (d *draft) seek(p protocol.Position) int {
	lines := len(d.head) + len(d.tail)
	if uint64(p.Line) >= uint64(lines) {
		d.move(d.len())
		d.units = -1
		return d.from
	}
	if line := int(p.Line); line != len(d.head)-1 || d.units < 0 {
		if line < len(d.head) {
			d.move(d.head[line])
		} else {
			d.move(d.len() - d.tail[lines-1-line])
		}
		d.units = 0
	}
	want := int(p.Character)
	to := d.from
	for d.units < want && to < d.len() {
		c, size := utf8.DecodeRune(d.bytes[d.to+to-d.from:])
		if c == '\n' || c == '\r' {
			break
		}
		to, d.units = to+size, d.units+wire.UnitsOf(c)
	}
	for back := to == d.from; back && d.units > want; {
		c, size := utf8.DecodeLastRune(d.bytes[:to])
		if d.units-wire.UnitsOf(c) < want {
			break
		}
		to, d.units = to-size, d.units-wire.UnitsOf(c)
	}
	d.steps += max(to-d.from, d.from-to)
	d.move(to)
	return to
}

// change replaces a range by a text.
func (d *draft) change(r protocol.Range, text string) {
	end := d.seek(r.End)
	start := d.seek(r.Start)
	end = max(start, end)
	n := d.len()
	for len(d.tail) > 0 && n-d.tail[len(d.tail)-1] <= end {
		d.tail = d.tail[:len(d.tail)-1]
	}
	if start > 0 && d.head[len(d.head)-1] == start {
		d.head = d.head[:len(d.head)-1]
	}
	if d.to += end - start; d.to-d.from < len(text) {
		grown := make([]byte, 2*len(d.bytes)+len(text))
		copy(grown, d.bytes[:d.from])
		behind := len(d.bytes) - d.to
		copy(grown[len(grown)-behind:], d.bytes[d.to:])
		d.steps += len(d.bytes)
		d.bytes, d.to = grown, len(grown)-behind
	}
	d.to -= len(text)
	copy(d.bytes[d.to:], text)
	d.steps += len(text)
	n = d.len()
	for i := start + len(text); i > start; i-- {
		if d.starts(i) {
			d.tail = append(d.tail, n-i)
		}
	}
	if start > 0 && d.starts(start) {
		d.head = append(d.head, start)
	}
	if d.units == 0 { // a line break before it may have become another one
		d.units = -1
	}
}

// starts says whether a line starts at a place behind the start of the text.
func (d *draft) starts(i int) bool {
	c := d.at(i - 1)
	return c == '\n' || c == '\r' && (i == d.len() || d.at(i) != '\n')
}

func (d *draft) text() string {
	return string(d.bytes[:d.from]) + string(d.bytes[d.to:])
}
