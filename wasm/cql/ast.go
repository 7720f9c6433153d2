// The syntax tree of CQL 5.0.
//
// Nodes keep byte spans of the source and nothing that could be worked out from
// it. A name is kept as CQL folds it (lower case unless quoted); a constant is
// kept as it was written, because the server quotes it in its messages.

package cql

import (
	"strings"

	"partitionlab/wasm/diag"
)

// A Node is any part of the tree. [Walk] goes through what is inside it.
type Node interface {
	Place() diag.Span
	walk(*walker)
}

// place is embedded by every node.
type place struct{ diag.Span }

func (p place) Place() diag.Span { return p.Span }

// A Statement is one CQL statement.
type Statement interface {
	Node
	print(*printer)
	// Target is what the statement is about: a table, most of the time.
	Target() QualifiedName
}

// A Name is an identifier. Text is folded to lower case unless it was quoted.
type Name struct {
	diag.Span
	Text   string
	Quoted bool
}

// Given reports whether the name was written at all.
func (n Name) Given() bool { return n.Text != "" || n.Quoted }

// A QualifiedName is a name with an optional keyspace: ks.name.
type QualifiedName struct {
	Keyspace Name
	Name     Name
}

// Place is the span of the whole name.
func (q QualifiedName) Place() diag.Span {
	if q.Keyspace.Given() {
		return q.Keyspace.Span.To(q.Name.Span)
	}
	return q.Name.Span
}

// Head is the place of the keyspace's name, or of the name where no keyspace is given.
func (q QualifiedName) Head() diag.Span {
	if q.Keyspace.Given() {
		return q.Keyspace.Span
	}
	return q.Name.Span
}

// ---- expressions: terms and selectors share one tree

// An Expr is a term (a value to write or to compare with) or a selector.
type Expr interface {
	Node
	print(*printer)        // as CQL
	text(*strings.Builder) // as the server's messages have it
}

// ConstKind is the kind of a constant; its name is the one in server messages.
type ConstKind uint8

// The kinds of constants.
const (
	String ConstKind = iota
	Integer
	UUID
	Float // includes NaN and Infinity
	Boolean
	Hex
	Duration
)

var constKindNames = [...]string{"STRING", "INTEGER", "UUID", "FLOAT", "BOOLEAN", "HEX", "DURATION"}

func (k ConstKind) String() string { return constKindNames[k] }

type (
	// A Constant is a literal value. Text is the value's text: a string without
	// its quotes and with doubled quotes undone, everything else as written.
	Constant struct {
		place
		Kind ConstKind
		Text string
	}
	// Null is the word NULL.
	Null struct{ place }
	// A Marker is ? (Name empty) or :name. Index counts markers from 0.
	Marker struct {
		place
		Name  string
		Index int
	}
	// A ListLit is [a, b]: a list or a vector.
	ListLit struct {
		place
		Elems []Expr
	}
	// A SetLit is {a, b}; the empty {} is a SetLit too and fits a map as well.
	SetLit struct {
		place
		Elems []Expr
	}
	// A MapLit is {k: v, …}.
	MapLit struct {
		place
		Entries []MapEntry
	}
	// MapEntry is one k: v.
	MapEntry struct{ Key, Value Expr }
	// A UDTLit is {field: v, …}.
	UDTLit struct {
		place
		Fields []UDTField
	}
	// UDTField is one field: v.
	UDTField struct {
		Name  Name
		Value Expr
	}
	// A TupleLit is (a, b); one element in parentheses is a TupleLit of one.
	TupleLit struct {
		place
		Elems []Expr
	}
	// A Call is f(a, b); in a selector count(*) is a Call with Star.
	Call struct {
		place
		Func QualifiedName
		Args []Expr
		Star bool
	}
	// A TypeCast is (type) x.
	TypeCast struct {
		place
		Type *TypeExpr
		X    Expr
	}
	// A CastCall is CAST(x AS type).
	CastCall struct {
		place
		X    Expr
		Type *TypeExpr
	}
	// A Binary is x op y with op one of + - * / %.
	Binary struct {
		place
		Op   byte
		X, Y Expr
	}
	// A Negation is -x.
	Negation struct {
		place
		X Expr
	}
	// A ColumnRef is a column in a selector.
	ColumnRef struct {
		place
		Name Name
	}
	// A MetaCall is WRITETIME(x), MAXWRITETIME(x) or TTL(x); X is a ColumnRef,
	// an Element, a Slice or a Field.
	MetaCall struct {
		place
		Func string // "writetime", "maxwritetime", "ttl"
		X    Expr
	}
	// A Field is x.name.
	Field struct {
		place
		X    Expr
		Name Name
	}
	// An Element is x[k].
	Element struct {
		place
		X, Key Expr
	}
	// A Slice is x[from..to]; either may be nil.
	Slice struct {
		place
		X        Expr
		From, To Expr
	}
)

