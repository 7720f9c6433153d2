package build

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"golang.org/x/net/html"
)

// A witness is a proxy for everything that a browser asks, whoever in it asks: pages,
// service workers, the browser itself. It answers for one site only.
type witness struct {
	server http.Handler

	mu    sync.Mutex
	hosts map[string]int // by host, how often
	said  []string       // everything that left the browser
}

func (w *witness) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	w.mu.Lock()
	w.hosts[r.Host]++
	w.said = append(w.said, fmt.Sprint(r.Method, " ", r.URL, " ", r.Header, " ", string(body)))
	w.mu.Unlock()
	if r.Method == http.MethodConnect || r.URL.Host == "" {
		http.Error(rw, "nobody here", http.StatusForbidden)
		return
	}
	r.Body = io.NopCloser(strings.NewReader(string(body)))
	w.server.ServeHTTP(rw, r)
}

// chromiums are hosts that Chromium asks by itself, whatever page is open: for a newer
// Chromium, for an account. That no page asks them is seen in its own requests.
var chromiums = []string{".googleapis.com", ".google.com", ".gvt1.com"}

// TestNobodyElseIsAsked walks through the site, uses what there is to use, types a
// secret word, and looks at everything that left the browser.
func TestNobodyElseIsAsked(t *testing.T) {
	t.Parallel()
	site := offlineSite(t, "", nil)
	s := NewServer("test")
	s.Show(site, nil)
	w := &witness{server: s, hosts: map[string]int{}}
	proxy := httptest.NewServer(w)
	t.Cleanup(proxy.Close)
	const host = "127.0.0.1:8080"
	options, err := browserOptions()
	if err != nil {
		t.Fatal(err)
	}
	// The browser itself asks its maker for this and that; here it must not.
	options = append(options, chromedp.Flag("disable-sync", true), chromedp.Flag("disable-domain-reliability", true), chromedp.Flag("no-pings", true), chromedp.Flag("disable-client-side-phishing-detection", true),
		disableFeatures("AutofillServerCommunication", "OptimizationHints", "OptimizationGuideModelDownloading", "OptimizationHintsFetching", "OptimizationTargetPrediction", "MediaRouter", "DialMediaRouteProvider", "CertificateTransparencyComponentUpdater", "InterestFeedContentSuggestions"),
		chromedp.Flag("gaia-url", "http://127.0.0.1:8080/gaia/"), chromedp.Flag("check-for-update-interval", "86400"), chromedp.Flag("proxy-server", proxy.URL), chromedp.Flag("proxy-bypass-list", "<-loopback>"))
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	defer stop()
	ctx, stop = chromedp.NewContext(ctx)
	defer stop()
	ctx, stop = context.WithTimeout(ctx, 5*time.Minute)
	defer stop()
	b := watched(t, ctx)
	root := "http://" + host + "/"
	b.do("the first page", chromedp.Navigate(root))
	b.kept()

	const secret = "sesame"
	seen := map[string]bool{}
	for _, p := range site.Pages {
		where, _, _ := strings.Cut(p.Path, "/")
		if where != "widget" && where != "embed" {
			where = "chapter"
		}
		fresh := len(p.Widgets) == 0 && !seen[where]
		seen[where] = seen[where] || fresh
		for _, spec := range p.Widgets { // a page with a kind of widget that no such page before has
			kind := where + " " + spec.Kind
			fresh = fresh || !seen[kind]
			seen[kind] = true
		}
		if !fresh {
			continue
		}
		b.visit(root+p.Path, len(p.Widgets))
		eval[bool](b, fmt.Sprintf(`(async () => {
			const moment = (after, ms) => after && new Promise((done) => setTimeout(done, ms));
			scrollTo(0, document.body.scrollHeight);
			const folded = document.querySelectorAll("details:not([open]) > summary"), texts = document.querySelectorAll("textarea:not([readonly])");
			for (const s of folded) s.click();
			for (const f of texts) { f.value += " %[1]s"; f.dispatchEvent(new InputEvent("input", { bubbles: true })); }
			const embed = document.querySelector("[data-do=embed]");
			embed?.click();
			for (const end = performance.now() + 200; embed && !document.querySelector("dialog[open]") && performance.now() < end;) await moment(true, 10);
			document.querySelector("dialog[open] [data-preview] summary")?.click();
			await moment(folded.length + texts.length || embed, 300); // for all that was touched
			return true;
		})()`, secret))
	}
	for _, page := range []string{"learn/", "rules/", "rules/w-10/", "advice/", "licenses/", "exact/", "glossary/", "search/"} {
		b.do(page, chromedp.Navigate(root+page))
		eval[bool](b, `(scrollTo(0, document.body.scrollHeight), true)`)
	}
	b.do("home", chromedp.Navigate(root))
	eval[bool](b, `(document.querySelector(".search-open").click(), true)`)
	b.until("the search is open", `document.querySelector("dialog.search[open] input")`)
	b.typing(secret)
	b.until("the search has answered", `document.querySelector("dialog.search [role=status]").textContent`)

	w.mu.Lock()
	defer w.mu.Unlock()
	b.content(root) // what the pages themselves have asked
	for h, n := range w.hosts {
		if name, _, _ := strings.Cut(h, ":"); h != host && !slices.ContainsFunc(chromiums, func(own string) bool { return strings.HasSuffix(name, own) }) {
			t.Errorf("%s was asked %d times", h, n)
		}
	}
	for _, s := range w.said {
		if strings.Contains(s, secret) {
			t.Errorf("what was typed left the browser: %.300s", s)
		}
		if strings.Contains(strings.ToLower(s), "cookie:") {
			t.Errorf("a cookie: %.300s", s)
		}
	}
	t.Logf("%d requests on %d kinds of pages", len(w.said), len(seen))
	if len(seen) < 8 || w.hosts[host] < 20 {
		t.Errorf("the walk was short: %v, %v", slices.Sorted(maps.Keys(seen)), w.hosts)
	}
}

