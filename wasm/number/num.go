// Package number is how numbers, bytes, percent and time are read and printed: once,
// for pages, chapters and the command line.
//
// In print a comma groups digits, the sign is −, and a space that does not break stands
// before the unit. kB, MB and GB are powers of ten, KiB, MiB and GiB powers of two. In
// sentences bytes have three significant digits and other numbers two; in tables they
// have all. What goes back into a field has no separators: see [Plain].
package number

import (
	"math"
	"math/bits"
	"strconv"
)

// A Num is a number: an exact fraction of two 64-bit integers as long as that can
// hold it, else a floating-point number, good to 15 digits. It never overflows silently:
// what is beyond ±9.2e18 is an error. The zero Num is 0.
type Num struct {
	num    int64
	den    int64 // above 0; 0 stands for 1, so that the zero Num is 0
	approx float64
	rough  bool // approx holds the value
}

// Limit is the largest magnitude of a number.
const Limit = math.MaxInt64

// A Fault is why a number cannot be worked out.
type Fault string

func (f Fault) Error() string { return string(f) }

// The faults of arithmetic: a result beyond Limit, and a division by zero.
const (
	TooLarge     = Fault("too large")
	ZeroDivision = Fault("division by zero")
)

// Int returns a whole number.
func Int(n int64) Num { return Num{num: n, den: 1} }

// Frac returns n/d for d above 0.
func Frac(n, d int64) Num {
	g := gcd(abs(n), uint64(d))
	return Num{num: n / int64(g), den: d / int64(g)}
}

// FromFloat returns a floating-point number, or the fault TooLarge.
func FromFloat(f float64) (Num, error) {
	if f != f || f >= Limit || f <= -Limit {
		return Num{}, TooLarge
	}
	if i := clamp(f); math.Abs(f) < 1<<53 && float64(i) == f {
		return Num{num: i, den: 1}, nil
	}
	return Num{approx: f, rough: true}, nil
}

func (a Num) parts() (n, d int64) {
	if a.den == 0 {
		return a.num, 1
	}
	return a.num, a.den
}

// Float is the nearest floating-point number.
func (a Num) Float() float64 {
	if a.rough {
		return a.approx
	}
	n, d := a.parts()
	return float64(n) / float64(d)
}

// Exact reports whether the number was worked out without rounding.
func (a Num) Exact() bool { return !a.rough }

// Round returns the nearest whole number, halves away from zero.
func (a Num) Round() int64 {
	if a.rough {
		return clamp(math.Round(a.approx))
	}
	n, d := a.parts()
	q, r := n/d, n%d
	switch half := abs(r); {
	case half < uint64(d)-half:
	case n < 0:
		q--
	default:
		q++
	}
	return q
}

// Floor returns the largest whole number that is not larger.
func (a Num) Floor() int64 {
	if a.rough {
		return clamp(math.Floor(a.approx))
	}
	n, d := a.parts()
	if q := n / d; n%d >= 0 {
		return q
	} else {
		return q - 1
	}
}

// Ceil returns the smallest whole number that is not smaller.
func (a Num) Ceil() int64 {
	f := a.Floor()
	if a.Cmp(Int(f)) > 0 && f < Limit {
		f++
	}
	return f
}

// Fraction returns the exact numerator and denominator, or false.
func (a Num) Fraction() (n, d int64, ok bool) {
	n, d = a.parts()
	return n, d, !a.rough
}

// Min returns the smaller of two numbers.
func Min(a, b Num) Num {
	if b.Cmp(a) < 0 {
		return b
	}
	return a
}

// Max returns the larger of two numbers.
func Max(a, b Num) Num {
	if b.Cmp(a) > 0 {
		return b
	}
	return a
}

// Sign is -1, 0 or 1.
func (a Num) Sign() int { return a.Cmp(Num{}) }

// Cmp compares two numbers.
func (a Num) Cmp(b Num) int {
	if a.rough || b.rough {
		x, y := a.Float(), b.Float()
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	}
	an, ad := a.parts()
	bn, bd := b.parts()
	if (an < 0) != (bn < 0) {
		if an < 0 {
			return -1
		}
		return 1
	}
	h1, l1 := bits.Mul64(abs(an), uint64(bd))
	h2, l2 := bits.Mul64(abs(bn), uint64(ad))
	c := 0
	switch {
	case h1 != h2 && h1 < h2, h1 == h2 && l1 < l2:
		c = -1
	case h1 != h2 || l1 != l2:
		c = 1
	}
	if an < 0 {
		c = -c
	}
	return c
}

