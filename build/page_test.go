package build

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
	"golang.org/x/net/html"

	"partitionlab/wasm/view"
)

// The tests of this file look at what every page has around its text: head, contents,
// buttons of CQL, the legend of the marks.

// pageKinds is a page of each kind.
var pageKinds = []string{"", "learn/", "foundations/", "hotel/size/", "reference/query-card/", "reference/guardrails/", "check/", "widget/", "widget/hotel/size/size1/", "embed/hotel/size/size1/",
	"rules/", "rules/w-05/", "advice/", "advice/r20/", "glossary/", "exact/", "search/", "licenses/", "none/"}

// TestHead: at every width the six links of the head are there or one press away,
// nothing overlaps or sticks out, and a finger finds each.
func TestHead(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	for _, width := range []int64{320, 390, 768, 1024, 1216, 1440} {
		b.size(width, 700)
		b.visit(root+"rules/w-05/", 0)
		what := fmt.Sprintf("at %d px", width)
		if shown := eval[bool](b, `document.querySelector(".menu-open").checkVisibility()`); shown {
			if eval[bool](b, `document.querySelector("#menu").checkVisibility()`) {
				t.Errorf("%s the menu is open at first", what)
			}
			eval[bool](b, `(document.querySelector(".menu-open").focus(), true)`)
			b.typing("\r")
			b.until("the menu", `document.querySelector("#menu").matches(":popover-open")`)
			b.typing("\t")
			if at := eval[string](b, `document.activeElement.textContent`); at != "Learn" {
				t.Errorf("%s after the menu comes %q", what, at)
			}
		}
		if got := eval[string](b, `[...document.querySelectorAll("#menu a")].filter((a) => a.checkVisibility()).map((a) => a.firstChild.textContent.trim()).join()`); got != "Learn,Size my table,Check my CQL,Model my domain,Workbench,Calculators,Rules" {
			t.Errorf("%s the links are %s", what, got)
		}
		b.report(what+" is too low for a finger", eval[[]string](b, `[...document.querySelectorAll(".site-head a, .site-head button")].filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < (innerWidth < 1216 ? 44 : 40)).map((e) => e.outerHTML.slice(0, 80))`))
		b.report(what+" overlaps", eval[[]string](b, `(() => {
			const all = [...document.querySelectorAll(".site-head > a, .site-head > button, #menu:not(:popover-open) a")].filter((e) => e.checkVisibility()).map((e) => [e, e.getBoundingClientRect()]);
			return all.flatMap(([a, r], i) => all.slice(i + 1).filter(([b, s]) => !a.contains(b) && r.left < s.right - 1 && s.left < r.right - 1 && r.top < s.bottom - 1 && s.top < r.bottom - 1).map(([b]) => a.className + " and " + b.className));
		})()`))
		if n := eval[int](b, "document.documentElement.scrollWidth"); n > int(width) {
			t.Errorf("%s the page is %d px wide", what, n)
		}
		if h := eval[int](b, `Math.round(document.querySelector(".site-head").getBoundingClientRect().height)`); h > 64 {
			t.Errorf("%s the head is %d px high", what, h)
		}
	}
	b.content(root)
}

// TestTheme: the switch goes from automatic to what the system does not show, to what it
// shows, and back, so that the first press is always seen; the choice holds on the next page and before it is painted.
func TestTheme(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	b.emulate("screen", "dark")
	b.visit(root+"rules/", 0)
	const paper, light, dark = `getComputedStyle(document.body).backgroundColor`, "rgb(252, 252, 250)", "rgb(20, 23, 26)"
	look := func(what, color, name string) {
		t.Helper()
		if got := eval[string](b, paper); got != color {
			t.Errorf("%s: the paper is %s", what, got)
		}
		if got := eval[string](b, `document.querySelector(".theme").getAttribute("aria-label")`); got != "Theme: "+name {
			t.Errorf("%s: the switch says %s", what, got)
		}
	}
	look("at first", dark, "automatic")
	eval[bool](b, `(document.querySelector(".theme").focus(), true)`)
	b.typing(" ")
	look("after one press", light, "light")
	b.visit(root+"hotel/size/", 0)
	look("on the next page", light, "light")
	eval[bool](b, `(document.querySelector(".theme").click(), true)`)
	look("after two", dark, "dark")
	b.visit(root+"hotel/size/?theme=light", 0)
	if got := eval[string](b, paper); got != light {
		t.Errorf("the address is not heard: %s", got)
	}
	b.visit(root, 0)
	eval[bool](b, `(document.querySelector(".theme").click(), true)`)
	look("after three", dark, "automatic")
	b.emulate("screen", "light")
	look("as the system", light, "automatic")
	if kept := eval[string](b, `localStorage.getItem("theme") ?? "none"`); kept != "none" {
		t.Errorf("automatic is kept as %s", kept)
	}
	eval[bool](b, `(document.querySelector(".theme").click(), true)`)
	look("the first press is seen", dark, "dark")
	b.content(root)
}

