package lsp

import (
	"partitionlab/wasm/diag"
	"partitionlab/wasm/editor"
)

// A located naming has its place in a file.
type located struct {
	editor.Naming
	statement *statement
	span      diag.Span // in the file
}

// located are the names of all files, by file and by what they stand for.
func (v *snapshot) locate() {
	v.index.Do(func() {
		v.names, v.uses = map[string][]located{}, map[editor.Symbol][]located{}
		for i := range v.statements {
			s := &v.statements[i]
			file := key(s.file.Name)
			for _, n := range editor.Namings(v.catalogue, &s.Statement) {
				l := located{n, s, s.span(n.At)}
				v.names[file] = append(v.names[file], l)
				v.uses[n.Symbol] = append(v.uses[n.Symbol], l)
			}
		}
	})
}

// at is the name at a place of a file; nil where there is none.
func (v *snapshot) at(file string, offset int) *located {
	v.locate()
	list := v.names[file]
	var best *located
	for i := range list {
		l := &list[i]
		if l.span.Start <= offset && offset <= l.span.End && l.span.Start < l.span.End && (best == nil || l.span.Len() < best.span.Len() || l.span.Start == offset) {
			best = l
		}
	}
	return best
}
