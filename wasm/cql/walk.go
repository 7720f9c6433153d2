// Walking the tree, and what a statement is about.

package cql

// Walk calls f for n and, where f returns true, for everything inside n: names that
// are written, terms and selectors, types, relations, the items of lists.
func Walk(n Node, f func(Node) bool) {
	w := walker{f}
	w.node(n)
}

// ColumnsIn adds to out the columns that a selector names, each time that it does. The
// names in {…: …} may be fields as well as columns, and do not count.
func ColumnsIn(x Expr, out []string) []string {
	Walk(x, func(n Node) bool {
		switch n := n.(type) {
		case *ColumnRef:
			out = append(out, n.Name.Text)
		case *MapLit:
			return false
		}
		return true
	})
	return out
}

// Columns are the columns that a query names, each time that it does: in its list, its
// WHERE clause and behind it.
func (s *Select) Columns() (out []string) {
	for _, item := range s.Selectors {
		out = ColumnsIn(item.X, out)
	}
	for _, r := range s.Where {
		for _, n := range r.Columns {
			out = append(out, n.Text)
		}
	}
	for _, x := range s.GroupBy {
		out = ColumnsIn(x, out)
	}
	for _, o := range s.OrderBy {
		out = append(out, o.Column.Text)
	}
	return out
}

type walker struct{ f func(Node) bool }

func (w *walker) node(n Node) {
	if w.f(n) {
		n.walk(w)
	}
}

func (w *walker) names(list ...*Name) {
	for _, n := range list {
		if n.Given() {
			w.f(n)
		}
	}
}

func (w *walker) qualified(q *QualifiedName) { w.names(&q.Keyspace, &q.Name) }

func (w *walker) exprs(list ...Expr) {
	for _, x := range list {
		if x != nil {
			w.node(x)
		}
	}
}

func (w *walker) types(list ...*TypeExpr) {
	for _, t := range list {
		if t != nil {
			w.node(t)
		}
	}
}

// each walks the structures of a list.
func each[T any, P interface {
	*T
	Node
}](w *walker, list []T) {
	for i := range list {
		w.node(P(&list[i]))
	}
}

// eachNode walks the nodes of a list.
func eachNode[N Node](w *walker, list []N) {
	for _, n := range list {
		w.node(n)
	}
}

// ---- terms and selectors

func (*Constant) walk(*walker)     {}
func (*Null) walk(*walker)         {}
func (*Marker) walk(*walker)       {}
func (x *ListLit) walk(w *walker)  { w.exprs(x.Elems...) }
func (x *SetLit) walk(w *walker)   { w.exprs(x.Elems...) }
func (x *TupleLit) walk(w *walker) { w.exprs(x.Elems...) }
func (x *MapLit) walk(w *walker) {
	for _, e := range x.Entries {
		w.exprs(e.Key, e.Value)
	}
}
func (x *UDTLit) walk(w *walker) {
	for i := range x.Fields {
		w.names(&x.Fields[i].Name)
		w.exprs(x.Fields[i].Value)
	}
}
func (x *Call) walk(w *walker) {
	w.qualified(&x.Func)
	w.exprs(x.Args...)
}
func (x *TypeCast) walk(w *walker) {
	w.types(x.Type)
	w.exprs(x.X)
}
func (x *CastCall) walk(w *walker) {
	w.exprs(x.X)
	w.types(x.Type)
}
func (x *Binary) walk(w *walker)    { w.exprs(x.X, x.Y) }
func (x *Negation) walk(w *walker)  { w.exprs(x.X) }
func (x *ColumnRef) walk(w *walker) { w.names(&x.Name) }
func (x *MetaCall) walk(w *walker)  { w.exprs(x.X) }
func (x *Field) walk(w *walker) {
	w.exprs(x.X)
	w.names(&x.Name)
}
func (x *Element) walk(w *walker) { w.exprs(x.X, x.Key) }
func (x *Slice) walk(w *walker)   { w.exprs(x.X, x.From, x.To) }

// ---- names, types, items of lists

