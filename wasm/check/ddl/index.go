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

// This file judges indexes. Sources: CreateIndexStatement, IndexAttributes,
// IndexMetadata.validate, StorageAttachedIndex.validateOptions,
// SASIIndex.validateOptions, DropIndexStatement.

func (j *ddl) createIndex(s *cql.CreateIndex) *diag.Diagnostic {
	ksName, d := j.KeyspaceOf(s.Table)
	if d != nil {
		return d
	}
	tableName := s.Table.Name.Text

	// which implementation
	written, place := s.Class, s.ClassSpan
	if !s.HasClass {
		if !j.Settings.On(check.DefaultSecondaryIndexEnabled) {
			return rule.IX18.Invalid(s.Table.Name.Span, "Must specify index implementation via USING").Say("Add USING 'sai' at the end.")
		}
		written, place = j.Settings.Text(check.DefaultSecondaryIndex), s.Table.Place()
	}
	custom := s.Custom || !strings.EqualFold(written, "legacy_local_table") && j.Server.On(version.ClassWithoutCustom)
	ix := &schema.Index{Name: s.Name.Text, Class: schema.Legacy}
	if custom {
		if ix.Class = schema.ClassOf(written); ix.Class == schema.SAI && !j.Server.On(version.SAI) {
			ix.Class = schema.OtherIndex
		}
		ix.Java = written
	}
	if j.Index = ix; len(s.Targets) > 0 {
		ix.Column, ix.Target = s.Targets[0].Column.Text, targetKinds[s.Targets[0].Kind]
	}
	if d := j.mayChange(ksName, "ALTER", oneTable(ksName, tableName), s.Table.Head()); d != nil {
		return d
	}
	if d := j.keyspaceName(ksName, s.Table.Head()); d != nil {
		return d
	}

	// options
	with := properties(s.With)
	if d := with.unknown(j.Server, rule.IX01, "options"); d != nil {
		return d
	}
	if s.HasClass != s.Custom && !j.Server.On(version.ClassWithoutCustom) {
		if s.Custom {
			return rule.IX18.Invalid(place, "CUSTOM index requires specifiying the index class").Say("Add USING with a class, or leave CUSTOM away.")
		}
		return rule.IX18.Invalid(place, version.Of(version.ClassWithoutCustom).Says).Say("Write CREATE CUSTOM INDEX.")
	}
	if !custom && len(with) > 0 {
		d := rule.IX01.Invalid(with[0].Span, "Cannot specify options for a non-CUSTOM index")
		return d.Say("Only SAI, SASI and other custom indexes have options.").On(&s.With[0])
	}
	var entries []cql.PropertyEntry
	if p := with.get("options"); p != nil {
		if entries, d = options(p, rule.IX01); d != nil {
			return d
		}
	}
	for _, name := range [...]string{"class_name", "target"} {
		if e := findEntry(entries, name); e != nil {
			return rule.IX01.Invalid(e.Span, "Cannot specify % as a CUSTOM option", name)
		}
	}
	for _, e := range entries {
		ix.Options = append(ix.Options, schema.Option{Name: e.Key, Value: e.Value})
	}
	if d := j.Allowed(check.SecondaryIndexesEnabled, "secondary_indexes", "Creating secondary indexes", "", s.Place()); d != nil {
		return d
	}
	if custom && written == schema.SASIClass && !j.Settings.On(check.SASIIndexesEnabled) {
		return rule.IX02.Invalid(place, "SASI indexes are disabled. Enable in cassandra.yaml to use.").Say("Use SAI, or set sasi_indexes_enabled: true in cassandra.yaml.")
	}

	// the table
	ks, d := j.KeyspaceFor(rule.IX03, ksName, s.Table.Head())
	if d != nil {
		return d
	}
	t := ks.Tables[tableName]
	if t == nil {
		return j.NoTable(rule.IX03.Invalid(s.Table.Name.Span, "Table '%' doesn't exist", tableName), ksName, tableName, "Create the table first.")
	}
	if s.Name.Given() {
		if old, _ := ks.Index(s.Name.Text); old != nil {
			if s.IfNotExists {
				j.sasiWarning(ix)
				return nil
			}
			return rule.IX04.Invalid(s.Name.Span, "Index '%' already exists", s.Name.Text).Say("An index's name is taken once in a keyspace, whatever its table.")
		}
	}
	if t.Counter {
		return rule.IX05.Invalid(s.Table.Name.Span, "Secondary indexes on counter tables aren't supported")
	}
	if t.View != nil {
		return rule.IX05.Invalid(s.Table.Name.Span, "Secondary indexes on materialized views aren't supported")
	}
	what := "on table " + t.Name
	if s.Name.Text != "" {
		what = s.Name.Text + " " + what
	}
	if d := j.threshold("secondary_indexes_per_table", len(t.Indexes)+1, check.SecondaryIndexesPerTableWarn, check.SecondaryIndexesPerTableFail, s.Place(), func(limit string) string {
		return "Creating secondary index " + what + ", current number of indexes " + strconv.Itoa(len(t.Indexes)+1) + " exceeds warning threshold of " + limit + "."
	}, func(limit string) string {
		return "Tables cannot have more than " + limit + " secondary indexes, aborting the creation of secondary index " + what
	}); d != nil {
		return d
	}

	// the target
	var columns []*schema.Column
	var kinds []string
	for _, target := range s.Targets {
		c, d := check.ColumnOf(t, target.Column)
		if d != nil {
			return d
		}
		kind := targetKinds[target.Kind]
		if kind == "" && c.Type.IsCollection() && !c.Desc { // the server sees no collection behind a reversed order
			kind = "values"
		}
		columns, kinds = append(columns, c), append(kinds, kind)
	}
	if len(columns) == 0 && !custom {
		return rule.IX06.Invalid(s.Table.Place(), "Only CUSTOM indexes can be created without specifying a target column").Say("Name the column in the parentheses.")
	}
	if len(columns) > 1 {
		if !custom {
			return rule.IX06.Invalid(s.Targets[1].Span, "Only CUSTOM indexes support multiple columns").Say("Make one index for each column.")
		}
		for i, c := range columns {
			if slices.Contains(columns[:i], c) {
				return rule.IX06.Invalid(s.Targets[i].Span, "Duplicate column '%' in index target list", c.Name)
			}
		}
	}
	for i, c := range columns {
		if d := indexTarget(t, c, kinds[i], custom, &s.Targets[i]); d != nil {
			return d
		}
	}
	if len(columns) > 0 {
		ix.Column, ix.Target = columns[0].Name, kinds[0]
	}
	if ix.Target == "" && len(columns) > 0 {
		ix.Target = "simple"
	}
	if !s.Name.Given() {
		ix.Name = freeIndexName(ks, t, columns)
	}
	for _, old := range t.IndexesOn(ix.Column) {
		if old.Java == ix.Java && old.Class == ix.Class && old.Column == ix.Column && old.Target == ix.Target && len(columns) == 1 && sameOptions(old.Options, ix.Options) {
			if s.IfNotExists {
				j.sasiWarning(ix)
				return nil
			}
			return rule.IX16.Invalid(s.Targets[0].Span, "Index % is a duplicate of existing index %", ix.Name, old.Name)
		}
	}

	// what the implementation says
	for _, other := range t.IndexesOn(ix.Column) {
		if other.Class == schema.SAI && ix.Class == schema.SAI && len(columns) == 1 && other.Target == ix.Target {
			return rule.SAI02.Invalid(s.Targets[0].Span, "Cannot create more than one storage-attached index on the same column: %", ix.Column)
		}
	}
	j.indexWarnings(t) // each is checked again, before the new one
	if !wordChars(ix.Name) {
		return rule.IX17.Refuse(diag.Config, s.Name.Span, "Illegal index name %", ix.Name)
	}
	if custom {
		if d := j.customIndex(s, t, ix, columns, kinds, entries, place); d != nil {
			return d
		}
	}
	j.sasiWarning(ix)
	j.made(check.Index, ks.Name, ix.Name, t)
	j.flushed(t)
	j.then(func() {
		ix.Vectors = holdsVectors(t, ix)
		ks.AddIndex(t, ix)
		j.Catalogue.Changed(t)
	})
	return nil
}

