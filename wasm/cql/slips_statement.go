// Slips in the beginning of a statement, between statements, and in names.

package cql

import (
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
)

const (
	noTransactions = "CQL has no transactions that span statements; a batch is applied as a whole."
	aPlace         = "This is a place that a program fills in before it sends the statement. The workbench judges a text with such places."
	writeAName     = "write a name there"
)

var slipsOfStatements = []slip{
	{see: "$ ^SHOW", must: true, why: "What there is, DESCRIBE tells.", write: "DESCRIBE"},
	{see: "$ ^any", looks: (*explainer).command, rule: rule.SYN01, message: "{HERE} is a command of cqlsh, and no CQL",
		why: "cqlsh carries out such commands itself; they never reach the server.", instead: "leave it out"},
	{see: "$ ^EXPLAIN|ANALYZE", rule: rule.SYN06, why: "CQL has no {HERE}: what a query costs follows from its table and its WHERE clause.", instead: "use TRACING ON in cqlsh"},
	{see: "$ ^MERGE|UPSERT|REPLACE", must: true, rule: rule.SYN06, why: "INSERT and UPDATE both write without reading first, so an existing row is overwritten.",
		write: "INSERT", title: "write INSERT: it overwrites a row that is there already"},
	{see: "$ ^WITH", rule: rule.SYN06, why: "CQL has no common table expressions: a query reads one table."},
	{see: "$ ^COMMIT|ROLLBACK|START", rule: rule.SYN19, why: noTransactions, instead: "put the writes between BEGIN BATCH and APPLY BATCH"},
	{see: "$ ^CQLSH", why: "This is the prompt of cqlsh, copied along with the statement.", instead: "copy the statement alone", try: (*explainer).prompts},

	{see: "$ CREATE|ALTER|DROP ^SCHEMA", rule: rule.SYN02, why: "Since 4.0 the word SCHEMA is taken only by DESCRIBE, though the documentation still names it.", write: "KEYSPACE"},
	{see: "$ any ^COLUMN FAMILY", rule: rule.SYN06, why: "This is the old language of cassandra-cli, before CQL. Since Cassandra 4.0 nothing understands it.",
		instead: "write CREATE TABLE with columns and a primary key"},
	{see: "$ any ^DATABASE", rule: rule.SYN02, why: "What SQL calls a database is a keyspace.", write: "KEYSPACE"},
	{see: "$ CREATE ^UNIQUE", rule: rule.SYN28, why: "An index of Cassandra finds rows and keeps nothing unique; only the primary key does.",
		otherwise: "make the column the partition key of a table of its own, and write there with IF NOT EXISTS", drop: true},
	{see: "$ CREATE ^TEMPORARY|TEMP", drop: true},
	{see: "$ CREATE ^VIEW", insert: "MATERIALIZED ", title: "write MATERIALIZED VIEW"},
	{see: "$ DROP|ALTER ^name", rule: rule.SYN02, why: "Tables, types, indexes and functions may have the same name.",
		otherwise: "say what it is: TABLE, TYPE, INDEX, FUNCTION and so on", insert: "TABLE ", title: "write {before} TABLE"},
	{see: "$ INSERT ^word|quoted", insert: "INTO ", title: "write INSERT INTO"},
	{see: "$ UPDATE ^TABLE|COLUMNFAMILY or $ INSERT INTO ^TABLE|COLUMNFAMILY", drop: true},

	// What other products have added.
	{see: "$ any ^SERVICE LEVEL|LEVELS or $ ^ATTACH|DETACH SERVICE or $ LIST ^EFFECTIVE|ATTACHED SERVICE or $ LIST ALL ^SERVICE LEVELS or $ LIST ALL ^ATTACHED SERVICE", rule: rule.SYN06,
		why: "Service levels belong to ScyllaDB.", instead: "leave the statement out"},
	{see: "$ ^PRUNE MATERIALIZED VIEW", rule: rule.SYN06, why: "PRUNE MATERIALIZED VIEW belongs to ScyllaDB: it deletes rows of a view that its table has no longer.", instead: "leave the statement out; where a view of Cassandra differs from its table, drop the view and make it again"},
	{see: "$ any ^SEARCH INDEX", rule: rule.SYN06, why: "Search indexes belong to DataStax Enterprise.", instead: "make an SAI index of each column that is searched"},
	{see: "^BYPASS CACHE", rule: rule.SYN06, why: "BYPASS CACHE belongs to ScyllaDB.", instead: "leave it out", try: (*explainer).withoutTwo},
	{see: "^USING TIMEOUT or USING ^TIMEOUT", rule: rule.SYN06, why: "USING TIMEOUT belongs to ScyllaDB; for Cassandra the driver sets it for each request.", instead: "leave it out", try: func(x *explainer) []offer {
		first := 0
		if x.has(-1, kUsing) {
			first = -1
		}
		return offers("leave out USING TIMEOUT", remove(x.tok(first-1).End, x.tok(first+2).End))
	}},

	// A second statement behind the first one.
	{see: "; ^any", looks: (*explainer).second, rule: rule.SYN01, message: "a second statement begins here",
		why: "A driver sends one statement at a time; only a batch holds several.", instead: "send the statements one by one"},
	{see: "^UPDATE|INSERT|DELETE|SELECT|CREATE|DROP|ALTER", looks: (*explainer).second, rule: rule.SYN01, why: "A semicolon ends a statement.", try: (*explainer).separate},

	// What a template leaves open: {{name}}, <name>, %s. That of a shell, ${name}, is
	// an error of the lexer.
	{see: "^{ { any } }", why: aPlace, instead: writeAName, try: func(x *explainer) []offer { return x.nameThere(x.word(2), 5) }},
	{see: "^< name >", why: aPlace, instead: writeAName, try: func(x *explainer) []offer { return x.nameThere(x.word(1), 3) }},
	{see: "^% S|D|V", looks: (*explainer).touchesNext, why: aPlace, instead: "write there what it fills in, or ? for a value"},

	// Names that would need quotes or another character.
	{see: "~= ^number name", looks: (*explainer).touchesNext, must: true, rule: rule.SYN05, why: "A name without quotes starts with a letter.",
		try: func(x *explainer) []offer {
			return x.nameOf(`"`+fold(x.text[x.tok(0).Start:x.tok(1).End])+`"`, 0)
		}},
	{see: "name ^- any", looks: (*explainer).joinsWords, must: true, rule: rule.SYN05, why: "A name without quotes has letters, digits and underscores only.",
		try: func(x *explainer) []offer { return x.nameOf(fold(x.word(-1)+"_"+x.word(1)), -1) }},
}

