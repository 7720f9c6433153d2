//go:build js && wasm

package main

import (
	"slices"
	"strconv"
	"strings"
	"syscall/js"

	"partitionlab/wasm/lab"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/wire"
)

// A widget of the page.
type widget struct {
	number   int               // among those of the page
	kept     js.Value          // what outlives the program: see the loader
	spec     map[string]string // the attributes that specify it
	root     element           // div.lab
	run      *lab.Runner
	form     shown
	sentence string   // the answer
	percent  int      // of the work that is done, as far as it was said
	changing bool     // the page is being made to show it
	before   string   // what the field with the focus held when it got it
	working  bool     // on an answer that takes long
	slice    *timer   // goes on with it
	away     string   // the name of the run, where the helper works on it; else ""
	rest     []string // the tabs that the answer has left as they were
	filling  int      // requests to the helper to lay out some of them
	opening  bool     // the work is on tabs that somebody sees, and no new answer
	aside    []string // tabs that nobody sees, and that are laid out in pieces when there is nothing else to do
	pressing element  // the button that is carried out
	sent     []press  // of what the helper was told, and what it has not answered
	delayed  []press  // until the answer is there
	speech   *timer   // speaks when the answer has settled
	busy     *timer   // says that an answer is worked out
	quiet    *timer   // takes a message away
	later    *timer   // lays out what is closed
	sight    *timer   // keeps what one types into in sight
	unseen   *seen    // what a button has put into a field, until the answer to it is there
	arrive   func()   // leads to what a button has changed, once the answer is there
	clicked  string   // what was clicked last
	from     element  // what had the focus before a button behind the message
	said     string   // that message
	told     element  // what shows it in the window
	dialog   *dialog  // while it is open
	attached bool     // it follows the reader
	late     bool     // its first answer is not there yet
	linked   bool     // the reader has asked for a link to what it holds
	earlier  []string // what the reader wrote before, and is not there, each as one text
	offered  []string // of these, what buttons bring back
	replaced []string // and what a button has replaced since the page was opened
	editing  *editing // what has been typed into an editor
	traced   bool     // something has
	resting  *timer   // ends a step of it
}

// update asks for the answer and changes the page. It returns the number of
// changes.
//
// What stands there is marked as old before the page is seen again: here where the answer
// is not there at once, in failed where it never comes, and by the loader where the program
// ends. A mark for a moment that nobody sees would make the browser style the whole widget
// once more. Where the answer takes long, it is worked out in pieces, and the page stays
// quick.
func (w *widget) update() int {
	w.keepSoon()
	state := wire.Pack(w.run.State.Texts()...)
	w.kept.Set("state", state)
	if fatal := w.kept.Get("fatal"); fatal.Type() == js.TypeString && fatal.String() == state {
		w.failed("The calculator stopped while it worked on this.")
		return 0
	}
	far := w.away != "" && len(state) > longWork
	if !w.working {
		w.behind("", "")
	}
	w.arrive, w.opening, w.aside = nil, false, nil
	w.home()
	w.rest = w.closed()
	w.run.Fold(w.rest)
	w.run.Begin()
	if !far && w.step() {
		return w.finished()
	}
	w.mark("waiting")
	w.reset()
	w.atWork(true)
	w.goOnLater()
	w.handOver()
	return 0
}

// longWork is how long, in bytes, the inputs are for which the page does not begin to work if
// the helper has answered before.
const longWork = 10_000

// mark says of the answer in view that it is none for the inputs: "waiting", and "failed"
// where none comes. The loader marks it, too, while no program is there.
func (w *widget) mark(as string) {
	old := w.root.Get("classList")
	for _, name := range [...]string{"waiting", "failed"} {
		if on := strings.Contains(as, name); on != old.Call("contains", name).Bool() {
			old.Call("toggle", name, on)
		}
	}
}

// failed says that there is no answer.
func (w *widget) failed(why string) {
	w.mark("waiting failed")
	w.atWork(false)
	w.home()
	w.delayed, w.opening = nil, false
	if w.run != nil {
		spec, state := w.run, w.run.State // what it had begun is in no known order
		w.run = spec.Spec.Start()
		w.run.State, w.run.Site, w.run.Page, w.run.Carry = state, spec.Site, spec.Page, w.carry
	}
	w.reset()
	w.message(why + " What you typed is kept. Change it, or try again.")
	if w.busy != nil { // it listens
		w.behind("again", "Try again")
	}
}

