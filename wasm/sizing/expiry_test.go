package sizing

import (
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/workload"
)

func TestExpiry(t *testing.T) {
	const day = 86400
	for _, c := range []struct {
		ttl, grace, window, onDisk, windows int64
	}{
		{90 * day, day, 0, 94 * day, 30},
		{90 * day, -1, 0, 103 * day, 30},
		{30 * day, 10 * day, day, 41 * day, 30},
		{30 * day, day, day, 32 * day, 30},
	} {
		if e := newExpiry(c.ttl, c.grace, c.window); e.OnDisk != c.onDisk || e.Windows != c.windows || e.Few || e.Many {
			t.Errorf("%+v: %+v", c, e)
		}
	}
	for ttl, want := range map[int64]struct {
		size int64
		unit string
	}{90 * day: {3, "DAYS"}, 7 * day: {6, "HOURS"}, 730 * day: {25, "DAYS"}, 365 * day: {13, "DAYS"}, 3600: {2, "MINUTES"}, 1: {1, "MINUTES"}} {
		if _, size, unit := Window(ttl); size != want.size || unit != want.unit {
			t.Errorf("window of %d: %d %s", ttl, size, unit)
		}
	}
	// Ten years stop working on 2028-01-22.
	if LongestTTL(1832123646, true) != 3650*day || LongestTTL(1832123647, true) >= 3650*day || LongestTTL(1832123647, false) != MaxTTL {
		t.Error("longest TTL")
	}
	for _, c := range []struct {
		age, ttl, grace int64
		insert          bool
		want            int64
	}{
		{89 * day, 90 * day, 10 * day, true, 0},
		{91 * day, 90 * day, 10 * day, true, 1},
		{91 * day, 90 * day, 10 * day, false, 0},
		{2 * day, day, 10 * day, true, 3},
		{10*day + 1, day, 10 * day, true, 1},
		{101 * day, 90 * day, 10 * day, true, 0},
	} {
		if got := expiredCount(c.age, c.ttl, c.grace, 3, c.insert); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
	if Countable(20.0/3600, 100*day, 10*day) != 4800 || Countable(20.0/3600, 100*day, day) != 480 || Countable(30.0/day, 300*day, 10*day) != 300 {
		t.Error("countable")
	}
}

// The tombstones that reads of a real server counted, and the cases of the course.
func TestTombstones(t *testing.T) {
	of := func(tab *schema.Table, text string) *Tombstones {
		t.Helper()
		w, problems := workload.Parse(diag.NewSource("", text), nil)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		s, problems := New(tab, w, sstable.NB)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		x, p := s.Tombstones()
		if p != nil {
			t.Fatal(p)
		}
		return x
	}
	keys := table("k0", "p int K; c int C")
	three := table("k3", "p int K; c int C; a int; b int; d int")
	for _, c := range []struct {
		name  string
		table *schema.Table
		text  string
		want  int64
	}{
		// Just expired, younger than gc_grace since the write: real 1,100, 1,800, 1,800.
		{"only keys", keys, "rows = 1100\nttl = 1s", 1100},
		{"INSERT of three columns", three, "rows = 600\nttl = 1s", 1800},
		{"UPDATE of three columns", three, "rows = 600\nttl = 1s\nstatement = update", 1800},
		// The TTL is longer than gc_grace: one a row, none for UPDATE.
		{"long TTL", three, "rows = 10\nttl = 90d\ngc_grace = 10d", 10},
		{"long TTL, UPDATE", three, "rows = 10\nttl = 90d\ngc_grace = 10d\nstatement = update", 0},
		// A row a second for ever: those that expired within the last day.
		{"a year", three, "rows = 86400 * 365\nwritten = 1 every 1s\nttl = 90d\ngc_grace = 1d", 86400},
		// Two days of ages count three, then two days count one.
		{"short TTL", three, "rows = 1000 * 365\nwritten = 1000 every 1d\nttl = 2d\ngc_grace = 4d", 1000*2*3 + 1000*2},
		// 20 row deletes an hour.
		{"deletes", three, "rows = 480 * 365\nwritten = 20 every 1h\ndeleted = 100%\ndeleted_after = 1d\ngc_grace = 10d", 4800},
		{"deletes, a day", three, "rows = 480 * 365\nwritten = 20 every 1h\ndeleted = 100%\ndeleted_after = 1d\ngc_grace = 1d", 480},
	} {
		if got := of(c.table, c.text); got == nil || got.Total != c.want {
			t.Errorf("%s: %+v, want %d", c.name, got, c.want)
		}
	}
	if of(three, "rows = 10") != nil {
		t.Error("tombstones without expiry and deletions")
	}
	for ttl, want := range map[int64]string{3650 * 86400: "2028-01-22", 0: "2038-01-19", MaxTTL: "2018-01-24"} {
		if got := LastWrite(ttl); got != want {
			t.Errorf("last write with a TTL of %d: %s, want %s", ttl, got, want)
		}
	}
}
