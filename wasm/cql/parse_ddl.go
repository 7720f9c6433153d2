// CREATE, ALTER and DROP.

package cql

import (
	"strconv"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/version"
)

func (p *parser) create() Statement {
	start := p.start
	p.next()
	p.context = "CREATE"
	switch p.kind {
	case kKeyspace:
		p.next()
		s := &CreateKeyspace{IfNotExists: p.ifNotExists()}
		s.Name = p.objectName("keyspace")
		p.want(kWith, "WITH")
		s.With = p.properties()
		s.place = p.from(start)
		return s
	case kTable:
		return p.createTable(start)
	case kType:
		return p.createType(start)
	case kCustom, kIndex:
		return p.createIndex(start)
	case kMaterialized:
		return p.createView(start)
	case kTrigger:
		p.next()
		s := &CreateTrigger{IfNotExists: p.ifNotExists()}
		s.Name = p.ident("the name of a trigger")
		p.want(kOn, "ON")
		s.Table = p.table()
		p.want(kUsing, "USING")
		s.Class = p.stringLiteral("the trigger's class as a string")
		s.place = p.from(start)
		return s
	case kUser:
		return p.createUser(start)
	case kRole:
		return p.createRole(start)
	case kFunction:
		return p.createFunction(start, false)
	case kAggregate:
		return p.createAggregate(start, false)
	case kOr:
		p.next()
		p.want(kReplace, "REPLACE")
		switch p.kind {
		case kFunction:
			return p.createFunction(start, true)
		case kAggregate:
			return p.createAggregate(start, true)
		}
		p.fail("FUNCTION | AGGREGATE")
		return nil
	}
	p.fail("what to create")
	return nil
}

// stringLiteral parses a string.
func (p *parser) stringLiteral(what string) string {
	if p.kind != tString {
		p.fail(what)
		return ""
	}
	s := stringText(p.text[p.start:p.stop])
	p.next()
	return s
}

// ---- CREATE TABLE

func (p *parser) createTable(start int) Statement {
	p.next()
	s := &CreateTable{IfNotExists: p.ifNotExists()}
	p.written = written{}
	p.context = "CREATE TABLE"
	s.Name = p.table()
	p.goOn()
	open := p.start
	if !p.want(tLParen, "'('") {
		return s
	}
	p.context = "the columns"
	p.tableColumn(s)
	p.goOn()
	for p.got(tComma) {
		if p.kind != tComma && p.kind != tRParen {
			p.tableColumn(s)
			p.goOn()
		}
	}
	p.context = "the columns"
	if !p.want(tRParen, "',' | ')'") {
		return s
	}
	s.BodySpan, s.names = p.from(open).Span, p.written.names
	p.context = "after CREATE TABLE"
	if p.got(kWith) {
		p.context = "WITH"
		for {
			p.tableProperty(s)
			if !p.got(kAnd) {
				break
			}
		}
	}
	s.place = p.from(start)
	return s
}

// tableColumn parses a column or PRIMARY KEY (…).
func (p *parser) tableColumn(s *CreateTable) {
	start := p.start
	if p.kind == kPrimary {
		p.next()
		p.want(kKey, "KEY")
		words := p.from(start).Span
		p.context = "PRIMARY KEY"
		if !p.want(tLParen, "'('") {
			return
		}
		again := s.HasKey
		if key := p.partitionKey(); key != nil {
			p.setKey(s, words, key)
		}
		s.Clustering = append(s.Clustering, p.clusteringKey()...)
		p.want(tRParen, "',' | ')'")
		p.context = "the columns"
		if !again {
			s.KeySpan = p.from(start).Span
		}
		return
	}
	if !p.kind.ident() {
		p.fail("a column | PRIMARY KEY")
		return
	}
	c := p.columnDef()
	again := p.written.before(len(s.Columns), func(i int) *Name { return &s.Columns[i].Name }, c.Name.Text)
	for i := 0; again && i < len(s.Columns); i++ {
		if first := &s.Columns[i]; first.Name.Text == c.Name.Text && (first.Type.whole() || p.server.Has(version.UntypedColumns)) {
			d := p.throw(rule.CT01.Invalid(c.Name.Span, "Duplicate column '%' declaration for table '%'", c.Name.Text, orNull(s.Name)))
			d.Related = []diag.Related{{Span: s.Columns[i].Name.Span, Text: "declared here already"}}
		}
	}
	if p.kind == kPrimary {
		at := p.start
		p.next()
		if p.want(kKey, "KEY") {
			c.PrimaryKey = true
			p.setKey(s, p.from(at).Span, []Name{c.Name})
		}
	}
	c.Span = p.from(start).Span
	if s.Columns == nil {
		s.Columns = make([]ColumnDef, 0, usualColumns)
	}
	s.Columns = append(s.Columns, c)
}

