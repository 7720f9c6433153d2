package lab

import (
	"strings"
	"testing"

	"partitionlab/wasm/lab/input"
)

// TestAnswersSayForWhichNumbers: where a number cannot be read, is too large, or is not there, the answer is for the
// one of the page, and says so; it says nothing where all can be read.
func TestAnswersSayForWhichNumbers(t *testing.T) {
	tried := map[string]bool{}
	for _, text := range [...]string{
		"duplication\nid = x\ntitle = x\nrows = 10 | label Members\n",
		"index\nid = x\ntitle = x\n",
		"consistency\nid = x\ntitle = x\n",
		"expiry\nid = x\ntitle = x\n",
		"batch\nid = x\ntitle = x\n",
		"ring\nid = x\ntitle = x\n",
	} {
		kind, lines, _ := strings.Cut(text, "\n")
		s, diags := Parse(kind, lines, nil)
		if len(diags) > 0 {
			t.Errorf("%s: %v", kind, diags)
			continue
		}
		for _, x := range s.widget.fields {
			if x.Type != input.Whole || x.Default == "" {
				continue
			}
			for value, wrong := range map[string]bool{"x": true, " ": true, strings.Repeat("1", 40): true, "-1": true, x.Default: false} {
				o := Run(s, Inputs{x.Key: value})
				tried[kind] = true
				if said := strings.Contains(o.Sentence, "The answer is for "); said != wrong {
					t.Errorf("%s, %s = %s: %q", kind, x.Key, value, o.Sentence)
				}
			}
			if x.Most > 0 && Run(s, Inputs{x.Key: "99999999999999"}).Problems.Of(x.Key) == "" {
				t.Errorf("%s, %s: more than %d is no problem", kind, x.Key, x.Most)
			}
		}
		if !tried[kind] {
			t.Errorf("%s has no whole number: nothing is tried", kind)
		}
	}
}
