package session

import (
	"slices"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/repair"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/work"
)

// A CREATE that is refused or not judged, or the first statement that misses a keyspace: what is missing because
// of it is no mistake of its own.
type refused struct {
	script int // that it stands in
	at     diag.Span
	misses bool          // it does not make what is missing, but needs it, too
	ended  *work.End     // it would make it, but is not judged; nil where it is refused
	index  *schema.Index // that it would make; nil of others
	table  *schema.Table // that can be made instead of a view; nil of others
	fix    diag.Fix      // which makes it
}

// An object is what a name stands for. A view is found where a table is asked for.
type object struct {
	kind           check.Kind
	keyspace, name string
	column         string // of indexes on one
}

// explain adds to a result of a script what the rest of it tells about it: what no
// server says, because it sees one statement at a time. keyspace is the one in use.
func (s *Session) explain(r *Outcome, script int, begun cql.Statement, keyspace string) {
	if r.Command != "" {
		r.Notes = append(r.Notes, diag.Diagnostic{Severity: diag.Note, Span: r.Span,
			Message: r.Command + " is a command of cqlsh, not of CQL; it is skipped",
			Why:     "cqlsh carries out such commands itself. The server never sees them."})
		return
	}
	if r.Diag == nil && r.Ended == nil {
		if o, ok := made(r.Stmt, keyspace); ok {
			delete(s.broken, o)
		}
		if _, use := r.Stmt.(*cql.Use); use {
			s.unused = nil
		}
		return
	}
	if r.Diag != nil {
		s.becauseOf(r, script)
		if s.unindexed(r, script, keyspace); r.Verdict.Index != nil {
			s.lacksIndex(indexesOf(r.Stmt, keyspace, r.Verdict.Index.Column), refused{script: script, at: r.Span, index: r.Verdict.Index})
		}
	}
	stmt := r.Stmt
	if stmt == nil {
		stmt = begun
	}
	if o, ok := made(stmt, keyspace); ok && (r.Diag == nil || r.Diag.Kind != diag.Exists) {
		by := refused{script: script, at: r.Span, ended: r.Ended}
		if view, is := stmt.(*cql.CreateView); is && r.Diag != nil {
			for _, f := range r.Diag.Fixes {
				if strings.HasPrefix(f.Makes, "CREATE TABLE ") {
					by.table, by.fix = repair.TableOf(&s.ctx, view), f
				}
			}
		}
		s.lacks(o, by)
	}
}

// becauseOf tells of a refused statement that what it misses would be there, but for another.
func (s *Session) becauseOf(r *Outcome, script int) {
	by, ok := s.missing(r.Diag)
	_, use := r.Stmt.(*cql.Use)
	if !ok && s.unused != nil && r.Diag.Rule == string(rule.RES01) {
		by, ok, use = *s.unused, true, true
	}
	if use && ok {
		s.unused = &by
	}
	switch u, unknown := r.Diag.About.(*check.Unknown); {
	case ok && by.ended != nil:
		r.Ended = by.ended
		*r = unjudged(r, "What this needs is made by a statement that is not judged: neither accepted nor refused.")
	case ok:
		r.Follows = true
		r.Diag.Instead = "The statement that makes it is refused: mend that one first."
		if use && !by.misses {
			r.Diag.Instead = "The keyspace that USE asks for is refused above: mend that statement first."
		} else if by.misses {
			r.Diag.Instead = "The keyspace is missing above already: mend that statement first."
		}
		r.Diag.Fixes = nil
		if read, is := r.Stmt.(*cql.Select); is && by.table != nil && by.script == script && s.wouldRead(by.table, read, r.Prepared) {
			f := by.fix
			f.Edits = slices.Clone(f.Edits) // not to be changed twice, where variables are written back
			r.Diag.Fixes = []diag.Fix{f}
		}
		if by.script == script {
			r.Diag.Related = append(r.Diag.Related, diag.Related{Span: by.at, Text: "refused here"})
		}
	case unknown && u.Kind == check.Keyspace:
		by := refused{script: script, at: r.Span, misses: true}
		if s.lacks(object{kind: check.Keyspace, name: u.Name}, by); use {
			s.unused = &by
		}
	}
}

