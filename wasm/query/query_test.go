package query_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"partitionlab/wasm/check"
	"partitionlab/wasm/session"
	"partitionlab/wasm/work"
)

const table = "CREATE TABLE t (k int, c int, s int static, v int, m map<int, text>, PRIMARY KEY (k, c)) WITH CLUSTERING ORDER BY (c DESC)"

func newSession(t testing.TB, statements ...string) *session.Session {
	t.Helper()
	s := session.New(session.Settings{Keyspace: "lab", Now: 1_700_000_000})
	for _, q := range statements {
		if r := s.Exec(q); !r.Accepted() {
			t.Fatalf("%s: %v", q, r.Diag)
		}
	}
	return s
}

// rows runs a read and writes its rows as text.
func rows(t testing.TB, s *session.Session, q string) []string {
	t.Helper()
	r := s.Exec(q)
	if r.Rows == nil {
		t.Fatalf("%s: no rows come back: %v", q, r.Diag)
	}
	out := []string{}
	for _, row := range r.Rows.Rows {
		var parts []string
		for i, v := range row {
			parts = append(parts, r.Rows.Types[i].Row(v))
		}
		out = append(out, strings.Join(parts, " "))
	}
	return out
}

// A read does not depend on the order in which the same writes arrived.
func TestOrderOfWritesDoesNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 60 {
		var writes []string
		for i := range 25 {
			k, c, ts := r.IntN(3), r.IntN(4), 1000+i
			switch r.IntN(6) {
			case 0:
				writes = append(writes, fmt.Sprintf("DELETE FROM t USING TIMESTAMP %d WHERE k = %d AND c = %d", ts, k, c))
			case 1:
				writes = append(writes, fmt.Sprintf("UPDATE t USING TIMESTAMP %d SET m = m + {%d: 'x%d'} WHERE k = %d AND c = %d", ts, r.IntN(3), i, k, c))
			case 2:
				writes = append(writes, fmt.Sprintf("DELETE FROM t USING TIMESTAMP %d WHERE k = %d AND c > %d", ts, k, c))
			case 3:
				writes = append(writes, fmt.Sprintf("UPDATE t USING TIMESTAMP %d SET s = %d WHERE k = %d", ts, i, k))
			default:
				writes = append(writes, fmt.Sprintf("INSERT INTO t (k, c, v, m) VALUES (%d, %d, %d, {1: 'a%d'}) USING TIMESTAMP %d", k, c, i, i, ts))
			}
		}
		want := rows(t, newSession(t, append([]string{table}, writes...)...), "SELECT k, c, s, v, m FROM t")
		r.Shuffle(len(writes), func(i, j int) { writes[i], writes[j] = writes[j], writes[i] })
		got := rows(t, newSession(t, append([]string{table}, writes...)...), "SELECT k, c, s, v, m FROM t")
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Fatalf("round %d: other rows after other orders\n%s\n--\n%s\n%s", round, strings.Join(want, "\n"), strings.Join(got, "\n"), strings.Join(writes, ";\n"))
		}
	}
}

func filled(t testing.TB, n int) *session.Session {
	s := newSession(t, table)
	for c := range n {
		if r := s.Exec(fmt.Sprintf("INSERT INTO t (k, c, v) VALUES (1, %d, %d)", c, c%7)); !r.Accepted() {
			t.Fatal(r.Diag)
		}
	}
	return s
}

// Reading backwards gives the rows of reading forwards, the last one first.
func TestReversed(t *testing.T) {
	s := filled(t, 1500)
	for _, where := range []string{"k = 1", "k = 1 AND c >= 700 AND c < 1210", "k = 1 AND c IN (3, 9, 1499)", "k = 1 AND c > 5000"} {
		stored := rows(t, s, "SELECT c FROM t WHERE "+where+" ORDER BY c DESC")
		back := rows(t, s, "SELECT c FROM t WHERE "+where+" ORDER BY c ASC")
		if len(stored) != len(back) {
			t.Fatalf("%s: %d and %d rows", where, len(stored), len(back))
		}
		for i := range stored {
			if stored[i] != back[len(back)-1-i] {
				t.Fatalf("%s: row %d is %s, backwards %s", where, i, stored[i], back[len(back)-1-i])
			}
		}
	}
}

