// Rules about style, the number of tables and columns, and keyspaces.

package advice

import (
	"strconv"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
)

var r62 = Rule{
	ID: "R62", Severity: diag.Note,
	Instead: "Write PRIMARY KEY ((a), b).",
	check: func(d *design) {
		for i := range d.tables {
			d.Meter.Breathe(tableUnits)
			t := &d.tables[i]
			if !d.Style || t.stmt.KeySpan.Len() == 0 || len(t.stmt.PartitionKey) != 1 {
				continue
			}
			key := t.stmt.KeySpan
			text := d.Scripts[t.script].Source.Text[key.Start:key.End]
			if strings.Count(text, "(") == 1 {
				at := t.stmt.PartitionKey[0].Span
				d.say(t.place, key, "the partition key of "+t.Name+" has no parentheses of its own", "", diag.Fix{Title: "add the parentheses",
					Edits: []diag.Edit{{Span: diag.Span{Start: at.Start, End: at.Start}, Text: "("}, {Span: diag.Span{Start: at.End, End: at.End}, Text: ")"}}})
			}
		}
	},
}

var r63 = Rule{
	ID: "R63", Severity: diag.Note,
	Instead: "Write the query's number or meaning: WITH comment = 'Q1. …'.",
	check: func(d *design) {
		for i := range d.tables {
			d.Meter.Breathe(tableUnits)
			if t := &d.tables[i]; d.Style && t.Params.Comment == "" {
				d.say(t.place, t.name, "the table "+t.Name+" has no comment that names its query", "")
			}
		}
	},
}

var r64 = Rule{
	ID: "R64", Severity: diag.Note,
	Instead: "Name the table after the columns of its key.",
	check: func(d *design) {
		for i := range d.tables {
			d.Meter.Breathe(tableUnits)
			t := &d.tables[i]
			_, by, ok := strings.Cut(t.Name, "_by_")
			if !ok {
				continue
			}
			key := ""
			for _, c := range t.PartitionKey {
				key += " " + strings.ToLower(c.Name)
			}
			for _, c := range t.Clustering {
				key += " " + strings.ToLower(c.Name)
			}
			fits := false
			for _, p := range parts(by) {
				fits = fits || strings.Contains(key, strings.TrimSuffix(p, "s")[:min(len(strings.TrimSuffix(p, "s")), 3)])
			}
			if !fits {
				d.say(t.place, t.name, "nothing in the key of "+t.Name+" is called "+by, "")
			}
		}
	},
}

var r84 = Rule{
	ID: "R84", Severity: diag.Advice, OfModels: true,
	Instead: "Put rarely used columns into a map, related ones into a frozen type, or some into a second table.",
	check: func(d *design) {
		for i := range d.tables {
			d.Meter.Breathe(tableUnits)
			t := &d.tables[i]
			n := 0
			for range t.Columns() {
				n++
			}
			if n > d.Columns {
				d.say(t.place, t.name, "the table "+t.Name+" has "+number.Count(n)+" columns, more than "+number.Count(d.Columns), "")
			}
		}
	},
}

var r85 = Rule{
	ID: "R85", Severity: diag.Advice, OfModels: true,
	Instead: "Put the tenant into the key. Do not make a table or a keyspace for each tenant.",
	check: func(d *design) {
		if n := len(d.tables); n > d.Tables {
			t := &d.tables[d.Tables]
			d.say(t.place, t.name, "these scripts make "+number.Count(n)+" tables, more than "+number.Count(d.Tables), "")
		}
	},
}

// sets is where a keyspace's statement sets an option, else the name, and how to write another value there.
func (k *kept) sets(option, title, value string) (at diag.Span, fixes []diag.Fix) {
	at = k.stmt.Name.Span
	for _, p := range k.stmt.With {
		if p.Name.Text == option {
			at = p.Span
			fixes = append(fixes, edit(title, p.Value.Span, value))
		}
	}
	return at, fixes
}

var r98 = Rule{
	ID: "R98", Severity: diag.Advice, OfModels: true,
	Instead: "Leave durable_writes out, unless all rows can be had again from elsewhere.",
	check: func(d *design) {
		for _, k := range d.keyspaces {
			if k.DurableWrites {
				continue
			}
			at, fixes := k.sets("durable_writes", "write durable_writes = true", "true")
			d.say(k.place, at, "writes to the keyspace "+k.Name+" skip the commit log", "", fixes...)
		}
	},
}

var r86 = Rule{
	ID: "R86", Severity: diag.Note, OfModels: true,
	Instead: "In production use NetworkTopologyStrategy with three replicas in each data center: {'class': 'NetworkTopologyStrategy', 'dc1': 3, 'dc2': 3}, with the names that nodetool status shows.",
	check: func(d *design) {
		for _, k := range d.keyspaces {
			text := ""
			if k.Replication.Class == "SimpleStrategy" {
				text = "the keyspace " + k.Name + " uses SimpleStrategy"
			}
			for _, o := range k.Replication.Options {
				full, _, _ := strings.Cut(o.Value, "/")
				switch n, err := strconv.Atoi(full); {
				case err != nil || n >= d.Replicas || n <= 0:
				case n == 1:
					text = "the keyspace " + k.Name + " keeps one copy of each row: no node may be down, and a lost disk is lost data"
				default:
					text = "the keyspace " + k.Name + " keeps fewer than " + number.Count(d.Replicas) + " copies"
				}
			}
			if text == "" {
				continue
			}
			at, fixes := k.sets("replication", "keep three copies in each data center", "{'class': 'NetworkTopologyStrategy', 'replication_factor': 3}")
			if x := d.say(k.place, at, text, "", fixes...); d.Production {
				x.Severity = diag.Advice
			}
		}
	},
}
