package query_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"partitionlab/wasm/query"
	"partitionlab/wasm/session"
)

// A read page by page gives the rows of the whole, whatever the size of a page.
func TestPages(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	s := newSession(t, table, "CREATE TABLE kv (k int PRIMARY KEY, v int)")
	for i := range 120 {
		k, c := r.IntN(6), r.IntN(12)
		q := fmt.Sprintf("INSERT INTO t (k, c, v) VALUES (%d, %d, %d)", k, c, r.IntN(3))
		switch r.IntN(6) {
		case 0:
			q = fmt.Sprintf("DELETE FROM t WHERE k = %d AND c > %d AND c < %d", k, c, c+3)
		case 1:
			q = fmt.Sprintf("UPDATE t SET s = %d WHERE k = %d", i, 5+r.IntN(3))
		case 2:
			q = fmt.Sprintf("INSERT INTO kv (k, v) VALUES (%d, %d)", r.IntN(20), i)
		}
		if res := s.Exec(q); !res.Accepted() {
			t.Fatal(q, res.Diag)
		}
	}
	for _, q := range []string{
		"SELECT * FROM t", "SELECT * FROM t LIMIT 17", "SELECT * FROM t PER PARTITION LIMIT 2", "SELECT * FROM t PER PARTITION LIMIT 3 LIMIT 10",
		"SELECT DISTINCT k, s FROM t", "SELECT * FROM t WHERE k = 2", "SELECT * FROM t WHERE k = 2 ORDER BY c ASC",
		"SELECT * FROM t WHERE k = 2 AND c > 2 AND c <= 9 ORDER BY c ASC", "SELECT * FROM t WHERE k IN (1, 3, 4) AND c IN (1, 2, 5, 7, 9)",
		"SELECT * FROM t WHERE k IN (1, 3, 4) AND c IN (1, 2, 5, 7, 9) PER PARTITION LIMIT 1", "SELECT * FROM t WHERE v = 1 ALLOW FILTERING",
		"SELECT k, count(*) FROM t GROUP BY k", "SELECT k, c, sum(v) FROM t GROUP BY k, c PER PARTITION LIMIT 2", "SELECT k, c, max(v) FROM t WHERE k IN (1, 2, 5) GROUP BY k, c LIMIT 5",
		"SELECT count(*) FROM t", "SELECT * FROM kv", "SELECT * FROM kv WHERE k IN (1, 2, 3, 4, 5)", "SELECT * FROM t WHERE token(k) > 0",
	} {
		whole := s.Exec(q)
		if whole.Rows == nil || whole.Rows.Rows == nil && !strings.Contains(q, "kv") {
			t.Fatalf("%s: %v", q, whole.Diag)
		}
		for size := 1; size < 12; size++ {
			var got [][][]byte
			var after *query.Position
			for n := 0; ; n++ {
				page, err := s.Page(whole.Verdict.Read, size, after)
				if err != nil {
					t.Fatal(q, err)
				}
				if len(page.Rows) > size || page.Next != nil && len(page.Rows) < size {
					t.Fatalf("%s: a page of %d rows, size %d", q, len(page.Rows), size)
				}
				got = append(got, page.Rows...)
				if after = page.Next; after == nil {
					break
				}
			}
			if a, b := fmt.Sprint(got), fmt.Sprint(whole.Rows.Rows); a != b && len(got)+len(whole.Rows.Rows) > 0 {
				t.Fatalf("%s, pages of %d:\n%s\nall at once:\n%s", q, size, a, b)
			}
		}
	}
}

