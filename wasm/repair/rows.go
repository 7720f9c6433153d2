package repair

// This file repairs reads and writes. ALLOW FILTERING is never the first that is
// offered, but where the key names the rows.

import (
	"slices"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/judge"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/version"
)

// relation is the relation that the refusal is about, or nil.
func (r *repairer) relation() *cql.Relation {
	rel, _ := r.d.About.(*cql.Relation)
	return rel
}

// relations are those of the statement's WHERE clause.
func (r *repairer) relations() []*cql.Relation {
	if where := cql.ClausesOf(r.stmt).Where; where != nil {
		return *where
	}
	return nil
}

// restricts reports whether the WHERE clause says something of a column.
func (r *repairer) restricts(c *schema.Column) bool { return restricted(r.relations(), c) }

func restricted(where []*cql.Relation, c *schema.Column) bool {
	return slices.ContainsFunc(where, func(rel *cql.Relation) bool {
		return rel.Kind != cql.TokenOf && slices.ContainsFunc(rel.Columns, func(n cql.Name) bool { return n.Text == c.Name })
	})
}

// quoted are the names of columns as CQL needs them.
func quoted(cols []*schema.Column) string {
	out := make([]string, len(cols))
	for i, c := range cols {
		out[i] = cql.QuoteName(c.Name)
	}
	return strings.Join(out, ", ")
}

// ---- relations

// oneValue asks for one value in place of a range.
func (r *repairer) oneValue() {
	if rel := r.relation(); rel != nil && rel.Kind == cql.OneColumn {
		r.write("ask for one value", rel.OpSpan, "=")
	}
}

// drop takes the relation out.
func (r *repairer) drop() { r.dropAs("leave this relation out") }

func (r *repairer) dropFromSelect() {
	if _, ok := r.stmt.(*cql.Select); ok {
		r.drop()
	}
}

// behindRange repairs a relation behind a range.
func (r *repairer) behindRange() {
	r.otherTable()
	r.dropAs("leave out the relation after the range")
}

func (r *repairer) dropAs(title string) {
	rels := r.relations()
	i := slices.Index(rels, r.relation())
	sel, _ := r.stmt.(*cql.Select)
	switch {
	case i > 0:
		r.write(title, diag.Span{Start: rels[i-1].End, End: rels[i].End}, "")
	case i == 0 && len(rels) > 1:
		r.write(title, diag.Span{Start: rels[0].Start, End: rels[1].Start}, "")
	case i == 0 && sel != nil && sel.WhereSpan.Len() > 0:
		r.cut("leave WHERE out: reads the whole table", sel, sel.WhereSpan)
	}
}

// restrictBefore restricts the key columns before the one that is asked for, too.
func (r *repairer) restrictBefore() {
	rel, t := r.relation(), r.table()
	if rel != nil && t != nil && len(rel.Columns) > 0 {
		c := t.Column(rel.Columns[0].Text)
		missing := ""
		if key := without(t.PartitionKey, r.restricts); len(key) > 0 {
			r.d.Why += " The query lacks the partition key, too: " + quoted(key) + ". Only its hash tells which nodes hold the rows."
		}
		for _, o := range slices.Concat(t.PartitionKey, t.Clustering) {
			if c != nil && (o.Kind == schema.PartitionKey || o.Position < c.Position) && !r.restricts(o) {
				missing += cql.QuoteName(o.Name) + " = ? AND "
			}
		}
		if missing != "" {
			r.edit("restrict the columns before it, too", insert(rel.Start, missing))
		}
	}
	r.otherTable()
}

// dropClustering takes all relations on clustering columns out.
func (r *repairer) dropClustering() {
	t, rels := r.table(), r.relations()
	if t == nil {
		return
	}
	var edits []diag.Edit
	kept := false
	for i, rel := range rels {
		var c *schema.Column
		if len(rel.Columns) > 0 {
			c = t.Column(rel.Columns[0].Text)
		}
		switch {
		case rel.Kind == cql.TokenOf || c == nil || c.Kind != schema.Clustering:
			kept = true
		case kept:
			edits = append(edits, diag.Edit{Span: diag.Span{Start: rels[i-1].End, End: rel.End}})
		case i+1 < len(rels):
			edits = append(edits, diag.Edit{Span: diag.Span{Start: rel.Start, End: rels[i+1].Start}})
		}
	}
	if kept && len(edits) > 0 {
		r.edit("leave the clustering columns out", edits...)
	}
}

