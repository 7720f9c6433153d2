package model

import (
	"math"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/workload"
)

// An Amount is how much of something there is: from the least to the most, and
// what is added every day.
//
//	5000    20..400    20..100..400    2M + 10k/day    1/10min    n    20..100?
//
// Numbers are expressions as in a workload, with its units; n, m and * are many,
// nobody said how many; with ? behind it an amount is a guess.
type Amount struct {
	diag.Span
	Known       bool  // the text says something
	Unsaid      bool  // it says only that they are many: nobody said how many at most
	Usual       bool  // it says what is usual, between two ends
	Guess       bool  // it is one that nobody has counted, as the text says
	span        bool  // the text gives the rate as a range
	follows     bool  // what is usual follows from other numbers
	period      uint8 // of periods, in which the text gives the rate; 0 for others
	Lo, Typ, Hi float64
	Rate        float64 // more of them every day
	RateHi      float64 // in the largest case
	rateLo      float64 // in the smallest case, where the text gives a range; figures show it
}

// periods are the times by which rates are told. An amount is copied in many places, so it holds
// the number of one.
var periods = [...]struct {
	name string
	days float64
}{1: {"day", 1}, {"week", 7}, {"month", 365.0 / 12}, {"year", 365}}

// guess is what stands for a number that nobody gave, so that something can be
// said at all; findings name it.
const guess = 100

// guessMark stands behind a number that is a guess.
const guessMark = "?"

// openEnd is how many times the usual number stands for the largest one where nobody said it.
const openEnd = 10

func exactly(n float64) Amount { return Amount{Known: true, Lo: n, Typ: n, Hi: n} }

// many reports whether there may be more than one.
func (a Amount) many() bool { return a.Unsaid || a.Hi > 1 || a.Rate > 0 }

// wide reports whether nobody said what is usual between two ends far apart, as none and one are
// of which the middle is a half, or that it is nothing, which is no mean.
func (a Amount) wide() bool {
	return a.Rate == 0 && (a.Hi > openEnd*max(a.Lo, 1) || a.Lo == 0 && a.Hi == 1) && (a.midway() || a.Typ == 0)
}

// after is the amount after so many days.
func (a Amount) after(days float64) Amount {
	a.Lo += float64(a.Rate * days)
	a.Typ += float64(a.Rate * days)
	a.Hi += float64(a.RateHi * days)
	a.Rate, a.RateHi = 0, 0
	return a
}

// kept is the amount when only what the last days have added is still there.
func (a Amount) kept(days, last float64) Amount {
	if a.Rate == 0 {
		return a.after(0)
	}
	return Amount{Known: a.Known, Unsaid: a.Unsaid, Rate: a.Rate, RateHi: a.RateHi}.after(min(days, last))
}

// clear reports whether an amount is one number, or has one that is usual.
func (a Amount) clear() bool { return a.Usual || a.Lo == a.Hi && a.Rate == a.RateHi }

// times multiplies two amounts at one moment.
func (a Amount) times(b Amount) Amount {
	return Amount{Known: a.Known && b.Known, Unsaid: a.Unsaid || b.Unsaid, Usual: a.clear() && b.clear(),
		Lo: a.Lo * b.Lo, Typ: a.Typ * b.Typ, Hi: a.Hi * b.Hi,
		Rate: float64(a.Rate*b.Typ) + float64(a.Typ*b.Rate), RateHi: float64(a.RateHi*b.Hi) + float64(a.Hi*b.RateHi)}
}

// over divides by a number of equal parts; at least one is left of what was one.
func (a Amount) over(parts float64) Amount {
	if parts <= 1 {
		return a
	}
	f := func(x float64) float64 {
		if x <= 0 {
			return x
		}
		return max(x/parts, min(x, 1))
	}
	a.Lo, a.Typ, a.Hi = f(a.Lo), f(a.Typ), f(a.Hi)
	a.Rate, a.RateHi = a.Rate/parts, a.RateHi/parts
	return a
}

// perTime is the rate by the time in which the text gives it, else by the shortest of the
// times in which it is about one.
func (a Amount) perTime() (rate float64, period string) {
	daily := a.Rate
	if p := periods[a.period]; a.period > 0 {
		return daily * p.days, p.name
	}
	rate, period = daily, "day"
	if rate < 0.95 {
		rate, period = daily*365/12, "month"
	}
	if rate < 0.95 {
		rate, period = daily*365, "year"
	}
	return rate, period
}

