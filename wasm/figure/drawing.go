// Package figure turns numbers into figures: plain structs say what is shown, a
// [Drawing] holds where every line and every text lies, and a view tree is what
// the page gets. The same figure is laid out twice, for a wide and for a narrow
// page; styles show one of them.
//
// What styles have to know:
//
//	figure.fig          the whole; an inline-size container
//	.fig-title          the caption: what one sees
//	svg.fig-wide        for a container of at least 560 px; its width is 640 units
//	.fig-half           a figure that stands beside inputs: instead of fig-wide it has
//	svg.fig-beside      for a container of at least 366 px; its width is 400 units; behind
//	                    a fig-wide for one of less than 560 px
//	svg.fig-narrow      for a narrower one; its width is 272 units, so at most 20.9rem
//	.fig-data           the disclosure with the table
//	.fig-desc           the text alternative, for screen readers (and print)
//
// and inside a drawing: .t text (.t-strong, .t-muted, .t-end), .axis, .grid,
// .curve (.curve-2), .dot, .drop, .line-target, .line-limit, .line-remark,
// .line-hard, .band, .bar, .role-key, .role-clustering, .role-static,
// .role-value, .role-meta, .role-time. Colors come from these classes only; the
// hatching of metadata is a pattern (.hatch-paper, .hatch-ink), so .role-meta
// and .role-time must not set fill.
package figure

import (
	"math"
	"strconv"
	"strings"

	"partitionlab/wasm/view"
)

// A Layout is one of the two page widths that a figure is drawn for. Text is set
// so large that it stays at 12 px or above in the narrowest container that shows
// the layout.
type Layout struct {
	Name     string  // "wide" or "narrow"
	Width    float64 // units of the drawing
	Smallest float64 // width in px of the narrowest container
	Size     float64 // of text, in units
}

// The layouts.
var (
	Wide   = Layout{"wide", 640, 560, 14}
	Beside = Layout{"beside", 400, 366, 13.5}
	Narrow = Layout{"narrow", 272, 252, 13}
)

// A Drawing is a figure with every place decided. All numbers have one decimal.
type Drawing struct {
	Layout Layout
	Height float64
	Shapes []Shape
	avoid  []point // places that labels keep away from, such as a curve
}

type point struct{ x, y float64 }

// ShapeKind is the kind of a shape.
type ShapeKind uint8

// The kinds of shapes.
const (
	TextShape ShapeKind = iota // baseline at X, Y
	RectShape
	LineShape // from X, Y to X+W, Y+H
	PathShape // Text holds the path
	DotShape  // around X, Y with radius W
	OvalShape // in the rectangle
	AreaShape // Text holds the path of its edge; its class fills it
)

// shapeTags are the elements that the kinds are.
var shapeTags = [...]string{TextShape: "text", RectShape: "rect", LineShape: "line", PathShape: "path", DotShape: "circle", OvalShape: "ellipse", AreaShape: "path"}

// A Shape is one line, rectangle, path or text.
type Shape struct {
	Kind       ShapeKind
	X, Y, W, H float64
	Text       string
	Class      string
	Anchor     string // of text: "start", "middle", "end"
	Name       string // what a pointer over it says

	Round float64 `json:",omitempty"` // radius of a rectangle's corners
	// Ref names what the shape stands for, such as "table:hotels". Shapes of one Ref that
	// follow each other are one group, which leads to Href where that is not empty.
	Ref  string `json:",omitempty"`
	Href string `json:",omitempty"`
}

// round keeps one decimal. The conversion forbids fused multiply-add, so that
// every machine draws the same.
func round(x float64) float64 { return math.Round(float64(x*10)) / 10 }

// num writes a number as round leaves it: a drawing has thousands.
func num(x float64) string {
	tenths, sign := int(math.Round(float64(x*10))), ""
	if tenths < 0 {
		tenths, sign = -tenths, "-"
	}
	s := sign + strconv.Itoa(tenths/10)
	if rest := tenths % 10; rest > 0 {
		s += "." + strconv.Itoa(rest)
	}
	return s
}

func (d *Drawing) add(s Shape) {
	s.X, s.Y, s.W, s.H = round(s.X), round(s.Y), round(s.W), round(s.H)
	d.Shapes = append(d.Shapes, s)
}

func (d *Drawing) rect(x, y, w, h float64, class, name string) {
	d.add(Shape{Kind: RectShape, X: x, Y: y, W: w, H: h, Class: class, Name: name})
}

func (d *Drawing) line(x1, y1, x2, y2 float64, class string) {
	d.add(Shape{Kind: LineShape, X: x1, Y: y1, W: x2 - x1, H: y2 - y1, Class: class})
}

