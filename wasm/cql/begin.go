package cql

import (
	"slices"

	"partitionlab/wasm/diag"
)

// Begins reports whether a text is the beginning of a statement, or the whole of one:
// the grammar has nothing against it as far as it goes. Whoever types can ask so what
// may stand at a place, by trying it there.
func Begins(text string) bool {
	p := parser{lexer: lexer{text: text, end: len(text)}, attempt: noFixes}
	p.scan()
	if p.kind == tEOF {
		return true
	}
	p.statement()
	for p.kind == tSemi {
		p.next()
	}
	switch {
	case p.badWhy != noProblem, p.halted:
		return false
	case p.failed:
		return p.err.kind == tEOF
	}
	return p.kind == tEOF
}

// Keywords are the words of the grammar, in small letters and in the order of the
// alphabet. Types are among them.
func Keywords() []string {
	out := append(keywordText[:], "columnfamily")
	diag.Sort(out)
	return slices.Compact(out)
}
