// From rows that were found to rows that come back: selectors, aggregates,
// groups, limits, order.

package query

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
)

// A sink takes the rows of a read one by one and makes the rows of the result.
type sink struct {
	x                   *reader
	limit, perPartition int // 0: none
	counted             int // rows or groups towards limit
	inPartition         int
	items               []*item
	grouping            bool // several rows may become one
	group               [][]byte
	open                bool   // a group has begun
	last                *found // row of the group
	lastIn              int    // inPartition at that row
	sorted              []sortRow
	paged               int // rows or groups of this page; -1 where all is one page
}

type sortRow struct {
	keys [][]byte
	row  [][]byte
}

func newSink(x *reader) *sink {
	r := x.read
	s := &sink{x: x, limit: r.Limit, perPartition: r.PerPartitionLimit, grouping: r.Aggregate || r.Grouped}
	s.items = newItems(r.Selectors, s.grouping)
	if r.Distinct {
		s.perPartition = 1
	}
	if a := x.env.After; a != nil {
		s.counted = a.counted
	}
	if x.env.Page == 0 || len(r.Order) > 0 || r.Nearest != nil || r.Aggregate && !r.Grouped {
		s.paged = -1
	}
	return s
}

func (s *sink) startPartition() { s.inPartition = 0 }

// full reports whether a partition that has given so many rows or groups gives
// no more.
func (s *sink) full(inPartition int) bool {
	return s.perPartition > 0 && inPartition >= s.perPartition
}

// page ends the page behind a row where it is full, unless the read ends there.
func (s *sink) page(f *found, inPartition int, done bool) bool {
	if s.paged < 0 || done {
		return done
	}
	if s.paged++; s.paged < s.x.env.Page {
		return false
	}
	next := &Position{key: f.partition.Key, counted: s.counted, inPartition: inPartition}
	if f.row != nil {
		next.row = f.row.Clustering
		if next.row == nil {
			next.row = [][]byte{}
		}
	}
	s.x.out.Next = next
	return true
}

// add takes a row. more says whether the partition may hold further rows that
// count, done that the read has ended.
func (s *sink) add(f *found) (more, done bool) {
	r := s.x.read
	if !s.grouping {
		s.x.env.Work.Ask(returnedUnits + len(s.items))
		row := s.output(f)
		if len(r.Order) > 0 {
			s.addSorted(f, row)
		} else {
			s.x.out.Rows = append(s.x.out.Rows, row)
		}
		s.counted++
		s.inPartition++
		return !s.full(s.inPartition), s.page(f, s.inPartition, s.limit > 0 && s.counted >= s.limit && len(r.Order) == 0)
	}
	if r.Grouped {
		if key := s.groupKey(f); !s.open || !sameGroup(key, s.group) {
			if s.open {
				s.close()
				// The page ends behind the group's last row.
				if done := s.limit > 0 && s.counted >= s.limit; s.page(s.last, s.lastIn, done) {
					return false, true
				}
			}
			if s.full(s.inPartition) {
				return false, false
			}
			s.group, s.open = key, true
			s.counted++
			s.inPartition++
		}
	} else {
		s.open = true
	}
	if s.paged >= 0 {
		last := *f
		s.last, s.lastIn = &last, s.inPartition
	}
	for _, it := range s.items {
		it.add(s.x, f)
	}
	return !r.Distinct, false // DISTINCT has a partition count as one row
}

// close ends a group.
func (s *sink) close() {
	row := make([][]byte, len(s.items))
	for i, it := range s.items {
		row[i] = it.result(s.x)
		it.reset()
	}
	s.open = false
	s.x.out.Rows = append(s.x.out.Rows, s.wrap(row))
}

// finish ends the read.
func (s *sink) finish() {
	r := s.x.read
	if s.open || s.grouping && !r.Grouped {
		s.close()
	}
	if len(r.Order) == 0 {
		return
	}
	sort.SliceStable(s.sorted, func(i, j int) bool {
		a, b := s.sorted[i].keys, s.sorted[j].keys
		for k, o := range r.Order {
			if c := compareNulls(o.Column.Type, a[k], b[k]); c != 0 {
				return c < 0 != o.Desc
			}
		}
		return false
	})
	for _, row := range s.sorted {
		if s.limit > 0 && len(s.x.out.Rows) == s.limit {
			return
		}
		s.x.out.Rows = append(s.x.out.Rows, row.row)
	}
}

