package figure

import (
	"slices"
	"sort"
	"strings"

	"partitionlab/wasm/layout"
	"partitionlab/wasm/number"
	"partitionlab/wasm/work"
)

// Chebotko is the tables of a schema in the notation of Artem Chebotko: a box for each,
// its columns in the order of the key with their marks, and an arrow for each question,
// which enters the table that answers it and begins where the answer supplies its
// input. With types it is a physical diagram, without a logical one.
type Chebotko struct {
	ID, Title string
	Intro     string // begins the text alternative; may be empty
	Cards     []Card
	Arrows    []Arrow
	Like      *Chebotko   // of which the cards are the first ones, in whose order they stand; nil: as lines are short
	Frames    []string    // names of groups of tables, such as keyspaces; none: no frames
	Work      *work.Meter // counts what drawing takes
}

// A Card is a box of the diagram: a table, or a user-defined type.
type Card struct {
	Name      string
	Type      bool // a user-defined type: its title stands between stars
	Frame     int  // place in Frames
	Columns   []CardColumn
	Lit       bool // picked: it lies on the way that is shown
	Ref, Href string
}

// A CardColumn is a line of a box.
type CardColumn struct {
	Name      string // with the brackets of a collection: "{emails}"
	Type      string // "" in a logical diagram
	Mark      string // "K", "C↑", "C↓", "S", "IDX", "++" or several of them
	Role      string // class: "key", "clustering", "static", "value"
	Ref, Href string
}

// An Arrow is a question that enters a table.
type Arrow struct {
	From, To  int    // places in Cards; From −1 where the question comes from outside
	Label     string // "Q4"
	Words     string // the question, for those who do not see it
	Lit       bool
	Ref, Href string
}

// Figure lays the diagram out.
func (t *Chebotko) Figure() *Figure {
	f := &Figure{ID: t.ID, Kind: "tables", Title: t.Title, Desc: t.describe(), Draw: t.draw, Summary: "The tables as a table",
		Head: []string{"table", "column", "mark"}, Prose: true}
	types := false
	for _, table := range t.Cards {
		for _, c := range table.Columns {
			types = types || c.Type != ""
		}
	}
	if types {
		f.Head = append(f.Head, "type")
	}
	for _, table := range t.Cards {
		for _, c := range table.drawn() {
			row := []string{table.title(t.Frames), c.Name, c.Mark}
			if types {
				row = append(row, c.Type)
			}
			f.Rows = append(f.Rows, row)
		}
	}
	return f
}

// MostColumns is how many columns of a table are drawn or listed: nobody looks for one among more, and a
// page with all of thousands stands still.
const MostColumns = 100

// More says how many there are besides, "" for none.
func More(columns int, word string) string {
	if columns <= MostColumns {
		return ""
	}
	return "… and " + number.Of(columns-MostColumns, "more "+word)
}

// Drawn are which of some columns are drawn or listed, in their order: of more than MostColumns the
// keys before all others.
func Drawn(columns int, key func(i int) bool) []int {
	others := MostColumns // that have a place
	for i := range columns {
		if key(i) {
			others--
		}
	}
	var out []int
	for i := range columns {
		if !key(i) {
			if others <= 0 {
				continue
			}
			others--
		}
		if len(out) < MostColumns {
			out = append(out, i)
		}
	}
	return out
}

// drawn are the lines of the box.
func (t *Card) drawn() []CardColumn {
	word := "column"
	if t.Type {
		word = "field"
	}
	if more := More(len(t.Columns), word); more != "" {
		return append(t.Columns[:MostColumns:MostColumns], CardColumn{Name: more})
	}
	return t.Columns
}

func (t *Card) title(frames []string) string {
	name := t.Name
	if t.Type {
		name = "*" + name + "*"
	}
	if t.Frame < len(frames) && t.Frame >= 0 {
		return frames[t.Frame] + "." + name
	}
	return name
}

