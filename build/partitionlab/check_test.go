package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"partitionlab/wasm/answer"
)

// call runs a command line and returns its exit code and what it printed.
func call(t *testing.T, in string, args ...string) (code int, out, err string) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(args, stdio{strings.NewReader(in), &o, &e})
	return code, o.String(), e.String()
}

func TestCheckExitCodes(t *testing.T) {
	warns := "CREATE KEYSPACE a WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 3};"
	for _, c := range []struct {
		in   string
		args []string
		code int
		out  string // part of what is printed
	}{
		{"CREATE TABLE t (k int PRIMARY KEY);", nil, 0, ""},
		{"CREATE TABLE t (k int PRIMARY KEY)", nil, 0, "cqlsh does not run it"},
		{"CREATE TABLE t (k int)", nil, 1, "No PRIMARY KEY"},
		{"\ufeffCREATE TABLE t (k int PRIMARY KEY);\r\n-- the end", nil, 0, ""},
		{"SELECT", nil, 1, "refused (syntax)"},
		{"SELECT; CREATE TABLE t (k int); SELECT * FROM u", nil, 1, "table u does not exist"},
		{"SOURCE 'x'", nil, 0, "SOURCE: the file x cannot be read"},
		{"CONSISTENCY QUORUM", nil, 0, "CONSISTENCY is a command of cqlsh"},
		{warns, nil, 0, "warning: Your replication factor 3"},
		{warns, []string{"-fail-on", "warning"}, 1, "warning"},
		{warns, []string{"-dc", "a", "-dc", "b", "-dc", "c", "-fail-on", "warning"}, 0, ""},
		{"SELECT * FROM t", []string{"-keyspace", ""}, 1, "No keyspace has been specified"},
		{"CREATE TABLE t (k int PRIMARY KEY);", []string{"-keyspace", "shop"}, 0, ""},
		{"CREATE TABLE t (a int, b int, c int, PRIMARY KEY (a))", []string{"-set", "authenticator=PasswordAuthenticator", "-set", "columns_per_table_fail_threshold=2"}, 1, "Guardrail columns_per_table violated"},
		{"CREATE TABLE t (a int, b int, c int, PRIMARY KEY (a));", []string{"-set", "authenticator=PasswordAuthenticator", "-superuser", "-set", "columns_per_table_fail_threshold=2"}, 0, ""},
		{"CREATE TABLE t (a int, b int, c int, PRIMARY KEY (a));", []string{"-set", "columns_per_table_fail_threshold=2"}, 0, ""},
		{"", []string{"-set", "no_such_key=1"}, 2, ""},
		{"", []string{"-set", "sasi_indexes_enabled"}, 2, ""},
		{"", []string{"-fail-on", "never"}, 2, ""},
		{"", []string{"-json", "-jsonl"}, 2, ""},
		{"", []string{"-nope"}, 2, ""},
		{"", []string{"no/such/file.cql"}, 3, ""},
	} {
		code, out, err := call(t, c.in, append([]string{"check"}, c.args...)...)
		if code != c.code || !strings.Contains(out, c.out) || c.out == "" && code == 0 && out != "" {
			t.Errorf("check %v on %q: exit %d, %s%s; want %d with %q", c.args, c.in, code, out, err, c.code, c.out)
		}
		if code == 2 && err == "" {
			t.Errorf("check %v says nothing about its wrong use", c.args)
		}
	}
}

// TestCheckIsBounded: neither the rows of all answers nor the files that SOURCE reads grow
// without bound, and what is left out is said.
func TestCheckIsBounded(t *testing.T) {
	wide := "CREATE TABLE t (k int PRIMARY KEY, v text);\nINSERT INTO t (k, v) VALUES (1, '" + strings.Repeat("x", 60_000) + "');\n" +
		strings.Repeat("SELECT v"+strings.Repeat(", v", 9)+" FROM t;\n", 8)
	code, out, err := call(t, wide, "check", "-json", "-budget", "0.05")
	var verdicts []struct{ Rows [][]string }
	if e := json.Unmarshal([]byte(out), &verdicts); e != nil {
		t.Fatalf("%v: %.200s", e, out)
	}
	shown := 0
	for _, v := range verdicts {
		if len(v.Rows) > 0 {
			shown++
		}
	}
	if code != 3 || len(verdicts) != 10 || shown != 5 || !strings.Contains(err, "rows are left out") {
		t.Errorf("exit %d, %d verdicts, %d with rows, %.300s", code, len(verdicts), shown, err)
	}

	t.Chdir(t.TempDir())
	for i := range 15 { // 2^15 files, had each to be read as often as it is named
		text := strings.Repeat(fmt.Sprintf("SOURCE '%d.cql';\n", i+1), 2)
		if e := os.WriteFile(fmt.Sprintf("%d.cql", i), []byte(text), 0o666); e != nil {
			t.Fatal(e)
		}
	}
	if e := os.WriteFile("15.cql", nil, 0o666); e != nil {
		t.Fatal(e)
	}
	code, out, err = call(t, "", "check", "0.cql")
	if code != 3 || strings.Count(out, "10000 files were read already") != 1 {
		t.Errorf("exit %d, %.300s%.300s", code, out, err)
	}
}

