package figure

import (
	"math"
	"slices"
	"strings"

	"partitionlab/wasm/layout"
	"partitionlab/wasm/work"
)

// Entities is the conceptual model in the notation of Peter Chen: a rectangle for each
// entity with its attributes in ovals, identifying ones underlined, and a diamond for
// each relationship, with the number that takes part at each end. The ovals of an
// entity stand in its box, so that lines keep clear of them.
type Entities struct {
	ID, Title     string
	Intro         string // begins the text alternative; may be empty
	Entities      []EntityBox
	Relationships []Diamond
	Work          *work.Meter // counts what drawing takes
}

// An EntityBox is an entity. Pair says that it is a relationship with attributes of its
// own: it is drawn with a diamond in its rectangle. One that is known only within others
// has a double border.
type EntityBox struct {
	Name       string
	Within     []string
	Attributes []Oval
	Pair       bool
	Ref, Href  string
}

// An Oval is an attribute.
type Oval struct {
	Name      string // {name} where it has several values
	Key       bool   // part of what identifies
	Ref, Href string
}

// A Diamond is a relationship between two entities, by their places in the list. One
// that is a pair stands among the entities, and is told by it: Pair is its place there.
type Diamond struct {
	Verb        string
	From, To    int
	Left, Right string // the numbers at the two ends: "1", "n", "20..400"
	Says        string // both in sentences, for the text alternative
	Pair        int    // place of the entity that stands for it; −1 for a diamond
	Ref, Href   string
}

// Figure lays the model out.
func (e *Entities) Figure() *Figure {
	f := &Figure{ID: e.ID, Kind: "entities", Title: e.Title, Draw: e.draw, Summary: "The entities as a table", Prose: true,
		Head: []string{"entity", "attributes", "relationships"}}
	for i, b := range e.Entities {
		var attributes, relationships []string
		for _, a := range b.Attributes {
			s := a.Name
			if a.Key {
				s += " (key)"
			}
			attributes = append(attributes, s)
		}
		for _, r := range e.Relationships {
			switch i {
			case r.From:
				relationships = append(relationships, b.Name+" "+r.Verb+" "+e.Entities[r.To].Name+" ("+r.Left+" : "+r.Right+")")
			case r.To:
				relationships = append(relationships, e.Entities[r.From].Name+" "+r.Verb+" "+b.Name+" ("+r.Left+" : "+r.Right+")")
			}
		}
		name := b.Name
		if len(b.Within) > 0 {
			name += " (within " + strings.Join(b.Within, " and ") + ")"
		}
		f.Rows = append(f.Rows, []string{name, strings.Join(attributes, ", "), strings.Join(relationships, "; ")})
	}
	var say strings.Builder
	say.WriteString(e.Intro)
	for _, r := range e.Relationships {
		if say.Len() > 0 {
			say.WriteByte(' ')
		}
		say.WriteString(r.Says)
	}
	f.Desc = say.String()
	return f
}

// drawn are the ovals of the box.
func (b *EntityBox) drawn() []Oval {
	more := More(len(b.Attributes), "attribute")
	if more == "" {
		return b.Attributes
	}
	var out []Oval
	for _, i := range Drawn(len(b.Attributes), func(i int) bool { return b.Attributes[i].Key }) {
		out = append(out, b.Attributes[i])
	}
	return append(out, Oval{Name: more})
}

// An entityShape is a box with its texts broken to the width of a layout.
type entityShape struct {
	title []string
	ovals [][]string
	w, h  float64
	head  float64 // height of the rectangle with the name
}

func (b *EntityBox) measure(size, most float64) (s entityShape) {
	const bold = "t-strong"
	room := most/size - 2
	if b.Pair {
		room = most / size * 0.85
	}
	s.title = broken(b.Name, bold, room, 2)
	s.w = widest(s.title, bold)*size + 1.8*size
	s.head = float64(len(s.title))*1.35*size + 0.75*size
	if b.Pair {
		s.w = widest(s.title, bold)*size/0.6 + size
		s.head += 1.1 * size
	}
	s.h = s.head
	for _, a := range b.drawn() {
		lines := broken(a.Name, code, most/size-3.2, 2)
		s.ovals = append(s.ovals, lines)
		s.w = max(s.w, widest(lines, code)*size+3.0*size)
		s.h += float64(len(lines))*1.35*size + 0.6*size
	}
	s.w = max(s.w, 5.5*size)
	if len(b.Attributes) > 0 {
		s.h += 0.8 * size
	}
	return s
}

