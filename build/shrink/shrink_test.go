package shrink

import (
	"bytes"
	"context"
	"maps"
	"math/rand/v2"
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
var small = sync.OnceValues(func() ([]byte, error) { return compile("all=-l") })

// inlined is the same program with functions inlined, those of the runtime too.
var inlined = sync.OnceValues(func() ([]byte, error) { return compile("all=") })

// version is the Go that compiles.
var version = sync.OnceValue(func() string {
	out, err := exec.Command("go", "env", "GOVERSION").Output()
	if err != nil {
		return err.Error()
	}
	return strings.TrimSpace(string(out))
})

func compile(gcflags string) ([]byte, error) {
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
	"strconv"
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

// Checks fail in a function with deferred ones, and in one without, and the collector runs and the
// stack grows before they are left.
func survives(list []int, n int, pick func(list []int, n int) *node) (out *node) {
	text := strings.Repeat("s", n)
	defer func() {
		println(recover().(error).Error(), deep(1000, out), text)
		out.next.text += text
	}()
	out = &node{&node{nil, strings.Repeat("o", n)}, "x"}
	out.text = pick(list, n).text
	return &node{out, strconv.Itoa(list[n])}
}

func picked(list []int, n int) *node {
	first := &node{nil, strings.Repeat("p", n)}
	return &node{first, first.text + strconv.Itoa(list[n])}
}

func made(list []int, n int) *node { return &node{nil, strings.Repeat("m", n)} }

// A deferred method that recovers, behind a wrapper that the compiler makes.
type guard struct{}

func (*guard) stop() { println("stopped", recover() != nil) }

type guarded struct{ *guard }

func fails(s interface{ stop() }) {
	defer s.stop()
	panic("failed")
}

type shape interface{ area() float64 }
type square float64
type circle struct{ radius float64 }

func (s square) area() float64  { return float64(s * s) }
func (c *circle) area() float64 { return 3 * c.radius * c.radius }

// A key whose hash leaves a field out, by its name.
type key struct {
	a float64
	_ int
	b string
}

// Values that are compared in an interface, in one with methods, in an array, as a key; and those of
// a type that nobody compares.
type pair struct {
	a float64
	b string
}
type sized struct{ pair }
type listed struct{ pair }
type keyed struct{ pair }
type lone struct {
	next *lone
	a    float64
	b    string
}

func (s sized) area() float64 { return s.a }

func same(a, b any) bool         { return a == b }
func sameShape(a, b shape) bool  { return a == b }

// Types to which others lead: the runtime hashes the parts of a key, takes the mask of pointers of a
// large type from its parts, and looks at what a pointer points to and a function takes where it ends it.
type inKey struct {
	n    int
	text string
}
type parts struct {
	one  inKey
	more [2]inKey
}
type inRoom struct{ first, last *node }
type room struct {
	zero [3]int
	many [20000]inRoom
	end  *node
}
type ended struct{ *node }
type inValue struct{ text string }
type value struct{ in inValue }

type refusal struct{ why string }

func (r *refusal) Error() string { return r.why }

// led says what the runtime made of them.
func led(n int) {
	p := func(n int) parts {
		return parts{inKey{n, strings.Repeat("k", n)}, [2]inKey{{1, "a"}, {n, strings.Repeat("m", n)}}}
	}
	m := map[any]int{p(n): 1, p(n + 1): 2, [2]any{p(n), n}: 3}
	print("led ", m[p(n)], m[p(n+1)], m[p(n+2)], m[[2]any{p(n), n}], m[[2]any{p(n), n + 1}], " ")
	recovered("unhashable", func() { println(m[[2]any{n, []int{n}}], map[[1]any]int{}[[1]any{[]int{n}}]) })
	r := new(room)
	r.many[n+10000].last = &node{nil, strings.Repeat("r", n)}
	r.end = &node{nil, strings.Repeat("e", n)}
	over := make(chan string, 1)
	func() {
		e := &ended{&node{nil, strings.Repeat("f", n)}}
		runtime.SetFinalizer(e, func(e *ended) { over <- e.text })
	}()
	for deep(100, nil); len(over) == 0; runtime.GC() {
		runtime.Gosched()
	}
	values := make(chan value, n)
	values <- value{inValue{strings.Repeat("v", n)}}
	var because *refusal
	println(r.many[n+10000].last.text, r.end.text, <-over, (<-values).in.text, errors.As(errors.Join(errors.New("a"), &refusal{"b"}), &because), because.why)
}

//go:noinline
func alone(n int, l *lone) *lone { return &lone{l, float64(n), strings.Repeat("l", n)} }

func kind(x any) string {
	switch x.(type) {
	case int:
		return "int"
	case string:
		return "string"
	case []int:
		return "list"
	case square:
		return "square"
	case *square:
		return "pointer"
	case *circle:
		return "circle"
	case guarded, guard:
		return "guard"
	case map[string]int:
		return "map"
	case interface{ area() float64 }:
		return "shape"
	}
	return "none"
}

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
	println(survives(list, len(os.Args)+4, picked).next.text, survives(list, len(os.Args)+4, made).next.text)
	recovered("slice", func() { println(list[len(os.Args)+5:][0], list[:len(m)-1][0]) })
	recovered("divide", func() { println(7 / len(m)) })
	recovered("own", func() { panic(errors.New("mine")) })
	recovered("assert", func() { println(any(list).(shape).area()) })
	shapes := []shape{square(2), &circle{3}, (*square)(nil)}
	recovered("wrapper", func() { println(shapes[len(os.Args)+1].area()) })
	recovered("none", func() {
		for i := range 3 {
			defer recovered("nested", func() { panic(errors.New(strings.Repeat("n", i))) })
		}
	})
	fails(guarded{&guard{}})
	sort.Slice(list, func(i, j int) bool { return list[i] < list[j] })
	m = map[string]int{"x": 1, "y": 2}
	for _, s := range []shape{square(2), &circle{float64(m["y"])}} {
		println("area", int(s.area()), strings.ToUpper("done"), list[0])
	}
	for _, x := range []any{1, "a", list, square(1), new(square), &circle{}, guard{}, guarded{}, m, errors.New("a"), struct{ circle }{}, &struct{ circle }{}} {
		print(kind(x), " ")
	}
	blank := map[any]int{key{1, 2, "a"}: 1, [1]key{{b: "b"}}: 2}
	println("blank", blank[key{1, 3, "a"}], blank[[1]key{{b: "b"}}], blank[key{}])
	n := len(os.Args)
	p := pair{float64(n), strings.Repeat("p", n)}
	println("same", same(p, pair{float64(n), strings.Repeat("p", n)}), same(p, pair{}), sameShape(sized{p}, sized{p}), sameShape(sized{p}, sized{}),
		same([2]listed{{p}}, [2]listed{{p}}), same([2]listed{{p}}, [2]listed{}), map[keyed]int{{p}: 1}[keyed{p}], alone(n, alone(n, nil)).next.b == strings.Repeat("l", n))
	for _, s := range []string{"5e-324", "1.7976931348623157e308", "123456.789e-5", "1e23", "0.1"} {
		x, err := strconv.ParseFloat(s, 64)
		println(strconv.FormatFloat(x, 'g', -1, 64), strconv.FormatFloat(x, 'e', 15, 64), err == nil)
	}
	led(n)
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
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-gcflags="+gcflags, "-o", "small.wasm", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GOWORK=off")
	if text, err := cmd.CombinedOutput(); err != nil {
		return text, err
	}
	return os.ReadFile(filepath.Join(dir, "small.wasm"))
}

