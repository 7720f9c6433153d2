package sizing

import "partitionlab/wasm/sstable"

// IndexSizes are the lengths of the index files of a flush. Format da has
// Partitions.db and Rows.db, the others Index.db.
type IndexSizes struct{ Index, Partitions, Rows int64 }

// IndexFiles counts the index files of one flush of so many partitions of the worst
// case. Those of format da are an estimate.
func (r *Result) IndexFiles(partitions int64) (out IndexSizes, err error) {
	if r.Format == sstable.DA {
		index, rows, _ := bti(r.worst, 0, float64(partitions))
		return IndexSizes{Partitions: round(index), Rows: round(rows)}, nil
	}
	positions, err := sstable.PositionsLen(r.Disk.Max, partitions)
	out.Index = (r.Index.Index-1)*partitions + positions
	return out, err
}
