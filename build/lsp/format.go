package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"partitionlab/build/project"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
)

// Formatting lays a script out as `fmt` does: a statement that does not parse is left
// as it is.
func (s *server) Formatting(_ context.Context, p *protocol.DocumentFormattingParams) ([]protocol.TextEdit, error) {
	d := s.document(p.TextDocument.URI)
	if d == nil {
		return nil, nil
	}
	if kind, ours := d.kind(); !ours || kind != project.Script {
		return nil, nil
	}
	text, _ := cql.FormatWhatParses(d.text)
	if text == d.text {
		return []protocol.TextEdit{}, nil
	}
	return edits(d.ruler, []diag.Edit{change(d.text, text)}), nil
}

// change is the one edit that makes a text of another: whole lines, from the first that
// differs to the last.
func change(from, to string) diag.Edit {
	start := 0
	for i := 0; i < len(from) && i < len(to) && from[i] == to[i]; i++ {
		if from[i] == '\n' {
			start = i + 1
		}
	}
	end := 0
	for i := 0; i < len(from)-start && i < len(to)-start && from[len(from)-1-i] == to[len(to)-1-i]; i++ {
		if from[len(from)-1-i] == '\n' {
			end = i
		}
	}
	return diag.Edit{Span: diag.Span{Start: start, End: len(from) - end}, Text: to[start : len(to)-end]}
}
