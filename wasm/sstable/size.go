package sstable

import (
	"errors"
	"math"
	"math/bits"
	"slices"
	"sort"
)

// This file counts the bytes of a partition whose rows follow a rule, without
// looking at each row. Along the rows, in the order of writing, lengths change at
// few places: where a timestamp needs one more byte, where a value gets longer,
// where a column is left out from there on. Between two such places all rows are
// equal, and so their bytes are a product.

// ErrTooLarge says that a size is beyond 9.2 exabytes, or a time beyond 292,000 years.
var ErrTooLarge = errors.New("the partition is too large to count")

// A ByteKind says what bytes are there for.
type ByteKind uint8

// The kinds of bytes.
const (
	KeyBytes        ByteKind = iota // the partition key
	ClusteringBytes                 // the values of clustering columns
	ValueBytes                      // the values of other columns, paths of elements among them
	FlagBytes                       // flags, lengths, counts, bitmaps
	TimestampBytes                  // write times, TTLs, expiries, deletion times
	NumByteKinds
)

func (k ByteKind) String() string {
	return [...]string{"key", "clustering", "values", "flags and lengths", "timestamps"}[k]
}

// ByKind is a number of bytes per kind.
type ByKind [NumByteKinds]int64

// Total is the sum.
func (b ByKind) Total() (n int64) {
	for _, v := range b {
		n += v
	}
	return n
}

// Steps is a number that changes along the rows: each step holds up to, not
// including, row Until; the last one holds for all further rows.
type Steps []Step

// A Step is a number up to a row.
type Step struct {
	Until int64
	N     int64
}

// Always is the same number for all rows.
func Always(n int64) Steps { return Steps{{math.MaxInt64, n}} }

// At is the number at a row.
func (s Steps) At(row int64) int64 {
	for _, p := range s[:len(s)-1] {
		if row < p.Until {
			return p.N
		}
	}
	return s[len(s)-1].N
}

// A PartShape is a clustering value: lengths in bytes, 0 for an empty value.
type PartShape struct {
	Fixed bool
	Len   Steps
}

// A ColumnShape is a column other than the key.
type ColumnShape struct {
	Fixed   bool        // values have no length before them
	Complex bool        // multi-cell: a collection or user-defined type that is not frozen
	Cells   []CellShape // one simple cell, or the kinds of cells of a multi-cell value
	// From is the first of the rows that lack the column, To the first after them.
	// The first row has a multi-cell column that any row has.
	From, To int64
}

// Has reports whether a row has the column.
func (c *ColumnShape) Has(row int64) bool { return row < c.From || row >= c.To }

// A CellShape is so many equal cells of one row.
type CellShape struct {
	Count Steps
	Path  Steps // nil in a simple column
	Value Steps
}

// A Shape is a partition whose rows follow a rule.
type Shape struct {
	Format     Format
	Key        int // bytes of the serialized key
	Clustering []PartShape
	Statics    []ColumnShape // those of the file's header, in its order
	Regulars   []ColumnShape // likewise
	Rows       int64
	Update     bool  // written by UPDATE, or counters: rows have no timestamp of their own, each cell has
	Appends    bool  // elements are added to multi-cell columns, and nothing is deleted before
	Expires    bool  // with a TTL, the same for all
	TTL        int64 // seconds
	Reversed   bool  // the row written last comes first in the file

	// Batch rows are written at one instant, and the next batch StepNum/StepDen
	// microseconds later. StepNum 0: all at once.
	Batch            int64
	StepNum, StepDen int64
	StaticLast       bool // the static row was last written with the last batch, not with the first
	// Loaded says that all was written within one second, with USING TIMESTAMP: then
	// deletion times and expiries are the same for all rows.
	Loaded bool

	// The first so many rows were deleted as rows, DeleteAfter microseconds after
	// they were written; a row deletion is all that is left of each.
	Deleted     int64
	DeleteAfter int64

	// The values of the first so many rows were written again by UPDATE, UpdateAfter
	// microseconds after the row: they carry times of their own, the row keeps its
	// first one. Rows that UPDATE made have no such time, and Updated is 0 there.
	Updated     int64
	UpdateAfter int64
}

