package build

import (
	"fmt"
	"github.com/chromedp/chromedp"
	"slices"
	"strings"
	"testing"

	"partitionlab/wasm/lab"
)

// TestAddressKeepsUp: reload, back and forward lose nothing of what was typed, on a
// chapter with several calculators; a text too long for an address waits in the
// session until Link; an embed's address stays.
func TestAddressKeepsUp(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	page := func(path string) Page {
		return site.Pages[slices.IndexFunc(site.Pages, func(p Page) bool { return p.Path == path })]
	}
	chapter := page("hotel/size/")
	widget := func(id string) *lab.Spec {
		return chapter.Widgets[slices.IndexFunc(chapter.Widgets, func(s *lab.Spec) bool { return s.ID == id })]
	}
	one, two := widget("size1"), widget("size4")
	b := open(t)
	set := func(s *lab.Spec, value string) {
		t.Helper()
		eval[bool](b, fmt.Sprintf(`(() => { const f = document.querySelector("#%s [data-input=rooms]"); f.focus(); f.select(); return document.execCommand("insertText", false, %q); })()`, s.ID, value))
	}
	address := func(what, want string) {
		t.Helper()
		b.until(what+": "+want, fmt.Sprintf(`location.search + location.hash === %q`, want))
	}
	holds := func(s *lab.Spec, value string) string {
		return fmt.Sprintf(`document.querySelector("#%s [data-input=rooms]")?.value === %q`, s.ID, value)
	}
	b.visit(root+chapter.Path, len(chapter.Widgets))
	before := eval[int](b, "history.length")
	set(one, "123")
	address("one input", "?v=1&"+one.ID+".rooms=123")
	set(two, "77")
	address("two calculators", "?v=1&"+one.ID+".rooms=123&"+two.ID+".rooms=77")
	if n := eval[int](b, "history.length"); n != before {
		t.Errorf("typing makes %d entries in the history", n-before)
	}
	b.reload()
	b.until("both are there again", holds(one, "123")+" && "+holds(two, "77"))
	b.until("with their answers", `document.documentElement.classList.contains("lab-on")`)
	b.same("after a reload", one, lab.Inputs{"rooms": "123"})

	// A link within the page, then another input, then back: each entry has its own.
	eval[bool](b, `(document.querySelector('a[href="#find-the-day"]').click(), true)`)
	set(one, "55")
	address("behind an anchor", "?v=1&"+one.ID+".rooms=55&"+two.ID+".rooms=77#find-the-day")
	eval[bool](b, `(history.back(), true)`)
	b.until("back", holds(one, "123"))
	b.same("back", one, lab.Inputs{"rooms": "123"})
	eval[bool](b, `(history.forward(), true)`)
	b.until("forward", holds(one, "55"))
	eval[bool](b, `(location.assign("/rules/"), true)`)
	b.until("another page", `location.pathname.endsWith("/rules/") && document.readyState === "complete"`)
	eval[bool](b, `(history.back(), true)`)
	b.until("back from another page", holds(one, "55")+" && "+holds(two, "77"))

	// A long text waits in the session.
	check := page("check/")
	if len(check.Widgets) == 0 {
		t.Fatal("/check/ has no calculator")
	}
	own := check.Widgets[0]
	long := strings.Repeat("SELECT * FROM lab.t WHERE a = 1;\n", 300)
	b.visit(root+check.Path, 1)
	eval[bool](b, fmt.Sprintf(`(() => { const f = document.querySelector("#%s textarea"); f.focus(); f.select(); return document.execCommand("insertText", false, %q); })()`, own.ID, long))
	b.until("it is kept", `Object.values(sessionStorage).includes(document.querySelector("textarea").value)`)
	if at := eval[string](b, "location.href"); len(at) > 200 {
		t.Errorf("the address has %d characters", len(at))
	}
	b.reload()
	b.until("the long text is there again", fmt.Sprintf(`document.documentElement.classList.contains("lab-on") && document.querySelector("#%s textarea").value === %q`, own.ID, long))
	eval[bool](b, `(document.querySelector("[data-do=link]").click(), true)`)
	b.until("Link puts it into the address", `location.hash.length > 100`)
	b.visit(root+check.Path, 1)
	if eval[string](b, `document.querySelector("textarea").value`) == long {
		t.Error("a page opened anew has the text of another visit")
	}
	b.content(root)

	// Open tabs stay open over a reload, and Undo gives back what Reset took before it.
	b.visit(root+one.Page, 1)
	set(one, "88")
	tabs := fmt.Sprintf("#%s details.tab", one.ID)
	eval[bool](b, fmt.Sprintf(`(document.querySelector("%s:not([open]) > summary").click(), true)`, tabs))
	tab := eval[string](b, fmt.Sprintf(`document.querySelector("%s[open]").dataset.key`, tabs))
	again := fmt.Sprintf(`[...document.querySelectorAll("%s[open]")].some((e) => e.dataset.key === %q)`, tabs, tab)
	b.until("the tab is kept", `Object.keys(sessionStorage).some((k) => k.startsWith("open "))`)
	eval[bool](b, fmt.Sprintf(`(document.querySelector("#%s [data-do=reset]").click(), true)`, one.ID))
	b.until("Undo is offered", fmt.Sprintf(`document.querySelector("#%s [data-do=back]") && Object.keys(sessionStorage).some((k) => k.endsWith(" undo"))`, one.ID))
	b.reload()
	b.until("the tab is open again", `document.documentElement.classList.contains("lab-on") && `+again)
	b.until("Undo is there", fmt.Sprintf(`document.querySelector("#%s [data-do=back]")`, one.ID))
	eval[bool](b, fmt.Sprintf(`(document.querySelector("#%s [data-do=back]").click(), true)`, one.ID))
	b.until("Undo gives the input back", holds(one, "88"))
	b.visit(root+"rules/", 0)
	b.visit(root+one.Page, 1)
	if eval[bool](b, again) {
		t.Error("a page opened anew has the tabs of another visit")
	}

	// Browsers refuse replaceState where it comes too often.
	c := open(t, `history.replaceState = () => { throw new DOMException("too often", "SecurityError"); };`)
	c.visit(root+one.Page, 1)
	alone := pageAt(t, site, one.Page).Widgets[0] // its links begin there
	c.same("though the address cannot follow", alone, c.change(alone))
	c.content(root)

	d := open(t)
	d.visit(root+one.EmbedPage, 1)
	at := eval[string](d, "location.href")
	d.change(one)
	eval[bool](d, `new Promise((done) => setTimeout(() => done(true), 1000))`)
	if now := eval[string](d, "location.href"); now != at {
		t.Errorf("the address of an embed becomes %s", now)
	}
	d.content(root)
}