// TestContentsFollow: on a wide page the course stands at the left and the contents
// at the right, which mark the section that is read.
func TestContentsFollow(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	for width, want := range map[int64]string{1440: "left right", 1399: "left folded", 1100: "left folded", 1099: "below folded", 320: "below folded"} {
		b.size(width, 900)
		b.visit(root+"hotel/size/", 0)
		if got := eval[string](b, `(() => {
			const box = (s) => document.querySelector(s).getBoundingClientRect(), main = box("main");
			const outline = box("#outline").right <= main.left ? "left" : box("#outline").top >= main.bottom ? "below" : "over";
			const contents = document.querySelector(".contents").checkVisibility() ? (box(".contents").left >= main.right ? "right" : "over") : "";
			return outline + " " + (contents + (document.querySelector(".here").checkVisibility() ? "folded" : ""));
		})()`); got != want {
			t.Errorf("at %d px: %s, want %s", width, got, want)
		}
	}
	b.size(1440, 900)
	b.visit(root+"hotel/size/", 0)
	const current = `document.querySelector(".contents [aria-current]")?.hash ?? ""`
	if at := eval[string](b, current); at != "" {
		t.Errorf("at the top %s is marked", at)
	}
	for _, id := range []string{"count-the-bytes", "you-may-have-heard", "count-the-values"} {
		eval[bool](b, `(document.getElementById("`+id+`").scrollIntoView(), true)`)
		b.until(id+" is marked", current+` === "#`+id+`"`)
	}
	eval[bool](b, `(scrollTo(0, document.documentElement.scrollHeight), true)`)
	b.until("the last is marked", current+` === document.querySelector(".contents li:last-child a").hash`)
	// The course has the part of the page open, and previous and next.
	if got := eval[string](b, `[...document.querySelectorAll("#outline details[open] [aria-current]")].map((a) => a.firstChild.textContent.trim()).join()`); got != "How big will it get?" {
		t.Errorf("the course marks %q", got)
	}
	if got := eval[int](b, `document.querySelectorAll(".turn a").length`); got != 2 {
		t.Errorf("%d ways on", got)
	}
	b.content(root)
}

// TestAnchorsKeepState: a link to a section leaves the texts that the address carries
// where they are, and such an address leads to the section.
func TestAnchorsKeepState(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	b.size(1440, 900)
	b.visit(root+"hotel/size/#size1.q=SELECT", 1)
	eval[bool](b, `(document.querySelector('.contents a[href="#find-the-day"]').click(), true)`)
	const there = `Math.abs(document.getElementById("find-the-day").getBoundingClientRect().top) < 60`
	b.until("the section", there)
	if at := eval[string](b, `location.hash`); at != "#find-the-day&size1.q=SELECT" {
		t.Errorf("the address has %s", at)
	}
	b.visit(root+"hotel/size/#find-the-day&size1.q=SELECT", 0)
	b.until("the section, from the address", there)
	b.visit(root+"hotel/size/", 0)
	eval[bool](b, `(document.querySelector('.contents a[href="#find-the-day"]').click(), true)`)
	b.until("the section, without state", there+` && location.hash === "#find-the-day"`)
	b.content(root)
}

