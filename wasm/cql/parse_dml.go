// SELECT, INSERT, UPDATE, DELETE and BATCH.

package cql

import (
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/version"
)

func (p *parser) selectStatement() Statement {
	s := &Select{}
	start := p.start
	p.next()
	p.context = "SELECT"
	if p.kind == kJSON {
		// JSON is a column's name, too: the server takes it as the keyword
		// where a select list can follow.
		saved := p.mark()
		p.next()
		s.JSON = true
		p.selectClause(s)
		if p.failed && !p.err.tooDeep {
			p.reset(saved)
			*s = Select{}
			p.selectClause(s)
		}
	} else {
		p.selectClause(s)
	}
	p.want(kFrom, afterSelectors(s.Star))
	p.context = "FROM"
	s.From = p.table()
	if p.kind == kWhere {
		s.Where, s.WhereSpan = p.where()
	}
	if at := p.start; p.got(kGroup) {
		p.context = "GROUP BY"
		p.want(kBy, "BY")
		s.GroupBy = p.groupBy()
		s.GroupSpan = p.from(at).Span
	}
	if at := p.start; p.got(kOrder) {
		p.context = "ORDER BY"
		p.want(kBy, "BY")
		for {
			s.OrderBy = append(s.OrderBy, p.ordering())
			if !p.got(tComma) {
				break
			}
		}
		s.OrderSpan = p.from(at).Span
	}
	if at := p.start; p.got(kPer) {
		p.context = "PER PARTITION LIMIT"
		p.want(kPartition, "PARTITION LIMIT")
		p.want(kLimit, "LIMIT")
		s.PerPartitionLimit = p.intValue()
		s.PerPartitionSpan = p.from(at).Span
	}
	if at := p.start; p.got(kLimit) {
		p.context = "LIMIT"
		s.Limit = p.intValue()
		s.LimitSpan = p.from(at).Span
	}
	if at := p.start; p.got(kAllow) {
		p.context = "ALLOW FILTERING"
		p.want(kFiltering, "FILTERING")
		s.AllowFiltering, s.FilteringSpan = true, p.from(at).Span
	}
	p.context = "after SELECT"
	s.place = p.from(start)
	return s
}

// groupBy parses what is grouped by: not every server takes more than columns.
func (p *parser) groupBy() (list []Expr) {
	here := p.mark()
	list = p.selectors(nil)
	for _, x := range list {
		if _, ok := x.(*ColumnRef); ok || p.server.On(version.GroupByFunctions) {
			continue
		}
		p.reset(here)
		list = []Expr{p.column(p.cident("a column"))}
		for p.got(tComma) {
			list = append(list, p.column(p.cident("a column")))
		}
		p.fail("ORDER BY | LIMIT | ','")
		break
	}
	return list
}

// afterSelectors is what is wanted behind a select list, in words.
func afterSelectors(star bool) string {
	if star {
		return "FROM"
	}
	return "FROM | ','"
}

func (p *parser) selectClause(s *Select) {
	if p.kind == kDistinct {
		saved := p.mark()
		p.next()
		s.Distinct = true
		p.selectList(s)
		if !p.failed || p.err.tooDeep {
			return
		}
		p.reset(saved)
		s.Distinct, s.Star, s.Selectors = false, false, nil
	}
	p.selectList(s)
}

func (p *parser) selectList(s *Select) {
	if p.got(tStar) {
		s.Star = true
		return
	}
	s.Selectors = p.aliasedSelectors()
}

func (p *parser) aliasedSelectors() []Selector {
	list := make([]Selector, 0, nodeBlock)
	for {
		x := p.selector()
		if x == nil {
			return list
		}
		sel := Selector{X: x}
		if p.got(kAs) {
			sel.Alias = p.ident("a name")
		}
		list = append(list, sel)
		if !p.got(tComma) {
			return list
		}
	}
}

func (p *parser) ordering() Ordering {
	start := p.start
	o := Ordering{Column: p.cident("a column")}
	if p.got(kANN) {
		p.want(kOf, "OF")
		o.ANN = p.term()
	}
	if p.got(kAsc) {
		o.Given = true
	} else if p.got(kDesc) {
		o.Given, o.Desc = true, true
	}
	o.Span = p.from(start).Span
	return o
}

