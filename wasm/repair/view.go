package repair

// This file writes a refused materialized view as a table, which the application writes itself.

import (
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/judge"
	"partitionlab/wasm/schema"
)

// disabled says of a view that is refused because views are switched off what is refused where they are on.
func (r *repairer) disabled() {
	ctx := r.aside()
	settings := *ctx.Settings
	name := settings.Name(check.MaterializedViewsEnabled)
	if settings.Set(name, "true") != nil {
		return
	}
	ctx.Settings = &settings
	v := judge.Statement(&ctx, r.stmt)
	if left := v.Refusal(); left != nil {
		next(r.d, "with "+name+": true", left)
		r.d.Instead = strings.TrimSuffix(r.d.Instead, ".") + ", and mend what is refused then."
	}
	r.instead()
}

// instead offers the table that a refused view would have been, in its place: the name is that of the view.
func (r *repairer) instead() {
	s, ok := r.stmt.(*cql.CreateView)
	if !ok {
		return
	}
	made := TableOf(r.ctx, s)
	if made == nil {
		return
	}
	base := r.ctx.Catalogue.Table(made.Keyspace, s.From.Name.Text)
	r.design(base)
	name := r.Text[s.Name.Place().Start:s.Name.Place().End]
	if s.IfNotExists {
		name = "IF NOT EXISTS " + name
	}
	with := optionsOf(made)
	for _, p := range s.With {
		if p.Name.Text != "id" && p.Name.Text != "default_time_to_live" { // no view has the latter
			with = append(with, r.Text[p.Start:p.End])
		}
	}
	create := create(name, made, with)
	costs := costsOf("The table "+made.Name, made, base)
	if more := len(made.PartitionKey) + len(made.Clustering) - len(s.PartitionKey) - len(s.Clustering); more > 0 {
		costs += " Its key ends with " + quoted(made.Clustering[len(made.Clustering)-more:]) + ", so that rows stay apart."
	}
	for _, rel := range s.Where {
		if rel.Op != cql.IsNotNull {
			costs += " Whoever writes it leaves out what the WHERE of the view leaves out."
			break
		}
	}
	r.d.Fixes = append(r.d.Fixes, diag.Fix{Title: "make a table instead of the view: " + made.Name, Makes: create, Costs: costs,
		Edits: []diag.Edit{{Span: r.Span, Text: create}}})
}

// TableOf is the table that a view would have been: its key, behind which stands what it lacks of the key of its
// base table, and its columns, with the types that they have there. It is nil where there is no such table.
func TableOf(ctx *check.Context, s *cql.CreateView) *schema.Table {
	keyspace := ctx.Keyspace
	if s.Name.Keyspace.Given() {
		keyspace = s.Name.Keyspace.Text
	}
	base := ctx.Catalogue.Table(keyspace, s.From.Name.Text)
	if base == nil || base.View != nil || base.Counter || s.From.Keyspace.Given() && s.From.Keyspace.Text != keyspace || base.StaticCompact() {
		return nil
	}
	out := schema.NewTable(keyspace, s.Name.Name.Text)
	out.Params.DefaultTTL = base.Params.DefaultTTL // the rows of a view end with those of its table
	add := func(name string, kind schema.ColumnKind) bool {
		c := base.Column(name)
		if c == nil || kind != schema.Regular && !keyable(c.Type) {
			return false
		}
		if out.Column(name) == nil {
			desc := kind == schema.Clustering && c.Desc
			for _, o := range s.Order {
				if o.Column.Text == name {
					desc = o.Desc
				}
			}
			out.Add(&schema.Column{Name: name, Type: storable(c.Type), Kind: kind, Desc: desc})
		}
		return true
	}
	for _, n := range s.PartitionKey {
		if !add(n.Text, schema.PartitionKey) {
			return nil
		}
	}
	for _, n := range s.Clustering {
		if !add(n.Text, schema.Clustering) {
			return nil
		}
	}
	for _, list := range [][]*schema.Column{base.PartitionKey, base.Clustering} {
		for _, c := range list {
			if !add(c.Name, schema.Clustering) {
				return nil
			}
		}
	}
	if s.Star {
		for c := range base.Columns() {
			add(c.Name, schema.Regular)
		}
	}
	for i := range s.Selectors {
		for _, n := range cql.ColumnsIn(s.Selectors[i].X, nil) {
			if !add(n, schema.Regular) {
				return nil
			}
		}
	}
	return out
}

// storable is the type of a column as a new table may have it: a type that has got a field of many cells since
// cannot be held as many cells itself.
func storable(t *cqltype.Type) *cqltype.Type {
	if t.Kind == cqltype.UDT && t.MultiCell() {
		for _, f := range t.Fields {
			if f.Type.MultiCell() {
				whole := *t
				whole.Frozen = true
				return &whole
			}
		}
	}
	return t
}