// TestBackAgreesWithTheAddress: address, inputs and answer are those of the entry of the history, also
// of one that the page was opened with, in which nobody has typed.
func TestBackAgreesWithTheAddress(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	chapter := pageAt(t, site, "hotel/size/")
	one := chapter.Widgets[0]
	key := firstKey(one)
	was, _ := one.Default(key)
	b := open(t)
	agree := func(what, address, value string) {
		t.Helper()
		for range 2 { // nothing comes later and changes it
			b.until(fmt.Sprintf("%s: %s in the field", what, value), fmt.Sprintf(`document.querySelector("#%s [data-input=%s]").value === %q`, one.ID, key, value))
			b.until(what+": "+address+" in the address", fmt.Sprintf(`location.search + location.hash === %q`, address))
			b.same(what, one, lab.Inputs{key: value})
			eval[bool](b, `new Promise((done) => setTimeout(() => done(true), 350))`)
		}
	}
	there := func(value string) string { return "?v=1&" + one.ID + "." + key + "=" + value }
	hash := func(fragment string) string { return fmt.Sprintf(`(location.hash = %q, true)`, fragment) }
	back, forward := `(history.back(), true)`, `(history.forward(), true)`
	b.visit(root+chapter.Path, len(chapter.Widgets))
	for _, step := range []struct{ what, js, address, value string }{
		{"a link to inputs", hash(one.ID + "." + key + "=8"), there("8"), "8"},
		{"back", back, "", was},
		{"forward", forward, there("8"), "8"},
		{"another", hash(one.ID + "." + key + "=9"), there("9"), "9"},
		{"back to the first", back, there("8"), "8"},
		{"a link to a place", hash("find-the-day"), there("8") + "#find-the-day", "8"},
		{"typed behind it", putting(one, "7") + `, true`, there("7") + "#find-the-day", "7"},
		{"back before it", back, there("8"), "8"},
		{"back to the beginning", back, "", was},
		{"forward to what was typed", `(history.go(2), true)`, there("7") + "#find-the-day", "7"},
		{"back in the moment after", `(location.hash = "` + one.ID + "." + key + `=6", new Promise((done) => setTimeout(() => { history.back(); done(true); }, 50)))`, there("7") + "#find-the-day", "7"},
	} {
		eval[bool](b, step.js)
		agree(step.what, step.address, step.value)
	}
	eval[bool](b, forward)
	b.same("forward to what was left at once", one, lab.Inputs{key: "6"})
}

