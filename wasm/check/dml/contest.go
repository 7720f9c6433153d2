package dml

// This file carries out conditional writes: it gathers what they ask of the rows of
// one partition, asks the rows, and writes or answers with what is there.
// Source: CQL3CasRequest and ModificationStatement of Cassandra 5.0.

import (
	"slices"
	"sort"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/java"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
)

// rowCondition is what a conditional write asks of one row.
type rowCondition struct {
	clustering [][]byte
	static     bool
	exists     bool // IF EXISTS
	missing    bool // IF NOT EXISTS
	ifs        []boundCondition
}

// A contest is what the conditional writes of one statement ask together.
type contest struct {
	table   *schema.Table
	inBatch bool
	key     []byte
	rows    []*rowCondition // in the order in which statements name them
	static  *rowCondition   // the one of the static row
	sorted  []*rowCondition // the others by clustering: a batch may have very many
}

// executeConditional carries out one conditional write, or a batch with at least
// one, on one partition.
func executeConditional(ms []*modification, b *batch, clock *tick) check.Verdict {
	c := contest{table: ms[0].table, inBatch: b != nil}
	sampled := ms[0].binding.Sample
	for _, m := range ms {
		at := &c
		if sampled && (m.where.partition.marked() || m.where.clustering.marked()) { // its row may be any
			at = &contest{table: c.table, inBatch: c.inBatch}
		}
		if err := at.enter(m); err != nil {
			return check.RefusedIn(m.stmt, err)
		}
	}
	if sampled {
		return check.Verdict{}
	}
	applied, err := c.hold(ms[0])
	if err != nil {
		return check.Refused(err)
	}
	if !applied {
		clock.take()
		return check.Verdict{Result: c.notApplied(ms)}
	}
	v := check.Verdict{Result: &plan.ResultSet{Cols: []string{"[applied]"}, Types: []*cqltype.Type{cqltype.NativeOf(cqltype.Boolean)}, Rows: [][][]byte{{{1}}}}}
	for _, m := range ms {
		if _, err := m.write(&v, [][]byte{c.key}, clock.now); err != nil {
			return check.RefusedIn(m.stmt, err)
		}
	}
	if err := viewsFail(ms); err != nil {
		return check.Refused(err)
	}
	v.Mutations = ballot(v.Mutations, clock.now)
	clock.take()
	return v
}

// enter adds what one write asks.
func (c *contest) enter(m *modification) *diag.Diagnostic {
	if err := c.partition(m); err != nil {
		return err
	}
	if m.where.clustering.in {
		return rule.LWT03.Invalid(m.where.clustering.entries[0].r.place(), "IN on the clustering key columns is not supported with conditional %", m.conditionally())
	}
	if m.verb == deletes && !m.where.clustering.empty() && m.where.columnRange() {
		_, err := m.slices(m.where)
		return err
	}
	var clustering [][]byte
	static := m.onlyStatics() && m.where.clustering.empty()
	if !static {
		list, err := m.rows()
		if err != nil {
			return err
		}
		clustering = list[0]
	}
	switch {
	case !m.conditional():
		return nil
	case len(m.ifs) == 0:
		return c.existence(m, clustering, static)
	}
	for _, onStatic := range []bool{false, true} {
		if m.ifsOn(onStatic) {
			if err := c.conditions(m, clustering, static, onStatic); err != nil {
				return err
			}
		}
	}
	return nil
}

// conditionally is what messages call the statement.
func (m *modification) conditionally() string {
	if m.verb == updates {
		return "updates"
	}
	return "deletions"
}

// partition checks that all writes are on one partition.
func (c *contest) partition(m *modification) *diag.Diagnostic {
	keys, err := m.validKeys()
	if err != nil {
		return err
	}
	if m.where.partition.hasIn() {
		place := m.where.partition.entries[0].r.place()
		if c.inBatch {
			return rule.BA07.Server(place, "java.lang.IllegalArgumentException: Batch with conditions cannot span multiple partitions (you cannot use IN on the partition key)")
		}
		return rule.LWT03.Invalid(place, "IN on the partition key is not supported with conditional %", m.conditionally())
	}
	switch {
	case len(keys) == 0: // a token beside the key rules it out
		return rule.BA07.Server(m.keyAt, "java.lang.IndexOutOfBoundsException: Index 0 out of bounds for length 0")
	case c.key == nil:
		c.key = keys[0]
	case string(c.key) != string(keys[0]):
		return rule.BA07.Invalid(m.keyAt, "Batch with conditions cannot span multiple partitions")
	}
	return nil
}

