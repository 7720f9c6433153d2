package ddl

import (
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
)

// This file judges column masks. Source: ColumnMask.Raw.prepare.

func (j *ddl) maskEnabled(m *cql.Mask) *diag.Diagnostic {
	if m == nil || j.Settings.On(check.DynamicDataMaskingEnabled) {
		return nil
	}
	return rule.MA01.Invalid(m.Span, "Cannot mask columns because dynamic data masking is not enabled. You can enable it with the dynamic_data_masking_enabled property on cassandra.yaml")
}

// A columnArg is a masked column as the first argument of its masking function.
type columnArg struct{ t *cqltype.Type }

func (a columnArg) Test(r cqltype.Receiver) (cqltype.Match, *diag.Diagnostic) {
	return a.t.AssignTo(r.Type), nil
}
func (a columnArg) Compatible() *cqltype.Type { return a.t }
func (a columnArg) String() string            { return javaClass(a.t) }

// mask finds the masking function of a column and checks that it gives back
// values of the column's type.
func (j *ddl) mask(m *cql.Mask, ks, table string, column cql.Name, t *cqltype.Type) (*schema.Mask, *diag.Diagnostic) {
	if m == nil {
		return nil, nil
	}
	name := cqltype.FuncName{Keyspace: m.Func.Keyspace.Text, Name: m.Func.Name.Text}
	if !m.Func.Name.Given() {
		name = cqltype.FuncName{Keyspace: cqltype.SystemKeyspace, Name: "mask_default"}
	}
	var printed []string
	for _, a := range m.Args {
		printed = append(printed, cql.ExprText(a))
	}
	call := name.String() + "(" + strings.Join(printed, ", ") + ")"
	bad := func(template string, args ...string) (*schema.Mask, *diag.Diagnostic) {
		return nil, rule.MA01.Invalid(m.Span, template, args...)
	}

	env := j.Env(ks)
	f, err := env.Resolve(name, append([]cqltype.Arg{columnArg{t}}, env.TermArgs(m.Args)...), cqltype.Receiver{Keyspace: ks, Table: table, Type: t})
	switch {
	case err != nil:
		return bad("%", err.Message)
	case f == nil:
		return bad("Unable to find masking function for %, no declared function matches the signature %", column.Text, call)
	case f.Aggregate:
		return bad("Aggregate function % cannot be used for masking table columns", call)
	case f.Native() && !strings.HasPrefix(f.Name, "mask_"):
		return bad("Not-masking function % cannot be used for masking table columns", call)
	case !f.Native() && f.Keyspace != ks:
		return bad("Masking function % doesn't belong to the same keyspace as the table %.%", call, ks, table)
	case f.Returns.String() != t.String():
		return bad("Masking function % return type is %. This is different to the type of the masked column % of type %. Masking functions can only be attached to table columns if they return the same data type as the masked column.", call, f.Returns.String(), column.Text, t.String())
	}
	for i, a := range m.Args {
		if _, err := env.Prepare(a, cqltype.Receiver{Keyspace: ks, Table: table, Name: "(dummy)", Type: f.Args[i+1]}); err != nil {
			return bad("%", err.Message)
		}
	}
	return &schema.Mask{Func: f.FullName(), Args: printed}, nil
}
