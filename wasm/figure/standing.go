package figure

import (
	"math"

	"partitionlab/wasm/number"
)

// A Standing shows where a number of bytes lies between very small and far too
// large, on a logarithmic line with the lines that matter marked.
type Standing struct {
	ID, Title string
	Min, Max  int64 // the same where there is no range
	Lines     []Line
}

// A Line is a threshold. Class is the class of its color: "line-target" and so on.
type Line struct {
	Name  string // "target"
	At    int64
	Class string
}

// Figure lays the line out.
func (s *Standing) Figure() *Figure {
	f := &Figure{ID: s.ID, Kind: "standing", Title: s.Title, Head: []string{"", "bytes"}}
	if s.Min == s.Max {
		f.Rows = append(f.Rows, []string{"this partition", number.Count(s.Max)})
	} else {
		f.Rows = append(f.Rows, []string{"this partition, at least", number.Count(s.Min)}, []string{"this partition, at most", number.Count(s.Max)})
	}
	f.Desc = s.now() + " on a line from 1 kB to 10 GB"
	for i, l := range s.Lines {
		sep := "; "
		if i > 0 {
			sep = ", "
		}
		where := " is above it"
		if s.Max > l.At {
			where = " is below it"
		}
		f.Desc += sep + "the " + l.Name + " at " + number.Bytes(l.At) + where
		f.Rows = append(f.Rows, []string{l.Name, number.Count(l.At)})
	}
	f.Desc += "."
	f.Draw = s.draw
	return f
}

func (s *Standing) now() string {
	if s.Min == s.Max {
		return number.Bytes(s.Max)
	}
	return number.Bytes(s.Min) + " to " + number.Bytes(s.Max)
}

// The line always spans these, so that a change of inputs moves the mark and
// not the scale; what lies beyond stands at the end with an arrow.
const standingLow, standingHigh = 1e3, 1e10

func (s *Standing) draw(l Layout) *Drawing {
	const pad = 10
	line := l.Size * 1.35
	axis := round(line*3 + 6)
	d := &Drawing{Layout: l, Height: round(axis + line + 8)}
	x := func(n float64) float64 {
		f := (math.Log10(min(max(n, standingLow), standingHigh)) - 3) / 7
		return pad + float64(f*(l.Width-2*pad))
	}
	d.line(pad, axis, l.Width-pad, axis, "axis")
	lo, hi := x(float64(s.Min)), x(float64(s.Max))
	now := s.now()
	if s.Max > standingHigh {
		now += " →"
	}
	d.label("t-strong", now, place{(lo + hi) / 2, l.Size, "middle"}, place{hi, l.Size, "end"}, place{lo, l.Size, "start"}, place{0, l.Size, "start"}, place{l.Width, l.Size, "end"})
	for _, t := range s.Lines {
		at := x(float64(t.At))
		text := number.Bytes(t.At) + " " + t.Name
		// The label ends or begins at its line, in the row above the axis or one higher.
		top := axis - line - 4
		if !d.label("t-muted", text, place{at - 4, axis - 8, "end"}, place{at + 4, axis - 8, "start"}) {
			top -= line
			d.label("t-muted", text, place{at - 4, axis - 8 - line, "end"}, place{at + 4, axis - 8 - line, "start"})
		}
		d.line(at, top, at, axis+5, t.Class)
	}
	ticks := 8
	if l.Name == Narrow.Name {
		ticks = 3
	}
	for _, v := range decades(standingLow, standingHigh, ticks) {
		d.line(x(v), axis, x(v), axis+5, "axis")
		text := number.Bytes(v)
		d.label("t-muted", text, place{x(v), axis + 6 + l.Size, "middle"}, place{x(v) - pad, axis + 6 + l.Size, "start"}, place{x(v) + pad, axis + 6 + l.Size, "end"})
	}
	if hi-lo > 1 {
		d.rect(lo, axis-4, hi-lo, 8, "band", "")
		d.add(Shape{Kind: DotShape, X: lo, Y: axis, W: 4, Class: "dot", Name: number.Bytes(s.Min)})
	}
	d.add(Shape{Kind: DotShape, X: hi, Y: axis, W: 6, Class: "dot", Name: number.Bytes(s.Max)})
	return d
}
