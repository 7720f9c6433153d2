// Formatting: a script laid out over lines, with its comments.
//
// Format works on tokens, not on the tree: it changes the space between them
// and the case of keywords and types, and nothing else. The tree only says
// which words are names, where a parenthesis is a call's, and where a line ends.

package cql

import (
	"strings"

	"partitionlab/wasm/diag"
)

// lineWidth is the length up to which a statement stays on one line.
const lineWidth = 100

// Format lays out a script: keywords in upper case, types in lower case, one
// column on a line in tables of more than three, long statements broken at
// their clauses. Comments stay. It fails with the first *diag.Diagnostic where a
// statement does not parse.
func Format(src string) (string, error) {
	out, left := FormatWhatParses(src)
	if left != nil {
		return "", formatError{left[0], diag.NewSource("", src)}
	}
	return out, nil
}

// FormatWhatParses lays out a script as Format does, but leaves statements that do
// not parse as they are, and tells why they do not. A byte order mark stays, and so
// do line breaks of CR and LF, where all of them are.
func FormatWhatParses(src string) (out string, left []*diag.Diagnostic) {
	mark, text := "", src
	if strings.HasPrefix(text, "\ufeff") {
		mark, text = "\ufeff", text[len("\ufeff"):]
	}
	dos := strings.Contains(text, "\r\n") && strings.Count(text, "\n") == strings.Count(text, "\r\n") && strings.Count(text, "\r") == strings.Count(text, "\n")
	if dos {
		text = strings.ReplaceAll(text, "\r\n", "\n")
	}
	out, broken := format(text)
	if dos {
		out = strings.ReplaceAll(out, "\n", "\r\n")
	}
	if broken && (mark != "" || dos) {
		text = src // places count in what came in
	}
	if broken {
		for _, item := range Parse(diag.NewSource("", text)).Items {
			if item.Err != nil {
				left = append(left, item.Err)
			}
		}
	}
	return mark + out, left
}

// format lays out a text without byte order mark. broken tells that some of it does
// not parse.
func format(src string) (laid string, broken bool) {
	script := Parse(diag.NewSource("", src))
	f := formatter{src: src}
	pos := 0
	for i := range script.Items {
		item := &script.Items[i]
		f.between(pos, item.Span.Start)
		pos = item.Span.End
		semi := skipTo(src, pos)
		// a semicolon behind signs that are no tokens may be that of the next statement
		ended := semi < len(src) && src[semi] == ';' && (i+1 == len(script.Items) || semi < script.Items[i+1].Span.Start)
		switch {
		case item.Err != nil:
			broken = true
			f.write(src[item.Span.Start:item.Span.End])
			f.eol = !ended // it may end in a comment
		case item.Command != "":
			// a stray ! takes the semicolon behind it along
			f.out.WriteString(strings.TrimRight(strings.TrimSpace(src[item.Span.Start:item.Span.End]), "; \t"))
		default:
			f.statement(item)
		}
		if item.Err == nil || ended {
			f.out.WriteByte(';')
		}
		if ended {
			f.comments(pos, semi, 0)
			pos = semi + 1
		}
	}
	f.between(pos, len(src))
	out := strings.TrimRight(f.out.String(), " \n")
	if out == "" {
		return "", broken
	}
	return out + "\n", broken
}

type formatError struct {
	d   *diag.Diagnostic
	src *diag.Source
}

func (e formatError) Error() string { return diag.Render(e.src, []diag.Diagnostic{*e.d}) }

// skipTo returns the offset of the next token at or after pos.
func skipTo(src string, pos int) int {
	l := lexer{text: src, pos: pos, end: len(src)}
	l.scan()
	return l.start
}

type formatter struct {
	src string
	out strings.Builder
	col int  // length of the current line
	eol bool // a line comment was written: nothing may follow on its line

	names map[int]bool // where names start
	types map[int]int  // where a type starts and ends
	tight map[int]bool // where a token starts that has no space before it
	loose map[int]bool // where a bracket starts that has one
	lines map[int]int  // where a token starts that begins a line, with its indent

	options int // how many options follow WITH
}

func (f *formatter) write(s string) {
	f.out.WriteString(s)
	if i := strings.LastIndexByte(s, '\n'); i >= 0 {
		f.col = len(s) - i - 1
	} else {
		f.col += len(s)
	}
}

func (f *formatter) newline(indent int) {
	f.write("\n" + strings.Repeat(" ", indent))
	f.eol = false
}

// between writes the comments between two statements. One blank line stays.
func (f *formatter) between(from, to int) {
	gap := f.src[from:to]
	for gap != "" {
		comment, before, rest := nextComment(gap)
		breaks := strings.Count(before, "\n")
		if comment == "" {
			breaks = strings.Count(gap, "\n")
		}
		if f.out.Len() > 0 {
			switch {
			case breaks == 0 && comment != "" && !f.eol:
				f.write(" ")
			case breaks > 1:
				f.write("\n")
				f.newline(0)
			default:
				f.newline(0)
			}
		}
		if comment == "" {
			return
		}
		f.write(comment)
		f.eol = comment[1] != '*'
		gap = rest
		if strings.TrimLeft(gap, " \t\r\n") == "" && to == len(f.src) {
			return
		}
	}
	if f.out.Len() > 0 && f.col > 0 {
		f.newline(0)
	}
}

