// Roles, users, permissions, identities, and DESCRIBE.

package cql

import (
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/version"
)

// roleName parses the name of a role, which may be a string.
func (p *parser) roleName() Name {
	if p.kind == tString {
		n := Name{Span: p.span(), Text: stringText(p.text[p.start:p.stop]), Quoted: true}
		p.next()
		return n
	}
	return p.objectName("role")
}

// userName parses the name of a user or an identity, which may be no keyword.
func (p *parser) userName(of string) Name {
	switch p.kind {
	case tIdent:
		return p.name()
	case tString:
		return p.roleName()
	case tQuoted:
		n := p.name()
		p.collect(rule.SYNA9.Syntax(n.Span, "Quoted strings are are not supported for %", of))
		return n
	}
	p.fail("a name")
	return Name{}
}

const userNames = "user names and USER is deprecated, please use ROLE"

func (p *parser) createUser(start int) Statement {
	p.next()
	s := &RoleStatement{Verb: "CREATE USER", IfNotExists: p.ifNotExists()}
	p.context = "CREATE USER"
	p.userRest(s, start)
	return s
}

func (p *parser) alterUser(start int) Statement {
	p.next()
	s := &RoleStatement{Verb: "ALTER USER", IfExists: p.alterIf()}
	p.context = "ALTER USER"
	p.userRest(s, start)
	return s
}

// userRest parses the name and the options of CREATE USER and ALTER USER.
func (p *parser) userRest(s *RoleStatement, start int) {
	s.Role = p.userName(userNames)
	if p.got(kWith) {
		at := p.start
		o := Property{Name: Name{Text: "password", Span: p.span()}}
		if p.got(kHashed) {
			o.Name.Text = "hashed password"
		}
		p.want(kPassword, "PASSWORD")
		o.Name.Span = p.from(at).Span
		o.Value.Span = p.span()
		o.Value.Text = p.stringLiteral("the password as a string")
		o.Span = p.from(at).Span
		s.Options = append(s.Options, o)
	}
	if p.kind == kSuperuser || p.kind == kNoSuperuser {
		o := Property{Span: p.span(), Name: Name{Text: "superuser"}}
		o.Value = PropertyValue{Span: p.span(), Text: "true", Kind: Boolean}
		if p.kind == kNoSuperuser {
			o.Value.Text = "false"
		}
		p.next()
		s.Options = append(s.Options, o)
	}
	s.place = p.from(start)
}

func (p *parser) createRole(start int) Statement {
	p.next()
	s := &RoleStatement{Verb: "CREATE ROLE", IfNotExists: p.ifNotExists()}
	p.context = "CREATE ROLE"
	p.roleRest(s, start)
	return s
}

func (p *parser) alterRole(start int) Statement {
	p.next()
	s := &RoleStatement{Verb: "ALTER ROLE", IfExists: p.alterIf()}
	p.context = "ALTER ROLE"
	p.roleRest(s, start)
	return s
}

func (p *parser) roleRest(s *RoleStatement, start int) {
	s.Role = p.roleName()
	if p.got(kWith) {
		for {
			o := p.roleOption()
			if p.kind == tWrong {
				break
			}
			p.onceOnly(s.Options, o)
			s.Options = append(s.Options, o)
			if !p.got(kAnd) {
				break
			}
		}
		p.exclusivePasswords(s)
	}
	s.place = p.from(start)
}

// onceOnly finds an option that is given twice. ACCESS may be.
func (p *parser) onceOnly(list []Property, o Property) {
	for i := range list {
		if list[i].Name.Text == o.Name.Text && o.Name.Text[0] != 'a' {
			name := strings.ReplaceAll(upper(o.Name.Text), " ", "_")
			d := p.throw(rule.SYNA4.Syntax(o.Span, "Multiple definition for property '%'", name))
			d.Related = []diag.Related{{Span: list[i].Span, Text: "given here already"}}
		}
	}
}

// exclusivePasswords finds a password that is given plain and hashed.
func (p *parser) exclusivePasswords(s *RoleStatement) {
	var plain, hashed *Property
	for i := range s.Options {
		o := &s.Options[i]
		switch o.Name.Text {
		case "password":
			plain = o
		case "hashed password":
			hashed = o
		}
	}
	if plain != nil && hashed != nil {
		p.throw(rule.None.Syntax(hashed.Span, "Options 'password' and 'hashed password' are mutually exclusive"))
	}
}

