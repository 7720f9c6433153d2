package model

import (
	"slices"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
)

// An Alternative is a choice that the rules leave open: what one would write into the
// text, and what it costs beside the table as it is.
type Alternative struct {
	Fix      diag.Fix // its title says what it is
	Why      string   // what speaks for it and what against
	Of       *Table   // as it is
	Table    *Table   // as it would be
	Now      Cost
	Then     Cost
	Question *Question // for which the cost of reading is given: the one that changes most
}

// A Cost is what a design costs.
type Cost struct {
	Served     bool
	Why        string // why not
	Partitions int64  // that the question reads, as an Access has them
	Fewest     int64
	Rows       int64    // that come back or are passed
	Bytes      int64    // of the largest partition at the horizon
	Even       bool     // where rows are spread evenly over values or times, as nobody said otherwise
	client     int      // columns that it compares or sorts by
	late       []string // columns that it cannot look up where they are given
	Writes     int64    // rows that a new instance writes, in all tables concerned
}

// cost is what a table costs one of its questions.
func (k *maker) cost(t *Table, q *Question) Cost {
	a, z := t.access(k.m, q), k.size(t, k.d.schemaOf(t))
	return Cost{Even: len(z.Evenly) > 0, Served: a.Served && len(a.Filtered)+len(a.Sorted) == 0, client: len(a.Filtered) + len(a.Sorted), late: a.late(), Why: a.Why, Partitions: a.Partitions, Fewest: a.Fewest, Rows: count(a.Rows.Typ), Bytes: z.Max, Writes: t.Writes(k.m)}
}

