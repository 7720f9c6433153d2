package ddl

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/java"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/version"
)

// This file judges ALTER TABLE. Source: AlterTableStatement.

func (j *ddl) alterTable(s *cql.AlterTable) *diag.Diagnostic {
	ksName, d := j.KeyspaceOf(s.Name)
	if d != nil {
		return d
	}
	name := s.Name.Name.Text
	if d := j.mayChange(ksName, "ALTER", oneTable(ksName, name), s.Name.Head()); d != nil {
		return d
	}
	with := properties(s.With)
	switch s.Action {
	case cql.AddColumns:
		for _, c := range s.Add {
			if d := j.vectorType(c.Type, "Column "+c.Name.Text); d != nil {
				return d
			}
		}
	case cql.MaskColumn:
		if d := j.maskEnabled(s.Mask); d != nil {
			return d
		}
	case cql.AlterOptions:
		if with, d = j.tableProperties(with); d != nil {
			return d
		}
		if d := j.earlyOptions(with, s.Name.Name.Span); d != nil {
			return d
		}
	}
	if d := j.keyspaceName(ksName, s.Name.Head()); d != nil {
		return d
	}
	t := j.Catalogue.Table(ksName, name)
	if t == nil {
		if s.IfExists {
			return nil
		}
		return j.missingTable(ksName, s.Name.Name)
	}
	if t.View != nil {
		return rule.AL09.Invalid(s.Name.Name.Span, "Cannot use ALTER TABLE on a materialized view; use ALTER MATERIALIZED VIEW instead")
	}
	ks := j.Catalogue.Keyspaces[ksName]
	switch s.Action {
	case cql.AddColumns, cql.DropColumns, cql.RenameColumns:
		if d := j.Allowed(check.AlterTableEnabled, "alter_table", "ALTER TABLE changing columns", "", s.Place()); d != nil {
			return d
		}
	}
	switch s.Action {
	case cql.AlterColumnType:
		d = rule.AL02.Invalid(s.Column.Span, "Altering column types is no longer supported").Say("Add a column with another name and the new type, and copy the values.")
	case cql.MaskColumn, cql.UnmaskColumn:
		d = j.maskColumn(s, t)
	case cql.AddColumns:
		d = j.addColumns(s, ks, t)
	case cql.DropColumns:
		d = j.dropColumns(s, ks, t)
	case cql.RenameColumns:
		d = j.renameColumns(s, ks, t)
	case cql.DropCompactStorage:
		d = j.dropCompactStorage(s, t)
	case cql.AlterOptions:
		d = j.alterOptions(with, s.Name.Name.Span, ks, t)
	}
	if d == nil && len(j.apply) > 0 { // else all stays as it is, the order of tables as well
		j.altered(check.Table, t.Keyspace, t.Name, t)
		j.flushed(t)
		j.then(func() { j.Catalogue.Changed(t) })
	}
	return d
}

