// Bytes: random write scripts are flushed by a real server, and the file is
// compared with the one that the core makes of the same statements.

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"

	"partitionlab/build/cassandra"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/session"
	"partitionlab/wasm/sstable"
)

// A flushed script is one that the server has run.
type flushed struct {
	seed       uint64
	keyspace   string
	statements []string // those that the server accepted
	second     int64    // the server's clock; -1 where the script spans two seconds
}

// runBytes compares n scripts in one format.
func runBytes(ctx context.Context, format string, seed uint64, n, show int) error {
	srv, err := cassandra.Start(ctx, cassandra.Options{Format: format})
	if err != nil {
		return err
	}
	defer srv.Stop()
	f, ok := sstable.ParseFormat(format)
	if !ok {
		return fmt.Errorf("there is no format %s", format)
	}
	var scripts []flushed
	for i := range n {
		s, err := writeScript(srv, seed+uint64(i)*0x9e3779b97f4a7c15, fmt.Sprintf("b%d", i))
		if err != nil {
			return err
		}
		scripts = append(scripts, s)
	}
	if _, err := srv.Nodetool(ctx, "flush"); err != nil {
		return err
	}
	exact, length, compared, differ := 0, 0, 0, 0
	for _, s := range scripts {
		files, err := srv.DataFiles(s.keyspace)
		if err != nil {
			return err
		}
		var want []byte
		for _, name := range files["t"] {
			if want, err = os.ReadFile(name); err != nil {
				return err
			}
		}
		if len(files["t"]) > 1 {
			continue // the server flushed in between, which only an ALTER makes it do
		}
		got, t, err := coreBytes(s, f)
		if err != nil {
			return err
		}
		if t == nil || t.Counter {
			continue // counters hold the server's own clock and id
		}
		compared++
		switch {
		case bytes.Equal(got, want):
			exact++
		case len(got) == len(want) && (s.second < 0 || hasLists(t)):
			length++ // ids of list elements, or a deletion a second later
		default:
			if differ++; differ <= show {
				fmt.Printf("format %s differs: %d bytes from the server, %d from the core, first at %d\n    %s\n", format, len(want), len(got), firstDifference(got, want), strings.Join(s.statements, ";\n    "))
			}
		}
	}
	fmt.Printf("flushes in format %s: %d compared, %d equal to the byte, %d in length, %d differ\n", format, compared, exact, length, differ)
	if differ > 0 || compared == 0 {
		return fmt.Errorf("%d of %d flushes in format %s differ", differ, compared, format)
	}
	return nil
}

var needsRun = regexp.MustCompile(`(?i)\b(now|uuid|current\w*|min_timeuuid)\s*\(`)

// writeScript makes a table and writes to it, on the server.
func writeScript(srv *cassandra.Server, seed uint64, keyspace string) (flushed, error) {
	out := flushed{seed: seed, keyspace: keyspace}
	side, err := newServer(srv, keyspace)
	if err != nil {
		return out, err
	}
	defer side.conn.Close()
	core := newCore(keyspace)
	g := newGenerator(seed, func() *schema.Keyspace { return core.catalogue(keyspace) })
	g.stamped = true
	do := func(q string) (bool, error) {
		a, err := side.ask(q)
		if err == nil && a.OK && !hasMarker(q) {
			out.statements = append(out.statements, q)
			core.ask(q)
		}
		return a.OK, err
	}
	if _, err := do("CREATE TYPE addr (street text, zip int)"); err != nil {
		return out, err
	}
	for made := false; !made; {
		g.made = 0
		q := g.createTable(false)
		q = regexp.MustCompile(`\bt1\b`).ReplaceAllString(strings.Replace(q, " t1 ", " t ", 1), "t")
		q, _, _ = strings.Cut(q, " WITH ")
		if made, err = do(q + " WITH compression = {'enabled': false}"); err != nil {
			return out, err
		}
	}
	start := time.Now().Unix()
	for len(out.statements) < 25 {
		var q string
		switch p := g.r.IntN(10); {
		case p < 6:
			q = g.insert()
		case p < 8:
			q = g.update()
		default:
			q = g.deletion()
		}
		if needsRun.MatchString(q) || strings.Contains(q, " IF ") || strings.Contains(q, " JSON ") {
			continue
		}
		if _, err := do(q); err != nil {
			return out, err
		}
		if g.n++; g.n > 400 {
			break // a table that takes hardly any write
		}
	}
	if out.second = time.Now().Unix(); out.second != start {
		out.second = -1
	}
	return out, nil
}

// coreBytes is the file that the core makes of a script.
func coreBytes(s flushed, f sstable.Format) ([]byte, *schema.Table, error) {
	now := s.second
	if now < 0 {
		now = time.Now().Unix()
	}
	c := &core{session.New(session.Settings{Now: now, Check: settings(), Keyspace: s.keyspace})}
	for _, q := range s.statements {
		if r := c.session.Exec(q); !r.Accepted() {
			return nil, nil, fmt.Errorf("the core refuses %s: %v", q, r.Diag)
		}
	}
	t := c.session.Catalogue().Table(s.keyspace, "t")
	if t == nil {
		return nil, nil, nil
	}
	store := c.session.Store(t)
	if store == nil || store.Empty() {
		return nil, t, nil
	}
	b, err := sstable.Encode(store, f)
	return b, t, err
}

func hasLists(t *schema.Table) bool {
	for c := range t.Columns() {
		if c.Type.Kind == cqltype.List && c.Type.MultiCell() {
			return true
		}
	}
	return false
}

func firstDifference(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}
