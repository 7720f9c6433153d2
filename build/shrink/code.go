package shrink

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// This file rewrites the functions of a Go program so that they compress better and
// run no slower. Go's compiler (cmd/internal/obj/wasm) gives a function the form
//
//	sp = SP
//	block { loop {
//	    block { block { block { br_table PC_B }  part 0 }  part 1 }  part 2 …
//	} }
//	return 1
//
// so that a goroutine can leave it in the middle and come back to any part. PC_B, the
// parameter, is the number of the part. Three things are written once for each call
// or jump, with a number that is another one each time, the others with more words than
// they need:
//
//   - A jump sets PC_B and goes back to the loop, which looks the part up. Forward,
//     where the end of a block around the jump is the part, it can leave that block.
//   - The table names a part several times, where several numbers mean it. With a block for
//     each number all tables begin alike.
//   - A call leaves the outer block when the goroutine does. It can return 1 itself.
//   - A call stores where to go on: the number of the function, shifted by 16 bits,
//     and PC_B. The former can come from a variable.
//   - A place on the stack is computed. A load or store can add the distance itself.
//   - A return takes the frame off the stack, then the place it returns to.
//   - Each of many checks stores a place of its own when it fails, with the words of a call behind
//     which something follows: see cold.go.
//   - The places of calls are all others, but most lie as far from the one before: see onward.go.
//   - A value is put into a variable, and taken out of it at once: see value.go.
//   - Much is said that changes nothing.
//
// What does not have exactly this form stays as it is, so a function can only become
// another text for the same work.

// shrinkCode rewrites a code section. PC_F, the number of a function, is its place in
// the section and funcValueOffset (cmd/link/internal/wasm).
func shrinkCode(body []byte, known special, steps Steps) ([]byte, error) {
	const funcValueOffset = 0x1000
	in := wasmReader{rest: body}
	count := in.number()
	if count != len(known.ordinary) {
		return nil, fmt.Errorf("%d functions, but %d types of functions", count, len(known.ordinary))
	}
	out := binary.AppendUvarint(nil, uint64(count))
	rewritten := 0
	for i := 0; i < count && !in.failed; i++ {
		text := in.take(in.number())
		if known.ordinary[i] {
			f, err := readFunction(text)
			if err != nil {
				return nil, fmt.Errorf("function %d: %v", i, err)
			}
			if f.isResumable() {
				if steps&Checks != 0 {
					f.nameOnePlace(known.panics, known.sizes[i])
				}
				if steps&Jumps != 0 {
					f.jumpForward()
				}
				if steps&Places != 0 {
					f.numberPlaces()
				}
				if steps&(Calls|Cold) != 0 {
					f.returnFromCalls()
				}
				if steps&Cold != 0 {
					f.leaveCold(known.cold)
				}
				if steps&(Numbers|Onward) != 0 {
					if f.keepNumber(int64(i+funcValueOffset)) && steps&Onward != 0 && !known.computed[i] {
						f.countOn(known.deferreturn[i], known.panics)
					}
				}
				if steps&Stack != 0 {
					f.addressStack()
				}
				if steps&Returns != 0 {
					f.popOnce()
				}
				if steps&Values != 0 {
					f.useAtOnce()
				}
				if steps&Words != 0 {
					f.sayBriefly()
				}
				if steps&Numbers != 0 {
					f.roundVariables()
				}
				text = f.bytes()
				rewritten++
				if steps&Idle != 0 && known.idle[i] {
					text = returnAtOnce
				}
			}
		}
		out = binary.AppendUvarint(out, uint64(len(text)))
		out = append(out, text...)
	}
	if in.failed || len(in.rest) > 0 {
		return nil, errors.New("the code section is cut off")
	}
	if rewritten < count/2 {
		return nil, fmt.Errorf("only %d of %d functions have the form that Go 1.26 gives them", rewritten, count)
	}
	return out, nil
}

