package lab

import (
	"iter"
	"maps"
	"slices"

	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/number"
	"partitionlab/wasm/view"
	"partitionlab/wasm/work"
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
	// begin takes inputs.
	begin(in *input.State)
	// work works the answer out. The meter may interrupt or stop it: then what is done so
	// far is the answer.
	work(m *work.Meter)
	// answer lays out what was worked out.
	answer() *Output
	// fold says which tabs the next answer may leave as they are in the page, and whether
	// somebody types, who waits for nothing that can wait.
	fold(closed map[string]bool, typing bool)
	// folded reports whether the last one has left any.
	folded() bool
}

// An opener is a worker that works out what a tab shows when that is opened.
type opener interface{ open(m *work.Meter) }

// A doer is a worker with buttons of its own.
type doer interface {
	// do carries out a button. What it does not know it leaves.
	do(what, with string) place.Effect
}

// A finisher is a doer of which a button waits for the answer.
type finisher interface {
	// finish is what that button asks for, once the answer is there.
	finish() place.Effect
}

// A follower is a worker of which inputs follow what is typed into another one.
type follower interface {
	// follow returns the inputs that follow from a change.
	follow(f *input.Field, before, after string) []place.Text
}

// A Runner answers for one widget as long as it is in a page. It belongs to one
// goroutine. Its life:
//
//	r := spec.Start()
//	r.State …                    // what a link or the reader has set
//	r.Begin()                    // begins the answer for that, ends what was begun
//	for !r.Step(more) { … }      // in between the page does other things
//	r.Answer()
//	r.Finish()                   // what a button asks for that has waited for the answer
//	r.Close()
type Runner struct {
	*Spec
	State input.State // what the reader has done
	Site  string      // address of the root of the site
	Page  string      // address of the page
	// Carry carries out a button of the kind, where the page has more to say of that than Act:
	// the answer that it is about may be worked out elsewhere, or not be there yet. May be nil.
	Carry func(what, with string) place.Effect

	worker worker
	dialog *place.Dialog // while it is open

	// The answer at work: a coroutine that comes back whenever the meter lets it.
	meter work.Meter
	begun []string                // the state that it is for
	next  func() (struct{}, bool) // nil while nothing is at work
	end   func()
	more  func() bool     // of the step
	out   *Output         // the last answer
	shut  []string        // the tabs that were closed
	rest  map[string]bool // those of them that are not laid out
	left  bool            // the last answer has left something as it was
}

// mostUnits is what one statement may take: a few seconds in a browser.
const mostUnits = 4_000_000

// mostMemory is how many bytes of rows and keys a run may keep: a page has 4 GB at most, and needs as much
// again for reading them.
const mostMemory = 256 << 20

// Start begins the life of a widget in a page.
func (s *Spec) Start() *Runner { return &Runner{Spec: s, worker: s.widget.work(s)} }

// Begin begins the answer for the state as it is now, and ends what is at work for
// another.
func (r *Runner) Begin() {
	now := r.State
	now.Values, now.Lost, now.Done, now.Was = maps.Clone(now.Values), maps.Clone(now.Lost), maps.Clone(now.Done), maps.Clone(now.Was)
	state := now.Texts()
	if r.next != nil && slices.Equal(state, r.begun) {
		return
	}
	r.Close()
	r.begun = state
	r.worker.begin(&now)
	r.start(r.worker.work, func() {})
}

// start begins work, after which the answer is laid out.
func (r *Runner) start(do func(m *work.Meter), done func()) {
	r.meter = work.Meter{Most: mostUnits, Memory: mostMemory} // whoever stops it before its first step has stopped it
	r.next, r.end = iter.Pull(func(yield func(struct{}) bool) {
		left := false // for another
		r.meter.Pause = func() bool {
			left = left || !r.more() && !yield(struct{}{})
			return !left
		}
		if do(&r.meter); !left {
			r.out = r.answered()
			r.left = r.worker.folded()
			done()
		}
		if r.meter.Pause = nil; left { // what is kept may go on counting, but nobody waits for it
			r.meter = work.Meter{}
		}
	})
}

// Step works on the answer as long as more holds, and reports whether it is ready.
func (r *Runner) Step(more func() bool) bool {
	if r.next == nil {
		return true
	}
	r.more = more
	if _, running := r.next(); running {
		return false
	}
	r.next, r.end = nil, nil
	return true
}

