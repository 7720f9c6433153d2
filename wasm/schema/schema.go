// Package schema is what a cluster's catalogue holds: keyspaces, tables, types,
// indexes, views, functions and aggregates, and what a judged schema statement
// does to them.
package schema

import "partitionlab/wasm/cqltype"

// A Catalogue is everything that CREATE, ALTER and DROP work on. Keyspaces and
// what is in them are kept by name.
type Catalogue struct {
	Keyspaces map[string]*Keyspace
}

// A Keyspace holds tables, types, views and functions.
type Keyspace struct {
	Name          string
	Replication   Replication
	DurableWrites bool
	Tables        map[string]*Table // views are here, too: Table.View tells
	Types         map[string]*cqltype.Type
	Functions     []*Function
	Aggregates    []*Aggregate
}

// Replication is a keyspace's replication: the class's simple name and its
// options in the order of writing.
type Replication struct {
	Class   string
	Options []Option
}

// An Option is a name with a value, both text.
type Option struct{ Name, Value string }

// ColumnKind is the role of a column.
type ColumnKind uint8

// The roles of columns, in the order in which SELECT * returns them.
const (
	PartitionKey ColumnKind = iota
	Clustering
	Static
	Regular
)

func (k ColumnKind) String() string {
	return [...]string{"partition_key", "clustering", "static", "regular"}[k]
}

// A Column is a column of a table.
type Column struct {
	Name     string
	Type     *cqltype.Type
	Kind     ColumnKind
	Position int  // among the partition key or clustering columns; 0 for others
	Desc     bool // a clustering column in descending order
}

// A Table is a table or a materialized view.
type Table struct {
	Keyspace     string
	Name         string
	PartitionKey []*Column
	Clustering   []*Column
	Statics      []*Column // by name, simple columns before multi-cell ones: the order in which they are stored
	Regulars     []*Column // likewise
	byName       map[string]*Column
	Dropped      map[string]*Column // columns dropped earlier, by name
	Indexes      []*Index
	Params       Params
	Counter      bool  // holds counters
	Compact      bool  // WITH COMPACT STORAGE
	View         *View // nil for a table
}

// Column returns a column by its name, or nil.
func (t *Table) Column(name string) *Column { return t.byName[name] }

// A View says what a materialized view is made of.
type View struct {
	Base  string // table name in the same keyspace
	Star  bool
	Where string // as the server prints it
}

// IndexClass is the implementation of an index.
type IndexClass uint8

// The implementations.
const (
	Legacy IndexClass = iota
	SAI
	SASI
	OtherIndex
)

// An Index is a secondary index on one column.
type Index struct {
	Name    string
	Class   IndexClass
	Java    string // class as written, for OtherIndex
	Column  string // "" for a custom index without a target
	Target  string // "values", "keys", "entries", "full" or "simple" as resolved
	Options []Option
}

// Params are a table's options as they are in force.
type Params struct {
	Comment               string
	DefaultTTL            int // seconds
	GCGrace               int // seconds
	BloomFilterFPChance   float64
	Caching               []Option
	CDC                   bool
	Compaction            []Option
	Compression           []Option // empty: off
	CRCCheckChance        float64
	MaxIndexInterval      int
	MinIndexInterval      int
	MemtableFlushPeriod   int // milliseconds
	Memtable              string
	ReadRepair            string
	SpeculativeRetry      string
	AdditionalWritePolicy string
	AllowAutoSnapshot     bool
	IncrementalBackups    bool
}

// A Function is a user-defined function.
type Function struct {
	Keyspace, Name string
	ArgNames       []string
	Args           []*cqltype.Type
	Returns        *cqltype.Type
	CalledOnNull   bool
	Language, Body string
}

// An Aggregate is a user-defined aggregate.
type Aggregate struct {
	Keyspace, Name string
	Args           []*cqltype.Type
	SFunc          string
	SType          *cqltype.Type
	FinalFunc      string
	InitCond       string
	Returns        *cqltype.Type
}