// toCondition moves a relation on another column from WHERE to IF, where the WHERE
// clause has the whole key that a condition needs.
func (r *repairer) toCondition() {
	s := cql.ClausesOf(r.stmt)
	if s.Where == nil || s.Using == nil || s.IfExists || len(s.If) > 0 {
		return // no UPDATE and no DELETE, or it has conditions
	}
	t, rel, rels := r.table(), r.relation(), r.relations()
	i := slices.Index(rels, rel)
	if t == nil || i < 1 || rel.Kind != cql.OneColumn || rel.Value == nil {
		return
	}
	for _, c := range slices.Concat(t.PartitionKey, t.Clustering) {
		if !r.restricts(c) {
			return
		}
	}
	text := " IF " + cql.QuoteName(rel.Columns[0].Text) + " " + rel.Op.String() + " " + cql.ExprText(rel.Value)
	r.edit("make it a condition", diag.Edit{Span: diag.Span{Start: rels[i-1].End, End: rel.End}}, insert(rels[len(rels)-1].End, text))
}

// operator says which operator goes with the column's type, for the two slips that
// are usual: CONTAINS to search in a text, and = for a collection.
func (r *repairer) operator() {
	rel, t := r.relation(), r.table()
	if rel == nil || t == nil || rel.Kind != cql.OneColumn {
		return
	}
	c := t.Column(rel.Columns[0].Text)
	switch {
	case c == nil:
	case (rel.Op == cql.Contains || rel.Op == cql.ContainsKey) && !c.Type.IsCollection():
		r.d.Why = "CONTAINS finds an element of a set, a list or a map. " + c.Name + " is of type " + c.Type.String() + ", one value, and nothing inside it is indexed."
		r.d.Say("Compare " + c.Name + " as a whole, or keep the parts that you look for in a set<text>.")
		r.write("compare the whole value", rel.OpSpan, "=")
	case rel.Op == cql.Eq && c.Type.MultiCell() && c.Type.IsCollection():
		r.d.Why = "A collection that is not frozen is stored element by element, so there is no one value to compare with."
		r.d.Say("Ask for one element with CONTAINS, or declare the column frozen to compare it as a whole.")
		var elems []cql.Expr
		switch x := rel.Value.(type) {
		case *cql.SetLit:
			elems = x.Elems
		case *cql.ListLit:
			elems = x.Elems
		}
		if len(elems) == 1 {
			r.write("ask for the element", rel.OpSpan.To(rel.Value.Place()), "CONTAINS "+cql.ExprText(elems[0]))
		}
	}
}

// ---- keys

func (r *repairer) giveKey() {
	if t := r.table(); t != nil {
		r.give(t.PartitionKey)
	}
}

func (r *repairer) giveClustering() {
	if t := r.table(); t != nil {
		r.give(t.Clustering)
	}
}

// giveKeyOrOther repairs a SELECT that lacks some of the partition key.
func (r *repairer) giveKeyOrOther() {
	r.giveKey()
	r.otherTable()
}

// give gives the key columns that are missing, with a marker as value.
func (r *repairer) give(cols []*schema.Column) {
	if s, ok := r.stmt.(*cql.Insert); ok {
		missing := without(cols, func(c *schema.Column) bool {
			return slices.ContainsFunc(s.Columns, func(n cql.Name) bool { return n.Text == c.Name })
		})
		if len(missing) > 0 && len(s.Columns) > 0 && len(s.Values) > 0 {
			r.edit("give "+quoted(missing), insert(s.Columns[0].Start, quoted(missing)+", "), insert(s.Values[0].Place().Start, strings.Repeat("?, ", len(missing))))
		}
		return
	}
	missing, rels := without(cols, r.restricts), r.relations()
	if len(missing) > 0 && len(rels) > 0 {
		text := ""
		for _, c := range missing {
			text += cql.QuoteName(c.Name) + " = ? AND "
		}
		r.edit("give "+quoted(missing), insert(rels[0].Start, text))
	}
}

// without are the columns of which gone is false.
func without(cols []*schema.Column, gone func(*schema.Column) bool) []*schema.Column {
	return slices.DeleteFunc(slices.Clone(cols), gone)
}

// ---- lists and orders of SELECT

// listSpan is the place of a select list.
func listSpan(s *cql.Select) diag.Span {
	return s.Selectors[0].Place().To(s.Selectors[len(s.Selectors)-1].Place())
}