// TestCopyAndLegend: every block of CQL can be copied, and whoever meets a mark has
// the legend one press away, from the block's button and from the name itself.
func TestCopyAndLegend(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	b.visit(root+"rules/w-05/", 0)
	if n := eval[int](b, `[...document.querySelectorAll(".cql")].filter((e) => !e.querySelector(":scope > .cql-tools > button.copy")).length`); n > 0 {
		t.Errorf("%d blocks have no copy button", n)
	}
	// Without the interface of secure pages, the old way.
	eval[bool](b, `(() => { Object.defineProperty(navigator, "clipboard", { value: undefined }); window.copied = ""; addEventListener("copy", () => { copied = getSelection().toString(); }); return true; })()`)
	eval[bool](b, `(document.querySelector(".cql button.copy").focus(), true)`)
	b.typing("\r")
	b.until("it says so", `document.querySelector(".cql button.copy").textContent === "Copied"`)
	if got := eval[string](b, `copied.replace(/\s+/g, " ").trim()`); !strings.HasPrefix(got, "CREATE TABLE t (k int") || !strings.HasSuffix(got, ";") {
		t.Errorf("copied %q", got)
	}
	eval[bool](b, `(document.querySelector(".cql .marks").focus(), true)`)
	b.typing("\r")
	const legend = `document.querySelector("#legend").matches(":popover-open")`
	b.until("the legend", legend)
	b.report("axe, legend", b.axe("{}"))
	b.typing(kb.Escape)
	b.until("it is closed", "!"+legend)
	eval[bool](b, `(document.querySelector(".cql .role-key").click(), true)`)
	b.until("the legend, from a name", legend)
	b.content(root)
}

// TestNothingIsCut: no line of CQL is longer than its place, on a phone either.
func TestNothingIsCut(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	for _, width := range []int64{320, 1440} {
		b.size(width, 800)
		for _, page := range []string{"rules/w-10/", "shop/likes/", "exact/", "advice/r90/"} {
			b.visit(root+page, 0)
			eval[bool](b, `(document.querySelectorAll("main details").forEach((d) => { d.open = true; }), true)`)
			b.report(fmt.Sprintf("%s at %d px cuts", page, width), eval[[]string](b, `[...document.querySelectorAll(".cql pre, .messages, .rules, .in-out")].filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent.slice(0, 60))`))
			b.report(fmt.Sprintf("%s at %d px sticks out", page, width), eval[[]string](b, wide))
			b.report(fmt.Sprintf("%s at %d px has buttons over text", page, width), eval[[]string](b, `[...document.querySelectorAll(".cql")].flatMap((c) => {
				const tools = [...c.querySelectorAll(".cql-tools button")].map((e) => e.getBoundingClientRect());
				const range = document.createRange();
				range.selectNodeContents(c.querySelector("code"));
				return [...range.getClientRects()].filter((r) => r.width > 1 && tools.some((b) => r.left < b.right - 4 && b.left + 4 < r.right && r.top < b.bottom - 8 && b.top + 8 < r.bottom)).map(() => c.textContent.slice(0, 60)).slice(0, 1);
			})`))
		}
	}
	b.content(root)
}

// TestSkipLinks: long lists of links can be passed by, and every page can be left
// for its text with the first key. The links that do so are seen only where the keyboard
// is, wherever in the page they stand.
func TestSkipLinks(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	const seen = `[...document.querySelectorAll(".skip")].filter((e) => {
		e.scrollIntoView({ block: "center", behavior: "instant" });
		const at = e.getBoundingClientRect();
		return document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2) === e;
	}).map((e) => e.textContent)`
	for _, width := range []int64{390, 1440} {
		b.size(width, 800)
		for _, page := range []string{"hotel/size/", "rules/", "advice/", "search/", "widget/"} {
			b.visit(root+page, 0)
			b.report(fmt.Sprintf("%s at %d px shows without the keyboard", page, width), eval[[]string](b, seen))
			b.report(fmt.Sprintf("%s at %d px hides from the keyboard", page, width), eval[[]string](b, `[...document.querySelectorAll(".skip")].filter((e) => e.checkVisibility()).filter((e) => {
				e.focus();
				const at = e.getBoundingClientRect();
				return document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2) !== e;
			}).map((e) => e.textContent)`))
		}
	}
	b.size(1440, 900)
	for _, page := range []string{"hotel/size/", "rules/", "search/"} {
		b.visit(root+page, 0)
		b.typing("\t")
		if at := eval[string](b, `document.activeElement.hash + document.activeElement.checkVisibility()`); at != "#maintrue" {
			t.Errorf("%s: the first key leads to %s", page, at)
		}
		b.typing("\r")
		b.typing("\t")
		if !eval[bool](b, `Boolean(document.activeElement.closest("main"))`) {
			t.Errorf("%s: after skipping, the next key leads to %s", page, eval[string](b, `document.activeElement.outerHTML.slice(0, 80)`))
		}
		if links := eval[[]string](b, `[...document.querySelectorAll("nav")].filter((n) => n.checkVisibility() && n.querySelectorAll("a").length > 12 && !n.querySelector(".skip") && !n.previousElementSibling?.matches(".skip")).map((n) => n.className)`); len(links) > 0 {
			t.Errorf("%s: nothing leads past %v", page, links)
		}
	}
	b.content(root)
}

