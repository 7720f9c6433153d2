// Package rule is the catalogue of rules as the browser needs it: what each is
// called, and the reason behind it in one line. The server's words, the
// statements that break and keep a rule, and the rest of its prose are in book/,
// which no browser loads.
package rule

// A Rule is what the browser knows of a rule. Its id is for ever: /rules/w-10.
type Rule struct {
	ID    string
	Title string
	Why   string // the storage reason, in a sentence or two
}

// Find returns the rule of that id, or nil.
func Find(id string) *Rule {
	lo, hi := 0, len(rules)
	for lo < hi {
		mid := (lo + hi) / 2
		if rules[mid].ID < id {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(rules) && rules[lo].ID == id {
		return &rules[lo]
	}
	return nil
}

// Why is the reason behind a rule, or "" where the rule is not known.
func Why(id string) string {
	if r := Find(id); r != nil {
		return r.Why
	}
	return ""
}

// All returns every rule, by id.
func All() []Rule { return rules }
