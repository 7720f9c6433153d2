package check

// This file adds to a refusal what to write instead: in words, and as edits where
// an edit repairs the statement. The edits of a fix are tried on nothing; they say
// what the rule asks for. ALLOW FILTERING is never the first.

import (
	"slices"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
)

// repair completes the diagnostic of a refused read or write.
func repair(ctx *Context, stmt cql.Statement, d *diag.Diagnostic) {
	r := repairer{d: d}
	switch s := stmt.(type) {
	case *cql.Select:
		r.sel, r.rels, r.name = s, s.Where, s.From
	case *cql.Insert:
		r.ins, r.name = s, s.Into
	case *cql.Update:
		r.upd, r.rels, r.name = s, s.Where, s.Table
	case *cql.Delete:
		r.del, r.rels, r.name = s, s.Where, s.From
	case *cql.Batch:
		r.batch = s
		for _, member := range s.Stmts {
			if at := member.Place(); !strings.HasPrefix(d.Rule, "BA-") && at.Start <= d.Start && d.Start < at.End {
				repair(ctx, member, d)
				return
			}
		}
	}
	if ks, err := keyspaceOf(ctx, r.name); err == nil {
		r.table = ctx.Catalogue.Table(ks, r.name.Name.Text)
	}
	r.run()
}

// A repairer makes the fixes of one refusal.
type repairer struct {
	d     *diag.Diagnostic
	table *schema.Table
	name  cql.QualifiedName
	rels  []*cql.Relation
	sel   *cql.Select
	ins   *cql.Insert
	upd   *cql.Update
	del   *cql.Delete
	batch *cql.Batch
}

func (r *repairer) edit(title string, edits ...diag.Edit) {
	r.d.Fixes = append(r.d.Fixes, diag.Fix{Title: title, Edits: edits})
}

func insertAt(at int, text string) diag.Edit {
	return diag.Edit{Span: diag.Span{Start: at, End: at}, Text: text}
}

func (r *repairer) run() {
	if r.batch != nil {
		r.runBatch()
		return
	}
	if r.table == nil {
		return
	}
	switch rule.ID(r.d.Rule) {
	case rule.W01:
		r.addKeys(r.table.PartitionKey)
	case rule.W03:
		r.addKeys(r.table.Clustering)
	case rule.W02, rule.W04:
		if rel := r.relation(); rel != nil && rel.Kind == cql.OneColumn {
			r.edit("Ask for one value", diag.Edit{Span: rel.OpSpan, Text: "="})
		}
	case rule.W05:
		if rel := r.relation(); rel != nil {
			c := r.table.Column(rel.Columns[0].Text)
			var missing []string
			for _, o := range slices.Concat(r.table.PartitionKey, r.table.Clustering) {
				if c != nil && (o.Kind == schema.PartitionKey || o.Position < c.Position) && !r.restricts(o) {
					missing = append(missing, cqltype.QuoteName(o.Name)+" = ?")
				}
			}
			if len(missing) > 0 {
				r.edit("Restrict the columns before it, too", insertAt(rel.Start, strings.Join(missing, " AND ")+" AND "))
			}
		}
		r.offers()
	case rule.W06:
		r.offers()
		at := r.d.Span
		if strings.HasPrefix(r.d.Message, "PRIMARY KEY") && len(r.d.Related) > 0 {
			at = r.d.Related[0].Span // the range is in its place; what lies behind it is not
		}
		r.drop("Leave the relation behind the range out", at)
	case rule.W07:
		r.dropClustering()
	case rule.W08:
		r.toCondition()
	case rule.W10:
		r.addKeys(r.table.PartitionKey)
		r.offers()
	case rule.W11, rule.W12:
		r.offers()
	case rule.W13:
		r.offers()
	case rule.W15, rule.W21, rule.W22, rule.W24, rule.W31, rule.W17:
		r.dropRelation("Leave this relation out")
	case rule.W18:
		r.operator()
	case rule.GB01, rule.GB02:
		if r.sel != nil {
			proposeFix(r.d, r.sel, r.table)
		}
	case rule.W16:
		if r.sel != nil {
			r.dropRelation("Leave this relation out")
		}
	case rule.OB01, rule.OB02, rule.OB03, rule.OB05:
		r.offers()
		r.dropOrder()
	case rule.OB06:
		r.dropOrder()
	case rule.OB04:
		r.turnOrder()
	case rule.VE05:
		if r.sel != nil && r.sel.Limit == nil && r.sel.PerPartitionLimit == nil && len(r.sel.OrderBy) > 0 {
			r.edit("Add LIMIT 10", insertAt(r.sel.OrderBy[len(r.sel.OrderBy)-1].End, " LIMIT 10"))
		}
	case rule.DI01:
		if r.sel != nil && len(r.sel.Selectors) > 0 {
			r.edit("Select the partition key", diag.Edit{Span: r.listSpan(), Text: quoted(r.table.PartitionKey)})
		}
	case rule.DI02:
		if r.sel != nil && len(r.sel.Selectors) > 0 {
			var missing []*schema.Column
			for _, c := range r.table.PartitionKey {
				if !slices.ContainsFunc(r.sel.Selectors, func(s cql.Selector) bool { return slices.Contains(columnRefs(s.X, nil), c.Name) }) {
					missing = append(missing, c)
				}
			}
			r.edit("Select the whole partition key", insertAt(r.listSpan().Start, quoted(missing)+", "))
		}
	case rule.IN02, rule.IN03:
	case rule.LIT01:
		r.literal()
	case rule.UP03:
		if r.upd != nil {
			for _, a := range r.upd.Set {
				if a.Kind == cql.SetValue && a.Start <= r.d.Start && r.d.Start < a.End && a.Value != nil && cql.ExprText(a.Value) != "0" {
					r.edit("Count up by it", diag.Edit{Span: a.Span, Text: cqltype.QuoteName(a.Column.Text) + " = " + cqltype.QuoteName(a.Column.Text) + " + " + cql.ExprText(a.Value)})
				}
			}
		}
	case rule.DE01:
		if r.del != nil && len(r.del.Columns) > 0 {
			list := r.del.Columns[0].Span.To(r.del.Columns[len(r.del.Columns)-1].Span)
			r.edit("Delete the whole row", diag.Edit{Span: diag.Span{Start: list.Start, End: r.del.Columns[len(r.del.Columns)-1].End + 1}, Text: ""})
		}
	}
}

