// Rules about primary keys: what tells rows apart, and how many partitions there
// can be.

package advice

import (
	"slices"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
)

// r13 finds tables of which only times tell the rows of a partition apart, and says it the surer the
// more their types and names do: see moment.
var r13 = Rule{
	ID: "R13", Severity: diag.Advice, OfModels: true,
	Instead: "Add an id after the time, or use a timeuuid. This advice does not look at rows of numbers and of booleans beside them: they are taken for measured values, and their time identifies them.",
	check: func(d *design) {
		for i := range d.tables {
			d.Meter.Breathe(tableUnits)
			t := &d.tables[i]
			if len(t.Clustering) == 0 || slices.ContainsFunc(t.Clustering, func(c *schema.Column) bool { return !moment(c) }) {
				continue
			}
			number := func(c *schema.Column) bool { return isNumber(c.Type) }
			measured := slices.ContainsFunc(t.Regulars, number) && !slices.ContainsFunc(t.Regulars, func(c *schema.Column) bool { return !number(c) && c.Type.Kind != cqltype.Boolean })
			if measured {
				continue
			}
			last := t.Clustering[len(t.Clustering)-1]
			var fixes []diag.Fix
			what := "time"
			if last.Type.Kind == cqltype.Timestamp {
				what = "timestamp"
				if len(t.Clustering) == 1 && len(d.writesOf[t.Table]) == 0 {
					fixes = t.retype(last.Name, "timeuuid")
				}
			}
			d.say(t.place, t.columnPlace(last.Name), "in a partition of "+t.Name+", only the "+what+" `"+last.Name+"` tells rows apart", "", fixes...)
		}
	},
}

// moment reports whether a column holds the time at which its row came to be: a timestamp; a number
// whose name says so; a date only where it is one of writing, for a day by itself may be what
// the row is about.
func moment(c *schema.Column) bool {
	name, last := parts(c.Name), ""
	if len(name) > 0 {
		last = name[len(name)-1]
	}
	written := slices.ContainsFunc(name, func(p string) bool { return slices.Contains(writingWords, p) })
	switch c.Type.Kind {
	case cqltype.Timestamp:
		return true
	case cqltype.Int, cqltype.Bigint, cqltype.Varint:
		return written || named(c.Name, clockWords) && last != "epoch" || last == "at" // an epoch may be one of a leader
	case cqltype.Date:
		return written
	}
	return false
}

var personWords = []string{"firstname", "lastname", "first_name", "last_name", "surname", "full_name", "fullname", "family_name", "given_name"}

var r14 = Rule{
	ID: "R14", Severity: diag.Advice,
	Instead: "Add an id to the primary key.",
	check: func(d *design) {
		for i := range d.tables {
			d.Meter.Breathe(tableUnits)
			t := &d.tables[i]
			key := slices.Concat(t.PartitionKey, t.Clustering)
			if !slices.ContainsFunc(key, func(c *schema.Column) bool { return !named(c.Name, personWords) }) {
				d.say(t.place, t.columnPlace(key[len(key)-1].Name), "the primary key of "+t.Name+" is made of names of people: "+names(key), "")
			} else if who := namesake(t.Table, key, d.Unique); who != "" {
				d.say(t.place, t.columnPlace(key[len(key)-1].Name), "two "+number.Plural(2, who)+" with the same "+names(key)+" are one row of "+t.Name, "")
			}
		}
	},
}

// namesake is who is known by name only in a primary key, "" where nobody is: "guest" of
// guest_last_name, where all that the key holds besides are ids of other things.
func namesake(t *schema.Table, key []*schema.Column, unique []string) string {
	who := ""
	for _, c := range key {
		if named(c.Name, personWords) {
			for _, w := range personWords {
				if of, ok := strings.CutSuffix(strings.ToLower(c.Name), "_"+w); ok && len(of) > len(who) {
					who = of
				}
			}
		}
	}
	for _, c := range key {
		if of := idOf(c); !named(c.Name, personWords) && (of == "" || of == who || of == entity(t) || named(c.Name, unique) || c.Type.Kind == cqltype.Timeuuid) {
			return ""
		}
	}
	return who
}

