// Package rule is the catalogue of rules as the browser needs it: their ids, the
// reason behind each and what to write instead, in a line each. Their titles, the
// server's words, the statements that break and keep a rule, and the rest of its
// prose are in rulebook/, which no browser loads.
//
// Who finds that a statement breaks a rule raises it by its constant, which makes
// the diagnostic: W10.Invalid(place, template, …). Complete adds the reason and
// what to write instead, in one place for all.
package rule

import (
	"strings"

	"partitionlab/wasm/diag"
)

// An ID names a rule for ever: W-10 has the page /rules/w-10/. Each has a constant.
type ID string

// None is the rule of what breaks none that has a page.
const None ID = ""

// Refuse makes the diagnostic of a refusal in the server's words: each % of the
// template is the next argument. at may be empty where only the caller knows the
// place.
//
//go:noinline
func (id ID) Refuse(kind diag.Kind, at diag.Span, template string, args ...string) *diag.Diagnostic {
	return &diag.Diagnostic{Severity: diag.Refused, Kind: kind, Rule: string(id), Message: fill(template, args), Span: at}
}

// Invalid makes the diagnostic of the most common refusal.
//
//go:noinline
func (id ID) Invalid(at diag.Span, template string, args ...string) *diag.Diagnostic {
	return id.Refuse(diag.Invalid, at, template, args...)
}

// Syntax makes the diagnostic of an error that the grammar's own actions raise.
//
//go:noinline
func (id ID) Syntax(at diag.Span, template string, args ...string) *diag.Diagnostic {
	return id.Refuse(diag.Syntax, at, template, args...)
}

// Server makes the diagnostic of an exception that the server did not expect.
//
//go:noinline
func (id ID) Server(at diag.Span, template string, args ...string) *diag.Diagnostic {
	return id.Refuse(diag.Server, at, template, args...)
}

func fill(template string, args []string) string {
	if strings.IndexByte(template, '%') < 0 {
		return template
	}
	var out []byte
	for i := 0; i < len(template); i++ {
		if template[i] == '%' {
			out, args = append(out, args[0]...), args[1:]
		} else {
			out = append(out, template[i])
		}
	}
	return string(out)
}

// Complete adds to a diagnostic what its rule knows: the reason, and what to write
// instead, where nobody has said it for the case at hand or shown it with an edit.
func Complete(d *diag.Diagnostic) {
	instead := d.Instead == "" && len(d.Fixes) == 0
	if d.Why != "" && !instead {
		return
	}
	r, _ := Find(d.Rule)
	if d.Why == "" {
		d.Why = r.Why
	}
	if instead {
		d.Instead = r.Instead
	}
}

// A Rule is what the browser knows of a rule.
type Rule struct {
	ID      string
	Why     string // the storage reason, in a sentence or two
	Instead string // what to write
}

// Find returns the rule of that id; ok is false where there is none.
func Find(id string) (r Rule, ok bool) {
	// The lines of the table are sorted by their ids.
	for lo, hi := 0, len(table); lo < hi; {
		mid := (lo + hi) / 2
		start := strings.LastIndexByte(table[:mid], '\n') + 1
		line, _, _ := strings.Cut(table[start:], "\n")
		r = parse(line)
		switch {
		case r.ID == id:
			return r, true
		case r.ID < id:
			lo = start + len(line) + 1
		default:
			hi = start
		}
	}
	return Rule{}, false
}

func parse(line string) (r Rule) {
	r.ID, line, _ = strings.Cut(line, "\t")
	r.Why, r.Instead, _ = strings.Cut(line, "\t")
	return r
}

// All returns every rule, by id.
func All() (out []Rule) {
	for line := range strings.Lines(table) {
		out = append(out, parse(strings.TrimSuffix(line, "\n")))
	}
	return out
}
