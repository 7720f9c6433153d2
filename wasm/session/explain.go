package session

import "partitionlab/wasm/diag"

// explain adds to a result of a script what no server says: where something that
// people paste comes from.
func explain(src *diag.Source, r *Result) {
	if r.Command != "" {
		r.Notes = append(r.Notes, diag.Diagnostic{Severity: diag.Note, Span: r.Span,
			Message: r.Command + " is a command of cqlsh, not of CQL; it is skipped",
			Why:     "cqlsh carries out such commands itself. The server never sees them."})
	}
}
