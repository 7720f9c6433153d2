package build

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"partitionlab/wasm/lab"
	"partitionlab/wasm/lab/place"
)

// sized is the page of a calculator for sizes with a field "rooms".
func sized(t *testing.T, site *Site) *lab.Spec {
	t.Helper()
	for _, p := range site.Pages {
		if p.Path == "widget/hotel/size/size1/" {
			return p.Widgets[0]
		}
	}
	t.Fatal("there is no calculator size1 in the chapter hotel/size")
	return nil
}

// TestEmbedDialog: each recipe holds the reader's inputs and the right height of the frame,
// and the frame is the one that oEmbed hands out.
func TestEmbedDialog(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "")
	spec := sized(t, site)
	b := open(t)
	b.visit(root+spec.Page+"?v=1&rooms=7", 1)
	eval[bool](b, `(document.querySelector("[data-do=embed]").click(), true)`)
	b.until("the recipes are there", `document.querySelector(".share-recipes")?.dataset.filled`)
	const paste = `document.querySelector("#size1-share-recipes-paste").value`
	b.until("the height is that of the embed", fmt.Sprintf(`(() => {
		const frame = document.querySelector(".share-measure"), body = frame.contentDocument?.body;
		return frame.matches(".narrow") && body?.classList.contains("embed") && frame.contentDocument.documentElement.classList.contains("lab-on") && %s.includes('height="' + Math.min(600, Math.ceil(body.getBoundingClientRect().height)) + '"');
	})()`, paste))
	type option struct{ Name, Paste, Once, Tried string }
	seen := eval[[]option](b, `[...document.querySelector("#size1-share-recipes-host").options].map((o) => {
		const choice = o.parentElement;
		choice.value = o.value;
		choice.dispatchEvent(new Event("change", { bubbles: true }));
		return { Name: o.value, Paste: `+paste+`, Once: document.querySelector("#size1-share-recipes-once").value, Tried: choice.closest(".share-recipes").textContent };
	})`)
	if len(seen) < 15 {
		t.Errorf("there are %d recipes", len(seen))
	}
	for _, o := range seen {
		if !strings.Contains(o.Paste, "rooms=7") || !strings.Contains(o.Paste, root) {
			t.Errorf("%s: %s", o.Name, o.Paste)
		}
		for _, place := range []string{"{embed", "{link", "{title", "{height", "{site", "{host", "{origin", "{picture", "undefined"} {
			if strings.Contains(o.Paste+o.Once, place) {
				t.Errorf("%s: %s is not filled in: %s%s", o.Name, place, o.Paste, o.Once)
			}
		}
		if !strings.Contains(o.Tried, "Tried in ") && !strings.Contains(o.Tried, "Not tried in the product") {
			t.Errorf("%s does not say whether it was tried", o.Name)
		}
	}
	height := eval[int](b, `Math.min(600, Math.ceil(document.querySelector(".share-measure").contentDocument.body.getBoundingClientRect().height))`)
	d := place.Dialog{Site: root, Height: height}
	link := place.ParseLink("rooms=7", "")
	r := spec.Start()
	defer r.Close()
	r.Follow(link)
	if want := d.Frame(&spec.Place, spec.Changes(r.State.Values)); seen[0].Paste != want {
		t.Errorf("the dialog's frame is not the one of oEmbed:\n%s\n%s", seen[0].Paste, want)
	}
	if height > 600 {
		t.Errorf("the frame is %d px high", height)
	}
	// The dialog keeps up with what is chosen in it.
	eval[bool](b, `(() => { const f = document.querySelector("[data-share=title]"); f.value = "<b>Ours</b> & \"theirs\""; f.dispatchEvent(new Event("change", { bubbles: true })); document.querySelector("#size1-share-recipes-host").value = "html"; return true; })()`)
	b.until("the title is in the frame", `document.querySelector(".share-recipes").dataset.title.startsWith("<b>")`)
	b.until("a copy button copies it", `(document.querySelector("[data-from=size1-share-recipes-paste]").click(), document.querySelector(".share-said").textContent !== "")`)
	b.content(root)
}

