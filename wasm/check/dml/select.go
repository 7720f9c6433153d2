package dml

// This file judges SELECT, from the first name that is looked up to the values
// with which it is read.
// Source: SelectStatement of Cassandra 5.0.

import (
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/version"
)

// A boundOrdering is one column of ORDER BY that has been found.
type boundOrdering struct {
	col  *schema.Column
	desc bool
	ann  *restriction // of ANN OF
	at   diag.Span
}

// A query is a SELECT whose names and types are right.
type query struct {
	*preparer
	stmt       *cql.Select
	where      *where
	selection  *selection
	order      []boundOrdering // each column once
	reversed   bool
	aggregated bool // an aggregate without GROUP BY, or GROUP BY
	group      int  // number of key columns in GROUP BY
	groupBy    *selector
	limit      *term
	perLimit   *term
}

func judgeSelect(ctx *check.Context, s *cql.Select) check.Verdict {
	q, err := prepareSelect(ctx, s)
	if err != nil {
		return check.Refused(q.besideIndex(err))
	}
	if s.AllowFiltering && ctx.Settings.Ordinary() && !ctx.Settings.On(check.AllowFilteringEnabled) {
		words := "Querying with ALLOW FILTERING is not allowed"
		if ctx.Server.Has(version.FilteringWords) {
			words += ". ALLOW FILTERING can potentially visit all the data in the table and have unpredictable performance."
		}
		return check.Refused(guardrail("allow_filtering", s.FilteringSpan, words))
	}
	access := q.access()
	if ctx.Prepare || q.markers {
		q.sample(ctx.Sample())
		var v check.Verdict
		if _, err := q.execute(&v); err != nil {
			v = check.Refused(q.besideIndex(err))
		}
		return late(v, access)
	}
	var v check.Verdict
	read, err := q.execute(&v)
	if err != nil {
		return check.Refused(q.besideIndex(err))
	}
	learn(access, read)
	v.Read, v.Plan = read, access
	return v
}

// guardrail makes the diagnostic of a violated guardrail.
func guardrail(name string, at diag.Span, message string) *diag.Diagnostic {
	return rule.GR01.Invalid(at, "Guardrail % violated: %", name, message)
}

// prepareSelect does what PREPARE does. Where it fails behind the WHERE clause,
// the query so far comes with the error.
func prepareSelect(ctx *check.Context, s *cql.Select) (*query, *diag.Diagnostic) {
	p, err := newPreparer(ctx, s.From, s.Span)
	if err != nil {
		return nil, err
	}
	if s.WhereSpan.Len() > 0 {
		p.place = s.WhereSpan
	}
	q := &query{preparer: p, stmt: s}
	statics, err := q.onlyStaticItems()
	if err != nil {
		return q, err
	}
	var order []boundOrdering
	early := ctx.Server.Has(version.OrderBeforeWhere)
	if early {
		if order, err = q.bindOrder(); err != nil {
			return q, err
		}
	}
	if q.where, err = p.whereClause(selects, s.Where, order, statics, s.AllowFiltering, false); err != nil {
		return q, err
	}
	if !early {
		if _, err = q.bindOrder(); err != nil {
			return q, err
		}
	}
	if err := q.selectItems(); err != nil {
		return q, err
	}
	if s.Distinct {
		if s.PerPartitionLimit != nil {
			return q, rule.DI04.Invalid(s.PerPartitionLimit.Place(), "PER PARTITION LIMIT is not allowed with SELECT DISTINCT queries")
		}
		if err := q.distinct(); err != nil {
			return q, err
		}
	}
	if err := q.grouping(); err != nil {
		return q, err
	}
	if q.aggregated && len(s.GroupBy) == 0 && s.PerPartitionLimit != nil {
		return q, rule.LI02.Invalid(s.PerPartitionLimit.Place(), "PER PARTITION LIMIT is not allowed with aggregate queries.")
	}
	if len(q.order) > 0 {
		if err := q.ordering(); err != nil {
			return q, err
		}
	}
	if !s.AllowFiltering && (q.where.keyRange || q.where.usesIndex) && !p.filtersFreely() && q.where.needsFiltering(q.ctx.Server) {
		id := rule.W12
		if !q.where.usesIndex { // what is missing is the partition key
			id = rule.W10
		}
		return q, p.filteringAdvised(id, q.filteredPlace())
	}
	limit := func(x cql.Expr, name string) (*term, *diag.Diagnostic) {
		if x == nil {
			return nil, nil
		}
		return p.term(x, p.receiver(nil).With(name, cqltype.NativeOf(cqltype.Int)))
	}
	if q.limit, err = limit(s.Limit, "[limit]"); err != nil {
		return q, err
	}
	if q.perLimit, err = limit(s.PerPartitionLimit, "[per_partition_limit]"); err != nil {
		return q, err
	}
	return q, nil
}

