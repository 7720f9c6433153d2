package build

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
)

func testServer(t testing.TB, base string) (*Server, *httptest.Server) {
	t.Helper()
	site, _ := testBuild(t, base, nil)
	s := NewServer("test")
	s.Show(site, nil)
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	return s, web
}

// get asks without following redirects or unpacking.
func get(t testing.TB, url string, header ...string) *http.Response {
	t.Helper()
	r, err := http.NewRequest("GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	client := http.Client{
		Transport:     &http.Transport{DisableCompression: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	resp, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { resp.Body.Close() })
	return resp
}

func body(t testing.TB, r io.Reader) string {
	t.Helper()
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestServerAnswers(t *testing.T) {
	_, web := testServer(t, "http://127.0.0.1:8080/")
	for path, want := range map[string]struct {
		status   int
		contains string
		location string
	}{
		"/":                           {200, "Two questions about a table", ""},
		"/hotel/sample/":              {200, "A sample of everything", ""},
		"/hotel/sample?size1.rooms=9": {301, "", "/hotel/sample/?size1.rooms=9"},
		"/hotel/none/":                {404, "No such page", ""},
		"/_headers":                   {404, "No such page", ""},
		"/404.html":                   {404, "No such page", ""},
		"/hotel/../../go.mod":         {404, "No such page", ""},
		"/widget/":                    {200, "How big is one partition?", ""},
		"/widget/hotel/sample/size1/": {200, "How big is one partition?", ""},
		"/embed/hotel/sample/size1":   {301, "", "/embed/hotel/sample/size1/"},
	} {
		resp := get(t, web.URL+path)
		if resp.StatusCode != want.status || resp.Header.Get("Location") != want.location || !strings.Contains(body(t, resp.Body), want.contains) {
			t.Errorf("%s: %d %q, want %d %q with %q in it", path, resp.StatusCode, resp.Header.Get("Location"), want.status, want.location, want.contains)
		}
	}
	if resp, err := http.Post(web.URL+"/", "text/plain", strings.NewReader("x")); err != nil || resp.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: %v %v", resp, err)
	}
}

func TestServerBelowAPath(t *testing.T) {
	_, web := testServer(t, "http://127.0.0.1:8080/lab/")
	for path, status := range map[string]int{"/lab/hotel/sample/": 200, "/hotel/sample/": 404, "/lab": 302, "/": 302} {
		if resp := get(t, web.URL+path); resp.StatusCode != status {
			t.Errorf("%s: %d, want %d", path, resp.StatusCode, status)
		}
	}
}

// TestHeaders compares what the server sends with what the _headers file of the
// same site says: both must be of one mind.
func TestHeaders(t *testing.T) {
	_, web := testServer(t, "http://127.0.0.1:8080/")
	site, _ := testBuild(t, web.URL+"/", nil)
	var style string
	for name := range site.Files {
		if strings.HasPrefix(name, "assets/style-") {
			style = "/" + name
		}
	}
	for _, path := range []string{"/", "/hotel/sample/", "/embed/hotel/sample/size1/", style, "/none"} {
		want := map[string]string{}
		var matches bool
		for line := range strings.Lines(string(site.Files["_headers"])) {
			line = strings.TrimSuffix(line, "\n")
			name, unset := strings.CutPrefix(line, "  ! ")
			switch {
			case !strings.HasPrefix(line, " "):
				matches = strings.HasPrefix(path, strings.TrimSuffix(line, "*"))
			case !matches:
			case unset:
				delete(want, name)
			default:
				name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
				want[name] = value
			}
		}
		if len(want) < 4 {
			t.Fatalf("_headers has only %v for %s", want, path)
		}
		resp := get(t, web.URL+path)
		for name, value := range want {
			if got := resp.Header.Get(name); got != value {
				t.Errorf("%s: %s: %q, want %q", path, name, got, value)
			}
		}
	}
	csp := get(t, web.URL+"/").Header.Get("Content-Security-Policy")
	if !strings.Contains(csp, "frame-ancestors 'none'") || strings.Contains(csp, "unsafe-inline") || strings.Contains(csp, "unsafe-eval'") && !strings.Contains(csp, "wasm-unsafe-eval") {
		t.Errorf("policy of pages: %s", csp)
	}
	csp = get(t, web.URL+"/embed/hotel/sample/size1/").Header.Get("Content-Security-Policy")
	if strings.Contains(csp, "frame-ancestors") || !strings.Contains(csp, web.URL) {
		t.Errorf("policy of embeds: %s", csp)
	}
	if got := get(t, web.URL+style).Header.Get("Access-Control-Allow-Origin"); got != "*" {
		t.Errorf("assets: Access-Control-Allow-Origin %q", got)
	}
}

func TestCompression(t *testing.T) {
	_, web := testServer(t, "http://127.0.0.1:8080/")
	plain := body(t, get(t, web.URL+"/hotel/sample/").Body)
	br := get(t, web.URL+"/hotel/sample/", "Accept-Encoding", "gzip, deflate, br")
	if br.Header.Get("Content-Encoding") != "br" || body(t, brotli.NewReader(br.Body)) != plain {
		t.Error("brotli does not give the same page")
	}
	gz := get(t, web.URL+"/hotel/sample/", "Accept-Encoding", "gzip, br;q=0")
	r, err := gzip.NewReader(gz.Body)
	if err != nil || gz.Header.Get("Content-Encoding") != "gzip" || body(t, r) != plain {
		t.Error("gzip does not give the same page")
	}
	again := get(t, web.URL+"/hotel/sample/", "If-None-Match", br.Header.Get("ETag"))
	if again.StatusCode != http.StatusNotModified {
		t.Errorf("asked again with the tag: %d", again.StatusCode)
	}
}

func TestOpenPagesHearOfChanges(t *testing.T) {
	s, web := testServer(t, "http://127.0.0.1:8080/")
	s.Reload = true
	page := body(t, get(t, web.URL+"/hotel/sample/").Body)
	if !strings.Contains(page, `src="/dev/reload.js"`) || !strings.Contains(body(t, get(t, web.URL+"/dev/reload.js").Body), "EventSource") {
		t.Error("the page does not load the script that reloads it")
	}
	if strings.Contains(body(t, get(t, web.URL+"/embed/hotel/sample/size1/").Body), "reload.js") {
		t.Error("an embed loads the script that reloads pages")
	}
	lines := bufio.NewScanner(get(t, web.URL+"/dev/events").Body)
	next := func() string {
		for lines.Scan() {
			if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				return text
			}
		}
		t.Fatal("the stream has ended")
		return ""
	}
	if got := next(); got != `{"version":"test.1","problems":null}` {
		t.Errorf("first event: %s", got)
	}
	site, _ := testBuild(t, "http://127.0.0.1:8080/", nil)
	s.Show(site, []Problem{{"content/a.md", 7, "is wrong"}})
	if got := next(); got != `{"version":"test.2","problems":["content/a.md:7: is wrong"]}` {
		t.Errorf("second event: %s", got)
	}
}

