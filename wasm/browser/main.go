//go:build js && wasm

// Command browser attaches to the widgets of a page. The page already shows them,
// filled for their defaults; this program reads the fields, asks package lab what
// to show, and changes only the nodes that differ. It never handles HTML as text.
//
//	div.lab[data-lab=kind][data-spec=fence]   one widget, see lab.Spec.Mount
//	[data-input=key], [data-slider=key]       its fields
//	[data-do=what]                            its buttons
package main

import (
	"errors"
	"strconv"
	"syscall/js"

	"partitionlab/wasm/lab"
)

var (
	window   = js.Global()
	document = window.Get("document")
	page     = wrap(document.Get("documentElement"))
)

func main() {
	link := address()
	var widgets []*widget
	for _, root := range page.findAll("[data-lab]") {
		w := &widget{root: root}
		w.safely(func() {
			if w.attach(link) {
				widgets = append(widgets, w)
			}
		})
	}
	listen(window, "hashchange", func(event) {
		link := address()
		for _, w := range widgets {
			w.safely(func() { w.follow(link) })
		}
	})
	page.Class().Add("lab-on")
	for _, w := range widgets {
		// An anchor leads to its widget by itself; a text in the fragment does not.
		if !w.spec.Alone && link.Has(w.spec.ID) {
			w.root.Call("scrollIntoView")
			break
		}
	}
	select {} // the program lives as long as the page
}

// address is what the address of the page says.
func address() *lab.Link {
	at := window.Get("location")
	return lab.ParseLink(at.Get("search").String(), at.Get("hash").String())
}

// safely runs a callback. What goes wrong is told beside the widget; the page
// and the other widgets go on.
func (w *widget) safely(do func()) {
	defer func() {
		if r := recover(); r != nil {
			w.message("This calculator made a mistake of its own (" + reason(r) + "). What you typed is kept; a reload starts it again.")
		}
	}()
	do()
}

func reason(r any) string {
	switch r := r.(type) {
	case error:
		return r.Error()
	case string:
		return r
	}
	return "unknown"
}

// message shows a text in the widget's place for messages.
func (w *widget) message(text string) {
	if p := w.root.find(".lab-message"); p.exists() {
		p.SetTextContent(text)
	}
}

// attach reads the specification and the fields, and makes the page show what
// they say, which is mostly what it shows already.
func (w *widget) attach(link *lab.Link) bool {
	get := w.root.GetAttribute
	spec, _ := lab.Parse(get("data-lab"), get("data-spec"), func(string) (string, error) {
		return "", errors.New("a page has no files")
	})
	if spec == nil || !w.form().Truthy() {
		return false
	}
	spec.Alone, spec.Embed = w.root.HasAttribute("data-alone"), w.root.HasAttribute("data-embed")
	spec.Root, spec.Page, spec.EmbedPage = get("data-root"), get("data-page"), get("data-embed-page")
	w.spec = spec.With(link)
	w.in = link.Inputs(spec.ID, spec.Alone)
	w.typed()
	w.tree = read(w.form())
	n := w.update()
	// How far the built page was from what the core says now: 0, unless a link or
	// the reader has changed inputs meanwhile.
	w.root.SetAttribute("data-attached", strconv.Itoa(n))
	w.listen()
	return true
}

// typed takes over what the reader typed before the program was there, or what
// the browser kept from an earlier visit.
func (w *widget) typed() {
	for _, e := range w.root.findAll("[data-input]") {
		key := e.GetAttribute("data-input")
		switch {
		case e.GetAttribute("type") == "radio":
			if e.Get("checked").Bool() && !e.Get("defaultChecked").Bool() {
				w.set(key, e.value())
			}
		case e.Get("localName").String() == "select":
			if o := e.find("option[selected]"); o.exists() && o.value() != e.value() {
				w.set(key, e.value())
			}
		case e.value() != e.Get("defaultValue").String():
			w.set(key, e.value())
		}
	}
}

// follow takes over a link that the reader opened in the same page.
func (w *widget) follow(link *lab.Link) {
	if in := link.Inputs(w.spec.ID, w.spec.Alone); len(in) > 0 {
		w.in = in
		w.update()
	}
}
