package check

import (
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
)

func repairSelect(ctx *Context, s *cql.Select, q *query, d *diag.Diagnostic) *diag.Diagnostic {
	return d
}
