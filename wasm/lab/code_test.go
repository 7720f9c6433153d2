package lab

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/version"
	"partitionlab/wasm/view"
)

// TestColored: the copy of a text below an editor is the text, line for line, with the
// roles of its columns and its marks, whatever the marks cover.
func TestColored(t *testing.T) {
	text := "CREATE TABLE t (a int, b int,\n  date date, PRIMARY KEY (a, b)); -- end\nSELECT * FROM t WHERE b = 'x';\n"
	j := judge(nil, version.V50, "", text)
	at := strings.Index(text, "WHERE b")
	for _, ds := range [][]*diag.Diagnostic{
		nil,
		{{Severity: diag.Refused, Span: diag.Span{Start: at + 6, End: at + 13}}},
		{{Severity: diag.Warning, Span: diag.Span{Start: 3, End: at}}}, // over lines
		{{Span: diag.Span{Start: len(text), End: len(text)}}, {Span: diag.Span{Start: 1000, End: 2000}}},
	} {
		nodes := colored(text, places(text, ds), j, nil)
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
	if n := colored(long, nil, judge(nil, version.V50, "", ""), nil); view.El("pre", n).PlainText() != long+"\n" {
		t.Error("a long text is not copied")
	}
}

// TestMarksOfSlips: of a syntax error what has to be changed is marked and shown in its card,
// not the word behind it that the server names.
func TestMarksOfSlips(t *testing.T) {
	for text, want := range map[string]string{
		"CREATE TABLE t (a int PRIMARY KEY);\nINSERT INTO t (a) VALUES (1a2b);":                 "1a2b",
		"CREATE TABLE t (a int PRIMARY KEY);\nINSERT INTO t (a) VALUES (1a2b, \"x\");":          "1a2b",
		"CREATE TABLE t (a int PRIMARY KEY);\nINSERT INTO t (a) VALUES (\"done\");":             "\"done\"",
		"CREATE TABLE t (a int PRIMARY KEY);\nINSERT INTO t (a) VALUES (open);":                 "open",
		"CREATE TABLE t (a int PRIMARY KEY);\nSELECT * FROM t WHERE a = 1 ALLOW FILTER;":        "FILTER",
		"CREATE TABLE t (a int PRIMARY KEY);\nSELECT * FROM t WHERE a = 'one' ALLOW FILTERING;": "'one'",
	} {
		s, diags := Parse("check", "id = c\ntitle = Judge\ncql:\n"+text, nil)
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		page := view.HTML(Run(s, nil).View)
		want = strings.ReplaceAll(strings.ReplaceAll(want, `"`, "&#34;"), "'", "&#39;")
		page = strings.ReplaceAll(strings.ReplaceAll(page, "&quot;", "&#34;"), "'", "&#39;")
		_, mark, _ := strings.Cut(page, `<mark class="refused">`)
		mark, _, _ = strings.Cut(mark, "</mark>")
		if mark = tags.ReplaceAllString(mark, ""); strings.ReplaceAll(mark, `"`, "&#34;") != want {
			t.Errorf("%s: marked is %s", text, mark)
		}
		_, place, _ := strings.Cut(page, `<p class="place">`)
		place, _, _ = strings.Cut(place, "</p>")
		if place = strings.ReplaceAll(tags.ReplaceAllString(place, ""), `"`, "&#34;"); place != "Line 2: "+want {
			t.Errorf("%s: its card says %s", text, place)
		}
	}
}

var tags = regexp.MustCompile(`<[^>]*>`)

// TestLinesOfEditor: an editor has so many elements as a browser lays out before anybody
// notices, however long its text is; of a long one the page is told where each mark is.
func TestLinesOfEditor(t *testing.T) {
	s, diags := Parse("check", "id = c\ntitle = Judge\ncql:\nSELECT 1", schemaFile)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	for _, x := range []struct {
		text string
		long bool
	}{
		{strings.Repeat("-- x\n", 100), false},
		{strings.Repeat("-- x\n", 499), false},
		{strings.Repeat("-- x\n", 4000), true},
		{strings.Repeat("\t-- a line with many words on it\n", 30_000), true},
		{"-- " + strings.Repeat("x", 50_000), true},
		{strings.Repeat("x;", 600), true},
		{strings.Repeat("x;", 18_000), true},
	} {
		name := fmt.Sprintf("%.4q of %d bytes", x.text, len(x.text))
		tree := Run(s, Inputs{s.widget.fields[0].Key: x.text}).View
		field := tree.Find(func(n *view.Node) bool { c, _ := n.Attr("class"); return strings.HasPrefix(c, "code-field") })
		mirror := field.Children[0]
		marks, long := mirror.Attr("data-marks")
		class, _ := field.Attr("class")
		if long != x.long || long != (class == "code-field "+LongLook) {
			t.Errorf("%s: long: %v, its class is %q", name, long, class)
		}
		lines, want := len(mirror.Kids()), strings.Count(x.text, "\n")+1
		if long {
			want = 0
		}
		if lines != want {
			t.Errorf("%s: %d lines in the copy, want %d", name, lines, want)
		}
		if !strings.Contains(field.PlainText(), x.text) {
			t.Errorf("%s: the text is not in the editor", name)
		}
		if n := strings.Count(marks, ","); n > mostMarks || len(marks) > 20*mostMarks || x.text[0] == 'x' && x.long && n < maxMarked {
			t.Errorf("%s: %d marks in %d bytes", name, n, len(marks))
		}
	}
}

// TestFarMarks: the places of marks are counted as a browser counts, line by line.
func TestFarMarks(t *testing.T) {
	text := "a😀b c\n\nzwei ü drei\nvier"
	mark := func(s string) *diag.Diagnostic {
		at := strings.Index(text, s)
		return &diag.Diagnostic{Severity: diag.Warning, Span: diag.Span{Start: at, End: at + len(s)}}
	}
	for _, x := range []struct {
		marked []*diag.Diagnostic
		want   string
	}{
		{nil, ""},
		{[]*diag.Diagnostic{mark("b"), mark("c")}, "0 3 4 warning,0 5 6 warning"},
		{[]*diag.Diagnostic{mark("drei"), mark("vier")}, "2 7 11 warning,3 0 4 warning"},
		{[]*diag.Diagnostic{mark("b c\n\nzwei ü"), mark("drei")}, "0 3 6 warning,1 0 0 warning,2 0 6 warning,2 7 11 warning"},
		{[]*diag.Diagnostic{mark("vier"), mark("a")}, "3 0 4 warning"}, // not in their order: see places
	} {
		if got := farMarks(text, places(text, x.marked)); got != x.want {
			t.Errorf("%v: %s, want %s", x.marked, got, x.want)
		}
	}
}

// TestRolesOfStatements: a column has the role of the table that its statement is about,
// whatever role the same name has in another table: of a table that a proposal has just
// put there, too.
func TestRolesOfStatements(t *testing.T) {
	text := "USE lab;\nCREATE TABLE videos (id int PRIMARY KEY, title text, tag text);\n" +
		"CREATE TABLE videos_by_title (title text, id int, tag text, PRIMARY KEY (title, id)) WITH CLUSTERING ORDER BY (id DESC);\n" +
		"SELECT tag FROM videos WHERE id = 1;\nSELECT tag FROM lab.videos_by_title WHERE title = '' AND id = 1;\n" +
		"BEGIN BATCH INSERT INTO videos (id, tag) VALUES (1, ''); INSERT INTO videos_by_title (title, id) VALUES ('', 1); APPLY BATCH;\n" +
		"CREATE KEYSPACE other WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nUSE other;\n" +
		"CREATE TABLE videos (tag text PRIMARY KEY, id int);\nSELECT id FROM videos WHERE tag = '';\nSELECT id FROM nowhere WHERE tag = ''"
	want := []string{
		1:  "id:key title:value tag:value",
		2:  "title:key id:clustering tag:value title:key id:clustering id:clustering",
		3:  "tag:value id:key",
		4:  "tag:value title:key id:clustering",
		5:  "id:key tag:value title:key id:clustering",
		8:  "tag:key id:value",
		9:  "id:value tag:key",
		10: "", // no table tells, and the tables of the script do not agree
	}
	j := judge(nil, version.V50, "", text)
	for i, line := range colored(text, nil, j, nil) {
		var got []string
		line.Find(func(n *view.Node) bool {
			class, _ := n.Attr("class")
			if role, is := strings.CutPrefix(class, "role-"); is {
				got = append(got, n.PlainText()+":"+role)
			}
			return false
		})
		if s := strings.Join(got, " "); s != want[i] {
			t.Errorf("line %d: %q, want %q", i+1, s, want[i])
		}
	}
}

func FuzzColored(f *testing.F) {
	f.Add("SELECT 'a\nb' -- x", 3, 9, 12, 14)
	f.Fuzz(func(t *testing.T, text string, a, b, c, d int) {
		ds := []*diag.Diagnostic{{Span: diag.Span{Start: a, End: b}}, {Severity: diag.Warning, Span: diag.Span{Start: c, End: d}}}
		for _, x := range ds {
			if x.Start < 0 || x.End < x.Start {
				return // no span
			}
		}
		if got := view.El("pre", colored(text, places(text, ds), &judged{}, nil)).PlainText(); got != text+"\n" {
			t.Errorf("%q becomes %q", text, got)
		}
	})
}
