package sstable

// This file writes Data.db: the rows of a memtable as one flush stores them,
// uncompressed. The lengths that stand in front of things come from length.go.
// Sources: SortedTablePartitionWriter, UnfilteredSerializer, Cell.Serializer,
// Columns.Serializer, ClusteringPrefix.Serializer of Cassandra 5.0.

import (
	"errors"
	"iter"
	"slices"
	"sort"
	"strconv"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/work"
)

// A Header is what a file's rows are written against. Cassandra keeps it in
// Statistics.db.
type Header struct {
	Format   Format
	Table    *schema.Table
	Statics  []*schema.Column // the columns that may occur, in the order of storage
	Regulars []*schema.Column
	Stats    memtable.Stats // the smallest values, from which deltas count
}

// HeaderOf returns the header of the file that a flush of the store writes.
func HeaderOf(s *memtable.Store, f Format) Header {
	h := Header{Format: f, Table: s.Table(), Stats: s.Stats()}
	h.Statics, h.Regulars = s.Columns()
	return h
}

// Flags of rows and markers, of a row's second byte, and of cells.
const (
	flagEnd             = 0x01
	flagMarker          = 0x02
	flagTimestamp       = 0x04
	flagTTL             = 0x08
	flagDeletion        = 0x10
	flagAllColumns      = 0x20
	flagComplexDeletion = 0x40
	flagExtension       = 0x80

	flagStatic = 0x01

	cellDeleted      = 0x01
	cellExpiring     = 0x02
	cellEmpty        = 0x04
	cellRowTimestamp = 0x08
	cellRowTTL       = 0x10
)

// Encode returns the Data.db of one flush of the store.
func Encode(s *memtable.Store, f Format) ([]byte, error) {
	e := newEncoder(HeaderOf(s, f))
	e.work = s.Work
	for p := range s.Partitions() {
		if err := e.partition(p.Key, p.Deletion, p.StaticRow(), p.Passing()); err != nil {
			return nil, err
		}
	}
	return e.buf, nil
}

// rowUnits is what it takes to write a row, or a partition.
const rowUnits = 8

type encoder struct {
	Header
	buf   []byte
	notes *notes        // nil unless somebody wants to know what each byte is
	index *indexBuilder // nil unless somebody wants to know the length of Index.db
	work  *work.Meter   // counts rows; may be nil

	statics, regulars, keys []headerColumn

	spans []span // of the row at work
	flags []byte // of its cells
}

func newEncoder(h Header) *encoder {
	return &encoder{Header: h, statics: headerColumns(h.Statics), regulars: headerColumns(h.Regulars), keys: headerColumns(h.Table.Clustering)}
}

func (e *encoder) fail(what string) error {
	return errors.New("table " + e.Table.Keyspace + "." + e.Table.Name + ": " + what)
}

// partition writes one partition.
func (e *encoder) partition(key []byte, deletion *memtable.Deletion, static *memtable.Row, rows iter.Seq[memtable.Unfiltered]) error {
	if len(key) > 65535 {
		return e.fail("key length of " + strconv.Itoa(len(key)) + " is longer than maximum of 65535")
	}
	start := len(e.buf)
	if e.notes != nil {
		e.notes.partition(e, key)
	}
	e.uint16(len(key), fieldKeyLength)
	e.buf = append(e.buf, key...)
	e.mark(len(key), fieldKey)
	e.partitionDeletion(deletion)
	if len(e.Statics) > 0 {
		if static == nil {
			static = &memtable.Row{Static: true}
		}
		if err := e.row(static, 0); err != nil {
			return err
		}
	}
	if e.index != nil {
		e.index.start(key, start, len(e.buf)-start, deletion)
	}
	previous := 0
	e.work.Ask(rowUnits)
	for u := range rows {
		e.work.Ask(rowUnits)
		pos := len(e.buf) - start
		var err error
		if u.Marker != nil {
			err = e.marker(u.Marker, pos-previous)
		} else {
			err = e.row(u.Row, pos-previous)
		}
		if err != nil {
			return err
		}
		if e.index != nil {
			e.index.add(u, pos, len(e.buf)-start)
		}
		previous = pos
	}
	e.byte(flagEnd, fieldEnd)
	if e.index != nil {
		e.index.end(len(e.buf) - start)
	}
	return nil
}

