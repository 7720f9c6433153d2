package figure

import "partitionlab/wasm/number"

// A Breakdown shows of what a number of bytes consists: one bar, and under it a
// row for each part, whose piece lies below its place in the bar.
type Breakdown struct {
	ID, Title string
	Parts     []Part
}

// A Part is a part of a whole. Role is the class of its color: "role-key" and
// so on (see the package comment); Mark is the sign that goes with the color.
type Part struct {
	Name, Mark, Role string
	Bytes            int64
}

// Figure lays the breakdown out. Parts without bytes are left out of the drawing
// and stay in the table.
func (b *Breakdown) Figure() *Figure {
	f := &Figure{ID: b.ID, Kind: "breakdown", Title: b.Title, Head: []string{"part", "bytes", "share"}}
	var total int64
	for _, p := range b.Parts {
		total += p.Bytes
	}
	f.Desc = "Of " + number.ExactBytes(total) + ": "
	first := true
	for _, p := range b.Parts {
		f.Rows = append(f.Rows, []string{p.label(), number.Count(p.Bytes), number.Share(p.Bytes, total)})
		if p.Bytes == 0 {
			continue
		}
		if !first {
			f.Desc += ", "
		}
		first = false
		f.Desc += p.Name + " " + number.ExactBytes(p.Bytes) + " (" + number.Share(p.Bytes, total) + ")"
	}
	f.Desc += "."
	f.Rows = append(f.Rows, []string{"together", number.Count(total), "100" + number.Space + "%"})
	f.Draw = func(l Layout) *Drawing { return b.draw(l, total) }
	return f
}

func (p Part) label() string {
	if p.Mark == "" {
		return p.Name
	}
	return p.Name + " " + p.Mark
}

func (b *Breakdown) draw(l Layout, total int64) *Drawing {
	d := &Drawing{Layout: l}
	const barHeight, gap = 18, 8
	left, right := 0.0, l.Width
	var shown []Part
	nameWidth, numberWidth := 0.0, 0.0
	for _, p := range b.Parts {
		if p.Bytes > 0 {
			shown = append(shown, p)
			nameWidth = max(nameWidth, Advance(p.label())*l.Size)
			numberWidth = max(numberWidth, Advance(p.number(total))*l.Size)
		}
	}
	oneLine := nameWidth+numberWidth < l.Width*0.6
	if oneLine {
		left, right = nameWidth+2*gap, l.Width-numberWidth-2*gap
	}
	scale := func(n int64) float64 { return float64(float64(n) / float64(max(total, 1)) * (right - left)) }
	// Every piece is wide enough to be seen, and none leaves the bar.
	piece := func(sum, n int64) (x, w float64) {
		w = max(scale(n), 1.5)
		return min(left+scale(sum), right-w), w
	}
	y := 0.0
	var sum int64
	for _, p := range shown {
		x, w := piece(sum, p.Bytes)
		d.rect(x, y, w, barHeight, "bar "+p.Role, p.label()+" "+p.number(total))
		sum += p.Bytes
	}
	y += barHeight + gap
	sum = 0
	for _, p := range shown {
		x, w := piece(sum, p.Bytes)
		if oneLine {
			d.text(0, y+l.Size, "start", "", p.label())
			d.rect(x, y+2, w, barHeight-4, "bar "+p.Role, "")
			d.text(l.Width, y+l.Size, "end", "t-muted", p.number(total))
			y += barHeight + gap
		} else {
			d.text(0, y+l.Size, "start", "", p.label())
			if Advance(p.label()+"  "+p.number(total))*l.Size > l.Width {
				y += l.Size * 1.35
			}
			d.text(l.Width, y+l.Size, "end", "t-muted", p.number(total))
			d.rect(x, y+l.Size+5, w, 8, "bar "+p.Role, "")
			y += l.Size + 13 + gap
		}
		sum += p.Bytes
	}
	d.Height = round(y)
	return d
}

func (p Part) number(total int64) string {
	return number.ExactBytes(p.Bytes) + " · " + number.Share(p.Bytes, total)
}
