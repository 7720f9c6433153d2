package workload

import (
	"strconv"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
)

// This file tells what a text measures, from the units of its numbers: 10 MB are bytes,
// 90d is a time, and 90d / 15min is neither.

// KindOf is what a quantity of the text form measures; KindAny for one that only its writer knows.
func KindOf(name string) number.Kind {
	what, _, _ := strings.Cut(name, ".")
	switch what {
	case Rows, "partitions", "count", "distinct", "null", "rf", "racks", Deleted, Updated:
		return number.KindCount
	case "len":
		return number.KindBytes
	case TTL, DeletedAfter, UpdatedAfter:
		return number.KindTime
	case "written":
		if name == WrittenRows {
			return number.KindCount
		}
		return number.KindTime
	}
	return number.KindAny
}

// Misfit says what is wrong with a text where a number of a kind is asked for: "is a time",
// or "is a number of bytes". It is "" where nothing is, and where names leave that open.
func Misfit(k number.Kind, text string) string {
	if q := quantityOf(text); q != nil {
		return q.misfit(k)
	}
	return ""
}

// Measured is what a text measures, where its units tell.
func Measured(text string) number.Kind {
	q := quantityOf(text)
	if q == nil {
		return number.KindAny
	}
	k := number.KindCount
	for _, p := range q.parts {
		switch d := p.expr.root.measures(unbound); {
		case d == powers[number.KindBytes]:
			k = number.KindBytes
		case d == powers[number.KindTime]:
			k = number.KindTime
		case d != power{}:
			return number.KindAny
		}
	}
	return k
}

// quantityOf is a text on its own, nil where it cannot be read.
func quantityOf(text string) *Quantity {
	q := &Quantity{}
	if len(q.read(diag.NewSource("", text), diag.Span{End: len(text)})) > 0 {
		return nil
	}
	return q
}

func (q *Quantity) misfit(k number.Kind) string {
	if k == number.KindAny {
		return ""
	}
	for _, p := range q.parts {
		d := p.expr.root.measures(unbound)
		switch {
		case d.open, d == power{}, d == powers[k]:
		case d.time == 0:
			return "is a number of bytes"
		case minutes(p.expr.root):
			return "is a time: m stands for minutes, M for a million"
		default:
			return "is a time"
		}
	}
	return ""
}

// A power says how often bytes and time are factors of a value; open where names are. A rate holds
// a unit of time alone.
type power struct {
	bytes, time int8
	open, rate  bool
}

var powers = [...]power{number.KindBytes: {bytes: 1}, number.KindTime: {time: 1}}

// unbound is the power of a name where nobody knows its quantity.
func unbound(*node) power { return power{open: true} }

// measures is the power of a part of an expression; name is that of a name.
func (n *node) measures(name func(*node) power) power {
	switch n.op {
	case 'n':
		return powers[n.kind]
	case 'v':
		return name(n)
	}
	d := n.args[0].measures(name)
	for _, x := range n.args[1:] {
		e := x.measures(name)
		if e.open {
			return e
		}
		rate := d.rate || e.rate || n.rate
		switch n.op {
		case '*':
			d.bytes, d.time = d.bytes+e.bytes, d.time+e.time
		case '/':
			d.bytes, d.time = d.bytes-e.bytes, d.time-e.time
		case '^':
			d.open = d.open || d != power{}
		default: // a sum, a remainder, the least of some: a bare number is of the other's kind
			if d == (power{}) {
				d = e
			}
		}
		d.rate = rate && d.time != 0
	}
	return d
}

// PerSecond reports whether a quantity is so many a second.
func PerSecond(name string) bool {
	switch name {
	case "writes", "reads", "nodeops", "stream":
		return true
	}
	return false
}

// takesRate reports whether a quantity may be a rate: these, and what only its writer knows.
func takesRate(name string) bool {
	switch name {
	case "compression", "fill", "versions", "snapshots", "window", "target", "disk", "gc_grace", "compaction_window", "yearly":
		return false
	}
	return KindOf(name) == number.KindAny
}