func (d *Drawing) text(x, y float64, anchor, class, s string) {
	d.add(Shape{Kind: TextShape, X: x, Y: y, Anchor: anchor, Class: class, Text: s})
}

// A place is where a label may stand.
type place struct {
	x, y   float64
	anchor string
}

// label sets a text at the first place where it is inside the drawing and on
// nothing else. It reports whether there was one.
func (d *Drawing) label(class, s string, places ...place) bool {
	for _, p := range places {
		t := Shape{Kind: TextShape, X: round(p.x), Y: round(p.y), Anchor: p.anchor, Class: class, Text: s}
		if d.free(d.box(t)) {
			d.add(t)
			return true
		}
	}
	return false
}

type box struct{ x0, y0, x1, y1 float64 }

// box is the room that a text takes at most.
func (d *Drawing) box(t Shape) box {
	w := width(t.Text, t.Class) * d.Layout.Size
	x := t.X
	switch t.Anchor {
	case "middle":
		x -= w / 2
	case "end":
		x -= w
	}
	return box{x, t.Y - 0.8*d.Layout.Size, x + w, t.Y + 0.25*d.Layout.Size}
}

func (b box) meets(c box) bool { return b.x0 < c.x1 && c.x0 < b.x1 && b.y0 < c.y1 && c.y0 < b.y1 }

func (d *Drawing) free(b box) bool {
	if b.x0 < 0 || b.x1 > d.Layout.Width || b.y0 < 0 || b.y1 > d.Height {
		return false
	}
	for _, s := range d.Shapes {
		if s.Kind == TextShape && d.box(s).meets(b) {
			return false
		}
	}
	for _, p := range d.avoid {
		if b.x0 <= p.x && p.x <= b.x1 && b.y0 <= p.y && p.y <= b.y1 {
			return false
		}
	}
	return true
}

// along adds points of a stretch to what labels keep away from.
func (d *Drawing) along(a, b point) {
	n := int(math.Max(math.Abs(b.x-a.x), math.Abs(b.y-a.y))/4) + 1
	for i := 0; i <= n; i++ {
		f := float64(i) / float64(n)
		d.avoid = append(d.avoid, point{a.x + float64(f*(b.x-a.x)), a.y + float64(f*(b.y-a.y))})
	}
}

// SVG returns the drawing as a tree. The prefix makes ids unique in a page.
func (d *Drawing) SVG(prefix, title, desc string) *view.Node {
	id := prefix + "-" + d.Layout.Name[:1]
	role := "img" // a picture, unless parts of it lead somewhere
	for _, s := range d.Shapes {
		if s.Href != "" {
			role = "group"
		}
	}
	svg := view.El("svg",
		view.A("xmlns", view.SVGSpace),
		view.Class("fig-"+d.Layout.Name),
		view.A("viewBox", "0 0 "+num(d.Layout.Width)+" "+num(d.Height)),
		view.A("role", role),
		view.A("font-size", num(d.Layout.Size)),
		view.A("aria-labelledby", id+"-t "+id+"-d"),
		view.El("title", view.A("id", id+"-t"), view.Text(title)),
		view.El("desc", view.A("id", id+"-d"), view.Text(desc)),
	)
	for _, s := range d.Shapes {
		if isHatched(s.Class) {
			svg.Add(hatches(id))
			break
		}
	}
	for i := 0; i < len(d.Shapes); {
		s := d.Shapes[i]
		if s.Ref == "" {
			svg.Add(s.node(id))
			i++
			continue
		}
		part := view.El("g")
		for ; i < len(d.Shapes) && d.Shapes[i].Ref == s.Ref && d.Shapes[i].Href == s.Href; i++ {
			part.Add(d.Shapes[i].node(id))
		}
		if s.Href != "" {
			part = view.El("a", view.A("href", s.Href), part)
		}
		svg.Add(part.Add(view.A("data-ref", s.Ref)))
	}
	return svg
}

// margin is the room around a drawing that stands alone.
const margin = 12

// Alone makes the tree of a drawing a picture for a file of its own: as wide as what is drawn, with a
// margin, its size, and paper behind it, a rectangle without a place. It returns the size.
func Alone(svg, paper *view.Node) (width, height float64) {
	left := 0.0
	for i, a := range svg.Attrs {
		if box := strings.Fields(a.Value); a.Name == "viewBox" && len(box) == 4 {
			width, _ = strconv.ParseFloat(box[2], 64)
			height, _ = strconv.ParseFloat(box[3], 64)
			from, to := reach(svg, numberOf(svg, "font-size"))
			if from, to = max(from, 0), min(to, width); from < to {
				left, width = math.Floor(from), to-math.Floor(from)
			}
			width, height = math.Ceil(width)+2*margin, math.Ceil(height)+2*margin // whole pixels
			svg.Attrs[i].Value = num(left-margin) + " " + num(-margin) + " " + num(width) + " " + num(height)
		}
	}
	svg.Attrs = append(svg.Attrs, view.Attr{Name: "width", Value: num(width)}, view.Attr{Name: "height", Value: num(height)})
	paper.Add(view.A("x", num(left-margin)), view.A("y", num(-margin)), view.A("width", num(width)), view.A("height", num(height)))
	svg.Children = append([]*view.Node{paper}, svg.Children...)
	return width, height
}

