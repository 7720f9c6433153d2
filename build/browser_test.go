package build

import (
	"context"
	_ "embed"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"regexp"
	goruntime "runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"partitionlab/build/shrink"
	"partitionlab/wasm/lab"
	"partitionlab/wasm/view"
)

// The tests in this file look at the real site in a real Chromium: one browser
// for all of them, a tab for each page.

//go:embed testdata/axe/axe.min.js
var axe string

// browserOptions say which Chromium is started, and how.
func browserOptions() ([]chromedp.ExecAllocatorOption, error) {
	path := os.Getenv("CHROMIUM")
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); path == "" && err == nil {
			path = found
		}
	}
	if path == "" {
		return nil, fmt.Errorf("no Chromium: `make test` installs one, or set CHROMIUM to where it lies")
	}
	return append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("hide-scrollbars", false), disableFeatures()), nil
}

// disableFeatures turns off what no page has: what chromedp does, further features, and the
// popup of the address bar, for which a Chromium loads pages of its own into every window.
func disableFeatures(further ...string) chromedp.ExecAllocatorOption {
	all := append([]string{"Translate", "BlinkGenPropertyTrees", "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "AimEnabled"}, further...)
	return chromedp.Flag("disable-features", strings.Join(all, ","))
}

// browser starts Chromium once.
var browser = sync.OnceValues(func() (context.Context, error) {
	options, err := browserOptions()
	if err != nil {
		return nil, err
	}
	ctx, _ := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(ctx)
	stopBrowser = func() { chromedp.Cancel(ctx); cancel() }
	return ctx, chromedp.Do(ctx, chromedp.Navigate("about:blank"))
})

var stopBrowser = func() {}

var stopFirefox = func() {}

func TestMain(m *testing.M) {
	// A test that looks at pages waits for them most of the time: one more than there are
	// processors runs at once, where nobody says how many.
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if !given {
		flag.Set("test.parallel", strconv.Itoa(goruntime.GOMAXPROCS(0)+1))
	}
	code := m.Run()
	stopBrowser()
	stopFirefox()
	os.Exit(code)
}

// realProgram is compiled once.
var realProgram = sync.OnceValues(func() (Program, error) { return CompileProgram("..", shrink.All) })

// A realBuild is the site of the repository for one address.
type realBuild struct {
	site     *Site
	problems []Problem
	err      error
}

var (
	realBuilds     = map[string]func() realBuild{} // by address, and whether browsers keep it
	realBuildsLock sync.Mutex
)

// builtSite is the site of the repository, built once for each address. Whoever gets it
// may exchange its files.
func builtSite(t testing.TB, base string, offline bool) (*Site, []Problem) {
	t.Helper()
	key := fmt.Sprint(base, offline)
	realBuildsLock.Lock()
	build := realBuilds[key]
	if build == nil {
		build = sync.OnceValue(func() realBuild {
			builder, err := realBuilder(base, nil)
			if err != nil {
				return realBuild{err: err}
			}
			builder.Offline = offline
			site, problems := builder.Build()
			return realBuild{site, problems, nil}
		})
		realBuilds[key] = build
	}
	realBuildsLock.Unlock()
	built := build()
	if built.err != nil {
		t.Fatal(built.err)
	}
	site := *built.site
	site.Files = maps.Clone(site.Files)
	return &site, built.problems
}

// realBuilder builds the site of the repository, some of its files exchanged.
func realBuilder(base string, changes map[string]string) (*Builder, error) {
	program, err := realProgram()
	if err != nil {
		return nil, err
	}
	source, err := OpenSource("..")
	if err != nil {
		return nil, err
	}
	return New(changedFS{source, changes}, base, program)
}

// realSite is the site of the repository.
func realSite(t testing.TB, base string) (*Site, []Problem) {
	t.Helper()
	return builtSite(t, base, false)
}

func serve(t testing.TB, base string) (*Site, string) {
	t.Helper()
	site, _ := realSite(t, base)
	s := NewServer("test")
	s.Show(site, nil)
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	return site, web.URL + site.Base.Path
}

// A tab is one page in the browser with what it complained about.
type tab struct {
	t   testing.TB
	ctx context.Context

	mu         sync.Mutex
	complaints []string
	hosts      map[string]bool // that it asked
}

// watchPage notes layout shifts and policy violations from the first moment on.
const watchPage = `
// What follows an input within half a second is no shift; on a machine that runs other
// tests beside this one the answer may take longer: until it is there, see same.
const moved = [], inputs = [];
let answered = -Infinity;
for (const type of ["input", "change", "click"]) addEventListener(type, (e) => { inputs.push(e.timeStamp); }, true);
window.answerIsThere = () => { answered = performance.now() + 500; return true; };
// A shift is told of late, when more keys may have been pressed: it is of the last before it.
Object.defineProperty(window, "shifts", { get: () => moved.filter((m) => {
  const input = inputs.findLast((at) => at < m.at);
  return input === undefined || m.at > Math.max(input + 3000, answered);
}).map((m) => m.text) });
new PerformanceObserver((list) => {
  for (const e of list.getEntries()) if (!e.hadRecentInput) moved.push({ at: e.startTime, text: e.value.toFixed(4) + " " + e.sources.map((s) => {
    const n = s.node?.nodeType === 3 ? s.node.parentElement : s.node;
    const places = [s.previousRect, s.currentRect].map((r) => [r.x, r.y, r.width, r.height].map(Math.round).join(" "));
    return (n ? n.tagName + "." + (n.getAttribute("class") ?? n.id) : "?") + " " + places.join(" → ");
  }).join(",") });
}).observe({ type: "layout-shift", buffered: true });
window.violations = [];
addEventListener("securitypolicyviolation", (e) => violations.push(e.effectiveDirective + " " + e.blockedURI + " " + e.sample));
`

// open opens an empty tab for a few minutes. Each script is run in every document before
// its own.
func open(t *testing.T, scripts ...string) *tab {
	t.Helper()
	b := openLong(t, scripts...)
	ctx, stop := context.WithTimeout(b.ctx, patience)
	t.Cleanup(stop)
	b.ctx = ctx
	return b
}

// patience is how long a look at one page may take.
const patience = 3 * time.Minute

// openLong opens an empty tab until the test ends.
func openLong(t testing.TB, scripts ...string) *tab {
	t.Helper()
	if testing.Short() {
		t.Skip("looks at pages in a browser")
	}
	root, err := browser()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(root, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	return watched(t, ctx, scripts...)
}

// A tabPool is a few tabs that look at many pages in turn. What a tab has compiled for
// one page it has for the next, which saves most of the time; what a page has kept of its
// reader is forgotten.
type tabPool struct {
	t    *testing.T // that has them open
	tabs chan *tab
}

// openPool opens tabs for the subtests of a test.
func openPool(t *testing.T, size int) *tabPool {
	t.Helper()
	p := &tabPool{t, make(chan *tab, size)}
	for range size {
		p.tabs <- p.open()
	}
	return p
}

func (p *tabPool) open() *tab {
	return openLong(p.t, "try { localStorage.clear(); sessionStorage.clear(); } catch {}")
}

// take waits for a tab, which the test gives back at its end.
func (p *tabPool) take(t *testing.T) *tab {
	t.Helper()
	b := <-p.tabs
	long := b.ctx
	ctx, stop := context.WithTimeout(long, patience)
	b.t, b.ctx = t, ctx
	b.mu.Lock()
	b.complaints, b.hosts = nil, map[string]bool{}
	b.mu.Unlock()
	t.Cleanup(func() {
		stop()
		if b.ctx = long; t.Failed() { // whatever state it is in
			b = p.open()
		}
		p.tabs <- b
	})
	b.size(1280, 900)
	return b
}

// watched is a tab that notes what it complains about and whom it asks.
func watched(t testing.TB, ctx context.Context, scripts ...string) *tab {
	t.Helper()
	b := &tab{t: t, ctx: ctx, hosts: map[string]bool{}}
	err := chromedp.Listen(ctx, func(ev any) {
		complain := func(s string) {
			b.mu.Lock()
			b.complaints = append(b.complaints, s)
			b.mu.Unlock()
		}
		switch ev := ev.(type) {
		case *runtime.EventExceptionThrown:
			complain(fmt.Sprintf("exception: %+v", ev.ExceptionDetails))
		case *runtime.EventConsoleAPICalled:
			if ev.Type == "error" || ev.Type == "warning" {
				complain(fmt.Sprintf("console: %s", ev.Args[0].Value))
			}
		case *cdplog.EventEntryAdded:
			if ev.Entry.Level == "error" || ev.Entry.Level == "warning" {
				complain("log: " + ev.Entry.Text + " " + ev.Entry.URL)
			}
		case *network.EventRequestWillBeSent:
			if host, found := strings.CutPrefix(ev.Request.URL, "http://"); found {
				host, _, _ = strings.Cut(host, "/")
				b.mu.Lock()
				b.hosts[host] = true
				b.mu.Unlock()
			} else if !strings.HasPrefix(ev.Request.URL, "data:") && !strings.HasPrefix(ev.Request.URL, "blob:") && !strings.HasPrefix(ev.Request.URL, "about:") {
				complain("asked for " + ev.Request.URL)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, script := range append(scripts, watchPage) {
		_, err = chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: "{" + script + "\n}"})
		if err != nil {
			t.Fatal(err)
		}
	}
	b.size(1280, 900)
	return b
}

func (b *tab) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.t.Fatalf("%s: %v", what, err)
	}
}

func (b *tab) size(width, height int64) {
	b.t.Helper()
	b.do("resize", chromedp.EmulateViewport(width, height))
}

// slow makes the page's processor so many times slower.
func (b *tab) slow(times float64) {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: times}); err != nil {
		b.t.Fatal(err)
	}
}

func eval[T any](b *tab, js string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](js, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: %v", js, err)
	}
	return v
}

