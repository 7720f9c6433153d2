package shrink

import (
	"bytes"
	"encoding/binary"
	"math/big"
)

// This file is about a table of the standard library, the powers of ten by which numbers with a
// fraction are read and printed (internal/strconv, pow10Tab). Nothing in it repeats, so that
// it does not compress, but it can be computed: the start function does.

// Powers of the table, and how long each is.
const (
	leastPower, mostPower = -348, 347
	powerSize             = 16
	powersSize            = (mostPower - leastPower + 1) * powerSize
)

// powersOfTen are the first 128 bits of each power, the higher eight bytes first.
func powersOfTen() (out []byte) {
	for e := leastPower; e <= mostPower; e++ {
		n := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(e, -e))), nil)
		if e < 0 {
			n.Div(new(big.Int).Lsh(big.NewInt(1), uint(n.BitLen())+128), n)
		} else {
			n.Lsh(n, 128)
		}
		n.Rsh(n, uint(n.BitLen())-128)
		both := n.FillBytes(make([]byte, powerSize))
		out = binary.LittleEndian.AppendUint64(out, binary.BigEndian.Uint64(both))
		out = binary.LittleEndian.AppendUint64(out, binary.BigEndian.Uint64(both[8:]))
	}
	return out
}

// findPowers is the place of the table, or -1: a program may have none, or another Go another one.
func findPowers(memory []byte) int { return bytes.Index(memory, powersOfTen()) }

// powerBits is how long the number is that the start function computes with: the highest power is
// exact in it, and of the lowest ones enough is.
const powerBits = 1024

// powersText is what the start function does for it. It begins with 1, and multiplies by 5/8, or
// divides by 5/4, and doubles where the highest bit has become 0.
const powersText = `
	i32.const 8   local.set $divisor
	i32.const 5   local.set $factor
	i32.const 16  local.set $step
	loop  ;; first up, then down
		i32.const big  i32.const 0  i32.const bigSize  memory.fill
		i32.const bigEnd  i32.const 1  i32.sub  i32.const 128  i32.store8 0
		i32.const one  local.set $to
		loop
			local.get $to  i32.const bigEnd  i32.const 8   i32.sub  i32.load 0  i32.store 0
			local.get $to  i32.const bigEnd  i32.const 4   i32.sub  i32.load 0  i32.store 4
			local.get $to  i32.const bigEnd  i32.const 16  i32.sub  i32.load 0  i32.store 8
			local.get $to  i32.const bigEnd  i32.const 12  i32.sub  i32.load 0  i32.store 12

			i32.const 0  local.set $rest
			i32.const bigEnd  local.set $digit
			loop  ;; from the highest 16 bits to the lowest
				local.get $digit  i32.const 2  i32.sub  local.tee $digit
				local.get $digit  i32.load16_u 0
				local.get $rest  i32.const 16  i32.shl  i32.or  local.tee $n
				local.get $divisor  i32.div_u  i32.store16 0
				local.get $n  local.get $divisor  i32.rem_u  local.set $rest
				i32.const big  local.get $digit  i32.lt_u  br_if 0
			end
			local.get $factor  local.set $times
			loop
				i32.const 0  local.set $rest
				i32.const big  local.set $digit
				loop  ;; from the lowest to the highest
					local.get $digit
					local.get $digit  i32.load16_u 0  local.get $times  i32.mul  local.get $rest  i32.add  local.tee $n
					i32.store16 0
					local.get $n  i32.const 16  i32.shr_u  local.set $rest
					local.get $digit  i32.const 2  i32.add  local.tee $digit
					i32.const bigEnd  i32.lt_u  br_if 0
				end
				i32.const 2  local.set $times
				i32.const bigEnd  i32.const 1  i32.sub  i32.load8_u 0  i32.const 128  i32.lt_u  br_if 0
			end

			local.get $to  local.get $step  i32.add  local.tee $to
			i32.const powers  i32.sub  i32.const powersSize  i32.lt_u  br_if 0
		end
		i32.const 4    local.set $factor
		i32.const -16  local.set $step
		local.get $divisor  i32.const 5  local.set $divisor
		i32.const 8  i32.eq  br_if 0
	end
`
