// Folding: a mistake that a text makes again and again is shown a few times, and then
// counted with its lines. Everything that tells what is wrong with a text folds so.

package finding

import "partitionlab/wasm/diag"

// A Fold is what has been said of one file.
type Fold struct {
	count map[string]int
	order []string // kinds with more than are shown
	lines map[string][]int
	first map[string]string // what the first says that is not shown
}

// Shows reports whether a message on a line is to be shown: the first few of a kind are. The
// others are kept for Rest, with what names them there.
func (f *Fold) Shows(kind string, line int, what string) bool {
	if f.count == nil {
		f.count, f.lines, f.first = map[string]int{}, map[string][]int{}, map[string]string{}
	}
	if f.count[kind]++; f.count[kind] <= Shown {
		return true
	}
	if f.lines[kind] == nil {
		f.order, f.first[kind] = append(f.order, kind), what
	}
	f.lines[kind] = append(f.lines[kind], line)
	return false
}

// Diagnostic is Shows of a diagnostic.
func (f *Fold) Diagnostic(src *diag.Source, d diag.Diagnostic) bool {
	line, _ := src.Position(d.Span.Start)
	what := d.Rule
	if what == "" {
		what = d.Message
	}
	return f.Shows((&Finding{Diagnostic: d}).kind(), line, what)
}

// Rest is a line for each kind of which not all were shown. The next one has only what comes
// then.
func (f *Fold) Rest(name string) (out []string) {
	for _, k := range f.order {
		out = append(out, More(name, f.lines[k], f.first[k]))
	}
	f.order, f.lines = nil, map[string][]int{}
	return out
}