// reset lets Reset be pressed while there is no answer to the inputs: it needs none.
func (w *widget) reset() {
	if b := w.root.find(".widget-tools > [data-do=reset]"); b.exists() && w.run != nil && len(w.run.Changes(w.run.State.Values)) > 0 {
		b.Call("removeAttribute", "disabled")
	}
}

// atWork shows that an answer is worked out, and what can be done meanwhile.
func (w *widget) atWork(on bool) {
	if on == w.working {
		return
	}
	w.working, w.percent = on, 0
	if on {
		w.busy.start(unnoticed)
	} else if w.root.Class().Contains("working") {
		w.root.Class().Remove("working")
		w.behind("", "")
	}
}

// showWork says that the widget is at work, once that takes a while.
func (w *widget) showWork() {
	if w.working {
		w.root.Class().Add("working")
		w.message(atWorkWords)
		w.behind("stop", "Stop")
	}
}

// atWorkWords is the message while the page works.
const atWorkWords = "Working …"

// unnoticed is for how many milliseconds nobody is told that an answer is worked out: what comes
// and goes at each key would only have the page laid out twice more.
const unnoticed = 80

// counted says behind the message how far the work is. Who listens hears of each quarter.
func (w *widget) counted(progress string, percent int) {
	if !w.working || progress == "" || percent == w.percent {
		return
	}
	quarter := percent/25 > w.percent/25
	w.percent = percent
	p := w.line("lab-message", "alert")
	seen := p.find("span")
	if !seen.exists() {
		if p.TextContent() != atWorkWords {
			return // it says something else
		}
		seen = newElement("span")
		seen.SetAttribute("aria-hidden", "true")
		p.Call("append", " ", seen.Value)
	}
	if seen.SetTextContent(progress); quarter {
		w.say(progress)
	}
}

// behind puts a button behind the message, in the place of the one that was there; none without a name.
// Who is on that one goes on at the new one, or where he was before.
func (w *widget) behind(does, name string) {
	left := w.root.find("button.stop")
	next := w.field()
	if name != "" {
		next = w.button("stop")
		next.SetAttribute("data-do", does)
		next.SetTextContent(name)
		w.root.Call("appendChild", next.Value)
	}
	if !left.exists() {
		return
	}
	if next.exists() && left.Matches(":focus") {
		next.Call("focus", still)
	}
	left.Call("remove")
}

// field is where the reader was last in the widget, else its first field.
func (w *widget) field() element {
	if at := w.from; at.BasicElement != nil {
		if at.Get("isConnected").Bool() {
			return at
		}
		if at = byID(at.Get("id").String()); at.exists() {
			return at
		}
	}
	return w.root.find("[data-input]:not([type=hidden])")
}

// button is one besides the form.
func (w *widget) button(does string) element {
	b := newElement("button")
	b.SetAttribute("class", does)
	b.SetAttribute("type", "button")
	b.SetAttribute("data-do", does)
	return b
}

// atOnce is for how many milliseconds the page may stand still while an answer is worked
// out; to show it comes on top of that.
const atOnce = 20

// step works for a moment, and reports whether all is done.
func (w *widget) step() bool {
	clock := window.Get("performance")
	end := clock.Call("now").Float() + atOnce
	return w.run.Step(func() bool { return clock.Call("now").Float() < end })
}

// goOnLater goes on when the page has done what else there was to do.
func (w *widget) goOnLater() {
	if w.slice == nil {
		w.slice = newTimer(func() {
			w.safely(func() {
				switch {
				case !w.working && w.aside == nil || w.away != "":
				case !w.step():
					w.counted(w.run.Progress())
					w.goOnLater()
				case w.aside != nil:
					w.aside = nil
					w.form.become(w.run.Answer().View)
					w.catchUp()
					w.later.start(frame)
				default:
					w.finished()
				}
			})
		})
	}
	w.slice.start(0)
}

// finished shows the answer that the page has worked out, and carries out the buttons that
// have waited for it.
func (w *widget) finished() int {
	long := w.working
	w.atWork(false)
	w.opening = false
	n := w.show()
	if e := w.run.Finish(); e.Begin {
		w.carryOut(e, w.root)
	}
	if long || len(w.delayed) > 0 {
		w.catchUp()
	}
	return n
}