var targetKinds = [...]string{"", "keys", "values", "entries", "full"}

func sameOptions(a, b []schema.Option) bool {
	if len(a) != len(b) {
		return false
	}
	for _, o := range a {
		if !slices.Contains(b, o) {
			return false
		}
	}
	return true
}

// targetText names what an index covers, as it is kept among the options.
func targetText(c *schema.Column, kind string) string {
	name := cql.QuoteName(c.Name)
	if kind != "" {
		name = kind + "(" + name + ")"
	}
	return name
}

// indexTarget checks one target. Source: CreateIndexStatement.validateIndexTarget.
func indexTarget(t *schema.Table, c *schema.Column, kind string, custom bool, target *cql.IndexTarget) *diag.Diagnostic {
	typ := c.Type
	if custom {
		if !wordChars(c.Name) {
			return rule.IX07.Invalid(target.Span, "Column '%' contains non-alphanumeric-underscore characters", c.Name)
		}
		if len(c.Name) > 48 {
			return rule.IX07.Invalid(target.Span, "Column '%' is longer than the permissible name length of 48 characters", c.Name)
		}
	}
	if c.HoldsDuration() {
		return check.NoDuration(rule.IX08, "Secondary indexes are not supported on ", typ, target.Span)
	}
	if t.Compact {
		if c.Kind == schema.PartitionKey || c.Kind == schema.Clustering {
			return rule.IX09.Invalid(target.Span, "Secondary indexes are not supported on PRIMARY KEY columns in COMPACT STORAGE tables")
		}
		if len(t.Clustering) > 0 {
			return rule.IX09.Invalid(target.Span, "Secondary indexes are not supported on compact value column of COMPACT STORAGE tables")
		}
	}
	if c.Kind == schema.PartitionKey && len(t.PartitionKey) == 1 {
		return rule.IX10.Invalid(target.Span, "Cannot create secondary index on the only partition key column %", c.Name).Say("Ask with WHERE " + cql.QuoteName(c.Name) + " = …, without an index.")
	}
	frozen := typ.IsCollection() && !typ.MultiCell()
	if frozen && kind != "full" {
		return rule.IX11.Invalid(target.Span, "Cannot create %() index on frozen column %. Frozen collections are immutable and must be fully indexed by using the 'full(%)' modifier", kind, c.Name, cql.QuoteName(c.Name)).On(target)
	}
	if !frozen && kind == "full" {
		return rule.IX12.Invalid(target.Span, "full() indexes can only be created on frozen collections").On(target)
	}
	if !typ.IsCollection() && kind != "" {
		return rule.IX13.Invalid(target.Span, "Cannot create %() index on %. Non-collection columns only support simple indexes", kind, c.Name).On(target)
	}
	if (kind == "keys" || kind == "entries") && !(typ.Kind == cqltype.Map && typ.MultiCell()) {
		return rule.IX14.Invalid(target.Span, "Cannot create index on % of column % with non-map type", kind, c.Name).On(target)
	}
	if typ.Kind == cqltype.UDT && typ.MultiCell() {
		return rule.IX15.Invalid(target.Span, "Cannot create index on non-frozen UDT column %", c.Name).Say("Only a frozen<" + typ.Name + "> column can be indexed: as one value.")
	}
	return nil
}