// both are the two programs. Where another Go compiles, only CI insists.
func both(t *testing.T, do func(t *testing.T, wasm []byte)) {
	t.Helper()
	if testing.Short() {
		t.Skip("runs programs before and after")
	}
	if !Knows(version()) && os.Getenv("CI") == "" {
		t.Skipf("%s is not known: the browser program is sent as it is", version())
	}
	for name, program := range map[string]func() ([]byte, error){"plain": small, "inlined": inlined} {
		wasm, err := program()
		if err != nil {
			t.Fatalf("%v\n%s", err, wasm)
		}
		t.Run(name, func(t *testing.T) { do(t, wasm) })
	}
}

// run returns what a program writes, and how it ends.
func run(t *testing.T, wasm []byte) string {
	t.Helper()
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	defer r.Close(ctx)
	wasi_snapshot_preview1.MustInstantiate(ctx, r)
	var out bytes.Buffer
	_, err := r.InstantiateWithConfig(ctx, wasm, wazero.NewModuleConfig().WithStdout(&out).WithStderr(&out).WithArgs("small"))
	if err == nil {
		t.Fatal("the program did not end with os.Exit(3)")
	}
	return out.String() + err.Error()
}

func TestProgramDoesTheSame(t *testing.T) { both(t, doesTheSame) }

func doesTheSame(t *testing.T, before []byte) {
	after, err := Binary(before, version(), All)
	if err != nil {
		t.Fatal(err)
	}
	if length, now := codeLength(t, before), codeLength(t, after); now > length*19/20 {
		t.Errorf("the code has %d B, before %d", now, length)
	}
	want, got := unnamed(t, numbered(t, before, run(t, before))), run(t, after)
	if !strings.Contains(want, "exit_code(3)") || !strings.Contains(want, "deep 1\n") || !strings.Contains(want, "ooooosssss ooooosssss\n") || !strings.Contains(want, "value method main.square.area called") ||
		!strings.Contains(want, "\nsame true false true false true false 1 true\n") ||
		!strings.Contains(want, "\nled 12030 unhashable recovered") || !strings.Contains(want, "\nr e f v true b\n") ||
		!strings.Contains(want, "\nint string list square pointer circle guard guard map none none shape blank 1 2 0\n") {
		t.Fatalf("the program ended before its end:\n%s", want)
	}
	if got != want {
		t.Errorf("before:\n%s\nafter:\n%s", want, got)
	}
	if _, err := Binary(after, version(), All); err == nil || !strings.Contains(err.Error(), "start function already") {
		t.Errorf("a second time: %v", err)
	}
}

