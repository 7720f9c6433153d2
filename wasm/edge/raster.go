package edge

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/srwiley/rasterx"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"partitionlab/wasm/view"
)

// This file draws an SVG tree into pixels: the elements, attributes and paths that
// cards and figures are made of. What it does not know is an error, so that no
// picture silently lacks a part.

// PNG draws a tree, scaled to so many pixels. Fonts must not be used by two
// goroutines at once.
func (f *fonts) PNG(svg *view.Node, width, height int) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	box, _ := svg.Attr("viewBox")
	side := strings.Fields(box)
	if len(side) != 4 {
		return nil, errors.New("a picture without a viewBox")
	}
	w, err := strconv.ParseFloat(side[2], 64)
	if err != nil || w <= 0 {
		return nil, errors.New("a picture without a width")
	}
	scale := float64(width) / w
	c := &canvas{fonts: f, image: image.NewRGBA(image.Rect(0, 0, width, height)), patterns: map[string]*pattern{}}
	c.line = rasterx.NewDasher(width, height, c)
	err = c.element(svg, style{matrix: rasterx.Identity.Scale(scale, scale), fill: "#000", opacity: 1, size: 16, width: 1})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = png.Encode(&out, c.paletted())
	return out.Bytes(), err
}

// paletted is the picture with at most 256 colours, which makes a file a third as
// long in a third of the time. The colours that were painted with stay as they are;
// of those on the edges of shapes, close ones become one.
func (c *canvas) paletted() *image.Paletted {
	out := image.NewPaletted(c.image.Rect, nil)
	for shift := uint(3); ; shift++ {
		palette := color.Palette{}
		index := map[uint32]uint8{} // by the upper bits of red, green and blue
		key := func(r, g, b uint8) uint32 { return uint32(r>>shift)<<16 | uint32(g>>shift)<<8 | uint32(b>>shift) }
		for _, p := range c.paints {
			if k := key(p.R, p.G, p.B); p.A == 255 {
				if _, has := index[k]; !has {
					index[k] = uint8(len(palette))
					palette = append(palette, p)
				}
			}
		}
		full := false
		var last uint32
		var at uint8
		for i := 0; i < len(out.Pix) && !full; i++ {
			p := c.image.Pix[4*i : 4*i+4 : 4*i+4]
			if k := key(p[0], p[1], p[2]); k != last || i == 0 {
				n, has := index[k]
				if !has {
					if full = len(palette) == 256; full {
						break
					}
					n = uint8(len(palette))
					index[k] = n
					palette = append(palette, color.RGBA{p[0], p[1], p[2], 255})
				}
				last, at = k, n
			}
			out.Pix[i] = at
		}
		if !full {
			out.Palette = palette
			return out
		}
	}
}

// A canvas is a picture while it is drawn.
type canvas struct {
	fonts    *fonts
	image    *image.RGBA
	patterns map[string]*pattern
	line     *rasterx.Dasher
	outline  []fixed.Point26_6 // what line has drawn: the first point of each stretch is marked by starts
	starts   []int
	paint    image.Image
	paints   []color.RGBA // what was painted with, each once
}

// A style is what an element inherits, and where it stands.
type style struct {
	matrix         rasterx.Matrix2D
	fill, stroke   string
	width, size    float64
	opacity        float64
	dashes         string
	join           string
	family, weight string
	anchor         string
}

// attributes that say nothing about pixels.
var silent = map[string]bool{
	"xmlns": true, "viewBox": true, "role": true, "aria-labelledby": true, "aria-hidden": true, "id": true, "class": true, "patternUnits": true,
	"x": true, "y": true, "width": true, "height": true, "rx": true, "x1": true, "y1": true, "x2": true, "y2": true, "cx": true, "cy": true, "r": true,
	"d": true, "points": true, "font-variant-numeric": true, "focusable": true, "tabindex": true,
}

