package session

import (
	"partitionlab/wasm/check"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/work"
)

// stored is what a session holds of a table's rows. A flush moves what is in memory
// to a file, and there are two reasons for one: the operator asks for it, or the table
// changes, because rows in memory are held with the columns of the table as it was.
// So a script with ALTER leaves several SSTables.
// Source: ColumnFamilyStore.reload, AbstractAllocatorMemtable.shouldSwitch.
type stored struct {
	all    *memtable.Store // the sum of all files and of the memory: what reads see
	files  []flushed       // oldest first
	made   int             // files so far, those among them that are gone
	fresh  *memtable.Store // what was written since the last flush; nil before the first: all is in memory
	alters int             // how often the table has changed
}

// A flushed file has the rows of one flush, or those of several after a compaction.
type flushed struct {
	written *memtable.Store // under the table as it was: the bytes on disk
	number  int             // from 1 for the first file of the table
	under   int             // how often the table had changed when it was written
	seen    *memtable.File  // under the table as it was after so many changes; nil until a read asks
	at      int
}

// write writes a mutation; the meter may be nil.
func (r *stored) write(m *memtable.Mutation, w *work.Meter) error {
	r.all.Work = w
	if r.fresh == nil {
		return r.all.Apply(m)
	}
	r.fresh.Work = w
	if !m.Table.Counter {
		return r.all.Apply(m, r.fresh)
	}
	if err := r.all.Apply(m); err != nil {
		return err
	}
	return r.fresh.Apply(r.all.Cut(m))
}

// flush writes what is in memory to a file and reports whether there was anything.
// A table that has changed is flushed as it was.
func (r *stored) flush(t *schema.Table, changed bool) bool {
	mem := r.fresh
	if mem == nil {
		mem = r.all.Clone()
	}
	if changed {
		mem.Seal()
	}
	some := !mem.Empty()
	if some {
		r.keep(mem)
	}
	if some || changed {
		r.fresh = memtable.NewStore(t)
	}
	return some
}

// compact makes one file of all, without what is overwritten and without what time has
// made superfluous.
func (r *stored) compact(now int64) TableCompaction {
	m := TableCompaction{Merged: r.all}
	for i := range r.files {
		m.Before = append(m.Before, SSTable{r.file(i).Store, r.files[i].number})
	}
	out := r.all.Purged(now, now-int64(r.all.Table().Params.GCGrace))
	r.files = nil
	if !out.Empty() {
		r.keep(out)
		m.After = append(m.After, SSTable{out, r.made})
	}
	r.all = out.Clone()
	return m
}

// keep adds a file.
func (r *stored) keep(s *memtable.Store) {
	r.made++
	r.files = append(r.files, flushed{written: s, number: r.made, under: r.alters})
}

// file is a file as reads see it.
func (r *stored) file(i int) *memtable.File {
	f := &r.files[i]
	if f.seen == nil || f.at != r.alters {
		store := f.written
		if f.under != r.alters {
			store = store.Clone()
			store.Work = r.all.Work
			store.SetTable(r.all.Table())
		}
		f.seen, f.at = memtable.NewFile(store), r.alters
	}
	return f.seen
}

// alter tells the rows that the columns of their table have changed.
func (r *stored) alter(t *schema.Table) {
	r.all.SetTable(t)
	if r.fresh != nil {
		r.fresh.SetTable(t)
	}
	r.alters++ // files follow when a read asks
}

// Store holds the rows of a table; nil where nothing was written.
func (s *Session) Store(t *schema.Table) *memtable.Store {
	if r := s.rows[t]; r != nil {
		return r.all
	}
	return nil
}

// Files are the SSTables of a table, oldest first.
func (s *Session) Files(t *schema.Table) []*memtable.File {
	r := s.rows[t]
	if r == nil || len(r.files) == 0 {
		return nil
	}
	s.ctx.Work.Ask(len(r.files))
	out := make([]*memtable.File, len(r.files))
	for i := range out {
		out[i] = r.file(i)
	}
	return out
}

// Flushes are the rows of a table as the server writes them to SSTables: one store
// for each flush so far, then what is in memory at the end. It is empty where nothing
// is to be written.
func (s *Session) Flushes(t *schema.Table) (out []*memtable.Store) {
	r := s.rows[t]
	if r == nil {
		return nil
	}
	for i := range r.files {
		out = append(out, r.files[i].written)
	}
	last := r.fresh
	if last == nil {
		last = r.all
	}
	if !last.Empty() {
		out = append(out, last)
	}
	return out
}

// Forget lets go of all rows: nobody reads any more.
func (s *Session) Forget() { clear(s.rows) }

// follow does to the rows what a change of the catalogue means for them.
func (s *Session) follow(c *check.Changed) {
	s.made = nil
	for _, t := range c.Flushed {
		if r := s.rows[t]; r != nil {
			r.flush(t, true)
		}
	}
	for _, o := range c.Altered {
		if r := s.rows[o.Table]; r != nil && o.Kind == check.Table {
			r.alter(o.Table)
		}
	}
	for _, t := range c.Emptied {
		if r := s.rows[t]; r != nil {
			r.all.Truncate()
			r.files, r.fresh = nil, nil
		}
	}
	for _, o := range c.Dropped {
		if o.Kind == check.Table || o.Kind == check.View {
			delete(s.rows, o.Table)
		}
	}
	for _, o := range c.Made {
		if o.Kind == check.Keyspace && o.Keyspace == s.implicit {
			s.implicit = ""
		}
	}
}