// TestCheckFiles: several files are one session, and places count in each file.
func TestCheckFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	a := write("a.cql", "CREATE TABLE t (k int PRIMARY KEY);\n")
	b := write("b.cql", "INSERT INTO t (k) VALUES (1);\nSELECT nope FROM t;\n")
	code, out, _ := call(t, "", "check", "-json", a, b)
	var answers []answer.Statement
	if err := json.Unmarshal([]byte(out), &answers); err != nil || code != 1 {
		t.Fatalf("exit %d, %v: %s", code, err, out)
	}
	if len(answers) != 3 || !answers[0].OK || !answers[1].OK || answers[2].OK {
		t.Fatalf("answers: %s", out)
	}
	last := answers[2]
	text := "INSERT INTO t (k) VALUES (1);\nSELECT nope FROM t;\n"
	if last.File != b || last.Kind != "invalid" || last.Rule != "RES-04" || text[last.Start:last.End] != "nope" {
		t.Errorf("the last answer is %+v", last)
	}
}

// TestCheckLines: each line is answered before the next one is read, as a
// conversation through pipes needs it.
func TestCheckLines(t *testing.T) {
	in, write := io.Pipe()
	read, out := io.Pipe()
	done := make(chan int, 1)
	go func() {
		done <- run([]string{"check", "-jsonl", "-keyspace", "", "-now", "1795248000"}, stdio{in, out, io.Discard})
		out.Close()
	}()
	answers := json.NewDecoder(read)
	ask := func(q string) (a map[string]any) {
		line, err := json.Marshal(q)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := write.Write(append(line, '\n')); err != nil {
			t.Fatal(err)
		}
		if err := answers.Decode(&a); err != nil {
			t.Fatal(err)
		}
		return a
	}
	for _, c := range []struct {
		q    string
		want string
	}{
		{"CREATE KEYSPACE ks WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}", "true"},
		{"CREATE TABLE t (k int PRIMARY KEY)", "invalid"},
		{"USE ks", "true"},
		{"CREATE TABLE t (k int PRIMARY KEY, v text)", "true"},
		{"CREATE TABLE t (k int PRIMARY KEY, v text)", "exists"},
		{"INSERT INTO t (k, v) VALUES (1, 'a')", "true"},
		{"INSERT INTO t (k, v) VALUES (?, ?)", "true"},
		{"INSERT INTO t (k, v) VALUES (1, 2)", "invalid"},
		{"SELECT * FROM t -- all", "syntax"},
		{"\ufeffSELECT * FROM t", "syntax"},
		{"SELECT * FROM t; SELECT * FROM t", "syntax"},
		{"", "syntax"},
	} {
		a := ask(c.q)
		got := "true"
		if a["ok"] != true {
			got, _ = a["kind"].(string)
			if a["message"] == "" || a["start"] == nil || a["end"] == nil {
				t.Errorf("%q: the answer lacks something: %v", c.q, a)
			}
		}
		if got != c.want {
			t.Errorf("%q: %v, want %s", c.q, a, c.want)
		}
	}
	if a := ask("SELECT * FROM t"); a["cols"] == nil || a["rows"] == nil {
		t.Errorf("rows do not come back: %v", a)
	}
	write.Close()
	if code := <-done; code != 0 {
		t.Errorf("exit %d after refusals, want 0", code)
	}
	if code, _, err := call(t, `{"cql":1}`+"\n", "check", "-jsonl"); code != 2 || !strings.Contains(err, `"cql" is of the kind number, not a string`) || strings.Contains(err, "struct") {
		t.Errorf("an object of another kind: exit %d, %s", code, err)
	}
	if code, _, err := call(t, "5\n", "check", "-jsonl"); code != 2 || !strings.Contains(err, "line 1") {
		t.Errorf("a line that is no string: exit %d, %s", code, err)
	}
}

