// Package shrink makes a WebAssembly binary of Go lighter to send, and leaves what it
// does as it is, but for the text of a crash. These things in it serve no visitor:
//
//   - The linker writes the data as 100,000 pieces, to leave out the zeros between
//     them. The places of the pieces weigh more, compressed, than the zeros would.
//   - The tables of the runtime tell the file and line of every instruction. Only
//     the text of a crash shows them; there, functions have numbers for names. What
//     else is in them compresses badly: see table.go.
//   - The functions say the same in other words each time: see code.go. Some never run:
//     see idle.go.
//   - Types have names, and hashes of four bytes that look like chance, and lead to other types that
//     nobody asks for: see types.go. They have functions that compare, of which most are never called: see equal.go.
package shrink

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Steps are what is done to a binary. Each can be left out, to see what it is worth or
// whether it is to blame.
type Steps uint

const (
	Jumps   Steps = 1 << iota // jumps forward leave a block
	Places                    // the table of parts is 0, 1, 2, 3, …
	Calls                     // calls return by themselves
	Cold                      // calls that hardly ever happen are made by a function for each callee
	Numbers                   // the number of a function is kept in a variable
	Onward                    // the places of calls are counted on; the number is kept, too
	Stack                     // places on the stack are the distance of a load or store
	Returns                   // frames are taken off the stack at once
	Values                    // values that are used at once are in no variable
	Words                     // what changes nothing is left out
	Checks                    // failed checks name one place of their function; the data is one piece, too
	Idle                      // functions that never run are empty
	Equals                    // types that nobody compares through an interface do not say how; the data is one piece, too
	Types                     // types and fields have no names, most types small hashes, what nobody asks of types is not there; the data is one piece, too
	Data                      // the data is one piece
	Tables                    // the tables of the runtime are packed; the data is one piece, too
	Powers                    // the powers of ten are computed; the tables are packed, too
	Names                     // functions are called by numbers; the tables are packed, too

	All = Names<<1 - 1
)

var stepNames = []string{"jumps", "places", "calls", "cold", "numbers", "onward", "stack", "returns", "values", "words", "checks", "idle", "equals", "types", "data", "tables", "powers", "names"}

// List names all steps, as Set reads them.
func List() string { return strings.Join(stepNames, ",") }

