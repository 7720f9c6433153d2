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
	"maps"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
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

// A line is `name = value`, with its places.
type line struct {
	src        *diag.Source
	name       string
	at         diag.Span // of the name; of the whole value where only that is written
	valAt, end int
	set        bool // replaces what was there
}

func (l *line) value() string { return l.src.Text[l.valAt:l.end] }

// Parse reads one workload. It skips the lines whose name skip takes: keys of
// the surroundings, such as a fence's id. skip may be nil.
func Parse(src *diag.Source, skip func(name string) bool) (*Workload, []Problem) {
	lines, problems := scan(src, skip)
	w := New()
	return w, append(append(problems, w.read(lines)...), w.bind()...)
}

// ParseAll reads a file of workloads: each `table =` line after the first begins
// another one; quantities before the first such line belong to all. Lines that only
// a fence needs around it are left out, so that a fence works as a file.
func ParseAll(src *diag.Source) ([]*Workload, []Problem) {
	lines, problems := scan(src, ofFence)
	var shared []line
	var all []*Workload
	for i := 0; i < len(lines); {
		j := i
		for j++; j < len(lines) && lines[j].name != "table"; j++ {
		}
		if lines[i].name != "table" && j < len(lines) {
			shared = lines[i:j]
			i = j
			continue
		}
		w := New()
		own := w.read(shared)
		own = append(own, w.read(lines[i:j])...)
		own = append(own, w.bind()...)
		all = append(all, w)
		for _, p := range own { // a problem of a shared line once
			seen := false
			for _, q := range problems {
				seen = seen || q.Span == p.Span && q.Message == p.Message
			}
			if !seen {
				problems = append(problems, p)
			}
		}
		i = j
	}
	return all, problems
}

// ofFence reports whether a line is about the fence that holds a workload in a page.
func ofFence(name string) bool {
	switch name {
	case "id", "title", "cover", "show", "schema", "dataset", "expect":
		return true
	}
	return false
}

// New returns an empty workload, to be filled with Set.
func New() *Workload { return &Workload{index: map[string]int{}} }

func (w *Workload) read(ls []line) (out []Problem) {
	for _, l := range ls {
		if problems := w.line(l); len(problems) > 0 {
			out = append(out, problems...)
			if w.failed == nil {
				w.failed = map[string]bool{}
			}
			w.failed[canonical(l.name)] = true
		}
	}
	return out
}

// Set gives a quantity a new text, or adds it: what a reader types into a field or
// behind -var. The name is one of the text form; "written" takes "at once" and so
// on. What is wrong is returned, and then nothing changes.
func (w *Workload) Set(name, text string) []Problem {
	src := diag.NewSource(name, text)
	l := line{src: src, name: name, at: diag.Span{End: len(text)}, end: len(text), set: true}
	for l.valAt < l.end && (text[l.valAt] == ' ' || text[l.valAt] == '\t') {
		l.valAt++
	}
	if strings.IndexByte(text, '\n') >= 0 {
		return []Problem{problem(src, diag.Span{Start: 0, End: len(text)}, name, "a value stands on one line", "", "take the line break out")}
	}
	old := *w
	old.quantities = append([]*Quantity(nil), w.quantities...)
	old.index = map[string]int{}
	for k, v := range w.index {
		old.index[k] = v
	}
	old.failed = maps.Clone(w.failed)
	if _, ok := w.index[name]; !ok {
		name = canonical(name)
	}
	for _, n := range parts(name) {
		if i, ok := w.index[n]; ok {
			w.quantities[i] = nil
			delete(w.index, n)
		}
	}
	w.lines = nil
	place := -1 // where the line stood
	for i, have := range old.lines {
		if canonical(have.name) != name {
			w.lines = append(w.lines, have)
		} else if place < 0 {
			place = i
		}
	}
	problems := w.line(l)
	if n := len(w.lines); place >= 0 && place < n-1 {
		copy(w.lines[place+1:], w.lines[place:n-1])
		l.set = true
		w.lines[place] = l
	}
	if w.compact(); len(problems) == 0 {
		delete(w.failed, name)
		problems = w.bind()
	}
	if _, table, own := ofTable(name); own && len(problems) == 0 {
		_, all := w.For(table, nil)
		for _, p := range all {
			if p.Name == name {
				problems = append(problems, p)
			}
		}
	}
	if len(problems) > 0 {
		*w = old
		w.bind()
	}
	return problems
}

