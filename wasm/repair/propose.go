package repair

// This file designs the table that a refused SELECT needs: the partition key from
// what the query fixes, clustering columns from its order and its ranges, and
// behind them the rest of the old primary key, so that rows stay distinct.

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/judge"
	"partitionlab/wasm/schema"
)

// ProposeTable returns a CREATE TABLE statement for a table that answers the query
// without filtering, with the columns of t that the query needs; "" where no table
// answers it as it is written. The query on the proposed table has been judged:
// only its table name changes. The name is free among the tables of ks, the keyspace of t,
// unless the same table is there; nil knows of none.
func ProposeTable(query *cql.Select, t *schema.Table, ks *schema.Keyspace) string {
	p, _ := proposal(query, t, ks, nil)
	if p == nil {
		return ""
	}
	return createText(query, p)
}

// Costs says what a table that was proposed beside another one costs: writes, and rows.
func Costs(made, t *schema.Table) string {
	return costsOf("A table for this query, "+made.Name+",", made, t)
}

// costsOf is Costs of a table that is called so.
func costsOf(what string, made, t *schema.Table) string {
	var moves, repeats []string
	for c := range t.Columns() {
		switch m := made.Column(c.Name); {
		case m == nil:
		case c.Kind == schema.Static:
			repeats = append(repeats, c.Name)
		case c.Kind == schema.Regular && m.Kind != schema.Regular:
			moves = append(moves, c.Name)
		}
	}
	filled := "" // a key holds no null
	if len(moves) > 0 {
		filled = " that has a value of " + strings.Join(moves, " and ")
	}
	columns := "all its"
	if made.Count() < t.Count() {
		columns = strconv.Itoa(made.Count()) + " of its " + strconv.Itoa(t.Count())
	}
	s := what + " holds a second copy of each row of " + t.Name + filled + ", with " + columns + " columns. Each row is written twice, and if one of the writes fails, the tables differ, unless a logged batch holds both."
	if len(moves) > 0 {
		s += " When " + strings.Join(moves, " or ") + " changes, the old row of " + made.Name + " is deleted and a new one is inserted."
	}
	if len(repeats) > 0 {
		s += " Each of its rows repeats " + strings.Join(repeats, ", ") + ", which " + t.Name + " stores once for a partition."
	}
	return s
}

// design is a primary key in the making.
type design struct {
	table      *schema.Table
	partition  []*schema.Column
	clustering []*schema.Column
	asked      int // how many clustering columns the query asks for
	desc       map[*schema.Column]bool
}

func (d *design) has(c *schema.Column) bool {
	return slices.Contains(d.partition, c) || slices.Contains(d.clustering, c)
}

func (d *design) cluster(c *schema.Column) {
	if !d.has(c) {
		d.clustering = append(d.clustering, c)
	}
}

// proposal designs the table, or returns nil. there says that the keyspace has it already.
func proposal(s *cql.Select, t *schema.Table, ks *schema.Keyspace, written func(string) bool) (p *schema.Table, there bool) {
	d := designFor(s, t)
	if d == nil {
		return nil, false
	}
	p = d.make(s)
	if !answers(s, p) {
		return nil, false
	}
	return d.named(p, ks, written)
}

// named gives a designed table a name that is free, or that of the same table where there is
// one; nil where none is free. written hears of each name that is looked at, whether a table has
// it or not.
func (d *design) named(p *schema.Table, ks *schema.Keyspace, written func(string) bool) (_ *schema.Table, there bool) {
	for name := range d.names() {
		p.Name = name
		taken := written != nil && written(name)
		var old *schema.Table
		if ks != nil {
			old = ks.Tables[name]
		}
		if old != nil && old != d.table && old.View == nil && holds(old, p) {
			return p, true
		}
		if old == nil && !taken {
			return p, false
		}
	}
	return nil, false
}