// among divides by a number of parts, of which some may have nothing.
func (a Amount) among(parts float64) Amount {
	parts = max(parts, 1)
	a.Lo, a.Typ, a.Hi, a.Rate, a.RateHi = a.Lo/parts, a.Typ/parts, a.Hi/parts, a.Rate/parts, a.RateHi/parts
	if a.Hi > 0 {
		a.Hi = max(a.Hi, 1)
	}
	return a
}

// count is the whole number of things nearest to one, at least one: as every number is said.
func count(x float64) int64 {
	switch {
	case !(x > 1): // NaN, too
		return 1
	case x > 1e15:
		return 1e15
	}
	return int64(math.Round(x))
}

// enough is the least whole number of parts that hold so much.
func enough(x float64) int64 { return count(math.Ceil(x - 1e-9)) }

// spelled are numbers and rates in words, and how they are written.
var spelled = map[string]string{"many": "n", "several": "n", "any": "n", "one": "1", "none": "0", "zero": "0", "once": "1", "twice": "2",
	"hourly": "per hour", "daily": "per day", "weekly": "per week", "monthly": "per month", "yearly": "per year"}

// inWords reports whether something is said of a number in words.
func inWords(d diag.Diagnostic) bool {
	return strings.Contains(d.Message, " is written ") && len(d.Fixes) == 1 && d.Why == writtenWhy
}

const writtenWhy = "Numbers are written in digits, n is any number of them, and a rate is a number per time."

// unspelled is a text with its numbers in words as they are written, and the first of these.
func unspelled(text string) (written, first string) {
	for i := 0; i < len(text); {
		end := i + 1
		if isLetter(text[i]) {
			for end < len(text) && isWord(text[end]) {
				end++
			}
		}
		word := text[i:end]
		if n := spelled[strings.ToLower(word)]; n != "" {
			if first == "" {
				first = word
			}
			if word = n; strings.TrimSpace(written) == "" && strings.HasPrefix(n, "per ") { // daily alone
				word = "1 " + n
			}
		}
		written, i = written+word, end
	}
	return written, first
}

// readAmount reads an amount that stands at an offset.
func readAmount(text string, at int) (a Amount, d *diag.Diagnostic) {
	a.Span = diag.Span{Start: at, End: at + len(text)}
	if written, word := unspelled(text); word != "" {
		was := a.Span
		if a, d = readAmount(written, at); d == nil {
			d = &diag.Diagnostic{Severity: diag.Refused, Message: word + " is written " + spelled[strings.ToLower(word)], Span: was, Why: writtenWhy, Instead: "write " + written, Fixes: []diag.Fix{replace(was, written)}}
			d.Fixes[0].Title = d.Instead
		} else {
			d.Span, d.Fixes = was, nil // they are of what was written for it
		}
		a.Span = was
		return a, d
	}
	if known, marked := strings.CutSuffix(text, guessMark); marked {
		text, a.Guess = strings.TrimRight(known, " "), true
	}
	now, rate := text, ""
	rateAt := at
	if slash, unitAt, unitEnd := number.LastRate(text); slash >= 0 {
		plus := strings.LastIndexByte(text[:slash], '+')
		now, rate, rateAt = "", text[plus+1:slash], at+plus+1
		if plus >= 0 {
			now = text[:plus]
		}
		lo, typ, hi, d := readRange(rate, rateAt)
		if d != nil {
			return a, d
		}
		days, how := per(text[unitAt:unitEnd])
		if how != "" {
			return a, &diag.Diagnostic{Severity: diag.Refused, Message: "`" + text[unitAt:unitEnd] + "` is no time", Span: diag.Span{Start: at + unitAt, End: at + unitEnd},
				Why: "A rate is so many in a time: s, min, h, day, week, month or year, with a number before it where it is not one.", Instead: how}
		}
		for i, p := range periods {
			if p.name == strings.TrimSuffix(strings.TrimSpace(text[unitAt:unitEnd]), "s") {
				a.period = uint8(i)
			}
		}
		a.rateLo, a.Rate, a.RateHi, a.Usual = lo/days, typ/days, hi/days, strings.Count(rate, "..") == 2
		a.span = hi > lo
	}
	if strings.TrimSpace(now) == "" && rate != "" {
		a.Known = true
		return a, nil
	}
	switch strings.TrimSpace(now) {
	case "n", "m", "*", "N", "M":
		a.Known, a.Unsaid, a.Usual, a.Lo, a.Typ, a.Hi = true, true, false, guess, guess, guess
		return a, nil
	}
	a.Lo, a.Typ, a.Hi, d = readRange(now, at)
	if d != nil {
		return a, d
	}
	a.Usual = strings.Count(now, "..") == 2
	if trimmed := strings.TrimSpace(now); strings.HasSuffix(trimmed, "n") && strings.Contains(trimmed, "..") {
		a.Unsaid = true
		a.Hi = a.Typ * openEnd
	}
	a.Known = true
	return a, nil
}

