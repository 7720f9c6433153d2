package check

import (
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/schema"
)

// This file judges column masks. Source: ColumnMask.Raw.prepare.

func (j *ddl) maskEnabled(m *cql.Mask) *diag.Diagnostic {
	if m == nil || j.Settings.On(DynamicDataMaskingEnabled) {
		return nil
	}
	return invalid("MA-01", m.Span, "Cannot mask columns because dynamic data masking is not enabled. You can enable it with the dynamic_data_masking_enabled property on cassandra.yaml")
}

// mask finds the masking function of a column and checks that it gives back
// values of the column's type.
func (j *ddl) mask(m *cql.Mask, ks, table string, column cql.Name, t *cqltype.Type) (*schema.Mask, *diag.Diagnostic) {
	if m == nil {
		return nil, nil
	}
	name := m.Func.Name.Text
	if !m.Func.Name.Given() {
		name = "mask_default"
	}
	var args []string
	for _, a := range m.Args {
		args = append(args, cql.ExprText(a))
	}
	printed := name
	if m.Func.Keyspace.Given() {
		printed = m.Func.Keyspace.Text + "." + name
	}
	printed += "(" + strings.Join(args, ", ") + ")"
	native := !m.Func.Keyspace.Given() || m.Func.Keyspace.Text == "system"
	if native {
		switch n := len(m.Args); {
		case name == "mask_default" && n == 0, name == "mask_null" && n == 0, name == "mask_replace" && n == 1,
			(name == "mask_inner" || name == "mask_outer") && (n == 2 || n == 3) && (t.Kind == cqltype.Text || t.Kind == cqltype.Ascii):
			return &schema.Mask{Func: "system." + name, Args: args}, nil
		case name == "mask_hash" && n <= 1 && t.Kind != cqltype.Blob:
			return nil, invalid("MA-01", m.Span, "Masking function "+printed+" return type is blob. This is different to the type of the masked column "+column.Text+" of type "+t.String()+
				". Masking functions can only be attached to table columns if they return the same data type as the masked column.")
		case name == "mask_hash" && n <= 1:
			return &schema.Mask{Func: "system." + name, Args: args}, nil
		}
	}
	if keyspace := j.Catalogue.Keyspaces[ks]; keyspace != nil && (!m.Func.Keyspace.Given() || m.Func.Keyspace.Text == ks) {
		for _, f := range keyspace.Functions {
			if f.Name != name || len(f.Args) != len(m.Args)+1 || frozenText(f.Args[0]) != frozenText(t) {
				continue
			}
			if frozenText(f.Returns) != frozenText(t) {
				return nil, invalid("MA-01", m.Span, "Masking function "+printed+" return type is "+f.Returns.String()+". This is different to the type of the masked column "+column.Text+" of type "+t.String()+
					". Masking functions can only be attached to table columns if they return the same data type as the masked column.")
			}
			return &schema.Mask{Func: ks + "." + name, Args: args}, nil
		}
		for _, a := range keyspace.Aggregates {
			if a.Name == name && len(a.Args) == len(m.Args)+1 {
				return nil, invalid("MA-01", m.Span, "Aggregate function "+printed+" cannot be used for masking table columns")
			}
		}
	}
	return nil, invalid("MA-01", m.Span, "Unable to find masking function for "+column.Text+", no declared function matches the signature "+printed)
}
