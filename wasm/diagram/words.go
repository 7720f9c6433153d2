package diagram

import (
	"strings"

	"partitionlab/wasm/number"
)

// count says how many there are at the beginning of a title: No tables, 9 tables.
func count(n int, what string) string { return number.Begin(n, what) }

// entities counts what has a plural of its own.
func entities(n int) string {
	if n == 1 {
		return count(n, "entity")
	}
	return strings.Replace(count(n, "thing"), "things", "entities", 1)
}

func lower(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// begun begins a sentence.
func begun(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
