// Reading a partition as a read command does: rows and range tombstones of a
// stretch, in either direction, with what is old enough to be purged left out.

package memtable

import (
	"iter"
	"slices"
)

// HasRanges reports whether ranges of the partition were deleted.
func (p *Partition) HasRanges() bool { return len(p.ranges) > 0 }

// Scan yields the rows between two bounds like Slice, the last one first where
// reversed is set, and the ends of range tombstones between them. A tombstone
// that reaches over a bound ends there. Ends of tombstones that happened before
// gcBefore (seconds) are left out; the rows that they delete stay deleted.
// Source: AbstractBTreePartition.unfilteredIterator, PurgeFunction.
func (p *Partition) Scan(from, to Bound, reversed bool, gcBefore int64) iter.Seq[Unfiltered] {
	rows := p.Slice(from, to)
	if reversed {
		rows = p.SliceReversed(from, to)
	}
	return func(yield func(Unfiltered) bool) {
		marks := p.markers(from, to)
		marks = slices.DeleteFunc(marks, func(m marker) bool {
			return (m.Close == nil || m.Close.LocalTime < gcBefore) && (m.Open == nil || m.Open.LocalTime < gcBefore)
		})
		if reversed {
			slices.Reverse(marks)
		}
		for r := range rows {
			for len(marks) > 0 && compareBoundRow(p.table, marks[0].at, r.Clustering) < 0 != reversed {
				if !yield(Unfiltered{Marker: &marks[0].Marker}) {
					return
				}
				marks = marks[1:]
			}
			if !yield(Unfiltered{Row: r}) {
				return
			}
		}
		for i := range marks {
			if !yield(Unfiltered{Marker: &marks[i].Marker}) {
				return
			}
		}
	}
}

type marker struct {
	at bound
	Marker
}

// markers are the ends of the range tombstones between two bounds.
func (p *Partition) markers(from, to Bound) (out []marker) {
	start, end := startOf(from), endOf(to)
	for i := range p.ranges {
		t := &p.ranges[i]
		if !t.supersedes(p.Deletion) {
			continue
		}
		s, e := t.start, t.end
		if compareBounds(p.table, s, start) < 0 {
			s = start
		}
		if compareBounds(p.table, e, end) > 0 {
			e = end
		}
		if emptyRange(p.table, s, e) {
			continue
		}
		open := marker{s, Marker{Kind: s.kind, Prefix: s.prefix, Open: &t.Deletion}}
		if n := len(out) - 1; n >= 0 && compareBounds(p.table, out[n].at, s) == 0 {
			if open.Close = out[n].Close; open.Close.same(open.Open) {
				out = out[:n]
			} else {
				out[n] = open
			}
		} else {
			out = append(out, open)
		}
		out = append(out, marker{e, Marker{Kind: e.kind, Prefix: e.prefix, Close: &t.Deletion}})
	}
	return out
}

// Covered reports whether a range tombstone of gcBefore (seconds) or later covers
// a row; one that the partition's own deletion outdates does not count.
func (p *Partition) Covered(clustering [][]byte, gcBefore int64) bool {
	d := p.ranges.covering(p.table, clustering)
	return d.supersedes(p.Deletion) && d.LocalTime >= gcBefore
}
