package lab

import (
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/schema"
)

// reduce leaves out of a schema the other tables and the types that these do not
// use: a page carries what its widget needs.
func (j *judged) reduce(tables []*schema.Table) string {
	items := j.items
	kept := make([]string, len(items))
	has := func(keyspace, table string) bool {
		for _, t := range tables {
			if (keyspace == "" || keyspace == t.Keyspace) && (table == "" || table == t.Name) {
				return true
			}
		}
		return false
	}
	take := func(i int) {
		kept[i] = strings.TrimRight(strings.TrimSpace(j.src.Text[items[i].span.Start:items[i].span.End]), ";") + ";"
	}
	for i, item := range items {
		switch st := item.stmt.(type) {
		case *cql.CreateKeyspace:
			if has(st.Name.Text, "") {
				take(i)
			}
		case *cql.CreateTable:
			if has(st.Name.Keyspace.Text, st.Name.Name.Text) {
				take(i)
			}
		case *cql.Use:
			take(i)
		}
	}
	// A type may use an earlier one, so the last comes first.
	for i := len(items) - 1; i >= 0; i-- {
		st, ok := items[i].stmt.(*cql.CreateType)
		if !ok || !has(st.Name.Keyspace.Text, "") {
			continue
		}
		for _, other := range kept {
			if strings.Contains(other, st.Name.Name.Text) {
				take(i)
				break
			}
		}
	}
	var b strings.Builder
	for _, s := range kept {
		if s == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString(s)
	}
	b.WriteByte('\n')
	return b.String()
}