// until waits for a condition of the page.
func (b *tab) until(what, js string) {
	b.t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(15 * time.Millisecond) {
		ok, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool]("Boolean("+js+")"))
		if ok {
			return
		}
		if time.Now().After(deadline) { // an error may be a page that is just being left
			b.mu.Lock()
			defer b.mu.Unlock()
			b.t.Fatalf("waited in vain: %s; %v; complaints: %q", what, err, b.complaints)
		}
	}
}

// visit opens a page and, where it has widgets, waits for the program.
func (b *tab) visit(url string, widgets int) {
	b.t.Helper()
	b.do("open "+url, chromedp.Navigate(url))
	if widgets > 0 {
		b.until("the calculator is in the page", `document.querySelector("[data-lab]")`)
		b.do("scroll", chromedp.Evaluate[chromedp.Void](`document.querySelector("[data-lab]").scrollIntoView()`))
		b.until("the program has attached", `document.documentElement.classList.contains("lab-on")`)
	} else { // a busy machine may still be between two pages
		b.until("the page is loaded", `document.readyState === "complete"`)
	}
}

// reload loads the page again and waits until it is another one: the old one holds what
// the new one will hold, and takes clicks that are lost.
func (b *tab) reload() {
	b.t.Helper()
	eval[bool](b, `(window.old = true, location.reload(), true)`)
	b.until("the page is loaded again", `!window.old && document.readyState === "complete"`)
}

// withoutScript lets no page run a script.
func (b *tab) withoutScript() {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		b.t.Fatal(err)
	}
}

