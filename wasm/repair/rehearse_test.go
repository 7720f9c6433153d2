package repair_test

import (
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
)

// refused is what the judge says of a query of a table, nil where it runs.
func refused(query string) *diag.Diagnostic {
	s := session.New(session.Settings{Keyspace: "ks"})
	s.Script(diag.NewSource("", "CREATE TABLE t (k int, c int, d int, v text, w int, PRIMARY KEY (k, c, d));"))
	return s.Exec(query).Diag
}

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
		why := ""
		if d := refused(query); d != nil {
			why = d.Why
		}
		_, then, _ := strings.Cut(why, "And then: ")
		if !strings.HasPrefix(then, want) || (then == "") != (want == "") || strings.Count(why, "And then") > 1 {
			t.Errorf("%s\n got  %q\n want %q", query, why, want)
		}
	}
}

// TestFilterAlone: where a query gives the whole primary key, no other table finds its row sooner.
func TestFilterAlone(t *testing.T) {
	for query, want := range map[string]string{
		"SELECT v FROM t WHERE k = 1 AND c = 2 AND d = ? AND w = 3":       "filter: reads only the rows of this key",
		"SELECT v FROM t WHERE k = 1 AND c = 2 AND d IN (3, 4) AND w = 3": "filter: reads only the rows of this key",
		"SELECT v FROM t WHERE k = 1 AND c = 2 AND w = 3":                 "read a table that is made for this query: t_by_k_w",
		"SELECT v FROM t WHERE k = 1 AND c = 2 AND d > 3 AND w = 3":       "read a table that is made for this query: t_by_k_w",
	} {
		d := refused(query)
		if d == nil || len(d.Fixes) == 0 || !strings.HasPrefix(d.Fixes[0].Title, strings.TrimSuffix(want, "_w")) || strings.HasPrefix(want, "filter") != (len(d.Fixes) == 1) {
			t.Errorf("%s: %+v, want %s", query, d, want)
		}
	}
}
