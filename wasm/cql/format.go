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
	script := Parse(diag.NewSource("", src))
	f := formatter{src: src}
	pos := 0
	if strings.HasPrefix(src, "\ufeff") {
		pos = len("\ufeff")
	}
	for i := range script.Items {
		item := &script.Items[i]
		if item.Err != nil {
			return "", formatError{item.Err, script.Source}
		}
		f.between(pos, item.Span.Start)
		if item.Command != "" {
			f.out.WriteString(strings.TrimSpace(src[item.Span.Start:item.Span.End]))
		} else {
			f.statement(item)
		}
		pos = item.Span.End
		f.out.WriteByte(';')
		if semi := skipTo(src, pos); semi < len(src) && src[semi] == ';' {
			f.comments(pos, semi, 0)
			pos = semi + 1
		}
	}
	f.between(pos, len(src))
	out := strings.TrimRight(f.out.String(), " \n")
	if out == "" {
		return "", nil
	}
	return out + "\n", nil
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
	types []diag.Span  // of types
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
	f.types, f.options = f.types[:0], 0
	f.walkStatement(item.Stmt)
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
	inType := func(at int) bool {
		for _, t := range f.types {
			if t.Start <= at && at < t.End {
				return true
			}
		}
		return false
	}
	previousType, ended := false, false
	first := tEOF
	for l.next(); l.kind != tEOF; l.next() {
		k, at := l.kind, l.start
		name := f.names[at]
		typed := inType(at)
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
		ended = !inType(l.stop)
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

func (f *formatter) name(list ...Name) {
	for _, n := range list {
		if n.Len() > 0 {
			f.names[n.Start] = true
		}
	}
}

func (f *formatter) qualified(q QualifiedName) { f.name(q.Keyspace, q.Name) }

// call marks a name whose parenthesis follows without a space.
func (f *formatter) call(end int) { f.tight[skipTo(f.src, end)] = true }

func (f *formatter) exprs(list []Expr) {
	for _, x := range list {
		f.expr(x)
	}
}

func (f *formatter) expr(x Expr) {
	switch x := x.(type) {
	case *Marker:
		if x.Name != "" {
			f.loose[x.Start] = true
			n := skipTo(f.src, x.Start+1)
			f.tight[n], f.names[n] = true, true
		}
	case *ListLit:
		f.exprs(x.Elems)
	case *SetLit:
		f.exprs(x.Elems)
	case *MapLit:
		for _, e := range x.Entries {
			f.exprs([]Expr{e.Key, e.Value})
		}
	case *UDTLit:
		for _, e := range x.Fields {
			f.name(e.Name)
			f.expr(e.Value)
		}
	case *TupleLit:
		f.exprs(x.Elems)
	case *Call:
		f.qualified(x.Func)
		f.call(x.Func.Name.End)
		f.exprs(x.Args)
	case *TypeCast:
		f.typ(x.Type)
		f.loose[x.X.Place().Start] = true
		f.expr(x.X)
	case *CastCall:
		f.names[x.Start] = true
		f.call(x.Start + len("CAST"))
		f.expr(x.X)
		f.typ(x.Type)
	case *Binary:
		f.exprs([]Expr{x.X, x.Y})
	case *Negation:
		// Some first characters would become one token with the minus.
		start := x.X.Place().Start
		if !gluesToMinus(f.src[start]) {
			f.tight[start] = true
		}
		f.expr(x.X)
	case *ColumnRef:
		f.name(x.Name)
	case *MetaCall:
		f.names[x.Start] = true
		f.call(x.Start + len(x.Func))
		f.expr(x.X)
	case *Field:
		f.name(x.Name)
		f.expr(x.X)
	case *Element:
		f.exprs([]Expr{x.X, x.Key})
	case *Slice:
		f.exprs([]Expr{x.X, x.From, x.To})
	}
}

func (f *formatter) typ(t *TypeExpr) {
	if t != nil {
		f.types = append(f.types, t.Span)
	}
}

func (f *formatter) selectors(list []Selector) {
	for _, s := range list {
		f.expr(s.X)
		f.name(s.Alias)
	}
}

func (f *formatter) relations(list []*Relation) {
	for _, r := range list {
		f.name(r.Columns...)
		if r.Index != nil {
			f.qualified(*r.Index)
		}
		f.exprs([]Expr{r.Key, r.Value})
		f.exprs(r.Values)
		if r.Kind == TokenOf {
			f.call(r.Start + len("token"))
		}
	}
}

func (f *formatter) conditions(list []*Condition) {
	for _, c := range list {
		f.name(c.Column, c.Field)
		f.exprs([]Expr{c.Element, c.Value})
		f.exprs(c.Values)
	}
}

func (f *formatter) properties(list []Property) {
	for _, o := range list {
		f.name(o.Name)
		if o.Value.Keyword {
			f.names[o.Value.Start] = true
		}
	}
	f.options += len(list)
}

func (f *formatter) columns(list []ColumnDef) {
	for i := range list {
		c := &list[i]
		f.name(c.Name)
		f.typ(c.Type)
		f.mask(c.Mask)
	}
}

func (f *formatter) mask(m *Mask) {
	if m != nil && m.Func.Name.Given() {
		f.qualified(m.Func)
		f.call(m.Func.Name.End)
		f.exprs(m.Args)
	}
}

func (f *formatter) fieldDefs(list []FieldDef) {
	for _, d := range list {
		f.name(d.Name)
		f.typ(d.Type)
	}
}

func (f *formatter) typeArgs(list []*TypeExpr) {
	for _, t := range list {
		f.typ(t)
	}
}

func (f *formatter) order(list []ClusteringOrder) {
	for _, o := range list {
		f.name(o.Column)
	}
	if len(list) > 0 {
		f.options++
	}
}

func (f *formatter) renames(list []Rename) {
	for _, r := range list {
		f.name(r.From, r.To)
	}
}

func (f *formatter) using(u Using) { f.exprs([]Expr{u.TTL, u.Timestamp}) }

func (f *formatter) walkStatement(s Statement) {
	switch s := s.(type) {
	case *Select:
		f.selectors(s.Selectors)
		f.qualified(s.From)
		f.relations(s.Where)
		f.exprs(s.GroupBy)
		for _, o := range s.OrderBy {
			f.name(o.Column)
			f.expr(o.ANN)
		}
		f.exprs([]Expr{s.PerPartitionLimit, s.Limit})
	case *Insert:
		f.qualified(s.Into)
		f.name(s.Columns...)
		f.exprs(s.Values)
		f.expr(s.JSON)
		f.using(s.Using)
	case *Update:
		f.qualified(s.Table)
		f.using(s.Using)
		for _, a := range s.Set {
			f.name(a.Column, a.Field)
			f.exprs([]Expr{a.Element, a.Value})
			if a.Kind == Add || a.Kind == Subtract || a.Kind == Prepend {
				f.ownColumn(a)
			}
		}
		f.relations(s.Where)
		f.conditions(s.If)
	case *Delete:
		for _, t := range s.Columns {
			f.name(t.Column, t.Field)
			f.expr(t.Element)
		}
		f.qualified(s.From)
		f.using(s.Using)
		f.relations(s.Where)
		f.conditions(s.If)
	case *Batch:
		f.using(s.Using)
		for _, m := range s.Stmts {
			f.lines[m.Place().Start] = 2
			f.walkStatement(m)
		}
	case *Truncate:
		f.qualified(s.Table)
	case *Use:
		f.name(s.Keyspace)
	case *CreateKeyspace:
		f.name(s.Name)
		f.properties(s.With)
	case *AlterKeyspace:
		f.name(s.Name)
		f.properties(s.With)
	case *DropKeyspace:
		f.name(s.Name)
	case *CreateTable:
		f.qualified(s.Name)
		f.columns(s.Columns)
		f.name(s.PartitionKey...)
		f.name(s.Clustering...)
		f.order(s.Order)
		f.properties(s.With)
		if len(s.Columns) > 3 {
			inline := false
			for _, c := range s.Columns {
				f.lines[c.Start] = 2
				inline = inline || c.PrimaryKey
			}
			if s.HasKey && !inline {
				f.lines[s.KeySpan.Start] = 2
			}
			f.lines[s.BodySpan.End-1] = 0
		}
	case *AlterTable:
		f.qualified(s.Name)
		f.columns(s.Add)
		f.name(s.Drop...)
		f.renames(s.Renames)
		f.name(s.Column)
		f.typ(s.Type)
		f.mask(s.Mask)
		f.properties(s.With)
	case *DropTable:
		f.qualified(s.Name)
	case *CreateType:
		f.qualified(s.Name)
		f.fieldDefs(s.Fields)
		if len(s.Fields) > 3 {
			for _, d := range s.Fields {
				f.lines[d.Start] = 2
			}
			f.lines[s.End-1] = 0
		}
	case *AlterType:
		f.qualified(s.Name)
		f.name(s.Field.Name)
		f.typ(s.Field.Type)
		f.renames(s.Renames)
	case *DropType:
		f.qualified(s.Name)
	case *CreateIndex:
		f.name(s.Name)
		f.qualified(s.Table)
		for _, t := range s.Targets {
			f.name(t.Column)
			if t.Kind != Simple {
				f.names[t.Start] = true
				f.call(t.Start + len([...]string{"", "keys", "values", "entries", "full"}[t.Kind]))
			}
		}
		f.properties(s.With)
	case *DropIndex:
		f.qualified(s.Name)
	case *CreateView:
		f.qualified(s.Name)
		f.selectors(s.Selectors)
		f.qualified(s.From)
		f.relations(s.Where)
		f.name(s.PartitionKey...)
		f.name(s.Clustering...)
		f.order(s.Order)
		f.properties(s.With)
	case *AlterView:
		f.qualified(s.Name)
		f.properties(s.With)
	case *DropView:
		f.qualified(s.Name)
	case *CreateFunction:
		f.qualified(s.Name)
		f.fieldDefs(s.Args)
		f.typ(s.Returns)
	case *DropFunction:
		f.qualified(s.Name)
		f.typeArgs(s.Args)
	case *CreateAggregate:
		f.qualified(s.Name)
		f.typeArgs(s.Args)
		f.name(s.SFunc, s.FinalFunc)
		f.typ(s.SType)
		f.expr(s.InitCond)
	case *DropAggregate:
		f.qualified(s.Name)
		f.typeArgs(s.Args)
	case *CreateTrigger:
		f.name(s.Name)
		f.qualified(s.Table)
	case *DropTrigger:
		f.name(s.Name)
		f.qualified(s.Table)
	case *RoleStatement:
		f.name(s.Role, s.Of)
		if s.Resource != nil {
			f.qualified(s.Resource.Name)
			f.typeArgs(s.Resource.Args)
		}
	case *Describe:
		f.qualified(s.Name)
	}
}

// ownColumn marks the column that stands again behind = in c = c + x.
func (f *formatter) ownColumn(a Assignment) {
	l := lexer{text: f.src, pos: a.Start, end: a.End}
	for l.scan(); l.kind != tEOF; l.scan() {
		if l.kind.ident() && fold(f.src[l.start:l.stop]) == a.Column.Text && l.start != a.Column.Start {
			f.names[l.start] = true
		}
	}
}
