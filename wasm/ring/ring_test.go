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

// Between names the nodes that hold at least one of the tokens.
func TestBetweenAgreesWithFirst(t *testing.T) {
	r := &Ring{Nodes: []Node{{"a", -3}, {"b", 0}, {"c", 2}}, Replicas: 1}
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
	for replicas, want := range map[int][]int{1: {1, 2, 3, 1, 1}, 2: {1, 2, 3, 2, 2}, 3: {1, 2, 3, 2, 3}, 5: {1, 2, 3, 3, 5}} {
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
