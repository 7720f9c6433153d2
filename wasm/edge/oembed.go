package edge

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"partitionlab/wasm/view"
)

// The size of a frame where a host says nothing, in pixels.
const (
	frameWidth  = 720
	frameHeight = 600
)

// An OEmbed is an answer as oembed.com describes it.
type OEmbed struct {
	Type            string `json:"type"`
	Version         string `json:"version"`
	Title           string `json:"title"`
	ProviderName    string `json:"provider_name"`
	ProviderURL     string `json:"provider_url"`
	CacheAge        int    `json:"cache_age"`
	HTML            string `json:"html"`
	Width           int    `json:"width"`
	Height          int    `json:"height"`
	ThumbnailURL    string `json:"thumbnail_url"`
	ThumbnailWidth  int    `json:"thumbnail_width"`
	ThumbnailHeight int    `json:"thumbnail_height"`
}

// OEmbed is the answer for a state. Width and height are the most that the host
// has room for, 0 for as much as there may be.
func (s *State) OEmbed(root, query string, width, height int) OEmbed {
	o := OEmbed{Type: "rich", Version: "1.0", Title: s.Title, ProviderName: "Partition Lab", ProviderURL: root, CacheAge: 86400,
		Width: atMost(frameWidth, width), Height: atMost(frameHeight, height),
		ThumbnailURL: s.Preview(root, query).Image, ThumbnailWidth: PNGWidth, ThumbnailHeight: PNGHeight}
	o.HTML = s.Frame(root, query, o.Height)
	return o
}

func atMost(n, limit int) int {
	if limit > 0 && limit < n {
		return limit
	}
	return n
}

// JSON is the answer as a file.
func (o OEmbed) JSON() []byte {
	text, _ := json.Marshal(o)
	return append(text, '\n')
}

// xml is the answer in the other form.
func (o OEmbed) xml() []byte {
	root := view.El("oembed")
	add := func(name, text string) { root.Add(view.El(name, view.Text(text))) }
	add("type", o.Type)
	add("version", o.Version)
	add("title", o.Title)
	add("provider_name", o.ProviderName)
	add("provider_url", o.ProviderURL)
	add("cache_age", strconv.Itoa(o.CacheAge))
	add("html", o.HTML)
	add("width", strconv.Itoa(o.Width))
	add("height", strconv.Itoa(o.Height))
	add("thumbnail_url", o.ThumbnailURL)
	add("thumbnail_width", strconv.Itoa(o.ThumbnailWidth))
	add("thumbnail_height", strconv.Itoa(o.ThumbnailHeight))
	return []byte(`<?xml version="1.0" encoding="utf-8"?>` + "\n" + view.XML(root) + "\n")
}

// oembed answers a host that asks about a link.
func (h *Handler) oembed(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	format := q.Get("format")
	if format != "" && format != "json" && format != "xml" {
		fail(w, http.StatusNotImplemented, "There is no format "+strconv.Quote(short(format))+".", "Ask for json or xml.")
		return
	}
	var room [2]int
	for i, name := range []string{"maxwidth", "maxheight"} {
		if v := q.Get(name); v != "" {
			n, err := strconv.Atoi(v)
			if err != nil || n < 1 {
				fail(w, http.StatusBadRequest, "The field "+name+" is no number of pixels.", "")
				return
			}
			room[i] = n
		}
	}
	root := h.root(r)
	page, query := h.page(root, q.Get("url"))
	if page == "" || !strings.Contains(q.Get("url"), "://") {
		fail(w, http.StatusNotFound, "The address in url is none of a calculator here.", "Write url= and after it the address of a calculator's page, escaped.")
		return
	}
	s, err := h.State(r.Context(), page, query)
	if err != nil {
		failed(w, err)
		return
	}
	keep(w, s.Typed)
	o := s.OEmbed(root.String(), query, room[0], room[1])
	if format == "xml" {
		send(w, http.StatusOK, "text/xml; charset=utf-8", o.xml())
	} else {
		send(w, http.StatusOK, "application/json", o.JSON())
	}
}
