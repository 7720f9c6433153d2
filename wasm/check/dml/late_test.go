package dml_test

import (
	"strconv"
	"strings"
	"testing"

	"partitionlab/wasm/check"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
)

// TestLate holds statements with markers against what 5.0.8 answered to PREPARE, which takes all of
// them but one (W-28), and to EXECUTE, with values of which it refuses none where others are taken. It
// names the address of the node that failed, which is another one for each server.
func TestLate(t *testing.T) {
	settings := check.NewSettings()
	if err := settings.Set("sasi_indexes_enabled", "true"); err != nil {
		t.Fatal(err)
	}
	s := session.New(session.Settings{Keyspace: "k", Check: settings, Now: 1_700_000_000})
	for _, r := range s.Script(diag.NewSource("", `
CREATE TABLE s (k text, ts int, a text, n int, PRIMARY KEY (k, ts));
CREATE CUSTOM INDEX s_a ON s (a) USING 'org.apache.cassandra.index.sasi.SASIIndex' WITH OPTIONS = {'mode': 'PREFIX'};
CREATE TABLE v (k int PRIMARY KEY, e vector<float, 2>, l list<int>, m map<int, int>, s set<int>);
CREATE CUSTOM INDEX v_e ON v (e) USING 'sai';`)) {
		if !r.Accepted() {
			t.Fatal(r.Diag)
		}
	}
	const pages = "Cannot page queries with both ORDER BY and a IN restriction on the partition key; you must either remove the ORDER BY or the IN and sort client side, or disable paging for this query"
	for _, c := range []struct{ cql, refused string }{
		{"SELECT * FROM s WHERE a LIKE '%x%' AND ts >= ? ALLOW FILTERING", "a LIKE '%<term>%' x is only supported on properly indexed columns"},
		{"SELECT * FROM s WHERE a LIKE ? AND ts >= 1 ALLOW FILTERING", ""}, // it may be 'x%'
		{"SELECT * FROM s WHERE a LIKE '' AND ts >= ? ALLOW FILTERING", "LIKE value can't be empty."},
		{"SELECT * FROM s WHERE k = ? LIMIT 0", "LIMIT must be strictly positive"},
		{"SELECT * FROM s WHERE k = ? LIMIT ?", ""},
		{"SELECT * FROM s WHERE k IN (?, ?) ORDER BY ts", pages},
		{"SELECT * FROM s WHERE k IN (?, 'b') ORDER BY ts LIMIT 3", pages},
		{"SELECT * FROM s WHERE k IN ? ORDER BY ts LIMIT ?", pages},
		{"SELECT * FROM s WHERE k IN (?, ?) AND ts > 5 AND ts < 3 ORDER BY ts", ""}, // no row is read
		{"SELECT * FROM s WHERE k = null AND ts = ?", "Invalid null value in condition for column k"},
		{"SELECT * FROM s WHERE k = '' AND ts = ?", "Key may not be empty"},
		{"SELECT * FROM s WHERE (ts) > (?) AND n = 1 ALLOW FILTERING", ""},
		{"SELECT * FROM s WHERE (k, ts) > ? ALLOW FILTERING", "Multi-column relations can only be applied to clustering columns but was applied to: k"},
		{"SELECT * FROM s WHERE token(k) = null AND ts > ? ALLOW FILTERING", "Invalid null token value"},
		{"SELECT * FROM s WHERE k = ? AND ts > null", ""},
		{"SELECT * FROM s WHERE k = ? AND n = null ALLOW FILTERING", "Unsupported null value for column n"},
		{"SELECT k FROM v ORDER BY e ANN OF ?", "Top-K queries must have a limit specified and the limit must be less than the query page size"},
		{"SELECT k FROM v ORDER BY e ANN OF ? LIMIT ?", ""},
		{"SELECT count(*) FROM v ORDER BY e ANN OF ? LIMIT 2", "Top-K queries can not be run with aggregation"},
		{"SELECT k FROM v ORDER BY e ANN OF ? LIMIT 2000", "Use of ANN OF in an ORDER BY clause requires a LIMIT that is not greater than 1000. LIMIT was 2000"},
		{"SELECT k FROM v ORDER BY e ANN OF ? PER PARTITION LIMIT 1 LIMIT 2", "Top-K queries do not support per-partition limits"},
		{"SELECT k, intAsBlob((int) ?) FROM v WHERE k = 1", ""},
		{"SELECT k, blobAsInt((blob) ?) FROM v WHERE k = 1", ""}, // it may have four bytes

		{"UPDATE s SET a = ? WHERE k IN ? AND ts = 1 IF EXISTS", "IN on the partition key is not supported with conditional updates"},
		{"UPDATE s SET a = ? WHERE k IN (?) AND ts = 1 IF EXISTS", ""},
		{"UPDATE s SET a = ? WHERE k = 'x' AND ts IN ? IF EXISTS", "IN on the clustering key columns is not supported with conditional updates"},
		{"DELETE a FROM s WHERE k = ? AND ts > 1", "Range deletions are not supported for specific columns"},
		{"DELETE a FROM s WHERE k = ?", "Range deletions are not supported for specific columns"},
		{"UPDATE s USING TTL -1 SET a = ? WHERE k = 'a' AND ts = 1", "A TTL must be greater or equal to 0, but was -1"},
		{"UPDATE s USING TTL ? AND TIMESTAMP ? SET a = 'x' WHERE k = 'a' AND ts = 1", ""},
		{"UPDATE s USING TTL ? SET a = 'x' WHERE k = 'a' AND ts = null", "Invalid null value in condition for column ts"},
		{"DELETE FROM s WHERE k = ? AND ts > null", "Operation failed - received 0 responses and 1 failures: UNKNOWN from /127.0.0.1:7000"},
		{"INSERT INTO s (k, ts, a) VALUES ('', ?, 'x')", "Key may not be empty"},
		{"INSERT INTO s (k, ts, a) VALUES (?, 1, 'x') USING TTL 900000000", "ttl is too large. requested (900000000) maximum (630720000)"},
		{"INSERT INTO s JSON ? IF NOT EXISTS", ""},
		{"UPDATE v SET m[null] = ? WHERE k = 1", "Invalid null map key"},
		{"UPDATE v SET l[null] = ? WHERE k = 1", "Invalid null value for list index"},
		{"UPDATE v SET l[0] = ? WHERE k = 1", ""}, // where the row has a list
		{"UPDATE v SET m[1] = ? WHERE k = 1 IF l[0] > null", `Invalid comparison with null for operator ">"`},
		{"UPDATE v SET m[1] = ? WHERE k = 1 IF l[0] > ?", ""},
		{"UPDATE v SET m[1] = ? WHERE k = 1 IF s > ?", ""}, // it may be not empty
		{"UPDATE v SET m[1] = ? WHERE k = 1 IF m[null] = 1", "Invalid null value for map element access"},
		{"BEGIN BATCH UPDATE s SET a = ? WHERE k = 'a' AND ts = 1 IF EXISTS; UPDATE s SET a = 'y' WHERE k = 'b' AND ts = 1 IF EXISTS; APPLY BATCH", "Batch with conditions cannot span multiple partitions"},
		{"BEGIN BATCH UPDATE s SET a = 'c' WHERE k = ? AND ts = 1 IF EXISTS; UPDATE s SET a = 'y' WHERE k = 'b' AND ts = 1 IF EXISTS; APPLY BATCH", ""},
		{"BEGIN BATCH UPDATE s SET a = 'c' WHERE k = 'b' AND ts = ? IF EXISTS; INSERT INTO s (k, ts) VALUES ('b', ?) IF NOT EXISTS; APPLY BATCH", ""},
		{"BEGIN BATCH UPDATE s USING TTL -1 SET a = 'c' WHERE k = ? AND ts = 1; APPLY BATCH", "A TTL must be greater or equal to 0, but was -1"},
	} {
		r := s.Exec(c.cql)
		got, late := "", false
		if r.Diag != nil {
			got, late = r.Diag.Message, r.Diag.Late
		}
		if got != c.refused || late != (got != "" && r.Diag.Rule != "W-28") {
			t.Errorf("%s\n  late %v %q\n  want %q", c.cql, late, got, c.refused)
		}
	}
}

