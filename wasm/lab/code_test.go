package lab

import (
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/view"
)

// TestColored: the copy of a text below an editor is the text, line for line, with the
// roles of its columns and its marks, whatever the marks cover.
func TestColored(t *testing.T) {
	text := "CREATE TABLE t (a int, b int,\n  date date, PRIMARY KEY (a, b)); -- end\nSELECT * FROM t WHERE b = 'x';\n"
	j := judge(nil, "", text)
	at := strings.Index(text, "WHERE b")
	for _, ds := range [][]diag.Diagnostic{
		nil,
		{{Severity: diag.Refused, Span: diag.Span{Start: at + 6, End: at + 13}}},
		{{Severity: diag.Warning, Span: diag.Span{Start: 3, End: at}}}, // over lines
		{{Span: diag.Span{Start: len(text), End: len(text)}}, {Span: diag.Span{Start: 1000, End: 2000}}},
	} {
		nodes := colored(text, ds, j, nil)
		box := view.El("pre", nodes)
		if got := box.PlainText(); got != text+"\n" {
			t.Errorf("%v: the copy is %q", ds, got)
		}
		if len(nodes) != strings.Count(text, "\n")+1 {
			t.Errorf("%v: %d lines", ds, len(nodes))
		}
		html := view.HTML(box)
		for _, want := range []string{`<span class="kw">CREATE</span>`, `<span class="role-key">a</span>`, `<span class="role-clustering">b</span>`,
			`<span class="role-value">date</span> <span class="ty">date</span>`, `<span class="com">-- end</span>`, `<span class="str">&#39;x&#39;</span>`} {
			if len(ds) == 0 && !strings.Contains(strings.ReplaceAll(html, "'", "&#39;"), want) {
				t.Errorf("no %s in %s", want, html)
			}
		}
		if len(ds) == 1 && ds[0].Severity == diag.Refused && !strings.Contains(html, `<mark class="refused"><span class="role-clustering">b</span> = `) {
			t.Errorf("the mark: %s", html)
		}
	}
	long := strings.Repeat("SELECT 1;\n", 3000)
	if n := colored(long, nil, judge(nil, "", ""), nil); view.El("pre", n).PlainText() != long+"\n" {
		t.Error("a long text is not copied")
	}
}

func FuzzColored(f *testing.F) {
	f.Add("SELECT 'a\nb' -- x", 3, 9, 12, 14)
	f.Fuzz(func(t *testing.T, text string, a, b, c, d int) {
		ds := []diag.Diagnostic{{Span: diag.Span{Start: a, End: b}}, {Severity: diag.Warning, Span: diag.Span{Start: c, End: d}}}
		for _, x := range ds {
			if x.Start < 0 || x.End < x.Start {
				return // no span
			}
		}
		if got := view.El("pre", colored(text, ds, &judged{}, nil)).PlainText(); got != text+"\n" {
			t.Errorf("%q becomes %q", text, got)
		}
	})
}
