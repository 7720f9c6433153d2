package session

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/judge"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/work"
)

// in is a list of so many numbers for IN.
func in(n int) string {
	var all []string
	for i := range n {
		all = append(all, strconv.Itoa(i))
	}
	return "(" + strings.Join(all, ", ") + ")"
}

// nested are types of which each has four fields of the one before.
func nested(levels int) string {
	var s strings.Builder
	s.WriteString("CREATE TYPE t0 (a int);\n")
	for i := range levels {
		fmt.Fprintf(&s, "CREATE TYPE t%d (a frozen<t%[2]d>, b frozen<t%[2]d>, c frozen<t%[2]d>, d frozen<t%[2]d>);\n", i+1, i)
	}
	return s.String()
}

// TestMostOfAStatement: what would take too much is not begun, and the statements after
// it are judged.
func TestMostOfAStatement(t *testing.T) {
	const table = "CREATE TABLE t (a int, b int, c int, d int, v int, l list<int>, PRIMARY KEY ((a, b), c, d));\n"
	for _, c := range []struct{ before, statement, want string }{
		{table, "SELECT * FROM t WHERE a IN " + in(2000) + " AND b IN " + in(2000), "This would take 4,000,000 keys, more than is worked out here: neither accepted nor refused."},
		{table, "SELECT * FROM t WHERE a = 1 AND b = 1 AND c IN " + in(2000) + " AND d IN " + in(2000), "4,000,000 keys"},
		{table, "DELETE FROM t WHERE a IN " + in(2000) + " AND b IN " + in(2000), "4,000,000 keys"},
		{table, "UPDATE t SET v = 1 WHERE a IN " + in(500) + " AND b = 1 AND c IN " + in(500) + " AND d IN " + in(10), "take 2,500,500 rows"},
		{table, "UPDATE t SET l = [" + strings.Repeat("1,", 2000) + "1] WHERE a IN " + in(2000) + " AND b = 1 AND c = 1 AND d = 1", "take too many cells"},
		{nested(16), "CREATE TABLE t (k int PRIMARY KEY, v t16)", "fields of nested types"},
		{nested(8), "CREATE TABLE t (k int PRIMARY KEY, a t8, b t8, c t8, d t8)", "fields of nested types"},
		{nested(8) + "CREATE TABLE u (k int PRIMARY KEY, v t8);", "ALTER TYPE t0 ADD b frozen<map<int, text>>", "fields of nested types"},
	} {
		s := New(Settings{Keyspace: "lab", Now: 1767225600})
		s.Meter(&work.Meter{Most: 10_000_000})
		list := s.Script(diag.NewSource("", c.before+c.statement+"; CREATE TABLE after (k int PRIMARY KEY);"))
		for _, r := range list[:len(list)-2] {
			if !r.Accepted() {
				t.Fatalf("%.60s: %+v", c.statement, r.Diag)
			}
		}
		r := list[len(list)-2]
		if r.Ended == nil || r.Accepted() || !r.NotJudged || r.Rows != nil || r.Verdict.Mutations != nil || len(r.Notes) != 1 || !strings.Contains(r.Notes[0].Why, c.want) {
			t.Errorf("%.60s: %+v, %+v, want %s", c.statement, r.Ended, r.Notes, c.want)
		}
		if !list[len(list)-1].Accepted() {
			t.Errorf("%.60s: the statement behind it is not accepted", c.statement)
		}
	}
}

