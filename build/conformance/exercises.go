package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/exercise"
	"partitionlab/wasm/exercise/exercisebook"
)

// exerciseScripts are the exercises: what each one gives, what it claims, and every
// answer that its author lists, with the rows and the questions that the judge puts to
// the answer's tables.
func exerciseScripts() (out []script, err error) {
	files := func(name string) (string, error) {
		if !strings.Contains(name, "/") {
			name = "schemas/" + name
		}
		b, err := os.ReadFile("content/" + name + ".cql")
		return string(b), err
	}
	names, err := filepath.Glob("content/exercises/*/*.exercise")
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("no exercises: %v", err)
	}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		e, diags := exercisebook.Parse(string(b), files)
		if len(diags) > 0 {
			return nil, fmt.Errorf("%s: %s", name, diags[0].Message)
		}
		s := script{Name: name, Keyspace: "g"}
		run := func(text string, judge bool) {
			var drop []string
			all := append(statementsOf(e.Setup), statementsOf(text)...)
			for _, st := range all {
				switch c := st.stmt.(type) {
				case *cql.CreateTable:
					drop = append(drop, "DROP TABLE IF EXISTS "+tableName(c.Name))
				case *cql.CreateKeyspace:
					drop = append(drop, "DROP KEYSPACE IF EXISTS "+cql.QuoteName(c.Name.Text))
				}
			}
			s.Statements = append(s.Statements, drop...)
			for _, st := range all {
				s.Statements = append(s.Statements, st.text)
			}
			if judge {
				s.Statements = append(s.Statements, e.Statements(text)...)
			}
			s.Statements = append(s.Statements, drop...)
		}
		run(e.Proof.Text, false)
		if e.Kind == exercise.CQL {
			run(e.Model.Text, true)
			for _, list := range [][]exercisebook.Case{e.Wrong, e.Also} {
				for _, c := range list {
					run(c.CQL, true)
				}
			}
		}
		if len(s.Statements) > 0 {
			out = append(out, s)
		}
	}
	return out, nil
}

func tableName(n cql.QualifiedName) string {
	if n.Keyspace.Given() {
		return cql.QuoteName(n.Keyspace.Text) + "." + cql.QuoteName(n.Name.Text)
	}
	return cql.QuoteName(n.Name.Text)
}
