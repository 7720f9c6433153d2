package memtable

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/schema"
)

func native(k cqltype.Kind) *cqltype.Type { return cqltype.NativeOf(k) }

func testTable() *schema.Table {
	t := schema.NewTable("ks", "t")
	add := func(name string, kind schema.ColumnKind, ty *cqltype.Type, desc bool) {
		t.Add(&schema.Column{Name: name, Kind: kind, Type: ty, Desc: desc})
	}
	add("p", schema.PartitionKey, native(cqltype.Int), false)
	add("c1", schema.Clustering, native(cqltype.Int), false)
	add("c2", schema.Clustering, native(cqltype.Text), true)
	add("s", schema.Static, native(cqltype.Int), false)
	add("v", schema.Regular, native(cqltype.Int), false)
	add("w", schema.Regular, native(cqltype.Text), false)
	add("m", schema.Regular, &cqltype.Type{Kind: cqltype.Map, Elems: []*cqltype.Type{native(cqltype.Int), native(cqltype.Int)}}, false)
	add("z", schema.Regular, &cqltype.Type{Kind: cqltype.Set, Elems: []*cqltype.Type{native(cqltype.Text)}}, false)
	return t
}

func i4(n int) []byte { return []byte{0, 0, 0, byte(n)} }

// dump writes all that a flush would, without the numbers of the writes.
func dump(s *Store) string {
	var b strings.Builder
	del := func(d *Deletion) string {
		if d == nil {
			return "-"
		}
		return fmt.Sprintf("%d/%d", d.Timestamp, d.LocalTime)
	}
	row := func(r *Row) {
		if r == nil {
			return
		}
		fmt.Fprintf(&b, "  row %q del=%s", r.Clustering, del(r.Deletion))
		if l := r.Liveness; l != nil {
			fmt.Fprintf(&b, " live=%d,%d,%d", l.Timestamp, l.TTL, l.Expiry)
		}
		for _, c := range r.Complex {
			fmt.Fprintf(&b, " %s:%s", c.Column.Name, del(&c.Deletion))
		}
		for _, c := range r.Cells {
			fmt.Fprintf(&b, " %s[%x]=%x@%d,%d,%d", c.Column.Name, c.Path, c.Value, c.Timestamp, c.TTL, c.Expiry)
		}
		b.WriteByte('\n')
	}
	for p := range s.Partitions() {
		fmt.Fprintf(&b, "key %x del=%s\n", p.Key, del(p.Deletion))
		row(p.StaticRow())
		for u := range p.Unfiltereds() {
			if m := u.Marker; m != nil {
				fmt.Fprintf(&b, "  %s %q close=%s open=%s\n", m.Kind, m.Prefix, del(m.Close), del(m.Open))
			} else {
				row(u.Row)
			}
		}
	}
	return b.String()
}

// A generator makes random writes on few rows, with few timestamps, so that ties
// are common. Writes of one microsecond happen in one second.
type generator struct {
	*rand.Rand
	t *schema.Table
}

func (g generator) deletion() Deletion {
	ts := int64(g.IntN(12))
	return Deletion{Timestamp: ts, LocalTime: 1000 + ts}
}

func (g generator) cell(c *schema.Column, path []byte) Cell {
	ts := int64(g.IntN(12))
	cell := Cell{Column: c, Path: path, Timestamp: ts, Expiry: NoExpiry, Value: i4(g.IntN(3))}
	switch g.IntN(4) {
	case 0:
		cell.TTL = int32(1 + g.IntN(3))
		cell.Expiry = 1000 + ts + int64(cell.TTL)
	case 1:
		cell.Value, cell.Expiry = nil, 1000+ts+int64(g.IntN(2))
	}
	return cell
}

func (g generator) clustering(n int) [][]byte {
	return [][]byte{i4(g.IntN(4)), []byte(strings.Repeat("x", g.IntN(3)))}[:n]
}