// filteredPlace is the first restriction that no index and no order of storage
// answers.
func (q *query) filteredPlace() diag.Span {
	w := q.where
	for _, set := range []*restrictionSet{&w.others, &w.clustering, &w.partition.restrictionSet} {
		for _, e := range set.entries {
			if !indexed(q.table.Indexes, e.r) {
				return e.r.place()
			}
		}
	}
	return w.all
}

// onlyStaticItems reports whether a select list names static columns and besides
// them only the partition key. Names in the list are looked up here only as far as
// the answer needs them; all others wait until the WHERE clause has been judged.
func (q *query) onlyStaticItems() (bool, *diag.Diagnostic) {
	if len(q.table.Statics) == 0 || len(q.stmt.Selectors) == 0 {
		return false, nil
	}
	some := func(want func(*schema.Column) bool) (bool, *diag.Diagnostic) {
		for i := range q.stmt.Selectors {
			item, err := q.selectable(q.stmt.Selectors[i].X)
			if err != nil {
				return false, err
			}
			if found, err := item.names(want); found || err != nil {
				return found, err
			}
		}
		return false, nil
	}
	found, err := some(func(c *schema.Column) bool { return c.Kind == schema.Static })
	if !found || err != nil {
		return false, err
	}
	found, err = some(func(c *schema.Column) bool { return c.Kind != schema.PartitionKey && c.Kind != schema.Static })
	return !found, err
}

// bindOrder looks up the columns of ORDER BY. A column that is named twice counts
// once, in its first place and with its last direction.
func (q *query) bindOrder() ([]boundOrdering, *diag.Diagnostic) {
	var all []boundOrdering
	for i := range q.stmt.OrderBy {
		o := &q.stmt.OrderBy[i]
		c, err := q.column(o.Column)
		if err != nil {
			return nil, err
		}
		b := boundOrdering{col: c, desc: o.Desc, at: o.Span}
		if o.ANN != nil {
			v, err := q.term(o.ANN, q.receiver(c))
			if err != nil {
				return nil, err
			}
			b.ann = &restriction{kind: annOf, cols: []*schema.Column{c}, value: operand{v}, rels: []*cql.Relation{annRelation(o)}}
		}
		all = append(all, b)
		if i := slices.IndexFunc(q.order, func(old boundOrdering) bool { return old.col == c }); i >= 0 {
			q.order[i] = b
		} else {
			q.order = append(q.order, b)
		}
	}
	return all, nil
}

// annRelation gives an ANN ordering a place among the relations.
func annRelation(o *cql.Ordering) *cql.Relation {
	return cql.NewRelation(o.Span, o.Column)
}

// byIndex reports whether an index sorts: ANN OF.
func (q *query) byIndex() bool {
	return slices.ContainsFunc(q.order, func(o boundOrdering) bool { return o.ann != nil })
}

// sortsAfterwards reports whether rows are sorted after they have been read.
func (q *query) sortsAfterwards() bool {
	return q.where.partition.hasIn() && len(q.order) > 0 || q.byIndex()
}

// columnUnits is what a column of * takes that nobody has written, in the verdict and in the answer.
const columnUnits = 2

