// Package single makes of a page of the site a file that needs no other: it opens by
// a double click, from a stick, in a mail. Styles, scripts and the program are in it,
// and a policy that lets nothing else run.
package single

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"iter"
	"mime"
	"net/url"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Most is how long such a file may be, in bytes.
const Most = 3_000_000

// Pages makes a file of each page named. Files are those of the site by their paths.
// Links lead to each other; others lead to base, the site's address, or are text where
// it has no host. A page is named by its path: "hotel/size",
// "widget/hotel/size/size1", "index" for the first one.
func Pages(files map[string][]byte, base *url.URL, pages []string) (map[string][]byte, error) {
	out := map[string][]byte{}
	names := map[string]string{} // of files, by the page in the site
	for _, page := range pages {
		file := strings.Trim(page, "/") + "/index.html"
		if file == "/index.html" || file == "index/index.html" {
			file = "index.html"
		}
		if files[file] == nil {
			return nil, fmt.Errorf("there is no page %s: name it by its path, like hotel/size", page)
		}
		name := strings.ReplaceAll(strings.TrimSuffix(strings.TrimSuffix(file, "index.html"), "/"), "/", "-")
		if name == "" {
			name = "index"
		}
		names[file] = name + ".html"
	}
	if len(names) == 0 {
		return nil, errors.New("name the pages: partitionlab build -single hotel/size")
	}
	for file, name := range names {
		data, err := one(files, base, file, names)
		if err == nil && len(data) > Most {
			err = fmt.Errorf("takes %d bytes, more than %d", len(data), Most)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		out[name] = data
	}
	return out, nil
}

// A maker is at work on one page.
type maker struct {
	files   map[string][]byte
	base    *url.URL
	file    string            // of the page
	names   map[string]string // of pages that become files, too
	scripts []string          // hashes for the policy
	styles  []string
	policy  *html.Node
	body    *html.Node
	err     error
}

func one(files map[string][]byte, base *url.URL, file string, names map[string]string) ([]byte, error) {
	doc, err := html.ParseWithOptions(bytes.NewReader(files[file]), html.ParseOptionEnableScripting(false)) // noscript holds links, too
	if err != nil {
		return nil, err
	}
	g := &maker{files: files, base: base, file: file, names: names}
	// Elements are changed from the list: what is put in meanwhile stays as it is.
	all := slices.Collect(elements(doc))
	for _, n := range all {
		if n.DataAtom == atom.Body {
			g.body = n
		}
	}
	for _, n := range all {
		if g.err == nil && !g.element(n) {
			n.Parent.RemoveChild(n)
		}
	}
	if g.err == nil && g.policy == nil {
		g.err = errors.New("the page has no policy")
	}
	if g.err != nil {
		return nil, g.err
	}
	set(g.policy, "content", "default-src 'none'; script-src "+strings.Join(append(g.scripts, "'wasm-unsafe-eval'"), " ")+"; style-src "+strings.Join(g.styles, " ")+
		"; img-src data: blob:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types app")
	var out bytes.Buffer
	err = html.Render(&out, doc)
	return out.Bytes(), err
}

// elements are those of a page, in its order.
func elements(doc *html.Node) iter.Seq[*html.Node] {
	return func(yield func(*html.Node) bool) {
		for n := range doc.Descendants() {
			if n.Type == html.ElementNode && !yield(n) {
				return
			}
		}
	}
}

// element changes one element, and reports whether it stays.
func (g *maker) element(n *html.Node) bool {
	if _, is := lookup(n, "data-page"); is {
		g.place(n)
	}
	switch n.DataAtom {
	case atom.Html:
		set(n, "class", strings.TrimSpace(get(n, "class")+" unsearched")) // there is no index
	case atom.Meta:
		if strings.EqualFold(get(n, "http-equiv"), "Content-Security-Policy") {
			g.policy = n
		}
	case atom.Link:
		switch get(n, "rel") {
		case "stylesheet":
			style := &html.Node{Type: html.ElementNode, DataAtom: atom.Style, Data: "style"}
			g.styles = append(g.styles, fill(style, string(g.load(get(n, "href")))))
			n.Parent.InsertBefore(style, n)
			return false
		case "icon":
			set(n, "href", "data:image/svg+xml;base64,"+base64.StdEncoding.EncodeToString(g.load(get(n, "href"))))
		case "canonical":
		default:
			return false // what leads to files beside it
		}
	case atom.Script:
		g.script(n)
	case atom.Img:
		if src := get(n, "src"); !strings.HasPrefix(src, "data:") {
			set(n, "src", "data:"+mime.TypeByExtension(path.Ext(src))+";base64,"+base64.StdEncoding.EncodeToString(g.load(src)))
		}
	case atom.Form:
		unset(n, "action")
	case atom.A:
		return g.link(n)
	case atom.Nav:
		return g.leads(n)
	case atom.Button:
		// The search has no index here; a menu without a site has no links.
		return !has(n, "search-open") && (g.base.Host != "" || !has(n, "menu-open"))
	}
	return true
}

// place tells the core where a widget stands: below the site's address, or nowhere but here.
func (g *maker) place(n *html.Node) {
	if g.base.Host != "" {
		set(n, "data-root", g.base.String())
		return
	}
	set(n, "data-root", g.names[g.file])
	set(n, "data-page", "")
	set(n, "data-loose", "")
}

// script writes a script into the page, and with the loader the program.
func (g *maker) script(n *html.Node) {
	source := string(g.load(get(n, "src")))
	for _, name := range []string{"src", "data-search", "data-index", "data-terms", "data-root", "data-offline", "data-share", "data-recipes"} {
		unset(n, name)
	}
	if wasm, loads := lookup(n, "data-wasm"); loads {
		exec := &html.Node{Type: html.ElementNode, DataAtom: atom.Script, Data: "script"}
		g.scripts = append(g.scripts, fill(exec, string(g.load(get(n, "data-exec")))))
		n.Parent.InsertBefore(exec, n)
		var packed bytes.Buffer
		w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		w.Write(g.load(wasm))
		w.Close()
		program := &html.Node{Type: html.ElementNode, DataAtom: atom.Script, Data: "script", Attr: []html.Attribute{{Key: "type", Val: "text/plain"}, {Key: "id", Val: "lab-program"}}}
		fill(program, base64.StdEncoding.EncodeToString(packed.Bytes()))
		g.body.AppendChild(program) // at the end: the page is there before the program is read
		unset(n, "data-exec")
		unset(n, "data-worker") // from a file no browser starts one
		set(n, "data-wasm", "")
	}
	if get(n, "type") == "module" && (strings.Contains(source, "\nimport ") || strings.HasPrefix(source, "import ")) {
		g.err = errors.New("a script imports another one, which a file of its own cannot")
	}
	g.scripts = append(g.scripts, fill(n, source))
}

// link leads to a file beside this one or to the site's address. Where it leads
// nowhere its words stay, and nothing that looks like a button. It reports whether the
// element stays.
func (g *maker) link(n *html.Node) bool {
	to, ok := g.target(n)
	switch {
	case ok:
		set(n, "href", to)
	case get(n, "data-do") == "link": // of a calculator, to itself
		set(n, "href", g.names[g.file])
	case has(n, "button") || has(n, "icon-button"):
		return false
	default:
		for _, name := range []string{"href", "target", "rel", "class", "data-term"} {
			unset(n, name)
		}
	}
	return true
}

// target is where a link leads now, and whether it leads anywhere.
func (g *maker) target(n *html.Node) (string, bool) {
	href, is := lookup(n, "href")
	u, err := url.Parse(href)
	switch {
	case !is || err != nil:
		return "", false
	case u.Scheme != "" || u.Host != "" || u.Path == "" && u.RawQuery == "":
		return href, true // elsewhere, or in this page
	}
	file := path.Join(path.Dir(g.file), u.Path)
	if u.Path == "" {
		file = path.Dir(g.file)
	}
	page := path.Join(file, "index.html")
	u.Path = g.names[page]
	if u.Path != "" {
		return u.String(), true
	}
	if g.base.Host == "" {
		return "", false
	}
	to := strings.TrimPrefix(page, "./")
	u.Path = g.base.Path + strings.TrimSuffix(to, "index.html")
	u.Scheme, u.Host = g.base.Scheme, g.base.Host
	return u.String(), true
}

// leads reports whether any link in an element leads to another page.
func (g *maker) leads(n *html.Node) bool {
	if n.DataAtom == atom.A {
		to, ok := g.target(n)
		return ok && (!strings.HasPrefix(to, g.names[g.file]) || strings.HasPrefix(to, "#"))
	}
	for c := range n.ChildNodes() {
		if g.leads(c) {
			return true
		}
	}
	return false
}

// load reads a file that the page names.
func (g *maker) load(address string) []byte {
	file := path.Join(path.Dir(g.file), address)
	data, ok := g.files[file]
	if !ok && g.err == nil {
		g.err = errors.New("loads " + address + ", which is not there")
	}
	return data
}

// fill gives an element a text, and returns its hash as a policy writes it.
func fill(n *html.Node, text string) string {
	n.AppendChild(&html.Node{Type: html.TextNode, Data: text})
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// has reports whether an element is of a class.
func has(n *html.Node, class string) bool {
	return slices.Contains(strings.Fields(get(n, "class")), class)
}

func lookup(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

func get(n *html.Node, name string) string { v, _ := lookup(n, name); return v }

func set(n *html.Node, name, value string) {
	for i := range n.Attr {
		if n.Attr[i].Key == name {
			n.Attr[i].Val = value
			return
		}
	}
	n.Attr = append(n.Attr, html.Attribute{Key: name, Val: value})
}

func unset(n *html.Node, name string) {
	for i := range n.Attr {
		if n.Attr[i].Key == name {
			n.Attr = append(n.Attr[:i], n.Attr[i+1:]...)
			return
		}
	}
}