// A Size is the bytes of a partition.
type Size struct {
	Total          int64
	Header         int64 // key, deletion time; without the static row
	Static         int64
	Rows           int64
	RowMin, RowMax int64 // the smallest and the largest row
	Cells          int64
	Clustering     []ByKind // per clustering column
	Statics        []ByKind // per static column
	Regulars       []ByKind // per regular column
	Row            ByKind   // of no column: rows' own fields, the static row's among them
	Partition      ByKind   // the partition's header and end
	runs           []run
	clustering     int64    // bytes of the first row's clustering
	kinds          []ByKind // where those of the columns lie
}

// A run is a number of rows of the same size.
type run struct{ rows, size int64 }

// Kinds are the bytes of the whole partition by kind.
func (s *Size) Kinds() (out ByKind) {
	add := func(list ...ByKind) {
		for _, b := range list {
			for k, n := range b {
				out[k] += n
			}
		}
	}
	add(s.Clustering...)
	add(s.Statics...)
	add(s.Regulars...)
	add(s.Row, s.Partition)
	return out
}

// A Field is one part of a row: what it is, how long, and which column it belongs to.
type Field struct {
	Name  string
	Owner Owner
	Index int // of the column in the shape's list
	Kind  ByteKind
	Bytes int64
}

// Owner is the list of columns that a field's column stands in.
type Owner uint8

// The owners.
const (
	OfRow Owner = iota // no column
	OfClustering
	OfStatic
	OfRegular
)

// A walker goes through the fields of a row. It adds up what a row holds besides
// the length of its body and of the row before.
type walker struct {
	s        *Shape
	fields   *[]Field // nil: count only
	head     int64    // flags and clustering
	body     int64
	cells    int64
	owners   [4][]ByKind
	overflow bool
}

func (w *walker) add(to *int64, name string, owner Owner, i int, kind ByteKind, n int64) {
	*to += n
	w.overflow = w.overflow || *to < 0 || n < 0
	if w.owners[owner] != nil {
		w.owners[owner][i][kind] += n
	}
	if w.fields != nil && n > 0 {
		*w.fields = append(*w.fields, Field{name, owner, i, kind, n})
	}
}

// times are the lengths of the deltas in one row.
type times struct{ timestamp, expiry, ttl, deletion, deletionTime, rowDeletion int64 }

// Delta is the microseconds from the first write to that of a row; false where it
// is beyond what 64 bits hold.
func (s *Shape) Delta(row int64) (int64, bool) {
	if s.StepNum == 0 {
		return 0, true
	}
	hi, lo := bits.Mul64(uint64(row/max(s.Batch, 1)), uint64(s.StepNum))
	if hi >= uint64(s.StepDen) {
		return 0, false
	}
	q, _ := bits.Div64(hi, lo, uint64(s.StepDen))
	return int64(q), q <= math.MaxInt64/2
}

// bases are the file's smallest values, as differences from the first write.
type bases struct {
	before  int64 // 1 if the first write deletes what was before it, one microsecond earlier
	seconds int64 // the earliest deletion time or expiry
}

func (s *Shape) bases() (b bases) {
	b.seconds = math.MaxInt64
	// Every multi-cell value that is written whole deletes what was there before it,
	// one microsecond before its own time.
	whole := func(list []ColumnShape) bool {
		for _, c := range list {
			if c.Complex && c.Has(0) && !s.Appends {
				return true
			}
		}
		return false
	}
	overwrite := func(delta int64) {
		if delta == 0 {
			b.before = 1
		}
		b.seconds = min(b.seconds, s.clock(delta))
	}
	if whole(s.Statics) {
		overwrite(0)
	}
	if whole(s.Regulars) {
		switch {
		case s.Updated == 0:
			overwrite(0)
		default:
			overwrite(s.UpdateAfter)
			if d, ok := s.Delta(s.Updated); ok && s.Updated < s.Rows {
				overwrite(d)
			}
		}
	}
	if s.Expires {
		b.seconds = min(b.seconds, s.TTL)
	}
	if s.Deleted > 0 && s.Rows > 0 {
		b.seconds = min(b.seconds, s.clock(s.DeleteAfter))
	}
	return b
}