// wouldRead reports whether a read would be taken if a table were there.
func (s *Session) wouldRead(t *schema.Table, read *cql.Select, prepared bool) bool {
	ks := s.ctx.Catalogue.Keyspaces[t.Keyspace]
	if ks == nil || ks.Tables[t.Name] != nil {
		return false
	}
	ks.Tables[t.Name] = t
	defer delete(ks.Tables, t.Name)
	return s.AskOf(t, read, prepared).Plan != nil
}

// unindexed tells of a refused read that it would be taken, were it not for the refusal of an index.
func (s *Session) unindexed(r *Outcome, script int, keyspace string) {
	read, ok := r.Stmt.(*cql.Select)
	if !ok || s.Bare {
		return
	}
	var all []refused
	for _, rel := range read.Where {
		for _, c := range rel.Columns {
			all = append(all, s.unmade[indexesOf(read, keyspace, c.Text)]...)
		}
	}
	for _, o := range read.OrderBy { // ANN OF
		all = append(all, s.unmade[indexesOf(read, keyspace, o.Column.Text)]...)
	}
	if all == nil {
		return
	}
	o := indexesOf(read, keyspace, "")
	t := s.ctx.Catalogue.Table(o.keyspace, o.name)
	if t == nil {
		return
	}
	had := t.Indexes
	t.Indexes = slices.Clip(had)
	for _, x := range all {
		t.Indexes = append(t.Indexes, x.index)
	}
	v := s.AskOf(t, read, r.Prepared)
	if t.Indexes = had; v.Plan == nil {
		return
	}
	for _, x := range all {
		if !slices.Contains(v.Plan.Indexes, x.index) {
			continue
		}
		r.Follows, r.Diag.Fixes = true, nil
		if r.Diag.Instead = "The index on " + x.index.Column + " is refused: mend its statement first."; x.script == script {
			r.Diag.Related = append(r.Diag.Related, diag.Related{Span: x.at, Text: "the index is refused here"})
		}
		return
	}
}

// indexesOf stands for the refused indexes on a column of the table that a statement names.
func indexesOf(stmt cql.Statement, keyspace, column string) object {
	name := stmt.Target()
	if name.Keyspace.Given() {
		keyspace = name.Keyspace.Text
	}
	return object{kind: check.Index, keyspace: keyspace, name: name.Name.Text, column: column}
}

// lacksIndex notes an index that is refused: of each kind on a column the last one counts.
func (s *Session) lacksIndex(o object, because refused) {
	ix := because.index
	if s.unmade == nil {
		s.unmade = map[object][]refused{}
	}
	list := slices.DeleteFunc(s.unmade[o], func(x refused) bool { return x.index.Class == ix.Class && x.index.Target == ix.Target })
	s.unmade[o] = append([]refused{because}, list...)
}

// lacks notes what is not there because of a refused statement.
func (s *Session) lacks(o object, because refused) {
	if s.broken == nil {
		s.broken = map[object]refused{}
	}
	s.broken[o] = because
}

// missing finds the refused statement that would have made what a diagnostic
// misses.
func (s *Session) missing(d *diag.Diagnostic) (refused, bool) {
	u, ok := d.About.(*check.Unknown)
	if !ok {
		return refused{}, false
	}
	o := object{kind: u.Kind, keyspace: u.Keyspace, name: u.Name}
	if u.Kind == check.View {
		o.kind = check.Table
	}
	by, ok := s.broken[o]
	return by, ok
}

// made is what a CREATE statement makes, if others can ask for it.
func made(stmt cql.Statement, keyspace string) (object, bool) {
	o := object{keyspace: keyspace}
	switch stmt.(type) {
	case *cql.CreateKeyspace:
		return object{kind: check.Keyspace, name: stmt.Target().Keyspace.Text}, true
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
