//go:build !chapters

package lab

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/number"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/view"
	"partitionlab/wasm/work"
	"partitionlab/wasm/workload"
)

// assumedPartitions is how many partitions a table has until somebody says it.
const assumedPartitions = "10k"

// ofCluster holds for the keys of what all tables take on the nodes: the quantities of the
// calculator's section, and partitions of each table.
func ofCluster(key string) bool {
	return ofPartitions(key) || key != "partitions" && sectionOf(key) == "cluster" && knobOf(key) != nil
}

// ofPartitions holds for those of them that are about the partitions of a table.
func ofPartitions(key string) bool {
	return strings.HasPrefix(key, "partitions.") || strings.HasPrefix(key, liveOnes+".")
}

// liveOnes begins the key of the field for the partitions that get rows at a time.
const liveOnes = "live"

// partitions is the field for all partitions that are kept. Where it is known how many get rows at a time, and
// for how long others are kept, that is the answer until somebody writes another one.
func (x *benchTable) partitions(values Inputs) input.Field {
	f := input.Field{Key: "partitions." + fullName(x.table), Type: input.Quantity, Default: x.parts, Label: "Partitions of " + x.name()}
	if x.parts != assumedPartitions || x.Result == nil {
		return f
	}
	if text, wrong := x.liveText(values); x.turn.Key != "" && x.buckets != "" && text != "" && wrong == "" {
		live, _ := x.number(text)
		if buckets, known := x.number(x.buckets); known {
			f.Default = number.Plain(math.Ceil(live*buckets - 1e-9))
		}
	} else if x.load.Growth() != nil { // see counts
		f.Default, f.Hint = "", "not known: write how many"
	}
	return f
}

// live is the field for those of them that get rows at a time; asks is false for a table whose partitions have
// one row, or whose key has no second column that could end them.
func (x *benchTable) live(values Inputs) (f input.Field, asks bool) {
	f = input.Field{Key: liveOnes + "." + fullName(x.table), Type: input.Quantity, Label: "Partitions of " + x.name() + " that get rows at a time"}
	ends := x.turn.Key != "" || len(x.table.PartitionKey) > 1
	if asks = len(x.table.Clustering) > 0 && ends || onLine(values[f.Key]) != ""; x.Result == nil {
		return f, asks
	}
	if x.turn.Key == "" {
		f.Hint = "all of them; write fewer where partitions end"
		return f, asks
	}
	column := strings.TrimPrefix(x.turn.Label, "Days of one ")
	var others []string
	for _, c := range x.table.PartitionKey {
		if name := x.words.of(c.Name); name != column {
			others = append(others, name)
		}
	}
	last := "one " + column + " of each " + enumerated(others)
	all := x.partitions(values)
	text, wrong := expression(&all, onLine(all.Text(values)))
	total, counted := x.number(text)
	buckets, known := x.number(x.buckets)
	switch {
	case onLine(values[f.Key]) != "":
		f.Hint = last
	case !known:
		f.Hint = last + ". Write how many, or " + x.unsaid + " in Sizes"
	case wrong == "" && counted:
		f.Hint = "= " + number.Count(int64(math.Ceil(total/buckets-1e-9))) + ": " + last
	default:
		f.Hint = last + ", of " + number.Round(buckets) + " that are kept"
	}
	return f, asks
}

// liveText is what somebody has written there, or what is wrong with it.
func (x *benchTable) liveText(values Inputs) (text, wrong string) {
	f := input.Field{Key: liveOnes + "." + fullName(x.table), Type: input.Quantity}
	if text, wrong = expression(&f, onLine(values[f.Key])); wrong == "" {
		wrong = notOne(text)
	}
	return text, wrong
}

// rated reports whether it is known how fast a partition gets rows.
func (x *benchTable) rated() bool {
	return x.load.Mode == workload.Every && x.load.Quantity(workload.WrittenEvery) != nil
}