// clock is the server's clock so many microseconds after the first write, in seconds.
func (s *Shape) clock(delta int64) int64 {
	if s.Loaded {
		return 0
	}
	return delta / 1e6
}

func (s *Shape) times(delta int64, b bases) (t times) {
	t.timestamp = int64(UvintLen(uint64(delta + b.before)))
	t.deletion = int64(UvintLen(uint64(delta + b.before - 1)))
	t.deletionTime = int64(UvintLen(uint64(s.clock(delta) - b.seconds)))
	if s.Expires {
		t.ttl, t.expiry = 1, int64(UvintLen(uint64(s.clock(delta)+s.TTL-b.seconds)))
	}
	if late := delta + s.DeleteAfter; s.Deleted > 0 {
		t.rowDeletion = int64(UvintLen(uint64(late+b.before)) + UvintLen(uint64(s.clock(late)-b.seconds)))
	}
	return t
}

// row walks a row that was written as number i, at t; its values were written again
// late. A static row has no number of its own, i is that of the row written with it.
func (w *walker) row(static bool, i int64, t, late times) {
	s := w.s
	w.add(&w.head, "row flags", OfRow, 0, FlagBytes, FlagsLen)
	columns, owner := s.Regulars, OfRegular
	if static {
		w.add(&w.head, "static row flags", OfRow, 0, FlagBytes, FlagsLen)
		columns, owner = s.Statics, OfStatic
		i = 0
	} else if len(s.Clustering) > 0 {
		for start := 0; start < len(s.Clustering); start += 32 {
			var bitmap uint64
			for k := start; k < min(start+32, len(s.Clustering)); k++ {
				if s.Clustering[k].Len.At(i) == 0 {
					bitmap |= 1 << (2 * (k - start))
				}
			}
			w.add(&w.head, "clustering header", OfRow, 0, FlagBytes, int64(ClusteringHeaderLen(bitmap)))
			for k := start; k < min(start+32, len(s.Clustering)); k++ {
				n := s.Clustering[k].Len.At(i)
				w.add(&w.head, "length", OfClustering, k, FlagBytes, int64(ValueLen(s.Clustering[k].Fixed, int(n)))-n)
				w.add(&w.head, "value", OfClustering, k, ClusteringBytes, n)
			}
		}
	}
	if !static && i < s.Deleted {
		w.add(&w.body, "row deletion", OfRow, 0, TimestampBytes, t.rowDeletion)
		if len(columns) > 0 {
			n := SubsetLen(len(columns), func(int) bool { return false })
			w.add(&w.body, "missing columns", OfRow, 0, FlagBytes, int64(n))
		}
		return
	}
	own := static || s.Update // cells carry their own times
	at := t
	if !static && i < s.Updated {
		own, at = true, late
		if s.clock(s.UpdateAfter) == 0 { // in the same second: the row's expiry serves the cells, too
			at.expiry, at.ttl = 0, 0
		}
	}
	if !static && !s.Update {
		w.add(&w.body, "row timestamp", OfRow, 0, TimestampBytes, t.timestamp)
		w.add(&w.body, "row TTL", OfRow, 0, TimestampBytes, t.ttl)
		w.add(&w.body, "row expiry", OfRow, 0, TimestampBytes, t.expiry)
	}
	missing := false
	for k := range columns {
		missing = missing || !columns[k].Has(i)
	}
	if missing {
		n := SubsetLen(len(columns), func(k int) bool { return columns[k].Has(i) })
		w.add(&w.body, "missing columns", OfRow, 0, FlagBytes, int64(n))
	}
	for k := range columns {
		if c := &columns[k]; c.Has(i) {
			w.column(c, owner, k, i, own, at)
		}
	}
}