// emulate sets a medium and a colour scheme.
func (b *tab) emulate(medium, scheme string) {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: medium,
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}}})
	if err != nil {
		b.t.Fatal(err)
	}
	b.until("the medium", fmt.Sprintf(`matchMedia("print").matches === %t && matchMedia("(prefers-color-scheme: dark)").matches === %t`, medium == "print", scheme == "dark"))
	eval[bool](b, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`) // and the styles follow it
}

// content tells what no page may do: complain, break the policy, ask others.
func (b *tab) content(url string) {
	b.t.Helper()
	for _, v := range eval[[]string](b, "window.violations ?? []") {
		b.t.Errorf("breaks the policy: %s", v)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.complaints {
		b.t.Errorf("complains: %s", c)
	}
	b.complaints = nil
	own, _, _ := strings.Cut(strings.TrimPrefix(url, "http://"), "/")
	for host := range b.hosts {
		if host != own {
			b.t.Errorf("asks another host: %s", host)
		}
	}
}

// form is the HTML of a widget as the page holds it. A parser drops a line feed at the
// beginning of some elements, and a browser writes none for it to drop.
func (b *tab) form(id string) string {
	b.t.Helper()
	return eval[string](b, formOf(id))
}

// formOf is what [tab.form] asks a browser.
func formOf(id string) string {
	return fmt.Sprintf(`(() => {
		const w = document.getElementById(%q).cloneNode(true);
		for (const e of w.querySelectorAll("pre, textarea, listing")) if (e.firstChild?.data?.startsWith("\n")) e.prepend("\n");
		for (const e of w.querySelectorAll("[data-marks]")) e.replaceChildren(); // the loader's own, see underlay
		return w.outerHTML;
	})()`, id)
}

// canonical writes HTML with sorted attributes, a tag a line, so that a difference
// is easy to see. Attributes that a reader's hand sets (an opened disclosure) are
// left out where without says so.
func canonical(text string, without ...string) []string {
	// Without an element around it the parser panics at a form, and says so by an error.
	nodes, err := html.ParseFragment(strings.NewReader(text), &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body})
	if err != nil {
		panic(err) // two texts that cannot be read are not alike
	}
	var lines []string
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		switch n.Type {
		case html.TextNode:
			lines = append(lines, n.Data)
		case html.ElementNode:
			var attrs []string
			for _, a := range n.Attr {
				if !slices.Contains(without, a.Key) {
					attrs = append(attrs, fmt.Sprintf("%s=%q", a.Key, a.Val))
				}
			}
			slices.Sort(attrs)
			lines = append(lines, "<"+n.Data+" "+strings.Join(attrs, " ")+">")
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
		if n.Type == html.ElementNode {
			lines = append(lines, "</"+n.Data+">")
		}
	}
	for _, n := range nodes {
		walk(n)
	}
	return lines
}

// difference names the first place where two widgets differ.
func difference(got, want string) string {
	return firstDifference(canonical(got, "open"), canonical(want, "open"))
}

// TestDifferencesAreSeen: what browsers show is compared with what the core says by this.
func TestDifferencesAreSeen(t *testing.T) {
	const form = `<form class="widget"><div><p title="a">one</p></div></form>`
	if got := difference(form, form); got != "" {
		t.Errorf("of the same form: %s", got)
	}
	for _, other := range []string{strings.Replace(form, "one", "two", 1), strings.Replace(form, `"a"`, `"b"`, 1), strings.Replace(form, "p", "q", 1), `<form class="widget"></form>`} {
		if difference(form, other) == "" {
			t.Errorf("%s is said to be %s", other, form)
		}
	}
}

func firstDifference(a, b []string) string {
	for i := range max(len(a), len(b)) {
		x, y := "(end)", "(end)"
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			return fmt.Sprintf("the page has %s, the core says %s", x, y)
		}
	}
	return ""
}

// same waits until the page shows what the core says.
func (b *tab) same(what string, spec *lab.Spec, in lab.Inputs) {
	b.t.Helper()
	want := canonical(view.HTML(lab.Run(spec, in).View), "open")
	diff := "the page does not say"
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); { // as until: the program may not be there yet
		form, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](newFormOf(spec.ID), chromedp.EvalAwaitPromise))
		if err != nil { // a page that is just being left
			diff = err.Error()
			time.Sleep(15 * time.Millisecond)
			continue
		}
		if diff = firstDifference(canonical(form, "open"), want); diff == "" {
			if in != nil {
				eval[bool](b, "window.answerIsThere?.() ?? true")
			}
			return
		}
	}
	b.t.Errorf("%s: %s: %s", spec.ID, what, diff)
}

// newFormOf is [formOf] once it is another one than the last that was looked at, or after
// a moment.
func newFormOf(id string) string {
	return fmt.Sprintf(`(async () => {
		const now = () => %s;
		let form = now();
		if (form === window.lookedAt) {
			await new Promise((done) => {
				new MutationObserver((_, o) => { o.disconnect(); done(); }).observe(document.getElementById(%q), { subtree: true, childList: true, attributes: true, characterData: true });
				setTimeout(done, 300);
			});
			form = now();
		}
		return window.lookedAt = form;
	})()`, formOf(id), id)
}

// change gives a widget other inputs by hand, and says which. It types into the
// first field, or at the end of the text of a widget without fields; where there is
// nothing to type, it takes the last of what is offered, or moves that up.
func (b *tab) change(spec *lab.Spec) lab.Inputs {
	b.t.Helper()
	at := eval[[]string](b, changeOf(spec))
	if typed := at[0]; typed != "" {
		b.typing(typed)
	}
	return lab.Inputs{at[1]: at[2]}
}

// changeOf prepares the change of a widget in a browser: it tells what is to be typed,
// if anything is, and the key and the value of the input that follow from it.
func changeOf(spec *lab.Spec) string {
	return fmt.Sprintf(`(() => {
		const w = document.getElementById(%q);
		const field = [...w.querySelectorAll(".fields input:not(.slider), .inputs input[data-input]:not([type=radio], [type=hidden], [type=checkbox])")].find((e) => e.checkVisibility());
		if (field) { field.focus(); field.setSelectionRange(0, 0); return ["1", field.dataset.input, "1" + field.value]; }
		const text = w.querySelector("textarea"), more = " CREATE TABLE x (a int);";
		if (text && !text.checkVisibility()) { // behind an editor, which takes over what it holds
			text.value += more;
			text.dispatchEvent(new InputEvent("input", { bubbles: true }));
			return ["", text.dataset.input, text.value];
		}
		if (text) { text.focus(); text.selectionStart = text.selectionEnd = text.value.length; return [more, text.dataset.input, text.value + more]; }
		const items = [...w.querySelectorAll("[data-do=earlier]")].map((e) => e.dataset.with);
		if (items.length) {
			const last = items.pop();
			w.querySelector('[data-do=earlier][data-with="' + last + '"]').click();
			return ["", "answer", items.toSpliced(-1, 0, last).join(" ")];
		}
		const last = [...w.querySelectorAll("input[type=radio][data-input], select[data-input], [data-do=toggle]")].at(-1);
		if (!last) return ["", "", ""]; // a diagram: there is nothing to change
		if (last.tagName !== "SELECT") last.click();
		else {
			last.selectedIndex = last.options.length - 1;
			for (const type of ["input", "change"]) last.dispatchEvent(new Event(type, { bubbles: true }));
		}
		return ["", last.dataset.input ?? "answer", last.dataset.with ?? last.value];
	})()`, spec.ID)
}

// steady holds the layout shifts since the page was opened, through the start of
// the program and a change, below 0.001. A machine so busy that it paints half a
// page gets two more tries.
func (b *tab) steady(url string, widgets []*lab.Spec) {
	b.t.Helper()
	for try := 0; ; try++ {
		sum := eval[float64](b, "shifts.reduce((sum, s) => sum + parseFloat(s), 0)")
		if sum < 0.001 {
			return
		}
		if try == 2 {
			b.t.Errorf("the layout shifts by %v: %q", sum, eval[[]string](b, "shifts"))
			return
		}
		b.visit(url, len(widgets))
		for _, spec := range widgets {
			b.same("after a change", spec, b.change(spec))
		}
	}
}

// touch says whether fingers are what the page is used with.
func (b *tab) touch(on bool) {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: on}); err != nil {
		b.t.Fatal(err)
	}
}

// typing presses the keys of a text.
func (b *tab) typing(text string) {
	b.t.Helper()
	b.do("type "+text, chromedp.KeyEvent(text))
}

// axe returns what axe finds wrong with the page: WCAG 2.2 A and AA and its best
// practices.
func (b *tab) axe(rules string) []string { b.t.Helper(); return b.axeIn("document", rules) }

// axeIn returns what axe finds wrong with a part of the page. What is right is not listed.
func (b *tab) axeIn(part, rules string) []string {
	b.t.Helper()
	if !eval[bool](b, "Boolean(window.axe)") { // a page that is open keeps it
		eval[bool](b, "(() => {"+axe+"\naxe.configure({ rules: [{ id: 'target-size', enabled: true }] }); return true; })()") // of 2.2, and off by itself
	}
	return eval[[]string](b, `axe.run(`+part+`, { resultTypes: ["violations"], ...`+rules+` }).then((r) => r.violations.flatMap((v) => v.nodes.map((n) => v.id + ": " + n.target.join(" ") + ": " + n.failureSummary.replaceAll("\n", " "))))`)
}

// report fails with the first few of what was found.
func (b *tab) report(what string, found []string) {
	b.t.Helper()
	for i, f := range found {
		if i == 4 {
			b.t.Errorf("%s: and %d more", what, len(found)-i)
			return
		}
		b.t.Errorf("%s: %s", what, f)
	}
}

// small lists texts of figures that are smaller than 12 px as they are shown.
const small = `[...document.querySelectorAll("svg text")].filter((t) => t.getClientRects().length && t.checkVisibility())
  .map((t) => [t, parseFloat(getComputedStyle(t).fontSize) * t.ownerSVGElement.getBoundingClientRect().width / t.ownerSVGElement.viewBox.baseVal.width])
  .filter(([, px]) => px < 11.95).map(([t, px]) => t.textContent + " " + px)`

// wide lists elements that stick out of the page sideways.
const wide = `document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.body.querySelectorAll("*")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".scroll, .table-scroll, .math-scroll, pre, textarea, .visually-hidden"))
  .map((e) => e.tagName + "." + (e.getAttribute("class") ?? "") + " " + e.getBoundingClientRect().right).slice(0, 5)`

func TestRealSiteHasNoProblems(t *testing.T) {
	site, problems := realSite(t, "http://127.0.0.1:8080/")
	for _, p := range problems {
		t.Error(p)
	}
	if len(site.Pages) == 0 {
		t.Error("the site has no pages")
	}
}

// aloneKind says of a page that has a widget for itself, or to embed, of which of these it
// is. The widgets of chapters have such pages: the first of each kind is tried as a chapter
// is, of the others only what they say and how wide they are, see
// [TestWithoutScriptThePageIsComplete]: what their program says it says in the chapter.
func aloneKind(p Page) (kind string, alone bool) {
	own := strings.HasPrefix(p.Path, "widget/")
	if (own || strings.HasPrefix(p.Path, "embed/")) && len(p.Widgets) == 1 {
		return fmt.Sprint(own, p.Widgets[0].Kind), true
	}
	return "", false
}

// pressTitles opens what is closed in the calculators, and closes what is open, by the titles.
const pressTitles = `(async () => {
	for (const title of document.querySelectorAll("[data-lab] summary")) {
		if (!title.checkVisibility()) continue;
		title.click();
		await new Promise((done) => requestAnimationFrame(done));
		const words = title.closest("[data-lab]").querySelector(".lab-message")?.textContent;
		if (words?.includes("mistake")) return [title.textContent + ": " + words];
	}
	return [];
})()`

// TestEveryPage looks at the pages of the site: what the browser computes is what
// the core computed, before and after a change; nothing moves, nothing sticks out, the
// answer stays in sight, nothing complains, whatever is opened, and axe finds nothing,
// light and dark.
func TestEveryPage(t *testing.T) {
	site, root := serve(t, "http://127.0.0.1:8080/")
	pages := slices.Clone(site.Pages)
	for _, path := range pageKinds {
		if !slices.ContainsFunc(pages, func(p Page) bool { return p.Path == path }) {
			pages = append(pages, Page{Path: path})
		}
	}
	tabs := openPool(t, 2)
	var changed, light, dark looks
	var pagesSeen, answersSeen atomic.Int64
	all := int64(0)
	t.Cleanup(func() {
		if n := answersSeen.Load(); n < 10 && pagesSeen.Load() == all {
			t.Errorf("only %d answers were looked for beside a keyboard", n)
		}
	})
	tried := map[string]bool{}
	for _, p := range pages {
		if kind, alone := aloneKind(p); alone {
			if tried[kind] {
				continue
			}
			tried[kind] = true
		}
		all++
		t.Run("/"+p.Path, func(t *testing.T) {
			t.Parallel()
			pagesSeen.Add(1)
			b := tabs.take(t)
			chapter := !strings.HasPrefix(p.Path, "widget/") && !strings.HasPrefix(p.Path, "embed/")
			b.visit(root+p.Path, len(p.Widgets))
			if p.Path == "none/" { // the browser notes the status 404
				b.mu.Lock()
				b.complaints = nil
				b.mu.Unlock()
			}
			for _, spec := range p.Widgets {
				b.same("at first", spec, nil)
				if n := eval[string](b, fmt.Sprintf(`document.getElementById(%q).closest("[data-lab]").dataset.attached`, spec.ID)); n != "0" {
					t.Errorf("%s: the page was %s changes away from what the program says", spec.ID, n)
				}
			}
			// Through the whole page, so that everything has been shown once.
			eval[bool](b, `new Promise((done) => { scrollTo(0, document.body.scrollHeight); requestAnimationFrame(() => requestAnimationFrame(() => done(true))); })`)
			b.report("axe", b.axe(withoutColors))
			if in := light.fresh(b, "body"); in != "" {
				b.report("axe, contrast", b.axeIn(in, colorsOnly))
			}
			for _, spec := range p.Widgets {
				in := b.change(spec)
				b.same(fmt.Sprintf("after %v", in), spec, in)
			}
			b.steady(root+p.Path, p.Widgets)
			b.report("an id is there twice", eval[[]string](b, twice))
			if chapter { // what is around the widgets is as it was
				if in := changed.fresh(b, "[data-lab]"); in != "" {
					b.report("axe, after a change", b.axeIn(in, "{}"))
				}
			}
			if chapter || strings.HasPrefix(p.Path, "embed/") {
				if in := dark.fresh(b, "body"); in != "" {
					b.emulate("screen", "dark")
					b.report("axe, dark", b.axeIn(in, colorsOnly))
					b.emulate("screen", "light")
				}
			}
			for _, width := range []int64{320, 768, 1440} {
				b.size(width, 900)
				b.report(fmt.Sprintf("at %d px sticks out", width), eval[[]string](b, wide))
				if width == 320 { // where lines stand closest to each other, and fields are high
					b.touch(true)
					b.report("axe, by touch", b.axe(`{ runOnly: ["target-size"] }`))
					b.touch(false)
				}
				if n := eval[int](b, "document.documentElement.scrollWidth"); n > int(width) {
					t.Errorf("at %d px the page is %d px wide", width, n)
				}
				b.report(fmt.Sprintf("at %d px a text is below 12 px", width), eval[[]string](b, small))
			}
			b.report("an error of the program after a title was pressed", eval[[]string](b, pressTitles))
			if chapter {
				answersSeen.Add(int64(b.answersStay(p)))
			}
			b.content(root)
		})
	}
}

// colorsOnly makes axe look at contrasts only, and withoutColors at all else. Contrasts follow
// from the way in which an element stands, see [waysOf], so that each way is looked at once:
// they take axe longer than everything else.
const (
	colorsOnly    = `{ runOnly: ["color-contrast", "link-in-text-block"] }`
	withoutColors = `{ rules: { "color-contrast": { enabled: false }, "link-in-text-block": { enabled: false } } }`
)

// looks are the ways in which elements stand in pages that axe has looked at.
type looks struct {
	mu   sync.Mutex
	seen map[string]bool
}

// waysOf numbers the ways in which the elements of some parts of a page stand: their names,
// attributes and classes, whether they are empty, first or last, links among text, and the names and
// classes of all around them. Of values only those count on which styles and roles hang: names, numbers
// and texts differ from widget to widget. The first element of each way is kept.
const waysOf = `(() => {
	const hangs = /^(class|role|type|style|dir|lang|aria-(hidden|live|invalid|current|pressed|selected|expanded|checked|disabled|modal|haspopup|orientation))$/;
	const number = (text, seed) => {
		let a = 0xdeadbeef ^ seed, b = 0x41c6ce57 ^ seed;
		for (let i = 0; i < text.length; i++) {
			const c = text.charCodeAt(i);
			a = Math.imul(a ^ c, 2654435761);
			b = Math.imul(b ^ c, 1597334677);
		}
		return 4294967296 * (2097151 & (b ^ a >>> 15)) + (a ^ b >>> 13 >>> 0);
	};
	const stems = new Map(), first = new Map();
	const stem = (e) => {
		if (!e) return 0;
		if (!stems.has(e)) {
			const attributes = [...e.attributes].map((a) => a.name + (hangs.test(a.name) ? "=" + a.value : a.value ? "" : "=")).sort();
			stems.set(e, number([stem(e.parentElement), e.tagName, Boolean(e.textContent.trim()), ...attributes].join(" "), 1));
		}
		return stems.get(e);
	};
	const inText = (e) => e.tagName === "A" && [...e.parentElement.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
	const way = (e) => String(number([stem(e), !e.previousElementSibling, !e.nextElementSibling, !e.parentElement?.previousElementSibling, inText(e)].join(" "), 2));
	for (const part of document.querySelectorAll(%q)) for (const e of [part, ...part.querySelectorAll("*")]) {
		const w = way(e);
		if (!first.has(w)) first.set(w, e);
	}
	window.ofWay = first;
	return [...first.keys()];
})()`

// fresh keeps the elements of some parts of a page that stand in a way which was not looked
// at before, the outermost of them, in a variable of the page. It returns what axe is to look
// at, "" for nothing.
func (l *looks) fresh(b *tab, parts string) string {
	b.t.Helper()
	ways := eval[[]string](b, fmt.Sprintf(waysOf, parts))
	l.mu.Lock()
	var fresh []string
	for _, w := range ways {
		if !l.seen[w] {
			fresh = append(fresh, w)
		}
	}
	if l.seen == nil {
		l.seen = map[string]bool{}
	}
	for _, w := range fresh {
		l.seen[w] = true
	}
	l.mu.Unlock()
	if len(fresh) == 0 {
		return ""
	}
	eval[bool](b, fmt.Sprintf(`(() => {
		const all = new Set("%s".split(" ").map((way) => ofWay.get(way)));
		const inside = (e) => e && (all.has(e) || inside(e.parentElement));
		window.fresh = { include: [...all].filter((e) => !inside(e.parentElement)) };
		return true;
	})()`, strings.Join(fresh, " ")))
	return "fresh"
}

// twice lists ids that a page has more than once.
const twice = `[...document.querySelectorAll("[id]")].map((e) => e.id).filter((id, i, all) => all.indexOf(id) !== i)`

// chapterPage is a chapter with widgets to try things on.
func chapterPage(t *testing.T, site *Site) Page {
	t.Helper()
	for _, p := range site.Pages {
		if !strings.HasPrefix(p.Path, "widget/") && !strings.HasPrefix(p.Path, "embed/") && len(p.Widgets) > 1 && p.Path != "" && p.Widgets[0].Kind == "size" {
			return p
		}
	}
	t.Fatal("no chapter begins with a widget that has fields")
	return Page{}
}

func TestTypingKeepsFocusAndCursor(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	p := chapterPage(t, site)
	b := open(t)
	b.visit(root+p.Path, len(p.Widgets))
	spec := p.Widgets[0]
	key := eval[string](b, fmt.Sprintf(`(() => {
		const i = document.getElementById(%q).querySelector(".fields input:not(.slider)");
		i.focus(); i.setSelectionRange(1, 1); window.field = i; return i.dataset.input; })()`, spec.ID))
	text, _ := spec.Default(key)
	for i, c := range []string{"2", "*", "3"} {
		b.do("type", chromedp.KeyEvent(c))
		at := fmt.Sprintf("%d %t", 2+i, true)
		if got := eval[string](b, "field.selectionStart + ' ' + (document.activeElement === field)"); got != at {
			t.Fatalf("after %d keys cursor and focus are %s, want %s", i+1, got, at)
		}
	}
	typed := text[:1] + "2*3" + text[1:]
	if got := eval[string](b, "field.value"); got != typed {
		t.Errorf("the field holds %q, want %q", got, typed)
	}
	b.same("after typing", spec, lab.Inputs{key: typed})
	b.content(root)
}

// eachWidget has the pages of all widgets looked at, not of the first of each kind: `make widgets`.
var eachWidget = flag.Bool("widgets", false, "look at the page of each widget, and at each embed")

// setBy are the kinds of fields that a widget has: two that have the same ones look alike.
func setBy(spec *lab.Spec) string {
	var all []string
	z := html.NewTokenizer(strings.NewReader(view.HTML(lab.Run(spec, nil).View)))
	for z.Next() != html.ErrorToken {
		if token := z.Token(); token.Type == html.StartTagToken || token.Type == html.SelfClosingTagToken {
			for _, a := range token.Attr {
				if a.Key == "type" || a.Key == "data-do" {
					all = append(all, token.Data+" "+a.Val)
				}
			}
		}
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), ", ")
}

// TestWithoutScriptThePageIsComplete: every page says all before a script runs, and every
// calculator fits one screen. That is what a page holds when the program has begun, too (see
// [TestEveryPage]), and so all that is measured on every page is measured here, in one walk.
// Each widget of a chapter is looked at in its chapter; of the pages that have a widget for
// themselves, or to embed, those of each kind, covered or not, and with -widgets all.
func TestWithoutScriptThePageIsComplete(t *testing.T) {
	site, root := serve(t, "http://127.0.0.1:8080/")
	var chapters, own, embeds []Page // each kind has widths of its own
	kinds := map[string]bool{}
	for _, p := range site.Pages {
		if kind, alone := aloneKind(p); alone && !*eachWidget {
			kind += fmt.Sprint(p.Widgets[0].Cover, setBy(p.Widgets[0]))
			if kinds[kind] {
				continue
			}
			kinds[kind] = true
		}
		switch {
		case strings.HasPrefix(p.Path, "embed/"):
			embeds = append(embeds, p)
		case strings.HasPrefix(p.Path, "widget/"):
			own = append(own, p)
		default:
			chapters = append(chapters, p)
		}
	}
	var seen, measured atomic.Int64
	t.Run("walk", func(t *testing.T) {
		for first := range 2 { // side by side
			t.Run(strconv.Itoa(first), func(t *testing.T) {
				t.Parallel()
				b := openLong(t)
				b.withoutScript()
				half := func(pages []Page, look func(Page)) {
					for i := first; i < len(pages); i += 2 {
						b.do("open", chromedp.Navigate(root+pages[i].Path))
						seen.Add(int64(b.complete(pages[i])))
						look(pages[i])
					}
				}
				half(chapters, func(p Page) { measured.Add(int64(b.fitsChapter(p))) })
				widths := []int64{1440, 320}
				half(own, func(p Page) {
					b.withProgram()
					for _, width := range widths {
						b.size(width, 900)
						b.report(fmt.Sprintf("%s at %d px sticks out", p.Path, width), eval[[]string](b, wide))
					}
					slices.Reverse(widths) // the next page begins with the width that the window has
				})
				half(embeds, func(p Page) { measured.Add(int64(b.fitsFrame(p))) })
				b.content(root)
			})
		}
	})
	if testing.Short() {
		return // no page was looked at
	}
	if seen.Load() == 0 {
		t.Error("no widget was looked at")
	}
	if measured.Load() < 40 {
		t.Errorf("only %d calculators were measured", measured.Load())
	}
	t.Logf("%d pages, %d of widgets, %d embeds", len(chapters), len(own), len(embeds))
}

// withProgram shows what the program makes visible, and nothing of what it replaces.
func (b *tab) withProgram() {
	b.t.Helper()
	eval[bool](b, `(document.documentElement.classList.add("lab-on"), document.querySelector(".noscript")?.remove(), true)`)
}

// complete holds that a page says what the core says, and covers it where a guess comes
// first. It returns how many widgets it has.
func (b *tab) complete(p Page) int {
	b.t.Helper()
	type widget struct {
		Form, Answer string
		Covered      bool
	}
	for _, spec := range p.Widgets {
		want, is := lab.Run(spec, nil), eval[widget](b, fmt.Sprintf(`(() => {
			const answer = document.getElementById(%q).querySelector(".answer");
			return { Form: %s, Answer: answer.textContent, Covered: !answer.checkVisibility() };
		})()`, spec.ID, formOf(spec.ID)))
		if diff := difference(is.Form, view.HTML(want.View)); diff != "" {
			b.t.Errorf("%s %s: %s", p.Path, spec.ID, diff)
		}
		if is.Answer != want.Sentence {
			b.t.Errorf("%s %s says %q, want %q", p.Path, spec.ID, is.Answer, want.Sentence)
		}
		if is.Covered != spec.Cover {
			b.t.Errorf("%s %s: the answer is covered: %t, want %t", p.Path, spec.ID, is.Covered, spec.Cover)
		}
	}
	if n := eval[int](b, `[...document.querySelectorAll(".needs-lab")].filter((e) => e.checkVisibility({ visibilityProperty: true })).length`); n > 0 {
		b.t.Errorf("%s shows %d things that need the program", p.Path, n)
	}
	if said := eval[string](b, `document.querySelector(".promise, .lead")?.innerText ?? ""`); orders.MatchString(said) {
		b.t.Errorf("%s asks for what cannot be done without a script: %s", p.Path, said)
	}
	return len(p.Widgets)
}

// orders are sentences of a page's first lines that ask its reader to do something in it.
var orders = regexp.MustCompile(`(?i)(^|[.:(,] *)(press|paste|type|write|change|click|drag) `)

// TestKeyboardOnly goes through a chapter and, on a narrow phone, through the first page with
// the Tab key: everything that can take the focus gets it, it is seen and nothing covers it,
// and the page can be left again.
func TestKeyboardOnly(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	p := chapterPage(t, site)
	narrow := open(t)
	narrow.size(320, 568)
	start := pageAt(t, site, "")
	narrow.visit(root+start.Path, len(start.Widgets))
	narrow.throughByTab()
	b := open(t)
	b.visit(root+p.Path, len(p.Widgets))
	b.throughByTab()
	// The projector key works where the focus is in a widget, but on the title of a tab, and Escape leaves.
	eval[bool](b, `document.querySelector(".widget .tab > summary").focus(), true`)
	b.do("p", chromedp.KeyEvent("p"))
	if n := eval[int](b, `document.querySelectorAll(".widget.projected").length`); n != 0 {
		t.Errorf("p on the title of a tab enlarges %d widgets", n)
	}
	eval[bool](b, `document.querySelector(".widget a").focus(), true`)
	b.do("p", chromedp.KeyEvent("p"))
	if n := eval[int](b, `document.querySelectorAll(".widget.projected").length`); n != 1 {
		t.Errorf("p enlarges %d widgets", n)
	}
	b.do("Escape", chromedp.KeyEvent("\x1b"))
	if n := eval[int](b, `document.querySelectorAll(".projected").length`); n != 0 {
		t.Error("Escape does not put the widget back")
	}
	b.content(root)
}

// throughByTab holds that the Tab key reaches all of a page, and that it is seen where it is.
func (b *tab) throughByTab() {
	b.t.Helper()
	eval[bool](b, `scrollTo(0, 0), document.activeElement.blur(), true`)
	want := eval[int](b, `[...document.querySelectorAll("a[href], button:not([disabled]), input, select, textarea, summary, [tabindex='0']")]
		.filter((e) => e.checkVisibility({ visibilityProperty: true }) && (e.type !== "radio" || e.checked)).length`)
	seen := map[string]bool{}
	hidden := map[string]bool{}
	for i := 0; i < want+20; i++ {
		b.do("Tab", chromedp.KeyEvent("\t"))
		at := eval[[]string](b, `(() => {
			const e = document.activeElement;
			if (!e || e === document.body) return ["", ""];
			window.order ??= new Map();
			if (!order.has(e)) order.set(e, order.size);
			const s = getComputedStyle(e), r = e.getClientRects()[0], x = (r.left + r.right) / 2, y = (r.top + r.bottom) / 2;
			const above = document.elementFromPoint(x, y); // nothing where its middle is out of sight
			const ok = s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2 && r.bottom > 0 && r.top < innerHeight && (!above || e.contains(above) || above.contains(e));
			return [String(order.get(e)), ok ? "" : e.tagName + "." + (e.getAttribute("class") ?? e.id) + " " + e.textContent.slice(0, 30)];
		})()`)
		if at[0] == "" {
			break
		}
		if at[1] != "" {
			hidden[at[1]] = true
		}
		seen[at[0]] = true
	}
	if len(seen) < want {
		b.t.Errorf("Tab reached %d of %d", len(seen), want)
	}
	for e := range hidden {
		b.t.Errorf("the focus cannot be seen on %s", e)
	}
}

func TestLinkCarriesState(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	p := chapterPage(t, site)
	var spec *lab.Spec
	for _, s := range p.Widgets {
		if s.Kind == "size" {
			spec = s
			break
		}
	}
	b := open(t)
	b.visit(root+p.Path, len(p.Widgets))
	in := b.change(spec)
	b.same("after a change", spec, in)
	link := eval[string](b, fmt.Sprintf(`document.getElementById(%q).querySelector("a.tool").href`, spec.ID))
	alone := *spec
	alone.Alone, alone.Root = true, rootFrom(spec.Page)
	c := open(t)
	c.visit(link, 1)
	c.same("opened by its link", &alone, in)
	c.content(root)
	// A broken link says so and loses nothing else.
	key := slices.Collect(maps.Keys(in))[0]
	c.visit(root+spec.Page+"?v=1&"+key+"=%ZZ&unknown=7", 1)
	if text := eval[string](c, `document.querySelector(".error, .widget-note")?.textContent ?? ""`); text == "" {
		t.Error("a broken link is not told")
	}
	c.content(root)
}

// TestLinkShowsNoOtherAnswer: who opens a link does not see the answer that the page was sent
// with, which is for other inputs, while the program is on its way.
func TestLinkShowsNoOtherAnswer(t *testing.T) {
	t.Parallel()
	site, _ := realSite(t, "http://127.0.0.1:8080/")
	s := NewServer("test")
	s.Show(site, nil)
	comes := make(chan struct{})
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path.Ext(r.URL.Path) == ".wasm" {
			<-comes
		}
		s.ServeHTTP(w, r)
	}))
	t.Cleanup(web.Close)
	release := sync.OnceFunc(func() { close(comes) })
	t.Cleanup(release)
	links := map[string]string{}
	for where, in := range map[string]lab.Inputs{"check/": {"q": "CREATE TABLE mine (a int PRIMARY KEY);"}, "embed/size/own/": {"days": "7"}} {
		p := pageAt(t, site, where)
		query, fragment := p.Widgets[0].Link(in, where != "check/")
		links[where] = web.URL + "/" + p.Path + "?" + query + "#" + fragment
	}
	tabs := map[string]*tab{}
	const answer = `document.querySelector("[data-lab] .answer")`
	for name, link := range links {
		b := open(t)
		tabs[name] = b
		b.do(name, chromedp.Navigate(link))
		b.until(name+": the answer of the page is hidden, and it says why", `getComputedStyle(`+answer+`).visibility === "hidden" && /comes/.test(getComputedStyle(`+answer+`, "::before").content)`)
	}
	release()
	for name, b := range tabs {
		b.until(name+": its own answer", `getComputedStyle(`+answer+`).visibility === "visible" && !document.querySelector(".linked, .waiting")`)
	}
	if got := eval[string](tabs["check/"], answer+".textContent"); !strings.Contains(got, "accepts") {
		t.Errorf("the answer is %s", got)
	}
	// What is typed then hides nothing.
	b := tabs["check/"]
	eval[bool](b, `(() => { window.hid = false; const w = document.querySelector("[data-lab]"); new MutationObserver(() => { hid ||= getComputedStyle(`+answer+`).visibility === "hidden"; }).observe(w, { attributes: true }); const a = w.querySelector("textarea"); a.value += "\n".repeat(3) + "SELECT a FROM mine;"; a.dispatchEvent(new Event("input", { bubbles: true })); return true; })()`)
	b.until("the answer to what is typed", `/both/.test(`+answer+`.textContent)`)
	if eval[bool](b, "hid") {
		t.Error("an answer of the reader's own was hidden")
	}
}

func TestDark(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	b.emulate("screen", "dark")
	b.visit(root, 0)
	paper := eval[string](b, `getComputedStyle(document.body).backgroundColor`)
	if paper != "rgb(20, 23, 26)" {
		t.Errorf("dark paper is %s", paper)
	}
}

// TestPrint wants folded things open on paper, except what waits for a guess.
func TestPrint(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	p := chapterPage(t, site)
	b := open(t)
	b.visit(root+p.Path, len(p.Widgets))
	b.emulate("print", "light")
	for selector, want := range map[string]bool{
		".site-head": false, ".outline": false, ".widget button:not(.assumes *, .guess-options *)": false, ".assumes button": true, ".guess-options button": true, ".tool[href]": true,
		".tab-body": true, ".answer": true, ".site-foot": true, ".covered .cover .answer": false,
	} {
		got := eval[[]bool](b, fmt.Sprintf(`[...document.querySelectorAll(%q)].filter((e) => %t || !e.closest(".cover, .covered > .tabs, .tab-operations")).map((e) => e.checkVisibility({ contentVisibilityAuto: true }) && e.getBoundingClientRect().height > 0)`, selector, strings.Contains(selector, ".cover ")))
		if len(got) == 0 && selector != ".covered .cover .answer" {
			t.Errorf("the page has no %s", selector)
		}
		for _, shown := range got {
			if shown != want {
				t.Errorf("on paper %s is shown: %t, want %t", selector, shown, want)
				break
			}
		}
	}
	// A title has the width of the paper, every script can be read, and an address is whole.
	eval[bool](b, `dispatchEvent(new Event("beforeprint"))`)
	b.report("on paper", eval[[]string](b, `[...document.querySelectorAll(".widget")].flatMap((w) => {
		const title = w.querySelector(".widget-title"), out = [];
		if (title.getBoundingClientRect().width < w.getBoundingClientRect().width / 2) out.push(w.id + ": the title is " + title.getBoundingClientRect().width + " px wide");
		for (const field of w.querySelectorAll(".frame > .given > .code > .code-field")) {
			const shown = [...field.children].filter((e) => e.checkVisibility() && !/, 0\)$|transparent/.test(getComputedStyle(e).color));
			const text = shown.map((e) => (e.value ?? e.textContent).trim());
			if (text.length !== 1 || text[0] !== field.querySelector("textarea").value.trim()) out.push(w.id + ": of its text is shown " + JSON.stringify(text));
			if (shown.some((e) => e.scrollHeight > e.clientHeight + 2)) out.push(w.id + ": its text is cut");
		}
		for (const link of w.querySelectorAll("a.tool[href]")) {
			const address = getComputedStyle(link, "::after").content;
			if (!address.startsWith('"http')) out.push(w.id + ": its address is " + address);
		}
		return out;
	})`))
	b.emulate("", "light")
	pdf, err := chromedp.Run(b.ctx, chromedp.PrintToPDF())
	if err != nil || len(pdf) < 10_000 {
		t.Errorf("printing gives %d bytes: %v", len(pdf), err)
	}
	b.content(root)
}

// TestEmbedInAnotherOrigin puts an embed into a sandboxed frame of a page that has
// another origin, which hears its height and nothing that a reader has typed.
func TestEmbedInAnotherOrigin(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	var embed Page
	for _, p := range site.Pages {
		if strings.HasPrefix(p.Path, "embed/") && p.Widgets[0].Kind == "size" && !p.Widgets[0].Cover {
			embed = p
			break
		}
	}
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><title>A wiki</title><link rel=icon href="data:,">
<iframe src="%s%s?rooms=7#hotel_id=S3CRET+TEXT#?secret=w0rd" sandbox="allow-scripts" width="700" height="100" title="x"></iframe>
<script>
window.heights = [];
window.told = [];
addEventListener("message", (e) => {
  told.push(typeof e.data === "string" ? e.data : JSON.stringify(e.data));
  const frame = document.querySelector("iframe");
  if (e.source !== frame.contentWindow || e.data?.type !== "lab:resize") return;
  heights.push(e.data.height);
  frame.height = Math.min(5000, Math.max(50, e.data.height));
});
</script>`, root, embed.Path)
	}))
	t.Cleanup(host.Close)
	b := open(t)
	b.do("open the host", chromedp.Navigate(strings.Replace(host.URL, "127.0.0.1", "localhost", 1)))
	b.until("the embed tells its height", `heights.length > 0 && heights.at(-1) > 150`)
	// Another height can be told between two questions, while fonts and program start.
	b.until("the frame has the told height", `document.querySelector("iframe").clientHeight === heights.at(-1)`)
	before := eval[int](b, "heights.at(-1)")
	eval[bool](b, `(document.querySelector("iframe").width = 320, true)`)
	b.until("a narrow embed is higher", fmt.Sprintf("heights.at(-1) > %d", before))

	// It tells nothing else: the address without what stands behind the #, and to
	// WordPress the word by which it knows its frames.
	address := root + embed.Path + "?rooms=7"
	known := []string{
		`{"type":"lab:resize","v":1,"height":0}`, `{"src":"` + address + `","context":"iframe.resize","height":0}`, `{"sentinel":"amp","type":"embed-size","height":0}`,
		`{"subject":"lti.frameResize","height":0}`, `{"message":"height","value":0,"secret":"w0rd"}`,
	}
	told := eval[[]string](b, `[...new Set(told.map((m) => m.replace(/"(height|value)":\d+/, '"$1":0')))]`)
	slices.Sort(told)
	slices.Sort(known)
	if !slices.Equal(told, known) {
		t.Errorf("the embed tells %q, known is %q", told, known)
	}

	// Inside: the program runs, although the frame has no origin.
	targets, err := chromedp.Targets(b.ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range targets {
		if target.Type != "iframe" {
			continue
		}
		ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithTargetID(target.TargetID))
		t.Cleanup(cancel)
		inside := &tab{t: t, ctx: ctx}
		inside.until("the program runs in the sandbox", `document.documentElement.classList.contains("lab-on")`)
		if origin := eval[string](inside, "self.origin"); origin != "null" {
			t.Errorf("the frame has the origin %s", origin)
		}
		b.silent()
		return
	}
	t.Error("the frame is no target of its own")
}

