package figure

import (
	"math"
	"strconv"
	"strings"
)

// nbsp keeps a number and its unit on one line.
const nbsp = "\u00a0"

// Count prints a whole number with separators: 1,095,020.
func Count(n int64) string {
	s := strconv.FormatInt(n, 10)
	sign := ""
	if s[0] == '-' {
		sign, s = "-", s[1:]
	}
	if len(s) <= 3 {
		return sign + s
	}
	var b strings.Builder
	b.WriteString(sign)
	first := len(s) % 3
	b.WriteString(s[:first])
	for i := first; i < len(s); i += 3 {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(s[i : i+3])
	}
	return b.String()
}

// ExactBytes prints a number of bytes with all its digits: 1,095,020 B.
func ExactBytes(n int64) string { return Count(n) + nbsp + "B" }

// Bytes prints a number of bytes with three significant digits and a unit that
// is a power of ten: 1.10 MB.
func Bytes(n int64) string { return BytesDigits(n, 3) }

// BytesDigits prints a number of bytes with so many significant digits.
func BytesDigits(n int64, digits int) string {
	if n < 1000 && n > -1000 {
		return strconv.FormatInt(n, 10) + nbsp + "B"
	}
	units := [...]string{"kB", "MB", "GB", "TB", "PB", "EB"}
	v := float64(n) / 1000
	u := 0
	// The unit is chosen after rounding: 999,999 B are 1.00 MB.
	for u < len(units)-1 && math.Abs(roundTo(v, digits)) >= 1000 {
		v /= 1000
		u++
	}
	return digitsOf(v, digits) + nbsp + units[u]
}

// Rough prints a whole number with so many significant digits: 73,000 of 73,112.
func Rough(n int64, digits int) string { return Count(int64(math.Round(roundTo(float64(n), digits)))) }

func roundTo(v float64, digits int) float64 {
	if v == 0 {
		return 0
	}
	p := math.Pow(10, float64(digits-1)-math.Floor(math.Log10(math.Abs(v))))
	return math.Round(float64(v*p)) / p
}

func digitsOf(v float64, digits int) string {
	v = roundTo(v, digits)
	whole := 1
	for p := math.Abs(v); p >= 10; p /= 10 {
		whole++
	}
	return strconv.FormatFloat(v, 'f', max(digits-whole, 0), 64)
}

// Percent prints a part of a whole: 40 %, and "<1 %" or ">99 %" where rounding
// would make it nothing or all.
func Percent(part, whole int64) string {
	if whole == 0 {
		return "0" + nbsp + "%"
	}
	p := float64(part) / float64(whole) * 100
	switch {
	case part > 0 && p < 1:
		return "<1" + nbsp + "%"
	case part < whole && p > 99:
		return ">99" + nbsp + "%"
	}
	return strconv.FormatFloat(math.Round(p), 'f', 0, 64) + nbsp + "%"
}

// Days prints a span of days as people say it: 153 days, 4.2 years, 182 years.
func Days(n int64) string {
	switch {
	case n == 1:
		return "1" + nbsp + "day"
	case n < 1000:
		return Count(n) + nbsp + "days"
	}
	y := float64(n) / 365.25
	if y < 10 {
		return digitsOf(y, 2) + nbsp + "years"
	}
	return Count(int64(math.Round(y))) + nbsp + "years"
}

// ticks returns three to five round numbers in 0..top, the first of them 0.
func ticks(top float64) []float64 {
	if top <= 0 {
		return []float64{0}
	}
	p := math.Pow(10, math.Floor(math.Log10(top)))
	for _, step := range []float64{p / 5, p / 4, p / 2, p, 2 * p, 2.5 * p, 5 * p} {
		if n := int(math.Floor(top / step)); n <= 4 {
			out := make([]float64, 0, n+1)
			for i := 0; i <= n; i++ {
				out = append(out, float64(float64(i)*step))
			}
			return out
		}
	}
	return []float64{0, top}
}

// decades returns the powers of ten in lo..hi, thinned to at most so many.
func decades(lo, hi float64, most int) []float64 {
	a, b := int(math.Ceil(math.Log10(lo)-1e-9)), int(math.Floor(math.Log10(hi)+1e-9))
	step := 1
	for (b-a)/step+1 > most {
		step++
	}
	var out []float64
	for e := a; e <= b; e++ {
		if e%step == 0 {
			out = append(out, math.Round(math.Pow(10, float64(e))))
		}
	}
	return out
}
