package shrink

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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
	if length, now := codeLength(t, before), codeLength(t, after); now > length*19/20 {
		t.Errorf("the code has %d B, before %d", now, length)
	}
	want, got := run(t, before), run(t, after)
	if !strings.Contains(want, "exit_code(3)") || !strings.Contains(want, "deep 1\n") {
		t.Fatalf("the program ended before its end:\n%s", want)
	}
	if got != want {
		t.Errorf("before:\n%s\nafter:\n%s", want, got)
	}
	if _, err := Binary(after); err == nil || !strings.Contains(err.Error(), "start function already") {
		t.Errorf("a second time: %v", err)
	}
}

func codeLength(t *testing.T, wasm []byte) int {
	t.Helper()
	sections, err := readSections(wasm)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sections {
		if s.id == codeSection {
			return len(s.body)
		}
	}
	return 0
}

// TestStartFunctionFillsInTheTables runs the start function, and nothing else.
func TestStartFunctionFillsInTheTables(t *testing.T) {
	before := compileSmall(t)
	sections, err := readSections(before)
	if err != nil {
		t.Fatal(err)
	}
	var want []byte
	for _, s := range sections {
		if s.id == dataSection {
			if want, err = readData(s.body); err != nil {
				t.Fatal(err)
			}
		}
	}
	old, err := readTables(want)
	if err != nil {
		t.Fatal(err)
	}
	original := bytes.Clone(want)
	p, err := packTables(want, 1<<30, 0)
	if err != nil {
		t.Fatal(err)
	}
	want = p.after
	for _, room := range [][2]int{{old.names, old.pctabEnd}, {old.functab, old.end}, {old.funcdata, old.buckets}, {old.buckets, old.bucketsEnd(len(old.funcs))}} {
		copy(original[room[0]:room[1]], want[room[0]:room[1]])
	}
	if !bytes.Equal(original, want) {
		t.Error("data outside of the tables changed")
	}

	after, err := Binary(before)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer r.Close(ctx)
	wasi_snapshot_preview1.MustInstantiate(ctx, r)
	m, err := r.InstantiateWithConfig(ctx, after, wazero.NewModuleConfig().WithStartFunctions())
	if err != nil {
		t.Fatal(err)
	}
	memory, _ := m.Memory().Read(0, m.Memory().Size())
	got := memory[:len(want)]
	if !bytes.Equal(got, want) {
		t.Error("the tables are not as they should be after the start")
	}
	if rest := bytes.TrimLeft(memory[len(want):], "\x00"); len(rest) > 0 {
		t.Errorf("%d B behind the data are not zero", len(rest))
	}

	// What the runtime needs is as before.
	now, err := readTables(bytes.Clone(got))
	if err != nil {
		t.Fatal(err)
	}
	const locals = 1
	for i, f := range now.funcs {
		o := old.funcs[i]
		if f.args != o.args || f.deferreturn != o.deferreturn || f.flags != o.flags || f.pc[0] != o.pc[0] || len(f.pc) != len(o.pc) || len(f.data) != len(o.data) ||
			len(f.pc) > 2 && f.pc[2] != o.pc[2] || len(f.data) > locals && !slices.Equal(f.data[:locals+1], o.data[:locals+1]) {
			t.Fatalf("function %d: %+v, before %+v", i, f, o)
		}
	}
	names := map[string]bool{}
	for _, f := range now.funcs {
		names[f.name] = true
	}
	for _, name := range []string{"main.main", "main.deep", "main.(*circle).area", "runtime.gopanic", "runtime."} {
		if !names[name] {
			t.Errorf("lost the name %q", name)
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
