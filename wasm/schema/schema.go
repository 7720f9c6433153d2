// Package schema is what a cluster's catalogue holds: keyspaces, tables, types,
// indexes, views, functions and aggregates, and what a judged schema statement
// does to them.
package schema

import (
	"iter"
	"maps"
	"slices"
	"sort"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/version"
)

// A Catalogue is everything that CREATE, ALTER and DROP work on. Keyspaces and
// what is in them are kept by name.
type Catalogue struct {
	Keyspaces map[string]*Keyspace // AddKeyspace and DropKeyspace change it
	Server    version.Server       // whose it is
	changes   int
	counts    [owners]Count
	before    map[string]*Keyspace // in one that is aside: what there was where it has changed keyspaces, or nil
}

// A Count is how many keyspaces there are, and how many tables and views in them.
type Count struct{ Keyspaces, Tables int }

// Whose a keyspace is.
const (
	users   = iota
	stored  // Cassandra's own
	virtual // of those, the ones that a node makes up when they are read
	owners
)

func (k *Keyspace) owner() int {
	switch {
	case k.Virtual:
		return virtual
	case k.System:
		return stored
	}
	return users
}

// Users counts what is not Cassandra's own.
func (c *Catalogue) Users() Count { return c.counts[users] }

// Stored counts what is on disk, Cassandra's own, too.
func (c *Catalogue) Stored() Count {
	u, s := c.counts[users], c.counts[stored]
	return Count{u.Keyspaces + s.Keyspaces, u.Tables + s.Tables}
}

// Aside is the catalogue for what is only tried. It may make keyspaces and drop them, and put others in
// their places, with tables of their own: until [Catalogue.Restore] the one that it comes from, with which it
// shares their list, has them, too.
func (c *Catalogue) Aside() *Catalogue {
	n := *c
	n.before = map[string]*Keyspace{}
	return &n
}

// Restore takes back what was tried.
func (c *Catalogue) Restore() {
	for name, k := range c.before {
		if k == nil {
			delete(c.Keyspaces, name)
		} else {
			c.Keyspaces[name] = k
		}
	}
}

// note notes what there is of a keyspace before it changes.
func (c *Catalogue) note(name string) {
	if c.before == nil {
		return
	}
	if _, noted := c.before[name]; !noted {
		c.before[name] = c.Keyspaces[name]
	}
}

// AddKeyspace adds a keyspace with the tables that it has, in the place of one of that name.
func (c *Catalogue) AddKeyspace(k *Keyspace) {
	c.DropKeyspace(k.Name)
	c.note(k.Name)
	c.Keyspaces[k.Name] = k
	n := &c.counts[k.owner()]
	n.Keyspaces, n.Tables = n.Keyspaces+1, n.Tables+len(k.Tables)
}

// DropKeyspace takes a keyspace away with all that is in it, where it is there.
func (c *Catalogue) DropKeyspace(name string) {
	if k := c.Keyspaces[name]; k != nil {
		c.note(name)
		delete(c.Keyspaces, name)
		n := &c.counts[k.owner()]
		n.Keyspaces, n.Tables = n.Keyspaces-1, n.Tables-len(k.Tables)
	}
}

// AddTable adds a table, or a view on a table of its keyspace.
func (c *Catalogue) AddTable(t *Table) {
	k := c.Keyspaces[t.Keyspace]
	k.Tables[t.Name] = t
	c.counts[k.owner()].Tables++
	if t.View != nil {
		if base := k.Tables[t.View.Base]; base != nil {
			base.views = append(base.views, t)
		}
	}
	c.Changed(t)
}

// DropTable takes a table or a view away, with its indexes.
func (c *Catalogue) DropTable(t *Table) {
	k := c.Keyspaces[t.Keyspace]
	for _, ix := range t.Indexes {
		delete(k.indexed, ix.Name)
	}
	delete(k.Tables, t.Name)
	c.counts[k.owner()].Tables--
	if t.View != nil {
		if base := k.Tables[t.View.Base]; base != nil {
			base.views = slices.DeleteFunc(base.views, func(v *Table) bool { return v == t })
		}
	}
}

// Changed notes that a table was created or altered. The server lists tables in
// the order of their last changes.
func (c *Catalogue) Changed(t *Table) {
	c.changes++
	t.changed = c.changes
}

// New returns a catalogue without keyspaces.
func New() *Catalogue { return &Catalogue{Keyspaces: map[string]*Keyspace{}} }

