package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAdvice(t *testing.T) {
	const grows = "CREATE TABLE readings (sensor uuid, at timestamp, value double, PRIMARY KEY ((sensor), at));\n"
	const note = "CREATE TABLE users (id int PRIMARY KEY);\n"
	for _, c := range []struct {
		in   string
		args []string
		code int
		out  string // part of what is printed, "" for nothing at all
	}{
		{grows, nil, 0, ""},
		{grows, []string{"-advice"}, 0, "rule R18"},
		{grows, []string{"-fail-on", "advice"}, 1, "rule R18"},
		{grows, []string{"-advice", "-fail-on", "warning"}, 0, "rule R18"},
		{note, []string{"-fail-on", "advice"}, 0, "note: the key `id` is of type int"},
		{"-- lab:ignore R18 sensors live a day\n" + grows, []string{"-fail-on", "advice"}, 0, ""},
		{"-- lab:ignore R18\n" + grows, []string{"-fail-on", "advice"}, 1, "gives no reason"},
		{"-- lab:ignore R55 cents\n" + note, []string{"-fail-on", "advice"}, 1, "lab:ignore R55 silences nothing"},
		{grows, []string{"-advice", "-limit", "nothing=1"}, 2, ""},
		{note, []string{"-advice", "-limit", "style=true"}, 0, "rule R63"},
		{"USE lab;\n" + grows + "SELECT", []string{"-advice"}, 1, "rule R18"},
	} {
		code, out, _ := call(t, c.in, append([]string{"check"}, c.args...)...)
		if code != c.code || !strings.Contains(out, c.out) || c.out == "" && out != "" {
			t.Errorf("check %q of %q: exit %d, want %d with %q, got\n%s", c.args, c.in, code, c.code, c.out, out)
		}
	}
}

func TestAdviceInJSON(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return file
	}
	schema := write("schema.cql", "CREATE TABLE pages (book uuid, nr int, body text, PRIMARY KEY ((book), nr));\n")
	queries := write("queries.cql", "SELECT body FROM pages WHERE book = ?;\nSELECT body FROM pages;\n")
	load := write("load.size", "table = pages\nrows = 1000\nlen.body = 200000\n")
	_, out, err := call(t, "", "check", "-json", "-advice", schema, queries, load)
	var answers []struct {
		File   string
		Advice []struct {
			Rule, Severity, Why, Instead string
			Start, End                   int
		}
	}
	if e := json.Unmarshal([]byte(out), &answers); e != nil || len(answers) != 3 {
		t.Fatalf("%v, %s\n%s", e, out, err)
	}
	for i, want := range []string{"R20", "", "R04"} {
		got := ""
		for _, a := range answers[i].Advice {
			got += a.Rule
			if a.Why == "" || a.Instead == "" || a.End <= a.Start || a.Severity != "advice" {
				t.Errorf("statement %d: %+v", i, a)
			}
		}
		if got != want {
			t.Errorf("statement %d: advice %q, want %q", i, got, want)
		}
	}
	if a := answers[2].Advice; len(a) > 0 && a[0].Start != strings.LastIndex("SELECT body FROM pages WHERE book = ?;\nSELECT body FROM pages;\n", "pages") {
		t.Errorf("the place is %d", a[0].Start)
	}
}
