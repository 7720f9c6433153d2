package sizing

import (
	"math"
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/workload"
)

func advice(t *testing.T, tab *schema.Table, text string) *Advice {
	t.Helper()
	w, problems := workload.Parse(diag.NewSource("", text), nil)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	s, problems := New(tab, w, sstable.NB)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	a, problems := s.Buckets(0)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return a
}

func (a *Advice) split(name string) Split {
	for _, s := range a.Splits {
		if s.Name == name {
			return s
		}
	}
	return Split{}
}

// The table of chapter timeseries/buckets.
func TestBuckets(t *testing.T) {
	for _, c := range []struct {
		every, bucket string
		disk, values  int64
		low, high     int64
	}{
		{"1min", "month", 2008254, 133920, 1, 2},
		{"1min", "day", 64254, 4320, 1, 2},
		{"1s", "day", 3853401, 259200, 1, 2},
		{"1s", "month", 120493401, 8035200, 1, 2},
		{"100ms", "day", 38533729, 2592000, 1, 2},
		{"100ms", "hour", 1581331, 108000, 24, 25},
	} {
		a := advice(t, sensors, "rows = 86400\nlen.sensor_id = 10\nwindow = 24h\nwritten = 1 every "+c.every)
		s := a.split(c.bucket)
		// The bucket takes the place of the column day.
		if s.Disk != c.disk || s.Values != c.values || s.Touched.Low != c.low || s.Touched.High != c.high {
			t.Errorf("%s, %s: %+v", c.every, c.bucket, s)
		}
	}
	a := advice(t, sensors, "rows = 86400\nlen.sensor_id = 10\nwindow = 24h\nwritten = 1 every 1s")
	if b := a.Splits[a.Best]; b.Name != "day" {
		t.Errorf("best for 1/s and 24 h: %+v", b)
	}
	// Hotel: a stay of seven nights crosses a month's end in 72 of 365 cases.
	a = advice(t, availability, "rooms = 100\nrows = rooms*730\nlen.hotel_id = 5\nwindow = 7d\nwritten = rooms every 1d\ndistinct.date = 730\ndistinct.room_number = 100")
	m := a.split("month")
	if m.Rows != 3100 || m.Once != 46530 || m.Disk != 61530 || m.Docs != 46509 || m.Touched.Low != 1 || math.Abs(m.Touched.Share-72.0/365) > 1e-9 {
		t.Errorf("month: %+v", m)
	}
	if d := a.split("date"); d.Rows != 100 || d.Once != 1030 || d.Docs != 1109 || !strings.Contains(d.CQL, "PRIMARY KEY ((hotel_id, date), room_number)") {
		t.Errorf("date: %+v", d)
	}
	if r := a.split("room_number"); r.Rows != 730 || r.Once != 8788 || r.Docs != 9497 || r.Disk != 8788+50*5+679*6 {
		t.Errorf("room_number: %+v", r)
	}
	for months, share := range map[float64]float64{1: 0.197, 2: 0.0986, 3: 0.0658} {
		if x := touched(7*86400, months*365*86400/12, 86400); math.Abs(x.Share-share) > 0.0005 {
			t.Errorf("%v months: %+v", months, x)
		}
	}
	// Hash buckets where no time helps.
	a = advice(t, smith, "rows = 2e6\nlen.guest_last_name = 5\nlen.hotel_id = 5\nlen.confirm_number = 6")
	if len(a.Splits) != 1 || a.Splits[0].Parts != 10 || !a.Splits[0].Fits || !strings.Contains(a.Splits[0].CQL, "bucket smallint") {
		t.Errorf("hash: %+v", a.Splits)
	}
	if len(a.Without) != 2 || a.Without[0].Disk >= a.Now {
		t.Errorf("without: %+v", a.Without)
	}
}

// The changed table keeps what its author chose, and says nothing else.
func TestSplitKeepsOptions(t *testing.T) {
	tab := *sensors
	tab.Params.DefaultTTL, tab.Params.GCGrace = 7776000, 86400
	tab.Params.Compaction = []schema.Option{{Name: "class", Value: "org.apache.cassandra.db.compaction.TimeWindowCompactionStrategy"}, {Name: "compaction_window_size", Value: "3"}}
	tab.Params.Compression = nil
	const text = "rows = 86400\nlen.sensor_id = 10\nwindow = 24h\nwritten = 1 every 1s"
	got := advice(t, &tab, text).split("day").CQL
	_, got, _ = strings.Cut(got, ") WITH ")
	if want := `default_time_to_live = 7776000
  AND gc_grace_seconds = 86400
  AND compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_size': '3'}
  AND compression = {'enabled': 'false'};`; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if got := advice(t, sensors, text).split("day").CQL; strings.Contains(got, "WITH") {
		t.Errorf("options that nobody chose: %s", got)
	}
}
