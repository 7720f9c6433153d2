package rulebook

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
)

// now is the clock of all examples, 2026-11-21, so that they mean the same every day.
const now = 1795219200

// switchedOn are features that the shipped cassandra.yaml switches off. The
// examples of their rules need them.
var switchedOn = []string{"materialized_views_enabled", "sasi_indexes_enabled", "user_defined_functions_enabled"}

// A Judge runs examples. It keeps a session for those that change nothing. It is
// not safe for use by several goroutines.
type Judge struct{ shared *session.Session }

// Run runs an example and returns its last statement and the answer to it. A bad
// example has the settings that break its rule, and perhaps no keyspace. The
// statements before the last must be accepted.
func (j *Judge) Run(r *Rule, e Example, bad bool) (statement string, answer session.Outcome, err error) {
	statements := e.Statements()
	alone := len(statements) == 1
	plain := !bad || len(r.Settings) == 0 && r.Keyspace
	c := j.shared
	if c == nil || !alone || !plain || !bad && !strings.HasPrefix(e.CQL, "SELECT ") {
		if c, err = r.session(bad); err != nil {
			return "", answer, err
		}
	}
	for i, q := range statements {
		if statement, answer = q, c.Exec(q); i < len(statements)-1 && !answer.Accepted() {
			return q, answer, fmt.Errorf("a statement before the last is refused: %s: %s", q, answer.Diag.Message)
		}
	}
	if bad && alone && plain && !answer.Accepted() {
		j.shared = c // what is refused changes nothing
	}
	return statement, answer, nil
}

// setup are the statements of Setup with the name of what each makes or indexes.
var setup = sync.OnceValue(func() (out []struct{ name, text string }) {
	for _, item := range cql.Parse(diag.NewSource("", Setup)).Items {
		name := ""
		switch s := item.Stmt.(type) {
		case *cql.CreateTable:
			name = s.Name.Name.Text
		case *cql.CreateType:
			name = s.Name.Name.Text
		case *cql.CreateIndex:
			name = s.Table.Name.Text
		}
		out = append(out, struct{ name, text string }{name, Setup[item.Span.Start:item.Span.End]})
	}
	return out
})

// SetupFor lists the statements of Setup whose tables and types a text names.
func SetupFor(text string) []string {
	words := map[string]bool{}
	learn := func(text string) {
		for _, word := range strings.FieldsFunc(text, func(c rune) bool { return c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') }) {
			words[word] = true
		}
	}
	learn(text)
	var out []string
	for _, s := range slices.Backward(setup()) { // types stand before their tables
		if words[s.name] {
			learn(s.text)
			out = append(out, s.text)
		}
	}
	slices.Reverse(out)
	return out
}

// session starts one with Setup in keyspace ks. Bad examples have the settings
// that break their rule, and perhaps no keyspace.
func (r *Rule) session(bad bool) (*session.Session, error) {
	s := check.NewSettings()
	for _, key := range switchedOn {
		if err := s.Set(key, "true"); err != nil {
			return nil, err
		}
	}
	if bad && !r.Keyspace {
		return session.New(session.Settings{Now: now, Check: s}), nil
	}
	c := session.New(session.Settings{Keyspace: "ks", Now: now, Check: s})
	for _, result := range c.Script(diag.NewSource("setup", Setup)) {
		if !result.Accepted() {
			return nil, fmt.Errorf("setup: %v", result.Diag)
		}
	}
	if bad {
		for _, key := range diag.Keys(r.Settings) {
			if err := s.Set(key, r.Settings[key]); err != nil {
				return nil, err
			}
		}
	}
	return c, nil
}

// Repaired runs a bad example with another text in place of its last statement,
// and returns the refusals of that text.
func (r *Rule) Repaired(e Example, text string) (refusals []*diag.Diagnostic, err error) {
	c, err := r.session(true)
	if err != nil {
		return nil, err
	}
	statements := e.Statements()
	for _, q := range statements[:len(statements)-1] {
		c.Exec(q)
	}
	for _, result := range c.Script(diag.NewSource("repaired", text)) {
		if result.Diag != nil {
			refusals = append(refusals, result.Diag)
		}
	}
	return refusals, nil
}
