package shrink

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// This file takes out what the runtime has for others: its tracer, its metrics, what it
// verifies of itself. Nobody starts a tracer in a page, and a page has no environment
// that could ask for a report. The linker cannot know, for calls are there.

// idle are functions of the runtime of Go 1.26 that do not run in a page, and whose
// callers go on if they return at once: they have no results, or are not called at all.
var idle = []string{
	// Only while it traces; and the methods of traceLocker.
	"traceAdvance", "traceAcquireEnabled", "traceReadCPU",
	// Only for package runtime/metrics, which nobody links.
	"initMetrics",
	// Only while it takes profiles, which the linker has turned off, and those of blocking, which nobody turns on.
	"profilealloc", "saveblockevent", "mProf_Free", "mProf_Flush", "mProf_PostSweep", "mProf_NextCycle",
	// Only with GODEBUG.
	"schedtrace", "printScavTrace", "checkFinalizersAndCleanups", "dumpScanStats", "fmtNSAsMS", "runCheckmark", "setCheckmark",
	// Only where somebody looks for goroutines that leak, or takes a profile of them; only in tests of package testing/synctest.
	"findGoroutineLeaks", "findMaybeRunnableGoroutines", "doRecordGoroutineProfile", "tryRecordGoroutineProfile",
	"(*synctestBubble).changegstatus", "(*synctestBubble).incActive", "(*synctestBubble).decActive", "(*synctestBubble).maybeWakeLocked",
	// Only for C, and for arenas.
	"printOneCgoTraceback", "printCgoTraceback", "expandCgoFrames", "(*mspan).setUserArenaChunkToFault",
	// For several processors and threads: a page has one of each, which the scheduler does not leave.
	"startm", "newm", "mexit", "handoffp", "startlockedm", "stoplockedm", "preemptPark", "(*p).destroy",
	"entersyscall", "reentersyscall", "entersyscallHandleGCWait", "exitsyscall", "exitsyscallNoP", "oneNewExtraM", "cgocall",
	// Only while the program goes on as the collector marks, which it does not (gcstoptheworld).
	"gcAssistAlloc",
	// Memory goes back to the system, which WebAssembly has no way to do. Who would do it sleeps, and nothing wakes it.
	"(*scavengerState).wake", "(*scavengerState).run", "(*scavengerState).sleep", "(*pageAlloc).scavenge", "gcPaceScavenger",
	// How the collector shares the processor with the program, which stands still while it works.
	"(*gcControllerState).revise", "(*gcCPULimiterState).updateLocked", "(*gcCPULimiterState).accumulate", "(*cpuStats).accumulate", "(*limiterEvent).stop",
	// Only for runtime.AddCleanup, which nobody links, and for what looks for mistakes with it.
	"(*cleanupQueue).enqueue", "(*cleanupQueue).flush", "(*cleanupQueue).wake", "setCleanupContext", "clearCleanupContext", "setTinyBlockContext",
	// Only for goroutines that are stopped anywhere, from outside.
	"scanConservative",
	// Whether all goroutines wait for each other: a page waits for its reader.
	"checkdead",
	// Which goroutine a crash was in, who had made it, the words on its stack, and what others do; its calls are told.
	"dumpgstatus", "tracebackothers", "tracebacksomeothers", "goroutineheader", "printArgs", "printcreatedby", "printcreatedby1",
	// Bytes of memory in the text of a crash.
	"hexdumpWords", "tracebackHexdump", "gcDumpObject", "(*mspan).reportZombies", "printAncestorTraceback",
	// Whether the compiler and the linker have worked.
	"check", "moduledataverify1",
	// For a program of several modules.
	"typelinksinit",
	// What a tracer writes.
	"dumpTypesRec", "dumpStacksRec", "(*traceTypeTable)", "(*traceStackTable)", "(*traceStringTable)", "(*traceMap)", "(*traceRegionAlloc)", "(*traceMultipleFlush)",
	// The value of a panic of a type of its own, in the text of a crash.
	"printanycustomtype",
}

// idlePackages are those of which no function has to run: a setting of the runtime names places
// that are to be found by halving, and a page has no such settings. Pictures of Go, which package dom
// makes of pixels, nobody here asks for; their packages make tables of colours as the program starts.
// No setting of the environment comes to a page while it runs.
var idlePackages = []string{"internal/bisect.", "image.", "image/color.", "bufio.", "internal/godebug.init.0"}

