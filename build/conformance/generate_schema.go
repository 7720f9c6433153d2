// Random schema statements.

package main

import (
	"fmt"
	"sort"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/schema"
)

var natives = strings.Fields("ascii bigint blob boolean date decimal double duration float inet int smallint text time timestamp timeuuid tinyint uuid varchar varint int int int text text")

func (g *generator) nativeType() string { return pick(g, natives...) }

// typ writes a type; key says that it is meant for a key.
func (g *generator) typ(depth int, key bool) string {
	if key {
		switch {
		case g.chance(85):
			for {
				if t := g.nativeType(); t != "duration" || g.chance(5) {
					return t
				}
			}
		case g.chance(50):
			return pick(g, "frozen<list<int>>", "frozen<set<text>>", "frozen<map<int, text>>", "tuple<int, text>", "frozen<addr>", "vector<float, 2>")
		}
		return g.typ(1, false)
	}
	if depth > 2 || g.chance(60) {
		if g.chance(2) {
			return pick(g, "Text", "INT", `"text"`, "nokeyspace.addr", g.keyspace().Name+".addr", "frozen<addr>", "vector<float, 0>", "vector<float, 9000>", "map<int>", "set<int, int>", "frozen<vector<int, 2>>", "'ListType(Int32Type)'", "decimal(10, 2)", "enum", "duration", "empty", "string", "counter", "integer", "'org.apache.cassandra.db.marshal.Int32Type'", "varchar(20)", "list", "json", "frozen<int>", "NoSuch")
		}
		return g.nativeType()
	}
	sub := func() string {
		t := g.typ(depth+1, false)
		if depth > 0 || g.chance(15) || !strings.HasPrefix(t, "list") && !strings.HasPrefix(t, "set") && !strings.HasPrefix(t, "map") && t != "addr" {
			return t
		}
		return "frozen<" + t + ">"
	}
	var t string
	switch g.r.IntN(7) {
	case 0, 1:
		t = "list<" + sub() + ">"
	case 2, 3:
		t = "set<" + sub() + ">"
	case 4:
		t = "map<" + pick(g, "int", "text", "uuid", sub()) + ", " + sub() + ">"
	case 5:
		t = "addr"
	default:
		return pick(g, "tuple<int, text>", "tuple<"+sub()+">", "vector<float, 3>", fmt.Sprintf("vector<%s, %d>", g.nativeType(), g.r.IntN(4)))
	}
	if g.chance(45) {
		return "frozen<" + t + ">"
	}
	return t
}

func (g *generator) createTable(wrong bool) string {
	name := g.name("t")
	if g.chance(4) {
		name = cql.QuoteName(g.table().Name)
	}
	var cols, pk, ck []string
	counter := g.chance(8)
	for i := range 1 + g.r.IntN(2)*g.r.IntN(3) {
		c := fmt.Sprintf("p%d", i+1)
		cols, pk = append(cols, c+" "+g.typ(0, true)), append(pk, c)
	}
	for i := range g.r.IntN(4) {
		c := fmt.Sprintf("c%d", i+1)
		cols, ck = append(cols, c+" "+g.typ(0, true)), append(ck, c)
	}
	for i := range g.r.IntN(5) {
		typ, static := g.typ(0, false), ""
		if counter && !g.chance(3) {
			typ = "counter"
		}
		if len(ck) > 0 && g.chance(20) || g.chance(1) {
			static = " static"
		}
		cols = append(cols, fmt.Sprintf("v%d %s%s", i+1, typ, static))
	}
	key := "(" + strings.Join(pk, ", ") + ")"
	if len(pk) == 1 && g.chance(50) {
		key = pk[0]
	}
	key = "PRIMARY KEY (" + strings.Join(append([]string{key}, ck...), ", ") + ")"
	if wrong {
		switch g.r.IntN(8) {
		case 0:
			key = strings.Replace(key, "p1", "nope", 1)
		case 1:
			key = strings.Replace(key, "c1", "p1", 1)
		case 2:
			cols = append(cols, pick(g, cols...))
		case 3:
			key = "PRIMARY KEY " + pk[0]
		case 4:
			cols[0] += " PRIMARY KEY"
		case 5:
			cols[g.r.IntN(len(cols))] += pick(g, " NOT NULL", " DEFAULT 0", " UNIQUE", " static")
		case 6:
			cols = append(cols, "v9 "+pick(g, "varchar(20)", "counter", "order int, x", "list<list<int>>", "set<duration>", "frozen<text>"))
		}
	}
	if g.chance(97) {
		cols = append(cols, key)
	}
	q := pick(g, "CREATE TABLE ", "CREATE TABLE ", "CREATE TABLE ", "CREATE TABLE IF NOT EXISTS ", "create columnfamily ") + name + " (" + strings.Join(cols, ", ") + ")"
	var with []string
	if len(ck) > 0 && g.chance(35) {
		var order []string
		for _, c := range ck[:1+g.r.IntN(len(ck))] {
			order = append(order, c+" "+pick(g, "ASC", "DESC", "DESC"))
		}
		if g.chance(3) {
			order = append(order, pick(g, "v1 ASC", "c1 DESC", "c2"))
		}
		with = append(with, "CLUSTERING ORDER BY ("+strings.Join(order, ", ")+")")
	}
	for g.chance(25) {
		with = append(with, g.option())
	}
	if g.chance(2) {
		with = append(with, "COMPACT STORAGE")
	}
	if len(with) > 0 {
		q += " WITH " + strings.Join(with, " AND ")
	}
	return q
}

