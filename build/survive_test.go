package build

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"partitionlab/wasm/lab"
	"partitionlab/wasm/view"
)

// What must not happen to a page, in every browser: an answer that is not for the inputs
// in view, and a calculator that is gone. Chromium and Firefox run the same tests.

// A visitor is a page in a browser that somebody looks at and types into.
type visitor interface {
	visit(url string, widgets int)
	until(what, js string)
	text(js string) string // the value of an expression, a text
	same(what string, spec *lab.Spec, in lab.Inputs)
	change(spec *lab.Spec) lab.Inputs
	quiet() // forgets complaints that were meant to come
}

func (b *tab) text(js string) string { b.t.Helper(); return eval[string](b, js) }

func (b *tab) quiet() {
	b.mu.Lock()
	b.complaints = nil
	b.mu.Unlock()
}

// put gives the first field of a widget a text as if somebody had typed it.
func put(v visitor, spec *lab.Spec, text string) { v.text(putting(spec, text)) }

// putting is what [put] asks a browser.
func putting(spec *lab.Spec, text string) string {
	return fmt.Sprintf(`(() => {
		const form = document.getElementById(%q), field = form.querySelector(".fields input:not(.slider)") ?? form.querySelector("textarea");
		field.focus();
		field.value = %q;
		field.dispatchEvent(new InputEvent("input", { bubbles: true }));
		return "";
	})()`, spec.ID, text)
}

// endings end the program in the middle of its work for a widget whose state has the
// text "666" in it, each in another way; as often as it works for that.
const endings = `
window.ending = "";
window.ended = 0;
const ways = {
	overflow: () => { const deeper = () => deeper() + 1; deeper(); },
	unreachable: () => new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11]))).exports.f(),
	exit: (go, sp) => { go["runtime.wasmExit"](sp); throw new Error("went on after its exit"); },
};
let called = false, now = false; // by the program, to look at the clock; the runtime does so by itself
const clock = Performance.prototype.now;
Performance.prototype.now = function () {
	if (called && window.ending && partitionlab.at >= 0 && partitionlab.widgets[partitionlab.at].state?.includes("666")) {
		ended++;
		if (ending === "panic") throw new Error("wanted");
		now = true;
	}
	return clock.call(this);
};
` + endsNow

// endsNow ends the program in its next call of the page where now says so, by the way
// that ending names; called is true while the program calls.
const endsNow = `
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = (program, imports) => {
	const go = imports.gojs, call = go["syscall/js.valueCall"];
	go["syscall/js.valueCall"] = (sp) => {
		if (now) {
			now = false;
			ways[ending](go, sp);
		}
		const before = called;
		called = true;
		call(sp);
		called = before;
	};
	return instantiate.call(WebAssembly, program, imports);
};
`

// survives holds that a page outlives whatever ends its program.
func survives(t *testing.T, v visitor, site *Site, root string) {
	t.Helper()
	p := chapterPage(t, site)
	first, second := p.Widgets[0], p.Widgets[1]
	const widget = `document.querySelector("[data-lab]")`
	for _, way := range []string{"overflow", "unreachable", "exit", "panic"} {
		v.visit(root+p.Path, len(p.Widgets))
		v.text(`ending = "` + way + `"`)
		put(v, first, "666")
		v.until(way+": the page says so", widget+`.classList.contains("failed") && /What you typed is kept/.test(`+widget+`.querySelector(".lab-message").textContent)`)
		v.until(way+": all others are attached", `[...document.querySelectorAll("[data-lab]")].every((w) => w.dataset.attached)`)
		if got := v.text(widget + `.querySelector(".fields input:not(.slider)").value`); got != "666" {
			t.Errorf("%s: of what was typed, %q is left", way, got)
		}
		if got := v.text(`String(` + widget + `.classList.contains("waiting"))`); got != "true" {
			t.Errorf("%s: the old answer is not marked", way)
		}
		if got := v.text(`getComputedStyle(` + widget + `.querySelector(".answer"), "::before").content`); !strings.Contains(got, "Before: ") {
			t.Errorf("%s: the old answer says %q in front", way, got)
		}
		// What ended the program once is not tried again; the others go on.
		v.same(way+": another widget", second, v.change(second))
		if got := v.text(`String(ended)`); got != "1" {
			t.Errorf("%s: ended %s times", way, got)
		}
		put(v, first, "7")
		v.same(way+": with another input", first, lab.Inputs{firstKey(first): "7"})
		if got := v.text(widget + `.className + ` + widget + `.querySelector(".lab-message").textContent`); got != "lab" {
			t.Errorf("%s: in the end %q is left", way, got)
		}
		v.quiet()
	}
}

