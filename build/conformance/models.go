// Models: the schemas of the shipped models are made, filled and asked.

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"partitionlab/build/cassandra"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/model"
)

// designs are the designs of the shipped models, by their names.
func designs() (names []string, out []*model.Design, err error) {
	files, err := filepath.Glob("content/models/*.model")
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("there is no model in content/models")
	}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, nil, err
		}
		m, list := model.Parse(diag.NewSource(name, string(b)))
		if len(list) > 0 {
			return nil, nil, fmt.Errorf("%s: %s", name, list[0].Message)
		}
		names, out = append(names, strings.TrimSuffix(filepath.Base(name), ".model")), append(out, m.Design())
	}
	return names, out, err
}

// dropAll are the statements that take a design's keyspaces away.
func dropAll(d *model.Design) (drop []string) {
	for _, k := range d.Model.Keyspaces {
		drop = append(drop, "DROP KEYSPACE IF EXISTS "+k.Name.Text)
	}
	return drop
}

// modelScripts make the schema of each model, write rows into each table and ask each
// question.
func modelScripts() (out []script, err error) {
	names, all, err := designs()
	for i, d := range all {
		s := script{Name: "model " + names[i], Keyspace: "g", Statements: dropAll(d)}
		for _, st := range d.Statements {
			s.Statements = append(s.Statements, st.Text)
		}
		for _, t := range d.Tables {
			s.Statements = append(s.Statements, d.Samples(t)...)
		}
		for _, a := range d.Accesses {
			for ; a != nil; a = a.With {
				s.Statements = append(s.Statements, d.Asks(a)...)
			}
		}
		s.Statements = append(s.Statements, dropAll(d)...)
		out = append(out, s)
	}
	return out, err
}

// runModels puts the models to a server and says of each question how many partitions
// it was asked of and how many rows came back.
func runModels(srv *cassandra.Server) error {
	names, all, err := designs()
	if err != nil {
		return err
	}
	failed := 0
	for i, d := range all {
		side, err := newServer(srv, "g")
		if err != nil {
			return err
		}
		say := func(q string) (answer, error) {
			a, err := side.ask(q)
			if err == nil && !a.OK {
				failed++
				fmt.Printf("  refused: %s\n    %s\n", q, a.Message)
			}
			return a, err
		}
		var before, after []string
		before = dropAll(d)
		for _, st := range d.Statements {
			before = append(before, st.Text)
		}
		for _, t := range d.Tables {
			before = append(before, d.Samples(t)...)
		}
		after = dropAll(d)
		fmt.Printf("%s: %d tables, %d questions\n", names[i], len(d.Tables), len(d.Accesses))
		for _, q := range before {
			if _, err := say(q); err != nil {
				return err
			}
		}
		for _, a := range d.Accesses {
			asks := d.Asks(a)
			rows := 0
			for _, q := range asks {
				got, err := say(q)
				if err != nil {
					return err
				}
				if len(got.Rows) == 0 {
					failed++
					fmt.Printf("  no rows: %s\n", q)
				}
				rows += len(got.Rows)
			}
			if int64(len(asks)) != a.Partitions {
				failed++
			}
			fmt.Printf("  %-4s %-34s %2d of %d partitions answered, %d rows\n", a.Question.ID.Text, a.Table.Name, len(asks), a.Partitions, rows)
		}
		for _, q := range after {
			if _, err := say(q); err != nil {
				return err
			}
		}
		side.close()
	}
	if failed > 0 {
		return fmt.Errorf("%d statements of models were not answered as they should be", failed)
	}
	return nil
}
