package session_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule/rulebook"
	"partitionlab/wasm/session"
)

// script runs a script in a new session with shipped settings and keyspace lab.
func script(text string) (*session.Session, []session.Outcome) {
	s := session.New(session.Settings{Keyspace: "lab", Now: 1795248000})
	return s, s.Script(diag.NewSource("test.cql", text))
}

// TestImplicitKeyspace: the keyspace in use is made when first needed, and a
// script may make it itself.
func TestImplicitKeyspace(t *testing.T) {
	for _, c := range []struct {
		text string
		made bool
		ok   string // a letter for each statement
	}{
		{"CREATE TABLE t (k int PRIMARY KEY)", true, "y"},
		{"CREATE KEYSPACE lab WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; CREATE TABLE t (k int PRIMARY KEY)", true, "yy"},
		{"CREATE TABLE t (k int PRIMARY KEY); CREATE KEYSPACE lab WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}", true, "yn"},
		{"CREATE KEYSPACE other WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; CREATE TABLE other.t (k int PRIMARY KEY)", false, "yy"},
		{"CREATE TABLE nope.t (k int PRIMARY KEY)", false, "n"},
		{"USE lab; DROP KEYSPACE lab; CREATE TABLE t (k int PRIMARY KEY)", false, "yyn"},
		{"DROP KEYSPACE IF EXISTS lab; CREATE TABLE t (k int PRIMARY KEY)", false, "yn"},
		{"DROP KEYSPACE lab; CREATE TABLE t (k int PRIMARY KEY)", false, "yn"},
		{"DROP KEYSPACE IF EXISTS lab; CREATE KEYSPACE lab WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; CREATE TABLE t (k int PRIMARY KEY)", true, "yyy"},
		{"DROP KEYSPACE IF EXISTS other; CREATE TABLE t (k int PRIMARY KEY)", true, "yy"},
		{"SELECT * FROM system.local", false, "y"},
	} {
		s, results := script(c.text)
		got := ""
		for _, r := range results {
			if r.Accepted() {
				got += "y"
			} else {
				got += "n"
			}
		}
		if made := s.Catalogue().Keyspaces["lab"] != nil; made != c.made || got != c.ok {
			t.Errorf("%s: made %v, verdicts %s; want %v, %s", c.text, made, got, c.made, c.ok)
		}
	}
}

// TestClock: the clock stands still, and the n-th write without a timestamp gets
// the n-th microsecond.
func TestClock(t *testing.T) {
	_, results := script(`CREATE TABLE t (k int PRIMARY KEY, v int);
		INSERT INTO t (k, v) VALUES (1, 1);
		INSERT INTO t (k, v) VALUES (2, 2) USING TIMESTAMP 7;
		INSERT INTO t (k, v) VALUES (3, 3);
		INSERT INTO nope (k) VALUES (4);
		SELECT k, writetime(v) FROM t`)
	last := results[len(results)-1]
	if last.Rows == nil {
		t.Fatalf("no rows: %v", last.Diag)
	}
	got := map[string]string{}
	for _, row := range last.Rows.Rows {
		got[last.Rows.Types[0].Text(row[0])] = last.Rows.Types[1].Text(row[1])
	}
	want := map[string]string{"1": "1795248000000001", "2": "7", "3": "1795248000000002"}
	for k, w := range want {
		if got[k] != w {
			t.Errorf("row %s was written at %s, want %s", k, got[k], w)
		}
	}
}