// silent is content for a page that frames another host.
func (b *tab) silent() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.complaints {
		b.t.Errorf("complains: %s", c)
	}
}

func TestBelowAPathInTheBrowser(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/some/where/")
	p := chapterPage(t, site)
	b := open(t)
	b.visit(root+p.Path, len(p.Widgets))
	for _, spec := range p.Widgets {
		b.same("below a path", spec, nil)
	}
	b.content(root)
}

// TestOpenPageReloads wants an open page to show a changed chapter by itself.
func TestOpenPageReloads(t *testing.T) {
	t.Parallel()
	site, _ := realSite(t, "http://127.0.0.1:8080/")
	s := NewServer("test")
	s.Reload = true
	s.Show(site, nil)
	web := httptest.NewServer(s)
	b := open(t)
	t.Cleanup(web.CloseClientConnections)
	b.do("open", chromedp.Navigate(web.URL))
	b.do("wait for the stream", chromedp.Sleep(300*time.Millisecond))
	eval[bool](b, "window.old = true")
	begin := time.Now()
	s.Show(site, []Problem{{"content/index.md", 3, "is <wrong>"}})
	b.until("the page has been loaded again", `!window.old && document.readyState === "complete"`)
	t.Logf("loaded again after %s", time.Since(begin).Round(time.Millisecond))
	b.until("it says what is wrong", `document.querySelector(".problems")?.textContent === "content/index.md:3: is <wrong>"`)
}

