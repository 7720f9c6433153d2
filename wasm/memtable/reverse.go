// Reading a partition backwards.

package memtable

import "iter"

// SliceReversed yields the rows between two bounds like Slice, last one first.
func (p *Partition) SliceReversed(from, to Bound) iter.Seq[*Row] {
	start, end := startOf(from), endOf(to)
	return func(yield func(*Row) bool) {
		for r := range p.rows.backFrom(func(r *Row) int { return -compareBoundRow(p.table, end, r.Clustering) }) {
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

// backFrom yields the rows before a place, the nearest first. cmp tells how a row
// lies to the place.
func (l *rowList) backFrom(cmp func(*Row) int) iter.Seq[*Row] {
	return func(yield func(*Row) bool) {
		c, i, _ := l.at(cmp)
		for {
			if i == 0 {
				if c == 0 {
					return
				}
				c--
				i = len(l.chunks[c])
				continue
			}
			i--
			if !yield(l.chunks[c][i]) {
				return
			}
		}
	}
}
