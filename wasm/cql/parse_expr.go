// Terms, selectors and types.

package cql

import (
	"math"
	"slices"
	"strconv"

	"partitionlab/wasm/rule"
	"partitionlab/wasm/version"
)

// constant takes the current token, which is a constant.
// digitsAtOnce is how many digits of a number are read for a unit each.
const digitsAtOnce = 4000

func (p *parser) constant() *Constant {
	c := node(&p.nodes.constants)
	c.Span = p.span()
	raw := p.text[p.start:p.stop]
	c.Text = raw
	switch p.kind {
	case tString:
		c.Kind, c.Text = String, stringText(raw)
	case tInteger:
		c.Kind = Integer
		if n := len(raw); n > digitsAtOnce { // that many digits take the square of their number to be read
			p.meter.Spend(n, n/digitsAtOnce, "digits")
		}
	case tUUID:
		c.Kind = UUID
	case kNaN, tNegNaN, kInfinity, tNegInfinity:
		c.Kind = Float
	case tFloat:
		c.Kind = Float
		if x, _ := strconv.ParseFloat(raw, 64); math.IsInf(x, 0) {
			p.failedParsing("NumberFormatException", `Character I is neither a decimal digit number, decimal point, nor "e" notation exponential mark.`, c.Span)
		}
	case tBoolean:
		c.Kind = Boolean
	case tHex:
		c.Kind = Hex
	case tDuration:
		c.Kind = Duration
	}
	p.next()
	return c
}

// marker takes ? or :name.
func (p *parser) marker() Expr {
	m := &Marker{Index: len(p.markers)}
	start := p.start
	if !p.got(tQMark) {
		p.next() // the colon
		m.Name = p.ident("the name of a bind marker").Text
	}
	m.place = p.from(start)
	p.markers = append(p.markers, *m)
	return m
}

func (p *parser) atMarker() bool { return p.kind == tQMark || p.kind == tColon }

// intValue parses an integer or a bind marker.
func (p *parser) intValue() Expr {
	switch {
	case p.kind == tInteger:
		return p.constant()
	case p.atMarker():
		return p.marker()
	}
	p.fail("a whole number | a bind marker")
	return nil
}

func binaryOp(k kind) byte {
	switch k {
	case tPlus:
		return '+'
	case tMinus:
		return '-'
	case tStar:
		return '*'
	case tSlash:
		return '/'
	case tPercent:
		return '%'
	}
	return 0
}

// term parses a value: a constant, a literal, a function call or arithmetic.
func (p *parser) term() Expr {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	x := p.termProduct()
	defer p.leaveAll(p.depth)
	for p.kind == tMinus || p.kind == tPlus && !p.columnAhead() {
		if !p.enter() { // what stands on the left is one level deeper
			return nil
		}
		op := binaryOp(p.kind)
		p.next()
		y := p.termProduct()
		x = p.binary(op, x, y)
	}
	if p.kind != tWrong {
		p.termEnd = p.start
	}
	return x
}

// afterTerm reports whether a token can follow a term anywhere.
func afterTerm(k kind) bool {
	switch k {
	case tRParen, tComma, tColon, tSemi, tRBracket, tRBrace, kAllow, kAnd, kApply, kAsc, kDelete, kDesc, kGroup, kIf, kInsert, kLimit,
		kOrder, kPer, kPrimary, tRange, kUpdate, kWhere:
		return true
	}
	return false
}

// columnAhead reports whether a column, and no term, follows the + at the
// current token. That ends a term anywhere, though only SET c = x + c can go on.
func (p *parser) columnAhead() bool {
	l := p.lexer
	l.next()
	k := l.kind
	if k == tEmptyQuoted {
		return true
	}
	if !k.ident() {
		return false
	}
	switch l.next(); {
	case l.kind == tDot, l.kind == tLParen && (k.funcName() || k == kCast):
		return false
	case l.kind == tComma, l.kind == kWhere:
		return true
	}
	// Neither a call nor the end of an assignment: the error is here.
	p.lexer = l
	p.fail("'(' | ','")
	return true
}

