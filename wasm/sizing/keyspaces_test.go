package sizing

import (
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/workload"
)

// The Developer Guide's example takes whole numbers of one digit, two bytes each;
// text of two bytes takes the same: 16 for the key, 12 for the clustering columns,
// 3 for the other column, 100 of metadata.
func TestKeyspaces(t *testing.T) {
	of := func(tab *schema.Table, text string) *KeyspacesRow {
		t.Helper()
		w, problems := workload.Parse(diag.NewSource("", text), nil)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		s, problems := New(tab, w, sstable.NB)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		k, p := s.Keyspaces()
		if p != nil {
			t.Fatal(p)
		}
		return k
	}
	guide := table("mytable", "pk_col1 text K; pk_col2 text K; ck_col1 text C; ck_col2 text C; reg_col1 text")
	lengths := "rows = 10\nlen.pk_col1 = 2\nlen.pk_col2 = 2\nlen.ck_col1 = 2\nlen.ck_col2 = 2\n"
	k := of(guide, lengths+"len.reg_col1 = 2")
	if k.Key != 16 || k.Clustering != 12 || k.Columns != 3 || k.Row != 31 || k.Stored != 131 || k.Partition != 1310 || k.WriteUnits != 1 || k.ReadUnits != 1 || len(k.Problems) > 0 {
		t.Errorf("%+v", k)
	}
	// A TTL takes 8 bytes of the row and of each of its columns.
	if k := of(guide, lengths+"len.reg_col1 = 2\nttl = 1d"); k.TTL != 16 || k.Row != 47 {
		t.Errorf("with a TTL: %+v", k)
	}
	// Units are whole; what is too large is said.
	k = of(guide, "rows = 1\nlen.pk_col1 = 2000\nlen.pk_col2 = 49\nlen.ck_col1 = 850\nlen.ck_col2 = 1\nlen.reg_col1 = 1100000")
	if k.WriteUnits != (k.Row+1023)/1024 || k.ReadUnits != (k.Row+4095)/4096 || len(k.Problems) != 3 || !strings.Contains(k.Problems[0], "A row") {
		t.Errorf("too large: %+v", k)
	}
	// Numbers of 3, 5, 10 and 20 digits.
	numbers := table("n", "p tinyint K; c int C; a bigint; b boolean; s set<text>")
	if k := of(numbers, "rows = 1\ncount.s = 2\nlen.s = 5"); k.Key != 2*3+3+1 || k.Clustering != 2*6+2+1 || k.Columns != 12+2+1+3+2*6 {
		t.Errorf("numbers: %+v", k)
	}
}

// Every preset can be found, writes a format, and has a strategy for a fleet.
func TestPresets(t *testing.T) {
	for _, p := range Presets {
		if PresetByID(p.ID) == nil || p.Name == "" || p.ChunkKB == 0 || p.IndexBlock == 0 {
			t.Errorf("%+v", p)
		}
		w, _ := workload.Parse(diag.NewSource("", "rows = 86400\nlen.sensor_id = 10\nwritten = 1 every 1s\npartitions = 1000"), nil)
		s, problems := New(sensors, w, p.Format)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		c, problems := Fleet([]*Sizer{s}, nil, FleetOptions{Preset: &p})
		if len(problems) > 0 || c.Tables[0].Strategy != p.Strategy {
			t.Errorf("%s: %+v %v", p.ID, c, problems)
		}
		if p.ID == "3.11" { // chunks of 64 KiB: a quarter of the offsets
			shipped, _ := Fleet([]*Sizer{s}, nil, FleetOptions{})
			if c.Tables[0].Offsets*4 != shipped.Tables[0].Offsets {
				t.Errorf("offsets %v and %v", c.Tables[0].Offsets, shipped.Tables[0].Offsets)
			}
		}
	}
	if PresetByID("6.0") != nil {
		t.Error("there is a preset nobody made")
	}
	// A strategy that the caller names, and one that the table names.
	w, _ := workload.Parse(diag.NewSource("", "rows = 1000\npartitions = 10"), nil)
	s, _ := New(sensors, w, sstable.NB)
	if c, _ := Fleet([]*Sizer{s}, nil, FleetOptions{Strategy: "LeveledCompactionStrategy"}); c.Tables[0].Strategy != "LeveledCompactionStrategy" || c.Tables[0].Fill != 0.7 {
		t.Errorf("%+v", c.Tables[0])
	}
}

// A split grows as the whole does where it is cut by a hash, and not at all where
// time cuts it.
func TestSplitsGrow(t *testing.T) {
	w, _ := workload.Parse(diag.NewSource("", "rows = 5000 * 365\nlen.sensor_id = 10\nwritten = 5000 every 1d\ngrow = 5000 * t in t"), nil)
	s, problems := New(sensors, w, sstable.NB)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	a, problems := s.Buckets(0)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, split := range a.Splits {
		r, problems := split.Sizer.Result(Options{})
		if len(problems) > 0 {
			t.Fatal(split.Name, problems)
		}
		if r.Growth == nil || r.Growth.Days[1].Never == (split.Kind == HashBucket) {
			t.Errorf("%s: %+v", split.Name, r.Growth.Days)
		}
		early, _ := split.Sizer.DiskAt(100)
		late, _ := split.Sizer.DiskAt(10000)
		if (late > early) != (split.Kind == HashBucket) {
			t.Errorf("%s: %d and then %d bytes", split.Name, early, late)
		}
	}
}