// catchUp carries out the buttons that were pressed while the answer was not there, and lays
// out the tabs that were opened.
func (w *widget) catchUp() {
	for len(w.delayed) > 0 && !w.working && w.aside == nil {
		p := w.delayed[0]
		w.delayed = w.delayed[1:]
		if !p.stands() {
			w.tell("What you pressed was about the answer before. Press it again where it still stands.", w.root)
			continue
		}
		w.do(p.what, p.with, p.button)
	}
	if w.working || len(w.rest) == 0 {
		return
	}
	shut := w.closed()
	w.fill(true, slices.DeleteFunc(slices.Clone(w.rest), func(name string) bool { return slices.Contains(shut, name) })...)
}

// show makes the page show the answer.
func (w *widget) show() int {
	out := w.run.Answer()
	if w.form.node.Get("parentNode").Equal(w.root.Value) == false { // somebody took it away
		w.root.Call("insertBefore", w.form.node, w.root.Get("firstChild"))
	}
	w.changing = true
	n := w.form.become(out.View)
	w.changing = false
	if w.unseen != nil {
		w.unseen.look()
		w.unseen = nil
	}
	w.message("")
	w.offerSteps()
	if arrive := w.arrive; arrive != nil {
		w.arrive = nil
		arrive()
	}
	if w.late { // once more, for whoever puts back what the page has kept: see site/js/page/5-open.js
		w.late = false
		w.first()
		w.root.SetAttribute("data-attached", strconv.Itoa(n))
	}
	w.sight.start(frame)
	w.mark("")
	if w.sentence = out.Sentence; w.covered() {
		w.sentence = "" // what is said to a guess is a status of its own
	}
	w.speech.start(500)
	w.later.start(300)
	tidySoon()
	return n
}

// first says that the first answer is there: what the page was sent with may be hidden until
// then, see site/js/loader.js.
func (w *widget) first() { w.root.Class().Remove("linked") }

// closed are the tabs that nobody sees.
func (w *widget) closed() []string {
	return strings.Fields(loader.Call("closed", w.root.Value).String())
}

// fill lays out tabs that were closed while the answer was: those that the reader opens, and all
// for paper. Where the helper has answered, it does that, too; what somebody sees until then is
// marked.
func (w *widget) fill(seen bool, names ...string) {
	if len(names) > 0 {
		w.leave()
	}
	var now, rest []string
	for _, name := range w.rest {
		if slices.Contains(names, name) {
			now = append(now, name)
		} else {
			rest = append(rest, name)
		}
	}
	if w.working || len(now) == 0 {
		return
	}
	w.rest = rest
	switch {
	case w.away == "" && !w.run.Open(now...):
		return
	case w.away == "" && w.step():
		w.form.become(w.run.Answer().View)
		return
	case seen:
		w.mark("waiting")
		w.opening = true
		w.atWork(true)
	case w.away == "":
		w.aside = now
	}
	if w.away == "" {
		w.goOnLater()
		return
	}
	w.filling++
	help.silent.start(help.patience)
	help.say("fill", strconv.Itoa(w.number), w.away, strings.Join(now, " "))
}

// leave leaves tabs that are laid out in pieces: something else is wanted first.
func (w *widget) leave() {
	if w.aside != nil {
		w.run.Close()
		w.rest, w.aside = append(w.rest, w.aside...), nil
	}
}

// fillSoon lays out the next closed tab when nobody types: all at once would hold the page
// for long. Where none is closed, what can wait is worked out.
func (w *widget) fillSoon() {
	switch {
	case w.working || w.filling > 0 || w.aside != nil:
	case len(w.rest) > 0:
		w.fill(false, w.rest[0])
		w.later.start(frame)
	case w.away == "" && w.run.Open():
		if w.step() {
			w.form.become(w.run.Answer().View)
		} else {
			w.aside = []string{}
			w.goOnLater()
		}
	}
}

// print lays out all tabs at once, for paper: that does not wait. What takes too long is left out.
func (w *widget) print() {
	w.leave()
	if w.away != "" || w.working || !w.run.Open(w.rest...) {
		w.fill(true, w.rest...)
		return
	}
	clock := window.Get("performance")
	end := clock.Call("now").Float() + atPrint
	if !w.run.Step(func() bool { return clock.Call("now").Float() < end }) {
		w.run.Close()
		return
	}
	w.rest = nil
	w.form.become(w.run.Answer().View)
}

// atPrint is for how many milliseconds the page may stand still before it is printed.
const atPrint = 2000

// covered reports whether the answer waits for the reader's guess.
func (w *widget) covered() bool {
	cover := w.root.find("details.cover")
	return cover.exists() && !cover.HasAttribute("open")
}

