package lsp

import (
	"context"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// CodeAction offers the fixes of the findings that a range touches.
func (s *server) CodeAction(ctx context.Context, p *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
	d := s.document(p.TextDocument.URI)
	if d == nil {
		return nil, nil
	}
	if _, ours := d.kind(); !ours || p.Context.Only != nil && !slices.Contains(p.Context.Only, protocol.CodeActionKindQuickFix) && !slices.Contains(p.Context.Only, protocol.CodeActionKindEmpty) {
		return nil, nil
	}
	v, err := s.of(ctx, d)
	if err != nil {
		return nil, err
	}
	from, to := d.offset(p.Range.Start), d.offset(p.Range.End)
	kind := protocol.CodeActionKindQuickFix
	var out []protocol.CommandOrCodeAction
	findings := v.findings[key(d.id())]
	for i := range findings {
		f := &findings[i]
		r := v.ruler(f.Source)
		shown := r.shown(f.Span)
		if r.offset(shown.Start) > to || r.offset(shown.End) < from {
			continue
		}
		for n, fix := range f.Fixes {
			action := &protocol.CodeAction{Title: fix.Title, Kind: &kind, Diagnostics: []protocol.Diagnostic{v.diagnostic(f, false)},
				Edit: s.workspaceEdit(v, map[uri.URI][]protocol.TextEdit{d.uri: edits(r, fix.Edits)})}
			if n == 0 && len(f.Fixes) == 1 {
				action.IsPreferred = yes()
			}
			out = append(out, action)
		}
	}
	return out, nil
}

// workspaceEdit is a change of files, in the version that it was made for where the
// client can tell.
func (s *server) workspaceEdit(v *snapshot, changes map[uri.URI][]protocol.TextEdit) *protocol.WorkspaceEdit {
	if !s.can.versions {
		return &protocol.WorkspaceEdit{Changes: changes}
	}
	out := &protocol.WorkspaceEdit{}
	for u, list := range changes {
		change := &protocol.TextDocumentEdit{TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: u}}}
		if d := v.documents.by[u]; d != nil {
			version := d.version
			change.TextDocument.Version = &version
		}
		for i := range list {
			change.Edits = append(change.Edits, &list[i])
		}
		out.DocumentChanges = append(out.DocumentChanges, change)
	}
	return out
}
