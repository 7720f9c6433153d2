package session_test

import (
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
)

// TestOperationsParseNothing: a script with an operation is parsed once, too, what is
// refused in it as well. A second time would allocate all of its trees again.
func TestOperationsParseNothing(t *testing.T) {
	const times = 20
	text := strings.Repeat("CREATE TABLE IF NOT EXISTS t (k int PRIMARY KEY, v map<int, text>);\nSELECT k FROM WHERE;\n", times)
	allocations := func(comment string) float64 {
		src := diag.NewSource("", text+comment)
		return testing.AllocsPerRun(3, func() {
			for range session.New(session.Settings{Keyspace: "lab", Now: 1795248000}).Play(src) {
			}
		})
	}
	if plain, operated := allocations("-- a flush"), allocations("-- lab:flush"); operated > plain+times {
		t.Errorf("with an operation a script takes %.0f allocations, without one %.0f", operated, plain)
	}
}
