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

// This file judges CREATE TABLE, DROP TABLE and TRUNCATE. Sources:
// CreateTableStatement, DropTableStatement, TruncateStatement, TableMetadata.

func (j *ddl) createTable(s *cql.CreateTable) *diag.Diagnostic {
	ksName, d := j.KeyspaceOf(s.Name)
	if d != nil {
		return d
	}
	name := s.Name.Name.Text
	if !s.HasKey {
		return noPrimaryKey(s)
	}
	if d := j.mayChange(ksName, "CREATE", j.allTables(ksName), s.Name.Head()); d != nil {
		return d
	}

	// guardrails and the values of options come before the catalogue
	with, d := j.tableProperties(s.With)
	if d != nil {
		return d
	}
	if d := j.columnCount(len(s.Columns), name, s.BodySpan); d != nil {
		return d
	}
	if d := j.tableCount(name, s.Name.Name.Span); d != nil {
		return d
	}
	if s.CompactStorage {
		if d := j.Allowed(check.CompactTablesEnabled, "compact_tables", "Creation of new COMPACT STORAGE tables", "", s.Name.Name.Span); d != nil {
			return d
		}
	}
	if d := j.earlyOptions(with, s.Name.Name.Span); d != nil {
		return d
	}
	hashed := java.HashOrder(len(s.Columns), 16, func(i int) int32 { return java.BytesHash(s.Columns[i].Name.Text) })
	for _, i := range hashed {
		c := &s.Columns[i]
		if d := j.vectorType(c.Type, "Column "+c.Name.Text); d != nil {
			return d
		}
		if d := j.maskEnabled(c.Mask); d != nil {
			return d
		}
	}

	if d := j.keyspaceName(ksName, s.Name.Head()); d != nil {
		return d
	}
	ks, d := j.FindKeyspace(ksName, s.Name.Head())
	if d != nil {
		return d
	}
	if old := ks.Tables[name]; old != nil && old.View != nil {
		// the server only looks among the tables, and then trips over the view
		return rule.CT02.Server(s.Name.Name.Span, "java.lang.RuntimeException: javax.management.InstanceAlreadyExistsException: org.apache.cassandra.db:type=Tables,keyspace=%,table=%", ksName, name)
	} else if old != nil {
		if s.IfNotExists {
			j.manyTables(0)
			return nil
		}
		return rule.CT02.Refuse(diag.Exists, s.Name.Name.Span, `Cannot add already existing table "%" to keyspace "%"`, name, ksName)
	}
	if d := j.validOptions(with); d != nil {
		return d
	}
	params, d := j.params(with, schema.DefaultParams(), true)
	if d != nil {
		return d
	}

	types, masks, d := j.columnTypes(s, ks, hashed)
	if d != nil {
		return d
	}
	for i := range s.Columns {
		c := &s.Columns[i]
		if d := nestedMultiCell(types[i], c.Type, ""); d != nil {
			return d
		}
	}
	inKey, d := j.tableKey(s, types)
	if d != nil {
		return d
	}
	if d := clusteringOrder(s); d != nil {
		return d
	}
	rest := make([]int, 0, len(s.Columns)) // the columns that are not in the key, by name
	for i := range s.Columns {
		if !inKey[i] {
			rest = append(rest, i)
		}
	}
	sort.SliceStable(rest, func(i, j int) bool { return s.Columns[rest[i]].Name.Text < s.Columns[rest[j]].Name.Text })
	if s.CompactStorage {
		if d := compactTable(s, rest, types); d != nil {
			return d
		}
	} else if static := firstStatic(s); static != nil && len(s.Clustering) == 0 {
		return staticAlone(static)
	}
	counters := slices.ContainsFunc(s.Columns, func(c cql.ColumnDef) bool { return c.Type.IsNative("counter") })
	if counters {
		for _, i := range rest {
			if types[i].Kind != cqltype.Counter {
				return rule.CT12.Invalid(s.Columns[i].Span, "Cannot mix counter and non counter columns in the same table").Say("Put the counters into a table of their own, with the same primary key.")
			}
		}
		if params.DefaultTTL > 0 {
			p := with.get("default_time_to_live")
			return rule.CT12.Invalid(p.Span, "Cannot set default_time_to_live on a table with counters").On(&check.Superfluous{With: with, Names: []string{p.Name.Text}})
		}
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
	if !counters {
		for _, i := range rest {
			if c := &s.Columns[i]; types[i].Kind == cqltype.Counter {
				return rule.CT12.Refuse(diag.Config, c.Span, `%.%: Cannot have a counter column ("%") in a non counter table`, ksName, name, c.Name.Text)
			}
		}
	}
	if len(params.Compression) == 0 {
		if d := j.Allowed(check.UncompressedTablesEnabled, "uncompressed_tables_enabled", "Uncompressed table", "", s.Name.Name.Span); d != nil {
			return d
		}
	}

	t := tableOf(s, ksName, rest, types, masks)
	t.Params, t.Counter, t.ID = params, counters, id
	j.made(check.Table, ks.Name, name, t)
	j.manyTables(1)
	j.then(func() { j.Catalogue.AddTable(t) })
	return nil
}

// columnTypes looks up the types and masks of the columns of a table, in the order of the
// server's hash map. Where no column has a mask there are none.
func (j *ddl) columnTypes(s *cql.CreateTable, ks *schema.Keyspace, hashed []int) (types []*cqltype.Type, masks []*schema.Mask, d *diag.Diagnostic) {
	types = make([]*cqltype.Type, len(s.Columns))
	for _, i := range hashed {
		c := &s.Columns[i]
		t, d := j.ScopeOf(ks).Resolve(c.Type, false)
		if d != nil {
			return nil, nil, d
		}
		types[i] = t
		mask, d := j.mask(c.Mask, ks.Name, s.Name.Name.Text, c.Name, t)
		switch {
		case d != nil:
			return nil, nil, d
		case masks == nil && mask != nil:
			masks = make([]*schema.Mask, len(s.Columns))
			fallthrough
		case mask != nil:
			masks[i] = mask
		}
	}
	return types, masks, nil
}

// tableOf is the table that a statement makes, with its columns; rest are those that
// are not in the key.
func tableOf(s *cql.CreateTable, keyspace string, rest []int, types []*cqltype.Type, masks []*schema.Mask) *schema.Table {
	t := schema.NewTable(keyspace, s.Name.Name.Text)
	t.Compact = s.CompactStorage
	columns := make([]schema.Column, 0, len(s.Columns))
	add := func(i int, kind schema.ColumnKind, desc bool) {
		c := schema.Column{Name: s.Columns[i].Name.Text, Type: types[i], Kind: kind, Desc: desc}
		if masks != nil {
			c.Mask = masks[i]
		}
		columns = append(columns, c)
		t.Add(&columns[len(columns)-1])
	}
	for _, c := range s.PartitionKey {
		add(s.Column(c.Text), schema.PartitionKey, false)
	}
	for i, c := range s.Clustering {
		add(s.Column(c.Text), schema.Clustering, i < len(s.Order) && s.Order[i].Desc) // see clusteringOrder
	}
	for _, i := range rest {
		kind := schema.Regular
		if s.Columns[i].Static {
			kind = schema.Static
		}
		add(i, kind, false)
	}
	return t
}

func noPrimaryKey(s *cql.CreateTable) *diag.Diagnostic {
	d := rule.CT04.Invalid(s.Name.Name.Span, "No PRIMARY KEY specifed for table '%' (exactly one required)", qualified(s.Name))
	return d.Say("Name the columns that your query looks up: PRIMARY KEY ((partition key), clustering columns).")
}

// qualified prints a name as QualifiedName.toString does.
func qualified(n cql.QualifiedName) string {
	if n.Keyspace.Given() {
		return n.Keyspace.Text + "." + n.Name.Text
	}
	return n.Name.Text
}

func (j *ddl) columnCount(n int, table string, place diag.Span) *diag.Diagnostic {
	return j.threshold("columns_per_table", n, check.ColumnsPerTableWarn, check.ColumnsPerTableFail, place, func(limit string) string {
		return "The table " + table + " has " + strconv.Itoa(n) + " columns, this exceeds the warning threshold of " + limit + "."
	}, func(limit string) string {
		return "Tables cannot have more than " + limit + " columns, but " + strconv.Itoa(n) + " provided for table " + table
	})
}

func (j *ddl) tableCount(table string, place diag.Span) *diag.Diagnostic {
	n := j.Catalogue.Users().Tables + 1
	return j.threshold("tables", n, check.TablesWarn, check.TablesFail, place, func(limit string) string {
		return "Creating table " + table + ", current number of tables " + strconv.Itoa(n) + " exceeds warning threshold of " + limit + "."
	}, func(limit string) string {
		return "Cannot have more than " + limit + " tables, aborting the creation of table " + table
	})
}

// manyTables warns of many tables, with so many more than there are; those of Cassandra itself count, too.
func (j *ddl) manyTables(more int) {
	n := j.Catalogue.Stored()
	n.Tables += more
	if j.Server.Has(version.CountWarnings) && int64(n.Tables) > j.Settings.Number(check.TableCountWarn) {
		j.warn(rule.ManyTables, "Cluster already contains "+strconv.Itoa(n.Tables)+" tables in "+strconv.Itoa(n.Keyspaces)+" keyspaces. Having a large number of tables will significantly slow down schema dependent cluster operations.")
	}
}

// nestedMultiCell refuses a user-defined type that is not frozen and holds a
// collection or type that is not frozen either.
func nestedMultiCell(t *cqltype.Type, written *cql.TypeExpr, behind string) *diag.Diagnostic {
	if t.Kind != cqltype.UDT || !t.MultiCell() {
		return nil
	}
	for _, f := range t.Fields {
		if f.Type.MultiCell() {
			return rule.CT13.Invalid(written.Place(), "Non-frozen UDTs with nested non-frozen collections are not supported%", behind).On(written)
		}
	}
	return nil
}

func firstStatic(s *cql.CreateTable) *cql.ColumnDef {
	for i := range s.Columns {
		if s.Columns[i].Static {
			return &s.Columns[i]
		}
	}
	return nil
}

func staticAlone(c *cql.ColumnDef) *diag.Diagnostic {
	d := rule.CT10.Invalid(c.Span, "Static columns are only useful (and thus allowed) if the table has at least one clustering column")
	return d.Say("Leave STATIC away, or add a clustering column.").On(c)
}

// tableKey checks the columns of the primary key in their order. It returns which of the
// table's columns they are.
func (j *ddl) tableKey(s *cql.CreateTable, types []*cqltype.Type) (inKey []bool, d *diag.Diagnostic) {
	table := s.Name.Name.Text
	inKey = make([]bool, len(s.Columns))
	for at := range len(s.PartitionKey) + len(s.Clustering) {
		k := keyColumn(s, at)
		i := s.Column(k.Text)
		if i < 0 {
			d := rule.CT05.Invalid(k.Span, "Unknown column '%' referenced in PRIMARY KEY for table '%'", k.Text, table)
			var names []string
			for _, c := range s.Columns {
				names = append(names, c.Name.Text)
			}
			return nil, d.On(&check.Unknown{Kind: check.Column, Name: k.Text, Known: names, Else: "Declare " + k.Text + " with its type among the columns, or correct its name in the key."})
		}
		if inKey[i] {
			return nil, rule.CT06.Invalid(k.Span, "Duplicate column '%' in PRIMARY KEY clause for table '%'", k.Text, table)
		}
		inKey[i] = true
		def := &s.Columns[i]
		if d := j.keyType(types[i], def.Type, k.Text); d != nil {
			return nil, d
		}
		if def.Static {
			return nil, rule.CT11.Invalid(def.Span, "Static column '%' cannot be part of the PRIMARY KEY", k.Text).On(def)
		}
	}
	return inKey, nil
}

// keyColumn is a column of the primary key, by its place there.
func keyColumn(s *cql.CreateTable, at int) *cql.Name {
	if n := len(s.PartitionKey); at >= n {
		return &s.Clustering[at-n]
	}
	return &s.PartitionKey[at]
}

// keyType checks that a type may be in a primary key.
func (j *ddl) keyType(t *cqltype.Type, written *cql.TypeExpr, name string) *diag.Diagnostic {
	switch {
	case t.MultiCell() && t.IsCollection():
		if written.Kind == cql.CustomType && !j.Server.Has(version.CustomCollections) {
			return rule.CT09.Invalid(written.Place(), "Invalid non-frozen user-defined type '%' for PRIMARY KEY column '%'", javaClass(t), name)
		}
		if written.Kind == cql.CustomType {
			return rule.CT09.Invalid(written.Place(), "Invalid non-frozen collection type '%' for PRIMARY KEY column '%'", javaClass(t), name)
		}
		return rule.CT09.Invalid(written.Place(), "Invalid non-frozen collection type % for PRIMARY KEY column '%'", t.String(), name).On(written)
	case t.MultiCell():
		return rule.CT09.Invalid(written.Place(), "Invalid non-frozen user-defined type % for PRIMARY KEY column '%'", cql.QuoteName(t.Keyspace+"."+t.Name), name).On(written)
	case t.Kind == cqltype.Counter:
		return rule.CT09.Invalid(written.Place(), "counter type is not supported for PRIMARY KEY column '%'", name)
	case t.HoldsDuration():
		return rule.CT09.Invalid(written.Place(), "duration type is not supported for PRIMARY KEY column '%'", name).Say("Durations have no order: a month has no fixed length. Store a number of seconds or nanoseconds as bigint.")
	}
	return nil
}

// clusteringOrder checks WITH CLUSTERING ORDER BY.
func clusteringOrder(s *cql.CreateTable) *diag.Diagnostic {
	as := 0 // so many are as they should be
	for as < len(s.Order) && as < len(s.Clustering) && s.Order[as].Column.Text == s.Clustering[as].Text {
		as++
	}
	if as == len(s.Order) {
		return nil
	}
	clustering, ordered := map[string]bool{}, map[string]bool{}
	for _, n := range s.Clustering {
		clustering[n.Text] = true
	}
	var strangers []string
	var first diag.Span
	for _, o := range s.Order {
		ordered[o.Column.Text] = true
		if !clustering[o.Column.Text] {
			if strangers == nil {
				first = o.Span
			}
			strangers = append(strangers, o.Column.Text)
		}
	}
	if strangers != nil {
		return rule.CT08.Invalid(first, "Only clustering key columns can be defined in CLUSTERING ORDER directive: % are not clustering columns", java.List(strangers))
	}
	o, want := s.Order[as], s.Clustering[as].Text
	if ordered[want] {
		return rule.CT08.Invalid(o.Span, "The order of columns in the CLUSTERING ORDER directive must match that of the clustering columns (% must appear before %)", want, o.Column.Text)
	}
	return rule.CT08.Invalid(o.Span, "Missing CLUSTERING ORDER for column %", want).On(check.Lacking{want})
}

// compactTable checks WITH COMPACT STORAGE; rest are the columns outside the key.
func compactTable(s *cql.CreateTable, rest []int, types []*cqltype.Type) *diag.Diagnostic {
	for _, i := range rest {
		if types[i].MultiCell() {
			return rule.CT16.Invalid(s.Columns[i].Span, "Non-frozen collections and UDTs are not supported with COMPACT STORAGE")
		}
	}
	if c := firstStatic(s); c != nil {
		return rule.CT16.Invalid(c.Span, "Static columns are not supported in COMPACT STORAGE tables")
	}
	if len(s.Clustering) == 0 && len(rest) == 0 {
		return rule.CT16.Invalid(s.BodySpan, "No definition found that is not part of the PRIMARY KEY")
	}
	if len(s.Clustering) > 0 && len(rest) > 1 {
		var names []string
		for _, i := range rest {
			names = append(names, s.Columns[i].Name.Text)
		}
		return rule.CT16.Invalid(s.Columns[rest[1]].Span, "COMPACT STORAGE with composite PRIMARY KEY allows no more than one column not part of the PRIMARY KEY (got: %)", strings.Join(names, ", ")).Say("Leave WITH COMPACT STORAGE away: new tables do not need it.")
	}
	return nil
}

// tableName checks a table's or view's name: it becomes a folder on disk.
func (j *ddl) tableName(ks string, name cql.Name) *diag.Diagnostic {
	prefix := ks + "." + name.Text + ": "
	if j.Server.Has(version.OneNameRule) { // which it does not keep: of tables it looks at letters only
		if wordChars(name.Text) {
			return nil
		}
		d := rule.CT14.Refuse(diag.Config, name.Span, `%Table name must not be empty, more than 48 characters long, or contain non-alphanumeric-underscore characters (got "%")`, prefix, name.Text)
		return d.Say("Use letters, digits and underscores.")
	}
	if !wordChars(name.Text) {
		d := rule.CT14.Refuse(diag.Config, name.Span, `%Table name must not be empty or not contain non-alphanumeric-underscore characters (got "%")`, prefix, name.Text)
		return d.Say("Use letters, digits and underscores.")
	}
	if len(name.Text) > 222 {
		return rule.CT14.Refuse(diag.Config, name.Span, `%Table name must not be more than 222 characters long (got % characters for "%")`, prefix, strconv.Itoa(len(name.Text)), name.Text)
	}
	return nil
}

// tableID reads WITH id = a UUID.
func tableID(p *cql.Property) (string, *diag.Diagnostic) {
	s, d := text(p, rule.OPT02)
	if d != nil {
		return "", d
	}
	parts := strings.Split(s, "-")
	ok := len(parts) == 5 && len(s) <= 36
	for _, part := range parts {
		_, err := strconv.ParseInt(part, 16, 64)
		ok = ok && err == nil
	}
	if !ok {
		return "", rule.CT15.Refuse(diag.Config, p.Value.Span, "Invalid table id")
	}
	return s, nil
}

func (j *ddl) dropTable(s *cql.DropTable) *diag.Diagnostic {
	ksName, d := j.KeyspaceOf(s.Name)
	if d != nil {
		return d
	}
	name := s.Name.Name.Text
	if d := j.mayChange(ksName, "DROP", oneTable(ksName, name), s.Name.Head()); d != nil {
		return d
	}
	if d := j.keyspaceName(ksName, s.Name.Head()); d != nil {
		return d
	}
	if d := j.Allowed(check.DropTruncateTableEnabled, "drop_truncate_table_enabled", "DROP and TRUNCATE TABLE functionality", "", s.Place()); d != nil {
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
		return rule.AL09.Invalid(s.Name.Name.Span, "Cannot use DROP TABLE on a materialized view. Please use DROP MATERIALIZED VIEW instead.")
	}
	ks := j.Catalogue.Keyspaces[ksName]
	if len(ks.Views(name)) > 0 {
		d := rule.AL09.Invalid(s.Name.Name.Span, "Cannot drop a table when materialized views still depend on it (%)", ksName)
		return d.Say("Drop the view " + ks.Views(name)[0].Name + " first.")
	}
	j.dropped(check.Table, ksName, name, t)
	j.then(func() { j.Catalogue.DropTable(t) })
	return nil
}

// missingTable refuses a table that does not exist, with the keyspace's name.
func (j *ddl) missingTable(ks string, name cql.Name) *diag.Diagnostic {
	return j.NoTable(rule.AL01.Invalid(name.Span, "Table '%.%' doesn't exist", ks, name.Text), ks, name.Text, "")
}

func (j *ddl) truncate(s *cql.Truncate) *diag.Diagnostic {
	ks, t, d := j.Find(s.Table)
	if d != nil {
		return d
	}
	if d := j.Allowed(check.DropTruncateTableEnabled, "drop_truncate_table_enabled", "DROP and TRUNCATE TABLE functionality", "", s.Place()); d != nil {
		return d
	}
	if t.View != nil {
		return rule.AL09.Invalid(s.Table.Name.Span, "Cannot TRUNCATE materialized view directly; must truncate base table instead").On(t)
	}
	if ks.Virtual && !j.Server.Has(version.VirtualWrites) {
		return rule.SYS01.Invalid(s.Table.Place(), version.Of(version.VirtualWrites).Says)
	}
	if ks.Virtual {
		return rule.SYS01.Invalid(s.Table.Place(), "Truncation is not supported by table %", t.String())
	}
	j.change().Emptied = append([]*schema.Table{t}, ks.Views(t.Name)...)
	return nil
}
