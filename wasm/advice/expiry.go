// Rules about deletes, TTL, tombstones and time windows.

package advice

import (
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/version"
)

// counts reports whether rows that come one after another have greater values each
// in a column: a time, or a number.
func counts(c *schema.Column) bool { return isTime(c) || isInteger(c.Type) }

// turn is how a read of one partition takes rows in their turn, the oldest first: by
// the first clustering column that it leaves open. Bounded says that it stops, at a
// LIMIT or a last row; behind that it starts after a row that it names.
func (r *reading) turn() (by *schema.Column, bounded, behind bool) {
	if r.Partitions != plan.OnePartition || r.Aggregated {
		return nil, false, false
	}
	bounded = r.stmt.Limit != nil
	for _, c := range r.table.Clustering {
		low, high, other := bounds(r.stmt.Where, c.Name)
		if other {
			continue // one value, or a list of them
		}
		if c.Desc != r.Reversed || !counts(c) {
			break
		}
		return c, bounded || high, low
	}
	return nil, false, false
}

// bounds are what a WHERE clause has on a column.
func bounds(where []*cql.Relation, column string) (low, high, other bool) {
	for _, r := range where {
		if relationOn([]*cql.Relation{r}, column) == nil {
			continue
		}
		switch r.Op {
		case cql.Gt, cql.Ge:
			low = true
		case cql.Lt, cql.Le:
			high = true
		default:
			other = true
		}
	}
	return low, high, other
}

// queue reports whether a table is used as a queue, and by which delete. It is one
// for certain where a read takes some rows of one partition, the oldest first,
// from the first one on, and a delete takes out rows one by one or a range
// of them. It may be one where all rows up to a number are deleted and rows are read by that number: by
// a time they would be old ones. A read that starts behind the rows that are
// done passes no tombstones: a table that is read in this way alone is cured.
func (d *design) queue(t *made) (taken *write, certain, cured bool) {
	reads := d.readsOf[t.Table]
	cured = len(reads) > 0
	var front, any *schema.Column
	for _, r := range reads {
		by, bounded, behind := r.turn()
		cured = cured && behind
		if by != nil {
			any = by
			if bounded && !behind {
				front = by
			}
		}
	}
	for _, w := range d.writesOf[t.Table] {
		st, deletes := w.stmt.(*cql.Delete)
		if !deletes || !w.Tombstone {
			continue
		}
		if front != nil && (w.keyed() || w.Rows == plan.RowSlice) {
			return w, true, false
		}
		if any != nil && !isTime(any) && taken == nil {
			if low, high, _ := bounds(st.Where, any.Name); high && !low {
				taken = w
			}
		}
	}
	return taken, false, cured
}

// r44 finds tables that are used as queues: see queue. By its name alone a table is
// suspected, where its rows have an order in time and nothing in the text says that
// this is cured; a table of keys and values never is.
var r44 = Rule{
	ID: "R44", Severity: diag.Advice,
	Instead: "Use a queue system. If it must be a table, put a time bucket into the partition key, and read with a lower bound after the rows that are done.",
	check: func(d *design) {
		suspected := "If its rows are taken out in turn, u" + d.rule.Instead[1:]
		for i := range d.tables {
			d.Meter.Breathe(tableUnits)
			t := &d.tables[i]
			w, certain, cured := d.queue(t)
			var x *diag.Diagnostic
			switch {
			case certain:
				x = d.say(t.place, t.name, "the queries read the oldest rows of "+t.Name+" and delete them: a queue", "")
			case slices.ContainsFunc(t.PartitionKey, isBucket):
			case w != nil:
				x = d.say(t.place, t.name, "rows of "+t.Name+" are read in their order, and all up to one are deleted: this may be a queue", suspected)
			case !cured && slices.ContainsFunc(t.Clustering, counts) && slices.ContainsFunc(parts(t.Name), func(p string) bool { return p == "queue" || p == "queues" || p == "outbox" }):
				x = d.say(t.place, t.name, "by its name "+t.Name+" may be a queue, whose rows are read and deleted in turn", suspected)
			}
			if x != nil && !certain {
				x.Severity = diag.Note
			}
			if w != nil && x != nil && w.script == t.script {
				x.Related = []diag.Related{{Span: w.span, Text: "taken out here"}}
			}
		}
	},
}

var r45 = Rule{
	ID: "R45", Severity: diag.Note,
	Instead: "If all rows live equally long, write them with a TTL: best in time windows, which drop whole files, or delete whole partitions. Otherwise keep this delete of a range: never go row by row.",
	check: func(d *design) {
		for _, w := range d.writes {
			d.Meter.Breathe(tableUnits)
			c := timeOf(w.table)
			st, deletes := w.stmt.(*cql.Delete)
			if c == nil || !deletes {
				continue
			}
			if r := relationOn(st.Where, c.Name); r != nil && (r.Op == cql.Lt || r.Op == cql.Le) {
				d.say(w.place, r.Span, "this deletes rows by age", "")
			}
		}
	},
}

var r46 = Rule{
	ID: "R46", Severity: diag.Note,
	Instead: "Set default_time_to_live, or write with USING TTL.",
	check: func(d *design) {
		for i := range d.tables {
			d.Meter.Breathe(tableUnits)
			t := &d.tables[i]
			temporary := false
			for k, p := range parts(t.Name) {
				if p == "by" {
					break // sessions_by_user, but not users_by_token
				}
				temporary = temporary || named(p, d.Temporary) && (k == 0 || k == len(parts(t.Name))-1 || parts(t.Name)[k+1] == "by")
			}
			if temporary && !d.expires(t.Table) {
				d.say(t.place, t.name, "the table "+t.Name+" seems to hold temporary data, and its rows never expire", "", t.with("let rows expire after a day", "default_time_to_live", "86400")...)
			}
		}
	},
}

