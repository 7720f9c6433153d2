package sizing

import (
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sstable"
)

// components are the files beside Data.db, for one partition. The index of a large
// partition has an entry for each block of so many bytes; 0: as the format has it.
func components(t *schema.Table, f sstable.Format, p *point, block int64) Components {
	chance := t.Params.BloomFilterFPChance
	if chance == 0 {
		chance = 0.01
	}
	out := Components{FilterBits: int64(sstable.FilterBits(chance))}
	if f == sstable.DA {
		if block == 0 {
			block = 16 << 10
		}
		out.Index, out.Blocks = bti(p, block)
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

// bti estimates Partitions.db and Rows.db: about nine bytes of trie for a
// partition, and for a large one a trie of its blocks.
func bti(p *point, block int64) (bytes, blocks int64) {
	bytes = 9
	if blocks = min((p.disk.Total+block-1)/block, p.rows); blocks < 2 {
		return bytes, blocks
	}
	offset := int64(4)
	switch {
	case p.disk.Total < 1<<15:
		offset = 2
	case p.disk.Total < 1<<23:
		offset = 3
	}
	return bytes + blocks*(2*offset+9)/2 + 2 + int64(p.shape.Key) + 8, blocks
}
