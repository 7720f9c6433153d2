package dml

// This file judges BATCH: each member as a statement of its own, then what they
// may not be together, then the size of what they write.
// Source: BatchStatement of Cassandra 5.0.

import (
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/java"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/version"
)

// A batch is what a BATCH has besides its members.
type batch struct {
	*preparer
	kind      cql.BatchType
	timestamp *term
	timeAt    diag.Span
	ttlAt     diag.Span
	hasTTL    bool
}

// memberUnits is what a member takes besides its cells: all of them are held at once.
const memberUnits = 150

func judgeBatch(ctx *check.Context, s *cql.Batch) check.Verdict {
	// Every member's keyspace is looked for before any member is prepared.
	for _, stmt := range s.Stmts {
		if _, err := ctx.KeyspaceOf(stmt.Target()); err != nil {
			return check.RefusedIn(stmt, err)
		}
	}
	ms := make([]*modification, 0, len(s.Stmts))
	for _, stmt := range s.Stmts {
		ctx.Work.Spend(1, memberUnits, "statements in a batch")
		m, err := prepareWrite(ctx, stmt)
		if err != nil {
			return check.RefusedIn(stmt, err)
		}
		ms = append(ms, m)
	}
	b, err := prepareBatch(ctx, s)
	if err == nil {
		err = b.together(ms)
	}
	if err != nil {
		return check.Refused(err)
	}
	for _, m := range ms {
		if err := m.validate(); err != nil {
			return check.RefusedIn(m.stmt, err)
		}
	}
	markers := b.markers || slices.ContainsFunc(ms, func(m *modification) bool { return m.markers })
	access := batchAccess(b, ms, markers)
	if ctx.Prepare || markers {
		ctx := ctx.Sample()
		b.sample(ctx)
		for _, m := range ms {
			m.sample(ctx)
		}
		return late(execute(ms, b), access)
	}
	v := execute(ms, b)
	if v.Refusal() == nil {
		learnKeys(access, &v)
		v.Plan = access
	}
	return v
}