// selectItems types the select list.
func (q *query) selectItems() *diag.Diagnostic {
	items := q.stmt.Selectors
	if n := len(q.stmt.GroupBy); n > 0 && q.ctx.Settings.Ordinary() && !q.ctx.Settings.On(check.GroupByEnabled) {
		return guardrail("group_by", q.stmt.GroupBy[0].Place().To(q.stmt.GroupBy[n-1].Place()), "GROUP BY functionality is not allowed")
	}
	q.selection = &selection{wildcard: len(items) == 0}
	if len(items) == 0 {
		q.ctx.Work.Spend(q.table.Count(), columnUnits, "columns")
		q.selection.columns = q.table.SelectOrder()
		all := make([]selector, len(q.selection.columns)) // at once: there may be very many
		q.selection.selectors = make([]*selector, len(all))
		for i, c := range q.selection.columns {
			all[i].Selector = plan.Selector{Kind: plan.SelectColumn, Name: c.Name, Type: c.Type, Column: c}
			q.selection.selectors[i] = &all[i]
		}
	}
	for i := range items {
		item, err := q.selectable(items[i].X)
		if err != nil {
			return err
		}
		s, err := item.selector(nil, q.selection)
		if err != nil {
			return err
		}
		if alias := items[i].Alias; alias.Given() {
			s = s.named(alias.Text)
		}
		q.selection.selectors = append(q.selection.selectors, s)
	}
	if q.where.partition.hasIn() || q.byIndex() {
		// What is sorted afterwards must be read.
		for _, o := range q.order {
			q.selection.use(o.col)
		}
	}
	return nil
}

// distinct checks SELECT DISTINCT.
func (q *query) distinct() *diag.Diagnostic {
	w := q.where
	if !w.clustering.empty() || slices.ContainsFunc(w.others.entries, func(e columnEntry) bool { return !q.isStatic(e.col) }) {
		at := w.all
		if !w.clustering.empty() {
			at = w.clustering.entries[0].r.place()
		} else {
			for _, e := range w.others.entries {
				if !q.isStatic(e.col) {
					at = e.r.place()
					break
				}
			}
		}
		return rule.DI03.Invalid(at, "SELECT DISTINCT with WHERE clause only supports restriction by partition key and/or static columns.")
	}
	for _, c := range q.selection.columns {
		if c.Kind != schema.PartitionKey && !q.isStatic(c) {
			return rule.DI01.Invalid(q.itemPlace(c), "SELECT DISTINCT queries must only request partition key columns and/or static columns (not %)", c.Name)
		}
	}
	if !w.keyRange {
		return nil
	}
	for _, c := range q.table.PartitionKey {
		if !slices.Contains(q.selection.columns, c) {
			return rule.DI02.Invalid(q.listPlace(), "SELECT DISTINCT queries must request all the partition key columns (missing %)", c.Name)
		}
	}
	return nil
}

// listPlace is the place of the select list.
func (q *query) listPlace() diag.Span {
	s := q.stmt.Selectors
	if len(s) == 0 {
		return q.stmt.Span
	}
	return s[0].X.Place().To(s[len(s)-1].X.Place())
}

// itemPlace is the place of the item that names a column.
func (q *query) itemPlace(c *schema.Column) diag.Span {
	for i := range q.stmt.Selectors {
		if x := q.stmt.Selectors[i].X; slices.ContainsFunc(cql.ColumnsIn(x, nil), func(n string) bool { return n == c.Name }) {
			return x.Place()
		}
	}
	return q.listPlace()
}

