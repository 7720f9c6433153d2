package cql

import "testing"

func TestBegins(t *testing.T) {
	for _, text := range []string{"", "S", "SELECT", "SELECT *", "SELECT * FROM t WHERE", "SELECT a, ", "INSERT INTO t (a) VALUES (",
		"CREATE TABLE t (a int PRIMARY KEY) WITH", "CREATE TABLE t (a frozen<list<int>>", "SELECT * FROM t;", "BEGIN BATCH INSERT INTO t (a) VALUES (1)"} {
		if got, want := Begins(text), text != "S"; got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	for _, text := range []string{"FROM", "SELECT FROM t", "SELECT * WHERE", "CREATE TABLE t (a int PRIMARY KEY) FROM", "SELECT * FROM t WHERE a = 'x", "SELECT * FROM t; SELECT"} {
		if Begins(text) {
			t.Errorf("%q is the beginning of nothing", text)
		}
	}
}

func TestKeywords(t *testing.T) {
	n := 0
	for _, w := range Keywords() {
		if w != "select" && Begins("SELECT * FROM t "+w) {
			n++
		}
	}
	if n == 0 || n > 12 {
		t.Errorf("behind a table stand %d words", n)
	}
}
