// Fixed scripts: the examples of the rules, the recordings, the data sets and run
// widgets of the chapters, and the cases that random runs found. A disagreement in one of them fails unless accepted.txt
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

// cases is where the scripts lie that random runs found.
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
	for _, more := range []func() ([]script, error){datasetScripts, chapterScripts, modelScripts, exerciseScripts} {
		scripts, err := more()
		if err != nil {
			return nil, err
		}
		out = append(out, scripts...)
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

// readScript reads a script of one statement a line: a JSON string, or a record.
func readScript(name string) (script, error) {
	s := script{Name: filepath.Base(name), Keyspace: "g"}
	b, err := os.ReadFile(name)
	if err != nil {
		return s, err
	}
	for i, l := range strings.Split(strings.TrimSpace(string(b)), "\n") {
		var r record
		if err := errors.Join(json.Unmarshal([]byte(l), &r.Q), json.Unmarshal([]byte(l), &r)); r.Q == "" {
			return s, fmt.Errorf("%s:%d: %w", name, i+1, err)
		}
		s.Statements = append(s.Statements, r.Q)
	}
	return s, nil
}

// runScripts plays scripts and fails where one disagrees in a way that is not
// accepted. Scripts of different keyspaces run beside each other.
func runScripts(ctx context.Context, srv *cassandra.Server, scripts []script, show int) error {
	accepted, err := readAccepted(srv.Line)
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
	fmt.Printf("fixed scripts: %d, %s\n%s%s\n", len(scripts), time.Since(start).Round(time.Second), rep, accepted.kept(rep))
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
	err = play(ctx, side, newCore(srv.Line, s.Keyspace), func() (string, bool) {
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
// An older server has a list of its own besides.
func readAccepted(line string) (acceptedList, error) {
	const name = "build/conformance/accepted"
	out, err := readAcceptedFile(name + ".txt")
	if err == nil && line != "5.0" {
		var own acceptedList
		own, err = readAcceptedFile(name + "-" + line + ".txt")
		out = append(out, own...)
	}
	return out, err
}

func readAcceptedFile(name string) (acceptedList, error) {
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

// kept says how much of a report agrees where the differences that are kept are not counted:
// the report counts them. It is empty where none is kept.
func (l acceptedList) kept(r *report) string {
	t, n := r.total(), 0
	for _, d := range r.Differences {
		if l.has(d) {
			n++
			if verdict, words := differs(d.What); verdict {
				t.verdict++
				t.message++
			} else if words {
				t.message++
			}
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("of %d differences accepted.txt keeps %d; without these %.2f%% of the verdicts and %.2f%% of the words agree\n",
		len(r.Differences), n, share(t.verdict, t.statements), share(t.message, t.statements))
}

// recordScripts writes what the server says to the fixed scripts, as in
// testdata/verdicts.jsonl.gz.
func recordScripts(srv *cassandra.Server, file string) error {
	scripts, err := fixedScripts()
	if err != nil {
		return err
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	z := gzip.NewWriter(f)
	for n, s := range scripts {
		lines, err := recordScript(srv, s)
		if err != nil {
			return err
		}
		fmt.Fprintln(z, jsonText(map[string]any{"seed": n + 1, "statements": lines}))
	}
	return errors.Join(z.Close(), f.Close())
}

// updateScripts writes what the server says into scripts, as in testdata/cases.
func updateScripts(srv *cassandra.Server, files []string) error {
	for _, name := range files {
		s, err := readScript(name)
		if err != nil {
			return err
		}
		lines, err := recordScript(srv, s)
		if err != nil {
			return err
		}
		var b strings.Builder
		for _, l := range lines {
			b.WriteString(jsonText(l) + "\n")
		}
		if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// A record is a statement and what the server said.
type record struct {
	Q        string            `json:"q"`
	OK       bool              `json:"ok"`
	Kind     string            `json:"kind,omitempty"`
	Msg      string            `json:"msg,omitempty"`
	Warnings []string          `json:"warnings,omitempty"`
	Cols     []string          `json:"cols,omitempty"`
	Rows     []json.RawMessage `json:"rows,omitempty"`
}

// recordScript runs a script in an empty keyspace.
func recordScript(srv *cassandra.Server, s script) ([]record, error) {
	side, err := newServer(srv, s.Keyspace)
	if err != nil {
		return nil, err
	}
	defer side.close()
	var lines []record
	for _, q := range s.Statements {
		a, err := side.ask(q)
		if err != nil {
			return nil, err
		}
		l := record{Q: q, OK: a.OK, Kind: a.Kind, Msg: a.Message, Warnings: a.Warnings, Cols: a.Cols}
		for _, r := range a.Rows {
			l.Rows = append(l.Rows, json.RawMessage(r))
		}
		lines = append(lines, l)
	}
	return lines, nil
}