// firstKey is the key of the first field that a widget shows.
func firstKey(spec *lab.Spec) string {
	form := lab.Run(spec, nil).View
	first := func(tag string) (key string) {
		if n := form.Find(func(n *view.Node) bool { _, is := n.Attr("data-input"); return is && n.Tag == tag }); n != nil {
			key, _ = n.Attr("data-input")
		}
		return key
	}
	if key := first("input"); key != "" {
		return key
	}
	return first("textarea")
}

// pageAt is the page of a site at a path.
func pageAt(t *testing.T, site *Site, path string) Page {
	t.Helper()
	i := slices.IndexFunc(site.Pages, func(p Page) bool { return p.Path == path })
	if i < 0 {
		t.Fatal("there is no page " + path)
	}
	return site.Pages[i]
}

// pageOfKind is a page that has one widget, of a kind.
func pageOfKind(t *testing.T, site *Site, kind string) Page {
	t.Helper()
	for _, p := range site.Pages {
		if strings.HasPrefix(p.Path, "widget/") && p.Widgets[0].Kind == kind && !p.Widgets[0].Cover {
			return p
		}
	}
	t.Fatal("no page of its own has a widget " + kind)
	return Page{}
}

func TestProgramThatEndsStartsAgain(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	survives(t, open(t, endings), site, root)
}

// unreliable serves a site; requests for a file are lost as often as is said, each in
// another way.
func unreliable(t *testing.T, site *Site, name string, lost int64) (root string, left *atomic.Int64) {
	s := NewServer("test")
	s.Show(site, nil)
	left = new(atomic.Int64)
	left.Store(lost)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.URL.Path, name) {
			s.ServeHTTP(w, r)
			return
		}
		switch n := left.Add(-1); {
		case n < 0:
			s.ServeHTTP(unkept{w}, r)
		case n%3 == 0:
			http.Error(w, "later", http.StatusServiceUnavailable)
		case n%3 == 1:
			w.Header().Set("Content-Length", "1000000")
			w.Header().Set("Content-Type", "application/wasm")
			w.Write([]byte("\x00asm\x01\x00\x00\x00"))
			panic(http.ErrAbortHandler) // the connection ends
		default:
			panic(http.ErrAbortHandler)
		}
	}))
	t.Cleanup(web.Close)
	return web.URL + "/", left
}

// An unkept answer is asked for again each time: what a browser has kept is not lost.
type unkept struct{ http.ResponseWriter }

func (w unkept) WriteHeader(status int) {
	w.Header().Set("Cache-Control", "no-store")
	w.ResponseWriter.WriteHeader(status)
}

