package lsp

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// FuzzTalk: whatever a client sends, the server answers or ends, and says why; it never
// fails of itself.
func FuzzTalk(f *testing.F) {
	hello := message(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`)
	open := message(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:a.cql","languageId":"cql","version":1,"text":"SELECT a FROM t;"}}}`)
	for _, method := range methods {
		f.Add(hello + open + message(`{"jsonrpc":"2.0","id":2,"method":"`+method+`","params":{"textDocument":{"uri":"untitled:a.cql"},"position":{"line":0,"character":9},"newName":"b","range":{"start":{"line":0,"character":0},"end":{"line":9,"character":0}},"context":{"diagnostics":[]}}}`))
	}
	f.Add(hello + "Content-Length: 3\r\n\r\n{}}")
	f.Add("Content-Length: -1\r\n\r\n")
	f.Fuzz(func(t *testing.T, in string) {
		var out bytes.Buffer
		o := quick()
		o.Inputs.Config, o.Cluster.Budget, o.Log = "none", 0.01, testLog{t}
		Serve(t.Context(), strings.NewReader(in), &out, o)
		if strings.Contains(out.String(), "-32603") {
			t.Errorf("%s", out.String())
		}
	})
}

// FuzzDocument: whatever stands in a document, and wherever somebody asks, nothing fails,
// and what comes back lies within the document.
func FuzzDocument(f *testing.F) {
	f.Add("a.cql", "CREATE TABLE t (a int PRIMARY KEY);\nSELECT b FROM t WHERE a = 1;", uint32(1), uint32(8), uint32(1), uint32(9), "c, 𝄞")
	f.Add("a.go", "package a\n\nimport \"github.com/gocql/gocql\"\n\nvar q = `SELECT a FROM t`\n", uint32(4), uint32(12), uint32(0), uint32(0), "é")
	f.Add("a.md", "```cql\nSELECT 1;\n```\n", uint32(1), uint32(3), uint32(2), uint32(0), "\r\n")
	f.Add("a.size", "table = t\nrows = 5", uint32(0), uint32(3), uint32(2), uint32(0), "\r")
	f.Fuzz(func(t *testing.T, name, text string, line, character, line2, character2 uint32, typed string) {
		if len(text)+len(typed) > 1<<12 {
			t.Skip()
		}
		o := quick()
		o.Inputs.Config, o.Cluster.Budget, o.Wait, o.Log = "none", 0.01, time.Hour, io.Discard
		s := newServer(o, protocol.UnimplementedClient{}, func() {})
		defer s.close()
		ctx := context.Background()
		s.Initialize(ctx, &protocol.InitializeParams{})
		at := protocol.TextDocumentPositionParams{Position: protocol.Position{Line: line, Character: character}}
		at.TextDocument.URI = "untitled:a"
		language := protocol.LanguageKind("cql")
		if i := strings.LastIndexByte(name, '.'); i >= 0 && len(name) < 20 && !strings.ContainsAny(name, "/\\ %?#:") {
			at.TextDocument.URI += uri.URI(name[i:])
			if name[i:] != ".cql" {
				language = "plaintext"
			}
		}
		s.DidOpen(ctx, &protocol.DidOpenTextDocumentParams{TextDocument: protocol.TextDocumentItem{URI: at.TextDocument.URI, LanguageID: language, Text: text}})
		for range 2 {
			d := s.document(at.TextDocument.URI)
			within := func(r protocol.Range) {
				if start, end := d.offset(r.Start), d.offset(r.End); start > end || d.position(start) != r.Start || d.position(end) != r.End {
					t.Errorf("%v is no range of %q", r, d.text)
				}
			}
			v, err := s.of(ctx, d)
			if err != nil {
				t.Fatal(err)
			}
			for _, diagnostic := range v.diagnostics(key(d.id()), true) {
				within(diagnostic.Range)
			}
			if h, _ := s.Hover(ctx, &protocol.HoverParams{TextDocumentPositionParams: at}); h != nil && h.Range != nil {
				within(*h.Range)
			}
			if c, _ := s.Completion(ctx, &protocol.CompletionParams{TextDocumentPositionParams: at}); c != nil {
				for _, item := range c.(*protocol.CompletionList).Items {
					within(item.TextEdit.(*protocol.TextEdit).Range)
				}
			}
			if list, _ := s.Formatting(ctx, &protocol.DocumentFormattingParams{TextDocument: at.TextDocument}); len(list) > 0 {
				within(list[0].Range)
			}
			if list, _ := s.Definition(ctx, &protocol.DefinitionParams{TextDocumentPositionParams: at}); list != nil {
				for _, l := range list.(protocol.LocationSlice) {
					within(l.Range)
				}
			}
			if symbols, _ := s.DocumentSymbol(ctx, &protocol.DocumentSymbolParams{TextDocument: at.TextDocument}); symbols != nil {
				for _, symbol := range symbols.(protocol.DocumentSymbolSlice) {
					within(symbol.Range)
					within(symbol.SelectionRange)
				}
			}
			if edit, _ := s.Rename(ctx, &protocol.RenameParams{TextDocumentPositionParams: at, NewName: "other"}); edit != nil {
				for _, e := range edit.Changes[at.TextDocument.URI] {
					within(e.Range)
				}
			}
			actions, _ := s.CodeAction(ctx, &protocol.CodeActionParams{TextDocument: at.TextDocument, Range: protocol.Range{Start: at.Position, End: at.Position}})
			for _, a := range actions {
				for _, e := range a.(*protocol.CodeAction).Edit.Changes[at.TextDocument.URI] {
					within(e.Range)
				}
			}
			change := &protocol.DidChangeTextDocumentParams{ContentChanges: []protocol.TextDocumentContentChangeEvent{&protocol.TextDocumentContentChangePartial{
				Range: protocol.Range{Start: at.Position, End: protocol.Position{Line: line2, Character: character2}}, Text: typed}}}
			change.TextDocument.URI = at.TextDocument.URI
			s.DidChange(ctx, change)
		}
	})
}
