package shrink

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// This file is about the tables in which the runtime looks a function up: its name,
// how large its frame is at each place, where pointers are in the frame. They refer
// to each other by offsets, which compress badly. So the binary holds what cannot be
// computed, in columns, and a function that runs before the program fills the tables
// in: see start.go.

// tables are those of Go 1.26: runtime.moduledata, pcHeader, functab, findfuncbucket
// and _func. The numbers are addresses.
type tables struct {
	names, namesEnd int // funcnametab: texts, each ends with a zero byte
	pctab, pctabEnd int // the tables that map places of a function to numbers
	functab, end    int // the list of functions, then the functions themselves
	buckets         int // findfunctab, from the places of the program to the list of functions
	funcdata        int // what data below counts from
	programEnd      int // behind the last variable
	types, typesEnd int // the descriptions of types

	typelinks, typelinksCount int // offsets of some types
	itablinks, itablinksCount int // places of the tables of interfaces

	funcs    []funcInfo
	numbered bool                // see strip
	inlined  map[uint32][]string // names of functions that are inlined in another, by the place of the list in funcdata
}

// funcInfo is runtime._func.
type funcInfo struct {
	name                     string
	numbered                 bool     // the name is only the number
	args, deferreturn, flags uint32   // flags: funcID, flag, 0, the length of data; a byte each
	pc                       []string // tables of pctab, "" for none: sizes of the frame, then pcdata
	data                     []uint32 // funcdata: places behind tables.funcdata, or noData
}

const (
	inlinedSize = 16 // of runtime.inlinedCall: funcID, nameOff, parentPc, startLine

	noData     = 1<<32 - 1
	firstEntry = 0x1000        // PC_F of the first function: funcValueOffset of cmd/link/internal/wasm
	bucketSize = 4 + 16        // of runtime.findfuncbucket
	buckets    = 1 << 16 >> 12 // for each function: abi.FuncTabBucketSize is 1 << 12
	funcSize   = 44            // of runtime._func, before pcdata and funcdata

	// Places in funcInfo.pc and funcInfo.data (internal/abi: PCDATA_…, FUNCDATA_…).
	unsafePoint, stackMap, inlIndex, argLive = 1 + 0, 1 + 1, 1 + 2, 1 + 3
	inlTree, argInfo, argLiveInfo            = 3, 5, 6
)

// The head of the table of functions (runtime.pcHeader, Go 1.20 to 1.26): magic, two
// zeros, the unit of instructions, the size of a pointer.
var pcHeader = []byte("\xf1\xff\xff\xff\x00\x00\x01\x08")