// with is the style of an element inside another.
func (s style) with(n *view.Node) (style, error) {
	for _, a := range n.Attrs {
		var err error
		switch a.Name {
		case "fill":
			s.fill = a.Value
		case "stroke":
			s.stroke = a.Value
		case "stroke-width":
			s.width, err = strconv.ParseFloat(a.Value, 64)
		case "stroke-dasharray":
			s.dashes = a.Value
		case "stroke-linejoin":
			s.join = a.Value
		case "opacity": // of elements without children in others that lie over them, which is all there is
			var o float64
			o, err = strconv.ParseFloat(a.Value, 64)
			s.opacity *= o
		case "font-size":
			s.size, err = strconv.ParseFloat(strings.TrimSuffix(a.Value, "px"), 64)
		case "font-family":
			s.family = strings.ToLower(a.Value)
		case "font-weight":
			s.weight = a.Value
		case "text-anchor":
			s.anchor = a.Value
		case "transform":
			var m rasterx.Matrix2D
			m, err = transform(a.Value)
			s.matrix = s.matrix.Mult(m)
		default:
			if !silent[a.Name] {
				return s, errors.New("a picture with the attribute " + a.Name + " on " + n.Tag)
			}
		}
		if err != nil {
			return s, errors.New("a picture with " + a.Name + "=" + strconv.Quote(a.Value))
		}
	}
	return s, nil
}

// element draws an element and what is in it.
func (c *canvas) element(n *view.Node, s style) error {
	s, err := s.with(n)
	if err != nil {
		return err
	}
	number := func(name string) float64 {
		v, has := n.Attr(name)
		f, e := strconv.ParseFloat(v, 64)
		if has && e != nil && err == nil {
			err = errors.New("a picture with " + name + "=" + strconv.Quote(v))
		}
		return f
	}
	m := rasterx.MatrixAdder{M: s.matrix}
	shape := func(draw func(rasterx.Adder)) error {
		if err != nil {
			return err
		}
		return c.shape(s, func(a rasterx.Adder) { m.Adder = a; draw(&m) })
	}
	switch n.Tag {
	case "svg", "g":
		for _, child := range n.Children {
			if err := c.element(child, s); err != nil {
				return err
			}
		}
		return nil
	case "", "title", "desc":
		return nil
	case "defs":
		for _, child := range n.Children {
			if err := c.define(child, s); err != nil {
				return err
			}
		}
		return nil
	case "rect":
		x, y, w, h, r := number("x"), number("y"), number("width"), number("height"), number("rx")
		if w <= 0 || h <= 0 {
			return err
		}
		if whole, ok := c.wholePixels(s, x, y, w, h); ok && r == 0 && err == nil {
			paint, err := c.color(s.fill, s.opacity)
			if err == nil && paint != nil {
				draw.Draw(c.image, whole, paint, whole.Min, draw.Over)
			}
			return err
		}
		return shape(func(a rasterx.Adder) {
			if r > 0 {
				rasterx.AddRoundRect(x, y, x+w, y+h, r, r, 0, rasterx.RoundGap, a)
			} else {
				rasterx.AddRect(x, y, x+w, y+h, 0, a)
			}
		})
	case "circle":
		x, y, r := number("cx"), number("cy"), number("r")
		if r <= 0 {
			return err
		}
		return shape(func(a rasterx.Adder) { rasterx.AddCircle(x, y, r, a) })
	case "line":
		x1, y1, x2, y2 := number("x1"), number("y1"), number("x2"), number("y2")
		return shape(func(a rasterx.Adder) {
			a.Start(rasterx.ToFixedP(x1, y1))
			a.Line(rasterx.ToFixedP(x2, y2))
			a.Stop(false)
		})
	case "polyline", "polygon":
		points, _ := n.Attr("points")
		d := "M" + points
		if n.Tag == "polygon" {
			d += "Z"
		}
		var p rasterx.Path
		if err := addPath(&p, d); err != nil {
			return err
		}
		return shape(p.AddTo)
	case "path":
		d, _ := n.Attr("d")
		var p rasterx.Path
		if err := addPath(&p, d); err != nil {
			return err
		}
		return shape(p.AddTo)
	case "text":
		x, y := number("x"), number("y")
		if err != nil {
			return err
		}
		return c.text(n, s, x, y)
	}
	return errors.New("a picture with the element " + n.Tag)
}

// wholePixels is a rectangle without a line as pixels: sharp edges, and no work.
func (c *canvas) wholePixels(s style, x, y, w, h float64) (image.Rectangle, bool) {
	m := s.matrix
	if m.B != 0 || m.C != 0 || s.stroke != "" && s.stroke != "none" {
		return image.Rectangle{}, false
	}
	x0, y0 := m.Transform(x, y)
	x1, y1 := m.Transform(x+w, y+h)
	round := func(v float64) int { return int(math.Round(v)) }
	r := image.Rect(round(x0), round(y0), max(round(x1), round(x0)+1), max(round(y1), round(y0)+1))
	return r.Intersect(c.image.Bounds()), true
}

