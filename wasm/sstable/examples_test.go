package sstable

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/schema"
)

func column(t *schema.Table, name string, kind schema.ColumnKind, k cqltype.Kind) *schema.Column {
	c := &schema.Column{Name: name, Kind: kind, Type: cqltype.NativeOf(k)}
	t.Add(c)
	return c
}

func insert(s *memtable.Store, t *schema.Table, key []byte, ts int64, clustering [][]byte, values ...[]byte) {
	r := memtable.Row{Clustering: clustering, Liveness: &memtable.Liveness{Timestamp: ts, Expiry: memtable.NoExpiry}}
	for i, c := range t.Regulars {
		r.Cells = append(r.Cells, memtable.Cell{Column: c, Value: values[i], Timestamp: ts, Expiry: memtable.NoExpiry})
	}
	s.Apply(&memtable.Mutation{Table: t, Key: key, Columns: t.Regulars, Rows: []memtable.Row{r}})
}

func be(n int, v int64) []byte {
	b := make([]byte, n)
	for i := range b {
		b[n-1-i] = byte(v >> (8 * i))
	}
	return b
}

// TestExamples are two tables that were loaded into a real 5.0.8 and flushed: the
// lengths of Data.db and Index.db, in format nb, are what it wrote.
func TestExamples(t *testing.T) {
	hotel := schema.NewTable("hotel", "available_rooms_by_hotel_date")
	column(hotel, "hotel_id", schema.PartitionKey, cqltype.Text)
	column(hotel, "date", schema.Clustering, cqltype.Date)
	column(hotel, "room_number", schema.Clustering, cqltype.Smallint)
	column(hotel, "is_available", schema.Regular, cqltype.Boolean)
	rooms := memtable.NewStore(hotel)
	for day := range int64(730) {
		for room := range int64(100) {
			insert(rooms, hotel, []byte("hotel"), 1700000000000000, [][]byte{be(4, 1<<31+19000+day), be(2, room)}, []byte{1})
		}
	}

	sensor := schema.NewTable("s", "sensor_readings")
	column(sensor, "sensor_id", schema.PartitionKey, cqltype.Text)
	column(sensor, "day", schema.PartitionKey, cqltype.Date)
	column(sensor, "reading_time", schema.Clustering, cqltype.Timestamp)
	for _, name := range []string{"a", "b", "c"} {
		column(sensor, name, schema.Regular, cqltype.Double)
	}
	key := cqltype.PartitionKey([][]byte{[]byte("sensor-001"), be(4, 1<<31+19000)})
	readings, live := memtable.NewStore(sensor), memtable.NewStore(sensor)
	for i := range int64(86400) {
		insert(readings, sensor, key, 1700000000000000, [][]byte{be(8, i*1000)}, be(8, i), be(8, i), be(8, i))
		insert(live, sensor, key, 1700000000000000+i*1e6, [][]byte{be(8, i*1000)}, be(8, i), be(8, i), be(8, i))
	}

	for _, tt := range []struct {
		name        string
		s           *memtable.Store
		f           Format
		data, index int64
	}{
		{"hotel", rooms, NB, 1095020, 517},
		{"hotel", rooms, OA, 1095009, 506},
		{"hotel", rooms, DA, 1095009, 0},
		{"sensor", readings, NB, 3456035, 1597},
		{"sensor", readings, OA, 3456024, 0},
		{"sensor, written live", live, NB, 3853401, 0},
	} {
		data, err := Encode(tt.s, tt.f)
		if err != nil || int64(len(data)) != tt.data {
			t.Errorf("%s %v: Data.db has %d bytes, want %d (%v)", tt.name, tt.f, len(data), tt.data, err)
		}
		if tt.index == 0 {
			continue
		}
		if n, err := IndexLen(tt.s, tt.f); err != nil || n != tt.index {
			t.Errorf("%s %v: Index.db has %d bytes, want %d (%v)", tt.name, tt.f, n, tt.index, err)
		}
	}
}

var update = flag.Bool("update", false, "write the golden files anew")

// usersStore holds one INSERT with a static column, a set and a frozen user type.
func usersStore() *memtable.Store {
	text := cqltype.NativeOf(cqltype.Text)
	address := &cqltype.Type{Kind: cqltype.UDT, Name: "address", Frozen: true, Fields: []cqltype.Field{
		{Name: "street", Type: text}, {Name: "city", Type: text}, {Name: "zip", Type: cqltype.NativeOf(cqltype.Int)}}}
	t := schema.NewTable("ks", "users")
	column(t, "org", schema.PartitionKey, cqltype.Text)
	column(t, "user_id", schema.Clustering, cqltype.UUID)
	name := column(t, "org_name", schema.Static, cqltype.Text)
	tags := &schema.Column{Name: "tags", Kind: schema.Regular, Type: &cqltype.Type{Kind: cqltype.Set, Elems: []*cqltype.Type{text}}}
	addr := &schema.Column{Name: "addr", Kind: schema.Regular, Type: address}
	t.Add(tags)
	t.Add(addr)
	const ts, now = 1700000000000000, 1700000000
	cell := func(c *schema.Column, path, value []byte) memtable.Cell {
		return memtable.Cell{Column: c, Path: path, Value: value, Timestamp: ts, Expiry: memtable.NoExpiry}
	}
	s := memtable.NewStore(t)
	s.Apply(&memtable.Mutation{Table: t, Key: []byte("acme"), Columns: []*schema.Column{name, tags, addr}, Rows: []memtable.Row{
		{
			Clustering: [][]byte{be(16, 7)},
			Liveness:   &memtable.Liveness{Timestamp: ts, Expiry: memtable.NoExpiry},
			Complex:    []memtable.ColumnDeletion{{Column: tags, Deletion: memtable.Deletion{Timestamp: ts - 1, LocalTime: now}}},
			Cells: []memtable.Cell{
				cell(tags, []byte("ops"), []byte{}),
				cell(tags, []byte("admin"), []byte{}),
				cell(addr, nil, cqltype.BuildTuple([][]byte{[]byte("1 Main St"), []byte("Paris"), be(4, 75001)})),
			},
		},
		{Static: true, Cells: []memtable.Cell{cell(name, nil, []byte("Acme Corp"))}},
	}})
	return s
}

// TestNotes holds what is said of the bytes of one small partition.
func TestNotes(t *testing.T) {
	l, err := Annotate(usersStore(), NB)
	if err != nil || len(l.Data) != 103 {
		t.Fatalf("%d bytes, want 103 (%v)", len(l.Data), err)
	}
	if da, err := Encode(usersStore(), DA); err != nil || len(da) != 92 {
		t.Errorf("format da: %d bytes, want 92 (%v)", len(da), err)
	}
	var b strings.Builder
	for _, n := range l.Notes {
		fmt.Fprintf(&b, "%3d %-24x %s", n.Offset, l.Data[n.Offset:n.Offset+n.Length], n.Name)
		if n.Value != "" {
			fmt.Fprintf(&b, " = %s", n.Value)
		}
		fmt.Fprintf(&b, " (%s %s", n.Part, n.Key)
		if n.Row != "" {
			fmt.Fprintf(&b, " %s", n.Row)
		}
		if n.Column != "" {
			fmt.Fprintf(&b, ", %s", n.Column)
		}
		if n.Element != "" {
			fmt.Fprintf(&b, "[%s]", n.Element)
		}
		fmt.Fprintf(&b, ", write %d) %s\n", n.Write, n.Why)
	}
	const golden = "testdata/notes.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}