func compareNulls(t *cqltype.Type, a, b []byte) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return -1
	case b == nil:
		return 1
	}
	return t.Compare(a, b)
}

func (s *sink) addSorted(f *found, row [][]byte) {
	keys := make([][]byte, len(s.x.read.Order))
	for i, o := range s.x.read.Order {
		keys[i] = s.x.value(f, o.Column)
	}
	s.sorted = append(s.sorted, sortRow{keys, row})
}

// groupKey is what rows of one group have in common.
func (s *sink) groupKey(f *found) [][]byte {
	r := s.x.read
	key := make([][]byte, 0, r.Group+1)
	for i, c := range append(slices.Clip(r.Table.PartitionKey), r.Table.Clustering...) {
		if i == r.Group {
			break
		}
		v := s.x.value(f, c)
		if r.GroupBy != nil && i == r.Group-1 {
			v = s.x.eval(r.GroupBy, f)
		}
		key = append(key, v)
	}
	return key
}

func sameGroup(a, b [][]byte) bool {
	return slices.EqualFunc(a, b, func(x, y []byte) bool { return (x == nil) == (y == nil) && bytes.Equal(x, y) })
}

// output makes a row of the result out of one row.
func (s *sink) output(f *found) [][]byte {
	row := make([][]byte, len(s.items))
	for i, it := range s.items {
		row[i] = s.x.eval(it.sel, f)
	}
	return s.wrap(row)
}

// wrap makes SELECT JSON's one column of a row.
func (s *sink) wrap(row [][]byte) [][]byte {
	if !s.x.read.JSON {
		return row
	}
	var b strings.Builder
	b.WriteByte('{')
	for i, it := range s.items {
		if i > 0 {
			b.WriteString(", ")
		}
		name := it.sel.Name
		if name != strings.ToLower(name) {
			name = `"` + name + `"`
		}
		b.WriteString(cqltype.NativeOf(cqltype.Text).JSON([]byte(name)))
		b.WriteString(": ")
		if row[i] == nil {
			b.WriteString("null")
		} else {
			b.WriteString(it.sel.Type.JSON(row[i]))
		}
	}
	b.WriteByte('}')
	return [][]byte{[]byte(b.String())}
}

// ---- items of the select list

// An item is a selector with what it has gathered of a group.
type item struct {
	sel  *plan.Selector
	args []*item
	acc  *cqltype.Aggregate // of a native aggregate
	kept []byte             // the first row's value of what is no aggregate
	seen bool
}

// newItems makes the items of selectors, of which one may be nil: at once, for there may be very many.
func newItems(list []*plan.Selector, grouping bool) []*item {
	all, out := make([]item, len(list)), make([]*item, len(list))
	for i, s := range list {
		if s == nil {
			continue
		}
		out[i] = &all[i]
		if out[i].sel = s; grouping && s.Aggregate {
			out[i].args = newItems(s.Args, true)
			out[i].reset()
		}
	}
	return out
}

func (it *item) isAggregate() bool {
	return it.sel.Kind == plan.SelectCall && it.sel.Func.Aggregate
}

func (it *item) reset() {
	it.kept, it.seen = nil, false
	if it.sel.Aggregate && it.isAggregate() {
		it.acc = cqltype.NewAggregate(it.sel.Func.Name, it.sel.Type)
	}
	for _, a := range it.args {
		if a != nil {
			a.reset()
		}
	}
}

// add takes a row of the group.
func (it *item) add(x *reader, f *found) {
	switch {
	case it.acc != nil && !it.sel.Func.Native():
		x.runs(it.sel)
	case it.acc != nil:
		var v []byte
		if len(it.sel.Args) > 0 {
			v = x.eval(it.sel.Args[0], f)
		}
		it.acc.Add(v)
	case it.sel.Aggregate:
		for _, a := range it.args {
			if a != nil {
				a.add(x, f)
			}
		}
	case !it.seen:
		it.kept, it.seen = x.eval(it.sel, f), true
	}
}

