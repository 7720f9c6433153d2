package sstable

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/schema"
)

// A generator makes random tables and random writes to them.
type generator struct {
	*rand.Rand
	t *schema.Table
}

func (g *generator) simple() *cqltype.Type {
	kinds := []cqltype.Kind{cqltype.Int, cqltype.Bigint, cqltype.Text, cqltype.Blob, cqltype.Boolean, cqltype.Date, cqltype.UUID, cqltype.Smallint, cqltype.Varint}
	return cqltype.NativeOf(kinds[g.IntN(len(kinds))])
}

func (g *generator) multiCell() *cqltype.Type {
	switch g.IntN(4) {
	case 0:
		return &cqltype.Type{Kind: cqltype.Map, Elems: []*cqltype.Type{g.simple(), g.simple()}}
	case 1:
		return &cqltype.Type{Kind: cqltype.Set, Elems: []*cqltype.Type{g.simple()}}
	case 2:
		return &cqltype.Type{Kind: cqltype.List, Elems: []*cqltype.Type{g.simple()}}
	}
	return &cqltype.Type{Kind: cqltype.UDT, Name: "u", Fields: []cqltype.Field{{Name: "a", Type: g.simple()}, {Name: "b", Type: g.simple()}}}
}

func newGenerator(seed uint64) *generator {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 7))}
	t := schema.NewTable("ks", "t")
	add := func(prefix string, n int, kind schema.ColumnKind) {
		for i := range n {
			ty := g.simple()
			if kind >= schema.Static && g.IntN(4) == 0 {
				ty = g.multiCell()
			}
			t.Add(&schema.Column{Name: prefix + strconv.Itoa(i), Kind: kind, Type: ty, Desc: kind == schema.Clustering && g.IntN(2) == 0})
		}
	}
	add("p", 1+g.IntN(2), schema.PartitionKey)
	add("c", g.IntN(4), schema.Clustering)
	if len(t.Clustering) > 0 {
		add("s", g.IntN(3), schema.Static)
	}
	regulars := g.IntN(6)
	if g.IntN(5) == 0 {
		regulars += 62
	}
	add("v", regulars, schema.Regular)
	g.t = t
	return g
}

func (g *generator) value(t *cqltype.Type) []byte {
	n := t.FixedLen()
	if n < 0 {
		n = g.IntN(5)
		if g.IntN(10) == 0 {
			n = 100 + g.IntN(400)
		}
	}
	v := make([]byte, n)
	for i := range v {
		v[i] = byte(g.IntN(3))
	}
	return v
}

func (g *generator) timestamp() int64 { return 1700000000000000 + g.Int64N(1<<(1+g.IntN(40))) }
func (g *generator) second() int64    { return 1700000000 + g.Int64N(1<<(1+g.IntN(20))) }

func (g *generator) deletion() memtable.Deletion {
	return memtable.Deletion{Timestamp: g.timestamp(), LocalTime: g.second()}
}

func (g *generator) bound() memtable.Bound {
	return memtable.Bound{Prefix: g.clustering(g.IntN(len(g.t.Clustering) + 1)), Inclusive: g.IntN(2) == 0}
}

func (g *generator) clustering(n int) (out [][]byte) {
	for _, c := range g.t.Clustering[:n] {
		out = append(out, g.value(c.Type))
	}
	return out
}

func (g *generator) cell(c *schema.Column, path []byte, ts int64) memtable.Cell {
	cell := memtable.Cell{Column: c, Path: path, Timestamp: ts, Expiry: memtable.NoExpiry, Value: g.value(c.Type)}
	switch g.IntN(5) {
	case 0:
		cell.TTL, cell.Expiry = int32(1+g.IntN(1e6)), g.second()
	case 1:
		cell.Value, cell.Expiry = nil, g.second()
	}
	return cell
}