// startsAgain holds that requests for the program may be lost.
func startsAgain(t *testing.T, v visitor, site *Site) {
	t.Helper()
	p := chapterPage(t, site)
	for name, times := range map[string]int64{".wasm": 3, "wasm_exec": 3, "/loader": 2} {
		root, _ := unreliable(t, site, name, times)
		v.visit(root+p.Path, len(p.Widgets)) // waits for the program
		v.quiet()
	}
	// Without the loader the program does not write that an answer is old: styles do.
	root, left := unreliable(t, site, "/loader", 1e9)
	v.visit(root+p.Path, 0)
	of := `document.querySelector("[data-lab]")`
	v.until("the answer is in sight", `getComputedStyle(`+of+`.querySelector(".results")).opacity === "1"`)
	v.text(`([...` + of + `.querySelectorAll("[data-input]")].find((f) => f.type !== "hidden" && f.checkVisibility()).dispatchEvent(new InputEvent("input", { bubbles: true })), "")`)
	v.until("it is marked as old", `getComputedStyle(`+of+`.querySelector(".results")).opacity < 1 && getComputedStyle(`+of+`.querySelector(".answer"), "::before").content.includes("Before")`)
	left.Store(0)
	v.same("without the loader", p.Widgets[0], v.change(p.Widgets[0]))
	root, left = unreliable(t, site, ".wasm", 1e9)
	v.visit(root+p.Path, 0)
	v.text(`(scrollTo(0, document.querySelector("[data-lab]").offsetTop), "")`)
	v.until("it gives up", `document.documentElement.classList.contains("lab-off") && /tries again when you touch it/.test(document.querySelector(".lab-message").textContent)`)
	v.quiet()
	left.Store(0)
	v.same("after a touch", p.Widgets[0], v.change(p.Widgets[0]))
	v.until("nothing is left of it", `document.documentElement.classList.contains("lab-on") && !document.documentElement.classList.contains("lab-off") && document.querySelector(".lab-message").textContent === ""`)
}

func TestLostProgramIsAskedForAgain(t *testing.T) {
	t.Parallel()
	site, _ := realSite(t, "http://127.0.0.1:8080/")
	startsAgain(t, open(t), site)
}

// translators are what other programs do to the nodes of a page, and where.
var translators = []struct{ name, js string }{
	{"a translator that wraps texts", `
		document.documentElement.classList.add("translated-ltr");
		document.documentElement.lang = "de";
		for (const text of texts) {
			const outer = document.createElement("font"), inner = document.createElement("font");
			outer.append(inner);
			text.replaceWith(outer);
			inner.append("ü " + text.nodeValue);
		}`},
	{"a translator that changes texts", `for (const text of texts) text.nodeValue = "ü " + text.nodeValue;`},
	{"an extension that adds nodes", `
		for (const field of form.querySelectorAll("input, textarea, .answer, p")) {
			field.before(document.createComment("here"), document.createElement("span"));
		}`},
	{"a script that removes nodes", `for (const part of [...form.querySelectorAll(".answer, .field-note, .models, svg, .findings, .schema")]) part.remove();`},
	{"a script that empties the form", `form.replaceChildren();`},
	{"a script that takes the form away", `form.remove();`},
	{"a script that moves the form elsewhere", `document.body.append(form);`},
	{"a script that leaves the form alone", `lab.replaceWith(form);`},
	{"a script that takes the messages away", `for (const p of lab.querySelectorAll(".lab-message, .live")) p.remove();`},
}

// rewrites holds that an answer is right, whatever others have done to its nodes.
func rewrites(t *testing.T, v visitor, site *Site, root string) {
	t.Helper()
	for _, kind := range []string{"size", "check", "run"} {
		p := pageOfKind(t, site, kind)
		spec := p.Widgets[0]
		for _, x := range translators {
			v.visit(root+"rules/", 0) // the same page once more would keep what was typed, and this one would offer it
			v.text(`(sessionStorage.clear(), "")`)
			v.visit(root+p.Path, 1)
			v.same(x.name+": before", spec, nil)
			v.text(translated(spec.ID, x.js))
			text := "500"
			if kind != "size" {
				text = "SELECT x FROM y;"
			}
			if v.text(fmt.Sprintf(`String(Boolean(document.querySelector("#%s input, #%s textarea")))`, spec.ID, spec.ID)) == "true" {
				put(v, spec, text)
				v.same(x.name, spec, lab.Inputs{firstKey(spec): text})
				if got := v.text(`document.activeElement.dataset.input ?? document.activeElement.tagName`); got != firstKey(spec) {
					t.Errorf("%s: %s: the focus is in %s", kind, x.name, got)
				}
				continue
			}
			v.text(`(() => { history.replaceState(null, "", "#` + firstKey(spec) + "=" + strings.ReplaceAll(text, " ", "%20") + `"); dispatchEvent(new HashChangeEvent("hashchange")); return ""; })()`)
			v.same(x.name, spec, lab.Inputs{firstKey(spec): text})
		}
	}
	translates(t, v, site, root, "size", "check", "run")
}

