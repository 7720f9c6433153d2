//go:build js && wasm

package main

import (
	"strings"
	"syscall/js"

	"partitionlab/wasm/lab"
	"partitionlab/wasm/view"
)

// A widget of the page.
type widget struct {
	root   element // div.lab
	spec   *lab.Spec
	in     lab.Inputs // as the fields are
	used   lab.Inputs // as the answer is for
	tree   *view.Node // what the page shows
	before string     // what the field with the focus held when it got it
	speech *timer     // speaks when the answer has settled
	quiet  *timer     // takes a message away
	share  *dialog

	ahead func(more func() bool) bool // works out an answer that takes long
	slice *timer                      // goes on with it

	sentence string // the answer
}

// form is the node of the widget's tree.
func (w *widget) form() js.Value { return w.root.Get("firstElementChild") }

// set changes an input; its default needs no entry.
func (w *widget) set(key, value string) {
	delete(w.in, "!"+key)
	if def, ok := w.spec.Default(key); ok && def == value {
		delete(w.in, key)
		return
	}
	w.in[key] = value
}

// update asks for the answer and changes the page. It returns the number of
// changes.
//
// Where the answer takes long, it is worked out in pieces, and the page stays
// quick; until it is there the last one stands.
func (w *widget) update() int {
	w.working(false)
	if w.ahead = w.spec.Ahead(w.in); w.ahead != nil && !w.step() {
		w.message("Working …")
		w.working(true)
		if w.slice == nil {
			w.slice = newTimer(func() { w.safely(w.goOn) })
		}
		w.slice.start(0)
		return 0
	}
	w.ahead = nil
	return w.show()
}

// working shows what can be done while an answer is worked out.
func (w *widget) working(on bool) {
	if on {
		w.root.Class().Add("working")
	} else {
		w.root.Class().Remove("working")
	}
}

// step works for a few hundredths of a second, and reports whether all is done.
func (w *widget) step() bool {
	end := window.Get("performance").Call("now").Float() + 40
	return w.ahead(func() bool { return window.Get("performance").Call("now").Float() < end })
}

// goOn works for a few hundredths of a second.
func (w *widget) goOn() {
	if w.ahead == nil {
		return
	}
	if !w.step() {
		w.slice.start(0)
		return
	}
	w.ahead = nil
	w.working(false)
	w.message("")
	w.show()
}

// show makes the page show the answer.
func (w *widget) show() int {
	out := lab.RunAfter(w.spec, w.in, w.used)
	w.used = make(lab.Inputs, len(out.Used))
	for k, v := range out.Used {
		w.used[k] = v
	}
	fresh := view.Normal(out.View)
	patches := view.Diff(w.tree, fresh)
	patch(w.form(), patches)
	w.tree = fresh
	w.sentence = out.Sentence
	if w.speech != nil {
		w.speech.start(500)
	}
	return len(patches)
}

// say speaks to screen readers.
func (w *widget) say(text string) {
	if p := w.root.find(".live"); p.exists() && p.TextContent() != text {
		p.SetTextContent(text)
	}
}

func (w *widget) listen() {
	w.speech = newTimer(func() { w.safely(func() { w.say(w.sentence) }) })
	w.quiet = newTimer(func() { w.message("") })
	on := func(typ string, do func(event)) {
		listen(w.root.Value, typ, func(e event) { w.safely(func() { do(e) }) })
	}
	on("input", w.onInput)
	on("change", w.onInput)
	on("click", w.onClick)
	on("submit", w.onSubmit)
	on("keydown", w.onKey)
	on("focusin", w.onFocus)
	on("scroll", w.onScroll)
}

func (w *widget) onInput(e event) {
	t := e.target
	switch {
	case t.HasAttribute("data-share"):
		w.share.choose(t)
		return
	case t.HasAttribute("data-slider"):
		key := t.GetAttribute("data-slider")
		w.set(key, w.spec.FromSlider(key, t.value()))
	case t.HasAttribute("data-input"):
		if t.GetAttribute("type") == "radio" && !t.Get("checked").Bool() {
			return
		}
		if t.GetAttribute("data-input") == "q" && w.spec.Kind != "size" {
			delete(w.in, "shown") // long texts are judged when asked for
			if w.spec.Cover {
				w.in["shown"] = "1"
			}
		}
		w.set(t.GetAttribute("data-input"), t.value())
	default:
		return
	}
	w.update()
}

func (w *widget) onFocus(e event) {
	if t := e.target; t.HasAttribute("data-input") {
		w.before = t.value()
	}
}

// onScroll keeps the marks of an editor under its text.
func (w *widget) onScroll(e event) {
	t := e.target
	if t.Get("localName").String() != "textarea" || !t.Class().Contains("code-text") {
		return
	}
	mirror := t.Get("previousElementSibling")
	for _, side := range []string{"scrollTop", "scrollLeft"} {
		mirror.Set(side, t.Get(side))
	}
}

