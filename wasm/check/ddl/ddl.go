// Package ddl judges schema statements, and with them USE, TRUNCATE, roles, permissions
// and DESCRIBE. Each function follows the order of checks of one class of the server,
// which its comment names.
package ddl

import (
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/java"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/version"
)

// This file sends each schema statement to its judge and holds what the judges
// share: who may change what, guardrails, names.

// A ddl is the judgment of one schema statement.
type ddl struct {
	*check.Context
	check.Verdict
	at    diag.Span // the statement
	apply []func()
}

// then notes a change that happens if the statement is accepted.
func (j *ddl) then(f func()) { j.apply = append(j.apply, f) }

// change is what the statement changes, so far.
func (j *ddl) change() *check.Changed {
	if j.Changed == nil {
		j.Changed = &check.Changed{}
	}
	return j.Changed
}

// made, altered and dropped note what a change is about.
func (j *ddl) made(k check.Kind, ks, name string, t *schema.Table) {
	c := j.change()
	c.Made = append(c.Made, check.Object{Kind: k, Keyspace: ks, Name: name, Table: t})
}

func (j *ddl) altered(k check.Kind, ks, name string, t *schema.Table) {
	c := j.change()
	c.Altered = append(c.Altered, check.Object{Kind: k, Keyspace: ks, Name: name, Table: t})
}

func (j *ddl) dropped(k check.Kind, ks, name string, t *schema.Table) {
	c := j.change()
	c.Dropped = append(c.Dropped, check.Object{Kind: k, Keyspace: ks, Name: name, Table: t})
}

func (j *ddl) flushed(t *schema.Table) {
	c := j.change()
	c.Flushed = append(c.Flushed, t)
}

// warn adds a warning of the whole statement.
func (j *ddl) warn(id rule.ID, text string) {
	j.Diags = append(j.Diags, id.Warn(diag.Span{Start: j.at.Start, End: j.at.Start}, text))
}

// Judge judges schema statements, USE, TRUNCATE, roles and DESCRIBE; ok is
// false for a statement of another kind.
func Judge(ctx *check.Context, stmt cql.Statement) (v check.Verdict, ok bool) {
	j := &ddl{Context: ctx, at: stmt.Place()}
	var d *diag.Diagnostic
	switch s := stmt.(type) {
	case *cql.CreateKeyspace:
		d = j.createKeyspace(s)
	case *cql.AlterKeyspace:
		d = j.alterKeyspace(s)
	case *cql.DropKeyspace:
		d = j.dropKeyspace(s)
	case *cql.CreateTable:
		d = j.createTable(s)
	case *cql.AlterTable:
		d = j.alterTable(s)
	case *cql.DropTable:
		d = j.dropTable(s)
	case *cql.CreateType:
		d = j.createType(s)
	case *cql.AlterType:
		d = j.alterType(s)
	case *cql.DropType:
		d = j.dropType(s)
	case *cql.CreateIndex:
		d = j.createIndex(s)
	case *cql.DropIndex:
		d = j.dropIndex(s)
	case *cql.CreateView:
		d = j.createView(s)
	case *cql.AlterView:
		d = j.alterView(s)
	case *cql.DropView:
		d = j.dropView(s)
	case *cql.CreateFunction:
		d = j.createFunction(s)
	case *cql.DropFunction:
		d = j.dropFunction(s)
	case *cql.CreateAggregate:
		d = j.createAggregate(s)
	case *cql.DropAggregate:
		d = j.dropAggregate(s)
	case *cql.CreateTrigger:
		d = j.createTrigger(s)
	case *cql.DropTrigger:
		d = j.dropTrigger(s)
	case *cql.Truncate:
		d = j.truncate(s)
	case *cql.Use:
		d = j.use(s)
	case *cql.RoleStatement:
		d = j.role(s)
	case *cql.Describe:
		d = j.describe(s)
	default:
		return check.Verdict{}, false
	}
	if d != nil {
		v := check.Refused(d)
		v.Index = j.Index
		return v, true
	}
	if len(j.apply) > 0 {
		j.Apply = func() {
			for _, f := range j.apply {
				f()
			}
		}
	}
	return j.Verdict, true
}

