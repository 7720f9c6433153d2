// Rules about queries, by their access plans.

package advice

import (
	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/repair"
	"partitionlab/wasm/schema"
)

// scans reports whether a read goes through a part of the table that no key
// bounds.
func (r *reading) scans() bool {
	return r.Partitions == plan.AllPartitions || r.Partitions == plan.TokenRangeOfTable
}

// ann reports whether a query asks for nearest neighbors.
func (r *reading) ann() bool { return len(r.stmt.OrderBy) > 0 && r.stmt.OrderBy[0].ANN != nil }

// What a proposed table takes for each column: units of work, and bytes at least.
const proposedUnits, proposedBytes = 50, 8

// served says which table would serve a query.
func (d *design) served(r *reading, otherwise string) string {
	n := r.table.Count()
	if !d.Meter.Ask(n*proposedUnits) || n*proposedBytes > d.room {
		return otherwise
	}
	if cqlText := repair.ProposeTable(r.stmt, r.table, d.Catalogue.Keyspaces[r.table.Keyspace]); cqlText != "" {
		d.room -= len(cqlText)
		words := "Write the rows into a table for this query as well"
		if key := d.fewKeys(cqlText, r.table); key != "" { // what R16 would say of it
			words += ", and since " + key + " can have few values only, put a bucket such as hash(id) mod 16 into its partition key, too"
		}
		return words + ":\n" + cqlText
	}
	return otherwise
}

// fewKeys names the partition key of a table that is proposed beside another one, where that can have
// few values only; else it is "".
func (d *design) fewKeys(create string, t *schema.Table) string {
	stmt, _, _ := cql.ParseStatement(create)
	proposed, ok := stmt.(*cql.CreateTable)
	if !ok {
		return ""
	}
	var key []*schema.Column
	for _, name := range proposed.PartitionKey {
		c := t.Column(name.Text)
		if c == nil {
			return ""
		}
		key = append(key, c)
	}
	if len(key) == 0 || !d.allFew(key) {
		return ""
	}
	return names(key)
}

// wherePlace is the WHERE clause, or the table of a query without one.
func (r *reading) wherePlace() diag.Span {
	if r.stmt.WhereSpan.Len() > 0 {
		return r.stmt.WhereSpan
	}
	return r.stmt.From.Place()
}

var r03 = Rule{
	ID: "R03", Severity: diag.Note,
	Instead: "Drop the table, or add the query that reads it.",
	check: func(d *design) {
		if len(d.reads) < len(d.tables) {
			return // the scripts do not list all queries
		}
		for i := range d.tables {
			d.Meter.Breathe(tableUnits)
			t := &d.tables[i]
			if len(d.readsOf[t.Table]) == 0 && !d.readBehind[t.Keyspace+"."+t.Name] {
				d.say(t.place, t.name, "no query of this script reads "+t.Name, "")
			}
		}
	},
}

var r04 = Rule{
	ID: "R04", Severity: diag.Advice,
	Instead: "Make a table for the query, in which it gives every partition key column with = or IN. A job that must see all rows can read ranges of token().",
	check: func(d *design) {
		for _, r := range d.reads {
			d.Meter.Breathe(tableUnits)
			if r.Partitions == plan.AllPartitions && !r.Filtered && !r.Aggregated {
				d.say(r.place, r.wherePlace(), "this query reads the whole table "+r.table.Name, "")
			}
		}
	},
}

var r05 = Rule{
	ID: "R05", Severity: diag.Advice,
	Instead: "Make a table in which the query reads one partition, or send one query for each partition at the same time.",
	check: func(d *design) {
		for _, r := range d.reads {
			d.Meter.Breathe(tableUnits)
			if r.Partitions == plan.SomePartitions && r.Count > d.Options.Partitions {
				instead := ""
				for _, c := range r.table.PartitionKey {
					if rel := relationOn(r.stmt.Where, c.Name); isBucket(c) && rel != nil && rel.Op == cql.In { // another table would have the partitions that it divides
						instead = "Send one query for each " + c.Name + ", some at the same time, and stop when there is enough."
					}
				}
				d.say(r.place, r.wherePlace(), "this query reads "+number.Count(r.Count)+" partitions, more than "+number.Count(d.Options.Partitions), instead)
			}
		}
	},
}

