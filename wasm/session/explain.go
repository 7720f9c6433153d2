package session

import (
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
)

// A script's reader is who understands a script as a whole: what no server says,
// because it sees one statement at a time.
type reader struct {
	src    *diag.Source
	broken map[string]diag.Span // names whose CREATE is refused, and where
}

// explain adds to a result what the rest of the script tells about it.
func (s *reader) explain(r *Result, begun cql.Statement) {
	if r.Command != "" {
		r.Notes = append(r.Notes, diag.Diagnostic{Severity: diag.Note, Span: r.Span,
			Message: r.Command + " is a command of cqlsh, not of CQL; it is skipped",
			Why:     "cqlsh carries out such commands itself. The server never sees them."})
		return
	}
	if r.Diag == nil {
		return
	}
	if at, ok := s.missing(r.Diag); ok {
		r.Diag.Instead = "The statement that makes it is refused: mend that one first."
		r.Diag.Fixes = nil
		r.Diag.Related = append(r.Diag.Related, diag.Related{Span: at, Text: "refused here"})
	}
	if stmt := r.Stmt; r.Diag.Kind != diag.Exists {
		if stmt == nil {
			stmt = begun
		}
		if name := made(stmt); name.Given() {
			s.broken[name.Text] = r.Span
		}
	}
}

// plain is a name as the catalogue holds it.
func plain(name string) string {
	if unquoted, ok := strings.CutPrefix(name, `"`); ok {
		return strings.ReplaceAll(strings.TrimSuffix(unquoted, `"`), `""`, `"`)
	}
	return strings.ToLower(name)
}

// missing finds the refused statement that would have made what a diagnostic
// misses.
func (s *reader) missing(d *diag.Diagnostic) (diag.Span, bool) {
	if !strings.HasSuffix(d.Message, "exist") && !strings.HasPrefix(d.Message, "Unknown type ") || d.Start < 0 || d.End > len(s.src.Text) || d.Start > d.End {
		return diag.Span{}, false
	}
	at, ok := s.broken[plain(s.src.Text[d.Start:d.End])]
	return at, ok
}

// made is the name that a CREATE statement gives, if others can ask for it.
func made(stmt cql.Statement) cql.Name {
	switch s := stmt.(type) {
	case *cql.CreateKeyspace:
		return s.Name
	case *cql.CreateTable, *cql.CreateType, *cql.CreateView:
		return s.Target().Name
	}
	return cql.Name{}
}
