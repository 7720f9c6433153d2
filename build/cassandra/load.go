package cassandra

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"time"
)

// This file loads many rows fast: prepared statements, some of them in one
// request, and many requests on their way at the same time.

const (
	opBatch  = 0x0d
	inFlight = 8 // requests on their way
	unlogged = 1
	counter  = 2
)

// A Prepared is a statement that the server has prepared.
type Prepared struct{ id string }

// PrepareWrite prepares a write, to be sent with values by Load.
func (c *Conn) PrepareWrite(cql string) (*Prepared, error) {
	var b buffer
	b.longString(cql)
	_, a, err := c.call(opPrepare, b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", cql, err)
	}
	if kind := a.int(); kind != 4 || a.err != nil {
		return nil, fmt.Errorf("%s: unexpected answer to PREPARE", cql)
	}
	return &Prepared{a.string()}, a.err
}

// Unset is the value of a marker that writes nothing; nil writes a null.
var Unset = []byte("unset")

// A Write is a prepared statement with its serialized values.
type Write struct {
	*Prepared
	Values [][]byte
}

// A Batch is what one request writes, not logged.
type Batch struct {
	Counter bool
	Writes  []Write
	// Timestamp is that of writes without USING TIMESTAMP, counters among them, which
	// CQL gives none; 0 is the server's clock.
	Timestamp int64
}

func (b *Batch) body() []byte {
	var out buffer
	if out = append(out, unlogged); b.Counter {
		out[0] = counter
	}
	out.short(len(b.Writes))
	for _, w := range b.Writes {
		out = append(out, 1) // prepared
		out.string(w.id)
		out.short(len(w.Values))
		for _, v := range w.Values {
			switch {
			case v == nil:
				out.int(-1)
			case len(v) > 0 && &v[0] == &Unset[0]:
				out.int(-2)
			default:
				out.int(len(v))
				out = append(out, v...)
			}
		}
	}
	out.short(1) // ONE
	if b.Timestamp == 0 {
		return append(out, 0)
	}
	return binary.BigEndian.AppendUint64(append(out, 0x20), uint64(b.Timestamp))
}

// Load sends all batches and waits for the answers. It ends at the first error;
// then the connection is of no more use.
func (c *Conn) Load(batches iter.Seq[*Batch]) error {
	c.c.SetDeadline(time.Now().Add(10 * time.Minute))
	free := make(chan uint16, inFlight) // streams
	for i := range inFlight {
		free <- uint16(i)
	}
	sent := make(chan struct{}, inFlight)
	done := make(chan error, 1)
	go func() {
		for range sent {
			stream, err := c.loaded()
			if err != nil {
				done <- err
				return
			}
			free <- stream
		}
		done <- nil
	}()
	defer close(sent)
	out := bufio.NewWriterSize(c.c, 1<<16)
	for b := range batches {
		if len(free) == 0 { // the server has to answer first
			if err := out.Flush(); err != nil {
				return err
			}
		}
		select {
		case err := <-done:
			return err
		case stream := <-free:
			body := b.body()
			head := binary.BigEndian.AppendUint16([]byte{4, 0}, stream)
			head = binary.BigEndian.AppendUint32(append(head, opBatch), uint32(len(body)))
			out.Write(head)
			if _, err := out.Write(body); err != nil {
				return err
			}
			sent <- struct{}{}
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	for range inFlight { // all streams are free again
		select {
		case err := <-done:
			return err
		case <-free:
		}
	}
	return nil
}

// loaded reads one answer and tells which stream it belongs to.
func (c *Conn) loaded() (uint16, error) {
	var head [9]byte
	if _, err := io.ReadFull(c.r, head[:]); err != nil {
		return 0, err
	}
	body := make([]byte, binary.BigEndian.Uint32(head[5:]))
	if _, err := io.ReadFull(c.r, body); err != nil {
		return 0, err
	}
	if head[4] != opError {
		return binary.BigEndian.Uint16(head[2:]), nil
	}
	a := reader{b: body}
	if head[1]&0x08 != 0 { // warnings
		for n := a.short(); n > 0 && a.err == nil; n-- {
			_ = a.string()
		}
	}
	return 0, &Error{Code: a.int(), Message: a.string()}
}