// bucketed is the table of proposal with one column more in its partition key, the day. It is nil
// where a partition does not get new rows as time goes by: where no clustering column follows
// the clock, where the partition key may hold a bucket already, where a time to live ends rows,
// or where it is but a part of a partition that is there.
func bucketed(s *cql.Select, t *schema.Table, ks *schema.Keyspace, written func(string) bool) (p *schema.Table, there bool) {
	d := designFor(s, t)
	if d == nil || len(s.Where) == 0 || t.Params.DefaultTTL > 0 || t.Column(bucketName) != nil {
		return nil, false
	}
	if slices.ContainsFunc(d.partition, func(c *schema.Column) bool { return c.Kind == schema.PartitionKey }) {
		return nil, false // it holds part of a partition that is there
	}
	if timeOf(d.clustering) == nil || slices.ContainsFunc(d.partition, func(c *schema.Column) bool { return isTime(c.Type) || number(c.Type) }) {
		return nil, false
	}
	d.partition = append(d.partition, &schema.Column{Name: bucketName, Type: cqltype.NativeOf(cqltype.Date)})
	p = d.make(s)
	again := *s
	again.Where = append(slices.Clip(again.Where), &cql.Relation{Kind: cql.OneColumn, Columns: []cql.Name{{Text: bucketName}}, Op: cql.Eq, Value: &cql.Marker{}})
	if !answers(&again, p) {
		return nil, false
	}
	return d.named(p, ks, written)
}

// bucketName is the column by which a proposed table divides what would grow for ever.
const bucketName = "day"

// timeOf is the first column that follows the clock, nil for none.
func timeOf(columns []*schema.Column) *schema.Column {
	if i := slices.IndexFunc(columns, func(c *schema.Column) bool { return isTime(c.Type) }); i >= 0 {
		return columns[i]
	}
	return nil
}

// number reports whether values of a type are whole numbers, such as a year or a bucket.
func number(t *cqltype.Type) bool {
	switch t.Kind {
	case cqltype.Tinyint, cqltype.Smallint, cqltype.Int, cqltype.Bigint, cqltype.Varint:
		return true
	}
	return false
}

// holds reports whether a table has the key of another one, in the same order, and its
// columns.
func holds(t, p *schema.Table) bool {
	same := func(a, b []*schema.Column) bool {
		return slices.EqualFunc(a, b, func(a, b *schema.Column) bool { return a.Name == b.Name && a.Desc == b.Desc })
	}
	if !same(t.PartitionKey, p.PartitionKey) || !same(t.Clustering, p.Clustering) {
		return false
	}
	for c := range p.Columns() {
		if o := t.Column(c.Name); o == nil || o.Type.String() != c.Type.String() {
			return false
		}
	}
	return true
}

// designFor designs the key, or returns nil.
func designFor(s *cql.Select, t *schema.Table) *design {
	if t.Counter || t.View != nil || s.Distinct {
		return nil
	}
	d := &design{table: t, desc: map[*schema.Column]bool{}}
	var fixed, several, between []*schema.Column // =, IN, ranges
	for _, r := range s.Where {
		if r.Kind != cql.OneColumn && r.Kind != cql.ManyColumns {
			return nil
		}
		for _, n := range r.Columns {
			c := t.Column(n.Text)
			if c == nil || !keyable(c.Type) {
				return nil
			}
			switch {
			case r.Op == cql.Eq || r.Op == cql.In && r.InList && len(r.Values) == 1:
				fixed = append(fixed, c)
			case r.Op == cql.In && r.Kind == cql.OneColumn:
				several = append(several, c)
			case r.Op.Range():
				if !slices.Contains(between, c) {
					between = append(between, c)
				}
			default:
				return nil
			}
		}
		if r.Kind == cql.ManyColumns && r.Op.Range() {
			between = slices.Compact(between)
		}
	}
	var order []*schema.Column
	for _, o := range s.OrderBy {
		c := t.Column(o.Column.Text)
		if c == nil || o.ANN != nil || !keyable(c.Type) {
			return nil
		}
		order = append(order, c)
		d.desc[c] = o.Desc
	}
	var groups []*schema.Column
	for _, x := range s.GroupBy {
		names := cql.ColumnsIn(x, nil)
		if len(names) != 1 {
			return nil
		}
		c := t.Column(names[0])
		if c == nil || !keyable(c.Type) {
			return nil
		}
		groups = append(groups, c)
	}
	// What is fixed names the partition, but ORDER BY needs its columns inside it.
	for _, c := range fixed {
		if !slices.Contains(order, c) && !slices.Contains(d.partition, c) {
			d.partition = append(d.partition, c)
		}
	}
	if len(order) == 0 || len(d.partition) == 0 {
		for _, c := range several {
			if !slices.Contains(d.partition, c) {
				d.partition = append(d.partition, c)
			}
		}
	}
	if len(d.partition) == 0 && len(groups) > 0 && len(between) == 0 && len(order) == 0 {
		d.partition = groups[:1]
	}
	if len(d.partition) == 0 {
		return nil
	}
	rest := slices.Concat(t.PartitionKey, t.Clustering) // keeps rows apart, in the order that it had: nobody has asked for another
	for i, list := range [][]*schema.Column{groups, order, fixed, several, between, rest} {
		for _, c := range list {
			d.cluster(c)
		}
		if i < 5 {
			d.asked = len(d.clustering)
		}
	}
	for _, c := range slices.Concat(d.partition, d.clustering) {
		if !keyable(c.Type) { // a user type of the old key may have got a duration since
			return nil
		}
	}
	return d
}