func (w *widget) onKey(e event) {
	t := e.target
	switch e.Underlying().Get("key").String() {
	case "Enter":
		if t.TagName() == "INPUT" {
			e.PreventDefault()
			if t.HasAttribute("data-guess") {
				w.guess()
			} else {
				w.update()
			}
		}
	case "Escape":
		if t.HasAttribute("data-input") && t.GetAttribute("type") != "radio" && t.value() != w.before {
			e.PreventDefault()
			t.Set("value", w.before)
			w.set(t.GetAttribute("data-input"), w.before)
			w.update()
		}
	}
}

func (w *widget) onSubmit(e event) {
	e.PreventDefault()
	w.in["shown"] = "1"
	w.update()
}

// guess uncovers the answer beside what the reader guessed.
func (w *widget) guess() {
	if g := w.root.find("[data-guess]"); g.exists() {
		w.in["guess"] = g.value()
		w.in["shown"] = "1"
		w.update()
	}
}

func (w *widget) onClick(e event) {
	t := e.target.around("[data-do]")
	if !t.exists() {
		return
	}
	switch t.GetAttribute("data-do") {
	case "link":
		if w.spec.Embed { // opens the widget's own page
			t.SetAttribute("href", w.spec.Address(w.site(), w.in))
			return
		}
		e.PreventDefault()
		address := w.address()
		if copyText(w.root, address) {
			w.say("Link copied.")
			w.message("The link with your inputs is copied.")
			w.quiet.start(4000)
		} else {
			w.open()
		}
	case "embed":
		w.open()
	case "reset":
		back := lab.Inputs{}
		for _, key := range []string{"shown", "guess"} {
			if v, ok := w.in[key]; ok {
				back[key] = v
			}
		}
		w.in = back
		w.update()
		w.say("All inputs are back at their defaults.")
		// The button is disabled now: the focus goes to the first field.
		if f := w.root.find("[data-input]"); f.exists() {
			f.Call("focus")
		}
	case "guess":
		w.guess()
	case "copytext":
		if at := wrap(document.Call("getElementById", t.GetAttribute("data-copy"))); at.exists() && copyText(w.root, at.TextContent()) {
			w.message("Copied.")
			w.say("Copied.")
			w.quiet.start(4000)
		}
	case "fix":
		if text, ok := w.spec.Fix(w.in, t.GetAttribute("data-fix")); ok {
			w.replaceText(text)
		}
	case "operate":
		w.replaceText(w.spec.Operate(w.in, t.GetAttribute("data-operation")))
	case "stop":
		w.spec.Stop()
	case "file":
		text, ok := w.in["q"]
		if !ok {
			text, _ = w.spec.Default("q")
		}
		save(js.Global().Get("Blob").New([]any{text}), w.spec.ID+".cql")
	default:
		w.share.do(t)
	}
}

// replaceText puts a text into the editor as if it were typed, so that the
// browser's undo takes it back.
func (w *widget) replaceText(text string) {
	area := w.root.find("textarea[data-input]")
	if !area.exists() {
		return
	}
	v := area.Value
	v.Call("focus")
	// Only what differs is replaced.
	old := area.value()
	a, b := 0, 0
	for a < len(old) && a < len(text) && old[a] == text[a] {
		a++
	}
	for a > 0 && (a < len(old) && old[a]&0xc0 == 0x80 || a < len(text) && text[a]&0xc0 == 0x80) {
		a--
	}
	for b < len(old)-a && b < len(text)-a && old[len(old)-1-b] == text[len(text)-1-b] {
		b++
	}
	for b > 0 && old[len(old)-b]&0xc0 == 0x80 {
		b--
	}
	fresh := text[a : len(text)-b]
	v.Call("setSelectionRange", utf16Len(old[:a]), utf16Len(old[:len(old)-b]))
	done := false
	if fresh != "" {
		done = document.Call("execCommand", "insertText", false, fresh).Truthy()
	} else {
		done = document.Call("execCommand", "delete").Truthy()
	}
	if !done || area.value() != text {
		v.Set("value", text)
	}
	w.set("q", text)
	w.update()
}

// utf16Len is the length of a text as the browser counts it.
func utf16Len(s string) int {
	n := 0
	for _, r := range s {
		if n++; r > 0xffff {
			n++
		}
	}
	return n
}

// address is the link with the reader's inputs: to this page on a chapter, else
// to the widget's own.
func (w *widget) address() string {
	if w.spec.Alone {
		return w.spec.Address(w.site(), w.in)
	}
	page, _, _ := strings.Cut(window.Get("location").Get("href").String(), "#")
	page, _, _ = strings.Cut(page, "?")
	query, fragment := w.spec.Link(w.in, false)
	if query != "" {
		page += "?" + query
	}
	return page + "#" + fragment
}

// A timer calls a function once after it was last started. (Package time would
// bring its formats along.)
type timer struct {
	call js.Func
	id   js.Value
}

func newTimer(do func()) *timer {
	return &timer{call: js.FuncOf(func(js.Value, []js.Value) any {
		do()
		return nil
	})}
}

func (t *timer) start(milliseconds int) {
	window.Call("clearTimeout", t.id)
	t.id = window.Call("setTimeout", t.call, milliseconds)
}
