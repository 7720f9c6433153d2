// What advice says under an older server.

package advice_test

import (
	"strings"
	"testing"

	"partitionlab/wasm/advice"
	"partitionlab/wasm/check"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
)

func TestCureOfServer(t *testing.T) {
	src := diag.NewSource("", "CREATE TABLE t (id uuid, status text, at timestamp, PRIMARY KEY (id));\nCREATE INDEX ON t (status);\nCREATE INDEX ON t (at);\n"+
		"CREATE TABLE w (id uuid, n int, PRIMARY KEY (id)) WITH compaction = {'class': 'TimeWindowCompactionStrategy'};\nDELETE FROM w WHERE id = 00000000-0000-0000-0000-000000000001;\n")
	for server, want := range map[string]bool{"5.0": true, "4.1": false, "4.0": false} {
		settings := check.NewSettings()
		if err := settings.SetServer(server); err != nil {
			t.Fatal(err)
		}
		s := session.New(session.Settings{Keyspace: "lab", Check: settings})
		script := advice.Script{Source: src}
		for _, r := range s.Script(src) {
			script.Statements = append(script.Statements, advice.Statement{Span: r.Span, Stmt: r.Stmt, Accepted: r.Accepted(), Plan: r.Verdict.Plan})
		}
		seen := map[string]bool{}
		for _, d := range advice.Run(advice.Design{Scripts: []advice.Script{script}, Catalogue: s.Catalogue(), Keyspace: "lab"}, advice.NewOptions())[0] {
			if d.Rule != "R39" && d.Rule != "R95" && d.Rule != "R79" {
				continue
			}
			seen[d.Rule] = true
			if got := strings.Contains(d.Instead, "SAI") || strings.Contains(d.Instead, "Unified"); got != want || d.Instead == "" {
				t.Errorf("%s under %s: %s", d.Rule, server, d.Instead)
			}
		}
		if len(seen) != 3 {
			t.Errorf("under %s: %v", server, seen)
		}
	}
}
