package shrink

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

// This file is about the descriptions of types (internal/abi.Type). The names of types
// and of their fields are for package reflect and for the text of a crash. A hash tells
// types apart in a type switch, where the code has it as a constant, and it spreads types
// over the runtime's table of interfaces. So most names can go, and most hashes can be small.
//
// A type leads to others: to what a pointer points to, to the fields of a struct. The runtime asks
// that of few. What nobody asks for can go, and then each type that only such a way led to.

// Kinds of types (internal/abi.Kind), and bits of abi.TFlag.
const (
	kindArray, kindChan, kindFunc, kindInterface, kindMap, kindPointer, kindSlice, kindStruct, lastKind = 17, 18, 19, 20, 21, 22, 23, 25, 26

	flagUncommon, flagExtraStar, flagMaskOnDemand, allFlags = 1, 2, 1 << 4, 1<<6 - 1
)

// Places in abi.Type and in what follows it, and lengths.
const (
	typePtrBytes, typeHash, typeFlag, typeAlign, typeFieldAlign, typeKind, typeGCData, typeName, typePointer, typeSize = 8, 16, 20, 21, 22, 23, 32, 40, 44, 48

	listAt     = typeSize + 8 // of a struct or an interface: its fields or methods, behind the path of its package
	fieldSize  = 24           // abi.StructField: Name, Typ, Offset
	imethod    = 8            // abi.Imethod: Name, Typ
	methodSize = 16           // abi.Method: Name, Mtyp, Ifn, Tfn
	uncommon   = 16           // abi.UncommonType: PkgPath, Mcount, Xcount, Moff
)

// behind is how much a kind has between abi.Type and abi.UncommonType.
var behind = map[byte]int{kindArray: 24, kindChan: 16, kindFunc: 8, kindInterface: 32, kindMap: 64, kindPointer: 8, kindSlice: 8, kindStruct: 32}

// A typeTable is memory with the descriptions of types that were found in it.
type typeTable struct {
	*tables
	memory  []byte
	seen    map[int]bool // places that were looked at, and whether a description begins there
	pending []int        // descriptions whose offsets are to be followed
	unread  map[int]int  // names that nobody reads, and how long they are with what belongs to them
	needed  map[int]bool // names that the runtime compares
}

func (t *typeTable) word(at int) int { return int(binary.LittleEndian.Uint64(t.memory[at:])) }
func (t *typeTable) half(at int) int { return int(int32(binary.LittleEndian.Uint32(t.memory[at:]))) }
func (t *typeTable) set(at, n int)   { binary.LittleEndian.PutUint32(t.memory[at:], uint32(n)) }

// findTypes finds the descriptions; constants are those in the code. It returns nil where package
// reflect may read all of them.
func findTypes(memory []byte, in *tables, constants map[uint64]bool) (*typeTable, error) {
	for _, f := range in.funcs {
		if strings.HasPrefix(f.name, "reflect.(") || strings.HasPrefix(f.name, "reflect.Value.") {
			return nil, nil // what else is called so belongs to the runtime
		}
	}
	t := &typeTable{tables: in, memory: memory, seen: map[int]bool{}, unread: map[int]int{}, needed: map[int]bool{}}
	for at := 0; at+8 <= len(memory); at += 8 {
		t.refer(t.word(at))
	}
	for n := range constants {
		t.refer(int(n))
	}
	for len(t.pending) > 0 {
		at := t.pending[len(t.pending)-1]
		t.pending = t.pending[:len(t.pending)-1]
		t.follow(at)
	}
	return t, t.check()
}

// clearTypes clears what nobody reads of the descriptions of types. Constants are those in
// the code.
func clearTypes(memory []byte, in *tables, constants map[uint64]bool) (*typeTable, error) {
	t, err := findTypes(memory, in, constants)
	if err != nil || t == nil {
		return nil, err
	}
	t.leaveOthers(constants)
	number := 0
	for at := t.types; at < t.typesEnd; at += 8 {
		if t.seen[at] {
			number++
			t.clear(at, number, constants)
		}
	}
	for i := range t.itablinksCount {
		// itab: Inter, Type, Hash
		if itab := t.word(t.itablinks + 8*i); !constants[uint64(uint32(t.half(itab+16)))] {
			t.set(itab+16, 0)
		}
	}
	for at, size := range t.unread {
		if !t.needed[at] {
			clear(memory[at : at+size])
		}
	}
	clear(memory[t.typelinks:][:4*t.typelinksCount]) // for reflect, and for programs of several modules
	return t, nil
}

