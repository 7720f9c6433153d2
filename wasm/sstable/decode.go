package sstable

// This file reads Data.db back: each partition as one mutation that writes all
// that the partition holds.

import (
	"errors"
	"strconv"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/schema"
)

// Decode reads the partitions of a Data.db. Applied to an empty memtable they
// give back what was flushed. Every error names the offset.
func Decode(data []byte, h Header) ([]*memtable.Mutation, error) {
	d := &decoder{Header: h, data: data}
	var out []*memtable.Mutation
	for d.pos < len(data) {
		m := d.partition()
		if d.err != nil {
			return nil, d.err
		}
		out = append(out, m)
	}
	return out, nil
}

// A decoder reads; after the first error everything it returns is empty.
type decoder struct {
	Header
	data []byte
	pos  int
	err  error
}

func (d *decoder) fail(what string) {
	if d.err == nil {
		d.err = errors.New("byte " + strconv.Itoa(d.pos) + ": " + what)
	}
}

// take returns the next n bytes.
func (d *decoder) take(n uint64, what string) []byte {
	if d.err == nil && n > uint64(len(d.data)-d.pos) {
		d.fail("the file ends inside " + what + " (" + strconv.FormatUint(n, 10) + " bytes)")
	}
	if d.err != nil {
		return nil
	}
	b := d.data[d.pos : d.pos+int(n) : d.pos+int(n)]
	d.pos += int(n)
	return b
}

// number reads an unsigned number of n bytes; 0 after an error.
func (d *decoder) number(n uint64, what string) (v uint64) {
	for _, b := range d.take(n, what) {
		v = v<<8 | uint64(b)
	}
	return v
}

func (d *decoder) uvint(what string) uint64 {
	first := d.number(1, what)
	extra := 0
	for extra < 8 && first&(0x80>>extra) != 0 {
		extra++
	}
	return first&(0xff>>extra)<<(8*extra) | d.number(uint64(extra), what)
}

func (d *decoder) timestamp() int64 { return d.Stats.MinTimestamp + int64(d.uvint("a timestamp")) }

// seconds reads a local deletion time, of which Cassandra keeps 32 bits as delta.
func (d *decoder) seconds() int64 {
	return d.Stats.MinDeletion + int64(int32(d.uvint("a deletion time")))
}

func (d *decoder) ttl() int32 {
	ttl := d.Stats.MinTTL + int32(d.uvint("a TTL"))
	if ttl <= 0 && d.err == nil {
		d.fail("a TTL of " + strconv.Itoa(int(ttl)))
	}
	return ttl
}

func (d *decoder) deletion() memtable.Deletion {
	return memtable.Deletion{Timestamp: d.timestamp(), LocalTime: d.seconds()}
}

func (d *decoder) partition() *memtable.Mutation {
	m := &memtable.Mutation{Table: d.Table}
	m.Key = d.take(d.number(2, "the length of a key"), "a key")
	m.Deletion = d.partitionDeletion()
	m.Columns = append(append(m.Columns, d.Statics...), d.Regulars...)
	if len(d.Statics) > 0 {
		flags := d.number(1, "the flags of a static row")
		if flags&flagExtension == 0 || d.number(1, "the flags of a static row") != flagStatic {
			d.fail("a static row was expected")
		}
		row := memtable.Row{Static: true}
		d.row(&row, byte(flags), d.Statics)
		if !row.Empty() {
			m.Rows = append(m.Rows, row)
		}
	}
	var open *memtable.RangeDeletion
	for d.err == nil {
		flags := byte(d.number(1, "the flags of a row"))
		switch {
		case d.err != nil:
		case flags == flagEnd:
			if open != nil {
				d.fail("the partition ends inside a range tombstone")
			}
			return m
		case flags&flagEnd != 0 || flags&flagExtension != 0:
			d.fail("flags 0x" + strconv.FormatUint(uint64(flags), 16) + " make no row")
		case flags&flagMarker != 0:
			open = d.marker(m, open)
		default:
			row := memtable.Row{Clustering: d.clustering(len(d.Table.Clustering))}
			d.row(&row, flags, d.Regulars)
			m.Rows = append(m.Rows, row)
		}
	}
	return m
}