// parts are the quantities that a line makes.
func parts(name string) []string {
	if name == "written" {
		return []string{WrittenRows, WrittenEvery, WrittenOver}
	}
	return []string{name}
}

// compact closes the gap that a replaced quantity left; the new one takes its place.
func (w *Workload) compact() {
	var out []*Quantity
	gap := -1
	for _, q := range w.quantities {
		if q == nil {
			if gap < 0 {
				gap = len(out)
			}
			continue
		}
		out = append(out, q)
	}
	if gap >= 0 && len(out) > 0 && gap < len(out)-1 {
		last := out[len(out)-1]
		copy(out[gap+1:], out[gap:len(out)-1])
		out[gap] = last
	}
	w.quantities = out
	for i, q := range out {
		w.index[q.Name] = i
	}
}

func problem(src *diag.Source, span diag.Span, name, message, why, instead string) Problem {
	return Problem{diag.Diagnostic{Severity: diag.Refused, Kind: diag.NoKind, Message: message, Span: span, Why: why, Instead: instead}, src, name}
}

// scan splits a text into lines. Blank lines and comments (# at the start of a
// line or after a space) are left out.
func scan(src *diag.Source, skip func(string) bool) (out []line, problems []Problem) {
	text := src.Text
	for start := 0; start < len(text); {
		end := len(text)
		if n := strings.IndexByte(text[start:], '\n'); n >= 0 {
			end = start + n
		}
		next := end + 1
		for i := start; i < end; i++ {
			if text[i] == '#' && (i == start || text[i-1] == ' ' || text[i-1] == '\t') {
				end = i
			}
		}
		a, b := trim(text, start, end)
		start = next
		if strings.HasPrefix(text[a:b], "\ufeff") {
			a, b = trim(text, a+3, b)
		}
		if a == b {
			continue
		}
		eq := strings.IndexByte(text[a:b], '=')
		if eq < 0 {
			if skip != nil && skip(text[a:b]) {
				continue
			}
			problems = append(problems, problem(src, diag.Span{Start: a, End: b}, "", "this line has no `=`", "A line is `name = value`.", "write `name = value`, or # before a comment"))
			continue
		}
		_, nameEnd := trim(text, a, a+eq)
		l := line{src: src, name: text[a:nameEnd], at: diag.Span{Start: a, End: nameEnd}}
		l.valAt, l.end = trim(text, a+eq+1, b)
		if skip == nil || !skip(l.name) {
			out = append(out, l)
		}
	}
	return out, problems
}

func trim(s string, a, b int) (int, int) {
	blank := func(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }
	for a < b && blank(s[a]) {
		a++
	}
	for b > a && blank(s[b-1]) {
		b--
	}
	return a, b
}

