package lab

import (
	"math"
	"strconv"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/number"
	"partitionlab/wasm/ring"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/view"
	"partitionlab/wasm/workload"
)

// strategies are the compaction strategies by the names people say.
var strategies = [...]struct{ short, class, what string }{
	{"STCS", "SizeTieredCompactionStrategy", "size tiers"},
	{"LCS", "LeveledCompactionStrategy", "levels"},
	{"TWCS", "TimeWindowCompactionStrategy", "time windows"},
	{"UCS", "UnifiedCompactionStrategy", "unified"},
}

func strategyName(short string) string {
	for _, s := range strategies {
		if s.short == short {
			return s.class
		}
	}
	return ""
}

// replication is how a keyspace of the schema is replicated.
func (c *computed) replication(keyspace string) *schema.Replication {
	if c.judged == nil || c.judged.catalogue == nil {
		return nil
	}
	if ks := c.judged.catalogue.Keyspaces[keyspace]; ks != nil && ks.Replication.Class != "" && keyspace != "lab" {
		r := ks.Replication
		// The judge has one data center, so its name says nothing.
		for _, o := range r.Options {
			if o.Name == "datacenter1" {
				r = schema.Replication{Class: r.Class, Options: []schema.Option{{Name: "replication_factor", Value: o.Value}}}
				break
			}
		}
		return &r
	}
	return nil
}

// replicas is the replication factor that the schema gives the table, 3 if none.
func (c *computed) replicas() int {
	if c.table != nil {
		if n, ok := ring.Factor(c.replication(c.table.Keyspace), ""); ok && n > 0 {
			return int(n)
		}
	}
	return 3
}

// fleet sums up the tables that say how many partitions they have. Problems are
// noted beside their fields.
func (c *computed) fleet() *sizing.Cluster {
	var sizers []*sizing.Sizer
	for _, t := range c.tables {
		if t == c.table {
			if c.workload.Quantity("partitions") != nil {
				sizers = append([]*sizing.Sizer{c.sizer}, sizers...)
			}
			continue
		}
		if s := c.sizerFor(t, true); s != nil {
			sizers = append(sizers, s)
		}
	}
	if len(sizers) == 0 {
		return nil
	}
	out, problems := sizing.Fleet(sizers, c.replication, sizing.FleetOptions{Preset: sizing.PresetByID(c.choices["preset"]), Strategy: strategyName(c.choices["compaction"])})
	for _, p := range problems {
		c.problem(p)
	}
	return out
}

// own returns the line that a table has for itself, "" where it has none.
func (c *computed) own(line string, t *schema.Table) string {
	for _, o := range c.all.Own() {
		if o.Line == line && o.Table == t.Name {
			return o.Text
		}
	}
	return ""
}

// sizerFor puts another table of the schema and the workload together: lines that
// speak of columns it does not have are left out. With counted, only where the
// workload says how many partitions it has. Nil comes back where it cannot be
// counted; what is missing is noted.
func (c *computed) sizerFor(t *schema.Table, counted bool) *sizing.Sizer {
	if counted && c.own("partitions", t) == "" {
		return nil
	}
	rows := len(t.Clustering) > 0
	if rows && counted && c.own(workload.Rows, t) == "" {
		c.wrong("rows."+t.Name, "Write how many rows a partition of "+t.Name+" has.", diag.Span{})
		return nil
	}
	s, problems := sizing.NewFor(t, c.all, formatOf(c.choices["format"]))
	if len(problems) == 0 {
		return s
	}
	for _, p := range problems {
		c.wrong("rows."+t.Name, sentence(p.Message), p.Span)
	}
	return nil
}

