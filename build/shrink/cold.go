package shrink

import (
	"slices"
	"strings"
)

// This file is about calls that hardly ever happen: when a pointer is nil, an index out of range,
// the stack full. Each has the words of all calls, and nothing follows it: who recovers goes on
// elsewhere, and with a larger stack the function begins anew. So one function for each of them
// stores the place and calls, and the caller leaves with what it returns.

// coldCalls are functions of the runtime of Go 1.26 that never return to the place behind their
// call; of them, checkCalls are called by what the compiler adds to a function, where a check fails.
var (
	coldCalls  = []string{"morestack", "morestack_noctxt", "panicwrap", "throw"}
	checkCalls = []string{"panicdivide", "panicshift", "panicoverflow", "panicrangestate", "panicdottypeE", "panicdottypeI", "panicnildottype"}
)

func isColdCall(name string) bool {
	name, ok := strings.CutPrefix(name, "runtime.")
	return ok && slices.Contains(coldCalls, name) || isCheckCall("runtime."+name)
}

func isCheckCall(name string) bool {
	name, ok := strings.CutPrefix(name, "runtime.")
	return ok && (name == "sigpanic" || strings.HasPrefix(name, "goPanic") || slices.Contains(checkCalls, name))
}

// callCold is the body of the function that calls one of them; its parameter is the place.
func callCold(index int) []byte {
	body := []byte{1, 1, typeI32} // one variable
	for _, i := range []instr{
		with(opGlobalGet, 0), with(opI32Const, 8), plain(opI32Sub), with(opLocalTee, 1), with(opGlobalSet, 0),
		with(opLocalGet, 1), with(opLocalGet, 0), {opI64Store, 0, []byte{opI64Store, 3, 0}},
		with(opI32Const, 0), with(opCall, int64(index)), plain(opEnd),
	} {
		body = append(body, i.bytes...)
	}
	return body
}

var (
	beforeCold = []byte{opLocalGet, opI32Const, opI32Sub, opLocalTee, opGlobalSet, opLocalGet, opI64Const, opI64Store, opI32Const, opCall}
	behindCold = []byte{opGlobalGet, opLocalSet, opIf, opI32Const, opReturn, opEnd}
)

// A coldCall is made by the function with an index. Behind one for a larger stack the caller runs
// again, from its beginning.
type coldCall struct {
	by    int64
	again bool
}

// leaveCold makes calls of these functions, by their index, calls of those that store the place. It stands
// before countOn, for which nobody comes back from them.
func (f *function) leaveCold(cold map[int64]coldCall) {
	out := make([]instr, 0, len(f.code))
	for i := 0; i < len(f.code); i++ {
		if f.is(i, beforeCold...) && f.is(i+len(beforeCold), behindCold...) && f.code[i].n == localSP && f.code[i+1].n == 8 {
			place := f.code[i+6]
			if c, ok := cold[f.code[i+9].n]; ok && (!c.again || place.n&0xffff == 0) {
				out = append(out, place, with(opCall, c.by), plain(opReturn))
				i += len(beforeCold) + len(behindCold) - 1
				continue
			}
		}
		out = append(out, f.code[i])
	}
	f.code = out
}
