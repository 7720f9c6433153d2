package ddl

import (
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/check/dml"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/java"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
)

// This file judges materialized views. Sources: CreateViewStatement,
// AlterViewStatement, DropViewStatement.

func (j *ddl) createView(s *cql.CreateView) *diag.Diagnostic {
	ksName, d := j.KeyspaceOf(s.Name)
	if d != nil {
		return d
	}
	view, base := s.Name.Name.Text, s.From.Name.Text
	if s.From.Keyspace.Given() && s.From.Keyspace.Text != ksName {
		return rule.MV02.Invalid(s.From.Place(), "Cannot create a materialized view on a table in a different keyspace")
	}
	if j.Prepare {
		return rule.MV02.Invalid(s.Place(), "Bind variables are not allowed in CREATE MATERIALIZED VIEW statements")
	}
	if d := j.mayChange(ksName, "ALTER", oneTable(ksName, base), s.Name.Head()); d != nil {
		return d
	}
	if d := j.keyspaceName(ksName, s.Name.Head()); d != nil {
		return d
	}
	if !j.Settings.On(check.MaterializedViewsEnabled) {
		return rule.MV01.Invalid(s.Place(), "Materialized views are disabled. Enable in cassandra.yaml to use.").Say("Write a second table with the other key, and write to both; or set " + j.Settings.Name(check.MaterializedViewsEnabled) + ": true in cassandra.yaml.")
	}
	ks, d := j.KeyspaceFor(rule.MV03, ksName, s.Name.Head())
	if d != nil {
		return d
	}
	t := ks.Tables[base]
	if t == nil || t.View != nil {
		return j.NoTable(rule.MV03.Invalid(s.From.Name.Span, "Base table '%' doesn't exist", base), ksName, base, "A view is made on a table, not on a view.")
	}
	if old := ks.Tables[view]; old != nil && old.View == nil {
		return rule.MV03.Invalid(s.Name.Name.Span, "Cannot create materialized view '%' - a table with the same name already exists", view)
	} else if old != nil {
		if s.IfNotExists {
			j.warn(rule.ViewExperimental, viewWarning)
			return nil
		}
		return rule.MV03.Refuse(diag.Exists, s.Name.Name.Span, `Cannot add already existing table "%" to keyspace "%"`, view, ksName)
	}
	if t.Counter {
		return rule.MV05.Invalid(s.From.Name.Span, "Materialized views are not supported on counter tables")
	}
	with, d := j.tableProperties(s.With)
	if d != nil {
		return d
	}
	n := len(ks.Views(base)) + 1
	if d := j.threshold("materialized_views_per_table", n, check.MaterializedViewsPerTableWarn, check.MaterializedViewsPerTableFail, s.Name.Name.Span, func(limit string) string {
		return "Creating materialized view " + view + " on table " + base + ", current number of views " + strconv.Itoa(n) + " exceeds warning threshold of " + limit + "."
	}, func(limit string) string {
		return "Tables cannot have more than " + limit + " materialized views, aborting the creation of materialized view " + view + " on table " + base
	}); d != nil {
		return d
	}
	if t.Params.GCGrace == 0 {
		return rule.MV04.Invalid(s.From.Name.Span, "Cannot create materialized view '%' for base table '%' with gc_grace_seconds of 0, since this value is used to TTL undelivered updates. Setting gc_grace_seconds too low might cause undelivered updates to expire before being replayed.", view, base)
	}
	selected, d := viewColumns(s, t)
	if d != nil {
		return d
	}
	key, d := viewKey(s, t, selected)
	if d != nil {
		return d
	}
	if d := j.viewWhere(s, t, key); d != nil {
		return d
	}
	if d := j.validOptions(with); d != nil {
		return d
	}
	params, d := j.params(with, schema.DefaultParams(), true)
	if d != nil {
		return d
	}
	if params.DefaultTTL != 0 {
		p := with.get("default_time_to_live")
		return rule.MV10.Invalid(p.Span, "Cannot set default_time_to_live for a materialized view. Data in a materialized view always expire at the same time than the corresponding data in the parent table.").On(&check.Superfluous{With: with, Names: []string{p.Name.Text}})
	}
	id := ""
	if p := with.get("id"); p != nil {
		if id, d = tableID(p); d != nil {
			return d
		}
	}
	if d := j.tableName(ksName, s.Name.Name); d != nil {
		return d
	}

	v := schema.NewTable(ksName, view)
	v.Params, v.ID = params, id
	v.View = &schema.View{Base: base, Star: s.Star, Where: slices.Clone(s.Where)}
	add := func(name string, kind schema.ColumnKind) {
		c := *t.Column(name)
		if i := slices.IndexFunc(s.Order, func(o cql.ClusteringOrder) bool { return o.Column.Text == name }); i >= 0 {
			c.Desc = s.Order[i].Desc
		}
		if kind != schema.Clustering {
			c.Desc = false
		}
		c.Kind, c.Position = kind, 0
		v.Add(&c)
	}
	for _, n := range s.PartitionKey {
		add(n.Text, schema.PartitionKey)
	}
	for _, n := range s.Clustering {
		add(n.Text, schema.Clustering)
	}
	for _, n := range selected {
		if v.Column(n) == nil {
			add(n, schema.Regular)
		}
	}
	j.warn(rule.ViewExperimental, viewWarning)
	j.made(check.View, ks.Name, view, v)
	j.flushed(t) // the view is built from files
	j.then(func() { j.Catalogue.AddTable(v) })
	return nil
}

