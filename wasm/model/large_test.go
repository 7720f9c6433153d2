package model

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/work"
)

// ring is a model of so many entities, each joined with the next, and as many questions, each of
// which is given the keys of all others and sorts by the names of all.
func ring(n int) string {
	var s strings.Builder
	list := func(but int, format string) string {
		var all []string
		for i := range n {
			if i != but {
				all = append(all, fmt.Sprintf(format, i))
			}
		}
		return strings.Join(all, ", ")
	}
	for i := range n {
		fmt.Fprintf(&s, "entity E%[1]d 10\n  id%[1]d uuid key\n  name%[1]d text 20\n", i)
	}
	for i := range n {
		fmt.Fprintf(&s, "relate E%d r%d E%d 0..20..200 : 0..5..40\n", i, i, (i+1)%n)
	}
	for i := range n {
		fmt.Fprintf(&s, "question Q%d q\n  given %s\n  order %s\n  want E%d: name%d\n", i, list(i, "id%d"), list(-1, "name%d desc"), i, i)
	}
	return s.String()
}

// TestManyWays: what is asked of a way time and again is worked out once, and what is left counts.
func TestManyWays(t *testing.T) {
	var before, after runtime.MemStats
	m, _ := Parse(diag.NewSource("", ring(20)))
	m.Work = &work.Meter{All: 1 << 40}
	runtime.ReadMemStats(&before)
	d := m.Design()
	runtime.ReadMemStats(&after)
	if kB := (after.TotalAlloc - before.TotalAlloc) / 1000; kB > 60_000 || len(d.Tables) < 5 {
		t.Errorf("%d kB are allocated for %d tables", kB, len(d.Tables))
	} else {
		t.Log(kB, "kB")
	}
	m, _ = Parse(diag.NewSource("", ring(20)))
	m.Work = &work.Meter{All: 300_000}
	if d := m.Design(); !d.NotJudged() {
		t.Error("all of it takes no work")
	}
}