// freeIndexName makes the name of an index that has none: table_column_idx
// without odd characters, with a number behind it where it is taken.
func freeIndexName(ks *schema.Keyspace, t *schema.Table, columns []*schema.Column) string {
	base := t.Name + "_idx"
	if len(columns) == 1 {
		base = t.Name + "_" + columns[0].Name + "_idx"
	}
	base = strings.Map(func(r rune) rune {
		if r < 128 && wordChars(string(r)) {
			return r
		}
		return -1
	}, base)
	for n := 0; ; n++ {
		name := base
		if n > 0 {
			name += "_" + strconv.Itoa(n)
		}
		if ix, _ := ks.Index(name); ix == nil {
			return name
		}
	}
}

// customIndex is IndexMetadata.validate for an index with a class.
func (j *ddl) customIndex(s *cql.CreateIndex, t *schema.Table, ix *schema.Index, columns []*schema.Column, kinds []string, entries []cql.PropertyEntry, place diag.Span) *diag.Diagnostic {
	switch ix.Class {
	case schema.SAI:
		return j.saiIndex(s, t, ix, columns, kinds, entries)
	case schema.SASI:
		if len(columns) == 0 {
			return rule.SASI.Refuse(diag.Config, s.Table.Place(), "failed to retrieve target column for: ")
		}
		return sasiIndex(s, columns, kinds, entries)
	}
	class := ix.Java
	if strings.HasPrefix(class, "org.apache.cassandra.index.internal.") && strings.HasSuffix(class, "Index") && len(columns) > 0 {
		return nil // the classes behind legacy indexes
	}
	if strings.HasPrefix(class, "java.") || class == "org.apache.cassandra.index.SecondaryIndexManager" || class == "org.apache.cassandra.index.TargetParser" {
		return rule.IX18.Refuse(diag.Config, place, "Specified Indexer class (%) does not implement the Indexer interface", class)
	}
	d := rule.IX18.Refuse(diag.Config, place, "Unable to find custom indexer class '%'", class)
	if !s.HasClass {
		return d.Say("CREATE CUSTOM INDEX needs a class: add USING 'sai', or leave CUSTOM away.")
	}
	return d.Say("The index classes are 'sai' and '" + schema.SASIClass + "'; a plain CREATE INDEX without USING makes a legacy index.")
}

