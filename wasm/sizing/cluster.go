package sizing

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"partitionlab/wasm/number"
	"partitionlab/wasm/ring"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/workload"
)

// The quantities that describe a cluster, in a workload like all others. A value
// for one data center is written rf.DC and racks.DC.
//
//	partitions = 5000        partitions of the table, in the whole cluster
//	rf = 3                   replicas in each data center
//	compression = 0.5        size on disk by size before
//	disk = 2 TB              of one node
//	fill = 0.7               share of the disk that data may take
//	writes = 10000           a second, in the whole cluster
//	reads = 0
//	nodeops = 10000          replica operations a second that one node does
const (
	assumedRF          = 3
	assumedCompression = 0.5
	assumedDisk        = 2e12
	assumedNodeOps     = 10000
	assumedStream      = 24 << 20 // stream_throughput_outbound of a stock cassandra.yaml
	fillSTCS           = 0.5
	fillOthers         = 0.7
	noteBytes          = 2e12
	warnBytes          = 4e12
	chunkOffsetBytes   = 8
)

// A Cluster is what tables take on all nodes.
type Cluster struct {
	Tables  []TableLoad
	Centers []Center
	Bytes   float64 // on all disks of all data centers
	Disk    float64 // bytes of one node's disk
	// Variants say what other assumptions would change, in the order of interest.
	Variants []Variant
	Years    []Year // with `yearly = 20%`: the data of each year
	Assumed  []Assumption
	Notes    []Note
	// Uncounted: nobody has said how many operations there are.
	Uncounted bool
}

// A TableLoad is one table in one replica of everything.
type TableLoad struct {
	Keyspace, Name string
	Partitions     float64
	Partition      int64   // bytes of one partition before compression, worst case
	Usual          bool    // Partition is the usual one
	Worst          bool    // it is the largest of a range, and nobody says which is usual
	Raw            float64 // bytes before compression
	Data           float64 // after
	Index, Filter  float64 // Index.db or the tries, and Filter.db, which is in memory as well
	Offsets        float64 // memory for where compressed chunks start
	Total          float64 // on disk: data, index, filter, with old versions and snapshots
	Compression    float64
	Strategy       string // simple name of the compaction strategy
	Fill           float64
}

// A Center is a data center.
type Center struct {
	Name              string
	RF, Racks         int64
	Bytes             float64 // on disk, all replicas
	Room              float64 // disk that these need: with what compaction takes
	ByDisk, ByOps     int64   // nodes needed
	Nodes             int64   // the largest of RF, ByDisk and ByOps, in whole racks
	NodesOneDown      int64   // with one node down; 0 where a table has one copy: none may be down
	PerNode           float64 // bytes a node
	PartitionsPerNode float64
	MemoryPerNode     float64 // Bloom filters and compression offsets
	StreamHours       float64 // to fill one new node
	Note, Warn        bool    // more than 2 TB, more than 4 TB a node
	OpsPerNode        float64
}

// A Variant is the cluster under another assumption.
type Variant struct {
	Name  string
	Bytes float64
	Nodes int64 // of the first data center
}

// A Year is the cluster after so many years of growth.
type Year struct {
	Year  int
	Bytes float64
	Nodes int64
}

// Replication gives a keyspace's replication, or nil.
type Replication func(keyspace string) *schema.Replication

// load is a table with what the cluster's sum needs of it.
type load struct {
	m       *Sizer
	vals    *workload.Values
	usual   bool    // p is the usual partition
	p, bare *point  // bare: one timestamp, no TTL
	mean    float64 // size of the mean partition by that of the largest
	get     func(name string, assumed float64, why string) float64
}

// FleetOptions are what a caller may choose for all tables.
type FleetOptions struct {
	Preset   *Preset                   // nil: Cassandra 5.0 as shipped
	Strategy string                    // of compaction, in place of what the tables say; "": as they say
	Usual    bool                      // all partitions are taken as the usual one, where a range says what is usual
	Shared   func(name string) bool    // a number of writes or reads is that of all tables together; nil: of each
	Nodes    func(center string) int64 // that there are, over which the data is spread; nil, or 0: as many as are needed
}

// knobs are assumptions that variants turn.
type knobs struct {
	FleetOptions
	bare        bool
	compression float64 // 0: as given
	fill        float64
	growth      float64
}