// runs ends a read that needs an aggregate of the user's.
func (x *reader) runs(s *plan.Selector) {
	x.fail(&diag.Diagnostic{Severity: diag.NotJudged, Message: "the aggregate " + s.Func.FullName() + " would have to be run: its functions are Java"})
}

// result is the item's value for the group.
func (it *item) result(x *reader) []byte {
	switch {
	case it.acc != nil && !it.sel.Func.Native():
		x.runs(it.sel)
		return nil
	case it.acc != nil:
		return it.acc.Result()
	case it.sel.Aggregate:
		args := make([][]byte, len(it.args))
		for i, a := range it.args {
			if a != nil {
				args[i] = a.result(x)
			}
		}
		return x.apply(it.sel, args, nil)
	case !it.seen: // no row: functions still see their nulls
		return x.eval(it.sel, &found{})
	}
	return it.kept
}

// ---- evaluation

// eval is the value of a selector for one row.
func (x *reader) eval(s *plan.Selector, f *found) []byte {
	switch s.Kind {
	case plan.SelectColumn:
		return x.value(f, s.Column)
	case plan.SelectTerm:
		return s.Value
	case plan.SelectMeta:
		return x.meta(s, f)
	}
	args := make([][]byte, len(s.Args))
	for i, a := range s.Args {
		if a != nil {
			args[i] = x.eval(a, f)
		}
	}
	return x.apply(s, args, f)
}

// apply works a selector out of the values of its parts.
func (x *reader) apply(s *plan.Selector, args [][]byte, f *found) []byte {
	switch s.Kind {
	case plan.SelectCall:
		if !s.Func.Native() && !s.Func.CalledOnNull && slices.ContainsFunc(args, func(a []byte) bool { return a == nil }) {
			return nil // RETURNS NULL ON NULL INPUT: its body is not asked
		}
		v, err := s.Func.Call(&x.env.Binding, args)
		if err != nil {
			err.Span = s.At
			if err.Severity == diag.Refused { // what the function says, but why only now
				r, _ := rule.Find(string(rule.RD02))
				err.Why, err.Instead = r.Why, r.Instead
			}
			x.fail(err)
		}
		return v
	case plan.SelectField:
		fields, err := s.Args[0].Type.SplitTuple(args[0])
		if args[0] == nil || err != nil || s.Field >= len(fields) {
			return nil
		}
		return fields[s.Field]
	case plan.SelectElement:
		t := s.Args[0].Type
		for _, e := range elements(t, args[0]) {
			if s.Key != nil && t.Elems[0].Compare(e.key, s.Key) == 0 {
				return e.value
			}
		}
		return nil
	case plan.SelectSlice:
		if args[0] == nil {
			return nil
		}
		t := s.Args[0].Type
		var parts [][]byte
		n := 0
		for _, e := range elements(t, args[0]) {
			if x.within(s, t, e.key) {
				n++
				parts = append(parts, e.key)
				if t.Kind == cqltype.Map {
					parts = append(parts, e.value)
				}
			}
		}
		return cqltype.Pack(parts, n)
	case plan.SelectTuple, plan.SelectUDT:
		return cqltype.BuildTuple(args)
	case plan.SelectList:
		return cqltype.Pack(args, len(args))
	case plan.SelectSet:
		if x.compared(s.Type.Elems[0], args, 1) {
			set := s.Type.SortSet(args)
			return cqltype.Pack(set, len(set))
		}
	case plan.SelectMap:
		if x.compared(s.Type.Elems[0], args, 2) {
			// The server counts a key given twice twice and writes it once: a driver fails at
			// such a value, or reads null behind its end. Here it is counted once.
			m := s.Type.SortMap(args)
			return cqltype.Pack(m, len(m)/2)
		}
	case plan.SelectVector:
		return s.Type.BuildVector(args)
	}
	return nil
}

// compared reports whether the server can sort every step-th value of the list:
// it stumbles over null, and over counters.
func (x *reader) compared(t *cqltype.Type, list [][]byte, step int) bool {
	for i := 0; i < len(list); i += step {
		if message := stumbles(t, list[i]); message != "" {
			x.fail(rule.RD02.Server(diag.Span{}, "%", message))
			return false
		}
	}
	return true
}

