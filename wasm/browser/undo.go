//go:build js && wasm

package main

import (
	"strings"
	"syscall/js"

	"partitionlab/wasm/wire"
)

// An editing is what has been typed into an editor, as Undo takes it back. The browser keeps the
// steps, and ends one whenever what stands around the field moves, as it does with each answer: a
// word was taken back letter by letter.
type editing struct {
	area        element
	text        string // after the last change
	caret       int    // where that ended
	ended       bool   // what is typed next is a step of its own
	lost        bool   // the browser may have steps that are not known here
	back, again []typing
}

// A typing goes on until there is a pause or a new line, or until something is typed elsewhere: it is
// one step of Undo.
type typing struct {
	text    string // that its step brings back
	changes int    // that it is made of; for the browser each may be a step
}

// mostTypings is how many of them are known; before them, the steps are the browser's.
const mostTypings = 100

// lineBreak is what the browser calls a new line.
const lineBreak = "insertLineBreak"

// pauseOf is how long nobody types, in milliseconds, until the next letter is a step of its own.
const pauseOf = 1000

// edited remembers that somebody has typed into an editor, which held another text before.
func (w *widget) edited(area element, before string, e js.Value) {
	text, caret, how := area.value(), area.Get("selectionEnd").Int(), e.Get("inputType").String()
	if strings.HasPrefix(how, "history") { // by a menu of the browser, which knows its own steps
		w.editing = nil
		return
	}
	t := w.editing
	if t == nil || !t.area.Equal(area.Value) || t.text != before {
		t = w.trace(area, true)
	}
	if text == before {
		return
	}
	grown := wire.Units(text) - wire.Units(before)
	whole := !strings.HasPrefix(how, "insertText") && !strings.HasPrefix(how, "insertComposition") && !strings.HasPrefix(how, "deleteContent") && how != lineBreak // pasted, dropped
	if t.ended || whole || caret != t.caret+grown && (caret != t.caret || grown > 0) {                                                                             // what is behind the caret can go, too
		t.add(typing{text: before})
	}
	t.back[len(t.back)-1].changes++
	t.text, t.caret, t.ended, t.again = text, caret, false, nil
	if whole || how == lineBreak {
		w.pause()
	} else if !e.Get("isComposing").Truthy() {
		if w.resting == nil {
			w.resting = newTimer(func() { w.safely(w.pause) })
		}
		w.resting.start(pauseOf)
	}
}

// wrote remembers what a button has written, which is a step of its own.
func (w *widget) wrote(area element, before string) {
	t := w.editing
	if t == nil || !t.area.Equal(area.Value) || t.text != before {
		t = w.trace(area, false)
	}
	t.add(typing{before, 1})
	t.text, t.again, t.ended = area.value(), nil, false
	w.pause()
}

func (t *editing) add(s typing) {
	if t.back = append(t.back, s); len(t.back) > mostTypings {
		t.back, t.lost = t.back[1:], true
	}
}

// trace begins to remember what is written into an editor.
func (w *widget) trace(area element, ended bool) *editing {
	w.editing = &editing{area: area, ended: ended, lost: w.traced}
	w.traced = true
	return w.editing
}

// offerSteps greys the buttons that have nothing to take back, or to make again.
func (w *widget) offerSteps() {
	if !w.root.find(undoes).exists() {
		return
	}
	back, again := w.traced, w.traced
	if t := w.editing; t != nil {
		back, again = t.lost || len(t.back) > 0, t.lost || len(t.again) > 0
	}
	class := w.root.Get("classList")
	class.Call("toggle", "no-undo", !back)
	class.Call("toggle", "no-redo", !again)
}

// pause ends a step, also the browser's: that one ends where something is marked.
func (w *widget) pause() {
	if t := w.editing; t != nil && !t.ended && document.Get("activeElement").Equal(t.area.Value) {
		t.ended = true
		t.area.Call("setSelectionRange", t.area.Get("selectionStart"), t.area.Get("selectionEnd"), t.area.Get("selectionDirection"))
	}
}

// retrace takes back what was typed or written last into an editor, or makes it again, as what says,
// and reports whether there was anything.
func (w *widget) retrace(area element, what string) bool {
	before, t := area.value(), w.editing
	command := func(what string) { document.Call("execCommand", what) }
	if t == nil || !t.area.Equal(area.Value) || t.text != before {
		t = w.trace(area, false)
	}
	from, to, other := &t.back, &t.again, "redo"
	if what == other {
		from, to, other = to, from, "undo"
	}
	w.changing = true // it tells of each step of the browser
	if last := len(*from) - 1; last < 0 {
		command(what)
	} else {
		s, n := (*from)[last], 0
		for *from = (*from)[:last]; n < s.changes && area.value() != s.text; n++ {
			was := area.value()
			if command(what); area.value() == was {
				break // there is no more
			}
		}
		if area.value() == s.text {
			*to = append(*to, typing{before, s.changes})
		} else { // its steps are others: one of them, then
			for t.back, t.again, t.lost = nil, nil, true; n > 1; n-- {
				command(other)
			}
		}
	}
	w.changing = false
	if t.text, t.ended = area.value(), true; t.text == before {
		t.lost = false
		w.offerSteps()
		return false
	}
	w.run.Set(area.GetAttribute("data-input"), t.text)
	long(area)
	w.linked = false
	w.update()
	return true
}
