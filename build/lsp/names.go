package lsp

import (
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/schema"
)

// What a name can stand for.
type nameKind uint8

const (
	keyspaceName nameKind = iota
	tableName             // views, too
	columnName
	typeName
	indexName
	functionName // aggregates, too
)

// A symbol is what a name stands for: the same symbol, the same thing. Columns of a view
// are those of its table.
type symbol struct {
	kind                  nameKind
	keyspace, table, name string
}

// A naming is a name in a statement.
type naming struct {
	symbol
	at    diag.Span // in the statement's text
	makes bool      // the statement makes what it names
	whole diag.Span // … with this part of it
}

// A located naming has its place in a file.
type located struct {
	naming
	statement *statement
	span      diag.Span // in the file
}

// namings are the names in a statement that stand for something of the schema.
func namings(c *schema.Catalogue, s *statement) []naming {
	x := &namer{catalogue: c, statement: s}
	x.of(s.node)
	return x.found
}

type namer struct {
	catalogue *schema.Catalogue
	statement *statement
	table     symbol // that columns are of; the zero value where there is none
	found     []naming
}

func (x *namer) add(s symbol, at diag.Span) *naming {
	x.found = append(x.found, naming{symbol: s, at: at})
	return &x.found[len(x.found)-1]
}

func (x *namer) keyspace(n cql.Name) {
	if n.Given() {
		x.add(symbol{kind: keyspaceName, keyspace: n.Text}, n.Span)
	}
}

