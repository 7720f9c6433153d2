// Slips in words and signs: misspelled, reserved, too many or too few. These come
// last, for they fit anywhere.

package cql

import (
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
)

// slipsOfSpelling come first: a keyword that is misspelled explains what no other row can.
var slipsOfSpelling = []slip{
	{in: "CREATE|ALTER", see: "word ^<", looks: (*explainer).ofType, rule: rule.SYN27, message: "'{before}' is no type that takes others in < >",
		why: "frozen, list, set, map, tuple and vector are the types that hold others.", otherwise: "write list<int>, set<text>, map<text, int>, tuple<int, text> or vector<float, 3>", try: (*explainer).holder},
	{alone: true, must: true, try: (*explainer).spelled},
	{must: true, onward: true, try: (*explainer).spelled},
}

var slipsOfWords = []slip{
	{try: (*explainer).spelled},
	{must: true, rule: rule.SYN04, why: "A reserved word is a name only in double quotes, and then everywhere.", instead: "choose another name, or quote it", try: (*explainer).quotedWords},

	{alone: true, must: true, see: ", ^)|]|}|FROM|WHERE", why: "Nothing follows this comma.", try: func(x *explainer) []offer {
		return offers("leave out the comma", remove(x.tok(-1).Start, x.tok(-1).End))
	}},
	{alone: true, see: "^=", looks: func(x *explainer) bool { return x.p.err.want == "':'" }, write: ":"},
	{alone: true, see: "^~word", looks: func(x *explainer) bool { return x.has(-1, x.tok(0).kind) && !x.tok(0).constant() }, drop: true, title: "leave out the second {here}"},
	{alone: true, often: true, must: true, why: commas, try: (*explainer).comma},
	{clause: inColumns, see: "^name name", looks: func(x *explainer) bool { return x.wants("','") }, why: "Commas separate the columns. This is not all: something behind {here} is wrong, too.", instead: "put a comma before {here}"},
	{alone: true, must: true, why: "What is opened is closed again: each ( needs its ), each [ its ], each { its }.", try: (*explainer).missingEnds},
	{alone: true, try: (*explainer).missingSigns},
	{alone: true, see: "^~end|name", drop: true, title: "leave out {here}"},

	// What is missing where no edit can be made up.
	{in: "UPDATE", looks: (*explainer).whereWanted, rule: rule.SYN11, message: "UPDATE needs a WHERE clause", why: "A write goes to the nodes that hold the row, and the key names them.",
		instead: "name the whole primary key: WHERE key = value"},
	{in: "DELETE", looks: (*explainer).whereWanted, rule: rule.SYN11, message: "DELETE needs a WHERE clause", why: "A write goes to the nodes that hold the row, and the key names them.",
		instead: "name the partition; TRUNCATE empties a whole table"},
	{see: "$ ^any", why: "A statement begins with a word like SELECT, INSERT or CREATE; what a program has printed is no CQL."},
}

const commas = "Commas separate the parts of a list."

// comma puts one before the token in the way.
func (x *explainer) comma() []offer { return offers("put a comma here", insert(x.tok(-1).End, ",")) }

func (x *explainer) whereWanted() bool { return strings.HasPrefix(x.p.err.want, "WHERE") }

// spelled writes a keyword with a letter too many, too few or in the wrong place
// as it is written.
func (x *explainer) spelled() (list []offer) {
	for _, n := range [...]int{0, -1, 1, -2} {
		if !x.has(n, tIdent) {
			continue
		}
		if k := nearKeyword(x.word(n)); k != "" {
			message := "'" + x.word(n) + "' is no keyword; " + k + " is"
			if n == 0 {
				message = "expected " + k + ", found '" + x.word(n) + "'"
			}
			list = append(list, offer{"write " + k, []diag.Edit{replace(x.tok(n).Span, k)}, message})
		}
	}
	return list
}

// ofType reports whether a word stands right before the < in the way, as the name of a type does.
func (x *explainer) ofType() bool {
	return x.tok(-1).End == x.tok(0).Start && (x.tok(-2).ident() || x.has(-2, tLt, tComma))
}

