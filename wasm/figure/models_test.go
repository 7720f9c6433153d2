package figure_test

import (
	"encoding/xml"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/diagram"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/model"
	"partitionlab/wasm/view"
)

// figures are all figures of all shipped models and schemas.
func figures(t testing.TB) map[string]*figure.Figure {
	t.Helper()
	out := map[string]*figure.Figure{}
	names, _ := filepath.Glob("../../content/models/*.model")
	schemas, _ := filepath.Glob("../../content/schemas/*.cql")
	if len(names) < 8 || len(schemas) == 0 {
		t.Fatal("models are missing", names)
	}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		m, list := model.Parse(diag.NewSource(name, string(b)))
		if len(list) > 0 {
			t.Fatal(name, list[0].Message)
		}
		d := m.Design()
		base := strings.TrimSuffix(filepath.Base(name), ".model")
		look := diagram.Look{ID: base, Links: func(ref string) string { return "#" + ref }, Picked: "Q2"}
		out[base+"-entities"] = diagram.Entities(m, look)
		out[base+"-workflow"] = diagram.Workflow(m, look)
		out[base+"-logical"] = diagram.Logical(d, look)
		out[base+"-physical"] = diagram.Physical(d, look)
	}
	for _, name := range schemas {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		base := strings.TrimSuffix(filepath.Base(name), ".cql")
		out[base+"-schema"] = diagram.Schema(model.Read(diag.NewSource(name, string(b)), nil), diagram.Look{ID: base}, true)
	}
	return out
}

type rect struct{ x0, y0, x1, y1 float64 }

func (a rect) meets(b rect) bool {
	const e = 0.05
	return a.x0+e < b.x1 && b.x0+e < a.x1 && a.y0+e < b.y1 && b.y0+e < a.y1
}

// stretches are the straight parts of a path of lines with rounded corners.
func stretches(path string) (out []rect) {
	fields := strings.FieldsFunc(path, func(r rune) bool { return r == ' ' || r == 'M' || r == 'L' || r == 'Q' || r == 'z' })
	var pts []float64
	for _, f := range fields {
		x, err := strconv.ParseFloat(f, 64)
		if err != nil {
			return nil
		}
		pts = append(pts, x)
	}
	for i := 3; i < len(pts); i += 2 {
		x0, y0, x1, y1 := pts[i-3], pts[i-2], pts[i-1], pts[i]
		out = append(out, rect{min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)})
	}
	return out
}

// TestModelsAreTidy: on no figure of a shipped model does a text lie on another, on a
// line or half outside of its box; no line crosses a box, and those that run side by side
// can be told apart: they keep 9 px on the narrowest page, or are one.
func TestModelsAreTidy(t *testing.T) {
	for name, f := range figures(t) {
		for _, l := range []figure.Layout{figure.Wide, figure.Narrow, {Name: "wide", Width: 960, Smallest: 960, Size: 14}} {
			d := f.Draw(l)
			if d.Layout.Width > l.Width+1 {
				t.Errorf("%s is %g wide on a page of %g", name, d.Layout.Width, l.Width)
			}
			if l.Size*l.Smallest/l.Width < 12 {
				t.Errorf("text of %s is below 12 px", l.Name)
			}
			var texts, cards []rect
			var words []string
			var lines []rect
			var of []int // the shape of each
			for i, s := range d.Shapes {
				switch s.Kind {
				case figure.TextShape:
					x0, y0, x1, y1 := figure.TextRoom(d, i)
					r := rect{x0, y0, x1, y1}
					if x0 < -0.1 || x1 > d.Layout.Width+0.1 || y0 < -0.1 || y1 > d.Height+0.1 {
						t.Errorf("%s %s: %q lies outside: %v", name, l.Name, s.Text, r)
					}
					for k, other := range texts {
						if r.meets(other) {
							t.Errorf("%s %s: %q lies on %q: %v %v", name, l.Name, s.Text, words[k], r, other)
						}
					}
					texts, words = append(texts, r), append(words, s.Text)
				case figure.RectShape:
					if strings.HasPrefix(s.Class, "sheet") || s.Class == "entity" {
						cards = append(cards, rect{s.X, s.Y, s.X + s.W, s.Y + s.H})
					}
				case figure.PathShape:
					if strings.HasPrefix(s.Class, "flow") || s.Class == "link" {
						lines = append(lines, stretches(s.Text)...)
						for len(of) < len(lines) {
							of = append(of, i)
						}
					}
				}
			}
			for k, r := range texts {
				for _, c := range cards {
					if r.meets(c) && (r.x0 < c.x0 || r.x1 > c.x1 || r.y0 < c.y0 || r.y1 > c.y1) {
						t.Errorf("%s %s: %q lies half in a box: %v %v", name, l.Name, words[k], r, c)
					}
				}
				for _, s := range lines {
					if r.meets(rect{s.x0 - 0.5, s.y0 - 0.5, s.x1 + 0.5, s.y1 + 0.5}) {
						t.Errorf("%s %s: %q lies on a line: %v %v", name, l.Name, words[k], r, s)
					}
				}
			}
			for _, s := range lines {
				for _, c := range cards {
					if s.x0 < c.x1-0.3 && c.x0+0.3 < s.x1 && s.y0 < c.y1-0.3 && c.y0+0.3 < s.y1 {
						t.Errorf("%s %s: a line crosses a box: %v %v", name, l.Name, s, c)
					}
				}
			}
			px := l.Smallest / l.Width
			for i, a := range lines {
				for k, b := range lines[:i] {
					apart, along := math.Abs(a.x0-b.x0), min(a.y1, b.y1)-max(a.y0, b.y0)
					if a.x0 != a.x1 {
						apart, along = math.Abs(a.y0-b.y0), min(a.x1, b.x1)-max(a.x0, b.x0)
					}
					if of[i] != of[k] && (a.x0 == a.x1) == (b.x0 == b.x1) && along*px > 24 && apart > 0.1 && apart*px < 9 {
						t.Errorf("%s %s: two lines run side by side at %.1f px: %v %v", name, l.Name, apart*px, a, b)
					}
				}
			}
		}
	}
}

