package exercise

import (
	"math"
	"strconv"
	"strings"

	"partitionlab/wasm/number"
	"partitionlab/wasm/workload"
)

// An Amount is a number with its unit.
type Amount struct {
	Plain     float64 // without its unit
	Full      float64 // with it
	Unit      string  // "partitions", "B", "days"; "" for none
	Known     bool    // the unit is one of bytes, counts or time
	Tolerance float64 // of a right answer, as Full counts

	digits int     // of a number as it was written, from the first that is not 0; 0 for an expression
	step   float64 // one of its last digit, as Full counts
}

// ReadAmount reads a number as people write it: an expression, with separators of
// thousands, a decimal comma, a unit or a noun after it, words or a letter before it.
func ReadAmount(text string) (a Amount, bad *workload.Error) {
	body, unit := divided(text)
	a.Unit = unit
	if a.Plain, bad = evaluate(body); bad != nil {
		return a, bad
	}
	a.count(body)
	a.Full = a.Plain
	if a.Unit != "" {
		if factor, err := evaluate("1" + a.Unit); err == nil {
			a.Known, a.Full = true, a.Plain*factor
			a.step *= factor
		}
	}
	return a, nil
}

// divided is the expression that a number is written as, without what stands before it and without
// separators of thousands, and its unit.
func divided(text string) (body, unit string) {
	s := number.Typed(strings.TrimSpace(text))
	if first, rest, _ := strings.Cut(s, " "); inWords.has(strings.ToLower(first)) {
		s = strconv.Itoa(inWords.index(strings.ToLower(first))) + " " + rest // "three rows"
	} else if strings.EqualFold(first, "none") && rest == "" {
		s = "0"
	}
	for i := 0; i < len(s) && s[i] != '(' && s[i] != '-' && s[i] != '.' && (s[i] < '0' || s[i] > '9'); i++ {
		if c := s[i] | 0x20; (c < 'a' || c > 'z') && s[i] < 0x80 && strings.IndexByte(" ~=", s[i]) < 0 {
			break
		} else if i+1 < len(s) && (s[i+1] == '(' || s[i+1] == '-' || s[i+1] >= '0' && s[i+1] <= '9') {
			if !isFunction(s[:i+1]) {
				s = s[i+1:] // "N5", "about 3"
			}
			break
		}
	}
	end := len(s) // of the number: a unit is letters
	for end > 0 && (s[end-1]|0x20 >= 'a' && s[end-1]|0x20 <= 'z' || s[end-1] >= 0x80 || s[end-1] == ' ') {
		end--
	}
	if end == 0 || strings.IndexByte("0123456789).%", s[end-1]) < 0 {
		end = len(s)
	}
	body = strings.TrimSuffix(s[:end], ".")
	unit, _, _ = strings.Cut(strings.TrimSpace(s[end:]), " ")
	if strings.HasSuffix(body, "%") {
		unit, body = "%", body[:len(body)-1]
	}
	return plainDigits(body), unit
}

// count notes how exactly a number is written.
func (m *Amount) count(text string) {
	_, decimals, _ := strings.Cut(text, ".")
	for _, c := range text {
		switch {
		case c >= '0' && c <= '9':
			m.digits += position(c != '0' || m.digits > 0)
		case c != '.':
			m.digits = 0
			return
		}
	}
	m.step = math.Pow10(-len(decimals))
}

// rounds reports whether a number is a certain one, rounded to three digits or more of a larger
// unit: 3.94 MB are 3,942,005 bytes.
func (m *Amount) rounds(a *Amount) bool {
	return a.Known && m.Known && a.digits > 2 && kindOfUnit(a) == kindOfUnit(m) && a.scale() > m.scale() && math.Abs(a.Full-m.Full) <= a.step/2
}

// ReadAnswer reads a right answer: a number, and after ± how far one may be off it:
// `252 partitions`, `5505380 B ± 2%`, `1138 days ± 2`.
func ReadAnswer(text string) (a Amount, bad *workload.Error) {
	text, tolerance, given := strings.Cut(text, "±")
	if a, bad = ReadAmount(text); bad != nil || !given {
		return a, bad
	}
	by, bad := ReadAmount(tolerance)
	if a.Unit == "" && by.Unit != "%" && bad == nil { // 1138 ± 2 days
		a, bad = ReadAmount(text + by.Unit)
	}
	switch a.Tolerance = by.Full; {
	case by.Unit == "%":
		a.Tolerance *= math.Abs(a.Full)
	case !by.Known:
		a.Tolerance *= math.Abs(a.scale())
	}
	return a, bad
}

// unread says why an answer is no number.
func unread(answer string, bad *workload.Error) string {
	numbers, letters := 0, false
	for _, w := range strings.FieldsFunc(answer, func(c rune) bool { return c == ',' || c == ';' || c == ' ' || c == '/' }) {
		if _, err := ReadAmount(w); err == nil {
			numbers++
		}
		letters = letters || w[len(w)-1]|0x20 >= 'a' && w[len(w)-1]|0x20 <= 'z' || w[0]|0x20 >= 'a' && w[0]|0x20 <= 'z'
	}
	body, _ := divided(answer)
	x, wrong := workload.ParseExpr(body)
	switch {
	case wrong == nil && len(x.Names()) == 0: // one answer, which cannot be worked out
	case numbers > 1:
		return say("Write one answer only. These are %.", number.Count(numbers))
	case letters:
		return "Write a number in digits, such as 3 or 1,500."
	}
	return say("This is not a number: %. Write one such as 1,500 or 3 * 500.", bad.Message)
}

