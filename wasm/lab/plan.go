package lab

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/number"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/ring"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/view"
)

// plan unfolds to what a statement touches; nil where it touches nothing that could be
// drawn.
func (f *form) plan(name, summary string, p *plan.Access, on drawnRing) *view.Node {
	if p == nil {
		return nil
	}
	a := accessOf(f.Element("plan-"+name), p, on)
	return f.keep("plan-"+name, signature(a), func() *view.Node { return planNode(name, summary, a) })
}

// keep draws a part of an answer, or returns what was drawn under this name where it showed
// the same. Most statements are the same at the next key press, and so are their figures:
// nobody needs to draw, look through or compare them again.
func (f *form) keep(name, what string, draw func() *view.Node) *view.Node {
	d, ok := f.drawn[name]
	if !ok || d.what != what {
		d = drawing{what, settled(draw())}
		if f.drawn == nil {
			f.drawn = map[string]drawing{}
		}
		f.drawn[name] = d
	}
	return d.node
}

// settled is a part that is kept, ready for every tree: none looks through it again.
func settled(n *view.Node) *view.Node {
	unturned(n)
	return view.Normal(n)
}

// A drawing is a figure and what it shows.
type drawing struct {
	what string
	node *view.Node
}

func planNode(name, summary string, a *figure.Access) *view.Node {
	return view.El("details", view.Class("plan"), view.A("data-key", "plan-"+name), view.Leaf("summary", "", summary), a.Figure().View())
}

// signature is the same for figures that look alike.
func signature(a *figure.Access) string {
	b := []byte(a.Title + "\n" + a.Desc + "\n" + a.Caption + "\n" + strings.Join(a.Says, "\n") + "\n" + strings.Join(a.Ring.Center, "\n"))
	for _, m := range append(a.Rows[:len(a.Rows):len(a.Rows)], a.Static, figure.RowMark(a.Arrow+1)) {
		b = append(b, byte('0'+m))
	}
	for _, n := range a.Ring.Nodes {
		b = append(b, byte('0'+n.Mark))
	}
	token := func(t int64) { b = strconv.AppendInt(append(b, ' '), t, 36) }
	for _, k := range a.Ring.Keys {
		token(k.Token)
		b = append(b, k.Name...)
	}
	for _, c := range a.Ring.Arcs {
		token(c.From)
		token(c.To)
	}
	return string(b)
}

// A drawnRing is what plans are drawn on: evenly spread nodes.
type drawnRing struct {
	*ring.Ring
	all  int    // nodes of the cluster: of many, not each is drawn
	part bool   // nor is each replica
	rf   string // the replicas of each data center, or that this is an example
	told string // which replication that is
}

// example is the ring where nobody says how a keyspace is replicated: a usual number of replicas.
var example = drawnRing{ring.Even(exampleNodes, 3), exampleNodes, false, "example", " That is an example: no statement says how the keyspace is replicated."}

const (
	exampleNodes = 6
	mostDrawn    = 48 // nodes, so that one sees them apart
	mostInRing   = 14 // of a line within the ring
)

// ringOf is the ring of the keyspace of a plan: the nodes of the data centers that have replicas
// of it, where somebody says how many there are.
func (j *judged) ringOf(p *plan.Access) drawnRing {
	for p != nil && p.Table == nil && len(p.Members) > 0 {
		p = p.Members[0]
	}
	if p == nil || p.Table == nil {
		return example
	}
	name := p.Table.Keyspace
	r := j.replication(name)
	if r == nil {
		return example
	}
	centers := ring.Centers(r)
	if r.Class == "SimpleStrategy" {
		centers = []string{""}
	}
	replicas, nodes, rf := 0, 0, "RF "
	for _, center := range centers {
		n, _ := ring.Factor(r, center)
		given := 0
		if j.nodes != nil {
			given = int(j.nodes(center))
		}
		if n <= 0 {
			continue
		}
		if replicas > 0 {
			rf += "+"
		}
		rf += number.Count(n)
		if given > 0 {
			n = min(n, int64(given))
		}
		replicas += int(n)
		nodes += given
	}
	if replicas == 0 { // such as those of the server, of which each node has its own
		return example
	}
	if nodes == 0 {
		nodes = exampleNodes
	}
	if len(rf) > mostInRing {
		rf = number.Of(len(centers), "center")
	}
	nodes = max(nodes, replicas)
	drawn := min(nodes, mostDrawn)
	part := replicas > drawn
	if part { // as large a part of those that are drawn
		replicas = max(replicas*drawn/nodes, 1)
	}
	return drawnRing{ring.Even(drawn, replicas), nodes, part, rf, " Keyspace " + cql.QuoteName(name) + " has replication " + r.String() + "."}
}