// TestExactIsNotClipped: the tables of that page have the room that they need, on a
// wide screen and on paper; on a phone they scroll inside themselves.
func TestExactIsNotClipped(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	const clipped = `[...document.querySelectorAll(".table-scroll")].filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.getAttribute("aria-label").slice(0, 40) + " " + e.scrollWidth + " of " + e.clientWidth)`
	b.size(1440, 900)
	b.visit(root+"exact/", 0)
	b.report("at 1440 px", eval[[]string](b, clipped))
	b.size(718, 1000) // A4 with its margins
	b.emulate("print", "light")
	b.report("on paper", eval[[]string](b, clipped))
	if n := eval[int](b, "document.documentElement.scrollWidth"); n > 718 {
		t.Errorf("the paper would have to be %d px wide", n)
	}
	b.emulate("", "light")
	b.size(320, 700)
	b.report("at 320 px sticks out", eval[[]string](b, wide))
	b.content(root)
}

// TestWholeBook: the frame holds a book of six parts and their chapters and capstones, with long titles:
// the course scrolls inside itself, one part is open, and every chapter has its way on.
func TestWholeBook(t *testing.T) {
	t.Parallel()
	changes := map[string]string{}
	book := ""
	for part := range 6 {
		book += fmt.Sprintf("p%d  Part %d has a title of some length\n", part, part)
		for c := range []int{6, 8, 5, 4, 5, 8}[part] {
			book += fmt.Sprintf("  c%d\n", c)
			changes[fmt.Sprintf("content/p%d/c%d.md", part, c)] = fmt.Sprintf("---\ntitle: Chapter %d, whose title says at some length what it is about\npromise: You will see.\n---\n\nText.\n\n## One\n\nWords.\n\n## Two\n\nWords.\n", c)
		}
	}
	changes["content/book.txt"] = "hotel Hotel\n sample\n second\n" + book + "---\nref  Reference\n  a\n"
	changes["content/ref/a.md"] = "---\ntitle: A card\n---\n\nText.\n"
	site, problems := testBuild(t, "http://127.0.0.1:8080/", changes)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	s := NewServer("test")
	s.Show(site, nil)
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	b := open(t)
	for _, width := range []int64{320, 1100, 1440} {
		b.size(width, 700)
		b.visit(web.URL+"/p1/c2/", 0)
		what := fmt.Sprintf("at %d px", width)
		b.report(what+" sticks out", eval[[]string](b, wide))
		if open := eval[string](b, `[...document.querySelectorAll("#outline details[open] summary")].map((s) => s.textContent).join()`); open != "Part 1 has a title of some length" {
			t.Errorf("%s %q is open", what, open)
		}
		if n := eval[int](b, `document.querySelectorAll("#outline a[href]").length`); n < 36 {
			t.Errorf("%s the course has %d links", what, n)
		}
		if width >= 1100 {
			eval[bool](b, `(document.querySelectorAll("#outline details").forEach((d) => { d.open = true; }), true)`)
			if h := eval[int](b, `Math.round(document.querySelector("#outline").getBoundingClientRect().bottom)`); h > 700 {
				t.Errorf("%s the course is %d px high in a window of 700", what, h)
			}
		}
	}
	count := 0
	for at := "hotel/sample/"; at != ""; count++ {
		page := string(site.Files[at+"index.html"])
		_, next, found := strings.Cut(page, `rel="next" href="../../`)
		if !found {
			if at != "p5/c7/" {
				t.Errorf("the course ends at %s", at)
			}
			break
		}
		at, _, _ = strings.Cut(next, `"`)
	}
	if count != 37 {
		t.Errorf("%d steps through 38 chapters", count)
	}
	b.visit(web.URL+"/learn/", 0)
	if n := eval[int](b, `document.querySelectorAll(".part li").length`); n != 39 {
		t.Errorf("the list of the course has %d chapters", n)
	}
	b.content(web.URL + "/")
}