// Fleet sums the tables of a cluster up. Quantities that belong to the cluster and
// not to a table (disk, racks, nodeops) count where they first stand. The worst case
// of each input is taken, but for what o says of usual partitions.
func Fleet(sizers []*Sizer, replication Replication, o FleetOptions) (*Cluster, []workload.Problem) {
	c := &Cluster{}
	if o.Preset == nil {
		o.Preset = &Presets[0]
	}
	assumed := map[string]bool{}
	var loads []*load
	for _, m := range sizers {
		v, problems := m.work.Eval()
		if len(problems) > 0 {
			return nil, problems
		}
		of := high
		if o.Usual && m.work.Usual() && !m.work.Varies() { // a distribution has a mean of its own
			of = typical
		}
		p, bad := m.count(v, of, -1, false)
		if bad != nil {
			return nil, []workload.Problem{*bad}
		}
		l := &load{m: m, vals: v, usual: of == typical, p: p, bare: p, mean: 1}
		if mean, _, bad := m.distribution(p); bad != nil {
			return nil, []workload.Problem{*bad}
		} else if p.disk.Total > 0 {
			l.mean = mean / float64(p.disk.Total)
		}
		if m.live() || p.shape.Expires {
			s := &state{Sizer: m, vals: v, corner: of, rows: p.rows, once: true, noTTL: true}
			shape := s.shape()
			size, err := shape.Size()
			if err != nil {
				return nil, []workload.Problem{*m.tooLarge()}
			}
			l.bare = &point{rows: p.rows, shape: shape, disk: size}
		}
		loads = append(loads, l)
	}
	get := func(l *load, name string, fallback float64, why string) (float64, *workload.Problem) {
		from := loads
		if l != nil {
			from = []*load{l}
		}
		for _, l := range from {
			if x, ok := l.vals.Get(name); ok {
				if x.Lo.Sign() < 0 {
					p := l.m.work.Quantity(name).Refuse("is negative: "+x.Lo.Text(), "", "use 0 or more")
					return 0, &p
				}
				return x.Hi.Float(), nil
			}
		}
		if !assumed[name] && why != "" {
			assumed[name] = true
			c.Assumed = append(c.Assumed, Assumption{Name: name, Value: int64(fallback), Number: fallback, Why: why})
		}
		return fallback, nil
	}
	sum := func(k knobs) (*Cluster, *workload.Problem) {
		k.FleetOptions = o
		return fleet(loads, get, replication, k)
	}
	base, bad := sum(knobs{})
	if bad != nil {
		return nil, []workload.Problem{*bad}
	}
	base.Assumed = c.Assumed
	for _, v := range [...]struct {
		name string
		k    knobs
	}{
		{"one timestamp for all rows and no TTL", knobs{bare: true}},
		{"compression 0.35", knobs{compression: 0.35}},
		{"compression 0.9", knobs{compression: 0.9}},
		{"no compression", knobs{compression: 1}},
		{"fill 0.5", knobs{fill: 0.5}},
		{"fill 0.7", knobs{fill: 0.7}},
	} {
		if x, bad := sum(v.k); bad == nil {
			base.Variants = append(base.Variants, Variant{v.name, x.Bytes, x.Centers[0].Nodes})
		}
	}
	if yearly, bad := get(nil, "yearly", 0, ""); bad != nil {
		return nil, []workload.Problem{*bad}
	} else if yearly > 0 {
		for year := range 6 {
			if x, bad := sum(knobs{growth: math.Pow(1+yearly, float64(year))}); bad == nil {
				base.Years = append(base.Years, Year{year, x.Bytes, x.Centers[0].Nodes})
			}
		}
	}
	return base, nil
}

type getter func(l *load, name string, fallback float64, why string) (float64, *workload.Problem)