func TestWatcher(t *testing.T) {
	root := t.TempDir()
	write := func(file, text string) {
		file = filepath.Join(root, file)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("content/a.md", "a")
	write("wasm/cql/lex.go", "a")
	w := NewWatcher(root)
	look := func(what string, want Change) {
		t.Helper()
		if got := w.Look(); got != want {
			t.Errorf("%s: %+v, want %+v", what, got, want)
		}
	}
	look("nothing", Change{})
	write("content/a.md", "ab")
	look("a longer chapter", Change{Content: true})
	os.Chtimes(filepath.Join(root, "content/a.md"), time.Now(), time.Now().Add(time.Second))
	look("a chapter of the same length", Change{Content: true})
	write("site/css/x.css", "a")
	look("a new style", Change{Content: true})
	write("wasm/cql/lex.go", "ab")
	look("code", Change{Code: true})
	write("wasm/cql/lex_test.go", "ab")
	look("a test", Change{})
	os.Remove(filepath.Join(root, "content/a.md"))
	look("a chapter gone", Change{Content: true})
	look("nothing more", Change{})
}

func TestWriteRemovesWhatIsOld(t *testing.T) {
	dir := t.TempDir()
	one := &Site{Files: map[string][]byte{"a/index.html": []byte("1"), "b.html": []byte("1")}}
	two := &Site{Files: map[string][]byte{"a/index.html": []byte("2")}}
	for _, s := range []*Site{one, two} {
		if err := s.Write(dir); err != nil {
			t.Fatal(err)
		}
	}
	data, _ := os.ReadFile(filepath.Join(dir, "a/index.html"))
	if _, err := os.Stat(filepath.Join(dir, "b.html")); !bytes.Equal(data, []byte("2")) || err == nil {
		t.Errorf("a/index.html is %q; b.html: %v", data, err)
	}
}