// idOf is what a column is the id of, by its name: "hotel" of hotel_id and of hotel_uuid; "" where it is none, or
// where nobody says of what.
func idOf(c *schema.Column) string {
	name := strings.ToLower(c.Name)
	for _, end := range idWords {
		if of, is := strings.CutSuffix(name, end); is {
			return strings.TrimSuffix(of, "_")
		}
	}
	return ""
}

// isID reports whether a column is an id, by its name.
func isID(c *schema.Column) bool {
	return idOf(c) != "" || slices.Contains(idWords, strings.ToLower(c.Name))
}

// idWords end the names of ids, the longest first.
var idWords = []string{"uuid", "guid", "uid", "id"}

// lowKey says in which columns a partition key has few values, if rows share its
// partitions.
func (d *design) lowKey(t *schema.Table) bool {
	return len(t.Clustering) > 0 && d.allFew(t.PartitionKey)
}

// partNames are those of a number that only says in which partition a row is. A shard is more than
// that: whoever has several reads each by itself.
var partNames = []string{"partition", "partition_id"}

var r16 = Rule{
	ID: "R16", Severity: diag.Advice,
	Instead: "Put a column with many values into the partition key, or a bucket such as hash(id) mod 16 together with this one.",
	check: func(d *design) {
		for i := range d.tables {
			d.Meter.Breathe(tableUnits)
			t := &d.tables[i]
			if len(t.Clustering) > 0 && !slices.ContainsFunc(t.PartitionKey, func(c *schema.Column) bool { return !isInteger(c.Type) || !named(c.Name, partNames) }) {
				d.say(t.place, t.columnPlace(t.PartitionKey[0].Name), "the table "+t.Name+" has as many partitions as the application gives values to "+names(t.PartitionKey)+", and all its rows are in them", "")
				continue
			}
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
	ID: "R43", Severity: diag.Advice,
	Instead: "Use a view only for keys with many values. Otherwise make a table with a bucket in its key.",
	check: func(d *design) {
		for _, v := range d.views {
			d.Meter.Breathe(tableUnits)
			if d.lowKey(v.Table) {
				d.say(v.place, v.name, "the view "+v.Name+" has few partitions: "+names(v.PartitionKey)+" can have few values only", "")
			}
		}
	},
}

var r28 = Rule{
	ID: "R28", Severity: diag.Advice, OfModels: true,
	Instead: "Use an int with year and month such as 202607, or a date, and say it in the table's comment.",
	check: func(d *design) {
		larger := map[string]string{"month": "year", "week": "year", "day": "month yyyymm", "hour": "day"}
		for i := range d.tables {
			d.Meter.Breathe(tableUnits)
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
					d.say(t.place, at, "the bucket `"+c.Name+"` is a "+c.Type.String()+", too small for a "+name+" with its year", "", t.retype(c.Name, "int")...)
				} else if !strings.Contains(strings.ToLower(t.Params.Comment), "yyyy") {
					d.note(t.place, at, "whether the bucket `"+c.Name+"` contains the year is written nowhere", "")
				}
			}
		}
	},
}

// entity is what a table is about, in the singular: "video" of videos_by_user.
func entity(t *schema.Table) string {
	name, _, _ := strings.Cut(strings.ToLower(t.Name), "_by_")
	return number.Singular(name)
}