// usualColumns is how many columns most tables do not exceed.
const usualColumns = 6

// orNull is a name as the server prints it, also one that is missing.
func orNull(q QualifiedName) string {
	switch {
	case !q.Name.Given():
		return "null"
	case q.Keyspace.Given():
		return q.Keyspace.Text + "." + q.Name.Text
	}
	return q.Name.Text
}

// setKey sets the partition key, which the server does once.
func (p *parser) setKey(s *CreateTable, at diag.Span, partition []Name) {
	if s.HasKey {
		d := p.throw(rule.CT03.Invalid(at, "Multiple PRIMARY KEY specified for table '%' (exactly one required)", orNull(s.Name)))
		d.Related = []diag.Related{{Span: s.KeySpan, Text: "the first PRIMARY KEY"}}
		return
	}
	s.HasKey, s.KeySpan, s.PartitionKey = true, at, partition
}

// columnDef parses name type [STATIC] [MASKED WITH …].
func (p *parser) columnDef() ColumnDef {
	start := p.start
	c := ColumnDef{Name: p.ident("a column")}
	if c.Type = p.typeExpr(); c.Type == nil {
		p.goOn() // the server notes the column all the same
	}
	c.Static = p.got(kStatic)
	if p.kind == kMasked {
		c.Mask = p.mask()
	}
	c.Span = p.from(start).Span
	return c
}

// mask parses MASKED WITH DEFAULT or MASKED WITH f(…).
func (p *parser) mask() *Mask {
	m := &Mask{}
	start := p.start
	p.want(kMasked, "MASKED WITH")
	p.want(kWith, "WITH")
	if p.kind == kDefault && p.peek() != tLParen && p.peek() != tDot {
		p.next()
	} else {
		m.Func = p.functionName()
		p.want(tLParen, "'('")
		if p.kind != tRParen {
			m.Args = p.terms(nil)
		}
		p.want(tRParen, "',' | ')'")
	}
	m.Span = p.from(start).Span
	return m
}

// partitionKey parses the first part of what stands between the parentheses of
// PRIMARY KEY. A name that is missing stops neither the server nor this.
func (p *parser) partitionKey() []Name {
	if !p.got(tLParen) {
		if !p.kind.ident() {
			p.fail("a column | '('")
			p.goOn()
			return nil
		}
		return []Name{p.name()}
	}
	var list []Name
	for {
		list = append(list, p.ident("a column"))
		p.goOn()
		if !p.got(tComma) {
			break
		}
	}
	closed := p.want(tRParen, "',' | ')'")
	p.goOn()
	if !closed {
		return nil // the key is set behind its parenthesis
	}
	return list
}

// clusteringKey parses the rest, each column with a comma before it.
func (p *parser) clusteringKey() []Name {
	var list []Name
	for p.got(tComma) {
		list = append(list, p.ident("a column"))
		p.goOn()
	}
	return list
}

