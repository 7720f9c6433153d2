package exercisebook

import (
	"slices"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/exercise"
)

// twins makes a twin of the first thing for each attribute that tells two of them apart.
func twins(s *exercise.Rows) (out []exercise.Twin) {
	for _, a := range apart(s) {
		if other := twin(s, a); other != nil {
			out = append(out, exercise.Twin{Attr: a, Other: other})
		}
	}
	return out
}

// apart are the attributes of which each alone tells two things apart: those that the
// author has marked; where none is, those of which a workload says that each has rows of its own.
func apart(s *exercise.Rows) (out []*exercise.Attr) {
	for _, name := range s.Apart {
		out = append(out, s.Attr(name))
	}
	if s.Population != nil && len(out) == 0 {
		for i := range s.Population.Counts {
			if n := &s.Population.Counts[i]; n.Word == "each" {
				if a := s.Attr(n.Attrs[0]); a != nil {
					out = append(out, a)
				}
			}
		}
	}
	return out
}

// twin is a thing that differs from the first in one attribute alone, and in those that no
// two things share. nil where no other value is known.
func twin(s *exercise.Rows, a *exercise.Attr) []exercise.Cell {
	if len(s.Rows) == 0 {
		return nil
	}
	other := slices.Clone(s.Rows[0])
	for i, b := range s.Attrs {
		if b.Type == nil || b != a && !s.Unique(b) {
			continue
		}
		c, ok := another(s, i)
		if !ok && b == a {
			return nil
		}
		other[i] = c
	}
	return other
}

// another is a value of an attribute that the first thing does not have: of a timeuuid one
// of the same time.
func another(s *exercise.Rows, attr int) (c exercise.Cell, ok bool) {
	t, first := s.Attrs[attr].Type, s.Rows[0][attr].Value
	if first == nil {
		return c, false
	}
	for _, row := range s.Rows[1:] {
		if v := row[attr].Value; v != nil && string(v) != string(first) && t.Kind != cqltype.Timeuuid {
			return row[attr], true
		}
	}
	v := slices.Clone(first)
	switch {
	case t.Kind == cqltype.Text || t.Kind == cqltype.Ascii:
		v = append(v, '2')
	case len(v) > 0:
		v[len(v)-1] ^= 1
	}
	return exercise.Cell{Shown: t.Text(v), Literal: t.Literal(v), Value: v}, len(v) > 0
}
