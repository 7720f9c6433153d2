package build

import (
	"context"
	"slices"

	"fmt"
	"github.com/chromedp/chromedp"
	"strconv"
	"strings"
	"testing"

	"partitionlab/wasm/lab"
)

// This file holds that links which ask for more than a page has leave it alive: what is
// too much is said, what takes long goes on in pieces, and in between the page hears keys.

// A hostile link: the text of a check widget, or the query of a size widget.
type hostile struct{ name, text, query, want string }

func hostiles() []hostile {
	in := func(n int) string {
		var all []string
		for i := range n {
			all = append(all, strconv.Itoa(i))
		}
		return "(" + strings.Join(all, ",") + ")"
	}
	where := func(n int) string {
		var all []string
		for _, c := range "abcde" {
			all = append(all, string(c)+" IN "+in(n))
		}
		return strings.Join(all, " AND ")
	}
	const five = "CREATE TABLE t (a int, b int, c int, d int, e int, v int, PRIMARY KEY ((a, b, c, d, e)));\n"
	const one = "CREATE TABLE t (a int PRIMARY KEY);"
	var types, keys strings.Builder
	types.WriteString("CREATE TYPE t0 (a int);\n")
	for i := 1; i <= 16; i++ {
		fmt.Fprintf(&types, "CREATE TYPE t%d (a frozen<t%[2]d>, b frozen<t%[2]d>, c frozen<t%[2]d>, d frozen<t%[2]d>);\n", i, i-1)
	}
	for i := range 60_000 {
		fmt.Fprintf(&keys, "&%x=1", i)
	}
	nested := func(n int) string { return strings.Repeat("(", n) + "1" + strings.Repeat(")", n) }
	return []hostile{
		{name: "five IN lists of 40", text: five + "SELECT * FROM t WHERE " + where(40) + ";", want: "2,560,000 keys"},
		{name: "an UPDATE of 100,000 keys", text: five + "UPDATE t SET v = 1 WHERE " + where(10) + ";", want: "100,000 keys"},
		{name: "a DELETE of 100,000 keys", text: five + "DELETE FROM t WHERE " + where(10) + ";", want: "100,000 keys"},
		{name: "sixteen nested types and a table", text: types.String() + "CREATE TABLE t (a int PRIMARY KEY, b t16);", want: "fields of nested types"},
		{name: "990 nested parentheses in a term", text: one + "INSERT INTO t (a) VALUES (" + nested(990) + ");", want: "Cassandra"},
		{name: "990 nested parentheses in a selector", text: one + "SELECT " + nested(990) + " FROM t;", want: "Cassandra"},
		{name: "990 nested types", text: "CREATE TABLE t (a int PRIMARY KEY, b " + strings.Repeat("frozen<list<", 490) + "int" + strings.Repeat(">>", 490) + ");", want: "Cassandra"},
		{name: "a sum of 990 terms", text: one + "INSERT INTO t (a) VALUES (1" + strings.Repeat("+1", 990) + ");", want: "Cassandra"},
		{name: "a selected sum of 990 terms", text: one + "SELECT a" + strings.Repeat("+1", 990) + " FROM t;", want: "Cassandra"},
		{name: "990 casts", text: one + "INSERT INTO t (a) VALUES (" + strings.Repeat("(int)", 990) + "1);", want: "Cassandra"},
		{name: "a sum of 3,000 terms", text: one + "INSERT INTO t (a) VALUES (1" + strings.Repeat("+1", 3000) + ");", want: "StackOverflowError"},
		{name: "2 MB of text", text: strings.Repeat(one+" SELECT * FROM t; DROP TABLE t;\n", 2_000_000/68), want: "Press Check"},
		{name: "60,000 keys", query: "?v=1" + keys.String()[:390_000], want: "more than 2,000 parts"},
	}
}

// watchTasks notes what held the page for long, and hears a key every now and then: how
// many of them while a widget was at work.
const watchTasks = `
window.held = [];
new PerformanceObserver((list) => { for (const e of list.getEntries()) held.push(Math.round(e.duration)); }).observe({ type: "longtask", buffered: true });
window.heard = 0;
addEventListener("keydown", (e) => { if (e.key === "F9") heard += document.querySelector(".lab.working") ? 1 : 0; });
`

