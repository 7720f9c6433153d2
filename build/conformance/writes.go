// Write scripts: many kinds of writes that meet each other on few keys, so that a
// flush has something to merge. Statements may be refused; most are not.

package main

import (
	"fmt"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/schema"
)

// A writeGenerator writes a script of writes to one table t. Values come from the
// generator's small pools, so that rows meet again.
type writeGenerator struct {
	*generator
	t     *schema.Table // as the core's catalogue holds it now
	times timeKind

	inserted string   // the last INSERT, without its timestamp
	altering bool     // the script changes its table
	added    int      // columns and fields
	gone     []string // statements that add dropped columns again
}

// A timeKind says what timestamps a script's writes have.
type timeKind int

const (
	rising  timeKind = iota // some milliseconds apart
	ties                    // four of them, so that values decide
	wide                    // over years, in any order
	extreme                 // negative, zero, the epoch of the format, far in the future
)

func (w *writeGenerator) stamp() int64 {
	switch w.times {
	case ties:
		return 1700000000000000 + int64(w.r.IntN(4))
	case wide:
		return 1500000000000000 + w.r.Int64N(300000000000000)
	case extreme:
		return pick[int64](w.generator, -1, 0, 1, -1000000000000000, 1442880000000000, 1442880000000001, 1442879999999999, 4102444800000000, 9007199254740993, 4611686018427387904, 9223372036854775806, -9223372036854775806)
	}
	w.clock += int64(w.r.IntN(3)) * 1000
	return w.clock
}

func (w *writeGenerator) using(del bool) string {
	if del || !w.chance(20) || w.t.Counter {
		return fmt.Sprintf(" USING TIMESTAMP %d", w.stamp())
	}
	return fmt.Sprintf(" USING TIMESTAMP %d AND TTL %s", w.stamp(), pick(w.generator, "1", "2", "60", "1000", "86400", "100000", "0", "20000000"))
}

// table writes CREATE TABLE t.
func (w *writeGenerator) table() string {
	var cols, ck, order []string
	pk := []string{"p1"}
	cols = append(cols, "p1 "+pick(w.generator, "int", "text", "boolean", "blob", "tinyint", "uuid", "frozen<list<int>>", "decimal"))
	if w.chance(25) {
		pk, cols = append(pk, "p2"), append(cols, "p2 "+w.typ(0, true))
	}
	for i := range w.r.IntN(4) {
		name := fmt.Sprintf("c%d", i+1)
		cols, ck = append(cols, name+" "+w.typ(0, true)), append(ck, name)
		order = append(order, name+pick(w.generator, " ASC", " ASC", " DESC"))
	}
	values := w.r.IntN(7)
	if w.chance(6) {
		values = 60 + w.r.IntN(12)
	}
	counter := w.chance(5)
	for i := range values {
		typ, static := w.typ(0, false), ""
		switch {
		case counter:
			typ = "counter"
		case w.chance(45):
			typ = pick(w.generator, "set<int>", "set<text>", "map<text, int>", "map<int, frozen<addr>>", "addr", "list<int>", "tuple<int, text>", "frozen<addr>", "vector<float, 3>", "vector<text, 2>")
		}
		if len(ck) > 0 && w.chance(25) {
			static = " static"
		}
		cols = append(cols, fmt.Sprintf("v%d %s%s", i+1, typ, static))
	}
	q := "CREATE TABLE t (" + strings.Join(cols, ", ") + ", PRIMARY KEY (" + strings.Join(append([]string{"(" + strings.Join(pk, ", ") + ")"}, ck...), ", ") + "))"
	with := []string{"compression = {'enabled': false}", "compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': 'false'}"}
	if len(ck) > 0 {
		with = append(with, "CLUSTERING ORDER BY ("+strings.Join(order, ", ")+")")
	}
	if !counter && w.chance(8) {
		with = append(with, "default_time_to_live = "+pick(w.generator, "1", "100", "86400"))
	}
	return q + " WITH " + strings.Join(with, " AND ")
}

// columnValue is a value of a column; some are null, some are long.
func (w *writeGenerator) columnValue(c *schema.Column) string {
	if w.chance(8) {
		return "null"
	}
	if k := c.Type.Kind; (k == cqltype.Text || k == cqltype.Ascii || k == cqltype.Blob) && w.chance(12) {
		n := pick(w.generator, 100, 127, 128, 300, 16383, 16384, 70000)
		if k == cqltype.Blob {
			return "0x" + strings.Repeat("ab", n)
		}
		return "'" + strings.Repeat("x", n) + "'"
	}
	return w.value(c.Type)
}

// value is a value of a type. A map never has a key twice: the server takes any one
// of the values.
func (w *writeGenerator) value(t *cqltype.Type) string {
	for {
		if v := w.generator.value(t); !twice(v) {
			return v
		}
	}
}