// nextComment returns the first comment in a gap between tokens, what stands
// before it and what behind it. A line comment is returned without its line
// break, which stays in the rest.
func nextComment(gap string) (comment, before, rest string) {
	for i := 0; i+1 < len(gap); i++ {
		end := -1
		switch {
		case gap[i] == '/' && gap[i+1] == '*':
			if end = strings.Index(gap[i+2:], "*/"); end >= 0 {
				end += i + 4
			}
		case gap[i] == gap[i+1] && (gap[i] == '-' || gap[i] == '/'):
			if end = strings.IndexAny(gap[i:], "\r\n"); end >= 0 {
				end += i
			}
		default:
			continue
		}
		if end < 0 {
			end = len(gap)
		}
		return strings.TrimRight(gap[i:end], " \t"), gap[:i], gap[end:]
	}
	return "", gap, ""
}

// comments writes the comments between two tokens of a statement.
func (f *formatter) comments(from, to, indent int) {
	gap := f.src[from:to]
	for {
		comment, before, rest := nextComment(gap)
		if comment == "" {
			return
		}
		if strings.Contains(before, "\n") || f.eol {
			f.newline(indent)
		} else if f.col > 0 {
			f.write(" ")
		}
		f.write(comment)
		f.eol = comment[1] != '*'
		gap = rest
	}
}

// statement writes one statement without its semicolon.
func (f *formatter) statement(item *Item) {
	f.names, f.tight, f.loose, f.lines = map[int]bool{}, map[int]bool{}, map[int]bool{}, map[int]int{}
	f.types, f.options = map[int]int{}, 0
	Walk(item.Stmt, f.mark)
	flat := f.tokens(item.Span, false)
	if len(f.lines) == 0 && f.options < 2 && len(flat) <= lineWidth && !strings.Contains(flat, "\n") {
		f.write(flat)
		return
	}
	f.write(f.tokens(item.Span, true))
}

// tokens lays out the tokens of a span; breaks says whether over lines.
func (f *formatter) tokens(span diag.Span, breaks bool) string {
	g := formatter{src: f.src, names: f.names, tight: f.tight, loose: f.loose}
	l := lexer{text: f.src, pos: span.Start, end: span.End, stop: span.Start}
	var previous, before kind
	depth, indent, hang := 0, 0, 4 // what goes on over a line break hangs
	until := 0                     // where the types end that have begun
	previousType, ended := false, false
	first := tEOF
	for l.next(); l.kind != tEOF; l.next() {
		k, at := l.kind, l.start
		name := f.names[at]
		until = max(until, f.types[at])
		typed := at < until
		if first == tEOF {
			first = k
		}
		if k == tRParen || k == tRBracket || k == tRBrace {
			depth--
		}
		line, starts := f.lines[at]
		switch {
		case k == kApply && first == kBegin:
			line, starts = 0, true
		case k == kAnd && depth == 0 && f.options > 1:
			line, starts = 2, true
		}
		starts = starts && breaks
		if starts {
			indent = line
		}
		if previous != tEOF {
			beside := max(indent, hang)
			if starts {
				beside = 2
			}
			g.comments(l.before, at, beside)
			clause := 0
			if breaks && depth == 0 && !name && !(k == kWith && previous == tRParen && len(f.lines) > 0) {
				clause = clauseIndent(first, k, previous)
			}
			switch {
			case starts:
				g.newline(line)
			case clause > 0:
				g.newline(clause)
				indent = clause
			case g.eol:
				g.newline(max(indent, hang))
			case f.space(previous, before, k, at, previousType && !ended, typed):
				g.write(" ")
			}
		}
		if k == tLParen || k == tLBracket || k == tLBrace {
			depth++
		}
		text := f.src[at:l.stop]
		switch {
		case name || !k.keyword() && k != tBoolean || k == kNaN || k == kInfinity:
		case k == kNull && (previous == kNot || previous == kOn || previous == kReturns):
			text = "NULL"
		case typed || k == kNull || k == tBoolean || k == kToken:
			text = fold(text)
		default:
			text = upper(fold(text))
		}
		g.write(text)
		before, previous, previousType = previous, k, typed
		ended = l.stop >= max(until, f.types[l.stop])
	}
	return g.out.String()
}

// clauseIndent returns how far the clause is indented that a keyword starts in a
// long statement, and 0 where it starts none.
func clauseIndent(statement, k, previous kind) int {
	clause := false
	switch statement {
	case kSelect:
		clause = k == kFrom || k == kWhere || k == kGroup || k == kOrder || k == kPer || k == kAllow || k == kLimit && previous != kPartition
	case kInsert:
		clause = k == kValues || k == kJSON || k == kIf || k == kUsing
	case kUpdate, kDelete:
		clause = k == kFrom || k == kUsing || k == kSet || k == kWhere || k == kIf
	case kCreate, kAlter:
		clause = k == kSelect || k == kFrom || k == kWhere || k == kPrimary || k == kWith
	default:
		return 0
	}
	switch {
	case clause:
		return 2
	case k == kAnd:
		return 4
	}
	return 0
}