// reach is from where to where a part of a drawing goes from left to right; from > to for what
// draws nothing.
func reach(n *view.Node, size float64) (from, to float64) {
	from, to = math.Inf(1), math.Inf(-1)
	over := func(a, b float64) { from, to = min(from, a, b), max(to, a, b) }
	at := func(name string) float64 { return numberOf(n, name) }
	switch n.Tag {
	case "defs":
		return from, to
	case "rect":
		over(at("x"), at("x")+at("width"))
	case "line":
		over(at("x1"), at("x2"))
	case "circle":
		over(at("cx")-at("r"), at("cx")+at("r"))
	case "ellipse":
		over(at("cx")-at("rx"), at("cx")+at("rx"))
	case "path":
		path, _ := n.Attr("d")
		for _, step := range strings.FieldsFunc(path, func(r rune) bool { return 'A' <= r && r <= 'Z' || r == 'z' }) {
			step, _, _ = strings.Cut(step, "a") // a dot at a line's beginning
			for i, x := range strings.Fields(step) {
				if v, err := strconv.ParseFloat(x, 64); err == nil && i%2 == 0 {
					over(v, v)
				}
			}
		}
	case "text":
		class, _ := n.Attr("class")
		anchor, _ := n.Attr("text-anchor")
		d := Drawing{Layout: Layout{Size: size}}
		b := d.box(Shape{X: at("x"), Text: n.Text, Class: class, Anchor: anchor})
		over(b.x0, b.x1)
	}
	for _, c := range n.Children {
		a, b := reach(c, size)
		from, to = min(from, a), max(to, b)
	}
	return from, to
}

func numberOf(n *view.Node, name string) float64 {
	text, _ := n.Attr(name)
	x, _ := strconv.ParseFloat(text, 64)
	return x
}

func isHatched(class string) bool {
	return strings.Contains(class, "role-meta") || strings.Contains(class, "role-time")
}

// hatches are the fillings of metadata: flags and lengths lean right, times left.
func hatches(id string) *view.Node {
	one := func(name, path string) *view.Node {
		return view.El("pattern", view.A("id", id+"-"+name), view.A("width", "6"), view.A("height", "6"), view.A("patternUnits", "userSpaceOnUse"),
			view.El("rect", view.A("width", "6"), view.A("height", "6"), view.Class("hatch-paper")),
			view.El("path", view.A("d", path), view.Class("hatch-ink")))
	}
	return view.El("defs", one("meta", "M-1 1l2-2M0 6l6-6M5 7l2-2"), one("time", "M-1 5l2 2M0 0l6 6M5-1l2 2"))
}

func (s Shape) node(id string) *view.Node {
	n := &view.Node{Tag: shapeTags[s.Kind], Attrs: make([]view.Attr, 0, 6)} // thousands of them: each in two pieces of memory
	set := func(name, value string) { n.Attrs = append(n.Attrs, view.Attr{Name: name, Value: value}) }
	at := func(name string, v float64) { set(name, num(v)) }
	switch {
	case s.Kind != TextShape && s.Class != "":
		set("class", s.Class)
	case s.Class != "":
		set("class", "t "+s.Class)
	case s.Kind == TextShape:
		set("class", "t")
	}
	switch s.Kind {
	case TextShape:
		at("x", s.X)
		at("y", s.Y)
		if s.Anchor != "start" && s.Anchor != "" {
			set("text-anchor", s.Anchor)
		}
		n.Text = s.Text
	case RectShape:
		at("x", s.X)
		at("y", s.Y)
		at("width", s.W)
		at("height", s.H)
		if isHatched(s.Class) {
			kind := "meta"
			if strings.Contains(s.Class, "role-time") {
				kind = "time"
			}
			set("fill", "url(#"+id+"-"+kind+")")
		}
		if s.Round > 0 {
			at("rx", s.Round)
		}
	case LineShape:
		at("x1", s.X)
		at("y1", s.Y)
		at("x2", s.X+s.W)
		at("y2", s.Y+s.H)
	case PathShape:
		set("d", s.Text)
		set("fill", "none")
	case DotShape:
		at("cx", s.X)
		at("cy", s.Y)
		at("r", s.W)
	case OvalShape:
		at("cx", s.X+s.W/2)
		at("cy", s.Y+s.H/2)
		at("rx", s.W/2)
		at("ry", s.H/2)
	case AreaShape:
		set("d", s.Text)
	}
	if s.Name != "" && s.Kind != TextShape {
		n.Add(view.Leaf("title", "", s.Name))
	}
	return n
}

