package figure

import (
	"slices"
	"strings"
	"unicode/utf8"

	"partitionlab/wasm/layout"
	"partitionlab/wasm/work"
)

// This file draws what diagrams share: arrows that run in channels between boxes, with
// labels where they enter, and texts broken to fit.

// options are the measures of diagrams, for a size of text.
func options(l Layout, m *work.Meter) layout.Options {
	return layout.Options{Width: l.Width, Inset: 1, Gap: 2.2 * l.Size, Pitch: 0.8 * l.Size, Label: 1.5 * l.Size, Work: m}
}

// lanes are how many lanes boxes of a narrow page leave beside them: more where lines
// find no room otherwise.
var lanes = [...]float64{3, 6, 9}

// arrow draws a line of a plan with rounded corners, and a head where it has one.
func (d *Drawing) arrow(p layout.Path, class string, head bool, ref string) {
	if len(p.Points) < 2 {
		return
	}
	pts := p.Points
	if head { // the line ends inside of the tip
		n := len(pts) - 1
		a, b := pts[n-1], pts[n]
		back := layout.Point{X: b.X, Y: b.Y}
		const tip, half = 9, 4.5
		var wings [2]layout.Point
		switch {
		case b.X > a.X:
			back.X -= tip - 2
			wings = [2]layout.Point{{X: b.X - tip, Y: b.Y - half}, {X: b.X - tip, Y: b.Y + half}}
		case b.X < a.X:
			back.X += tip - 2
			wings = [2]layout.Point{{X: b.X + tip, Y: b.Y - half}, {X: b.X + tip, Y: b.Y + half}}
		case b.Y > a.Y:
			back.Y -= tip - 2
			wings = [2]layout.Point{{X: b.X - half, Y: b.Y - tip}, {X: b.X + half, Y: b.Y - tip}}
		default:
			back.Y += tip - 2
			wings = [2]layout.Point{{X: b.X - half, Y: b.Y + tip}, {X: b.X + half, Y: b.Y + tip}}
		}
		pts = append(append([]layout.Point{}, pts[:n]...), back)
		d.add(Shape{Kind: PathShape, Class: class, Text: polyline(pts), Ref: ref})
		text := "M" + num(b.X) + " " + num(b.Y) + "L" + num(wings[0].X) + " " + num(wings[0].Y) + "L" + num(wings[1].X) + " " + num(wings[1].Y) + "z"
		if p.Entry { // begins with a dot: nothing leads to it
			text += "M" + num(pts[0].X-3.5) + " " + num(pts[0].Y) + "a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z"
		}
		d.add(Shape{Kind: AreaShape, Class: class + "-head", Ref: ref, Text: text})
		return
	}
	d.add(Shape{Kind: PathShape, Class: class, Text: polyline(pts), Ref: ref})
}

// polyline is a path through points, its corners rounded where there is room.
func polyline(pts []layout.Point) string {
	const most = 6
	var b strings.Builder
	b.WriteString("M" + num(pts[0].X) + " " + num(pts[0].Y))
	for i := 1; i < len(pts); i++ {
		p := pts[i]
		if i == len(pts)-1 {
			b.WriteString("L" + num(p.X) + " " + num(p.Y))
			break
		}
		r := min(most, length(pts[i-1], p)/2, length(p, pts[i+1])/2)
		from, to := towards(p, pts[i-1], r), towards(p, pts[i+1], r)
		b.WriteString("L" + num(from.X) + " " + num(from.Y) + "Q" + num(p.X) + " " + num(p.Y) + " " + num(to.X) + " " + num(to.Y))
	}
	return b.String()
}

// length is that of a stretch that runs straight across or straight down.
func length(a, b layout.Point) float64 {
	return max(a.X-b.X, b.X-a.X) + max(a.Y-b.Y, b.Y-a.Y)
}

func towards(p, q layout.Point, by float64) layout.Point {
	switch {
	case q.X > p.X:
		p.X += by
	case q.X < p.X:
		p.X -= by
	case q.Y > p.Y:
		p.Y += by
	default:
		p.Y -= by
	}
	return p
}

// signs says below a drawing what the signs around some names mean, where they have any.
func (d *Drawing) signs(names []string) {
	if said := legend(names); said != "" {
		d.note(said)
	}
}

// undrawn says below a drawing which lines found no room in it.
func (d *Drawing) undrawn(list []string) {
	if len(list) > 0 {
		d.note("No room for " + strings.Join(list, ", "))
	}
}

// kinds are the signs around the names of what holds more than one plain value.
var kinds = [...]struct{ open, close, name string }{{"{", "}", "a set"}, {"[", "]", "a list"}, {"<", ">", "a map"}, {"(", ")", "a tuple"}, {"*", "*", "a type of its own"}}

// legend says what the signs around some names mean; "" where they have none.
func legend(names []string) string {
	var said []string
	for _, k := range kinds {
		if slices.ContainsFunc(names, func(name string) bool {
			return len(name) > 2 && strings.HasPrefix(name, k.open) && strings.HasSuffix(name, k.close)
		}) {
			said = append(said, k.open+" "+k.close+" "+k.name)
		}
	}
	return strings.Join(said, ", ")
}

// note writes a sentence below a drawing.
func (d *Drawing) note(text string) {
	size := d.Layout.Size
	for i, line := range broken(text, "", d.Layout.Width/size-0.5, 12) {
		if i == 0 {
			d.Height += 0.5 * size
		}
		d.text(1, d.Height+size, "start", "t-muted", line)
		d.Height = round(d.Height + 1.4*size)
	}
}

// broken breaks a text into lines of at most so many units of the font size: at spaces,
// in code behind underscores; a word that is too long is cut.
func broken(s, class string, most float64, lines int) (out []string) {
	cutAt := func(s string) int {
		best := 0
		for i, r := range s {
			end := i + utf8.RuneLen(r)
			if width(strings.TrimRight(s[:end], " "), class) > most {
				break
			}
			if r == ' ' || r == '_' || r == '<' || r == ',' {
				best = end
			}
		}
		return best
	}
	if room := 16 * lines * (int(most) + 2); len(s) > room { // more letters than there is room for, of any width
		for !utf8.RuneStart(s[room]) {
			room--
		}
		s = s[:room] + "…"
	}
	for s != "" {
		if width(s, class) <= most {
			return append(out, s)
		}
		if len(out) == lines-1 {
			for s != "" && width(s+"…", class) > most {
				_, n := utf8.DecodeLastRuneInString(s)
				s = s[:len(s)-n]
			}
			return append(out, strings.TrimRight(s, " ")+"…")
		}
		i := cutAt(s)
		if i == 0 {
			for j, r := range s {
				if width(s[:j]+string(r), class) > most {
					break
				}
				i = j + utf8.RuneLen(r)
			}
			i = max(i, 1)
			for i < len(s) && !utf8.RuneStart(s[i]) {
				i++
			}
		}
		out = append(out, strings.TrimRight(s[:i], " "))
		s = strings.TrimLeft(s[i:], " ")
	}
	return out
}

// widest is the width of the widest of some lines.
func widest(lines []string, class string) (w float64) {
	for _, l := range lines {
		w = max(w, width(l, class))
	}
	return w
}