// TestPartsHavePages: the folder of every part is a page, too, which lists the part's
// chapters; the course leads to it, and both say how long the part takes.
func TestPartsHavePages(t *testing.T) {
	changes := map[string]string{"content/book.txt": "hotel Hotel\n    sample\n    second\np1 First\n    a\n    b\np2 Second\n    c\n    /p1/d\np3 Planned\n    e ?\n"}
	const quiz = "\n```exercise\nfile = lasts\n```\n"
	words := func(n int) string { return strings.Repeat("word ", n) + "\n" }
	for name, text := range map[string]string{"p1/a": words(14*wordsAMinute) + quiz, "p1/b": words(10*wordsAMinute - 5), "p2/c": words(5 * wordsAMinute), "p1/d": words(6*wordsAMinute+1) + quiz} {
		changes["content/"+name+".md"] = "---\ntitle: Chapter " + name + "\n---\n\n" + text
	}
	changes["content/exercises/p1/lasts.exercise"] = "id = lasts\ntitle = One\nkind = number\nminutes = 20\nanswer = 3 rows\nprompt:\nTwo rows are there, and one is added.\nmodel:\nTwo and one are three.\nhint:\nAdd.\nhint:\nAdd one.\nhint:\n2 + 1 = ___\nteach:\nHow many?\n"
	site, problems := testBuild(t, "", changes)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	course := string(site.Files["learn/index.html"])
	for folder, want := range map[string][]string{
		"p1": {`href="../p1/a/"`, `href="../p1/b/"`, "44 minutes with the exercises, 24 of them to read", "34 min", "10 min"},
		"p2": {`href="../p2/c/"`, `href="../p1/d/"`, "32 minutes with the exercises, 12 of them to read"},
	} {
		page := string(site.Files[folder+"/index.html"])
		_, page, _ = strings.Cut(page, "<main")
		for _, w := range want {
			if !strings.Contains(page, w) {
				t.Errorf("the page of %s lacks %s", folder, w)
			}
			if !strings.Contains(course, w) {
				t.Errorf("the course lacks %s", w)
			}
		}
		if n := strings.Count(page, ` min</p>`); n != 2 {
			t.Errorf("the page of %s lists %d chapters", folder, n)
		}
		if !strings.Contains(course, `<a href="../`+folder+`/">`) {
			t.Errorf("the course does not lead to %s", folder)
		}
	}
	if site.Files["p3/index.html"] != nil {
		t.Error("a part without chapters has a page")
	}
}

