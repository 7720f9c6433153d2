package build

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"golang.org/x/net/html"
)

func testGlossary(t *testing.T, text string) (*glossary, []Problem) {
	t.Helper()
	problems := &problemList{}
	source := testSource(t, map[string]string{glossaryFile: text})
	return readGlossary(source, readBook(source, problems), problems), problems.list
}

func TestGlossaryProblems(t *testing.T) {
	const good = "row | rows : hotel/sample\n    A row. It has values.\n"
	for text, want := range map[string]string{
		good:                                                        "",
		"    A row. Two.\n":                                         glossaryFile + ":1: a definition without a term",
		"row | rows\n    A row. Two.\n":                             glossaryFile + ":1: row | rows names no chapter",
		"row : hotel/none\n    A row. Two.\n":                       glossaryFile + ":1: the chapter hotel/none is not in content/book.txt",
		"row : hotel/samle\n    A row. Two.\n":                      glossaryFile + ":1: the chapter hotel/samle is not in content/book.txt: did you mean hotel/sample?",
		"row : hotel/sample\n    A row.\n":                          glossaryFile + ":1: row is defined in one sentence",
		"row : hotel/sample\n":                                      glossaryFile + ":1: row is defined in no sentence",
		"row : hotel/sample\n    One. Two. Three.\n":                glossaryFile + ":1: row is defined in more than two",
		good + "line | Rows : hotel/sample\n    A line. Two.\n":     glossaryFile + ":3: Rows is a form of row already",
		"row : hotel/sample\n    It takes 30 bytes. That is all.\n": glossaryFile + ":1: the number 30 bytes is typed",
	} {
		_, problems := testGlossary(t, text)
		got := ""
		if len(problems) > 0 {
			got = problems[0].String()
		}
		if want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestTermsAreLinked: the first use of a term in a chapter is a link, over the end of
// a line, too; headings, code, links and silent forms are none.
func TestTermsAreLinked(t *testing.T) {
	g, problems := testGlossary(t, "partition key | partition keys : hotel/sample\n A key. Two.\n\npartition | partitions : hotel/sample\n A partition. Two.\n\n"+
		"row | rows | ~line : hotel/sample\n A row. Two.\n\nTTL : hotel/sample\n Time. Two.\n\ncell | cells : hotel/sample\n A cell. Two.\n")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	c := compile("hotel/x", "content/hotel/x.md", "---\ntitle: T\n---\n\n## A row\n\nA line, `row` and [rows](/hotel/sample/). Arrows and the partition\nkey\nand **its rows**, more rows.\n"+
		"Partitions. The partition key again; `ttl`\nTTL\nis the end of it: ttl\n\n- a\n  partition\n  of cells\n", &schemas{}, nil, g)
	if len(c.problems) > 0 {
		t.Fatal(c.problems)
	}
	body := regexp.MustCompile(`<a href="../../glossary/#[a-z-]+" class="term" data-term="([a-z-]+)">([^<]*)</a>`).ReplaceAllString(string(c.body), "[$1|$2]")
	for _, want := range []string{
		"A row<a", "A line, <code>row</code> and <a href=\"../../hotel/sample/\">rows</a>. Arrows and the [partition-key|partition\nkey]\nand <strong>its [row|rows]</strong>, more rows.\n",
		"[partition|Partitions]. The partition key again; <code>ttl</code>\n[ttl|TTL]\nis the end of it: ttl</p>", "<li>a\npartition\nof [cell|cells]</li>",
	} {
		if !strings.Contains(body, want) {
			t.Errorf("no %q in\n%s", want, body)
		}
	}
	if got := strings.Join(c.used, " "); got != "cell partition partition-key row ttl" {
		t.Errorf("used %s", got)
	}
}

// TestNeeded: a chapter names those before it that it links to, and those whose terms it uses
// without those that another of them needs, and none that comes after it.
func TestNeeded(t *testing.T) {
	g := &glossary{}
	at := func(name string, used ...string) *chapter {
		g.terms = append(g.terms, &term{ID: "t" + name, chapter: "p/" + name})
		return &chapter{name: "p/" + name, used: used, meta: meta{title: name}}
	}
	course := []*chapter{at("a", "tb"), at("b", "ta"), at("c", "ta", "tc"), at("d", "ta", "tb", "tc", "te"), at("e"), at("f", "td", "tc", "te"), at("g", "tf")}
	course[5].links = []link{{1, "/p/a/#top"}, {2, "/p/g/"}, {3, "/p/c/"}}
	needed := g.needed(course)
	for i, want := range []string{"", "a", "a", "b c", "", "a c d e", "f"} {
		var got []string
		for _, n := range needed[course[i]] {
			got = append(got, n.Text)
			if n.ID != "p/"+n.Text+"/" {
				t.Errorf("%s leads to %s", n.Text, n.ID)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s needs %v, want %s", course[i].title, got, want)
		}
	}
}

// TestFirstUses reads the pages of all chapters as a reader does, and wants the first
// use of every term to be a link to its definition, which exists.
func TestFirstUses(t *testing.T) {
	site, problems := realSite(t, "http://127.0.0.1:8080/")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	list := &problemList{}
	g := readGlossary(os.DirFS(".."), readBook(os.DirFS(".."), list), list)
	defined := idsOf(site.Files["glossary/index.html"])
	count := 0
	marks := map[string]rune{} // of terms, before their links
	mark := func(id string) rune {
		if marks[id] == 0 {
			marks[id] = rune(0xE000 + len(marks))
		}
		return marks[id]
	}
	for _, p := range site.Pages {
		if strings.HasPrefix(p.Path, "widget/") || strings.HasPrefix(p.Path, "embed/") {
			continue
		}
		doc, err := html.Parse(strings.NewReader(string(site.Files[p.Path+"index.html"])))
		if err != nil {
			t.Fatal(err)
		}
		// Blocks of prose in the order of the page, a mark where a link begins and ends.
		var blocks []string
		var text func(n *html.Node, b *strings.Builder)
		text = func(n *html.Node, b *strings.Builder) {
			switch {
			case n.Type == html.TextNode:
				b.WriteString(n.Data)
			case n.Data == "code" || n.Data == "a" && attr(n, "class") != "term":
				b.WriteString(" | ")
				return
			case n.Data == "a":
				b.WriteRune(mark(attr(n, "data-term")))
			}
			for c := n.FirstChild; c != nil; c = c.NextSibling {
				text(c, b)
			}
		}
		var walk func(n *html.Node, inside, covered bool)
		walk = func(n *html.Node, inside, covered bool) {
			class := attr(n, "class")
			switch {
			case strings.HasPrefix(class, "lab") || strings.HasPrefix(class, "cql") || class == "promise" || class == "lead" || class == "facts" || class == "outcomes" || class == "judged" || class == "here" || class == "turn" || class == "handout" || n.Data == "noscript" || n.Data == "pre":
				return
			case class == "reveal" && !covered:
				return
			case n.Data == "article":
				inside = true
			case inside && (n.Data == "p" || n.Data == "li" || n.Data == "td" || n.Data == "th"):
				var b strings.Builder
				text(n, &b)
				blocks = append(blocks, b.String())
				return
			}
			for c := n.FirstChild; c != nil; c = c.NextSibling {
				walk(c, inside, covered)
			}
		}
		walk(doc, false, false)
		seen := map[string]bool{}
		for _, block := range blocks {
			for _, m := range g.uses(block) {
				id := g.of(block[m[0]:m[1]]).ID
				if seen[id] {
					continue
				}
				seen[id] = true
				count++
				if !strings.HasSuffix(block[:m[0]], string(mark(id))) {
					t.Errorf("%s: the first use of %s is no link: …%q", p.Path, id, block[max(m[0]-30, 0):m[1]])
				}
				if !defined[id] {
					t.Errorf("%s: %s is not defined", p.Path, id)
				}
			}
		}
	}
	if count < 40 || len(g.terms) < 80 {
		t.Errorf("%d first uses of %d terms", count, len(g.terms))
	}
	ids := map[string]bool{}
	for _, term := range g.terms {
		if ids[term.ID] {
			t.Errorf("two terms have the id %s", term.ID)
		}
		ids[term.ID] = true
	}
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// TestTermCard: the card of a term comes to the pointer, to a tap and to the keyboard,
// and goes by Escape; it says what the glossary says.
func TestTermCard(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	b.visit(root+"hotel/size/", 0)
	const card = `document.querySelector("#term-card:popover-open")`
	at := eval[[]float64](b, `(() => { const a = document.querySelector('a.term[data-term="partition"]'); a.scrollIntoView({ block: "center" }); const r = a.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()`)
	b.do("rest on it", chromedp.MouseEvent("mouseMoved", at[0], at[1]))
	b.until("the card", card+`?.textContent.startsWith("partition All rows with the same partition key")`)
	b.report("sticks out", eval[[]string](b, wide))
	b.report("axe", b.axe("{}"))
	if over := eval[bool](b, `(() => { const a = document.querySelector('a.term[data-term="partition"]').getBoundingClientRect(), c = `+card+`.getBoundingClientRect(); return c.top < a.bottom && a.top < c.bottom && c.left < a.right && a.left < c.right; })()`); over {
		t.Error("the card covers its term")
	}
	b.typing(kb.Escape)
	b.until("it is gone", "!"+card)
	b.do("away", chromedp.MouseEvent("mouseMoved", 5, 5))
	// a card goes when the page is scrolled: what is far away has to be there first
	b.until("the term stands still", `((a, y) => (a.scrollIntoView({ block: "center", behavior: "instant" }), scrollY === y || void (window.y = scrollY)))(document.querySelector('a.term[data-term="primary-key"]'), window.y)`)
	eval[bool](b, `(document.querySelector('a.term[data-term="primary-key"]').focus({ preventScroll: true }), true)`)
	b.typing("\r")
	b.until("the card, by Enter", card+`?.textContent.startsWith("primary key")`)
	b.typing(kb.Escape)
	b.until("it is gone again", "!"+card)
	if focus := eval[string](b, `document.activeElement.dataset.term ?? ""`); focus != "primary-key" {
		t.Errorf("the focus is at %q", focus)
	}
	b.size(320, 600)
	eval[bool](b, `(document.querySelector('a.term[data-term="row"]').click(), true)`)
	b.until("the card on a phone", card)
	b.report("on a phone it sticks out", eval[[]string](b, wide))
	if n := eval[float64](b, card+`.getBoundingClientRect().right`); n > 320 {
		t.Errorf("the card ends at %v px", n)
	}
	eval[bool](b, `(`+card+`.querySelector("a").click(), true)`)
	b.until("the glossary", `location.pathname.endsWith("/glossary/") && location.hash === "#row" && document.querySelector("#row:target")`)
	b.content(root)
}

// TestTermWithoutDefinitions: where the definitions cannot be fetched, a term is the
// link that it is.
func TestTermWithoutDefinitions(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	for name := range site.Files {
		if strings.HasPrefix(name, "assets/terms-") {
			delete(site.Files, name)
		}
	}
	b := open(t)
	b.visit(root+"hotel/size/", 0)
	eval[bool](b, `(document.querySelector('a.term[data-term="partition"]').click(), true)`)
	b.until("the glossary", `location.pathname.endsWith("/glossary/") && location.hash === "#partition"`)
}
