// Printing: the syntax tree as CQL on one line.

package cql

import (
	"strconv"
	"strings"
)

// Print returns a statement as CQL on one line, without a semicolon. What it
// prints parses to the same tree, but for the places of its nodes. Format lays
// text out over lines.
func Print(s Statement) string {
	p := printer{}
	p.statement(s)
	return p.String()
}

type printer struct{ strings.Builder }

func (p *printer) put(parts ...string) {
	for _, s := range parts {
		p.WriteString(s)
	}
}

// putIf writes a text if a condition holds.
func (p *printer) putIf(yes bool, text string) {
	if yes {
		p.WriteString(text)
	}
}

// name writes a name, in quotes where it needs them. A keyword that was quoted
// stays so: in some places the bare word means something else.
func (p *printer) name(n Name) {
	if n.Quoted && keywordOf(n.Text) != tIdent {
		p.put(`"`, n.Text, `"`)
		return
	}
	p.put(QuoteName(n.Text))
}

func (p *printer) names(open string, list []Name, end string) {
	p.put(open)
	for i, n := range list {
		p.putIf(i > 0, ", ")
		p.name(n)
	}
	p.put(end)
}

func (p *printer) qualified(q QualifiedName) {
	if q.Keyspace.Given() {
		p.name(q.Keyspace)
		p.put(".")
	}
	p.name(q.Name)
}

// function writes the name of a function. Some reserved words are one.
func (p *printer) function(q QualifiedName) {
	if k := keywordOf(q.Name.Text); !q.Keyspace.Given() && !q.Name.Quoted && (k == kToken || k == kCount) {
		p.put(q.Name.Text)
		return
	}
	if q.Name.Text == "expr" && !q.Keyspace.Given() {
		p.put(`"expr"`) // expr( is one token
		return
	}
	p.qualified(q)
}

// gluesToMinus reports whether a token that starts with c takes a minus before
// it for its own, as numbers do.
func gluesToMinus(c byte) bool { return strings.IndexByte("-0123456789nNiIP=", c) >= 0 }

