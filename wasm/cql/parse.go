// The parser: recursive descent with one function per rule of Cassandra's
// grammar (src/antlr/Parser.g of release 5.0), so that an error is found at the
// token at which the server finds it.

package cql

import (
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/version"
	"partitionlab/wasm/work"
)

// maxDepth bounds how deep terms, selectors, types and relations nest: 1 + 1 + 1 is two
// levels. It is half of what the stack of a browser holds while its code is not optimized
// yet. The server has no such bound: it overflows its stack, on one with 1 MB 5.0.8 did so
// at 800 levels and a little later, once its code was compiled, took 1,400; sums of 2,000
// operators were always too many.
const maxDepth = 1000

// A parser parses one statement.
type parser struct {
	lexer
	markers []Marker
	nodes   nodes
	depth   int
	begin   int     // where the statement starts
	script  bool    // whether the statement stands in a script
	attempt int     // how many fixes were made before this attempt
	tries   *int    // how many attempts are left
	often   bool    // the first fix is of a slip that is made again and again
	written written // columns of this statement
	meter   *work.Meter
	taken   int // tokens that the meter does not know of

	// The first error. After a syntax error the current token is tWrong, which
	// no rule takes, so that all rules return; stuck is the token it was.
	failed  bool
	err     problem
	stuck   kind
	halted  bool             // an action threw an error: nothing can follow
	action  *diag.Diagnostic // first error that the server raises in an action and collects
	lexical bool             // whether the error is the lexer's
	thrown  *diag.Diagnostic // first error that the server throws from an action
	context string           // the clause being parsed, for messages
	reach   int              // where the last selector or name of a table starts; see readAhead
	termEnd int              // where the token after the last term starts; see readAhead
}

// nodes are blocks of the most frequent nodes: one allocation holds several.
type nodes struct {
	constants []Constant
	columns   []ColumnRef
	relations []Relation
	names     []Name
}

// nodeBlock is how many nodes a block holds.
const nodeBlock = 4

func node[T any](block *[]T) *T {
	if len(*block) == cap(*block) {
		*block = make([]T, 0, nodeBlock)
	}
	*block = (*block)[:len(*block)+1]
	return &(*block)[len(*block)-1]
}

// A problem is a syntax error as the parser sees it: what it wanted and what
// stands there instead.
type problem struct {
	diag.Span        // of the unexpected token; empty at the end of the text
	kind      kind   // of the unexpected token
	before    int    // where the token before it ends
	want      string // what is wanted, in words; several are separated by |
	context   string // the clause
	tooDeep   bool
	lexical   bool // the lexer had found an error before
}

// ParseStatement parses the text of exactly one statement, as a driver sends
// it: nothing but spaces, comments and semicolons may stand around it. It
// returns the statement and its bind markers in the order of the text. Beside the
// error that the server reports stands what was understood of the statement, or
// nil. Offsets are bytes of text.
func ParseStatement(text string) (Statement, []Marker, *diag.Diagnostic) {
	return ParseUnder(nil, nil, text)
}

// ParseUnder parses like ParseStatement, as that server does, and a meter counts what that
// takes: see [work.Meter.Try].
func ParseUnder(m *work.Meter, server *version.Switches, text string) (Statement, []Marker, *diag.Diagnostic) {
	return parseAt(text, 0, len(text), false, true, server, m)
}

// parseAt parses the one statement in text[start:end]; fixes says whether to look
// for some where it does not parse.
func parseAt(text string, start, end int, script, fixes bool, server *version.Switches, m *work.Meter) (Statement, []Marker, *diag.Diagnostic) {
	p := parser{lexer: lexer{text: text, pos: start, end: end, stop: start, server: server}, begin: start, script: script, meter: m}
	stmt, d := p.parse()
	if d == nil {
		return stmt, p.markers, nil
	}
	if r, ok := stmt.(*RoleStatement); ok && r.Resource != nil && p.thrown != nil {
		r.Resource.Complete = false
	}
	kept := p // on the heap; p lives on the stack
	if !fixes {
		kept.attempt = noFixes
	}
	missed := server.Miss()
	kept.words(d) // which tries this and that
	if server != nil {
		server.Missed = missed
	}
	return stmt, nil, d
}

