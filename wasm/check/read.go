package check

import (
	"partitionlab/wasm/schema"
)

// A Read is an accepted SELECT with all its values known: what package query
// carries out. It holds no CQL.
//
// The rows it returns come from Keys, or from Tokens where Keys is nil; of each
// partition the rows named by Rows, or lying in Slices where Rows is nil; of these
// those that pass Filter. They come in the order of storage, backwards with
// Reversed, and are sorted by Order afterwards where that is not empty.
type Read struct {
	Table *schema.Table
	// Empty says that no row can match: an empty IN, a range that excludes all.
	Empty bool

	Keys   [][]byte   // serialized partition keys, in the order in which they are read
	Tokens TokenRange // part of the ring that is read where Keys is nil
	Rows   [][][]byte // complete clusterings, sorted; an empty one in a table without clustering columns
	Slices []Slice    // stretches of a partition, sorted
	Filter []Expression
	// Index is the index that finds the rows, nil where none does. With SAI all
	// indexes of the table work together and this is the first of them.
	Index *schema.Index
	// Nearest is the column and the vector of ORDER BY … ANN OF.
	Nearest *Nearest

	Selectors []*Selector
	// Columns are the columns that the selectors read, in the order in which they
	// appear; those that only ORDER BY needs come last.
	Columns  []*schema.Column
	Wildcard bool // SELECT *
	JSON     bool
	Distinct bool
	// Static says that a partition without rows returns one row with its static
	// columns.
	Static bool

	Reversed bool
	Order    []SortColumn // sorting behind the read: IN on the partition key with ORDER BY

	// Aggregate says that the selectors join rows: all of them, or those of a group.
	Aggregate bool
	// Group is the number of key columns, partition key first, whose values make a
	// group; 0 without GROUP BY. GroupBy is the function on the last of them, or nil.
	Grouped bool
	Group   int
	GroupBy *Selector

	Limit             int // 0: none
	PerPartitionLimit int
}

// Nearest asks for the rows whose vectors are nearest to one.
type Nearest struct {
	Column *schema.Column
	Vector []byte
}

// A SortColumn is a column by which rows are sorted after they are read.
type SortColumn struct {
	Column *schema.Column
	Desc   bool
}
