package figure

import "strings"

// An Access shows what a read or a write touches: on the left the ring with its
// partitions, on the right one partition as rows in their order, the touched ones
// marked. On a narrow page the rows stand below the ring.
type Access struct {
	ID, Title, Desc string
	Ring            Ring // of it, Nodes, Keys, Arcs and Center are drawn
	Caption         string
	Rows            []RowMark // of a typical partition; none draws the ring alone
	Static          RowMark   // of the static row, which stands above the others
	Plain           bool      // rows have no clustering columns
	Arrow           int       // 1 for rows read in the stored order, -1 for backwards, 0 for neither
	Says            []string  // beside the rows, a paragraph each
}

// RowMark says what happens to a row.
type RowMark uint8

// What happens to rows.
const (
	Untouched RowMark = iota
	Got               // read and used
	Skipped           // read, compared and thrown away
	Put               // written
	Deleted           // hidden by a tombstone
)

// sign is the mark that goes with the color.
func (m RowMark) sign() string { return [...]string{"", "✓", "✕", "+", "†"}[m] }

func (m RowMark) class() string {
	return [...]string{"row", "row row-got", "row row-skipped", "row row-got", "row row-deleted"}[m]
}

// Figure lays the access out.
func (a *Access) Figure() *Figure {
	return &Figure{ID: a.ID, Kind: "access", Title: a.Title, Desc: a.Desc, Draw: a.draw}
}

func (a *Access) draw(l Layout) *Drawing {
	const rowHeight, gap = 19, 2
	line := 1.35 * l.Size
	rows := len(a.Rows)
	if a.Static != Untouched {
		rows++
	}
	stack := float64(rows * (rowHeight + gap))
	radius, x, y, width := 62.0, 318.0, line+8, 128.0
	centerX, right := 152.0, 306.0
	if l.Name == Narrow.Name {
		radius, x, width = 46, 0, 104
		centerX, right = l.Width/2, l.Width
		y = 2*radius + 5*line
	}
	textX := x + width + 26
	var says []string
	for i, s := range a.Says {
		if i > 0 {
			says = append(says, "") // half a line
		}
		says = append(says, wrap(s, (l.Width-textX)/l.Size)...)
	}
	d := &Drawing{Layout: l, Height: round(2*radius + 4*line)}
	centerY := d.Height / 2
	if rows > 0 {
		d.Height = round(max(d.Height, y+max(stack, float64(len(says))*line)+4))
		if l.Name == Wide.Name {
			centerY = d.Height / 2
		}
	}
	// The ring comes last: its labels find their places between the texts.
	defer a.Ring.put(d, centerX, centerY, radius, 0, right)
	if rows == 0 {
		return d
	}
	d.text(x, y-10, "start", "t-muted", fit(a.Caption, (l.Width-x)/l.Size))
	top := y
	row := func(m RowMark, key string) {
		chip := round(0.3 * width)
		d.rect(x, y, width, rowHeight, m.class(), "")
		if m == Untouched {
			key = "pale"
		}
		d.rect(x+3, y+3, chip, rowHeight-6, "chip "+key, "")
		if m != Untouched {
			d.text(x+width-14, y+rowHeight-5, "middle", "t-strong", m.sign())
		}
		y += rowHeight + gap
	}
	if a.Static != Untouched {
		row(a.Static, "role-static")
	}
	role := "role-clustering"
	if a.Plain {
		role = "role-value"
	}
	for _, m := range a.Rows {
		row(m, role)
	}
	if a.Arrow != 0 {
		from, to := top+2, y-gap-2
		if a.Arrow < 0 {
			from, to = to, from
		}
		head := float64(6 * a.Arrow)
		at := x + width + 13
		d.line(at, from, at, to, "arrow")
		d.add(Shape{Kind: PathShape, Class: "arrow", Text: "M" + num(at-4) + " " + num(to-head) + "L" + num(at) + " " + num(to) + "L" + num(at+4) + " " + num(to-head)})
	}
	for _, s := range says {
		if s == "" {
			top += line / 2
			continue
		}
		d.text(textX, top+l.Size, "start", "", s)
		top += line
	}
	return d
}

// wrap breaks a text into lines of at most width, in units of the font size; a
// longer word is cut.
func wrap(s string, width float64) (lines []string) {
	last := ""
	for _, word := range strings.Fields(s) {
		if last != "" && Advance(last+" "+word) <= width {
			last += " " + word
			continue
		}
		if last != "" {
			lines = append(lines, last)
		}
		last = fit(word, width)
	}
	return append(lines, last)
}
