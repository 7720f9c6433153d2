package cql

import "slices"

// Names that are written twice. Few are compared with each other; of many a table is
// kept, so that a thousand columns do not take a million comparisons.

// fewNames is how many are compared.
const fewNames = 16

// written are the names of a list, one of which is added after the other.
type written struct{ names map[string]int }

// before reports whether the first n names have this one among them. It is the next of
// them: whoever asks for one asks for all, in their order.
func (w *written) before(n int, at func(int) *Name, name string) bool {
	if n < fewNames {
		for i := range n {
			if at(i).Text == name {
				return true
			}
		}
		return false
	}
	if w.names == nil {
		w.names = map[string]int{}
		for i := range n {
			w.names[at(i).Text] = i
		}
	}
	_, ok := w.names[name]
	w.names[name] = n
	return ok
}

// Repeated is the first name that stands in the list before, or nil.
func Repeated(list []Name) *Name {
	var w written
	for i := range list {
		if w.before(i, func(k int) *Name { return &list[k] }, list[i].Text) {
			return &list[i]
		}
	}
	return nil
}

// Column is the place of a column among the table's, -1 where it has none of this name.
func (s *CreateTable) Column(name string) int {
	if s.names != nil {
		if i, ok := s.names[name]; ok {
			return i
		}
		return -1
	}
	return slices.IndexFunc(s.Columns, func(c ColumnDef) bool { return c.Name.Text == name })
}