// Table returns a table or a view, or nil.
func (c *Catalogue) Table(keyspace, name string) *Table {
	if ks := c.Keyspaces[keyspace]; ks != nil {
		return ks.Tables[name]
	}
	return nil
}

// A Keyspace holds tables, types, views and functions.
type Keyspace struct {
	Name          string
	Replication   Replication
	DurableWrites bool
	Tables        map[string]*Table // views are here, too: Table.View tells
	Types         map[string]*cqltype.Type
	Functions     []*Function
	Aggregates    []*Aggregate
	System        bool              // belongs to Cassandra itself
	Virtual       bool              // its tables are made up by the node when read
	Assumed       bool              // no statement has made it: how many replicas it has, nobody has said
	indexed       map[string]*Table // by name of index
}

// NewKeyspace returns a keyspace without tables, with durable writes.
func NewKeyspace(name string, r Replication) *Keyspace {
	return &Keyspace{Name: name, Replication: r, DurableWrites: true, Tables: map[string]*Table{}, Types: map[string]*cqltype.Type{}}
}

// Index returns the index of that name and the table that has it, or nils.
func (k *Keyspace) Index(name string) (*Index, *Table) {
	t := k.indexed[name]
	if t == nil {
		return nil, nil
	}
	return t.Indexes[slices.IndexFunc(t.Indexes, func(ix *Index) bool { return ix.Name == name })], t
}

// Copy is the table for itself: what a statement does to it, to its columns and its indexes, is not
// done to the other.
func (t *Table) Copy() *Table {
	n := *t
	n.Dropped = maps.Clone(t.Dropped)
	if t.byName != nil {
		n.byName = make(map[string]*Column, len(t.byName))
	}
	for _, list := range [...]*[]*Column{&n.PartitionKey, &n.Clustering, &n.Statics, &n.Regulars} {
		own := make([]Column, len(*list))
		columns := make([]*Column, len(*list))
		for i, c := range *list {
			own[i], columns[i] = *c, &own[i]
			if n.byName != nil {
				n.byName[c.Name] = columns[i]
			}
		}
		*list = columns
	}
	n.Indexes, n.on = slices.Clip(n.Indexes), map[string][]*Index{}
	for name, list := range t.on {
		n.on[name] = slices.Clip(list)
	}
	return &n
}

// AddIndex puts an index on a table.
func (k *Keyspace) AddIndex(t *Table, ix *Index) {
	if k.indexed == nil {
		k.indexed = map[string]*Table{}
	}
	k.indexed[ix.Name] = t
	t.Indexes = append(t.Indexes, ix)
	if t.on == nil {
		t.on = map[string][]*Index{}
	}
	t.on[ix.Column] = append(t.on[ix.Column], ix)
	if ix.Vectors {
		t.vectors++
	}
}

// DropIndex takes an index from its table.
func (k *Keyspace) DropIndex(t *Table, ix *Index) {
	delete(k.indexed, ix.Name)
	same := func(x *Index) bool { return x == ix }
	t.Indexes = slices.DeleteFunc(t.Indexes, same)
	t.on[ix.Column] = slices.DeleteFunc(t.on[ix.Column], same)
	if ix.Vectors {
		t.vectors--
	}
}

// InOrder returns the tables, then the views, each in the order of their last
// changes: as the server lists them.
func (k *Keyspace) InOrder() []*Table {
	out := make([]*Table, 0, len(k.Tables))
	for _, t := range k.Tables {
		out = append(out, t)
	}
	return inOrder(out)
}

func inOrder(out []*Table) []*Table {
	sort.Slice(out, func(i, j int) bool {
		a, b := out[i], out[j]
		if (a.View == nil) != (b.View == nil) {
			return a.View == nil
		}
		return a.changed < b.changed || a.changed == b.changed && a.Name < b.Name
	})
	return out
}

// Views returns the materialized views on a table, in the order of InOrder.
func (k *Keyspace) Views(base string) (out []*Table) {
	t := k.Tables[base]
	if t == nil || len(t.views) == 0 { // nearly all: each write asks
		return nil
	}
	for _, v := range t.views {
		if k.Tables[v.Name] == v { // and not in another keyspace that has the table, too
			out = append(out, v)
		}
	}
	return inOrder(out)
}

// Replication is a keyspace's replication: the class's simple name and its
// options in the order of writing.
type Replication struct {
	Class   string
	Options []Option
}