// TestAlteredTypesCountWhatTheyTake: that is the fields that are looked at and copied, each once,
// however often a type stands in others. A unit is some of them.
func TestAlteredTypesCountWhatTheyTake(t *testing.T) {
	chain := "CREATE TYPE t0 (a int);\n"
	for i := range 200 {
		chain += fmt.Sprintf("CREATE TYPE t%d (a frozen<t%d>, b int);\n", i+1, i)
	}
	fields := func(n int, of string) (s string) {
		for i := range n {
			s += fmt.Sprintf(", f%d %s", i, of)
		}
		return s
	}
	altered := func(n int, statement string) (s string) {
		for i := range n {
			s += fmt.Sprintf(statement+";\n", i)
		}
		return s
	}
	for _, c := range []struct {
		what, before, statements string
		least, most              int // units
	}{
		{"the innermost of 200 types", chain, altered(200, "ALTER TYPE t0 ADD z%d int"), 20_000, 500_000},
		{"each of 200 types", chain, altered(200, "ALTER TYPE t%d ADD z int"), 20_000, 500_000},
		{"a type that stands a billion times in another", nested(15), "ALTER TYPE t0 ADD z int;", 49, 1000},
		{"a type of 20,000 fields gets more", "CREATE TYPE w (a int" + fields(20_000, "int") + ");\n", altered(100, "ALTER TYPE w ADD z%d int"), 100_000, 2_000_000},
		{"fields of 20,000 get other names", "CREATE TYPE w (a int" + fields(20_000, "int") + ");\n", altered(100, "ALTER TYPE w RENAME f%[1]d TO z%[1]d"), 200_000, 5_000_000},
		{"5,000 fields of a type of 5,000", "CREATE TYPE i (a int);\nCREATE TYPE w (i frozen<i>" + fields(5000, "int") + ");\nCREATE TYPE v (a int" + fields(5000, "frozen<w>") + ");\n", altered(20, "ALTER TYPE i ADD z%d int"), 20_000, 500_000},
		{"a tuple of a type that stands a billion times in another", nested(30), "CREATE TYPE x (a frozen<tuple<t30>>);", 49, 500},
		{"one that is in use is dropped", chain, strings.Repeat("DROP TYPE t0;\n", 100), 10_000, 250_000},
	} {
		for _, all := range []int{c.least, c.most} {
			s := New(Settings{Keyspace: "lab", Now: 1767225600})
			s.Bare = true
			s.Script(diag.NewSource("", c.before))
			s.Meter(&work.Meter{All: all, Most: all})
			ended := false
			for _, r := range s.Script(diag.NewSource("", c.statements)) {
				if ended = ended || r.Ended != nil; !ended && r.Diag != nil && r.Diag.Rule != string(rule.UT05) {
					t.Fatalf("%s: %s", c.what, r.Diag.Message)
				}
			}
			if want := all == c.least; ended != want {
				t.Errorf("%s: over a budget of %d units: %t, want %t", c.what, all, ended, want)
			}
		}
	}
	// What is altered stays shared, and who keeps outcomes keeps no copies: else each time takes more memory.
	s := New(Settings{Keyspace: "lab", Now: 1767225600})
	for i, r := range s.Script(diag.NewSource("", "CREATE TYPE i (a int); CREATE TYPE w (i frozen<i>, b int); CREATE TYPE v (a frozen<w>, b frozen<w>); ALTER TYPE i ADD c int")) {
		if r.Verdict.Apply != nil {
			t.Errorf("statement %d: what it does to the schema is kept though it is done", i)
		}
	}
	types := s.Catalogue().Keyspaces["lab"].Types
	w, v := types["w"], types["v"]
	if a, b := v.Fields[0].Type, v.Fields[1].Type; &a.Fields[0] != &b.Fields[0] || &a.Fields[0] != &w.Fields[0] || len(w.Fields[0].Type.Fields) != 2 || len(types["i"].Fields) != 2 {
		t.Errorf("%v %v %v", a, b, w)
	}
}

// rows fills a table with so many partitions of so many rows.
func rows(partitions, each int) string {
	out := "CREATE TABLE t (k int, c int, v int, PRIMARY KEY (k, c));"
	for k := range partitions {
		for c := range each {
			out += fmt.Sprintf("INSERT INTO t (k, c, v) VALUES (%d, %d, 1);", k, c)
		}
	}
	return out
}