// ---- types

// A TypeExpr is a type as written.
type TypeExpr struct {
	place
	Kind     TypeKind
	Name     string      // native: lower case; user type: folded name; custom: class name
	Keyspace Name        // of a user type
	Args     []*TypeExpr // of frozen, list, set, map, tuple, vector
	Dim      int         // of a vector
}

// IsNative reports whether the type is the native one of that name.
func (t *TypeExpr) IsNative(name string) bool { return t.Kind == NativeType && t.Name == name }

// TypeKind is the form of a type.
type TypeKind uint8

// The forms of types.
const (
	NativeType TypeKind = iota
	ListType
	SetType
	MapType
	TupleType
	VectorType
	FrozenType
	UserType
	CustomType // 'java.class.Name'
)

// ---- data manipulation

type (
	// Select is SELECT.
	Select struct {
		place
		JSON, Distinct    bool
		Star              bool
		Selectors         []Selector
		From              QualifiedName
		Where             []*Relation
		GroupBy           []Expr
		OrderBy           []Ordering
		PerPartitionLimit Expr // Constant or Marker, or nil
		Limit             Expr
		AllowFiltering    bool
		// The clauses behind FROM, each with its keyword; empty where it is not written.
		WhereSpan, GroupSpan, OrderSpan, PerPartitionSpan, LimitSpan, FilteringSpan diag.Span
	}
	// A Selector is one item of a select list.
	Selector struct {
		X     Expr
		Alias Name
	}
	// An Ordering is one column of ORDER BY.
	Ordering struct {
		diag.Span
		Column Name
		ANN    Expr // ANN OF term, or nil
		Desc   bool
		Given  bool // whether ASC or DESC was written
	}
	// Insert is INSERT … VALUES.
	Insert struct {
		place
		Into         QualifiedName
		Columns      []Name
		Values       []Expr
		JSON         Expr // INSERT … JSON: a Constant or a Marker
		DefaultUnset bool // JSON … DEFAULT UNSET
		IfNotExists  bool
		Using        Using
	}
	// Update is UPDATE.
	Update struct {
		place
		Table    QualifiedName
		Using    Using
		Set      []Assignment
		Where    []*Relation
		IfExists bool
		If       []*Condition
	}
	// Delete is DELETE.
	Delete struct {
		place
		Columns  []DeleteTarget
		From     QualifiedName
		Using    Using
		Where    []*Relation
		IfExists bool
		If       []*Condition
	}
	// Using is USING TTL x AND TIMESTAMP y; nil where not given. Where one is
	// given twice the last one counts.
	Using struct{ TTL, Timestamp Expr }
	// Batch is BEGIN … APPLY BATCH.
	Batch struct {
		place
		Type  BatchType
		Using Using
		Stmts []Statement // Insert, Update, Delete
	}
	// Truncate is TRUNCATE.
	Truncate struct {
		place
		Table QualifiedName
	}
	// Use is USE.
	Use struct {
		place
		Keyspace Name
	}
)

// BatchType is the type of a batch.
type BatchType uint8

// The types of batches.
const (
	Logged BatchType = iota
	Unlogged
	Counter
)

// Op is a relation's or a condition's operator.
type Op uint8

// The operators. Their String is the one in server messages.
const (
	Eq Op = iota
	Lt
	Le
	Gt
	Ge
	Ne
	In
	Contains
	ContainsKey
	Like
	IsNotNull
)

var opNames = [...]string{"=", "<", "<=", ">", ">=", "!=", "IN", "CONTAINS", "CONTAINS KEY", "LIKE", "IS NOT"}