// number is the most that an expression comes to with the quantities of the table.
func (x *benchTable) number(text string) (n float64, ok bool) {
	e, err := workload.ParseExpr(text)
	if v, problems := x.load.Eval(); err == nil && len(problems) == 0 {
		value, err := v.Eval(e)
		return value.Hi.Float(), err == nil
	}
	return 0, false
}

// counts reports whether somebody has said how many partitions a table has, and whether that is assumed
// else: not where somebody says how fast the largest one grows. As many rows in each of assumed partitions
// are in no cluster.
func (x *benchTable) counts(values Inputs) (given, assumed bool) {
	f := x.partitions(values)
	given = onLine(values[f.Key]) != "" || f.Default != assumedPartitions && f.Default != ""
	return given, !given && f.Default != ""
}

// What is known of tables for the sum.
const (
	countUnknown  = iota // nobody has said how many partitions there are, and it cannot be assumed
	countGuessed         // it is assumed
	writesFollow         // it is known how fast all partitions get rows
	writesEnd            // it is for one, but not how many get any at a time
	writesTold           // it is said how often they are written
	writesUnknown        // none of these
	readsTold            // it is said how often they are read
	readsUnknown         // it is not
	standings
)

// sum sums up all tables that have a size, and says what is wrong with the inputs: what cannot be
// read counts as if nobody had written it.
func (w *benchWork) sum(m *work.Meter) {
	w.unsummed = nil
	more := Inputs{"partitions": ""}
	for key, value := range w.in.Values {
		if ofCluster(key) && !strings.Contains(key, ".") {
			more[key] = value
		}
	}
	for n := -1; n != len(more) && !m.Stopped(); {
		n = len(more)
		w.sumWith(more, m)
	}
}

// sumWith sums up with these inputs of all tables, and takes out what is wrong among them.
func (w *benchWork) sumWith(more Inputs, m *work.Meter) {
	w.standing, w.summed = [standings][]string{}, nil
	var sizers []*sizing.Sizer
	var counted []*benchTable
	said := func(p workload.Problem, own string) {
		if _, all := more[p.Name]; !all || p.Name == "partitions" {
			p.Name = cmp.Or(own, p.Name)
		}
		delete(more, p.Name)
		w.unsummed.Add(p.Name, sentence(p.Message))
	}
	for _, x := range w.tables { // the largest partition comes first
		if x.Result == nil {
			continue
		}
		if !m.Ask(work.Slice) {
			return
		}
		f := x.partitions(w.in.Values)
		more["partitions"] = f.Text(w.in.Values)
		sizer, problems := w.sizer(x, more)
		for _, p := range problems {
			said(p, f.Key)
		}
		if sizer == nil {
			continue
		}
		sizers, counted = append(sizers, sizer), append(counted, x)
		if given, assumed := x.counts(w.in.Values); assumed {
			w.note(countGuessed, x)
		} else if !given {
			w.note(countUnknown, x)
		}
	}
	w.operate(counted)
	if len(sizers) == 0 || len(w.standing[countUnknown]) > 0 {
		return
	}
	c, problems := sizing.Fleet(sizers, w.judged.replication, sizing.FleetOptions{Preset: w.preset(), Usual: true, Shared: w.given, Nodes: w.nodesOf()})
	for _, p := range problems {
		said(p, "")
	}
	if w.summed = c; c != nil {
		for i, x := range counted {
			c.Tables[i].Name = x.name()
		}
		c.Uncounted = len(w.standing[writesFollow])+len(w.standing[writesTold])+len(w.standing[readsTold]) == 0
	}
}

func (w *benchWork) note(as int, x *benchTable) {
	w.standing[as] = append(w.standing[as], x.name())
}