// readTables finds the tables and checks that all is where it should be.
func readTables(memory []byte) (*tables, error) {
	le := binary.LittleEndian
	head := bytes.Index(memory, pcHeader)
	if head < 0 || bytes.Contains(memory[head+1:], pcHeader) {
		return nil, errors.New("the table of functions is not of the kind of Go 1.20 to 1.26")
	}
	module := bytes.Index(memory, le.AppendUint64(le.AppendUint64(nil, uint64(head)), uint64(head+72))) // the head, the names
	if module < 0 || module+8*51 > len(memory) || head+72 > len(memory) {
		return nil, errors.New("the table of functions is cut off")
	}
	word := func(i int) int { return int(le.Uint64(memory[module+8*i:])) } // of moduledata
	count := int(le.Uint64(memory[head+8:]))
	t := &tables{
		names: word(1), namesEnd: word(1) + word(2),
		pctab: word(10), pctabEnd: word(10) + word(11),
		functab: word(16), buckets: word(19), programEnd: word(34), funcdata: word(40),
		types: word(37), typesEnd: word(38),
		typelinks: word(45), typelinksCount: word(46), itablinks: word(48), itablinksCount: word(49),
	}
	for what, wrong := range map[string]bool{
		"the names":       word(2) < 0 || t.namesEnd > t.pctab,
		"pctab":           word(11) < 0 || t.pctabEnd > t.functab,
		"the functions":   count <= 0 || word(17) != count+1 || t.functab+8*(count+1) > len(memory),
		"findfunctab":     t.buckets <= t.funcdata || t.bucketsEnd(count) > len(memory),
		"funcdata":        t.funcdata < t.functab || t.funcdata > len(memory),
		"the first entry": word(20) != firstEntry<<16 || word(22) != 0,
		"the end":         t.programEnd < len(memory),
		"typelinks":       t.typelinks < 0 || t.typelinksCount < 0 || t.typelinks+4*t.typelinksCount > len(memory),
		"itablinks":       t.itablinks < 0 || t.itablinksCount < 0 || t.itablinks+8*t.itablinksCount > len(memory),
		"the types":       t.types < 0 || t.types >= t.typesEnd || t.typesEnd > len(memory),
	} {
		if wrong {
			return nil, fmt.Errorf("runtime.moduledata is not that of Go 1.26: %s of %d functions", what, count)
		}
	}
	t.end = t.functab + first(count)
	t.inlined = map[uint32][]string{}
	for i := range count {
		entry, at := le.Uint32(memory[t.functab+8*i:]), t.functab+int(le.Uint32(memory[t.functab+8*i+4:]))
		if entry != uint32(firstEntry+i) || at != t.end || at+funcSize > t.funcdata {
			return nil, fmt.Errorf("function %d of %d has entry %d at %d, not %d at %d", i, count, entry, at, firstEntry+i, t.end)
		}
		if bucket := le.Uint32(memory[t.buckets+i*buckets*bucketSize:]); bucket != uint32(i) {
			return nil, fmt.Errorf("findfunctab has function %d where %d should be", bucket, i)
		}
		f, size, err := readFuncInfo(memory[at:t.funcdata], memory[t.names:t.namesEnd], memory[t.pctab:t.pctabEnd])
		if err != nil {
			return nil, fmt.Errorf("function %d of %d: %v", i, count, err)
		}
		if err := t.readInlined(f, memory); err != nil {
			return nil, fmt.Errorf("function %d of %d: %v", i, count, err)
		}
		t.funcs = append(t.funcs, f)
		t.end = at + size
	}
	return t, nil
}

// first is where the first function stands behind the list: the list has one more
// entry, of which only the first half is there.
func first(count int) int { return roundUp(8*count + 4) }

func roundUp(n int) int { return (n + 7) &^ 7 }

// bucketsEnd is where findfunctab ends: the last function has one bucket, or more.
func (t *tables) bucketsEnd(count int) int {
	return t.buckets + (count-1)*buckets*bucketSize + bucketSize
}

func readFuncInfo(text, names, pctab []byte) (f funcInfo, size int, err error) {
	// entryOff, nameOff, args, deferreturn, pcsp, pcfile, pcln, npcdata, cuOffset,
	// startLine, flags, pcdata, funcdata
	word := func(i int) uint32 { return binary.LittleEndian.Uint32(text[4*i:]) }
	f = funcInfo{args: word(2), deferreturn: word(3), flags: word(10)}
	pcdata, data := int(word(7)), int(text[funcSize-1])
	if pcdata > 100 || funcSize+4*(pcdata+data) > len(text) {
		return f, 0, errors.New("it has more tables than there is room")
	}
	name, _, ended := bytes.Cut(names[min(int(word(1)), len(names)):], []byte{0})
	if !ended || len(name) == 0 {
		return f, 0, errors.New("its name is cut off")
	}
	f.name = string(name)
	for i := range pcdata + 1 {
		at := word(4)
		if i > 0 {
			at = word(10 + i)
		}
		steps, err := stepsAt(pctab, int(at))
		if err != nil {
			return f, 0, err
		}
		f.pc = append(f.pc, steps)
	}
	for i := range data {
		f.data = append(f.data, word(11+pcdata+i))
	}
	return f, roundUp(funcSize + 4*(pcdata+data)), nil
}