func (d *decoder) partitionDeletion() *memtable.Deletion {
	var del memtable.Deletion
	if d.Format == NB {
		del.LocalTime = int64(int32(d.number(4, "a partition's deletion")))
		del.Timestamp = int64(d.number(8, "a partition's deletion"))
		if del.LocalTime == 1<<31-1 && del.Timestamp == -1<<63 {
			return nil
		}
		return &del
	}
	if d.pos < len(d.data) && d.data[d.pos]&0x80 != 0 {
		if d.number(1, "") != 0x80 {
			d.fail("these flags make no deletion time")
		}
		return nil
	}
	del.Timestamp = int64(d.number(8, "a partition's deletion"))
	del.LocalTime = int64(d.number(4, "a partition's deletion"))
	return &del
}

func (d *decoder) clustering(n int) [][]byte {
	if n > len(d.Table.Clustering) {
		d.fail("a bound has " + strconv.Itoa(n) + " values, the table " + strconv.Itoa(len(d.Table.Clustering)))
		return nil
	}
	values := make([][]byte, n)
	var bitmap uint64
	for i := range values {
		if i%32 == 0 {
			bitmap = d.uvint("a clustering")
		}
		switch bitmap >> (2 * (i % 32)) & 3 {
		case 0:
			values[i] = d.value(d.Table.Clustering[i].Type.FixedLen(), "a clustering value")
		case 1:
			values[i] = []byte{}
		}
	}
	return values
}

func (d *decoder) value(fixed int, what string) []byte {
	if fixed >= 0 {
		return d.take(uint64(fixed), what)
	}
	return d.take(d.uvint(what), what)
}

// marker reads a marker; it returns the range that is open behind it.
func (d *decoder) marker(m *memtable.Mutation, open *memtable.RangeDeletion) *memtable.RangeDeletion {
	kind := memtable.BoundKind(d.number(1, "a bound"))
	prefix := d.clustering(int(d.number(2, "a bound")))
	d.uvint("the length of a marker")
	d.uvint("the length of the row before")
	var ends, starts, endIncl, startIncl bool
	switch kind {
	case memtable.ExclEnd, memtable.InclEnd:
		ends, endIncl = true, kind == memtable.InclEnd
	case memtable.InclStart, memtable.ExclStart:
		starts, startIncl = true, kind == memtable.InclStart
	case memtable.ExclEndInclStart, memtable.InclEndExclStart:
		ends, starts = true, true
		endIncl = kind == memtable.InclEndExclStart
		startIncl = !endIncl
	default:
		d.fail("there is no bound of kind " + strconv.Itoa(int(kind)))
	}
	if ends != (open != nil) {
		d.fail("a range tombstone ends that did not start, or starts inside another")
	}
	if d.err != nil {
		return nil
	}
	if ends {
		if del := d.deletion(); d.err == nil && del != open.Deletion {
			d.fail("a range tombstone ends with another deletion than it started with")
		}
		open.End = memtable.Bound{Prefix: prefix, Inclusive: endIncl}
		m.Ranges = append(m.Ranges, *open)
		open = nil
	}
	if starts {
		open = &memtable.RangeDeletion{Start: memtable.Bound{Prefix: prefix, Inclusive: startIncl}, Deletion: d.deletion()}
	}
	return open
}