// line is a place of the widget besides its form, which others may have taken away.
func (w *widget) line(class, role string) element {
	p := w.root.find("." + class)
	if !p.exists() {
		p = newElement("p")
		p.SetAttribute("class", class)
		p.SetAttribute("role", role)
		w.root.Call("appendChild", p.Value)
	}
	return p
}

// message shows a text in the widget's place for messages.
func (w *widget) message(text string) {
	if p := w.line("lab-message", "alert"); p.TextContent() != text {
		p.SetTextContent(text)
	}
}

// say speaks to screen readers.
func (w *widget) say(text string) {
	if p := w.line("live", "status"); p.TextContent() != text {
		p.SetTextContent(text)
	}
}

func (w *widget) listen() {
	w.speech = newTimer(func() {
		w.safely(func() {
			if !w.root.find("details.cover:not([open])").exists() { // what is covered is not said either
				w.say(w.sentence)
			}
		})
	})
	w.quiet = newTimer(func() {
		w.untell()
		if p := w.root.find(".lab-message"); p.exists() && p.TextContent() == w.said {
			p.SetTextContent("")
		}
	})
	w.busy = newTimer(func() { w.safely(w.showWork) })
	w.later = newTimer(func() { w.safely(w.fillSoon) })
	w.sight = newTimer(func() { w.safely(w.uncover) })
	on := func(typ string, do func(event)) {
		listen(w.root.Value, typ, func(e event) { w.safely(func() { do(e) }) })
	}
	w.dragging(on) // before clicks: the one that ends a drag is none
	w.dropping(on)
	on("input", w.onInput)
	on("change", w.onInput)
	on("click", w.onClick)
	on("submit", w.onSubmit)
	on("keydown", w.onKey)
	on("focusin", w.onFocus)
	on("keyup", func(event) { w.sight.start(frame) })
	on("mouseup", func(event) { w.sight.start(frame) })
	on("toggle", w.onToggle)
	listen(document, "keydown", func(e event) { // of the page, when nothing in it has the focus
		if key := e.Underlying().Get("key").String(); key == "Escape" && e.target.Equal(document.Get("body")) {
			w.safely(func() { w.shortcut(e, key) })
		}
	})
	listen(window, "beforeprint", func(event) { w.safely(w.print) })
	answers(w, on)
}

func (w *widget) onInput(e event) {
	t := e.target
	switch {
	case w.changing: // a field that goes tells once more what it has told
		return
	case t.HasAttribute("data-share"):
		if w.dialog != nil {
			w.dialog.choose(t)
		}
		return
	case t.HasAttribute("data-slider"):
		position, err := strconv.ParseFloat(t.value(), 64)
		if err != nil {
			return
		}
		w.run.Slide(t.GetAttribute("data-slider"), position)
	case t.HasAttribute("data-input"):
		if t.GetAttribute("type") == "radio" && !t.Get("checked").Bool() {
			return
		}
		key := t.GetAttribute("data-input")
		if t.TagName() == "TEXTAREA" {
			w.edited(t, w.run.Text(key), e.Underlying())
		}
		w.run.Set(key, t.value())
		long(t)
	default:
		return
	}
	w.linked = false
	w.update()
}

// long has a text that has become long laid out as one at once, and not first as it was.
func long(area element) {
	if area.Class().Contains("code-text") && lab.Long(area.value()) {
		area.Get("parentNode").Set("className", "code-field "+lab.LongLook)
	}
}

func (w *widget) onFocus(e event) {
	t := e.target
	if !t.Class().Contains("stop") {
		w.from = t
	}
	if t.HasAttribute("data-input") {
		w.before = t.value()
		w.sight.start(frame)
	}
}

// onToggle lays out what opens. An editor that a reader opens by its title takes the focus.
func (w *widget) onToggle(e event) {
	w.fill(true, e.target.GetAttribute("data-key"))
	title := wrap(document.Get("activeElement"))
	if d := e.target; d.HasAttribute("open") && title.exists() && title.Get("parentNode").Equal(d.Value) {
		if area := d.find(":scope > .code textarea"); area.exists() {
			area.Call("focus")
		}
	}
}

