// Numbers of any size: varint and decimal.

package cqltype

import (
	"math/bits"
	"strings"
)

// A bigInt is an integer of any size: a sign and 32-bit limbs, lowest first,
// without zero limbs at the top. Zero has no limbs and is not negative.
type bigInt struct {
	neg bool
	mag []uint32
}

func trim(m []uint32) []uint32 {
	for len(m) > 0 && m[len(m)-1] == 0 {
		m = m[:len(m)-1]
	}
	return m
}

func bigOf(neg bool, m []uint32) bigInt {
	m = trim(m)
	return bigInt{neg && len(m) > 0, m}
}

func bigFromInt(v int64) bigInt {
	u := uint64(v)
	if v < 0 {
		u = -u
	}
	return bigOf(v < 0, []uint32{uint32(u), uint32(u >> 32)})
}

// bigFromBytes reads a two's complement number of any length, highest byte first.
func bigFromBytes(v []byte) bigInt {
	neg := len(v) > 0 && v[0] >= 0x80
	m := make([]uint32, (len(v)+3)/4)
	for i := range v {
		b := v[len(v)-1-i]
		if neg {
			b = ^b
		}
		m[i/4] |= uint32(b) << (8 * (i % 4))
	}
	if neg {
		m = addMag(m, []uint32{1})
	}
	return bigOf(neg, m)
}

// bytes is the shortest two's complement form, at least one byte, as
// java.math.BigInteger.toByteArray.
func (x bigInt) bytes() []byte {
	m := x.mag
	if x.neg {
		m = subMag(m, []uint32{1})
	}
	n := (bits32(m) + 8) / 8 // one bit more for the sign
	out := make([]byte, n)
	for i := range out {
		var b byte
		if i/4 < len(m) {
			b = byte(m[i/4] >> (8 * (i % 4)))
		}
		if x.neg {
			b = ^b
		}
		out[n-1-i] = b
	}
	return out
}

// bits32 is the number of bits of a magnitude.
func bits32(m []uint32) int {
	m = trim(m)
	if len(m) == 0 {
		return 0
	}
	return (len(m)-1)*32 + bits.Len32(m[len(m)-1])
}

func cmpMag(a, b []uint32) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	for i := len(a) - 1; i >= 0; i-- {
		if a[i] != b[i] {
			if a[i] < b[i] {
				return -1
			}
			return 1
		}
	}
	return 0
}

func addMag(a, b []uint32) []uint32 {
	if len(a) < len(b) {
		a, b = b, a
	}
	out := make([]uint32, len(a)+1)
	var carry uint64
	for i := range a {
		carry += uint64(a[i])
		if i < len(b) {
			carry += uint64(b[i])
		}
		out[i] = uint32(carry)
		carry >>= 32
	}
	out[len(a)] = uint32(carry)
	return trim(out)
}

// subMag is a−b where a ≥ b.
func subMag(a, b []uint32) []uint32 {
	out := make([]uint32, len(a))
	var borrow int64
	for i := range a {
		borrow += int64(a[i])
		if i < len(b) {
			borrow -= int64(b[i])
		}
		out[i] = uint32(borrow)
		borrow >>= 32
	}
	return trim(out)
}

func mulMag(a, b []uint32) []uint32 {
	if n := max(len(a), len(b)) / 2; min(len(a), len(b)) > 64 {
		// Karatsuba: three products of halves instead of four.
		a0, a1 := trim(a[:min(n, len(a)):min(n, len(a))]), a[min(n, len(a)):]
		b0, b1 := trim(b[:min(n, len(b)):min(n, len(b))]), b[min(n, len(b)):]
		low, high := mulMag(a0, b0), mulMag(a1, b1)
		mid := subMag(subMag(mulMag(addMag(a0, a1), addMag(b0, b1)), low), high)
		out := make([]uint32, len(a)+len(b)+1)
		copy(out, low)
		addAt(out, mid, n)
		addAt(out, high, 2*n)
		return trim(out)
	}
	out := make([]uint32, len(a)+len(b))
	for i, x := range a {
		var carry uint64
		for j, y := range b {
			carry += uint64(x)*uint64(y) + uint64(out[i+j])
			out[i+j] = uint32(carry)
			carry >>= 32
		}
		out[i+len(b)] = uint32(carry)
	}
	return trim(out)
}

// addAt adds m·2^(32n) to out, which has room for the sum.
func addAt(out, m []uint32, n int) {
	var carry uint64
	for i := 0; i < len(m) || carry > 0; i++ {
		carry += uint64(out[n+i])
		if i < len(m) {
			carry += uint64(m[i])
		}
		out[n+i] = uint32(carry)
		carry >>= 32
	}
}

// divSmall divides in place and returns the remainder.
func divSmall(m []uint32, d uint32) uint32 {
	var r uint64
	for i := len(m) - 1; i >= 0; i-- {
		r = r<<32 | uint64(m[i])
		m[i] = uint32(r / uint64(d))
		r %= uint64(d)
	}
	return uint32(r)
}