func (p *parser) tableProperty(s *CreateTable) {
	start := p.start
	switch {
	case p.kind == kCompact && p.peek() == kStorage:
		p.next()
		p.next()
		s.CompactStorage, s.CompactSpan = true, p.from(start).Span
	case p.kind == kClustering && p.peek() == kOrder:
		s.Order = p.clusteringOrder(s.Order, "table '"+orNull(s.Name)+"'")
		s.OrderSpan = p.from(start).Span
	default:
		s.With = p.property(s.With)
	}
}

// clusteringOrder parses CLUSTERING ORDER BY (c ASC, d DESC).
func (p *parser) clusteringOrder(list []ClusteringOrder, of string) []ClusteringOrder {
	p.next()
	p.next()
	p.context = "CLUSTERING ORDER BY"
	p.want(kBy, "BY")
	p.want(tLParen, "'('")
	var named written
	for {
		start := p.start
		o := ClusteringOrder{Column: p.ident("a column")}
		if p.got(kDesc) {
			o.Desc = true
		} else {
			p.want(kAsc, "ASC | DESC")
		}
		if p.kind == tWrong {
			return list
		}
		o.Span = p.from(start).Span
		again := named.before(len(list), func(i int) *Name { return &list[i].Column }, o.Column.Text)
		for i := 0; again && i < len(list); i++ {
			if list[i].Column.Text == o.Column.Text {
				d := p.throw(rule.CT07.Invalid(o.Span, "Duplicate column '%' in CLUSTERING ORDER BY clause for %", o.Column.Text, of))
				d.Related = []diag.Related{{Span: list[i].Span, Text: "named here already"}}
			}
		}
		list = append(list, o)
		if !p.got(tComma) {
			break
		}
	}
	p.want(tRParen, "',' | ')'")
	p.context = "WITH"
	return list
}

// properties parses name = value AND ….
func (p *parser) properties() []Property {
	p.context = "WITH"
	var list []Property
	for {
		list = p.property(list)
		if !p.got(kAnd) {
			return list
		}
	}
}

// property parses name = value.
func (p *parser) property(list []Property) []Property {
	start := p.start
	o := Property{Name: p.ident("an option")}
	p.want(tEq, "'='")
	at := p.start
	v := &o.Value
	switch {
	case p.kind == tLBrace:
		v.IsMap = true
		v.Map = p.propertyMap()
	case p.kind.constant():
		v.Text, v.Kind = p.propertyConstant()
	case p.kind.unreserved():
		v.Keyword = true
		if v.Text = p.text[p.start:p.stop]; p.kind.native() {
			v.Text = p.kind.text()
		}
		p.next()
	default:
		p.fail("a constant | a map in braces")
	}
	v.Span = p.from(at).Span
	o.Span = p.from(start).Span
	if p.kind == tWrong {
		return list
	}
	p.meter.Spend(1, len(list)/optionsAtOnce, "options")
	for i := range list {
		if list[i].Name.Text == o.Name.Text { // one word for each that is given again
			words := "Multiple definitions for property '%'"
			if !p.server.Has(version.PluralDefinitions) {
				words = version.Of(version.PluralDefinitions).Says
			}
			d := p.collect(rule.SYNA4.Syntax(o.Span, words, o.Name.Text))
			d.Related = []diag.Related{{Span: list[i].Span, Text: "given here already"}}
			break
		}
	}
	return append(list, o)
}

// optionsAtOnce is how many names of options are compared in one unit of work.
const optionsAtOnce = 32

// propertyConstant takes a constant as the server's getRawText gives it.
func (p *parser) propertyConstant() (string, ConstKind) {
	k := p.kind
	c := p.constant()
	return rawText(k, c), c.Kind
}

// rawText is a constant's text as the server keeps it: NaN and Infinity in one
// form, all others as written.
func rawText(k kind, c *Constant) string {
	switch k {
	case kNaN, tNegNaN:
		return "NaN"
	case kInfinity:
		return "Infinity"
	case tNegInfinity:
		return "-Infinity"
	}
	return c.Text
}