// TestRecipesWriteTitlesAsWords: whatever a reader calls a calculator, the host shows it
// as words, and nothing of it is read as more.
func TestRecipesWriteTitlesAsWords(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "")
	b := open(t)
	b.visit(root+"share/", 0)
	asset := func(prefix, ending string) string {
		for name := range site.Files {
			if strings.HasPrefix(name, "assets/"+prefix+"-") && strings.HasSuffix(name, ending) {
				return name
			}
		}
		t.Fatalf("there is no %s", prefix)
		return ""
	}
	titles, _ := json.Marshal(hostileTitles)
	type wrote struct{ Markdown, Frame, Cell string }
	all := eval[[]wrote](b, fmt.Sprintf(`(async () => {
		const share = await import(%q), { recipes } = await (await fetch(%q)).json();
		const text = (name) => recipes.find((r) => r.name === name).text;
		return %s.map((title) => {
			const v = share.values({ title, link: "https://example.org/widget/x/?v=1&a=7*(3)&b=[1]_2_", embed: "https://example.org/embed/x/?v=1&a=7*(3)\"'<", name: "partition-lab-x", site: "https://example.org/" }, 480, "any");
			return { Markdown: share.write(text("markdown"), v), Frame: share.write(text("html"), v), Cell: share.write(text("jupyter"), v) };
		});
	})()`, root+asset("share", ".js"), root+asset("recipes", ".json"), titles))
	for i, title := range hostileTitles {
		words := strings.Map(func(c rune) rune {
			if c < ' ' || c == 0x7f {
				return ' '
			}
			return c
		}, title)
		pictured(t, title, all[i].Markdown)
		nodes, err := html.ParseFragment(strings.NewReader(all[i].Frame), nil)
		if err != nil {
			t.Fatal(err)
		}
		var frames, others int
		var walk func(n *html.Node)
		walk = func(n *html.Node) {
			for c := n.FirstChild; c != nil; c = c.NextSibling {
				walk(c)
			}
			switch {
			case n.Type == html.ElementNode && n.Data == "iframe":
				frames++
				if got := attribute(n, "title"); got != words {
					t.Errorf("the frame of %q has the title %q", title, got)
				}
				if got := attribute(n, "src"); got != "https://example.org/embed/x/?v=1&a=7%2A%283%29%22%27%3C" {
					t.Errorf("the frame shows %s", got)
				}
			case n.Type == html.ElementNode && n.Data != "p" && n.Data != "a" && n.Data != "html" && n.Data != "head" && n.Data != "body":
				others++
			}
		}
		for _, n := range nodes {
			walk(n)
		}
		if frames != 1 || others > 0 {
			t.Errorf("%q becomes %d frames and %d others: %s", title, frames, others, all[i].Frame)
		}
		if !strings.Contains(all[i].Cell, `IFrame("https://example.org/embed/x/?v=1&a=7%2A%283%29%22%27%3C", width="100%", height=480)`) {
			t.Errorf("the cell is %s", all[i].Cell)
		}
	}
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// github reads Markdown as the hosts do that the Embed dialog writes a line for.
var github = goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote, extension.Typographer))

// pictured reads a line for Markdown: a link with one picture in it.
func pictured(t *testing.T, title, line string) {
	t.Helper()
	doc := github.Parser().Parse(text.NewReader([]byte(line)))
	paragraph := doc.FirstChild()
	link, ok := paragraph.FirstChild().(*ast.Link)
	if !ok || paragraph.NextSibling() != nil || link.NextSibling() != nil || string(link.Destination) != "https://example.org/widget/x/?v=1&a=7%2A%283%29&b=%5B1%5D_2_" {
		t.Fatalf("%q becomes %s, which is no link", title, line)
	}
	image, ok := link.FirstChild().(*ast.Image)
	if !ok || image.NextSibling() != nil || string(image.Destination) != "https://example.org/widget/x/card.png?v=1&a=7%2A%283%29&b=%5B1%5D_2_" {
		t.Fatalf("%q becomes %s, which holds no picture alone", title, line)
	}
	for c := image.FirstChild(); c != nil; c = c.NextSibling() {
		if c.Kind() != ast.KindText && c.Kind() != ast.KindString {
			t.Fatalf("%q becomes %s, with a %s in its words", title, line, c.Kind())
		}
	}
}