// line takes one line in.
func (w *Workload) line(l line) []Problem {
	text := l.src.Text
	if !validName(l.name) {
		return []Problem{problem(l.src, l.at, l.name, "`"+l.name+"` is no name of a quantity",
			"A name is letters, digits and underscores; len.COLUMN, count.COLUMN, null.COLUMN and distinct.COLUMN speak of columns, rf.DC and racks.DC of data centers, rows.TABLE and partitions.TABLE of one of several tables.", "choose another name")}
	}
	_, attrs := attributes(l.value())
	end := l.end
	if bar := strings.Index(text[l.valAt:end], "|"); bar >= 0 {
		_, end = trim(text, l.valAt, l.valAt+bar)
	}
	span := diag.Span{Start: l.valAt, End: end}
	val := text[l.valAt:end]
	if val == "" {
		return []Problem{problem(l.src, l.at, l.name, "`"+l.name+"` has no value", "", "write a number or an expression behind the =")}
	}
	if _, _, own := ofTable(l.name); own {
		for _, have := range w.lines {
			if canonical(have.name) == canonical(l.name) {
				return w.twice(l, l.at)
			}
		}
		w.lines = append(w.lines, l)
		return nil
	}
	w.lines = append(w.lines, l)
	switch l.name {
	case "table":
		if w.Table != "" && !l.set {
			return []Problem{problem(l.src, l.at, "table", "the table is named twice", "", "take one of the lines out")}
		}
		w.Table, w.Place = val, Place{l.src, span}
		return nil
	case "written":
		return w.written(l, span, attrs)
	case "statement":
		if w.Update = strings.EqualFold(val, "update"); !w.Update && !strings.EqualFold(val, "insert") {
			return []Problem{problem(l.src, span, "statement", "rows are written by INSERT or by UPDATE", "UPDATE gives a row no timestamp of its own, so each of its cells carries one.", "write insert or update")}
		}
		return nil
	case "grow":
		if w.grow != nil && w.grow.Place.Source == l.src {
			return w.twice(l, l.at)
		}
		in := lastWord(val, "in")
		if in < 0 || !simpleName(strings.TrimSpace(val[in+2:])) {
			return []Problem{problem(l.src, span, "grow", "`grow` does not say what the time is called", "The number of rows is an expression in a time counted in days.", "write `grow = 100*(730+t) in t`")}
		}
		g := &Grow{Var: strings.TrimSpace(val[in+2:]), Text: val, Place: Place{l.src, span}}
		e, err := ParseExpr(val[:in])
		if err != nil {
			return []Problem{err.problem(l.src, l.valAt, "grow")}
		}
		g.part = part{e, l.valAt}
		w.grow = g
		return nil
	}
	name := l.name
	if _, ok := w.index[name]; !ok {
		name = canonical(name)
	}
	return w.add(l.src, name, l.at, span, attrs)
}

// canonical is a name with its columns as CQL reads them: len.Hotel_ID is
// len.hotel_id, len."Hotel_ID" keeps its capitals.
func canonical(name string) string {
	i := strings.IndexByte(name, '.')
	if i < 0 {
		return name
	}
	out, rest := name[:i], name[i:]
	for rest != "" {
		end := 1
		for quoted := false; end < len(rest) && (quoted || rest[end] != '.'); end++ {
			if rest[end] == '"' {
				quoted = !quoted
			}
		}
		out += "." + Identifier(rest[1:end])
		rest = rest[end:]
	}
	return out
}

func (w *Workload) twice(l line, span diag.Span) []Problem {
	return []Problem{problem(l.src, span, l.name, "`"+l.name+"` has a value already", "", "take one of the lines out")}
}

// written reads `at once`, `N every DURATION` or `over DURATION`.
func (w *Workload) written(l line, span diag.Span, attrs []Attr) []Problem {
	for _, n := range parts("written") {
		if _, ok := w.index[n]; ok {
			return w.twice(l, l.at)
		}
	}
	val := l.src.Text[span.Start:span.End]
	rest, loaded := strings.CutPrefix(val, "loaded ")
	if w.Loaded = loaded; loaded {
		span.Start, _ = trim(l.src.Text, span.End-len(rest), span.End)
		val = l.src.Text[span.Start:span.End]
	}
	if val == "at once" || val == "once" {
		w.Mode = AtOnce
		return nil
	}
	if rest, ok := strings.CutPrefix(val, "over "); ok {
		w.Mode = Over
		return w.add(l.src, WrittenOver, span, diag.Span{Start: span.End - len(rest), End: span.End}, attrs)
	}
	every := lastWord(val, "every")
	if every < 0 {
		return []Problem{problem(l.src, span, "written", "`written` does not say when", "Rows that are written as time passes have timestamps that differ, and these take 1 to 8 bytes a row.",
			"write `at once`, `100 every 1d` or `over 365d`")}
	}
	w.Mode = Every
	a, b := trim(l.src.Text, span.Start, span.Start+every)
	if a == b {
		b = a
		a = span.Start
	}
	out := w.add(l.src, WrittenRows, span, diag.Span{Start: a, End: b}, attrs)
	a, b = trim(l.src.Text, span.Start+every+len("every"), span.End)
	return append(out, w.add(l.src, WrittenEvery, span, diag.Span{Start: a, End: b}, nil)...)
}

