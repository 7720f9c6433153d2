package number

import (
	"math"
	"strconv"
	"strings"
)

// Space stands between a number and its unit: they stay on one line.
const Space = "\u00a0"

// minus is the sign of negative numbers in print.
const minus = "−"

// A Whole is what can be counted.
type Whole interface{ ~int | ~int32 | ~int64 }

// Count writes a whole number with all its digits: 1,095,020.
func Count[N Whole](n N) string { return grouped(int64(n)) }

func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, s = minus, s[1:]
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

// Plus writes a difference with its sign: +12, −1,234, 0.
func Plus[N Whole](n N) string {
	if n > 0 {
		return "+" + Count(n)
	}
	return Count(n)
}

// Of writes how many there are of what a word names: 1 row, 73,000 rows.
func Of[N Whole](n N, word string) string { return Count(n) + " " + Plural(n, word) }

// Begin writes the same at the beginning of a sentence: No rows, One row, 2 rows.
func Begin[N Whole](n N, word string) string {
	switch n {
	case 0:
		return "No " + Plural(n, word)
	case 1:
		return "One " + word
	}
	return Of(n, word)
}

// Within writes the same within a sentence: no rows, one row, 2 rows.
func Within[N Whole](n N, word string) string {
	s := Begin(n, word)
	return strings.ToLower(s[:1]) + s[1:]
}

// Plural is a word as it stands behind a number: row, rows.
func Plural[N Whole](n N, word string) string {
	switch last := len(word) - 1; {
	case n == 1 || last < 0:
		return word
	case last > 0 && word[last] == 'y' && strings.IndexByte("aeiou", word[last-1]) < 0:
		return word[:last] + "ies"
	case strings.IndexByte("sxz", word[last]) >= 0, strings.HasSuffix(word, "ch"), strings.HasSuffix(word, "sh"):
		return word + "es"
	}
	return word + "s"
}

// Singular is one of what a plural names, where that ends in s or ies: videos, queries.
func Singular(word string) string {
	if s, ok := strings.CutSuffix(word, "ies"); ok {
		return s + "y"
	}
	return strings.TrimSuffix(word, "s")
}

// ExactBytes writes a number of bytes with all its digits: 1,095,020 B.
func ExactBytes[N Whole](n N) string { return Count(n) + Space + "B" }

// Bytes writes a number of bytes as people say it: three significant digits, 1.10 MB,
// and fewer where the others are zero, 10 MB. Units are powers of ten.
func Bytes[N Whole | ~float64](n N) string { return bytes(float64(n)) }

func bytes(n float64) string {
	units := [...]string{"B", "kB", "MB", "GB", "TB", "PB", "EB"}
	v, u := math.Round(n), 0
	// The unit is chosen after rounding: 999,999 B are 1.00 MB.
	for u < len(units)-1 && math.Abs(Significant(v, 3)) >= 1000 {
		v /= 1000
		u++
	}
	if v == Significant(v, 3) {
		return signed(strconv.FormatFloat(v, 'f', -1, 64)) + Space + units[u]
	}
	return digits(v, 3) + Space + units[u]
}

// Round writes a number with two significant digits: 73,000; 1.5; 0.037. Above a
// million it is words: 2.3 million.
func Round(n float64) string {
	f := Significant(n, 2)
	switch a := math.Abs(f); {
	case a >= 1e12 && a < 1e15:
		return digits(f/1e12, 2) + Space + "trillion"
	case a >= 1e15:
		return strconv.FormatFloat(f, 'e', 1, 64)
	case a >= 1e9:
		return digits(f/1e9, 2) + Space + "billion"
	case a >= 1e6:
		return digits(f/1e6, 2) + Space + "million"
	case a >= 100:
		return Count(int64(f))
	case a < 1:
		return signed(strconv.FormatFloat(f, 'f', -1, 64))
	}
	return digits(f, 2)
}

// Significant rounds to so many significant digits, halves away from zero.
func Significant(f float64, digits int) float64 {
	if f == 0 || f != f || math.IsInf(f, 0) {
		return f
	}
	f = math.Nextafter(f, math.Copysign(math.MaxFloat64, f)) // a half is a little more than a half
	r, _ := strconv.ParseFloat(strconv.FormatFloat(f, 'e', digits-1, 64), 64)
	return r
}

// digits writes a number of at least 1 with so many significant digits, zeros among
// them.
func digits(f float64, n int) string {
	f = Significant(f, n)
	whole := 1
	for p := math.Abs(f); p >= 10; p /= 10 {
		whole++
	}
	return signed(strconv.FormatFloat(f, 'f', max(n-whole, 0), 64))
}

func signed(s string) string {
	if rest, negative := strings.CutPrefix(s, "-"); negative {
		return minus + rest
	}
	return s
}

// Percent writes a fraction with one decimal at most: 19.7 %, and <0.1 % where nothing
// would be left of it.
func Percent(f float64) string {
	if f > 0 && f < 0.0005 {
		return "<0.1" + Space + "%"
	}
	if math.Abs(f) >= 10 {
		return Count(int64(math.Round(min(f*100, math.MaxInt64/2)))) + Space + "%"
	}
	return signed(strings.TrimSuffix(strconv.FormatFloat(f*100, 'f', 1, 64), ".0")) + Space + "%"
}

// Share writes a part of a whole without decimals: 40 %, and <1 % or >99 % where
// rounding would make it nothing or all.
func Share[N Whole](part, whole N) string {
	if whole == 0 {
		return "0" + Space + "%"
	}
	p := float64(part) / float64(whole) * 100
	switch {
	case part > 0 && p < 1:
		return "<1" + Space + "%"
	case part < whole && p > 99:
		return ">99" + Space + "%"
	}
	return strconv.FormatFloat(math.Round(p), 'f', 0, 64) + Space + "%"
}

// Year is what a year has in seconds, as numbers are read and printed.
const Year = 365 * 86400

// Days writes a span of days as people say it: 153 days, 4.2 years, 182 years.
func Days[N Whole](n N) string {
	if n < 1000 {
		return Count(n) + Space + Plural(n, "day")
	}
	years := float64(n) * 86400 / Year
	if years < 10 {
		return digits(years, 2) + Space + "years"
	}
	return Count(int64(math.Round(years))) + Space + "years"
}

// Seconds writes a duration in the largest unit that it has at least two of, or just
// one: 90 days, 6 h, 31.5 s.
func Seconds[N Whole | ~float64](seconds N) string {
	return inUnit(float64(seconds), func(q float64) float64 { return q })
}

// Roughly writes an estimated duration in three digits.
func Roughly(seconds float64) string {
	return inUnit(seconds, func(q float64) float64 { return Significant(q, 3) })
}

func inUnit(s float64, as func(float64) float64) string {
	for _, u := range [...]struct {
		name   string
		length float64
	}{{"years", Year}, {"days", 86400}, {"h", 3600}, {"min", 60}} {
		if q := s / u.length; q >= 2 || q == 1 {
			name := u.name
			if q == 1 {
				name = strings.TrimSuffix(name, "s")
			}
			if q >= 1000 {
				return Count(int64(math.Round(min(q, 1e18)))) + Space + name
			}
			return decimals(as(q), 2) + Space + name
		}
	}
	return decimals(as(s), 2) + Space + "s"
}

// Plain writes a number as a field and an expression take it: without separators, and
// with as many decimals as it has, six at most.
func Plain(f float64) string { return decimals(f, 6) }

// decimals writes at most so many decimals.
func decimals(f float64, n int) string {
	s := strconv.FormatFloat(f, 'f', n, 64)
	s = strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}