// TestNoStoreAtAll: a browser that blocks cookies refuses the very name of its stores. A page
// answers what is typed there, too.
func TestNoStoreAtAll(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	page := site.Pages[slices.IndexFunc(site.Pages, func(p Page) bool { return p.Path == "model/" })]
	b := open(t, `for (const name of ["localStorage", "sessionStorage", "indexedDB"])
		Object.defineProperty(window, name, { get() { throw new DOMException(name + " is blocked", "SecurityError"); } });`)
	b.visit(root+page.Path, len(page.Widgets))
	eval[bool](b, `(() => { const f = document.querySelector("textarea"); f.value = "SELECT nope FROM"; f.dispatchEvent(new Event("input", { bubbles: true })); return true; })()`)
	b.until("the answer to the text in view", `document.querySelector("output.answer").textContent.includes("No table yet")`)
}

// TestLongTextInAFullStore: a text too long for an address survives a reload where the
// session keeps nothing; an older one never comes back in its place; where no place is
// left, the page says so beside the text, until it is kept again.
func TestLongTextInAFullStore(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	page := site.Pages[slices.IndexFunc(site.Pages, func(p Page) bool { return p.Path == "check/" })]
	b := open(t, `
		const set = globalThis.set = Storage.prototype.setItem, replace = History.prototype.replaceState;
		Storage.prototype.setItem = function (...a) { if (localStorage.getItem("full")) throw new DOMException("full", "QuotaExceededError"); set.apply(this, a); };
		History.prototype.replaceState = function (state, ...a) { if (localStorage.getItem("full") === "all" && JSON.stringify(state).length > 5000) throw new DOMException("long", "DataCloneError"); replace.call(this, state, ...a); };`)
	b.visit(root+page.Path, len(page.Widgets))
	text := func(first string) string { return "-- " + first + strings.Repeat("\n-- x", 5000) }
	types := func(text string) {
		t.Helper()
		eval[bool](b, fmt.Sprintf(`(() => { const f = document.querySelector("textarea"); f.value = %q; f.dispatchEvent(new Event("input", { bubbles: true })); return true; })()`, text))
	}
	waits := func(what string) {
		t.Helper()
		b.until(what+" waits", fmt.Sprintf(`JSON.stringify(history.state).includes(%q) || Object.values(sessionStorage).some((s) => s.includes(%[1]q))`, what))
	}
	comesBack := func(what string) {
		t.Helper()
		b.reload()
		b.until("it has attached", `document.documentElement.classList.contains("lab-on")`)
		b.until(what+" is there again", fmt.Sprintf(`document.querySelector("textarea").value.startsWith("-- %s\n")`, what))
	}
	types(text("first"))
	waits("first")
	comesBack("first")
	eval[bool](b, `(set.call(localStorage, "full", "session"), true)`)
	types(text("second"))
	waits("second")
	if said := eval[bool](b, `!!document.querySelector(".unkept-text")`); said {
		t.Error("what is kept is said not to be")
	}
	comesBack("second")
	eval[bool](b, `(set.call(localStorage, "full", "all"), true)`)
	types(text("third"))
	b.until("the page says that it is not kept", `document.querySelector(".unkept-text")?.checkVisibility() && document.querySelector("[data-lab] .unkept-text") && /Copy it before you leave/.test(document.querySelector(".unkept-text").textContent)`)
	if old := eval[bool](b, `/first|second/.test(JSON.stringify(history.state) + Object.values(sessionStorage).join())`); old {
		t.Error("an older text waits in the place of one that is not kept")
	}
	eval[bool](b, `(localStorage.removeItem("full"), true)`)
	types(text("fourth"))
	b.until("it is kept again", `!document.querySelector(".unkept-text")`)
	comesBack("fourth")
	b.press("[data-do=reset]")
	b.until("it is at its default", `!document.querySelector("textarea").value.startsWith("-- ")`)
	b.until("the address keeps up", `Object.keys(sessionStorage).every((k) => / undo$/.test(k) || !/^lab (?!texts )/.test(k))`)
	b.content(root)
}