// grouping checks GROUP BY.
// Source: SelectStatement.getAggregationSpecFactory.
func (q *query) grouping() *diag.Diagnostic {
	groups := q.stmt.GroupBy
	q.aggregated = len(groups) > 0 || q.selection.aggregates()
	if len(groups) == 0 {
		return nil
	}
	key := append(slices.Clip(q.table.PartitionKey), q.table.Clustering...)
	clustered := 0
	const inOrder = "Group by currently only support groups of columns following their declared order in the PRIMARY KEY"
	for _, x := range groups {
		at := x.Place()
		s, err := q.selectable(x)
		if err != nil {
			return err
		}
		call, isCall := s.(*callItem)
		_, plain := s.(*columnItem)
		c := s.base().column()
		switch {
		case isCall && !call.writesJSON():
			if call.fn.Aggregate {
				return rule.GB04.Invalid(at, "Aggregate functions are not supported within the GROUP BY clause, got: %", call.fn.FullName())
			}
			used := &selection{}
			if q.groupBy, err = s.selector(nil, used); err != nil {
				return err
			}
			switch {
			case len(used.columns) == 0:
				return rule.GB04.Invalid(at, "GROUP BY functions must have one clustering column name as parameter")
			case len(used.columns) > 1:
				names := ""
				for i, c := range used.columns {
					if i > 0 {
						names += ","
					}
					names += cql.QuoteName(c.Name)
				}
				return rule.GB04.Invalid(at, "GROUP BY functions accept only one clustering column as parameter, got: %", names)
			}
			if c = used.columns[0]; c.Kind != schema.Clustering {
				return rule.GB04.Invalid(at, "Group by functions are only supported on clustering columns, got %", c.Name)
			}
		case !plain:
			class := "org.apache.cassandra.cql3.selection.Selectable$" + s.class()
			return rule.GB04.Server(at, "java.lang.ClassCastException: class % cannot be cast to class org.apache.cassandra.schema.ColumnMetadata (% and org.apache.cassandra.schema.ColumnMetadata are in unnamed module of loader 'app')", class, class)
		case c.Kind > schema.Clustering:
			return rule.GB01.Invalid(at, "Group by is currently only supported on the columns of the PRIMARY KEY, got %", c.Name)
		case q.groupBy != nil:
			return rule.GB04.Invalid(at, "Functions are only supported on the last element of the GROUP BY clause")
		}
		for {
			if len(key) == 0 {
				return rule.GB02.Invalid(at, inOrder)
			}
			next := key[0]
			key = key[1:]
			q.group++
			if next.Kind == schema.Clustering {
				clustered++
			}
			if next == c {
				break
			}
			if !q.where.restrictedByEquals(next) {
				return rule.GB02.Invalid(at, inOrder)
			}
		}
	}
	last := groups[len(groups)-1].Place()
	switch {
	case len(key) > 0 && key[0].Kind == schema.PartitionKey:
		return rule.GB03.Invalid(last, "Group by is not supported on only a part of the partition key")
	case clustered > 0 && q.stmt.Distinct:
		return rule.DI04.Invalid(last, "Grouping on clustering columns is not allowed for SELECT DISTINCT queries")
	}
	return nil
}

// ordering checks ORDER BY and finds its direction.
func (q *query) ordering() *diag.Diagnostic {
	if q.byIndex() {
		return nil
	}
	first, last := q.order[0].at, q.order[len(q.order)-1].at
	switch {
	case q.where.usesIndex:
		words := "ORDER BY with 2ndary indexes is not supported, except for ANN queries."
		if !q.ctx.Server.Has(version.NearestOrder) {
			words = version.Of(version.NearestOrder).Says
		}
		return rule.OB05.Invalid(first.To(last), words)
	case q.where.keyRange:
		return rule.OB02.Invalid(first.To(last), "ORDER BY is only supported when the partition key is restricted by an EQ or an IN.")
	}
	n := len(q.table.Clustering)
	directions := make([]int8, n)
	i := 0
	for _, o := range q.order {
		c := o.col
		if c.Kind != schema.Clustering {
			return rule.OB01.Invalid(o.at, "Order by is currently only supported on the clustered columns of the PRIMARY KEY, got %", c.Name)
		}
		for i != c.Position {
			if i >= n {
				return rule.OB07.Server(o.at, "java.lang.ArrayIndexOutOfBoundsException: Index % out of bounds for length %", strconv.Itoa(i), strconv.Itoa(n))
			}
			if !q.where.restrictedByEquals(q.table.Clustering[i]) {
				return rule.OB03.Invalid(o.at, "Order by currently only supports the ordering of columns following their declared order in the PRIMARY KEY")
			}
			i++
		}
		i++
		directions[c.Position] = 1
		if o.desc != c.Desc {
			directions[c.Position] = -1
		}
	}
	found := int8(0)
	for _, d := range directions {
		switch {
		case d == 0:
		case found == 0:
			found = d
		case found != d:
			return rule.OB04.Invalid(first.To(last), "Unsupported order by relation")
		}
	}
	q.reversed = found < 0
	return nil
}

