package ddl

import (
	"slices"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/java"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/version"
)

// This file judges user-defined functions and aggregates, and triggers. Bodies
// of functions are not compiled: nobody here has a Java compiler. Sources:
// CreateFunctionStatement, CreateAggregateStatement, Drop…Statement,
// CreateTriggerStatement.

func isFrozen(t *cql.TypeExpr) bool {
	if t.Kind != cql.FrozenType {
		return false
	}
	inner := t.Args[0]
	for inner.Kind == cql.FrozenType {
		inner = inner.Args[0]
	}
	return inner.Kind != cql.TupleType && inner.Kind != cql.VectorType
}

// notFrozen refuses frozen<> around the type of an argument, a state or a result.
func notFrozen(what string, t *cql.TypeExpr) *diag.Diagnostic {
	if !isFrozen(t) {
		return nil
	}
	text := cql.RawTypeText(t, false, "")
	return rule.FN02.Invalid(t.Place(), "% '%' cannot be frozen; remove frozen<> modifier from '%'", what, text, text).On(t)
}

// switchOf is the key of cassandra.yaml that turns something on.
func (j *ddl) switchOf(what string) string {
	if j.Server.Has(version.EnabledBehind) {
		return what + "_enabled"
	}
	return "enable_" + what
}

func validFunctionName(name string) bool { return !strings.ContainsAny(name, "/[]") }

// signature resolves the types of arguments.
func signature(ctx *check.Context, ks *schema.Keyspace, args []*cql.TypeExpr) ([]*cqltype.Type, *diag.Diagnostic) {
	var out []*cqltype.Type
	for _, a := range args {
		t, d := ctx.ScopeOf(ks).Resolve(a, false)
		if d != nil {
			return nil, d
		}
		out = append(out, t)
	}
	return out, nil
}

func sameTypes(a, b []*cqltype.Type) bool {
	return slices.EqualFunc(a, b, func(x, y *cqltype.Type) bool { return frozenText(x) == frozenText(y) })
}

func findFunction(ks *schema.Keyspace, name string, args []*cqltype.Type) *schema.Function {
	for _, f := range ks.Functions {
		if f.Name == name && sameTypes(f.Args, args) {
			return f
		}
	}
	return nil
}

func findAggregate(ks *schema.Keyspace, name string, args []*cqltype.Type) *schema.Aggregate {
	for _, a := range ks.Aggregates {
		if a.Name == name && sameTypes(a.Args, args) {
			return a
		}
	}
	return nil
}

// overloads counts the functions and aggregates of a name.
func overloads(ks *schema.Keyspace, name string) (n int) {
	for _, f := range ks.Functions {
		if f.Name == name {
			n++
		}
	}
	for _, a := range ks.Aggregates {
		if a.Name == name {
			n++
		}
	}
	return n
}