// command reports whether the word in the way begins a command of cqlsh.
func (x *explainer) command() bool {
	for _, c := range commands {
		if x.fits(x.at, c) {
			return true
		}
	}
	return false
}

// second reports whether another statement begins here.
func (x *explainer) second() bool {
	return strings.HasPrefix(x.p.err.context, "after ") && startsStatement(x.tok(0).kind)
}

// separate puts a semicolon between two statements of a script. Both halves count
// by themselves: the second has its own errors.
func (x *explainer) separate() []offer {
	t := x.tok(0)
	if !x.p.script || !x.parses(x.text[:t.Start], x.p.begin) {
		return nil
	}
	x.d.Message = "a second statement begins here, but no semicolon ends the first"
	x.d.Fixes = append(x.d.Fixes, diag.Fix{Title: "put a semicolon between the statements", Edits: []diag.Edit{insert(x.tok(-1).End, ";")}})
	return nil
}

// parses reports whether a text is a statement from a place on.
func (x *explainer) parses(text string, from int) bool {
	q := parser{lexer: lexer{text: text, pos: from, end: len(text), server: x.p.server}, begin: from, attempt: noFixes}
	_, d := q.parse()
	return d == nil
}

func startsStatement(k kind) bool {
	switch k {
	case kSelect, kInsert, kUpdate, kDelete, kBegin, kUse, kTruncate, kCreate, kAlter, kDrop, kGrant, kRevoke, kList, kDescribe, kDesc, kAdd:
		return true
	}
	return false
}

// prompts are what cqlsh writes before the lines that one types.
func (x *explainer) prompts() []offer {
	end := x.indexOf(tGt, 0)
	if end < 0 {
		return nil
	}
	edits := []diag.Edit{remove(cutSpaceBehind(x.text, x.tokAt(0).Start, x.tokAt(end).End))}
	for at := x.tokAt(end).End; at < x.p.end; { // lines that go on begin with three dots
		n := strings.IndexByte(x.text[at:x.p.end], '\n')
		if n < 0 {
			break
		}
		at += n + 1
		if rest := strings.TrimLeft(x.text[at:x.p.end], " "); strings.HasPrefix(rest, "...") {
			dots := x.p.end - len(rest)
			edits = append(edits, remove(dots, dots+len("...")))
			at = dots
		}
	}
	return offers("leave out the prompt", edits...)
}

// cutSpaceBehind widens a span by the blanks behind it.
func cutSpaceBehind(text string, from, to int) (int, int) {
	for to < len(text) && text[to] == ' ' {
		to++
	}
	return from, to
}

// withoutTwo leaves out the token in the way and the one behind it.
func (x *explainer) withoutTwo() []offer {
	return offers("leave out "+x.word(0)+" "+x.word(1), remove(x.tok(-1).End, x.tok(1).End))
}

// nameThere writes a name in place of the next n tokens.
func (x *explainer) nameThere(name string, n int) []offer {
	return offers(writeAName, replace(x.tok(0).to(x.tok(n-1)), QuoteName(fold(name))))
}

// nameOf writes a name in place of the tokens from the one at n to the next.
func (x *explainer) nameOf(name string, n int) []offer {
	return offers("write "+name, replace(x.tok(n).to(x.tok(1)), name))
}

// to is the place from one token to another.
func (t token) to(end token) diag.Span { return diag.Span{Start: t.Start, End: end.End} }

// touches reports whether nothing stands between two tokens.
func (x *explainer) touches(n, m int) bool { return x.tok(n).End == x.tok(m).Start }
func (x *explainer) touchesNext() bool     { return x.touches(0, 1) }
func (x *explainer) touchesLast() bool     { return x.touches(-1, 0) }

// joinsWords reports whether the sign in the way stands right between two words.
func (x *explainer) joinsWords() bool {
	return x.touchesLast() && x.touchesNext() && (x.tok(1).ident() || x.tok(1).keyword())
}
