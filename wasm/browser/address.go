//go:build js && wasm

package main

import (
	"strconv"
	"syscall/js"

	"partitionlab/wasm/lab/place"
)

// The address of the page keeps up with the inputs, so that reload, back and forward
// lose nothing. A text too long for an address waits in the session's storage, under the
// entry of the history that it belongs to. An embed leaves its address alone: its host
// may know it by that.

// keepSoon makes the address keep up once the reader pauses.
func (w *widget) keepSoon() {
	if !w.attached || w.run.Embed {
		return
	}
	if keeping == nil {
		keeping = newTimer(keepNow)
	}
	keeping.start(300)
}

var (
	keeping  *timer    // until the address keeps up
	attached []*widget // of the page
)

// keepNow makes the address keep up.
func keepNow() { try(keep) }

func keep() {
	var all []place.Kept
	for _, w := range attached {
		if w.run != nil && !w.run.Embed {
			all = append(all, w.run.Kept(w.linked))
		}
	}
	at, history := window.Get("location"), window.Get("history")
	query, fragment := at.Get("search").String(), at.Get("hash").String()
	newQuery, newFragment, long := place.Keep(query, fragment, all)
	entry := entryOf(history.Get("state"))
	undo := false
	for _, w := range attached {
		undo = undo || w.run != nil && !w.run.Embed && w.run.State.PackWas() != ""
	}
	if query == newQuery && fragment == newFragment && len(long) == 0 && entry == "" && !undo {
		return
	}
	if entry == "" {
		entry = strconv.FormatInt(int64(window.Get("Date").Call("now").Float()), 36)
	}
	try(func() {
		history.Call("replaceState", map[string]any{"lab": entry}, "", at.Get("pathname").String()+newQuery+newFragment)
	})
	try(func() {
		store := window.Get("sessionStorage")
		for _, w := range attached {
			if w.run == nil || w.run.Embed {
				continue
			}
			if was := w.run.State.PackWas(); was != "" {
				store.Call("setItem", stored(entry, w.run.ID+" undo"), was)
			} else {
				store.Call("removeItem", stored(entry, w.run.ID+" undo"))
			}
		}
		for _, w := range all {
			for _, c := range w.Changes {
				if name := w.Name(c.Key); c.Typed() {
					if text, is := long[name]; is {
						store.Call("setItem", stored(entry, name), text)
					} else {
						store.Call("removeItem", stored(entry, name))
					}
				}
			}
		}
	})
}

// stored is the name of a text in the session's storage.
func stored(entry, name string) string { return "lab " + entry + " " + name }

// entryOf is the name of an entry of the history that the page has written, "" of
// another.
func entryOf(state js.Value) string {
	if state.Type() == js.TypeObject {
		if name := state.Get("lab"); name.Type() == js.TypeString {
			return name.String()
		}
	}
	return ""
}

// restore gives back the texts that were too long for the address of this entry, and what
// Reset has taken away.
func (w *widget) restore() {
	entry := entryOf(window.Get("history").Get("state"))
	if entry == "" || w.run.Embed {
		return
	}
	for _, key := range w.run.Typed() {
		try(func() {
			if text := window.Get("sessionStorage").Call("getItem", stored(entry, w.run.Name(key))); text.Type() == js.TypeString {
				w.run.Set(key, text.String())
			}
		})
	}
	try(func() {
		if was := window.Get("sessionStorage").Call("getItem", stored(entry, w.run.ID+" undo")); was.Type() == js.TypeString {
			w.run.State.UnpackWas(was.String())
		}
	})
}

// back shows what an entry of the history held that the reader has gone back to.
func back(e event) {
	if entryOf(e.Underlying().Get("state")) == "" {
		return // a link within the page: see hashchange
	}
	link := address()
	for _, w := range attached {
		w.safely(func() {
			w.run.Return(link)
			w.restore()
			w.update()
		})
	}
}

// try does what a browser may refuse: because it was asked too often, or keeps nothing.
func try(do func()) {
	defer func() { _ = recover() }()
	do()
}
