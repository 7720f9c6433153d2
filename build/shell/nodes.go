// The nodes of the cluster, who of them is up, and whether a consistency level is
// reached. All rows are in one place: what a level decides here is whether a statement
// is carried out.

package shell

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/number"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/ring"
	"partitionlab/wasm/schema"
)

// A node is one of a data center, at a place on the ring.
type node struct {
	name, center string
	token        int64
	down         bool
}

// nodes are those of a cluster, in the order of their tokens. Each data center divides
// the ring evenly; the next one stands a step behind it.
type nodes struct {
	all     []*node
	centers []string // the first one is that of the client
}

func newNodes(s *check.Settings) *nodes {
	c := &nodes{centers: s.Datacenters}
	for i, center := range c.centers {
		for k, n := range ring.Even(s.NodesOf(center), 1).Nodes {
			c.all = append(c.all, &node{name: fmt.Sprintf("%s-%d", center, k+1), center: center, token: n.Token + int64(i)})
		}
	}
	sort.SliceStable(c.all, func(i, k int) bool { return c.all[i].token < c.all[k].token })
	return c
}

// set takes a node down, or up again.
func (c *nodes) set(name string, down bool) error {
	for _, n := range c.all {
		if strings.EqualFold(n.name, name) {
			n.down = down
			return nil
		}
	}
	var names []string
	for _, n := range c.all {
		names = append(names, n.name)
	}
	sort.Strings(names)
	return fmt.Errorf("there is no node %q: there are %s", name, strings.Join(names, ", "))
}

// replicas are the nodes that hold a token, clockwise, those of each data center one
// after the other. A cluster without replicas of its own holds it everywhere.
func (c *nodes) replicas(r *schema.Replication, token int64) (out []*node) {
	from := 0
	for from < len(c.all) && c.all[from].token < token {
		from++
	}
	walk := func(center string, want int64) {
		for i := 0; i < len(c.all) && want > 0; i++ {
			if n := c.all[(from+i)%len(c.all)]; center == "" || n.center == center {
				out = append(out, n)
				want--
			}
		}
	}
	switch r.Class {
	case "NetworkTopologyStrategy":
		for _, center := range c.centers {
			n, _ := ring.Factor(r, center)
			walk(center, n)
		}
	case "SimpleStrategy":
		n, _ := ring.Factor(r, "")
		walk("", n)
	}
	return out
}

// A need is how many replicas must answer, in a data center or, "", in all of them.
type need struct {
	center string
	n      int
}

// factor is how many replicas a keyspace asks for, in a data center or in all.
func (c *nodes) factor(r *schema.Replication, center string) (n int) {
	if r.Class == "NetworkTopologyStrategy" && center == "" {
		for _, dc := range c.centers {
			n += c.factor(r, dc)
		}
		return n
	}
	if r.Class == "SimpleStrategy" {
		center = ""
	}
	f, _ := ring.Factor(r, center)
	return int(f)
}

// needs are what a level asks for. Source: ConsistencyLevel.blockFor.
func (c *nodes) needs(r *schema.Replication, level string) []need {
	local := c.centers[0]
	if r.Class != "NetworkTopologyStrategy" {
		local = ""
	}
	switch level {
	case "ANY":
		return nil
	case "SERIAL":
		level = "QUORUM"
	case "LOCAL_ONE":
		return []need{{local, 1}}
	case "LOCAL_QUORUM", "LOCAL_SERIAL":
		return []need{{local, ring.Quorum(c.factor(r, local))}}
	case "EACH_QUORUM":
		if local == "" {
			return []need{{"", ring.Quorum(c.factor(r, ""))}}
		}
		var out []need
		for _, center := range c.centers {
			if n := c.factor(r, center); n > 0 {
				out = append(out, need{center, ring.Quorum(n)})
			}
		}
		return out
	}
	n, _ := ring.Needed(level, c.factor(r, ""))
	return []need{{"", n}}
}

// levels are the consistency levels of cqlsh.
var levels = []string{"ANY", "ONE", "TWO", "THREE", "QUORUM", "ALL", "LOCAL_QUORUM", "EACH_QUORUM", "SERIAL", "LOCAL_SERIAL", "LOCAL_ONE"}