func (r *Diamond) measure(size, most float64) (lines []string, w, h float64) {
	lines = broken(r.Verb, "", 7, 3)
	if widest(lines, "")*size*1.5 > most {
		lines = broken(r.Verb, "", most/size/1.7, 3)
	}
	n := float64(len(lines))
	h = (n*1.35 + 1.5) * size
	// A text of that height fits in a diamond whose slope leaves room for it.
	share := 1 - (n*1.2*size)/h
	w = widest(lines, "")*size/max(share, 0.3) + 4
	if n == 1 {
		w = widest(lines, "")*size*1.35 + 1.9*size
	}
	return lines, w, h
}

func (e *Entities) draw(l Layout) (best *Drawing) {
	o := options(l, e.Work)
	o.Gap = 1.6 * l.Size
	least := 0
	for _, number := range [...]func(string) string{whole, ends} {
		for i := range lanes {
			most := l.Width / 2.6
			if l.Width < 500 {
				most = l.Width - lanes[i]*o.Pitch
			}
			d, missing := e.within(l, o, most, number)
			if best == nil || missing < least {
				best, least = d, missing
			}
			if missing == 0 || e.Work.Stopped() {
				return best
			}
			if l.Width >= 500 {
				break
			}
		}
	}
	return best
}

// whole is the number at the end of a line as it is written.
func whole(s string) string { return s }

// ends is a number without what is usual, and what comes, where lines find no room with these.
func ends(s string) string {
	s, _, grows := strings.Cut(s, " + ")
	first, rest, _ := strings.Cut(s, "..")
	if grows {
		return first + "..n"
	}
	if _, last, ok := strings.Cut(rest, ".."); ok {
		return first + ".." + last
	}
	return s
}

// within draws the model with boxes of at most a width, and says how many lines found no room.
func (e *Entities) within(l Layout, o layout.Options, most float64, number func(string) string) (d *Drawing, without int) {
	shapes := make([]entityShape, len(e.Entities))
	var boxes []layout.Box
	for i := range e.Entities {
		shapes[i] = e.Entities[i].measure(l.Size, most)
		boxes = append(boxes, layout.Box{W: shapes[i].w, H: shapes[i].h, Mid: shapes[i].head / 2})
	}
	var lines []layout.Line
	numbers := func(s string) float64 { return Advance(number(s)) * l.Size }
	at := make([]int, len(e.Relationships))    // of each diamond among the boxes
	first := make([]int, len(e.Relationships)) // its first line
	verbs := make([][]string, len(e.Relationships))
	for i, r := range e.Relationships {
		at[i] = r.Pair
		first[i] = len(lines)
		if r.Pair < 0 {
			var w, h float64
			verbs[i], w, h = e.Relationships[i].measure(l.Size, most)
			at[i] = len(boxes)
			boxes = append(boxes, layout.Box{W: w, H: h, Mid: h / 2, Center: true})
		}
		lines = append(lines,
			layout.Line{From: at[i], To: r.From, Head: numbers(r.Left), Free: true},
			layout.Line{From: at[i], To: r.To, Head: numbers(r.Right), Free: true})
	}
	plan := layout.Arrange(boxes, lines, o)
	d = &Drawing{Layout: l, Height: round(plan.Height + 2)}
	d.Layout.Width = max(l.Width, plan.Width)
	for i, r := range e.Relationships {
		for _, p := range plan.Lines[first[i] : first[i]+2] {
			if r.Pair < 0 {
				p = toDiamond(p, plan.Boxes[at[i]])
			}
			d.arrow(p, "link", false, r.Ref)
		}
	}
	for i := range e.Entities {
		e.Entities[i].put(d, shapes[i], plan.Boxes[i])
	}
	var missing []string
	for i, r := range e.Relationships {
		add := func(s Shape) {
			s.Ref, s.Href = r.Ref, r.Href
			d.add(s)
		}
		if r.Pair < 0 {
			b := plan.Boxes[at[i]]
			add(Shape{Kind: AreaShape, Class: "diamond", Text: diamond(b)})
			y := b.Y + b.H/2 - float64(len(verbs[i])-1)*0.65*l.Size + 0.35*l.Size
			for _, line := range verbs[i] {
				add(Shape{Kind: TextShape, X: b.X + b.W/2, Y: y, Anchor: "middle", Class: "t-verb", Text: line})
				y += 1.3 * l.Size
			}
		}
		for k, s := range []string{r.Left, r.Right} {
			p := plan.Lines[first[i]+k]
			if len(p.Points) < 2 {
				missing = append(missing, r.Verb+" – "+e.Entities[[]int{r.From, r.To}[k]].Name)
			} else if s != "" {
				add(Shape{Kind: TextShape, X: p.Head.X, Y: p.Head.Y, Class: "t-muted", Text: number(s)})
			}
		}
	}
	d.undrawn(missing)
	if slices.ContainsFunc(e.Entities, func(b EntityBox) bool { return len(b.Within) > 0 }) {
		d.note("A double border: its key is unique only within its owner.")
	}
	var names []string
	for _, b := range e.Entities {
		for _, a := range b.Attributes {
			names = append(names, a.Name)
		}
	}
	d.signs(names)
	return d, len(missing)
}