// saiTypes are the types that SAI indexes as they are.
func saiType(t *cqltype.Type) bool {
	switch t.Kind {
	case cqltype.Blob, cqltype.Counter, cqltype.Duration, cqltype.Empty, cqltype.Custom:
		return false
	case cqltype.List, cqltype.Set, cqltype.Map, cqltype.Tuple, cqltype.UDT, cqltype.Vector:
		return !t.MultiCell()
	}
	return true
}

const vectorWarning = "SAI ANN indexes on vector columns are experimental and are not recommended for production use.\n" +
	"They don't yet support SELECT queries with:\n * Consistency level higher than ONE/LOCAL_ONE.\n * Paging.\n * No LIMIT clauses.\n" +
	" * PER PARTITION LIMIT clauses.\n * GROUP BY clauses.\n * Aggregation functions.\n * Filters on columns without a SAI index."

// indexWarnings repeats the warnings of a table's indexes: each change of the
// table checks them again.
func (j *ddl) indexWarnings(t *schema.Table) {
	for range t.VectorIndexes() {
		j.warn(rule.VectorExperimental, vectorWarning)
	}
}

// sasiWarning comes also where the index is there already.
func (j *ddl) sasiWarning(ix *schema.Index) {
	if ix.Class == schema.SASI {
		j.warn(rule.SASIExperimental, "SASI indexes are experimental and are not recommended for production use.")
	}
}

// holdsVectors reports whether an index finds the nearest vectors.
func holdsVectors(t *schema.Table, ix *schema.Index) bool {
	c := t.Column(ix.Column)
	return ix.Class == schema.SAI && c != nil && ix.Target != "entries" && indexedType(c, ix.Target).Kind == cqltype.Vector
}

// indexedType is the type of what an index holds: the column, its keys or its
// values; of entries, the whole column.
func indexedType(c *schema.Column, target string) *cqltype.Type {
	t := c.Type
	if !t.MultiCell() || !t.IsCollection() || target == "entries" {
		return t
	}
	if target == "keys" {
		return t.Elems[0]
	}
	return t.Elems[len(t.Elems)-1]
}

// saiOptions are what SAI understands; the last two only where a system property says so.
var saiOptions = []string{"case_sensitive", "normalize", "ascii", "similarity_function", "optimize_for", "maximum_node_connections", "construction_beam_width"}

