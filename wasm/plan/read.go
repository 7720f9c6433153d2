// Package plan is what an accepted read or write asks of storage, as data: the read
// that package query carries out, and who has to be asked for how much. It holds no
// syntax tree, no verdict and no words for a reader.
package plan

import (
	"slices"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/schema"
)

// A Read is an accepted SELECT with all its values known: what package query
// carries out.
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

// SelectorKind is the form of an item of a select list.
type SelectorKind uint8

// The forms of items.
const (
	SelectColumn  SelectorKind = iota // Column
	SelectTerm                        // Value
	SelectCall                        // Func on Args
	SelectMeta                        // writetime, maxwritetime or ttl (Meta) of Args[0]
	SelectField                       // field Field of Args[0]
	SelectElement                     // Args[0][Key]
	SelectSlice                       // Args[0][From..To]
	SelectTuple                       // (Args…)
	SelectList                        // [Args…]
	SelectSet                         // {Args…}
	SelectMap                         // {Args[0]: Args[1], …}
	SelectUDT                         // Args by field, nil where not given
	SelectVector                      // [Args…]
)

// A Selector is an item of a select list, or a part of one, with its type. At is
// its place in the text.
type Selector struct {
	Kind   SelectorKind
	Name   string // of the result column
	Type   *cqltype.Type
	Column *schema.Column
	Func   *cqltype.Function
	Args   []*Selector
	Meta   string
	Field  int
	// From and To are nil where the slice is open.
	Value, Key, From, To []byte
	Aggregate            bool // joins several rows
	At                   diag.Span
}

// Reads reports whether an item that takes elements of a collection takes the one
// of a key.
func (s *Selector) Reads(key []byte) bool {
	t := s.Args[0].Type.Elems[0]
	if s.Kind == SelectElement {
		return t.Compare(s.Key, key) == 0
	}
	return (s.From == nil || t.Compare(s.From, key) <= 0) && (s.To == nil || t.Compare(key, s.To) <= 0)
}

// Constant reports whether the item has the same value for every row.
func (s *Selector) Constant() bool {
	switch s.Kind {
	case SelectTerm:
		return true
	case SelectColumn, SelectMeta, SelectCall:
		return false
	}
	return !slices.ContainsFunc(s.Args, func(a *Selector) bool { return a != nil && !a.Constant() })
}

// A TokenRange is a part of the ring. A missing bound reaches to its end.
type TokenRange struct {
	Start, End                   int64
	HasStart, HasEnd             bool
	StartInclusive, EndInclusive bool
}

// Contains reports whether a token lies in the range.
func (r *TokenRange) Contains(token int64) bool {
	if r.HasStart && (token < r.Start || token == r.Start && !r.StartInclusive) {
		return false
	}
	return !r.HasEnd || token < r.End || token == r.End && r.EndInclusive
}

// A Slice is a stretch of a partition between two bounds, in the order of
// storage.
type Slice struct{ Start, End memtable.Bound }

// An Expression filters rows: column op value.
type Expression struct {
	Column *schema.Column
	Op     cql.Op
	Like   LikeKind // of LIKE
	Key    []byte   // of column[key] = value
	Value  []byte
	Values [][]byte // of IN
}

// LikeKind is the form of a LIKE pattern.
type LikeKind uint8

// The forms of LIKE patterns.
const (
	LikePrefix   LikeKind = iota // 'x%'
	LikeSuffix                   // '%x'
	LikeContains                 // '%x%'
	LikeMatches                  // 'x'
)

// A ResultSet is what comes back: values, serialized, under the names of columns.
type ResultSet struct {
	Cols  []string
	Types []*cqltype.Type
	Rows  [][][]byte
}

// Size is how many bytes the rows take where each value is written out: values that
// several columns share count each time, and a value takes some bytes besides.
func (r *ResultSet) Size() (bytes int) {
	for _, row := range r.Rows {
		for _, v := range row {
			bytes += len(v) + 8
		}
	}
	return bytes
}
