// SSTables: what a flush has written, merging them, and which of them a read
// has to open.

package memtable

import (
	"maps"
	"slices"
	"sort"

	"partitionlab/wasm/schema"
)

// A File is an SSTable: the rows of a table that one flush or one compaction
// wrote. It never changes.
type File struct {
	*Store
	MinTimestamp, MaxTimestamp int64 // microseconds, of all that is in it

	rows        bool     // there are some
	first, last [][]byte // the range of their clusterings
	open        bool     // a range tombstone reaches out of that range
	deletions   bool     // whole partitions are deleted
	statics     bool
}

// NewFile seals a store. Nothing may be written to it afterwards.
func NewFile(s *Store) *File {
	f := &File{Store: s, MinTimestamp: 1<<63 - 1, MaxTimestamp: -1 << 63}
	see := func(timestamp int64) {
		f.MinTimestamp, f.MaxTimestamp = min(f.MinTimestamp, timestamp), max(f.MaxTimestamp, timestamp)
	}
	row := func(r *Row) {
		if r.Liveness != nil {
			see(r.Liveness.Timestamp)
		}
		if r.Deletion != nil {
			see(r.Deletion.Timestamp)
		}
		for i := range r.Cells {
			see(r.Cells[i].Timestamp)
		}
		for i := range r.Complex {
			see(r.Complex[i].Timestamp)
		}
	}
	for p := range s.Partitions() {
		if p.Deletion != nil {
			f.deletions = true
			see(p.Deletion.Timestamp)
		}
		for i := range p.ranges {
			f.open = true
			see(p.ranges[i].Timestamp)
		}
		if p.static != nil {
			f.statics = true
			row(p.static.row())
		}
		for r := range p.rows.all() {
			if !f.rows || CompareClusterings(s.table, r.Clustering, f.first) < 0 {
				f.first = r.Clustering
			}
			if !f.rows || CompareClusterings(s.table, r.Clustering, f.last) > 0 {
				f.last = r.Clustering
			}
			f.rows = true
			row(r)
		}
	}
	return f
}

// Reaches reports whether a read of a stretch of a partition has to open the
// file: it has the key, and its clusterings may lie in the stretch. statics says
// that the read wants static columns.
// Source: SinglePartitionReadCommand.queryMemtableAndDiskInternal; what the
// server knows of a file as a whole is known of it here as well, and its Bloom
// filter never errs.
func (f *File) Reaches(key []byte, from, to Bound, statics bool) bool {
	p := f.Partition(key)
	if p == nil || p.Empty() {
		return false
	}
	if f.open || f.deletions || f.statics && statics {
		return true
	}
	return f.rows && compareBoundRow(f.table, endOf(to), f.first) > 0 && compareBoundRow(f.table, startOf(from), f.last) < 0
}

// Clone returns a store of the same rows, to which others can be written.
func (s *Store) Clone() *Store {
	out := s.bare()
	for _, p := range s.partitions {
		out.put(p.clone())
	}
	return out
}

// bare is a store of the same columns without rows.
func (s *Store) bare() *Store {
	out := NewStore(s.table)
	out.CounterID, out.stats, out.columns = s.CounterID, s.stats, maps.Clone(s.columns)
	return out
}

func (s *Store) put(p *Partition) {
	s.byKey[string(p.Key)] = p
	s.partitions = append(s.partitions, p)
	s.sorted = len(s.partitions) == 1
}

func (p *Partition) clone() *Partition {
	c := *p
	c.rows = p.rows.clone()
	c.ranges = slices.Clone(p.ranges)
	return &c
}

// Purged returns what a compaction of all files writes: without what deletions
// hide, without tombstones that happened before gcBefore (seconds), and without
// what expired so long ago. dropped is the number of cells and tombstones that
// are gone.
// Source: CompactionIterator, PurgeFunction.
func (s *Store) Purged(now, gcBefore int64) *Store {
	out := s.bare()
	old := func(d *Deletion) bool { return d != nil && d.LocalTime < gcBefore }
	for p := range s.Partitions() {
		c := &Partition{Key: p.Key, Token: p.Token, table: s.table, rows: rowList{shapes: out.shapes}}
		if c.Deletion = p.Deletion; old(c.Deletion) {
			c.Deletion = nil
		}
		for _, t := range p.ranges {
			if t.supersedes(p.Deletion) && !old(&t.Deletion) {
				c.ranges = append(c.ranges, t)
			}
		}
		if st := p.StaticRow(); st != nil {
			c.addRow(st.Purge(now, gcBefore))
		}
		for r := range p.Rows() {
			c.addRow(r.Purge(now, gcBefore))
		}
		if !c.Empty() {
			out.put(c)
		}
	}
	return out
}