// windowed is the length in seconds of the time windows of a table; ok tells
// whether it has some.
func windowed(t *schema.Table) (seconds int64, ok bool) {
	c := t.Params.Compaction
	if schema.Get(c, "class") != "TimeWindowCompactionStrategy" {
		return 0, false
	}
	n, err := strconv.ParseInt(schema.Get(c, "compaction_window_size"), 10, 64)
	if err != nil {
		n = 1
	}
	switch schema.Get(c, "compaction_window_unit") {
	case "MINUTES":
		return n * 60, true
	case "HOURS":
		return n * 3600, true
	}
	return n * day, true
}

var r79 = Rule{
	ID: "R79", Severity: diag.Advice,
	Instead: "Set default_time_to_live and only add rows, or use UnifiedCompactionStrategy.",
	Cure:    version.UnifiedCompaction, Without: "Set default_time_to_live and only add rows, or use SizeTieredCompactionStrategy.",
	check: func(d *design) {
		for i := range d.tables {
			d.Meter.Breathe(tableUnits)
			t := &d.tables[i]
			if _, ok := windowed(t.Table); !ok {
				continue
			}
			if !d.expires(t.Table) {
				d.say(t.place, t.name, "the table "+t.Name+" has time windows, but its rows have no TTL", "", t.with("let rows expire after 30 days", "default_time_to_live", "2592000")...)
			}
			for _, w := range d.writesOf[t.Table] {
				_, updates := w.stmt.(*cql.Update)
				x := w.using().TTL
				switch {
				case w.deletes():
					d.say(w.place, w.span, "this deletes from "+t.Name+", which has time windows", "")
				case updates:
					d.say(w.place, w.span, "this updates "+t.Name+", which has time windows", "")
				case x != nil && isZero(x):
					d.say(w.place, x.Place(), "this row of "+t.Name+" never expires and keeps its time window", "")
				}
			}
		}
	},
}

var r80 = Rule{
	ID: "R80", Severity: diag.Advice,
	Instead: "Set the window to about a thirtieth of the TTL.",
	check: func(d *design) {
		for i := range d.tables {
			d.Meter.Breathe(tableUnits)
			t := &d.tables[i]
			window, ok := windowed(t.Table)
			ttl := int64(t.Params.DefaultTTL)
			if !ok || ttl == 0 || window <= 0 {
				continue
			}
			n := int((ttl + window - 1) / window)
			if n >= d.FewWindows && n <= d.ManyWindows {
				continue
			}
			best, size, unit := sizing.Window(ttl)
			if best == window { // none is shorter
				continue
			}
			text := strconv.FormatInt(size, 10)
			fixes := t.with("take windows of "+number.Of(size, strings.ToLower(strings.TrimSuffix(unit, "S"))), "compaction",
				"{'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': '"+unit+"', 'compaction_window_size': "+text+"}")
			d.say(t.place, t.name, "the TTL of "+t.Name+" spans "+number.Of(n, "time window")+"; 10 to 50 are good", "", fixes...)
		}
	},
}

// deleted reports whether a script deletes from a table.
func (d *design) deleted(t *schema.Table) bool {
	for _, w := range d.writesOf[t] {
		if w.deletes() {
			return true
		}
	}
	return false
}

var r87 = Rule{
	ID: "R87", Severity: diag.Advice,
	Instead: "Keep gc_grace_seconds longer than the time between two repairs.",
	check: func(d *design) {
		for i := range d.tables {
			d.Meter.Breathe(tableUnits)
			t := &d.tables[i]
			onlyTTL := t.Params.DefaultTTL > 0 && !d.deleted(t.Table)
			if g := int64(t.Params.GCGrace); !onlyTTL && g < d.RepairInterval {
				d.say(t.place, t.name, "tombstones of "+t.Name+" may go after "+number.Seconds(g)+"; repairs run every "+number.Seconds(d.RepairInterval)+", as far as is known", "",
					t.with("keep tombstones for ten days", "gc_grace_seconds", "864000")...)
			}
		}
	},
}

var r93 = Rule{
	ID: "R93", Severity: diag.Note,
	Instead: "Set gc_grace_seconds to about a day, never below 10800. Leave it as it is where a row is written again with a shorter TTL or with null: a replica that missed that write brings the older value back.",
	check: func(d *design) {
		for i := range d.tables {
			d.Meter.Breathe(tableUnits)
			t := &d.tables[i]
			if t.Params.DefaultTTL == 0 || d.deleted(t.Table) {
				continue
			}
			fixes := t.with("keep tombstones for a day", "gc_grace_seconds", "86400")
			switch g := t.Params.GCGrace; {
			case g < hintWindow:
				d.say(t.place, t.name, "gc_grace_seconds of "+t.Name+" is shorter than the time for which hints are kept", "", fixes...).Severity = diag.Advice
			case g > 2*day && t.Params.DefaultTTL <= g:
				d.say(t.place, t.name, "rows of "+t.Name+" live shorter than their tombstones", "", fixes...)
			}
		}
	},
}