// roleOption parses one option of CREATE ROLE or ALTER ROLE. An option that is
// given twice is an error of the server's.
func (p *parser) roleOption() Property {
	start := p.start
	o := Property{}
	name := func(text string) {
		o.Name = Name{Span: p.from(start).Span, Text: text}
	}
	switch p.kind {
	case kPassword, kHashed:
		text := "password"
		if p.got(kHashed) {
			text = "hashed password"
		}
		p.want(kPassword, "PASSWORD")
		name(text)
		p.want(tEq, "'='")
		o.Value.Span = p.span()
		o.Value.Text = p.stringLiteral("the password as a string")
	case kOptions:
		p.next()
		name("options")
		p.want(tEq, "'='")
		at := p.start
		if p.kind != tLBrace {
			p.fail("'{'")
			break
		}
		o.Value.IsMap, o.Value.Map = true, p.propertyMap()
		o.Value.Span = p.from(at).Span
	case kSuperuser, kLogin:
		text := p.kind.text()
		p.next()
		name(text)
		p.want(tEq, "'='")
		if p.kind != tBoolean {
			p.fail("true | false")
			break
		}
		o.Value = PropertyValue{Span: p.span(), Text: fold(p.text[p.start:p.stop]), Kind: Boolean}
		p.next()
	case kAccess:
		p.next()
		text, set := "access to datacenters", kDatacenters
		if p.newer(kFrom, version.CIDRs) {
			p.next()
			text, set = "access from cidrs", kCIDRs
		} else {
			p.want(kTo, "TO | FROM")
		}
		name(text)
		at := p.start
		if p.got(kAll) {
			o.Value.Keyword, o.Value.Text = true, "all"
			p.want(set, "DATACENTERS | CIDRS")
		} else {
			p.want(set, "ALL | DATACENTERS | CIDRS")
			o.Value.IsMap = true
			p.want(tLBrace, "'{'")
			for {
				e := PropertyEntry{Span: p.span(), KeySpan: p.span()}
				e.Key = p.stringLiteral("a string")
				if p.failed {
					break
				}
				o.Value.Map = append(o.Value.Map, e)
				if !p.got(tComma) {
					break
				}
			}
			p.want(tRBrace, "',' | '}'")
		}
		o.Value.Span = p.from(at).Span
	default:
		p.fail("a role's option")
	}
	o.Span = p.from(start).Span
	return o
}

func (p *parser) dropRole(start int) Statement {
	user := p.kind == kUser
	p.next()
	s := &RoleStatement{Verb: "DROP ROLE", IfExists: p.ifExists()}
	if user {
		s.Verb = "DROP USER"
		s.Role = p.userName(userNames)
	} else {
		s.Role = p.roleName()
	}
	s.place = p.from(start)
	return s
}

func (p *parser) addIdentity() Statement {
	start := p.start
	p.next()
	p.context = "ADD IDENTITY"
	p.want(kIdentity, "IDENTITY")
	s := &RoleStatement{Verb: "ADD IDENTITY", IfNotExists: p.ifNotExists()}
	s.Role = p.userName("identity")
	p.want(kTo, "TO ROLE")
	p.want(kRole, "ROLE")
	s.Of = p.userName("identity")
	s.place = p.from(start)
	return s
}

func (p *parser) dropIdentity(start int) Statement {
	p.next()
	s := &RoleStatement{Verb: "DROP IDENTITY", IfExists: p.ifExists()}
	s.Role = p.userName("identity")
	s.place = p.from(start)
	return s
}

// ---- permissions

// permission reports whether a token is the name of a permission.
func permission(k kind) bool {
	switch k {
	case kCreate, kAlter, kDrop, kSelect, kModify, kAuthorize, kDescribe, kExecute, kUnmask, kSelectMasked:
		return true
	}
	return false
}

// permissionsAhead reports whether GRANT or REVOKE is about permissions, and
// not about a role: ALL, UNMASK and SELECT_MASKED can be a role's name.
func (p *parser) permissionsAhead() bool {
	if p.kind == kAll || p.kind == kUnmask || p.kind == kSelectMasked {
		switch p.peek() {
		case kTo, kFrom:
			return false
		}
		return true
	}
	return permission(p.kind)
}

// permissions parses ALL [PERMISSIONS] or a list of permissions.
func (p *parser) permissions() []string {
	if p.got(kAll) {
		p.got(kPermissions)
		return []string{"ALL"}
	}
	var list []string
	for {
		if !permission(p.kind) {
			p.fail("a permission")
			return list
		}
		list = append(list, upper(p.kind.text()))
		p.next()
		p.got(kPermission)
		if !p.newer(tComma, version.SeveralPermissions) {
			return list
		}
		p.next()
	}
}

