package model

import (
	"strings"

	"partitionlab/wasm/cql"
)

// Samples are statements that write rows into a table: two of each partition that its
// questions read, told apart by the last clustering column. A script puts them in to see
// its questions answered.
func (d *Design) Samples(t *Table) (out []string) {
	rows := 1
	if len(t.ClusteringKey()) > 0 {
		rows = 2
	}
	buckets := 1
	for _, a := range t.Accesses {
		buckets = max(buckets, d.bucketsRead(a))
	}
	for _, part := range t.parts(buckets) {
		for i := range rows {
			var names, values, sets, wheres []string
			key := t.ClusteringKey()
			for _, c := range t.Columns {
				n := 5
				if i > 0 && len(key) > 0 && c == key[len(key)-1] {
					n = 6
				}
				name, v := cql.QuoteName(c.Name), d.value(c, n, part)
				switch {
				case c.Type == "counter":
					sets = append(sets, name+" = "+name+" + 1")
				case c.Role <= Clustering:
					wheres = append(wheres, name+" = "+v)
					fallthrough
				default:
					names, values = append(names, name), append(values, v)
				}
			}
			on := cql.QuoteName(t.Keyspace) + "." + cql.QuoteName(t.Name)
			if len(sets) > 0 {
				out = append(out, "UPDATE "+on+" SET "+strings.Join(sets, ", ")+" WHERE "+strings.Join(wheres, " AND "))
				continue
			}
			out = append(out, "INSERT INTO "+on+" ("+strings.Join(names, ", ")+") VALUES ("+strings.Join(values, ", ")+")")
		}
	}
	return out
}

// Asks are the statements that a question becomes, one for each partition that it
// reads, with values that [Design.Samples] has written.
func (d *Design) Asks(a *Access) (out []string) {
	texts := strings.Split(a.Statement, "?")
	if len(texts) != len(a.binds)+1 {
		return nil
	}
	for _, part := range a.Table.parts(d.bucketsRead(a)) {
		s := texts[0]
		for i, b := range a.binds {
			n := 5
			switch b.end {
			case -1:
				n = 3
			case 1:
				n = 8
			}
			s += d.value(b.column, n, part) + texts[i+1]
		}
		out = append(out, s)
	}
	return out
}

// A part is one of the partitions that a key with a bucket or a spread has.
type part struct{ bucket, shard int }

func (t *Table) parts(buckets int) (out []part) {
	shards := 1
	for _, c := range t.PartitionKey() {
		if c.Spread != nil {
			shards = int(min(c.Spread.Parts, 100))
		}
	}
	for b := range buckets {
		for s := range shards {
			out = append(out, part{b, s})
		}
	}
	return out
}

// bucketsRead is how many buckets a question reads, as far as there are digits for them.
func (d *Design) bucketsRead(a *Access) int {
	for _, c := range a.Table.PartitionKey() {
		switch {
		case c.Bucket == nil:
		case a.First:
			return int(min(a.Partitions/int64(len(a.Table.parts(1))), 5))
		default:
			return int(min(count(a.Table.buckets(d.Model, a.Question, c).most), 5))
		}
	}
	return 1
}

// value is a literal for a column of a partition.
func (d *Design) value(c *Column, n int, p part) string {
	switch {
	case c.Bucket != nil:
		n = 5 + p.bucket
	case c.Spread != nil:
		return digits(int64(p.shard))
	}
	return d.sampleValue(c.Type, n)
}

// sampleValue is a literal of a type; a larger n from 0 to 9 is a larger value.
func (d *Design) sampleValue(text string, n int) string {
	e, ok := parseType(text)
	if !ok {
		return "null"
	}
	return d.literal(e, n)
}

func (d *Design) literal(e *cql.TypeExpr, n int) string {
	digit := digits(int64(n))
	switch e.Kind {
	case cql.FrozenType:
		return d.literal(e.Args[0], n)
	case cql.ListType:
		return "[" + d.literal(e.Args[0], n) + "]"
	case cql.SetType:
		return "{" + d.literal(e.Args[0], n) + "}"
	case cql.MapType:
		return "{" + d.literal(e.Args[0], n) + ": " + d.literal(e.Args[1], n) + "}"
	case cql.TupleType:
		var parts []string
		for _, a := range e.Args {
			parts = append(parts, d.literal(a, n))
		}
		return "(" + strings.Join(parts, ", ") + ")"
	case cql.VectorType:
		return "[" + strings.TrimSuffix(strings.Repeat(d.literal(e.Args[0], n)+", ", max(e.Dim, 1)), ", ") + "]"
	case cql.UserType:
		var parts []string
		if t := d.Model.valueType(e.Name); t != nil {
			for _, f := range t.Fields {
				if inner, ok := parseType(f.Type); ok {
					parts = append(parts, cql.QuoteName(snake(f.Name.Text))+": "+d.literal(inner, n))
				}
			}
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	switch e.Name {
	case "text", "varchar", "ascii":
		return "'t" + digit + "'"
	case "boolean":
		return "true"
	case "date":
		return "'2026-01-0" + digit + "'"
	case "time":
		return "'0" + digit + ":00:00'"
	case "timestamp":
		return "'2026-01-0" + digit + " 00:00:00+0000'"
	case "uuid":
		return "00000000-0000-4000-8000-00000000000" + digit
	case "timeuuid":
		return "0000000" + digit + "-0000-1000-8000-000000000000"
	case "inet":
		return "'10.0.0." + digit + "'"
	case "blob":
		return "0x0" + digit
	case "duration":
		return digit + "h"
	}
	return digit
}
