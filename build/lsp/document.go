package lsp

import (
	"context"
	"path"
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"partitionlab/build/extract"
	"partitionlab/build/project"
)

// A document is a text that is open in the editor.
type document struct {
	uri      uri.URI
	path     string // absolute; "" where it lies in no file
	language string
	version  int32
	*ruler
}

// pathOf is the file of an address; "" for one that is elsewhere.
func pathOf(u uri.URI) string {
	if !u.IsFile() {
		return ""
	}
	return filepath.Clean(u.FsPath())
}

// name is what decides how a document is read.
func (d *document) name() string {
	if d.path != "" {
		return d.path
	}
	return path.Base(d.uri.Path())
}

// kind is how a document is read; false for one that is none of ours.
func (d *document) kind() (project.Kind, bool) {
	name := d.name()
	switch {
	case d.language == "cql", strings.EqualFold(filepath.Ext(name), ".cql"):
		return project.Script, true
	case project.KindOf(name) == project.Workload, extract.Holds(name):
		return project.KindOf(name), true
	}
	return configuration, filepath.Base(name) == project.FileName
}

// configuration is the kind of partitionlab.toml, which is judged with nothing else.
const configuration project.Kind = 0xFF

// DidOpen takes a document over from the disk.
func (s *server) DidOpen(_ context.Context, p *protocol.DidOpenTextDocumentParams) error {
	d := p.TextDocument
	s.mu.Lock()
	defer s.mu.Unlock()
	u := uri.URI(strings.Clone(string(d.URI)))
	s.documents[u] = &document{u, pathOf(u), strings.Clone(string(d.LanguageID)), d.Version, newRuler(strings.Clone(d.Text))}
	s.changed()
	return nil
}

// DidChange changes a document as its user has done.
func (s *server) DidChange(_ context.Context, p *protocol.DidChangeTextDocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.documents[p.TextDocument.URI]
	if was == nil {
		return nil
	}
	d := *was
	d.version = p.TextDocument.Version
	for _, change := range p.ContentChanges {
		switch c := change.(type) {
		case *protocol.TextDocumentContentChangePartial:
			start, end := d.offset(c.Range.Start), d.offset(c.Range.End)
			d.ruler = newRuler(d.text[:start] + c.Text + d.text[max(start, end):])
		case *protocol.TextDocumentContentChangeWholeDocument:
			d.ruler = newRuler(strings.Clone(c.Text))
		}
	}
	s.documents[d.uri] = &d // others may hold the one that was
	s.changed()
	return nil
}

// DidSave is told where what others read has changed, too.
func (s *server) DidSave(context.Context, *protocol.DidSaveTextDocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changed()
	return nil
}

// DidClose gives a document back to the disk.
func (s *server) DidClose(_ context.Context, p *protocol.DidCloseTextDocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.documents, p.TextDocument.URI)
	s.changed()
	return nil
}

// DidChangeWatchedFiles is told of files that change on the disk.
func (s *server) DidChangeWatchedFiles(context.Context, *protocol.DidChangeWatchedFilesParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changed()
	return nil
}

// DidChangeConfiguration is told of settings of the editor: there are none.
func (*server) DidChangeConfiguration(context.Context, *protocol.DidChangeConfigurationParams) error {
	return nil
}

// document is an open one by its address; nil for another.
func (s *server) document(u uri.URI) *document {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.documents[u]
}
