package session

import (
	"slices"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/schema"
)

// A change of a table makes the server flush what it has of the table in memory:
// its rows are held in the order and with the columns of the table as it was. So a
// script with ALTER leaves several SSTables. The session's store goes on with all
// rows; sealed keeps apart what each of those flushes writes.
// Source: ColumnFamilyStore.reload, AbstractAllocatorMemtable.shouldSwitch.
type sealed struct {
	stores []*memtable.Store
	mem    *memtable.Store // what was written since
}

// Flushes are the rows of a table as the server writes them to SSTables: one store
// for each flush that a change of the table has made, then what is in memory at the
// end. It is empty where nothing is to be written.
func (s *Session) Flushes(t *schema.Table) []*memtable.Store {
	var out []*memtable.Store
	last := s.stores[t]
	if a := s.sealed[t]; a != nil {
		out, last = a.stores, a.mem
	}
	if last != nil && !last.Empty() {
		out = append(out[:len(out):len(out)], last)
	}
	return out
}

// changed lists the tables with rows that a statement is about to change.
func (s *Session) changed(stmt cql.Statement) (out []*schema.Table) {
	var name cql.QualifiedName
	is := func(t *schema.Table) bool { return t.Name == name.Name.Text }
	switch x := stmt.(type) {
	case *cql.AlterTable:
		name = x.Name
	case *cql.CreateIndex:
		name = x.Table
	case *cql.CreateView: // to be built from files
		name = x.From
	case *cql.DropIndex:
		name = x.Name
		is = func(t *schema.Table) bool {
			return slices.ContainsFunc(t.Indexes, func(ix *schema.Index) bool { return ix.Name == name.Name.Text })
		}
	case *cql.AlterType:
		name = x.Name
		is = func(t *schema.Table) bool { return hasType(t, name.Name.Text) }
	default:
		return nil
	}
	ks := name.Keyspace.Text
	if !name.Keyspace.Given() {
		ks = s.ctx.Keyspace
	}
	for t := range s.stores {
		if t.Keyspace == ks && is(t) {
			out = append(out, t)
		}
	}
	return out
}

// seal flushes what is in memory of a table that has changed.
func (s *Session) seal(t *schema.Table) {
	a := s.sealed[t]
	if a == nil {
		a = &sealed{mem: s.stores[t].Clone()}
		s.sealed[t] = a
	}
	if a.mem.Seal(); !a.mem.Empty() {
		a.stores = append(a.stores, a.mem)
	}
	a.mem = memtable.NewStore(t)
}

// apply writes a mutation to what is in memory; all holds all rows.
func (a *sealed) apply(all *memtable.Store, m *memtable.Mutation) error {
	if m.Table.Counter {
		m = all.Cut(m)
	}
	return a.mem.Apply(m)
}

func hasType(t *schema.Table, name string) bool {
	var in func(t *cqltype.Type) bool
	in = func(t *cqltype.Type) bool {
		return t.Kind == cqltype.UDT && t.Name == name || slices.ContainsFunc(t.Elems, in) ||
			slices.ContainsFunc(t.Fields, func(f cqltype.Field) bool { return in(f.Type) })
	}
	for c := range t.Columns() {
		if in(c.Type) {
			return true
		}
	}
	return false
}