func (w *walker) column(c *ColumnShape, owner Owner, k int, i int64, own bool, t times) {
	cells := int64(0)
	if c.Complex {
		for _, g := range c.Cells {
			cells += g.Count.At(i)
		}
		if !w.s.Appends {
			w.add(&w.body, "deletion of what was before", owner, k, TimestampBytes, t.deletion+t.deletionTime)
		}
		w.add(&w.body, "number of cells", owner, k, FlagBytes, int64(UvintLen(uint64(cells))))
	}
	for _, g := range c.Cells {
		count, value, path := g.Count.At(i), g.Value.At(i), int64(-1)
		times := func(n int64) int64 {
			hi, lo := bits.Mul64(uint64(count), uint64(n))
			w.overflow = w.overflow || hi != 0 || lo > math.MaxInt64
			return int64(lo)
		}
		w.add(&w.body, "cell flags", owner, k, FlagBytes, times(FlagsLen))
		if own {
			w.add(&w.body, "cell timestamp", owner, k, TimestampBytes, times(t.timestamp))
			w.add(&w.body, "cell expiry", owner, k, TimestampBytes, times(t.expiry))
			w.add(&w.body, "cell TTL", owner, k, TimestampBytes, times(t.ttl))
		}
		if c.Complex {
			path = g.Path.At(i)
			w.add(&w.body, "path length", owner, k, FlagBytes, times(int64(BlobLen(int(path)))-path))
			w.add(&w.body, "path", owner, k, ValueBytes, times(path))
		}
		w.add(&w.body, "value length", owner, k, FlagBytes, times(int64(ValueLen(c.Fixed, int(value)))-value))
		w.add(&w.body, "value", owner, k, ValueBytes, times(value))
		w.cells += count
	}
}

// breaks returns the rows at which something changes, first 0 and last Rows, in the given
// room where that is enough.
func (s *Shape) breaks(b bases, at []int64) []int64 {
	at = append(at, 0, s.Rows)
	put := func(row int64) {
		if 0 < row && row < s.Rows {
			at = append(at, row)
		}
	}
	steps := func(p Steps) {
		for _, x := range p[:max(len(p)-1, 0)] {
			put(x.Until)
		}
	}
	for _, c := range s.Clustering {
		steps(c.Len)
	}
	for _, c := range s.Regulars {
		put(c.From)
		put(c.To)
		for _, g := range c.Cells {
			steps(g.Count)
			steps(g.Path)
			steps(g.Value)
		}
	}
	if s.StepNum > 0 {
		// The first batch that is so many microseconds after the first one.
		from := func(micros int64) {
			if micros <= 0 {
				return
			}
			hi, lo := bits.Mul64(uint64(micros), uint64(s.StepDen))
			if hi >= uint64(s.StepNum) {
				return
			}
			q, r := bits.Div64(hi, lo, uint64(s.StepNum))
			if r > 0 {
				q++
			}
			if hi, lo := bits.Mul64(q, uint64(s.Batch)); hi == 0 && lo < math.MaxInt64 {
				put(int64(lo))
			}
		}
		for n := 7; n < 63; n += 7 {
			limit := int64(1) << n
			from(limit - b.before)
			from(limit - b.before + 1)
			from(limit - b.before - s.DeleteAfter)
			from(limit - b.before - s.UpdateAfter)
			from(limit - b.before + 1 - s.UpdateAfter)
			if limit < math.MaxInt64/4_000_000 && b.seconds < math.MaxInt64/4_000_000 {
				from((limit + b.seconds) * 1_000_000)
				from((limit + b.seconds - s.TTL) * 1_000_000)
				from((limit+b.seconds)*1_000_000 - s.DeleteAfter)
				from((limit+b.seconds)*1_000_000 - s.UpdateAfter)
				from((limit+b.seconds-s.TTL)*1_000_000 - s.UpdateAfter)
			}
		}
	}
	put(s.Deleted)
	put(s.Updated)
	sort.Slice(at, func(i, k int) bool { return at[i] < at[k] }) // slices.Sort of numbers would be 11 kB of the browser program
	return slices.Compact(at)
}