func (o Op) String() string { return opNames[o] }

// Range reports whether the operator asks for an order: <, <=, >, >=.
func (o Op) Range() bool { return o >= Lt && o <= Ge }

// RelationKind is the form of a relation.
type RelationKind uint8

// The forms of relations.
const (
	OneColumn   RelationKind = iota // c op x
	ManyColumns                     // (a, b) op (x, y)
	TokenOf                         // token(a, b) op x
	MapElement                      // c[k] op x
	IndexExpr                       // expr(index, x)
)

// A Relation is one condition of a WHERE clause.
type Relation struct {
	place
	Kind    RelationKind
	Op      Op
	InList  bool           // whether IN was followed by parentheses
	Columns []Name         // one for OneColumn and MapElement; none for IndexExpr
	Key     Expr           // of MapElement
	Index   *QualifiedName // of IndexExpr
	OpSpan  diag.Span
	Value   Expr   // right side; for In a marker, or nil where Values holds the list
	Values  []Expr // right side of IN (…), may be empty
}

// A Condition is one condition of an IF clause.
type Condition struct {
	place
	Column  Name
	Element Expr // c[element]
	Field   Name // c.field
	Op      Op
	Value   Expr
	Values  []Expr
	InList  bool
}

// AssignKind is the form of an assignment in SET.
type AssignKind uint8

// The forms of assignments.
const (
	SetValue   AssignKind = iota // c = x
	SetElement                   // c[k] = x
	SetField                     // c.f = x
	Add                          // c = c + x, c += x, c = c -1 (Value is then the glued number)
	Subtract                     // c = c - x, c -= x
	Prepend                      // c = x + c
)

// An Assignment is one item of UPDATE … SET.
type Assignment struct {
	diag.Span
	Kind     AssignKind
	Column   Name
	Element  Expr // of SetElement
	Field    Name // of SetField
	Value    Expr
	Compound bool // written as += or -=
}

// A DeleteTarget is one item of DELETE's list: c, c[k] or c.f.
type DeleteTarget struct {
	diag.Span
	Column  Name
	Element Expr
	Field   Name
}

// ---- schema statements

// A Property is name = value in a WITH clause.
type Property struct {
	diag.Span
	Name  Name
	Value PropertyValue
}

// A PropertyValue is a constant, a bare keyword or a map of constants.
type PropertyValue struct {
	diag.Span
	Text    string // of a constant or a keyword, as the server reads it
	Keyword bool
	Kind    ConstKind // of a constant
	IsMap   bool
	Map     []PropertyEntry
}

// A PropertyEntry is one key: value of a map property, both constants.
type PropertyEntry struct {
	diag.Span
	Key, Value         string
	KeySpan, ValueSpan diag.Span
	KeyKind, ValueKind ConstKind
}

// A ColumnDef is a column in CREATE TABLE or ALTER TABLE … ADD.
type ColumnDef struct {
	diag.Span
	Name       Name
	Type       *TypeExpr
	Static     bool
	PrimaryKey bool // … PRIMARY KEY behind the column
	Mask       *Mask
}

// A Mask is MASKED WITH DEFAULT (Func not given) or MASKED WITH f(args).
type Mask struct {
	diag.Span
	Func QualifiedName
	Args []Expr
}

// A ClusteringOrder is one column of CLUSTERING ORDER BY.
type ClusteringOrder struct {
	diag.Span
	Column Name
	Desc   bool
}

// A FieldDef is a field of a user type, or an argument of a function.
type FieldDef struct {
	diag.Span
	Name Name
	Type *TypeExpr
}

// A Rename is a TO b.
type Rename struct{ From, To Name }

