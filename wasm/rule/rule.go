// Package rule is the catalogue of rules as the browser needs it: the reason
// behind each and what to write instead, in a line each. Their titles, the
// server's words, the statements that break and keep a rule, and the rest of its
// prose are in book/, which no browser loads.
package rule

import "strings"

// A Rule is what the browser knows of a rule. Its id is for ever: /rules/w-10.
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
