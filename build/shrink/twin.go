package shrink

import (
	"encoding/binary"
	"fmt"
)

// This file is about functions that are there several times. The compiler writes a function with
// type parameters once for each kind of list that it is given, also where that makes no difference:
// lists of pointers to different types are different kinds. What tells them apart is a dictionary,
// which the caller hands over.

// callOneOfTwins lets those who call one of several functions that are the same all call the first.
// Whoever is left without a caller is idle then. Two are the same where their code is, but for the
// number of the function itself, and where the runtime finds the same in their frames. The
// text of a crash names the first. The runtime's own functions, which it knows by their numbers, stay apart.
func callOneOfTwins(code []byte, imports int, ordinary []bool, t *tables) ([]byte, error) {
	var all []*function
	if err := eachFunction(code, func(f *function) { all = append(all, f) }); err != nil {
		return nil, err
	}
	if len(all) != len(t.funcs) || len(all) != len(ordinary) {
		return nil, fmt.Errorf("%d functions, but %d in the tables", len(all), len(t.funcs))
	}
	first := make([]int, len(all)) // of those that are the same
	for i := range first {
		first[i] = i
	}
	for again := true; again; { // who calls the same may be the same
		again = false
		seen := map[string]int{}
		for i, f := range all {
			if !ordinary[i] || isOfRuntime(t.funcs[i].name) {
				continue
			}
			text := f.textOf(i, imports, first)
			text = t.funcs[i].appendFrame(text)
			one, ok := seen[string(text)]
			if !ok {
				seen[string(text)] = i
				one = i
			}
			if first[i] != one {
				first[i], again = one, true
			}
		}
	}
	out := binary.AppendUvarint(nil, uint64(len(all)))
	for _, f := range all {
		for k, x := range f.code {
			if to := int(x.n) - imports; x.op == opCall && to >= 0 && first[to] != to {
				f.code[k] = with(opCall, int64(imports+first[to]))
			}
		}
		out = append(out, sized(f.bytes())...)
	}
	return out, nil
}

// textOf is the code of function i, with one word for its own number in constants and calls.
func (f *function) textOf(i, imports int, first []int) []byte {
	const own = 0xff // no instruction
	b := (&function{locals: f.locals}).bytes()
	for _, x := range f.code {
		switch to := int(x.n) - imports; {
		case x.op == opCall && to == i:
			b = append(b, own, opCall)
		case x.op == opCall && to >= 0:
			b = append(b, with(opCall, int64(imports+first[to])).bytes...)
		case (x.op == opI64Const || x.op == opI32Const) && int(x.n>>16)-firstEntry == i:
			b = binary.AppendUvarint(append(b, own, x.op), uint64(x.n&0xffff))
		default:
			b = append(b, x.bytes...)
		}
	}
	return b
}

// appendFrame appends what the runtime needs to know of a frame of the function: how large it is at
// each place, and where pointers are. What it prints of arguments is left out.
func (f *funcInfo) appendFrame(b []byte) []byte {
	b = binary.AppendUvarint(append(b, 0xff), uint64(f.args))
	b = binary.AppendUvarint(b, uint64(f.deferreturn))
	b = binary.AppendUvarint(b, uint64(f.flags))
	for i, steps := range f.pc {
		if i != argLive {
			b = append(binary.AppendUvarint(b, uint64(len(steps))), steps...)
		}
	}
	for i, at := range f.data {
		if i != argInfo && i != argLiveInfo {
			b = binary.AppendUvarint(b, uint64(at))
		}
	}
	return b
}