// space reports whether a space stands between two tokens.
func (f *formatter) space(previous, before, k kind, at int, previousType, typed bool) bool {
	switch {
	case previous == tLParen, previous == tLBracket, previous == tLBrace, previous == tDot, previous == tExpr, previous == tRange:
		return false
	case f.loose[at]:
		return true
	case f.tight[at]:
		return false
	case k == tRParen, k == tRBracket, k == tRBrace, k == tComma, k == tSemi, k == tDot, k == tRange, k == tColon:
		return false
	case previousType && typed && (k == tLt || k == tGt || previous == tLt):
		return false
	case k == tLBracket:
		return !(previous.ident() || previous == tRBracket || previous == tRParen) || previous == kContains || previous == kLike
	}
	return true
}

// ---- what the tree says

// mark notes what a part of the statement says of the tokens in it. It is called for
// each part, and tells whether to go on inside.
func (f *formatter) mark(n Node) bool {
	switch n := n.(type) {
	case *Name:
		if n.Len() > 0 {
			f.names[n.Start] = true
		}
	case *TypeExpr:
		f.types[n.Start] = n.End
		return false // its names are written like the others in it
	case *Property:
		f.options++
		if n.Value.Keyword {
			f.names[n.Value.Start] = true
		}
	case *Assignment:
		if n.Kind == Add || n.Kind == Subtract || n.Kind == Prepend {
			f.ownColumn(n)
		}
	case *Relation:
		if n.Kind == TokenOf {
			f.call(n.Start + len("token"))
		}
	case *Mask:
		if n.Func.Name.Given() {
			f.call(n.Func.Name.End)
		}
	case *IndexTarget:
		if n.Kind != Simple {
			f.names[n.Start] = true
			f.call(n.Start + len([...]string{"", "keys", "values", "entries", "full"}[n.Kind]))
		}
	case Expr:
		f.markExpr(n)
	case Statement:
		return f.markStatement(n)
	}
	return true
}

func (f *formatter) markExpr(x Expr) {
	switch x := x.(type) {
	case *Marker:
		if x.Name != "" {
			f.loose[x.Start] = true
			n := skipTo(f.src, x.Start+1)
			f.tight[n], f.names[n] = true, true
		}
	case *Call:
		f.call(x.Func.Name.End)
	case *TypeCast:
		f.loose[x.X.Place().Start] = true
	case *CastCall:
		f.names[x.Start] = true
		f.call(x.Start + len("CAST"))
	case *Negation:
		// Some first characters would become one token with the minus.
		if start := x.X.Place().Start; !gluesToMinus(f.src[start]) {
			f.tight[start] = true
		}
	case *MetaCall:
		f.names[x.Start] = true
		f.call(x.Start + len(x.Func))
	}
}

// markStatement says which parts of a long statement begin a line.
func (f *formatter) markStatement(s Statement) bool {
	switch s := s.(type) {
	case *Batch:
		for _, m := range s.Stmts {
			f.lines[m.Place().Start] = 2
		}
	case *CreateTable:
		f.orders(s.Order)
		if len(s.Columns) <= 3 {
			break
		}
		inline := false
		for _, c := range s.Columns {
			f.lines[c.Start] = 2
			inline = inline || c.PrimaryKey
		}
		if s.HasKey && !inline {
			f.lines[s.KeySpan.Start] = 2
		}
		f.lines[s.BodySpan.End-1] = 0
	case *CreateView:
		f.orders(s.Order)
	case *CreateType:
		if len(s.Fields) <= 3 {
			break
		}
		for _, d := range s.Fields {
			f.lines[d.Start] = 2
		}
		f.lines[s.End-1] = 0
	case *RoleStatement: // its options are words of the grammar
		f.mark(&s.Role)
		f.mark(&s.Of)
		if s.Resource != nil {
			Walk(s.Resource, f.mark)
		}
		return false
	}
	return true
}

// orders counts CLUSTERING ORDER BY among the options.
func (f *formatter) orders(list []ClusteringOrder) {
	if len(list) > 0 {
		f.options++
	}
}

// call marks a name whose parenthesis follows without a space.
func (f *formatter) call(end int) { f.tight[skipTo(f.src, end)] = true }

// ownColumn marks the column that stands again behind = in c = c + x.
func (f *formatter) ownColumn(a *Assignment) {
	l := lexer{text: f.src, pos: a.Start, end: a.End}
	for l.scan(); l.kind != tEOF; l.scan() {
		if l.kind.ident() && fold(f.src[l.start:l.stop]) == a.Column.Text && l.start != a.Column.Start {
			f.names[l.start] = true
		}
	}
}
