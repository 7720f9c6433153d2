// Growth measures how the work of the core grows with what it is given. `growth SUBJECT N`
// does the work for n things once and prints how many bytes that took and, built with
// -cover, how many steps. `growth -pauses KIND`
// answers for the text of standard input, and prints the most steps between two pauses.
// `growth -draw` draws the time for more and more things.
package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"runtime/coverage"
	"strconv"
	"strings"
	"time"
)

func main() {
	if len(os.Args) == 3 {
		n, err := strconv.Atoi(os.Args[2])
		for _, s := range subjects {
			if s.name == os.Args[1] && err == nil {
				once(s, n)
				return
			}
		}
	}
	if len(os.Args) == 3 && os.Args[1] == "-pauses" {
		text, err := io.ReadAll(os.Stdin)
		if err = cmp.Or(err, pauses(os.Args[2], string(text))); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if len(os.Args) == 2 && os.Args[1] == "-draw" {
		for _, s := range subjects {
			draw(s)
		}
		return
	}
	fmt.Fprintln(os.Stderr, "usage: growth -draw, growth -pauses KIND, or growth SUBJECT N; the subjects are:")
	for _, s := range subjects {
		fmt.Fprintln(os.Stderr, " ", s.name)
	}
	os.Exit(2)
}

// once does the work for n things, and prints how many bytes that took of the memory, and
// how many steps where they are counted.
func once(s subject, n int) {
	run := s.begin(n)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	coverage.ClearCounters() // an error only where nothing is counted: then there are no steps, either
	run()
	runtime.ReadMemStats(&after)
	counted, _ := steps(all)
	fmt.Println(after.TotalAlloc-before.TotalAlloc, counted)
}

// draw draws the time that each thing takes, for more and more of them: a line that gets
// no longer is work in proportion.
func draw(s subject) {
	fmt.Println(s.name)
	var least time.Duration
	for n := s.few; n <= 16*s.few; n *= 2 {
		took := time.Duration(math.MaxInt64)
		for range 3 {
			run := s.begin(n)
			runtime.GC()
			start := time.Now()
			run()
			took = min(took, time.Since(start))
		}
		each := took / time.Duration(n)
		if least == 0 {
			least = max(each, 1)
		}
		fmt.Printf("%8d %10v %8v each %s\n", n, took.Round(time.Microsecond), each, strings.Repeat("█", int(min(20*each/least, 100))))
	}
}