// translates holds for widgets of all other kinds that an answer is right while a translator
// is at work: one that can be changed, without a cover, is enough of each.
func translates(t *testing.T, v visitor, site *Site, root string, done ...string) {
	t.Helper()
	for _, p := range site.Pages {
		if !strings.HasPrefix(p.Path, "widget/") || p.Widgets[0].Cover || slices.Contains(done, p.Widgets[0].Kind) {
			continue
		}
		spec := p.Widgets[0]
		done = append(done, spec.Kind)
		v.visit(root+p.Path, 1)
		v.text(translated(spec.ID, translators[0].js))
		in := v.change(spec)
		if _, nothing := in[""]; nothing {
			continue
		}
		v.same(spec.Kind+", translated", spec, in)
	}
}

// translated lets others do something to the texts of a widget.
func translated(id, js string) string {
	return fmt.Sprintf(`(() => {
		const form = document.getElementById(%q), lab = form.parentNode, texts = [];
		const walk = document.createTreeWalker(form, NodeFilter.SHOW_TEXT);
		while (walk.nextNode()) if (!walk.currentNode.parentElement.closest("textarea, select, [translate=no]")) texts.push(walk.currentNode);
		%s
		return "";
	})()`, id, js)
}

func TestAnswerStaysRightWhateverOthersDo(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	rewrites(t, open(t), site, root)
}

// TestFieldThatWasMovedIsHeard: what is typed, chosen or pulled in a field that a script has moved out
// of its form counts, and the field goes back to its place.
func TestFieldThatWasMovedIsHeard(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	moved := func(p Page, field, use, typed string, in lab.Inputs) {
		t.Helper()
		spec := p.Widgets[0]
		what := spec.Kind + " " + field
		b.visit(root+"rules/", 0) // the same page once more would offer what was typed
		eval[bool](b, `(sessionStorage.clear(), true)`)
		b.visit(root+p.Path, 1)
		b.same(what+": before", spec, nil)
		eval[bool](b, fmt.Sprintf(`(document.body.append(window.field = document.querySelector('#%s %s')), %s, true)`, spec.ID, field, use))
		if typed != "" {
			b.typing(typed)
		}
		b.same(what, spec, in)
		if got := eval[string](b, fmt.Sprintf(`String(document.querySelectorAll('%s').length === document.querySelectorAll('#%s %[1]s').length) + document.activeElement.tagName`, field, spec.ID)); got != "trueINPUT" && got != "trueTEXTAREA" {
			t.Errorf("%s: all fields are in their form, and the focus in one of them: %s", what, got)
		}
	}
	const focus = `field.focus(), field.setSelectionRange(0, 0)`
	size, check := pageOfKind(t, site, "size"), pageOfKind(t, site, "check")
	key := firstKey(size.Widgets[0])
	was, _ := size.Widgets[0].Default(key)
	own, _ := check.Widgets[0].Default("q")
	moved(size, fmt.Sprintf("[data-input=%s]", key), focus, "1", lab.Inputs{key: "1" + was})
	moved(check, "textarea", focus, "SELECT x FROM y; ", lab.Inputs{"q": "SELECT x FROM y; " + own})
	// Meanwhile the form has another one in its place.
	other := fmt.Sprintf(`(() => { const f = [...document.querySelectorAll("#%s input:not(.slider)")].find((f) => f.dataset.input !== %q); f.focus(); f.value = "3"; f.dispatchEvent(new InputEvent("input", { bubbles: true })); return f.dataset.input; })()`, size.Widgets[0].ID, key)
	b.visit(root+size.Path, 1)
	moved(size, fmt.Sprintf("[data-input=%s]", key), other+", "+focus, "1", lab.Inputs{key: "1" + was, b.text(other): "3"})
}

