package check

// What whoever refuses knows, and whoever repairs needs: the values of About in a
// diagnostic. Where a part of the syntax tree says it all, that is the value: the
// relation that is refused, the type that has to be frozen, the option that is no map.

import (
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
)

type (
	// An Unknown is a name that stands for nothing.
	Unknown struct {
		Kind     Kind
		Keyspace string // in which it was looked up
		Name     string
		Known    []string // the names that stand for something
		Else     string   // what to do where none of them is near; "" where the rule says it
	}
	// An UnknownClass is the name of a Java class that the server does not find.
	UnknownClass struct {
		Option *cql.Property // that it stands in
		Entry  *cql.PropertyEntry
		Name   string   // without its package
		Known  []string // the classes that there are, without their package
	}
	// An UnknownOption is an option that does not exist.
	UnknownOption struct {
		With  []cql.Property
		Name  string
		Valid []string
	}
	// Superfluous are options that may not stand there.
	Superfluous struct {
		With  []cql.Property
		Names []string
	}
	// SuperfluousEntries are keys of an option's map that may not stand there.
	SuperfluousEntries struct {
		Option *cql.Property
		Keys   []string
	}
	// A StrayDatacenter is a key of replication that names no data center; Entry is nil
	// where the statement does not write it.
	StrayDatacenter struct{ Entry, Class *cql.PropertyEntry }
	// Lacking are columns that have to be named as well.
	Lacking []string
)

// MissedKeyspace is the keyspace that is not there, where a statement is refused for that; else "".
func MissedKeyspace(d *diag.Diagnostic) string {
	if d != nil {
		if u, ok := d.About.(*Unknown); ok && u.Kind == Keyspace {
			return u.Name
		}
	}
	return ""
}
