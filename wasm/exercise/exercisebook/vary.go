package exercisebook

import (
	"slices"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/exercise"
)

// A Variation is the model answer written in another way. Right says that it does the
// same; then What completes "the model answer passes, but not …", else "and so does it …".
type Variation struct {
	What   string
	Answer string
	Right  bool
}

// Variations are made of the model answer: those that change names, layout, options and
// the order of what has none, and those that lose a row, a column or an order.
func (e *Exercise) Variations() []Variation {
	v := &varier{e: e}
	v.layouts()
	if v.tables() > 0 {
		v.designs()
		v.losses()
	} else {
		v.queries()
	}
	return v.out
}

type varier struct {
	e    *Exercise
	out  []Variation
	does string // what the model answer returns and leaves; "" until it is asked for
}

func (v *varier) add(right bool, what, answer string) {
	if answer != v.e.Model.Text {
		v.out = append(v.out, Variation{what, answer, right})
	}
}

// items are the statements of the model, parsed anew: whoever gets them may change them.
func (v *varier) items() (out []cql.Statement) {
	for _, item := range cql.Parse(diag.NewSource("", v.e.Model.Text)).Items {
		if item.Stmt != nil {
			out = append(out, item.Stmt)
		}
	}
	return out
}

// types reports whether the model makes a type.
func (v *varier) types() bool {
	return slices.ContainsFunc(v.items(), func(s cql.Statement) bool { _, ok := s.(*cql.CreateType); return ok })
}

func (v *varier) tables() (n int) {
	for _, s := range v.items() {
		if _, ok := s.(*cql.CreateTable); ok {
			n++
		}
	}
	return n
}

// print writes statements, with the comments of the model that say what is written into
// a column.
func (v *varier) print(list []cql.Statement, rename func(string) string) string {
	var out []string
	for _, s := range list {
		out = append(out, cql.Print(s)+";")
	}
	comments := exercise.Comments(v.e.Model.Text)
	for _, k := range diag.Keys(comments) {
		out = append(out, "-- "+rename(k)+" = "+comments[k])
	}
	return strings.Join(out, "\n")
}

func same(s string) string { return s }

// change applies a function to every CREATE TABLE of the model.
func (v *varier) change(f func(*cql.CreateTable)) string {
	list := v.items()
	for _, s := range list {
		if c, ok := s.(*cql.CreateTable); ok {
			f(c)
		}
	}
	return v.print(list, same)
}

// layouts change nothing but spaces, letters of keywords and comments.
func (v *varier) layouts() {
	text := v.e.Model.Text
	v.add(true, "on one line a statement", v.print(v.items(), same))
	if formatted, err := cql.Format(text); err == nil {
		v.add(true, "formatted", formatted)
	}
	v.add(true, "with comments and spaces", "/* mine */\n"+strings.ReplaceAll(text, "\n", "\n\n  ")+"\n-- that is all")
	if !strings.ContainsAny(text, `'"`) {
		v.add(true, "in lower case", strings.ToLower(text))
	}
	v.add(true, "with its lines ended as on Windows", strings.ReplaceAll(text, "\n", "\r\n"))
}

// named reports whether predicates name tables' columns themselves.
func (v *varier) named() bool {
	for _, p := range v.e.Exercise.Must {
		if p.Rule == "key" || p.Rule == "has" {
			return true
		}
	}
	return false
}

