// Package query answers reads on the rows of a memtable: in the server's order,
// with the server's values, and with an account of what was touched on the way.
//
// The read comes as a plan: the statement has been judged and its values bound;
// nothing here knows CQL's syntax.
package query

import (
	"bytes"
	"slices"
	"sort"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/version"
	"partitionlab/wasm/work"
)

// An Env is what a read meets.
type Env struct {
	Store   *memtable.Store // nil where the table is empty
	Now     int64           // the server's clock, seconds since 1970
	Binding cqltype.Binding // for now() and its kind
	Server  version.Server
	// Files are the SSTables among which the rows of Store are spread, Fresh is the
	// memtable beside them. They are only counted; nil where nothing was flushed.
	Files []*memtable.File
	Fresh *memtable.Store
	// Page is the number of rows of a page, 0 for all in one; After is where the
	// page before ended, nil for the first.
	Page  int
	After *Position
	// Tombstones are the numbers of tombstones above which a read warns, and fails.
	TombstoneWarn, TombstoneFail int64
	// Work is asked at each row whether to go on; nil never stops.
	Work *work.Meter
}

// A Position is where a page ends: at a row, or behind a partition.
type Position struct {
	key         []byte
	row         [][]byte // nil behind the static row of a partition without rows
	counted     int      // rows or groups so far, towards LIMIT
	inPartition int      // of these in the last partition
}

// A Page is what comes back at once, and what it cost.
type Page struct {
	plan.ResultSet
	Cost     Cost
	Warnings []string
	Stopped  bool      // Work said so; Rows holds what there was until then
	Next     *Position // where the next page begins; nil behind the last
}

// Cost is what a read touched.
type Cost struct {
	Partitions int // read, with rows or without
	Rows       int // read
	Cells      int // read, tombstones not counted
	Tombstones int // met, as the server counts them
	Matched    int // rows that passed the filter
	Returned   int // rows in the result
	// Opened tells of each SSTable whether it was opened.
	Opened []bool
}

// Files are how many SSTables were opened.
func (c *Cost) Files() (n int) {
	for _, o := range c.Opened {
		if o {
			n++
		}
	}
	return n
}

// Add adds the cost of the next page.
func (c *Cost) Add(o *Cost) {
	c.Partitions += o.Partitions
	c.Rows += o.Rows
	c.Cells += o.Cells
	c.Tombstones += o.Tombstones
	c.Matched += o.Matched
	c.Returned += o.Returned
	for i := range o.Opened {
		c.Opened[i] = c.Opened[i] || o.Opened[i]
	}
}

// Run carries out a read, or one page of it. Aggregates over all rows, sorted
// reads and nearest neighbors come in one page.
//
// A read may fail although its statement was accepted. The place of the diagnostic
// is the selector's, or empty where all of the statement is meant. It is no refusal
// but says NotJudged where a function of the user's would have to run.
func Run(r *plan.Read, env *Env) (*Page, *diag.Diagnostic) {
	x := &reader{read: r, env: env, out: &Page{}, gcBefore: env.Now - int64(r.Table.Params.GCGrace)}
	x.out.Cols, x.out.Types = make([]string, len(r.Selectors)), make([]*cqltype.Type, len(r.Selectors))
	for i, s := range r.Selectors {
		x.out.Cols[i], x.out.Types[i] = s.Name, sentType(s)
	}
	if r.JSON {
		x.out.Cols, x.out.Types = []string{"[json]"}, []*cqltype.Type{cqltype.NativeOf(cqltype.Text)}
	}
	x.out.Cost.Opened = make([]bool, len(env.Files))
	x.command.after = env.After
	x.sink = newSink(x)
	if !r.Empty {
		x.partitions()
		x.endCommand()
	}
	if x.err == nil {
		x.sink.finish()
	}
	if x.err != nil {
		return nil, x.err
	}
	x.out.Cost.Returned = len(x.out.Rows)
	return x.out, nil
}

// sentType is the type that the server names to a driver: its min and max of
// timeuuid have an internal class that no driver knows.
func sentType(s *plan.Selector) *cqltype.Type {
	if s.Kind == plan.SelectCall && s.Func.Native() && s.Type.Kind == cqltype.Timeuuid && (s.Func.Name == "min" || s.Func.Name == "max") {
		if class := s.Func.Returns.Class; class != "" {
			return &cqltype.Type{Kind: cqltype.Custom, Class: class}
		}
	}
	return s.Type
}

