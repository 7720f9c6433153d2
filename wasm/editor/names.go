// Package editor is what an editor shows of CQL while somebody writes it, besides verdicts:
// what may stand at a place, what a name stands for, where else it stands, and another name
// for it. The language server and the workbench ask it alike.
package editor

import (
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/schema"
)

// What a name can stand for.
type NameKind uint8

const (
	KeyspaceName NameKind = iota
	TableName             // views, too
	ColumnName
	TypeName
	IndexName
	FunctionName // aggregates, too
)

// A Symbol is what a name stands for: the same symbol, the same thing. Columns of a view
// are those of its table.
type Symbol struct {
	Kind                  NameKind
	Keyspace, Table, Name string
}

// A Naming is a name in a statement.
type Naming struct {
	Symbol
	At    diag.Span // in the statement's text
	Makes bool      // the statement makes what it names
	Whole diag.Span // … with this part of it
}

// A Statement is one whose names are looked for.
type Statement struct {
	Text    string // that it stands in, and that its places are of
	Node    cql.Statement
	Use     string // the keyspace that was in use
	Program bool   // it stands in a program, which says elsewhere what it takes into use
}

// Namings are the names in a statement that stand for something of the schema.
func Namings(c *schema.Catalogue, s *Statement) []Naming {
	x := &namer{catalogue: c, statement: s}
	x.of(s.Node)
	return x.found
}

type namer struct {
	catalogue *schema.Catalogue
	statement *Statement
	table     Symbol // that columns are of; the zero value where there is none
	found     []Naming
}

func (x *namer) add(s Symbol, at diag.Span) *Naming {
	x.found = append(x.found, Naming{Symbol: s, At: at})
	return &x.found[len(x.found)-1]
}

func (x *namer) keyspace(n cql.Name) {
	if n.Given() {
		x.add(Symbol{Kind: KeyspaceName, Keyspace: n.Text}, n.Span)
	}
}

// home is the keyspace of a name that says none. A program may say elsewhere what it
// takes into use: then it is the only one that has a table of that name.
func (x *namer) home(q cql.QualifiedName, kind NameKind) string {
	use := x.statement.Use
	if q.Keyspace.Given() {
		return q.Keyspace.Text
	}
	if ks := x.catalogue.Keyspaces[use]; !x.statement.Program || kind != TableName || ks != nil && ks.Tables[q.Name.Text] != nil {
		return use
	}
	home := ""
	for _, ks := range x.catalogue.Keyspaces {
		if !ks.System && ks.Tables[q.Name.Text] != nil {
			if home != "" {
				return use
			}
			home = ks.Name
		}
	}
	if home == "" {
		return use
	}
	return home
}

// qualified adds a name with its keyspace.
func (x *namer) qualified(kind NameKind, q cql.QualifiedName) *Naming {
	if !q.Name.Given() {
		x.keyspace(q.Keyspace)
		return &Naming{}
	}
	x.keyspace(q.Keyspace)
	return x.add(Symbol{Kind: kind, Keyspace: x.home(q, kind), Name: q.Name.Text}, q.Name.Span)
}

// in says of which table the columns are that follow.
func (x *namer) in(s Symbol) {
	x.table = s
	if ks := x.catalogue.Keyspaces[s.Keyspace]; ks != nil {
		if t := ks.Tables[s.Name]; t != nil && t.View != nil {
			x.table.Name = t.View.Base
		}
	}
}

func (x *namer) column(n cql.Name) *Naming {
	if !n.Given() || x.table.Name == "" {
		return &Naming{}
	}
	return x.add(Symbol{ColumnName, x.table.Keyspace, x.table.Name, n.Text}, n.Span)
}

func (x *namer) columns(list []cql.Name) {
	for _, n := range list {
		x.column(n)
	}
}

func (x *namer) defines(list []cql.ColumnDef) {
	for _, c := range list {
		n := x.column(c.Name)
		n.Makes, n.Whole = true, c.Span
	}
}

func (x *namer) renames(list []cql.Rename) {
	for _, r := range list {
		x.column(r.From)
		n := x.column(r.To)
		n.Makes, n.Whole = true, r.To.Span
	}
}

// makes adds the name of what the statement makes.
func (x *namer) makes(kind NameKind, q cql.QualifiedName, whole diag.Span) Symbol {
	n := x.qualified(kind, q)
	n.Makes, n.Whole = true, whole
	return n.Symbol
}