var hostileTitles = []string{
	"How big?", "a](javascript:alert(1))", "](x) [b", `\](x)`, "`", "a `code` b", "<script>alert(1)</script>", `<img src="](x)">`, "<https://evil.example>", "https://evil.example",
	"www.evil.example", "me@evil.example", "![x](y)", "a\n\n# b", "a\r\n- b", "| a | b |", "~~gone~~ *b* __c__", "&lt;b&gt; &amp; &#60;", "[^1]", ":smile:", "$x$", "a\\", "(", "))", "\x00", "é 漢",
}

// wiki serves a page of another site, whose policy allows the site at root only; in what
// it shows, [1] is root, [2] and [3] are the pages of a widget as an embed and alone.
func wiki(t *testing.T, root string, spec *lab.Spec, shows string) (address string) {
	t.Helper()
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Security-Policy", fmt.Sprintf("default-src 'none'; script-src %[1]s; frame-src %[1]s; style-src 'unsafe-inline'; img-src data:", strings.TrimSuffix(root, "/")))
		fmt.Fprintf(w, `<!doctype html><title>A wiki</title><link rel=icon href="data:,">
`+shows, root, spec.EmbedPage, spec.Page)
	}))
	t.Cleanup(host.Close)
	return strings.Replace(host.URL, "127.0.0.1", "localhost", 1)
}

// TestElement: <partition-lab> in a page of another site.
func TestElement(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "")
	spec := sized(t, site)
	at := wiki(t, root, spec, `<style>body { background: #fff; color: #111; transition: color .1s } .night { background: #111; color: oklch(0.9 0.01 90) } #far { margin-top: 6000px }</style>
<partition-lab id="near" src="%[1]s%[2]s?v=1&amp;rooms=7" height="300"><a href="%[1]s%[3]s">Near</a></partition-lab>
<partition-lab id="dark" theme="dark" src="%[1]s%[3]s"><a href="%[1]s%[3]s">Always dark</a></partition-lab>
<partition-lab id="foreign" src="https://example.org/embed/x/"><a href="%[1]s%[3]s">Foreign</a></partition-lab>
<partition-lab id="bad" src="javascript:alert(1)"><a href="%[1]s%[3]s">Bad</a></partition-lab>
<partition-lab id="far" src="%[1]s%[2]s"><a href="%[1]s%[3]s">Far</a></partition-lab>
<script src="%[1]sembed/partition-lab.js" async></script><script src="%[1]sembed/partition-lab.js" async></script>`)
	b := open(t)
	b.size(900, 700)
	b.do("open the host", chromedp.Navigate(at))
	const frame = `document.querySelector("#%s").shadowRoot?.querySelector("iframe")`
	near := fmt.Sprintf(frame, "near")
	b.until("the frame is as high as what it shows", near+`?.clientHeight > 310 && `+near+`.clientHeight <= 600`)
	b.until("the link makes room", `!document.querySelector("#near a").checkVisibility()`)
	b.until("it is light", near+`.src.includes("theme=light")`)
	if title := eval[string](b, near+`.title`); title != "Near" {
		t.Errorf("the frame has the title %q", title)
	}
	b.until("another is dark", fmt.Sprintf(frame, "dark")+`?.src.includes("/embed/hotel/size/size1/?theme=dark")`)
	for _, id := range []string{"foreign", "bad", "far"} {
		if eval[bool](b, fmt.Sprintf(frame, id)+` != null || !document.querySelector("#`+id+` a").checkVisibility()`) {
			t.Errorf("%s has a frame, or no link", id)
		}
	}
	eval[bool](b, `(document.querySelector("#far").scrollIntoView(), true)`)
	b.until("what comes near is shown", fmt.Sprintf(frame, "far")+`?.clientHeight > 150`)

	seen := false
	// The page becomes dark: so does the frame, without being loaded again.
	eval[bool](b, `(scrollTo(0, 0), document.body.className = "night", true)`)
	targets, err := chromedp.Targets(b.ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range targets {
		if target.Type == "iframe" && strings.Contains(target.URL, "rooms=7") {
			ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithTargetID(target.TargetID))
			t.Cleanup(cancel)
			inside := &tab{t: t, ctx: ctx}
			inside.until("the frame is dark", `document.documentElement.dataset.theme === "dark" && performance.getEntriesByType("navigation").length === 1`)
			eval[bool](b, `(document.body.className = "", true)`)
			inside.until("and light again", `document.documentElement.dataset.theme === "light"`)
			seen = true
		}
	}
	if !seen {
		t.Error("the frame is no target of its own")
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.complaints {
		if !strings.Contains(c, "partition-lab: src is no calculator of "+root) {
			t.Errorf("complains: %s", c)
		}
	}

	still := open(t)
	still.withoutScript()
	still.do("open the host without scripts", chromedp.Navigate(at))
	if links := eval[int](still, `[...document.querySelectorAll("partition-lab a")].filter((a) => a.checkVisibility()).length`); links != 5 {
		t.Errorf("without scripts there are %d links", links)
	}
}