func fleet(loads []*load, get getter, replication Replication, k knobs) (c *Cluster, bad *workload.Problem) {
	c = &Cluster{}
	val := func(l *load, name string, fallback float64, why string) float64 {
		x, p := get(l, name, fallback, why)
		if p != nil && bad == nil {
			bad = p
		}
		return x
	}
	positive := func(l *load, name string, fallback float64, why string) float64 {
		x := val(l, name, fallback, why)
		if x == 0 && bad == nil {
			for _, m := range loads {
				if q := m.m.work.Quantity(name); q != nil {
					p := q.Problem(name+" is zero", "", "use a number above 0")
					bad = &p
				}
			}
		}
		return x
	}
	c.Disk = positive(nil, "disk", assumedDisk, "a disk that is still quick to rebuild")
	nodeOps := positive(nil, "nodeops", assumedNodeOps, "until measured")
	stream := positive(nil, "stream", assumedStream, "stream_throughput_outbound as shipped, a second")
	rfs := centers(loads, val, replication)
	type sums struct {
		bytes, room, writes, reads, partitions, memory float64
		single                                         bool
	}
	totals := make([]sums, len(rfs))
	for _, l := range loads {
		t := l.table(k, val)
		c.Tables = append(c.Tables, t)
		often := func(name string) float64 {
			x := val(l, name, 0, "")
			if k.Shared != nil && k.Shared(name) {
				x /= float64(len(loads))
			}
			return x
		}
		writes, reads := often("writes"), often("reads")
		for i, dc := range rfs {
			n := dc.rf(l, val, replication)
			rf := float64(n)
			totals[i].single = totals[i].single || n == 1
			totals[i].bytes += t.Total * rf
			totals[i].room += t.Total * rf / t.Fill
			totals[i].writes += writes * rf
			totals[i].reads += reads / float64(len(rfs)) * float64(ring.Quorum(n)) // a local quorum
			totals[i].partitions += t.Partitions * rf
			totals[i].memory += (t.Filter + t.Offsets) * rf
		}
	}
	if bad != nil {
		return nil, bad
	}
	for i, dc := range rfs {
		t := totals[i]
		x := Center{Name: dc.name, Bytes: t.bytes, Room: t.room, Racks: max(int64(val(nil, "racks."+dc.name, val(nil, "racks", 1, ""), "")), 1)}
		for _, l := range loads {
			x.RF = max(x.RF, dc.rf(l, val, replication))
		}
		ops := t.writes + t.reads
		x.ByDisk = whole64(t.room / c.Disk)
		x.ByOps = whole64(ops / nodeOps)
		racks := func(n int64) int64 { return (n + x.Racks - 1) / x.Racks * x.Racks }
		x.Nodes = racks(max(x.RF, x.ByDisk, x.ByOps))
		if !t.single {
			x.NodesOneDown = racks(max(x.RF, max(x.ByDisk, x.ByOps)+1))
		}
		there := x.Nodes
		if k.FleetOptions.Nodes != nil {
			there = cmp.Or(k.FleetOptions.Nodes(dc.name), there)
		}
		if there > 0 {
			n := float64(there)
			x.PerNode, x.PartitionsPerNode, x.MemoryPerNode, x.OpsPerNode = t.bytes/n, t.partitions/n, t.memory/n, ops/n
			x.StreamHours = x.PerNode / stream / 3600
		}
		x.Note, x.Warn = x.PerNode > noteBytes, x.PerNode > warnBytes
		c.Bytes += t.bytes
		c.Centers = append(c.Centers, x)
	}
	if bad != nil {
		return nil, bad
	}
	c.notes()
	return c, nil
}

func whole64(x float64) int64 {
	return int64(math.Ceil(min(x, 1e15) - 1e-9))
}

func (c *Cluster) notes() {
	for _, x := range c.Centers {
		name := ""
		if len(c.Centers) > 1 {
			name = " in " + x.Name
		}
		switch {
		case x.Warn:
			c.Notes = append(c.Notes, Note{"node-4tb", "A node" + name + " holds " + number.Bytes(x.PerNode) + ". Above 4 TB repair, bootstrap and rebuild take days: use more nodes or less data."})
		case x.Note:
			c.Notes = append(c.Notes, Note{"node-2tb", "A node" + name + " holds " + number.Bytes(x.PerNode) + ". Above 2 TB bootstrap, repair and rebuild take long."})
		}
		if x.Nodes == x.RF && x.ByDisk <= x.RF && x.ByOps <= x.RF {
			c.Notes = append(c.Notes, Note{"replicas", "The replicas decide" + name + ", not the size: " + number.Of(x.RF, "node") + "."})
		}
	}
}

