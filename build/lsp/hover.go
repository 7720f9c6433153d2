package lsp

import (
	"context"
	"fmt"
	"strings"

	"go.lsp.dev/protocol"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/editor"
	"partitionlab/wasm/number"
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
		if code, words := editor.Describe(v.catalogue, name.Symbol); code != "" {
			text := fence(code)
			if words != "" {
				text += "\n" + words
			}
			if r, ok := v.sizes[name.TableIn(v.catalogue)]; ok && name.Kind == editor.TableName {
				text += fmt.Sprintf("\nOne partition: %s rows, %s on disk, as the workload says.", number.Count(r.Rows.Typ), number.Bytes(r.Disk.Typ))
			}
			parts = append(parts, text)
			span := d.spanned(name.span)
			at = &span
		}
	default:
		if t, span := v.typeAt(key(d.id()), offset); t != nil {
			parts = append(parts, "```cql\n"+cql.TypeText(t)+"\n```\n"+editor.Length(cqltype.Native(t.Name)))
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

// typeAt is the native type that is written at a place.
func (v *snapshot) typeAt(file string, offset int) (found *cql.TypeExpr, at diag.Span) {
	for s := range v.of(file) {
		if whole := s.span(s.Node.Place()); offset < whole.Start || offset > whole.End {
			continue
		}
		cql.Walk(s.Node, func(n cql.Node) bool {
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
