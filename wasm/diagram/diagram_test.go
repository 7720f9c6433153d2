package diagram

import (
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/model"
)

// TestUniqueIsDrawn: of what finds a thing alone and is not its key the figure of entities says so.
func TestUniqueIsDrawn(t *testing.T) {
	m, _ := model.Parse(diag.NewSource("", "entity Car 9\n  car_id uuid key\n  plate text 8 unique\n  name text\n"))
	var rows []string
	for _, r := range Entities(m, Look{}).Rows {
		rows = append(rows, strings.Join(r, " "))
	}
	if all := strings.Join(rows, "\n"); !strings.Contains(all, "plate unique") || strings.Count(all, "unique") != 1 {
		t.Errorf("%s", all)
	}
}

// TestNotation: the sign around a name says what kind of value it is, and the type beside it is
// whole: each bracket that opens closes.
func TestNotation(t *testing.T) {
	for _, c := range [][3]string{ // type, name, type beside it
		{"text", "x", "text"},
		{"set<text>", "{x}", "text"},
		{"frozen<list<frozen<set<int>>>>", "[x]", "set<int>"},
		{"map<text, frozen<list<text>>>", "<x>", "text → list<text>"},
		{"map<frozen<tuple<int, text>>, frozen<map<text, int>>>", "<x>", "tuple<int, text> → map<text, int>"},
		{"tuple<int, frozen<list<text>>, text>", "(x)", "int, list<text>, text"},
		{"frozen<address>", "*x*", "address"},
		{"list<frozen<address>>", "[x]", "address"},
		{"vector<float, 3>", "x", "vector<float, 3>"},
	} {
		if name, typ, _ := notation("x", c[0], ""); name != c[1] || typ != c[2] {
			t.Errorf("%s: %s %s, want %s %s", c[0], name, typ, c[1], c[2])
		}
	}
	if _, _, mark := notation("x", "counter", ""); mark != "++" {
		t.Errorf("a counter has the mark %q", mark)
	}
}

// order is in which order a figure has its tables, row after row.
func order(f *figure.Figure, l figure.Layout) (names []string) {
	var boxes []figure.Shape
	for _, s := range f.Draw(l).Shapes {
		if s.Kind == figure.RectShape && strings.HasPrefix(s.Ref, "table:") && !slices.ContainsFunc(boxes, func(o figure.Shape) bool { return o.Ref == s.Ref }) {
			boxes = append(boxes, s)
		}
	}
	sort.SliceStable(boxes, func(i, j int) bool { return boxes[i].Y < boxes[j].Y })
	for len(boxes) > 0 {
		n := 1
		for n < len(boxes) && boxes[n].Y < boxes[0].Y+boxes[0].H {
			n++
		}
		row := boxes[:n]
		sort.SliceStable(row, func(i, j int) bool { return row[i].X < row[j].X })
		for _, s := range row {
			names = append(names, s.Ref)
		}
		boxes = boxes[n:]
	}
	return names
}

// TestTablesKeepTheirPlaces: the tables of a model stand in one order with their types and without, in
// each keyspace, and stay where they are when one of them is cut or spread.
func TestTablesKeepTheirPlaces(t *testing.T) {
	files, _ := filepath.Glob("../../content/models/*.model")
	changed := 0
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m, _ := model.Parse(diag.NewSource("", string(source)))
		d := m.Design()
		for _, l := range [...]figure.Layout{figure.Wide, figure.Narrow} {
			logical, physical := order(Logical(d, Look{}), l), order(Physical(d, Look{}), l)
			keyspace := func(ref string) int {
				return slices.IndexFunc(m.Keyspaces, func(k *model.Keyspace) bool { return strings.HasPrefix(ref, "table:"+k.Name.Text+".") })
			}
			framed := slices.Clone(logical)
			sort.SliceStable(framed, func(i, j int) bool { return keyspace(framed[i]) < keyspace(framed[j]) })
			if len(logical) != len(d.Tables) || !slices.Equal(framed, physical) {
				t.Errorf("%s, %s:\n  logical %v\n physical %v", file, l.Name, framed, physical)
			}
			for _, table := range d.Tables {
				for _, o := range d.Alternatives(table) {
					if !strings.HasPrefix(o.Fix.Title, "one partition a ") && !strings.HasPrefix(o.Fix.Title, "spread ") {
						continue
					}
					then, slips := model.Parse(diag.NewSource("", o.Fix.Apply(string(source))))
					if changed++; len(slips) > 0 {
						t.Fatal(slips)
					}
					if got := order(Logical(then.Design(), Look{}), l); !slices.Equal(got, logical) {
						t.Errorf("%s, %s: after %s of %s:\n got %v\nwant %v", file, l.Name, o.Fix.Title, table.Name, got, logical)
					}
				}
			}
		}
	}
	if changed < 20 {
		t.Errorf("only %d choices are tried", changed)
	}
}