func (p *parser) termProduct() Expr {
	x := p.termSign()
	defer p.leaveAll(p.depth)
	for p.kind == tStar || p.kind == tSlash || p.kind == tPercent {
		if !p.enter() {
			return nil
		}
		op := binaryOp(p.kind)
		p.next()
		y := p.termSign()
		x = p.binary(op, x, y)
	}
	return x
}

func (p *parser) binary(op byte, x, y Expr) Expr {
	if x == nil || y == nil {
		return nil
	}
	return &Binary{place: place{x.Place().To(y.Place())}, Op: op, X: x, Y: y}
}

func (p *parser) termSign() Expr {
	if p.kind != tMinus {
		return p.simpleTerm()
	}
	start := p.start
	p.next()
	n := &Negation{X: p.simpleTerm()}
	n.place = p.from(start)
	return n
}

// simpleTerm parses a term without operators.
func (p *parser) simpleTerm() Expr {
	start := p.start
	switch k := p.kind; {
	case k.constant():
		return p.constant()
	case k == kNull:
		p.next()
		return &Null{p.from(start)}
	case k == tColon || k == tQMark && p.peek() != tDot:
		return p.marker()
	case k == tLBracket:
		p.next()
		l := &ListLit{}
		if p.kind != tRBracket {
			l.Elems = p.terms(nil)
		}
		p.want(tRBracket, "',' | ']'")
		l.place = p.from(start)
		return l
	case k == tLBrace:
		return p.braces()
	case k == tLParen:
		if p.castAhead() {
			p.next()
			c := &TypeCast{Type: p.typeExpr()}
			p.want(tRParen, "')'")
			if p.enter() {
				c.X = p.simpleTerm()
				p.leave()
			}
			c.place = p.from(start)
			return c
		}
		return p.tuple()
	case k == kCast && p.peek() == tLParen && p.server.On(version.CastInTerms):
		p.next()
		p.next()
		c := &CastCall{}
		if p.enter() {
			c.X = p.simpleTerm()
			p.leave()
		}
		p.want(kAs, "AS")
		c.Type = p.nativeType()
		p.want(tRParen, "')'")
		c.place = p.from(start)
		return c
	case k.ident() || k == kToken || k == tQMark:
		c := &Call{Func: p.functionName()}
		p.want(tLParen, "'('")
		if p.kind != tRParen {
			c.Args = p.terms(nil)
		}
		p.want(tRParen, "',' | ')'")
		c.place = p.from(start)
		return c
	}
	p.fail("a value")
	return nil
}

// terms parses one or more terms with commas between them.
func (p *parser) terms(list []Expr) []Expr {
	if list == nil {
		list = make([]Expr, 0, nodeBlock)
	}
	for {
		x := p.term()
		if x == nil {
			return list
		}
		list = append(list, x)
		if !p.got(tComma) {
			return list
		}
	}
}

func (p *parser) tuple() Expr {
	t := &TupleLit{}
	start := p.start
	p.want(tLParen, "'('")
	t.Elems = p.terms(nil)
	p.want(tRParen, "',' | ')'")
	t.place = p.from(start)
	return t
}

// braces parses a set, a map or a user type's value.
func (p *parser) braces() Expr {
	start := p.start
	p.next()
	if p.kind == tRBrace {
		p.next()
		return &SetLit{place: p.from(start)}
	}
	if p.kind.ident() && p.peek() == tColon {
		u := &UDTLit{}
		for {
			var f UDTField
			f.Name = p.ident("the name of a field")
			p.want(tColon, "':'")
			f.Value = p.term()
			u.Fields = append(u.Fields, f)
			if !p.got(tComma) {
				break
			}
		}
		p.want(tRBrace, "',' | '}'")
		u.place = p.from(start)
		return u
	}
	first := p.term()
	if p.kind != tColon {
		s := &SetLit{Elems: []Expr{first}}
		if p.got(tComma) {
			s.Elems = p.terms(s.Elems)
		}
		p.want(tRBrace, "',' | ':' | '}'")
		s.place = p.from(start)
		return s
	}
	p.next()
	m := &MapLit{Entries: []MapEntry{{first, p.term()}}}
	m.Entries = p.entries(m.Entries)
	p.want(tRBrace, "',' | '}'")
	m.place = p.from(start)
	return m
}