func (g generator) mutation() *Mutation {
	m := &Mutation{Table: g.t, Key: i4(g.IntN(2))}
	for range 1 + g.IntN(2) {
		switch g.IntN(10) {
		case 0:
			d := g.deletion()
			m.Deletion = &d
		case 1, 2:
			m.Ranges = append(m.Ranges, RangeDeletion{
				Start:    Bound{g.clustering(g.IntN(3)), g.IntN(2) == 0},
				End:      Bound{g.clustering(g.IntN(3)), g.IntN(2) == 0},
				Deletion: g.deletion(),
			})
		case 3:
			d := g.deletion()
			m.Rows = append(m.Rows, Row{Clustering: g.clustering(2), Deletion: &d})
		case 4:
			m.Rows = append(m.Rows, Row{Static: true, Cells: []Cell{g.cell(g.t.Column("s"), nil)}})
		default:
			r := Row{Clustering: g.clustering(2)}
			if g.IntN(2) == 0 {
				ts := int64(g.IntN(12))
				r.Liveness = &Liveness{Timestamp: ts, Expiry: NoExpiry}
				if g.IntN(3) == 0 {
					r.Liveness.TTL = int32(1 + g.IntN(3))
					r.Liveness.Expiry = 1000 + ts + int64(r.Liveness.TTL)
				}
			}
			for _, name := range []string{"v", "w"} {
				if g.IntN(2) == 0 {
					r.Cells = append(r.Cells, g.cell(g.t.Column(name), nil))
				}
			}
			for _, name := range []string{"m", "z"} {
				if g.IntN(3) > 0 {
					continue
				}
				c := g.t.Column(name)
				whole := g.IntN(2) == 0
				if whole {
					d := g.deletion()
					d.Timestamp--
					r.Complex = append(r.Complex, ColumnDeletion{c, d})
				}
				for range g.IntN(3) {
					cell := g.cell(c, i4(g.IntN(3)))
					if whole && cell.Timestamp == r.Complex[len(r.Complex)-1].Timestamp {
						cell.Timestamp++ // one statement never deletes its own elements
					}
					r.Cells = append(r.Cells, cell)
				}
			}
			m.Rows = append(m.Rows, r)
		}
	}
	return m
}

// TestOrderDoesNotMatter applies the same writes in two orders.
func TestOrderDoesNotMatter(t *testing.T) {
	for seed := range uint64(3000) {
		g := generator{rand.New(rand.NewPCG(seed, 1)), testTable()}
		var ms []*Mutation
		for range 2 + g.IntN(12) {
			ms = append(ms, g.mutation())
		}
		a, b := NewStore(g.t), NewStore(g.t)
		for _, m := range ms {
			a.Apply(m)
		}
		shuffled := slices.Clone(ms)
		g.Shuffle(len(ms), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		for _, m := range shuffled {
			b.Apply(m)
		}
		if x, y := dump(a), dump(b); x != y {
			t.Fatalf("seed %d:\n%s\nother order:\n%s", seed, x, y)
		}
		if a.Stats() != b.Stats() {
			t.Fatalf("seed %d: smallest values %v and %v", seed, a.Stats(), b.Stats())
		}
		// A second time changes nothing.
		for _, m := range ms {
			a.Apply(m)
		}
		if x, y := dump(a), dump(b); x != y {
			t.Fatalf("seed %d, twice:\n%s\nonce:\n%s", seed, x, y)
		}
	}
}

// TestReadsAgree compares the three ways of reading rows.
func TestReadsAgree(t *testing.T) {
	for seed := range uint64(1000) {
		g := generator{rand.New(rand.NewPCG(seed, 2)), testTable()}
		s := NewStore(g.t)
		for range 12 {
			s.Apply(g.mutation())
		}
		for p := range s.Partitions() {
			from := Bound{g.clustering(g.IntN(3)), g.IntN(2) == 0}
			to := Bound{g.clustering(g.IntN(3)), g.IntN(2) == 0}
			var want, got []string
			for r := range p.Rows() {
				if one := p.Row(r.Clustering); fmt.Sprint(one) != fmt.Sprint(r) {
					// The two hold other pointers; compare what is in them.
					if fmt.Sprint(one.Cells) != fmt.Sprint(r.Cells) || fmt.Sprint(one.Complex) != fmt.Sprint(r.Complex) {
						t.Fatalf("seed %d: row %q is %v or %v", seed, r.Clustering, one, r)
					}
				}
				if compareBoundRow(g.t, startOf(from), r.Clustering) < 0 && compareBoundRow(g.t, endOf(to), r.Clustering) > 0 {
					want = append(want, fmt.Sprintf("%q", r.Clustering))
				}
			}
			for r := range p.Slice(from, to) {
				got = append(got, fmt.Sprintf("%q", r.Clustering))
			}
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d: slice %v..%v gives %v, want %v", seed, from, to, got, want)
			}
		}
	}
}

