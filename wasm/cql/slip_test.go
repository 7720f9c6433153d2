package cql

import (
	"strings"
	"testing"
)

// A pattern that names a class of tokens that there is not would never match.
func TestPatternsOfSlipsNameWhatThereIs(t *testing.T) {
	classes := map[string]bool{}
	for _, c := range []string{"any", "end", "name", "word", "quoted", "value", "string", "int", "float", "keyword", "number"} {
		classes[c] = true
	}
	n := 0
	for _, table := range slips {
		for _, s := range table {
			n++
			if s.see == "" && s.looks == nil && s.try == nil {
				t.Errorf("the slip %+v is met anywhere", s)
			}
			for _, element := range strings.Fields(strings.ReplaceAll(s.in+" "+s.see, " or ", " ")) {
				for _, one := range strings.Split(strings.TrimPrefix(strings.TrimPrefix(element, "^"), "~"), "|") {
					if one == "" || 'a' <= one[0] && one[0] <= 'z' && !classes[one] {
						t.Errorf("%q in %q names no class of tokens", one, s.in+" "+s.see)
					}
				}
			}
		}
	}
	if n < 100 {
		t.Errorf("%d slips: the tables are not complete", n)
	}
}
