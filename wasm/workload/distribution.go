package workload

import (
	"math"
	"sort"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
)

// A Distribution says how a quantity varies: from partition to partition, or, for
// the length or the count of a column, from row to row.
//
//	uniform(1, 10)                       whole numbers from 1 to 10
//	normal(20, 5)                        mean and standard deviation; never below 0
//	zipf(100000, 1.1, 5000)              the largest of 5,000 has 100,000, the r-th 100,000 / r^1.1
//	percentiles(50: 12, 99: 234, 100: 891)   as a tool prints them; straight lines between
//	sample(3, 5, 8, 13)                  as measured
type Distribution struct {
	kind   distKind
	args   []float64 // zipf, uniform, normal; values of a sample in order
	at     []float64 // shares of percentiles, rising
	values []float64
}

type distKind uint8

const (
	uniform distKind = iota
	normal
	zipf
	percentiles
	sample
)

var distNames = [...]string{"uniform", "normal", "zipf", "percentiles", "sample"}

// maxSample bounds a pasted sample.
const maxSample = 10000

// Quantile is the value below which the share p lies, p from 0 to 1.
func (d *Distribution) Quantile(p float64) float64 {
	p = min(max(p, 0), 1)
	switch d.kind {
	case uniform:
		a, b := d.args[0], d.args[1]
		if a == math.Floor(a) && b == math.Floor(b) {
			return min(a+math.Floor(p*(b-a+1)), b)
		}
		return a + p*(b-a)
	case normal:
		p = min(max(p, 0.001), 0.999)
		return max(d.args[0]+d.args[1]*math.Sqrt2*math.Erfinv(2*p-1), 0)
	case zipf:
		n := d.args[2]
		rank := max(math.Ceil(n*(1-p)), 1)
		return d.args[0] / math.Pow(rank, d.args[1])
	case percentiles:
		i := sort.SearchFloat64s(d.at, p)
		switch {
		case i == 0:
			return d.values[0]
		case i == len(d.at):
			return d.values[i-1]
		}
		return d.values[i-1] + (d.values[i]-d.values[i-1])*(p-d.at[i-1])/(d.at[i]-d.at[i-1])
	}
	return d.args[min(int(p*float64(len(d.args))), len(d.args)-1)]
}

// Mean is the mean value.
func (d *Distribution) Mean() float64 { return d.Average(func(x float64) float64 { return x }) }

// Average is the mean of a function of the value. The largest values count most, so
// they are looked at most closely.
func (d *Distribution) Average(f func(float64) float64) float64 {
	if d.kind == sample {
		sum := 0.0
		for _, x := range d.args {
			sum += f(x)
		}
		return sum / float64(len(d.args))
	}
	return Average(func(p float64) float64 { return f(d.Quantile(p)) })
}

// Average is the mean over all shares p of a function of p, with more points close
// to 1.
func Average(f func(p float64) float64) float64 {
	sum := 0.0
	for _, part := range [...]struct{ from, to float64 }{{0, 0.9}, {0.9, 0.99}, {0.99, 0.999}, {0.999, 1}} {
		const n = 48
		s := 0.0
		for i := range n {
			s += f(part.from + (part.to-part.from)*(float64(i)+0.5)/n)
		}
		sum += s / n * (part.to - part.from)
	}
	return sum
}

// distribution recognizes a distribution in a quantity's text and reads its
// arguments. ok is false where the text is an expression.
func (q *Quantity) distribution(src *diag.Source, span diag.Span) (ok bool, problems []Problem) {
	text := src.Text[span.Start:span.End]
	open := strings.IndexByte(text, '(')
	if open < 0 {
		return q.pasted(src, span)
	}
	kind, known := distKind(0), false
	for i, n := range distNames {
		if strings.TrimSpace(text[:open]) == n {
			kind, known = distKind(i), true
		}
	}
	if !known {
		return false, nil
	}
	wrong := func(message, instead string) []Problem {
		return []Problem{problem(src, span, q.Name, message, "", instead)}
	}
	if err := aloneIn(text, open, distNames[kind]); err != nil {
		return true, []Problem{err.problem(src, span.Start, q.Name)}
	}
	at, end := span.Start+open+1, span.End-1
	for at <= end {
		stop := at
		for depth := 0; stop < end; stop++ {
			c := src.Text[stop]
			if c == '(' {
				depth++
			} else if c == ')' {
				depth--
			} else if c == ',' && depth == 0 {
				break
			}
		}
		from := at
		if kind == percentiles {
			colon := strings.IndexByte(src.Text[at:stop], ':')
			if colon < 0 {
				return true, wrong("a percentile is a percent and a value", "write percentiles(50: 12, 99: 234)")
			}
			e, err := ParseExpr(src.Text[at : at+colon])
			if err != nil {
				return true, []Problem{err.problem(src, at, q.Name)}
			}
			q.parts = append(q.parts, part{e, at})
			from = at + colon + 1
		}
		e, err := ParseExpr(src.Text[from:stop])
		if err != nil {
			return true, []Problem{err.problem(src, from, q.Name)}
		}
		q.parts = append(q.parts, part{e, from})
		at = stop + 1
		if len(q.parts) > maxSample {
			return true, wrong("a sample holds at most "+number.Count(maxSample)+" values", "give percentiles instead")
		}
	}
	want := map[distKind]int{uniform: 2, normal: 2, zipf: 3}[kind]
	if want > 0 && len(q.parts) != want {
		return true, wrong(distNames[kind]+" takes "+[...]string{"", "", "two", "three"}[want]+" numbers", "write "+[...]string{"uniform(least, most)", "normal(mean, deviation)", "zipf(most, exponent, partitions)"}[kind])
	}
	q.kind, q.varies = kind, true
	return true, nil
}