// A sanitizer is what a host leaves of HTML that somebody writes, after its source: the
// elements and attributes that it lets through. Of other elements the words stay, save
// for those of scripts and styles.
type sanitizer struct {
	recipe string
	allows map[string]string // attributes by element
	frames string            // how the address of a frame must begin, where frames are allowed
	leaves string            // what is left: elements in their order
}

// What is written here of hosts that could not be tried is their lists of what may stay,
// as far as a recipe has it. TestSanitizers, of `make hosts`, asks the libraries that
// GitHub, GitLab and Moodle clean with, and holds these rows beside their answers.
var (
	// html-pipeline, lib/html/pipeline/sanitization_filter.rb: GitHub has made it; GitLab's
	// lib/banzai/filter/base_sanitization_filter.rb adds details, span, abbr to its list.
	pipelineAllows = map[string]string{"a": "href title", "img": "src alt title width height", "p": "title", "br": "", "em": "", "strong": "", "code": "", "pre": ""}
	// HTML Purifier with lib/weblib.php, purify_html: text of students.
	purifierAllows = map[string]string{"a": "href title", "img": "src alt title width height style", "p": "title style", "br": "", "em": "", "strong": "", "code": "", "pre": ""}
	// pretty-text/addon/allow-lister.js: DEFAULT_LIST; href, src of a picture, and allow and
	// src of a frame of a listed place, by its sanitizer.
	discourseAllows = map[string]string{"iframe": "src width height frameborder allow allowfullscreen", "a": "href title name", "img": "src alt title width height", "p": "lang", "br": "", "em": "", "strong": "", "code": "", "pre": ""}
	// A page of a teacher in Moodle, mod/page/view.php with noclean, and a macro for HTML in
	// Confluence, where it is switched on, print what was written.
	anything = map[string]string{"iframe": "src title width height loading sandbox style allow", "a": "href title", "p": ""}
)

var sanitizers = map[string]sanitizer{
	"GitHub, GitLab: Markdown":  {"markdown", pipelineAllows, "", "p a img"},
	"GitHub, GitLab: a picture": {"picture", pipelineAllows, "", "a img"},
	"GitHub, GitLab: a frame":   {"html", pipelineAllows, "", "p a"},
	"GitHub, GitLab: element":   {"element", pipelineAllows, "", "a"},
	"Moodle, students":          {"moodle", purifierAllows, "", "p a"},
	"Moodle, students: picture": {"picture", purifierAllows, "", "a img"},
	"Moodle, students: element": {"element", purifierAllows, "", "a"},
	"Moodle, teachers":          {"moodle", anything, "https://", "iframe p a"},
	"Discourse, listed":         {"html", discourseAllows, "https://example.org/", "iframe p a"},
	"Discourse, not listed":     {"html", discourseAllows, "https://other.example/", "p a"},
	"Discourse, a picture":      {"picture", discourseAllows, "", "a img"},
	"Confluence, macro HTML":    {"html", anything, "https://", "iframe p a"},
}