// isTime reports whether values of a type follow the clock.
func isTime(t *cqltype.Type) bool {
	return t.Kind == cqltype.Timestamp || t.Kind == cqltype.Timeuuid || t.Kind == cqltype.Date
}

// keyable reports whether a type may stand in a primary key.
func keyable(t *cqltype.Type) bool {
	return t.Kind != cqltype.Counter && t.Kind != cqltype.Duration && !t.MultiCell() && !t.HoldsDuration()
}

// make builds the table: the key, then the other columns that the query selects. Its rows live
// as long as those that they are copies of, in files that are merged in the same way.
func (d *design) make(s *cql.Select) *schema.Table {
	t := d.table
	out := schema.NewTable(t.Keyspace, t.Name)
	out.Params.DefaultTTL, out.Params.GCGrace, out.Params.Compaction = t.Params.DefaultTTL, t.Params.GCGrace, t.Params.Compaction
	for i, c := range d.partition {
		out.Add(&schema.Column{Name: c.Name, Type: c.Type, Kind: schema.PartitionKey, Position: i})
	}
	for i, c := range d.clustering {
		desc, asked := d.desc[c]
		if !asked {
			desc = c.Desc
		}
		out.Add(&schema.Column{Name: c.Name, Type: c.Type, Kind: schema.Clustering, Position: i, Desc: desc})
	}
	needed := map[string]bool{}
	for _, item := range s.Selectors {
		for _, n := range cql.ColumnsIn(item.X, nil) {
			needed[n] = true
		}
	}
	for _, c := range t.SelectOrder() {
		if !d.has(c) && (len(s.Selectors) == 0 || needed[c.Name]) {
			out.Add(&schema.Column{Name: c.Name, Type: storable(c.Type), Kind: schema.Regular})
		}
	}
	return out
}

// longestName is how long a proposed name may get by whole columns.
const longestName = 48

// names are those that the table may get, the best first: what it holds and the columns of
// its partition key, orders_by_customer; then with the columns that rows are sorted or
// searched by, one after the other; then numbered.
func (d *design) names() iter.Seq[string] {
	return func(yield func(string) bool) {
		name, _, _ := strings.Cut(d.table.Name, "_by_")
		if name == "" {
			name = d.table.Name
		}
		name += "_by"
		for i, c := range slices.Concat(d.partition, d.clustering[:d.asked]) {
			part := "_" + c.Name
			if id := strings.TrimSuffix(part, "_id"); len(id) > 1 {
				part = id
			}
			if i > 0 && len(name)+len(part) > longestName {
				break
			}
			name += part
			if i+1 >= len(d.partition) && !yield(name) {
				return
			}
		}
		if !yield(name) {
			return
		}
		for n := 2; n < 100; n++ {
			if !yield(name + "_" + strconv.Itoa(n)) {
				return
			}
		}
	}
}

