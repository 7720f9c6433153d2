package shrink

import "slices"

// This file takes values out of variables. The compiler puts nearly each into one, whose
// number says nothing, and takes it out again at once, for the last time: then it can stay on
// the stack of WebAssembly.

// liveAfter tells which variables are read again after each instruction before they are set,
// a bit each; nil for a function whose form is another than the compiler writes.
func (f *function) liveAfter() []uint64 {
	opening := make([]int, len(f.code)) // of the block that ends at an instruction
	var around []int
	for i, x := range f.code {
		switch x.op {
		case opBlock, opLoop, opIf:
			around = append(around, i)
		case opElse:
			return nil
		case opEnd:
			if opening[i] = -1; len(around) > 0 {
				opening[i] = around[len(around)-1]
				around = around[:len(around)-1]
			}
		case opLocalGet, opLocalSet, opLocalTee:
			if x.n >= 64 {
				return nil
			}
		}
	}
	out := make([]uint64, len(f.code))
	again := map[int]uint64{} // what is read from the beginning of a loop on
	for {
		var labels []uint64 // what is read where a jump to each goes
		live, same := uint64(0), true
		for i, x := range slices.Backward(f.code) {
			out[i] = live
			to := func(n int) uint64 {
				if n >= len(labels) {
					return 0
				}
				return labels[len(labels)-1-n]
			}
			switch x.op {
			case opEnd:
				if at := opening[i]; at >= 0 && f.code[at].op == opLoop {
					labels = append(labels, again[at])
				} else {
					labels = append(labels, live)
				}
			case opBlock, opLoop, opIf:
				if x.op == opIf {
					live |= to(0)
				}
				if x.op == opLoop && again[i] != live {
					again[i], same = live, false
				}
				labels = labels[:len(labels)-1]
			case opBr:
				live = to(int(x.n))
			case opBrIf:
				live |= to(int(x.n))
			case opBrTable:
				in := wasmReader{rest: x.bytes[1:]}
				live = 0
				for count := in.number() + 1; count > 0; count-- {
					live |= to(in.number())
				}
			case opReturn, opUnreachable:
				live = 0
			case opLocalGet:
				live |= 1 << x.n
			case opLocalSet, opLocalTee:
				live &^= 1 << x.n
			}
		}
		if same {
			return out
		}
	}
}

// useAtOnce leaves a value where it is if it is put into a variable, and taken out of it for
// the last time before anything else happens. What is put on the stack between goes before it.
func (f *function) useAtOnce() {
	live := f.liveAfter()
	if live == nil {
		return
	}
	isDead := func(i int, variable int64) bool { return live[i]&(1<<variable) == 0 }
	out := make([]instr, 0, len(f.code))
	for i := 0; i < len(f.code); i++ {
		x := f.code[i]
		if x.n > localSP {
			if x.op == opLocalTee && isDead(i, x.n) {
				continue
			}
			if x.op == opLocalSet {
				if user := f.taker(i); user >= 0 && isDead(user, x.n) {
					if at := beginning(out, f.code[i+1:user]); at >= 0 {
						out = slices.Insert(out, at, f.code[i+1:user]...)
						i = user
						continue
					}
				}
			}
		}
		out = append(out, x)
	}
	f.code = out
}

// taker is the instruction that reads the variable that instruction i sets, if until then
// others only put something on the stack; else -1.
func (f *function) taker(i int) int {
	height := 0
	for k := i + 1; k < len(f.code); k++ {
		x := f.code[k]
		pops, pushes, known := effect(x.op)
		switch {
		case x.op == opLocalGet && x.n == f.code[i].n:
			return k
		case !known, pops > height, pushes == 0, x.op == opLocalTee:
			return -1
		}
		height += pushes - pops
	}
	return -1
}

// beginning is where the instructions begin that compute the last value on the stack, if it
// is all the same whether they come before the others or behind them; else -1.
func beginning(code, others []instr) int {
	needed := 1
	for i, x := range slices.Backward(code) {
		pops, pushes, known := effect(x.op)
		if !known || pushes > needed {
			return -1
		}
		for _, o := range others {
			if (x.op == opLocalSet || x.op == opLocalTee) && o.op == opLocalGet && o.n == x.n ||
				x.op == opGlobalSet && o.op == opGlobalGet || isStore(x.op) && isLoad(o.op) {
				return -1
			}
		}
		if needed += pops - pushes; needed == 0 {
			return i
		}
	}
	return -1
}