// where parses WHERE and its relations.
func (p *parser) where() ([]*Relation, diag.Span) {
	start := p.start
	p.want(kWhere, "WHERE")
	p.context = "WHERE"
	list := make([]*Relation, 0, nodeBlock)
	for {
		r := p.relationOrExpression()
		if r == nil {
			break
		}
		list = append(list, r)
		if !p.got(kAnd) {
			break
		}
	}
	return list, p.from(start).Span
}

func (p *parser) relationOrExpression() *Relation {
	if p.kind == tExpr {
		start := p.start
		p.next()
		r := &Relation{Kind: IndexExpr}
		r.Index = &QualifiedName{Name: p.objectName("index")}
		p.want(tComma, "','")
		r.Value = p.term()
		p.want(tRParen, "')'")
		r.place = p.from(start)
		return r
	}
	return p.relation()
}

// operator takes a comparison operator; ok is false where there is none.
func (p *parser) operator() (op Op, at diag.Span, ok bool) {
	at = p.span()
	switch p.kind {
	case tEq:
		op = Eq
	case tLt:
		op = Lt
	case tLe:
		op = Le
	case tGt:
		op = Gt
	case tGe:
		op = Ge
	case tNe:
		op = Ne
	default:
		return 0, at, false
	}
	p.next()
	return op, at, true
}

// relation parses one condition of WHERE.
func (p *parser) relation() *Relation {
	start := p.start
	r := node(&p.nodes.relations)
	switch k := p.kind; {
	case k == kToken:
		r.Kind = TokenOf
		p.next()
		r.Columns = p.columnTuple()
		p.comparison(r)
	case k == tLParen:
		if p.parenthesized() {
			if !p.enter() {
				return nil
			}
			defer p.leave()
			p.next()
			r = p.relation()
			p.want(tRParen, "')'")
			if r != nil {
				r.place = p.from(start) // with its parentheses, so that an edit can take it out
			}
			return r
		}
		r.Kind = ManyColumns
		r.Columns = p.columnTuple()
		if p.kind == kIn {
			r.OpSpan = p.span()
			p.next()
			r.Op = In
			p.tupleIn(r)
			break
		}
		op, at, ok := p.operator()
		if !ok {
			p.fail("an operator | IN")
			return nil
		}
		r.Op, r.OpSpan = op, at
		switch {
		case p.kind == tLParen:
			r.Value = p.tuple()
		case p.atMarker():
			r.Value = p.marker()
		default:
			p.fail("a tuple")
		}
	case k.ident() || k == tEmptyQuoted:
		r.Columns = p.oneName(p.cident("a column"))
		p.relationRest(r)
	default:
		p.fail("a relation")
		return nil
	}
	if p.failed {
		return nil
	}
	r.place = p.from(start)
	return r
}

// oneName returns a list of one name.
func (p *parser) oneName(n Name) []Name {
	names := &p.nodes.names
	if len(*names) == cap(*names) {
		*names = make([]Name, 0, nodeBlock)
	}
	*names = append(*names, n)
	i := len(*names)
	return (*names)[i-1 : i : i]
}

// relationRest parses what follows a column.
func (p *parser) relationRest(r *Relation) {
	r.OpSpan = p.span()
	switch p.kind {
	case kLike:
		p.next()
		r.Op = Like
		r.Value = p.term()
	case kIs:
		p.next()
		at := r.OpSpan.Start
		p.want(kNot, "NOT NULL")
		p.want(kNull, "NULL")
		r.Op, r.OpSpan = IsNotNull, p.from(at).Span
	case kIn:
		p.next()
		r.Op = In
		r.Value, r.Values, r.InList = p.inValues()
	case kContains:
		p.next()
		r.Op = Contains
		if p.kind == kKey && !p.keyIsValue() {
			r.OpSpan.End = p.stop
			p.next()
			r.Op = ContainsKey
		}
		r.Value = p.term()
	case tLBracket:
		p.next()
		r.Kind = MapElement
		r.Key = p.term()
		p.want(tRBracket, "']'")
		p.comparison(r)
	default:
		p.comparison(r)
	}
}