// special is what tells functions apart, by their place in the section.
type special struct {
	ordinary    []bool             // they have the type of Go functions
	idle        []bool             // they never run
	sizes       []string           // for each place the size of the frame
	computed    []bool             // the runtime goes to places in them that no call names, such as goexit + 1
	deferreturn []int64            // the place where deferred functions are run, or 0
	cold        map[int64]coldCall // how functions that are called hardly ever are called, by their index
	panics      map[int64]bool     // the indexes of the functions that are called where a check fails
}

// ordinaryFunctions tells which functions have the type of Go functions: from an i32,
// PC_B, to an i32. The linker puts it first.
func ordinaryFunctions(sections []section) []bool {
	var out []bool
	for _, s := range sections {
		in := wasmReader{rest: s.body}
		switch s.id {
		case typeSection:
			in.number()
			if !bytes.HasPrefix(in.rest, []byte{0x60, 1, typeI32, 1, typeI32}) {
				return nil
			}
		case functionSection:
			for count := in.number(); count > 0 && !in.failed; count-- {
				out = append(out, in.number() == 0)
			}
		}
	}
	return out
}

// Opcodes (https://webassembly.github.io/spec/core/binary/instructions.html).
const (
	opUnreachable   = 0x00
	opNop           = 0x01
	opBlock         = 0x02
	opLoop          = 0x03
	opIf            = 0x04
	opElse          = 0x05
	opEnd           = 0x0b
	opBr            = 0x0c
	opBrIf          = 0x0d
	opBrTable       = 0x0e
	opReturn        = 0x0f
	opCall          = 0x10
	opCallIndirect  = 0x11
	opDrop          = 0x1a
	opSelect        = 0x1b
	opLocalGet      = 0x20
	opLocalSet      = 0x21
	opLocalTee      = 0x22
	opGlobalGet     = 0x23
	opGlobalSet     = 0x24
	opI32Load       = 0x28 // the first load
	opI64Load32U    = 0x35 // the last
	opI32Store      = 0x36 // the first store
	opI64Store      = 0x37
	opI32Store8     = 0x3a
	opI64Store32    = 0x3e // the last
	opI32Const      = 0x41
	opI64Const      = 0x42
	opI32Eqz        = 0x45
	opI64Eqz        = 0x50
	opI32Eq         = 0x46 // the first comparison; ne, lt_s, lt_u, gt_s, gt_u, le_s, le_u, ge_s, ge_u follow
	opI64Eq         = 0x51 // as well
	opI32Add        = 0x6a
	opI32Sub        = 0x6b
	opI64Add        = 0x7c
	opI32WrapI64    = 0xa7
	opI64ExtendI32U = 0xad

	typeNone = 0x40
	typeI32  = 0x7f
	typeI64  = 0x7e
)

// Variables of a function of Go.
const (
	localPCB    = 0
	localSP     = 1
	localNumber = 2 // the one that keepNumber adds
)

// An instr is one instruction: its opcode, the number behind it (of a variable, a
// label or a function, a constant, the distance of a load or store; else 0), and its
// bytes.
type instr struct {
	op    byte
	n     int64
	bytes []byte
}

func plain(op byte) instr { return instr{op, 0, []byte{op}} }

func isLoad(op byte) bool  { return opI32Load <= op && op <= opI64Load32U }
func isStore(op byte) bool { return opI32Store <= op && op <= opI64Store32 }

// with is an instruction with one number behind it, unsigned unless it is a constant.
func with(op byte, n int64) instr {
	if op == opI32Const || op == opI64Const {
		return instr{op, n, appendSigned([]byte{op}, n)}
	}
	return instr{op, n, binary.AppendUvarint([]byte{op}, uint64(n))}
}