// propertyMap parses {k: v, …}, where only constants have a meaning.
func (p *parser) propertyMap() []PropertyEntry {
	var list []PropertyEntry
	p.next()
	if p.got(tRBrace) {
		return nil
	}
	// The server looks at the entries when it has the whole map.
	var late *diag.Diagnostic
	complain := func(at diag.Span, template string, args ...string) {
		if late == nil {
			late = rule.SYNA4.Syntax(at, template, args...)
		}
	}
	bad := false
	for {
		var e PropertyEntry
		start := p.start
		kk := p.kind
		key := p.term()
		p.want(tColon, "':'")
		vk := p.kind
		value := p.term()
		if p.kind == tWrong {
			return list
		}
		e.Span = p.from(start).Span
		e.KeySpan, e.ValueSpan = key.Place(), value.Place()
		k, kOK := key.(*Constant)
		v, vOK := value.(*Constant)
		noMarkers := func(x Expr) string {
			if _, ok := x.(*Marker); ok {
				return " (bind variables are not supported in DDL queries)"
			}
			return ""
		}
		switch {
		case bad:
		case !kOK:
			bad = true
			complain(e.KeySpan, "Invalid property name: %%", ExprText(key), noMarkers(key))
		case !vOK:
			bad = true
			complain(e.ValueSpan, "Invalid property value: % for property: %%", ExprText(value), ExprText(key), noMarkers(value))
		default:
			e.Key, e.Value, e.KeyKind, e.ValueKind = rawText(kk, k), rawText(vk, v), k.Kind, v.Kind
			for i := range list {
				if list[i].Key == e.Key {
					complain(e.Span, "Multiple definition for property %", e.Key)
					late.Related = []diag.Related{{Span: list[i].Span, Text: "given here already"}}
				}
			}
			list = append(list, e)
		}
		if !p.got(tComma) {
			break
		}
	}
	if p.want(tRBrace, "',' | '}'") && late != nil {
		p.collect(late)
	}
	return list
}

// ---- CREATE TYPE, INDEX, VIEW

func (p *parser) createType(start int) Statement {
	p.next()
	s := &CreateType{IfNotExists: p.ifNotExists()}
	p.context = "CREATE TYPE"
	s.Name = p.userTypeName()
	p.want(tLParen, "'('")
	p.context = "the fields"
	s.Fields = append(s.Fields, p.fieldDef("a field"))
	for p.got(tComma) {
		if p.kind != tComma && p.kind != tRParen {
			s.Fields = append(s.Fields, p.fieldDef("a field"))
		}
	}
	p.want(tRParen, "',' | ')'")
	s.place = p.from(start)
	return s
}

func (p *parser) fieldDef(what string) FieldDef {
	start := p.start
	f := FieldDef{Name: p.ident(what)}
	f.Type = p.typeExpr()
	f.Span = p.from(start).Span
	return f
}

func (p *parser) createIndex(start int) Statement {
	s := &CreateIndex{Custom: p.got(kCustom)}
	p.context = "CREATE INDEX"
	p.want(kIndex, "INDEX")
	s.IfNotExists = p.ifNotExists()
	if p.kind != kOn {
		s.Name = p.objectName("index")
	}
	p.want(kOn, "ON")
	s.Table = p.table()
	p.want(tLParen, "'('")
	p.context = "the indexed columns"
	if p.kind != tRParen {
		for {
			s.Targets = append(s.Targets, p.indexTarget())
			if !p.got(tComma) {
				break
			}
		}
	}
	p.want(tRParen, "',' | ')'")
	p.context = "CREATE INDEX"
	if p.got(kUsing) {
		s.HasClass, s.ClassSpan = true, p.span()
		s.Class = p.stringLiteral("the index's class as a string")
	}
	if p.got(kWith) {
		s.With = p.properties()
	}
	s.place = p.from(start)
	return s
}

