package dml_test

import (
	"fmt"
	"strings"
	"testing"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/judge"
	"partitionlab/wasm/session"
)

// tables are the schemas that the reference's examples use, and a few more.
const tables = `
CREATE TABLE kv  (k int PRIMARY KEY, v int, txt text);
CREATE TABLE t   (k int, c1 int, c2 int, v int, s int static, PRIMARY KEY (k, c1, c2));
CREATE TABLE p2  (k1 int, k2 int, v int, PRIMARY KEY ((k1, k2)));
CREATE TYPE addr (street text, zip int);
CREATE TABLE col (k int PRIMARY KEY, l list<int>, st set<text>, m map<text,int>, fl frozen<list<int>>, fm frozen<map<text,int>>, u addr, fu frozen<addr>, tp tuple<int,text>, d duration);
CREATE TABLE cnt (k int PRIMARY KEY, c counter);
CREATE TABLE vec (k int PRIMARY KEY, cat text, e vector<float,3>);
CREATE INDEX ve ON vec (e) USING 'sai';
CREATE TABLE ki  (k int PRIMARY KEY, v int, txt text);
CREATE INDEX kiv ON ki (v);
CREATE TABLE ks2 (k int, c int, v int, txt text, PRIMARY KEY (k, c)) WITH CLUSTERING ORDER BY (c DESC);
CREATE INDEX ksv ON ks2 (v) USING 'sai';
CREATE INDEX kst ON ks2 (txt) USING 'sai';
`

// fresh is a session on these tables.
func fresh(t testing.TB) *session.Session {
	t.Helper()
	s := session.New(session.Settings{Keyspace: "ks", Now: 1_700_000_000})
	for _, r := range s.Script(diag.NewSource("", tables)) {
		if !r.Accepted() {
			t.Fatal(r.Diag)
		}
	}
	return s
}

// TestPrepared judges statements with markers: as PREPARE does, and what each run of them comes to.
func TestPrepared(t *testing.T) {
	s := fresh(t)
	for _, c := range []struct{ cql, refused string }{
		{"SELECT * FROM kv WHERE k = ?", ""},
		{"SELECT * FROM kv WHERE v = ?", "W-11"},
		{"SELECT * FROM kv LIMIT ?", ""},
		{"SELECT v + ? FROM kv", "LIT-12"},
		{"SELECT ? FROM kv", "SE-01"},
		{"SELECT * FROM t WHERE k IN ? ORDER BY c1", "OB-06 late"},
		{"SELECT * FROM t WHERE k = ? AND (c1, c2) > ?", ""},
		{"INSERT INTO kv (k, v) VALUES (:a, :b)", ""},
		{"INSERT INTO col (k, l) VALUES (1, [?])", "LIT-08"},
		{"INSERT INTO kv (k, v) VALUES (?, 1) USING TTL -1", "TTL-01 late"},
		{"UPDATE cnt USING TTL ? SET c = c + 1 WHERE k = 1", "CNT-02"},
		{"INSERT INTO kv JSON ?", ""},
		{"BEGIN BATCH INSERT INTO kv (k) VALUES (?) UPDATE cnt SET c += 1 WHERE k = 1 APPLY BATCH", "BA-04"},
	} {
		r := s.Exec(c.cql)
		got := ""
		if r.Diag != nil {
			got = r.Diag.Rule
			if r.Diag.Late {
				got += " late"
			}
		}
		if got != c.refused {
			t.Errorf("%s: %q, want %q (%v)", c.cql, got, c.refused, r.Diag)
		}
		if len(r.Verdict.Mutations) > 0 || r.Verdict.Read != nil {
			t.Errorf("%s: is carried out", c.cql)
		}
	}
}

