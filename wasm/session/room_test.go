package session

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/work"
)

const roomTables = "CREATE TABLE t (k int, c int, v text, l list<int>, m map<int, int>, PRIMARY KEY (k, c));\n"

// roomed is a session that has run a text, with room for so many bytes of rows; the last
// answer and the last operation.
func roomed(text string, room int) (s *Session, m *work.Meter, last *Outcome, op *Operation) {
	m = &work.Meter{Memory: room}
	s = New(Settings{Keyspace: "lab"})
	s.Meter(m)
	for step := range s.Play(diag.NewSource("", roomTables+text)) {
		if step.Result != nil {
			last = step.Result
		} else {
			op = step.Operation
		}
	}
	return s, m, last, op
}

// TestRowsHaveRoom: what a run writes has an end, however it is written, and what it writes
// twice counts once.
func TestRowsHaveRoom(t *testing.T) {
	inserts := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	for _, c := range []struct {
		what, text string
		full       bool
	}{
		{"few rows", inserts(100, "INSERT INTO t (k, c, v) VALUES (1, %d, 'x');\n"), false},
		{"many rows", inserts(1000, "INSERT INTO t (k, c, v) VALUES (1, %d, 'x');\n"), true},
		{"many partitions", inserts(100, "INSERT INTO t (k, c, v) VALUES (%d, 1, 'x');\n"), true},
		{"one row again and again", strings.Repeat("INSERT INTO t (k, c, v) VALUES (1, 1, 'x');\n", 1000), false},
		{"a list that grows", strings.Repeat("UPDATE t SET l = l + [1] WHERE k = 1 AND c = 1;\n", 300), true},
		{"deletions", inserts(200, "DELETE FROM t WHERE k = 1 AND c = %d;\n"), true},
		{"deletions of ranges", inserts(200, "DELETE FROM t WHERE k = 1 AND c > %[1]d AND c < %[1]d9;\n"), true},
		{"keys of one statement after the other", strings.Repeat("SELECT * FROM t WHERE k IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10);\n", 40), true},
		{"a write that is repeated", "-- lab:repeat 1000000\nINSERT INTO t (k, c, v) VALUES (1, 1, 'x');\n", true},
		{"the last write of all is repeated as often as it should", "-- lab:repeat 100\nINSERT INTO t (k, c, v) VALUES (1, 1, 'x');\n", false},
	} {
		_, m, last, _ := roomed(c.text, 20_000)
		if ended := last.Ended != nil && last.Ended.Full; ended != c.full || c.full && m.Kept() > 40_000 {
			t.Errorf("%s: ended: %v, want %v; %d bytes", c.what, ended, c.full, m.Kept())
		}
		if c.full && (len(last.Notes) != 1 || !strings.Contains(last.Notes[0].Why, "all the memory")) {
			t.Errorf("%s: not said why: %+v", c.what, last.Notes)
		}
	}
	if _, _, _, op := roomed("-- lab:repeat 1000000\nINSERT INTO t (k, c, v) VALUES (1, 1, 'x');\n-- lab:compact\n-- lab:flush\n", 20_000); op.Name != "compact" || op.Ended == nil || op.Compaction != nil || !strings.Contains(op.Err, "lab:compact is not carried out") {
		t.Errorf("after the end: %+v", op)
	}
}

// TestCompactionsAreWork: each of them reads all rows.
func TestCompactionsAreWork(t *testing.T) {
	run := func(rows int) *work.Meter {
		m := &work.Meter{All: 2_000_000}
		s := New(Settings{Keyspace: "lab"})
		s.Meter(m)
		n := 0
		text := fmt.Sprintf("%s-- lab:repeat %d\nINSERT INTO t (k, c, v) VALUES (1, 1, 'x');\n%s", roomTables, rows, strings.Repeat("-- lab:compact\n", 200))
		for step := range s.Play(diag.NewSource("", text)) {
			if op := step.Operation; op != nil && op.Compaction != nil {
				n++
			}
		}
		if m.Over() == (n == 200) {
			t.Errorf("%d rows: %d compactions, over budget: %v", rows, n, m.Over())
		}
		return m
	}
	if run(10).Over() || !run(10_000).Over() {
		t.Error("200 compactions of 10,000 rows take as much as those of 10")
	}
}