// Alternatives are what the rules leave open about a table: which clustering column
// comes first, how much is in the partition key, static or not, bucket or not, one
// table for two questions. They are worked out anew at each call.
func (d *Design) Alternatives(t *Table) (out []*Alternative) {
	k := &maker{d, d.Model}
	now := map[*Question]Cost{}
	for _, q := range t.Questions {
		now[q] = k.cost(t, q)
	}
	try := func(fix diag.Fix, ok bool, why string, dec decision) {
		if !ok || d.Model.Work.Over() { // then nothing is said of the design
			return
		}
		dec.name, dec.keyspace, dec.ttl = t.Name, t.Keyspace, t.TTL
		v := k.table(t.Questions, t.Choice, dec)
		if slices.ContainsFunc(d.Tables, func(o *Table) bool { return o != t && o.Entity == t.Entity && sameKey(o, v) }) {
			return // there is such a table already: this one is left out, or stays
		}
		alt := &Alternative{Fix: fix, Why: why, Of: t, Table: v}
		worst := -1.0
		for _, q := range t.Questions {
			c := k.cost(v, q)
			diff := relation(c.Partitions, now[q].Partitions) + relation(c.Rows, now[q].Rows)
			if !c.Served || c.late != nil {
				diff += 1000
			}
			if diff > worst {
				worst, alt.Question, alt.Now, alt.Then = diff, q, now[q], c
			}
		}
		if n, v := alt.Now, alt.Then; v.Why != "" || v.client > n.client && len(alt.Question.Order) > 0 && v.Partitions >= n.Partitions && v.Rows >= n.Rows && v.Bytes >= n.Bytes && v.Writes >= n.Writes || v.Fewest > max(n.Fewest, v.Rows) {
			return // a table that does not answer is none to choose, nor one that only loses the order that is asked for, nor one that makes more partitions than rows to read
		}
		out = append(out, alt)
	}
	base := func() decision {
		dec := t.decided()
		for _, c := range t.Columns {
			switch {
			case c.Bucket != nil:
				dec.bucket = named1(c.Bucket, c.Name)
			case c.Spread != nil:
				s := *c.Spread
				s.As.Text = c.Name
				dec.spread = &s
			case c.Role == Static && c.Rule == RuleChosen:
				dec.static = append(dec.static, c.Name)
			case c.Index:
				dec.index = append(dec.index, c.Name)
			case t.Choice != nil && slices.ContainsFunc(t.Choice.Plain, func(r *Ref) bool { return snake(r.Name.Text) == c.Name }):
				dec.plain = append(dec.plain, c.Name)
			}
		}
		return dec
	}
	cluster, partition := t.ClusteringKey(), t.PartitionKey()

	// Which clustering column comes first.
	if len(cluster) > 1 {
		c := cluster[1]
		dec := base()
		dec.cluster = slices.Concat([]string{c.Name}, dec.cluster[:1], dec.cluster[2:])
		fix, ok := d.Move(t, c.Name, Clustering, 0)
		fix.Title = c.Name + " first in the order of the partition"
		try(fix, ok, "Rows with one "+c.Name+" then lie side by side, and those with one "+cluster[0].Name+" no longer do.", dec)
	}
	// More in the partition key: smaller partitions, more of them to read.
	if len(cluster) > 0 && cluster[0].Attr != nil && cluster[0].Rule != RuleIdentity && t.timed(d.Model, cluster[0].Attr) {
		c := cluster[0]
		dec := base()
		dec.cluster = dec.cluster[1:]
		dec.partition = append(dec.partition, c.Name)
		fix, ok := d.Move(t, c.Name, Partition, len(partition))
		try(fix, ok, "Partitions become smaller, and a range of "+c.Name+" can no longer be read as a slice: each value is a partition of its own.", dec)
	}
	// Less in the partition key: fewer, larger partitions.
	for i := len(partition) - 1; i > 0; i-- {
		c := partition[i]
		if c.Attr == nil {
			continue
		}
		dec := base()
		dec.partition = slices.Concat(dec.partition[:i], dec.partition[i+1:])
		dec.cluster = slices.Concat([]string{c.Name}, dec.cluster)
		fix, ok := d.Move(t, c.Name, Clustering, 0)
		try(fix, ok, "Partitions become larger, and one can be read without "+c.Name+" or by a range of it.", dec)
		break
	}
	// In the key instead of an index.
	for _, c := range t.Columns {
		if !c.Index || c.Role != Regular || t.counter() {
			continue
		}
		dec := base()
		dec.index = slices.DeleteFunc(dec.index, func(n string) bool { return n == c.Name })
		dec.cluster = slices.Concat([]string{c.Name}, dec.cluster)
		fix, ok := d.Move(t, c.Name, Clustering, 0)
		fix.Title = c.Name + " first in the order of the partition, without an index"
		try(fix, ok, "Rows with one "+c.Name+" then lie side by side and are read as one slice. A change of "+c.Name+" becomes a delete and an insert, and reads pass what was deleted.", dec)
		// Where the rules cut the table only because nothing else is known, and it is small.
		if slices.ContainsFunc(partition, func(p *Column) bool {
			return p.Attr != nil || p.Bucket != nil && p.Bucket.End > 0 || p.Spread != nil && p.Spread.End > 0
		}) {
			continue
		}
		dec = t.decided()
		dec.partition, dec.index = []string{c.Name}, slices.DeleteFunc(base().index, func(n string) bool { return n == c.Name })
		n := len(out)
		try(d.setLine(t, "key", keyLine(dec), "a partition for each "+c.Name), true, "One partition to read, without an index, which no time and no hash divides: it grows with all that has one "+c.Name+". A change of "+c.Name+" becomes a delete in one partition and an insert in another.", dec)
		if len(out) > n && out[n].Then.Bytes > targetBytes {
			out = out[:n]
		}
	}
	// Static or not.
	for _, c := range t.Columns {
		switch {
		case c.Role == Static && t.Size.Rows.after(d.Model.horizon()).Hi <= 1: // one row has one copy in any case
		case c.Role == Static:
			dec := base()
			dec.static = slices.DeleteFunc(dec.static, func(n string) bool { return n == c.Name })
			dec.plain = append(dec.plain, c.Name)
			fix, ok := d.setStatic(t, c.Name, false)
			try(fix, ok, "Every row then carries its own copy: more bytes, and a change writes them all; a row keeps the value of its day.", dec)
		case c.Role == Regular && c.Rule == RuleChosen && k.fixedBy(t, c) && len(cluster) > 0:
			dec := base()
			dec.plain = slices.DeleteFunc(dec.plain, func(n string) bool { return n == c.Name })
			dec.static = append(dec.static, c.Name)
			fix, ok := d.setStatic(t, c.Name, true)
			try(fix, ok, "One copy a partition: fewer bytes, and a change is one write.", dec)
		default:
			continue
		}
		break // the others would say the same
	}
	d.bucketAlternatives(t, base, try)
	// Spread or not.
	for _, c := range partition {
		if c.Spread == nil {
			continue
		}
		over := func(parts int64, why string) {
			fix, ok := d.Spread(t, parts)
			dec := base()
			s := *dec.spread
			s.Parts = parts
			dec.spread = &s
			try(fix, ok, why, dec)
		}
		if c.Spread.Parts > 1 || d.busy(t) {
			over(c.Spread.Parts*2, "Half as many rows in each partition, but twice as many partitions to read.")
		}
		if c.Spread.Parts > 1 {
			over(c.Spread.Parts/2, "Half as many partitions to read, with twice as many rows in each; fewer nodes share the load.")
		}
		if len(partition) > 1 {
			fix, ok := d.Spread(t, 0)
			dec := base()
			dec.spread, dec.noSpread = nil, true
			dec.partition = slices.DeleteFunc(dec.partition, func(n string) bool { return n == c.Name })
			try(fix, ok, "One partition to read, but it takes all writes.", dec)
		}
	}
	if key := t.PartitionKey(); len(key) == 1 && key[0].Bucket != nil && d.busy(t) {
		dec := base()
		dec.spread = &Spread{Parts: 4}
		dec.partition = append(dec.partition, "shard")
		try(d.spreadFix(t, 4), true, "Writes of one time go to several partitions; a question reads all of them at the same time and merges the rows.", dec)
	}
	return append(out, d.shared(k, t)...)
}

