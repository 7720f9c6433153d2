package check

// This file carries out what is left of an accepted write: it works out its
// values, judges its conditions with the stored rows, and hands the result to
// mutate.go.
// Source: ModificationStatement.execute, BatchStatement.execute and
// CQL3CasRequest of Cassandra 5.0.

import (
	"slices"
	"strconv"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
)

// newEnv is where a statement's terms look names up.
func newEnv(ctx *Context, p *preparer) cqltype.Env {
	return cqltype.Env{
		Keyspace:    p.table.Keyspace,
		ResolveType: ctx.resolveType,
		Functions:   func(keyspace, name string) []*cqltype.Function { return userFunctions(ctx, keyspace, name) },
		PartitionKey: func(keyspace, table string) []*cqltype.Type {
			t := ctx.Catalogue.Table(keyspace, table)
			if t == nil {
				return nil
			}
			out := make([]*cqltype.Type, len(t.PartitionKey))
			for i, c := range t.PartitionKey {
				out[i] = c.Type
			}
			return out
		},
	}
}

// userFunctions are the user-defined functions and aggregates of a name.
func userFunctions(ctx *Context, keyspace, name string) []*cqltype.Function {
	ks := ctx.Catalogue.Keyspaces[keyspace]
	if ks == nil {
		return nil
	}
	var out []*cqltype.Function
	for _, f := range ks.Functions {
		if f.Name == name {
			out = append(out, &cqltype.Function{Keyspace: keyspace, Name: name, Args: f.Args, Returns: f.Returns, CalledOnNull: f.CalledOnNull})
		}
	}
	for _, a := range ks.Aggregates {
		if a.Name == name {
			out = append(out, &cqltype.Function{Keyspace: keyspace, Name: name, Args: a.Args, Returns: a.Returns, Aggregate: true})
		}
	}
	return out
}

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
		return rows.Row(key, clustering, static, now)
	}
}

