package lsp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"strconv"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"partitionlab/build/project"
)

// maxMessage is how many bytes a message may have: a document as long as any file may
// be, of which JSON writes some characters with six.
const maxMessage = 6*project.MaxInput + 1<<20

// A gate is a stream of messages that outlives the broken ones among them: who sends
// what is no message gets an error for it, and the next one is read.
type gate struct {
	jsonrpc2.Stream // which writes
	in              *bufio.Reader
}

// pipe is a reader and a writer as one.
type pipe struct {
	io.Reader
	io.Writer
	close func() error
}

func (p pipe) Close() error { return p.close() }

func newGate(in io.Reader, out io.Writer, closed func() error) *gate {
	return &gate{jsonrpc2.NewHeaderStream(pipe{in, out, closed}), bufio.NewReader(in)}
}

// Read reads the next message.
func (g *gate) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		body, err := g.frame()
		if err != nil {
			return nil, 0, err
		}
		message, err := jsonrpc2.DecodeMessage(body)
		if err == nil {
			return message, int64(len(body)), nil
		}
		code := jsonrpc2.ParseError
		if protocol.Unmarshal(body, new(protocol.LSPAny)) == nil {
			code = jsonrpc2.InvalidRequest // JSON, but no message
		}
		answer := jsonrpc2.NewResponse(jsonrpc2.ID{}, nil, jsonrpc2.Errorf(code, "this is no message of JSON-RPC 2.0: %v", err))
		if _, err := g.Write(ctx, answer); err != nil {
			return nil, 0, err
		}
	}
}

// frame reads headers and what follows them. Memory grows with what comes, not with
// what is announced.
func (g *gate) frame() ([]byte, error) {
	length, headers := -1, 0
	for {
		line, err := g.in.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			return nil, errors.New("a header has no end")
		}
		if err == io.EOF && headers+len(line) > 0 {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return nil, err
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			if headers == 0 { // empty lines between messages
				continue
			}
			break
		}
		headers += len(line)
		name, value, ok := strings.Cut(text, ":")
		if !ok || headers > 1<<16 {
			return nil, fmt.Errorf("%.60q is no header: a message begins with Content-Length: and its number of bytes", text)
		}
		if textproto.CanonicalMIMEHeaderKey(name) == "Content-Length" {
			if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil || length < 0 {
				return nil, fmt.Errorf("%.60q is no length", value)
			}
		}
	}
	switch {
	case length < 0:
		return nil, errors.New("a message has no Content-Length")
	case length > maxMessage:
		return nil, fmt.Errorf("a message of %d bytes is too long", length)
	}
	var body bytes.Buffer
	if n, err := io.CopyN(&body, g.in, int64(length)); err != nil {
		if err == io.EOF && (n > 0 || length > 0) {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	return bytes.ToValidUTF8(body.Bytes(), []byte("\uFFFD")), nil // what comes in is said again
}

// codec writes what the protocol has for either of two.
type codec struct{}

func (codec) Unmarshal(data []byte, v any) error { return protocol.Unmarshal(data, v) }

// Marshal writes UTF-8, whatever bytes stand in a file or in its name.
func (codec) Marshal(v any) ([]byte, error) {
	data, err := protocol.Marshal(v)
	return bytes.ToValidUTF8(data, []byte("\uFFFD")), err
}
