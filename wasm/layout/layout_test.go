package layout

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

var page = Options{Width: 640, Gap: 30, Pitch: 10, Label: 21, Inset: 1}
var phone = Options{Width: 272, Gap: 28, Pitch: 9, Label: 19, Inset: 1}

const text = 12 // of a label's letters, above the baseline

// faults are what is wrong with a drawing: boxes that overlap or leave the page, lines
// that cross boxes or lie on each other, labels on anything.
func faults(p *Plan, boxes []Box, lines []Line, o Options) (out []string) {
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	overlap := func(a, b Rect) bool {
		const e = 0.11
		return a.X+e < b.X+b.W && b.X+e < a.X+a.W && a.Y+e < b.Y+b.H && b.Y+e < a.Y+a.H
	}
	for i, b := range p.Boxes {
		if b.X < -0.05 || b.Y < -0.05 || b.X+b.W > p.Width+0.1 || b.Y+b.H > p.Height+0.1 {
			say("box %d lies outside: %v", i, b)
		}
		for j := range i {
			if overlap(b, p.Boxes[j]) {
				say("boxes %d and %d overlap: %v %v", j, i, p.Boxes[j], b)
			}
		}
	}
	type stretch struct {
		line int
		Rect
	}
	var all []stretch
	for i, path := range p.Lines {
		for k := 1; k < len(path.Points); k++ {
			a, b := path.Points[k-1], path.Points[k]
			if a.X != b.X && a.Y != b.Y {
				say("line %d runs aslant: %v", i, path.Points)
			}
			r := Rect{min(a.X, b.X), min(a.Y, b.Y), math.Abs(a.X - b.X), math.Abs(a.Y - b.Y)}
			if r.X < -0.05 || r.X+r.W > p.Width+0.05 || r.Y < -0.05 || r.Y+r.H > p.Height+0.05 {
				say("line %d leaves the drawing: %v", i, path.Points)
			}
			for j, box := range p.Boxes {
				if r.X < box.X+box.W-0.15 && box.X+0.15 < r.X+r.W && r.Y < box.Y+box.H-0.15 && box.Y+0.15 < r.Y+r.H {
					say("line %d crosses box %d: %v through %v", i, j, path.Points, box)
				}
			}
			all = append(all, stretch{i, r})
		}
	}
	joined := func(i, j int) bool {
		a, b := lines[i], lines[j]
		if a.Port != "" && a.Port == b.Port && a.To == b.To {
			return true
		}
		// In the corner of a diamond lines meet.
		for _, x := range []int{a.From, a.To} {
			for _, y := range []int{b.From, b.To} {
				if x >= 0 && x == y && boxes[x].Center {
					return true
				}
			}
		}
		return false
	}
	for i, a := range all {
		for _, b := range all[:i] {
			if a.line == b.line || joined(a.line, b.line) {
				continue
			}
			if a.W == 0 && b.W == 0 && math.Abs(a.X-b.X) < 2 && a.Y < b.Y+b.H-0.5 && b.Y < a.Y+a.H-0.5 ||
				a.H == 0 && b.H == 0 && math.Abs(a.Y-b.Y) < 2 && a.X < b.X+b.W-0.5 && b.X < a.X+a.W-0.5 {
				say("lines %d and %d lie on each other: %v %v", b.line, a.line, p.Lines[b.line].Points, p.Lines[a.line].Points)
			}
		}
	}
	// Lines that run side by side keep the distance of lanes, those of a diamond, too.
	for i, a := range all {
		for _, b := range all[:i] {
			la, lb := lines[a.line], lines[b.line]
			if a.line == b.line || la.Port != "" && la.Port == lb.Port && la.To == lb.To {
				continue
			}
			apart, along := math.Abs(a.X-b.X), min(a.Y+a.H, b.Y+b.H)-max(a.Y, b.Y)
			if a.W > 0 {
				apart, along = math.Abs(a.Y-b.Y), min(a.X+a.W, b.X+b.W)-max(a.X, b.X)
			}
			if (a.W > 0) == (b.W > 0) && along > 2.5*o.Pitch && apart < o.Pitch-0.2 {
				say("lines %d and %d run side by side at %.1f for %.0f: %v %v", b.line, a.line, apart, along, p.Lines[b.line].Points, p.Lines[a.line].Points)
			}
		}
	}
	type label struct {
		line int
		head bool
		Rect
	}
	var labels []label
	for i, path := range p.Lines {
		if len(path.Points) < 2 {
			continue
		}
		for _, head := range []bool{true, false} {
			w, at := lines[i].Head, path.Head
			if !head {
				w, at = lines[i].Tail, path.Tail
			}
			if w == 0 || !head && lines[i].From < 0 {
				continue
			}
			l := label{i, head, Rect{at.X, at.Y - text, w, text + 2}}
			if l.X < -0.05 || l.X+l.W > p.Width+0.05 || l.Y < -0.05 || l.Y+l.H > p.Height+0.05 {
				say("the label of line %d leaves the drawing: %v", i, l.Rect)
			}
			for j, box := range p.Boxes {
				if overlap(l.Rect, box) {
					say("the label of line %d lies on box %d: %v %v", i, j, l.Rect, box)
				}
			}
			for _, s := range all {
				if s.line != i && joined(s.line, i) && lines[s.line].Port != "" {
					continue
				}
				if overlap(l.Rect, Rect{s.X - 0.7, s.Y - 0.7, s.W + 1.4, s.H + 1.4}) {
					say("the label of line %d lies on line %d: %v %v", i, s.line, l.Rect, s.Rect)
				}
			}
			for _, m := range labels {
				if !(m.head && head && m.Rect == l.Rect) && overlap(l.Rect, m.Rect) {
					say("the labels of lines %d and %d overlap: %v %v", m.line, i, m.Rect, l.Rect)
				}
			}
			labels = append(labels, l)
		}
	}
	return out
}

