package workload

import (
	"math"
	"strconv"
	"strings"
)

// nbsp keeps a number and its unit on one line.
const nbsp = "\u00a0"

// Exact writes a whole number with commas: 1,095,020.
func Exact(n int64) string {
	s := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, s = "−", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// Bytes writes a number of bytes exactly: 1,095,020 B.
func Bytes(n int64) string { return Exact(n) + nbsp + "B" }

// RoundBytes writes a number of bytes with two significant digits: 1.1 MB. Units
// are powers of ten.
func RoundBytes(n float64) string {
	units := [...]string{"B", "kB", "MB", "GB", "TB", "PB", "EB"}
	f, u := round2(n), 0
	for math.Abs(f) >= 1000 && u < len(units)-1 {
		f /= 1000
		u++
	}
	return decimals(f) + nbsp + units[u]
}

// Round writes a number with two significant digits: 73,000; 1.5; 0.037. Above a
// million it is words: 2.3 million.
func Round(n float64) string {
	f := round2(n)
	switch a := math.Abs(f); {
	case a >= 1e12 && a < 1e15:
		return decimals(f/1e12) + nbsp + "trillion"
	case a >= 1e15:
		return strconv.FormatFloat(f, 'e', 1, 64)
	case a >= 1e9:
		return decimals(f/1e9) + nbsp + "billion"
	case a >= 1e6:
		return decimals(f/1e6) + nbsp + "million"
	case a >= 100:
		return Exact(int64(f))
	}
	return decimals(f)
}

// Percent writes a fraction with one decimal at most: 19.7 %.
func Percent(f float64) string {
	s := strings.TrimSuffix(strconv.FormatFloat(f*100, 'f', 1, 64), ".0")
	return strings.Replace(s, "-", "−", 1) + nbsp + "%"
}

// round2 rounds to two significant digits.
func round2(f float64) float64 {
	if f == 0 || f != f || math.IsInf(f, 0) {
		return f
	}
	s := strconv.FormatFloat(f, 'e', 1, 64)
	r, _ := strconv.ParseFloat(s, 64)
	return r
}

// decimals writes a number that has two significant digits.
func decimals(f float64) string {
	s := strconv.FormatFloat(f, 'f', -1, 64)
	switch a := math.Abs(f); {
	case a >= 10 || a == 0:
		s = strconv.FormatFloat(f, 'f', 0, 64)
	case a >= 1:
		s = strconv.FormatFloat(f, 'f', 1, 64)
	}
	return strings.Replace(s, "-", "−", 1)
}

// Seconds writes a duration: 90 days, 6 h, 31.5 s.
func Seconds(s float64) string {
	for _, u := range [...]struct {
		name string
		len  float64
	}{{"years", 365 * 86400}, {"days", 86400}, {"h", 3600}, {"min", 60}} {
		if q := s / u.len; q >= 2 || q == 1 {
			name := u.name
			if q == 1 {
				name = strings.TrimSuffix(name, "s")
			}
			return short(q) + nbsp + name
		}
	}
	return short(s) + nbsp + "s"
}

// short writes at most two decimals.
func short(f float64) string {
	s := strconv.FormatFloat(f, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}
