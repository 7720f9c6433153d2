package shrink

// This file tells the places where calls go on by their distances. Most follow each other as
// the calls do, so that most distances are the same small number, where the places are all
// others.

// countOn keeps the place of the last call in PC_B, which nobody reads before the table of parts
// is read again, and computes the next one from it. Where parts meet that come from different
// calls, it begins anew. It stands behind keepNumber. A jump to the table sets PC_B, and who
// comes back to the function brings the place of a call, or deferreturn, to which the runtime
// goes by itself (runtime.recovery). Nothing comes back from panics.
func (f *function) countOn(deferreturn int64, panics map[int64]bool) {
	const (
		none    = -1 // nobody comes here
		unknown = -2
	)
	meet := func(a, b int64) int64 {
		switch {
		case a == none || a == b:
			return b
		case b == none:
			return a
		}
		return unknown
	}
	step := []byte{opLocalGet, opI64Const, opI64Add, opI64Store}
	isStep := func(i int) bool {
		return f.is(i, step...) && f.code[i].n == localNumber && !(f.is(i+len(step), opI32Const, opCall) && panics[f.code[i+len(step)+1].n])
	}

	places := map[int64]bool{0: true, deferreturn: true} // that are gone to
	loop, table := -1, -1
	for i, x := range f.code {
		switch {
		case isStep(i):
			places[f.code[i+1].n] = true
		case x.op == opI32Const && f.is(i+1, opLocalSet) && f.code[i+1].n == localPCB:
			places[x.n] = true
		case x.op == opLoop:
			if loop >= 0 {
				return
			}
			loop = i
		case x.op == opBrTable:
			if table = i - 1; loop < 0 || !f.is(table, opLocalGet) || f.code[table].n != localPCB {
				return
			}
		}
	}
	if table < 0 {
		return
	}
	for _, x := range f.code[loop+1 : table] {
		if x.op != opBlock {
			return
		}
	}

	type label struct {
		op      byte
		at, end int64 // the place in PC_B where it begins, and where it is left
	}
	var around []label
	at := int64(none)
	out := make([]instr, 0, len(f.code)+16)
	for i := 0; i < len(f.code); i++ {
		x := f.code[i]
		switch x.op {
		case opBlock, opLoop, opIf:
			around = append(around, label{x.op, at, none})
		case opElse:
			return
		case opEnd:
			if n := len(around) - 1; n >= 0 {
				l := around[n]
				around = around[:n]
				if l.op == opIf {
					l.end = meet(l.end, l.at)
				}
				at = meet(at, l.end)
			}
		case opBr, opBrIf:
			if int(x.n) >= len(around) {
				return
			}
			switch to := &around[len(around)-1-int(x.n)]; {
			case to.op != opLoop:
				to.end = meet(to.end, at)
			case x.op == opBrIf || !f.is(i-2, opI32Const, opLocalSet) || f.code[i-1].n != localPCB:
				return
			}
			if x.op == opBr {
				at = none
			}
		case opBrTable:
			in := wasmReader{rest: x.bytes[1:]}
			last := int64(in.number())
			for v := range last + 1 {
				n := in.number()
				if n >= len(around) || around[len(around)-1-n].op == opLoop {
					return
				}
				to := &around[len(around)-1-n]
				for place := range places {
					if place == v || v == last && place > v { // the last is for all others
						to.end = meet(to.end, place)
					}
				}
			}
			at = none
		case opReturn, opUnreachable:
			at = none
		case opLocalSet:
			if x.n == localPCB { // also for the function value that is called
				if at = unknown; f.is(i-1, opI32Const) {
					at = f.code[i-1].n
				}
			}
		case opLocalGet:
			if isStep(i) {
				place := f.code[i+1].n
				out = append(out, x)
				if at >= 0 {
					out = append(out, with(opLocalGet, localPCB), with(opI32Const, place-at), plain(opI32Add))
				} else {
					out = append(out, with(opI32Const, place))
				}
				out = append(out, with(opLocalTee, localPCB), plain(opI64ExtendI32U), plain(opI64Add))
				at = place
				i += 2
				continue
			}
		}
		out = append(out, x)
	}
	f.code = out
}