// An Option is a name with a value, both text.
type Option struct{ Name, Value string }

// ColumnKind is the role of a column.
type ColumnKind uint8

// The roles of columns, in the order in which SELECT * returns them.
const (
	PartitionKey ColumnKind = iota
	Clustering
	Static
	Regular
)

func (k ColumnKind) String() string {
	return [...]string{"partition_key", "clustering", "static", "regular"}[k]
}

// A Column is a column of a table.
type Column struct {
	Name     string
	Type     *cqltype.Type
	Kind     ColumnKind
	Position int  // among the partition key or clustering columns; 0 for others
	Desc     bool // a clustering column in descending order
	Mask     *Mask
	Since    int // the number of the ALTER TABLE that added it, 0 for CREATE TABLE
	// DroppedAt is when a dropped column was dropped, in microseconds since 1970.
	DroppedAt int64
}

// HoldsDuration reports whether the server finds a duration in the column: it does not
// look into the type of a descending one.
// Source: AbstractType.referencesDuration, which ReversedType does not override.
func (c *Column) HoldsDuration() bool { return !c.Desc && c.Type.HoldsDuration() }

// A Mask hides a column's values from users who may not see them.
type Mask struct {
	Func string   // as printed, with its keyspace when it is user-defined
	Args []string // as printed
}

// A Table is a table or a materialized view.
type Table struct {
	Keyspace     string
	Name         string
	PartitionKey []*Column
	Clustering   []*Column
	Statics      []*Column          // by name, simple columns before multi-cell ones: the order in which they are stored
	Regulars     []*Column          // likewise
	byName       map[string]*Column // nil where they are few
	Dropped      map[string]*Column // columns dropped earlier, by name
	Indexes      []*Index
	Params       Params
	Counter      bool     // holds counters
	Compact      bool     // WITH COMPACT STORAGE
	View         *View    // nil for a table
	views        []*Table // on this one
	Triggers     []Trigger
	ID           string // table id as given by WITH id = …; "" otherwise
	newest       int
	on           map[string][]*Index // by their columns
	vectors      int                 // how many of them hold vectors
	changed      int                 // when it was created or last altered, in schema changes
}

// A Trigger is Java code that runs on writes.
type Trigger struct{ Name, Class string }

// NewTable returns a table without columns, with the options that a table has
// when none is given.
func NewTable(keyspace, name string) *Table {
	return &Table{Keyspace: keyspace, Name: name, Params: DefaultParams()}
}

// fewColumns is how many columns are looked through for a name; of more a table is kept.
const fewColumns = 16

// Column returns a column by its name, or nil.
func (t *Table) Column(name string) *Column {
	if t.byName != nil {
		return t.byName[name]
	}
	for _, list := range [...][]*Column{t.PartitionKey, t.Clustering, t.Statics, t.Regulars} {
		for _, c := range list {
			if c.Name == name {
				return c
			}
		}
	}
	return nil
}

// Lacks reports whether the table has no column of the name and type of another one.
func (t *Table) Lacks(c *Column) bool {
	own := t.Column(c.Name)
	return own == nil || own.Type.String() != c.Type.String()
}

// Columns yields every column: the partition key, the clustering columns, then
// statics and regulars in the order in which they are stored.
func (t *Table) Columns() iter.Seq[*Column] {
	return func(yield func(*Column) bool) {
		for _, list := range [...][]*Column{t.PartitionKey, t.Clustering, t.Statics, t.Regulars} {
			for _, c := range list {
				if !yield(c) {
					return
				}
			}
		}
	}
}

// SelectOrder is the order in which SELECT * returns the columns: the key as
// declared, then statics, then the rest, both by name.
func (t *Table) SelectOrder() []*Column {
	out := slices.Collect(t.Columns())
	key := len(t.PartitionKey) + len(t.Clustering)
	for _, part := range [][]*Column{out[key : key+len(t.Statics)], out[key+len(t.Statics):]} {
		sort.Slice(part, func(i, j int) bool { return part[i].Name < part[j].Name })
	}
	return out
}