// partitionDeletion writes when the whole partition was deleted.
// Source: DeletionTime.LegacySerializer (nb), DeletionTime.Serializer (oa, da).
func (e *encoder) partitionDeletion(d *memtable.Deletion) {
	switch {
	case e.Format == NB && d == nil:
		e.uint32(1<<31-1, fieldPartitionDeletedAt)
		e.uint64(1<<63, fieldPartitionDeletion)
	case e.Format == NB:
		e.uint32(uint32(min(d.LocalTime, 1<<31-2)), fieldPartitionDeletedAt)
		e.uint64(uint64(d.Timestamp), fieldPartitionDeletion)
	case d == nil:
		e.byte(0x80, fieldPartitionLive)
	default:
		e.uint64(uint64(d.Timestamp), fieldPartitionDeletion)
		e.uint32(uint32(d.LocalTime), fieldPartitionDeletedAt)
	}
	if e.notes != nil {
		e.notes.deletion(d)
	}
}

// clustering writes the values of a clustering or of a bound: per 32 of them a
// vint that tells which are empty or null, then the others.
func (e *encoder) clustering(values [][]byte) error {
	for i, v := range values {
		if i%32 == 0 {
			e.uvint(clusteringBitmap(values[i:]), fieldClusteringHeader)
		}
		if len(v) == 0 {
			continue
		}
		if err := e.value(&e.keys[i], v, fieldClustering); err != nil {
			return err
		}
	}
	return nil
}

// clusteringBitmap has bit 2i set for an empty value and 2i+1 for a null, of the
// first 32 values.
func clusteringBitmap(values [][]byte) (bitmap uint64) {
	for i, v := range values[:min(32, len(values))] {
		switch {
		case v == nil:
			bitmap |= 2 << (2 * i)
		case len(v) == 0:
			bitmap |= 1 << (2 * i)
		}
	}
	return bitmap
}

// value writes a value that is not empty.
func (e *encoder) value(c *headerColumn, v []byte, kind fieldKind) error {
	if c.fixed >= 0 {
		if c.fixed != len(v) {
			return e.fail("column " + cql.QuoteName(c.column.Name) + ": expected exactly " + strconv.Itoa(c.fixed) + " bytes, but was " + strconv.Itoa(len(v)))
		}
	} else {
		if len(v) > 1<<31-1 {
			return e.fail("column " + cql.QuoteName(c.column.Name) + ": a value of " + strconv.Itoa(len(v)) + " bytes is longer than 2147483647")
		}
		e.uvint(uint64(len(v)), fieldLength)
	}
	e.buf = append(e.buf, v...)
	if e.notes != nil {
		e.notes.value(e, len(v), kind, c.column, v)
	}
	return nil
}

func (e *encoder) timestamp(t int64) uint64 { return uint64(t - e.Stats.MinTimestamp) }

// deletionTime is the delta of a local deletion time. Cassandra 5.0 cuts it to 32
// bits and extends the sign.
func (e *encoder) deletionTime(t int64) uint64 { return uint64(int64(int32(t - e.Stats.MinDeletion))) }

func (e *encoder) ttl(ttl int32) uint64 { return uint64(int64(ttl - e.Stats.MinTTL)) }

// deletionLen is the length of a deletion: its timestamp, then its local time.
func (e *encoder) deletionLen(d *memtable.Deletion) int {
	return UvintLen(e.timestamp(d.Timestamp)) + UvintLen(e.deletionTime(d.LocalTime))
}

func (e *encoder) deletion(d *memtable.Deletion) {
	e.uvint(e.timestamp(d.Timestamp), fieldDeletionTimestamp)
	if e.notes != nil {
		e.notes.timestamp(d.Timestamp)
	}
	e.uvint(e.deletionTime(d.LocalTime), fieldDeletionTime)
	if e.notes != nil {
		e.notes.seconds(d.LocalTime)
	}
}

// notDeleted stands for a multi-cell column without a deletion in a row in which
// another one has a deletion.
var notDeleted = memtable.Deletion{Timestamp: -1 << 63, LocalTime: 1<<63 - 1}

// A span is a column of a row: which of the header's it is, which of the row's
// cells are its own, and which of the row's column deletions, or -1. It holds no
// pointers, because a row has many.
type span struct {
	index    int
	from, to int
	deletion int
}

