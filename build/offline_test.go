package build

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/png"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// offlineSite is the real site as a browser keeps it, with some files of the project
// exchanged.
func offlineSite(t testing.TB, base string, changes map[string]string) *Site {
	t.Helper()
	if changes == nil {
		site, problems := builtSite(t, base, true)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		return site
	}
	b, err := realBuilder(base, changes)
	if err != nil {
		t.Fatal(err)
	}
	b.Offline = true
	site, problems := b.Build()
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return site
}

// changedFS is the project with some files exchanged.
type changedFS struct {
	fs.FS
	changes map[string]string
}

func (p changedFS) Open(name string) (fs.File, error) {
	if text, has := p.changes[name]; has {
		return fstest.MapFS{name: {Data: []byte(text)}}.Open(name)
	}
	return p.FS.Open(name)
}

// A room is a server whose network can be cut.
type room struct {
	*Server
	url string
	cut atomic.Bool
}

func openRoom(t testing.TB, site *Site) *room {
	t.Helper()
	r := &room{Server: NewServer("test")}
	r.Show(site, nil)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if r.cut.Load() {
			panic(http.ErrAbortHandler)
		}
		r.Server.ServeHTTP(w, q)
	}))
	t.Cleanup(web.Close)
	r.url = web.URL + site.Base.Path
	return r
}

// kept waits until the browser has the site.
func (b *tab) kept() {
	b.t.Helper()
	b.until("the browser keeps the site", `navigator.serviceWorker.controller?.state === "activated"`)
}

// asset is a file that a page loads.
var asset = regexp.MustCompile(`assets/[\w.-]+`)

// TestOffline visits one page, cuts the network, and reads on.
func TestOffline(t *testing.T) {
	t.Parallel()
	for _, base := range []string{"", "https://example.org/some/path/"} {
		site := offlineSite(t, base, nil)
		r := openRoom(t, site)
		b := open(t)
		b.do("the first visit", chromedp.Navigate(r.url))
		b.kept()
		r.cut.Store(true)
		// A page of each kind of widget whose program or scripts no page before has loaded.
		seen, loaded := map[string]bool{}, map[string]bool{}
		for _, p := range site.Pages {
			if len(p.Widgets) == 0 || seen[p.Widgets[0].Kind] || strings.HasPrefix(p.Path, "embed/") || base != "" && len(seen) == 1 {
				continue
			}
			fresh := false
			for _, file := range asset.FindAllString(string(site.Files[p.Path+"index.html"]), -1) {
				fresh = fresh || !loaded[file]
				loaded[file] = true
			}
			if !fresh {
				continue
			}
			seen[p.Widgets[0].Kind] = true
			b.visit(r.url+p.Path, len(p.Widgets))
			b.same(p.Path+" without network", p.Widgets[0], nil)
			if !p.Widgets[0].Cover {
				in := b.change(p.Widgets[0])
				b.same(p.Path+" changed", p.Widgets[0], in)
			}
		}
		if base == "" && len(seen) < 3 {
			t.Errorf("only widgets of %d kinds", len(seen))
		}
		b.do("a rule", chromedp.Navigate(r.url+"rules/w-10"))
		b.until("the rule's page, with the slash", `location.pathname.endsWith("/rules/w-10/") && document.querySelector("h1")`)
		b.do("no page", chromedp.Navigate(r.url+"none/at/all/"))
		b.until("the page for addresses that are none", `document.querySelector("h1").textContent === "No such page"`)
		b.do("home", chromedp.Navigate(r.url+"?x=1"))
		eval[bool](b, `(document.querySelector(".search-open").click(), true)`)
		b.until("the search is open", `document.querySelector("dialog.search[open] input")`)
		b.typing("tombstone")
		b.until("the search has found something", `document.querySelectorAll("dialog.search li a").length > 0`)
		for _, v := range eval[[]string](b, "window.violations ?? []") {
			t.Errorf("breaks the policy: %s", v)
		}
		if csp := eval[string](b, `fetch(location.href).then((r) => "", () => "cut")`); csp != "cut" {
			t.Error("the network is not cut")
		}
	}
}

