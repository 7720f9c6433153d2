package build

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

	"partitionlab/wasm/edge"
)

// This file tells others about the site: previews of links, pictures, oEmbed, the
// list of pages for search engines. All of that needs the site's address.

// announced is a page with what hosts show of a link to it, where the site has an
// address.
func (d *pageData) announced(base *url.URL, page []byte) []byte {
	if d.URL == "" {
		return page
	}
	p := edge.Preview{Title: d.Title, Description: d.Description, Address: d.URL, Canonical: d.URL}
	switch root := base.String(); d.Kind {
	case "widget", "embed":
		p.Address = root + d.Widget.Path()
		p.Canonical, p.Image, p.OEmbed = p.Address, p.Address+"card.png", p.Address+"oembed.json"
	case "chapter", "start", "alone":
		p.Image = d.URL + "card.png"
	}
	return p.Into(page)
}

// cards are the pages that have a picture: those of calculators and of prose.
func (s *Site) cards() (list []string) {
	for _, p := range s.Pages {
		if !strings.HasPrefix(p.Path, "embed/") {
			list = append(list, p.Path)
		}
	}
	return list
}

// Publish adds what a site with an address tells others: a picture of each
// calculator and chapter, the answers to oEmbed, robots.txt and sitemap.xml. A site
// without an address only tells robots that they are welcome.
func (b *Builder) Publish(site *Site) error {
	robots := "User-agent: *\nAllow: /\n"
	if b.base.Host == "" {
		site.Files["robots.txt"] = []byte(robots)
		return nil
	}
	root := b.base.String()
	site.Files["robots.txt"] = []byte(robots + "Sitemap: " + root + "sitemap.xml\n")
	site.Files["sitemap.xml"] = sitemap(site, root)

	handler := &edge.Handler{Root: b.base.Path, Origin: origin(b.base), Files: site.Read}
	var lock sync.Mutex
	var wait sync.WaitGroup
	var failures []error
	made := map[string][]byte{}
	limit := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, page := range site.cards() {
		wait.Go(func() {
			limit <- struct{}{}
			defer func() { <-limit }()
			s, err := b.state(site, handler, page)
			var svg, png []byte
			if err == nil {
				svg, png, err = handler.Cards(context.Background(), s, b.base.Host)
			}
			lock.Lock()
			defer lock.Unlock()
			if err != nil {
				failures = append(failures, fmt.Errorf("the picture of %s: %w", page, err))
				return
			}
			made[page+"card.svg"], made[page+"card.png"] = svg, png
			if strings.HasPrefix(page, "widget/") {
				made[page+"oembed.json"] = s.OEmbed(root, "", 0, 0).JSON()
			}
		})
	}
	wait.Wait()
	maps.Copy(site.Files, made)
	return errors.Join(failures...)
}

// state is what the picture of a page shows: a calculator as the page shows it, or
// title and promise of a chapter.
func (b *Builder) state(site *Site, handler *edge.Handler, page string) (*edge.State, error) {
	if strings.HasPrefix(page, "widget/") {
		return handler.State(context.Background(), page, "")
	}
	head, ok := site.heads[page+"index.html"]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return &edge.State{Title: head.title, Sentence: head.description}, nil
}

// sitemap lists the pages that a search engine may show.
func sitemap(site *Site, root string) []byte {
	type entry struct {
		Loc string `xml:"loc"`
	}
	var all struct {
		XMLName xml.Name `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		URL     []entry  `xml:"url"`
	}
	for _, file := range slices.Sorted(maps.Keys(site.Files)) {
		if path.Base(file) == "index.html" && !strings.HasPrefix(file, "embed/") && !bytes.Contains(site.Files[file], []byte(movedMark)) {
			all.URL = append(all.URL, entry{root + strings.TrimSuffix(file, "index.html")})
		}
	}
	text, _ := xml.MarshalIndent(all, "", " ")
	return append(append([]byte(xml.Header), text...), '\n')
}
