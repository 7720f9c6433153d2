package session_test

import (
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
)

// What is no operation, and what stands behind one, is told; a comment of somebody's own is not.
func TestOperationsTellWhatIsNone(t *testing.T) {
	for comment, want := range map[string]string{
		"lab:compactDELETE FROM t": "There is no step lab:compactDELETE",
		"lab:compact DELETE FROM":  "became 0 SSTables; nothing could leave yet. What stands behind it is part of the comment and does nothing: DELETE FROM",
		"lab:flush":                "Nothing to flush: the memtables are empty.",
		"lab:wait 1dSELECT":        "This is no time to wait",
		"lab:ignore R18 why":       "",
		"lab: to be asked":         "",
		"the lab:compactDELETE":    "",
	} {
		said := ""
		for st := range session.New(session.Settings{Keyspace: "lab", Now: 1795248000}).Play(diag.NewSource("", "-- "+comment)) {
			said += st.Operation.Said + st.Operation.Err
		}
		if !strings.Contains(said, want) || (said == "") != (want == "") {
			t.Errorf("-- %s: %q, want %q", comment, said, want)
		}
	}
}

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

// TestRepeatedWritesDrawAnew: what is repeated has each time the identifiers that it would
// have where it is written once more.
func TestRepeatedWritesDrawAnew(t *testing.T) {
	for text, want := range map[string]string{
		"CREATE TABLE t (k int PRIMARY KEY, b list<int>); -- lab:repeat 3\nUPDATE t SET b = b + [1] WHERE k = 1; SELECT b FROM t;":                                 "[1, 1, 1]",
		"CREATE TABLE t (k int PRIMARY KEY, b list<int>); -- lab:repeat 3\nUPDATE t SET b = [1] + b WHERE k = 1; SELECT b FROM t;":                                 "[1, 1, 1]",
		"CREATE TABLE t (k int PRIMARY KEY, b list<int>); -- lab:repeat 3\nUPDATE t SET b = [1] WHERE k = 1; SELECT b FROM t;":                                     "[1]",
		"CREATE TABLE t (k uuid PRIMARY KEY); -- lab:repeat 3\nINSERT INTO t (k) VALUES (uuid()); SELECT count(*) FROM t;":                                         "3",
		"CREATE TABLE t (k int, c timeuuid, PRIMARY KEY (k, c)); -- lab:repeat 3\nINSERT INTO t (k, c) VALUES (1, now()); SELECT count(*) FROM t;":                 "3",
		"CREATE TABLE t (k int PRIMARY KEY, n counter); -- lab:repeat 10\nUPDATE t SET n = n + 1 WHERE k = 1; SELECT n FROM t;":                                    "10",
		"CREATE TABLE t (k int, c int, b list<int>, PRIMARY KEY (k, c)); -- lab:repeat 3\nINSERT INTO t (k, c, b) VALUES (1, 5, [1]); SELECT max(c) FROM t;":       "7",
		"CREATE TABLE t (k int, c int, b list<int>, PRIMARY KEY (k, c)); -- lab:repeat 3\nUPDATE t SET b = b + [1] WHERE k = 1 AND c = 5; SELECT count(b) FROM t;": "3",
	} {
		got := ""
		for st := range session.New(session.Settings{Keyspace: "lab", Now: 1795248000}).Play(diag.NewSource("", text)) {
			if r := st.Result; r != nil && r.Rows != nil {
				for _, row := range r.Rows.Rows {
					got += r.Rows.Types[0].Literal(row[0])
				}
			} else if r != nil && r.Diag != nil {
				t.Errorf("%s: %s", text, r.Diag.Message)
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