func (j *ddl) saiIndex(s *cql.CreateIndex, t *schema.Table, ix *schema.Index, columns []*schema.Column, kinds []string, entries []cql.PropertyEntry) *diag.Diagnostic {
	m := java.NewHashMap(2)
	all := indexOptions(entries)
	for _, k := range all.Order() {
		if k != "class_name" && k != "target" && !slices.Contains(saiOptions, k) {
			m.Put(k)
		}
	}
	place := s.Table.Name.Span
	if len(s.Targets) > 0 {
		place = s.Targets[0].Span
	}
	if len(m.Keys) > 0 {
		d := rule.IX19.Refuse(diag.Config, findEntry(entries, m.Order()[0]).Span, "Properties specified % are not understood by StorageAttachedIndex", java.List(m.Order()))
		return d.Say("SAI knows " + strings.Join(saiOptions[:5], ", ") + ".").On(&check.SuperfluousEntries{Option: properties(s.With).get("options"), Keys: m.Order()})
	}
	var targets []string
	for i, c := range columns {
		targets = append(targets, targetText(c, kinds[i]))
	}
	if len(columns) > 1 {
		return rule.SAI01.Invalid(s.Targets[1].Span, "A storage-attached index cannot be created over multiple columns: %", strings.Join(targets, ", ")).Say("Make one index for each column; a query may use several.")
	}
	if len(columns) == 0 {
		return rule.SAI01.Invalid(place, "Failed to retrieve target column for: ")
	}
	c, kind := columns[0], kinds[0]
	indexed, composite := indexedType(c, kind), kind == "entries"
	indexedText := indexed.String()
	if composite {
		indexedText = "'org.apache.cassandra.db.marshal.CompositeType(" + javaClass(c.Type.Elems[0]) + "," + javaClass(c.Type.Elems[1]) + ")'"
	}
	var analysis []cql.PropertyEntry
	for _, name := range [...]string{"case_sensitive", "normalize", "ascii"} {
		if e := findEntry(entries, name); e != nil {
			analysis = append(analysis, *e)
		}
	}
	if len(analysis) > 0 {
		if c.Kind == schema.PartitionKey || c.Kind == schema.Clustering {
			sort.Slice(analysis, func(i, j int) bool { return analysis[i].Key < analysis[j].Key })
			var parts []string
			for _, e := range analysis {
				parts = append(parts, "'"+e.Key+"': '"+e.Value+"'")
			}
			return rule.SAI04.Invalid(analysis[0].Span, "Analysis options are not supported on primary key columns, but found {%}", strings.Join(parts, ", "))
		}
		if indexed.Kind != cqltype.Text && indexed.Kind != cqltype.Ascii || composite {
			return rule.SAI04.Invalid(analysis[0].Span, "CQL type % cannot be analyzed.", indexedText)
		}
		am := java.NewHashMap(16)
		for _, k := range all.Order() {
			if k == "case_sensitive" || k == "normalize" || k == "ascii" {
				am.Put(k)
			}
		}
		for _, k := range am.Order() {
			e := findEntry(entries, k)
			if e.Value == "" {
				return rule.SAI04.Invalid(e.Span, "Empty value for boolean option '%'", k)
			}
			if !strings.EqualFold(e.Value, "true") && !strings.EqualFold(e.Value, "false") {
				return rule.SAI04.Invalid(e.ValueSpan, "Illegal value for boolean option '%': %", k, e.Value)
			}
		}
	}
	vector := indexed.Kind == cqltype.Vector && !composite
	similarity := "COSINE"
	for _, name := range [...]string{"maximum_node_connections", "construction_beam_width", "similarity_function", "optimize_for"} {
		e := findEntry(entries, name)
		if e == nil {
			continue
		}
		value := strings.ToUpper(e.Value)
		switch {
		case !vector:
			return rule.SAI05.Invalid(e.Span, "CQL type % cannot have vector options", indexedText)
		case name == "maximum_node_connections":
			return rule.SAI05.Invalid(e.Span, "Maximum node connections cannot be set without enabling SAI_VECTOR_ALLOW_CUSTOM_PARAMETERS")
		case name == "construction_beam_width":
			return rule.SAI05.Invalid(e.Span, "Construction beam width cannot be set without enabling SAI_VECTOR_ALLOW_CUSTOM_PARAMETERS")
		case name == "similarity_function":
			if similarity = value; !slices.Contains([]string{"EUCLIDEAN", "DOT_PRODUCT", "COSINE"}, value) {
				return rule.SAI05.Invalid(e.ValueSpan, "Similarity function % was not recognized for index null. Valid values are: EUCLIDEAN, DOT_PRODUCT, COSINE", value)
			}
		case value != "LATENCY" && value != "RECALL":
			return rule.SAI05.Invalid(e.ValueSpan, "optimize_for '%' was not recognized for index null. Valid values are: LATENCY, RECALL", value)
		}
	}
	unsupported := func(t *cqltype.Type) *diag.Diagnostic {
		if saiType(t) {
			return nil
		}
		return rule.SAI03.Invalid(place, "Unsupported type: %", t.String()).Say("SAI has no order or equality for " + t.String() + " values. A legacy index (without USING) can find equal ones.")
	}
	if composite {
		for _, e := range c.Type.Elems {
			if d := unsupported(e); d != nil {
				return d
			}
		}
		return nil
	}
	if d := unsupported(indexed); d != nil {
		return d
	}
	if vector {
		if indexed.Elems[0].Kind != cqltype.Float {
			return rule.SAI05.Invalid(place, "SAI ANN indexes are only allowed on vector columns with float elements")
		}
		if indexed.Dim == 1 && similarity == "COSINE" {
			return rule.SAI05.Invalid(place, "Cosine similarity is not supported for single-dimension vectors").Say("Add WITH OPTIONS = {'similarity_function': 'euclidean'}: the cosine of two numbers is only their sign.")
		}
		if c.Desc {
			return rule.SAI05.Server(place, "%", cqltype.ClassCast(cqltype.ReversedType, "VectorType").Message)
		}
		j.warn(rule.VectorExperimental, vectorWarning)
	}
	return nil
}

