// Random reads.

package main

import (
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/schema"
)

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
			parts = append(parts, n+pick(g, " != ", " <> ", " LIKE ", " LIKE ", " == ", " CONTAINS ", " CONTAINS KEY ", " = ?", " IN ?", " IS NULL", " BETWEEN ")+pick(g, g.literal(c.Type), g.literal(c.Type), "'a%'", "'%b%'", "'%'", ""))
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
		parts = append(parts, "token("+strings.Join(pk, ", ")+") "+pick(g, ">", "<=", "=", "!=")+" "+pick(g, "0", "-100", "token("+g.keyValues(t)+")", "token("+g.value(t.PartitionKey[0].Type)+")", "'a'", "?", "-9223372036854775808", "9223372036854775807", "9223372036854775808"))
		if g.chance(30) {
			parts = append(parts, "token("+strings.Join(pk, ", ")+") "+pick(g, "<", "<=", ">")+" "+pick(g, "0", "token("+g.keyValues(t)+")"))
		}
	}
	keys := t.Clustering
	if len(keys) > 1 && g.chance(7) {
		var names, values []string
		for _, c := range keys[:1+g.r.IntN(len(keys))] {
			names, values = append(names, g.columnName(c)), append(values, g.literal(c.Type))
		}
		op := pick(g, "=", ">", ">=", "<", "<=")
		tuple := "(" + strings.Join(values, ", ") + ")"
		switch {
		case g.chance(25):
			op, tuple = "IN", "("+tuple+")"
		case g.chance(8):
			op, tuple = "IN", pick(g, "?", "()", "(?, ?)", "("+tuple+", "+tuple+")", ":k")
		case g.chance(4):
			tuple = pick(g, "?", "("+values[0]+")", "null")
		}
		parts = append(parts, "("+strings.Join(names, ", ")+") "+op+" "+tuple)
		keys = nil
	}
	if g.chance(1) {
		parts = append(parts, "expr("+pick(g, "i1", "i2", "nope")+", 'x')")
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

// keyValues writes a value for each column of the partition key.
func (g *generator) keyValues(t *schema.Table) string {
	var out []string
	for _, c := range t.PartitionKey {
		out = append(out, g.value(c.Type))
	}
	return strings.Join(out, ", ")
}

func (g *generator) selector(t *schema.Table) string {
	c := g.column(columns(t))
	n := g.columnName(c)
	if g.r.IntN(40) == 0 {
		n = "nope" // in each kind of item
	}
	switch g.r.IntN(26) {
	case 0:
		return pick(g, "count(*)", "COUNT(1)", "count("+n+")")
	case 1:
		return pick(g, "max", "min", "sum", "avg") + "(" + n + ")"
	case 2:
		return pick(g, "writetime", "ttl", "maxwritetime") + "(" + pick(g, n, n, n, n+"[0]", n+".zip", n+"['a']") + ")"
	case 3:
		return "CAST(" + n + " AS " + g.nativeType() + ")"
	case 4:
		return pick(g, n+" + 1", n+" - "+n, "-"+n, n+" * 2", n+" / 2", n+" % 2", n+"-1", n+" + 1d", n+" - 1mo", "(int) 2 * "+n, n+" + "+g.columnName(g.column(columns(t))))
	case 5:
		return pick(g, n+"[0]", n+"['a']", n+"['a'..'b']", n+".zip", n+"[1..]", n+"[..2]", n+"[?]", n+".street.x", n+"[1][2]")
	case 6:
		return pick(g, "token("+n+")", "abs("+n+")", "to_date("+n+")", "to_json("+n+")", "round("+n+")", "now()", "uuid()", "text_as_blob("+n+")", "map_keys("+n+")", "collection_count("+n+")", "to_unix_timestamp("+n+")", "nope("+n+")", "f1("+n+")", "mask_default("+n+")", "length("+n+")")
	case 7:
		return pick(g, "1", "'a'", "(int) 1", "("+n+", "+n+")", "["+n+"]", "{"+n+"}", "(text) 'a'", "null", "?", "{"+n+": "+n+"}", "(map<int, int>) {}", "(frozen<addr>) {zip: 1}", "(tuple<int, text>) (1, 'a')", "(vector<float, 2>) [1, 2]", "[]", "(list<int>) []", "{1: "+n+"}")
	case 8:
		return n + " AS " + pick(g, "x", `"X y"`, n)
	case 9, 10:
		return g.function1(c, n)
	}
	return n
}

// function1 writes a call that fits the column.
func (g *generator) function1(c *schema.Column, n string) string {
	t := c.Type
	any := []string{"to_json(" + n + ")", "toJson(" + n + ")", "mask_null(" + n + ")", "mask_default(" + n + ")", "mask_hash(" + n + ")", "count(" + n + ")", "min(" + n + ")", "max(" + n + ")", "f1(" + n + ")", "f2(" + n + ")", "a1(" + n + ")", "a2(" + n + ")", "CAST(" + n + " AS text)", "blob_as_int(" + n + ")", "mask_replace(" + n + ", " + g.value(t) + ")"}
	switch {
	case t.IsCollection():
		any = append(any, "collection_count("+n+")", "collection_min("+n+")", "collection_max("+n+")", "collection_sum("+n+")", "collection_avg("+n+")", "map_keys("+n+")", "map_values("+n+")", "writetime("+n+")", "ttl("+n+")", "maxwritetime("+n+")",
			n+"["+g.value(t.Elems[0])+"]", "writetime("+n+"["+g.value(t.Elems[0])+"])", n+"["+g.value(t.Elems[0])+".."+g.value(t.Elems[0])+"]")
	case t.Kind == cqltype.UDT:
		f := t.Fields[g.r.IntN(len(t.Fields))]
		any = append(any, n+"."+cql.QuoteName(f.Name), n+"."+cql.QuoteName(f.Name), "writetime("+n+"."+f.Name+")", "min("+n+"."+f.Name+")")
	case t.Kind == cqltype.Vector:
		any = append(any, "similarity_cosine("+n+", "+g.value(t)+")", "similarity_euclidean("+n+", "+g.value(t)+")", "similarity_dot_product("+n+", "+n+")", "similarity_cosine("+n+", ?)")
	case t.Kind == cqltype.Text || t.Kind == cqltype.Ascii:
		any = append(any, "mask_inner("+n+", 1, 1)", "mask_outer("+n+", 1, null)", "mask_inner("+n+", 1, 1, '#')", "text_as_blob("+n+")", "length("+n+")", "octet_length("+n+")", n+" + 'x'", "system.length("+n+")")
	case t.Kind == cqltype.Timestamp || t.Kind == cqltype.Timeuuid || t.Kind == cqltype.Date || t.Kind == cqltype.Time:
		any = append(any, "floor("+n+", 1h)", "floor("+n+", 1d, '2024-01-01')", "to_date("+n+")", "to_timestamp("+n+")", "to_unix_timestamp("+n+")", "min_timeuuid("+n+")", n+" + 1d", n+" - 2h", "dateOf("+n+")", "unixTimestampOf("+n+")", "floor("+n+", 1mo3d)", "toDate("+n+")")
	case t.Kind == cqltype.Blob:
		any = append(any, "blob_as_text("+n+")", "blob_as_bigint("+n+")", "blobAsInt("+n+")", "length("+n+")", "octet_length("+n+")")
	default:
		any = append(any, "abs("+n+")", "exp("+n+")", "log("+n+")", "log10("+n+")", "round("+n+")", n+" * "+n, "sum("+n+")", "avg("+n+")", n+" % 3", t.String()+"_as_blob("+n+")", "floor("+n+", 2)", "-"+n, "CAST("+n+" AS double)", "avg(CAST("+n+" AS double))", "sum("+n+" + 1)")
	}
	return pick(g, any...)
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
		if g.chance(12) {
			for _, c := range t.Clustering {
				if k := c.Type.Kind; k == cqltype.Timestamp || k == cqltype.Date || k == cqltype.Time || k == cqltype.Timeuuid {
					by = append(by, "floor("+g.columnName(c)+", "+pick(g, "1h", "2d", "1mo")+")")
				}
			}
		}
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
		if g.chance(70) {
			tail = append(tail, "LIMIT "+pick(g, "1", "3", "1000", "1001"))
		}
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
