package workload

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

// errTooLarge says that a number is beyond Limit.
type numError string

func (e numError) Error() string { return string(e) }

const (
	errTooLarge = numError("too large")
	errDivision = numError("division by zero")
)

// Int returns a whole number.
func Int(n int64) Num { return Num{num: n, den: 1} }

// Frac returns n/d for d above 0.
func Frac(n, d int64) Num {
	g := gcd(abs(n), uint64(d))
	return Num{num: n / int64(g), den: d / int64(g)}
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

func (a Num) add(b Num) (Num, error) {
	if !a.rough && !b.rough {
		an, ad := a.parts()
		bn, bd := b.parts()
		g := int64(gcd(uint64(ad), uint64(bd)))
		return sum(an, bd/g, bn, ad/g, ad, bd/g)
	}
	return inexact(a.Float() + b.Float())
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
	return inexact(float64(sign) * (float64(high)*(1<<64) + float64(low)) / (float64(c) * float64(d)))
}

// Add, Mul and Div work with numbers; beyond Limit and a division by zero are errors.
func (a Num) Add(b Num) (Num, error) { return a.add(b) }
func (a Num) Mul(b Num) (Num, error) { return a.mul(b) }
func (a Num) Div(b Num) (Num, error) { return a.div(b) }

func (a Num) neg() Num {
	if a.rough {
		return Num{approx: -a.approx, rough: true}
	}
	return Num{num: -a.num, den: a.den}
}

func (a Num) sub(b Num) (Num, error) { return a.add(b.neg()) }

func (a Num) mul(b Num) (Num, error) {
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
	return inexact(a.Float() * b.Float())
}

func (a Num) div(b Num) (Num, error) {
	if b.Sign() == 0 {
		return Num{}, errDivision
	}
	if b.rough {
		return inexact(a.Float() / b.approx)
	}
	n, d := b.parts()
	if n < 0 {
		n, d = -n, -d
	}
	return a.mul(Num{num: d, den: n})
}

// mod is a − b × floor(a/b): its sign is that of b.
func (a Num) mod(b Num) (Num, error) {
	q, err := a.div(b)
	if err != nil {
		return q, err
	}
	p, err := b.mul(Int(q.Floor()))
	if err != nil {
		return p, err
	}
	return a.sub(p)
}

// pow takes whole exponents from 0 to 128.
func (a Num) pow(e int64) (r Num, err error) {
	r = Int(1)
	for ; e > 0 && err == nil; e-- {
		r, err = r.mul(a)
	}
	return r, err
}

func inexact(f float64) (Num, error) {
	if f != f || f >= Limit || f <= -Limit {
		return Num{}, errTooLarge
	}
	if i := int64(clamp(f)); math.Abs(f) < 1<<53 && float64(i) == f {
		return Num{num: i, den: 1}, nil
	}
	return Num{approx: f, rough: true}, nil
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

// parseDecimal reads digits with an optional fraction and exponent. Underscores
// between digits are allowed.
func parseDecimal(s string) (Num, error) {
	var n uint64
	scale, exp, frac, exact := 0, 0, false, true
	var plain []byte
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '_':
			continue
		case c == '.':
			frac = true
		case c == 'e' || c == 'E':
			e, err := strconv.Atoi(s[i+1:])
			if err != nil || e > 400 {
				return Num{}, errTooLarge
			}
			exp = max(e, -400)
			plain = append(plain, s[i:]...)
			i = len(s)
			continue
		default:
			h, l := bits.Mul64(n, 10)
			n = l + uint64(c-'0')
			exact = exact && h == 0 && n <= Limit
			if frac {
				scale++
			}
		}
		plain = append(plain, s[i])
	}
	if exact {
		for exp -= scale; exp > 0 && n != 0; exp-- {
			h, l := bits.Mul64(n, 10)
			if h != 0 || l > Limit {
				return Num{}, errTooLarge
			}
			n = l
		}
		d := int64(1)
		for ; exp < 0 && d <= Limit/10; exp++ {
			d *= 10
		}
		if exp >= 0 || n == 0 {
			return Frac(int64(n), d), nil
		}
	}
	f, err := strconv.ParseFloat(string(plain), 64)
	if err != nil {
		return Num{}, errTooLarge
	}
	return inexact(f)
}

// String writes the number with as many decimals as it has, six at most, and
// without separators: text that an expression can hold.
func (a Num) String() string {
	if n, d := a.parts(); !a.rough && d == 1 {
		return strconv.FormatInt(n, 10)
	}
	s := strconv.FormatFloat(a.Float(), 'f', 6, 64)
	for s[len(s)-1] == '0' {
		s = s[:len(s)-1]
	}
	if s[len(s)-1] == '.' {
		s = s[:len(s)-1]
	}
	return s
}