// deep says that it nests nearly as deep as is allowed.
func (h hostile) deep() bool { return strings.Contains(h.name, "990") }

func TestHostileLinks(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	wide := slices.DeleteFunc(hostiles(), hostile.deep)
	resists(t, site, root, wide, func(t *testing.T) visitor { return open(t, watchTasks) })
	// How long the page stood still is told, not tested: TestPauses of build/growth counts.
}

// TestDeepestLinks: what nests as deep as is allowed has an answer also from code that is
// never optimized, which takes the most of the stack: in a worker and, without one, in the
// page.
func TestDeepestLinks(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at pages in a browser")
	}
	site, root := serve(t, "http://127.0.0.1:8080/")
	options, err := browserOptions()
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := chromedp.NewExecAllocator(context.Background(), append(options, chromedp.Flag("js-flags", "--liftoff-only"))...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	ctx, stop = context.WithTimeout(ctx, patience)
	t.Cleanup(stop)
	deep := slices.DeleteFunc(hostiles(), func(h hostile) bool { return !h.deep() })
	for where, script := range map[string]string{"worker": watchTasks, "page": watchTasks + "delete window.Worker;"} {
		t.Run(where, func(t *testing.T) {
			resists(t, site, root, deep, func(t *testing.T) visitor {
				tab, cancel := chromedp.NewContext(ctx)
				t.Cleanup(cancel)
				return watched(t, tab, script)
			})
		})
	}
}

// resists holds that hostile links leave pages that somebody opens alive.
func resists(t *testing.T, site *Site, root string, all []hostile, open func(*testing.T) visitor) {
	check, size := pageOfKind(t, site, "check"), pageOfKind(t, site, "size")
	for _, h := range all {
		t.Run(h.name, func(t *testing.T) {
			address := root + size.Path + h.query
			if h.text != "" {
				query, fragment := check.Widgets[0].Link(lab.Inputs{"q": h.text}, false)
				address = root + check.Path + "?" + query + "#" + fragment
			}
			v := open(t)
			v.visit(address, 1)
			v.until("there is an answer or a plain message", `document.documentElement.classList.contains("lab-on") && !document.querySelector(".lab.working, .lab.waiting")`)
			if got := v.text(`document.querySelector(".lab").textContent`); !strings.Contains(got, h.want) || strings.Contains(got, "The calculator stopped") {
				t.Errorf("the widget does not say %q: %.400s", h.want, got)
			}
			t.Logf("an address of %d B held the page for %s ms at a time", len(address), v.text(`JSON.stringify(window.held ?? [])`))
		})
	}
}