// manualPatience lets a test say when the time is over that nothing may come for.
const manualPatience = `
	window.waits = [];
	{
		const set = setTimeout;
		window.setTimeout = (f, ms, ...more) => ms === 10000 ? waits.push(f) : set(f, ms, ...more);
	}`

// TestHangingRequestIsGivenUp: of the first request for the program nothing ever comes.
func TestHangingRequestIsGivenUp(t *testing.T) {
	t.Parallel()
	site, _ := realSite(t, "http://127.0.0.1:8080/")
	s := NewServer("test")
	s.Show(site, nil)
	var asked atomic.Int64
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".wasm") && asked.Add(1) == 1 {
			<-r.Context().Done()
			return
		}
		s.ServeHTTP(w, r)
	}))
	t.Cleanup(web.Close)
	p := pageAt(t, site, "check/")
	b := open(t, manualPatience)
	b.visit(web.URL+"/"+p.Path, 0)
	b.until("somebody watches the request", `(document.querySelector("[data-lab] textarea").focus(), waits.length > 0)`)
	for asked.Load() == 0 {
		eval[bool](b, `new Promise((done) => setTimeout(() => done(true), 50))`)
	}
	eval[bool](b, `(waits.at(-1)(), true)`)
	b.until("the program is there", `document.documentElement.classList.contains("lab-on")`)
	b.same("then", p.Widgets[0], b.change(p.Widgets[0]))
	if n := eval[int](b, `waits.length`); n < 5 {
		t.Errorf("what comes is not noticed: the time began %d times", n)
	}
}

// TestLoadingIsSaid: who waits for the program is told once a request was lost, and when the answer to
// one is long in coming; nothing is left of that when it is there.
func TestLoadingIsSaid(t *testing.T) {
	t.Parallel()
	site, _ := realSite(t, "http://127.0.0.1:8080/")
	p := pageAt(t, site, "check/")
	const held = `window.waits = {}; { const set = setTimeout; window.setTimeout = (f, ms, ...more) => ms === 500 && !waits[500] || ms === 15000 ? (waits[ms] = () => f(...more), 0) : set(f, ms, ...more); }`
	const message = `document.querySelector(".lab-message").textContent`
	said := func(b *tab, what string) {
		t.Helper()
		b.until("it says "+what, message+`.startsWith("`+what+`")`)
		eval[bool](b, `(document.querySelector("[data-lab] textarea").dispatchEvent(new InputEvent("input", { bubbles: true })), true)`)
		if got := b.text(message); got != what+" The answer still belongs to the inputs before." {
			t.Errorf("to whoever types it says %q", got)
		}
	}
	there := func(b *tab) {
		t.Helper()
		b.until("the program is there, and nothing is said of it", `document.documentElement.classList.contains("lab-on") && `+message+` === ""`)
	}

	lost, _ := unreliable(t, site, ".wasm", 1)
	b := open(t, held)
	b.visit(lost+p.Path, 0)
	said(b, "The calculator could not be loaded, and is tried again.")
	eval[bool](b, `(waits[500](), true)`)
	there(b)
	b.quiet()

	s, answer := NewServer("test"), make(chan bool)
	s.Show(site, nil)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".wasm") {
			select {
			case <-answer:
			case <-r.Context().Done():
			}
		}
		s.ServeHTTP(w, r)
	}))
	t.Cleanup(web.Close)
	b = open(t, held)
	b.visit(web.URL+"/"+p.Path, 0)
	b.until("it waits", `waits[15000]`)
	eval[bool](b, `(waits[15000](), true)`)
	said(b, "The calculator is still loading.")
	close(answer)
	there(b)
}