// clearUncalled clears the functions that only reflect calls.
func (t *typeTable) clearUncalled() {
	for at, is := range t.seen {
		if is {
			_, first, count := t.methods(at)
			for m := first; m < first+count*methodSize; m += methodSize {
				t.set(m+12, 0)
			}
		}
	}
}

// leaveOthers leaves only those types that the code or the data names, and those to which
// these lead where the runtime of Go 1.26 goes on. It goes on from a map; from what is named and points
// to, lists or takes others (runtime.SetFinalizer, channels, reflectlite.Swapper); and from a struct or an array
// to its parts where it hashes such values (typehash) or makes the mask of their pointers (buildGCMask).
// All other ways, and types, are cleared.
func (t *typeTable) leaveOthers(constants map[uint64]bool) {
	named := map[int]bool{}
	for n := range constants { // also of a place in a description: the compiler has gone there by itself
		at := int(n) &^ 7
		for at > int(n)-typeSize && !t.seen[at] {
			at -= 8
		}
		named[at] = true
	}
	described := map[int]bool{} // words that belong to a description; others are among them, such as dictionaries of generic functions
	for at, is := range t.seen {
		if is {
			for _, p := range t.parts(at) {
				for word := p[0] &^ 7; word < p[1]; word += 8 {
					described[word] = true
				}
			}
		}
	}
	for at := 0; at+8 <= len(t.memory); at += 8 {
		if !described[at] {
			named[t.word(at)] = true
		}
	}
	reach := func(from func(at int) bool, goesOn func(at int) bool) map[int]bool {
		out := map[int]bool{}
		var pending []int
		add := func(at int) {
			if t.seen[at] && !out[at] && goesOn(at) {
				out[at] = true
				pending = append(pending, at)
			}
		}
		for at, is := range t.seen {
			if is && from(at) {
				add(at)
			}
		}
		for len(pending) > 0 {
			at := pending[len(pending)-1]
			pending = pending[:len(pending)-1]
			for _, way := range t.ways(at) {
				add(t.word(way))
			}
		}
		return out
	}
	kind := func(at int) byte { return t.memory[at+typeKind] }
	walked := reach(
		func(at int) bool { return t.word(at+typeEqual) != 0 || t.memory[at+typeFlag]&flagMaskOnDemand != 0 },
		func(at int) bool { return kind(at) == kindStruct || kind(at) == kindArray })
	for at, is := range t.seen {
		switch {
		case !is || walked[at] || kind(at) == kindMap || named[at] && kind(at) != kindStruct:
		case kind(at) == kindStruct:
			first, count := t.list(at+listAt, fieldSize)
			clear(t.memory[first : first+count*fieldSize])
			clear(t.memory[at+listAt:][:behind[kindStruct]-8])
		default:
			for _, way := range t.ways(at) {
				clear(t.memory[way:][:8])
			}
		}
	}
	live := reach(func(at int) bool { return named[at] }, func(int) bool { return true })

	// What looks like a method, of a type that was not found, keeps its name.
	for at := roundUp(t.types); at+8 <= t.typesEnd; at += 4 {
		if to := t.types + t.half(at+4); t.seen[to] && kind(to) == kindFunc && !described[at&^7] {
			t.needed[t.types+t.half(at)] = true
		}
	}
	for at, is := range t.seen {
		if !is {
			continue
		}
		if live[at] {
			for _, name := range t.compared(at) {
				t.keeps(name)
			}
			continue
		}
		for _, p := range t.parts(at) {
			clear(t.memory[p[0]:p[1]])
		}
		t.seen[at] = false
	}
}

// parts are from where to where a description lies, and the lists that belong to it.
func (t *typeTable) parts(at int) (out [][2]int) {
	end := at + typeSize + behind[t.memory[at+typeKind]]
	path, first, count := t.methods(at)
	if path > 0 {
		end = path + uncommon
		out = append(out, [2]int{first, first + count*methodSize})
	}
	out = append(out, [2]int{at, end})
	switch t.memory[at+typeKind] {
	case kindInterface:
		first, count := t.list(at+listAt, imethod)
		out = append(out, [2]int{first, first + count*imethod})
	case kindStruct:
		first, count := t.list(at+listAt, fieldSize)
		out = append(out, [2]int{first, first + count*fieldSize})
	case kindFunc:
		if ways := t.ways(at); len(ways) > 0 {
			out = append(out, [2]int{ways[0], ways[0] + 8*len(ways)})
		}
	}
	return out
}

