package diag

import "sort"

// Sort sorts names, in a page with what sorts lists of records there: slices.Sort and sort.Strings
// would bring 16 kB of code for texts alone.
func Sort(names []string) { sort.Slice(names, func(i, j int) bool { return names[i] < names[j] }) }

// Keys are those of a map, in order.
func Keys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	Sort(keys)
	return keys
}
