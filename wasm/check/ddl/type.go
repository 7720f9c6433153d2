package ddl

import (
	"slices"
	"sort"
	"strconv"
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

// This file judges user-defined types. Sources: CreateTypeStatement,
// AlterTypeStatement, DropTypeStatement.

func (j *ddl) createType(s *cql.CreateType) *diag.Diagnostic {
	ksName, d := j.KeyspaceOf(s.Name)
	if d != nil {
		return d
	}
	name := s.Name.Name.Text
	if d := j.mayChange(ksName, "CREATE", j.allTables(ksName), s.Name.Head()); d != nil {
		return d
	}
	if d := j.fieldCount(len(s.Fields), name, s.Name.Name.Span); d != nil {
		return d
	}
	for _, f := range s.Fields {
		if d := j.vectorType(f.Type, "Field "+f.Name.Text); d != nil {
			return d
		}
	}
	if d := j.keyspaceName(ksName, s.Name.Head()); d != nil {
		return d
	}
	ks, d := j.FindKeyspace(ksName, s.Name.Head())
	if d != nil {
		return d
	}
	if ks.Types[name] != nil {
		if s.IfNotExists {
			return nil
		}
		return rule.UT01.Invalid(s.Name.Name.Span, "A user type with name '%' already exists", name)
	}
	seen := map[string]bool{}
	for _, f := range s.Fields {
		if seen[f.Name.Text] {
			return rule.UT02.Invalid(f.Name.Span, "Duplicate field name '%' in type '%'", f.Name.Text, name)
		}
		seen[f.Name.Text] = true
	}
	for _, f := range s.Fields {
		if d := fieldType(f.Type); d != nil {
			return d
		}
	}
	t := &cqltype.Type{Kind: cqltype.UDT, Keyspace: ksName, Name: name}
	for _, f := range s.Fields {
		ft, d := j.ScopeOf(ks).Shared().Resolve(f.Type, false)
		if d != nil {
			return d
		}
		t.Fields = append(t.Fields, cqltype.Field{Name: f.Name.Text, Type: ft})
	}
	j.made(check.Type, ks.Name, name, nil)
	j.then(func() { ks.Types[name] = t })
	return nil
}

func (j *ddl) fieldCount(n int, name string, place diag.Span) *diag.Diagnostic {
	return j.threshold("fields_per_udt", n, check.FieldsPerUDTWarn, check.FieldsPerUDTFail, place, func(limit string) string {
		return "The user type " + name + " has " + strconv.Itoa(n) + " columns, this exceeds the warning threshold of " + limit + "."
	}, func(limit string) string {
		return "User types cannot have more than " + limit + " columns, but " + strconv.Itoa(n) + " provided for user type " + name + "."
	})
}

// fieldType refuses what may not be the type of a field.
func fieldType(t *cql.TypeExpr) *diag.Diagnostic {
	if t.IsNative("counter") {
		return rule.UT03.Invalid(t.Place(), "A user type cannot contain counters")
	}
	if t.Kind == cql.UserType {
		return rule.UT03.Invalid(t.Place(), "A user type cannot contain non-frozen UDTs").On(t)
	}
	return nil
}

// typeName prints a type with its keyspace as UserType.getCqlTypeName does.
func typeName(t *cqltype.Type) string {
	return cql.QuoteName(t.Keyspace) + "." + cql.QuoteName(t.Name)
}

// ofType is the type as a message about a missing field names it: 4.0 names its keyspace instead.
func (j *ddl) ofType(t *cqltype.Type) string {
	if !j.Server.Has(version.FieldOfType) {
		return t.Keyspace
	}
	return typeName(t)
}

func (j *ddl) alterType(s *cql.AlterType) *diag.Diagnostic {
	ksName, d := j.KeyspaceOf(s.Name)
	if d != nil {
		return d
	}
	name := s.Name.Name.Text
	if d := j.mayChange(ksName, "ALTER", j.allTables(ksName), s.Name.Head()); d != nil {
		return d
	}
	if d := j.keyspaceName(ksName, s.Name.Head()); d != nil {
		return d
	}
	ks := j.Catalogue.Keyspaces[ksName]
	var t *cqltype.Type
	if ks != nil {
		t = ks.Types[name]
	}
	if t == nil {
		if s.IfExists {
			return nil
		}
		return rule.UT04.Invalid(s.Name.Name.Span, "Type %.% doesn't exist", ksName, name).On(&check.Unknown{Kind: check.Type, Keyspace: ksName, Name: name, Known: typeNames(ks), Else: check.CorrectName})
	}
	switch s.Action {
	case cql.AlterFieldType:
		return rule.UT04.Invalid(s.Field.Span, "Altering field types is no longer supported").Say("Add a field with another name and the new type.")
	case cql.RenameFields:
		return j.renameFields(s, ks, t)
	}
	j.fields(len(t.Fields))
	field := s.Field.Name.Text
	if d := fieldType(s.Field.Type); d != nil {
		return d
	}
	if t.FieldAt(field) >= 0 {
		if s.IfField {
			return nil
		}
		return rule.UT04.Invalid(s.Field.Name.Span, "Cannot add field % to type %: a field with name % already exists", field, typeName(t), field)
	}
	ft, d := j.ScopeOf(ks).Shared().Resolve(s.Field.Type, false)
	if d != nil {
		return d
	}
	// once looked up, a type prints with its keyspace
	written := cql.RawTypeText(s.Field.Type, false, ksName)
	uses := j.users(name)
	if uses(ft) {
		return rule.UT04.Invalid(s.Field.Type.Place(), "Cannot add new field % of type % to user type % as it would create a circular reference", field, written, typeName(t))
	}
	var inKeys []string
	for _, table := range ks.InOrder() {
		if slices.ContainsFunc(table.PartitionKey, func(c *schema.Column) bool { return uses(c.Type) }) {
			inKeys = append(inKeys, table.String())
		}
	}
	if inKeys != nil {
		return rule.UT04.Invalid(s.Field.Span, "Cannot add new field % of type % to user type % as the type is being used in partition key by the following tables: %", field, written, typeName(t), strings.Join(inKeys, ", "))
	}
	if d := j.fieldCount(len(t.Fields)+1, name, s.Field.Span); d != nil {
		return d
	}
	if d := j.vectorType(s.Field.Type, "Field "+field); d != nil {
		return d
	}
	changed := *t
	changed.Fields = append(t.Fields[:len(t.Fields):len(t.Fields)], cqltype.Field{Name: field, Type: ft})
	j.replaceType(ks, &changed, uses)
	return nil
}

func typeNames(ks *schema.Keyspace) []string {
	if ks == nil {
		return nil
	}
	return check.SortedNames(ks.Types)
}

func (j *ddl) renameFields(s *cql.AlterType, ks *schema.Keyspace, t *cqltype.Type) *diag.Diagnostic {
	var dependent []string
	uses := j.users(t.Name)
	for _, a := range ks.Aggregates {
		if a.InitCond != "" && uses(a.SType) {
			dependent = append(dependent, ks.Name+"."+a.Name)
		}
	}
	if dependent != nil {
		return rule.UT04.Invalid(s.Name.Name.Span, "Cannot alter user type % as it is still used in INITCOND by aggregates %", typeName(t), strings.Join(dependent, ", "))
	}
	j.fields(3 * len(t.Fields))
	at := make(map[string]int, len(s.Renames)) // where the fields are that get another name, and how many have each of those
	named := make(map[string]int, len(s.Renames))
	for _, r := range s.Renames {
		at[r.From.Text], named[r.To.Text] = -1, 0
	}
	for k, f := range t.Fields {
		if _, ok := at[f.Name]; ok {
			at[f.Name] = k
		}
	}
	changed := *t
	changed.Fields = slices.Clone(t.Fields)
	for _, i := range java.HashOrder(len(s.Renames), 16, func(i int) int32 { return java.BytesHash(s.Renames[i].From.Text) }) {
		r := s.Renames[i]
		k := at[r.From.Text]
		if k < 0 {
			if s.IfField {
				continue
			}
			return check.NoField(rule.UT04.Invalid(r.From.Span, "Unkown field % in user type %", r.From.Text, j.ofType(t)), ks.Name, t, r.From.Text)
		}
		changed.Fields[k].Name = r.To.Text
	}
	for _, f := range changed.Fields {
		if n, ok := named[f.Name]; ok {
			named[f.Name] = n + 1
		}
	}
	for _, f := range changed.Fields {
		if named[f.Name] > 1 {
			return rule.UT04.Invalid(s.Renames[len(s.Renames)-1].To.Span, "Duplicate field name % in type %", f.Name, ks.Name)
		}
	}
	if !slices.EqualFunc(t.Fields, changed.Fields, func(a, b cqltype.Field) bool { return a.Name == b.Name }) {
		j.replaceType(ks, &changed, uses)
	}
	return nil
}

// users tells of types whether they use the one of that name; looking at them is work.
func (j *ddl) users(name string) func(*cqltype.Type) bool {
	return cqltype.Users(name, func(parts int) { j.fields(parts + noted*fieldsAtOnce) })
}

// noted is what it takes to note of a type whether it uses another, as the meter counts it.
const noted = 2

// fields counts a look at fields of types, and a copy of them: some take as long as a token.
func (j *ddl) fields(n int) { j.Work.Spend(n/fieldsAtOnce+1, 1, "fields of types") }

const fieldsAtOnce = 4

// replaceType notes that a changed user-defined type takes the place of the old one.
func (j *ddl) replaceType(ks *schema.Keyspace, changed *cqltype.Type, uses func(*cqltype.Type) bool) {
	j.altered(check.Type, ks.Name, changed.Name, nil)
	swap, weigh := swapper(changed, uses), cqltype.Weights()
	for _, t := range ks.Types {
		uses(t) // counts them, before any is copied
	}
	for _, t := range ks.Tables {
		weight, used := 0, false
		for c := range t.Columns() {
			j.Work.Spend(1, 1, "columns")
			if uses(c.Type) {
				weight, used = max(weight, weight+weigh(swap(c.Type))), true
			}
		}
		check.RoomFor(j.Work, weight)
		if used {
			j.flushed(t)
		}
	}
	j.then(func() { replaceType(ks, swap) })
}

// swapper returns a function that puts a changed user-defined type into the types that use it, in
// the place of the old one. What types share is copied once, and stays shared; those without it
// stay the same, and vectors, into which the server does not look.
func swapper(changed *cqltype.Type, uses func(*cqltype.Type) bool) (swap func(*cqltype.Type) *cqltype.Type) {
	done := map[*cqltype.Type]*cqltype.Type{}
	fields := map[*cqltype.Field][]cqltype.Field{} // those of a type and of the same in frozen<>
	swap = func(t *cqltype.Type) *cqltype.Type {
		if !uses(t) {
			return t
		}
		if c, ok := done[t]; ok {
			return c
		}
		c := *t
		done[t] = &c
		if t.Kind == cqltype.UDT && t.Name == changed.Name {
			c.Fields = changed.Fields
			return &c
		}
		c.Elems = slices.Clone(t.Elems)
		for i, e := range t.Elems {
			c.Elems[i] = swap(e)
		}
		if len(t.Fields) == 0 {
			return &c
		}
		if c.Fields = fields[&t.Fields[0]]; c.Fields == nil {
			c.Fields = slices.Clone(t.Fields)
			for i, f := range t.Fields {
				c.Fields[i].Type = swap(f.Type)
			}
			fields[&t.Fields[0]] = c.Fields
		}
		return &c
	}
	return swap
}

// replaceType swaps a type wherever a keyspace uses it.
func replaceType(ks *schema.Keyspace, swap func(*cqltype.Type) *cqltype.Type) {
	for n, t := range ks.Types {
		ks.Types[n] = swap(t)
	}
	for _, t := range ks.Tables {
		for c := range t.Columns() {
			c.Type = swap(c.Type)
		}
		for _, c := range t.Dropped {
			c.Type = swap(c.Type)
		}
	}
	swapAll := func(list []*cqltype.Type) {
		for i := range list {
			list[i] = swap(list[i])
		}
	}
	for _, f := range ks.Functions {
		swapAll(f.Args)
		f.Returns = swap(f.Returns)
	}
	for _, a := range ks.Aggregates {
		swapAll(a.Args)
		a.SType, a.Returns = swap(a.SType), swap(a.Returns)
	}
}

func (j *ddl) dropType(s *cql.DropType) *diag.Diagnostic {
	ksName, d := j.KeyspaceOf(s.Name)
	if d != nil {
		return d
	}
	name := s.Name.Name.Text
	if d := j.mayChange(ksName, "DROP", j.allTables(ksName), s.Name.Head()); d != nil {
		return d
	}
	if d := j.keyspaceName(ksName, s.Name.Head()); d != nil {
		return d
	}
	ks := j.Catalogue.Keyspaces[ksName]
	if ks == nil || ks.Types[name] == nil {
		if s.IfExists {
			return nil
		}
		return rule.UT05.Invalid(s.Name.Name.Span, "Type '%.%' doesn't exist", ksName, name).On(&check.Unknown{Kind: check.Type, Keyspace: ksName, Name: name, Known: typeNames(ks), Else: check.CorrectName})
	}
	var functions, types, tables []string
	uses := j.users(name)
	for _, f := range ks.Functions {
		if uses(f.Returns) || slices.ContainsFunc(f.Args, uses) {
			functions = append(functions, ksName+"."+f.Name)
		}
	}
	for _, a := range ks.Aggregates {
		if uses(a.SType) || uses(a.Returns) || slices.ContainsFunc(a.Args, uses) {
			functions = append(functions, ksName+"."+a.Name)
		}
	}
	for _, t := range ks.Types {
		if t.Name != name && uses(t) {
			types = append(types, t.Name)
		}
	}
	sort.Slice(types, func(i, j int) bool { return types[i] < types[j] })
	for _, t := range ks.InOrder() {
		for c := range t.Columns() {
			if t.View == nil && uses(c.Type) {
				tables = append(tables, t.Name)
				break
			}
		}
	}
	for _, use := range [...]struct {
		what  string
		names []string
	}{{"functions", functions}, {"user types", types}, {"tables", tables}} {
		if use.names != nil {
			return rule.UT05.Invalid(s.Name.Name.Span, "Cannot drop user type '%.%' as it is still used by % %", ksName, name, use.what, strings.Join(use.names, ", ")).Say("Drop these first: without the type nobody could read what they hold.")
		}
	}
	j.dropped(check.Type, ks.Name, name, nil)
	j.then(func() { delete(ks.Types, name) })
	return nil
}