// aloneIn says what is wrong where a text is not the distribution alone whose parenthesis opens at a place.
func aloneIn(text string, open int, name string) *Error {
	last := open
	for depth := 0; last < len(text); last++ {
		if text[last] == '(' {
			depth++
		} else if text[last] == ')' {
			if depth--; depth == 0 {
				break
			}
		}
	}
	rest := ""
	if last < len(text) {
		rest = strings.TrimSpace(text[last+1:])
	}
	switch {
	case last == len(text):
		return unclosed(open)
	case rest == "":
		return nil
	case rest[0] == ')':
		return unopened(len(text) - len(rest))
	}
	return alone(name, diag.Span{End: last + 1})
}

// alone says that a distribution is no part of an expression.
func alone(name string, at diag.Span) *Error {
	return &Error{at, "`" + name + "` is a distribution, which stands alone", "It says how one quantity varies. Others are computed from that quantity by its name.",
		"give it a line of its own, such as some = " + name + "(…), and write some here"}
}

// pasted recognizes numbers that stand side by side, as somebody copies them from a
// report: 80 120 95, or 80, 120, 95. A comma within 1,095,020 is none.
func (q *Quantity) pasted(src *diag.Source, span diag.Span) (ok bool, problems []Problem) {
	text := src.Text[span.Start:span.End]
	separates := func(c byte) bool { return c == ' ' || c == '\t' || c == ',' || c == ';' }
	spaced, grouped := false, true
	var parts []diag.Span
	for i := 0; i < len(text); {
		if separates(text[i]) {
			spaced = spaced || text[i] != ','
			i++
			continue
		}
		start := i
		for i < len(text) && (isDigit(text[i]) || text[i] == '.') {
			i++
		}
		if i == start || strings.Contains(text[start:i], "..") {
			return false, nil
		}
		grouped = grouped && (len(parts) == 0 && i-start <= 3 || i-start == 3)
		parts = append(parts, diag.Span{Start: span.Start + start, End: span.Start + i})
	}
	if len(parts) < 2 || !spaced && grouped {
		return false, nil
	}
	for i, p := range parts {
		zero := i > 0 && p.Len() > 1 && src.Text[p.Start] == '0' && src.Text[p.Start+1] != '.'
		if digits := src.Text[span.Start:span.End]; zero || grouped && len(parts) == 2 && !strings.Contains(digits, ".") || !spaced && len(parts) == 2 {
			plain := strings.NewReplacer(" ", "", "\t", "", ",", "", ";", "").Replace(digits)
			if !spaced { // 1,5
				plain = strings.Replace(digits, ",", ".", 1)
			}
			return true, []Problem{problem(src, span, q.Name, "`"+digits+"` may be one number or several", "Spaces and commas stand between numbers as they were measured. They neither group digits nor begin a fraction.",
				"write "+plain+" for one number, sample("+strings.Join(strings.FieldsFunc(digits, func(c rune) bool { return separates(byte(c)) }), ", ")+") for several")}
		}
	}
	if len(parts) > maxSample {
		return true, []Problem{problem(src, span, q.Name, "a sample holds at most "+number.Count(maxSample)+" values", "", "give percentiles instead")}
	}
	for _, p := range parts {
		e, err := ParseExpr(src.Text[p.Start:p.End])
		if err != nil {
			return true, []Problem{err.problem(src, p.Start, q.Name)}
		}
		q.parts = append(q.parts, part{e, p.Start})
	}
	q.kind, q.varies = sample, true
	return true, nil
}

// build makes the distribution of evaluated arguments.
func (q *Quantity) build(args []float64) (*Distribution, string) {
	d := &Distribution{kind: q.kind, args: args}
	for _, x := range args {
		if x < 0 {
			return nil, "a distribution holds no negative numbers"
		}
	}
	switch q.kind {
	case uniform:
		if args[0] > args[1] {
			return nil, "the range does not rise"
		}
	case zipf:
		if args[2] < 1 {
			return nil, "zipf needs at least one partition"
		}
	case percentiles:
		for i := 0; i < len(args); i += 2 {
			p := args[i] / 100
			if p > 1 || len(d.at) > 0 && (p <= d.at[len(d.at)-1] || args[i+1] < d.values[len(d.values)-1]) {
				return nil, "percentiles rise from 0 to 100, and so do their values"
			}
			d.at, d.values = append(d.at, p), append(d.values, args[i+1])
		}
	case sample:
		sort.Slice(d.args, func(i, j int) bool { return d.args[i] < d.args[j] })
	}
	return d, ""
}

// num is a floating-point number as a Num.
func num(f float64) number.Num {
	n, err := number.FromFloat(f)
	if err != nil {
		return number.Int(number.Limit)
	}
	return n
}

// perRow reports whether a quantity varies from row to row.
func perRow(name string) bool {
	return strings.HasPrefix(name, "len.") || strings.HasPrefix(name, "count.")
}
