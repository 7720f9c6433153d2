//go:build js && wasm

package main

import (
	"strconv"
	"strings"
	"syscall/js"

	"partitionlab/wasm/lab"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/view"
	"partitionlab/wasm/wire"
)

// A helper is this same program in a worker of the browser. What a page has not answered
// in a moment it hands over, where there is one; until then, and where there is none, it
// goes on by itself, in slices. Only text goes over: see package wire.
//
// What the page says: begin NUMBER RUN QUERY CLOSED VIEW attributes state; act NUMBER RUN what with;
// fill NUMBER RUN TABS; end NUMBER. What the helper says: ready; going NUMBER RUN progress percent;
// result NUMBER RUN sentence view; filled NUMBER RUN and a view, if there was something to fill;
// a view is its name, that of the one before, and what is other than in that: nothing of what
// the page says to have is sent again;
// effect NUMBER RUN effect state of an answer; done NUMBER RUN effect state of a button, in the order
// of acts but for stop, which has no answer; and nothing at all when it has ended.
//
// A run has a name. Whatever the page does for other inputs begins with home: from then on it
// hears nothing of that run, and what the helper has not answered of it waits for the new answer.
type helper struct {
	worker js.Value
	ready  bool
	runs   int
	silent *timer

	patience int // for so many milliseconds it may be silent while it works
}

var (
	help  *helper
	alone bool // no worker is to be had here
)

// patience is for how many milliseconds a helper may be silent while it works; more where the
// text is long, which is laid out in one piece: 10 MB take seconds.
const patience = 10_000

// handOver has the helper answer in the page's place, as soon as there is one.
func (w *widget) handOver() {
	if help == nil && !alone {
		h := &helper{}
		h.worker = loader.Call("helper", js.FuncOf(func(_ js.Value, args []js.Value) any {
			if h == help {
				h.heard(&wire.Reader{Rest: wire.Unpack(args[0].String())})
			}
			return nil
		}))
		if alone = !h.worker.Truthy(); !alone {
			h.silent = newTimer(func() {
				for _, w := range attached {
					if (w.working || w.filling > 0) && w.away != "" {
						h.end("The calculator did not answer, and was ended.")
						return
					}
				}
			})
			help = h
		}
	}
	if alone || !help.ready || w.run.Stopped() { // what was stopped ends here: a helper would begin anew
		return
	}
	w.run.Close()
	help.runs++
	w.away = strconv.Itoa(help.runs)
	w.rest = w.closed()
	state := w.run.State.Texts()
	help.say(append(append([]string{"begin", strconv.Itoa(w.number), w.away, window.Get("location").Get("search").String(), strings.Join(w.rest, " "), w.form.name},
		wire.Map(w.spec)...), state...)...)
	help.patience = patience
	for _, text := range state {
		help.patience += len(text) / 100
	}
	help.silent.start(help.patience)
}

// home takes back what the helper works on. What was pressed, and it has not answered, waits; a
// question of a script does not.
func (w *widget) home() {
	if w.away != "" && help != nil {
		help.say("end", strconv.Itoa(w.number))
	}
	for _, p := range w.sent {
		if p.button.exists() {
			w.delayed = append(w.delayed, p)
		}
	}
	w.away, w.sent, w.filling = "", nil, 0
}

func (h *helper) say(texts ...string) { h.worker.Call("postMessage", wire.Pack(texts...)) }

// heard takes what the helper says.
func (h *helper) heard(r *wire.Reader) {
	what := r.Text()
	switch what {
	case "":
		h.end("The calculator stopped while it worked on this.")
		return
	case "ready":
		h.ready = true
		for _, w := range attached {
			if w.working && !w.opening {
				w.handOver()
			}
		}
		return
	}
	h.silent.start(h.patience)
	number, run := r.Text(), r.Text()
	for _, w := range attached {
		if strconv.Itoa(w.number) != number || w.away != run {
			continue
		}
		w.safely(func() {
			switch what {
			case "going":
				progress := r.Text()
				percent, _ := strconv.Atoi(r.Text())
				w.counted(progress, percent)
			case "result":
				sentence := r.Text()
				tree, name := w.form.since(r)
				if tree == nil {
					w.update()
					return
				}
				w.run.Take(&lab.Output{Sentence: sentence, View: tree})
				w.atWork(false)
				w.show()
				w.form.name = name
				w.catchUp()
			case "filled":
				if len(r.Rest) > 0 {
					tree, name := w.form.since(r)
					if tree == nil {
						w.update()
						return
					}
					w.form.become(tree)
					w.form.name = name
				}
				if w.filling--; w.filling > 0 {
					break
				}
				if w.opening {
					w.opening = false
					w.atWork(false)
					w.message("")
				}
				w.mark("")
				w.catchUp()
				w.later.start(frame)
			default:
				e, button := place.ReadEffect(r), w.root
				w.run.State = input.ReadState(r)
				if what == "done" {
					p := w.sent[0]
					w.sent = w.sent[1:]
					if w.wait(&e, p); p.button.exists() {
						button = p.button
					}
				}
				w.carryOut(e, button)
			}
		})
	}
}