// TestTextOutlivesAReloadAtOnce: what is typed is there again after a reload and on the way
// back, while the program is not there and while it works.
func TestTextOutlivesAReloadAtOnce(t *testing.T) {
	t.Parallel()
	site, _ := realSite(t, "http://127.0.0.1:8080/")
	p := pageAt(t, site, "check/")
	own := p.Widgets[0]
	root, lost := unreliable(t, site, ".wasm", 1e9)
	b := open(t, `
		new MutationObserver(() => {
			const w = document.querySelector("[data-lab][data-attached]");
			window.first ??= w && [w.classList.contains("waiting"), w.querySelector("textarea").value];
		}).observe(document, { subtree: true, attributeFilter: ["data-attached"] });`)
	holds := func(text string) string {
		return fmt.Sprintf(`document.querySelector("#%s textarea")?.value === %q`, own.ID, text)
	}
	kept := func(text string) string {
		return fmt.Sprintf(`Object.values(sessionStorage).some((s) => s.includes(%q))`, text)
	}
	b.visit(root+p.Path, 0)
	const text = "SELECT precious FROM mine;"
	put(b, own, text)
	b.until("it is kept without the program", kept(text))
	b.reload()
	b.until("it is there after a reload", holds(text))
	b.until("the answer is marked", `document.querySelector("[data-lab]").classList.contains("waiting")`)
	b.do("go on", chromedp.Navigate(root+"rules/"))
	eval[bool](b, `(history.back(), true)`)
	b.until("it is there on the way back", holds(text))
	b.do("away", chromedp.Navigate(root+"rules/"))
	b.do("anew", chromedp.Navigate(root+p.Path))
	if eval[bool](b, holds(text)) {
		t.Error("a page opened anew has the text of another visit")
	}
	put(b, own, text)
	b.until("it is kept again", kept(text))
	lost.Store(0)
	b.reload()
	b.same("when the program is there", own, lab.Inputs{firstKey(own): text})
	b.until("the address has taken over", `location.hash.length > 10 && !sessionStorage.getItem("lab " + history.state.lab + " typed")`)

	// Nothing comes between the last change and the reload.
	atOnce := func(what, change string) {
		t.Helper()
		eval[bool](b, fmt.Sprintf(`(() => { const f = document.querySelector("#%s textarea"); %s; window.old = true; location.reload(); return true; })()`, own.ID, change))
		b.until(what, `!window.old && document.readyState === "complete"`)
	}
	types := func(text string) string {
		return fmt.Sprintf(`f.value = %q; f.dispatchEvent(new InputEvent("input", { bubbles: true }))`, text)
	}
	lost.Store(1e9)
	b.do("away", chromedp.Navigate(root+"rules/"))
	b.do("anew", chromedp.Navigate(root+p.Path))
	atOnce("a reload with the last key, without the program", types("SELECT first FROM mine;"))
	b.until("the text is there", holds("SELECT first FROM mine;"))
	lost.Store(0)
	b.reload()
	b.same("when the program is there", own, lab.Inputs{firstKey(own): "SELECT first FROM mine;"})
	b.do("away", chromedp.Navigate(root+"rules/"))
	b.visit(root+p.Path, 1)
	for _, text := range []string{"SELECT second FROM mine;", "SELECT third FROM mine;"} {
		atOnce("a reload with the last key", types(text))
		b.same("after a reload with the last key", own, lab.Inputs{firstKey(own): text})
	}
	atOnce("a reload with Reset", `document.querySelector("[data-do=reset]").click()`)
	b.same("what Reset took away stays away after a reload", own, nil)

	// Some seconds of work.
	long := "CREATE TABLE t (a int, b int, PRIMARY KEY (a, b));\n"
	for i := range 2500 {
		long += fmt.Sprintf("DELETE FROM t WHERE a=1 AND b>%d AND b<%d;\n", i, 9000-i)
	}
	long += strings.Repeat("SELECT * FROM t WHERE a=1;\n", 2500)
	put(b, own, long)
	b.until("it is kept while the program works", `Object.values(sessionStorage).includes(document.querySelector("textarea").value)`)
	b.reload()
	b.until("the program is there", `window.first`)
	if !eval[bool](b, `first[0]`) {
		t.Error("the answer is there at once: the test needs more work")
	}
	if !eval[bool](b, fmt.Sprintf(`first[1] === %q`, long)) {
		t.Error("while the program works on it, the text is not there")
	}

	// What is as it was again counts more than what the address says.
	query, fragment := own.Link(map[string]string{firstKey(own): "SELECT linked FROM theirs;"}, false)
	was, _ := own.Default(firstKey(own))
	lost.Store(1e9)
	b.do("away", chromedp.Navigate(root+"rules/"))
	b.visit(root+p.Path+"?"+query+"#"+fragment, 0)
	put(b, own, text)
	put(b, own, was)
	b.until("the page's own text is kept, too", `Object.entries(sessionStorage).some(([k, s]) => k.endsWith(" typed") && !s.includes("precious"))`)
	b.reload()
	lost.Store(0)
	put(b, own, text)
	put(b, own, was)
	b.same("put back before the program was there", own, lab.Inputs{firstKey(own): was})

	// A store that refuses: the entry of the history has room.
	for name, refuses := range map[string]string{
		"full":    `Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };`,
		"blocked": `Object.defineProperty(window, "sessionStorage", { get() { throw new DOMException("blocked", "SecurityError"); } });`,
	} {
		lost.Store(1e9)
		c := open(t, refuses)
		c.visit(root+p.Path, 0)
		put(c, own, text)
		c.until(name+": it is kept", `JSON.stringify(history.state)?.includes("precious")`)
		c.reload()
		c.until(name+": it is there after a reload", holds(text))
		lost.Store(0)
		put(c, own, text+" -- more")
		c.same(name+": when the program is there", own, lab.Inputs{firstKey(own): text + " -- more"})
		c.until(name+": the text before does not come back", `!history.state?.typed`)
	}

	// An embed keeps nothing.
	lost.Store(1e9)
	e := open(t)
	e.visit(root+own.EmbedPage, 0)
	at := eval[string](e, "location.href")
	put(e, own, text)
	eval[bool](e, `(dispatchEvent(new Event("pagehide")), new Promise((done) => setTimeout(() => done(true), 1000)))`)
	if got := eval[string](e, `location.href + Object.keys(sessionStorage)`); got != at {
		t.Errorf("an embed keeps %s", got)
	}
}