// random makes boxes and lines as diagrams have them.
func random(seed uint64, o Options) (boxes []Box, lines []Line) {
	r := rand.New(rand.NewPCG(seed, 1))
	n := 1 + r.IntN(30)
	free, groups := r.IntN(3) == 0, 1
	if r.IntN(4) == 0 && o.Title > 0 {
		groups = 3
	}
	for range n {
		b := Box{W: 60 + r.Float64()*min(200, o.Width-110), H: 30 + r.Float64()*150, Group: r.IntN(groups)}
		b.W, b.H = round(b.W), round(b.H)
		b.Mid = round(min(b.H/2, 40))
		if free && r.IntN(3) == 0 {
			b.Center, b.H, b.Mid = true, 40, 20
		}
		boxes = append(boxes, b)
	}
	for range r.IntN(n + n/2 + 1) {
		l := Line{From: r.IntN(n+2) - 2, To: r.IntN(n), Free: free, Head: float64(r.IntN(5) * 12)}
		if l.From < 0 {
			l.From = -1
			if free {
				continue
			}
		}
		if free { // a diamond has no labels of its own
			l.Tail = float64(r.IntN(4) * 10)
			if boxes[l.To].Center {
				l.Head = 0
			}
			if boxes[l.From].Center {
				l.Tail = 0
			}
		} else if r.IntN(2) == 0 {
			l.Port = "Q" + fmt.Sprint(r.IntN(3))
			l.Head = 20
		}
		lines = append(lines, l)
	}
	return boxes, lines
}

// TestRandom: whatever is joined with whatever, nothing lies on anything else, and
// most lines are drawn.
func TestRandom(t *testing.T) {
	drawn, dropped := 0, 0
	for seed := range uint64(150) {
		for _, o := range []Options{page, phone} {
			if seed%5 == 0 {
				o.Title, o.Inset = 26, 9
			}
			boxes, lines := random(seed, o)
			p := Arrange(boxes, lines, o)
			if list := faults(p, boxes, lines, o); len(list) > 0 {
				t.Errorf("seed %d, width %g: %d faults, such as %s", seed, o.Width, len(list), list[0])
			}
			for _, l := range p.Lines {
				if len(l.Points) > 1 {
					drawn++
				} else {
					dropped++
				}
			}
		}
	}
	if dropped*20 > drawn {
		t.Errorf("%d of %d lines found no room", dropped, drawn+dropped)
	}
}

// TestSame: the same input is drawn the same.
func TestSame(t *testing.T) {
	boxes, lines := random(7, page)
	a, _ := json.Marshal(Arrange(boxes, lines, page))
	for range 5 {
		if b, _ := json.Marshal(Arrange(boxes, lines, page)); !reflect.DeepEqual(a, b) {
			t.Fatalf("drawn differently:\n%s\n%s", a, b)
		}
	}
}

func BenchmarkArrange(b *testing.B) {
	for _, n := range []uint64{3, 7, 12} {
		boxes, lines := random(n, page)
		b.Run(fmt.Sprintf("%d boxes %d lines", len(boxes), len(lines)), func(b *testing.B) {
			for b.Loop() {
				Arrange(boxes, lines, page)
			}
		})
	}
}

// TestInTurn: boxes that no line joins to another one, one in a row, stand in the order of the input.
func TestInTurn(t *testing.T) {
	var boxes []Box
	lines := []Line{{From: 0, To: 8}, {From: 0, To: 9}, {From: -1, To: 0}}
	for i := range 10 {
		boxes = append(boxes, Box{W: float64(240 - 9*i%5), H: float64(90 + i*7%40), Mid: 10})
		if i > 0 && i < 8 {
			lines = append(lines, Line{From: -1, To: i})
		}
	}
	for _, o := range []Options{phone, {Width: 460, Gap: 30, Pitch: 10, Label: 21}} {
		p := Arrange(boxes, lines, o)
		for i := 2; i < 8; i++ {
			if a, b := p.Boxes[i-1], p.Boxes[i]; b.Y < a.Y || b.Y == a.Y && b.X < a.X {
				t.Errorf("width %.0f: box %d stands before box %d: %v, %v", o.Width, i, i-1, b, a)
			}
		}
	}
}
