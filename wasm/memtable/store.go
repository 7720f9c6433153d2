package memtable

import (
	"bytes"
	"cmp"
	"errors"
	"iter"
	"slices"
	"sort"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/work"
)

// Epochs are the smallest values of a file in which nothing has a timestamp, a
// deletion or a TTL: 2015-09-22 and 0. Such a value counts as "none" when files'
// smallest values are merged, even if a write has just that one.
// Source: EncodingStats.
const (
	TimestampEpoch = 1442880000000000 // microseconds
	DeletionEpoch  = 1442880000       // seconds
	TTLEpoch       = 0
)

// Stats are the smallest values of all writes to a table since its last flush,
// overwritten ones included. A file stores deltas from them.
type Stats struct {
	MinTimestamp int64 // microseconds since 1970
	MinDeletion  int64 // local deletion time or expiry, seconds since 1970
	MinTTL       int32 // seconds
}

// NoStats are the smallest values of nothing.
var NoStats = Stats{TimestampEpoch, DeletionEpoch, TTLEpoch}

func (s *Stats) merge(o Stats) {
	s.MinTimestamp = mergeMin(s.MinTimestamp, o.MinTimestamp, TimestampEpoch)
	s.MinDeletion = mergeMin(s.MinDeletion, o.MinDeletion, DeletionEpoch)
	s.MinTTL = mergeMin(s.MinTTL, o.MinTTL, TTLEpoch)
}

func mergeMin[T cmp.Ordered](a, b, none T) T {
	switch none {
	case a:
		return b
	case b:
		return a
	}
	return min(a, b)
}

// A collector finds the smallest values of one update.
type collector struct {
	timestamp, deletion int64
	ttl                 int32
	seen                [3]bool
}

func (c *collector) addTimestamp(t int64) {
	if !c.seen[0] || t < c.timestamp {
		c.timestamp, c.seen[0] = t, true
	}
}

func (c *collector) addDeletionTime(t int64) {
	if !c.seen[1] || t < c.deletion {
		c.deletion, c.seen[1] = t, true
	}
}

func (c *collector) addTTL(ttl int32) {
	if !c.seen[2] || ttl < c.ttl {
		c.ttl, c.seen[2] = ttl, true
	}
}

func (c *collector) addDeletion(d *Deletion) {
	if d != nil {
		c.addTimestamp(d.Timestamp)
		c.addDeletionTime(d.LocalTime)
	}
}

func (c *collector) addRow(r *Row) {
	if l := r.Liveness; l != nil {
		c.addTimestamp(l.Timestamp)
		if l.TTL != NoTTL {
			c.addTTL(l.TTL)
			c.addDeletionTime(l.Expiry)
		}
	}
	c.addDeletion(r.Deletion)
	for i := range r.Complex {
		c.addDeletion(&r.Complex[i].Deletion)
	}
	for i := range r.Cells {
		cell := &r.Cells[i]
		c.addTimestamp(cell.Timestamp)
		if cell.TTL != NoTTL {
			c.addTTL(cell.TTL)
		}
		if cell.Expiry != NoExpiry {
			c.addDeletionTime(cell.Expiry)
		}
	}
}

func (c *collector) stats() Stats {
	s := NoStats
	if c.seen[0] {
		s.MinTimestamp = c.timestamp
	}
	if c.seen[1] {
		s.MinDeletion = c.deletion
	}
	if c.seen[2] {
		s.MinTTL = c.ttl
	}
	return s
}

// A Store holds the rows of one table. Rows are never changed in place: what a
// reader has got stays as it is.
type Store struct {
	// CounterID is the id of the node as a counter's leader. The clock of a shard is
	// the timestamp of the write that made it.
	CounterID [16]byte
	// Work counts rows that are written, where that may take long; nil counts nothing.
	Work *work.Meter

	table      *schema.Table
	byKey      map[string]*Partition
	partitions []*Partition
	shapes     *shapes
	sorted     bool
	columns    map[string]*schema.Column
	stats      Stats
	counters   map[string][]byte // what counters were when last written, by counterName
}

// NewStore returns an empty store.
func NewStore(t *schema.Table) *Store {
	return &Store{table: t, byKey: map[string]*Partition{}, columns: map[string]*schema.Column{}, stats: NoStats, shapes: new(shapes)}
}

// Table is the table whose rows the store holds.
func (s *Store) Table() *schema.Table { return s.table }