func (p *parser) grant() Statement {
	start := p.start
	s := &RoleStatement{Verb: "GRANT"}
	to, word := kTo, "TO"
	if p.kind == kRevoke {
		s.Verb, to, word = "REVOKE", kFrom, "FROM"
	}
	p.next()
	p.context = s.Verb
	if p.permissionsAhead() {
		s.Permissions = p.permissions()
		p.want(kOn, "ON")
		s.Resource = p.resource()
		p.want(to, word)
		s.Of = p.roleName()
		if !p.failed {
			p.applicable(s)
		}
	} else {
		s.Verb += " ROLE"
		s.Role = p.roleName()
		p.want(to, word)
		s.Of = p.roleName()
	}
	s.place = p.from(start)
	return s
}

// applicable finds permissions none of which the resource has.
func (p *parser) applicable(s *RoleStatement) {
	class, has := "", ""
	switch s.Resource.Kind {
	case "ALL KEYSPACES", "KEYSPACE", "ALL TABLES":
		class, has = "DataResource", " CREATE ALTER DROP SELECT MODIFY AUTHORIZE UNMASK SELECT_MASKED "
	case "TABLE":
		class, has = "DataResource", " ALTER DROP SELECT MODIFY AUTHORIZE UNMASK SELECT_MASKED "
	case "ALL ROLES":
		class, has = "RoleResource", " CREATE ALTER DROP AUTHORIZE DESCRIBE "
	case "ROLE":
		class, has = "RoleResource", " ALTER DROP AUTHORIZE DESCRIBE "
	case "ALL FUNCTIONS", "ALL FUNCTIONS IN KEYSPACE":
		class, has = "FunctionResource", " CREATE ALTER DROP AUTHORIZE EXECUTE "
	case "FUNCTION":
		return // the server looks it up first
	case "ALL MBEANS", "MBEAN", "MBEANS":
		class, has = "JMXResource", " AUTHORIZE DESCRIBE EXECUTE MODIFY SELECT "
	}
	for _, perm := range s.Permissions {
		if perm == "ALL" || strings.Contains(has, " "+perm+" ") {
			return
		}
	}
	p.collect(rule.SYNA10.Syntax(s.Resource.Span, "Resource type % does not support any of the requested permissions", class))
}

// resource parses what a permission is given on.
func (p *parser) resource() *Resource {
	r := &Resource{}
	start := p.start
	switch k := p.kind; {
	case k == kAll && p.allOfSomething():
		p.next()
		r.Kind = "ALL " + upper(p.kind.text())
		tables, functions := p.kind == kTables, p.kind == kFunctions
		p.next()
		if tables {
			p.want(kIn, "IN KEYSPACE")
			p.want(kKeyspace, "KEYSPACE")
			r.Name.Name = p.objectName("keyspace")
		} else if functions && p.got(kIn) {
			r.Kind = "ALL FUNCTIONS IN KEYSPACE"
			p.want(kKeyspace, "KEYSPACE")
			r.Name.Name = p.objectName("keyspace")
		}
	case k == kKeyspace:
		p.next()
		r.Kind = "KEYSPACE"
		r.Name.Name = p.objectName("keyspace")
	case k == kTable:
		p.next()
		r.Kind = "TABLE"
		r.Name = p.table()
	case k == kRole && p.wordFollows():
		p.next()
		r.Kind = "ROLE"
		r.Name.Name = p.roleName()
	case k == kFunction && p.wordFollows():
		p.next()
		r.Kind = "FUNCTION"
		r.Name = p.functionName()
		if p.kind != tLParen {
			p.fail("'('")
			break
		}
		at := r.Name.Place()
		r.Args = p.typeArgs()
		r.Complete = p.kind != tWrong
		if ks := r.Name.Keyspace; p.kind != tWrong && (!ks.Given() || ks.Text == "?" && !ks.Quoted) {
			p.throw(rule.None.Invalid(at, "In this context function name must be explictly qualified by a keyspace"))
		}
	case (k == kMBean || k == kMBeans) && p.peek() == tString:
		r.Kind = upper(k.text())
		p.next()
		at := p.span()
		r.Text = p.stringLiteral("a string")
		p.mbean(r, at)
	default:
		r.Kind = "TABLE"
		r.Name = p.table()
	}
	r.place = p.from(start)
	return r
}

// mbean checks a JMX object name as far as the grammar's actions do.
func (p *parser) mbean(r *Resource, at diag.Span) {
	if r.Text == "" {
		p.collect(rule.SYNA10.Syntax(at, "Empty JMX object name supplied"))
	}
	if r.Text == "*:*" {
		p.collect(rule.SYNA10.Syntax(at, "Please use ALL MBEANS instead of wildcard pattern"))
	}
	ok, pattern := objectName(r.Text)
	switch {
	case !ok:
		p.collect(rule.SYNA10.Syntax(at, "% is not a valid JMX object name", r.Text))
	case r.Kind == "MBEANS" && !pattern:
		p.collect(rule.SYNA10.Syntax(at, "Plural form used, but non-pattern JMX object name specified (%)", r.Text))
	}
}