// twice reports whether some key of a map literal may stand there twice.
func twice(v string) bool {
	seen := map[string]bool{}
	for _, part := range strings.FieldsFunc(v, func(r rune) bool { return strings.ContainsRune("{},()[]", r) }) {
		if key, _, ok := strings.Cut(strings.TrimSpace(part), ":"); ok {
			key = strings.TrimLeft(strings.NewReplacer("$$", "", "'", "", "-0", "0").Replace(key), "0")
			if seen[key] {
				return true
			}
			seen[key] = true
		}
	}
	return false
}

func (w *writeGenerator) place() (names, values []string) {
	for _, list := range [][]*schema.Column{w.t.PartitionKey, w.t.Clustering} {
		for _, c := range list {
			names, values = append(names, cql.QuoteName(c.Name)), append(values, w.value(c.Type))
		}
	}
	return names, values
}

func (w *writeGenerator) payload() []*schema.Column {
	return append(append([]*schema.Column{}, w.t.Regulars...), w.t.Statics...)
}

func (w *writeGenerator) insert(using string) string {
	names, values := w.place()
	if len(w.t.Statics) > 0 && w.chance(15) { // static columns alone
		n := len(w.t.PartitionKey)
		names, values = names[:n], values[:n]
		for _, c := range w.t.Statics {
			names, values = append(names, cql.QuoteName(c.Name)), append(values, w.columnValue(c))
		}
	} else {
		share := pick(w.generator, 10, 50, 90, 100)
		for _, c := range w.payload() {
			if w.chance(share) {
				names, values = append(names, cql.QuoteName(c.Name)), append(values, w.columnValue(c))
			}
		}
	}
	return "INSERT INTO t (" + strings.Join(names, ", ") + ") VALUES (" + strings.Join(values, ", ") + ")" + using
}

// where names a whole row, or the partition alone.
func (w *writeGenerator) row(partition bool) string {
	names, values := w.place()
	if partition {
		n := len(w.t.PartitionKey)
		names, values = names[:n], values[:n]
	}
	var parts []string
	for i := range names {
		parts = append(parts, names[i]+" = "+values[i])
	}
	return " WHERE " + strings.Join(parts, " AND ")
}

func (w *writeGenerator) update(using string) string {
	list := w.t.Regulars
	static := len(w.t.Statics) > 0 && (w.chance(25) || len(list) == 0)
	if static {
		list = w.t.Statics
	}
	if len(list) == 0 {
		return w.insert(using)
	}
	var set []string
	for len(set) == 0 || w.chance(40) {
		c := w.column(list)
		n := cql.QuoteName(c.Name)
		switch k := c.Type.Kind; {
		case k == cqltype.Counter:
			set = append(set, n+" = "+n+pick(w.generator, " + ", " - ")+pick(w.generator, "1", "5", "100"))
		case c.Type.MultiCell() && w.chance(60):
			v := w.value(c.Type)
			switch k {
			case cqltype.List:
				set = append(set, pick(w.generator, n+" = "+n+" + "+v, n+" = "+v+" + "+n, n+" = "+n+" - "+v, n+"[0] = "+w.value(c.Type.Elems[0])))
			case cqltype.Set:
				set = append(set, n+" = "+n+pick(w.generator, " + ", " - ")+v)
			case cqltype.Map:
				set = append(set, pick(w.generator, n+" = "+n+" + "+v, n+" = "+n+" - {"+w.value(c.Type.Elems[0])+"}", n+"["+w.value(c.Type.Elems[0])+"] = "+pick(w.generator, "null", w.value(c.Type.Elems[1]))))
			default:
				f := c.Type.Fields[w.r.IntN(len(c.Type.Fields))]
				set = append(set, n+"."+cql.QuoteName(f.Name)+" = "+pick(w.generator, "null", w.value(f.Type)))
			}
		default:
			set = append(set, n+" = "+w.columnValue(c))
		}
	}
	if w.t.Counter {
		using = ""
	}
	return "UPDATE t" + using + " SET " + strings.Join(set, ", ") + w.row(static)
}