func (j *ddl) createFunction(s *cql.CreateFunction) *diag.Diagnostic {
	ksName, d := j.KeyspaceOf(s.Name)
	if d != nil {
		return d
	}
	name, place := s.Name.Name.Text, s.Name.Name.Span
	var argTypes []*cql.TypeExpr
	var argNames []string
	for _, a := range s.Args {
		argTypes, argNames = append(argTypes, a.Type), append(argNames, a.Name.Text)
	}
	// whoever may replace a function is asked before anything else: its
	// signature is looked up then
	if ks := j.Catalogue.Keyspaces[ksName]; ks != nil && slices.ContainsFunc(ks.Functions, func(f *schema.Function) bool { return f.Name == name && len(f.Args) == len(argTypes) }) {
		if _, d := signature(j.Context, ks, argTypes); d != nil {
			return d
		}
	}
	if d := j.keyspaceName(ksName, s.Name.Head()); d != nil {
		return d
	}
	if s.IfNotExists && s.OrReplace {
		return rule.FN02.Invalid(place, "Cannot use both 'OR REPLACE' and 'IF NOT EXISTS' directives")
	}
	if !j.Settings.On(check.UserDefinedFunctionsEnabled) {
		return rule.FN01.Invalid(s.Place(), "User-defined functions are disabled in cassandra.yaml - set %=true to enable", j.switchOf("user_defined_functions"))
	}
	if !strings.EqualFold(s.Language, "java") {
		if j.Server.Has(version.ScriptedFunctions) {
			return rule.FN01.Invalid(s.Place(), version.Of(version.ScriptedFunctions).Says, j.switchOf("scripted_user_defined_functions")).Say("Write LANGUAGE java and the body in Java: it is understood by every release.")
		}
		return rule.FN01.Invalid(s.Place(), "Currently only Java UDFs are available in Cassandra. For more information - CASSANDRA-18252 and CASSANDRA-17281").Say("Write LANGUAGE java and the body in Java.")
	}
	if !validFunctionName(name) {
		return rule.FN02.Invalid(place, "Function name '%' is invalid", name)
	}
	for i, a := range argNames {
		if slices.Contains(argNames[:i], a) {
			return rule.FN02.Invalid(s.Args[i].Name.Span, "Duplicate argument names for given function % with argument names %", name, java.List(argNames))
		}
	}
	for _, a := range argTypes {
		if d := notFrozen("Argument", a); d != nil {
			return d
		}
	}
	if d := notFrozen("Return type", s.Returns); d != nil {
		return d
	}
	ks, d := j.FindKeyspace(ksName, s.Name.Head())
	if d != nil {
		return d
	}
	args, d := signature(j.Context, ks, argTypes)
	if d != nil {
		return d
	}
	returns, d := j.ScopeOf(ks).Resolve(s.Returns, false)
	if d != nil {
		return d
	}
	f := &schema.Function{Keyspace: ksName, Name: name, ArgNames: argNames, Args: args, Returns: returns, CalledOnNull: s.CalledOnNull, Language: strings.ToLower(s.Language), Body: s.Body}
	if findAggregate(ks, name, args) != nil {
		return rule.FN02.Invalid(place, "Function '%' cannot replace an aggregate", name)
	}
	old := findFunction(ks, name, args)
	if old != nil {
		if s.IfNotExists {
			return nil
		}
		if !s.OrReplace {
			return rule.FN02.Invalid(place, "Function '%' already exists", name).Say("Write CREATE OR REPLACE FUNCTION, or CREATE FUNCTION IF NOT EXISTS.")
		}
		if s.CalledOnNull != old.CalledOnNull {
			directive := "RETURNS NULL ON NULL INPUT"
			if s.CalledOnNull {
				directive = "CALLED ON NULL INPUT"
			}
			return rule.FN02.Invalid(place, "Function '%' must have % directive", name, directive)
		}
		if !typesCompatible(returns, old.Returns) {
			return rule.FN02.Invalid(s.Returns.Place(), "Cannot replace function '%', the new return type % is not compatible with the return type % of existing function", name, returns.String(), old.Returns.String())
		}
	}
	j.made(check.Function, ks.Name, f.Name, nil)
	j.then(func() {
		if old != nil {
			*old = *f
		} else {
			ks.Functions = append(ks.Functions, f)
		}
	})
	return nil
}

// typesCompatible is AbstractType.isCompatibleWith.
func typesCompatible(now, old *cqltype.Type) bool {
	return frozenText(now) == frozenText(old) || now.Kind == cqltype.Blob || now.Kind == cqltype.Text && old.Kind == cqltype.Ascii
}

