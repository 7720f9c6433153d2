package check

import "partitionlab/wasm/cql"

// A Plan is how an accepted read is answered.
type Plan struct{}

// judgeDML judges SELECT, INSERT, UPDATE, DELETE and BATCH; ok is false for a
// statement of another kind, and for one that nobody judges yet.
func judgeDML(ctx *Context, stmt cql.Statement) (v Verdict, ok bool) { return Verdict{}, false }