// option writes a table option; many are wrong.
func (g *generator) option() string {
	return pick(g,
		"comment = 'x'", "comment = text", "gc_grace_seconds = 864000", "gc_grace_seconds = 0", "gc_grace_seconds = -1", "gc_grace_seconds = 'x'", "gc_grace_seconds = 1.5",
		"default_time_to_live = 60", "default_time_to_live = 630720000", "default_time_to_live = 630720001", "default_time_to_live = -1",
		"bloom_filter_fp_chance = 0.01", "bloom_filter_fp_chance = 0", "bloom_filter_fp_chance = 1", "bloom_filter_fp_chance = 1.1", "bloom_filter_fp_chance = NaN", "bloom_filter_fp_chance = 'a'",
		"crc_check_chance = 0.5", "crc_check_chance = 2", "min_index_interval = 0", "min_index_interval = 4096", "max_index_interval = 64", "memtable_flush_period_in_ms = -1", "memtable_flush_period_in_ms = 100",
		"caching = {'keys': 'ALL', 'rows_per_partition': '10'}", "caching = {'keys': 'all'}", "caching = {'keys': 'SOME'}", "caching = {'rows_per_partition': 'x'}", "caching = 'ALL'", "caching = {'a': 'b'}", "caching = {}",
		"compaction = {'class': 'SizeTieredCompactionStrategy', 'min_threshold': 4}", "compaction = {'class': 'LeveledCompactionStrategy', 'sstable_size_in_mb': 160}", "compaction = {'class': 'LeveledCompactionStrategy', 'sstable_size_in_mb': 0}",
		"compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': 'DAYS', 'compaction_window_size': 1}", "compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': 'days'}", "compaction = {'class': 'UnifiedCompactionStrategy', 'scaling_parameters': 'T4'}",
		"compaction = {'class': 'UnifiedCompactionStrategy', 'min_threshold': 4}", "compaction = {'class': 'NoSuch'}", "compaction = {'enabled': true}", "compaction = {'class': 'SizeTieredCompactionStrategy', 'min_threshold': 1}", "compaction = {'class': 'SizeTieredCompactionStrategy', 'min_threshold': 10, 'max_threshold': 5}", "compaction = {'class': 'DateTieredCompactionStrategy'}", "compaction = {'class': 'SizeTieredCompactionStrategy', 'bucket_low': 2, 'bucket_high': 1}",
		"compression = {'enabled': false}", "compression = {}", "compression = {'class': 'LZ4Compressor', 'chunk_length_in_kb': 16}", "compression = {'class': 'LZ4Compressor', 'chunk_length_in_kb': 10}", "compression = {'class': 'NoSuch'}", "compression = {'chunk_length_in_kb': 16}", "compression = {'sstable_compression': 'LZ4Compressor'}", "compression = {'class': 'ZstdCompressor', 'compression_level': 3}", "compression = {'enabled': false, 'class': 'LZ4Compressor'}", "compression = {'class': 'LZ4Compressor', 'x': 1}",
		"speculative_retry = '99p'", "speculative_retry = '50ms'", "speculative_retry = 'always'", "speculative_retry = 'x'", "speculative_retry = '101p'", "speculative_retry = 'MIN(99p,50ms)'", "speculative_retry = 'MIN(99p,98p)'", "additional_write_policy = '99p'", "additional_write_policy = 'x'",
		"read_repair = 'NONE'", "read_repair = 'BLOCKING'", "read_repair = 'x'", "memtable = 'trie'", "memtable = 'x'", "cdc = true", "cdc = 'maybe'", "nope = 1", "read_repair_chance = 0.1", "id = 'abc'", "allow_auto_snapshot = false", "incremental_backups = 'no'", "extensions = {}", "comment = {'a': 'b'}", "comment = 'a' AND comment = 'b'")
}