// SetTable says that the table has been altered. Cells of columns that it no
// longer has are gone; the columns stay in the file's header until it is written.
func (s *Store) SetTable(t *schema.Table) {
	same := s.table == t
	if s.table = t; same && !s.loses() {
		return // columns alone were added: no row has any, and there may be very many rows
	}
	s.clean(func(c *Cell) bool { return t.Column(c.Column.Name) == nil || droppedSince(t, c) },
		func(d *ColumnDeletion) bool { return t.Column(d.Column.Name) == nil })
}

// loses reports whether the store may have something of a column that was dropped, and
// perhaps added again.
func (s *Store) loses() bool {
	for name := range s.table.Dropped {
		if s.columns[name] != nil {
			return true
		}
	}
	return false
}

// Seal makes the store that of a flush: the table may change from now on. Only
// what was written to a column before it was dropped is gone.
func (s *Store) Seal() *Store {
	t := *s.table
	s.table = &t
	s.clean(func(c *Cell) bool { return droppedSince(&t, c) }, stays)
	return s
}

// droppedSince reports whether a cell's column was dropped after it was written. The
// column may have been added again. What such a column deletes as a whole stays.
// Source: BTreeRow.filter, ComplexColumnData.filter.
func droppedSince(t *schema.Table, c *Cell) bool {
	d := t.Dropped[c.Column.Name]
	return d != nil && c.Timestamp <= d.DroppedAt
}

func stays(*ColumnDeletion) bool { return false }

// lacking returns a row without some of its cells and deletions of columns.
func (r *Row) lacking(gone func(*Cell) bool, undone func(*ColumnDeletion) bool) *Row {
	cell := func(c Cell) bool { return gone(&c) }
	deletion := func(d ColumnDeletion) bool { return undone(&d) }
	if r == nil || !slices.ContainsFunc(r.Cells, cell) && !slices.ContainsFunc(r.Complex, deletion) {
		return r
	}
	out := *r
	out.Cells = slices.DeleteFunc(slices.Clone(r.Cells), cell)
	out.Complex = slices.DeleteFunc(slices.Clone(r.Complex), deletion)
	return &out
}

// clean takes cells and deletions of columns out of all rows.
func (s *Store) clean(gone func(*Cell) bool, undone func(*ColumnDeletion) bool) {
	t := s.table
	for _, p := range s.partitions {
		s.Work.Ask(1)
		p.table = t
		if r := p.static.row().lacking(gone, undone); r.Empty() {
			p.static = nil
		} else {
			p.static = &layer{Row: r}
		}
		all := p.rows.chunks
		p.rows.chunks = nil
		for _, rows := range all {
			for i := range rows {
				r, packed := s.cut(&rows[i], gone, undone)
				p.rows.merge(t, r, packed)
			}
		}
	}
}

// cut is a row without some of its cells and deletions of columns; where it has none of them
// it stays packed as it is, for other stores share that.
func (s *Store) cut(p *packedRow, gone func(*Cell) bool, undone func(*ColumnDeletion) bool) (*Row, packedRow) {
	r := p.row()
	s.Work.Ask(rowUnits + len(r.Cells))
	left := r.lacking(gone, undone)
	if left == r {
		return r, *p
	}
	return left, s.shapes.pack(left)
}

// Stats are the smallest values of all writes so far.
func (s *Store) Stats() Stats { return s.stats }

// Columns are the columns that statements have named so far, statics and
// regulars, each in the order in which rows store them. They stand in the file's
// header whether or not any row still has them.
func (s *Store) Columns() (statics, regulars []*schema.Column) {
	for _, c := range s.columns {
		if c.Kind == schema.Static {
			statics = append(statics, c)
		} else {
			regulars = append(regulars, c)
		}
	}
	for _, list := range [][]*schema.Column{statics, regulars} {
		sort.Slice(list, func(i, j int) bool { return CompareColumns(list[i], list[j]) < 0 })
	}
	return statics, regulars
}

// Partition returns the partition of a serialized key, or nil if nothing was ever
// written to it.
func (s *Store) Partition(key []byte) *Partition { return s.byKey[string(key)] }

// Row returns the row that is visible at that time (seconds), or nil; static asks
// for the partition's static row.
func (s *Store) Row(key []byte, clustering [][]byte, static bool, now int64) *Row {
	p := s.Partition(key)
	r := p.StaticRow()
	if !static {
		r = p.Row(clustering)
	}
	if r == nil {
		return nil
	}
	return r.Live(now)
}