func (t *Chebotko) describe() string {
	var b strings.Builder
	b.WriteString(t.Intro)
	say := func(s string) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(s + ".")
	}
	for _, table := range t.Cards {
		var key []string
		for _, c := range table.Columns {
			if strings.HasPrefix(c.Mark, "K") || strings.HasPrefix(c.Mark, "C") {
				key = append(key, c.Name+" "+c.Mark)
			}
		}
		if !table.Type {
			say(table.title(t.Frames) + ": " + strings.Join(key, ", "))
		}
	}
	type way struct {
		label string
		to    int
	}
	from := map[way][]string{} // of the arrows that are still to come
	for _, a := range t.Arrows {
		if a.From >= 0 {
			w := way{a.Label, a.To}
			from[w] = append(from[w], t.Cards[a.From].Name)
		}
	}
	for i, a := range t.Arrows {
		s := a.Label
		if a.Words != "" {
			s += " (" + a.Words + ")"
		}
		if a.From < 0 {
			say(s + " enters " + t.Cards[a.To].Name)
			continue
		}
		w := way{a.Label, a.To}
		names := from[w]
		from[w] = names[1:]
		if i > 0 && t.Arrows[i-1].Label == a.Label && t.Arrows[i-1].To == a.To && t.Arrows[i-1].From >= 0 {
			continue // said with the first one
		}
		say(s + " leads from " + strings.Join(names, ", ") + " to " + t.Cards[a.To].Name)
	}
	return b.String()
}

// A cardBox is a table with its texts broken to the width of a layout.
type cardBox struct {
	title []string
	rows  []cardRow
	mark  float64 // room for the marks
	w, h  float64
}

type cardRow struct {
	name, typ []string
	below     bool    // the type stands below the name
	mark      float64 // room for the mark that the type leaves beside it
	y, h      float64
}

const (
	code     = "t-code"
	codeBold = "t-code t-strong"
)

// measure breaks the texts of a table so that it is at most so wide.
func (t *Card) measure(size, most float64) (b cardBox) {
	line := 1.5 * size
	title := t.Name
	if t.Type {
		title = "*" + title + "*"
	}
	b.title = broken(title, codeBold, (most-size)/size, 3)
	b.w = widest(b.title, codeBold)*size + 1.4*size
	mark, columns := 0.0, t.drawn()
	for _, c := range columns {
		mark = max(mark, width(c.Mark, codeBold)*size)
	}
	if mark > 0 {
		mark += 0.9 * size
	}
	b.mark = mark
	pad := 1.5 * size
	for _, c := range columns {
		var r cardRow
		// Types stand below each other; one that has no room then stands beside its own mark.
		r.mark = mark
		own := mark
		if own > 0 {
			own = width(c.Mark, codeBold)*size + 0.9*size
		}
		room := (most - pad - mark) / size
		typ := width(c.Type, "") + 1
		if c.Type == "" {
			typ = 0
		}
		switch {
		case width(c.Name, code)+typ <= room:
			r.name = []string{c.Name}
		case width(c.Name, code)+typ <= (most-pad-own)/size:
			r.name, r.mark = []string{c.Name}, own
		default:
			r.name = broken(c.Name, code, room, 3)
			r.below = c.Type != ""
		}
		w := widest(r.name, code)
		if c.Type != "" {
			if r.below {
				r.typ = broken(c.Type, "", room-1, 3)
				w = max(w, widest(r.typ, "")+1)
			} else {
				r.typ = []string{c.Type}
				w += typ
			}
		}
		n := len(r.name)
		if r.below {
			n += len(r.typ)
		}
		r.h = float64(n) * line
		b.rows = append(b.rows, r)
		b.w = max(b.w, w*size+pad+r.mark)
	}
	y := float64(len(b.title))*1.35*size + 0.55*size
	for i := range b.rows {
		b.rows[i].y = y + 0.25*size
		y += b.rows[i].h
	}
	b.h = y + 0.6*size
	return b
}

// arrange lays the boxes out, in the order of the diagram that this one is to be like, where that leaves no
// line out.
func (t *Chebotko) arrange(l Layout) ([]cardBox, *layout.Plan) {
	if t.Like != nil {
		_, plan := t.Like.arrange(l)
		order := plan.Order
		for i := len(order); i < len(t.Cards); i++ {
			order = append(order, i)
		}
		sort.SliceStable(order, func(i, j int) bool { return t.Cards[order[i]].Frame < t.Cards[order[j]].Frame })
		if boxes, plan := t.arranged(l, order); plan.Complete() {
			return boxes, plan
		}
	}
	return t.arranged(l, nil)
}

