package lsp

import (
	"cmp"
	"context"

	"go.lsp.dev/protocol"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
)

// DocumentSymbol lists what a document makes: keyspaces, types with their fields, tables
// with their columns, views, indexes, functions.
func (s *server) DocumentSymbol(ctx context.Context, p *protocol.DocumentSymbolParams) (protocol.DocumentSymbolResult, error) {
	d := s.document(p.TextDocument.URI)
	if d == nil {
		return nil, nil
	}
	if _, ours := d.kind(); !ours {
		return nil, nil
	}
	v, err := s.of(ctx, d)
	if err != nil {
		return nil, err
	}
	out, left := protocol.DocumentSymbolSlice{}, mostSaid
	for st := range v.of(key(d.id())) {
		if symbol, ok := outline(d.ruler, st); ok {
			if left -= 300 + len(symbol.Name); left < 0 {
				break
			}
			for i, c := range symbol.Children {
				if left -= 300 + len(c.Name) + len(*cmp.Or(c.Detail, new(string))); left < 0 {
					symbol.Children = symbol.Children[:i]
					break
				}
			}
			out = append(out, symbol)
		}
	}
	return out, nil
}

// outline is the symbol of what a statement makes.
func outline(r *ruler, st *statement) (out protocol.DocumentSymbol, ok bool) {
	symbol := func(kind protocol.SymbolKind, name, detail string, whole, at diag.Span) protocol.DocumentSymbol {
		out := protocol.DocumentSymbol{Name: name, Kind: kind, Range: r.spanned(st.span(whole)), SelectionRange: r.spanned(st.span(at))}
		if detail != "" {
			out.Detail = &detail
		}
		return out
	}
	column := func(n cql.Name, t *cql.TypeExpr, whole diag.Span) {
		detail := ""
		if t != nil {
			detail = cql.TypeText(t)
		}
		out.Children = append(out.Children, symbol(protocol.SymbolKindField, n.Text, detail, whole, n.Span))
	}
	switch s := st.Node.(type) {
	case *cql.CreateKeyspace:
		return symbol(protocol.SymbolKindNamespace, s.Name.Text, "keyspace", s.Span, s.Name.Span), s.Name.Given()
	case *cql.CreateTable:
		out = symbol(protocol.SymbolKindStruct, s.Name.Name.Text, "table", s.Span, s.Name.Name.Span)
		for _, c := range s.Columns {
			column(c.Name, c.Type, c.Span)
		}
	case *cql.CreateType:
		out = symbol(protocol.SymbolKindClass, s.Name.Name.Text, "type", s.Span, s.Name.Name.Span)
		for _, f := range s.Fields {
			column(f.Name, f.Type, f.Span)
		}
	case *cql.CreateView:
		out = symbol(protocol.SymbolKindInterface, s.Name.Name.Text, "materialized view", s.Span, s.Name.Name.Span)
	case *cql.CreateIndex:
		return symbol(protocol.SymbolKindKey, s.Name.Text, "index", s.Span, s.Name.Span), s.Name.Given()
	case *cql.CreateFunction:
		out = symbol(protocol.SymbolKindFunction, s.Name.Name.Text, "function", s.Span, s.Name.Name.Span)
	case *cql.CreateAggregate:
		out = symbol(protocol.SymbolKindFunction, s.Name.Name.Text, "aggregate", s.Span, s.Name.Name.Span)
	}
	return out, out.Name != ""
}
