package lab

import (
	"fmt"
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
)

// TestEveryRange: with one token a node, one node in as many as there are replicas is asked;
// with sixteen hardly one is left out.
func TestEveryRange(t *testing.T) {
	for _, c := range []struct{ nodes, tokens, rf, least, most int }{
		{100, 1, 3, 34, 34}, {6, 1, 3, 2, 2}, {7, 1, 3, 3, 3}, {5, 1, 1, 5, 5}, {3, 1, 3, 1, 1}, {1, 16, 1, 1, 1}, {3, 16, 3, 1, 1},
		{100, 16, 3, 95, 100}, {60, 16, 3, 57, 60},
	} {
		if n := everyRange(c.nodes, c.tokens, c.rf); n < c.least || n > c.most {
			t.Errorf("%d nodes with %d tokens and %d replicas: %d are asked, want %d to %d", c.nodes, c.tokens, c.rf, n, c.least, c.most)
		}
	}
}

// TestBatchesAreTakenAsTheJudgeSays: what the batch widget says of a batch is what the core
// says of its statement.
func TestBatchesAreTakenAsTheJudgeSays(t *testing.T) {
	for _, c := range []struct {
		rows, partitions, bytes int
		kind                    string
	}{
		{3, 3, 100, "logged"}, {3, 3, 100, "unlogged"}, {20, 20, 10, "unlogged"}, {10, 10, 10, "unlogged"}, {11, 11, 10, "unlogged"}, {20, 20, 10, "logged"},
		{20, 20, 1000, "logged"}, {100, 20, 1000, "logged"}, {100, 20, 1000, "unlogged"}, {100, 1, 1000, "logged"}, {100, 1, 1000, "unlogged"},
	} {
		var cql strings.Builder
		cql.WriteString("CREATE TABLE lab.t (k int, c int, v blob, PRIMARY KEY (k, c));\nBEGIN ")
		if c.kind == "unlogged" {
			cql.WriteString("UNLOGGED ")
		}
		cql.WriteString("BATCH\n")
		for i := range c.rows {
			fmt.Fprintf(&cql, "INSERT INTO lab.t (k, c, v) VALUES (%d, %d, 0x%s);\n", i%c.partitions, i, strings.Repeat("00", c.bytes))
		}
		cql.WriteString("APPLY BATCH;")
		conn := session.New(session.Settings{Keyspace: "lab"})
		done := conn.Script(diag.NewSource("", cql.String()))
		last := done[len(done)-1]
		want := "accepted"
		switch {
		case last.Diag != nil:
			want = "refused"
		case len(last.Warnings) > 0:
			want = "accepted, the server warns"
		}
		s, _ := Parse("batch", "id = b\ntitle = x\n", nil)
		in := Inputs{"rows": fmt.Sprint(c.rows), "partitions": fmt.Sprint(c.partitions), "bytes": fmt.Sprint(c.bytes), "kind": c.kind}
		if got := Run(s, in).Values["verdict"]; got != want {
			t.Errorf("%+v: the widget says %q, the judge %q", c, got, want)
		}
	}
}