func (w *widget) onKey(e event) {
	t := e.target
	switch key := e.Underlying().Get("key").String(); key {
	default:
		w.shortcut(e, key)
	case "Enter":
		if t.TagName() == "INPUT" {
			e.PreventDefault()
			if b := byID(t.GetAttribute("data-enter")); b.exists() {
				w.press(b)
			} else {
				w.update()
			}
		}
	case "z", "Z", "y":
		k := e.Underlying()
		if !k.Get("ctrlKey").Bool() && !k.Get("metaKey").Bool() || !t.around("form").exists() { // an editor of a script has its own
			return
		}
		again := key == "y" || k.Get("shiftKey").Bool()
		if editor := t.TagName() == "TEXTAREA" && t.HasAttribute("data-input"); again || editor && len(w.run.State.Was) == 0 {
			if what := "undo"; editor {
				if again {
					what = "redo"
				}
				e.PreventDefault()
				w.retrace(t, what)
			}
			return
		}
		if len(w.run.State.Was) > 0 {
			e.PreventDefault()
			w.carryOut(w.run.Do("back", ""), t)
		} else if b := w.root.find(undoes); b.exists() && !t.HasAttribute("data-input") {
			e.PreventDefault()
			w.undo(b)
		}
	case "Escape":
		if !t.HasAttribute("data-input") || t.TagName() == "TEXTAREA" || t.GetAttribute("type") == "radio" || t.value() == w.before { // an editor has undo
			w.shortcut(e, key)
			return
		}
		e.PreventDefault()
		t.Set("value", w.before)
		w.run.Set(t.GetAttribute("data-input"), w.before)
		w.update()
	}
}

// shortcut presses the button of a key. It works where an element says that keys do, and
// the focus is in it, but not in a field. Escape, which writes nothing, works in all of the
// calculator where it means nothing else: in a dialog, or in a line that has been changed.
func (w *widget) shortcut(e event, key string) {
	around := e.target.around("[data-keys]")
	if key == "Escape" && !e.target.around("dialog").exists() {
		around = w.root.find("[data-keys]")
	} else if len(key) != 1 || e.target.HasAttribute("data-input") {
		return
	}
	if !around.exists() {
		return
	}
	for _, name := range []string{"ctrlKey", "altKey", "metaKey"} {
		if e.Underlying().Get(name).Bool() {
			return
		}
	}
	for _, b := range around.findAll("[aria-keyshortcuts]") {
		if strings.EqualFold(b.GetAttribute("aria-keyshortcuts"), key) && !b.HasAttribute("disabled") {
			e.PreventDefault()
			w.press(b)
			return
		}
	}
}

// onSubmit holds the form back: its button was pressed, which says what to do.
func (w *widget) onSubmit(e event) { e.PreventDefault() }

func (w *widget) onClick(e event) {
	if title := e.target.around("summary"); title.exists() {
		w.fill(true, wrap(title.Get("parentNode")).GetAttribute("data-key")) // before it opens
	}
	t := e.target.around("[data-do]")
	if !t.exists() {
		return
	}
	// What a first click has brought below the pointer is not meant by a second one.
	is := t.GetAttribute("data-do") + " " + t.GetAttribute("data-with")
	if again := e.Underlying().Get("detail").Int() > 1; again && is != w.clicked && t.HasAttribute("data-once") {
		e.PreventDefault()
		return
	}
	if w.clicked = is; !w.press(t) {
		e.PreventDefault()
	}
}

// A press is a button that was pressed, and what stood around it.
type press struct {
	what, with string
	button     element
	around     string
}

func pressed(what, with string, button element) press {
	p := press{what: what, with: with, button: button}
	if button.exists() {
		p.around = surroundings(button)
	}
	return p
}

// stands reports whether the button is still there for the same thing: whatever has become of
// the text meanwhile, it is carried out on nothing else.
func (p *press) stands() bool {
	return p.button.Get("isConnected").Bool() && surroundings(p.button) == p.around
}

// surroundings are what is said where a button stands.
func surroundings(button element) string {
	at := button.around("li, tr, a")
	if !at.exists() {
		at = button
	}
	return strings.Join([]string{button.GetAttribute("data-do"), button.GetAttribute("data-with"), button.GetAttribute("data-drag"), at.GetAttribute("data-at"), at.TextContent()}, "\x00")
}

// do carries out what a button says.
func (w *widget) do(what, with string, button element) place.Effect {
	w.pressing = button
	e := w.run.Do(what, with)
	w.pressing = none
	if !button.exists() { // a script of the page asks
		button = w.root
	}
	if e.Follow == "" {
		w.carryOut(e, button)
	}
	return e
}

// carry carries out a button of the kind. Where the helper has the answer, it is told; where
// the answer is not there yet that the button asks for, the button waits for it.
func (w *widget) carry(what, with string) place.Effect {
	p := pressed(what, with, w.pressing)
	if w.away != "" {
		w.sent = append(w.sent, p)
		help.say("act", strconv.Itoa(w.number), w.away, what, with)
		return place.Effect{}
	}
	e := w.run.Act(what, with)
	w.wait(&e, p)
	return e
}

