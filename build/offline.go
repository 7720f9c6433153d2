package build

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"partitionlab/wasm/edge"
	"partitionlab/wasm/view"
)

// This file makes the site one that browsers keep and install: a service worker with
// the list of what it keeps, a manifest, icons.

// installable adds the service worker and the manifest.
func (b *Builder) installable(site *Site, assets assets, problems *problemList) {
	icon := func(size int, purpose string) map[string]string {
		name := b.asset(site, fmt.Sprintf("icon-%d.png", size), b.icon(size, problems))
		return map[string]string{"src": name, "sizes": fmt.Sprintf("%dx%d", size, size), "type": "image/png", "purpose": purpose}
	}
	manifest, _ := json.MarshalIndent(map[string]any{
		"name": "Partition Lab", "short_name": "Partition Lab", "description": "Data modeling for Apache Cassandra: chapters and calculators.",
		"lang": "en", "start_url": "./", "scope": "./", "id": "./", "display": "minimal-ui", "background_color": "#fcfcfa", "theme_color": "#0a6a86",
		"icons": []any{icon(192, "any maskable"), icon(512, "any maskable"), map[string]string{"src": assets.Icon, "sizes": "any", "type": "image/svg+xml", "purpose": "any"}},
	}, "", "  ")
	site.Files["manifest.webmanifest"] = append(manifest, '\n')
	if !b.Offline {
		site.Files["sw.js"] = b.read("site/js/online.js", problems)
		return
	}
	pages := map[string]string{} // by address from the root
	for name, data := range site.Files {
		if path.Ext(name) == ".html" {
			pages[strings.TrimSuffix(name, "index.html")] = string(data)
		}
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false) // it makes tags three times as long
	e.Encode(pages)
	all := b.asset(site, "pages.json", text.Bytes())
	var files []string
	for _, name := range slices.Sorted(maps.Keys(site.Files)) {
		if strings.HasPrefix(name, "assets/") && name != all && name != assets.Moved {
			files = append(files, name)
		}
	}
	sent := map[string]map[string]string{} // headers of pages below a path
	for _, r := range headerRules("") {
		part := strings.TrimSuffix(r.path, "*")
		sent[part] = headersOf(part, origin(site.Base))
		delete(sent[part], "Cache-Control")
	}
	usual := sent[""]
	delete(sent, "")
	var script strings.Builder
	for _, c := range []struct {
		name  string
		value any
	}{{"EDITION", site.Edition()}, {"PAGES", all}, {"FILES", files}, {"HEADERS", usual}, {"PAGE_HEADERS", sent}} {
		value, _ := json.Marshal(c.value)
		fmt.Fprintf(&script, "const %s = %s;\n", c.name, value)
	}
	script.Write(b.read(patienceFile, problems))
	script.Write(b.read("site/js/offline.js", problems))
	site.Files["sw.js"] = []byte(script.String())
}

// icon draws site/icon.svg as a PNG with so many pixels a side, on paper, with room
// around it for systems that cut corners off.
func (b *Builder) icon(size int, problems *problemList) []byte {
	const file = "site/icon.svg"
	source := b.read(file, problems)
	if b.iconOf != string(source) {
		b.icons, b.iconOf = map[int][]byte{}, string(source)
	}
	if b.icons[size] != nil {
		return b.icons[size]
	}
	drawing, err := readSVG(string(source))
	if err == nil {
		box := view.El("svg", view.A("viewBox", "0 0 48 48"), view.El("rect", view.A("width", "48"), view.A("height", "48"), view.A("fill", "#fcfcfa")))
		g := view.El("g", view.A("transform", "translate(8 8)"))
		g.Children = drawing.Children
		b.icons[size], err = (&edge.Handler{Files: b.vendored}).PNG(context.Background(), box.Add(g), size, size)
	}
	if err != nil {
		problems.add(Problem{File: file, Message: "cannot be drawn as an icon: " + err.Error()})
	}
	return b.icons[size]
}

// readSVG reads a drawing without its style sheet: attributes say how it looks in a
// light theme.
func readSVG(text string) (*view.Node, error) {
	var open []*view.Node
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return nil, errors.New("it ends too early")
		}
		if err != nil {
			return nil, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if token.Name.Local == "style" {
				if err := d.Skip(); err != nil {
					return nil, err
				}
				continue
			}
			n := view.El(token.Name.Local)
			for _, a := range token.Attr {
				n.Attrs = append(n.Attrs, view.Attr{Name: a.Name.Local, Value: a.Value})
			}
			if len(open) > 0 {
				open[len(open)-1].Add(n)
			}
			open = append(open, n)
		case xml.EndElement:
			if len(open) == 1 {
				return open[0], nil
			}
			open = open[:len(open)-1]
		}
	}
}
