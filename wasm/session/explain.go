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
func (s *reader) explain(r *Result) {
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
	if name, at := made(r.Stmt); name.Given() && r.Diag.Kind != diag.Exists {
		s.broken[name.Text] = at
	}
}

// missing finds the refused statement that would have made what a diagnostic
// misses.
func (s *reader) missing(d *diag.Diagnostic) (diag.Span, bool) {
	if !strings.HasSuffix(d.Message, "exist") && !strings.HasPrefix(d.Message, "Unknown type ") || d.Start < 0 || d.End > len(s.src.Text) || d.Start > d.End {
		return diag.Span{}, false
	}
	name := s.src.Text[d.Start:d.End]
	if unquoted, ok := strings.CutPrefix(name, `"`); ok {
		name = strings.ReplaceAll(strings.TrimSuffix(unquoted, `"`), `""`, `"`)
	} else {
		name = strings.ToLower(name)
	}
	at, ok := s.broken[name]
	return at, ok
}

// made is the name that a CREATE statement gives, and the statement's place.
func made(stmt cql.Statement) (cql.Name, diag.Span) {
	switch s := stmt.(type) {
	case *cql.CreateKeyspace:
		return s.Name, s.Span
	case *cql.CreateTable:
		return s.Name.Name, s.Span
	case *cql.CreateType:
		return s.Name.Name, s.Span
	case *cql.CreateView:
		return s.Name.Name, s.Span
	}
	return cql.Name{}, diag.Span{}
}
