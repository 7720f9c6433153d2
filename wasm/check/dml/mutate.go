package dml

// This file turns a checked INSERT, UPDATE or DELETE whose values are all known
// into what the storage engine gets: one memtable.Mutation per partition key.
// It judges nothing but what only the data can tell (list positions).

import (
	"slices"
	"strconv"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/work"
)

// opKind is what an operation does to its column.
type opKind uint8

const (
	// opSet writes a whole value; nil deletes. A multi-cell column loses its older
	// elements first.
	opSet opKind = iota
	// opSetElement writes m[key], l[index] or udt.field; nil deletes it.
	opSetElement
	// opAppend adds elements of a set, map or list behind those that are there.
	opAppend
	// opPrepend adds elements in front of a list.
	opPrepend
	// opRemove takes elements out: of a set or a map by their keys (value is a
	// serialized set), of a list by their values (a serialized list).
	opRemove
	// opDelete is DELETE column.
	opDelete
	// opDeleteElement is DELETE m[key], s[element], l[index] or udt.field.
	opDeleteElement
	// opCount adds delta to a counter.
	opCount
)

// An operation is one assignment or deletion of a column.
type operation struct {
	column *schema.Column
	kind   opKind
	key    []byte // of an element: a map's key, a set's element, a list's index (int), a field's index (smallint)
	value  []byte // serialized in the column's type, or in the element's; nil is null
	delta  int64  // of opCount
	at     diag.Span
}

// A write is a checked INSERT, UPDATE or DELETE.
type write struct {
	table     *schema.Table
	insert    bool                // INSERT: gives its rows a liveness
	json      bool                // INSERT … JSON: not in a compact table
	keys      [][]byte            // serialized partition keys; IN gives several
	rows      [][][]byte          // complete clusterings; one empty one in a table without clustering columns; none where only static columns are written
	ranges    [][2]memtable.Bound // a DELETE of ranges: start and end in the order of storage
	ops       []operation         // none in a DELETE of whole rows, ranges or partitions
	timestamp int64               // microseconds since 1970
	now       int64               // seconds since 1970
	ttl       int32               // seconds, or memtable.NoTTL
	meter     *work.Meter
}

// A RowReader returns the row that is visible now, or nil; static asks for the
// static row. Only operations on positions in a list read.
type RowReader func(key []byte, clustering [][]byte, static bool) *memtable.Row

// writeUnits is what a mutation takes besides its rows and cells.
const writeUnits = 10

// cellUnits is what a row or a cell takes that is written.
const cellUnits = 4

// bytes is how much memory the mutations will take, with what the store keeps of them.
func (w *write) bytes() int {
	row, rows := memtable.RowRoom, max(len(w.rows), min(len(w.ops), 1)) // one may be static
	if len(w.ops) == 0 {
		row += memtable.DeletionRoom
	}
	for i := range w.ops {
		op := &w.ops[i]
		row += memtable.CellRoom + len(op.key) + len(op.value)
		if t := op.column.Type; t.MultiCell() && t.IsCollection() && op.kind <= opRemove && op.kind != opSetElement && len(op.value) > 4 {
			row += min(int(cqltype.Long(op.value[:4])), len(op.value)) * memtable.ElementRoom
		}
	}
	each := memtable.PartitionRoom + row*rows + memtable.RangeRoom*len(w.ranges)
	for _, clustering := range w.rows {
		for _, v := range clustering {
			each += len(v)
		}
	}
	return each * len(w.keys)
}

// mutations returns what the storage engine gets. The errors are those that only
// the data decides, in the server's words (invalid).
// Source: UpdateStatement.addUpdateForKey, DeleteStatement.addUpdateForKey.
func (w *write) mutations(read RowReader, ids *check.ElementIDs) ([]memtable.Mutation, *diag.Diagnostic) {
	var columns []*schema.Column
	var static, regular []operation
	for _, op := range w.ops {
		columns = append(columns, op.column)
		if op.column.Kind == schema.Static {
			static = append(static, op)
		} else {
			regular = append(regular, op)
		}
	}
	deletion := memtable.Deletion{Timestamp: w.timestamp, LocalTime: w.now}
	rows := work.Times(len(w.keys), 1+len(w.ranges)+len(w.rows)) // that of the partition, too
	w.meter.Hold(w.bytes(), rows, "rows")
	w.meter.Spend(rows, cellUnits, "rows")
	out := make([]memtable.Mutation, 0, len(w.keys))
	for _, key := range w.keys {
		w.meter.Ask(writeUnits) // a pause now and then; what is begun comes to its end
		m := memtable.Mutation{Table: w.table, Key: key, Columns: columns}
		switch {
		case len(w.ranges) > 0:
			for _, r := range w.ranges {
				m.Ranges = append(m.Ranges, memtable.RangeDeletion{Start: r[0], End: r[1], Deletion: deletion})
			}
		case !w.insert && len(w.ops) == 0 && (len(w.rows) == 0 || len(w.rows[0]) == 0):
			m.Deletion = &deletion
		case !w.insert && len(w.ops) == 0:
			for _, clustering := range w.rows {
				m.Rows = append(m.Rows, memtable.Row{Clustering: clustering, Deletion: &deletion})
			}
		default:
			for _, clustering := range w.rows {
				if !w.insert && len(regular) == 0 {
					continue
				}
				row := memtable.Row{Clustering: clustering}
				if w.insert && (!w.table.Compact || len(w.table.Regulars) == 0 && !w.json) {
					row.Liveness = &memtable.Liveness{Timestamp: w.timestamp, TTL: w.ttl, Expiry: w.expiry()}
				}
				if err := w.apply(&row, key, regular, read, ids); err != nil {
					return nil, err
				}
				m.Rows = append(m.Rows, row)
			}
			if len(static) > 0 {
				row := memtable.Row{Static: true}
				if err := w.apply(&row, key, static, read, ids); err != nil {
					return nil, err
				}
				m.Rows = append(m.Rows, row)
			}
		}
		out = append(out, m)
	}
	return out, nil
}

