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
	switch l.Name {
	case Beside.Name:
		d.Height = 210
	case Narrow.Name:
		d.Height = 165
	}
	if len(g.Points) < 2 {
		d.Height = round(2 * l.Size)
		d.label("t-muted", "no growth to draw", place{0, l.Size * 1.4, "start"})
		return d
	}
	p := g.plane(d)
	if p.keyed() {
		p.key()
	}
	p.axes()
	for curve, name := range g.Names {
		if name != "" || curve == 0 {
			p.curve(curve)
		}
	}
	for _, t := range g.Lines {
		p.threshold(t)
	}
	for curve, name := range g.Names {
		if name != "" && g.Names[1] != "" && !p.keyed() {
			d.nameCurve(g, curve, p.x, p.y, p.lower)
		}
	}
	return d
}

// A plane is where points of a growth lie in a drawing.
type plane struct {
	*Drawing
	g                         *Growth
	log                       bool    // the axis of bytes goes by factors
	low, top                  float64 // bytes at its ends
	ticks                     []float64
	left, right, upper, lower float64
}

// plane lays the axes out. More than three decades ask for a logarithmic one, but not a
// start from nothing: what counts is the size after a tenth of the time.
func (g *Growth) plane(d *Drawing) *plane {
	p := &plane{Drawing: d, g: g, low: math.Inf(1)}
	high := 0.0
	for _, at := range g.Points {
		p.low, high = extend(p.low, high, at.Bytes)
		if g.Names[1] != "" {
			p.low, high = extend(p.low, high, at.Second)
		}
	}
	if high <= 0 {
		p.low, high = 1, 1
	}
	p.log = high/max(p.low, float64(g.Points[len(g.Points)/10].Bytes)) > 1000
	if p.log {
		p.low = math.Pow(10, math.Floor(math.Log10(p.low)))
		p.top = math.Pow(10, math.Ceil(math.Log10(high)))
		p.ticks = decades(p.low, p.top, 5)
	} else {
		p.top = high * 1.06
		p.ticks = ticks(p.top)
	}
	// Margins from the widest labels.
	width, size := 0.0, d.Layout.Size
	for _, v := range p.ticks {
		width = max(width, Advance(number.Bytes(v))*size)
	}
	p.left, p.right = round(width+10), d.Layout.Width-8
	p.upper, p.lower = round(size*1.2), round(d.Height-size*1.35-10)
	if p.keyed() {
		p.upper = round(size * 2.2)
	}
	return p
}

// extend takes a number of bytes into a range; nothing has no place on a logarithmic
// axis.
func extend(low, high float64, bytes int64) (float64, float64) {
	if bytes > 0 {
		low = min(low, float64(bytes))
	}
	return low, max(high, float64(bytes))
}

// x is where a day lies.
func (p *plane) x(day float64) float64 {
	first, last := p.g.Points[0].Day, p.g.Points[len(p.g.Points)-1].Day
	return p.left + float64((day-float64(first))/math.Max(float64(last-first), 1)*(p.right-p.left))
}

// y is where a number of bytes lies.
func (p *plane) y(bytes float64) float64 {
	f := bytes / p.top
	if p.log {
		f = math.Log(math.Max(bytes, p.low)/p.low) / math.Log(p.top/p.low)
	}
	return p.lower - float64(f*(p.lower-p.upper))
}

// axes draws the grid, and time below it.
func (p *plane) axes() {
	size := p.Layout.Size
	for _, v := range p.ticks {
		p.line(p.left, p.y(v), p.right, p.y(v), "grid")
		p.label("t-muted", number.Bytes(v), place{p.left - 6, p.y(v) + size*0.35, "end"})
	}
	p.line(p.left, p.lower, p.right, p.lower, "axis")
	first, last := p.g.Points[0].Day, p.g.Points[len(p.g.Points)-1].Day
	span, unit, name := float64(last-first), 1.0, "days"
	switch {
	case span > 1100:
		unit, name = number.Year/86400, "years"
	case span < 1:
		span = 1
	}
	times := ticks(span / unit)
	under := p.lower + 6 + size
	for i, v := range times {
		at := p.x(float64(first) + float64(v*unit))
		p.line(at, p.lower, at, p.lower+4, "axis")
		text := tick(v)
		if i == len(times)-1 {
			text += " " + name
		}
		if !p.label("t-muted", text, place{at, under, "middle"}, place{p.right, under, "end"}) && i == len(times)-1 {
			p.label("t-muted", name, place{p.right, under, "end"}) // no room for the number
		}
	}
}

// curve draws the bytes, or the second ones, and keeps labels away from them.
func (p *plane) curve(curve int) {
	var b strings.Builder
	var before point
	for i, at := range p.g.Points {
		v := at.Bytes
		if curve == 1 {
			v = at.Second
		}
		here := point{p.x(float64(at.Day)), p.y(float64(v))}
		if i == 0 {
			b.WriteByte('M')
		} else {
			b.WriteByte('L')
			p.along(before, here)
		}
		b.WriteString(num(here.x) + " " + num(here.y))
		before = here
	}
	p.add(Shape{Kind: PathShape, Text: b.String(), Class: curves[curve]})
}

// threshold draws a line with its name, and the day on which it is crossed.
func (p *plane) threshold(t GrowthLine) {
	if float64(t.At) > p.top || p.log && float64(t.At) < p.low {
		return
	}
	at := round(p.y(float64(t.At)))
	p.line(p.left, at, p.right, at, t.Class)
	above, below := at-5, at+p.Layout.Size+1
	places := []place{{p.left + 6, above, "start"}, {p.right, below, "end"}, {p.left + 6, below, "start"}, {p.right, above, "end"}}
	if below+0.25*p.Layout.Size > p.lower { // there is the axis
		places = []place{places[0], places[3]}
	}
	for _, text := range [...]string{t.label(), number.Bytes(t.At) + " " + t.Name, number.Bytes(t.At)} {
		if p.label("t-line", text, places...) { // as much as there is room for between the curves
			break
		}
	}
	if first, last := p.g.Points[0].Day, p.g.Points[len(p.g.Points)-1].Day; !t.Never && t.Day > first && t.Day <= last {
		x := p.x(float64(t.Day))
		p.line(x, at, x, p.lower, "drop")
		p.along(point{x, at}, point{x, p.lower})
		p.add(Shape{Kind: DotShape, X: x, Y: at, W: 4, Class: "dot", Name: t.label()})
	}
}

// keyed reports whether names of curves stand above them all: where there is little room, one
// beside its curve is nearer to something else.
func (p *plane) keyed() bool { return p.g.Names[1] != "" && p.Layout.Name == Narrow.Name }

// key writes the names, each behind a piece of its curve.
func (p *plane) key() {
	size, at := p.Layout.Size, 0.0
	for curve, name := range p.g.Names {
		y := round(size * 0.6)
		p.add(Shape{Kind: PathShape, Text: "M" + num(at) + " " + num(y) + "L" + num(at+22) + " " + num(y), Class: curves[curve]})
		p.label("t-curve", name, place{at + 28, size, "start"})
		at = round(at + 28 + width(name, "t-curve")*size + 14)
	}
}

// curves are the classes of the two.
var curves = [...]string{"curve", "curve curve-2"}

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