// Weight is the number of cells, markers of rows and tombstones in the store.
func (s *Store) Weight() (n int) {
	row := func(r *Row) {
		if n += len(r.Cells) + len(r.Complex); r.Deletion != nil {
			n++
		}
		if r.Liveness != nil {
			n++
		}
	}
	for _, p := range s.partitions {
		if n += len(p.ranges); p.Deletion != nil {
			n++
		}
		if p.static != nil {
			row(p.static.row())
		}
		for r := range p.rows.all() {
			row(r)
		}
	}
	return n
}

// Cut returns what the store says of the rows and columns of a mutation, as a
// mutation: counters as they are after it, with their clocks.
func (s *Store) Cut(m *Mutation) *Mutation {
	out := *m
	out.Rows = make([]Row, 0, len(m.Rows))
	p := s.Partition(m.Key)
	for i := range m.Rows {
		r := m.Rows[i]
		now := p.static.row()
		if !r.Static {
			now = p.rows.find(s.table, r.Clustering)
		}
		cells := make([]Cell, 0, len(r.Cells))
		for _, c := range r.Cells {
			if c.Tombstone() {
				cells = append(cells, c)
			} else {
				cells = append(cells, now.ColumnCells(c.Column)...)
			}
		}
		r.Cells = cells
		out.Rows = append(out.Rows, r)
	}
	return &out
}

// Opened marks the files that a read of one partition opens: from the newest on,
// until one is older than a deletion of the partition, and for rows that are
// named until each is known in all columns.
// Source: SinglePartitionReadCommand.queryMemtableAndDiskInternal and
// queryMemtableAndSSTablesInTimestampOrder.
func Opened(t *schema.Table, files []*File, mem *Store, key []byte, ranges [][2]Bound, named [][][]byte, columns []*schema.Column, statics bool, mark []bool) {
	order := make([]int, 0, len(files))
	for i, f := range files {
		hit := false
		for _, s := range ranges {
			hit = hit || f.Reaches(key, s[0], s[1], statics)
		}
		for _, c := range named {
			hit = hit || f.Reaches(key, Bound{c, true}, Bound{c, true}, statics)
		}
		if hit {
			order = append(order, i)
		}
	}
	sort.SliceStable(order, func(i, j int) bool { return files[order[i]].MaxTimestamp > files[order[j]].MaxTimestamp })
	// Cells that are merged, counted or many are never known to be all.
	simple := !statics && !t.Counter
	for _, c := range columns {
		simple = simple && !c.Type.MultiCell()
	}
	var deleted *Deletion
	known := make([]*Row, len(named))
	see := func(s *Store) {
		p := s.Partition(key)
		if p == nil {
			return
		}
		if p.Deletion.supersedes(deleted) {
			deleted = p.Deletion
		}
		for i, c := range named {
			switch r := p.rows.find(t, c); {
			case r == nil:
			case known[i] == nil:
				known[i] = r
			default:
				known[i] = mergeRows(known[i], r)
			}
		}
	}
	if mem != nil {
		see(mem)
	}
	for _, i := range order {
		newest := files[i].MaxTimestamp
		if deleted.deletes(newest) {
			return
		}
		if simple && len(named) > 0 && !slices.ContainsFunc(known, func(r *Row) bool { return !r.newerThan(newest, columns) }) {
			return
		}
		mark[i] = true
		see(files[i].Store)
	}
}

// newerThan reports whether a row is known in its liveness and in all columns
// from writes after a time.
// Source: SinglePartitionReadCommand.canRemoveRow.
func (r *Row) newerThan(timestamp int64, columns []*schema.Column) bool {
	if r == nil || r.Liveness == nil || r.Liveness.Timestamp <= timestamp {
		return false
	}
	for _, c := range columns {
		if cells := r.ColumnCells(c); len(cells) != 1 || cells[0].Timestamp <= timestamp {
			return false
		}
	}
	return true
}