// TestPagesLoadFromHereOnly reads every page: what it loads lies in the site, nothing
// runs that is written into it, and its policy makes no exception.
func TestPagesLoadFromHereOnly(t *testing.T) {
	site, _ := realSite(t, "")
	for name, data := range site.Files {
		if path.Ext(name) != ".html" || strings.Contains(string(data), movedMark) {
			continue
		}
		policy := ""
		z := html.NewTokenizer(strings.NewReader(string(data)))
		for z.Next() != html.ErrorToken {
			token := z.Token()
			if token.Type != html.StartTagToken && token.Type != html.SelfClosingTagToken {
				continue
			}
			a := map[string]string{}
			for _, attr := range token.Attr {
				a[attr.Key] = attr.Val
				if strings.HasPrefix(attr.Key, "on") || attr.Key == "style" || attr.Key == "ping" || attr.Key == "srcdoc" {
					t.Errorf("%s: <%s> has %s=%q", name, token.Data, attr.Key, attr.Val)
				}
				switch attr.Key {
				case "src", "srcset", "poster", "data", "action", "formaction", "data-wasm", "data-exec", "data-worker", "data-index", "data-offline":
					if u, err := url.Parse(attr.Val); err != nil || u.Host != "" || u.Scheme != "" && u.Scheme != "data" {
						t.Errorf("%s: <%s> loads %s", name, token.Data, attr.Val)
					}
				}
			}
			switch token.Data {
			case "script":
				if a["src"] == "" {
					t.Errorf("%s: a script is written into the page", name)
				}
			case "style", "base", "object", "embed", "iframe", "form-associated":
				t.Errorf("%s: <%s>", name, token.Data)
			case "link":
				if u, err := url.Parse(a["href"]); err != nil || u.Host != "" {
					t.Errorf("%s: a link to %s", name, a["href"])
				}
			case "meta":
				if strings.EqualFold(a["http-equiv"], "Content-Security-Policy") {
					policy = a["content"]
				}
			}
		}
		checkPolicy(t, name+", in the page", policy)
		checkPolicy(t, name+", in the header", headersOf(strings.TrimSuffix(name, "index.html"), "")["Content-Security-Policy"])
	}
}

// checkPolicy wants a policy without exceptions: what is allowed comes from the site,
// or was made by it (data:, blob:).
func checkPolicy(t *testing.T, where, policy string) {
	t.Helper()
	parts := map[string][]string{}
	for part := range strings.SplitSeq(policy, ";") {
		if fields := strings.Fields(part); len(fields) > 0 {
			parts[fields[0]] = fields[1:]
		}
	}
	for _, needed := range []string{"default-src", "script-src", "base-uri", "form-action", "require-trusted-types-for", "trusted-types"} {
		if len(parts[needed]) == 0 {
			t.Errorf("%s: the policy does not speak of %s", where, needed)
		}
	}
	for name, sources := range parts {
		for _, s := range sources {
			ok := s == "'self'" || s == "'none'"
			switch name {
			case "script-src":
				ok = ok || s == "'wasm-unsafe-eval'"
			case "img-src":
				ok = ok || s == "data:" || s == "blob:"
			case "worker-src":
				ok = ok || s == "blob:"
			case "require-trusted-types-for":
				ok = s == "'script'"
			case "trusted-types":
				ok = s == "app"
			}
			if !ok {
				t.Errorf("%s: %s allows %s", where, name, s)
			}
		}
	}
}

