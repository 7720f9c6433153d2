package sizing

import (
	"os"
	"slices"
	"strings"
	"testing"

	"partitionlab/wasm/sstable"
)

func read(t *testing.T, name string) []Measured {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := ReadMeasured(string(text))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return m
}

// The outputs are those of a real 5.0.8 that holds 40 nights of 100 rooms, 20 of
// them deleted, 3,000 readings of one sensor written at 1 Hz, and 200 users.
func TestReadMeasured(t *testing.T) {
	m := read(t, "tablestats.txt")
	if len(m) != 3 || m[0].Table != "avail" || m[0].Max != 88148 || m[0].Min != 73458 || m[0].Ratio != 1 || m[0].SSTables != 1 || m[0].Disk != 84829 ||
		m[1].Keyspace != "f_measure" || m[1].Ratio != 0.25620 || m[2].Partitions != 200 || m[2].Mean != 60 {
		t.Errorf("tablestats: %+v", m)
	}
	m = read(t, "tablehistograms.txt")
	if len(m) != 1 || m[0].Keyspace != "f_measure" || m[0].Table != "avail" || m[0].Max != 88148 || m[0].MinCells != 3974 || len(m[0].Percentiles) != 5 || m[0].Percentiles[4] != (Percentile{99, 88148, 4768}) {
		t.Errorf("tablehistograms: %+v", m)
	}
	m = read(t, "sstablepartitions.csv")
	if len(m) != 2 || !m[0].Exact || m[0].Max != 79640 || m[0].Tombstones != 20 || m[0].MaxRows != 4000 || m[0].SSTables != 1 || m[1].Table != "sensor" || m[1].Largest[0].Key != "sensor-001:2026-03-01" || m[1].Max != 131761 {
		t.Errorf("sstablepartitions --csv: %+v", m)
	}
	m = read(t, "sstablepartitions.txt")
	if len(m) != 1 || m[0].Table != "sensor" || m[0].Max != 131761 || m[0].MaxCells != 9000 || len(m[0].Percentiles) != 6 || m[0].Percentiles[5].Percent != 99.9 {
		t.Errorf("sstablepartitions: %+v", m)
	}
	m = read(t, "sstablemetadata.txt")
	if len(m) != 1 || m[0].Keyspace != "f_measure" || m[0].Table != "sensor" || m[0].Max != 152321 || m[0].Min != 126935 || m[0].MaxCells != 9887 || m[0].Ratio < 0.25 || m[0].Ratio > 0.26 {
		t.Errorf("sstablemetadata: %+v", m)
	}
	m = read(t, "max_partition_size.txt")
	if len(m) != 2 || m[1].Table != "sensor" || m[1].Max != 1<<20 {
		t.Errorf("max_partition_size: %+v", m)
	}
	m = read(t, "tombstones_per_read.txt")
	if len(m) != 1 || m[0].Tombstones != 20 || m[0].PerRead != "tombstones" {
		t.Errorf("tombstones_per_read: %+v", m)
	}
	for _, text := range []string{"", "hello", "a | b\n1 | 2", "Percentile Cell Count"} {
		if m, err := ReadMeasured(text); err == nil && len(m) > 0 && m[0].Max > 0 {
			t.Errorf("%q: %+v", text, m)
		}
	}
	if _, err := ReadMeasured("hello"); err != ErrNoMeasurement {
		t.Errorf("unknown text: %v", err)
	}
}

func TestBucket(t *testing.T) {
	for v, want := range map[int64][2]int64{1095020: {943128, 1131752}, 1527420: {1358103, 1629722}, 3456035: {3379392, 4055269}, 4182489: {4055270, 4866323}, 73000: {61215, 73457}, 103: {87, 103}, 46530: {42511, 51012}} {
		if low, high := Bucket(v); low != want[0] || high != want[1] {
			t.Errorf("%d: %d to %d", v, low, high)
		}
	}
}

func TestCompare(t *testing.T) {
	ids := func(f []Finding) string {
		var out []string
		for _, x := range f {
			out = append(out, x.ID)
		}
		return strings.Join(out, " ")
	}
	sensor := size(t, sensors, sstable.NB, "rows = 3000\nlen.sensor_id = 10\nwritten = 1 every 1s")
	if sensor.Disk.Max != 131761 {
		t.Errorf("a real flush of 3,000 readings takes 131,761, computed %d", sensor.Disk.Max)
	}
	for name, want := range map[string]string{"tablestats.txt": "bytes-agree compression", "sstablepartitions.txt": "bytes-agree", "sstablemetadata.txt": "bytes-agree compression", "max_partition_size.txt": "bytes-agree"} {
		for _, m := range read(t, name) {
			if m.Table == "sensor" {
				if got := ids(Compare(sensor, m)); got != want {
					t.Errorf("%s: %s", name, got)
				}
			}
		}
	}
	more := size(t, sensors, sstable.NB, "rows = 9000\nlen.sensor_id = 10\nwritten = 1 every 1s")
	if got := ids(Compare(more, read(t, "sstablepartitions.txt")[0])); got != "bytes-smaller flushed-only cells-fewer" {
		t.Error(got)
	}
	hotel := size(t, availability, sstable.NB, "rows = 4000\nlen.hotel_id = 5\nwritten = 100 every 1d")
	if got := ids(Compare(hotel, read(t, "sstablepartitions.csv")[0])); got != "bytes-larger cells-fewer tombstones" {
		t.Error(got)
	}
	if got := ids(Compare(hotel, Measured{Tool: "nodetool tablestats", Max: 61214})); got != "bytes-smaller one-timestamp flushed-only" {
		t.Error(got)
	}
}

// TestUnread: what the tools print is read, and what they never print is told.
func TestUnread(t *testing.T) {
	for _, name := range []string{"tablestats.txt", "tablehistograms.txt", "sstablepartitions.csv", "sstablepartitions.txt", "sstablemetadata.txt", "max_partition_size.txt"} {
		for _, m := range read(t, name) {
			if m.Unread != nil {
				t.Errorf("%s: %v", name, m.Unread)
			}
		}
	}
	m, err := ReadMeasured("lab/t histograms\nPercentile Read Write SSTables Partition Size Cell Count\n50% 0 0 0 NaN 3\nMax 0 0 0 -5 " + strings.Repeat("9", 99))
	if want := []Unread{{3, "50% Partition Size", "NaN"}, {4, "Max Partition Size", "-5"}, {4, "Max Cell Count", strings.Repeat("9", 40) + "…"}}; err != nil || !slices.Equal(m[0].Unread, want) {
		t.Errorf("%v, %v; want %v", m, err, want)
	}
}

func FuzzReadMeasured(f *testing.F) {
	for _, n := range []string{"tablestats.txt", "tablehistograms.txt", "sstablepartitions.csv", "sstablepartitions.txt", "sstablemetadata.txt", "max_partition_size.txt"} {
		text, err := os.ReadFile("testdata/" + n)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, s string) {
		m, err := ReadMeasured(s)
		if err == nil {
			for _, x := range m {
				Compare(&Result{}, x)
			}
		}
	})
}