// Size counts the bytes. The time it takes grows with the number of columns and
// of steps, not with the number of rows.
func (s *Shape) Size() (*Size, error) {
	out := &Size{}
	if err := s.SizeInto(out); err != nil {
		return nil, err
	}
	return out, nil
}

// SizeInto is Size for whoever asks for one after another and keeps none: it writes over
// the last one, in the same memory.
func (s *Shape) SizeInto(out *Size) error {
	if s.Batch < 1 && s.StepNum > 0 || s.StepNum < 0 || s.StepNum > 0 && s.StepDen < 1 || s.Rows < 0 {
		return errors.New("sstable: a shape without a sense of time")
	}
	// One calculator asks for hundreds of sizes: what this needs lies in one piece, or on the stack.
	n := 2*len(s.Clustering) + len(s.Statics) + 2*len(s.Regulars) + 1
	if cap(out.kinds) < n {
		out.kinds = make([]ByKind, n)
	}
	room := out.kinds[:n]
	clear(room)
	take := func(n int) (some []ByKind) {
		some, room = room[:n:n], room[n:]
		return some
	}
	*out = Size{Clustering: take(len(s.Clustering)), Statics: take(len(s.Statics)), Regulars: take(len(s.Regulars)), runs: out.runs[:0], kinds: out.kinds}
	base := s.bases()
	deletion := int64(PartitionDeletionLen(s.Format, true))
	out.Header = int64(HeaderLen(s.Format, s.Key, true, 0))
	out.Partition[KeyBytes] = int64(s.Key)
	out.Partition[TimestampBytes] = deletion
	out.Partition[FlagBytes] = out.Header - int64(s.Key) - deletion + EndOfPartitionLen

	if len(s.Statics) > 0 {
		var written int64
		if s.StaticLast && s.Rows > 0 {
			d, ok := s.Delta(s.Rows - 1)
			if !ok {
				return ErrTooLarge
			}
			written = d
		}
		w := &walker{s: s, owners: [4][]ByKind{OfRow: {{}}, OfStatic: out.Statics}}
		w.row(true, 0, s.times(written, base), times{})
		w.add(&w.body, "size of the row before", OfRow, 0, FlagBytes, int64(UvintLen(0)))
		w.add(&w.head, "size", OfRow, 0, FlagBytes, int64(UvintLen(uint64(w.body))))
		if w.overflow {
			return ErrTooLarge
		}
		out.Static, out.Cells = w.head+w.body, w.cells
		out.Row = w.owners[OfRow][0]
	}

	// One walk per run of rows that are equal but for the size of the row before.
	type stretch struct {
		rows, head, body int64
	}
	sum := checked{}
	var most [80]int64
	at := s.breaks(base, most[:0])
	var some [80]stretch
	stretches := some[:0]
	if cap(out.runs) < len(at)+2 {
		out.runs = make([]run, 0, len(at)+2)
	}
	owners := [4][]ByKind{OfRow: take(1), OfClustering: take(len(s.Clustering)), OfRegular: take(len(s.Regulars))}
	for r := 0; r+1 < len(at); r++ {
		rows := at[r+1] - at[r]
		d, ok := s.Delta(at[r+1] - 1)
		if !ok {
			return ErrTooLarge
		}
		for _, o := range owners {
			clear(o)
		}
		w := walker{s: s, owners: owners}
		w.row(false, at[r], s.times(d, base), s.times(d+s.UpdateAfter, base))
		if w.overflow {
			return ErrTooLarge
		}
		stretches = append(stretches, stretch{rows, w.head, w.body})
		out.Cells = sum.add(out.Cells, sum.mul(rows, w.cells))
		for o, to := range [4][]ByKind{OfClustering: out.Clustering, OfRegular: out.Regulars} {
			for i := range to {
				for k := range to[i] {
					to[i][k] = sum.add(to[i][k], sum.mul(rows, owners[o][i][k]))
				}
			}
		}
		for k := range out.Row {
			out.Row[k] = sum.add(out.Row[k], sum.mul(rows, owners[OfRow][0][k]))
		}
		if r == 0 {
			for _, b := range out.Clustering {
				out.clustering += b.Total() / rows
			}
			for start := 0; start < len(s.Clustering); start += 32 {
				out.clustering++
			}
		}
	}
	if s.Reversed {
		for i, j := 0, len(stretches)-1; i < j; i, j = i+1, j-1 {
			stretches[i], stretches[j] = stretches[j], stretches[i]
		}
	}

	// Each row holds the size of the row before, and that of its own body. Within a
	// run the size settles after a few rows.
	prev := out.Header + out.Static
	for _, t := range stretches {
		for left := t.rows; left > 0; {
			body := t.body + int64(UvintLen(uint64(prev)))
			size := t.head + int64(UvintLen(uint64(body))) + body
			n := int64(1)
			if size == prev || UvintLen(uint64(size)) == UvintLen(uint64(prev)) {
				n = left
			}
			out.Rows = sum.add(out.Rows, sum.mul(n, size))
			out.Row[FlagBytes] = sum.add(out.Row[FlagBytes], sum.mul(n, size-t.head-t.body))
			if out.RowMin == 0 || size < out.RowMin {
				out.RowMin = size
			}
			out.RowMax = max(out.RowMax, size)
			if m := len(out.runs); m > 0 && out.runs[m-1].size == size {
				out.runs[m-1].rows += n
			} else {
				out.runs = append(out.runs, run{n, size})
			}
			prev = size
			left -= n
		}
	}
	out.Total = sum.add(sum.add(out.Header, out.Static), sum.add(out.Rows, EndOfPartitionLen))
	if sum.overflow {
		return ErrTooLarge
	}
	return nil
}