// TestOwnTextIsOffered: whoever comes to a page of tools again, by its menu, is offered what
// was written there before, each page its own, until it is taken.
func TestOwnTextIsOffered(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	texts := map[string]string{"check/": "SELECT precious FROM mine;", "size/": "CREATE TABLE lab.mine (k int PRIMARY KEY, precious text);"}
	for path, text := range texts {
		b.visit(root+path, 1)
		eval[bool](b, fmt.Sprintf(`(() => { const f = document.querySelector("textarea"); f.value = %q; return f.dispatchEvent(new InputEvent("input", { bubbles: true })); })()`, text))
		b.until(path+": the address keeps it", `location.hash.length > 10 && !document.querySelector(".waiting")`)
	}
	add := func(char string) string {
		return fmt.Sprintf(`(() => { const f = document.querySelector("textarea"); f.value = %q + f.value; return f.dispatchEvent(new InputEvent("input", { bubbles: true })); })()`, char)
	}
	for path, text := range texts {
		b.visit(root+path, 1)
		b.until(path+" says so", `document.querySelector(".offer")?.textContent.includes("Your earlier text is kept")`)
		// A character typed by mistake loses nothing, nor do Reset and a reload.
		eval[bool](b, add("x"))
		b.until(path+": the address keeps the character", `location.hash.length > 10 && !document.querySelector(".waiting")`)
		b.reload()
		b.until(path+" offers it still", `document.querySelector(".offer")`)
		eval[bool](b, `(document.querySelector("[data-do=reset]").click(), true)`)
		b.until(path+" is as it was", `document.querySelector("[data-do=back]")`)
		has := fmt.Sprintf(`document.querySelector("textarea").value === %q`, text)
		for range 2 { // what was typed by mistake may be the first to come
			if !eval[bool](b, has) {
				eval[bool](b, `(document.querySelector("[data-do=bring]").click(), true)`)
				b.until(path+" has brought something", `!document.querySelector(".waiting") && !document.querySelector("[data-do=back]")`)
			}
		}
		b.until(path+" has it again", has)
		eval[bool](b, `(document.querySelector("[data-do=reset]").click(), `+add("y")+`)`)
		b.until(path+": what Reset took is offered when Undo has gone", `document.querySelector(".offer") && !document.querySelector("[data-do=back]")`)
		eval[bool](b, `(document.querySelector("[data-do=bring]").click(), true)`)
		b.until(path+" has it once more", has)
	}
	b.content(root)
}

