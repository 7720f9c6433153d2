package build

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// moves is a program that always keeps the same nodes, but moves them from place to place
// while it makes room for others: a collector that marks meanwhile, and is not told of it,
// finds the place that a node has not come to yet, and later the one that it has left. The
// last node is held by a goroutine alone, and a function waits for a node to go.
const moves = `package main

import (
	"runtime"
	"time"
)

type node struct {
	number int
	text   *[4]int
	next   *node
}

type place struct{ held *node }

var places []*place

var waste []byte

func main() {
	for i := range 3000 {
		places = append(places, &place{&node{number: i, text: &[4]int{i}}})
	}
	alone := make(chan *node)
	go func() {
		n := &node{number: -1, text: &[4]int{-1}}
		for {
			alone <- n
			n = <-alone
		}
	}()
	var gone int
	var last *place
	for i := range 400000 {
		a, b := places[i*7919%3000], places[(i*104729+1)%3000]
		a.held, b.held = b.held, a.held
		if i%8 == 0 {
			n := a.held
			a.held = nil
			places[i%2999].held, n.next = n, places[i%2999].held
			for n.next != nil && a.held == nil {
				a.held, n.next = n.next, nil
			}
			waste = make([]byte, 1500)
		}
		if i%1000 == 0 {
			runtime.Gosched()
			n := <-alone
			if n.number != -1 || n.text[0] != -1 {
				panic("the goroutine's own node")
			}
			last = &place{n}
			alone <- n
			runtime.AddCleanup(&place{a.held}, func(p *place) { gone++; last = p }, b)
			time.Sleep(1)
		}
	}
	seen := map[int]bool{}
	for _, p := range places {
		for n := p.held; n != nil; n = n.next {
			if n.number != n.text[0] {
				panic("another's text")
			}
			seen[n.number] = true
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	println("nodes", len(seen), "collected", m.NumGC > 20, "cleaned", gone > 50, last != nil)
}
`

// TestCollectsAtOnce runs a program with the flags of the browser program while the
// collector looks for what it has missed after each time that it marks. A setting that lets it
// mark while the program runs has to fail, or the test would see nothing.
func TestCollectsAtOnce(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module partitionlab/wasm/moves\n\ngo 1.26\n", "main.go": moves} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", append(append(append([]string{"build"}, flags...), atOnce...), "-o", "moves.wasm", ".")...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GOWORK=off", "GOEXPERIMENT=nogreenteagc")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	wasm, err := os.ReadFile(filepath.Join(dir, "moves.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	run := func(settings string) string {
		ctx := context.Background()
		r := wazero.NewRuntime(ctx)
		defer r.Close(ctx)
		wasi_snapshot_preview1.MustInstantiate(ctx, r)
		var out bytes.Buffer
		if _, err := r.InstantiateWithConfig(ctx, wasm, wazero.NewModuleConfig().WithStdout(&out).WithStderr(&out).WithSysNanotime().WithSysNanosleep().WithEnv("GOGC", "5").WithEnv("GODEBUG", settings)); err != nil {
			out.WriteString(err.Error())
		}
		return out.String()
	}
	const want = "nodes 3000 collected true cleaned true true\n"
	if got := run("gccheckmark=1"); got != want {
		t.Errorf("the program of the flags says\n%.2000s\nnot\n%s", got, want)
	}
	if got := run("gccheckmark=1,gcstoptheworld=0"); got == want {
		t.Error("a program without barriers lives with a collector that marks meanwhile: this test sees nothing")
	} else {
		t.Logf("with a collector that marks meanwhile: %.300s", got)
	}
}
