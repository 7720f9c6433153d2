// Dates, times of day, timestamps and durations.

package cqltype

import (
	"math"
	"strconv"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
)

const (
	millisPerDay = 86_400_000
	nanosPerDay  = millisPerDay * 1_000_000
)

// daysFromCivil counts the days from 1970-01-01 to a day of the proleptic
// Gregorian calendar (Howard Hinnant's algorithm).
func daysFromCivil(y int64, m, d int) int64 {
	if m <= 2 {
		y--
	}
	era := floorDiv(y, 400)
	yoe := y - era*400
	doy := int64((153*((m+9)%12)+2)/5 + d - 1)
	return era*146097 + yoe*365 + yoe/4 - yoe/100 + doy - 719468
}

// civilFromDays is the inverse of daysFromCivil.
func civilFromDays(days int64) (y int64, m, d int) {
	days += 719468
	era := floorDiv(days, 146097)
	doe := days - era*146097
	yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	d = int(doy-(153*mp+2)/5) + 1
	m = int(mp+2)%12 + 1
	y = yoe + era*400
	if m <= 2 {
		y++
	}
	return y, m, d
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func floorMod(a, b int64) int64 { return a - floorDiv(a, b)*b }

func daysInMonth(y int64, m int) int {
	switch m {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if y%4 == 0 && (y%100 != 0 || y%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// pad writes n with at least width digits.
func pad(n int64, width int) string {
	s := strconv.FormatInt(n, 10)
	if len(s) < width {
		s = strings.Repeat("0", width-len(s)) + s
	}
	return s
}

// ---- reading

// A scanner reads a text from the left; once it fails it stays failed.
type scanner struct {
	s      string
	failed bool
}

func (p *scanner) fail() int64 { p.failed = true; return 0 }

// char takes one given character, if it is next.
func (p *scanner) char(c byte) bool {
	if p.failed || p.s == "" || p.s[0] != c {
		return false
	}
	p.s = p.s[1:]
	return true
}

func (p *scanner) expect(c byte) {
	if !p.char(c) {
		p.fail()
	}
}

// number takes between lo and hi digits.
func (p *scanner) number(lo, hi int) int64 {
	n := 0
	for n < len(p.s) && n < hi && '0' <= p.s[n] && p.s[n] <= '9' {
		n++
	}
	if p.failed || n < lo {
		return p.fail()
	}
	v, err := strconv.ParseInt("0"+p.s[:n], 10, 64)
	if err != nil {
		return p.fail()
	}
	p.s = p.s[n:]
	return v
}

// inRange fails unless lo ≤ v ≤ hi.
func (p *scanner) inRange(v, lo, hi int64) int64 {
	if v < lo || v > hi {
		return p.fail()
	}
	return v
}

// isoYear takes a year of ISO 8601: four digits, more only after a plus sign, or
// a minus sign before.
func (p *scanner) isoYear() int64 {
	plus, minus := p.char('+'), p.char('-')
	before := len(p.s)
	y := p.number(4, 10)
	if long := before-len(p.s) > 4; !p.failed && (long && !plus && !minus || !long && plus || minus && y == 0) {
		return p.fail()
	}
	if minus {
		y = -y
	}
	return p.inRange(y, -999_999_999, 999_999_999)
}

// isoDate takes yyyy-MM-dd and returns the day since 1970. Where clamp is set a
// day up to 31 beyond the end of its month is the month's last.
func (p *scanner) isoDate(clamp bool) int64 {
	y := p.isoYear()
	p.expect('-')
	m := p.number(2, 2)
	p.expect('-')
	return p.day(y, m, p.number(2, 2), clamp)
}

func (p *scanner) day(y, m, d int64, clamp bool) int64 {
	p.inRange(m, 1, 12)
	p.inRange(d, 1, 31)
	if p.failed {
		return 0
	}
	if last := int64(daysInMonth(y, int(m))); d > last {
		if !clamp {
			return p.fail()
		}
		d = last
	}
	return daysFromCivil(y, int(m), int(d))
}

// isDigits reports whether s is digits, with a minus sign before them or not.
func isDigits(s string) bool {
	s = strings.TrimPrefix(s, "-")
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// parseDate reads a date as the server does: yyyy-MM-dd, or the raw number of
// days, whose middle 2^31 is 1970-01-01. The result is that number's bits.
// Source: SimpleDateSerializer.dateStringToDays.
func parseDate(s string) (int32, *diag.Diagnostic) {
	if isDigits(s) {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil || n < 0 || n > math.MaxUint32 {
			return 0, invalid(rule.LIT02, "Unable to make unsigned int (for date) from: '%'", s)
		}
		return int32(n), nil
	}
	p := scanner{s: s}
	days := p.isoDate(false)
	if p.failed || p.s != "" || days > math.MaxInt64/millisPerDay || days < math.MinInt64/millisPerDay {
		return 0, invalid(rule.LIT02, "Unable to coerce '%' to a formatted date (long)", s)
	}
	if days < math.MinInt32 {
		return 0, invalid(rule.LIT02, "Input date % is less than min supported date -5877641-06-23T00:00Z", s)
	}
	if days > math.MaxInt32 {
		return 0, invalid(rule.LIT02, "Input date % is greater than max supported date +5881580-07-11T00:00Z", s)
	}
	return int32(days) ^ math.MinInt32, nil
}

// parseTime reads a time of day: hh:mm:ss[.fffffffff], or nanoseconds.
// Source: TimeSerializer.timeStringToLong.
func parseTime(s string) (int64, *diag.Diagnostic) {
	if isDigits(s) {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil || n < 0 || n >= nanosPerDay {
			return 0, invalid(rule.LIT02, "Unable to make long (for time) from: '%'", s)
		}
		return n, nil
	}
	bad := invalid(rule.LIT02, "(TimeType) Unable to coerce '%' to a formatted time (long)", s)
	text := strings.TrimFunc(s, func(r rune) bool { return r <= ' ' })
	hour, rest, ok := strings.Cut(text, ":")
	minute, second, ok2 := strings.Cut(rest, ":")
	second, fraction, point := strings.Cut(second, ".")
	if !ok || !ok2 || point && (fraction == "" || len(fraction) > 9 || fraction[0] < '0' || fraction[0] > '9') {
		return 0, bad
	}
	var total int64
	for i, part := range []string{hour, minute, second} {
		n, err := strconv.ParseInt(part, 10, 32)
		if err != nil || n < 0 || n >= []int64{24, 60, 60}[i] {
			return 0, bad
		}
		total = total*60 + n
	}
	var nanos int64
	if point {
		n, err := strconv.ParseInt((fraction + "00000000")[:9], 10, 32)
		if err != nil {
			return 0, bad
		}
		nanos = n
	}
	return total*1e9 + nanos, nil
}

// parseTimestamp reads a point in time, in milliseconds since 1970. Source:
// TimestampSerializer.dateStringToTimestamp: a number; or a date, then T or a
// blank and hh:mm, :ss, a fraction, each optional, then a zone. Text without a
// zone is UTC, as on a server whose own zone is UTC.
func parseTimestamp(s string) (int64, *diag.Diagnostic) {
	if isDigits(s) {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			return 0, invalid(rule.LIT02, "Unable to make long (for date) from: '%'", s)
		}
		return n, nil
	}
	for _, read := range []func(*scanner) int64{readDateTime, readDate} {
		p := scanner{s: s}
		seconds := read(&p) // and milliseconds, see there
		if !p.failed && p.s == "" {
			if seconds == math.MinInt64 {
				return 0, rule.LIT02.Server(diag.Span{}, "java.lang.ArithmeticException: long overflow")
			}
			return seconds, nil
		}
	}
	return 0, invalid(rule.LIT02, "Unable to parse a date/time from '%'", s)
}

// readDateTime takes y-M-d, T or a blank, H:m[:s][.fraction] and a zone.
func readDateTime(p *scanner) int64 {
	y := p.inRange(p.number(1, 19), 1, 999_999_999)
	p.expect('-')
	m := p.number(1, 19)
	p.expect('-')
	days := p.day(y, m, p.number(1, 19), true)
	if !p.char('T') {
		p.expect(' ')
	}
	hour := p.inRange(p.number(1, 19), 0, 24)
	p.expect(':')
	minute := p.inRange(p.number(1, 19), 0, 59)
	var second, millis int64
	if p.char(':') {
		second = p.inRange(p.number(1, 19), 0, 59)
		if p.char('.') {
			before := p.s
			p.number(0, 9)
			digits := before[:len(before)-len(p.s)] + "000"
			millis, _ = strconv.ParseInt(digits[:3], 10, 64)
		}
	}
	if hour == 24 && minute+second+millis > 0 {
		return p.fail()
	}
	second += hour*3600 + minute*60
	return toMillis(days, second-p.zone(days, second, true), millis)
}

// readDate takes yyyy-MM-dd and a zone.
func readDate(p *scanner) int64 {
	days := p.isoDate(true)
	return toMillis(days, -p.zone(days, 0, false), 0)
}

// toMillis joins days, seconds and milliseconds; the smallest number stands for overflow.
func toMillis(days, seconds, millis int64) int64 {
	seconds += days * 86_400
	if limit := int64(math.MaxInt64 / 1000); seconds < -limit || seconds > limit || seconds == limit && millis > math.MaxInt64%1000 {
		return math.MinInt64
	}
	return seconds*1000 + millis
}

// zone takes a time zone to the end of the text and returns its offset in seconds
// at a local time: Z, ±hh, ±hhmm, ±hh:mm, with a blank before it or not; after a
// blank also ±hh:mm:ss, UTC±hh:mm and a name.
func (p *scanner) zone(days, seconds int64, time bool) int64 {
	if p.failed || p.s == "" {
		return 0
	}
	blank := p.char(' ')
	prefix := false
	if blank {
		if offset, ok := zoneOffset(p.s, days, seconds); ok {
			p.s = ""
			return offset
		}
		for _, name := range []string{"UTC", "GMT", "UT"} {
			if rest, ok := strings.CutPrefix(p.s, name); ok {
				p.s, prefix = rest, true
				break
			}
		}
	}
	if !prefix && (p.char('Z') || !time && !blank && p.char('z')) {
		return 0
	}
	sign := int64(-1)
	if !p.char('-') {
		sign = 1
		p.expect('+')
	}
	total := p.number(2, 2) * 3600
	switch {
	case p.char(':'):
		total += p.inRange(p.number(2, 2), 0, 59) * 60
		if (blank || !time) && p.char(':') {
			total += p.inRange(p.number(2, 2), 0, 59)
		}
	case prefix:
		return p.fail()
	case p.s != "":
		total += p.inRange(p.number(2, 2), 0, 59) * 60
	}
	return sign * p.inRange(total, 0, 18*3600)
}

// summerTime says when clocks go forward.
type summerTime uint8

const (
	noSummer summerTime = iota
	usSummer            // second Sunday of March to first Sunday of November, 02:00
	euSummer            // last Sunday of March to last Sunday of October, 01:00 UTC
)

// zones are the zones that have a short name, in hours east of Greenwich. Names of
// summer time mean the same zone as those of standard time. Places without a name
// here are not known.
var zones = []struct {
	names  string
	hours  int8
	summer summerTime
}{
	{"UTC GMT UT GMT0 Zulu Etc/UTC", 0, noSummer},
	{"EST EDT ET America/New_York", -5, usSummer}, {"CST CDT CT America/Chicago", -6, usSummer},
	{"MST MDT MT America/Denver", -7, usSummer}, {"PST PDT PT America/Los_Angeles", -8, usSummer},
	{"AKST AKDT America/Anchorage", -9, usSummer}, {"HST Pacific/Honolulu", -10, noSummer},
	{"WET WEST Europe/London Europe/Lisbon", 0, euSummer},
	{"CET CEST Europe/Berlin Europe/Paris Europe/Madrid Europe/Rome Europe/Amsterdam", 1, euSummer},
	{"EET EEST Europe/Athens Europe/Helsinki", 2, euSummer},
	{"MSK Europe/Moscow", 3, noSummer}, {"Asia/Kolkata", 5, noSummer}, {"SGT Asia/Singapore", 8, noSummer},
	{"HKT Asia/Hong_Kong", 8, noSummer}, {"JST Asia/Tokyo", 9, noSummer}, {"KST Asia/Seoul", 9, noSummer},
}

// zoneOffset is the offset in seconds of a named zone at a local time, by the rules
// of today.
func zoneOffset(name string, days, seconds int64) (int64, bool) {
	for _, z := range zones {
		for _, n := range strings.Fields(z.names) {
			if n != name {
				continue
			}
			offset := int64(z.hours) * 3600
			y, _, _ := civilFromDays(days)
			sunday := func(month, day int) int64 { // the last Sunday up to that day
				d := daysFromCivil(y, month, day)
				return d - floorMod(d+4, 7)
			}
			var from, to int64
			switch z.summer {
			case usSummer:
				from = sunday(3, 14)*86_400 + 2*3600
				to = sunday(11, 7)*86_400 + 2*3600
			case euSummer:
				from = sunday(3, 31)*86_400 + 3600 + offset
				to = sunday(10, 31)*86_400 + 2*3600 + offset
			}
			if now := days*86_400 + seconds; now >= from && now < to {
				offset += 3600
			}
			if n == "Asia/Kolkata" {
				offset += 1800
			}
			return offset, true
		}
	}
	return 0, false
}

// ---- durations

// A duration is months, days and nanoseconds, all of one sign.
type duration struct {
	months, days int32
	nanos        int64
}

func (d duration) bytes() []byte {
	b := appendUvint(nil, zigzag(int64(d.months)))
	b = appendUvint(b, zigzag(int64(d.days)))
	return appendUvint(b, zigzag(d.nanos))
}

// durationParts reads the three numbers of a duration's bytes.
func durationParts(v []byte) (parts [3]int64, ok bool) {
	for i := range parts {
		u, n := readUvint(v)
		if n == 0 {
			return parts, false
		}
		parts[i], v = unzigzag(u), v[n:]
	}
	return parts, true
}

func durationFromBytes(v []byte) duration {
	p, _ := durationParts(v)
	return duration{int32(p[0]), int32(p[1]), p[2]}
}

func (d duration) negative() bool { return d.months < 0 || d.days < 0 || d.nanos < 0 }

// durationUnits are the units from the largest to the smallest. Part says which of
// the three numbers counts it; size is in that number's unit.
var durationUnits = []struct {
	symbol, name string
	part         uint8
	size         int64
}{
	{"y", "years", 0, 12}, {"mo", "months", 0, 1},
	{"w", "weeks", 1, 7}, {"d", "days", 1, 1},
	{"h", "hours", 2, 3600e9}, {"m", "minutes", 2, 60e9}, {"s", "seconds", 2, 1e9},
	{"ms", "milliseconds", 2, 1e6}, {"us", "microseconds", 2, 1e3}, {"ns", "nanoseconds", 2, 1},
}

// durationBuilder adds up units, each once and in order.
type durationBuilder struct {
	parts [3]int64
	last  int // unit added last, counted from 1
	err   *diag.Diagnostic
}

func (b *durationBuilder) add(unit int, digits string) {
	if b.err != nil {
		return
	}
	u := durationUnits[unit]
	n, err := strconv.ParseInt(digits, 10, 64)
	switch {
	case err != nil:
		b.err = rule.LIT07.Server(diag.Span{}, `java.lang.NumberFormatException: For input string: "%"`, digits)
		return
	case unit+1 == b.last:
		b.err = invalid(rule.LIT07, "Invalid duration. The % are specified multiple times", u.name)
		return
	case unit+1 < b.last:
		b.err = invalid(rule.LIT07, "Invalid duration. The % should be after %", durationUnits[b.last-1].name, u.name)
		return
	}
	b.last = unit + 1
	limit := int64(math.MaxInt32)
	if u.part == 2 {
		limit = math.MaxInt64
	}
	if n > (limit-b.parts[u.part])/u.size {
		b.err = invalid(rule.LIT07, "Invalid duration. The total number of % must be less or equal to 2147483647", []string{"months", "days", "nanoseconds"}[u.part])
		return
	}
	b.parts[u.part] += n * u.size
}

// parseDuration reads the three notations: 1y2mo3w4d5h6m7s8ms9us10ns, ISO 8601
// P1Y2M3DT4H5M6S and P1W, and P0001-02-03T04:05:06.
// Source: org.apache.cassandra.cql3.Duration.from.
func parseDuration(s string) (duration, *diag.Diagnostic) {
	src, negative := strings.CutPrefix(s, "-")
	bad := func() (duration, *diag.Diagnostic) {
		return duration{}, invalid(rule.LIT07, "Unable to convert '%' to a duration", src)
	}
	digits := func() string {
		n := 0
		for n < len(src) && '0' <= src[n] && src[n] <= '9' {
			n++
		}
		return src[:n]
	}
	type part struct {
		unit   int
		digits string
	}
	var parts []part
	whole := src
	if !strings.HasPrefix(src, "P") {
		for src != "" {
			d := digits()
			unit, n := durationUnit(src[len(d):])
			if d == "" || n == 0 {
				src = whole
				if len(parts) > 0 { // the units before it are checked first
					break
				}
				return bad()
			}
			parts = append(parts, part{unit, d})
			src = src[len(d)+n:]
		}
		if whole == "" {
			return bad()
		}
	} else if layout := "P0000-00-00T00:00:00"; strings.Contains(src, "-") && !strings.HasSuffix(src, "W") {
		if len(src) != len(layout) {
			return bad()
		}
		start := 1
		for i := range layout {
			if isDigit := '0' <= src[i] && src[i] <= '9'; isDigit != (layout[i] == '0') || !isDigit && src[i] != layout[i] {
				return bad()
			}
			if i > 0 && layout[i] != '0' || i == len(layout)-1 {
				end := i
				if layout[i] == '0' {
					end++
				}
				parts = append(parts, part{[]int{0, 1, 3, 4, 5, 6}[len(parts)], src[start:end]})
				start = i + 1
			}
		}
		src = ""
	} else {
		letters, units := "YMDT", []int{0, 1, 3}
		if strings.HasSuffix(src, "W") {
			letters, units = "W", []int{2}
		}
		src = src[1:]
		for src != "" {
			d := digits()
			src = src[len(d):]
			i := -1
			if src != "" {
				i = strings.IndexByte(letters, src[0])
			}
			if i < 0 || (d == "") != (letters[i] == 'T') {
				src = whole
				return bad()
			}
			if letters[i] == 'T' {
				letters, units = "HMS", []int{4, 5, 6}
			} else {
				parts = append(parts, part{units[i], d})
				letters, units = letters[i+1:], units[i+1:]
			}
			src = src[1:]
		}
	}
	var b durationBuilder
	for _, p := range parts {
		b.add(p.unit, p.digits)
	}
	if b.err != nil {
		return duration{}, b.err
	}
	if src != "" {
		return bad()
	}
	d := duration{int32(b.parts[0]), int32(b.parts[1]), b.parts[2]}
	if negative {
		d = duration{-d.months, -d.days, -d.nanos}
	}
	return d, nil
}

// durationUnit is the unit whose symbol s starts with, the longest that fits, and
// the symbol's length.
func durationUnit(s string) (unit, n int) {
	for i, u := range durationUnits {
		if len(u.symbol) > n && len(s) >= len(u.symbol) && strings.EqualFold(s[:len(u.symbol)], u.symbol) {
			unit, n = i, len(u.symbol)
		}
	}
	if n == 0 && (strings.HasPrefix(s, "µs") || strings.HasPrefix(s, "µS")) {
		return 8, len("µs")
	}
	return unit, n
}

func (d duration) String() string {
	var b strings.Builder
	if d.negative() {
		b.WriteByte('-')
	}
	rest := [3]uint64{absInt(int64(d.months)), absInt(int64(d.days)), absInt(d.nanos)}
	for _, u := range durationUnits {
		if u.symbol == "w" {
			continue
		}
		if n := rest[u.part] / uint64(u.size); n > 0 {
			b.WriteString(strconv.FormatUint(n, 10))
			b.WriteString(u.symbol)
			rest[u.part] %= uint64(u.size)
		}
	}
	return b.String()
}

func absInt(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// addMonths moves a day of 1970 and later or earlier by months and keeps it within
// its month, as java.util.GregorianCalendar: by the Julian calendar before the 15th
// of October, 1582.
func addMonths(days int64, months int64) int64 {
	const reform = -141427
	y, m, d := civilFromDays(days)
	if days < reform {
		y, m, d = julian(days)
	}
	n := y*12 + int64(m-1) + months
	y, m = floorDiv(n, 12), int(floorMod(n, 12))+1
	if out := daysFromCivil(y, m, min(d, daysInMonth(y, m))); out >= reform {
		return out
	}
	last := daysInMonth(y, m)
	if m == 2 && floorMod(y, 4) == 0 {
		last = 29
	}
	return daysFromJulian(y, m, min(d, last))
}

// julian is the date of the Julian calendar of a day since 1970, daysFromJulian
// the day of such a date: years begin in March, each fourth is a day longer.
func julian(days int64) (y int64, m, d int) {
	z := days + 719470
	y = floorDiv(4*z+3, 1461)
	day := int(z - 365*y - floorDiv(y, 4))
	month := (5*day + 2) / 153
	if d, m = day-(153*month+2)/5+1, month+3; m > 12 {
		m, y = m-12, y+1
	}
	return y, m, d
}

func daysFromJulian(y int64, m, d int) int64 {
	if m -= 3; m < 0 {
		m, y = m+12, y-1
	}
	return 365*y + floorDiv(y, 4) + int64((153*m+2)/5+d-1) - 719470
}

// addTo adds the duration, or its opposite, to a point in time in milliseconds.
func (d duration) addTo(millis int64, sign int64) int64 {
	if d.months != 0 {
		days := addMonths(floorDiv(millis, millisPerDay), sign*int64(d.months))
		millis = days*millisPerDay + floorMod(millis, millisPerDay)
	}
	return millis + sign*(int64(d.days)*millisPerDay+d.nanos/1e6)
}

// ---- writing

// timestampText writes yyyy-MM-dd, a separator, HH:mm:ss.SSSZ in UTC.
func timestampText(millis int64, sep string) string {
	days, ms := floorDiv(millis, millisPerDay), floorMod(millis, millisPerDay)
	y, m, d := civilFromDays(days)
	if y <= 0 {
		y = 1 - y // the pattern writes the year of the era
	}
	year := pad(y, 4)
	if y > 9999 {
		year = "+" + year
	}
	return year + "-" + pad(int64(m), 2) + "-" + pad(int64(d), 2) + sep + pad(ms/3_600_000, 2) + ":" +
		pad(ms/60_000%60, 2) + ":" + pad(ms/1000%60, 2) + "." + pad(ms%1000, 3) + "Z"
}

// dateText writes a date's bits as ISO 8601 does.
func dateText(v int32) string {
	y, m, d := civilFromDays(int64(v ^ math.MinInt32))
	sign := ""
	switch {
	case y < 0:
		sign, y = "-", -y
	case y > 9999:
		sign = "+"
	}
	return sign + pad(y, 4) + "-" + pad(int64(m), 2) + "-" + pad(int64(d), 2)
}

// timeText writes a time of day with nine digits of its second.
func timeText(ns int64) string {
	s := ns / 1e9
	return pad(s/3600%24, 2) + ":" + pad(s/60%60, 2) + ":" + pad(s%60, 2) + "." + pad(ns%1e9, 9)
}
