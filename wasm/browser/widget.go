//go:build js && wasm

package main

import (
	"strings"
	"time"

	"honnef.co/go/js/dom/v2"

	"partitionlab/wasm/lab"
	"partitionlab/wasm/view"
)

// A widget of the page.
type widget struct {
	root   dom.Element // div.lab
	spec   *lab.Spec
	in     lab.Inputs // as the fields are
	used   lab.Inputs // as the answer is for
	tree   *view.Node // what the page shows
	before string     // what the field with the focus held when it got it
	speech *time.Timer
	share  *dialog
}

// form is the node of the widget's tree.
func (w *widget) form() dom.Node { return w.root.FirstChild() }

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
func (w *widget) update() int {
	out := lab.RunAfter(w.spec, w.in, w.used)
	w.used = make(lab.Inputs, len(out.Used))
	for k, v := range out.Used {
		w.used[k] = v
	}
	fresh := view.Normal(out.View)
	patches := view.Diff(w.tree, fresh)
	patch(w.form(), patches)
	w.tree = fresh
	if w.speech != nil {
		w.speech.Stop()
		w.speech = time.AfterFunc(500*time.Millisecond, func() { w.safely(func() { w.say(out.Sentence) }) })
	}
	return len(patches)
}

// say speaks to screen readers.
func (w *widget) say(text string) {
	if p := w.root.QuerySelector(".live"); p != nil && p.TextContent() != text {
		p.SetTextContent(text)
	}
}

func (w *widget) listen() {
	w.speech = time.NewTimer(time.Hour)
	w.speech.Stop()
	for typ, do := range map[string]func(dom.Event){
		"input": w.onInput, "change": w.onInput, "click": w.onClick, "submit": w.onSubmit, "keydown": w.onKey, "focusin": w.onFocus, "scroll": w.onScroll,
	} {
		// Scrolling does not bubble, so all is caught on its way down.
		w.root.AddEventListener(typ, true, func(e dom.Event) { w.safely(func() { do(e) }) })
	}
}

func value(e dom.Element) string { return e.Underlying().Get("value").String() }

func (w *widget) onInput(e dom.Event) {
	t := e.Target()
	switch {
	case t.HasAttribute("data-share"):
		w.share.choose(t)
		return
	case t.HasAttribute("data-slider"):
		key := t.GetAttribute("data-slider")
		w.set(key, w.spec.FromSlider(key, value(t)))
	case t.HasAttribute("data-input"):
		if t.GetAttribute("type") == "radio" && !t.Underlying().Get("checked").Bool() {
			return
		}
		if t.GetAttribute("data-input") == "q" && w.spec.Kind == "check" {
			delete(w.in, "shown") // long texts are judged when asked for
			if w.spec.Cover {
				w.in["shown"] = "1"
			}
		}
		w.set(t.GetAttribute("data-input"), value(t))
	default:
		return
	}
	w.update()
}

func (w *widget) onFocus(e dom.Event) {
	if t := e.Target(); t.HasAttribute("data-input") {
		w.before = value(t)
	}
}

// onScroll keeps the marks of an editor under its text.
func (w *widget) onScroll(e dom.Event) {
	t := e.Target()
	if t == nil || !t.Class().Contains("code-text") {
		return
	}
	mirror := t.PreviousElementSibling().Underlying()
	for _, side := range []string{"scrollTop", "scrollLeft"} {
		mirror.Set(side, t.Underlying().Get(side))
	}
}

func (w *widget) onKey(e dom.Event) {
	t := e.Target()
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
		if t.HasAttribute("data-input") && t.GetAttribute("type") != "radio" && value(t) != w.before {
			e.PreventDefault()
			t.Underlying().Set("value", w.before)
			w.set(t.GetAttribute("data-input"), w.before)
			w.update()
		}
	}
}

func (w *widget) onSubmit(e dom.Event) {
	e.PreventDefault()
	w.in["shown"] = "1"
	w.update()
}

// guess uncovers the answer beside what the reader guessed.
func (w *widget) guess() {
	if g := w.root.QuerySelector("[data-guess]"); g != nil {
		w.in["guess"] = value(g)
		w.in["shown"] = "1"
		w.update()
	}
}

func (w *widget) onClick(e dom.Event) {
	t := e.Target().Closest("[data-do]")
	if t == nil {
		return
	}
	switch t.GetAttribute("data-do") {
	case "link":
		if w.spec.Embed {
			return // opens the widget's own page
		}
		e.PreventDefault()
		address := w.address()
		if copyText(w.root, address) {
			w.say("Link copied.")
			w.message("The link with your inputs is copied.")
			time.AfterFunc(4*time.Second, func() { w.message("") })
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
		if f := w.root.QuerySelector("[data-input]"); f != nil {
			f.Underlying().Call("focus")
		}
	case "guess":
		w.guess()
	case "fix":
		if text, ok := w.spec.Fix(w.in, t.GetAttribute("data-fix")); ok {
			w.replaceText(text)
		}
	default:
		w.share.do(t)
	}
}

// replaceText puts a text into the editor as if it were typed, so that the
// browser's undo takes it back.
func (w *widget) replaceText(text string) {
	area := w.root.QuerySelector("textarea[data-input]")
	if area == nil {
		return
	}
	v := area.Underlying()
	v.Call("focus")
	// Only what differs is replaced.
	old := value(area)
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
		done = document.Underlying().Call("execCommand", "insertText", false, fresh).Truthy()
	} else {
		done = document.Underlying().Call("execCommand", "delete").Truthy()
	}
	if !done || value(area) != text {
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
	page, _, _ := strings.Cut(window.Location().Href(), "#")
	page, _, _ = strings.Cut(page, "?")
	query, fragment := w.spec.Link(w.in, false)
	if query != "" {
		page += "?" + query
	}
	return page + "#" + fragment
}
