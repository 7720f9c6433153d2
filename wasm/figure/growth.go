package figure

import (
	"math"
	"strings"

	"partitionlab/wasm/number"
)

// A Growth shows a size over time, with the lines it crosses.
type Growth struct {
	ID, Title string
	Points    []GrowthPoint // in the order of time
	Names     [2]string     // of the curves; the second is left out where it is ""
	Lines     []GrowthLine
}

// A GrowthPoint is the size on a day.
type GrowthPoint struct {
	Day, Bytes, Second int64
}

// A GrowthLine is a threshold with the first day above it.
type GrowthLine struct {
	Line
	Day   int64
	Never bool // not within the days shown or tried
}

// Figure lays the chart out.
func (g *Growth) Figure() *Figure {
	f := &Figure{ID: g.ID, Kind: "growth", Title: g.Title, Head: []string{"day", g.name(0)}}
	if g.Names[1] != "" {
		f.Head = append(f.Head, g.Names[1])
	}
	var b strings.Builder
	step := max(1, (len(g.Points)+11)/12)
	for i, p := range g.Points {
		if i%step != 0 && i != len(g.Points)-1 {
			continue
		}
		row := []string{number.Count(p.Day), number.ExactBytes(p.Bytes)}
		if g.Names[1] != "" {
			row = append(row, number.ExactBytes(p.Second))
		}
		f.Rows = append(f.Rows, row)
	}
	if n := len(g.Points); n > 0 {
		a, z := g.Points[0], g.Points[n-1]
		b.WriteString(number.Bytes(a.Bytes) + " on day " + number.Count(a.Day) + ", " + number.Bytes(z.Bytes) + " on day " + number.Count(z.Day))
	}
	for _, l := range g.Lines {
		b.WriteString("; ")
		b.WriteString(l.sentence())
	}
	b.WriteByte('.')
	f.Desc = b.String()
	f.Draw = g.draw
	return f
}

func (g *Growth) name(i int) string {
	if g.Names[i] == "" {
		return "bytes"
	}
	return g.Names[i]
}

func (l GrowthLine) sentence() string {
	at := l.Name + " of " + number.Bytes(l.At)
	switch {
	case l.Never:
		return at + " not reached"
	case l.Day <= 0:
		return at + " is crossed from the start"
	}
	return at + " crossed on day " + number.Count(l.Day)
}

func (l GrowthLine) label() string {
	s := number.Bytes(l.At) + " " + l.Name
	if !l.Never && l.Day > 0 {
		s += ": day " + number.Count(l.Day)
	}
	return s
}

