package exercise

import (
	"slices"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/schema"
)

// noTable is what there is to say where an answer makes no table.
func noTable() *Finding {
	return nothing("Your answer creates no table that could be tested.").asking("Which statement creates a table?")
}

// table is the table that answers a question, or what there is to say where none can.
func (t *trial) table(q *Question) (*Asked, *Finding) {
	a := t.answer(q)
	switch {
	case a == nil:
		return nil, noTable()
	case t.borrowed(a):
		for _, f := range t.fits { // one that may be for it, as soon as a column is explained
			if f.Rows == q.Of && f.Ask != "" && !t.madeFor(f.Table, q.Of.Noun) && f.mayHold(t.ask(f, q).Missing) {
				if c := f.begun(); c != nil {
					return nil, t.ask(f, q).between(c)
				}
				return nil, unclear(f)
			}
		}
		shows := say(" and shows %", words(q.Want).and())
		return nil, nothing("None of your tables is for the question %. Its screen knows %%.", q.Name, q.knows(), either(len(q.Want) == 0, "", shows)).asking("With which columns does the key of its table begin, and what tells the rows apart?")
	case a.Fit.Ask != "" && (len(a.Lost) == 0 || len(a.Unknown) > 0 || a.Fit.mayHold(a.Lost)):
		if c := a.Fit.begun(); c != nil {
			return nil, a.between(c)
		}
		return nil, unclear(a.Fit)
	}
	if c := a.Fit.gathers(a.Missing); c != nil && len(a.Lost) == 0 { // nobody finds a row by an element
		return nil, gathered(a.Fit, c)
	}
	return a, nil
}

// gathers is a collection that may hold one of these attributes for many rows at once, or nil.
func (f *Fit) gathers(attrs []string) *Column {
	for _, c := range f.Columns {
		elements := c.Type.Elems
		if c.Type.Kind == cqltype.UDT || c.Source != Unknown {
			continue
		}
		for len(elements) > 0 {
			for _, name := range attrs {
				if a := f.Rows.Attr(name); a != nil && a.Type != nil && f.holds(a) == nil && (elements[0].Kind == cqltype.UDT || a.Type.Equal(elements[0])) {
					return c
				}
			}
			elements = append(elements[1:len(elements):len(elements)], elements[0].Elems...)
		}
	}
	return nil
}

// gathered is what there is to say of a table with such a collection: the check writes a row for
// each thing, and what it would find of them is not so.
func gathered(f *Fit, c *Column) *Finding {
	return &Finding{State: Unclear,
		Consequence: say("% may be right, but the check cannot test it: % is a %, and the check writes one value into each column of a row.", f.Table.Name, c.Name, c.Type.String()),
		Ask:         "Could each of its elements be a row of its own?"}
}

