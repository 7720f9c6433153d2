//go:build browsers

package build

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"partitionlab/build/bidi"
	"partitionlab/wasm/lab"
	"partitionlab/wasm/view"
)

// The tests in this file look at the real site in a real Firefox, by way of package bidi.
// `make browsers` runs them. What holds in every browser is tested in Chromium; here is
// what another engine may do otherwise.

// firefox starts Firefox once.
var firefox = sync.OnceValues(func() (*bidi.Browser, error) {
	where, err := bidi.Find()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	b, err := bidi.Start(ctx, where)
	if err == nil {
		stopFirefox = func() { b.Close() }
	}
	return b, err
})

// A fox is one page in Firefox.
type fox struct {
	t *testing.T
	*bidi.Page
}

func openFox(t *testing.T, scripts ...string) *fox {
	t.Helper()
	b, err := firefox()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 8*time.Minute)
	p, err := b.Open(ctx, append(scripts, `window.violations = [];
addEventListener("securitypolicyviolation", (e) => violations.push(e.effectiveDirective + " " + e.blockedURI + " " + e.sample));`)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close(); cancel() })
	f := &fox{t, p}
	f.must("resize", f.Size(1280, 900))
	return f
}

func (f *fox) must(what string, err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatalf("%s: %v", what, err)
	}
}

func foxEval[T any](f *fox, js string) (v T) {
	f.t.Helper()
	f.must("evaluate", f.Eval(js, &v))
	return v
}

// until waits for a condition of the page.
func (f *fox) until(what, js string) {
	f.t.Helper()
	for deadline := time.Now().Add(40 * time.Second); ; time.Sleep(15 * time.Millisecond) {
		var ok bool
		err := f.Eval("Boolean("+js+")", &ok)
		if ok {
			return
		}
		if time.Now().After(deadline) {
			f.t.Fatalf("waited in vain: %s; %v; complaints: %q", what, err, f.Complaints())
		}
	}
}

// visit opens a page and, where it has widgets, waits for the program.
func (f *fox) visit(url string, widgets int) {
	f.t.Helper()
	f.must("open "+url, f.Navigate(url))
	if widgets > 0 {
		f.until("the page has a widget", `document.readyState === "complete" && document.querySelector("[data-lab]") !== null`)
		f.must("scroll", f.Eval(`document.querySelector("[data-lab]").scrollIntoView()`, nil))
		f.until("the program has attached", `document.documentElement.classList.contains("lab-on")`)
	}
}

// silent tells what no page may do: complain, break the policy, ask others.
func (f *fox) silent(url string) {
	f.t.Helper()
	for _, v := range foxEval[[]string](f, "window.violations ?? []") {
		f.t.Errorf("breaks the policy: %s", v)
	}
	for _, c := range f.Complaints() {
		f.t.Errorf("complains: %s", c)
	}
	own := strings.Join(strings.SplitN(url, "/", 4)[:3], "/")
	for _, asked := range f.Requests() {
		if !strings.HasPrefix(asked, own+"/") && !strings.HasPrefix(asked, "data:") && !strings.HasPrefix(asked, "blob:") && asked != "about:blank" {
			f.t.Errorf("asks for %s", asked)
		}
	}
}

// same waits until the page shows what the core says.
func (f *fox) same(what string, spec *lab.Spec, in lab.Inputs) {
	f.t.Helper()
	want := view.HTML(lab.Run(spec, in).View)
	diff := "nothing"
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(15 * time.Millisecond) {
		if diff = difference(foxEval[string](f, formOf(spec.ID)), want); diff == "" {
			return
		}
	}
	f.t.Errorf("%s: %s: %s", spec.ID, what, diff)
}

// change gives a widget other inputs by its keys, and says which.
func (f *fox) change(spec *lab.Spec) lab.Inputs {
	f.t.Helper()
	at := foxEval[[]string](f, changeOf(spec))
	if typed := at[0]; typed != "" {
		f.must("type", f.Type(typed))
	}
	return lab.Inputs{at[1]: at[2]}
}

// kindsOfPages picks the first and the last page of each folder of the site, by name:
// with every new kind of page there is a folder, or a file at the root.
func kindsOfPages(site *Site) (pages []string) {
	groups := map[string][]string{}
	for file := range site.Files {
		if path.Base(file) != "index.html" {
			continue
		}
		address := strings.TrimSuffix(file, "index.html")
		folder, _, _ := strings.Cut(address, "/")
		key := fmt.Sprint(folder, strings.Count(address, "/"))
		groups[key] = append(groups[key], address)
	}
	for _, list := range groups {
		slices.Sort(list)
		pages = append(pages, list[0], list[len(list)-1])
	}
	slices.Sort(pages)
	return slices.Compact(pages)
}