// instr reads the next instruction, of those that Go's compiler writes.
func (r *wasmReader) instr() (instr, error) {
	start := r.rest
	op := r.take(1)[0]
	n := int64(0)
	switch {
	case op == opBlock, op == opLoop, op == opIf:
		r.take(1)
	case op == opBr, op == opBrIf, op == opCall, opLocalGet <= op && op <= opGlobalSet, op == 0x3f, op == 0x40: // memory.size, memory.grow
		n = int64(r.number())
	case op == opBrTable:
		for count := r.number() + 1; count > 0 && !r.failed; count-- {
			r.number()
		}
	case op == opCallIndirect, isLoad(op), isStore(op): // type, table; alignment, distance
		r.number()
		n = int64(r.number())
	case op == opI32Const, op == opI64Const:
		n = r.signed()
	case op == 0x43: // f32.const
		r.take(4)
	case op == 0x44: // f64.const
		r.take(8)
	case op == 0xfc: // saturating conversions; memory.copy, memory.fill
		switch sub := r.number(); {
		case sub == 10:
			r.take(2)
		case sub == 11:
			r.take(1)
		case sub > 11, sub == 8, sub == 9:
			return instr{}, fmt.Errorf("unknown instruction 0xfc %d", sub)
		}
	case op <= 0x01, op == 0x05, op == opEnd, op == opReturn, op == opDrop, op == opSelect, 0x45 <= op && op <= 0xc4: // nothing behind it
	default:
		return instr{}, fmt.Errorf("unknown instruction %#x", op)
	}
	if r.failed {
		return instr{}, errors.New("an instruction is cut off")
	}
	return instr{op, n, start[:len(start)-len(r.rest)]}, nil
}

// signed reads a signed number.
func (r *wasmReader) signed() int64 {
	n := int64(0)
	for shift := 0; shift < 64; shift += 7 {
		b := r.take(1)[0]
		n |= int64(b&0x7f) << shift
		if b < 0x80 {
			if shift < 57 && b&0x40 != 0 {
				n |= -1 << (shift + 7)
			}
			break
		}
	}
	return n
}

func appendSigned(b []byte, n int64) []byte {
	for {
		low := byte(n & 0x7f)
		n >>= 7
		if n == 0 && low&0x40 == 0 || n == -1 && low&0x40 != 0 {
			return append(b, low)
		}
		b = append(b, low|0x80)
	}
}

// A function is its variables, in groups of one type, and its instructions.
type function struct {
	locals []locals
	code   []instr
}

type locals struct {
	count int
	typ   byte
}

func readFunction(text []byte) (*function, error) {
	in := wasmReader{rest: text}
	f := &function{}
	for count := in.number(); count > 0 && !in.failed; count-- {
		n := in.number()
		f.locals = append(f.locals, locals{n, in.take(1)[0]})
	}
	for len(in.rest) > 0 {
		i, err := in.instr()
		if err != nil {
			return nil, err
		}
		if i.op != opNop { // the compiler's marks of what it has inlined
			f.code = append(f.code, i)
		}
	}
	if in.failed {
		return nil, errors.New("it is cut off")
	}
	return f, nil
}

func (f *function) bytes() []byte {
	b := binary.AppendUvarint(nil, uint64(len(f.locals)))
	for _, l := range f.locals {
		b = append(binary.AppendUvarint(b, uint64(l.count)), l.typ)
	}
	for _, i := range f.code {
		b = append(b, i.bytes...)
	}
	return b
}

// is reports whether the instructions from i on have these opcodes.
func (f *function) is(i int, ops ...byte) bool {
	if i < 0 || i+len(ops) > len(f.code) {
		return false
	}
	for k, op := range ops {
		if f.code[i+k].op != op {
			return false
		}
	}
	return true
}

// isResumable reports whether the function has the form above: it begins with
// sp = SP, and reads PC_B only for its table, or where it has just set it (a call of
// a function value keeps the function there for a moment).
func (f *function) isResumable() bool {
	if !f.is(0, opGlobalGet, opLocalSet) || f.code[0].n != 0 || f.code[1].n != localSP || len(f.locals) == 0 || f.locals[0] != (locals{1, typeI32}) {
		return false
	}
	tables := 0
	for i, x := range f.code {
		switch {
		case x.op == opLocalTee && x.n == localPCB:
			return false
		case x.op == opLocalGet && x.n == localPCB:
			if f.is(i+1, opBrTable) {
				tables++
			} else if !f.is(i-2, opLocalSet, opI32Const) || f.code[i-2].n != localPCB {
				return false
			}
		}
	}
	return tables <= 1
}

