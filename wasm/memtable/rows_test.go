package memtable

import (
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"partitionlab/wasm/schema"
)

// A packed row comes back as it was, and rows that cannot be packed stay whole.
func TestPack(t *testing.T) {
	table := testTable()
	v, w, m := table.Column("v"), table.Column("w"), table.Column("m")
	cell := func(c *schema.Column, value []byte) Cell {
		return Cell{Column: c, Value: value, Timestamp: 7, Write: 3, Expiry: NoExpiry}
	}
	live := &Liveness{Timestamp: 7, Write: 3, Expiry: NoExpiry}
	long := []byte(strings.Repeat("x", 300))
	for _, tt := range []struct {
		name   string
		row    Row
		packed bool
	}{
		{"a marker alone", Row{Clustering: [][]byte{i4(1), {}}, Liveness: live}, true},
		{"two cells", Row{Clustering: [][]byte{i4(1), long}, Liveness: live, Cells: []Cell{cell(v, i4(1)), cell(w, long)}}, true},
		{"an update", Row{Clustering: [][]byte{i4(1), {}}, Cells: []Cell{cell(w, []byte{})}}, true},
		{"a null among the clustering values", Row{Clustering: [][]byte{nil, {}}, Liveness: live}, true},
		{"no clustering", Row{Liveness: live, Cells: []Cell{cell(v, i4(1))}}, true},
		{"a deletion", Row{Clustering: [][]byte{i4(1), {}}, Deletion: &Deletion{Timestamp: 7}}, false},
		{"a tombstone", Row{Clustering: [][]byte{i4(1), {}}, Cells: []Cell{{Column: v, Timestamp: 7, Write: 3, Expiry: 9}}}, false},
		{"a TTL", Row{Clustering: [][]byte{i4(1), {}}, Liveness: &Liveness{Timestamp: 7, TTL: 1, Expiry: 9}}, false},
		{"an element", Row{Clustering: [][]byte{i4(1), {}}, Cells: []Cell{{Column: m, Path: i4(1), Value: i4(1), Timestamp: 7, Expiry: NoExpiry}}}, false},
		{"two times", Row{Clustering: [][]byte{i4(1), {}}, Liveness: live, Cells: []Cell{{Column: v, Value: i4(1), Timestamp: 8, Write: 3, Expiry: NoExpiry}}}, false},
		{"an increment", Row{Clustering: [][]byte{i4(1), {}}, Cells: []Cell{{Column: v, Timestamp: 7, Delta: 1, Expiry: NoExpiry}}}, false},
	} {
		l := new(shapes)
		p := l.pack(&tt.row)
		if (p.whole == nil) != tt.packed {
			t.Errorf("%s: packed is %v", tt.name, p.whole == nil)
		}
		got := *p.row()
		if len(got.Cells) == 0 {
			got.Cells = nil
		}
		if !reflect.DeepEqual(got, tt.row) {
			t.Errorf("%s:\n%+v\nbecame\n%+v", tt.name, tt.row, got)
		}
	}
}

// A small row takes well under 200 bytes, whatever the order of the inserts.
func TestSmallRowsAreSmall(t *testing.T) {
	table := testTable()
	const n = 20_000
	for name, order := range map[string][]int{"in order": nil, "shuffled": rand.New(rand.NewPCG(1, 1)).Perm(n)} {
		s := NewStore(table)
		for i := range n {
			if order != nil {
				i = order[i]
			}
			s.Apply(smallRow(table, i))
		}
		size := 0
		for _, c := range s.Partition(i4(1)).rows.chunks {
			size += cap(c) * int(unsafe.Sizeof(packedRow{}))
			for i := range c {
				if size += cap(c[i].data); c[i].whole != nil {
					t.Fatal(name, "a row is not packed")
				}
			}
		}
		if size/n >= 150 {
			t.Errorf("%s a row takes %d bytes", name, size/n)
		}
	}
}

// TestShapesAreShared: rows of many partitions have one shape between them, and rows of many
// shapes are packed all the same.
func TestShapesAreShared(t *testing.T) {
	table := testTable()
	s := NewStore(table)
	for i := range 200 {
		m := smallRow(table, i)
		if m.Key = i4(i); i >= 100 {
			m.Rows[0].Cells[0].Column = &schema.Column{Name: "v", Type: table.Column("v").Type}
		}
		s.Apply(m)
	}
	shapes := map[*shape]bool{}
	for i := range 200 {
		row := &s.Partition(i4(i)).rows.chunks[0][0]
		if shapes[row.shape] = true; row.whole != nil {
			t.Fatalf("row %d is not packed", i)
		}
	}
	if len(shapes) != 101 {
		t.Errorf("there are %d shapes, want one for 100 rows and 100 others", len(shapes))
	}
}

func smallRow(t *schema.Table, i int) *Mutation {
	key := []byte{byte(i >> 24), byte(i >> 16), byte(i >> 8), byte(i)}
	return &Mutation{Table: t, Key: i4(1), Rows: []Row{{Clustering: [][]byte{key, {}}, Liveness: &Liveness{Timestamp: int64(i), Expiry: NoExpiry},
		Cells: []Cell{{Column: t.Column("v"), Value: key, Timestamp: int64(i), Expiry: NoExpiry}}}}}
}

// A partition of a million rows: what a row takes, and how long a slice of twenty
// of them does.
func BenchmarkMillionRows(b *testing.B) {
	table := testTable()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	s := NewStore(table)
	const n = 1_000_000
	for i := range n {
		s.Apply(smallRow(table, i))
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	p := s.Partition(i4(1))
	from, to := Bound{[][]byte{{0, 8, 0, 0}}, true}, Bound{[][]byte{{0, 8, 0, 20}}, false}
	for b.Loop() {
		rows := 0
		for range p.Slice(from, to) {
			rows++
		}
		if rows != 20 {
			b.Fatal(rows)
		}
	}
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/n, "B/row")
}

// TestLayers: a row in layers is the row that one write after the other makes, with the
// number of the write that each cell comes from.
func TestLayers(t *testing.T) {
	layered := 0
	for seed := range uint64(300) {
		g := generator{rand.New(rand.NewPCG(seed, 3)), testTable()}
		m := g.t.Column("m")
		var layers *layer
		var want *Row
		for write := range int32(12) {
			r := &Row{}
			for range []int{1, 3, 100}[g.IntN(3)] {
				r.Cells = append(r.Cells, g.cell(m, i4(g.IntN(200))))
			}
			if g.IntN(4) == 0 {
				d := g.deletion()
				d.LocalTime += int64(g.IntN(2))
				r.Deletion = &d
			}
			if g.IntN(4) == 0 {
				d := g.deletion()
				d.LocalTime += int64(g.IntN(2))
				r.Complex = []ColumnDeletion{{m, d}}
			}
			if g.IntN(4) == 0 {
				r.Liveness = &Liveness{Timestamp: int64(g.IntN(12)), Expiry: NoExpiry}
			}
			if r = r.normal(write); r.Empty() {
				continue
			}
			layers, _ = layers.merge(r)
			if want == nil {
				want = r
			} else {
				want = mergeRows(want, r)
			}
			if got := layers.row(); !reflect.DeepEqual(got, want) {
				t.Fatalf("seed %d, write %d: layers say\n%+v\none row says\n%+v", seed, write, got, want)
			}
			if layers.below != nil {
				layered++
			}
		}
	}
	if layered < 500 {
		t.Errorf("%d rows were in layers", layered)
	}
}
