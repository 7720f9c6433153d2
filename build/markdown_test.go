package build

import (
	"regexp"
	"strings"
	"testing"
)

// TestNumbersStandRight: a column of numbers is put to the right, one with a word in
// it is not, and what the author wrote holds.
func TestNumbersStandRight(t *testing.T) {
	const table = "---\ntitle: T\n---\n\n" +
		"| name | rows | size | day | mixed | left |\n|---|---|---|---|---|:--|\n" +
		"| a | {lit 1,200: x} | 7 rows | 2026-03-01 | 5 | 1 |\n" +
		"| b | 7 | – | 2026-03-02 | many | 2 |\n"
	c := compile("t", "content/t.md", table, &schemas{}, nil, nil)
	if len(c.problems) > 0 {
		t.Fatal(c.problems)
	}
	html := string(c.body)
	for _, want := range []string{
		`<th>name</th>`, `<th align="right">rows</th>`, `<th align="right">size</th>`, `<th>day</th>`, `<th>mixed</th>`, `<th align="left">left</th>`,
		`<td align="right">1,200</td>`, `<td align="right">–</td>`, `<td>2026-03-02</td>`, `<td>5</td>`, `<td align="left">1</td>`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("no %s in\n%s", want, html)
		}
	}
}

// TestHeadsBreak: names in the head of a table may break after each low line, however they
// are written; in a text only those do that may be longer than a line. The search reads them whole.
func TestHeadsBreak(t *testing.T) {
	const table = "---\ntitle: T\n---\n\n| {K guest_last_name} | room_number | _x_ y_ |\n|---|---|---|\n| a_b | c | d |\n\n`system_views.max_partition_size <&lt;>` and `a_b.c`\n"
	c := compile("t", "content/t.md", table, &schemas{}, nil, nil)
	if len(c.problems) > 0 {
		t.Fatal(c.problems)
	}
	html := string(c.body)
	for _, want := range []string{`>guest_<wbr>last_<wbr>name</code>`, `<th>room_<wbr>number</th>`, `<th><em>x</em> y_</th>`, `<td>a_b</td>`,
		`<code>system_<wbr>views.<wbr>max_<wbr>partition_<wbr>size &lt;&amp;lt;&gt;</code> and <code>a_b.c</code>`} {
		if !strings.Contains(html, want) {
			t.Errorf("no %s in\n%s", want, html)
		}
	}
	if text := c.sections[0].text; !strings.Contains(text, "room_number") {
		t.Errorf("the search reads %q", text)
	}
}

// TestTablesSayWhatTheyHold: styles know by classes which tables have few columns or many, or
// names of columns above them, and which cells have code. So do exercises on paper.
func TestTablesSayWhatTheyHold(t *testing.T) {
	const tables = "---\ntitle: T\n---\n\n| a | b |\n|---|---|\n| `c` | words |\n| *`c`* | {K d} |\n\n" +
		"| a | b | c |\n|---|---|---|\n| d | e | f |\n\n| a | {C b} | c | `d` |\n|---|---|---|---|\n| e | f | g | h |\n\n| a | `b` | c |\n|---|---|---|\n| e | f | {S g} |\n"
	c := compile("t", "content/t.md", tables, &schemas{}, nil, nil)
	if len(c.problems) > 0 {
		t.Fatal(c.problems)
	}
	parts := regexp.MustCompile(`<(table|td)( class="([^"]*)")?>`).FindAllStringSubmatch(string(c.body), -1)
	var got []string
	for _, p := range parts {
		got = append(got, p[1]+"."+p[3])
	}
	want := strings.Fields("table.pair td.coded td. td.coded td.coded table. td. td. td. table.roles·broad td. td. td. td. table. td. td. td.coded")
	if text := strings.ReplaceAll(strings.Join(want, "|"), "·", " "); strings.Join(got, "|") != text {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	site, _ := realSite(t, "http://127.0.0.1:8080/")
	if paper := string(site.Files["workshop/exercises/index.html"]); strings.Count(paper, ` aria-label="Rows"><table class="pair">`) == 0 && strings.Count(paper, ` aria-label="Rows"><table class="broad">`) == 0 {
		t.Error("the tables of exercises on paper say nothing")
	}
	for path, data := range site.Files {
		if page := string(data); strings.HasSuffix(path, ".html") && strings.Contains(page, `<html lang="en" class="framed unsearched">`) != strings.Contains(page, `<body class="embed">`) {
			t.Errorf("%s: its element html does not say whether it is an embed", path)
		}
	}
}