// execute works out the values of a query, in the order in which the server does,
// and makes the read of them.
// Source: SelectStatement.execute.
func (q *query) execute(v *check.Verdict) (*plan.Read, *diag.Diagnostic) {
	w := q.where
	r := &plan.Read{
		Table: q.table, Selectors: q.selection.asked(), Columns: q.selection.columns, Wildcard: q.selection.wildcard,
		JSON: q.stmt.JSON, Distinct: q.stmt.Distinct, Static: w.wholePartitions(), Reversed: q.reversed,
		Aggregate: q.selection.aggregates(), Grouped: len(q.stmt.GroupBy) > 0, Group: q.group,
	}
	var err *diag.Diagnostic
	if r.Limit, err = q.rowLimit(q.limit, q.stmt.Limit); err != nil {
		return nil, err
	}
	if r.PerPartitionLimit, err = q.rowLimit(q.perLimit, q.stmt.PerPartitionLimit); err != nil {
		return nil, err
	}
	for _, s := range q.selection.selectors {
		if err := q.bindSelector(s); err != nil {
			return nil, err
		}
	}
	if q.groupBy != nil {
		if err := q.bindGroup(); err != nil {
			return nil, err
		}
		r.GroupBy = &q.groupBy.Selector
	}
	if q.byIndex() {
		at := q.order[0].at
		switch {
		case q.aggregated:
			return nil, rule.VE05.Invalid(at, "Top-K queries can not be run with aggregation")
		case r.Limit == 0 && r.PerPartitionLimit == 0:
			return nil, rule.VE05.Invalid(at, "Top-K queries must have a limit specified and the limit must be less than the query page size")
		case r.PerPartitionLimit != 0:
			return nil, rule.VE05.Invalid(q.stmt.PerPartitionLimit.Place(), "Top-K queries do not support per-partition limits")
		}
		if size := q.ctx.Settings.PageSize; size > 0 && r.Limit > size {
			q.warn(v, rule.TopKNoPages, "Top-K queries do not support paging and the page size is set to ", strconv.Itoa(size), ", which is less than LIMIT ", strconv.Itoa(r.Limit),
				". The page size has been set to ", strconv.Itoa(r.Limit), " to match the LIMIT.")
		}
	}
	filter := func(first bool) *diag.Diagnostic {
		if first == q.ctx.Server.Has(version.FilterBeforeKeys) && (first || !r.Empty) {
			r.Filter, err = q.rowFilter(w)
		}
		return err
	}
	if err := filter(true); err != nil {
		return nil, err
	}
	if err := q.nearest(r); err != nil {
		return nil, err
	}
	if w.keyRange {
		if w.usesIndex && q.ctx.Settings.Ordinary() && !q.ctx.Settings.On(check.NonPartitionRestrictedIndexQueryEnabled) {
			return nil, guardrail("non_partition_restricted_index_query_enabled", w.all, "Non-partition key restricted query is not allowed. Executing a query on secondary indexes without partition key restriction might degrade performance")
		}
		if err := q.rows(r); err != nil {
			return nil, err
		}
		if err := filter(false); err != nil {
			return nil, err
		}
		if !r.Empty && w.partition.onToken() {
			if r.Tokens, r.Empty, err = q.tokenRange(w.partition.tokens); err != nil {
				return nil, err
			}
		}
	} else {
		before := q.binding.Samples
		if r.Keys, err = q.partitionKeys(w); err != nil {
			return nil, err
		}
		r.Empty = len(r.Keys) == 0
		if !r.Empty {
			if w.partition.hasIn() {
				if err := q.guardKeys(unless(q.binding.Samples > before, &q.said), len(r.Keys)); err != nil {
					return nil, err
				}
			}
			if err := q.rows(r); err != nil {
				return nil, err
			}
			r.Empty = !r.Distinct && len(r.Rows) == 0 && len(r.Slices) == 0 && (r.Rows == nil || !q.readsStatics())
		}
		if err := filter(false); err != nil {
			return nil, err
		}
		if !r.Empty && (!w.usesIndex || q.ctx.Server.Has(version.KeyBesideIndex)) {
			for _, k := range r.Keys {
				if err := q.validKey(k); err != nil {
					return nil, err
				}
			}
		}
	}
	if w.usesIndex && !r.Empty {
		r.Index = q.chosenIndex()
		if err := q.indexLimits(r); err != nil {
			return nil, err
		}
	}
	if q.where.partition.hasIn() && !q.byIndex() {
		for _, o := range q.order {
			r.Order = append(r.Order, plan.SortColumn{Column: o.col, Desc: o.desc})
		}
	}
	v.Diags = append(v.Diags, q.said.Diags...)
	// A query that fits into one page is not paged.
	count := r.Limit
	switch {
	case r.Empty:
		count = 1
	case q.sortsAfterwards() && !q.byIndex() || r.Limit == 0:
		count = 1 << 31
	}
	size := q.ctx.Settings.PageSize
	if !q.aggregated && (size == 0 || count <= size || q.byIndex()) {
		return r, nil
	}
	if err := q.guardPage(v); err != nil {
		return nil, err
	}
	if q.aggregated {
		switch {
		case w.partition.none():
			q.warn(v, rule.WholeTable, "Aggregation query used without partition key")
		case w.partition.hasIn():
			q.warn(v, rule.SeveralPartitions, "Aggregation query used on multiple partition keys (IN restriction)")
		}
	}
	if size > 0 && q.sortsAfterwards() {
		return nil, rule.OB06.Invalid(q.order[0].at, "Cannot page queries with both ORDER BY and a IN restriction on the partition key; you must either remove the ORDER BY or the IN and sort client side, or disable paging for this query")
	}
	return r, nil
}

