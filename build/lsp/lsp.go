// Package lsp is the language server: what editors show of CQL while somebody writes
// it. It judges as `check` does, with the same configuration, the files of a project
// together, and for those that are open the text in the editor. It speaks the Language
// Server Protocol, 3.17, on two streams.
package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"partitionlab/build/review"
)

// Options are what nobody tells over the protocol.
type Options struct {
	Version string
	Site    string // address of the site with a page for each rule; "" for what a configuration says
	Cluster review.Cluster
	Inputs  review.Inputs
	Advice  bool
	// Wait is how long nothing is typed before files are judged.
	Wait time.Duration
	Log  io.Writer // for what cannot be told over the protocol
}

// Serve answers a client until it leaves. It reports whether the client said goodbye as
// the protocol wants it; an error tells why the talk broke off.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) (clean bool, err error) {
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	gone := make(chan struct{})
	stream := newGate(in, out, func() error {
		if c, ok := in.(io.Closer); ok { // ends a read that waits
			return c.Close()
		}
		return nil
	})
	conn := jsonrpc2.NewConn(stream, jsonrpc2.WithCodec(codec{}))
	s := newServer(o, protocol.ClientDispatcher(conn), func() { close(gone) })
	defer s.close()
	conn.Go(ctx, s.handler())
	select {
	case <-gone:
	case <-conn.Done():
		err = conn.Err()
	case <-ctx.Done():
		err = ctx.Err()
	}
	s.mu.Lock()
	clean = s.state == leaving
	s.mu.Unlock()
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the client broke off in the middle of a message")
	}
	return clean, err
}

// handler answers requests. Those that tell of something are taken in their order; those
// that ask are answered side by side, and can be cancelled.
//
// A handler gets the context of the talk, and not that of the request, which the library
// uses again for another one.
func (s *server) handler() jsonrpc2.Handler {
	serve := protocol.ServerHandler(s, jsonrpc2.MethodNotFoundHandler)
	asked := &asked{cancel: map[jsonrpc2.ID]context.CancelFunc{}}
	return func(of context.Context, req *jsonrpc2.Request) (result any, err error) {
		call, method := req.IsCall(), strings.Clone(req.Method())
		defer func() {
			if x := recover(); x != nil {
				fmt.Fprintf(s.o.Log, "partitionlab lsp: %s: %v\n", method, x)
				result, err = nil, jsonrpc2.Errorf(jsonrpc2.InternalError, "%s failed: %v", method, x)
			}
			if !call { // an error of what nobody waits for would end the talk
				result, err = nil, nil
			}
		}()
		if err := s.allowed(method); err != nil {
			return nil, err
		}
		if !slices.Contains(methods, method) {
			return nil, jsonrpc2.Errorf(jsonrpc2.MethodNotFound, "there is no method %.60s", method)
		}
		ctx := jsonrpc2.DetachContext(of)
		switch {
		case method == protocol.MethodCancelRequest:
			return nil, asked.end(req.Params())
		case call && method != protocol.MethodInitialize && method != protocol.MethodShutdown:
			var done func()
			ctx, done = asked.begin(ctx, req.ID())
			defer done()
			jsonrpc2.Async(of)
		case method == protocol.MethodShutdown: // what was asked before it is answered before it
			asked.wait(ctx, lastAnswers)
		}
		result, err = serve(ctx, req)
		var e *jsonrpc2.Error
		if errors.As(err, &e) && e.Code == jsonrpc2.ParseError { // of the parameters: the message has been parsed
			err = jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s: %s", method, e.Message)
		}
		var said *jsonrpc2.Error
		if errors.As(err, &said) && !utf8.ValidString(said.Message) {
			said.Message = strings.ToValidUTF8(said.Message, "\uFFFD")
		}
		return result, err
	}
}

// methods are what a client may call.
var methods = []string{
	protocol.MethodInitialize, protocol.MethodInitialized, protocol.MethodShutdown, protocol.MethodExit,
	protocol.MethodSetTrace, protocol.MethodCancelRequest,
	protocol.MethodTextDocumentDidOpen, protocol.MethodTextDocumentDidChange, protocol.MethodTextDocumentDidSave, protocol.MethodTextDocumentDidClose,
	protocol.MethodWorkspaceDidChangeWatchedFiles, protocol.MethodWorkspaceDidChangeConfiguration,
	protocol.MethodTextDocumentHover, protocol.MethodTextDocumentCompletion, protocol.MethodTextDocumentCodeAction, protocol.MethodTextDocumentFormatting,
	protocol.MethodTextDocumentDefinition, protocol.MethodTextDocumentReferences, protocol.MethodTextDocumentDocumentHighlight,
	protocol.MethodTextDocumentDocumentSymbol, protocol.MethodTextDocumentPrepareRename, protocol.MethodTextDocumentRename,
}

// asked are the requests that somebody works on.
type asked struct {
	mu      sync.Mutex
	cancel  map[jsonrpc2.ID]context.CancelFunc
	working sync.WaitGroup
}

func (a *asked) begin(ctx context.Context, id jsonrpc2.ID) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	a.mu.Lock()
	a.cancel[id] = cancel
	a.mu.Unlock()
	a.working.Add(1)
	return ctx, func() {
		defer a.working.Done()
		a.mu.Lock()
		delete(a.cancel, id)
		a.mu.Unlock()
		cancel()
	}
}

// lastAnswers is how long a client that shuts down waits for what it has asked before.
const lastAnswers = 5 * time.Second

// wait returns when nobody works on a request any more, or after a while.
func (a *asked) wait(ctx context.Context, most time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	idle := make(chan struct{})
	go func() {
		a.working.Wait() // nobody begins meanwhile: what is read comes one after the other
		close(idle)
	}()
	select {
	case <-idle:
	case <-ctx.Done():
	}
}

// end ends the work on a request.
func (a *asked) end(params []byte) error {
	var p protocol.CancelParams
	if err := protocol.Unmarshal(params, &p); err != nil {
		return err
	}
	var id jsonrpc2.ID
	switch given := p.ID.(type) {
	case protocol.Integer:
		id = jsonrpc2.NewNumberID(int64(given))
	case protocol.String:
		id = jsonrpc2.NewStringID(string(given))
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if cancel := a.cancel[id]; cancel != nil {
		cancel()
	}
	return nil
}