var r06 = Rule{
	ID: "R06", Severity: diag.Advice,
	Instead: "Make a table whose key is what the query asks for.",
	check: func(d *design) {
		for _, r := range d.reads {
			d.Meter.Breathe(tableUnits)
			at := r.stmt.FilteringSpan
			switch {
			case !r.stmt.AllowFiltering:
			case !r.Filtered:
				end := at
				for text := d.Scripts[r.script].Source.Text; end.Start > 0 && (text[end.Start-1] == ' ' || text[end.Start-1] == '\n' || text[end.Start-1] == '\t'); {
					end.Start--
				}
				d.note(r.place, at, "this query does not need ALLOW FILTERING", "Leave it out. If the table changes, Cassandra can then tell you that the query no longer fits.", edit("drop ALLOW FILTERING", end, ""))
			case r.Aggregated && r.scans() || len(r.missingBuckets()) > 0: // R91, R27
			case r.Partitions == plan.OnePartition || r.Partitions == plan.OneIndexedPartition:
				d.note(r.place, at, "filtering inside one partition reads all of it that the key leaves", "This is fine as long as the partition is small.")
			case r.Partitions == plan.SomePartitions:
				d.say(r.place, at, "this query reads and filters every row of several partitions", d.served(&r, ""))
			case r.Partitions != plan.NoPartition:
				d.say(r.place, at, "this query may read every row of "+r.table.Name+" to return a few", d.served(&r, ""))
			}
		}
	},
}

var r11 = Rule{
	ID: "R11", Severity: diag.Note,
	Instead: "Declare the table WITH CLUSTERING ORDER BY (… DESC); then a query needs no ORDER BY for the newest rows.",
	check: func(d *design) {
		for _, r := range d.reads {
			d.Meter.Breathe(tableUnits)
			c := timeOf(r.table)
			if c == nil || c.Desc || r.Partitions != plan.OnePartition || r.Rows == plan.OneRow || r.stmt.Limit == nil {
				continue
			}
			if q := relationOn(r.stmt.Where, c.Name); q != nil && (q.Op == cql.Eq || q.Op == cql.In) {
				continue
			}
			switch {
			case r.Reversed:
				d.say(r.place, r.stmt.OrderBy[0].Span, "the newest rows come from the end of the partition: "+r.table.Name+" stores the oldest first", "")
			case len(r.stmt.OrderBy) == 0 && relationOn(r.stmt.Where, c.Name) == nil:
				d.say(r.place, r.stmt.Limit.Place(), "LIMIT takes the oldest rows: "+r.table.Name+" stores `"+c.Name+"` in ascending order", "")
			}
		}
	},
}

var r77 = Rule{
	ID: "R77", Severity: diag.Note,
	Instead: "Merge the rows in the program, or send one query for each partition.",
	check: func(d *design) {
		for _, r := range d.reads {
			d.Meter.Breathe(tableUnits)
			if r.Partitions == plan.SomePartitions && r.Count <= d.Options.Partitions && len(r.stmt.OrderBy) == 0 && !r.Aggregated && !r.Filtered &&
				(r.stmt.Limit != nil || r.Rows != plan.OneRow && timeOf(r.table) != nil) {
				d.say(r.place, r.wherePlace(), "the rows come partition after partition, not in one order", "")
			}
		}
	},
}