// TestMarkers: a statement with bind markers is judged and changes nothing.
func TestMarkers(t *testing.T) {
	s, results := script("CREATE TABLE t (k int PRIMARY KEY, v int); INSERT INTO t (k, v) VALUES (?, ?); SELECT * FROM t; INSERT INTO t (k) VALUES (:nope, 1)")
	if !results[1].Accepted() || !results[1].Prepared {
		t.Errorf("a prepared INSERT is %v", results[1].Diag)
	}
	if n := len(results[2].Rows.Rows); n != 0 {
		t.Errorf("a prepared INSERT has written %d rows", n)
	}
	if results[3].Accepted() {
		t.Error("a prepared statement with an error is accepted")
	}
	for _, n := range []int{65535, 65536} { // the protocol has two bytes for their number
		_, results := script("CREATE TABLE t (k int PRIMARY KEY); SELECT * FROM t WHERE k IN (?" + strings.Repeat(", ?", n-1) + ")")
		if d := results[1].Diag; (d == nil) != (n == 65535) || d != nil && (d.Rule != "BIND-01" || d.Message != "Too many markers(?). 65536 markers exceed the allowed maximum of 65535") {
			t.Errorf("a statement with %d bind markers: %+v", n, d)
		}
	}
	if table := s.Catalogue().Table("lab", "t"); table == nil {
		t.Error("the table is gone")
	}
}

// TestCommands: commands of cqlsh are named and skipped, and end at their line.
func TestCommands(t *testing.T) {
	_, results := script("CONSISTENCY QUORUM\nCREATE TABLE t (k int PRIMARY KEY);\nTRACING ON;\nCOPY t FROM 'x'\nWITH HEADER = true;\nSELECT * FROM t;")
	var got []string
	for _, r := range results {
		got = append(got, r.Command+strconv.FormatBool(r.Accepted()))
	}
	if want := "CONSISTENCYfalse true TRACINGfalse COPYfalse true"; strings.Join(got, " ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, " "), want)
	}
}

// TestFollowUp: what fails because an earlier CREATE was refused says so.
func TestFollowUp(t *testing.T) {
	text := "CREATE TABLE t (k string PRIMARY KEY); INSERT INTO t (k) VALUES ('a'); SELECT * FROM u"
	_, results := script(text)
	d := results[1].Diag
	if d == nil || len(d.Related) != 1 || !strings.HasPrefix(text[d.Related[0].Start:], "CREATE TABLE t") {
		t.Errorf("INSERT into the missing table says %v", d)
	}
	if d := results[2].Diag; d == nil || len(d.Related) != 0 {
		t.Errorf("SELECT from another missing table says %v", d)
	}
}

// TestFollowUpOfSyntax: the same for a CREATE that does not parse, by the name it
// would have given.
func TestFollowUpOfSyntax(t *testing.T) {
	for _, create := range []string{
		"CREATE TABLE t (k int NOT NULL PRIMARY KEY)",
		"create table IF NOT EXISTS lab.T(k int, PRIMARY KEY k)",
		`CREATE TABLE lab."t"(k varchar(20) PRIMARY KEY)`,
		"CREATE MATERIALIZED VIEW t AS SELECT k FROM",
	} {
		_, results := script(create + "; SELECT * FROM t")
		if d := results[1].Diag; d == nil || len(d.Related) != 1 || d.Related[0].Span != results[0].Span {
			t.Errorf("%s: what follows is %+v", create, d)
		}
	}
	for _, other := range []string{"CREATE TABLE", "CREATE INDEX t ON", "CREATE TABLE tt (", "CREATE", "SELECT t"} {
		_, results := script(other + "; SELECT * FROM t")
		if d := results[1].Diag; d == nil || len(d.Related) != 0 {
			t.Errorf("%s: what follows is %+v", other, d)
		}
	}
}

// TestDescribeAgain: the CQL that Describe writes makes the same catalogue.
func TestDescribeAgain(t *testing.T) {
	for _, r := range recordings(t, "testdata/ddl.jsonl.gz") {
		s := recorder(t, "ddlrec")
		s.Exec("CREATE KEYSPACE ddlrec WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}")
		for _, st := range r.Statements {
			s.Exec(st.Q)
		}
		s.Exec("DROP TABLE IF EXISTS a8") // has a column of type empty, which cannot be written
		text := s.Catalogue().Describe()
		again := recorder(t, "")
		for _, result := range again.Script(diag.NewSource("", text)) {
			if result.Diag != nil {
				t.Errorf("script %d: %s: %s", r.Seed, text[result.Span.Start:min(result.Span.Start+80, len(text))], result.Diag.Message)
			}
		}
		if got := again.Catalogue().Describe(); got != text {
			t.Errorf("script %d: described again it reads\n%s\nbut was\n%s", r.Seed, got, text)
		}
	}
}

