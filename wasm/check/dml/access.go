package dml

// This file says what an accepted read or write costs: which partitions it
// touches, which rows of them, whom the coordinator has to ask.

import (
	"slices"
	"strconv"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/work"
)

// product is the number of combinations that = and IN name, −1 where a marker
// hides it; 0 for an empty IN ().
func product(s *restrictionSet) int {
	n := 1
	s.each(func(r *restriction) bool {
		switch {
		case r.kind == oneOf && r.open:
			n = -1
		case r.kind == oneOf && n >= 0:
			n = work.Times(n, len(r.list))
		}
		return n >= 0
	})
	return n
}

// scope fills in what the WHERE clause says of partitions and rows.
func scope(p *plan.Access, w *where) {
	k := &w.partition
	switch {
	case w.verb == selects && w.usesIndex && w.keyRange:
		p.Partitions = plan.IndexedPartitions
	case w.verb == selects && w.usesIndex:
		p.Partitions = plan.OneIndexedPartition
	case w.keyRange && k.onToken():
		p.Partitions = plan.TokenRangeOfTable
	case w.keyRange:
		p.Partitions = plan.AllPartitions
	default:
		p.Partitions, p.Count = plan.OnePartition, 1
		if k.in {
			if p.Count = product(&k.restrictionSet); p.Count == 0 {
				p.Partitions = plan.NoPartition
			} else if p.Count != 1 {
				p.Partitions = plan.SomePartitions
			}
		}
	}
	switch {
	case w.clustering.empty() && len(w.table.Clustering) > 0:
		p.Rows = plan.WholePartition
	case w.columnRange():
		p.Rows, p.Slices = plan.RowSlice, 1
		var before restrictionSet
		for _, e := range w.clustering.entries {
			if e.r.kind == equals || e.r.kind == oneOf {
				before.entries = append(before.entries, e)
			}
		}
		p.Slices = product(&before)
		if w.clusteringNeedsFiltering() && len(w.clustering.entries) > 0 && outsidePrefix(w.clustering.entries[0].r, 0) {
			p.Rows = plan.WholePartition
		}
	default:
		p.Rows = plan.OneRow
		if p.RowCount = product(&w.clustering); p.RowCount != 1 {
			p.Rows = plan.SomeRows
		}
	}
}

// access is what a query costs.
func (q *query) access() *plan.Access {
	w := q.where
	p := &plan.Access{Table: q.table, Reversed: q.reversed, Aggregated: q.aggregated}
	scope(p, w)
	if w.usesIndex {
		p.Indexes = q.usedIndexes()
	}
	p.Filtered = len(w.filter) > 0 && (!w.usesIndex || w.needsFiltering(q.ctx.Server)) || w.usesIndex && w.needsFiltering(q.ctx.Server)
	p.Sorted = q.sortsAfterwards()
	if c, ok := q.stmt.Limit.(*cql.Constant); ok {
		p.Limit, _ = strconv.Atoi(c.Text)
	}
	size := q.ctx.Settings.PageSize
	p.Paged = size > 0 && !q.byIndex() && !q.aggregated && (p.Limit == 0 || p.Limit > size)
	// A few rows that the statement names fit into one page.
	if n := max(p.RowCount, 0) * max(p.Count, 0); (p.Rows == plan.OneRow || p.Rows == plan.SomeRows) && n > 0 && n <= size {
		p.Paged = false
	}
	p.Nearest = q.byIndex()
	return p
}

// usedIndexes are the indexes that answer some of the query: all that can with
// SAI, one otherwise.
func (q *query) usedIndexes() []*schema.Index {
	var out []*schema.Index
	for _, f := range q.where.filter {
		for _, e := range f.set.entries {
			for _, ix := range q.table.Indexes {
				if !e.r.servedBy(ix) || slices.Contains(out, ix) {
					continue
				}
				if len(out) == 0 || ix.Class == schema.SAI && out[0].Class == schema.SAI {
					out = append(out, ix)
				}
			}
		}
	}
	return out
}