// designs are other ways to write the same tables.
func (v *varier) designs() {
	v.add(true, "with IF NOT EXISTS", v.change(func(c *cql.CreateTable) { c.IfNotExists = true }))
	v.add(true, "under other names of tables", v.change(func(c *cql.CreateTable) { c.Name.Name.Text += "_2" }))
	const mine = "CREATE KEYSPACE mine WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
	if v.types() {
		v.add(true, "in a keyspace of its own", mine+"USE mine;\n"+v.e.Model.Text) // a type belongs to its keyspace
	} else {
		v.add(true, "in a keyspace of its own", mine+v.change(func(c *cql.CreateTable) { c.Name.Keyspace.Text = "mine" }))
	}
	v.add(true, "after another table", "CREATE TABLE notes (note_number int PRIMARY KEY, remark blob);\n"+v.e.Model.Text)
	v.add(true, "with its columns in another order", v.change(func(c *cql.CreateTable) {
		for i, j := 0, len(c.Columns)-1; i < j; i, j = i+1, j-1 {
			c.Columns[i], c.Columns[j] = c.Columns[j], c.Columns[i]
		}
	}))
	v.add(true, "with its partition key in another order", v.change(func(c *cql.CreateTable) {
		for i, j := 0, len(c.PartitionKey)-1; i < j; i, j = i+1, j-1 {
			c.PartitionKey[i], c.PartitionKey[j] = c.PartitionKey[j], c.PartitionKey[i]
		}
	}))
	v.add(true, "with more columns", v.change(func(c *cql.CreateTable) {
		if slices.ContainsFunc(c.Columns, func(have cql.ColumnDef) bool { return have.Type.IsNative("counter") }) {
			c.Columns = append(c.Columns, column("weight counter")) // beside a counter nothing else may stand
			return
		}
		c.Columns = append(c.Columns, column("remark blob"), column("weight double"), column("codes set<int>"))
	}))
	v.add(true, "with options", v.change(func(c *cql.CreateTable) {
		s, _, _ := cql.ParseStatement("CREATE TABLE t (x int PRIMARY KEY) WITH comment = 'mine' AND gc_grace_seconds = 864000")
		for _, p := range s.(*cql.CreateTable).With {
			if !slices.ContainsFunc(c.With, func(have cql.Property) bool { return have.Name.Text == p.Name.Text }) {
				c.With = append(c.With, p)
			}
		}
	}))
	v.add(true, "with a direction for every column", v.change(func(c *cql.CreateTable) {
		var all []cql.ClusteringOrder
		for _, n := range c.Clustering {
			o := cql.ClusteringOrder{Column: n}
			for _, have := range c.Order {
				if have.Column.Text == n.Text {
					o.Desc = have.Desc
				}
			}
			all = append(all, o)
		}
		c.Order = all
	}))
	v.add(true, "with every name in quotes", v.rename(func(s string) string { return s }))
	v.forms()
	if v.named() {
		return
	}
	v.add(true, "with names written together", v.rename(func(s string) string { return strings.ReplaceAll(s, "_", "") }))
	v.add(true, "with names written likeThis", v.rename(camel))
}

func column(text string) cql.ColumnDef { return parseTable(text).Columns[0] }

func camel(s string) string {
	parts := strings.Split(s, "_")
	for i := 1; i < len(parts); i++ {
		if parts[i] != "" {
			parts[i] = strings.ToUpper(parts[i][:1]) + parts[i][1:]
		}
	}
	return strings.Join(parts, "")
}

// rename gives every column another name; names that would meet keep theirs.
func (v *varier) rename(f func(string) string) string {
	list := v.items()
	taken := map[string]bool{}
	to := func(s string) string { return f(s) }
	for _, s := range list {
		if c, ok := s.(*cql.CreateTable); ok {
			names := map[string]bool{}
			for _, col := range c.Columns {
				if names[f(col.Name.Text)] {
					taken[f(col.Name.Text)] = true
				}
				names[f(col.Name.Text)] = true
			}
		}
	}
	if len(taken) > 0 {
		return v.e.Model.Text
	}
	set := func(n *cql.Name) { n.Text, n.Quoted = to(n.Text), true }
	for _, s := range list {
		c, ok := s.(*cql.CreateTable)
		if !ok {
			continue
		}
		for i := range c.Columns {
			set(&c.Columns[i].Name)
		}
		for i := range c.PartitionKey {
			set(&c.PartitionKey[i])
		}
		for i := range c.Clustering {
			set(&c.Clustering[i])
		}
		for i := range c.Order {
			set(&c.Order[i].Column)
		}
	}
	return v.print(list, to)
}