// entries parses further entries of a map, each with a comma before it.
func (p *parser) entries(list []MapEntry) []MapEntry {
	for p.got(tComma) {
		var e MapEntry
		e.Key = p.term()
		p.want(tColon, "':'")
		e.Value = p.term()
		list = append(list, e)
	}
	return list
}

// castAhead reports whether the parenthesis at the current token opens a type
// cast, (type) x, and not a tuple.
func (p *parser) castAhead() bool {
	l := p.lexer
	l.next()
	switch k := l.kind; {
	case k == tString:
		if l.next(); l.kind != tRParen {
			return false
		}
		l.next()
		switch k := l.kind; {
		case k == tColon: // a marker, or what separates key and value of a map
			l.next()
			if !l.kind.ident() {
				return false
			}
			k = l.kind
			l.next()
			return l.kind != tDot && (l.kind != tLParen || !k.funcName() && k != kCast)
		case k == kAs:
			l.next()
			return !l.kind.native()
		case k == kGroup:
			l.next()
			return l.kind != kBy
		case k == kPer:
			l.next()
			return l.kind != kPartition
		}
		return l.kind.constant() || l.kind.ident() || l.kind == kToken || l.kind == kNull || l.kind == tQMark ||
			l.kind == tLBracket || l.kind == tLBrace || l.kind == tLParen
	case k == kSet:
		return true
	case k.ident():
		switch l.next(); l.kind {
		case tLt, tRParen:
			return true
		case tDot:
			switch l.next(); {
			case l.kind == kKey:
				return true
			case !l.kind.typeName():
				return false
			}
			l.next()
			return l.kind != tLParen
		}
	}
	return false
}

// ---- selectors

// selector parses an item of a select list without its alias.
func (p *parser) selector() Expr {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	x := p.selectorProduct()
	defer p.leaveAll(p.depth)
	for p.kind == tPlus || p.kind == tMinus {
		if !p.enter() {
			return nil
		}
		op := binaryOp(p.kind)
		p.next()
		y := p.selectorProduct()
		x = p.binary(op, x, y)
	}
	return x
}

func (p *parser) selectorProduct() Expr {
	x := p.selectorSign()
	defer p.leaveAll(p.depth)
	for p.kind == tStar || p.kind == tSlash || p.kind == tPercent {
		if !p.enter() {
			return nil
		}
		op := binaryOp(p.kind)
		p.next()
		y := p.selectorSign()
		x = p.binary(op, x, y)
	}
	return x
}

func (p *parser) selectorSign() Expr {
	if p.kind == tMinus {
		if !p.enter() {
			return nil
		}
		defer p.leave()
		start := p.start
		p.next()
		n := &Negation{X: p.selectorSign()}
		n.place = p.from(start)
		return n
	}
	p.reached()
	x := p.simpleSelector()
	if p.kind != tDot && p.kind != tLBracket {
		return x
	}
	// The server tries the modifiers. If they do not work out it goes without,
	// and then stumbles over the first one.
	saved := p.mark()
	y := p.modifiers(x)
	if p.failed || p.kind != tEOF && !afterSelector(p.kind) {
		if p.failed && p.err.tooDeep {
			return nil
		}
		p.reset(saved)
		return x
	}
	return y
}

// reached notes how far the server's lexer has read: two tokens beyond the
// first one of a selector.
func (p *parser) reached() {
	switch k := p.kind; {
	case k.constant(), k.ident(), k == kNull, k == kToken, k == tQMark, k == tColon, k == tLParen, k == tLBracket, k == tLBrace:
		p.reach = max(p.reach, p.start)
	}
}