// stumbles is the exception that comparing null or a counter throws, where the value is
// one or a collection that holds one.
func stumbles(t *cqltype.Type, v []byte) string {
	const exception = "java.lang.NullPointerException"
	if t.Kind == cqltype.Counter {
		return "java.lang.UnsupportedOperationException"
	}
	if v != nil {
		if t.IsCollection() {
			parts, _ := t.Unpack(v)
			for i, p := range parts {
				if message := stumbles(t.Elems[i%len(t.Elems)], p); message != "" {
					return message
				}
			}
		}
		return ""
	}
	switch t.Kind {
	case cqltype.Text, cqltype.Ascii, cqltype.Blob, cqltype.Inet, cqltype.Time, cqltype.Date:
		return exception + `: Cannot invoke "java.nio.ByteBuffer.hasArray()" because "buffer1" is null`
	case cqltype.Smallint, cqltype.Tinyint:
		return exception + `: Cannot invoke "java.nio.ByteBuffer.position()" because "value" is null`
	}
	return exception + `: Cannot invoke "java.nio.ByteBuffer.remaining()" because "value" is null`
}

func (x *reader) within(s *plan.Selector, t *cqltype.Type, key []byte) bool {
	return (s.From == nil || t.Elems[0].Compare(key, s.From) >= 0) && (s.To == nil || t.Elems[0].Compare(key, s.To) <= 0)
}

type element struct{ key, value []byte }

// elements are those of a set (each its own value) or of a map.
func elements(t *cqltype.Type, v []byte) (out []element) {
	if t.Kind == cqltype.Map {
		for _, p := range pairs(t, v) {
			out = append(out, element{p[0], p[1]})
		}
		return out
	}
	parts, _ := t.Unpack(v)
	for _, p := range parts {
		out = append(out, element{p, p})
	}
	return out
}

// meta is writetime, maxwritetime or ttl of a column, or of a part of it.
func (x *reader) meta(s *plan.Selector, f *found) []byte {
	part := s.Args[0]
	base := part
	for base.Kind != plan.SelectColumn {
		base = base.Args[0]
	}
	c := base.Column
	if c.Kind != schema.Static && c.Kind != schema.Regular {
		return nil
	}
	cells := f.cells(c)
	multi := c.Type.MultiCell()
	if multi {
		cells = x.partOf(part, c, cells)
	}
	of := func(cell *memtable.Cell) []byte {
		if s.Meta != "ttl" {
			return long(cell.Timestamp)
		}
		if cell.TTL == memtable.NoTTL {
			return nil
		}
		return int32Bytes(int32(cell.Expiry - x.env.Now))
	}
	switch {
	case len(cells) == 0:
		return nil
	case s.Meta == "maxwritetime":
		most := cells[0].Timestamp
		for i := range cells {
			most = max(most, cells[i].Timestamp)
		}
		return long(most)
	case !multi || part.Kind == plan.SelectElement || part.Kind == plan.SelectField:
		return of(&cells[0])
	}
	var list [][]byte
	if c.Type.Kind == cqltype.UDT { // one for each field, null where it has no cell
		list = make([][]byte, len(c.Type.Fields))
		for i := range cells {
			list[fieldOf(&cells[i])] = of(&cells[i])
		}
	} else {
		for i := range cells {
			list = append(list, of(&cells[i]))
		}
	}
	return cqltype.Pack(list, len(list))
}

// partOf keeps the cells of the part of a multi-cell column that a selector names.
func (x *reader) partOf(s *plan.Selector, c *schema.Column, cells []memtable.Cell) []memtable.Cell {
	keep := func(ok func(*memtable.Cell) bool) []memtable.Cell {
		var out []memtable.Cell
		for i := range cells {
			if ok(&cells[i]) {
				out = append(out, cells[i])
			}
		}
		return out
	}
	switch s.Kind {
	case plan.SelectElement:
		return keep(func(cell *memtable.Cell) bool {
			return s.Key != nil && c.Type.Elems[0].Compare(cell.Path, s.Key) == 0
		})
	case plan.SelectSlice:
		return keep(func(cell *memtable.Cell) bool { return x.within(s, c.Type, cell.Path) })
	case plan.SelectField:
		return keep(func(cell *memtable.Cell) bool { return fieldOf(cell) == s.Field })
	}
	return cells
}

func int32Bytes(n int32) []byte { return []byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)} }
