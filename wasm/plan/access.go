package plan

import (
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

// An Access is what an accepted read or write costs: which partitions it touches,
// which rows of them, whom the coordinator has to ask.
type Access struct {
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
	Members []*Access
	// Keys are the serialized partition keys where they are known, Range is what a
	// scan of a part of the ring reads.
	Keys  [][]byte
	Range TokenRange

	Excluded bool // the values of a query leave no row
	Nearest  bool // the nearest vectors are asked for
	Columns  bool // a DELETE of columns
}

// Tokens are the places of its partitions on the ring.
func (a *Access) Tokens() []int64 {
	out := make([]int64, len(a.Keys))
	for i, k := range a.Keys {
		out[i] = cqltype.MurmurToken(k)
	}
	return out
}