// shape fills a path and draws its line.
func (c *canvas) shape(s style, add func(rasterx.Adder)) error {
	if paint, err := c.color(s.fill, s.opacity); err != nil {
		return err
	} else if paint != nil {
		c.paint = paint
		f := &c.line.Filler
		add(f)
		f.Stop(true)
		f.Draw()
		f.Clear()
	}
	paint, err := c.color(s.stroke, s.opacity)
	if err != nil || paint == nil {
		return err
	}
	scale := math.Hypot(s.matrix.A, s.matrix.B)
	var dashes []float64
	if s.dashes != "" && s.dashes != "none" {
		for _, part := range strings.FieldsFunc(s.dashes, func(r rune) bool { return r == ',' || r == ' ' }) {
			v, err := strconv.ParseFloat(part, 64)
			if err != nil || v < 0 {
				return errors.New("a picture with the dashes " + strconv.Quote(s.dashes))
			}
			dashes = append(dashes, v*scale)
		}
	}
	join := rasterx.Miter
	if s.join == "round" {
		join = rasterx.Round
	}
	c.paint = paint
	c.line.SetStroke(fixed.Int26_6(s.width*scale*64), 4<<6, rasterx.ButtCap, nil, rasterx.FlatGap, join, dashes, 0)
	add(c.line)
	c.line.Draw()
	c.line.Clear()
	return nil
}

// A pattern is a tile that fills a shape.
type pattern struct {
	node *view.Node
	s    style
}

// define notes a pattern for whoever is filled with it.
func (c *canvas) define(n *view.Node, s style) error {
	if n.Tag != "pattern" {
		return errors.New("a picture that defines a " + n.Tag)
	}
	id, _ := n.Attr("id")
	c.patterns[id] = &pattern{n, s}
	return nil
}

// tile draws a pattern once, and lays it side by side without end.
func (c *canvas) tile(p *pattern) (image.Image, error) {
	number := func(name string) float64 {
		v, _ := p.node.Attr(name)
		f, _ := strconv.ParseFloat(v, 64)
		return f
	}
	w, h := number("width")*p.s.matrix.A, number("height")*p.s.matrix.D
	if w < 1 || h < 1 || w > 200 || h > 200 || p.s.matrix.B != 0 || p.s.matrix.C != 0 {
		return nil, errors.New("a picture with a pattern that cannot be laid")
	}
	// Tiles have whole pixels; a hatching may be a little finer or coarser.
	size := image.Rect(0, 0, int(math.Round(w)), int(math.Round(h)))
	in := &canvas{fonts: c.fonts, image: image.NewRGBA(size)}
	in.line = rasterx.NewDasher(size.Dx(), size.Dy(), in)
	s := p.s
	s.matrix = rasterx.Identity.Scale(float64(size.Dx())/number("width"), float64(size.Dy())/number("height"))
	for _, child := range p.node.Children {
		if err := in.element(child, s); err != nil {
			return nil, err
		}
	}
	return tiles{in.image}, nil
}

// tiles are an image repeated in all directions.
type tiles struct{ one *image.RGBA }

func (t tiles) ColorModel() color.Model { return color.RGBAModel }
func (t tiles) Bounds() image.Rectangle { return image.Rect(-1e6, -1e6, 1e6, 1e6) }
func (t tiles) At(x, y int) color.Color {
	b := t.one.Bounds()
	return t.one.RGBAAt(((x%b.Dx())+b.Dx())%b.Dx(), ((y%b.Dy())+b.Dy())%b.Dy())
}

// color reads a paint; nil is none.
func (c *canvas) color(s string, opacity float64) (image.Image, error) {
	switch {
	case s == "" || s == "none" || s == "transparent" || opacity <= 0:
		return nil, nil
	case strings.HasPrefix(s, "url(#"):
		p := c.patterns[strings.TrimSuffix(s[len("url(#"):], ")")]
		if p == nil {
			return nil, errors.New("a picture with the paint " + s)
		}
		return c.tile(p)
	}
	hex := strings.TrimPrefix(s, "#")
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	if len(hex) == 6 {
		hex += "ff"
	}
	v, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || len(hex) != 8 || hex == s {
		return nil, errors.New("a picture with the color " + strconv.Quote(s))
	}
	paint := color.RGBAModel.Convert(color.NRGBA{uint8(v >> 24), uint8(v >> 16), uint8(v >> 8), uint8(float64(v&255)*opacity + .5)}).(color.RGBA)
	if !slices.Contains(c.paints, paint) {
		c.paints = append(c.paints, paint)
	}
	return image.NewUniform(paint), nil
}