// per reads "day" or "10min" as days.
func per(text string) (days float64, cure string) {
	seconds, ok := number.Per(text)
	switch {
	case !ok:
		return 0, "write 10/day, or 1/15min"
	case seconds.Sign() <= 0:
		return 0, "write a time above 0"
	}
	return seconds.Float() / 86400, ""
}

// aboutWord reports whether a sign may belong to what people write before a number, such as
// ca. or ~.
func aboutWord(r rune) bool {
	return r >= 0x80 || isLetter(byte(r)) || strings.ContainsRune(" .~<>", r)
}

// readRange reads lo..typ..hi, lo..hi or one number; hi may be n.
func readRange(text string, at int) (lo, typ, hi float64, d *diag.Diagnostic) {
	parts := strings.Split(text, "..")
	bad := func(start, end int, message, why, instead string) *diag.Diagnostic {
		return &diag.Diagnostic{Severity: diag.Refused, Message: message, Why: why, Instead: instead, Span: diag.Span{Start: at + start, End: at + end}}
	}
	if len(parts) > 3 {
		return 0, 0, 0, bad(0, len(text), "a range has a least, a usual and a largest value, and no more", "", "write 20..100..400")
	}
	var v [3]float64
	pos := 0
	for i, part := range parts {
		trimmed := strings.TrimSpace(part)
		start := pos + strings.Index(part, trimmed)
		pos += len(part) + 2
		if i > 0 && i == len(parts)-1 && (trimmed == "n" || trimmed == "m" || trimmed == "*") {
			v[i] = max(v[i-1], guess)
			continue
		}
		if trimmed == "" {
			return 0, 0, 0, bad(0, len(text), "a number is missing", "", "write a number such as 100, a range such as 20..400, or n for many")
		}
		if whole := strings.ReplaceAll(trimmed, ",", ""); whole != trimmed {
			short := whole
			if few, ok := strings.CutSuffix(whole, "000000"); ok {
				short = few + "M"
			} else if few, ok := strings.CutSuffix(whole, "000"); ok {
				short = few + "k"
			}
			d := bad(start, start+len(trimmed), "`"+trimmed+"` is written with a comma", "A comma divides one thing from the next.", "write "+whole)
			if short != whole {
				d.Instead += ", or " + short
			}
			d.Fixes = []diag.Fix{replace(d.Span, whole)}
			return 0, 0, 0, d
		}
		if n := strings.IndexAny(trimmed, "0123456789"); n > 0 && strings.TrimFunc(trimmed[:n], aboutWord) == "" {
			if _, err := workload.ParseExpr(trimmed[n:]); err == nil {
				d := bad(start, start+len(trimmed), "`"+trimmed+"` has something before the number", "Every number here is about that many.", "write "+trimmed[n:])
				d.Fixes = []diag.Fix{replace(d.Span, trimmed[n:])}
				return 0, 0, 0, d
			}
		}
		if grouped(trimmed) { // into thousands, as many write them: here a point divides off a fraction
			return 0, 0, 0, pointed(text, at, trimmed)
		}
		e, err := workload.ParseExpr(trimmed)
		if err == nil && len(e.Names()) > 0 {
			return 0, 0, 0, bad(start, start+len(trimmed), "`"+trimmed+"` is no number", "An amount is a number, a range, or n for many.", "write a number such as 100, 2k or 3M")
		}
		var x workload.Interval
		if err == nil {
			x, err = e.Eval(nil)
		}
		if err != nil {
			return 0, 0, 0, bad(start+min(err.Start, len(trimmed)), start+min(max(err.End, err.Start+1), len(trimmed)), err.Message, err.Why, err.Instead)
		}
		if x.Typ.Sign() < 0 {
			return 0, 0, 0, bad(start, start+len(trimmed), "the number is below 0", "", "write a number from 0 up")
		}
		v[i] = x.Typ.Float()
		if i > 0 && v[i] < v[i-1] {
			return 0, 0, 0, bad(0, len(text), "the range falls from "+parts[i-1]+" to "+parts[i], "A range is written from its smallest to its largest value.", "write least..most, or least..usual..most")
		}
	}
	switch len(parts) {
	case 1:
		return v[0], v[0], v[0], nil
	case 2:
		return v[0], (v[0] + v[1]) / 2, v[1], nil
	}
	return v[0], v[1], v[2], nil
}