func (r *repairer) runBatch() {
	if rule.ID(r.d.Rule) == rule.BA05 {
		r.edit("Make the batch unlogged", insertAt(r.batch.Start+len("BEGIN"), " UNLOGGED"))
	}
}

func quoted(cols []*schema.Column) string {
	out := make([]string, len(cols))
	for i, c := range cols {
		out[i] = cqltype.QuoteName(c.Name)
	}
	return strings.Join(out, ", ")
}

// relation is the relation that the diagnostic is about.
func (r *repairer) relation() *cql.Relation {
	for _, rel := range r.rels {
		if rel.Start <= r.d.Start && r.d.Start < rel.End && len(rel.Columns) > 0 {
			return rel
		}
	}
	return nil
}

func (r *repairer) restricts(c *schema.Column) bool {
	for _, rel := range r.rels {
		for _, n := range rel.Columns {
			if n.Text == c.Name && rel.Kind != cql.TokenOf {
				return true
			}
		}
	}
	return false
}

// operator says which operator goes with the column's type, for the two slips that
// are usual: CONTAINS to search in a text, and = for a collection.
func (r *repairer) operator() {
	rel := r.relation()
	if rel == nil || rel.Kind != cql.OneColumn {
		return
	}
	c := r.table.Column(rel.Columns[0].Text)
	switch {
	case c == nil:
	case (rel.Op == cql.Contains || rel.Op == cql.ContainsKey) && !c.Type.IsCollection():
		r.d.Why = "CONTAINS finds an element of a set, a list or a map. " + c.Name + " is of type " + c.Type.String() + ", one value, and nothing inside it is indexed."
		r.d.Instead = "Compare " + c.Name + " as a whole, or keep the parts that you look for in a set<text>."
		r.edit("Compare the whole value", diag.Edit{Span: rel.OpSpan, Text: "="})
	case rel.Op == cql.Eq && c.Type.MultiCell() && c.Type.IsCollection():
		r.d.Why = "A collection that is not frozen is stored element by element, so there is no one value to compare with."
		r.d.Instead = "Ask for one element with CONTAINS, or declare the column frozen to compare it as a whole."
		if set, ok := rel.Value.(*cql.SetLit); ok && len(set.Elems) == 1 {
			r.edit("Ask for the element", diag.Edit{Span: diag.Span{Start: rel.OpSpan.Start, End: set.End}, Text: "CONTAINS " + cql.ExprText(set.Elems[0])})
		}
		if list, ok := rel.Value.(*cql.ListLit); ok && len(list.Elems) == 1 {
			r.edit("Ask for the element", diag.Edit{Span: diag.Span{Start: rel.OpSpan.Start, End: list.End}, Text: "CONTAINS " + cql.ExprText(list.Elems[0])})
		}
	}
}