// tellsRate reports whether a rate is written in a quantity itself.
func (q *Quantity) tellsRate() (found bool) {
	for _, p := range q.parts {
		p.expr.root.walk(func(n *node) { found = found || n.rate })
	}
	return found
}

// rates refuses each quantity that is a rate and cannot be one, also by the names in it.
func (w *Workload) rates() (problems []Problem) {
	known := make([]power, len(w.quantities))
	of := func(n *node) power {
		switch {
		case n.ref == ofTime:
			return power{time: 1, rate: true}
		case n.ref >= 0:
			return known[n.ref]
		}
		return power{} // the days of grow
	}
	for _, i := range w.order {
		q := w.quantities[i]
		for _, p := range q.parts {
			d := p.expr.root.measures(of)
			if known[i] = d; d.rate && d.time < 0 && !takesRate(q.Name) {
				problems = append(problems, q.isRate())
				break
			}
		}
	}
	if g := w.grow; g != nil && len(problems) == 0 {
		if d := g.part.expr.root.measures(of); d.rate && d.time < 0 {
			text := strings.TrimSpace(g.part.expr.text)
			problems = append(problems, problem(g.Place.Source, g.Place.Span, "grow", "`"+text+"` is a rate", "The time "+g.Var+" is a number of days, and a rate is so many a second.", "write * 1d behind the rate: 100/day * 1d * "+g.Var+", which is 100 * "+g.Var))
		}
	}
	return problems
}

// isRate says what to write instead of a rate.
func (q *Quantity) isRate() Problem {
	text := strings.TrimSpace(q.Text)
	why, instead := "A rate alone does not say how many there are.", "write for how long it goes on: "+text+" * 31d in 31 days"
	switch KindOf(q.Name) {
	case number.KindCount:
		if q.Name == Rows {
			instead += "; a line written = " + text + " says how they come"
		}
	default:
		why, instead = "Rates are so many a second, as in writes and reads.", "write a number without a time behind /"
	}
	return q.Problem("`"+text+"` is a rate", why, instead)
}

// minutes reports whether a number of an expression has the unit m.
func minutes(n *node) (found bool) {
	n.walk(func(n *node) { found = found || n.op == 'n' && n.lone })
	return found
}

// In writes a text whose numbers may have units of time with these numbers in another unit,
// of so many seconds: 2 weeks are 14 where days are asked for. A lone m may be minutes or
// months there: clear is what to write instead of such a number, "" where there is none.
func In(text string, unit number.Num) (out, clear string) {
	var b strings.Builder
	for i := 0; i < len(text); {
		end := i
		for end < len(text) && (isLetter(text[end]) || end > i && isDigit(text[end])) {
			end++
		}
		n, length, err := number.Scan(text[i:])
		literal := text[i : i+length]
		switch {
		case end > i: // a name
		case strings.HasPrefix(text[i:], ".."):
			end = i + 2
		case length == 0 || err != nil:
			end = i + max(length, 1)
		case number.Measures(literal) != number.KindTime:
			end = i + length
		default:
			digits, lone := strings.CutSuffix(literal, "m")
			if digits = strings.TrimSpace(digits); lone && clear == "" {
				clear = digits + " months or " + digits + " min"
			}
			b.WriteString(quotient(n, unit))
			i += length
			continue
		}
		b.WriteString(text[i:end])
		i = end
	}
	return b.String(), clear
}

// quotient is a number of units as expressions write it.
func quotient(n, unit number.Num) string {
	n, err := n.Div(unit)
	top, bottom, exact := n.Fraction()
	switch {
	case err != nil || !exact:
		return number.Plain(n.Float())
	case bottom == 1:
		return strconv.FormatInt(top, 10)
	}
	return "(" + strconv.FormatInt(top, 10) + " / " + strconv.FormatInt(bottom, 10) + ")"
}