// wait has a button wait that has done nothing, while the answer is not there.
func (w *widget) wait(e *place.Effect, p press) {
	if (w.working || w.aside != nil) && e.None() && p.button.exists() && len(w.delayed) < mostDelayed {
		w.delayed = append(w.delayed, p)
	}
}

// mostDelayed is how many buttons wait.
const mostDelayed = 20

// press carries out a button. It reports whether the browser does the rest: follows a
// link.
func (w *widget) press(t element) bool {
	with := t.GetAttribute("data-with")
	from := byID(t.GetAttribute("data-from"))
	if from.exists() {
		switch from.Get("localName").String() {
		case "input", "textarea":
			with = from.value()
		default:
			with = from.TextContent()
		}
	}
	what := t.GetAttribute("data-do")
	switch what {
	case takeBack:
		w.undo(t)
		return false
	case bring:
		w.bringBack(with)
		return false
	case "choose":
		w.choose(t)
		return false
	case "again": // what has ended the program, or the helper, may have been another page's need of memory
		w.kept.Set("fatal", nil)
		w.update()
		return false
	case "reset": // undo gives it back until something is typed
		w.remember(w.now())
	}
	if what == "stop" && w.away != "" {
		help.say("act", strconv.Itoa(w.number), w.away, what, with)
		return false
	}
	if open := w.root.find(".tabs > .tab[open]"); what == "link" && open.exists() {
		with = open.GetAttribute("data-key")
	}
	e := w.do(what, with, t)
	if what == "reset" {
		w.offer()
	}
	if what == "link" {
		w.linked = true
		w.keepSoon()
	}
	if e.Follow != "" {
		t.SetAttribute("href", e.Follow)
		return true
	}
	if from.exists() && from.HasAttribute("readonly") {
		from.Call("select") // shows what was copied, or can be with the keyboard
	}
	return false
}

// undoes is the button of a widget that changes a text by other buttons, too: one takes
// back all of them, in any order, and what was typed.
const (
	takeBack = "take-back"
	undoes   = "[data-do=" + takeBack + "]"
)

// undo takes back the last change of the text, as the browser has kept it, or makes it
// again, as the button says. The reader stays where he is.
func (w *widget) undo(button element) {
	area, what := w.root.find("textarea"), button.GetAttribute("data-with")
	done := false
	w.still(func() {
		area.Call("focus", still)
		done = w.retrace(area, what)
	})
	if !done {
		w.tell("There is nothing to "+what+".", button)
	}
}

var still = map[string]any{"preventScroll": true}

// still keeps the page where it is in the window, and the focus: what is typed next is for
// what had it, not for the text that is changed.
func (w *widget) still(do func()) {
	y, at := window.Get("scrollY"), document.Get("activeElement")
	if do(); at.Equal(document.Get("body")) {
		document.Get("activeElement").Call("blur")
	} else {
		at.Call("focus", still)
	}
	window.Call("scrollTo", map[string]any{"top": y, "behavior": "instant"})
}

// holding returns what brings a part of the answer back to where it is in the window now, once
// the answer has changed: a figure in which something was moved, though it is refused above it.
func holding(part element) func() {
	if !part.exists() {
		return func() {}
	}
	top := func() float64 { return part.Call("getBoundingClientRect").Get("top").Float() }
	before := top()
	return func() {
		if by := top() - before; by != 0 && part.Get("isConnected").Bool() {
			window.Call("scrollBy", map[string]any{"top": by, "behavior": "instant"})
		}
	}
}

// untell takes away what was said over the page.
func (w *widget) untell() {
	if w.told.BasicElement != nil {
		w.told.Call("remove")
	}
}

