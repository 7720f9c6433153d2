// exp, log and log10 of varint and decimal.

package cqltype

import "math"

// transcend is exp, log or log10 with as many digits as the number has, at least
// 32; the text is an exception's message.
// Source: DecimalType.exp, log and log10.
func (d decimal) transcend(name string) (decimal, string) {
	digits := min(max(32, d.precision()), 300)
	fixed := int32(digits + 12) // digits after the point while calculating
	if name == "exp" {
		x := d.round(fixed, halfUp)
		if f := parseDouble(d.String()); math.Abs(f) > 1<<31-1 {
			return decimal{}, "Overflow"
		}
		// e^x = 10^n · e^(x − n·ln 10)
		ten := ln(decimal{unscaled: bigFromInt(10)}, fixed+12)
		n, _ := x.quotient(ten, 0, halfUp).unscaled.int64()
		rest, _ := x.exact('-', mustExact(ten, '*', decimal{unscaled: bigFromInt(n)}))
		r := expSmall(rest.round(fixed+4, halfUp), fixed+4)
		r.scale -= int32(n)
		return r.limitEven(digits).strip(), ""
	}
	if d.unscaled.sign() <= 0 {
		if name == "log" {
			return decimal{}, "Natural log of number zero or less"
		}
		return decimal{}, "Log10 of number zero or less"
	}
	// ln(m·10^n) = ln m + n·ln 10, with m between 1 and 10
	n := int32(d.precision()-1) - d.scale
	m := decimal{d.unscaled, d.scale + n}
	ten := ln(decimal{unscaled: bigFromInt(10)}, fixed)
	r := mustExact(ln(m.round(fixed, halfUp), fixed), '+', mustExact(ten, '*', decimal{unscaled: bigFromInt(int64(n))}))
	if name == "log10" {
		r = r.quotient(ten, fixed, halfEven)
	}
	return r.limitEven(digits).strip(), ""
}

// transcend is exp, log or log10 of a double, worked out in decimals, so that every
// machine gets the same, correctly rounded number.
func transcend(name string, x float64) float64 {
	switch {
	case x != x || math.IsInf(x, 1):
		return x
	case name == "exp" && x > 710:
		return math.Inf(1)
	case name == "exp" && x < -746:
		return 0
	case name != "exp" && x == 0:
		return math.Inf(-1)
	case name != "exp" && x < 0:
		return math.NaN()
	}
	m, e := math.Frexp(x)
	d := decimal{unscaled: bigFromInt(int64(m * (1 << 53)))}
	if e -= 53; e >= 0 {
		d.unscaled.mag = mulMag(d.unscaled.mag, pow(2, e))
	} else { // m/2^n = m·5^n/10^n
		d.unscaled.mag, d.scale = mulMag(d.unscaled.mag, pow(5, -e)), int32(-e)
	}
	if d.unscaled.sign() == 0 {
		return 1
	}
	r, _ := d.limitEven(60).transcend(name)
	return parseDouble(r.String())
}

func mustExact(x decimal, op byte, y decimal) decimal {
	r, _ := x.exact(op, y)
	return r
}

// limitEven rounds to a number of digits, half to even.
func (d decimal) limitEven(digits int) decimal {
	for extra := d.precision() - digits; extra > 0; extra = d.precision() - digits {
		d = decimal{divRound(d.unscaled, pow10(extra), halfEven), d.scale - int32(extra)}
	}
	return d
}

// expSmall is e^x for small x by the power series of x/2^k, squared k times.
func expSmall(x decimal, scale int32) decimal {
	const halvings = 16
	scale += 10
	x = x.quotient(decimal{unscaled: bigFromInt(1 << halvings)}, scale, halfUp)
	one := decimal{unscaled: bigFromInt(1)}.round(scale, halfUp)
	sum, term := one, one
	for i := int64(1); term.unscaled.sign() != 0; i++ {
		term = mustExact(term, '*', x).quotient(decimal{unscaled: bigFromInt(i)}, scale, halfUp)
		sum = mustExact(sum, '+', term)
	}
	for range halvings {
		sum = mustExact(sum, '*', sum).round(scale, halfUp)
	}
	return sum
}

// ln is the natural logarithm of a number between 1 and 10, by Halley's steps from
// the double's logarithm.
func ln(x decimal, scale int32) decimal {
	start, _ := decimalOfDouble(math.Log(parseDouble(x.String())))
	y := start.round(scale, halfUp)
	for digits := 15; digits < 3*int(scale); digits *= 3 {
		e := expSmall(y, scale)
		step := mustExact(x, '-', e).quotient(mustExact(x, '+', e), scale+4, halfUp)
		y = mustExact(y, '+', mustExact(step, '+', step)).round(scale, halfUp)
	}
	return y
}
