package lsp

import (
	"context"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"partitionlab/wasm/diag"
)

// The states of a talk.
type state int

const (
	silent  state = iota // nothing but initialize is answered
	talking              //
	leaving              // nothing but exit is
)

// A server is one talk with one client.
type server struct {
	protocol.UnimplementedServer
	o      Options
	client protocol.Client
	exit   func() // the client says goodbye

	mu        sync.Mutex
	state     state
	documents map[uri.URI]*document
	stale     context.CancelFunc // ends what works on an edition that is none any more
	current   context.Context    // … as those who work see it
	timer     interface{ Stop() bool }
	shown     map[uri.URI]bool // whose diagnostics the client has
	can       abilities
	once      sync.Once

	open      *documents               // of this edition; nil where nobody has asked
	snapshots map[string]*snapshot     // of this edition, by each file they report on
	at        map[string]chan struct{} // by document, closed when it has been judged for this edition
	judging   chan struct{}            // holds who judges: a project takes all processors there are, but must not keep out the others
}

// abilities are what the client can do.
type abilities struct {
	versions bool // it takes edits of documents in a version
	watch    bool // it tells of files that change
	related  bool // it shows other places of a diagnostic
}

func newServer(o Options, client protocol.Client, exit func()) *server {
	s := &server{o: o, client: client, exit: exit, documents: map[uri.URI]*document{}, shown: map[uri.URI]bool{}, judging: make(chan struct{}, 2)}
	s.forget()
	s.current, s.stale = context.WithCancel(context.Background())
	return s
}

func (s *server) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.timer != nil {
		s.timer.Stop()
	}
	s.stale()
}

// allowed says whether the client may call a method now.
func (s *server) allowed(method string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case method == protocol.MethodExit:
		return nil
	case s.state == silent && method != protocol.MethodInitialize:
		return jsonrpc2.Errorf(jsonrpc2.ServerNotInitialized, "%.60s comes before initialize", method)
	case s.state == talking && method == protocol.MethodInitialize:
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "initialize comes once")
	case s.state == leaving:
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "%.60s comes after shutdown", method)
	}
	return nil
}

func yes() *bool {
	b := true
	return &b
}

// Initialize says what the server can do.
func (s *server) Initialize(_ context.Context, p *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state = talking
	if w := p.Capabilities.Workspace; w != nil {
		s.can.versions = w.WorkspaceEdit != nil && w.WorkspaceEdit.DocumentChanges != nil && *w.WorkspaceEdit.DocumentChanges
		s.can.watch = w.DidChangeWatchedFiles != nil && w.DidChangeWatchedFiles.DynamicRegistration != nil && *w.DidChangeWatchedFiles.DynamicRegistration
	}
	if t := p.Capabilities.TextDocument; t != nil && t.PublishDiagnostics != nil {
		s.can.related = t.PublishDiagnostics.RelatedInformation != nil && *t.PublishDiagnostics.RelatedInformation
	}
	change := protocol.TextDocumentSyncKindIncremental
	return &protocol.InitializeResult{
		ServerInfo: protocol.ServerInfo{Name: "partitionlab", Version: protocol.NewOptional(s.o.Version)},
		Capabilities: protocol.ServerCapabilities{
			PositionEncoding:           protocol.PositionEncodingKindUTF16,
			TextDocumentSync:           &protocol.TextDocumentSyncOptions{OpenClose: yes(), Change: &change, Save: protocol.Boolean(true)},
			HoverProvider:              protocol.Boolean(true),
			DefinitionProvider:         protocol.Boolean(true),
			ReferencesProvider:         protocol.Boolean(true),
			DocumentHighlightProvider:  protocol.Boolean(true),
			DocumentSymbolProvider:     protocol.Boolean(true),
			DocumentFormattingProvider: protocol.Boolean(true),
			CompletionProvider:         &protocol.CompletionOptions{TriggerCharacters: []string{".", " ", "(", "<", "'"}},
			CodeActionProvider:         &protocol.CodeActionOptions{CodeActionKinds: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix}},
			RenameProvider:             &protocol.RenameOptions{PrepareProvider: yes()},
		},
	}, nil
}

// Initialized asks the client to tell of files that change while they are not open.
func (s *server) Initialized(ctx context.Context, _ *protocol.InitializedParams) error {
	if !s.can.watch {
		return nil
	}
	options, err := protocol.Marshal(&protocol.DidChangeWatchedFilesRegistrationOptions{Watchers: []protocol.FileSystemWatcher{
		{GlobPattern: protocol.Pattern("**/*.{cql,size,go,java,kt,kts,py,js,jsx,mjs,cjs,ts,tsx,cs,md,yaml,yml}")},
		{GlobPattern: protocol.Pattern("**/partitionlab.toml")},
	}})
	if err != nil {
		return err
	}
	go s.client.RegisterCapability(ctx, &protocol.RegistrationParams{Registrations: []protocol.Registration{
		{ID: "files", Method: protocol.MethodWorkspaceDidChangeWatchedFiles, RegisterOptions: protocol.LSPAny(options)}}})
	return nil
}

// Shutdown ends all work.
func (s *server) Shutdown(context.Context) error {
	s.close()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state = leaving
	return nil
}

// Exit ends the talk.
func (s *server) Exit(context.Context) error {
	s.once.Do(s.exit)
	return nil
}

// SetTrace is for servers that tell what they do.
func (*server) SetTrace(context.Context, *protocol.SetTraceParams) error { return nil }

// say tells the client something that is about no file.
func (s *server) say(ctx context.Context, kind protocol.MessageType, text string) {
	s.client.LogMessage(ctx, &protocol.LogMessageParams{Type: kind, Message: text})
}

// changed is called with the lock held: what is known of any file may be so no more.
func (s *server) changed() {
	s.forget()
	s.stale()
	s.current, s.stale = context.WithCancel(context.Background())
	s.publishLater()
}

// forget drops what is known of an edition.
func (s *server) forget() {
	s.open, s.snapshots, s.at = nil, map[string]*snapshot{}, map[string]chan struct{}{}
}

// edits are the edits of a file for a client.
func edits(r *ruler, list []diag.Edit) []protocol.TextEdit {
	out := make([]protocol.TextEdit, 0, len(list))
	for _, e := range list {
		out = append(out, protocol.TextEdit{Range: r.spanned(e.Span), NewText: e.Text})
	}
	return out
}