// operate lets a table be written as fast as its partitions get rows, where nobody says how often
// it is and both are known; and notes of what that is known.
func (w *benchWork) operate(tables []*benchTable) {
	for _, x := range tables {
		given, _ := x.counts(w.in.Values)
		live, wrong := x.liveText(w.in.Values)
		if all, counted := x.number("partitions"); live != "" && wrong == "" && counted {
			if n, _ := x.number(live); n > all {
				wrong = "these are more than the " + whole(all) + " partitions of " + x.name()
			}
		}
		if f, _ := x.live(w.in.Values); wrong != "" {
			live = ""
			w.unsummed.Add(f.Key, sentence(wrong))
		}
		if live == "" && given && x.buckets != "" {
			live = "partitions / " + x.buckets
		}
		switch {
		case x.load.Quantity("writes") != nil:
			w.note(writesTold, x)
		case x.rated() && live != "":
			w.note(writesFollow, x)
			for _, p := range x.load.Set("writes", workload.WrittenRows+" * ("+live+") / "+workload.WrittenEvery) {
				w.unsummed.Add("writes", sentence(p.Message))
			}
		case x.rated() && given:
			w.note(writesEnd, x)
		default:
			w.note(writesUnknown, x)
		}
		if x.load.Quantity("reads") != nil {
			w.note(readsTold, x)
		} else {
			w.note(readsUnknown, x)
		}
	}
}

// given reports whether a field about all tables holds a number.
func (w *benchWork) given(key string) bool {
	return onLine(w.in.Values[key]) != "" && w.unsummed.Of(key) == ""
}

// operationWords say what the operations a second are, and what of them is not known.
func (w *benchWork) operationWords() (s string) {
	of := func(what string, as int, how string) {
		if tables := w.standing[as]; len(tables) > 0 {
			s += " " + what + " of " + fewOf(tables, "table") + how
		}
	}
	const unknown = " are not known, and not counted."
	switch {
	case w.given("writes"):
	case len(w.standing[writesFollow])+len(w.standing[writesEnd])+len(w.standing[writesTold]) == 0:
		s = "Writes are not known: write New rows a day in Sizes and partitions here, or Writes a second."
	default:
		of("Writes are those", writesFollow, ": new rows in Sizes times the partitions that get rows at a time.")
		of("Writes", writesTold, " are those that their numbers say.")
		of("Writes", writesEnd, " are not known, and not counted: partitions end, and nobody says how many get rows at a time. Write that below, or in Sizes for how many days one gets rows and for how many they are kept.")
		of("Those", writesUnknown, unknown)
	}
	switch {
	case w.given("reads"):
	case len(w.standing[readsTold]) == 0:
		s += " Reads are not known, and not counted: write Reads a second."
	default:
		of("Reads", readsTold, " are those that their numbers say.")
		of("Those", readsUnknown, unknown)
	}
	return strings.TrimSpace(s)
}

// hangsOn says which numbers of partitions nobody has given, and what that means for all that is summed up.
func (w *benchWork) hangsOn() string {
	switch {
	case len(w.standing[countUnknown]) > 0:
		return "Nodes needed: not known. Give the partitions of " + fewOf(w.standing[countUnknown], "table") + ": Sizes says how fast the largest one grows, but nobody says how many there are, and not all are as large."
	case len(w.standing[countGuessed]) > 0 && w.summed != nil:
		of := ""
		if names := w.standing[countGuessed]; len(names) < len(w.tables) {
			of = " of " + fewOf(names, "table")
		}
		return "These numbers hang on an assumption: nobody says how many partitions there are" + of + ". Until you write it, a table counts with " + assumedPartitions + ", all as large as its largest."
	}
	return ""
}