// learn takes over what is known once the values are.
func learn(p *plan.Access, r *plan.Read) {
	p.Keys, p.Range = r.Keys, r.Tokens
	if r.Empty {
		p.Partitions, p.Count, p.Excluded = plan.NoPartition, 0, true
		return
	}
	if p.Partitions == plan.SomePartitions {
		if p.Count = len(r.Keys); p.Count == 1 {
			p.Partitions = plan.OnePartition
		}
	}
	if r.Limit > 0 {
		p.Limit = r.Limit
	}
}

// access is what a write costs.
func (m *modification) access() *plan.Access {
	p := &plan.Access{Table: m.table, Write: true, Conditional: m.conditional()}
	scope(p, m.where)
	switch {
	case m.onlyStatics() && m.where.clustering.empty():
		p.Rows = plan.StaticRow
	case len(m.table.Clustering) == 0:
		p.Rows, p.RowCount = plan.OneRow, 1
	}
	p.ReadsFirst = m.table.Counter || slices.ContainsFunc(m.changes, func(c change) bool { return c.reads })
	p.Tombstone, p.Columns = m.verb == deletes && len(m.changes) == 0, m.verb == deletes
	return p
}

// namedKeys are the partitions of a write that no marker hides; ok is false where
// one does.
func (m *modification) namedKeys() (keys [][]byte, ok bool) {
	if m.where.partition.marked() {
		return nil, false
	}
	keys, err := m.partitionKeys(m.where)
	return keys, err == nil && len(keys) > 0
}

// marked reports whether a marker stands for a value of = or IN.
func (s *restrictionSet) marked() bool {
	marked := func(o operand) bool { return slices.ContainsFunc(o, (*term).HasMarker) }
	return slices.ContainsFunc(s.entries, func(e columnEntry) bool { return marked(e.r.value) || slices.ContainsFunc(e.r.list, marked) })
}

// batchAccess is what a batch costs: statements that name the same partition write
// one, and those behind markers each one of their own, at most. One with conditions
// has one partition, or it fails when it runs. What a batch without markers writes
// is learned when it does.
func batchAccess(b *batch, ms []*modification, markers bool) *plan.Access {
	p := &plan.Access{Write: true, Batch: [...]string{"logged", "unlogged", "counter"}[b.kind]}
	known := map[string]bool{}
	for _, m := range ms {
		mp := m.access()
		p.Members = append(p.Members, mp)
		p.Conditional = p.Conditional || mp.Conditional
		p.ReadsFirst = p.ReadsFirst || mp.ReadsFirst
		p.Table = m.table
		n := mp.Count
		if markers {
			if keys, ok := m.namedKeys(); ok {
				n = -len(known)
				for _, k := range keys {
					known[string(k)] = true
				}
				n += len(known)
			}
		}
		if p.Count >= 0 && n >= 0 {
			p.Count += n
		} else {
			p.Count = -1
		}
	}
	if p.Conditional {
		p.Count = 1
	}
	for _, m := range ms {
		if m.table != p.Table {
			p.Table = nil
			break
		}
	}
	fewPartitions(p)
	return p
}

// fewPartitions says by the number of a batch's partitions how many they are.
func fewPartitions(p *plan.Access) {
	switch p.Count {
	case 0:
		p.Partitions = plan.NoPartition
	case 1:
		p.Partitions = plan.OnePartition
	default:
		p.Partitions = plan.SomePartitions
	}
}

// learnKeys takes over the partitions that a batch turned out to write.
func learnKeys(p *plan.Access, v *check.Verdict) {
	known := make(map[string]bool, len(v.Mutations))
	for _, k := range p.Keys {
		known[string(k)] = true
	}
	for i := range v.Mutations {
		if k := v.Mutations[i].Key; !known[string(k)] {
			known[string(k)] = true
			p.Keys = append(p.Keys, k)
		}
	}
	if p.Batch != "" && len(p.Keys) > 0 {
		p.Count = len(p.Keys)
		fewPartitions(p)
	}
}