// selectKey selects the partition key in place of the list.
func (r *repairer) selectKey() {
	if s, ok := r.stmt.(*cql.Select); ok && len(s.Selectors) > 0 && r.table() != nil {
		r.write("select the partition key", listSpan(s), quoted(r.table().PartitionKey))
	}
}

// selectWholeKey adds what of the partition key is not selected.
func (r *repairer) selectWholeKey() {
	s, ok := r.stmt.(*cql.Select)
	if t := r.table(); ok && len(s.Selectors) > 0 && t != nil {
		var named []string
		for _, item := range s.Selectors {
			named = cql.ColumnsIn(item.X, named)
		}
		missing := without(t.PartitionKey, func(c *schema.Column) bool { return contains(named, c.Name) })
		r.edit("select the whole partition key", insert(listSpan(s).Start, quoted(missing)+", "))
	}
}

// limit adds the LIMIT that the nearest neighbors need.
func (r *repairer) limit() {
	if s, ok := r.stmt.(*cql.Select); ok && s.Limit == nil && s.PerPartitionLimit == nil && len(s.OrderBy) > 0 {
		r.edit("add LIMIT 10", insert(s.OrderBy[len(s.OrderBy)-1].End, " LIMIT 10"))
	}
}

// otherOrder repairs an ORDER BY that the table does not have.
func (r *repairer) otherOrder() {
	r.propose()
	r.dropOrder()
}

// positiveLimit takes a limit out that lets no row through, or writes one that does
// where the rows nearest to a vector are asked for, which need one.
func (r *repairer) positiveLimit() {
	s, ok := r.stmt.(*cql.Select)
	if _, bound := r.d.About.(*cql.Marker); !ok || bound || r.d.About == nil {
		return
	}
	nearest := len(s.OrderBy) > 0 && s.OrderBy[0].ANN != nil
	switch {
	case r.d.About == s.PerPartitionLimit && nearest && s.Limit == nil:
		r.write("write LIMIT 10", s.PerPartitionSpan, "LIMIT 10")
	case r.d.About == s.PerPartitionLimit:
		r.cut("leave PER PARTITION LIMIT out", s, s.PerPartitionSpan)
	case nearest:
		r.write("write LIMIT 10", s.LimitSpan, "LIMIT 10")
	default:
		r.cut("leave LIMIT out", s, s.LimitSpan)
	}
}

// dropOrder takes ORDER BY out.
func (r *repairer) dropOrder() {
	if s, ok := r.stmt.(*cql.Select); ok && len(s.OrderBy) > 0 {
		r.cut("leave ORDER BY out", s, s.OrderSpan)
	}
}

// cut takes a clause out, with the space before it.
func (r *repairer) cut(title string, s *cql.Select, clause diag.Span) {
	before := s.From.Place().End
	for _, other := range []diag.Span{s.WhereSpan, s.GroupSpan, s.OrderSpan, s.PerPartitionSpan, s.LimitSpan} {
		if other.End <= clause.Start {
			before = max(before, other.End)
		}
	}
	r.write(title, diag.Span{Start: before, End: clause.End}, "")
}

// turnOrder gives every column of ORDER BY the direction that goes with the first.
func (r *repairer) turnOrder() {
	s, ok := r.stmt.(*cql.Select)
	t := r.table()
	if !ok || t == nil || len(s.OrderBy) == 0 {
		return
	}
	first := t.Column(s.OrderBy[0].Column.Text)
	if first == nil {
		return
	}
	backwards := s.OrderBy[0].Desc != first.Desc
	var edits []diag.Edit
	for _, o := range s.OrderBy[1:] {
		c := t.Column(o.Column.Text)
		if c == nil || (o.Desc != c.Desc) == backwards {
			continue
		}
		direction := " DESC"
		if o.Desc {
			direction = " ASC"
		}
		edits = append(edits, diag.Edit{Span: o.Span, Text: cql.QuoteName(c.Name) + direction})
	}
	if len(edits) > 0 {
		r.edit("read all in one direction", edits...)
	}
}

// ---- another table, an index, filtering

// propose offers the table that answers a SELECT.
func (r *repairer) propose() { r.proposed() }

// design counts the work of designing a table beside another one, of asking it and of writing it down.
func (r *repairer) design(t *schema.Table) {
	r.ctx.Work.Spend(1, judge.StatementUnits, "statements")
	r.ctx.Work.Spend(t.Count(), 8, "columns")
}

