package check

// This file finds what names stand for. Schema statements word what they miss in
// another way than reads and writes do.

import (
	"sort"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
)

// keyspaceOf is the keyspace that a name is in: its own, or the one in use.
func (ctx *Context) keyspaceOf(name cql.QualifiedName) (string, *diag.Diagnostic) {
	switch {
	case name.Keyspace.Given():
		return name.Keyspace.Text, nil
	case ctx.Keyspace == "":
		d := rule.RES01.Invalid(name.Name.Span, "No keyspace has been specified. USE a keyspace, or explicitly specify keyspace.tablename")
		return "", d.Say("Write USE keyspace; before it, or put the keyspace's name and a dot in front of the name.")
	}
	return ctx.Keyspace, nil
}

// at is the place of a keyspace's name in a statement, or of the name behind it.
func at(name cql.QualifiedName) diag.Span {
	if name.Keyspace.Given() {
		return name.Keyspace.Span
	}
	return name.Name.Span
}

// find finds the table of a read, a write or TRUNCATE.
// Source: QualifiedStatement.setKeyspace, SchemaProvider.validateTable.
func (ctx *Context) find(name cql.QualifiedName) (*schema.Keyspace, *schema.Table, *diag.Diagnostic) {
	keyspace, d := ctx.keyspaceOf(name)
	if d != nil {
		return nil, nil, d
	}
	ks := ctx.Catalogue.Keyspaces[keyspace]
	if ks == nil {
		return nil, nil, ctx.noKeyspace(rule.RES02.Invalid(at(name), "keyspace % does not exist", keyspace), keyspace)
	}
	t := ks.Tables[name.Name.Text]
	if t == nil {
		d := rule.RES03.Invalid(name.Name.Span, "table % does not exist", name.Name.Text)
		return nil, nil, ctx.noTable(d, keyspace, name.Name.Text, "Create the table first, or check the keyspace that is in use.")
	}
	return ks, t, nil
}

// keyspace finds a keyspace that must exist.
func (ctx *Context) keyspace(name string, place diag.Span) (*schema.Keyspace, *diag.Diagnostic) {
	return ctx.keyspaceFor(rule.KS08, name, place)
}

// keyspaceFor finds a keyspace that must exist for something to be made in it.
func (ctx *Context) keyspaceFor(id rule.ID, name string, place diag.Span) (*schema.Keyspace, *diag.Diagnostic) {
	if ks := ctx.Catalogue.Keyspaces[name]; ks != nil {
		return ks, nil
	}
	d := ctx.noKeyspace(id.Invalid(place, "Keyspace '%' doesn't exist", name), name)
	d.Why = "Everything lives in keyspaces, and there is none of this name."
	return nil, d
}

// noKeyspace adds to the refusal of a keyspace's name which keyspaces there are.
func (ctx *Context) noKeyspace(d *diag.Diagnostic, name string) *diag.Diagnostic {
	var known []string
	for _, n := range sortedNames(ctx.Catalogue.Keyspaces) {
		if !ctx.Catalogue.Keyspaces[n].System {
			known = append(known, n)
		}
	}
	return d.On(&Unknown{Kind: Keyspace, Name: name, Known: known,
		Else: "Create it first: CREATE KEYSPACE " + cqltype.QuoteName(name) + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};"})
}

// noTable adds to the refusal of a table's name which tables there are.
func (ctx *Context) noTable(d *diag.Diagnostic, ks, name, otherwise string) *diag.Diagnostic {
	var known []string
	if k := ctx.Catalogue.Keyspaces[ks]; k != nil {
		known = sortedNames(k.Tables)
	}
	return d.On(&Unknown{Kind: Table, Keyspace: ks, Name: name, Known: known, Else: otherwise})
}

// column finds a column of a table.
func column(t *schema.Table, name cql.Name) (*schema.Column, *diag.Diagnostic) {
	if c := t.Column(name.Text); c != nil {
		return c, nil
	}
	return nil, noColumn(rule.RES04.Invalid(name.Span, "Undefined column name % in table %", cqltype.QuoteName(name.Text), t.String()), t, name.Text)
}

// noColumn adds to the refusal of a column's name which columns there are.
func noColumn(d *diag.Diagnostic, t *schema.Table, name string) *diag.Diagnostic {
	var known []string
	for c := range t.Columns() {
		known = append(known, c.Name)
	}
	return d.On(&Unknown{Kind: Column, Keyspace: t.Keyspace, Name: name, Known: known,
		Else: "The columns of " + t.Name + " are " + strings.Join(known, ", ") + "."})
}

// correctName is what to do about a name that a statement is to change, and that
// nothing resembles.
const correctName = "Correct the name, or write IF EXISTS where both is fine."

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// maxSuggested is up to how many names a suggestion is looked for: beyond, a
// script of many wrong names would take quadratic time.
const maxSuggested = 300

// sortedNames are the names in a map, none if there are too many to suggest from.
func sortedNames[V any](m map[string]V) []string {
	if len(m) > maxSuggested {
		return nil
	}
	return sortedKeys(m)
}