// TestTies holds the rules by which Cassandra decides between cells of the same
// timestamp, both ways round.
func TestTies(t *testing.T) {
	c := testTable().Column("v")
	live := func(v byte) *Cell { return &Cell{Column: c, Value: []byte{v}, Timestamp: 5, Expiry: NoExpiry} }
	expiring := func(v byte, ttl int32, at int64) *Cell {
		return &Cell{Column: c, Value: []byte{v}, Timestamp: 5, TTL: ttl, Expiry: at}
	}
	dead := func(at int64) *Cell { return &Cell{Column: c, Timestamp: 5, Expiry: at} }
	later := &Cell{Column: c, Value: []byte{0}, Timestamp: 6, Expiry: NoExpiry}
	for _, tt := range []struct {
		why       string
		win, lose *Cell
	}{
		{"the later timestamp", later, dead(9)},
		{"a tombstone before a value", dead(9), live(200)},
		{"expiring before lasting", expiring(1, 10, 20), live(2)},
		{"a tombstone before expiring", dead(9), expiring(9, 100, 1000)},
		{"the later deletion", dead(10), dead(9)},
		{"the later expiry", expiring(1, 10, 21), expiring(2, 11, 20)},
		{"the shorter TTL", expiring(1, 10, 20), expiring(2, 11, 20)},
		{"the larger value", live(200), live(100)},
		{"the larger value of expiring ones", expiring(2, 10, 20), expiring(1, 10, 20)},
	} {
		if Reconcile(tt.win, tt.lose) != tt.win || Reconcile(tt.lose, tt.win) != tt.win {
			t.Error(tt.why, "does not win")
		}
	}
}

func TestCounters(t *testing.T) {
	table := schema.NewTable("ks", "c")
	table.Counter = true
	table.Add(&schema.Column{Name: "p", Kind: schema.PartitionKey, Type: native(cqltype.Int)})
	c := &schema.Column{Name: "n", Kind: schema.Regular, Type: native(cqltype.Counter)}
	table.Add(c)
	s := NewStore(table)
	s.CounterID[0] = 7
	for i, delta := range []int64{5, -2, 10} {
		s.Apply(&Mutation{Table: table, Key: i4(1), Columns: []*schema.Column{c}, Rows: []Row{
			{Cells: []Cell{{Column: c, Timestamp: int64(100 + i), Expiry: NoExpiry, Delta: delta}, {Column: c, Timestamp: int64(100 + i), Expiry: NoExpiry, Delta: 1}}},
		}})
	}
	r := s.Partition(i4(1)).Row(nil)
	if len(r.Cells) != 1 || CounterValue(r.Cells[0].Value) != 16 || len(r.Cells[0].Value) != 36 || r.Cells[0].Timestamp != 102 {
		t.Fatalf("%+v", r.Cells)
	}
	if clock := counterClock(r.Cells[0].Value); clock != 102 {
		t.Errorf("clock %d", clock)
	}
	// A deleted counter stays deleted.
	s.Apply(&Mutation{Table: table, Key: i4(1), Columns: []*schema.Column{c}, Rows: []Row{{Cells: []Cell{{Column: c, Timestamp: 50, Expiry: 9}}}}})
	s.Apply(&Mutation{Table: table, Key: i4(1), Columns: []*schema.Column{c}, Rows: []Row{{Cells: []Cell{{Column: c, Timestamp: 200, Expiry: NoExpiry, Delta: 1}}}}})
	if r := s.Partition(i4(1)).Row(nil); !r.Cells[0].Tombstone() {
		t.Errorf("%+v", r.Cells)
	}
}

