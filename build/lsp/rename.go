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
	"partitionlab/wasm/cql"
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
	return &protocol.PrepareRenamePlaceholder{Range: v.ruler(name.statement.file).spanned(name.span), Placeholder: name.name}, nil
}

func (v *snapshot) renamable(name *located) error {
	switch name.kind {
	case tableName, columnName, typeName:
	default:
		return refuse("only tables, columns and types can be renamed")
	}
	if !slices.ContainsFunc(v.uses[name.symbol], func(l located) bool { return l.makes }) {
		return refuse("no file of this project makes %s", name.name)
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
	to, err := v.newName(name.symbol, p.NewName)
	if err != nil {
		return nil, err
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
		for _, l := range v.uses[name.symbol] {
			file := key(l.statement.file.Name)
			if done[file] == nil {
				done[file] = map[diag.Span]bool{}
			}
			if done[file][l.span] {
				continue
			}
			done[file][l.span] = true
			moved := l.statement.place(diag.Diagnostic{Span: l.at, Fixes: []diag.Fix{{Edits: []diag.Edit{{Span: l.at, Text: to}}}}})
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

// newName is the name as CQL writes it, where nothing else has it.
func (v *snapshot) newName(s symbol, name string) (string, error) {
	st, _, problem := cql.ParseStatement("DROP TABLE " + name)
	if d, ok := st.(*cql.DropTable); problem == nil && ok && !d.Name.Keyspace.Given() && !d.IfExists {
		name = d.Name.Name.Text // as it is written in CQL
	}
	to := cql.QuoteName(name)
	if _, _, problem := cql.ParseStatement("DROP TABLE " + to); problem != nil || len(name) == 0 {
		return "", refuse("%q cannot be a name", name)
	}
	ks := v.catalogue.Keyspaces[s.keyspace]
	if ks == nil {
		return to, nil
	}
	taken := false
	switch s.kind {
	case tableName:
		taken = ks.Tables[name] != nil
	case typeName:
		taken = ks.Types[name] != nil
	case columnName:
		if t := v.table(s); t != nil {
			taken = t.Column(name) != nil
		}
	}
	if taken && name != s.name {
		return "", refuse("there is a %s already", to)
	}
	return to, nil
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
