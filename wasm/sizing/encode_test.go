package sizing

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/workload"
)

// A writer makes the writes that a workload describes, row by row, from lengths
// and counts that are the same for all rows.
type writer struct {
	table *schema.Table
	len   map[string]int // by path
	count map[string]int
	null  map[string]int                    // number of rows without the column
	lacks func(column string, row int) bool // which ones
	rows  int
	batch int
	every int64 // microseconds
	ttl   int32
}

const start = 1_700_000_000 // seconds

// value makes a value of a type, different for different n.
func (w *writer) value(t *cqltype.Type, path string, n int) []byte {
	with4 := func(parts ...[]byte) (out []byte) {
		for _, p := range parts {
			out = binary.BigEndian.AppendUint32(out, uint32(len(p)))
			out = append(out, p...)
		}
		return out
	}
	elements := func() (out [][]byte) {
		for i := range w.count[path] {
			if t.Kind == cqltype.Map {
				out = append(out, w.value(t.Elems[0], path+".key", i), w.value(t.Elems[1], path+".value", i))
			} else {
				out = append(out, w.value(t.Elems[0], path, i))
			}
		}
		return out
	}
	switch t.Kind {
	case cqltype.List, cqltype.Set, cqltype.Map:
		return append(binary.BigEndian.AppendUint32(nil, uint32(w.count[path])), with4(elements()...)...)
	case cqltype.UDT:
		var out []byte
		for _, f := range t.Fields {
			out = append(out, with4(w.value(f.Type, path+"."+f.Name, n))...)
		}
		return out
	case cqltype.Tuple:
		var out []byte
		for i, e := range t.Elems {
			out = append(out, with4(w.value(e, fmt.Sprint(path, ".", i+1), n))...)
		}
		return out
	case cqltype.Vector:
		var out []byte
		for i := range t.Dim {
			v := w.value(t.Elems[0], path, i)
			if t.Elems[0].FixedLen() < 0 {
				out = sstable.AppendUvint(out, uint64(len(v)))
			}
			out = append(out, v...)
		}
		return out
	}
	size := fixedLen(t)
	if size < 0 {
		size = w.len[path]
	}
	out := make([]byte, max(size, 8))
	binary.BigEndian.PutUint64(out[len(out)-8:], uint64(n))
	if t.Kind == cqltype.Timeuuid {
		out = timeuuid(n)
	}
	return out[len(out)-size:]
}

// timeuuid is a version 1 UUID whose time rises with n.
func timeuuid(n int) []byte {
	out := make([]byte, 16)
	binary.BigEndian.PutUint32(out, uint32(n))
	out[6], out[8] = 0x10, 0x80
	return out
}

func (w *writer) cells(c *schema.Column, ts int64, expiry int64) (out []memtable.Cell) {
	cell := func(path, value []byte) {
		out = append(out, memtable.Cell{Column: c, Path: path, Value: value, Timestamp: ts, TTL: w.ttl, Expiry: expiry})
	}
	t := c.Type
	if !t.MultiCell() {
		cell(nil, w.value(t, c.Name, 7))
		return out
	}
	if t.Kind == cqltype.UDT {
		for i, f := range t.Fields {
			cell([]byte{0, byte(i)}, w.value(f.Type, c.Name+"."+f.Name, 1))
		}
		return out
	}
	for i := range w.count[c.Name] {
		switch t.Kind {
		case cqltype.Set:
			cell(w.value(t.Elems[0], c.Name, i), []byte{})
		case cqltype.Map:
			cell(w.value(t.Elems[0], c.Name+".key", i), w.value(t.Elems[1], c.Name+".value", i))
		case cqltype.List:
			cell(timeuuid(i+1), w.value(t.Elems[0], c.Name, i))
		}
	}
	return out
}

