package edge

import (
	"context"
	"encoding/json"
	"errors"
	"html"
	"io/fs"
	"net/url"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/lab"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/view"
)

// This file is all that knows the widgets: from an address to what the page there
// shows.

// A Spec is a calculator as the site holds it in a file beside its page: what
// lab.Parse needs, and where the calculator stands.
type Spec struct {
	Kind  string `json:"kind"`
	Fence string `json:"fence"`
	Page  string `json:"page"`  // from the site's root: "widget/hotel/size/size1/"
	Embed string `json:"embed"` // "embed/hotel/size/size1/"
}

// SpecFile is the name of that file.
const SpecFile = "spec.json"

// A State is a calculator with what a link says about it.
type State struct {
	Title    string
	Sentence string // the answer; of a covered calculator only that it waits
	Changes  string // the inputs that the link sets, without typed text: "rooms = 200, days = 90"
	Typed    bool   // the link holds CQL
	Covered  bool
	Dark     bool // the link asks for the dark theme
	View     *view.Node
	CQL      string // of a calculator about CQL: the text

	spec *lab.Spec
	in   lab.Inputs
}

// State works out what the page or embed at a path shows for a query.
func (h *Handler) State(ctx context.Context, path, query string) (*State, error) {
	path = "widget/" + strings.TrimPrefix(strings.TrimPrefix(path, "embed/"), "widget/")
	if !plain(path) {
		return nil, fs.ErrNotExist
	}
	text, err := h.Files(ctx, path+SpecFile)
	if err != nil {
		return nil, err
	}
	var s Spec
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, err
	}
	return s.State(query)
}

// plain holds for paths as the site has them.
func plain(path string) bool {
	for i := 0; i < len(path); i++ {
		switch c := path[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_':
		case c == '/' && i > 0 && path[i-1] != '/':
		default:
			return false
		}
	}
	return true
}

// State is what the calculator shows for a query.
func (s *Spec) State(query string) (*State, error) {
	spec, diags := lab.Parse(s.Kind, s.Fence, func(string) (string, error) { return "", fs.ErrNotExist })
	for _, d := range diags {
		if d.Severity == diag.Refused {
			return nil, errors.New(d.Message)
		}
	}
	spec.Alone, spec.Page, spec.EmbedPage = true, s.Page, s.Embed
	link := place.ParseLink(query, "")
	look := link.Look()
	spec = spec.As(look)
	r := spec.Start()
	defer r.Close()
	r.Follow(link)
	in := r.State.Values
	out := r.Run()
	st := &State{Title: spec.Title, Sentence: out.Sentence, Covered: spec.Cover, Dark: look.Theme == "dark", View: out.View, spec: spec, in: in}
	if st.Covered {
		st.Sentence = "Predict first: the answer waits in the calculator."
	}
	st.CQL, _ = spec.CQL(in)
	var set []string
	for _, c := range spec.Changes(out.Used) {
		if c.Typed() {
			st.Typed = true
		} else {
			set = append(set, c.Key+" = "+c.Value)
		}
	}
	st.Changes = strings.Join(set, ", ")
	for _, c := range spec.Changes(in) {
		st.Typed = st.Typed || c.Typed()
	}
	return st, nil
}

// Address is the calculator's own page in this state.
func (s *State) Address(root string) string { return s.spec.Address(root, s.in) }

// Frame is the HTML of a frame that shows the embed as a query says.
func (s *State) Frame(root, query string, height int) string {
	d := place.Dialog{Site: root, Height: height, Cover: s.spec.Cover}
	frame, _, _ := strings.Cut(d.Frame(&s.spec.Place, nil), "\n")
	own, address := d.Embed(&s.spec.Place, nil), root+s.spec.EmbedPage
	if query != "" {
		address += "?" + query
	}
	return strings.Replace(frame, html.EscapeString(own), html.EscapeString(address), 1)
}

// page is the path and the query of an address of a calculator of this site; both
// are empty where it is none.
func (h *Handler) page(root *url.URL, address string) (path, query string) {
	u, err := url.Parse(address)
	if err != nil || u.Host != "" && u.Host != root.Host || u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https" {
		return "", ""
	}
	path, ok := strings.CutPrefix(u.Path, root.Path)
	if !ok || !strings.HasPrefix(path, "widget/") && !strings.HasPrefix(path, "embed/") {
		return "", ""
	}
	path = strings.TrimSuffix(path, "index.html")
	if !strings.HasSuffix(path, "/") {
		path += "/"
	}
	return path, u.RawQuery
}
