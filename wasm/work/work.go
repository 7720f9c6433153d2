// Package work counts what a run does, so that it can be interrupted, stopped, and ended
// before it multiplies out more than there is room for.
//
// Whoever works in a loop, or is about to, says how much to a [Meter]: before the work,
// so that nothing is made that nobody can hold. A unit is what a token, a term, a cell
// or a row takes: a tenth of a microsecond natively, half a microsecond in a browser.
package work

import "math"

// A Meter counts the work of one run. It belongs to one goroutine. A nil meter counts
// nothing.
type Meter struct {
	// Pause is called every so many units. It may take its time. Where it returns
	// false, nobody waits for the run any more, which is to end. Nil for no pauses.
	Pause func() (goOn bool)
	// Most is how many units one statement may take; 0 for any number.
	Most int
	// All is how many units the run may take; 0 for any number.
	All int
	// Each is how many units the run may take besides for each byte that it is given: what
	// grows with a text alone is not too much.
	Each int
	// Memory is how many bytes of rows and keys the run may keep, about; 0 for any number.
	Memory int
	// Done and Of are how far the run is, in statements, as far as anybody has counted them.
	Done, Of int

	used    int // by the statement
	all     int // by the run
	held    int // bytes, by the statement
	kept    int // bytes
	since   int // the last pause
	stopped bool
	left    bool // nobody waits for the run any more
}

// Slice is after how many units there is a pause.
const Slice = 1000

// An End is why a run ended before its time.
type End struct {
	What  string // what there is too much of, such as "keys"; "" where the run was stopped
	Count int    // of these, where they alone are too much, else 0; math.MaxInt for more than can be counted
	Run   bool   // the run has taken all that it may
	Full  bool   // and what it has taken is memory
}

// Spend counts work that is about to be done: so many things, of which each takes as
// much as is said. What names them in the plural. Where that is too much, or the run is
// to end, it does not return: [Try] does.
func (m *Meter) Spend(things, each int, what string) {
	if m == nil {
		return
	}
	m.Room(things, each, what)
	units := Times(things, each)
	m.used += units
	if m.stopped || !m.Ask(units) {
		panic(&End{Run: m.Over(), Full: m.Full()})
	}
}

// Room ends a statement as Spend does where there is no room for so much work. It counts
// nothing: who does the work piece by piece spends it so, with pauses in between.
func (m *Meter) Room(things, each int, what string) {
	if m == nil || m.Most == 0 {
		return
	}
	if units := Times(things, each); units > m.Most-m.used {
		if units <= m.Most {
			things = 0
		}
		panic(&End{What: what, Count: things})
	}
}

// Hold ends a statement, before it makes so many things, where all that it makes takes more bytes of
// memory than a run may keep; where it is more than is left, the run, at the next [Meter.Spend]. What
// stays is told to [Meter.Keep] when it is there.
func (m *Meter) Hold(bytes, things int, what string) {
	if m == nil || m.Memory == 0 {
		return
	}
	if bytes > m.Memory-m.held {
		if bytes <= m.Memory {
			things = 0
		}
		panic(&End{What: what, Count: things})
	}
	if m.held += bytes; m.held > m.Memory-m.kept {
		m.Keep(m.held)
	}
}

// Drop forgets what is held: nothing of it is left when the next statement is judged.
func (m *Meter) Drop() {
	if m != nil {
		m.held = 0
	}
}

// Ask counts work that was done, and reports whether to go on. It is for those who can
// end with what they have, or who have to come to their end in any case: there are pauses
// also when the run is stopped.
func (m *Meter) Ask(units int) (goOn bool) {
	if m == nil {
		return true
	}
	m.all = plus(m.all, units)
	m.stopped = m.stopped || m.Over()
	return m.Breathe(units)
}

// Breathe lets the page do something else after so much work that counts for nothing, such as
// what was read once to count it, and reports whether to go on.
func (m *Meter) Breathe(units int) (goOn bool) {
	if m == nil {
		return true
	}
	m.since = plus(m.since, units)
	if m.since >= Slice && m.Pause != nil {
		m.since = 0
		m.left = !m.Pause() || m.left
		m.stopped = m.stopped || m.left
	}
	return !m.stopped
}

// Must counts work of those who have to come to their end also when the run is stopped, for half
// of it is no answer. Once nobody waits for the answer, it does not return: [Meter.Try] does.
func (m *Meter) Must(units int) {
	if m.Ask(units); m != nil && m.left {
		panic(&End{})
	}
}

// Given makes room for the work on a text of so many bytes: see [Meter.Each].
func (m *Meter) Given(bytes int) {
	if m != nil && m.All > 0 {
		m.All = plus(m.All, Times(m.Each, bytes))
	}
}

// Stop ends the run at the next word of it.
func (m *Meter) Stop() { m.stopped = true }

// Keep counts bytes of rows and keys that stay in memory when the statement is done.
// Less than none where a write made them less.
func (m *Meter) Keep(bytes int) {
	if m == nil {
		return
	}
	m.kept = max(plus(m.kept, bytes), 0)
	m.stopped = m.stopped || m.Full()
}

// Kept is how many bytes stay.
func (m *Meter) Kept() int {
	if m == nil {
		return 0
	}
	return m.kept
}

// Full reports whether more stays than may.
func (m *Meter) Full() bool { return m != nil && m.Memory > 0 && m.kept > m.Memory }

// Over reports whether the run has taken more than it may, of work or of memory.
func (m *Meter) Over() bool { return m.Full() || m != nil && m.All > 0 && m.all > m.All }

// Stopped reports whether the run is to end.
func (m *Meter) Stopped() bool { return m != nil && m.stopped }

// Try runs a statement with all that it may take, and tells why it ended before its
// time; nil where it did not.
func (m *Meter) Try(do func()) (end *End) {
	if m != nil {
		m.used, m.held = 0, 0
	}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *End:
			end = r
		default:
			panic(r)
		}
	}()
	do()
	return nil
}

// plus adds to a number that is not negative; what does not fit is math.MaxInt.
func plus(a, b int) int {
	if b > 0 && a > math.MaxInt-b {
		return math.MaxInt
	}
	return a + b
}

// Times multiplies two numbers that are not negative; what does not fit is
// math.MaxInt.
func Times(a, b int) int {
	if a > 0 && b > math.MaxInt/a {
		return math.MaxInt
	}
	return a * b
}