// keyIsValue reports whether KEY after CONTAINS is the keyspace of a function.
func (p *parser) keyIsValue() bool { return p.peek() == tDot }

// comparison parses an operator and a term.
func (p *parser) comparison(r *Relation) {
	op, at, ok := p.operator()
	if !ok {
		p.fail("an operator")
		return
	}
	r.Op, r.OpSpan = op, at
	r.Value = p.term()
}

// inValues parses what follows IN: a marker or a list.
func (p *parser) inValues() (marker Expr, values []Expr, list bool) {
	if p.atMarker() {
		return p.marker(), nil, false
	}
	if !p.want(tLParen, "'('") {
		return nil, nil, false
	}
	if p.kind != tRParen {
		values = p.terms(nil)
	}
	p.want(tRParen, "',' | ')'")
	return nil, values, true
}

// tupleIn parses what follows (a, b) IN.
func (p *parser) tupleIn(r *Relation) {
	if p.atMarker() {
		r.Value = p.marker()
		return
	}
	if !p.want(tLParen, "'('") {
		return
	}
	r.InList = true
	if p.got(tRParen) {
		return
	}
	markers := p.atMarker()
	for {
		switch {
		case markers && p.atMarker():
			r.Values = append(r.Values, p.marker())
		case !markers && p.kind == tLParen:
			r.Values = append(r.Values, p.tuple())
		case markers:
			p.fail("a bind marker")
		default:
			p.fail("a tuple")
		}
		if !p.got(tComma) {
			break
		}
	}
	p.want(tRParen, "',' | ')'")
}

// parenthesized reports whether the parenthesis at the current token holds a
// relation, and not the columns of (a, b) = ….
func (p *parser) parenthesized() bool {
	l := p.lexer
	l.next()
	if l.kind == tLParen || l.kind == kToken {
		return true
	}
	if !l.kind.ident() && l.kind != tEmptyQuoted {
		return false
	}
	l.next()
	return l.kind != tComma && l.kind != tRParen
}

// columnTuple parses (a, b, …).
func (p *parser) columnTuple() []Name {
	p.want(tLParen, "'('")
	var list []Name
	for {
		list = append(list, p.cident("a column"))
		if !p.got(tComma) {
			break
		}
	}
	p.want(tRParen, "',' | ')'")
	return list
}

// ---- INSERT

func (p *parser) insert() Statement {
	s := &Insert{}
	start := p.start
	p.next()
	p.context = "INSERT"
	p.want(kInto, "INTO")
	s.Into = p.table()
	switch p.kind {
	case tLParen:
		s.Columns = p.columnTuple()
		p.context = "VALUES"
		p.want(kValues, "VALUES")
		if p.want(tLParen, "'('") {
			s.Values = make([]Expr, 0, len(s.Columns))
			s.Values = p.terms(s.Values)
			p.want(tRParen, "',' | ')'")
		}
	case kJSON:
		p.next()
		p.context = "JSON"
		switch {
		case p.kind == tString:
			s.JSON = p.constant()
		case p.atMarker():
			s.JSON = p.marker()
		default:
			p.fail("a string | a bind marker")
		}
		if p.got(kDefault) {
			if p.got(kUnset) {
				s.DefaultUnset = true
			} else {
				p.want(kNull, "NULL | UNSET")
			}
		}
	default:
		p.fail("the columns in parentheses | JSON")
	}
	p.context = "INSERT"
	s.IfNotExists = p.ifNotExists()
	s.Using = p.using()
	p.context = "after INSERT"
	s.place = p.from(start)
	return s
}

// using parses USING TTL … AND TIMESTAMP …, which may be missing.
func (p *parser) using() Using {
	var u Using
	if !p.got(kUsing) {
		return u
	}
	p.context = "USING"
	for {
		switch p.kind {
		case kTimestamp:
			p.next()
			u.Timestamp = p.intValue()
		case kTTL:
			p.next()
			u.TTL = p.intValue()
		default:
			p.fail("TTL | TIMESTAMP")
		}
		if !p.got(kAnd) {
			return u
		}
	}
}

// ---- UPDATE