// TestPaper prints every kind of page: nothing is cut off at the right or inside a
// box, and nothing is left that can only be pressed.
func TestPaper(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	// What a value was set to, the answers to choose from, and what to write instead are buttons that paper shows as words.
	const asWords = `var asWords = (e) => e.matches(":is(.assumes, .guess-options, .instead) button") && getComputedStyle(e).borderTopWidth === "0px" && getComputedStyle(e).backgroundColor === "rgba(0, 0, 0, 0)";`
	for _, path := range append(slices.Clone(pageKinds), "foundations/queries/", "reference/types/", "tools/size/", "workbench/") {
		if strings.HasPrefix(path, "embed/") || path == "none/" {
			continue
		}
		widgets := 0
		for _, p := range site.Pages {
			if p.Path == path {
				widgets = len(p.Widgets)
			}
		}
		b.size(718, 1000) // A4 with its margins
		b.visit(root+path, widgets)
		eval[bool](b, `(scrollTo(0, 500), true)`)
		b.emulate("print", "light")
		b.report("/"+path+" prints over other things", eval[[]string](b, `[...document.querySelectorAll("main, main *")].filter((e) => /sticky|fixed/.test(getComputedStyle(e).position) && e.checkVisibility({ contentVisibilityAuto: true })).map((e) => e.tagName + "." + e.className)`))
		b.report("/"+path+" may leave a title alone at the end of a paper", eval[[]string](b, `[...document.querySelectorAll("main :is(h1, h2, h3, h4, .widget-title)")].filter((e) => getComputedStyle(e).breakAfter !== "avoid" && e.checkVisibility()).map((e) => e.textContent)`))
		b.report("/"+path+" cuts a statement", eval[[]string](b, `[...document.querySelectorAll(".brief")].filter((e) => e.checkVisibility({ contentVisibilityAuto: true }) && (/^…|…$/.test(e.innerText) || e.innerText.trim() !== e.textContent.trim() || e.scrollHeight > e.clientHeight + 1)).map((e) => e.innerText)`))
		if path == "size/" && !eval[bool](b, `[...document.querySelectorAll(".schema .code-field > *")].some((e) => (e.value ?? e.textContent).includes("CREATE TABLE") && e.checkVisibility({ contentVisibilityAuto: true }) && e.getBoundingClientRect().height > 50)`) {
			t.Error("/size/ does not print its statements")
		}
		b.report("/"+path+" prints what can only be pressed", eval[[]string](b, asWords+`[...document.querySelectorAll("button, dialog, [popover], input[type=range], .site-head, .skip")].filter((e) => !asWords(e) && e.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }) && e.getBoundingClientRect().height > 0).map((e) => e.outerHTML.slice(0, 90))`))
		b.report("/"+path+" prints a list to choose from, or a way that paper does not go", eval[[]string](b, `[...document.querySelectorAll("main .lab:not([data-lab=exercise]) select, main .lab [data-do=bench]")].filter((e) => (e.localName !== "select" || getComputedStyle(e).appearance !== "none") && e.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true })).map((e) => e.outerHTML.slice(0, 90))`))
		b.report("/"+path+" is cut", eval[[]string](b, `[...document.querySelectorAll("main *")].filter((e) => e.checkVisibility({ contentVisibilityAuto: true }) && !e.closest(".visually-hidden, svg, math") && (e.getBoundingClientRect().right > 719 || getComputedStyle(e).overflowX !== "visible" && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 1)).map((e) => e.tagName + "." + (e.getAttribute("class") ?? "") + " " + Math.round(e.getBoundingClientRect().right) + " " + e.scrollWidth + " of " + e.clientWidth + " " + String(e.value ?? e.textContent).trim().slice(0, 40)).slice(0, 4)`))
		b.report("/"+path+" ends before its content does", eval[[]string](b, `[...document.querySelectorAll("main *")].filter((e) => getComputedStyle(e).maxHeight !== "none" && e.checkVisibility({ contentVisibilityAuto: true }) && e.scrollHeight > e.clientHeight + 3 && e.clientHeight > 1).map((e) => e.tagName + "." + (e.getAttribute("class") ?? "") + " " + e.scrollHeight + " of " + e.clientHeight)`))
		b.emulate("", "light")
	}
	b.content(root)
}

// TestCardsNameTheirTables: the name of its table is whole on the card of a statement, on a phone and
// where the answer stands beside the text; of what is longer than its room, two lines are shown.
func TestCardsNameTheirTables(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	b.visit(root+"check/", 1)
	for _, width := range []int64{320, 390, 768, 1440} {
		b.size(width, 800)
		b.report(fmt.Sprintf("at %d px", width), eval[[]string](b, `[...document.querySelectorAll(".brief")].flatMap((e) => {
			const name = "messages_by_channel", box = e.getBoundingClientRect(), out = [];
			const walker = document.createTreeWalker(e, NodeFilter.SHOW_TEXT), range = document.createRange();
			let text = "";
			for (let n; (n = walker.nextNode());) text += n.data;
			if (!text.includes(name)) return [text + " does not name its table"];
			// Where each letter of the name is.
			let at = 0, tops = new Set();
			walker.currentNode = e;
			for (let n; (n = walker.nextNode());) for (let i = 0; i < n.length; i++, at++) {
				if (at < text.indexOf(name) || at >= text.indexOf(name) + name.length) continue;
				range.setStart(n, i);
				range.setEnd(n, i + 1);
				const r = range.getBoundingClientRect();
				tops.add(Math.round(r.top));
				if (!r.width || r.right > box.right + 1 || r.bottom > box.bottom + 1) out.push(text.slice(0, 40) + " is cut at " + n.data[i]);
			}
			if (tops.size > 1) out.push(text.slice(0, 40) + " divides the name");
			if (box.height > 2.2 * parseFloat(getComputedStyle(e).lineHeight)) out.push(text.slice(0, 40) + " is " + box.height + " px high");
			return out;
		})`))
	}
}

