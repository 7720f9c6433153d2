package figure

import (
	"strconv"
	"strings"
)

// A Compaction shows SSTables before and after one: what was written over, deleted or
// has expired is in them until then, each with the reason why it goes or stays.
type Compaction struct {
	ID, Title string
	Intro     string // begins the text alternative; may be empty
	Before    []SSTable
	After     []SSTable
	Between   string // beside the arrow: "compaction"
}

// An SSTable is a file and what is in it.
type SSTable struct {
	Name  string
	Cells []StoredCell
	More  int // cells that are not listed
}

// A StoredCell is a value as a file holds it.
type StoredCell struct {
	Row  string // above the first of those that have the same; may be empty
	Text string // "room 101: free"
	Time string // of the write: "day 3"; may be empty
	Mark CellMark
}

// CellMark says what becomes of a value.
type CellMark uint8

// What becomes of values.
const (
	Live      CellMark = iota // it is what a read finds
	Obsolete                  // a newer one hides it
	Tombstone                 // it marks a deletion
	Expired                   // its time to live is over
)

var cellMarks = [...]struct{ sign, class, word string }{
	Live:      {"", "row row-got", "live"},
	Obsolete:  {"✕", "row row-skipped", "hidden by a newer write"},
	Tombstone: {"†", "row row-deleted", "tombstone"},
	Expired:   {"∅", "row row-deleted", "expired"},
}

// String names the mark.
func (m CellMark) String() string { return cellMarks[m].word }

