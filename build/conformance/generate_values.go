// Random values.

package main

import (
	"fmt"
	"strings"

	"partitionlab/wasm/cqltype"
)

// literal writes a value of a type; now and then it is one of another type, null,
// a marker or an expression.
func (g *generator) literal(t *cqltype.Type) string {
	if g.markers && g.chance(50) {
		return pick(g, "?", "?", "?", ":"+pick(g, "a", "b", `"C"`))
	}
	switch g.r.IntN(100) {
	case 0:
		return "null"
	case 1:
		return pick(g, "'abc'", "42", "1.5", "true", "0xca", "[1]", "{1}", "{}", "{1: 2}", "(1, 2)", "{street: 'a'}", "1d", "NaN", "-Infinity", "$$x$$", "123e4567-e89b-12d3-a456-426614174000")
	case 2:
		return pick(g, "now()", "uuid()", "1 + 1", "-(1)", "(int) 5", "(text) 'a'", "token(1)", "nope()", "max(1)", "to_date(now())", "2 * 1.5", "'a' + 'b'", "1 / 0", "current_timestamp()", "blob_as_int(0x00000001)", "text_as_blob('a')")
	}
	if g.chance(3) {
		return g.call(t)
	}
	return g.value(t)
}

// call writes an expression whose value is of a type.
func (g *generator) call(t *cqltype.Type) string {
	switch t.Kind {
	case cqltype.Timestamp:
		return pick(g, "to_timestamp(now())", "'2024-01-31' + 1mo", "'2024-01-31T00:00:00Z' - 36h", "min_timestamp(now())", "current_timestamp() - 1d", "to_timestamp('2024-01-31')", "to_timestamp(50554d6e-29bb-11e5-b345-feff819cdc9f)")
	case cqltype.Date:
		return pick(g, "'2024-01-31' + 1mo", "to_date(now())", "'2024-03-31' - 1mo", "current_date() + 1d", "'2024-01-31' + 1h", "to_date('2024-01-31T10:00:00Z')")
	case cqltype.Int, cqltype.Bigint, cqltype.Smallint, cqltype.Tinyint, cqltype.Varint, cqltype.Decimal, cqltype.Double, cqltype.Float:
		return pick(g, "1 + 2", "2 * 3 - 1", "7 % 3", "7 / 2", "-(3 + 4)", "abs(-1)", "(int) 3 + 1", "1 + 1.5", "exp(0)", "round(1.5)", "3 / 0", "3.0 / 0", "length('abc')", "blob_as_int(0x00000001)", "(tinyint) 100 + (tinyint) 100", "(bigint) 1 + (int) 2")
	case cqltype.Text, cqltype.Ascii:
		return pick(g, "to_json(1)", "(text) 'x'", "blob_as_text(0x61)", "mask_inner('abc', 1, 1)", "'a' + 'b'", "cast(1 AS text)")
	case cqltype.Blob:
		return pick(g, "int_as_blob(1)", "text_as_blob('a')", "uuid_as_blob(uuid())", "bigint_as_blob(1 + 1)")
	case cqltype.UUID, cqltype.Timeuuid:
		return pick(g, "uuid()", "now()", "min_timeuuid('2024-01-31')", "max_timeuuid(to_timestamp(now()))", "min_timeuuid(now())", "min_timeuuid(1706695200000)")
	case cqltype.List:
		return pick(g, "["+g.call(t.Elems[0])+"]", "map_keys({1: 2})", "from_json('[]')")
	case cqltype.Vector:
		return pick(g, "["+g.call(t.Elems[0])+"]", "random_float_vector(2, -1.0, 1.0)", "["+g.value(t.Elems[0])+", "+g.value(t.Elems[0])+"]")
	}
	return pick(g, "from_json('null')", "("+t.String()+") "+g.value(t), "("+t.String()+") null", "from_json('"+g.json(t)+"')")
}

// json writes a value of a type as JSON.
func (g *generator) json(t *cqltype.Type) string {
	if g.chance(3) {
		return pick(g, "null", "1", `"a"`, "[]", "{}", "true", "1.5", `"1"`, "[null]")
	}
	list := func(each func() string) string {
		var out []string
		for range g.r.IntN(3) {
			out = append(out, each())
		}
		return strings.Join(out, ", ")
	}
	switch t.Kind {
	case cqltype.List, cqltype.Set:
		return "[" + list(func() string { return g.json(t.Elems[0]) }) + "]"
	case cqltype.Map:
		return "{" + list(func() string {
			key := g.json(t.Elems[0])
			if !strings.HasPrefix(key, `"`) {
				key = `"` + strings.ReplaceAll(key, `"`, `\"`) + `"`
			}
			return key + ": " + g.json(t.Elems[1])
		}) + "}"
	case cqltype.Tuple, cqltype.Vector:
		var out []string
		for i := range max(len(t.Elems), t.Dim) {
			out = append(out, g.json(t.Elems[i%len(t.Elems)]))
		}
		return "[" + strings.Join(out, ", ") + "]"
	case cqltype.UDT:
		var out []string
		for _, f := range t.Fields {
			if g.chance(85) {
				out = append(out, `"`+f.Name+`": `+g.json(f.Type))
			}
		}
		if g.chance(3) {
			out = append(out, `"nope": 1`)
		}
		return "{" + strings.Join(out, ", ") + "}"
	case cqltype.Boolean:
		return pick(g, "true", "false", `"true"`, `"maybe"`)
	case cqltype.Blob:
		return pick(g, `"0xcafe"`, `"cafe"`, `"0x"`, `"0xabc"`)
	case cqltype.Double, cqltype.Float:
		return pick(g, "1", "1.5", `"1.5"`, `"NaN"`, `"Infinity"`, "-2e3", "1e400")
	case cqltype.Decimal, cqltype.Varint:
		return pick(g, "1", "-1", `"12345678901234567890"`, "12345678901234567890", "1.5", `"x"`)
	}
	v := strings.NewReplacer("$$", "", "'", "").Replace(g.value(t))
	switch t.Kind {
	case cqltype.Int, cqltype.Bigint, cqltype.Smallint, cqltype.Tinyint, cqltype.Counter:
		if g.chance(85) {
			return v
		}
	}
	return `"` + v + `"`
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
		// One entry: of a key given twice the server keeps either value.
		var out []string
		for range min(1, g.r.IntN(3)) {
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
	if g.chance(8) {
		return " USING " + pick(g, "TIMESTAMP ?", "TTL ?", "TTL :t AND TIMESTAMP :s", "TIMESTAMP 1 AND TIMESTAMP 2", "TTL 5 AND TTL 6", "TTL 5.5", "TIMESTAMP 'x'", "TTL -1", "TIMESTAMP -9223372036854775808", "TIMESTAMP 99999999999999999999", "TTL (int) 5", "TTL 1 + 1", "TIMESTAMP 1 TTL 5")
	}
	g.clock += int64(g.r.IntN(3)) * 1000
	ts := fmt.Sprintf("TIMESTAMP %d", g.clock)
	if del {
		return " USING " + ts
	}
	ttl := "TTL " + pick(g, "0", "60", "86400", "-1", "630720001", "600000000", "100000", "null")
	return " USING " + pick(g, ts, ts, ts, ttl, ts+" AND "+ttl)
}