func (g *generator) createIndex() string {
	t := g.table()
	c := g.column(columns(t))
	if g.chance(70) && len(t.Regulars) > 0 {
		c = g.column(t.Regulars)
	}
	if c.Type.Kind == cqltype.Vector && c.Desc {
		c = t.PartitionKey[0] // the server never gets over an index on a vector in descending order
	}
	target := g.columnName(c)
	switch {
	case g.chance(8):
		target = pick(g, "keys", "values", "entries", "full") + "(" + target + ")"
	case c.Type.IsCollection() && c.Type.Frozen && g.chance(80):
		target = "full(" + target + ")"
	case c.Type.Kind == cqltype.Map && g.chance(60):
		target = pick(g, "keys", "values", "entries") + "(" + target + ")"
	}
	if g.chance(2) {
		target += ", " + g.columnName(g.column(columns(t)))
	}
	for _, v := range columns(t) { // vectors are rare, and worth an index
		if v.Type.Kind == cqltype.Vector && !v.Desc && g.chance(60) {
			return "CREATE INDEX " + g.name("i") + " ON " + g.tableName(t) + " (" + g.columnName(v) + ") USING 'sai'" + pick(g, "", "", " WITH OPTIONS = {'similarity_function': 'euclidean'}", " WITH OPTIONS = {'similarity_function': 'dot_product'}")
		}
	}
	name := pick(g, "", g.name("i"), g.name("i"), "i1", `"Idx"`, "i-1")
	q := "CREATE INDEX "
	if g.chance(10) {
		q = pick(g, "CREATE CUSTOM INDEX ", "CREATE INDEX IF NOT EXISTS ", "CREATE UNIQUE INDEX ")
	}
	q += name + " ON " + g.tableName(t) + " (" + target + ")"
	switch g.r.IntN(10) {
	case 0, 1, 2, 3:
		q += " USING 'sai'"
		if g.chance(20) {
			q += " WITH OPTIONS = " + pick(g, "{'case_sensitive': 'false'}", "{'normalize': true}", "{'similarity_function': 'dot_product'}", "{'similarity_function': 'x'}", "{'mode': 'CONTAINS'}", "{'ascii': 'maybe'}", "{'optimize_for': 'latency'}", "{'ascii': 'true', 'case_sensitive': 'false', 'normalize': 'true'}", "{'similarity_function': 'cosine'}", "{'similarity_function': 'EUCLIDEAN'}", "{'maximum_node_connections': '16'}", "{'source_model': 'bert'}", "{'index_analyzer': 'standard'}", "{}", "{'target': 'x'}", "{'class_name': 'x'}", "{'case_sensitive': ''}")
		}
	case 4:
		q += " USING " + pick(g, "'StorageAttachedIndex'", "'SAI'", "'legacy_local_table'", "'SASIIndex'", "sai", "'org.apache.cassandra.index.sasi.SASIIndex'", "'org.apache.cassandra.index.sai.StorageAttachedIndex'", "'nope.Index'")
		if g.chance(30) {
			q += " WITH OPTIONS = " + pick(g, "{'mode': 'CONTAINS'}", "{'mode': 'SPARSE'}", "{'mode': 'x'}", "{'a': 'b'}", "{'mode': 'PREFIX'}", "{'mode': 'CONTAINS', 'analyzer_class': 'org.apache.cassandra.index.sasi.analyzer.StandardAnalyzer', 'case_sensitive': 'false'}", "{'mode': 'CONTAINS', 'analyzed': 'true'}", "{'analyzer_class': 'org.apache.cassandra.index.sasi.analyzer.NonTokenizingAnalyzer', 'case_sensitive': 'false'}", "{'analyzer_class': 'nope'}", "{'mode': 'CONTAINS', 'analyzer_class': 'org.apache.cassandra.index.sasi.analyzer.DelimiterAnalyzer', 'delimiter': ','}", "{'is_literal': 'true'}", "{'max_compaction_flush_memory_in_mb': 'x'}")
		}
	}
	return q
}