// TestReadsCountWhatTheyTake: the columns of *, the verdicts on what may be written instead of a
// read that is refused, and the partitions and rows that are met and returned.
func TestReadsCountWhatTheyTake(t *testing.T) {
	wide := "CREATE TABLE t (k int PRIMARY KEY, v int"
	for i := range 2000 {
		wide += fmt.Sprintf(", c%d int", i)
	}
	for _, c := range []struct {
		what, before, read string
		least, most        int // units of each
	}{
		{"2,000 columns", wide + ");", "SELECT * FROM t WHERE k = 1;", 2000, 6000},
		{"one of 2,000 columns", wide + ");", "SELECT v FROM t WHERE k = 1;", 49, 100},
		{"2,000 columns, refused", wide + ");", "SELECT * FROM t WHERE v = 1;", 20_000, 100_000},
		{"few columns, refused", "CREATE TABLE t (k int, c int, v int, PRIMARY KEY (k, c));", "SELECT * FROM t WHERE v = 1;", 300, 1000},
		{"1,000 partitions", rows(1000, 1), "SELECT count(*) FROM t;", 11_000, 16_000},
		{"1,000 rows of one partition", rows(1, 1000), "SELECT count(*) FROM t WHERE k = 0;", 2000, 4000},
		{"1,000 rows returned", rows(1, 1000), "SELECT * FROM t WHERE k = 0;", 18_000, 30_000},
		{"a column that is not there", "CREATE TABLE t (k int PRIMARY KEY);", "SELECT v FROM t;", 49, 150},
	} {
		for _, each := range []int{c.least, c.most} {
			s := New(Settings{Keyspace: "lab", Now: 1767225600})
			s.Script(diag.NewSource("", c.before))
			s.Meter(&work.Meter{All: 100 * each})
			list := s.Script(diag.NewSource("", strings.Repeat(c.read, 101)))
			if last := list[len(list)-1]; (last.Ended != nil) != (each == c.least) {
				t.Errorf("%s: 101 reads for 100 times %d units end so: %+v", c.what, each, last.Ended)
			}
		}
	}
}

// TestRefusedWithoutRepairs: where there is no room for what may be written instead, a statement is
// refused all the same.
func TestRefusedWithoutRepairs(t *testing.T) {
	for most, repaired := range map[int]bool{200: false, 100_000: true} {
		s := New(Settings{Keyspace: "lab", Now: 1767225600})
		s.Exec("CREATE TABLE t (k int, c int, v int, PRIMARY KEY (k, c))")
		s.Meter(&work.Meter{Most: most})
		if r := s.Exec("SELECT * FROM t WHERE v = 1"); r.Ended != nil || r.Diag == nil || r.Diag.Rule == "" || len(r.Diag.Fixes) > 0 != repaired {
			t.Errorf("%d units: %+v, %+v", most, r.Ended, r.Diag)
		}
	}
}

// TestNotJudgedBecauseOfAnother: what needs something that would be made by a statement that
// is not judged is not refused; what needs something that never was there is.
func TestNotJudgedBecauseOfAnother(t *testing.T) {
	s := New(Settings{Keyspace: "lab", Now: 1767225600})
	s.Meter(&work.Meter{Most: 10_000_000})
	s.Script(diag.NewSource("", nested(16)))
	for i, r := range s.Script(diag.NewSource("", "CREATE TABLE t (k int PRIMARY KEY, v t16); CREATE INDEX ON t (v);"+
		"INSERT INTO t (k) VALUES (1); SELECT * FROM t; SELECT * FROM nothing")) {
		if judged := i == 4; r.NotJudged == judged || (r.Ended == nil) != judged || (r.Diag != nil) != judged {
			t.Errorf("%d: %+v %+v %+v", i, r.Diag, r.Ended, r.Notes)
		}
	}
}

// TestExecIsMetered: one statement alone is ended as those of a script are, and a whole
// run says once that it has taken too much.
func TestExecIsMetered(t *testing.T) {
	s := New(Settings{Keyspace: "lab", Now: 1767225600})
	s.Exec("CREATE TABLE t (a int PRIMARY KEY, v varint)")
	s.Meter(&work.Meter{Most: 1_000_000})
	for _, c := range [][2]string{
		{"INSERT INTO t (a, v) VALUES (1, " + strings.Repeat("7", 1_000_000) + ")", "1,000,000 digits"},
		{"SELECT * FROM t WHERE a IN (" + strings.Repeat("1,", 1_000_000) + "1)", "tokens"},
		{"SELECT * FROM t WHERE a IN " + in(200_000), "200,000 keys"},
	} {
		if r := s.Exec(c[0]); r.Ended == nil || !r.NotJudged || r.Accepted() || len(r.Notes) != 1 || !strings.Contains(r.Notes[0].Why, c[1]) {
			t.Errorf("%.60s: %+v %+v, want %s", c[0], r.Ended, r.Notes, c[1])
		}
	}
	s.Meter(&work.Meter{All: 200})
	said := 0
	for _, r := range s.Script(diag.NewSource("", strings.Repeat("SELECT * FROM t;", 20))) {
		if r.Ended != nil {
			if said++; !strings.Contains(r.Notes[0].Why, "all the work that it may") {
				t.Error(r.Notes)
			}
		} else if !r.Accepted() || said > 0 {
			t.Errorf("%+v", r)
		}
	}
	if said != 1 {
		t.Errorf("it is said %d times that the run is at its end", said)
	}
}