type (
	// CreateKeyspace is CREATE KEYSPACE.
	CreateKeyspace struct {
		place
		IfNotExists bool
		Name        Name
		With        []Property
	}
	// AlterKeyspace is ALTER KEYSPACE.
	AlterKeyspace struct {
		place
		IfExists bool
		Name     Name
		With     []Property
	}
	// DropKeyspace is DROP KEYSPACE.
	DropKeyspace struct {
		place
		IfExists bool
		Name     Name
	}
	// CreateTable is CREATE TABLE. The key's columns are named in PartitionKey
	// and Clustering, also where PRIMARY KEY stands behind a column.
	CreateTable struct {
		place
		IfNotExists    bool
		Name           QualifiedName
		Columns        []ColumnDef
		PartitionKey   []Name
		Clustering     []Name
		HasKey         bool
		KeySpan        diag.Span // of PRIMARY KEY (…)
		CompactStorage bool
		CompactSpan    diag.Span // of COMPACT STORAGE
		Order          []ClusteringOrder
		OrderSpan      diag.Span // of CLUSTERING ORDER BY (…)
		With           []Property
		BodySpan       diag.Span      // between the outer parentheses, inclusive
		names          map[string]int // places of the columns, where they are many: see Column
	}
	// AlterTable is ALTER TABLE.
	AlterTable struct {
		place
		IfExists      bool
		Name          QualifiedName
		Action        AlterTableAction
		IfColumn      bool        // IF [NOT] EXISTS of the column
		Add           []ColumnDef // AddColumns
		Drop          []Name      // DropColumns
		DropTimestamp Expr        // USING TIMESTAMP of DropColumns
		Renames       []Rename    // RenameColumns
		Column        Name        // AlterColumnType, MaskColumn, UnmaskColumn
		Type          *TypeExpr   // AlterColumnType
		Mask          *Mask       // MaskColumn
		With          []Property  // AlterOptions
	}
	// DropTable is DROP TABLE.
	DropTable struct {
		place
		IfExists bool
		Name     QualifiedName
	}
	// CreateType is CREATE TYPE.
	CreateType struct {
		place
		IfNotExists bool
		Name        QualifiedName
		Fields      []FieldDef
	}
	// AlterType is ALTER TYPE.
	AlterType struct {
		place
		IfExists bool
		Name     QualifiedName
		Action   AlterTypeAction
		IfField  bool // IF [NOT] EXISTS of the field
		Field    FieldDef
		Renames  []Rename
	}
	// DropType is DROP TYPE.
	DropType struct {
		place
		IfExists bool
		Name     QualifiedName
	}
	// CreateIndex is CREATE INDEX. Class is "" without USING.
	CreateIndex struct {
		place
		Custom      bool
		IfNotExists bool
		Name        Name
		Table       QualifiedName
		Targets     []IndexTarget
		Class       string
		HasClass    bool
		ClassSpan   diag.Span
		With        []Property
	}
	// DropIndex is DROP INDEX.
	DropIndex struct {
		place
		IfExists bool
		Name     QualifiedName
	}
	// CreateView is CREATE MATERIALIZED VIEW.
	CreateView struct {
		place
		IfNotExists  bool
		Name         QualifiedName
		Star         bool
		Selectors    []Selector
		From         QualifiedName
		Where        []*Relation
		PartitionKey []Name
		Clustering   []Name
		Order        []ClusteringOrder
		With         []Property
	}
	// AlterView is ALTER MATERIALIZED VIEW.
	AlterView struct {
		place
		IfExists bool
		Name     QualifiedName
		With     []Property
	}
	// DropView is DROP MATERIALIZED VIEW.
	DropView struct {
		place
		IfExists bool
		Name     QualifiedName
	}
	// CreateFunction is CREATE FUNCTION.
	CreateFunction struct {
		place
		OrReplace, IfNotExists bool
		Name                   QualifiedName
		Args                   []FieldDef
		CalledOnNull           bool
		Returns                *TypeExpr
		Language               string
		Body                   string
	}
	// DropFunction is DROP FUNCTION.
	DropFunction struct {
		place
		IfExists bool
		Name     QualifiedName
		Args     []*TypeExpr
		HasArgs  bool
	}
	// CreateAggregate is CREATE AGGREGATE.
	CreateAggregate struct {
		place
		OrReplace, IfNotExists bool
		Name                   QualifiedName
		Args                   []*TypeExpr
		SFunc                  Name
		SType                  *TypeExpr
		FinalFunc              Name
		InitCond               Expr
	}
	// DropAggregate is DROP AGGREGATE.
	DropAggregate struct {
		place
		IfExists bool
		Name     QualifiedName
		Args     []*TypeExpr
		HasArgs  bool
	}
	// CreateTrigger is CREATE TRIGGER.
	CreateTrigger struct {
		place
		IfNotExists bool
		Name        Name
		Table       QualifiedName
		Class       string
	}
	// DropTrigger is DROP TRIGGER.
	DropTrigger struct {
		place
		IfExists bool
		Name     Name
		Table    QualifiedName
	}
)