func (*Name) walk(*walker) {}
func (t *TypeExpr) walk(w *walker) {
	w.names(&t.Keyspace)
	w.types(t.Args...)
}
func (s *Selector) walk(w *walker) {
	w.exprs(s.X)
	w.names(&s.Alias)
}
func (o *Ordering) walk(w *walker) {
	w.names(&o.Column)
	w.exprs(o.ANN)
}
func (r *Relation) walk(w *walker) {
	each(w, r.Columns)
	if r.Index != nil {
		w.qualified(r.Index)
	}
	w.exprs(r.Key, r.Value)
	w.exprs(r.Values...)
}
func (c *Condition) walk(w *walker) {
	w.names(&c.Column, &c.Field)
	w.exprs(c.Element, c.Value)
	w.exprs(c.Values...)
}
func (a *Assignment) walk(w *walker) {
	w.names(&a.Column, &a.Field)
	w.exprs(a.Element, a.Value)
}
func (d *DeleteTarget) walk(w *walker) {
	w.names(&d.Column, &d.Field)
	w.exprs(d.Element)
}
func (p *Property) walk(w *walker) { w.names(&p.Name) }
func (c *ColumnDef) walk(w *walker) {
	w.names(&c.Name)
	w.types(c.Type)
	if c.Mask != nil {
		w.node(c.Mask)
	}
}
func (m *Mask) walk(w *walker) {
	w.qualified(&m.Func)
	w.exprs(m.Args...)
}
func (o *ClusteringOrder) walk(w *walker) { w.names(&o.Column) }
func (d *FieldDef) walk(w *walker) {
	w.names(&d.Name)
	w.types(d.Type)
}
func (t *IndexTarget) walk(w *walker) { w.names(&t.Column) }
func (r *Resource) walk(w *walker) {
	w.qualified(&r.Name)
	w.types(r.Args...)
}
func (u *Using) walk(w *walker) { w.exprs(u.TTL, u.Timestamp) }
func renames(w *walker, list []Rename) {
	for i := range list {
		w.names(&list[i].From, &list[i].To)
	}
}

// ---- statements

func (s *Select) walk(w *walker) {
	each(w, s.Selectors)
	w.qualified(&s.From)
	eachNode(w, s.Where)
	w.exprs(s.GroupBy...)
	each(w, s.OrderBy)
	w.exprs(s.PerPartitionLimit, s.Limit)
}
func (s *Insert) walk(w *walker) {
	w.qualified(&s.Into)
	each(w, s.Columns)
	w.exprs(s.Values...)
	w.exprs(s.JSON)
	s.Using.walk(w)
}
func (s *Update) walk(w *walker) {
	w.qualified(&s.Table)
	s.Using.walk(w)
	each(w, s.Set)
	eachNode(w, s.Where)
	eachNode(w, s.If)
}
func (s *Delete) walk(w *walker) {
	each(w, s.Columns)
	w.qualified(&s.From)
	s.Using.walk(w)
	eachNode(w, s.Where)
	eachNode(w, s.If)
}
func (s *Batch) walk(w *walker) {
	s.Using.walk(w)
	eachNode(w, s.Stmts)
}
func (s *Truncate) walk(w *walker) { w.qualified(&s.Table) }
func (s *Use) walk(w *walker)      { w.names(&s.Keyspace) }
func (s *CreateKeyspace) walk(w *walker) {
	w.names(&s.Name)
	each(w, s.With)
}
func (s *AlterKeyspace) walk(w *walker) {
	w.names(&s.Name)
	each(w, s.With)
}
func (s *DropKeyspace) walk(w *walker) { w.names(&s.Name) }
func (s *CreateTable) walk(w *walker) {
	w.qualified(&s.Name)
	each(w, s.Columns)
	each(w, s.PartitionKey)
	each(w, s.Clustering)
	each(w, s.Order)
	each(w, s.With)
}
func (s *AlterTable) walk(w *walker) {
	w.qualified(&s.Name)
	each(w, s.Add)
	each(w, s.Drop)
	w.exprs(s.DropTimestamp)
	renames(w, s.Renames)
	w.names(&s.Column)
	w.types(s.Type)
	if s.Mask != nil {
		w.node(s.Mask)
	}
	each(w, s.With)
}
func (s *DropTable) walk(w *walker) { w.qualified(&s.Name) }
func (s *CreateType) walk(w *walker) {
	w.qualified(&s.Name)
	each(w, s.Fields)
}
func (s *AlterType) walk(w *walker) {
	w.qualified(&s.Name)
	s.Field.walk(w)
	renames(w, s.Renames)
}
func (s *DropType) walk(w *walker) { w.qualified(&s.Name) }
func (s *CreateIndex) walk(w *walker) {
	w.names(&s.Name)
	w.qualified(&s.Table)
	each(w, s.Targets)
	each(w, s.With)
}
func (s *DropIndex) walk(w *walker) { w.qualified(&s.Name) }
func (s *CreateView) walk(w *walker) {
	w.qualified(&s.Name)
	each(w, s.Selectors)
	w.qualified(&s.From)
	eachNode(w, s.Where)
	each(w, s.PartitionKey)
	each(w, s.Clustering)
	each(w, s.Order)
	each(w, s.With)
}
func (s *AlterView) walk(w *walker) {
	w.qualified(&s.Name)
	each(w, s.With)
}
func (s *DropView) walk(w *walker) { w.qualified(&s.Name) }
func (s *CreateFunction) walk(w *walker) {
	w.qualified(&s.Name)
	each(w, s.Args)
	w.types(s.Returns)
}
func (s *DropFunction) walk(w *walker) {
	w.qualified(&s.Name)
	w.types(s.Args...)
}
func (s *CreateAggregate) walk(w *walker) {
	w.qualified(&s.Name)
	w.types(s.Args...)
	w.names(&s.SFunc)
	w.types(s.SType)
	w.names(&s.FinalFunc)
	w.exprs(s.InitCond)
}
func (s *DropAggregate) walk(w *walker) {
	w.qualified(&s.Name)
	w.types(s.Args...)
}
func (s *CreateTrigger) walk(w *walker) {
	w.names(&s.Name)
	w.qualified(&s.Table)
}
func (s *DropTrigger) walk(w *walker) {
	w.names(&s.Name)
	w.qualified(&s.Table)
}
func (s *RoleStatement) walk(w *walker) {
	w.names(&s.Role, &s.Of)
	if s.Resource != nil {
		w.node(s.Resource)
	}
	each(w, s.Options)
}
func (s *Describe) walk(w *walker) { w.qualified(&s.Name) }