// busy reports whether partitions of a table have so much in them, or coming, that sharing
// it out can pay.
func (d *Design) busy(t *Table) bool {
	return t.Size.Max >= targetBytes/10 || d.Model.daily(t.Entity) >= calmRows
}

func named1(b *Bucket, name string) *Bucket {
	c := *b
	c.As.Text = name
	return &c
}

// relation is by how much one number differs from another, in either direction.
func relation(a, b int64) float64 {
	if a < b {
		a, b = b, a
	}
	return float64(a)/float64(max(b, 1)) - 1
}

// nearUnits are the lengths of a bucket that are offered beside another one, longer ones first.
var nearUnits = map[string]string{"": "month week day", "hour": "day", "day": "week month hour", "week": "month day", "month": "year week day", "year": "month"}

// bucketAlternatives are other lengths of a bucket, or none.
func (d *Design) bucketAlternatives(t *Table, base func() decision, try func(diag.Fix, bool, string, decision)) {
	var time *Column
	have := ""
	for _, c := range t.Columns {
		if c.Bucket != nil {
			have = c.Bucket.Unit
			for _, of := range t.Columns {
				if of.Attr != nil && of.Attr == c.Bucket.Of.Attr {
					time = of
				}
			}
		} else if time == nil && c.Role == Clustering && c.Attr != nil && timely(c.Attr.Type) {
			time = c
		}
	}
	if time == nil || have == "" && (t.Size.Max < targetBytes/10 || !t.timed(d.Model, time.Attr)) {
		return
	}
	small := t.Size.Max < targetBytes/10 && (t.Choice == nil || len(t.Choice.Buckets) == 0) // nothing is gained by shorter ones
	units := slices.DeleteFunc(strings.Fields(nearUnits[have]), func(unit string) bool {
		return have != "" && small && bucketDays[unit] < bucketDays[have] || time.Attr.Type == "date" && bucketDays[unit] <= 1 // that is the date itself
	})
	for _, unit := range units {
		fix, ok := d.Bucket(t, unit, time.Name)
		dec := base()
		name := unit
		if t.Column(name) != nil && t.Column(name).Bucket == nil {
			name += "_bucket"
		}
		dec.bucket = &Bucket{Unit: unit, Of: &Ref{Name: time.Attr.Name, Attr: time.Attr, at: time.at}, As: Name{Text: name}}
		dec.partition = t.withPart(dec.partition, name, func(c *Column) bool { return c.Bucket != nil })
		try(fix, ok, "A new partition each "+unit+" limits the one before; a question over several of them reads several partitions.", dec)
	}
	if have != "" && len(t.PartitionKey()) > 1 {
		fix, ok := d.Bucket(t, "none", "")
		dec := base()
		dec.bucket, dec.noBucket = nil, true
		dec.partition = slices.DeleteFunc(dec.partition, func(n string) bool { return t.Column(n).Bucket != nil })
		try(fix, ok, "One partition for all times: a range of any length is one slice, and it grows for as long as rows come.", dec)
	}
}