// A Figure is a drawing with its words: title, text alternative and table.
type Figure struct {
	ID    string // unique in the page; prefix of all ids
	Kind  string // class of the figure, such as "growth"
	Title string // what one sees, as a sentence
	Desc  string // what the figure says, with its numbers
	Head  []string
	Rows  [][]string // the data; all columns but the first are numbers
	Prose bool       // they are words
	// Summary is what the disclosure of the table says; "" is "The numbers as a table".
	Summary string
	Draw    func(Layout) *Drawing

	wide Layout // its layout where there is room; the zero Layout is Wide
	also bool   // Wide, too, where there is even more
}

// Beside is the figure as it stands beside the inputs of a widget.
func (f *Figure) Beside() *Figure {
	f.wide = Beside
	return f
}

// Anywhere is a figure that stands beside the inputs of a widget, where it may be as wide as
// on a page: one that is higher than wide is drawn for that width, too.
func (f *Figure) Anywhere() *Figure {
	f.also = true
	return f.Beside()
}

// View returns the figure for a page.
func (f *Figure) View() *view.Node {
	wide, half := Wide, ""
	if f.wide.Width > 0 {
		wide, half = f.wide, "fig-half"
	}
	drawn := f.Draw(wide)
	var widest *view.Node
	if f.also && drawn.Height > wide.Width {
		widest = f.Draw(Wide).SVG(f.ID, f.Title, f.Desc)
	}
	return view.El("figure", view.Class("fig", "fig-"+f.Kind, half), view.A("id", f.ID),
		view.Leaf("figcaption", "fig-title", f.Title),
		widest,
		drawn.SVG(f.ID, f.Title, f.Desc),
		f.Draw(Narrow).SVG(f.ID, f.Title, f.Desc),
		f.table(),
	)
}

// cellText writes what a cell of a Markdown table may hold.
var cellText = strings.NewReplacer("|", "\\|", "\n", " ")

// Markdown is the table of the figure as Markdown, for a text elsewhere, with what a diagram
// says besides.
func (f *Figure) Markdown() string {
	var b strings.Builder
	line := func(cells []string) {
		b.WriteByte('|')
		for _, c := range cells {
			b.WriteString(" " + cellText.Replace(c) + " |")
		}
		b.WriteByte('\n')
	}
	line(f.Head)
	b.WriteByte('|')
	for i := range f.Head {
		if i > 0 && !f.Prose {
			b.WriteString(" ---: |")
		} else {
			b.WriteString(" --- |")
		}
	}
	b.WriteByte('\n')
	for _, r := range f.Rows {
		line(r)
	}
	if f.Prose { // what the lines between the boxes say
		b.WriteString("\n" + f.Desc + "\n")
	}
	return b.String()
}

// table is the data behind a disclosure.
func (f *Figure) table() *view.Node {
	if len(f.Rows) == 0 {
		return nil
	}
	summary := f.Summary
	if summary == "" {
		summary = "The numbers as a table"
	}
	return view.El("details", view.Class("fig-data"),
		view.Leaf("summary", "", summary),
		table(f.Title, f.Head, f.Rows, f.Prose))
}

// Table returns a table whose first column names the rows. It scrolls inside
// itself where the page is narrow.
func Table(caption string, head []string, rows [][]string) *view.Node {
	return table(caption, head, rows, false)
}

// table is Table; in prose all columns are words.
func table(caption string, head []string, rows [][]string, prose bool) *view.Node {
	numeric := func(column int) string {
		if column > 0 && !prose {
			return "num"
		}
		return ""
	}
	tr := view.El("tr")
	for i, h := range head {
		tr.Add(view.El("th", view.A("scope", "col"), view.Class(numeric(i)), view.Text(h)))
	}
	body := view.El("tbody")
	for _, r := range rows {
		row := view.El("tr")
		for i, c := range r {
			if i == 0 {
				row.Add(view.El("th", view.A("scope", "row"), view.Text(c)))
			} else {
				row.Add(view.Leaf("td", numeric(i), c))
			}
		}
		body.Add(row)
	}
	return view.Scroll("div", "table-scroll", caption,
		view.El("table",
			view.Leaf("caption", "visually-hidden", caption),
			view.El("thead", tr), body))
}
