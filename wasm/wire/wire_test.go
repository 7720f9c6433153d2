package wire

import (
	"maps"
	"slices"
	"strings"
	"testing"
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
