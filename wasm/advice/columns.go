// Rules about the types of columns, mostly guessed from names.

package advice

import (
	"strings"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/schema"
)

// eachColumn calls f for each column of each table that the scripts make.
func (d *design) eachColumn(f func(t *made, c *schema.Column)) {
	for i := range d.tables {
		d.Meter.Breathe(tableUnits)
		for c := range d.tables[i].Columns() {
			f(&d.tables[i], c)
		}
	}
}

var r55 = Rule{
	ID: "R55", Severity: diag.Advice, OfModels: true,
	Instead: "Use decimal, or cents in a bigint or a counter.",
	check: func(d *design) {
		d.eachColumn(func(t *made, c *schema.Column) {
			if k := c.Type.Kind; (k == cqltype.Float || k == cqltype.Double) && named(c.Name, d.Money) {
				d.say(t.place, t.columnPlace(c.Name), "`"+c.Name+"` looks like money and is a "+c.Type.String(), "", t.retype(c.Name, "decimal")...)
			}
		})
	},
}

var r56 = Rule{
	ID: "R56", Severity: diag.Note, OfModels: true,
	Instead: "Use uuid, or timeuuid where the order of time matters.",
	check: func(d *design) {
		d.eachColumn(func(t *made, c *schema.Column) {
			name := strings.ToLower(c.Name)
			switch {
			case isText(c.Type) && named(name, []string{"uuid", "guid"}):
				d.say(t.place, t.columnPlace(c.Name), "`"+c.Name+"` is a uuid written as "+c.Type.String(), "", t.retype(c.Name, "uuid")...)
			case c.Kind == schema.PartitionKey && isInteger(c.Type) && (name == "id" || len(t.PartitionKey) == 1 && strings.HasSuffix(name, "_id")):
				d.say(t.place, t.columnPlace(c.Name), "the key `"+c.Name+"` is of type "+c.Type.String()+": one place has to count", "")
			}
		})
	},
}

var dateWords = []string{"date", "birthday", "birth_date", "birthdate", "day"}
var timeWords = []string{"timestamp", "time", "at", "datetime"}

var r59 = Rule{
	ID: "R59", Severity: diag.Note, OfModels: true,
	Instead: "Use date for days and timestamp for instants.",
	check: func(d *design) {
		d.eachColumn(func(t *made, c *schema.Column) {
			switch {
			case !isText(c.Type):
			case named(c.Name, dateWords):
				d.say(t.place, t.columnPlace(c.Name), "`"+c.Name+"` looks like a date and is "+c.Type.String(), "", t.retype(c.Name, "date")...)
			case named(c.Name, timeWords):
				d.say(t.place, t.columnPlace(c.Name), "`"+c.Name+"` looks like an instant and is "+c.Type.String(), "", t.retype(c.Name, "timestamp")...)
			}
		})
	},
}

var blobWords = strings.Fields("image picture photo video audio file attachment document thumbnail pdf binary media")

var r60 = Rule{
	ID: "R60", Severity: diag.Note,
	Instead: "Keep the object in an object store and only its address here, or divide it into parts of one row each.",
	check: func(d *design) {
		d.eachColumn(func(t *made, c *schema.Column) {
			if c.Type.Kind == cqltype.Blob && named(c.Name, blobWords) {
				d.say(t.place, t.columnPlace(c.Name), "the blob `"+c.Name+"` may be large", "")
			}
		})
	},
}

var textWords = []string{"phone", "phone_number", "telephone", "fax", "zip", "zip_code", "zipcode", "postal_code", "postcode"}

var r61 = Rule{
	ID: "R61", Severity: diag.Note, OfModels: true,
	Instead: "Use text.",
	check: func(d *design) {
		d.eachColumn(func(t *made, c *schema.Column) {
			if isNumber(c.Type) && named(c.Name, textWords) {
				d.say(t.place, t.columnPlace(c.Name), "`"+c.Name+"` is a "+c.Type.String(), "", t.retype(c.Name, "text")...)
			}
		})
	},
}
