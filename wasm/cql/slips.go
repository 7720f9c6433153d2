// The slips: what people write who know SQL or older versions of Cassandra, or
// whose fingers were faster. Each looks at the tokens around an error, says why
// CQL has no such thing, and offers edits; an edit is offered only if the
// statement parses with it.

package cql

import (
	"sort"
	"strings"
	"unicode/utf8"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
)

// slips tries the slips from the most telling to the most general.
func (x *explainer) slips() {
	if len(x.toks) == 0 {
		x.d.Message = "there is no statement here"
		return
	}
	for _, slip := range []func(*explainer){
		(*explainer).startOfStatement, (*explainer).secondStatement, (*explainer).placeholders, (*explainer).brokenNames, (*explainer).operators,
		(*explainer).conditions, (*explainer).functions, (*explainer).arithmetic, (*explainer).doubleQuotes, (*explainer).bareWords, (*explainer).gluedMinus, (*explainer).columnOptions, (*explainer).options,
		(*explainer).primaryKeys, (*explainer).selectLists, (*explainer).tables, (*explainer).inserts, (*explainer).updates,
		(*explainer).alterations, (*explainer).indexes, (*explainer).batches, (*explainer).json, (*explainer).clauseOrder,
		(*explainer).misspelled, (*explainer).reservedWords, (*explainer).punctuation, (*explainer).missingClause,
	} {
		slip(x)
		if x.fixed() || x.d.Why != "" || x.d.Instead != "" {
			x.sayOtherwise()
			x.point()
			return
		}
	}
	if x.at == 0 {
		x.say("", "A statement begins with a word like SELECT, INSERT or CREATE; what a program has printed is no CQL.", "")
	}
}

// point shows what a fix changes, where that stands before the place that the
// server names.
func (x *explainer) point() {
	if len(x.d.Fixes) == 0 || len(x.d.Related) > 0 {
		return
	}
	if edits := x.d.Fixes[0].Edits; len(edits) == 1 && edits[0].Len() > 0 && edits[0].End <= x.d.Start {
		start, end := edits[0].Start, edits[0].End
		for start < end && class[x.text[start]]&cSpace != 0 {
			start++
		}
		x.d.Related = []diag.Related{{Span: diag.Span{Start: start, End: end}, Text: "here"}}
	}
}

// ---- whole statements

func (x *explainer) startOfStatement() {
	if x.at > 2 {
		return
	}
	word := strings.ToUpper(x.text[x.tokAt(0).Start:x.tokAt(0).End])
	if x.at == 0 {
		if word == "SHOW" && x.fix("write DESCRIBE", replace(x.tok(0).Span, "DESCRIBE")) {
			x.say("", "What there is, DESCRIBE tells.", "")
			return
		}
		for _, c := range commands {
			if c == word {
				x.d.Message = word + " is a command of cqlsh, and no CQL"
				x.say(rule.SYN01, "cqlsh carries out such commands itself; they never reach the server.", "leave it out")
				return
			}
		}
		switch word {
		case "EXPLAIN", "ANALYZE":
			x.say(rule.SYN06, "CQL has no "+word+": what a query costs follows from its table and its WHERE clause.", "use TRACING ON in cqlsh")
		case "MERGE", "UPSERT", "REPLACE":
			if x.fix("write INSERT: it overwrites a row that is there already", replace(x.tok(0).Span, "INSERT")) {
				x.say(rule.SYN06, "INSERT and UPDATE both write without reading first, so an existing row is overwritten.", "")
			}
		case "WITH":
			x.say(rule.SYN06, "CQL has no common table expressions: a query reads one table.", "")
		case "COMMIT", "ROLLBACK", "START":
			x.say(rule.SYN19, "CQL has no transactions that span statements; a batch is applied as a whole.", "put the writes between BEGIN BATCH and APPLY BATCH")
		case "CQLSH":
			x.prompts()
		}
		return
	}
	switch {
	case x.at == 1 && x.has(0, kSchema) && x.has(-1, kCreate, kAlter, kDrop):
		x.say(rule.SYN02, "Since 4.0 the word SCHEMA is taken only by DESCRIBE, though the documentation still names it.", "")
		x.fix("write KEYSPACE", replace(x.tok(0).Span, "KEYSPACE"))
	case x.at == 1 && x.is(0, "column") && x.is(1, "family"):
		x.say(rule.SYN06, "This is the old language of cassandra-cli, before CQL. Since Cassandra 4.0 nothing understands it.", "write CREATE TABLE with columns and a primary key")
	case x.at == 1 && x.is(0, "database"):
		x.say(rule.SYN02, "What SQL calls a database is a keyspace.", "")
		x.fix("write KEYSPACE", replace(x.tok(0).Span, "KEYSPACE"))
	case x.at == 1 && x.has(-1, kCreate) && x.is(0, "unique"):
		x.say(rule.SYN28, "An index of Cassandra finds rows and keeps nothing unique; only the primary key does.", "")
		x.otherwise = "make the column the partition key of a table of its own, and write there with IF NOT EXISTS"
		x.fix("leave out UNIQUE", x.removeTok(x.tok(0)))
	case x.at == 1 && x.has(-1, kCreate) && x.is(0, "temporary"), x.at == 1 && x.has(-1, kCreate) && x.is(0, "temp"):
		x.fix("leave out "+upper(x.word(0)), x.removeTok(x.tok(0)))
	case x.at == 1 && x.has(-1, kCreate) && x.has(0, kView):
		x.fix("write MATERIALIZED VIEW", insert(x.tok(0).Start, "MATERIALIZED "))
	case x.at == 1 && x.has(-1, kDrop, kAlter) && x.tok(0).ident():
		x.say(rule.SYN02, "Tables, types, indexes and functions may have the same name.", "")
		x.otherwise = "say what it is: TABLE, TYPE, INDEX, FUNCTION and so on"
		x.fix("write "+x.word(-1)+" TABLE", insert(x.tok(0).Start, "TABLE "))
	case x.at == 1 && x.has(-1, kInsert) && x.has(0, tIdent, tQuoted):
		x.fix("write INSERT INTO", insert(x.tok(0).Start, "INTO "))
	case x.at == 1 && x.has(-1, kUpdate) && x.has(0, kTable):
		x.fix("leave out TABLE", x.removeTok(x.tok(0)))
	case x.at == 2 && x.has(-2, kInsert) && x.has(-1, kInto) && x.has(0, kTable):
		x.fix("leave out TABLE", x.removeTok(x.tok(0)))
	}
}

