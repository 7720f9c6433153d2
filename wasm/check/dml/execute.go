package dml

// This file carries out what is left of an accepted write: it works out its
// values, judges its conditions with the stored rows, and hands the result to
// mutate.go.
// Source: ModificationStatement.execute, BatchStatement.execute and
// CQL3CasRequest of Cassandra 5.0.

import (
	"slices"
	"strconv"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
)

// bind works out a term's value; nil is null.
func (p *preparer) bind(t *term) ([]byte, *diag.Diagnostic) {
	if t.Known() {
		return t.Value, nil
	}
	v, err := t.Bind(&p.binding)
	if err != nil {
		return nil, err
	}
	return v, nil
}

// reader returns the stored rows of the statement's table.
func (p *preparer) reader() RowReader {
	if p.ctx.Rows == nil {
		return nil
	}
	rows := p.ctx.Rows(p.table)
	if rows == nil {
		return nil
	}
	now := p.ctx.Clock.Now
	return func(key []byte, clustering [][]byte, static bool) *memtable.Row {
		row := rows.Row(key, clustering, static, now)
		p.ctx.Work.Spend(row.Units(), 1, "cells that are read")
		return row
	}
}

// ready makes a write of a modification: keys, rows or ranges, then timestamp and
// TTL, then the values, in the order in which the server works them out. now is
// the timestamp of a write without one of its own.
func (m *modification) ready(keys [][]byte, now int64) (*write, *diag.Diagnostic) {
	w := &write{table: m.table, insert: m.verb == inserts, json: m.json, keys: keys, now: m.ctx.Clock.Now, meter: m.ctx.Work}
	restricted := !m.where.clustering.empty()
	switch {
	case m.verb == deletes && restricted && m.where.columnRange():
		slices, err := m.slices(m.where)
		if err != nil || len(slices) == 0 {
			return nil, err
		}
		for _, s := range slices {
			w.ranges = append(w.ranges, [2]memtable.Bound{s.Start, s.End})
		}
	case restricted || len(m.table.Clustering) == 0:
		rows, err := m.rows()
		if err != nil || len(rows) == 0 {
			return nil, err
		}
		w.rows = rows
	}
	if len(keys) == 0 {
		// The server reads the lists that change, in a group of no partitions.
		if i := slices.IndexFunc(m.changes, func(c change) bool { return c.reads }); i >= 0 {
			return nil, rule.UP08.Server(m.changes[i].at, "java.lang.IndexOutOfBoundsException: Index 0 out of bounds for length 0")
		}
	}
	var err *diag.Diagnostic
	if w.timestamp, err = m.writeTime(now); err != nil {
		return nil, err
	}
	if w.ttl, err = m.timeToLive(); err != nil {
		return nil, err
	}
	if w.timestamp == -1<<63 {
		return nil, rule.TTL03.Invalid(m.timeAt, "Out of bound timestamp, must be in [-9223372036854775807, 9223372036854775807]")
	}
	if len(keys) == 0 {
		return nil, nil
	}
	// The server makes one row after the other: the first one before any value.
	if err := m.emptyRow(w.rows[:min(len(w.rows), 1)]); err != nil {
		return nil, err
	}
	if m.table.Compact && restricted && m.verb != deletes && !m.json && !m.changesOf(false) && len(m.table.Regulars) > 0 {
		return nil, rule.CT16.Invalid(m.place, "Column % is mandatory for this COMPACT STORAGE table", m.table.Regulars[0].Name)
	}
	if m.virtual {
		return nil, rule.BA09.Invalid(m.place, "Modification is not supported by table %", m.table.String())
	}
	if m.verb == deletes && len(m.changes) > 0 &&
		(len(w.ranges) > 0 || len(w.rows) == 0 && m.changesOf(false)) {
		return nil, rule.W09.Invalid(m.changes[0].at, "Range deletions are not supported for specific columns")
	}
	for _, r := range w.ranges {
		for _, b := range r {
			if slices.ContainsFunc(b.Prefix, func(v []byte) bool { return v == nil }) {
				return nil, rule.NUL01.Refuse(diag.WriteFail, m.keyAt, "Operation failed - received 0 responses and 1 failures: UNKNOWN from /127.0.0.1:7000")
			}
		}
	}
	for _, static := range []bool{false, true} {
		for i := range m.changes {
			if c := &m.changes[i]; (c.column.Kind == schema.Static) == static {
				op, skip, err := m.operation(c, w)
				if err != nil {
					return nil, err
				}
				if !skip {
					w.ops = append(w.ops, op)
				}
			}
		}
	}
	return w, m.emptyRow(w.rows)
}

// rows returns the clusterings that a write names. A compact table takes a row
// without its last ones: they are null.
func (m *modification) rows() ([][][]byte, *diag.Diagnostic) {
	rows, err := m.clusterings(m.where)
	if err == nil && m.table.Compact {
		for i, r := range rows {
			rows[i] = append(r[:len(r):len(r)], make([][]byte, len(m.table.Clustering)-len(r))...)
		}
	}
	return rows, err
}

