// Rules about queries, by their access plans.

package advice

import (
	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
)

// scans reports whether a read goes through a part of the table that no key
// bounds.
func (r *reading) scans() bool {
	return r.Partitions == check.AllPartitions || r.Partitions == check.TokenRangeOfTable
}

// ann reports whether a query asks for nearest neighbors.
func (r *reading) ann() bool { return len(r.stmt.OrderBy) > 0 && r.stmt.OrderBy[0].ANN != nil }

// served says which table would serve a query.
func (r *reading) served(otherwise string) string {
	if cqlText := check.ProposeTable(r.stmt, r.table); cqlText != "" {
		return "Write the rows into a table for this query as well:\n" + cqlText
	}
	return otherwise
}

// wherePlace is the WHERE clause, or the table of a query without one.
func (r *reading) wherePlace() diag.Span {
	if r.stmt.WhereSpan.Len() > 0 {
		return r.stmt.WhereSpan
	}
	return r.stmt.From.Place()
}

var r03 = Rule{
	ID: "R03", Severity: diag.Note, Title: "A table that no query reads",
	Why:     "Each table costs writes and disk. One that serves no query costs them for nothing.",
	Instead: "Drop the table, or write down its query.",
	check: func(d *design) {
		if len(d.reads) < len(d.tables) {
			return // the scripts do not list all queries
		}
		for i := range d.tables {
			t := &d.tables[i]
			read := false
			for _, r := range d.reads {
				base := r.table.Keyspace == t.Keyspace && r.table.View != nil && r.table.View.Base == t.Name
				read = read || r.table == t.Table || base
			}
			if !read {
				d.say(t.place, t.name, "no query of this script reads "+t.Name, "")
			}
		}
	},
}

var r04 = Rule{
	ID: "R04", Severity: diag.Advice, Title: "A query without the partition key",
	Why:     "Without the whole partition key the coordinator cannot pick replicas: every node reads all it has. That gets slower with every row, and ends in timeouts.",
	Instead: "Restrict every partition key column with = or IN, in a table that is made for the query. A job that must see all rows reads ranges of token().",
	check: func(d *design) {
		for _, r := range d.reads {
			if r.Partitions == check.AllPartitions && !r.Filtered && !r.Aggregated {
				d.say(r.place, r.wherePlace(), "this query reads the whole table "+r.table.Name, "")
			}
		}
	},
}

var r05 = Rule{
	ID: "R05", Severity: diag.Advice, Title: "A query that reads many partitions",
	Why:     "Each further partition may be on other nodes. One coordinator waits for all of them; the slowest decides.",
	Instead: "Make a table in which the query reads one partition, or send one query for each partition at the same time.",
	check: func(d *design) {
		for _, r := range d.reads {
			if r.Partitions == check.SomePartitions && r.Count > d.Options.Partitions {
				d.say(r.place, r.wherePlace(), "this query reads "+number(r.Count)+" partitions, more than "+number(d.Options.Partitions), "")
			}
		}
	},
}

var r06 = Rule{
	ID: "R06", Severity: diag.Advice, Title: "Filtering over more than one partition",
	Why:     "ALLOW FILTERING reads rows and throws them away. The cost grows with what is read, not with what comes back.",
	Instead: "Make a table whose key is what the query asks for.",
	check: func(d *design) {
		for _, r := range d.reads {
			at := r.stmt.FilteringSpan
			switch {
			case !r.stmt.AllowFiltering:
			case !r.Filtered:
				end := at
				for text := d.Scripts[r.script].Source.Text; end.Start > 0 && (text[end.Start-1] == ' ' || text[end.Start-1] == '\n' || text[end.Start-1] == '\t'); {
					end.Start--
				}
				d.note(r.place, at, "this query needs no ALLOW FILTERING", "Leave it out: if the table changes, Cassandra then says that the query no longer fits.", edit("drop ALLOW FILTERING", end, ""))
			case r.Aggregated && r.scans(): // R91
			case r.Partitions == check.OnePartition || r.Partitions == check.OneIndexedPartition:
				d.note(r.place, at, "filtering inside one partition reads all of it that the key leaves", "This is fine as long as the partition is small.")
			case r.Partitions == check.SomePartitions:
				d.say(r.place, at, "this query reads and filters every row of several partitions", r.served(""))
			case r.Partitions != check.NoPartition:
				d.say(r.place, at, "this query may read every row of "+r.table.Name+" to return a few", r.served(""))
			}
		}
	},
}

