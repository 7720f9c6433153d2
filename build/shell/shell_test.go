package shell

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"partitionlab/build/finding"
	"partitionlab/wasm/check"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
)

var update = flag.Bool("update", false, "with -tags cqlsh: write what cqlsh prints into testdata")

// preamble is what every script begins with, so that it is the same on a server.
const preamble = "CREATE KEYSPACE lab WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; USE lab;\n"

// play runs a script in a new shell, on a server with everything switched on.
func play(t testing.TB, script string, files ...string) (out, errs string) {
	t.Helper()
	sh, o, e := start(t)
	sh.Run(diag.NewSource("", script))
	sh.Close()
	return o.String(), e.String()
}

func start(t testing.TB) (sh *Shell, out, errs *bytes.Buffer) {
	t.Helper()
	settings := check.NewSettings()
	for _, key := range []string{"materialized_views_enabled", "sasi_indexes_enabled", "user_defined_functions_enabled"} {
		if err := settings.Set(key, "true"); err != nil {
			t.Fatal(err)
		}
	}
	out, errs = new(bytes.Buffer), new(bytes.Buffer)
	sh = New(Options{Version: "test", Settings: session.Settings{Now: 1_700_000_000, Check: settings}, Out: out, Err: errs})
	return sh, out, errs
}

// TestAsCqlsh: the scripts of testdata print what cqlsh has printed for them. Refusals
// are in our words, but as many.
func TestAsCqlsh(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.cql")
	if len(files) == 0 {
		t.Fatal("no scripts")
	}
	for _, name := range files {
		script, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(strings.TrimSuffix(name, ".cql") + ".out")
		if err != nil {
			t.Fatal(err)
		}
		out, errs := play(t, preamble+string(script))
		out += refusals(strings.Count("\n"+errs, "\nrefused") + strings.Count("\n"+errs, "\nImproper"))
		if diff := cmp.Diff(string(want), out); diff != "" {
			t.Errorf("%s: cqlsh -, ours +\n%s\n%s", name, diff, errs)
		}
	}
}

// refusals is the line that a recording ends with.
func refusals(n int) string { return "-- refused: " + strings.Repeat("x", n) + "\n" }

// TestCopy: COPY writes the records that cqlsh has written, and reads them back.
func TestCopy(t *testing.T) {
	script, err := os.ReadFile("testdata/types.cql")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/types.csv")
	if err != nil {
		t.Fatal(err)
	}
	sh, out, errs := start(t)
	file := filepath.Join(t.TempDir(), "types.csv")
	sh.Run(diag.NewSource("", preamble+string(script)))
	run := func(text string) string {
		out.Reset()
		sh.Run(diag.NewSource("", text))
		return out.String()
	}
	errs.Reset()
	before := run(`EXPAND OFF
PAGING OFF
SELECT * FROM "Types";`)
	if got := run(`COPY "Types" TO '` + file + `' WITH HEADER = true;`); !strings.Contains(got, "\n8 rows exported to 1 file.\n") {
		t.Error(got, errs)
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(got)), "\n")
	slices.Sort(lines[1:])
	// Where cqlsh writes what it does not read back as it was, ours is what was there.
	kept := strings.NewReplacer(`since: 2020-01-01`, `since: '2020-01-01'`, `since: 1999-12-31`, `since: '1999-12-31'`,
		`tab\\tand \\\\ and 日本 and e`, `"tab	and \\ and 日本 and e"`, `-719893`, `-0001-01-01`, `'b\\\\c'`, `'b\\c'`).Replace(string(want))
	if diff := cmp.Diff(kept, strings.Join(lines, "\n")+"\n"); diff != "" {
		t.Errorf("cqlsh -, ours +\n%s", diff)
	}
	run(`COPY "Types" TO '` + file + `' WITH HEADER = true AND NULL = '(none)';`)
	if got := run(`TRUNCATE "Types"; COPY "Types" FROM '` + file + `' WITH HEADER = true AND NULL = '(none)' AND CHUNKSIZE = 1;`); !strings.Contains(got, "\n8 rows imported from ") {
		t.Error(got, errs)
	}
	if after := run(`SELECT * FROM "Types";`); !strings.HasSuffix(before, after) {
		t.Errorf("before -, after +\n%s", cmp.Diff(before, after))
	}
	if errs.Len() > 0 {
		t.Error(errs)
	}
}