// ---- what a statement is about

// The target of a statement is the table that it reads, writes, makes, changes or
// drops, or the view, type, index, function or aggregate; the table of a new index
// and of a trigger. Of a statement on a keyspace it is the keyspace alone, of a batch
// and of a statement on roles it is empty.

func (s *Select) Target() QualifiedName          { return s.From }
func (s *Insert) Target() QualifiedName          { return s.Into }
func (s *Update) Target() QualifiedName          { return s.Table }
func (s *Delete) Target() QualifiedName          { return s.From }
func (s *Batch) Target() QualifiedName           { return QualifiedName{} }
func (s *Truncate) Target() QualifiedName        { return s.Table }
func (s *Use) Target() QualifiedName             { return QualifiedName{Keyspace: s.Keyspace} }
func (s *CreateKeyspace) Target() QualifiedName  { return QualifiedName{Keyspace: s.Name} }
func (s *AlterKeyspace) Target() QualifiedName   { return QualifiedName{Keyspace: s.Name} }
func (s *DropKeyspace) Target() QualifiedName    { return QualifiedName{Keyspace: s.Name} }
func (s *CreateTable) Target() QualifiedName     { return s.Name }
func (s *AlterTable) Target() QualifiedName      { return s.Name }
func (s *DropTable) Target() QualifiedName       { return s.Name }
func (s *CreateType) Target() QualifiedName      { return s.Name }
func (s *AlterType) Target() QualifiedName       { return s.Name }
func (s *DropType) Target() QualifiedName        { return s.Name }
func (s *CreateIndex) Target() QualifiedName     { return s.Table }
func (s *DropIndex) Target() QualifiedName       { return s.Name }
func (s *CreateView) Target() QualifiedName      { return s.Name }
func (s *AlterView) Target() QualifiedName       { return s.Name }
func (s *DropView) Target() QualifiedName        { return s.Name }
func (s *CreateFunction) Target() QualifiedName  { return s.Name }
func (s *DropFunction) Target() QualifiedName    { return s.Name }
func (s *CreateAggregate) Target() QualifiedName { return s.Name }
func (s *DropAggregate) Target() QualifiedName   { return s.Name }
func (s *CreateTrigger) Target() QualifiedName   { return s.Table }
func (s *DropTrigger) Target() QualifiedName     { return s.Table }
func (s *RoleStatement) Target() QualifiedName   { return QualifiedName{} }
func (s *Describe) Target() QualifiedName        { return s.Name }

// Clauses are clauses that several kinds of statements have, nil where one has not.
type Clauses struct {
	Where *[]*Relation
	Using *Using
	// If and IfExists are the conditions of an UPDATE or a DELETE.
	If       []*Condition
	IfExists bool
}

// ClausesOf are the clauses of a statement.
func ClausesOf(s Statement) (c Clauses) {
	switch s := s.(type) {
	case *Select:
		c.Where = &s.Where
	case *CreateView:
		c.Where = &s.Where
	case *Insert:
		c.Using = &s.Using
	case *Update:
		c = Clauses{&s.Where, &s.Using, s.If, s.IfExists}
	case *Delete:
		c = Clauses{&s.Where, &s.Using, s.If, s.IfExists}
	case *Batch:
		c.Using = &s.Using
	}
	return c
}