func (p *parser) update() Statement {
	s := &Update{}
	start := p.start
	p.next()
	p.context = "UPDATE"
	s.Table = p.table()
	s.Using = p.using()
	p.want(kSet, "SET")
	p.context = "SET"
	p.written = written{}
	for {
		a := p.assignment()
		if p.failed {
			break
		}
		s.Set = p.assign(s.Set, a)
		if !p.got(tComma) {
			break
		}
	}
	s.Where, _ = p.where()
	s.IfExists, s.If = p.conditions()
	p.context = "after UPDATE"
	s.place = p.from(start)
	return s
}

// assign adds an assignment and finds those that do not go together.
func (p *parser) assign(list []Assignment, a Assignment) []Assignment {
	if !p.written.before(len(list), func(i int) *Name { return &list[i].Column }, a.Column.Text) {
		return append(list, a)
	}
	for i := range list {
		b := &list[i]
		if b.Column.Text != a.Column.Text {
			continue
		}
		clash := true
		switch {
		case b.Kind == SetValue || a.Kind == SetValue:
		case b.Kind == SetField && a.Kind == SetField:
			clash = b.Field.Text == a.Field.Text
		default:
			clash = false
		}
		if clash && (p.kind == tEOF || afterTerm(p.kind)) {
			d := p.collectAhead(rule.SYNA2.Syntax(a.Span, "Multiple incompatible setting of column %", a.Column.Text))
			d.Related = []diag.Related{{Span: b.Span, Text: "set here already"}}
		}
	}
	return append(list, a)
}

// assignment parses one item of SET.
func (p *parser) assignment() Assignment {
	start := p.start
	a := Assignment{Column: p.cident("a column")}
	switch p.kind {
	case tEq:
		p.next()
		p.assignmentValue(&a)
	case tPlusEq, tMinusEq:
		a.Kind, a.Compound = Add, true
		if p.kind == tMinusEq {
			a.Kind = Subtract
		}
		p.next()
		a.Value = p.term()
	case tLBracket:
		a.Kind = SetElement
		p.next()
		a.Element = p.term()
		p.want(tRBracket, "']'")
		p.want(tEq, "'='")
		a.Value = p.term()
	case tDot:
		a.Kind = SetField
		p.next()
		a.Field = p.ident("the name of a field")
		p.want(tEq, "'='")
		a.Value = p.term()
	default:
		p.fail("'=' | '+=' | '-='")
	}
	a.Span = p.from(start).Span
	return a
}

// assignmentValue parses what follows c =.
func (p *parser) assignmentValue(a *Assignment) {
	if p.kind == tEmptyQuoted || p.kind.ident() {
		switch next := p.peek(); next {
		case tPlus, tMinus, tInteger:
			c := p.cident("a column")
			sign := "+"
			switch next {
			case tInteger:
				text := p.text[p.start:p.stop]
				if a.Kind = Add; text[0] == '-' {
					sign = "-"
				}
				a.Value = p.constant()
				sign += " "
			case tMinus:
				sign = "-"
				fallthrough
			default:
				a.Kind = Add
				if next == tMinus {
					a.Kind = Subtract
				}
				p.next()
				a.Value = p.term()
			}
			if c.Text != a.Column.Text && (next == tInteger || p.kind == tEOF || afterTerm(p.kind)) {
				p.collectAhead(rule.SYNA3.Syntax(c.Span, "Only expressions of the form X = X %<value> are supported.", sign))
			}
			return
		default:
			if p.kind == tEmptyQuoted {
				p.failAhead("'+' | '-'")
				return
			}
		}
	}
	x := p.term()
	a.Value = x
	if p.kind == tPlus {
		p.next()
		c := p.cident("a column")
		a.Kind = Prepend
		if !p.failed && c.Text != a.Column.Text {
			p.collectAhead(rule.SYNA3.Syntax(c.Span, "Only expressions of the form X = <value> + X are supported."))
		}
	}
}

// ---- IF

// conditions parses IF EXISTS or IF condition AND …, which may be missing.
func (p *parser) conditions() (exists bool, list []*Condition) {
	if !p.got(kIf) {
		return false, nil
	}
	p.context = "IF"
	if p.kind == kExists && !p.existsIsColumn() {
		p.next()
		return true, nil
	}
	for {
		c := p.condition()
		if p.failed {
			return false, list
		}
		list = append(list, c)
		if !p.got(kAnd) {
			return false, list
		}
	}
}

