package build

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"mime"
	"net"
	"net/http"
	"path"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"

	"partitionlab/wasm/edge"
)

// A Server shows a site over http, with the headers that a static host would
// send, and tells open pages when there is a new one.
type Server struct {
	// Hosts are further names under which the server is asked. It knows "localhost" and
	// the address at which a request arrives; under any other name, a page of somebody
	// else could be asking in the name of a visitor.
	Hosts []string
	// Reload adds a script to each page (embeds excepted) that loads the page
	// again when Show has shown another site.
	Reload bool

	mu       sync.RWMutex
	shown    *shown
	problems []Problem
	version  int
	watchers map[chan struct{}]bool
	start    string // tells this server from one before it
}

// NewServer returns a server that has no site yet. The text start tells it from a
// server that ran before it at the same address.
func NewServer(start string) *Server {
	return &Server{watchers: map[chan struct{}]bool{}, start: start}
}

// Show exchanges the site.
func (s *Server) Show(site *Site, problems []Problem) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.version++
	s.problems = problems
	s.shown = &shown{Site: site, dynamic: &edge.Handler{Root: site.Base.Path, Files: site.Read}, version: s.versionText(),
		files: map[string]func() sent{}, pages: map[string]func() sent{}}
	for w := range s.watchers {
		select {
		case w <- struct{}{}:
		default: // it has not yet heard of the one before
		}
	}
}

// A shown is a site as it is sent: what goes out is made and summed up once, not for each
// client, however many ask for it and take it slowly.
type shown struct {
	*Site
	dynamic *edge.Handler // answers what no file of the site can
	version string

	mu           sync.Mutex
	files, pages map[string]func() sent // by name; pages by the address asked for, too
}

// A sent is a file with its tag.
type sent struct {
	data []byte
	tag  string
}

// mostPages is how many pages are kept as they were sent: one may be asked for at any port.
const mostPages = 1000

// sending is a file as it is sent, or a page as it is sent at an address.
func (s *shown) sending(file, origin string, made func() []byte) sent {
	of, key := s.files, file
	if origin != "" {
		of, key = s.pages, file+" "+origin
	}
	s.mu.Lock()
	f := of[key]
	if f == nil {
		f = sync.OnceValue(func() sent {
			data := made()
			sum := sha256.Sum256(data)
			return sent{data, hex.EncodeToString(sum[:8])}
		})
		if origin != "" && len(of) >= mostPages {
			clear(of)
		}
		of[key] = f
	}
	s.mu.Unlock()
	return f()
}

// versionText tells a site from those before it, of this server or another one.
func (s *Server) versionText() string { return fmt.Sprint(s.start, ".", s.version) }

// hostName holds for what may stand in a Host header: names, addresses, ports.
var hostName = regexp.MustCompile(`^[A-Za-z0-9.:\[\]-]+$`)

// Web is a server for the handler, to be served with [Serve]. Clients that are slow, idle or
// gone do not keep it: a question is asked within seconds.
func Web(handler http.Handler) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       20 * time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    64 << 10, // a link may hold CQL
	}
}

// knows reports whether a request is for this server.
func (s *Server) knows(r *http.Request) bool {
	name := r.Host
	if host, _, err := net.SplitHostPort(r.Host); err == nil {
		name = host
	}
	name = strings.ToLower(strings.Trim(name, "[]"))
	if name == "localhost" || slices.Contains(s.Hosts, name) {
		return true
	}
	asked := net.ParseIP(name)
	if asked == nil {
		return false
	}
	at, _ := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	return asked.IsLoopback() || at != nil && at.IP.Equal(asked)
}

