package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// find is the name at a place of a document, with all that is known of its project; nil
// where there is none.
func (s *server) find(ctx context.Context, p *protocol.TextDocumentPositionParams) (*snapshot, *located, error) {
	d := s.document(p.TextDocument.URI)
	if d == nil {
		return nil, nil, nil
	}
	if _, ours := d.kind(); !ours {
		return nil, nil, nil
	}
	v, err := s.of(ctx, d)
	if err != nil {
		return nil, nil, err
	}
	return v, v.at(key(d.id()), d.offset(p.Position)), nil
}

// places are the places of namings.
func (v *snapshot) places(list []located, wanted func(*located) bool) []protocol.Location {
	out := []protocol.Location{}
	for i := range list {
		if l := &list[i]; wanted(l) {
			out = append(out, protocol.Location{URI: v.address(key(l.statement.file.Name)), Range: v.ruler(l.statement.file).spanned(l.span)})
		}
	}
	return out
}

// Definition is where a keyspace, table, column, type, index or function is made.
func (s *server) Definition(ctx context.Context, p *protocol.DefinitionParams) (protocol.DefinitionResult, error) {
	v, name, err := s.find(ctx, &p.TextDocumentPositionParams)
	if name == nil {
		return nil, err
	}
	return protocol.LocationSlice(v.places(v.uses[name.Symbol], func(l *located) bool { return l.Makes })), nil
}

// References are all places that name it.
func (s *server) References(ctx context.Context, p *protocol.ReferenceParams) ([]protocol.Location, error) {
	v, name, err := s.find(ctx, &p.TextDocumentPositionParams)
	if name == nil {
		return nil, err
	}
	return v.places(v.uses[name.Symbol], func(l *located) bool { return p.Context.IncludeDeclaration || !l.Makes }), nil
}

// DocumentHighlight are those in the document.
func (s *server) DocumentHighlight(ctx context.Context, p *protocol.DocumentHighlightParams) ([]protocol.DocumentHighlight, error) {
	v, name, err := s.find(ctx, &p.TextDocumentPositionParams)
	if name == nil {
		return nil, err
	}
	var out []protocol.DocumentHighlight
	for _, l := range v.places(v.uses[name.Symbol], func(l *located) bool { return l.statement.file == name.statement.file }) {
		out = append(out, protocol.DocumentHighlight{Range: l.Range, Kind: protocol.DocumentHighlightKindText})
	}
	return out, nil
}