// panicsAsNil gives the functions that are called where a check fails the mark of the one for nil
// (FuncID_sigpanic). By it the runtime knows that the caller goes on nowhere but where its deferred
// functions are run, and does not ask what its variables are at the call (runtime.unwinder: continpc).
func panicsAsNil(memory []byte, t *tables) {
	nilPanic := slices.IndexFunc(t.funcs, func(f funcInfo) bool { return f.name == "runtime.sigpanic" })
	for i, f := range t.funcs {
		if nilPanic >= 0 && isCheckCall(f.name) {
			at := t.functab + int(binary.LittleEndian.Uint32(memory[t.functab+8*i+4:]))
			memory[at+4*10] = byte(t.funcs[nilPanic].flags)
		}
	}
}

// readInlined reads which functions are inlined in one. How many follows from the table
// that maps its places to them.
func (t *tables) readInlined(f funcInfo, memory []byte) error {
	if inlTree >= len(f.data) || f.data[inlTree] == noData {
		return nil
	}
	if inlIndex >= len(f.pc) {
		return errors.New("other functions are inlined in it nowhere")
	}
	count := 0
	failed := readSteps(f.pc[inlIndex], func(value, _ int) { count = max(count, value+1) })
	at := t.funcdata + int(f.data[inlTree])
	if failed || at+inlinedSize*count > t.buckets {
		return errors.New("the list of functions inlined in it is cut off")
	}
	var names []string
	for ; count > 0; count, at = count-1, at+inlinedSize {
		start := int(binary.LittleEndian.Uint32(memory[at+4:]))
		name, _, ended := bytes.Cut(memory[min(t.names+start, t.namesEnd):t.namesEnd], []byte{0})
		if !ended {
			return errors.New("the name of a function inlined in it is cut off")
		}
		names = append(names, string(name))
	}
	if old, ok := t.inlined[f.data[inlTree]]; !ok || len(names) > len(old) {
		t.inlined[f.data[inlTree]] = names
	}
	return nil
}

// stepsAt returns the table that begins at an offset of pctab: pairs of steps, of
// the value and of the place, up to a step 0 of the value (not of the first). At
// offset 0 is none.
func stepsAt(pctab []byte, at int) (string, error) {
	if at == 0 {
		return "", nil
	}
	in := wasmReader{rest: pctab[min(at, len(pctab)):]}
	for first := true; ; first = false {
		value := in.number()
		if in.failed {
			return "", errors.New("a table is cut off")
		}
		if value == 0 && !first {
			return string(pctab[at : len(pctab)-len(in.rest)]), nil
		}
		in.number()
	}
}

// readSteps calls do with each value of a table and the place where it ends, and reports
// whether the table is cut off.
func readSteps(text string, do func(value, end int)) (failed bool) {
	in := wasmReader{rest: []byte(text)}
	for value, end := -1, 0; len(in.rest) > 1; {
		step := in.number()
		value += int(uint32(step)>>1) ^ -(step & 1) // zigzag
		end += in.number()
		do(value, end)
	}
	return in.failed
}

// valueAt is the value that a table has for a place; -1 where it has none.
func valueAt(text string, place int) int {
	at := -1
	found := false
	readSteps(text, func(value, end int) {
		if !found && place < end {
			at, found = value, true
		}
	})
	return at
}

// shorten takes out of the tables that map places to numbers what nobody asks for. The size of the
// frame of the last places is told for all behind them. Which variables the collector looks at is
// asked for the places before those where a call comes back, and where deferred functions are
// run, of the functions of which the code names all: see namedPlaces.
func (t *tables) shorten(named [][]int) {
	for i := range t.funcs {
		f := &t.funcs[i]
		var sizes steps
		readSteps(f.pc[0], sizes.add)
		f.pc[0] = sizes.text()
		if stackMap >= len(f.pc) || f.pc[stackMap] == "" || isOfRuntime(f.name) {
			continue
		}
		asked := []int{}
		for _, place := range named[i] {
			asked = append(asked, place-1)
		}
		if at := int(f.deferreturn); at > 0 {
			asked = append(asked, at-1, at)
		}
		slices.Sort(asked)
		var maps steps
		for _, place := range asked {
			maps.add(max(valueAt(f.pc[stackMap], place), 0), place+1) // where there is none, it is the first: runtime.getStackMap
		}
		if len(maps) == 0 {
			maps.add(0, 1)
		}
		f.pc[stackMap] = maps.text()
	}
}

