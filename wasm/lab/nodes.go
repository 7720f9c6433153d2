package lab

import (
	"math"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/view"
)

// A cluster is the ring of nodes that a script runs on: which of them hold a
// partition, and whether enough of these answer. The rows themselves are kept
// once, as if all replicas agreed.
type cluster struct {
	nodes    []figure.RingNode // in the order of their tokens
	replicas int
	level    string
	needed   int // replicas that have to answer
	down     map[string]bool
}

// Keys of a widget with a ring.
const (
	levelKey = "level" // consistency level
	downKey  = "down"  // names of nodes that do not answer
)

// levels are the consistency levels, with the number of replicas that answer.
var levels = [...]string{"ONE", "TWO", "THREE", "QUORUM", "ALL"}

func answering(level string, replicas int) int {
	switch level {
	case "ONE":
		return 1
	case "TWO":
		return 2
	case "THREE":
		return 3
	case "QUORUM":
		return replicas/2 + 1
	}
	return replicas
}

// ring6 is the ring of the course: six nodes with one token each, node i at
// −2⁶³ + i·2⁶⁴/6, and three replicas.
func ring6() cluster {
	c := cluster{replicas: 3, down: map[string]bool{}}
	for i := range 6 {
		// i·2⁶⁴/6 without overflow: 2⁶⁴ = 6·k + 4
		const k = math.MaxUint64 / 6
		c.nodes = append(c.nodes, figure.RingNode{Name: "N" + plainNumber(float64(i)), Token: int64(uint64(math.MaxInt64) + 1 + uint64(i)*k + uint64(i)*4/6)})
	}
	return c
}

// parseNodes reads what a fence says of a ring: ring, level and down. It is nil
// without a ring.
func parseNodes(f *fence, z *checkWidget) bool {
	on, level, down := false, "QUORUM", ""
	for _, l := range f.lines {
		switch l.name {
		case "ring":
			if on = true; l.value != "ring6" {
				f.wrong(l.at, "there is no ring "+l.value, "write ring = ring6")
			}
		case levelKey:
			level = l.value
		case downKey:
			down = l.value
		}
	}
	if on {
		z.all = append(z.all, input{key: levelKey, value: level}, input{key: downKey, value: down})
	}
	return on
}

// nodesOf is the cluster as the reader has set it. Problems stand beside the
// fields.
func nodesOf(level, down string) (c cluster, levelProblem, downProblem string) {
	c = ring6()
	c.level = strings.ToUpper(strings.TrimSpace(level))
	known := false
	for _, l := range levels {
		known = known || l == c.level
	}
	if !known {
		levelProblem, c.level = "There is no such level.", "QUORUM"
	}
	c.needed = answering(c.level, c.replicas)
	for _, name := range strings.FieldsFunc(strings.ToUpper(down), func(r rune) bool { return r == ',' || r == ' ' }) {
		found := false
		for _, n := range c.nodes {
			found = found || n.Name == name
		}
		if !found {
			downProblem = "There is no node " + shorten(name, 20) + ": the nodes are N0 to N5."
			continue
		}
		c.down[name] = true
	}
	return c, levelProblem, downProblem
}

// owner is the place of the node that holds a token first.
func (c *cluster) owner(token int64) int {
	for i, n := range c.nodes {
		if token <= n.Token {
			return i
		}
	}
	return 0
}

// replicasOf are the places of the nodes that hold a token, clockwise.
func (c *cluster) replicasOf(first int) (out []int) {
	for i := range c.replicas {
		out = append(out, (first+i)%len(c.nodes))
	}
	return out
}

// asked are the ranges of the ring that a plan touches, each by the place of its
// first replica.
func (c *cluster) asked(p *check.Plan) (firsts []int) {
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
	case len(p.Members) > 0 || p.Partitions == check.NoPartition:
	case len(p.Keys) > 0:
		for _, t := range p.Tokens() {
			add(c.owner(t))
		}
	default: // all ranges
		for i := range c.nodes {
			add(i)
		}
	}
	return firsts
}

// serves tells who is asked for a plan, and why it fails where too few answer.
// A write goes to all replicas and waits for as many as the level says; a read
// asks just so many.
func (c *cluster) serves(p *check.Plan) (asked map[int]bool, said, failed string) {
	asked = map[int]bool{}
	needed, level := c.needed, c.level
	if quorum := c.replicas/2 + 1; p.Conditional && quorum > needed {
		needed, level = quorum, "SERIAL" // the replicas have to agree first
	}
	firsts := c.asked(p)
	for _, first := range firsts {
		up, want := 0, needed
		if p.Write {
			want = c.replicas
		}
		for _, i := range c.replicasOf(first) {
			if !c.down[c.nodes[i].Name] {
				if up++; up <= want {
					asked[i] = true
				}
			}
		}
		if up < needed && failed == "" {
			failed = "Cannot achieve consistency level " + level + ": of the " + plainNumber(float64(c.replicas)) + " replicas on " + c.names(c.replicasOf(first)) + ", " +
				plainNumber(float64(needed)) + " must answer, and " + plainNumber(float64(up)) + " " + isAre(up) + " up."
		}
	}
	var who []int
	for i := range c.nodes {
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
		said = "Sent to " + c.names(who) + "; done when " + plainNumber(float64(needed)) + " of " + plainNumber(float64(c.replicas)) + " replicas have it (" + level + ")."
	default:
		said = "Asked: " + c.names(who) + ", " + plainNumber(float64(needed)) + " of " + plainNumber(float64(c.replicas)) + " replicas of each partition (" + level + ")."
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
		out = append(out, c.nodes[i].Name)
	}
	if n := len(out) - 1; n > 0 {
		return strings.Join(out[:n], ", ") + " and " + out[n]
	}
	return strings.Join(out, "")
}

// figure draws who is asked for a plan.
func (c *cluster) figure(id string, p *check.Plan) *view.Node {
	asked, said, _ := c.serves(p)
	r := figure.Ring{ID: id, Title: "Who holds it, and who is asked", Intro: said, Nodes: append([]figure.RingNode{}, c.nodes...)}
	for _, first := range c.asked(p) {
		for _, i := range c.replicasOf(first) {
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
		plans = []*check.Plan{p}
	}
	for _, m := range plans {
		for i, t := range m.Tokens() {
			if len(r.Keys) < drawnRows {
				r.Keys = append(r.Keys, figure.RingKey{Name: planKey(m, i), Token: t})
			}
		}
	}
	if len(r.Keys) == 0 && p.Partitions != check.NoPartition {
		r.Arcs = []figure.RingArc{{From: math.MinInt64, To: math.MinInt64}}
	}
	return r.Figure().View()
}

// nodeFields are the inputs of a widget with a ring.
func (s *Spec) nodeFields(level, down, levelProblem, downProblem, defDown string) *view.Node {
	var all []choice
	for _, l := range levels {
		all = append(all, choice{l, l})
	}
	return view.El("div", view.Class("fields"),
		s.selection(levelKey, "Consistency level", level, levelProblem, all),
		s.field(field{key: downKey, label: "Nodes down", value: down, def: defDown, problem: downProblem, note: "Names of nodes, N0 to N5"}))
}
