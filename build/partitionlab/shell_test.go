package main

import (
	"bytes"
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
SELECT * FROM t WHERE k = 1;
SELECT * FROM t WHERE v = 'x';
BEGIN BATCH
  DELETE FROM t WHERE k = 1 AND c = 2;
APPLY BATCH;
SELECT count(*) FROM t
`
	var out, errs bytes.Buffer
	if code := run([]string{"shell", "-now", "1700000000"}, stdio{strings.NewReader(in), &out, &errs}); code != 0 {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	for _, want := range []string{"1 | 2 | b;c", "1 rows; read: 1 partitions", "refused (invalid): Cannot execute this query", "count", "\n0    \n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the shell did not print %q:\n%s", want, out.String())
		}
	}
}

// Flush, compaction and time show in what reads pass.
func TestShellOperates(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	in := `CREATE TABLE t (k int PRIMARY KEY, v int);
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
	if code := run([]string{"shell", "-now", "1700000000"}, stdio{strings.NewReader(in), &out, &errs}); code != 0 {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	for _, want := range []string{"Flushed: 1 memtable became 1 SSTable.", "1 rows, 0 cells, 1 tombstones, 2 of 2 SSTables", "Time passed: 11 days.",
		"Compacted: 2 SSTables became 1 SSTable;", "1 rows, 0 cells, 0 tombstones, 1 of 1 SSTables", "This is no time to wait"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the shell did not print %q:\n%s", want, out.String())
		}
	}
}

func TestComplete(t *testing.T) {
	for text, want := range map[string]bool{
		"SELECT * FROM t;":                       true,
		"SELECT ';":                              false,
		"SELECT * FROM t":                        false,
		"-- no;":                                 false,
		"SELECT $$ a;":                           false,
		"BEGIN BATCH DELETE FROM t WHERE k = 1;": false,
		"BEGIN BATCH DELETE FROM t WHERE k = 1; APPLY BATCH;": true,
	} {
		if got := complete(text); got != want {
			t.Errorf("complete(%q) = %v", text, got)
		}
	}
}
