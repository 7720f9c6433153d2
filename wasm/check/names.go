package check

// This file finds what names stand for. Schema statements word what they miss in
// another way than reads and writes do.

import (
	"sort"
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/java"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
)

// KeyspaceOf is the keyspace that a name is in: its own, or the one in use.
func (ctx *Context) KeyspaceOf(name cql.QualifiedName) (string, *diag.Diagnostic) {
	switch {
	case name.Keyspace.Given():
		return name.Keyspace.Text, nil
	case ctx.Keyspace == "":
		d := rule.RES01.Invalid(name.Name.Span, "No keyspace has been specified. USE a keyspace, or explicitly specify keyspace.tablename")
		return "", d.Say("Write USE keyspace; before it, or put the keyspace's name and a dot in front of the name.")
	}
	return ctx.Keyspace, nil
}

// Find finds the table of a read, a write or TRUNCATE.
// Source: QualifiedStatement.setKeyspace, SchemaProvider.validateTable.
func (ctx *Context) Find(name cql.QualifiedName) (*schema.Keyspace, *schema.Table, *diag.Diagnostic) {
	keyspace, d := ctx.KeyspaceOf(name)
	if d != nil {
		return nil, nil, d
	}
	ks := ctx.Catalogue.Keyspaces[keyspace]
	if ks == nil {
		return nil, nil, ctx.NoKeyspace(rule.RES02.Invalid(name.Head(), "keyspace % does not exist", keyspace), keyspace)
	}
	t := ks.Tables[name.Name.Text]
	if t == nil {
		if f := schema.Since(keyspace, name.Name.Text, ""); f != 0 {
			ctx.Server.On(f)
		}
		d := rule.RES03.Invalid(name.Name.Span, "table % does not exist", name.Name.Text)
		return nil, nil, ctx.NoTable(d, keyspace, name.Name.Text, "Create the table first, or check the keyspace that is in use.")
	}
	return ks, t, nil
}

// FindKeyspace finds a keyspace that must exist.
func (ctx *Context) FindKeyspace(name string, place diag.Span) (*schema.Keyspace, *diag.Diagnostic) {
	return ctx.KeyspaceFor(rule.KS08, name, place)
}

// KeyspaceFor finds a keyspace that must exist for something to be made in it.
func (ctx *Context) KeyspaceFor(id rule.ID, name string, place diag.Span) (*schema.Keyspace, *diag.Diagnostic) {
	if ks := ctx.Catalogue.Keyspaces[name]; ks != nil {
		return ks, nil
	}
	d := ctx.NoKeyspace(id.Invalid(place, "Keyspace '%' doesn't exist", name), name)
	d.Why = "Everything lives in keyspaces, and there is none of this name."
	return nil, d
}

// NoKeyspace adds to the refusal of a keyspace's name which keyspaces there are.
func (ctx *Context) NoKeyspace(d *diag.Diagnostic, name string) *diag.Diagnostic {
	var known []string
	for _, n := range SortedNames(ctx.Catalogue.Keyspaces) {
		if !ctx.Catalogue.Keyspaces[n].System {
			known = append(known, n)
		}
	}
	return d.On(&Unknown{Kind: Keyspace, Name: name, Known: known,
		Else: "Create it first: " + MakeKeyspace(name)})
}

// MakeKeyspace is a statement that makes a keyspace, one copy of each row, as the smallest
// cluster can hold it.
func MakeKeyspace(name string) string {
	return "CREATE KEYSPACE " + cql.QuoteName(name) + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};"
}

// NoTable adds to the refusal of a table's name which tables there are.
func (ctx *Context) NoTable(d *diag.Diagnostic, ks, name, otherwise string) *diag.Diagnostic {
	var known []string
	if k := ctx.Catalogue.Keyspaces[ks]; k != nil {
		known = SortedNames(k.Tables)
	}
	return d.On(&Unknown{Kind: Table, Keyspace: ks, Name: name, Known: known, Else: otherwise})
}

// ColumnOf finds a column of a table.
func ColumnOf(t *schema.Table, name cql.Name) (*schema.Column, *diag.Diagnostic) {
	if c := t.Column(name.Text); c != nil {
		return c, nil
	}
	return nil, NoColumn(rule.RES04.Invalid(name.Span, "Undefined column name % in table %", cql.QuoteName(name.Text), t.String()), t, name.Text)
}

// NoColumn adds to the refusal of a column's name which columns there are.
func NoColumn(d *diag.Diagnostic, t *schema.Table, name string) *diag.Diagnostic {
	u := &Unknown{Kind: Column, Keyspace: t.Keyspace, Name: name}
	if n := len(t.PartitionKey) + len(t.Clustering) + len(t.Statics) + len(t.Regulars); n > MaxSuggested {
		u.Else = "None of the " + strconv.Itoa(n) + " columns of " + t.Name + " has this name."
		return d.On(u)
	}
	for c := range t.Columns() {
		u.Known = append(u.Known, c.Name)
	}
	u.Else = "The columns of " + t.Name + " are " + strings.Join(u.Known, ", ") + "."
	return d.On(u)
}

// NoField adds to the refusal of a field's name which fields the type has.
func NoField(d *diag.Diagnostic, keyspace string, t *cqltype.Type, name string) *diag.Diagnostic {
	u := &Unknown{Kind: Column, Keyspace: keyspace, Name: name}
	if n := len(t.Fields); n > MaxSuggested {
		u.Else = "None of the " + strconv.Itoa(n) + " fields of the type has this name."
		return d.On(u)
	}
	for _, f := range t.Fields {
		u.Known = append(u.Known, f.Name)
	}
	u.Else = "The type has the fields " + strings.Join(u.Known, ", ") + "."
	return d.On(u)
}

// CorrectName is what to do about a name that a statement is to change, and that
// nothing resembles.
const CorrectName = "Correct the name, or write IF EXISTS where both is fine."

// MaxSuggested is up to how many names a suggestion is looked for, and listed: beyond, a
// script of many wrong names would take quadratic time.
const MaxSuggested = 300

// SortedNames are the names in a map, none if there are too many to suggest from.
func SortedNames[V any](m map[string]V) []string {
	if len(m) > MaxSuggested {
		return nil
	}
	return diag.Keys(m)
}

// ColumnsByHash lists all columns in the order in which the server walks them: a
// hash map's.
func ColumnsByHash(t *schema.Table) []*schema.Column {
	all := t.SelectOrder()
	sort.SliceStable(all, func(i, j int) bool { return all[i].Since < all[j].Since }) // those of one bucket stay in this order
	out := make([]*schema.Column, 0, len(all))
	for _, i := range java.HashOrder(len(all), 16, func(i int) int32 { return java.BytesHash(all[i].Name) }) {
		out = append(out, all[i])
	}
	return out
}