// emptyRow refuses rows of a compact table whose only clustering value is empty.
// Source: UpdateParameters.newRow.
func (m *modification) emptyRow(rows [][][]byte) *diag.Diagnostic {
	if m.table.Compact && len(m.table.Clustering) == 1 {
		for _, r := range rows {
			if len(r[0]) == 0 {
				return rule.CT16.Invalid(m.keyAt, "Invalid empty or null value for column %", m.table.Clustering[0].Name)
			}
		}
	}
	return nil
}

// operation works out the values of one change; skip says that it does nothing.
// Source: the execute methods of the Operation classes.
func (m *modification) operation(c *change, w *write) (op operation, skip bool, err *diag.Diagnostic) {
	op = operation{column: c.column, kind: c.kind, at: c.at}
	t := c.column.Type
	if c.reads && t.Kind == cqltype.List && m.ctx.Settings.Ordinary() && !m.ctx.Settings.On(check.ReadBeforeWriteListOperationsEnabled) {
		what := "Removal of list items"
		switch c.kind {
		case opSetElement:
			what = "Setting of list items by index"
		case opDeleteElement:
			what = "Removal of list items by index"
		}
		return op, false, rule.GR01.Invalid(c.at, "Guardrail read_before_write_list_operations violated: % requiring read before write is not allowed", what)
	}
	if c.key != nil {
		if op.key, err = m.bind(c.key); err != nil {
			return op, false, err
		}
	}
	if c.value != nil {
		if op.value, err = m.bind(c.value); err != nil {
			return op, false, err
		}
		if c.kind == opSet {
			if e := c.value.SetError(); e != nil {
				return op, false, e
			}
		}
	}
	element := c.kind == opSetElement || c.kind == opDeleteElement
	switch {
	case element && t.Kind == cqltype.UDT:
		op.key = fieldPath(c.field)
	case element && op.key == nil:
		what := map[cqltype.Kind]string{cqltype.List: "value for list index", cqltype.Set: "set element", cqltype.Map: "map key"}[t.Kind]
		return op, false, rule.UP04.Invalid(c.at, "Invalid null %", what)
	case c.kind == opCount:
		if op.value == nil {
			return op, false, rule.UP03.Invalid(c.at, "Invalid null value for counter increment")
		}
		op.delta = cqltype.Long(op.value)
		if c.negative {
			if op.delta == -1<<63 {
				return op, false, rule.UP03.Invalid(c.at, "The negation of % overflows supported counter precision (signed 8 bytes integer)", strconv.FormatInt(op.delta, 10))
			}
			op.delta = -op.delta
		}
	case c.kind == opAppend && !t.IsCollection():
		// An LWT adds to the value that is there.
		old := m.current(c.column, w)
		if old == nil {
			return op, true, nil
		}
		op.kind = opSet
		if t.Textual() {
			op.value = append(slices.Clip(old), op.value...)
			return op, false, nil
		}
		sum, addErr := m.sum(t, old, op.value)
		if addErr != nil {
			return op, false, addErr
		}
		op.value = sum
	}
	return op, c.reads && m.binding.Sample, nil
}

// typed is a value of a known type as an argument of a function.
type typed struct{ of *cqltype.Type }

func (a typed) Test(r receiver) (cqltype.Match, *diag.Diagnostic) { return a.of.AssignTo(r.Type), nil }
func (a typed) Compatible() *cqltype.Type                         { return a.of }
func (a typed) String() string                                    { return a.of.String() }

// sum adds two numbers of one type.
func (m *modification) sum(t *cqltype.Type, a, b []byte) ([]byte, *diag.Diagnostic) {
	fn, err := m.env.Resolve(cqltype.OperatorName('+'), []cqltype.Arg{typed{t}, typed{t}}, m.receiver(nil))
	if err != nil || fn == nil {
		return a, err
	}
	return fn.Call(&m.binding, [][]byte{a, b})
}

// current is the stored value of a simple column in the row that is written.
func (m *modification) current(c *schema.Column, w *write) []byte {
	read := m.reader()
	if read == nil || len(w.keys) == 0 {
		return nil
	}
	var clustering [][]byte
	if len(w.rows) > 0 {
		clustering = w.rows[0]
	}
	row := read(w.keys[0], clustering, c.Kind == schema.Static)
	if row == nil {
		return nil
	}
	for _, cell := range row.ColumnCells(c) {
		if cell.Live(m.ctx.Clock.Now) {
			return cell.Value
		}
	}
	return nil
}

// a clock tick that is only taken when a write needs it and is accepted.
type tick struct {
	ctx  *check.Context
	now  int64
	used bool
}

func newTick(ctx *check.Context) *tick {
	return &tick{ctx: ctx, now: ctx.Clock.Now*1_000_000 + ctx.Clock.Write + 1}
}