// store writes all rows.
func (w *writer) store(t testing.TB) *memtable.Store {
	s := memtable.NewStore(w.table)
	var key []byte
	for _, c := range w.table.PartitionKey {
		v := w.value(c.Type, c.Name, 3)
		if len(w.table.PartitionKey) > 1 {
			key = binary.BigEndian.AppendUint16(key, uint16(len(v)))
			v = append(v, 0)
		}
		key = append(key, v...)
	}
	for i := range w.rows {
		seconds := int64(start)
		ts := int64(start) * 1e6
		if w.every > 0 {
			ts += int64(i/w.batch) * w.every
			seconds = ts / 1e6
		}
		expiry := memtable.NoExpiry
		if w.ttl > 0 {
			expiry = seconds + int64(w.ttl)
		}
		m := &memtable.Mutation{Table: w.table, Key: key}
		add := func(row *memtable.Row, columns []*schema.Column) {
			for _, c := range columns {
				if c.Kind == schema.Regular && w.lacks(c.Name, i) {
					continue
				}
				m.Columns = append(m.Columns, c)
				row.Cells = append(row.Cells, w.cells(c, ts, expiry)...)
				if c.Type.MultiCell() {
					row.Complex = append(row.Complex, memtable.ColumnDeletion{Column: c, Deletion: memtable.Deletion{Timestamp: ts - 1, LocalTime: seconds}})
				}
			}
			m.Rows = append(m.Rows, *row)
		}
		if i == 0 && len(w.table.Statics) > 0 {
			add(&memtable.Row{Static: true}, w.table.Statics)
		}
		row := &memtable.Row{Liveness: &memtable.Liveness{Timestamp: ts, TTL: w.ttl, Expiry: expiry}}
		for k, c := range w.table.Clustering {
			n := 5
			if k == 0 {
				n = i
			}
			row.Clustering = append(row.Clustering, w.value(c.Type, c.Name, n))
		}
		add(row, w.table.Regulars)
		if err := s.Apply(m); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// text is the same as a workload.
func (w *writer) text() string {
	var b strings.Builder
	if len(w.table.Clustering) > 0 {
		fmt.Fprintf(&b, "rows = %d\n", w.rows)
	}
	for name, n := range w.len {
		fmt.Fprintf(&b, "len.%s = %d\n", name, n)
	}
	for name, n := range w.count {
		fmt.Fprintf(&b, "count.%s = %d\n", name, n)
	}
	for name, n := range w.null {
		fmt.Fprintf(&b, "null.%s = %d / %d\n", name, n, w.rows)
	}
	if w.every > 0 {
		fmt.Fprintf(&b, "written = %d every %d us\n", w.batch, w.every)
	}
	if w.ttl > 0 {
		fmt.Fprintf(&b, "ttl = %d\n", w.ttl)
	}
	return b.String()
}

// lengths gives every part of a type that needs one a length or a count.
func (w *writer) lengths(r *rand.Rand, t *cqltype.Type, path string, least int) {
	switch t.Kind {
	case cqltype.List, cqltype.Set, cqltype.Map:
		w.count[path] = r.IntN(4)
		if !t.Frozen && r.IntN(10) == 0 {
			w.count[path] = 130
		}
		if t.Kind == cqltype.Map {
			w.lengths(r, t.Elems[0], path+".key", 2)
			w.lengths(r, t.Elems[1], path+".value", 0)
			return
		}
		w.lengths(r, t.Elems[0], path, 2)
	case cqltype.Vector:
		w.lengths(r, t.Elems[0], path, 1)
	case cqltype.UDT:
		for _, f := range t.Fields {
			w.lengths(r, f.Type, path+"."+f.Name, 1)
		}
	case cqltype.Tuple:
		for i, e := range t.Elems {
			w.lengths(r, e, fmt.Sprint(path, ".", i+1), 1)
		}
	default:
		if fixedLen(t) < 0 {
			w.len[path] = least + r.IntN(20)
			if r.IntN(12) == 0 {
				w.len[path] = 100 + r.IntN(100)
			}
		}
	}
}

var randomTypes = strings.Fields(`int bigint boolean double timestamp uuid timeuuid tinyint smallint date time text blob text text set<text> list<int> map<text,int> address
	frozen<set<int>> frozen<list<text>> frozen<map<int,text>> frozen<address> tuple<int,text> vector<float,3> vector<smallint,3> vector<text,2> set<int> map<int,frozen<address>> list<frozen<tuple<int,text>>>`)

func randomWriter(r *rand.Rand) *writer {
	w := &writer{len: map[string]int{}, count: map[string]int{}, null: map[string]int{}, rows: 1 + r.IntN(40), batch: 1 + r.IntN(5)}
	var b []string
	for i := range 1 + r.IntN(3) {
		b = append(b, fmt.Sprintf("k%d %s K", i, []string{"int", "text", "uuid", "date"}[r.IntN(4)]))
	}
	clusterings := r.IntN(4)
	for i := range clusterings {
		types := []string{"int", "bigint", "timestamp"} // the first one rises with the row
		if i > 0 {
			types = []string{"int", "text", "date", "smallint", "frozen<address>", "uuid"}
		}
		b = append(b, fmt.Sprintf("c%d %s %s", i, types[r.IntN(len(types))], []string{"C", "C↓"}[r.IntN(2)]))
	}
	if clusterings == 0 {
		w.rows = 1
	} else {
		for i := range r.IntN(3) {
			b = append(b, fmt.Sprintf("s%d %s S", i, randomTypes[r.IntN(len(randomTypes))]))
		}
	}
	for i := range r.IntN(5) {
		b = append(b, fmt.Sprintf("r%d %s", i, randomTypes[r.IntN(len(randomTypes))]))
	}
	w.table = table("t", strings.Join(b, "; "), address)
	s := newSizer(w.table, workload.New(), sstable.NB)
	for _, c := range s.columns() {
		w.lengths(r, c.Type, c.Name, 1)
		if c.Kind == schema.Regular && r.IntN(4) == 0 {
			if w.null[c.Name] = r.IntN(w.rows + 1); w.null[c.Name] == 0 {
				delete(w.null, c.Name)
			}
		}
	}
	if r.IntN(2) == 0 {
		w.every = 1 + r.Int64N(1<<r.IntN(42))
	}
	if r.IntN(3) == 0 {
		w.ttl = 1 + r.Int32N(1<<22)
	}
	return w
}

// The closed form equals what the encoder writes, for random tables, types, nulls,
// times and TTLs.
func TestSizeIsWhatTheEncoderWrites(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 1500 {
		w := randomWriter(r)
		f := sstable.Format(r.IntN(3))
		work, problems := workload.Parse(diag.NewSource("", w.text()), nil)
		if len(problems) > 0 {
			t.Fatal(w.text(), problems)
		}
		s, problems := New(w.table, work, f)
		if len(problems) > 0 {
			t.Fatal(w.text(), problems)
		}
		w.lacks = s.lacks(t)
		data, err := sstable.Encode(w.store(t), f)
		if err != nil {
			t.Fatal(err)
		}
		got, problems := s.Result(Options{Brief: true})
		if len(problems) > 0 {
			t.Fatal(w.text(), problems)
		}
		if got.Disk.Max != int64(len(data)) {
			var cols []string
			for _, c := range s.columns() {
				cols = append(cols, fmt.Sprint(c.Name, " ", c.Type, " ", c.Kind, c.Desc))
			}
			t.Fatalf("case %d, %v: %d, encoded %d\n%s\n%s%x", i, f, got.Disk.Max, len(data), strings.Join(cols, "\n"), w.text(), data[:min(len(data), 400)])
		}
		if len(got.Assumed) > 0 {
			t.Fatalf("case %d: assumed %v", i, got.Assumed)
		}
	}
}

// lacks tells which rows lack a column: the workload gives numbers only.
func (m *Sizer) lacks(t *testing.T) func(string, int) bool {
	v, _ := m.work.Eval()
	p, bad := m.count(v, high, -1, false)
	if bad != nil {
		t.Fatal(bad)
	}
	at := map[string]sstable.ColumnShape{}
	i := 0
	for _, c := range m.table.Regulars {
		if x, ok := v.Get("null." + c.Name); ok && x.Hi.Cmp(number.Int(1)) >= 0 {
			at[c.Name] = sstable.ColumnShape{To: 1 << 60}
			continue
		}
		at[c.Name] = p.shape.Regulars[i]
		i++
	}
	return func(column string, row int) bool { return at[column].From <= int64(row) && int64(row) < at[column].To }
}

// Nulls fall as if independent of each other, in number and in the rows they touch.
func TestNulls(t *testing.T) {
	tab := table("t", "k int K; c int C; a int; b int; d int")
	w, _ := workload.Parse(diag.NewSource("", "rows = 1000\nnull.a = 20%\nnull.b = 50%\nnull.d = 10%"), nil)
	s, _ := New(tab, w, sstable.NB)
	lacks := s.lacks(t)
	any, n := 0, map[string]int{}
	for i := range 1000 {
		some := false
		for _, c := range []string{"a", "b", "d"} {
			if lacks(c, i) {
				n[c]++
				some = true
			}
		}
		if some {
			any++
		}
	}
	if n["a"] != 200 || n["b"] != 500 || n["d"] != 100 || any != 640 { // 1 − 0.8 × 0.5 × 0.9
		t.Errorf("%v, %d rows in all", n, any)
	}
}

// Sizes of values are those of the values themselves.
func TestStored(t *testing.T) {
	w := &writer{len: map[string]int{"m.key": 3, "m.value.street": 10, "m.value.city": 4}, count: map[string]int{"m": 2}}
	m := parseType("map<text,frozen<address>>", []*cqltype.Type{address})
	if v := w.value(m, "m", 0); len(v) != 4+2*(4+3+4+(4+10)+(4+4)+(4+4)) || !bytes.HasPrefix(v, []byte{0, 0, 0, 2}) {
		t.Errorf("%x", v)
	}
}

// A distribution of lengths and counts comes within one percent of rows that follow
// it at random.
func TestDistributionIsNearTheEncoder(t *testing.T) {
	tab := table("t", "k int K; c int C; name text; note text; tags set<text>")
	r := rand.New(rand.NewPCG(9, 10))
	const rows = 8000
	s := memtable.NewStore(tab)
	for i := range rows {
		w := &writer{table: tab, rows: rows, batch: 1, len: map[string]int{"tags": 8}, count: map[string]int{"tags": r.IntN(9)}}
		w.len["name"] = max(0, int(20+5*r.NormFloat64()+0.5))
		w.len["note"] = r.IntN(191) + 10
		w.lacks = func(c string, _ int) bool { return c == "note" && r.IntN(10) < 3 }
		m := &memtable.Mutation{Table: tab, Key: []byte{0, 0, 0, 1}, Columns: tab.Regulars}
		row := memtable.Row{Clustering: [][]byte{binary.BigEndian.AppendUint32(nil, uint32(i))}, Liveness: &memtable.Liveness{Timestamp: start * 1e6, Expiry: memtable.NoExpiry}}
		for _, c := range tab.Regulars {
			if w.lacks(c.Name, i) {
				continue
			}
			row.Cells = append(row.Cells, w.cells(c, start*1e6, memtable.NoExpiry)...)
			if c.Type.MultiCell() {
				row.Complex = append(row.Complex, memtable.ColumnDeletion{Column: c, Deletion: memtable.Deletion{Timestamp: start*1e6 - 1, LocalTime: start}})
			}
		}
		m.Rows = append(m.Rows, row)
		if err := s.Apply(m); err != nil {
			t.Fatal(err)
		}
	}
	data, err := sstable.Encode(s, sstable.NB)
	if err != nil {
		t.Fatal(err)
	}
	got := size(t, tab, sstable.NB, "rows = 8000\nlen.name = normal(20, 5)\nlen.note = uniform(10, 200)\nnull.note = 30%\nlen.tags = 8\ncount.tags = uniform(0, 8)")
	if e := float64(got.Disk.Max)/float64(len(data)) - 1; e < -0.01 || e > 0.01 {
		t.Errorf("computed %d, encoded %d: %.2f %%", got.Disk.Max, len(data), 100*e)
	}
}

// Partitions that differ by a distribution have percentiles and a mean.
func TestPercentiles(t *testing.T) {
	r := size(t, availability, sstable.NB, "rooms = zipf(1000, 1, 5000)\nrows = rooms * 730\nlen.hotel_id = 5")
	top, p50 := r.Sizes[len(r.Sizes)-1], r.Sizes[0]
	if top.Percent != 100 || top.Rows != 730000 || top.Disk != r.Disk.Max || p50.Percent != 50 || p50.Rows != 292 {
		t.Errorf("%+v", r.Sizes)
	}
	// 730 · 1000 · H(5000) / 5000 rows on average, 15 bytes each.
	if want := 730.0*1000*9.0945/5000*15 + 20; r.Mean < want*0.99 || r.Mean > want*1.01 {
		t.Errorf("mean %v, want %v", r.Mean, want)
	}
}
