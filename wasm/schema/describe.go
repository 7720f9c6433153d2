package schema

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/version"
)

// This file writes CQL for what a catalogue holds, in the words and the layout
// of the server's DESCRIBE. Sources: SchemaElement.toCqlString and the
// appendCqlTo of its implementations.

// An Element is something that DESCRIBE shows.
type Element struct {
	Keyspace string // quoted where CQL needs it, as Name
	Type     string // "keyspace", "type", "function", "aggregate", "table", "index", "materialized_view"
	Name     string
	CQL      string // the statement that makes it, with its semicolon
}

// Describe is the CQL that makes everything in a catalogue but Cassandra's own
// keyspaces. Run on an empty cluster it makes the same catalogue. Unlike the
// server it writes compact tables as statements, not as comments.
func (c *Catalogue) Describe() string {
	var parts []string
	for _, k := range c.InOrder() {
		if k.System {
			continue
		}
		for _, e := range k.Elements() {
			parts = append(parts, e.Statement())
		}
	}
	return strings.Join(parts, "\n\n")
}

// Statement is the CQL that makes it again, of a compact table, too, for which the server has
// a comment only.
func (e Element) Statement() string {
	if _, create, compact := strings.Cut(e.CQL, "(this should not be used to reproduce this schema)\n\n"); compact && e.Type == "table" {
		return strings.Replace(strings.TrimSuffix(create, "\n*/"), "CLUSTERING ORDER BY (column1 ASC)\n    AND ", "", 1)
	}
	return e.CQL
}