// rowLimit works out a limit; 0 is none.
func (q *query) rowLimit(t *term, x cql.Expr) (int, *diag.Diagnostic) {
	if t == nil {
		return 0, nil
	}
	v, err := q.bind(t)
	switch {
	case err != nil:
		return 0, err
	case v == nil:
		return 0, rule.LI01.Invalid(x.Place(), "Invalid null value of limit").On(x)
	}
	n := int(cqltype.Long(v))
	if n <= 0 {
		return 0, rule.LI01.Invalid(x.Place(), "LIMIT must be strictly positive").On(x)
	}
	return n, nil
}

// bindGroup works out the function of GROUP BY and checks that it keeps the order.
// Source: Selector.validateForGroupBy and its overrides.
func (q *query) bindGroup() *diag.Diagnostic {
	g := q.groupBy
	if err := q.bindSelector(g); err != nil {
		return err
	}
	if g.Kind != plan.SelectCall {
		return nil
	}
	return keepsOrder(&g.Selector)
}

// callText prints the function of a call; arguments that are constant are marked.
func callText(s *plan.Selector) string {
	text := s.Func.String()
	open, end := strings.Index(text, " : (")+len(" : ("), strings.LastIndex(text, ") -> ")
	out, arg, depth, start := text[:open], 0, 0, open
	for i := open; i <= end; i++ {
		switch c := text[i]; {
		case c == '<':
			depth++
		case c == '>':
			depth--
		case i == end || c == ',' && depth == 0:
			out += text[start:i]
			if arg < len(s.Args) && s.Args[arg].Constant() {
				out += "(constant)"
			}
			start = i
			arg++
		}
	}
	return out + text[end:]
}

func keepsOrder(s *plan.Selector) *diag.Diagnostic {
	if !s.Func.Monotonic() {
		return rule.GB04.Invalid(s.At, "Only monotonic functions are supported in the GROUP BY clause. Got: % ", callText(s))
	}
	for _, a := range s.Args {
		switch {
		case a.Kind == plan.SelectColumn || a.Constant():
		case a.Kind == plan.SelectCall && !a.Func.Aggregate:
			if err := keepsOrder(a); err != nil {
				return err
			}
		default:
			return rule.GB04.Invalid(a.At, "Only column names and monotonic scalar functions are supported in the GROUP BY clause.")
		}
	}
	return nil
}