// TestConditions follows conditional writes through the rows that they find.
func TestConditions(t *testing.T) {
	s := fresh(t)
	for _, c := range []struct {
		cql     string
		applied string // "yes", "no", or the message of the refusal
	}{
		{"INSERT INTO kv (k, v) VALUES (1, 5) IF NOT EXISTS", "yes"},
		{"INSERT INTO kv (k, v) VALUES (1, 6) IF NOT EXISTS", "no"},
		{"UPDATE kv SET v = 7 WHERE k = 1 IF v = 5", "yes"},
		{"UPDATE kv SET v = 8 WHERE k = 1 IF v = 5", "no"},
		{"UPDATE kv SET v += 3 WHERE k = 1 IF v IN (1, 7)", "yes"},
		{"UPDATE kv SET v = 0 WHERE k = 1 IF v > 9", "yes"},
		{"UPDATE kv SET v = 0 WHERE k = 1 IF txt = null AND v != null", "yes"},
		{"UPDATE kv SET v = 0 WHERE k = 2 IF v > null", `Invalid comparison with null for operator ">"`},
		{"UPDATE kv SET v = 1 WHERE k = 2 IF EXISTS", "no"},
		{"DELETE FROM kv WHERE k = 1 IF EXISTS", "yes"},
		{"INSERT INTO col (k, l, m) VALUES (1, [1, 2], {'a': 1})", ""},
		{"UPDATE col SET l[0] = 9 WHERE k = 1 IF l = [1, 2]", "yes"},
		{"UPDATE col SET l[2] = 9 WHERE k = 1 IF l[0] = 9", "List index 2 out of bound, list has size 2"},
		{"UPDATE col SET m['b'] = 2 WHERE k = 1 IF m['a'] = 1 AND m CONTAINS KEY 'a'", "yes"},
		{"UPDATE col SET m = {} WHERE k = 1 IF m > {}", "Invalid comparison with an empty map for operator \">\""},
		{"BEGIN BATCH UPDATE t SET s = 1 WHERE k = 1 IF s = null INSERT INTO t (k, c1, c2) VALUES (1, 1, 1) APPLY BATCH", "yes"},
		{"UPDATE t SET s = 2 WHERE k = 1 IF s = 1", "yes"},
		{"UPDATE t SET s = 3 WHERE k = 1 IF s = 1", "no"},
		{"DELETE v FROM kv WHERE k IN (1) AND token(k) < -9223372036854775807 IF EXISTS", "java.lang.IndexOutOfBoundsException: Index 0 out of bounds for length 0"},
		{"UPDATE col SET l[0] = 1 WHERE k IN ()", "java.lang.IndexOutOfBoundsException: Index 0 out of bounds for length 0"},
	} {
		r := s.Exec(c.cql)
		got := ""
		switch {
		case r.Diag != nil:
			got = r.Diag.Message
		case r.Verdict.Result != nil && r.Verdict.Result.Rows[0][0][0] == 1:
			got = "yes"
		case r.Verdict.Result != nil:
			got = "no"
		}
		if got != c.applied {
			t.Errorf("%s: %q, want %q", c.cql, got, c.applied)
		}
	}
}

// TestWarnings are the statements that the server accepts with a warning.
func TestWarnings(t *testing.T) {
	s := fresh(t)
	big := strings.Repeat("x", 3000)
	many := "BEGIN UNLOGGED BATCH"
	for _, k := range "abcdefghijk" {
		many += " INSERT INTO kv (k) VALUES (" + string('0'+k-'a'+1) + ")"
	}
	many = strings.ReplaceAll(strings.ReplaceAll(many, "(:)", "(10)"), "(;)", "(11)") + " APPLY BATCH"
	for _, c := range []struct{ cql, want string }{
		{"SELECT count(*) FROM kv", "Aggregation query used without partition key"},
		{"SELECT count(*) FROM kv WHERE k IN (1, 2)", "Aggregation query used on multiple partition keys (IN restriction)"},
		{"SELECT count(*) FROM kv WHERE k IN (1)", ""},
		{"SELECT k FROM kv GROUP BY k", "Aggregation query used without partition key"},
		{many, "Unlogged batch covering 11 partitions detected against table [ks.kv]. You should use a logged batch for atomicity, or asynchronous writes for performance."},
		{"BEGIN BATCH INSERT INTO kv (k, txt) VALUES (1, '" + big + "') INSERT INTO kv (k, txt) VALUES (2, '" + big + "') APPLY BATCH",
			"Batch for [ks.kv] is of size 6140, exceeding specified threshold of 5120 by 1020."},
		{"BEGIN BATCH INSERT INTO kv (k, txt) VALUES (1, '" + big + "') INSERT INTO kv (k, v) VALUES (1, 1) APPLY BATCH", ""},
	} {
		r := s.Exec(c.cql)
		if got := strings.Join(r.Warnings, "|"); !r.Accepted() || got != c.want {
			t.Errorf("%.80s: %q, want %q (%v)", c.cql, got, c.want, r.Diag)
		}
	}
}