// end ends the helper; the next run that takes long starts another. What it worked on is tried once more, by
// another one: it may have been ended from outside, or there was no memory for a moment. Where that ends,
// too, there is no answer until somebody asks for it.
func (h *helper) end(why string) {
	if h != help { // it has ended before its time was over: another one is at work now
		return
	}
	h.worker.Call("terminate")
	help, alone = nil, !h.ready
	for _, w := range attached {
		w.form.name = "" // another one counts anew
		if w.away == "" {
			continue
		}
		state := w.kept.Get("state")
		if w.kept.Get("forgiven").String() == state.String() {
			w.kept.Set("fatal", state)
			w.failed(why)
			continue
		}
		w.kept.Set("forgiven", state)
		w.safely(func() {
			lost := len(w.sent) > 0 && !w.working
			if lost {
				w.sent = nil // a button that has ended the helper is not pressed again by itself
			}
			w.update()
			told := func() { w.tell("The calculator stopped while it carried this out. Press it again.", w.root) }
			switch {
			case !lost:
			case w.working:
				w.arrive = told // said at once, it would give way to the word that it works
			default:
				told()
			}
		})
	}
}

// A served is a widget of the page that the helper works for.
type served struct {
	number, name string
	run          *lab.Runner
	slice        *timer
	fills        []string   // tabs that are asked for, several with spaces between; the first is at work
	view         *view.Node // that was sent last, and is what the page has; nil where it has another
	views        int        // that were sent
}

// texts are a view for the page, which is one more that it has.
func (s *served) texts(tree *view.Node) []string {
	tree = view.Normal(tree)
	before := ""
	if s.view != nil {
		before = strconv.Itoa(s.views)
	}
	s.views++
	out := append([]string{strconv.Itoa(s.views), before}, tree.TextsSince(s.view)...)
	s.view = tree
	return out
}

// serve is what the program does in a worker.
func serve() {
	all := map[string]*served{}
	say := func(texts ...string) { loader.Call("say", wire.Pack(texts...)) }
	effect := func(of string, s *served, e place.Effect) {
		say(append(append([]string{of, s.number, s.name}, e.Texts()...), s.run.State.Texts()...)...)
	}
	var goOn func(s *served)
	fill := func(s *served) { // what is asked for first, or says that there is nothing to do
		for len(s.fills) > 0 {
			if s.run.Open(strings.Fields(s.fills[0])...) {
				s.slice.start(0)
				return
			}
			s.fills = s.fills[1:]
			say("filled", s.number, s.name)
		}
	}
	goOn = func(s *served) {
		clock := window.Get("performance")
		end := clock.Call("now").Float() + atOnce
		if !s.run.Step(func() bool { return clock.Call("now").Float() < end }) {
			progress, percent := s.run.Progress()
			say("going", s.number, s.name, progress, strconv.Itoa(percent))
			s.slice.start(0) // hears in between what the page says
			return
		}
		out := s.run.Answer()
		if len(s.fills) > 0 {
			s.fills = s.fills[1:]
			say(append([]string{"filled", s.number, s.name}, s.texts(out.View)...)...)
			fill(s)
			return
		}
		say(append([]string{"result", s.number, s.name, out.Sentence}, s.texts(out.View)...)...)
		if e := s.run.Finish(); e.Begin {
			effect("effect", s, e)
		}
	}
	hear := func(r *wire.Reader) {
		what, number := r.Text(), r.Text()
		s := all[number]
		switch what {
		case "begin":
			name, query, closed, has, attrs := r.Text(), r.Text(), r.Text(), r.Text(), r.Map()
			if s == nil {
				spec := lab.Read(func(name string) (string, bool) { value, has := attrs[name]; return value, has })
				s = &served{number: number, run: spec.As(place.ParseLink(query, "").Look()).Start()}
				s.slice = newTimer(func() { goOn(s) })
				all[number] = s
			}
			if has != strconv.Itoa(s.views) {
				s.view = nil
			}
			s.name, s.run.State, s.fills = name, input.ReadState(r), nil
			s.run.Fold(strings.Fields(closed))
			s.run.Begin()
			s.slice.start(0)
		case "act":
			name, what, with := r.Text(), r.Text(), r.Text()
			if name != s.name {
				return
			}
			if what == "stop" {
				s.run.Stop()
				return
			}
			effect("done", s, s.run.Act(what, with))
		case "fill":
			name, tabs := r.Text(), r.Text()
			if name != s.name {
				return
			}
			if s.fills = append(s.fills, tabs); len(s.fills) == 1 {
				fill(s)
			}
		case "end":
			s.run.Close()
			s.fills = nil
			window.Call("clearTimeout", s.slice.id)
		}
	}
	loader.Set("hear", js.FuncOf(func(_ js.Value, args []js.Value) any {
		hear(&wire.Reader{Rest: wire.Unpack(args[0].String())})
		return nil
	}))
	say("ready")
}