const (
	devScript = "dev/reload.js"
	devEvents = "dev/events"
)

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !hostName.MatchString(r.Host) {
		http.Error(w, "the Host header is no host", http.StatusBadRequest)
		return
	}
	if !s.knows(r) {
		http.Error(w, "this server does not go by the name "+r.Host+": ask for its address, or start it with -host and that name", http.StatusMisdirectedRequest)
		return
	}
	s.mu.RLock()
	site := s.shown
	s.mu.RUnlock()
	if site == nil {
		w.Header().Set("Refresh", "1") // the browser asks again
		http.Error(w, "the site is being built", http.StatusServiceUnavailable)
		return
	}
	if site.dynamic.Answers(r) {
		s.answer(w, r, site)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "this address only answers GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	origin := "http://" + r.Host
	name, below := strings.CutPrefix(r.URL.Path, site.Base.Path)
	if !below {
		if r.URL.Path == "/" || r.URL.Path+"/" == site.Base.Path {
			http.Redirect(w, r, site.Base.Path, http.StatusFound)
			return
		}
		name = "404.html"
	}
	if s.Reload && name == devEvents {
		s.events(w, r)
		return
	}
	for key, value := range headersOf(name, origin) {
		w.Header().Set(key, value)
	}
	if s.Reload && name == devScript {
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		w.Write([]byte(reloadScript))
		return
	}
	status := http.StatusOK
	file := name
	if name == "" || strings.HasSuffix(name, "/") {
		file += "index.html"
	}
	data, ok := site.Files[file]
	if _, folder := site.Files[name+"/index.html"]; !ok && folder {
		to := site.Base.Path + name + "/"
		if r.URL.RawQuery != "" {
			to += "?" + r.URL.RawQuery
		}
		http.Redirect(w, r, to, http.StatusMovedPermanently)
		return
	}
	if !ok || strings.HasPrefix(file, "_") || file == "404.html" {
		status, file = http.StatusNotFound, "404.html"
		w.Header().Set("Cache-Control", "no-cache") // it may come to be there
		data = site.Files[file]
	}
	if path.Ext(file) != ".html" {
		s.send(w, r, status, file, site.sending(file, "", func() []byte { return data }))
		return
	}
	s.send(w, r, status, file, site.sending(file, origin, func() []byte {
		// The policy of embeds names the address asked for, in the page as in the header.
		policy := func(origin string) []byte { return []byte(html.EscapeString(embedPolicy(origin))) }
		page := bytes.Replace(data, policy(""), policy(origin), 1)
		if s.Reload && !strings.HasPrefix(file, "embed/") {
			script := `<script src="` + site.Base.Path + devScript + `" data-events="` + site.Base.Path + devEvents + `" data-version="` + html.EscapeString(site.version) + `"></script></body>`
			page = bytes.Replace(page, []byte("</body>"), []byte(script), 1)
		}
		return page
	}))
}

// send writes a file, compressed as the browser likes it. Compressed copies are
// kept: a class loads the same files thirty times.
func (s *Server) send(w http.ResponseWriter, r *http.Request, status int, file string, what sent) {
	data, tag := what.data, what.tag
	h := w.Header()
	kind := mime.TypeByExtension(path.Ext(file))
	switch path.Ext(file) {
	case ".wasm":
		kind = "application/wasm"
	case ".js":
		kind = "text/javascript; charset=utf-8"
	}
	h.Set("Content-Type", kind)
	h.Set("ETag", `"`+tag+`"`)
	h.Add("Vary", "Accept-Encoding")
	if status == http.StatusOK && r.Header.Get("If-None-Match") == `"`+tag+`"` {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if len(data) > 1000 {
		for _, encoding := range []string{"br", "gzip"} {
			if accepts(r, encoding) {
				h.Set("Content-Encoding", encoding)
				data = pack(encoding, tag, data)
				break
			}
		}
	}
	h.Set("Content-Length", fmt.Sprint(len(data)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(data)
	}
}

func accepts(r *http.Request, encoding string) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, q, _ := strings.Cut(strings.TrimSpace(part), ";")
		if name == encoding && strings.ReplaceAll(q, " ", "") != "q=0" {
			return true
		}
	}
	return false
}

// compressed are files, by encoding and hash, each packed once for all servers.
var compressed = struct {
	sync.Mutex
	files map[string]func() []byte
}{files: map[string]func() []byte{}}

func pack(encoding, tag string, data []byte) []byte {
	key := encoding + tag
	compressed.Lock()
	file, ok := compressed.files[key]
	if !ok {
		file = sync.OnceValue(func() []byte { return compress(encoding, data) })
		if len(compressed.files) > 2000 { // a day of edits
			clear(compressed.files)
		}
		compressed.files[key] = file
	}
	compressed.Unlock()
	return file()
}