func TestFmt(t *testing.T) {
	code, out, _ := call(t, "create table t (k int primary key); -- first\nselect * from t", "fmt")
	if want := "CREATE TABLE t (k int PRIMARY KEY); -- first\nSELECT * FROM t;\n"; code != 0 || out != want {
		t.Errorf("exit %d:\n%s\nwant\n%s", code, out, want)
	}
	// What does not parse stays, and what parses is laid out all the same.
	code, out, errs := call(t, "\ufeffselect * from t;\r\n# no\r\nselect from where 'x;y' ; create table t (a int primary key) -- c\r\n; select", "fmt")
	if want := "\ufeffSELECT * FROM t;\r\n# no\r\nselect from where 'x;y';\r\nCREATE TABLE t (a int PRIMARY KEY); -- c\r\nselect\r\n"; code != found || out != want || !strings.Contains(errs, "standard input:3:8") || !strings.Contains(errs, "standard input:2:1") {
		t.Errorf("what does not parse: exit %d, %q\nwant %q\n%s", code, out, want, errs)
	}
	if code, again, _ := call(t, out, "fmt"); code != found || again != out {
		t.Errorf("again: exit %d, %q", code, again)
	}
	if code, out, _ := call(t, "select * from t;\nSELECT * FROM u;\n", "fmt", "-d"); code != found || !strings.Contains(out, "\n-select * from t;\n+SELECT * FROM t;\n SELECT * FROM u;\n") {
		t.Errorf("-d: exit %d, %s", code, out)
	}
	if code, out, _ := call(t, "SELECT * FROM u;\n", "fmt", "-d"); code != clean || out != "" {
		t.Errorf("-d of nothing: exit %d, %s", code, out)
	}
	file := filepath.Join(t.TempDir(), "a.cql")
	if err := os.WriteFile(file, []byte("select * from t"), 0o666); err != nil {
		t.Fatal(err)
	}
	if code, out, _ := call(t, "", "fmt", "-l", file); code != 1 || strings.TrimSpace(out) != file {
		t.Errorf("-l: exit %d, %s", code, out)
	}
	if code, _, err := call(t, "", "fmt", "-w", file); code != 0 {
		t.Errorf("-w: exit %d, %s", code, err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "SELECT * FROM t;\n" {
		t.Errorf("-w wrote %q, %v", text, err)
	}
	for _, args := range [][]string{{"fmt", "-w"}, {"fmt", "-w", "-l", file}, {"fmt", "-d", "-l", file}} {
		if code, _, err := call(t, "", args...); code != 2 || err == "" {
			t.Errorf("%v: exit %d", args, code)
		}
	}
}

// TestBytesThatAreNoLetters: a script that cqlsh cannot read is named with the first byte that it
// ends at; the letter that stands for such a byte, and a program, are not.
func TestBytesThatAreNoLetters(t *testing.T) {
	for text, want := range map[string]string{
		"CREATE TABLE t (k int PRIMARY KEY); -- caf\xe9 \xe9\n":     "standard input:1:43",
		"CREATE TABLE t (k int PRIMARY KEY); -- caf\u00e9 \ufffd\n": "",
	} {
		code, out, err := call(t, text, "check", "-")
		if code != clean && want == "" || strings.Contains(out+err, "FILE-07") != (want != "") || !strings.Contains(out+err, want) || strings.Count(out, "FILE-07:") > 1 {
			t.Errorf("%q: exit code %d\n%s%s", text, code, out, err)
		}
	}
	program := filepath.Join(t.TempDir(), "a.go")
	if err := os.WriteFile(program, []byte("package a\n// \xe9\nvar q = s.Query(`SELECT * FROM system.local`)\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, out, err := call(t, "", "check", program); strings.Contains(out+err, "FILE-07") {
		t.Errorf("a program:\n%s%s", out, err)
	}
}

// Of a statement with markers a line is answered as PREPARE answers, which warns of nothing; a script
// says what the server warns of each time it runs.
func TestCheckWarnsOfPrepared(t *testing.T) {
	const ask, words = "SELECT count(*) FROM system.local LIMIT ?", "Aggregation query used without partition key"
	if code, out, _ := call(t, ask+";", "check", "-fail-on", "warning"); code != 1 || !strings.Contains(out, "warning: "+words) || !strings.Contains(out, "each time the statement runs") {
		t.Errorf("a script: exit %d, %s", code, out)
	}
	if code, out, _ := call(t, `"`+ask+`"`+"\n", "check", "-jsonl"); code != 0 || strings.Contains(out, `"warnings"`) || !strings.Contains(out, `"notes":["`+words) {
		t.Errorf("a line: exit %d, %s", code, out)
	}
}