// Progress says how far the work is, in statements of a long text, and how much that is in
// percent; "" where nobody has counted.
func (r *Runner) Progress() (words string, percent int) {
	done, of := r.meter.Done, r.meter.Of
	if r.next == nil || of == 0 {
		return "", 0
	}
	if done == of {
		return "All " + number.Of(of, "statement") + " are judged. What is to say of them together follows.", 100
	}
	return number.Count(done) + " of " + number.Of(of, "statement"), int(100 * int64(done) / int64(of))
}

// Stop ends what is at work: what it has done so far is the answer.
func (r *Runner) Stop() { r.meter.Stop() }

// Stopped reports whether somebody has stopped what is at work, which comes to its end then.
func (r *Runner) Stopped() bool { return r.next != nil && r.meter.Stopped() }

// Answer is the answer that is ready.
func (r *Runner) Answer() *Output { return r.out }

// Take takes an answer that was worked out elsewhere, for the state as it is now.
func (r *Runner) Take(out *Output) { r.out = out }

// Fold says which tabs of the widget are closed. Answers leave them as they are in the
// page, which need not wait for what nobody sees, until they are asked for: see Open.
func (r *Runner) Fold(closed []string) {
	r.shut, r.rest = closed, setOf(closed)
	r.worker.fold(setOf(closed), true)
}

// Open begins to lay out some of the tabs that the last answer has left as they were, all where
// none is named, and reports whether there are any. [Runner.Step] goes on with it.
func (r *Runner) Open(names ...string) bool {
	if r.next != nil || r.out == nil || !r.left || len(r.shut) > 0 && len(r.rest) == 0 {
		return false
	}
	if len(names) == 0 {
		names = r.shut
	}
	closed := setOf(r.shut)
	for _, name := range names {
		delete(closed, name)
	}
	r.worker.fold(closed, false)
	do := func(*work.Meter) {}
	if o, ok := r.worker.(opener); ok {
		do = o.open
	}
	r.start(do, func() {
		for _, name := range names {
			delete(r.rest, name)
		}
	})
	return true
}

// Fill does so at once.
func (r *Runner) Fill(names ...string) bool {
	if !r.Open(names...) {
		return false
	}
	r.Step(func() bool { return true })
	return true
}

func setOf(names []string) map[string]bool {
	set := map[string]bool{}
	for _, name := range names {
		set[name] = true
	}
	return set
}

// answered is the answer of the kind, as a page may show it.
func (r *Runner) answered() *Output {
	out := r.worker.answer()
	unturned(out.View)
	return out
}

// Close ends what is at work without an answer.
func (r *Runner) Close() {
	if r.end != nil {
		r.end()
	}
	r.next, r.end = nil, nil
}

// maxSteps is how many times work.Slice units an answer at once may take.
const maxSteps = 10_000

// Run answers at once for the state as it is now.
func (r *Runner) Run() *Output {
	r.Begin()
	steps := 0
	if !r.Step(func() bool { steps++; return steps < maxSteps }) {
		r.Stop()
		r.Step(func() bool { return true })
	}
	return r.Answer()
}

// Follow takes over what a link says of the widget, and reports whether it says
// anything.
func (r *Runner) Follow(l *place.Link) bool {
	if !l.Has(r.ID, r.Alone) {
		return false
	}
	r.Return(l)
	return true
}

// Return goes back to the inputs that an address had, whatever it says; what was guessed
// and done stays.
func (r *Runner) Return(l *place.Link) {
	now := l.State(r.ID, r.Alone)
	now.Guess, now.Shown, now.Done = r.State.Guess, r.State.Shown, r.State.Done
	r.State = now
}

// Typed are the keys of the fields that hold texts.
func (r *Runner) Typed() (keys []string) {
	for i := range r.widget.fields {
		if f := (input.Change{Field: &r.widget.fields[i]}); f.Typed() {
			keys = append(keys, f.Key)
		}
	}
	return keys
}

// Kept is the widget as the address of its page keeps up with it; linked says that the
// reader has asked for a link.
func (r *Runner) Kept(linked bool) place.Kept {
	return place.Kept{Place: &r.Place, Owns: func(key string) bool { return r.field(key) != nil }, Changes: r.Changes(r.State.Values), Linked: linked}
}

// Set gives the field with a key another text.
func (r *Runner) Set(key, text string) {
	f := r.field(key)
	if f == nil {
		return
	}
	before := f.Text(r.State.Values)
	r.State.Set(f, text, r.ownText(r.State.Values))
	if w, ok := r.worker.(follower); ok {
		for _, t := range w.follow(f, before, text) {
			r.State.Set(r.field(t.Name), t.Text, r.ownText(r.State.Values))
		}
	}
}

