package number

import "strings"

// LastRate finds "/UNIT", "per UNIT", "every UNIT" or "a UNIT" at the end of a text, as in
// "20 + 10/day" or "1 every 15 min": where that begins, and the unit. at is below 0 where
// the text tells no rate.
func LastRate(text string) (at, unitAt, unitEnd int) {
	end := len(strings.TrimRight(text, " \t"))
	for _, sep := range [...]string{"/", " per ", " every ", " a ", " an "} {
		if i := strings.LastIndex(text[:end], sep); i >= 0 {
			unit := i + len(sep)
			for unit < end && text[unit] == ' ' {
				unit++
			}
			if unit < end && (wordStart(text[unit]) || sep != "/" || wordStart(text[end-1])) {
				return i, unit, end
			}
		}
	}
	return -1, 0, 0
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