// javaClass is the Java name of a type.
func javaClass(t *cqltype.Type) string { return javaClassIn(t, false) }

// javaClassIn is javaClass; frozen says that the type stands inside a frozen one,
// where FrozenType is not repeated.
func javaClassIn(t *cqltype.Type, frozen bool) string {
	const pkg = "org.apache.cassandra.db.marshal."
	if t.Kind == cqltype.Custom {
		return t.Class
	}
	name := t.String()
	for class, native := range check.NativeClasses {
		if native == name {
			return pkg + class
		}
	}
	var parts []string
	for _, e := range t.Elems {
		parts = append(parts, javaClassIn(e, frozen || t.Frozen))
	}
	wrap := func(class string) string {
		s := pkg + class + "(" + strings.Join(parts, ",") + ")"
		if t.Frozen && !frozen && t.Kind != cqltype.Tuple && t.Kind != cqltype.Vector {
			s = pkg + "FrozenType(" + s + ")"
		}
		return s
	}
	switch t.Kind {
	case cqltype.List:
		return wrap("ListType")
	case cqltype.Set:
		return wrap("SetType")
	case cqltype.Map:
		return wrap("MapType")
	case cqltype.Tuple:
		return wrap("TupleType")
	case cqltype.Vector:
		return pkg + "VectorType(" + parts[0] + " , " + strconv.Itoa(t.Dim) + ")"
	}
	parts = []string{t.Keyspace, cqltype.Hex([]byte(t.Name))}
	for _, f := range t.Fields {
		parts = append(parts, cqltype.Hex([]byte(f.Name))+":"+javaClassIn(f.Type, frozen || t.Frozen))
	}
	return wrap("UserType")
}