func (g *generator) cells(r *memtable.Row, columns []*schema.Column) {
	sparse := 1 + g.IntN(6)
	for _, c := range columns {
		if g.IntN(6) >= sparse {
			continue
		}
		ts := g.timestamp()
		if r.Liveness != nil && g.IntN(3) > 0 {
			ts = r.Liveness.Timestamp
		}
		if !c.Type.MultiCell() {
			cell := g.cell(c, nil, ts)
			if l := r.Liveness; l != nil && l.TTL != 0 && cell.Value != nil {
				cell.TTL, cell.Expiry = l.TTL, l.Expiry
			}
			r.Cells = append(r.Cells, cell)
			continue
		}
		if g.IntN(2) == 0 {
			r.Complex = append(r.Complex, memtable.ColumnDeletion{Column: c, Deletion: memtable.Deletion{Timestamp: ts - 1, LocalTime: g.second()}})
		}
		for i := range g.IntN(4) {
			var path []byte
			switch c.Type.Kind {
			case cqltype.List:
				path = append(make([]byte, 15), byte(i))
			case cqltype.UDT:
				path = []byte{0, byte(i % 2)}
			default:
				path = g.value(c.Type.Elems[0])
			}
			r.Cells = append(r.Cells, g.cell(c, path, ts))
		}
	}
}

func (g *generator) mutation() *memtable.Mutation {
	m := &memtable.Mutation{Table: g.t, Key: []byte{byte(g.IntN(4))}, Columns: append(slices.Clone(g.t.Statics), g.t.Regulars...), Write: int32(g.IntN(100))}
	switch g.IntN(8) {
	case 0:
		d := g.deletion()
		m.Deletion = &d
	case 1:
		if len(g.t.Clustering) > 0 {
			m.Ranges = []memtable.RangeDeletion{{Start: g.bound(), End: g.bound(), Deletion: g.deletion()}}
		}
	case 2:
		d := g.deletion()
		m.Rows = []memtable.Row{{Clustering: g.clustering(len(g.t.Clustering)), Deletion: &d}}
	case 3:
		r := memtable.Row{Static: true}
		g.cells(&r, g.t.Statics)
		m.Rows = []memtable.Row{r}
	default:
		r := memtable.Row{Clustering: g.clustering(len(g.t.Clustering))}
		if g.IntN(2) == 0 {
			r.Liveness = &memtable.Liveness{Timestamp: g.timestamp(), Expiry: memtable.NoExpiry}
			if g.IntN(3) == 0 {
				r.Liveness.TTL, r.Liveness.Expiry = int32(1+g.IntN(1e6)), g.second()
			}
		}
		g.cells(&r, g.t.Regulars)
		m.Rows = []memtable.Row{r}
	}
	return m
}

func (g *generator) store(writes int) *memtable.Store {
	s := memtable.NewStore(g.t)
	for range writes {
		s.Apply(g.mutation())
	}
	return s
}