func (j *ddl) localSystem(ks string) bool {
	switch strings.ToLower(ks) {
	case "system", "system_schema":
		return true
	case "system_views", "system_virtual_schema":
		return j.Server.Has(version.VirtualIsLocal)
	}
	return false
}

func replicatedSystem(ks string) bool {
	switch strings.ToLower(ks) {
	case "system_traces", "system_auth", "system_distributed":
		return true
	}
	return false
}

// mayChange refuses changes of system keyspaces, before anything else is
// checked. resource is what the permission perm would be on, as the server
// prints it. Source: ClientState.preventSystemKSSchemaModification.
func (j *ddl) mayChange(ks, perm, resource string, place diag.Span) *diag.Diagnostic {
	if j.localSystem(ks) {
		return rule.SYS01.Refuse(diag.Unauthorized, place, "% keyspace is not user-modifiable.", ks)
	}
	if replicatedSystem(ks) {
		return rule.SYS01.Refuse(diag.Unauthorized, place, "Cannot % %", perm, resource)
	}
	return nil
}

func oneTable(ks, t string) string { return "<table " + ks + "." + t + ">" }

// allTables are what tables and types are made in; before, it was the keyspace.
func (j *ddl) allTables(ks string) string {
	if !j.Server.Has(version.TablesOfKeyspace) {
		return "<keyspace " + ks + ">"
	}
	return "<all tables in " + ks + ">"
}

func wordChars(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_') {
			return false
		}
	}
	return s != ""
}

// keyspaceName checks what every schema statement checks of its keyspace's name
// before it looks at the catalogue. Source: AlterSchemaStatement.execute.
func (j *ddl) keyspaceName(ks string, place diag.Span) *diag.Diagnostic {
	if j.localSystem(ks) {
		return rule.SYS01.Invalid(place, "System keyspace '%' is not user-modifiable", ks)
	}
	if k := j.Catalogue.Keyspaces[ks]; k != nil && k.Virtual {
		return rule.SYS01.Invalid(place, version.Of(version.VirtualIsLocal).Says, ks)
	}
	if j.Server.Has(version.OneNameRule) && (!wordChars(ks) || len(ks) > 48) {
		return rule.DDL01.Invalid(place, version.Of(version.OneNameRule).Says, ks).Say("Use letters, digits and underscores, 48 at most.")
	}
	if !wordChars(ks) {
		text, thrown := formatted(`"` + ks + `"`)
		if thrown != "" {
			return rule.DDL01.Server(place, "%", thrown).Say("Use letters, digits and underscores.")
		}
		ks = text[1 : len(text)-1]
		d := rule.DDL01.Invalid(place, `Keyspace name must not be empty and must contain alphanumeric or underscore characters only (got "%")`, ks)
		return d.Say("Use letters, digits and underscores.")
	}
	if len(ks) > 48 {
		return rule.DDL01.Invalid(place, `Keyspace name must not be more than 48 characters long (got % characters for "%")`, strconv.Itoa(len(ks)), ks)
	}
	return nil
}

// formatted is what Java's String.format makes of a text without arguments, or the
// exception that it throws: the server formats this message twice, with the name in
// it. Source: java.util.Formatter.
func formatted(text string) (out, thrown string) {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "%")
		b.WriteString(before)
		if !ok {
			return b.String(), thrown
		}
		n := len(rest) - len(strings.TrimLeft(rest, "0123456789.$-#+ ,(<"))
		if n == len(rest) {
			return "", "java.util.UnknownFormatConversionException: Conversion = '%'"
		}
		switch c := rest[n]; {
		case c == '%' && n == 0:
			b.WriteByte('%')
		case c == 'n' && n == 0:
			b.WriteByte('\n')
		case strings.IndexByte("bBhHsScCdoxXeEfgGaA", c) < 0:
			r, _ := utf8.DecodeRuneInString(rest[n:])
			return "", "java.util.UnknownFormatConversionException: Conversion = '" + string(r) + "'"
		case thrown == "":
			thrown = "java.util.MissingFormatArgumentException: Format specifier '%" + rest[:n+1] + "'"
		}
		text = rest[n+1:]
	}
}

// ---- guardrails: they stop or warn ordinary users, never a superuser