// Text is what the field with a key holds.
func (r *Runner) Text(key string) string {
	if f := r.field(key); f != nil {
		return f.Text(r.State.Values)
	}
	return ""
}

// Slide gives a field what its slider says at a position.
func (r *Runner) Slide(key string, position float64) {
	if f := r.field(key); f != nil {
		text := number.Plain(position)
		if f.Slider != nil {
			text = f.Slider.Value(position)
		}
		r.State.Set(f, text, r.ownText(r.State.Values))
	}
}

// Do carries out a button: what it says in data-do, and what goes with it.
func (r *Runner) Do(what, with string) place.Effect {
	switch what {
	case "link":
		changes := r.Changes(r.State.Values)
		if f := r.own(openKey); f != nil && with != r.Spec.Open && with != "" { // the tab that is open
			changes = append(changes, input.Change{Field: f, Value: with})
		}
		if r.Embed { // opens the widget's own page
			return place.Effect{Follow: r.Place.Address(r.Site, changes)}
		}
		return place.Effect{Copy: r.Here(r.Site, r.Page, changes), Said: "The link with your inputs is copied.", Else: &place.Effect{Open: true}}
	case "embed":
		return place.Effect{Open: true}
	case "reset":
		r.State.Reset()
		return place.Effect{Begin: true, Focus: true, Said: "All inputs are back at their defaults."}
	case "back":
		if len(r.State.Was) > 0 {
			r.State.Undo()
			return place.Effect{Begin: true, Focus: true, Said: "Your earlier inputs are back."}
		}
	case "guess":
		return r.guessed(with)
	case "bench":
		if w, ok := r.worker.(interface {
			whole() (text string, settings Inputs)
		}); ok {
			text, settings := w.whole()
			return place.Effect{Follow: BenchLink(r.Site, text, settings)}
		}
	case "inputs":
		if w, ok := r.worker.(interface {
			savedInputs(r *Runner, with string) place.Effect
		}); ok {
			return w.savedInputs(r, with)
		}
	case "ask":
		r.State.Asked = true
		return place.Effect{Begin: true}
	case "to":
		return place.Effect{To: r.Element(with)}
	case "stop":
		r.Stop()
		return place.Effect{}
	case "picture":
		return place.Effect{Picture: with, Said: "The picture is saved.", Else: &place.Effect{Said: "There is no picture to save."}}
	case "copy":
		return place.Effect{Copy: with, Said: "Copied.", Else: &place.Effect{Said: "The browser does not allow copying here. Select the text and copy it with the keyboard."}}
	}
	if r.dialog != nil {
		if e, ok := r.dialog.Do(&r.Place, what); ok {
			return e
		}
	}
	if r.Carry != nil {
		return r.Carry(what, with)
	}
	return r.Act(what, with)
}

// Act carries out a button of the kind, which may ask for what the answer has come to.
func (r *Runner) Act(what, with string) place.Effect {
	if d, ok := r.worker.(doer); ok {
		return r.done(d.do(what, with))
	}
	return place.Effect{}
}

// Finish carries out the button that has waited for the answer which is ready, if one has.
func (r *Runner) Finish() place.Effect {
	if f, ok := r.worker.(finisher); ok && r.next == nil && r.out != nil {
		return r.done(f.finish())
	}
	return place.Effect{}
}

// done notes what a button has changed.
func (r *Runner) done(e place.Effect) place.Effect {
	if e.Fresh {
		r.State.Reset()
	}
	if len(e.Set) > 0 {
		was := r.State.Was
		if !e.Look {
			was = maps.Clone(r.State.Values)
		}
		for _, t := range e.Set {
			if r.Set(t.Name, t.Text); t.Text == "" && r.own(t.Name) == nil { // it is about what is no more there
				delete(r.State.Values, t.Name)
			}
		}
		r.State.Was = was
	}
	for _, t := range e.Done {
		r.State.Do(t.Name, t.Text)
	}
	return e
}

// Dialog opens the Embed dialog, where it is not open. Height is that of the widget,
// in px.
func (r *Runner) Dialog(height int) *place.Dialog {
	if r.dialog == nil {
		r.dialog = &place.Dialog{Site: r.Site, Cover: r.Cover, Height: height, Picture: r.kind.picture}
		r.dialog.CQL, _ = r.CQL(r.State.Values)
	}
	return r.dialog
}

// DialogView is what the dialog shows; it is open.
func (r *Runner) DialogView() *view.Node {
	return r.dialog.View(&r.Place, r.Changes(r.State.Values))
}

// CloseDialog closes it.
func (r *Runner) CloseDialog() { r.dialog = nil }
