package lab

import (
	"math"

	"partitionlab/wasm/figure"
	"partitionlab/wasm/lab/fence"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/number"
	"partitionlab/wasm/ring"
	"partitionlab/wasm/work"
)

// An index widget counts whom a search by an index asks: an index lies beside its rows, so
// without a partition key every range of the ring has to be asked.
//
//	nodes = 100
//	tokens = 16       of each node: 16 as shipped, 1 as it used to be
//	rf = 3            replicas
//	rows = 100000000  of the table
//	distinct = 195    values of the indexed column
type fanout struct{ nodes, tokens, rf, rows, distinct input.Field }

func parseFanout(f *fence.Fence) widget {
	z := &fanout{
		nodes:    input.Field{Key: "nodes", Type: input.Whole, Label: "Nodes", Default: "100", Least: 1, Most: 1000, Slider: &input.Slider{Lo: 1, Hi: 200}},
		tokens:   input.Field{Key: "tokens", Type: input.Choice, Label: "Tokens of a node", Default: "16", Noun: "number of tokens", Options: input.Options("1", "1", "16", "16, as shipped")},
		rf:       input.Field{Key: "rf", Type: input.Whole, Label: "Replicas", Default: "3", Least: 1, Most: 7},
		rows:     input.Field{Key: "rows", Type: input.Whole, Label: "Rows of the table", Default: "100000000", Least: 1, Most: 1e12},
		distinct: input.Field{Key: "distinct", Type: input.Whole, Label: "Different values", Default: "195", Least: 1, Most: 1e12},
	}
	all := ownFields(f, z.fields())
	f.Asks([]string{"nodes", "rows"})
	return widget{fields: all, work: func(s *Spec) worker { return &fanoutWork{form: form{Spec: s}, z: z} }}
}

func (z *fanout) fields() []*input.Field {
	return []*input.Field{&z.nodes, &z.tokens, &z.rf, &z.rows, &z.distinct}
}

type fanoutWork struct {
	form
	z *fanout

	problems             input.Problems
	nodes, tokens, rf    int
	rows, distinct, hits int64 // of the table, its values, rows of one value
	asked                int   // nodes, for all ranges
}

func (w *fanoutWork) work(*work.Meter) {
	w.problems = w.form.problems()
	w.nodes, w.rows, w.distinct = int(w.whole(&w.z.nodes)), w.whole(&w.z.rows), w.whole(&w.z.distinct)
	w.rf = min(int(w.whole(&w.z.rf)), w.nodes)
	w.tokens = 16
	if t, _ := w.z.tokens.Option(w.in.Values); t == "1" {
		w.tokens = 1
	}
	w.hits = max(int64(math.Round(float64(w.rows)/float64(w.distinct))), 1)
	w.asked = everyRange(w.nodes, w.tokens, w.rf)
}

// everyRange is how many nodes a coordinator asks for one replica of every range. It goes
// around the ring and asks one node for neighboring ranges as long as there is one that
// holds them all; of several it takes one as if by chance.
// Source: ReplicaPlanMerger of Cassandra 5.0.
func everyRange(nodes, tokens, rf int) int {
	r := ring.Even(nodes, rf)
	if tokens > 1 {
		r = ring.Dealt(nodes, tokens, rf)
	}
	asked := map[string]bool{}
	var common []string
	for i := range r.Nodes {
		here := map[string]bool{}
		for _, p := range r.Holders(i) {
			here[r.Nodes[p].Name] = true
		}
		var still []string
		for _, name := range common {
			if here[name] {
				still = append(still, name)
			}
		}
		if len(still) == 0 {
			if len(common) > 0 {
				asked[common[i*7%len(common)]] = true
			}
			for _, p := range r.Holders(i) {
				still = append(still, r.Nodes[p].Name)
			}
		}
		common = still
	}
	if len(common) > 0 {
		asked[common[0]] = true
	}
	return len(asked)
}

func (w *fanoutWork) answer() *Output {
	values := outputs{}
	values.put("nodes", int64(w.asked))
	values.put("nodes.least", int64((w.nodes+w.rf-1)/w.rf))
	values.put("rows", w.hits)
	values.put("rows.node", (w.hits+int64(w.asked)-1)/int64(w.asked))
	a := w.verdict()
	rows := [][]string{
		{"nodes asked by the index alone", number.Count(w.asked)},
		{"nodes asked, at best", number.Count((w.nodes + w.rf - 1) / w.rf)},
		{"nodes asked with the partition key", "1"},
		{"rows of one value", number.Count(w.hits)},
		{"rows of one value on each node asked", number.Count((w.hits + int64(w.asked) - 1) / int64(w.asked))},
	}
	tabs := []tab{
		numbersTab("What a search by the index asks", rows),
		assumedTab(
			remark("one", "One replica of each range answers: consistency level ONE. At QUORUM more are asked."),
			remark("tokens", "The tokens are given to the nodes evenly, in an order that looks random. With one token for each node, neighboring ranges share a replica, and one node answers for as many ranges as there are replicas. With 16 tokens, a node has other neighbors at each of its places on the ring, so almost every node is asked."),
			remark("limit", "With a LIMIT the node that takes the request asks a few ranges first and stops when it has enough rows. For a value that few rows have, it still asks the whole ring."),
			remark("even", "The calculation assumes that every value has equally many rows. Real values differ a lot.")),
	}
	return w.reckoned(values, w.problems, w.ownGiven(w.z.fields(), w.problems), a, w.bars().Figure().Beside().View(), tabs)
}

func (w *fanoutWork) verdict() verdict {
	if w.Ask.Name == "rows" {
		return verdict{headline: number.Begin(w.hits, "row") + " for one value", more: "On average, on " + number.Of(w.asked, "node") + "."}
	}
	a := verdict{headline: number.Count(w.asked) + " of " + number.Of(w.nodes, "node"), mood: "fine",
		more: "This many are asked for " + lowerFirst(number.Begin(w.hits, "row")) + " of one value. With the partition key, or in a table for this question, it is one node."}
	if w.asked > 1 {
		a.mood = "watch"
	}
	if int64(w.asked) > w.hits {
		a.mood, a.word = "bad", "more nodes than rows"
	}
	return a
}

func (w *fanoutWork) bars() *figure.Bars {
	b := &figure.Bars{ID: w.Element("bars"), Title: "Nodes that one search asks", Head: []string{"search", "nodes"}, Line: float64(w.nodes), LineName: "all nodes"}
	for _, x := range []struct {
		name  string
		nodes int
	}{{"by the index alone", w.asked}, {"index and partition key", 1}, {"a table for the question", 1}} {
		b.Bars = append(b.Bars, figure.Bar{Name: x.name, Says: number.Count(x.nodes), Value: float64(x.nodes)})
	}
	b.Bars[0].Class = "row-skipped"
	b.Desc = "By the index alone " + number.Of(w.asked, "node") + " of " + number.Count(w.nodes) + "; with the partition key, or in a table for the question, one."
	return b
}
