package model

import (
	"math"
	"slices"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
)

// An Access is how a table answers a question.
type Access struct {
	Question   *Question
	Table      *Table
	Served     bool
	Partitions int64    // that one question reads, where what it asks for goes over the end of a bucket
	Fewest     int64    // that it reads where it does not
	Usual      float64  // that it reads on average over all times of asking
	First      bool     // bucket after bucket, until the screen is full
	Most       int64    // partitions that it reads where few rows match
	Rows       Amount   // that it reads in all
	Filtered   []string // columns that the client compares: the server cannot
	Sorted     []string // columns that the client sorts by
	Missing    []string // columns that the question wants and the table has not got
	Why        string   // why it is not served
	Statement  string   // one SELECT, for one partition
	Indexed    []string // columns that an index searches in the partition
	Each       []string // columns of the partition key of which it asks several values, a statement for each

	Guessed []Guess // what nobody said and the rows follow from
	from    string  // by which of two numbers of the text they are counted
	With    *Access // the same where all its optional values are given; nil where it has none

	binds []bind // of the statement's markers, in their order
}

// A bind is the column that a marker stands for; of a range the low or the high end.
type bind struct {
	column *Column
	end    int // 0: the value, −1: the low end, 1: the high end
}

// String says it in words: "1 partition, 73,000 rows".
func (a *Access) String() string {
	if !a.Served {
		return "not answered: " + a.Why
	}
	s := partitions(a.Fewest, a.Partitions)
	if a.First {
		parts := int64(1) // of the newest bucket
		for _, c := range a.Table.PartitionKey() {
			if c.Spread != nil {
				parts = c.Spread.Parts
			}
		}
		switch {
		case a.Fewest > parts:
			first, _ := a.Question.begins()
			s += ", the " + first + " first, until the screen is full"
		case parts > 1:
			s += ", the next " + digits(parts) + " where the first do not fill the screen"
		default:
			s += ", the next one where the first does not fill the screen"
		}
	}
	if a.rare() && a.Most > a.Partitions {
		s += ", up to " + number.Count(a.Most) + " where few rows match"
	}
	s += ", about " + number.Of(count(a.Rows.Typ), "row")
	if len(a.Indexed) > 0 {
		s += " if the values of " + some(a.Indexed, "and") + " are equally common"
	}
	if a.Rows.Hi > 1 {
		s += a.from
	}
	for i, g := range a.Guessed {
		s += [...]string{", taking ", " and "}[min(i, 1)] + g.Taken
	}
	return s
}