func (j *ddl) addColumns(s *cql.AlterTable, ks *schema.Keyspace, t *schema.Table) *diag.Diagnostic {
	var added []*schema.Column
	has := func(name string) bool {
		return t.Column(name) != nil || slices.ContainsFunc(added, func(c *schema.Column) bool { return c.Name == name })
	}
	for i := range s.Add {
		def := &s.Add[i]
		name := def.Name.Text
		typ, d := j.ScopeOf(ks).Resolve(def.Type, false)
		if d != nil {
			return d
		}
		mask, d := j.mask(def.Mask, ks.Name, t.Name, def.Name, typ)
		if d != nil {
			return d
		}
		if has(name) {
			if s.IfColumn {
				continue
			}
			d := rule.AL03.Invalid(def.Name.Span, "Column with name '%' already exists", name)
			if c := t.Column(name); c != nil && c.Type.String() != typ.String() {
				d.Instead = "Choose another name: " + name + " has the type " + c.Type.String() + ", which no statement changes, and IF NOT EXISTS would leave it so without an error."
			}
			return d
		}
		if t.Compact {
			return rule.AL05.Invalid(def.Span, "Cannot add new column to a COMPACT STORAGE table")
		}
		if def.Static && len(t.Clustering) == 0 {
			return staticAlone(def)
		}
		if d := nestedMultiCell(typ, def.Type, " for column "+name); d != nil {
			return d
		}
		kind := schema.Regular
		if def.Static {
			kind = schema.Static
		}
		if old := t.Dropped[name]; old != nil {
			if !typ.SerializationCompatible(old.Type) && !j.Server.Has(version.AddedAnew) {
				return rule.AL04.Invalid(def.Span, version.Of(version.AddedAnew).Says, name, typ.String(), old.Type.String()).Say("Values of the dropped column may still lie in data files. Use another name, or the old type.")
			}
			if !typ.SerializationCompatible(old.Type) {
				return rule.AL04.Invalid(def.Span, "Cannot add a column '%' of type %, incompatible with previously dropped column '%' of type %", name, typ.String(), name, old.Type.String()).Say("Values of the dropped column may still lie in data files. Use another name, or the old type.")
			}
			if kind != old.Kind {
				return rule.AL04.Invalid(def.Span, "Cannot re-add previously dropped column '%' of kind %, incompatible with previous kind %", name, strings.ToUpper(kind.String()), strings.ToUpper(old.Kind.String()))
			}
			if t.Counter {
				return rule.AL04.Invalid(def.Span, "Cannot re-add previously dropped counter column %", name)
			}
		}
		added = append(added, &schema.Column{Name: name, Type: typ, Kind: kind, Mask: mask})
	}
	for _, c := range added {
		c.Since = t.Newest() + 1
	}
	if d := j.columnCount(t.Count()+len(added), t.Name, s.Name.Name.Span); d != nil {
		return d
	}
	stored := slices.Clone(added)
	sort.SliceStable(stored, func(i, j int) bool { return schema.StorageOrder(stored[i], stored[j]) < 0 })
	for _, c := range stored {
		if (c.Type.Kind == cqltype.Counter) == t.Counter {
			continue
		}
		at := s.Add[slices.IndexFunc(s.Add, func(d cql.ColumnDef) bool { return d.Name.Text == c.Name })].Span
		if t.Counter {
			return rule.AL05.Refuse(diag.Config, at, `%.%: Cannot have a non counter column ("%") in a counter table`, t.Keyspace, t.Name, c.Name)
		}
		return rule.AL05.Refuse(diag.Config, at, `%.%: Cannot have a counter column ("%") in a non counter table`, t.Keyspace, t.Name, c.Name)
	}
	j.indexWarnings(t)
	if len(added) == 0 {
		return nil
	}
	j.then(func() {
		for _, c := range added {
			t.Add(c)
			for _, v := range ks.Views(t.Name) {
				if v.View.Star && c.Kind == schema.Regular {
					copied := *c
					v.Add(&copied)
				}
			}
		}
	})
	return nil
}

// frozenText prints a type as if it were frozen.
func frozenText(t *cqltype.Type) string {
	if t.Frozen {
		return t.String()
	}
	return check.FrozenCopy(t).String()
}

func (j *ddl) dropColumns(s *cql.AlterTable, ks *schema.Keyspace, t *schema.Table) *diag.Diagnostic {
	var names []cql.Name
	for _, n := range s.Drop {
		if !slices.ContainsFunc(names, func(x cql.Name) bool { return x.Text == n.Text }) {
			names = append(names, n)
		}
	}
	var dropped []*schema.Column
	for _, i := range java.HashOrder(len(names), 16, func(i int) int32 { return java.BytesHash(names[i].Text) }) {
		n := names[i]
		c := t.Column(n.Text)
		if c == nil {
			if s.IfColumn {
				continue
			}
			return check.NoColumn(rule.AL06.Invalid(n.Span, "Column % was not found in table '%'", n.Text, t.String()), t, n.Text)
		}
		if c.Kind == schema.PartitionKey || c.Kind == schema.Clustering {
			return rule.AL06.Invalid(n.Span, "Cannot drop PRIMARY KEY column %", n.Text).Say("Make a new table with the key that you need and copy the rows.")
		}
		if c.Type.Kind == cqltype.UDT && c.Type.MultiCell() {
			return rule.AL06.Invalid(n.Span, "Cannot drop non-frozen column % of user type %", n.Text, c.Type.String())
		}
		if indexes := indexesOn(t, c.Name); len(indexes) > 0 {
			d := rule.AL06.Invalid(n.Span, "Cannot drop column % because it has dependent secondary indexes (%)", c.Name, strings.Join(indexes, ", "))
			return d.Say("Drop the index first: DROP INDEX " + cql.QuoteName(indexes[0]) + ";")
		}
		if t.Compact && len(t.Clustering) > 0 {
			return rule.AL06.Server(n.Span, "java.lang.IndexOutOfBoundsException: 0 not in range [0..0)")
		}
		if len(ks.Views(t.Name)) > 0 {
			return rule.AL06.Invalid(n.Span, "Cannot drop column % on base table % with materialized views", c.Name, t.Name).Say("Drop the view " + ks.Views(t.Name)[0].Name + " first.")
		}
		dropped = append(dropped, c)
	}
	if len(dropped) == 0 {
		return nil
	}
	j.then(func() {
		at := j.Clock.Now*1_000_000 + j.Clock.Write
		if c, ok := s.DropTimestamp.(*cql.Constant); ok {
			at, _ = strconv.ParseInt(c.Text, 10, 64)
		}
		for _, c := range dropped {
			t.Remove(c, at)
		}
	})
	return nil
}

