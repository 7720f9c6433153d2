package lsp

import (
	"context"
	"maps"
	"path/filepath"
	"slices"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"partitionlab/build/project"
	"partitionlab/build/review"
	"partitionlab/wasm/diag"
)

func refuse(format string, args ...any) error {
	return jsonrpc2.Errorf(jsonrpc2.Code(protocol.LSPErrorCodesRequestFailed), format, args...)
}

// PrepareRename says whether a name can be given another one: tables, columns and types
// can, where a file of the project makes them.
func (s *server) PrepareRename(ctx context.Context, p *protocol.PrepareRenameParams) (protocol.PrepareRenameResult, error) {
	v, name, err := s.find(ctx, &p.TextDocumentPositionParams)
	if name == nil {
		return nil, err
	}
	if err := v.renamable(name); err != nil {
		return nil, err
	}
	return &protocol.PrepareRenamePlaceholder{Range: v.ruler(name.statement.file).spanned(name.span), Placeholder: name.Name}, nil
}

func (v *snapshot) renamable(name *located) error {
	if problem := name.Renamable(); problem != "" {
		return refuse("%s", problem)
	}
	if !slices.ContainsFunc(v.uses[name.Symbol], func(l located) bool { return l.Makes }) {
		return refuse("no file of this project makes %s", name.Name)
	}
	return nil
}

// Rename renames a table, a column or a type in all files of the project, and of those
// that share files with it.
func (s *server) Rename(ctx context.Context, p *protocol.RenameParams) (*protocol.WorkspaceEdit, error) {
	v, name, err := s.find(ctx, &p.TextDocumentPositionParams)
	if name == nil {
		if err == nil {
			err = refuse("here is no name that can be renamed")
		}
		return nil, err
	}
	if err := v.renamable(name); err != nil {
		return nil, err
	}
	to, problem := name.NewName(v.catalogue, p.NewName)
	if problem != "" {
		return nil, refuse("%s", problem)
	}
	all := []*snapshot{v}
	more, err := s.neighbours(ctx, v)
	if err != nil {
		return nil, err
	}
	changes := map[uri.URI][]protocol.TextEdit{}
	done := map[string]map[diag.Span]bool{}
	for _, v := range append(all, more...) {
		v.locate()
		for _, l := range v.uses[name.Symbol] {
			file := key(l.statement.file.Name)
			if done[file] == nil {
				done[file] = map[diag.Span]bool{}
			}
			if done[file][l.span] {
				continue
			}
			done[file][l.span] = true
			moved := l.statement.place(diag.Diagnostic{Span: l.At, Fixes: []diag.Fix{{Edits: []diag.Edit{{Span: l.At, Text: to}}}}})
			if len(moved.Fixes) == 0 {
				line, column := l.statement.file.Position(l.span.Start)
				return nil, refuse("%s:%d:%d puts the name together while the program runs: rename it there by hand first", project.Shown(file), line, column)
			}
			u := v.address(file)
			changes[u] = append(changes[u], edits(v.ruler(l.statement.file), moved.Fixes[0].Edits)...)
		}
	}
	return s.workspaceEdit(v, changes), nil
}

// neighbours are what is known of the projects that share files with one.
func (s *server) neighbours(ctx context.Context, v *snapshot) (out []*snapshot, err error) {
	mine := map[string]bool{}
	for i := range v.statements {
		mine[key(v.statements[i].file.Name)] = true
	}
	for _, file := range v.files {
		mine[file] = true
	}
	in := s.o.Inputs
	in.Text = func(string) (string, bool) { return "", false }
	in.Wrong = func(*diag.Source, []diag.Diagnostic) {}
	configs := map[string]bool{}
	for _, file := range slices.Sorted(maps.Keys(mine)) {
		path := in.Config
		if path == "" {
			path = project.Find(filepath.Dir(file))
		}
		if path != "" && path != "none" {
			configs[path] = true
		}
	}
	for _, path := range slices.Sorted(maps.Keys(configs)) {
		p, err := in.Read([]string{filepath.Dir(path)}, review.Judgeable)
		if err != nil {
			continue // it is told of where it is open
		}
		for _, b := range p.Batches {
			own := ""
			shares := false
			for i := range b.Units {
				u := &b.Units[i]
				if !u.Context && own == "" {
					own = key(u.Source.Name)
				}
				shares = shares || mine[key(u.Source.Name)]
			}
			if b.Project == "" || !shares || own == "" || v.holds(own) {
				continue
			}
			other, err := s.of(ctx, &document{path: own, ruler: newRuler("")})
			if err != nil {
				return nil, err
			}
			out = append(out, other)
		}
	}
	return out, nil
}

// holds tells whether a snapshot reports on a file.
func (v *snapshot) holds(file string) bool { return slices.Contains(v.files, file) }