// serves tells why a statement cannot be carried out at the level of the session; "" where it can.
func (sh *Shell) serves(p *plan.Access) string {
	_, failed := sh.asked(p)
	return failed
}

// asked tells who is asked for a read or write, and why it fails where too few are up.
func (sh *Shell) asked(p *plan.Access) (said, failed string) {
	if len(p.Members) > 0 {
		for _, m := range p.Members {
			one, failed := sh.asked(m)
			if failed != "" {
				return "", failed
			}
			said = one
		}
		return said, ""
	}
	if p.Table == nil || p.Partitions == plan.NoPartition {
		return "", ""
	}
	ks := sh.conn.Catalogue().Keyspaces[p.Table.Keyspace]
	if ks == nil || ks.System {
		return "", ""
	}
	r := &ks.Replication
	if why := unfit(p, sh.level); why != "" {
		return "", why
	}
	levels := []string{sh.level}
	if p.Conditional {
		levels = []string{sh.serial, sh.level} // the replicas agree, then they are told
	}
	var tokens []int64
	switch {
	case len(p.Keys) > 0:
		tokens = p.Tokens()
	default: // every part of the ring
		for _, n := range sh.nodes.all {
			tokens = append(tokens, n.token)
		}
	}
	for _, level := range levels {
		for _, token := range tokens {
			holders := sh.nodes.replicas(r, token)
			for _, want := range sh.nodes.needs(r, level) {
				up := 0
				for _, n := range holders {
					if !n.down && (want.center == "" || want.center == n.center) {
						up++
					}
				}
				if up >= want.n {
					continue
				}
				failed = "Cannot achieve consistency level " + level
				if level == "EACH_QUORUM" {
					failed += " in DC " + want.center
				}
				var down []string
				for _, n := range holders {
					if n.down {
						down = append(down, n.name)
					}
				}
				failed += ": " + number.Of(want.n, "replica") + " must answer, " + fmt.Sprint(up) + " can"
				if down != nil {
					failed += "; down: " + strings.Join(down, ", ")
				}
				return "", failed
			}
		}
	}
	if len(tokens) == 1 {
		holders := sh.nodes.replicas(r, tokens[0])
		return fmt.Sprintf("Replicas: %s; %s at %s", joinNodes(holders), needed(sh.nodes.needs(r, sh.level)), sh.level), ""
	}
	return fmt.Sprintf("Replicas of %s; %s each at %s", number.Of(len(tokens), "part")+" of the ring", needed(sh.nodes.needs(r, sh.level)), sh.level), ""
}

func needed(list []need) string {
	if list == nil {
		return "none must answer"
	}
	var out []string
	for _, n := range list {
		text := fmt.Sprint(n.n)
		if n.center != "" {
			text += " of " + n.center
		}
		out = append(out, text)
	}
	return strings.Join(out, " and ") + " must answer"
}

// unfit tells why a level is none for a statement. Source: ConsistencyLevel.validate….
func unfit(p *plan.Access, level string) string {
	serial := level == "SERIAL" || level == "LOCAL_SERIAL"
	switch {
	case !p.Write && level == "ANY":
		return "ANY ConsistencyLevel is only supported for writes"
	case !p.Write:
		return ""
	case p.Conditional && serial:
		return level + " is not supported as conditional update commit consistency. Use ANY if you mean \"make sure it is accepted but I don't care how many replicas commit it for non-SERIAL reads\""
	case serial:
		return "You must use conditional updates for serializable writes"
	case level == "ANY" && p.Table.Counter:
		return "Consistency level ANY is not yet supported for counter table " + p.Table.Name
	}
	return ""
}

func joinNodes(list []*node) string {
	var names []string
	for _, n := range list {
		names = append(names, n.name)
	}
	return strings.Join(names, ", ")
}

// printNodes lists the nodes of each data center.
func (sh *Shell) printNodes() {
	list := slices.Clone(sh.nodes.all)
	sort.SliceStable(list, func(i, k int) bool {
		return slices.Index(sh.nodes.centers, list[i].center) < slices.Index(sh.nodes.centers, list[k].center)
	})
	for _, n := range list {
		state := "up"
		if n.down {
			state = "down"
		}
		sh.say("%-20s %-5s token %d", n.name, state, n.token)
	}
}
