//go:build js && wasm

// Command browser attaches to the widgets of a page. The page already shows them,
// filled for their defaults; this program reads the fields, asks package lab what
// to show, and changes only the nodes that differ. It never handles HTML as text.
//
// It knows the attributes that package lab lists, and no widget, field or button by its
// name: what a button does, lab says as a place.Effect.
package main

import (
	"runtime"
	"strconv"
	"syscall/js"

	"partitionlab/wasm/lab"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/wire"
)

var (
	window = js.Global()
	loader = window.Get("partitionlab") // what this program shares with site/js/loader.js or worker.js

	document js.Value // undefined in a worker
	page     element
)

// reports attaches to what pages about the reader's progress report, in the program that
// chapters load: who looks at their progress has it already.
var reports = func() {}

// answers listens for what scripts of the page ask a widget, in the program that has more
// than buttons to ask for.
var answers = func(*widget, func(typ string, do func(event))) {}

// room is memory that nobody touches. The collector runs when what is in use has doubled,
// and a key press that meets it takes twice as long: with 2 MB in use that was every second
// one. A browser gives a page only what is touched.
var room []byte

// tidySoon has the collector work when the browser has nothing to do, after so many answers
// that it would not have to for long: so that no key press meets it.
func tidySoon() {
	if untidied++; untidied >= 16 && window.Get("requestIdleCallback").Truthy() {
		untidied = 0
		window.Call("requestIdleCallback", tidy)
	}
}

var (
	untidied int // answers since
	tidy     = js.FuncOf(func(js.Value, []js.Value) any {
		runtime.GC()
		return nil
	})
)

func main() {
	room = make([]byte, 32<<20)
	if document = window.Get("document"); document.IsUndefined() {
		serve()
		select {}
	}
	page = wrap(document.Get("documentElement"))
	language = page.GetAttribute("lang")
	link := address()
	list := loader.Get("widgets")
	var widgets []*widget
	attach := func(i int) {
		w := &widget{number: i, kept: list.Index(i), pressing: none}
		w.root = wrap(w.kept.Get("element"))
		w.safely(func() {
			if w.attach(link) {
				widgets = append(widgets, w)
			}
		})
	}
	// One after the other: in between the page does what else there is to do.
	n, at := list.Length(), 0
	var next *timer
	next = newTimer(func() {
		if at < n {
			at++
			next.start(0)
			attach(at - 1)
			return
		}
		reports()
		listen(window, "hashchange", func(event) {
			link := address()
			for _, w := range widgets {
				w.safely(func() { w.follow(link) })
			}
		})
		on(widgets, link)
	})
	listen(window, "popstate", back)
	listen(window, "pagehide", func(event) {
		if keeping != nil {
			keepNow(true)
		}
	})
	next.start(0)
	select {} // the program lives as long as the page
}

// on says that all widgets are attached. The first time, the page goes to the one that
// its address is about.
func on(widgets []*widget, link *place.Link) {
	again := page.Class().Contains("lab-on")
	page.Class().Add("lab-on")
	page.Class().Remove("lab-covering")
	for _, w := range widgets {
		// An anchor leads to its widget by itself; a text in the fragment does not.
		if !again && !w.run.Alone && link.Has(w.run.ID, false) {
			w.root.Call("scrollIntoView")
			return
		}
	}
}

// address is what the address of the page says.
func address() *place.Link {
	at := window.Get("location")
	return place.ParseLink(at.Get("search").String(), at.Get("hash").String())
}

// safely works for a widget. What goes wrong is told beside it; the page and the other
// widgets go on. What even ends the program, the loader sees: it knows for whom it was
// at work.
func (w *widget) safely(do func()) {
	before := loader.Get("at")
	loader.Set("at", w.number)
	defer func() {
		if r := recover(); r != nil {
			w.failed("The calculator made a mistake of its own (" + reason(r) + ").")
		}
		loader.Set("at", before)
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

// attach reads the specification and the fields, and makes the page show what
// they say, which is mostly what it shows already.
func (w *widget) attach(link *place.Link) bool {
	node := w.root.find("form")
	if w.kept.Get("hopeless").Bool() || !node.exists() {
		return false
	}
	w.spec = map[string]string{}
	spec := lab.Read(func(name string) (string, bool) {
		if !w.root.HasAttribute(name) {
			return "", false
		}
		w.spec[name] = w.root.GetAttribute(name)
		return w.spec[name], true
	})
	if spec == nil {
		return false
	}
	w.run = spec.As(link.Look()).Start()
	w.run.Carry = w.carry
	w.run.Site = window.Get("URL").New(spec.Root, document.Get("baseURI")).Get("href").String()
	w.run.Page = window.Get("location").Get("href").String()
	w.run.Follow(link)
	w.restore()
	if guess := w.root.GetAttribute("data-guess"); guess != "" {
		w.run.Recall(guess)
	}
	if state := w.kept.Get("state"); state.Type() == js.TypeString { // an earlier program has ended
		w.run.State = input.ReadState(&wire.Reader{Rest: wire.Unpack(state.String())})
		w.traced = true
	}
	before := wire.Pack(w.run.State.Texts()...)
	w.typed()
	w.refill()
	w.form = found(node.Value)
	w.listen()
	n := w.update()
	// How far the built page was from what the core says now: 0, unless a link or
	// the reader has changed inputs meanwhile.
	w.root.SetAttribute("data-attached", strconv.Itoa(n))
	w.attached, w.late = true, w.working
	if !w.late {
		w.first()
	}
	attached = append(attached, w)
	last, _ := waiting(w.last())
	w.earlier = wire.Unpack(last)
	w.offer()
	if wire.Pack(w.run.State.Texts()...) != before {
		w.keepSoon()
	}
	return true
}

// refill puts what the fields hold into them at once: the answer may take long, and where the one
// before it was about the same inputs, it changes no field.
func (w *widget) refill() {
	for _, e := range w.root.findAll("[data-input]") {
		text := w.run.Text(e.GetAttribute("data-input"))
		switch {
		case e.GetAttribute("type") == "radio":
			e.Set("checked", e.value() == text)
		case e.value() == text:
		case e.TagName() == "TEXTAREA":
			loader.Call("fill", e.Value, text)
			long(e)
		default:
			e.Set("value", text)
		}
	}
}

// typed takes over what the reader typed before the program was there, or what
// the browser kept from an earlier visit.
func (w *widget) typed() {
	for _, e := range w.root.findAll("[data-input]") {
		key := e.GetAttribute("data-input")
		touched := e.HasAttribute("data-touched") // also where it is as it was
		switch {
		case e.GetAttribute("type") == "radio":
			if e.Get("checked").Bool() && (touched || !e.Get("defaultChecked").Bool()) {
				w.run.Set(key, e.value())
			}
		case touched:
			w.run.Set(key, e.value())
		case e.GetAttribute("type") == "hidden": // its default value is whatever it holds
			if e.value() != e.GetAttribute("data-default") {
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
		w.restore()
		w.refill()
		w.update()
	}
}