// First returns the first row of a partition that is visible at that time, or nil. Where
// bare is set it is one whose key alone makes it visible: an INSERT has made it.
func (s *Store) First(key []byte, now int64, bare bool) *Row {
	if p := s.Partition(key); p != nil {
		for r := range p.Rows() {
			if live := r.Live(now); live != nil && (!bare || live.Liveness != nil) {
				return live
			}
		}
	}
	return nil
}

// Partitions yields the partitions in token order, those that say nothing left
// out.
func (s *Store) Partitions() iter.Seq[*Partition] {
	if !s.sorted {
		sort.Slice(s.partitions, func(i, j int) bool {
			a, b := s.partitions[i], s.partitions[j]
			return a.Token < b.Token || a.Token == b.Token && bytes.Compare(a.Key, b.Key) < 0
		})
		s.sorted = true
	}
	return func(yield func(*Partition) bool) {
		for _, p := range s.partitions {
			if !p.Empty() && !yield(p) {
				return
			}
		}
	}
}

// Empty reports whether a flush would write no partition.
func (s *Store) Empty() bool {
	for _, p := range s.partitions {
		if !p.Empty() {
			return false
		}
	}
	return true
}

// Named is the number of partitions that writes have named, those among them that
// say nothing: for so many a flush makes its Bloom filter.
func (s *Store) Named() int { return len(s.partitions) }

// Truncate forgets everything, as TRUNCATE does.
func (s *Store) Truncate() {
	id := s.CounterID
	*s = *NewStore(s.table)
	s.CounterID = id
}

// rowUnits is what it takes to merge a row, besides its cells.
const rowUnits = 4

// What is kept of a write takes so many bytes in memory, about, besides the values: measured
// natively, on writes of 100,000 partitions, rows, elements and deletions.
const (
	partitionBytes = 300
	rowBytes       = 40
	cellBytes      = 30
	elementBytes   = 100 // of a collection or a type: besides
	deletionBytes  = 180 // of a row
	rangeBytes     = 160
)

// What is written takes so many bytes once more until the statement is done: in its mutation.
const (
	PartitionRoom = partitionBytes + 130
	RowRoom       = rowBytes + 100
	CellRoom      = cellBytes + 180
	ElementRoom   = cellBytes + elementBytes + 100
	DeletionRoom  = deletionBytes
	RangeRoom     = rangeBytes + 90
)

// bytes is how many bytes a row takes in memory.
func (r *Row) bytes() int {
	n := rowBytes
	for _, v := range r.Clustering {
		n += len(v)
	}
	if r.Deletion != nil {
		n += deletionBytes
	}
	for i := range r.Cells {
		c := &r.Cells[i]
		if n += cellBytes + len(c.Value); c.Path != nil {
			n += elementBytes + len(c.Path)
		}
	}
	return n
}

// ErrWrongTable says that a mutation is of another table than the store.
var ErrWrongTable = errors.New("mutation of another table")

// Apply merges a mutation, into other stores of the table, too, where some are given: they
// share the rows that are new to them. What a statement says several times of one row is merged first; the
// smallest values are taken from the result.
// Source: PartitionUpdate.Builder.build, BTreePartitionUpdater.makeMergedPartition.
func (s *Store) Apply(m *Mutation, others ...*Store) error {
	if m.Table.Name != s.table.Name || m.Table.Keyspace != s.table.Keyspace {
		return ErrWrongTable
	}
	u := Partition{Key: m.Key, table: s.table, Deletion: m.Deletion.written(m.Write), rows: rowList{shapes: s.shapes}}
	for i := range m.Rows {
		s.Work.Ask(rowUnits + len(m.Rows[i].Cells))
		u.addRow(m.Rows[i].normal(m.Write))
	}
	for _, r := range m.Ranges {
		s.Work.Ask(rowUnits)
		r.Write = m.Write
		u.addRange(r)
	}
	if s.table.Counter {
		s.count(s.Partition(m.Key), &u)
	}
	var c collector
	c.addDeletion(u.Deletion)
	for i := range u.ranges {
		c.addDeletion(&u.ranges[i].Deletion)
	}
	if u.static != nil {
		c.addRow(u.static.row())
	}
	for r := range u.rows.all() {
		s.Work.Ask(1 + len(r.Cells))
		c.addRow(r)
	}
	stats := c.stats()
	s.take(m, &u, stats)
	for _, o := range others {
		o.take(m, &u, stats)
	}
	return nil
}