// addKeys gives the key columns that are missing, with a marker as value.
func (r *repairer) addKeys(cols []*schema.Column) {
	var missing []*schema.Column
	for _, c := range cols {
		if r.ins != nil {
			if !slices.ContainsFunc(r.ins.Columns, func(n cql.Name) bool { return n.Text == c.Name }) {
				missing = append(missing, c)
			}
		} else if !r.restricts(c) {
			missing = append(missing, c)
		}
	}
	switch {
	case len(missing) == 0:
	case r.ins != nil:
		if len(r.ins.Columns) > 0 && len(r.ins.Values) > 0 {
			r.edit("Give "+quoted(missing), insertAt(r.ins.Columns[0].Start, quoted(missing)+", "),
				insertAt(r.ins.Values[0].Place().Start, strings.Repeat("?, ", len(missing))))
		}
	case len(r.rels) > 0:
		text := ""
		for _, c := range missing {
			text += cqltype.QuoteName(c.Name) + " = ? AND "
		}
		r.edit("Give "+quoted(missing), insertAt(r.rels[0].Start, text))
	}
}

// offers are the ways to answer a SELECT that the table cannot answer: a table of
// its own, an index, and at the very end filtering.
func (r *repairer) offers() {
	s := r.sel
	if s == nil {
		return
	}
	proposeFix(r.d, s, r.table)
	if rule.ID(r.d.Rule) == rule.W11 {
		if rel := r.relation(); rel != nil && rel.Kind == cql.OneColumn && (rel.Op == cql.Eq || rel.Op == cql.Contains || rel.Op == cql.ContainsKey || isRange(rel.Op)) {
			if c := r.table.Column(rel.Columns[0].Text); c != nil && saiTakes(c.Type) && (!isRange(rel.Op) || !saiLiteral(c.Type)) {
				target := cqltype.QuoteName(c.Name)
				switch {
				case rel.Op == cql.ContainsKey:
					target = "keys(" + target + ")"
				case c.Type.IsCollection() && !c.Type.MultiCell():
					target = "full(" + target + ")"
				}
				r.edit("Index the column with SAI", insertAt(s.Start, "CREATE INDEX ON "+r.table.String()+" ("+target+") USING 'sai';\n"))
			}
		}
	}
	switch rule.ID(r.d.Rule) {
	case rule.W05, rule.W06, rule.W10, rule.W11, rule.W12:
		if !s.AllowFiltering {
			r.edit("Filter anyway: reads all that it skips", insertAt(s.End, " ALLOW FILTERING"))
		}
	}
}

// saiTakes reports whether a SAI index can be made on the type.
func saiTakes(t *cqltype.Type) bool {
	switch t.Kind {
	case cqltype.Blob, cqltype.Counter, cqltype.Duration, cqltype.Vector, cqltype.Custom, cqltype.Empty:
		return false
	case cqltype.List, cqltype.Set, cqltype.Map:
		return !t.MultiCell() || saiTakes(t.Elems[len(t.Elems)-1])
	case cqltype.UDT:
		return !t.MultiCell()
	}
	return true
}

// dropRelation takes the relation out that the diagnostic is about.
func (r *repairer) dropRelation(title string) { r.drop(title, r.d.Span) }

// drop takes the relation at a place out.
func (r *repairer) drop(title string, at diag.Span) {
	for i, rel := range r.rels {
		if rel.Start > at.Start || at.Start >= rel.End {
			continue
		}
		switch {
		case i > 0:
			r.edit(title, diag.Edit{Span: diag.Span{Start: r.rels[i-1].End, End: rel.End}})
		case len(r.rels) > 1:
			r.edit(title, diag.Edit{Span: diag.Span{Start: rel.Start, End: r.rels[1].Start}})
		case r.sel != nil && r.sel.WhereSpan.Len() > 0:
			r.edit(title, diag.Edit{Span: r.sel.WhereSpan})
		}
		return
	}
}

// dropClustering takes all relations on clustering columns out.
func (r *repairer) dropClustering() {
	var edits []diag.Edit
	kept := false
	for i, rel := range r.rels {
		c := r.table.Column(rel.Columns[0].Text)
		switch {
		case rel.Kind == cql.TokenOf || c == nil || c.Kind != schema.Clustering:
			kept = true
		case kept:
			edits = append(edits, diag.Edit{Span: diag.Span{Start: r.rels[i-1].End, End: rel.End}})
		case i+1 < len(r.rels):
			edits = append(edits, diag.Edit{Span: diag.Span{Start: rel.Start, End: r.rels[i+1].Start}})
		}
	}
	if kept && len(edits) > 0 {
		r.edit("Leave the clustering columns out", edits...)
	}
}

