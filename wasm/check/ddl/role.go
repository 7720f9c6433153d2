package ddl

import (
	"slices"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/java"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/version"
)

// This file judges roles, permissions and DESCRIBE. Sources: the statements of
// org.apache.cassandra.cql3.statements, DescribeStatement.

// role judges statements about roles and permissions as a server without
// authentication does: nobody is logged in, so nobody may. With authentication
// the answer depends on roles and permissions that are not kept here: beyond what
// is wrong in any case, it is not judged.
func (j *ddl) role(s *cql.RoleStatement) *diag.Diagnostic {
	if d := functionResource(j.Context, s); d != nil {
		return d
	}
	switch s.Verb {
	case "CREATE ROLE", "ALTER ROLE", "CREATE USER", "ALTER USER":
		if d := j.superuserOption(s); d != nil {
			return d
		}
		if d := j.roleOptions(s); d != nil {
			return d
		}
	}
	if j.Settings.LoggedIn() {
		j.NotJudged = true
		return nil
	}
	// The one role that there is from the start is a superuser.
	// Source: DropRoleStatement.authorize.
	if strings.HasPrefix(s.Verb, "DROP") && s.Role.Text == "cassandra" {
		return rule.RO01.Refuse(diag.Unauthorized, s.Role.Span, "Only superusers can drop a role with superuser status")
	}
	d := rule.RO01.Refuse(diag.Unauthorized, s.Place(), "You have to be logged in and not anonymous to perform this request")
	return d.Say("Set authenticator: PasswordAuthenticator (and an authorizer for permissions) in cassandra.yaml.")
}

// superuserOption refuses what only superusers give, before anything else is
// checked.
func (j *ddl) superuserOption(s *cql.RoleStatement) *diag.Diagnostic {
	if j.Settings.LoggedIn() && !j.Settings.Ordinary() {
		return nil
	}
	for _, what := range [...][2]string{{"superuser", "superuser status"}, {"access to datacenters", "access to datacenters."}, {"access from cidrs", "access from CIDR groups."}} {
		for i := range s.Options {
			switch o := &s.Options[i]; {
			case o.Name.Text != what[0]:
			case strings.HasPrefix(s.Verb, "ALTER"):
				return rule.RO01.Refuse(diag.Unauthorized, o.Span, "Only superusers are allowed to alter %", what[1])
			case what[0] == "superuser" && o.Value.Text == "true":
				return rule.RO01.Refuse(diag.Unauthorized, o.Span, "Only superusers can create a role with superuser status")
			}
		}
	}
	return nil
}

// Unparsed gives the refusal of a statement that does not parse, where the server has
// one that wins over the syntax error; begun is what was understood of it. While it
// parses, the server looks up the function that a statement on permissions names.
func Unparsed(ctx *check.Context, begun cql.Statement) *diag.Diagnostic {
	if s, ok := begun.(*cql.RoleStatement); ok && s.Resource != nil && s.Resource.Complete {
		return functionResource(ctx, s)
	}
	return nil
}

// functionResource looks up the function of a statement about its permissions.
// Source: Parser.g functionResource, FunctionResource.
func functionResource(ctx *check.Context, s *cql.RoleStatement) *diag.Diagnostic {
	r := s.Resource
	if r == nil || r.Kind != "FUNCTION" {
		return nil
	}
	name := r.Name.Keyspace.Text
	ks := ctx.Catalogue.Keyspaces[name]
	if ks == nil {
		if len(r.Args) > 0 {
			return rule.KS08.Refuse(diag.Config, r.Name.Keyspace.Span, "Keyspace % doesn't exist", name)
		}
		ks = &schema.Keyspace{}
	}
	args, d := signature(ctx, ks, r.Args)
	if d != nil || strings.HasPrefix(s.Verb, "LIST") || !s.Of.Given() {
		return d
	}
	builtin := name == cqltype.SystemKeyspace
	if builtin && ctx.Server.Has(version.EarlyBuiltins) {
		return rule.SYNA10.Invalid(r.Place(), "Altering permissions on builtin functions is not supported")
	}
	env := ctx.Env(name)
	if !(builtin && env.HasNative(r.Name.Name.Text, args)) && findFunction(ks, r.Name.Name.Text, args) == nil && findAggregate(ks, r.Name.Name.Text, args) == nil {
		// The server stumbles: NoSuchElementException, No value present.
		return rule.FN04.Refuse(diag.Syntax, r.Place(), "there is no function %.% with arguments of these types", name, r.Name.Name.Text)
	}
	for _, p := range s.Permissions {
		switch p {
		case "ALL", "ALTER", "DROP", "AUTHORIZE", "EXECUTE":
			return nil
		}
	}
	return rule.SYNA10.Refuse(diag.Syntax, r.Place(), "Resource type FunctionResource does not support any of the requested permissions")
}