// take merges what a mutation says.
func (s *Store) take(m *Mutation, u *Partition, stats Stats) {
	p := s.byKey[string(m.Key)]
	if p == nil {
		s.Work.Keep(partitionBytes + len(m.Key))
		p = &Partition{Key: m.Key, Token: cqltype.MurmurToken(m.Key), table: s.table, rows: rowList{shapes: s.shapes}}
		s.put(p)
	}
	s.stats.merge(stats)
	for _, col := range m.Columns {
		s.columns[col.Name] = col
	}
	if u.Deletion.supersedes(p.Deletion) {
		p.Deletion = u.Deletion
	}
	for _, r := range u.ranges {
		s.Work.Ask(rowUnits)
		s.Work.Keep(rangeBytes)
		p.ranges = p.ranges.add(s.table, r)
	}
	gone := func(c *Cell) bool { return droppedSince(s.table, c) }
	s.Work.Keep(p.addRow(u.static.row().lacking(gone, stays)))
	for _, rows := range u.rows.chunks {
		for i := range rows {
			r, packed := s.cut(&rows[i], gone, stays)
			s.Work.Keep(p.rows.merge(s.table, r, packed))
		}
	}
}

// count turns the increments of an update into counter contexts: what the counter
// was when last seen, plus the increment, with a later clock. The server's cache of
// counters has seen it, too, where a row or its partition was deleted since: then a
// counter goes on from there.
// Source: CounterMutation.updateWithCurrentValue, updateWithCurrentValuesFromCache.
func (s *Store) count(p, u *Partition) {
	convert := func(r *Row) {
		if r == nil {
			return
		}
		var now *Row
		if r.Static {
			now = p.StaticRow()
		} else {
			now = p.Row(r.Clustering)
		}
		for i := range r.Cells {
			c := &r.Cells[i]
			if c.Column.Type.Kind != cqltype.Counter || c.Value != nil || c.Tombstone() {
				continue
			}
			clock, count := c.Timestamp, c.Delta
			name := counterName(u.Key, r, c.Column)
			last := s.counters[name]
			if old := now.ColumnCells(c.Column); last == nil && len(old) == 1 && !old[0].Tombstone() {
				last = old[0].Value
			}
			if last != nil {
				clock = max(clock, counterClock(last)+1)
				count += CounterValue(last)
			}
			c.Value, c.Delta = counterContext(s.CounterID, clock, count), 0
			if s.counters == nil {
				s.counters = map[string][]byte{}
			}
			s.counters[name] = c.Value
		}
	}
	u.static = u.static.flat()
	convert(u.static.row())
	for _, rows := range u.rows.chunks {
		for i := range rows {
			r := rows[i].row()
			convert(r)
			rows[i] = s.shapes.pack(r)
		}
	}
}

// counterName tells a counter from all others of its table.
func counterName(key []byte, r *Row, c *schema.Column) string {
	name := append(appendLength(nil, len(key)), key...)
	for _, v := range r.Clustering {
		name = append(appendLength(name, len(v)), v...)
	}
	return string(append(name, c.Name...))
}

// A counter's value is a context: the number of shards in the header, the shards'
// places, and of each shard its leader, clock and count. One node leads here.
// Source: CounterContext.createGlobal.
func counterContext(id [16]byte, clock, count int64) []byte {
	b := make([]byte, 0, 36)
	b = append(b, 0, 1, 0x80, 0)
	b = append(b, id[:]...)
	for _, v := range [...]int64{clock, count} {
		for shift := 56; shift >= 0; shift -= 8 {
			b = append(b, byte(v>>shift))
		}
	}
	return b
}

func long(b []byte) (v int64) {
	for _, x := range b[:8] {
		v = v<<8 | int64(x)
	}
	return v
}

// counterShards returns the shards of a context, 32 bytes each.
func counterShards(context []byte) []byte {
	if len(context) < 2 {
		return nil
	}
	header := 2 + 2*(int(context[0])<<8|int(context[1]))
	if header < 2 || header > len(context) || (len(context)-header)%32 != 0 {
		return nil
	}
	return context[header:]
}

func counterClock(context []byte) int64 {
	clock := int64(-1 << 63)
	for s := counterShards(context); len(s) >= 32; s = s[32:] {
		clock = max(clock, long(s[16:]))
	}
	return clock
}

// CounterValue is the sum of the shards of a counter cell's value.
func CounterValue(context []byte) (sum int64) {
	for s := counterShards(context); len(s) >= 32; s = s[32:] {
		sum += long(s[24:])
	}
	return sum
}
