package build

import (
	"container/list"
	"errors"
	"net"
	"net/http"
	"os"
	"sync"
	"time"
)

// stalled is between two looks at a client: one of which nothing was taken since the last is let
// go. That is after half a minute, for what the system takes first looks like progress.
const stalled = 10 * time.Second

// underway is how many bytes the system holds for a client, about: otherwise it takes some
// megabytes for each, and holds them for whoever reads nothing.
const underway = 128 << 10

// mostCallers is how many connections stand at a time: a browser has six, a page that waits
// for changes one of them.
const mostCallers = 1000

// Serve answers what comes in at a listener. A connection ends that takes nothing any more,
// however much it has still to get, and where there are too many the one that has been idle
// for longest: others do not wait for them.
func Serve(web *http.Server, at net.Listener) error {
	return web.Serve(newDoor(at, mostCallers, stalled))
}

// A door is a listener that lets so many in.
type door struct {
	net.Listener
	most     int
	patience time.Duration

	mu      sync.Mutex
	callers list.List // those that are in, the longest idle first
}

func newDoor(l net.Listener, most int, patience time.Duration) *door {
	return &door{Listener: l, most: most, patience: patience}
}

func (d *door) Accept() (net.Conn, error) {
	conn, err := d.Listener.Accept()
	if err != nil {
		return nil, err
	}
	if conn, ok := conn.(*net.TCPConn); ok {
		conn.SetWriteBuffer(underway)
	}
	c := &caller{Conn: conn, door: d}
	d.mu.Lock()
	var idle *caller
	if d.callers.Len() >= d.most {
		idle = d.callers.Remove(d.callers.Front()).(*caller)
	}
	c.place = d.callers.PushBack(c)
	d.mu.Unlock()
	if idle != nil {
		idle.drop()
	}
	return c, nil
}

// A caller is a connection.
type caller struct {
	net.Conn
	door  *door
	place *list.Element
}

// moved notes that bytes have come or gone.
func (c *caller) moved() {
	c.door.mu.Lock()
	c.door.callers.MoveToBack(c.place) // which does nothing where it has left
	c.door.mu.Unlock()
}

func (c *caller) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 {
		c.moved()
	}
	return n, err
}

// Write goes on as long as something is taken.
func (c *caller) Write(p []byte) (n int, err error) {
	for {
		c.Conn.SetWriteDeadline(time.Now().Add(c.door.patience))
		k, err := c.Conn.Write(p[n:])
		if n += k; k > 0 {
			c.moved()
		}
		late := errors.Is(err, os.ErrDeadlineExceeded)
		if late && k > 0 {
			continue
		}
		if late {
			c.drop()
		}
		return n, err
	}
}

// SetWriteDeadline is not for the server: see Write.
func (c *caller) SetWriteDeadline(time.Time) error { return nil }

// CloseWrite is what a server does with an answer to a request that it has not read whole.
func (c *caller) CloseWrite() error {
	if conn, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return conn.CloseWrite()
	}
	return nil
}

func (c *caller) Close() error {
	c.door.mu.Lock()
	c.door.callers.Remove(c.place)
	c.door.mu.Unlock()
	return c.Conn.Close()
}

// drop ends a connection at once: what the system still holds for it is freed, too.
func (c *caller) drop() {
	if conn, ok := c.Conn.(*net.TCPConn); ok {
		conn.SetLinger(0)
	}
	c.Close()
}