const viewWarning = "Materialized views are experimental and are not recommended for production use."

// viewColumns returns the selected columns, by name.
func viewColumns(s *cql.CreateView, t *schema.Table) ([]string, *diag.Diagnostic) {
	var names []string
	if s.Star {
		for c := range t.Columns() {
			names = append(names, c.Name)
		}
	}
	for i := range s.Selectors {
		sel := &s.Selectors[i]
		if sel.Alias.Given() {
			return nil, rule.MV06.Invalid(sel.X.Place().To(sel.Alias.Span), "Cannot use aliases when defining a materialized view (got % AS %)", cql.ExprText(sel.X), sel.Alias.Text).On(sel)
		}
		ref, ok := sel.X.(*cql.ColumnRef)
		if !ok {
			return nil, rule.MV06.Invalid(sel.X.Place(), "Can only select columns by name when defining a materialized view (got %)", cql.ExprText(sel.X))
		}
		if _, d := check.ColumnOf(t, ref.Name); d != nil {
			return nil, d
		}
		if !slices.Contains(names, ref.Name.Text) {
			names = append(names, ref.Name.Text)
		}
	}
	walked := names // into a HashSet, by the server
	if s.Star {
		walked = nil
		for _, c := range check.ColumnsByHash(t) {
			walked = append(walked, c.Name)
		}
	}
	for _, i := range java.HashOrder(len(walked), 16, func(i int) int32 { return java.BytesHash(walked[i]) }) {
		if c := t.Column(walked[i]); c.Kind == schema.Static || c.Kind == schema.Regular && t.StaticCompact() {
			d := rule.MV06.Invalid(s.Name.Name.Span, "Cannot include static column '%' in materialized view '%'", c.Name, s.Name.Name.Text)
			if s.Star {
				d.Say("Name the columns instead of writing *.")
			}
			return nil, d
		}
	}
	return names, nil
}

// viewKey checks the view's primary key and returns its columns.
func viewKey(s *cql.CreateView, t *schema.Table, selected []string) ([]string, *diag.Diagnostic) {
	view := s.Name.Name.Text
	var key []string
	inKey := make(map[string]bool, len(selected)) // of each selected column
	for _, name := range selected {
		inKey[name] = false
	}
	names := slices.Concat(s.PartitionKey, s.Clustering)
	for _, n := range names {
		c := t.Column(n.Text)
		already, known := inKey[n.Text]
		if c == nil || !known {
			return nil, rule.MV07.Invalid(n.Span, "Unknown column '%' referenced in PRIMARY KEY for materialized view '%'", n.Text, view)
		}
		if already {
			return nil, rule.MV07.Invalid(n.Span, "Duplicate column '%' in PRIMARY KEY clause for materialized view '%'", n.Text, view)
		}
		key, inKey[n.Text] = append(key, n.Text), true
		switch {
		case c.Type.MultiCell() && c.Type.IsCollection():
			return nil, rule.MV07.Invalid(n.Span, "Invalid non-frozen collection type '%' for PRIMARY KEY column '%'", javaClass(c.Type), n.Text)
		case c.Type.MultiCell():
			return nil, rule.MV07.Invalid(n.Span, "Invalid non-frozen user-defined type '%' for PRIMARY KEY column '%'", javaClass(c.Type), n.Text)
		case c.Type.Kind == cqltype.Counter:
			return nil, rule.MV07.Invalid(n.Span, "counter type is not supported for PRIMARY KEY column '%'", n.Text)
		case c.HoldsDuration():
			return nil, rule.MV07.Invalid(n.Span, "duration type is not supported for PRIMARY KEY column '%'", n.Text)
		}
	}
	same := slices.EqualFunc(s.Clustering, s.Order, func(n cql.Name, o cql.ClusteringOrder) bool { return n.Text == o.Column.Text })
	if len(s.Order) > 0 && !same {
		return nil, rule.MV08.Invalid(s.Order[0].Span, "Clustering key columns must exactly match columns in CLUSTERING ORDER BY directive").Say("Name all clustering columns of the view, in their order.")
	}
	var missing []string
	for _, c := range slices.Concat(t.PartitionKey, t.Clustering) {
		if !inKey[c.Name] {
			missing = append(missing, c.Name)
		}
	}
	if t.StaticCompact() {
		missing = append(missing, "column1") // the server hides it, and misses it all the same
	}
	last := names[len(names)-1].Span
	if missing != nil {
		return nil, rule.MV07.Invalid(last, "Cannot create materialized view '%' without primary key columns % from base table '%'", view, strings.Join(missing, ", "), t.Name).On(check.Lacking(missing))
	}
	var others []string
	for _, i := range java.HashOrder(len(key), 16, func(i int) int32 { return java.BytesHash(key[i]) }) {
		if c := t.Column(key[i]); c.Kind == schema.Static || c.Kind == schema.Regular {
			others = append(others, c.Name)
		}
	}
	if len(others) > 1 {
		return nil, rule.MV07.Invalid(last, "Cannot include more than one non-primary key column in materialized view primary key (got %)", strings.Join(others, ", "))
	}
	return key, nil
}

