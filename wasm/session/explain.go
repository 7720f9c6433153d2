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
	} else if r.Stmt == nil && r.Diag.Kind == diag.Syntax {
		if name := meant(s.src.Text[r.Span.Start:r.Span.End]); name != "" {
			s.broken[name] = r.Span
		}
	}
}

// meant is the name that a CREATE statement would give if it parsed: the word
// behind what is created, without its keyspace.
func meant(text string) string {
	head, _, _ := strings.Cut(text, "(")
	words := strings.Fields(head)
	at := 1
	if len(words) > 1 && strings.EqualFold(words[1], "MATERIALIZED") {
		at = 2
	}
	if len(words) < at+2 || !strings.EqualFold(words[0], "CREATE") {
		return ""
	}
	switch strings.ToUpper(words[at]) {
	case "TABLE", "COLUMNFAMILY", "TYPE", "KEYSPACE", "VIEW":
	default:
		return ""
	}
	if at++; strings.EqualFold(words[at], "IF") {
		at += 3 // NOT EXISTS
	}
	if at >= len(words) {
		return ""
	}
	return plain(words[at][strings.LastIndexByte(words[at], '.')+1:])
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