func (g *generator) alterTable() string {
	t := g.table()
	q := pick(g, "ALTER TABLE ", "ALTER TABLE ", "ALTER TABLE IF EXISTS ") + g.tableName(t) + " "
	c := g.columnName(g.column(columns(t)))
	switch g.r.IntN(12) {
	case 0, 1, 2, 3:
		name := pick(g, g.name("n"), g.name("n"), c)
		return q + "ADD " + pick(g, "", "", "IF NOT EXISTS ") + name + " " + g.typ(0, false) + pick(g, "", "", "", " static")
	case 4:
		return q + "ADD (" + g.name("n") + " int, " + g.name("n") + " " + g.typ(0, false) + pick(g, "", "", ",") + ")"
	case 5, 6:
		return q + "DROP " + pick(g, "", "", "IF EXISTS ") + pick(g, c, c, "("+c+")", "nope") + pick(g, "", "", " USING TIMESTAMP 5")
	case 7:
		return q + "RENAME " + c + " TO " + pick(g, g.name("r"), c, "p1")
	case 8:
		return q + "ALTER " + c + " TYPE " + g.typ(0, false)
	case 9:
		return q + pick(g, "DROP COMPACT STORAGE", "RENAME TO x", "ADD COLUMN a int", "WITH CLUSTERING ORDER BY (c1 DESC)", "ADD a int, b int")
	}
	return q + "WITH " + g.option()
}

func (g *generator) userType() string {
	ks := g.keyspace()
	udt := "addr"
	fields := []string{"zip", "street", "nope"}
	if ks != nil && len(ks.Types) > 0 && g.chance(60) {
		var all []string
		for n := range ks.Types {
			all = append(all, n)
		}
		sort.Strings(all)
		udt = all[g.r.IntN(len(all))]
		for _, f := range ks.Types[udt].Fields {
			fields = append(fields, cql.QuoteName(f.Name))
		}
	}
	name := cql.QuoteName(udt)
	field := func() string { return fields[g.r.IntN(len(fields))] }
	switch g.r.IntN(9) {
	case 0, 1, 2:
		return "CREATE TYPE " + pick(g, "", "", "IF NOT EXISTS ") + pick(g, g.name("u"), g.name("u"), g.name("u"), name, "addr", "enum", "int", "Byte", `"Camel"`, ks.Name+"."+g.name("u"), "nokeyspace.u") +
			" (a " + g.typ(0, false) + pick(g, "", ", b "+g.typ(0, false), ", a int", ", c counter", ", d frozen<addr>", ", d addr", ", e frozen<"+name+">", ", l list<"+name+">", `, "Q" text`, ", self frozen<u9>") + ")"
	case 3, 4:
		return "ALTER TYPE " + pick(g, "", "", "IF EXISTS ") + name + " ADD " + pick(g, "", "", "IF NOT EXISTS ") + pick(g, g.name("f"), g.name("f"), field(), `"F"`) + " " + pick(g, g.typ(0, false), g.typ(0, false), "frozen<"+name+">", "list<frozen<"+name+">>", "counter", "duration")
	case 5, 6:
		return "ALTER TYPE " + pick(g, name, name, "nope", ks.Name+"."+name) + pick(g, " RENAME "+field()+" TO "+g.name("f"), " RENAME "+field()+" TO "+field(), " RENAME "+pick(g, "", "IF EXISTS ")+field()+" TO "+g.name("f")+" AND "+field()+" TO "+g.name("f"), " ALTER "+field()+" TYPE text", " DROP "+field(), " ADD (a int)")
	case 7:
		return "DROP TYPE " + pick(g, name, name, "IF EXISTS nope", "nope", "IF EXISTS "+name, fmt.Sprintf("u%d", g.r.IntN(g.made+1)))
	}
	return "ALTER TYPE addr ADD self frozen<addr>"
}

func (g *generator) drop() string {
	t := g.table()
	return "DROP " + pick(g, "TABLE ", "TABLE IF EXISTS ", "INDEX ", "INDEX IF EXISTS ", "MATERIALIZED VIEW ", "KEYSPACE IF EXISTS ") + pick(g, t.Name, t.Name, "nope", fmt.Sprintf("i%d", g.r.IntN(g.made+1)))
}