// jumpForward lets jumps forward leave the block whose end is the part they go to.
func (f *function) jumpForward() {
	var out []instr
	var around []int // the blocks around an instruction, as places in the code
	var parts []int  // the block that ends where the part of each PC_B begins; the last is for all others
	loop := -1       // the one that looks parts up
	for i := 0; i < len(f.code); i++ {
		x := f.code[i]
		switch x.op {
		case opBlock, opLoop, opIf:
			around = append(around, i)
		case opEnd:
			if len(around) > 0 { // else it ends the function
				around = around[:len(around)-1]
			}
		case opBrTable:
			if !f.is(i-1, opLocalGet) || f.code[i-1].n != localPCB {
				break
			}
			in := wasmReader{rest: x.bytes[1:]}
			for count := in.number() + 1; count > 0; count-- {
				parts = append(parts, around[len(around)-1-in.number()])
			}
			for _, at := range slices.Backward(around) {
				if f.code[at].op != opBlock {
					loop = at
					break
				}
			}
		case opBr:
			n := len(out)
			if loop < 0 || !f.is(i-2, opI32Const, opLocalSet) || f.code[i-1].n != localPCB || around[len(around)-1-int(x.n)] != loop {
				break
			}
			target := parts[min(int(f.code[i-2].n), len(parts)-1)]
			at := slices.Index(around, target)
			if at < 0 {
				break // backward
			}
			leave := int64(len(around) - 1 - at)
			if f.is(i-3, opIf) && f.is(i+1, opEnd) { // if { jump }
				out = append(out[:n-3], with(opBrIf, leave-1))
				around = around[:len(around)-1]
				i++
			} else {
				out = append(out[:n-2], with(opBr, leave))
			}
			continue
		}
		out = append(out, x)
	}
	f.code = out
}

// numberPlaces gives each PC_B a block of its own, so that the table says 0, 1, 2, 3, …
// in all functions: where several lead to one part, as many blocks end there.
func (f *function) numberPlaces() {
	table := slices.IndexFunc(f.code, func(x instr) bool { return x.op == opBrTable })
	if table < 1 || f.code[table-1].op != opLocalGet || f.code[table-1].n != localPCB {
		return
	}
	in := wasmReader{rest: f.code[table].bytes[1:]}
	count := in.number()
	more := map[int]int{} // how many blocks a block becomes besides, by its place in the code
	first := table - 2    // the innermost block
	next := 0
	for i := range count + 1 {
		to := in.number()
		switch at := first - to; {
		case at < 0 || f.code[at].op != opBlock || f.code[at].bytes[1] != typeNone:
			return
		case i == 0 && to == 0, i > 0 && to == next+1:
			next = to
		case i > 0 && to == next && i < count:
			more[at]++
		default:
			return
		}
	}
	if len(more) == 0 {
		return
	}
	var around []int // the blocks around an instruction, as places in the code
	out := make([]instr, 0, len(f.code)+3*count)
	for i, x := range f.code {
		switch x.op {
		case opBlock, opLoop, opIf:
			around = append(around, i)
			for range more[i] {
				out = append(out, x)
			}
		case opEnd:
			if n := len(around) - 1; n >= 0 {
				for range more[around[n]] {
					out = append(out, x)
				}
				around = around[:n]
			}
		case opBr, opBrIf:
			depth := x.n
			for _, at := range around[len(around)-int(x.n):] {
				depth += int64(more[at])
			}
			x = with(x.op, depth)
		case opBrTable:
			if i != table {
				return
			}
			x.bytes = binary.AppendUvarint([]byte{opBrTable}, uint64(count))
			for to := range count + 1 {
				x.bytes = binary.AppendUvarint(x.bytes, uint64(to))
			}
		}
		out = append(out, x)
	}
	f.code = out
}