// holder writes the type that was meant before < >.
func (x *explainer) holder() []offer {
	near := diag.Nearest(x.word(-1), []string{"frozen", "list", "set", "map", "tuple", "vector"})
	if near == "" {
		return nil
	}
	x.d.Instead = "Did you mean " + near + "?"
	return offers("write "+near, replace(x.tok(-1).Span, near))
}

// structural are the keywords that hold a statement together.
var structural = []string{"SELECT", "FROM", "WHERE", "AND", "INSERT", "INTO", "VALUES", "UPDATE", "SET", "DELETE", "USING", "TTL", "TIMESTAMP", "ORDER", "GROUP", "BY",
	"LIMIT", "ALLOW", "FILTERING", "CREATE", "TABLE", "KEYSPACE", "INDEX", "TYPE", "MATERIALIZED", "VIEW", "PRIMARY", "KEY", "WITH", "CLUSTERING", "STATIC", "ALTER",
	"ADD", "DROP", "RENAME", "TRUNCATE", "BEGIN", "BATCH", "APPLY", "UNLOGGED", "CONTAINS", "EXISTS", "DISTINCT", "PARTITION", "DESC", "ASC", "FROZEN", "NOT", "NULL", "IN", "IS", "ON", "TO", "AS", "LIKE", "JSON",
	"FUNCTION", "AGGREGATE", "RETURNS", "LANGUAGE", "CALLED", "INPUT", "USE", "DESCRIBE", "GRANT", "REVOKE", "IF", "CUSTOM"}

// nearKeyword returns the keyword that a word was most likely meant to be.
func nearKeyword(word string) string {
	if len(word) < 3 || keywordOf(word) != tIdent {
		return ""
	}
	best, limit := "", 3
	if len(word) < 5 {
		limit = 2
	}
	word = strings.ToUpper(word)
	for _, k := range structural {
		if n := diag.Distance(word, k, limit); n < limit && (n < 2 || !strings.HasSuffix(k, word)) { // LOGGED is no UNLOGGED
			best, limit = k, n
		}
	}
	if best == "" && len(word) == 4 { // short, with its letters in another order: WHIT
		for _, k := range structural {
			if diag.Distance(word, k, 3) == 2 && sameLetters(word, k) {
				return k
			}
		}
	}
	return best
}

func sameLetters(a, b string) bool {
	for i := range a {
		if strings.Count(a, a[i:i+1]) != strings.Count(b, a[i:i+1]) {
			return false
		}
	}
	return len(a) == len(b)
}

// quotedWords are reserved words in double quotes, which makes them names.
func (x *explainer) quotedWords() (list []offer) {
	for _, n := range [...]int{0, -1} {
		if t := x.tok(n); t.keyword() && !t.unreserved() {
			quoted := `"` + fold(x.word(n)) + `"`
			list = append(list, offer{"write " + quoted, []diag.Edit{replace(t.Span, quoted)}, upper(fold(x.word(n))) + " is a reserved word"})
		}
	}
	return list
}

// missingEnds are the signs that close what is open, before the token in the way.
func (x *explainer) missingEnds() []offer {
	list := x.missing("put a parenthesis here", ")", "put a bracket here", "]", "put a brace here", "}")
	if x.fits(x.at, "end") {
		list = append(list, x.missing("close the parentheses", "))", "close the parentheses", ")))", "close the parentheses", "')")...)
	}
	return list
}

// missingSigns are other signs that people leave out there.
func (x *explainer) missingSigns() []offer {
	return x.missing("put a parenthesis here", " (", "write AND", " AND", "put = here", " =", "put : here", ":", "put > here", ">")
}

// missing offers texts before the token in the way, each behind its title.
func (x *explainer) missing(texts ...string) (list []offer) {
	for i := 0; i < len(texts); i += 2 {
		list = append(list, offers(texts[i], insert(x.tok(-1).End, texts[i+1]))...)
	}
	return list
}