func TestSelect(t *testing.T) {
	s := newSession(t, table,
		"INSERT INTO t (k, c, s, v, m) VALUES (1, 1, 9, 5, {1: 'a', 2: 'b'}) USING TIMESTAMP 10",
		"INSERT INTO t (k, c, v) VALUES (1, 2, 7) USING TIMESTAMP 11 AND TTL 100",
		"INSERT INTO t (k, c) VALUES (2, 1)",
		"UPDATE t SET s = 3 WHERE k = 3")
	for q, want := range map[string]string{
		"SELECT * FROM t WHERE k = 1":                                    `1 2 9 null 7|1 1 9 {"map": [[1, "a"], [2, "b"]]} 5`,
		"SELECT c, v + 1 FROM t WHERE k = 1 LIMIT 1":                     "2 8",
		"SELECT count(*), sum(v), max(c), min(v) FROM t WHERE k = 1":     "2 12 2 5",
		"SELECT count(*), sum(v), max(c) FROM t WHERE k = 42":            "0 0 null",
		"SELECT k, count(c) FROM t GROUP BY k":                           "1 2|2 1|3 0",
		"SELECT DISTINCT k, s FROM t":                                    "1 9|2 null|3 3",
		"SELECT k, c, v FROM t WHERE v > 5 ALLOW FILTERING":              "1 2 7",
		"SELECT m[2], m[1..1] FROM t WHERE k = 1 AND c = 1":              `"b" {"map": [[1, "a"]]}`,
		"SELECT writetime(v), ttl(v) FROM t WHERE k = 1":                 "11 100|10 null",
		"SELECT JSON c, m FROM t WHERE k = 1 AND c = 1":                  `"{\"c\": 1, \"m\": {\"1\": \"a\", \"2\": \"b\"}}"`,
		"SELECT c FROM t WHERE k = 1 AND m CONTAINS 'b' ALLOW FILTERING": "1",
		"SELECT k, c FROM t PER PARTITION LIMIT 1":                       "1 2|2 1|3 null",
	} {
		if got := strings.Join(rows(t, s, q), "|"); got != want {
			t.Errorf("%s\n got %s\nwant %s", q, got, want)
		}
	}
}

// What a read touches is counted, and a read that is asked to stop stops.
func TestCostAndStop(t *testing.T) {
	s := filled(t, 5000)
	r := s.Exec("SELECT c FROM t WHERE k = 1 AND v = 3 ALLOW FILTERING")
	if r.Cost == nil || r.Cost.Partitions != 1 || r.Cost.Rows != 5000 || r.Cost.Returned != len(r.Rows.Rows) || r.Cost.Returned == 0 {
		t.Fatalf("the cost is %+v", r.Cost)
	}
	s.Exec("DELETE FROM t WHERE k = 1 AND c = 4999")
	if r = s.Exec("SELECT c FROM t WHERE k = 1 LIMIT 1"); r.Cost.Tombstones == 0 || r.Cost.Rows > 3 {
		t.Errorf("behind a deleted row the cost is %+v", r.Cost)
	}
	s.Meter(&work.Meter{Pause: func() bool { return false }})
	if r = s.Exec("SELECT count(*) FROM t"); !r.Stopped || r.Cost.Rows >= 5000 {
		t.Errorf("the read was not stopped: %+v", r.Cost)
	}
}

func BenchmarkSlice(b *testing.B) {
	s := filled(b, 100_000)
	for b.Loop() {
		if r := s.Exec("SELECT c, v FROM t WHERE k = 1 AND c >= 50000 AND c < 50020"); len(r.Rows.Rows) != 20 {
			b.Fatal(len(r.Rows.Rows))
		}
	}
}