// TestLateWarnings holds statements with markers against what 5.0.8 warned of at EXECUTE; at PREPARE
// it warned of none. What hangs on their values is not said.
func TestLateWarnings(t *testing.T) {
	const (
		whole   = "Aggregation query used without partition key"
		several = "Aggregation query used on multiple partition keys (IN restriction)"
		noGrace = "Executing a LOGGED BATCH on table [k.g], configured with a gc_grace_seconds of 0. The gc_grace_seconds is used to TTL batchlog entries, so setting gc_grace_seconds too low on tables involved in an atomic batch might cause batchlog entries to expire before being replayed."
	)
	numbers := func(n int, s string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(s, "#", strconv.Itoa(i)))
		}
		return b.String()
	}
	settings := check.NewSettings()
	for _, s := range []string{"partition_keys_in_select_warn_threshold", "in_select_cartesian_product_warn_threshold", "items_per_collection_warn_threshold"} {
		if err := settings.Set(s, "3"); err != nil {
			t.Fatal(err)
		}
	}
	settings.Set("authenticator", "PasswordAuthenticator")
	s := session.New(session.Settings{Keyspace: "k", Check: settings, Now: 1_700_000_000})
	for _, r := range s.Script(diag.NewSource("", `
CREATE TABLE t (k int, c int, v double, PRIMARY KEY (k, c));
CREATE TABLE g (k int PRIMARY KEY, v int, x text, l list<int>, m list<int>) WITH gc_grace_seconds = 0;`)) {
		if !r.Accepted() {
			t.Fatal(r.Diag)
		}
	}
	for _, c := range []struct{ cql, warned string }{
		{"SELECT count(*) FROM t WHERE c > ? ALLOW FILTERING", whole},
		{"SELECT count(*) FROM t LIMIT ?", whole},
		{"SELECT avg(v) FROM t WHERE k IN (1, 2) AND c = ?", several},
		{"SELECT avg(v) FROM t WHERE k IN ? AND c = 1", several},
		{"SELECT avg(v) FROM t WHERE k IN (?) AND c = 1", ""},
		{"SELECT avg(v) FROM t WHERE k IN (?, ?)", several},
		{"SELECT avg(v) FROM t WHERE k IN () AND c = ?", several},
		{"SELECT count(*) FROM t WHERE token(k) > ? AND token(k) < ?", ""},
		{"SELECT k, v FROM t WHERE c = ? GROUP BY k ALLOW FILTERING", whole},
		{"SELECT count(*) FROM t WHERE k = ?", ""},
		{"SELECT count(*) FROM t WHERE c > 5 AND c < 3 AND v = ? ALLOW FILTERING", whole},
		{"BEGIN BATCH UPDATE g SET v = ? WHERE k = 1; UPDATE g SET v = 2 WHERE k = 2; APPLY BATCH", noGrace},
		{"BEGIN UNLOGGED BATCH " + numbers(11, "UPDATE g SET v = ? WHERE k = #; ") + "APPLY BATCH", "Unlogged batch covering 11 partitions detected against table [k.g]. You should use a logged batch for atomicity, or asynchronous writes for performance."},
		{"BEGIN UNLOGGED BATCH " + numbers(11, "UPDATE g SET v = 1 WHERE k = #; ") + "UPDATE g SET v = 1 WHERE k = ? APPLY BATCH", ""},      // 11 or 12
		{"BEGIN UNLOGGED BATCH " + numbers(9, "UPDATE g SET v = ?, x = '"+strings.Repeat("x", 1000)+"' WHERE k = #; ") + "APPLY BATCH", ""}, // its size hangs on the value
		{"SELECT k FROM t WHERE k IN (1, 2, 3, ?)", ""}, // 4, or one of the others
		{"SELECT k FROM t WHERE k = ? AND c IN (1, 2, 3, ?)", ""},
		{"UPDATE g SET l = [1, 2, 3, 4] WHERE k = ?", "Guardrail items_per_collection violated: Detected collection l with 4 items, this exceeds the warning threshold of 3."},
		{"UPDATE g SET l = ?, m = [1] WHERE k = 1", ""},
	} {
		r := s.Exec(c.cql)
		if r.Diag != nil {
			t.Errorf("%s\n  is refused: %s", c.cql, r.Diag.Message)
		}
		if got := strings.Join(r.Warnings, "\n"); got != c.warned {
			t.Errorf("%s\n  warned of: %q\n  want %q", c.cql, got, c.warned)
		}
		for _, d := range r.Notes {
			if d.Severity == diag.Warning && (!d.Late || !strings.Contains(d.Why, "each time")) {
				t.Errorf("%s: not said to come when it runs: %q", c.cql, d.Why)
			}
		}
	}
}