// toDiamond lengthens a line that begins beside a corner of a diamond down to its side.
func toDiamond(p layout.Path, b layout.Rect) layout.Path {
	if len(p.Points) < 2 || p.Points[0].X != p.Points[1].X {
		return p
	}
	lean := b.H / b.W * math.Abs(p.Points[0].X-b.X-b.W/2)
	p.Points = slices.Clone(p.Points)
	if p.Points[0].Y > b.Y+b.H/2 {
		lean = -lean
	}
	p.Points[0].Y = round(p.Points[0].Y + lean)
	return p
}

func diamond(b layout.Rect) string {
	x, y := b.X+b.W/2, b.Y+b.H/2
	return "M" + num(x) + " " + num(b.Y) + "L" + num(b.X+b.W) + " " + num(y) + "L" + num(x) + " " + num(b.Y+b.H) + "L" + num(b.X) + " " + num(y) + "z"
}

func (b *EntityBox) put(d *Drawing, s entityShape, r layout.Rect) {
	size := d.Layout.Size
	add := func(sh Shape) {
		sh.Ref, sh.Href = b.Ref, b.Href
		d.add(sh)
	}
	if len(b.Attributes) > 0 {
		add(Shape{Kind: RectShape, X: r.X, Y: r.Y, W: r.W, H: r.H, Class: "sheet", Round: 4})
	}
	add(Shape{Kind: RectShape, X: r.X, Y: r.Y, W: r.W, H: s.head, Class: "entity", Round: 4})
	if len(b.Within) > 0 {
		add(Shape{Kind: RectShape, X: r.X + 3, Y: r.Y + 3, W: r.W - 6, H: s.head - 6, Class: "entity", Round: 2})
	}
	if b.Pair {
		add(Shape{Kind: AreaShape, Class: "diamond", Text: diamond(layout.Rect{X: r.X + 2, Y: r.Y + 2, W: r.W - 4, H: s.head - 4})})
	}
	y := r.Y + s.head/2 - float64(len(s.title)-1)*0.675*size + 0.35*size
	for _, line := range s.title {
		add(Shape{Kind: TextShape, X: r.X + r.W/2, Y: y, Anchor: "middle", Class: "t-strong", Text: line})
		y += 1.35 * size
	}
	y = r.Y + s.head + 0.7*size
	for i, a := range b.drawn() {
		add := func(sh Shape) {
			if sh.Ref, sh.Href = a.Ref, a.Href; a.Ref == "" {
				sh.Ref, sh.Href = b.Ref, b.Href
			}
			d.add(sh)
		}
		h := float64(len(s.ovals[i])) * 1.35 * size
		w := widest(s.ovals[i], code)*size + 1.6*size
		add(Shape{Kind: RectShape, X: r.X + (r.W-w)/2, Y: y, W: w, H: h, Class: "oval", Round: 0.67 * size})
		class := code
		if a.Key {
			class += " t-key"
		}
		for k, line := range s.ovals[i] {
			add(Shape{Kind: TextShape, X: r.X + r.W/2, Y: y + (float64(k)*1.3+1.02)*size, Anchor: "middle", Class: class, Text: line})
		}
		y += h + 0.6*size
	}
}
