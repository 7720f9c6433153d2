package diag

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestPosition(t *testing.T) {
	src := NewSource("", "ab\r\né東c\n\nx")
	for _, c := range []struct{ offset, line, column int }{
		{0, 1, 1}, {2, 1, 3}, {4, 2, 1}, {6, 2, 2}, {9, 2, 3}, {10, 2, 4}, {11, 3, 1}, {12, 4, 1}, {13, 4, 2}, {99, 4, 2}, {-1, 1, 1},
	} {
		if line, column := src.Position(c.offset); line != c.line || column != c.column {
			t.Errorf("offset %d is at %d:%d, want %d:%d", c.offset, line, column, c.line, c.column)
		}
	}
	for _, c := range []struct {
		line, start int
		text        string
	}{{1, 0, "ab"}, {2, 4, "é東c"}, {3, 11, ""}, {4, 12, "x"}, {5, 13, ""}, {0, 13, ""}} {
		if text, start := src.Line(c.line); text != c.text || start != c.start {
			t.Errorf("line %d is %q at %d, want %q at %d", c.line, text, start, c.text, c.start)
		}
	}
}

// TestPositionInLongLines: wherever a column is counted from, it is the same.
func TestPositionInLongLines(t *testing.T) {
	text := "é\n" + strings.Repeat("aé東\x80", 5*markStep) + "\n" + strings.Repeat("b", markStep+1) + "\nc"
	src := NewSource("", text)
	for i := range len(text) + 1 {
		line := strings.Count(text[:i], "\n")
		column := utf8.RuneCountInString(text[strings.LastIndexByte(text[:i], '\n')+1 : i])
		if l, c := src.Position(i); l != line+1 || c != column+1 {
			t.Fatalf("offset %d is at %d:%d, want %d:%d", i, l, c, line+1, column+1)
		}
	}
}

func TestApply(t *testing.T) {
	f := Fix{Edits: []Edit{{Span{0, 1}, "X"}, {Span{1, 1}, "-"}, {Span{3, 4}, ""}, {Span{2, 3}, "back"}, {Span{9, 10}, "out"}}}
	if got := f.Apply("abcde"); got != "X-bce" {
		t.Errorf("got %q", got)
	}
}