// a headerColumn is a column of the header with what its cells need to know of it.
type headerColumn struct {
	column *schema.Column
	fixed  int // length of every value, or negative
	multi  bool
}

func headerColumns(columns []*schema.Column) []headerColumn {
	out := make([]headerColumn, len(columns))
	for i, c := range columns {
		out[i] = headerColumn{c, c.Type.FixedLen(), c.Type.MultiCell()}
		if out[i].multi {
			out[i].fixed = -1
		}
	}
	return out
}

// spansOf cuts a row into its columns, in the order of the header. It fails on a
// column that is not in the header.
func (e *encoder) spansOf(r *memtable.Row, header []headerColumn) error {
	e.spans = e.spans[:0]
	at, n, d := 0, 0, 0
	for n < len(r.Cells) || d < len(r.Complex) {
		var column *schema.Column
		if d == len(r.Complex) || n < len(r.Cells) && memtable.CompareColumns(r.Cells[n].Column, r.Complex[d].Column) <= 0 {
			column = r.Cells[n].Column
		} else {
			column = r.Complex[d].Column
		}
		for at < len(header) && header[at].column != column && memtable.CompareColumns(header[at].column, column) != 0 {
			at++
		}
		if at == len(header) {
			return e.fail("column " + cql.QuoteName(column.Name) + " is not in the header")
		}
		s := span{index: at, from: n, deletion: -1}
		at++
		for n < len(r.Cells) && (r.Cells[n].Column == column || memtable.CompareColumns(r.Cells[n].Column, column) == 0) {
			n++
		}
		s.to = n
		if d < len(r.Complex) && memtable.CompareColumns(r.Complex[d].Column, column) == 0 {
			s.deletion = d
			d++
		}
		e.spans = append(e.spans, s)
	}
	return nil
}

// deletionOf is the deletion of a multi-cell column, nil for none.
func (s span) deletionOf(r *memtable.Row) *memtable.Deletion {
	if s.deletion < 0 {
		return nil
	}
	return &r.Complex[s.deletion].Deletion
}

func (e *encoder) row(r *memtable.Row, previous int) error {
	header := e.regulars
	if r.Static {
		header = e.statics
	}
	if e.notes != nil {
		e.notes.row(r)
	}
	if cap(e.buf)-len(e.buf) < 1<<12 {
		e.buf = slices.Grow(e.buf, len(e.buf)+1<<16) // doubling copies less than append does
	}
	// First what the row has and how long its body is, then the bytes.
	if err := e.spansOf(r, header); err != nil {
		return err
	}
	complexDeletion := len(r.Complex) > 0
	cellBytes := 0
	e.flags = e.flags[:0]
	for _, s := range e.spans {
		cellBytes += e.columnLen(r, &header[s.index], s, complexDeletion)
	}
	present := func(i int) bool { return hasColumn(e.spans, i) }

	flags := byte(0)
	body := UvintLen(uint64(previous)) + cellBytes
	if l := r.Liveness; l != nil {
		flags |= flagTimestamp
		body += UvintLen(e.timestamp(l.Timestamp))
		if l.TTL != memtable.NoTTL {
			flags |= flagTTL
			body += UvintLen(e.ttl(l.TTL)) + UvintLen(e.deletionTime(l.Expiry))
		}
	}
	if r.Deletion != nil {
		flags |= flagDeletion
		body += e.deletionLen(r.Deletion)
	}
	if complexDeletion {
		flags |= flagComplexDeletion
	}
	if len(e.spans) == len(header) {
		flags |= flagAllColumns
	} else {
		body += SubsetLen(len(header), present)
	}
	if r.Static {
		flags |= flagExtension
	}

	e.byte(flags, fieldRowFlags)
	if r.Static {
		e.byte(flagStatic, fieldStaticFlag)
	} else if err := e.clustering(r.Clustering); err != nil {
		return err
	}
	e.uvint(uint64(body), fieldBodyLength)
	end := len(e.buf) + body
	e.uvint(uint64(previous), fieldPrevious)
	if l := r.Liveness; l != nil {
		e.uvint(e.timestamp(l.Timestamp), fieldRowTimestamp)
		if e.notes != nil {
			e.notes.timestamp(l.Timestamp)
		}
		if l.TTL != memtable.NoTTL {
			e.uvint(e.ttl(l.TTL), fieldRowTTL)
			if e.notes != nil {
				e.notes.ttl(l.TTL)
			}
			e.uvint(e.deletionTime(l.Expiry), fieldRowExpiry)
			if e.notes != nil {
				e.notes.seconds(l.Expiry)
			}
		}
	}
	if r.Deletion != nil {
		e.deletion(r.Deletion)
	}
	if len(e.spans) != len(header) {
		e.subset(len(header), present)
		if e.notes != nil {
			e.notes.missing(header, present)
		}
	}
	for _, s := range e.spans {
		if err := e.column(r, &header[s.index], s, complexDeletion); err != nil {
			return err
		}
	}
	if len(e.buf) != end {
		return e.fail("a row's body is " + strconv.Itoa(len(e.buf)-end+body) + " bytes long instead of " + strconv.Itoa(body))
	}
	return nil
}

