// Rules about indexes and views. Those about cardinality hold for the legacy
// index only: of SAI the question is whether queries give the partition key.

package advice

import (
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/version"
)

var r38 = Rule{
	ID: "R38", Severity: diag.Advice,
	Instead: "For a rare query this is fine. For a frequent query make a table with this key, or give the partition key too.",
	check: func(d *design) {
		for _, r := range d.reads {
			d.Meter.Breathe(tableUnits)
			switch {
			case r.ann() || r.Filtered || len(r.Indexes) == 0:
			case r.Partitions == plan.IndexedPartitions:
				d.say(r.place, r.wherePlace(), "this query asks the index "+r.Indexes[0].Name+" on all nodes", d.served(&r, ""))
			case r.Partitions == plan.OneIndexedPartition:
				d.note(r.place, r.wherePlace(), "the index "+r.Indexes[0].Name+" is searched in one partition", "An index is good for this. Nothing has to be changed.")
			}
		}
	},
}

var r39 = Rule{
	ID: "R39", Severity: diag.Advice,
	Instead: "Write a table with this column and a bucket in its partition key, or use SAI together with the partition key.",
	Cure:    version.SAI, Without: "Write a table with this column and a bucket in its partition key.",
	check: func(d *design) {
		for _, x := range d.indexes {
			d.Meter.Breathe(tableUnits)
			if c := x.table.Column(x.index.Column); c != nil && x.index.Class == schema.Legacy {
				if few, _ := d.fewValues(c); few {
					d.say(x.place, x.stmt.Targets[0].Span, "the legacy index "+x.index.Name+" is on `"+c.Name+"`, which can have few values only", "")
				}
			}
		}
	},
}

var r40 = Rule{
	ID: "R40", Severity: diag.Advice,
	Instead: "Write a second table with this column as partition key: a lookup of one partition.",
	check: func(d *design) {
		for _, x := range d.indexes {
			d.Meter.Breathe(tableUnits)
			c := x.table.Column(x.index.Column)
			if c == nil || !(named(c.Name, d.Unique) || c.Type.Kind == cqltype.Timeuuid) {
				continue
			}
			if x.index.Class == schema.SAI {
				d.note(x.place, x.stmt.Targets[0].Span, "the index "+x.index.Name+" is on `"+c.Name+"`, of which each value seems to be unique",
					"Ask how often it is queried without the partition key. If often: a second table with this column as partition key.")
				continue
			}
			d.say(x.place, x.stmt.Targets[0].Span, "the index "+x.index.Name+" is on `"+c.Name+"`, of which each value seems to be unique", "")
		}
	},
}

var r95 = Rule{
	ID: "R95", Severity: diag.Advice,
	Instead: "Make it an SAI index, which answers ranges, or a table with a bucket of this time in its partition key.",
	Cure:    version.SAI, Without: "Make a table with a bucket of this time in its partition key.",
	check: func(d *design) {
		for _, x := range d.indexes {
			d.Meter.Breathe(tableUnits)
			if c := x.table.Column(x.index.Column); c != nil && x.index.Class == schema.Legacy && c.Type.Kind == cqltype.Timestamp {
				d.say(x.place, x.stmt.Targets[0].Span, "the legacy index "+x.index.Name+" is on the time `"+c.Name+"`, and finds one exact millisecond", "")
			}
		}
	},
}

var r41 = Rule{
	ID: "R41", Severity: diag.Advice,
	Instead: "Write a second table yourself, in one logged batch with the first.",
	check: func(d *design) {
		for _, v := range d.views {
			d.Meter.Breathe(tableUnits)
			d.say(v.place, v.name, v.Name+" is a materialized view", "")
		}
	},
}
