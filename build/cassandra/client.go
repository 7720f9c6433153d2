// The native protocol, version 4: as much of it as sends a statement and reads
// the answer. A driver would prepare, rewrite or refuse statements by itself.

package cassandra

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"time"
)

// An Error is the server's answer to a statement that it refuses.
type Error struct {
	Code    int
	Message string
}

var kinds = map[int]string{0x0000: "server", 0x0100: "login", 0x1200: "readtimeout", 0x1300: "readfail", 0x1400: "function", 0x1500: "writefail",
	0x2000: "syntax", 0x2100: "unauthorized", 0x2200: "invalid", 0x2300: "config", 0x2400: "exists", 0x2500: "unprepared"}

// Kind is the error's class in one word.
func (e *Error) Kind() string {
	if k, ok := kinds[e.Code]; ok {
		return k
	}
	return fmt.Sprintf("0x%04x", e.Code)
}

func (e *Error) Error() string { return e.Kind() + ": " + e.Message }

// An Answer is the server's answer to a statement that it accepts.
type Answer struct {
	Warnings []string
	Rows     bool // whether rows came back, maybe none
	Columns  []Column
	Values   [][][]byte // per row and column; nil is null
	More     bool       // there are further pages
}

// A Column is a column of a result.
type Column struct {
	Name string
	Type Type
}

// A Conn is one connection. It is not safe for concurrent use.
type Conn struct {
	c       net.Conn
	r       *bufio.Reader
	Timeout time.Duration // for one answer
}

// Dial connects to a server, and logs in as the first superuser where one has to.
func Dial(addr string) (*Conn, error) { return DialAs(addr, "cassandra", "cassandra") }

// DialAs connects to a server, and logs in as a role where one has to.
func DialAs(addr, role, password string) (*Conn, error) {
	c, err := net.DialTimeout("tcp", addr, 5*time.Second)
	if err != nil {
		return nil, err
	}
	conn := &Conn{c: c, r: bufio.NewReaderSize(c, 1<<16), Timeout: 30 * time.Second}
	var b buffer
	b.short(1)
	b.string("CQL_VERSION")
	b.string("3.0.0")
	op, _, err := conn.call(opStartup, b)
	if err == nil && op == opAuthenticate {
		b = nil
		b.longString("\x00" + role + "\x00" + password)
		op, _, err = conn.call(opAuthResponse, b)
	}
	if err == nil && op != opReady && op != opAuthSuccess {
		err = fmt.Errorf("unexpected answer %#x to STARTUP", op)
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return conn, nil
}

// Close closes the connection.
func (c *Conn) Close() error { return c.c.Close() }

const (
	opError        = 0x00
	opStartup      = 0x01
	opReady        = 0x02
	opAuthenticate = 0x03
	opQuery        = 0x07
	opResult       = 0x08
	opPrepare      = 0x09
	opAuthResponse = 0x0f
	opAuthSuccess  = 0x10
)

type buffer []byte

func (b *buffer) short(n int) { *b = binary.BigEndian.AppendUint16(*b, uint16(n)) }
func (b *buffer) int(n int)   { *b = binary.BigEndian.AppendUint32(*b, uint32(n)) }
func (b *buffer) string(s string) {
	b.short(len(s))
	*b = append(*b, s...)
}
func (b *buffer) longString(s string) {
	b.int(len(s))
	*b = append(*b, s...)
}

// reader reads a frame's body; it remembers the first thing that was wrong.
type reader struct {
	b   []byte
	err error
}

func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.b) {
		r.err = io.ErrUnexpectedEOF
		r.b = nil
		return make([]byte, max(0, min(n, 16)))
	}
	out := r.b[:n]
	r.b = r.b[n:]
	return out
}
func (r *reader) short() int     { return int(binary.BigEndian.Uint16(r.take(2))) }
func (r *reader) int() int       { return int(int32(binary.BigEndian.Uint32(r.take(4)))) }
func (r *reader) string() string { return string(r.take(r.short())) }
func (r *reader) value() []byte {
	if n := r.int(); n >= 0 {
		return append([]byte{}, r.take(n)...)
	}
	return nil
}