func (g *generator) view() string {
	if g.chance(12) {
		var views []string
		for _, t := range g.tables(false) {
			if t.View != nil {
				views = append(views, t.Name)
			}
		}
		name := "nope"
		if len(views) > 0 && g.chance(85) {
			name = views[g.r.IntN(len(views))]
		}
		return pick(g, "ALTER MATERIALIZED VIEW ", "ALTER MATERIALIZED VIEW IF EXISTS ", "ALTER TABLE ") + name + " WITH " + g.option()
	}
	t := g.table()
	key := append(append([]*schema.Column{}, t.PartitionKey...), t.Clustering...)
	if len(t.Regulars) > 0 && g.chance(70) {
		key = append([]*schema.Column{g.column(t.Regulars)}, key...)
	}
	if g.chance(15) && len(key) > 1 {
		key = key[1:]
	}
	if g.chance(3) && len(t.Statics) > 0 {
		key = append(key, g.column(t.Statics))
	}
	if g.chance(20) {
		g.r.Shuffle(len(key), func(i, j int) { key[i], key[j] = key[j], key[i] })
	}
	var names, where []string
	for _, c := range key {
		n := g.columnName(c)
		names = append(names, n)
		where = append(where, n+pick(g, " IS NOT NULL", " IS NOT NULL", " IS NOT NULL", " IS NOT NULL", " IS NOT NULL", " = "+g.literal(c.Type), " > "+g.literal(c.Type), " IN ("+g.literal(c.Type)+", "+g.literal(c.Type)+")", " >= "+g.literal(c.Type)+" AND "+n+" < "+g.literal(c.Type), " != "+g.literal(c.Type)))
	}
	if len(names) == 0 {
		return "DROP MATERIALIZED VIEW nope"
	}
	if g.chance(12) {
		c := g.column(columns(t))
		where = append(where, g.columnName(c)+pick(g, " IS NOT NULL", " = "+g.literal(c.Type), " IS NULL", " CONTAINS "+g.literal(c.Type), " > "+g.literal(c.Type), " = ?"))
	}
	if g.chance(2) {
		where = []string{"token(" + names[0] + ") > 0"}
	}
	list := pick(g, "*", "*", strings.Join(names, ", "))
	if g.chance(20) {
		var some []string
		for _, c := range columns(t) {
			if g.chance(60) {
				some = append(some, g.columnName(c))
			}
		}
		if list = strings.Join(some, ", "); list == "" {
			list = pick(g, "count(*)", "*", names[0]+" AS x", "writetime("+names[0]+")", names[0]+", "+names[0], "ttl(v1)", "max(p1)")
		}
	}
	split := 1
	if len(names) > 2 && g.chance(15) {
		split = 2
	}
	pk := strings.Join(names, ", ")
	if split == 2 || g.chance(30) {
		pk = strings.Join(append([]string{"(" + strings.Join(names[:split], ", ") + ")"}, names[split:]...), ", ")
	}
	q := "CREATE MATERIALIZED VIEW " + pick(g, "", "", "", "IF NOT EXISTS ") + pick(g, g.name("w"), g.name("w"), g.name("w"), cql.QuoteName(g.table().Name), g.keyspace().Name+"."+g.name("w")) + " AS SELECT " + list + " FROM " + g.tableName(t)
	q += " WHERE " + strings.Join(where[:max(1, len(where)-g.r.IntN(8)/7)], " AND ") + " PRIMARY KEY (" + pk + ")"
	switch {
	case len(names) > split && g.chance(15):
		q += " WITH CLUSTERING ORDER BY (" + names[split] + pick(g, " DESC", " ASC") + ")"
		if g.chance(20) {
			q += " AND " + g.option()
		}
	case g.chance(15):
		q += " WITH " + g.option()
	}
	return q
}

// javaTypes are the types of arguments whose values Java can return as they are.
var javaTypes = []string{"int", "int", "text", "bigint", "double", "boolean", "float", "list<int>", "uuid", "timestamp", "blob", "addr", "tuple<int, text>", "set<text>", "map<int, text>", "decimal", "varint", "inet", "date", "smallint"}