// merged joins the mutations of a batch: the storage engine gets one for each
// partition, and only what is left of it after its parts are merged counts.
// Source: BatchUpdatesCollector.
func merged(ms []memtable.Mutation) []memtable.Mutation {
	type place struct {
		table *schema.Table
		key   string
	}
	at := map[place]int{}
	var out []memtable.Mutation
	for _, m := range ms {
		p := place{m.Table, string(m.Key)}
		i, ok := at[p]
		if !ok {
			at[p] = len(out)
			// What is appended later goes into memory of its own.
			m.Columns, m.Rows, m.Ranges = slices.Clip(m.Columns), slices.Clip(m.Rows), slices.Clip(m.Ranges)
			out = append(out, m)
			continue
		}
		o := &out[i]
		o.Columns = append(o.Columns, m.Columns...)
		o.Rows = append(o.Rows, m.Rows...)
		o.Ranges = append(o.Ranges, m.Ranges...)
		if d := m.Deletion; d != nil && (o.Deletion == nil || d.Timestamp > o.Deletion.Timestamp) {
			o.Deletion = d
		}
	}
	return out
}

// ballot gives the mutations of a conditional write the timestamps that Paxos
// gives them: its own to what lives, one less to what is deleted, so that a write
// never deletes its own values.
// Source: PartitionUpdate.Builder.updateAllTimestamp.
func ballot(ms []memtable.Mutation, timestamp int64) []memtable.Mutation {
	out := merged(ms)
	for i := range out {
		m := &out[i]
		if m.Deletion != nil {
			m.Deletion = &memtable.Deletion{Timestamp: timestamp - 1, LocalTime: m.Deletion.LocalTime}
		}
		m.Ranges = slices.Clone(m.Ranges)
		for j := range m.Ranges {
			m.Ranges[j].Timestamp = timestamp - 1
		}
		m.Rows = slices.Clone(m.Rows)
		for j := range m.Rows {
			r := &m.Rows[j]
			if r.Liveness != nil {
				l := *r.Liveness
				l.Timestamp = timestamp
				r.Liveness = &l
			}
			if r.Deletion != nil {
				r.Deletion = &memtable.Deletion{Timestamp: timestamp - 1, LocalTime: r.Deletion.LocalTime}
			}
			for k := range r.Complex {
				r.Complex[k].Timestamp = timestamp - 1
			}
			for k := range r.Cells {
				if c := &r.Cells[k]; c.Tombstone() {
					c.Timestamp = timestamp - 1
				} else {
					c.Timestamp = timestamp
				}
			}
		}
	}
	return out
}

func (w *write) expiry() int64 {
	if w.ttl == memtable.NoTTL {
		return memtable.NoExpiry
	}
	return w.now + int64(w.ttl)
}

func (w *write) apply(row *memtable.Row, key []byte, ops []operation, read RowReader, ids *check.ElementIDs) *diag.Diagnostic {
	for i := range ops {
		had := len(row.Cells)
		if err := w.applyOne(row, key, &ops[i], read, ids); err != nil {
			return err
		}
		w.meter.Spend(1+len(row.Cells)-had, cellUnits, "cells")
	}
	return nil
}

