// Package query answers reads on the rows of a memtable: in the server's order,
// with the server's values, and with an account of what was touched on the way.
//
// The read comes from package check, which has judged the statement and bound
// its values; nothing here knows CQL's syntax.
package query

import (
	"sort"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/schema"
)

// An Env is what a read meets.
type Env struct {
	Store   *memtable.Store // nil where the table is empty
	Now     int64           // the server's clock, seconds since 1970
	Binding cqltype.Binding // for now() and its kind
	// Text is the statement, for warnings that quote it.
	Text string
	// Tombstones are the numbers of tombstones above which a read warns, and fails.
	TombstoneWarn, TombstoneFail int64
	// Go is asked now and then whether to go on; nil never stops.
	Go func() bool
}

// A Result is what comes back, and what it cost.
type Result struct {
	check.Result
	Cost     Cost
	Warnings []string
	Stopped  bool // Go said so; Rows holds what there was until then
}

// Cost is what a read touched.
type Cost struct {
	Partitions int // read, with rows or without
	Rows       int // read
	Cells      int // read, tombstones not counted
	Tombstones int // met, as the server counts them
	Matched    int // rows that passed the filter
	Returned   int // rows in the result
}

// An Error is a read that fails although its statement was accepted.
type Error struct {
	Kind    diag.Kind // Function, ReadFail, Invalid; NoKind where a user-defined function would have to run
	Message string
	Rule    string    // "" where no rule is broken
	Span    diag.Span // of the selector; empty where all of the statement is meant
}

func (e *Error) Error() string { return e.Message }

// Run carries out a read.
func Run(r *check.Read, env *Env) (*Result, *Error) {
	x := &reader{read: r, env: env, out: &Result{}}
	for _, s := range r.Selectors {
		x.out.Cols, x.out.Types = append(x.out.Cols, s.Name), append(x.out.Types, sentType(s))
	}
	if r.JSON {
		x.out.Cols, x.out.Types = []string{"[json]"}, []*cqltype.Type{cqltype.NativeOf(cqltype.Text)}
	}
	x.sink = newSink(x)
	if !r.Empty {
		x.partitions()
	}
	if x.err == nil {
		x.sink.finish()
	}
	if x.err == nil {
		x.checkTombstones()
	}
	if x.err != nil {
		return nil, x.err
	}
	x.out.Cost.Returned = len(x.out.Rows)
	return x.out, nil
}

// sentType is the type that the server names to a driver: its min and max of
// timeuuid have an internal class that no driver knows.
func sentType(s *check.Selector) *cqltype.Type {
	if s.Kind == check.SelectCall && s.Func.Native() && s.Type.Kind == cqltype.Timeuuid && (s.Func.Name == "min" || s.Func.Name == "max") {
		return &cqltype.Type{Kind: cqltype.Custom, Class: "org.apache.cassandra.db.marshal.LegacyTimeUUIDType"}
	}
	return s.Type
}

// A reader carries one read out.
type reader struct {
	read *check.Read
	env  *Env
	out  *Result
	sink *sink
	err  *Error
	tick int
}

// A found row is one that the read has found: keys, and the cells of the static
// and the regular row.
type found struct {
	key    [][]byte // values of the partition key columns
	static *memtable.Row
	row    *memtable.Row // nil for a partition that has static columns alone
}

func (x *reader) fail(kind diag.Kind, message string) {
	if x.err == nil {
		x.err = &Error{Kind: kind, Message: message}
	}
}

// goOn counts steps and asks now and then whether to go on.
func (x *reader) goOn() bool {
	if x.err != nil || x.out.Stopped {
		return false
	}
	if x.tick++; x.tick&1023 == 0 && x.env.Go != nil && !x.env.Go() {
		x.out.Stopped = true
		return false
	}
	return true
}

// partitions reads the partitions of the read, one after the other.
func (x *reader) partitions() {
	store := x.env.Store
	if store == nil {
		return
	}
	if x.read.Nearest != nil {
		x.nearest()
		return
	}
	x.scan(x.partition)
}

// scan calls f for every partition that the read names, in the order in which it
// reads them, until f returns false.
func (x *reader) scan(f func(p *memtable.Partition) bool) {
	if x.read.Keys != nil {
		for _, key := range x.read.Keys {
			if p := x.env.Store.Partition(key); p != nil && x.read.Tokens.Contains(p.Token) && !f(p) {
				return
			}
		}
		return
	}
	for p := range x.env.Store.Partitions() {
		if x.read.Tokens.Contains(p.Token) && !f(p) {
			return
		}
	}
}

