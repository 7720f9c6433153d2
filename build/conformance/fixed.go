// Fixed scripts: the examples of the rules, the recordings, and the cases that
// random runs found. A disagreement in one of them fails unless accepted.txt
// lists it.

package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"partitionlab/build/cassandra"
)

// cases is where fixed scripts lie: one statement a line, as a JSON string.
const cases = "build/conformance/testdata/cases/*.jsonl"

// fixedScripts are all fixed scripts.
func fixedScripts() ([]script, error) {
	out, err := bookScripts()
	if err != nil {
		return nil, err
	}
	recordings, err := filepath.Glob("build/conformance/testdata/*.jsonl.gz")
	if err != nil {
		return nil, err
	}
	for _, name := range recordings {
		recorded, err := recordedScripts(name)
		if err != nil {
			return nil, err
		}
		out = append(out, recorded...)
	}
	names, err := filepath.Glob(cases)
	if err != nil {
		return nil, err
	}
	sort.Strings(names)
	for _, name := range names {
		s, err := readScript(name)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// recordedScripts reads a file of recordings, one script a line.
func recordedScripts(name string) (out []script, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	in := bufio.NewReader(z)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 {
			var rec struct {
				Statements []struct{ Q string }
			}
			if err := json.Unmarshal(line, &rec); err != nil {
				return nil, fmt.Errorf("%s line %d: %w", name, n, err)
			}
			s := script{Name: fmt.Sprintf("%s:%d", filepath.Base(name), n), Keyspace: "g"}
			for _, st := range rec.Statements {
				s.Statements = append(s.Statements, st.Q)
			}
			out = append(out, s)
		}
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// readScript reads a script of one JSON string a line.
func readScript(name string) (script, error) {
	s := script{Name: filepath.Base(name), Keyspace: "g"}
	b, err := os.ReadFile(name)
	if err != nil {
		return s, err
	}
	for i, l := range strings.Split(strings.TrimSpace(string(b)), "\n") {
		var q string
		if err := json.Unmarshal([]byte(l), &q); err != nil {
			return s, fmt.Errorf("%s:%d: %w", name, i+1, err)
		}
		s.Statements = append(s.Statements, q)
	}
	return s, nil
}

// runScripts plays scripts and fails where one disagrees in a way that is not
// accepted. Scripts of different keyspaces run beside each other.
func runScripts(ctx context.Context, srv *cassandra.Server, scripts []script, show int) error {
	accepted, err := readAccepted()
	if err != nil {
		return err
	}
	start := time.Now()
	rep := newReport()
	var lock sync.Mutex
	var group sync.WaitGroup
	var failed error
	for _, keyspace := range keyspaces(scripts) {
		group.Go(func() {
			for _, s := range scripts {
				if s.Keyspace != keyspace {
					continue
				}
				part, err := playScript(ctx, srv, s)
				lock.Lock()
				rep.merge(part)
				failed = errors.Join(failed, err)
				lock.Unlock()
				if err != nil {
					return
				}
			}
		})
	}
	group.Wait()
	if failed != nil {
		return failed
	}
	open := accepted.without(rep.Differences)
	fmt.Printf("fixed scripts: %d, %s\n%s\n", len(scripts), time.Since(start).Round(time.Second), rep)
	print(open, show)
	if len(open) > 0 {
		return fmt.Errorf("%d disagreements in fixed scripts that accepted.txt does not list", len(open))
	}
	return nil
}

func keyspaces(scripts []script) (names []string) {
	for _, s := range scripts {
		if !slices.Contains(names, s.Keyspace) {
			names = append(names, s.Keyspace)
		}
	}
	return names
}

// playScript runs one script in an empty keyspace.
func playScript(ctx context.Context, srv *cassandra.Server, s script) (*report, error) {
	rep := newReport()
	side, err := newServer(srv, s.Keyspace)
	if err != nil {
		return rep, fmt.Errorf("%s: %w", s.Name, err)
	}
	defer side.close()
	i := 0
	err = play(ctx, side, newCore(s.Keyspace), func() (string, bool) {
		if i == len(s.Statements) {
			return "", false
		}
		i++
		return s.Statements[i-1], true
	}, rep)
	return rep, err
}

// An acceptedList holds the differences that are kept, each with its reason.
type acceptedList []struct{ what, part, reason string }

// readAccepted reads lines of the form `what | part of the statement or of the server's words | reason`.
func readAccepted() (acceptedList, error) {
	const name = "build/conformance/accepted.txt"
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var out acceptedList
	for i, l := range strings.Split(string(b), "\n") {
		if l = strings.TrimSpace(l); l == "" || strings.HasPrefix(l, "#") {
			continue
		}
		parts := strings.SplitN(l, " | ", 3)
		if len(parts) != 3 {
			return nil, fmt.Errorf("%s:%d: want `what | part | reason`", name, i+1)
		}
		out = append(out, struct{ what, part, reason string }{parts[0], parts[1], parts[2]})
	}
	return out, nil
}

// has reports whether a difference is kept.
func (l acceptedList) has(d difference) bool {
	for _, a := range l {
		if (a.what == d.What || a.what == "any") && (strings.Contains(d.Statement, a.part) || strings.Contains(d.Server, a.part)) {
			return true
		}
	}
	return false
}

// without returns the differences that are not kept.
func (l acceptedList) without(list []difference) (open []difference) {
	for _, d := range list {
		if !l.has(d) {
			open = append(open, d)
		}
	}
	return open
}

// recordScripts writes what the server says to the fixed scripts.
func recordScripts(ctx context.Context, srv *cassandra.Server, file string) error {
	scripts, err := fixedScripts()
	if err != nil {
		return err
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	z := gzip.NewWriter(f)
	out := json.NewEncoder(z)
	out.SetEscapeHTML(false)
	for n, s := range scripts {
		side, err := newServer(srv, s.Keyspace)
		if err != nil {
			return err
		}
		var lines []map[string]any
		for _, q := range s.Statements {
			a, err := side.ask(q)
			if err != nil {
				return err
			}
			line := map[string]any{"q": q, "ok": a.OK}
			if !a.OK {
				line["kind"], line["msg"] = a.Kind, a.Message
			}
			if len(a.Warnings) > 0 {
				line["warnings"] = a.Warnings
			}
			if a.HasRows {
				rows := []json.RawMessage{}
				for _, r := range a.Rows {
					rows = append(rows, json.RawMessage(r))
				}
				line["cols"], line["rows"] = a.Cols, rows
			}
			lines = append(lines, line)
		}
		side.close()
		out.Encode(map[string]any{"seed": n + 1, "statements": lines})
	}
	return errors.Join(z.Close(), f.Close())
}
