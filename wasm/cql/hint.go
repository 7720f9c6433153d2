// From what the parser met to what the reader is told: the message in words of
// our own, and what was probably meant. Slips are in slip.go.

package cql

import (
	"strconv"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
)

// javaNumber is the message of a NumberFormatException for a number that is
// too large.
func javaNumber(text string) string { return `For input string: "` + text + `"` }

// failedParsing records an exception in an action of the server's grammar that
// it did not expect.
func (p *parser) failedParsing(exception, message string, at diag.Span) {
	p.throw(rule.None.Syntax(at, "Failed parsing statement: [%] reason: % %", p.text[p.begin:p.end], exception, message))
}

// diagnose returns the error that the server reports, or nil: an exception
// thrown while parsing, else the first error that was collected. It has no
// words yet; words finds them.
func (p *parser) diagnose() *diag.Diagnostic {
	switch {
	case p.thrown != nil:
		return p.thrown
	case p.action != nil:
		return p.action
	case p.badWhy != noProblem && (!p.failed || p.err.lexical) || p.failed && p.readAhead():
		p.lexical = true
		return &diag.Diagnostic{Kind: diag.Syntax, Span: diag.Span{Start: p.bad, End: p.bad}}
	case p.failed:
		return &diag.Diagnostic{Kind: diag.Syntax, Span: p.err.Span}
	}
	return nil
}

// readAhead reports whether the lexer stumbles over a token that the server has
// read before it reports the syntax error: it looks ahead by up to two tokens.
func (p *parser) readAhead() bool {
	look := func(from, tokens int) bool {
		l := lexer{text: p.text, pos: from, end: p.end}
		for ; tokens > 0; tokens-- {
			l.scan()
			if from == p.termEnd && !afterTerm(l.kind) {
				break
			}
			from = -1
		}
		if l.badWhy == noProblem {
			return false
		}
		p.bad, p.badWhy, p.badKind, p.badFrom = l.bad, l.badWhy, l.badKind, l.badFrom
		return true
	}
	return p.reach > 0 && look(p.reach, 3) || p.termEnd > 0 && look(p.termEnd, 2)
}

// explain says in words what a syntax error is, and looks for what was meant.
func (p *parser) explain(d *diag.Diagnostic) {
	d.Message = "expected " + either(p.err.want) + ", " + p.found()
	d.Rule = string(contextRules[p.err.context])
	if p.err.tooDeep {
		d.Kind, d.Rule, d.Message = diag.Server, "", "java.lang.StackOverflowError"
		d.Why = "Parentheses, lists, types or the terms of an expression are nested more than " + strconv.Itoa(maxDepth) + " levels deep. The server runs out of stack on such a statement: how deep it gets before changes while it runs."
		return
	}
	if x := newExplainer(p, d); x != nil {
		x.explain()
	}
}

// found names the token that is in the way.
func (p *parser) found() string {
	e := &p.err
	if e.kind == tEOF {
		return "but the statement ends"
	}
	text := p.text[e.Start:e.End]
	if len(text) > 30 {
		text = strings.ToValidUTF8(text[:27], "") + "…"
	}
	switch {
	case e.kind.keyword() && !e.kind.unreserved():
		return "found the reserved word " + upper(fold(text))
	case e.kind == tString || e.kind == tQuoted || e.kind == tEmptyQuoted:
		return "found " + text
	}
	return "found '" + text + "'"
}

// either turns "a | b | c" into "a, b or c".
func either(want string) string {
	parts := strings.Split(want, " | ")
	if len(parts) == 1 {
		return want
	}
	last := len(parts) - 1
	return strings.Join(parts[:last], ", ") + " or " + parts[last]
}

// contextRules is the rule that an error in a clause most likely breaks.
var contextRules = map[string]rule.ID{
	"after the statement": rule.SYN01, "SELECT": rule.SYN06, "FROM": rule.SYN06, "WHERE": rule.SYN06, "GROUP BY": rule.SYN12,
	"ORDER BY": rule.SYN12, "PER PARTITION LIMIT": rule.SYN13, "LIMIT": rule.SYN13, "ALLOW FILTERING": rule.SYN12, "after SELECT": rule.SYN12,
	"INSERT": rule.SYN14, "VALUES": rule.SYN14, "JSON": rule.SYN29, "USING": rule.SYN15, "after INSERT": rule.SYN15, "UPDATE": rule.SYN15,
	"SET": rule.SYN17, "IF": rule.SYN16, "DELETE": rule.SYN11, "BEGIN": rule.SYN19, "BATCH": rule.SYN19,
	"CREATE TABLE": rule.SYN05, "the columns": rule.SYN20, "PRIMARY KEY": rule.SYN22, "CLUSTERING ORDER BY": rule.SYN23, "WITH": rule.SYN24,
	"CREATE TYPE": rule.SYN26, "the fields": rule.SYN26, "ALTER TYPE": rule.SYN26, "CREATE INDEX": rule.SYN28, "the indexed columns": rule.SYN28,
	"ALTER TABLE": rule.SYN25, "ADD": rule.SYN25, "DROP": rule.SYN25, "RENAME": rule.SYN25, "ALTER": rule.SYN25,
	"CREATE FUNCTION": rule.SYN34, "CREATE AGGREGATE": rule.SYN34, "CREATE KEYSPACE": rule.SYN03,
}

