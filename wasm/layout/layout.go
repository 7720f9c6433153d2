// Package layout places boxes on a page of a given width and leads lines between
// them: rows of boxes, channels between the rows, lanes between the boxes. Lines run
// straight up, down and across, in channels and lanes only, so none crosses a box, and
// every label has a place that nothing else takes.
//
// The layered drawings that Go libraries make were tried on the hotel, the videos and
// the shop: github.com/nulab/autog (which cannot end a row where the page ends, lets
// wide boxes overlap, has no room for labels, and needs fmt) and
// github.com/nikolaydubina/go-graph-layout (which draws lines through boxes). Their
// pictures were two to three pages wide. A diagram in a book has the width of its
// page, on a phone a third of it; what is drawn here is made for that.
//
// The same input gives the same drawing, natively and in a browser: all choices are
// made in the order of the input, and coordinates are rounded.
package layout

import (
	"math"
	"slices"

	"partitionlab/wasm/work"
)

// A Box is a rectangle to be placed.
type Box struct {
	W, H   float64
	Mid    float64 // where a line from the side meets it, counted from its top
	Center bool    // lines meet it in the middle of a side, as the corner of a diamond, or on both sides of that
	Group  int     // a row has boxes of one group; groups come in the order of their numbers
}

// A Line leads from one box to another.
type Line struct {
	From, To   int     // places in the list of boxes; From −1 is from outside
	Head, Tail float64 // widths of the labels at its two ends, 0 for none
	Port       string  // lines of the same port enter a box as one; "" is a port of its own
	Free       bool    // has no direction: its ends are alike
}

// Options are the measures of a drawing.
type Options struct {
	Width float64     // that the drawing may have
	Gap   float64     // between boxes of a row
	Pitch float64     // between lines side by side
	Label float64     // height of a label
	Title float64     // height of the title of a group; 0: groups have no frames
	Inset float64     // of boxes in the frame of their group
	Order []int       // of the boxes, row after row, where it is decided; nil: as lines are short
	Work  *work.Meter // where it is stopped, lines are left out
}

// A Point is a place of the drawing, counted from its upper left corner.
type Point struct{ X, Y float64 }

// A Rect is a rectangle of the drawing.
type Rect struct{ X, Y, W, H float64 }

// A Path is a line as it runs: its corners, from its beginning to its head. It is empty
// where there was no room for it. Head and Tail are where the texts of its labels
// begin: the left end of the baseline.
type Path struct {
	Points     []Point
	Head, Tail Point
	Entry      bool // it comes from outside
}

// A Plan is a drawing in which every place is decided.
type Plan struct {
	Width, Height float64
	Boxes         []Rect
	Lines         []Path
	Order         []int   // of the boxes, row after row
	Groups        []Rect  // frames, in the order of the numbers of groups that have boxes
	Cost          float64 // how hard it is to read: of two drawings the one that costs less is better
}

// Arrange lays boxes and lines out. A box wider than the page makes the page wider, and
// one that many lines enter from one side becomes wider than asked for, so that their
// labels find room; a plan says how wide it is.
func Arrange(boxes []Box, lines []Line, o Options) *Plan {
	if len(boxes) == 0 {
		return &Plan{}
	}
	var best *Plan
	var drawn [][][]int
	// Rows as wide as the page; where the lanes along its edges then have no room, shorter ones.
	for edge := 0.0; edge <= 5; edge += 5 {
		for _, rows := range arrangements(boxes, lines, o, edge*o.Pitch) {
			if slices.ContainsFunc(drawn, func(other [][]int) bool { return slices.EqualFunc(rows, other, slices.Equal[[]int]) }) {
				continue // two ways have led to the same rows
			}
			drawn = append(drawn, copyRows(rows))
			d := &drawing{o: o, boxes: slices.Clone(boxes), lines: lines, rows: rows}
			p := d.draw()
			if p.Cost = p.cost(lines, o.Work); best == nil || p.Cost < best.Cost {
				best = p
			}
		}
		if best.Complete() || o.Work.Stopped() {
			break
		}
	}
	return best
}

// copyRows keeps rows from what drawing makes of them.
func copyRows(rows [][]int) (kept [][]int) {
	for _, row := range rows {
		kept = append(kept, slices.Clone(row))
	}
	return kept
}

// Complete reports whether every line has found room.
func (p *Plan) Complete() bool {
	return !slices.ContainsFunc(p.Lines, func(l Path) bool { return len(l.Points) < 2 })
}

// draw routes and places, and gives way where a row has become too wide.
func (d *drawing) draw() *Plan {
	d.dropped = make([]bool, len(d.lines))
	for try := 0; ; try++ {
		if d.o.Work.Stopped() { // nobody waits for it: boxes only
			for i := range d.dropped {
				d.dropped[i] = true
			}
			d.route()
			break
		}
		d.route()
		if d.widen() {
			continue
		}
		row, over, lanes := d.overflow()
		if over <= 0 || try > 4*len(d.boxes)+len(d.lines) {
			break
		}
		if n := len(d.rows[row]); n > 1 && lanes < d.o.Width/2 { // the last box of the row begins a new one
			last := d.rows[row][n-1]
			d.rows[row] = d.rows[row][:n-1]
			d.rows = append(d.rows[:row+1], append([][]int{{last}}, d.rows[row+1:]...)...)
			continue
		}
		// One box and too many lanes beside it, or lanes that leave no room for boxes: the
		// longest lines go, many where there are many too many.
		if !d.drop(1 + int(over/d.o.Pitch)/4) {
			break
		}
	}
	d.place()
	return d.plan()
}

// cost is how hard a drawing is to read: lines that cross, bend and run long, or are
// missing, and height.
func (p *Plan) cost(lines []Line, m *work.Meter) (c float64) {
	c = 0.25 * p.Height
	for i, a := range p.Lines {
		m.Ask(i)
		if len(a.Points) < 2 {
			c += 500
			continue
		}
		c += 7 * float64(len(a.Points)-2)
		for k := 1; k < len(a.Points); k++ {
			c += 0.04 * (math.Abs(a.Points[k].X-a.Points[k-1].X) + math.Abs(a.Points[k].Y-a.Points[k-1].Y))
			for j, b := range p.Lines[:i] {
				if lines[i].Port != "" && lines[i].Port == lines[j].Port && lines[i].To == lines[j].To {
					continue
				}
				for m := 1; m < len(b.Points); m++ {
					if crosses(a.Points[k-1], a.Points[k], b.Points[m-1], b.Points[m]) {
						c += 30
					}
				}
			}
		}
		if last := len(a.Points) - 1; !lines[i].Free && a.Points[0].Y > a.Points[last].Y+1 {
			c += 45 // against the stream
		}
		if lines[i].From < 0 {
			c += 0.06 * a.Points[0].Y // what comes first stands first
		}
	}
	return c
}

// crosses reports whether a stretch across and one down cross inside of both.
func crosses(a, b, c, d Point) bool {
	if a.X == b.X {
		a, b, c, d = c, d, a, b
	}
	if a.Y != b.Y || c.X != d.X {
		return false
	}
	return min(a.X, b.X) < c.X && c.X < max(a.X, b.X) && min(c.Y, d.Y) < a.Y && a.Y < max(c.Y, d.Y)
}

// round keeps one decimal; the conversion forbids fused multiply-add.
func round(x float64) float64 { return math.Round(float64(x*10)) / 10 }
