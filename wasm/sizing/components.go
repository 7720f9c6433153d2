package sizing

import (
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sstable"
)

// btiBlock is the number of bytes after which the index of a large partition gets a
// new entry in format da, unless the settings say otherwise.
const btiBlock = 16 << 10

// components are the files beside Data.db, for one partition. The index of a large
// partition has an entry for each block of so many bytes; 0: as the format has it.
func components(t *schema.Table, f sstable.Format, p *point, block int64) Components {
	chance := t.Params.BloomFilterFPChance
	if chance == 0 {
		chance = 0.01
	}
	out := Components{FilterBits: int64(sstable.FilterBits(chance))}
	if f == sstable.DA {
		index, rows, blocks := bti(p, block, 1)
		out.Index, out.Blocks = round(index+rows), blocks
		return out
	}
	rows, blocks := p.disk.RowIndex(f)
	out.Blocks, out.IndexExact = blocks, true
	for _, c := range p.shape.Clustering {
		out.IndexExact = out.IndexExact && len(c.Len) == 1
	}
	out.Index = int64(sstable.IndexEntryLen(p.shape.Key, 0, int(rows)))
	return out
}

// bti estimates Partitions.db and Rows.db of so many equal partitions, and counts
// the blocks of one of them. Tries depend on the values; Rows.db is taken as if
// neighboring blocks differed in the first clustering column and later columns had
// no value in common.
func bti(p *point, block int64, partitions float64) (index, rows float64, blocks int64) {
	if block == 0 {
		block = btiBlock
	}
	size := float64(p.disk.Total)
	row := max(p.disk.RowMax, 1)
	width := (block + row - 1) / row * row
	blocks = min((p.disk.Rows+width-1)/width, p.rows)
	if blocks > 1 {
		chain, later := 1.0, 0.0
		for i, c := range p.shape.Clustering {
			if n := float64(c.Len[0].N); i == 0 {
				chain += n
			} else {
				later += n + 1
			}
		}
		offset := sstable.SizedLen(float64(width), float64(blocks))
		n := float64(blocks)
		rows = 2*chain + (n+1)*(offset+4.5) + n*2*later + // the trie, one entry for each block and one for the end
			float64(2+p.shape.Key+2+sstable.UvintLen(uint64(blocks))+1) + sstable.SizedLen(size, partitions)
		size = rows // Partitions.db points to Rows.db
	}
	return sstable.PartitionTrieLen(partitions, p.shape.Key, sstable.SizedLen(size, partitions)), rows * partitions, blocks
}
