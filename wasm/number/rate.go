package number

import "strings"

// LastRate finds "/UNIT", "per UNIT", "every UNIT" or "a UNIT" at the end of a text, as in
// "20 + 10/day" or "1 every 15 min": where that begins, and the unit. at is below 0 where
// the text tells no rate. The last sign of a rate counts: 300/512 per s is a part of a second's.
func LastRate(text string) (at, unitAt, unitEnd int) {
	end := len(strings.TrimRight(text, " \t"))
	at = -1
	for _, sep := range [...]string{"/", " per ", " every ", " a ", " an "} {
		if i := strings.LastIndex(text[:end], sep); i > at {
			unit := i + len(sep)
			for unit < end && text[unit] == ' ' {
				unit++
			}
			if unit < end && (wordStart(text[unit]) || sep != "/" || wordStart(text[end-1])) {
				at, unitAt, unitEnd = i, unit, end
			}
		}
	}
	return at, unitAt, unitEnd
}

func wordStart(c byte) bool { return isLetter(c) || c >= 0x80 }

// Per reads the time of a rate, such as "day" or "10min", in seconds. A lone m is none: it
// may be a minute or a month.
func Per(text string) (seconds Num, ok bool) {
	text = strings.TrimSpace(text)
	n := digitsOf(text)
	word := strings.TrimSpace(text[n:])
	if seconds, ok = Period(word); !ok || word == "m" {
		return Num{}, false
	}
	if n > 0 {
		times, err := decimal(text[:n])
		if err == nil {
			seconds, err = seconds.Mul(times)
		}
		ok = err == nil
	}
	return seconds, ok
}

// InDays is an expression with each rate in it, such as 2000/s, as so many a day: 2000 * 1d / 1s. n is
// how many it holds.
func InDays(text string) (out string, n int) {
	from := 0
	for i := range len(text) {
		if text[i] != '/' {
			continue
		}
		unit := i + 1
		for unit < len(text) && text[unit] == ' ' {
			unit++
		}
		end := unit
		for end < len(text) && (wordStart(text[end]) || isDigit(text[end])) {
			end++
		}
		if unit == end || isDigit(text[unit]) {
			continue
		}
		if _, ok := Per(text[unit:end]); ok {
			out += text[from:i] + " * 1d / 1" + text[unit:end]
			from = end
			n++
		}
	}
	return out + text[from:], n
}
