package lab

import (
	"partitionlab/wasm/check"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/lab/fence"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/number"
	"partitionlab/wasm/work"
)

// A batch widget counts what a batch touches: partitions, replicas, the batchlog; and says
// whether the server takes it.
//
//	rows = 3          written by the batch
//	partitions = 3    that they lie in
//	bytes = 100       of a row
//	rf = 3            replicas
//	nodes = 6
//	kind = logged     or unlogged
type batch struct{ rows, partitions, kind, bytes, rf, nodes input.Field }

func parseBatch(f *fence.Fence) widget {
	z := &batch{
		rows:       input.Field{Key: "rows", Type: input.Whole, Label: "Rows written", Default: "3", Least: 1, Most: 65535, Slider: &input.Slider{Lo: 1, Hi: 100}},
		partitions: input.Field{Key: "partitions", Type: input.Whole, Label: "Partitions", Default: "3", Least: 1, Most: 65535, Slider: &input.Slider{Lo: 1, Hi: 100}},
		kind:       input.Field{Key: "kind", Type: input.Choice, Label: "Batch", Default: "logged", Noun: "kind of batch", Options: input.Options("logged", "logged", "unlogged", "unlogged")},
		bytes:      input.Field{Key: "bytes", Type: input.Whole, Label: "Bytes of a row", Default: "100", Least: 1, Most: 1e8},
		rf:         input.Field{Key: "rf", Type: input.Whole, Label: "Replicas", Default: "3", Least: 1, Most: 7},
		nodes:      input.Field{Key: "nodes", Type: input.Whole, Label: "Nodes", Default: "6", Least: 1, Most: 1000},
	}
	all := ownFields(f, z.fields())
	f.Asks([]string{"partitions", "replicas", "verdict"})
	return widget{fields: all, work: func(s *Spec) worker { return &batchWork{form: form{Spec: s}, z: z} }}
}

func (z *batch) fields() []*input.Field {
	return []*input.Field{&z.rows, &z.partitions, &z.kind, &z.bytes, &z.rf, &z.nodes}
}

type batchWork struct {
	form
	z *batch

	problems                           input.Problems
	rows, partitions, bytes, rf, nodes int64
	logged                             bool
	most                               int64 // replicas that it reaches at most
	writes                             int64 // of partitions to replicas
	log                                int64 // copies in the batchlog
}

func (w *batchWork) work(*work.Meter) {
	w.problems = w.form.problems()
	w.rows, w.bytes, w.nodes = w.whole(&w.z.rows), w.whole(&w.z.bytes), w.whole(&w.z.nodes)
	w.partitions, w.rf = min(w.whole(&w.z.partitions), w.rows), min(w.whole(&w.z.rf), w.nodes)
	kind, _ := w.z.kind.Option(w.in.Values)
	w.logged = kind != "unlogged"
	w.writes = w.partitions * w.rf
	w.most = min(w.writes, w.nodes)
	// One partition needs no batchlog: its rows are one mutation. The log goes to two other
	// nodes of the data center, or to as many as there are.
	// Source: StorageProxy.mutateAtomically, BatchStatement.executeWithoutConditions, BatchlogManager of Cassandra 5.0.
	w.log = 0
	if w.logged && w.partitions > 1 {
		w.log = max(1, min(2, w.nodes-1))
	}
}

// bytesWritten is what the batch writes, without what the server adds to each row.
func (w *batchWork) bytesWritten() int64 { return w.rows * w.bytes }

// taken is what the server says to the batch as it is shipped: a batch of one partition is
// one mutation, and nothing is said to that. Source: BatchStatement of Cassandra 5.0, as in
// package dml.
func (w *batchWork) taken() (word, mood, why string) {
	s := check.NewSettings()
	warn, fail, across := s.Number(check.BatchSizeWarn), s.Number(check.BatchSizeFail), s.Number(check.UnloggedBatchAcrossPartitionsWarn)
	switch {
	case w.partitions <= 1:
		return "accepted", "fine", "A batch for one partition is one write: the limits for batches do not apply."
	case w.bytesWritten() > fail:
		return "refused", "refused", "Batch too large: above " + number.Bytes(fail) + " over several partitions."
	case w.bytesWritten() > warn:
		return "accepted, the server warns", "watch", "Above " + number.Bytes(warn) + " over several partitions."
	case !w.logged && w.partitions > across:
		return "accepted, the server warns", "watch", "An unlogged batch of more than " + number.Of(across, "partition") + " is not faster than single statements: one node has to send all of them to the others."
	}
	return "accepted", "fine", ""
}

func (w *batchWork) answer() *Output {
	word, mood, why := w.taken()
	values := outputs{}
	values.put("partitions", w.partitions)
	values.put("writes", w.writes)
	values.put("replicas", w.most)
	values.put("batchlog", w.log)
	values["verdict"] = word
	a := verdict{word: word, mood: mood, headline: number.Begin(w.partitions, "partition")}
	more := "Up to " + number.Of(w.most, "node") + " carry out " + number.Of(w.writes, "write") + after(", and the batchlog has ", w.copies()) + "."
	switch w.Ask.Name {
	case "replicas":
		a.headline = number.Begin(w.writes, "write") + " to replicas" + after(", and ", w.copies())
		more = number.Begin(w.partitions, "partition") + ", " + number.Of(w.rf, "replica") + " each."
	case "verdict":
		a.headline, a.word = sentence(word), ""
		a.headline = a.headline[:len(a.headline)-1]
	}
	a.more = why + after(" ", more)
	if why == "" {
		a.more = more
	}
	rows := [][]string{
		{"rows written", number.Count(w.rows)},
		{"bytes of these", number.Bytes(w.bytesWritten())},
		{"partitions", number.Count(w.partitions)},
		{"writes to replicas", number.Count(w.writes)},
		{"nodes that take part, at most", number.Count(w.most)},
		{"copies in the batchlog", number.Count(w.log)},
	}
	tabs := []tab{
		numbersTab("What the batch writes", rows),
		assumedTab(
			remark("tables", "Rows of two tables are two partitions, even with the same key. If both tables are in one keyspace, rows with the same key are sent as one write."),
			remark("log", "A logged batch of several partitions is first written to two other nodes, and removed there when all its writes are done. If the node that took the batch, its coordinator, fails, one of these two nodes finishes the batch. Until then a reader may see only a part of it."),
			remark("size", "The bytes are those of the values. The server also counts some bytes for each value and each row, so it warns a little earlier.")),
	}
	return w.reckoned(values, w.problems, w.ownGiven(w.z.fields(), w.problems), a, w.bars().Figure().Beside().View(), tabs)
}

// copies is what the batchlog has, "" for nothing.
func (w *batchWork) copies() string {
	if w.log == 0 {
		return ""
	}
	return number.Of(w.log, "copy")
}

func (w *batchWork) bars() *figure.Bars {
	b := w.countBars("What the batch sends", "to", "messages", counted{"partitions to replicas", w.writes}, counted{"batch to batchlogs", w.log}, counted{"one row alone", w.rf})
	b.Bars[2].Class = "row-skipped"
	b.Desc = number.Begin(w.writes, "write") + " to replicas and " + number.Of(w.log, "copy") + " in the batchlog; one row alone takes " + number.Count(w.rf) + "."
	return b
}