// namedPlaces are the places of each function, but for its beginning, of which the code has a
// constant: those where a call comes back, and whatever looks like one. Calls of panics do not
// come back, and are not asked for: see panicsAsNil.
func namedPlaces(code []byte, panics map[int64]bool) ([][]int, error) {
	in := wasmReader{rest: code}
	out := make([][]int, in.number())
	return out, eachFunction(code, func(f *function) {
		for i, x := range f.code {
			n, ok := x.constant()
			of, place := int(n>>16)-firstEntry, int(n&0xffff)
			if ok && 0 <= of && of < len(out) && place > 0 && !(f.is(i, beforePanic...) && panics[f.code[i+3].n]) {
				out[of] = append(out[of], place)
			}
		}
	})
}

// isOfRuntime reports whether a function is one of which places are gone to that no call names,
// such as goexit + 1.
func isOfRuntime(name string) bool {
	return strings.HasPrefix(name, "runtime.") || strings.HasPrefix(name, "internal/runtime/")
}

// steps are those of a table: values, and the places where they end.
type steps []struct{ value, end int }

func (s *steps) add(value, end int) {
	if n := len(*s) - 1; n >= 0 && (*s)[n].value == value {
		(*s)[n].end = end
		return
	}
	*s = append(*s, struct{ value, end int }{value, end})
}

// text is the table, with the last value for all places that a function can have.
func (s steps) text() string {
	var out []byte
	value, end := -1, 0
	for i, x := range s {
		if i == len(s)-1 {
			x.end = 1<<16 - 1
		}
		step := int32(x.value - value)
		out = binary.AppendUvarint(out, uint64(uint32(step)<<1^uint32(step>>31))) // zigzag
		out = binary.AppendUvarint(out, uint64(x.end-end))
		value, end = x.value, x.end
	}
	return string(append(out, 0))
}

// strip takes out what only the text of a crash shows: files and lines, the names of
// the runtime's own functions (of them only "runtime." is asked for, and gopanic), the
// types of generic functions, arguments, which functions of the runtime are inlined in one another. And where it is safe to interrupt a function,
// which the runtime of WebAssembly does not do.
//
// Numbered, a function is called by its number, but for those of the runtime and those
// whose name tells the runtime for which type a method is called (runtime.panicwrap).
func (t *tables) strip(memory []byte, numbered bool) {
	t.numbered = numbered
	clear(memory[t.namesEnd:t.pctab]) // the files
	used := map[uint32]bool{}
	for i := range t.funcs {
		f := &t.funcs[i]
		if isOfRuntime(f.name) && inlTree < len(f.data) && inlIndex < len(f.pc) {
			f.pc[inlIndex], f.data[inlTree] = "", noData
		}
		f.name = shortName(f.name)
		if numbered && isNumbered(f.name, f.flags) {
			f.name, f.numbered = NumberName(i), true
		}
		for _, k := range []int{unsafePoint, argLive} {
			if k < len(f.pc) {
				f.pc[k] = ""
			}
		}
		for k, at := range f.data {
			if k != argInfo && k != argLiveInfo {
				used[at] = true
			}
		}
	}
	for at, names := range t.inlined {
		if !used[at] {
			clear(memory[t.funcdata+int(at):][:inlinedSize*len(names)])
			delete(t.inlined, at)
		}
	}
	for _, f := range t.funcs {
		if argInfo < len(f.data) && !used[f.data[argInfo]] {
			list := memory[t.funcdata+int(f.data[argInfo]) : t.buckets]
			if end := bytes.IndexByte(list, 0xff); end >= 0 { // abi.TraceArgsEndSeq
				clear(list[:end+1])
			}
			used[f.data[argInfo]] = true // cleared
		}
		for _, k := range []int{argInfo, argLiveInfo} {
			if k < len(f.data) {
				f.data[k] = noData
			}
		}
	}
}

