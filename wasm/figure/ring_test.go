package figure

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// sixNodes are evenly spread: n1 holds the tokens up to −2⁶³ + 2⁶⁴/6, and so on.
func sixNodes(marks ...NodeMark) (nodes []RingNode) {
	for i := range 6 {
		n := RingNode{Name: "n" + string(rune('1'+i)), Token: math.MinInt64 + int64(i+1)*(math.MaxInt64/3)}
		if i < len(marks) {
			n.Mark = marks[i]
		}
		nodes = append(nodes, n)
	}
	return nodes
}

func init() {
	samples = append(samples,
		(&Ring{ID: "ring-asked", Title: "Two of three replicas answer", Nodes: sixNodes(0, Replica|Asked, Replica|Down, Replica|Asked), Keys: []RingKey{{"AZ123", -5035043480468456551}}, Center: []string{"6 nodes", "RF 3"}}).Figure(),
		(&Ring{ID: "ring-range", Title: "A part of the ring is scanned", Arcs: []RingArc{{math.MaxInt64 / 2, math.MinInt64 / 2, "0 to 5"}}, Keys: []RingKey{{"one of a very long name", math.MinInt64 / 2}, {"", 7}}}).Figure(),
		(&Ring{ID: "ring-all", Title: "Every node is asked", Nodes: sixNodes(Asked, Asked, Asked, Asked, Asked, Down), Arcs: []RingArc{{math.MinInt64, math.MinInt64, ""}}}).Figure(),
		(&Ring{ID: "ring-months", Title: "Months of one hotel", Nodes: sixNodes(), Ranges: true, Keys: []RingKey{{"AZ123, 202601", -5035043480468456551}, {"AZ123, 202602", 1035043480468456551}, {"AZ123, 202603", 7035043480468456551}}}).Figure(),
		(&Access{ID: "access-slice", Title: "One partition, backwards", Desc: "Reads one partition from its end.", Ring: Ring{Nodes: bare(0, Replica, Replica, Replica), Keys: []RingKey{{"AZ123", -5035043480468456551}}, Center: []string{"3 of 6", "nodes"}},
			Caption: "The partition, sorted by date ↓, room_number ↑", Rows: []RowMark{0, 0, Got, Skipped, Got, 0, 0}, Arrow: -1, Says: []string{"a slice of neighboring rows", "✕ read and thrown away"}}).Figure(),
		(&Access{ID: "access-static", Title: "The static row is written", Ring: Ring{Nodes: bare(Replica, Replica, Replica)}, Caption: "The partition", Static: Put, Rows: make([]RowMark, 4), Says: []string{"+ written"}}).Figure(),
		(&Access{ID: "access-none", Title: "Nothing is touched", Ring: Ring{Nodes: bare()}}).Figure(),
	)
}

// bare are nodes without names.
func bare(marks ...NodeMark) []RingNode {
	nodes := sixNodes(marks...)
	for i := range nodes {
		nodes[i].Name = ""
	}
	return nodes
}

