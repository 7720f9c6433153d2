package exercise

import (
	"math"
	"strconv"
	"strings"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/schema"
)

// Asked is a question put to one of the learner's tables.
type Asked struct {
	Question   *Question
	Fit        *Fit
	Statement  string           // what the application would send; the first of several
	Diag       *diag.Diagnostic // why the server refuses it; offsets count in Statement
	Plan       *plan.Access     // nil where it is refused
	Partitions int64            // that the question reads: one statement each
	Unknown    []string         // columns of the partition key whose values the question cannot know
	Lost       []string         // attributes that are given, and in no column
	Missing    []string         // wanted, and in no column
	Cols       []string         // what comes back of the rows that were written
	Rows       [][]string
	InOrder    bool // the rows of each partition come as asked
	Stored     bool // and do so without ORDER BY

	unfit    *Column // cannot hold the value that the question knows
	unsorted *Column // has a type that sorts otherwise than the values that it holds
	loose    *Column // gives the order, and takes values that would not
	fixed    []*Column
	ranged   bool // the statement gives the range, too
}

// Served says that a stretch of each partition answers the question: nothing else is
// read, no row is thrown away, and no index is asked.
func (a *Asked) Served() bool {
	return a.Plan != nil && len(a.Lost)+len(a.Unknown) == 0 && a.Plan.Partitions <= plan.SomePartitions && !a.Plan.Filtered
}

// mostReads bounds how many partitions are really read for one question.
const mostReads = 32

// choices are the values that a question knows for a column, as literals: the first of
// them, and how many there are; 0 where it knows none.
func (q *Question) choices(c *Column) (values words, n int64) {
	from, to, step := int64(0), int64(-1), int64(1)
	g := q.Range
	u := &units[c.unit]
	switch known := q.known(c.Attr); {
	case c.Source == Hash && known == nil:
		to = c.Parts - 1
	case c.Source == Hash:
		to = 0
	case c.Attr == nil || c.Attr.Type == nil || c.Source == Fresh || c.Source == Unknown:
		return nil, 0
	case known != nil:
		v, ok := convert(c.Attr.Type, c.Type, known, 1)
		if c.Source != Same {
			v, ok = c.bucket(millis(c.Attr.Type, known))
		}
		if !ok {
			return nil, 0
		}
		values.add(c.Type.Literal(v))
		return values, 1
	case g == nil || g.Attr.Name != c.Attr.Name || g.From.Value == nil || g.To.Value == nil:
		return nil, 0
	case c.Source == Same && isWhole(c.Attr.Type):
		from, to = whole(g.From.Value), whole(g.To.Value)
	case c.Source == Same && c.Attr.Type.Kind != cqltype.Date:
		return nil, 0 // too many times lie between two
	default:
		if c.Source == Same {
			u = &units[day]
		}
		from, to, step = u.start(millis(g.Attr.Type, g.From.Value)), millis(g.Attr.Type, g.To.Value), u.seconds*1000
	}
	for at := from; at <= to && n < mostReads; n++ {
		v, err := c.Type.FromString(strconv.FormatInt(at, 10))
		ok := err == nil
		switch {
		case step == 1:
		case c.Source == Same:
			v, ok = convert(g.Attr.Type, c.Type, dateOf(at), 1)
		default:
			v, ok = c.bucket(at)
		}
		if ok {
			values.add(c.Type.Literal(v))
		}
		if from, at = at, at+step; step > 1 {
			at = u.start(at)
		}
	}
	if n == mostReads {
		n += max(0, (to-from)/step)
	}
	if c.Source == Cycle {
		n = min(n, cycles[c.unit])
	}
	return values, n
}

