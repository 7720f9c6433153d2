package sstable

import (
	"slices"
	"testing"
)

// TestSomeNotes: with notes on some fields alone, these are the same, and so are the
// bytes and what they cost.
func TestSomeNotes(t *testing.T) {
	for seed := range uint64(40) {
		s := newGenerator(seed).store(20)
		all, err := Annotate(s, NB)
		if err != nil {
			t.Fatal(err)
		}
		if all.Fields != len(all.Notes) {
			t.Fatalf("%d fields, %d notes", all.Fields, len(all.Notes))
		}
		sum := 0
		for _, c := range all.Costs {
			sum += c.Bytes
		}
		if sum != len(all.Data) {
			t.Errorf("the costs of %d bytes sum up to %d", len(all.Data), sum)
		}
		for _, at := range []int{0, len(all.Data) / 2, len(all.Data) - 1} {
			some, err := AnnotateSome(s, NB, 10, at)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(some.Data, all.Data) || !slices.Equal(some.Costs, all.Costs) || some.Fields != all.Fields {
				t.Errorf("seed %d: bytes or costs differ", seed)
			}
			found := false
			for i, n := range some.Notes {
				k := slices.IndexFunc(all.Notes, func(m Note) bool { return m.Offset == n.Offset })
				want := all.Notes[k]
				// A length is known to be a column's only by its value.
				if i >= 10 {
					want.Column, n.Column = "", ""
				}
				if n != want && (i < 9 || n.Name != "length") {
					t.Errorf("seed %d: %+v instead of %+v", seed, n, want)
				}
				found = found || n.Offset <= at && at < n.Offset+n.Length
			}
			if !found {
				t.Errorf("seed %d: no note on byte %d", seed, at)
			}
		}
	}
}