// mayHold reports whether columns that nobody has explained could hold all of these attributes.
func (f *Fit) mayHold(attrs []string) bool {
	used := make([]bool, len(f.Columns))
	for _, name := range attrs {
		found := false
		for i, c := range f.Columns {
			if a := f.Rows.Attr(name); !found && !used[i] && c.Source == Unknown && (a.Type == nil || converts(a.Type, c.Type)) {
				found, used[i] = true, true
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// borrowed reports whether the table that comes nearest to a question lacks something for it
// and answers one about other things: then the table was made for that one.
func (t *trial) borrowed(a *Asked) bool {
	if a.Fit.Ask == "" && len(a.Missing) == 0 {
		return false
	}
	return t.madeFor(a.Fit.Table, a.Question.Of.Noun)
}

// madeFor reports whether a table answers a question about other things than these.
func (t *trial) madeFor(table *schema.Table, things string) bool {
	for _, o := range t.asked {
		if o != nil && o.Fit.Table == table && o.Question.Of.Noun != things && o.Served() && len(o.Missing) == 0 {
			return true
		}
	}
	return false
}

func serves(t *trial, p *Predicate) *Finding {
	a, bad := t.table(p.Question)
	if bad != nil {
		return bad
	}
	f := a.serves(p)
	if f.State == Fails {
		f.Diag, f.In = a.Diag, a.Statement
		f.Consequence += t.passedOver(a)
	}
	return f
}

// passedOver says which other table of the answer holds all that a question wants, and what
// has to be known before it can be asked; "" for none.
func (t *trial) passedOver(a *Asked) string {
	for _, f := range t.fits {
		if f.Rows != a.Question.Of || f.Table == a.Fit.Table || place(t.tables[:t.own], f.Table) < 0 || t.madeFor(f.Table, f.Rows.Noun) {
			continue
		}
		o := t.ask(f, a.Question)
		if len(o.Missing) > 0 || len(o.Lost) == 0 {
			continue
		}
		if c := f.nameless(o.Lost[0]); c != nil {
			return say(" (% was passed over: nothing says that a column of it holds %. If % does, say so in a comment: `-- % = %`.)", f.Table.Name, o.Lost[0], c.Name, c.Name, o.Lost[0])
		}
	}
	return ""
}

func (a *Asked) serves(p *Predicate) *Finding {
	name, knows := a.Fit.Table.Name, a.Question.knows()
	n := int64(p.Limit)
	measured := number.Of(a.Partitions, "partition")
	unknown := words(a.Unknown).and()
	switch {
	case a.unfit != nil:
		return fails("% is declared as %, which cannot hold the % that the screen knows.", a.unfit.Name, a.unfit.Type.String(), a.unfit.Attr.Name).asking("Which type could?")
	case len(a.Lost) > 0:
		return a.Fit.lacks(a.Lost, "knows")
	case a.Diag != nil && a.outside() != "":
		return fails("The screen knows %, and % is not in the key of %: no row can be found by it.", knows, a.outside(), name).asking(say("Where in the key does % belong?", a.outside()))
	case unknown != "" && a.Diag != nil:
		f := fails("To find the partition the question has to know %. The screen knows only %.%", unknown, knows, a.endless())
		if a.endless() == "" {
			f.asking(say("What changes if % is not in the inner parentheses?", unknown))
		}
		return f
	case a.Diag != nil:
		f := fails("The screen knows %, and % is sorted by %: these rows do not lie side by side.", knows, name, a.sorted())
		if early, late := a.turned(); late != "" {
			f.asking(say("Could % come before % in the key?", late, early))
		}
		return f
	case a.Plan == nil:
		return &Finding{State: Unclear, Consequence: "It could not be worked out what the question reads."}
	case a.Plan.Partitions == plan.OneIndexedPartition && p.Rule == "serves+":
		return remark("An index searches the partition.")
	case len(a.Plan.Indexes) > 0:
		return fails("An index answers the question: without the whole partition key it is asked on every node.").asking("How many nodes would have to answer before the screen is filled?")
	case unknown != "":
		return fails("The question has to read every partition of %: it knows %, and not %.", name, knows, unknown)
	case a.Partitions > n:
		ask := "Which column could you take out of the partition key%?"
		larger := ""
		for _, c := range a.fixed {
			if _, k := a.Question.choices(c); k > 1 && c.Kind == schema.PartitionKey {
				measured += say(" (% has %)", c.Name, number.Of(k, "value"))
				if c.Source == Hash && n > 1 {
					ask = "How few parts are enough%?"
				} else if c.Source != Same {
					larger = ", or which bucket could be larger"
				}
			}
		}
		f := fails("The question reads %; the task allows %.", measured, number.Count(n))
		if c, known := a.parted(); c != nil {
			return f.asking(say("The question knows %. Could the program compute % from it, when it writes and when it reads?", known, c.Name))
		}
		return f.asking(say(ask, larger))
	case p.Exact && a.Partitions != n:
		return fails("The question reads % instead of %.", measured, number.Count(n))
	}
	return holds(measured)
}

// endless says what a range without a beginning or an end has to do with a bucket of its time.
func (a *Asked) endless() string {
	g := a.Question.Range
	for _, c := range a.Fit.key(schema.PartitionKey) {
		if (c.Source == Bucket || c.Source == Cycle) && g != nil && c.Attr == g.Attr && (g.From.Value == nil) != (g.To.Value == nil) {
			return say(" It knows % of this range, and the row may lie in any % %.", either(g.From.Value == nil, "the end", "the beginning"), units[c.unit].name, either(g.From.Value == nil, "before", "after"))
		}
	}
	return ""
}

// parted is a column that says in which of several parts of the partition a row is, and what
// the question knows that could tell; nil where there is none.
func (a *Asked) parted() (c *Column, known string) {
	key := a.Fit.key(schema.PartitionKey)
	for i := range a.Question.Given {
		g := a.Question.Given[i].Attr
		for _, c := range key {
			if c.splits(key) && !has(key, g.Name) && (c.Attr == nil || a.Question.known(c.Attr) == nil) {
				return c, g.Name
			}
		}
	}
	return nil, ""
}

// outside is a column that holds what the screen knows, and is not in the key.
func (a *Asked) outside() string {
	for _, c := range a.Fit.Columns {
		if g := a.Question.Range; !c.isKey() && c.Source == Same && a.Fit.holds(c.Attr) == c && (a.Question.known(c.Attr) != nil || g != nil && g.Attr.Name == c.Attr.Name) {
			return c.Name
		}
	}
	return ""
}

// turned are the first clustering column that the screen does not know exactly, and one after it
// that the screen knows; "" where there are none.
func (a *Asked) turned() (early, late string) {
	for _, c := range a.Fit.Columns[len(a.Fit.Table.PartitionKey):][:len(a.Fit.Table.Clustering)] {
		g := a.Question.Range
		same := c.Source == Same && a.Question.known(c.Attr) != nil
		switch {
		case early == "" && !same:
			early = c.Name
		case early != "" && (same || c.Source == Same && g != nil && c.Attr == g.Attr):
			return early, c.Name
		}
	}
	return "", ""
}

// sorted are the clustering columns, in order.
func (a *Asked) sorted() string {
	names := columnNames(a.Fit.Table.Clustering)
	if len(names) == 0 {
		return "nothing"
	}
	return names.join(", then ")
}

func columnNames(list []*schema.Column) (out words) {
	for _, c := range list {
		out.add(c.Name)
	}
	return out
}

func inOrder(t *trial, p *Predicate) *Finding {
	a, bad := t.table(p.Question)
	if bad != nil {
		return bad
	}
	var want words
	for _, o := range p.Question.Order {
		want.add(o.Attr.Name + either(o.Desc, " descending", ""))
	}
	switch {
	case a.Plan == nil:
		return nothing("The rows have no order, because no table answers %.", p.Question.Shown)
	case a.unsorted != nil:
		return a.unsorted.strange(p.Question.Of)
	case !a.InOrder: // no ORDER BY does it: what the server says to one is for whoever writes one
		var turned words
		same := len(want) <= len(a.Fit.Table.Clustering)
		for i, c := range a.Fit.Table.Clustering {
			turned.add(c.Name + either(c.Desc, " descending", ""))
			if i < len(want) {
				x := a.Fit.holds(p.Question.Order[i].Attr)
				same = same && x != nil && x.Name == c.Name
			}
		}
		if len(turned) == 0 {
			turned.add("nothing")
		}
		f := fails("The rows come sorted by %. The server does not sort them anew, and the screen shows them by %.", turned.join(", then "), want.join(", then "))
		if same { // the columns are right
			f.asking("Which columns run in which direction?")
		}
		return f
	case a.loose != nil && isText(a.loose.Type):
		return fails("% is declared as text. Its rows come by time only as long as every value is written in one form, such as `%`, and the server takes any other text as well.", a.loose.Name, a.loose.written(p.Question.Of)).
			surely("Which type takes a time and nothing else?")
	case a.loose != nil:
		return fails("% is declared as uuid. Its rows come by time only as long as every value is a timeuuid, and the server takes any other uuid as well.", a.loose.Name).surely("Which type takes nothing else?")
	case p.Flag && !a.Stored:
		return fails("The rows are stored in the opposite order: without ORDER BY, those rows come first that the screen shows last.").asking("In which direction does the table sort?")
	case !a.Stored:
		return remark("The question has to say ORDER BY: the partition is read from its end.")
	}
	return holds(a.sorted())
}

func covers(t *trial, p *Predicate) *Finding {
	a, bad := t.table(p.Question)
	if bad != nil {
		return bad
	}
	want := p.Attrs
	if len(want) == 0 {
		want = p.Question.Want
	}
	var missing words
	for _, w := range want {
		if attr := p.Question.Of.Attr(w); attr == nil || a.Fit.holds(attr) == nil {
			missing.add(w)
		}
	}
	if len(missing) > 0 {
		return a.Fit.lacks(missing, "shows")
	}
	for _, w := range want {
		c := a.Fit.holds(p.Question.Of.Attr(w))
		if x, y := a.Fit.merged(c); x != "" {
			return fails("% is declared as %, in which `%` and `%` are one value.", c.Name, c.Type.String(), x, y).surely("Which type tells them apart?")
		}
	}
	lost, maybe := t.lost(p.Question.Of, a.Fit)
	if len(maybe) > 0 {
		return remark("Nothing says which column of % holds %.", a.Fit.Table.Name, maybe[0]).asking(a.Fit.whether(a.Fit.maybe(p.Question.Of.Attr(maybe[0])), maybe[0]))
	}
	if len(lost) > 0 {
		them := either(len(lost) == 1, "it", "them")
		return remark("Not stored: %. This screen does not show %; a later one that does needs a table with %.", lost.and(), them, them)
	}
	return nil
}

// lost are attributes of which nothing is left in any table of the answer, and those that a column
// of this table may hold.
func (t *trial) lost(rows *Rows, of *Fit) (out, maybe words) {
	for _, a := range rows.Attrs {
		held := false
		for _, table := range t.tables {
			f := t.fit(table, rows)
			for _, c := range f.Columns {
				held = held || c.Attr != nil && c.Attr.Name == a.Name || isTime(a.Type) && f.follows(c, a)
			}
		}
		switch {
		case held:
		case len(of.maybe(a)) > 0:
			maybe.add(a.Name)
		default:
			out.add(a.Name)
		}
	}
	return out, maybe
}

func keeps(t *trial, p *Predicate) *Finding {
	measured := ""
	said := holds("")
	for _, rows := range p.Rows {
		table := t.of(p.Question, rows)
		if table == nil {
			return noTable()
		}
		if p.Question != nil {
			if _, bad := t.table(p.Question); bad != nil && bad.idle {
				return bad
			}
		}
		f := t.fit(table, rows)
		if f.Ask != "" {
			return unclear(f)
		}
		if c := f.gathers(rows.Apart); c != nil {
			return gathered(f, c)
		}
		k := t.held(f)
		want := k.Written
		if p.Limited {
			want = int(p.Limit)
		}
		measured = say("% of %", number.Count(k.Kept), number.Of(k.Written, "row"))
		var out *Finding
		switch {
		case k.Unheld != nil:
			c := k.Unheld
			measured = "" // how many is not the point
			out = fails("% is declared as %, which cannot hold the % `%`.", c.Name, c.Type.String(), c.Attr.Name, f.cell(c.Attr, k.Row).Shown).surely("Which type could?")
		case k.Refused != nil:
			out = fails("A % cannot be written to %.", rows.Noun, table.Name).asking("Which type do its values have?")
			out.Diag, out.In = k.Refused, k.Statement
		case k.Written == 0:
			out = fails("No % can be written to %: the key has a column for which no % has a value.", rows.Noun, table.Name, rows.Noun).asking("What is known when one is written?")
		case k.Kept < want && k.Replacer < 0:
			out = fails("Only % are left.", number.Within(k.Kept, "row"))
		case k.Kept < want:
			out = fails("The % % replaces the %: both have %. Of % % left.", ordinal(k.Replacer), rows.Noun, ordinal(k.Replaced), words(k.Same).and(),
				number.Of(k.Written, rows.Noun), number.Within(k.Kept, "row")+either(k.Kept == 1, " is", " are"))
		case f.scattered() != nil:
			measured = "" // what was written once is there
			out = f.strewn(f.scattered())
		case p.Limited && k.Kept > want:
			out = fails("There are % for what should be %.", number.Of(k.Kept, "row"), number.Count(want)).asking("Which column of the key should not tell them apart?")
		default:
			if a := f.confused(); a != nil && !p.Limited {
				measured = "" // of these none was lost
				out = fails("% kept. But two % may agree in all but %, and in % one of them replaces the other.", either(k.Written == 1, say("This % is", rows.Noun), say("These % are", number.Of(k.Written, rows.Noun))), number.Plural(2, rows.Noun), a.Name, table.Name).
					surely(say("Is % in the key?", a.Name))
			} else if c := k.Changed; c != nil && !p.Limited {
				out = fails("The % with % comes back with % `%`; it was written with `%`.%", rows.Noun, f.shown(k.Row).and(), c.Attr.Name, k.Is, f.cell(c.Attr, k.Row).Shown,
					either(c.Kind == schema.Static, " A static column has one value for the whole partition.", "")).surely(say("Which rows share one %?", c.Name))
			} else if c := f.twofold(); c != nil && !p.Limited && !c.isID() {
				measured = ""
				out = fails("All are kept, as long as no % changes: % is in the key, after all that tells % apart. When it does, % gets a second row for one %, and the old row stays.", c.Attr.Name, c.Name, number.Plural(2, rows.Noun), table.Name, rows.Noun).
					surely(say("Which columns tell % apart without %?", number.Plural(2, rows.Noun), c.Name))
			} else if out = t.short(table, p); out != nil {
				measured = "" // all were there on the first day
			} else if out = f.misheld(); out != nil && out.State == Fails {
				measured = "" // of these none was lost
			} else {
				if out != nil && !p.Limited {
					said = out
				}
				if c := f.twofold(); c != nil && !p.Limited {
					said = remark("All are kept. But where a % gets another %, it has a second row: the program has to delete the old one.", rows.Noun, c.Attr.Name).
						asking(say("Would the key tell % apart without %?", number.Plural(2, rows.Noun), c.Name))
				}
				if c := f.uncounted(); c != nil {
					said = remark("% is a counter that no question asks for, and the program has to count it all the same.", c.Name).asking("Who reads it?")
				}
				continue
			}
		}
		out.Measured = measured
		return out
	}
	said.Measured = measured
	return said
}

// uncounted is a counter of the table that holds nothing of the task, or nil.
func (f *Fit) uncounted() *Column {
	for _, c := range f.Columns {
		if c.Type.Kind == cqltype.Counter && c.Source == Unknown {
			return c
		}
	}
	return nil
}

var ordinals = [...]string{"first", "second", "third", "fourth", "fifth", "sixth"}

func ordinal(n int) string {
	if n < len(ordinals) {
		return ordinals[n]
	}
	return number.Count(n+1) + "th"
}

func static(t *trial, p *Predicate) *Finding {
	table := t.of(p.Question, nil)
	for _, name := range p.Attrs {
		if table == nil {
			return noTable()
		}
		switch c := t.column(table, name); {
		case c == nil:
			return fails("No column of % holds %.", table.Name, name).asking("Where would the screen get it from?")
		case c.Kind != schema.Static && c.Kind != schema.PartitionKey && len(table.Clustering) > 0:
			return fails("% is stored once for each row of the partition, and it is the same in all of them.", c.Name)
		}
	}
	return nil
}

// column is the one of a table that has a name, or holds the attribute of that name.
func (t *trial) column(table *schema.Table, name string) *schema.Column {
	for _, rows := range t.e.Rows {
		if a := rows.Attr(name); a != nil {
			if c := t.fit(table, rows).holds(a); c != nil {
				return c.Column
			}
		}
	}
	return table.Column(name)
}

// hasKey compares a table's primary key with one that the author names.
func hasKey(t *trial, p *Predicate) *Finding {
	s, _, bad := cql.ParseStatement("CREATE TABLE t (PRIMARY KEY " + p.Rest + ")")
	want, ok := s.(*cql.CreateTable)
	if !ok || bad != nil || t.own == 0 {
		return noTable()
	}
	for _, table := range t.tables[:t.own] {
		if t.sameNames(table, want.PartitionKey, columnNames(table.PartitionKey), false) && t.sameNames(table, want.Clustering, columnNames(table.Clustering), true) {
			return nil
		}
	}
	table := t.tables[0]
	sorted := columnNames(table.Clustering).and()
	if sorted == "" {
		sorted = "nothing"
	}
	return fails("The partition key of % is %; its rows are sorted by %.", table.Name, columnNames(table.PartitionKey).and(), sorted)
}

// sameNames reports whether columns of a table have these names, or hold the attributes
// of these names, in this order where that counts.
func (t *trial) sameNames(table *schema.Table, names []cql.Name, columns words, order bool) bool {
	for i, n := range names {
		name := n.Text
		if c := t.column(table, name); c != nil {
			name = c.Name
		}
		if at := columns.index(name); at < 0 || order && at != i {
			return false
		}
	}
	return len(names) == len(columns)
}

// inKey looks for a column in the keys, or for none.
func inKey(t *trial, p *Predicate) *Finding {
	name, no := strings.CutPrefix(p.Rest, "no ")
	for _, table := range t.tables[:t.own] {
		c := t.column(table, name)
		switch in := c != nil && c.Kind <= schema.Clustering; {
		case in && no:
			return fails("% is in the key of %.", c.Name, table.Name)
		case in:
			return nil
		}
	}
	if no {
		return nil
	}
	return fails("No key of yours has %.", name)
}

// endsWith looks at the last column of a table's key.
func endsWith(t *trial, p *Predicate) *Finding {
	for _, table := range t.tables[:t.own] {
		key := append(columnNames(table.PartitionKey), columnNames(table.Clustering)...)
		if c := t.column(table, p.Attrs[0]); c != nil && c.Name == key[len(key)-1] {
			return nil
		}
	}
	return fails("No key of yours ends with %.", p.Attrs[0])
}

// hasColumn looks for a column, and for one of the types that it may have.
func hasColumn(t *trial, p *Predicate) *Finding {
	name, types, typed := strings.Cut(p.Rest, " ")
	for _, table := range t.tables[:t.own] {
		c := t.column(table, name)
		if c == nil {
			continue
		}
		is, inFull := c.Type.String(), shape(c.Type)
		if !typed || words(strings.Split(types, " or ")).has(inFull) {
			return holds(is)
		}
		return fails("% is declared as %%.", c.Name, is, either(is == inFull, "", ", which is "+inFull)).asking("Which of its values does that type not hold exactly?")
	}
	return fails("No column of your tables holds %%.", name, either(typed, " as "+types, ""))
}

// shape is a type as CQL writes it, with the fields of a user-defined type, by name, in the
// place of its name: a learner calls it as they like.
func shape(t *cqltype.Type) string {
	is := t.String()
	name, _, _ := strings.Cut(strings.TrimPrefix(is, "frozen<"), "<")
	var parts words
	for _, f := range t.Fields {
		parts.add(f.Name + " " + shape(f.Type))
	}
	diag.Sort(parts)
	for _, e := range t.Elems {
		parts.add(shape(e))
	}
	switch {
	case t.Kind == cqltype.UDT:
		name = "{" + parts.join(", ") + "}"
	case len(parts) == 0 || t.Kind == cqltype.Vector:
		return is
	default:
		name += "<" + parts.join(", ") + ">"
	}
	return either(strings.HasPrefix(is, "frozen<"), "frozen<"+name+">", name)
}

// telling remarks on names that do not say what a table is asked by.
func telling(t *trial, _ *Predicate) *Finding {
	for _, table := range t.tables[:t.own] {
		_, by, has := strings.Cut(table.Name, "_by_")
		if !has && len(table.Clustering) > 0 {
			return remark("The name % does not say which columns a query of the table gives.", table.Name).asking(say("Would %_by_% say it?", table.Name, table.PartitionKey[0].Name))
		}
		called := t.called(table)
		for _, w := range split(by) {
			if common(words{w}, called) == 0 {
				return remark("The name % contains %, but no column of the key does.", table.Name, w).asking(say("Do queries of the table give %?", w))
			}
		}
	}
	return nil
}

// called are the words of the columns of a table's key, and of the other names of what they
// hold: a follower is a user, and an arrival is a day if a comment says so.
func (t *trial) called(table *schema.Table) (out words) {
	for _, c := range slices.Concat(table.PartitionKey, table.Clustering) {
		name := spell(c.Name)
		out = append(out, name.words...)
		for _, rows := range t.e.Rows {
			for _, a := range rows.Attrs {
				if likeness(a, name, c.Type) < alike && !t.holds(table, c, a) {
					continue
				}
				for _, name := range a.spelled {
					out = append(out, name.words...)
				}
			}
		}
	}
	return out
}

// holds reports whether a column of a table was found to hold an attribute, or a part of it.
func (t *trial) holds(table *schema.Table, c *schema.Column, a *Attr) bool {
	for _, f := range t.fits {
		for _, is := range f.Columns {
			if f.Table == table && is.Column == c && is.Attr == a {
				return true
			}
		}
	}
	return false
}

// used remarks on a table that no question reads.
func used(t *trial, _ *Predicate) *Finding {
	for _, table := range t.tables[:t.own] {
		if !t.read(table) {
			return remark("No question of the task reads %, and the program has to write it all the same.", table.Name)
		}
		var one *Asked
		for _, a := range t.asked {
			switch {
			case a == nil || a.Fit.Table != table || !a.Served():
			case one == nil:
				one = a
			case one.Question.Of.Noun != a.Question.Of.Noun:
				return remark("% answers % and %, which ask for different things: where the one is there without the other, a screen gets rows with empty columns.", table.Name, one.Question.Name, a.Question.Name).
					asking("Which rows does each screen have to leave out?")
			}
		}
	}
	return nil
}

// read reports whether a question reads a table.
func (t *trial) read(table *schema.Table) bool {
	for _, a := range t.asked {
		if a != nil && a.Fit.Table == table {
			return true
		}
	}
	return false
}
