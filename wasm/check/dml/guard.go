package dml

// This file holds the guardrails on reads and writes: limits of cassandra.yaml
// that warn or stop ordinary users.
// Source: db.guardrails.Guardrails of Cassandra 5.0 and the places that ask it.

import (
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
)

// guardProduct limits the combinations that INs on key columns make. what is
// "partition key" or "clustering key".
func (p *preparer) guardProduct(v *check.Verdict, what string, n int) *diag.Diagnostic {
	number := strconv.Itoa(n)
	return p.ctx.Threshold(v, "in_select_cartesian_product", n, check.InSelectCartesianProductWarn, check.InSelectCartesianProductFail, p.keyAt,
		func(limit string) string {
			return "The cartesian product of the IN restrictions on " + what + " produces " + number + " values, this exceeds warning threshold of " + limit + "."
		},
		func(limit string) string {
			return "Aborting query because the cartesian product of the IN restrictions on " + what + " produces " + number + " values, this exceeds fail threshold of " + limit + "."
		})
}

// guardKeys limits the partitions that one SELECT names.
func (q *query) guardKeys(v *check.Verdict, n int) *diag.Diagnostic {
	number := strconv.Itoa(n)
	return q.ctx.Threshold(v, "partition_keys_in_select", n, check.PartitionKeysInSelectWarn, check.PartitionKeysInSelectFail, q.where.all,
		func(limit string) string {
			return "Query with partition keys in IN clause on table " + q.table.Name + ", with number of partition keys " + number + " exceeds warning threshold of " + limit + "."
		},
		func(limit string) string {
			return "Aborting query with partition keys in IN clause on table " + q.table.Name + ", number of partition keys " + number + " exceeds fail threshold of " + limit + "."
		})
}

// guardPage limits the rows of a page.
func (q *query) guardPage(v *check.Verdict) *diag.Diagnostic {
	size := q.ctx.Settings.PageSize
	number := strconv.Itoa(size)
	return q.ctx.Threshold(v, "page_size", size, check.PageSizeWarn, check.PageSizeFail, q.stmt.Span,
		func(limit string) string {
			return "Query for table " + q.table.Name + " with page size " + number + " exceeds warning threshold of " + limit + "."
		},
		func(limit string) string {
			return "Aborting query for table " + q.table.Name + ", page size " + number + " exceeds fail threshold of " + limit + "."
		})
}

// sized is a guardrail whose two messages differ in one word; %1 is what the limit
// is about.
func (m *modification) sized(v *check.Verdict, name string, n int, warnAt, failAt check.Setting, what string) *diag.Diagnostic {
	return m.ctx.Threshold(v, name, n, warnAt, failAt, m.place,
		func(limit string) string { return what + ", this exceeds the warning threshold of " + limit + "." },
		func(limit string) string { return what + ", this exceeds the failure threshold of " + limit + "." })
}

