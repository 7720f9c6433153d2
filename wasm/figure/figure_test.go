package figure

import (
	"encoding/json"
	"encoding/xml"
	"flag"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"partitionlab/wasm/number"
	"partitionlab/wasm/view"
)

var update = flag.Bool("update", false, "write golden files")

var samples = []*Figure{
	(&Breakdown{ID: "size1-parts", Title: "Most of the bytes are the room numbers and the flags", Parts: []Part{
		{"key", "K", "role-key", 11}, {"clustering", "C", "role-clustering", 438000}, {"values", "", "role-value", 73000},
		{"flags and lengths", "·", "role-meta", 511009}, {"timestamps", "·", "role-time", 73000},
	}}).Figure(),
	(&Breakdown{ID: "none", Title: "Nothing", Parts: []Part{{"key", "K", "role-key", 0}}}).Figure(),
	(&Standing{ID: "size1-scale", Title: "A tenth of the target", Min: 1095020, Max: 1095020, Lines: lines}).Figure(),
	(&Standing{ID: "range", Title: "From 152 kB to 9.2 MB", Min: 152200, Max: 9175620, Lines: lines}).Figure(),
	(&Standing{ID: "huge", Title: "Off the scale", Min: 0, Max: math.MaxInt64, Lines: lines}).Figure(),
	(&Growth{ID: "smith", Title: "A hundred megabytes on day 1,517", Points: grow(0, 1800, 65964, 58800), Names: [2]string{"live", "one timestamp"}, Lines: []GrowthLine{
		{lines[0], 153, false}, {lines[1], 1517, false},
	}}).Figure(),
	(&Growth{ID: "slow", Title: "It never gets there", Points: grow(0, 10, 1, 0), Lines: []GrowthLine{{lines[0], 0, true}}}).Figure(),
	(&Growth{ID: "flat", Title: "A table that expires does not grow", Points: grow(0, 365, 0, 0), Lines: []GrowthLine{{lines[0], 0, true}}}).Figure(),
	(&Growth{ID: "none2", Title: "Nothing to draw"}).Figure(),
	(&Bars{ID: "bars", Title: "One node has most", Head: []string{"node", "holds"}, Line: 0.167, LineName: "an even share", Bars: []Bar{{"N0", "0 %", "", 0}, {"N1", "16.7 %", "", 0.167}, {"N2", "60 %", "row-skipped", 0.6}}}).Figure(),
	(&Bars{ID: "bars-words", Title: "Words that need a line of their own", Head: []string{"design", "number"}, Bars: []Bar{{"stored once, in many partitions", "100,200,000,000", "", 1.002e11}, {"copied", "100,000", "", 1e5}}}).Figure(),
	(&Overlap{ID: "overlap", Title: "Two of three", Groups: []string{""}, Replicas: 3, Written: []bool{true, true, false}, Down: []bool{true, false, false}, Read: []bool{false, true, true}}).Figure(),
	(&Overlap{ID: "overlap-centers", Title: "Three data centers", Groups: []string{"here", "center 2", "center 3"}, Replicas: 7, Written: make([]bool, 21), Down: make([]bool, 21), Read: make([]bool, 21)}).Figure(),
}

var lines = []Line{{"target", 10e6, "line-target"}, {"limit", 100e6, "line-limit"}}

func grow(from, to, perDay, second int64) (ps []GrowthPoint) {
	for i := int64(0); i <= 60; i++ {
		day := from + (to-from)*i/60
		ps = append(ps, GrowthPoint{day, 1000 + day*perDay, 1000 + day*second})
	}
	return ps
}

// TestGolden compares layouts (as JSON) and pages (as HTML) with testdata.
func TestGolden(t *testing.T) {
	for _, f := range samples {
		for _, l := range []Layout{Wide, Narrow} {
			layout, err := json.MarshalIndent(f.Draw(l), "", "\t")
			if err != nil {
				t.Fatal(err)
			}
			golden(t, f.ID+"-"+l.Name+".json", string(layout)+"\n")
		}
		golden(t, f.ID+".html", view.Indent(f.View()))
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (run with -update to accept):\n%s", name, got)
	}
}

// TestXML reads every drawing as a file of its own.
func TestXML(t *testing.T) {
	for _, f := range samples {
		d := xml.NewDecoder(strings.NewReader(view.XML(f.Draw(Wide).SVG(f.ID, f.Title, f.Desc))))
		for {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", f.ID, err)
			}
		}
	}
}

