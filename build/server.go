package build

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"path"
	"regexp"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

// A Server shows a site over http, with the headers that a static host would
// send, and tells open pages when there is a new one.
type Server struct {
	// Reload adds a script to each page (embeds excepted) that loads the page
	// again when Show has shown another site.
	Reload bool

	mu       sync.RWMutex
	site     *Site
	problems []Problem
	packed   map[string][]byte // compressed files by encoding and hash
	version  int
	watchers map[chan struct{}]bool
	start    string // tells this server from one before it
}

// NewServer returns a server that has no site yet. The text start tells it from a
// server that ran before it at the same address.
func NewServer(start string) *Server {
	return &Server{packed: map[string][]byte{}, watchers: map[chan struct{}]bool{}, start: start}
}

// Show exchanges the site.
func (s *Server) Show(site *Site, problems []Problem) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.site, s.problems = site, problems
	s.version++
	for w := range s.watchers {
		select {
		case w <- struct{}{}:
		default: // it has not yet heard of the one before
		}
	}
}

// hostName holds for what may stand in a Host header: names, addresses, ports.
var hostName = regexp.MustCompile(`^[A-Za-z0-9.:\[\]-]+$`)

const (
	devScript = "dev/reload.js"
	devEvents = "dev/events"
)

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, "this site only answers GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	if !hostName.MatchString(r.Host) {
		http.Error(w, "the Host header is no host", http.StatusBadRequest)
		return
	}
	s.mu.RLock()
	site := s.site
	s.mu.RUnlock()
	if site == nil {
		w.Header().Set("Refresh", "1") // the browser asks again
		http.Error(w, "the site is being built", http.StatusServiceUnavailable)
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
		data = site.Files[file]
	}
	if path.Ext(file) == ".html" {
		// The site was built for one address; it is served at the one asked for.
		own := site.Base.Scheme + "://" + site.Base.Host
		data = bytes.ReplaceAll(data, []byte(own), []byte(origin))
		if s.Reload && !strings.HasPrefix(file, "embed/") {
			script := `<script src="` + site.Base.Path + devScript + `" data-events="` + site.Base.Path + devEvents + `"></script></body>`
			data = bytes.Replace(data, []byte("</body>"), []byte(script), 1)
		}
	}
	s.send(w, r, status, file, data)
}

// send writes a file, compressed as the browser likes it. Compressed copies are
// kept: a class loads the same files thirty times.
func (s *Server) send(w http.ResponseWriter, r *http.Request, status int, file string, data []byte) {
	h := w.Header()
	kind := mime.TypeByExtension(path.Ext(file))
	switch path.Ext(file) {
	case ".wasm":
		kind = "application/wasm"
	case ".js":
		kind = "text/javascript; charset=utf-8"
	}
	h.Set("Content-Type", kind)
	sum := sha256.Sum256(data)
	tag := hex.EncodeToString(sum[:8])
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
				data = s.pack(encoding, tag, data)
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

func (s *Server) pack(encoding, tag string, data []byte) []byte {
	key := encoding + tag
	s.mu.RLock()
	packed, ok := s.packed[key]
	s.mu.RUnlock()
	if ok {
		return packed
	}
	var b bytes.Buffer
	if encoding == "br" {
		w := brotli.NewWriterLevel(&b, 4)
		w.Write(data)
		w.Close()
	} else {
		w := gzip.NewWriter(&b)
		w.Write(data)
		w.Close()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.packed) > 2000 { // a day of edits
		clear(s.packed)
	}
	s.packed[key] = b.Bytes()
	return b.Bytes()
}

// events tells a page, as server-sent events, the version of the site and what is
// wrong with it.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	flusher, ok := w.(http.Flusher)
	if !ok {
		http.Error(w, "no stream", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	news := make(chan struct{}, 1)
	s.mu.Lock()
	s.watchers[news] = true
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		delete(s.watchers, news)
		s.mu.Unlock()
	}()
	for {
		s.mu.RLock()
		message := struct {
			Version  string   `json:"version"`
			Problems []string `json:"problems"`
		}{Version: fmt.Sprint(s.start, ".", s.version)}
		for _, p := range s.problems {
			message.Problems = append(message.Problems, p.String())
		}
		s.mu.RUnlock()
		text, _ := json.Marshal(message)
		fmt.Fprintf(w, "retry: 200\ndata: %s\n\n", text)
		flusher.Flush()
		select {
		case <-news:
		case <-r.Context().Done():
			return
		}
	}
}

// reloadScript loads the page again when the site has changed, and shows what is
// wrong in the content.
const reloadScript = `"use strict";
(() => {
  const events = document.currentScript.dataset.events;
  let shown = null;
  const note = document.createElement("pre");
  note.className = "problems";
  new EventSource(events).onmessage = (e) => {
    const { version, problems } = JSON.parse(e.data);
    if (shown !== null && version !== shown) return location.reload();
    shown = version;
    note.textContent = (problems ?? []).join("\n");
    note.textContent ? document.body.prepend(note) : note.remove();
  };
})();
`
