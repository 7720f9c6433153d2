package lsp

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"

	"partitionlab/build/extract"
	"partitionlab/build/project"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/editor"
)

// Completion proposes what may stand at a place.
func (s *server) Completion(ctx context.Context, p *protocol.CompletionParams) (protocol.CompletionResult, error) {
	d := s.document(p.TextDocument.URI)
	if d == nil {
		return nil, nil
	}
	offset := d.offset(p.Position)
	text, keyspace, ok := before(d, offset)
	if !ok {
		return nil, nil
	}
	v, err := s.of(ctx, d)
	if err != nil {
		return nil, err
	}
	at := editor.Place{Text: text, After: d.text[offset:], Catalogue: v.catalogue, Datacenters: v.datacenters, Use: v.inUse(d, offset),
		Program: keyspace == nil && extract.Program(d.name())}
	if keyspace != nil {
		at.Use = *keyspace
	}
	list, begun := editor.Proposals(at)
	word := d.spanned(diag.Span{Start: offset - begun, End: offset})
	items := make([]protocol.CompletionItem, 0, min(len(list), 1000))
	some, left := strings.ToLower(text[len(text)-begun:]), mostProposed
	for _, x := range list {
		if !strings.Contains(strings.ToLower(x.Filter), some) && len(list) > 1000 { // the editor would leave it out itself
			continue
		}
		if left -= 300 + len(x.Label) + len(x.Insert) + len(x.Filter) + len(x.Detail); left < 0 {
			return &protocol.CompletionList{Items: items, IsIncomplete: true}, nil // it asks again when more is typed
		}
		item := protocol.CompletionItem{Label: x.Label, Kind: proposalKinds[x.Kind], SortText: protocol.NewOptional(x.Rank), FilterText: protocol.NewOptional(x.Filter),
			TextEdit: &protocol.TextEdit{Range: word, NewText: x.Insert}}
		if x.Detail != "" {
			item.Detail = protocol.NewOptional(x.Detail)
		}
		items = append(items, item)
	}
	return &protocol.CompletionList{Items: items, IsIncomplete: len(list) > 1000}, nil
}

// proposalKinds are how the protocol calls what is proposed.
var proposalKinds = [...]protocol.CompletionItemKind{
	editor.Word: protocol.CompletionItemKindKeyword, editor.Keyspace: protocol.CompletionItemKindModule, editor.Table: protocol.CompletionItemKindStruct,
	editor.Column: protocol.CompletionItemKindField, editor.UserType: protocol.CompletionItemKindClass, editor.NativeType: protocol.CompletionItemKindTypeParameter,
	editor.Index: protocol.CompletionItemKindReference, editor.Function: protocol.CompletionItemKindFunction, editor.Option: protocol.CompletionItemKindProperty,
}

// before is the statement up to a place of a document, and the keyspace that its file
// says to be in use; false where no CQL can be.
func before(d *document, offset int) (text string, keyspace *string, ok bool) {
	kind, ours := d.kind()
	switch {
	case !ours || kind == project.Workload || kind == configuration:
		return "", nil, false
	case kind == project.Script:
		text = d.text[:offset]
	default:
		f := &extract.File{Source: diag.NewSource(d.name(), d.text)}
		extract.Find([]*extract.File{f}, extract.Options{})
		for i := range f.Pieces {
			if at, in := f.Pieces[i].In(offset); in {
				if text, ok = f.Pieces[i].Text[:at], true; f.Pieces[i].Keyspace != "" {
					keyspace = &f.Pieces[i].Keyspace
				}
				break
			}
		}
		if !ok {
			return "", nil, false
		}
	}
	text, ok = editor.Begun(text)
	return text, keyspace, ok
}

// inUse is the keyspace that is in use at a place: after the last statement before it.
func (v *snapshot) inUse(d *document, offset int) string {
	use, found := "", false
	for s := range v.of(key(d.id())) {
		if at := s.span(s.Node.Place()); !found || at.Start <= offset {
			use, found = s.Use, true
		}
	}
	return use
}
