// Package ring says who holds a partition: nodes and their tokens on a circle, the
// replicas that a keyspace asks for, and how many of them have to answer.
package ring

import (
	"math"
	"strconv"
	"strings"

	"partitionlab/wasm/schema"
)

// A Ring is a circle of tokens that runs from −2⁶³ to 2⁶³−1 and on at −2⁶³. Nodes stand
// in the order of their tokens; each holds the tokens behind that of the node before
// it, up to and with its own.
type Ring struct {
	Nodes    []Node
	Replicas int // of each partition; at most as many as there are nodes
}

// A Node is a place on the ring.
type Node struct {
	Name  string
	Token int64 // the last one that it holds
}

// Even returns a ring of nodes N0, N1 … with one token each, node i at −2⁶³ + i·2⁶⁴/n.
func Even(nodes, replicas int) *Ring {
	r := &Ring{Replicas: min(replicas, nodes)}
	n := uint64(nodes)
	for i := range n {
		// i·2⁶⁴/n without overflow: 2⁶⁴ = n·k + rest, with 0 < rest ≤ n
		k := math.MaxUint64 / n
		rest := math.MaxUint64 - k*n + 1
		r.Nodes = append(r.Nodes, Node{"N" + strconv.FormatUint(i, 10), int64(1<<63 + i*k + i*rest/n)})
	}
	return r
}

// First is the place of the node that holds a token, and so the first replica.
func (r *Ring) First(token int64) int {
	for i, n := range r.Nodes {
		if token <= n.Token {
			return i
		}
	}
	return 0
}

// Holders are the places of the replicas, clockwise from the first.
func (r *Ring) Holders(first int) []int {
	out := make([]int, r.Replicas)
	for i := range out {
		out[i] = (first + i) % len(r.Nodes)
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
var Levels = [...]string{"ONE", "TWO", "THREE", "QUORUM", "ALL"}

// Needed is the number of replicas that have to answer at a level, and whether there
// is such a level. It may be more than there are replicas: then none serves.
func Needed(level string, replicas int) (n int, ok bool) {
	switch level {
	case "ONE":
		return 1, true
	case "TWO":
		return 2, true
	case "THREE":
		return 3, true
	case "QUORUM":
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
