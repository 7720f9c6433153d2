package lab

import (
	"partitionlab/wasm/advice"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
)

// advised runs a script as judge does, and lists design advice after all
// verdicts. Notes are left out: a page is about what the server says.
func advised(before, text string) *judged {
	src := diag.NewSource("", text)
	conn := session.New(session.Settings{Keyspace: "lab"})
	if before != "" {
		conn.Script(diag.NewSource("", before))
	}
	keyspace := conn.Keyspace()
	results := conn.Script(src)
	j := judgedOf(src, results, conn)
	script := advice.Script{Source: src}
	for _, r := range results {
		script.Statements = append(script.Statements, advice.Statement{Span: r.Span, Stmt: r.Stmt, Accepted: r.Accepted(), Plan: r.Verdict.Plan})
	}
	item := judgedItem{command: true} // no statement
	for _, d := range advice.Run(advice.Design{Scripts: []advice.Script{script}, Catalogue: conn.Catalogue(), Keyspace: keyspace}, advice.NewOptions())[0] {
		if d.Severity == diag.Advice {
			item.diags = append(item.diags, d)
		}
	}
	if item.diags != nil {
		j.items = append(j.items, item)
	}
	return j
}
