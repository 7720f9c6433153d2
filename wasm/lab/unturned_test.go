package lab

import (
	"strings"
	"testing"

	"partitionlab/wasm/view"
)

// TestNothingTurnsThePage: a link's text keeps its marks of direction where it is typed,
// and nowhere else: not in the colored text, in a card, a message, a button or a row.
func TestNothingTurnsThePage(t *testing.T) {
	const text = "CREATE TABLE t (a text PRIMARY KEY);\nINSERT INTO t (a) VALUES ('\u202edetpecca \u2066x\u200f');\nSELECT \u202eb FROM t;\nSELECT * FROM t WHERE a = '\u202edetpecca \u2066x\u200f';\nSELECT c\u061c FROM t;"
	for _, kind := range []string{"check", "run", "layout"} {
		s, diags := Parse(kind, "id = w1\ntitle = x\ncql:\nCREATE TABLE t (a text PRIMARY KEY);\nINSERT INTO t (a) VALUES ('x');\nSELECT * FROM t WHERE a = 'x';", nil)
		if len(diags) > 0 {
			t.Fatal(kind, diags)
		}
		html := view.HTML(Run(s, Inputs{"q": text}).View)
		before, rest, _ := strings.Cut(html, "<textarea")
		typed, after, found := strings.Cut(rest, "</textarea>")
		if !found || !strings.Contains(typed, "\u202edetpecca \u2066x\u200f") {
			t.Errorf("%s: what was typed is changed", kind)
		}
		if i := strings.IndexAny(before+after, "\u202e\u2066\u200f\u061c"); i >= 0 {
			t.Errorf("%s: …%q…", kind, (before + after)[max(i-60, 0):min(i+60, len(before+after))])
		}
		if !strings.Contains(after, `\u202e`) {
			t.Errorf("%s: the marks are not written out", kind)
		}
	}
}
