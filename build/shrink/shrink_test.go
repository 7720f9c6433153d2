package shrink

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// small compiles a program that reads the tables and needs the forms of functions
// that are rewritten here: its stack has to grow, goroutines leave functions in the
// middle and come back, panics find their deferred functions, the collector finds
// what is alive.
var small = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "shrink")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	for name, text := range map[string]string{
		"go.mod": "module small\n\ngo 1.26\n",
		"main.go": `package main

import (
	"errors"
	"os"
	"runtime"
	"sort"
	"strings"
)

type node struct {
	next *node
	text string
}

func deep(n int, last *node) int {
	if n == 0 {
		runtime.GC()
		return len(last.next.text)
	}
	var room [64]int
	room[n%64] = n
	return deep(n-1, &node{last, string(rune(n))}) + room[n%64] - n
}

func numbers(n int, to chan<- int) {
	for i := range n {
		to <- i
		if i%7 == 0 {
			runtime.Gosched()
		}
	}
	close(to)
}

func sum(parts ...<-chan int) (total int) {
	for len(parts) > 0 {
		for i, p := range parts {
			n, more := <-p
			if !more {
				parts = append(parts[:i:i], parts[i+1:]...)
				break
			}
			total += n
		}
	}
	return total
}

func recovered(what string, do func()) {
	defer func() {
		switch e := recover().(type) {
		case runtime.Error:
			println(what, "recovered", e.Error())
		case error:
			println(what, "own", e.Error())
		default:
			println(what, "nothing")
		}
	}()
	do()
	println(what, "went on")
}

type shape interface{ area() float64 }
type square float64
type circle struct{ radius float64 }

func (s square) area() float64  { return float64(s * s) }
func (c *circle) area() float64 { return 3 * c.radius * c.radius }

func main() {
	println("deep", deep(5000, nil))
	a, b := make(chan int), make(chan int, 3)
	go numbers(100, a)
	go numbers(1000, b)
	println("sum", sum(a, b))
	var none *node
	var m map[string]int
	list := []int{3, 1, 2}
	recovered("nil", func() { println(none.text) })
	recovered("map", func() { m["a"] = 1 })
	recovered("index", func() { println(list[len(os.Args)+5]) })
	recovered("divide", func() { println(7 / len(m)) })
	recovered("own", func() { panic(errors.New("mine")) })
	recovered("assert", func() { println(any(list).(shape).area()) })
	recovered("none", func() {
		for i := range 3 {
			defer recovered("nested", func() { panic(errors.New(strings.Repeat("n", i))) })
		}
	})
	sort.Slice(list, func(i, j int) bool { return list[i] < list[j] })
	m = map[string]int{"x": 1, "y": 2}
	for _, s := range []shape{square(2), &circle{float64(m["y"])}} {
		println("area", int(s.area()), strings.ToUpper("done"), list[0])
	}
	pc, _, _, _ := runtime.Caller(0)
	println(runtime.FuncForPC(pc).Name())
	os.Exit(3)
}
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			return nil, err
		}
	}
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-gcflags=all=-l", "-o", "small.wasm", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GOWORK=off")
	if text, err := cmd.CombinedOutput(); err != nil {
		return text, err
	}
	return os.ReadFile(filepath.Join(dir, "small.wasm"))
})

func compileSmall(t *testing.T) []byte {
	t.Helper()
	wasm, err := small()
	if err != nil {
		t.Fatalf("%v\n%s", err, wasm)
	}
	return wasm
}

// run returns what a program writes, and how it ends.
func run(t *testing.T, wasm []byte) string {
	t.Helper()
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer r.Close(ctx)
	wasi_snapshot_preview1.MustInstantiate(ctx, r)
	var out bytes.Buffer
	_, err := r.InstantiateWithConfig(ctx, wasm, wazero.NewModuleConfig().WithStdout(&out).WithStderr(&out).WithArgs("small"))
	if err == nil {
		t.Fatal("the program did not end with os.Exit(3)")
	}
	return out.String() + err.Error()
}

func TestProgramDoesTheSame(t *testing.T) {
	before := compileSmall(t)
	after, err := Binary(before)
	if err != nil {
		t.Fatal(err)
	}
	want, got := run(t, before), run(t, after)
	if !strings.Contains(want, "exit_code(3)") || !strings.Contains(want, "deep 1\n") {
		t.Fatalf("the program ended before its end:\n%s", want)
	}
	if got != want {
		t.Errorf("before:\n%s\nafter:\n%s", want, got)
	}
	if again, err := Binary(after); err != nil || len(again) > len(after) {
		t.Errorf("a second time: %d B after %d B, %v", len(again), len(after), err)
	}
}

// data returns the memory of a binary.
func data(t *testing.T, wasm []byte) []byte {
	t.Helper()
	sections, err := readSections(wasm)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sections {
		if s.id == dataSection {
			memory, err := readData(s.body)
			if err != nil {
				t.Fatal(err)
			}
			return memory
		}
	}
	return nil
}

func TestDataStays(t *testing.T) {
	before := compileSmall(t)
	after, err := Binary(before)
	if err != nil {
		t.Fatal(err)
	}
	old, now := data(t, before), data(t, after)
	start := bytes.Index(old, pcHeader)
	if len(old) != len(now) || !bytes.Equal(old[:start+72], now[:start+72]) {
		t.Error("the data before the table of functions, or its head, changed")
	}
	for _, text := range []string{"main.main\x00", "main.deep\x00", "runtime.gopanic\x00"} {
		if !bytes.Contains(now, []byte(text)) {
			t.Errorf("lost the name %q", text)
		}
	}
}

func TestRefusesWhatItDoesNotKnow(t *testing.T) {
	good := compileSmall(t)
	for name, c := range map[string]struct {
		wasm []byte
		want string
	}{
		"empty":         {nil, "not a WebAssembly binary"},
		"half":          {good[:len(good)/2], "cut off"},
		"no data":       {good[:8], "has no code or no data"},
		"another table": {bytes.ReplaceAll(good, pcHeader[:6], []byte("\xf0\xff\xff\xff\x00\x00")), "table of functions"},
		"another entry": {bytes.ReplaceAll(good, []byte{opGlobalGet, 0, opLocalSet, 1, opBlock}, []byte{opGlobalGet, 0, opLocalSet, 2, opBlock}), "functions have the form"},
	} {
		if _, err := Binary(c.wasm); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}