// TestFixes: every fix of every refused statement that is known parses when it
// is applied, and then the same fault is gone.
func TestFixes(t *testing.T) {
	fixes := 0
	try := func(s *session.Session, text string) {
		r := s.Exec(text)
		if r.Diag == nil || r.Diag.Kind == diag.Syntax && r.Diag.Rule != "OPT-01" {
			return
		}
		for _, f := range r.Diag.Fixes {
			fixes++
			fixed := f.Apply(text)
			for _, item := range cql.Parse(diag.NewSource("", fixed)).Items {
				if item.Err != nil {
					t.Errorf("%s: the fix %q gives %s, which does not parse: %s", text, f.Title, fixed, item.Err.Message)
				}
			}
			if fixed == text {
				t.Errorf("%s: the fix %q changes nothing", text, f.Title)
			}
		}
	}
	for _, r := range recordings(t, "testdata/ddl.jsonl.gz") {
		s := recorder(t, "ddlrec")
		for _, st := range r.Statements {
			try(s, st.Q)
		}
	}
	for _, r := range recordings(t, "../../build/conformance/testdata/verdicts.jsonl.gz")[:20] {
		s := recorder(t, "g")
		for _, st := range r.Statements {
			try(s, st.Q)
		}
	}
	if fixes < 100 {
		t.Errorf("only %d fixes were tried", fixes)
	}
}

// TestSpans: places lie inside the text.
func TestSpans(t *testing.T) {
	rules, err := rulebook.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rules {
		for _, e := range r.Bad {
			s := recorder(t, "ks")
			text := rulebook.Setup + e.CQL
			for _, result := range s.Script(diag.NewSource("", text)) {
				if d := result.Diag; d != nil && (d.Start < result.Span.Start || d.End > result.Span.End || d.Start > d.End) {
					t.Errorf("%s: %s: the place %v is outside of %v", r.ID, e.CQL, d.Span, result.Span)
				}
			}
		}
	}
}

// fifty is a schema of fifty tables with indexes and types.
func fifty() string {
	var b strings.Builder
	b.WriteString("CREATE TYPE address (street text, city text, zip int, phones set<text>);\n")
	for i := range 50 {
		n := strconv.Itoa(i)
		b.WriteString("CREATE TABLE table_" + n + ` (
  id uuid, day date, at timestamp, name text, tags set<text>, props map<text, text>, home frozen<address>,
  price decimal, amount int, total counter_free, note text STATIC, emb vector<float, 8>,
  PRIMARY KEY ((id, day), at, name)
) WITH CLUSTERING ORDER BY (at DESC, name ASC) AND comment = 'table ` + n + `' AND gc_grace_seconds = 86400
  AND compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': 'DAYS', 'compaction_window_size': 1};
CREATE INDEX ON table_` + n + " (amount);\nCREATE INDEX ON table_" + n + " (tags) USING 'sai';\n")
	}
	return strings.ReplaceAll(b.String(), "counter_free", "bigint")
}

func TestFifty(t *testing.T) {
	_, results := script(fifty())
	for _, r := range results {
		if r.Diag != nil {
			t.Fatal(r.Diag.Message)
		}
	}
	if len(results) != 151 {
		t.Errorf("%d statements, want 151", len(results))
	}
}

// BenchmarkFifty judges a schema of fifty tables. Budget: 50 ms in the browser.
func BenchmarkFifty(b *testing.B) {
	text := fifty()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		script(text)
	}
}

// BenchmarkVerdict judges one statement on a catalogue. Budget: a fiftieth of
// the server's uncached PREPARE of 345 µs.
func BenchmarkVerdict(b *testing.B) {
	s, _ := script(fifty())
	for b.Loop() {
		s.Exec("SELECT name, price FROM table_7 WHERE id = 5b6962dd-3f90-4c93-8f61-eabfa4a803e2 AND day = '2026-01-01' AND at > '2026-01-01'")
	}
}