// returnFromCalls lets a call return 1 where it would leave the outermost block, if
// all that follows that block is to return 1.
func (f *function) returnFromCalls() {
	end := len(f.code) - 3
	if !f.is(end, opEnd, opI32Const, opEnd) || f.code[end+1].n != 1 {
		return
	}
	depth := 0
	var out []instr
	for _, x := range f.code {
		switch x.op {
		case opBlock, opLoop, opIf:
			depth++
		case opEnd:
			depth--
		case opBrIf:
			if int(x.n) == depth-1 {
				out = append(out, instr{opIf, 0, []byte{opIf, typeNone}}, with(opI32Const, 1), plain(opReturn), plain(opEnd))
				continue
			}
		}
		out = append(out, x)
	}
	f.code = out
}

var beforePanic = []byte{opI64Const, opI64Store, opI32Const, opCall}

// nameOnePlace lets all calls of the functions that panic where a check fails store place 1, which
// is behind the beginning of every function, or else the place of the first of them. Nobody goes
// on there, the collector does not look at the variables of such a frame (see panicsAsNil), and
// its size is the same, which sizes tell for each place.
func (f *function) nameOnePlace(panics map[int64]bool, sizes string) {
	place := instr{}
	for i := range f.code {
		if f.is(i, beforePanic...) && panics[f.code[i+3].n] {
			at := int(f.code[i].n & 0xffff)
			if place.op == 0 {
				place = f.code[i]
				if valueAt(sizes, 1) == valueAt(sizes, at) {
					place = with(opI64Const, place.n-int64(at)+1)
				}
			}
			if valueAt(sizes, int(place.n&0xffff)) == valueAt(sizes, at) {
				f.code[i] = place
			}
		}
	}
}

// keepNumber keeps the number of the function, shifted, in a new variable, the first
// one after sp, and adds PC_B to it before each call. It reports whether that pays.
func (f *function) keepNumber(number int64) bool {
	out := append(slices.Clone(f.code[:2]), with(opI64Const, number<<16), with(opLocalSet, localNumber))
	calls := 0
	for i, x := range f.code[2:] {
		switch {
		case x.op == opI64Const && x.n>>16 == number && (f.is(i+3, opI64Store) || f.is(i+3, opCall, opReturn)):
			calls++
			out = append(out, with(opLocalGet, localNumber), with(opI64Const, x.n&0xffff), plain(opI64Add))
			continue
		case (x.op == opLocalGet || x.op == opLocalSet || x.op == opLocalTee) && x.n >= localNumber:
			x = with(x.op, x.n+1)
		}
		out = append(out, x)
	}
	if calls < 2 {
		return false
	}
	f.code = out
	if len(f.locals) > 1 && f.locals[1].typ == typeI64 {
		f.locals[1].count++
	} else {
		f.locals = slices.Insert(f.locals, 1, locals{1, typeI64})
	}
	return true
}

// roundVariables gives a function more variables than it has, so that the heads of most
// functions are the same. The browser's compiler leaves out what is not used. Only where
// none of another type come behind them: those would have other numbers.
func (f *function) roundVariables() {
	last := &f.locals[len(f.locals)-1]
	for _, count := range []int{3, 5, 7, 9, 11, 13, 17} {
		if last.typ == typeI64 && last.count <= count {
			last.count = count
			return
		}
	}
}

// addressStack writes sp + a distance as the distance of the load or store that it is
// the address of, or else with one instruction less.
func (f *function) addressStack() {
	var out []instr
	for i := 0; i < len(f.code); i++ {
		x := f.code[i]
		if f.is(i, opLocalGet, opI64ExtendI32U, opI64Const, opI64Add, opI32WrapI64) && x.n == localSP {
			distance := f.code[i+2].n
			out = append(out, x)
			i += 4
			if user := f.userOf(i); user >= 0 && 0 <= distance && distance < 1<<20 { // the stack does not end at 4 GB
				u := &f.code[user]
				*u = instr{u.op, u.n + distance, binary.AppendUvarint(u.bytes[:2:2], uint64(u.n+distance))}
			} else {
				out = append(out, with(opI32Const, int64(int32(distance))), plain(opI32Add))
			}
			continue
		}
		out = append(out, x)
	}
	f.code = out
}

