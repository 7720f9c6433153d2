package advicebook

import (
	"errors"
	"slices"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/session"
)

// A Word is what the server says of an example by itself, advice or no advice.
type Word struct {
	Refused bool   // it refuses a statement; else it takes it, with a warning
	Rule    string // of the refusal or warning
	Text    string // in the server's words
	Role    bool   // said to a role that is no superuser, and to nobody else
	Allowed bool   // said only once the settings of the examples allow what the shipped ones refuse
}

// Said is what a server says of an example, in the order of its statements, each
// sentence once: with shipped settings, where every client is a superuser; to an
// ordinary role; and, where the shipped settings refuse it, with those behind set: in
// the options. Where the example has a workload, one row of it is written, too.
func Said(e Example, options string) ([]Word, error) {
	var out []Word
	add := func(words []Word, role, allowed bool) {
		for _, w := range words {
			if !slices.ContainsFunc(out, func(x Word) bool { return x.Refused == w.Refused && x.Text == w.Text }) {
				w.Role, w.Allowed = role, allowed
				out = append(out, w)
			}
		}
	}
	shipped, err := said(e, "")
	if err != nil {
		return nil, err
	}
	add(shipped, false, false)
	if slices.ContainsFunc(shipped, func(w Word) bool { return w.Refused }) {
		words, err := said(e, options)
		if err != nil {
			return nil, err
		}
		add(words, false, true)
		return out, nil
	}
	words, err := said(e, "set:authenticator=PasswordAuthenticator")
	if err != nil {
		return nil, err
	}
	add(words, true, false)
	return out, nil
}

// said runs an example on a server with the settings behind set:.
func said(e Example, options string) (out []Word, err error) {
	settings := check.NewSettings()
	for _, line := range strings.Fields(options) {
		if key, ok := strings.CutPrefix(line, "set:"); ok {
			key, value, _ := strings.Cut(key, "=")
			if err := settings.Set(key, value); err != nil {
				return nil, err
			}
		}
	}
	s := session.New(session.Settings{Keyspace: "lab", Now: now, Check: settings})
	hear := func(r session.Outcome) {
		if r.Diag != nil {
			out = append(out, Word{Refused: true, Rule: r.Diag.Rule, Text: r.Diag.Message})
		}
		for _, d := range r.Notes {
			// How many nodes there are is no matter of the example: a session has one.
			if d.Severity == diag.Warning && rule.ID(d.Rule) != rule.MoreReplicas {
				out = append(out, Word{Rule: d.Rule, Text: d.Message})
			}
		}
	}
	for _, r := range s.Script(diag.NewSource(e.Name, e.CQL)) {
		hear(r)
	}
	if e.Size == "" {
		return out, nil
	}
	_, sizer, err := sizes(s, e.Size)
	if err != nil {
		return nil, err
	}
	sample, problems := sizer.Sample(1, now*1_000_000)
	if len(problems) > 0 {
		return nil, errors.New(problems[0].Message)
	}
	for statement := range sample.Statements {
		hear(s.Exec(statement))
	}
	return out, nil
}