// TestNewerEdition exchanges the site below a reader: the pages stay those of the
// edition that the browser keeps, until the reader wants the newer one.
func TestNewerEdition(t *testing.T) {
	t.Parallel()
	const mark = "THE NEWER EDITION"
	site := offlineSite(t, "", nil)
	newer := offlineSite(t, "", map[string]string{"site/templates/learn.html": mark, "site/css/7-edition.css": mark})
	if site.Edition() == newer.Edition() {
		t.Fatal("both have one name")
	}
	r := openRoom(t, site)
	b := open(t)
	b.do("the first visit", chromedp.Navigate(r.url))
	b.kept()
	style := func() string {
		return eval[string](b, `document.querySelector("link[rel=stylesheet]").getAttribute("href").replaceAll("../", "").replace("./", "")`)
	}
	old := style()
	r.Show(newer, nil)
	b.do("the next visit", chromedp.Navigate(r.url))
	b.until("the reader is told", `document.querySelector(".edition")`)
	for _, page := range []string{"", "hotel/size/", "rules/"} {
		b.do("go on", chromedp.Navigate(r.url+page))
		if got := style(); got != old {
			t.Errorf("%s is a page of the newer edition: %s", page, got)
		}
	}
	b.do("what has changed most", chromedp.Navigate(r.url+"learn/"))
	if eval[bool](b, fmt.Sprintf(`document.body.textContent.includes(%q)`, mark)) {
		t.Error("a page of the newer edition among those of the old one")
	}
	b.until("the reader is told again", `document.querySelector(".edition button")`)
	// Once in a while the old edition is what is loaded, and offers the newer one again.
	eval[bool](b, `(window.before = true, document.querySelector(".edition button").click(), true)`)
	b.until("the newer edition", fmt.Sprintf(`!window.before && (document.body?.textContent.includes(%q) || (document.querySelector(".edition button")?.click(), false))`, mark))
	r.cut.Store(true)
	b.do("home", chromedp.Navigate(r.url))
	if got := style(); got == old {
		t.Error("a page of the old edition after the newer one")
	}
	if n := eval[int](b, `caches.keys().then((k) => k.filter((n) => n.startsWith("partitionlab ")).length)`); n > 2 {
		t.Errorf("%d editions are kept", n)
	}
}

// TestWrittenSiteIsNotKept serves a site that is being written at an address where a
// browser has kept one.
func TestWrittenSiteIsNotKept(t *testing.T) {
	t.Parallel()
	r := openRoom(t, offlineSite(t, "", nil))
	b := open(t)
	b.do("the first visit", chromedp.Navigate(r.url))
	b.kept()
	written, _ := realSite(t, "")
	r.Show(written, nil)
	eval[bool](b, `navigator.serviceWorker.getRegistration().then((r) => r.update()).then(() => true, () => true)`)
	b.until("nothing is kept", `navigator.serviceWorker.getRegistration().then((r) => r === undefined)`)
	b.until("nothing is stored", `caches.keys().then((k) => k.length === 0)`)
}

