package lab

import (
	"partitionlab/wasm/advice"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
)

// advise lists design advice behind all verdicts. Notes are left out: a page is
// about what the server says.
func (j *judged) advise(results []session.Outcome, conn *session.Session) {
	script := advice.Script{Source: j.src}
	for _, r := range results {
		script.Statements = append(script.Statements, advice.Statement{Span: r.Span, Stmt: r.Stmt, Accepted: r.Accepted(), Plan: r.Verdict.Plan})
	}
	item := judgedItem{command: true} // no statement
	for _, d := range advice.Run(advice.Design{Scripts: []advice.Script{script}, Catalogue: conn.Catalogue(), Keyspace: j.keyspace}, advice.NewOptions())[0] {
		if d.Severity == diag.Advice {
			item.diags = append(item.diags, d)
		}
	}
	if item.diags != nil {
		j.items = append(j.items, item)
	}
}