// carryOut does to the page what a button asks for. What an earlier one said is said no more.
func (w *widget) carryOut(e place.Effect, button element) {
	w.untell()
	done := true
	if e.Copy != "" {
		done = w.copy(e.Copy)
	}
	if e.Picture != "" {
		done = w.picture(e.Picture)
	}
	if !done && e.Else != nil {
		w.carryOut(*e.Else, button)
		return
	}
	if e.Save != nil {
		today := window.Get("Date").New().Call("toISOString").String()[:len("2026-01-31")]
		save(window.Get("Blob").New([]any{strings.ReplaceAll(e.Save.Text, place.Today, today)}), e.Save.Name)
	}
	hold := func() {}
	if e.Put != nil {
		hold = holding(button.around(".tabs, .hand"))
		if e.To == "" {
			w.put(e.Put)
		} else {
			w.still(func() { w.put(e.Put) })
		}
	}
	if e.Begin {
		w.refill()
		w.update()
	}
	if e.Open {
		w.open(button)
	}
	if e.Close && w.dialog != nil {
		w.dialog.element.Call("close")
	}
	if e.Focus {
		if f := w.root.find("[data-input]"); f.exists() {
			f.Call("focus")
		}
	}
	arrive := func() {
		hold()
		w.goTo(&e, button)
		if e.Said != "" {
			w.tell(e.Said, button)
		}
	}
	if w.working && (e.Begin || e.Put != nil) {
		w.arrive = arrive // where it leads is not there yet, or stands elsewhere
	} else {
		arrive()
	}
	if e.Note != "" && !w.run.Embed {
		w.note(e.Note)
	}
	if e.Tell != "" {
		w.dispatch("lab:told", e.Tell)
	}
}

// goTo leads to what a button says, where that is in the page.
func (w *widget) goTo(e *place.Effect, button element) {
	t := byID(e.To)
	if !t.exists() {
		return
	}
	at := wrap(document.Get("activeElement"))
	switch {
	case t.HasAttribute("data-keys"): // it comes to the reader, and covers nothing that was pressed
		t.Call("focus", still)
		foot := button.Call("getBoundingClientRect").Get("bottom").Float()
		if by := foot - t.Call("getBoundingClientRect").Get("top").Float(); by > 0 && !button.around("[data-keys]").exists() && foot < window.Get("innerHeight").Float() {
			window.Call("scrollBy", 0, by+margin)
		}
	case t.HasAttribute("data-stays"): // the reader is there already
		t.Call("focus", still)
	case e.Stay && at.exists() && at.TagName() == "INPUT" && at.GetAttribute("type") != "radio" && w.root.Call("contains", at.Value).Bool():
		t.Call("scrollIntoView", map[string]any{"block": "nearest"})
	default:
		t.goTo()
	}
}

// dispatch tells a script of the page of something.
func (w *widget) dispatch(event string, detail any) {
	w.root.Call("dispatchEvent", window.Get("CustomEvent").New(event, map[string]any{"bubbles": true, "detail": detail}))
}

// note tells the page what the reader's log takes down: a script keeps that.
func (w *widget) note(marks string) {
	w.dispatch("lab:note", map[string]any{"chapter": w.run.Chapter(), "thing": w.run.ID, "marks": marks, "guess": w.run.Recalled()})
}

// goTo gives an element the focus, or the field in it, and opens what it is folded into.
func (e element) goTo() {
	for d := e.around("details"); d.exists(); d = wrap(d.Get("parentElement")).around("details") {
		d.Set("open", true)
	}
	if f := e.find("input:checked"); f.exists() {
		e = f
	}
	e.Call("focus")
	if e.TagName() == "INPUT" { // what is typed takes the place of what it holds, as after Tab
		e.Call("select")
	}
}

// inSight reports whether an element is there, and a part of it in the window.
func (e element) inSight() bool {
	if !e.exists() {
		return false
	}
	r := e.Call("getBoundingClientRect")
	return r.Get("bottom").Float() > 0 && r.Get("top").Float() < window.Get("innerHeight").Float()
}

// tell says what was done where the reader looks: in the dialog while it is open, else in the
// place of messages, and in the window where that is out of sight.
func (w *widget) tell(text string, button element) {
	if w.dialog != nil {
		w.dialog.chosen.Said = text
		w.dialog.update()
		return
	}
	w.say(text)
	line := byID("")
	if !button.Class().Contains("tool") {
		w.message(text)
		w.said = text
		line = w.root.find(".lab-message")
	}
	if !line.inSight() {
		if w.told.BasicElement == nil {
			w.told = newElement("p")
			w.told.SetAttribute("class", "toast")
			w.told.SetAttribute("aria-hidden", "true") // it has been said
		}
		w.told.SetTextContent(text)
		document.Get("body").Call("append", w.told.Value)
	}
	w.quiet.start(8000)
}