// existsIsColumn reports whether EXISTS is followed by what follows a column.
func (p *parser) existsIsColumn() bool {
	switch p.peek() {
	case tEq, tLt, tLe, tGt, tGe, tNe, kIn, kContains, tLBracket, tDot:
		return true
	}
	return false
}

func (p *parser) condition() *Condition {
	start := p.start
	c := &Condition{Column: p.cident("a column | EXISTS")}
	switch p.kind {
	case tLBracket:
		p.next()
		c.Element = p.term()
		p.want(tRBracket, "']'")
	case tDot:
		p.next()
		c.Field = p.ident("the name of a field")
	case kContains:
		if !p.server.On(version.ContainsInConditions) {
			break
		}
		p.next()
		c.Op = Contains
		if p.kind == kKey && !p.keyIsValue() {
			p.next()
			c.Op = ContainsKey
		}
		c.Value = p.term()
		c.place = p.from(start)
		return c
	}
	if p.got(kIn) {
		c.Op = In
		c.Value, c.Values, c.InList = p.inValues()
	} else {
		op, _, ok := p.operator()
		if !ok {
			p.fail("an operator")
			return nil
		}
		c.Op = op
		c.Value = p.term()
	}
	c.place = p.from(start)
	return c
}

// ---- DELETE

func (p *parser) delete() Statement {
	s := &Delete{}
	start := p.start
	p.next()
	p.context = "DELETE"
	if p.kind == tEmptyQuoted || p.kind.ident() {
		for {
			s.Columns = append(s.Columns, p.deleteTarget())
			if !p.got(tComma) {
				break
			}
		}
	}
	p.want(kFrom, "FROM")
	s.From = p.table()
	if p.got(kUsing) {
		p.context = "USING"
		p.want(kTimestamp, "TIMESTAMP")
		s.Using.Timestamp = p.intValue()
	}
	s.Where, _ = p.where()
	s.IfExists, s.If = p.conditions()
	p.context = "after DELETE"
	s.place = p.from(start)
	return s
}

func (p *parser) deleteTarget() DeleteTarget {
	start := p.start
	t := DeleteTarget{Column: p.cident("a column")}
	switch p.kind {
	case tLBracket:
		p.next()
		t.Element = p.term()
		p.want(tRBracket, "']'")
	case tDot:
		p.next()
		t.Field = p.ident("the name of a field")
	}
	t.Span = p.from(start).Span
	return t
}

// ---- BATCH

// goesOn is what may stand behind the end of a write that nothing closes, before what
// may stand behind its semicolon.
func goesOn(m Statement) string {
	insert, ok := m.(*Insert)
	c := ClausesOf(m)
	switch {
	case ok && (insert.Using.TTL != nil || insert.Using.Timestamp != nil):
		return "AND | ; | "
	case ok && insert.IfNotExists:
		return "USING | ; | "
	case ok:
		return "IF NOT EXISTS | USING | ; | "
	case c.IfExists:
		return "; | "
	case len(c.If) > 0:
		return "AND | ; | "
	}
	return "AND | IF | ; | "
}

func (p *parser) batch() Statement {
	s := &Batch{}
	start := p.start
	p.next()
	p.context = "BEGIN"
	if p.got(kUnlogged) {
		s.Type = Unlogged
	} else if p.got(kCounter) {
		s.Type = Counter
	}
	p.want(kBatch, "BATCH")
	s.Using = p.using()
	more := ""
	for {
		var m Statement
		switch p.kind {
		case kInsert:
			m = p.insert()
		case kUpdate:
			m = p.update()
		case kDelete:
			m = p.delete()
		}
		if m == nil || p.failed {
			break
		}
		s.Stmts = append(s.Stmts, m)
		more = goesOn(m)
		if p.got(tSemi) {
			more = ""
		}
	}
	p.context = "BATCH"
	p.want(kApply, more+"INSERT | UPDATE | DELETE | APPLY BATCH")
	p.want(kBatch, "BATCH")
	p.context = "after BATCH"
	s.place = p.from(start)
	return s
}