func (j *ddl) dropFunction(s *cql.DropFunction) *diag.Diagnostic {
	name, ks, args, d := j.toDrop(s.Name, s.Args, s.HasArgs, s.IfExists, "Function", "FUNCTION")
	if d != nil || ks == nil {
		return d
	}
	i := slices.IndexFunc(ks.Functions, func(f *schema.Function) bool {
		return f.Name == s.Name.Name.Text && (!s.HasArgs || sameTypes(f.Args, args))
	})
	if i < 0 {
		if s.IfExists {
			return nil
		}
		return rule.FN04.Invalid(s.Name.Name.Span, "Function '%' doesn't exist", name)
	}
	f := ks.Functions[i]
	var users []string
	for _, a := range ks.Aggregates {
		state := append([]*cqltype.Type{a.SType}, a.Args...)
		if a.SFunc == f.Name && sameTypes(f.Args, state) || a.FinalFunc == f.Name && sameTypes(f.Args, state[:1]) {
			users = append(users, ks.Name+"."+a.Name)
		}
	}
	if users != nil {
		return rule.FN04.Invalid(s.Name.Name.Span, "Function '%' is still referenced by aggregates %", name, strings.Join(users, ", ")).Say("Drop the aggregate first.")
	}
	var masked []string
	for _, t := range ks.InOrder() {
		for c := range t.Columns() {
			if c.Mask != nil && c.Mask.Func == ks.Name+"."+f.Name {
				masked = append(masked, t.Name)
				break
			}
		}
	}
	if masked != nil {
		return rule.FN04.Invalid(s.Name.Name.Span, "Function '%' is still referenced by column masks in tables %", name, strings.Join(masked, ", "))
	}
	j.dropped(check.Function, ks.Name, f.Name, nil)
	j.then(func() {
		ks.Functions = slices.DeleteFunc(ks.Functions, func(x *schema.Function) bool { return x == f })
	})
	return nil
}

// toDrop does what DROP FUNCTION and DROP AGGREGATE share. It returns the name
// as messages print it and the types of the arguments; ks is nil where there is
// nothing to drop.
func (j *ddl) toDrop(qn cql.QualifiedName, written []*cql.TypeExpr, hasArgs, ifExists bool, what, verb string) (name string, ks *schema.Keyspace, args []*cqltype.Type, d *diag.Diagnostic) {
	ksName, d := j.KeyspaceOf(qn)
	if d != nil {
		return "", nil, nil, d
	}
	short := qn.Name.Text
	name = ksName + "." + short
	if hasArgs {
		// where there are functions of that name, permissions were looked at by
		// their signatures before: types that were looked up print with their keyspace
		ks := j.Catalogue.Keyspaces[ksName]
		lookedUp := ks != nil && overloads(ks, short) > 0
		if lookedUp {
			if _, d := signature(j.Context, ks, written); d != nil {
				return "", nil, nil, d
			}
		}
		var parts []string
		for _, t := range written {
			if lookedUp {
				parts = append(parts, cql.RawTypeText(t, false, ksName))
			} else {
				parts = append(parts, cql.RawTypeText(t, false, ""))
			}
		}
		name += "(" + strings.Join(parts, ", ") + ")"
	}
	ks = j.Catalogue.Keyspaces[ksName]
	if d := j.keyspaceName(ksName, qn.Head()); d != nil {
		return "", nil, nil, d
	}
	if ks == nil {
		if ifExists {
			return "", nil, nil, nil
		}
		return "", nil, nil, rule.FN04.Invalid(qn.Name.Span, "% '%' doesn't exist", what, name)
	}
	if overloads(ks, short) > 1 && !hasArgs {
		return "", nil, nil, rule.FN04.Invalid(qn.Name.Span, "'DROP % %' matches multiple function definitions; specify the argument types by issuing a statement like 'DROP % % (type, type, ...)'. You can use cqlsh 'DESCRIBE % %' command to find all overloads", verb, short, verb, short, verb, short)
	}
	for _, t := range written {
		if d := notFrozen("Argument", t); d != nil {
			return "", nil, nil, d
		}
	}
	args, d = signature(j.Context, ks, written)
	if d != nil {
		return "", nil, nil, d
	}
	return name, ks, args, nil
}

