package lab

import (
	"maps"

	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/number"
	"partitionlab/wasm/view"
)

// Run answers for a reader's inputs. Same inputs, same answer: nothing is kept.
func Run(s *Spec, in Inputs) *Output {
	r := s.Start()
	defer r.Close()
	r.State.Values = in
	return r.Run()
}

// A worker answers for one widget as long as it is in a page, and keeps for the next
// answer what takes long: verdicts, numbers, figures.
type worker interface {
	// begin takes inputs, and ends what is at work for others.
	begin(in *input.State)
	// step goes on as long as more holds, and reports whether the answer is ready.
	step(more func() bool) bool
	// answer lays out what was worked out.
	answer() *Output
}

// A stopper is a worker that runs what may take for ever.
type stopper interface {
	// stop ends what runs: what it has done so far is the answer.
	stop()
	// close ends the life of the worker.
	close()
}

// A doer is a worker with buttons of its own.
type doer interface {
	// do carries out a button. What it does not know it leaves.
	do(what, with string) place.Effect
}

// A Runner answers for one widget as long as it is in a page. It belongs to one
// goroutine. Its life:
//
//	r := spec.Start()
//	r.State …                    // what a link or the reader has set
//	r.Begin()                    // begins the answer for that, ends what was begun
//	for !r.Step(more) { … }      // in between the page does other things
//	r.Answer()
//	r.Close()
type Runner struct {
	*Spec
	State input.State // what the reader has done
	Site  string      // address of the root of the site
	Page  string      // address of the page

	worker worker
	dialog *place.Dialog // while it is open
}

// Start begins the life of a widget in a page.
func (s *Spec) Start() *Runner { return &Runner{Spec: s, worker: s.widget.work(s)} }

// Begin begins the answer for the state as it is now.
func (r *Runner) Begin() {
	now := r.State
	now.Values, now.Lost, now.Done = maps.Clone(now.Values), maps.Clone(now.Lost), maps.Clone(now.Done)
	r.worker.begin(&now)
}

// Step works on the answer as long as more holds, and reports whether it is ready.
func (r *Runner) Step(more func() bool) bool { return r.worker.step(more) }

// Stop ends a script that runs: what it has done so far is its answer.
func (r *Runner) Stop() {
	if w, ok := r.worker.(stopper); ok {
		w.stop()
	}
}

// Answer is the answer that is ready.
func (r *Runner) Answer() *Output { return r.worker.answer() }

// Close ends the life of the widget.
func (r *Runner) Close() {
	if w, ok := r.worker.(stopper); ok {
		w.close()
	}
}

// maxSteps is how often an answer at once asks whether to go on: a script asks every
// 1,024 rows, and one that takes longer is stopped.
const maxSteps = 400

// Run answers at once for the state as it is now.
func (r *Runner) Run() *Output {
	r.Begin()
	steps := 0
	if !r.Step(func() bool { steps++; return steps < maxSteps }) {
		r.Stop()
		for !r.Step(func() bool { return true }) {
		}
	}
	return r.Answer()
}

// Follow takes over what a link says of the widget, and reports whether it says
// anything.
func (r *Runner) Follow(l *place.Link) bool {
	if !l.Has(r.ID, r.Alone) {
		return false
	}
	r.State = l.State(r.ID, r.Alone)
	return true
}

// Set gives the field with a key another text.
func (r *Runner) Set(key, text string) {
	if f := r.field(key); f != nil {
		r.State.Set(f, text)
	}
}

// Slide gives a field what its slider says at a position.
func (r *Runner) Slide(key string, position float64) {
	if f := r.field(key); f != nil {
		text := number.Plain(position)
		if f.Slider != nil {
			text = f.Slider.Value(position)
		}
		r.State.Set(f, text)
	}
}

// Do carries out a button: what it says in data-do, and what goes with it.
func (r *Runner) Do(what, with string) place.Effect {
	switch what {
	case "link":
		changes := r.Changes(r.State.Values)
		if r.Embed { // opens the widget's own page
			return place.Effect{Follow: r.Place.Address(r.Site, changes)}
		}
		return place.Effect{Copy: r.Here(r.Site, r.Page, changes), Said: "The link with your inputs is copied.", Else: &place.Effect{Open: true}}
	case "embed":
		return place.Effect{Open: true}
	case "reset":
		r.State.Reset()
		return place.Effect{Begin: true, Focus: true, Said: "All inputs are back at their defaults."}
	case "guess":
		r.State.Guess, r.State.Shown = with, true
		return place.Effect{Begin: true}
	case "ask":
		r.State.Asked = true
		return place.Effect{Begin: true}
	case "to":
		return place.Effect{To: r.Element(with)}
	case "stop":
		r.Stop()
		return place.Effect{}
	case "copy":
		return place.Effect{Copy: with, Said: "Copied.", Else: &place.Effect{Said: "The browser does not allow copying here. Where the text is selected, copy it with the keyboard."}}
	}
	if r.dialog != nil {
		if e, ok := r.dialog.Do(&r.Place, what); ok {
			return e
		}
	}
	if d, ok := r.worker.(doer); ok {
		e := d.do(what, with)
		if e.Set != nil {
			r.Set(e.Set.Name, e.Set.Text)
		}
		for _, t := range e.Done {
			r.State.Do(t.Name, t.Text)
		}
		return e
	}
	return place.Effect{}
}

// Dialog opens the Embed dialog, where it is not open. Height is that of the widget,
// in px.
func (r *Runner) Dialog(height int) *place.Dialog {
	if r.dialog == nil {
		r.dialog = &place.Dialog{Site: r.Site, Cover: r.Cover, Height: height, Picture: r.kind.picture}
	}
	return r.dialog
}

// DialogView is what the dialog shows; it is open.
func (r *Runner) DialogView() *view.Node {
	return r.dialog.View(&r.Place, r.Changes(r.State.Values))
}

// CloseDialog closes it.
func (r *Runner) CloseDialog() { r.dialog = nil }