// parse parses one statement and the semicolons after it.
func (p *parser) parse() (Statement, *diag.Diagnostic) {
	p.scan()
	stmt := p.statement()
	for p.kind == tSemi {
		p.next()
	}
	if p.kind != tEOF {
		p.context = "after the statement"
		p.fail("the end of the statement")
	}
	return stmt, p.diagnose()
}

// fail records the first syntax error, at the current token.
func (p *parser) fail(want string) {
	if p.kind == tWrong {
		return
	}
	if !p.failed {
		p.failed = true
		p.err = problem{Span: p.span(), kind: p.kind, want: want, context: p.context, before: p.before, lexical: p.badWhy != noProblem}
	}
	p.stuck, p.kind = p.kind, tWrong
}

// failAhead records the first syntax error at the token after the current one:
// the server looks at both before it takes the first.
func (p *parser) failAhead(want string) {
	if p.kind == tWrong {
		return
	}
	here := p.lexer
	p.lexer.next()
	p.fail(want)
	l := p.lexer
	p.lexer = here
	p.bad, p.badWhy, p.badKind, p.badFrom = l.bad, l.badWhy, l.badKind, l.badFrom
	p.stuck, p.kind = p.kind, tWrong
}

// goOn goes on behind a rule that failed, at the token at which it failed. The
// server's parser does that after every rule; here it matters where an action
// that comes later throws an error that wins over the syntax error.
func (p *parser) goOn() {
	if p.kind == tWrong && !p.halted {
		p.kind = p.stuck
	}
}

// next reads the next token, unless the parser is stuck.
func (p *parser) next() {
	if p.kind != tWrong {
		p.lexer.next()
		if p.taken++; p.taken == tokensAtOnce {
			p.taken = 0
			p.meter.Spend(tokensAtOnce, 1, "tokens")
		}
	}
}

// tokensAtOnce is how many tokens the parser takes before it tells the meter.
const tokensAtOnce = 256

// got takes the current token if it is of kind k.
func (p *parser) got(k kind) bool {
	if p.kind != k {
		return false
	}
	p.next()
	return true
}

// want takes a token of kind k, or fails.
func (p *parser) want(k kind, what string) bool {
	if p.kind != k {
		p.fail(what)
		return false
	}
	p.next()
	return true
}

// peek returns the kind of the token after the current one.
func (p *parser) peek() kind {
	if p.kind == tWrong {
		return tWrong
	}
	l := p.lexer
	l.next()
	return l.kind
}

// from returns the span from an offset to the end of the last token taken.
func (p *parser) from(start int) place {
	return place{diag.Span{Start: start, End: max(p.before, start)}}
}

// A mark is a place to which the parser can go back.
type mark struct {
	lexer   lexer
	markers int
	action  *diag.Diagnostic
}

func (p *parser) mark() mark { return mark{p.lexer, len(p.markers), p.action} }

// reset goes back and forgets the error since the mark. What the lexer found
// on the way stays found, as on the server.
func (p *parser) reset(m mark) {
	l := p.lexer
	p.lexer = m.lexer
	p.bad, p.badWhy, p.badKind, p.badFrom = l.bad, l.badWhy, l.badKind, l.badFrom
	p.failed, p.err = false, problem{}
	p.markers = p.markers[:m.markers]
	p.action = m.action
}

// enter guards recursion; the caller calls leave if it returns true.
func (p *parser) enter() bool {
	if p.depth >= maxDepth {
		if !p.failed {
			p.fail("less nesting")
			p.err.tooDeep = true
		}
		p.fail("")
		return false
	}
	p.depth++
	return true
}

func (p *parser) leave() { p.depth-- }

// leaveAll goes back to a depth.
func (p *parser) leaveAll(depth int) { p.depth = depth }

// collect records an error that the server raises in an action of its grammar
// and reports unless a syntax error came before. The action comes behind the last
// token taken, when the current one has been read.
func (p *parser) collect(d *diag.Diagnostic) *diag.Diagnostic {
	if p.action == nil && !p.failed && p.badWhy == noProblem {
		p.action = d
	}
	return d
}

// collectAhead is collect where the server has read the token behind the current
// one, too: it needs it to see where a table's name or a term ends.
func (p *parser) collectAhead(d *diag.Diagnostic) *diag.Diagnostic {
	l := p.lexer
	l.next()
	if l.badWhy != noProblem {
		return d
	}
	return p.collect(d)
}