var r91 = Rule{
	ID: "R91", Severity: diag.Advice,
	Instead: "Keep the result in a table of its own or in a counter, or compute it in a job that runs from time to time.",
	check: func(d *design) {
		for _, r := range d.reads {
			d.Meter.Breathe(tableUnits)
			if r.Aggregated && (r.scans() || r.Partitions == plan.SomePartitions && (r.Count < 0 || r.Count > 1)) {
				text := "this aggregate reads the whole table " + r.table.Name
				if !r.scans() {
					text = "this aggregate reads several partitions through one node"
				}
				d.say(r.place, r.wherePlace(), text, "")
			}
		}
	},
}

var r92 = Rule{
	ID: "R92", Severity: diag.Note,
	Instead: "Add a lower bound of now minus the TTL.",
	check: func(d *design) {
		for _, r := range d.reads {
			d.Meter.Breathe(tableUnits)
			c := timeOf(r.table)
			if c == nil || r.table.Params.DefaultTTL == 0 || r.Partitions != plan.OnePartition || r.Rows == plan.OneRow || c.Type.Kind == cqltype.Date {
				continue
			}
			lower := false
			for _, q := range r.stmt.Where {
				if len(q.Columns) > 0 && q.Columns[0].Text == c.Name && q.Op != cql.Lt && q.Op != cql.Le {
					lower = true
				}
			}
			newest := c.Desc != r.Reversed && r.stmt.Limit != nil // stops before the expired rows
			if !lower && !newest {
				d.say(r.place, r.wherePlace(), "this query passes the expired rows of "+r.table.Name+": `"+c.Name+"` has no lower bound", "")
			}
		}
	},
}

// missingBuckets are the buckets in the partition key that a filtering query does
// not give, if they are all that it lacks.
func (r *reading) missingBuckets() (out []*schema.Column) {
	if !r.stmt.AllowFiltering || r.Partitions != plan.AllPartitions {
		return nil
	}
	for _, c := range r.table.PartitionKey {
		if relationOn(r.stmt.Where, c.Name) != nil {
			continue
		}
		if !isBucket(c) {
			return nil
		}
		out = append(out, c)
	}
	if len(out) == len(r.table.PartitionKey) {
		return nil
	}
	return out
}

var r27 = Rule{
	ID: "R27", Severity: diag.Advice,
	Instead: "Compute the bucket from what the query knows: the date of the time range, or hash(id) mod n. Otherwise send one query for each bucket, at the same time.",
	check: func(d *design) {
		for _, r := range d.reads {
			d.Meter.Breathe(tableUnits)
			if list := r.missingBuckets(); len(list) > 0 {
				d.say(r.place, r.wherePlace(), "this query does not know the bucket "+names(list)+", so it reads the whole table "+r.table.Name, "")
			}
		}
	},
}

var r30 = Rule{
	ID: "R30", Severity: diag.Note,
	Instead: "Leave the column out of this table: the table of the entity has it.",
	check: func(d *design) {
		if len(d.reads) < len(d.tables) {
			return // the scripts do not list all queries
		}
		for i := range d.tables {
			d.Meter.Breathe(tableUnits)
			t := &d.tables[i]
			read, all := map[string]bool{}, false
			for _, r := range d.readsOf[t.Table] {
				all = all || len(r.stmt.Selectors) == 0
				for _, name := range r.stmt.Columns() {
					read[name] = true
				}
			}
			if all || len(read) == 0 {
				continue
			}
			for _, c := range t.Regulars {
				if read[c.Name] || !d.elsewhere(c) {
					continue
				}
				d.say(t.place, t.columnPlace(c.Name), "no query reads the copy of `"+c.Name+"` in "+t.Name, "")
			}
		}
	},
}

// elsewhere reports whether another table has such a column, too.
func (d *design) elsewhere(c *schema.Column) bool {
	key := func(c *schema.Column) string { return c.Name + " " + c.Type.String() }
	if d.copies == nil {
		d.copies = map[string]int{}
		for i := range d.tables {
			d.Meter.Breathe(tableUnits)
			for c := range d.tables[i].Columns() {
				d.copies[key(c)]++
			}
		}
	}
	return d.copies[key(c)] > 1
}