// TestTextOfManyLinesIsFolded: a browser lays out all lines of a text area at once, which takes
// seconds for those that have room in a link of 230 bytes. Of them only the first are shown
// until the reader asks for all, nothing is lost, and the answer is about all.
func TestTextOfManyLinesIsFolded(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	text := strings.Repeat("\n", 130_000) + "CREATE TABLE nosuch.t (a int PRIMARY KEY);"
	const laid = `Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value").get.call(document.querySelector("textarea")).split("\n").length`
	const value = `document.querySelector("textarea").value`
	for _, kind := range []string{"check", "size", "model"} {
		i := slices.IndexFunc(site.Pages, func(p Page) bool { return p.Path == "widget/"+kind+"/own/" })
		if i < 0 {
			t.Fatalf("no page widget/%s/own/", kind)
		}
		p, key := site.Pages[i], map[string]string{"check": "q", "size": "q", "model": "text"}[kind]
		query, fragment := p.Widgets[0].Link(lab.Inputs{key: text}, false)
		for _, path := range []string{p.Path, "embed/" + strings.TrimPrefix(p.Path, "widget/")} {
			b := open(t, watchTasks)
			b.visit(root+path+"?"+query+"#"+fragment, 1)
			b.until("there is an answer", `document.documentElement.classList.contains("lab-on") && !document.querySelector(".lab.working, .lab.waiting")`)
			whole := `(` + value + `.length === ` + strconv.Itoa(len(text)) + ` && ` + value + `.endsWith("KEY);"))`
			if n := eval[int](b, laid); n > 1000 || !eval[bool](b, whole) {
				t.Fatalf("%s: %d lines are laid out of a text with %s bytes", path, n, b.text(`String(`+value+`.length)`))
			}
			if kind == "check" {
				b.until("the answer is about all", `document.querySelector(".answer").textContent.includes("refuses") && document.querySelector(".results").textContent.includes("nosuch")`)
			}
			if got := b.text(`document.querySelector(".folded").textContent`); !strings.Contains(got, "Show all 130,001 lines") || !eval[bool](b, `document.querySelector("textarea").readOnly`) || kind != "size" && !eval[bool](b, `document.querySelector(".folded button").checkVisibility()`) {
				t.Errorf("%s: it says %q", path, got)
			}
			t.Logf("%s held the page for %s ms at a time", path, b.text(`JSON.stringify(window.held)`))
			if kind != "check" || path != p.Path {
				continue
			}
			eval[bool](b, `(document.querySelector(".folded button").click(), true)`)
			b.until("all is shown", laid+` === 130001 && `+whole+` && !document.querySelector("textarea").readOnly && !document.querySelector(".folded").checkVisibility()`)
			eval[bool](b, `(() => { const area = document.querySelector("textarea"); area.setSelectionRange(area.value.length, area.value.length); return document.execCommand("insertText", false, " SELECT 1;"); })()`)
			b.until("what is typed counts", value+`.endsWith("KEY); SELECT 1;") && !document.querySelector(".lab.working, .lab.waiting") && document.querySelector(".answer").textContent.includes("2 ")`)
			// What is pasted is not laid out at once either, counts, and can be taken back.
			eval[bool](b, `(() => { const area = document.querySelector("textarea"); area.select(); return document.execCommand("insertText", false, "SELECT 2;"); })()`)
			b.until("the text is short", value+` === "SELECT 2;" && !document.querySelector(".lab.working, .lab.waiting")`)
			if eval[bool](b, `(() => { const area = document.querySelector("textarea"); area.setSelectionRange(9, 9); return area.dispatchEvent(new InputEvent("beforeinput", { inputType: "insertFromPaste", data: "\r\n".repeat(130000) + "SELECT * FROM nosuch.t;", bubbles: true, cancelable: true })); })()`) {
				t.Fatal("the browser puts in what is pasted, all at once")
			}
			b.until("what is pasted counts", laid+` <= 1000 && `+value+` === "SELECT 2;" + "\n".repeat(130000) + "SELECT * FROM nosuch.t;" && !document.querySelector(".lab.working, .lab.waiting") && document.querySelector(".results").textContent.includes("nosuch")`)
			eval[bool](b, `(document.querySelector(".folded button:last-child").click(), true)`)
			b.until("it is taken back", laid+` === 1 && `+value+` === "SELECT 2;" && !document.querySelector(".lab.working, .lab.waiting") && !document.querySelector(".results").textContent.includes("nosuch") && !document.querySelector(".folded").checkVisibility()`)
		}
	}
}