// sasiIndex is SASIIndex.validateOptions.
func sasiIndex(s *cql.CreateIndex, columns []*schema.Column, kinds []string, entries []cql.PropertyEntry) *diag.Diagnostic {
	option := func(name string) *cql.PropertyEntry { return findEntry(entries, name) }
	c, place := columns[0], s.Targets[0].Span
	if len(columns) > 1 {
		var names []string
		for _, c := range columns {
			names = append(names, cql.QuoteName(c.Name))
		}
		return rule.SASI.Refuse(diag.Config, s.Targets[1].Span, "failed to retrieve target column for: %", strings.Join(names, ", "))
	}
	if c.Type.MultiCell() {
		return rule.SASI.Refuse(diag.Config, place, "complex columns are not yet supported by SASI")
	}
	if c.Kind == schema.PartitionKey {
		return rule.SASI.Refuse(diag.Config, place, "partition key columns are not yet supported by SASI")
	}
	literal := c.Type.Textual() && !c.Desc // the server does not look behind a reversed order
	analyzed := false
	if e := option("analyzer_class"); e != nil {
		name := strings.TrimPrefix(e.Value, schema.SASIAnalyzers)
		if name == e.Value || !slices.Contains([]string{"NonTokenizingAnalyzer", "StandardAnalyzer", "DelimiterAnalyzer", "NoOpAnalyzer"}, name) {
			return rule.SASI.Refuse(diag.Config, e.ValueSpan, "Invalid analyzer class option specified [%]", e.Value).
				On(&check.UnknownClass{Entry: e, Name: name, Known: []string{"NonTokenizingAnalyzer", "StandardAnalyzer", "DelimiterAnalyzer"}})
		}
		if !literal && name != "NoOpAnalyzer" {
			return rule.SASI.Refuse(diag.Config, e.ValueSpan, "% does not support type %", name, c.Type.String())
		}
		if name == "NonTokenizingAnalyzer" && option("case_sensitive") != nil && (option("normalize_lowercase") != nil || option("normalize_uppercase") != nil) {
			return rule.SASI.Refuse(diag.Config, option("case_sensitive").Span, "case_sensitive option cannot be specified together with either normalize_lowercase or normalize_uppercase")
		}
		analyzed = true
	}
	if e := option("analyzed"); e != nil {
		analyzed = strings.EqualFold(e.Value, "true")
	}
	sparse := false
	if e := option("mode"); e != nil {
		switch mode := strings.ToUpper(e.Value); mode {
		case "PREFIX", "CONTAINS":
		case "SPARSE":
			sparse = true
		default:
			return rule.SASI.Refuse(diag.Config, e.ValueSpan, "Incorrect index mode: %", e.Value)
		}
	}
	if e := option("is_literal"); e != nil {
		literal = strings.EqualFold(e.Value, "true")
	}
	if e := option("max_compaction_flush_memory_in_mb"); e != nil {
		if _, err := strconv.ParseInt(e.Value, 10, 64); err != nil {
			return rule.SASI.Refuse(diag.Config, e.ValueSpan, "Failed to validate custom indexer options: {%}", optionsText(entries, schema.SASIClass, targetText(c, kinds[0])))
		}
	}
	if sparse {
		if literal {
			return rule.SASI.Refuse(diag.Config, option("mode").ValueSpan, "SPARSE mode is only supported on non-literal columns.")
		}
		if analyzed {
			return rule.SASI.Refuse(diag.Config, option("mode").ValueSpan, "SPARSE mode doesn't support analyzers.")
		}
	}
	return nil
}

// indexOptions is the map in which the server keeps an index's options.
func indexOptions(entries []cql.PropertyEntry) *java.HashMap {
	m := mapOf(entries).Copy()
	m.Put("class_name")
	m = m.Copy()
	m.Put("target")
	return m
}

// optionsText prints that map.
func optionsText(entries []cql.PropertyEntry, class, target string) string {
	var parts []string
	for _, k := range indexOptions(entries).Order() {
		v := map[string]string{"class_name": class, "target": target}[k]
		if e := findEntry(entries, k); e != nil {
			v = e.Value
		}
		parts = append(parts, k+"="+v)
	}
	return strings.Join(parts, ", ")
}

func (j *ddl) dropIndex(s *cql.DropIndex) *diag.Diagnostic {
	ksName, d := j.KeyspaceOf(s.Name)
	if d != nil {
		return d
	}
	ks := j.Catalogue.Keyspaces[ksName]
	var ix *schema.Index
	var t *schema.Table
	if ks != nil {
		ix, t = ks.Index(s.Name.Name.Text)
	}
	if d := j.keyspaceName(ksName, s.Name.Head()); d != nil {
		return d
	}
	if ix == nil {
		if s.IfExists {
			return nil
		}
		d := rule.IX20.Invalid(s.Name.Name.Span, "Index '%.%' doesn't exist'", ksName, s.Name.Name.Text)
		var names []string
		if ks != nil && len(ks.Tables) <= check.MaxSuggested {
			for _, t := range ks.Tables {
				for _, ix := range t.Indexes {
					names = append(names, ix.Name)
				}
			}
			diag.Sort(names)
		}
		return d.On(&check.Unknown{Kind: check.Index, Keyspace: ksName, Name: s.Name.Name.Text, Known: names})
	}
	j.dropped(check.Index, ks.Name, ix.Name, t)
	j.flushed(t)
	j.then(func() {
		ks.DropIndex(t, ix)
		j.Catalogue.Changed(t)
	})
	return nil
}
