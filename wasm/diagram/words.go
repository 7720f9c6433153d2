package diagram

import (
	"strings"

	"partitionlab/wasm/number"
)

// count begins a sentence: Five... as digits: 9 tables.
func count(n int, what string) string { return number.Begin(n, what) }

func lower(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}