// TestFarTooLongIsRefused: of what is put in, the size is looked at before anything else, and
// what is taken is read through once, whatever it holds.
func TestFarTooLongIsRefused(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	b.visit(root+pageAt(t, site, "model/").Path, 1)
	// A field that takes less by itself takes ten times as much, to be made shorter there, and no more.
	far := func(what string, most int, said string) {
		b.until(what+" has its answer", `document.querySelector(".lab[data-attached]:not(.waiting)")`) // what is said before goes with it
		paste := func(n int) bool {
			return eval[bool](b, `(() => { const area = document.querySelector("textarea"); area.select(); return area.dispatchEvent(new InputEvent("beforeinput", { inputType: "insertFromPaste", data: "x".repeat(`+strconv.Itoa(n)+`), bubbles: true, cancelable: true })); })()`)
		}
		if paste(most + 1) {
			t.Fatalf("%s: a text of more than %d characters is taken", what, most)
		}
		if got := b.text(`document.querySelector(".lab-message").textContent`); !strings.Contains(got, "characters long, of which the page takes "+said+", and was not taken. Put in the part that matters.") {
			t.Errorf("%s: of the text is said %q", what, got)
		}
		if most <= 200_000 && !paste(most) { // a longer one is put in piece by piece
			t.Errorf("%s: a text of %d characters is not taken", what, most)
		}
	}
	far("a model", 600_000, "60,000")
	b.visit(root+pageOfKind(t, site, "check").Path, 1)
	far("a check", 2_000_000, "2,000,000")
	b.visit(root+pageOfKind(t, site, "run").Path, 1)
	far("a script", 200_000, "20,000")

	p := pageAt(t, site, "workbench/")
	b.visit(root+p.Path, len(p.Widgets))
	b.until("the editor is there", `document.querySelector(".bench-code")?.shadowRoot.querySelector(".role-key")`)
	if eval[bool](b, `(() => {
	const data = new DataTransfer();
	data.setData("text/plain", "x".repeat(20000001));
	return document.querySelector(".bench-code").shadowRoot.querySelector(".cm-content").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
})()`) {
		t.Error("a text of more than 20 MB is taken")
	}
	b.until("it is said how much is taken", `document.querySelector(".bench-note").textContent.includes("is 20 MB large, and was not taken: the workbench takes 20 MB in all")`)
	eval[bool](b, `(() => {
	const data = new DataTransfer(), add = (name, text) => data.items.add(new File([text], name));
	add("stats.txt", "Keyspace : a\n\tTable: b\n\tCompacted partition maximum bytes: 9\n".repeat(9000));
	add("one.txt", "Keyspace : a\n\tTable: b\n\tCompacted partition maximum bytes: 9\n".repeat(5000));
	add("two.txt", "Keyspace : a\n\tTable: b\n\tCompacted partition maximum bytes: 9\n".repeat(4000));
	add("blank.cql", "\n".repeat(300000) + "-- the end");
	add("spaces.cql", "-- file: a" + " ".repeat(300000) + "b\nCREATE TABLE a (k int PRIMARY KEY);");
	add("signs.cql", "SSTable: Percentile ".repeat(100000));
	document.querySelector(".bench-editor").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
	return true;
})()`)
	b.until("all has been read", `document.querySelector(".bench-note").textContent.includes("Opened 3 files")`)
	for _, want := range []string{"stats.txt is 549 kB large: the workbench takes 500 kB of what nodetool prints. Open the part", "two.txt is 244 kB large: the workbench takes 500 kB of what nodetool prints, and 195 kB are left."} {
		if got := b.text(`document.querySelector(".bench-note").innerText`); !strings.Contains(got, want) {
			t.Errorf("of what was dropped is said %q, not %q", got, want)
		}
	}
	b.content(root)
}

// What takes long goes on in pieces: keys are heard meanwhile, and Stop shows what is
// known so far.
func TestPageListensWhileItWorks(t *testing.T) {
	site, root := serve(t, "http://127.0.0.1:8080/")
	for _, p := range site.Pages {
		if !strings.HasPrefix(p.Path, "widget/") || len(p.Widgets) != 1 || p.Widgets[0].Kind != "check" {
			continue
		}
		b := open(t, watchTasks)
		b.visit(root+p.Path, 1)
		eval[bool](b, `(() => { const area = document.querySelector("textarea");
			area.value = "CREATE TABLE t (k int PRIMARY KEY);\n" + "SELECT * FROM t WHERE k IN (1, 2, 3);\n".repeat(5000);
			area.dispatchEvent(new InputEvent("input", {bubbles: true})); return true; })()`)
		// In one breath, for a quick machine has soon done.
		b.until("the widget is at work", `(() => { const stop = document.querySelector(".lab.working .stop");
			if (!stop?.checkVisibility()) return false;
			dispatchEvent(new KeyboardEvent("keydown", {key: "F9"}));
			stop.click();
			return true; })()`)
		heard := eval[int](b, `heard`)
		b.until("it has ended", `!document.querySelector(".lab.working, .lab.waiting, .stop")`)
		if got := b.text(`document.querySelector(".answer").textContent`); heard == 0 || !strings.Contains(got, "Stopped. Until then: ") {
			t.Errorf("%d keys were heard; the answer: %.200s", heard, got)
		}
		return
	}
	t.Fatal("there is no check widget on a page of its own")
}