// divMag is quotient and remainder of a/b, b not zero (Knuth's algorithm D).
func divMag(a, b []uint32) (q, r []uint32) {
	if cmpMag(a, b) < 0 {
		return nil, a
	}
	q = make([]uint32, len(a))
	if len(b) == 1 {
		copy(q, a)
		rest := divSmall(q, b[0])
		return trim(q), trim([]uint32{rest})
	}
	shift := bits.LeadingZeros32(b[len(b)-1])
	v, u := shiftLeft(b, shift)[:len(b)], shiftLeft(a, shift)
	n := len(v)
	for j := len(u) - n - 1; j >= 0; j-- {
		top := uint64(u[j+n])<<32 | uint64(u[j+n-1])
		qh, rh := top/uint64(v[n-1]), top%uint64(v[n-1])
		for qh >= 1<<32 || qh*uint64(v[n-2]) > rh<<32|uint64(u[j+n-2]) {
			qh--
			rh += uint64(v[n-1])
			if rh >= 1<<32 {
				break
			}
		}
		var borrow, carry uint64
		for i := range n {
			carry += qh * uint64(v[i])
			d := uint64(u[i+j]) - uint64(uint32(carry)) - borrow
			u[i+j] = uint32(d)
			borrow = d >> 63
			carry >>= 32
		}
		d := uint64(u[j+n]) - carry - borrow
		u[j+n] = uint32(d)
		if d>>63 != 0 { // one too many: add the divisor back
			qh--
			carry = 0
			for i := range n {
				carry += uint64(u[i+j]) + uint64(v[i])
				u[i+j] = uint32(carry)
				carry >>= 32
			}
			u[j+n] += uint32(carry)
		}
		q[j] = uint32(qh)
	}
	u = u[:n+1]
	for i := range u {
		u[i] >>= shift
		if i+1 < len(u) && shift > 0 {
			u[i] |= u[i+1] << (32 - shift)
		}
	}
	return trim(q), trim(u)
}

// shiftLeft shifts by less than 32 bits and has one limb more than m.
func shiftLeft(m []uint32, n int) []uint32 {
	out := make([]uint32, len(m)+1)
	for i, x := range m {
		w := uint64(x) << n
		out[i] |= uint32(w)
		out[i+1] = uint32(w >> 32)
	}
	return out
}

func (x bigInt) sign() int {
	switch {
	case x.neg:
		return -1
	case len(x.mag) == 0:
		return 0
	}
	return 1
}

func (x bigInt) cmp(y bigInt) int {
	if s := x.sign() - y.sign(); s != 0 {
		return s
	}
	if x.neg {
		return cmpMag(y.mag, x.mag)
	}
	return cmpMag(x.mag, y.mag)
}

func (x bigInt) negate() bigInt { return bigOf(!x.neg, x.mag) }

func (x bigInt) add(y bigInt) bigInt {
	if x.neg == y.neg {
		return bigOf(x.neg, addMag(x.mag, y.mag))
	}
	if cmpMag(x.mag, y.mag) >= 0 {
		return bigOf(x.neg, subMag(x.mag, y.mag))
	}
	return bigOf(y.neg, subMag(y.mag, x.mag))
}

func (x bigInt) sub(y bigInt) bigInt { return x.add(y.negate()) }
func (x bigInt) mul(y bigInt) bigInt { return bigOf(x.neg != y.neg, mulMag(x.mag, y.mag)) }

// div is the quotient rounded toward zero and the remainder, which has the sign
// of x; y is not zero.
func (x bigInt) div(y bigInt) (q, r bigInt) {
	qm, rm := divMag(x.mag, y.mag)
	return bigOf(x.neg != y.neg, qm), bigOf(x.neg, rm)
}

// int64 is the number's lowest 64 bits, as BigInteger.longValue; ok tells whether
// they are the whole number.
func (x bigInt) int64() (v int64, ok bool) {
	var u uint64
	for i := min(len(x.mag), 2) - 1; i >= 0; i-- {
		u = u<<32 | uint64(x.mag[i])
	}
	v = int64(u)
	if x.neg {
		v = -v
	}
	return v, bits32(x.mag) < 64 && (v < 0) == x.neg || x.neg && v == -1<<63 && len(x.mag) == 2
}

// parseBig reads an optional sign and decimal digits.
func parseBig(s string) (bigInt, bool) {
	neg := strings.HasPrefix(s, "-")
	if neg || strings.HasPrefix(s, "+") {
		s = s[1:]
	}
	if s == "" {
		return bigInt{}, false
	}
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return bigInt{}, false
		}
	}
	return bigOf(neg, parseDigits(s)), true
}

// parseDigits turns digits into a magnitude; halves of long texts are parsed
// apart, so that the time stays below the square of the length.
func parseDigits(s string) []uint32 {
	if len(s) <= 9 {
		var n uint32
		for i := 0; i < len(s); i++ {
			n = n*10 + uint32(s[i]-'0')
		}
		return trim([]uint32{n})
	}
	low := len(s) / 2
	high := mulMag(parseDigits(s[:len(s)-low]), pow10(low).mag)
	return addMag(high, parseDigits(s[len(s)-low:]))
}

// pow10 is 10ⁿ, n ≥ 0.
func pow10(n int) bigInt { return bigInt{false, pow(10, n)} }

func pow(of uint32, n int) []uint32 {
	result, base := []uint32{1}, []uint32{of}
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			result = mulMag(result, base)
		}
		if n > 1 {
			base = mulMag(base, base)
		}
	}
	return result
}

func (x bigInt) String() string {
	if len(x.mag) == 0 {
		return "0"
	}
	m := append([]uint32{}, x.mag...)
	var b []byte // reversed
	for len(m) > 0 {
		r := divSmall(m, 1e9)
		m = trim(m)
		for i := 0; i < 9 && (r > 0 || len(m) > 0); i++ {
			b = append(b, '0'+byte(r%10))
			r /= 10
		}
	}
	if x.neg {
		b = append(b, '-')
	}
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return string(b)
}