// recipeTexts is what the dialog hands out for one state, by the name of the recipe; of
// Markdown what becomes of it.
func recipeTexts(t *testing.T) map[string]string {
	site, root := serve(t, "")
	b := open(t)
	b.visit(root+"share/", 0)
	var share, recipes string
	for name := range site.Files {
		switch {
		case strings.HasPrefix(name, "assets/share-") && strings.HasSuffix(name, ".js"):
			share = name
		case strings.HasPrefix(name, "assets/recipes-") && strings.HasSuffix(name, ".json"):
			recipes = name
		}
	}
	texts := eval[map[string]string](b, fmt.Sprintf(`(async () => {
		const share = await import(%q), { recipes } = await (await fetch(%q)).json();
		const v = share.values({ title: "How <big>?", link: "https://example.org/widget/x/?v=1&rooms=7", embed: "https://example.org/embed/x/?v=1&rooms=7", name: "x", site: "https://example.org/" }, 480, "any");
		return Object.fromEntries(recipes.map((r) => [r.name, share.write(r.text, v)]));
	})()`, root+share, root+recipes))
	var out strings.Builder
	if err := goldmark.New(goldmark.WithExtensions(extension.GFM)).Convert([]byte(texts["markdown"]), &out); err != nil {
		t.Fatal(err)
	}
	texts["markdown"] = out.String()
	return texts
}

