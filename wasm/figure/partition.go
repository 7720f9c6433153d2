package figure

import "strings"

// A Partition is one partition as it lies on its replicas: the key once, the static
// columns once, and its rows in the order of the clustering columns, which run from
// top to bottom. On a page that is too narrow for all columns side by side, the values
// of a row stand below its clustering columns.
type Partition struct {
	ID, Title  string
	Intro      string // begins the text alternative; may be empty
	Table      string // "hotel.available_rooms_by_hotel_date"; may be empty
	Key        []Cell
	Statics    []Cell
	Clustering []string // names of the clustering columns, with their arrows: "date ↑"
	Regular    []string
	Rows       []Row
	More       string // below the last row: "72,998 rows more"; may be empty
}

// A Cell is a column with its value.
type Cell struct{ Name, Value string }

// A Row has the values of the clustering columns, then those of the regular ones; what
// is missing there is null.
type Row struct{ Clustering, Regular []string }

// Figure lays the partition out.
func (p *Partition) Figure() *Figure {
	f := &Figure{ID: p.ID, Kind: "partition", Title: p.Title, Draw: p.draw, Summary: "The rows as a table", Prose: true}
	f.Head = append(append([]string{}, p.Clustering...), p.Regular...)
	for _, r := range p.Rows {
		row := append(append([]string{}, r.Clustering...), r.Regular...)
		for len(row) < len(f.Head) {
			row = append(row, "")
		}
		f.Rows = append(f.Rows, row)
	}
	var b strings.Builder
	b.WriteString(p.Intro)
	say := func(s string) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(s + ".")
	}
	cells := func(list []Cell) string {
		var parts []string
		for _, c := range list {
			parts = append(parts, c.Name+" "+c.Value)
		}
		return strings.Join(parts, ", ")
	}
	say("The partition of " + cells(p.Key))
	if len(p.Statics) > 0 {
		say("Once for all rows: " + cells(p.Statics))
	}
	if len(p.Clustering) > 0 {
		say("Its rows are sorted by " + strings.Join(p.Clustering, ", then "))
	}
	if p.More != "" {
		say(p.More)
	}
	f.Desc = b.String()
	return f
}

func (p *Partition) draw(l Layout) *Drawing {
	d := &Drawing{Layout: l}
	size := l.Size
	line := 1.6 * size
	pad := 0.6 * size
	x0, x1 := 1.0, l.Width-1
	y := 1.0
	// Columns side by side, each as wide as its widest text, where the page has room.
	heads := append(append([]string{}, p.Clustering...), p.Regular...)
	widths := make([]float64, len(heads))
	total := 0.0
	value := func(r Row, i int) string {
		switch {
		case i < len(p.Clustering):
			if i < len(r.Clustering) {
				return r.Clustering[i]
			}
		case i-len(p.Clustering) < len(r.Regular):
			return r.Regular[i-len(p.Clustering)]
		}
		return ""
	}
	for i, h := range heads {
		widths[i] = width(h, code)
		for _, r := range p.Rows {
			widths[i] = max(widths[i], width(value(r, i), ""))
		}
		widths[i] = widths[i]*size + 2*pad
		total += widths[i]
	}
	folded := total > x1-x0-8
	role := func(i int) string {
		if i < len(p.Clustering) {
			return "clustering"
		}
		return "value"
	}
	frame := len(d.Shapes)
	d.add(Shape{Kind: RectShape, X: x0, Y: y, W: x1 - x0, Class: "sheet", Round: 6})
	band := func(cells []Cell, role, mark string) {
		for _, c := range cells {
			lines := broken(c.Name+" = "+c.Value, code, (x1-x0-8)/size-4, 2)
			h := float64(len(lines))*1.35*size + 0.6*size
			d.add(Shape{Kind: RectShape, X: x0 + 3, Y: y + 3, W: x1 - x0 - 6, H: h, Class: "paper-" + role, Round: 3})
			for k, s := range lines {
				d.text(x0+3+pad, y+3+(1.15+float64(k)*1.35)*size, "start", code+" role-"+role, s)
			}
			d.text(x1-3-pad, y+3+1.15*size, "end", codeBold+" role-"+role, mark)
			y += h + 2
		}
	}
	if p.Table != "" {
		lines := broken(p.Table, codeBold, (x1-x0)/size-1.5, 2)
		for _, s := range lines {
			d.text(x0+3+pad, y+1.25*size, "start", codeBold, s)
			y += 1.35 * size
		}
		y += 0.3 * size
	}
	band(p.Key, "key", "K")
	band(p.Statics, "static", "S")
	y += 4
	if len(heads) > 0 && !folded {
		x := x0 + 4
		for i, h := range heads {
			d.text(x+pad, y+1.1*size, "start", code+" role-"+role(i), h)
			x += widths[i]
		}
		y += line
	}
	cell := func(i int, s string, x, w float64) {
		d.add(Shape{Kind: RectShape, X: x + 1, Y: y, W: w - 2, H: line - 2, Class: "paper-" + role(i), Round: 2})
		d.text(x+pad, y+1.08*size, "start", "role-"+role(i), s)
	}
	for n, r := range p.Rows {
		if !folded {
			x := x0 + 4
			for i := range heads {
				if s := value(r, i); s != "" {
					cell(i, s, x, widths[i])
				}
				x += widths[i]
			}
			y += line
			continue
		}
		// As many as a line holds, with their names: the clustering columns first.
		x := x0 + 4
		for i, h := range heads {
			s := value(r, i)
			if s == "" {
				continue
			}
			s = fit(h+": "+s, (x1-x0-8-2*pad)/size)
			w := Advance(s)*size + 2*pad
			if i == len(p.Clustering) && i > 0 || x+w > x1-4 && x > x0+4 {
				x = x0 + 4 + size
				y += line
				if x+w > x1-4 {
					s = fit(s, (x1-4-x-2*pad)/size)
					w = Advance(s)*size + 2*pad
				}
			}
			cell(i, s, x, w)
			x += w
		}
		y += line
		if n < len(p.Rows)-1 {
			y += 3
			d.line(x0, y-2, x1, y-2, "grid")
		}
	}
	if p.More != "" {
		d.text(x0+3+pad, y+1.2*size, "start", "t-muted", fit("⋮ "+p.More, (x1-x0-2*pad)/size))
		y += line
	}
	y += 4
	d.Shapes[frame].H = round(y - 1)
	d.Height = round(y + 1)
	return d
}
