package build

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
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
	// What is not there yet may come, whatever is said of what is there.
	if resp := get(t, web.URL+"/assets/lab-000000000000.wasm"); resp.StatusCode != 404 || resp.Header.Get("Cache-Control") != "no-cache" {
		t.Errorf("an asset that is not there: %d, Cache-Control %q", resp.StatusCode, resp.Header.Get("Cache-Control"))
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

func TestServerKnowsItsNames(t *testing.T) {
	s, web := testServer(t, "http://127.0.0.1:8080/")
	s.Hosts = []string{"lab.example.org"}
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(web.URL, "http://"))
	for host, status := range map[string]int{
		"127.0.0.1:" + port: 200, "127.0.0.1": 200, "localhost": 200, "LOCALHOST:1234": 200, "[::1]:" + port: 200, "lab.example.org": 200, "Lab.Example.org:80": 200,
		"evil.example": 421, "evil.example:" + port: 421, "localhost.evil.example": 421, "lab.example.org.evil.example": 421, "192.0.2.7": 421, "[2001:db8::1]": 421, "127.0.0.1.evil.example": 421, "evil_x": 400, "a<b": 400,
	} {
		r, err := http.NewRequest("GET", web.URL+"/", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatalf("%s: %v", host, err)
		}
		text := body(t, resp.Body)
		resp.Body.Close()
		if resp.StatusCode != status || status == 421 && (!strings.Contains(text, "start it with -host") || resp.Header.Get("Content-Security-Policy") != "") {
			t.Errorf("%s: %d, want %d: %.100s", host, resp.StatusCode, status, text)
		}
	}
}

// TestServerGoesOnBesideSlowClients keeps a thousand connections: that say nothing, that
// begin a request, that read nothing of an answer, that wait for changes.
func TestServerGoesOnBesideSlowClients(t *testing.T) {
	t.Parallel()
	site, _ := testBuild(t, "http://127.0.0.1:8080/", nil)
	site.Files["assets/big.wasm"] = bytes.Repeat([]byte("0123456789abcdef"), 1<<18)
	s := NewServer("test")
	s.Reload = true
	s.Show(site, nil)
	web := httptest.NewUnstartedServer(nil)
	web.Config = Web(s)
	// The same limits as always, all of them sooner.
	web.Config.ReadHeaderTimeout, web.Config.ReadTimeout, web.Config.IdleTimeout = 3*time.Second, 3*time.Second, 3*time.Second
	web.Listener = newDoor(web.Listener, 2000, 3*time.Second)
	web.Start()
	t.Cleanup(web.CloseClientConnections)
	address := strings.TrimPrefix(web.URL, "http://")
	var slow []net.Conn
	for i := range 1000 {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		begin := []string{"", "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: a", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\na",
			"GET /assets/big.wasm HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET /dev/events HTTP/1.1\r\nHost: localhost\r\n\r\n"}[i%5]
		if _, err := io.WriteString(c, begin); err != nil {
			t.Fatal(err)
		}
		if i%5 != 4 { // a stream is not ended while its client reads
			slow = append(slow, c)
		}
	}
	for _, header := range []string{"br", "gzip", ""} {
		if resp := get(t, web.URL+"/hotel/sample/", "Accept-Encoding", header); resp.StatusCode != 200 || len(body(t, resp.Body)) < 1000 {
			t.Errorf("beside a thousand slow clients: %d", resp.StatusCode)
		}
	}
	for i, c := range slow { // each is ended
		c.SetReadDeadline(time.Now().Add(time.Minute))
		if _, err := io.Copy(io.Discard, c); errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatalf("client %d of %d is still served", i, len(slow))
		}
	}
}

func TestWatchersAreFew(t *testing.T) {
	s, web := testServer(t, "http://127.0.0.1:8080/")
	s.Reload = true
	for range maxWatchers {
		s.watchers[make(chan struct{}, 1)] = true
	}
	if resp := get(t, web.URL+"/dev/events"); resp.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("one more than %d: %d", maxWatchers, resp.StatusCode)
	}
}