// proposed offers it, and reports whether there is one.
func (r *repairer) proposed() bool {
	s, ok := r.stmt.(*cql.Select)
	t := r.table()
	if !ok || t == nil {
		return false
	}
	r.design(t)
	p, there := proposal(s, t, r.ctx.Catalogue.Keyspaces[t.Keyspace], r.Written)
	switch {
	case p == nil:
		if apart := sortedApart(s); apart != "" {
			r.d.Instead = apart
		}
		return false
	case there:
		r.write("read the table that is made for this query: "+p.Name, s.From.Place(), nameIn(s, p))
	default:
		create := createText(s, p)
		r.d.Fixes = append(r.d.Fixes, diag.Fix{Title: "read a table that is made for this query: " + p.Name, Makes: create, Costs: Costs(p, t),
			Edits: []diag.Edit{insert(s.Start, create+";\n\n"), {Span: s.From.Place(), Text: nameIn(s, p)}}})
	}
	r.bucket(s, t)
	return true
}

// sortedApart says why no key serves a read that asks for a range of one column in the order of
// another one, "" where it does not.
func sortedApart(s *cql.Select) string {
	if len(s.OrderBy) == 0 || s.OrderBy[0].ANN != nil {
		return ""
	}
	order := s.OrderBy[0].Column
	ranged := ""
	for _, r := range s.Where {
		if len(r.Columns) == 1 && r.Columns[0].Text == order.Text {
			return ""
		}
		if r.Kind == cql.OneColumn && r.Op.Range() {
			ranged = r.Columns[0].Text
		}
	}
	if ranged == "" {
		return ""
	}
	return "No key serves this: inside a partition, rows in the order of " + order.Text + " are in no order of " + ranged + ". Ask for a range of " + order.Text + " instead, or sort by " + ranged + " first: ORDER BY " + cql.QuoteName(ranged) + direction(s) + ", " + cql.QuoteName(order.Text) + direction(s) + "."
}

// direction is how the first column of ORDER BY is sorted, as it stands behind its name.
func direction(s *cql.Select) string {
	if s.OrderBy[0].Desc {
		return " DESC"
	}
	return ""
}

// bucket offers the same table with a partition for each day, where one would get new rows
// without end. Who takes it asks for one day after the other.
func (r *repairer) bucket(s *cql.Select, t *schema.Table) {
	r.design(t)
	p, there := bucketed(s, t, r.ctx.Catalogue.Keyspaces[t.Keyspace], r.Written)
	if p == nil {
		return
	}
	fix := diag.Fix{Title: "read one day at a time, of a table with a partition for each: " + p.Name,
		Edits: []diag.Edit{{Span: s.From.Place(), Text: nameIn(s, p)}, insert(s.WhereSpan.End, " AND "+bucketName+" = ?")}}
	if !there {
		fix.Makes = createText(s, p)
		fix.Costs = "A table for this query, " + p.Name + ", has a partition for each day: the application writes " + bucketName + ", the day of " + timeOf(p.Clustering).Name + ", with each row, and asks for one day after the other. Days are those of one time zone for all, such as UTC."
		if s.Limit != nil {
			fix.Costs += " LIMIT then counts the rows of each day: an application that has too few asks for the next day."
		}
		fix.Edits = append([]diag.Edit{insert(s.Start, fix.Makes+";\n\n")}, fix.Edits...)
	}
	r.d.Fixes = append(r.d.Fixes, fix)
}

// nameIn is the name of a table as the query writes it: with the keyspace only where it
// names one.
func nameIn(s *cql.Select, t *schema.Table) string {
	if s.From.Keyspace.Given() {
		return t.String()
	}
	return cql.QuoteName(t.Name)
}

// otherTable offers the ways to answer a SELECT that the table cannot answer: a table
// of its own, indexes, and at the very end filtering.
func (r *repairer) otherTable() {
	table, index, title := false, false, "filter: reads only the rows of this key"
	if !r.namesRows() {
		title = "filter anyway: reads all that it skips"
		table, index = r.proposed(), r.indexed()
	}
	refused := r.filter(title)
	if (table || index) && refused != nil {
		next(r.d, "with ALLOW FILTERING", refused)
	}
	if s, ok := r.stmt.(*cql.Select); ok && rule.ID(r.d.Rule) == rule.W11 {
		if apart := sortedApart(s); table || apart == "" {
			r.d.Instead = r.ways(s, table, index, refused)
		}
	}
}

