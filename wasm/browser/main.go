//go:build js && wasm

// Command browser attaches to the widgets of a page. The page already shows them,
// filled for their defaults; this program reads the fields, asks package lab what
// to show, and changes only the nodes that differ. It never handles HTML as text.
//
// It knows the attributes that package lab lists, and no widget, field or button by its
// name: what a button does, lab says as a place.Effect.
package main

import (
	"strconv"
	"syscall/js"

	"partitionlab/wasm/lab"
	"partitionlab/wasm/lab/place"
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
		if !w.run.Alone && link.Has(w.run.ID, false) {
			w.root.Call("scrollIntoView")
			break
		}
	}
	select {} // the program lives as long as the page
}

// address is what the address of the page says.
func address() *place.Link {
	at := window.Get("location")
	return place.ParseLink(at.Get("search").String(), at.Get("hash").String())
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
func (w *widget) attach(link *place.Link) bool {
	spec := lab.Read(func(name string) (string, bool) { return w.root.GetAttribute(name), w.root.HasAttribute(name) })
	if spec == nil || !w.form().Truthy() {
		return false
	}
	w.run = spec.As(link.Look()).Start()
	w.run.Site = window.Get("URL").New(spec.Root, document.Get("baseURI")).Get("href").String()
	w.run.Page = window.Get("location").Get("href").String()
	w.run.Follow(link)
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
				w.run.Set(key, e.value())
			}
		case e.Get("localName").String() == "select":
			if o := e.find("option[selected]"); o.exists() && o.value() != e.value() {
				w.run.Set(key, e.value())
			}
		case e.value() != e.Get("defaultValue").String():
			w.run.Set(key, e.value())
		}
	}
}

// follow takes over a link that the reader opened in the same page.
func (w *widget) follow(link *place.Link) {
	if w.run.Follow(link) {
		w.update()
	}
}
