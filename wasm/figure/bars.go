package figure

import "strconv"

// Bars compare a few numbers of one kind: a bar for each, and at most one line that says
// where an even or an allowed number would be.
type Bars struct {
	ID, Title, Desc string
	Head            []string // of the table: what there is, and its number
	Bars            []Bar
	Line            float64 // 0 for none
	LineName        string  // "an even share"
}

// A Bar is one number. Says stands after it: "60 %"; Class is the class of its color,
// "row-got" where none is given.
type Bar struct {
	Name, Says, Class string
	Value             float64
}

// Figure lays the bars out.
func (b *Bars) Figure() *Figure {
	f := &Figure{ID: b.ID, Kind: "bars", Title: b.Title, Desc: b.Desc, Head: b.Head, Draw: b.draw}
	for _, x := range b.Bars {
		f.Rows = append(f.Rows, []string{x.Name, x.Says})
	}
	return f
}

func (b *Bars) draw(l Layout) *Drawing {
	const height = 14
	d := &Drawing{Layout: l}
	name, says, most := 0.0, 0.0, b.Line
	for _, x := range b.Bars {
		name, says, most = max(name, Advance(x.Name)*l.Size), max(says, Advance(x.Says)*l.Size), max(most, x.Value)
	}
	step, left, right, down := round(l.Size*1.7), name+12, l.Width-says-12, 1.0
	if right-left < l.Width/3 { // the words stand above the bar
		step, left, right, down = round(l.Size*2.9), 0, l.Width, round(l.Size*1.45)
	}
	top := 0.0
	if b.Line > 0 && b.LineName != "" {
		top = round(1.5 * l.Size)
	}
	wide := func(v float64) float64 { return float64(v / max(most, 1e-300) * (right - left)) }
	for i, x := range b.Bars {
		y := top + float64(i)*step
		d.text(0, y+l.Size, "start", "", fit(x.Name, (l.Width-Advance(x.Says)*l.Size)/l.Size-1))
		d.text(l.Width, y+l.Size, "end", "t-muted", x.Says)
		class := x.Class
		if class == "" {
			class = "row-got"
		}
		if x.Value > 0 {
			d.rect(left, y+down, max(2, wide(x.Value)), height, "row "+class, x.Name+": "+x.Says)
		} else {
			d.line(left, y+down, left, y+down+height, "axis")
		}
	}
	d.Height = round(top + float64(len(b.Bars))*step + 4)
	if b.Line > 0 {
		x := left + wide(b.Line)
		d.line(x, top, x, d.Height-4, "line-target")
		if b.LineName != "" {
			d.label("t-muted", b.LineName, place{x, l.Size, "middle"}, place{x, l.Size, "end"}, place{x, l.Size, "start"}, place{l.Width, l.Size, "end"}, place{0, l.Size, "start"})
		}
	}
	return d
}

// An Overlap shows, in the worst case, which replicas have the last write and which a read
// asks: the write is at one end of the row, the nodes that are down are among those that
// have it, the read is at the other end.
type Overlap struct {
	ID, Title, Desc string
	Groups          []string // data centers, one name "" where there is one
	Replicas        int      // in each
	Written         []bool   // by replica, all groups in turn
	Down, Read      []bool
}

// Figure lays the replicas out.
func (o *Overlap) Figure() *Figure {
	f := &Figure{ID: o.ID, Kind: "overlap", Title: o.Title, Desc: o.Desc, Head: []string{"replica", "has the last write", "state", "asked by the read"}, Draw: o.draw}
	say := func(b bool, yes, no string) string {
		if b {
			return yes
		}
		return no
	}
	for i := range o.Written {
		f.Rows = append(f.Rows, []string{o.name(i), say(o.Written[i], "yes", "perhaps not yet"), say(o.Down[i], "down", "up"), say(o.Read[i], "yes", "no")})
	}
	return f
}

// name is what a replica is called: its place, with that of its group.
func (o *Overlap) name(i int) string {
	s := "replica " + strconv.Itoa(i%o.Replicas+1)
	if g := o.Groups[i/o.Replicas]; g != "" {
		s += " in " + g
	}
	return s
}

func (o *Overlap) draw(l Layout) *Drawing {
	d := &Drawing{Layout: l}
	words := [...]string{"written", "read"}
	left := 0.0
	for _, w := range words {
		left = max(left, Advance(w)*l.Size+10)
	}
	n := len(o.Written)
	gap := l.Size // between groups
	cell := min(40, (l.Width-left-gap*float64(len(o.Groups)-1))/float64(n))
	top := 0.0
	if o.Groups[0] != "" {
		top = round(l.Size * 1.5)
	}
	height := round(min(cell, 2*l.Size))
	at := func(i int) float64 { return left + float64(i)*cell + float64(i/o.Replicas)*gap }
	for g, name := range o.Groups {
		if name != "" {
			d.text(at(g*o.Replicas), l.Size, "start", "t-muted", name)
		}
	}
	both := false
	for row, set := range [...][]bool{o.Written, o.Read} {
		y := top + float64(row)*(height+6)
		d.text(0, y+height/2+0.35*l.Size, "start", "", words[row])
		for i, in := range set {
			class := "row"
			switch {
			case in && o.Written[i] && o.Read[i]:
				class, both = "row row-got", true
			case in:
				class = "row pale"
			}
			d.rect(at(i)+2, y, cell-4, height, class, o.name(i))
			if row == 1 && o.Down[i] {
				x, m := at(i)+cell/2, height/2
				d.add(Shape{Kind: PathShape, Class: "node-cross", Text: "M" + num(x-6) + " " + num(y+m-6) + "l12 12M" + num(x+6) + " " + num(y+m-6) + "l-12 12"})
			}
		}
	}
	y := top + 2*(height+6) + l.Size
	says := "None is sure to be in both."
	if both {
		says = "Green: in both."
	}
	d.text(0, y, "start", "t-muted", says)
	d.Height = round(y + 6)
	return d
}
