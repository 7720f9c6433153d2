package workload

import "strings"

// One workload may speak of several tables: what they share stands once, and a line
// NAME.TABLE takes the place of the line NAME for one of them.
//
//	days = 730
//	partitions = 5000
//	rows = 100 * days
//	rows.reservations_by_guest = 40 * days
//	partitions.reservations_by_guest = 20000

// ownLines are the lines that a table may have for itself.
var ownLines = [...]string{Rows, "grow", "written", "statement", TTL, Deleted, DeletedAfter, Updated, UpdatedAfter, "partitions", "writes", "reads", "compression", "fill", "versions", "snapshots", "window"}

// ofTable splits the name of a line that belongs to one table: "rows.orders".
func ofTable(name string) (line, table string, ok bool) {
	line, table, ok = strings.Cut(name, ".")
	if !ok || table == "" {
		return name, "", false
	}
	for _, n := range ownLines {
		if n == line {
			return line, Identifier(table), true
		}
	}
	return name, "", false
}

// An Own is a line of one table.
type Own struct {
	Name        string // as links carry it: "rows.orders"
	Line, Table string
	Text        string
	Attrs       []Attr
}

// Own returns the lines that belong to one of several tables.
func (w *Workload) Own() (out []Own) {
	for i := range w.lines {
		l := &w.lines[i]
		if name, table, ok := ofTable(l.name); ok {
			text, attrs := attributes(l.value())
			out = append(out, Own{Canonical(l.name), name, table, text, attrs})
		}
	}
	return out
}

// attributes splits what stands behind bars off a value.
func attributes(value string) (text string, attrs []Attr) {
	text, rest, has := strings.Cut(value, "|")
	if !has {
		return strings.TrimSpace(value), nil
	}
	for _, a := range strings.Split(rest, "|") {
		name, value, _ := strings.Cut(strings.TrimSpace(a), " ")
		attrs = append(attrs, Attr{name, strings.TrimSpace(value)})
	}
	return strings.TrimSpace(text), attrs
}

// IsOwn reports whether a name is that of a line for one of several tables.
func IsOwn(name string) bool {
	_, _, ok := ofTable(name)
	return ok
}

// A split tells by their indexes which lines are for all tables, and which for one.
type split struct {
	common []int
	own    map[string][]int
}

// For returns the workload as it is for one table, without the lines that skip
// takes; skip may be nil. Where the table has rows of its own and does not say how
// they grow, they do not.
func (w *Workload) For(table string, skip func(name string) bool) (*Workload, []Problem) {
	if w.split == nil {
		w.split = &split{own: map[string][]int{}}
		for i := range w.lines {
			if _, t, ok := ofTable(w.lines[i].name); ok {
				w.split.own[t] = append(w.split.own[t], i)
			} else {
				w.split.common = append(w.split.common, i)
			}
		}
	}
	common, mine := w.split.common, w.split.own[table]
	own := map[string]bool{}
	for _, i := range mine {
		name, _, _ := ofTable(w.lines[i].name)
		own[name] = true
	}
	if len(own) == 0 && skip == nil {
		return w, nil
	}
	out := New()
	var lines []line
	for len(common)+len(mine) > 0 { // in their order
		var l line
		if len(common) == 0 || len(mine) > 0 && mine[0] < common[0] {
			l, mine = w.lines[mine[0]], mine[1:]
			l.name, _, _ = ofTable(l.name)
		} else {
			l, common = w.lines[common[0]], common[1:]
			if own[l.name] || l.name == "grow" && own[Rows] {
				continue
			}
		}
		if skip != nil && skip(Canonical(l.name)) { // which has no quotes
			continue
		}
		l.set = false
		lines = append(lines, l)
	}
	problems := append(out.read(lines), out.bind()...)
	for i := range problems {
		name := problems[i].Name
		if strings.HasPrefix(name, "written.") {
			name = "written"
		}
		if own[name] {
			problems[i].Name = name + "." + table
		}
	}
	return out, problems
}
