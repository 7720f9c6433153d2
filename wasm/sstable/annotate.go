package sstable

// This file says of each byte of Data.db what it is, what it means, which part of
// the writes it comes from, and why it is there.

import (
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/schema"
)

// fieldKind is what a field is.
type fieldKind uint8

const (
	fieldKeyLength fieldKind = iota
	fieldKey
	fieldPartitionDeletedAt
	fieldPartitionDeletion
	fieldPartitionLive
	fieldRowFlags
	fieldStaticFlag
	fieldClusteringHeader
	fieldLength
	fieldClustering
	fieldBodyLength
	fieldPrevious
	fieldRowTimestamp
	fieldRowTTL
	fieldRowExpiry
	fieldDeletionTimestamp
	fieldDeletionTime
	fieldSubset
	fieldCellCount
	fieldCellFlags
	fieldCellTimestamp
	fieldCellExpiry
	fieldCellTTL
	fieldPathLength
	fieldPath
	fieldValue
	fieldBoundKind
	fieldBoundCount
	fieldEnd
)

// fieldTexts has the name of each kind and why such a field is there.
var fieldTexts = [...][2]string{
	fieldKeyLength:          {"key length", "The partition key has any length, so its length comes first, in two bytes."},
	fieldKey:                {"partition key", "Every partition starts with its key; nothing else says which partition this is."},
	fieldPartitionDeletedAt: {"partition deletion, second", "When the whole partition was deleted; the largest number means never. After gc_grace_seconds compaction may drop the tombstone."},
	fieldPartitionDeletion:  {"partition deletion, timestamp", "What is not newer than this is deleted; the smallest number means that nothing is."},
	fieldPartitionLive:      {"partition not deleted", "Newer formats spend one byte where the partition was never deleted; format nb spends twelve."},
	fieldRowFlags:           {"flags", "Which optional parts follow."},
	fieldStaticFlag:         {"static row", "A second byte of flags marks the static row. It is written for every partition once any partition of the file has static columns."},
	fieldClusteringHeader:   {"clustering header", "One vint per 32 clustering values tells which are empty; it is there even if none is."},
	fieldLength:             {"length", "The type has no fixed length on disk, so a length comes first."},
	fieldClustering:         {"clustering value", "It tells which row this is, and rows are sorted by it."},
	fieldBodyLength:         {"body length", "How many bytes of this row follow, so that a reader can skip it."},
	fieldPrevious:           {"previous length", "How many bytes the row before takes (for the first row: the partition's header). Reading backwards could use it."},
	fieldRowTimestamp:       {"row timestamp", "INSERT gives the row itself a timestamp; cells that share it write none. It is stored as the difference to the smallest in the file."},
	fieldRowTTL:             {"row TTL", "The TTL of the row, as the difference to the smallest in the file."},
	fieldRowExpiry:          {"row expiry", "When the row expires, as the difference to the smallest in the file."},
	fieldDeletionTimestamp:  {"deletion, timestamp", "What is not newer than this is deleted."},
	fieldDeletionTime:       {"deletion, second", "When the deletion happened. It must stay for gc_grace_seconds, so that replicas that missed it learn of it."},
	fieldSubset:             {"missing columns", "The row lacks columns that the file knows, so it says which ones: as a bitmap, or from 64 columns on as a list."},
	fieldCellCount:          {"number of cells", "A multi-cell column has one cell per element."},
	fieldCellFlags:          {"cell flags", "Every cell starts with a byte of flags, each element of a collection too."},
	fieldCellTimestamp:      {"cell timestamp", "The cell was not written together with its row, so it has a timestamp of its own."},
	fieldCellExpiry:         {"cell expiry", "When the cell expires."},
	fieldCellTTL:            {"cell TTL", "The TTL that the cell was written with."},
	fieldPathLength:         {"path length", "Elements are found by a path; its length is always written, even where the type has a fixed one."},
	fieldPath:               {"path", "A set's element, a map's key, a field's number, or for a list a time UUID of 16 bytes."},
	fieldValue:              {"value", "What was written."},
	fieldBoundKind:          {"kind of bound", "Whether a deleted range starts or ends here, and whether the bound itself belongs to it."},
	fieldBoundCount:         {"number of values", "A bound may have fewer clustering values than a row."},
	fieldEnd:                {"end of partition", "A flags byte with only this bit tells that no row follows."},
}

