// Rules about the size of partitions: without a workload a guess by the key, with
// one its numbers.

package advice

import (
	"slices"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/workload"
)

// sized is the workload's result for a table, or nil.
func (d *design) sized(t *schema.Table) *Sized {
	for i := range d.Sizes {
		if r := &d.Sizes[i]; r.Table.Keyspace == t.Keyspace && r.Table.Name == t.Name {
			return r
		}
	}
	return nil
}

// expires reports whether all rows of a table have a TTL, as far as the scripts
// show.
func (d *design) expires(t *schema.Table) bool {
	if t.Params.DefaultTTL > 0 {
		return true
	}
	written := false
	for _, w := range d.writesOf[t] {
		if w.deletes() {
			continue
		}
		if x := w.using().TTL; x == nil || isZero(x) {
			return false
		}
		written = true
	}
	return written
}

// isZero reports whether a term is the number 0.
func isZero(x cql.Expr) bool {
	c, ok := x.(*cql.Constant)
	return ok && c.Kind == cql.Integer && strings.Trim(c.Text, "-0") == ""
}

var r18 = Rule{
	ID: "R18", Severity: diag.Advice,
	Instead: "How many rows can one partition get? If the data themselves have a limit, as a playlist has, say so in a comment before the table, and this advice goes: `-- lab:ignore R18 and the limit`. Else put a time bucket such as a date into the partition key, or give the rows a TTL.",
	check: func(d *design) {
		for i := range d.tables {
			d.Meter.Breathe(tableUnits)
			t := &d.tables[i]
			c, sure := d.endless(t.Table)
			size := d.sized(t.Table)
			if c == nil || size != nil && (size.Growth == nil || bounded(size.Growth)) {
				continue // without growth, R20 judges the size
			}
			if !sure && size == nil {
				d.note(t.place, t.columnPlace(c.Name), "a partition of "+t.Name+" gets a row more with each `"+c.Name+"`", "How many of them can one partition get? Where they are never many, nothing has to be changed. Else put a column into the partition key that divides them.")
				continue
			}
			d.say(t.place, t.columnPlace(c.Name), "a partition of "+t.Name+" gets new rows by `"+c.Name+"` as long as they are written: nothing limits it", "")
		}
	},
}

// endless is the column by which a partition grows where nothing ends that, or nil, and whether that
// is as sure as names and types are.
func (d *design) endless(t *schema.Table) (c *schema.Column, sure bool) {
	if t.Counter || d.expires(t) || slices.ContainsFunc(t.PartitionKey, isLimit) {
		return nil, false
	}
	return d.grows(t)
}

// grows is the clustering column by which a partition gets new rows for ever, or nil: a time,
// wherever it stands; a timeuuid, or the running number of the things that the table holds, only
// where nothing but names of other things and kinds stands in front. Behind anything else these
// tell rows apart that are sorted by that. A timeuuid that is called an id is no time: that of another
// thing comes with a row, and brings none; that of the thing itself is sure to bring rows for ever
// where things happen, as messages do, and not where they are there, as the devices of a customer.
func (d *design) grows(t *schema.Table) (c *schema.Column, sure bool) {
	front := true
	for _, k := range t.Clustering {
		of, is := idOf(k), isTime(k)
		itself := is && isID(k) && (of == "" || named(entity(t), []string{of}))
		switch {
		case is && k.Type.Kind == cqltype.Timeuuid && (!front || isID(k) && !itself):
		case itself && k.Type.Kind == cqltype.Timeuuid && !d.happens(t):
			if c == nil {
				c = k
			}
		case is, front && of != "" && k.Type.Kind == cqltype.Bigint && named(entity(t), []string{of}):
			return k, true
		}
		few, _ := d.fewValues(k)
		front = front && (few || isID(k))
	}
	return c, false
}

// happens reports whether a table holds what happens and is written down, by its name.
func (d *design) happens(t *schema.Table) bool {
	return slices.ContainsFunc(d.Growing, func(w string) bool { return named(entity(t), []string{number.Singular(w)}) })
}

var r97 = Rule{
	ID: "R97", Severity: diag.Advice,
	Instead: "Put a column into the partition key that divides these rows, such as a time bucket, and read the buckets one after the other. If there are never many of them, say so in a comment before the table, and this advice goes: `-- lab:ignore R97 and the limit`.",
	check: func(d *design) {
		for i := range d.tables {
			d.Meter.Breathe(tableUnits)
			t := &d.tables[i]
			if t.Counter || d.sized(t.Table) != nil {
				continue // R20 speaks of it
			}
			if c, _ := d.endless(t.Table); c != nil {
				continue // R18 does
			}
			if of := d.gathers(t.Table); of != nil {
				d.say(t.place, t.name, "a partition of "+t.Name+" holds what "+of.Name+" has in many: all its rows with the same "+names(t.PartitionKey), "")
			}
		}
	},
}