// userOf returns the load or store that takes the result of instruction i as its
// address, or -1 if that is not plain to see.
func (f *function) userOf(i int) int {
	height := 1 // of values on the stack of WebAssembly, from the address on
	for i++; i < len(f.code); i++ {
		x := f.code[i]
		pops, pushes, known := effect(x.op)
		switch {
		case !known, (x.op == opLocalSet || x.op == opLocalTee) && x.n == localSP:
			return -1
		case height == pops && (isLoad(x.op) || isStore(x.op)) && x.bytes[1] < 0x80:
			return i
		case height <= pops:
			return -1
		}
		height += pushes - pops
	}
	return -1
}

// effect tells how many values an instruction takes and leaves, of those that do
// nothing else.
func effect(op byte) (pops, pushes int, known bool) {
	switch {
	case op == opLocalGet, op == opGlobalGet, 0x41 <= op && op <= 0x44: // constants
		return 0, 1, true
	case op == opLocalSet, op == opGlobalSet, op == opDrop:
		return 1, 0, true
	case op == opLocalTee, isLoad(op),
		op == 0x45, op == 0x50, 0x67 <= op && op <= 0x69, 0x79 <= op && op <= 0x7b, // eqz, clz, ctz, popcnt
		0x8b <= op && op <= 0x91, 0x99 <= op && op <= 0x9f, 0xa7 <= op && op <= 0xc4: // abs to sqrt, conversions
		return 1, 1, true
	case isStore(op):
		return 2, 0, true
	case 0x46 <= op && op <= 0xa6: // comparisons, arithmetic
		return 2, 1, true
	case op == opSelect:
		return 3, 1, true
	}
	return 0, 0, false
}

// sayBriefly leaves out what changes nothing: a variable that is set to itself, 0 that is
// added, an address that is made longer and short again; and says two words in one: what
// is kept and used at once, a condition that is made long and asked for, and the opposite of a comparison.
func (f *function) sayBriefly() {
	out := make([]instr, 0, len(f.code))
	for i := 0; i < len(f.code); i++ {
		x := f.code[i]
		switch {
		case f.is(i, opLocalGet, opLocalSet) && x.n == f.code[i+1].n,
			f.is(i, opI64Const, opI64Add) && x.n == 0,
			f.is(i, opI64ExtendI32U, opI32WrapI64):
			i++
			continue
		case f.is(i, opI64ExtendI32U, opI64Eqz):
			if i++; f.is(i+1, opI32Eqz, opBrIf) { // twice the opposite
				i++
				continue
			}
			x = plain(opI32Eqz)
		case f.is(i, opLocalSet, opLocalGet) && x.n == f.code[i+1].n:
			x = with(opLocalTee, x.n)
			i++
		case f.is(i+1, opI32Eqz, opBrIf) && opposite(x.op) != 0:
			x = plain(opposite(x.op))
			i++
		}
		out = append(out, x)
	}
	f.code = out
}

// opposite is the comparison of integers that holds where this one does not; 0 for any
// other instruction.
func opposite(op byte) byte {
	// eq ne, then lt gt le ge, each with and without a sign.
	others := [...]byte{1, 0, 8, 9, 6, 7, 4, 5, 2, 3}
	for _, eq := range [...]byte{opI32Eq, opI64Eq} {
		if eq <= op && op < eq+byte(len(others)) {
			return eq + others[op-eq]
		}
	}
	return 0
}

// popOnce adds the size of the frame and that of the place to return to, and does
// not keep the sum, which nobody reads again.
func (f *function) popOnce() {
	var out []instr
	pop := []byte{opLocalGet, opI32Const, opI32Add, opLocalTee, opGlobalSet}
	isPop := func(i int) bool {
		return f.is(i, pop...) && f.code[i].n == localSP && f.code[i+3].n == localSP && f.code[i+4].n == 0
	}
	for i := 0; i < len(f.code); i++ {
		size, at := int64(0), i
		for ; isPop(at); at += len(pop) {
			size += f.code[at+1].n
		}
		if at > i && f.is(at, opI32Const, opReturn) {
			out = append(out, f.code[i], with(opI32Const, size), plain(opI32Add), f.code[i+4])
			i = at - 1
			continue
		}
		out = append(out, f.code[i])
	}
	f.code = out
}