// clusterView is the tab about nodes and disks.
func (w *benchWork) clusterView() view.Part {
	fleet, wrong := w.summed, w.unsummed
	var out view.Nodes
	if words := w.hangsOn(); words != "" {
		out = append(out, view.Leaf("p", "", words))
	}
	if slices.ContainsFunc(wrong, func(p input.Problem) bool { return !strings.HasPrefix(p.Field, "partitions.") }) {
		out = append(out, wrongNote("A number below cannot be read: all is counted as if nobody had written it."))
	}
	if fleet != nil {
		out = append(append(out, w.without(figure.Table("Nodes", nodesHead, w.nodeRows(fleet)))...), view.Leaf("p", "", w.loadWords(fleet)), fieldNote("Nodes needed, and with one of them down; data and disk, with room for compaction, of each of the nodes that are given below, else of those that are needed."+needWords(fleet)), centerTable(fleet, -1), fieldNote(w.operationWords()))
	} else if len(w.judged.tables) == 0 {
		out = append(out, noTable())
	} else if len(w.tables) > 0 && len(w.standing[countUnknown])+len(wrong) == 0 {
		out = append(out, w.notDone())
	}
	var left []string
	for _, x := range w.inOrder() {
		if x.Result == nil || wrong.Of(x.partitions(w.in.Values).Key) != "" {
			left = append(left, x.name())
		}
	}
	if len(left) > 0 {
		out = append(out, wrongNote(fewOf(left, "table")+" "+isAre(len(left))+" left out: a number, here or in Sizes, cannot be read."))
	}
	out = append(out, w.unsizedNote())
	given := view.El("div", view.Class("fields"), view.A("data-key", "given"))
	apart := false
	for _, x := range w.inOrder() {
		list := []input.Field{x.partitions(w.in.Values)}
		if f, asks := x.live(w.in.Values); asks {
			list, apart = append(list, f), true
		}
		for _, f := range list {
			shown := w.show(f, wrong.Of(f.Key))
			if shown.value == "" || strings.HasPrefix(f.Key, liveOnes) {
				shown.note = f.Hint
			}
			given.Add(w.fieldView(shown))
		}
	}
	out = append(out, view.Leaf("h4", "", "Partitions in the whole cluster"), given)
	if apart {
		out = append(out, fieldNote("Partitions of a table are all that are kept: disks hold them. Writes go only to those that get rows at a time."))
	}
	all := view.El("div", view.Class("fields"), view.A("data-key", "all"))
	nodes := w.show(w.z.nodes, w.set.Of(w.z.nodes.Key))
	nodes.note = "Such as 6, or dc1=3,dc2=3"
	all.Add(w.fieldView(nodes))
	for _, f := range sectionNamed("cluster").knobs {
		said := !slices.ContainsFunc(w.tables, func(x *benchTable) bool { return w.judged.replication(x.table.Keyspace) == nil })
		if f.Key == "partitions" || f.Key == "rf" && said {
			continue
		}
		switch f.Key {
		case "rf":
			f.Default = "3"
		case "writes", "reads": // nobody says that there are none
			f.Default = ""
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

var nodesHead = []string{"Data center", "Copies", "Nodes needed", "One down", "Given", "Data each", "Disk each", "Full"}

// nodesOf is how many nodes each data center has, where somebody says it; 0 where nobody does.
func (w *benchWork) nodesOf() func(center string) int64 {
	s := check.NewSettings()
	given := w.form.text(&w.z.nodes)
	if strings.TrimSpace(given) == "" || s.SetNodes(given) != nil {
		return nil
	}
	return func(center string) int64 {
		switch {
		case center == "":
			return int64(s.AllNodes())
		case slices.Contains(s.Datacenters, center):
			return int64(s.NodesOf(center))
		}
		return 0
	}
}

// nodeRows say how many nodes each data center needs, and what those that are there would
// hold: with room for compaction, which is what the fill leaves.
func (w *benchWork) nodeRows(c *sizing.Cluster) (rows [][]string) {
	given := w.nodesOf()
	for _, x := range c.Centers {
		name, nodes, said := x.Name, x.Nodes, "–"
		if given != nil && given(x.Name) > 0 {
			nodes = given(x.Name)
			said = number.Count(nodes)
		}
		if name == "" {
			name = "all nodes"
		}
		down := "not with one copy"
		if x.NodesOneDown > 0 {
			down = number.Count(x.NodesOneDown)
		}
		room := x.Room / float64(max(nodes, 1))
		rows = append(rows, []string{name, number.Count(x.RF), number.Count(x.Nodes), down, said, number.Bytes(x.PerNode), number.Bytes(room), number.Percent(room / c.Disk)})
	}
	return rows
}

// needWords say of each data center what decides how many nodes it needs.
func needWords(c *sizing.Cluster) (s string) {
	for i := range c.Centers {
		x := &c.Centers[i]
		if x.Name != "" {
			s += " " + x.Name + ":"
		}
		s += needs(x, c.Uncounted)
	}
	return s + " The largest of these counts, in whole racks."
}

// loadWords are what all tables take, and how much of that hangs on numbers of which nobody
// has said anything.
func (w *benchWork) loadWords(c *sizing.Cluster) string {
	var bytes [2]float64
	var n [2]int
	said := map[string]bool{}
	for _, x := range w.tables {
		f := x.partitions(w.in.Values)
		said[x.table.Keyspace+"."+x.name()] = f.Text(w.in.Values) != assumedPartitions
	}
	for _, t := range c.Tables {
		given := 0
		if said[t.Keyspace+"."+t.Name] {
			given = 1
		}
		n[given]++
		bytes[given] += t.Total
	}
	s := number.Bytes(c.Bytes) + " on disk in all copies."
	if n[0] > 0 {
		s += " One copy of " + number.Of(n[0], "table") + " at assumed " + assumedPartitions + " partitions: " + number.Bytes(bytes[0]) + "."
	}
	if n[1] > 0 {
		s += " One copy of " + number.Of(n[1], "table") + " with numbers of yours: " + number.Bytes(bytes[1]) + "."
	}
	var usual, largest, worst []string
	for _, t := range c.Tables {
		if t.Usual {
			usual = append(usual, t.Name)
		} else {
			largest = append(largest, t.Name)
			if t.Worst {
				worst = append(worst, t.Name)
			}
		}
	}
	if len(usual) > 0 {
		s += " Counted with the usual partition, which a range least..usual..most tells"
		if len(largest) > 0 {
			s += ": " + fewOf(usual, "table") + "; with the largest: " + fewOf(largest, "table")
		}
		s += ". The tab Sizes shows the largest."
	}
	if len(worst) > 0 {
		s += " Each partition of " + fewOf(worst, "table") + " counts as the largest of a range: write least..usual..most where most are smaller."
	}
	return s
}

// loadInputs are the inputs that all of that is worked out from.
func (w *benchWork) loadInputs(c *sizing.Cluster) string {
	var all []string
	for _, key := range diag.Keys(w.in.Values) {
		if value := strings.TrimSpace(w.in.Values[key]); value != "" && (ofCluster(key) || ofSizes(key) || key == w.z.nodes.Key) {
			label, counts := labelOf(key), !ofSizes(key) && !ofPartitions(key) // else it was said of a table that is gone
			if key == w.z.nodes.Key {
				label = w.z.nodes.Label
			}
			for _, x := range w.tables {
				live, _ := x.live(w.in.Values)
				for _, f := range [...]input.Field{x.partitions(w.in.Values), live} {
					if f.Key == key {
						label, counts = f.Label, true
					}
				}
				for _, f := range append([]input.Field{x.rows, x.daily, x.kept, x.turn, x.empty}, x.fields...) {
					if f.Key == key {
						label, counts = f.Label+" in "+x.name(), true
					}
				}
				name, _ := nameIn(x.table, key)
				counts = counts || ofSizes(key) && !ofTables(key) && sizing.SpeaksOf(name, x.table)
			}
			if !counts {
				continue
			}
			all = append(all, label+" = "+onLine(value))
		}
	}
	for _, a := range c.Assumed {
		all = append(all, labelOf(a.Name)+" = "+assumedText(a)+" (assumed)")
	}
	if len(all) == 0 {
		return ""
	}
	return " Worked out from: " + strings.Join(all, "; ") + "."
}