// threshold is a guardrail with a limit that warns and one that fails. The
// messages get the limit.
func (j *ddl) threshold(name string, value int, warnAt, failAt check.Setting, place diag.Span, warning, failure func(limit string) string) *diag.Diagnostic {
	return j.Context.Threshold(&j.Verdict, name, value, warnAt, failAt, place, warning, failure)
}

// tableProperties is the guardrail on names of table options. It returns the
// properties that are left when those to be ignored are taken out.
func (j *ddl) tableProperties(with properties) (properties, *diag.Diagnostic) {
	if !j.Settings.Ordinary() {
		return with, nil
	}
	find := func(key check.Setting) (found []string, all string) {
		list := j.Settings.List(key)
		m := java.NewHashMap(16)
		for _, name := range list {
			m.Put(name)
			if with.get(name) != nil {
				found = append(found, name)
			}
		}
		sort.Slice(found, func(i, j int) bool { return found[i] < found[j] })
		return found, java.List(m.Order())
	}
	if found, all := find(check.TablePropertiesDisallowed); len(found) > 0 {
		d := rule.GR01.Invalid(with.get(found[0]).Span, "Guardrail table_properties violated: Provided values % are not allowed for Table Properties (disallowed values are: %)", java.List(found), all)
		return with, d.On(&check.Superfluous{With: with, Names: found[:1]})
	}
	if found, all := find(check.TablePropertiesIgnored); len(found) > 0 {
		j.warn(rule.GuardrailWarns, "Guardrail table_properties violated: Ignoring provided values "+java.List(found)+" as they are not supported for Table Properties (ignored values are: "+all+")")
		var left properties
		for _, p := range with {
			if !slices.Contains(found, p.Name.Text) {
				left = append(left, p)
			}
		}
		with = left
	}
	if found, all := find(check.TablePropertiesWarned); len(found) > 0 {
		j.warn(rule.GuardrailWarns, "Guardrail table_properties violated: Provided values "+java.List(found)+" are not recommended for Table Properties (warned values are: "+all+")")
	}
	return with, nil
}

// vectorType is the guardrail on vectors in a type as written; what names the
// column or field.
func (j *ddl) vectorType(t *cql.TypeExpr, what string) *diag.Diagnostic {
	switch t.Kind {
	case cql.VectorType:
		if d := j.Allowed(check.VectorTypeEnabled, "vector_type_enabled", what, "", t.Place()); d != nil {
			return d
		}
		text := func(word string) func(string) string {
			return func(limit string) string {
				return what + " has a vector of " + strconv.Itoa(t.Dim) + " dimensions, this exceeds the " + word + " threshold of " + limit + "."
			}
		}
		return j.threshold("vector_dimensions", t.Dim, check.VectorDimensionsWarn, check.VectorDimensionsFail, t.Place(), text("warning"), text("failure"))
	case cql.ListType, cql.SetType, cql.MapType, cql.TupleType, cql.FrozenType:
		for _, a := range t.Args {
			if d := j.vectorType(a, what); d != nil {
				return d
			}
		}
	}
	return nil
}

// windowTTL is the guardrail on TimeWindowCompactionStrategy without a TTL.
func (j *ddl) windowTTL(p schema.Params, place diag.Span) *diag.Diagnostic {
	if p.DefaultTTL != 0 || schema.Get(p.Compaction, "class") != "TimeWindowCompactionStrategy" || !j.Settings.Ordinary() {
		return nil
	}
	const (
		feature = "0 default_time_to_live on a table with TimeWindowCompactionStrategy compaction strategy"
		reason  = ". It is suspicious to use default_time_to_live set to 0 with such compaction strategy. Please keep in mind that data will not start to automatically" +
			" expire after they are older than a respective compaction window unit of a certain size. Please set TTL for your INSERT or UPDATE statements if you expect" +
			" data to be expired as table settings will not do it. "
	)
	if d := j.Allowed(check.ZeroTTLOnTWCSEnabled, "zero_ttl_on_twcs", feature, reason, place); d != nil {
		return d
	}
	if j.Settings.On(check.ZeroTTLOnTWCSWarned) {
		j.warn(rule.GuardrailWarns, "Guardrail zero_ttl_on_twcs violated: "+feature+" is not recommended"+reason)
	}
	return nil
}