// What a read counts as tombstones: the table of the course, and what a real
// server counted.
func TestTombstones(t *testing.T) {
	const create = "CREATE TABLE w (k int, c int, v int, x int, s set<int>, PRIMARY KEY (k, c))"
	const day = 86400
	for _, tt := range []struct {
		why    string
		writes []string
		wait   int64 // seconds
		read   string
		want   int
	}{
		{"a cell delete", []string{"INSERT INTO w (k, c, v) VALUES (1, 1, 1)", "DELETE v FROM w WHERE k = 1 AND c = 1"}, 0, "", 1},
		{"a row delete", []string{"INSERT INTO w (k, c, v) VALUES (1, 1, 1)", "DELETE FROM w WHERE k = 1 AND c = 1"}, 0, "", 1},
		{"a row delete under a newer row", []string{"DELETE FROM w WHERE k = 1 AND c = 1", "INSERT INTO w (k, c, v) VALUES (1, 1, 1)"}, 0, "", 0},
		{"a range delete", []string{"DELETE FROM w WHERE k = 1 AND c > 1 AND c < 9"}, 0, "", 2},
		{"a range delete behind the end of a read", []string{"DELETE FROM w WHERE k = 1 AND c > 10"}, 0, "SELECT * FROM w WHERE k = 1 AND c < 5", 0},
		{"a range delete over the start of a read", []string{"DELETE FROM w WHERE k = 1 AND c > 1 AND c < 9"}, 0, "SELECT * FROM w WHERE k = 1 AND c > 5", 2},
		{"two rows inside a range delete", []string{"DELETE FROM w WHERE k = 1 AND c > 1 AND c < 9"}, 0, "SELECT * FROM w WHERE k = 1 AND c IN (3, 4)", 4},
		{"two ranges that touch", []string{"DELETE FROM w WHERE k = 1 AND c > 1 AND c < 9", "DELETE FROM w WHERE k = 1 AND c >= 9 AND c < 12"}, 0, "", 3},
		{"a partition delete", []string{"INSERT INTO w (k, c, v) VALUES (1, 1, 1)", "DELETE FROM w WHERE k = 1"}, 0, "", 0},
		{"two nulls", []string{"INSERT INTO w (k, c, v, x) VALUES (1, 1, null, null)"}, 0, "", 2},
		{"a set literal", []string{"INSERT INTO w (k, c, s) VALUES (1, 1, {1, 2})"}, 0, "", 0},
		{"a set set to null, alone", []string{"UPDATE w SET s = null WHERE k = 1 AND c = 1"}, 0, "", 1},
		{"LIMIT ends before", []string{"INSERT INTO w (k, c, v) VALUES (1, 1, 1)", "DELETE FROM w WHERE k = 1 AND c = 2"}, 0, "SELECT * FROM w WHERE k = 1 LIMIT 1", 0},
		{"expired cells", []string{"INSERT INTO w (k, c, v, x) VALUES (1, 1, 1, 1) USING TTL 60"}, 61, "", 2},
		{"expired, gc_grace after the write", []string{"INSERT INTO w (k, c, v, x) VALUES (1, 1, 1, 1) USING TTL 864000"}, 10*day + 1, "", 1},
		{"expired, made by UPDATE", []string{"UPDATE w USING TTL 864000 SET v = 1 WHERE k = 1 AND c = 1"}, 10*day + 1, "", 0},
		{"expired, gc_grace after the expiry", []string{"INSERT INTO w (k, c, v) VALUES (1, 1, 1) USING TTL 60"}, 10*day + 61, "", 0},
		{"a delete older than gc_grace", []string{"DELETE FROM w WHERE k = 1 AND c = 1", "DELETE FROM w WHERE k = 1 AND c > 1 AND c < 9"}, 10*day + 1, "", 0},
	} {
		s := newSession(t, append([]string{create}, tt.writes...)...)
		s.Wait(tt.wait)
		if tt.read == "" {
			tt.read = "SELECT * FROM w WHERE k = 1"
		}
		for _, flushed := range []bool{false, true} {
			if flushed {
				s.Flush()
			}
			if r := s.Exec(tt.read); r.Cost == nil || r.Cost.Tombstones != tt.want {
				t.Errorf("%s (flushed: %v): %+v, want %d tombstones", tt.why, flushed, r.Cost, tt.want)
			}
		}
	}
}

// Above the thresholds a read warns in the server's words, and fails.
func TestThresholds(t *testing.T) {
	s := newSession(t, "CREATE TABLE w (k int, c int, v int, x text, PRIMARY KEY (k, c)) WITH CLUSTERING ORDER BY (c DESC)")
	for c := range 1001 {
		s.Exec(fmt.Sprintf("DELETE FROM w WHERE k = 1 AND c = %d", c))
	}
	for q, want := range map[string]string{
		"SELECT * FROM w WHERE k = 1": "SELECT * FROM lab.w WHERE k = 1 LIMIT 5000 ALLOW FILTERING",
		"SELECT v FROM w WHERE k = 1 AND c >= 0 AND c < 2000 AND x = 'it''s' LIMIT 3 ALLOW FILTERING": "SELECT v, x FROM lab.w WHERE k = 1 AND c < 2000 AND c >= 0 AND x = 'it''s' LIMIT 3 ALLOW FILTERING",
		"SELECT c, max(v) FROM w WHERE k = 1 GROUP BY c ORDER BY c ASC":                               "SELECT v FROM lab.w WHERE k = 1 ORDER BY c ASC GROUP LIMIT 5000 LIMIT 5000 ALLOW FILTERING",
		"SELECT c FROM w WHERE k = 1 LIMIT 4":                                                         "SELECT * FROM lab.w WHERE k = 1 LIMIT 4 ALLOW FILTERING",
	} {
		want = "Read 0 live rows and 1001 tombstone cells for query " + want + "; token -4069959284402364209 (see tombstone_warn_threshold)"
		if r := s.Exec(q); len(r.Warnings) != 1 || r.Warnings[0] != want {
			t.Errorf("%s\n got %q\nwant %q", q, r.Warnings, want)
		}
	}
	if r := s.Exec("SELECT * FROM w WHERE k = 1 AND c > 0"); len(r.Warnings) > 0 {
		t.Error(r.Warnings)
	}
	for c := range 99_001 {
		s.Exec(fmt.Sprintf("DELETE FROM w WHERE k = 1 AND c = %d", 2000+c))
	}
	r := s.Exec("SELECT * FROM w WHERE k = 1")
	if r.Diag == nil || r.Diag.Kind.String() != "readfail" || r.Diag.Message != "Operation failed - received 0 responses and 1 failures: READ_TOO_MANY_TOMBSTONES from /127.0.0.1:7000" {
		t.Errorf("100,002 tombstones: %+v", r.Diag)
	}
}