func (t *tick) take() {
	if !t.used {
		t.used = true
		t.ctx.Clock.Timestamp()
	}
}

// execute carries out one modification, or those of a batch (b is not nil).
func execute(ms []*modification, b *batch) check.Verdict {
	if len(ms) == 0 {
		return check.Verdict{}
	}
	clock := newTick(ms[0].ctx)
	if slices.ContainsFunc(ms, (*modification).conditional) {
		return executeConditional(ms, b, clock)
	}
	allKeys := make([][][]byte, len(ms))
	for i, m := range ms {
		var err *diag.Diagnostic
		if b == nil {
			err = m.guardTimestamp()
		}
		if err == nil {
			allKeys[i], err = m.validKeys()
		}
		if err != nil {
			return check.RefusedIn(m.stmt, err)
		}
	}
	now, batchTime := clock.now, b != nil && b.timestamp != nil
	if batchTime {
		var err *diag.Diagnostic
		if now, err = b.writeTime(); err != nil {
			return check.Refused(err)
		}
	}
	var v check.Verdict
	needsClock := false
	for i, m := range ms {
		written, err := m.write(&v, allKeys[i], now)
		if err != nil {
			return check.RefusedIn(m.stmt, err)
		}
		needsClock = needsClock || written && m.timestamp == nil && !batchTime
	}
	if b != nil {
		v.Mutations = merged(v.Mutations)
		if err := b.verify(ms, &v); err != nil {
			return check.Refused(err)
		}
	}
	if len(v.Mutations) > 0 {
		if err := viewsFail(ms); err != nil {
			return check.Refused(err)
		}
	}
	if needsClock {
		clock.take()
	}
	return v
}

// viewsFail is what the server says to a write that concerns a view which compares
// a key with null: no row can be looked for in it.
// Source: TableViews.updatedViews, SelectStatement.getQuery.
func viewsFail(ms []*modification) *diag.Diagnostic {
	isNull := func(x cql.Expr) bool {
		for {
			switch t := x.(type) {
			case *cql.TypeCast:
				x = t.X
			default:
				_, ok := x.(*cql.Null)
				return ok
			}
		}
	}
	for _, m := range ms {
		ks := m.ctx.Catalogue.Keyspaces[m.table.Keyspace]
		if ks == nil {
			continue
		}
		for _, view := range ks.Views(m.table.Name) {
			for _, r := range view.View.Where {
				if (r.Op == cql.Eq || r.Op == cql.In) && (isNull(r.Value) || slices.ContainsFunc(r.Values, isNull)) {
					return rule.NUL01.Refuse(diag.WriteFail, m.place, "Operation failed - received 0 responses and 1 failures: UNKNOWN from /127.0.0.1:7000").
						Say("Drop the view " + view.Name + ": it compares a key with null.")
				}
			}
		}
	}
	return nil
}

// validKeys works out the partitions of a write.
func (m *modification) validKeys() ([][]byte, *diag.Diagnostic) {
	before := m.binding.Samples
	keys, err := m.partitionKeys(m.where)
	m.anyKey = m.binding.Samples > before
	for i := 0; i < len(keys) && err == nil; i++ {
		err = m.validKey(keys[i])
	}
	return keys, err
}

// write adds the mutations of one write to the verdict, and reports whether there is
// anything to write.
func (m *modification) write(v *check.Verdict, keys [][]byte, now int64) (bool, *diag.Diagnostic) {
	w, err := m.ready(keys, now)
	if w == nil || err != nil {
		return false, err
	}
	out, err := w.mutations(m.reader(), m.ctx.IDs)
	if err == nil {
		err = m.checkIndexed(out, v)
	}
	if err != nil {
		return false, err
	}
	v.Mutations = append(v.Mutations, out...)
	return true, nil
}

// guardTimestamp applies the guardrails on USING TIMESTAMP.
func (m *modification) guardTimestamp() *diag.Diagnostic {
	if m.timestamp == nil || !m.ctx.Settings.Ordinary() || m.timestamp.HasMarker() {
		return nil
	}
	ts, err := m.writeTime(0)
	if err != nil {
		return err
	}
	now := m.ctx.Clock.Now * 1_000_000
	late, early := m.ctx.Settings.Number(check.MaximumTimestampFail), m.ctx.Settings.Number(check.MinimumTimestampFail)
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	switch {
	case late >= 0 && ts > now+late:
		return rule.GR01.Invalid(m.timeAt, "Guardrail maximum_timestamp violated: The modification to table % has a timestamp % after the maximum allowable timestamp %", m.table.Name, number(ts), number(now+late))
	case early >= 0 && ts < now-early:
		return rule.GR01.Invalid(m.timeAt, "Guardrail minimum_timestamp violated: The modification to table % has a timestamp % before the minimum allowable timestamp %", m.table.Name, number(ts), number(now-early))
	}
	return nil
}