// Part is the part of a partition in which a field stands.
type Part uint8

// The parts of a partition.
const (
	PartHeader Part = iota
	PartStatic
	PartRow
	PartMarker
	PartEnd
)

func (p Part) String() string {
	return [...]string{"partition header", "static row", "row", "range tombstone marker", "end of partition"}[p]
}

// A Note says what some bytes of the file mean.
type Note struct {
	Offset, Length int
	Name           string
	Value          string // what the bytes say, for people
	Why            string
	Part           Part
	Partition      int    // counted from 0
	Item           int    // which row or marker of the partition, from 0; -1 before the first
	Key            string // of the partition, for people
	Row            string // the clustering, for people; "" outside of rows and markers
	Column         string // "" where the field belongs to no column
	Element        string // of a multi-cell column, for people
	Write          int32  // number of the write that it comes from, or -1 for none
}

// A Layout is a file with what each of its bytes means. The notes cover the
// bytes without a gap.
type Layout struct {
	Header Header
	Data   []byte
	Notes  []Note
	Fields int    // how many notes there are, or would be
	Costs  []Cost // how many bytes go into each kind of field
}

// A Cost is the bytes of all fields of one name; values are counted column by column.
type Cost struct {
	Name, Column string
	Bytes        int
}

// Annotate returns what Encode returns, with a note on each part.
func Annotate(s *memtable.Store, f Format) (*Layout, error) {
	return AnnotateSome(s, f, 1<<62, 0)
}

// AnnotateSome is Annotate with notes on the first fields alone, so many of them,
// on the field at an offset, and on the headers of partitions.
func AnnotateSome(s *memtable.Store, f Format, fields, at int) (*Layout, error) {
	e := newEncoder(HeaderOf(s, f))
	e.work = s.Work
	e.notes = &notes{table: e.Table, part: -1, encoder: e, limit: fields, at: at}
	for p := range s.Partitions() {
		if err := e.partition(p.Key, p.Deletion, p.StaticRow(), p.Passing()); err != nil {
			return nil, err
		}
	}
	return &Layout{e.Header, e.buf, e.notes.list, e.notes.fields, e.notes.costs}, nil
}

// notes collects the fields while the encoder writes.
type notes struct {
	table *schema.Table
	list  []Note
	now   Note // what the next fields have in common
	part  int
	// What the next deletion is about: of a multi-cell column that has none, or has one.
	absent, overwrite bool

	encoder   *encoder
	limit, at int // how many fields get a note, and the offset of one that gets it anyhow
	fields    int
	skipped   bool // the last field got none
	costs     []Cost
}

// cost counts a field.
func (n *notes) cost(kind fieldKind, length int) {
	name, column := fieldTexts[kind][0], ""
	if kind == fieldValue || kind == fieldClustering {
		column = n.now.Column
	}
	for i := range n.costs {
		if c := &n.costs[i]; c.Name == name && c.Column == column {
			c.Bytes += length
			return
		}
	}
	n.costs = append(n.costs, Cost{name, column, length})
}

func (n *notes) partition(e *encoder, key []byte) {
	n.part++
	var parts []string
	types := e.Table.PartitionKey
	for i, v := range cqltype.SplitPartitionKey(key, len(types)) {
		parts = append(parts, valueText(types[i].Type, v))
	}
	n.now = Note{Partition: n.part, Item: -1, Key: strings.Join(parts, ", "), Write: -1}
}

func (n *notes) deletion(d *memtable.Deletion) {
	if d == nil {
		return
	}
	for i := len(n.list) - 2; i < len(n.list); i++ {
		f := &n.list[i]
		f.Write = d.Write
		if f.Length == 8 {
			f.Value = timestampText(d.Timestamp)
		} else {
			f.Value = secondsText(d.LocalTime)
		}
	}
}