// throw records an error that the server throws from an action: it wins over
// syntax errors.
func (p *parser) throw(d *diag.Diagnostic) *diag.Diagnostic {
	if p.thrown == nil && !p.halted {
		p.thrown = d
	}
	p.halted = true
	if p.kind != tWrong {
		p.stuck, p.kind = p.kind, tWrong
	}
	return d
}

// ---- names

// name takes the current token, which is an identifier, as a name.
func (p *parser) name() Name {
	n := Name{Span: p.span()}
	if p.kind == tQuoted {
		n.Text, n.Quoted = unquote(p.text[p.start+1:p.stop-1], '"'), true
	} else {
		n.Text = fold(p.text[p.start:p.stop])
	}
	p.next()
	return n
}

// ident parses an identifier.
func (p *parser) ident(what string) Name {
	if !p.kind.ident() {
		p.fail(what)
		return Name{}
	}
	return p.name()
}

// cident parses the name of a column, where the server also takes "".
func (p *parser) cident(what string) Name {
	if p.kind == tEmptyQuoted {
		n := Name{Span: p.span(), Quoted: true}
		p.next()
		return n
	}
	return p.ident(what)
}

// objectName parses a name in a place where a bind marker has an error of its
// own: what is "keyspace", "table", "index" or "role".
func (p *parser) objectName(what string) Name {
	if p.kind == tQMark {
		at := p.span()
		d := rule.SYNA1.Syntax(at, "Bind variables cannot be used for % names", what)
		p.next()
		switch what {
		case "keyspace", "table":
			p.collectAhead(d)
		default:
			p.collect(d)
		}
		return Name{Span: at, Text: "?"}
	}
	return p.ident(nameOf(what))
}

// qualified parses [keyspace.]name.
func (p *parser) qualified(what string) QualifiedName {
	if !p.kind.ident() && p.kind != tQMark {
		p.fail(nameOf(what))
		return QualifiedName{}
	}
	switch next := p.peek(); {
	case next == tDot:
		n := p.objectName("keyspace")
		p.next()
		return QualifiedName{Keyspace: n, Name: p.objectName(what)}
	case !afterTable(next):
		p.failAhead(p.wantAfterTable())
		return QualifiedName{}
	}
	p.reach = max(p.reach, p.start)
	return QualifiedName{Name: p.objectName(what)}
}

func (p *parser) table() QualifiedName { return p.qualified("table") }

// afterTable reports whether a token can follow a table's name anywhere: the
// server looks at it before it takes the name.
func afterTable(k kind) bool {
	switch k {
	case tEOF, tSemi, tLParen, kAdd, kAllow, kAlter, kAs, kDrop, kFrom, kGroup, kJSON, kLimit, kNoRecursive, kOf, kOrder, kPer,
		kPrimary, kRename, kSet, kTo, kUsing, kWhere, kWith:
		return true
	}
	return false
}

// wantAfterTable is what the statement wants behind its table, in words.
func (p *parser) wantAfterTable() string {
	switch p.context {
	case "FROM":
		return "WHERE | another clause | the end of the statement"
	case "INSERT":
		return "'(' | JSON"
	case "UPDATE":
		return "SET | USING"
	case "DELETE":
		return "WHERE | USING"
	case "CREATE TABLE", "CREATE INDEX":
		return "'('"
	case "ALTER TABLE":
		return "ADD | ALTER | DROP | RENAME | WITH"
	case "CREATE MATERIALIZED VIEW":
		return "AS"
	}
	return "the end of the statement"
}

// nameOf is what a name of a kind is called in messages.
func nameOf(what string) string {
	switch what {
	case "table":
		return "the name of a table"
	case "keyspace":
		return "the name of a keyspace"
	case "index":
		return "the name of an index"
	}
	return "the name of a role"
}

// functionName parses [keyspace.]name of a function.
func (p *parser) functionName() QualifiedName {
	var q QualifiedName
	if k := p.kind; k == tQMark || k.ident() && (!k.funcName() || p.peek() == tDot) {
		q.Keyspace = p.objectName("keyspace")
		if !p.want(tDot, "'.'") {
			return q
		}
	}
	q.Name = p.plainFunctionName()
	return q
}