func (s Steps) String() string {
	var names []string
	for i, name := range stepNames {
		if s&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	switch {
	case s == All:
		return "all"
	case names == nil:
		return "none"
	}
	return strings.Join(names, ",")
}

// Set reads steps as String writes them: it is for package flag.
func (s *Steps) Set(text string) error {
	*s = 0
	for name := range strings.SplitSeq(text, ",") {
		switch i := slices.Index(stepNames, name); {
		case name == "all":
			*s = All
		case name == "none":
			*s = 0
		case i < 0:
			return fmt.Errorf("there is no step %q: write all, none, or some of %s", name, List())
		default:
			*s |= 1 << i
		}
	}
	return nil
}

// known are the versions of Go whose layout this package has been tried on.
var known = regexp.MustCompile(`^go1\.26(\.[0-9]+)?$`)

// Knows reports whether a version of Go, as "go env GOVERSION" prints it, is one whose
// binaries this package may change.
func Knows(version string) bool { return known.MatchString(version) }

// Binary returns the lighter binary, of one that this version of Go has linked for js or
// wasip1. An error, and nothing else, stands for a version or a layout that it does not
// know: then use the binary as it is.
func Binary(wasm []byte, version string, steps Steps) (lighter []byte, err error) {
	if steps == 0 {
		return wasm, nil
	}
	if !Knows(version) {
		return nil, fmt.Errorf("it has been tried with Go 1.26, not with %s", version)
	}
	defer func() { // in doubt, nothing is changed
		if e := recover(); e != nil {
			lighter, err = nil, fmt.Errorf("the binary is not what it seems: %v", e)
		}
	}()
	sections, err := readSections(wasm)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(sections, func(s section) bool { return s.id == startSection }) {
		return nil, errors.New("the WebAssembly binary has a start function already")
	}
	get := func(id byte) *section {
		return &sections[slices.IndexFunc(sections, func(s section) bool { return s.id == id })]
	}
	code, functions := get(codeSection), get(functionSection)
	in := wasmReader{rest: get(importSection).body}
	imports := in.number() // Go imports only functions
	memory, err := readData(get(dataSection).body)
	if err != nil {
		return nil, err
	}
	var inCode map[uint64]bool
	if steps&(Equals|Types) != 0 {
		if inCode, err = constants(code.body); err != nil {
			return nil, err
		}
	}
	if steps&Equals != 0 { // before Idle, which looks for who refers to functions
		t, err := readTables(memory)
		if err != nil {
			return nil, err
		}
		if err := forgetEquals(memory, code.body, imports, t, inCode); err != nil {
			return nil, err
		}
	}
	var types *typeTable
	if steps&Types != 0 { // before Idle, too
		t, err := readTables(memory)
		if err != nil {
			return nil, err
		}
		if types, err = clearTypes(memory, t, inCode); err != nil {
			return nil, err
		}
	}
	plain, panics := code.body, map[int64]bool{}
	var known special
	if steps&(Jumps|Places|Calls|Cold|Numbers|Onward|Stack|Returns|Values|Words|Checks|Idle) != 0 {
		known = special{ordinary: ordinaryFunctions(sections), cold: map[int64]coldCall{}, panics: panics}
		var helpers [][]byte
		if steps&(Checks|Idle|Onward|Cold) != 0 {
			t, err := readTables(memory)
			if err != nil {
				return nil, err
			}
			if steps&Checks != 0 {
				panicsAsNil(memory, t)
			}
			for i, f := range t.funcs {
				if steps&Checks != 0 && isCheckCall(f.name) {
					panics[int64(imports+i)] = true
				}
				if steps&Cold != 0 && isColdCall(f.name) {
					known.cold[int64(imports+i)] = coldCall{int64(imports + len(t.funcs) + len(helpers)), strings.HasPrefix(f.name, "runtime.morestack")}
					helpers = append(helpers, sized(callCold(imports+i)))
				}
				known.sizes = append(known.sizes, f.pc[0])
				known.computed = append(known.computed, isOfRuntime(f.name))
				known.deferreturn = append(known.deferreturn, int64(f.deferreturn))
			}
			if steps&Idle != 0 {
				if known.idle, err = idleFunctions(sections, memory, t); err != nil {
					return nil, err
				}
			}
		}
		if code.body, err = shrinkCode(code.body, known, steps); err != nil {
			return nil, err
		}
		if len(helpers) > 0 {
			typ := byte(typeOf(get(typeSection), []byte{typeI64}, []byte{typeI32}))
			functions.body = addItems(functions.body, slices.Repeat([][]byte{{typ}}, len(helpers))...)
			code.body = addItems(code.body, helpers...)
		}
	}
	if types != nil {
		types.clearUncalled()
	}
	if steps&(Checks|Equals|Types|Data|Tables|Powers|Names) == 0 {
		return join(wasm, sections), nil
	}
	if steps&(Tables|Powers|Names) == 0 {
		data := bytes.TrimLeft(memory, "\x00")
		get(dataSection).body = addItems([]byte{0}, piece(len(memory)-len(data), data))
		return join(wasm, sections), nil
	}

	named, err := namedPlaces(plain, panics)
	if err != nil {
		return nil, err
	}
	// Two more functions fill in the tables before the program starts.
	in = wasmReader{rest: functions.body}
	number := imports + in.number()
	in = wasmReader{rest: get(memorySection).body}
	in.take(2) // one memory without an upper limit
	p, err := packTables(memory, named, known.idle, in.number()<<16, number, steps)
	if err != nil {
		return nil, err
	}
	functions.body = addItems(functions.body, []byte{byte(typeOf(get(typeSection), []byte{typeI32}, []byte{typeI32}))}, []byte{byte(typeOf(get(typeSection), nil, nil))})
	code.body = addItems(code.body, sized(p.number), sized(p.start))
	data := bytes.TrimLeft(p.before, "\x00")
	get(dataSection).body = addItems([]byte{0}, piece(len(p.before)-len(data), data), piece(p.scratch, p.data))
	at := slices.IndexFunc(sections, func(s section) bool { return s.id == elementSection })
	sections = slices.Insert(sections, at, section{startSection, binary.AppendUvarint(nil, uint64(number+1))})

	return join(wasm, sections), nil
}

// join puts sections together again, behind the head of wasm.
func join(wasm []byte, sections []section) []byte {
	out := bytes.Clone(wasm[:8])
	for _, s := range sections {
		out = append(append(out, s.id), sized(s.body)...)
	}
	return out
}

// A section is a part of a binary.
type section struct {
	id   byte
	body []byte
}

const (
	typeSection     = 1
	importSection   = 2
	functionSection = 3
	memorySection   = 5
	exportSection   = 7
	startSection    = 8
	elementSection  = 9
	codeSection     = 10
	dataSection     = 11
)

// readSections takes a binary of Go apart. It has all sections named above, but for
// a start function.
func readSections(wasm []byte) ([]section, error) {
	if !bytes.HasPrefix(wasm, []byte("\x00asm\x01\x00\x00\x00")) {
		return nil, errors.New("not a WebAssembly binary, version 1")
	}
	var out []section
	missing := []byte{typeSection, importSection, functionSection, memorySection, elementSection, codeSection, dataSection}
	in := wasmReader{rest: wasm[8:]}
	for len(in.rest) > 0 {
		id := in.take(1)[0]
		out = append(out, section{id, in.take(in.number())})
		missing = bytes.ReplaceAll(missing, []byte{id}, nil)
	}
	if in.failed || len(missing) > 0 {
		return nil, errors.New("the WebAssembly binary is cut off, or has no code or no data")
	}
	return out, nil
}

// A wasmReader reads the parts of a section; failed holds once something is missing.
type wasmReader struct {
	rest   []byte
	failed bool
}

func (r *wasmReader) take(n int) []byte {
	if n < 0 || n > len(r.rest) {
		r.failed, r.rest = true, nil
		return make([]byte, 1)
	}
	part := r.rest[:n]
	r.rest = r.rest[n:]
	return part
}

func (r *wasmReader) number() int {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 || n > 1<<31 {
		r.failed, r.rest = true, nil
		return 0
	}
	r.rest = r.rest[size:]
	return int(n)
}

const maxMemory = 64 << 20 // of data: a Go program of a page has a few MB

// readData lays the pieces of a data section out as they stand in memory.
func readData(body []byte) ([]byte, error) {
	in := wasmReader{rest: body}
	var memory []byte
	for count := in.number(); count > 0 && !in.failed; count-- {
		if mode := in.take(2); mode[0] != 0 || !in.failed && mode[1] != 0x41 { // into memory 0, at i32.const
			return nil, errors.New("a piece of data has no fixed place")
		}
		at := in.number()
		if end := in.take(1); end[0] != 0x0b {
			return nil, errors.New("the place of a piece of data is more than a number")
		}
		piece := in.take(in.number())
		end := at + len(piece)
		if end > maxMemory {
			return nil, fmt.Errorf("data up to byte %d of memory: more than %d", end, maxMemory)
		}
		if end > len(memory) {
			memory = append(memory, make([]byte, end-len(memory))...)
		}
		copy(memory[at:], piece)
	}
	if in.failed || len(in.rest) > 0 {
		return nil, errors.New("the data section is cut off")
	}
	return memory, nil
}

// piece is a piece of data at an address.
func piece(at int, data []byte) []byte {
	out := append([]byte{0}, with(opI32Const, int64(at)).bytes...) // into memory 0
	return append(append(out, opEnd), sized(data)...)
}

// sized puts its length before b.
func sized(b []byte) []byte {
	return append(binary.AppendUvarint(nil, uint64(len(b))), b...)
}

// addItems adds items to a section that is their number and the items.
func addItems(body []byte, items ...[]byte) []byte {
	in := wasmReader{rest: body}
	count := in.number() + len(items)
	return slices.Concat(binary.AppendUvarint(nil, uint64(count)), in.rest, slices.Concat(items...))
}

// typeOf returns the place of a type of functions, adding it if it is not there.
func typeOf(types *section, params, results []byte) int {
	in := wasmReader{rest: types.body}
	count := in.number()
	for i := 0; i < count && !in.failed; i++ {
		in.take(1)
		if p, r := in.take(in.number()), in.take(in.number()); bytes.Equal(p, params) && bytes.Equal(r, results) {
			return i
		}
	}
	types.body = addItems(types.body, slices.Concat([]byte{0x60}, sized(params), sized(results)))
	return count
}
