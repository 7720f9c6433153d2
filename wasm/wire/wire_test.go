package wire

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

func TestPack(t *testing.T) {
	for _, texts := range [][]string{nil, {""}, {"", ""}, {"5:rooms", ":", "é\n", "\ufeffx"}, {strings.Repeat("a", 100000)}} {
		if got := Unpack(Pack(texts...)); !slices.Equal(got, texts) {
			t.Errorf("%.60q became %.60q", texts, got)
		}
	}
	if got := Pack("a\xffb"); got != "5:a\ufffdb" {
		t.Errorf("%q", got)
	}
	for _, damaged := range []string{"x", "1", "2:a", "-1:a", "1:ab", "99999999999999999999:a", ":"} {
		if got := Unpack(damaged); len(got) > 1 {
			t.Errorf("%q became %q", damaged, got)
		}
	}
}

func TestReader(t *testing.T) {
	m := map[string]string{"rooms": "200", "": "", "q": "SELECT\n*"}
	r := Reader{append(append(Map(m), Flag(true), Flag(false)), "3", "a", "b", "c", "7")}
	if got := r.Map(); !maps.Equal(got, m) {
		t.Errorf("%q", got)
	}
	if !r.Flag() || r.Flag() {
		t.Error("flags")
	}
	if n := r.Count(); n != 3 || r.Text()+r.Text()+r.Text() != "abc" {
		t.Errorf("%d", n)
	}
	if n := r.Count(); n != 0 || r.Text() != "" || len(r.Map()) > 0 {
		t.Errorf("%d things behind the last text", n)
	}
}

// TestRuler: every place of a text is counted, each from a mark close before it.
func TestRuler(t *testing.T) {
	text, units := strings.Repeat("𝄞é-", 3*stride), 0
	r := NewRuler(text)
	for i, c := range text {
		if got := r.Units(i); got != units {
			t.Fatalf("before byte %d are %d units, want %d", i, got, units)
		}
		if got := r.Byte(units); got != i {
			t.Fatalf("behind %d units is byte %d, want %d", units, got, i)
		}
		units += utf16.RuneLen(c)
	}
	if r.Units(len(text)+9) != units || r.Byte(units+9) != len(text) || r.Units(-1) != 0 || Units(text) != units {
		t.Errorf("the end: %d units of %d, byte %d of %d", r.Units(len(text)+9), units, r.Byte(units+9), len(text))
	}
	for i, m := range r.marks {
		if i > 0 && m.at-r.marks[i-1].at > stride+utf8.UTFMax {
			t.Errorf("from byte %d to %d every unit is counted", r.marks[i-1].at, m.at)
		}
	}
	r.marks[len(r.marks)-1].units += 1000 // who counts from there is as far off
	if got := r.Units(len(text)); got != units+1000 {
		t.Errorf("the end is %d: it was not counted from the last mark", got)
	}
}
