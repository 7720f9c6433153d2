package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/lab/fence"
)

// datasetScripts fill each data set of the chapters into its schema, one script
// for all sets of a schema, and read every table that the set writes to.
func datasetScripts() ([]script, error) {
	files, err := filepath.Glob("content/datasets/*.cql")
	if err != nil {
		return nil, err
	}
	var order []string
	bySchema := map[string]*script{}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		first, _, _ := strings.Cut(string(b), "\n")
		of, ok := strings.CutPrefix(first, "-- schema: ")
		if !ok {
			return nil, fmt.Errorf("%s: the first line names no schema", name)
		}
		s := bySchema[of]
		if s == nil {
			text, err := os.ReadFile(filepath.Join("content/schemas", of+".cql"))
			if err != nil {
				return nil, err
			}
			s = &script{Name: "data sets of " + of, Keyspace: "g"}
			for _, st := range statementsOf(string(text)) {
				if k, ok := st.stmt.(*cql.CreateKeyspace); ok {
					s.Statements = append(s.Statements, "DROP KEYSPACE IF EXISTS "+cql.QuoteName(k.Name.Text))
				}
				s.Statements = append(s.Statements, st.text)
			}
			bySchema[of], order = s, append(order, of)
		}
		var tables []string
		writes := statementsOf(string(b))
		for _, st := range writes {
			if t := writtenTo(st.stmt); t != "" && !slices.Contains(tables, t) {
				tables = append(tables, t)
				s.Statements = append(s.Statements, "TRUNCATE "+t) // of the set before
			}
		}
		for _, st := range writes {
			s.Statements = append(s.Statements, st.text)
		}
		for _, t := range tables {
			s.Statements = append(s.Statements, "SELECT * FROM "+t, "SELECT JSON * FROM "+t, "SELECT count(*) FROM "+t)
		}
	}
	var out []script
	for _, of := range order {
		s := bySchema[of]
		for _, q := range s.Statements {
			if strings.HasPrefix(q, "DROP KEYSPACE") {
				s.Statements = append(s.Statements, q)
			}
		}
		out = append(out, *s)
	}
	return out, nil
}

// chapterScripts are the scripts of the run widgets in the chapters, each behind its
// schema and its data. Those in which time passes are left out: a server's does
// not.
func chapterScripts() ([]script, error) {
	files := func(name string) (string, error) {
		if !strings.Contains(name, "/") {
			name = "schemas/" + name
		}
		b, err := os.ReadFile("content/" + name + ".cql")
		return string(b), err
	}
	names, err := filepath.Glob("content/*/*.md")
	if err != nil {
		return nil, err
	}
	var out []script
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		for n, body := range strings.Split(string(b), "\n```run\n")[1:] {
			body, _, _ = strings.Cut(body, "\n```")
			f := fence.Parse("run", body, files)
			if len(f.Diags) > 0 {
				return nil, fmt.Errorf("%s: run widget %d: %s", name, n+1, f.Diags[0].Message)
			}
			if f.Schema == "" || strings.Contains(f.CQL, "-- lab:") {
				continue
			}
			s := script{Name: name + " " + f.ID, Keyspace: "g"}
			var drop []string
			for _, st := range append(statementsOf(f.Schema), statementsOf(f.CQL)...) {
				if k, ok := st.stmt.(*cql.CreateKeyspace); ok {
					drop = append(drop, "DROP KEYSPACE IF EXISTS "+cql.QuoteName(k.Name.Text))
				}
				s.Statements = append(s.Statements, st.text)
			}
			s.Statements = append(append(slices.Clone(drop), s.Statements...), drop...)
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no chapter has a run widget")
	}
	return out, nil
}

type statement struct {
	text string
	stmt cql.Statement
}

func statementsOf(text string) (out []statement) {
	for _, item := range cql.Parse(diag.NewSource("", text)).Items {
		out = append(out, statement{text[item.Span.Start:item.Span.End], item.Stmt})
	}
	return out
}

// writtenTo is the table that a statement writes to, "" for others.
func writtenTo(stmt cql.Statement) string {
	name := func(n cql.QualifiedName) string {
		return cql.QuoteName(n.Keyspace.Text) + "." + cql.QuoteName(n.Name.Text)
	}
	switch s := stmt.(type) {
	case *cql.Insert:
		return name(s.Into)
	case *cql.Update:
		return name(s.Table)
	case *cql.Delete:
		return name(s.From)
	}
	return ""
}
