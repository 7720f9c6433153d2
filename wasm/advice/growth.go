// Rules about the size of partitions: without a workload a guess by the key, with
// one its numbers.

package advice

import (
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/workload"
)

// sized is the workload's result for a table, or nil.
func (d *design) sized(t *schema.Table) *sizing.Result {
	for _, r := range d.Sizes {
		if r.Table.Keyspace == t.Keyspace && r.Table.Name == t.Name {
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
	for _, w := range d.writesOf(t) {
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
	ID: "R18", Severity: diag.Advice, Title: "A partition that grows for ever",
	Why:     "Rows that come with time and share one partition make it grow without a bound. A partition of more than 100 MB makes nodes unstable.",
	Instead: "Put a time bucket such as a date into the partition key, or give the rows a TTL. Where nature sets a limit, write a workload that shows it, or -- lab:ignore R18 with the limit.",
	check: func(d *design) {
		for i := range d.tables {
			t := &d.tables[i]
			c := timeOf(t.Table)
			if c == nil || t.Counter || d.expires(t.Table) {
				continue
			}
			bucketed := false
			for _, k := range t.PartitionKey {
				bucketed = bucketed || isBucket(k)
			}
			size := d.sized(t.Table)
			if bucketed || size != nil && (size.Growth == nil || bounded(size.Growth)) {
				continue // without growth, R20 judges the size
			}
			d.say(t.place, t.columnPlace(c.Name), "a partition of "+t.Name+" gets new rows by "+c.Name+" as long as they are written: nothing bounds it", "")
		}
	},
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
func (d *design) measure(say func(t *made, r *sizing.Result)) {
	for i := range d.tables {
		if r := d.sized(d.tables[i].Table); r != nil {
			say(&d.tables[i], r)
		}
	}
}

var r19 = Rule{
	ID: "R19", Severity: diag.Note, Title: "More values in a partition than the guideline says",
	Why:     "The guideline of 100,000 values comes from the storage engine before 3.0. Bytes and rows of a read decide; this is a remark.",
	Instead: "Look at the bytes of the partition and at the rows that one query reads.",
	check: func(d *design) {
		d.measure(func(t *made, r *sizing.Result) {
			if n := r.Values.Max; n > d.Values {
				d.say(t.place, t.name, "a partition of "+t.Name+" has "+workload.Exact(n)+" values, more than "+workload.Exact(d.Values), "")
			}
		})
	},
}

var r20 = Rule{
	ID: "R20", Severity: diag.Advice, Title: "A partition with too many bytes",
	Why:     "Compaction, repair and reads handle a partition as one thing: large ones take heap and time, and all their load goes to the same replicas.",
	Instead: "Move a column into the partition key, or add a bucket; partitionlab size proposes one.",
	check: func(d *design) {
		d.measure(func(t *made, r *sizing.Result) {
			if n := r.Disk.Max; n > d.Bytes {
				d.say(t.place, t.name, "a partition of "+t.Name+" takes "+workload.Bytes(n)+", more than "+workload.Bytes(d.Bytes), "")
			}
		})
	},
}

var r21 = Rule{
	ID: "R21", Severity: diag.Note, Title: "Many rows in a partition",
	Why:     "Up to a few hundred thousand rows are fine, if each read takes a page of them or has a LIMIT.",
	Instead: "Read slices of the partition, or split it.",
	check: func(d *design) {
		d.measure(func(t *made, r *sizing.Result) {
			if n := r.Rows.Max; n > d.Rows {
				d.say(t.place, t.name, "a partition of "+t.Name+" has "+workload.Exact(n)+" rows, more than "+workload.Exact(d.Rows), "")
			}
		})
	},
}

var r22 = Rule{
	ID: "R22", Severity: diag.Advice, Title: "Near the hard limit of cells",
	Why:     "A partition holds at most 2 billion cells. No setting changes that.",
	Instead: "Split the partition.",
	check: func(d *design) {
		d.measure(func(t *made, r *sizing.Result) {
			if n := r.Cells.Max; n > d.Cells {
				d.say(t.place, t.name, "a partition of "+t.Name+" has "+workload.Exact(n)+" cells; 2 billion is the end", "")
			}
		})
	},
}