// TestOwnTextIsUndone: what a button brings back is named by how it begins, takes the place of
// what stands there as if it were typed, and is not offered again. Undo takes it away.
func TestOwnTextIsUndone(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	write := func(text string) {
		eval[bool](b, fmt.Sprintf(`(() => { const f = document.querySelector("textarea"); f.closest("details")?.setAttribute("open", ""); f.focus(); f.select(); return document.execCommand("insertText", false, %q); })()`, text))
		b.until("the address keeps "+text, `location.hash.length > 10 && !document.querySelector(".waiting")`)
	}
	const first, second = "CREATE TABLE aaa (a int PRIMARY KEY, b text, long_enough int);", "CREATE TABLE bbb (\n  c int PRIMARY KEY\n);"
	for _, path := range []string{"check/", "size/"} {
		b.visit(root+path, 1)
		write(first)
		b.visit(root+path, 1)
		b.until(path+": the button names the text", `document.querySelector(".offer [data-do=bring]")?.textContent === "Bring back “CREATE TABLE aaa (a int PRIMARY KEY, b t…” (1 line)"`)
		write(second)
		eval[bool](b, `(document.querySelector(".offer [data-do=bring]").click(), true)`)
		holds := func(text string) string {
			return fmt.Sprintf(`document.querySelector("textarea").value === %q && !document.querySelector(".waiting")`, text)
		}
		b.until(path+": it is there", holds(first))
		b.until(path+": it is offered no more", `location.hash.length > 10 && !document.querySelector(".offer")`)
		eval[bool](b, `document.execCommand("undo")`)
		b.until(path+": undo gives back the other", holds(second))
		eval[bool](b, `document.execCommand("redo")`)
		b.until(path+": and redo the first", holds(first))
		b.visit(root+path, 1)
		b.until(path+": the next visit has both", `[...document.querySelectorAll(".offer button")].map((e) => e.textContent).join() === "Bring back “CREATE TABLE aaa (a int PRIMARY KEY, b t…” (1 line),Bring back “CREATE TABLE bbb ( c int PRIMARY KEY );” (3 lines)"`)
	}
	// Those that begin alike are told apart by the first line in which they differ.
	write(strings.Replace(first, "long_enough", "longer", 1))
	b.visit(root+"size/", 1)
	b.until("the two have names of their own", `[...document.querySelectorAll(".offer button")].map((e) => e.textContent.match(/^Bring back “CREATE TABLE aaa .* [(]1 line; line 1 has “(.*)”[)]$/)?.[1]).filter(Boolean).sort().join() === "long_enough int);,longer int);"`)
}