// FuzzReplay: no script makes a session panic, and places stay inside the text.
func FuzzReplay(f *testing.F) {
	f.Add("CREATE TABLE t (k int PRIMARY KEY); ALTER TABLE t ADD v text; DROP TABLE t")
	f.Add("CREATE TYPE a (b frozen<c>); CREATE TYPE c (d int); ALTER TYPE c ADD e frozen<c>")
	f.Add("CREATE MATERIALIZED VIEW v AS SELECT * FROM t PRIMARY KEY (k)")
	f.Add("CREATE CUSTOM INDEX ON t () USING 'sai' WITH OPTIONS = {}")
	for _, r := range recordings(f, "testdata/ddl.jsonl.gz") {
		var b strings.Builder
		for i, st := range r.Statements {
			b.WriteString(st.Q + ";\n")
			if i%20 == 19 {
				f.Add(b.String())
				b.Reset()
			}
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := check.NewSettings()
		for _, key := range []string{"materialized_views_enabled", "sasi_indexes_enabled", "user_defined_functions_enabled", "dynamic_data_masking_enabled"} {
			if err := s.Set(key, "true"); err != nil {
				t.Fatal(err)
			}
		}
		c := session.New(session.Settings{Keyspace: "ks", Now: 1795248000, Check: s})
		c.Script(diag.NewSource("", rulebook.Setup))
		for _, r := range c.Script(diag.NewSource("", text)) {
			if d := r.Diag; d != nil && (d.Start < 0 || d.End > len(text) || d.Start > d.End) {
				t.Errorf("the place %v is outside of the text", d.Span)
			}
		}
		c.Catalogue().Describe()
	})
}

// TestRehearsedStatementsLeaveNothing: what a repair would do is tried, with all that a statement may do
// to a table, and the table stays as it is.
func TestRehearsedStatementsLeaveNothing(t *testing.T) {
	const text = `CREATE KEYSPACE ks WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TABLE ks.kv (k int, c int, txt text, v int, PRIMARY KEY (k, c));
`
	for _, missing := range []string{
		"ALTER TABLE ks.kv DROP txt\nALTER ;",
		"ALTER TABLE ks.kv ADD a blob\nALTER ;",
		"ALTER TABLE ks.kv RENAME c TO d\nALTER ;",
		"ALTER TABLE ks.kv ALTER v MASKED WITH DEFAULT\nALTER ;",
		"CREATE TYPE ks.u (a int)\nALTER ;",
		"CREATE INDEX ON ks.kv (v)\nALTER ;",
	} {
		before := session.New(session.Settings{})
		before.Script(diag.NewSource("", text))
		after := session.New(session.Settings{})
		outcomes := after.Script(diag.NewSource("", text+missing))
		if last := outcomes[len(outcomes)-1]; last.Accepted() {
			t.Errorf("%s: it is accepted: nothing is tried", missing)
		}
		if want, got := before.Catalogue().Describe(), after.Catalogue().Describe(); got != want {
			t.Errorf("%s: the tables are\n%s\nnot\n%s", missing, got, want)
		}
	}
}