// Add returns a + b, or the fault TooLarge; so do Sub and Mul.
func (a Num) Add(b Num) (Num, error) {
	if !a.rough && !b.rough {
		an, ad := a.parts()
		bn, bd := b.parts()
		g := int64(gcd(uint64(ad), uint64(bd)))
		return sum(an, bd/g, bn, ad/g, ad, bd/g)
	}
	return FromFloat(a.Float() + b.Float())
}

// sum is (a·x + b·y)/(c·d), for positive x, y, c and d. What is between has 128 bits:
// two large numbers may leave a small difference.
func sum(a, x, b, y, c, d int64) (Num, error) {
	high, low := bits.Mul64(abs(a), uint64(x))
	h, l := bits.Mul64(abs(b), uint64(y))
	sign, carry := int64(1), uint64(0)
	if (a < 0) == (b < 0) {
		low, carry = bits.Add64(low, l, 0)
		high += h + carry // below 2¹²⁷
	} else {
		if high < h || high == h && low < l {
			high, low, h, l, a = h, l, high, low, b
		}
		low, carry = bits.Sub64(low, l, 0)
		high -= h + carry
	}
	if a < 0 {
		sign = -1
	}
	if over, ok := mul(c, d); ok {
		g := gcd(bits.Rem64(high, low, uint64(over)), uint64(over))
		if high < g {
			if n, _ := bits.Div64(high, low, g); n <= math.MaxInt64 {
				return Num{num: sign * int64(n), den: over / int64(g)}, nil
			}
		}
	}
	return FromFloat(float64(sign) * (float64(high)*(1<<64) + float64(low)) / (float64(c) * float64(d)))
}

// Neg returns −a.
func (a Num) Neg() Num {
	if a.rough {
		return Num{approx: -a.approx, rough: true}
	}
	return Num{num: -a.num, den: a.den}
}

func (a Num) Sub(b Num) (Num, error) { return a.Add(b.Neg()) }

func (a Num) Mul(b Num) (Num, error) {
	if !a.rough && !b.rough {
		an, ad := a.parts()
		bn, bd := b.parts()
		g, h := int64(gcd(abs(an), uint64(bd))), int64(gcd(abs(bn), uint64(ad)))
		n, ok1 := mul(an/g, bn/h)
		d, ok2 := mul(ad/h, bd/g)
		if ok1 && ok2 {
			return Num{num: n, den: d}, nil
		}
	}
	return FromFloat(a.Float() * b.Float())
}

// Div returns a / b, or a fault.
func (a Num) Div(b Num) (Num, error) {
	if b.Sign() == 0 {
		return Num{}, ZeroDivision
	}
	if b.rough {
		return FromFloat(a.Float() / b.approx)
	}
	n, d := b.parts()
	if n < 0 {
		n, d = -n, -d
	}
	return a.Mul(Num{num: d, den: n})
}

// Mod returns a − b × floor(a/b): its sign is that of b.
func (a Num) Mod(b Num) (Num, error) {
	q, err := a.Div(b)
	if err != nil {
		return q, err
	}
	p, err := b.Mul(Int(q.Floor()))
	if err != nil {
		return p, err
	}
	return a.Sub(p)
}

// Pow returns a to the power of e, a whole exponent from 0 to 128.
func (a Num) Pow(e int64) (r Num, err error) {
	r = Int(1)
	for ; e > 0 && err == nil; e-- {
		r, err = r.Mul(a)
	}
	return r, err
}

func clamp(f float64) int64 {
	switch {
	case f >= Limit:
		return Limit
	case f <= -Limit:
		return -Limit
	}
	return int64(f)
}

func abs(n int64) uint64 {
	if n < 0 {
		return uint64(-n)
	}
	return uint64(n)
}

func mul(a, b int64) (int64, bool) {
	h, l := bits.Mul64(abs(a), abs(b))
	if h != 0 || l > Limit {
		return 0, false
	}
	if (a < 0) != (b < 0) {
		return -int64(l), true
	}
	return int64(l), true
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, 1)
}

// Text writes the number in sentences: all digits of a whole one, two of others, or those before
// the point.
func (a Num) Text() string {
	if f := a.Float(); a.Exact() && (f == float64(a.Round()) || math.Abs(f) >= 100) {
		return Count(a.Round())
	}
	return Round(a.Float())
}

// String writes the number as an expression can hold it, see [Plain].
func (a Num) String() string {
	if n, d := a.parts(); !a.rough && d == 1 {
		return strconv.FormatInt(n, 10)
	}
	return Plain(a.Float())
}