// ask puts a question to a table that holds rows.
func (t *trial) ask(f *Fit, q *Question) *Asked {
	a := &Asked{Question: q, Fit: f, Partitions: 1}
	lose := func(attr *Attr) {
		if f.holds(attr) == nil {
			(*words)(&a.Lost).add(attr.Name)
		}
	}
	for i := range q.Given {
		lose(q.Given[i].Attr)
	}
	if q.Range != nil {
		lose(q.Range.Attr)
	}
	var columns words
	for _, w := range q.Want {
		if c := f.holds(q.Of.Attr(w)); c != nil {
			columns.add(quote(c.Name))
		} else {
			(*words)(&a.Missing).add(w)
		}
	}
	if len(columns) == 0 {
		columns.add("*")
	}
	var partition []words // the values of each column of the partition key
	for _, c := range f.Columns[:len(f.Table.PartitionKey)] {
		values, n := q.choices(c)
		if partition = append(partition, values); len(values) == 0 {
			(*words)(&a.Unknown).add(c.Name)
			if c.Source == Same && q.known(c.Attr) != nil {
				a.unfit = c
			}
			continue
		}
		a.fix(c)
		if a.Partitions *= n; a.Partitions > 1e15/mostReads {
			a.Partitions = 1e15
		}
	}
	tail := a.restrictions()
	if a.order(); a.InOrder && !a.Stored {
		tail += a.reversed()
	}
	if q.Limit > 0 {
		tail += " LIMIT " + strconv.Itoa(q.Limit)
	}
	for i := range min(a.Partitions, mostReads) {
		where := ""
		for j, values := range partition {
			if len(values) > 0 {
				where += say(" AND % = %", quote(f.Columns[j].Name), values[i%int64(len(values))])
				i /= int64(len(values))
			}
		}
		where += tail
		if rest, ok := strings.CutPrefix(where, " AND"); ok {
			where = " WHERE" + rest
		}
		statement := say("SELECT % FROM %%", columns.join(", "), t.name(f.Table), where)
		r := t.exec(statement)
		if a.Statement == "" {
			a.Statement, a.Diag, a.Plan = statement, r.Diag, r.Verdict.Plan
		}
		if r.Diag != nil || r.Rows == nil {
			a.Plan = nil
			break
		}
		a.Cols = r.Rows.Cols
		a.Rows = append(a.Rows, texts(r.Rows)...)
	}
	return a
}

func (a *Asked) fix(c *Column) { a.fixed = append(a.fixed, c) }

// texts are the values of a result.
func texts(r *plan.ResultSet) (out [][]string) {
	for _, row := range r.Rows {
		var w words
		for i, v := range row {
			if v == nil {
				w.add("null")
			} else {
				w.add(r.Types[i].Text(v))
			}
		}
		out = append(out, w)
	}
	return out
}

// restrictions are the relations on columns outside the partition key, each with AND
// before it: = on what is given, then the range. Buckets among the clustering columns
// are named where a later column needs it.
func (a *Asked) restrictions() (out string) {
	f, q := a.Fit, a.Question
	speaks := func(c *Column) bool {
		return c.Source == Same && f.holds(c.Attr) == c && (q.known(c.Attr) != nil || q.Range != nil && q.Range.Attr.Name == c.Attr.Name)
	}
	for i, c := range f.Columns {
		if c.Kind == schema.PartitionKey {
			continue
		}
		later := false
		for _, o := range f.Columns[i+1:] {
			later = later || o.Kind == schema.Clustering && speaks(o)
		}
		if speaks(c) && q.known(c.Attr) == nil {
			out += a.ranges(c)
			a.ranged = true
		} else if speaks(c) || later && c.Source != Same && c.isKey() {
			values, n := q.choices(c)
			switch {
			case n == 1:
				out += say(" AND % = %", quote(c.Name), values.join(""))
			case n > 1 && n == int64(len(values)):
				out += say(" AND % IN (%)", quote(c.Name), values.join(", "))
			default:
				continue
			}
			a.fix(c)
		}
	}
	return out
}

// ranges are the relations of the question's range on a column.
func (a *Asked) ranges(c *Column) (out string) {
	g := a.Question.Range
	for i, end := range [...][]byte{g.From.Value, g.To.Value} {
		v, ok := convert(g.Attr.Type, c.Type, end, 1)
		if v == nil || !ok {
			continue
		}
		text := c.Type.Literal(v)
		if c.Type.Kind == cqltype.Timeuuid && g.Attr.Type.Kind != cqltype.Timeuuid {
			text = say(either(i == 0, "minTimeuuid(%)", "maxTimeuuid(%)"), cqltype.NativeOf(cqltype.Timestamp).Literal(timestampOf(millis(g.Attr.Type, end))))
		}
		out += say(either(i == 0, " AND % >= %", " AND % <= %"), quote(c.Name), text)
	}
	return out
}

