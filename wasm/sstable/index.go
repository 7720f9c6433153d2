package sstable

// This file counts the bytes of the files beside Data.db: Index.db of the big
// formats, Filter.db and Summary.db.

import (
	"partitionlab/wasm/memtable"
)

// IndexBlock is the number of bytes of Data.db after which the index of a large
// partition gets a new entry (column_index_size of the big formats).
const IndexBlock = 64 << 10

// IndexEntryLen is the length of a partition's entry in Index.db: the key, where
// the partition starts in Data.db, and the index of its rows, 0 bytes long unless
// it has at least two blocks.
func IndexEntryLen(key int, position int64, rows int) int {
	return 2 + key + UvintLen(uint64(position)) + UvintLen(uint64(rows)) + rows
}

// RowIndexLen is the length of the index of a partition's rows, given the length
// of the partition's header in Data.db and the sum of its blocks' lengths.
func RowIndexLen(f Format, header int, live bool, blocks, infos int) int {
	if blocks < 2 {
		return 0
	}
	return UvintLen(uint64(header)) + PartitionDeletionLen(f, live) + UvintLen(uint64(blocks)) + infos + 4*blocks
}

// IndexInfoLen is the length of one block in the index of rows: its first and
// last clustering (their lengths with the byte of their kind), where it starts in
// the partition, how wide it is, and a range tombstone that is open at its end.
// Source: IndexInfo.Serializer; the width is stored as the difference to 64 KiB.
func IndexInfoLen(first, last int, offset, width int64, open bool) int {
	n := first + last + UvintLen(uint64(offset)) + VintLen(width-IndexBlock) + 1
	if open {
		n += 12
	}
	return n
}

// IndexLen returns the length of Index.db of one flush of the store, formats nb
// and oa. Format da has no such file.
func IndexLen(s *memtable.Store, f Format) (int64, error) {
	e := newEncoder(HeaderOf(s, f))
	e.index = &indexBuilder{encoder: e}
	for p := range s.Partitions() {
		if err := e.partition(p.Key, p.Deletion, p.StaticRow(), p.Passing()); err != nil {
			return 0, err
		}
		// Only the lengths count: let the bytes go.
		e.index.written += int64(len(e.buf))
		e.buf = e.buf[:0]
	}
	return e.index.total, nil
}

// indexBuilder follows the encoder and closes a block whenever one is full.
// Source: BigFormatPartitionWriter.
type indexBuilder struct {
	encoder *encoder
	written int64 // bytes before the partitions that are still in the buffer
	total   int64

	key, header int
	position    int64
	live        bool
	blocks      int
	infos       int

	inBlock     bool
	first, last int // lengths of clusterings
	from        int
	open        bool // a range tombstone is
}

func (b *indexBuilder) start(key []byte, position, header int, deletion *memtable.Deletion) {
	b.key, b.header, b.position, b.live = len(key), header, b.written+int64(position), deletion == nil
	b.blocks, b.infos, b.inBlock, b.open = 0, 0, false, false
}

func (b *indexBuilder) add(u memtable.Unfiltered, from, to int) {
	n := 0
	if u.Marker != nil {
		values := 0
		if len(u.Marker.Prefix) > 0 {
			values = b.clusteringLen(u.Marker.Prefix)
		}
		n = BoundLen(values)
		b.open = u.Marker.Open != nil
	} else {
		n = 1 + b.clusteringLen(u.Row.Clustering)
	}
	if !b.inBlock {
		b.inBlock, b.first, b.from = true, n, from
	}
	b.last = n
	if to-b.from >= IndexBlock {
		b.close(to)
	}
}

func (b *indexBuilder) close(to int) {
	b.infos += IndexInfoLen(b.first, b.last, int64(b.from), int64(to-b.from), b.open)
	b.blocks++
	b.inBlock = false
}

// end closes the partition; the last block holds the byte of its end, too.
func (b *indexBuilder) end(length int) {
	if b.inBlock {
		b.close(length)
	}
	b.total += int64(IndexEntryLen(b.key, b.position, RowIndexLen(b.encoder.Format, b.header, b.live, b.blocks, b.infos)))
}

func (b *indexBuilder) clusteringLen(values [][]byte) int {
	lens := make([]int, len(values))
	for i, v := range values {
		if lens[i] = len(v); v == nil {
			lens[i] = -1
		}
	}
	return ClusteringLen(lens, func(i int) bool { return b.encoder.Table.Clustering[i].Type.FixedLen() >= 0 })
}

// SummaryLen is the length of Summary.db of one flush of the store: a header, one
// of so many keys (min_index_interval) with its place, and the first and the last
// key.
// Source: IndexSummary.IndexSummarySerializer, at full sampling.
func SummaryLen(s *memtable.Store) int64 {
	interval := max(1, s.Table().Params.MinIndexInterval)
	n, total := 0, int64(24)
	var last int
	for p := range s.Partitions() {
		last = len(p.Key)
		if n == 0 {
			total += 4 + int64(last)
		}
		if n%interval == 0 {
			total += 4 + int64(last) + 8
		}
		n++
	}
	if n == 0 {
		return 0
	}
	return total + 4 + int64(last)
}

// A Component is a file beside Data.db.
type Component struct {
	Name  string
	Bytes int64
}

// Components are the files beside Data.db whose length is known to the byte, of
// one flush of the store. Those of the trie-indexed format da, and Statistics.db,
// are not.
func Components(s *memtable.Store, f Format) ([]Component, error) {
	var out []Component
	data, err := Encode(s, f)
	if err != nil || len(data) == 0 {
		return nil, err
	}
	if f != DA {
		index, err := IndexLen(s, f)
		if err != nil {
			return nil, err
		}
		out = append(out, Component{"Index.db", index}, Component{"Summary.db", SummaryLen(s)})
	}
	if n := FilterLen(int64(s.Named()), s.Table().Params.BloomFilterFPChance); n > 0 {
		out = append(out, Component{"Filter.db", n})
	}
	return append(out, Component{"CRC.db", CRCLen(int64(len(data)))}), nil
}

// CRCLen is the length of CRC.db, which an uncompressed file has: the size of a
// chunk, and four bytes for each 64 KiB.
// Source: ChecksumWriter.
func CRCLen(data int64) int64 { return 4 + 4*((data+65535)/65536) }
