package figure

import (
	"math"

	"partitionlab/wasm/number"
)

// A Standing shows where a number of bytes lies between very small and far too
// large, on a logarithmic line with the lines that matter marked.
type Standing struct {
	ID, Title string
	Count     string // what is counted where that is no bytes: "values"
	Min, Max  int64  // the same where there is no range
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
	if s.Count != "" {
		f.Head[1] = s.Count
	}
	if s.Min == s.Max {
		f.Rows = append(f.Rows, []string{"this partition", number.Count(s.Max)})
	} else {
		f.Rows = append(f.Rows, []string{"this partition, at least", number.Count(s.Min)}, []string{"this partition, at most", number.Count(s.Max)})
	}
	low, high := s.ends()
	f.Desc = s.now() + " on a line from " + s.amount(low) + " to " + s.amount(high)
	for i, l := range s.Lines {
		sep := "; "
		if i > 0 {
			sep = ", "
		}
		where := " is above it"
		if s.Max > l.At {
			where = " is below it"
		}
		f.Desc += sep + "the " + l.Name + " at " + s.amount(float64(l.At)) + where
		f.Rows = append(f.Rows, []string{l.Name, number.Count(l.At)})
	}
	f.Desc += "."
	f.Draw = s.draw
	return f
}

func (s *Standing) now() string {
	if s.Min == s.Max {
		return s.amount(float64(s.Max))
	}
	return s.amount(float64(s.Min)) + " to " + s.amount(float64(s.Max))
}

// amount is a number with its unit; what is counted is named in the title.
func (s *Standing) amount(n float64) string {
	if s.Count != "" {
		return number.Count(int64(n))
	}
	return number.Bytes(n)
}

// ends are what the line spans, always the same, so that a change of inputs moves the
// mark and not the scale; what lies beyond stands at the end with an arrow.
func (s *Standing) ends() (low, high float64) {
	if s.Count != "" {
		return 1e1, 1e8
	}
	return 1e3, 1e10
}

func (s *Standing) draw(l Layout) *Drawing {
	const pad = 10
	line := l.Size * 1.35
	axis := round(line*3 + 6)
	d := &Drawing{Layout: l, Height: round(axis + line + 8)}
	low, high := s.ends()
	x := func(n float64) float64 {
		f := math.Log10(min(max(n, low), high)/low) / math.Log10(high/low)
		return pad + float64(f*(l.Width-2*pad))
	}
	d.line(pad, axis, l.Width-pad, axis, "axis")
	lo, hi := x(float64(s.Min)), x(float64(s.Max))
	now := s.now()
	if float64(s.Max) > high {
		now += " →"
	}
	d.label("t-strong", now, place{(lo + hi) / 2, l.Size, "middle"}, place{hi, l.Size, "end"}, place{lo, l.Size, "start"}, place{0, l.Size, "start"}, place{l.Width, l.Size, "end"})
	for _, t := range s.Lines {
		at := x(float64(t.At))
		text := s.amount(float64(t.At)) + " " + t.Name
		// The label ends or begins at its line, in the row above the axis or one higher.
		top := axis - line - 4
		if !d.label("t-muted", text, place{at - 4, axis - 8, "end"}, place{at + 4, axis - 8, "start"}) {
			top -= line
			d.label("t-muted", text, place{at - 4, axis - 8 - line, "end"}, place{at + 4, axis - 8 - line, "start"})
		}
		d.line(at, top, at, axis+5, t.Class)
	}
	ticks := 5
	if l.Name == Narrow.Name {
		ticks = 3
	}
	for _, v := range decades(low, high, ticks) {
		d.line(x(v), axis, x(v), axis+5, "axis")
		below := axis + 6 + l.Size
		places := []place{{x(v), below, "middle"}}
		if v <= low {
			places = append(places, place{0, below, "start"})
		} else if v >= high {
			places = append(places, place{l.Width, below, "end"})
		}
		d.label("t-muted", s.amount(v), places...)
	}
	if hi-lo > 1 {
		d.rect(lo, axis-4, hi-lo, 8, "band", "")
		d.add(Shape{Kind: DotShape, X: lo, Y: axis, W: 4, Class: "dot", Name: s.amount(float64(s.Min))})
	}
	d.add(Shape{Kind: DotShape, X: hi, Y: axis, W: 6, Class: "dot", Name: s.amount(float64(s.Max))})
	return d
}