// TestModelsAsXML: each figure is a well-formed file, has words, and parts that lead to
// what they stand for; it is the same each time.
func TestModelsAsXML(t *testing.T) {
	again := figures(t)
	for name, f := range figures(t) {
		if f.Desc == "" || len(f.Rows) == 0 || f.Title == "" {
			t.Errorf("%s has no words", name)
		}
		text := view.XML(f.View())
		for in := xml.NewDecoder(strings.NewReader(text)); ; {
			if _, err := in.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if !strings.Contains(text, `data-ref="`) || !strings.HasSuffix(name, "schema") && !strings.Contains(text, `href="#`) {
			t.Errorf("%s leads nowhere", name)
		}
		if view.XML(again[name].View()) != text {
			t.Errorf("%s is drawn differently", name)
		}
	}
}

// TestModelsDrawAllArrows: no arrow was left out for want of room.
func TestModelsDrawAllArrows(t *testing.T) {
	for name, f := range figures(t) {
		for _, l := range []figure.Layout{figure.Wide, figure.Beside, figure.Narrow} {
			count := func(l figure.Layout) (n int) {
				for _, s := range f.Draw(l).Shapes {
					if s.Kind == figure.PathShape && (strings.HasPrefix(s.Class, "flow") || s.Class == "link") {
						n++
					}
				}
				return n
			}
			roomy := figure.Layout{Name: "wide", Width: 4000, Smallest: 4000, Size: 14}
			if got, want := count(l), count(roomy); got != want || math.IsNaN(float64(got)) {
				t.Errorf("%s %s draws %d lines of %d", name, l.Name, got, want)
			}
		}
	}
}

func BenchmarkModelFigures(b *testing.B) {
	all := figures(b)
	for _, name := range []string{"hotel-logical", "killrvideo-entities", "killrvideo-physical"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				all[name].View()
			}
		})
	}
}

// TestNoRoom: arrows that find no room on a narrow page are named below the drawing.
func TestNoRoom(t *testing.T) {
	c := figure.Chebotko{ID: "many", Title: "Everything leads everywhere"}
	for i := range 14 {
		c.Cards = append(c.Cards, figure.Card{Name: "a_table_with_a_name_" + strconv.Itoa(i), Columns: []figure.CardColumn{{Name: "k", Mark: "K", Role: "key"}}})
		for j := range i {
			c.Arrows = append(c.Arrows, figure.Arrow{From: j, To: i, Label: "Q" + strconv.Itoa(i*20+j)})
		}
	}
	f := c.Figure()
	for _, l := range []figure.Layout{figure.Wide, figure.Beside, figure.Narrow} {
		d := f.Draw(l)
		drawn, named := 0, ""
		for i, s := range d.Shapes {
			if s.Kind == figure.PathShape && s.Class == "flow" {
				drawn++
			}
			if s.Kind == figure.TextShape && strings.Contains(s.Class, "t-muted") {
				named += s.Text + " "
				if _, _, x1, y1 := figure.TextRoom(d, i); x1 > d.Layout.Width || y1 > d.Height {
					t.Errorf("%s: %q lies outside", l.Name, s.Text)
				}
			}
		}
		if drawn == len(c.Arrows) || !strings.Contains(named, "No room for Q") {
			t.Errorf("%s: %d of %d arrows are drawn, and below stands %q", l.Name, drawn, len(c.Arrows), named)
		}
	}
}