// AlterTableAction is what ALTER TABLE does.
type AlterTableAction uint8

// The forms of ALTER TABLE.
const (
	AlterColumnType AlterTableAction = iota
	MaskColumn
	UnmaskColumn
	AddColumns
	DropColumns
	RenameColumns
	DropCompactStorage
	AlterOptions
)

// AlterTypeAction is what ALTER TYPE does.
type AlterTypeAction uint8

// The forms of ALTER TYPE.
const (
	AlterFieldType AlterTypeAction = iota
	AddField
	RenameFields
)

// IndexTargetKind is what of a column an index covers.
type IndexTargetKind uint8

// The kinds of index targets; Simple is a column without a function around it.
const (
	Simple IndexTargetKind = iota
	Keys
	Values
	Entries
	Full
)

// An IndexTarget is a column of CREATE INDEX.
type IndexTarget struct {
	diag.Span
	Kind   IndexTargetKind
	Column Name
}

// ---- roles, permissions, description

type (
	// A RoleStatement is any statement about roles, users, identities and
	// permissions. Verb is its normal form, such as "CREATE ROLE" or "GRANT".
	RoleStatement struct {
		place
		Verb                  string
		IfExists, IfNotExists bool
		Role                  Name // the role or user it is about
		Of                    Name // the other role: grantee, or the one listed
		Permissions           []string
		Resource              *Resource
		NoRecursive           bool
		Options               []Property // of CREATE/ALTER ROLE, user options included
	}
	// A Resource is what a permission is given on.
	Resource struct {
		place
		Kind string // "ALL KEYSPACES", "KEYSPACE", "TABLE", "ALL TABLES", "ROLE", "FUNCTION", "MBEAN" …
		Name QualifiedName
		Args []*TypeExpr
		Text string // of an MBEAN
		// Complete says of a FUNCTION that it was read to its end: then the server
		// looks it up before it reads on.
		Complete bool
	}
	// Describe is DESCRIBE.
	Describe struct {
		place
		What      string // "CLUSTER", "KEYSPACES", "KEYSPACE", "TABLE", "TABLES", "SCHEMA", "" (a bare name) …
		Name      QualifiedName
		Full      bool // FULL SCHEMA
		Only      bool // ONLY KEYSPACE
		Internals bool // WITH INTERNALS
	}
)

// NewRelation returns a relation without an operator or values, for a place that
// restricts a column without one: ORDER BY … ANN OF.
func NewRelation(at diag.Span, column Name) *Relation {
	return &Relation{place: place{at}, Columns: []Name{column}}
}

// Place is where the part stands.
func (n *Name) Place() diag.Span            { return n.Span }
func (n *Ordering) Place() diag.Span        { return n.Span }
func (n *Assignment) Place() diag.Span      { return n.Span }
func (n *DeleteTarget) Place() diag.Span    { return n.Span }
func (n *Property) Place() diag.Span        { return n.Span }
func (n *ColumnDef) Place() diag.Span       { return n.Span }
func (n *Mask) Place() diag.Span            { return n.Span }
func (n *ClusteringOrder) Place() diag.Span { return n.Span }
func (n *FieldDef) Place() diag.Span        { return n.Span }
func (n *IndexTarget) Place() diag.Span     { return n.Span }
func (n *Selector) Place() diag.Span        { return n.X.Place() }

// Datacenters are the entries of a keyspace's replication whose keys name data centers, in
// the order of the statement; nil for other statements.
func Datacenters(s Statement) (out []PropertyEntry) {
	var with []Property
	switch s := s.(type) {
	case *CreateKeyspace:
		with = s.With
	case *AlterKeyspace:
		with = s.With
	}
	for _, p := range with {
		for _, e := range p.Value.Map {
			if p.Name.Text == "replication" && e.Key != "class" && !strings.EqualFold(e.Key, "replication_factor") {
				out = append(out, e)
			}
		}
	}
	return out
}
