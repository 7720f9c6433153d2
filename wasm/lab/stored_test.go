package lab

import (
	"strconv"
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
	"partitionlab/wasm/view"
)

// TestThings: what a compaction finds in each file, and what it leaves, with the reason.
func TestThings(t *testing.T) {
	s := session.New(session.Settings{Keyspace: "lab", Now: clock})
	var got []string
	for st := range s.Play(diag.NewSource("", `CREATE TABLE t (k int, c int, s text STATIC, v int, tags set<int>, PRIMARY KEY (k, c)) WITH gc_grace_seconds = 3600;
INSERT INTO t (k, c, s, v) VALUES (1, 1, 'once', 10);
INSERT INTO t (k, c, v) VALUES (1, 2, 20);
INSERT INTO t (k, c, v) VALUES (1, 3, 30) USING TTL 60;
INSERT INTO t (k, c, v) VALUES (1, 9, 90);
-- lab:flush
UPDATE t SET v = 11 WHERE k = 1 AND c = 1;
DELETE FROM t WHERE k = 1 AND c = 2;
DELETE FROM t WHERE k = 1 AND c > 8;
UPDATE t SET tags = {7} WHERE k = 1 AND c = 1;
-- lab:wait 10min
-- lab:compact
-- lab:wait 1d
-- lab:compact
`)) {
		if st.Result != nil && !st.Result.Accepted() {
			t.Fatal(st.Result.Diag)
		}
		if st.Operation == nil || st.Operation.Compaction == nil {
			continue
		}
		c := st.Operation.Compaction
		for side, files := range [][]session.SSTable{c.Tables[0].Before, c.Tables[0].After} {
			for _, f := range files {
				merged := c.Tables[0].Merged
				if side == 1 {
					merged = f.Store
				}
				list, more := things(f.Store, merged, c.At)
				line := "SSTable " + strconv.Itoa(f.Number) + ":"
				for i := range list {
					line += " [" + strings.TrimSpace(clusteringText(merged.Table(), &list[i])+" "+list[i].text) + ", " + list[i].mark.String() + "]"
				}
				if got = append(got, line); more != 0 {
					t.Errorf("%s and %d more", line, more)
				}
			}
		}
	}
	const want = `SSTable 1: [static s: once, live] [1 row marker, live] [1 v: 10, hidden by a newer write] [2 row marker, hidden by a newer write] [2 v: 20, hidden by a newer write] [3 row marker, expired] [3 v: 30, expired] [9 row marker, hidden by a newer write] [9 v: 90, hidden by a newer write]
SSTable 2: [1 tags: what was in it, tombstone] [1 v: 11, live] [1 tags: 7, live] [2 the row, tombstone] [8 a range of rows, tombstone]
SSTable 3: [static s: once, live] [1 row marker, live] [1 tags: what was in it, tombstone] [1 v: 11, live] [1 tags: 7, live] [2 the row, tombstone] [3 row marker, expired] [3 v: †, tombstone] [8 a range of rows, tombstone]
SSTable 3: [static s: once, live] [1 row marker, live] [1 tags: what was in it, tombstone] [1 v: 11, live] [1 tags: 7, live] [2 the row, tombstone] [3 row marker, expired] [3 v: †, tombstone] [8 a range of rows, tombstone]
SSTable 4: [static s: once, live] [1 row marker, live] [1 v: 11, live] [1 tags: 7, live]`
	if text := strings.Join(got, "\n"); text != want {
		t.Errorf("got\n%s", text)
	}
}

// TestMoreThanIsDrawn: what a figure has no room for is told in words.
func TestMoreThanIsDrawn(t *testing.T) {
	const table = "schema:\nCREATE TABLE t (k int, c int, l list<int>, PRIMARY KEY (k, c));\ncql:\n"
	look := func(kind, text string) string {
		s, bad := Parse(kind, "id = x1\ntitle = T\n"+table+text, nil)
		if len(bad) > 0 {
			t.Fatal(bad)
		}
		return view.HTML(Run(s, nil).View)
	}
	writes := "DELETE FROM t USING TIMESTAMP 1 WHERE k = 1;\n"
	for i := range 10 {
		writes += "INSERT INTO t (k, c, l) VALUES (1, " + strconv.Itoa(i) + ", [" + strings.Repeat("7, ", 400) + "7]) USING TIMESTAMP 9;\n"
	}
	got := look("layout", writes)
	if want := "† The partition was deleted. 2 more rows"; !strings.Contains(got, want) {
		t.Errorf("nothing says %q", want)
	}
	compacted := strings.Repeat("UPDATE t SET l = [1] WHERE k = 1 AND c = 1;\n-- lab:compact\n", maxDrawn+1)
	if got, want := look("run", compacted), "And 1 more compaction."; !strings.Contains(got, want) {
		t.Errorf("nothing says %q", want)
	}
}