// arranged lays the boxes out. Wide tables are broken narrower where more of them then
// stand side by side and the drawing becomes less high.
func (t *Chebotko) arranged(l Layout, order []int) ([]cardBox, *layout.Plan) {
	for i := range t.Cards {
		t.Work.Ask(work.Times(lineUnits, min(len(t.Cards[i].Columns), MostColumns)))
	}
	o := options(l, t.Work)
	o.Order = order
	if len(t.Frames) > 0 {
		o.Title, o.Inset = 1.9*l.Size, 0.7*l.Size
	}
	full := l.Width - 2*o.Inset
	limits := []float64{full, (full-2*o.Gap)/2 - 4, (full - 3*o.Gap) / 3}
	narrow := l.Width < 500
	if narrow {
		limits = nil
		for _, n := range lanes {
			limits = append(limits, full-n*o.Pitch)
		}
	}
	var best []cardBox
	var plan *layout.Plan
	var least float64
	var tried [][]layout.Box // by limit, and what became of them
	var plans []*layout.Plan
	for _, most := range limits {
		boxes := make([]cardBox, len(t.Cards))
		in := make([]layout.Box, len(t.Cards))
		for i := range t.Cards {
			boxes[i] = t.Cards[i].measure(l.Size, most)
			in[i] = layout.Box{W: boxes[i].w, H: boxes[i].h, Mid: min(2.9*l.Size, boxes[i].h-4), Group: t.Cards[i].Frame}
		}
		var lines []layout.Line
		for _, a := range t.Arrows {
			lines = append(lines, layout.Line{From: a.From, To: a.To, Head: width(a.Label, codeBold) * l.Size, Port: a.Label})
		}
		var p *layout.Plan
		if same := slices.IndexFunc(tried, func(other []layout.Box) bool { return slices.Equal(other, in) }); same >= 0 { // no table is so wide
			p = plans[same]
		} else {
			p = layout.Arrange(in, lines, o)
			tried, plans = append(tried, in), append(plans, p)
		}
		cost := p.Cost + max(0, p.Width-l.Width)*10
		for _, b := range boxes { // a broken name is harder to read
			cost += 12 * float64(len(b.title)-1)
			for _, r := range b.rows {
				cost += 12 * float64(len(r.name)+len(r.typ)-1)
				if !r.below && len(r.typ) > 0 {
					cost -= 12
				}
			}
		}
		if plan == nil || cost < least {
			best, plan, least = boxes, p, cost
		}
		if narrow && plan.Complete() {
			break
		}
	}
	return best, plan
}

// lineUnits is what a line of a box takes.
const lineUnits = 200

func (t *Chebotko) draw(l Layout) *Drawing {
	boxes, plan := t.arrange(l)
	n := 2 * (len(plan.Groups) + len(t.Arrows))
	for i := range t.Cards {
		n += 4 * (2 + min(len(t.Cards[i].Columns), MostColumns)) // about
	}
	d := &Drawing{Layout: l, Height: round(plan.Height + 2), Shapes: make([]Shape, 0, n)}
	d.Layout.Width = max(l.Width, plan.Width)
	for i, frame := range plan.Groups {
		d.add(Shape{Kind: RectShape, X: frame.X + 0.5, Y: frame.Y, W: frame.W - 1, H: frame.H, Class: "frame", Round: 8})
		if name := t.frameName(i); name != "" {
			// Beside the lines that lead into the frame.
			x, y := frame.X+0.7*l.Size, frame.Y+1.45*l.Size
			w := width(name, codeBold) * l.Size
			for try := x; try+w < frame.X+frame.W; try += 4 {
				if !crossed(plan, layout.Rect{X: try - 4, Y: y - l.Size, W: w + 8, H: 1.3 * l.Size}) {
					x = try
					break
				}
			}
			d.text(x, y, "start", codeBold+" t-muted", name)
		}
	}
	for i, a := range t.Arrows {
		class := "flow"
		if a.Lit {
			class = "flow-lit"
		}
		d.arrow(plan.Lines[i], class, true, a.Ref)
	}
	for i := range t.Cards {
		t.Cards[i].put(d, boxes[i], plan.Boxes[i])
	}
	// Labels come last, once where several arrows enter as one.
	said := map[layout.Point]bool{}
	var missing []string
	for i, a := range t.Arrows {
		if p := plan.Lines[i]; len(p.Points) < 2 {
			missing = append(missing, a.Label+" → "+t.Cards[a.To].Name)
		} else if !said[p.Head] {
			said[p.Head] = true
			d.add(Shape{Kind: TextShape, X: p.Head.X, Y: p.Head.Y, Class: codeBold + " t-flow", Text: a.Label, Ref: a.Ref, Href: a.Href, Name: a.Words})
		}
	}
	d.undrawn(missing)
	d.signs(t.names())
	return d
}