// put puts a text into a field as if it were typed, so that the browser's undo takes it
// back.
func (w *widget) put(into *place.Text) {
	area := byID("")
	for _, e := range w.root.findAll("[data-input]") {
		if e.GetAttribute("data-input") == into.Name {
			area = e
			break
		}
	}
	if !area.exists() {
		return
	}
	start, a, fresh := w.write(area, into.Text)
	if into.Mark {
		area.Call("setSelectionRange", start, start+wire.Units(fresh))
	}
	w.unseen = &seen{area, strings.Count(into.Text[:a], "\n"), strings.Count(into.Text[:a+len(fresh)], "\n"), into.Mark}
	w.run.Set(into.Name, into.Text)
	w.update()
}

// write gives a field a text as if it were typed. It returns where what is new in it begins, as
// the browser counts and in bytes, and what that is.
func (w *widget) write(area element, text string) (start, a int, fresh string) {
	v := area.Value
	v.Call("focus")
	// Only what differs is replaced.
	old := area.value()
	b := 0
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
	fresh = text[a : len(text)-b]
	start = wire.Units(old[:a])
	v.Call("setSelectionRange", start, wire.Units(old[:len(old)-b]))
	// The browser types into what has the focus, which a field that something lies over does not get.
	focused, done := document.Get("activeElement").Equal(v), false
	w.changing = true // it tells of each line
	switch {
	case !focused:
	case fresh != "":
		done = document.Call("execCommand", "insertText", false, fresh).Truthy()
	default:
		done = document.Call("execCommand", "delete").Truthy()
	}
	w.changing = false
	if !done || area.value() != text {
		loader.Call("fill", v, text)
		w.editing = nil
	} else if old != text {
		w.wrote(area, old)
	}
	return start, a, fresh
}

// A seen are lines of an editor that come into sight.
type seen struct {
	area        element
	first, last int
	window      bool // the editor, too
}

// look brings the lines into sight, the first of them where not all can be seen at once:
// in their editor, and then, where that is asked for, the editor in the window, if it is not
// there or something lies over it.
func (s *seen) look() {
	if !lineBox(s.area, s.first).Truthy() {
		return
	}
	edge := func(line int, side string) float64 { return lineBox(s.area, line).Get(side).Float() }
	inside := s.area.Call("getBoundingClientRect")
	by := edge(s.last, "bottom") - inside.Get("bottom").Float() + margin
	by = min(max(by, 0), edge(s.first, "top")-inside.Get("top").Float()-margin)
	if by != 0 {
		s.area.Set("scrollTop", s.area.Get("scrollTop").Float()+by)
		loader.Call("underlay", s.area.Value)
	}
	if !s.window {
		return
	}
	at := document.Call("elementFromPoint", edge(s.first, "left")+1, (edge(s.first, "top")+edge(s.first, "bottom"))/2)
	if !at.Equal(s.area.Value) {
		s.area.Call("scrollIntoView", map[string]any{"block": "center", "behavior": "instant"})
	}
}

// lineBox is where a line of an editor's text is in the window, undefined where nobody knows.
func lineBox(area element, line int) js.Value { return loader.Call("line", area.Value, line) }

// frame is for how long the page may take to lay out what has changed, in milliseconds.
const frame = 40

// uncover keeps the field with the focus, in an editor the line of the caret, below the
// answer while that sticks to the window's top, however tall it has become.
func (w *widget) uncover() {
	at := wrap(document.Get("activeElement"))
	answer := w.root.find(".frame > .results > .answer")
	if !answer.exists() || !at.around(".given").exists() || window.Call("getComputedStyle", answer.Value).Get("position").String() != "sticky" {
		return
	}
	edge := func(box js.Value, side string) float64 { return box.Get(side).Float() }
	box := func(e element) js.Value { return e.Call("getBoundingClientRect") }
	top, bottom := edge(box(at), "top"), edge(box(at), "bottom")
	if at.Class().Contains("code-text") {
		text := at.value()
		line := strings.Count(text[:wire.NewRuler(text).Byte(at.Get("selectionStart").Int())], "\n")
		if box := lineBox(at, line); box.Truthy() {
			top, bottom = max(top, edge(box, "top")), min(bottom, edge(box, "bottom"))
		}
	}
	by := max(0, bottom+margin-window.Get("innerHeight").Float())
	if over := edge(box(answer), "bottom") + margin - (top - by); over > 0 {
		by -= over
	}
	if by == 0 || at.Matches(":active") { // what is being pressed stays
		return
	}
	pane := window
	if w.run.Embed { // its frame scrolls by itself
		pane = answer.around(".frame").Value
	}
	pane.Call("scrollBy", map[string]any{"top": by, "behavior": "instant"})
}

// margin is how far from the editor's edge a line comes, in pixels.
const margin = 12

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
