//go:build js && wasm

package main

import (
	"slices"
	"strconv"
	"strings"
	"syscall/js"

	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/number"
	"partitionlab/wasm/wire"
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
		keeping = newTimer(func() { keepNow(false) })
	}
	loader.Call("named") // whoever reloads before the timer does, finds by this what waits
	keeping.start(300)
}

var (
	keeping  *timer    // until the address keeps up
	attached []*widget // of the page
)

// keepNow makes the address keep up, also when the page is being left.
func keepNow(leaving bool) { try(func() { keep(leaving) }) }

func keep(leaving bool) {
	loader.Call("kept") // what was typed before is here now
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
		entry = loader.Call("named").String()
	}
	texts := map[string]string{} // by the names under which they wait; "" for what waits no more
	for _, w := range attached {
		if w.run == nil || w.run.Embed {
			continue
		}
		texts[stored(entry, w.run.ID+" undo")] = w.run.State.PackWas()
		for _, key := range w.run.Typed() { // also what is at its default again
			name := w.run.Name(key)
			texts[stored(entry, name)] = long[name]
		}
		if now := w.now(); now != "" && w.run.ID == place.Own {
			w.remember(now)
			for n := len(w.earlier); n > 0 && !waits(w.last(), wire.Pack(w.earlier[:n]...)); {
				n-- // less is kept rather than nothing
			}
		}
	}
	state := map[string]any{"lab": entry}
	for name, text := range texts {
		if !waits(name, text) {
			state[name] = text
		}
	}
	to := at.Get("pathname").String() + newQuery + newFragment
	late := to // a reload that has begun does not see what becomes of the entry, now or when the page is left: the loader reads this
	if newQuery+newFragment == "" && !leaving {
		late = "" // there is nothing to lose
	}
	waits(stored(entry, "at"), late)
	ok := try(func() { history.Call("replaceState", state, "", to) })
	if !ok { // too long, or too often
		try(func() { history.Call("replaceState", map[string]any{"lab": entry}, "", to) })
	}
	for _, w := range attached {
		if w.run == nil || w.run.Embed {
			continue
		}
		lost := false
		for _, key := range w.run.Typed() {
			_, refused := state[stored(entry, w.run.Name(key))]
			lost = lost || refused && !ok
		}
		w.offer()
		if p := w.root.find(".unkept-text"); lost {
			w.line("unkept-text", "alert").SetTextContent("This browser does not keep this text: it is too long, or the store is full. Copy it before you leave this page.")
		} else if p.exists() {
			p.Call("remove")
		}
	}
}

// waits puts a text into the session's storage, and reports whether it is there. Where it
// is not, nothing is: an older text would come back in its place.
func waits(name, text string) bool {
	store := js.Undefined()
	try(func() { store = session() })
	try(func() { store.Call("removeItem", name) })
	return text == "" || try(func() {
		v := js.ValueOf(text)
		if store.Call("setItem", name, v); !store.Call("getItem", name).Equal(v) {
			panic("it is not kept")
		}
	})
}

// waiting is a text that waits for its entry in the history; false where none does.
func waiting(name string) (text string, is bool) {
	try(func() {
		v := js.Undefined()
		try(func() { v = window.Get("history").Get("state").Get(name) })
		try(func() {
			if kept := session().Call("getItem", name); kept.Type() == js.TypeString {
				v = kept
			}
		})
		if is = v.Type() == js.TypeString; is {
			text = v.String()
		}
	})
	return text, is
}

// session is the session's storage. Who blocks cookies refuses its very name: what a call
// throws can be tried, what a property throws would end the program.
func session() js.Value { return js.Global().Get("Reflect").Call("get", window, "sessionStorage") }

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

// last is the name under which texts wait that somebody leaves, the latest first: whoever
// comes back to the page is offered those that are not there.
func (w *widget) last() string { return stored("texts", w.run.Kind) }

// mostEarlier is how many texts are offered.
const mostEarlier = 3

// now are the inputs with a text of the reader's, "" where there is none.
func (w *widget) now() string {
	s := input.State{Was: w.run.State.Values}
	for _, key := range w.run.Typed() {
		if s.Was[key] != "" {
			return s.PackWas()
		}
	}
	return ""
}

// remember keeps inputs in front of those that are offered.
func (w *widget) remember(packed string) {
	if packed != "" {
		w.earlier = append([]string{packed}, w.earlier[:min(len(w.earlier), mostEarlier)]...)
		w.replaced = slices.DeleteFunc(w.replaced, func(e string) bool { return e == packed })
	}
}

