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
	s.print(&p)
	return p.String()
}

type printer struct{ strings.Builder }

// put writes parts one after the other: texts as they are, nodes as CQL.
func (p *printer) put(parts ...any) {
	for _, part := range parts {
		switch x := part.(type) {
		case string:
			p.WriteString(x)
		case Name:
			p.name(x)
		case QualifiedName:
			p.qualified(x)
		case []Name:
			p.list(len(x), func(i int) { p.name(x[i]) })
		case *TypeExpr:
			p.typ(x)
		case []*TypeExpr:
			p.list(len(x), func(i int) { p.typ(x[i]) })
		case []Expr:
			p.list(len(x), func(i int) { x[i].print(p) })
		case Expr:
			x.print(p)
		}
	}
}

// list writes the n items that each writes, with commas between them.
func (p *printer) list(n int, each func(i int)) { p.joined(n, ", ", each) }

func (p *printer) joined(n int, separator string, each func(i int)) {
	for i := range n {
		if i > 0 {
			p.WriteString(separator)
		}
		each(i)
	}
}

// when is a text if a condition holds.
func when(yes bool, text string) string {
	if yes {
		return text
	}
	return ""
}

func ifExists(yes bool) string    { return when(yes, " IF EXISTS") }
func ifNotExists(yes bool) string { return when(yes, " IF NOT EXISTS") }

// name writes a name, in quotes where it needs them. A keyword that was quoted
// stays so: in some places the bare word means something else.
func (p *printer) name(n Name) {
	if n.Quoted && keywordOf(n.Text) != tIdent {
		p.put(`"`, n.Text, `"`)
		return
	}
	p.put(QuoteName(n.Text))
}

