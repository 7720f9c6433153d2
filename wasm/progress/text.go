package progress

import (
	"strconv"
	"strings"
)

// maxText is how much of a text is read, in bytes: whoever tries each exercise of the
// course on twelve days fills it.
const maxText = 1 << 17

// Bounds are how much is kept, for the script of the pages, which reads and writes the
// same: the characters of a text, chapters, things of a chapter, latest events of a thing,
// characters of a name, and how often something may have happened on a day.
func Bounds() string {
	var b strings.Builder
	for i, n := range []int{maxText, maxChapters, maxThings, latest, maxName, maxCount} {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(n))
	}
	return b.String()
}

// Parse reads the text form. What it does not understand it leaves out, and says how
// many words those were.
func Parse(text string) (l *Log, strange int) {
	l = &Log{}
	if len(text) > maxText {
		text = text[:strings.LastIndexByte(text[:maxText], '\n')+1]
		strange++
	}
	for line := range strings.SplitSeq(text, "\n") {
		words := strings.Fields(line)
		for _, w := range words[min(1, len(words)):] {
			if !l.word(words[0], w) {
				strange++
			}
		}
		if len(words) == 1 {
			strange++
		}
	}
	return l, strange
}

// word reads what happened to a thing on a day: e1:2026-03-01x2?1.
func (l *Log) word(chapter, w string) bool {
	thing, rest, _ := strings.Cut(w, ":")
	if len(rest) < len("2026-03-01x") {
		return false
	}
	day, ok := days(rest[:len("2026-03-01")])
	rest = rest[len("2026-03-01"):]
	for ok && rest != "" {
		e := Event{day, Kind(rest[0]), 1}
		n := 1
		for n < len(rest) && '0' <= rest[n] && rest[n] <= '9' {
			n++
		}
		if n > 1 {
			e.N, _ = strconv.Atoi(rest[1:min(n, 6)])
		}
		rest = rest[n:]
		ok = l.put(chapter, thing, e)
	}
	return ok
}

// date writes a day since 1970 as 2026-03-01. Months and years are those of the calendar
// with its leap years, counted from March.
func date(day int) string {
	era, doe := (day+719468)/146097, (day+719468)%146097
	yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	m := mp + 3
	if m > 12 {
		m -= 12
	}
	y := yoe + era*400
	if m <= 2 {
		y++
	}
	two := func(n int) string { return "-" + strconv.Itoa(n/10) + strconv.Itoa(n%10) }
	return strings.Repeat("0", max(0, 4-len(strconv.Itoa(y)))) + strconv.Itoa(y) + two(m) + two(doy-(153*mp+2)/5+1)
}

// days is the inverse of date; ok is false for what is no day since 1970.
func days(s string) (day int, ok bool) {
	y, _ := strconv.Atoi(s[:4])
	m, _ := strconv.Atoi(s[5:7])
	d, _ := strconv.Atoi(s[8:])
	mp := m - 3
	if m <= 2 {
		y--
		mp += 12
	}
	day = y*365 + y/4 - y/100 + y/400 + (153*mp+2)/5 + d - 1 - 719468
	return day, day >= 0 && date(day) == s
}