func (w *write) applyOne(row *memtable.Row, key []byte, op *operation, read RowReader, ids *check.ElementIDs) *diag.Diagnostic {
	c, t := op.column, op.column.Type
	put := func(path, value []byte) {
		if value == nil {
			value = []byte{}
		}
		row.Cells = append(row.Cells, memtable.Cell{Column: c, Path: path, Value: value, Timestamp: w.timestamp, TTL: w.ttl, Expiry: w.expiry()})
	}
	bury := func(path []byte) {
		row.Cells = append(row.Cells, memtable.Cell{Column: c, Path: path, Timestamp: w.timestamp, Expiry: w.now})
	}
	wipe := func(timestamp int64) {
		row.Complex = append(row.Complex, memtable.ColumnDeletion{Column: c, Deletion: memtable.Deletion{Timestamp: timestamp, LocalTime: w.now}})
	}
	if !t.MultiCell() {
		switch {
		case op.kind == opCount:
			row.Cells = append(row.Cells, memtable.Cell{Column: c, Timestamp: w.timestamp, Expiry: memtable.NoExpiry, Delta: op.delta})
		case op.kind == opDelete || op.value == nil:
			bury(nil)
		default:
			put(nil, op.value)
		}
		return nil
	}
	switch op.kind {
	case opDelete:
		wipe(w.timestamp)
	case opSet, opAppend:
		if op.kind == opSet {
			// One microsecond earlier, so that it spares the new elements.
			wipe(w.timestamp - 1)
		}
		if op.value == nil {
			return nil
		}
		elems, err := op.elements(t)
		if err != nil {
			return err
		}
		switch t.Kind {
		case cqltype.Set:
			for _, e := range elems {
				put(e, nil)
			}
		case cqltype.Map:
			for i := 0; i+1 < len(elems); i += 2 {
				put(elems[i], elems[i+1])
			}
		case cqltype.List:
			for _, e := range elems {
				put(ids.Next(w.timestampOfIDs()), e)
			}
		case cqltype.UDT:
			for i, e := range elems {
				if e != nil {
					put([]byte{byte(i >> 8), byte(i)}, e)
				}
			}
		}
	case opPrepend:
		if op.value == nil {
			return nil
		}
		elems, err := op.elements(t)
		if err != nil {
			return err
		}
		for i := len(elems) - 1; i >= 0; i-- {
			put(ids.Before(w.timestampOfIDs()), elems[i])
		}
	case opSetElement, opDeleteElement:
		path := op.key
		if t.Kind == cqltype.List {
			cells := w.list(row, key, c, read)
			n := int32(0)
			for _, b := range op.key {
				n = n<<8 | int32(b)
			}
			if len(cells) == 0 {
				if op.kind == opSetElement {
					return rule.UP08.Invalid(op.at, "Attempted to set an element on a list which is null")
				}
				return rule.UP08.Invalid(op.at, "Attempted to delete an element from a list which is null")
			}
			if n < 0 || int(n) >= len(cells) {
				return rule.UP08.Invalid(op.at, "List index % out of bound, list has size %", strconv.Itoa(int(n)), strconv.Itoa(len(cells)))
			}
			path = cells[n].Path
		}
		if op.kind == opDeleteElement || op.value == nil {
			bury(path)
		} else {
			put(path, op.value)
		}
	case opRemove:
		if op.value == nil {
			return nil
		}
		kind := *t
		if t.Kind == cqltype.Map {
			kind = cqltype.Type{Kind: cqltype.Set, Elems: t.Elems[:1]}
		}
		elems, err := op.elements(&kind)
		if err != nil {
			return err
		}
		if t.Kind != cqltype.List {
			for _, e := range elems {
				bury(e)
			}
			return nil
		}
		removed := map[string]bool{}
		for _, e := range elems {
			removed[string(e)] = true
		}
		for _, cell := range w.list(row, key, c, read) {
			if removed[string(cell.Value)] {
				bury(cell.Path)
			}
		}
	}
	return nil
}

// timestampOfIDs is the server's clock that goes into the ids of list elements.
func (w *write) timestampOfIDs() int64 { return w.now * 1e6 }

// list returns the visible elements of a list in their order, what the statement
// has done so far included.
// Source: UpdateParameters.getPrefetchedRow.
func (w *write) list(pending *memtable.Row, key []byte, c *schema.Column, read RowReader) []memtable.Cell {
	var stored *memtable.Row
	if read != nil {
		stored = read(key, pending.Clustering, pending.Static)
	}
	w.meter.Spend(pending.Units()+stored.Units(), 1, "cells that are written")
	cells := memtable.Merged(stored, pending).ColumnCells(c)
	if gone := func(cell memtable.Cell) bool { return !cell.Live(w.now) }; slices.ContainsFunc(cells, gone) {
		cells = slices.DeleteFunc(slices.Clone(cells), gone)
	}
	return cells
}

// elements splits the serialized value, which is one of a collection or user-defined type; a
// map gives keys and values in turn.
func (op *operation) elements(t *cqltype.Type) ([][]byte, *diag.Diagnostic) {
	if t.Kind == cqltype.UDT {
		out, d := t.SplitTuple(op.value)
		if d != nil {
			d.Span = op.at
		}
		return out, d
	}
	out, ok := t.Unpack(op.value)
	if !ok {
		return nil, rule.UP08.Invalid(op.at, "Not enough bytes to read a %", t.String())
	}
	return out, nil
}
