package lsp

import (
	"context"
	"maps"
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
	var changing *draft
	for _, change := range p.ContentChanges {
		switch c := change.(type) {
		case *protocol.TextDocumentContentChangePartial:
			if changing == nil {
				changing = newDraft(d.ruler)
			}
			changing.change(c.Range, c.Text)
		case *protocol.TextDocumentContentChangeWholeDocument:
			changing, d.ruler = nil, newRuler(strings.Clone(c.Text))
		}
	}
	if changing != nil {
		d.ruler = newRuler(changing.text())
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

// documents are those that are open at a time, for all who work on that edition.
type documents struct {
	by   map[uri.URI]*document
	file map[string]*document // by path, or address where there is none
}

// opened are the open documents; the lock is held.
func (s *server) opened() *documents {
	if s.open == nil {
		s.open = &documents{maps.Clone(s.documents), map[string]*document{}}
		for u, d := range s.documents {
			s.open.file[string(u)] = d
			if d.path != "" {
				s.open.file[d.path] = d
			}
		}
	}
	return s.open
}
