package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"partitionlab/build/project"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/editor"
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
	return edits(d.ruler, []diag.Edit{editor.Change(d.text, text)}), nil
}
