package shrink

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// packed are the tables of functions without what can be computed.
type packed struct {
	before, after []byte // the data before and after the start function
	data          []byte // what the start function reads
	scratch       int    // where, and clears it
	number, start []byte // the bodies of two functions: from i32 to i32; the start function
}

// packTables packs the tables in the data of a program, which begins with memorySize
// bytes of memory. named are the places of functions that the code names, idle the functions that never run; number will be the
// function with that index. With Names, functions lose their names; with Powers, the powers of
// ten go, too.
func packTables(memory []byte, named [][]int, idle []bool, memorySize, number int, steps Steps) (*packed, error) {
	t, err := readTables(memory)
	if err != nil {
		return nil, err
	}
	p := &packed{after: memory}
	t.shorten(named)
	t.forget(idle)
	t.strip(p.after, steps&Names != 0)
	cols, pcdata, err := t.layOut(p.after)
	if err != nil {
		return nil, err
	}
	p.before = bytes.Clone(p.after)
	t.clearComputed(p.before)
	text, powers := startText, -1
	if steps&Powers != 0 {
		powers = findPowers(p.before)
	}
	if powers >= 0 {
		text = powersText + text
		clear(p.before[powers : powers+powersSize])
	}

	// In scratch: for each column the address of its next number, that of its values
	// or 0, and how many values came in order; then all values, each as the distance
	// from the one before; then all numbers. Behind them is room for one long number.
	le := binary.LittleEndian
	var values, numbers []byte
	last := uint32(0)
	for _, c := range cols {
		for _, v := range c.values {
			values = le.AppendUint32(values, v-last)
			last = v
		}
		numbers = append(numbers, c.numbers...)
	}
	size := columnSize*len(cols) + len(values) + len(numbers) + powerBits/8
	p.scratch = (memorySize - size) &^ 15
	if p.scratch < t.programEnd {
		return nil, fmt.Errorf("of %d B of memory, the program has %d: no room for %d", memorySize, t.programEnd, size)
	}
	valuesAt := p.scratch + columnSize*len(cols)
	numbersAt := valuesAt + len(values)
	nextValues, nextNumbers := valuesAt, numbersAt
	for _, c := range cols {
		at := 0
		if len(c.values) > 0 {
			at = nextValues
		}
		for _, n := range []int{nextNumbers, at, c.several} {
			p.data = le.AppendUint32(p.data, uint32(n))
		}
		nextValues += 4 * len(c.values)
		nextNumbers += len(c.numbers)
	}
	p.data = slices.Concat(p.data, values, numbers)

	names := map[string]int{
		"scratch": p.scratch, "values": valuesAt, "numbers": numbersAt, "size": size, "columnSize": columnSize,
		"names": t.names, "functab": t.functab, "buckets": t.buckets, "bucketSize": buckets * bucketSize,
		"powers": powers, "powersSize": powersSize, "one": powers - leastPower*powerSize, "big": p.scratch + size - powerBits/8, "bigSize": powerBits / 8, "bigEnd": p.scratch + size,
		"count": len(t.funcs), "first": t.functab + first(len(t.funcs)), "firstEntry": firstEntry, "number": number,
	}
	for i, name := range []string{colArgs: "args", colDeferreturn: "deferreturn", colPcdata: "pcdata", colFlags: "flags", colPcsp: "pcsp", colPcsp + 1: "firstPcdata"} {
		names["col."+name] = p.scratch + columnSize*i
	}
	names["col.firstFuncdata"] = names["col.firstPcdata"] + columnSize*pcdata
	if p.start, err = assemble(text, names); err != nil {
		return nil, err
	}
	if p.number, err = assemble(numberText, names); err != nil {
		return nil, err
	}
	return p, nil
}

const columnSize = 12

// startText is the start function. The text is that of WebAssembly, without
// parentheses; a variable is made where it is first named, $0 is the parameter.
const startText = `
	;; the values of the columns: sums of the distances
	i32.const values  local.set $p
	loop
		local.get $p
		local.get $p  i32.load 0  local.get $v  i32.add  local.tee $v
		i32.store 0
		local.get $p  i32.const 4  i32.add  local.tee $p
		i32.const numbers  i32.lt_u  br_if 0
	end

	i32.const names    local.set $name
	i32.const functab  local.set $entry
	i32.const buckets  local.set $bucket
	i32.const first    local.set $f
	loop  ;; for each function
		local.get $bucket  local.get $i  i32.store 0
		local.get $entry   local.get $i  i32.const firstEntry  i32.add  i32.store 0
		local.get $entry   local.get $f  i32.const functab     i32.sub  i32.store 4

		local.get $f  local.get $i  i32.const firstEntry  i32.add  i32.store 0
		local.get $f  local.get $name  i32.const names    i32.sub  i32.store 4
		local.get $name  i32.load8_u 0  i32.eqz
		if  ;; it has none: its number, see NumberName
			local.get $name  i32.const 46  i32.store8 0
			local.get $name
			local.get $i  i32.const 12   i32.shr_u
			local.get $i  i32.const 3840 i32.and               i32.or
			local.get $i  i32.const 240  i32.and  i32.const 12  i32.shl  i32.or
			local.get $i  i32.const 15   i32.and  i32.const 24  i32.shl  i32.or
			i32.const 1633771873  i32.add  i32.store 1
		end
		loop  ;; to the end of the name
			local.get $name  i32.load8_u 0
			local.get $name  i32.const 1  i32.add  local.set $name
			br_if 0
		end
		local.get $f  i32.const col.args         call number  i32.store 8
		local.get $f  i32.const col.deferreturn  call number  i32.store 12
		local.get $f  i32.const col.pcsp         call number  i32.store 16
		local.get $f  i32.const col.pcdata       call number  local.tee $v  i32.store 28
		local.get $f  i32.const col.flags        call number  i32.store 40

		local.get $f  i32.const 44  i32.add  local.tee $p
		local.get $v  i32.const 2   i32.shl  i32.add  local.set $end
		i32.const col.firstPcdata  local.set $column
		block  loop
			local.get $p  local.get $end  i32.eq  br_if 1
			local.get $p  local.get $column  call number  i32.store 0
			local.get $p       i32.const 4           i32.add  local.set $p
			local.get $column  i32.const columnSize  i32.add  local.set $column
			br 0
		end  end
		local.get $f  i32.load8_u 43  i32.const 2  i32.shl  local.get $p  i32.add  local.set $end
		i32.const col.firstFuncdata  local.set $column
		block  loop
			local.get $p  local.get $end  i32.eq  br_if 1
			local.get $p  local.get $column  call number  i32.store 0
			local.get $p       i32.const 4           i32.add  local.set $p
			local.get $column  i32.const columnSize  i32.add  local.set $column
			br 0
		end  end

		local.get $p  i32.const 7  i32.add  i32.const -8  i32.and  local.set $f
		local.get $entry   i32.const 8           i32.add  local.set $entry
		local.get $bucket  i32.const bucketSize  i32.add  local.set $bucket
		local.get $i       i32.const 1           i32.add  local.tee $i
		i32.const count  i32.lt_u  br_if 0
	end

	;; the runtime wants zeros behind the program
	i32.const scratch  i32.const 0  i32.const size  memory.fill
end`

