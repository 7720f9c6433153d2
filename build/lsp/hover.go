package lsp

import (
	"context"
	"fmt"
	"strings"

	"go.lsp.dev/protocol"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
)

// Hover tells what stands at a place: what is wrong there and why, and what a name
// stands for.
func (s *server) Hover(ctx context.Context, p *protocol.HoverParams) (*protocol.Hover, error) {
	d := s.document(p.TextDocument.URI)
	v, name, err := s.find(ctx, &p.TextDocumentPositionParams)
	if v == nil || err != nil {
		return nil, err
	}
	var parts []string
	var at *protocol.Range
	offset := d.offset(p.Position)
	findings := v.findings[key(d.id())]
	for i := range findings {
		f := &findings[i]
		r := v.ruler(f.Source)
		if wide := r.wide(f.Span); wide.Start <= offset && offset <= wide.End {
			if len(parts) == 0 {
				shown := r.spanned(wide)
				at = &shown
			}
			parts = append(parts, v.reason(f.Diagnostic))
		}
	}
	switch {
	case name != nil:
		if text := v.describe(name.symbol); text != "" {
			parts = append(parts, text)
			span := d.spanned(name.span)
			at = &span
		}
	default:
		if t, span := v.typeAt(key(d.id()), offset); t != nil {
			parts = append(parts, "```cql\n"+cql.TypeText(t)+"\n```\n"+length(cqltype.Native(t.Name)))
			r := d.spanned(span)
			at = &r
		}
	}
	if parts == nil {
		return nil, nil
	}
	return &protocol.Hover{Contents: &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: strings.Join(parts, "\n\n---\n\n")}, Range: at}, nil
}

// reason is why something is wrong, as Markdown.
func (v *snapshot) reason(d diag.Diagnostic) string {
	var b strings.Builder
	if link := v.report.Link(d.Rule); link != "" {
		fmt.Fprintf(&b, "**[%s](%s)** ", d.Rule, link)
	} else if d.Rule != "" {
		fmt.Fprintf(&b, "**%s** ", d.Rule)
	}
	b.WriteString(plain(d.Message))
	for _, line := range []string{d.Hint, d.Why, d.Instead} {
		if line != "" {
			b.WriteString("\n\n" + plain(line))
		}
	}
	return b.String()
}

// plain is a text in which Markdown has nothing to say.
func plain(text string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "<", `\<`, "[", `\[`, "#", `\#`).Replace(text)
}

func fence(text string) string { return "```cql\n" + strings.TrimSpace(text) + "\n```" }

// describe tells what a symbol is; "" where the schema has none.
func (v *snapshot) describe(s symbol) string {
	ks := v.catalogue.Keyspaces[s.keyspace]
	if ks == nil && (s.kind != functionName) {
		return ""
	}
	switch s.kind {
	case keyspaceName:
		return fence(ks.Element().CQL)
	case tableName:
		t := ks.Tables[s.name]
		if t == nil {
			return ""
		}
		text := fence(t.Element().CQL)
		if r, ok := v.sizes[t]; ok {
			text += fmt.Sprintf("\nOne partition: %s rows, %s on disk, as the workload says.", number.Count(r.Rows.Typ), number.Bytes(r.Disk.Typ))
		}
		return text
	case columnName:
		if t := v.table(s); t != nil {
			if c := t.Column(s.name); c != nil {
				return fence(cql.QuoteName(c.Name)+" "+c.Type.String()) + "\n" + role(t, c) + "\n\n" + length(c.Type)
			}
		}
	case typeName:
		if t := ks.Types[s.name]; t != nil {
			return fence(schema.TypeElement(t).CQL)
		}
	case indexName:
		if ix, t := ks.Index(s.name); ix != nil {
			for _, e := range ks.TableElements(t) {
				if e.Type == "index" && e.Name == cql.QuoteName(ix.Name) {
					return fence(e.CQL)
				}
			}
		}
	case functionName:
		return v.function(s)
	}
	return ""
}

func (v *snapshot) function(s symbol) string {
	if ks := v.catalogue.Keyspaces[s.keyspace]; ks != nil {
		for _, f := range ks.Functions {
			if f.Name == s.name {
				return fence(f.Element().CQL)
			}
		}
		for _, a := range ks.Aggregates {
			if a.Name == s.name {
				return fence(a.Element().CQL)
			}
		}
	}
	if list := cqltype.Signatures(s.name); list != nil {
		if len(list) > 8 {
			list = append(list[:8:8], fmt.Sprintf("-- and %d more", len(list)-8))
		}
		return fence(strings.Join(list, "\n"))
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
		return fmt.Sprintf(", %d of %d", c.Position+1, len(list))
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

// length is how long the values of a type are.
func length(t *cqltype.Type) string {
	switch {
	case t == nil:
		return ""
	case t.MultiCell():
		return "Stored as a cell for each of its parts."
	}
	lo, hi := t.RawLen()
	switch {
	case lo == hi && t.FixedLen() >= 0:
		return fmt.Sprintf("A value has %s.", inBytes(lo))
	case lo == hi:
		return fmt.Sprintf("A value has %s, and its length is written before it.", inBytes(lo))
	}
	return "A value has as many bytes as it needs, and its length is written before it."
}

func inBytes(n int) string {
	if n == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", n)
}

// typeAt is the native type that is written at a place.
func (v *snapshot) typeAt(file string, offset int) (found *cql.TypeExpr, at diag.Span) {
	for i := range v.statements {
		s := &v.statements[i]
		if whole := s.span(s.node.Place()); offset < whole.Start || offset > whole.End || key(s.file.Name) != file {
			continue
		}
		cql.Walk(s.node, func(n cql.Node) bool {
			if t, ok := n.(*cql.TypeExpr); ok && t.Kind == cql.NativeType {
				if span := s.span(t.Span); span.Start <= offset && offset < span.End {
					found, at = t, span
				}
			}
			return true
		})
	}
	return found, at
}