// offer shows the buttons that bring back what was written earlier, as long as that is not
// there: typing, Reset and a reload leave it to be brought back.
func (w *widget) offer() {
	if w.run.ID != place.Own || w.run.Embed {
		return
	}
	now := w.now()
	w.earlier = slices.DeleteFunc(w.earlier, func(e string) bool { return e == now || e == "" })
	var offered []string
	for _, packed := range w.earlier {
		if !slices.Contains(w.replaced, packed) {
			offered = append(offered, packed)
		}
	}
	if slices.Equal(offered, w.offered) {
		return
	}
	w.offered = offered
	if p := w.root.find(".offer"); p.exists() {
		p.Call("remove")
	}
	if len(offered) == 0 {
		return
	}
	p := w.line("offer", "status")
	w.root.Call("prepend", p.Value)
	p.SetTextContent("Your earlier text is kept.")
	for i, packed := range offered {
		b := w.button(bring)
		b.SetAttribute("data-with", strconv.Itoa(i))
		b.SetTextContent("Bring back " + w.begins(packed, offered))
		p.Call("append", " ", b.Value)
	}
}

// begins is how kept inputs are named: how their text begins, and its lines; and where others begin
// alike, the first line in which it differs from one of them.
func (w *widget) begins(packed string, offered []string) string {
	text := w.typedIn(packed)
	if text == "" {
		return "it"
	}
	name, lines := quoted(text), strings.Split(text, "\n")
	said := name + " (" + number.Of(len(lines), "line")
	for _, other := range offered {
		if o := w.typedIn(other); other != packed && quoted(o) == name {
			others := strings.Split(o, "\n")
			for i, line := range lines {
				if i < len(others) && line == others[i] {
					continue
				}
				same := 0
				for i < len(others) && same < min(len(line), len(others[i])) && line[same] == others[i][same] {
					same++
				}
				return said + "; line " + strconv.Itoa(i+1) + " has " + quoted(line[strings.LastIndexByte(line[:same], ' ')+1:]) + ")"
			}
			break
		}
	}
	return said + ")"
}

// typedIn is the first text that somebody typed of kept inputs.
func (w *widget) typedIn(packed string) string {
	values := (&wire.Reader{Rest: wire.Unpack(packed)}).Map()
	for _, key := range w.run.Typed() {
		if text := strings.TrimSpace(values[key]); text != "" {
			return text
		}
	}
	return ""
}

// quoted is how a text begins, in one line.
func quoted(text string) string {
	return "“" + input.Shorten(strings.Join(strings.Fields(text), " "), 40) + "”"
}

// bring is what the button does that brings back a text.
const bring = "bring"

// bringBack brings back inputs, as if their text were typed: undo takes it away again. What
// stood there is kept, and offered from the next visit on.
func (w *widget) bringBack(offer string) {
	i, err := strconv.Atoi(offer)
	if err != nil || i >= len(w.offered) {
		return
	}
	s, packed, now := &w.run.State, w.offered[i], w.now()
	w.earlier = append(slices.DeleteFunc(w.earlier, func(e string) bool { return e == packed }), now)
	w.replaced = append(w.replaced, now)
	s.Reset()
	s.UnpackWas(packed)
	s.Undo()
	for _, e := range w.root.findAll("textarea[data-input]") {
		if text := w.run.Text(e.GetAttribute("data-input")); e.value() != text {
			e.goTo() // the browser types into nothing that is folded
			w.write(e, text)
		}
	}
	w.carryOut(place.Effect{Begin: true, Focus: true, Said: "Your earlier text is back. Undo brings back what stood here."}, w.root)
	w.offer()
}

// restore gives back the texts that were too long for the address of this entry, and what
// Reset has taken away.
func (w *widget) restore() {
	entry := entryOf(window.Get("history").Get("state"))
	if w.run.Embed {
		return
	}
	if entry == "" {
		return
	}
	for _, key := range w.run.Typed() {
		if text, is := waiting(stored(entry, w.run.Name(key))); is {
			w.run.Set(key, text)
		}
	}
	if was, is := waiting(stored(entry, w.run.ID+" undo")); is {
		w.run.State.UnpackWas(was)
	}
}

// back shows what an entry of the history held that the reader has gone back to. One that has
// no name, which the loader gives it as soon as the page is there, is no older one, but a link
// within the page, which hashchange follows: the inputs go on in it.
func back(e event) {
	if entryOf(e.Underlying().Get("state")) == "" {
		for _, w := range attached {
			w.keepSoon()
		}
		return
	}
	link := address()
	for _, w := range attached {
		w.safely(func() {
			w.run.Return(link)
			w.restore()
			w.refill()
			w.update()
		})
	}
}

// try does what a browser may refuse, because it was asked too often, or keeps nothing. It
// reports whether it has not.
func try(do func()) (ok bool) {
	defer func() { ok = recover() == nil }()
	do()
	return
}
