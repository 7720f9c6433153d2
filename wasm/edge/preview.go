package edge

import (
	"bytes"
	"html"
	"net/http"
	"net/url"
	"strings"
)

// A Preview is what hosts show of a link: Open Graph, and where oEmbed answers.
type Preview struct {
	Title, Description string
	Address            string // as the link says it
	Canonical          string // without a state
	Image              string // PNG of PNGWidth × PNGHeight; "" for none
	OEmbed             string // address that answers oEmbed; "" for none
}

// before begins the lines of a page's head that a preview consists of.
var before = [][]byte{
	[]byte(`<meta property="og:`), []byte(`<meta name="twitter:`), []byte(`<meta name="description"`),
	[]byte(`<link rel="canonical"`), []byte(`<link rel="alternate" type="application/json+oembed"`),
}

// Into is the page with this preview in the place of another. It stands early:
// some hosts read no more than the beginning of a page.
func (p Preview) Into(page []byte) []byte {
	head, rest, ok := bytes.Cut(page, []byte("</head>"))
	if !ok {
		return page
	}
	var out bytes.Buffer
	for line := range bytes.Lines(head) {
		skip := false
		for _, b := range before {
			skip = skip || bytes.HasPrefix(line, b)
		}
		if !skip {
			out.Write(line)
		}
		if bytes.HasPrefix(line, []byte(`<meta charset=`)) {
			p.write(&out)
		}
	}
	out.WriteString("</head>")
	out.Write(rest)
	return out.Bytes()
}

func (p Preview) write(b *bytes.Buffer) {
	line := func(attribute, name, content string) {
		if content != "" {
			b.WriteString("<meta " + attribute + `="` + name + `" content="` + html.EscapeString(content) + "\">\n")
		}
	}
	line("property", "og:type", "website")
	line("property", "og:site_name", "Partition Lab")
	line("property", "og:title", p.Title)
	line("property", "og:description", p.Description)
	line("property", "og:url", p.Address)
	if p.Image != "" {
		line("property", "og:image", p.Image)
		line("property", "og:image:width", num(PNGWidth))
		line("property", "og:image:height", num(PNGHeight))
		line("property", "og:image:alt", strings.TrimSpace(p.Title+": "+p.Description))
		line("name", "twitter:card", "summary_large_image")
	}
	line("name", "description", p.Description)
	if p.OEmbed != "" {
		b.WriteString(`<link rel="alternate" type="application/json+oembed" href="` + html.EscapeString(p.OEmbed) + `" title="` + html.EscapeString(p.Title) + "\">\n")
	}
	if p.Canonical != "" {
		b.WriteString(`<link rel="canonical" href="` + html.EscapeString(p.Canonical) + "\">\n")
	}
}

// Preview is what hosts show of the state. Root is the address of the site's root,
// query what the link says; the static files beside the page serve where it says
// nothing.
func (s *State) Preview(root, query string) Preview {
	p := Preview{Title: s.Title, Description: s.Sentence, Address: s.Address(root), Canonical: root + s.spec.Page,
		Image: root + s.spec.Page + "card.png", OEmbed: root + s.spec.Page + "oembed.json"}
	if s.Changes != "" {
		p.Description += " With " + s.Changes + "."
	}
	if query != "" {
		p.Image += "?" + query
		p.OEmbed = root + "oembed?url=" + url.QueryEscape(root+s.spec.Page+"?"+query) + "&format=json"
	}
	return p
}

// preview answers with a calculator's page whose head speaks of the state. Its
// other headers are those of the file: whoever calls the handler sets them.
func (h *Handler) preview(w http.ResponseWriter, r *http.Request, page string) {
	if !strings.HasSuffix(page, "/") {
		fail(w, http.StatusNotFound, "There is nothing at this address.", "")
		return
	}
	s, err := h.State(r.Context(), page, r.URL.RawQuery)
	if err != nil {
		failed(w, err)
		return
	}
	file, err := h.Files(r.Context(), page+"index.html")
	if err != nil {
		failed(w, err)
		return
	}
	if keep(w, s.Typed); !s.Typed {
		w.Header().Set("Cache-Control", "public, max-age=0, s-maxage=3600") // browsers ask again, as for any page
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write(s.Preview(h.root(r).String(), r.URL.RawQuery).Into(file))
}
