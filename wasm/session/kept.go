package session

import (
	"slices"

	"partitionlab/wasm/check"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/schema"
)

// Verdicts runs a script like Script, for those who ask for no answers: of each statement there is
// what [Outcome.Lean] leaves.
func (s *Session) Verdicts(src *diag.Source) []Outcome { return s.all(src, (*Outcome).Lean) }

// Lean drops what grows with the columns of a table, or with what a list multiplies out to: the
// rows that are read and written. What is left of an answer are its columns. Whoever keeps the
// outcomes of a whole script keeps no more than this, or counts it: see Size.
func (r *Outcome) Lean() {
	r.Cost, r.Verdict = nil, check.Verdict{Plan: r.Verdict.Plan, Changed: r.Verdict.Changed, NotJudged: r.Verdict.NotJudged}
	if r.Rows != nil {
		r.Rows = &plan.ResultSet{Cols: r.Rows.Cols}
	}
}

// What parts of an outcome take in memory, about: an item that is read, a key, a row or a slice
// that is asked for, and each value in it, and a cell that is written.
const itemBytes, partBytes, valueBytes, cellBytes = 300, 50, 30, 150

// Size is about how many bytes the outcome takes besides what is left of a lean one.
func (r *Outcome) Size() (bytes int) {
	if read := r.Verdict.Read; read != nil {
		bytes += itemBytes*len(read.Selectors) + (partBytes+valueBytes)*len(read.Keys)
		if n := len(read.Rows); n > 0 {
			bytes += n * (partBytes + valueBytes*len(read.Rows[0]))
		}
		if n := len(read.Slices); n > 0 {
			bytes += 2 * n * (partBytes + valueBytes*len(read.Slices[0].Start.Prefix))
		}
	}
	for i := range r.Verdict.Mutations {
		m := &r.Verdict.Mutations[i]
		bytes += partBytes
		for k := range m.Rows {
			bytes += partBytes + cellBytes*len(m.Rows[k].Cells)
		}
	}
	if r.Rows != nil {
		bytes += r.Rows.Size() + 2*len(r.Rows.Rows)*len(r.Rows.Cols)*8
	}
	return bytes
}

// shared gives an answer the columns that the last one to * had where they are the same: they may
// be very many, though nobody has written them, and each read would keep its own.
func (s *Session) shared(read *plan.Read, r *plan.ResultSet) {
	last := s.answered[read.Table]
	switch {
	case last != nil && slices.Equal(last.Cols, r.Cols) && slices.Equal(last.Types, r.Types):
		r.Cols, r.Types = last.Cols, last.Types
	case read.Wildcard:
		if s.answered == nil {
			s.answered = map[*schema.Table]*plan.ResultSet{}
		}
		s.answered[read.Table] = &plan.ResultSet{Cols: r.Cols, Types: r.Types}
	}
}
