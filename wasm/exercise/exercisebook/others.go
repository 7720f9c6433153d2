package exercisebook

import (
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/exercise"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/session"
)

// This file makes the rows on which a SELECT is tried that returns the right ones of those that a reader
// sees. They follow from the model: for each value that it names one at the value, below it and above it;
// for each column of which it says nothing, one with a small value and one with a great one; and where it has a
// LIMIT, more rows than that. So what reads from a day too early, leaves out a bound, filters by something
// else or returns more than it may is told apart from what is right, whatever the few rows of the task are.

// others are those rows, without what comes back then: [exercise.Exercise.Learn] tells.
func (e *Exercise) others() (out []exercise.Other) {
	if !slices.ContainsFunc(e.Exercise.Must, func(p *exercise.Predicate) bool { return p.Rule == "returns" }) {
		return nil
	}
	for _, item := range cql.Parse(diag.NewSource("", e.Model.Text)).Items {
		s, ok := item.Stmt.(*cql.Select)
		if !ok {
			continue
		}
		conn := e.Session()
		whole := *s
		whole.Star, whole.Selectors = true, nil
		r := conn.Exec(cql.Print(&whole))
		t := conn.Catalogue().Table(conn.Keyspace(), s.From.Name.Text)
		if t == nil || r.Rows == nil || len(r.Rows.Rows) == 0 {
			continue
		}
		o := &beside{table: t, names: r.Rows.Cols, row: r.Rows.Rows[0]}
		for i, name := range o.names {
			c := t.Column(name)
			if slices.Index(t.PartitionKey, c) > 0 { // mostly a bucket of something else in the row, which goes with it
				continue
			}
			said := valuesOf(s, c)
			for _, x := range said {
				if v := evaluated(e.Session(), c.Type, x); v != nil {
					o.with(i, around(c.Type, v)...)
				}
			}
			if len(said) == 0 {
				o.with(i, far(c.Type)...)
			}
		}
		if limit, ok := s.Limit.(*cql.Constant); ok {
			n, _ := strconv.Atoi(limit.ServerText())
			o.more(s, n+1)
		}
		out = append(out, o.out...)
	}
	return slices.DeleteFunc(out, func(o exercise.Other) bool { return e.disputed(&o) })
}

// disputed reports whether an answer that passes returns something else than the model where there is such
// a row: then it is none of the world that the exercise speaks of.
func (e *Exercise) disputed(o *exercise.Other) bool {
	own := &exercise.Exercise{Kind: exercise.CQL, Setup: e.Setup + "\n" + o.Insert, Settings: e.Settings, Must: e.Exercise.Must}
	returned := func(text string) string {
		own.Learn(text, nil)
		rows := slices.Clone(own.Model.Returned)
		slices.Sort(rows)
		return strings.Join(rows, "\n")
	}
	want := returned(e.Model.Text)
	return slices.ContainsFunc(e.Also, func(c Case) bool { return returned(c.CQL) != want })
}

// valuesOf are the values that a SELECT compares a column with.
func valuesOf(s *cql.Select, c *schema.Column) (out []cql.Expr) {
	for _, r := range s.Where {
		if len(r.Columns) == 1 && r.Columns[0].Text == c.Name {
			if r.Value != nil {
				out = append(out, r.Value)
			}
			out = append(out, r.Values...)
		}
	}
	return out
}

// evaluated is what the server makes of a term, or nil.
func evaluated(conn *session.Session, t *cqltype.Type, x cql.Expr) []byte {
	conn.Exec("CREATE TABLE value_of (k int PRIMARY KEY, v " + t.String() + ")")
	conn.Exec("INSERT INTO value_of (k, v) VALUES (1, " + cql.ExprText(x) + ")")
	if r := conn.Exec("SELECT v FROM value_of WHERE k = 1"); r.Rows != nil && len(r.Rows.Rows) == 1 {
		return r.Rows.Rows[0][0]
	}
	return nil
}

// around is a value between one just below it and one just above, as far as a type has such.
func around(t *cqltype.Type, v []byte) (out [][]byte) {
	switch t.Kind {
	case cqltype.Tinyint, cqltype.Smallint, cqltype.Int, cqltype.Bigint, cqltype.Date, cqltype.Time, cqltype.Timestamp:
		return [][]byte{plus(v, -1), v, plus(v, 1)}
	case cqltype.Text, cqltype.Ascii:
		if n := len(v) - 1; n >= 0 && '!' < v[n] && v[n] < 0x80 {
			out = append(out, append(append(slices.Clone(v[:n]), v[n]-1), "zz"...))
		}
		out = append(out, v, append(slices.Clone(v), 'a'))
	case cqltype.Timeuuid:
		const millisecond = 10_000 // its unit is 100 ns
		for _, by := range []int64{-millisecond, 0, millisecond} {
			ticks := uint64(int64(uuidTicks(v)) + by)
			u := binary.BigEndian.AppendUint32(nil, uint32(ticks))
			u = binary.BigEndian.AppendUint16(u, uint16(ticks>>32))
			u = binary.BigEndian.AppendUint16(u, 1<<12|uint16(ticks>>48))
			out = append(out, append(u, 0x90, 0, 0, 0, 0, 0, 0, 0x61)) // neither the least of its time nor the greatest
		}
	case cqltype.Boolean:
		out = [][]byte{{0}, {1}}
	case cqltype.UUID:
		other := slices.Clone(v)
		other[len(other)-1] ^= 1
		out = [][]byte{other}
	}
	return out
}

