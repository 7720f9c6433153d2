package workload

import (
	"maps"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
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
	type said struct {
		at      diag.Span
		message string
	}
	seen := map[said]bool{}
	for _, p := range problems {
		seen[said{p.Span, p.Message}] = true
	}
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
		own := w.read(append(shared[:len(shared):len(shared)], lines[i:j]...))
		own = append(own, w.bind()...)
		all = append(all, w)
		for _, p := range own { // a problem of a shared line once
			if key := (said{p.Span, p.Message}); !seen[key] {
				seen[key] = true
				problems = append(problems, p)
			}
		}
		i = j
	}
	return all, problems
}

// Count tells how many workloads a text has, how many lines and bytes all of them together, each
// with those that it shares, and again for each further table that it counts the partitions of:
// what is made of it, counted before it is made.
func Count(src *diag.Source) (workloads, lines, bytes int) {
	list, _ := scan(src, ofFence)
	type part struct{ tables, lines, bytes, own, ofOwn int } // own are the lines of one table
	var shared, one part
	end := func() {
		n, own, ofOwn := 1+shared.tables+one.tables, shared.own+one.own, shared.ofOwn+one.ofOwn
		workloads += n
		lines += n*(shared.lines+one.lines-own) + own
		bytes += n*(shared.bytes+one.bytes-ofOwn) + ofOwn
		one = part{}
	}
	named := false
	for _, l := range list {
		if l.name == "table" {
			if named {
				end()
			} else {
				named, shared, one = true, one, part{}
			}
		}
		long := l.end - l.at.Start
		one.lines, one.bytes = one.lines+1, one.bytes+long
		if name, _, mine := ofTable(l.name); mine {
			if one.own, one.ofOwn = one.own+1, one.ofOwn+long; name == "partitions" {
				one.tables++
			}
		}
	}
	end()
	return workloads, lines, bytes
}

// ofFence reports whether a line is about the fence that holds a workload in a page.
func ofFence(name string) bool {
	switch name {
	case "id", "title", "cover", "ask", "show", "open", "schema", "dataset", "expect":
		return true
	}
	return false
}

func (w *Workload) read(ls []line) (out []Problem) {
	own := map[string]bool{}
	for _, l := range ls {
		if problems := w.line(l, own); len(problems) > 0 {
			out = append(out, problems...)
			if w.failed == nil {
				w.failed = map[string]bool{}
			}
			w.failed[Canonical(l.name)] = true
		}
	}
	return out
}

// Set gives a quantity a new text, or adds it: what a reader types into a field or
// behind -var. The name is one of the text form; "written" takes "at once" and so
// on. What is wrong is returned, and then nothing changes.
func (w *Workload) Set(name, text string) []Problem {
	return w.SetAll([]Setting{{name, text}})
}

// A Setting is a line's name with another text for it.
type Setting struct{ Name, Text string }