// table is one table in one replica.
func (l *load) table(k knobs, val func(*load, string, float64, string) float64) TableLoad {
	t, p := l.m.table, l.p
	if k.bare {
		p = l.bare
	}
	out := TableLoad{Keyspace: t.Keyspace, Name: t.Name, Partition: p.disk.Total, Usual: l.usual, Worst: !l.usual && l.mean == 1 && !exact(l.vals, l.m.work), Strategy: k.strategy(t)}
	out.Partitions = math.Round(val(l, "partitions", 1, "nobody said how many partitions there are"))
	if k.growth > 0 {
		out.Partitions *= k.growth
	}
	if out.Compression = 1; len(t.Params.Compression) > 0 || l.m.work.Quantity("compression") != nil {
		out.Compression = val(l, "compression", assumedCompression, "until a sample is measured; from 0.35 to 0.9 is usual")
	}
	if k.compression > 0 {
		out.Compression = k.compression
	}
	fill := fillOthers
	if out.Strategy == shippedStrategy {
		fill = fillSTCS
	}
	if out.Fill = val(l, "fill", fill, "what "+out.Strategy+" leaves free to work"); out.Fill <= 0 || out.Fill > 1 {
		out.Fill = fill
	}
	if k.fill > 0 {
		out.Fill = k.fill
	}
	out.Raw = float64(out.Partition) * l.mean * out.Partitions
	out.Data = out.Raw * out.Compression
	parts := components(t, l.m.format, p, k.Preset.IndexBlock)
	if l.m.format == sstable.DA {
		index, rows, _ := bti(p, k.Preset.IndexBlock, out.Partitions)
		out.Index = index + rows
	} else {
		positions := 5.0 * out.Partitions
		if n, err := sstable.PositionsLen(out.Partition, int64(min(out.Partitions, 1e15))); err == nil {
			positions = float64(n)
		}
		out.Index = float64(parts.Index-1)*out.Partitions + positions
	}
	out.Filter = out.Partitions * float64(parts.FilterBits) / 8
	out.Offsets = out.Raw / k.chunk(t) * chunkOffsetBytes
	// Old versions and tombstones wait for compaction; a snapshot keeps files.
	versions := max(val(l, "versions", 1, ""), 1)
	snapshots := val(l, "snapshots", 0, "")
	out.Total = (out.Data + out.Index + out.Filter) * versions * (1 + snapshots)
	return out
}

// shippedStrategy is what a table has that says nothing.
const shippedStrategy = "SizeTieredCompactionStrategy"

// strategy is the simple name of a table's compaction strategy.
func (o *FleetOptions) strategy(t *schema.Table) string {
	class := schema.Get(t.Params.Compaction, "class")
	class = class[strings.LastIndexByte(class, '.')+1:]
	switch {
	case o.Strategy != "":
		return o.Strategy
	case class == "" || class == shippedStrategy:
		return o.Preset.Strategy
	}
	return class
}

// chunk is the bytes that are compressed together; 0 bytes of offsets where nothing
// is compressed.
func (o *FleetOptions) chunk(t *schema.Table) float64 {
	if len(t.Params.Compression) == 0 {
		return math.Inf(1)
	}
	kb, err := strconv.Atoi(schema.Get(t.Params.Compression, "chunk_length_in_kb"))
	if err != nil || kb == 16 {
		kb = o.Preset.ChunkKB
	}
	return float64(kb) * 1024
}

// A center is a data center by its name; "" stands for the only one.
type center struct{ name string }

// centers are the data centers that quantities or a keyspace's replication name.
func centers(loads []*load, val func(*load, string, float64, string) float64, replication Replication) (out []center) {
	add := func(name string) {
		for _, c := range out {
			if c.name == name {
				return
			}
		}
		out = append(out, center{name})
	}
	for _, l := range loads {
		for _, q := range l.m.work.Quantities() {
			if dc, ok := strings.CutPrefix(q.Name, "rf."); ok {
				add(dc)
			}
		}
	}
	if len(out) == 0 && replication != nil && len(loads) > 0 && loads[0].m.work.Quantity("rf") == nil {
		for _, l := range loads {
			for _, name := range ring.Centers(replication(l.m.table.Keyspace)) {
				add(name)
			}
		}
	}
	if len(out) == 0 {
		out = []center{{}}
	}
	return out
}

// rf is the number of replicas of a table in the data center.
func (c center) rf(l *load, val func(*load, string, float64, string) float64, replication Replication) int64 {
	if c.name != "" && l.m.work.Quantity("rf."+c.name) != nil {
		return int64(val(l, "rf."+c.name, 0, ""))
	}
	if l.m.work.Quantity("rf") == nil && replication != nil {
		if r := replication(l.m.table.Keyspace); r != nil {
			if n, ok := ring.Factor(r, c.name); ok {
				return n
			}
			if c.name != "" {
				return 0
			}
		}
	}
	return int64(val(l, "rf", assumedRF, "three copies, so that a quorum survives one failure"))
}