// viewWhere checks the view's WHERE clause.
func (j *ddl) viewWhere(s *cql.CreateView, t *schema.Table, key []string) *diag.Diagnostic {
	for _, r := range s.Where {
		if r.Kind == cql.TokenOf {
			return rule.MV09.Invalid(r.Place(), "Cannot use token relation when defining a materialized view")
		}
	}
	for _, r := range s.Where {
		if r.Kind == cql.IndexExpr {
			return rule.MV09.Invalid(r.Place(), "WHERE clause for materialized view '%' cannot contain custom index expressions", s.Name.Name.Text)
		}
	}
	w, d := dml.ViewWhere(j.Context, s, t)
	if d != nil {
		return d
	}
	var free []string
	for _, i := range java.HashOrder(len(key), 16, func(i int) int32 { return java.BytesHash(key[i]) }) {
		if c := t.Column(key[i]); !w.Restricts(c) {
			free = append(free, c.Name)
		}
	}
	place := s.From.Place()
	if len(s.Where) > 0 {
		place = s.Where[0].Place().To(s.Where[len(s.Where)-1].Place())
	}
	if free != nil {
		return rule.MV09.Invalid(place, "Primary key columns % must be restricted with 'IS NOT NULL' or otherwise", strings.Join(free, ", ")).On(check.Lacking(free))
	}
	if others := w.BesideKey(); others != nil {
		return rule.MV09.Invalid(place, "Non-primary key columns can only be restricted with 'IS NOT NULL' (got: % restricted illegally)", strings.Join(others, ","))
	}
	return nil
}

// view finds a materialized view.
func (j *ddl) view(ks, name string) *schema.Table {
	if t := j.Catalogue.Table(ks, name); t != nil && t.View != nil {
		return t
	}
	return nil
}

func (j *ddl) missingView(ks string, name cql.Name) *diag.Diagnostic {
	var known []string
	if k := j.Catalogue.Keyspaces[ks]; k != nil {
		for _, n := range check.SortedNames(k.Tables) {
			if k.Tables[n].View != nil {
				known = append(known, n)
			}
		}
	}
	return rule.MV10.Invalid(name.Span, "Materialized view '%.%' doesn't exist", ks, name.Text).On(&check.Unknown{Kind: check.View, Keyspace: ks, Name: name.Text, Known: known, Else: check.CorrectName})
}

func (j *ddl) alterView(s *cql.AlterView) *diag.Diagnostic {
	ksName, d := j.KeyspaceOf(s.Name)
	if d != nil {
		return d
	}
	if d := j.keyspaceName(ksName, s.Name.Head()); d != nil {
		return d
	}
	v := j.view(ksName, s.Name.Name.Text)
	if v == nil {
		if s.IfExists {
			return nil
		}
		return j.missingView(ksName, s.Name.Name)
	}
	if d := j.validOptions(s.With); d != nil {
		return d
	}
	with, d := j.tableProperties(s.With)
	if d != nil {
		return d
	}
	if p := with.get("id"); p != nil {
		if _, d := tableID(p); d != nil {
			return d
		}
		return rule.OPT22.Refuse(diag.Config, p.Span, "Cannot alter table id.")
	}
	params, d := j.params(with, v.Params, false)
	if d != nil {
		return d
	}
	place := s.Name.Name.Span
	if params.GCGrace == 0 {
		return rule.MV10.Invalid(place, "Cannot alter gc_grace_seconds of a materialized view to 0, since this value is used to TTL undelivered updates. Setting gc_grace_seconds too low might cause undelivered updates to expire before being replayed.")
	}
	if params.DefaultTTL > 0 {
		return rule.MV10.Invalid(place, "Forbidden default_time_to_live detected for a materialized view. Data in a materialized view always expire at the same time than the corresponding data in the parent table. default_time_to_live must be set to zero, see CASSANDRA-12868 for more information")
	}
	j.altered(check.View, v.Keyspace, v.Name, v)
	j.then(func() {
		v.Params = params
		j.Catalogue.Changed(v)
	})
	return nil
}

func (j *ddl) dropView(s *cql.DropView) *diag.Diagnostic {
	ksName, d := j.KeyspaceOf(s.Name)
	if d != nil {
		return d
	}
	if d := j.keyspaceName(ksName, s.Name.Head()); d != nil {
		return d
	}
	v := j.view(ksName, s.Name.Name.Text)
	if v == nil {
		if s.IfExists {
			return nil
		}
		return j.missingView(ksName, s.Name.Name)
	}
	j.dropped(check.View, ksName, v.Name, v)
	j.then(func() { j.Catalogue.DropTable(v) })
	return nil
}