// A reader carries one read out.
type reader struct {
	read     *plan.Read
	env      *Env
	out      *Page
	sink     *sink
	err      *diag.Diagnostic
	gcBefore int64 // tombstones before this second are not counted
	command  command
	named    map[*schema.Column]bool // in the statement; nil before they are needed
}

// A found row is one that the read has found: keys, and the cells of the static
// and the regular row.
type found struct {
	partition *memtable.Partition
	key       [][]byte // values of the partition key columns
	static    *memtable.Row
	row       *memtable.Row // nil for a partition that has static columns alone
}

func (x *reader) fail(d *diag.Diagnostic) {
	if x.err == nil {
		x.err = d
	}
}

// A partition that is looked into, and a row that is returned, take more than the row that is read.
const partitionUnits, returnedUnits = 10, 15

// goOn counts a step and what it takes to read its row, if any, and asks now and then
// whether to go on.
func (x *reader) goOn(row *memtable.Row) bool {
	if x.err != nil || x.out.Stopped {
		return false
	}
	if !x.env.Work.Ask(1 + row.Units()) {
		x.out.Stopped = true
		return false
	}
	return true
}

// partitions reads the partitions of the read, one after the other.
func (x *reader) partitions() {
	if x.env.Store == nil {
		return
	}
	if x.read.Nearest != nil {
		x.nearest()
		return
	}
	x.scan(x.partition)
}

// scan calls f for every partition that the read names, in the order in which it
// reads them, until f returns false; the first is the one of the last page.
func (x *reader) scan(f func(p *memtable.Partition) bool) {
	after := x.env.After
	if x.read.Keys != nil {
		keys := x.read.Keys
		if after != nil {
			keys = keys[max(0, slices.IndexFunc(keys, func(k []byte) bool { return bytes.Equal(k, after.key) })):]
		}
		for _, key := range keys {
			p := x.env.Store.Partition(key)
			if p == nil || p.Empty() || !x.read.Tokens.Contains(p.Token) {
				if !x.goOn(nil) {
					return
				}
				continue
			}
			more := f(p)
			x.endCommand() // each partition is asked for by itself
			if !more {
				return
			}
		}
		return
	}
	behind := after == nil
	for p := range x.env.Store.Partitions() {
		if !behind && !bytes.Equal(p.Key, after.key) {
			continue
		}
		behind = true
		if x.read.Tokens.Contains(p.Token) && !f(p) {
			return
		}
	}
}