// grouped reports whether points divide the digits of a number into thousands, as in 400.000.
// A number below one is a fraction: 0.125.
func grouped(s string) bool {
	parts := strings.Split(s, ".")
	for i, part := range parts {
		if strings.Trim(part, "0123456789") != "" || i > 0 && len(part) != 3 || i == 0 && (part == "" || len(part) > 3 || part[0] == '0') {
			return false
		}
	}
	return len(parts) > 1
}

// pointed says that the points of a number divide no thousands, and takes them out of all
// numbers of its range.
func pointed(text string, at int, first string) *diag.Diagnostic {
	whole, short, several := strings.Split(text, ".."), strings.Split(text, ".."), false
	for i, part := range whole {
		if n := strings.TrimSpace(part); grouped(n) {
			several = several || strings.Count(n, ".") > 1
			whole[i] = strings.ReplaceAll(part, ".", "")
			short[i] = strings.Replace(part, n, strings.TrimRight(strings.TrimRight(n, "0"), "."), 1)
		}
	}
	start := at + strings.Index(text, first)
	d := &diag.Diagnostic{Severity: diag.Refused, Message: "`" + first + "` is written with a point", Span: diag.Span{Start: start, End: start + len(first)},
		Why: "A point divides a number from its fraction; between thousands there is no sign."}
	for _, parts := range [...][]string{whole, short} {
		fix := replace(diag.Span{Start: at, End: at + len(text)}, strings.Join(parts, ".."))
		if d.Fixes = append(d.Fixes, fix); several { // no fraction has two
			break
		}
	}
	d.Instead = "write " + strings.TrimSpace(strings.Join(whole, ".."))
	if !several {
		d.Instead += ", or " + strings.TrimSpace(strings.Join(short, ".."))
	}
	return d
}

// readDays reads a span of time as days.
func readDays(text string, at int) (Amount, *diag.Diagnostic) {
	days, cure := per(strings.TrimSpace(text))
	if cure != "" {
		return Amount{}, &diag.Diagnostic{Severity: diag.Refused, Message: "`" + text + "` is no span of time", Span: diag.Span{Start: at, End: at + len(text)},
			Why: "A time is a number with s, min, h, days, weeks, months or years.", Instead: "write 90 days, or 2 years"}
	}
	a := exactly(days)
	a.Span = diag.Span{Start: at, End: at + len(text)}
	return a, nil
}

func isLetter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c >= 0x80
}
func isWord(c byte) bool { return isLetter(c) || '0' <= c && c <= '9' }

// Words is the amount as a diagram writes it at the end of a line: 1, n, 0..1, 20..400.
func (a Amount) Words() string {
	if !a.Known {
		return "?"
	}
	if a.Guess {
		a.Guess = false
		return a.Words() + guessMark
	}
	short := func(x float64) string {
		for _, u := range []struct {
			from float64
			name string
		}{{1e9, "bn"}, {1e6, "M"}, {1e3, "k"}} {
			if x >= u.from {
				return number.Plain(number.Significant(x/u.from, 3)) + u.name
			}
		}
		return number.Plain(number.Significant(x, 3))
	}
	usual := ""
	if a.Typ > a.Lo && a.Typ < a.Hi && (a.Unsaid && a.Usual || !a.Unsaid && !a.midway()) {
		usual = ".." + short(a.Typ)
	}
	all := ""
	switch {
	case a.Unsaid && a.Lo >= a.Typ: // whatever follows from other numbers
		return "n"
	case a.Rate > 0 && a.Hi == 0:
	case a.Unsaid:
		all = short(a.Lo) + usual + "..n"
	case a.Lo == a.Hi:
		all = short(a.Lo)
	default:
		all = short(a.Lo) + usual + ".." + short(a.Hi)
	}
	if a.Rate == 0 {
		return all
	}
	if all != "" {
		all += " + "
	}
	rate, period := a.perTime()
	of := func(x float64) string {
		if x < 1000 {
			return number.Plain(number.Significant(x, 3))
		}
		return short(x)
	}
	if a.span {
		all += of(a.rateLo*rate/a.Rate) + ".."
	}
	if !a.span || a.Usual {
		all += of(rate)
		if a.RateHi > a.Rate {
			all += ".."
		}
	}
	if a.RateHi > a.Rate {
		all += of(a.RateHi * rate / a.Rate)
	}
	return all + "/" + period
}