// objectName reports whether a text is a JMX object name, domain:key=value,…,
// and whether it is a pattern. The empty text is one, and a pattern.
func objectName(s string) (ok, pattern bool) {
	if s == "" {
		return true, true
	}
	domain, list, found := strings.Cut(s, ":")
	if !found || list == "" || strings.ContainsAny(s, "\n") {
		return false, false
	}
	pattern = strings.ContainsAny(domain, "*?")
	seen := false
	for _, item := range strings.Split(list, ",") {
		if item == "*" {
			if seen {
				return false, false
			}
			seen, pattern = true, true
			continue
		}
		key, value, found := strings.Cut(item, "=")
		if !found || key == "" || strings.ContainsAny(key, "*?:") || strings.ContainsAny(value, "=:\"") && !strings.HasPrefix(value, "\"") {
			return false, false
		}
		pattern = pattern || strings.ContainsAny(value, "*?")
	}
	return true, pattern
}

// wordFollows reports whether a name stands after ROLE or FUNCTION, which are
// names of tables, too.
func (p *parser) wordFollows() bool {
	switch p.peek() {
	case kTo, kFrom, tDot, kOf, kNoRecursive, tEOF, tSemi:
		return false
	}
	return true
}

// allOfSomething reports whether ALL is followed by what it is all of.
func (p *parser) allOfSomething() bool {
	switch p.peek() {
	case kTables:
		return p.server.On(version.TablesOfKeyspace)
	case kKeyspaces, kRoles, kFunctions, kMBeans:
		return true
	}
	return false
}

func (p *parser) listStatement() Statement {
	start := p.start
	p.next()
	p.context = "LIST"
	s := &RoleStatement{}
	switch {
	case p.got(kUsers):
		s.Verb = "LIST USERS"
	case p.got(kRoles):
		s.Verb = "LIST ROLES"
		if p.got(kOf) {
			s.Of = p.roleName()
		}
		s.NoRecursive = p.got(kNoRecursive)
	default:
		s.Verb = "LIST PERMISSIONS"
		s.Permissions = p.permissions()
		if p.got(kOn) {
			s.Resource = p.resource()
		}
		if p.got(kOf) {
			s.Of = p.roleName()
		}
		s.NoRecursive = p.got(kNoRecursive)
	}
	s.place = p.from(start)
	return s
}

// ---- DESCRIBE

func (p *parser) describe() Statement {
	start := p.start
	p.next()
	p.context = "DESCRIBE"
	s := &Describe{}
	next := p.peek()
	// TYPE, FUNCTION and AGGREGATE name tables and keyspaces, too.
	plain := next == tEOF || next == tSemi || next == kWith
	switch k := p.kind; {
	case k == kCluster, k == kKeyspaces, k == kTables, k == kTypes, k == kFunctions, k == kAggregates:
		s.What = upper(k.text())
		p.next()
	case k == kFull:
		p.next()
		s.Full = true
		p.want(kSchema, "SCHEMA")
		s.What = "SCHEMA"
	case k == kSchema:
		p.next()
		s.What = "SCHEMA"
	case k == kOnly && next == kKeyspace, k == kKeyspace:
		s.Only = p.got(kOnly)
		p.next()
		s.What = "KEYSPACE"
		if p.kind != tEOF && p.kind != tSemi && p.kind != kWith {
			s.Name.Name = p.objectName("keyspace")
		}
	case k == kTable:
		p.next()
		s.What, s.Name = "TABLE", p.table()
	case k == kIndex:
		p.next()
		s.What, s.Name = "INDEX", p.table()
	case k == kMaterialized:
		p.next()
		p.want(kView, "VIEW")
		s.What, s.Name = "MATERIALIZED VIEW", p.table()
	case k == kType && !plain && next != tDot:
		p.next()
		s.What, s.Name = "TYPE", p.userTypeName()
	case k == kFunction && !plain && next != tDot:
		p.next()
		s.What, s.Name = "FUNCTION", p.functionName()
	case k == kAggregate && !plain && next != tDot:
		p.next()
		s.What, s.Name = "AGGREGATE", p.functionName()
	default:
		n := p.ident("what to describe")
		if p.got(tDot) {
			s.Name = QualifiedName{Keyspace: n, Name: p.ident("a name")}
		} else {
			s.Name.Name = n
		}
	}
	if p.got(kWith) {
		p.want(kInternals, "INTERNALS")
		s.Internals = true
	}
	s.place = p.from(start)
	return s
}

// upper returns a lower-case keyword in upper case.
func upper(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'a' <= c && c <= 'z' {
			b[i] = c - 32
		}
	}
	return string(b)
}