func TestRender(t *testing.T) {
	text := "SELECT *\n\tFROM 表 WHERE x = 1\n  AND y\x01 = 2;\n"
	at := func(s string) Span {
		i := strings.Index(text, s)
		return Span{i, i + len(s)}
	}
	for _, c := range []struct {
		name string
		d    Diagnostic
		want string
	}{
		{"everything", Diagnostic{Kind: Invalid, Rule: "W-10", Message: "Cannot execute this query", Span: at("x = 1"), Hint: "not part of the key", Why: "one line\nanother", Instead: "make a table",
			Fixes: []Fix{{Title: "ask for y", Edits: []Edit{{at("x"), "y"}}}}, Related: []Related{{Span: at("y"), Text: "this one is"}}}, `
refused (invalid): Cannot execute this query
 --> q.cql:2:15
  |
2 |     FROM 表 WHERE x = 1
  |                   ^^^^^ not part of the key
3 |   AND y␁ = 2;
  |       - this one is
  = why: one line
         another
  = instead: make a table
  = fix: ask for y
2 |     FROM 表 WHERE y = 1
  = rule W-10
`},
		{"a warning without a place in the line", Diagnostic{Severity: Warning, Message: "slow", Span: Span{9, 9}}, `
warning: slow
 --> q.cql:2:1
  |
2 |     FROM 表 WHERE x = 1
  | ^
`},
		{"the end", Diagnostic{Kind: Syntax, Message: "ends", Span: Span{len(text), len(text)}}, `
refused (syntax): ends
 --> q.cql:3:14
  |
3 |   AND y␁ = 2;
  |              ^
`},
		{"over several lines", Diagnostic{Severity: Advice, Message: "all", Span: Span{7, len(text)}}, `
advice: all
 --> q.cql:1:8
  |
1 | SELECT *
  |        ^
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := "\n" + Render(NewSource("q.cql", text), []Diagnostic{c.d})
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	// In the order of the text.
	got := Render(NewSource("", text), []Diagnostic{{Message: "second", Span: at("y")}, {Message: "first", Span: at("*")}})
	if !strings.HasPrefix(got, "refused: first\n --> 1:8\n") || strings.Index(got, "second") < strings.Index(got, "\n\n") {
		t.Errorf("%s", got)
	}
}

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "plain\tand\nmore": "plain\tand\nmore", "é 漢 😀 \u00a0\u200d": "é 漢 😀 \u00a0\u200d", "a\x1b[1m": `a\u001b[1m`, "\x00\x07\x7f\r": `\u0000\u0007\u007f\u000d`,
		"é\u009b\u0085": `é\u009b\u0085`, "\x9b\xc3": `\x9b\xc3`, "\u202e\u2069\u061c\u200f\u2028": `\u202e\u2069\u061c\u200f\u2028`, "\ufffd": "\ufffd",
	} {
		if got := Printable(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Whatever a diagnostic says, and wherever: a terminal only shows it, and the mark
// stands under its place.
func TestRenderObeysNothing(t *testing.T) {
	const bad = "\x1b]0;x\x07\u009b\u202e\x9b"
	text := "SELECT '" + bad + "' FROM t"
	at := strings.Index(text, "FROM")
	got := Render(NewSource("a\n"+bad, text), []Diagnostic{{Message: bad, Hint: bad, Why: bad, Instead: bad, Span: Span{at, at + 4},
		Related: []Related{{Span: Span{0, 6}, Text: bad}}, Fixes: []Fix{{Title: bad, Edits: []Edit{{Span{0, 0}, bad}}}}}})
	if Printable(got) != got {
		t.Errorf("%q", got)
	}
	lines := strings.Split(got, "\n")
	if source, mark := lines[3], lines[4]; width(source[:strings.Index(source, "FROM")]) != strings.Index(mark, "^") {
		t.Errorf("the mark stands elsewhere:\n%s\n%s", source, mark)
	}
}

// TestStyle: colors change nothing but colors, and a rule links to its page.
func TestStyle(t *testing.T) {
	src := NewSource("q.cql", "SELECT *\n\tFROM t WHERE x = 1\n\x1b[31m\n")
	list := []Diagnostic{
		{Kind: Invalid, Rule: "W-10", Message: "no\x1b[31m", Span: Span{10, 14}, Hint: "here", Why: "because", Fixes: []Fix{{Title: "f", Edits: []Edit{{Span{10, 14}, "OF"}}}}},
		{Severity: Advice, Message: "perhaps", Span: Span{30, 31}},
	}
	link := func(rule string) string { return "https://example.org/rules/" + strings.ToLower(rule) + "/" }
	want := Style{Link: link}.Render(src, list)
	if !strings.Contains(want, "= rule W-10: https://example.org/rules/w-10/\n") {
		t.Error(want)
	}
	got := Style{Color: true, Link: link}.Render(src, list)
	for _, c := range []color{plain, bold, red, yellow, blue, cyan} {
		got = strings.ReplaceAll(got, string(c), "")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A fix of a long script is shown without copying the script.
func BenchmarkFixes(b *testing.B) {
	line := "SELECT * FROM t WHERE k = 1;\n"
	src := NewSource("", strings.Repeat(line, 100_000))
	var list []Diagnostic
	for i := range 1000 {
		at := i * 100 * len(line)
		list = append(list, Diagnostic{Message: "m", Span: Span{at, at + 6}, Fixes: []Fix{{Title: "f", Edits: []Edit{{Span{at, at + 6}, "select"}}}}})
	}
	for b.Loop() {
		Render(src, list)
	}
}

func FuzzRender(f *testing.F) {
	f.Add("SELECT\t*\n", 3, 5, 7)
	f.Add("a\xffb\u0301東", 1, 9, 0)
	f.Fuzz(func(t *testing.T, text string, start, end, edit int) {
		d := Diagnostic{Message: "m", Span: Span{start, end}, Related: []Related{{Span: Span{edit, start}, Text: "r"}},
			Fixes: []Fix{{Title: "f", Edits: []Edit{{Span: Span{edit, edit}, Text: "new\n"}}}}}
		out := Render(NewSource("f", text), []Diagnostic{d})
		for _, line := range strings.Split(out, "\n") {
			if width(line) > 2*maxWidth+20 {
				t.Errorf("%d columns: %q", width(line), line)
			}
		}
		d.Why, d.Instead = text, text // is as long as it is
		if out := Render(NewSource(text, text), []Diagnostic{d}); Printable(out) != out {
			t.Errorf("not all of it can be shown: %q", out)
		}
	})
}

func TestKeepApart(t *testing.T) {
	for _, c := range []struct {
		text       string
		start, end int
		insert     string
		want       string
	}{
		{`CREATE KEYSPACE"ks"`, 15, 15, "IF NOT EXISTS ", `CREATE KEYSPACE IF NOT EXISTS "ks"`},
		{`CREATE KEYSPACE ks`, 16, 16, "IF NOT EXISTS ", `CREATE KEYSPACE IF NOT EXISTS ks`},
		{`a"b"c`, 1, 4, "x", "a x c"},
		{`a 1`, 3, 3, "0", "a 10"},
		{`x`, 0, 1, "y", "y"},
		{`x`, 1, 9, "y", "x"},
	} {
		f := Fix{Edits: []Edit{{Span{c.start, c.end}, c.insert}}}
		f.KeepApart(c.text)
		if got := f.Apply(c.text); got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestBrief(t *testing.T) {
	name := strings.Repeat("ä", 50_000)
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"Undefined column name b", "Undefined column name b"},
		{strings.Repeat("a word ", 1000), strings.Repeat("a word ", 1000)},
		{"Undefined column name " + name + " in table t", "Undefined column name " + name[:224] + "…" + name[:76] + " in table t"},
		{name + "\n" + name, name[:224] + "…" + name[:76] + "\n" + name[:224] + "…" + name[:76]},
		{strings.Repeat("a word ", 100_000), strings.Repeat("a word ", 1142) + "a word…"},
		{strings.Repeat("\x80", 1000), strings.Repeat("\x80", 222) + "…" + strings.Repeat("\x80", 78)},
	} {
		if got := Brief(c.text); got != c.want {
			t.Errorf("%.60q …: %d bytes, want %d: %.2000q", c.text, len(got), len(c.want), got)
		}
	}
	list := []Diagnostic{{Message: name, Hint: name, Why: name, Instead: name, Related: []Related{{Text: name}}, Fixes: []Fix{{Title: name, Edits: []Edit{{Text: name}}}}}}
	if text := Render(NewSource("", name), list); len(text) > 4000 {
		t.Errorf("%d bytes are shown: %.3000s", len(text), text)
	}
	if f := list[0].Fixes[0]; f.Title != name || f.Edits[0].Text != name || list[0].Related[0].Text != name {
		t.Error("what is shown briefly is no longer there as a whole")
	}
}

// TestLongLines: what is shown of a place in a line does not hang on how long the line is,
// as far as that lies outside of what is shown.
func TestLongLines(t *testing.T) {
	const far = 10_000
	statement := "SELECT * FROM t WHERE v = 1"
	at := strings.Index(statement, "v")
	for _, c := range []struct {
		name  string
		edits []Edit
		want  string
	}{
		{"an insertion", []Edit{{Span{len(statement), len(statement)}, " ALLOW FILTERING"}}, "v = 1 ALLOW FILTERING;"},
		{"two places", []Edit{{Span{at, at + 1}, "k"}, {Span{at + 4, at + 5}, "2"}}, "WHERE k = 2;"},
		{"all that follows goes", []Edit{{Span{at, len(statement) + 1 + far}, "k"}}, "WHERE k"},
		{"a line of its own", []Edit{{Span{at, at}, "\n"}}, "WHERE"},
		{"nothing", []Edit{{Span{at, at + 1}, "v"}}, ""},
		{"a line behind", []Edit{{Span{len(statement) + 1 + far, len(statement) + 1 + far}, "\nv"}}, ""},
		{"much", []Edit{{Span{at, at}, strings.Repeat("w", far)}}, "WHERE www"},
		{"outside", []Edit{{Span{-5, -1}, "w"}, {Span{1e9, 1e9}, "w"}}, ""},
	} {
		text := strings.Repeat(" ", far) + statement + ";" + strings.Repeat(" ", far)
		for i := range c.edits {
			if c.edits[i].Start >= 0 {
				c.edits[i].Start += far
				c.edits[i].End += far
			}
		}
		got := Render(NewSource("", text), []Diagnostic{{Span: Span{far + at, far + at + 1}, Fixes: []Fix{{Title: "write", Edits: c.edits}}}})
		_, fix, _ := strings.Cut(got, "fix: write\n")
		if (fix != "") != (c.want != "") || !strings.Contains(fix, c.want) || len(fix) > 300 {
			t.Errorf("%s:\n%s", c.name, got)
		}
	}
}
