package memtable

import "partitionlab/wasm/schema"

// CompareStarts orders two starts of ranges.
func CompareStarts(t *schema.Table, a, b Bound) int { return compareBounds(t, startOf(a), startOf(b)) }

// CompareEnds orders two ends of ranges.
func CompareEnds(t *schema.Table, a, b Bound) int { return compareBounds(t, endOf(a), endOf(b)) }

// EmptyRange reports whether no row can lie between two bounds.
func EmptyRange(t *schema.Table, start, end Bound) bool {
	return emptyRange(t, startOf(start), endOf(end))
}