// row reads a row behind its clustering.
func (d *decoder) row(r *memtable.Row, flags byte, header []*schema.Column) {
	body := d.uvint("the length of a row")
	start := d.pos
	d.uvint("the length of the row before")
	if flags&flagTimestamp != 0 {
		r.Liveness = &memtable.Liveness{Timestamp: d.timestamp(), Expiry: memtable.NoExpiry}
		if flags&flagTTL != 0 {
			r.Liveness.TTL = d.ttl()
			r.Liveness.Expiry = d.seconds()
		}
	}
	if flags&flagDeletion != 0 {
		del := d.deletion()
		r.Deletion = &del
	}
	present := header
	if flags&flagAllColumns == 0 {
		present = d.subset(header)
	}
	for _, c := range present {
		if !c.Type.MultiCell() {
			d.cell(r, c, c.Type.FixedLen())
			continue
		}
		if flags&flagComplexDeletion != 0 {
			if del := d.deletion(); del.Timestamp != -1<<63 {
				r.Complex = append(r.Complex, memtable.ColumnDeletion{Column: c, Deletion: del})
			}
		}
		n := d.uvint("a number of cells")
		for ; n > 0 && d.err == nil; n-- {
			d.cell(r, c, -1)
		}
		if d.err != nil {
			return
		}
	}
	if d.err == nil && uint64(d.pos-start) != body {
		d.fail("a row of " + strconv.FormatUint(body, 10) + " bytes takes " + strconv.Itoa(d.pos-start))
	}
}

func (d *decoder) subset(header []*schema.Column) []*schema.Column {
	n := d.uvint("the missing columns")
	var out []*schema.Column
	if len(header) < 64 {
		if n>>len(header) != 0 {
			d.fail("more columns are missing than the header has")
			return nil
		}
		for i, c := range header {
			if n>>i&1 == 0 {
				out = append(out, c)
			}
		}
		return out
	}
	if n > uint64(len(header)) {
		d.fail("more columns are missing than the header has")
		return nil
	}
	present := len(header) - int(n)
	listed := make([]bool, len(header))
	list := int(n)
	few := present < len(header)/2
	if few {
		list = present
	}
	for ; list > 0; list-- {
		i := d.uvint("the missing columns")
		if i >= uint64(len(header)) || listed[i] {
			d.fail("column " + strconv.FormatUint(i, 10) + " is not in the header, or twice")
			return nil
		}
		listed[i] = true
	}
	for i, c := range header {
		if listed[i] == few {
			out = append(out, c)
		}
	}
	return out
}

func (d *decoder) cell(r *memtable.Row, c *schema.Column, fixed int) {
	flags := d.number(1, "the flags of a cell")
	cell := memtable.Cell{Column: c, Expiry: memtable.NoExpiry}
	if flags&^(cellDeleted|cellExpiring|cellEmpty|cellRowTimestamp|cellRowTTL) != 0 || flags&cellDeleted != 0 && flags&(cellExpiring|cellRowTTL) != 0 {
		d.fail("flags 0x" + strconv.FormatUint(flags, 16) + " make no cell")
	}
	if r.Liveness == nil && flags&(cellRowTimestamp|cellRowTTL) != 0 {
		d.fail("a cell has the timestamp of its row, which has none")
		return
	}
	if flags&cellRowTimestamp != 0 {
		cell.Timestamp = r.Liveness.Timestamp
	} else {
		cell.Timestamp = d.timestamp()
	}
	if flags&cellRowTTL != 0 {
		cell.TTL, cell.Expiry = r.Liveness.TTL, r.Liveness.Expiry
	} else {
		if flags&(cellDeleted|cellExpiring) != 0 {
			cell.Expiry = d.seconds()
		}
		if flags&cellExpiring != 0 {
			cell.TTL = d.ttl()
		}
	}
	if c.Type.MultiCell() {
		cell.Path = d.take(d.uvint("a path"), "a path")
	}
	if flags&cellEmpty == 0 {
		cell.Value = d.value(fixed, "a value")
	} else if flags&cellDeleted == 0 {
		cell.Value = []byte{}
	}
	if c.Type.Kind == cqltype.Counter && cell.Value != nil && !cell.Tombstone() && len(cell.Value) != CounterLen((len(cell.Value)-2)/CounterShardLen) {
		d.fail("a counter of " + strconv.Itoa(len(cell.Value)) + " bytes")
	}
	if d.err == nil {
		r.Cells = append(r.Cells, cell)
	}
}
