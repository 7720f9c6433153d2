package check

// This file says what an accepted read or write costs: which partitions it
// touches, which rows of them, whom the coordinator has to ask.

import (
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/schema"
)

// PartitionScope is how many partitions a statement touches.
type PartitionScope uint8

// From none to all.
const (
	NoPartition         PartitionScope = iota // an empty IN, a range that excludes all
	OnePartition                              // one replica set answers
	SomePartitions                            // a list: the coordinator asks for each
	TokenRangeOfTable                         // a part of the ring
	AllPartitions                             // the whole table, on every node
	IndexedPartitions                         // those that an index finds; every node is asked
	OneIndexedPartition                       // an index searches one partition on its replicas
)

var partitionScopes = [...]string{"none", "one", "several", "token range", "all", "index on all nodes", "index in one partition"}

func (s PartitionScope) String() string { return partitionScopes[s] }

// RowScope is which rows of a partition a statement touches.
type RowScope uint8

// From one row to all.
const (
	WholePartition RowScope = iota
	OneRow
	SomeRows  // a list
	RowSlice  // rows that lie side by side
	StaticRow // static columns only
)

var rowScopes = [...]string{"whole partition", "one row", "several rows", "slice", "static row"}

func (s RowScope) String() string { return rowScopes[s] }

// A Plan is what an accepted read or write costs.
type Plan struct {
	Table      *schema.Table // nil for a batch over several tables
	Write      bool
	Partitions PartitionScope
	// Count is the number of partitions where Partitions is SomePartitions: at most
	// so many, and −1 where a bind marker stands for the list.
	Count    int
	Rows     RowScope
	RowCount int // of SomeRows, in each partition; −1 as Count
	// Slices is the number of stretches of a partition that are read one by one; 1
	// for one slice.
	Slices int
	// Filtered says that rows are read, compared and thrown away.
	Filtered bool
	// Indexes are the indexes that find the rows.
	Indexes []*schema.Index
	// Reversed says that a partition is read from its end.
	Reversed bool
	// Sorted says that the coordinator sorts rows, Aggregated that it joins them.
	Sorted, Aggregated bool
	// Paged says that the answer may come in pages.
	Paged bool
	Limit int // 0: none known
	// Conditional says that a write is a lightweight transaction, ReadsFirst that it
	// reads before it writes.
	Conditional, ReadsFirst bool
	// Tombstone says that a write deletes a partition, a range or a row.
	Tombstone bool
	// Batch is "logged", "unlogged" or "counter"; Members are the statements in it.
	Batch   string
	Members []*Plan
	// Keys are the serialized partition keys where they are known, Range is what a
	// scan of a part of the ring reads.
	Keys  [][]byte
	Range TokenRange

	excluded bool // the values of a query leave no row
	nearest  bool // the nearest vectors are asked for
	columns  bool // a DELETE of columns
}

// Sentence says all this in plain words.
func (p *Plan) Sentence() string {
	switch {
	case p.Batch != "":
		return p.batchSentence()
	case p.Write:
		return p.writeSentence()
	}
	return p.readSentence()
}

// Tokens are the places of the plan's partitions on the ring.
func (p *Plan) Tokens() []int64 {
	out := make([]int64, len(p.Keys))
	for i, k := range p.Keys {
		out[i] = cqltype.MurmurToken(k)
	}
	return out
}

// product is the number of combinations that = and IN name, −1 where a marker
// hides it; 0 for an empty IN ().
func product(s *restrictionSet) int {
	n := 1
	s.each(func(r *restriction) bool {
		switch {
		case r.kind == oneOf && r.open:
			n = -1
		case r.kind == oneOf && n >= 0:
			n *= len(r.list)
		}
		return n >= 0
	})
	return n
}

// scope fills in what the WHERE clause says of partitions and rows.
func (p *Plan) scope(w *where) {
	k := &w.partition
	switch {
	case w.verb == selects && w.usesIndex && w.keyRange:
		p.Partitions = IndexedPartitions
	case w.verb == selects && w.usesIndex:
		p.Partitions = OneIndexedPartition
	case w.keyRange && k.onToken():
		p.Partitions = TokenRangeOfTable
	case w.keyRange:
		p.Partitions = AllPartitions
	default:
		p.Partitions, p.Count = OnePartition, 1
		if k.in {
			if p.Count = product(&k.restrictionSet); p.Count == 0 {
				p.Partitions = NoPartition
			} else if p.Count != 1 {
				p.Partitions = SomePartitions
			}
		}
	}
	switch {
	case w.clustering.empty() && len(w.table.Clustering) > 0:
		p.Rows = WholePartition
	case w.columnRange():
		p.Rows, p.Slices = RowSlice, 1
		var before restrictionSet
		for _, e := range w.clustering.entries {
			if e.r.kind == equals || e.r.kind == oneOf {
				before.entries = append(before.entries, e)
			}
		}
		p.Slices = product(&before)
		if w.clusteringNeedsFiltering() && len(w.clustering.entries) > 0 && outsidePrefix(w.clustering.entries[0].r, 0) {
			p.Rows = WholePartition
		}
	default:
		p.Rows = OneRow
		if p.RowCount = product(&w.clustering); p.RowCount != 1 {
			p.Rows = SomeRows
		}
	}
}