func quoteString(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

func constantText(kind ConstKind, text string) string {
	if kind == String {
		return quoteString(text)
	}
	return text
}

// ---- expressions

func (p *printer) exprs(open string, list []Expr, end string) {
	p.put(open)
	for i, x := range list {
		p.putIf(i > 0, ", ")
		p.expr(x)
	}
	p.put(end)
}

func (p *printer) expr(x Expr) {
	switch x := x.(type) {
	case *Constant:
		p.put(constantText(x.Kind, x.Text))
	case *Null:
		p.put("null")
	case *Marker:
		if x.Name == "" {
			p.put("?")
		} else {
			p.put(":", QuoteName(x.Name))
		}
	case *ListLit:
		p.exprs("[", x.Elems, "]")
	case *SetLit:
		p.exprs("{", x.Elems, "}")
	case *MapLit:
		p.put("{")
		for i, e := range x.Entries {
			p.putIf(i > 0, ", ")
			p.expr(e.Key)
			p.put(": ")
			p.expr(e.Value)
		}
		p.put("}")
	case *UDTLit:
		p.put("{")
		for i, f := range x.Fields {
			p.putIf(i > 0, ", ")
			p.name(f.Name)
			p.put(": ")
			p.expr(f.Value)
		}
		p.put("}")
	case *TupleLit:
		p.exprs("(", x.Elems, ")")
	case *Call:
		p.function(x.Func)
		if x.Star {
			p.put("(*)")
			return
		}
		p.exprs("(", x.Args, ")")
	case *TypeCast:
		p.put("(")
		p.typ(x.Type)
		p.put(") ")
		p.expr(x.X)
	case *CastCall:
		p.put("CAST(")
		p.expr(x.X)
		p.put(" AS ")
		p.typ(x.Type)
		p.put(")")
	case *Binary:
		p.expr(x.X)
		p.put(" ", string(rune(x.Op)), " ")
		p.expr(x.Y)
	case *Negation:
		p.put("-")
		at := p.Len()
		p.expr(x.X)
		if text := p.String(); gluesToMinus(text[at]) {
			p.Reset()
			p.put(text[:at], " ", text[at:])
		}
	case *ColumnRef:
		p.name(x.Name)
	case *MetaCall:
		p.put(upper(x.Func), "(")
		p.expr(x.X)
		p.put(")")
	case *Field:
		p.expr(x.X)
		p.put(".")
		p.name(x.Name)
	case *Element:
		p.expr(x.X)
		p.put("[")
		p.expr(x.Key)
		p.put("]")
	case *Slice:
		p.expr(x.X)
		p.put("[")
		if x.From != nil {
			p.expr(x.From)
		}
		p.put("..")
		if x.To != nil {
			p.expr(x.To)
		}
		p.put("]")
	}
}

// typ writes a type.
func (p *printer) typ(t *TypeExpr) {
	switch t.Kind {
	case NativeType:
		p.put(t.Name)
	case CustomType:
		p.put(quoteString(t.Name))
	case UserType:
		if t.Keyspace.Given() {
			p.name(t.Keyspace)
			p.put(".")
		}
		p.put(userTypeText(t.Name))
	default:
		p.put(typeNames[t.Kind], "<")
		for i, a := range t.Args {
			p.putIf(i > 0, ", ")
			p.typ(a)
		}
		if t.Kind == VectorType {
			p.put(", ", strconv.Itoa(t.Dim))
		}
		p.put(">")
	}
}

// userTypeText returns the name of a user type, in quotes where the bare word
// would be something else.
func userTypeText(name string) string {
	text := QuoteName(name)
	if text[0] == '"' {
		return text
	}
	switch k := keywordOf(name); {
	case !k.typeName(), name == "byte", name == "complex", name == "enum", name == "interval", name == "macaddr", name == "bitstring":
		return `"` + name + `"`
	}
	return text
}

// ---- clauses

func (p *printer) ifExists(yes bool)    { p.putIf(yes, " IF EXISTS") }
func (p *printer) ifNotExists(yes bool) { p.putIf(yes, " IF NOT EXISTS") }

func (p *printer) selectors(star bool, list []Selector) {
	p.putIf(star, "*")
	for i, s := range list {
		p.putIf(i > 0, ", ")
		p.expr(s.X)
		if s.Alias.Given() {
			p.put(" AS ")
			p.name(s.Alias)
		}
	}
}

func (p *printer) where(list []*Relation) {
	for i, r := range list {
		if i == 0 {
			p.put(" WHERE ")
		} else {
			p.put(" AND ")
		}
		p.relation(r)
	}
}

func (p *printer) relation(r *Relation) {
	switch r.Kind {
	case IndexExpr:
		p.put("expr(")
		p.name(r.Index.Name)
		p.put(", ")
		p.expr(r.Value)
		p.put(")")
		return
	case OneColumn:
		p.name(r.Columns[0])
	case MapElement:
		p.name(r.Columns[0])
		p.put("[")
		p.expr(r.Key)
		p.put("]")
	case TokenOf:
		p.names("token(", r.Columns, ")")
	case ManyColumns:
		p.names("(", r.Columns, ")")
	}
	p.operator(r.Op, r.Value, r.Values, r.InList)
}

func (p *printer) operator(op Op, value Expr, values []Expr, list bool) {
	switch {
	case op == IsNotNull:
		p.put(" IS NOT NULL")
	case list:
		p.exprs(" IN (", values, ")")
	default:
		p.put(" ", op.String(), " ")
		p.expr(value)
	}
}

func (p *printer) conditions(exists bool, list []*Condition) {
	p.putIf(exists, " IF EXISTS")
	for i, c := range list {
		if i == 0 {
			p.put(" IF ")
		} else {
			p.put(" AND ")
		}
		p.name(c.Column)
		p.element(c.Element, c.Field)
		p.operator(c.Op, c.Value, c.Values, c.InList)
	}
}

// element writes [key] or .field, where given.
func (p *printer) element(key Expr, field Name) {
	if key != nil {
		p.put("[")
		p.expr(key)
		p.put("]")
	}
	if field.Given() {
		p.put(".")
		p.name(field)
	}
}

func (p *printer) using(u Using) {
	word := " USING "
	if u.TTL != nil {
		p.put(word, "TTL ")
		p.expr(u.TTL)
		word = " AND "
	}
	if u.Timestamp != nil {
		p.put(word, "TIMESTAMP ")
		p.expr(u.Timestamp)
	}
}

// with writes options; word is what stands before the first, WITH or AND.
func (p *printer) with(word string, list []Property) {
	for _, o := range list {
		p.put(" ", word, " ")
		word = "AND"
		p.name(o.Name)
		p.put(" = ")
		p.value(o.Value)
	}
}

func (p *printer) value(v PropertyValue) {
	switch {
	case v.IsMap:
		p.put("{")
		for i, e := range v.Map {
			p.putIf(i > 0, ", ")
			p.put(constantText(e.KeyKind, e.Key), ": ", constantText(e.ValueKind, e.Value))
		}
		p.put("}")
	case v.Keyword:
		p.put(v.Text)
	default:
		p.put(constantText(v.Kind, v.Text))
	}
}

func (p *printer) clusteringOrder(word string, list []ClusteringOrder) string {
	for i, o := range list {
		if i == 0 {
			p.put(" ", word, " CLUSTERING ORDER BY (")
		} else {
			p.put(", ")
		}
		p.name(o.Column)
		if o.Desc {
			p.put(" DESC")
		} else {
			p.put(" ASC")
		}
	}
	if len(list) == 0 {
		return word
	}
	p.put(")")
	return "AND"
}

// primaryKey writes PRIMARY KEY (…).
func (p *printer) primaryKey(partition, clustering []Name) {
	p.put("PRIMARY KEY (")
	if len(partition) == 1 {
		p.name(partition[0])
	} else {
		p.names("(", partition, ")")
	}
	for _, n := range clustering {
		p.put(", ")
		p.name(n)
	}
	p.put(")")
}

func (p *printer) column(c *ColumnDef) {
	p.name(c.Name)
	p.put(" ")
	p.typ(c.Type)
	p.putIf(c.Static, " STATIC")
	if c.Mask != nil {
		p.put(" ")
		p.mask(c.Mask)
	}
	p.putIf(c.PrimaryKey, " PRIMARY KEY")
}

func (p *printer) mask(m *Mask) {
	p.put("MASKED WITH ")
	if !m.Func.Name.Given() {
		p.put("DEFAULT")
		return
	}
	p.function(m.Func)
	p.exprs("(", m.Args, ")")
}

func (p *printer) types(list []*TypeExpr) {
	p.put("(")
	for i, t := range list {
		p.putIf(i > 0, ", ")
		p.typ(t)
	}
	p.put(")")
}

func (p *printer) fields(list []FieldDef) {
	p.put("(")
	for i, f := range list {
		p.putIf(i > 0, ", ")
		p.name(f.Name)
		p.put(" ")
		p.typ(f.Type)
	}
	p.put(")")
}

func (p *printer) renames(list []Rename) {
	for i, r := range list {
		p.putIf(i > 0, " AND")
		p.put(" ")
		p.name(r.From)
		p.put(" TO ")
		p.name(r.To)
	}
}

// ---- statements

func (p *printer) statement(s Statement) {
	switch s := s.(type) {
	case *Select:
		p.put("SELECT ")
		p.putIf(s.JSON, "JSON ")
		p.putIf(s.Distinct, "DISTINCT ")
		p.selectors(s.Star, s.Selectors)
		p.put(" FROM ")
		p.qualified(s.From)
		p.where(s.Where)
		if s.GroupBy != nil {
			p.exprs(" GROUP BY ", s.GroupBy, "")
		}
		for i, o := range s.OrderBy {
			if i == 0 {
				p.put(" ORDER BY ")
			} else {
				p.put(", ")
			}
			p.name(o.Column)
			if o.ANN != nil {
				p.put(" ANN OF ")
				p.expr(o.ANN)
			}
			p.putIf(o.Desc, " DESC")
			p.putIf(o.Given && !o.Desc, " ASC")
		}
		if s.PerPartitionLimit != nil {
			p.put(" PER PARTITION LIMIT ")
			p.expr(s.PerPartitionLimit)
		}
		if s.Limit != nil {
			p.put(" LIMIT ")
			p.expr(s.Limit)
		}
		p.putIf(s.AllowFiltering, " ALLOW FILTERING")
	case *Insert:
		p.put("INSERT INTO ")
		p.qualified(s.Into)
		if s.JSON != nil {
			p.put(" JSON ")
			p.expr(s.JSON)
			p.putIf(s.DefaultUnset, " DEFAULT UNSET")
		} else {
			p.names(" (", s.Columns, ")")
			p.exprs(" VALUES (", s.Values, ")")
		}
		p.ifNotExists(s.IfNotExists)
		p.using(s.Using)
	case *Update:
		p.put("UPDATE ")
		p.qualified(s.Table)
		p.using(s.Using)
		p.put(" SET ")
		for i := range s.Set {
			p.putIf(i > 0, ", ")
			p.assignment(&s.Set[i])
		}
		p.where(s.Where)
		p.conditions(s.IfExists, s.If)
	case *Delete:
		p.put("DELETE ")
		for i, t := range s.Columns {
			p.putIf(i > 0, ", ")
			p.name(t.Column)
			p.element(t.Element, t.Field)
		}
		p.putIf(s.Columns != nil, " ")
		p.put("FROM ")
		p.qualified(s.From)
		p.using(s.Using)
		p.where(s.Where)
		p.conditions(s.IfExists, s.If)
	case *Batch:
		p.put("BEGIN", [...]string{"", " UNLOGGED", " COUNTER"}[s.Type], " BATCH")
		p.using(s.Using)
		for _, m := range s.Stmts {
			p.put(" ")
			p.statement(m)
			p.put(";")
		}
		p.put(" APPLY BATCH")
	case *Truncate:
		p.put("TRUNCATE TABLE ")
		p.qualified(s.Table)
	case *Use:
		p.put("USE ")
		p.name(s.Keyspace)
	case *RoleStatement:
		p.role(s)
	case *Describe:
		p.put("DESCRIBE")
		p.putIf(s.Full, " FULL")
		p.putIf(s.Only, " ONLY")
		p.putIf(s.What != "", " "+s.What)
		if s.Name.Name.Given() {
			p.put(" ")
			if s.What == "TYPE" {
				p.typ(&TypeExpr{Kind: UserType, Name: s.Name.Name.Text, Keyspace: s.Name.Keyspace})
			} else {
				p.qualified(s.Name)
			}
		}
		p.putIf(s.Internals, " WITH INTERNALS")
	default:
		p.schemaStatement(s)
	}
}

func (p *printer) assignment(a *Assignment) {
	p.name(a.Column)
	p.element(a.Element, a.Field)
	sign := "+"
	if a.Kind == Subtract {
		sign = "-"
	}
	switch {
	case a.Kind == Prepend:
		p.put(" = ")
		p.expr(a.Value)
		p.put(" + ")
		p.name(a.Column)
		return
	case a.Compound:
		p.put(" ", sign, "= ")
	case a.Kind == Add || a.Kind == Subtract:
		p.put(" = ")
		p.name(a.Column)
		p.put(" ", sign, " ")
	default:
		p.put(" = ")
	}
	p.expr(a.Value)
}

// typeName writes the name of a user type as a statement's object.
func (p *printer) typeName(q QualifiedName) {
	p.typ(&TypeExpr{Kind: UserType, Name: q.Name.Text, Keyspace: q.Keyspace})
}

func (p *printer) schemaStatement(s Statement) {
	switch s := s.(type) {
	case *CreateKeyspace:
		p.put("CREATE KEYSPACE")
		p.ifNotExists(s.IfNotExists)
		p.put(" ")
		p.name(s.Name)
		p.with("WITH", s.With)
	case *AlterKeyspace:
		p.put("ALTER KEYSPACE")
		p.ifExists(s.IfExists)
		p.put(" ")
		p.name(s.Name)
		p.with("WITH", s.With)
	case *DropKeyspace:
		p.put("DROP KEYSPACE")
		p.ifExists(s.IfExists)
		p.put(" ")
		p.name(s.Name)
	case *CreateTable:
		p.put("CREATE TABLE")
		p.ifNotExists(s.IfNotExists)
		p.put(" ")
		p.qualified(s.Name)
		p.put(" (")
		inline := false
		for i := range s.Columns {
			p.putIf(i > 0, ", ")
			p.column(&s.Columns[i])
			inline = inline || s.Columns[i].PrimaryKey
		}
		if s.HasKey && !inline {
			p.putIf(len(s.Columns) > 0, ", ")
			p.primaryKey(s.PartitionKey, s.Clustering)
		}
		p.put(")")
		word := p.clusteringOrder("WITH", s.Order)
		if s.CompactStorage {
			p.put(" ", word, " COMPACT STORAGE")
			word = "AND"
		}
		p.with(word, s.With)
	case *AlterTable:
		p.alterTable(s)
	case *DropTable:
		p.put("DROP TABLE")
		p.ifExists(s.IfExists)
		p.put(" ")
		p.qualified(s.Name)
	case *CreateType:
		p.put("CREATE TYPE")
		p.ifNotExists(s.IfNotExists)
		p.put(" ")
		p.typeName(s.Name)
		p.put(" ")
		p.fields(s.Fields)
	case *AlterType:
		p.put("ALTER TYPE")
		p.ifExists(s.IfExists)
		p.put(" ")
		p.typeName(s.Name)
		switch s.Action {
		case AlterFieldType:
			p.put(" ALTER ")
			p.name(s.Field.Name)
			p.put(" TYPE ")
			p.typ(s.Field.Type)
		case AddField:
			p.put(" ADD")
			p.ifNotExists(s.IfField)
			p.put(" ")
			p.name(s.Field.Name)
			p.put(" ")
			p.typ(s.Field.Type)
		case RenameFields:
			p.put(" RENAME")
			p.ifExists(s.IfField)
			p.renames(s.Renames)
		}
	case *DropType:
		p.put("DROP TYPE")
		p.ifExists(s.IfExists)
		p.put(" ")
		p.typeName(s.Name)
	case *CreateIndex:
		p.put("CREATE")
		p.putIf(s.Custom, " CUSTOM")
		p.put(" INDEX")
		p.ifNotExists(s.IfNotExists)
		if s.Name.Given() {
			p.put(" ")
			p.name(s.Name)
		}
		p.put(" ON ")
		p.qualified(s.Table)
		p.put(" (")
		for i, t := range s.Targets {
			p.putIf(i > 0, ", ")
			if t.Kind == Simple {
				p.name(t.Column)
				continue
			}
			p.put([...]string{"", "keys", "values", "entries", "full"}[t.Kind], "(")
			p.name(t.Column)
			p.put(")")
		}
		p.put(")")
		p.putIf(s.HasClass, " USING "+quoteString(s.Class))
		p.with("WITH", s.With)
	case *DropIndex:
		p.put("DROP INDEX")
		p.ifExists(s.IfExists)
		p.put(" ")
		p.qualified(s.Name)
	case *CreateView:
		p.put("CREATE MATERIALIZED VIEW")
		p.ifNotExists(s.IfNotExists)
		p.put(" ")
		p.qualified(s.Name)
		p.put(" AS SELECT ")
		p.selectors(s.Star, s.Selectors)
		p.put(" FROM ")
		p.qualified(s.From)
		p.where(s.Where)
		p.put(" ")
		p.primaryKey(s.PartitionKey, s.Clustering)
		p.with(p.clusteringOrder("WITH", s.Order), s.With)
	case *AlterView:
		p.put("ALTER MATERIALIZED VIEW")
		p.ifExists(s.IfExists)
		p.put(" ")
		p.qualified(s.Name)
		p.with("WITH", s.With)
	case *DropView:
		p.put("DROP MATERIALIZED VIEW")
		p.ifExists(s.IfExists)
		p.put(" ")
		p.qualified(s.Name)
	case *CreateFunction:
		p.put("CREATE")
		p.putIf(s.OrReplace, " OR REPLACE")
		p.put(" FUNCTION")
		p.ifNotExists(s.IfNotExists)
		p.put(" ")
		p.qualified(s.Name)
		p.put(" ")
		p.fields(s.Args)
		if s.CalledOnNull {
			p.put(" CALLED ON NULL INPUT RETURNS ")
		} else {
			p.put(" RETURNS NULL ON NULL INPUT RETURNS ")
		}
		p.typ(s.Returns)
		p.put(" LANGUAGE ", s.Language, " AS ", quoteString(s.Body))
	case *DropFunction:
		p.put("DROP FUNCTION")
		p.ifExists(s.IfExists)
		p.put(" ")
		p.qualified(s.Name)
		if s.HasArgs {
			p.put(" ")
			p.types(s.Args)
		}
	case *CreateAggregate:
		p.put("CREATE")
		p.putIf(s.OrReplace, " OR REPLACE")
		p.put(" AGGREGATE")
		p.ifNotExists(s.IfNotExists)
		p.put(" ")
		p.qualified(s.Name)
		p.put(" ")
		p.types(s.Args)
		p.put(" SFUNC ")
		p.name(s.SFunc)
		p.put(" STYPE ")
		p.typ(s.SType)
		if s.FinalFunc.Given() {
			p.put(" FINALFUNC ")
			p.name(s.FinalFunc)
		}
		if s.InitCond != nil {
			p.put(" INITCOND ")
			p.expr(s.InitCond)
		}
	case *DropAggregate:
		p.put("DROP AGGREGATE")
		p.ifExists(s.IfExists)
		p.put(" ")
		p.qualified(s.Name)
		if s.HasArgs {
			p.put(" ")
			p.types(s.Args)
		}
	case *CreateTrigger:
		p.put("CREATE TRIGGER")
		p.ifNotExists(s.IfNotExists)
		p.put(" ")
		p.name(s.Name)
		p.put(" ON ")
		p.qualified(s.Table)
		p.put(" USING ", quoteString(s.Class))
	case *DropTrigger:
		p.put("DROP TRIGGER")
		p.ifExists(s.IfExists)
		p.put(" ")
		p.name(s.Name)
		p.put(" ON ")
		p.qualified(s.Table)
	}
}

func (p *printer) alterTable(s *AlterTable) {
	p.put("ALTER TABLE")
	p.ifExists(s.IfExists)
	p.put(" ")
	p.qualified(s.Name)
	switch s.Action {
	case AlterColumnType:
		p.put(" ALTER ")
		p.name(s.Column)
		p.put(" TYPE ")
		p.typ(s.Type)
	case MaskColumn, UnmaskColumn:
		p.put(" ALTER")
		p.ifExists(s.IfColumn)
		p.put(" ")
		p.name(s.Column)
		if s.Action == UnmaskColumn {
			p.put(" DROP MASKED")
		} else {
			p.put(" ")
			p.mask(s.Mask)
		}
	case AddColumns:
		p.put(" ADD")
		p.ifNotExists(s.IfColumn)
		p.put(" ")
		p.putIf(len(s.Add) > 1, "(")
		for i := range s.Add {
			p.putIf(i > 0, ", ")
			p.column(&s.Add[i])
		}
		p.putIf(len(s.Add) > 1, ")")
	case DropColumns:
		p.put(" DROP")
		p.ifExists(s.IfColumn)
		if len(s.Drop) == 1 {
			p.put(" ")
			p.name(s.Drop[0])
		} else {
			p.names(" (", s.Drop, ")")
		}
		if s.DropTimestamp != nil {
			p.put(" USING TIMESTAMP ")
			p.expr(s.DropTimestamp)
		}
	case RenameColumns:
		p.put(" RENAME")
		p.ifExists(s.IfColumn)
		p.renames(s.Renames)
	case DropCompactStorage:
		p.put(" DROP COMPACT STORAGE")
	case AlterOptions:
		p.with("WITH", s.With)
	}
}

// ---- roles

// userName writes the name of a user or an identity, which may not stand in
// double quotes.
func (p *printer) userName(n Name) {
	if n.Quoted || keywordOf(n.Text) != tIdent {
		p.put(quoteString(n.Text))
		return
	}
	p.put(n.Text)
}

func (p *printer) role(s *RoleStatement) {
	switch s.Verb {
	case "GRANT", "REVOKE", "LIST PERMISSIONS":
		verb := s.Verb
		if verb == "LIST PERMISSIONS" {
			verb = "LIST"
		}
		p.put(verb, " ", strings.Join(s.Permissions, ", "))
		if s.Resource != nil {
			p.put(" ON ")
			p.resource(s.Resource)
		}
	case "GRANT ROLE", "REVOKE ROLE":
		verb, _, _ := strings.Cut(s.Verb, " ")
		p.put(verb, " ")
		p.name(s.Role)
	default:
		p.put(s.Verb)
		p.ifExists(s.IfExists)
		p.ifNotExists(s.IfNotExists)
		if s.Role.Given() {
			p.put(" ")
			if strings.HasSuffix(s.Verb, "USER") || strings.HasSuffix(s.Verb, "IDENTITY") {
				p.userName(s.Role)
			} else {
				p.name(s.Role)
			}
		}
	}
	switch s.Verb {
	case "GRANT", "GRANT ROLE":
		p.put(" TO ")
		p.name(s.Of)
	case "REVOKE", "REVOKE ROLE":
		p.put(" FROM ")
		p.name(s.Of)
	case "ADD IDENTITY":
		p.put(" TO ROLE ")
		p.userName(s.Of)
	case "CREATE USER", "ALTER USER":
		word := " WITH "
		for _, o := range s.Options {
			switch {
			case o.Name.Text != "superuser":
				p.put(word, upper(o.Name.Text), " ", quoteString(o.Value.Text))
			case o.Value.Text == "true":
				p.put(" SUPERUSER")
			default:
				p.put(" NOSUPERUSER")
			}
		}
	case "CREATE ROLE", "ALTER ROLE":
		word := " WITH "
		for _, o := range s.Options {
			p.put(word)
			word = " AND "
			p.roleOption(o)
		}
	default:
		if s.Of.Given() {
			p.put(" OF ")
			p.name(s.Of)
		}
		p.putIf(s.NoRecursive, " NORECURSIVE")
	}
}

func (p *printer) roleOption(o Property) {
	set := ""
	switch o.Name.Text {
	case "access to datacenters":
		p.put("ACCESS TO ")
		set = "DATACENTERS"
	case "access from cidrs":
		p.put("ACCESS FROM ")
		set = "CIDRS"
	default:
		p.put(upper(o.Name.Text), " = ")
		p.value(o.Value)
		return
	}
	if !o.Value.IsMap {
		p.put("ALL ", set)
		return
	}
	p.put(set, " {")
	for i, e := range o.Value.Map {
		p.putIf(i > 0, ", ")
		p.put(quoteString(e.Key))
	}
	p.put("}")
}

func (p *printer) resource(r *Resource) {
	p.put(r.Kind)
	p.putIf(r.Kind == "ALL TABLES", " IN KEYSPACE")
	switch {
	case r.Text != "" || strings.HasPrefix(r.Kind, "MBEAN"):
		p.put(" ", quoteString(r.Text))
	case r.Name.Name.Given():
		p.put(" ")
		p.qualified(r.Name)
	}
	if r.Kind == "FUNCTION" {
		p.types(r.Args)
	}
}