// guardCells limits the values and collections that are written, and the terms
// that reach SAI indexes.
func (m *modification) guardCells(out []memtable.Mutation, v *check.Verdict) *diag.Diagnostic {
	if !m.ctx.Settings.Ordinary() {
		return nil
	}
	all, sampled := v, m.binding.Sample
	value := func(c *schema.Column, n int, name string, warnAt, failAt check.Setting) *diag.Diagnostic {
		return m.sized(v, name, n, warnAt, failAt, "Value of column '"+c.Name+"' has size "+strconv.Itoa(n))
	}
	for i := range out {
		for j := range out[i].Rows {
			row := &out[i].Rows[j]
			for _, ch := range m.changes {
				c := ch.column
				if (c.Kind == schema.Static) != row.Static {
					continue
				}
				v = unless(sampled && (m.json || ch.marked()), all)
				whole := ch.kind == opSet || ch.kind == opAppend
				items, size := 0, 0
				cells := row.ColumnCells(c)
				for _, cell := range cells {
					if !cell.Tombstone() {
						items++
						size += 8 + 4 + 8 + len(cell.Value) + len(cell.Path)
					}
				}
				if !c.Type.MultiCell() && c.Type.IsCollection() && len(cells) > 0 {
					elems, _ := c.Type.Unpack(cells[0].Value)
					if items = len(elems); c.Type.Kind == cqltype.Map {
						items /= 2
					}
				}
				if whole && c.Type.IsCollection() && items > 0 {
					n := strconv.Itoa(items)
					if err := m.sized(v, "items_per_collection", items, check.ItemsPerCollectionWarn, check.ItemsPerCollectionFail, "Detected collection "+c.Name+" with "+n+" items"); err != nil {
						return err
					}
				}
				for _, cell := range cells {
					if !cell.Tombstone() {
						if err := value(c, len(cell.Value), "column_value_size", check.ColumnValueSizeWarn, check.ColumnValueSizeFail); err != nil {
							return err
						}
					}
					if c.Type.MultiCell() {
						if err := value(c, len(cell.Path), "column_value_size", check.ColumnValueSizeWarn, check.ColumnValueSizeFail); err != nil {
							return err
						}
					}
				}
				if whole && c.Type.IsCollection() && items > 0 {
					n := strconv.Itoa(size)
					if err := m.sized(v, "collection_size", size, check.CollectionSizeWarn, check.CollectionSizeFail, "Detected collection "+c.Name+" of size "+n); err != nil {
						return err
					}
				}
			}
		}
	}
	v = unless(sampled, all)
	for _, ix := range m.table.Indexes {
		c := m.table.Column(ix.Column)
		if ix.Class != schema.SAI || c == nil {
			continue
		}
		name, warnAt, failAt := "sai_string_term_size", check.SAIStringTermSizeWarn, check.SAIStringTermSizeFail
		switch {
		case c.Type.Kind == cqltype.Vector:
			name, warnAt, failAt = "sai_vector_term_size", check.SAIVectorTermSizeWarn, check.SAIVectorTermSizeFail
		case c.Type.FrozenComposite():
			name, warnAt, failAt = "sai_frozen_term_size", check.SAIFrozenTermSizeWarn, check.SAIFrozenTermSizeFail
		}
		for i := range out {
			for _, term := range indexedTerms(m.table, c, ix, &out[i]) {
				if err := value(c, len(term), name, warnAt, failAt); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// indexedTerms are the values of a column that a mutation brings to an index.
func indexedTerms(t *schema.Table, c *schema.Column, ix *schema.Index, m *memtable.Mutation) [][]byte {
	var out [][]byte
	// SAI takes the key of a row that lives, not of one that is deleted.
	takes := func(r *memtable.Row) bool {
		return ix.Class != schema.SAI || r.Liveness != nil || slices.ContainsFunc(r.Cells, func(c memtable.Cell) bool { return !c.Tombstone() })
	}
	switch c.Kind {
	case schema.PartitionKey:
		if ix.Class == schema.SAI && !slices.ContainsFunc(m.Rows, func(r memtable.Row) bool { return takes(&r) }) {
			return nil
		}
		if parts := cqltype.SplitPartitionKey(m.Key, len(t.PartitionKey)); c.Position < len(parts) {
			out = append(out, parts[c.Position])
		}
		return out
	case schema.Clustering:
		for i := range m.Rows {
			if r := &m.Rows[i]; !r.Static && c.Position < len(r.Clustering) && takes(r) {
				out = append(out, r.Clustering[c.Position])
			}
		}
		return out
	}
	for i := range m.Rows {
		for _, cell := range m.Rows[i].ColumnCells(c) {
			if c.Type.MultiCell() && (c.Type.Kind == cqltype.Set || ix.Target == "keys") {
				out = append(out, cell.Path)
			} else {
				out = append(out, cell.Value)
			}
		}
	}
	return out
}

// checkIndexed checks that what is written fits into the indexes.
// Source: CassandraIndex.validateIndexedValue, StorageAttachedIndex.
func (m *modification) checkIndexed(out []memtable.Mutation, v *check.Verdict) *diag.Diagnostic {
	if err := m.guardCells(out, v); err != nil {
		return err
	}
	const limit = 65535
	for _, ix := range m.table.Indexes {
		c := m.table.Column(ix.Column)
		if c == nil || ix.Class != schema.Legacy && (ix.Class != schema.SAI || c.Type.Kind != cqltype.Vector) {
			continue
		}
		for i := range out {
			for _, term := range indexedTerms(m.table, c, ix, &out[i]) {
				if ix.Class == schema.SAI {
					if why := notIndexable(ix, term); why != "" {
						d := rule.SAI05.Refuse(diag.WriteFail, m.place, "Operation failed - received 0 responses and 1 failures: UNKNOWN from /127.0.0.1:7000")
						return d.Say("The index cannot take this vector: " + why + ".")
					}
				} else if len(term) >= limit {
					return rule.SAI07.Invalid(m.place, "Cannot index value of size % for index % on %(%) (maximum allowed size=65535)", strconv.Itoa(len(term)), ix.Name, m.table.String(), c.Name)
				}
			}
		}
	}
	return nil
}

// notIndexable says why a vector index cannot take a vector of floats, or "".
// Source: OnHeapGraph.validateIndexable.
func notIndexable(ix *schema.Index, vector []byte) string {
	zero := len(vector) > 0
	for i := 0; i+4 <= len(vector); i += 4 {
		bits := uint32(vector[i])<<24 | uint32(vector[i+1])<<16 | uint32(vector[i+2])<<8 | uint32(vector[i+3])
		if bits>>23&0xff == 0xff {
			return "it holds a number that is not finite"
		}
		zero = zero && bits&0x7fffffff == 0
	}
	if f := schema.Get(ix.Options, "similarity_function"); zero && (f == "" || strings.EqualFold(f, "cosine")) {
		return "all its numbers are zero, and the cosine of a zero vector is not defined"
	}
	return ""
}
