// The generator of random scripts. It knows the grammar and the schema that the
// script has made so far; about half of what it writes is wrong in ways that
// people are.

package main

import (
	"fmt"
	"math/rand/v2"
	"sort"
	"strings"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/schema"
)

// A generator writes one script. The same seed and the same schema give the
// same statements.
type generator struct {
	r        *rand.Rand
	keyspace func() *schema.Keyspace // as it stands after the statements so far
	n        int                     // statements written
	made     int                     // names given out
	last     string
	clock    int64
	stamped  bool // every write has a timestamp of its own, and no TTL beyond the clock's reach
}

func newGenerator(seed uint64, keyspace func() *schema.Keyspace) *generator {
	return &generator{r: rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)), keyspace: keyspace, clock: 1700000000000000}
}

func (g *generator) chance(percent int) bool { return g.r.IntN(100) < percent }

func pick[T any](g *generator, list ...T) T { return list[g.r.IntN(len(list))] }

// next returns the next statement of the script.
func (g *generator) next() string {
	g.n++
	var q string
	switch p := g.r.IntN(100); {
	case g.n == 1:
		q = "CREATE TYPE addr (street text, zip int)"
	case g.n <= 3 || len(g.tables(true)) == 0:
		q = g.createTable(g.n > 3 && g.chance(30))
	case g.n <= 5:
		q = g.createIndex()
	case p < 36:
		q = g.selectStatement()
	case p < 56:
		q = g.insert()
	case p < 70:
		q = g.update()
	case p < 78:
		q = g.deletion()
	case p < 81:
		q = g.batch()
	case p < 84:
		q = g.createTable(g.chance(70))
	case p < 87:
		q = g.createIndex()
	case p < 91:
		q = g.alterTable()
	case p < 92:
		q = g.userType()
	case p < 93:
		q = g.drop()
	case p < 94:
		q = g.view()
	case p < 95:
		q = g.function()
	case p < 96:
		q = g.keyspaceStatement()
	case p < 97:
		q = g.otherStatement()
	default:
		if q = g.last; q == "" {
			q = g.selectStatement()
		}
		q = g.mangle(q)
	}
	if g.chance(2) {
		q = g.mangle(q)
	}
	g.last = q
	return q
}

// ---- the schema

