package exercise

import (
	"strings"

	"partitionlab/wasm/cql"
)

// say puts arguments in the place of each % of a text.
func say(text string, args ...string) string {
	var b strings.Builder
	for _, a := range args {
		before, after, _ := strings.Cut(text, "%")
		b.WriteString(before)
		b.WriteString(a)
		text = after
	}
	b.WriteString(text)
	return b.String()
}

// either is one of two texts.
func either(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// A words is a list of names or pieces of text.
type words []string

func (w *words) add(s string) { *w = append(*w, s) }

// and joins names: "a, b and c".
func (w words) and() string {
	if n := len(w); n > 1 {
		return w[:n-1].join(", ") + " and " + w[n-1]
	}
	return w.join("")
}

func (w words) join(separator string) string { return strings.Join(w, separator) }

func (w words) has(s string) bool { return w.index(s) >= 0 }

func (w words) index(s string) int {
	for i, x := range w {
		if x == s {
			return i
		}
	}
	return -1
}

// quote writes a name as CQL needs it.
func quote(name string) string { return cql.QuoteName(name) }