// of adds the names of a statement: first those that only its kind knows, then those
// of its parts.
func (x *namer) of(n cql.Statement) {
	switch s := n.(type) {
	case *cql.Batch:
		for _, inner := range s.Stmts {
			x.of(inner)
		}
		return
	case *cql.Select:
		x.in(x.qualified(TableName, s.From).Symbol)
	case *cql.Insert:
		x.in(x.qualified(TableName, s.Into).Symbol)
		x.columns(s.Columns)
	case *cql.Update:
		x.in(x.qualified(TableName, s.Table).Symbol)
	case *cql.Delete:
		x.in(x.qualified(TableName, s.From).Symbol)
	case *cql.Truncate:
		x.qualified(TableName, s.Table)
	case *cql.Use:
		x.keyspace(s.Keyspace)
	case *cql.CreateKeyspace:
		n := x.add(Symbol{Kind: KeyspaceName, Keyspace: s.Name.Text}, s.Name.Span)
		n.Makes, n.Whole = true, s.Span
	case *cql.AlterKeyspace:
		x.keyspace(s.Name)
	case *cql.DropKeyspace:
		x.keyspace(s.Name)
	case *cql.CreateTable:
		x.in(x.makes(TableName, s.Name, s.Span))
		x.defines(s.Columns)
		x.columns(s.PartitionKey)
		x.columns(s.Clustering)
	case *cql.AlterTable:
		x.in(x.qualified(TableName, s.Name).Symbol)
		x.defines(s.Add)
		x.columns(s.Drop)
		x.renames(s.Renames)
		x.column(s.Column)
	case *cql.DropTable:
		x.qualified(TableName, s.Name)
	case *cql.CreateType:
		x.makes(TypeName, s.Name, s.Span)
	case *cql.AlterType:
		x.qualified(TypeName, s.Name)
	case *cql.DropType:
		x.qualified(TypeName, s.Name)
	case *cql.CreateIndex:
		table := x.qualified(TableName, s.Table).Symbol
		x.in(table)
		if s.Name.Given() {
			n := x.add(Symbol{Kind: IndexName, Keyspace: table.Keyspace, Name: s.Name.Text}, s.Name.Span)
			n.Makes, n.Whole = true, s.Span
		}
	case *cql.DropIndex:
		x.qualified(IndexName, s.Name)
	case *cql.CreateView:
		x.makes(TableName, s.Name, s.Span)
		x.in(x.qualified(TableName, s.From).Symbol)
		x.columns(s.PartitionKey)
		x.columns(s.Clustering)
	case *cql.AlterView:
		x.qualified(TableName, s.Name)
	case *cql.DropView:
		x.qualified(TableName, s.Name)
	case *cql.CreateFunction:
		x.makes(FunctionName, s.Name, s.Span)
	case *cql.DropFunction:
		x.qualified(FunctionName, s.Name)
	case *cql.CreateAggregate:
		x.makes(FunctionName, s.Name, s.Span)
	case *cql.DropAggregate:
		x.qualified(FunctionName, s.Name)
	case *cql.CreateTrigger:
		x.qualified(TableName, s.Table)
	case *cql.DropTrigger:
		x.qualified(TableName, s.Table)
	}
	cql.Walk(n, func(n cql.Node) bool {
		switch n := n.(type) {
		case *cql.ColumnRef:
			x.column(n.Name)
		case *cql.Relation:
			x.columns(n.Columns)
		case *cql.Condition:
			x.column(n.Column)
		case *cql.Assignment:
			x.column(n.Column)
		case *cql.DeleteTarget:
			x.column(n.Column)
		case *cql.Ordering:
			x.column(n.Column)
		case *cql.ClusteringOrder:
			x.column(n.Column)
		case *cql.IndexTarget:
			x.column(n.Column)
		case *cql.TypeExpr:
			x.userType(n)
		case *cql.Call:
			x.qualified(FunctionName, n.Func)
		}
		return true
	})
}

// userType adds the name of a user type.
func (x *namer) userType(t *cql.TypeExpr) {
	if t.Kind != cql.UserType {
		return
	}
	at := t.Span
	if t.Keyspace.Given() {
		x.keyspace(t.Keyspace)
		rest := x.statement.Text[t.Keyspace.End:t.End]
		at.Start = t.End - len(strings.TrimLeft(rest, " \t\r\n."))
	}
	use := x.statement.Use
	if t.Keyspace.Given() {
		use = t.Keyspace.Text
	} else if x.table.Keyspace != "" {
		use = x.table.Keyspace
	} else if q := x.statement.Node.Target(); q.Keyspace.Given() {
		use = q.Keyspace.Text
	}
	x.add(Symbol{Kind: TypeName, Keyspace: use, Name: t.Name}, at)
}

// TableIn is the table of a symbol, or that a column is of; nil where there is none.
func (s Symbol) TableIn(c *schema.Catalogue) *schema.Table {
	ks := c.Keyspaces[s.Keyspace]
	if ks == nil {
		return nil
	}
	if s.Kind == ColumnName {
		return ks.Tables[s.Table]
	}
	return ks.Tables[s.Name]
}