// item starts a row or a marker.
func (n *notes) item(part Part, prefix [][]byte, write int32) {
	n.now = Note{Partition: n.part, Item: n.now.Item, Key: n.now.Key, Part: part, Write: write}
	if part != PartStatic {
		n.now.Item++
	}
	if n.fields >= n.limit && len(n.encoder.buf) > n.at {
		return
	}
	for i, v := range prefix {
		if i > 0 {
			n.now.Row += ", "
		}
		n.now.Row += valueText(n.table.Clustering[i].Type, v)
	}
}

func (n *notes) row(r *memtable.Row) {
	write := int32(-1)
	switch {
	case r.Liveness != nil:
		write = r.Liveness.Write
	case r.Deletion != nil:
		write = r.Deletion.Write
	case len(r.Cells) > 0:
		write = r.Cells[0].Write
	case len(r.Complex) > 0:
		write = r.Complex[0].Write
	}
	part := PartRow
	if r.Static {
		part = PartStatic
	}
	n.item(part, r.Clustering, write)
}

func (n *notes) marker(m *memtable.Marker) {
	write := int32(-1)
	if m.Open != nil {
		write = m.Open.Write
	} else {
		write = m.Close.Write
	}
	n.item(PartMarker, m.Prefix, write)
}

// column says which column the next fields belong to; nil says none.
func (n *notes) column(c *schema.Column, deletion *memtable.Deletion, cells []memtable.Cell) {
	n.now.Column, n.now.Element = "", ""
	if c == nil {
		return
	}
	n.now.Column = c.Name
	if deletion != nil {
		n.now.Write = deletion.Write
	} else if len(cells) > 0 {
		n.now.Write = cells[0].Write
	}
}

func (n *notes) cell(c *memtable.Cell) {
	n.now.Write = c.Write
	if n.fields >= n.limit && len(n.encoder.buf) > n.at {
		return
	}
	if t := c.Column.Type; t.MultiCell() {
		n.now.Element = elementText(t, c.Path)
	}
}

// columnDeletion says that the deletion of a multi-cell column comes next; nil
// deletes nothing.
func (n *notes) columnDeletion(d *memtable.Deletion) {
	n.absent, n.overwrite = d == nil, d != nil
}

func (n *notes) bytes(e *encoder, length int, kind fieldKind) {
	n.cost(kind, length)
	n.fields++
	f := n.now
	f.Offset, f.Length = len(e.buf)-length, length
	if n.skipped = n.fields > n.limit && f.Part != PartHeader && (n.at < f.Offset || n.at >= f.Offset+length); n.skipped {
		return
	}
	f.Name, f.Why = fieldTexts[kind][0], fieldTexts[kind][1]
	switch kind {
	case fieldEnd:
		f.Part, f.Row, f.Write = PartEnd, "", -1
	case fieldKey:
		f.Value = f.Key
	}
	n.list = append(n.list, f)
}

func (n *notes) number(e *encoder, length int, kind fieldKind, v uint64) {
	n.bytes(e, length, kind)
	if n.skipped {
		return
	}
	f := &n.list[len(n.list)-1]
	switch kind {
	case fieldRowFlags:
		f.Value = flagsText(v, []string{"end of partition", "marker", "row timestamp", "row TTL", "deletion", "all columns", "column deletion", "more flags"})
	case fieldCellFlags:
		f.Value = flagsText(v, []string{"tombstone", "expires", "no value", "timestamp of the row", "TTL of the row"})
	case fieldBoundKind:
		f.Value = memtable.BoundKind(v).String()
	case fieldSubset:
		f.Value = strconv.FormatUint(v, 2)
	case fieldEnd, fieldStaticFlag, fieldPartitionLive:
	case fieldPartitionDeletedAt, fieldPartitionDeletion:
		f.Value = "never"
	default:
		f.Value = strconv.FormatUint(v, 10)
	}
}

const neverDeleted = "Another column of this row has a deletion, so every multi-cell column writes one; this one says: never."