// ---- the explainer

// A token is a token with its place.
type token struct {
	kind
	diag.Span
}

// maxExplained bounds the statements for which fixes are tried, in bytes, and
// maxTried the bytes that are parsed in doing so.
const (
	maxExplained = 20_000
	maxTried     = 100_000
	maxTries     = 60

	noFixes = 9 // as the number of attempts: look for no fixes
)

// An explainer looks for what was meant. A fix counts only if the statement
// parses with it, or gets further and can be fixed there.
type explainer struct {
	p      *parser
	d      *diag.Diagnostic
	text   string // the whole text
	toks   []token
	at     int  // index of the token in the way, or len(toks) at the end
	single bool // whether a fix has to do alone
	often  bool // whether it may be one of many of its kind
	onward bool // whether it is enough that the error is further on by more than two tokens

	otherwise string // what to write instead where no fix is found
}

func newExplainer(p *parser, d *diag.Diagnostic) *explainer {
	if p.end-p.begin > maxExplained || p.attempt > 2 {
		return nil
	}
	if p.tries == nil {
		tries := min(maxTries, 1+maxTried/(p.end-p.begin+1))
		p.tries = &tries
	}
	x := &explainer{p: p, d: d, text: p.text}
	l := lexer{text: p.text, pos: p.begin, end: p.end}
	for l.scan(); l.kind != tEOF; l.scan() {
		if l.start >= d.Start && x.at == 0 {
			x.at = len(x.toks) + 1
		}
		x.toks = append(x.toks, token{l.kind, l.span()})
	}
	if x.at == 0 {
		x.at = len(x.toks) + 1
	}
	x.at--
	return x
}

// tok returns the n-th token from the one in the way; kind tEOF outside.
func (x *explainer) tok(n int) token { return x.tokAt(x.at + n) }

// tokAt returns the i-th token of the statement; kind tEOF outside.
func (x *explainer) tokAt(i int) token {
	switch {
	case i < 0:
		return token{tEOF, diag.Span{Start: x.p.begin, End: x.p.begin}}
	case i >= len(x.toks):
		return token{tEOF, diag.Span{Start: x.p.end, End: x.p.end}}
	}
	return x.toks[i]
}

func (x *explainer) word(n int) string { t := x.tok(n); return x.text[t.Start:t.End] }

// say sets what is said beside the message.
func (x *explainer) say(id rule.ID, why, instead string) {
	if id != "" {
		x.d.Rule = string(id)
	}
	if why != "" {
		x.d.Why = why
	}
	if instead != "" {
		x.d.Instead = instead
	}
}

// sayOtherwise says what to write where no fix shows it.
func (x *explainer) sayOtherwise() {
	if !x.fixed() && x.d.Instead == "" {
		x.d.Instead = x.otherwise
	}
}

func replace(s diag.Span, text string) diag.Edit { return diag.Edit{Span: s, Text: text} }
func insert(at int, text string) diag.Edit {
	return diag.Edit{Span: diag.Span{Start: at, End: at}, Text: text}
}
func remove(from, to int) diag.Edit                { return diag.Edit{Span: diag.Span{Start: from, End: to}} }
func (x *explainer) cut(t token) (from, to int)    { return cutSpace(x.text, t.Start, t.End) }
func (x *explainer) removeTok(t token) diag.Edit   { return remove(x.cut(t)) }
func (x *explainer) wants(what string) bool        { return strings.Contains(x.p.err.want, what) }
func (x *explainer) textAt(i int) string           { t := x.tokAt(i); return x.text[t.Start:t.End] }
func (x *explainer) fixed() bool                   { return len(x.d.Fixes) > 0 }
func (x *explainer) has(n int, kinds ...kind) bool { return isOneOf(x.tok(n).kind, kinds) }
func (x *explainer) indexOf(k kind, from int) int  { return indexOf(x.toks, k, from) }

// behind reports whether the token in the way stands behind a keyword.
func (x *explainer) behind(k kind) bool { i := x.indexOf(k, 0); return i >= 0 && i < x.at }

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

// parenthesize puts the tokens from i to j in parentheses, unparenthesize takes off
// those that open at i.
func (x *explainer) parenthesize(i, j int) []diag.Edit {
	return []diag.Edit{insert(x.tokAt(i).Start, "("), insert(x.tokAt(j).End, ")")}
}

func (x *explainer) unparenthesize(title string, i int) []offer {
	end := x.closing(i)
	if end < 0 {
		return nil
	}
	return offers(title, remove(x.tokAt(i).Start, x.tokAt(i).End), remove(x.tokAt(end).Start, x.tokAt(end).End))
}

// endBefore leaves out everything from the token in the way on.
func (x *explainer) endBefore(title string) []offer {
	return offers(title, remove(x.tok(-1).End, x.p.end))
}