var r12 = Rule{
	ID: "R12", Severity: diag.Advice,
	Instead: "Add the identifier to the primary key, as its last clustering column.",
	check: func(d *design) {
		for i := range d.tables {
			d.Meter.Breathe(tableUnits)
			t := &d.tables[i]
			for _, c := range t.Regulars {
				name, id := strings.ToLower(c.Name), entity(t.Table)
				if name != id+"_id" && name != id+"id" || c.Type.Kind == cqltype.Counter {
					continue
				}
				// A key of one column looks an id up by something unique, as far as one sees.
				key := slices.Concat(t.PartitionKey, t.Clustering)
				if len(key) == 1 || slices.ContainsFunc(key, func(k *schema.Column) bool {
					return named(k.Name, d.Unique) || k.Type.Kind == cqltype.Timeuuid || k.Kind == schema.Clustering && k.Type.Kind == cqltype.UUID && !d.keyOfAnother(t.Table, k)
				}) {
					continue
				}
				d.say(t.place, t.columnPlace(c.Name), "two rows of "+t.Name+" that differ in `"+c.Name+"` only are one row: `"+c.Name+"` is not in the primary key", "")
			}
		}
	},
}

// keyOfAnother reports whether a column is the id of what another table is about: the
// whole primary key of that one. A uuid that is none has been made to tell rows apart.
func (d *design) keyOfAnother(t *schema.Table, c *schema.Column) bool {
	return slices.ContainsFunc(d.tables, func(o made) bool {
		return o.Table != t && len(o.Clustering) == 0 && len(o.PartitionKey) == 1 && o.PartitionKey[0].Name == c.Name
	})
}

var r52 = Rule{
	ID: "R52", Severity: diag.Note,
	Instead: "Declare the column static: the partition then holds it once.",
	check: func(d *design) {
		for i := range d.tables {
			d.Meter.Breathe(tableUnits)
			t := &d.tables[i]
			if len(t.Clustering) == 0 || len(t.PartitionKey) != 1 || t.Counter {
				continue
			}
			of, ok := strings.CutSuffix(strings.ToLower(t.PartitionKey[0].Name), "_id")
			if !ok || of == "" || of == entity(t.Table) {
				continue
			}
			for _, c := range t.Regulars {
				if !strings.HasPrefix(strings.ToLower(c.Name), of+"_") {
					continue
				}
				var fixes []diag.Fix
				if x := t.column(c.Name); x != nil {
					end := x.Type.Span.End
					fixes = append(fixes, edit("make "+c.Name+" static", diag.Span{Start: end, End: end}, " static"))
				}
				d.say(t.place, t.columnPlace(c.Name), "`"+c.Name+"` seems to be the same in all rows of a partition of "+t.Name, "", fixes...)
			}
		}
	},
}

// speaks reports whether a key looks like a code with a meaning: letters, then
// digits, as AZ123.
func speaks(s string) bool {
	letters := strings.TrimRight(s, "0123456789")
	digits := len(s) - len(letters)
	letters = strings.TrimRight(letters, "-_")
	if len(letters) == 0 || len(letters) > 4 || digits < 2 || digits > 6 {
		return false
	}
	for _, c := range []byte(letters) {
		if c < 'A' || c > 'Z' {
			return false
		}
	}
	return true
}

var r57 = Rule{
	ID: "R57", Severity: diag.Note, OfModels: true,
	Instead: "Use a uuid as the key, and keep the code in a column of its own.",
	check: func(d *design) {
		said := map[*schema.Column]bool{}
		for _, w := range d.writes {
			d.Meter.Breathe(tableUnits)
			st, ok := w.stmt.(*cql.Insert)
			if !ok {
				continue
			}
			for i, n := range st.Columns {
				c := w.table.Column(n.Text)
				if c == nil || c.Kind != schema.PartitionKey || i >= len(st.Values) || said[c] || !isText(c.Type) {
					continue
				}
				if x, ok := st.Values[i].(*cql.Constant); ok && x.Kind == cql.String && speaks(x.Text) {
					said[c] = true
					d.say(w.place, x.Span, "the key `"+c.Name+"` is a code with a meaning: '"+x.Text+"'", "")
				}
			}
		}
	},
}
