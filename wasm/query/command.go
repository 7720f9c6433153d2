// What the server counts while a read command goes through its rows: live rows
// and tombstones, with its warning and its failure where they are many.

package query

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/version"
)

// A command is what a replica is asked at once: one partition, or one page of a
// range of partitions.
type command struct {
	live, tombstones int64
	matched          int       // rows that passed the filter
	returned         int       // rows of the read before this command
	token            int64     // of the partition read last
	after            *Position // where the command before ended, nil for the first
}

// tombstone counts one. A read that meets too many fails.
func (x *reader) tombstone() {
	x.out.Cost.Tombstones++
	x.command.tombstones++
	if limit := x.env.TombstoneFail; limit > 0 && x.command.tombstones > limit && x.err == nil {
		x.err = rule.RD01.Refuse(diag.ReadFail, diag.Span{}, "Operation failed - received 0 responses and 1 failures: READ_TOO_MANY_TOMBSTONES from /127.0.0.1:7000")
	}
}

// endCommand warns where a command met many tombstones, and begins the next one.
// Source: ReadCommand.withMetricsRecording.
func (x *reader) endCommand() {
	c := &x.command
	if limit := x.env.TombstoneWarn; limit > 0 && c.tombstones > limit && x.err == nil {
		text := x.text()
		if len(text) > 512 {
			text = text[:512]
		}
		x.out.Warnings = append(x.out.Warnings, "Read "+strconv.FormatInt(c.live, 10)+" live rows and "+strconv.FormatInt(c.tombstones, 10)+
			" tombstone cells for query "+text+"; token "+strconv.FormatInt(c.token, 10)+" (see tombstone_warn_threshold)")
	}
	x.command = command{returned: c.returned + c.matched}
}

// live is the part of a row that is visible now; it counts what was read. A
// tombstone that is older than gc_grace does not count, and an expired row that
// has no cells left counts once.
// Source: ReadCommand.MetricRecording, PurgeFunction.
func (x *reader) live(r *memtable.Row) *memtable.Row {
	if r == nil {
		return nil
	}
	now, cost := x.env.Now, &x.out.Cost
	if r.Deletion != nil || len(r.Complex) > 0 || r.Liveness != nil && r.Liveness.TTL != memtable.NoTTL ||
		slices.ContainsFunc(r.Cells, func(c memtable.Cell) bool { return c.Expiry != memtable.NoExpiry }) {
		if r = r.Purge(now, x.gcBefore); r == nil {
			return nil
		}
	}
	if !r.Static {
		cost.Rows++
	}
	dead := 0
	for i := range r.Cells {
		if r.Cells[i].Live(now) {
			cost.Cells++
		} else {
			dead++
			x.tombstone()
		}
	}
	out := r.Live(now)
	switch {
	case out != nil:
		x.command.live++
	case dead == 0:
		x.tombstone() // the row's own deletion, or the marker of an expired one
	}
	return out
}