// numberText is the function that returns the next number of a column, or what it
// stands for. The parameter is the address of the column.
const numberText = `
	local.get $0  i32.load 0  local.set $p
	loop
		local.get $p  i32.load8_u 0  local.tee $b
		i32.const 127  i32.and  local.get $shift  i32.shl  local.get $n  i32.or  local.set $n
		local.get $shift  i32.const 7  i32.add  local.set $shift
		local.get $p      i32.const 1  i32.add  local.set $p
		local.get $b  i32.const 127  i32.gt_u  br_if 0
	end
	local.get $0  local.get $p  i32.store 0

	local.get $0  i32.load 4  local.tee $p  i32.eqz
	if
		local.get $n  return
	end
	local.get $n  i32.eqz
	if  ;; the next value in order
		local.get $0
		local.get $0  i32.load 8  i32.const 1  i32.add  local.tee $n
		i32.store 8
	end
	local.get $n  i32.const 1  i32.sub  i32.const 2  i32.shl  local.get $p  i32.add  i32.load 0
end`

// opcodes are the instructions above. Those with true have a number behind them.
var opcodes = map[string]struct {
	op     byte
	number bool
}{
	"block": {opBlock, false}, "loop": {opLoop, false}, "if": {opIf, false}, "end": {opEnd, false},
	"br": {opBr, true}, "br_if": {opBrIf, true}, "return": {opReturn, false}, "call": {opCall, true},
	"local.get": {opLocalGet, true}, "local.set": {opLocalSet, true}, "local.tee": {opLocalTee, true},
	"i32.load": {opI32Load, true}, "i32.load8_u": {0x2d, true}, "i32.load16_u": {0x2f, true}, "i32.store": {opI32Store, true}, "i32.store16": {0x3b, true}, "i32.const": {opI32Const, true},
	"i32.eqz": {0x45, false}, "i32.eq": {0x46, false}, "i32.lt_u": {0x49, false}, "i32.gt_u": {0x4b, false},
	"i32.store8": {opI32Store8, true}, "i32.shr_u": {0x76, false},
	"i32.mul": {0x6c, false}, "i32.div_u": {0x6e, false}, "i32.rem_u": {0x70, false},
	"i32.add": {opI32Add, false}, "i32.sub": {0x6b, false}, "i32.and": {0x71, false}, "i32.or": {0x72, false}, "i32.shl": {0x74, false},
	"memory.fill": {0xfc, false},
}

// assemble returns the body of a function: its variables, all i32, and instructions.
// names are numbers that the text may use.
func assemble(text string, names map[string]int) ([]byte, error) {
	names = maps.Clone(names)
	names["$0"] = 0
	parameters := min(strings.Count(text, "$0"), 1)
	variables := parameters
	var words []string
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, ";;")
		words = append(words, strings.Fields(line)...)
	}
	var code []byte
	for len(words) > 0 {
		o, ok := opcodes[words[0]]
		if !ok {
			return nil, fmt.Errorf("%q is no instruction", words[0])
		}
		words = words[1:]
		n := 0
		if o.number {
			word := words[0]
			words = words[1:]
			if _, known := names[word]; !known && word[0] == '$' {
				names[word] = variables
				variables++
			}
			var known bool
			if n, known = names[word]; !known {
				var err error
				if n, err = strconv.Atoi(word); err != nil {
					return nil, fmt.Errorf("%q is neither a name nor a number", word)
				}
			}
		}
		switch {
		case o.op == opBlock, o.op == opLoop, o.op == opIf:
			code = append(code, o.op, typeNone)
		case o.op == 0xfc: // memory.fill
			code = append(code, 0xfc, 11, 0)
		case isLoad(o.op), isStore(o.op):
			code = append(code, o.op, 0) // any alignment
			code = binary.AppendUvarint(code, uint64(n))
		case o.number:
			code = append(code, with(o.op, int64(n)).bytes...)
		default:
			code = append(code, o.op)
		}
	}
	body := append(binary.AppendUvarint([]byte{1}, uint64(variables-parameters)), typeI32)
	return append(body, code...), nil
}