func (p *parser) indexTarget() IndexTarget {
	start := p.start
	t := IndexTarget{}
	switch k := p.kind; {
	case k == kEntries:
		t.Kind = Entries
	case k == kFull:
		t.Kind = Full
	case k == kKeys && p.peek() == tLParen:
		t.Kind = Keys
	case k == kValues && p.peek() == tLParen:
		t.Kind = Values
	}
	if t.Kind == Simple {
		t.Column = p.cident("a column")
	} else {
		p.next()
		p.want(tLParen, "'('")
		t.Column = p.cident("a column")
		p.want(tRParen, "')'")
	}
	t.Span = p.from(start).Span
	return t
}

func (p *parser) createView(start int) Statement {
	p.next()
	p.want(kView, "VIEW")
	s := &CreateView{IfNotExists: p.ifNotExists()}
	p.context = "CREATE MATERIALIZED VIEW"
	s.Name = p.table()
	p.goOn()
	p.want(kAs, "AS")
	p.want(kSelect, "SELECT")
	p.context = "SELECT"
	if p.got(tStar) {
		s.Star = true
	} else {
		s.Selectors = p.aliasedSelectors()
		p.goOn()
	}
	p.want(kFrom, afterSelectors(s.Star))
	p.context = "FROM"
	s.From = p.table()
	p.goOn()
	if p.kind == kWhere {
		s.Where, _ = p.where()
		p.goOn()
	}
	p.want(kPrimary, "PRIMARY KEY")
	p.want(kKey, "KEY")
	p.context = "PRIMARY KEY"
	p.want(tLParen, "'('")
	if p.kind == tWrong {
		return s
	}
	s.PartitionKey, s.Clustering = p.partitionKey(), p.clusteringKey()
	p.want(tRParen, "',' | ')'")
	p.goOn()
	p.context = "after CREATE MATERIALIZED VIEW"
	if p.got(kWith) {
		p.context = "WITH"
		for {
			switch {
			case p.kind == kCompact && p.peek() == kStorage:
				at := p.start
				p.next()
				p.next()
				p.throw(rule.SYNA8.Syntax(p.from(at).Span, "COMPACT STORAGE tables are not allowed starting with version 4.0"))
			case p.kind == kClustering && p.peek() == kOrder:
				s.Order = p.clusteringOrder(s.Order, "view '"+orNull(s.Name)+"'")
			default:
				s.With = p.property(s.With)
			}
			if !p.got(kAnd) {
				break
			}
		}
	}
	s.place = p.from(start)
	return s
}

// ---- CREATE FUNCTION, AGGREGATE

func (p *parser) createFunction(start int, replace bool) Statement {
	p.next()
	s := &CreateFunction{OrReplace: replace, IfNotExists: p.ifNotExists()}
	p.context = "CREATE FUNCTION"
	s.Name = p.functionName()
	p.want(tLParen, "'('")
	if p.kind != tRParen {
		for {
			s.Args = append(s.Args, p.fieldDef("the name of an argument"))
			if !p.got(tComma) {
				break
			}
		}
	}
	p.want(tRParen, "',' | ')'")
	switch {
	case p.got(kReturns):
		p.want(kNull, "NULL")
	case p.got(kCalled):
		s.CalledOnNull = true
	default:
		p.fail("CALLED ON NULL INPUT | RETURNS NULL ON NULL INPUT")
	}
	p.want(kOn, "ON")
	p.want(kNull, "NULL")
	p.want(kInput, "INPUT")
	p.want(kReturns, "RETURNS")
	s.Returns = p.typeExpr()
	p.want(kLanguage, "LANGUAGE")
	if p.kind == tIdent {
		s.Language = p.name().Text
	} else {
		p.fail("the name of a language")
	}
	p.want(kAs, "AS")
	s.Body = p.stringLiteral("the body as a string")
	s.place = p.from(start)
	return s
}

