// Rules about primary keys: what tells rows apart, and how many partitions there
// can be.

package advice

import (
	"slices"
	"strings"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/schema"
)

var r13 = Rule{
	ID: "R13", Severity: diag.Advice, Title: "A timestamp alone does not tell rows apart",
	Why:     "Two rows of a partition with the same millisecond are one row: the later write overwrites the earlier one, without an error.",
	Instead: "Add an id behind the timestamp, or use a timeuuid. Rows of numbers only are taken for measurements, which their instant identifies.",
	check: func(d *design) {
		for i := range d.tables {
			t := &d.tables[i]
			if len(t.Clustering) == 0 || slices.ContainsFunc(t.Clustering, func(c *schema.Column) bool { return c.Type.Kind != cqltype.Timestamp }) {
				continue
			}
			measured := len(t.Regulars) > 0 && !slices.ContainsFunc(t.Regulars, func(c *schema.Column) bool { return !isNumber(c.Type) })
			if measured {
				continue
			}
			last := t.Clustering[len(t.Clustering)-1]
			var fixes []diag.Fix
			if len(t.Clustering) == 1 && len(d.writesOf(t.Table)) == 0 {
				fixes = t.retype(last.Name, "timeuuid")
			}
			d.say(t.place, t.columnPlace(last.Name), "in a partition of "+t.Name+", only the timestamp "+last.Name+" tells rows apart", "", fixes...)
		}
	},
}

var personWords = []string{"firstname", "lastname", "first_name", "last_name", "surname", "full_name", "fullname", "family_name", "given_name"}

var r14 = Rule{
	ID: "R14", Severity: diag.Advice, Title: "Names of people are not unique",
	Why:     "Rows with equal keys are one row: of two guests named Smith only the second remains.",
	Instead: "Add an id to the primary key.",
	check: func(d *design) {
		for i := range d.tables {
			t := &d.tables[i]
			key := slices.Concat(t.PartitionKey, t.Clustering)
			if !slices.ContainsFunc(key, func(c *schema.Column) bool { return !named(c.Name, personWords) }) {
				d.say(t.place, t.columnPlace(key[len(key)-1].Name), "the primary key of "+t.Name+" is made of names of people: "+names(key), "")
			}
		}
	},
}

// lowKey says in which columns a partition key has few values, if rows share its
// partitions.
func (d *design) lowKey(t *schema.Table) bool {
	return len(t.Clustering) > 0 && d.allFew(t.PartitionKey)
}

var r16 = Rule{
	ID: "R16", Severity: diag.Advice, Title: "A partition key with few values",
	Why:     "As many partitions as values: a few giant ones, on a few nodes. More nodes do not help.",
	Instead: "Put a column with many values into the partition key, or a bucket such as hash(id) mod 16 beside this one.",
	check: func(d *design) {
		for i := range d.tables {
			t := &d.tables[i]
			if !d.lowKey(t.Table) {
				continue
			}
			text := names(t.PartitionKey) + " can have few values only"
			if _, sure := d.fewValues(t.PartitionKey[0]); sure && len(t.PartitionKey) == 1 {
				text = "the boolean " + names(t.PartitionKey) + " has two values"
			}
			d.say(t.place, t.columnPlace(t.PartitionKey[0].Name), text+": "+t.Name+" has as many partitions, and all its rows are in them", "")
		}
	},
}

var r43 = Rule{
	ID: "R43", Severity: diag.Advice, Title: "A view whose partition key has few values",
	Why:     "A view has partitions as any table: with few values they grow without end.",
	Instead: "Take a view for keys with many values only; else write a table with a bucket in its key.",
	check: func(d *design) {
		for _, v := range d.views {
			if d.lowKey(v.Table) {
				d.say(v.place, v.name, "the view "+v.Name+" has few partitions: "+names(v.PartitionKey)+" can have few values only", "")
			}
		}
	},
}

var r28 = Rule{
	ID: "R28", Severity: diag.Advice, Title: "A bucket that comes round again",
	Why:     "A month from 1 to 12 puts the same month of every year into one partition. It grows for ever, and the years are mixed.",
	Instead: "Use an int with year and month such as 202607, or a date; say so in the table's comment.",
	check: func(d *design) {
		larger := map[string]string{"month": "year", "week": "year", "day": "month yyyymm", "hour": "day"}
		for i := range d.tables {
			t := &d.tables[i]
			words := map[string]bool{}
			for _, c := range t.PartitionKey {
				for _, p := range parts(c.Name) {
					words[p] = true
				}
				if k := c.Type.Kind; k == cqltype.Date || k == cqltype.Timestamp {
					words["year"], words["month"], words["day"] = true, true, true
				}
			}
			for _, c := range t.PartitionKey {
				name := strings.ToLower(c.Name)
				above := strings.Fields(larger[name])
				if len(above) == 0 || !isInteger(c.Type) || slices.ContainsFunc(above, func(w string) bool { return words[w] }) || words["year"] && name != "hour" {
					continue
				}
				at := t.columnPlace(c.Name)
				if k := c.Type.Kind; k == cqltype.Tinyint || k == cqltype.Smallint {
					d.say(t.place, at, "the bucket "+c.Name+" is a "+c.Type.String()+", too small for a "+name+" with its year", "", t.retype(c.Name, "int")...)
				} else if !strings.Contains(strings.ToLower(t.Params.Comment), "yyyy") {
					d.note(t.place, at, "whether the bucket "+c.Name+" contains the year is written nowhere", "")
				}
			}
		}
	},
}