// RowFields takes one row apart, field by field in the order of the file. The row
// is the one written as number i.
func (s *Shape) RowFields(i int64) ([]Field, error) {
	d, ok := s.Delta(i)
	if !ok {
		return nil, ErrTooLarge
	}
	var fields []Field
	w := &walker{s: s, fields: &fields}
	w.row(false, i, s.times(d, s.bases()), s.times(d+s.UpdateAfter, s.bases()))
	if w.overflow {
		return nil, ErrTooLarge
	}
	// The size of the body and of the row before stand between head and body.
	prev, err := s.before(i, w.head, w.body)
	if err != nil {
		return nil, err
	}
	n, head := int64(0), 0
	for ; n < w.head; head++ {
		n += fields[head].Bytes
	}
	p := int64(UvintLen(uint64(prev)))
	sizes := []Field{
		{"size", OfRow, 0, FlagBytes, int64(UvintLen(uint64(w.body + p)))},
		{"size of the row before", OfRow, 0, FlagBytes, p},
	}
	return append(append(append([]Field(nil), fields[:head]...), sizes...), fields[head:]...), nil
}

// before is the size of the row before row i: of the header if i is the first,
// else taken as that of an equal row.
func (s *Shape) before(i, head, body int64) (int64, error) {
	if i == 0 {
		size, err := s.Size()
		if err != nil {
			return 0, err
		}
		return size.Header + size.Static, nil
	}
	size := head + body + 2
	for range 3 {
		b := body + int64(UvintLen(uint64(size)))
		size = head + int64(UvintLen(uint64(b))) + b
	}
	return size, nil
}

// checked adds and multiplies numbers that are not negative and remembers overflow.
type checked struct{ overflow bool }

func (c *checked) add(a, b int64) int64 {
	s := a + b
	c.overflow = c.overflow || s < 0
	return s
}

func (c *checked) mul(a, b int64) int64 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	c.overflow = c.overflow || hi != 0 || lo > math.MaxInt64
	return int64(lo)
}