// unnamed has no names for those of types that a crash tells.
func unnamed(t *testing.T, text string) string {
	t.Helper()
	for named, want := range map[string]string{
		"interface conversion: []int is not main.shape: missing method area": "interface conversion:  is not : missing method area",
		"hash of unhashable type []int":                                      "hash of unhashable type ",
	} {
		if !strings.Contains(text, named) {
			t.Fatalf("no %q in:\n%s", named, text)
		}
		text = strings.Replace(text, named, want, 1)
	}
	return text
}

// TestReflectReadsTypes: where package reflect is linked, types keep their names.
func TestReflectReadsTypes(t *testing.T) {
	for name, read := range map[string]bool{"reflect.Value.Len": true, "reflect.(*rtype).Name": true, "reflect.typedmemmove": false, "internal/reflectlite.Value.Len": false} {
		in := &tables{types: 8, typesEnd: 8, funcs: []funcInfo{{name: name}}, typelinksCount: 1} // one that is not there
		if _, err := clearTypes(make([]byte, 16), in, nil); (err == nil) != read {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestForgetsWhatNobodyCompares: how values are compared stays for those that may be in an interface or
// the key of a map, and only for those.
func TestForgetsWhatNobodyCompares(t *testing.T) {
	both(t, func(t *testing.T, before []byte) {
		names, err := FunctionNames(before)
		if err != nil {
			t.Fatal(err)
		}
		after, err := Binary(before, version(), Idle|Equals)
		if err != nil {
			t.Fatal(err)
		}
		sections, err := readSections(after)
		if err != nil {
			t.Fatal(err)
		}
		in := wasmReader{rest: sections[slices.IndexFunc(sections, func(s section) bool { return s.id == codeSection })].body}
		in.number()
		empty := map[string]bool{}
		for _, name := range names {
			empty[name] = bytes.Equal(in.take(in.number()), returnAtOnce)
		}
		for name, want := range map[string]bool{"lone": true, "pair": false, "sized": false, "[2]main.listed": false, "keyed": false, "key": false} {
			if !strings.HasPrefix(name, "[") {
				name = "main." + name
			}
			if got, ok := empty["type:.eq."+name]; !ok || got != want {
				t.Errorf("the function that compares %s is there: %v, empty: %v", name, ok, got)
			}
		}
	})
}

// TestLeavesTypesToWhichNothingLeads: a type that only a field leads to goes, unless values of the struct
// are hashed; so do pointers that nothing names.
func TestLeavesTypesToWhichNothingLeads(t *testing.T) {
	both(t, func(t *testing.T, before []byte) {
		sections, err := readSections(before)
		if err != nil {
			t.Fatal(err)
		}
		body := func(id byte) []byte {
			return sections[slices.IndexFunc(sections, func(s section) bool { return s.id == id })].body
		}
		memory, err := readData(body(dataSection))
		if err != nil {
			t.Fatal(err)
		}
		in, err := readTables(memory)
		if err != nil {
			t.Fatal(err)
		}
		inCode, err := constants(body(codeSection))
		if err != nil {
			t.Fatal(err)
		}
		found, err := findTypes(memory, in, inCode)
		if err != nil {
			t.Fatal(err)
		}
		places := map[string]int{}
		for at, is := range found.seen {
			if name, _ := found.name(found.types + found.half(at+typeName)); is && memory[at+typeKind] == kindStruct {
				places[name] = at
			}
		}
		imported := wasmReader{rest: body(importSection)}
		if err := forgetEquals(memory, body(codeSection), imported.number(), in, inCode); err != nil {
			t.Fatal(err)
		}
		left, err := clearTypes(memory, in, inCode)
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]bool{"inKey": true, "parts": true, "inRoom": true, "ended": true, "inValue": false, "value": true, "lone": true} {
			at, ok := places["*main."+name] // with the star that flagExtraStar stands for
			if !ok {
				t.Errorf("there is no %s", name)
			} else if got := left.seen[at] && memory[at+typeKind] == kindStruct; got != want {
				t.Errorf("%s is there: %v", name, got)
			}
		}
	})
}

// numbered has the number for the name that the program writes of itself.
func numbered(t *testing.T, wasm []byte, text string) string {
	t.Helper()
	names, err := FunctionNames(wasm)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Replace(text, "\nmain.main\n", "\n"+NumberName(slices.Index(names, "main.main"))+"\n", 1)
}

// TestEachStepAlone: every step has its switch, and a program that only one of them has
// changed does the same.
func TestEachStepAlone(t *testing.T) {
	both(t, func(t *testing.T, before []byte) {
		if strings.HasSuffix(t.Name(), "inlined") {
			t.Skip("TestProgramDoesTheSame has all of them")
		}
		want := run(t, before)
		for i, name := range stepNames {
			var steps Steps
			if err := steps.Set(name); err != nil || steps != 1<<i || steps.String() != name {
				t.Fatalf("%s is %v, %v", name, steps, err)
			}
			want := want
			switch steps {
			case Names:
				want = numbered(t, before, want)
			case Types:
				want = unnamed(t, want)
			}
			after, err := Binary(before, version(), steps)
			if err != nil {
				t.Errorf("%s: %v", name, err)
			} else if bytes.Equal(before, after) {
				t.Errorf("%s: changes nothing", name)
			} else if got := run(t, after); got != want {
				t.Errorf("%s: before:\n%s\nafter:\n%s", name, want, got)
			}
		}
	})
}

func TestSteps(t *testing.T) {
	for text, want := range map[string]Steps{"all": All, "none": 0, "data": Data, "jumps,tables": Jumps | Tables, "none,calls": Calls} {
		var s Steps
		if err := s.Set(text); err != nil || s != want {
			t.Errorf("%s: %v, %v", text, s, err)
		}
	}
	var s Steps
	if err := s.Set("jumps,x"); err == nil || !strings.Contains(err.Error(), "jumps,places,calls,cold,numbers,onward,stack,returns,values,words,checks,idle,equals,types,data,tables,powers,names") {
		t.Errorf("%v", err)
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
func TestStartFunctionFillsInTheTables(t *testing.T) { both(t, fillsInTheTables) }

func fillsInTheTables(t *testing.T, before []byte) {
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
	panicsAsNil(want, old)
	if old, err = readTables(want); err != nil {
		t.Fatal(err)
	}
	marks := map[string]byte{}
	for _, f := range old.funcs {
		marks[f.name] = byte(f.flags)
	}
	if marks["runtime.goPanicIndex"] != marks["runtime.sigpanic"] || marks["runtime.gopanic"] == marks["runtime.sigpanic"] {
		t.Error("not all functions that are called where a check fails have one mark, or others have it")
	}
	code := sections[slices.IndexFunc(sections, func(s section) bool { return s.id == codeSection })].body
	inCode, err := constants(code)
	if err != nil {
		t.Fatal(err)
	}
	panics := map[int64]bool{}
	imported := wasmReader{rest: sections[slices.IndexFunc(sections, func(s section) bool { return s.id == importSection })].body}
	first := imported.number()
	for i, f := range old.funcs {
		panics[int64(first+i)] = isCheckCall(f.name)
	}
	named, err := namedPlaces(code, panics)
	if err != nil {
		t.Fatal(err)
	}
	if err := forgetEquals(want, code, first, old, inCode); err != nil {
		t.Fatal(err)
	}
	types, err := clearTypes(want, old, inCode)
	if err != nil {
		t.Fatal(err)
	}
	idle, err := idleFunctions(sections, want, old)
	if err != nil {
		t.Fatal(err)
	}
	types.clearUncalled()
	original := bytes.Clone(want)
	p, err := packTables(want, named, idle, 1<<30, 0, All)
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

	after, err := Binary(before, version(), All)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
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

	if findPowers(want) < 0 {
		t.Error("the program has no table of powers of ten: nothing of it is tried")
	}

	// What is inlined has its name.
	inlined := map[string]bool{}
	for _, name := range slices.Concat(slices.Collect(maps.Values(old.inlined))...) {
		inlined[shortName(name)] = true
	}
	called := func(name string, flags uint32, number int) string {
		switch name = shortName(name); {
		case !isNumbered(name, flags):
			return name
		case number < 0:
			return "."
		}
		return NumberName(number)
	}

	// What the runtime needs is as before.
	now, err := readTables(bytes.Clone(got))
	if err != nil {
		t.Fatal(err)
	}
	const locals = 1
	lists := map[uint32]bool{}
	for i, f := range now.funcs {
		o := old.funcs[i]
		if idle[i] {
			if f.name != called(o.name, 0, i) || f.args != 0 || f.deferreturn != 0 || f.flags != 0 || !slices.Equal(f.pc, []string{""}) || len(f.data) > 0 {
				t.Errorf("function %d never runs: %+v, before %+v", i, f, o)
			}
			continue
		}
		if !isOfRuntime(o.name) && inlTree < len(o.data) && o.data[inlTree] != noData {
			lists[o.data[inlTree]] = true
		}
		if f.name != called(o.name, o.flags, i) {
			t.Errorf("function %d is called %q, before %q", i, f.name, o.name)
		}
		if f.args != o.args || f.deferreturn != o.deferreturn || f.flags != o.flags || len(f.pc) != len(o.pc) || len(f.data) != len(o.data) ||
			len(f.data) > locals && !slices.Equal(f.data[:locals+1], o.data[:locals+1]) {
			t.Fatalf("function %d: %+v, before %+v", i, f, o)
		}
		readSteps(o.pc[0], func(_, end int) {
			for _, place := range []int{end - 1, end - 2} { // the last of each value, and the first of most
				if got, want := valueAt(f.pc[0], place), valueAt(o.pc[0], place); got != want && want >= 0 {
					t.Errorf("%s: at place %d the frame has %d B, before %d", o.name, place, got, want)
				}
			}
		})
		if stackMap < len(f.pc) {
			places := named[i]
			if o.deferreturn > 0 {
				places = append(places, int(o.deferreturn)+1)
			}
			for _, place := range places {
				if got, want := valueAt(f.pc[stackMap], place-1), valueAt(o.pc[stackMap], place-1); max(got, 0) != max(want, 0) { // -1 counts as 0
					t.Errorf("%s: a call that comes back at place %d has variables %d, before %d", o.name, place, got, want)
				}
			}
		}
	}
	for list := range lists {
		names := old.inlined[list]
		for i, name := range now.inlined[list] {
			if name != called(names[i], 0, -1) {
				t.Errorf("%q is inlined, before %q", name, names[i])
			}
		}
	}
	if len(now.inlined) != len(lists) {
		t.Errorf("%d lists of inlined functions, before %d of functions that are not the runtime's", len(now.inlined), len(lists))
	}
	names := map[string]bool{}
	for _, f := range now.funcs {
		names[f.name] = true
	}
	for _, name := range []string{"main.(*square).area", "runtime.gopanic", "runtime."} {
		if !names[name] && !inlined[name] {
			t.Errorf("lost the name %q", name)
		}
	}
}

func TestRefusesWhatItDoesNotKnow(t *testing.T) {
	good, err := small()
	if err != nil {
		t.Fatalf("%v\n%s", err, good)
	}
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
		if _, err := Binary(c.wasm, "go1.26", All); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}

func TestRefusesAnotherGo(t *testing.T) {
	for version, want := range map[string]bool{"go1.26": true, "go1.26.8": true, "go1.25.3": false, "go1.27": false, "go1.27rc1": false, "go1.26.8 X:nodwarf5": false, "go1.26-custom": false, "devel go1.27-abc": false, "": false} {
		if Knows(version) != want {
			t.Errorf("%q: %v", version, !want)
		}
		if wasm, err := Binary(nil, version, All); wasm != nil || err == nil || !want && !strings.Contains(err.Error(), "has been tried with") {
			t.Errorf("%q: %v", version, err)
		}
		if wasm, err := Binary([]byte("any"), version, 0); string(wasm) != "any" || err != nil {
			t.Errorf("%q without steps: %q, %v", version, wasm, err)
		}
	}
}

// TestDoubtIsNoPanic changes bytes of a good program: it is refused, or changed, but
// nothing breaks here.
func TestDoubtIsNoPanic(t *testing.T) {
	good, err := small()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	refused := 0
	for range 40 {
		bad := bytes.Clone(good)
		for range 20 {
			bad[random.IntN(len(bad))] = byte(random.Uint32())
		}
		if _, err := Binary(bad, "go1.26", All); err != nil {
			refused++
		}
	}
	if refused == 0 {
		t.Error("all of it is taken")
	}
}

// TestPlaces: all tables of parts begin alike.
func TestPlaces(t *testing.T) {
	before, err := small()
	if err != nil {
		t.Fatalf("%v\n%s", err, before)
	}
	count := func(wasm []byte) (tables, alike int) {
		sections, err := readSections(wasm)
		if err != nil {
			t.Fatal(err)
		}
		in := wasmReader{rest: sections[slices.IndexFunc(sections, func(s section) bool { return s.id == codeSection })].body}
		for n := in.number(); n > 0; n-- {
			f, err := readFunction(in.take(in.number()))
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range f.code {
				if x.op != opBrTable {
					continue
				}
				table := wasmReader{rest: x.bytes[1:]}
				same := true
				for i := range table.number() + 1 {
					same = table.number() == i && same
				}
				if tables++; same {
					alike++
				}
			}
		}
		return tables, alike
	}
	after, err := Binary(before, version(), Places)
	if err != nil {
		t.Fatal(err)
	}
	tables, were := count(before)
	same, are := count(after)
	if same != tables || are < tables*99/100 || were > tables/2 {
		t.Errorf("of %d tables %d are alike, of %d before %d", same, are, tables, were)
	}
}

// TestOpposite: a comparison and its opposite never both hold, and one always does.
func TestOpposite(t *testing.T) {
	holds := func(op byte, a, b int64) bool {
		x, y := uint64(a), uint64(b)
		return [...]bool{a == b, a != b, a < b, x < y, a > b, x > y, a <= b, x <= y, a >= b, x >= y}[op]
	}
	for op := range byte(0xff) {
		other := opposite(op)
		i := op - opI32Eq
		if op >= opI64Eq {
			i = op - opI64Eq
		}
		if i >= 10 {
			if other != 0 {
				t.Errorf("%#x is no comparison of integers, but has the opposite %#x", op, other)
			}
			continue
		}
		for _, pair := range [][2]int64{{0, 0}, {1, 0}, {0, 1}, {-1, 1}, {1, -1}, {-1, -1}, {-2, -1}} {
			if holds(i, pair[0], pair[1]) == holds(i+other-op, pair[0], pair[1]) {
				t.Errorf("%#x and %#x of %d", op, other, pair)
			}
		}
	}
}

func TestBriefly(t *testing.T) {
	code := func(list ...instr) []byte { return (&function{code: list}).bytes() }
	for _, c := range []struct {
		name         string
		before, want []instr
	}{
		{"itself", []instr{with(opLocalGet, 3), with(opLocalSet, 3)}, nil},
		{"another", []instr{with(opLocalGet, 3), with(opLocalSet, 4)}, []instr{with(opLocalGet, 3), with(opLocalSet, 4)}},
		{"nothing added", []instr{with(opLocalGet, 3), with(opI64Const, 0), plain(opI64Add)}, []instr{with(opLocalGet, 3)}},
		{"one added", []instr{with(opI64Const, 1), plain(opI64Add)}, []instr{with(opI64Const, 1), plain(opI64Add)}},
		{"long and short", []instr{plain(opI64ExtendI32U), plain(opI32WrapI64)}, nil},
		{"twice the opposite", []instr{plain(opI64Eqz), plain(opI64ExtendI32U), plain(opI64Eqz), plain(opI32Eqz), with(opBrIf, 1)}, []instr{plain(opI64Eqz), with(opBrIf, 1)}},
		{"the opposite", []instr{plain(opI64ExtendI32U), plain(opI64Eqz)}, []instr{plain(opI32Eqz)}},
		{"kept and used", []instr{with(opLocalSet, 3), with(opLocalGet, 3)}, []instr{with(opLocalTee, 3)}},
		{"less", []instr{plain(opI64Eq + 2), plain(opI32Eqz), with(opBrIf, 1)}, []instr{plain(opI64Eq + 8), with(opBrIf, 1)}},
		{"a condition", []instr{with(opLocalGet, 3), plain(opI32Eqz), with(opBrIf, 1)}, []instr{with(opLocalGet, 3), plain(opI32Eqz), with(opBrIf, 1)}},
	} {
		f := &function{code: c.before}
		if f.sayBriefly(); !bytes.Equal(f.bytes(), code(c.want...)) {
			t.Errorf("%s: % x, want % x", c.name, f.bytes(), code(c.want...))
		}
	}
}

func TestUsedAtOnce(t *testing.T) {
	load, store := with(opI64Load32U, 0), with(opI64Store, 0)
	load.bytes, store.bytes = append(load.bytes, 8), append(store.bytes, 16)
	get, set, tee := func(n int64) instr { return with(opLocalGet, n) }, func(n int64) instr { return with(opLocalSet, n) }, func(n int64) instr { return with(opLocalTee, n) }
	begin := func(op byte) instr { return instr{op, 0, []byte{op, typeNone}} }
	same := []instr(nil)
	for _, c := range []struct {
		name         string
		before, want []instr
	}{
		{"stored", []instr{get(1), load, set(3), get(1), get(3), store}, []instr{get(1), get(1), load, store}},
		{"nothing between", []instr{get(1), set(3), get(3), plain(opDrop)}, []instr{get(1), plain(opDrop)}},
		{"kept for nobody", []instr{get(1), tee(3), plain(opDrop)}, []instr{get(1), plain(opDrop)}},
		{"read again", []instr{get(1), load, set(3), get(1), get(3), store, get(3), plain(opDrop)}, same},
		{"set again", []instr{get(4), set(3), get(1), get(3), store, get(1), set(3), get(3), get(3), store}, []instr{get(1), get(4), store, get(1), set(3), get(3), get(3), store}},
		{"another is set before", []instr{get(4), tee(5), set(3), get(5), get(3), store, get(5), plain(opDrop)}, same},
		{"something happens between", []instr{get(4), set(3), get(1), get(1), store, get(1), get(3), store}, same},
		{"the stack", []instr{get(4), set(localSP), get(5), get(localSP), store}, same},
		{"a load behind a store", []instr{get(6), get(7), get(7), store, set(3), get(1), load, get(3), store}, same},
		{"read in the next round", []instr{begin(opLoop), get(3), plain(opDrop), get(4), set(3), get(3), with(opBrIf, 0), plain(opEnd)}, same},
		{"read behind a block", []instr{begin(opBlock), get(4), set(3), get(3), with(opBrIf, 0), get(4), set(3), plain(opEnd), get(3), plain(opDrop)}, same},
		{"set behind a block", []instr{begin(opBlock), get(4), set(3), get(3), with(opBrIf, 0), plain(opEnd), get(4), set(3)}, []instr{begin(opBlock), get(4), with(opBrIf, 0), plain(opEnd), get(4), set(3)}},
		{"read in a case", []instr{begin(opBlock), begin(opBlock), get(4), set(3), get(3), {opBrTable, 0, []byte{opBrTable, 1, 0, 1}}, plain(opEnd), plain(opReturn), plain(opEnd), get(3), plain(opDrop)}, same},
		{"in no case", []instr{begin(opBlock), begin(opBlock), get(4), set(3), get(3), {opBrTable, 0, []byte{opBrTable, 1, 0, 1}}, plain(opEnd), get(3), plain(opReturn), plain(opEnd), get(4), plain(opDrop)}, same},
	} {
		f := &function{code: append(slices.Clone(c.before), plain(opEnd))}
		if c.want == nil {
			c.want = c.before
		}
		want := (&function{code: append(slices.Clone(c.want), plain(opEnd))}).bytes()
		if f.useAtOnce(); !bytes.Equal(f.bytes(), want) {
			t.Errorf("%s: % x, want % x", c.name, f.bytes(), want)
		}
	}
}

func TestValueAt(t *testing.T) {
	steps := "\x02\x01\x30\x05\x2f\x02" // 0 up to place 1, 24 up to 6, 0 up to 8
	for place, want := range []int{0, 24, 24, 24, 24, 24, 0, 0, -1} {
		if got := valueAt(steps, place); got != want {
			t.Errorf("place %d: %d, want %d", place, got, want)
		}
	}
}

// TestShorten: what is told is what was told where somebody asks.
func TestShorten(t *testing.T) {
	table := func(values ...int) string { // each with its end
		var s steps
		for i := 0; i < len(values); i += 2 {
			s = append(s, struct{ value, end int }{values[i], values[i+1]})
		}
		return s.text()
	}
	sizes, maps := table(0, 1, 24, 20), table(-1, 2, 1, 5, 0, 6, 2, 9, 3, 20)
	const always = 1<<16 - 1
	for _, c := range []struct {
		name        string
		deferreturn uint32
		named       []int
		want        string
	}{
		{"main.a", 0, []int{9, 4}, table(1, 4, 2, always)},
		{"main.b", 0, []int{2}, table(0, always)},
		{"main.c", 0, nil, table(0, always)},
		{"main.d", 12, []int{4}, table(1, 4, 3, always)},
		{"main.e", 0, []int{3, 3, 5, 9, 8, 7}, table(1, 5, 2, always)},
		{"runtime.goexit", 0, []int{4}, maps},
	} {
		in := &tables{funcs: []funcInfo{{name: c.name, deferreturn: c.deferreturn, pc: []string{sizes, "", maps}}}}
		in.shorten([][]int{c.named})
		if got := in.funcs[0].pc; got[stackMap] != c.want || got[0] != table(0, 1, 24, always) {
			t.Errorf("%s: % x, want % x", c.name, got, c.want)
		}
	}
}

// TestCountsOn: a distance stands where one call alone can have come before, or the table of
// parts has set what it brings.
func TestCountsOn(t *testing.T) {
	const number = 7 << 16
	call := func(place int64) []instr {
		return []instr{with(opLocalGet, localSP), with(opLocalGet, localNumber), with(opI64Const, place), plain(opI64Add), {opI64Store, 0, []byte{opI64Store, 3, 0}}, with(opI32Const, 0), with(opCall, 5), plain(opDrop)}
	}
	told := func(from, place int64) []instr {
		out := []instr{with(opLocalGet, localSP), with(opLocalGet, localNumber)}
		if from >= 0 {
			out = append(out, with(opLocalGet, localPCB), with(opI32Const, place-from), plain(opI32Add))
		} else {
			out = append(out, with(opI32Const, place))
		}
		return append(append(out, with(opLocalTee, localPCB), plain(opI64ExtendI32U), plain(opI64Add)), call(place)[4:]...)
	}
	begin := func(op byte) []instr { return []instr{{op, 0, []byte{op, typeNone}}} }
	end, yes := []instr{plain(opEnd)}, []instr{with(opLocalGet, 3), plain(opI32WrapI64)}
	// Two parts, the second from place 2 on, and an empty one from 4 on.
	parts := func(first, second []instr) []instr {
		head := []instr{with(opI64Const, number), with(opLocalSet, localNumber)}
		table := []instr{with(opLocalGet, localPCB), {opBrTable, 0, []byte{opBrTable, 4, 0, 0, 1, 1, 2}}}
		return slices.Concat(head, begin(opLoop), begin(opBlock), begin(opBlock), begin(opBlock), table, end, first, end, second, end, end, end)
	}
	join := func(parts ...[]instr) []instr { return slices.Concat(parts...) }
	for _, c := range []struct {
		name        string
		deferreturn int64
		before      []instr
		want        []instr // nil: the same
	}{
		{"one behind the other", 0, parts(join(call(1), call(2)), call(4)), nil},
		{"a part of its own", 0, parts(call(2), call(4)), parts(told(0, 2), told(2, 4))},
		{"deferreturn", 3, parts(call(2), call(4)), parts(told(0, 2), told(-1, 4))},
		{"behind a condition", 0, parts(join(yes, begin(opIf), call(2), end), call(4)), parts(join(yes, begin(opIf), told(0, 2), end), told(-1, 4))},
		{"within a condition", 0, parts(join(call(2), yes, begin(opIf), call(2), end), call(2)), parts(join(told(0, 2), yes, begin(opIf), told(2, 2), end), told(2, 2))},
		{"a jump over a call", 0, parts(join(yes, []instr{with(opBrIf, 0)}, call(2)), call(4)), parts(join(yes, []instr{with(opBrIf, 0)}, told(0, 2)), told(-1, 4))},
		{"a jump to the table", 0, parts(call(2), join(call(4), []instr{with(opI32Const, 3), with(opLocalSet, localPCB), with(opBr, 1)})),
			parts(told(0, 2), join(told(-1, 4), []instr{with(opI32Const, 3), with(opLocalSet, localPCB), with(opBr, 1)}))},
		{"a function value", 0, parts(join([]instr{with(opLocalGet, 3), plain(opI32WrapI64), with(opLocalSet, localPCB)}, call(2)), call(4)),
			parts(join([]instr{with(opLocalGet, 3), plain(opI32WrapI64), with(opLocalSet, localPCB)}, told(-1, 2)), told(2, 4))},
		{"a jump to the table that sets nothing", 0, parts(call(2), join(call(4), []instr{with(opBr, 1)})), nil},
		{"no table", 0, join(call(1), call(2), end), nil},
	} {
		if c.name == "one behind the other" { // place 1 is not where the first part begins
			c.want = parts(join(told(-1, 1), told(1, 2)), told(2, 4))
		}
		if c.want == nil {
			c.want = c.before
		}
		f := &function{code: slices.Clone(c.before)}
		if f.countOn(c.deferreturn, nil); !bytes.Equal(f.bytes(), (&function{code: c.want}).bytes()) {
			t.Errorf("%s:\n% x, want\n% x", c.name, f.bytes(), (&function{code: c.want}).bytes())
		}
	}
}

// TestLeavesCold: a call from which nobody comes back is one of the function that stores the
// place, but for one for a larger stack behind which the caller would go on in its middle.
func TestLeavesCold(t *testing.T) {
	call := func(place int64, index int) []instr {
		return []instr{with(opLocalGet, localSP), with(opI32Const, 8), plain(opI32Sub), with(opLocalTee, localSP), with(opGlobalSet, 0), with(opLocalGet, localSP),
			with(opI64Const, place), {opI64Store, 0, []byte{opI64Store, 3, 0}}, with(opI32Const, 0), with(opCall, int64(index)),
			with(opGlobalGet, 0), with(opLocalSet, localSP), {opIf, 0, []byte{opIf, typeNone}}, with(opI32Const, 1), plain(opReturn), plain(opEnd)}
	}
	cold := map[int64]coldCall{7: {20, false}, 8: {21, true}}
	by := func(place, index int64) []instr {
		return []instr{with(opI64Const, place), with(opCall, index), plain(opReturn)}
	}
	for _, c := range []struct {
		name         string
		before, want []instr // nil: the same
	}{
		{"a failed check", call(3<<16|5, 7), by(3<<16|5, 20)},
		{"a larger stack", call(3<<16, 8), by(3<<16, 21)},
		{"a larger stack in the middle", call(3<<16|5, 8), nil},
		{"any other call", call(3<<16|5, 9), nil},
		{"a call that goes on otherwise", append(call(3<<16|5, 7)[:12], with(opBrIf, 2)), nil},
	} {
		if c.want == nil {
			c.want = c.before
		}
		f := &function{code: slices.Clone(c.before)}
		if f.leaveCold(cold); !bytes.Equal(f.bytes(), (&function{code: c.want}).bytes()) {
			t.Errorf("%s:\n% x, want\n% x", c.name, f.bytes(), (&function{code: c.want}).bytes())
		}
	}
}
