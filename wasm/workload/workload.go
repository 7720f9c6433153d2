// Package workload reads what is stored: named quantities, expressions, ranges,
// lengths of columns, and how rows are written over time. Its text form serves
// .size files, the fences of chapters and links alike:
//
//	table = available_rooms_by_hotel_date
//	rooms = 20..100..400 | slider 1..1000 | label Rooms
//	days = 730
//	rows = rooms * days
//	len.hotel_id = 5
//	written = rooms every 1d
//	grow = rooms*(730+t) in t
//
// A quantity may also be a distribution over partitions, or numbers as measured:
// normal(100, 30), zipf(400, 0.5, 5000), 80 120 95. A line NAME.TABLE speaks of one
// table where a workload serves several.
package workload

import (
	"slices"
	"strings"

	"partitionlab/wasm/diag"
)

// A Workload is what one partition of one table holds.
type Workload struct {
	Table      string // as written; "" if no line says so
	Place      Place  // of the table's name
	Mode       Mode
	Loaded     bool // within one second, with USING TIMESTAMP: `written = loaded 100 every 1d`
	Update     bool // rows are written by UPDATE, not by INSERT: `statement = update`
	quantities []*Quantity
	index      map[string]int
	lines      []line // all that was taken in
	split      *split // which of them are for which table; nil where that is not known yet
	order      []int  // in which quantities are worked out
	grow       *Grow
	bound      bool
	failed     map[string]bool // quantities whose own line is wrong: they are not unknown
}

// Mode says how rows get their timestamps.
type Mode uint8

// The modes.
const (
	AtOnce Mode = iota // all rows carry one timestamp
	Every              // so many rows every so many seconds
	Over               // evenly over a span
)

// A Place is a span of a text.
type Place struct {
	Source *diag.Source
	diag.Span
}

// A Problem is a diagnostic in one of the texts that make up a workload.
type Problem struct {
	diag.Diagnostic
	Source *diag.Source
	Name   string // the quantity concerned, or ""
	Says   string // the message without its subject, where that is the quantity: "is negative: −1"
}

// A Quantity is a named number or range.
type Quantity struct {
	Name  string // "rooms", "rows", "len.name", "written.rows", "written.every", …
	Text  string // as written, without attributes
	Attrs []Attr
	Place Place     // of the text
	named diag.Span // of the name
	parts []part
	// A quantity that varies has the arguments of its distribution as parts.
	varies bool
	kind   distKind
	built  *Distribution // where the arguments are plain numbers: worked out once
}

// A part is one expression of a range with its offset in the quantity's source.
type part struct {
	expr *Expr
	at   int
}

// An Attr is a presentation attribute behind " | ": "slider 1..1000".
type Attr struct{ Name, Value string }

// Attr returns the value of an attribute, or "".
func (q *Quantity) Attr(name string) string {
	for _, a := range q.Attrs {
		if a.Name == name {
			return a.Value
		}
	}
	return ""
}

// Range reports whether the quantity is written as a range.
func (q *Quantity) Range() bool { return len(q.parts) > 1 && !q.varies }

// Varies reports whether the quantity is written as a distribution.
func (q *Quantity) Varies() bool { return q.varies }

// Names returns the names of the quantities that this one is worked out from.
func (q *Quantity) Names() []string {
	var out []string
	for _, p := range q.parts {
		out = append(out, p.expr.Names()...)
	}
	return out
}

// Grow is the number of rows as a function of time.
type Grow struct {
	Var   string // name of the time, in days
	Text  string
	Place Place
	part  part
}

// Names returns the names of the quantities in the expression; the time is among them.
func (g *Grow) Names() []string { return g.part.expr.Names() }

// Says reports whether a line of that name was taken in.
func (w *Workload) Says(name string) bool {
	return slices.ContainsFunc(w.lines, func(l line) bool { return Canonical(l.name) == name })
}

// Names of the quantities that the text form's own lines make.
const (
	Rows         = "rows"
	TTL          = "ttl"           // seconds
	WrittenRows  = "written.rows"  // rows of one batch
	WrittenEvery = "written.every" // seconds between batches
	WrittenOver  = "written.over"  // seconds from the first row to the last
	Deleted      = "deleted"       // share of the rows that are deleted again, the oldest ones
	DeletedAfter = "deleted_after" // seconds from a row's write to its deletion
	Updated      = "updated"       // share of the rows whose values were written again by UPDATE, the oldest ones
	UpdatedAfter = "updated_after" // seconds from a row's INSERT to its UPDATE
)

// New returns an empty workload, to be filled with Set.
func New() *Workload { return &Workload{index: map[string]int{}} }

func problem(src *diag.Source, span diag.Span, name, message, why, instead string) Problem {
	return Problem{diag.Diagnostic{Severity: diag.Refused, Kind: diag.NoKind, Message: message, Span: span, Why: why, Instead: instead}, src, name, ""}
}

// isCount reports whether a quantity counts things of which there are no parts.
func isCount(name string) bool {
	return name == Rows || name == WrittenRows || name == "partitions"
}