// tables lists the tables (and the views, unless only tables are asked for), by name.
func (g *generator) tables(onlyTables bool) []*schema.Table {
	ks := g.keyspace()
	if ks == nil {
		return nil
	}
	var out []*schema.Table
	for _, t := range ks.Tables {
		if t.View == nil || !onlyTables {
			out = append(out, t)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

func (g *generator) table() *schema.Table {
	all := g.tables(g.chance(95))
	if len(all) == 0 {
		return &schema.Table{Name: "nope"}
	}
	return all[g.r.IntN(len(all))]
}

func columns(t *schema.Table) (out []*schema.Column) {
	for _, list := range [][]*schema.Column{t.PartitionKey, t.Clustering, t.Statics, t.Regulars} {
		out = append(out, list...)
	}
	return out
}

func (g *generator) column(list []*schema.Column) *schema.Column {
	if len(list) == 0 {
		return &schema.Column{Name: "nope", Type: cqltype.Native("int")}
	}
	return list[g.r.IntN(len(list))]
}

func (g *generator) name(prefix string) string {
	g.made++
	return fmt.Sprintf("%s%d", prefix, g.made)
}

func (g *generator) tableName(t *schema.Table) string {
	switch g.r.IntN(60) {
	case 0:
		return "nope"
	case 1:
		return "nokeyspace." + t.Name
	case 2, 3, 4:
		if ks := g.keyspace(); ks != nil {
			return ks.Name + "." + cqltype.QuoteName(t.Name)
		}
	}
	return cqltype.QuoteName(t.Name)
}

func (g *generator) columnName(c *schema.Column) string {
	switch g.r.IntN(120) {
	case 0:
		return "nope"
	case 1:
		return strings.ToUpper(c.Name)
	case 2:
		return `"` + c.Name + `"`
	}
	return cqltype.QuoteName(c.Name)
}

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
			return pick(g, "string", "counter", "integer", "'org.apache.cassandra.db.marshal.Int32Type'", "varchar(20)", "list", "json", "frozen<int>", "NoSuch")
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
		name = cqltype.QuoteName(g.table().Name)
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
	name := pick(g, "", g.name("i"), g.name("i"), "i1")
	q := "CREATE INDEX "
	if g.chance(10) {
		q = pick(g, "CREATE CUSTOM INDEX ", "CREATE INDEX IF NOT EXISTS ", "CREATE UNIQUE INDEX ")
	}
	q += name + " ON " + g.tableName(t) + " (" + target + ")"
	switch g.r.IntN(10) {
	case 0, 1, 2, 3:
		q += " USING 'sai'"
		if g.chance(20) {
			q += " WITH OPTIONS = " + pick(g, "{'case_sensitive': 'false'}", "{'normalize': true}", "{'similarity_function': 'dot_product'}", "{'similarity_function': 'x'}", "{'mode': 'CONTAINS'}", "{'ascii': 'maybe'}", "{'optimize_for': 'latency'}")
		}
	case 4:
		q += " USING " + pick(g, "'StorageAttachedIndex'", "'SAI'", "'legacy_local_table'", "'SASIIndex'", "sai", "'org.apache.cassandra.index.sasi.SASIIndex'", "'org.apache.cassandra.index.sai.StorageAttachedIndex'", "'nope.Index'")
		if g.chance(30) {
			q += " WITH OPTIONS = " + pick(g, "{'mode': 'CONTAINS'}", "{'mode': 'SPARSE'}", "{'mode': 'x'}", "{'a': 'b'}")
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
	switch g.r.IntN(6) {
	case 0, 1:
		return "CREATE TYPE " + pick(g, "", "", "IF NOT EXISTS ") + pick(g, g.name("u"), g.name("u"), "addr", "enum", "int", "Byte") + " (a " + g.typ(0, false) + pick(g, "", ", b "+g.typ(0, false), ", a int", ", c counter", ", d frozen<addr>") + ")"
	case 2:
		return "ALTER TYPE " + pick(g, "", "IF EXISTS ") + "addr ADD " + pick(g, g.name("f"), "zip", "street") + " " + g.typ(0, false)
	case 3:
		return "ALTER TYPE " + pick(g, "addr", "nope") + pick(g, " RENAME zip TO code", " RENAME nope TO x", " RENAME street TO zip", " ALTER zip TYPE text", " DROP zip")
	case 4:
		return "DROP TYPE " + pick(g, "addr", "IF EXISTS nope", "nope", fmt.Sprintf("u%d", g.r.IntN(g.made+1)))
	}
	return "ALTER TYPE addr ADD self frozen<addr>"
}

func (g *generator) drop() string {
	t := g.table()
	return "DROP " + pick(g, "TABLE ", "TABLE IF EXISTS ", "INDEX ", "INDEX IF EXISTS ", "MATERIALIZED VIEW ", "KEYSPACE IF EXISTS ") + pick(g, t.Name, t.Name, "nope", fmt.Sprintf("i%d", g.r.IntN(g.made+1)))
}

func (g *generator) view() string {
	t := g.table()
	key := append(append([]*schema.Column{}, t.PartitionKey...), t.Clustering...)
	if len(t.Regulars) > 0 && g.chance(70) {
		key = append([]*schema.Column{g.column(t.Regulars)}, key...)
	}
	if g.chance(15) && len(key) > 1 {
		key = key[1:]
	}
	var names, where []string
	for _, c := range key {
		names = append(names, g.columnName(c))
		where = append(where, g.columnName(c)+pick(g, " IS NOT NULL", " IS NOT NULL", " IS NOT NULL", " IS NOT NULL", " = "+g.literal(c.Type)))
	}
	if len(names) == 0 {
		return "DROP MATERIALIZED VIEW nope"
	}
	q := "CREATE MATERIALIZED VIEW " + g.name("w") + " AS SELECT " + pick(g, "*", "*", strings.Join(names, ", "), "count(*)") + " FROM " + g.tableName(t)
	q += " WHERE " + strings.Join(where[:max(1, len(where)-g.r.IntN(8)/7)], " AND ") + " PRIMARY KEY (" + strings.Join(names, ", ") + ")"
	if len(names) > 1 && g.chance(15) {
		q += " WITH CLUSTERING ORDER BY (" + names[1] + " DESC)"
	} else if g.chance(15) {
		q += " WITH " + g.option()
	}
	return q
}

func (g *generator) function() string {
	switch g.r.IntN(6) {
	case 0, 1:
		return pick(g, "CREATE FUNCTION ", "CREATE OR REPLACE FUNCTION ", "CREATE FUNCTION IF NOT EXISTS ") + pick(g, "f1", "f2", g.name("f")) + " (a int" + pick(g, "", ", b int", ", a text", ", l frozen<list<int>>") + ") " + pick(g, "CALLED", "RETURNS NULL") + " ON NULL INPUT RETURNS " + pick(g, "int", "int", "frozen<int>") + " LANGUAGE " + pick(g, "java", "java", "java", "javascript") + " AS 'return 1;'"
	case 2:
		return "CREATE AGGREGATE " + pick(g, "a1", g.name("a")) + " (int) SFUNC " + pick(g, "f1", "f2", "nope") + " STYPE int" + pick(g, "", " FINALFUNC f1", " INITCOND 0", " INITCOND 'x'", " INITCOND null")
	case 3:
		return "DROP FUNCTION " + pick(g, "f1", "nope", "IF EXISTS f2", "f1(int, int)", "f2(int)")
	case 4:
		return "DROP AGGREGATE " + pick(g, "a1", "nope", "IF EXISTS a1", "a1(int)")
	}
	return "CREATE TRIGGER tr ON " + g.table().Name + " USING 'NoClass'"
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
		"CREATE ROLE r WITH PASSWORD = 'x'", "GRANT SELECT ON TABLE "+t.Name+" TO r", "LIST ROLES", "INSERT INTO system.local (key) VALUES ('x')",
		"DESCRIBE TABLE nope", "BEGIN TRANSACTION", "EXPLAIN SELECT * FROM "+t.Name, "SHOW TABLES", "CONSISTENCY ONE", "", ";", "SELECT")
}

// ---- values

// literal writes a value of a type; now and then it is one of another type, null,
// a marker or an expression.
func (g *generator) literal(t *cqltype.Type) string {
	switch g.r.IntN(100) {
	case 0:
		return "null"
	case 1:
		return pick(g, "'abc'", "42", "1.5", "true", "0xca", "[1]", "{1}", "{}", "{1: 2}", "(1, 2)", "{street: 'a'}", "1d", "NaN", "-Infinity", "$$x$$", "123e4567-e89b-12d3-a456-426614174000")
	case 2:
		return pick(g, "now()", "uuid()", "1 + 1", "-(1)", "(int) 5", "(text) 'a'", "token(1)", "nope()", "max(1)", "to_date(now())", "2 * 1.5", "'a' + 'b'", "1 / 0", "current_timestamp()", "blob_as_int(0x00000001)", "text_as_blob('a')")
	}
	return g.value(t)
}

func (g *generator) value(t *cqltype.Type) string {
	list := func(e *cqltype.Type, n int) string {
		var out []string
		for range n {
			out = append(out, g.literal(e))
		}
		return strings.Join(out, ", ")
	}
	switch t.Kind {
	case cqltype.Ascii, cqltype.Text:
		return pick(g, "'a'", "'b'", "'c'", "''", "'hello'", "$$x$$", "'it''s'")
	case cqltype.Bigint, cqltype.Int, cqltype.Varint, cqltype.Counter:
		return pick(g, "0", "1", "2", "3", "7", "42", "100", "-1", "-1", "2147483647", "2147483648", "-0", "007")
	case cqltype.Smallint, cqltype.Tinyint:
		return pick(g, "0", "1", "2", "3", "7", "-1", "127", "-128", "128", "32768")
	case cqltype.Blob:
		return pick(g, "0x", "0xca", "0xcafe", "0xabc", "0X00", "text_as_blob('a')")
	case cqltype.Boolean:
		return pick(g, "true", "false", "TRUE")
	case cqltype.Date:
		return pick(g, "'2024-01-31'", "'2024-02-29'", "'2023-02-29'", "19753", "'1970-01-01'", "0", "2147483648", "'-0001-01-01'")
	case cqltype.Decimal:
		return pick(g, "0", "1", "1.5", "-2.50", "1e3", "100", "0.001", "12345678901234567890.5", "1E-10")
	case cqltype.Double, cqltype.Float:
		return pick(g, "0", "1", "1.5", "-2.5", "1e10", "NaN", "Infinity", "-Infinity", "0.1", "1.", "-0.0")
	case cqltype.Duration:
		return pick(g, "1d", "1h30m", "2mo3d", "P1Y2M", "-5s", "1y1y", "1m1h", "100ms", "1w", "PT5M")
	case cqltype.Inet:
		return pick(g, "'127.0.0.1'", "'::1'", "'10.0.0.1'", "'300.1.1.1'", "'fe80::1'")
	case cqltype.Time:
		return pick(g, "'10:15:30'", "'00:00:00.000000001'", "'25:00:00'", "1000", "'23:59:59.999'")
	case cqltype.Timestamp:
		return pick(g, "'2024-01-31T10:00:00Z'", "'2024-02-01'", "'2024-02-01 10:30+0000'", "1706695200000", "0", "'2024-13-45'", "'2024-01-31 10:00:00.123+0100'")
	case cqltype.Timeuuid:
		return pick(g, "50554d6e-29bb-11e5-b345-feff819cdc9f", "123e4567-e89b-12d3-a456-426614174000", "5b6962dd-3f90-4c93-8f61-eabfa4a803e2", "now()", "min_timeuuid('2024-01-31')")
	case cqltype.UUID:
		return pick(g, "123e4567-e89b-12d3-a456-426614174000", "5b6962dd-3f90-4c93-8f61-eabfa4a803e2", "50554d6e-29bb-11e5-b345-feff819cdc9f", "uuid()")
	case cqltype.List:
		return "[" + list(t.Elems[0], g.r.IntN(3)) + "]"
	case cqltype.Set:
		return "{" + list(t.Elems[0], g.r.IntN(3)) + "}"
	case cqltype.Map:
		var out []string
		for range g.r.IntN(3) {
			out = append(out, g.literal(t.Elems[0])+": "+g.literal(t.Elems[1]))
		}
		return "{" + strings.Join(out, ", ") + "}"
	case cqltype.Tuple:
		var out []string
		for _, e := range t.Elems[:max(1, len(t.Elems)-g.r.IntN(10)/9)] {
			out = append(out, g.literal(e))
		}
		return "(" + strings.Join(out, ", ") + ")"
	case cqltype.UDT:
		var out []string
		for _, f := range t.Fields {
			if g.chance(80) {
				out = append(out, f.Name+": "+g.literal(f.Type))
			}
		}
		if g.chance(3) || len(out) == 0 {
			out = append(out, "nope: 1")
		}
		return "{" + strings.Join(out, ", ") + "}"
	case cqltype.Vector:
		n := t.Dim
		if g.chance(5) {
			n++
		}
		return "[" + list(t.Elems[0], min(n, 8)) + "]"
	}
	return pick(g, "1", "'a'", "0x00")
}

func (g *generator) using(del bool) string {
	if g.stamped {
		g.clock += int64(g.r.IntN(3)) * 1000
		if del || g.chance(80) {
			return fmt.Sprintf(" USING TIMESTAMP %d", g.clock)
		}
		return fmt.Sprintf(" USING TIMESTAMP %d AND TTL %s", g.clock, pick(g, "60", "86400", "100000"))
	}
	if g.chance(70) {
		return ""
	}
	g.clock += int64(g.r.IntN(3)) * 1000
	ts := fmt.Sprintf("TIMESTAMP %d", g.clock)
	if del {
		return " USING " + ts
	}
	ttl := "TTL " + pick(g, "0", "60", "86400", "-1", "630720001", "600000000", "100000", "null")
	return " USING " + pick(g, ts, ts, ts, ttl, ts+" AND "+ttl)
}

// ---- data

func (g *generator) insert() string {
	t := g.table()
	if g.chance(4) {
		return g.insertJSON(t)
	}
	var names, values []string
	for _, c := range columns(t) {
		key := c.Kind == schema.PartitionKey || c.Kind == schema.Clustering
		if key && !g.chance(97) || !key && !g.chance(65) {
			continue
		}
		names, values = append(names, g.columnName(c)), append(values, g.literal(c.Type))
	}
	if g.chance(2) && len(values) > 0 {
		values = values[1:]
	}
	if g.chance(1) && len(names) > 0 {
		names, values = append(names, names[0]), append(values, "1")
	}
	q := "INSERT INTO " + g.tableName(t) + " (" + strings.Join(names, ", ") + ") VALUES (" + strings.Join(values, ", ") + ")"
	if g.chance(6) {
		q += pick(g, " IF NOT EXISTS", " IF NOT EXISTS", " IF EXISTS")
	}
	return q + g.using(false)
}

func (g *generator) insertJSON(t *schema.Table) string {
	var parts []string
	for _, c := range columns(t) {
		if g.chance(85) {
			v := strings.NewReplacer("$$", `"`, "'", `"`).Replace(g.value(c.Type))
			if strings.HasPrefix(v, "{") && c.Type.Kind == cqltype.Set {
				v = "[" + strings.Trim(v, "{}") + "]"
			}
			if strings.Contains(v, "-") && !strings.HasPrefix(v, `"`) && !strings.HasPrefix(v, "-") && !strings.HasPrefix(v, "[") {
				v = `"` + v + `"`
			}
			parts = append(parts, `"`+c.Name+`": `+v)
		}
	}
	if g.chance(8) {
		parts = append(parts, `"nope": 1`)
	}
	return "INSERT INTO " + g.tableName(t) + " JSON '" + "{" + strings.Join(parts, ", ") + "}'" + pick(g, "", "", " DEFAULT UNSET", " DEFAULT NULL")
}

func (g *generator) assignment(t *schema.Table) string {
	list := append(append([]*schema.Column{}, t.Regulars...), t.Statics...)
	if g.chance(3) || len(list) == 0 {
		list = columns(t)
	}
	c := g.column(list)
	n := g.columnName(c)
	typ := c.Type
	if typ.Kind == cqltype.Counter && !g.chance(4) {
		return n + pick(g, " = "+n+" + ", " += ", " -= ", " = "+n+" - ") + g.literal(cqltype.Native("bigint"))
	}
	if g.chance(8) || typ.MultiCell() && g.chance(45) {
		switch typ.Kind {
		case cqltype.List:
			return pick(g, n+"["+pick(g, "0", "1", "5", "-1")+"] = "+g.literal(typ.Elems[0]), n+" = "+n+" + "+g.value(typ), n+" = "+g.value(typ)+" + "+n, n+" -= "+g.value(typ), n+" += "+g.value(typ))
		case cqltype.Set:
			return pick(g, n+" = "+n+" + "+g.value(typ), n+" = "+n+" - "+g.value(typ), n+" += "+g.value(typ), n+"["+g.literal(typ.Elems[0])+"] = 1")
		case cqltype.Map:
			return pick(g, n+"["+g.literal(typ.Elems[0])+"] = "+g.literal(typ.Elems[1]), n+" = "+n+" + "+g.value(typ), n+" = "+n+" - {"+g.literal(typ.Elems[0])+"}", n+" -= "+g.value(typ))
		case cqltype.UDT:
			f := typ.Fields[g.r.IntN(len(typ.Fields))]
			return n + "." + pick(g, f.Name, f.Name, f.Name, "nope") + " = " + g.literal(f.Type)
		}
		return pick(g, n+" = "+n+" + 1", n+" += "+g.literal(typ), n+"[0] = 1", n+".a = 1", n+" = "+n+" * 2")
	}
	return n + " = " + g.literal(typ)
}

func (g *generator) update() string {
	t := g.table()
	var set []string
	for {
		set = append(set, g.assignment(t))
		if g.chance(70) {
			break
		}
	}
	q := "UPDATE " + g.tableName(t) + g.using(false) + " SET " + strings.Join(set, ", ") + g.where(t, true)
	return q + g.condition(t)
}

func (g *generator) condition(t *schema.Table) string {
	if g.chance(91) {
		return ""
	}
	if g.chance(35) {
		return pick(g, " IF EXISTS", " IF EXISTS", " IF NOT EXISTS")
	}
	var parts []string
	for {
		c := g.column(columns(t))
		n := g.columnName(c)
		switch {
		case g.chance(12) && c.Type.IsCollection():
			parts = append(parts, n+"["+g.literal(c.Type.Elems[0])+"] = "+g.literal(c.Type.Elems[len(c.Type.Elems)-1]))
		case g.chance(8):
			parts = append(parts, n+" IN ("+g.literal(c.Type)+", "+g.literal(c.Type)+")")
		case g.chance(5):
			parts = append(parts, n+pick(g, " CONTAINS ", " CONTAINS KEY ", ".zip = ", "[0] = ")+g.literal(cqltype.Native("int")))
		default:
			parts = append(parts, n+" "+pick(g, "=", "=", "=", "!=", "<", ">=", "<>")+" "+g.literal(c.Type))
		}
		if g.chance(75) {
			return " IF " + strings.Join(parts, " AND ")
		}
	}
}

func (g *generator) deletion() string {
	t := g.table()
	var what []string
	for g.chance(30) {
		c := g.column(append(append([]*schema.Column{}, t.Regulars...), t.Statics...))
		n := g.columnName(c)
		switch {
		case c.Type.IsCollection() && g.chance(40):
			n += "[" + g.literal(c.Type.Elems[0]) + "]"
		case c.Type.Kind == cqltype.UDT && g.chance(40):
			n += "." + pick(g, "zip", "street", "nope")
		}
		what = append(what, n)
	}
	list := strings.Join(what, ", ")
	if list != "" {
		list += " "
	}
	return "DELETE " + list + "FROM " + g.tableName(t) + g.using(true) + g.where(t, true) + g.condition(t)
}

func (g *generator) batch() string {
	q := "BEGIN " + pick(g, "", "", "UNLOGGED ", "COUNTER ", "LOGGED ") + "BATCH" + pick(g, "", "", "", "", " USING TIMESTAMP 5", " USING TTL 5") + " "
	for range g.r.IntN(4) {
		q += pick(g, g.insert, g.insert, g.update, g.deletion)() + pick(g, "; ", "; ", "; ", " ", ";; ")
	}
	return q + pick(g, "APPLY BATCH", "APPLY BATCH", "APPLY BATCH", "APPLY BATCH;", "END BATCH")
}

// where writes a WHERE clause; full asks for the whole primary key.
func (g *generator) where(t *schema.Table, full bool) string {
	var parts []string
	relation := func(c *schema.Column, eq bool) {
		n := g.columnName(c)
		if eq && g.chance(85) {
			parts = append(parts, n+" = "+g.literal(c.Type))
			return
		}
		switch g.r.IntN(16) {
		case 0, 1, 2, 3:
			var in []string
			for range g.r.IntN(4) {
				in = append(in, g.literal(c.Type))
			}
			parts = append(parts, n+" IN ("+strings.Join(in, ", ")+")")
		case 4, 5, 6, 7, 8, 9:
			op := pick(g, "<", "<=", ">", ">=")
			parts = append(parts, n+" "+op+" "+g.literal(c.Type))
			if g.chance(30) {
				parts = append(parts, n+" "+pick(g, "<", "<=", ">", ">=")+" "+g.literal(c.Type))
			}
		case 10:
			parts = append(parts, n+pick(g, " != ", " <> ", " LIKE ", " == ", " CONTAINS ", " CONTAINS KEY ")+g.literal(c.Type))
		case 11:
			if c.Type.IsCollection() {
				parts = append(parts, pick(g, n+" CONTAINS "+g.literal(c.Type.Elems[len(c.Type.Elems)-1]), n+" CONTAINS KEY "+g.literal(c.Type.Elems[0]), n+"["+g.literal(c.Type.Elems[0])+"] = "+g.literal(c.Type.Elems[len(c.Type.Elems)-1])))
				return
			}
			parts = append(parts, n+" = "+g.literal(c.Type))
		case 12:
			parts = append(parts, n+" IS NOT NULL")
		default:
			parts = append(parts, n+" = "+g.literal(c.Type))
		}
	}
	for _, c := range t.PartitionKey {
		if g.chance(93) || !full && g.chance(50) {
			relation(c, true)
		}
	}
	if !full && g.chance(6) && len(t.PartitionKey) > 0 {
		var pk []string
		for _, c := range t.PartitionKey {
			pk = append(pk, g.columnName(c))
		}
		if g.chance(85) {
			parts = nil
		}
		parts = append(parts, "token("+strings.Join(pk, ", ")+") "+pick(g, ">", "<=", "=", "!=")+" "+pick(g, "0", "-100", "token("+g.value(t.PartitionKey[0].Type)+")", "'a'"))
	}
	keys := t.Clustering
	if len(keys) > 1 && g.chance(7) {
		var names, values []string
		for _, c := range keys[:1+g.r.IntN(len(keys))] {
			names, values = append(names, g.columnName(c)), append(values, g.literal(c.Type))
		}
		op := pick(g, "=", ">", ">=", "<", "<=")
		tuple := "(" + strings.Join(values, ", ") + ")"
		if g.chance(25) {
			op, tuple = "IN", "("+tuple+")"
		}
		parts = append(parts, "("+strings.Join(names, ", ")+") "+op+" "+tuple)
		keys = nil
	}
	for _, c := range keys {
		if full && !g.chance(92) || !full && !g.chance(60) {
			if g.chance(60) {
				break
			}
			continue
		}
		relation(c, full)
	}
	if full && g.chance(2) || !full && g.chance(30) {
		relation(g.column(append(append([]*schema.Column{}, t.Regulars...), t.Statics...)), false)
	}
	if g.chance(1) {
		relation(g.column(columns(t)), false)
	}
	if len(parts) == 0 {
		return ""
	}
	if g.chance(15) {
		g.r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	}
	return " WHERE " + strings.Join(parts, pick(g, " AND ", " AND ", " AND ", " AND ", " AND ", " AND ", " AND ", " AND ", " AND ", " AND ", " AND ", " AND ", " AND ", " AND ", " AND ", " AND ", " AND ", " AND ", " AND ", " OR "))
}

func (g *generator) selector(t *schema.Table) string {
	c := g.column(columns(t))
	n := g.columnName(c)
	switch g.r.IntN(22) {
	case 0:
		return pick(g, "count(*)", "COUNT(1)", "count("+n+")")
	case 1:
		return pick(g, "max", "min", "sum", "avg") + "(" + n + ")"
	case 2:
		return pick(g, "writetime", "ttl", "maxwritetime") + "(" + n + ")"
	case 3:
		return "CAST(" + n + " AS " + g.nativeType() + ")"
	case 4:
		return pick(g, n+" + 1", n+" - "+n, "-"+n, n+" * 2", n+" / 2", n+" % 2", n+"-1")
	case 5:
		return pick(g, n+"[0]", n+"['a']", n+"['a'..'b']", n+".zip", n+"[1..]")
	case 6:
		return pick(g, "token("+n+")", "abs("+n+")", "to_date("+n+")", "to_json("+n+")", "round("+n+")", "now()", "uuid()", "text_as_blob("+n+")", "map_keys("+n+")", "collection_count("+n+")", "to_unix_timestamp("+n+")", "nope("+n+")", "f1("+n+")", "mask_default("+n+")", "length("+n+")")
	case 7:
		return pick(g, "1", "'a'", "(int) 1", "("+n+", "+n+")", "["+n+"]", "{"+n+"}", "(text) 'a'", "null", "?")
	case 8:
		return n + " AS " + pick(g, "x", `"X y"`, n)
	}
	return n
}

func (g *generator) selectStatement() string {
	t := g.table()
	list := "*"
	if g.chance(60) {
		var out []string
		for {
			out = append(out, g.selector(t))
			if g.chance(55) {
				break
			}
		}
		list = strings.Join(out, ", ")
	}
	q := "SELECT "
	if g.chance(4) {
		q += "JSON "
	}
	if g.chance(5) {
		q += "DISTINCT "
		if g.chance(80) {
			var pk []string
			for _, c := range t.PartitionKey {
				pk = append(pk, g.columnName(c))
			}
			list = strings.Join(pk, ", ")
		}
	}
	q += list + " FROM " + g.tableName(t) + g.where(t, g.chance(35))
	tail := []string{}
	if g.chance(6) {
		var by []string
		for _, c := range append(append([]*schema.Column{}, t.PartitionKey...), t.Clustering...) {
			by = append(by, g.columnName(c))
			if g.chance(40) {
				break
			}
		}
		if g.chance(20) {
			by = append(by, g.selector(t))
		}
		if len(by) > 0 {
			tail = append(tail, "GROUP BY "+strings.Join(by, ", "))
		}
	}
	if g.chance(13) && len(t.Clustering) > 0 {
		var by []string
		dir := pick(g, "", " ASC", " DESC")
		for _, c := range t.Clustering {
			if g.chance(8) {
				continue
			}
			d := dir
			if g.chance(10) {
				d = pick(g, "", " ASC", " DESC")
			}
			by = append(by, g.columnName(c)+d)
			if g.chance(50) {
				break
			}
		}
		if g.chance(4) {
			by = append(by, g.columnName(g.column(columns(t))))
		}
		if len(by) > 0 {
			tail = append(tail, "ORDER BY "+strings.Join(by, ", "))
		}
	} else if g.chance(3) {
		c := g.column(columns(t))
		for _, v := range columns(t) {
			if v.Type.Kind == cqltype.Vector {
				c = v
			}
		}
		tail = append(tail, "ORDER BY "+g.columnName(c)+" ANN OF "+g.literal(c.Type))
	}
	if g.chance(4) {
		tail = append(tail, "PER PARTITION LIMIT "+pick(g, "1", "2", "0", "-1"))
	}
	if g.chance(13) {
		tail = append(tail, "LIMIT "+pick(g, "1", "2", "10", "10", "0", "-1", "3000000000", "1.5", "?"))
	}
	if g.chance(35) {
		tail = append(tail, "ALLOW FILTERING")
	}
	if g.chance(2) {
		g.r.Shuffle(len(tail), func(i, j int) { tail[i], tail[j] = tail[j], tail[i] })
	}
	return strings.Join(append([]string{q}, tail...), " ")
}

// ---- slips of the fingers

var slips = strings.Fields(`AND OR NOT <> == ! , ( ) ' " ; = IN IS NULL LIMIT WHERE FROM SET VALUES JOIN BETWEEN @ # é _x 1x -- /* */ $$ . .. + - * % : ? :name [ ] { } 0xZZ 1f 1.e3 .5 5-2 ALLOW FILTERING TOKEN TABLE`)

// mangle makes one slip in a statement.
func (g *generator) mangle(q string) string {
	words := strings.Split(q, " ")
	i := g.r.IntN(len(words))
	switch g.r.IntN(10) {
	case 0:
		words = append(words[:i:i], words[i+1:]...)
	case 1:
		words = append(words[:i+1:i+1], words[i:]...)
	case 2:
		j := g.r.IntN(len(words))
		words[i], words[j] = words[j], words[i]
	case 3:
		words[i] = pick(g, slips...)
	case 4:
		words = append(words[:i:i], append([]string{pick(g, slips...)}, words[i:]...)...)
	case 5:
		return q[:g.r.IntN(len(q)+1)]
	case 6:
		if len(q) > 0 {
			j := g.r.IntN(len(q))
			return q[:j] + q[j+1:]
		}
	case 7:
		return strings.Replace(q, "'", pick(g, `"`, "`", "’", ""), 1)
	case 8:
		return q + pick(g, ",", ";", " ;;", " -- comment", " /* comment", "; SELECT * FROM t1", " ALLOW FILTERING", " LIMIT 5", ")")
	case 9:
		return pick(g, strings.ToUpper(q), strings.ToLower(q), "\t"+strings.ReplaceAll(q, " ", "\n "), "/* x */ "+q, "-- x\n"+q, "\ufeff"+q)
	}
	return strings.Join(words, " ")
}
