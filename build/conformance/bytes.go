// Bytes: random write scripts are flushed by a real server, and the file is
// compared with the one that the core makes of the same statements.

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
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
	seconds    []int64  // the server's clock at each of them: of two deletions of one timestamp the later second counts
	clocked    bool     // some write has the server's own timestamp, or a second ended while it ran
}

// runBytes compares n scripts in one format.
func runBytes(ctx context.Context, line, format string, seed uint64, n, show int) error {
	srv, err := cassandra.Start(ctx, cassandra.Options{Server: line, Format: format})
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
		if s.clocked {
			continue
		}
		want, err := serverFiles(srv, s.keyspace)
		if err != nil {
			return err
		}
		got, t, err := coreFiles(s, srv.Line, f)
		if err != nil {
			return err
		}
		if t == nil || t.Counter {
			continue // counters hold the server's own clock and id
		}
		compared++
		switch wrong, equal := compareFiles(want, got, hasLists(t)); {
		case wrong != "":
			if differ++; differ <= show {
				fmt.Printf("format %s differs: %s\n    %s\n", format, wrong, strings.Join(s.statements, ";\n    "))
			}
		case equal:
			exact++
		default:
			length++ // ids of list elements
		}
	}
	fmt.Printf("flushes in format %s: %d compared, %d equal to the byte, %d in length, %d differ\n", format, compared, exact, length, differ)
	if differ > 0 || compared == 0 {
		return fmt.Errorf("%d of %d flushes in format %s differ", differ, compared, format)
	}
	return nil
}

// A file is what one flush of a table writes: Data.db, and how long others are.
type file struct {
	data   []byte
	beside func(component string) int64 // on the server
	known  []sstable.Component          // in the core
}

// compareFiles says what is wrong with the core's files, "" for nothing, and
// whether they are equal to the byte. Where values are the server's own, lengths
// have to be equal.
func compareFiles(want, got []file, lengths bool) (wrong string, equal bool) {
	if len(want) != len(got) {
		return fmt.Sprintf("%d files from the server, %d from the core", len(want), len(got)), false
	}
	equal = true
	for i := range want {
		w, g := want[i].data, got[i].data
		if !bytes.Equal(w, g) {
			equal = false
			if len(w) != len(g) || !lengths {
				at := firstDifference(g, w)
				return fmt.Sprintf("file %d: %d bytes from the server, %d from the core, first at %d: %x and %x", i+1, len(w), len(g), at, around(w, at), around(g, at)), false
			}
		}
		for _, c := range got[i].known {
			if n := want[i].beside(c.Name); n != c.Bytes {
				return fmt.Sprintf("file %d: %s has %d bytes, the core counts %d", i+1, c.Name, n, c.Bytes), false
			}
		}
	}
	return "", equal
}

// serverFiles are the files of table t, in the order of their flushes.
func serverFiles(srv *cassandra.Server, keyspace string) (out []file, err error) {
	names, err := srv.DataFiles(keyspace)
	if err != nil {
		return nil, err
	}
	list := names["t"]
	slices.SortFunc(list, func(a, b string) int { return generation(a) - generation(b) })
	for _, name := range list {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		out = append(out, file{data: data, beside: func(component string) int64 {
			info, err := os.Stat(strings.TrimSuffix(name, "Data.db") + component)
			if err != nil {
				return -1
			}
			return info.Size()
		}})
	}
	return out, nil
}

// generation is the number in nb-12-big-Data.db.
func generation(name string) (n int) {
	if parts := strings.Split(filepath.Base(name), "-"); len(parts) > 1 {
		n, _ = strconv.Atoi(parts[1])
	}
	return n
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
	core := newCore(srv.Line, keyspace)
	g := newGenerator(seed, func() *schema.Keyspace { return core.catalogue(keyspace) })
	g.older = srv.Line != "5.0"
	g.stamped = true
	do := func(q string) (bool, error) {
		if late := time.Now().Nanosecond() - 900e6; late > 0 { // what is written belongs to one second
			time.Sleep(100*time.Millisecond - time.Duration(late))
		}
		second := time.Now().Unix()
		a, err := side.ask(q)
		if err == nil && a.OK && !hasMarker(q) {
			changes := strings.HasPrefix(q, "CREATE") || strings.HasPrefix(q, "ALTER") // the schema: no second is written
			out.clocked = out.clocked || !changes && time.Now().Unix() != second
			out.seconds = append(out.seconds, second)
			// A condition that holds writes with the server's own clock.
			out.clocked = out.clocked || strings.Contains(q, " IF ") && len(a.Rows) > 0 && !strings.Contains(a.Rows[0], "false")
			out.statements = append(out.statements, q)
			core.ask(q)
		}
		return a.OK, err
	}
	if _, err := do("CREATE TYPE addr (street text, zip int)"); err != nil {
		return out, err
	}
	w := &writeGenerator{generator: g, times: timeKind(g.r.IntN(4)), altering: seed%4 == 1}
	next := w.next
	if seed%4 == 0 { // the statements of random scripts, half of which are wrong
		next = g.write
	}
	for made := false; !made; {
		if made, err = do(w.table()); err != nil {
			return out, err
		}
	}
	w.t = core.catalogue(keyspace).Tables["t"]
	for len(out.statements) < 32 {
		q := next()
		if needsRun.MatchString(q) {
			continue
		}
		if _, err := do(q); err != nil {
			return out, err
		}
		if strings.HasPrefix(q, "ALTER") { // the flush that follows writes what the table has when it runs
			time.Sleep(400 * time.Millisecond)
		}
		if g.n++; g.n > 400 {
			break // a table that takes hardly any write
		}
	}
	return out, nil
}

// write writes a write as random scripts have it.
func (g *generator) write() string {
	for {
		var q string
		switch p := g.r.IntN(10); {
		case p < 6:
			q = g.insert()
		case p < 8:
			q = g.update()
		default:
			q = g.deletion()
		}
		if !strings.Contains(q, " IF ") && !strings.Contains(q, " JSON ") {
			return q
		}
	}
}

// coreFiles are the files that the core makes of a script.
func coreFiles(s flushed, line string, f sstable.Format) (out []file, t *schema.Table, err error) {
	c := &core{session.New(session.Settings{Now: s.seconds[0], Check: settings(line), Keyspace: s.keyspace})}
	for i, q := range s.statements {
		c.session.Wait(s.seconds[i] - c.session.Now())
		if r := c.session.Exec(q); !r.Accepted() {
			return nil, nil, fmt.Errorf("the core refuses %s: %v", q, r.Diag)
		}
	}
	if t = c.session.Catalogue().Table(s.keyspace, "t"); t == nil {
		return nil, nil, nil
	}
	for _, store := range c.session.Flushes(t) {
		data, err := sstable.Encode(store, f)
		if err != nil {
			return nil, nil, err
		}
		known, err := sstable.Components(store, f)
		if err != nil {
			return nil, nil, err
		}
		out = append(out, file{data: data, known: known})
	}
	return out, t, nil
}

// around is what stands before and behind a place.
func around(b []byte, at int) []byte { return b[max(0, min(at-16, len(b))):min(at+24, len(b))] }

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