func TestFirefoxOpensEveryKindOfPage(t *testing.T) {
	site, root := serve(t, "http://127.0.0.1:8080/")
	widgets := map[string]int{}
	for _, p := range site.Pages {
		widgets[p.Path] = len(p.Widgets)
	}
	pages := kindsOfPages(site)
	if len(pages) < 12 {
		t.Fatalf("only %q", pages)
	}
	f := openFox(t)
	for _, address := range append(pages, "no/such/page/") {
		f.visit(root+address, widgets[address])
		f.until("there is a heading", `document.querySelector("h1, h2, h3")?.checkVisibility()`)
		if address == "no/such/page/" {
			f.Complaints() // the browser notes the status 404
		}
		f.silent(root)
		if wide := foxEval[int](f, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
			t.Errorf("%s: wider than the window by %d px", address, wide)
		}
	}
}

// TestFirefoxWidgetsAnswer: each widget of a chapter says there what the core says, at first and
// after a change; and so does the first of each kind on a page of its own. See [aloneKind].
func TestFirefoxWidgetsAnswer(t *testing.T) {
	site, root := serve(t, "http://127.0.0.1:8080/")
	f := openFox(t)
	tried, answered := map[string]bool{}, 0
	for _, p := range site.Pages {
		if kind, alone := aloneKind(p); alone {
			if tried[kind] {
				continue
			}
			tried[kind] = true
		}
		if len(p.Widgets) == 0 {
			continue
		}
		f.visit(root+p.Path, len(p.Widgets))
		for _, spec := range p.Widgets {
			f.same("at the start", spec, nil)
			f.same("after a change", spec, f.change(spec))
			answered++
		}
		f.must("forget", f.Eval(`(localStorage.clear(), sessionStorage.clear())`, nil)) // what was typed is not brought back elsewhere
		f.silent(root)
	}
	t.Logf("%d widgets on %d kinds of pages of their own, and on those of chapters", answered, len(tried))
}

// TestFirefoxFollowsLinks: a link opens with its inputs, and the address keeps up with a change.
func TestFirefoxFollowsLinks(t *testing.T) {
	site, root := serve(t, "http://127.0.0.1:8080/")
	spec := sized(t, site)
	f := openFox(t)
	f.visit(root+spec.Page+"?v=1&rooms=7", 1)
	f.same("from the link", spec, lab.Inputs{"rooms": "7"})
	f.change(spec)
	f.until("the address keeps up", `location.search.includes("v=1") && !/rooms=7(&|$)/.test(location.search)`)
	f.silent(root)
}

// TestFirefoxOffline: after the first visit the site needs no network.
func TestFirefoxOffline(t *testing.T) {
	f := openFox(t)
	withoutNetwork(t, offlineWalker{
		open:  func(url string) { f.must("open "+url, f.Navigate(url)) },
		until: f.until,
		changes: func(url string, spec *lab.Spec) {
			f.visit(url, 1)
			f.same("changed without network", spec, f.change(spec))
		},
	})
}

// TestFirefoxWithoutScript: what a page says before a script runs is what the core says.
func TestFirefoxWithoutScript(t *testing.T) {
	site, _ := realSite(t, "")
	f := openFox(t)
	for _, p := range scriptless(t, site) {
		f.must("open the host", f.Navigate(p.host))
		f.until("the page is there", `document.querySelector("iframe").contentDocument.readyState === "complete" && `+scriptlessForm(p.spec))
		if diff := difference(foxEval[string](f, scriptlessForm(p.spec)), view.HTML(lab.Run(p.spec, nil).View)); diff != "" {
			t.Errorf("%s: %s", p.path, diff)
		}
		if foxEval[bool](f, scriptRan) {
			t.Errorf("%s: a script has run", p.path)
		}
	}
}

