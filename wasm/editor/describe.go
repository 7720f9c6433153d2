package editor

import (
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/schema"
)

// Describe tells what a symbol is, in CQL and in words; nothing where the schema has none.
func Describe(catalogue *schema.Catalogue, s Symbol) (code, words string) {
	ks := catalogue.Keyspaces[s.Keyspace]
	if ks == nil && (s.Kind != FunctionName) {
		return "", ""
	}
	switch s.Kind {
	case KeyspaceName:
		return ks.Element().CQL, ""
	case TableName:
		t := ks.Tables[s.Name]
		if t == nil {
			return "", ""
		}
		return t.Element().CQL, ""
	case ColumnName:
		if t := s.TableIn(catalogue); t != nil {
			if c := t.Column(s.Name); c != nil {
				return cql.QuoteName(c.Name) + " " + c.Type.String(), role(t, c) + "\n\n" + Length(c.Type)
			}
		}
	case TypeName:
		if t := ks.Types[s.Name]; t != nil {
			return schema.TypeElement(t).CQL, ""
		}
	case IndexName:
		if ix, t := ks.Index(s.Name); ix != nil {
			for _, e := range ks.TableElements(t) {
				if e.Type == "index" && e.Name == cql.QuoteName(ix.Name) {
					return e.CQL, ""
				}
			}
		}
	case FunctionName:
		return function(catalogue, s), ""
	}
	return "", ""
}

func function(catalogue *schema.Catalogue, s Symbol) string {
	if ks := catalogue.Keyspaces[s.Keyspace]; ks != nil {
		for _, f := range ks.Functions {
			if f.Name == s.Name {
				return f.Element().CQL
			}
		}
		for _, a := range ks.Aggregates {
			if a.Name == s.Name {
				return a.Element().CQL
			}
		}
	}
	if list := cqltype.Signatures(s.Name); list != nil {
		if len(list) > 8 {
			list = append(list[:8:8], "-- and "+strconv.Itoa(len(list)-8)+" more")
		}
		return strings.Join(list, "\n")
	}
	return ""
}

// role is what a column is in its table.
func role(t *schema.Table, c *schema.Column) string {
	of := "of " + t.Keyspace + "." + t.Name
	nth := func(list []*schema.Column) string {
		if len(list) == 1 {
			return ""
		}
		return ", " + strconv.Itoa(c.Position+1) + " of " + strconv.Itoa(len(list))
	}
	switch c.Kind {
	case schema.PartitionKey:
		return "Partition key" + nth(t.PartitionKey) + ", " + of + ": it says on which nodes a row lies."
	case schema.Clustering:
		order := "ascending"
		if c.Desc {
			order = "descending"
		}
		return "Clustering column" + nth(t.Clustering) + ", " + of + ": rows of a partition are ordered by it, " + order + "."
	case schema.Static:
		return "Static column " + of + ": one value for a partition."
	}
	return "Regular column " + of + "."
}

// Length is how long the values of a type are.
func Length(t *cqltype.Type) string {
	switch {
	case t == nil:
		return ""
	case t.MultiCell():
		return "Stored as a cell for each of its parts."
	}
	lo, hi := t.RawLen()
	switch {
	case lo == hi && t.FixedLen() >= 0:
		return "A value has " + inBytes(lo) + "."
	case lo == hi:
		return "A value has " + inBytes(lo) + ", and its length is written before it."
	}
	return "A value has as many bytes as it needs, and its length is written before it."
}

func inBytes(n int) string {
	if n == 1 {
		return "1 byte"
	}
	return strconv.Itoa(n) + " bytes"
}
