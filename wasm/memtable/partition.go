package memtable

import (
	"iter"

	"partitionlab/wasm/schema"
)

// A Partition holds the rows of one partition key, and what deletes them.
type Partition struct {
	Key      []byte // serialized
	Token    int64
	Deletion *Deletion // of the whole partition, or nil

	table  *schema.Table
	static *layer
	rows   rowList
	ranges rangeList
}

// An Unfiltered is a row or a marker of a range tombstone: what a file holds in
// clustering order. One of the two is set.
type Unfiltered struct {
	Row    *Row
	Marker *Marker
}

// A Marker is where a range tombstone ends (Close), starts (Open), or where one
// ends and the next starts (both).
type Marker struct {
	Kind        BoundKind
	Prefix      [][]byte
	Close, Open *Deletion
}

// Empty reports whether the partition says nothing, not even a deletion.
func (p *Partition) Empty() bool {
	return p.Deletion == nil && len(p.ranges) == 0 && p.static == nil && len(p.rows.chunks) == 0
}

// addRow adds a row, or merges it with the one that is there, and tells how many bytes of
// memory more that takes.
func (p *Partition) addRow(r *Row) (bytes int) {
	switch {
	case r.Empty():
	case r.Static:
		p.static, bytes = p.static.merge(r)
	default:
		bytes = p.rows.merge(p.table, r, p.rows.shapes.pack(r))
	}
	return bytes
}

func (p *Partition) addRange(r RangeDeletion) {
	t := tombstone{startOf(r.Start), endOf(r.End), r.Deletion}
	if !emptyRange(p.table, t.start, t.end) {
		p.ranges = p.ranges.add(p.table, t)
	}
}

// StaticRow returns the static row with its tombstones, as the partition's
// deletion leaves it, or nil.
func (p *Partition) StaticRow() *Row {
	if p == nil || p.static == nil {
		return nil
	}
	return p.static.row().visibleThrough(p.Deletion)
}

// Row returns a row with its tombstones, as the deletions of its range and of the
// partition leave it, or nil.
func (p *Partition) Row(clustering [][]byte) *Row {
	if p == nil {
		return nil
	}
	r := p.rows.find(p.table, clustering)
	if r == nil {
		return nil
	}
	return r.visibleThrough(p.deletionOf(clustering))
}

// deletionOf is the latest deletion that covers a row from outside.
func (p *Partition) deletionOf(clustering [][]byte) *Deletion {
	if d := p.ranges.covering(p.table, clustering); d.supersedes(p.Deletion) {
		return d
	}
	return p.Deletion
}

// Rows yields the rows in clustering order, with their tombstones, as the
// deletions of ranges and of the partition leave them.
func (p *Partition) Rows() iter.Seq[*Row] {
	return func(yield func(*Row) bool) {
		for u := range p.Unfiltereds() {
			if u.Row != nil && !yield(u.Row) {
				return
			}
		}
	}
}

// Slice yields the rows between two bounds in clustering order, like Rows. A
// bound without values is open.
func (p *Partition) Slice(from, to Bound) iter.Seq[*Row] {
	start, end := startOf(from), endOf(to)
	return func(yield func(*Row) bool) {
		for r := range p.rows.from(p.table, start) {
			if compareBoundRow(p.table, end, r.Clustering) < 0 {
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

// Unfiltereds yields what a flush writes of the partition behind its header: rows
// and range tombstone markers in clustering order, without what they or the
// partition's deletion shadow.
// Source: RowAndDeletionMergeIterator.
func (p *Partition) Unfiltereds() iter.Seq[Unfiltered] { return p.unfiltereds(p.rows.all()) }

// Passing is Unfiltereds for who keeps none: a row is good until the next one comes.
func (p *Partition) Passing() iter.Seq[Unfiltered] { return p.unfiltereds(p.rows.passing()) }

func (p *Partition) unfiltereds(rows iter.Seq[*Row]) iter.Seq[Unfiltered] {
	return func(yield func(Unfiltered) bool) {
		ranges := p.ranges
		var open *tombstone
		next := func() *tombstone {
			for len(ranges) > 0 && (!ranges[0].supersedes(p.Deletion) || emptyRange(p.table, ranges[0].start, ranges[0].end)) {
				ranges = ranges[1:]
			}
			if len(ranges) == 0 {
				return nil
			}
			return &ranges[0]
		}
		// advance yields the next marker: the end of the open range or the start of the
		// next one. A boundary between two equal deletions is none.
		advance := func() bool {
			var m Marker
			switch n := next(); {
			case open == nil:
				m = Marker{Kind: n.start.kind, Prefix: n.start.prefix, Open: &n.Deletion}
				open, ranges = n, ranges[1:]
			case n != nil && compareBounds(p.table, open.end, n.start) == 0:
				m = Marker{Kind: ExclEndInclStart, Prefix: open.end.prefix, Close: &open.Deletion, Open: &n.Deletion}
				if open.end.kind == InclEnd {
					m.Kind = InclEndExclStart
				}
				open, ranges = n, ranges[1:]
				if m.Close.same(m.Open) {
					return true
				}
			default:
				m = Marker{Kind: open.end.kind, Prefix: open.end.prefix, Close: &open.Deletion}
				open = nil
			}
			return yield(Unfiltered{Marker: &m})
		}
		for r := range rows {
			for {
				if open != nil {
					if compareBoundRow(p.table, open.end, r.Clustering) > 0 {
						break
					}
				} else if n := next(); n == nil || compareBoundRow(p.table, n.start, r.Clustering) > 0 {
					break
				}
				if !advance() {
					return
				}
			}
			d := p.Deletion
			if open != nil {
				d = &open.Deletion
			}
			if r = r.visibleThrough(d); r != nil && !yield(Unfiltered{Row: r}) {
				return
			}
		}
		for open != nil || next() != nil {
			if !advance() {
				return
			}
		}
	}
}