// ways are the places in a description that hold the place of another.
func (t *typeTable) ways(at int) (out []int) {
	switch t.memory[at+typeKind] {
	case kindArray, kindChan, kindPointer, kindSlice:
		out = append(out, at+typeSize)
	case kindMap:
		out = append(out, at+typeSize, at+typeSize+8, at+typeSize+16) // keys, values, groups
	case kindFunc:
		first := at + typeSize + behind[kindFunc]
		if t.memory[at+typeFlag]&flagUncommon != 0 {
			first += uncommon
		}
		for i := range t.half(at+typeSize)&0xffff + t.half(at+typeSize)>>16&0x7fff {
			out = append(out, first+8*i)
		}
	case kindStruct:
		first, count := t.list(at+listAt, fieldSize)
		for f := first; f < first+count*fieldSize; f += fieldSize {
			out = append(out, f+8)
		}
	}
	return out
}

// refer notes a number that may be the place of a description.
func (t *typeTable) refer(at int) {
	if _, ok := t.seen[at]; ok || at%8 != 0 || at < t.types || at+typeSize > t.typesEnd {
		return
	}
	m := t.memory[at:]
	kind, flags := m[typeKind], m[typeFlag]
	name, size := t.name(t.types + t.half(at+typeName))
	ok := 0 < kind && kind <= lastKind && flags <= allFlags && t.half(at+typeHash) != 0 && size > 0 && name != "" && t.half(at+typeName) > 0 &&
		isAlign(m[typeAlign]) && isAlign(m[typeFieldAlign]) && t.word(at+typePtrBytes) <= t.word(at) && 0 <= t.word(at+typePtrBytes) &&
		0 <= t.word(at+typeGCData) && t.word(at+typeGCData) < t.programEnd && (flags&flagExtraStar == 0 || name[0] == '*') &&
		at+typeSize+behind[kind]+uncommon <= t.typesEnd
	if t.seen[at] = ok; ok {
		t.pending = append(t.pending, at)
	}
}

func isAlign(n byte) bool { return n == 1 || n == 2 || n == 4 || n == 8 }

// name reads an abi.Name: a byte of flags, the length, the text; if the flags say so, a tag
// and the place of the path of a package. A size of 0 stands for what is none.
func (t *typeTable) name(at int) (text string, size int) {
	if at < t.types || at >= t.typesEnd {
		return "", 0
	}
	in := wasmReader{rest: t.memory[at:t.typesEnd]}
	flags := in.take(1)[0]
	text = string(in.take(in.number()))
	if flags&2 != 0 {
		in.take(in.number())
	}
	if flags&4 != 0 {
		in.take(4)
	}
	if in.failed || flags > 15 || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == '\ufffd' }) {
		return "", 0
	}
	return text, t.typesEnd - at - len(in.rest)
}

// keeps notes that the runtime compares the name at a place, with the path that belongs to it.
func (t *typeTable) keeps(at int) {
	t.needed[at] = true
	if _, size := t.name(at); size > 0 && t.memory[at]&4 != 0 {
		t.needed[t.types+t.half(at+size-4)] = true
	}
}

// drops notes that nobody reads the name at a place.
func (t *typeTable) drops(at int) {
	if at == t.types { // there is none
		return
	}
	if _, size := t.name(at); size > 0 {
		t.unread[at] = size
	}
}

// list is a slice in memory.
func (t *typeTable) list(at, size int) (first, count int) {
	first, count = t.word(at), t.word(at+8)
	if first < 0 || count < 0 || count > len(t.memory) || first+size*count > len(t.memory) {
		return 0, 0
	}
	return first, count
}

// methods are those of a type, behind its description.
func (t *typeTable) methods(at int) (path, first, count int) {
	if t.memory[at+typeFlag]&flagUncommon == 0 {
		return 0, 0, 0
	}
	u := at + typeSize + behind[t.memory[at+typeKind]]
	first, count = u+t.half(u+8), t.half(u+4)&0xffff
	if first < 0 || first+count*methodSize > len(t.memory) {
		return 0, 0, 0
	}
	return u, first, count
}