// TestPagesLeftHoldNoStream goes through more pages than a browser gives connections to
// a server: a page that is out of sight gives its stream back.
func TestPagesLeftHoldNoStream(t *testing.T) {
	t.Parallel()
	site, _ := realSite(t, "http://127.0.0.1:8080/")
	s := NewServer("test")
	s.Reload = true
	s.Show(site, nil)
	web := httptest.NewServer(s)
	t.Cleanup(web.CloseClientConnections)
	streams := func(what string, want int) {
		t.Helper()
		n := -1
		for deadline := time.Now().Add(20 * time.Second); n != want && time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
			s.mu.RLock()
			n = len(s.watchers)
			s.mu.RUnlock()
		}
		if n != want {
			t.Fatalf("%s: %d streams are open, want %d", what, n, want)
		}
	}
	b := open(t)
	for i, p := range site.Pages[:9] {
		b.do("go to "+p.Path, chromedp.Navigate(web.URL+"/"+strings.TrimPrefix(p.Path, "/")))
		b.until("page is there", `document.readyState === "complete"`)
		if !strings.HasPrefix(p.Path, "embed/") {
			streams(fmt.Sprintf("page %d", i+1), 1)
		}
	}
	b.do("back to the first", chromedp.Navigate(web.URL))
	hide := func(hidden bool) {
		eval[bool](b, fmt.Sprintf(`Object.defineProperty(document, "hidden", { value: %t, configurable: true }) && document.dispatchEvent(new Event("visibilitychange"))`, hidden))
	}
	streams("in sight", 1)
	hide(true)
	streams("out of sight", 0)
	s.Show(site, []Problem{{"content/index.md", 3, "is wrong"}})
	hide(false)
	b.until("it hears what it has missed", `document.querySelector(".problems")?.textContent === "content/index.md:3: is wrong"`)
}