// subset writes which columns of the header the row lacks: a bitmap, or from 64
// columns on how many, and the numbers of the fewer ones, present or missing.
func (e *encoder) subset(n int, present func(int) bool) {
	if n < 64 {
		var missing uint64
		for i := range n {
			if !present(i) {
				missing |= 1 << i
			}
		}
		e.uvint(missing, fieldSubset)
		return
	}
	start := len(e.buf)
	e.buf = AppendUvint(e.buf, uint64(n-len(e.spans)))
	for i := range n {
		if present(i) == (len(e.spans) < n/2) {
			e.buf = AppendUvint(e.buf, uint64(i))
		}
	}
	e.mark(len(e.buf)-start, fieldSubset)
}

// hasColumn reports whether one of the spans is the header's i-th column.
func hasColumn(spans []span, i int) bool {
	at := sort.Search(len(spans), func(k int) bool { return spans[k].index >= i })
	return at < len(spans) && spans[at].index == i
}

// columnLen is the length of a column in a row; the flags of its cells are kept
// for later.
func (e *encoder) columnLen(r *memtable.Row, h *headerColumn, s span, complexDeletion bool) int {
	if !h.multi {
		return e.cellLen(r, &r.Cells[s.from], h.fixed >= 0, -1)
	}
	n := 0
	for i := s.from; i < s.to; i++ {
		n += e.cellLen(r, &r.Cells[i], false, len(r.Cells[i].Path))
	}
	deletion := 0
	if complexDeletion {
		deletion = e.deletionLen(or(s.deletionOf(r)))
	}
	return ComplexLen(deletion, s.to-s.from, n)
}

func or(d *memtable.Deletion) *memtable.Deletion {
	if d == nil {
		return &notDeleted
	}
	return d
}

// cellFlags tells which parts the cell has and which it takes from its row.
func cellFlags(r *memtable.Row, c *memtable.Cell) byte {
	flags := byte(0)
	if c.TTL != memtable.NoTTL {
		flags |= cellExpiring
	} else if c.Expiry != memtable.NoExpiry {
		flags |= cellDeleted
	}
	if len(c.Value) == 0 {
		flags |= cellEmpty
	}
	if l := r.Liveness; l != nil {
		if l.Timestamp == c.Timestamp {
			flags |= cellRowTimestamp
		}
		if c.TTL != memtable.NoTTL && l.TTL == c.TTL && l.Expiry == c.Expiry {
			flags |= cellRowTTL
		}
	}
	return flags
}

func (e *encoder) cellLen(r *memtable.Row, c *memtable.Cell, fixed bool, path int) int {
	flags := cellFlags(r, c)
	e.flags = append(e.flags, flags)
	l := CellLen{Path: path, Value: ValueLen(fixed, len(c.Value))}
	if flags&cellRowTimestamp == 0 {
		l.Timestamp = UvintLen(e.timestamp(c.Timestamp))
	}
	if flags&cellRowTTL == 0 {
		if flags&(cellDeleted|cellExpiring) != 0 {
			l.Expiry = UvintLen(e.deletionTime(c.Expiry))
		}
		if flags&cellExpiring != 0 {
			l.TTL = UvintLen(e.ttl(c.TTL))
		}
	}
	return l.Len()
}