// TestSourceStaysInItsFolders follows links within content and site, and no others.
func TestSourceStaysInItsFolders(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{"content/a", "site", "secret"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for file, text := range map[string]string{"content/a/x.md": "x", "secret/key": "key", "go.mod": "module"} {
		if err := os.WriteFile(filepath.Join(root, file), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"content/in.md": "a/x.md", "content/up.md": "../secret/key", "content/far.md": filepath.Join(root, "secret/key"), "content/dir": "../secret", "site/other": "../content"} {
		if err := os.Symlink(to, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	source, err := OpenSource(root)
	if err != nil {
		t.Fatal(err)
	}
	for name, good := range map[string]bool{
		"content/a/x.md": true, "content/in.md": true, "content/up.md": false, "content/far.md": false, "content/dir/key": false, "site/other/in.md": false,
		"go.mod": false, "secret/key": false, "content/../go.mod": false, "../x": false, ".": false, "": false,
	} {
		if text, err := fs.ReadFile(source, name); (err == nil) != good {
			t.Errorf("%q: %q, %v", name, text, err)
		}
	}
	if names, err := fs.Glob(source, "content/*/*"); err != nil || !slices.Equal(names, []string{"content/a/x.md"}) {
		t.Errorf("%q, %v", names, err)
	}
	if _, err := OpenSource(filepath.Join(root, "content")); err == nil || !strings.Contains(err.Error(), "no folder content") {
		t.Errorf("another folder: %v", err)
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
	write("content/a.md", "a\n")
	write("wasm/cql/lex.go", "a\n")
	w := NewWatcher(root)
	clock := time.Now()
	w.now = func() time.Time { return clock.Add(-time.Hour) } // everything is as new as can be
	next := func() Change {
		c, again := w.Look()
		if again <= 0 || again > Stillness {
			t.Errorf("the next look is after %v", again)
		}
		return c
	}
	look := func(what string, want Change) {
		t.Helper()
		if got := next(); got != (Change{}) {
			t.Errorf("%s: told at once: %+v", what, got)
		}
		if got := next(); got != want {
			t.Errorf("%s: %+v, want %+v", what, got, want)
		}
	}
	look("nothing", Change{})
	write("content/a.md", "ab\n")
	look("a longer chapter", Change{Content: true})
	os.Chtimes(filepath.Join(root, "content/a.md"), time.Now(), time.Now().Add(time.Second))
	look("a chapter of the same length", Change{Content: true})
	write("site/css/x.css", "a\n")
	look("a new style", Change{Content: true})
	write("wasm/cql/lex.go", "ab\n")
	look("code", Change{Code: true})
	write("wasm/cql/lex_test.go", "ab\n")
	look("a test", Change{})
	os.Remove(filepath.Join(root, "content/a.md"))
	look("a chapter gone", Change{Content: true})
	look("nothing more", Change{})

	// A file that is written in pieces is told when it is whole.
	for _, text := range []string{"", "half\n", "half\nand more\n"} {
		write("content/b.md", text)
		if got := next(); got != (Change{}) {
			t.Errorf("told with %q: %+v", text, got)
		}
	}
	if got := next(); got != (Change{Content: true}) {
		t.Errorf("the whole file is not told: %+v", got)
	}
	// An editor that puts a new file in the place of the old one takes nothing away.
	os.Remove(filepath.Join(root, "content/b.md"))
	if got := next(); got != (Change{}) {
		t.Errorf("told while the file is away: %+v", got)
	}
	write("content/b.md", "another text\n")
	look("a file in the place of another", Change{Content: true})

	// Whoever writes a file over makes it empty first, and may be slow.
	write("content/b.md", "")
	for range partialLooks / 2 {
		if got := next(); got != (Change{}) {
			t.Errorf("told while the file is empty: %+v", got)
		}
	}
	write("content/b.md", "a text after a while\n")
	look("an emptied file that is filled", Change{Content: true})
	write("content/b.md", "")
	got := Change{}
	for range partialLooks + 1 {
		got = next()
	}
	if got != (Change{Content: true}) {
		t.Errorf("a file that stays empty is not told: %+v", got)
	}
	look("nothing more of the empty file", Change{})

	// Nor is a half taken for the whole where it ends in the midst of something, however
	// long it stands.
	for half, rest := range map[string]string{"a li": "ne\n", "---\ntitle: A\n": "---\n", "---\ntitle: A\n---\n\n```size\nid = a\n": "```\n", "---\r\ntitle: A\r\n---\r\n````\r\n```\r\n": "````\r\n"} {
		write("content/b.md", half)
		for range partialLooks / 2 {
			if got := next(); got != (Change{}) {
				t.Errorf("told with %q: %+v", half, got)
			}
		}
		write("content/b.md", half+rest)
		look("the whole after "+half, Change{Content: true})
	}
	write("site/a.png", "\x89PNG\x00\x01")
	look("a picture", Change{Content: true})

	// What stands since a while, as after a long look, is told at the first.
	write("content/b.md", "longer than ever before\n")
	w.now = func() time.Time { return clock.Add(time.Hour) }
	if got := next(); got != (Change{Content: true}) {
		t.Errorf("a file that stands is not told at once: %+v", got)
	}
	os.Remove(filepath.Join(root, "content/b.md"))
	look("a file that is away, and may come back", Change{Content: true})
}
