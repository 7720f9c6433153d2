package check

import "partitionlab/wasm/cql"

// judgeDDL judges schema statements, USE, TRUNCATE, roles and DESCRIBE; ok is
// false for a statement of another kind.
func judgeDDL(ctx *Context, stmt cql.Statement) (v Verdict, ok bool) {
	return Verdict{}, false
}
