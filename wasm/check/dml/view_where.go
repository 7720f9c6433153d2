package dml

import (
	"slices"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/schema"
)

// A viewClause is the WHERE clause of a view on a table: it is understood as that of a
// SELECT is.
type viewClause struct{ where *where }

// ViewWhere understands the WHERE clause of a view on t.
func ViewWhere(ctx *check.Context, s *cql.CreateView, t *schema.Table) (*viewClause, *diag.Diagnostic) {
	from := s.From
	if !from.Keyspace.Given() {
		from.Keyspace = cql.Name{Span: from.Name.Span, Text: t.Keyspace}
	}
	p, d := newPreparer(ctx, from, s.Place())
	if d != nil {
		return nil, d
	}
	w, d := p.whereClause(selects, s.Where, nil, false, true, true)
	return &viewClause{w}, d
}

// Restricts reports whether the clause says something of a column, if only that it is
// not null.
func (v *viewClause) Restricts(c *schema.Column) bool {
	w := v.where
	return slices.Contains(w.notNull, c) || w.partition.of(c) != nil || w.clustering.of(c) != nil || w.others.of(c) != nil
}

// BesideKey are the columns outside the table's key that the clause compares.
func (v *viewClause) BesideKey() (names []string) {
	for _, e := range v.where.others.entries {
		names = append(names, e.col.Name)
	}
	return names
}