// restore applies decoded partitions to an empty store.
func restore(t *testing.T, h Header, data []byte) *memtable.Store {
	t.Helper()
	ms, err := Decode(data, h)
	if err != nil {
		t.Fatal(err)
	}
	s := memtable.NewStore(h.Table)
	for _, m := range ms {
		if err := s.Apply(m); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// TestDecodeGivesBackTheMemtable encodes random memtables, decodes them, and
// encodes what comes back.
func TestDecodeGivesBackTheMemtable(t *testing.T) {
	for seed := range uint64(1500) {
		g := newGenerator(seed)
		s := g.store(1 + g.IntN(25))
		f := Format(seed % 3)
		data, err := Encode(s, f)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		h := HeaderOf(s, f)
		back := restore(t, h, data)
		e := newEncoder(h)
		for p := range back.Partitions() {
			if err := e.partition(p.Key, p.Deletion, p.StaticRow(), p.Unfiltereds()); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
		if !bytes.Equal(e.buf, data) {
			t.Fatalf("seed %d: %x became %x", seed, data, e.buf)
		}
	}
}

// TestNotesCoverEveryByte checks that the annotated bytes are the bytes, and that
// each of them has exactly one note.
func TestNotesCoverEveryByte(t *testing.T) {
	for seed := range uint64(200) {
		g := newGenerator(seed)
		s := g.store(1 + g.IntN(25))
		f := Format(seed % 3)
		data, err := Encode(s, f)
		if err != nil {
			t.Fatal(err)
		}
		l, err := Annotate(s, f)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(l.Data, data) {
			t.Fatalf("seed %d: annotated bytes differ", seed)
		}
		at := 0
		for _, n := range l.Notes {
			if n.Offset != at || n.Length < 0 {
				t.Fatalf("seed %d: %q stands at %d instead of %d", seed, n.Name, n.Offset, at)
			}
			if n.Name == "" || n.Why == "" || n.Part > PartEnd {
				t.Fatalf("seed %d: nothing said of %d", seed, at)
			}
			at += n.Length
		}
		if at != len(data) {
			t.Fatalf("seed %d: notes on %d of %d bytes", seed, at, len(data))
		}
	}
}

// TestBadBytes cuts files short and changes bytes: that must be an error or
// another memtable, never a panic.
func TestBadBytes(t *testing.T) {
	for seed := range uint64(20) {
		g := newGenerator(seed)
		s := g.store(6)
		data, _ := Encode(s, NB)
		h := HeaderOf(s, NB)
		whole, _ := Decode(data, h)
		for cut := range data {
			// Only a cut between two partitions goes unnoticed.
			if ms, err := Decode(data[:cut], h); err == nil && len(ms) >= len(whole) {
				t.Fatalf("seed %d: cut at %d of %d unnoticed", seed, cut, len(data))
			}
		}
		for range 200 {
			bad := slices.Clone(data)
			if len(bad) == 0 {
				break
			}
			bad[g.IntN(len(bad))] ^= byte(1 + g.IntN(255))
			Decode(bad, h)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for seed := range uint64(20) {
		g := newGenerator(seed)
		data, _ := Encode(g.store(5), NB)
		f.Add(seed, data)
	}
	f.Fuzz(func(t *testing.T, seed uint64, data []byte) {
		g := newGenerator(seed % 64)
		h := HeaderOf(g.store(5), Format(seed%3))
		ms, err := Decode(data, h)
		if err != nil {
			return
		}
		s := memtable.NewStore(h.Table)
		for _, m := range ms {
			s.Apply(m)
		}
		Encode(s, h.Format)
	})
}

func TestErrors(t *testing.T) {
	table := schema.NewTable("ks", "t")
	table.Add(&schema.Column{Name: "p", Kind: schema.PartitionKey, Type: cqltype.NativeOf(cqltype.Blob)})
	v := &schema.Column{Name: "V", Kind: schema.Regular, Type: cqltype.NativeOf(cqltype.Int)}
	table.Add(v)
	cell := func(value []byte) []memtable.Row {
		return []memtable.Row{{Cells: []memtable.Cell{{Column: v, Value: value, Expiry: memtable.NoExpiry}}}}
	}
	for _, tt := range []struct {
		m    memtable.Mutation
		want string
	}{
		{memtable.Mutation{Key: make([]byte, 65536), Columns: []*schema.Column{v}, Rows: cell(make([]byte, 4))},
			"table ks.t: key length of 65536 is longer than maximum of 65535"},
		{memtable.Mutation{Key: []byte{1}, Columns: []*schema.Column{v}, Rows: cell(make([]byte, 3))},
			`table ks.t: column "V": expected exactly 4 bytes, but was 3`},
		{memtable.Mutation{Key: []byte{1}, Rows: cell(make([]byte, 4))},
			`table ks.t: column "V" is not in the header`},
	} {
		tt.m.Table = table
		s := memtable.NewStore(table)
		s.Apply(&tt.m)
		if _, err := Encode(s, NB); err == nil || err.Error() != tt.want {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
}

// BenchmarkEncode writes rows of a partition as in the hotel example, and wider
// ones.
func BenchmarkEncode(b *testing.B) {
	for _, columns := range []int{1, 10} {
		b.Run(strconv.Itoa(columns)+"columns", func(b *testing.B) {
			table := schema.NewTable("ks", "t")
			table.Add(&schema.Column{Name: "p", Kind: schema.PartitionKey, Type: cqltype.NativeOf(cqltype.Text)})
			table.Add(&schema.Column{Name: "c", Kind: schema.Clustering, Type: cqltype.NativeOf(cqltype.Int)})
			for i := range columns {
				table.Add(&schema.Column{Name: "v" + strconv.Itoa(i), Kind: schema.Regular, Type: cqltype.NativeOf(cqltype.Text)})
			}
			s := memtable.NewStore(table)
			for i := range 20000 {
				r := memtable.Row{Clustering: [][]byte{{0, 0, byte(i >> 8), byte(i)}}, Liveness: &memtable.Liveness{Timestamp: int64(i), Expiry: memtable.NoExpiry}}
				for _, c := range table.Regulars {
					r.Cells = append(r.Cells, memtable.Cell{Column: c, Value: []byte("twenty bytes of text"), Timestamp: int64(i), Expiry: memtable.NoExpiry})
				}
				s.Apply(&memtable.Mutation{Table: table, Key: []byte("k"), Columns: table.Regulars, Rows: []memtable.Row{r}})
			}
			data, _ := Encode(s, NB)
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				Encode(s, NB)
			}
		})
	}
}