func prepareBatch(ctx *check.Context, s *cql.Batch) (*batch, *diag.Diagnostic) {
	b := &batch{preparer: &preparer{ctx: ctx, place: s.Span}, kind: s.Type}
	b.binding = ctx.Binding()
	var err *diag.Diagnostic
	if x := s.Using.Timestamp; x != nil {
		b.timeAt = x.Place()
		if b.timestamp, err = b.term(x, receiver{Name: "[timestamp]", Type: cqltype.NativeOf(cqltype.Bigint)}); err != nil {
			return nil, err
		}
	}
	if x := s.Using.TTL; x != nil {
		b.ttlAt, b.hasTTL = x.Place(), true
		if _, err = b.term(x, receiver{Name: "[ttl]", Type: cqltype.NativeOf(cqltype.Int)}); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// together checks what the members of a batch may not be together.
func (b *batch) together(ms []*modification) *diag.Diagnostic {
	conditional := slices.ContainsFunc(ms, (*modification).conditional)
	switch {
	case b.hasTTL:
		return rule.BA01.Invalid(b.ttlAt, "Global TTL on the BATCH statement is not supported.")
	case b.timestamp != nil && conditional:
		return rule.BA02.Invalid(b.timeAt, "Cannot provide custom timestamp for conditional BATCH")
	case b.timestamp != nil && b.kind == cql.Counter:
		return rule.BA02.Invalid(b.timeAt, "Cannot provide custom timestamp for counter BATCH")
	}
	var counters, others, virtual, stored *modification
	for _, m := range ms {
		if b.timestamp != nil && m.timestamp != nil {
			return rule.BA02.Invalid(m.timeAt, "Timestamp must be set either on BATCH or individual statements")
		}
		if m.table.Counter {
			counters = m
		} else {
			others = m
		}
		if m.virtual {
			virtual = m
		} else {
			stored = m
		}
	}
	switch {
	case b.timestamp != nil && counters != nil:
		return rule.BA02.Invalid(b.timeAt, "Cannot provide custom timestamp for a BATCH containing counters")
	case b.kind == cql.Counter && others != nil:
		return rule.BA03.Invalid(others.place, "Cannot include non-counter statement in a counter batch")
	case counters != nil && others != nil:
		return rule.BA04.Invalid(counters.place, "Counter and non-counter mutations cannot exist in the same batch")
	case b.kind == cql.Logged && counters != nil:
		return rule.BA05.Invalid(counters.place, "Cannot include a counter statement in a logged batch")
	case b.kind == cql.Logged && virtual != nil:
		return rule.BA09.Invalid(virtual.place, "Cannot include a virtual table statement in a logged batch")
	case virtual != nil && stored != nil:
		return rule.BA09.Invalid(virtual.place, "Mutations for virtual and regular tables cannot exist in the same batch")
	case virtual != nil && conditional:
		return rule.BA09.Invalid(virtual.place, "Conditional BATCH statements cannot include mutations for virtual tables")
	}
	if conditional {
		for _, m := range ms {
			if m.table != ms[0].table {
				return rule.BA06.Invalid(m.place, "Batch with conditions cannot span multiple tables")
			}
		}
	}
	return nil
}

// writeTime is the timestamp of the batch.
func (b *batch) writeTime() (int64, *diag.Diagnostic) {
	v, err := b.bind(b.timestamp)
	if err == nil && v == nil {
		err = rule.TTL03.Invalid(b.timeAt, "Invalid null value of timestamp")
	}
	return cqltype.Long(v), err
}

// verify checks the size and the spread of a batch, and adds the server's
// warnings.
func (b *batch) verify(ms []*modification, v *check.Verdict) *diag.Diagnostic {
	if b.kind == cql.Logged {
		var tables []string
		for _, m := range ms {
			if name := m.table.String(); m.table.Params.GCGrace == 0 && !slices.Contains(tables, name) {
				tables = append(tables, name)
			}
		}
		if len(tables) > 0 {
			b.warn(v, rule.NoGrace, "Executing a LOGGED BATCH on table", plural(tables), " ", java.List(tables), ", configured with a gc_grace_seconds of 0. "+
				"The gc_grace_seconds is used to TTL batchlog entries, so setting gc_grace_seconds too low on tables involved in an atomic batch might cause batchlog entries to expire before being replayed.")
		}
	}
	// What goes to one partition key of a keyspace is one mutation.
	mutations, keys, named := map[string]bool{}, map[string]bool{}, map[*schema.Table]bool{}
	var tables []string
	for i := range v.Mutations {
		m := &v.Mutations[i]
		mutations[m.Table.Keyspace+"\x00"+string(m.Key)], keys[string(m.Key)] = true, true
		if !named[m.Table] {
			named[m.Table] = true
			tables = append(tables, m.Table.String())
		}
	}
	if len(mutations) <= 1 {
		return nil
	}
	size, warnAt, failAt := dataSize(v.Mutations, b.ctx.Server), b.ctx.Settings.Number(check.BatchSizeWarn), b.ctx.Settings.Number(check.BatchSizeFail)
	if warnAt >= 0 && size > warnAt {
		if failAt >= 0 && size > failAt {
			return rule.BA10.Invalid(b.place, "Batch too large")
		}
		n := func(v int64) string { return strconv.FormatInt(v, 10) }
		b.warn(unless(b.binding.Sample, v), rule.LargeBatch, "Batch for ", java.List(tables), " is of size ", n(size), ", exceeding specified threshold of ", n(warnAt), " by ", n(size-warnAt), ".")
	}
	if limit := b.ctx.Settings.Number(check.UnloggedBatchAcrossPartitionsWarn); b.kind != cql.Logged && int64(len(keys)) > limit {
		b.warn(unless(slices.ContainsFunc(ms, func(m *modification) bool { return m.anyKey }), v), rule.ManyPartitions, "Unlogged batch covering ", strconv.Itoa(len(keys)), " partitions detected against table", plural(tables), " ", java.List(tables),
			". You should use a logged batch for atomicity, or asynchronous writes for performance.")
	}
	return nil
}

// warn adds a warning that the server sends.
func (p *preparer) warn(v *check.Verdict, id rule.ID, parts ...string) {
	v.Diags = append(v.Diags, id.Warn(p.place, strings.Join(parts, "")))
}

func plural(names []string) string {
	if len(names) == 1 {
		return ""
	}
	return "s"
}

// dataSize is what mutations weigh for the batch thresholds, in bytes. What goes
// to the same row counts once.
// Source: PartitionUpdate.dataSize and the dataSize methods below it.
func dataSize(mutations []memtable.Mutation, server *version.Switches) int64 {
	const deletion = 12
	emptyRow, emptyPartition, emptyRange := int64(8+deletion+1), int64(8), int64(4)
	ttl, moment := int64(4), int64(8) // a second of a deletion or an expiry
	if !server.Has(version.LongMoments) {
		moment = 4
	}
	counted := server.Has(version.RowsInBatches)
	if !counted { // clustering columns and cells alone
		emptyRow, emptyPartition, emptyRange = 0, 0, 0
	}
	size := int64(0)
	seen := map[string]bool{}
	once := func(id string, n int64) {
		if !seen[id] {
			seen[id] = true
			size += n
		}
	}
	for i := range mutations {
		m := &mutations[i]
		partition := m.Table.String() + "\x00" + string(m.Key) + "\x00"
		once(partition, emptyPartition)
		once(partition+"static", emptyRow)
		if len(m.Ranges) > 0 {
			once(partition+"ranges", emptyRange)
		}
		for _, r := range m.Ranges {
			if !counted {
				break
			}
			size += 8 + 4
			for _, v := range append(slices.Clip(r.Start.Prefix), r.End.Prefix...) {
				size += int64(len(v))
			}
		}
		for _, r := range m.Rows {
			row := partition + "static"
			if !r.Static {
				row = partition + "row"
				n := emptyRow
				for _, v := range r.Clustering {
					n += int64(len(v))
					row += "\x00" + string(v)
				}
				once(row, n)
			}
			if r.Liveness != nil && r.Liveness.TTL != memtable.NoTTL && counted {
				once(row+"\x01ttl", ttl+moment)
			}
			complex := func(name string) { once(row+"\x01"+name, deletion) }
			for _, c := range r.Complex {
				complex(c.Column.Name)
			}
			for _, c := range r.Cells {
				value := int64(len(c.Value))
				if c.Column.Type.Kind == cqltype.Counter {
					value = 36 // a context of one shard
				}
				if c.Column.Type.MultiCell() {
					complex(c.Column.Name)
				}
				once(row+"\x01"+c.Column.Name+"\x02"+string(c.Path), 8+ttl+moment+value+int64(len(c.Path)))
			}
		}
	}
	return size
}