func (p *parser) plainFunctionName() Name {
	if !p.kind.funcName() {
		p.fail("the name of a function")
		return Name{}
	}
	asWritten := p.kind >= firstBasic // the server keeps the case of a keyword here
	n := p.name()
	if asWritten {
		n.Text = p.text[n.Start:n.End]
	}
	return n
}

// userTypeName parses [keyspace.]name of a user type.
func (p *parser) userTypeName() QualifiedName {
	var q QualifiedName
	if k := p.kind; k.ident() && (!k.typeName() || p.peek() == tDot) {
		q.Keyspace = p.name()
		if !p.want(tDot, "'.'") {
			return q
		}
	}
	switch k := p.kind; {
	case k == tIdent:
		q.Name = p.name()
		switch word := p.text[q.Name.Start:q.Name.End]; word {
		case "byte", "complex", "enum", "interval", "macaddr", "bitstring":
			p.collect(rule.SYNA6.Syntax(q.Name.Span, "Invalid (reserved) user type name %", word))
		}
	case k.typeName():
		q.Name = p.name()
	default:
		p.fail("the name of a type")
	}
	return q
}

// ---- clauses that several statements share

func (p *parser) ifNotExists() bool {
	if !p.got(kIf) {
		return false
	}
	p.want(kNot, "NOT EXISTS")
	p.want(kExists, "EXISTS")
	return true
}

func (p *parser) ifExists() bool {
	if !p.got(kIf) {
		return false
	}
	p.want(kExists, "EXISTS")
	return true
}

// alterIf parses the IF EXISTS of an ALTER.
func (p *parser) alterIf() bool { return p.newer(kIf, version.AlterIfExists) && p.ifExists() }

// newer reports whether a token stands here that not every server takes in this place, and
// the server takes it.
func (p *parser) newer(k kind, f version.Feature) bool { return p.kind == k && p.server.On(f) }

// ---- statements

func (p *parser) statement() Statement {
	start := p.start
	switch p.kind {
	case kSelect:
		return p.selectStatement()
	case kInsert:
		return p.insert()
	case kUpdate:
		return p.update()
	case kDelete:
		return p.delete()
	case kBegin:
		return p.batch()
	case kUse:
		p.next()
		s := &Use{Keyspace: p.objectName("keyspace")}
		s.place = p.from(start)
		return s
	case kTruncate:
		p.next()
		p.got(kTable)
		s := &Truncate{Table: p.table()}
		s.place = p.from(start)
		return s
	case kCreate:
		return p.create()
	case kAlter:
		return p.alter()
	case kDrop:
		return p.drop()
	case kGrant, kRevoke:
		return p.grant()
	case kList:
		return p.listStatement()
	case kAdd:
		if p.server.On(version.Identities) {
			return p.addIdentity()
		}
	case kDescribe, kDesc:
		return p.describe()
	}
	p.context = "at the start"
	p.fail("a statement")
	return nil
}

// A Script is a text of several statements.
type Script struct {
	Source *diag.Source
	Items  []Item
}

// An Item is one statement of a script, or a command of cqlsh.
type Item struct {
	Span    diag.Span // without the semicolon, and without comments around it
	Stmt    Statement // nil where it does not parse, and for a command
	Begun   Statement // what was understood of a statement that does not parse
	Markers []Marker
	Err     *diag.Diagnostic
	Command string    // the command of cqlsh in upper case, such as "SOURCE"; "" for statements
	Open    bool      // the text ends before its semicolon: cqlsh does not run it
	Ended   *work.End // the meter ended the parsing of this; nothing else is known of it
}

// commands are the words that start a command of cqlsh. They are no CQL.
var commands = []string{"CAPTURE", "CLEAR", "CLS", "CONSISTENCY", "COPY", "DEBUG", "ELAPSED", "EXIT", "EXPAND", "HELP", "HISTORY", "LOGIN", "PAGING", "QUIT", "SERIAL", "SHOW", "SOURCE", "TRACING", "UNICODE"}