// TestOldMarksAreDimmed: while the program cannot be loaded, the marks of the text before
// are as dim as its answer, and what explains that is in sight.
func TestOldMarksAreDimmed(t *testing.T) {
	t.Parallel()
	site, _ := realSite(t, "http://127.0.0.1:8080/")
	root, _ := unreliable(t, site, ".wasm", 1e9)
	p := pageAt(t, site, "check/")
	b := open(t)
	b.size(390, 800)
	b.visit(root+p.Path, 0)
	put(b, p.Widgets[0], "SELECT a FROM b;")
	b.until("it gives up", `document.documentElement.classList.contains("lab-off")`)
	b.quiet()
	const message = `document.querySelector(".lab-message").textContent`
	const want = "The calculator cannot be loaded now. It tries again when you touch it. The answer still belongs to the inputs before."
	if got := b.text(message); got != want {
		t.Errorf("it says %q", got)
	}
	// Whoever touches it hears the same once more.
	put(b, p.Widgets[0], "SELECT c FROM d;")
	b.until("it tries again", `document.documentElement.classList.contains("lab-loading") && `+message+`.endsWith("The answer still belongs to the inputs before.")`)
	b.until("it gives up again", `document.documentElement.classList.contains("lab-off")`)
	if got := b.text(message); got != want {
		t.Errorf("once more it says %q", got)
	}
	b.quiet()
	if got := eval[string](b, `getComputedStyle(document.querySelector(".code-mirror")).opacity`); got != "0.55" {
		t.Errorf("the marks have opacity %s", got)
	}
	if !eval[bool](b, `(() => {
		document.querySelector(".code-text").scrollIntoView({ block: "start", behavior: "instant" });
		const { top, bottom, height } = document.querySelector(".lab-message").getBoundingClientRect();
		return height > 0 && top >= 0 && bottom <= innerHeight;
	})()`) {
		t.Error("the message is out of sight")
	}
}

// goesBack holds that text and answer belong together on the way back to a page that was left,
// also in the moment after a key, whether the browser has kept the page as it was or loads it
// again: it keeps none that asks to hear of its end.
func goesBack(t *testing.T, v visitor, site *Site, root string) {
	t.Helper()
	for _, x := range []struct{ kind, text, last string }{{"check", "SELECT a FROM b;", "SELECT c FROM d;"}, {"size", "500", "70"}} {
		p := pageOfKind(t, site, x.kind)
		spec := p.Widgets[0]
		for _, listens := range []string{"", `addEventListener("unload", () => {});`} {
			v.visit(root+"rules/", 0)
			v.text(`(sessionStorage.clear(), "")`)
			v.visit(root+p.Path, 1)
			put(v, spec, x.text)
			v.same("before it is left", spec, lab.Inputs{firstKey(spec): x.text})
			there := fmt.Sprintf(`location.pathname.endsWith(%q) && document.readyState === "complete" && `, "/"+p.Path)
			back := func(what, leave, text string) {
				t.Helper()
				v.text(`(() => { ` + listens + ` window.stays = true; ` + leave + ` setTimeout(() => location.assign("/rules/")); return ""; })()`)
				v.until(what+": another page", `location.pathname === "/rules/" && document.readyState === "complete"`)
				v.text(`(setTimeout(() => history.back()), "")`)
				v.until(what+": back", there+`document.documentElement.classList.contains("lab-on")`)
				t.Logf("%s, %s: the browser has kept the page: %s", x.kind, what, v.text(`String(Boolean(window.stays))`))
				v.same(what, spec, lab.Inputs{firstKey(spec): text})
			}
			back("answered", "", x.text)
			back("in the moment after a key", putting(spec, x.last)+";", x.last)
			v.text(`(setTimeout(() => history.forward()), "")`)
			v.until("forward", `location.pathname === "/rules/" && document.readyState === "complete"`)
			v.text(`(setTimeout(() => history.back()), "")`)
			v.until("back once more", there+`document.documentElement.classList.contains("lab-on")`)
			v.same("back once more", spec, lab.Inputs{firstKey(spec): x.last})
		}
	}
}

func TestWayBack(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "")
	goesBack(t, open(t), site, root)
}
