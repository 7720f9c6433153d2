package sizing

import (
	"iter"
	"math"
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/workload"
)

// This file writes the statements that a workload describes, so that its partition
// can be loaded into a real server and compared.

// A Sample is one partition as CQL. Timestamps are given, so that it takes no longer
// to load than the server needs; deletion times and expiries are then all of the
// moment of loading, as `written = loaded …` says.
type Sample struct {
	Statements iter.Seq[string]
	Rows       int64
	Bytes      int64 // of Data.db after one flush within one second
}

// Sample writes the first rows of the partition, at most limit, in the worst case;
// start is the timestamp of the first row in microseconds. It is false where rows
// cannot be told apart by the lengths of their clustering columns.
func (m *Sizer) Sample(limit, start int64) (*Sample, []workload.Problem) {
	v, problems := m.work.Eval()
	if len(problems) > 0 {
		return nil, problems
	}
	p, bad := m.count(v, high, -1, false)
	if bad != nil {
		return nil, []workload.Problem{*bad}
	}
	rows := min(p.rows, limit)
	part := m.other(m.table, &forced{rows: rows, whole: p.rows, thin: 1})
	if p, bad = part.count(v, high, -1, false); bad != nil {
		return nil, []workload.Problem{*bad}
	}
	p.shape.Loaded = true
	size, err := p.shape.Size()
	if err != nil {
		return nil, []workload.Problem{*m.tooLarge()}
	}
	w := &sampler{state: &state{Sizer: part, vals: v, corner: high, rows: rows}, shape: p.shape, start: start}
	if len(m.table.Clustering) > 0 && !w.enough() {
		return nil, []workload.Problem{m.work.Problem("the clustering columns have too few values to tell "+number.Count(rows)+" rows apart", "", "give them longer values, or write fewer rows")}
	}
	if p := w.tooLong(); p != nil {
		return nil, []workload.Problem{*p}
	}
	return &Sample{w.statements, rows, size.Total}, nil
}

// maxRequest is the longest message that a server accepts as shipped, in bytes
// (native_transport_max_frame_size: 16 MiB).
const maxRequest = 16 << 20

// tooLong says that no server takes the statement that writes the longest row: before
// anybody writes it.
func (w *sampler) tooLong() *workload.Problem {
	if w.longest() <= maxRequest {
		return nil
	}
	p := w.work.Problem("one row takes more than "+number.Count(maxRequest)+" bytes: no server accepts such a statement", "", "make values shorter, or collections smaller")
	return &p
}

// longest is about how long the values of the longest row are as CQL, in bytes.
func (w *sampler) longest() float64 {
	most := func(s sstable.Steps) (n int64) {
		for _, step := range s {
			n = max(n, step.N)
		}
		return n
	}
	total := 0.0
	add := func(columns []*schema.Column, shapes []sstable.ColumnShape) {
		for i, c := range columns {
			if g := shapes[i].Cells[0]; shapes[i].Complex {
				total += w.text(c.Type, c.Name, -1, most(g.Count))
			} else {
				total += w.text(c.Type, c.Name, most(g.Value), -1)
			}
		}
	}
	for _, list := range [...][]*schema.Column{w.table.PartitionKey, w.table.Clustering} {
		for _, c := range list {
			total += w.text(c.Type, c.Name, -1, -1)
		}
	}
	add(w.written(w.table.Statics), w.shape.Statics)
	add(w.written(w.table.Regulars), w.shape.Regulars)
	return total
}

// text is about how long literal or collection writes a value, in bytes.
func (w *sampler) text(t *cqltype.Type, path string, length, count int64) float64 {
	n := 0.0
	switch t.Kind {
	case cqltype.List, cqltype.Set, cqltype.Map:
		if n = float64(count); count < 0 {
			n = w.count(path)
		}
		if t.Kind == cqltype.Map {
			return n * (w.text(t.Elems[0], path+".key", -1, -1) + w.text(t.Elems[1], path+".value", -1, -1))
		}
		return n * w.text(t.Elems[0], path, -1, -1)
	case cqltype.Vector:
		return float64(t.Dim) * w.text(t.Elems[0], path, -1, -1)
	case cqltype.Tuple:
		for i, e := range t.Elems {
			n += w.text(e, path+"."+strconv.Itoa(i+1), -1, -1)
		}
		return n
	case cqltype.UDT:
		for _, f := range t.Fields {
			n += w.text(f.Type, path+"."+f.Name, -1, -1)
		}
		return n
	}
	if n = float64(length); length < 0 {
		n = w.leaf(t, path)
	}
	return 2*n + 4 // a blob has two digits a byte
}