func (p *printer) qualified(q QualifiedName) {
	if q.Keyspace.Given() {
		p.put(q.Keyspace, ".")
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

// QuoteString writes text as a string of CQL.
func QuoteString(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

func constantText(kind ConstKind, text string) string {
	if kind == String {
		return QuoteString(text)
	}
	return text
}

// ---- expressions

func (x *Constant) print(p *printer) { p.put(constantText(x.Kind, x.Text)) }
func (*Null) print(p *printer)       { p.put("null") }

func (x *Marker) print(p *printer) {
	if x.Name == "" {
		p.put("?")
	} else {
		p.put(":", QuoteName(x.Name))
	}
}

func (x *ListLit) print(p *printer) { p.put("[", x.Elems, "]") }
func (x *SetLit) print(p *printer)  { p.put("{", x.Elems, "}") }

func (x *MapLit) print(p *printer) {
	p.put("{")
	p.list(len(x.Entries), func(i int) { p.put(x.Entries[i].Key, ": ", x.Entries[i].Value) })
	p.put("}")
}

func (x *UDTLit) print(p *printer) {
	p.put("{")
	p.list(len(x.Fields), func(i int) { p.put(x.Fields[i].Name, ": ", x.Fields[i].Value) })
	p.put("}")
}

func (x *TupleLit) print(p *printer) { p.put("(", x.Elems, ")") }

func (x *Call) print(p *printer) {
	p.function(x.Func)
	if x.Star {
		p.put("(*)")
		return
	}
	p.put("(", x.Args, ")")
}

func (x *TypeCast) print(p *printer) { p.put("(", x.Type, ") ", x.X) }
func (x *CastCall) print(p *printer) { p.put("CAST(", x.X, " AS ", x.Type, ")") }
func (x *Binary) print(p *printer)   { p.put(x.X, " ", string(rune(x.Op)), " ", x.Y) }

func (x *Negation) print(p *printer) {
	p.put("-")
	at := p.Len()
	x.X.print(p)
	if text := p.String(); gluesToMinus(text[at]) {
		p.Reset()
		p.put(text[:at], " ", text[at:])
	}
}

func (x *ColumnRef) print(p *printer) { p.name(x.Name) }
func (x *MetaCall) print(p *printer)  { p.put(upper(x.Func), "(", x.X, ")") }
func (x *Field) print(p *printer)     { p.put(x.X, ".", x.Name) }
func (x *Element) print(p *printer)   { p.put(x.X, "[", x.Key, "]") }
func (x *Slice) print(p *printer)     { p.put(x.X, "[", x.From, "..", x.To, "]") }

// typ writes a type.
func (p *printer) typ(t *TypeExpr) {
	switch t.Kind {
	case NativeType:
		p.put(t.Name)
	case CustomType:
		p.put(QuoteString(t.Name))
	case UserType:
		if t.Keyspace.Given() {
			p.put(t.Keyspace, ".")
		}
		p.put(userTypeText(t.Name))
	default:
		p.put(typeNames[t.Kind], "<", t.Args)
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

func (p *printer) selectors(star bool, list []Selector) {
	p.put(when(star, "*"))
	p.list(len(list), func(i int) {
		list[i].X.print(p)
		if list[i].Alias.Given() {
			p.put(" AS ", list[i].Alias)
		}
	})
}

func (p *printer) where(list []*Relation) {
	p.put(when(len(list) > 0, " WHERE "))
	p.joined(len(list), " AND ", func(i int) { p.relation(list[i]) })
}

func (p *printer) relation(r *Relation) {
	switch r.Kind {
	case IndexExpr:
		p.put("expr(", r.Index.Name, ", ", r.Value, ")")
		return
	case OneColumn:
		p.put(r.Columns[0])
	case MapElement:
		p.put(r.Columns[0], "[", r.Key, "]")
	case TokenOf:
		p.put("token(", r.Columns, ")")
	case ManyColumns:
		p.put("(", r.Columns, ")")
	}
	p.operator(r.Op, r.Value, r.Values, r.InList)
}

func (p *printer) operator(op Op, value Expr, values []Expr, list bool) {
	switch {
	case op == IsNotNull:
		p.put(" IS NOT NULL")
	case list:
		p.put(" IN (", values, ")")
	default:
		p.put(" ", op.String(), " ", value)
	}
}

func (p *printer) conditions(exists bool, list []*Condition) {
	p.put(ifExists(exists), when(len(list) > 0, " IF "))
	p.joined(len(list), " AND ", func(i int) {
		c := list[i]
		p.name(c.Column)
		p.element(c.Element, c.Field)
		p.operator(c.Op, c.Value, c.Values, c.InList)
	})
}

// element writes [key] or .field, where given.
func (p *printer) element(key Expr, field Name) {
	if key != nil {
		p.put("[", key, "]")
	}
	if field.Given() {
		p.put(".", field)
	}
}

func (p *printer) using(u Using) {
	word := " USING "
	if u.TTL != nil {
		p.put(word, "TTL ", u.TTL)
		word = " AND "
	}
	if u.Timestamp != nil {
		p.put(word, "TIMESTAMP ", u.Timestamp)
	}
}

// with writes options; word is what stands before the first, WITH or AND.
func (p *printer) with(word string, list []Property) {
	for _, o := range list {
		p.put(" ", word, " ", o.Name, " = ")
		p.value(o.Value)
		word = "AND"
	}
}

func (p *printer) value(v PropertyValue) {
	switch {
	case v.IsMap:
		p.put("{")
		p.list(len(v.Map), func(i int) {
			e := v.Map[i]
			p.put(constantText(e.KeyKind, e.Key), ": ", constantText(e.ValueKind, e.Value))
		})
		p.put("}")
	case v.Keyword:
		p.put(v.Text)
	default:
		p.put(constantText(v.Kind, v.Text))
	}
}

// clusteringOrder writes the directions behind a word, and returns the word that
// stands before the next option.
func (p *printer) clusteringOrder(word string, list []ClusteringOrder) string {
	if len(list) == 0 {
		return word
	}
	p.put(" ", word, " CLUSTERING ORDER BY (")
	p.list(len(list), func(i int) { p.put(list[i].Column, direction(list[i].Desc)) })
	p.put(")")
	return "AND"
}

func direction(desc bool) string {
	if desc {
		return " DESC"
	}
	return " ASC"
}

// primaryKey writes PRIMARY KEY (…).
func (p *printer) primaryKey(partition, clustering []Name) {
	p.put("PRIMARY KEY (")
	if len(partition) == 1 {
		p.put(partition)
	} else {
		p.put("(", partition, ")")
	}
	p.put(when(len(clustering) > 0, ", "), clustering, ")")
}

func (p *printer) columns(list []ColumnDef) {
	p.list(len(list), func(i int) {
		c := &list[i]
		p.put(c.Name, " ", c.Type, when(c.Static, " STATIC"))
		if c.Mask != nil {
			p.put(" ")
			p.mask(c.Mask)
		}
		p.put(when(c.PrimaryKey, " PRIMARY KEY"))
	})
}

func (p *printer) mask(m *Mask) {
	p.put("MASKED WITH ")
	if !m.Func.Name.Given() {
		p.put("DEFAULT")
		return
	}
	p.function(m.Func)
	p.put("(", m.Args, ")")
}

// fields writes the fields of a type, or the arguments of a function.
func (p *printer) fields(list []FieldDef) {
	p.put(" (")
	p.list(len(list), func(i int) { p.put(list[i].Name, " ", list[i].Type) })
	p.put(")")
}

func (p *printer) renames(list []Rename) {
	p.joined(len(list), " AND", func(i int) { p.put(" ", list[i].From, " TO ", list[i].To) })
}

// ---- statements

func (s *Select) print(p *printer) {
	p.put("SELECT ", when(s.JSON, "JSON "), when(s.Distinct, "DISTINCT "))
	p.selectors(s.Star, s.Selectors)
	p.put(" FROM ", s.From)
	p.where(s.Where)
	if s.GroupBy != nil {
		p.put(" GROUP BY ", s.GroupBy)
	}
	p.put(when(len(s.OrderBy) > 0, " ORDER BY "))
	p.list(len(s.OrderBy), func(i int) {
		o := s.OrderBy[i]
		p.name(o.Column)
		if o.ANN != nil {
			p.put(" ANN OF ", o.ANN)
		}
		p.put(when(o.Given || o.Desc, direction(o.Desc)))
	})
	if s.PerPartitionLimit != nil {
		p.put(" PER PARTITION LIMIT ", s.PerPartitionLimit)
	}
	if s.Limit != nil {
		p.put(" LIMIT ", s.Limit)
	}
	p.put(when(s.AllowFiltering, " ALLOW FILTERING"))
}

func (s *Insert) print(p *printer) {
	p.put("INSERT INTO ", s.Into)
	if s.JSON != nil {
		p.put(" JSON ", s.JSON, when(s.DefaultUnset, " DEFAULT UNSET"))
	} else {
		p.put(" (", s.Columns, ") VALUES (", s.Values, ")")
	}
	p.put(ifNotExists(s.IfNotExists))
	p.using(s.Using)
}

func (s *Update) print(p *printer) {
	p.put("UPDATE ", s.Table)
	p.using(s.Using)
	p.put(" SET ")
	p.list(len(s.Set), func(i int) { p.assignment(&s.Set[i]) })
	p.where(s.Where)
	p.conditions(s.IfExists, s.If)
}

func (s *Delete) print(p *printer) {
	p.put("DELETE ")
	p.list(len(s.Columns), func(i int) {
		p.name(s.Columns[i].Column)
		p.element(s.Columns[i].Element, s.Columns[i].Field)
	})
	p.put(when(s.Columns != nil, " "), "FROM ", s.From)
	p.using(s.Using)
	p.where(s.Where)
	p.conditions(s.IfExists, s.If)
}

func (s *Batch) print(p *printer) {
	p.put("BEGIN", [...]string{"", " UNLOGGED", " COUNTER"}[s.Type], " BATCH")
	p.using(s.Using)
	for _, m := range s.Stmts {
		p.put(" ")
		m.print(p)
		p.put(";")
	}
	p.put(" APPLY BATCH")
}

func (s *Truncate) print(p *printer) { p.put("TRUNCATE TABLE ", s.Table) }
func (s *Use) print(p *printer)      { p.put("USE ", s.Keyspace) }

func (s *Describe) print(p *printer) {
	p.put("DESCRIBE", when(s.Full, " FULL"), when(s.Only, " ONLY"), when(s.What != "", " "+s.What))
	if s.Name.Name.Given() {
		p.put(" ")
		if s.What == "TYPE" {
			p.put(userType(s.Name))
		} else {
			p.put(s.Name)
		}
	}
	p.put(when(s.Internals, " WITH INTERNALS"))
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
		p.put(" = ", a.Value, " + ", a.Column)
		return
	case a.Compound:
		p.put(" ", sign, "= ")
	case a.Kind == Add || a.Kind == Subtract:
		p.put(" = ", a.Column, " ", sign, " ")
	default:
		p.put(" = ")
	}
	a.Value.print(p)
}

// userType is a user type as a statement's object.
func userType(q QualifiedName) *TypeExpr {
	return &TypeExpr{Kind: UserType, Name: q.Name.Text, Keyspace: q.Keyspace}
}

// ---- schema statements

func (s *CreateKeyspace) print(p *printer) {
	p.put("CREATE KEYSPACE", ifNotExists(s.IfNotExists), " ", s.Name)
	p.with("WITH", s.With)
}

func (s *AlterKeyspace) print(p *printer) {
	p.put("ALTER KEYSPACE", ifExists(s.IfExists), " ", s.Name)
	p.with("WITH", s.With)
}

func (s *DropKeyspace) print(p *printer) { p.put("DROP KEYSPACE", ifExists(s.IfExists), " ", s.Name) }

func (s *CreateTable) print(p *printer) {
	p.put("CREATE TABLE", ifNotExists(s.IfNotExists), " ", s.Name, " (")
	p.columns(s.Columns)
	inline := false
	for i := range s.Columns {
		inline = inline || s.Columns[i].PrimaryKey
	}
	if s.HasKey && !inline {
		p.put(when(len(s.Columns) > 0, ", "))
		p.primaryKey(s.PartitionKey, s.Clustering)
	}
	p.put(")")
	word := p.clusteringOrder("WITH", s.Order)
	if s.CompactStorage {
		p.put(" ", word, " COMPACT STORAGE")
		word = "AND"
	}
	p.with(word, s.With)
}

func (s *AlterTable) print(p *printer) {
	p.put("ALTER TABLE", ifExists(s.IfExists), " ", s.Name)
	switch s.Action {
	case AlterColumnType:
		p.put(" ALTER ", s.Column, " TYPE ", s.Type)
	case UnmaskColumn:
		p.put(" ALTER", ifExists(s.IfColumn), " ", s.Column, " DROP MASKED")
	case MaskColumn:
		p.put(" ALTER", ifExists(s.IfColumn), " ", s.Column, " ")
		p.mask(s.Mask)
	case AddColumns:
		p.put(" ADD", ifNotExists(s.IfColumn), " ", when(len(s.Add) > 1, "("))
		p.columns(s.Add)
		p.put(when(len(s.Add) > 1, ")"))
	case DropColumns:
		p.put(" DROP", ifExists(s.IfColumn))
		if len(s.Drop) == 1 {
			p.put(" ", s.Drop)
		} else {
			p.put(" (", s.Drop, ")")
		}
		if s.DropTimestamp != nil {
			p.put(" USING TIMESTAMP ", s.DropTimestamp)
		}
	case RenameColumns:
		p.put(" RENAME", ifExists(s.IfColumn))
		p.renames(s.Renames)
	case DropCompactStorage:
		p.put(" DROP COMPACT STORAGE")
	case AlterOptions:
		p.with("WITH", s.With)
	}
}

func (s *DropTable) print(p *printer) { p.put("DROP TABLE", ifExists(s.IfExists), " ", s.Name) }

func (s *CreateType) print(p *printer) {
	p.put("CREATE TYPE", ifNotExists(s.IfNotExists), " ", userType(s.Name))
	p.fields(s.Fields)
}

func (s *AlterType) print(p *printer) {
	p.put("ALTER TYPE", ifExists(s.IfExists), " ", userType(s.Name))
	switch s.Action {
	case AlterFieldType:
		p.put(" ALTER ", s.Field.Name, " TYPE ", s.Field.Type)
	case AddField:
		p.put(" ADD", ifNotExists(s.IfField), " ", s.Field.Name, " ", s.Field.Type)
	case RenameFields:
		p.put(" RENAME", ifExists(s.IfField))
		p.renames(s.Renames)
	}
}

func (s *DropType) print(p *printer) { p.put("DROP TYPE", ifExists(s.IfExists), " ", userType(s.Name)) }

func (s *CreateIndex) print(p *printer) {
	p.put("CREATE", when(s.Custom, " CUSTOM"), " INDEX", ifNotExists(s.IfNotExists))
	if s.Name.Given() {
		p.put(" ", s.Name)
	}
	p.put(" ON ", s.Table, " (")
	p.list(len(s.Targets), func(i int) {
		t := s.Targets[i]
		if t.Kind == Simple {
			p.put(t.Column)
			return
		}
		p.put([...]string{"", "keys", "values", "entries", "full"}[t.Kind], "(", t.Column, ")")
	})
	p.put(")", when(s.HasClass, " USING "+QuoteString(s.Class)))
	p.with("WITH", s.With)
}

func (s *DropIndex) print(p *printer) { p.put("DROP INDEX", ifExists(s.IfExists), " ", s.Name) }

func (s *CreateView) print(p *printer) {
	p.put("CREATE MATERIALIZED VIEW", ifNotExists(s.IfNotExists), " ", s.Name, " AS SELECT ")
	p.selectors(s.Star, s.Selectors)
	p.put(" FROM ", s.From)
	p.where(s.Where)
	p.put(" ")
	p.primaryKey(s.PartitionKey, s.Clustering)
	p.with(p.clusteringOrder("WITH", s.Order), s.With)
}

func (s *AlterView) print(p *printer) {
	p.put("ALTER MATERIALIZED VIEW", ifExists(s.IfExists), " ", s.Name)
	p.with("WITH", s.With)
}

func (s *DropView) print(p *printer) {
	p.put("DROP MATERIALIZED VIEW", ifExists(s.IfExists), " ", s.Name)
}

func (s *CreateFunction) print(p *printer) {
	p.put("CREATE", when(s.OrReplace, " OR REPLACE"), " FUNCTION", ifNotExists(s.IfNotExists), " ", s.Name)
	p.fields(s.Args)
	null := " RETURNS NULL"
	if s.CalledOnNull {
		null = " CALLED"
	}
	p.put(null, " ON NULL INPUT RETURNS ", s.Returns, " LANGUAGE ", s.Language, " AS ", QuoteString(s.Body))
}

func (s *DropFunction) print(p *printer) {
	p.put("DROP FUNCTION", ifExists(s.IfExists), " ", s.Name)
	if s.HasArgs {
		p.put(" (", s.Args, ")")
	}
}

func (s *CreateAggregate) print(p *printer) {
	p.put("CREATE", when(s.OrReplace, " OR REPLACE"), " AGGREGATE", ifNotExists(s.IfNotExists), " ", s.Name,
		" (", s.Args, ") SFUNC ", s.SFunc, " STYPE ", s.SType)
	if s.FinalFunc.Given() {
		p.put(" FINALFUNC ", s.FinalFunc)
	}
	if s.InitCond != nil {
		p.put(" INITCOND ", s.InitCond)
	}
}

func (s *DropAggregate) print(p *printer) {
	p.put("DROP AGGREGATE", ifExists(s.IfExists), " ", s.Name)
	if s.HasArgs {
		p.put(" (", s.Args, ")")
	}
}

func (s *CreateTrigger) print(p *printer) {
	p.put("CREATE TRIGGER", ifNotExists(s.IfNotExists), " ", s.Name, " ON ", s.Table, " USING ", QuoteString(s.Class))
}

func (s *DropTrigger) print(p *printer) {
	p.put("DROP TRIGGER", ifExists(s.IfExists), " ", s.Name, " ON ", s.Table)
}

// ---- roles

// userName writes the name of a user or an identity, which may not stand in
// double quotes.
func (p *printer) userName(n Name) {
	if n.Quoted || keywordOf(n.Text) != tIdent {
		p.put(QuoteString(n.Text))
		return
	}
	p.put(n.Text)
}

// roleName writes the name of a role. Only a string can be empty.
func (p *printer) roleName(n Name) {
	if n.Text == "" {
		p.put("''")
		return
	}
	p.name(n)
}

func (s *RoleStatement) print(p *printer) {
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
		p.roleName(s.Role)
	default:
		p.put(s.Verb, ifExists(s.IfExists), ifNotExists(s.IfNotExists))
		if s.Role.Given() {
			p.put(" ")
			if strings.HasSuffix(s.Verb, "USER") || strings.HasSuffix(s.Verb, "IDENTITY") {
				p.userName(s.Role)
			} else {
				p.roleName(s.Role)
			}
		}
	}
	switch s.Verb {
	case "GRANT", "GRANT ROLE":
		p.put(" TO ")
		p.roleName(s.Of)
	case "REVOKE", "REVOKE ROLE":
		p.put(" FROM ")
		p.roleName(s.Of)
	case "ADD IDENTITY":
		p.put(" TO ROLE ")
		p.userName(s.Of)
	case "CREATE USER", "ALTER USER":
		word := " WITH "
		for _, o := range s.Options {
			switch {
			case o.Name.Text != "superuser":
				p.put(word, upper(o.Name.Text), " ", QuoteString(o.Value.Text))
			case o.Value.Text == "true":
				p.put(" SUPERUSER")
			default:
				p.put(" NOSUPERUSER")
			}
		}
	case "CREATE ROLE", "ALTER ROLE":
		p.put(when(len(s.Options) > 0, " WITH "))
		p.joined(len(s.Options), " AND ", func(i int) { p.roleOption(s.Options[i]) })
	default:
		if s.Of.Given() {
			p.put(" OF ")
			p.roleName(s.Of)
		}
		p.put(when(s.NoRecursive, " NORECURSIVE"))
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
	p.list(len(o.Value.Map), func(i int) { p.put(QuoteString(o.Value.Map[i].Key)) })
	p.put("}")
}

func (p *printer) resource(r *Resource) {
	p.put(r.Kind, when(r.Kind == "ALL TABLES", " IN KEYSPACE"))
	switch {
	case r.Text != "" || strings.HasPrefix(r.Kind, "MBEAN"):
		p.put(" ", QuoteString(r.Text))
	case r.Kind == "ROLE":
		p.put(" ")
		p.roleName(r.Name.Name)
	case r.Name.Name.Given():
		p.put(" ", r.Name)
	}
	if r.Kind == "FUNCTION" {
		p.put("(", r.Args, ")")
	}
}