// plan is the plan of a query.
func (q *query) plan() *Plan {
	w := q.where
	p := &Plan{Table: q.table, Reversed: q.reversed, Aggregated: q.aggregated}
	p.scope(w)
	if w.usesIndex {
		p.Indexes = q.usedIndexes()
	}
	p.Filtered = len(w.filter) > 0 && (!w.usesIndex || w.needsFiltering()) || w.usesIndex && w.needsFiltering()
	p.Sorted = q.sortsAfterwards()
	if c, ok := q.stmt.Limit.(*cql.Constant); ok {
		p.Limit, _ = strconv.Atoi(c.Text)
	}
	p.Paged = !q.byIndex() && !q.aggregated && (p.Limit == 0 || p.Limit > pageSize)
	// A few rows that the statement names fit into one page.
	if n := max(p.RowCount, 0) * max(p.Count, 0); (p.Rows == OneRow || p.Rows == SomeRows) && n > 0 && n <= pageSize {
		p.Paged = false
	}
	p.nearest = q.byIndex()
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
func (p *Plan) learn(r *Read) {
	p.Keys, p.Range = r.Keys, r.Tokens
	if r.Empty {
		p.Partitions, p.Count, p.excluded = NoPartition, 0, true
		return
	}
	if p.Partitions == SomePartitions {
		if p.Count = len(r.Keys); p.Count == 1 {
			p.Partitions = OnePartition
		}
	}
	if r.Limit > 0 {
		p.Limit = r.Limit
	}
}

func count(n int, one, many string) string {
	switch n {
	case 1:
		return "one " + one
	case -1:
		return "a list of " + many
	}
	return strconv.Itoa(n) + " " + many
}

// RowsText says which rows of a partition are touched: "one row".
func (p *Plan) RowsText() string {
	switch p.Rows {
	case OneRow:
		return "one row"
	case SomeRows:
		return count(p.RowCount, "row", "rows")
	case RowSlice:
		if p.Slices != 1 {
			return count(p.Slices, "slice", "slices") + " of rows"
		}
		return "a slice of neighboring rows"
	case StaticRow:
		return "the static row"
	}
	return "all rows"
}

func indexNames(list []*schema.Index) string {
	names := make([]string, len(list))
	for i, ix := range list {
		names[i] = ix.Name
	}
	word := "index "
	if len(list) > 1 {
		word = "indexes "
	}
	return word + strings.Join(names, " and ")
}

func (p *Plan) readSentence() string {
	var b strings.Builder
	each := ""
	switch p.Partitions {
	case NoPartition:
		if p.excluded {
			return "Returns nothing without reading: no row can match."
		}
		return "Returns nothing without reading: the list of keys is empty."
	case OnePartition:
		b.WriteString("Reads one partition")
	case SomePartitions:
		b.WriteString("Reads " + count(p.Count, "partition", "partitions") + ": the coordinator asks the replicas of each")
		each = " of each"
	case TokenRangeOfTable:
		b.WriteString("Scans a part of the ring, partition after partition")
	case AllPartitions:
		b.WriteString("Scans every partition of the table, on all nodes")
	case IndexedPartitions:
		b.WriteString("Asks the " + indexNames(p.Indexes) + " on all nodes, range after range of the ring, until enough rows are found")
	case OneIndexedPartition:
		b.WriteString("Searches one partition with the " + indexNames(p.Indexes) + " on its replicas")
	}
	if p.Partitions <= SomePartitions && len(p.Table.Clustering) > 0 {
		b.WriteString(", " + p.RowsText() + each)
	}
	if p.Partitions <= SomePartitions && p.Rows != OneRow && len(p.Table.Clustering) > 0 && !p.Sorted {
		if p.Reversed {
			b.WriteString(", from its end (against the stored order)")
		} else {
			b.WriteString(", in the stored order")
		}
	}
	if p.Filtered {
		b.WriteString("; reads rows that it then throws away")
	}
	if p.Sorted && p.nearest {
		b.WriteString("; the nearest vectors come first")
	} else if p.Sorted {
		b.WriteString("; the coordinator sorts the rows of all of them")
	}
	switch {
	case p.Aggregated:
		b.WriteString("; the coordinator reads page after page and returns only the result")
	case p.Limit > 0:
		b.WriteString("; stops after " + count(p.Limit, "row", "rows"))
	case p.Paged:
		b.WriteString("; comes in pages of " + strconv.Itoa(pageSize) + " rows")
	}
	b.WriteByte('.')
	return b.String()
}

// plan is the plan of a write.
func (m *modification) plan() *Plan {
	p := &Plan{Table: m.table, Write: true, Conditional: m.conditional()}
	p.scope(m.where)
	switch {
	case m.onlyStatics() && m.where.clustering.empty():
		p.Rows = StaticRow
	case len(m.table.Clustering) == 0:
		p.Rows, p.RowCount = OneRow, 1
	}
	p.ReadsFirst = m.table.Counter || slices.ContainsFunc(m.changes, func(c change) bool { return c.reads })
	p.Tombstone, p.columns = m.verb == deletes && len(m.changes) == 0, m.verb == deletes
	return p
}

func (p *Plan) writeSentence() string {
	var b strings.Builder
	partition := "one partition"
	switch p.Partitions {
	case NoPartition:
		return "Writes nothing: the list of keys is empty."
	case SomePartitions:
		partition = count(p.Count, "partition", "partitions")
	}
	switch {
	case p.Tombstone && p.Rows == WholePartition:
		b.WriteString("Writes one tombstone for " + partition + " as a whole")
	case p.Tombstone && p.Rows == RowSlice:
		b.WriteString("Writes a range tombstone over " + p.RowsText() + " of " + partition)
	case p.Tombstone:
		b.WriteString("Writes a tombstone for " + p.RowsText() + " of " + partition)
	case p.columns:
		b.WriteString("Writes tombstones for columns of " + p.RowsText() + " of " + partition)
	default:
		b.WriteString("Writes " + p.RowsText() + " of " + partition + " to its replicas")
	}
	switch {
	case p.Conditional:
		b.WriteString("; a lightweight transaction: the replicas agree in four rounds before they write")
	case p.Table.Counter:
		b.WriteString("; a replica reads the count and adds to it")
	case p.ReadsFirst:
		b.WriteString("; the coordinator reads the list first")
	default:
		b.WriteString(", without reading first")
	}
	b.WriteByte('.')
	return b.String()
}

// batchPlan is the plan of a batch.
func batchPlan(b *batch, ms []*modification) *Plan {
	p := &Plan{Write: true, Batch: [...]string{"logged", "unlogged", "counter"}[b.kind]}
	for _, m := range ms {
		mp := m.plan()
		p.Members = append(p.Members, mp)
		p.Conditional = p.Conditional || mp.Conditional
		p.ReadsFirst = p.ReadsFirst || mp.ReadsFirst
		if p.Count >= 0 && mp.Count >= 0 {
			p.Count += mp.Count
		} else {
			p.Count = -1
		}
		p.Table = m.table
	}
	for _, m := range ms {
		if m.table != p.Table {
			p.Table = nil
			break
		}
	}
	p.fewPartitions()
	return p
}

// fewPartitions says by the number of a batch's partitions how many they are.
func (p *Plan) fewPartitions() {
	switch p.Count {
	case 0:
		p.Partitions = NoPartition
	case 1:
		p.Partitions = OnePartition
	default:
		p.Partitions = SomePartitions
	}
}

// learnKeys takes over the partitions that a batch turned out to write.
func (p *Plan) learnKeys(v *Verdict) {
	for i := range v.Mutations {
		if k := v.Mutations[i].Key; !slices.ContainsFunc(p.Keys, func(o []byte) bool { return string(o) == string(k) }) {
			p.Keys = append(p.Keys, k)
		}
	}
	if p.Batch != "" && len(p.Keys) > 0 {
		p.Count = len(p.Keys)
		p.fewPartitions()
	}
}

func (p *Plan) batchSentence() string {
	switch {
	case len(p.Members) == 0:
		return "Writes nothing: the batch is empty."
	case p.Conditional:
		return "Changes one partition as one lightweight transaction: all conditions hold, or nothing is written."
	case p.Count == 1:
		return "Writes one partition in one go: its replicas see all statements or none, at the price of one write."
	case p.Batch == "logged":
		return "Writes " + count(p.Count, "partition", "partitions") + ": the coordinator first stores the batch on two other nodes, then writes each partition to its replicas, then deletes what it stored."
	case p.Batch == "counter":
		return "Counts in " + count(p.Count, "partition", "partitions") + ", each on its own: after an error nobody knows which were counted."
	}
	return "Writes " + count(p.Count, "partition", "partitions") + ", each on its own through one coordinator: separate asynchronous writes are faster."
}