func (p *parser) createAggregate(start int, replace bool) Statement {
	p.next()
	s := &CreateAggregate{OrReplace: replace, IfNotExists: p.ifNotExists()}
	p.context = "CREATE AGGREGATE"
	s.Name = p.functionName()
	if p.kind != tLParen {
		p.fail("'('")
	}
	s.Args = p.typeArgs()
	p.want(kSFunc, "SFUNC")
	s.SFunc = p.plainFunctionName()
	p.want(kSType, "STYPE")
	s.SType = p.typeExpr()
	if p.got(kFinalFunc) {
		s.FinalFunc = p.plainFunctionName()
	}
	if p.got(kInitCond) {
		s.InitCond = p.term()
	}
	s.place = p.from(start)
	return s
}

// typeArgs parses (type, …).
func (p *parser) typeArgs() []*TypeExpr {
	var list []*TypeExpr
	p.next()
	if p.kind != tRParen {
		for {
			list = append(list, p.typeExpr())
			if !p.got(tComma) {
				break
			}
		}
	}
	p.want(tRParen, "',' | ')'")
	return list
}

// ---- ALTER

func (p *parser) alter() Statement {
	start := p.start
	p.next()
	p.context = "ALTER"
	switch p.kind {
	case kKeyspace:
		p.next()
		s := &AlterKeyspace{IfExists: p.alterIf()}
		s.Name = p.objectName("keyspace")
		p.want(kWith, "WITH")
		s.With = p.properties()
		s.place = p.from(start)
		return s
	case kTable:
		return p.alterTable(start)
	case kType:
		return p.alterType(start)
	case kMaterialized:
		p.next()
		p.want(kView, "VIEW")
		s := &AlterView{IfExists: p.alterIf()}
		s.Name = p.table()
		p.want(kWith, "WITH")
		s.With = p.properties()
		s.place = p.from(start)
		return s
	case kUser:
		return p.alterUser(start)
	case kRole:
		return p.alterRole(start)
	}
	p.fail("what to alter")
	return nil
}

func (p *parser) alterTable(start int) Statement {
	p.next()
	s := &AlterTable{IfExists: p.alterIf()}
	p.context = "ALTER TABLE"
	s.Name = p.table()
	switch p.kind {
	case kAlter:
		p.next()
		p.context = "ALTER"
		s.IfColumn = p.newer(kIf, version.Masks) && p.ifExists()
		s.Column = p.cident("a column")
		switch {
		case p.kind == kType && !s.IfColumn:
			p.next()
			s.Action, s.Type = AlterColumnType, p.typeExpr()
		case p.kind == kMasked:
			s.Action, s.Mask = MaskColumn, p.mask()
		case p.newer(kDrop, version.Masks):
			p.next()
			p.want(kMasked, "MASKED")
			s.Action = UnmaskColumn
		default:
			p.fail("TYPE | MASKED WITH | DROP MASKED")
		}
	case kAdd:
		p.next()
		p.context = "ADD"
		s.Action, s.IfColumn = AddColumns, p.newer(kIf, version.AlterIfExists) && p.ifNotExists()
		if p.got(tLParen) {
			for {
				s.Add = append(s.Add, p.columnDef())
				if !p.got(tComma) {
					break
				}
			}
			p.want(tRParen, "',' | ')'")
		} else {
			s.Add = []ColumnDef{p.columnDef()}
		}
	case kDrop:
		p.next()
		p.context = "DROP"
		if p.kind == kCompact && p.peek() == kStorage {
			p.next()
			p.next()
			s.Action = DropCompactStorage
			break
		}
		s.Action, s.IfColumn = DropColumns, p.alterIf()
		if p.got(tLParen) {
			for {
				s.Drop = append(s.Drop, p.ident("a column"))
				if !p.got(tComma) {
					break
				}
			}
			p.want(tRParen, "',' | ')'")
		} else {
			s.Drop = []Name{p.ident("a column | '('")}
		}
		if p.got(kUsing) {
			p.want(kTimestamp, "TIMESTAMP")
			if p.kind == tInteger {
				c := p.constant()
				if _, err := strconv.ParseInt(c.Text, 10, 64); err != nil {
					p.failedParsing("NumberFormatException", javaNumber(c.Text), c.Span)
				}
				s.DropTimestamp = c
			} else {
				p.fail("a whole number")
			}
		}
	case kRename:
		p.next()
		p.context = "RENAME"
		s.Action, s.IfColumn = RenameColumns, p.alterIf()
		s.Renames = p.renames("a column")
	case kWith:
		p.next()
		s.Action, s.With = AlterOptions, p.properties()
	default:
		p.fail("ADD, ALTER, DROP, RENAME or WITH")
	}
	if !p.failed {
		p.context = "after ALTER TABLE"
	}
	s.place = p.from(start)
	return s
}