// uuidTicks is the time of a timeuuid, in 100 ns since 1582.
func uuidTicks(v []byte) uint64 {
	return uint64(binary.BigEndian.Uint32(v)) | uint64(binary.BigEndian.Uint16(v[4:]))<<32 | uint64(binary.BigEndian.Uint16(v[6:])&0xfff)<<48
}

// plus is a number with its sign, the greatest byte first, with something added.
func plus(v []byte, by int) []byte {
	out := slices.Clone(v)
	for i := len(out) - 1; i >= 0; i-- {
		n := int(out[i]) + by
		out[i], by = byte(n), n>>8
	}
	return out
}

// far is a small value of a type and a great one.
func far(t *cqltype.Type) [][]byte {
	if greatest := exercise.Greatest(t); greatest != nil {
		return [][]byte{plus(greatest, 1), greatest} // one more is the least
	}
	switch t.Kind {
	case cqltype.Text, cqltype.Ascii:
		return [][]byte{[]byte("0"), []byte("zz")}
	case cqltype.Date: // days, 1970-01-01 is 2³¹
		return [][]byte{{0x80, 0, 0, 0}, {0x80, 0, 0xff, 0xff}}
	case cqltype.Timestamp: // milliseconds since 1970
		return [][]byte{make([]byte, 8), {0, 0, 4, 0, 0, 0, 0, 0}}
	case cqltype.Boolean:
		return [][]byte{{0}, {1}}
	case cqltype.UUID:
		return [][]byte{append(make([]byte, 15), 1), slices.Repeat([]byte{0xff}, 16)}
	}
	return nil
}

// A beside makes rows that differ from one that the model returns.
type beside struct {
	table *schema.Table
	names []string
	row   [][]byte
	out   []exercise.Other
}

// with makes a row for each other value of a column.
func (o *beside) with(column int, values ...[]byte) {
	for _, v := range values {
		if string(v) == string(o.row[column]) {
			continue
		}
		row := slices.Clone(o.row)
		row[column] = v
		if insert := o.insert(row); !slices.ContainsFunc(o.out, func(x exercise.Other) bool { return x.Insert == insert }) {
			var shown []string
			for i, v := range row {
				shown = append(shown, asWritten(o.table.Column(o.names[i]).Type, v))
			}
			o.out = append(o.out, exercise.Other{Insert: insert, Shown: "there is also the row `" + strings.Join(shown, " | ") + "`"})
		}
	}
}

// asWritten is a value as exercises write it: a timeuuid by its time, and 1 is a whole uuid.
func asWritten(t *cqltype.Type, v []byte) string {
	switch {
	case v == nil:
		return ""
	case t.Kind == cqltype.Timeuuid:
		const since1582 = 122_192_928_000_000_000 // until 1970
		return cqltype.Native("timestamp").Text(binary.BigEndian.AppendUint64(nil, (uuidTicks(v)-since1582)/10_000))
	case t.Kind == cqltype.UUID && string(v[:15]) == string(make([]byte, 15)):
		return strconv.Itoa(int(v[15]))
	}
	return t.Text(v)
}

// more makes so many rows at once that a LIMIT leaves some out: they differ in a clustering column of which
// the SELECT says nothing.
func (o *beside) more(s *cql.Select, n int) {
	for i, name := range o.names {
		c := o.table.Column(name)
		if c.Kind != schema.Clustering || len(valuesOf(s, c)) > 0 {
			continue
		}
		many := exercise.Other{Shown: "there are " + strconv.Itoa(n) + " more such rows"}
		row := slices.Clone(o.row)
		for range n {
			next := around(c.Type, row[i])
			if len(next) < 3 {
				return
			}
			row[i] = next[len(next)-1]
			many.Insert += o.insert(row)
		}
		o.out = append(o.out, many)
		return
	}
}

// insert is the statement that writes a row.
func (o *beside) insert(row [][]byte) string {
	var names, values []string
	for i, v := range row {
		if v != nil {
			names = append(names, cql.QuoteName(o.names[i]))
			values = append(values, o.table.Column(o.names[i]).Type.Literal(v))
		}
	}
	return "INSERT INTO " + cql.QuoteName(o.table.Name) + " (" + strings.Join(names, ", ") + ") VALUES (" + strings.Join(values, ", ") + ");"
}
