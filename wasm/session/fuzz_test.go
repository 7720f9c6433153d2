package session_test

import (
	"testing"
	"time"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/repair"
	"partitionlab/wasm/rule/rulebook"
	"partitionlab/wasm/session"
)

// FuzzRepairs: what is offered for a refused statement can be applied, parses, and is
// something else; a table that is proposed for a query can be made and answers it.
func FuzzRepairs(f *testing.F) {
	rules, err := rulebook.Load()
	if err != nil {
		f.Fatal(err)
	}
	for _, r := range rules {
		for _, e := range r.Bad {
			f.Add("", e.CQL)
		}
	}
	f.Add("CREATE TABLE a (k int, c int, v text, s set<int>, PRIMARY KEY (k, c)) WITH CLUSTERING ORDER BY (c DESC)", "SELECT v FROM a WHERE v = 'x' AND c > 3 ORDER BY c")
	f.Add("CREATE TABLE a (k int PRIMARY KEY, v text)", "INSERT INTO a (k, v) VALUES ('1', 1)")
	f.Fuzz(func(t *testing.T, setup, text string) {
		defer time.AfterFunc(5*time.Minute, func() { panic("no answer within five minutes") }).Stop()
		c := session.New(session.Settings{Keyspace: "ks", Now: 1795248000})
		c.Script(diag.NewSource("", rulebook.Setup))
		c.Script(diag.NewSource("", setup))
		r := c.Exec(text)
		if d := r.Diag; d != nil {
			for _, fix := range d.Fixes {
				end := 0
				for _, e := range fix.Edits {
					if e.Start < end || e.End < e.Start || e.End > len(text) {
						t.Fatalf("%q: edits out of order or place: %+v", fix.Title, fix.Edits)
					}
					end = e.End
				}
				fixed := fix.Apply(text)
				if fixed == text {
					t.Errorf("%q changes nothing", fix.Title)
				}
				if d.Kind == diag.Syntax {
					continue // one fault of several may be gone
				}
				for _, item := range cql.Parse(diag.NewSource("", fixed)).Items {
					if item.Err != nil {
						t.Errorf("%q gives %q, which does not parse: %s", fix.Title, fixed, item.Err.Message)
					}
				}
			}
		}
		q, isQuery := parsed(text).(*cql.Select)
		if !isQuery || r.Diag != nil && r.Diag.Kind == diag.Syntax {
			return
		}
		keyspace := "ks"
		if q.From.Keyspace.Text != "" {
			keyspace = q.From.Keyspace.Text
		}
		table := c.Catalogue().Table(keyspace, q.From.Name.Text)
		if table == nil {
			return
		}
		if proposed := repair.ProposeTable(q, table, c.Catalogue().Keyspaces[keyspace]); proposed != "" {
			if r := c.Exec(proposed); r.Diag != nil && r.Diag.Kind != diag.Exists {
				t.Errorf("for %q the table %q is proposed: %s", text, proposed, r.Diag.Message)
			}
		}
	})
}

// parsed is the tree of a statement; nil where there is none.
func parsed(text string) cql.Statement {
	stmt, _, err := cql.ParseStatement(text)
	if err != nil {
		return nil
	}
	return stmt
}