// SetAll is Set for several lines of different names: all of them, or none. They are worked
// in at once, for each time all lines are bound to one another.
func (w *Workload) SetAll(all []Setting) (problems []Problem) {
	old := *w
	old.quantities = append([]*Quantity(nil), w.quantities...)
	old.index = map[string]int{}
	for k, v := range w.index {
		old.index[k] = v
	}
	old.failed = maps.Clone(w.failed)
	defer func() {
		if len(problems) > 0 {
			*w = old
			w.bind()
		}
	}()
	names := make([]string, len(all))
	nth := map[string]int{} // of all, by the names of their lines
	for i, s := range all {
		name := s.Name
		if _, ok := w.index[name]; !ok {
			name = Canonical(name)
		}
		names[i], nth[name] = name, i
	}
	gaps := map[int]int{} // where quantities stood, with which of all comes there
	for i, name := range names {
		first := -1
		for _, n := range parts(name) {
			if k, ok := w.index[n]; ok {
				w.quantities[k] = nil
				delete(w.index, n)
				if first < 0 || k < first {
					first = k
				}
			}
		}
		if first >= 0 {
			gaps[first] = i
		}
	}
	w.lines = nil
	before := len(w.quantities)
	made := make([][]*Quantity, len(all))
	lines := make([]line, len(all))
	for i, s := range all {
		src := diag.NewSource(s.Name, s.Text)
		l := line{src: src, name: s.Name, at: diag.Span{End: len(s.Text)}, end: len(s.Text), set: true}
		for l.valAt < l.end && (s.Text[l.valAt] == ' ' || s.Text[l.valAt] == '\t') {
			l.valAt++
		}
		if strings.IndexByte(s.Text, '\n') >= 0 {
			problems = append(problems, problem(src, diag.Span{Start: 0, End: len(s.Text)}, s.Name, "a value stands on one line", "", "take the line break out"))
			continue
		}
		from := len(w.quantities)
		problems = append(problems, w.line(l, map[string]bool{})...)
		made[i], lines[i] = w.quantities[from:], l
	}
	w.place(before, gaps, made)
	var placed []line
	for _, have := range old.lines {
		i, replaced := nth[Canonical(have.name)]
		switch {
		case !replaced:
			placed = append(placed, have)
		case lines[i].src != nil:
			placed = append(placed, lines[i])
			lines[i].src = nil
		}
	}
	for _, l := range lines {
		if l.src != nil {
			placed = append(placed, l)
		}
	}
	if w.lines = placed; len(problems) > 0 {
		return problems
	}
	for _, name := range names {
		delete(w.failed, name)
	}
	if problems = w.bind(); len(problems) > 0 {
		return problems
	}
	for _, name := range names {
		if _, table, own := ofTable(name); own {
			_, wrong := w.For(table, nil)
			for _, p := range wrong {
				if p.Name == name {
					problems = append(problems, p)
				}
			}
		}
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

// place closes the gaps that replaced quantities left among the first ones: the new ones take their places.
func (w *Workload) place(before int, gaps map[int]int, made [][]*Quantity) {
	var out []*Quantity
	for k, q := range w.quantities[:before] {
		if q != nil {
			out = append(out, q)
		} else if i, first := gaps[k]; first {
			out = append(out, made[i]...)
			made[i] = nil
		}
	}
	for _, some := range made {
		out = append(out, some...)
	}
	w.quantities = out
	for i, q := range out {
		w.index[q.Name] = i
	}
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

// line takes one line in. own are the lines of one table that were taken in before.
func (w *Workload) line(l line, own map[string]bool) []Problem {
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
	w.split = nil
	if IsOwn(l.name) {
		name := Canonical(l.name)
		if own[name] {
			return w.twice(l, l.at)
		}
		own[name] = true
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
		name = Canonical(name)
	}
	return w.add(l.src, name, l.at, span, attrs)
}

// Text is the workload as lines of a file.
func (w *Workload) Text() string {
	out := ""
	for _, l := range w.lines {
		text, _ := attributes(l.value())
		out += l.name + " = " + text + "\n"
	}
	return out
}

// Canonical is a name with its columns as CQL reads them: len.Hotel_ID is
// len.hotel_id, len."Hotel_ID" keeps its capitals.
func Canonical(name string) string {
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

// written reads `at once`, `N every DURATION`, a rate, or `over DURATION`.
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
		if q := (&Quantity{Name: WrittenEvery, Attrs: attrs, named: span}); len(q.read(l.src, span)) == 0 && len(q.parts) == 1 && q.tellsRate() {
			return w.writtenAt(q, l, span)
		}
		return []Problem{problem(l.src, span, "written", "`written` does not say when", "Rows that are written as time passes have timestamps that differ, and these take 1 to 8 bytes a row.",
			"write `at once`, `100 every 1d`, a rate such as `5/min`, or `over 365d`")}
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

// writtenAt has rows come at a rate: one in the time for which it is the rate.
func (w *Workload) writtenAt(q *Quantity, l line, span diag.Span) []Problem {
	one := &node{op: 'n', num: number.Int(1), ref: -1}
	for _, n := range parts("written") {
		if _, ok := w.index[n]; ok {
			return w.twice(l, l.at)
		}
	}
	rate := q.parts[0].expr
	each := &node{op: '/', args: []*node{one, rate.root}, span: rate.root.span}
	q.parts[0].expr = &Expr{root: each, text: "1 / (" + rate.text + ")"}
	q.Text = q.parts[0].expr.text
	rows := &Quantity{Name: WrittenRows, Text: "1", Place: Place{l.src, span}, named: span, parts: []part{{&Expr{root: one, text: "1"}, span.Start}}}
	w.Mode = Every
	for _, q := range []*Quantity{rows, q} {
		w.index[q.Name] = len(w.quantities)
		w.quantities = append(w.quantities, q)
	}
	return nil
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
	q := &Quantity{Name: name, Attrs: attrs, named: nameSpan}
	if problems := q.read(src, span); len(problems) > 0 {
		return problems
	}
	if misfit := q.misfit(KindOf(name)); misfit != "" {
		return []Problem{problem(src, span, name, "`"+q.Text+"` "+misfit, "", "write a number without that unit")}
	}
	w.index[name] = len(w.quantities)
	w.quantities = append(w.quantities, q)
	return nil
}

// read takes the text of a quantity in: an expression, a range of two or three, or a
// distribution.
func (q *Quantity) read(src *diag.Source, span diag.Span) []Problem {
	q.Text, q.Place = src.Text[span.Start:span.End], Place{src, span}
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
			return []Problem{err.problem(src, a, q.Name)}
		}
		q.parts = append(q.parts, part{e, a})
		if dots < 0 {
			break
		}
		at = end + 2
	}
	if isCount(q.Name) && !dist {
		for _, part := range q.parts {
			if p, bad := q.fraction(src, part); bad {
				return []Problem{p}
			}
		}
	}
	if len(q.parts) > 3 && !dist {
		return []Problem{problem(src, span, q.Name, "a range has two or three parts", "", "write `least..most` or `least..typical..most`")}
	}
	return nil
}

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
	depth := make([]int, len(w.quantities))
	var visit func(i int)
	visit = func(i int) {
		state[i], depth[i] = open, len(path)
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
					if n.rate {
						n.ref = ofTime
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
					problems = append(problems, cycle(w, path[depth[k]:], n, q, p.at))
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
			} else if n.rate && !w.failed[n.name] {
				n.ref = ofTime
			} else if !w.failed[n.name] {
				problems = append(problems, w.unknown(n, g.Place.Source, g.part.at, "grow"))
			}
		})
	}
	if len(problems) == 0 {
		problems = w.rates()
	}
	w.bound = len(problems) == 0 && len(w.failed) == 0
	return problems
}

// unknown is the problem of a name without a quantity, with the repair where another
// name is near.
func (w *Workload) unknown(n *node, src *diag.Source, at int, quantity string) Problem {
	p := unknown(n).problem(src, at, quantity)
	if len(w.quantities) > MaxSuggested {
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

// longestChain is how many quantities of a circle are named: there may be very many circles.
const longestChain = 20

func cycle(w *Workload, path []int, n *node, q *Quantity, at int) Problem {
	var chain []string
	for k, i := range path {
		if k == longestChain {
			chain = append(chain, "…")
			break
		}
		chain = append(chain, w.quantities[i].Name)
	}
	chain = append(chain, n.name)
	e := &Error{n.span, "`" + n.name + "` is worked out from itself", strings.Join(chain, " → "), "give one of them a number"}
	return e.problem(q.Place.Source, at, q.Name)
}
