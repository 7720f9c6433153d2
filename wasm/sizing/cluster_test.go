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

func fleetOf(t *testing.T, tab *schema.Table, text string) *Cluster {
	t.Helper()
	w, problems := workload.Parse(diag.NewSource("", text), nil)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	s, problems := New(tab, w, sstable.NB)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	c, problems := Fleet([]*Sizer{s}, nil, FleetOptions{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return c
}

// With one copy no node may be down, and no number of nodes helps.
func TestOneCopy(t *testing.T) {
	for rf, down := range map[string]int64{"1": 0, "2": 2, "3": 3} {
		c := fleetOf(t, availability, "rows = 100\npartitions = 10\nrf = "+rf)
		if got := c.Centers[0].NodesOneDown; got != down {
			t.Errorf("rf %s: %d with one down", rf, got)
		}
		words := c.Notes[0].Text
		if strings.Contains(words, "1 nodes") || !strings.Contains(words, rf+" node") {
			t.Error(words)
		}
	}
}

// The clusters that the chapters work out.
func TestFleet(t *testing.T) {
	const hotel = "rooms = 100\nrows = rooms * 730\nlen.hotel_id = 5\nwritten = rooms every 1d\npartitions = 5000\nrf = 3\ncompression = 0.5\n"
	c := fleetOf(t, availability, hotel)
	if got := c.Tables[0].Data * 3; got != 11455650000 || c.Centers[0].Nodes != 3 || c.Centers[0].NodesOneDown != 3 {
		t.Errorf("hotel: %v %+v", got, c.Centers[0])
	}
	twcs := *sensors
	twcs.Params.Compaction = []schema.Option{{Name: "class", Value: "org.apache.cassandra.db.compaction.TimeWindowCompactionStrategy"}}
	const sensor = "rows = 86400\nlen.sensor_id = 10\nwritten = 1 every 1s\nttl = 90d\nsensors = 10000\nwrites = sensors\nrf = 3\n"
	for _, c := range []struct {
		name, more       string
		table            *schema.Table
		data             float64
		nodes, down, ops int64
	}{
		{"94 days", "partitions = sensors * 94\ncompression = 0.5\ndisk = 2 TB", &twcs, 5897309490000, 5, 6, 3},
		{"103 days", "partitions = sensors * 103\ncompression = 0.5\ndisk = 2 TB", &twcs, 6461945505000, 5, 6, 3},
		{"ratio 0.33", "partitions = sensors * 94\ncompression = 0.33\ndisk = 2 TB", &twcs, 3892224263400, 3, 4, 3},
		{"no compression", "partitions = sensors * 94\ncompression = 1\ndisk = 2 TB", &twcs, 11794618980000, 9, 10, 3},
		{"fill 0.5", "partitions = sensors * 94\ncompression = 0.5\ndisk = 2 TB\nfill = 0.5", &twcs, 5897309490000, 6, 7, 3},
		{"size tiers", "partitions = sensors * 94\ncompression = 0.5\ndisk = 2 TB", sensors, 5897309490000, 6, 7, 3},
		{"4 TB", "partitions = sensors * 94\ncompression = 0.5\ndisk = 4 TB", &twcs, 5897309490000, 3, 4, 3},
		{"three racks", "partitions = sensors * 94\ncompression = 0.5\ndisk = 2 TB\nracks = 3", &twcs, 5897309490000, 6, 6, 3},
	} {
		f := fleetOf(t, c.table, sensor+c.more)
		x := f.Centers[0]
		if got := f.Tables[0].Data * 3; math.Abs(got-c.data) > 1 || x.Nodes != c.nodes || x.NodesOneDown != c.down || x.ByOps != c.ops {
			t.Errorf("%s: data %.0f, %+v", c.name, got, x)
		}
		if c.name == "94 days" {
			if v := f.Variants[0]; math.Abs(v.Bytes/4.87e12-1) > 0.01 || v.Nodes != 4 {
				t.Errorf("one timestamp, no TTL: %+v", v)
			}
		}
	}
	// Tiny partitions: the index is as large as the data.
	users := table("users_by_email", "email text K; password text; userid uuid")
	f := fleetOf(t, users, "len.email = 22\nlen.password = 5\npartitions = 100000\nrf = 1\ncompression = 0.53")
	x := f.Tables[0]
	if math.Abs(x.Filter/125000-1) > 0.01 || x.Index < 2.7e6 || x.Index > 3e6 {
		t.Errorf("users: %+v", x)
	}
	// Two data centers.
	f = fleetOf(t, availability, hotel+"rf.berlin = 3\nrf.oslo = 2\nracks.oslo = 2\nyearly = 20%")
	if len(f.Centers) != 2 || f.Centers[1].Nodes != 2 || f.Centers[0].Nodes != 3 || len(f.Years) != 6 || f.Years[1].Bytes <= f.Years[0].Bytes {
		t.Errorf("two centers: %+v %+v", f.Centers, f.Years)
	}
}