// text writes the command as the server does in its warnings. It is made of what
// is read, and only resembles the statement.
// Source: AbstractReadQuery.toCQLString and what it calls.
func (x *reader) text() string {
	r, t, asCQL := x.read, x.read.Table, x.asCQL()
	var b strings.Builder
	b.WriteString("SELECT ")
	b.WriteString(x.columnsText())
	b.WriteString(" FROM " + x.name(t.Keyspace) + "." + x.name(t.Name))
	var where []string
	and := func(s string) { where = append(where, s) }
	filter := func() {
		for i := range r.Filter {
			and(x.filterText(&r.Filter[i]))
		}
	}
	if r.Keys == nil && !asCQL {
		filter()
	}
	if r.Keys != nil {
		key := cqltype.SplitPartitionKey(x.key(), len(t.PartitionKey))
		if !asCQL {
			and(names(t.PartitionKey) + " = " + x.literals(t.PartitionKey, key))
			filter()
		}
		for i, c := range t.PartitionKey {
			if asCQL {
				and(cql.QuoteName(c.Name) + " = " + x.literal(c.Type, key[i]))
			}
		}
	} else {
		token := "token(" + names(t.PartitionKey) + ")"
		if a := x.command.after; a != nil {
			and(token + " >= token(" + x.literals(t.PartitionKey, cqltype.SplitPartitionKey(a.key, len(t.PartitionKey))) + ")")
		} else if k := &r.Tokens; k.HasStart {
			and(token + op(" >", k.StartInclusive) + strconv.FormatInt(k.Start, 10))
		}
		if k := &r.Tokens; k.HasEnd {
			and(token + op(" <", k.EndInclusive) + strconv.FormatInt(k.End, 10))
		}
	}
	conditions := len(where) // before those on rows
	switch {
	case len(t.Clustering) == 0:
	case r.Rows != nil:
		rows := r.Rows
		if after := x.afterRow(); after != nil {
			rows = nil
			for _, row := range r.Rows {
				if x.isBehind(row, after) {
					rows = append(rows, row)
				}
			}
		}
		and(x.rowsText(t, rows))
	default:
		var rest []plan.Slice
		for _, s := range x.slices() {
			if s, ok := x.behind(s, x.afterRow()); ok {
				rest = append(rest, s)
			}
		}
		where = append(where, x.slicesText(t, rest)...)
	}
	if asCQL {
		filter()
	}
	order := ""
	if r.Reversed {
		var columns []string
		for _, c := range t.Clustering {
			columns = append(columns, x.name(c.Name)+direction(!c.Desc))
		}
		order = " ORDER BY " + strings.Join(columns, ", ")
		if !asCQL { // it belongs to what is said of the rows
			order = " ORDER BY (" + strings.Join(columns, ", ") + ")"
			if restricted := r.Rows != nil || len(where) > conditions; !restricted {
				and("")
			}
		}
	}
	if len(where) > 0 {
		b.WriteString(" WHERE " + strings.Join(where, " AND "))
	}
	b.WriteString(order)
	limit := func(word string, n int) { b.WriteString(word + strconv.Itoa(n)) }
	page := max(x.env.Page, 1)
	if r.Grouped {
		groups := page
		if r.Limit > 0 {
			groups = min(groups, r.Limit)
		}
		limit(" GROUP LIMIT ", groups)
		if r.PerPartitionLimit > 0 {
			limit(" GROUP PER PARTITION LIMIT ", r.PerPartitionLimit)
		}
		limit(" LIMIT ", page)
	} else {
		rows := page - x.command.returned
		if r.Limit > 0 && !r.Aggregate {
			rest := r.Limit
			if a := x.env.After; a != nil {
				rest -= a.counted
			}
			rows = min(rows, rest)
		}
		limit(" LIMIT ", rows)
		if n := x.sink.perPartition; n > 0 {
			limit(" PER PARTITION LIMIT ", n)
		}
	}
	if asCQL {
		b.WriteString(" ALLOW FILTERING")
	}
	return b.String()
}

// asCQL says that the server writes a command as CQL, not as it keeps it.
func (x *reader) asCQL() bool { return x.env.Server.Has(version.ReadsAsCQL) }

func (x *reader) name(s string) string {
	if x.asCQL() {
		return cql.QuoteName(s)
	}
	return s
}

func (x *reader) literal(t *cqltype.Type, v []byte) string {
	switch {
	case x.asCQL():
		return t.LiteralOf(x.env.Server, v)
	case t.Kind == cqltype.Blob:
		return cqltype.Hex(v)
	}
	return t.Text(v)
}

// afterRow is the row behind which the command reads on in its partition, or nil.
func (x *reader) afterRow() [][]byte {
	if a := x.command.after; a != nil && x.read.Keys != nil && cqltype.MurmurToken(a.key) == x.command.token {
		return a.row
	}
	return nil
}

func (x *reader) literals(columns []*schema.Column, values [][]byte) string {
	var out []string
	for i, c := range columns {
		out = append(out, x.literal(c.Type, values[i]))
	}
	return strings.Join(out, ", ")
}

