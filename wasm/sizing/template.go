package sizing

import (
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/workload"
)

// This file turns a workload into one statement with anchors, as tools that generate
// load want it: the key and the timestamp are worked out from the number of a cycle,
// all else is the same in each row.

// A Template is the statement that writes each row of a partition.
type Template struct {
	Statement string // with {name} where an anchor stands
	Anchors   []Anchor
	Rows      int64 // of a partition
	Bytes     int64 // of Data.db in one flush of one partition
	// Rows of a batch have one timestamp; that of the next is Num/Den microseconds later.
	Batch, Num, Den int64
	Timed           bool // the statement has an anchor {timestamp}
	Mean            bool // lengths, nulls or rows that vary are written as those of a typical row
}

// An Anchor is a part of the key: number Div, modulo Mod, of a row or a partition.
type Anchor struct {
	Name      string
	Kind      cqltype.Kind
	Length    int64 // of its digits; 0 for a plain number
	Partition bool  // counts partitions; else rows
	Div, Mod  int64
}

// Template makes the statement for typical rows.
func (m *Sizer) Template() (*Template, []workload.Problem) {
	w, problems := m.typical()
	if problems != nil {
		return nil, problems
	}
	s := w.shape
	out := &Template{Rows: w.rows, Batch: max(s.Batch, 1), Num: s.StepNum, Den: max(s.StepDen, 1), Timed: !m.table.Counter, Mean: m.varies(w.vals)}
	s.StaticLast = true // each row writes the static columns, too
	if !out.Timed {
		s.StepNum = 0 // counters get their timestamps from the server, while the load runs
	}
	size, err := s.Size()
	if err != nil {
		return nil, []workload.Problem{*m.tooLarge()}
	}
	out.Bytes = size.Total
	if len(m.table.Clustering) > 0 && !w.enough() {
		return nil, []workload.Problem{m.work.Problem("the clustering columns have too few values to tell "+number.Count(w.rows)+" rows apart", "", "give them longer values, or write fewer rows")}
	}
	if p := w.tooLong(); p != nil {
		return nil, []workload.Problem{*p}
	}

	name := cql.QuoteName
	var keys, values, sets, where []string
	key := func(c *schema.Column, v string) {
		keys, values, where = append(keys, name(c.Name)), append(values, v), append(where, name(c.Name)+" = "+v)
	}
	for i, c := range m.table.PartitionKey {
		if i > 0 {
			key(c, w.literal(c.Type, c.Name, 1, -1))
			continue
		}
		key(c, out.anchor(c, round(w.stored(c.Type, c.Name)), true, 1, capacity(c.Type, round(w.stored(c.Type, c.Name))), w))
	}
	div := int64(1)
	order := make([]string, len(m.table.Clustering))
	for i := len(order) - 1; i >= 0; i-- {
		c := m.table.Clustering[i]
		length := s.Clustering[i].Len[0].N
		mod := capacity(c.Type, length)
		order[i] = out.anchor(c, length, false, div, mod, w)
		div *= mod
	}
	for i, c := range m.table.Clustering {
		key(c, order[i])
	}
	add := func(columns []*schema.Column, shapes []sstable.ColumnShape) {
		for i, c := range w.written(columns) {
			length, count := int64(-1), int64(-1)
			if g := shapes[i].Cells[0]; shapes[i].Complex {
				count = g.Count[0].N
			} else {
				length = g.Value[0].N
			}
			v := w.value(c.Type, c.Name, length, count)
			keys, values = append(keys, name(c.Name)), append(values, v)
			if c.Type.Kind == cqltype.Counter {
				v = name(c.Name) + " + 1"
			}
			sets = append(sets, name(c.Name)+" = "+v)
		}
	}
	add(m.table.Statics, s.Statics)
	add(m.table.Regulars, s.Regulars)
	using := ""
	if out.Timed {
		using = " USING TIMESTAMP {timestamp}"
		if s.Expires {
			using += " AND TTL " + strconv.FormatInt(s.TTL, 10)
		}
	}
	full := name(m.table.Keyspace) + "." + name(m.table.Name)
	if out.Statement = "INSERT INTO " + full + " (" + strings.Join(keys, ", ") + ") VALUES (" + strings.Join(values, ", ") + ")" + using; s.Update && len(sets) > 0 {
		out.Statement = "UPDATE " + full + using + " SET " + strings.Join(sets, ", ") + " WHERE " + strings.Join(where, " AND ")
	}
	return out, nil
}

// Updated counts the bytes of a partition whose typical rows are all written by
// UPDATE at one time, elements added to collections: as cassandra-stress writes them.
func (m *Sizer) Updated() (rows, bytes int64, mean bool, problems []workload.Problem) {
	w, problems := m.typical()
	if problems != nil {
		return 0, 0, false, problems
	}
	s := w.shape
	s.Update, s.Appends, s.StepNum = len(m.table.Regulars)+len(m.table.Statics) > 0, true, 0
	s.Expires, s.TTL = m.table.Params.DefaultTTL > 0, int64(m.table.Params.DefaultTTL)
	size, err := s.Size()
	if err != nil {
		return 0, 0, false, []workload.Problem{*m.tooLarge()}
	}
	return w.rows, size.Total, m.varies(w.vals), nil
}

// typical is the partition with the first row in place of all others.
func (m *Sizer) typical() (*sampler, []workload.Problem) {
	v, problems := m.work.Eval()
	if len(problems) > 0 {
		return nil, problems
	}
	p, bad := m.count(v, typical, -1, false)
	if bad != nil {
		return nil, []workload.Problem{*bad}
	}
	s := p.shape
	s.Loaded, s.Deleted, s.Updated = true, 0, 0
	first := func(steps *sstable.Steps) {
		if *steps != nil {
			*steps = sstable.Always(steps.At(0))
		}
	}
	for i := range s.Clustering {
		first(&s.Clustering[i].Len)
	}
	for _, list := range [...][]sstable.ColumnShape{s.Statics, s.Regulars} {
		for i := range list {
			list[i].From, list[i].To = 0, 0
			for k := range list[i].Cells {
				c := &list[i].Cells[k]
				first(&c.Count)
				first(&c.Path)
				first(&c.Value)
			}
		}
	}
	return &sampler{state: &state{Sizer: m, vals: v, corner: typical, rows: p.rows}, shape: s}, nil
}

// varies reports whether typical rows are not all rows.
func (m *Sizer) varies(v *workload.Values) bool {
	return m.nulls || m.work.Varies() || !exact(v, m.work) || m.work.Quantity(workload.Deleted) != nil
}

// anchor is the literal of a key column with an anchor in it, which it adds to the
// template; a type of too few values gets a constant.
func (t *Template) anchor(c *schema.Column, length int64, partition bool, div, mod int64, w *sampler) string {
	a := Anchor{Name: c.Name, Kind: c.Type.Kind, Partition: partition, Div: div, Mod: mod}
	at := "{" + c.Name + "}"
	switch c.Type.Kind {
	case cqltype.Text, cqltype.Ascii:
		a.Length, at = length, "'"+at+"'"
	case cqltype.Blob:
		a.Length, at = 2*length, "0x"+at
	case cqltype.UUID:
		a.Length, at = 12, "00000000-0000-4000-8000-"+at
	case cqltype.Timeuuid:
		a.Length, at = 8, at+"-0000-1000-8080-808080808080"
	default:
		if mod < 2 {
			return w.literal(c.Type, c.Name, 1, -1)
		}
	}
	t.Anchors = append(t.Anchors, a)
	return at
}