// A page's translator is asked to leave alone what is meant as it stands, on every page.
func TestOriginalsAreNotTranslated(t *testing.T) {
	site, _ := realSite(t, "")
	seen := map[string]int{}
	for file, data := range site.Files {
		if path.Ext(file) != ".html" {
			continue
		}
		z := html.NewTokenizer(bytes.NewReader(data))
		for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
			if kind != html.StartTagToken {
				continue
			}
			token := z.Token()
			asked := slices.Contains(token.Attr, html.Attribute{Key: "translate", Val: "no"})
			if asked {
				seen[token.Data]++
			}
			if !asked && (slices.Contains(view.Originals, token.Data) || slices.Contains(token.Attr, html.Attribute{Key: "class", Val: "num"})) {
				t.Errorf("%s: a translator changes %s", file, token)
			}
		}
	}
	for tag, least := range map[string]int{"code": 1000, "pre": 100, "textarea": 100, "output": 100, "q": 100, "math": 10, "svg": 100, "span": 100, "td": 100} {
		if seen[tag] < least {
			t.Errorf("only %d of %s were looked at", seen[tag], tag)
		}
	}
	for file, data := range site.Files {
		if strings.Contains(file, "loader-") && !bytes.Contains(data, []byte(`new Set(["`+strings.Join(view.Originals, `", "`)+`"])`)) && !bytes.Contains(data, []byte(`new Set(["`+strings.Join(view.Originals, `","`)+`"])`)) {
			t.Errorf("%s has another rule", file)
		}
	}
}

// TestPagesThatArriveInPieces: what a slow network delivers in many pieces, or a busy
// browser reads in some, stays where it is shown first.
func TestPagesThatArriveInPieces(t *testing.T) {
	t.Parallel()
	site, _ := realSite(t, "http://127.0.0.1:8080/")
	inner := NewServer("test")
	inner.Show(site, nil)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Del("Accept-Encoding")
		whole := httptest.NewRecorder()
		inner.ServeHTTP(whole, r)
		maps.Copy(w.Header(), whole.Header())
		if !strings.HasPrefix(whole.Header().Get("Content-Type"), "text/html") {
			w.WriteHeader(whole.Code)
			w.Write(whole.Body.Bytes())
			return
		}
		w.Header().Del("Content-Length")
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(whole.Code)
		page := whole.Body.Bytes()
		for piece := range slices.Chunk(page, max(1700, len(page)/20)) {
			w.Write(piece)
			w.(http.Flusher).Flush()
			time.Sleep(50 * time.Millisecond) // so that the browser paints what it has
		}
	}))
	t.Cleanup(web.Close)
	b := open(t)
	for _, path := range []string{"", "learn/", "size/", "check/", "model/", "workbench/", "widget/workbench/own/", "hotel/size/"} {
		for _, width := range []int64{360, 1280} {
			b.size(width, 900)
			b.visit(web.URL+"/"+path, 0)
			b.until("the page has arrived", `document.readyState === "complete"`)
			eval[bool](b, `new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(true), 100)))`) // shifts are told of late
			if sum := eval[float64](b, `shifts.reduce((sum, s) => sum + parseFloat(s), 0)`); sum >= 0.001 {
				t.Errorf("/%s at %d px moves by %.4f while it arrives: %q", path, width, sum, eval[[]string](b, "shifts"))
			}
		}
	}
}
