package shrink

import (
	"slices"
	"strings"
)

// This file is about how values of a type are compared. The compiler writes a function for each
// type that is made anywhere, and the type's description names it. It is asked for by an interface
// that holds such a value, and by a map that has it for a key; most types are in neither. Where code
// compares values itself, it calls the function, which then stays.

const typeEqual = 24 // in abi.Type: the place of the function that compares, or 0

// allocators are functions of the runtime of Go 1.26 that make or copy values of a type and do
// nothing else with it, and where on the stack they get its description.
var allocators = map[string]int64{
	"newobject": 0, "makeslice": 0, "makeslice64": 0, "makeslicecopy": 0, "typedmemmove": 0, "typedmemclr": 0, "typedslicecopy": 0,
	"wbZero": 0, "wbMove": 0, "mallocgc": 8, "growslice": 32,
}

// forgetEquals takes the function that compares out of the descriptions of types that are in no
// interface and no key of a map: then nothing may be left that refers to it. Wherever a description is
// referred to other than by an allocator, a comparison, or another description, it keeps its own.
func forgetEquals(memory, code []byte, imports int, in *tables, constants map[uint64]bool) error {
	t, err := findTypes(memory, in, constants)
	if err != nil || t == nil {
		return err
	}
	kept := map[int]bool{}
	if err := eachFunction(code, func(f *function) {
		for i, x := range f.code {
			if n, ok := x.constant(); !ok {
				continue
			} else if at := int(n); t.seen[at] && !f.is(i+1, opI64Eq) && !f.is(i+1, opI64Eq+1) && !t.isAllocation(f, i, imports) {
				kept[at] = true
			}
		}
	}); err != nil {
		return err
	}
	functions := map[int]bool{} // places that hold the place of a function, or null
	for at := 0; at+8 <= len(memory); at += 8 {
		if n := t.word(at); at < t.types || at >= t.typesEnd {
			kept[n] = true
			functions[n] = true
		}
	}
	for i := range t.itablinksCount {
		kept[t.word(t.word(t.itablinks+8*i)+8)] = true
	}
	for at, is := range t.seen {
		if is && memory[at+typeKind] == kindMap {
			kept[t.word(at+typeSize)] = true   // its key
			kept[t.word(at+typeSize+8)] = true // its value, which sync.Map compares
		}
	}
	var forgotten []int
	for at, is := range t.seen {
		switch equal := t.word(at + typeEqual); {
		case !is || equal == 0:
		case kept[at]:
			functions[equal] = true
		default:
			forgotten = append(forgotten, equal)
			clear(memory[at+typeEqual:][:8])
		}
	}
	for _, at := range forgotten {
		if number := t.word(at)>>16 - firstEntry; !functions[at] && !constants[uint64(at)] && 0 <= number && number < len(t.funcs) && strings.HasPrefix(t.funcs[number].name, "type:.eq.") {
			clear(memory[at:][:8])
		}
	}
	return nil
}

// isAllocation reports whether constant i is what the next call gets as a type to allocate.
func (t *typeTable) isAllocation(f *function, i, imports int) bool {
	if !f.is(i-1, opLocalGet, opI64Const, opI64Store) || f.code[i-1].n != localSP {
		return false
	}
	k := i + 2 + slices.IndexFunc(f.code[i+2:], func(x instr) bool {
		_, _, plain := effect(x.op)
		return !plain && x.op != opLocalTee
	})
	if !f.is(k, opCall) {
		return false
	}
	number := int(f.code[k].n) - imports
	if number < 0 || number >= len(t.funcs) {
		return false
	}
	name, ok := strings.CutPrefix(t.funcs[number].name, "runtime.")
	at, known := allocators[name]
	return ok && known && at == f.code[i+1].n
}