// Parse parses a script. Statements end at a semicolon outside of strings,
// comments and BEGIN BATCH … APPLY BATCH; the last semicolon may be missing.
// A byte order mark, and a comment at the very end, are no errors here. Each
// statement has at most one error, and the next one is parsed all the same.
//
// Words are further commands, which end with their line as those of cqlsh do.
func Parse(src *diag.Source, words ...string) *Script {
	// Room for the statements of a usual text, and not for one of nothing but semicolons.
	room := min(strings.Count(src.Text, ";")+1, len(src.Text)/32+1)
	script := &Script{Source: src, Items: make([]Item, 0, room)}
	for next := Items(src, nil, nil, words...); ; {
		item, ok := next()
		if !ok {
			return script
		}
		script.Items = append(script.Items, item)
	}
}

// Items parses a script like Parse, one item at each call of the function that comes
// back. The server, whose language it is, and the meter may be nil.
func Items(src *diag.Source, server *version.Switches, m *work.Meter, words ...string) func() (Item, bool) {
	next, errors := pieces(src, words, m), 0
	return func() (item Item, ok bool) {
		p := next()
		if !p.ok {
			return Item{}, false
		}
		ended := m.Try(func() { item = parseItem(src.Text, p.start, p.end, words, errors < maxFixed, server, m) })
		if ended != nil {
			return Item{Span: p.Span(), Ended: ended}, true
		}
		item.Open = p.open && item.Command == ""
		if item.Err != nil {
			errors++
		}
		return item, true
	}
}

// Spans finds what Parse finds, the statements and commands of a script, and parses none.
func Spans(src *diag.Source, words ...string) (out []diag.Span) {
	return SpansUnder(nil, src, words...)
}

// SpansUnder is Spans with a meter, which may be nil.
func SpansUnder(m *work.Meter, src *diag.Source, words ...string) (out []diag.Span) {
	next := pieces(src, words, m)
	for p := next(); p.ok && !m.Stopped(); p = next() {
		out = append(out, p.Span())
	}
	return out
}

// Count counts them.
func Count(m *work.Meter, src *diag.Source, words ...string) (n int) {
	next := pieces(src, words, m)
	for p := next(); p.ok && !m.Stopped(); p = next() {
		n++
	}
	return n
}

// Comments finds the comments between the statements of a script, which belong to none. The
// meter may be nil.
func Comments(m *work.Meter, src *diag.Source, words ...string) (out []diag.Span) {
	next, end := pieces(src, words, m), 0
	for {
		p := next()
		out = appendComments(out, src.Text, end, p.start)
		if !p.ok || m.Stopped() {
			return out
		}
		end = p.end
	}
}

// appendComments adds the comments in a gap between statements.
func appendComments(out []diag.Span, text string, from, to int) []diag.Span {
	for from < to {
		comment, before, rest := nextComment(text[from:to])
		if comment == "" {
			break
		}
		start := from + len(before)
		out = append(out, diag.Span{Start: start, End: start + len(comment)})
		from = to - len(rest)
	}
	return out
}

// A piece is where a statement or command of a script stands.
type piece struct {
	start, end int
	open       bool // the text ends before its semicolon
	ok         bool // else there is no more, and start is the end of the text
}

func (p piece) Span() diag.Span { return diag.Span{Start: p.start, End: p.end} }

// pieces takes a script apart, one piece at each call of the function that comes back. None
// goes on behind the end of its file. Where somebody stops the meter, a piece may end early.
func pieces(src *diag.Source, words []string, m *work.Meter) func() piece {
	text, files := src.Text, src.Files
	pos, done := len(text)-len(strings.TrimPrefix(text, "\ufeff")), false
	return func() piece {
		for !done {
			for len(files) > 0 && files[0].Start <= pos {
				aside := files[0].Aside
				if files = files[1:]; aside && len(files) > 0 {
					pos = files[0].Start
				} else if aside {
					return piece{start: len(text)}
				}
			}
			part := text
			if len(files) > 0 {
				part = text[:files[0].Start]
			}
			start, end, next, open := split(part, pos, words, m)
			if pos, done = next, next >= len(text); start != end {
				return piece{start, end, open, true}
			}
		}
		return piece{start: len(text)}
	}
}

// maxFixed is for how many errors of a script fixes are looked for: a text that
// is no CQL at all shall not take long.
const maxFixed = 100