// at is what is asked of one row. Where nothing was asked of it so far, it is new.
func (c *contest) at(clustering [][]byte, static bool) (r *rowCondition, made bool) {
	i, found := 0, c.static != nil
	if r = c.static; !static {
		order := func(i int) int { return memtable.CompareClusterings(c.table, c.sorted[i].clustering, clustering) }
		i = sort.Search(len(c.sorted), func(i int) bool { return order(i) >= 0 })
		if found = i < len(c.sorted) && order(i) == 0; found {
			r = c.sorted[i]
		}
	}
	if found {
		return r, false
	}
	r = &rowCondition{clustering: clustering, static: static}
	if c.rows = append(c.rows, r); static {
		c.static = r
	} else {
		c.sorted = append(c.sorted, r)
		copy(c.sorted[i+1:], c.sorted[i:])
		c.sorted[i] = r
	}
	return r, true
}

// existence adds IF EXISTS or IF NOT EXISTS.
func (c *contest) existence(m *modification, clustering [][]byte, static bool) *diag.Diagnostic {
	old, made := c.at(clustering, static)
	switch {
	case made:
		old.exists, old.missing = m.ifExists, m.ifMissing
	case old.exists == m.ifExists && old.missing == m.ifMissing && (old.exists || old.missing):
	case old.exists || old.missing:
		return rule.BA08.Invalid(m.place, "Cannot mix IF EXISTS and IF NOT EXISTS conditions for the same row")
	case m.ifMissing:
		return rule.BA08.Invalid(m.place, "Cannot mix IF conditions and IF NOT EXISTS for the same row")
	default:
		return rule.BA08.Invalid(m.place, "Cannot mix IF conditions and IF EXISTS for the same row")
	}
	return nil
}

// conditions adds the conditions on static, or on regular, columns.
func (c *contest) conditions(m *modification, clustering [][]byte, static, onStatic bool) *diag.Diagnostic {
	row, _ := c.at(clustering, onStatic || static)
	if row.exists || row.missing {
		return rule.BA08.Invalid(m.place, "Cannot mix IF conditions and IF NOT EXISTS for the same row")
	}
	for i := range m.ifs {
		if m.isStatic(m.ifs[i].column) != onStatic {
			continue
		}
		bound, err := m.bindCondition(&m.ifs[i])
		if err != nil {
			return err
		}
		if m.binding.Sample && len(m.ifs) == 1 && !c.inBatch { // of several, another one may end it
			if _, err := bound.holds(nil, 0); err != nil {
				return err
			}
		}
		row.ifs = append(row.ifs, bound)
	}
	return nil
}

// comparedUnits is what it takes to compare a cell of a collection with what a condition says.
const comparedUnits = 4

