// Random writes.

package main

import (
	"strings"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/schema"
)

func (g *generator) insert() string {
	t := g.table()
	if g.chance(8) {
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
			name := c.Name
			if g.chance(3) {
				name = strings.ToUpper(name)
			} else if name != strings.ToLower(name) && g.chance(80) {
				name = `\"` + name + `\"`
			}
			parts = append(parts, `"`+name+`": `+g.json(c.Type))
		}
	}
	if g.chance(5) {
		parts = append(parts, pick(g, `"nope": 1`, `"p1": 1`, `nope: 1`, `"p1"`, `'p1': 1`, ""))
	}
	text := "'{" + strings.ReplaceAll(strings.Join(parts, ", "), "'", "''") + "}'"
	if g.chance(3) {
		text = pick(g, "'null'", "'[]'", "''", "'{'", "'1'", "?", ":j", "{}")
	}
	return "INSERT INTO " + g.tableName(t) + " JSON " + text + pick(g, "", "", " DEFAULT UNSET", " DEFAULT NULL", " default unset") + pick(g, "", "", "", " IF NOT EXISTS") + g.using(false)
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
	if g.chance(88) {
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
		case g.chance(6) && c.Type.Kind == cqltype.UDT:
			f := c.Type.Fields[g.r.IntN(len(c.Type.Fields))]
			parts = append(parts, n+"."+f.Name+pick(g, " = ", " != ", " > ")+g.literal(f.Type))
		case g.chance(3):
			parts = append(parts, n+pick(g, " IN ?", " IN ()", " = null", " != null", " IN (null)", " > null"))
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
	kind := pick(g, "", "", "UNLOGGED ", "COUNTER ", "LOGGED ")
	q := "BEGIN " + kind + "BATCH" + pick(g, "", "", "", "", " USING TIMESTAMP 5", " USING TTL 5") + " "
	for range g.r.IntN(4) {
		if g.chance(60) {
			// counters with counters, others with others, in the table of before
			g.only = func(t *schema.Table) bool {
				return t.Counter == (kind == "COUNTER ") && (len(g.last) == 0 || t.Name[len(t.Name)-1]&1 == 1)
			}
		}
		q += pick(g, g.insert, g.insert, g.update, g.deletion)() + pick(g, "; ", "; ", "; ", " ", ";; ")
	}
	g.only = nil
	return q + pick(g, "APPLY BATCH", "APPLY BATCH", "APPLY BATCH", "APPLY BATCH;", "END BATCH")
}