// prompts are what cqlsh writes before the lines that one types.
func (x *explainer) prompts() {
	x.say("", "This is the prompt of cqlsh, copied along with the statement.", "copy the statement alone")
	end := x.indexOf(tGt, 0)
	if end < 0 {
		return
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
	x.fix("leave out the prompt", edits...)
}

// cutSpaceBehind widens a span by the blanks behind it.
func cutSpaceBehind(text string, from, to int) (int, int) {
	for to < len(text) && text[to] == ' ' {
		to++
	}
	return from, to
}

// placeholders are what a template leaves open: {{name}}, <name>, %s. That of a
// shell, ${name}, is an error of the lexer.
func (x *explainer) placeholders() {
	name, end := "", x.at+3
	switch {
	case x.has(0, tLBrace) && x.has(1, tLBrace) && x.has(3, tRBrace) && x.has(4, tRBrace):
		name, end = x.word(2), x.at+4
	case x.has(0, tLt) && x.tok(1).ident() && x.has(2, tGt):
		name, end = x.word(1), x.at+2
	case x.has(0, tPercent) && (x.is(1, "s") || x.is(1, "d") || x.is(1, "v")) && x.tok(0).End == x.tok(1).Start:
	default:
		return
	}
	x.placeholder(name, diag.Span{Start: x.tok(0).Start, End: x.tokAt(end).End})
}

func (x *explainer) placeholder(name string, place diag.Span) {
	x.say("", "This is a place that a program fills in before it sends the statement.", "write a name there")
	if name != "" {
		x.fix("write a name there", replace(place, QuoteName(fold(name))))
	}
}

// secondStatement is a statement behind the first one.
func (x *explainer) secondStatement() {
	t := x.tok(0)
	if x.p.err.context != "after the statement" && !strings.HasPrefix(x.p.err.context, "after ") || !startsStatement(t.kind) {
		return
	}
	if x.has(-1, tSemi) {
		x.d.Message = "a second statement begins here"
		x.say(rule.SYN01, "A driver sends one statement at a time; only a batch holds several.", "send the statements one by one")
		return
	}
	if t.kind == kUpdate || t.kind == kInsert || t.kind == kDelete || t.kind == kSelect || t.kind == kCreate || t.kind == kDrop || t.kind == kAlter {
		x.say(rule.SYN01, "A semicolon ends a statement.", "")
		if x.p.script {
			// Both halves count by themselves: the second has its own errors.
			q := parser{lexer: lexer{text: x.text[:t.Start], pos: x.p.begin, end: t.Start}, begin: x.p.begin, attempt: noFixes}
			if _, d := q.parse(); d == nil {
				x.d.Message = "a second statement begins here, but no semicolon ends the first"
				x.d.Fixes = append(x.d.Fixes, diag.Fix{Title: "put a semicolon between the statements", Edits: []diag.Edit{insert(x.tok(-1).End, ";")}})
			}
		}
	}
}

func startsStatement(k kind) bool {
	switch k {
	case kSelect, kInsert, kUpdate, kDelete, kBegin, kUse, kTruncate, kCreate, kAlter, kDrop, kGrant, kRevoke, kList, kDescribe, kDesc, kAdd:
		return true
	}
	return false
}

// ---- conditions

// operators are the operators of SQL that CQL writes differently.
func (x *explainer) operators() {
	a, b := x.tok(-1), x.tok(0)
	if c := x.p.err.context; a.End != b.Start || c != "WHERE" && c != "IF" && c != "SET" {
		return
	}
	for _, o := range [...]struct {
		first, second kind
		right         string
	}{{tLt, tGt, "!="}, {tEq, tEq, "="}, {tEq, tLt, "<="}, {tEq, tGt, ">="}, {tEq, tLe, "<="}, {tEq, tGe, ">="}, {tNe, tEq, "!="}} {
		if a.kind != o.first || b.kind != o.second {
			continue
		}
		x.say(rule.SYN06, "CQL compares with =, <, <=, >, >= and !=.", "")
		x.otherwise = "write one of these"
		if o.right == "!=" {
			x.d.Why += " Even != is understood only in IF: WHERE has to lead to rows that lie together."
			x.d.Instead = "In WHERE, ask for the values that you want, or skip the others in the program; in IF write !=."
		}
		x.fix("write "+o.right, replace(diag.Span{Start: a.Start, End: b.End}, o.right))
	}
}

// conditions are forms of conditions that CQL does not have.
func (x *explainer) conditions() {
	t := x.tok(0)
	switch {
	case t.kind == kOr:
		x.say(rule.SYN06, "All conditions must hold: a read goes to rows that lie together, and OR names several places.",
			"for values of one column write IN; otherwise run one query for each side")
		x.orToIn()
	case x.is(0, "between"):
		x.say(rule.SYN06, "Cassandra 5.0 has no BETWEEN.", "")
		x.otherwise = "write column >= a AND column <= b"
		x.between2()
	case t.kind == kNot && x.has(1, kIn, kLike, kContains), t.kind == kNot && x.has(-1, kWhere, kAnd):
		what := "NOT"
		if !x.has(-1, kWhere, kAnd) {
			what = "NOT " + upper(x.word(1))
		}
		x.say(rule.SYN06, "CQL has no "+what+": what is not there cannot be looked up.", "read the rows and filter them in the application")
	case t.kind == kNull && x.has(-1, kIs):
		x.say(rule.SYN06, "A column that is not set takes no space and is in no index, so there is nothing to look up. IS NOT NULL exists, for materialized views only.",
			"store a value that stands for missing, or keep such rows in a table of their own")
	case x.is(0, "join") || x.is(1, "join") || x.is(2, "join"):
		x.d.Message = "CQL has no JOIN"
		x.say(rule.SYN06, "The rows of two tables lie on different nodes; a query reads one table.", "make a table that already holds what this query needs, or read twice")
	case t.kind == kSelect && x.has(-1, tLParen):
		x.d.Message = "CQL has no subqueries"
		x.say(rule.SYN06, "A query reads one table by its key.", "read the values first, then ask with IN")
	case (x.is(0, "exists") || x.is(0, "any") || x.is(0, "all")) && x.has(1, tLParen):
		x.say(rule.SYN06, "CQL has no subqueries.", "")
		x.otherwise = "read the rows first, then ask with their values"
	case x.is(0, "having"):
		x.say(rule.SYN06, "CQL has no HAVING.", "filter the groups in the application")
	case x.is(0, "union") || x.is(0, "intersect") || x.is(0, "except"):
		x.say(rule.SYN06, "CQL has no "+upper(fold(x.word(0)))+".", "run the queries one by one")
	case x.is(0, "offset") || x.is(0, "fetch"):
		x.say(rule.SYN13, "CQL has no OFFSET: to skip rows the server would have to read them.", "let the driver page, or go on after the last key you have seen")
		x.dropRest("leave out " + upper(fold(x.word(0))))
	case t.kind == tComma && x.has(-2, kLimit):
		x.say(rule.SYN13, "LIMIT takes one number; there is no OFFSET, for the server would have to read what it skips.", "let the driver page, or go on after the last key you have seen")
	case x.is(0, "nulls") && x.p.err.context != "FROM":
		x.say(rule.SYN06, "There is no order for missing values: clustering columns are never missing.", "")
		x.fix("leave out NULLS "+upper(x.word(1)), remove(x.tok(-1).End, x.tok(1).End))
	case t.kind == kAnd && x.p.err.context == "WHERE" && x.parenthesized():
		x.say(rule.SYN07, "Parentheses go around one condition only.", "")
	case x.p.err.context == "WHERE" && x.has(-1, kWhere, kAnd) && t.constant():
		x.say(rule.SYN06, "The column stands on the left.", "")
		x.otherwise = "write the column, the operator, the value"
		if op := x.tok(1).kind; isOneOf(op, []kind{tEq, tLt, tLe, tGt, tGe, tNe}) && x.tok(2).ident() {
			turned := map[kind]string{tEq: "=", tLt: ">", tLe: ">=", tGt: "<", tGe: "<=", tNe: "!="}[op]
			x.fix("turn the condition around", replace(diag.Span{Start: t.Start, End: x.tok(2).End}, x.word(2)+" "+turned+" "+x.word(0)))
		}
	case x.has(-1, kIn) && !x.has(0, tLParen) && (t.constant() || t.kind == tLBracket):
		x.say(rule.SYN30, "The values of IN stand in parentheses.", "")
		if t.kind == tLBracket {
			if end := x.closing(x.at); end > 0 {
				x.fix("write parentheses", replace(t.Span, "("), replace(x.tokAt(end).Span, ")"))
			}
			return
		}
		last := x.at
		for last+2 < len(x.toks) && x.tokAt(last+1).kind == tComma && x.tokAt(last+2).constant() {
			last += 2
		}
		x.fix("put the values in parentheses", insert(t.Start, "("), insert(x.tokAt(last).End, ")"))
	case x.has(0, kIn) && x.p.err.context == "WHERE" && x.has(-1, tRParen, tRBracket):
		x.say(rule.SYN30, "token(…) and an element of a map cannot be compared with IN.", "")
	case x.has(-1, tEq, tLt, tLe, tGt, tGe, tNe) && x.has(-2, tRParen) && x.p.err.context == "WHERE" && t.constant():
		x.say(rule.SYN32, "What several columns are compared with is a tuple.", "")
		x.fix("put the value in parentheses", insert(t.Start, "("), insert(t.End, ")"))
	}
}

// orToIn turns c = 1 OR c = 2 into c IN (1, 2).
func (x *explainer) orToIn() {
	// c = value before the OR.
	i := x.at - 3
	if i < 0 || !x.tokAt(i).ident() || x.tokAt(i+1).kind != tEq {
		return
	}
	column := fold(x.text[x.tokAt(i).Start:x.tokAt(i).End])
	values := []string{x.word(-1)}
	end := x.tokAt(x.at - 1).End
	for j := x.at; j+3 < len(x.toks) && x.tokAt(j).kind == kOr; j += 4 {
		if fold(x.text[x.tokAt(j+1).Start:x.tokAt(j+1).End]) != column || x.tokAt(j+2).kind != tEq {
			return
		}
		values = append(values, x.text[x.tokAt(j+3).Start:x.tokAt(j+3).End])
		end = x.tokAt(j + 3).End
	}
	if len(values) > 1 {
		x.fix("write IN", replace(diag.Span{Start: x.tokAt(i).End, End: end}, " IN ("+strings.Join(values, ", ")+")"))
	}
}

// between2 turns c BETWEEN a AND b into c >= a AND c <= b.
func (x *explainer) between2() {
	and := x.indexOf(kAnd, x.at)
	if and < 0 || !x.has(-1, tIdent, tQuoted) && !x.tok(-1).ident() {
		return
	}
	x.fix("write >= and <=", replace(x.tok(0).Span, ">="), insert(x.tokAt(and).End, " "+x.word(-1)+" <="))
}

// parenthesized takes the parentheses off several conditions.
func (x *explainer) parenthesized() bool {
	for i := x.at - 1; i > 0; i-- {
		if x.tokAt(i).kind == tLParen && isOneOf(x.tokAt(i-1).kind, []kind{kWhere, kAnd}) {
			if end := x.closing(i); end > x.at {
				return x.fix("leave out the parentheses", remove(x.tokAt(i).Start, x.tokAt(i).End), remove(x.tokAt(end).Start, x.tokAt(end).End))
			}
		}
	}
	return true
}

// closing returns the index of the bracket that closes the one at i, or -1.
func (x *explainer) closing(i int) int {
	depth := 0
	for ; i < len(x.toks); i++ {
		switch x.tokAt(i).kind {
		case tLParen, tLBracket, tLBrace, tExpr:
			depth++
		case tRParen, tRBracket, tRBrace:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// dropRest leaves out everything from the token in the way on.
func (x *explainer) dropRest(title string) {
	x.fix(title, remove(x.tok(-1).End, x.p.end))
}

// ---- values

// doubleQuotes are strings in double quotes and names in single ones.
func (x *explainer) doubleQuotes() {
	for n := 0; n >= -1; n-- {
		t := x.tok(n)
		if t.kind == tQuoted && wantsValue(x, n) {
			x.say(rule.SYN10, "Double quotes make a name, single quotes a string.", "")
			text := unquote(x.text[t.Start+1:t.End-1], '"')
			if x.fix("write it in single quotes", replace(t.Span, quoteString(text))) {
				x.d.Message = x.text[t.Start:t.End] + " is a name, and a value is expected"
				return
			}
		}
	}
	if before := x.tok(-1); before.kind == tString && x.tok(0).ident() && before.End == x.tok(0).Start {
		edit := insert(before.End, "'")
		if x.text[before.End-2] == '\\' {
			edit = replace(diag.Span{Start: before.End - 2, End: before.End - 1}, "'")
		}
		if x.fix("write the quote inside the string twice", edit) {
			x.say(rule.SYN33, "The string ends at the second quote.", "")
			return
		}
	}
	if t := x.tok(0); t.kind == tString && !strings.HasPrefix(x.word(0), "$") {
		text := stringText(x.word(0))
		if text != "" && x.fix("write the name in double quotes", replace(t.Span, `"`+strings.ReplaceAll(text, `"`, `""`)+`"`)) {
			x.say(rule.SYN10, "Single quotes make a string, double quotes a name.", "")
			if QuoteName(fold(text)) == fold(text) && fold(text) == text {
				f := &x.d.Fixes[len(x.d.Fixes)-1]
				if f.Edits[0].Text == `"`+text+`"` {
					f.Title, f.Edits[0].Text = "write the name without quotes", text
				}
			}
		}
	}
}

// wantsValue reports whether a value could stand at a token: behind an
// operator, a comma or an opening bracket.
func wantsValue(x *explainer, n int) bool {
	return x.has(n-1, tEq, tLt, tLe, tGt, tGe, tNe, tLParen, tComma, tLBracket, tLBrace, tColon, kLike, kContains, kKey, tPlus, tMinus, tPlusEq, tMinusEq, kJSON, kUsing)
}

// arithmetic is arithmetic with a column in SET.
func (x *explainer) arithmetic() {
	if x.p.err.context != "SET" || !x.tok(-1).ident() && !x.tok(0).ident() {
		return
	}
	ops := []kind{tStar, tSlash, tPercent, tPlus, tMinus}
	if x.has(0, ops...) || x.has(-2, ops...) {
		x.say(rule.SYN17, "A write does not read first, so it cannot compute with the stored value. Only counters and collections are added to, as c = c + x.",
			"read the value, compute, and write it; with IF to be sure that nobody wrote in between")
	}
}

// functions are parts of functions, aggregates and casts.
func (x *explainer) functions() {
	t := x.tok(0)
	switch c := x.p.err.context; {
	case c == "CREATE AGGREGATE" && t.kind == tDot:
		x.say(rule.SYN34, "The functions of an aggregate are in its own keyspace.", "")
		x.fix("leave out the keyspace", remove(x.tok(-1).Start, t.End))
	case c == "CREATE FUNCTION" && x.has(-1, kReturns) && t.kind != kNull:
		x.say(rule.SYN34, "A function says first what it does with null.", "")
		x.fix("call it with null, too", insert(x.tok(-1).Start, "CALLED ON NULL INPUT "))
		x.fix("return null for null", insert(x.tok(-1).Start, "RETURNS NULL ON NULL INPUT "))
	case c == "CREATE FUNCTION" && x.has(-1, kLanguage) && t.kind == tString:
		x.fix("write the language without quotes", replace(t.Span, stringText(x.word(0))))
	case x.p.err.want == "a native type" && x.has(-1, kAs):
		x.say(rule.SYN31, "CAST makes native types only.", "")
	}
}

// brokenNames are names that would need quotes or another character.
func (x *explainer) brokenNames() {
	t, before, after := x.tok(0), x.tok(-1), x.tok(1)
	switch {
	case isOneOf(t.kind, []kind{tInteger, tFloat, tDuration, tHex, tUUID}) && after.ident() && after.Start == t.End && !x.has(-1, tEq):
		name := x.text[t.Start:after.End]
		if x.fix(`write "`+fold(name)+`"`, replace(diag.Span{Start: t.Start, End: after.End}, `"`+fold(name)+`"`)) {
			x.say(rule.SYN05, "A name without quotes starts with a letter.", "")
		}
	case t.kind == tMinus && before.End == t.Start && before.ident() && after.Start == t.End && (after.ident() || after.keyword()):
		name := fold(x.word(-1) + "_" + x.word(1))
		if x.fix("write "+name, replace(diag.Span{Start: before.Start, End: after.End}, name)) {
			x.say(rule.SYN05, "A name without quotes has letters, digits and underscores only.", "")
		}
	}
}

// bareWords are words where a value is expected: a string without quotes, a
// column on the right side, a date.
func (x *explainer) bareWords() {
	t := x.tok(-1)
	if t.ident() && t.kind != tQuoted && wantsValue(x, -1) && (strings.Contains(x.p.err.want, "'('") || strings.Contains(x.p.err.want, "a value")) {
		if x.p.err.context == "WITH" {
			return
		}
		x.say(rule.SYN14, "A word without quotes is a name, and a name is no value.", "")
		x.otherwise = "put the text into single quotes"
		if x.p.err.context == "WHERE" {
			x.say(rule.SYN06, "A column is compared with a value, never with another column.", "")
			x.otherwise = "write a value, or read the rows and compare in the application"
		}
		if x.fix("write it as a string", replace(t.Span, quoteString(x.word(-1)))) {
			x.d.Message = "'" + x.word(-1) + "' is a name, and a value is expected"
		}
		return
	}
	if t := x.tok(0); t.ident() && t.kind != tQuoted && strings.Contains(x.p.err.want, "a value") {
		x.fix("write it as a string", replace(t.Span, quoteString(x.word(0))))
		return
	}
	// 2024-01-31 is three numbers, and 2024-01-31 10:15 is more.
	if t := x.tok(0); t.kind == tInteger && x.word(0)[0] == '-' && x.has(-1, tInteger) && x.tok(-1).End == t.Start {
		end := x.at
		for end+1 < len(x.toks) && x.tokAt(end+1).Start == x.tokAt(end).End && isOneOf(x.tokAt(end+1).kind, []kind{tInteger, tColon, tIdent, tDot, tFloat}) {
			end++
		}
		if end > x.at && len(x.word(-1)) == 4 {
			whole := diag.Span{Start: x.tok(-1).Start, End: x.tokAt(end).End}
			if x.fix("write the date as a string", replace(whole, quoteString(x.text[whole.Start:whole.End]))) {
				x.say(rule.SYN14, "Without quotes this is a number with other numbers behind it.", "")
			}
		}
	}
	if x.has(-1, tDot) && x.has(0, tInteger) || x.has(0, tDot) && x.has(1, tInteger) {
		dot := x.tok(-1)
		if x.has(0, tDot) {
			dot = x.tok(0)
		}
		x.fix("write a zero before the dot", insert(dot.Start, "0"))
	}
}

// gluedMinus is a minus that belongs to the number behind it.
func (x *explainer) gluedMinus() {
	t := x.tok(0)
	if t.kind != tInteger && t.kind != tFloat || x.word(0)[0] != '-' {
		return
	}
	x.say(rule.SYN18, "A minus in front of a digit belongs to the number, so two values stand side by side here.", "")
	x.fix("put spaces around the minus", replace(t.Span, spaced(x.text, t.Start)+"- "+x.word(0)[1:]))
}

// spaced is the space that is missing before an offset.
func spaced(text string, at int) string {
	if at > 0 && class[text[at-1]]&cSpace == 0 {
		return " "
	}
	return ""
}

// json is a JSON value that is no string.
func (x *explainer) json() {
	if !x.has(-1, kJSON) || !x.has(0, tLBrace, tQuoted) {
		return
	}
	x.say(rule.SYN29, "The JSON text is one string.", "")
	t := x.tok(0)
	end := t.End
	if t.kind == tLBrace {
		close := x.closing(x.at)
		if close < 0 {
			return
		}
		end = x.tokAt(close).End
	}
	x.fix("put the JSON text in quotes", replace(diag.Span{Start: t.Start, End: end}, quoteString(x.text[t.Start:end])))
}

// ---- columns and keys

// columnOptions are what SQL allows behind a column's type.
func (x *explainer) columnOptions() {
	if c := x.p.err.context; c != "the columns" && c != "ADD" && c != "the fields" && c != "ALTER" {
		return
	}
	t := x.tok(0)
	if t.kind == tLParen && x.tok(-1).ident() && x.has(1, tInteger) {
		if end := x.closing(x.at); end > 0 {
			x.say(rule.SYN20, "A type has no length: a value takes the space it needs.", "")
			from, _ := x.cut(t)
			if !x.fix("leave out the length", remove(from, x.tokAt(end).End)) && x.is(-1, "char") {
				x.fix("write text", replace(diag.Span{Start: x.tok(-1).Start, End: x.tokAt(end).End}, "text"))
			}
		}
		return
	}
	why := map[string]string{
		"not": "NOT NULL does not exist: only the columns of the primary key are required.", "null": "Every column but those of the key may be missing.",
		"default": "There are no default values: a column that is not written is not there.", "unique": "Nothing but the primary key is unique.",
		"check": "Cassandra 5.0 has no constraints.", "references": "There are no foreign keys: the rows of another table lie on other nodes.",
		"foreign": "There are no foreign keys: the rows of another table lie on other nodes.", "constraint": "Cassandra 5.0 has no constraints.",
		"auto_increment": "No node can count for all the others; use a uuid or a timeuuid.", "autoincrement": "No node can count for all the others; use a uuid or a timeuuid.",
		"identity": "No node can count for all the others; use a uuid or a timeuuid.", "unsigned": "Numbers have a sign.", "collate": "Text is compared byte by byte.",
		"comment": "Only the whole table has a comment.", "index": "An index is made by CREATE INDEX.", "generated": "There are no computed columns.",
	}
	word := fold(x.word(0))
	if reason, ok := why[word]; ok && (t.kind == tIdent || t.keyword()) {
		x.say(rule.SYN20, reason, "")
		end := x.at
		depth := 0
		for ; end < len(x.toks); end++ {
			k := x.tokAt(end).kind
			if depth == 0 && (k == tComma || k == tRParen || k == kPrimary || k == kStatic) {
				break
			}
			if k == tLParen {
				depth++
			} else if k == tRParen {
				depth--
			}
		}
		from := x.tok(-1).End
		title := "leave out " + strings.Join(strings.Fields(upper(fold(x.text[t.Start:x.tokAt(end-1).End]))), " ")
		if x.has(-1, tComma) { // a whole item
			from = x.tok(-1).Start
		}
		x.fix(title, remove(from, x.tokAt(end-1).End))
		return
	}
	if (x.has(0, tComma, tRParen) || x.has(0, kPrimary)) && strings.Contains(x.p.err.want, "a type") && x.tok(-1).ident() {
		x.d.Message = "the column " + x.word(-1) + " has no type"
		x.say(rule.SYN20, "", "write a type behind the name")
		x.fix("make it text", insert(x.tok(-1).End, " text"))
		return
	}
	if t.kind == kStatic && x.has(-1, kKey) {
		x.say(rule.SYN20, "STATIC stands before PRIMARY KEY, and a column of the key is never static.", "")
		x.fix("leave out STATIC", x.removeTok(t))
	}
	if t.kind == kKey && x.is(-1, "primary") {
		return
	}
	if t.kind == tRParen && x.has(-1, tLParen) {
		what := "table has at least one column"
		if x.p.err.context == "the fields" {
			what = "type has at least one field"
		}
		x.say("", "A "+what+".", "")
		return
	}
	x.genericTypes()
}

// genericTypes are collections without what they hold.
func (x *explainer) genericTypes() {
	t, before := x.tok(0), x.tok(-1)
	if before.kind == kSet && isOneOf(t.kind, []kind{tComma, tRParen, kPrimary}) {
		x.say(rule.SYN27, "A set says what it holds.", "")
		x.fix("make it a set of text", insert(before.End, "<text>"))
		return
	}
	if t.kind != tGt {
		return
	}
	for i, depth := x.at-1, 0; i > 0; i-- {
		switch x.tokAt(i).kind {
		case tGt:
			depth++
		case tLt:
			if depth--; depth >= 0 {
				continue
			}
			switch x.tokAt(i - 1).kind {
			case kMap:
				x.say(rule.SYN27, "A map has two types, one for keys and one for values.", "")
			case kVector:
				x.say(rule.SYN27, "A vector says how many dimensions it has.", "write vector<float, 3>")
			default:
				x.say(rule.SYN27, "A type in angle brackets says what it holds.", "")
			}
			return
		}
	}
}

// primaryKeys are keys in another shape.
func (x *explainer) primaryKeys() {
	t := x.tok(0)
	switch {
	case x.p.err.context == "PRIMARY KEY" && x.has(-1, kKey) && t.ident():
		x.say(rule.SYN22, "The columns of the key stand in parentheses.", "")
		last := x.at
		for last+2 < len(x.toks) && x.tokAt(last+1).kind == tComma && x.tokAt(last+2).ident() && (last+3 >= len(x.toks) || !x.tokAt(last+3).ident()) {
			last += 2
		}
		x.fix("put the key in parentheses", insert(t.Start, "("), insert(x.tokAt(last).End, ")"))
	case x.p.err.context == "PRIMARY KEY" && t.kind == tLParen && x.has(-1, tComma):
		x.say(rule.SYN22, "Only the partition key, which comes first, has parentheses of its own.", "")
		if end := x.closing(x.at); end > 0 {
			x.fix("leave out the inner parentheses", remove(t.Start, t.End), remove(x.tokAt(end).Start, x.tokAt(end).End))
		}
	case x.p.err.context == "PRIMARY KEY" && t.kind == tRParen && x.has(-1, tLParen):
		x.say(rule.SYN22, "A key has at least one column.", "")
	case x.p.err.context == "PRIMARY KEY" && x.has(0, kAsc, kDesc):
		x.say(rule.SYN23, "The order of clustering columns stands behind the table, in WITH CLUSTERING ORDER BY.", "")
		x.fix("leave out "+upper(fold(x.word(0))), x.removeTok(t))
	case x.p.err.context == "CLUSTERING ORDER BY" && x.has(0, tComma, tRParen) && x.tok(-1).ident():
		x.say(rule.SYN23, "Here each column needs ASC or DESC.", "")
		x.fix("write ASC", insert(x.tok(-1).End, " ASC"))
	case x.p.err.context == "CLUSTERING ORDER BY" && x.has(-1, kBy) && t.ident():
		x.say(rule.SYN23, "The columns stand in parentheses, each with ASC or DESC.", "")
		last := x.at
		for last+1 < len(x.toks) && (x.tokAt(last+1).ident() || isOneOf(x.tokAt(last+1).kind, []kind{tComma, kAsc, kDesc})) {
			last++
		}
		x.fix("put the columns in parentheses", insert(t.Start, "("), insert(x.tokAt(last).End, ")"))
	case x.is(0, "clustering") && x.is(1, "key"):
		x.say(rule.SYN22, "Clustering columns follow the partition key inside PRIMARY KEY.", "write PRIMARY KEY ((partition key), clustering columns)")
	case x.is(0, "partition") && x.is(1, "key"), x.is(-1, "partition") && x.is(0, "key"):
		x.say(rule.SYN22, "The partition key is the first part of PRIMARY KEY.", "write PRIMARY KEY ((partition key), clustering columns)")
	}
}

// options are options in WITH.
func (x *explainer) options() {
	t := x.tok(0)
	c := x.p.err.context
	if c != "WITH" && c != "after CREATE TABLE" && c != "after ALTER TABLE" && c != "after the statement" && c != "CREATE KEYSPACE" && c != "CREATE" && c != "CREATE INDEX" && c != "after CREATE MATERIALIZED VIEW" {
		return
	}
	switch {
	case t.kind == tComma && x.indexOf(kWith, 0) >= 0 && x.indexOf(kWith, 0) < x.at:
		x.say(rule.SYN23, "Options are joined by AND.", "")
		x.otherwise = "write AND between them"
		x.fix("write AND", replace(t.Span, " AND"))
	case t.kind == kWith && x.indexOf(kWith, 0) < x.at:
		x.say(rule.SYN24, "Options are joined by AND.", "")
		x.otherwise = "write AND between them"
		x.fix("write AND", replace(t.Span, "AND"))
	case t.kind == kOrder && x.is(-1, "clustering") || t.kind == tIdent && x.has(-1, tEq):
		x.say(rule.SYN24, "The value of an option is a constant or a map.", "")
		if t.kind == tIdent {
			x.fix("write it as a string", replace(t.Span, quoteString(x.word(0))))
		} else {
			x.say(rule.SYN23, "The order of the rows is fixed when the table is made.", "make a new table with the order you need")
		}
	case t.kind == tIdent && x.has(-1, tInteger) && x.has(-2, tEq) && x.tok(-1).End == t.Start:
		whole := diag.Span{Start: x.tok(-1).Start, End: t.End}
		x.say(rule.SYN24, "The value of an option is a constant or a map.", "")
		x.fix("write it as a string", replace(whole, quoteString(x.text[whole.Start:whole.End])))
	case t.kind == tColon && x.tok(-1).ident(), x.tok(-1).ident() && x.has(-2, tLBrace, tComma, tColon) && x.p.err.context == "WITH":
		x.say(rule.SYN24, "The keys and values in an option's map are constants.", "")
		x.fix("write it as a string", replace(x.tok(-1).Span, quoteString(x.word(-1))))
	case c == "WITH" && t.ident() && x.has(-1, tColon):
		x.fix("write it as a string", replace(t.Span, quoteString(x.word(0))))
	case t.kind == tEOF && x.first() == kCreate && x.has(-len(x.toks)+1, kKeyspace) || t.kind == tSemi && x.tokAt(1).kind == kKeyspace && x.indexOf(kWith, 0) < 0:
		x.say(rule.SYN03, "A keyspace says how many nodes hold each row.", "")
		x.fix("keep one copy of each row", insert(x.tok(-1).End, " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}"))
	}
}

// ---- reads

// selectLists are select lists in other shapes.
func (x *explainer) selectLists() {
	if x.first() != kSelect {
		return
	}
	t := x.tok(0)
	switch {
	case t.kind == tComma && x.has(-1, tStar) && x.has(-2, kSelect):
		x.say(rule.SYN08, "* already means all columns; nothing can stand beside it.", "")
	case x.is(-1, "distinct") && x.has(-2, tLParen), x.is(-2, "distinct") && x.has(-3, tLParen):
		x.say(rule.SYN08, "DISTINCT counts nothing in CQL: it stands behind SELECT and names the whole partition key.", "")
	case x.is(0, "json") && x.is(-1, "distinct"):
		x.say(rule.SYN09, "", "")
		x.fix("write JSON DISTINCT", replace(diag.Span{Start: x.tok(-1).Start, End: t.End}, "JSON DISTINCT"))
	case x.is(0, "top") || x.is(-1, "top"):
		x.say(rule.SYN06, "CQL has no TOP.", "write LIMIT at the end")
	case t.ident() && t.kind != kAs && (x.tok(-1).ident() || x.has(-1, tRParen)) && x.indexOf(kFrom, 0) > x.at:
		x.say(rule.SYN06, "Another name for a column is given with AS.", "")
		x.otherwise = "write column AS name"
		x.fix("write AS", insert(t.Start, "AS "))
		if !x.fixed() {
			x.fix("put a comma between the columns", insert(x.tok(-1).End, ","))
		}
	}
}

// tables are tables in FROM that are more than one name.
func (x *explainer) tables() {
	from := x.indexOf(kFrom, 0)
	if from < 0 || from > x.at || x.first() != kSelect && x.first() != kDelete {
		return
	}
	t := x.tok(0)
	switch {
	case t.kind == tComma && x.p.err.context == "FROM":
		x.d.Message = "a query reads one table"
		x.say(rule.SYN06, "The rows of two tables lie on different nodes, so there are no joins.", "make a table that already holds what this query needs, or read twice")
	case t.kind == kAs && x.at <= from+4, t.kind == tIdent && x.at > from+1 && x.at <= from+4 && x.tok(-1).ident() && nearKeyword(x.word(0)) == "":
		x.say(rule.SYN06, "A table has no other name in a query: there is only one.", "")
		x.otherwise = "leave the other name out"
		end := t.End
		if t.kind == kAs {
			end = x.tok(1).End
		}
		edits := []diag.Edit{remove(x.tok(-1).End, end)}
		alias := t
		if t.kind == kAs {
			alias = x.tok(1)
		}
		for i, owner := range x.toks { // u.id is the column id
			if name := x.text[owner.Start:owner.End]; i+1 < len(x.toks) && x.tokAt(i+1).kind == tDot && strings.EqualFold(name, x.text[alias.Start:alias.End]) {
				edits = append(edits, remove(owner.Start, x.tokAt(i+1).End))
			}
		}
		sort.Slice(edits, func(i, j int) bool { return edits[i].Start < edits[j].Start })
		x.fix("leave out the other name", edits...)
	case t.kind == tDot && x.has(-2, tDot):
		x.say("", "A name has at most two parts: keyspace.table.", "")
	}
}

// clauseOrder brings the clauses of a statement into the order of the grammar.
func (x *explainer) clauseOrder() {
	type clause struct {
		rank int
		text string
	}
	var starts []int
	rank := func(i int) int {
		prev := tEOF
		if i > 0 {
			prev = x.tokAt(i - 1).kind
		}
		next := tEOF
		if i+1 < len(x.toks) {
			next = x.tokAt(i + 1).kind
		}
		k := x.tokAt(i).kind
		switch x.first() {
		case kSelect:
			switch {
			case k == kWhere:
				return 1
			case k == kGroup && next == kBy:
				return 2
			case k == kOrder && next == kBy:
				return 3
			case k == kPer && next == kPartition:
				return 4
			case k == kLimit && prev != kPartition:
				return 5
			case k == kAllow:
				return 6
			}
		case kInsert:
			switch {
			case k == kIf:
				return 1
			case k == kUsing:
				return 2
			}
		case kUpdate:
			switch {
			case k == kUsing:
				return 1
			case k == kSet && prev != tLt:
				return 2
			case k == kWhere:
				return 3
			case k == kIf:
				return 4
			}
		case kDelete:
			switch {
			case k == kUsing:
				return 1
			case k == kWhere:
				return 2
			case k == kIf:
				return 3
			}
		case kCreate:
			if x.tokAt(min(1, len(x.toks)-1)).kind == kIndex || x.tokAt(1).kind == kCustom {
				switch {
				case k == kUsing:
					return 1
				case k == kWith:
					return 2
				}
			}
		}
		return 0
	}
	depth := 0
	for i, t := range x.toks {
		switch t.kind {
		case tLParen, tLBracket, tLBrace, tExpr:
			depth++
		case tRParen, tRBracket, tRBrace:
			depth--
		}
		if depth == 0 && i > 0 && rank(i) > 0 {
			starts = append(starts, i)
		}
	}
	if len(starts) < 2 {
		return
	}
	end := x.tokAt(len(x.toks) - 1).End
	for i := len(x.toks) - 1; i > 0 && x.tokAt(i).kind == tSemi; i-- {
		end = x.tokAt(i - 1).End
	}
	var list []clause
	ordered := true
	for n, i := range starts {
		stop := end
		if n+1 < len(starts) {
			stop = x.tokAt(starts[n+1] - 1).End
		}
		c := clause{rank(i), x.text[x.tokAt(i).Start:stop]}
		at := len(list)
		for at > 0 && list[at-1].rank > c.rank {
			at--
			ordered = false
		}
		list = append(list, clause{})
		copy(list[at+1:], list[at:])
		list[at] = c
	}
	if ordered {
		return
	}
	parts := make([]string, len(list))
	for i, c := range list {
		parts[i] = c.text
	}
	if x.fix("bring the clauses into order", replace(diag.Span{Start: x.tokAt(starts[0]).Start, End: end}, strings.Join(parts, " "))) {
		switch x.first() {
		case kSelect:
			x.say(rule.SYN12, "The clauses come in one order: WHERE, GROUP BY, ORDER BY, PER PARTITION LIMIT, LIMIT, ALLOW FILTERING.", "")
		case kInsert:
			x.say(rule.SYN15, "IF NOT EXISTS comes before USING.", "")
		case kCreate:
			x.say(rule.SYN28, "USING comes before WITH.", "")
		default:
			x.say(rule.SYN15, "USING comes before "+map[kind]string{kUpdate: "SET", kDelete: "WHERE"}[x.first()]+", IF comes last.", "")
		}
	}
}

// ---- writes

func (x *explainer) inserts() {
	if x.first() != kInsert {
		return
	}
	t := x.tok(0)
	switch {
	case t.kind == kValues && x.at >= 3 && x.indexOf(tLParen, 0) > x.at:
		x.d.Message = "INSERT names its columns before VALUES"
		x.say(rule.SYN14, "A row has only the columns that were written, so the server needs to know which.", "write INSERT INTO table (column, …) VALUES (value, …)")
	case t.kind == tComma && x.has(-1, tRParen) && x.has(1, tLParen):
		x.d.Message = "INSERT writes one row"
		x.say(rule.SYN14, "Rows may belong to different nodes.", "write one INSERT for each row; a batch only for rows of one partition")
	case t.kind == kSelect:
		x.say(rule.SYN14, "A row is written from values, not from a query.", "read first, then write")
	case x.has(0, kExists) && x.has(-1, kIf):
		x.say(rule.SYN16, "INSERT only knows IF NOT EXISTS.", "")
		x.fix("write IF NOT EXISTS", insert(t.Start, "NOT "))
	case t.kind == kSet:
		x.say(rule.SYN14, "INSERT takes columns and values; SET belongs to UPDATE, which writes a missing row as well.", "")
	case x.is(0, "on") && (x.is(1, "conflict") || x.is(1, "duplicate")):
		x.say(rule.SYN14, "INSERT overwrites what is there.", "")
		x.dropRest("leave it out")
	case x.is(0, "returning"):
		x.say(rule.SYN14, "A write returns nothing.", "")
		x.dropRest("leave it out")
	}
}

func (x *explainer) updates() {
	first := x.first()
	if first != kUpdate && first != kDelete {
		return
	}
	t := x.tok(0)
	switch {
	case t.kind == kNot && x.has(-1, kIf):
		x.say(rule.SYN16, "UPDATE and DELETE know IF EXISTS and conditions; IF NOT EXISTS belongs to INSERT.", "")
	case first == kDelete && t.kind == tStar:
		x.say(rule.SYN11, "DELETE without columns deletes whole rows.", "")
		x.fix("leave out *", x.removeTok(t))
	case first == kDelete && x.has(-1, kUsing) && x.has(0, kTTL):
		x.say(rule.SYN15, "What is deleted cannot expire; DELETE takes TIMESTAMP only.", "")
	case first == kDelete && x.at == 2 && x.p.err.context == "DELETE" && t.kind != kFrom && x.indexOf(kFrom, 0) < 0:
		x.fix("write FROM", insert(x.tok(-1).Start, "FROM "))
	case x.p.err.context == "SET" && (x.has(0, tPlusEq, tMinusEq) || t.kind == tDot):
		x.say(rule.SYN17, "An element or a field is set, not added to.", "")
		x.otherwise = "write the new value of the element"
	case t.kind == kAnd && x.p.err.context == "SET" || t.kind == kAnd && strings.Contains(x.p.err.want, "WHERE"):
		x.say(rule.SYN17, "Assignments are separated by commas.", "")
		x.otherwise = "write SET a = 1, b = 2"
		from, _ := x.cut(t)
		x.fix("write a comma", replace(diag.Span{Start: from, End: t.End}, ","))
	}
}

func (x *explainer) batches() {
	if x.first() != kBegin {
		return
	}
	t := x.tok(0)
	switch {
	case x.is(0, "logged"):
		x.say(rule.SYN19, "A batch is logged unless it is UNLOGGED.", "")
		x.fix("leave out LOGGED", x.removeTok(t))
	case x.is(0, "transaction") || x.is(0, "tran") || x.is(0, "work"):
		x.say(rule.SYN19, "CQL has no transactions; a batch is applied as a whole, and isolated only within a partition.", "")
	case x.is(0, "end") || x.is(0, "commit"):
		x.say(rule.SYN19, "A batch ends with APPLY BATCH.", "")
		end := t.End
		if x.is(1, "batch") {
			end = x.tok(1).End
		}
		x.fix("write APPLY BATCH", replace(diag.Span{Start: t.Start, End: end}, "APPLY BATCH"))
	case t.kind == tSemi:
		x.say(rule.SYN19, "At most one semicolon stands behind each statement of a batch.", "")
		x.fix("leave out the second semicolon", x.removeTok(t))
	case t.kind == kSelect:
		x.say(rule.SYN19, "A batch holds INSERT, UPDATE and DELETE only.", "")
	case t.kind == tEOF:
		x.d.Message = "the batch is not closed"
		x.say(rule.SYN19, "A batch ends with APPLY BATCH.", "")
		x.fix("write APPLY BATCH", insert(x.tok(-1).End, " APPLY BATCH"))
	case x.is(-1, "apply"):
		x.fix("write APPLY BATCH", insert(x.tok(-1).End, " BATCH"))
	}
}

// ---- schema changes

func (x *explainer) alterations() {
	if x.first() != kAlter {
		return
	}
	t := x.tok(0)
	action := x.indexOf(kAdd, 2)
	if i := x.indexOf(kDrop, 2); action < 0 || i >= 0 && i < action {
		action = i
	}
	switch {
	case x.is(-1, "column") && x.has(-2, kAdd, kDrop, kAlter, kRename), x.is(-2, "column") && x.has(-3, kAdd, kDrop, kAlter, kRename):
		n := -1
		if !x.is(-1, "column") {
			n = -2
		}
		x.say(rule.SYN25, "ALTER TABLE has no word COLUMN.", "")
		x.fix("leave out COLUMN", x.removeTok(x.tok(n)))
	case t.kind == tComma && action > 0 && x.tokAt(1).kind == kTable:
		x.say(rule.SYN25, "Several columns stand in parentheses.", "")
		end := x.tokAt(len(x.toks) - 1)
		for i := len(x.toks) - 1; end.kind == tSemi; i-- {
			end = x.tokAt(i)
		}
		// ADD a int, ADD b int.
		edits := []diag.Edit{insert(x.tokAt(action+1).Start, "(")}
		for i := action + 1; i < len(x.toks); i++ {
			if x.tokAt(i).kind == x.tokAt(action).kind && x.tokAt(i-1).kind == tComma {
				edits = append(edits, remove(x.tokAt(i).Start, x.tokAt(i+1).Start))
			}
		}
		x.fix("put the columns in parentheses", append(edits, insert(end.End, ")"))...)
	case t.kind == tComma && action > 0 && x.tokAt(1).kind == kType, t.kind == tLParen && x.tokAt(1).kind == kType:
		x.say(rule.SYN26, "ALTER TYPE adds one field at a time.", "write one ALTER TYPE for each field")
	case t.kind == kDrop && x.tokAt(1).kind == kType:
		x.say(rule.SYN26, "A field cannot be taken off a type: stored values hold it.", "rename it, or make a new type")
	case t.kind == kTo && x.has(-1, kRename):
		x.say(rule.SYN25, "A table keeps its name.", "make a new table and copy the rows")
	case x.is(0, "modify") || x.is(0, "change"):
		x.say(rule.SYN25, "The type of a column is fixed.", "add a column of the type you need")
	}
}

func (x *explainer) indexes() {
	if x.first() != kCreate || x.indexOf(kIndex, 0) < 0 || x.indexOf(kIndex, 0) > 2 {
		return
	}
	t := x.tok(0)
	switch {
	case t.kind == tIdent && x.has(-1, kUsing):
		x.say(rule.SYN28, "The class of an index is a string.", "")
		x.fix("write it as a string", replace(t.Span, quoteString(x.word(0))))
	case t.kind == tDot && strings.Contains(x.p.err.want, "ON"):
		x.say(rule.SYN28, "An index is made in the keyspace of its table and takes no keyspace of its own.", "")
		x.fix("leave out the keyspace", remove(x.tok(-1).Start, t.End))
	case t.kind == tLParen && x.p.err.context == "the indexed columns":
		x.say(rule.SYN28, "An index covers a column, or keys, values, entries or full of a collection.", "")
	case x.has(0, kAsc, kDesc):
		x.say(rule.SYN28, "An index has no order.", "")
		x.fix("leave out "+upper(fold(x.word(0))), x.removeTok(t))
	}
}

// ---- words and signs

// misspelled is a keyword with a letter too many, too few or in the wrong place.
func (x *explainer) misspelled() {
	for _, n := range []int{0, -1, 1} {
		t := x.tok(n)
		if t.kind != tIdent {
			continue
		}
		if k := nearKeyword(x.word(n)); k != "" && x.fix("write "+k, replace(t.Span, k)) {
			x.d.Message = "'" + x.word(n) + "' is no keyword; " + k + " is"
			if n == 0 {
				x.d.Message = "expected " + k + ", found '" + x.word(n) + "'"
			}
			return
		}
	}
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
		if n := diag.Distance(word, k, limit); n < limit {
			best, limit = k, n
		}
	}
	return best
}

// reservedWords are reserved words as names.
func (x *explainer) reservedWords() {
	for _, n := range []int{0, -1} {
		t := x.tok(n)
		if !t.keyword() || t.unreserved() {
			continue
		}
		word := fold(x.word(n))
		if x.fix(`write "`+word+`"`, replace(t.Span, `"`+word+`"`)) {
			x.d.Message = upper(word) + " is a reserved word"
			x.say(rule.SYN04, "A reserved word is a name only in double quotes, and then everywhere.", "choose another name, or quote it")
			return
		}
	}
}

// punctuation is a comma, a parenthesis or a word too many or too few.
func (x *explainer) punctuation() {
	t, before := x.tok(0), x.tok(-1)
	x.single = true // two guesses in a row are no explanation
	defer func() { x.single = false }()
	if before.kind == tComma && isOneOf(t.kind, []kind{tRParen, tRBracket, tRBrace, kFrom, kWhere}) {
		if x.fix("leave out the comma", remove(before.Start, before.End)) {
			x.say("", "Nothing follows this comma.", "")
			return
		}
	}
	if x.p.err.want == "':'" && t.kind == tEq && x.fix("write :", replace(t.Span, ":")) {
		return
	}
	if t.kind == before.kind && t.kind != tIdent && x.fix("leave out the second "+x.word(0), x.removeTok(t)) {
		return
	}
	for _, s := range []struct{ title, text string }{
		{"put a comma here", ","}, {"put a parenthesis here", ")"}, {"put a parenthesis here", " ("}, {"write AND", " AND"}, {"put a bracket here", "]"},
		{"put a brace here", "}"}, {"put = here", " ="}, {"put : here", ":"}, {"put > here", ">"},
	} {
		if x.fix(s.title, insert(before.End, s.text)) {
			return
		}
	}
	if t.kind == tEOF {
		for _, s := range []string{"))", ")))", "')"} {
			if x.fix("close the parentheses", insert(x.tok(-1).End, s)) {
				return
			}
		}
		return
	}
	if !t.ident() && x.fix("leave out "+x.word(0), x.removeTok(t)) {
		return
	}
	// A name at which the server stops in front of what is too much.
	if t.kind == tRParen && x.fix("leave out "+x.word(0), x.removeTok(t)) {
		return
	}
}

// missingClause says what is missing where no edit can be made up.
func (x *explainer) missingClause() {
	want := x.p.err.want
	switch {
	case strings.HasPrefix(want, "WHERE") && x.first() == kUpdate:
		x.d.Message = "UPDATE needs a WHERE clause"
		x.say(rule.SYN11, "A write goes to the nodes that hold the row, and the key names them.", "name the whole primary key: WHERE key = value")
	case strings.HasPrefix(want, "WHERE") && x.first() == kDelete:
		x.d.Message = "DELETE needs a WHERE clause"
		x.say(rule.SYN11, "A write goes to the nodes that hold the row, and the key names them.", "name the partition; TRUNCATE empties a whole table")
	}
}

// ---- the lexer's problems

// typographic are characters that word processors and web pages put in place of
// those of CQL.
var typographic = map[rune]string{
	'‘': "'", '’': "'", '‚': "'", '‛': "'", '´': "'", '′': "'", '“': "'", '”': "'", '„': "'", '‟': "'", '″': "'", '«': "'", '»': "'",
	'–': "-", '—': "-", '−': "-", '‐': "-", '‑': "-", '…': "..", '，': ",", '；': ";", '（': "(", '）': ")", '＝': "=", '：': ":", '×': "*", '≤': "<=", '≥': ">=", '≠': "!=",
	'\u00a0': " ", '\u1680': " ", '\u2000': " ", '\u2001': " ", '\u2002': " ", '\u2003': " ", '\u2004': " ", '\u2005': " ", '\u2006': " ", '\u2007': " ",
	'\u2008': " ", '\u2009': " ", '\u200a': " ", '\u202f': " ", '\u205f': " ", '\u3000': " ", '\f': " ", '\v': " ",
	'\ufeff': "", '\u200b': "", '\u200c': "", '\u200d': "", '\u2060': "", '\u00ad': "",
}

// explainLexer says in words what the lexer's problem is.
func (p *parser) explainLexer(d *diag.Diagnostic) {
	x := newExplainer(p, d)
	text := p.text
	d.Rule = string(rule.SYN05)
	switch p.badWhy {
	case openString, openDollar:
		d.Rule, d.Message = string(rule.SYN33), "the string is not closed"
		d.Related = []diag.Related{{Span: diag.Span{Start: p.badFrom, End: p.badFrom + 1}, Text: "it starts here"}}
		d.Why = "Everything up to the end belongs to the string. A quote inside a string is written twice: 'it''s'."
		if x != nil {
			x.closeString(`'`)
		}
	case openName:
		d.Rule, d.Message = string(rule.SYN33), "the quoted name is not closed"
		d.Related = []diag.Related{{Span: diag.Span{Start: p.badFrom, End: p.badFrom + 1}, Text: "it starts here"}}
		if x != nil {
			x.closeString(`"`)
		}
	case openComment:
		d.Rule, d.Message = string(rule.SYN33), "the comment is not closed"
		d.Related = []diag.Related{{Span: diag.Span{Start: p.badFrom, End: p.badFrom + 2}, Text: "it starts here"}}
		if x != nil {
			x.fix("close the comment", insert(p.end, " */"))
		}
	case openLineComment:
		d.Rule, d.Message = string(rule.SYN33), "the comment at the end has no line break behind it"
		d.Related = []diag.Related{{Span: diag.Span{Start: p.badFrom, End: p.badFrom + 2}, Text: "it starts here"}}
		d.Why = "The server reads a comment up to the end of its line, and finds none. cqlsh takes comments out before it sends a statement."
		if x != nil {
			x.fix("leave out the comment", remove(cutSpace(text, p.badFrom, p.end)))
			x.fix("end it with a line break", insert(p.end, "\n"))
		}
	case badNumber:
		p.explainNumber(d, x)
	default:
		p.explainCharacter(d, x)
	}
	if x != nil {
		x.sayOtherwise()
	}
}

func (p *parser) explainNumber(d *diag.Diagnostic, x *explainer) {
	from, end := p.badFrom, p.bad
	for end < p.end && class[p.text[end]]&cWord != 0 {
		end++
	}
	word := p.text[from:end]
	otherwise := ""
	switch p.badKind {
	case tUUID:
		d.Message = "'" + word + "' begins like a UUID, but is none"
		d.Why = "A number with one of the letters a to f behind it can only be a UUID: 8, 4, 4, 4 and 12 hexadecimal digits with a minus between them."
		otherwise = "Write all digits of the UUID, or put the text into single quotes."
	case tFloat:
		d.Message = "'" + word + "' is a number without its exponent"
	case tDuration:
		d.Message = "'" + word + "' is no duration"
		d.Why = "A duration is numbers with units (y mo w d h m s ms us ns), as 1h30m, or in ISO 8601 with capital letters, as PT1H30M."
		otherwise = "Write the duration in one of these ways."
	default:
		d.Message = "'" + word + "' is taken for -NaN or -Infinity, but goes on differently"
		d.Why = "A minus in front of n or i starts one of these two numbers."
	}
	if x == nil {
		d.Instead = otherwise
		return
	}
	x.otherwise = otherwise
	switch place := (diag.Span{Start: from, End: end}); {
	case p.text[from] == '-' && x.fix("put a space behind the minus", insert(from+1, " ")):
	case x.fix("write it as a string", replace(place, quoteString(word))):
	case x.fix(`write "`+word+`"`, replace(place, `"`+word+`"`)):
	}
}

func (p *parser) explainCharacter(d *diag.Diagnostic, x *explainer) {
	text := p.text
	at := p.bad
	if p.badFrom < p.bad { // ! and $ alone: the place is behind them
		at = p.badFrom
	}
	c, size := utf8.DecodeRuneInString(text[at:p.end]) // size 1 for a byte that is no UTF-8
	if at == p.bad {
		d.End = at + size
	}
	what := "'" + string(c) + "'"
	if c < ' ' || typographic[c] == " " || typographic[c] == "" && c > 0x7f && size == 3 && (c == '\ufeff' || c == '\u200b') {
		what = "the invisible character U+" + hex4(c)
	}
	d.Message = what + " means nothing in CQL here"
	if x == nil {
		return
	}
	if _, ok := typographic[c]; ok {
		d.Why = "Word processors and web pages replace plain characters by such ones."
		x.otherwise = "Write the plain characters."
		x.fixTypographic()
		return
	}
	end := at + size
	for end < p.end && (class[text[end]]&cWord != 0 || text[end] >= 0x80) {
		end++
	}
	start := at
	for start > p.begin && (class[text[start-1]]&cWord != 0 || text[start-1] >= 0x80) {
		start--
	}
	word := text[start:end]
	switch c {
	case '`':
		d.Why = "Backticks belong to MySQL; names that need quotes stand in double quotes."
		x.otherwise = "Leave the backticks out."
		x.fixBackticks()
	case '#':
		d.Why = "A comment starts with -- or //."
		x.otherwise = "Write the comment with --."
		x.fix("write --", replace(diag.Span{Start: at, End: at + 1}, "--"))
	case '_':
		d.Why = "A name without quotes starts with a letter."
		x.fix(`write "`+fold(word)+`"`, replace(diag.Span{Start: start, End: end}, `"`+fold(word)+`"`))
	case '&':
		x.fix("write AND", replace(diag.Span{Start: at, End: min(at+2, p.end)}, " AND "))
		x.fix("write AND", replace(diag.Span{Start: at, End: at + 1}, " AND "))
	case '|':
		d.Why = "CQL has no operator that joins texts, and no OR."
	case '$':
		if inner, _, ok := strings.Cut(text[at+1:p.end], "}"); ok && strings.HasPrefix(inner, "{") {
			x.placeholder(inner[1:], diag.Span{Start: at, End: at + 1 + len(inner) + 1})
			return
		}
		d.Why = "A string in dollars has two of them on each side; a place for a value is ? or :name."
		x.otherwise = "Write a value, ? or :name."
		x.fix("write ?", replace(diag.Span{Start: at, End: end}, "?"))
	case '@':
		d.Why = "A place for a value is ? or :name."
		x.otherwise = "Write a value, ? or :name."
		x.fix("write :"+text[at+1:end], replace(diag.Span{Start: at, End: at + 1}, ":"))
	case '!':
		d.Why = "The only operator with ! is !=."
		x.otherwise = "Leave it out; where a condition of IF asks for other values, write !=."
		x.fix("write !=", replace(diag.Span{Start: at, End: at + 1}, "!="))
	case '\\':
		d.Why = "A backslash escapes nothing; a quote inside a string is written twice."
		x.fix("leave it out", remove(at, at+1))
	case '^':
		d.Why = "CQL calculates with + - * / and %."
	default:
		if c > 0x7f {
			d.Why = "A name without quotes has letters from a to z, digits and underscores only."
			if x.fix(`write "`+word+`"`, replace(diag.Span{Start: start, End: end}, `"`+word+`"`)) {
				return
			}
			x.fix("write it as a string", replace(diag.Span{Start: start, End: end}, quoteString(word)))
		}
	}
	if !x.fixed() {
		x.fix("leave out "+what, remove(at, at+size))
	}
}

func hex4(c rune) string {
	const digits = "0123456789ABCDEF"
	return string([]byte{digits[c>>12&15], digits[c>>8&15], digits[c>>4&15], digits[c&15]})
}

// fixTypographic replaces all typographic characters outside of strings.
func (x *explainer) fixTypographic() {
	for _, double := range []bool{false, true} {
		var edits []diag.Edit
		inside := false
		for i, c := range x.text[x.p.begin:x.p.end] {
			at := x.p.begin + i
			if c == '\'' {
				inside = !inside
			}
			plain, ok := typographic[c]
			if !ok || inside {
				continue
			}
			if double && plain == "'" {
				plain = `"`
			}
			edits = append(edits, replace(diag.Span{Start: at, End: at + len(string(c))}, plain))
		}
		if x.fix("write the plain characters", edits...) {
			return
		}
	}
}

// fixBackticks replaces pairs of backticks by double quotes, or by nothing.
func (x *explainer) fixBackticks() {
	var edits []diag.Edit
	open := -1
	for i := x.p.begin; i < x.p.end; i++ {
		if x.text[i] != '`' {
			continue
		}
		if open < 0 {
			open = i
			continue
		}
		name := x.text[open+1 : i]
		if QuoteName(fold(name)) == name {
			edits = append(edits, remove(open, open+1), remove(i, i+1))
		} else {
			edits = append(edits, replace(diag.Span{Start: open, End: open + 1}, `"`), replace(diag.Span{Start: i, End: i + 1}, `"`))
		}
		open = -1
	}
	x.fix("write the names without backticks", edits...)
}

// closeString tries where a quote is missing: behind a word, a comma or a
// parenthesis, from the first place on.
func (x *explainer) closeString(quote string) {
	text, from, end := x.text, x.p.badFrom, x.p.end
	if i := strings.Index(text[x.p.begin:end], `\'`); i >= 0 && quote == "'" {
		var edits []diag.Edit
		for i := x.p.begin; i+1 < end; i++ {
			if text[i] == '\\' && text[i+1] == '\'' {
				edits = append(edits, replace(diag.Span{Start: i, End: i + 1}, "'"))
			}
		}
		if x.fix("write the quote inside the string twice", edits...) {
			return
		}
	}
	if x.p.script {
		x.closeInScript(quote)
		return
	}
	for i := from + 1; i <= end && *x.p.tries > 0; i++ {
		if i == end || strings.IndexByte(",)]};", text[i]) >= 0 || class[text[i]]&cSpace != 0 {
			if x.fix("close the string", insert(i, quote)) {
				return
			}
		}
	}
	for _, s := range []string{quote + ")", quote + "))"} {
		if x.fix("close the string", insert(end, s)) {
			return
		}
	}
}

// explainAction adds to an error that the server words itself.
func (p *parser) explainAction(d *diag.Diagnostic) {
	x := newExplainer(p, d)
	if x == nil {
		return
	}
	switch rule.ID(d.Rule) {
	case rule.SYNA1:
		d.Why = "The plan of a statement depends on its tables, so names are fixed when it is prepared; only values are bound."
	case rule.SYNA2:
		d.Why = "One write gives a column one value."
		x.removeItem(d.Span)
	case rule.SYNA3:
		d.Why = "A write does not read other columns; a counter or a collection is added to in place."
	case rule.SYNA4:
		if len(d.Related) > 0 {
			d.Why = "An option has one value."
			x.removeItem(d.Span)
		} else {
			d.Why = "Options are read when the table is made, so their keys and values are constants."
		}
	case rule.SYNA5:
		d.Why = "A value of such a type is always written as a whole; there is nothing to freeze."
		if inner := x.text[d.Start:d.End]; strings.HasSuffix(inner, ">") && strings.Contains(inner, "<") {
			x.fix("leave out frozen", replace(d.Span, strings.TrimSpace(inner[strings.IndexByte(inner, '<')+1:len(inner)-1])))
		}
	case rule.SYNA6:
		d.Why = "The name is kept for a type that may come."
		x.fix("write it in double quotes", replace(d.Span, `"`+x.text[d.Start:d.End]+`"`))
	case rule.SYNA9:
		x.fix("write the name without quotes", replace(d.Span, strings.Trim(x.text[d.Start:d.End], `"`)))
	case rule.SYNA10:
		d.Why = "What can be done with a resource depends on its kind."
	}
}

// explainThrown adds to an error that the server throws while it parses.
func (p *parser) explainThrown(d *diag.Diagnostic) {
	x := newExplainer(p, d)
	if x == nil {
		return
	}
	switch rule.ID(d.Rule) {
	case rule.CT01:
		d.Why = "A row has each column once."
		if end := x.itemEnd(); end > d.End {
			x.removeItem(diag.Span{Start: d.Start, End: end})
		}
	case rule.CT03:
		d.Why = "The key says where a row lies, so there is one."
		if x.has(-1, tComma) {
			x.removeItem(diag.Span{Start: d.Start, End: max(d.End, x.itemEnd())})
		} else {
			x.fix("leave it out", remove(cutSpace(x.text, d.Start, d.End)))
		}
	case rule.CT07:
		d.Why = "A column has one order."
		x.removeItem(d.Span)
	}
}

// itemEnd returns where the item ends that begins at the token in the way.
func (x *explainer) itemEnd() int {
	depth := 0
	for i := x.at; i < len(x.toks); i++ {
		switch k := x.tokAt(i).kind; {
		case k == tLParen || k == tLt:
			depth++
		case k == tGt || k == tRParen && depth > 0:
			depth--
		case depth == 0 && (k == tComma || k == tRParen):
			return x.tokAt(i - 1).End
		}
	}
	return 0
}

// removeItem leaves out one of several items together with the comma or the AND
// before it.
func (x *explainer) removeItem(s diag.Span) {
	for i, t := range x.toks {
		if t.Start >= s.Start && i > 1 && isOneOf(x.tokAt(i-1).kind, []kind{tComma, kAnd}) {
			x.fix("leave it out", remove(x.tokAt(i-2).End, s.End))
			return
		}
	}
}

// closeInScript tries where a quote is missing if the rest of a script follows:
// the statement must parse up to its semicolon.
func (x *explainer) closeInScript(quote string) {
	text, end := x.text, x.p.end
	for i := x.p.badFrom + 1; i <= end && *x.p.tries > 0; i++ {
		if i < end && strings.IndexByte(",)]};", text[i]) < 0 && class[text[i]]&cSpace == 0 {
			continue
		}
		stop := end
		if n := strings.IndexByte(text[i:end], ';'); n >= 0 {
			stop = i + n
		}
		*x.p.tries--
		q := parser{lexer: lexer{text: text[x.p.begin:i] + quote + text[i:stop]}, attempt: noFixes}
		q.end = len(q.text)
		if _, d := q.parse(); d == nil {
			x.d.Fixes = append(x.d.Fixes, diag.Fix{Title: "close the string", Edits: []diag.Edit{insert(i, quote)}})
			return
		}
	}
}
