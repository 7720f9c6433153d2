package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A shell that reads from a pipe runs statements over several lines, shows rows
// and refusals, and ends with the input.
func TestShell(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	in := `CREATE TABLE t (k int, c int, v text, PRIMARY KEY (k, c));
INSERT INTO t (k, c, v)
  VALUES (1, 2, 'b;c');
TRACING ON
SELECT * FROM t WHERE k = 1;
TRACING OFF;
SELECT * FROM t WHERE v = 'x';
BEGIN BATCH
  DELETE FROM t WHERE k = 1 AND c = 2;
APPLY BATCH;
SELECT count(*) FROM t;
`
	var out, errs bytes.Buffer
	if code := run([]string{"shell", "-now", "1700000000"}, stdio{strings.NewReader(in), &out, &errs}); code != found {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	for _, want := range []string{" 1 | 2 | b;c\n", "\n(1 rows)\n\nRead: 1 partition, 1 row, 1 cell, 0 tombstones\n", "\n count\n-------\n     0\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the shell did not print %q:\n%s", want, out.String())
		}
	}
	if want := "refused (invalid): Cannot execute this query"; !strings.Contains(errs.String(), want) {
		t.Errorf("the shell did not print %q:\n%s", want, errs.String())
	}
}

// Flush, compaction and time show in what reads pass.
func TestShellOperates(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	in := `TRACING ON
CREATE TABLE t (k int PRIMARY KEY, v int);
INSERT INTO t (k, v) VALUES (1, 1);
FLUSH
DELETE v FROM t WHERE k = 1;
flush;
SELECT * FROM t WHERE k = 1;
WAIT 11d
COMPACT
SELECT * FROM t WHERE k = 1;
WAIT long
`
	var out, errs bytes.Buffer
	if code := run([]string{"shell", "-now", "1700000000"}, stdio{strings.NewReader(in), &out, &errs}); code != found {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	for _, want := range []string{"Flushed: 1 memtable became 1 SSTable.", "1 row, 0 cells, 1 tombstone; 2 of 2 SSTables", "Time passed: 11\u00a0days.",
		"Compacted: 2 SSTables became 1 SSTable;", "1 row, 0 cells, 0 tombstones; 1 of 1 SSTable"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the shell did not print %q:\n%s", want, out.String())
		}
	}
}

// -e and -f run what they name and end; what is refused makes the exit code 1.
func TestShellRuns(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	file := filepath.Join(t.TempDir(), "s.cql")
	write(t, file, "CREATE TABLE t (k int PRIMARY KEY);\nDESC TABLES\n")
	code, out, errs := call(t, "", "shell", file, "-e", "INSERT INTO t (k) VALUES (1);", "-e", "SELECT * FROM t")
	if code != clean || out != "\nt\n\n\n k\n---\n 1\n\n(1 rows)\n" {
		t.Errorf("exit %d, %q, %s", code, out, errs) // -e needs no semicolon at its end, as in cqlsh
	}
	if code, _, errs := call(t, "SELECT * FROM t", "shell", file, "-f", "-"); code != found || !strings.Contains(errs, "ends before the statement does") {
		t.Errorf("exit %d, %s", code, errs)
	}
	if code, out, errs = call(t, "SELECT * FROM t;\n", "shell", "-f", file, "-f", "-"); code != clean || out != "\nt\n\n\n k\n---\n\n\n(0 rows)\n" {
		t.Errorf("exit %d, %q, %s", code, out, errs)
	}
	if code, out, _ = call(t, "EXIT\nSELECT;\n", "shell", "-nodes", "2", "-down", "datacenter1-2", "-e", "NODES"); code != clean || !strings.Contains(out, "datacenter1-2        down  token 0\n") {
		t.Errorf("exit %d, %q", code, out)
	}
	for _, args := range [][]string{{"-down", "x"}, {"-e"}} {
		if code, _, _ := call(t, "", append([]string{"shell"}, args...)...); code != wrongUse {
			t.Errorf("%v: exit %d", args, code)
		}
	}
	if code, _, _ := call(t, "", "shell", "-f", file+".none"); code != notDone {
		t.Errorf("exit %d", code)
	}
	if left, _ := os.ReadDir(cache); len(left) > 0 {
		t.Error("a script leaves a history")
	}
}