// isIdle reports whether a function is one of those, or is written in one.
func isIdle(name string) bool {
	if slices.ContainsFunc(idlePackages, func(begin string) bool { return strings.HasPrefix(name, begin) }) {
		return true
	}
	name, ok := strings.CutPrefix(name, "runtime.")
	outer, _, _ := strings.Cut(name, ".func")
	of := strings.HasPrefix(outer, "traceWriter.") || strings.HasPrefix(outer, "traceLocker.") && outer != "traceLocker.ok" // which says that nobody traces
	if i := strings.LastIndex(outer, ")."); i >= 0 {                                                                        // a method of an idle type
		of = of || slices.Contains(idle, outer[:i+1])
	}
	return ok && (of || slices.Contains(idle, outer))
}

// returnAtOnce is the body of a function that takes the place to return to off the stack.
var returnAtOnce = slices.Concat([]byte{0}, with(opGlobalGet, 0).bytes, with(opI32Const, 8).bytes, []byte{opI32Add}, with(opGlobalSet, 0).bytes, with(opI32Const, 0).bytes, []byte{opEnd})

// idleFunctions tells which functions need no body: those above, and what is left without
// a caller then. A function that anything but a call may refer to stays: data, which has
// places of the program (the number of the function, shifted by 16 bits) and numbers of
// methods; a constant of another function; the page.
func idleFunctions(sections []section, memory []byte, t *tables) ([]bool, error) {
	body := func(id byte) wasmReader {
		for _, s := range sections {
			if s.id == id {
				return wasmReader{rest: s.body}
			}
		}
		return wasmReader{rest: []byte{0}}
	}
	in := body(importSection)
	imports := in.number() // Go imports only functions
	n := len(t.funcs)
	visited, calls := make([]bool, n), make([][]int, n)
	var used []int
	refer := func(number int) {
		if 0 <= number && number < n {
			used = append(used, number)
		}
	}
	for at := 0; at+8 <= len(memory); at += 8 {
		if t.functab <= at && at < t.end || t.buckets <= at && at < t.bucketsEnd(n) { // they list all
			continue
		}
		if word := binary.LittleEndian.Uint64(memory[at:]); word&0xffff == 0 && word>>16 < 1<<31 {
			refer(int(word>>16) - firstEntry)
		}
	}
	for at := roundUp(t.types); at+8 <= t.typesEnd; at += 4 {
		// A method has two numbers, as interfaces call it and as types do.
		one, other := int(binary.LittleEndian.Uint32(memory[at:]))-firstEntry, int(binary.LittleEndian.Uint32(memory[at+4:]))-firstEntry
		if 0 <= one && one < n && 0 <= other && other < n {
			refer(one)
			refer(other)
		}
	}
	in = body(exportSection)
	for count := in.number(); count > 0; count-- {
		in.take(in.number()) // its name
		if kind, number := in.take(1)[0], in.number(); kind == 0 {
			refer(number - imports)
		}
	}
	in = body(codeSection)
	if count := in.number(); count != n {
		return nil, fmt.Errorf("%d functions, but %d in the tables", count, n)
	}
	for i := range n {
		f, err := readFunction(in.take(in.number()))
		if err != nil {
			return nil, fmt.Errorf("function %d: %v", i, err)
		}
		for _, x := range f.code {
			switch {
			case x.op == opCall:
				if to := int(x.n) - imports; 0 <= to && to < n {
					calls[i] = append(calls[i], to)
				}
			case x.op == opI64Const, x.op == opI32Const:
				if number := int(x.n>>16) - firstEntry; number != i && x.n&0xffff == 0 {
					refer(number)
				}
			}
		}
	}
	if in.failed {
		return nil, errors.New("the code section is cut off")
	}
	for len(used) > 0 {
		i := used[len(used)-1]
		used = used[:len(used)-1]
		if !visited[i] && !isIdle(t.funcs[i].name) {
			visited[i] = true
			used = append(used, calls[i]...)
		}
	}
	out := make([]bool, n)
	for i := range out {
		out[i] = !visited[i]
	}
	return out, nil
}
