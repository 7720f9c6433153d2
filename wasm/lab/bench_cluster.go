//go:build !chapters

package lab

import (
	"slices"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/view"
)

// assumedPartitions is how many partitions a table has until somebody says it.
const assumedPartitions = "10k"

// ofCluster holds for the keys of what all tables take on the nodes: the quantities of the
// calculator's section, and partitions of each table.
func ofCluster(key string) bool {
	return strings.HasPrefix(key, "partitions.") || key != "partitions" && sectionOf(key) == "cluster" && knobOf(key) != nil
}

func partitionsField(t *schema.Table) input.Field {
	return input.Field{Key: "partitions." + fullName(t), Type: input.Quantity, Default: assumedPartitions, Label: "Partitions of " + t.Name}
}

// replication is what a keyspace of the text says; nil for the one that is there by itself.
func (w *benchWork) replication(keyspace string) *schema.Replication {
	ks := w.judged.catalogue.Keyspaces[keyspace]
	if ks == nil || keyspace == w.judged.keyspace {
		return nil
	}
	return &ks.Replication
}

// fleet sums up all tables that have a size, and says what is wrong with the inputs.
func (w *benchWork) fleet() (c *sizing.Cluster, wrong input.Problems) {
	if w.summed != nil {
		return w.summed, nil
	}
	lines, _ := w.sizeLines()
	for _, key := range sortedKeys(w.in.Values) {
		if value := strings.TrimSpace(w.in.Values[key]); ofCluster(key) && !strings.Contains(key, ".") && value != "" {
			lines += key + " = " + onLine(value) + "\n"
		}
	}
	var sizers []*sizing.Sizer
	for _, x := range w.tables { // the largest partition comes first
		if x.Result == nil {
			continue
		}
		f := partitionsField(x.table)
		sizer, problems := w.sizer(x, lines+"partitions = "+onLine(f.Text(w.in.Values))+"\n")
		for _, p := range problems {
			key := p.Name
			if key == "partitions" || key == "" {
				key = f.Key
			}
			wrong.Add(key, sentence(p.Message))
		}
		if sizer != nil {
			sizers = append(sizers, sizer)
		}
	}
	if len(wrong) > 0 || len(sizers) == 0 {
		return nil, wrong
	}
	c, problems := sizing.Fleet(sizers, w.replication, sizing.FleetOptions{Preset: w.preset()})
	for _, p := range problems {
		wrong.Add(p.Name, sentence(p.Message))
	}
	w.summed = c
	return c, wrong
}

// clusterView is the tab about nodes and disks.
func (w *benchWork) clusterView() view.Part {
	w.measure(nil)
	if len(w.tables) == 0 {
		return view.Leaf("p", "field-note", "There is no table in this text.")
	}
	fleet, wrong := w.fleet()
	var out view.Nodes
	if fleet != nil {
		out = append(out, figure.Table("Nodes", nodesHead, w.nodeRows(fleet)), view.Leaf("p", "field-note", "Nodes needed, and with one of them down; data and disk, with room for compaction, of each of the nodes that Settings names, else of those that are needed."), centerTable(fleet, -1))
	} else {
		out = append(out, wrongNote("A number below cannot be read."))
	}
	given := view.El("div", view.Class("fields"), view.A("data-key", "given"))
	for _, x := range w.inOrder() {
		f := partitionsField(x.table)
		given.Add(w.fieldView(w.show(f, wrong.Of(f.Key))))
	}
	out = append(out, view.Leaf("h4", "", "Partitions in the whole cluster"), given)
	all := view.El("div", view.Class("fields"), view.A("data-key", "all"))
	for _, f := range sectionNamed("cluster").knobs {
		said := !slices.ContainsFunc(w.tables, func(x *benchTable) bool { return w.replication(x.table.Keyspace) == nil })
		if f.Key == "partitions" || f.Key == "rf" && said {
			continue
		}
		if f.Key == "rf" {
			f.Default = "3"
		}
		x := w.show(f, wrong.Of(f.Key))
		x.note = f.Hint
		all.Add(w.fieldView(x))
	}
	out = append(out, view.Leaf("h4", "", "The cluster"), all)
	if fleet != nil {
		n := view.El("div")
		heading(n, "One copy of each table", tableLoads(fleet))
		heading(n, "If an assumption is wrong", variantTable(fleet))
		heading(n, "As the years pass", yearTable(fleet))
		out = append(out, n.Add(clusterNotes(fleet)))
	}
	return out
}

var nodesHead = []string{"Data center", "Copies", "Nodes needed", "One down", "In Settings", "Data each", "Disk each", "Full"}

// nodeRows say how many nodes each data center needs, and what those that Settings name
// would hold: with room for compaction, which is what the fill leaves.
func (w *benchWork) nodeRows(c *sizing.Cluster) (rows [][]string) {
	s := check.NewSettings()
	given := w.form.text(&w.z.nodes)
	if s.SetNodes(given) != nil {
		given = ""
	}
	for _, x := range c.Centers {
		name, nodes := x.Name, x.Nodes
		if name == "" {
			name = "all nodes"
		}
		said := "–"
		if strings.TrimSpace(given) != "" && (x.Name == "" || slices.Contains(s.Datacenters, x.Name)) {
			if nodes = int64(s.NodesOf(x.Name)); x.Name == "" {
				nodes = int64(s.AllNodes())
			}
			said = number.Count(nodes)
		}
		n := float64(max(nodes, 1))
		rows = append(rows, []string{name, number.Count(x.RF), number.Count(x.Nodes), number.Count(x.NodesOneDown), said, number.Bytes(x.Bytes / n), number.Bytes(x.Room / n), number.Percent(x.Room / n / c.Disk)})
	}
	return rows
}