// late are the columns that only the client can compare where optional values are given: they stand
// behind one that is not fixed.
func (a *Access) late() (names []string) {
	if a.With != nil {
		for _, name := range a.With.Filtered {
			if !slices.Contains(a.Filtered, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// optional are the names of the values that a question may have or not.
func (q *Question) optional() (names []string) {
	for _, r := range q.Given {
		if r.Optional {
			names = append(names, snake(r.Name.Text))
		}
	}
	return names
}

// partitions says how many are read: at least so many, at most so many.
func partitions(fewest, most int64) string {
	if fewest >= most {
		return number.Of(most, "partition")
	}
	return fewestToMost(fewest, most) + " partitions"
}

// fewestToMost is "1 or 2": where there are buckets, one more, or one more of each shard.
func fewestToMost(fewest, most int64) string {
	if fewest >= most {
		return number.Count(most)
	}
	return number.Count(fewest) + " or " + number.Count(most)
}

// Crossed says by which rule partitions are counted where a question, or one of the
// alternatives, may go over the end of a bucket; "" where none does.
func (d *Design) Crossed(options []*Alternative) string {
	goes := func(c Cost) bool { return c.Fewest < c.Partitions }
	if !slices.ContainsFunc(d.Accesses, func(a *Access) bool { return a.Fewest < a.Partitions }) &&
		!slices.ContainsFunc(options, func(o *Alternative) bool { return goes(o.Now) || goes(o.Then) }) {
		return ""
	}
	return "Of two numbers of partitions, as in 1 or 2, the larger one is read where what is asked for goes over the end of a bucket: a range of a few days in two months, or a newest page on the first day of a month."
}

// rare reports whether the question looks for rows by what no key holds, in the order of a
// bucket: those that match may be few, and in its last bucket.
func (a *Access) rare() bool {
	q := a.Question
	return len(a.Indexed)+len(a.Filtered) > 0 && len(q.Ranges) == 0 && len(q.Order) > 0 && slices.ContainsFunc(a.Table.PartitionKey(), func(c *Column) bool {
		return c.Bucket != nil && c.Bucket.Of.Attr == q.Order[0].Attr
	})
}

// sparse reports whether more partitions are read than rows come back: a bucket so short helps nobody.
func (a *Access) sparse() bool { return a.Served && a.Fewest > 1 && float64(a.Fewest) > a.Rows.Typ }

// hotReads are as many reads of one partition a second as its replicas should not have to
// serve alone.
const hotReads = 1000

// nodeRows is how many rows a second one node is taken to serve: ten times the operations of
// one row that the arithmetic of a cluster takes (nodeops of package sizing), as rows that
// lie side by side are found once and read in order. manyRows are the work of ten nodes,
// which no single question is worth.
const (
	nodeRows = 100_000
	manyRows = 10 * nodeRows
)

// rowsPerSecond is how many rows the question reads in a second; 0 where nobody said how
// often it is asked.
func (a *Access) rowsPerSecond() float64 {
	if !a.Served {
		return 0
	}
	return a.Question.PerSecond() * a.Rows.Typ
}

// Load says how many partitions are read in a second where the text says how often the
// question is asked; "" where it does not.
func (a *Access) Load() string {
	rate := a.Question.PerSecond()
	if rate <= 0 || !a.Served {
		return ""
	}
	return number.Round(rate*a.Usual) + " partitions a second"
}

// Hottest is how often one partition is read in a second, where the question asks for all
// owners alike, and begins with their newest bucket where it needs only that.
func (a *Access) Hottest() float64 {
	reads := a.Usual
	if a.First { // of each owner's buckets the newest one takes all of its reads
		reads = float64(a.Most)
	}
	return a.Question.PerSecond() * min(reads/max(float64(a.Table.Size.Partitions), 1), 1)
}

// Repeated says how often the statement is sent for one answer; "" for once.
func (a *Access) Repeated() string {
	if len(a.Each) == 0 || a.Partitions < 2 && !a.First {
		return ""
	}
	if a.First {
		first, next := a.Question.begins()
		return "sent for the " + first + " " + a.Each[0] + ", then for the one " + next + " it"
	}
	return "sent " + fewestToMost(a.Fewest, a.Partitions) + " times, once for each " + some(a.Each, "and")
}

// access works out how the table answers a question.
func (t *Table) access(m *Model, q *Question) *Access { return t.answers(m, q, true) }

// answers is access with or without what it costs, which takes most of the work.
func (t *Table) answers(m *Model, q *Question, costs bool) *Access {
	m.Work.Must(len(t.Columns))
	a := &Access{Question: q, Table: t, Partitions: 1}
	find := func(r *Ref) *Column { return t.column(col{r.Attr, r.at}) }
	given := map[*Column]bool{}
	var loose []string // given values that no column of the table holds
	for _, r := range q.Given {
		if c := find(r); c != nil {
			given[c] = true
		} else {
			loose = append(loose, r.Name.Text)
		}
	}
	if len(loose) > 0 {
		a.Why = "it has no column for " + some(loose, "and")
		return a
	}
	// Optional values are taken as missing: the larger answer.
	optional := map[*Column]bool{}
	for _, r := range q.Given {
		if c := find(r); c != nil && r.Optional {
			optional[c] = true
		}
	}
	ranged := map[*Column]*Ref{}
	for _, r := range q.Ranges {
		if c := find(r); c != nil {
			ranged[c] = r
		} else {
			a.Why = "it has no column for " + r.Name.Text
			return a
		}
	}
	// partitions that are read: at most, at least, on average
	parts, fewest, usual, share := 1.0, 1.0, 1.0, 1.0
	var days []*Column // of the partition key, over which a range goes day by day
	newest := 1.0      // buckets of which a screenful of the newest rows needs one or several
	var where, key []string
	equals := func(c *Column) {
		where = append(where, cql.QuoteName(c.Name)+" = ?")
		a.binds = append(a.binds, bind{c, 0})
	}
	between := func(c *Column) {
		name := cql.QuoteName(c.Name)
		where = append(where, name+" >= ?", name+" < ?")
		a.binds = append(a.binds, bind{c, -1}, bind{c, 1})
	}
	for _, c := range t.PartitionKey() {
		equals(c)
		before := parts
		switch {
		case c.Bucket != nil && t.whole(c):
		case c.Bucket != nil:
			n := t.buckets(m, q, c)
			if n.most > 1 && q.screenful(c) {
				a.First = true
				newest, n = n.most, touched{1, 1, 1}
			}
			parts, fewest, usual = parts*n.most, fewest*n.least, usual*n.usual
		case c.Spread != nil:
			n := float64(c.Spread.Parts)
			parts, fewest, usual = parts*n, fewest*n, usual*n
		case ranged[c] != nil && c.Type == "date" && ranged[c].Slice.Known && ranged[c].Slice.Unsaid:
			n := max(1, math.Ceil(ranged[c].Slice.Typ*t.dates(m, c.Attr)/max(t.extent(c.Attr, m), 1)-1e-9)) // date by date
			parts, fewest, usual = parts*n, fewest*n, usual*n
			days = append(days, c)
		case !given[c] || optional[c]:
			key = append(key, c.Name)
		}
		if parts > before || a.First && c.Bucket != nil {
			a.Each = append(a.Each, c.Name)
		}
	}
	if len(key) > 0 {
		a.Why = "it does not know " + some(key, "and") + ", so no partition can be named"
		return a
	}
	cluster := t.ClusteringKey()
	n := 0
	var few []Guess
	oneOf := func(c *Column) { // its rows are a part of all
		d, is := t.distinct(m, c.Attr)
		if share /= max(d, 1); is {
			few = append(few, m.guessDistinct(c.Attr, d))
		}
	}
	for n < len(cluster) && given[cluster[n]] && !optional[cluster[n]] {
		equals(cluster[n])
		oneOf(cluster[n])
		n++
	}
	slice := n
	if n < len(cluster) && ranged[cluster[n]] != nil {
		c := cluster[n]
		between(c)
		days := t.extent(c.Attr, m)
		for _, b := range t.PartitionKey() {
			if b.Bucket != nil && b.Bucket.Of.Attr == c.Attr {
				days = min(days, bucketDays[b.Bucket.Unit]*t.buckets(m, q, b).most)
			}
		}
		share *= t.slice(m, ranged[c], days)
		slice++
	}
	for c := range given {
		if c.Role > Clustering || c.Role == Clustering && !optional[c] && !slices.Contains(cluster[:n], c) {
			if c.Index {
				a.Indexed = append(a.Indexed, c.Name)
				oneOf(c)
			} else {
				a.Filtered = append(a.Filtered, c.Name)
			}
		}
	}
	for c := range ranged {
		if c.Role != Partition && !slices.Contains(cluster[n:slice], c) {
			if c.Index && c.Role > Clustering && rangeIndexed(c.Type) {
				a.Indexed = append(a.Indexed, c.Name)
				share *= t.slice(m, ranged[c], t.extent(c.Attr, m))
			} else {
				a.Filtered = append(a.Filtered, c.Name)
			}
		}
	}
	diag.Sort(a.Filtered)
	diag.Sort(a.Indexed)
	for _, name := range a.Indexed {
		c := t.Column(name)
		if ranged[c] != nil {
			between(c)
		} else {
			equals(c)
		}
	}
	orderBy, sorted := t.ordered(q, cluster[n:])
	a.Sorted = sorted
	for _, r := range q.Want {
		if c := find(r); c == nil {
			a.Missing = append(a.Missing, r.Name.Text)
		}
	}
	if len(a.Missing) > 0 {
		a.Why = "it has no " + some(a.Missing, "and")
		return a
	}
	if a.Served = true; !costs {
		return a
	}
	rows, _, guessed := t.rows(m)
	rows = rows.after(m.horizon())
	taken := t.taken(m, days, rows)
	rows = t.keeps(m, rows)
	a.Most = count(parts * newest)
	read := parts // whose rows are counted: of a screenful without what the newest bucket lacks
	if a.First {
		// A screenful is a range, as long as its rows take to come.
		n := across(float64(q.Limit)/max(rows.Typ*parts*share, 1e-9), newest)
		parts, fewest, usual, read = parts*n.most, fewest*n.least, usual*n.usual, parts*n.least
	}
	a.Partitions, a.Fewest, a.Usual = count(parts), count(fewest), max(usual, 1)
	a.Rows = exactly(max(rows.Typ*read*share*taken.usual, 1))
	a.Rows.Hi = max(rows.Hi*read*share*taken.most, 1)
	a.from = t.countedFrom(m)
	if rows.Typ > 1 {
		a.Guessed = append(append(t.unasked(m, q), guessed...), few...)
	}
	limit := q.Limit
	if limit > 0 && len(a.Filtered) == 0 && len(a.Sorted) == 0 {
		most := float64(limit * count(read))
		a.Rows.Typ, a.Rows.Hi = min(a.Rows.Typ, most), min(a.Rows.Hi, most)
	}
	var names []string
	shown, own := map[*Column]bool{}, map[*Column]bool{}
	for _, r := range q.Want {
		shown[find(r)] = true
	}
	for _, i := range q.join.identity(q.join.places[0]) { // by which the next question asks
		own[t.column(i)] = true
	}
	for _, c := range t.Columns {
		if c.Role == Partition && (c.Bucket != nil || c.Spread != nil) {
			continue
		}
		wanted := shown[c] || c.Role == Clustering || c.Role > Clustering && own[c] || slices.Contains(a.Filtered, c.Name) || slices.Contains(a.Sorted, c.Name)
		if wanted {
			names = append(names, cql.QuoteName(c.Name))
		}
	}
	if len(names) == 0 {
		names = []string{"*"}
	}
	a.Statement = "SELECT " + strings.Join(names, ", ") + " FROM " + cql.QuoteName(t.Keyspace) + "." + cql.QuoteName(t.Name) + " WHERE " + strings.Join(where, " AND ")
	if len(a.Indexed) == 0 {
		a.Statement += orderBy
	}
	if limit > 0 && len(a.Filtered) == 0 && len(a.Sorted) == 0 {
		a.Statement += " LIMIT " + digits(limit)
	}
	if len(optional) > 0 {
		with := *q
		with.Given = nil
		for _, r := range q.Given {
			known := *r
			known.Optional = false
			with.Given = append(with.Given, &known)
		}
		a.With = t.access(m, &with)
	}
	return a
}

// taken is the share of the partitions of days that have a row, where each has so many and the
// days are in the partition key: of 150 rows in five years, most days have none.
func (t *Table) taken(m *Model, days []*Column, each Amount) touched {
	if len(days) == 0 {
		return touched{1, 1, 1}
	}
	all, values := *t, 1.0
	all.Columns, all.by = slices.Clone(t.Columns), nil
	for i, c := range t.Columns {
		if slices.ContainsFunc(days, func(d *Column) bool { return c == d || c.Bucket != nil && c.Bucket.Of.Attr == d.Attr }) {
			within := *c
			within.Role = Clustering
			all.Columns[i] = &within
		}
	}
	for _, c := range days {
		values *= all.dates(m, c.Attr)
	}
	n, _, _ := all.rows(m)
	n = n.after(m.horizon())
	of := func(all, each float64) float64 { return min(all/max(each*values, 1e-9), 1) }
	return touched{of(n.Lo, each.Lo), of(n.Typ, each.Typ), of(n.Hi, each.Hi)}
}

// dates is how many different dates an attribute has at most: each day, or as many as each owner has
// of what they are the key of, where these are the same number or rate: months, which whoever asks knows.
func (t *Table) dates(m *Model, a *Attribute) float64 {
	days := max(t.extent(a, m), 1)
	if n, ok := m.perOwner(a); ok && n.Lo == n.Hi && n.Rate == n.RateHi {
		if each := t.there(m, n).Typ; each > 1 {
			return min(days, each)
		}
	}
	return days
}

// slice is the share of the rows that a range takes, of an attribute whose values lie
// over so many days.
func (t *Table) slice(m *Model, r *Ref, all float64) float64 {
	switch {
	case !r.Slice.Known:
		return 1
	case r.Slice.Unsaid: // a time, in days
		return min(1, r.Slice.Typ/max(all, 1e-9))
	case r.Slice.Typ <= 1:
		return r.Slice.Typ
	}
	d, _ := t.distinct(m, r.Attr)
	return min(1, r.Slice.Typ/max(d, 1))
}

// touched is how many buckets a range touches.
type touched struct{ least, usual, most float64 }

// across is how many of all buckets a range touches that is so many buckets long: one more
// where it goes over the end of one, and on average its length and one more.
func across(length, all float64) touched {
	least := max(1, math.Ceil(length-1e-9))
	return touched{min(all, least), min(all, length+1), min(all, least+1)}
}

// buckets is how many buckets a question reads.
func (t *Table) buckets(m *Model, q *Question, c *Column) touched {
	b := c.Bucket
	days := bucketDays[b.Unit]
	all := max(1, math.Ceil(t.extent(b.Of.Attr, m)/days))
	just := func(n float64) touched { return touched{n, n, n} }
	for _, r := range q.Given {
		if r.Attr == b.Of.Attr && !r.Optional {
			return just(1)
		}
	}
	for _, r := range q.Ranges {
		if r.Attr != b.Of.Attr || !r.Slice.Known {
			continue
		}
		if !r.Slice.Unsaid {
			return just(max(1, math.Ceil(all*t.slice(m, r, 0))))
		}
		if r.Attr.Type == "date" && b.Unit == "day" {
			return just(min(all, math.Ceil(r.Slice.Typ)))
		}
		return across(r.Slice.Typ/days, all)
	}
	return just(all)
}

// screenful reports whether the question wants a screenful of the newest or the oldest rows,
// so that it begins with the newest or oldest bucket and need not go on. What has a value that
// changes may be in any of them: of a queue, what waits is in the last ones.
func (q *Question) screenful(c *Column) bool {
	return q.paged() && len(q.Ranges) == 0 && len(q.Order) > 0 && q.Order[0].Attr == c.Bucket.Of.Attr
}

// paged reports whether a question shows a page of rows that any bucket may have.
func (q *Question) paged() bool {
	return q.Limit > 0 && !slices.ContainsFunc(q.Given, func(r *Ref) bool { return r.Attr.Mutable && !r.Attr.Unique && !r.Optional })
}

// begins says with which bucket such a question begins, and which one follows.
func (q *Question) begins() (first, next string) {
	if q.Order[0].Desc {
		return "newest", "before"
	}
	return "oldest", "after"
}

// ordered is the ORDER BY clause that gives a question its order from the rest of the
// clustering columns: none where the stored order is the wanted one. Where neither it
// nor its reverse is, the client sorts by the columns that come back.
func (t *Table) ordered(q *Question, rest []*Column) (clause string, client []string) {
	var want []*Ref
	for _, o := range q.Order {
		c := t.column(col{o.Attr, o.at})
		if c == nil {
			client = append(client, o.Name.Text)
			continue
		}
		if c.Role == Partition || c.Role == Clustering && !slices.Contains(rest, c) {
			continue // one value in what is read
		}
		want = append(want, o)
	}
	if len(want) == 0 || len(client) > 0 {
		return "", client
	}
	forward, backward := true, true
	for i, o := range want {
		if i >= len(rest) || t.column(col{o.Attr, o.at}) != rest[i] {
			forward, backward = false, false
			break
		}
		if rest[i].Desc == o.Desc {
			backward = false
		} else {
			forward = false
		}
	}
	switch {
	case forward:
		return "", nil
	case backward:
		var parts []string
		for i := range want {
			dir := " DESC"
			if rest[i].Desc {
				dir = " ASC"
			}
			parts = append(parts, cql.QuoteName(rest[i].Name)+dir)
		}
		return " ORDER BY " + strings.Join(parts, ", "), nil
	}
	for _, o := range want {
		client = append(client, t.column(col{o.Attr, o.at}).Name)
	}
	return "", client
}
