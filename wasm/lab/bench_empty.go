//go:build !chapters

package lab

import (
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/workload"
)

// manyValues is from how many columns besides the key on a table is asked which of them rows leave
// empty: nobody fills so many.
const manyValues = 10

// emptyField is the field that names them: short for a line null.COLUMN of each.
func emptyField(t *schema.Table) input.Field {
	return input.Field{Key: "empty." + fullName(t), Type: input.Word, Label: "Columns left empty", Hint: "none; such as a, b, c: their values take no bytes"}
}

// asksEmpty reports whether the page has this field.
func (x *benchTable) asksEmpty(values Inputs) bool {
	return len(x.table.Regulars)+len(x.table.Statics) > manyValues || onLine(values[x.empty.Key]) != ""
}

// emptyOf are the columns that a text names, and what is wrong with one of them.
func emptyOf(t *schema.Table, text string) (columns []*schema.Column, wrong string) {
	quoted := false
	for _, name := range strings.FieldsFunc(onLine(text), func(r rune) bool {
		if r == '"' {
			quoted = !quoted
		}
		return !quoted && (r == ',' || r == ' ' || r == '\t')
	}) {
		var c *schema.Column
		var others []string
		for x := range t.Columns() {
			if others = append(others, cql.QuoteName(x.Name)); x.Name == workload.Identifier(name) {
				c = x
			}
		}
		switch {
		case c == nil:
			wrong = "No column of " + t.Name + " is called " + name
			if near := workload.Nearest(name, others); near != "" {
				wrong += ": write " + near
			}
			return nil, wrong + "."
		case c.Kind == schema.PartitionKey || c.Kind == schema.Clustering:
			return nil, "Columns of the primary key are never empty: take " + name + " out."
		}
		columns = append(columns, c)
	}
	return columns, ""
}