// forms are the ways to write a primary key with one column in its partition key.
func (v *varier) forms() {
	list := v.items()
	short, behind := "", ""
	for _, s := range list {
		c, ok := s.(*cql.CreateTable)
		if !ok {
			return
		}
		if len(c.PartitionKey) != 1 {
			return
		}
		text := cql.Print(c)
		names := []string{cql.QuoteName(c.PartitionKey[0].Text)}
		for _, n := range c.Clustering {
			names = append(names, cql.QuoteName(n.Text))
		}
		at := strings.Index(text, "PRIMARY KEY (")
		if at < 0 {
			return // behind its column
		}
		end := at + len("PRIMARY KEY (")
		for depth := 1; depth > 0 && end < len(text); end++ {
			switch text[end] {
			case '(':
				depth++
			case ')':
				depth--
			}
		}
		short += text[:at] + "PRIMARY KEY (" + strings.Join(names, ", ") + ")" + text[end:] + ";\n"
		double := "PRIMARY KEY ((" + names[0] + ")"
		if len(names) > 1 {
			double += ", " + strings.Join(names[1:], ", ")
		}
		behind += text[:at] + double + ")" + text[end:] + ";\n"
	}
	v.add(true, "with PRIMARY KEY (a, b) for ((a), b)", v.withComments(short))
	v.add(true, "with PRIMARY KEY ((a), b)", v.withComments(behind))
}

func (v *varier) withComments(text string) string { return text + v.print(nil, same) }

// queries are other ways to write the same statements.
func (v *varier) queries() {
	each := func(f func(cql.Statement)) string {
		list := v.items()
		for _, s := range list {
			f(s)
		}
		return v.print(list, same)
	}
	reverse := func(list []*cql.Relation) {
		for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
			list[i], list[j] = list[j], list[i]
		}
	}
	v.add(true, "with its conditions in another order", each(func(s cql.Statement) {
		if w := cql.ClausesOf(s).Where; w != nil {
			reverse(*w)
		}
	}))
	selects := false
	star := each(func(s cql.Statement) {
		if q, ok := s.(*cql.Select); ok {
			q.Star, q.Selectors, selects = true, nil, true
		}
	})
	if selects {
		v.add(true, "with SELECT *", star)
		v.add(true, "with the list of its columns reversed", each(func(s cql.Statement) {
			if q, ok := s.(*cql.Select); ok {
				for i, j := 0, len(q.Selectors)-1; i < j; i, j = i+1, j-1 {
					q.Selectors[i], q.Selectors[j] = q.Selectors[j], q.Selectors[i]
				}
			}
		}))
	}
	// Without one of its conditions a statement does something else, if it is taken.
	for i, s := range v.items() {
		w := cql.ClausesOf(s).Where
		if w == nil {
			continue
		}
		for j := range *w {
			list := v.items()
			all := cql.ClausesOf(list[i]).Where
			*all = append((*all)[:j:j], (*all)[j+1:]...)
			if text := v.print(list, same); v.differs(text) {
				v.add(false, "without a condition ("+text+")", text)
			}
		}
	}
}

// differs reports whether statements do something else than the model: other rows come
// back, or are left.
func (v *varier) differs(text string) bool {
	does := func(text string) string {
		own := &exercise.Exercise{Kind: exercise.CQL, Setup: v.e.Setup, Settings: v.e.Settings, Rows: v.e.Rows}
		own.Learn(text, nil)
		out := strings.Join(own.Model.Returned, "\n")
		for _, l := range own.Model.Left {
			out += "\n\n" + strings.Join(l.Rows, "\n")
		}
		return out
	}
	if v.does == "" {
		v.does = does(v.e.Model.Text)
	}
	return does(text) != v.does
}