// column writes a column.
func (e *encoder) column(r *memtable.Row, h *headerColumn, s span, complexDeletion bool) error {
	if e.notes != nil {
		e.notes.column(h.column, s.deletionOf(r), r.Cells[s.from:s.to])
		defer e.notes.column(nil, nil, nil)
	}
	if h.multi {
		if complexDeletion {
			if e.notes != nil {
				e.notes.columnDeletion(s.deletionOf(r))
			}
			e.deletion(or(s.deletionOf(r)))
		}
		e.uvint(uint64(s.to-s.from), fieldCellCount)
	}
	for i := s.from; i < s.to; i++ {
		if err := e.cell(h, &r.Cells[i], e.flags[i]); err != nil {
			return err
		}
	}
	return nil
}

func (e *encoder) cell(h *headerColumn, c *memtable.Cell, flags byte) error {
	if e.notes != nil {
		e.notes.cell(c)
	}
	e.byte(flags, fieldCellFlags)
	if flags&cellRowTimestamp == 0 {
		e.uvint(e.timestamp(c.Timestamp), fieldCellTimestamp)
		if e.notes != nil {
			e.notes.timestamp(c.Timestamp)
		}
	}
	if flags&cellRowTTL == 0 {
		if flags&(cellDeleted|cellExpiring) != 0 {
			kind := fieldCellExpiry
			if flags&cellDeleted != 0 {
				kind = fieldDeletionTime
			}
			e.uvint(e.deletionTime(c.Expiry), kind)
			if e.notes != nil {
				e.notes.seconds(c.Expiry)
			}
		}
		if flags&cellExpiring != 0 {
			e.uvint(e.ttl(c.TTL), fieldCellTTL)
			if e.notes != nil {
				e.notes.ttl(c.TTL)
			}
		}
	}
	if h.multi {
		e.uvint(uint64(len(c.Path)), fieldPathLength)
		e.buf = append(e.buf, c.Path...)
		if e.notes != nil {
			e.notes.path(e, c)
		}
	}
	if len(c.Value) == 0 {
		return nil
	}
	return e.value(h, c.Value, fieldValue)
}

// marker writes where a range tombstone starts or ends.
func (e *encoder) marker(m *memtable.Marker, previous int) error {
	if e.notes != nil {
		e.notes.marker(m)
	}
	e.byte(flagMarker, fieldRowFlags)
	e.byte(byte(m.Kind), fieldBoundKind)
	e.uint16(len(m.Prefix), fieldBoundCount)
	if err := e.clustering(m.Prefix); err != nil {
		return err
	}
	body := UvintLen(uint64(previous))
	for _, d := range [...]*memtable.Deletion{m.Close, m.Open} {
		if d != nil {
			body += e.deletionLen(d)
		}
	}
	e.uvint(uint64(body), fieldBodyLength)
	e.uvint(uint64(previous), fieldPrevious)
	for _, d := range [...]*memtable.Deletion{m.Close, m.Open} {
		if d != nil {
			e.deletion(d)
		}
	}
	return nil
}

func (e *encoder) byte(b byte, kind fieldKind) {
	e.buf = append(e.buf, b)
	if e.notes != nil {
		e.notes.number(e, 1, kind, uint64(b))
	}
}

func (e *encoder) uint16(v int, kind fieldKind) {
	e.buf = append(e.buf, byte(v>>8), byte(v))
	if e.notes != nil {
		e.notes.number(e, 2, kind, uint64(v))
	}
}

func (e *encoder) uint32(v uint32, kind fieldKind) {
	e.buf = append(e.buf, byte(v>>24), byte(v>>16), byte(v>>8), byte(v))
	if e.notes != nil {
		e.notes.number(e, 4, kind, uint64(v))
	}
}

func (e *encoder) uint64(v uint64, kind fieldKind) {
	e.buf = append(e.buf, byte(v>>56), byte(v>>48), byte(v>>40), byte(v>>32), byte(v>>24), byte(v>>16), byte(v>>8), byte(v))
	if e.notes != nil {
		e.notes.number(e, 8, kind, v)
	}
}

func (e *encoder) uvint(u uint64, kind fieldKind) {
	if u < 0x80 {
		e.buf = append(e.buf, byte(u))
	} else {
		e.buf = AppendUvint(e.buf, u)
	}
	if e.notes != nil {
		e.notes.number(e, UvintLen(u), kind, u)
	}
}

// mark notes the last n bytes.
func (e *encoder) mark(n int, kind fieldKind) {
	if e.notes != nil {
		e.notes.bytes(e, n, kind)
	}
}
