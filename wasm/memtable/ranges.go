package memtable

// This file keeps the range tombstones of a partition: ranges that do not
// overlap, in clustering order, each with the latest deletion that covers it.
// Which way a range is split shows in the bytes of a flush, so it is split as
// Cassandra's RangeTombstoneList does.

import (
	"sort"

	"partitionlab/wasm/schema"
)

// BoundKind is what a bound is, with Cassandra's numbers (ClusteringPrefix.Kind).
type BoundKind uint8

// The kinds of bounds; the boundaries end one range and start the next.
const (
	ExclEnd          BoundKind = 0
	InclStart        BoundKind = 1
	ExclEndInclStart BoundKind = 2
	InclEndExclStart BoundKind = 5
	InclEnd          BoundKind = 6
	ExclStart        BoundKind = 7
)

func (k BoundKind) String() string {
	return [...]string{"exclusive end", "inclusive start", "exclusive end and inclusive start", "static", "row",
		"inclusive end and exclusive start", "inclusive end", "exclusive start"}[k&7]
}

// After reports whether the bound sorts behind the rows that it names.
func (k BoundKind) After() bool { return k >= InclEndExclStart }

// A bound is an end of a range.
type bound struct {
	prefix [][]byte
	kind   BoundKind
}

func startOf(b Bound) bound {
	if b.Inclusive || len(b.Prefix) == 0 {
		return bound{b.Prefix, InclStart}
	}
	return bound{b.Prefix, ExclStart}
}

func endOf(b Bound) bound {
	if b.Inclusive || len(b.Prefix) == 0 {
		return bound{b.Prefix, InclEnd}
	}
	return bound{b.Prefix, ExclEnd}
}

// invert turns a start into the end that lies at the same place, and back.
func (b bound) invert() bound {
	switch b.kind {
	case ExclStart:
		b.kind = InclEnd
	case InclStart:
		b.kind = ExclEnd
	case ExclEnd:
		b.kind = InclStart
	case InclEnd:
		b.kind = ExclStart
	}
	return b
}

// compareBounds orders bounds. An exclusive end and an inclusive start of the same
// prefix lie at the same place: between the rows before it and its own.
func compareBounds(t *schema.Table, a, b bound) int {
	if c := CompareClusterings(t, a.prefix, b.prefix); c != 0 {
		return c
	}
	side := func(after bool) int {
		if after {
			return 1
		}
		return -1
	}
	switch {
	case len(a.prefix) < len(b.prefix):
		return side(a.kind.After())
	case len(a.prefix) > len(b.prefix):
		return -side(b.kind.After())
	case a.kind.After() == b.kind.After():
		return 0
	}
	return side(a.kind.After())
}

// compareBoundRow orders a bound and a row; they are never equal.
func compareBoundRow(t *schema.Table, b bound, clustering [][]byte) int {
	if c := CompareClusterings(t, b.prefix, clustering); c != 0 {
		return c
	}
	if b.kind.After() {
		return 1
	}
	return -1
}

// A tombstone is one range of a partition.
type tombstone struct {
	start, end bound
	Deletion
}

func emptyRange(t *schema.Table, start, end bound) bool { return compareBounds(t, start, end) >= 0 }

type rangeList []tombstone

// add merges one range into the list, in place where there is room.
// Source: RangeTombstoneList.add.
func (l rangeList) add(t *schema.Table, n tombstone) rangeList {
	if len(l) == 0 || compareBounds(t, l[len(l)-1].end, n.start) <= 0 {
		return append(l, n)
	}
	i := sort.Search(len(l), func(i int) bool { return compareBounds(t, l[i].end, n.start) > 0 })
	return l.insertFrom(t, i, n)
}

// insertFrom merges n from the i-th range on, which is the first that ends after
// n starts.
// Source: RangeTombstoneList.insertFrom.
func (l rangeList) insertFrom(t *schema.Table, i int, n tombstone) rangeList {
	for i < len(l) {
		if emptyRange(t, n.start, n.end) {
			return l
		}
		if n.Timestamp > l[i].Timestamp {
			// The new range wins. What of the old one lies before it stays.
			if compareBounds(t, l[i].start, n.start) < 0 {
				before := tombstone{l[i].start, n.start.invert(), l[i].Deletion}
				if !emptyRange(t, before.start, before.end) {
					l = inserted(l, i, before)
					i++
					l[i].start = n.start
				}
			}
			if compareBounds(t, n.end, l[i].start) < 0 {
				return inserted(l, i, n)
			}
			if compareBounds(t, l[i].end, n.end) <= 0 {
				if i == len(l)-1 || compareBounds(t, n.end, l[i+1].start) <= 0 {
					l[i] = n
					return l
				}
				l[i] = tombstone{n.start, l[i+1].start.invert(), n.Deletion}
				n.start = l[i+1].start
				i++
				continue
			}
			// The new range ends inside: what lies behind it stays.
			l = inserted(l, i, n)
			i++
			if rest := n.end.invert(); !emptyRange(t, rest, l[i].end) {
				l[i].start = rest
			}
			return l
		}
		// The old range wins. What of the new one lies before it is added, what lies
		// behind it goes on.
		if compareBounds(t, n.start, l[i].start) < 0 {
			if compareBounds(t, n.end, l[i].start) <= 0 {
				return inserted(l, i, n)
			}
			if before := l[i].start.invert(); !emptyRange(t, n.start, before) {
				l = inserted(l, i, tombstone{n.start, before, n.Deletion})
				i++
			}
		}
		if compareBounds(t, n.end, l[i].end) <= 0 {
			return l
		}
		n.start = l[i].end.invert()
		i++
	}
	return append(l, n)
}

// covering returns the deletion of the range that a row lies in, or nil.
func (l rangeList) covering(t *schema.Table, clustering [][]byte) *Deletion {
	i := sort.Search(len(l), func(i int) bool { return compareBoundRow(t, l[i].end, clustering) >= 0 })
	if i < len(l) && compareBoundRow(t, l[i].start, clustering) < 0 {
		return &l[i].Deletion
	}
	return nil
}