func (j *ddl) createAggregate(s *cql.CreateAggregate) *diag.Diagnostic {
	ksName, d := j.KeyspaceOf(s.Name)
	if d != nil {
		return d
	}
	if j.Prepare {
		return nil // only what is executed is checked
	}
	name, place := s.Name.Name.Text, s.Name.Name.Span
	// authorization looks up the types of the state function's signature
	ks := j.Catalogue.Keyspaces[ksName]
	if ks == nil {
		return rule.FN03.Refuse(diag.Config, s.Name.Head(), "Keyspace % doesn't exist", ksName)
	}
	stateTypes, d := signature(j.Context, ks, append([]*cql.TypeExpr{s.SType}, s.Args...))
	if d != nil {
		return d
	}
	if d := j.keyspaceName(ksName, s.Name.Head()); d != nil {
		return d
	}
	if s.IfNotExists && s.OrReplace {
		return rule.FN03.Invalid(place, "Cannot use both 'OR REPLACE' and 'IF NOT EXISTS' directives")
	}
	if !validFunctionName(name) {
		return rule.FN03.Invalid(place, "Aggregate name '%' is invalid", name)
	}
	for _, a := range s.Args {
		if d := notFrozen("Argument", a); d != nil {
			return d
		}
	}
	if d := notFrozen("State type", s.SType); d != nil {
		return d
	}
	state := stateTypes[0]
	text := func(fn string, types ...*cql.TypeExpr) string {
		var parts []string
		for _, t := range types {
			parts = append(parts, cql.RawTypeText(t, false, ksName))
		}
		return ksName + "." + fn + "(" + strings.Join(parts, ", ") + ")"
	}
	sText := text(s.SFunc.Text, append([]*cql.TypeExpr{s.SType}, s.Args...)...)
	sfunc := findFunction(ks, s.SFunc.Text, stateTypes)
	if sfunc == nil {
		if findAggregate(ks, s.SFunc.Text, stateTypes) != nil {
			return rule.FN03.Invalid(s.SFunc.Span, "State function % isn't a scalar function", sText)
		}
		return rule.FN03.Invalid(s.SFunc.Span, "State function % doesn't exist", sText).Say("Its first argument is the state, the others are those of the aggregate.")
	}
	if !sfunc.Returns.Equal(state) {
		return rule.FN03.Invalid(s.SFunc.Span, "State function % return type must be the same as the first argument type - check STYPE, argument and return types", sText)
	}
	returns := sfunc.Returns
	if s.FinalFunc.Given() {
		fText := text(s.FinalFunc.Text, s.SType)
		final := findFunction(ks, s.FinalFunc.Text, stateTypes[:1])
		if final == nil {
			if findAggregate(ks, s.FinalFunc.Text, stateTypes[:1]) != nil {
				return rule.FN03.Invalid(s.FinalFunc.Span, "Final function % isn't a scalar function", fText)
			}
			return rule.FN03.Invalid(s.FinalFunc.Span, "Final function % doesn't exist", fText)
		}
		returns = final.Returns
	}
	init, isNull := "", true
	if s.InitCond != nil {
		if init, isNull, d = j.initCond(ksName, s.InitCond, state); d != nil {
			return d
		}
	}
	if !sfunc.CalledOnNull && isNull {
		return rule.FN03.Invalid(place, "Cannot create aggregate '%' without INITCOND because state function %.% does not accept 'null' arguments", name, ksName, s.SFunc.Text)
	}
	args := stateTypes[1:]
	a := &schema.Aggregate{Keyspace: ksName, Name: name, Args: args, SFunc: s.SFunc.Text, SType: state, FinalFunc: s.FinalFunc.Text, InitCond: init, Returns: returns}
	if findFunction(ks, name, args) != nil {
		return rule.FN03.Invalid(place, "Aggregate '%' cannot replace a function", name)
	}
	old := findAggregate(ks, name, args)
	if old != nil {
		if s.IfNotExists {
			return nil
		}
		if !s.OrReplace {
			return rule.FN03.Invalid(place, "Aggregate '%' already exists", name)
		}
		if !typesCompatible(returns, old.Returns) {
			return rule.FN03.Invalid(place, "Cannot replace aggregate '%', the new return type % isn't compatible with the return type % of existing function", name, returns.String(), old.Returns.String())
		}
	}
	j.made(check.Aggregate, ks.Name, a.Name, nil)
	j.then(func() {
		if old != nil {
			*old = *a
		} else {
			ks.Aggregates = append(ks.Aggregates, a)
		}
	})
	return nil
}