// replication is what a keyspace of the text says; nil for one that is taken for granted.
func (j *judged) replication(keyspace string) *schema.Replication {
	if j.catalogue == nil {
		return nil
	}
	ks := j.catalogue.Keyspaces[keyspace]
	if ks == nil || ks.Assumed || slices.Contains(j.untold, keyspace) {
		return nil
	}
	return &ks.Replication
}

// drawnRows is how many rows stand for a partition.
const drawnRows = 7

// accessOf draws a plan.
func accessOf(id string, p *plan.Access, on drawnRing) *figure.Access {
	a := &figure.Access{ID: id, Title: planTitle(p), Ring: planRing(p, on)}
	a.Desc = planSentence(p)
	if p.Partitions != plan.NoPartition {
		marked := 0
		for _, n := range a.Ring.Nodes {
			if n.Mark != 0 {
				marked++
			}
		}
		drawn, all := len(on.Nodes), on.all
		if len(a.Ring.Arcs) > 0 || on.part { // a part of the ring is as large a part of all nodes
			marked = (marked*all + drawn - 1) / drawn
		}
		a.Ring.Center = []string{number.Count(marked) + " of " + number.Count(all), number.Plural(all, "node"), on.rf}
		planRows(a, p)
		nodes := number.Of(drawn, "node")
		if drawn < all {
			nodes += " for " + number.Count(all)
		}
		a.Desc += " Drawn on " + nodes + ", with " + number.Of(on.Replicas, "replica") + " of each partition." + on.told
	}
	for i, k := range a.Ring.Keys {
		if i < len(p.Keys) && i < drawnRows {
			a.Desc += " " + k.String() + " lies at token " + strconv.FormatInt(k.Token, 10) + "."
		}
	}
	if len(a.Says) > 0 {
		a.Desc += " " + a.Caption + ": " + strings.Join(a.Says, ", ") + "."
	}
	return a
}

// planTitle says what one sees.
func planTitle(p *plan.Access) string {
	switch p.Partitions {
	case plan.NoPartition:
		return "Nothing is read or written"
	case plan.OnePartition:
		if p.Write {
			return "One partition is written, on all of its replicas"
		}
		return "One partition: its replicas can answer"
	case plan.SomePartitions:
		return "Several partitions: each has replicas of its own"
	case plan.TokenRangeOfTable:
		return "A part of the ring: node after node"
	case plan.IndexedPartitions:
		return "Every node searches its part of the index"
	case plan.OneIndexedPartition:
		return "One partition: its replicas search it with the index"
	}
	return "The whole ring: every node reads all rows of the table that it has"
}

// planRing marks partitions, and the nodes that hold them.
func planRing(p *plan.Access, on drawnRing) (r figure.Ring) {
	for _, n := range on.Nodes { // without names: nobody says any
		r.Nodes = append(r.Nodes, figure.RingNode{Token: n.Token})
	}
	mark := func(places []int, m figure.NodeMark) {
		for _, i := range places {
			r.Nodes[i].Mark = m
		}
	}
	switch p.Partitions {
	case plan.NoPartition:
	case plan.AllPartitions, plan.IndexedPartitions:
		mark(on.Between(math.MinInt64, math.MaxInt64), figure.Asked)
		r.Arcs = []figure.RingArc{{From: math.MinInt64, To: math.MinInt64}}
	case plan.TokenRangeOfTable:
		from, to := int64(math.MinInt64), int64(math.MaxInt64)
		if p.Range.HasStart {
			from = p.Range.Start
		}
		if p.Range.HasEnd {
			to = p.Range.End
		}
		if to == from { // one token, which takes two to draw
			from--
		}
		r.Arcs = []figure.RingArc{{From: from, To: to}}
		mark(on.Between(from, to), figure.Asked)
	default:
		for i := range max(len(p.Keys), 1) {
			k := figure.RingKey{Name: "?"}
			if i < len(p.Keys) {
				k = figure.RingKey{Name: planKey(p, i), Token: cqltype.MurmurToken(p.Keys[i])}
			} else {
				n := max(p.Count, 1)
				if p.Count < 0 {
					n = 3 // a list of unknown length
				}
				for j := range min(n, drawnRows) { // anywhere: the values are not known
					k.Token = math.MinInt64/4*3 + int64(j)*(math.MaxInt64/drawnRows*2)
					r.Keys = append(r.Keys, k)
				}
				break
			}
			r.Keys = append(r.Keys, k)
			if len(r.Keys) == 4*drawnRows {
				break
			}
		}
		for _, k := range r.Keys {
			mark(on.Holders(on.First(k.Token)), figure.Replica)
		}
	}
	return r
}

// planKey is the key of a partition as a text.
func planKey(p *plan.Access, i int) string {
	t := p.Table
	if t == nil {
		return ""
	}
	var parts []string
	for j, v := range cqltype.SplitPartitionKey(p.Keys[i], len(t.PartitionKey)) {
		parts = append(parts, input.Shorten(t.PartitionKey[j].Type.Text(v), 20))
	}
	return strings.Join(parts, ", ")
}

