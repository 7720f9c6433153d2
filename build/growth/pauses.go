package main

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"runtime/coverage"
	"unicode/utf8"

	"partitionlab/wasm/exercise/exercisebook"
	"partitionlab/wasm/lab"
	"partitionlab/wasm/lab/place"
)

// pauses answers for a text in a widget that edits CQL, as a page does, and prints the
// most steps that it takes from one pause to the next, what a page stands still for, how many
// pauses there are, and how many steps are left when a long text is stopped:
// counted and not timed. The program is built with -cover.
func pauses(kind, text string) error {
	fence := "id = long\ncql:\nSELECT key FROM system.local;\n"
	switch kind {
	case "link":
		return link(text)
	case "exercise":
		e, errs := exercisebook.Parse(asked, nil)
		if len(errs) > 0 {
			return fmt.Errorf("%v", errs)
		}
		fence = e.Fence()
	}
	spec, errs := lab.Parse(kind, fence, nil)
	if spec == nil {
		return fmt.Errorf("%v", errs)
	}
	start := func() *lab.Runner {
		r := spec.Start()
		r.State.Values, r.State.Asked = lab.Inputs{r.Typed()[0]: text}, true
		if kind == "bench" { // one tab is open
			r.Fold(lab.BenchTabs[1:])
		}
		return r
	}
	r := start()
	if kind == "exercise" { // which waits for its button
		r.Run()
		r.Do("check", "")
	}
	but, err := letters()
	if err != nil {
		return err
	}
	most, times := 0, 0
	var wrong error
	each := 1
	if len(text) > long { // it takes as long to read the counters as to work
		each = 8
	}
	count := func(last bool) {
		if times++; times%each != 0 && !last {
			return
		}
		n, err := steps(but)
		most, wrong = max(most, n), cmp.Or(wrong, err)
		wrong = cmp.Or(wrong, coverage.ClearCounters())
	}
	if err := coverage.ClearCounters(); err != nil {
		return err
	}
	end := func(r *lab.Runner) {
		for !r.Step(func() bool { count(false); return true }) {
		}
		count(true)
	}
	r.Begin()
	end(r)
	working, last := times, 0
	for _, name := range lab.BenchTabs[1:] { // one after the other, as a reader opens them
		if kind == "bench" && r.Open(name) {
			end(r)
		}
	}
	if wrong == nil && len(text) > long {
		last, wrong = stopped(start(), working, but)
	}
	fmt.Println(most, times, last)
	return wrong
}

// long is from how many bytes on a text is stopped, too.
const long = 200_000

// stopped is how many steps it takes to come to an end when somebody presses Stop near the end
// of so many pauses.
func stopped(r *lab.Runner, pauses int, but uint64) (int, error) {
	at := pauses - pauses/8
	r.Begin()
	for !r.Step(func() bool {
		if at--; at == 0 {
			r.Stop()
			coverage.ClearCounters()
		}
		return true
	}) {
	}
	return steps(but)
}

// asked is an exercise that takes any statements, asks its tables and fills them with rows.
const asked = `id = long
title = Anything
kind = cql
minutes = 5

prompt:
Write what you like.

rows numbers:
a int | b int | c int
1 | 2 | 3
1 | 3 | 4

question list:
given a = 1
want b

must:
valid
serves list
keeps numbers

model:
CREATE TABLE t (a int, b int, c int, PRIMARY KEY (a, b));
`

// link reads the address of a page, which is done in one go.
func link(text string) error {
	but, err := letters()
	if err != nil {
		return err
	}
	if err := coverage.ClearCounters(); err != nil {
		return err
	}
	place.ParseLink("", "#"+text)
	n, err := steps(but)
	fmt.Println(n, 1, 0)
	return err
}

// steps is how often blocks of the core have run since the counters were cleared, but for
// those of one package.
func steps(but uint64) (sum int, err error) {
	counts, err := counters()
	for of, n := range counts {
		if of != but {
			sum += n
		}
	}
	return sum, err
}

// all is no number of a package.
const all = math.MaxUint64

// letters is the number of unicode/utf8: of the package that runs when letters are counted,
// and does not run otherwise. How long a page may stand still is told in blocks of which each
// does more than that package does for a letter.
func letters() (uint64, error) {
	run := func(work func()) (map[uint64]int, error) {
		if err := coverage.ClearCounters(); err != nil {
			return nil, err
		}
		work()
		return counters()
	}
	without, err := run(func() {})
	with, err2 := run(func() { utf8.RuneCountInString("ä") })
	for of := range with {
		if without[of] == 0 {
			return of, nil
		}
	}
	return 0, cmp.Or(err, err2, fmt.Errorf("unicode/utf8 is not counted"))
}

// counters are how often blocks have run since they were cleared, by the number of their
// package.
//
// They come as Go writes them for `go tool covdata`: see internal/coverage/defs.go of
// the Go that go.mod names.
func counters() (map[uint64]int, error) {
	var out bytes.Buffer
	if err := coverage.WriteCounters(&out); err != nil {
		return nil, err
	}
	const head, segment, foot = 32, 16, 16
	b := out.Bytes()
	if len(b) < head+segment+foot || b[24] != 2 {
		return nil, fmt.Errorf("the counters are not as Go 1.26 writes them")
	}
	functions := binary.LittleEndian.Uint64(b[head:])
	skip := int(binary.LittleEndian.Uint32(b[head+8:]) + binary.LittleEndian.Uint32(b[head+12:]))
	b = b[head+segment+skip:]
	if r := (head + segment + skip) % 4; r != 0 {
		b = b[4-r:]
	}
	counts := map[uint64]int{}
	for range functions {
		var of uint64
		counters, n := binary.Uvarint(b)
		b = b[n:]
		for i := range counters + 2 { // behind the numbers of its package and of itself
			c, n := binary.Uvarint(b)
			if n <= 0 {
				return nil, fmt.Errorf("the counters end early")
			}
			switch b = b[n:]; i {
			case 0:
				of = c
			case 1:
			default:
				counts[of] += int(c)
			}
		}
	}
	return counts, nil
}