// shared are the tables of other questions that this one could serve as well, and
// those that it serves and need not.
func (d *Design) shared(k *maker, t *Table) (out []*Alternative) {
	for _, other := range d.Tables {
		if other == t || other.Entity != t.Entity || d.Model.Work.Over() {
			continue
		}
		for _, a := range other.Accesses {
			q := a.Question
			dec := t.decided()
			for _, c := range t.Columns {
				switch {
				case c.Bucket != nil:
					dec.bucket = named1(c.Bucket, c.Name)
				case c.Spread != nil:
					s := *c.Spread
					s.As.Text = c.Name
					dec.spread = &s
				}
			}
			dec.name, dec.keyspace, dec.ttl = t.Name, t.Keyspace, t.TTL
			both := k.table(append(slices.Clone(t.Questions), q), t.Choice, dec)
			if v := both.access(d.Model, q); !v.Served || len(v.Filtered) > 0 || len(v.Sorted) > 0 || v.late() != nil || both.mixed() {
				continue
			}
			fix, ok := d.Together(t, q)
			if !ok {
				continue
			}
			was, would := k.cost(other, q), k.cost(both, q)
			was.Writes += t.Writes(d.Model)
			out = append(out, &Alternative{Fix: fix, Of: t, Table: both, Now: was, Then: would, Question: q,
				Why: "One table fewer to write and to keep equal; the question also reads what only the other question needs."})
		}
	}
	if len(t.Questions) > 1 {
		for _, q := range t.Questions[1:] {
			fix, ok := d.Apart(t, q)
			if !ok {
				continue
			}
			own := k.table([]*Question{q}, nil, decision{})
			was, would := k.cost(t, q), k.cost(own, q)
			would.Writes += t.Writes(d.Model)
			out = append(out, &Alternative{Fix: fix, Of: t, Table: own, Now: was, Then: would, Question: q,
				Why: "Each table holds only what its question needs, but every fact is written once more."})
		}
	}
	return out
}

// String says the cost in words: "1 partition, 700 rows, at most 6.11 MB".
func (c Cost) String() string {
	if c.Why != "" {
		return "not answered: " + c.Why
	}
	evenly := ""
	if c.Even {
		evenly = " if evenly"
	}
	s := partitions(c.Fewest, c.Partitions) + ", " + number.Of(c.Rows, "row") + ", at most " + number.Bytes(c.Bytes) + evenly + ", " + number.Of(c.Writes, "row") + " a write"
	if !c.Served {
		s += ", and work for the client"
	}
	if c.late != nil {
		s += "; the server refuses " + some(c.late, "and") + " where it is given"
	}
	return s
}