// fraction reports a number with a fraction that stands alone where a whole one is
// needed. What is worked out may have one: it is rounded.
func (q *Quantity) fraction(src *diag.Source, p part) (Problem, bool) {
	n := p.expr.root
	if n.op != 'n' {
		return Problem{}, false
	}
	if _, d, exact := n.num.Fraction(); exact && d == 1 {
		return Problem{}, false
	}
	text := strings.TrimSpace(p.expr.text)
	head, tail, _ := strings.Cut(text, ".")
	instead := "write a whole number"
	if len(tail) == 3 {
		instead = "write " + head + tail + " or " + head + "_" + tail + ", if the point is to group digits; else a whole number"
	}
	return problem(src, diag.Span{Start: p.at, End: p.at + len(text)}, q.Name, "`"+text+"` is no whole number", "A point begins a fraction. It does not group digits.", instead), true
}

// Failed reports whether the line of that name is wrong.
func (w *Workload) Failed(name string) bool { return w.failed[name] }

// TableName splits the table's name as CQL reads it: names fold to lower case
// unless they are quoted. The keyspace is "" where none is written.
func (w *Workload) TableName() (keyspace, table string) {
	s, quoted := w.Table, false
	for i := 0; i < len(s); i++ {
		if s[i] == '"' {
			quoted = !quoted
		} else if s[i] == '.' && !quoted {
			keyspace, s = Identifier(s[:i]), s[i+1:]
			break
		}
	}
	return keyspace, Identifier(s)
}

// Identifier is a name as CQL reads it.
func Identifier(s string) string {
	s = strings.TrimSpace(s)
	if len(s) >= 2 && s[0] == '"' && s[len(s)-1] == '"' {
		return strings.ReplaceAll(s[1:len(s)-1], `""`, `"`)
	}
	return strings.ToLower(s)
}

// Quantities returns all quantities in the order of writing.
func (w *Workload) Quantities() []*Quantity { return w.quantities }

// Quantity returns a quantity by name, or nil.
func (w *Workload) Quantity(name string) *Quantity {
	if i, ok := w.index[name]; ok {
		return w.quantities[i]
	}
	return nil
}

// Origins returns the quantities that a quantity is in the end worked out from: those
// that hang on no other one.
func (w *Workload) Origins(name string) map[string]bool {
	out := map[string]bool{}
	seen := map[string]bool{}
	var visit func(name string)
	visit = func(name string) {
		q := w.Quantity(name)
		if q == nil || seen[name] {
			return
		}
		seen[name] = true
		names := q.Names()
		if len(names) == 0 {
			out[name] = true
		}
		for _, n := range names {
			visit(n)
		}
	}
	visit(name)
	return out
}

// Growth returns how the number of rows grows, or nil.
func (w *Workload) Growth() *Grow { return w.grow }

// Inputs returns the names of the quantities that hang on no other one: those a
// reader may turn.
func (w *Workload) Inputs() []string {
	var out []string
	for _, q := range w.quantities {
		if len(q.Names()) == 0 && !q.varies {
			out = append(out, q.Name)
		}
	}
	return out
}

// Problem says that something is wrong with the quantity as written.
func (q *Quantity) Problem(message, why, instead string) Problem {
	return problem(q.Place.Source, q.Place.Span, q.Name, message, why, instead)
}

// Refuse says that something is wrong with the value, of which says is the predicate.
func (q *Quantity) Refuse(says, why, instead string) Problem {
	p := q.Problem(q.Name+" "+says, why, instead)
	p.Says = says
	return p
}

// NameProblem says that something is wrong with the quantity's name. Where better is
// not empty, it is what should stand there, and the problem carries that repair.
func (q *Quantity) NameProblem(message, why, instead, better string) Problem {
	p := problem(q.Place.Source, q.named, q.Name, message, why, instead)
	if better != "" && q.named.End <= q.Place.Start {
		p.Fixes = []diag.Fix{{Title: "write " + better, Edits: []diag.Edit{{Span: q.named, Text: better}}}}
	}
	return p
}

// MaxSuggested is up to how many names a near one is looked for: beyond, a file of many
// wrong names would take quadratic time.
const MaxSuggested = 200

// Nearest is the candidate that differs least from a name, or "" where none is close
// enough to be meant.
func Nearest(name string, candidates []string) (best string) {
	least := max((len(name)+1)/4, 1)
	for _, c := range candidates {
		if d := diag.Distance(name, c, least+1); d > 0 && d <= least && (best == "" || d < least) {
			best, least = c, d
		}
	}
	return best
}

// Problem says that something is wrong with the workload as a whole, at the line
// that names its table where there is one.
func (w *Workload) Problem(message, why, instead string) Problem {
	return problem(w.Place.Source, w.Place.Span, "table", message, why, instead)
}

// Has reports whether a line of that name can be set: a quantity that is there, or
// one of the text form's own lines.
func (w *Workload) Has(name string) bool {
	switch name {
	case "table", "written", "statement", "grow", Rows, TTL, Deleted, DeletedAfter:
		return true
	}
	what, _, dotted := strings.Cut(name, ".")
	_, _, own := ofTable(name)
	return own || w.Quantity(name) != nil || dotted && (what == "len" || what == "count" || what == "null" || what == "distinct" || what == "rf" || what == "racks")
}
