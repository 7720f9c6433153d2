package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"partitionlab/build/finding"
)

// TestOverBudget: what is too much is not begun, says what there is too much of, and ends
// with 3; -budget makes room for it. What the server refuses, it refuses first.
func TestOverBudget(t *testing.T) {
	list := func(n int) string {
		var all []string
		for i := range n {
			all = append(all, strconv.Itoa(i))
		}
		return "(" + strings.Join(all, ",") + ")"
	}
	several := func(format string, n int) string {
		var all strings.Builder
		for i := range n {
			fmt.Fprintf(&all, format, i)
		}
		return all.String()
	}
	const tables = "CREATE TABLE t (a int, b int, v varint, PRIMARY KEY ((a, b)));\nCREATE TABLE after (k int PRIMARY KEY);\n"
	keys := "UPDATE t SET v = 1 WHERE a IN " + list(300) + " AND b IN " + list(300) + ";\n"
	for _, c := range []struct {
		what, text string
		args       []string
		code       int
		said       string
	}{
		{"keys of IN", tables + keys, []string{"-budget", "0.01"}, notDone, "90,000 keys"},
		{"the same with more room", tables + keys, nil, clean, ""},
		{"192 GB", tables + "SELECT * FROM t WHERE a IN " + list(5000) + " AND b IN " + list(5000) + ";", nil, notDone, "25,000,000 keys"},
		{"a megabyte of a number", tables + "INSERT INTO t (a, b, v) VALUES (1, 1, " + strings.Repeat("7", 1_000_000) + ");", nil, notDone, "1,000,000 digits"},
		{"many statements", tables + strings.Repeat("INSERT INTO t (a, b, v) VALUES (1, 1, 1);\n", 1000), []string{"-budget", "0.00001"}, notDone, "all the work that it may"},
		{"reads for writes", "CREATE TABLE l (k int PRIMARY KEY, v list<int>);\nINSERT INTO l (k, v) VALUES (1, [" + strings.Trim(list(200), "()") + "]);\n" +
			strings.Repeat("UPDATE l SET v[0] = 1 WHERE k = 1;\n", 700), []string{"-budget", "0.0001"}, notDone, "all the work that it may"},
		{"reads of very many rows", "CREATE TABLE r (k int, c int, PRIMARY KEY (k, c));\n" + several("INSERT INTO r (k, c) VALUES (1, %d);\n", 500) +
			strings.Repeat("SELECT * FROM r;\n", 500), []string{"-budget", "0.01"}, notDone, "all the work that it may"},
		{"conditions on very many elements", "CREATE TABLE s (k int PRIMARY KEY, v set<int>);\nINSERT INTO s (k, v) VALUES (1, {" + strings.Trim(list(2000), "()") + "});\n" +
			strings.Repeat("UPDATE s SET v = v + {1} WHERE k = 1 IF v CONTAINS 2;\n", 200), []string{"-budget", "0.01"}, notDone, "all the work that it may"},
		{"drops of a table with very many rows", "CREATE TABLE r (k int PRIMARY KEY, v int);\n" + several("INSERT INTO r (k, v) VALUES (%d, 1);\n", 500) +
			strings.Repeat("ALTER TABLE r DROP v;\nALTER TABLE r ADD v int;\nINSERT INTO r (k, v) VALUES (1, 1);\n", 500), []string{"-budget", "0.01"}, notDone, "all the work that it may"},
		{"a long text is not too much", "CREATE TABLE r (k int, c int, PRIMARY KEY (k, c));\n" + several("INSERT INTO r (k, c) VALUES (1, %d);\n", 20_000), nil, clean, ""},
		{"the server's words", tables + strings.Replace(keys, "v = 1", "v = 'a'", 1), []string{"-budget", "0.01"}, found, "Invalid STRING constant (a)"},
		{"a batch of very many", tables + "BEGIN BATCH\n" + strings.Repeat("INSERT INTO t (a, b, v) VALUES (1, 1, 1);\n", 2000) + "APPLY BATCH;", []string{"-budget", "0.01"}, notDone, "statements in a batch"},
		{"the server's words of a batch", tables + "BEGIN BATCH\n" + several("INSERT INTO t (a, b, v) VALUES (%d, 1, 1);\n", 9000) + "APPLY BATCH;", nil, found, "Batch too large"},
		{"rows", "CREATE TABLE r (k int PRIMARY KEY, v text);\n" + several("INSERT INTO r (k, v) VALUES (%d, '"+strings.Repeat("x", 1000)+"');\n", 180), []string{"-budget", "0.0002"}, notDone, "all the memory"},
		{"statements for advice", "CREATE TABLE r (k int PRIMARY KEY);\n" + several("INSERT INTO r (k) VALUES (%d);\n", 5000), []string{"-budget", "0.02", "-advice"}, notDone, "design advice holds all statements at once"},
		{"as many without advice", "CREATE TABLE r (k int PRIMARY KEY);\n" + several("INSERT INTO r (k) VALUES (%d);\n", 5000), []string{"-budget", "0.02"}, clean, ""},
		{"a budget of nothing", tables, []string{"-budget", "0"}, wrongUse, "a number above 0"},
	} {
		code, out, err := call(t, c.text, append([]string{"check", "-"}, c.args...)...)
		if code != c.code || !strings.Contains(out+err, c.said) || code == notDone && !strings.Contains(out+err, "-budget 10") {
			t.Errorf("%s: exit code %d, want %d\n%.600s%.600s", c.what, code, c.code, out, err)
		}
	}
	if code, out, _ := call(t, `"CREATE TABLE t (a int PRIMARY KEY)"`+"\n"+`"SELECT * FROM t WHERE a IN `+list(2000)+`"`+"\n", "check", "-jsonl", "-budget", "0.0005"); code != notDone || !strings.Contains(out, "2,000 keys") {
		t.Errorf("-jsonl: exit code %d, %.300s", code, out)
	}
	// What there is to say may be far longer than what was written.
	name := strings.Repeat("c", 5000)
	long := "CREATE TABLE l (k int, " + name + " int, v int, PRIMARY KEY ((k, " + name + ")));\n"
	for _, c := range []struct {
		left string
		args []string
		most int // bytes of output
	}{
		{"findings are left out", []string{"check", "-all"}, 200_000},
		{"findings are left out", []string{"check", "-format", "json"}, 200_000},
		{"answers are left out", []string{"check", "-json"}, 200_000},
		{"findings are left out", []string{"sstable", "-out", t.TempDir()}, 200_000},
	} {
		code, out, err := call(t, long+strings.Repeat("SELECT v FROM l WHERE k = 1;\n", 100), append(c.args, "-budget", "0.002", "-")...)
		if code != notDone || len(out)+len(err) > c.most || !strings.Contains(err, c.left) || !strings.Contains(err, "-budget 10") {
			t.Errorf("%v: exit code %d, %d bytes, %.300s", c.args, code, len(out)+len(err), err)
		}
	}
	lines := strconv.Quote(strings.TrimSuffix(long, ";\n")) + "\n" + strings.Repeat("\"SELECT v FROM l WHERE k = 1\"\n", 200)
	if code, out, _ := call(t, lines, "check", "-jsonl", "-budget", "0.0005"); code != notDone || len(out) > 1_300_000 || strings.Count(out, "\n") != 201 {
		t.Errorf("-jsonl: exit code %d, %d bytes in %d lines", code, len(out), strings.Count(out, "\n"))
	}
	for budget, want := range map[string]int{"0.00001": notDone, "1": clean} {
		if code, _, err := call(t, tables+strings.Repeat("INSERT INTO t (a, b, v) VALUES (1, 1, 1);\n", 200), "upgrade", "-from", "4.0", "-budget", budget, "-"); code != want || (code == notDone) != strings.Contains(err, "-budget 10") {
			t.Errorf("upgrade -budget %s: exit code %d, %.300s", budget, code, err)
		}
	}
	// What both servers say is held until it is compared.
	for budget, want := range map[string]int{"0.02": notDone, "1": clean} {
		if code, _, err := call(t, strings.Repeat("USE q;\n", 3000), "upgrade", "-from", "4.0", "-budget", budget, "-"); code != want || (code == notDone) != strings.Contains(err, "-budget 10") {
			t.Errorf("upgrade of refused statements, -budget %s: exit code %d, %.300s", budget, code, err)
		}
	}
	for budget, want := range map[string]int{"0.00001": notDone, "1": clean} {
		if code, _, err := call(t, tables, "diagram", "-budget", budget, "-"); code != want || code == notDone && !strings.Contains(err, "-budget 10") {
			t.Errorf("diagram -budget %s: exit code %d, %.300s", budget, code, err)
		}
	}
	for budget, want := range map[string]int{"0.00001": notDone, "1": clean} {
		if code, _, err := call(t, "", "model", "-budget", budget, "../../content/models/hotel.model"); code != want || code == notDone && !strings.Contains(err, "-budget 10") {
			t.Errorf("model -budget %s: exit code %d, %.300s", budget, code, err)
		}
	}
	if code, _, err := call(t, tables+"SELECT * FROM t WHERE a IN "+list(5000)+" AND b IN "+list(5000)+";", "diagram", "-"); code != notDone || !strings.Contains(err, "-budget 10") || !strings.Contains(err, "25,000,000 keys") {
		t.Errorf("diagram: exit code %d, %.300s", code, err)
	}
	// A script is drawn within what check may take, and what is not judged is named as there.
	cells := func(n int) string {
		return "DELETE FROM c WHERE a IN " + list(n) + " AND b IN " + list(n) + " AND c IN " + list(n) + ";\n"
	}
	rows, few := "CREATE TABLE r (k int, c int, PRIMARY KEY (k, c));\n"+several("INSERT INTO r (k, c) VALUES (1, %d);\n", 500), 60
	const clustered = "CREATE TABLE c (a int, b int, c int, d int, PRIMARY KEY ((a, b), c, d));\n"
	for _, c := range []struct {
		what, text string
		code       int
		said       string
		drawn      bool
	}{
		{"a statement that takes too much", clustered + cells(45), notDone, "rows, more than is worked out here", true},
		{"several that take what a figure may not", rows + strings.Repeat("SELECT * FROM r;\n", few), clean, "", true},
		{"more of them than check judges", rows + strings.Repeat("SELECT * FROM r;\n", 10*few), notDone, "all the work that it may", false},
	} {
		for _, command := range []string{"check", "diagram"} {
			code, out, err := call(t, c.text, command, "-budget", "0.01", "-")
			if code != c.code || !strings.Contains(out+err, c.said) || command == "diagram" && strings.HasPrefix(out, "<svg") != c.drawn || strings.Contains(err, "too much for one figure") {
				t.Errorf("%s, %s: exit code %d, %.300s%.300s", command, c.what, code, out, err)
			}
		}
	}
	// Room for rows is asked for before they are made, by whoever judges: within the work of check, and over its memory.
	texts := t.TempDir()
	large, none := filepath.Join(texts, "large.cql"), filepath.Join(texts, "none.cql")
	write(t, large, clustered+cells(33))
	write(t, none, clustered)
	for _, args := range [][]string{{"check", large}, {"upgrade", "-from", "4.1", large}, {"diff", none, large}, {"diagram", large}} {
		args = slices.Insert(args, 1, "-budget", "0.01")
		if code, out, err := call(t, "", args...); code != notDone || !strings.Contains(out+err, "over budget") {
			t.Errorf("%v: exit code %d, %.300s%.300s", args, code, out, err)
		}
	}
	asked := "CREATE TABLE c (a int, b int, PRIMARY KEY ((a, b)));\n-- Q1. All\n-- SELECT * FROM c WHERE a IN " + list(500) + " AND b IN " + list(500) + ";\n"
	if code, _, err := call(t, asked, "diagram", "-budget", "0.01", "-"); code != notDone || !strings.Contains(err, "3:4") {
		t.Errorf("diagram of a question that is not judged: exit code %d, %.300s", code, err)
	}
	dir := t.TempDir()
	if code, _, err := call(t, tables+keys, "sstable", "-budget", "0.01", "-out", dir, "-"); code != notDone || !strings.Contains(err, "90,000 keys") {
		t.Errorf("sstable: exit code %d, %.300s", code, err)
	}
	if code, out, err := call(t, tables+keys, "diff", "-budget", "0.01", "testdata/flushed.cql", "-"); code != notDone || out != "" || !strings.Contains(err, "90,000 keys") || !strings.Contains(err, finding.MoreBudget) {
		t.Errorf("diff: exit code %d, %.300s%.300s", code, out, err)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("sstable wrote %v", filepath.Join(dir, left[0].Name()))
	}
	// What is sized is counted before it is sized, and no statement is made that no server takes.
	rooms := filepath.Join(dir, "rooms.cql")
	if err := os.WriteFile(rooms, []byte("CREATE KEYSPACE hotel WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"+
		"CREATE TABLE hotel.rooms (hotel text, floor text, d date, n text, tags set<text>, v varint, PRIMARY KEY ((hotel, floor), d));\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	repeated := func(n int, line string) string { return strings.Repeat(line, n) }
	quantities := "table = rooms\nrows = 1\n"
	for i := range 2000 {
		quantities += fmt.Sprintf("a%d = %[1]d\n", i)
	}
	for _, c := range []struct {
		what, load string
		args       []string
		code       int
		said       string
	}{
		{"workloads", repeated(30_000, "table = rooms\nrows = 5\n"), []string{"size"}, notDone, "30,000 workloads with 60,000 lines"},
		{"workloads", repeated(100, "table = rooms\nrows = 5\n"), []string{"size"}, found, "has a workload already"}, // within the budget
		{"workloads", repeated(100, "table = rooms\nrows = 5\n"), []string{"size", "-budget", "0.001"}, notDone, "100 workloads"},
		{"shared lines", repeated(5000, "a = 1\n") + repeated(5000, "table = rooms\n"), []string{"size"}, notDone, "25,005,000 lines"},
		{"quantities", quantities, []string{"size", "-budget", "0.01"}, notDone, "2,002 lines"},
		{"a long line", "table = rooms\nz = 5\nrows = min(z" + repeated(20_000, ",z") + ")\n", []string{"size", "-budget", "0.01"}, notDone, "3 lines and 0.0 MB"},
		{"further tables", "table = rooms\nrows = 1\n" + several("partitions.x%d = 1\n", 3000), []string{"size", "-budget", "0.1"}, notDone, "3,001 workloads"},
		{"a long value", "table = rooms\nrows = 2\nlen.n = 2e9\n", []string{"stress", "-tool", "nosqlbench"}, found, "no server accepts"},
		{"many elements", "table = rooms\nrows = 2\ncount.tags = 1e9\nlen.n = 1\n", []string{"stress", "-tool", "nosqlbench"}, found, "no server accepts"},
		{"a long number", "table = rooms\nrows = 2\nlen.v = 2e9\n", []string{"size", "-sample", "1"}, found, "no server accepts"},
		{"a number of a megabyte", "table = rooms\nrows = 2\nlen.v = 1e6\n", []string{"size", "-sample", "1"}, clean, ""},
		{"rows of a sample", "table = rooms\nrows = 1e6\nlen.n = 2000\n", []string{"size", "-sample", "1000000", "-budget", "0.001"}, notDone, "more than 0.3 MB"},
	} {
		load := filepath.Join(t.TempDir(), "load.size")
		if err := os.WriteFile(load, []byte(c.load), 0o666); err != nil {
			t.Fatal(err)
		}
		code, out, err := call(t, "", append(c.args, rooms, load)...)
		if code != c.code || !strings.Contains(err, c.said) || code == notDone && (!strings.Contains(err, "-budget 10") || len(out) > 300_000) {
			t.Errorf("%s, %v: exit code %d, %d bytes, %.300s", c.what, c.args, code, len(out), err)
		}
	}
	types := "type t0\n  a int\n" // each holds the one before twice
	for i := 1; i <= 60; i++ {
		types += fmt.Sprintf("type t%d\n  a frozen<t%[2]d>\n  b frozen<t%[2]d>\n", i, i-1)
	}
	for _, c := range []struct {
		field string
		args  []string
		code  int
	}{
		{"t60", []string{"model"}, notDone},
		{"t60", []string{"model", "-svg", filepath.Join(dir, "figures")}, notDone},
		{"t60", []string{"diagram"}, notDone},
		{"t60", []string{"diagram", "-figure", "logical"}, notDone},
		{"t13", []string{"model"}, clean},
		{"t13", []string{"model", "-budget", "0.1"}, notDone},
	} {
		file := filepath.Join(t.TempDir(), "types.model")
		if err := os.WriteFile(file, []byte(types+"entity E 5000\n  id uuid key\n  x "+c.field+"\nquestion Q1 x\n  given id\n  want E: x\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		code, out, err := call(t, "", append(c.args, file)...)
		if code != c.code || code == notDone && (!strings.Contains(err, "-budget 10") || out != "") {
			t.Errorf("%v of %s: exit code %d, %.300s%.300s", c.args, c.field, code, out, err)
		}
	}
	const wide = "CREATE TABLE w (a int PRIMARY KEY, b text);\nUPDATE w SET b = '%s' WHERE a = 1;\n"
	reads := fmt.Sprintf(wide, strings.Repeat("z", 10_000)) + strings.Repeat("SELECT b FROM w;\n", 1000)
	for _, extra := range []string{"", "CAPTURE '" + filepath.Join(dir, "captured") + "';\n"} {
		code, out, err := call(t, "", "shell", "-budget", "0.001", "-e", extra+reads)
		file, _ := os.ReadFile(filepath.Join(dir, "captured"))
		if printed := len(out) + len(file); code != notDone || printed < 200_000 || printed > 350_000 || strings.Count(err, "over budget: this run has printed") != 1 {
			t.Errorf("shell: exit code %d, %d bytes printed, %.300s", code, printed, err)
		}
	}
	if code, out, err := call(t, "", "shell", "-budget", "1", "-e", reads); code != clean || len(out) < 10_000_000 {
		t.Errorf("shell with more room: exit code %d, %d bytes printed, %.300s", code, len(out), err)
	}
	if code, _, err := call(t, different("SELECT x FROM k%s.t;\n", 500), "shell", "-budget", "0.0001", "-f", "-"); code != notDone || len(err) > 10_000 || !strings.Contains(err, "MB about what is wrong") {
		t.Errorf("shell: exit code %d, %d bytes of what is wrong, %.300s", code, len(err), err)
	}
	if code, _, err := call(t, "", "shell", "-budget", "0.01", "-e", tables+keys); code != notDone || !strings.Contains(err, "90,000 keys") {
		t.Errorf("shell: exit code %d, %.300s", code, err)
	}
}

// different is a text with so many statements that differ in a name.
func different(statement string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, statement, string([]byte{'a' + byte(i%10), 'a' + byte(i/10%10), 'a' + byte(i/100)}))
	}
	return b.String()
}

// TestTextsOverBudget: a text that is too long is not parsed at once, and what is wrong with
// one is told within a bound.
func TestTextsOverBudget(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty.cql")
	if err := os.WriteFile(empty, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"fmt", "-"}, {"diagram", "-"}, {"diff", empty, "-"}} {
		wrong, many := different("SELECT x FROM %s;\n", 300), "findings are left out"
		code := notDone
		if args[0] == "fmt" { // what does not parse is of few kinds
			wrong, many, code = strings.Repeat("SELECT x;\n", 500), "standard input: 497 more like that", found
		}
		for budget, want := range map[string]struct {
			code int
			said string
		}{"0.001": {notDone, "standard input has 0.0 MB of text"}, "0.0015": {code, many}, "1": {found, "1:"}} {
			code, out, err := call(t, wrong, append([]string{args[0], "-budget", budget}, args[1:]...)...)
			if code != want.code || !strings.Contains(err, want.said) || code == notDone && (len(err) > 200_000 || !strings.Contains(err, "-budget 10")) {
				t.Errorf("%v -budget %s: exit code %d, want %d; %d and %d bytes, %.300s", args, budget, code, want.code, len(out), len(err), err)
			}
		}
	}
}

// TestDiffOverBudget: what there is no room for is no thing that cannot be done. What is known is
// said, and that there may be more.
func TestDiffOverBudget(t *testing.T) {
	dir := t.TempDir()
	types := func(field string) string {
		text := "CREATE TYPE t0 (a int" + field + ");\n"
		for i := 1; i < 600; i++ {
			text += fmt.Sprintf("CREATE TYPE t%d (a frozen<t%d>%s);\n", i, i-1, field)
		}
		return text
	}
	before, after := filepath.Join(dir, "before.cql"), filepath.Join(dir, "after.cql")
	for name, text := range map[string]string{before: types(""), after: types(", z int")} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	code, out, err := call(t, "", "diff", "-budget", "0.006", before, after)
	if code != notDone || strings.Contains(out, "Cannot be done") || !strings.Contains(out, "-- Not judged: ") || !strings.HasPrefix(out, "ALTER TYPE ") || strings.Count(err, finding.MoreBudget) != 1 {
		t.Errorf("exit code %d, %.300s%.300s", code, out, err)
	}
	if code, out, err := call(t, "", "diff", "-budget", "0.006", "-json", before, after); code != notDone || strings.Count(out, `"notJudged"`) != strings.Count(out, "neither accepted nor refused") || strings.Contains(out, `"forbidden"`) {
		t.Errorf("-json: exit code %d, %.300s%.300s", code, out, err)
	}
	if code, out, err := call(t, "", "diff", "-budget", "1000", before, after); code != clean || strings.Count(out, "ALTER TYPE") != 600 || err != "" {
		t.Errorf("with more room: exit code %d, %.300s%.300s", code, out, err)
	}
}

// TestCopyOverBudget: COPY ends at the first row that there is no room for, and says which
// it is; a table that is too large for the budget is not written.
func TestCopyOverBudget(t *testing.T) {
	dir := t.TempDir()
	var rows strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&rows, "%d,x\n", i)
	}
	file, out := filepath.Join(dir, "rows.csv"), filepath.Join(dir, "out.csv")
	if err := os.WriteFile(file, []byte(rows.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	const table = "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; USE k; CREATE TABLE r (k int PRIMARY KEY, v text);\n"
	from, to := table+"COPY r (k, v) FROM '"+file+"';\n", "COPY r (k, v) TO '"+out+"';\n"
	if code, printed, err := call(t, from, "shell"); code != clean || !strings.Contains(printed, "1,000 rows imported") {
		t.Errorf("exit code %d, %s%s", code, printed, err)
	}
	code, printed, err := call(t, from+to, "shell", "-budget", "0.0002")
	if code != notDone || strings.Count(err, "over budget") != 2 || !strings.Contains(err, "rows.csv:") || !strings.Contains(err, "-budget 10") {
		t.Errorf("exit code %d, %s%s", code, printed, err)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a file is there though the table was not read")
	}
}

// TestNotesOverBudget: where there is more to say of the bytes than there is room for, no
// file is there, and none is where the same run without notes has one.
func TestNotesOverBudget(t *testing.T) {
	const text = "CREATE TABLE t (k int PRIMARY KEY, v text);\nINSERT INTO t (k, v) VALUES (1, 'x');\nINSERT INTO t (k, v) VALUES (2, 'x');\n"
	for _, c := range []struct {
		args []string
		code int
	}{
		{[]string{"-json"}, clean},
		{[]string{"-json", "-budget", "0.00005"}, notDone},
		{[]string{"-budget", "0.00005"}, clean},
	} {
		dir := t.TempDir()
		code, out, err := call(t, text, append([]string{"sstable", "-out", dir}, c.args...)...)
		_, missing := os.Stat(filepath.Join(dir, "lab", "t", "nb-1-big-Data.db"))
		if code != c.code || (missing == nil) != (code == clean) || code == notDone && (out != "" || !strings.Contains(err, "more than 10 fields") || !strings.Contains(err, "-budget 10")) {
			t.Errorf("%v: exit code %d, %v, %.300s%.300s", c.args, code, missing, out, err)
		}
	}
}