// partition reads one partition and gives its rows to the sink; false ends the
// read.
func (x *reader) partition(p *memtable.Partition) bool {
	x.out.Cost.Partitions++
	key := cqltype.SplitPartitionKey(p.Key, len(x.read.Table.PartitionKey))
	static := x.live(p.StaticRow())
	f := found{key: key, static: static}
	ofRows := false
	for i := range x.read.Filter {
		e := &x.read.Filter[i]
		switch e.Column.Kind {
		case schema.PartitionKey, schema.Static:
			if !x.matches(&f, e) {
				return x.goOn()
			}
		default:
			ofRows = true
		}
	}
	x.sink.startPartition()
	n := 0
	for row := range x.rows(p) {
		if !x.goOn() {
			return false
		}
		if row = x.live(row); row == nil {
			continue
		}
		f.row = row
		if ofRows && !x.matchesRow(&f) {
			continue
		}
		n++
		x.out.Cost.Matched++
		more, done := x.sink.add(&f)
		if done {
			return false
		}
		if !more {
			break
		}
	}
	if n == 0 && !ofRows && x.read.Static && static != nil {
		f.row = nil
		x.out.Cost.Matched++
		if _, done := x.sink.add(&f); done {
			return false
		}
	}
	return x.goOn()
}

// live is the part of a row that is visible now; it counts what was read.
func (x *reader) live(r *memtable.Row) *memtable.Row {
	if r == nil {
		return nil
	}
	cost := &x.out.Cost
	if !r.Static {
		cost.Rows++
	}
	now := x.env.Now
	dead := 0
	for i := range r.Cells {
		if r.Cells[i].Live(now) {
			cost.Cells++
		} else {
			dead++
		}
	}
	out := r.Live(now)
	switch {
	case dead > 0:
		cost.Tombstones += dead
	case out == nil:
		cost.Tombstones++ // a deleted row
	}
	return out
}

// rows yields the rows of a partition that the read names, in the order of the
// result, tombstones included.
func (x *reader) rows(p *memtable.Partition) func(func(*memtable.Row) bool) {
	r := x.read
	return func(yield func(*memtable.Row) bool) {
		if r.Rows != nil {
			for i := range r.Rows {
				if r.Reversed {
					i = len(r.Rows) - 1 - i
				}
				if row := p.Row(r.Rows[i]); row != nil && !yield(row) {
					return
				}
			}
			return
		}
		all := r.Slices
		if all == nil {
			all = []check.Slice{{}}
		}
		for i := range all {
			if r.Reversed {
				i = len(all) - 1 - i
			}
			seq := p.Slice(all[i].Start, all[i].End)
			if r.Reversed {
				seq = p.SliceReversed(all[i].Start, all[i].End)
			}
			for row := range seq {
				if !yield(row) {
					return
				}
			}
		}
	}
}

// nearest answers ORDER BY … ANN OF exactly: it measures every row.
func (x *reader) nearest() {
	type scored struct {
		found
		score float32
	}
	near := x.read.Nearest
	var all []scored
	limit, function := x.sink.limit, similarity(x.read.Table, near.Column)
	x.scan(func(p *memtable.Partition) bool {
		x.out.Cost.Partitions++
		f := found{key: cqltype.SplitPartitionKey(p.Key, len(x.read.Table.PartitionKey)), static: x.live(p.StaticRow())}
		for row := range x.rows(p) {
			if !x.goOn() {
				return false
			}
			if row = x.live(row); row == nil {
				continue
			}
			f.row = row
			v := x.value(&f, near.Column)
			if v == nil || !x.matchesAll(&f) {
				continue
			}
			x.out.Cost.Matched++
			all = append(all, scored{f, score(function, v, near.Vector)})
		}
		return true
	})
	sort.SliceStable(all, func(i, j int) bool { return all[i].score > all[j].score })
	if limit > 0 && len(all) > limit {
		all = all[:limit]
	}
	for i := range all {
		x.sink.startPartition()
		x.sink.add(&all[i].found)
	}
}

// checkTombstones warns or fails where a read met many tombstones.
func (x *reader) checkTombstones() {
	n := int64(x.out.Cost.Tombstones)
	switch {
	case x.env.TombstoneFail > 0 && n > x.env.TombstoneFail:
		x.fail(diag.ReadFail, "Operation failed - received 0 responses and 1 failures")
	case x.env.TombstoneWarn > 0 && n > x.env.TombstoneWarn:
		x.out.Warnings = append(x.out.Warnings, "Read "+itoa(int64(x.out.Cost.Matched))+" live rows and "+itoa(n)+
			" tombstone cells for query "+x.env.Text+" (see tombstone_warn_threshold)")
	}
}

func itoa(n int64) string {
	var b [20]byte
	i := len(b)
	for {
		i--
		b[i] = byte('0' + n%10)
		if n /= 10; n == 0 {
			return string(b[i:])
		}
	}
}