// gathers is the table that has the rows of another one in more and smaller partitions, nil where
// there is none: each of several rows, and its whole key is in the key of the other. How many
// partitions become one is certain to be many where the key is a part of that of the table; where it
// has another column, only if that tells no rows of a partition apart, and names no thing.
func (d *design) gathers(t *schema.Table) *schema.Table {
	if len(t.Clustering) == 0 || slices.ContainsFunc(t.PartitionKey, isLimit) {
		return nil
	}
	for _, c := range t.Clustering {
		of := d.divided(t.Keyspace, c.Name)
		for _, a := range of[:min(len(of), mostGathered)] {
			d.Meter.Breathe(1)
			if a == t || slices.ContainsFunc(slices.Concat(a.PartitionKey, a.Clustering), func(k *schema.Column) bool { return !inKey(t, k) }) {
				continue
			}
			if !slices.ContainsFunc(t.PartitionKey, func(k *schema.Column) bool {
				return !has(a.PartitionKey, k) && (has(a.Clustering, k) || d.namesOne(k))
			}) {
				return a
			}
		}
	}
	return nil
}

// mostGathered is at how many tables gathers looks that have the same column in their keys.
const mostGathered = 20

// divided are the tables of a keyspace whose partitions have several rows, with a column in
// their partition keys.
func (d *design) divided(keyspace, column string) []*schema.Table {
	if d.dividedBy == nil {
		d.dividedBy = map[string][]*schema.Table{}
		for _, ks := range d.Catalogue.InOrder() {
			for _, a := range ks.InOrder() {
				d.Meter.Breathe(1)
				for _, c := range a.PartitionKey {
					if name := ks.Name + "." + c.Name; a.View == nil && len(a.Clustering) > 0 && !ks.System {
						d.dividedBy[name] = append(d.dividedBy[name], a)
					}
				}
			}
		}
	}
	return d.dividedBy[keyspace+"."+column]
}

// namesOne reports whether a value of a column seems to name one thing, which has few rows.
func (d *design) namesOne(c *schema.Column) bool {
	return idOf(c) != "" || c.Name == "id" || c.Type.Kind == cqltype.UUID || c.Type.Kind == cqltype.Timeuuid || named(c.Name, d.Unique) || isTime(c)
}

func inKey(t *schema.Table, c *schema.Column) bool {
	return has(t.PartitionKey, c) || has(t.Clustering, c)
}

// has reports whether columns have one of the same name and type.
func has(cols []*schema.Column, c *schema.Column) bool {
	return slices.ContainsFunc(cols, func(o *schema.Column) bool { return o.Name == c.Name && o.Type.String() == c.Type.String() })
}

// bounded reports whether growth keeps below the lines that fail a design.
func bounded(g *sizing.Growth) bool {
	for _, l := range g.Days {
		if !l.Never && l.Metric == sizing.DiskBytes && l.Weight <= sizing.Limit {
			return false
		}
	}
	return true
}

// measure calls say for each sized table that the scripts make.
func (d *design) measure(say func(t *made, r *Sized)) {
	for i := range d.tables {
		d.Meter.Breathe(tableUnits)
		if r := d.sized(d.tables[i].Table); r != nil {
			say(&d.tables[i], r)
		}
	}
}

var r19 = Rule{
	ID: "R19", Severity: diag.Note,
	Instead: "Look at the bytes of the partition and at the rows that one query reads.",
	check: func(d *design) {
		d.measure(func(t *made, r *Sized) {
			if n := r.Values.Max; n > d.Values {
				d.say(t.place, t.name, "a partition of "+t.Name+" has "+number.Count(n)+" values, more than "+number.Count(d.Values), "")
			}
		})
	},
}

var r20 = Rule{
	ID: "R20", Severity: diag.Advice,
	Instead: "Move a column into the partition key, or add a bucket; partitionlab size proposes one.",
	check: func(d *design) {
		d.measure(func(t *made, r *Sized) {
			if n := r.Disk.Max; n > d.Bytes {
				instead := ""
				if b := BucketOf(t.Table); b != nil {
					instead = Smaller(b)
				}
				d.say(t.place, t.name, "a partition of "+t.Name+" takes "+number.ExactBytes(n)+", more than "+number.ExactBytes(d.Bytes), instead)
			}
		})
	},
}

// BucketOf is the column of a partition key that divides what belongs together, nil where there is none.
func BucketOf(t *schema.Table) *schema.Column {
	if i := slices.IndexFunc(t.PartitionKey, isBucket); i >= 0 && len(t.PartitionKey) > 1 {
		return t.PartitionKey[i]
	}
	return nil
}

// Smaller says what to do about large partitions that a bucket divides.
func Smaller(bucket *schema.Column) string {
	return "Make the bucket `" + bucket.Name + "` smaller: a shorter time, or more of them; or put another column into the partition key."
}

