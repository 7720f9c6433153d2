package figure

import (
	"strconv"
	"strings"

	"partitionlab/wasm/layout"
	"partitionlab/wasm/work"
)

// Workflow is what people do with an application: a box for each screen, and an arrow
// for each way from one to the next, with the questions that the next one asks. A
// screen that asks nothing is entered by a dashed arrow.
type Workflow struct {
	ID, Title string
	Intro     string // begins the text alternative; may be empty
	Screens   []ScreenBox
	Work      *work.Meter // counts what drawing takes
}

// A ScreenBox is a screen.
type ScreenBox struct {
	Name      string
	After     []int    // places of the screens before; none: the workflow begins here, too
	Asks      []string // "Q1", "Q2"
	Says      []string // what they ask, for those who do not see it
	Writes    []string // what the step writes
	Lit       bool
	Ref, Href string
}

// Figure lays the workflow out.
func (w *Workflow) Figure() *Figure {
	f := &Figure{ID: w.ID, Kind: "workflow", Title: w.Title, Draw: w.draw, Summary: "The screens as a table", Prose: true,
		Head: []string{"screen", "after", "asks", "writes"}}
	var say strings.Builder
	say.WriteString(w.Intro)
	for _, s := range w.Screens {
		var after []string
		for _, i := range s.After {
			after = append(after, w.Screens[i].Name)
		}
		var asks []string
		for i, q := range s.Asks {
			if i < len(s.Says) && s.Says[i] != "" {
				q += " " + s.Says[i]
			}
			asks = append(asks, q)
		}
		f.Rows = append(f.Rows, []string{s.Name, strings.Join(after, ", "), strings.Join(asks, "; "), strings.Join(s.Writes, ", ")})
		if say.Len() > 0 {
			say.WriteByte(' ')
		}
		say.WriteString(s.Name)
		switch {
		case len(after) == 0:
			say.WriteString(" comes first")
		default:
			say.WriteString(" comes after " + strings.Join(after, ", "))
		}
		if len(asks) > 0 {
			say.WriteString(" and asks " + strings.Join(asks, ", "))
		}
		say.WriteByte('.')
	}
	f.Desc = say.String()
	return f
}

func (f *Workflow) draw(l Layout) *Drawing {
	o := options(l, f.Work)
	most := 13 * l.Size
	if l.Width < 500 {
		most = l.Width - 4*o.Pitch
	}
	texts, labels := make([][]string, len(f.Screens)), make([]string, len(f.Screens))
	var boxes []layout.Box
	var lines []layout.Line
	for i, s := range f.Screens {
		texts[i] = broken(s.Name, "", most/l.Size-1.8, 3)
		n := float64(len(texts[i]))
		w := max(widest(texts[i], "")*l.Size+1.8*l.Size, 6*l.Size)
		// A box is as wide as the questions above it: where these leave no lane beside it, as
		// many as fit, and how many more.
		labels[i] = strings.Join(s.Asks, ", ")
		for n := len(s.Asks) - 1; n > 0 && width(labels[i], codeBold)*l.Size+24 > l.Width-4*o.Pitch; n-- {
			labels[i] = strings.Join(s.Asks[:n], ", ") + " +" + strconv.Itoa(len(s.Asks)-n)
		}
		head := width(labels[i], codeBold) * l.Size
		w = max(w, head+24)
		h := n*1.35*l.Size + 0.9*l.Size
		boxes = append(boxes, layout.Box{W: w, H: h, Mid: h / 2})
		if len(s.After) == 0 {
			lines = append(lines, layout.Line{From: -1, To: i, Head: head, Port: "in"})
		}
		for _, from := range s.After {
			lines = append(lines, layout.Line{From: from, To: i, Head: head, Port: "in"})
		}
	}
	plan := layout.Arrange(boxes, lines, o)
	d := &Drawing{Layout: l, Height: round(plan.Height + 2)}
	d.Layout.Width = max(l.Width, plan.Width)
	n := 0
	for i := range f.Screens {
		s := &f.Screens[i]
		class := "flow"
		switch {
		case s.Lit:
			class = "flow-lit"
		case len(s.Asks) == 0:
			class = "flow-dashed"
		}
		for range max(len(s.After), 1) {
			d.arrow(plan.Lines[n], class, true, s.Ref)
			n++
		}
	}
	var missing []string
	n = 0
	for i := range f.Screens {
		s := &f.Screens[i]
		b := plan.Boxes[i]
		add := func(sh Shape) {
			sh.Ref, sh.Href = s.Ref, s.Href
			d.add(sh)
		}
		card := "sheet"
		if s.Lit {
			card = "sheet sheet-lit"
		}
		add(Shape{Kind: RectShape, X: b.X, Y: b.Y, W: b.W, H: b.H, Class: card, Round: 9})
		y := b.Y + b.H/2 - float64(len(texts[i])-1)*0.675*l.Size + 0.35*l.Size
		for _, line := range texts[i] {
			add(Shape{Kind: TextShape, X: b.X + b.W/2, Y: y, Anchor: "middle", Text: line})
			y += 1.35 * l.Size
		}
		label := labels[i]
		said := map[layout.Point]bool{} // once where several arrows enter as one
		for k := range max(len(s.After), 1) {
			p := plan.Lines[n+k]
			if len(p.Points) < 2 && len(s.After) > k {
				missing = append(missing, f.Screens[s.After[k]].Name+" → "+s.Name)
			}
			if len(p.Points) > 1 && label != "" && !said[p.Head] {
				said[p.Head] = true
				add(Shape{Kind: TextShape, X: p.Head.X, Y: p.Head.Y, Class: "t-flow " + codeBold, Text: label, Name: strings.Join(s.Says, "; ")})
			}
		}
		n += max(len(s.After), 1)
	}
	d.undrawn(missing)
	return d
}