// parseItem parses one piece between semicolons.
func parseItem(text string, start, end int, words []string, fixes bool, server *version.Switches, m *work.Meter) Item {
	item := Item{Span: diag.Span{Start: start, End: end}, Command: command(text, start, end, words)}
	if item.Command != "" {
		return item
	}
	item.Stmt, item.Markers, item.Err = parseAt(text, start, end, true, fixes, server, m)
	if item.Err != nil {
		item.Stmt, item.Begun = nil, item.Stmt
	}
	return item
}

// command returns the command of cqlsh, or of more words, that starts at an offset, or "".
func command(text string, start, end int, more []string) string {
	word := start
	for word < end && class[text[word]]&cWord != 0 {
		word++
	}
	for _, list := range [...][]string{commands, more} {
		for _, c := range list {
			if len(c) == word-start && strings.EqualFold(c, text[start:word]) {
				return c
			}
		}
	}
	return ""
}

// split finds the piece of a script that starts at or after pos: text[start:end]
// without the semicolon and without spaces and comments around it. The piece
// after it starts at next. A command of cqlsh and DESCRIBE end with their line as
// well, COPY alone goes on; so does a line that begins with #, as a comment of other
// languages. open tells that the text ends before the piece does.
func split(text string, pos int, words []string, m *work.Meter) (start, end, next int, open bool) {
	l := lexer{text: text, pos: pos, end: len(text)}
	start, end = -1, pos
	first, second, batch := tEOF, tEOF, false
	n := 0
	line := -1 // where the line of a command ends
	previous := tEOF
	for {
		l.scan()
		if start < 0 && l.badWhy != noProblem && l.bad < len(text) && text[l.bad] == '#' && lineStart(text, l.bad) {
			end = lineEnd(text, l.bad)
			return l.bad, end, end, false
		}
		if l.badWhy != noProblem {
			if start < 0 && l.badWhy != openLineComment {
				start = l.bad
				if l.badWhy >= openString {
					start = l.badFrom // nothing but a quote or a comment that is not closed
				}
			}
			if l.kind == tEOF && l.badWhy != openLineComment {
				end = len(text)
			} else if l.kind == tSemi && !batch { // what cannot stand before the semicolon belongs to the statement
				end = len(strings.TrimRight(text[:l.start], " \t\r\n"))
			}
		}
		if l.kind == tEOF || l.kind == tSemi && !batch {
			break
		}
		if line >= 0 && l.start > line {
			// A command of cqlsh ends with its line.
			return start, end, l.start, false
		}
		if start < 0 || l.start < start {
			start = l.start
		}
		if !m.Breathe(1) && !m.Over() {
			return start, l.stop, l.stop, false
		}
		switch n++; n {
		case 1:
			first = l.kind
			if first == tIdent || first == kLogin || first == kDescribe || first == kDesc || words != nil {
				if c := command(text, l.start, len(text), words); c != "" && c != "COPY" || first == kDescribe || first == kDesc {
					line = lineEnd(text, l.start)
				}
			}
		case 2:
			second = l.kind
			batch = first == kBegin && (second == kBatch)
		case 3:
			batch = batch || first == kBegin && l.kind == kBatch && (second == kUnlogged || second == kCounter || second == tIdent)
		}
		if batch && previous == kApply && l.kind == kBatch {
			batch = false
		}
		previous = l.kind
		end = l.stop
	}
	if start < 0 {
		start = end
	}
	return start, end, max(l.stop, pos), l.kind == tEOF && line < 0
}

// lineStart reports whether only spaces stand before an offset on its line.
func lineStart(text string, at int) bool {
	before := strings.TrimRight(strings.TrimPrefix(text[:at], "\ufeff"), " \t")
	return before == "" || before[len(before)-1] == '\n' || before[len(before)-1] == '\r'
}

// lineEnd is where the line of an offset ends, without its line break.
func lineEnd(text string, at int) int {
	if n := strings.IndexAny(text[at:], "\r\n"); n >= 0 {
		return at + n
	}
	return len(text)
}

// IsTerm reports whether a text is one term of CQL: a constant, a literal, a call.
func IsTerm(text string) bool {
	p := parser{lexer: lexer{text: text, end: len(text)}}
	p.scan()
	p.term()
	return p.kind == tEOF && p.diagnose() == nil
}