// check holds for every drawing: nothing is outside, no text lies on another,
// every text stays readable, every number is a number.
func check(t *testing.T, name string, d *Drawing) {
	t.Helper()
	if px := d.Layout.Size * d.Layout.Smallest / d.Layout.Width; px < 12 {
		t.Errorf("%s %s: text of %.2f px", name, d.Layout.Name, px)
	}
	var texts []Shape
	for _, s := range d.Shapes {
		for _, v := range []float64{s.X, s.Y, s.W, s.H} {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("%s %s: %v in %+v", name, d.Layout.Name, v, s)
			}
		}
		if strings.Contains(s.Text, "NaN") || strings.Contains(s.Text, "Inf") {
			t.Errorf("%s %s: %q", name, d.Layout.Name, s.Text)
		}
		if s.Kind == RectShape && (s.X < 0 || s.X+s.W > d.Layout.Width+0.1 || s.Y+s.H > d.Height) {
			t.Errorf("%s %s: %+v is outside", name, d.Layout.Name, s)
		}
		if s.Kind != TextShape {
			continue
		}
		b := d.box(s)
		if b.x0 < -0.1 || b.x1 > d.Layout.Width+0.1 || b.y0 < -2 || b.y1 > d.Height+2 {
			t.Errorf("%s %s: %q is outside: %+v of %v × %v", name, d.Layout.Name, s.Text, b, d.Layout.Width, d.Height)
		}
		for _, o := range texts {
			if b.meets(d.box(o)) {
				t.Errorf("%s %s: %q lies on %q", name, d.Layout.Name, s.Text, o.Text)
			}
		}
		texts = append(texts, s)
	}
}

func TestLayoutsOfRandomFigures(t *testing.T) {
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 3))
		n := func() int64 { return int64(math.Pow(10, r.Float64()*17)) }
		var b Breakdown
		for _, name := range []string{"key", "clustering", "values", "flags and lengths", "timestamps"}[:1+r.IntN(5)] {
			b.Parts = append(b.Parts, Part{Name: name, Role: "role-meta", Bytes: n() * int64(r.IntN(2))})
		}
		max := n()
		s := Standing{Min: max / (1 + int64(r.IntN(1000))), Max: max, Lines: lines}
		per, second := n()/1000, n()/1000
		g := Growth{Points: grow(0, 1+int64(r.IntN(100000)), per%(1<<40), second%(1<<40)), Names: [2]string{"live", "one timestamp"}, Lines: []GrowthLine{{lines[0], int64(r.IntN(9999)), r.IntN(2) == 0}, {lines[1], int64(r.IntN(9999)), r.IntN(2) == 0}}}
		for _, l := range []Layout{Wide, Narrow} {
			check(t, "breakdown", b.Figure().Draw(l))
			check(t, "standing", s.Figure().Draw(l))
			check(t, "growth", g.Figure().Draw(l))
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	for _, f := range samples {
		check(t, f.ID, f.Draw(Wide))
		check(t, f.ID, f.Draw(Narrow))
	}
}

// TestLabels holds that the labels that carry the message are really there.
func TestLabels(t *testing.T) {
	for _, c := range []struct {
		id   string
		want []string
	}{
		{"size1-scale", []string{"1.10 MB", "10 MB target", "100 MB limit", "1 MB"}},
		{"range", []string{"152 kB to 9.18 MB"}},
		{"smith", []string{"10 MB target: day 153", "100 MB limit: day 1,517", "live", "one timestamp", "0"}},
		{"size1-parts", []string{"clustering C", "438,000 B · 40 %", "11 B · <1 %"}},
	} {
		for _, f := range samples {
			if f.ID != c.id {
				continue
			}
			for _, l := range []Layout{Wide, Narrow} {
				var all []string
				for _, s := range f.Draw(l).Shapes {
					if s.Kind == TextShape {
						all = append(all, strings.ReplaceAll(s.Text, number.Space, " "))
					}
				}
				for _, w := range c.want {
					if !strings.Contains("|"+strings.Join(all, "|")+"|", "|"+w+"|") {
						t.Errorf("%s %s has no label %q: %q", c.id, l.Name, w, all)
					}
				}
			}
		}
	}
}

func BenchmarkGrowth(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		samples[5].View()
	}
}

// TestGrowthIsNamed holds that on a phone each line in sight is named, and each curve.
func TestGrowthIsNamed(t *testing.T) {
	for _, perDay := range []int64{3e3, 30e3, 65964, 330e3, 900e3} {
		g := &Growth{Points: grow(0, 365, perDay, perDay*95/100), Names: [2]string{"written live", "one timestamp"}}
		want := g.Names[:]
		for i, name := range [...]string{"target", "guideline"} {
			l := lines[i]
			l.Name = name
			day := l.At / perDay
			g.Lines = append(g.Lines, GrowthLine{l, day, day > 365})
			if l.At < 365*perDay {
				want = append(want, number.Bytes(l.At))
			}
		}
		d := g.Figure().Draw(Narrow)
	next:
		for _, name := range want {
			for _, s := range d.Shapes {
				if s.Kind == TextShape && s.Class != "t-muted" && strings.HasPrefix(s.Text, name) {
					continue next
				}
			}
			t.Errorf("%d bytes a day: nothing says %s", perDay, name)
		}
	}
}