// Figure lays the compaction out.
func (c *Compaction) Figure() *Figure {
	f := &Figure{ID: c.ID, Kind: "compaction", Title: c.Title, Draw: c.draw, Summary: "The files as a table", Prose: true,
		Head: []string{"file", "row", "value", "written", "what it is"}}
	var b strings.Builder
	b.WriteString(c.Intro)
	for i, side := range [][]SSTable{c.Before, c.After} {
		var counts [len(cellMarks)]int
		more := 0
		for _, t := range side {
			for _, cell := range t.Cells {
				f.Rows = append(f.Rows, []string{t.Name, cell.Row, cell.Text, cell.Time, cell.Mark.String()})
				counts[cell.Mark]++
			}
			if more += t.More; t.More > 0 {
				f.Rows = append(f.Rows, []string{t.Name, "", strconv.Itoa(t.More) + " more", "", ""})
			}
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString([]string{"Before: ", "After: "}[i] + strconv.Itoa(len(side)) + " SSTable")
		if len(side) != 1 {
			b.WriteByte('s')
		}
		for m, n := range counts {
			if n > 0 {
				b.WriteString(", " + strconv.Itoa(n) + " " + cellMarks[m].word)
			}
		}
		if more > 0 {
			b.WriteString(", " + strconv.Itoa(more) + " more")
		}
		b.WriteByte('.')
	}
	f.Desc = b.String()
	return f
}

func (c *Compaction) draw(l Layout) *Drawing {
	d := &Drawing{Layout: l}
	between := c.Between
	if between == "" {
		between = "compaction"
	}
	if l.Width < 500 {
		y := c.side(d, "before", c.Before, 1, 1, l.Width-2)
		mid := l.Width / 4
		d.line(mid, y+6, mid, y+1.9*l.Size, "flow")
		d.add(Shape{Kind: AreaShape, Class: "flow-head", Text: "M" + num(mid) + " " + num(y+2.2*l.Size+2) + "l-5 -9l10 0z"})
		d.text(mid+10, y+1.5*l.Size, "start", "t-muted", fit(between, (l.Width-mid-14)/l.Size))
		d.Height = round(c.side(d, "after", c.After, 1, y+2.4*l.Size, l.Width-2) + 2)
		c.signs(d)
		return d
	}
	room := Advance(between)*l.Size + 30
	room = min(room, l.Width/3)
	w := (l.Width - room - 2) / 2
	y0 := c.side(d, "before", c.Before, 1, 1, w)
	y1 := c.side(d, "after", c.After, 1+w+room, 1, w)
	d.Height = round(max(y0, y1) + 2)
	y := d.Height / 2
	d.line(1+w+8, y, 1+w+room-15, y, "flow")
	d.add(Shape{Kind: AreaShape, Class: "flow-head", Text: "M" + num(1+w+room-8) + " " + num(y) + "l-9 -5l0 10z"})
	d.text(1+w+room/2, y-8, "middle", "t-muted", fit(between, (room-12)/l.Size))
	c.signs(d)
	return d
}

// signs says below the drawing what the signs in it mean.
func (c *Compaction) signs(d *Drawing) {
	var used [len(cellMarks)]bool
	for _, side := range [][]SSTable{c.Before, c.After} {
		for _, f := range side {
			for _, cell := range f.Cells {
				used[cell.Mark] = cellMarks[cell.Mark].sign != ""
			}
		}
	}
	for i, u := range used {
		if u {
			d.text(1, d.Height+1.2*d.Layout.Size, "start", "t-muted", cellMarks[i].sign+" "+cellMarks[i].word)
			d.Height = round(d.Height + 1.5*d.Layout.Size)
		}
	}
}

// side draws the files of one side below each other and returns where they end.
func (c *Compaction) side(d *Drawing, title string, files []SSTable, x, y, w float64) float64 {
	size := d.Layout.Size
	line := 1.6 * size
	d.text(x, y+size, "start", "t-muted", title)
	y += 1.5 * size
	if len(files) == 0 {
		d.text(x, y+size, "start", "t-muted", fit("nothing is left", w/size))
		return y + line
	}
	for i, f := range files {
		if i > 0 {
			y += 0.5 * size
		}
		lines := 1 + len(f.Cells)
		for k, cell := range f.Cells {
			if heads(f.Cells, k, cell.Row) {
				lines++
			}
		}
		if f.More > 0 {
			lines++
		}
		h := 0.2*size + float64(lines)*line
		d.add(Shape{Kind: RectShape, X: x, Y: y, W: w, H: h, Class: "sheet", Round: 5})
		d.text(x+0.6*size, y+1.15*size, "start", codeBold, cutCode(f.Name, w/size-1.2))
		y += line
		for k, cell := range f.Cells {
			m := cellMarks[cell.Mark]
			if heads(f.Cells, k, cell.Row) {
				d.text(x+0.6*size, y+1.05*size, "start", "t-muted", fit(cell.Row, w/size-1.2))
				y += line
			}
			d.rect(x+4, y, w-8, line-3, m.class, cell.Mark.String())
			right := x + w - 4 - 0.5*size
			if m.sign != "" {
				d.text(right, y+1.05*size, "end", "t-strong", m.sign)
				right -= 1.7 * size
			}
			if cell.Time != "" {
				s := fit(cell.Time, w/size/2.5)
				d.text(right, y+1.05*size, "end", "t-muted", s)
				right -= Advance(s)*size + 0.6*size
			}
			d.text(x+4+0.5*size, y+1.05*size, "start", "", fit(cell.Text, (right-x-4-0.5*size)/size))
			y += line
		}
		if f.More > 0 {
			d.text(x+0.6*size, y+1.05*size, "start", "t-muted", fit("⋮ "+strconv.Itoa(f.More)+" more", w/size-1.2))
			y += line
		}
		y += 0.2 * size
	}
	return y
}

// heads reports whether a cell is the first that is listed of its row.
func heads(cells []StoredCell, at int, row string) bool {
	return row != "" && (at == 0 || cells[at-1].Row != row)
}

// cutCode is fit for a text in the font of code.
func cutCode(s string, most float64) string {
	if lines := broken(s, codeBold, most, 1); len(lines) > 0 {
		return lines[0]
	}
	return ""
}
