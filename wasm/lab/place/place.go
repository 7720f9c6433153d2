// Package place is where a widget stands: on a chapter, on a page of its own or in an
// embed; the links that lead there with a reader's inputs, for ever; and the dialog
// that takes it elsewhere.
package place

import (
	"strings"

	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/view"
)

// A Place is where a widget stands, and what it is called there. Whoever makes the page
// sets it.
type Place struct {
	ID        string // unique in its chapter; keys of links carry it
	Title     string
	Cover     bool   // the answer is covered at first
	Alone     bool   // the page has no other widget: keys in links carry no id
	Embed     bool   // the page is an embed: its links open a new page
	Loose     bool   // the page is a file of its own, and no other page of the site is there
	Root      string // from the page to the root of the site: "", "../", "/lab/"
	Page      string // the widget's own page, from the root: "widget/hotel/size/size1/"
	EmbedPage string // its embed, from the root
}

// file reports whether the page is a file of its own, with or without an address of the
// site that it is from: pages of the site name its root by the way there.
func (p *Place) file() bool { return p.Loose || strings.Contains(p.Root, "://") }

// As returns the place as an address wants it to look: covered or not on every page,
// another title where the page has no other widget.
func (p Place) As(l Look) Place {
	if l.Cover != nil {
		p.Cover = *l.Cover
	}
	if p.Alone && l.Title != "" {
		p.Title = input.Shorten(l.Title, 200)
	}
	return p
}

// Element is the id of an element of the widget.
func (p *Place) Element(name string) string { return p.ID + "-" + strings.ReplaceAll(name, ".", "-") }

// Name is the name of a field: the key that links carry.
func (p *Place) Name(key string) string {
	if p.Alone {
		return key
	}
	return p.ID + "." + key
}

// Address is the widget's own page with the reader's inputs; site is the address of the
// root, or the way there. Of a page that is loose, site is the file: there is no other page.
func (p *Place) Address(site string, changes []input.Change) string {
	if p.Loose && !p.Alone {
		return p.within(site, changes)
	}
	return p.join(site+p.Page, "", changes)
}

// Here is the address of the page that the widget stands on, with the reader's inputs.
// On a chapter page is the page's own address, whatever stands behind its ? or #; a
// file on somebody's disk is no address to hand on.
func (p *Place) Here(site, page string, changes []input.Change) string {
	if p.Alone || strings.HasPrefix(page, "file:") {
		return p.Address(site, changes)
	}
	return p.within(page, changes)
}

// within is the address of a page that may hold other widgets.
func (p *Place) within(page string, changes []input.Change) string {
	page, _, _ = strings.Cut(page, "#")
	page, _, _ = strings.Cut(page, "?")
	query, fragment := p.Link(changes, false)
	if query != "" {
		page += "?" + query
	}
	return page + "#" + fragment
}

func (p *Place) join(address, look string, changes []input.Change) string {
	query, fragment := p.Link(changes, true)
	if query != "" && look != "" {
		query += "&"
	}
	if query += look; query != "" {
		address += "?" + query
	}
	if fragment != "" {
		address += "#" + fragment
	}
	return address
}

// Chapter is the name of the chapter that the widget is from: "hotel/size".
func (p *Place) Chapter() string {
	return strings.TrimSuffix(strings.TrimPrefix(p.Page, "widget/"), "/"+p.ID+"/")
}

// FileName is the name of a file that is made of the widget, without its ending.
func (p *Place) FileName() string { return "partition-lab-" + p.ID }

// Mark gives an element the attributes that [Place.Read] reads the place from.
func (p *Place) Mark(n *view.Node) *view.Node {
	return n.Add(view.Flag("data-alone", p.Alone), view.Flag("data-embed", p.Embed), view.Flag("data-loose", p.Loose),
		view.A("data-root", p.Root), view.A("data-page", p.Page), view.A("data-embed-page", p.EmbedPage))
}

// Read takes over where an element says that the widget stands.
func (p *Place) Read(attr func(name string) (value string, has bool)) {
	_, p.Alone = attr("data-alone")
	_, p.Embed = attr("data-embed")
	_, p.Loose = attr("data-loose")
	p.Root, _ = attr("data-root")
	p.Page, _ = attr("data-page")
	p.EmbedPage, _ = attr("data-embed-page")
}
