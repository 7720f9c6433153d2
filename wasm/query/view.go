// The rows of materialized views. A server writes them as it writes the base
// table; here they are worked out of the base table's rows when somebody asks,
// which gives the same rows.

package query

import (
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/schema"
)

// View returns the rows of a view. The read is SELECT * of the base table with the
// view's WHERE clause. A row of the base gives one where none of the view's key
// columns is null; a column that is not in the base's key decides how long the
// row lives.
// Source: ViewUpdateGenerator.
func View(view *schema.Table, base *plan.Read, env *Env) *memtable.Store {
	out := memtable.NewStore(view)
	if env.Store == nil || base.Empty {
		return out
	}
	x := &reader{read: base, env: env, out: &Page{}}
	x.scan(func(p *memtable.Partition) bool {
		f := found{partition: p, key: cqltype.SplitPartitionKey(p.Key, len(base.Table.PartitionKey))}
		for row := range x.rows(p, nil) {
			if f.row = row.Live(env.Now); f.row == nil || !x.matchesAll(&f) {
				continue
			}
			if m := x.viewRow(view, &f); m != nil {
				out.Apply(m)
			}
		}
		return true
	})
	return out
}

// viewRow is the view's row of a row of the base, nil where it has none.
func (x *reader) viewRow(view *schema.Table, f *found) *memtable.Mutation {
	live := memtable.Liveness{Expiry: memtable.NoExpiry}
	if f.row.Liveness != nil {
		live = *f.row.Liveness
	} else { // an UPDATE made it: some cell keeps it alive, be it in the view or not
		for i := range f.row.Cells {
			live.Timestamp = max(live.Timestamp, f.row.Cells[i].Timestamp)
		}
	}
	key := func(columns []*schema.Column) (values [][]byte, whole bool) {
		for _, c := range columns {
			of := x.read.Table.Column(c.Name)
			v := x.value(f, of)
			if v == nil {
				return nil, false
			}
			if cells := f.row.ColumnCells(of); of.Kind == schema.Regular {
				live = memtable.Liveness{Timestamp: max(live.Timestamp, cells[0].Timestamp), TTL: cells[0].TTL, Expiry: cells[0].Expiry}
			}
			values = append(values, v)
		}
		return values, true
	}
	partition, whole := key(view.PartitionKey)
	if !whole {
		return nil
	}
	clustering, whole := key(view.Clustering)
	if !whole {
		return nil
	}
	row := memtable.Row{Clustering: clustering, Liveness: &live}
	for _, cell := range f.row.Cells {
		if c := view.Column(cell.Column.Name); c != nil && c.Kind == schema.Regular {
			cell.Column = c
			row.Cells = append(row.Cells, cell)
		}
	}
	return &memtable.Mutation{Table: view, Key: cqltype.PartitionKey(partition), Rows: []memtable.Row{row}}
}