// Add adds a column; its Kind says where to. Key columns go behind the others
// of their kind, and Position is set.
func (t *Table) Add(c *Column) {
	t.newest = max(t.newest, c.Since)
	switch c.Kind {
	case PartitionKey:
		c.Position = len(t.PartitionKey)
		t.PartitionKey = append(t.PartitionKey, c)
	case Clustering:
		c.Position = len(t.Clustering)
		t.Clustering = append(t.Clustering, c)
	case Static:
		t.Statics = insert(t.Statics, c)
	case Regular:
		t.Regulars = insert(t.Regulars, c)
	}
	switch {
	case t.byName != nil:
		t.byName[c.Name] = c
	case len(t.PartitionKey)+len(t.Clustering)+len(t.Statics)+len(t.Regulars) > fewColumns:
		t.byName = map[string]*Column{}
		for c := range t.Columns() {
			t.byName[c.Name] = c
		}
	}
}

// insert puts a column where it is stored among others.
func insert(list []*Column, c *Column) []*Column {
	i := sort.Search(len(list), func(i int) bool { return StorageOrder(list[i], c) >= 0 })
	list = append(list, c) // slices.Insert is large, and another one for each type
	copy(list[i+1:], list[i:])
	list[i] = c
	return list
}

// remove takes one away, where it is among them.
func remove(list []*Column, c *Column) []*Column {
	i := sort.Search(len(list), func(i int) bool { return StorageOrder(list[i], c) >= 0 })
	if i == len(list) || list[i] != c {
		return list
	}
	copy(list[i:], list[i+1:])
	list[len(list)-1] = nil
	return list[:len(list)-1]
}

// Count is how many columns there are.
func (t *Table) Count() int {
	return len(t.PartitionKey) + len(t.Clustering) + len(t.Statics) + len(t.Regulars)
}

// IndexesOn are the indexes on a column.
func (t *Table) IndexesOn(column string) []*Index { return t.on[column] }

// VectorIndexes is how many indexes hold vectors.
func (t *Table) VectorIndexes() int { return t.vectors }

// Newest is the largest Since of the columns that the table has, or had.
func (t *Table) Newest() int { return t.newest }

// Remove takes a static or regular column away and remembers it as dropped, with
// tuples in place of user-defined types: those may be dropped, too. What was
// written to it up to at (microseconds since 1970) never comes back.
func (t *Table) Remove(c *Column, at int64) {
	delete(t.byName, c.Name)
	t.Statics, t.Regulars = remove(t.Statics, c), remove(t.Regulars, c)
	if t.Dropped == nil {
		t.Dropped = map[string]*Column{}
	}
	t.Dropped[c.Name] = c.dropped(at)
}

// dropped is what is remembered of a column that is taken away.
func (c *Column) dropped(at int64) *Column {
	d := *c
	d.Type, d.DroppedAt = expanded(c.Type), at
	return &d
}

// MayReturn reports whether a column of the type t, as static as c, may have the name of c when c
// has been dropped: what files still hold of c has to be readable as t.
func (c *Column) MayReturn(t *cqltype.Type) bool {
	return t.SerializationCompatible(c.dropped(0).Type) && c.Type.Kind != cqltype.Counter
}

// expanded is AbstractType.expandUserTypes.
func expanded(t *cqltype.Type) *cqltype.Type {
	if len(t.Elems) == 0 && len(t.Fields) == 0 {
		return t
	}
	e := *t
	e.Elems, e.Fields = nil, nil
	for _, x := range t.Elems {
		e.Elems = append(e.Elems, expanded(x))
	}
	for _, f := range t.Fields {
		e.Elems = append(e.Elems, expanded(f.Type))
	}
	if t.Kind == cqltype.UDT {
		e.Kind, e.Frozen, e.Name, e.Keyspace = cqltype.Tuple, true, "", ""
	}
	return &e
}

// Rename gives a key column another name.
func (t *Table) Rename(c *Column, name string) {
	if t.byName != nil {
		delete(t.byName, c.Name)
		t.byName[name] = c
	}
	c.Name = name
}

// StorageOrder compares columns that are not in the key as they are stored: statics
// first, then cells of one value before those of many, then by name.
// Source: ColumnMetadata.comparisonOrder.
func StorageOrder(a, b *Column) int {
	if a.Kind != b.Kind {
		return int(a.Kind) - int(b.Kind)
	}
	if x, y := a.Type.MultiCell(), b.Type.MultiCell(); x != y {
		if y {
			return -1
		}
		return 1
	}
	return strings.Compare(a.Name, b.Name)
}

// String is the table's name with its keyspace as messages print it: each part
// quoted where CQL needs it.
func (t *Table) String() string {
	return cql.QuoteName(t.Keyspace) + "." + cql.QuoteName(t.Name)
}

