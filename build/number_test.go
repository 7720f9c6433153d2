package build

import (
	"slices"
	"testing"
)

func TestTypedNumbers(t *testing.T) {
	for text, want := range map[string][]string{
		"two tables, 3 rows, 99 rooms":      nil,
		"a partition of 100 rooms":          {"100"},
		"73,000 rows":                       {"73,000"},
		"8 bytes each":                      {"8 bytes"},
		"an 8-byte value":                   {"8-byte"},
		"about 1.1 MB":                      {"1.1 MB"},
		"1.1\u00a0MB and 2&nbsp;kB":         {"1.1\u00a0MB", "2&nbsp;kB"},
		"grows by 20 % or 5%":               {"20 %", "5%"},
		"half of 5 percent":                 {"5 percent"},
		"on 2026-03-01 in hotel AZ123":      nil,
		"Cassandra 5.0.8, rule W-05, E-104": nil,
		"in 2024 it was 2k":                 {"2024", "2k"},
		"1e6 rows":                          {"1e6"},
		"5 Bananas":                         nil,
		"from 20 to 400 rooms.":             {"400"},
	} {
		if _, got := typedNumbers(text); !slices.Equal(got, want) {
			t.Errorf("typedNumbers(%q) = %q, want %q", text, got, want)
		}
	}
}