func isOneOf(k kind, kinds []kind) bool {
	for _, other := range kinds {
		if k == other {
			return true
		}
	}
	return false
}

func indexOf(toks []token, k kind, from int) int {
	for i := max(from, 0); i < len(toks); i++ {
		if toks[i].kind == k {
			return i
		}
	}
	return -1
}

// cutSpace widens a span that is removed to the space before it.
func cutSpace(text string, from, to int) (int, int) {
	for from > 0 && class[text[from-1]]&cSpace != 0 {
		from--
	}
	return from, to
}

// fix adds a fix if the statement parses with it, or if the error then is
// further on and can be fixed, too.
func (x *explainer) fix(title string, edits ...diag.Edit) bool {
	if *x.p.tries <= 0 {
		return false
	}
	*x.p.tries--
	begin, end := x.p.begin, x.p.end
	shifted := make([]diag.Edit, len(edits))
	delta, grown := 0, 0
	for i, e := range edits {
		if e.Start < begin || e.End > end {
			return false
		}
		shifted[i] = diag.Edit{Span: diag.Span{Start: e.Start - begin, End: e.End - begin}, Text: e.Text}
		grown += len(e.Text) - e.Len()
		if e.End <= x.d.Start {
			delta += len(e.Text) - e.Len()
		}
	}
	statement := x.text[begin:end]
	text := diag.Fix{Edits: shifted}.Apply(statement)
	q := parser{lexer: lexer{text: text, end: len(text), server: x.p.server}, attempt: x.p.attempt + 1, tries: x.p.tries, script: x.p.script, meter: x.p.meter}
	_, d := q.parse()
	if d == nil {
		x.add(diag.Fix{Title: title, Edits: edits})
		return true
	}
	// A second slip behind the first one.
	if x.often {
		q.attempt--
	}
	if x.single && !x.often || d.Kind != diag.Syntax || d.Start <= x.d.Start-begin+max(delta, grown) || q.attempt > 2 {
		return false
	}
	q.words(d)
	if len(d.Fixes) == 0 && x.onward && d.Start > x.tok(2).Start-begin+max(delta, grown) {
		x.add(diag.Fix{Title: title, Edits: edits})
		return true
	}
	if len(d.Fixes) == 0 || x.single && !q.often {
		return false
	}
	next := d.Fixes[0]
	for _, f := range d.Fixes {
		if f.Title == title || strings.HasPrefix(f.Title, title+eachTime) { // the same again explains more than something else
			next = f
			break
		}
	}
	edit := difference(statement, next.Apply(text))
	edit.Start += begin
	edit.End += begin
	x.add(diag.Fix{Title: together(title, next.Title), Edits: []diag.Edit{edit}})
	return true
}

func (x *explainer) add(f diag.Fix) {
	if len(x.d.Fixes) == 0 {
		x.p.often = x.often
	}
	x.d.Fixes = append(x.d.Fixes, f)
}

// eachTime stands behind the title of what is done in more than one place.
const eachTime = ", each time"

// together is the title of an edit and of those that follow it.
func together(title, next string) string {
	out := title
	for _, part := range strings.Split(next, "; ") {
		if strings.TrimSuffix(part, eachTime) == title {
			out = title + eachTime + out[len(title):]
		} else {
			out += "; " + part
		}
	}
	return out
}

// words finds the words for an error, and notes whether they are our own.
func (p *parser) words(d *diag.Diagnostic) {
	server := d.Message
	defer func() { d.Ours = d.Message != server && d.Kind == diag.Syntax }()
	switch {
	case p.thrown != nil:
		p.explainThrown(d)
	case p.lexical:
		p.explainLexer(d)
	case p.action != nil:
		p.explainAction(d)
	default:
		p.explain(d)
	}
}

// difference returns the one edit that turns a text into another one, of whole words: what
// begins within a word would be kept apart from its other half.
func difference(from, to string) diag.Edit {
	start := 0
	for start < len(from) && start < len(to) && from[start] == to[start] {
		start++
	}
	end := 0
	for end < len(from)-start && end < len(to)-start && from[len(from)-1-end] == to[len(to)-1-end] {
		end++
	}
	// Do not cut a character in two.
	for start > 0 && start < len(from) && from[start]&0xC0 == 0x80 {
		start--
	}
	for end > 0 && from[len(from)-end]&0xC0 == 0x80 {
		end--
	}
	for start > 0 && inWord(from[start-1]) && (start < len(from) && inWord(from[start]) || start < len(to) && inWord(to[start])) {
		start--
	}
	for end > 0 && inWord(from[len(from)-end]) && (end < len(from) && inWord(from[len(from)-end-1]) || end < len(to) && inWord(to[len(to)-end-1])) {
		end--
	}
	return diag.Edit{Span: diag.Span{Start: start, End: len(from) - end}, Text: to[start : len(to)-end]}
}

// inWord reports whether a byte is one of a word, or of a character that is longer.
func inWord(c byte) bool { return class[c]&cWord != 0 || c >= 0x80 }