// A View says what a materialized view is made of.
type View struct {
	Base  string // table name in the same keyspace
	Star  bool
	Where []*cql.Relation
}

// Rename gives columns of the base table other names in the WHERE clause.
func (v *View) Rename(names map[string]string) {
	for i, r := range v.Where {
		r := *r
		r.Columns = slices.Clone(r.Columns)
		for k := range r.Columns {
			if to, ok := names[r.Columns[k].Text]; ok {
				r.Columns[k].Text = to
			}
		}
		v.Where[i] = &r
	}
}

// WhereText prints the WHERE clause as the server does.
func (v *View) WhereText() string {
	var parts []string
	for _, r := range v.Where {
		parts = append(parts, r.String())
	}
	return strings.Join(parts, " AND ")
}

// StaticCompact reports whether the table has the static form of COMPACT STORAGE: no
// clustering columns. The server takes its regular columns for static ones.
func (t *Table) StaticCompact() bool { return t.Compact && len(t.Clustering) == 0 }

// IndexClass is the implementation of an index.
type IndexClass uint8

// The implementations.
const (
	Legacy IndexClass = iota
	SAI
	SASI
	OtherIndex
)

// An Index is a secondary index on one column.
type Index struct {
	Name    string
	Class   IndexClass
	Java    string // class as written, for OtherIndex
	Column  string // "" for a custom index without a target
	Target  string // "values", "keys", "entries", "full" or "simple" as resolved
	Options []Option
	Vectors bool // finds the nearest ones
}

// Params are a table's options as they are in force.
//
// A caching, compaction or compression map keeps its class as option "class",
// as a simple name where the class is one of Cassandra's own.
type Params struct {
	Comment               string
	DefaultTTL            int // seconds
	GCGrace               int // seconds
	BloomFilterFPChance   float64
	Caching               []Option
	CDC                   bool
	Compaction            []Option
	Compression           []Option // empty: off
	CRCCheckChance        float64
	MaxIndexInterval      int
	MinIndexInterval      int
	MemtableFlushPeriod   int // milliseconds
	Memtable              string
	ReadRepair            string
	SpeculativeRetry      string
	AdditionalWritePolicy string
	AllowAutoSnapshot     bool
	IncrementalBackups    bool
	Server                version.Server // whose options they are: an older one has not all
}

// DefaultParams are the options of a table that gives none, with the shipped
// cassandra.yaml. Its lists are shared: whoever gives others puts new ones in their
// place. Source: TableParams.Builder of Cassandra 5.0.
func DefaultParams() Params { return defaultParams }

var defaultParams = Params{
	GCGrace:             864000,
	BloomFilterFPChance: 0.01,
	Caching:             []Option{{"keys", "ALL"}, {"rows_per_partition", "NONE"}},
	Compaction:          []Option{{"class", "SizeTieredCompactionStrategy"}, {"max_threshold", "32"}, {"min_threshold", "4"}},
	Compression:         []Option{{"chunk_length_in_kb", "16"}, {"class", "LZ4Compressor"}},
	CRCCheckChance:      1,
	MaxIndexInterval:    2048, MinIndexInterval: 128,
	Memtable:   "default",
	ReadRepair: "BLOCKING", SpeculativeRetry: "99p", AdditionalWritePolicy: "99p",
	AllowAutoSnapshot: true, IncrementalBackups: true,
}

// Get returns the value of an option in a list, "" if it is not there.
func Get(options []Option, name string) string {
	for _, o := range options {
		if o.Name == name {
			return o.Value
		}
	}
	return ""
}

// A Function is a user-defined function.
type Function struct {
	Keyspace, Name string
	ArgNames       []string
	Args           []*cqltype.Type
	Returns        *cqltype.Type
	CalledOnNull   bool
	Language, Body string
}

// An Aggregate is a user-defined aggregate.
type Aggregate struct {
	Keyspace, Name string
	Args           []*cqltype.Type
	SFunc          string
	SType          *cqltype.Type
	FinalFunc      string
	InitCond       string
	Returns        *cqltype.Type
}

// AssumedKeyspace is taken for granted, with a single replica of each row.
func AssumedKeyspace(name string) *Keyspace {
	k := NewKeyspace(name, Replication{Class: "SimpleStrategy", Options: []Option{{Name: "replication_factor", Value: "1"}}})
	k.Assumed = true
	return k
}
