// Package edge answers those addresses of the site that no file can hold, because
// what they say depends on the question:
//
//	POST /api/check, /api/size, /api/query      what the core says, as JSON        (api.go)
//	/widget/…/card.svg, card.png, /card.svg?url=…   a picture of any state         (card.go, raster.go)
//	/oembed?url=…                               what hosts ask about a link        (oembed.go)
//	/widget/…/?rooms=200, /embed/…/             the page with this state's preview (preview.go)
//
// The same handler runs under net/http in `partitionlab serve` and at a content
// network's edge in package worker. It needs the files of the built site and
// nothing else: no clock but the server's, no network, no memory of what was
// asked. What somebody asks is written nowhere.
package edge

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// Files reads a file of the built site by its path from the site's root, such as
// "widget/hotel/size/size1/spec.json". What is not there is fs.ErrNotExist.
type Files func(ctx context.Context, name string) ([]byte, error)

// A Handler answers for one edition of the site.
type Handler struct {
	// Root is the path of the site, beginning and ending with a slash.
	Root string
	// Origin is the scheme and host of the site; "" takes those of the request.
	Origin string
	Files  Files
	// Now is the clock of /api/check and /api/query where the question sets none.
	Now func() time.Time

	look  once[*Look]
	fonts once[*fonts]
}

// once keeps what has been read without a failure.
type once[T any] struct {
	mu   sync.Mutex
	done bool
	v    T
}

func (o *once[T]) get(read func() (T, error)) (T, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.done {
		return o.v, nil
	}
	v, err := read()
	if err == nil {
		o.v, o.done = v, true
	}
	return v, err
}

// Answers reports whether a request is for this handler and not for a file. A
// browser that shows a page says so in a header and gets the file: the core in the
// page answers for any state. Whoever only reads it, to show a preview of a link,
// gets the page with that state's words.
func (h *Handler) Answers(r *http.Request) bool {
	name, ok := strings.CutPrefix(r.URL.Path, h.Root)
	if !ok {
		return false
	}
	switch name {
	case "api/check", "api/size", "api/query", "oembed", "card.svg", "card.png":
		return true
	}
	if !strings.HasPrefix(name, "widget/") && !strings.HasPrefix(name, "embed/") {
		return false
	}
	if strings.HasSuffix(name, "/card.svg") || strings.HasSuffix(name, "/card.png") {
		return true
	}
	return strings.HasSuffix(name, "/") && r.URL.RawQuery != "" && r.Header.Get("Sec-Fetch-Dest") == ""
}

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer func() {
		if recover() != nil { // a fault of the core: the question stays out of every log
			fail(w, http.StatusInternalServerError, "The core made a mistake of its own with this question.", "Ask for less, or tell the project what you asked.")
		}
	}()
	header := w.Header()
	name, ok := strings.CutPrefix(r.URL.Path, h.Root)
	if !ok {
		fail(w, http.StatusNotFound, "There is nothing at this address.", "")
		return
	}
	if api := apis[name]; api != nil {
		h.ask(w, r, api)
		return
	}
	switch r.Method {
	case http.MethodGet, http.MethodHead:
	case http.MethodOptions:
		preflight(w, "GET")
		return
	default:
		header.Set("Allow", "GET, HEAD, OPTIONS")
		fail(w, http.StatusMethodNotAllowed, "This address answers GET, not "+r.Method+".", "")
		return
	}
	switch {
	case len(r.URL.RawQuery) > maxQuery:
		fail(w, http.StatusRequestURITooLong, "The query is longer than "+kilo(maxQuery)+".", "CQL goes to /api/check by POST.")
	case name == "oembed":
		h.oembed(w, r)
	case name == "card.svg", name == "card.png":
		h.cardOf(w, r, name[len("card."):])
	case strings.HasSuffix(name, "/card.svg"), strings.HasSuffix(name, "/card.png"):
		page, ending := name[:len(name)-len("card.svg")], name[len(name)-len("svg"):]
		h.card(w, r, page, r.URL.RawQuery, ending)
	case strings.HasPrefix(name, "widget/"), strings.HasPrefix(name, "embed/"):
		h.preview(w, r, name)
	default:
		fail(w, http.StatusNotFound, "There is nothing at this address.", "")
	}
}

// maxQuery is how long a query may be: a link may hold some CQL, no more.
const maxQuery = 8_000

// root is the address of the site's root, as the reader knows it.
func (h *Handler) root(r *http.Request) *url.URL {
	if h.Origin != "" {
		if u, err := url.Parse(h.Origin + h.Root); err == nil {
			return u
		}
	}
	u := &url.URL{Scheme: "http", Host: r.Host, Path: h.Root}
	if r.TLS != nil || r.URL.Scheme == "https" {
		u.Scheme = "https"
	}
	return u
}

// preflight tells a page of another site that it may ask.
func preflight(w http.ResponseWriter, methods string) {
	open(w.Header())
	w.Header().Set("Access-Control-Allow-Methods", methods)
	w.Header().Set("Access-Control-Allow-Headers", "Content-Type")
	w.Header().Set("Access-Control-Max-Age", "86400")
	w.WriteHeader(http.StatusOK) // 204 has no body, and without one a Worker does not see that it is done
}

// A problem says what is wrong with a question, as RFC 9457 writes it.
type problem struct {
	Title   string `json:"title"`
	Status  int    `json:"status"`
	Detail  string `json:"detail"`
	Instead string `json:"instead,omitempty"`
}

func (p *problem) Error() string { return p.Detail }

// fail answers with a problem. It is kept nowhere.
func fail(w http.ResponseWriter, status int, detail, instead string) {
	w.Header().Set("Cache-Control", "no-store")
	body, _ := json.Marshal(problem{http.StatusText(status), status, detail, instead})
	send(w, status, "application/problem+json", append(body, '\n'))
}

// failed answers for a file of the site that could not be read.
func failed(w http.ResponseWriter, err error) {
	var p *problem
	switch {
	case errors.As(err, &p):
		fail(w, p.Status, p.Detail, p.Instead)
	case errors.Is(err, fs.ErrNotExist):
		fail(w, http.StatusNotFound, "There is no calculator at this address.", "The page Calculators lists them all.")
	default:
		fail(w, http.StatusServiceUnavailable, "The site's own files cannot be read now.", "Try again.")
	}
}

// send answers with something that is no page: no program may run in it, and any
// page may ask for it, for there is nothing secret and no cookie.
func send(w http.ResponseWriter, status int, kind string, body []byte) {
	open(w.Header())
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(status)
	w.Write(body)
}

func open(h http.Header) {
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
}

// keep says how long an answer to a query may be kept. What holds somebody's CQL
// is kept nowhere.
func keep(w http.ResponseWriter, typed bool) {
	if typed {
		w.Header().Set("Cache-Control", "no-store")
	} else {
		w.Header().Set("Cache-Control", "public, max-age=3600")
	}
}