// home is the keyspace of a name that says none. A program may say elsewhere what it
// takes into use: then it is the only one that has a table of that name.
func (x *namer) home(q cql.QualifiedName, kind nameKind) string {
	use := x.statement.use
	if q.Keyspace.Given() {
		return q.Keyspace.Text
	}
	if ks := x.catalogue.Keyspaces[use]; !x.statement.program || kind != tableName || ks != nil && ks.Tables[q.Name.Text] != nil {
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
func (x *namer) qualified(kind nameKind, q cql.QualifiedName) *naming {
	if !q.Name.Given() {
		x.keyspace(q.Keyspace)
		return &naming{}
	}
	x.keyspace(q.Keyspace)
	return x.add(symbol{kind: kind, keyspace: x.home(q, kind), name: q.Name.Text}, q.Name.Span)
}

// in says of which table the columns are that follow.
func (x *namer) in(s symbol) {
	x.table = s
	if ks := x.catalogue.Keyspaces[s.keyspace]; ks != nil {
		if t := ks.Tables[s.name]; t != nil && t.View != nil {
			x.table.name = t.View.Base
		}
	}
}

func (x *namer) column(n cql.Name) *naming {
	if !n.Given() || x.table.name == "" {
		return &naming{}
	}
	return x.add(symbol{columnName, x.table.keyspace, x.table.name, n.Text}, n.Span)
}

func (x *namer) columns(list []cql.Name) {
	for _, n := range list {
		x.column(n)
	}
}

func (x *namer) defines(list []cql.ColumnDef) {
	for _, c := range list {
		n := x.column(c.Name)
		n.makes, n.whole = true, c.Span
	}
}

func (x *namer) renames(list []cql.Rename) {
	for _, r := range list {
		x.column(r.From)
		n := x.column(r.To)
		n.makes, n.whole = true, r.To.Span
	}
}

// makes adds the name of what the statement makes.
func (x *namer) makes(kind nameKind, q cql.QualifiedName, whole diag.Span) symbol {
	n := x.qualified(kind, q)
	n.makes, n.whole = true, whole
	return n.symbol
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
		x.in(x.qualified(tableName, s.From).symbol)
	case *cql.Insert:
		x.in(x.qualified(tableName, s.Into).symbol)
		x.columns(s.Columns)
	case *cql.Update:
		x.in(x.qualified(tableName, s.Table).symbol)
	case *cql.Delete:
		x.in(x.qualified(tableName, s.From).symbol)
	case *cql.Truncate:
		x.qualified(tableName, s.Table)
	case *cql.Use:
		x.keyspace(s.Keyspace)
	case *cql.CreateKeyspace:
		n := x.add(symbol{kind: keyspaceName, keyspace: s.Name.Text}, s.Name.Span)
		n.makes, n.whole = true, s.Span
	case *cql.AlterKeyspace:
		x.keyspace(s.Name)
	case *cql.DropKeyspace:
		x.keyspace(s.Name)
	case *cql.CreateTable:
		x.in(x.makes(tableName, s.Name, s.Span))
		x.defines(s.Columns)
		x.columns(s.PartitionKey)
		x.columns(s.Clustering)
	case *cql.AlterTable:
		x.in(x.qualified(tableName, s.Name).symbol)
		x.defines(s.Add)
		x.columns(s.Drop)
		x.renames(s.Renames)
		x.column(s.Column)
	case *cql.DropTable:
		x.qualified(tableName, s.Name)
	case *cql.CreateType:
		x.makes(typeName, s.Name, s.Span)
	case *cql.AlterType:
		x.qualified(typeName, s.Name)
	case *cql.DropType:
		x.qualified(typeName, s.Name)
	case *cql.CreateIndex:
		table := x.qualified(tableName, s.Table).symbol
		x.in(table)
		if s.Name.Given() {
			n := x.add(symbol{kind: indexName, keyspace: table.keyspace, name: s.Name.Text}, s.Name.Span)
			n.makes, n.whole = true, s.Span
		}
	case *cql.DropIndex:
		x.qualified(indexName, s.Name)
	case *cql.CreateView:
		x.makes(tableName, s.Name, s.Span)
		x.in(x.qualified(tableName, s.From).symbol)
		x.columns(s.PartitionKey)
		x.columns(s.Clustering)
	case *cql.AlterView:
		x.qualified(tableName, s.Name)
	case *cql.DropView:
		x.qualified(tableName, s.Name)
	case *cql.CreateFunction:
		x.makes(functionName, s.Name, s.Span)
	case *cql.DropFunction:
		x.qualified(functionName, s.Name)
	case *cql.CreateAggregate:
		x.makes(functionName, s.Name, s.Span)
	case *cql.DropAggregate:
		x.qualified(functionName, s.Name)
	case *cql.CreateTrigger:
		x.qualified(tableName, s.Table)
	case *cql.DropTrigger:
		x.qualified(tableName, s.Table)
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
			x.qualified(functionName, n.Func)
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
		rest := x.statement.text[t.Keyspace.End:t.End]
		at.Start = t.End - len(strings.TrimLeft(rest, " \t\r\n."))
	}
	use := x.statement.use
	if t.Keyspace.Given() {
		use = t.Keyspace.Text
	} else if x.table.keyspace != "" {
		use = x.table.keyspace
	} else if q := x.statement.node.Target(); q.Keyspace.Given() {
		use = q.Keyspace.Text
	}
	x.add(symbol{kind: typeName, keyspace: use, name: t.Name}, at)
}

// located are the names of all files, by file and by what they stand for.
func (v *snapshot) locate() {
	v.index.Do(func() {
		v.names, v.uses = map[string][]located{}, map[symbol][]located{}
		for i := range v.statements {
			s := &v.statements[i]
			file := key(s.file.Name)
			for _, n := range namings(v.catalogue, s) {
				l := located{n, s, s.span(n.at)}
				v.names[file] = append(v.names[file], l)
				v.uses[n.symbol] = append(v.uses[n.symbol], l)
			}
		}
	})
}

// at is the name at a place of a file; nil where there is none.
func (v *snapshot) at(file string, offset int) *located {
	v.locate()
	list := v.names[file]
	var best *located
	for i := range list {
		l := &list[i]
		if l.span.Start <= offset && offset <= l.span.End && l.span.Start < l.span.End && (best == nil || l.span.Len() < best.span.Len() || l.span.Start == offset) {
			best = l
		}
	}
	return best
}

// table is the table of a symbol, or that a column is of; nil where there is none.
func (v *snapshot) table(s symbol) *schema.Table {
	ks := v.catalogue.Keyspaces[s.keyspace]
	if ks == nil {
		return nil
	}
	if s.kind == columnName {
		return ks.Tables[s.table]
	}
	return ks.Tables[s.name]
}