// lastWord is where a word stands last in a text, or -1.
func lastWord(s, word string) int {
	for i := len(s) - len(word); i >= 0; i-- {
		if s[i:i+len(word)] == word && (i == 0 || !isLetter(s[i-1]) && !isDigit(s[i-1])) &&
			(i+len(word) == len(s) || !isLetter(s[i+len(word)]) && !isDigit(s[i+len(word)])) {
			return i
		}
	}
	return -1
}

// add takes a quantity in: an expression or a range of two or three.
func (w *Workload) add(src *diag.Source, name string, nameSpan, span diag.Span, attrs []Attr) []Problem {
	if _, ok := w.index[name]; ok {
		return w.twice(line{src: src, name: name}, nameSpan)
	}
	q := &Quantity{Name: name, Text: src.Text[span.Start:span.End], Attrs: attrs, Place: Place{src, span}, named: nameSpan}
	dist, problems := q.distribution(src, span)
	if len(problems) > 0 {
		return problems
	}
	for at := span.Start; !dist; {
		end := span.End
		dots := strings.Index(src.Text[at:end], "..")
		if dots >= 0 {
			end = at + dots
		}
		a, _ := trim(src.Text, at, end)
		e, err := ParseExpr(src.Text[a:end])
		if err != nil {
			return []Problem{err.problem(src, a, name)}
		}
		q.parts = append(q.parts, part{e, a})
		if dots < 0 {
			break
		}
		at = end + 2
	}
	if isCount(name) && !dist {
		for _, part := range q.parts {
			if p, bad := q.fraction(src, part); bad {
				return []Problem{p}
			}
		}
	}
	if len(q.parts) > 3 && !dist {
		return []Problem{problem(src, span, name, "a range has two or three parts", "", "write `least..most` or `least..typical..most`")}
	}
	w.index[name] = len(w.quantities)
	w.quantities = append(w.quantities, q)
	return nil
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

// problem turns an expression's error into one of its source.
func (e *Error) problem(src *diag.Source, at int, name string) Problem {
	return problem(src, diag.Span{Start: at + e.Start, End: at + e.End}, name, e.Message, e.Why, e.Instead)
}

// validName accepts names and dotted names; a part may be a quoted column name.
func validName(s string) bool {
	if i := strings.IndexByte(s, '.'); i > 0 {
		switch s[:i] {
		case "len", "count", "null", "distinct", "rf", "racks":
			return len(s) > i+1
		}
		_, _, own := ofTable(s)
		return own
	}
	return simpleName(s)
}

func simpleName(s string) bool {
	if s == "" || !isLetter(s[0]) {
		return false
	}
	for i := 0; i < len(s); i++ {
		if !isLetter(s[i]) && !isDigit(s[i]) {
			return false
		}
	}
	return true
}

// bind resolves names and puts the quantities into an order in which each comes
// after what it is worked out from.
func (w *Workload) bind() (problems []Problem) {
	w.order, w.bound = w.order[:0:0], true
	const unseen, open, done = 0, 1, 2
	state := make([]uint8, len(w.quantities))
	var path []int
	var visit func(i int)
	visit = func(i int) {
		state[i] = open
		path = append(path, i)
		q := w.quantities[i]
		for _, p := range q.parts {
			p.expr.root.walk(func(n *node) {
				if n.op != 'v' {
					return
				}
				k, ok := w.index[n.name]
				if !ok {
					if w.failed[n.name] {
						return
					}
					problems = append(problems, w.unknown(n, q.Place.Source, p.at, q.Name))
					return
				}
				n.ref = k
				switch state[k] {
				case unseen:
					visit(k)
				case open:
					problems = append(problems, cycle(w, path, k, n, q, p.at))
				}
			})
		}
		path = path[:len(path)-1]
		state[i] = done
		w.order = append(w.order, i)
	}
	for i := range w.quantities {
		if state[i] == unseen {
			visit(i)
		}
	}
	if g := w.grow; g != nil {
		g.part.expr.root.walk(func(n *node) {
			if n.op != 'v' {
				return
			}
			if n.name == g.Var {
				n.ref = -1
			} else if k, ok := w.index[n.name]; ok {
				n.ref = k
			} else if !w.failed[n.name] {
				problems = append(problems, w.unknown(n, g.Place.Source, g.part.at, "grow"))
			}
		})
	}
	w.bound = len(problems) == 0 && len(w.failed) == 0
	return problems
}

// unknown is the problem of a name without a quantity, with the repair where another
// name is near.
func (w *Workload) unknown(n *node, src *diag.Source, at int, quantity string) Problem {
	p := unknown(n).problem(src, at, quantity)
	if len(w.quantities) > 200 { // too many to look for a near one
		return p
	}
	var names []string
	for _, q := range w.quantities {
		names = append(names, q.Name)
	}
	if better := Nearest(n.name, names); better != "" {
		p.Fixes = []diag.Fix{{Title: "write " + better, Edits: []diag.Edit{{Span: p.Span, Text: better}}}}
	}
	return p
}

func cycle(w *Workload, path []int, back int, n *node, q *Quantity, at int) Problem {
	for path[0] != back {
		path = path[1:]
	}
	var chain []string
	for _, i := range path {
		chain = append(chain, w.quantities[i].Name)
	}
	chain = append(chain, n.name)
	e := &Error{n.span, "`" + n.name + "` is worked out from itself", strings.Join(chain, " → "), "give one of them a number"}
	return e.problem(q.Place.Source, at, q.Name)
}

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

// Values are the numbers of a workload.
type Values struct {
	w     *Workload
	vals  []Interval
	dists map[int]*Distribution
	at    float64 // share at which distributions over partitions are taken; below 0: all of them
}

// Distribution returns the distribution of a quantity, or nil where it is a number
// or a range.
func (v *Values) Distribution(name string) *Distribution {
	if len(v.dists) == 0 {
		return nil
	}
	if i, ok := v.w.index[name]; ok {
		return v.dists[i]
	}
	return nil
}

// Varies reports whether partitions differ by a distribution.
func (w *Workload) Varies() bool {
	for _, q := range w.quantities {
		if q.varies && !perRow(q.Name) {
			return true
		}
	}
	return false
}

// Eval works all quantities out.
func (w *Workload) Eval() (*Values, []Problem) { return w.EvalWith("", number.Num{}) }

// EvalWith works all quantities out with one of them at another value.
func (w *Workload) EvalWith(name string, v number.Num) (*Values, []Problem) {
	return w.eval(name, v, -1)
}

// EvalAt works all quantities out for a partition that is larger than the share p
// of all partitions: every distribution over partitions is taken at p.
func (w *Workload) EvalAt(p float64) (*Values, []Problem) { return w.eval("", number.Num{}, p) }

func (w *Workload) eval(name string, v number.Num, at float64) (*Values, []Problem) {
	if !w.bound {
		problems := w.bind()
		if len(problems) == 0 {
			problems = []Problem{w.Problem("a line of the workload is wrong", "", "correct what was reported before")}
		}
		return nil, problems
	}
	fixed := -1
	if i, ok := w.index[name]; ok {
		fixed = i
	}
	vals := &Values{w: w, vals: make([]Interval, len(w.quantities)), at: at}
	var problems []Problem
	for _, i := range w.order {
		if i == fixed {
			vals.vals[i] = Point(v)
			continue
		}
		if p := w.quantities[i].eval(vals); p != nil {
			problems = append(problems, *p)
		}
	}
	return vals, problems
}

func (v *Values) node(n *node) (Interval, *Error) { return v.vals[n.ref], nil }

func (q *Quantity) eval(v *Values) *Problem {
	if q.varies {
		return q.evalDistribution(v)
	}
	var x [3]Interval
	for i, p := range q.parts {
		var err *Error
		if x[i], err = p.expr.root.eval(v.node); err != nil {
			e := err.problem(q.Place.Source, p.at, q.Name)
			return &e
		}
	}
	r := x[0]
	switch len(q.parts) {
	case 2:
		r = Interval{x[0].Lo, number.Num{}, x[1].Hi}
		mid, err := combine('+', Point(x[0].Typ), Point(x[1].Typ))
		if err == nil {
			mid, err = combine('/', mid, Point(number.Int(2)))
		}
		if err != nil {
			mid = x[1]
		}
		r.Typ = mid.Typ
	case 3:
		r = Interval{x[0].Lo, x[1].Typ, x[2].Hi}
	}
	if r.Lo.Cmp(r.Typ) > 0 || r.Typ.Cmp(r.Hi) > 0 {
		e := problem(q.Place.Source, q.Place.Span, q.Name, "the range does not rise", "A range is written from its smallest to its largest value.", "write `least..most` or `least..typical..most`")
		return &e
	}
	v.vals[v.w.index[q.Name]] = r
	return nil
}

func (q *Quantity) evalDistribution(v *Values) *Problem {
	d, p := q.built, (*Problem)(nil)
	if d == nil {
		if d, p = q.arguments(v); p != nil {
			return p
		}
		if len(q.Names()) == 0 {
			q.built = d
		}
	}
	i := v.w.index[q.Name]
	if v.dists == nil {
		v.dists = map[int]*Distribution{}
	}
	v.dists[i] = d
	switch {
	case perRow(q.Name): // each partition holds all of it
		v.vals[i] = Point(num(d.Mean()))
	case v.at >= 0:
		v.vals[i] = Point(num(d.Quantile(v.at)))
	default:
		v.vals[i] = Interval{num(d.Quantile(0)), num(d.Quantile(0.5)), num(d.Quantile(1))}
	}
	return nil
}

// arguments works the numbers of a distribution out and makes it.
func (q *Quantity) arguments(v *Values) (*Distribution, *Problem) {
	args := make([]float64, len(q.parts))
	for i, p := range q.parts {
		x, err := p.expr.root.eval(v.node)
		if err != nil {
			e := err.problem(q.Place.Source, p.at, q.Name)
			return nil, &e
		}
		args[i] = x.Typ.Float()
	}
	d, wrong := q.build(args)
	if wrong != "" {
		e := q.Problem(wrong, "", "correct the numbers")
		return nil, &e
	}
	return d, nil
}

// Get returns a quantity's value.
func (v *Values) Get(name string) (Interval, bool) {
	if i, ok := v.w.index[name]; ok {
		return v.vals[i], true
	}
	return Interval{}, false
}

// Eval works out an expression over the values, such as one of a chapter's prose.
func (v *Values) Eval(e *Expr) (Interval, *Error) { return e.Eval(v.Get) }

// RowsAt is the number of rows after so many days, as `grow` says.
func (v *Values) RowsAt(day number.Num) (Interval, *Problem) {
	g := v.w.grow
	r, err := g.part.expr.root.eval(func(n *node) (Interval, *Error) {
		if n.ref < 0 {
			return Point(day), nil
		}
		return v.vals[n.ref], nil
	})
	if err != nil {
		p := err.problem(g.Place.Source, g.part.at, "grow")
		return r, &p
	}
	return r, nil
}

// Problem says that something is wrong with the quantity as written.
func (q *Quantity) Problem(message, why, instead string) Problem {
	return problem(q.Place.Source, q.Place.Span, q.Name, message, why, instead)
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