var judged check.Verdict

func BenchmarkSelect(b *testing.B) {
	s := fresh(b)
	ctx := &check.Context{Catalogue: s.Catalogue(), Settings: check.NewSettings(), Keyspace: "ks"}
	for _, q := range []struct{ name, cql string }{
		{"accepted", "SELECT k, c1, v FROM t WHERE k = 1 AND c1 = 5 AND c2 >= 3 ORDER BY c1 DESC LIMIT 10"},
		{"prepared", "SELECT k, c1, v FROM t WHERE k = ? AND c1 = ? AND c2 >= ? ORDER BY c1 DESC LIMIT 10"},
		{"refused", "SELECT k, c1, v FROM t WHERE k = 1 AND c2 = 5"},
		{"insert", "INSERT INTO t (k, c1, c2, v) VALUES (1, 2, 3, 4) USING TTL 5"},
	} {
		b.Run(q.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				stmt, markers, _ := cql.ParseStatement(q.cql)
				ctx.Prepare = len(markers) > 0
				judged = judge.Statement(ctx, stmt)
			}
		})
	}
}

// TestGuardrails sets limits for an ordinary user.
func TestGuardrails(t *testing.T) {
	settings := check.NewSettings()
	for key, value := range map[string]string{
		"authenticator": "PasswordAuthenticator", "partition_keys_in_select_fail_threshold": "3", "partition_keys_in_select_warn_threshold": "1",
		"in_select_cartesian_product_fail_threshold": "20", "items_per_collection_fail_threshold": "2", "allow_filtering_enabled": "false",
		"user_timestamps_enabled": "false", "group_by_enabled": "false", "column_value_size_warn_threshold": "4B",
		"read_before_write_list_operations_enabled": "false",
	} {
		if err := settings.Set(key, value); err != nil {
			t.Fatal(err)
		}
	}
	s := session.New(session.Settings{Keyspace: "ks", Now: 1_700_000_000, Check: settings})
	s.Script(diag.NewSource("", tables))
	for _, c := range []struct{ cql, refused, warning string }{
		{"SELECT * FROM kv WHERE k IN (1, 2)", "", "Guardrail partition_keys_in_select violated: Query with partition keys in IN clause on table kv, with number of partition keys 2 exceeds warning threshold of 1."},
		{"SELECT * FROM kv WHERE k IN (1, 2, 3, 4)", "Guardrail partition_keys_in_select violated: Aborting query with partition keys in IN clause on table kv, number of partition keys 4 exceeds fail threshold of 3.", ""},
		{"SELECT * FROM t WHERE k = 1 AND c1 IN (1, 2, 3, 4, 5) AND c2 IN (1, 2, 3, 4, 5)", "Guardrail in_select_cartesian_product violated: Aborting query because the cartesian product of the IN restrictions on clustering key produces 25 values, this exceeds fail threshold of 20.", ""},
		{"INSERT INTO col (k, l) VALUES (1, [1, 2, 3])", "Guardrail items_per_collection violated: Detected collection l with 3 items, this exceeds the failure threshold of 2.", ""},
		{"INSERT INTO kv (k, txt) VALUES (1, 'hello')", "", "Guardrail column_value_size violated: Value of column 'txt' has size 5, this exceeds the warning threshold of 4."},
		{"SELECT * FROM kv WHERE v = 1 ALLOW FILTERING", "Guardrail allow_filtering violated: Querying with ALLOW FILTERING is not allowed. ALLOW FILTERING can potentially visit all the data in the table and have unpredictable performance.", ""},
		{"SELECT * FROM kv WHERE v = 1", "Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. Executing this query despite the performance unpredictability with ALLOW FILTERING has been disabled by the allow_filtering_enabled property in cassandra.yaml", ""},
		{"INSERT INTO kv (k) VALUES (1) USING TIMESTAMP 5", "Guardrail user_timestamps violated: User provided timestamps (USING TIMESTAMP) is not allowed", ""},
		{"SELECT k FROM kv GROUP BY k", "Guardrail group_by violated: GROUP BY functionality is not allowed", ""},
		{"UPDATE col SET l[0] = 1 WHERE k = 1", "Guardrail read_before_write_list_operations violated: Setting of list items by index requiring read before write is not allowed", ""},
	} {
		r := s.Exec(c.cql)
		got := ""
		if r.Diag != nil {
			got = r.Diag.Message
		}
		if got != c.refused || strings.Join(r.Warnings, "|") != c.warning {
			t.Errorf("%s\n  refused %q\n  want    %q\n  warned %q\n  want   %q", c.cql, got, c.refused, r.Warnings, c.warning)
		}
	}
}

