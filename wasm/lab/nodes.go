package lab

import (
	"math"
	"strconv"
	"strings"

	"partitionlab/wasm/figure"
	"partitionlab/wasm/lab/fence"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/ring"
	"partitionlab/wasm/view"
)

// A cluster is the ring of nodes that a script runs on: which of them hold a
// partition, and whether enough of these answer. The rows themselves are kept
// once, as if all replicas agreed.
type cluster struct {
	*ring.Ring
	level  string
	needed int // replicas that have to answer
	down   map[string]bool
}

// A ringFields are what a reader sets of the ring.
type ringFields struct{ level, down input.Field }

// ring6 is the ring of the course: six nodes with one token each, and three replicas.
var ring6 = ring.Even(6, 3)

// parseRing reads what a fence says of a ring: ring, level and down. It is nil
// without a ring.
func parseRing(f *fence.Fence) *ringFields {
	on, ok := f.Line("ring")
	if !ok {
		return nil
	}
	if on.Value != "ring6" {
		f.Wrong(on.At, "there is no ring "+on.Value, "write ring = ring6")
	}
	z := &ringFields{
		level: input.Field{Key: "level", Type: input.Choice, Label: "Consistency level", Default: "QUORUM", Noun: "level"},
		down:  input.Field{Key: "down", Type: input.Names, Label: "Nodes down", Hint: "Names of nodes, N0 to N5", Noun: "node"},
	}
	for _, l := range ring.Levels {
		z.level.Options = append(z.level.Options, input.Option{Value: l, Label: l})
	}
	for _, n := range ring6.Nodes {
		z.down.Options = append(z.down.Options, input.Option{Value: n.Name})
	}
	for _, x := range [...]*input.Field{&z.level, &z.down} {
		if l, ok := f.Line(x.Key); ok {
			x.Default = l.Value
			if p := x.Wrong(l.Value); p != "" {
				f.Wrong(l.At, p, "")
			}
		}
	}
	return z
}

// cluster is the ring as the reader has set it.
func (z *ringFields) cluster(v Inputs) *cluster {
	c := &cluster{Ring: ring6, down: map[string]bool{}}
	c.level, _ = z.level.Option(v)
	c.needed, _ = ring.Needed(c.level, c.Replicas)
	down, _ := z.down.List(v)
	for _, name := range down {
		c.down[name] = true
	}
	return c
}

// view are the fields of the ring.
func (z *ringFields) view(f *form, problems input.Problems) *view.Node {
	at := f.show(z.level, problems.Of(z.level.Key))
	if level, problem := z.level.Option(f.in.Values); problem == "" {
		at.value = level
	}
	down := f.show(z.down, problems.Of(z.down.Key))
	down.note = z.down.Hint
	return view.El("div", view.Class("fields"), f.selection(at), f.fieldView(down))
}

// asked are the ranges of the ring that a plan touches, each by the place of its
// first replica.
func (c *cluster) asked(p *plan.Access) (firsts []int) {
	seen := map[int]bool{}
	add := func(i int) {
		if !seen[i] {
			seen[i] = true
			firsts = append(firsts, i)
		}
	}
	for _, m := range p.Members {
		for _, i := range c.asked(m) {
			add(i)
		}
	}
	switch {
	case len(p.Members) > 0 || p.Partitions == plan.NoPartition:
	case len(p.Keys) > 0:
		for _, t := range p.Tokens() {
			add(c.First(t))
		}
	default: // all ranges
		for i := range c.Nodes {
			add(i)
		}
	}
	return firsts
}

// serves tells who is asked for a plan, and why it fails where too few answer.
// A write goes to all replicas and waits for as many as the level says; a read
// asks just so many.
func (c *cluster) serves(p *plan.Access) (asked map[int]bool, said, failed string) {
	asked = map[int]bool{}
	needed, level := c.needed, c.level
	if quorum := ring.Quorum(c.Replicas); p.Conditional && quorum > needed {
		needed, level = quorum, "SERIAL" // the replicas have to agree first
	}
	firsts := c.asked(p)
	for _, first := range firsts {
		up, want := 0, needed
		if p.Write {
			want = c.Replicas
		}
		for _, i := range c.Holders(first) {
			if !c.down[c.Nodes[i].Name] {
				if up++; up <= want {
					asked[i] = true
				}
			}
		}
		if up < needed && failed == "" {
			failed = "Cannot achieve consistency level " + level + ": of the " + strconv.Itoa(c.Replicas) + " replicas on " + c.names(c.Holders(first)) + ", " +
				strconv.Itoa(needed) + " must answer, and " + strconv.Itoa(up) + " " + isAre(up) + " up."
		}
	}
	var who []int
	for i := range c.Nodes {
		if asked[i] {
			who = append(who, i)
		}
	}
	switch {
	case failed != "":
		said = failed
	case len(who) == 0:
		said = "No node is asked."
	case p.Write:
		said = "Sent to " + c.names(who) + "; done when " + strconv.Itoa(needed) + " of " + strconv.Itoa(c.Replicas) + " replicas have it (" + level + ")."
	default:
		said = "Asked: " + c.names(who) + ", " + strconv.Itoa(needed) + " of " + strconv.Itoa(c.Replicas) + " replicas of each partition (" + level + ")."
	}
	return asked, said, failed
}

func isAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

func (c *cluster) names(places []int) string {
	var out []string
	for _, i := range places {
		out = append(out, c.Nodes[i].Name)
	}
	return enumerated(out)
}

// enumerated writes names as a sentence has them: N1, N2 and N3.
func enumerated(names []string) string {
	if n := len(names) - 1; n > 0 {
		return strings.Join(names[:n], ", ") + " and " + names[n]
	}
	return strings.Join(names, "")
}

// figure draws who is asked for a plan.
func (c *cluster) figure(id string, p *plan.Access) *view.Node {
	asked, said, _ := c.serves(p)
	r := figure.Ring{ID: id, Title: "Who holds it, and who is asked", Intro: said, Nodes: nodesDrawn(c.Ring)}
	for _, first := range c.asked(p) {
		for _, i := range c.Holders(first) {
			r.Nodes[i].Mark |= figure.Replica
		}
	}
	for i := range r.Nodes {
		if asked[i] {
			r.Nodes[i].Mark |= figure.Asked
		}
		if c.down[r.Nodes[i].Name] {
			r.Nodes[i].Mark |= figure.Down
		}
	}
	plans := p.Members
	if len(plans) == 0 {
		plans = []*plan.Access{p}
	}
	for _, m := range plans {
		for i, t := range m.Tokens() {
			if len(r.Keys) < drawnRows {
				r.Keys = append(r.Keys, figure.RingKey{Name: planKey(m, i), Token: t})
			}
		}
	}
	if len(r.Keys) == 0 && p.Partitions != plan.NoPartition {
		r.Arcs = []figure.RingArc{{From: math.MinInt64, To: math.MinInt64}}
	}
	return r.Figure().View()
}

// nodesDrawn are the nodes of a ring as a figure takes them, without marks.
func nodesDrawn(r *ring.Ring) []figure.RingNode {
	out := make([]figure.RingNode, len(r.Nodes))
	for i, n := range r.Nodes {
		out[i] = figure.RingNode{Name: n.Name, Token: n.Token}
	}
	return out
}
