package ring

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"partitionlab/wasm/schema"
)

func TestEven(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 6, 7, 8, 100} {
		r := Even(n, 3)
		if len(r.Nodes) != n || r.Replicas != min(3, n) {
			t.Fatalf("%d nodes: %+v", n, r)
		}
		for i, node := range r.Nodes { // −2⁶³ + i·2⁶⁴/n, rounded down
			want := new(big.Int).Lsh(big.NewInt(int64(i)), 64)
			want.Div(want, big.NewInt(int64(n))).Sub(want, new(big.Int).Lsh(big.NewInt(1), 63))
			if node.Token != want.Int64() {
				t.Errorf("node %d of %d has token %d, want %s", i, n, node.Token, want)
			}
		}
	}
}

func TestWhoHolds(t *testing.T) {
	r := Even(4, 3) // −2⁶³, −2⁶², 0, 2⁶²
	for _, c := range []struct {
		token int64
		want  []int
	}{
		{math.MinInt64, []int{0, 1, 2}}, {math.MinInt64 + 1, []int{1, 2, 3}}, {-1 << 62, []int{1, 2, 3}}, {-1, []int{2, 3, 0}}, {0, []int{2, 3, 0}}, {1, []int{3, 0, 1}},
		{1<<62 + 1, []int{0, 1, 2}}, {math.MaxInt64, []int{0, 1, 2}},
	} {
		if got := r.Holders(r.First(c.token)); !slices.Equal(got, c.want) {
			t.Errorf("token %d is on %v, want %v", c.token, got, c.want)
		}
	}
	for _, c := range []struct {
		from, to int64
		want     []int
	}{
		{math.MinInt64, math.MaxInt64, []int{0, 1, 2, 3}}, {-5, -1, []int{2}}, {-5, 0, []int{2}}, {-5, 1, []int{2, 3}}, {0, 1, []int{3}}, {1 << 62, math.MaxInt64, []int{0}},
		{math.MinInt64, math.MinInt64 + 1, []int{1}}, {1<<62 - 1, 1 << 62, []int{3}},
	} {
		if got := r.Between(c.from, c.to); !slices.Equal(got, c.want) {
			t.Errorf("from %d to %d asks %v, want %v", c.from, c.to, got, c.want)
		}
	}
}

// TestHoldersAreNodes: no node holds two replicas, and no rack does while another has none.
func TestHoldersAreNodes(t *testing.T) {
	for _, c := range []struct{ nodes, tokens, replicas, racks int }{{6, 1, 3, 1}, {6, 16, 3, 1}, {6, 16, 3, 3}, {6, 1, 3, 2}, {9, 4, 5, 3}, {2, 16, 3, 1}, {7, 16, 3, 3}, {3, 8, 2, 3}} {
		r := Dealt(c.nodes, c.tokens, c.replicas)
		r.Rack(c.racks)
		places := map[string]int{}
		for first, n := range r.Nodes {
			places[n.Name]++
			names, racks := map[string]bool{}, map[string]bool{}
			holders := r.Holders(first)
			if holders[0] != first {
				t.Errorf("%+v: the first replica of place %d is %d", c, first, holders[0])
			}
			for _, i := range holders {
				names[r.Nodes[i].Name], racks[r.Nodes[i].Rack] = true, true
			}
			if want := min(c.replicas, c.nodes); len(names) != want || len(holders) != want {
				t.Errorf("%+v: place %d is held by %v", c, first, holders)
			}
			if want := min(c.replicas, c.racks, c.nodes); len(racks) != want {
				t.Errorf("%+v: place %d is held in %d racks", c, first, len(racks))
			}
		}
		for name, n := range places {
			if n != c.tokens {
				t.Errorf("%+v: %s has %d places", c, name, n)
			}
		}
		if len(places) != c.nodes {
			t.Errorf("%+v: %d nodes", c, len(places))
		}
	}
	one, even := Dealt(6, 1, 3), Even(6, 3)
	if !slices.Equal(one.Nodes, even.Nodes) {
		t.Errorf("one token each is %v", one.Nodes)
	}
}

// Between names the nodes that hold at least one of the tokens.
func TestBetweenAgreesWithFirst(t *testing.T) {
	r := &Ring{Nodes: []Node{{Name: "a", Token: -3}, {Name: "b"}, {Name: "c", Token: 2}}, Replicas: 1}
	for from := int64(-6); from < 6; from++ {
		for to := from + 1; to <= 6; to++ {
			var want []int
			for token := from + 1; token <= to; token++ {
				want = append(want, r.First(token))
			}
			slices.Sort(want)
			if want = slices.Compact(want); !slices.Equal(r.Between(from, to), want) {
				t.Errorf("from %d to %d: %v, want %v", from, to, r.Between(from, to), want)
			}
		}
	}
}

func TestNeeded(t *testing.T) {
	for replicas, want := range map[int][]int{1: {1, 1, 2, 3, 1, 1, 1}, 2: {1, 1, 2, 3, 2, 2, 2}, 3: {1, 1, 2, 3, 2, 2, 3}, 5: {1, 1, 2, 3, 3, 3, 5}} {
		for i, level := range Levels {
			if n, ok := Needed(level, replicas); !ok || n != want[i] {
				t.Errorf("%s of %d is %d", level, replicas, n)
			}
		}
	}
	if _, ok := Needed("SOME", 3); ok {
		t.Error("there is no level SOME")
	}
}

func TestFactor(t *testing.T) {
	simple := &schema.Replication{Class: "SimpleStrategy", Options: []schema.Option{{Name: "replication_factor", Value: "3/1"}}}
	network := &schema.Replication{Class: "NetworkTopologyStrategy", Options: []schema.Option{{Name: "eu", Value: "3"}, {Name: "us", Value: "2"}}}
	for _, c := range []struct {
		r      *schema.Replication
		center string
		want   int64
		ok     bool
	}{{simple, "", 3, true}, {network, "us", 2, true}, {network, "asia", 0, false}, {network, "", 0, false}, {nil, "eu", 0, false}} {
		if n, ok := Factor(c.r, c.center); n != c.want || ok != c.ok {
			t.Errorf("%v in %q: %d, %v", c.r, c.center, n, ok)
		}
	}
	if got := Centers(network); !slices.Equal(got, []string{"eu", "us"}) || Centers(simple) != nil || Centers(nil) != nil {
		t.Errorf("the data centers are %v", got)
	}
}