// renames parses a TO b AND ….
func (p *parser) renames(what string) []Rename {
	var list []Rename
	for {
		r := Rename{From: p.ident(what)}
		p.want(kTo, "TO")
		r.To = p.ident("the new name")
		list = append(list, r)
		if !p.got(kAnd) {
			return list
		}
	}
}

func (p *parser) alterType(start int) Statement {
	p.next()
	s := &AlterType{IfExists: p.alterIf()}
	p.context = "ALTER TYPE"
	s.Name = p.userTypeName()
	switch p.kind {
	case kAlter:
		p.next()
		at := p.start
		s.Action = AlterFieldType
		s.Field.Name = p.ident("a field")
		p.want(kType, "TYPE")
		s.Field.Type = p.typeExpr()
		s.Field.Span = p.from(at).Span
	case kAdd:
		p.next()
		s.Action, s.IfField = AddField, p.newer(kIf, version.AlterIfExists) && p.ifNotExists()
		s.Field = p.fieldDef("a field")
	case kRename:
		p.next()
		s.Action, s.IfField = RenameFields, p.alterIf()
		s.Renames = p.renames("a field")
	default:
		p.fail("ADD, ALTER or RENAME")
	}
	s.place = p.from(start)
	return s
}

// ---- DROP

func (p *parser) drop() Statement {
	start := p.start
	p.next()
	p.context = "what is dropped"
	switch p.kind {
	case kKeyspace:
		p.next()
		s := &DropKeyspace{IfExists: p.ifExists()}
		s.Name = p.objectName("keyspace")
		s.place = p.from(start)
		return s
	case kTable:
		p.next()
		s := &DropTable{IfExists: p.ifExists()}
		s.Name = p.table()
		s.place = p.from(start)
		return s
	case kType:
		p.next()
		s := &DropType{IfExists: p.ifExists()}
		s.Name = p.userTypeName()
		s.place = p.from(start)
		return s
	case kIndex:
		p.next()
		s := &DropIndex{IfExists: p.ifExists()}
		s.Name = p.qualified("index")
		s.place = p.from(start)
		return s
	case kMaterialized:
		p.next()
		p.want(kView, "VIEW")
		s := &DropView{IfExists: p.ifExists()}
		s.Name = p.table()
		s.place = p.from(start)
		return s
	case kTrigger:
		p.next()
		s := &DropTrigger{IfExists: p.ifExists()}
		s.Name = p.ident("the name of a trigger")
		p.want(kOn, "ON")
		s.Table = p.table()
		s.place = p.from(start)
		return s
	case kFunction:
		p.next()
		s := &DropFunction{IfExists: p.ifExists()}
		s.Name = p.functionName()
		if p.kind == tLParen {
			s.HasArgs, s.Args = true, p.typeArgs()
		}
		s.place = p.from(start)
		return s
	case kAggregate:
		p.next()
		s := &DropAggregate{IfExists: p.ifExists()}
		s.Name = p.functionName()
		if p.kind == tLParen {
			s.HasArgs, s.Args = true, p.typeArgs()
		}
		s.place = p.from(start)
		return s
	case kUser, kRole:
		return p.dropRole(start)
	case kIdentity:
		return p.dropIdentity(start)
	}
	p.fail("what to drop")
	return nil
}