// text sets a text on its baseline.
func (c *canvas) text(n *view.Node, s style, x, y float64) error {
	paint, err := c.color(s.fill, s.opacity)
	if err != nil || paint == nil {
		return err
	}
	for _, child := range n.Kids() {
		if child.Tag != "" && child.Tag != "title" {
			return errors.New("a picture with a " + child.Tag + " in a text")
		}
	}
	text := ""
	for _, child := range n.Kids() {
		text += child.Text
	}
	scale := math.Hypot(s.matrix.A, s.matrix.B)
	size := fixed.Int26_6(s.size * scale * 64)
	list, width := c.fonts.glyphs(text, c.fonts.face(s.family, s.weight), size)
	px, py := s.matrix.Transform(x, y)
	at := fixed.Point26_6{X: fixed.Int26_6(px * 64), Y: fixed.Int26_6(py * 64)}
	switch s.anchor {
	case "middle":
		at.X -= width / 2
	case "end":
		at.X -= width
	}
	c.paint = paint
	for _, g := range list {
		segments, err := g.font.LoadGlyph(&c.fonts.buffer, g.index, size, nil)
		if err != nil {
			return err
		}
		f := &c.line.Filler
		for _, seg := range segments {
			a, b, d := at.Add(seg.Args[0]), at.Add(seg.Args[1]), at.Add(seg.Args[2])
			switch seg.Op {
			case 0:
				f.Stop(true)
				f.Start(a)
			case 1:
				f.Line(a)
			case 2:
				f.QuadBezier(a, b)
			default:
				f.CubeBezier(a, b, d)
			}
		}
		f.Stop(true)
		at.X += g.advance
	}
	c.line.Filler.Draw()
	c.line.Filler.Clear()
	return nil
}

// The methods below make a canvas what rasterx draws on: they collect straight
// stretches, and fill what lies between them in as small a part of the picture as
// that takes. Stretches need not be closed: the two sides of a line are two.

// Start begins a stretch.
func (c *canvas) Start(a fixed.Point26_6) {
	c.starts = append(c.starts, len(c.outline))
	c.outline = append(c.outline, a)
}

// Line goes on with it.
func (c *canvas) Line(b fixed.Point26_6) { c.outline = append(c.outline, b) }

// Draw fills what was collected.
func (c *canvas) Draw() {
	box := c.GetPathExtent()
	bounds := image.Rect(box.Min.X.Floor(), box.Min.Y.Floor(), box.Max.X.Ceil()+1, box.Max.Y.Ceil()+1).Intersect(c.image.Bounds())
	if bounds.Empty() {
		return
	}
	r := vector.NewRasterizer(bounds.Dx(), bounds.Dy())
	r.DrawOp = draw.Over
	at := func(p fixed.Point26_6) (x, y float32) {
		return float32(p.X)/64 - float32(bounds.Min.X), float32(p.Y)/64 - float32(bounds.Min.Y)
	}
	for i, from := range c.starts {
		to := len(c.outline)
		if i+1 < len(c.starts) {
			to = c.starts[i+1]
		}
		r.MoveTo(at(c.outline[from]))
		for _, p := range c.outline[from+1 : to] {
			r.LineTo(at(p))
		}
	}
	r.Draw(c.image, bounds, c.paint, bounds.Min)
}

// GetPathExtent is the smallest box around what was collected.
func (c *canvas) GetPathExtent() fixed.Rectangle26_6 {
	if len(c.outline) == 0 {
		return fixed.Rectangle26_6{}
	}
	box := fixed.Rectangle26_6{Min: c.outline[0], Max: c.outline[0]}
	for _, p := range c.outline {
		box.Min.X, box.Min.Y = min(box.Min.X, p.X), min(box.Min.Y, p.Y)
		box.Max.X, box.Max.Y = max(box.Max.X, p.X), max(box.Max.Y, p.Y)
	}
	return box
}

// Clear forgets what was collected.
func (c *canvas) Clear() { c.outline, c.starts = c.outline[:0], c.starts[:0] }

// What else rasterx wants is said elsewhere.
func (c *canvas) SetBounds(w, h int)           {}
func (c *canvas) SetColor(any)                 {}
func (c *canvas) SetWinding(useNonZero bool)   {}
func (c *canvas) SetClip(rect image.Rectangle) {}