func (g *generator) function() string {
	ks := g.keyspace()
	typ := pick(g, javaTypes...)
	name := pick(g, "f1", "f2", "f3", g.name("f"))
	var fn *schema.Function
	if ks != nil && len(ks.Functions) > 0 {
		fn = ks.Functions[g.r.IntN(len(ks.Functions))]
	}
	signature := func(f *schema.Function) string {
		var args []string
		for _, a := range f.Args {
			args = append(args, a.String())
		}
		return f.Name + "(" + strings.Join(args, ", ") + ")"
	}
	switch g.r.IntN(12) {
	case 0, 1, 2:
		return pick(g, "CREATE FUNCTION ", "CREATE OR REPLACE FUNCTION ", "CREATE FUNCTION IF NOT EXISTS ") + name + " (a " + typ + ") " + pick(g, "CALLED", "RETURNS NULL") + " ON NULL INPUT RETURNS " + typ + " LANGUAGE java AS " + pick(g, "'return a;'", "$$ return a; $$", "'return null;'")
	case 3, 4: // a state function
		return "CREATE OR REPLACE FUNCTION " + pick(g, "s1", "s2", "s3") + " (s " + typ + ", a " + pick(g, typ, "int") + ") " + pick(g, "CALLED", "CALLED", "RETURNS NULL") + " ON NULL INPUT RETURNS " + typ + " LANGUAGE java AS 'return s;'"
	case 5:
		return pick(g, "CREATE FUNCTION ", "CREATE OR REPLACE FUNCTION ", "CREATE FUNCTION IF NOT EXISTS ", "CREATE OR REPLACE FUNCTION IF NOT EXISTS ") + pick(g, name, `"F"`, "system.f", "nokeyspace.f", ks.Name+"."+name) + " (a int" + pick(g, "", ", b int", ", a text", ", l frozen<list<int>>", ", n nope", ", c counter") + ") " + pick(g, "CALLED", "RETURNS NULL") + " ON NULL INPUT RETURNS " + pick(g, "int", "int", "frozen<int>", "nope") + " LANGUAGE " + pick(g, "java", "JAVA", "javascript") + " AS 'return 1;'"
	case 6, 7:
		q := pick(g, "CREATE AGGREGATE ", "CREATE OR REPLACE AGGREGATE ", "CREATE AGGREGATE IF NOT EXISTS ") + pick(g, "a1", "a2", g.name("a"))
		state := pick(g, "s1", "s2", "s3", "f1", "nope")
		arg, st := "int", "int"
		for _, f := range ks.Functions {
			if len(f.Args) == 2 && g.chance(50) {
				state, st, arg = f.Name, f.Args[0].String(), f.Args[1].String()
			}
		}
		if g.chance(10) {
			arg = pick(g, "frozen<list<int>>", "nope", "text", "")
		}
		return q + " (" + arg + ") SFUNC " + state + " STYPE " + pick(g, st, st, st, "text") + pick(g, "", "", " FINALFUNC f1", " FINALFUNC nope") + pick(g, "", " INITCOND null", " INITCOND 0", " INITCOND 'x'", " INITCOND []", " INITCOND {}", " INITCOND ?", " INITCOND 1.5", " INITCOND (1, 'a')")
	case 8:
		if fn != nil && g.chance(70) {
			return "DROP FUNCTION " + pick(g, "", "IF EXISTS ") + pick(g, fn.Name, signature(fn), fn.Name+"(text)", fn.Name+"()", ks.Name+"."+fn.Name)
		}
		return "DROP FUNCTION " + pick(g, "f1", "nope", "IF EXISTS f2", "f1(int, int)", "f2(int)", "s1", "system.now", "nokeyspace.f", "f1(frozen<list<int>>)")
	case 9:
		return "DROP AGGREGATE " + pick(g, "a1", "nope", "IF EXISTS a1", "a1(int)", "IF EXISTS a2(int)", "a2", "system.sum", "f1")
	case 10:
		if fn != nil {
			return pick(g, "GRANT EXECUTE ON FUNCTION ", "REVOKE ALL ON FUNCTION ", "GRANT SELECT ON FUNCTION ") + ks.Name + "." + pick(g, signature(fn), fn.Name+"()", "nope(int)", fn.Name+"(nope)") + " TO r"
		}
	}
	return pick(g, "CREATE TRIGGER tr ON "+g.table().Name+" USING 'NoClass'", "CREATE TRIGGER IF NOT EXISTS tr ON nope USING 'NoClass'", "DROP TRIGGER tr ON "+g.table().Name, "DROP TRIGGER IF EXISTS tr ON "+g.table().Name, "DROP TRIGGER tr ON nope")
}

