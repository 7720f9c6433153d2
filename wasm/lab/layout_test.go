package lab

import (
	"strings"
	"testing"
)

// TestStep: the line step says how many writes a layout begins with; the reader's number
// counts instead, up to all that there are, and without the line all are carried out.
func TestStep(t *testing.T) {
	const fence = "id = l1\ntitle = T\n%schema:\nCREATE TABLE t (a int, b int, v int, PRIMARY KEY (a, b));\n" +
		"cql:\nINSERT INTO t (a, b, v) VALUES (1, 1, 1);\nINSERT INTO t (a, b, v) VALUES (1, 2, 1);\nINSERT INTO t (a, b, v) VALUES (2, 1, 1);\n"
	for _, test := range []struct{ line, in, partitions, problem string }{
		{"", "", "2", ""},
		{"step = 0\n", "", "", ""},
		{"step = 1\n", "", "1", ""},
		{"step = 2\n", "", "1", ""},
		{"step = 3\n", "", "2", ""},
		{"step = 1\n", "3", "2", ""},
		{"step = 1\n", "99", "2", ""},
		{"step = 3\n", " 1 ", "1", ""},
		{"step = 1\n", "", "1", ""},
		{"step = 1\n", "two", "2", "Write a whole number from 0 to 3."},
		{"step = 1\n", "-1", "2", "Write a whole number from 0 to 3."},
	} {
		s, diags := Parse("layout", strings.Replace(fence, "%", test.line, 1), nil)
		if len(diags) > 0 {
			t.Fatalf("%q: %v", test.line, diags)
		}
		in := Inputs{}
		if test.in != "" {
			in["step"] = test.in
		}
		out := Run(s, in)
		if got := out.Values["partitions"]; got != test.partitions {
			t.Errorf("%q with %q: %s partitions, want %s: %s", test.line, test.in, got, test.partitions, out.Sentence)
		}
		if got := out.Problems.Of("step"); got != test.problem {
			t.Errorf("%q with %q: problem %q, want %q", test.line, test.in, got, test.problem)
		}
	}
	for line, want := range map[string]string{
		"step = 4\n":    "step = 4 is more than there are: 3 writes",
		"step = -1\n":   "Write a whole number from 0.",
		"step = half\n": "Write a whole number from 0.",
	} {
		_, diags := Parse("layout", strings.Replace(fence, "%", line, 1), nil)
		if len(diags) != 1 || diags[0].Message != want {
			t.Errorf("%q: %v, want %q", line, diags, want)
		}
	}
}