// The rows of a view follow from those of its table.
func TestViews(t *testing.T) {
	cluster := check.NewSettings()
	if err := cluster.Set("materialized_views_enabled", "true"); err != nil {
		t.Fatal(err)
	}
	s := session.New(session.Settings{Keyspace: "lab", Now: 1_700_000_000, Check: cluster})
	for _, q := range []string{"CREATE TABLE b (k int PRIMARY KEY, v int, w int, x int)",
		"CREATE MATERIALIZED VIEW m AS SELECT k, v, w FROM b WHERE k > 0 AND v IS NOT NULL PRIMARY KEY (v, k) WITH CLUSTERING ORDER BY (k DESC)",
		"CREATE MATERIALIZED VIEW n AS SELECT k, w FROM b WHERE k IS NOT NULL PRIMARY KEY (k)",
		"INSERT INTO b (k, v, w) VALUES (1, 2, 3) USING TIMESTAMP 7", "INSERT INTO b (k, v) VALUES (5, 2) USING TTL 60", "INSERT INTO b (k, v) VALUES (-1, 2)",
		"UPDATE b SET x = 1 WHERE k = 9", "INSERT INTO b (k, v) VALUES (3, 4)", "UPDATE b SET v = 6 WHERE k = 3", "INSERT INTO b (k, v) VALUES (4, 4)", "DELETE v FROM b WHERE k = 4"} {
		if r := s.Exec(q); !r.Accepted() {
			t.Fatal(q, r.Diag)
		}
	}
	for q, want := range map[string]string{
		"SELECT * FROM m WHERE v = 2":                 "2 5 null|2 1 3",
		"SELECT v, k FROM m":                          "2 5|2 1|6 3",
		"SELECT w, writetime(w) FROM m WHERE v = 2":   "null null|3 7",
		"SELECT * FROM m WHERE v = 2 ORDER BY k ASC":  "2 1 3|2 5 null",
		"SELECT k FROM n WHERE k IN (1, 4, 9)":        "1|4|9", // a column that is not in the view keeps row 9 alive
		"SELECT count(*) FROM m WHERE v = 2 AND k= 5": "1",
	} {
		if got := strings.Join(rows(t, s, q), "|"); got != want {
			t.Errorf("%s\n got %s\nwant %s", q, got, want)
		}
	}
	s.Wait(61)
	if got := strings.Join(rows(t, s, "SELECT k FROM m WHERE v = 2"), "|"); got != "1" {
		t.Errorf("after the TTL of row 5 the view has %s", got)
	}
}

// A function of the user's is not run: whoever needs its result is told so, and
// gets no rows.
func TestUserFunctions(t *testing.T) {
	cluster := check.NewSettings()
	if err := cluster.Set("user_defined_functions_enabled", "true"); err != nil {
		t.Fatal(err)
	}
	s := session.New(session.Settings{Keyspace: "lab", Now: 1_700_000_000, Check: cluster})
	for _, q := range []string{"CREATE TABLE t (k int PRIMARY KEY, v int)", "INSERT INTO t (k) VALUES (1)",
		"CREATE FUNCTION f (a int) RETURNS NULL ON NULL INPUT RETURNS int LANGUAGE java AS 'return a;'",
		"CREATE FUNCTION g (a int, b int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return a;'",
		"CREATE AGGREGATE ag (int) SFUNC g STYPE int INITCOND 0"} {
		if r := s.Exec(q); !r.Accepted() {
			t.Fatal(q, r.Diag)
		}
	}
	if got := rows(t, s, "SELECT k, f(v) FROM t"); len(got) != 1 || got[0] != "1 null" {
		t.Errorf("of null: %q", got)
	}
	for _, q := range []string{"SELECT f(k) FROM t", "SELECT g(v, v) FROM t", "SELECT ag(k) FROM t", "SELECT ag(k) FROM t WHERE k = 99", "SELECT max(f(k)) FROM t"} {
		if r := s.Exec(q); r.Diag != nil || r.Rows != nil || len(r.Notes) == 0 || !strings.Contains(r.Notes[len(r.Notes)-1].Message, "run") {
			t.Errorf("%s: %v, rows %v, notes %v", q, r.Diag, r.Rows, r.Notes)
		}
	}
}