func (j *ddl) roleOptions(s *cql.RoleStatement) *diag.Diagnostic {
	for i := range s.Options {
		o := &s.Options[i]
		switch o.Name.Text {
		case "password", "hashed password":
			if j.Settings.LoggedIn() {
				continue
			}
			fallthrough
		case "options":
			name := strings.ToUpper(strings.ReplaceAll(o.Name.Text, " ", "_"))
			return rule.RO01.Invalid(o.Span, "org.apache.cassandra.auth.CassandraRoleManager doesn't support %", name)
		}
	}
	if strings.HasPrefix(s.Verb, "ALTER") && len(s.Options) == 0 {
		return rule.RO01.Invalid(s.Place(), "ALTER [ROLE|USER] can't be empty")
	}
	empty := strings.HasPrefix(s.Verb, "CREATE") && s.Role.Text == ""
	if empty && j.Server.Has(version.NameBeforeAccess) {
		return emptyRole(s)
	}
	if o, names := accessOf(s, "access to datacenters"); slices.ContainsFunc(names, func(dc string) bool { return !slices.Contains(j.Settings.Datacenters, dc) }) {
		return rule.RO01.Invalid(o.Value.Span, "Invalid value(s) for DATACENTERS '%',All values must be valid datacenters", java.List(names))
	}
	if empty {
		return emptyRole(s)
	}
	if o, names := accessOf(s, "access from cidrs"); names != nil { // none has been made
		return rule.RO01.Invalid(o.Value.Span, "Invalid CIDR group(s): %. Available CIDR Groups are: []", java.List(names))
	}
	return nil
}

func emptyRole(s *cql.RoleStatement) *diag.Diagnostic {
	return rule.RO01.Invalid(s.Place(), "Role name can't be an empty string")
}

// accessOf is an option of a role that names places, and these, in the order of the server.
func accessOf(s *cql.RoleStatement, name string) (*cql.Property, []string) {
	for i := range s.Options {
		if o := &s.Options[i]; o.Name.Text == name && o.Value.IsMap {
			set := java.NewHashMap(16)
			for _, e := range o.Value.Map {
				set.Put(e.Key)
			}
			return o, set.Order()
		}
	}
	return nil, nil
}

func (j *ddl) describe(s *cql.Describe) *diag.Diagnostic {
	list, d := j.described(s)
	if d != nil || s.What == "CLUSTER" {
		return d
	}
	text := cqltype.NativeOf(cqltype.Text)
	j.Result = &plan.ResultSet{Cols: []string{"keyspace_name", "type", "name"}, Types: []*cqltype.Type{text, text, text}}
	full := !slices.Contains([]string{"KEYSPACES", "TABLES", "TYPES", "FUNCTIONS", "AGGREGATES"}, s.What)
	if full {
		j.Result.Cols = append(j.Result.Cols, "create_statement")
		j.Result.Types = append(j.Result.Types, text)
	}
	for _, e := range list {
		row := [][]byte{[]byte(e.Keyspace), []byte(e.Type), []byte(e.Name)}
		if full {
			row = append(row, []byte(e.CQL))
		}
		j.Result.Rows = append(j.Result.Rows, row)
	}
	return nil
}