// TestAccessOfRandomRows: as TestRingOfRandomNodes, with rows beside the ring.
func TestAccessOfRandomRows(t *testing.T) {
	words := strings.Fields("all rows in the stored order of averyveryverylongcolumnname_that_no_line_holds ✕ thrown away")
	for seed := range uint64(300) {
		rnd := rand.New(rand.NewPCG(seed, 6))
		text := func() string { return strings.Join(words[:1+rnd.IntN(len(words))], " ") }
		a := Access{Caption: text(), Ring: Ring{Nodes: bare(Asked), Center: []string{"3 of 6", "nodes"}}, Arrow: rnd.IntN(3) - 1, Static: RowMark(rnd.IntN(5))}
		for range rnd.IntN(12) {
			a.Ring.Keys = append(a.Ring.Keys, RingKey{text(), int64(rnd.Uint64())})
			a.Rows = append(a.Rows, RowMark(rnd.IntN(5)))
		}
		for range rnd.IntN(5) {
			a.Says = append(a.Says, text())
		}
		for _, l := range []Layout{Wide, Narrow} {
			check(t, "access", a.Figure().Draw(l))
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// TestRingOfRandomNodes: no label lies on another or outside, whatever the tokens.
func TestRingOfRandomNodes(t *testing.T) {
	for seed := range uint64(300) {
		rnd := rand.New(rand.NewPCG(seed, 5))
		r := Ring{Ranges: rnd.IntN(2) == 0}
		for range rnd.IntN(40) {
			r.Nodes = append(r.Nodes, RingNode{Name: strings.Repeat("node", 1+rnd.IntN(4)), Token: int64(rnd.Uint64()), Mark: NodeMark(rnd.IntN(8)), Rack: strings.Repeat("rack1", rnd.IntN(2)), Copy: rnd.IntN(5)})
		}
		for range rnd.IntN(9) {
			r.Keys = append(r.Keys, RingKey{strings.Repeat("k", rnd.IntN(30)), int64(rnd.Uint64())})
		}
		r.Arcs = []RingArc{{From: int64(rnd.Uint64()), To: int64(rnd.Uint64())}}
		for _, l := range []Layout{Wide, Narrow} {
			check(t, "ring", r.Figure().Draw(l))
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// TestOwner: a token belongs to the node at or behind it, past the top to the first.
func TestOwner(t *testing.T) {
	r := Ring{Nodes: []RingNode{{Name: "b"}, {Name: "c", Token: 100}, {Name: "a", Token: -100}}}
	for token, want := range map[int64]string{math.MinInt64: "a", -100: "a", -99: "b", 0: "b", 1: "c", 100: "c", 101: "a", math.MaxInt64: "a"} {
		if got := r.owner(token).Name; got != want {
			t.Errorf("%d lies on %s, want %s", token, got, want)
		}
	}
	if (&Ring{}).owner(0) != nil {
		t.Error("no node, and yet an owner")
	}
}

// TestRingLabels: what a node does stands beside its name, and not in a color only.
func TestRingLabels(t *testing.T) {
	for _, f := range samples {
		if f.ID != "ring-asked" {
			continue
		}
		for _, l := range []Layout{Wide, Narrow} {
			var all []string
			for _, s := range f.Draw(l).Shapes {
				if s.Kind == TextShape {
					all = append(all, s.Text)
				}
			}
			text := strings.Join(all, "|")
			for _, want := range []string{"K AZ123", "n2 (asked)", "n3 (down)", "n4 (asked)", "RF 3"} {
				if !strings.Contains(text, want) {
					t.Errorf("%s: no label %q in %s", l.Name, want, text)
				}
			}
		}
		if want := "Clockwise on the ring of tokens: n1, n2 (asked), n3 (down), n4 (asked), n5, n6. Partition AZ123 lies at token -5035043480468456551, first on n2."; f.Desc != want {
			t.Errorf("got %s", f.Desc)
		}
	}
}

// TestRingKeysAlike: the names of all partitions beside a ring have the K, or none has it.
func TestRingKeysAlike(t *testing.T) {
	dropped := 0
	for length := 1; length < 20; length++ {
		r := &Ring{ID: "r", Title: "r", Nodes: sixNodes()}
		for i := range 6 {
			name := strings.Repeat("a", 1+i%2*length) + strconv.Itoa(i)
			r.Keys = append(r.Keys, RingKey{Name: name, Token: math.MinInt64 + int64(i)*(math.MaxInt64/3) + 1<<60})
		}
		for _, l := range []Layout{Wide, Narrow} {
			marked, plain := 0, 0
			for _, s := range r.Figure().Draw(l).Shapes {
				if s.Class == "t role-key" || s.Class == "role-key" {
					if strings.HasPrefix(s.Text, "K ") {
						marked++
					} else {
						plain++
					}
				}
			}
			if marked > 0 && plain > 0 || marked+plain == 0 {
				t.Errorf("%s, %d letters: %d names with K, %d without", l.Name, length, marked, plain)
			}
			if plain > 0 {
				dropped++
			}
		}
	}
	if dropped == 0 {
		t.Error("no ring was too narrow for the K")
	}
}
