package cqltype

import (
	"math"
	"strconv"
	"strings"
)

// A decimal is unscaled × 10^−scale, as java.math.BigDecimal.
type decimal struct {
	unscaled bigInt
	scale    int32
}

func decimalFromBytes(v []byte) decimal {
	if len(v) < 4 {
		return decimal{}
	}
	return decimal{bigFromBytes(v[4:]), int32(Long(v[:4]))}
}

func (d decimal) bytes() []byte { return append(bytes4(d.scale), d.unscaled.bytes()...) }

// parseDecimal reads what java.math.BigDecimal reads: sign, digits with an
// optional point, exponent.
func parseDecimal(s string) (decimal, bool) {
	mantissa, exp := s, int64(0)
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		mantissa = s[:i]
		e := s[i+1:]
		digits := strings.TrimLeft(strings.TrimLeft(strings.TrimPrefix(e, "+"), "-"), "0")
		n, err := strconv.ParseInt(e, 10, 64)
		if err != nil || len(digits) > 10 || n != int64(int32(n)) {
			return decimal{}, false
		}
		exp = n
	}
	scale := int64(0)
	digits := mantissa
	if i := strings.IndexByte(mantissa, '.'); i >= 0 {
		scale = int64(len(mantissa) - i - 1)
		digits = mantissa[:i] + mantissa[i+1:]
	}
	u, ok := parseBig(digits)
	scale -= exp
	if !ok || scale != int64(int32(scale)) {
		return decimal{}, false
	}
	return decimal{u, int32(scale)}, true
}

// precision is the number of digits of the unscaled value, 1 for zero.
func (d decimal) precision() int { return len(strings.TrimPrefix(d.unscaled.String(), "-")) }

// String is BigDecimal.toString: plain where the exponent is small, else with E.
func (d decimal) String() string {
	digits := d.unscaled.String()
	sign := ""
	if d.unscaled.neg {
		sign, digits = "-", digits[1:]
	}
	if d.scale == 0 {
		return sign + digits
	}
	adjusted := int64(len(digits)-1) - int64(d.scale)
	if d.scale > 0 && adjusted >= -6 {
		pad := int(d.scale) - len(digits) + 1
		if pad > 0 {
			digits = strings.Repeat("0", pad) + digits
		}
		point := len(digits) - int(d.scale)
		return sign + digits[:point] + "." + digits[point:]
	}
	if len(digits) > 1 {
		digits = digits[:1] + "." + digits[1:]
	}
	if adjusted != 0 {
		plus := ""
		if adjusted > 0 {
			plus = "+"
		}
		digits += "E" + plus + strconv.FormatInt(adjusted, 10)
	}
	return sign + digits
}

// maxShift bounds how far numbers are scaled to each other: 10 to this power has
// 40 kB. Cassandra itself would run out of memory some way beyond.
const maxShift = 100_000

// align brings two numbers to the larger of their scales. ok is false where that
// would take too many digits.
func align(x, y decimal) (a, b bigInt, scale int32, ok bool) {
	scale = max(x.scale, y.scale)
	dx, dy := int64(scale)-int64(x.scale), int64(scale)-int64(y.scale)
	if dx > maxShift || dy > maxShift {
		return a, b, scale, false
	}
	return x.unscaled.mul(pow10(int(dx))), y.unscaled.mul(pow10(int(dy))), scale, true
}

// cmp compares the numbers, not their scales: 1.0 equals 1.00.
func (d decimal) cmp(y decimal) int {
	if s := d.unscaled.sign() - y.unscaled.sign(); s != 0 || d.unscaled.sign() == 0 {
		return s
	}
	dx := int64(d.precision()) - int64(d.scale)
	dy := int64(y.precision()) - int64(y.scale)
	if dx != dy {
		if (dx < dy) != d.unscaled.neg {
			return -1
		}
		return 1
	}
	// The same magnitude, so the scales differ by no more than the digits do.
	a, b := alignExactly(d, y)
	return a.cmp(b)
}

func parseDouble(s string) float64 {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && math.IsInf(f, 0) {
		return f
	}
	return f
}

// alignExactly is align without a bound, for numbers of the same magnitude.
func alignExactly(x, y decimal) (a, b bigInt) {
	scale := max(x.scale, y.scale)
	return x.unscaled.mul(pow10(int(scale) - int(x.scale))), y.unscaled.mul(pow10(int(scale) - int(y.scale)))
}

// decimalOfDouble is BigDecimal.valueOf(double): the shortest text of the number.
func decimalOfDouble(f float64) (decimal, bool) { return parseDecimal(javaDouble(f, 64)) }