// TestCopyTells: what cannot be written or read is told with its line; the rest is.
func TestCopyTells(t *testing.T) {
	sh, out, errs := start(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "rows.csv")
	if err := os.WriteFile(file, []byte("1;a,b;ja\n2;\"two\nlines\";nein\n\nx;c;ja\n4;d\n5;\"e\\\"f\";vielleicht\n6;;\n7;g;nein\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	run := func(text string) { sh.Run(diag.NewSource("", text)) }
	run(preamble + "CREATE TABLE t (k int PRIMARY KEY, v text, b boolean); CREATE TABLE n (k int, c text, n counter, PRIMARY KEY (k, c));\n")
	run("COPY t (k, v, b) FROM '" + file + "' WITH DELIMITER = ';' AND BOOLSTYLE = 'Ja, Nein' AND TTL = 100;")
	for _, want := range []string{"rows.csv:5: column k: Failed to parse \"x\" as int", "rows.csv:6: Invalid row length 2 should be 3", "rows.csv:7: column b: Failed to parse \"vielleicht\" as boolean", "3 rows of "} {
		if !strings.Contains(errs.String(), want) {
			t.Errorf("no %q in\n%s", want, errs)
		}
	}
	out.Reset()
	run("COPY t (k, v) TO STDOUT WITH NULL = 'NULL' AND QUOTE = '''';")
	if got := strings.Split(strings.TrimSpace(out.String()), "\n"); len(got) != 5 || !slices.Contains(got, "1,'a,b'") || !slices.Contains(got, "2,'two") || !slices.Contains(got, "6,NULL") {
		t.Errorf("%q", got)
	}
	sh.In = strings.NewReader("1,x,3\n1,x,4\n.\n1,x,100\n")
	out.Reset()
	run("COPY n FROM STDIN;\nSELECT n FROM n;")
	if !strings.Contains(out.String(), " 7\n") {
		t.Errorf("counters add: %s%s", out, errs)
	}
	for command, want := range map[string]string{
		"COPY none FROM 'x';":                           `there is no table none in keyspace "lab"`,
		"COPY t (k, w) FROM 'x';":                       "Invalid column name w",
		"COPY t;":                                       "TO or FROM is missing",
		"COPY t FROM x;":                                "must stand in single quotes",
		"COPY t FROM 'x' WITH HEADR = true;":            "Unrecognized COPY option: HEADR; did you mean HEADER?",
		"COPY t FROM 'x' WITH DELIMITER = ';;';":        `DELIMITER must be one character, not ";;"`,
		"COPY t FROM 'x' WITH MAXROWS = many;":          `MAXROWS must be a whole number, not "many"`,
		"COPY t FROM '" + dir + "/none.csv';":           "no such file",
		"COPY t TO '" + dir + "/none/x.csv';":           "no such file",
		"COPY t FROM 'x' WITH BOOLSTYLE = 'a,a' AND x;": "Unrecognized COPY option: X",
	} {
		errs.Reset()
		before := sh.Failures
		run(command)
		if !strings.Contains(errs.String(), want) || sh.Failures != before+1 {
			t.Errorf("%s: %s, want %q", command, errs, want)
		}
	}
}

// TestCopyEnds: COPY ends at a semicolon, as in cqlsh, and says so where a statement
// stands on the line below it.
func TestCopyEnds(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.csv")
	out, errs := play(t, preamble+"CREATE TABLE t (k int PRIMARY KEY);\nCOPY t TO '"+file+"'\n  -- where\n  WITH HEADER = true;\nCOPY t TO '"+file+"'\nSELECT * FROM t;\nHELP")
	if want := "COPY: SELECT is not understood here. COPY ends at a semicolon, not with its line: where SELECT begins another statement, write ; before it\n"; errs != want {
		t.Errorf("%q, want %q", errs, want)
	}
	if !strings.Contains(out, "0 rows exported") || !strings.Contains(out, "CQL and COPY end at a semicolon") || strings.Contains(out, "(0 rows)") {
		t.Error(out)
	}
}

// TestCopyFolds: of records that are wrong in the same way the first ones are shown.
func TestCopyFolds(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rows.csv")
	rows := strings.Repeat("x,1\n", 500) + "1\n" + strings.Repeat("y,1\n", 500) + "1,1\n"
	if err := os.WriteFile(file, []byte(rows), 0o666); err != nil {
		t.Fatal(err)
	}
	for options, last := range map[string]string{"": "COPY: 1,001 rows of ", " WITH MAXPARSEERRORS = 9": "COPY: Exceeded maximum number of parse errors 9\n"} {
		_, errs := play(t, preamble+"CREATE TABLE t (k int PRIMARY KEY, v int);\nCOPY t FROM '"+file+"'"+options+";")
		more := map[string]string{"": `997 more like that (column k: Failed to parse "x" as int) at lines 4, 5, 6, 7, 8, …`, " WITH MAXPARSEERRORS = 9": "7 more like that"}[options]
		if !strings.Contains(errs, more) || !strings.Contains(errs, last) || strings.Count(errs, "rows.csv:") > 6 {
			t.Errorf("%s: %s", options, errs)
		}
		if options == "" && !strings.Contains(errs, "rows.csv:501: Invalid row length 1 should be 2\n") {
			t.Error(errs)
		}
	}
}

// TestNodes: a statement is carried out where as many replicas are up as its level asks for.
func TestNodes(t *testing.T) {
	settings := check.NewSettings()
	if err := settings.SetNodes("dc1=3,dc2=3"); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	sh := New(Options{Settings: session.Settings{Check: settings}, Out: &out, Err: &errs})
	run := func(text string) string {
		out.Reset()
		errs.Reset()
		sh.Run(diag.NewSource("", text))
		return out.String() + errs.String()
	}
	run(`CREATE KEYSPACE both WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3, 'dc2': 3};
CREATE TABLE both.t (k int PRIMARY KEY, v int);
CREATE KEYSPACE simple WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 2};
CREATE TABLE simple.t (k int PRIMARY KEY, v int);`)
	for _, c := range []struct {
		down, level, statement string
		failed                 string // "" where it is carried out
	}{
		{"", "ALL", "SELECT * FROM both.t", ""},
		{"dc1-1", "ALL", "SELECT * FROM both.t WHERE k = 1", "Cannot achieve consistency level ALL: 6 replicas must answer, 5 can; down: dc1-1"},
		{"dc1-1", "QUORUM", "SELECT * FROM both.t WHERE k = 1", ""},
		{"dc1-1 dc1-2", "QUORUM", "INSERT INTO both.t (k, v) VALUES (1, 1)", ""},
		{"dc1-1 dc1-2", "LOCAL_QUORUM", "INSERT INTO both.t (k, v) VALUES (1, 1)", "Cannot achieve consistency level LOCAL_QUORUM: 2 replicas must answer, 1 can"},
		{"dc2-1 dc2-3", "LOCAL_QUORUM", "INSERT INTO both.t (k, v) VALUES (1, 1)", ""},
		{"dc2-1 dc2-3", "EACH_QUORUM", "INSERT INTO both.t (k, v) VALUES (1, 1)", "Cannot achieve consistency level EACH_QUORUM in DC dc2: 2 replicas must answer, 1 can"},
		{"dc1-1 dc1-2 dc2-1", "QUORUM", "SELECT * FROM both.t WHERE k = 1", "Cannot achieve consistency level QUORUM: 4 replicas must answer, 3 can"},
		{"dc1-1 dc1-2 dc2-1", "ONE", "INSERT INTO both.t (k, v) VALUES (1, 1) IF NOT EXISTS", "Cannot achieve consistency level SERIAL: 4 replicas must answer, 3 can"},
		{"dc1-1 dc1-2 dc1-3", "LOCAL_ONE", "SELECT * FROM both.t WHERE k = 1", "Cannot achieve consistency level LOCAL_ONE: 1 replica must answer, 0 can"},
		{"dc1-1 dc1-2 dc1-3 dc2-1 dc2-2 dc2-3", "ANY", "INSERT INTO both.t (k, v) VALUES (1, 1)", ""},
		{"dc1-1", "TWO", "SELECT * FROM simple.t", "Cannot achieve consistency level TWO: 2 replicas must answer, 1 can; down: dc1-1"},
		{"dc1-1", "ONE", "SELECT * FROM simple.t", ""},
		{"dc1-1 dc1-2 dc1-3 dc2-1 dc2-2 dc2-3", "ALL", "SELECT * FROM system_schema.tables", ""},
	} {
		for _, n := range sh.nodes.all {
			n.down = false
		}
		for _, name := range strings.Fields(c.down) {
			run("DOWN " + name)
		}
		got := run("CONSISTENCY " + c.level + "\n" + c.statement + ";")
		if c.failed == "" && errs.Len() > 0 || !strings.Contains(got, c.failed) {
			t.Errorf("%s at %s with %s down: %s, want %q", c.statement, c.level, c.down, got, c.failed)
		}
	}
	if got := run("DOWN dc3-1"); !strings.Contains(got, `there is no node "dc3-1": there are dc1-1, dc1-2, dc1-3, dc2-1, dc2-2, dc2-3`) {
		t.Error(got)
	}
	if got := run("UP dc1-1\nSHOW REPLICAS 17 both\nTRACING ON\nCONSISTENCY ONE\nSELECT * FROM both.t WHERE k = 1;"); !strings.Contains(got, "Read: 1 partition, ") || strings.Count(strings.Split(got, "[")[1], "'dc") != 6 {
		t.Error(got)
	}
}

// TestComplete: what is typed runs when its statement or command is whole.
func TestComplete(t *testing.T) {
	sh, _, _ := start(t)
	for text, want := range map[string]bool{
		"SELECT * FROM t;":                       true,
		"SELECT ';":                              false,
		"SELECT * FROM t":                        false,
		"SELECT $$ a;":                           false,
		"DESC TABLES":                            true,
		"flush":                                  true,
		"WAIT 10d":                               true,
		"COPY t":                                 false,
		"COPY t TO STDOUT;":                      true,
		"consistency quorum":                     true,
		"SELECT a FROM t\nCONSISTENCY":           false,
		"BEGIN BATCH DELETE FROM t WHERE k = 1;": false,
		"BEGIN BATCH DELETE FROM t WHERE k = 1; APPLY BATCH;": true,
	} {
		if got := sh.Complete(text); got != want {
			t.Errorf("Complete(%q) = %v", text, got)
		}
	}
}

// TestCommands: files, help, and what is wrong with a command.
func TestCommands(t *testing.T) {
	dir := t.TempDir()
	captured := filepath.Join(dir, "it's.txt")
	inner := filepath.Join(dir, "inner.cql")
	circle := filepath.Join(dir, "circle.cql")
	for name, text := range map[string]string{inner: "USE system;\nDESC KEYSPACE none\nEXIT\nSELECT;", circle: "SOURCE '" + circle + "'"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	quoted := "'" + strings.ReplaceAll(captured, "'", "''") + "'"
	out, errs := play(t, preamble+`CREATE TABLE t (k int PRIMARY KEY);
CAPTURE `+quoted+`
SELECT * FROM t;
CAPTURE
CAPTURE 'other'
CAPTURE OFF
CAPTURE OFF
CAPTURE '`+dir+`/none/x'
SOURCE '`+inner+`'
SOURCE '`+dir+`/none.cql'
SOURCE '`+circle+`'
SELECT k FROM t;
INSERT INTO t (k) VALUES (?);
HELP copy wait nothing
SHOW NOTHING
SHOW REPLICAS x
SHOW SESSION 50554d6e-29bb-11e5-b345-feff819cdc9f
WAIT long
PAGING 0
FLUSH now
LOGIN me
DEBUG
SELECT * FROM t`)
	for _, want := range []string{"Now capturing query output to '", "Currently capturing query output to '", "COPY table [(column, …)] TO", "WAIT 10d", "\n k\n---\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	for _, want := range []string{"Already capturing output", "Not currently capturing", "/none/x' for append", "'none' not found in keyspaces", "Could not open", "files name each other",
		"only a driver gives bind markers a value", "There is no help on NOTHING", "Improper SHOW", "x is no token", "No traces are kept", "This is no time to wait", "Improper PAGING",
		"FLUSH stands alone", "Nobody logs in", "DEBUG is a command of cqlsh that is not here", "the text ends before the statement does"} {
		if !strings.Contains(errs, want) {
			t.Errorf("no %q in\n%s", want, errs)
		}
	}
	if text, err := os.ReadFile(captured); err != nil || string(text) != "\n k\n---\n\n\n(0 rows)\n" {
		t.Errorf("captured %q, %v", text, err)
	}
}

// TestSourceInCircles: files that name each other are read once in a line, and so many in
// all; neither is silent.
func TestSourceInCircles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return "SOURCE '" + path + "'\n"
	}
	self := write("self.cql", strings.Repeat("SOURCE '"+filepath.Join(dir, "self.cql")+"'\n", 3))
	next := write("0.cql", "")
	for i := 1; i < maxSources; i++ {
		next = write(strconv.Itoa(i)+".cql", next+next+next)
	}
	for _, c := range []struct {
		text, said string
		over       bool
		times      int
	}{{self, "it is being read already", false, 3}, {next, "1000 files were read already", true, 1}} {
		var out, errs strings.Builder
		sh := New(Options{Out: &out, Err: &errs})
		sh.Run(diag.NewSource("", c.text))
		if n := strings.Count(errs.String(), c.said); n != c.times || sh.Over != c.over {
			t.Errorf("%d times %s, over %t:\n%.500s", n, c.said, sh.Over, errs.String())
		}
	}
}

// TestLinks: what is written goes through no symbolic link out of the folder, whichever part
// of the path it is.
func TestLinks(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	out := filepath.Join(outside, "out")
	if err := os.WriteFile(out, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	if err := os.MkdirAll("a/b", 0o777); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"link": out, "folder": outside, "a/deep": outside, "nowhere": filepath.Join(outside, "new"), "within": "a", "a/file": "b/file"} {
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("a/b/file", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for name, refused := range map[string]bool{"link": true, filepath.Join(dir, "link"): true, "folder/out": true, "folder/new": true, "a/deep/out": true, filepath.Join(dir, "a/deep/new"): true, "nowhere": true,
		"plain": false, "within/x": false, "within/b/x": false, "a/file": false, filepath.Join(outside, "other"): false} {
		for _, command := range []string{"COPY lab.t TO '" + name + "';", "CAPTURE '" + name + "'\nSELECT * FROM lab.t;"} {
			var said, errs strings.Builder
			sh := New(Options{Settings: session.Settings{Keyspace: "lab"}, Out: &said, Err: &errs})
			sh.Run(diag.NewSource("", preamble+"CREATE TABLE lab.t (k int PRIMARY KEY);\n"+command))
			sh.Close()
			if strings.Contains(errs.String(), "symbolic link") != refused {
				t.Errorf("%s: %s", command, errs.String())
			}
		}
	}
	if text, _ := os.ReadFile(out); string(text) != "mine" {
		t.Errorf("overwritten: %s", text)
	}
	if _, err := os.Lstat(filepath.Join(outside, "new")); err == nil {
		t.Error("a file was made outside")
	}
}

// TestWideTables: a table on the screen is not made where padding alone would fill the
// memory.
func TestWideTables(t *testing.T) {
	var out, errs strings.Builder
	sh := New(Options{Settings: session.Settings{Keyspace: "lab"}, Out: &out, Err: &errs})
	sh.Run(diag.NewSource("", preamble+"CREATE TABLE t (k int PRIMARY KEY, v text);\nINSERT INTO t (k, v) VALUES (1, '"+strings.Repeat("x", 60_000)+"');\n"+
		"SELECT v"+strings.Repeat(", v", 3000)+" FROM t;\n"))
	if !sh.Over || !strings.Contains(errs.String(), "over budget") || out.Len() > 1<<20 {
		t.Errorf("over %t, %d bytes, %.200s", sh.Over, out.Len(), errs.String())
	}
}

// TestWrongEnds: what is wrong with a script is told within a bound of its own, then the
// rest is not run.
func TestWrongEnds(t *testing.T) {
	for most, whole := range map[int]bool{0: true, 20_000: false} {
		sh, _, errs := start(t)
		sh.Most, sh.MostWrong = 1<<20, most
		var script strings.Builder // of different mistakes: the same ones are folded
		for n := range 1000 {
			fmt.Fprintf(&script, "SELECT x FROM k%c%c%c.t;\n", 'a'+n%10, 'a'+n/10%10, 'a'+n/100)
		}
		sh.Run(diag.NewSource("", script.String()))
		if sh.Over == whole || (sh.Failures == 1000) != whole || !whole && (errs.Len() > most+1000 || strings.Count(errs.String(), "over budget") != 1) {
			t.Errorf("at most %d bytes: over %v, %d failures in %d bytes", most, sh.Over, sh.Failures, errs.Len())
		}
	}
}

// TestWrongFolds: what a script does wrong again and again is shown a few times and then
// counted, each script by itself; what is typed is not folded.
func TestWrongFolds(t *testing.T) {
	sh, _, errs := start(t)
	script := diag.NewSource("a.cql", strings.Repeat("SELECT x FROM nowhere;\n", 500)+"SELECT y;\n")
	for range 2 {
		before := sh.Failures
		errs.Reset()
		sh.Run(script)
		if n := strings.Count(errs.String(), "SELECT x FROM nowhere;\n"); n != finding.Shown || sh.Failures-before != 501 ||
			!strings.Contains(errs.String(), "SELECT y;") || !strings.Contains(errs.String(), "a.cql: 497 more like that") {
			t.Errorf("%d are shown, %d have failed: %s", n, sh.Failures-before, errs)
		}
	}
	errs.Reset()
	for range 10 {
		sh.Run(diag.NewSource("", "SELECT x FROM nowhere;\n"))
	}
	if n := strings.Count(errs.String(), "SELECT x FROM nowhere;\n"); n != 10 || strings.Contains(errs.String(), "more like") {
		t.Errorf("of what is typed %d are shown: %s", n, errs)
	}
}
