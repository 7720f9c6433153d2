package diagram

import (
	"strings"
	"testing"

	"partitionlab/wasm/diag"
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
