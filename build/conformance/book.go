package main

import (
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/rule/rulebook"
)

// bookScripts are the examples of the rules. Those that can be undone share one
// script; each other one starts in an empty keyspace. Examples that need other
// settings than the server's, or no keyspace, are left to the core.
func bookScripts() ([]script, error) {
	rules, err := rulebook.Load()
	if err != nil {
		return nil, err
	}
	const keyspace = "ks" // examples name it
	setup := rulebook.Example{CQL: strings.TrimSpace(rulebook.Setup)}.Statements()
	together := script{Name: "rules", Keyspace: keyspace, Statements: setup}
	var out []script
	for _, r := range rules {
		add := func(list []rulebook.Example, bad bool) {
			for _, e := range list {
				all := e.Statements()
				undo, ok := undone(all[0])
				switch {
				case len(all) > 1 || !bad && !ok:
					out = append(out, script{Name: r.ID, Keyspace: keyspace, Statements: append(rulebook.SetupFor(e.CQL), all...)})
				case !bad && undo != "":
					together.Statements = append(together.Statements, undo, all[0], undo)
				default:
					together.Statements = append(together.Statements, all[0])
				}
			}
		}
		if len(r.Settings) == 0 && r.Keyspace {
			add(r.Bad, true)
		}
		add(r.Good, false)
	}
	return append(out, together), nil
}

// undone returns the statement that undoes an accepted one, "" if it leaves no
// trace in the schema, and whether there is one.
func undone(q string) (string, bool) {
	s, _, err := cql.ParseStatement(q)
	if err != nil {
		return "", false
	}
	switch s := s.(type) {
	case *cql.Select, *cql.Insert, *cql.Update, *cql.Delete, *cql.Batch:
		return "", true
	case *cql.CreateKeyspace:
		return "DROP KEYSPACE IF EXISTS " + cql.QuoteName(s.Name.Text), true
	case *cql.CreateTable:
		if name := cql.QuoteName(s.Name.Name.Text); !strings.Contains(rulebook.Setup, "TABLE "+name+" ") {
			return "DROP TABLE IF EXISTS " + name, true
		}
	}
	return "", false
}
