package repair_test

import (
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
)

// TestTwoFaults: what is refused when the first fault of a query is mended, its reason says; not where
// something mends it, and nothing else is wrong.
func TestTwoFaults(t *testing.T) {
	for query, want := range map[string]string{
		"SELECT v FROM t WHERE v = 'a' ORDER BY w":                         "with ALLOW FILTERING, Cassandra refuses it still: ORDER BY is only supported",
		"SELECT v FROM t WHERE k = 1 AND v = 'a' ORDER BY w":               "with ALLOW FILTERING, Cassandra refuses it still: Order by is currently only supported on the clustered columns",
		"SELECT v FROM t WHERE c = 1 ORDER BY v":                           "after \"leave ORDER BY out\", Cassandra refuses it still: Cannot execute this query as it might involve data filtering",
		"SELECT v FROM t WHERE k = 1 AND c > 1 AND d = 3 ORDER BY d":       "with ALLOW FILTERING, Cassandra refuses it still: Order by currently only supports",
		"SELECT v FROM t WHERE v = 'a'":                                    "",
		"SELECT v FROM t WHERE k = 1 ORDER BY w":                           "",
		"SELECT v FROM t WHERE k = 1 AND c > 1 AND d = 3":                  "",
		"SELECT v FROM t WHERE k = 1 AND d = 3 ORDER BY c ALLOW FILTERING": "",
	} {
		s := session.New(session.Settings{Keyspace: "ks"})
		s.Script(diag.NewSource("", "CREATE TABLE t (k int, c int, d int, v text, w int, PRIMARY KEY (k, c, d));"))
		why := ""
		if d := s.Exec(query).Diag; d != nil {
			why = d.Why
		}
		_, then, _ := strings.Cut(why, "And then: ")
		if !strings.HasPrefix(then, want) || (then == "") != (want == "") || strings.Count(why, "And then") > 1 {
			t.Errorf("%s\n got  %q\n want %q", query, why, want)
		}
	}
}
