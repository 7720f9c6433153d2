// Package shrink makes a WebAssembly binary of Go lighter to send, and leaves what it
// does as it is. Three things in it serve no visitor:
//
//   - The linker writes the data as 100,000 pieces, to leave out the zeros between
//     them. The places of the pieces weigh more, compressed, than the zeros would.
//   - The tables of the runtime tell the file and line of every instruction. Only
//     the text of a crash shows them; it keeps the names of the functions.
//   - The functions say the same in other words each time: see code.go.
package shrink

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// Binary returns the lighter binary. An error, and nothing else, stands for a layout
// that it does not know: it knows the one of Go 1.26, for js and wasip1.
func Binary(wasm []byte) ([]byte, error) {
	sections, err := readSections(wasm)
	if err != nil {
		return nil, err
	}
	out := bytes.Clone(wasm[:8])
	for _, s := range sections {
		switch s.id {
		case codeSection:
			if s.body, err = shrinkCode(s.body, ordinaryFunctions(sections)); err != nil {
				return nil, err
			}
		case dataSection:
			memory, err := readData(s.body)
			if err != nil {
				return nil, err
			}
			if err := dropLines(memory); err != nil {
				return nil, err
			}
			s.body = writeData(memory)
		}
		out = append(out, s.id)
		out = binary.AppendUvarint(out, uint64(len(s.body)))
		out = append(out, s.body...)
	}
	return out, nil
}

// A section is a part of a binary.
type section struct {
	id   byte
	body []byte
}

const (
	typeSection     = 1
	functionSection = 3
	codeSection     = 10
	dataSection     = 11
)

// readSections takes a binary of Go apart. It has all sections named above.
func readSections(wasm []byte) ([]section, error) {
	if !bytes.HasPrefix(wasm, []byte("\x00asm\x01\x00\x00\x00")) {
		return nil, errors.New("not a WebAssembly binary, version 1")
	}
	var out []section
	missing := []byte{typeSection, functionSection, codeSection, dataSection}
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

// writeData is one piece, from the first byte that is not zero.
func writeData(memory []byte) []byte {
	data := bytes.TrimLeft(memory, "\x00")
	out := []byte{1, 0, 0x41}
	for at := len(memory) - len(data); ; { // a signed number: bit 6 of the last byte is its sign
		low := byte(at & 0x7f)
		if at >>= 7; at == 0 && low&0x40 == 0 {
			out = append(out, low)
			break
		}
		out = append(out, low|0x80)
	}
	out = append(out, 0x0b)
	out = binary.AppendUvarint(out, uint64(len(data)))
	return append(out, data...)
}

// The head of the runtime's table of functions (runtime.pcHeader, Go 1.20 to 1.26):
// magic, two zeros, the unit of instructions, the size of a pointer.
var pcHeader = []byte("\xf1\xff\xff\xff\x00\x00\x01\x08")

// dropLines takes the tables of files and lines out of pctab, in place: offset 0 in
// runtime._func stands for "no table", and a crash then shows "?:0".
func dropLines(memory []byte) error {
	start := bytes.Index(memory, pcHeader)
	if start < 0 || bytes.Contains(memory[start+1:], pcHeader) {
		return errors.New("the table of functions is not of the kind of Go 1.20 to 1.26")
	}
	table := memory[start:]
	word := func(i int) int { // of the head
		if len(table) < 72 {
			return -1
		}
		return int(binary.LittleEndian.Uint64(table[8+8*i:]))
	}
	count, from, to := word(0), word(6), word(7) // functions; pctab; the functions themselves
	if count <= 0 || from <= 0 || to < from || to+8*count > len(table) {
		return errors.New("the table of functions is cut off")
	}
	pctab := table[from:to]
	kept := make([]byte, 1, len(pctab)) // at offset 0 is nothing
	places := map[uint32]uint32{0: 0}
	keep := func(field []byte) error {
		old := binary.LittleEndian.Uint32(field)
		place, ok := places[old]
		if !ok {
			steps, err := stepsAt(pctab, old)
			if err != nil {
				return err
			}
			place = uint32(len(kept))
			places[old] = place
			kept = append(kept, steps...)
		}
		binary.LittleEndian.PutUint32(field, place)
		return nil
	}
	for i := range count {
		at := to + int(binary.LittleEndian.Uint32(table[to+8*i+4:]))
		if at+44 > len(table) {
			return errors.New("a function lies outside of the table of functions")
		}
		// runtime._func: entryOff, nameOff, args, deferreturn, pcsp, pcfile, pcln,
		// npcdata, cuOffset, startLine, …, then npcdata offsets into pctab.
		f := table[at:]
		clear(f[20:28])
		clear(f[32:40])
		if err := keep(f[16:20]); err != nil {
			return err
		}
		tables := int(binary.LittleEndian.Uint32(f[28:]))
		if tables < 0 || 44+4*tables > len(f) {
			return errors.New("a function has more tables than there is room")
		}
		for k := range tables {
			if err := keep(f[44+4*k : 48+4*k]); err != nil {
				return err
			}
		}
	}
	clear(pctab)
	copy(pctab, kept)
	if names, files := word(3), word(4); 0 < names && names <= files && files <= from {
		shortenNames(table[names:files])
		clear(table[files:from])
	}
	return nil
}

// shortenNames writes "[...]" for the types of a generic function, in place, as the
// text of a crash does: slices.Index[...]. That text leaves the functions of the
// runtime out, but for gopanic: of their names only "runtime." is asked for. The
// room behind a name is left empty.
func shortenNames(names []byte) {
	for len(names) > 0 {
		n := bytes.IndexByte(names, 0)
		if n < 0 {
			return
		}
		name := names[:n]
		from, to := bytes.IndexByte(name, '['), bytes.LastIndexByte(name, ']')
		if from >= 0 && to-from > len("[...]") {
			short := append(append(bytes.Clone(name[:from]), "[...]"...), name[to+1:]...)
			clear(name)
			copy(name, short)
		}
		if hidden := []byte("runtime."); bytes.HasPrefix(name, hidden) && string(name) != "runtime.gopanic" {
			clear(name[len(hidden):])
		}
		names = names[n+1:]
	}
}

// stepsAt returns the table that begins at an offset of pctab: pairs of steps, of
// the value and of the place, up to a step 0 of the value (not of the first).
func stepsAt(pctab []byte, at uint32) ([]byte, error) {
	if int64(at) >= int64(len(pctab)) {
		return nil, errors.New("a table of a function lies outside of pctab")
	}
	in := wasmReader{rest: pctab[at:]}
	for first := true; ; first = false {
		value := in.number()
		if in.failed {
			return nil, errors.New("a table of a function is cut off")
		}
		if value == 0 && !first {
			return pctab[at : len(pctab)-len(in.rest)], nil
		}
		in.number()
	}
}