func compress(encoding string, data []byte) []byte {
	var b bytes.Buffer
	var w io.WriteCloser = gzip.NewWriter(&b)
	if encoding == "br" {
		w = brotli.NewWriterLevel(&b, 4)
	}
	w.Write(data)
	w.Close()
	return b.Bytes()
}

// maxWatchers is how many pages may wait for changes: each in sight holds a stream.
const maxWatchers = 500

// asking is how many questions are answered at once. Each may keep a processor busy
// for a while; the others wait, and pages go on being served.
var asking = make(chan struct{}, max(runtime.GOMAXPROCS(0)/2, 1))

// answer answers what no file of the site can.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, site *shown) {
	for key, value := range headersOf(strings.TrimPrefix(r.URL.Path, site.Base.Path), "http://"+r.Host) {
		w.Header().Set(key, value)
	}
	// A slow client keeps no other waiting: it has sent its question before it is asked.
	question, err := io.ReadAll(io.LimitReader(r.Body, edge.MaxBody+1))
	if err != nil {
		http.Error(w, "the question ends too early", http.StatusBadRequest)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(question))
	wait := time.NewTimer(10 * time.Second)
	defer wait.Stop()
	select {
	case asking <- struct{}{}:
		defer func() { <-asking }()
		site.dynamic.ServeHTTP(w, r)
	case <-wait.C:
		w.Header().Set("Retry-After", "10")
		http.Error(w, "too many questions at once: ask again", http.StatusServiceUnavailable)
	case <-r.Context().Done():
	}
}

// events tells a page, as server-sent events, the version of the site and what is
// wrong with it. A stream whose page takes nothing any more ends.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	stream := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	news := make(chan struct{}, 1)
	s.mu.Lock()
	full := len(s.watchers) >= maxWatchers
	if !full {
		s.watchers[news] = true
	}
	s.mu.Unlock()
	if full {
		http.Error(w, "too many pages wait for changes", http.StatusServiceUnavailable)
		return
	}
	defer func() {
		s.mu.Lock()
		delete(s.watchers, news)
		s.mu.Unlock()
	}()
	send := func(format string, args ...any) bool {
		_, err := fmt.Fprintf(w, format, args...)
		return err == nil && stream.Flush() == nil
	}
	for {
		s.mu.RLock()
		message := struct {
			Version  string   `json:"version"`
			Problems []string `json:"problems"`
		}{Version: s.versionText()}
		for _, p := range s.problems {
			message.Problems = append(message.Problems, p.String())
		}
		s.mu.RUnlock()
		text, _ := json.Marshal(message)
		for ok := send("retry: 200\ndata: %s\n\n", text); ; ok = send(": still here\n\n") {
			if !ok {
				return
			}
			select {
			case <-news:
			case <-r.Context().Done():
				return
			case <-time.After(15 * time.Second):
				continue
			}
			break
		}
	}
}

// reloadScript loads the page again when the site has changed, and shows what is
// wrong in the content. Only a page in sight holds a stream: a browser gives a server
// six connections, for all its pages together.
const reloadScript = `"use strict";
(() => {
  const { events, version: shown } = document.currentScript.dataset;
  const note = document.createElement("pre");
  note.className = "problems";
  const told = (e) => {
    const { version, problems } = JSON.parse(e.data);
    if (version !== shown) return location.reload();
    note.textContent = (problems ?? []).join("\n");
    note.textContent ? document.body.prepend(note) : note.remove();
  };
  let stream = null;
  const listen = (seen) => {
    if (!seen) {
      stream?.close();
      stream = null;
    } else if (!stream) {
      stream = new EventSource(events);
      stream.onmessage = told;
    }
  };
  addEventListener("pagehide", () => listen(false));
  addEventListener("pageshow", () => listen(!document.hidden));
  document.addEventListener("visibilitychange", () => listen(!document.hidden));
  listen(!document.hidden);
})();
`
