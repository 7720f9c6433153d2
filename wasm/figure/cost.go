package figure

import "partitionlab/wasm/number"

// A Cost shows of several things how many there were and how many of them were
// of use: a bar for each, filled as far as it was.
type Cost struct {
	ID, Title, Desc string
	Head            []string // of the table: what there is, all of it, the part of use
	Bars            []CostBar
}

// A CostBar is one kind of things. Says stands behind it: "3 of 73,000 returned".
type CostBar struct {
	Name, Says string
	All, Used  int64
}

// Figure lays the bars out.
func (c *Cost) Figure() *Figure {
	f := &Figure{ID: c.ID, Kind: "cost", Title: c.Title, Desc: c.Desc, Head: c.Head, Draw: c.draw}
	for _, b := range c.Bars {
		f.Rows = append(f.Rows, []string{b.Name, number.Count(b.All), number.Count(b.Used)})
	}
	return f
}

func (c *Cost) draw(l Layout) *Drawing {
	const height = 14
	d := &Drawing{Layout: l}
	name, says := 0.0, 0.0
	for _, b := range c.Bars {
		name, says = max(name, Advance(b.Name)*l.Size), max(says, Advance(b.Says)*l.Size)
	}
	step := round(l.Size * 1.7)
	left, right, down := name+12, l.Width-says-12, 0.0
	if l.Name == Narrow.Name { // the words stand above the bar
		step, left, right, down = round(l.Size*2.9), 0, l.Width, round(l.Size*1.45)
	}
	for i, b := range c.Bars {
		y := float64(i) * step
		d.text(0, y+l.Size, "start", "", b.Name)
		d.text(l.Width, y+l.Size, "end", "t-muted", b.Says)
		if b.All > 0 {
			d.rect(left, y+down+1, right-left, height, "row row-skipped", b.Name+": "+b.Says)
		} else {
			d.rect(left, y+down+1, right-left, height, "row", b.Name+": "+b.Says)
		}
		if b.Used > 0 {
			d.rect(left, y+down+1, max(2, float64(b.Used)/float64(max(b.All, b.Used))*(right-left)), height, "row row-got", "")
		}
	}
	d.Height = round(float64(len(c.Bars))*step + 4)
	return d
}