var r21 = Rule{
	ID: "R21", Severity: diag.Note,
	Instead: "Read slices of the partition, or split it.",
	check: func(d *design) {
		d.measure(func(t *made, r *Sized) {
			if n := r.Rows.Max; n > d.Rows {
				d.say(t.place, t.name, "a partition of "+t.Name+" has "+number.Count(n)+" rows, more than "+number.Count(d.Rows), "")
			}
		})
	},
}

var r22 = Rule{
	ID: "R22", Severity: diag.Advice,
	Instead: "Split the partition.",
	check: func(d *design) {
		d.measure(func(t *made, r *Sized) {
			if n := r.Cells.Max; n > d.Cells {
				d.say(t.place, t.name, "a partition of "+t.Name+" has "+number.Count(n)+" cells; 2 billion are the documented limit", "")
			}
		})
	},
}

var r15 = Rule{
	ID: "R15", Severity: diag.Advice,
	Instead: "Put a column with more values into the partition key, or a bucket together with this one.",
	check: func(d *design) {
		d.measure(func(t *made, r *Sized) {
			if n := r.Partitions; n > 0 && n < int64(d.FewPartitions) && r.Rows.Max > 1 {
				d.say(t.place, t.name, "the table "+t.Name+" has "+number.Count(n)+" partitions only: its data and its load cannot spread over many nodes", "")
			}
		})
	},
}

var r17 = Rule{
	ID: "R17", Severity: diag.Advice,
	Instead: "Put a bucket into the partition key, such as hash(id) mod 16 for the large partitions, or another column.",
	check: func(d *design) {
		d.measure(func(t *made, r *Sized) {
			if mean := int64(r.Mean); len(r.Sizes) > 0 && mean > 0 && r.Disk.Max/mean >= int64(d.Skew) && r.Disk.Max > 1_000_000 {
				d.say(t.place, t.name, "the largest partition of "+t.Name+" is "+number.Count(r.Disk.Max/mean)+" times as large as the mean", "")
			}
		})
	},
}

var r26 = Rule{
	ID: "R26", Severity: diag.Note,
	Instead: "Use a larger bucket, so that a partition has some hundred rows and a query reads few partitions.",
	check: func(d *design) {
		d.measure(func(t *made, r *Sized) {
			if n := r.Rows.Max; len(t.Clustering) > 0 && n < int64(d.FewRows) && len(t.PartitionKey) > 1 && slices.ContainsFunc(t.PartitionKey, isBucket) {
				d.say(t.place, t.name, "a bucket of "+t.Name+" holds "+number.Count(n)+" rows only: a query over some time reads many partitions", "")
			}
		})
	},
}

// eachValue calls f for each column with the bytes of its largest value.
func (d *design) eachValue(f func(t *made, c *schema.Column, bytes int64)) {
	d.measure(func(t *made, r *Sized) {
		for _, p := range r.Row.Parts {
			if c := t.Table.Column(p.Column); c != nil && p.Field == "value" {
				f(t, c, p.Bytes)
			}
		}
	})
}

var r83 = Rule{
	ID: "R83", Severity: diag.Advice,
	Instead: "Keep the object in an object store and only its address here, or divide it into parts of one row each.",
	check: func(d *design) {
		d.eachValue(func(t *made, c *schema.Column, n int64) {
			if n > d.Value {
				d.say(t.place, t.columnPlace(c.Name), "a value of `"+c.Name+"` takes "+number.ExactBytes(n)+", more than "+number.ExactBytes(d.Value), "")
			}
		})
	},
}

// What SAI indexes at most: sai_string_term_size_fail_threshold and
// sai_vector_term_size_fail_threshold of cassandra.yaml as shipped.
const saiText, saiVector = 8 << 10, 32 << 10

var r90 = Rule{
	ID: "R90", Severity: diag.Advice,
	Instead: "Index a short column: a prefix, a hash, or a shorter vector.",
	check: func(d *design) {
		d.eachValue(func(t *made, c *schema.Column, n int64) {
			most := int64(saiText)
			switch {
			case c.Type.Kind == cqltype.Vector:
				most = saiVector
			case !isText(c.Type):
				return
			}
			if n > most && slices.ContainsFunc(t.Indexes, func(ix *schema.Index) bool { return ix.Class == schema.SAI && ix.Column == c.Name }) {
				d.say(t.place, t.columnPlace(c.Name), "values of `"+c.Name+"` take up to "+number.ExactBytes(n)+"; its index refuses more than "+number.ExactBytes(most), "")
			}
		})
	},
}

// PartitionsOf is the number of partitions that a workload gives its table, in
// the worst case; 0 where it does not say.
func PartitionsOf(w *workload.Workload) int64 {
	v, problems := w.Eval()
	if w.Quantity("partitions") == nil || len(problems) > 0 {
		return 0
	}
	n, _ := v.Get("partitions")
	return n.Hi.Round()
}