// TestFirefoxEmbedInAnotherOrigin: in a sandboxed frame, 'self' of a policy is not the
// site, which browsers see differently.
func TestFirefoxEmbedInAnotherOrigin(t *testing.T) {
	site, root := serve(t, "http://127.0.0.1:8080/")
	i := slices.IndexFunc(site.Pages, func(p Page) bool {
		return strings.HasPrefix(p.Path, "embed/") && p.Widgets[0].Kind == "size" && !p.Widgets[0].Cover
	})
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><title>A wiki</title><link rel=icon href="data:,">
<iframe src="%s%s" sandbox="allow-scripts" width="700" height="900" title="x"></iframe>
<script>
window.heights = [];
addEventListener("message", (e) => { if (e.data?.type === "lab:resize") heights.push(e.data.height); });
</script>`, root, site.Pages[i].Path)
	}))
	t.Cleanup(host.Close)
	f := openFox(t)
	f.must("open the host", f.Navigate(strings.Replace(host.URL, "127.0.0.1", "localhost", 1)))
	f.until("the embed tells its height", `heights.length > 0 && heights.at(-1) > 150`)
	before := foxEval[int](f, "heights.at(-1)")
	f.must("make it narrow", f.Eval(`(document.querySelector("iframe").width = 320, true)`, nil))
	f.until("a narrow embed is higher", fmt.Sprintf("heights.at(-1) > %d", before))
	frame, err := f.Frame()
	f.must("look into the frame", err)
	inside := &fox{t, frame}
	inside.until("the program runs in the sandbox", `document.documentElement.classList.contains("lab-on")`)
	if origin := foxEval[string](inside, "self.origin"); origin != "null" {
		t.Errorf("the frame has the origin %s", origin)
	}
	inside.same("in the sandbox", site.Pages[i].Widgets[0], inside.change(site.Pages[i].Widgets[0]))
	for _, c := range f.Complaints() {
		t.Errorf("complains: %s", c)
	}
}

// TestFirefoxElement: <partition-lab> in a dark page of another site, whose policy allows
// this one only.
func TestFirefoxElement(t *testing.T) {
	site, root := serve(t, "http://127.0.0.1:8080/")
	spec := sized(t, site)
	at := wiki(t, root, spec, `<style>body { background: #111; color: oklch(0.9 0.01 90) }</style>
<partition-lab src="%[1]s%[2]s?v=1" height="200"><a href="%[1]s%[3]s">How big?</a></partition-lab><script src="%[1]sembed/partition-lab.js" async></script>`)
	f := openFox(t)
	f.must("open the host", f.Navigate(at))
	f.until("the frame is as high as what it shows, and dark", `(() => { const f = document.querySelector("partition-lab").shadowRoot?.querySelector("iframe"); return f && f.clientHeight > 250 && f.clientHeight <= 600 && f.src.includes("theme=dark") && f.title === "How big?"; })()`)
	f.until("the link makes room", `!document.querySelector("partition-lab a").checkVisibility()`)
	frame, err := f.Frame()
	f.must("look into the frame", err)
	inside := &fox{t, frame}
	inside.until("the program runs", `document.documentElement.classList.contains("lab-on") && document.documentElement.dataset.theme === "dark"`)
	embedded := site.Pages[slices.IndexFunc(site.Pages, func(p Page) bool { return p.Path == spec.EmbedPage })].Widgets[0]
	inside.same("in the element", embedded, inside.change(embedded))
	f.must("make the page light", f.Eval(`(document.body.style.color = "#111", true)`, nil))
	inside.until("the frame is light", `document.documentElement.dataset.theme === "light"`)
	for _, c := range f.Complaints() {
		t.Errorf("complains: %s", c)
	}
}

// TestFirefoxPagesLeftHoldNoStream goes through more pages in one tab than Firefox gives
// connections to a server; it keeps pages that were left.
func TestFirefoxPagesLeftHoldNoStream(t *testing.T) {
	site, _ := realSite(t, "http://127.0.0.1:8080/")
	s := NewServer("test")
	s.Reload = true
	s.Show(site, nil)
	web := httptest.NewServer(s)
	t.Cleanup(web.CloseClientConnections)
	f := openFox(t)
	n := 0
	for _, p := range site.Pages {
		if strings.HasPrefix(p.Path, "embed/") || n == 9 {
			continue
		}
		n++
		f.must("go to "+p.Path, f.Navigate(web.URL+"/"+p.Path))
		open := -1
		for deadline := time.Now().Add(20 * time.Second); open != 1 && time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
			s.mu.RLock()
			open = len(s.watchers)
			s.mu.RUnlock()
		}
		if open != 1 {
			t.Fatalf("page %d: %d streams are open", n, open)
		}
	}
	s.Show(site, []Problem{{"content/index.md", 3, "is wrong"}})
	f.until("the last page hears of it", `document.querySelector(".problems")?.textContent === "content/index.md:3: is wrong"`)
}

func (f *fox) text(js string) string { f.t.Helper(); return foxEval[string](f, js) }

func (f *fox) quiet() { f.Complaints() }

func TestFirefoxProgramThatEndsStartsAgain(t *testing.T) {
	site, root := serve(t, "http://127.0.0.1:8080/")
	survives(t, openFox(t, endings), site, root)
}

func TestFirefoxLostProgramIsAskedForAgain(t *testing.T) {
	site, _ := realSite(t, "http://127.0.0.1:8080/")
	startsAgain(t, openFox(t), site)
}

func TestFirefoxAnswerStaysRightWhateverOthersDo(t *testing.T) {
	site, root := serve(t, "http://127.0.0.1:8080/")
	rewrites(t, openFox(t), site, root)
}

// TestFirefoxOpensSingleFiles opens pages in files of their own, as a desktop does.
func TestFirefoxOpensSingleFiles(t *testing.T) {
	dir, site := looseFiles(t, "")
	for path, file := range loose {
		f := openFox(t)
		address := "file://" + filepath.Join(dir, file)
		f.must("open the file", f.Navigate(address))
		if spec := looseSpec(site, path, file); spec != nil {
			foxEval[bool](f, `(document.querySelector("[data-lab]").scrollIntoView(), true)`)
			f.until("the program has attached", `document.documentElement.classList.contains("lab-on")`)
			f.same("after a change", spec, f.change(spec))
		}
		for _, v := range foxEval[[]string](f, "window.violations") {
			t.Errorf("%s breaks its policy: %s", file, v)
		}
		for _, asked := range f.Requests() {
			if !strings.HasPrefix(asked, address) && !strings.HasPrefix(asked, "data:") && !strings.HasPrefix(asked, "blob:") && asked != "about:blank" {
				t.Errorf("%s asks for %s", file, asked)
			}
		}
	}
}

func TestFirefoxDoesHeavyWorkBesideThePage(t *testing.T) {
	site, _ := realSite(t, "http://127.0.0.1:8080/")
	helps(t, openFox(t, watchWorkers, manualPatience), site)
}

func TestFirefoxRunsOutOfMemory(t *testing.T) {
	site, _ := realSite(t, "http://127.0.0.1:8080/")
	runsOut(t, openFox(t, watchWorkers), site)
}

func TestFirefoxHostileLinks(t *testing.T) {
	site, root := serve(t, "http://127.0.0.1:8080/")
	resists(t, site, root, hostiles(), func(t *testing.T) visitor { return openFox(t) })
}

func TestFirefoxWayBack(t *testing.T) {
	site, root := serve(t, "")
	goesBack(t, openFox(t), site, root)
}

// TestFirefoxWorkbench: the editor of the workbench takes keys and underlines what is refused, its
// tabs open, and its address brings the text back.
func TestFirefoxWorkbench(t *testing.T) {
	site, root := serve(t, "http://127.0.0.1:8080/")
	p := pageAt(t, site, "workbench/")
	f := openFox(t)
	f.must("resize", f.Size(1440, 900))
	f.visit(root+p.Path, len(p.Widgets))
	const (
		inside = `document.querySelector(".bench-code").shadowRoot`
		area   = `document.querySelector(".bench textarea")`
		tabs   = `[...document.querySelectorAll(".bench-files [role=tab]")]`
	)
	f.until("the editor is there, with colours", `document.querySelector(".bench-code") && `+inside+`.querySelector(".role-key")`)
	f.must("open the queries", f.Eval(`(`+tabs+`[1].click(), true)`, nil))
	f.until("they are open", `!document.querySelector(".lab.waiting") && `+inside+`.querySelector(".cm-content").textContent.includes("SELECT")`)
	f.must("go into the editor", f.Eval(`(`+inside+`.querySelector(".cm-content").focus(), true)`, nil))
	f.must("go to the end", f.Press("\uE009", "\uE010")) // Control, End
	f.must("type", f.Type(" SELECT nme FROM chat.channels_by_member;"))
	f.until("the text has what was typed", area+`.value.trimEnd().endsWith("SELECT nme FROM chat.channels_by_member;")`)
	f.until("the answer counts it", `!document.querySelector(".lab.waiting") && document.querySelector(".bench .headline").textContent.includes("refuses 2 of 7")`)
	f.until("the place is underlined", `[...`+inside+`.querySelectorAll(".cm-lintRange-error")].some((e) => e.textContent === "nme")`)
	f.must("open Sizes", f.Eval(`([...document.querySelectorAll(".bench .tab > summary")].find((e) => e.textContent === "Sizes").click(), true)`, nil))
	f.until("the tables are sized", `document.querySelector(".bench .tab[open]").innerText.includes("messages_by_channel")`)
	// The address follows a moment after the last key.
	f.until("the address has the text, and stays", `(() => {
	if (window.seen !== location.href) [window.seen, window.since] = [location.href, performance.now()];
	return location.hash.includes("own.q=") && performance.now() - window.since > 2000;
})()`)
	address := foxEval[string](f, "location.href")
	f.silent(root)
	f.must("leave", f.Navigate(root))
	f.visit(address, len(p.Widgets))
	f.until("the link brings text and answer", area+`?.value.trimEnd().endsWith("SELECT nme FROM chat.channels_by_member;") && document.querySelector(".bench .headline").textContent.includes("refuses 2 of 7")`)
	f.until("the editor shows it", `document.querySelector(".bench-code") && `+tabs+`.length === 2`)
	f.silent(root)
}