// indexesOn lists the names of the indexes on a column.
func indexesOn(t *schema.Table, column string) (out []string) {
	for _, ix := range t.IndexesOn(column) {
		out = append(out, ix.Name)
	}
	return out
}

func (j *ddl) renameColumns(s *cql.AlterTable, ks *schema.Keyspace, t *schema.Table) *diag.Diagnostic {
	for _, i := range java.HashOrder(len(s.Renames), 16, func(i int) int32 { return java.BytesHash(s.Renames[i].From.Text) }) {
		r := s.Renames[i]
		c, d := check.ColumnOf(t, r.From)
		if d != nil {
			return d
		}
		if c.Kind == schema.Static || c.Kind == schema.Regular {
			return rule.AL07.Invalid(r.From.Span, "Cannot rename non PRIMARY KEY column %", r.From.Text).Say("Add a column with the new name and copy the values.")
		}
		if t.Column(r.To.Text) != nil {
			return rule.AL07.Invalid(r.To.Span, "Cannot rename column % to % in table '%'; another column with that name already exists", r.From.Text, r.To.Text, t.String())
		}
		if indexes := indexesOn(t, c.Name); len(indexes) > 0 {
			return rule.AL07.Invalid(r.From.Span, "Can't rename column % because it has dependent secondary indexes (%)", r.From.Text, strings.Join(indexes, ", "))
		}
	}
	j.then(func() {
		views := ks.Views(t.Name)
		to := map[string]string{}
		for _, r := range s.Renames {
			c := t.Column(r.From.Text)
			if c == nil || t.Column(r.To.Text) != nil {
				continue
			}
			t.Rename(c, r.To.Text)
			to[r.From.Text] = r.To.Text
			for _, v := range views {
				if vc := v.Column(r.From.Text); vc != nil {
					v.Rename(vc, r.To.Text)
				}
			}
		}
		for _, v := range views {
			v.View.Rename(to)
		}
	})
	return nil
}

func (j *ddl) dropCompactStorage(s *cql.AlterTable, t *schema.Table) *diag.Diagnostic {
	if !j.Settings.On(check.DropCompactStorageEnabled) {
		return rule.AL10.Invalid(s.Place(), "DROP COMPACT STORAGE is disabled. Enable in cassandra.yaml to use.").Say("Set drop_compact_storage_enabled: true in cassandra.yaml.")
	}
	if !t.Compact {
		return rule.AL10.Invalid(s.Place(), "Cannot DROP COMPACT STORAGE on table without COMPACT STORAGE")
	}
	j.then(func() { t.Compact = false })
	return nil
}

func (j *ddl) alterOptions(with properties, place diag.Span, ks *schema.Keyspace, t *schema.Table) *diag.Diagnostic {
	if d := j.validOptions(with); d != nil {
		return d
	}
	if p := with.get("id"); p != nil {
		if _, d := tableID(p); d != nil {
			return d
		}
		return rule.OPT22.Refuse(diag.Config, p.Span, "Cannot alter table id.").On(&check.Superfluous{With: with, Names: []string{"id"}})
	}
	params, d := j.params(with, t.Params, false)
	if d != nil {
		return d
	}
	if t.Counter && params.DefaultTTL > 0 {
		return rule.AL08.Invalid(place, "Cannot set default_time_to_live on a table with counters")
	}
	if len(ks.Views(t.Name)) > 0 && params.GCGrace == 0 {
		return rule.AL08.Invalid(place, "Cannot alter gc_grace_seconds of the base table of a materialized view to 0, since this value is used to TTL undelivered updates. Setting gc_grace_seconds too low might cause undelivered updates to expire before being replayed.")
	}
	if len(params.Compression) == 0 {
		if d := j.Allowed(check.UncompressedTablesEnabled, "uncompressed_tables_enabled", "Uncompressed table", "", place); d != nil {
			return d
		}
	}
	j.then(func() { t.Params = params })
	return nil
}

func (j *ddl) maskColumn(s *cql.AlterTable, t *schema.Table) *diag.Diagnostic {
	c := t.Column(s.Column.Text)
	if c == nil {
		if s.IfColumn {
			return nil
		}
		return rule.MA01.Invalid(s.Column.Span, "Column with name '%' doesn't exist on table '%'", s.Column.Text, t.Name)
	}
	m, d := j.mask(s.Mask, t.Keyspace, t.Name, s.Column, c.Type)
	if d == nil {
		j.then(func() { c.Mask = m })
	}
	return d
}