// described lists what DESCRIBE shows.
func (j *ddl) described(s *cql.Describe) ([]schema.Element, *diag.Diagnostic) {
	var out []schema.Element
	switch s.What {
	case "CLUSTER":
		return nil, nil
	case "KEYSPACES":
		for _, ks := range j.Catalogue.InOrder() {
			out = append(out, ks.Element())
		}
		return out, nil
	case "SCHEMA":
		for _, ks := range j.Catalogue.InOrder() {
			if s.Full || !ks.System {
				out = append(out, ks.Elements()...)
			}
		}
		return out, nil
	case "TABLES", "TYPES", "FUNCTIONS", "AGGREGATES":
		kind := strings.ToLower(strings.TrimSuffix(s.What, "S"))
		for _, ks := range j.Catalogue.InOrder() {
			if j.Keyspace != "" && ks.Name != j.Keyspace {
				continue
			}
			var here []schema.Element
			for _, e := range ks.Elements() {
				if e.Type == kind {
					here = append(here, e)
				}
			}
			schema.SortByName(here)
			out = append(out, here...)
		}
		return out, nil
	}

	find := func(name string, at diag.Span) (*schema.Keyspace, *diag.Diagnostic) {
		if ks := j.Catalogue.Keyspaces[name]; ks != nil {
			return ks, nil
		}
		return nil, rule.DESC01.Invalid(at, "'%' not found in keyspaces", name)
	}
	name, at := s.Name.Name.Text, s.Name.Name.Span
	if s.What == "" && !s.Name.Keyspace.Given() {
		if ks := j.Catalogue.Keyspaces[name]; ks != nil {
			return ks.Elements(), nil
		}
	}
	ksName := j.Keyspace
	switch {
	case s.What == "KEYSPACE" && s.Name.Name.Given():
		ksName = name
	case s.Name.Keyspace.Given():
		ksName, at = s.Name.Keyspace.Text, s.Name.Keyspace.Span
	case s.What == "" && ksName == "":
		ksName = name
	case ksName == "":
		return nil, rule.DESC01.Invalid(s.Place(), "No keyspace specified and no current keyspace")
	}
	ks, d := find(ksName, at)
	if d != nil {
		return nil, d
	}
	at = s.Name.Name.Span
	missing := func(message string) ([]schema.Element, *diag.Diagnostic) {
		return nil, rule.DESC01.Invalid(at, "% '%'", message, ks.Name)
	}
	switch s.What {
	case "KEYSPACE":
		if s.Only {
			return []schema.Element{ks.Element()}, nil
		}
		return ks.Elements(), nil
	case "TYPE":
		if t := ks.Types[name]; t != nil {
			return []schema.Element{schema.TypeElement(t)}, nil
		}
		return missing("User defined type '" + name + "' not found in")
	case "FUNCTION":
		for _, f := range ks.Functions {
			if f.Name == name {
				out = append(out, f.Element())
			}
		}
		if out == nil {
			return missing("User defined function '" + name + "' not found in")
		}
	case "AGGREGATE":
		for _, a := range ks.Aggregates {
			if a.Name == name {
				out = append(out, a.Element())
			}
		}
		if out == nil {
			return missing("User defined aggregate '" + name + "' not found in")
		}
	default:
		t := ks.Tables[name]
		if t != nil && t.View == nil && (s.What == "" || s.What == "TABLE") {
			var out []schema.Element
			for _, e := range ks.TableElements(t) {
				if e.Type != "materialized_view" || j.Server.Has(version.ViewsOfTable) {
					out = append(out, e)
				}
			}
			return out, nil
		}
		if s.What == "TABLE" {
			return missing("Table '" + name + "' not found in keyspace")
		}
		if ix, on := ks.Index(name); ix != nil && (s.What == "" || s.What == "INDEX") {
			return []schema.Element{ix.Element(on)}, nil
		}
		if s.What == "INDEX" {
			return missing("Table for existing index '" + name + "' not found in")
		}
		if t != nil && t.View != nil {
			return []schema.Element{t.Element()}, nil
		}
		if s.What == "MATERIALIZED VIEW" {
			return missing("Materialized view '" + name + "' not found in")
		}
		return missing("'" + name + "' not found in keyspace")
	}
	schema.SortByName(out)
	return out, nil
}