// hold judges the conditions, those on static columns first.
func (c *contest) hold(m *modification) (bool, *diag.Diagnostic) {
	read := m.reader()
	now := m.ctx.Clock.Now
	for _, static := range []bool{true, false} {
		for _, r := range c.rows {
			if r.static != static {
				continue
			}
			var row *memtable.Row
			if read != nil {
				row = read(c.key, r.clustering, static && !m.table.StaticCompact())
			}
			switch {
			case r.exists || r.missing:
				if (row != nil) != r.exists {
					return false, nil
				}
			default:
				for _, i := range java.HashOrder(len(r.ifs), 16, func(i int) int32 { return r.ifs[i].hash() }) {
					m.ctx.Work.Spend(len(row.ColumnCells(r.ifs[i].column)), comparedUnits, "cells that are compared")
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
func (c *contest) notApplied(ms []*modification) *plan.ResultSet {
	a := answer{contest: c, ms: ms, cols: c.shown(ms), now: ms[0].ctx.Clock.Now}
	a.out = &plan.ResultSet{Cols: []string{"[applied]"}, Types: []*cqltype.Type{cqltype.NativeOf(cqltype.Boolean)}}
	if read := ms[0].reader(); read != nil {
		a.static = read(c.key, nil, true)
		for _, r := range c.rows {
			if r.static && !c.table.StaticCompact() {
				continue
			}
			if row := read(c.key, r.clustering, false); row != nil {
				a.add(row, r.clustering)
			}
		}
		// Conditions on static columns alone read the first row, to tell a partition without
		// static values from none; and its columns only where one writes to rows.
		// Sources: CQL3CasRequest.readCommand and columnsToRead.
		if !slices.ContainsFunc(c.rows, func(r *rowCondition) bool { return !r.static }) && !c.table.StaticCompact() {
			bare := !slices.ContainsFunc(ms, func(m *modification) bool { return len(m.table.Clustering) == 0 || !m.where.clustering.empty() })
			if row := ms[0].ctx.Rows(c.table).First(c.key, a.now, bare); row != nil {
				a.add(&memtable.Row{}, row.Clustering)
			}
		}
		if len(a.out.Rows) == 0 && a.hasStatics() {
			a.add(nil, nil)
		}
	}
	if len(a.out.Rows) == 0 {
		a.out.Rows = [][][]byte{{{0}}}
		return a.out
	}
	for _, c := range a.cols {
		a.out.Cols = append(a.out.Cols, c.Name)
		a.out.Types = append(a.out.Types, c.Type)
	}
	return a.out
}

// shown are the columns of the answer: all of them where the existence of a row was
// asked for, else those of the conditions.
func (c *contest) shown(ms []*modification) (cols []*schema.Column) {
	if slices.ContainsFunc(ms, func(m *modification) bool { return m.ifExists || m.ifMissing }) {
		return c.table.SelectOrder()
	}
	if c.inBatch {
		cols = slices.Concat(c.table.PartitionKey, c.table.Clustering)
	}
	seen := map[*schema.Column]bool{}
	for _, c := range cols {
		seen[c] = true
	}
	for _, m := range ms {
		for _, static := range []bool{false, true} {
			for _, i := range m.ifs {
				if (i.column.Kind == schema.Static) == static && !seen[i.column] {
					cols, seen[i.column] = append(cols, i.column), true
				}
			}
		}
	}
	return cols
}

// An answer is made of the rows that are there.
type answer struct {
	*contest
	ms     []*modification
	cols   []*schema.Column
	static *memtable.Row
	now    int64
	out    *plan.ResultSet
	all    bool                    // static columns are read
	some   map[*schema.Column]bool // or these
}

// reads reports whether a static column is read: a condition asks for it, or a
// conditional write changes one. All others show as null.
func (a *answer) reads(c *schema.Column) bool {
	if a.some == nil {
		a.some = map[*schema.Column]bool{}
		for _, m := range a.ms {
			a.all = a.all || m.conditional() && m.changesOf(true)
			for i := range m.ifs {
				a.some[m.ifs[i].column] = true
			}
		}
	}
	return a.all || a.some[c]
}

// hasStatics reports whether the partition has a static column that is read.
func (a *answer) hasStatics() bool {
	return a.static != nil && slices.ContainsFunc(a.table.Statics, func(c *schema.Column) bool {
		return a.reads(c) && columnValue(a.static, c, a.now) != nil
	})
}

// add adds a row.
func (a *answer) add(row *memtable.Row, clustering [][]byte) {
	parts := cqltype.SplitPartitionKey(a.key, len(a.table.PartitionKey))
	values := [][]byte{{0}}
	for _, c := range a.cols {
		var v []byte
		switch {
		case c.Kind == schema.PartitionKey:
			v = parts[c.Position]
		case c.Kind == schema.Clustering && c.Position < len(clustering):
			v = clustering[c.Position]
		case c.Kind == schema.Clustering:
		case c.Kind != schema.Static:
			v = columnValue(row, c, a.now)
		case a.reads(c):
			v = columnValue(a.static, c, a.now)
		}
		values = append(values, v)
	}
	a.out.Rows = append(a.out.Rows, values)
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
			if i := int(cqltype.Long(cell.Path)); i < len(elems) {
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