func (g *generator) keyspaceStatement() string {
	replication := pick(g, "{'class': 'SimpleStrategy', 'replication_factor': 1}", "{'class': 'SimpleStrategy', 'replication_factor': 3}", "{'class': 'SimpleStrategy'}", "{'class': 'NetworkTopologyStrategy', 'datacenter1': 1}",
		"{'class': 'NetworkTopologyStrategy', 'dc1': 3}", "{'class': 'NetworkTopologyStrategy', 'replication_factor': 2}", "{'class': 'simplestrategy', 'replication_factor': 1}", "{'replication_factor': 1}", "{'class': 'SimpleStrategy', 'replication_factor': 'abc'}",
		"{'class': 'SimpleStrategy', 'replication_factor': -1}", "{'class': 'SimpleStrategy', 'dc1': 1}", "'SimpleStrategy'", "{'class': 'SimpleStrategy', 'replication_factor': '3/1'}", "{class: 'SimpleStrategy'}", "{'class': 'LocalStrategy'}", "{'class': 'NetworkTopologyStrategy'}", "{'class': 'NetworkTopologyStrategy', 'datacenter1': 0}")
	name := g.keyspace().Name
	switch g.r.IntN(6) {
	case 0, 1:
		return "CREATE KEYSPACE " + pick(g, "", "IF NOT EXISTS ") + pick(g, name, `"my-ks"`, name) + " WITH replication = " + replication + pick(g, "", "", " AND durable_writes = false", " AND durable_writes = 'maybe'", " AND nope = 1")
	case 2, 3:
		return "ALTER KEYSPACE " + pick(g, name, "nope", "IF EXISTS nope") + " WITH " + pick(g, "replication = "+replication, "durable_writes = false", "comment = 'x'")
	case 4:
		return "USE " + pick(g, name, "nope", name)
	}
	return "DROP KEYSPACE " + pick(g, "nope", "IF EXISTS nope", "system")
}

func (g *generator) otherStatement() string {
	t := g.table()
	return pick(g, "TRUNCATE "+t.Name, "TRUNCATE TABLE "+t.Name, "TRUNCATE nope", "CREATE TABLE system.x (k int PRIMARY KEY)", "DROP TABLE system_auth.roles", "CREATE SCHEMA x WITH replication = {}",
		"CREATE ROLE r WITH PASSWORD = 'x'", "GRANT SELECT ON TABLE "+t.Name+" TO r", "LIST ROLES", "DESCRIBE TABLE nope", "DESCRIBE TABLE "+t.Name, "DESC "+t.Name, "DESCRIBE TYPES", "DESCRIBE TYPE addr", "DESCRIBE FUNCTIONS", "DESCRIBE FUNCTION f1", "DESCRIBE AGGREGATE a1", "DESCRIBE INDEX i1", "DESCRIBE ONLY KEYSPACE", "DESCRIBE KEYSPACE", "DESCRIBE MATERIALIZED VIEW "+t.Name, "DESCRIBE "+t.Name+" WITH INTERNALS", "DESCRIBE KEYSPACE nope",
		"DROP ROLE r", "ALTER ROLE r WITH LOGIN = true", "GRANT r TO s", "REVOKE SELECT ON KEYSPACE "+g.keyspace().Name+" FROM r", "LIST ALL PERMISSIONS OF r", "CREATE USER u WITH PASSWORD 'x' SUPERUSER", "LIST USERS", "ADD IDENTITY 'x' TO ROLE r", "ALTER ROLE r WITH ACCESS TO DATACENTERS {'dc9'}", "CREATE ROLE IF NOT EXISTS r WITH SUPERUSER = true AND LOGIN = maybe",
		"SELECT key FROM system.local", "SELECT keyspace_name FROM system_schema.keyspaces WHERE keyspace_name = 'nope'", "SELECT * FROM system_schema.nope", "INSERT INTO system_schema.tables (keyspace_name) VALUES ('x')", "SELECT name FROM system_virtual_schema.keyspaces", "ALTER TABLE system.local ADD x int", "DROP KEYSPACE system", "CREATE INDEX ON system.local (cluster_name)",
		"ALTER TABLE "+t.Name+" ALTER "+g.columnName(g.column(columns(t)))+" MASKED WITH DEFAULT", "ALTER TABLE "+t.Name+" ALTER "+g.columnName(g.column(columns(t)))+" DROP MASKED", "BEGIN TRANSACTION", "EXPLAIN SELECT * FROM "+t.Name, "SHOW TABLES", "CONSISTENCY ONE", "", ";", "SELECT")
}