// inWords are the numbers that people write as words.
var inWords = words{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

func isFunction(s string) bool {
	return words{"min", "max", "ceil", "floor", "round"}.has(strings.TrimSpace(s))
}

func evaluate(text string) (float64, *workload.Error) {
	x, err := workload.ParseExpr(text)
	if err != nil {
		return 0, err
	}
	v, err := x.Eval(func(string) (workload.Interval, bool) { return workload.Interval{}, false })
	if err != nil {
		return 0, err
	}
	return v.Hi.Float(), nil
}

// plainDigits takes separators out of numbers: 5,505,380, 5 505 380, 5'505'380 and
// 5.505.380 are one number, and 19,7 has a decimal comma.
func plainDigits(s string) string {
	digit := func(i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }
	three := func(i int) bool { return digit(i+1) && digit(i+2) && digit(i+3) && !digit(i+4) }
	points := strings.Count(s, ".")
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case (c == ',' || c == ' ' || c == '\'' || c == '_') && digit(i-1) && three(i):
		case c == '.' && digit(i-1) && three(i) && (points > 1 || strings.IndexByte(s[i:], ',') > 0):
		case c == ',' && digit(i-1) && digit(i+1):
			b.WriteByte('.')
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// scale is what one of the amount's unit is.
func (m *Amount) scale() float64 {
	if m.Plain == 0 {
		return 1
	}
	return m.Full / m.Plain
}

// near reports whether a number is a certain one, with or without the unit, and how
// far it is off.
func (m *Amount) near(a, from *Amount) (distance float64, ok bool) {
	distance = math.Abs(a.Full - from.Full)
	if !a.Known || !from.Known {
		distance = min(distance, math.Abs(a.Plain-from.Plain)*math.Abs(m.scale()))
	}
	return distance, distance <= m.Tolerance+1e-9*math.Abs(from.Full)
}

func (e *Exercise) judgeNumber(answer string, r *Judgement) {
	a, bad := ReadAmount(answer)
	if bad != nil {
		r.Note = unread(answer, bad)
		return
	}
	m := &e.Amount
	if _, ok := m.near(&a, m); ok {
		if r.Passed = a.Unit == "" || m.Unit == "" || a.Known || sameWord(a.Unit, m.Unit); !r.Passed {
			r.Says = []string{say("The number is right, but it counts %. What do you count in %?", m.Unit, a.Unit)}
		}
		return
	}
	if m.rounds(&a) {
		r.Passed, r.Says = true, []string{say("That is right, rounded: it is % %.", number.Count(int64(math.Round(m.Plain))), m.Unit)}
		return
	}
	if b := (Amount{Full: a.Full * 1000, Plain: a.Plain * 1000, Unit: a.Unit, Known: a.Known}); dotted(answer) {
		if _, ok := m.near(&b, m); ok {
			r.Says = []string{say("The dot in % makes it a number below %. Do you mean a thousand times as much? Then leave the dot out, or write a comma.", strings.TrimSpace(answer), number.Count(int64(a.Plain)+1))}
			return
		}
	}
	var best float64
	for i := range e.Cases {
		c := &e.Cases[i]
		for j := range c.Numbers {
			n := &c.Numbers[j]
			as := Amount{Plain: m.Plain, Full: m.Full, Tolerance: m.Tolerance}
			if m.Full != 0 { // a smaller number has a smaller one
				as.Tolerance *= min(1, math.Abs(n.Full/m.Full))
			}
			if d, ok := as.near(&a, n); ok && (r.Listed == nil || d < best) {
				r.Listed, best = c, d
			}
		}
	}
	if g := (Guess{Amount: *m}); r.Listed == nil && !g.counts(&a) {
		r.Note = g.lost(&a)
		return
	}
	for i := range e.Cases {
		if r.Listed == nil && len(e.Cases[i].Numbers) == 0 {
			r.Listed = &e.Cases[i]
		}
	}
	if r.Listed != nil {
		r.Says = []string{r.Listed.Says}
		return
	}
	r.Says = []string{m.compare(&a)}
}

// dotted reports whether a number may have a dot between its thousands: 14.600.
func dotted(s string) bool {
	_, after, found := strings.Cut(s, ".")
	n := 0
	for n < len(after) && after[n] >= '0' && after[n] <= '9' {
		n++
	}
	return found && n == 3
}

// compare says in which direction a number is off, and by how much where that tells
// something.
func (m *Amount) compare(a *Amount) string {
	is := a.Full
	if !a.Known {
		is = a.Plain * m.scale()
	}
	ratio := math.Log10(is / m.Full)
	switch {
	case math.Abs(is-m.Full) == math.Abs(m.scale()):
		return say("Almost: it is one %. Count again, and write down each one that you count.", either(is < m.Full, "more", "less"))
	case is/m.Full > 0 && math.Abs(ratio-math.Round(ratio)) < 1e-9:
		return say("The digits are right, but the number is wrong by a factor of %. In which unit should the number be?", number.Round(math.Pow(10, math.Abs(ratio))))
	case is < m.Full:
		return "It is more than that. What have you not counted?"
	}
	return "It is less than that. What have you counted twice, or what does not belong to it?"
}

func sameWord(a, b string) bool {
	a, b = strings.TrimRight(strings.ToLower(a), "s."), strings.TrimRight(strings.ToLower(b), "s.")
	return strings.HasPrefix(a, b) || strings.HasPrefix(b, a)
}