type sampler struct {
	*state
	shape *sstable.Shape
	start int64
}

// capacity is how many values of a type in rising order literal can write.
func capacity(t *cqltype.Type, length int64) int64 {
	const many = 1 << 31
	switch t.Kind {
	case cqltype.Boolean:
		return 2
	case cqltype.Tinyint:
		return 128
	case cqltype.Smallint:
		return 32768
	case cqltype.Int, cqltype.Bigint, cqltype.Date, cqltype.Time, cqltype.Timestamp, cqltype.Timeuuid, cqltype.UUID, cqltype.Double:
		return many
	case cqltype.Float:
		return 1 << 23
	case cqltype.Text, cqltype.Ascii, cqltype.Blob:
		n := int64(1)
		for ; length > 0 && n < many; length-- {
			n *= 10
		}
		return n
	}
	return 1
}

// digits splits the number of a row into one for each clustering column, the last
// one counting fastest, so that rows come in the order of their numbers.
func (w *sampler) digits(row int64) []int64 {
	out := make([]int64, len(w.table.Clustering))
	for i := len(out) - 1; i >= 0; i-- {
		c := capacity(w.table.Clustering[i].Type, w.shape.Clustering[i].Len[0].N)
		out[i] = row % c
		row /= c
	}
	if row > 0 {
		return nil
	}
	return out
}

func (w *sampler) enough() bool {
	for _, c := range w.shape.Clustering {
		if len(c.Len) > 1 {
			return false
		}
	}
	return w.digits(max(w.rows-1, 0)) != nil
}

func (w *sampler) statements(yield func(string) bool) {
	t := w.table
	name := cql.QuoteName
	full := name(t.Keyspace) + "." + name(t.Name)
	regulars, statics := w.written(t.Regulars), w.written(t.Statics)
	for row := range w.rows {
		delta, _ := w.shape.Delta(row)
		stamp := strconv.FormatInt(w.start+delta, 10)
		var keys, values, sets []string
		key := func(c *schema.Column, v string) {
			keys, values = append(keys, name(c.Name)), append(values, v)
		}
		for _, c := range t.PartitionKey {
			key(c, w.literal(c.Type, c.Name, 1, -1))
		}
		if len(t.Clustering) > 0 {
			order := w.digits(row)
			for i, c := range t.Clustering {
				key(c, w.literal(c.Type, c.Name, order[i], w.shape.Clustering[i].Len[0].N))
			}
		}
		nkeys := len(keys)
		add := func(c *schema.Column, s *sstable.ColumnShape) {
			length, count := int64(-1), int64(-1)
			if g := s.Cells[0]; !s.Complex {
				length = g.Value.At(row)
			} else {
				count = g.Count.At(row)
			}
			v := w.value(c.Type, c.Name, length, count)
			keys, values = append(keys, name(c.Name)), append(values, v)
			sets = append(sets, name(c.Name)+" = "+v)
			if c.Type.Kind == cqltype.Counter {
				sets[len(sets)-1] = name(c.Name) + " = " + name(c.Name) + " + 1"
			}
		}
		skip := 0 // static columns
		if row == 0 {
			for i, c := range statics {
				add(c, &w.shape.Statics[i])
			}
			skip = len(sets)
		}
		for i, c := range regulars {
			if w.shape.Regulars[i].Has(row) {
				add(c, &w.shape.Regulars[i])
			}
		}
		using := " USING TIMESTAMP " + stamp
		if w.shape.Expires {
			using += " AND TTL " + strconv.FormatInt(w.shape.TTL, 10)
		}
		if t.Counter {
			using = ""
		}
		statement := "INSERT INTO " + full + " (" + strings.Join(keys, ", ") + ") VALUES (" + strings.Join(values, ", ") + ")" + using + ";"
		if w.shape.Update {
			var where []string
			for i, k := range keys[:nkeys] {
				where = append(where, k+" = "+values[i])
			}
			statement = "UPDATE " + full + using + " SET " + strings.Join(sets, ", ") + " WHERE " + strings.Join(where, " AND ") + ";"
		}
		if !yield(statement) {
			return
		}
		if row < w.shape.Updated && row >= w.shape.Deleted && len(sets) > skip {
			var where []string
			for i, k := range keys[:nkeys] {
				where = append(where, k+" = "+values[i])
			}
			again := " USING TIMESTAMP " + strconv.FormatInt(w.start+delta+w.shape.UpdateAfter, 10) + strings.TrimPrefix(using, " USING TIMESTAMP "+stamp)
			if !yield("UPDATE " + full + again + " SET " + strings.Join(sets[skip:], ", ") + " WHERE " + strings.Join(where, " AND ") + ";") {
				return
			}
		}
		if row < w.shape.Deleted {
			var where []string
			for i, k := range keys[:nkeys] {
				where = append(where, k+" = "+values[i])
			}
			if !yield("DELETE FROM " + full + " USING TIMESTAMP " + strconv.FormatInt(w.start+delta+w.shape.DeleteAfter, 10) + " WHERE " + strings.Join(where, " AND ") + ";") {
				return
			}
		}
	}
}