// names are those of all columns.
func (t *Chebotko) names() (out []string) {
	for _, card := range t.Cards {
		for _, c := range card.Columns {
			out = append(out, c.Name)
		}
	}
	return out
}

// crossed reports whether a line of a plan runs through a rectangle.
func crossed(p *layout.Plan, r layout.Rect) bool {
	for _, l := range p.Lines {
		for k := 1; k < len(l.Points); k++ {
			a, b := l.Points[k-1], l.Points[k]
			if min(a.X, b.X) < r.X+r.W && r.X < max(a.X, b.X)+0.1 && min(a.Y, b.Y) < r.Y+r.H && r.Y < max(a.Y, b.Y)+0.1 {
				return true
			}
		}
	}
	return false
}

// frameName is the name of the i-th frame that is drawn: those of groups with tables.
func (t *Chebotko) frameName(i int) string {
	used := map[int]bool{}
	for _, table := range t.Cards {
		used[table.Frame] = true
	}
	for g, name := range t.Frames {
		if used[g] {
			if i == 0 {
				return name
			}
			i--
		}
	}
	return ""
}

// put draws one table.
func (t *Card) put(d *Drawing, b cardBox, r layout.Rect) {
	size := d.Layout.Size
	class := "sheet"
	if t.Lit {
		class = "sheet sheet-lit"
	}
	add := func(s Shape) {
		s.Ref, s.Href = t.Ref, t.Href
		d.add(s)
	}
	add(Shape{Kind: RectShape, X: r.X, Y: r.Y, W: r.W, H: r.H, Class: class, Round: 6})
	y := r.Y + 1.3*size
	for _, line := range b.title {
		add(Shape{Kind: TextShape, X: r.X + r.W/2, Y: y, Anchor: "middle", Class: codeBold, Text: line})
		y += 1.35 * size
	}
	under := r.Y + float64(len(b.title))*1.35*size + 0.45*size
	add(Shape{Kind: LineShape, X: r.X, Y: under, W: r.W, H: 0, Class: "sheet-line"})
	for i, c := range t.drawn() {
		row := b.rows[i]
		add := func(s Shape) {
			if s.Ref, s.Href = c.Ref, c.Href; c.Ref == "" {
				s.Ref, s.Href = t.Ref, t.Href
			}
			d.add(s)
		}
		role := "value"
		if c.Role != "" {
			role = c.Role
		}
		paper := Shape{Kind: RectShape, X: r.X + 3, Y: r.Y + row.y + 1, W: r.W - 6, H: row.h - 2, Class: "paper-" + role, Round: 3}
		if role != "value" {
			add(paper)
		} else if c.Ref != "" { // a hand may take it between its texts
			paper.Class, paper.Round = "paper", 0
			add(paper)
		}
		ink := " role-" + role
		y := r.Y + row.y + 1.08*size
		for _, line := range row.name {
			add(Shape{Kind: TextShape, X: r.X + 0.75*size, Y: y, Class: code + ink, Text: line})
			y += 1.5 * size
		}
		right := r.X + r.W - 0.75*size
		if c.Mark != "" {
			add(Shape{Kind: TextShape, X: right, Y: r.Y + row.y + 1.08*size, Anchor: "end", Class: codeBold + ink, Text: c.Mark})
		}
		switch {
		case row.below:
			for _, line := range row.typ {
				add(Shape{Kind: TextShape, X: r.X + 1.75*size, Y: y, Class: "t-muted", Text: line})
				y += 1.5 * size
			}
		case len(row.typ) > 0:
			add(Shape{Kind: TextShape, X: right - row.mark, Y: r.Y + row.y + 1.08*size, Anchor: "end", Class: "t-muted", Text: row.typ[0]})
		}
	}
}