// judge holds HTML beside what a host should leave of it: elements in their order, with
// the words, the address of the calculator and all that the attributes are to say.
func (s sanitizer) judge(t *testing.T, name, text string) {
	t.Helper()
	nodes, err := html.ParseFragment(strings.NewReader(text), &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div})
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	words := ""
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.TextNode {
			words += n.Data
		}
		if n.Type == html.ElementNode {
			attributes, allowed := s.allows[n.Data]
			switch {
			case n.Data == "script" || n.Data == "style":
				return
			case n.Data == "iframe" && (!allowed || !strings.HasPrefix(attribute(n, "src"), s.frames)):
				return
			case allowed:
				left = append(left, n.Data)
				for _, a := range n.Attr {
					if !slices.Contains(strings.Fields(attributes), a.Key) {
						continue
					}
					want := map[string]string{"a href": "https://example.org/widget/x/?v=1&rooms=7", "iframe src": "https://example.org/embed/x/?v=1&rooms=7",
						"img src": "https://example.org/widget/x/card.png?v=1&rooms=7", "img alt": "How <big>?", "iframe title": "How <big>?", "iframe height": "480"}[n.Data+" "+a.Key]
					if want != "" && a.Val != want {
						t.Errorf("%s: %s of %s is %q, not %q", name, a.Key, n.Data, a.Val, want)
					}
					words += " " + a.Val
				}
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	for _, n := range nodes {
		walk(n)
	}
	if got := strings.Join(left, " "); got != s.leaves || !strings.Contains(words, "How <big>?") || !strings.Contains(words, "https://example.org/widget/x/?v=1&rooms=7") {
		t.Errorf("%s leaves %s of %s, not %s", name, got, text, s.leaves)
	}
}

// TestSanitizersLeaveWhatIsSaid: hosts that could not be tried here leave of what the
// dialog hands out what the recipe says, a frame, a linked picture or a link.
func TestSanitizersLeaveWhatIsSaid(t *testing.T) {
	texts := recipeTexts(t)
	for name, s := range sanitizers {
		s.judge(t, name, texts[s.recipe])
	}
}

// Hosts that are given an address alone, on a line or in a field of their own, and could not
// be tried here. What their documentation says that they ask of the page there:
//
//	Notion, /embed; Google Sites, By URL; Confluence Cloud, macro iframe
//	                 a page that lets itself be framed: no X-Frame-Options, no frame-ancestors
//	Notion, bookmark; Discourse, onebox; Confluence Cloud, card
//	                 Open Graph in what the server sends, for no script is run: a title, a
//	                 description, a picture; status 200 and text/html, without a detour
//	whoever knows oEmbed, WordPress first
//	                 its link in the head, within the first 150 kB, and a frame in the answer
var addressHosts = []struct {
	host, recipe, pattern       string
	framed, previewed, answered bool
}{
	{"Notion, /embed", "08-notion.txt", "{embed}", true, false, false},
	{"Notion, bookmark", "08-notion.txt", "{embed}", false, true, false},
	{"Google Sites, By URL", "08-notion.txt", "{embed}", true, false, false},
	{"Confluence Cloud, macro iframe", "07-confluence.txt", "{embed}", true, false, false},
	{"Confluence Cloud, card", "07-confluence.txt", "{embed}", false, true, false},
	{"WordPress, an address alone", "06-wordpress.txt", "{link}", false, true, true},
	{"Discourse, onebox", "06-wordpress.txt", "{link}", false, true, false},
}

// TestAddressHosts asks for what stands at the address that a recipe hands out as these
// hosts do, and holds it beside what they ask of it.
func TestAddressHosts(t *testing.T) {
	site, e := serveEdge(t)
	spec := sized(t, site)
	said := html.EscapeString(e.sentence(t, spec.Page, lab.Inputs{"rooms": "200"}))
	for _, h := range addressHosts {
		text, err := os.ReadFile("../site/recipes/" + h.recipe)
		if err != nil {
			t.Fatal(err)
		}
		r, err := parseRecipe(h.recipe, string(text))
		if err != nil {
			t.Fatal(err)
		}
		if r.Text != h.pattern {
			t.Errorf("%s: the recipe hands out %q, not %s alone", h.host, r.Text, h.pattern)
		}
		page := map[string]string{"{embed}": spec.EmbedPage, "{link}": spec.Page}[h.pattern]
		got := e.get(t, page+"?v=1&rooms=200", "User-Agent", "a program")
		if kind := got.header.Get("Content-Type"); got.status != 200 || !strings.HasPrefix(kind, "text/html") {
			t.Fatalf("%s: %d %s", h.host, got.status, kind)
		}
		head, _, _ := strings.Cut(string(got.body), "</head>")
		has := func(text string) bool { return strings.Contains(head, text) }
		if h.framed && (got.header.Get("X-Frame-Options") != "" || strings.Contains(got.header.Get("Content-Security-Policy"), "frame-ancestors") || has("frame-ancestors") || has("X-Frame-Options")) {
			t.Errorf("%s: the page does not let itself be framed: %v", h.host, got.header)
		}
		if h.previewed {
			if !has(`property="og:title" content="`+html.EscapeString(spec.Title)) || !has(`property="og:description" content="`+said) {
				t.Errorf("%s: the page does not say its answer: %s", h.host, head)
			}
			_, picture, _ := strings.Cut(head, `property="og:image" content="`)
			picture, _, _ = strings.Cut(picture, `"`)
			if got := e.get(t, html.UnescapeString(picture)); got.status != 200 || got.header.Get("Content-Type") != "image/png" || !strings.Contains(picture, "rooms=200") {
				t.Errorf("%s: the picture %s: %d", h.host, picture, got.status)
			}
		}
		if h.answered {
			_, link, _ := strings.Cut(head, `type="application/json+oembed" href="`)
			link, _, _ = strings.Cut(link, `"`)
			var o struct{ HTML string }
			if got := e.get(t, html.UnescapeString(link)); json.Unmarshal(got.body, &o) != nil || !strings.Contains(o.HTML, "<iframe ") || !strings.Contains(o.HTML, "rooms=200") || len(head) > 150_000 {
				t.Errorf("%s: oEmbed answers %d %s", h.host, got.status, got.body)
			}
		}
	}
	// The page beside it, which is for no frame, lets nobody frame it.
	if got := e.get(t, spec.Page, "Sec-Fetch-Dest", "document"); !strings.Contains(got.header.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
		t.Errorf("the page of the calculator can be framed: %v", got.header)
	}
}