// The server reads the rows of an aggregate page by page, and warns of each.
func TestThresholdsOfPages(t *testing.T) {
	s := newSession(t, "CREATE TABLE p (k int, c int, v int, PRIMARY KEY (k, c))")
	for c := range 6500 {
		s.Exec(fmt.Sprintf("INSERT INTO p (k, c, v) VALUES (1, %d, null)", c))
	}
	for q, want := range map[string][2]string{
		"SELECT count(*) FROM p WHERE k = 1":            {"SELECT * FROM lab.p WHERE k = 1 LIMIT 5000", "SELECT * FROM lab.p WHERE k = 1 AND c > 4999 LIMIT 5000"},
		"SELECT max(v) FROM p":                          {"SELECT v FROM lab.p LIMIT 5000", "SELECT v FROM lab.p WHERE token(k) >= token(1) LIMIT 5000"},
		"SELECT count(v) FROM p WHERE k = 1 GROUP BY k": {"SELECT v FROM lab.p WHERE k = 1 GROUP LIMIT 5000 LIMIT 5000", "SELECT v FROM lab.p WHERE k = 1 AND c > 4999 GROUP LIMIT 5000 LIMIT 5000"},
		"SELECT c FROM p WHERE k = 1 LIMIT 6500":        {"SELECT * FROM lab.p WHERE k = 1 LIMIT 5000", "SELECT * FROM lab.p WHERE k = 1 AND c > 4999 LIMIT 1500"},
		"SELECT c FROM p WHERE k = 1":                   {"SELECT * FROM lab.p WHERE k = 1 LIMIT 5000", "SELECT * FROM lab.p WHERE k = 1 AND c > 4999 LIMIT 5000"},
	} {
		var got []string
		for _, w := range s.Exec(q).Warnings {
			if strings.HasPrefix(w, "Read ") {
				got = append(got, w)
			}
		}
		for i, rows := range []string{"5000", "1500"} {
			want := "Read " + rows + " live rows and " + rows + " tombstone cells for query " + want[i] + " ALLOW FILTERING; token -4069959284402364209 (see tombstone_warn_threshold)"
			if len(got) != 2 || got[i] != want {
				t.Errorf("%s\n got %q\nwant %s", q, got, want)
			}
		}
	}
}

