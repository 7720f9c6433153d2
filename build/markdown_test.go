package build

import (
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"

	"partitionlab/wasm/lab"
	"partitionlab/wasm/lab/place"
)

// github reads Markdown as the hosts do that the Embed dialog writes a line for.
var github = goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote, extension.Typographer))

// pictured reads the line of the dialog for a title: a link with one picture in it.
func pictured(t *testing.T, title string) {
	t.Helper()
	spec, problems := lab.Parse("check", "id = size1\ntitle = x\ncql:\nSELECT", nil)
	if problems != nil {
		t.Fatal(problems)
	}
	spec.Page = "widget/size1/"
	line := (&place.Dialog{Site: "https://example.org/", Title: title}).Markdown(&spec.Place, nil)
	doc := github.Parser().Parse(text.NewReader([]byte(line)))
	paragraph := doc.FirstChild()
	link, ok := paragraph.FirstChild().(*ast.Link)
	if !ok || paragraph.NextSibling() != nil || link.NextSibling() != nil || string(link.Destination) != "https://example.org/widget/size1/" {
		t.Fatalf("%q becomes %s, which is no link", title, line)
	}
	image, ok := link.FirstChild().(*ast.Image)
	if !ok || image.NextSibling() != nil || string(image.Destination) != "partition-lab-size1.svg" {
		t.Fatalf("%q becomes %s, which holds no picture alone", title, line)
	}
	for c := image.FirstChild(); c != nil; c = c.NextSibling() {
		if c.Kind() != ast.KindText && c.Kind() != ast.KindString {
			t.Fatalf("%q becomes %s, with a %s in its words", title, line, c.Kind())
		}
	}
}

func TestTitlesInMarkdownAreWords(t *testing.T) {
	for _, title := range hostileTitles {
		pictured(t, title)
	}
}

var hostileTitles = []string{
	"How big?", "a](javascript:alert(1))", "](x) [b", `\](x)`, "`", "a `code` b", "<script>alert(1)</script>", `<img src="](x)">`, "<https://evil.example>", "https://evil.example",
	"www.evil.example", "me@evil.example", "![x](y)", "a\n\n# b", "a\r\n- b", "| a | b |", "~~gone~~ *b* __c__", "&lt;b&gt; &amp; &#60;", "[^1]", ":smile:", "$x$", "a\\", "(", "))", "\x00", "é 漢",
}

func FuzzMarkdownTitle(f *testing.F) {
	for _, title := range hostileTitles {
		f.Add(title)
	}
	f.Fuzz(func(t *testing.T, title string) {
		if strings.TrimSpace(title) != "" {
			pictured(t, title)
		}
	})
}

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