func (g *Growth) draw(l Layout) *Drawing {
	d := &Drawing{Layout: l, Height: 300}
	if l.Name == Narrow.Name {
		d.Height = 240
	}
	if len(g.Points) < 2 {
		d.Height = round(2 * l.Size)
		d.label("t-muted", "no growth to draw", place{0, l.Size * 1.4, "start"})
		return d
	}
	first, last := g.Points[0], g.Points[len(g.Points)-1]
	low, high := math.Inf(1), 0.0
	each := func(do func(v float64)) {
		for _, p := range g.Points {
			do(float64(p.Bytes))
			if g.Names[1] != "" {
				do(float64(p.Second))
			}
		}
	}
	each(func(v float64) {
		if v > 0 {
			low = min(low, v)
		}
		high = max(high, v)
	})
	if high <= 0 {
		low, high = 1, 1
	}
	// More than three decades ask for a logarithmic axis, but not a start from
	// nothing: what counts is the size after a tenth of the time.
	log := high/max(low, float64(g.Points[len(g.Points)/10].Bytes)) > 1000
	var yTicks []float64
	top := high * 1.06
	if log {
		low = math.Pow(10, math.Floor(math.Log10(low)))
		top = math.Pow(10, math.Ceil(math.Log10(high)))
		yTicks = decades(low, top, 5)
	} else {
		yTicks = ticks(top)
	}

	// Margins from the widest labels.
	yWidth := 0.0
	for _, v := range yTicks {
		yWidth = max(yWidth, Advance(number.Bytes(v))*l.Size)
	}
	left, right := round(yWidth+10), l.Width-8
	upper, lower := round(l.Size*1.2), round(d.Height-l.Size*1.35-10)
	x := func(day float64) float64 {
		return left + float64((day-float64(first.Day))/math.Max(float64(last.Day-first.Day), 1)*(right-left))
	}
	y := func(v float64) float64 {
		f := v / top
		if log {
			f = math.Log(math.Max(v, low)/low) / math.Log(top/low)
		}
		return lower - float64(f*(lower-upper))
	}

	for _, v := range yTicks {
		d.line(left, y(v), right, y(v), "grid")
		d.label("t-muted", number.Bytes(v), place{left - 6, y(v) + l.Size*0.35, "end"})
	}
	d.line(left, lower, right, lower, "axis")
	span, unit, name := float64(last.Day-first.Day), 1.0, "days"
	switch {
	case span > 1100:
		unit, name = 365.25, "years"
	case span < 1:
		span = 1
	}
	xTicks := ticks(span / unit)
	under := lower + 6 + l.Size
	for i, v := range xTicks {
		at := x(float64(first.Day) + float64(v*unit))
		d.line(at, lower, at, lower+4, "axis")
		text := tick(v)
		if i == len(xTicks)-1 {
			text += " " + name
		}
		d.label("t-muted", text, place{at, under, "middle"}, place{right, under, "end"})
	}

	// Curves, and what labels must keep away from.
	for curve := range 2 {
		if g.Names[curve] == "" && curve == 1 {
			break
		}
		var b strings.Builder
		var before point
		for i, p := range g.Points {
			v := p.Bytes
			if curve == 1 {
				v = p.Second
			}
			at := point{x(float64(p.Day)), y(float64(v))}
			if i == 0 {
				b.WriteByte('M')
			} else {
				b.WriteByte('L')
				d.along(before, at)
			}
			b.WriteString(num(at.x) + " " + num(at.y))
			before = at
		}
		class := "curve"
		if curve == 1 {
			class = "curve curve-2"
		}
		d.add(Shape{Kind: PathShape, Text: b.String(), Class: class})
	}

	for _, t := range g.Lines {
		if float64(t.At) > top || log && float64(t.At) < low {
			continue
		}
		at := round(y(float64(t.At)))
		d.line(left, at, right, at, t.Class)
		above, below := at-5, at+l.Size+1
		d.label("t-line", t.label(), place{left + 6, above, "start"}, place{right, below, "end"}, place{left + 6, below, "start"}, place{right, above, "end"})
		if !t.Never && t.Day > first.Day && t.Day <= last.Day {
			d.line(x(float64(t.Day)), at, x(float64(t.Day)), lower, "drop")
			d.along(point{x(float64(t.Day)), at}, point{x(float64(t.Day)), lower})
			d.add(Shape{Kind: DotShape, X: x(float64(t.Day)), Y: at, W: 4, Class: "dot", Name: t.label()})
		}
	}
	for curve, name := range g.Names {
		if name == "" || g.Names[1] == "" {
			continue
		}
		d.nameCurve(g, curve, x, y, lower)
	}
	return d
}

// nameCurve writes a curve's name beside it, where there is room: the upper
// curve's above, the lower one's below, unless the axis is there.
func (d *Drawing) nameCurve(g *Growth, curve int, x, y func(float64) float64, axis float64) {
	var places []place
	for i := len(g.Points) - 1; i > 0; i-- {
		p := g.Points[i]
		v, other := p.Bytes, p.Second
		if curve == 1 {
			v, other = other, v
		}
		at := point{x(float64(p.Day)), y(float64(v))}
		if v >= other || at.y+d.Layout.Size+2 > axis {
			places = append(places, place{at.x - 6, at.y - 6, "end"})
		} else {
			places = append(places, place{at.x + 6, at.y + d.Layout.Size + 2, "start"}, place{at.x, at.y + d.Layout.Size + 14, "middle"})
		}
	}
	d.label("t-curve", g.Names[curve], places...)
}

// tick prints a round number: 1,500; 2.5.
func tick(v float64) string {
	if v == math.Trunc(v) {
		return number.Count(int64(v))
	}
	return number.Plain(v)
}