// follow refers to the types of which a description has the offset, and notes what it is called.
func (t *typeTable) follow(at int) {
	offset := func(at int) {
		if n := t.half(at); n > 0 {
			t.refer(t.types + n)
		}
	}
	offset(at + typePointer)
	t.drops(t.types + t.half(at+typeName))
	_, first, count := t.methods(at)
	for m := first; m < first+count*methodSize; m += methodSize {
		offset(m + 4)
	}
	for _, name := range t.compared(at) {
		t.drops(name)
	}
	switch t.memory[at+typeKind] {
	case kindInterface:
		first, count := t.list(at+listAt, imethod)
		for m := first; m < first+count*imethod; m += imethod {
			offset(m + 4)
		}
	case kindStruct:
		first, count := t.list(at+listAt, fieldSize)
		for f := first; f < first+count*fieldSize; f += fieldSize {
			t.drops(t.word(f))
		}
	}
}

// compared are the names of a type that the runtime compares: of methods, with the packages of those
// that are not exported.
func (t *typeTable) compared(at int) (names []int) {
	path, first, count := t.methods(at)
	if path > 0 {
		names = append(names, t.types+t.half(path))
	}
	for m := first; m < first+count*methodSize; m += methodSize {
		names = append(names, t.types+t.half(m))
	}
	if t.memory[at+typeKind] == kindInterface {
		names = append(names, t.word(at+typeSize))
		first, count := t.list(at+listAt, imethod)
		for m := first; m < first+count*imethod; m += imethod {
			names = append(names, t.types+t.half(m))
		}
	}
	return names
}

// check finds out whether all is a description that has to be one, and no two lie on each other.
func (t *typeTable) check() error {
	for i := range t.typelinksCount {
		if at := t.types + t.half(t.typelinks+4*i); !t.seen[at] {
			return fmt.Errorf("there is no type at %d", at)
		}
	}
	for i := range t.itablinksCount {
		itab := t.word(t.itablinks + 8*i)
		if itab < 0 || itab+20 > len(t.memory) || !t.seen[t.word(itab)] || !t.seen[t.word(itab+8)] || t.half(itab+16) != t.half(t.word(itab+8)+typeHash) {
			return fmt.Errorf("there is no table of an interface at %d", itab)
		}
	}
	end := 0
	for at := roundUp(t.types); at < t.typesEnd; at += 8 {
		if !t.seen[at] {
			continue
		}
		if at < end {
			return errors.New("the descriptions of types overlap")
		}
		end = at + typeSize + behind[t.memory[at+typeKind]]
	}
	return nil
}

// clear clears what nobody reads of a description.
func (t *typeTable) clear(at, number int, constants map[uint64]bool) {
	t.set(at+typeName, 0)
	t.set(at+typePointer, 0)
	t.memory[at+typeFlag] &^= flagExtraStar
	_, _, count := t.methods(at)
	kind := t.memory[at+typeKind]
	if !constants[uint64(uint32(t.half(at+typeHash)))] && kind != kindInterface {
		if count == 0 { // it is in no table of an interface
			number = 0
		}
		t.set(at+typeHash, number)
	}
	if kind == kindArray {
		clear(t.memory[at+typeSize+8:][:8]) // a slice of the same elements
	}
	if kind == kindStruct {
		clear(t.memory[at+typeSize : at+listAt]) // the path of its package
		first, count := t.list(at+listAt, fieldSize)
		for f := first; f < first+count*fieldSize; f += fieldSize {
			if name, _ := t.name(t.word(f)); name != "_" { // it is not hashed
				clear(t.memory[f : f+8])
			} else {
				t.needed[t.word(f)] = true
			}
		}
	}
}

// constants are the numbers that are constants in the code.
func constants(code []byte) (map[uint64]bool, error) {
	out := map[uint64]bool{}
	return out, eachFunction(code, func(f *function) {
		for _, x := range f.code {
			if n, ok := x.constant(); ok {
				out[n] = true
			}
		}
	})
}

// constant is the number of an instruction that is a constant.
func (x instr) constant() (uint64, bool) {
	if x.op == opI32Const {
		return uint64(uint32(x.n)), true
	}
	return uint64(x.n), x.op == opI64Const
}

// eachFunction calls do with each function of the code.
func eachFunction(code []byte, do func(f *function)) error {
	in := wasmReader{rest: code}
	for count := in.number(); count > 0 && !in.failed; count-- {
		f, err := readFunction(in.take(in.number()))
		if err != nil {
			return err
		}
		do(f)
	}
	return nil
}