// order works out whether the rows of a partition come as the question wants them: its
// attributes are the clustering columns that follow those with a known value, all in
// the wanted direction or all against it.
func (a *Asked) order() {
	f, q := a.Fit, a.Question
	with, against := true, true
	clustering := f.Columns[len(f.Table.PartitionKey):][:len(f.Table.Clustering)]
	for _, want := range q.Order {
		// What is known is one value, and what is in the partition key orders the
		// partitions, which are read one by one.
		if q.known(want.Attr) != nil || has(a.fixed, want.Attr.Name) && f.holds(want.Attr).Kind == schema.PartitionKey {
			continue
		}
		found := false
		for !found && len(clustering) > 0 {
			c := clustering[0]
			clustering = clustering[1:]
			switch same := c.Attr == want.Attr; {
			case c.Source == Same && q.known(c.Attr) != nil:
				continue
			case c.Source == Same && same && !f.sorts(c):
				a.unsorted, clustering = c, nil
			case c.Source == Same && same || f.follows(c, want.Attr):
				if found = true; (c.Type.Kind == cqltype.UUID || isText(c.Type)) && isTime(want.Attr.Type) {
					a.loose = c
				}
			case c.Source != Bucket || !same:
				clustering = nil
			}
			with, against = with && c.Desc == want.Desc, against && c.Desc != want.Desc
		}
		if !found {
			with, against = false, false
		}
	}
	a.Stored, a.InOrder = with, with || against
}

// follows reports whether a column of time, such as a timeuuid, rises with an
// attribute in all rows.
func (f *Fit) follows(c *Column, a *Attr) bool {
	switch {
	case !isTime(a.Type):
		return false
	case c.Type.Kind == cqltype.UUID && (c.Source != Same || !isTime(c.Attr.Type)):
		return false // it is random, whatever the rows happen to have
	case c.Type.Kind != cqltype.UUID && c.Type.Kind != cqltype.Timeuuid && c.Type.Kind != cqltype.Timestamp:
		return false
	}
	for i := range f.Rows.Rows {
		for j := range i {
			x, okX := f.value(c, i)
			y, okY := f.value(c, j)
			v, w := f.cell(a, i).Value, f.cell(a, j).Value
			if !okX || !okY || v == nil || w == nil {
				return false
			}
			if n := a.Type.Compare(v, w); n != 0 && n*c.Type.Compare(x, y) <= 0 {
				return false
			}
		}
	}
	return len(f.Rows.Rows) > 1
}

// reversed is the ORDER BY that reads a partition from its end.
func (a *Asked) reversed() string {
	var list words
	for _, c := range a.Fit.Table.Clustering {
		list.add(quote(c.Name) + either(c.Desc, " ASC", " DESC"))
	}
	return " ORDER BY " + list.join(", ")
}

func position(b bool) int {
	if b {
		return 1
	}
	return 0
}

// rowsRead is how many rows the question reads on a day, in all its partitions.
func (a *Asked) rowsRead(day float64) float64 {
	var named []*Column // by one value, so that the rest is not read
	ranged := a.Question.Range
	if !a.ranged || a.Diag != nil {
		ranged = nil
	}
	for _, c := range a.fixed {
		if a.Diag != nil && c.Kind != schema.PartitionKey {
			break // refused: the whole partition would have to be read
		}
		if _, k := a.Question.choices(c); k == 1 {
			named = append(named, c)
		} else if r := a.Question.Range; r != nil && c.Attr == r.Attr {
			ranged = r
		}
	}
	n := a.Fit.group(named, ranged, day).rows * a.Fit.copies() / a.Fit.alike(day)
	if a.Question.Limit > 0 {
		n = min(n, float64(a.Question.Limit)*float64(a.Partitions))
	}
	return max(math.Ceil(n-1e-6), 1)
}