// planRows marks the rows of a partition.
func planRows(a *figure.Access, p *plan.Access) {
	t := p.Table
	one := p // stands for all statements of a batch
	if len(p.Members) > 0 {
		one = p.Members[0]
		if p.Count != 1 && len(p.Members) > 1 {
			return // each statement has rows of its own
		}
	}
	if t == nil {
		return
	}
	a.Caption = "Each partition"
	if p.Partitions == plan.OnePartition || p.Partitions == plan.OneIndexedPartition {
		a.Caption = "The partition"
	}
	if len(t.Clustering) > 0 {
		a.Caption += ", sorted by " + sortedBy(t)
	}
	mark := figure.Got
	switch {
	case one.Tombstone:
		mark = figure.Deleted
	case p.Write:
		mark = figure.Put
	}
	switch {
	case p.Write && one.Rows == plan.StaticRow:
		a.Static = mark
		a.Rows = make([]figure.RowMark, 4)
		a.Says = []string{"the static row", written(mark)}
	case len(t.Clustering) == 0:
		a.Rows, a.Plain = []figure.RowMark{mark}, true
		a.Says = []string{"its only row"}
		if p.Write {
			a.Says = append(a.Says, written(mark))
		} else if p.Filtered {
			a.Says = append(a.Says, "✕ where it does not fit")
		}
	default:
		says, touched := touchedRows(p, one)
		a.Rows = make([]figure.RowMark, drawnRows)
		for _, i := range touched {
			a.Rows[i] = mark
		}
		a.Says = []string{says}
		if p.Write {
			a.Says = append(a.Says, written(mark))
		} else {
			readRows(a, p, one)
		}
	}
}

// touchedRows are the rows of a partition that a plan touches, in words and as places
// among those that are drawn.
func touchedRows(p, one *plan.Access) (says string, at []int) {
	switch {
	case len(p.Members) > 1:
		return strconv.Itoa(len(p.Members)) + " statements", []int{1, 3, 4, 5, 6}[:min(len(p.Members), 5)]
	case len(p.Indexes) > 0:
		return "rows that the index finds", []int{1, 4}
	case one.Rows == plan.OneRow:
		at = []int{3}
	case one.Rows == plan.SomeRows:
		at = []int{1, 3, 6}
	case one.Rows == plan.RowSlice && one.Slices == 1:
		at = []int{2, 3, 4}
	case one.Rows == plan.RowSlice:
		at = []int{1, 2, 4, 5}
	default:
		at = []int{0, 1, 2, 3, 4, 5, 6}
		if limited(p) && p.Reversed {
			return "from the last row on", at
		} else if limited(p) {
			return "from the first row on", at
		}
	}
	return rowsText(one), at
}

// readRows shows which of the rows that are read are thrown away, and where reading
// goes and ends.
func readRows(a *figure.Access, p, one *plan.Access) {
	read := func(i int) bool { return a.Rows[i] != figure.Untouched }
	if p.Filtered {
		for i, keep := 0, 0; i < drawnRows; i++ {
			if read(i) {
				if keep++; keep%3 != 2 {
					a.Rows[i] = figure.Skipped
				}
			}
		}
		a.Says = append(a.Says, "✕ read and thrown away")
	}
	if one.Rows == plan.OneRow || len(p.Indexes) > 0 {
		return
	}
	a.Arrow = 1
	direction := "in the stored order"
	if p.Reversed {
		a.Arrow, direction = -1, "backwards: against the stored order"
	}
	a.Says = append(a.Says, direction)
	if !limited(p) || one.Rows == plan.SomeRows {
		return
	}
	a.Says = append(a.Says, "until "+number.Within(p.Limit, "row")+pluralVerb(p.Limit)+" found")
	for k, left := 0, min(p.Limit, 2); k < drawnRows; k++ { // the first that it meets
		i := k
		if p.Reversed {
			i = drawnRows - 1 - k
		}
		if read(i) {
			if left == 0 {
				a.Rows[i] = figure.Untouched
			} else if a.Rows[i] == figure.Got {
				left--
			}
		}
	}
}

// limited reports whether reading stops in the middle of a partition.
func limited(p *plan.Access) bool { return p.Limit > 0 && !p.Aggregated && !p.Sorted }

// written is what a write leaves behind.
func written(m figure.RowMark) string {
	if m == figure.Deleted {
		return "† hidden by a tombstone"
	}
	return "+ written"
}

func pluralVerb(n int) string {
	if n == 1 {
		return " is"
	}
	return " are"
}

// sortedBy lists the clustering columns with their directions.
func sortedBy(t *schema.Table) string {
	var names []string
	for _, c := range t.Clustering {
		arrow := " ↑"
		if c.Desc {
			arrow = " ↓"
		}
		names = append(names, c.Name+arrow)
	}
	return strings.Join(names, ", ")
}
