package answer

import "partitionlab/wasm/sizing"

// A Size is the size of one partition of a table in bytes, counted in three ways.
// Each number is an Amount where inputs are ranges.
type Size struct {
	Keyspace string `json:"keyspace"`
	Table    string `json:"table"`
	Rows     any    `json:"rows"`
	Values   any    `json:"values"`
	Docs     any    `json:"docs"`  // as the documentation counts
	Thumb    any    `json:"thumb"` // 23 bytes a cell
	Disk     any    `json:"disk"`  // Data.db of one flush
	Once     any    `json:"once"`  // … with one timestamp
	Cells    any    `json:"cells"`
	Index    int64  `json:"index"`
	Format   string `json:"format"`
}

// An Amount is a number between two others.
type Amount struct {
	Min     int64 `json:"min"`
	Typical int64 `json:"typical"`
	Max     int64 `json:"max"`
}

// SizeOf is the size of a table's partition.
func SizeOf(r *sizing.Result) Size {
	n := func(a sizing.Amount) any {
		if !r.Ranges {
			return a.Max
		}
		return Amount{a.Min, a.Typ, a.Max}
	}
	return Size{r.Table.Keyspace, r.Table.Name, n(r.Rows), n(r.Values), n(r.Docs), n(r.Thumb), n(r.Disk), n(r.Once), n(r.Cells), r.Index.Index, r.Format.String()}
}
