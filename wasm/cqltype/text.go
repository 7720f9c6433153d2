package cqltype

import (
	"strings"

	"partitionlab/wasm/cql"
)

// text is a term as the server's messages show it: Term.Raw.getText. It differs
// from the text of a selector in operations, which are calls of their functions,
// and in user types, which have their keyspace.
func (e *Env) text(x cql.Expr) string {
	list := func(open string, xs []cql.Expr, end string) string {
		parts := make([]string, len(xs))
		for i, x := range xs {
			parts[i] = e.text(x)
		}
		return open + strings.Join(parts, ", ") + end
	}
	switch x := x.(type) {
	case *cql.ListLit:
		return list("[", x.Elems, "]")
	case *cql.SetLit:
		return list("{", x.Elems, "}")
	case *cql.TupleLit:
		return list("(", x.Elems, ")")
	case *cql.MapLit:
		parts := make([]string, len(x.Entries))
		for i, en := range x.Entries {
			parts[i] = e.text(en.Key) + ": " + e.text(en.Value)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case *cql.UDTLit:
		var parts []string
		for _, f := range fieldOrder(x) {
			parts = append(parts, f.Name.Text+": "+e.text(f.Value))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case *cql.TypeCast:
		if !e.resolved[x.Type] {
			return "(" + cql.RawTypeText(x.Type, false, e.Keyspace) + ")" + e.text(x.X)
		}
		return "(" + cql.RawTypeText(x.Type, false, e.Keyspace) + ")" + e.text(x.X)
	}
	if name, args, ok := callOf(x); ok {
		f := name.Name
		if f != "token" || name.Keyspace != "" && name.Keyspace != SystemKeyspace {
			f = cql.QuoteName(f)
			if name.Keyspace != "" {
				f = cql.QuoteName(name.Keyspace) + "." + f
			}
		}
		return list(f+"(", args, ")")
	}
	return cql.ExprText(x)
}
