package exercise

import (
	"strconv"
	"strings"

	"partitionlab/wasm/cqltype"
)

// A unit of time, to which an application may cut a time down before it writes it
// to a column of the key: a bucket.
type unit struct {
	name    string // of functions in comments: month(start_date)
	words   string // in the names of columns
	seconds int64  // at most
	cycle   string // the function that forgets what the unit is part of, "" for none
	digits  int    // of yyyymmddhhmm
}

var units = [...]unit{
	{"year", " year yyyy ", 366 * 86400, "", 4},
	{"quarter", " quarter qtr ", 92 * 86400, "", 0},
	{"month", " month mon yyyymm ym yearmonth ", 31 * 86400, "month_of_year", 6},
	{"week", " week yyyyww ", 7 * 86400, "week_of_year", 0},
	{"day", " day date yyyymmdd ymd ", 86400, "day_of_month", 8},
	{"hour", " hour yyyymmddhh ", 3600, "hour_of_day", 10},
	{"minute", " minute yyyymmddhhmm ", 60, "minute_of_hour", 12},
}

// day is the place of the day among the units.
const day = 4

// cycles is how often each cycle begins anew, in its units.
var cycles = [...]int64{0, 0, 12, 53, 31, 24, 60}

func unitOf(word string) int {
	for i, u := range units {
		if strings.Contains(u.words, " "+word+" ") {
			return i
		}
	}
	return -1
}

// numbered is the word for the unit with all that it is part of, such as yyyymm.
func (u *unit) numbered() string {
	for _, w := range strings.Fields(u.words) {
		if strings.HasPrefix(w, "yyyy") {
			return w
		}
	}
	return u.name
}

// isTime reports whether a value of the type is a point in time.
func isTime(t *cqltype.Type) bool {
	return t != nil && (t.Kind == cqltype.Date || t.Kind == cqltype.Timestamp || t.Kind == cqltype.Timeuuid)
}

// millis is a point in time, in milliseconds since 1970.
func millis(t *cqltype.Type, v []byte) int64 {
	switch t.Kind {
	case cqltype.Date:
		return (int64(uint32(whole(v))) - 1<<31) * 86_400_000
	case cqltype.Timeuuid:
		return (cqltype.TimeOfUUID(v) - gregorian) / 10_000
	}
	return whole(v)
}

func timestampOf(ms int64) []byte {
	var b [8]byte
	for i := range b {
		b[i] = byte(ms >> (56 - 8*i))
	}
	return b[:]
}

func dateOf(ms int64) []byte {
	days := uint32(floor(ms, 86_400_000) + 1<<31)
	return []byte{byte(days >> 24), byte(days >> 16), byte(days >> 8), byte(days)}
}