// partition reads one partition and gives its rows to the sink; false ends the
// read.
func (x *reader) partition(p *memtable.Partition) bool {
	x.env.Work.Ask(partitionUnits)
	x.sink.startPartition()
	n := 0
	var after [][]byte
	if a := x.env.After; a != nil && bytes.Equal(a.key, p.Key) {
		if len(a.row) == 0 || x.sink.full(a.inPartition) {
			return true
		}
		after, n, x.sink.inPartition = a.row, 1, a.inPartition
	}
	if x.read.Index == nil {
		x.out.Cost.Partitions++
	}
	x.command.token = p.Token
	x.open(p)
	f := found{partition: p, key: cqltype.SplitPartitionKey(p.Key, len(x.read.Table.PartitionKey)), static: x.live(x.fetched(p.StaticRow()))}
	ofRows := false
	for i := range x.read.Filter {
		e := &x.read.Filter[i]
		switch e.Column.Kind {
		case schema.PartitionKey, schema.Static:
			if !x.matches(&f, e) {
				return x.goOn(f.static)
			}
		default:
			ofRows = true
		}
	}
	if x.read.Index != nil {
		x.out.Cost.Partitions++
	}
	for row := range x.rows(p, after) {
		if !x.goOn(row) {
			return false
		}
		if f.row = row; x.read.Index != nil && !x.indexed(&f) {
			continue
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
		x.command.matched++
		more, done := x.sink.add(&f)
		if done {
			return false
		}
		if x.sink.grouping && x.command.matched == x.env.Page { // the server reads the rows of an aggregate page by page
			x.endCommand()
			x.command = command{token: p.Token, after: &Position{key: p.Key, row: f.row.Clustering}}
		}
		if !more {
			break
		}
	}
	if n == 0 && !ofRows && x.read.Static && f.static != nil {
		f.row = nil
		x.out.Cost.Matched++
		if _, done := x.sink.add(&f); done {
			return false
		}
	}
	return x.goOn(f.static)
}

// indexed reports whether an index finds the row: others are not read. SAI looks
// at the rest of the filter as well before it hands a row on.
func (x *reader) indexed(f *found) bool {
	if f.row = f.row.Live(x.env.Now); f.row == nil {
		return false
	}
	for i := range x.read.Filter {
		e := &x.read.Filter[i]
		if (x.read.Index.Class == schema.SAI || x.read.Index.Column == e.Column.Name) && !x.matches(f, e) {
			return false
		}
	}
	return true
}

// open notes which SSTables hold something of the partition that the read wants.
func (x *reader) open(p *memtable.Partition) {
	if len(x.env.Files) == 0 {
		return
	}
	var stretches [][2]memtable.Bound
	if x.read.Rows == nil {
		for _, s := range x.slices() {
			stretches = append(stretches, [2]memtable.Bound{s.Start, s.End})
		}
	}
	statics := false
	var columns []*schema.Column
	for _, c := range x.read.Columns {
		statics = statics || c.Kind == schema.Static
		if c.Kind == schema.Regular {
			columns = append(columns, c)
		}
	}
	memtable.Opened(x.read.Table, x.env.Files, x.env.Fresh, p.Key, stretches, x.read.Rows, columns, statics, x.out.Cost.Opened)
}

// slices are the stretches of a partition that the read names.
func (x *reader) slices() []plan.Slice {
	if x.read.Slices == nil {
		return []plan.Slice{{}}
	}
	return x.read.Slices
}

// behind is what of a stretch lies behind a row, nil for all of it, in the order
// of the result; ok where there is something.
func (x *reader) behind(s plan.Slice, after [][]byte) (_ plan.Slice, ok bool) {
	if after == nil {
		return s, true
	}
	t, last := x.read.Table, memtable.Bound{Prefix: after}
	switch {
	case x.read.Reversed && memtable.CompareEnds(t, s.End, last) > 0:
		s.End = last
	case !x.read.Reversed && memtable.CompareStarts(t, s.Start, last) < 0:
		s.Start = last
	}
	return s, !memtable.EmptyRange(t, s.Start, s.End)
}

// isBehind reports whether a row comes behind another in the result.
func (x *reader) isBehind(row, after [][]byte) bool {
	d := memtable.CompareClusterings(x.read.Table, row, after)
	return d > 0 != x.read.Reversed && d != 0
}

// rows yields the rows of a partition that the read names, in the order of the
// result and behind the row after, tombstones included; it counts range
// tombstones on the way.
func (x *reader) rows(p *memtable.Partition, after [][]byte) func(func(*memtable.Row) bool) {
	r := x.read
	return func(yield func(*memtable.Row) bool) {
		if r.Rows != nil {
			for i := range r.Rows {
				if r.Reversed {
					i = len(r.Rows) - 1 - i
				}
				c := r.Rows[i]
				if after != nil && !x.isBehind(c, after) {
					continue
				}
				covered := p.HasRanges() && p.Covered(c, x.gcBefore)
				if covered { // its two ends, at the row that is asked for
					x.tombstone()
				}
				if row := p.Row(c); row != nil && !yield(row) {
					return
				}
				if covered {
					x.tombstone()
				}
			}
			return
		}
		all := x.slices()
		for i := range all {
			if r.Reversed {
				i = len(all) - 1 - i
			}
			s, ok := x.behind(all[i], after)
			if !ok {
				continue
			}
			if !p.HasRanges() {
				rows := p.Slice(s.Start, s.End)
				if r.Reversed {
					rows = p.SliceReversed(s.Start, s.End)
				}
				for row := range rows {
					if !yield(row) {
						return
					}
				}
				continue
			}
			for u := range p.Scan(s.Start, s.End, r.Reversed, x.gcBefore) {
				if u.Marker != nil {
					x.tombstone()
				} else if !yield(u.Row) {
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
		x.command.token = p.Token
		f := found{partition: p, key: cqltype.SplitPartitionKey(p.Key, len(x.read.Table.PartitionKey)), static: x.live(x.fetched(p.StaticRow()))}
		for row := range x.rows(p, nil) {
			if !x.goOn(row) {
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