// forget takes out what the tables say of functions that never run: they are in no frame. They
// keep their names.
func (t *tables) forget(idle []bool) {
	for i, is := range idle {
		if is {
			t.funcs[i] = funcInfo{name: t.funcs[i].name, pc: []string{""}}
		}
	}
}

func shortName(name string) string {
	from, to := strings.IndexByte(name, '['), strings.LastIndexByte(name, ']')
	if 0 <= from && from < to {
		name = name[:from] + "[...]" + name[to+1:]
	}
	if strings.HasPrefix(name, "runtime.") && name != "runtime.gopanic" {
		name = "runtime."
	}
	return name
}

// isNumbered reports whether nobody but a reader needs the name of a function.
func isNumbered(name string, flags uint32) bool {
	const wrapper = 23 // abi.FuncIDWrapper
	return !strings.HasPrefix(name, "runtime.") && !(byte(flags) == wrapper && strings.Contains(name, ".(*"))
}

// NumberName is what the function with a number is called in the text of a crash once its
// name is taken out: a point, without which it is not shown, and a letter for four bits.
func NumberName(i int) string {
	return string([]byte{'.', 'a' + byte(i>>12&15), 'a' + byte(i>>8&15), 'a' + byte(i>>4&15), 'a' + byte(i&15)})
}

// FunctionNames returns the names of the functions of a binary, by their numbers.
func FunctionNames(wasm []byte) ([]string, error) {
	sections, err := readSections(wasm)
	if err != nil {
		return nil, err
	}
	for _, s := range sections {
		if s.id != dataSection {
			continue
		}
		memory, err := readData(s.body)
		if err != nil {
			return nil, err
		}
		t, err := readTables(memory)
		if err != nil {
			return nil, err
		}
		var names []string
		for _, f := range t.funcs {
			names = append(names, f.name)
		}
		return names, nil
	}
	return nil, errors.New("it has no data")
}

// A column is one number of each function that has it.
type column struct {
	numbers []byte   // of 7 bits a byte, the lowest first; bit 7: another byte follows
	values  []uint32 // if not empty, what the numbers stand for: see dictionary
	several int      // of the values, those that several functions have
}

// The columns, before those of pcdata and those of funcdata.
const (
	colArgs = iota
	colDeferreturn
	colPcdata // their number
	colFlags
	colPcsp
)

