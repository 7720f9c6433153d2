// The core's side of a run.

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf16"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/session"
)

// core is the project's own judge.
type core struct{ session *session.Session }

// settings are those of the server of a line of releases that cassandra.Start starts.
func settings(line string) *check.Settings {
	s := check.NewSettings()
	if err := s.SetServer(line); err != nil {
		panic(err)
	}
	for _, key := range []string{"enable_materialized_views", "enable_sasi_indexes", "enable_user_defined_functions"} { // which all read
		if err := s.Set(key, "true"); err != nil {
			panic(err)
		}
	}
	return s
}

func newCore(line, keyspace string) *core {
	s := session.New(session.Settings{Now: time.Now().Unix(), Check: settings(line)})
	c := &core{s}
	for _, q := range []string{`CREATE KEYSPACE "` + keyspace + `" WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1} AND durable_writes = false`, `USE "` + keyspace + `"`} {
		if r := s.Exec(q); !r.Accepted() {
			panic(fmt.Sprint(q, ": ", r.Diag))
		}
	}
	return c
}

func (c *core) catalogue(keyspace string) *schema.Keyspace {
	return c.session.Catalogue().Keyspaces[keyspace]
}

func (c *core) ask(q string) (a answer, err error) {
	defer func() {
		if x := recover(); x != nil {
			a = answer{Kind: "panic", Message: fmt.Sprint(x)}
		}
	}()
	r := c.session.Exec(q)
	switch {
	case r.Diag != nil && r.Diag.Late: // the server is asked for PREPARE alone
		a = answer{OK: true}
	case r.Diag != nil:
		a = answer{Kind: r.Diag.Kind.String(), Message: r.Diag.Message}
		if r.Diag.Kind == diag.Syntax {
			a.Place = antlrPlace(q, r.Diag.Start)
		}
	case r.NotJudged:
		a = answer{NotJudged: true, Kind: "not judged"}
	default:
		if a = (answer{OK: true}); !r.Prepared {
			a.Warnings = r.Warnings
		}
		if r.Rows == nil {
			break
		}
		a.HasRows = true
		a.Cols = r.Rows.Cols
		for _, row := range r.Rows.Rows {
			parts := make([]string, len(row))
			for i, v := range row {
				parts[i] = r.Rows.Types[i].Row(v)
			}
			// Written anew, so that the fields of user types stand in the order of
			// their names, as on the server's side.
			in := json.NewDecoder(strings.NewReader("[" + strings.Join(parts, ",") + "]"))
			in.UseNumber()
			var row any
			if err := in.Decode(&row); err != nil {
				row = err.Error()
			}
			a.Rows = append(a.Rows, jsonText(row))
		}
	}
	return a, nil
}

// antlrPlace writes an offset as the server counts: lines from 1, columns from 0
// in UTF-16 units, 0:-1 for the end of the text.
func antlrPlace(q string, offset int) string {
	if offset >= len(q) {
		return "0:-1"
	}
	return antlrColumn(q, offset)
}

// antlrColumn writes an offset as line and column.
func antlrColumn(q string, offset int) string {
	before := q[:offset]
	line := strings.Count(before, "\n") + 1
	before = before[strings.LastIndexByte(before, '\n')+1:]
	return fmt.Sprintf("%d:%d", line, len(utf16.Encode([]rune(before))))
}

// hasMarker reports whether a statement has bind markers, so that it is prepared
// and not run.
func hasMarker(q string) bool {
	_, markers, _ := cql.ParseStatement(q)
	return len(markers) > 0
}

func jsonText(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err.Error()
	}
	return strings.TrimSpace(b.String())
}