// written are the columns that the shape holds, in its order.
func (s *state) written(columns []*schema.Column) (out []*schema.Column) {
	for _, c := range columns {
		if !s.neverWritten(c) {
			out = append(out, c)
		}
	}
	return out
}

// value is the literal of a column: length of a simple value, count of a collection's
// elements, -1 where the workload says.
func (w *sampler) value(t *cqltype.Type, path string, length, count int64) string {
	if t.MultiCell() && t.IsCollection() {
		return w.collection(t, path, count)
	}
	return w.literal(t, path, 7, length)
}

func (w *sampler) collection(t *cqltype.Type, path string, count int64) string {
	if count < 0 {
		count = round(w.count(path))
	}
	var parts []string
	for i := range count {
		switch t.Kind {
		case cqltype.Map:
			parts = append(parts, w.literal(t.Elems[0], path+".key", i, -1)+": "+w.literal(t.Elems[1], path+".value", i, -1))
		default:
			parts = append(parts, w.literal(t.Elems[0], path, i, -1))
		}
	}
	if t.Kind == cqltype.List {
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// literal writes the n-th value of a type; greater n sort later. length is the
// number of bytes, -1 where the workload says.
func (w *sampler) literal(t *cqltype.Type, path string, n, length int64) string {
	list := func(open, close string, f func(i int) string, count int) string {
		var parts []string
		for i := range count {
			parts = append(parts, f(i))
		}
		return open + strings.Join(parts, ", ") + close
	}
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	switch t.Kind {
	case cqltype.List, cqltype.Set, cqltype.Map:
		return w.collection(t, path, -1)
	case cqltype.Vector:
		return list("[", "]", func(i int) string { return w.literal(t.Elems[0], path, int64(i), -1) }, t.Dim)
	case cqltype.Tuple:
		return list("(", ")", func(i int) string { return w.literal(t.Elems[i], path+"."+strconv.Itoa(i+1), n, -1) }, len(t.Elems))
	case cqltype.UDT:
		return list("{", "}", func(i int) string {
			f := t.Fields[i]
			return cql.QuoteName(f.Name) + ": " + w.literal(f.Type, path+"."+f.Name, n, -1)
		}, len(t.Fields))
	}
	if length < 0 {
		length = round(w.leaf(t, path))
	}
	switch t.Kind {
	case cqltype.Boolean:
		if n%2 == 1 {
			return "true"
		}
		return "false"
	case cqltype.Text, cqltype.Ascii:
		return "'" + padded(n, length) + "'"
	case cqltype.Blob:
		return "0x" + padded(n, 2*length)
	case cqltype.Date:
		return number(1<<31 + n)
	case cqltype.UUID:
		return "00000000-0000-4000-8000-" + hex(n, 12)
	case cqltype.Timeuuid:
		return hex(n, 8) + "-0000-1000-8080-808080808080"
	case cqltype.Inet:
		if length > 4 {
			return "'2001:db8::1'"
		}
		return "'10.0.0.1'"
	case cqltype.Varint:
		return whole(length)
	case cqltype.Decimal:
		return whole(length - 4)
	case cqltype.Duration:
		// Months and days take a byte each; the rest are nanoseconds, one bit of sign.
		if bits := 7*(length-3) - 1; bits > 0 {
			return number(1<<min(bits, 62)) + "ns"
		}
		return "1ns"
	}
	return number(n)
}

// padded is a number with zeros before it, so many digits long.
func padded(n, length int64) string {
	s := strconv.FormatInt(n, 10)
	if int64(len(s)) >= length {
		return s[int64(len(s))-length:]
	}
	return strings.Repeat("0", int(length)-len(s)) + s
}

func hex(n int64, digits int) string { return string(diag.AppendHex(nil, n, digits)) }

// whole is a number that takes so many bytes, of which the first bit is its sign: a power
// of ten, so that nobody works out its digits.
func whole(bytes int64) string {
	if bytes < 2 {
		return "1"
	}
	return "1" + strings.Repeat("0", int(math.Ceil(float64(8*bytes-7)*math.Log10(2))))
}
