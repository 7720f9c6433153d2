// Package judge gives the server's verdict on a statement: accepted, accepted
// with the server's warnings, or refused with the error that a real Cassandra
// 5.0.8 names first, in its words.
//
// Schema statements are judged in check/ddl, reads and writes in check/dml; what both
// stand on is in check. One function per kind of statement follows the server's own
// order of checks, because the first error is the one that counts.
package judge

import (
	"partitionlab/wasm/check"
	"partitionlab/wasm/check/ddl"
	"partitionlab/wasm/check/dml"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
)

// StatementUnits is what a verdict takes besides what is counted elsewhere.
const StatementUnits = 50

// Statement gives the verdict on one statement, or on one that somebody might write instead. It
// changes nothing: the caller carries out what the verdict says.
func Statement(ctx *check.Context, stmt cql.Statement) check.Verdict {
	ctx.Work.Drop()
	ctx.Work.Spend(1, StatementUnits, "statements")
	if v, ok := dml.Judge(ctx, stmt); ok {
		return v
	}
	if v, ok := ddl.Judge(ctx, stmt); ok {
		return v
	}
	return check.Verdict{NotJudged: true}
}

// Unparsed gives the refusal of a statement that does not parse, where the server has
// one that wins over the syntax error, or nil; begun is what was understood of it.
func Unparsed(ctx *check.Context, begun cql.Statement) *diag.Diagnostic {
	ctx.Work.Spend(1, StatementUnits, "statements")
	return ddl.Unparsed(ctx, begun)
}