// initCond reads INITCOND: its value as a literal, and whether it is null.
func (j *ddl) initCond(ks string, x cql.Expr, t *cqltype.Type) (literal string, isNull bool, d *diag.Diagnostic) {
	env := cqltype.Env{Keyspace: ks, Server: j.Server}
	term, err := env.Prepare(x, cqltype.Receiver{Keyspace: ks, Table: "--dummy--", Name: "(dummy)", Type: t})
	if err != nil {
		return "", false, rule.FN03.Invalid(x.Place(), "%", err.Message)
	}
	value, err := term.Bind(&cqltype.Binding{Millis: j.Clock.Now * 1000})
	if err != nil {
		return "", false, rule.FN03.Invalid(x.Place(), "%", err.Message)
	}
	if value != nil && t.Validate(value) != nil {
		return "", false, rule.FN03.Invalid(x.Place(), "Invalid value for INITCOND of type %", t.String())
	}
	if _, null := x.(*cql.Null); !null && (value == nil || len(value) == 0 && t.EmptyIsMeaningless()) {
		return "", false, rule.FN03.Invalid(x.Place(), "INITCOND must not be empty for all types except TEXT, ASCII, BLOB")
	}
	if value == nil {
		return "", true, nil
	}
	return t.LiteralOf(j.Settings.Server, value), false, nil
}

func (j *ddl) dropAggregate(s *cql.DropAggregate) *diag.Diagnostic {
	name, ks, args, d := j.toDrop(s.Name, s.Args, s.HasArgs, s.IfExists, "Aggregate", "AGGREGATE")
	if d != nil || ks == nil {
		return d
	}
	i := slices.IndexFunc(ks.Aggregates, func(a *schema.Aggregate) bool {
		return a.Name == s.Name.Name.Text && (!s.HasArgs || sameTypes(a.Args, args))
	})
	if i < 0 {
		if s.IfExists {
			return nil
		}
		return rule.FN04.Invalid(s.Name.Name.Span, "Aggregate '%' doesn't exist", name)
	}
	a := ks.Aggregates[i]
	j.dropped(check.Aggregate, ks.Name, a.Name, nil)
	j.then(func() {
		ks.Aggregates = slices.DeleteFunc(ks.Aggregates, func(x *schema.Aggregate) bool { return x == a })
	})
	return nil
}

func (j *ddl) createTrigger(s *cql.CreateTrigger) *diag.Diagnostic {
	ksName, d := j.KeyspaceOf(s.Table)
	if d != nil {
		return d
	}
	if j.Settings.Ordinary() {
		return rule.TR01.Refuse(diag.Unauthorized, s.Place(), "Only superusers are allowed to perform CREATE TRIGGER queries")
	}
	if d := j.keyspaceName(ksName, s.Table.Head()); d != nil {
		return d
	}
	if _, d := j.FindKeyspace(ksName, s.Table.Head()); d != nil {
		return d
	}
	t := j.Catalogue.Table(ksName, s.Table.Name.Text)
	if t == nil {
		return j.NoTable(rule.TR01.Invalid(s.Table.Name.Span, "Table '%' doesn't exist", s.Table.Name.Text), ksName, s.Table.Name.Text, "Create the table first.")
	}
	if t.View != nil {
		return rule.TR01.Invalid(s.Table.Name.Span, "Cannot CREATE TRIGGER for a materialized view")
	}
	if slices.ContainsFunc(t.Triggers, func(x schema.Trigger) bool { return x.Name == s.Name.Text }) {
		if s.IfNotExists {
			return nil
		}
		return rule.TR01.Invalid(s.Name.Span, "Trigger '%' already exists", s.Name.Text)
	}
	return rule.TR01.Invalid(s.Place(), "Trigger class '%' couldn't be loaded", s.Class).Say("The class must lie in a jar in the triggers folder of every node.")
}

func (j *ddl) dropTrigger(s *cql.DropTrigger) *diag.Diagnostic {
	ksName, d := j.KeyspaceOf(s.Table)
	if d != nil {
		return d
	}
	if j.Settings.Ordinary() {
		return rule.TR01.Refuse(diag.Unauthorized, s.Place(), "Only superusers are allowed to perfrom DROP TRIGGER queries")
	}
	if d := j.keyspaceName(ksName, s.Table.Head()); d != nil || s.IfExists {
		return d
	}
	return rule.TR01.Invalid(s.Name.Span, "Trigger '%' on '%.%' doesn't exist", s.Name.Text, ksName, s.Table.Name.Text)
}