// afterSelector reports whether a token can follow a selector.
func afterSelector(k kind) bool {
	switch k {
	case tEOF, kAllow, kAs, kFrom, kLimit, kOrder, kPer, tPercent, tRParen, tPlus, tComma, tMinus, tSlash, tColon, tSemi, tStar, tRBracket, tRBrace:
		return true
	}
	return false
}

// modifiers parses what may follow a selector: .field, [key], [from..to].
func (p *parser) modifiers(x Expr) Expr {
	for x != nil {
		start := x.Place().Start
		switch p.kind {
		case tDot:
			p.next()
			f := &Field{X: x, Name: p.ident("the name of a field")}
			f.place = p.from(start)
			x = f
		case tLBracket:
			p.next()
			var from, to Expr
			slice := false
			if p.kind != tRange {
				from = p.term()
			}
			if p.got(tRange) {
				slice = true
				if from == nil || p.kind != tRBracket {
					to = p.term()
				}
			}
			p.want(tRBracket, "']'")
			if slice {
				x = &Slice{place: p.from(start), X: x, From: from, To: to}
			} else {
				x = &Element{place: p.from(start), X: x, Key: from}
			}
		default:
			return x
		}
	}
	return nil
}

// simpleSelector parses a selector without operators and modifiers.
func (p *parser) simpleSelector() Expr {
	start := p.start
	switch k := p.kind; {
	case k.constant():
		return p.constant()
	case k == kNull:
		p.next()
		return &Null{p.from(start)}
	case k == tColon:
		return p.marker()
	case k == tQMark:
		return p.selectorMarker()
	case k == tLBracket:
		p.next()
		l := &ListLit{}
		if p.kind != tRBracket {
			l.Elems = p.selectors(nil)
		}
		p.want(tRBracket, "',' | ']'")
		l.place = p.from(start)
		return l
	case k == tLBrace:
		return p.selectorBraces()
	case k == tLParen:
		return p.selectorParens()
	case k == kToken:
		return p.selectorCall(QualifiedName{})
	case k.ident():
		return p.selectorName()
	}
	p.fail("a column | a function | a value")
	return nil
}

// selectorMarker parses ?, also where it stands for a function's keyspace.
func (p *parser) selectorMarker() Expr {
	l := p.lexer
	if l.next(); l.kind == tDot {
		if l.next(); l.kind.funcName() {
			if l.next(); l.kind == tLParen {
				q := QualifiedName{Keyspace: p.objectName("keyspace")}
				p.next()
				return p.selectorCall(q)
			}
		}
	}
	m := p.marker()
	if k := p.kind; k != tDot && k != tLBracket && !afterSelector(k) {
		p.fail("FROM | ','")
	}
	return m
}

// selectorName parses what starts with an identifier: a column, or a call.
func (p *parser) selectorName() Expr {
	start, k := p.start, p.kind
	l := p.lexer
	l.next()
	switch next := l.kind; {
	case next == tLParen && (k == kTTL || k == kWritetime || k == kMaxWritetime):
		m := &MetaCall{Func: k.text()}
		p.next()
		p.next()
		at := p.span()
		column := p.ident("a column")
		m.X = &ColumnRef{place{at}, column}
		if p.kind == tRParen || p.server.On(version.WritetimeOfParts) {
			m.X = p.modifiers(m.X)
		}
		if k := p.kind; k != tWrong && !afterSelector(k) {
			p.fail("')'")
		}
		p.want(tRParen, "')'")
		m.place = p.from(start)
		return m
	case next == tLParen && k == kCast:
		p.next()
		p.next()
		c := &CastCall{X: p.selector()}
		p.want(kAs, "AS")
		c.Type = p.nativeType()
		p.want(tRParen, "')'")
		c.place = p.from(start)
		return c
	case next == tLParen && k.funcName():
		return p.selectorCall(QualifiedName{})
	case next == tDot:
		l.next()
		isName := l.kind.funcName()
		if !isName && !l.kind.ident() {
			p.lexer = l
			p.fail("the name of a field")
			return nil
		}
		l.next()
		if isName && l.kind == tLParen {
			q := QualifiedName{Keyspace: p.name()}
			p.next()
			return p.selectorCall(q)
		}
		if isName && l.kind != tDot && l.kind != tLBracket && !afterSelector(l.kind) {
			// The server decides here that this is neither ks.f( nor a field.
			p.lexer = l
			p.fail("'(' | FROM | ','")
			return nil
		}
	case next != tLBracket && !afterSelector(next):
		n := p.name()
		p.fail("FROM | ','")
		return p.column(n)
	}
	return p.column(p.name())
}

