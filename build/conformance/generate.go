// The generator of random scripts. It knows the grammar and the schema that the
// script has made so far; about half of what it writes is wrong in ways that
// people are.

package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"

	"partitionlab/wasm/cql"
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
	markers  bool                     // values of this statement may be bind markers
	only     func(*schema.Table) bool // which tables to choose from; nil for all
	older    bool                     // the server is one of before 5.0: most statements have its words
	stamped  bool                     // every write has a timestamp of its own, and no TTL beyond the clock's reach
}

func newGenerator(seed uint64, keyspace func() *schema.Keyspace) *generator {
	return &generator{r: rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)), keyspace: keyspace, clock: 1700000000000000}
}

func (g *generator) chance(percent int) bool { return g.r.IntN(100) < percent }

func pick[T any](g *generator, list ...T) T { return list[g.r.IntN(len(list))] }

// next returns the next statement of the script.
func (g *generator) next() string {
	g.n++
	g.markers = g.chance(4) && !g.stamped
	var q string
	switch p := g.r.IntN(100); {
	case g.n == 1:
		q = "CREATE TYPE addr (street text, zip int)"
	case g.n <= 3 || len(g.tables(true)) == 0:
		q = g.createTable(g.n > 3 && g.chance(30))
	case g.n <= 5:
		q = g.createIndex()
	case p < 32:
		q = g.selectStatement()
	case p < 51:
		q = g.insert()
	case p < 64:
		q = g.update()
	case p < 71:
		q = g.deletion()
	case p < 75:
		q = g.batch()
	case p < 80:
		q = g.createTable(g.chance(50))
	case p < 84:
		q = g.createIndex()
	case p < 89:
		q = g.alterTable()
	case p < 91:
		q = g.userType()
	case p < 92:
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
	if g.older && g.chance(70) {
		q = olderWords.Replace(q)
	}
	g.last = q
	return q
}

// olderWords turns words of 5.0 into those of before, or into some that were there before.
var olderWords = strings.NewReplacer("to_json(", "toJson(", "from_json(", "fromJson(", "to_date(", "toDate(", "to_timestamp(", "toTimestamp(", "to_unix_timestamp(", "toUnixTimestamp(",
	"min_timeuuid(", "minTimeuuid(", "max_timeuuid(", "maxTimeuuid(", "current_timestamp(", "currentTimestamp(", "current_date(", "currentDate(",
	"text_as_blob(", "textAsBlob(", "int_as_blob(", "intAsBlob(", "bigint_as_blob(", "bigintAsBlob(", "uuid_as_blob(", "uuidAsBlob(",
	"blob_as_text(", "blobAsText(", "blob_as_int(", "blobAsInt(", "blob_as_bigint(", "blobAsBigint(",
	"vector<float, 2>", "list<float>", "vector<float, 3>", "frozen<list<float>>", " USING 'sai'", "")

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
	if g.only != nil {
		if some := slices.DeleteFunc(slices.Clone(all), func(t *schema.Table) bool { return !g.only(t) }); len(some) > 0 {
			all = some
		}
	}
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
			return ks.Name + "." + cql.QuoteName(t.Name)
		}
	}
	return cql.QuoteName(t.Name)
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
	return cql.QuoteName(c.Name)
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
