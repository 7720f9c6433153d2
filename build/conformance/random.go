// Random scripts: several run beside each other, each in a keyspace of its own.
// What they find is shrunk and printed.

package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"partitionlab/build/cassandra"
	"partitionlab/wasm/schema"
)

// scriptLength is the number of statements on one schema: a schema change takes
// the server a hundred times as long as a read.
const scriptLength = 100

// scriptSeed is the seed of the n-th random script.
func scriptSeed(seed uint64, n int) uint64 { return seed + uint64(n)*0x9e3779b97f4a7c15 }

func runRandom(ctx context.Context, srv *cassandra.Server, o options) error {
	accepted, err := readAccepted(srv.Line)
	if err != nil {
		return err
	}
	start := time.Now()
	rep := newReport()
	// A script ends early where the two sides part: then there are more scripts.
	for n, left := 0, o.statements; left > 0 && time.Since(start) < o.limit; left = o.statements - rep.total().statements {
		scripts := (left + scriptLength - 1) / scriptLength
		parts := make([]*report, scripts)
		err := inStreams(ctx, o.streams, scripts, func(i int) (err error) {
			if time.Since(start) < o.limit {
				parts[i], err = playRandom(ctx, srv, scriptSeed(o.seed, n+i), fmt.Sprintf("r%d", n+i), min(scriptLength, left-i*scriptLength))
			}
			return err
		})
		if err != nil {
			return err
		}
		for _, p := range parts {
			if p != nil {
				rep.merge(p)
			}
		}
		n += scripts
	}
	took := time.Since(start)
	t := rep.total()
	fmt.Printf("random scripts: seed %d, %s, %.0f statements a second\n%s%s\n", o.seed, took.Round(time.Second), float64(t.statements)/took.Seconds(), rep, accepted.kept(rep))
	if t.statements < o.statements {
		fmt.Printf("the time of %s ended after %d of %d statements\n", o.limit, t.statements, o.statements)
	}
	open := accepted.without(rep.Differences)
	if len(open) > 0 && o.shrinking > 0 {
		open = shrinkAll(ctx, srv, accepted, open, o.shrinking)
	}
	print(open, o.show)
	if v, m := share(t.verdict, t.statements), share(t.message, t.statements); v < verdictShare || m < messageShare {
		return fmt.Errorf("random scripts agree in %.2f%% of the verdicts and %.2f%% of the words; needed are %.1f%% and %.1f%%", v, m, verdictShare, messageShare)
	}
	return nil
}

// inStreams calls f for 0 to n-1 in several streams, in order of their start. It
// returns the errors; after the first one no new call starts.
func inStreams(ctx context.Context, streams, n int, f func(i int) error) error {
	var lock sync.Mutex
	var group sync.WaitGroup
	var failed error
	next := 0
	for range max(1, streams) {
		group.Go(func() {
			for {
				lock.Lock()
				i := next
				next++
				stop := i >= n || failed != nil || ctx.Err() != nil
				lock.Unlock()
				if stop {
					return
				}
				if err := f(i); err != nil {
					lock.Lock()
					failed = errors.Join(failed, err)
					lock.Unlock()
				}
			}
		})
	}
	group.Wait()
	return errors.Join(failed, ctx.Err())
}

func playRandom(ctx context.Context, srv *cassandra.Server, seed uint64, keyspace string, n int) (*report, error) {
	rep := newReport()
	side, err := newServer(srv, keyspace)
	if err != nil {
		return nil, err
	}
	defer side.close()
	core := newCore(srv.Line, keyspace)
	g := newGenerator(seed, func() *schema.Keyspace { return core.catalogue(keyspace) })
	g.older = srv.Line != "5.0"
	err = play(ctx, side, core, func() (string, bool) {
		n--
		return g.next(), n >= 0
	}, rep)
	return rep, err
}

func print(list []difference, most int) {
	for i, d := range list {
		if i == most {
			fmt.Printf("… and %d more\n", len(list)-most)
			return
		}
		fmt.Printf("%s differs", d.What)
		if d.Times > 1 {
			fmt.Printf(", %d times", d.Times)
		}
		fmt.Println()
		if len(d.Script) <= 12 {
			for _, q := range d.Script {
				fmt.Println("    after ", cut(q, 300))
			}
		} else {
			fmt.Printf("    after %d statements\n", len(d.Script))
		}
		fmt.Printf("  > %s\n  server: %s\n  core:   %s\n", cut(d.Statement, 600), cut(apart(d.Server, d.Core), 400), cut(apart(d.Core, d.Server), 400))
	}
}

// apart is a text from a little before the place where another one departs from it, where the two
// have much in common before.
func apart(s, other string) string {
	at := 0
	for at < min(len(s), len(other)) && s[at] == other[at] {
		at++
	}
	if at < 200 {
		return s
	}
	return "…" + strings.ToValidUTF8(s[at-100:], "")
}

func cut(s string, n int) string {
	if len(s) > n {
		return strings.ToValidUTF8(s[:n], "") + "…"
	}
	return s
}
