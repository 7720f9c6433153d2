package main

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"runtime/coverage"

	"partitionlab/wasm/exercise/exercisebook"
	"partitionlab/wasm/lab"
	"partitionlab/wasm/lab/place"
)

// pauses answers for a text in a widget that edits CQL, as a page does, and prints the
// most steps that it takes from one pause to the next: what a page stands still for,
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
	r := spec.Start()
	r.State.Values = lab.Inputs{r.Typed()[0]: text}
	if kind == "exercise" { // which waits for its button
		r.Run()
		r.Do("check", "")
	}
	most, times := 0, 0
	var wrong error
	count := func() {
		n, err := steps()
		most, wrong = max(most, n), cmp.Or(wrong, err)
		times++
		wrong = cmp.Or(wrong, coverage.ClearCounters())
	}
	if err := coverage.ClearCounters(); err != nil {
		return err
	}
	r.Begin()
	for !r.Step(func() bool { count(); return true }) {
	}
	count()
	fmt.Println(most, times)
	return wrong
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
	if err := coverage.ClearCounters(); err != nil {
		return err
	}
	place.ParseLink("", "#"+text)
	n, err := steps()
	fmt.Println(n, 1)
	return err
}

// steps is how often blocks of the core have run since the counters were cleared.
//
// Counters come as Go writes them for `go tool covdata`: see internal/coverage/defs.go of
// the Go that go.mod names.
func steps() (sum int, err error) {
	var out bytes.Buffer
	if err := coverage.WriteCounters(&out); err != nil {
		return 0, err
	}
	const head, segment, foot = 32, 16, 16
	b := out.Bytes()
	if len(b) < head+segment+foot || b[24] != 2 {
		return 0, fmt.Errorf("the counters are not as Go 1.26 writes them")
	}
	functions := binary.LittleEndian.Uint64(b[head:])
	skip := int(binary.LittleEndian.Uint32(b[head+8:]) + binary.LittleEndian.Uint32(b[head+12:]))
	b = b[head+segment+skip:]
	if r := (head + segment + skip) % 4; r != 0 {
		b = b[4-r:]
	}
	for range functions {
		counters, n := binary.Uvarint(b)
		b = b[n:]
		for i := range counters + 2 { // behind the numbers of its package and of itself
			c, n := binary.Uvarint(b)
			if n <= 0 {
				return 0, fmt.Errorf("the counters end early")
			}
			if b = b[n:]; i >= 2 {
				sum += int(c)
			}
		}
	}
	return sum, nil
}
