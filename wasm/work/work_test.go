package work

import (
	"math"
	"testing"
)

func TestPause(t *testing.T) {
	pauses := 0
	m := &Meter{Pause: func() bool { pauses++; return pauses < 3 }}
	for range 1500 {
		m.Spend(1, 1, "rows")
	}
	if pauses != 1 {
		t.Errorf("%d pauses in 1,500 units", pauses)
	}
	if end := m.Try(func() { m.Spend(5_000_000, 3, "rows") }); end != nil || pauses != 2 {
		t.Errorf("%+v after %d pauses", end, pauses)
	}
	// The third pause says that the run is to end: so does every word after it.
	done := 0
	end := m.Try(func() {
		for range 3000 {
			m.Spend(1, 1, "rows")
			done++
		}
	})
	if end == nil || *end != (End{}) || done != Slice-1 || !m.Stopped() || m.Ask(1) {
		t.Errorf("%+v after %d rows, %d pauses", end, done, pauses)
	}
	if end := m.Try(func() { m.Spend(1, 1, "rows") }); end == nil || pauses != 3 {
		t.Errorf("it goes on: %+v, %d pauses", end, pauses)
	}
}

func TestMost(t *testing.T) {
	m := &Meter{Most: 1000}
	for _, c := range []struct {
		things, each int
		over         bool
	}{{1000, 1, false}, {1001, 1, true}, {100, 11, true}, {0, 11, false}, {math.MaxInt, 1, true}, {1 << 40, 1 << 40, true}} {
		made := false
		end := m.Try(func() {
			m.Spend(c.things, c.each, "keys")
			made = true
		})
		if (end != nil) != c.over || made == c.over || c.over && *end != (End{What: "keys", Count: c.things}) {
			t.Errorf("%d × %d: %+v, made: %t", c.things, c.each, end, made)
		}
	}
	// What one statement has taken, the next has again.
	if end := m.Try(func() { m.Spend(600, 1, "a"); m.Spend(600, 1, "b") }); end == nil || *end != (End{What: "b"}) {
		t.Errorf("%+v", end)
	}
}

func TestOthersPanicOn(t *testing.T) {
	defer func() {
		if r := recover(); r != "other" {
			t.Errorf("%v", r)
		}
	}()
	new(Meter).Try(func() { panic("other") })
}

func TestNilCountsNothing(t *testing.T) {
	var m *Meter
	if end := m.Try(func() { m.Spend(math.MaxInt, 2, "keys") }); end != nil || !m.Ask(1<<40) || m.Stopped() {
		t.Errorf("%+v", end)
	}
}

func BenchmarkSpend(b *testing.B) {
	m := &Meter{Most: math.MaxInt, Pause: func() bool { return true }}
	for b.Loop() {
		m.used = 0
		m.Spend(1, 1, "rows")
	}
}

// TestAllOfARun: a run ends where all its statements together take too much, and says so
// from then on.
func TestAllOfARun(t *testing.T) {
	m := &Meter{Most: 100, All: 250}
	for i := range 5 {
		end := m.Try(func() { m.Spend(100, 1, "keys") })
		if over := i >= 2; (end != nil) != over || over && *end != (End{Run: true}) || m.Over() != over || m.Stopped() != over {
			t.Errorf("statement %d: %+v", i, end)
		}
	}
	if m := (&Meter{All: 10}); m.Ask(10) == false || m.Ask(1) {
		t.Error("rows of a read do not count")
	}
}
