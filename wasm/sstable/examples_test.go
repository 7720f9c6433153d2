package sstable

import (
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
