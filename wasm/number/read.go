package number

import (
	"math/bits"
	"strconv"
	"strings"
)

// An Error tells what is wrong with a number, and where in its text.
type Error struct {
	Start, End            int
	Message, Why, Instead string
}

func (e *Error) Error() string { return e.Message }

// Scan reads the number that a text begins with, and its unit: digits that may have
// underscores between them, a fraction, an exponent; then at once or after one space a
// unit of bytes, counts or time, or a percent sign with nothing behind it that could
// be divided by. It returns the number and its length; 0 where the text begins with
// none.
func Scan(s string) (n Num, length int, err *Error) {
	if length = digitsOf(s); length == 0 {
		return n, 0, nil
	}
	n, fault := decimal(s[:length])
	if fault != nil {
		return n, length, tooLarge(length)
	}
	at := length
	if at < len(s) && s[at] == ' ' {
		at++
	}
	if at < len(s) && s[at] == '%' {
		if !operand(s[at+1:]) {
			n, _ = n.Div(Int(100))
			return n, at + 1, nil
		}
		return n, length, nil
	}
	end := wordEnd(s, at)
	if end == at {
		return n, length, nil
	}
	u, ok := unit(s[at:end])
	if !ok {
		return n, length, &Error{at, end, "`" + s[at:end] + "` is no unit", "Units are B, kB, MB, GB, TB, KiB, MiB, GiB, TiB for bytes; k, M, bn for counts; us, ms, s, min, h, d, w, month, y for time.",
			"write an operator between the number and the name, or take the word out"}
	}
	if n, fault = n.Mul(u); fault != nil {
		return n, end, tooLarge(end)
	}
	return n, end, nil
}

// A Kind is what a number measures.
type Kind uint8

// The kinds.
const (
	KindAny   Kind = iota // nobody knows
	KindCount             // of things, or a share
	KindBytes
	KindTime // in seconds
)

// Measures tells from the unit behind a number what that measures; KindAny where there is none,
// or one that only counts, such as k.
func Measures(literal string) Kind {
	switch word := unitOf(literal); {
	case strings.HasSuffix(word, "B"), strings.HasPrefix(word, "byte"):
		return KindBytes
	default:
		if _, time := Period(word); time {
			return KindTime
		}
	}
	return KindAny
}

// unitOf is what stands behind the digits of a number.
func unitOf(literal string) string { return strings.TrimSpace(literal[digitsOf(literal):]) }

func tooLarge(end int) *Error {
	return &Error{0, end, "this number is too large", "Numbers go up to 9.2 × 10^18. No partition and no cluster comes near.", "use a smaller number"}
}

// Typed is a number or an expression as people type it, with the signs that [Scan]
// and expressions know.
func Typed(s string) string { return typed.Replace(s) }

var typed = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "\u2009", " ", "−", "-", "×", "*", "·", "*", "…", "..", "–", "..", "’", "'")

// digitsOf is the length of the digits, fraction and exponent that a text begins with.
func digitsOf(s string) int {
	i := 0
	run := func() {
		for i < len(s) && (isDigit(s[i]) || s[i] == '_') {
			i++
		}
	}
	if s == "" || !isDigit(s[0]) && (s[0] != '.' || len(s) < 2 || !isDigit(s[1])) {
		return 0
	}
	run()
	if i+1 < len(s) && s[i] == '.' && s[i+1] != '.' { // 1..5 is a range
		i++
		run()
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		j := i + 1
		if j < len(s) && (s[j] == '+' || s[j] == '-') {
			j++
		}
		if j < len(s) && isDigit(s[j]) {
			for i = j; i < len(s) && isDigit(s[i]); i++ {
			}
		}
	}
	return i
}

// Ungrouped is a run of digits without the separators of its thousands, where it is one
// number: of 2,000, 2 000, 2'000 and 2_000. What could be several numbers stays.
func Ungrouped(run string) string {
	whole, rest, _ := strings.Cut(strings.TrimLeft(run, " "), ".")
	sep := strings.IndexAny(whole, " ,'_")
	if sep < 1 || sep > 3 {
		return run
	}
	groups := strings.Split(whole, whole[sep:sep+1])
	for _, g := range groups[1:] {
		if len(g) != 3 || strings.IndexAny(g, " ,'_") >= 0 {
			return run
		}
	}
	if rest != "" {
		rest = "." + rest
	}
	return run[:len(run)-len(strings.TrimLeft(run, " "))] + strings.Join(groups, "") + rest
}

// operand reports whether a text goes on with something that can be divided by.
func operand(s string) bool {
	s = strings.TrimLeft(s, " \t\r\n\u00a0")
	return s != "" && (isLetter(s[0]) || isDigit(s[0]) || s[0] == '(')
}

// A unitRow is what the names between spaces stand for.
type unitRow struct {
	names string
	n, d  int64
}

// amounts are units of bytes and counts.
var amounts = [...]unitRow{
	{" B byte bytes ", 1, 1}, {" k K kB KB thousand ", 1e3, 1}, {" M MB million ", 1e6, 1}, {" G GB bn billion ", 1e9, 1}, {" TB ", 1e12, 1}, {" PB ", 1e15, 1},
	{" KiB ", 1 << 10, 1}, {" MiB ", 1 << 20, 1}, {" GiB ", 1 << 30, 1}, {" TiB ", 1 << 40, 1},
}

// periods are units of time, in seconds.
var periods = [...]unitRow{
	{" us µs μs ", 1, 1e6}, {" ms ", 1, 1e3}, {" s sec second seconds ", 1, 1}, {" m min minute minutes ", 60, 1}, {" h hour hours ", 3600, 1},
	{" d day days ", 86400, 1}, {" w week weeks ", 7 * 86400, 1}, {" month months ", Year, 12}, {" y year years ", Year, 1},
}

func unit(word string) (Num, bool) {
	if n, ok := among(amounts[:], word); ok {
		return n, true
	}
	return Period(word)
}

// Period is the span of time that a unit stands for, in seconds.
func Period(word string) (Num, bool) { return among(periods[:], word) }

func among(rows []unitRow, word string) (Num, bool) {
	for _, u := range rows {
		if strings.Contains(u.names, " "+word+" ") {
			return Frac(u.n, u.d), true
		}
	}
	return Num{}, false
}

// Duration reads a span of time, such as 10d, in seconds.
func Duration(text string) (seconds Num, ok bool) {
	text = strings.TrimSpace(text)
	n, length, err := Scan(text)
	if _, time := Period(unitOf(text)); !time || err != nil || length != len(text) {
		return Num{}, false
	}
	return n, true
}

// wordEnd is where a word of letters that starts at i ends; µ is one of them.
func wordEnd(s string, i int) int {
	for i < len(s) {
		switch {
		case isLetter(s[i]):
			i++
		case strings.HasPrefix(s[i:], "µ"), strings.HasPrefix(s[i:], "μ"):
			i += 2
		default:
			return i
		}
	}
	return i
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// decimal reads digits with an optional fraction and exponent. Underscores
// between digits are allowed.
func decimal(s string) (Num, error) {
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
				return Num{}, TooLarge
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
				return Num{}, TooLarge
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
		return Num{}, TooLarge
	}
	return FromFloat(f)
}
