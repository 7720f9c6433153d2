// Shrinking: a disagreement is made as small as it can be while the two sides
// still disagree in the same way, first by statements, then within them.

package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"partitionlab/build/cassandra"
)

// shrinkAll shrinks disagreements in the order in which they were found, the
// first of each kind before the others. Those that become the same are one.
func shrinkAll(ctx context.Context, srv *cassandra.Server, accepted acceptedList, found []difference, limit time.Duration) []difference {
	start := time.Now()
	var first, more []difference
	seen := map[string]bool{}
	for _, d := range found {
		if key := d.What + class(d.Statement) + pattern(d.Server); seen[key] {
			more = append(more, d)
		} else {
			seen[key] = true
			first = append(first, d)
		}
	}
	var out []difference
	at := map[string]int{} // by what it was shrunk to
	left := 0
	for _, d := range append(first, more...) {
		if time.Since(start) < limit && ctx.Err() == nil {
			s := shrinker{ctx: ctx, srv: srv, accepted: accepted, deadline: start.Add(limit), d: d}
			s.shrink()
			d = s.d
		} else {
			left++
		}
		key := d.What + fmt.Sprint(d.Script) + d.Statement
		if i, ok := at[key]; ok {
			out[i].Times++
			continue
		}
		at[key] = len(out)
		d.Times = 1
		out = append(out, d)
	}
	fmt.Printf("shrunk %d disagreements to %d in %s", len(found), len(out), time.Since(start).Round(time.Second))
	if left > 0 {
		fmt.Printf("; the time of %s ended before %d of them", limit, left)
	}
	fmt.Println()
	return out
}

// pattern is the start of a message without its numbers, to tell kinds of
// disagreement apart.
func pattern(s string) string {
	if len(s) > 60 {
		s = s[:60]
	}
	var b []byte
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			b = append(b, s[i])
		}
	}
	return string(b)
}

// A shrinker makes one disagreement smaller.
type shrinker struct {
	ctx      context.Context
	srv      *cassandra.Server
	accepted acceptedList
	deadline time.Time
	d        difference

	// Both sides, as they stand after script; nil where they must be set up anew.
	side    *server
	core    *core
	script  []string
	clocked bool
}

// tries is how many smaller forms of one statement of the script are tried: each
// needs a keyspace of its own.
const tries = 40

func (s *shrinker) shrink() {
	defer s.forget()
	if !s.holds(s.d.Script, s.d.Statement) {
		return // it does not happen again
	}
	s.dropStatements()
	s.reduceStatement()
	for i := len(s.d.Script) - 1; i >= 0; i-- {
		s.reduceScript(i)
	}
	s.dropStatements()
}

// done reports whether the time is over.
func (s *shrinker) done() bool { return s.ctx.Err() != nil || time.Now().After(s.deadline) }

// dropStatements leaves out statements before the one that disagrees.
func (s *shrinker) dropStatements() {
	for size := (len(s.d.Script) + 1) / 2; size >= 1; size /= 2 {
		for at := len(s.d.Script) - size; at > -size && !s.done(); {
			from := max(at, 0)
			s.holds(slices.Delete(slices.Clone(s.d.Script), from, at+size), s.d.Statement)
			at -= size
		}
	}
}

// reduceStatement makes the statement that disagrees smaller.
func (s *shrinker) reduceStatement() {
	for again := true; again; {
		again = false
		for _, q := range smaller(s.d.Statement) {
			if s.done() {
				return
			}
			if s.holds(s.d.Script, q) {
				again = true
				break
			}
		}
	}
}

// reduceScript makes the i-th statement of the script smaller.
func (s *shrinker) reduceScript(i int) {
	for n := 0; n < tries; {
		again := false
		for _, q := range smaller(s.d.Script[i]) {
			if n++; n >= tries || s.done() {
				return
			}
			script := slices.Clone(s.d.Script)
			script[i] = q
			if s.holds(script, s.d.Statement) {
				again = true
				break
			}
		}
		if !again {
			return
		}
	}
}

// holds reports whether the two sides disagree in the same way on a statement
// after a script, and makes that the disagreement if they do.
func (s *shrinker) holds(script []string, q string) bool {
	if s.side == nil || !slices.Equal(script, s.script) {
		if !s.setUp(script) {
			return false
		}
	}
	a, err := s.side.ask(q)
	if err != nil {
		s.forget()
		return false
	}
	c, _ := s.core.ask(q)
	if (a.OK || c.OK) && class(q) != "SELECT" {
		defer s.forget()
	}
	d := difference{Script: script, Statement: q}
	d.What, d.Server, d.Core = compare(q, a, c, s.clocked)
	if d.What != s.d.What || d.What == "verdict" && a.OK != (s.d.Server == "accepted") || s.accepted.has(d) {
		return false
	}
	s.d = d
	return true
}

// setUp runs a script on both sides.
func (s *shrinker) setUp(script []string) bool {
	s.forget()
	side, err := newServer(s.srv, "shrink")
	if err != nil {
		return false
	}
	s.side, s.core, s.script, s.clocked = side, newCore(s.srv.Line, "shrink"), script, false
	for _, q := range script {
		a, err := s.side.ask(q)
		if err != nil {
			s.forget()
			return false
		}
		s.core.ask(q)
		if a.OK && unpredictable.MatchString(q) {
			s.clocked = true
		}
	}
	return true
}

// forget drops what stands on both sides.
func (s *shrinker) forget() {
	if s.side != nil {
		s.side.close()
	}
	s.side, s.core, s.script = nil, nil, nil
}
