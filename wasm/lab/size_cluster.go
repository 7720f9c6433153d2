package lab

import (
	"math"
	"strings"

	"partitionlab/wasm/figure"
	"partitionlab/wasm/lab/input"
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

// strategyClass is the class of a strategy by its short name, "" for none.
func strategyClass(short string) string {
	for _, s := range strategies {
		if s.short == short {
			return s.class
		}
	}
	return ""
}

// replication is how a keyspace of the schema is replicated.
func (c *sized) replication(keyspace string) *schema.Replication {
	if c.held == nil || c.held.catalogue == nil {
		return nil
	}
	if ks := c.held.catalogue.Keyspaces[keyspace]; ks != nil && ks.Replication.Class != "" && keyspace != "lab" {
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
func (c *sized) replicas() int {
	if c.table != nil {
		if n, ok := ring.Factor(c.replication(c.table.Keyspace), ""); ok && n > 0 {
			return int(n)
		}
	}
	return 3
}

// fleet sums up the tables that say how many partitions they have. Problems are
// noted beside their fields.
func (c *sized) fleet() *sizing.Cluster {
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
	out, problems := sizing.Fleet(sizers, c.replication, sizing.FleetOptions{Preset: sizing.PresetByID(c.preset), Strategy: strategyClass(c.compaction)})
	for _, p := range problems {
		c.problem(p)
	}
	return out
}

// own returns the line that a table has for itself, "" where it has none.
func (c *sized) own(line string, t *schema.Table) string {
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
func (c *sized) sizerFor(t *schema.Table, counted bool) *sizing.Sizer {
	if counted && c.own("partitions", t) == "" {
		return nil
	}
	rows := len(t.Clustering) > 0
	if rows && counted && c.own(workload.Rows, t) == "" {
		c.wrong("rows."+t.Name, "Enter how many rows a partition of "+t.Name+" has.")
		return nil
	}
	s, problems := sizing.NewFor(t, c.all, formatOf(c.format))
	if len(problems) == 0 {
		return s
	}
	for _, p := range problems {
		c.problems.AddAt("rows."+t.Name, sentence(p.Message), p.Span)
	}
	return nil
}

// cluster is the section about disks and nodes.
func (c *sized) cluster() *outcome {
	if preset := sizing.PresetByID(c.preset); preset != nil && preset.Service {
		return nil // see service
	}
	f := answered("Enter how many partitions the table has in the whole cluster.", "watch")
	fleet := c.fleet()
	f.body = func(v *sizeView) view.Part {
		n := view.El("div", v.clusterFields())
		if fleet != nil {
			n.Add(centerTable(fleet, -1))
			heading(n, "One copy of each table", tableLoads(fleet))
			heading(n, "If an assumption is wrong", variantTable(fleet))
			heading(n, "As the years pass", yearTable(fleet))
			n.Add(clusterNotes(fleet))
		}
		return n
	}
	if fleet == nil {
		if p := c.firstProblem(); p != "" {
			f.say(p, "watch")
		}
		return f
	}
	f.figure = func(*sizeView) view.Part { return centerTable(fleet, 3) }
	put := func(name string, x float64) { f.values.put(name, int64(math.Round(x))) }
	first := &fleet.Centers[0]
	put("cluster.bytes", fleet.Bytes)
	data := 0.0
	for _, t := range fleet.Tables {
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
	f.answer = verdict{mood: "fine"}
	for i, x := range fleet.Centers {
		name := ""
		if x.Name != "" {
			name = x.Name + ": "
		}
		if i > 0 {
			f.answer.headline += ", "
			f.answer.more += " "
		}
		f.answer.headline += name + number.Of(x.Nodes, "node")
		f.answer.more += name + number.Bytes(x.Bytes) + " in all." + needs(&x, false)
		if x.NodesOneDown > 0 {
			f.answer.more += " To work with one node down: " + number.Count(x.NodesOneDown) + "."
		} else {
			f.answer.more += " With one copy no node may be down."
		}
		switch {
		case x.Warn:
			f.answer.mood = "bad"
		case x.Note && f.answer.mood == "fine":
			f.answer.mood = "watch"
		}
	}
	return f
}

// needs says what decides how many nodes a data center needs.
func needs(x *sizing.Center, uncounted bool) string {
	operations := number.Count(x.ByOps)
	if uncounted {
		operations = "are not known"
	}
	return " The replicas need " + number.Count(x.RF) + ", the disks " + number.Count(x.ByDisk) + ", the operations " + operations + "."
}

// clusterGroups are what the inputs of the section are about, with the lines of a workload
// that belong to each; all others, which further tables have, belong to the first.
var clusterGroups = [...]struct{ title, lines string }{
	{"Data", ""},
	{"Copies", " rf racks "},
	{"Reads and writes", " writes reads nodeops "},
	{"Disks", " disk fill snapshots stream "},
}

// clusterFields are the inputs of the section.
func (v *sizeView) clusterFields() *view.Node {
	var fields [len(clusterGroups)]view.Nodes
	for _, q := range v.standingIn("cluster") {
		line, _, _ := strings.Cut(q.Key, ".")
		at := 0
		for i, g := range clusterGroups {
			if strings.Contains(g.lines, " "+line+" ") {
				at = i
			}
		}
		fields[at] = append(fields[at], v.fieldView(v.shownField(q)))
	}
	if !v.z.namesCenters() { // the fence has fields for them
		fields[1] = append(fields[1], v.fieldView(v.show(v.z.centers, v.now.problems.Of(v.z.centers.Key))))
	}
	x := v.show(v.z.compaction, v.now.problems.Of(v.z.compaction.Key))
	x.Options = append(input.Options("", "as the tables say"), x.Options...)
	fields[3] = append(fields[3], v.selection(x))
	n := view.El("div")
	for i, g := range clusterGroups {
		if len(fields[i]) > 0 {
			n.Add(view.El("fieldset", view.Class("group"), view.Leaf("legend", "", g.title), view.El("div", view.Class("fields"), fields[i])))
		}
	}
	return n
}

// namesCenters reports whether the fence itself names the data centers.
func (z *sizeWidget) namesCenters() bool {
	for i := range z.quantities {
		if strings.HasPrefix(z.quantities[i].Key, "rf.") {
			return true
		}
	}
	return false
}

// heading puts a part under a heading; nothing where there is none.
func heading(n *view.Node, title string, part *view.Node) {
	if part != nil {
		n.Add(view.Leaf("h4", "", title), part)
	}
}

// whole counts what was worked out with fractions.
func whole(f float64) string { return number.Count(int64(math.Round(math.Min(f, 9e18)))) }

// centerTable is each data center, in so many lines; below 0 in all.
func centerTable(c *sizing.Cluster, most int) *view.Node {
	head := []string{"in one data center"}
	lines := [][]string{{"on disk, all replicas"}, {"on one node"}, {"partitions on one node"}, {"memory of one node: filters and offsets of compression"}, {"operations a second on one node"}, {"to fill one new node"}}
	for _, x := range c.Centers {
		name := x.Name
		if name == "" {
			name = "all nodes"
		}
		head = append(head, name)
		operations := whole(x.OpsPerNode)
		if c.Uncounted {
			operations = "not known"
		}
		for i, s := range []string{number.Bytes(x.Bytes), number.Bytes(x.PerNode), whole(x.PartitionsPerNode), number.Bytes(x.MemoryPerNode), operations, number.Roughly(x.StreamHours * 3600)} {
			lines[i] = append(lines[i], s)
		}
	}
	if most >= 0 {
		lines = lines[:most]
	}
	return figure.Table("The cluster", head, lines)
}

// tableLoads is one copy of each table.
func tableLoads(c *sizing.Cluster) *view.Node {
	var lines [][]string
	for _, t := range c.Tables {
		lines = append(lines, []string{t.Name, whole(t.Partitions), number.Bytes(t.Raw), number.Bytes(t.Data), number.Bytes(t.Index), number.Bytes(t.Filter), number.Bytes(t.Offsets), shortStrategy(t.Strategy), number.Percent(t.Fill)})
	}
	return figure.Table("One copy of each table", []string{"table", "partitions", "data", "compressed", "index", "Bloom filter", "offsets in memory", "compaction", "fill"}, lines)
}

// variantTable is the cluster where an assumption is wrong.
func variantTable(c *sizing.Cluster) *view.Node {
	var lines [][]string
	for _, x := range c.Variants {
		lines = append(lines, []string{x.Name, number.Bytes(x.Bytes), number.Count(x.Nodes)})
	}
	return figure.Table("If an assumption is wrong", []string{"with", "on disk", "nodes"}, lines)
}

// yearTable is the cluster as it grows; nil where it does not.
func yearTable(c *sizing.Cluster) *view.Node {
	if len(c.Years) == 0 {
		return nil
	}
	var lines [][]string
	for _, y := range c.Years {
		lines = append(lines, []string{number.Count(y.Year), number.Bytes(y.Bytes), number.Count(y.Nodes)})
	}
	return figure.Table("As the years pass", []string{"after years", "on disk", "nodes"}, lines)
}

func clusterNotes(c *sizing.Cluster) *view.Node {
	list := view.El("ul", view.Class("notes"))
	for _, x := range c.Notes {
		list.Add(remark(x.ID, x.Text))
	}
	for _, a := range c.Assumed {
		list.Add(remark(a.Name, "Assumed: "+lowerFirst(labelOf(a.Name))+" = "+assumedText(a)+", "+a.Why+"."))
	}
	return list
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