// A long text is judged in pieces: the page goes on in between, and shows the
// same answer in the end.
func TestLongTextKeepsThePageQuick(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	for _, p := range site.Pages {
		for _, spec := range p.Widgets {
			if spec.Kind != "check" || !strings.HasPrefix(p.Path, "widget/") {
				continue
			}
			b := open(t)
			b.visit(root+p.Path, 1)
			text := strings.Repeat("CREATE TABLE t (k int PRIMARY KEY, v text); SELECT * FROM t WHERE v = 'a'; DROP TABLE t;\n", 1500)
			ticks := eval[int](b, fmt.Sprintf(`new Promise((done) => {
				const area = document.querySelector("textarea");
				area.value = %q;
				area.dispatchEvent(new InputEvent("input", {bubbles: true}));
				let ticks = 0;
				const tick = () => !document.querySelector(".lab:is(.waiting, .working)") ? done(ticks) : (ticks++, setTimeout(tick, 0));
				tick();
			})`, text))
			if ticks < 3 {
				t.Errorf("%s: the page had %d turns while %d bytes were judged", p.Path, ticks, len(text))
			}
			b.same("after a long text", spec, lab.Inputs{"q": text})
			b.content(root)
			return
		}
	}
	t.Fatal("there is no check widget on a page of its own")
}

