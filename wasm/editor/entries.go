package editor

import (
	"slices"
	"strings"

	"partitionlab/wasm/check/ddl"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
)

// entries proposes what the map of an option may hold at the place: keys, or the values
// of the key before it. It is false where the place is in no such map.
func (c *completer) entries() bool {
	words := c.words
	if c.quoted {
		if c.back(1) != "'" {
			return false // more than a word of the string is written
		}
		words = words[:len(words)-1]
	}
	open := len(words) - 1
	for ; open >= 0 && words[open] != "{"; open-- {
		if words[open] == "}" {
			return false
		}
	}
	if open < 2 || words[open-1] != "=" || !c.first("create", "alter") || !slices.Contains(words[:open], "with") {
		return false
	}
	option, inside := words[open-2], c.pairs(open+1, len(words))
	given := append(slices.Clone(inside), c.behind()...)
	class := ""
	for _, e := range given {
		if e.key == "class" {
			class = e.value
		}
	}
	switch words[len(words)-1] {
	case "{", ",":
		keys := ddl.EntryKeys(option, class)
		if option == "replication" && class == "NetworkTopologyStrategy" {
			keys = append(keys, c.Datacenters...)
		}
		for _, key := range keys {
			if !slices.ContainsFunc(given, func(e entry) bool { return e.key == key }) {
				c.entry("1", key, "key of "+option, ": ")
			}
		}
	case ":":
		key := inside[len(inside)-1].key
		for _, value := range ddl.EntryValues(option, key) {
			c.entry("1", value, key+" of "+option, "")
		}
	}
	return true
}

// entry proposes a string: in quotes, of which the place may have some already.
func (c *completer) entry(rank, text, detail, sign string) {
	insert := cql.QuoteString(text) + sign
	switch {
	case c.quoted && strings.HasPrefix(c.After, "'"):
		insert = text
	case c.quoted:
		insert = insert[1:]
	}
	item := c.add(rank, text, detail, Option)
	item.Insert, item.Filter = insert, text
}

// An entry is what a map of options says already; its value is "" where none is written.
type entry struct{ key, value string }

// pairs are the entries that some words of the text make up.
func (c *completer) pairs(from, to int) []entry { return pairs(c.spelled[from:to]) }

func pairs(words []string) (out []entry) {
	for i, w := range words {
		switch {
		case w == "," || w == ":":
		case i > 0 && words[i-1] == ":" && len(out) > 0:
			out[len(out)-1].value = unquoted(w)
		default:
			out = append(out, entry{key: unquoted(w)})
		}
	}
	return out
}

func unquoted(word string) string {
	return strings.ReplaceAll(strings.Trim(word, "'"), "''", "'")
}

// behind are the entries between the place and the end of the map.
func (c *completer) behind() []entry {
	rest, _, closed := strings.Cut(c.After[:min(len(c.After), 2000)], "}")
	if !closed || strings.Contains(rest, ";") {
		return nil
	}
	if _, next, more := strings.Cut(rest, ","); more {
		rest = next
	} else {
		return nil
	}
	var words []string
	cql.Pieces(strings.ToValidUTF8(rest, ""), func(at diag.Span, class cql.Class) {
		if word := strings.TrimSpace(rest[at.Start:at.End]); word != "" && class != cql.Comment {
			words = append(words, word)
		}
	})
	return pairs(words)
}