func (p *parser) column(n Name) Expr {
	c := node(&p.nodes.columns)
	c.Span, c.Name = n.Span, n
	return c
}

// selectorCall parses a call from the function's name on.
func (p *parser) selectorCall(q QualifiedName) Expr {
	start, k := p.start, p.kind
	if q.Keyspace.Given() {
		start = q.Keyspace.Start
	}
	q.Name = p.plainFunctionName()
	c := &Call{Func: q}
	p.want(tLParen, "'('")
	if k == kCount && !q.Keyspace.Given() && p.kind == tStar {
		p.next()
		c.Star = true
	} else if p.kind != tRParen {
		c.Args = p.selectors(nil)
	}
	p.want(tRParen, "',' | ')'")
	c.place = p.from(start)
	return c
}

func (p *parser) selectors(list []Expr) []Expr {
	for {
		x := p.selector()
		if x == nil {
			return list
		}
		list = append(list, x)
		if !p.got(tComma) {
			return list
		}
	}
}

func (p *parser) selectorBraces() Expr {
	start := p.start
	p.next()
	if p.got(tRBrace) {
		return &SetLit{place: p.from(start)}
	}
	first := p.selector()
	if p.kind != tColon {
		s := &SetLit{Elems: []Expr{first}}
		if p.got(tComma) {
			s.Elems = p.selectors(s.Elems)
		}
		p.want(tRBrace, "',' | ':' | '}'")
		s.place = p.from(start)
		return s
	}
	p.next()
	m := &MapLit{Entries: []MapEntry{{first, p.selector()}}}
	for p.got(tComma) {
		var e MapEntry
		e.Key = p.selector()
		p.want(tColon, "':'")
		e.Value = p.selector()
		m.Entries = append(m.Entries, e)
	}
	p.want(tRBrace, "',' | '}'")
	m.place = p.from(start)
	return m
}

// selectorParens parses (type) x, or selectors in parentheses. The server
// tries the first and takes the second where that does not work.
func (p *parser) selectorParens() Expr {
	start := p.start
	if k := p.peek(); k == tString || k == kSet || k.ident() {
		saved := p.mark()
		p.next()
		c := &TypeCast{Type: p.typeExpr()}
		if p.want(tRParen, "')'") && p.enter() {
			c.X = p.simpleSelector()
			p.leave()
		}
		if !p.failed {
			c.place = p.from(start)
			return c
		}
		if p.err.tooDeep {
			return nil
		}
		p.reset(saved)
	}
	p.next()
	t := &TupleLit{Elems: p.selectors(nil)}
	p.want(tRParen, "',' | ')'")
	t.place = p.from(start)
	return t
}

// ---- types

func (p *parser) nativeType() *TypeExpr {
	if !p.kind.native() {
		p.fail("a native type")
		return nil
	}
	t := &TypeExpr{place: place{p.span()}, Kind: NativeType, Name: p.kind.text()}
	p.next()
	return t
}