// deletion deletes cells, elements, a row, a range of rows or a partition.
func (w *writeGenerator) deletion(using string) string {
	switch p := w.r.IntN(10); {
	case p < 3 && len(w.payload()) > 0:
		var what []string
		list, static := w.t.Regulars, len(w.t.Statics) > 0 && w.chance(30)
		if static {
			list = w.t.Statics
		}
		for range 1 + w.r.IntN(2) {
			c := w.column(list)
			n := cql.QuoteName(c.Name)
			switch {
			case c.Type.IsCollection() && c.Type.MultiCell() && w.chance(60):
				e := c.Type.Elems[0]
				if c.Type.Kind == cqltype.List {
					e = cqltype.Native("int")
				}
				n += "[" + w.value(e) + "]"
			case c.Type.Kind == cqltype.UDT && c.Type.MultiCell() && w.chance(60):
				n += "." + cql.QuoteName(c.Type.Fields[w.r.IntN(len(c.Type.Fields))].Name)
			}
			what = append(what, n)
		}
		return "DELETE " + strings.Join(what, ", ") + " FROM t" + using + w.row(static)
	case p < 4:
		return "DELETE FROM t" + using + w.row(true)
	case p < 6 || len(w.t.Clustering) == 0:
		return "DELETE FROM t" + using + w.row(false)
	}
	// A range: some equal columns, then bounds on the next one, or on several.
	q := "DELETE FROM t" + using + w.row(true)
	at := w.r.IntN(len(w.t.Clustering))
	for _, c := range w.t.Clustering[:at] {
		q += " AND " + c.Name + " = " + w.value(c.Type)
	}
	c := w.t.Clustering[at]
	low, high := pick(w.generator, " > ", " >= "), pick(w.generator, " < ", " <= ")
	switch w.r.IntN(5) {
	case 0:
		if at > 0 {
			return q // all rows with the same first values
		}
		return q + " AND " + c.Name + low + w.value(c.Type)
	case 1:
		return q + " AND " + c.Name + low + w.value(c.Type)
	case 2:
		return q + " AND " + c.Name + high + w.value(c.Type)
	case 3:
		var names, values []string
		for _, c := range w.t.Clustering[at:] {
			names, values = append(names, c.Name), append(values, w.value(c.Type))
		}
		return q + " AND (" + strings.Join(names, ", ") + ")" + pick(w.generator, low, high) + "(" + strings.Join(values, ", ") + ")"
	}
	return q + " AND " + c.Name + low + w.value(c.Type) + " AND " + c.Name + high + w.value(c.Type)
}

func (w *writeGenerator) batch() string {
	kind, using := pick(w.generator, "", "UNLOGGED "), ""
	each := w.using
	if w.t.Counter {
		kind = "COUNTER "
	} else if w.chance(50) {
		using = fmt.Sprintf(" USING TIMESTAMP %d", w.stamp())
		each = func(bool) string { return "" }
	}
	q := "BEGIN " + kind + "BATCH" + using + " "
	for range 2 + w.r.IntN(5) {
		q += w.one(each) + "; "
	}
	return q + "APPLY BATCH"
}

func (w *writeGenerator) one(using func(del bool) string) string {
	switch p := w.r.IntN(10); {
	case w.t.Counter && p < 8:
		return w.update("")
	case w.t.Counter:
		return w.deletion("")
	case p < 5:
		return w.insert(using(false))
	case p < 7:
		return w.update(using(false))
	}
	return w.deletion(using(true))
}

// alteration changes the table or its type, or empties it.
func (w *writeGenerator) alteration() string {
	list := w.payload()
	switch p := w.r.IntN(10); {
	case p < 3:
		w.added++
		static := ""
		if len(w.t.Clustering) > 0 && w.chance(20) {
			static = " static"
		}
		return fmt.Sprintf("ALTER TABLE t ADD n%d %s%s", w.added, w.typ(0, false), static)
	case p < 6 && len(list) > 0:
		c := w.column(list)
		w.gone = append(w.gone, fmt.Sprintf("ALTER TABLE t ADD %s %s%s", c.Name, c.Type, map[bool]string{true: " static"}[c.Kind == schema.Static]))
		using := ""
		if w.chance(50) {
			using = fmt.Sprintf(" USING TIMESTAMP %d", w.stamp())
		}
		return "ALTER TABLE t DROP " + c.Name + using
	case p < 8 && len(w.gone) > 0:
		return w.gone[w.r.IntN(len(w.gone))]
	case p < 9:
		w.added++
		return pick(w.generator, fmt.Sprintf("ALTER TYPE addr ADD f%d int", w.added), "ALTER TYPE addr RENAME zip TO zip2", "CREATE INDEX ON t (v1)", "DROP INDEX t_v1_idx", "ALTER TABLE t WITH gc_grace_seconds = "+fmt.Sprint(w.added))
	}
	return "TRUNCATE t"
}

// next is the next statement.
func (w *writeGenerator) next() string {
	switch p := w.r.IntN(100); {
	case w.altering && p >= 91:
		return w.alteration()
	case p < 8:
		return w.batch()
	case p < 11 && w.inserted != "": // a condition that does not hold writes nothing
		return w.inserted + " IF NOT EXISTS"
	}
	q := w.one(w.using)
	if before, _, ok := strings.Cut(q, " USING "); ok && strings.HasPrefix(q, "INSERT") && !strings.Contains(q, "TTL") {
		w.inserted = before
	}
	return q
}