// last is the field that was noted last.
func (n *notes) last() *Note { return &n.list[len(n.list)-1] }

func (n *notes) timestamp(t int64) {
	if n.skipped {
		n.overwrite = false
		return
	}
	f := n.last()
	if n.absent {
		f.Value, f.Why = "not deleted", neverDeleted
		return
	}
	if n.overwrite {
		f.Why = "Older elements are deleted: a new value for the whole column does so one microsecond before its own timestamp, DELETE at its own."
		n.overwrite = false
	}
	f.Value = timestampText(t) + " (smallest + " + f.Value + ")"
}

func (n *notes) seconds(t int64) {
	absent := n.absent
	n.absent = false
	if n.skipped {
		return
	}
	f := n.last()
	if absent {
		f.Value, f.Why = "not deleted", neverDeleted
		return
	}
	f.Value = secondsText(t) + " (smallest + " + f.Value + ")"
}

func (n *notes) ttl(ttl int32) {
	if n.skipped {
		return
	}
	f := n.last()
	f.Value = strconv.Itoa(int(ttl)) + " s (smallest + " + f.Value + ")"
}

func (n *notes) value(e *encoder, length int, kind fieldKind, c *schema.Column, v []byte) {
	if kind == fieldClustering {
		n.now.Column = c.Name
		defer func() { n.now.Column = "" }()
	}
	n.bytes(e, length, kind)
	if n.skipped {
		return
	}
	f := n.last()
	if kind == fieldClustering {
		if before := len(n.list) - 2; n.list[before].Name == fieldTexts[fieldLength][0] {
			n.list[before].Column = c.Name
		}
	}
	t := c.Type
	switch {
	case kind == fieldClustering:
	case t.Kind == cqltype.Counter:
		f.Value = strconv.FormatInt(memtable.CounterValue(v), 10)
		f.Why = "A counter's value holds, for each leader: 2 bytes of header, 16 of its id, 8 of clock, 8 of count; and 2 bytes that tell how many."
		return
	case t.Kind == cqltype.List && t.MultiCell():
		t = t.Elems[0]
	case t.Kind == cqltype.Map && t.MultiCell():
		t = t.Elems[1]
	case t.Kind == cqltype.UDT && t.MultiCell():
		for i, field := range t.Fields {
			if field.Name == f.Element {
				t = t.Fields[i].Type
				break
			}
		}
	}
	f.Value = valueText(t, v)
}

func (n *notes) path(e *encoder, c *memtable.Cell) {
	if n.bytes(e, len(c.Path), fieldPath); n.skipped {
		return
	}
	n.last().Value = n.now.Element
}

// missing names the columns that the row lacks.
func (n *notes) missing(header []headerColumn, present func(int) bool) {
	if n.skipped {
		return
	}
	var names []string
	for i := range header {
		if !present(i) {
			names = append(names, cql.QuoteName(header[i].column.Name))
		}
	}
	n.last().Value = strings.Join(names, ", ")
}

func flagsText(v uint64, names []string) string {
	var set []string
	for i, name := range names {
		if v>>i&1 != 0 {
			set = append(set, name)
		}
	}
	if len(set) == 0 {
		return "none"
	}
	return strings.Join(set, ", ")
}

// elementText shows the path of an element.
func elementText(t *cqltype.Type, path []byte) string {
	switch t.Kind {
	case cqltype.Set, cqltype.Map:
		return valueText(t.Elems[0], path)
	case cqltype.List:
		return valueText(cqltype.NativeOf(cqltype.Timeuuid), path)
	case cqltype.UDT:
		if len(path) == 2 {
			if i := int(path[0])<<8 | int(path[1]); i < len(t.Fields) {
				return t.Fields[i].Name
			}
		}
	}
	return "0x" + cqltype.Hex(path)
}

func timestampText(t int64) string { return strconv.FormatInt(t, 10) + " µs" }
func secondsText(t int64) string   { return strconv.FormatInt(t, 10) + " s" }

func valueText(t *cqltype.Type, v []byte) string { return t.Literal(v) }