func floor(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// start is where the unit begins in which a time lies.
func (u *unit) start(ms int64) int64 {
	date := floor(ms, 86_400_000)
	_, m, d := civil(date)
	switch u.name {
	case "minute", "hour":
		return floor(ms, u.seconds*1000) * u.seconds * 1000
	case "week":
		date -= (date%7 + 10) % 7 // 1970-01-01 was a Thursday; weeks begin on Monday
	case "month":
		date -= int64(d - 1)
	case "quarter":
		for ; (m-1)%3 != 0 || d > 1; _, m, d = civil(date) {
			date--
		}
	case "year":
		for ; m > 1 || d > 1; _, m, d = civil(date) {
			date--
		}
	}
	return date * 86_400_000
}

// civil is the date of a day since 1970, as the type date prints it.
func civil(days int64) (y, m, d int) {
	text := cqltype.NativeOf(cqltype.Date).Text(dateOf(days * 86_400_000))
	n := len(text)
	y, _ = strconv.Atoi(text[:n-6])
	m, _ = strconv.Atoi(text[n-5 : n-3])
	d, _ = strconv.Atoi(text[n-2:])
	return y, m, d
}

// label is the number by which the unit goes, such as 202603 for a month, and the
// same as text.
func (u *unit) label(ms int64) (n int64, text string) {
	start := u.start(ms)
	y, m, d := civil(floor(start, 86_400_000))
	two := func(n int64) string { return strconv.Itoa(int(n/10)) + strconv.Itoa(int(n%10)) }
	n, text = int64(y), strconv.Itoa(y)
	switch u.name {
	case "quarter":
		q := int64((m + 2) / 3)
		return n*10 + q, text + "-Q" + strconv.Itoa(int(q))
	case "week":
		thursday, week := floor(start, 86_400_000)+3, int64(0)
		y, m, d = civil(thursday)
		for t := thursday; ; t -= 7 {
			if yy, _, _ := civil(t); yy != y {
				break
			}
			week++
		}
		return int64(y)*100 + week, strconv.Itoa(y) + "-W" + two(week)
	}
	for i, part := range [...]int64{int64(m), int64(d), start / 3_600_000 % 24, start / 60_000 % 60} {
		if u.digits >= 6+2*i {
			n, text = n*100+part, text+[...]string{"-", "-", " ", ":"}[i]+two(part)
		}
	}
	return n, text
}

// value is what a column of that type holds of a time.
func (u *unit) value(t *cqltype.Type, ms int64) ([]byte, bool) {
	switch n, text := u.label(ms); t.Kind {
	case cqltype.Date:
		return dateOf(u.start(ms)), true
	case cqltype.Timestamp:
		return timestampOf(u.start(ms)), true
	case cqltype.Text, cqltype.Ascii:
		return []byte(text), true
	default:
		v, err := t.FromString(strconv.FormatInt(n, 10))
		return v, err == nil
	}
}

// convert makes a value of one type one of another, as an application would; row
// tells apart what the other type would not: times as time UUIDs.
func convert(from, to *cqltype.Type, v []byte, row uint64) ([]byte, bool) {
	if v == nil || from == nil || from.Equal(to) {
		return v, from != nil
	}
	switch {
	case isText(to):
		return []byte(from.Text(v)), true
	case to.Kind == cqltype.Timeuuid && isTime(from):
		return timeUUID(millis(from, v), row), true
	case to.Kind == cqltype.Timeuuid && from.Kind == cqltype.UUID:
		return append(timeUUID(now*1000, row)[:8], v[8:]...), true
	case to.Kind == cqltype.UUID && from.Kind == cqltype.Timeuuid:
		return v, true
	case isTime(from) && to.Kind == cqltype.Date:
		return dateOf(millis(from, v)), true
	case isTime(from) && to.Kind == cqltype.Timestamp:
		return timestampOf(millis(from, v)), true
	case from.Kind == cqltype.Date && isWhole(to):
		return units[day].value(to, millis(from, v))
	case isTime(from) && to.Kind == cqltype.Bigint:
		return timestampOf(millis(from, v)), true
	case isNumber(from) && isNumber(to) || isText(from):
		w, err := to.FromString(from.Text(v))
		return w, err == nil
	}
	return nil, false
}

// converts reports whether a column of one type can hold values of another.
func converts(from, to *cqltype.Type) bool {
	switch {
	case from == nil:
		return to.Kind > cqltype.Varint
	case from.Equal(to):
		return true
	case to.Kind > cqltype.Varint || to.Kind == cqltype.Counter || to.Kind == cqltype.Duration:
		return false
	case isText(to) || isText(from) || isTime(from) && (isTime(to) || to.Kind == cqltype.Bigint) || isNumber(from) && isNumber(to):
		return true
	case from.Kind == cqltype.UUID || from.Kind == cqltype.Timeuuid:
		return to.Kind == cqltype.UUID || to.Kind == cqltype.Timeuuid
	}
	return from.Kind == cqltype.Date && isWhole(to)
}

func isText(t *cqltype.Type) bool { return t.Kind == cqltype.Text || t.Kind == cqltype.Ascii }

func isWhole(t *cqltype.Type) bool {
	switch t.Kind {
	case cqltype.Tinyint, cqltype.Smallint, cqltype.Int, cqltype.Bigint, cqltype.Varint:
		return true
	}
	return false
}

func isNumber(t *cqltype.Type) bool {
	return isWhole(t) || t.Kind == cqltype.Float || t.Kind == cqltype.Double || t.Kind == cqltype.Decimal
}

// gregorian is 1970 in the clock of time UUIDs: 100 ns since 1582-10-15.
const gregorian = 0x01b21dd213814000

// timeUUID is a timeuuid of a time in milliseconds since 1970.
func timeUUID(ms int64, node uint64) []byte {
	return cqltype.MakeTimeUUID(ms*10_000+gregorian, 0x8000_0000_0000_0000|node)
}

// whole is the value of a whole number, a date or a timestamp, as serialized.
func whole(v []byte) (n int64) {
	for i, b := range v {
		if n = n<<8 | int64(b); i == 0 && b >= 0x80 {
			n |= -1 << 8
		}
	}
	return n
}

// TimeUUID is the timeuuid of a timestamp that ends in a number.
func TimeUUID(timestamp []byte, node uint64) []byte { return timeUUID(whole(timestamp), node) }