// TestMissingKeyspace: the first statement that misses a keyspace has the verdict and the
// repair, and those below follow from it. With the repair all are accepted.
func TestMissingKeyspace(t *testing.T) {
	const text = "-- orders\nCREATE TABLE shop.orders (id uuid PRIMARY KEY, v int);\nINSERT INTO shop.orders (id, v) VALUES (uuid(), 1);\nBEGIN BATCH DELETE FROM shop.orders WHERE id = ?; APPLY BATCH;\nSELECT * FROM shop.orders;"
	run := func(text string) []session.Outcome {
		return session.New(session.Settings{Keyspace: "lab"}).Script(diag.NewSource("", text))
	}
	all := run(text)
	for i, r := range all {
		if r.Diag == nil || r.Follows != (i > 0) || (len(r.Diag.Fixes) > 0) != (i == 0) {
			t.Fatalf("statement %d: %+v", i, r)
		}
	}
	fixed := all[0].Diag.Fixes[0].Apply(text)
	if want := "-- orders\nCREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nCREATE TABLE shop.orders"; !strings.HasPrefix(fixed, want) {
		t.Errorf("the repair makes\n%s", fixed)
	}
	for _, r := range run(fixed) {
		if !r.Accepted() {
			t.Errorf("refused with the repair: %s", r.Diag.Message)
		}
	}
	// In a batch the keyspace is made before the batch.
	batch := "BEGIN BATCH DELETE FROM shop.orders WHERE id = ?; APPLY BATCH"
	if fixed := run(batch)[0].Diag.Fixes[0].Apply(batch); !strings.HasPrefix(fixed, "CREATE KEYSPACE shop ") || !strings.HasSuffix(fixed, ";\n"+batch) {
		t.Errorf("the repair makes\n%s", fixed)
	}
	// What is made in between and dropped again is missed anew.
	last := run("USE shop; CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; DROP KEYSPACE shop; USE shop")
	if r := last[len(last)-1]; r.Diag == nil || r.Follows {
		t.Errorf("a keyspace that was dropped since: %+v", r)
	}
}

// TestRefusedUse: what needs the keyspace in use follows from USE where that is refused, until
// another one is in use; where nobody has written USE, that is what is missing.
func TestRefusedUse(t *testing.T) {
	const table, stray = "CREATE TABLE t (k int PRIMARY KEY);\nSELECT * FROM t;\n", "CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};\n"
	const above, missing = "The keyspace that USE asks for is refused above: mend that statement first.", "The keyspace is missing above already: mend that statement first."
	const write = "Write USE keyspace; before it, or put the keyspace's name and a dot in front of the name."
	for text, want := range map[string][]string{
		table:                         {write, write},
		stray + "USE shop;\n" + table: {"The cluster has datacenter1.", above, above, above},
		stray + table:                 {"The cluster has datacenter1.", write, write},
		"USE shop;\n" + table:         {"Create it first: " + check.MakeKeyspace("shop"), missing, missing},
		"USE shop;\nUSE system;\n" + "USE shop;\nSELECT k FROM t;\n": {"Create it first: " + check.MakeKeyspace("shop"), missing, "Create the table first, or check the keyspace that is in use."},
	} {
		var got []string
		for _, r := range session.New(session.Settings{}).Script(diag.NewSource("", text)) {
			if d := r.Diag; d != nil {
				if got = append(got, d.Instead); r.Follows != (d.Instead == above || d.Instead == missing) {
					t.Errorf("%s: %s follows: %v", text, d.Message, r.Follows)
				}
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestWordsNotJudged: which words StandardAnalyzer makes only a server knows: no answer is given, not one without rows.
func TestWordsNotJudged(t *testing.T) {
	for _, c := range []struct {
		options string
		known   bool
	}{
		{"{'analyzer_class': 'org.apache.cassandra.index.sasi.analyzer.StandardAnalyzer'}", false},
		{"{'analyzed': 'true'}", false},
		{"{'analyzed': 'false'}", true},
	} {
		s := recorder(t, "g")
		for _, q := range []string{"CREATE TABLE t (k int PRIMARY KEY, v text)",
			"CREATE CUSTOM INDEX ix ON t (v) USING 'org.apache.cassandra.index.sasi.SASIIndex' WITH OPTIONS = " + c.options,
			"INSERT INTO t (k, v) VALUES (1, 'running fast')"} {
			if r := s.Exec(q); !r.Accepted() {
				t.Fatal(q, r.Diag)
			}
		}
		r := s.Exec("SELECT k FROM t WHERE v LIKE 'running fast'")
		if !r.Accepted() || (r.Rows != nil) != c.known || c.known != (len(r.Notes) == 0) {
			t.Errorf("%s: rows %v, notes %v, %v", c.options, r.Rows, r.Notes, r.Diag)
		}
	}
}