// TestNotApplied holds what a conditional write shows when it is not applied: a
// static column is read only where a condition or the write itself asks for it.
func TestNotApplied(t *testing.T) {
	s := fresh(t)
	for _, cql := range []string{
		"CREATE TABLE st (k int, c int, s int static, s2 int static, v int, PRIMARY KEY (k, c))",
		"INSERT INTO st (k, s) VALUES (1, 5)",
		"INSERT INTO st (k, c, v) VALUES (1, 9, 9)",
	} {
		if r := s.Exec(cql); r.Diag != nil {
			t.Fatal(r.Diag.Message)
		}
	}
	for cql, want := range map[string]string{
		"DELETE FROM st WHERE k = 1 AND c = 1 IF EXISTS":                              "[applied] [[0]]",
		"UPDATE st SET v = 1 WHERE k = 1 AND c = 1 IF v = 1":                          "[applied] [[0]]",
		"UPDATE st SET v = 1 WHERE k = 1 AND c = 1 IF s = 1":                          "[applied] s [[0] [0 0 0 5]]",
		"UPDATE st SET v = 1, s = 3 WHERE k = 1 AND c = 1 IF v = 2":                   "[applied] v [[0] []]",
		"INSERT INTO st (k, c, v) VALUES (1, 9, 8) IF NOT EXISTS":                     "[applied] k c s s2 v [[0] [0 0 0 1] [0 0 0 9] [] [] [0 0 0 9]]",
		"INSERT INTO st (k, c, v, s) VALUES (1, 9, 8, 3) IF NOT EXISTS":               "[applied] k c s s2 v [[0] [0 0 0 1] [0 0 0 9] [0 0 0 5] [] [0 0 0 9]]",
		"BEGIN BATCH UPDATE st SET v = 1 WHERE k = 1 AND c = 1 IF EXISTS APPLY BATCH": "[applied] [[0]]",
	} {
		r := s.Exec(cql)
		if r.Verdict.Result == nil || len(r.Verdict.Result.Rows) != 1 {
			t.Errorf("%s: %v", cql, r.Diag)
			continue
		}
		got := strings.Join(r.Verdict.Result.Cols, " ") + " " + fmt.Sprint(r.Verdict.Result.Rows[0])
		if got != want {
			t.Errorf("%s\ngot  %s\nwant %s", cql, got, want)
		}
	}
}