// truncate is the integer part, BigDecimal.toBigInteger. Beyond maxShift digits it
// gives up and is zero; the server would not survive it.
func (d decimal) truncate() bigInt {
	switch {
	case d.scale == 0:
		return d.unscaled
	case d.scale < 0 && d.scale > -maxShift:
		return d.unscaled.mul(pow10(int(-d.scale)))
	case d.scale > 0 && int(d.scale) <= d.precision():
		q, _ := d.unscaled.div(pow10(int(d.scale)))
		return q
	}
	return bigInt{}
}

// rounding says what becomes of a remainder.
type rounding uint8

const (
	halfUp   rounding = iota // half away from zero
	halfEven                 // half to the even neighbor
)

// divRound is n/d rounded.
func divRound(n, d bigInt, r rounding) bigInt {
	q, rest := n.div(d)
	c := cmpMag(addMag(rest.mag, rest.mag), d.mag)
	if c > 0 || c == 0 && (r == halfUp || len(q.mag) > 0 && q.mag[0]&1 == 1) {
		one := bigInt{n.neg != d.neg, []uint32{1}}
		q = q.add(one)
	}
	return q
}

// round gives the number the scale.
func (d decimal) round(scale int32, r rounding) decimal {
	shift := int64(scale) - int64(d.scale)
	switch {
	case shift >= 0 && shift <= maxShift:
		return decimal{d.unscaled.mul(pow10(int(shift))), scale}
	case shift < 0 && -shift <= int64(d.precision())+1:
		return decimal{divRound(d.unscaled, pow10(int(-shift)), r), scale}
	}
	return decimal{scale: scale}
}

// maxPrecision is the number of digits Cassandra keeps of a sum or a product.
const maxPrecision = 10_000

// limit rounds to a number of digits, half up.
func (d decimal) limit(digits int) decimal {
	for extra := d.precision() - digits; extra > 0; extra = d.precision() - digits {
		d = decimal{divRound(d.unscaled, pow10(extra), halfUp), d.scale - int32(extra)}
	}
	return d
}

// exact adds, subtracts or multiplies without rounding.
func (d decimal) exact(op byte, y decimal) (decimal, bool) {
	if op == '*' {
		scale := int64(d.scale) + int64(y.scale)
		return decimal{d.unscaled.mul(y.unscaled), int32(scale)}, scale == int64(int32(scale))
	}
	a, b, scale, ok := align(d, y)
	if op == '-' {
		b = b.negate()
	}
	return decimal{a.add(b), scale}, ok
}

// quotient is d/y at a scale.
func (d decimal) quotient(y decimal, scale int32, r rounding) decimal {
	// d.u·10^−ds / (y.u·10^−ys) = q·10^−scale
	shift := int64(scale) - int64(d.scale) + int64(y.scale)
	if shift > maxShift || shift < -maxShift {
		return decimal{scale: scale}
	}
	if shift >= 0 {
		return decimal{divRound(d.unscaled.mul(pow10(int(shift))), y.unscaled, r), scale}
	}
	return decimal{divRound(d.unscaled, y.unscaled.mul(pow10(int(-shift))), r), scale}
}

// strip takes zeros off the end, BigDecimal.stripTrailingZeros.
func (d decimal) strip() decimal {
	if d.unscaled.sign() == 0 {
		return decimal{}
	}
	digits := d.unscaled.String()
	zeros := len(digits) - len(strings.TrimRight(digits, "0"))
	q, _ := d.unscaled.div(pow10(zeros))
	return decimal{q, d.scale - int32(zeros)}
}

// calculate is an operation of DecimalType; the text is an exception's message.
func (d decimal) calculate(op byte, y decimal) (decimal, string) {
	const tooLarge = "Overflow"
	switch op {
	case '/', '%':
		if y.unscaled.sign() == 0 {
			switch zero := d.unscaled.sign() == 0; {
			case op == '/' && zero:
				return decimal{}, "/ by zero"
			case op == '/':
				return decimal{}, "BigInteger divide by zero"
			case zero:
				return decimal{}, "Division undefined"
			}
			return decimal{}, "Division by zero"
		}
	}
	switch op {
	case '/':
		first := (d.precision() - int(d.scale)) - (y.precision() - int(y.scale))
		scale := min(max(32-first, int(d.scale), int(y.scale), 32), 1000)
		return d.quotient(y, int32(scale), halfUp).strip(), ""
	case '%':
		// d − q·y with the whole quotient q. Java takes zeros off the end of q until
		// its scale is d's less y's, and that scale shows in the result.
		a, b, scale, ok := align(d, y)
		if !ok {
			return decimal{}, tooLarge
		}
		q, r := a.div(b)
		want := d.scale
		if digits := q.String(); d.scale < y.scale && digits != "0" {
			zeros := len(digits) - len(strings.TrimRight(digits, "0"))
			want = max(d.scale, y.scale-int32(zeros))
		}
		return decimal{r, scale}.round(want, halfUp), ""
	}
	r, ok := d.exact(op, y)
	if !ok {
		return decimal{}, tooLarge
	}
	return r.limit(maxPrecision), ""
}
