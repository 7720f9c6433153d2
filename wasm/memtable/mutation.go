// Package memtable holds rows as Cassandra holds them in memory: mutations with
// timestamps, tombstones, expiring cells, static rows, counters; merging them,
// and reading a partition back. It takes mutations, never CQL.
package memtable

import "partitionlab/wasm/schema"

// NoTTL and NoExpiry say that something does not expire.
const (
	NoTTL    = 0
	NoExpiry = int64(1<<63 - 1)
)

// A Deletion removes what is not newer than its timestamp.
type Deletion struct {
	Timestamp int64 // microseconds since 1970
	LocalTime int64 // server's clock, seconds since 1970
	Write     int32 // number of the write it comes from, as Mutation.Write says
}

// Liveness is what INSERT gives a row: it exists even with no other cell.
type Liveness struct {
	Timestamp int64
	TTL       int32 // seconds, or NoTTL
	Write     int32 // number of the write it comes from
	Expiry    int64 // seconds since 1970, or NoExpiry
}

// A Cell is one value of a column, or one element of a multi-cell column.
type Cell struct {
	Column    *schema.Column
	Path      []byte // element: list's timeuuid, set's element, map's key, field's index; nil for a simple column
	Value     []byte // nil in a tombstone
	Timestamp int64
	TTL       int32
	Write     int32 // number of the write it comes from
	Expiry    int64 // local deletion time of a tombstone, expiry of an expiring cell, NoExpiry otherwise
	Delta     int64 // of a counter: what is added
}

// Tombstone reports whether the cell is a deletion.
func (c *Cell) Tombstone() bool { return c.TTL == NoTTL && c.Expiry != NoExpiry }

// A ColumnDeletion deletes the older elements of a multi-cell column.
type ColumnDeletion struct {
	Column *schema.Column
	Deletion
}

// A Row is what one mutation says of one row. A static row has Static set and no
// clustering values.
type Row struct {
	Clustering [][]byte
	Static     bool
	Liveness   *Liveness
	Deletion   *Deletion
	Cells      []Cell
	Complex    []ColumnDeletion
}

// A Bound is an end of a range of clusterings: a prefix of clustering values.
type Bound struct {
	Prefix    [][]byte
	Inclusive bool
}

// A RangeDeletion deletes the rows between two bounds.
type RangeDeletion struct {
	Start, End Bound
	Deletion
}

// A Mutation is what one statement does to one partition.
type Mutation struct {
	Table    *schema.Table
	Key      []byte           // serialized partition key
	Columns  []*schema.Column // non-key columns that the statement names; they reach the file's header
	Deletion *Deletion        // of the whole partition
	Rows     []Row
	Ranges   []RangeDeletion
	Write    int32 // a number that the caller gives, to tell later which write a cell comes from
}
