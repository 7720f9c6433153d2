//go:build js && wasm

package main

import (
	"strconv"
	"strings"
)

// A drag moves one part of a figure onto another: what has data-drag onto what has
// data-drop. Which parts these are and what comes of it, lab says: the widget is told
// "drop", with both. A finger scrolls, unless it has rested on the part for a moment.
// Whoever uses no pointer has a button and a key for the same.
type drag struct {
	from  element // data-drag; not there while nothing is pressed
	x, y  float64 // where it was pressed
	touch bool    // by a finger
	free  bool    // it may be moved: by a finger only when that has rested
	on    bool    // it has moved far enough to be a drag
	over  element // what lies under the pointer and takes it
	tag   element // follows the pointer, and says what is dragged where
}

// far is how many px a pointer moves before a press becomes a drag.
const far = 6

// rest is how many ms a finger stays where it is before it drags.
const rest = 350

// dragging listens for drags in the widget.
func (w *widget) dragging(on func(typ string, do func(event))) {
	d := drag{from: none, over: none, tag: none}
	rested := newTimer(func() {
		w.safely(func() {
			if d.from.exists() && !d.free {
				d.free = true
				d.from.Class().Add("dragged")
			}
		})
	})
	end := func() {
		if d.on {
			w.root.Class().Remove("dragging")
		}
		unmark(d.from, "dragged")
		unmark(d.over, "drop-here")
		if d.tag.exists() {
			d.tag.Call("remove")
		}
		d = drag{from: none, over: none, tag: none}
	}
	dropped := false // the click that follows a drag is none
	on("pointerdown", func(e event) {
		end()
		dropped = false
		u := e.Underlying()
		if from := e.target.around("[data-drag]"); from.exists() && u.Get("button").Int() == 0 {
			d = drag{from: from, over: none, tag: none, x: u.Get("clientX").Float(), y: u.Get("clientY").Float()}
			if d.touch = u.Get("pointerType").String() == "touch"; d.touch {
				rested.start(rest)
			}
			d.free = !d.touch
		}
	})
	for _, typ := range []string{"touchmove", "contextmenu"} { // what else a finger that has rested would do
		if !w.run.Hand() {
			break // the page scrolls without asking
		}
		on(typ, func(e event) {
			if d.touch && d.free {
				e.PreventDefault()
			}
		})
	}
	on("dragstart", func(e event) { // of the link that the part is
		if e.target.around("[data-drag]").exists() {
			e.PreventDefault()
		}
	})
	on("pointermove", func(e event) {
		if !d.from.exists() {
			return
		}
		u := e.Underlying()
		x, y := u.Get("clientX").Float(), u.Get("clientY").Float()
		if !d.on {
			if max(x-d.x, d.x-x, y-d.y, d.y-y) < far {
				return
			}
			if !d.free { // it scrolls
				end()
				return
			}
			d.on = true
			w.root.Class().Add("dragging")
			d.from.Class().Add("dragged")
			d.tag = newElement("span")
			d.tag.SetAttribute("class", "drag-tag")
			d.tag.SetAttribute("aria-hidden", "true")
			d.tag.SetTextContent(named(d.from, "data-drag"))
			document.Get("body").Call("append", d.tag.Value)
		}
		d.tag.Get("style").Set("translate", strconv.Itoa(int(x))+"px "+strconv.Itoa(int(y))+"px")
		over := wrap(document.Call("elementFromPoint", x, y))
		if over.exists() {
			over = over.around("[data-drop]")
		}
		if over.exists() && over.GetAttribute("data-drop") == d.from.GetAttribute("data-drag") {
			over = none
		}
		if over.Equal(d.over.Value) {
			return
		}
		unmark(d.over, "drop-here")
		said := named(d.from, "data-drag")
		if d.over = over; over.exists() {
			over.Class().Add("drop-here")
			said += " → " + named(over, "data-drop")
			if mark := over.find(".t-strong[class*=role]"); mark.exists() { // of a column: K, C↑
				said += " " + mark.TextContent()
			}
		}
		d.tag.SetTextContent(said)
	})
	on("pointerup", func(e event) {
		if d.on && d.over.exists() {
			what := d.from.GetAttribute("data-drag") + "\n" + d.over.GetAttribute("data-drop")
			from := d.from
			dropped = true
			end()
			w.do("drop", what, from)
			return
		}
		dropped = d.on
		end()
	})
	on("pointercancel", func(event) { end() })
	on("click", func(e event) {
		was := dropped
		dropped = false
		if was && e.Underlying().Get("detail").Int() > 0 { // a key clicks, too
			e.PreventDefault()
			e.Underlying().Call("stopImmediatePropagation")
		}
	})
}

// named is the name at the end of what a part hands over: kind of column:lab.t.kind.
func named(e element, attribute string) string {
	s := e.GetAttribute(attribute)
	return s[strings.LastIndexAny(s, ":.")+1:]
}

// unmark takes a class away, and leaves nothing behind.
func unmark(e element, class string) {
	if e.exists() {
		if e.Class().Remove(class); e.GetAttribute("class") == "" {
			e.RemoveAttribute("class")
		}
	}
}
