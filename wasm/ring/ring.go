// Package ring says who holds a partition: nodes and their tokens on a circle, the
// replicas that a keyspace asks for, and how many of them have to answer.
package ring

import (
	"math"
	"sort"
	"strconv"
	"strings"

	"partitionlab/wasm/schema"
)

// A Ring is a circle of tokens that runs from −2⁶³ to 2⁶³−1 and on at −2⁶³. Nodes stand
// in the order of their tokens; each holds the tokens behind that of the node before
// it, up to and with its own. A node with several tokens stands in several places.
type Ring struct {
	Nodes    []Node
	Replicas int // of each partition; at most as many as there are nodes
	Racks    int // among which replicas are divided as far as they go; 0 is one
}

// A Node is a place on the ring.
type Node struct {
	Name  string
	Token int64  // the last one that it holds
	Rack  string // "" where all stand in one
}

// Even returns a ring of nodes N0, N1 … with one token each, node i at −2⁶³ + i·2⁶⁴/n.
func Even(nodes, replicas int) *Ring {
	r := &Ring{Replicas: min(replicas, nodes)}
	n := uint64(nodes)
	for i := range n {
		// i·2⁶⁴/n without overflow: 2⁶⁴ = n·k + rest, with 0 < rest ≤ n
		k := math.MaxUint64 / n
		rest := math.MaxUint64 - k*n + 1
		r.Nodes = append(r.Nodes, Node{Name: "N" + strconv.FormatUint(i, 10), Token: int64(1<<63 + i*k + i*rest/n)})
	}
	return r
}

// Dealt returns a ring of nodes with several tokens each. All places are as far apart as
// with [Even]; who gets them is dealt round by round, in an order that looks like chance and
// is always the same. So each node has the same share, which is what Cassandra's own
// allocation of tokens comes close to, and other neighbors at each of its places.
func Dealt(nodes, tokens, replicas int) *Ring {
	r := Even(nodes*tokens, replicas)
	r.Replicas = min(replicas, nodes)
	for round := range tokens {
		deal := r.Nodes[round*nodes : (round+1)*nodes]
		for i := range deal {
			deal[i].Name = "N" + strconv.Itoa(i)
		}
		for i := len(deal) - 1; i > 0 && round > 0; i-- {
			k := mix(uint64(round)<<32|uint64(i)) % uint64(i+1)
			deal[i].Name, deal[k].Name = deal[k].Name, deal[i].Name
		}
	}
	return r
}

// mix is the finalizer of SplitMix64 (Steele, Lea, Flood 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Rack puts the nodes into racks R1, R2 … in turn, in the order of their first places.
func (r *Ring) Rack(racks int) {
	at := map[string]string{}
	for i := range r.Nodes {
		n := &r.Nodes[i]
		if at[n.Name] == "" {
			at[n.Name] = "R" + strconv.Itoa(len(at)%racks+1)
		}
		n.Rack = at[n.Name]
	}
	r.Racks = min(racks, len(at))
}

// First is the place of the node that holds a token, and so the first replica.
func (r *Ring) First(token int64) int {
	return sort.Search(len(r.Nodes), func(i int) bool { return r.Nodes[i].Token >= token }) % len(r.Nodes)
}

// Holders are the places of the replicas, clockwise from the first: each node once, and
// each rack once as long as there are other racks. Source: NetworkTopologyStrategy.
func (r *Ring) Holders(first int) (out []int) {
	repeats := r.Replicas - max(r.Racks, 1) // replicas in racks that have one
	for i := range r.Nodes {
		if len(out) == r.Replicas {
			break
		}
		at := (first + i) % len(r.Nodes)
		name, rack := false, false
		for _, k := range out {
			name = name || r.Nodes[k].Name == r.Nodes[at].Name
			rack = rack || r.Nodes[k].Rack == r.Nodes[at].Rack
		}
		switch {
		case name:
		case !rack:
			out = append(out, at)
		case repeats > 0:
			repeats--
			out = append(out, at)
		}
	}
	return out
}

// Between are the places of the nodes that hold tokens behind from, up to and with to.
func (r *Ring) Between(from, to int64) (out []int) {
	before := r.Nodes[len(r.Nodes)-1].Token
	for i, n := range r.Nodes {
		holds := before < to && from < n.Token
		if i == 0 { // its tokens end one round and begin the next
			holds = before < to || from < n.Token
		}
		if holds {
			out = append(out, i)
		}
		before = n.Token
	}
	return out
}

// Quorum is the number of replicas that make a majority.
func Quorum[N ~int | ~int64](replicas N) N { return replicas/2 + 1 }

// Levels are the consistency levels, the weakest first.
var Levels = [...]string{"LOCAL_ONE", "ONE", "TWO", "THREE", "LOCAL_QUORUM", "QUORUM", "ALL"}

// Local reports whether only the replicas of the near data center count for a level.
func Local(level string) bool { return strings.HasPrefix(level, "LOCAL_") }

// Needed is the number of replicas that have to answer at a level, among those of one data
// center, and whether there is such a level. It may be more than there are replicas: then
// none serves.
func Needed(level string, replicas int) (n int, ok bool) {
	switch level {
	case "ONE", "LOCAL_ONE":
		return 1, true
	case "TWO":
		return 2, true
	case "THREE":
		return 3, true
	case "QUORUM", "LOCAL_QUORUM":
		return Quorum(replicas), true
	case "ALL":
		return replicas, true
	}
	return 0, false
}

// everywhere is the option that holds for data centers without one of their own, and
// the only one of SimpleStrategy.
const everywhere = "replication_factor"

// Centers are the data centers that a replication names.
func Centers(r *schema.Replication) (names []string) {
	if r == nil || r.Class != "NetworkTopologyStrategy" {
		return nil
	}
	for _, o := range r.Options {
		if o.Name != everywhere && o.Name != "class" {
			names = append(names, o.Name)
		}
	}
	return names
}

// Factor is the number of replicas in a data center, transient ones among them, and
// whether the replication says it. An empty name asks for those of SimpleStrategy.
func Factor(r *schema.Replication, center string) (n int64, ok bool) {
	if r == nil {
		return 0, false
	}
	for _, o := range r.Options {
		if o.Name == center || o.Name == everywhere {
			full, _, _ := strings.Cut(o.Value, "/")
			if n, err := strconv.ParseInt(full, 10, 64); err == nil {
				return n, true
			}
		}
	}
	return 0, false
}