// answers judges the query on the proposed table.
func answers(s *cql.Select, t *schema.Table) bool {
	ks := &schema.Keyspace{Name: t.Keyspace, Tables: map[string]*schema.Table{t.Name: t}}
	ctx := &check.Context{Catalogue: schema.New(), Settings: shipped(), Keyspace: t.Keyspace}
	ctx.Catalogue.AddKeyspace(ks)
	again := *s
	again.AllowFiltering = false
	return !slices.ContainsFunc(Ask(ctx, &again, t).Diags, func(d diag.Diagnostic) bool {
		return d.Severity == diag.Refused || d.Severity == diag.NotJudged
	})
}

// shipped are the settings for reads of tables that are only thought of: nobody changes them.
var shipped = sync.OnceValue(check.NewSettings)

// Ask judges a read as if it named another table.
func Ask(ctx *check.Context, s *cql.Select, t *schema.Table) check.Verdict {
	at, again := s.From.Name.Span, *s
	again.From = cql.QualifiedName{Keyspace: cql.Name{Span: at, Text: t.Keyspace}, Name: cql.Name{Span: at, Text: t.Name}}
	return judge.Statement(ctx, &again)
}

// createText writes the CREATE TABLE statement of a table for a query, one clause a line.
func createText(s *cql.Select, t *schema.Table) string {
	return create(nameIn(s, t), t, optionsOf(t))
}

// create writes the CREATE TABLE statement of a table of that name, with options.
func create(name string, t *schema.Table, with []string) string {
	var b strings.Builder
	b.WriteString("CREATE TABLE " + name + " (")
	for _, c := range t.SelectOrder() {
		b.WriteString(cql.QuoteName(c.Name) + " " + c.Type.String() + ", ")
	}
	names := func(cols []*schema.Column) string {
		out := make([]string, len(cols))
		for i, c := range cols {
			out[i] = cql.QuoteName(c.Name)
		}
		return strings.Join(out, ", ")
	}
	b.WriteString("PRIMARY KEY (")
	if len(t.PartitionKey) > 1 {
		b.WriteString("(" + names(t.PartitionKey) + ")")
	} else {
		b.WriteString(names(t.PartitionKey))
	}
	if len(t.Clustering) > 0 {
		b.WriteString(", " + names(t.Clustering))
	}
	b.WriteString("))")
	if len(with) > 0 {
		b.WriteString(" WITH " + strings.Join(with, " AND "))
	}
	if text, err := cql.Format(b.String()); err == nil {
		return strings.TrimSuffix(strings.TrimSpace(text), ";")
	}
	return b.String()
}

// optionsOf are the options of a proposed table that are not as shipped.
func optionsOf(t *schema.Table) (with []string) {
	if slices.ContainsFunc(t.Clustering, func(c *schema.Column) bool { return c.Desc }) {
		var order []string
		for _, c := range t.Clustering {
			direction := " ASC"
			if c.Desc {
				direction = " DESC"
			}
			order = append(order, cql.QuoteName(c.Name)+direction)
		}
		with = append(with, "CLUSTERING ORDER BY ("+strings.Join(order, ", ")+")")
	}
	p, shipped := t.Params, schema.DefaultParams()
	if p.DefaultTTL != shipped.DefaultTTL {
		with = append(with, "default_time_to_live = "+strconv.Itoa(p.DefaultTTL))
	}
	if p.GCGrace != shipped.GCGrace {
		with = append(with, "gc_grace_seconds = "+strconv.Itoa(p.GCGrace))
	}
	if !slices.Equal(p.Compaction, shipped.Compaction) {
		entries := []string{"'class': " + cql.QuoteString(schema.Get(p.Compaction, "class"))}
		for _, o := range p.Compaction {
			if o.Name != "class" && o.Value != schema.Get(shipped.Compaction, o.Name) {
				entries = append(entries, cql.QuoteString(o.Name)+": "+cql.QuoteString(o.Value))
			}
		}
		with = append(with, "compaction = {"+strings.Join(entries, ", ")+"}")
	}
	return with
}
