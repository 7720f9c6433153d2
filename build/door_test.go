package build

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"
)

// A taker is a connection whose other end takes so many bytes each time that it is asked.
type taker struct {
	net.Conn
	takes            []int
	asked, deadlines int
	closed           bool
}

func (t *taker) Write(p []byte) (int, error) {
	n := 0
	if t.asked < len(t.takes) {
		n = t.takes[t.asked]
	}
	if t.asked++; n >= len(p) {
		return len(p), nil
	}
	return n, os.ErrDeadlineExceeded
}

func (t *taker) SetWriteDeadline(time.Time) error { t.deadlines++; return nil }
func (t *taker) Close() error                     { t.closed = true; return nil }

// TestWriteGoesOnWithProgress: a client is let go when it takes nothing, not when it takes long.
func TestWriteGoesOnWithProgress(t *testing.T) {
	for _, c := range []struct {
		takes  []int
		n      int
		closed bool
	}{
		{[]int{10}, 10, false},
		{[]int{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, 10, false},
		{[]int{4, 5, 0, 1}, 9, true},
		{nil, 0, true},
	} {
		conn := &taker{takes: c.takes}
		d := newDoor(nil, 2, time.Minute)
		g := &caller{Conn: conn, door: d}
		g.place = d.callers.PushBack(g)
		n, err := g.Write(make([]byte, 10))
		if n != c.n || (err != nil) != c.closed || conn.closed != c.closed || conn.deadlines != conn.asked || d.callers.Len() != map[bool]int{true: 0, false: 1}[c.closed] {
			t.Errorf("%v: %d bytes, %v; closed: %t; %d deadlines for %d writes; %d are in", c.takes, n, err, conn.closed, conn.deadlines, conn.asked, d.callers.Len())
		}
	}
}

// TestLongestIdleLeaves: where too many are in, the one leaves that has said and taken nothing for
// longest, and the others are answered as before.
func TestLongestIdleLeaves(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	const most = 3
	d := newDoor(l, most, time.Minute)
	web := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "here") })}
	go web.Serve(d)
	defer web.Close()
	var callers []net.Conn
	ask := func(c net.Conn) error {
		if _, err := io.WriteString(c, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"); err != nil {
			return err
		}
		r, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err == nil {
			_, err = io.Copy(io.Discard, r.Body)
		}
		return err
	}
	come := func() {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		if err := ask(c); err != nil {
			t.Fatal(err)
		}
		callers = append(callers, c)
	}
	for range most {
		come()
	}
	if err := ask(callers[0]); err != nil { // now the second is idle for longest
		t.Fatal(err)
	}
	come()
	for i, stays := range []bool{true, false, true, true} {
		if err := ask(callers[i]); (err == nil) != stays {
			t.Errorf("connection %d stays: %t, %v", i, !stays, err)
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.callers.Len() != most {
		t.Errorf("%d are in", d.callers.Len())
	}
}

// A first is an answer of which is known where the bytes of its body lie.
type first struct {
	httptest.ResponseRecorder
	at *byte
}

func (f *first) Write(p []byte) (int, error) {
	f.at = &p[0]
	return len(p), nil
}

// TestFilesAreSentAsTheyLie: who asks for a file gets the bytes that all others get, not a copy,
// and it is summed up once.
func TestFilesAreSentAsTheyLie(t *testing.T) {
	site, _ := testBuild(t, "http://127.0.0.1:8080/", nil)
	site.Files["assets/big.wasm"] = bytes.Repeat([]byte("0123456789abcdef"), 1<<12)
	s := NewServer("test")
	s.Reload = true
	s.Show(site, nil)
	for _, file := range []string{"assets/big.wasm", "hotel/sample/"} {
		for _, encoding := range []string{"br", "gzip", ""} {
			places := map[*byte]bool{}
			for range 10 {
				r := httptest.NewRequest("GET", "http://localhost/"+file, nil)
				r.Header.Set("Accept-Encoding", encoding)
				w := &first{ResponseRecorder: *httptest.NewRecorder()}
				s.ServeHTTP(w, r)
				places[w.at] = true
			}
			if len(places) != 1 {
				t.Errorf("%s with %q: %d copies", file, encoding, len(places))
			}
		}
	}
	made := 0
	for range 10 {
		s.shown.sending("a", "", func() []byte { made++; return nil })
	}
	for i := range 3 * mostPages {
		s.shown.sending("a", fmt.Sprint("http://localhost:", i), func() []byte { return nil })
	}
	if made != 1 || len(s.shown.pages) > mostPages {
		t.Errorf("a file was made %d times; %d pages are kept", made, len(s.shown.pages))
	}
}