// InOrder returns the keyspaces by name.
func (c *Catalogue) InOrder() []*Keyspace {
	var out []*Keyspace
	for _, k := range c.Keyspaces {
		out = append(out, k)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

// Elements describes a keyspace: itself, types in the order of their needs,
// functions, aggregates, and each table with its indexes and views.
func (k *Keyspace) Elements() []Element {
	out := []Element{k.Element()}
	for _, t := range k.TypesInOrder() {
		out = append(out, TypeElement(t))
	}
	var functions, aggregates []Element
	for _, f := range k.Functions {
		functions = append(functions, f.Element())
	}
	for _, a := range k.Aggregates {
		aggregates = append(aggregates, a.Element())
	}
	SortByName(functions)
	SortByName(aggregates)
	out = append(append(out, functions...), aggregates...)
	var tables []*Table
	for _, t := range k.Tables {
		if t.View == nil {
			tables = append(tables, t)
		}
	}
	sort.Slice(tables, func(i, j int) bool { return strings.ToLower(tables[i].Name) < strings.ToLower(tables[j].Name) })
	for _, t := range tables {
		out = append(out, k.TableElements(t)...)
	}
	return out
}

// SortByName sorts as the server does, whatever the case of letters.
func SortByName(list []Element) {
	key := func(i int) string { return strings.ToLower(strings.Trim(list[i].Name, `"`)) }
	sort.SliceStable(list, func(i, j int) bool { return key(i) < key(j) })
}

// TableElements describes a table with its indexes and views.
func (k *Keyspace) TableElements(t *Table) []Element {
	if k.Virtual {
		e := t.Element()
		head, _, _ := strings.Cut(strings.TrimPrefix(e.CQL, "CREATE"), ") WITH ")
		order := ""
		if len(t.Clustering) > 0 {
			order = t.Options()[0] + "\n    AND "
		}
		e.CQL = "/*\nWarning: Table " + t.String() + " is a virtual table and cannot be recreated with CQL.\nStructure, for reference:\nVIRTUAL" + head +
			") WITH " + order + "comment = " + cql.QuoteString(t.Params.Comment) + ";\n*/"
		return []Element{e}
	}
	out := []Element{t.Element()}
	var indexes, views []Element
	for _, ix := range t.Indexes {
		indexes = append(indexes, ix.Element(t))
	}
	for _, v := range k.Views(t.Name) {
		views = append(views, v.Element())
	}
	SortByName(indexes)
	SortByName(views)
	return append(append(out, indexes...), views...)
}

// TypesInOrder returns the types so that each comes after those it is made of.
func (k *Keyspace) TypesInOrder() []*cqltype.Type {
	var names []string
	for n := range k.Types {
		names = append(names, n)
	}
	sort.Slice(names, func(i, j int) bool { return names[i] < names[j] })
	var out []*cqltype.Type
	done := map[string]bool{}
	var visit func(t *cqltype.Type)
	visit = func(t *cqltype.Type) {
		for _, e := range t.Elems {
			visit(e)
		}
		if t.Kind != cqltype.UDT || done[t.Name] || k.Types[t.Name] == nil {
			return
		}
		done[t.Name] = true
		for _, f := range t.Fields {
			visit(f.Type)
		}
		out = append(out, k.Types[t.Name])
	}
	for _, n := range names {
		visit(k.Types[n])
	}
	return out
}

// mapText prints a map property, sorted by key.
func mapText(options []Option) string {
	sorted := slices.Clone(options)
	sort.Slice(sorted, func(i, j int) bool { return sorted[i].Name < sorted[j].Name })
	var parts []string
	for _, o := range sorted {
		parts = append(parts, cql.QuoteString(o.Name)+": "+cql.QuoteString(o.Value))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// Element describes the keyspace alone.
func (k *Keyspace) Element() Element {
	name := cql.QuoteName(k.Name)
	e := Element{Keyspace: name, Type: "keyspace", Name: name}
	if k.Virtual {
		e.CQL = "/*\nWarning: Keyspace " + name + " is a virtual keyspace and cannot be recreated with CQL.\nStructure, for reference:\nVIRTUAL KEYSPACE " + name + ";\n*/"
		return e
	}
	e.CQL = "CREATE KEYSPACE " + name + " WITH replication = " + k.Replication.String() + "  AND durable_writes = " + strconv.FormatBool(k.DurableWrites) + ";"
	return e
}

// String is the replication as CQL has it.
func (r *Replication) String() string {
	out := "{'class': " + cql.QuoteString(r.Class)
	for _, o := range r.Options {
		out += ", " + cql.QuoteString(o.Name) + ": " + cql.QuoteString(o.Value)
	}
	return out + "}"
}

// TypeElement describes a user-defined type.
func TypeElement(t *cqltype.Type) Element {
	ks, name := cql.QuoteName(t.Keyspace), cql.QuoteName(t.Name)
	var fields []string
	for _, f := range t.Fields {
		fields = append(fields, "    "+cql.QuoteName(f.Name)+" "+f.Type.String())
	}
	return Element{ks, "type", name, "CREATE TYPE " + ks + "." + name + " (\n" + strings.Join(fields, ",\n") + "\n);"}
}

// argument is a type in a function's signature: tuples stand without frozen<>.
func argument(t *cqltype.Type) string {
	s := t.String()
	if t.Kind == cqltype.Tuple {
		s = strings.TrimSuffix(strings.TrimPrefix(s, "frozen<"), ">")
	}
	return s
}

func signature(types []*cqltype.Type) string {
	var parts []string
	for _, t := range types {
		parts = append(parts, argument(t))
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// Element describes a function.
func (f *Function) Element() Element {
	ks, name := cql.QuoteName(f.Keyspace), cql.QuoteName(f.Name)
	var args []string
	for i, t := range f.Args {
		args = append(args, cql.QuoteName(f.ArgNames[i])+" "+argument(t))
	}
	null := "RETURNS NULL"
	if f.CalledOnNull {
		null = "CALLED"
	}
	return Element{ks, "function", name + signature(f.Args), "CREATE FUNCTION " + ks + "." + name + "(" + strings.Join(args, ", ") + ")\n    " + null +
		" ON NULL INPUT\n    RETURNS " + argument(f.Returns) + "\n    LANGUAGE " + f.Language + "\n    AS $$" + f.Body + "$$;"}
}

// Element describes an aggregate.
func (a *Aggregate) Element() Element {
	ks, name := cql.QuoteName(a.Keyspace), cql.QuoteName(a.Name)
	text := "CREATE AGGREGATE " + ks + "." + name + signature(a.Args) + "\n    SFUNC " + cql.QuoteName(a.SFunc) + "\n    STYPE " + argument(a.SType)
	if a.FinalFunc != "" {
		text += "\n    FINALFUNC " + cql.QuoteName(a.FinalFunc)
	}
	if a.InitCond != "" {
		text += "\n    INITCOND " + a.InitCond
	}
	return Element{ks, "aggregate", name + signature(a.Args), text + ";"}
}

// On is what the index is on, as the server writes it: v, values(m).
func (ix *Index) On() string {
	target := cql.QuoteName(ix.Column)
	if ix.Target != "simple" && ix.Target != "" {
		target = ix.Target + "(" + target + ")"
	}
	return target
}

// Element describes an index on the table.
func (ix *Index) Element(t *Table) Element {
	name := cql.QuoteName(ix.Name)
	target := ix.On()
	text := "CREATE INDEX " + name + " ON " + t.String() + " (" + target + ")"
	if ix.Class != Legacy {
		text = "CREATE CUSTOM INDEX " + name + " ON " + t.String() + " (" + target + ") USING " + cql.QuoteString(ix.Java)
		if len(ix.Options) > 0 {
			text += " WITH OPTIONS = " + mapText(ix.Options)
		}
	}
	return Element{cql.QuoteName(t.Keyspace), "index", name, text + ";"}
}

// Element describes a table or a view, without its indexes.
func (t *Table) Element() Element {
	ks, name := cql.QuoteName(t.Keyspace), cql.QuoteName(t.Name)
	var b strings.Builder
	if v := t.View; v != nil {
		b.WriteString("CREATE MATERIALIZED VIEW " + t.String() + " AS\n    SELECT ")
		if v.Star {
			b.WriteString("*")
		} else {
			b.WriteString(columnList(t.SelectOrder()))
		}
		b.WriteString("\n    FROM " + ks + "." + cql.QuoteName(v.Base) + "\n    WHERE " + v.WhereText() + "\n    PRIMARY KEY " + t.PrimaryKey() + "\n WITH ")
		b.WriteString(t.options())
		return Element{ks, "materialized_view", name, b.String()}
	}
	if t.Compact {
		b.WriteString("/*\nWarning: Table " + t.String() + " omitted because it has constructs not compatible with CQL (was created via legacy API)." +
			"\nApproximate structure, for reference:\n(this should not be used to reproduce this schema)\n\n")
	}
	b.WriteString("CREATE TABLE " + t.String() + " (\n")
	// A compact table without clustering columns has a hidden one.
	hidden := t.Compact && len(t.Clustering) == 0
	alone := len(t.PartitionKey) == 1 && len(t.Clustering) == 0 && !hidden
	columns := slices.Collect(t.Columns())
	for i, c := range columns {
		b.WriteString("    " + cql.QuoteName(c.Name) + " " + c.Type.String())
		if c.Kind == Static {
			b.WriteString(" static")
		}
		if c.Mask != nil {
			b.WriteString(" MASKED WITH " + c.Mask.Func + "(" + strings.Join(c.Mask.Args, ", ") + ")")
		}
		if alone && c.Kind == PartitionKey {
			b.WriteString(" PRIMARY KEY")
		}
		if !alone || i+1 < len(columns) {
			b.WriteString(",")
		}
		b.WriteString("\n")
	}
	if !alone {
		b.WriteString("    PRIMARY KEY " + t.PrimaryKey() + "\n")
	}
	b.WriteString(") WITH ")
	if t.Compact {
		b.WriteString("COMPACT STORAGE\n    AND ")
	}
	if hidden {
		b.WriteString("CLUSTERING ORDER BY (column1 ASC)\n    AND ")
	}
	b.WriteString(t.options())
	if t.Compact {
		b.WriteString("\n*/")
	}
	return Element{ks, "table", name, b.String()}
}

func columnList(columns []*Column) string {
	var parts []string
	for _, c := range columns {
		parts = append(parts, cql.QuoteName(c.Name))
	}
	return strings.Join(parts, ", ")
}

// PrimaryKey is the key of a table as CQL writes it behind the words PRIMARY KEY, such as
// ((a, b), c).
func (t *Table) PrimaryKey() string {
	key := columnList(t.PartitionKey)
	if len(t.PartitionKey) > 1 {
		key = "(" + key + ")"
	}
	if len(t.Clustering) > 0 {
		key += ", " + columnList(t.Clustering)
	}
	return "(" + key + ")"
}

// CompactionMap is the compaction map with the full name of its class.
func (p *Params) CompactionMap() []Option {
	return fullClass(p.Compaction, "org.apache.cassandra.db.compaction.")
}

// CompressionMap is the compression map with the full name of its class.
func (p *Params) CompressionMap() []Option {
	if len(p.Compression) == 0 {
		return []Option{{"enabled", "false"}}
	}
	return fullClass(p.Compression, "org.apache.cassandra.io.compress.")
}

// fullClass puts the package before a class of Cassandra's own.
func fullClass(options []Option, pkg string) []Option {
	out := slices.Clone(options)
	for i := range out {
		if out[i].Name == "class" && !strings.Contains(out[i].Value, ".") {
			out[i].Value = pkg + out[i].Value
		}
	}
	return out
}

// options prints everything behind WITH.
func (t *Table) options() string { return strings.Join(t.Options(), "\n    AND ") + ";" }

// Options are what stands behind WITH, one by one: first the order of rows, where there is one.
func (t *Table) Options() (parts []string) {
	if len(t.Clustering) > 0 {
		var order []string
		for _, c := range t.Clustering {
			direction := " ASC"
			if c.Desc {
				direction = " DESC"
			}
			order = append(order, cql.QuoteName(c.Name)+direction)
		}
		parts = append(parts, "CLUSTERING ORDER BY ("+strings.Join(order, ", ")+")")
	}
	p := &t.Params
	number := func(name string, n int) string { return name + " = " + strconv.Itoa(n) }
	flag := func(name string, on bool) string { return name + " = " + strconv.FormatBool(on) }
	since := func(f version.Feature, option string) {
		if p.Server.Has(f) {
			parts = append(parts, option)
		}
	}
	parts = append(parts, "additional_write_policy = "+cql.QuoteString(p.AdditionalWritePolicy))
	since(version.TableBackups, flag("allow_auto_snapshot", p.AllowAutoSnapshot))
	parts = append(parts,
		"bloom_filter_fp_chance = "+cqltype.JavaDouble(p.BloomFilterFPChance),
		"caching = "+mapText(p.Caching),
		flag("cdc", p.CDC),
		"comment = "+cql.QuoteString(p.Comment),
		"compaction = "+mapText(p.CompactionMap()),
		"compression = "+mapText(p.CompressionMap()))
	since(version.Memtables, "memtable = "+cql.QuoteString(p.Memtable))
	parts = append(parts, "crc_check_chance = "+cqltype.JavaDouble(p.CRCCheckChance))
	if t.View == nil {
		parts = append(parts, number("default_time_to_live", p.DefaultTTL))
	}
	parts = append(parts, "extensions = {}", number("gc_grace_seconds", p.GCGrace))
	since(version.TableBackups, flag("incremental_backups", p.IncrementalBackups))
	return append(parts,
		number("max_index_interval", p.MaxIndexInterval),
		number("memtable_flush_period_in_ms", p.MemtableFlushPeriod),
		number("min_index_interval", p.MinIndexInterval),
		"read_repair = "+cql.QuoteString(p.ReadRepair),
		"speculative_retry = "+cql.QuoteString(p.SpeculativeRetry))
}
