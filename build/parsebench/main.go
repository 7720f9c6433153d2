// Command parsebench times three parsers on the same statements in one run: the
// project's, Cassandra's own (warmed up, over the jars that conformance uses) and
// TiDB's, a Go parser of SQL of repute, on those statements that SQL has, too.
// It prints ratios: the times of one machine say little about another.
package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"partitionlab/build/cassandra"
	"partitionlab/wasm/cql"
)

const recordings = "build/conformance/testdata/verdicts.jsonl.gz"

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "parsebench:", err)
		os.Exit(1)
	}
}

func run() error {
	all, err := statements()
	if err != nil {
		return err
	}
	var sql []string
	for _, q := range all {
		if plainSQL(q) {
			sql = append(sql, q)
		}
	}
	dir, err := os.MkdirTemp("", "parsebench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	ours, oursSQL := time1(all), time1(sql)

	jars, err := cassandra.Jars(context.Background(), cassandra.Version)
	if err != nil {
		return err
	}
	file, err := write(dir, "all", all)
	if err != nil {
		return err
	}
	cp := jars + "/lib/*"
	if out, err := exec.Command("javac", "-cp", cp, "-d", dir, "build/parsebench/Parse.java").CombinedOutput(); err != nil {
		return fmt.Errorf("javac: %w\n%s", err, out)
	}
	theirs, err := timed(exec.Command("java", append(cassandra.JavaFlags(), "-cp", cp+":"+dir, "Parse", file)...))
	if err != nil {
		return err
	}
	if file, err = write(dir, "sql", sql); err != nil {
		return err
	}
	peer := exec.Command("go", "run", ".", file)
	peer.Dir = "build/parsebench/peer"
	tidb, err := timed(peer)
	if err != nil {
		return err
	}
	fmt.Printf("%-38s %10s %14s\n", "parser", "statements", "ns a statement")
	fmt.Printf("%-38s %10d %14.0f\n", "this project", len(all), ours)
	fmt.Printf("%-38s %10d %14.0f   %.1f times as long\n", "Cassandra "+cassandra.Version+", warmed up", len(all), theirs, theirs/ours)
	fmt.Printf("%-38s %10d %14.0f\n", "this project, statements that SQL has", len(sql), oursSQL)
	fmt.Printf("%-38s %10d %14.0f   %.1f times as long\n", "TiDB, the same", len(sql), tidb, tidb/oursSQL)
	return nil
}

// time1 is the time of one statement in nanoseconds, the best of several rounds.
func time1(list []string) float64 {
	best := time.Duration(1 << 62)
	for range 25 {
		start := time.Now()
		for _, q := range list {
			cql.ParseStatement(q)
		}
		best = min(best, time.Since(start))
	}
	return float64(best) / float64(len(list))
}

// timed runs a program that prints nanoseconds a statement first.
func timed(cmd *exec.Cmd) (ns float64, err error) {
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return 0, fmt.Errorf("%v: %w", cmd, err)
	}
	// Libraries may log before; the answer is the last line.
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	_, err = fmt.Sscan(lines[len(lines)-1], &ns)
	return ns, err
}

// plainSQL holds for simple reads and writes that a parser of SQL takes as well.
func plainSQL(q string) bool {
	for _, w := range []string{"token(", "USING", "ALLOW FILTERING", "CONTAINS", "PER PARTITION", "$$", "{", "[", "JSON", " IF ", "CAST", "(text)", "(int)", "0x", "-4", "writetime", "ttl(", "ANN OF", "NaN", "Infinity"} {
		if strings.Contains(strings.ToUpper(q), strings.ToUpper(w)) {
			return false
		}
	}
	return (strings.HasPrefix(q, "SELECT ") || strings.HasPrefix(q, "INSERT ") || strings.HasPrefix(q, "UPDATE ") || strings.HasPrefix(q, "DELETE FROM"))
}

func write(dir, name string, list []string) (string, error) {
	file := filepath.Join(dir, name)
	var b strings.Builder
	for _, q := range list {
		line, err := json.Marshal(q)
		if err != nil {
			return "", err
		}
		b.Write(append(line, '\n'))
	}
	return file, os.WriteFile(file, []byte(b.String()), 0o644)
}

// statements are the recorded ones that the server's parser takes.
func statements() (out []string, err error) {
	f, err := os.Open(recordings)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	in := bufio.NewScanner(z)
	in.Buffer(nil, 1<<26)
	for in.Scan() {
		var rec struct {
			Statements []struct{ Q, Kind string }
		}
		if err := json.Unmarshal(in.Bytes(), &rec); err != nil {
			return nil, err
		}
		for _, s := range rec.Statements {
			if s.Kind != "syntax" {
				out = append(out, s.Q)
			}
		}
	}
	return out, in.Err()
}
