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

	"honnef.co/go/js/dom/v2"

	"partitionlab/wasm/lab"
)

var (
	window   = dom.GetWindow()
	document = window.Document()
)

func main() {
	link := address()
	var widgets []*widget
	for _, root := range document.QuerySelectorAll("[data-lab]") {
		w := &widget{root: root}
		w.safely(func() {
			if w.attach(link) {
				widgets = append(widgets, w)
			}
		})
	}
	window.AddEventListener("hashchange", false, func(dom.Event) {
		link := address()
		for _, w := range widgets {
			w.safely(func() { w.follow(link) })
		}
	})
	document.DocumentElement().Class().Add("lab-on")
	for _, w := range widgets {
		// An anchor leads to its widget by itself; a text in the fragment does not.
		if !w.spec.Alone && link.Has(w.spec.ID) {
			w.root.Underlying().Call("scrollIntoView")
			break
		}
	}
	select {} // the program lives as long as the page
}

// address is what the address of the page says.
func address() *lab.Link {
	at := window.Location()
	return lab.ParseLink(at.Search(), at.Hash())
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
	if p := w.root.QuerySelector(".lab-message"); p != nil {
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
	if spec == nil || w.root.FirstChild() == nil {
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
	for _, e := range w.root.QuerySelectorAll("[data-input]") {
		v := e.Underlying()
		if e.GetAttribute("type") == "radio" {
			if v.Get("checked").Bool() && !v.Get("defaultChecked").Bool() {
				w.set(e.GetAttribute("data-input"), v.Get("value").String())
			}
			continue
		}
		if d := v.Get("defaultValue"); d.Type() == js.TypeString && v.Get("value").String() != d.String() {
			w.set(e.GetAttribute("data-input"), v.Get("value").String())
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