// toCondition moves a relation on another column from WHERE to IF.
func (r *repairer) toCondition() {
	if r.upd == nil && r.del == nil || r.upd != nil && (r.upd.IfExists || len(r.upd.If) > 0) || r.del != nil && (r.del.IfExists || len(r.del.If) > 0) {
		return
	}
	for _, c := range append(slices.Clip(r.table.PartitionKey), r.table.Clustering...) {
		if !r.restricts(c) {
			return // a condition needs the whole primary key
		}
	}
	end := r.rels[len(r.rels)-1].End
	for i, rel := range r.rels {
		if rel.Start <= r.d.Start && r.d.Start < rel.End && i > 0 && rel.Kind == cql.OneColumn && rel.Value != nil {
			text := " IF " + cqltype.QuoteName(rel.Columns[0].Text) + " " + rel.Op.String() + " " + cql.ExprText(rel.Value)
			r.edit("Make it a condition", diag.Edit{Span: diag.Span{Start: r.rels[i-1].End, End: rel.End}}, insertAt(end, text))
			return
		}
	}
}

func (r *repairer) listSpan() diag.Span {
	s := r.sel.Selectors
	return s[0].X.Place().To(s[len(s)-1].X.Place())
}

// dropOrder takes ORDER BY out.
func (r *repairer) dropOrder() {
	s := r.sel
	if s == nil || len(s.OrderBy) == 0 {
		return
	}
	start := s.From.Place().End
	if s.WhereSpan.Len() > 0 {
		start = s.WhereSpan.End
	}
	if n := len(s.GroupBy); n > 0 {
		start = s.GroupBy[n-1].Place().End
	}
	r.edit("Leave ORDER BY out", diag.Edit{Span: diag.Span{Start: start, End: s.OrderBy[len(s.OrderBy)-1].End}})
}

// turnOrder gives every column of ORDER BY the direction that goes with the first.
func (r *repairer) turnOrder() {
	s := r.sel
	if s == nil {
		return
	}
	first := r.table.Column(s.OrderBy[0].Column.Text)
	if first == nil {
		return
	}
	backwards := s.OrderBy[0].Desc != first.Desc
	var edits []diag.Edit
	for _, o := range s.OrderBy[1:] {
		c := r.table.Column(o.Column.Text)
		if c == nil || (o.Desc != c.Desc) == backwards {
			continue
		}
		direction := " DESC"
		if o.Desc {
			direction = " ASC"
		}
		edits = append(edits, diag.Edit{Span: o.Span, Text: cqltype.QuoteName(c.Name) + direction})
	}
	if len(edits) > 0 {
		r.edit("Read all in one direction", edits...)
	}
}

// literal repairs a constant of the wrong kind where its text fits: quotes to put
// around it, or to take away.
func (r *repairer) literal() {
	x, t := r.constant()
	if x == nil || t == nil {
		return
	}
	r.d.Instead = "A value of type " + t.String() + " is written like this: " + sample(t) + "."
	title := ""
	text := x.Text
	switch {
	case x.Kind != cql.String && (textual(t) || t.Kind == cqltype.Date || t.Kind == cqltype.Timestamp || t.Kind == cqltype.Time || t.Kind == cqltype.Inet):
		if !textual(t) {
			return
		}
		title, text = "Write it as a string", "'"+x.Text+"'"
	case x.Kind == cql.String && (addable(t) || t.Kind == cqltype.Boolean || t.Kind == cqltype.UUID || t.Kind == cqltype.Timeuuid):
		if _, _, err := cql.ParseStatement("SELECT * FROM t WHERE c = " + x.Text); err != nil {
			return
		}
		title = "Leave the quotes out"
	}
	if title != "" {
		r.edit(title, diag.Edit{Span: x.Span, Text: text})
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

// constant is the constant that the diagnostic is about, and the type of the
// column that it goes to.
func (r *repairer) constant() (*cql.Constant, *cqltype.Type) {
	at := func(x cql.Expr) *cql.Constant {
		if c, ok := x.(*cql.Constant); ok && c.Span == r.d.Span {
			return c
		}
		return nil
	}
	typeOf := func(n cql.Name) *cqltype.Type {
		if c := r.table.Column(n.Text); c != nil {
			return c.Type
		}
		return nil
	}
	if r.ins != nil {
		for i, x := range r.ins.Values {
			if c := at(x); c != nil && i < len(r.ins.Columns) {
				return c, typeOf(r.ins.Columns[i])
			}
		}
	}
	if r.upd != nil {
		for _, a := range r.upd.Set {
			if c := at(a.Value); c != nil && a.Kind == cql.SetValue {
				return c, typeOf(a.Column)
			}
		}
	}
	for _, rel := range r.rels {
		if rel.Kind != cql.OneColumn {
			continue
		}
		for _, x := range append([]cql.Expr{rel.Value}, rel.Values...) {
			if c := at(x); c != nil {
				return c, typeOf(rel.Columns[0])
			}
		}
	}
	return nil, nil
}
