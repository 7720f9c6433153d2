package sstable

// This file holds the lengths of the parts of a partition. The encoder and the
// closed form both take them from here.

// Format is a version of the SSTable format.
type Format uint8

// The formats that Cassandra 4.0 to 5.0 writes. A stock 5.0 writes nb.
const (
	NB Format = iota // 4.0, 4.1, and 5.0 with storage_compatibility_mode CASSANDRA_4
	OA               // 5.0, big format, compatibility mode NONE
	DA               // 5.0, trie-indexed format (bti)
)

var formatNames = [...]string{"nb", "oa", "da"}

func (f Format) String() string { return formatNames[f] }

// ParseFormat returns the format of that name.
func ParseFormat(name string) (f Format, ok bool) {
	for i, n := range formatNames {
		if n == name {
			return Format(i), true
		}
	}
	return NB, false
}

// Lengths that never change.
const (
	FlagsLen          = 1 // of a row, a cell, or a static row's second byte
	EndOfPartitionLen = 1
	ListPathLen       = 16 // a list's element is found by a timeuuid
	FieldPathLen      = 2  // a field of a user-defined type by its index
	CounterShardLen   = 34 // 2 bytes of header, 16 of counter id, 8 of clock, 8 of count
)

// PartitionDeletionLen is the length of the partition's deletion time in its
// header. Newer formats write one byte where nothing is deleted.
func PartitionDeletionLen(f Format, live bool) int {
	if live && f != NB {
		return 1
	}
	return 12
}

// KeyLen is the length of a serialized partition key whose components have these
// lengths: the bare value of a single one; else each with two bytes of length
// and one of end of component.
func KeyLen(components []int) int {
	if len(components) == 1 {
		return components[0]
	}
	n := 0
	for _, c := range components {
		n += 2 + c + 1
	}
	return n
}

// HeaderLen is the length of a partition before its first row: key with its
// length, deletion time, static row (0 if the file has no static columns).
func HeaderLen(f Format, key int, live bool, static int) int {
	return 2 + key + PartitionDeletionLen(f, live) + static
}

// ValueLen is the length of a value of n bytes: bare if its type has a fixed
// length, else with its length before it. In a cell or a clustering an empty
// value is a flag and takes no byte.
func ValueLen(fixed bool, n int) int {
	if fixed || n == 0 {
		return n
	}
	return BlobLen(n)
}

// BlobLen is the length of n bytes with their length before them.
func BlobLen(n int) int { return UvintLen(uint64(n)) + n }

// ClusteringHeaderLen is the length of the vint before each batch of up to 32
// clustering values, given which of them are empty (bits 2i) or null (2i+1).
func ClusteringHeaderLen(bitmap uint64) int { return UvintLen(bitmap) }

// ClusteringLen is the length of a row's clustering. lens holds the values'
// lengths, fixed whether their types have a fixed one. A length of 0 is an empty
// value, -1 a null. No clustering columns take no byte.
func ClusteringLen(lens []int, fixed func(i int) bool) int {
	n := 0
	for start := 0; start < len(lens); start += 32 {
		var bitmap uint64
		for i := start; i < min(start+32, len(lens)); i++ {
			switch l := lens[i]; {
			case l < 0:
				bitmap |= 2 << (2 * (i - start))
			case l == 0:
				bitmap |= 1 << (2 * (i - start))
			default:
				n += ValueLen(fixed(i), l)
			}
		}
		n += ClusteringHeaderLen(bitmap)
	}
	return n
}

// BoundLen is the length of a bound of a range of rows with so many bytes of
// clustering (0 for none): kind, count, values.
func BoundLen(clustering int) int { return 1 + 2 + clustering }

// SubsetLen is the length of the list of columns that a row has, out of n in the
// file's header. present tells for each index whether it is there; rows that have
// all columns write no list.
// Source: Columns.Serializer.serializeSubset.
func SubsetLen(n int, present func(i int) bool) int {
	if n < 64 {
		var missing uint64
		for i := 0; i < n; i++ {
			if !present(i) {
				missing |= 1 << i
			}
		}
		return UvintLen(missing)
	}
	p := 0
	for i := 0; i < n; i++ {
		if present(i) {
			p++
		}
	}
	size := UvintLen(uint64(n - p))
	for i := 0; i < n; i++ {
		if present(i) == (p < n/2) {
			size += UvintLen(uint64(i))
		}
	}
	return size
}

// A CellLen says which parts a cell has; Len adds them up. Timestamp, Expiry and
// TTL are the lengths of the deltas, 0 where the cell takes them from its row.
type CellLen struct {
	Timestamp int
	Expiry    int // or the local deletion time of a tombstone
	TTL       int
	Path      int // length of the cell's path in a multi-cell column; -1 in a simple one
	Value     int // length of the value with its own length, as ValueLen counts
}

// Len is the cell's length.
func (c CellLen) Len() int {
	n := FlagsLen + c.Timestamp + c.Expiry + c.TTL + c.Value
	if c.Path >= 0 {
		n += BlobLen(c.Path)
	}
	return n
}

// ComplexLen is the length of a multi-cell column in a row: the deletion of what
// was there before (0 if the row writes none), the number of cells, the cells.
func ComplexLen(deletion, cells, cellBytes int) int {
	return deletion + UvintLen(uint64(cells)) + cellBytes
}

// CounterLen is the length of a counter's value to which so many replicas have
// contributed as leaders.
func CounterLen(leaders int) int { return 2 + CounterShardLen*leaders }