// namesRows reports whether a query gives values for all of the primary key: another table finds nothing sooner.
func (r *repairer) namesRows() bool {
	t := r.table()
	return t != nil && !slices.ContainsFunc(slices.Concat(t.PartitionKey, t.Clustering), func(c *schema.Column) bool {
		return !slices.ContainsFunc(r.relations(), func(rel *cql.Relation) bool {
			return nameOf(rel) == c.Name && (rel.Op == cql.Eq || rel.Op == cql.In)
		})
	})
}

// indexed offers an index on the column that is asked for, or where that is not enough,
// one of each that is, and reports whether this helps.
func (r *repairer) indexed() bool {
	rel, t, rels := r.relation(), r.table(), r.relations()
	if rel == nil && len(rels) == 1 {
		rel = rels[0]
	}
	s, ok := r.stmt.(*cql.Select)
	if !ok || t == nil || rel == nil || !r.ctx.Server.Has(version.SAI) {
		return false
	}
	known := len(without(t.PartitionKey, r.restricts)) == 0
	index := func(title, made string) bool {
		ok := r.way("make a storage-attached index (SAI) of "+title, insert(s.Start, made))
		if ok {
			r.d.Fixes[len(r.d.Fixes)-1].Makes = strings.TrimSuffix(made, ";\n")
		}
		if ok && !known {
			r.d.Fixes[len(r.d.Fixes)-1].Costs = "Without the partition key, a read with an index asks every node."
		}
		return ok
	}
	if one := indexFor(t, rel); one != "" && index("the column", one) {
		return true
	}
	var all []string
	for _, rel := range rels {
		if c := t.Column(nameOf(rel)); c == nil || c.Kind != schema.PartitionKey || !known {
			if one := indexFor(t, rel); one == "" {
				return false
			} else if !slices.Contains(all, one) {
				all = append(all, one)
			}
		}
	}
	return len(all) > 1 && index("each column that is asked for", strings.Join(all, ""))
}

// nameOf is the column that a relation is on, "" where it is on several.
func nameOf(rel *cql.Relation) string {
	if rel.Kind == cql.OneColumn && len(rel.Columns) == 1 {
		return rel.Columns[0].Text
	}
	return ""
}

// indexFor is the statement that makes the index which answers a relation, "" where none does.
func indexFor(t *schema.Table, rel *cql.Relation) string {
	c := t.Column(nameOf(rel))
	if c == nil {
		return ""
	}
	target := cql.QuoteName(c.Name)
	switch {
	case rel.Op == cql.ContainsKey:
		target = "keys(" + target + ")"
	case c.Type.IsCollection() && !c.Type.MultiCell():
		target = "full(" + target + ")"
	}
	return "CREATE INDEX ON " + t.String() + " (" + target + ") USING 'sai';\n"
}

// filter lets the server read and throw away, where that leads to no next refusal: rows of
// many partitions have no order.
func (r *repairer) filter(title string) (refused *diag.Diagnostic) {
	s, ok := r.stmt.(*cql.Select)
	if !ok || s.AllowFiltering {
		return r.d
	}
	again := *s
	again.AllowFiltering = true
	if refused = r.refusalOf(&again); refused == nil {
		r.edit(title, insert(s.End, " ALLOW FILTERING"))
	}
	return refused
}

// ways says which of the ways to answer a SELECT there are, and where there is none, what
// stands in their way: refused with ALLOW FILTERING, or nil.
func (r *repairer) ways(s *cql.Select, table, index bool, refused *diag.Diagnostic) string {
	var ways []string
	if table {
		ways = append(ways, "make a second table with this column in its key")
	}
	if index {
		ways = append(ways, "create an index")
	}
	said := strings.Join(ways, ", or ")
	if said != "" {
		said = strings.ToUpper(said[:1]) + said[1:] + "."
	}
	switch {
	case said != "" && refused == nil:
		return said + " Inside one small partition, ALLOW FILTERING is acceptable."
	case said != "":
		return said
	case refused == nil:
		return "Inside one small partition, ALLOW FILTERING is acceptable."
	case len(s.OrderBy) == 0:
		return "First mend what is refused with ALLOW FILTERING, too: " + refused.Message
	}
	return "Leave ORDER BY out, and sort the rows in the application."
}

// ---- values

