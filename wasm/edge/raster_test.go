package edge

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/srwiley/rasterx"

	"partitionlab/wasm/view"
)

// vendored reads the fonts of the project.
func vendored(_ context.Context, name string) ([]byte, error) {
	folder := "noto/"
	if path.Base(name) == "signs.ttf" {
		folder = "dejavu/"
	}
	return os.ReadFile("../../site/vendored/" + folder + path.Base(name))
}

// drawn draws elements on white, 40 × 40 units as so many pixels.
func drawn(t testing.TB, parts ...view.Part) (image.Image, error) {
	t.Helper()
	f, err := (&Handler{Files: vendored}).readFonts(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	svg := view.El("svg", view.A("viewBox", "0 0 40 40"), view.El("rect", view.A("width", "40"), view.A("height", "40"), view.A("fill", "#fff")))
	data, err := f.PNG(svg.Add(parts...), 40, 40)
	if err != nil {
		return nil, err
	}
	return png.Decode(bytes.NewReader(data))
}

// print shows a picture with a sign for every 4 × 4 pixels: # dark, + between, . light.
func print(p image.Image) string {
	var b strings.Builder
	for y := 0; y < 40; y += 4 {
		for x := 0; x < 40; x += 4 {
			sum := 0
			for i := range 16 {
				r, _, _, _ := p.At(x+i%4, y+i/4).RGBA()
				sum += int(r >> 8)
			}
			b.WriteByte("#++."[min(sum/16/64, 3)])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestShapes(t *testing.T) {
	path := func(d string, more ...view.Part) view.Part {
		return view.El("path", append([]view.Part{view.A("d", d)}, more...)...)
	}
	line := []view.Part{view.A("fill", "none"), view.A("stroke", "#000"), view.A("stroke-width", "4")}
	for name, test := range map[string]struct {
		shape view.Part
		want  string
	}{
		"a rectangle":        {view.El("rect", view.A("x", "8"), view.A("y", "4"), view.A("width", "24"), view.A("height", "8")), "..........\n..######..\n..######..\n" + strings.Repeat("..........\n", 7)},
		"a path, closed":     {path("M8 4h24v8H8z"), "..........\n..######..\n..######..\n" + strings.Repeat("..........\n", 7)},
		"a path, not closed": {path("M8,4L32,4 32,12 8,12"), "..........\n..######..\n..######..\n" + strings.Repeat("..........\n", 7)},
		"relative, tight":    {path("m8 4l24 0l0 8-24 0z"), "..........\n..######..\n..######..\n" + strings.Repeat("..........\n", 7)},
		"two stretches":      {path("M0 0h8v8h-8zm32 32h8v8h-8z"), "##........\n##........\n" + strings.Repeat("..........\n", 6) + "........##\n........##\n"},
		"a line":             {view.El("line", append(line, view.A("x1", "8"), view.A("y1", "6"), view.A("x2", "32"), view.A("y2", "6"))...), "..........\n..######..\n" + strings.Repeat("..........\n", 8)},
		"a dashed line": {view.El("line", append(line, view.A("x1", "0"), view.A("y1", "6"), view.A("x2", "40"), view.A("y2", "6"), view.A("stroke-dasharray", "8 8"))...),
			"..........\n##..##..##\n" + strings.Repeat("..........\n", 8)},
		"an arc":      {path("M4 20A16 16 0 0 1 36 20", line...), "....++....\n..+#++#+..\n.++....++.\n.#......#.\n++......++\n" + strings.Repeat("..........\n", 5)},
		"an arc back": {path("M4 20a16 16 0 1 0 32 0", line...), strings.Repeat("..........\n", 5) + "++......++\n.#......#.\n.++....++.\n..+#++#+..\n....++....\n"},
		"moved, scaled": {view.El("g", view.A("transform", "translate(8 4) scale(2)"), view.El("rect", view.A("width", "12"), view.A("height", "4"))),
			"..........\n..######..\n..######..\n" + strings.Repeat("..........\n", 7)},
		"pattern": {view.El("g", view.El("defs", view.El("pattern", view.A("id", "p"), view.A("width", "8"), view.A("height", "8"), view.A("patternUnits", "userSpaceOnUse"),
			view.El("rect", view.A("width", "4"), view.A("height", "8")))), view.El("rect", view.A("width", "40"), view.A("height", "8"), view.A("fill", "url(#p)"))),
			"#.#.#.#.#.\n#.#.#.#.#.\n" + strings.Repeat("..........\n", 8)},
	} {
		p, err := drawn(t, test.shape)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := print(p); got != test.want {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}

// What is not drawn is told, so that no picture lacks a part.
func TestUnknownIsAnError(t *testing.T) {
	for name, part := range map[string]view.Part{
		"element": view.El("ellipse"), "attribute": view.El("rect", view.A("filter", "blur")), "color": view.El("rect", view.A("width", "1"), view.A("height", "1"), view.A("fill", "tomato")),
		"path": view.El("path", view.A("d", "M0 0X")), "no beginning": view.El("path", view.A("d", "L1 1")), "numbers": view.El("path", view.A("d", "M0")), "paint": view.El("rect", view.A("width", "1"), view.A("height", "1"), view.A("fill", "url(#none)")),
		"transform": view.El("g", view.A("transform", "skewX(3)")), "text in text": view.El("text", view.El("tspan", view.Text("a"))), "dashes": view.El("line", view.A("x2", "9"), view.A("stroke", "#000"), view.A("stroke-dasharray", "a")),
	} {
		if _, err := drawn(t, part); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestTextIsDrawn(t *testing.T) {
	var before string
	for _, text := range []string{"", "n", "nn", "→", "你"} { // the last is a box: no font here has it
		p, err := drawn(t, view.El("text", view.A("x", "2"), view.A("y", "30"), view.A("font-size", "24"), view.Text(text)))
		if err != nil {
			t.Fatal(err)
		}
		got := print(p)
		if got == before {
			t.Errorf("%q looks like the text before:\n%s", text, got)
		}
		before = got
	}
	end, _ := drawn(t, view.El("text", view.A("x", "40"), view.A("y", "30"), view.A("font-size", "20"), view.A("text-anchor", "end"), view.Text("n")))
	if got := print(end); strings.Contains(got[:11*10], "#") && strings.HasPrefix(strings.Split(got, "\n")[6], "#") {
		t.Errorf("anchored at its end:\n%s", got)
	}
}

func FuzzPath(f *testing.F) {
	for _, d := range []string{"M0 0L1-1.5.5z", "m1e3,2C1 2 3 4 5 6S1 2 3 4Q1 2 3 4T5 6", "M0 0A1 1 0 011 1", "M-1 1l2-2M0 6l6-6M5 7l2-2"} {
		f.Add(d)
	}
	f.Fuzz(func(t *testing.T, d string) {
		var p rasterx.Path
		addPath(&p, d)
		transform(d)
	})
}

func TestWrap(t *testing.T) {
	for _, test := range []struct {
		text string
		most int
		want string
	}{
		{"one two three", 3, "one two|three"}, {"one two three four five six", 2, "one two|three f…"}, {"incomprehensibilities", 2, "incomp…"}, {"", 2, ""}, {"a", 1, "a"},
	} {
		if got := strings.Join(wrap(test.text, 4.6, test.most), "|"); got != test.want {
			t.Errorf("%q: %q, want %q", test.text, got, test.want)
		}
	}
}