// TestInstallable looks at what a browser wants of a site that it installs.
func TestInstallable(t *testing.T) {
	t.Parallel()
	site := offlineSite(t, "", nil)
	var m struct {
		Icons []struct{ Src, Sizes, Type string }
	}
	if err := json.Unmarshal(site.Files["manifest.webmanifest"], &m); err != nil {
		t.Fatal(err)
	}
	sizes := map[string]bool{}
	for _, i := range m.Icons {
		data := site.Files[i.Src]
		if i.Type == "image/png" {
			c, err := png.DecodeConfig(bytes.NewReader(data))
			if err != nil || fmt.Sprintf("%dx%d", c.Width, c.Height) != i.Sizes {
				t.Errorf("%s: %v, %d × %d", i.Src, err, c.Width, c.Height)
			}
		} else if len(data) == 0 {
			t.Errorf("no file %s", i.Src)
		}
		sizes[i.Sizes] = true
	}
	if !sizes["192x192"] || !sizes["512x512"] {
		t.Errorf("sizes of icons: %v", sizes)
	}
	r := openRoom(t, site)
	b := open(t)
	b.do("open", chromedp.Navigate(r.url))
	b.kept()
	result, err := chromedp.Call(b.ctx, page.GetInstallabilityErrors, cdp.Empty{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range result.InstallabilityErrors {
		if e.ErrorID != "in-incognito" { // as every page of a test is
			t.Errorf("cannot be installed: %v", e)
		}
	}
}

// TestEveryPageIsKept wants the service worker's list to hold every page and all that
// they load.
func TestEveryPageIsKept(t *testing.T) {
	site := offlineSite(t, "", nil)
	script := string(site.Files["sw.js"])
	value := func(name string, into any) {
		_, rest, _ := strings.Cut(script, "const "+name+" = ")
		if err := json.NewDecoder(strings.NewReader(rest)).Decode(into); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	var all string
	var files []string
	value("PAGES", &all)
	value("FILES", &files)
	var pages map[string]string
	if err := json.Unmarshal(site.Files[all], &pages); err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{all: true}
	for _, f := range files {
		listed[f] = true
	}
	for name, data := range site.Files {
		switch {
		case path.Ext(name) == ".html":
			if pages[strings.TrimSuffix(name, "index.html")] != string(data) {
				t.Errorf("%s is not kept", name)
			}
		case strings.HasPrefix(name, "assets/") && !strings.HasPrefix(name, "assets/moved"):
			if !listed[name] {
				t.Errorf("%s is not kept", name)
			}
		}
	}
	t.Logf("%d pages in %d bytes, %d files", len(pages), len(site.Files[all]), len(files))
}

// TestBadAnswerIsNotKept: networks answer once with something else, such as the page of one
// that wants a password, or with a part. Nothing of that is kept.
func TestBadAnswerIsNotKept(t *testing.T) {
	t.Parallel()
	site := offlineSite(t, "", nil)
	s := NewServer("test")
	s.Show(site, nil)
	p := pageAt(t, site, "check/")
	for _, bad := range []struct {
		what, kind string
		body       func(whole []byte) []byte
	}{
		{"another page", "text/html", func([]byte) []byte { return []byte("<h1>Log in</h1>") }},
		{"the first half", "application/wasm", func(whole []byte) []byte { return whole[:len(whole)/2] }},
	} {
		var healed atomic.Bool
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if path.Ext(r.URL.Path) != ".wasm" || healed.Load() {
				s.ServeHTTP(w, r)
				return
			}
			w.Header().Set("Content-Type", bad.kind)
			w.Header().Set("Cache-Control", "max-age=31536000, immutable")
			w.Write(bad.body(site.Files[strings.TrimPrefix(r.URL.Path, "/")]))
		}))
		t.Cleanup(web.Close)
		b := open(t)
		b.do("the first visit", chromedp.Navigate(web.URL+"/"+p.Path))
		b.until(bad.what+": the service worker is done", `window.asked ??= navigator.serviceWorker.getRegistration(), asked.then((first) => navigator.serviceWorker.getRegistration().then((now) => now ? now.active : first || (asked = undefined, false)))`)
		healed.Store(true)
		b.visit(web.URL+"/"+p.Path, 1) // waits for the program
		b.kept()
		unsound := `(async () => {
			const bad = [];
			for (const name of await caches.keys()) {
				const cache = await caches.open(name);
				for (const { url } of await cache.keys()) {
					const sum = url.match(/-([0-9a-f]{12})[.]\w+$/)?.[1], body = await (await cache.match(url)).arrayBuffer();
					const hash = [...new Uint8Array(await crypto.subtle.digest("SHA-256", body), 0, 6)].map((n) => n.toString(16).padStart(2, "0")).join("");
					if (sum && sum !== hash) bad.push(url);
				}
			}
			return bad;
		})()`
		if got := eval[[]string](b, unsound); len(got) > 0 {
			t.Errorf("%s: is kept as %q", bad.what, got)
		}
		// Browsers that kept one before get over it.
		eval[bool](b, `(async () => {
			for (const name of await caches.keys()) {
				const cache = await caches.open(name);
				for (const { url } of await cache.keys()) if (url.endsWith(".wasm")) await cache.put(url, new Response("<h1>Log in</h1>", { headers: { "Content-Type": "text/html" } }));
			}
			return true;
		})()`)
		b.visit(web.URL+"/"+p.Path, 1)
		b.same(bad.what+", kept before", p.Widgets[0], b.change(p.Widgets[0]))
	}
}
