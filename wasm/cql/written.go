package cql

// Names that are written twice. Few are compared with each other; of many a table is
// kept, so that a thousand columns do not take a million comparisons.

// fewNames is how many are compared.
const fewNames = 16

// written are the names of a list, one of which is added after the other.
type written struct{ names map[string]struct{} }

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
		w.names = map[string]struct{}{}
		for i := range n {
			w.names[at(i).Text] = struct{}{}
		}
	}
	_, ok := w.names[name]
	w.names[name] = struct{}{}
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