// cluster is the section about disks and nodes.
func (v *sizeView) cluster() *view.Node {
	c := v.shown.fleet()
	n := view.El("div")
	fields := v.sectionFields("cluster")
	var all []choice
	all = append(all, choice{"", "as the tables say"})
	for _, s := range strategies {
		all = append(all, choice{s.short, s.short + ": " + s.what})
	}
	fields.Add(v.selection("compaction", "Compaction", v.given("compaction"), v.now.problems["compaction"].text, all))
	if !v.centersFixed() {
		fields.Add(v.field(field{key: "centers", label: "Data centers, if several", unit: "names", value: v.given("centers"), def: v.z.def("centers"), problem: v.now.problems["centers"].text}))
	}
	n.Add(fields)
	if c == nil {
		said := "Write how many partitions the table has in the whole cluster."
		if p := v.shown.firstProblem(); p != "" {
			said = p
		}
		return n.Add(v.say("cluster", said, "watch"))
	}
	put := func(name string, x float64) { v.values[name] = strconv.FormatInt(int64(math.Round(x)), 10) }
	first := &c.Centers[0]
	put("cluster.bytes", c.Bytes)
	data := 0.0
	for _, t := range c.Tables {
		data += t.Data * float64(first.RF)
	}
	put("cluster.data", data)
	put("cluster.nodes", float64(first.Nodes))
	put("cluster.down", float64(first.NodesOneDown))
	put("cluster.bydisk", float64(first.ByDisk))
	put("cluster.byops", float64(first.ByOps))
	put("node.bytes", first.PerNode)
	put("node.partitions", first.PartitionsPerNode)
	put("node.memory", first.MemoryPerNode)

	bytes := func(f float64) string { return number.Bytes(int64(math.Round(math.Min(f, 9e18)))) }
	count := func(f float64) string { return number.Count(int64(math.Round(math.Min(f, 9e18)))) }
	text, mood := "", "fine"
	for _, x := range c.Centers {
		if text != "" {
			text += " "
		}
		if x.Name != "" {
			text += x.Name + ": "
		}
		text += number.Count(x.Nodes) + " " + number.Plural(x.Nodes, "node") + " for " + bytes(x.Bytes) + ". Replicas ask for " + number.Count(x.RF) + ", disks for " + number.Count(x.ByDisk) + ", operations for " + number.Count(x.ByOps) + ". With one node down: " + number.Count(x.NodesOneDown) + "."
		switch {
		case x.Warn:
			mood = "bad"
		case x.Note && mood == "fine":
			mood = "watch"
		}
	}
	n.Add(v.say("cluster", text, mood))
	head := []string{"in one data center"}
	lines := [][]string{{"on disk, all replicas"}, {"on one node"}, {"partitions on one node"}, {"memory of one node: filters and offsets of compression"}, {"operations a second on one node"}, {"to fill one new node"}}
	for _, x := range c.Centers {
		name := x.Name
		if name == "" {
			name = "all nodes"
		}
		head = append(head, name)
		for i, s := range []string{bytes(x.Bytes), bytes(x.PerNode), count(x.PartitionsPerNode), bytes(x.MemoryPerNode), count(x.OpsPerNode), number.Seconds(x.StreamHours * 3600)} {
			lines[i] = append(lines[i], s)
		}
	}
	n.Add(figure.Table("The cluster", head, lines))

	lines = nil
	for _, t := range c.Tables {
		lines = append(lines, []string{t.Name, count(t.Partitions), bytes(t.Raw), bytes(t.Data), bytes(t.Index), bytes(t.Filter), bytes(t.Offsets), shortStrategy(t.Strategy), number.Percent(t.Fill)})
	}
	n.Add(view.El("h4", view.Text("One copy of each table")),
		figure.Table("One copy of each table", []string{"table", "partitions", "data", "compressed", "index", "Bloom filter", "offsets in memory", "compaction", "fill"}, lines))

	lines = nil
	for _, x := range c.Variants {
		lines = append(lines, []string{x.Name, bytes(x.Bytes), number.Count(x.Nodes)})
	}
	n.Add(view.El("h4", view.Text("If an assumption is wrong")), figure.Table("If an assumption is wrong", []string{"with", "on disk", "nodes"}, lines))
	if len(c.Years) > 0 {
		lines = nil
		for _, y := range c.Years {
			lines = append(lines, []string{number.Count(y.Year), bytes(y.Bytes), number.Count(y.Nodes)})
		}
		n.Add(view.El("h4", view.Text("As the years pass")), figure.Table("As the years pass", []string{"after years", "on disk", "nodes"}, lines))
	}
	list := view.El("ul", view.Class("notes"))
	for _, x := range c.Notes {
		list.Add(view.El("li", view.A("data-key", x.ID), view.Text(x.Text)))
	}
	for _, a := range c.Assumed {
		list.Add(view.El("li", view.A("data-key", a.Name), view.Text("Assumed: "+a.Name+" = "+assumedText(a)+", "+a.Why+".")))
	}
	return n.Add(list)
}

func assumedText(a sizing.Assumption) string {
	if a.Number >= 1e6 {
		return number.Bytes(a.Value)
	}
	return number.Plain(a.Number)
}

func shortStrategy(class string) string {
	for _, s := range strategies {
		if s.class == class {
			return s.short
		}
	}
	return class
}

// centersFixed reports whether the fence itself names the data centers.
func (v *sizeView) centersFixed() bool {
	for _, f := range v.z.fields {
		if len(f.key) > 3 && f.key[:3] == "rf." {
			return true
		}
	}
	return false
}