// A read of very many rows leaves the page quick, and can be stopped.
func TestRunawayReadIsStopped(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	for _, p := range site.Pages {
		if !strings.HasPrefix(p.Path, "widget/foundations/time/") || p.Widgets[0].Kind != "run" {
			continue
		}
		b := open(t)
		b.visit(root+p.Path, 1)
		eval[bool](b, `(() => { const area = document.querySelector("textarea");
			area.value = "-- lab:repeat 1000000\nINSERT INTO sensors.sensor_readings (sensor_id, day, reading_time, temperature) VALUES ('s', '2026-01-15', '2026-01-15 00:00:00+0000', 1);\nSELECT sensor_id, day, count(*) FROM sensors.sensor_readings GROUP BY sensor_id, day;";
			area.dispatchEvent(new InputEvent("input", {bubbles: true})); return true; })()`)
		b.until("the script is at work, and no marks of the text before lie on it", `(() => { const lab = document.querySelector(".lab.working");
			return lab?.querySelector(".stop")?.checkVisibility() && getComputedStyle(lab.querySelector(".code-mirror")).visibility === "hidden"; })()`)
		eval[bool](b, `(document.querySelector(".stop").click(), true)`)
		b.until("the script has ended", `!document.querySelector(".lab.working") && document.querySelector(".statements").textContent.includes("Stopped here.")`)
		b.content(root)
		return
	}
	t.Fatal("there is no run widget on a page of its own")
}
