package main

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// counted are the packages whose steps count: ours, those that write a report, for which a
// column is a count of code points, and look for CQL in programs, and those of Go that loop
// for us.
const counted = "partitionlab/build/growth,partitionlab/wasm/...,partitionlab/build/finding,partitionlab/build/extract,bytes,maps,slices,sort,strings,strconv,unicode/utf8"

// most is the exponent that work may grow with from n to 4·n things: that of n·log n
// between a thousand and four thousand is 1.13.
const most = 1.15

// TestGrowth: work grows no faster than n·log n. It counts steps and bytes of memory:
// time has no part in it.
func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the core with counters in it")
	}
	program := counting(t)
	for _, s := range subjects {
		t.Run(s.name, func(t *testing.T) {
			few, less := measure(t, program, s, s.few)
			many, more := measure(t, program, s, 4*s.few)
			grows := func(what string, few, many float64) {
				e := math.Log(many/few) / math.Log(4)
				t.Logf("%.0f %s for %d, %.0f for %d: exponent %.2f", few, what, s.few, many, 4*s.few, e)
				if e > most {
					t.Errorf("%s grow with exponent %.2f", what, e)
				}
			}
			grows("steps", few, many)
			grows("bytes", less, more)
		})
	}
}

// folder is where counting builds.
var folder string

func TestMain(m *testing.M) {
	var err error
	if folder, err = os.MkdirTemp("", "growth"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(folder)
	os.Exit(code)
}

// built is the program with counters in it, or why there is none.
var built = sync.OnceValues(func() (string, error) {
	program := filepath.Join(folder, "growth")
	if out, err := exec.Command("go", "build", "-cover", "-covermode=atomic", "-coverpkg="+counted, "-o", program, ".").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%v\n%s", err, out)
	}
	return program, nil
})

// counting builds the program with counters in it, once for all tests: much of what it is
// made of is compiled anew.
func counting(t *testing.T) string {
	t.Helper()
	program, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// measure does the work for n things in a process of its own.
func measure(t *testing.T, program string, s subject, n int) (steps, memory float64) {
	cmd := exec.Command(program, s.name, fmt.Sprint(n))
	cmd.Env = append(os.Environ(), "GOCOVERDIR="+t.TempDir())
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if n, _ := fmt.Sscan(string(out), &memory, &steps); n != 2 || steps == 0 || err != nil {
		t.Fatalf("%v\n%.500s", err, said.String())
	}
	return steps, memory
}

// BenchmarkGrowth times what TestGrowth counts, for few things and for many.
func BenchmarkGrowth(b *testing.B) {
	for _, s := range subjects {
		for _, n := range []int{s.few, 4 * s.few} {
			b.Run(fmt.Sprintf("%s/%d", strings.ReplaceAll(s.name, " ", "_"), n), func(b *testing.B) {
				for b.Loop() {
					b.StopTimer()
					run := s.begin(n)
					b.StartTimer()
					run()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/thing")
			})
		}
	}
}

// mostSteps is how many blocks of the core may run between two pauses of a page: a block
// takes ten nanoseconds in a browser on a laptop, so that this is the time of a frame or
// two.
const mostSteps = 6_000_000

// mostAfterStop is how many may run until the answer stands that was stopped: a fraction of a
// second.
const mostAfterStop = 2 * mostSteps

// TestPauses: whatever a page is asked for, it pauses soon.
func TestPauses(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the core with counters in it")
	}
	program := counting(t)
	for name, text := range heavy() {
		kind, name, other := strings.Cut(name, ": ")
		if !other {
			kind, name = "check", kind
		}
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command(program, "-pauses", kind)
			cmd.Env = append(os.Environ(), "GOCOVERDIR="+t.TempDir())
			cmd.Stdin = strings.NewReader(text)
			out, err := cmd.CombinedOutput()
			var most, pauses, last int
			if n, _ := fmt.Sscan(string(out), &most, &pauses, &last); n != 3 || err != nil {
				t.Fatalf("%v\n%.500s", err, out)
			}
			if t.Logf("%d steps at most between two of %d pauses, %d after Stop", most, pauses, last); most > mostSteps || most < 1000 {
				t.Errorf("%d steps at most between two pauses", most)
			}
			if last > mostAfterStop || len(text) > long && last == 0 && kind != "link" { // an address is read in one go
				t.Errorf("%d steps after Stop", last)
			}
		})
	}
}