// readsStatics reports whether static columns are read: they are, too, where only
// columns of the key are selected.
func (q *query) readsStatics() bool {
	of := func(k schema.ColumnKind) bool {
		return slices.ContainsFunc(q.selection.columns, func(c *schema.Column) bool { return c.Kind == k })
	}
	return of(schema.Static) || len(q.table.Statics) > 0 && !of(schema.Regular)
}

// rows works out which rows of a partition are read.
// Source: SelectStatement.makeClusteringIndexFilter.
func (q *query) rows(r *plan.Read) (err *diag.Diagnostic) {
	statics := slices.ContainsFunc(q.selection.columns, func(c *schema.Column) bool { return c.Kind == schema.Static })
	switch {
	case q.stmt.Distinct:
	case q.where.columnRange():
		r.Slices, err = q.slices(q.where)
		if len(r.Slices) == 0 {
			r.Slices, r.Empty = []plan.Slice{}, !statics
		}
	default:
		r.Rows, err = q.clusterings(q.where)
		if len(r.Rows) == 0 {
			r.Rows, r.Empty = [][][]byte{}, !statics
		}
	}
	return err
}

// nearest works out the vector of ANN OF.
func (q *query) nearest(r *plan.Read) *diag.Diagnostic {
	for _, o := range q.order {
		if o.ann == nil {
			continue
		}
		v, err := q.bind(o.ann.value[0])
		if err != nil {
			return err
		}
		if v == nil {
			return rule.NUL01.Invalid(o.at, "Unsupported null value for column %", o.col.Name)
		}
		r.Nearest = &plan.Nearest{Column: o.col, Vector: v}
		for _, ix := range q.table.Indexes {
			if ix.Column != o.col.Name || !q.where.keyRange {
				continue
			}
			if why := notIndexable(ix, v); why != "" {
				d := rule.VE07.Refuse(diag.ReadFail, o.at, "Operation failed - received 0 responses and 1 failures: UNKNOWN from /127.0.0.1:7000")
				return d.Say("The index cannot compare with this vector: " + why + ".")
			}
		}
	}
	return nil
}

// chosenIndex is the index that finds the rows.
func (q *query) chosenIndex() *schema.Index {
	for _, f := range q.where.filter {
		for _, e := range f.set.entries {
			for _, ix := range q.table.Indexes {
				if e.r.servedBy(ix) {
					return ix
				}
			}
		}
	}
	return nil
}

// indexLimits checks what the index says of the query.
func (q *query) indexLimits(r *plan.Read) *diag.Diagnostic {
	const topK = 1000
	limit, at := r.Limit, q.where.all
	if q.stmt.Limit != nil {
		at = q.stmt.Limit.Place()
	}
	equal := false // = where only ANN OF can be
	if r.Nearest == nil && r.Index != nil && r.Index.Class == schema.SAI {
		if c := q.table.Column(r.Index.Column); c.Type.Kind == cqltype.Vector && c.Kind < schema.Static {
			if equal = true; limit == 0 {
				limit = 1<<31 - 1
			}
		}
	}
	if (r.Nearest != nil || equal) && limit > topK {
		return rule.VE05.Invalid(at, "Use of ANN OF in an ORDER BY clause requires a LIMIT that is not greater than %. LIMIT was %", strconv.Itoa(topK), strconv.Itoa(limit))
	}
	if equal {
		return rule.VE05.Server(q.where.all, "java.lang.NullPointerException").Say("The index only answers ORDER BY " + r.Index.Column + " ANN OF.")
	}
	if r.Index != nil && r.Index.Class == schema.Legacy {
		for _, e := range r.Filter {
			if e.Column.Name == r.Index.Column && len(e.Value) > 65535 {
				return rule.IX21.Invalid(q.where.all, "Index expression values may not be larger than 64K")
			}
		}
	}
	return nil
}