type answer struct {
	reader
	warnings []string
}

func (c *Conn) call(op byte, body []byte) (byte, *answer, error) {
	c.c.SetDeadline(time.Now().Add(c.Timeout))
	frame := append([]byte{4, 0, 0, 0, op}, binary.BigEndian.AppendUint32(nil, uint32(len(body)))...)
	if _, err := c.c.Write(append(frame, body...)); err != nil {
		return 0, nil, err
	}
	var head [9]byte
	if _, err := io.ReadFull(c.r, head[:]); err != nil {
		return 0, nil, err
	}
	b := make([]byte, binary.BigEndian.Uint32(head[5:]))
	if _, err := io.ReadFull(c.r, b); err != nil {
		return 0, nil, err
	}
	a := &answer{reader: reader{b: b}}
	if head[1]&0x02 != 0 { // tracing id
		a.take(16)
	}
	if head[1]&0x08 != 0 {
		for n := a.short(); n > 0 && a.err == nil; n-- {
			a.warnings = append(a.warnings, a.string())
		}
	}
	if head[1]&0x04 != 0 { // custom payload
		for n := a.short(); n > 0 && a.err == nil; n-- {
			a.string()
			a.value()
		}
	}
	if head[4] == opError {
		e := &Error{Code: a.int(), Message: a.string()}
		return opError, a, e
	}
	return head[4], a, a.err
}

// Query sends one statement with page size 5000 and consistency ONE and returns
// the first page. The error is an *Error where the server refused.
func (c *Conn) Query(cql string) (*Answer, error) { return c.QueryPaged(cql, 5000) }

// QueryPaged is Query with a page size of its own; 0 turns paging off.
func (c *Conn) QueryPaged(cql string, pageSize int) (*Answer, error) {
	var b buffer
	b.longString(cql)
	b.short(1) // ONE
	if pageSize > 0 {
		b = append(b, 0x04)
		b.int(pageSize)
	} else {
		b = append(b, 0)
	}
	_, a, err := c.call(opQuery, b)
	if err != nil {
		return nil, err
	}
	return a.result()
}

// Prepare sends a statement with bind markers to be judged.
func (c *Conn) Prepare(cql string) (*Answer, error) {
	var b buffer
	b.longString(cql)
	_, a, err := c.call(opPrepare, b)
	if err != nil {
		return nil, err
	}
	return &Answer{Warnings: a.warnings}, a.err
}

func (a *answer) result() (*Answer, error) {
	res := &Answer{Warnings: a.warnings}
	if kind := a.int(); kind != 2 {
		return res, a.err
	}
	res.Rows = true
	flags, n := a.int(), a.int()
	if flags&0x02 != 0 {
		a.value()
		res.More = true
	}
	if flags&0x01 != 0 {
		a.string()
		a.string()
	}
	for i := 0; i < n && a.err == nil; i++ {
		if flags&0x01 == 0 {
			a.string()
			a.string()
		}
		res.Columns = append(res.Columns, Column{a.string(), a.typ()})
	}
	for rows := a.int(); rows > 0 && a.err == nil; rows-- {
		row := make([][]byte, n)
		for i := range row {
			row[i] = a.value()
		}
		res.Values = append(res.Values, row)
	}
	return res, a.err
}

// Use makes a keyspace the connection's own.
func (c *Conn) Use(keyspace string) error {
	_, err := c.Query(`USE "` + keyspace + `"`)
	return err
}

// Exec sends statements whose answers do not matter, and returns the first error.
func (c *Conn) Exec(statements ...string) error {
	for _, s := range statements {
		if _, err := c.Query(s); err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
	}
	return nil
}

// Refused returns the server's refusal in err, or nil where err is something else.
func Refused(err error) *Error {
	var e *Error
	errors.As(err, &e)
	return e
}
