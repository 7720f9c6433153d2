package session

import (
	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
)

// A script's reader is who understands a script as a whole: what no server says,
// because it sees one statement at a time.
type reader struct {
	broken map[object]diag.Span // what a refused CREATE would have made, and where it is
}

// An object is what a name stands for. A view is found where a table is asked for.
type object struct {
	kind           check.Kind
	keyspace, name string
}

// explain adds to a result what the rest of the script tells about it; keyspace is the
// one in use.
func (s *reader) explain(r *Outcome, begun cql.Statement, keyspace string) {
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
	stmt := r.Stmt
	if stmt == nil {
		stmt = begun
	}
	if o, ok := made(stmt, keyspace); ok && r.Diag.Kind != diag.Exists {
		s.broken[o] = r.Span
	}
}

// missing finds the refused statement that would have made what a diagnostic
// misses.
func (s *reader) missing(d *diag.Diagnostic) (diag.Span, bool) {
	u, ok := d.About.(*check.Unknown)
	if !ok {
		return diag.Span{}, false
	}
	o := object{u.Kind, u.Keyspace, u.Name}
	if u.Kind == check.View {
		o.kind = check.Table
	}
	at, ok := s.broken[o]
	return at, ok
}

// made is what a CREATE statement makes, if others can ask for it.
func made(stmt cql.Statement, keyspace string) (object, bool) {
	o := object{keyspace: keyspace}
	switch stmt.(type) {
	case *cql.CreateKeyspace:
		return object{check.Keyspace, "", stmt.Target().Keyspace.Text}, true
	case *cql.CreateTable, *cql.CreateView:
		o.kind = check.Table
	case *cql.CreateType:
		o.kind = check.Type
	default:
		return o, false
	}
	name := stmt.Target()
	if name.Keyspace.Given() {
		o.keyspace = name.Keyspace.Text
	}
	o.name = name.Name.Text
	return o, name.Name.Given()
}