// key is the partition key that was read last.
func (x *reader) key() []byte {
	for _, k := range x.read.Keys {
		if cqltype.MurmurToken(k) == x.command.token {
			return k
		}
	}
	return nil
}

func direction(desc bool) string {
	if desc {
		return " DESC"
	}
	return " ASC"
}

func op(sign string, inclusive bool) string {
	if inclusive {
		return sign + "= "
	}
	return sign + " "
}

func names(columns []*schema.Column) string {
	var out []string
	for _, c := range columns {
		out = append(out, cql.QuoteName(c.Name))
	}
	return strings.Join(out, ", ")
}

// columnsText are the columns that the read and its filter name, statics first,
// * for all or none.
func (x *reader) columnsText() string {
	r := x.read
	if r.Wildcard && !r.Grouped {
		return "*"
	}
	var statics, regulars []*schema.Column
	all := slices.Clone(r.Columns)
	for i := range r.Filter {
		if c := r.Filter[i].Column; !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	for _, c := range all {
		switch c.Kind {
		case schema.Static:
			statics = append(statics, c)
		case schema.Regular:
			regulars = append(regulars, c)
		}
	}
	if len(statics)+len(regulars) == 0 {
		return "*"
	}
	for _, list := range [][]*schema.Column{statics, regulars} {
		sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	}
	var texts []string
	for _, c := range append(statics, regulars...) {
		texts = append(texts, x.columnText(c))
	}
	return strings.Join(texts, ", ")
}

// columnText names a column, or the elements of it that are read: by the first of
// their keys, one of each.
// Source: ColumnFilter.toCQLString, ColumnSubselection.compareTo.
func (x *reader) columnText(c *schema.Column) string {
	parts, whole := x.elements(c)
	name := cql.QuoteName(c.Name)
	if whole {
		return name
	}
	first := func(s *plan.Selector) []byte {
		if s.Kind == plan.SelectElement {
			return s.Key
		}
		return s.From
	}
	t := c.Type.Elems[0]
	order := func(a, b *plan.Selector) int { return compareNulls(t, first(a), first(b)) }
	sort.SliceStable(parts, func(i, j int) bool { return order(parts[i], parts[j]) < 0 })
	parts = slices.CompactFunc(parts, func(a, b *plan.Selector) bool { return order(a, b) == 0 })
	text := func(v []byte) string {
		if v == nil {
			return ""
		}
		return t.Literal(v)
	}
	var texts []string
	for _, s := range parts {
		key := text(s.Key)
		if s.Kind == plan.SelectSlice {
			key = text(s.From) + ":" + text(s.To)
		}
		texts = append(texts, name+"["+key+"]")
	}
	return strings.Join(texts, ", ")
}

// elements are the elements and slices of a column that the read names, where it
// does not name the whole column.
func (x *reader) elements(c *schema.Column) (parts []*plan.Selector, whole bool) {
	var visit func(s *plan.Selector)
	visit = func(s *plan.Selector) {
		switch {
		case s == nil:
		case s.Kind == plan.SelectColumn:
			whole = whole || s.Column == c
		case (s.Kind == plan.SelectElement || s.Kind == plan.SelectSlice) && s.Args[0].Kind == plan.SelectColumn && s.Args[0].Column == c:
			parts = append(parts, s)
		default:
			for _, a := range s.Args {
				visit(a)
			}
		}
	}
	for _, s := range x.read.Selectors {
		visit(s)
	}
	for i := range x.read.Filter {
		whole = whole || x.read.Filter[i].Column == c
	}
	return parts, whole || len(parts) == 0 || !c.Type.MultiCell()
}

// fetched is the part of a static row that is read: a read of rows takes only the
// static columns that it names.
// Source: ColumnFilter.allRegularColumnsBuilder.
func (x *reader) fetched(r *memtable.Row) *memtable.Row {
	if r == nil || x.read.Static || x.read.Wildcard {
		return r
	}
	if x.named == nil {
		x.named = map[*schema.Column]bool{}
		for _, c := range x.read.Columns {
			x.named[c] = true
		}
		for _, e := range x.read.Filter {
			x.named[e.Column] = true
		}
	}
	named := func(c *schema.Column) bool { return x.named[c] }
	out := *r
	out.Cells, out.Complex = nil, nil
	for _, cell := range r.Cells {
		if !named(cell.Column) {
			continue
		}
		parts, whole := x.elements(cell.Column)
		if whole || slices.ContainsFunc(parts, func(s *plan.Selector) bool { return s.Reads(cell.Path) }) {
			out.Cells = append(out.Cells, cell)
		}
	}
	for _, d := range r.Complex {
		if named(d.Column) {
			out.Complex = append(out.Complex, d)
		}
	}
	if out.Empty() {
		return nil
	}
	return &out
}

// rowsText names rows.
// Source: ClusteringIndexNamesFilter.toCQLString.
func (x *reader) rowsText(t *schema.Table, rows [][][]byte) string {
	open, end := "", ""
	if len(t.Clustering) > 1 || !x.asCQL() {
		open, end = "(", ")"
	}
	var list []string
	for _, row := range rows {
		var values []string
		for i, v := range row {
			values = append(values, x.literal(t.Clustering[i].Type, v))
		}
		list = append(list, open+strings.Join(values, ", ")+end)
	}
	s := open + names(t.Clustering) + end
	if len(rows) == 1 {
		return s + " = " + list[0]
	}
	return s + " IN (" + strings.Join(list, ", ") + ")"
}

// slicesText writes stretches of a partition column by column.
// Source: Slices.ArrayBackedSlices.toCQLString.
func (x *reader) slicesText(t *schema.Table, all []plan.Slice) (out []string) {
	for i, c := range t.Clustering {
		var starts, ends [][]byte
		var first *plan.Slice
		for k := range all {
			s := &all[k]
			if i >= len(s.Start.Prefix) && i >= len(s.End.Prefix) {
				continue
			}
			if first == nil {
				first = s
			}
			var start, end []byte
			if i < len(s.Start.Prefix) {
				start = s.Start.Prefix[i]
			}
			if i < len(s.End.Prefix) {
				end = s.End.Prefix[i]
			}
			starts, ends = append(starts, start), append(ends, end)
		}
		if first == nil {
			return out
		}
		name := x.name(c.Name)
		if starts[0] != nil && ends[0] != nil && string(starts[0]) == string(ends[0]) {
			var values []string
			for _, v := range starts {
				if s := x.literal(c.Type, v); !slices.Contains(values, s) {
					values = append(values, s)
				}
			}
			if len(values) == 1 {
				out = append(out, name+" = "+values[0])
			} else {
				out = append(out, name+" IN ("+strings.Join(values, ", ")+")")
			}
			continue
		}
		up, down := " >", " <"
		if c.Desc {
			up, down = down, up
		}
		if starts[0] != nil {
			out = append(out, name+op(up, first.Start.Inclusive)+x.literal(c.Type, starts[0]))
		}
		if ends[0] != nil {
			out = append(out, name+op(down, first.End.Inclusive)+x.literal(c.Type, ends[0]))
		}
	}
	return out
}

// filterText writes one expression of the filter.
// Source: RowFilter.Expression.toCQLString.
func (x *reader) filterText(e *plan.Expression) string {
	t, name := e.Column.Type, x.name(e.Column.Name)
	switch {
	case e.Key != nil:
		return name + "[" + x.literal(t.Elems[0], e.Key) + "] " + e.Op.String() + " " + x.literal(t.Elems[1], e.Value)
	case e.Op == cql.In:
		var values []string
		for _, v := range e.Values {
			values = append(values, x.literal(t, v))
		}
		return name + " IN [" + strings.Join(values, ", ") + "]"
	case e.Op == cql.Contains && t.Kind == cqltype.Map:
		t = t.Elems[1]
	case e.Op == cql.Contains || e.Op == cql.ContainsKey:
		t = t.Elems[0]
	}
	return name + " " + e.Op.String() + " " + x.literal(t, e.Value)
}