// TestKeptIsWhatMemoryTakes: the estimate is right but for a factor of two, whatever is written.
func TestKeptIsWhatMemoryTakes(t *testing.T) {
	const n = 3000
	heap := func() int {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	for _, format := range []string{
		"INSERT INTO t (k, c, v) VALUES (%d, 0, 'x')",
		"INSERT INTO t (k, c, v) VALUES (0, %d, 'x')",
		"INSERT INTO t (k, c, v) VALUES (0, %d, '" + strings.Repeat("x", 300) + "')",
		"INSERT INTO t (k, c, m) VALUES (0, %d, {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8})",
		"DELETE FROM t WHERE k = 0 AND c = %d",
		"DELETE FROM t WHERE k = %d",
		"DELETE FROM t WHERE k = 0 AND c > %[1]d AND c < %[1]d9",
	} {
		s, m, _, _ := roomed("", 0)
		before, kept := heap(), m.Kept()
		for i := range n {
			s.Exec(fmt.Sprintf(format, i))
		}
		takes, said := heap()-before, m.Kept()-kept
		if said > 2*takes || takes > 2*said {
			t.Errorf("%s: %d bytes are said to be %d", format, takes/n, said/n)
		}
		runtime.KeepAlive(s)
	}
}

// TestRoomIsCountedBeforeRowsAreMade: a statement that memory has no room for makes nothing, and what
// is counted is right but for a factor of two, whatever it writes.
func TestRoomIsCountedBeforeRowsAreMade(t *testing.T) {
	heap := func() int {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	keys, few := "a IN "+in(50)+" AND b IN "+in(50), "a IN "+in(15)+" AND b IN "+in(15)
	long := strings.Repeat("x", 3000)
	const tables = "CREATE TABLE t (a int, b int, c text, d int, v text, m map<int, int>, PRIMARY KEY ((a, b), c, d));\n" +
		"CREATE TABLE k (a text, b int, v int, PRIMARY KEY ((a, b)));\n"
	for _, statement := range []string{
		"DELETE FROM t WHERE " + keys,
		"DELETE FROM t WHERE " + keys + " AND c = 'x' AND d IN " + in(20),
		"DELETE FROM t WHERE " + keys + " AND c IN ('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h') AND d > 1",
		"UPDATE t SET v = 'x' WHERE " + keys + " AND c = 'x' AND d IN " + in(20),
		"UPDATE t USING TTL 60 SET v = 'x' WHERE " + keys + " AND c = 'x' AND d IN " + in(20),
		"UPDATE t SET v = null WHERE " + keys + " AND c = 'x' AND d IN " + in(20),
		"UPDATE t SET v = '" + long + "' WHERE " + keys + " AND c = 'x' AND d IN (1, 2)",
		"UPDATE t SET v = 'x' WHERE " + keys + " AND c = '" + long + "' AND d IN (1, 2)",
		"UPDATE t SET m = m + {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8} WHERE " + keys + " AND c = 'x' AND d = 1",
		"BEGIN BATCH DELETE FROM t WHERE " + few + " AND c = 'x' AND d = 1; DELETE FROM t WHERE " + few + " AND c = 'x' AND d = 2; APPLY BATCH",
		"UPDATE k SET v = 1 WHERE a = '" + long + "' AND b IN " + in(2000),
	} {
		run := func(room int) (*Session, Outcome) {
			s := New(Settings{Keyspace: "lab"})
			s.Script(diag.NewSource("", tables))
			s.Meter(&work.Meter{Memory: room})
			return s, s.Exec(statement)
		}
		before := heap()
		s, r := run(0)
		takes := heap() - before
		if !r.Accepted() {
			t.Fatalf("%.80s: %+v", statement, r.Diag)
		}
		runtime.KeepAlive(s)
		if s, r := run(takes / 2); r.Ended == nil || r.Ended.Run || r.Ended.What == "" || s.Work().Kept() > 0 || r.Verdict.Mutations != nil {
			t.Errorf("%.80s: it takes %d bytes, and is judged where there are half of them: %+v", statement, takes, r.Ended)
		}
		if _, r := run(2 * takes); r.Ended != nil {
			t.Errorf("%.80s: it takes %d bytes, and is not judged where there are twice as many: %+v", statement, takes, r.Ended)
		}
	}
	// Where it is the run that has no room left, the run ends, before the rows are made.
	const room = 2_000_000
	s := New(Settings{Keyspace: "lab"})
	m := &work.Meter{Memory: room}
	s.Meter(m)
	one := "UPDATE t SET v = 'x' WHERE a IN " + in(20) + " AND b = %d AND c = 'x' AND d IN " + in(50) + ";\n"
	text := tables
	for i := range 40 {
		text += fmt.Sprintf(one, i)
	}
	results := s.Script(diag.NewSource("", text))
	if last := results[len(results)-1]; len(results) > 40 || last.Ended == nil || !last.Ended.Full || m.Kept() > 2*room {
		t.Errorf("%d statements, %d bytes: %+v", len(results), m.Kept(), last.Ended)
	}
}

// TestRowsAreHeldOnce: what a write gives a file and what reads see are the same bytes in memory,
// and stay so when the table changes.
func TestRowsAreHeldOnce(t *testing.T) {
	s := New(Settings{Keyspace: "lab"})
	text := "CREATE TYPE u (f int);\nCREATE TABLE t (k int, c int, v frozen<u>, PRIMARY KEY (k, c));\n"
	const alters = 3
	for i := range alters {
		text += fmt.Sprintf("ALTER TYPE u ADD f%d int;\nBEGIN BATCH INSERT INTO t (k, c, v) VALUES (%[1]d, 1, {f: 1}); INSERT INTO t (k, c, v) VALUES (%[1]d, 2, {f: 2}); APPLY BATCH;\n", i)
	}
	for _, r := range s.Script(diag.NewSource("", text+"ALTER TABLE t ADD w int;\n")) {
		if !r.Accepted() {
			t.Fatal(r.Diag)
		}
	}
	table := s.Catalogue().Table("lab", "t")
	shared, files := 0, s.Flushes(table)
	for i, file := range files {
		for p := range file.Partitions() {
			for r := range p.Rows() {
				all := s.Store(table).Partition(p.Key).Row(r.Clustering)
				if a, b := r.Cells[0].Value, all.Cells[0].Value; len(a) == 0 || &a[0] != &b[0] {
					t.Errorf("file %d: the value %x is held twice", i+1, a)
				}
				shared++
			}
		}
	}
	if len(files) != alters || shared != 2*alters {
		t.Errorf("%d rows in %d files, want %d in %d", shared, len(files), 2*alters, alters)
	}
}

// TestAnswersTakeRoom: what is kept of the answers to a script counts, and where nobody asks for
// answers, none are kept.
func TestAnswersTakeRoom(t *testing.T) {
	text := "CREATE TABLE t (k int PRIMARY KEY"
	for i := range 100 {
		text += ", c" + strconv.Itoa(i) + " int"
	}
	src := diag.NewSource("", text+");\nINSERT INTO t (k, c0) VALUES (1, 1);\n"+strings.Repeat("SELECT * FROM t WHERE k = 1;\n", 50))
	run := func(of func(*Session, *diag.Source) []Outcome, room int) ([]Outcome, *work.Meter) {
		s, m := New(Settings{Keyspace: "lab"}), &work.Meter{Memory: room}
		s.Meter(m)
		return of(s, src), m
	}
	all, m := run((*Session).Script, 1<<30)
	if kept := m.Kept(); kept < 1_000_000 || m.Full() || len(all) != 52 {
		t.Errorf("%d bytes are counted of %d outcomes", kept, len(all))
	}
	if cut, m := run((*Session).Script, 500_000); !m.Full() || len(cut) > 30 || cut[len(cut)-1].Ended == nil || !cut[len(cut)-1].Ended.Full {
		t.Errorf("%d outcomes, %d bytes, and no end", len(cut), m.Kept())
	}
	lean, m := run((*Session).Verdicts, 100_000)
	if m.Full() || len(lean) != len(all) {
		t.Fatalf("%d bytes are counted of %d outcomes", m.Kept(), len(lean))
	}
	for i := range lean {
		r := &lean[i]
		if r.Size() > 0 || r.Accepted() != all[i].Accepted() || (r.Verdict.Plan == nil) != (all[i].Verdict.Plan == nil) {
			t.Errorf("statement %d: %d bytes, %+v", i, r.Size(), r.Verdict)
		}
		if i > 2 && (len(r.Rows.Cols) != 101 || &r.Rows.Cols[0] != &lean[2].Rows.Cols[0]) {
			t.Errorf("statement %d keeps names of its own", i)
		}
	}
}