// ready makes a write of a modification: keys, rows or ranges, then timestamp and
// TTL, then the values, in the order in which the server works them out. now is
// the timestamp of a write without one of its own.
func (m *modification) ready(keys [][]byte, now int64) (*write, *diag.Diagnostic) {
	w := &write{table: m.table, insert: m.verb == inserts, json: m.json, keys: keys, now: m.ctx.Clock.Now}
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
		rows, err := m.clusterings(m.where)
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
	if m.table.Compact && restricted && m.verb != deletes && !m.json && !m.changesOf(false) && len(m.table.Regulars) > 0 {
		return nil, rule.CT15.Invalid(m.place, "Column % is mandatory for this COMPACT STORAGE table", m.table.Regulars[0].Name)
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
	return w, nil
}

// operation works out the values of one change; skip says that it does nothing.
// Source: the execute methods of the Operation classes.
func (m *modification) operation(c *change, w *write) (op operation, skip bool, err *diag.Diagnostic) {
	op = operation{column: c.column, kind: c.kind, at: c.at}
	t := c.column.Type
	if c.reads && t.Kind == cqltype.List && m.ctx.Settings.Ordinary() && !m.ctx.Settings.On(ReadBeforeWriteListOperationsEnabled) {
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
		op.delta = bigEndian(op.value)
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
		if textual(t) {
			op.value = append(slices.Clip(old), op.value...)
			return op, false, nil
		}
		sum, addErr := m.sum(t, old, op.value)
		if addErr != nil {
			return op, false, addErr
		}
		op.value = sum
	}
	return op, false, nil
}

// typed is a value of a known type as an argument of a function.
type typed struct{ of *cqltype.Type }

func (a typed) Test(r receiver) (cqltype.Match, *diag.Diagnostic) { return a.of.AssignTo(r.Type), nil }
func (a typed) Compatible() *cqltype.Type                         { return a.of }
func (a typed) IsMarker() bool                                    { return false }
func (a typed) ArraySize() int                                    { return -1 }
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

// apply makes the mutations of a write.
func (m *modification) apply(w *write) ([]memtable.Mutation, *diag.Diagnostic) {
	return w.mutations(m.reader(), m.ctx.IDs)
}

// a clock tick that is only taken when a write needs it and is accepted.
type tick struct {
	ctx  *Context
	now  int64
	used bool
}

func newTick(ctx *Context) *tick {
	return &tick{ctx: ctx, now: ctx.Clock.Now*1_000_000 + ctx.Clock.Write + 1}
}

func (t *tick) take() {
	if !t.used {
		t.used = true
		t.ctx.Clock.Timestamp()
	}
}

// execute carries out one modification, or those of a batch (b is not nil).
func execute(ms []*modification, b *batch) Verdict {
	if len(ms) == 0 {
		return Verdict{}
	}
	ctx := ms[0].ctx
	clock := newTick(ctx)
	if slices.ContainsFunc(ms, (*modification).conditional) {
		return executeConditional(ms, b, clock)
	}
	now, batchTime, err := clock.now, false, (*diag.Diagnostic)(nil)
	allKeys := make([][][]byte, len(ms))
	for i, m := range ms {
		if b == nil {
			if err := m.guardTimestamp(); err != nil {
				return refused(err)
			}
		}
		if allKeys[i], err = m.partitionKeys(m.where); err != nil {
			return refused(err)
		}
		for _, k := range allKeys[i] {
			if err := m.validKey(k); err != nil {
				return refused(err)
			}
		}
	}
	if b != nil && b.timestamp != nil {
		if now, err = b.writeTime(); err != nil {
			return refused(err)
		}
		batchTime = true
	}
	var v Verdict
	needsClock := false
	for i, m := range ms {
		w, err := m.ready(allKeys[i], now)
		if err != nil {
			return refused(err)
		}
		if w == nil {
			continue
		}
		out, err := m.apply(w)
		if err != nil {
			return refused(err)
		}
		if err := m.checkIndexed(out, &v); err != nil {
			return refused(err)
		}
		needsClock = needsClock || m.timestamp == nil && !batchTime
		v.Mutations = append(v.Mutations, out...)
	}
	if b != nil {
		v.Mutations = merged(v.Mutations)
		if err := b.verify(ms, &v); err != nil {
			return refused(err)
		}
	}
	if needsClock {
		clock.take()
	}
	return v
}

// guardTimestamp applies the guardrails on USING TIMESTAMP.
func (m *modification) guardTimestamp() *diag.Diagnostic {
	if m.timestamp == nil || !m.ctx.Settings.Ordinary() {
		return nil
	}
	ts, err := m.writeTime(0)
	if err != nil {
		return err
	}
	now := m.ctx.Clock.Now * 1_000_000
	late, early := m.ctx.Settings.Number(MaximumTimestampFail), m.ctx.Settings.Number(MinimumTimestampFail)
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	switch {
	case late >= 0 && ts > now+late:
		return rule.GR01.Invalid(m.timeAt, "Guardrail maximum_timestamp violated: The modification to table % has a timestamp % after the maximum allowable timestamp %", m.table.Name, number(ts), number(now+late))
	case early >= 0 && ts < now-early:
		return rule.GR01.Invalid(m.timeAt, "Guardrail minimum_timestamp violated: The modification to table % has a timestamp % before the minimum allowable timestamp %", m.table.Name, number(ts), number(now-early))
	}
	return nil
}

// ---- conditional writes

// rowCondition is what a conditional write asks of one row.
type rowCondition struct {
	clustering [][]byte
	static     bool
	exists     bool // IF EXISTS
	missing    bool // IF NOT EXISTS
	ifs        []boundCondition
}

// executeConditional carries out one conditional write, or a batch with at least
// one, on one partition.
func executeConditional(ms []*modification, b *batch, clock *tick) Verdict {
	var key []byte
	var rows []*rowCondition
	at := func(clustering [][]byte, static bool) *rowCondition {
		for _, r := range rows {
			if r.static == static && (static || memtable.CompareClusterings(ms[0].table, r.clustering, clustering) == 0) {
				return r
			}
		}
		return nil
	}
	now := clock.now
	for _, m := range ms {
		keys, err := m.partitionKeys(m.where)
		if err != nil {
			return refused(err)
		}
		for _, k := range keys {
			if err := m.validKey(k); err != nil {
				return refused(err)
			}
		}
		what := "deletions"
		if m.verb == updates {
			what = "updates"
		}
		if m.where.partition.hasIn() {
			place := m.where.partition.entries[0].r.place()
			if b != nil {
				return refused(rule.BA07.Server(place, "java.lang.IllegalArgumentException: Batch with conditions cannot span multiple partitions (you cannot use IN on the partition key)"))
			}
			return refused(rule.LWT03.Invalid(place, "IN on the partition key is not supported with conditional %", what))
		}
		if len(keys) == 0 { // a token beside the key rules it out
			return refused(rule.BA07.Server(m.keyAt, "java.lang.IndexOutOfBoundsException: Index 0 out of bounds for length 0"))
		}
		switch {
		case key == nil:
			key = keys[0]
		case string(key) != string(keys[0]):
			return refused(rule.BA07.Invalid(m.keyAt, "Batch with conditions cannot span multiple partitions"))
		}
		if m.where.clustering.in {
			return refused(rule.LWT03.Invalid(m.where.clustering.entries[0].r.place(), "IN on the clustering key columns is not supported with conditional %", what))
		}
		if m.verb == deletes && !m.where.clustering.empty() && m.where.columnRange() {
			if _, err := m.slices(m.where); err != nil {
				return refused(err)
			}
			continue
		}
		var clustering [][]byte
		static := m.onlyStatics() && m.where.clustering.empty()
		if !static {
			list, err := m.clusterings(m.where)
			if err != nil {
				return refused(err)
			}
			clustering = list[0]
		}
		if !m.conditional() {
			continue
		}
		if len(m.ifs) == 0 {
			old := at(clustering, static)
			switch {
			case old == nil:
				rows = append(rows, &rowCondition{clustering: clustering, static: static, exists: m.ifExists, missing: m.ifMissing})
			case old.exists == m.ifExists && old.missing == m.ifMissing && (old.exists || old.missing):
			case old.exists || old.missing:
				return refused(rule.BA08.Invalid(m.place, "Cannot mix IF EXISTS and IF NOT EXISTS conditions for the same row"))
			case m.ifMissing:
				return refused(rule.BA08.Invalid(m.place, "Cannot mix IF conditions and IF NOT EXISTS for the same row"))
			default:
				return refused(rule.BA08.Invalid(m.place, "Cannot mix IF conditions and IF EXISTS for the same row"))
			}
			continue
		}
		for _, onStatic := range []bool{false, true} {
			if !m.ifsOn(onStatic) {
				continue
			}
			row := at(clustering, onStatic || static)
			if row == nil {
				row = &rowCondition{clustering: clustering, static: onStatic || static}
				rows = append(rows, row)
			} else if row.exists || row.missing {
				return refused(rule.BA08.Invalid(m.place, "Cannot mix IF conditions and IF NOT EXISTS for the same row"))
			}
			for i := range m.ifs {
				if c := &m.ifs[i]; m.isStatic(c.column) == onStatic {
					bound, err := m.bindCondition(c)
					if err != nil {
						return refused(err)
					}
					row.ifs = append(row.ifs, bound)
				}
			}
		}
	}
	first := ms[0]
	applied, err := conditionsHold(first, key, rows)
	if err != nil {
		return refused(err)
	}
	if !applied {
		clock.take()
		return Verdict{Result: notApplied(ms, b != nil, key, rows)}
	}
	v := Verdict{Result: &plan.ResultSet{Cols: []string{"[applied]"}, Types: []*cqltype.Type{cqltype.NativeOf(cqltype.Boolean)}, Rows: [][][]byte{{{1}}}}}
	for _, m := range ms {
		w, err := m.ready([][]byte{key}, now)
		if err != nil {
			return refused(err)
		}
		if w == nil {
			continue
		}
		out, err := m.apply(w)
		if err != nil {
			return refused(err)
		}
		if err := m.checkIndexed(out, &v); err != nil {
			return refused(err)
		}
		v.Mutations = append(v.Mutations, out...)
	}
	v.Mutations = ballot(v.Mutations, now)
	clock.take()
	return v
}

// conditionsHold judges the conditions, those on static columns first.
func conditionsHold(m *modification, key []byte, rows []*rowCondition) (bool, *diag.Diagnostic) {
	read := m.reader()
	now := m.ctx.Clock.Now
	for _, static := range []bool{true, false} {
		for _, r := range rows {
			if r.static != static {
				continue
			}
			var row *memtable.Row
			if read != nil {
				row = read(key, r.clustering, static && !staticCompact(m.table))
			}
			switch {
			case r.exists || r.missing:
				if (row != nil) != r.exists {
					return false, nil
				}
			default:
				for _, i := range hashOrder(len(r.ifs), 16, func(i int) int32 { return r.ifs[i].hash() }) {
					if ok, err := r.ifs[i].holds(row, now); !ok || err != nil {
						return false, err
					}
				}
			}
		}
	}
	return true, nil
}

// notApplied is the answer of a conditional write whose conditions do not hold:
// [applied] and the values that are there.
// Source: ModificationStatement.buildCasResultSet.
func notApplied(ms []*modification, inBatch bool, key []byte, rows []*rowCondition) *plan.ResultSet {
	t := ms[0].table
	read := ms[0].reader()
	now := ms[0].ctx.Clock.Now
	var cols []*schema.Column
	all := false
	for _, m := range ms {
		all = all || m.ifExists || m.ifMissing
	}
	if all {
		cols = t.SelectOrder()
	} else {
		if inBatch {
			cols = append(append(cols, t.PartitionKey...), t.Clustering...)
		}
		for _, m := range ms {
			for _, static := range []bool{false, true} {
				for _, c := range m.ifs {
					if (c.column.Kind == schema.Static) == static && !slices.Contains(cols, c.column) {
						cols = append(cols, c.column)
					}
				}
			}
		}
	}
	out := &plan.ResultSet{Cols: []string{"[applied]"}, Types: []*cqltype.Type{cqltype.NativeOf(cqltype.Boolean)}}
	// Static columns are read where a condition asks for them or a conditional
	// write changes one; all others show as null.
	reads := func(c *schema.Column) bool {
		return slices.ContainsFunc(ms, func(m *modification) bool {
			return m.conditional() && (m.changesOf(true) ||
				slices.ContainsFunc(m.ifs, func(i condition) bool { return i.column == c }))
		})
	}
	var static *memtable.Row
	head := false // the partition has a static column that is read
	if read != nil {
		if static = read(key, nil, true); static != nil {
			for _, c := range t.Statics {
				head = head || reads(c) && columnValue(static, c, now) != nil
			}
		}
	}
	parts := cqltype.SplitPartitionKey(key, len(t.PartitionKey))
	add := func(row *memtable.Row, clustering [][]byte) {
		values := [][]byte{{0}}
		for _, c := range cols {
			switch c.Kind {
			case schema.PartitionKey:
				values = append(values, parts[c.Position])
			case schema.Clustering:
				if c.Position < len(clustering) {
					values = append(values, clustering[c.Position])
				} else {
					values = append(values, nil)
				}
			case schema.Static:
				if reads(c) {
					values = append(values, columnValue(static, c, now))
				} else {
					values = append(values, nil)
				}
			default:
				values = append(values, columnValue(row, c, now))
			}
		}
		out.Rows = append(out.Rows, values)
	}
	for _, r := range rows {
		if r.static && !staticCompact(t) {
			continue
		}
		if read != nil {
			if row := read(key, r.clustering, false); row != nil {
				add(row, r.clustering)
			}
		}
	}
	if len(out.Rows) == 0 && head {
		add(nil, nil)
	}
	if len(out.Rows) == 0 {
		out.Rows = [][][]byte{{{0}}}
		return out
	}
	for _, c := range cols {
		out.Cols = append(out.Cols, c.Name)
		out.Types = append(out.Types, c.Type)
	}
	return out
}

// columnValue is the value of a column in a row, nil for none: the cells of a
// collection or user type joined into one value.
func columnValue(row *memtable.Row, c *schema.Column, now int64) []byte {
	if row == nil {
		return nil
	}
	var cells []memtable.Cell
	for _, cell := range row.ColumnCells(c) {
		if cell.Live(now) {
			cells = append(cells, cell)
		}
	}
	if len(cells) == 0 {
		return nil
	}
	t := c.Type
	if !t.MultiCell() {
		if t.Kind == cqltype.Counter {
			n := memtable.CounterValue(cells[0].Value)
			return []byte{byte(n >> 56), byte(n >> 48), byte(n >> 40), byte(n >> 32), byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}
		}
		return cells[0].Value
	}
	var elems [][]byte
	switch t.Kind {
	case cqltype.UDT:
		elems = make([][]byte, len(t.Fields))
		for _, cell := range cells {
			if i := int(bigEndian(cell.Path)); i < len(elems) {
				elems[i] = cell.Value
			}
		}
		return cqltype.BuildTuple(elems)
	case cqltype.List:
		for _, cell := range cells {
			elems = append(elems, cell.Value)
		}
	case cqltype.Set:
		for _, cell := range cells {
			elems = append(elems, cell.Path)
		}
	default:
		for _, cell := range cells {
			elems = append(elems, cell.Path, cell.Value)
		}
	}
	return cqltype.Pack(elems, len(cells))
}
