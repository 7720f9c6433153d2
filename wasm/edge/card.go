package edge

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"partitionlab/wasm/figure"
	"partitionlab/wasm/view"
)

// A card is a picture of a calculator in a state, for hosts that take pictures
// only and for previews of links: its title, the answer, for which inputs, and as
// many of its figures as there is room for; or the CQL that it is about.

// The size of a card in units. A PNG has more pixels: the 1200 × 630 that previews
// want.
const (
	CardWidth, CardHeight = 720.0, 378.0
	PNGWidth, PNGHeight   = 1200, 630

	margin    = 36.0
	footAt    = CardHeight - 22
	figuresTo = CardHeight - 48
)

// cardOf answers /card.svg?url=… and /card.png?url=…, where url is an address of a
// calculator's page or embed; theme may stand beside it.
func (h *Handler) cardOf(w http.ResponseWriter, r *http.Request, ending string) {
	q := r.URL.Query()
	page, query := h.page(h.root(r), q.Get("url"))
	if page == "" {
		fail(w, http.StatusNotFound, "The address in url is none of a calculator here.", "Write url= and after it the address of a calculator's page, escaped.")
		return
	}
	if t := q.Get("theme"); t == "light" || t == "dark" {
		query += "&theme=" + t
	}
	h.card(w, r, page, query, ending)
}

// card answers with the card of a page in the state that a query says.
func (h *Handler) card(w http.ResponseWriter, r *http.Request, page, query, ending string) {
	s, err := h.State(r.Context(), page, query)
	if err != nil {
		failed(w, err)
		return
	}
	l, err := h.readLook(r.Context())
	if err != nil {
		failed(w, err)
		return
	}
	kind, body := "image/svg+xml", []byte(nil)
	tree := l.Card(s, h.root(r).Host)
	if ending == "png" {
		kind = "image/png"
		f, err := h.readFonts(r.Context())
		if err == nil {
			body, err = f.PNG(tree, PNGWidth, PNGHeight)
		}
		if err != nil {
			failed(w, err)
			return
		}
	} else {
		body = []byte(view.XML(tree))
	}
	keep(w, s.Typed)
	send(w, http.StatusOK, kind, body)
}

// Cards are the card of a state as SVG and PNG, for a site on a host that runs no
// programs.
func (h *Handler) Cards(ctx context.Context, s *State, host string) (svg, png []byte, err error) {
	l, err := h.readLook(ctx)
	if err != nil {
		return nil, nil, err
	}
	f, err := h.readFonts(ctx)
	if err != nil {
		return nil, nil, err
	}
	tree := l.Card(s, host)
	png, err = f.PNG(tree, PNGWidth, PNGHeight)
	return []byte(view.XML(tree)), png, err
}

// PNG draws a tree of SVG, scaled to so many pixels.
func (h *Handler) PNG(ctx context.Context, svg *view.Node, width, height int) ([]byte, error) {
	f, err := h.readFonts(ctx)
	if err != nil {
		return nil, err
	}
	return f.PNG(svg, width, height)
}

// Card draws a state. Host is where the site stands, for the foot; "" for nowhere.
func (l *Look) Card(s *State, host string) *view.Node {
	t := l.theme(s.Dark)
	c := &card{theme: t}
	c.svg = view.El("svg", view.A("xmlns", view.SVGSpace), view.A("width", num(CardWidth)), view.A("height", num(CardHeight)),
		view.A("viewBox", "0 0 "+num(CardWidth)+" "+num(CardHeight)), view.A("role", "img"), view.A("aria-labelledby", "title words"), view.A("font-family", t["sans"]))
	words := view.El("desc", view.A("id", "words"))
	c.svg.Add(view.El("title", view.A("id", "title"), view.Text(s.Title)), words,
		view.El("rect", view.A("width", num(CardWidth)), view.A("height", num(CardHeight)), view.A("fill", t["paper"])),
		view.El("rect", view.A("width", num(CardWidth)), view.A("height", "6"), view.A("fill", t["accent"])))

	c.y = 30
	c.say(s.Title, 25, "700", "ink", 2)
	c.y += 6
	said := s.Sentence
	c.say(s.Sentence, 19, "400", "ink", 3)
	if s.Changes != "" {
		c.y += 4
		c.say("with "+s.Changes, 14, "400", "muted", 1)
		said += " With " + s.Changes + "."
	}
	c.y += 14
	drawn := 0
	if !s.Covered && s.View != nil {
		for _, f := range figures(s.View) {
			if c.figure(l, f) {
				drawn++
				said += " " + f.words
			}
		}
	}
	if drawn == 0 && s.CQL != "" {
		c.code(s.CQL)
		said += "\n" + s.CQL
	}
	foot := "Partition Lab · judged by Apache Cassandra 5.0.8"
	if host != "" {
		foot += " · " + host
	}
	c.text(margin, footAt, foot, 13, "400", "muted")
	words.Add(view.Text(said))
	return c.svg
}

type card struct {
	svg   *view.Node
	theme theme
	y     float64 // where the next thing may begin
}