// typeExpr parses a type.
func (p *parser) typeExpr() *TypeExpr {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	start := p.start
	switch k := p.kind; {
	case k == tString:
		t := &TypeExpr{place: place{p.span()}, Kind: CustomType, Name: stringText(p.text[p.start:p.stop])}
		p.next()
		if class := unknownClass(t.Name, p.server); class != "" {
			p.collect(rule.SYNA7.Syntax(t.Span, "Error setting type %: Unable to find abstract-type class '%'", t.Name, class))
		}
		return t
	case k == kSet:
		p.next()
		return p.parametric(start, SetType, 1)
	case k.ident():
		next := p.peek()
		if next == tLt {
			switch k {
			case kList:
				p.next()
				return p.parametric(start, ListType, 1)
			case kMap:
				p.next()
				return p.parametric(start, MapType, 2)
			case kFrozen:
				p.next()
				return p.frozen(start)
			case kTuple:
				p.next()
				return p.parametric(start, TupleType, 0)
			case kVector:
				p.next()
				return p.vector(start)
			}
		}
		switch {
		case next == tDot:
		case k.native(), k == kList, k == kMap, k == kFrozen, k == kTuple, k == kVector:
			if !afterType(next) {
				p.failAhead("',' | ')'")
				return nil
			}
			if k.native() {
				return p.nativeType()
			}
		}
		q := p.userTypeName()
		p.goOn() // a name of which a part is missing is one
		return &TypeExpr{place: p.from(start), Kind: UserType, Name: q.Name.Text, Keyspace: q.Keyspace}
	}
	p.fail("a type")
	return nil
}

// whole says that the server has read a type, and all that is inside it.
func (t *TypeExpr) whole() bool {
	return t != nil && !slices.ContainsFunc(t.Args, func(a *TypeExpr) bool { return !a.whole() })
}

// innerType parses the type in another one. The server goes on if it is wrong.
func (p *parser) innerType() *TypeExpr {
	t := p.typeExpr()
	if t == nil {
		p.goOn()
	}
	return t
}

// afterType reports whether a token can follow a type.
func afterType(k kind) bool {
	switch k {
	case tEOF, tRParen, tComma, tSemi, tGt, kFinalFunc, kInitCond, kLanguage, kMasked, kPrimary, kStatic:
		return true
	}
	return false
}

// parametric parses <type, …>; n is the number of types, 0 for one or more. Where a
// sign is missing there is no type, and the server goes on behind it, at that token.
func (p *parser) parametric(start int, k TypeKind, n int) *TypeExpr {
	t := &TypeExpr{Kind: k}
	if !p.want(tLt, "'<'") {
		return nil
	}
	for i := 1; ; i++ {
		t.Args = append(t.Args, p.innerType())
		if i == n || p.kind == tWrong || n == 0 && p.kind != tComma {
			break
		}
		if !p.want(tComma, "','") {
			return nil
		}
	}
	end := "'>'"
	if n == 0 {
		end = "',' | '>'"
	}
	if !p.want(tGt, end) {
		return nil
	}
	if k == TupleType && slices.Contains(t.Args, nil) {
		p.trip()
	}
	t.place = p.from(start)
	return t
}

// trip ends the parsing where the server trips over a type of its own that is null.
func (p *parser) trip() {
	p.halted = true
	p.fail("")
}

func (p *parser) vector(start int) *TypeExpr {
	t := &TypeExpr{Kind: VectorType}
	p.next()
	t.Args = []*TypeExpr{p.innerType()}
	if !p.want(tComma, "','") {
		return nil
	}
	at := p.span()
	text := p.text[p.start:p.stop]
	if !p.want(tInteger, "the number of dimensions") || !p.want(tGt, "'>'") {
		return nil
	}
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		p.failedParsing("NumberFormatException", javaNumber(text), at)
	}
	t.Dim = int(n)
	t.place = p.from(start)
	return t
}

func (p *parser) frozen(start int) *TypeExpr {
	t := &TypeExpr{Kind: FrozenType}
	p.next()
	inner := p.innerType()
	t.Args = []*TypeExpr{inner}
	if !p.want(tGt, "'>'") {
		return nil
	}
	if inner == nil {
		p.trip()
	}
	t.place = p.from(start)
	if inner != nil && (inner.Kind == NativeType || inner.Kind == CustomType) {
		p.collect(rule.SYNA5.Syntax(t.Span, "frozen<> is only allowed on collections, tuples, and user-defined types (got %)", TypeText(inner)))
	}
	return t
}