// TestPausesInOneStatement: a statement that takes long is interrupted as a script is.
func TestPausesInOneStatement(t *testing.T) {
	s := New(Settings{Keyspace: "lab", Now: 1767225600})
	s.Exec("CREATE TABLE t (a int PRIMARY KEY, v int)")
	for _, text := range []string{
		"INSERT INTO t (a, v) VALUES (1, 1" + strings.Repeat("+1", 990) + ")",
		"SELECT v" + strings.Repeat("+1", 990) + " FROM t",
		"DELETE FROM t WHERE a IN " + in(2000),
	} {
		pauses := 0
		s.Meter(&work.Meter{Pause: func() bool { pauses++; return true }})
		if r := s.Exec(text); !r.Accepted() || pauses < 30 {
			t.Errorf("%.40s: %d pauses, %+v", text, pauses, r.Diag)
		}
	}
}

// TestTypesStayShared: what ALTER TYPE changes is changed everywhere, without taking
// apart what types have in common.
func TestTypesStayShared(t *testing.T) {
	s := New(Settings{Keyspace: "lab", Now: 1767225600})
	for _, r := range s.Script(diag.NewSource("", nested(30)+"CREATE TABLE t (k int PRIMARY KEY, v frozen<t30>); ALTER TYPE t0 ADD b int; ALTER TYPE t0 RENAME a TO c;")) {
		if !r.Accepted() {
			t.Fatal(r.Diag)
		}
	}
	ks := s.Catalogue().Keyspaces["lab"]
	at := ks.Types["t30"]
	for range 30 {
		at = at.Fields[3].Type
	}
	if len(at.Fields) != 2 || at.Fields[0].Name != "c" || !at.Frozen {
		t.Errorf("t0 in t30 is %+v", at)
	}
	if r := s.Exec("INSERT INTO t (k, v) VALUES (1, {a: {a: null}})"); !r.Accepted() {
		t.Error(r.Diag)
	}
}

// TestStop: a run that is stopped tells what it has done until then. A statement that has
// begun to write comes to its end.
func TestStop(t *testing.T) {
	text := "CREATE TABLE t (k int, c int, PRIMARY KEY (k, c));\n" + strings.Repeat("INSERT INTO t (k, c) VALUES (1, 1);\n", 1000)
	for pauses := range 20 {
		s := New(Settings{Keyspace: "lab", Now: 1767225600})
		left := pauses
		s.Meter(&work.Meter{Pause: func() bool { left--; return left >= 0 }})
		list := s.Script(diag.NewSource("", text))
		if n := pauses * work.Slice / judge.StatementUnits; len(list) < n/2 || len(list) > 2*n+20 {
			t.Errorf("after %d pauses there are %d results", pauses, len(list))
		}
		for i, r := range list {
			if ended := r.Ended != nil; ended && i < len(list)-1 || ended == r.Accepted() {
				t.Errorf("%d of %d: %+v", i, len(list), r)
			}
		}
	}
}

// TestNotes: what is accepted may still be worth a word.
func TestNotes(t *testing.T) {
	s := New(Settings{Keyspace: "lab", Now: 1767225600})
	for _, c := range []struct{ text, want string }{
		{"CREATE TABLE t (k int PRIMARY KEY, v int)", ""},
		{"INSERT INTO t (k, v) VALUES (1, 1" + strings.Repeat("+1", 6) + ")", ""},
		{"INSERT INTO t (k, v) VALUES (1, 1" + strings.Repeat("+1", 7) + ")", "for each of the 7 operators"},
		{"UPDATE t SET v = ? WHERE k = 1" + strings.Repeat("*1", 9), "for each of the 9 operators"},
		{"SELECT v" + strings.Repeat("+1", 100) + " FROM t", ""},
		{"SELECT name FROM system_views.settings", "has no rows here"},
		{"SELECT key FROM system.local", ""},
		{"SELECT table_name FROM system_schema.tables", ""},
		{"SELECT * FROM t", ""},
	} {
		r := s.Exec(c.text)
		var why string
		for _, n := range r.Notes {
			why += n.Why
		}
		if !r.Accepted() || (why == "") != (c.want == "") || !strings.Contains(why, c.want) {
			t.Errorf("%s: %v, %q", c.text, r.Diag, why)
		}
	}
}