// Reads do not see flushes and compactions, before gc_grace and after it.
func TestFlushAndCompactionChangeNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const counters = "CREATE TABLE n (k int, c int, v counter, PRIMARY KEY (k, c))"
	for round := range 25 {
		a, b := newSession(t, table, counters), newSession(t, table, counters)
		both := func(f func(s *session.Session)) { f(a); f(b) }
		for i := range 60 {
			k, c := r.IntN(3), r.IntN(5)
			q := fmt.Sprintf("INSERT INTO t (k, c, v, m) VALUES (%d, %d, %d, {1: 'a%d'})", k, c, i, i)
			switch r.IntN(11) {
			case 0:
				q = fmt.Sprintf("DELETE FROM t WHERE k = %d AND c = %d", k, c)
			case 1:
				q = fmt.Sprintf("DELETE FROM t WHERE k = %d AND c >= %d AND c < %d", k, c, c+2)
			case 2:
				q = fmt.Sprintf("UPDATE t SET m = m + {%d: 'x'} WHERE k = %d AND c = %d", r.IntN(3), k, c)
			case 3:
				q = fmt.Sprintf("UPDATE t SET s = %d WHERE k = %d", i, k)
			case 4:
				q = fmt.Sprintf("INSERT INTO t (k, c, v) VALUES (%d, %d, %d) USING TTL %d", k, c, i, 1+r.IntN(500_000))
			case 5:
				q = fmt.Sprintf("UPDATE n SET v = v + %d WHERE k = %d AND c = %d", i, k, c)
			case 6:
				q = fmt.Sprintf("DELETE v FROM t WHERE k = %d AND c = %d", k, c)
			case 7:
				if r.IntN(8) == 0 {
					q = fmt.Sprintf("DELETE FROM t WHERE k = %d", k)
				}
			}
			both(func(s *session.Session) {
				if res := s.Exec(q); !res.Accepted() {
					t.Fatal(q, res.Diag)
				}
			})
			switch r.IntN(9) {
			case 0:
				b.Flush()
			case 1:
				b.Compact()
			case 2:
				wait := int64(r.IntN(400_000))
				both(func(s *session.Session) { s.Wait(wait) })
			}
			for _, q := range []string{"SELECT * FROM t", "SELECT k, c, v, ttl(v), writetime(v) FROM t WHERE k = 1 ORDER BY c ASC", "SELECT * FROM n", "SELECT DISTINCT k, s FROM t"} {
				if x, y := rows(t, a, q), rows(t, b, q); strings.Join(x, "\n") != strings.Join(y, "\n") {
					t.Fatalf("round %d, %s\n%s\nflushed and compacted:\n%s", round, q, strings.Join(x, "\n"), strings.Join(y, "\n"))
				}
			}
		}
	}
}

// A read opens the files that may hold what it wants, and compaction makes one of
// them without what may leave.
func TestFiles(t *testing.T) {
	s := newSession(t, "CREATE TABLE w (k int, c int, v int, PRIMARY KEY (k, c))", "INSERT INTO w (k, c, v) VALUES (1, 1, 1)", "INSERT INTO w (k, c, v) VALUES (2, 1, 1)")
	s.Flush()
	s.Exec("INSERT INTO w (k, c, v) VALUES (1, 1, 2)")
	s.Flush()
	s.Exec("INSERT INTO w (k, c, v) VALUES (1, 9, 2)")
	s.Flush()
	for q, want := range map[string]int{
		"SELECT * FROM w WHERE k = 1":             3,
		"SELECT * FROM w WHERE k = 2":             1,
		"SELECT * FROM w WHERE k = 3":             0,
		"SELECT * FROM w WHERE k = 1 AND c > 5":   1,
		"SELECT * FROM w WHERE k = 1 AND c = 1":   1, // the newest write is the whole row
		"SELECT * FROM w WHERE k = 1 AND c = 4":   0,
		"SELECT * FROM w":                         3,
		"SELECT * FROM w WHERE k = 1 AND c <= 10": 3,
	} {
		if r := s.Exec(q); r.Cost.Files() != want || len(r.Cost.Opened) != 3 {
			t.Errorf("%s opens %d of %d files, want %d", q, r.Cost.Files(), len(r.Cost.Opened), want)
		}
	}
	kv := newSession(t, "CREATE TABLE kv (k int PRIMARY KEY, v int)", "INSERT INTO kv (k, v) VALUES (1, 1)")
	kv.Flush()
	for q, want := range map[string]int{"SELECT * FROM kv WHERE k = 1": 1, "SELECT * FROM kv WHERE k = 2": 0, "SELECT * FROM kv": 1} {
		if r := kv.Exec(q); r.Cost.Files() != want {
			t.Errorf("%s opens %d files, want %d", q, r.Cost.Files(), want)
		}
	}
	s.Exec("DELETE FROM w WHERE k = 1")
	s.Flush()
	if r := s.Exec("SELECT * FROM w WHERE k = 1"); r.Cost.Files() != 1 {
		t.Errorf("behind the deletion of its partition a read opens %d files", r.Cost.Files())
	}
	if before, after, dropped := s.Compact().Count(); before != 4 || after != 1 || dropped == 0 {
		t.Errorf("%d files became %d, %d things gone", before, after, dropped)
	}
	if w := s.Files(s.Catalogue().Table("lab", "w"))[0].Weight(); w != 3 {
		t.Errorf("%d things are left, want the deletion and a row of two", w)
	}
	s.Wait(864_001)
	if _, _, dropped := s.Compact().Count(); dropped != 1 {
		t.Errorf("gc_grace later %d things are gone, want the deletion", dropped)
	}
}