var r11 = Rule{
	ID: "R11", Severity: diag.Note, Title: "Newest first, from a table with the oldest first",
	Why:     "The start of a partition is the cheapest place to read. In ascending order the oldest rows stand there: a LIMIT without ORDER BY returns them, and ORDER BY … DESC reads the partition backwards.",
	Instead: "Declare the table WITH CLUSTERING ORDER BY (… DESC); then a query needs no ORDER BY for the newest rows.",
	check: func(d *design) {
		for _, r := range d.reads {
			c := timeOf(r.table)
			if c == nil || c.Desc || r.Partitions != check.OnePartition || r.Rows == check.OneRow || r.stmt.Limit == nil {
				continue
			}
			if q := relationOn(r.stmt.Where, c.Name); q != nil && (q.Op == cql.Eq || q.Op == cql.In) {
				continue
			}
			switch {
			case r.Reversed:
				d.say(r.place, r.stmt.OrderBy[0].Span, "the newest rows come from the end of the partition: "+r.table.Name+" stores the oldest first", "")
			case len(r.stmt.OrderBy) == 0 && relationOn(r.stmt.Where, c.Name) == nil:
				d.say(r.place, r.stmt.Limit.Place(), "LIMIT takes the oldest rows: "+r.table.Name+" stores "+c.Name+" in ascending order", "")
			}
		}
	},
}

var r77 = Rule{
	ID: "R77", Severity: diag.Note, Title: "IN on the partition key gives no order over all",
	Why:     "The rows come partition after partition, sorted by the keys' values: neither in the order of the list nor by time. A LIMIT takes the first partitions.",
	Instead: "Merge in the client, or send one query for each partition.",
	check: func(d *design) {
		for _, r := range d.reads {
			if r.Partitions == check.SomePartitions && r.Count <= d.Options.Partitions && len(r.stmt.OrderBy) == 0 && !r.Aggregated && !r.Filtered &&
				(r.stmt.Limit != nil || r.Rows != check.OneRow && timeOf(r.table) != nil) {
				d.say(r.place, r.wherePlace(), "the rows come partition after partition, not in one order", "")
			}
		}
	},
}

var r91 = Rule{
	ID: "R91", Severity: diag.Advice, Title: "An aggregate without the partition key",
	Why:     "Behind the one row that comes back stands a scan of all partitions. The server only warns.",
	Instead: "Keep the number in a table of its own, or a counter, or compute it in a batch job.",
	check: func(d *design) {
		for _, r := range d.reads {
			if r.Aggregated && (r.scans() || r.Partitions == check.SomePartitions && (r.Count < 0 || r.Count > 1)) {
				text := "this aggregate reads the whole table " + r.table.Name
				if !r.scans() {
					text = "this aggregate reads several partitions through one coordinator"
				}
				d.say(r.place, r.wherePlace(), text, "")
			}
		}
	},
}

var r92 = Rule{
	ID: "R92", Severity: diag.Note, Title: "A query that goes past the TTL",
	Why:     "Expired rows stay until gc_grace_seconds is over and compaction takes them. A query without a lower bound passes all of them.",
	Instead: "Add a lower bound of now minus the TTL.",
	check: func(d *design) {
		for _, r := range d.reads {
			c := timeOf(r.table)
			if c == nil || r.table.Params.DefaultTTL == 0 || r.Partitions != check.OnePartition || r.Rows == check.OneRow || c.Type.Kind == cqltype.Date {
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
				d.say(r.place, r.wherePlace(), "this query passes the expired rows of "+r.table.Name+": "+c.Name+" has no lower bound", "")
			}
		}
	},
}
