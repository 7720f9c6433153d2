package repair_test

import (
	"fmt"
	"testing"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/repair"
	"partitionlab/wasm/session"
)

// TestNear: the tables that there are may answer what is nearly the question.
func TestNear(t *testing.T) {
	const tables = `
CREATE TABLE spans (trace blob, span bigint, service text, operation text, took bigint, note text, PRIMARY KEY (trace, span));
CREATE TABLE durations (service text, operation text, hour timestamp, took bigint, trace blob, PRIMARY KEY ((service, operation, hour), took, trace));
CREATE TABLE operations (service text, kind text, operation text, PRIMARY KEY ((service), kind, operation));
CREATE TABLE calls (service text, operation text, at bigint, trace blob, PRIMARY KEY ((service, operation), at));
CREATE TABLE others (operation int, trace blob, PRIMARY KEY (operation));
CREATE TABLE wide (a text, b text, c text, operation text, trace blob, PRIMARY KEY ((a, b, c), operation, trace));
CREATE TABLE notes (note text, trace blob, span bigint, PRIMARY KEY (note, trace, span));
CREATE TABLE levels (day date, floor int, level int, PRIMARY KEY (day, floor, level));
CREATE INDEX ON levels (level) USING 'sai';
CREATE TABLE readings (sensor text, day date, level int, floor int, PRIMARY KEY (sensor));
`
	const those = "Of the tables that there are: "
	for query, want := range map[string]string{
		"SELECT * FROM spans WHERE operation = 'GET' AND took > 7":                     those + "with values for service, hour, durations finds trace, by which spans is then read.",
		"SELECT trace FROM calls WHERE service = 'a' ORDER BY at DESC LIMIT 9":         those + "operations finds operation, by which calls is then read.",
		"SELECT kind FROM operations WHERE service = 'a' AND operation = 'b'":          "", // it knows the key
		"SELECT trace, span FROM spans WHERE note = 'a'":                               those + "notes answers this.",
		"SELECT trace FROM spans WHERE service = 'a' AND operation = 'b' AND took > 7": those + "with values for hour, durations answers this.",
		"SELECT * FROM spans WHERE note CONTAINS 'a'":                                  "",
		"SELECT * FROM spans WHERE operation > 'a' AND took > 7":                       "",                                                  // nor would that one take it
		"SELECT * FROM operations WHERE operation = 'b'":                               "",                                                  // of a kind, calls knows nothing
		"SELECT day FROM readings WHERE level = 3":                                     those + "with values for day, levels answers this.", // by its index
		"SELECT day FROM readings WHERE day = '2026-01-01' AND level > 3":              those + "levels answers this.",
		"SELECT count(*) FROM spans":                                                   "",
	} {
		s := session.New(session.Settings{Keyspace: "ks"})
		s.Script(diag.NewSource("", tables))
		all := s.Catalogue().Keyspaces["ks"].InOrder()
		read := cql.Parse(diag.NewSource("", query)).Items[0].Stmt.(*cql.Select)
		if got := repair.Near(read, s.Catalogue().Table("ks", read.From.Name.Text), all); got != want {
			t.Errorf("%s\n got  %q\n want %q", query, got, want)
		}
	}
}

// TestNearAsksFew: tables whose keys cannot answer are told without a judge, of which each of many
// refused reads would ask for each of many tables.
func TestNearAsksFew(t *testing.T) {
	const tables = 300
	script := ""
	for i := range tables {
		script += fmt.Sprintf("CREATE TABLE t%d (k%[1]d int, at int, name text, PRIMARY KEY (k%[1]d, at, name));\n", i)
	}
	s := session.New(session.Settings{Keyspace: "ks"})
	s.Script(diag.NewSource("", script))
	read := cql.Parse(diag.NewSource("", "SELECT name FROM t0 WHERE name = 'a'")).Items[0].Stmt.(*cql.Select)
	own, all := s.Catalogue().Table("ks", "t0"), s.Catalogue().Keyspaces["ks"].InOrder()
	if n := testing.AllocsPerRun(3, func() { repair.Near(read, own, all) }); n > 10*tables {
		t.Errorf("%v allocations for %d tables", n, tables)
	}
}
