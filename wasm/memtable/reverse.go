// Reading a partition backwards.

package memtable

import "iter"

// SliceReversed yields the rows between two bounds like Slice, last one first.
func (p *Partition) SliceReversed(from, to Bound) iter.Seq[*Row] {
	start, end := startOf(from), endOf(to)
	return func(yield func(*Row) bool) {
		for r := range p.rows.backFrom(p.table, end) {
			if compareBoundRow(p.table, start, r.Clustering) > 0 {
				return
			}
			if len(p.ranges) > 0 || p.Deletion != nil {
				if r = r.visibleThrough(p.deletionOf(r.Clustering)); r == nil {
					continue
				}
			}
			if !yield(r) {
				return
			}
		}
	}
}