func num(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// text sets one line on a baseline.
func (c *card) text(x, y float64, s string, size float64, weight, color string) *view.Node {
	n := view.El("text", view.A("x", num(x)), view.A("y", num(y)), view.A("font-size", num(size)), view.A("font-weight", weight), view.A("fill", c.theme[color]), view.Text(s))
	c.svg.Add(n)
	return n
}

// say sets a text in lines, at most so many; what does not fit is cut.
func (c *card) say(s string, size float64, weight, color string, most int) {
	for _, line := range wrap(s, (CardWidth-2*margin)/size, most) {
		c.y += size * 1.25
		c.text(margin, c.y, line, size, weight, color)
	}
}

// wrap breaks a text between words into lines of a width, at most so many, and
// says by … that there is more.
func wrap(s string, width float64, most int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		long := strings.TrimPrefix(line+" "+word, " ")
		if figure.Advance(long) <= width {
			line = long
			continue
		}
		if len(lines) == most-1 {
			return append(lines, cut(long, width))
		}
		if line != "" {
			lines = append(lines, line)
		}
		if line = word; figure.Advance(word) > width {
			line = cut(word, width)
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// cut shortens a text to a width, with … at its end.
func cut(s string, width float64) string {
	if figure.Advance(s) <= width {
		return s
	}
	at := figure.Advance("…")
	for i, r := range s {
		if at += figure.Advance(string(r)); at > width {
			return strings.TrimRight(s[:i], " ") + "…"
		}
	}
	return s
}

// A drawing is a figure of a widget as a wide page shows it.
type drawing struct {
	title, words  string
	svg           *view.Node
	width, height float64
}

// figures are the figures of a view, in its order.
func figures(n *view.Node) (list []drawing) {
	is := func(tag, class string) func(*view.Node) bool {
		return func(n *view.Node) bool {
			c, _ := n.Attr("class")
			return n.Tag == tag && strings.Contains(" "+c+" ", " "+class+" ")
		}
	}
	if is("figure", "fig")(n) {
		svg := n.Find(is("svg", "fig-wide"))
		if svg == nil {
			svg = n.Find(is("svg", "fig-beside"))
		}
		if svg == nil {
			return nil
		}
		d := drawing{svg: svg}
		if t := n.Find(is("figcaption", "fig-title")); t != nil {
			d.title = t.PlainText()
		}
		if t := svg.Find(func(n *view.Node) bool { return n.Tag == "desc" }); t != nil {
			d.words = t.PlainText()
		}
		box, _ := svg.Attr("viewBox")
		if f := strings.Fields(box); len(f) == 4 {
			d.width, _ = strconv.ParseFloat(f[2], 64)
			d.height, _ = strconv.ParseFloat(f[3], 64)
		}
		if d.width > 0 && d.height > 0 {
			list = append(list, d)
		}
		return list
	}
	for _, c := range n.Children {
		list = append(list, figures(c)...)
	}
	return list
}

// figure draws a figure below what is there, where it fits; the first may be made
// smaller.
func (c *card) figure(l *Look, f drawing) bool {
	const caption, gap, smallest = 20.0, 10.0, 0.6
	width, height := CardWidth-2*margin, figuresTo-c.y-caption
	scale := min(width/f.width, height/f.height)
	if scale < smallest {
		return false
	}
	scale = min(scale, 1)
	c.text(margin, c.y+13, cut(f.title, width/14), 14, "700", "ink")
	g := view.El("g", view.A("transform", "translate("+num(margin)+" "+num(c.y+caption)+") scale("+strconv.FormatFloat(scale, 'f', 4, 64)+")"))
	dressed := l.dressed(f.svg, c.theme)
	if size, ok := f.svg.Attr("font-size"); ok {
		g.Add(view.A("font-size", size))
	}
	g.Children = dressed.Children
	c.svg.Add(g)
	c.y += caption + f.height*scale + gap
	return true
}

// code shows CQL in a box, as many lines as there is room for.
func (c *card) code(text string) {
	const size, lead, pad = 13.0, 18.0, 12.0
	room := int((figuresTo - c.y - 2*pad) / lead)
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(text, "\t", "  ")), "\n")
	if len(lines) > room {
		lines = append(lines[:max(room-1, 0)], "…")
	}
	box := float64(len(lines))*lead + 2*pad
	c.svg.Add(view.El("rect", view.A("x", num(margin)), view.A("y", num(c.y)), view.A("width", num(CardWidth-2*margin)), view.A("height", num(box)), view.A("rx", "6"), view.A("fill", c.theme["sunken"])))
	most := int((CardWidth - 2*margin - 2*pad) / (size * 0.6))
	for i, line := range lines {
		if r := []rune(strings.TrimRight(line, " \r")); len(r) > most {
			line = string(r[:most-1]) + "…"
		}
		line = strings.ReplaceAll(line, " ", "\u00a0") // in SVG several spaces are one
		c.text(margin+pad, c.y+pad+float64(i)*lead+13, line, size, "400", "ink").Add(view.A("font-family", c.theme["mono"]))
	}
	c.y += box
}