// TestHostileLinksHurtNobody opens embeds with addresses that are meant to hurt, in a
// frame of a page that listens, and by themselves.
func TestHostileLinksHurtNobody(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "")
	outside := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<!doctype html><title>host</title><script>messages = []; addEventListener("message", (e) => messages.push([Array.prototype.indexOf.call(frames, e.source), typeof e.data === "string" ? e.data : JSON.stringify(e.data)]));</script>`)
		for _, frame := range r.URL.Query()["frame"] {
			fmt.Fprintf(w, `<iframe src="%s" width=600 height=600></iframe>`, html.EscapeString(frame))
		}
	}))
	t.Cleanup(outside.Close)
	embeds := map[string]string{} // by kind
	for _, p := range site.Pages {
		if strings.HasPrefix(p.Path, "embed/") {
			embeds[p.Widgets[0].Kind] = p.Path
		}
	}
	// Each frame tells what it has come to when its program runs.
	b := open(t, `if (parent !== window) addEventListener("DOMContentLoaded", () => {
		const tell = () => {
			if (!document.documentElement.classList.contains("lab-on")) return setTimeout(tell, 15);
			parent.postMessage("harm:" + `+harmed+`, "*");
		};
		tell();
	});`)
	hostile := []string{
		"?title=%3Cimg%20src%3Dx%20onerror%3D%22parent.hacked%3D1%22%3E", "?title=javascript:alert(1)#q=%3Cscript%3Ehacked%3D1%3C/script%3E", "?theme=%22%3E%3Cscript%3E&cover=1&show=%3Cb%3E",
		"?rooms=%3Csvg%20onload%3Dhacked%3D1%3E&v=99", "#q=.AAAA", "?__proto__=1&constructor=2&toString=3", "?q=%00%ff%fe", "#%3Cscript%3Ehacked%3D1%3C/script%3E?secret=%22%3E%3Cb%3E", "?guess=%3Ciframe%3E&shown=1#q=" + url.QueryEscape(strings.Repeat("(", 3000)),
	}
	for k, kind := range slices.Sorted(maps.Keys(embeds)) {
		frames := url.Values{}
		for i, link := range hostile {
			if (i+k)%3 == 0 { // each link for some kinds
				frames.Add("frame", root+embeds[kind]+link)
			}
		}
		b.do("open", chromedp.Navigate(outside.URL+"/?"+frames.Encode()))
		b.until(kind+": each frame has told its height, and what it has come to", `new Set(messages.filter(([, m]) => m.includes("lab:resize")).map(([i]) => i)).size === frames.length && messages.filter(([, m]) => m.startsWith("harm:")).length === frames.length`)
		for _, m := range eval[[]string](b, `messages.map(([i, m]) => i + " " + m)`) {
			at, said, _ := strings.Cut(m, " ")
			n, _ := strconv.Atoi(at)
			switch harm, is := strings.CutPrefix(said, "harm:"); {
			case is && harm != "none":
				t.Errorf("%s has hurt its reader: %s", frames["frame"][n], harm)
			case strings.ContainsAny(said, "<#"):
				t.Errorf("%s tells its host %s", frames["frame"][n], said)
			}
		}
		if eval[bool](b, `"hacked" in window || document.title !== "host" || location.pathname !== "/"`) {
			t.Errorf("%v have hurt their host", frames["frame"])
		}
	}
	for k, kind := range slices.Sorted(maps.Keys(embeds)) { // and without a host
		link := hostile[k%len(hostile)]
		b.do("open", chromedp.Navigate(root+embeds[kind]+link))
		b.until("the page is there", `document.querySelector("form.widget")`)
		if harm := eval[string](b, harmed); harm != "none" {
			t.Errorf("%s%s has hurt its reader: %s", embeds[kind], link, harm)
		}
	}
}

// harmed says what a hostile link has done to the page of an embed.
const harmed = `("hacked" in window ? "hacked" : document.querySelector("form.widget script, form.widget iframe, form.widget img, form.widget [onerror], form.widget [onload]")?.outerHTML ?? (window.violations.join() || "none"))`
