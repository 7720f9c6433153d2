package build

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// compileSmall compiles a program whose stack has to grow, and that recovers from
// a panic: both read the tables that shrink rewrites.
func compileSmall(t *testing.T) []byte {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module small\n\ngo 1.26\n",
		"main.go": `package main

import "runtime"

type node struct{ next *node; text string }

func deep(n int, last *node) int {
	if n == 0 {
		runtime.GC()
		return len(last.next.text)
	}
	var room [64]int
	room[n%64] = n
	return deep(n-1, &node{last, string(rune(n))}) + room[n%64] - n
}

func main() {
	println("deep", deep(5000, nil))
	defer func() {
		println("recovered", recover().(error).Error())
		var none *node
		println(none.text)
	}()
	var m map[string]int
	m["a"] = 1
}
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", append(append([]string{"build"}, flags...), "-o", "small.wasm", ".")...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOWORK=off")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, text)
	}
	b, err := os.ReadFile(filepath.Join(dir, "small.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// data returns the memory of a binary, and the binary without its data.
func data(t *testing.T, wasm []byte) (memory, rest []byte) {
	t.Helper()
	in := wasmReader{rest: wasm[8:]}
	for len(in.rest) > 0 {
		id := in.take(1)[0]
		body := in.take(in.number())
		if id != dataSection {
			rest = append(append(rest, id), body...)
			continue
		}
		var err error
		if memory, err = readData(body); err != nil {
			t.Fatal(err)
		}
	}
	return memory, rest
}

func TestShrinkLeavesTheProgram(t *testing.T) {
	before := compileSmall(t)
	after, err := shrink(before)
	if err != nil {
		t.Fatal(err)
	}
	old, oldRest := data(t, before)
	now, nowRest := data(t, after)
	if !bytes.Equal(oldRest, nowRest) {
		t.Error("shrink changed more than the data")
	}
	start := bytes.Index(old, pcHeader)
	if len(old) != len(now) || !bytes.Equal(old[:start+72], now[:start+72]) {
		t.Error("shrink changed the data before the table of functions, or its head")
	}
	for _, text := range []string{"main.main\x00", "main.deep\x00", "runtime.gopanic\x00"} {
		if !bytes.Contains(now, []byte(text)) {
			t.Errorf("shrink lost the name %q", text)
		}
	}
	if again, err := shrink(after); err != nil || len(again) != len(after) {
		t.Errorf("a second time: %d B after %d B, %v", len(again), len(after), err)
	}
}

func TestShrinkRefusesWhatItDoesNotKnow(t *testing.T) {
	good := compileSmall(t)
	for name, c := range map[string]struct {
		wasm []byte
		want string
	}{
		"empty":         {nil, "not a WebAssembly binary"},
		"half":          {good[:len(good)/2], "cut off"},
		"no data":       {good[:8], "has no data"},
		"another table": {bytes.ReplaceAll(good, pcHeader[:6], []byte("\xf0\xff\xff\xff\x00\x00")), "table of functions"},
	} {
		if _, err := shrink(c.wasm); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}