func TestManyRows(t *testing.T) {
	table := testTable()
	s := NewStore(table)
	n := 5000
	for _, i := range rand.New(rand.NewPCG(1, 1)).Perm(n) {
		s.Apply(&Mutation{Table: table, Key: i4(1), Rows: []Row{{
			Clustering: [][]byte{{0, 0, byte(i >> 8), byte(i)}, {}}, Liveness: &Liveness{Timestamp: 1, Expiry: NoExpiry}}}})
	}
	i := 0
	for r := range s.Partition(i4(1)).Rows() {
		if got := int(r.Clustering[0][2])<<8 | int(r.Clustering[0][3]); got != i {
			t.Fatalf("row %d stands at %d", got, i)
		}
		i++
	}
	if i != n {
		t.Errorf("%d rows of %d", i, n)
	}
}

func TestPurge(t *testing.T) {
	table := testTable()
	v, w, m := table.Column("v"), table.Column("w"), table.Column("m")
	r := &Row{
		Liveness: &Liveness{Timestamp: 1, TTL: 10, Expiry: 110},
		Deletion: &Deletion{Timestamp: 0, LocalTime: 100},
		Complex:  []ColumnDeletion{{m, Deletion{0, 150, 0}}},
		Cells: []Cell{
			{Column: v, Timestamp: 1, TTL: 50, Expiry: 210, Value: i4(1)},
			{Column: w, Timestamp: 1, Expiry: 120},
			{Column: m, Path: i4(1), Timestamp: 1, TTL: 50, Expiry: 150, Value: i4(1)},
			{Column: m, Path: i4(2), Timestamp: 1, Expiry: NoExpiry, Value: i4(1)},
		},
	}
	s := func(r *Row) string {
		if r == nil {
			return "nothing"
		}
		return fmt.Sprintf("%v %v %v %d %v", r.Liveness.Live(200), r.Liveness != nil, r.Deletion != nil, len(r.Complex), len(r.Cells))
	}
	for _, tt := range []struct {
		now, before int64
		want        string
	}{
		{200, 0, "false true true 1 4"},
		{200, 105, "false true false 1 3"}, // the cell that expired at 150 was written at 100
		{200, 115, "false false false 1 3"},
		{200, 130, "false false false 1 2"},
		{300, 160, "false false false 0 2"},
		{300, 161, "false false false 0 1"},
	} {
		if got := s(r.Purge(tt.now, tt.before)); got != tt.want {
			t.Errorf("at %d before %d: %s, want %s", tt.now, tt.before, got, tt.want)
		}
	}
	if got := s((&Row{Deletion: r.Deletion}).Purge(200, 101)); got != "nothing" {
		t.Error(got)
	}
}

func TestDroppedColumn(t *testing.T) {
	table := testTable()
	s := NewStore(table)
	v, w := table.Column("v"), table.Column("w")
	for i, c := range []*schema.Column{v, w} {
		s.Apply(&Mutation{Table: table, Key: i4(1), Columns: []*schema.Column{c}, Rows: []Row{
			{Clustering: [][]byte{i4(i), {}}, Cells: []Cell{{Column: c, Value: i4(1), Timestamp: 1, Expiry: NoExpiry}}}}})
	}
	altered := schema.NewTable("ks", "t")
	for c := range table.Columns() {
		if c != w {
			altered.Add(c)
		}
	}
	s.SetTable(altered)
	n := 0
	for range s.Partition(i4(1)).Rows() {
		n++
	}
	if n != 1 {
		t.Errorf("%d rows are left, want the one that has another column", n)
	}
	if _, regulars := s.Columns(); len(regulars) != 2 {
		t.Errorf("%d columns in the header, want both: the file's header keeps a dropped column", len(regulars))
	}
}