// layOut writes the tables to memory as the start function will, and returns the
// columns that it reads.
func (t *tables) layOut(memory []byte) (cols []column, pcdata int, err error) {
	le := binary.LittleEndian
	names, nameAt := t.names, map[string]int{}
	clear(memory[t.names:t.namesEnd])
	clear(memory[t.pctab:t.pctabEnd])
	clear(memory[t.functab+first(len(t.funcs)) : t.end])
	clear(memory[t.buckets:t.bucketsEnd(len(t.funcs))])

	widest, data := 0, 0
	for _, f := range t.funcs {
		widest, data = max(widest, len(f.pc)), max(data, len(f.data))
	}
	cols = make([]column, colPcsp, colPcsp+widest+data)
	for _, f := range t.funcs {
		for i, n := range []uint32{f.args, f.deferreturn, uint32(len(f.pc) - 1), f.flags} {
			cols[i].numbers = binary.AppendUvarint(cols[i].numbers, uint64(n))
		}
	}
	places := map[string]uint32{"": 0}
	pctab := []byte{0}
	for k := range widest {
		steps, several, numbers := dictionary(t.funcs, func(f funcInfo) []string { return f.pc[min(k, len(f.pc)):min(k+1, len(f.pc))] })
		c := column{numbers: numbers, several: several}
		for _, s := range steps {
			if _, ok := places[s]; !ok {
				places[s] = uint32(len(pctab))
				pctab = append(pctab, s...)
			}
			c.values = append(c.values, places[s])
		}
		cols = append(cols, c)
	}
	for k := range data {
		values, several, numbers := dictionary(t.funcs, func(f funcInfo) []uint32 { return f.data[min(k, len(f.data)):min(k+1, len(f.data))] })
		cols = append(cols, column{numbers, values, several})
	}
	if len(pctab) > t.pctabEnd-t.pctab {
		return nil, 0, errors.New("pctab has no room for its tables in another order")
	}
	copy(memory[t.pctab:], pctab)

	at := t.functab + first(len(t.funcs))
	for i, f := range t.funcs {
		le.PutUint32(memory[t.buckets+i*buckets*bucketSize:], uint32(i))
		le.PutUint32(memory[t.functab+8*i+4:], uint32(at-t.functab))
		info := memory[at:at:t.end]
		for _, n := range []uint32{uint32(firstEntry + i), uint32(names - t.names), f.args, f.deferreturn, places[f.pc[0]], 0, 0, uint32(len(f.pc) - 1), 0, 0, f.flags} {
			info = le.AppendUint32(info, n)
		}
		for _, steps := range f.pc[1:] {
			info = le.AppendUint32(info, places[steps])
		}
		for _, n := range f.data {
			info = le.AppendUint32(info, n)
		}
		at += roundUp(len(info))
		if names+len(f.name) >= t.namesEnd {
			return nil, 0, errors.New("the names of functions have no room in the order of functions")
		}
		nameAt[f.name] = names - t.names
		names += copy(memory[names:], f.name) + 1
	}

	// Behind the names of the functions those that are only inlined.
	for _, list := range slices.Sorted(maps.Keys(t.inlined)) {
		for i, name := range t.inlined[list] {
			if name = shortName(name); t.numbered && isNumbered(name, 0) {
				name = "."
			}
			start, there := nameAt[name]
			if !there {
				if names+len(name) >= t.namesEnd {
					return nil, 0, errors.New("the names of inlined functions have no room")
				}
				start = names - t.names
				nameAt[name] = start
				names += copy(memory[names:], name) + 1
			}
			at := t.funcdata + int(list) + inlinedSize*i
			le.PutUint32(memory[at+4:], uint32(start))
			le.PutUint32(memory[at+12:], 0) // the line where it begins
		}
	}
	return cols, widest - 1, nil
}

// dictionary returns the different values of a column: those that several functions
// have, from the most frequent one on, then the others as they come. A number of the
// column is 0 for the next of the others, else 1 + the place among those of several.
func dictionary[T comparable](funcs []funcInfo, get func(funcInfo) []T) (values []T, several int, numbers []byte) {
	count := map[T]int{}
	var once []T
	for _, f := range funcs {
		for _, v := range get(f) {
			if count[v]++; count[v] == 1 {
				once = append(once, v)
			}
		}
	}
	for _, v := range once {
		if count[v] > 1 {
			values = append(values, v)
		}
	}
	once = slices.DeleteFunc(once, func(v T) bool { return count[v] > 1 })
	slices.SortStableFunc(values, func(a, b T) int { return cmp.Compare(count[b], count[a]) })
	number := map[T]uint64{}
	for i, v := range values {
		number[v] = uint64(i + 1)
	}
	for _, f := range funcs {
		for _, v := range get(f) {
			numbers = binary.AppendUvarint(numbers, number[v])
		}
	}
	return append(values, once...), len(values), numbers
}

// clearComputed clears what the start function fills in.
func (t *tables) clearComputed(memory []byte) {
	n := len(t.funcs)
	clear(memory[t.functab : t.functab+8*n])
	clear(memory[t.functab+first(n) : t.end])
	clear(memory[t.buckets:t.bucketsEnd(n)])
	name := t.names
	for _, f := range t.funcs {
		if f.numbered {
			clear(memory[name : name+len(f.name)])
		}
		name += len(f.name) + 1
	}
}