// TestManyQuestionsOfAScreen: a box under the names of many questions leaves room for the
// arrows beside it, and says how many more there are.
func TestManyQuestionsOfAScreen(t *testing.T) {
	w := figure.Workflow{ID: "many", Title: "Three pages", Screens: []figure.ScreenBox{
		{Name: "Player page", Asks: []string{"Q1", "Q2", "Q3", "Q6", "Q10", "Q11", "Q12", "Q13"}},
		{Name: "Tournament page", Asks: []string{"Q7"}, After: []int{0}},
		{Name: "Game page", Asks: []string{"Q4"}, After: []int{0, 1}},
	}}
	f := w.Figure()
	for _, l := range []figure.Layout{figure.Wide, figure.Beside, figure.Narrow} {
		all := ""
		for _, s := range f.Draw(l).Shapes {
			all += s.Text + "\n"
		}
		if strings.Contains(all, "No room") || !strings.Contains(all, "Q1, Q2, Q3") || (l.Name == figure.Narrow.Name) != strings.Contains(all, " +") {
			t.Errorf("%s: %q", l.Name, all)
		}
	}
}

// TestMarkdownSaysAll: a diagram as Markdown has what the boxes have, and the key of each table
// in its order, the numbers of relationships and where questions enter besides.
func TestMarkdownSaysAll(t *testing.T) {
	all := figures(t)
	for name, want := range map[string][]string{
		"hotel-physical":      {"| hotel.available_rooms_by_hotel_date | hotel_id | K | text |", "hotel.available_rooms_by_hotel_date: hotel_id K, date C↑, room_number C↑.", "Q4 ("},
		"killrvideo-entities": {"| Video |", "One User rates 0 to 5,000 Videos, usually 10."},
		"hotel-workflow":      {" comes after "},
	} {
		text := all[name].Markdown()
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s lacks %q:\n%s", name, w, text)
			}
		}
	}
}

// TestDrawnAnywhere: a figure beside a text that is higher than wide is drawn for a wide place,
// too, where it is less high.
func TestDrawnAnywhere(t *testing.T) {
	all := figures(t)
	for _, name := range []string{"hotel-entities", "hotel-workflow", "killrvideo-physical"} {
		f := all[name]
		if wide, beside := f.Draw(figure.Wide), f.Draw(figure.Beside); beside.Height <= figure.Beside.Width || wide.Height >= beside.Height {
			t.Errorf("%s is %v high, beside a text %v", name, wide.Height, beside.Height)
		}
		if text := view.HTML(f.Anywhere().View()); !strings.Contains(text, `class="fig-wide"`) || !strings.Contains(text, `class="fig-beside"`) {
			t.Errorf("%s is not drawn for each width", name)
		}
	}
}

// TestAloneIsAsWideAsWhatIsDrawn: a saved picture is not wider than its shapes and the margin, and
// cuts none of them.
func TestAloneIsAsWideAsWhatIsDrawn(t *testing.T) {
	narrower := 0
	for name, f := range figures(t) {
		d := f.Draw(figure.Wide)
		from, to := d.Layout.Width, 0.0
		for i, s := range d.Shapes {
			switch s.Kind {
			case figure.TextShape:
				x0, _, x1, _ := figure.TextRoom(d, i)
				from, to = min(from, x0), max(to, x1)
			case figure.RectShape, figure.OvalShape, figure.LineShape:
				from, to = min(from, s.X, s.X+s.W), max(to, s.X, s.X+s.W)
			}
		}
		svg := d.SVG(f.ID, f.Title, f.Desc)
		width, _ := figure.Alone(svg, view.El("rect"))
		box, _ := svg.Attr("viewBox")
		left, _ := strconv.ParseFloat(strings.Fields(box)[0], 64)
		if left+12 > max(from, 0) || left+width-12 < min(to, d.Layout.Width) {
			t.Errorf("%s: drawn from %.1f to %.1f, saved from %.1f, %.1f wide", name, from, to, left, width)
		}
		if to-from < d.Layout.Width*0.8 {
			if narrower++; width > d.Layout.Width {
				t.Errorf("%s: drawn from %.1f to %.1f of %.1f, and saved %.1f wide", name, from, to, d.Layout.Width, width)
			}
		}
	}
	if narrower == 0 {
		t.Error("no figure is narrower than its layout")
	}
}

// TestKeysAreDrawn: of more attributes than are drawn, those that identify are, wherever they stand.
func TestKeysAreDrawn(t *testing.T) {
	box := figure.EntityBox{Name: "Guest"}
	for i := range 150 {
		box.Attributes = append(box.Attributes, figure.Oval{Name: "a" + strconv.Itoa(100+i), Key: i >= 148})
	}
	f := (&figure.Entities{ID: "wide", Title: "One guest", Entities: []figure.EntityBox{box}}).Figure()
	for _, l := range []figure.Layout{figure.Wide, figure.Narrow} {
		drawn, all := map[string]bool{}, ""
		for _, s := range f.Draw(l).Shapes {
			drawn[s.Text] = true
			all += s.Text + " "
		}
		if !strings.Contains(all, "… and 50 more attributes") {
			t.Errorf("%s: it does not say how many more there are: %s", l.Name, all)
		}
		for name, want := range map[string]bool{"a100": true, "a197": true, "a198": false, "a247": false, "a248": true, "a249": true} {
			if drawn[name] != want {
				t.Errorf("%s: %s is drawn: %t", l.Name, name, drawn[name])
			}
		}
	}
}