// match gives an INSERT as many values as columns: markers for those that lack, or the
// columns of the table that has so many, in their order.
func (r *repairer) match() {
	s, ok := r.stmt.(*cql.Insert)
	if !ok || len(s.Columns) == 0 || len(s.Values) == 0 {
		return
	}
	switch lacks := len(s.Columns) - len(s.Values); {
	case lacks > 0:
		last := len(s.Columns) - lacks
		var names []string
		for _, n := range s.Columns[last:] {
			names = append(names, n.Text)
		}
		r.edit("give a value for "+strings.Join(names, ", "), insert(s.Values[len(s.Values)-1].Place().End, strings.Repeat(", ?", lacks)))
		if t := r.table(); t != nil && !slices.ContainsFunc(s.Columns[last:], func(n cql.Name) bool {
			c := t.Column(n.Text)
			return c == nil || c.Kind == schema.PartitionKey || c.Kind == schema.Clustering
		}) {
			r.write("leave out "+strings.Join(names, ", "), diag.Span{Start: s.Columns[last-1].End, End: s.Columns[len(s.Columns)-1].End}, "")
		}
	case lacks < 0:
		last := len(s.Columns)
		of := "the last value"
		if lacks < -1 {
			of = "the last values"
		}
		r.write("leave out "+of, diag.Span{Start: s.Values[last-1].Place().End, End: s.Values[len(s.Values)-1].Place().End}, "")
	}
}

// literal repairs a constant of the wrong kind where its text fits: quotes to put
// around it, or to take away.
func (r *repairer) literal() {
	m, ok := r.d.About.(*cqltype.Misfit)
	if !ok {
		return
	}
	x, t := m.Constant, m.Type
	r.d.Say("A value of type " + t.String() + " is written like this: " + sample(t) + ".")
	switch {
	case x.Kind != cql.String && t.Textual():
		r.write("write it as a string", x.Span, "'"+x.Text+"'")
	case x.Kind == cql.String && (t.Numeric() || t.Kind == cqltype.Boolean || t.Kind == cqltype.UUID || t.Kind == cqltype.Timeuuid) && cql.IsTerm(x.Text):
		r.write("leave the quotes out", x.Span, x.Text)
	}
}

// sample is how a value of a type is written.
func sample(t *cqltype.Type) string {
	switch t.Kind {
	case cqltype.Text, cqltype.Ascii:
		return "'abc'"
	case cqltype.Boolean:
		return "true"
	case cqltype.UUID, cqltype.Timeuuid:
		return "50554d6e-29bb-11e5-b345-feff819cdc9f, without quotes"
	case cqltype.Timestamp:
		return "'2024-01-31T10:00:00Z'"
	case cqltype.Date:
		return "'2024-01-31'"
	case cqltype.Time:
		return "'10:15:30'"
	case cqltype.Inet:
		return "'127.0.0.1'"
	case cqltype.Blob:
		return "0xcafe"
	case cqltype.Duration:
		return "1h30m"
	case cqltype.Float, cqltype.Double, cqltype.Decimal:
		return "1.5"
	case cqltype.List, cqltype.Vector:
		return "[" + sample(t.Elems[0]) + ", …]"
	case cqltype.Set:
		return "{" + sample(t.Elems[0]) + ", …}"
	case cqltype.Map:
		return "{" + sample(t.Elems[0]) + ": " + sample(t.Elems[1]) + "}"
	case cqltype.Tuple:
		parts := make([]string, len(t.Elems))
		for i, e := range t.Elems {
			parts[i] = sample(e)
		}
		return "(" + strings.Join(parts, ", ") + ")"
	case cqltype.UDT:
		if len(t.Fields) > 0 {
			return "{" + t.Fields[0].Name + ": " + sample(t.Fields[0].Type) + ", …}"
		}
	}
	return "42"
}

// countUp adds to a counter what should be set.
func (r *repairer) countUp() {
	if a, ok := r.d.About.(*cql.Assignment); ok && a.Kind == cql.SetValue && a.Value != nil && cql.ExprText(a.Value) != "0" {
		name := cql.QuoteName(a.Column.Text)
		r.write("count up by it", a.Span, name+" = "+name+" + "+cql.ExprText(a.Value))
	}
}

// wholeRow deletes the row in place of its key columns.
func (r *repairer) wholeRow() {
	if s, ok := r.stmt.(*cql.Delete); ok && len(s.Columns) > 0 {
		r.write("delete the whole row", diag.Span{Start: s.Columns[0].Start, End: s.Columns[len(s.Columns)-1].End + 1}, "")
	}
}

// unlogged makes a batch unlogged.
func (r *repairer) unlogged() {
	if s, ok := r.stmt.(*cql.Batch); ok {
		r.edit("make the batch unlogged", insert(s.Start+len("BEGIN"), " UNLOGGED"))
	}
}
