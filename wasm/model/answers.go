package model

import (
	"slices"
	"sort"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/session"
	"partitionlab/wasm/work"
)

// A Reading is a schema as a script leaves it: the way back from CQL to a model.
type Reading struct {
	Keyspaces []*schema.Keyspace // those that the script made, in the order of their names
	Tables    []*schema.Table    // in the order of the script; views behind tables
	Queries   []*Query
	Arrows    []Arrow
	Refused   []diag.Diagnostic // statements that the server refuses
	Assumed   []string          // keyspaces that the script names and does not make
	Unnamed   string            // the keyspace of what the script gives none; "" where it names that one, too
}

// A Query is a SELECT of the script, or what the comment of a table says that it is for.
type Query struct {
	ID    string // "Q4"
	Title string
	Given bool // its ID: the text has none
	Table *schema.Table
	CQL   string    // "" where only a comment speaks of it
	Place diag.Span // of the statement
	// Access is what it asks of storage; nil where only a comment speaks of it.
	Access *plan.Access
}

// An Arrow is a question that enters the table that answers it, from the table whose
// answer supplies what it needs; From is nil where it comes from outside.
type Arrow struct {
	From, To *schema.Table
	Query    *Query
}

// Read runs a script and reads its tables and queries. As everywhere, a keyspace lab is
// there for what names none, and so are the data centers that its keyspaces name: tables are
// the same on every cluster. What takes more than m allows is among what is refused.
func Read(src *diag.Source, m *work.Meter) *Reading { return ReadWithin(src, m, m) }

// ReadWithin is Read where the statements have a meter of their own: run.
func ReadWithin(src *diag.Source, run, m *work.Meter) *Reading {
	s := session.New(session.Settings{Keyspace: Unnamed, Now: now})
	s.Meter(run)
	return ReadRun(src, s, s.Verdicts(src), m)
}

// ReadRun is Read for a script that a session, which began in the keyspace Unnamed, has run.
func ReadRun(src *diag.Source, s *session.Session, results []session.Outcome, m *work.Meter) *Reading {
	r := &Reading{Assumed: namedOnly(results), Unnamed: Unnamed}
	for i := range results {
		if keyspaceOf(results[i].Stmt) == Unnamed {
			r.Unnamed = ""
		}
	}
	if centers := centersOf(results); len(r.Assumed) > 0 || centers != nil { // they are there, as whoever leaves them out means
		settings := check.NewSettings()
		if centers != nil {
			settings.Datacenters = centers
		}
		run := s.Work()
		s = session.New(session.Settings{Keyspace: Unnamed, Now: now, Check: settings})
		s.Meter(run)
		for _, name := range r.Assumed {
			s.Exec(createKeyspace(&Keyspace{Name: Name{Text: name}, Replicas: 3}))
		}
		results = s.Verdicts(src)
	}
	made := map[string]int{} // in the order of the script
	for _, res := range results {
		switch {
		case res.Diag != nil:
			r.Refused = append(r.Refused, *res.Diag)
			continue
		case res.Ended != nil:
			r.Refused = append(r.Refused, res.Notes...)
			continue
		}
		switch st := res.Stmt.(type) {
		case *cql.CreateTable:
			makes(s, made, st.Name)
		case *cql.CreateView:
			makes(s, made, st.Name)
		case *cql.Select:
			r.query(s, st, res.Verdict.Plan, src.Text, res.Span)
		}
	}
	for _, k := range s.Catalogue().InOrder() {
		if k.System || k.Virtual {
			continue
		}
		r.Keyspaces = append(r.Keyspaces, k)
		r.Tables = append(r.Tables, k.InOrder()...)
	}
	rank := func(t *schema.Table) int {
		if i, ok := made[t.Keyspace+"."+t.Name]; ok {
			return i
		}
		return len(made) + 1
	}
	sort.SliceStable(r.Tables, func(i, j int) bool { return rank(r.Tables[i]) < rank(r.Tables[j]) })
	if len(r.Queries) == 0 {
		r.noted(s, src, m)
	}
	at := map[*schema.Table]int{}
	for i, t := range r.Tables {
		at[t] = i
	}
	// A query whose table is gone at the end has nothing to point at.
	r.Queries = slices.DeleteFunc(r.Queries, func(q *Query) bool {
		_, there := at[q.Table]
		return !there
	})
	if len(r.Queries) == 0 {
		for _, t := range r.Tables {
			for _, part := range strings.Split(t.Params.Comment, ";") {
				if id, title := label(part); id != "" {
					r.Queries = append(r.Queries, &Query{ID: id, Title: title, Table: t})
				}
			}
		}
	}
	used := map[string]bool{}
	for _, q := range r.Queries {
		used[q.ID] = true
	}
	n := 0
	for _, q := range r.Queries {
		for q.ID == "" {
			if n++; !used["Q"+digits(int64(n))] {
				q.ID, q.Given = "Q"+digits(int64(n)), true
			}
		}
	}
	r.arrows(at, m)
	return r
}

// query adds what a SELECT asks, where it stands or where a comment has it.
func (r *Reading) query(s *session.Session, st *cql.Select, asks *plan.Access, text string, at diag.Span) {
	keyspace := st.From.Keyspace.Text
	if keyspace == "" {
		keyspace = s.Keyspace()
	}
	t := s.Catalogue().Table(keyspace, st.From.Name.Text)
	if t == nil || s.Catalogue().Keyspaces[t.Keyspace].System {
		return
	}
	q := &Query{Table: t, CQL: strings.TrimSpace(text[at.Start:at.End]), Place: at, Access: asks}
	q.ID, q.Title = labelBefore(text, at.Start)
	r.Queries = append(r.Queries, q)
}

// noted adds the SELECTs that stand in comments of one line, below one that names the question:
// a schema that is run says so what its tables are for.
func (r *Reading) noted(s *session.Session, src *diag.Source, m *work.Meter) {
	for _, c := range cql.Comments(m, src) {
		text := strings.TrimLeft(src.Text[c.Start:c.End], "-/ \t")
		if len(text) < 6 || !strings.EqualFold(text[:6], "select") || strings.Contains(text, "\n") {
			continue
		}
		at := diag.Span{Start: c.End - len(text), End: c.End}
		if id, _ := labelBefore(src.Text, at.Start); id == "" {
			continue
		}
		res := s.Exec(text)
		if res.Ended != nil {
			res.Notes[0].Span = at
			r.Refused = append(r.Refused, res.Notes[0])
		}
		if st, ok := res.Stmt.(*cql.Select); ok && res.Accepted() {
			r.query(s, st, res.Verdict.Plan, src.Text, at)
		}
	}
}

// Unnamed is the keyspace of what a script gives none.
const Unnamed = "lab"

// keyspaceOf is the keyspace that a statement names: one that it makes or uses, or in which it
// makes a table or a type; "" for none.
func keyspaceOf(s cql.Statement) string {
	switch s := s.(type) {
	case *cql.CreateKeyspace:
		return s.Name.Text
	case *cql.CreateTable:
		return s.Name.Keyspace.Text
	case *cql.CreateType:
		return s.Name.Keyspace.Text
	case *cql.Use:
		return s.Keyspace.Text
	}
	return ""
}

// namedOnly are the keyspaces that a script names and does not make.
func namedOnly(results []session.Outcome) (names []string) {
	makes := map[string]bool{}
	for _, res := range results {
		name := keyspaceOf(res.Stmt)
		if _, made := res.Stmt.(*cql.CreateKeyspace); made {
			makes[name] = true
		} else if res.Diag != nil && name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return slices.DeleteFunc(names, func(n string) bool { return makes[n] })
}

// centersOf are the data centers that the keyspaces of a script name; nil where the usual
// one is enough for them.
func centersOf(results []session.Outcome) (names []string) {
	stray := false
	for _, res := range results {
		for _, e := range cql.Datacenters(res.Stmt) {
			if !slices.Contains(names, e.Key) {
				names = append(names, e.Key)
			}
		}
		if res.Diag != nil && res.Diag.Rule == string(rule.KS06) {
			stray = true
		}
	}
	if !stray {
		return nil
	}
	return names
}

// makes notes that a statement makes a table, the first time that it does.
func makes(s *session.Session, made map[string]int, n cql.QualifiedName) {
	if name := qualified(s, n); made[name] == 0 {
		made[name] = len(made) + 1
	}
}

func qualified(s *session.Session, n cql.QualifiedName) string {
	if n.Keyspace.Text == "" {
		return s.Keyspace() + "." + n.Name.Text
	}
	return n.Keyspace.Text + "." + n.Name.Text
}

// labelBefore reads the comment on the lines before a statement.
func labelBefore(text string, at int) (id, title string) {
	for own := true; at >= 0; own = false {
		begin := strings.LastIndexByte(text[:at], '\n') + 1
		l := strings.TrimSpace(text[begin:at])
		at = begin - 1
		switch {
		case l == "":
			if !own {
				return "", ""
			}
		case strings.HasPrefix(l, "--"), strings.HasPrefix(l, "//"):
			if id, title := label(l[2:]); id != "" {
				return id, title
			}
		default:
			return "", ""
		}
	}
	return "", ""
}

// label reads "Q4. Rooms of a hotel by date" or "Step 7: the latest videos".
func label(s string) (id, title string) {
	s = strings.TrimSpace(s)
	n := 0
	for n < len(s) && isWord(s[n]) {
		n++
	}
	word := s[:n]
	switch {
	case strings.EqualFold(word, "step"):
		rest := strings.TrimSpace(s[n:])
		m := 0
		for m < len(rest) && rest[m] >= '0' && rest[m] <= '9' {
			m++
		}
		if m == 0 {
			return "", ""
		}
		word, s, n = rest[:m], rest, m
	case len(word) > 1 && (word[0] == 'Q' || word[0] == 'q') && strings.Trim(word[1:], "0123456789") == "":
	default:
		return "", ""
	}
	return word, strings.TrimSpace(strings.TrimLeft(s[n:], ".:,) "))
}

// arrows finds where each question's input comes from: the table of one row for the
// same key, where there is one, else the tables whose answers hold the key. Tables of
// the same keyspace come first.
func (r *Reading) arrows(at map[*schema.Table]int, m *work.Meter) {
	asked := map[*schema.Table]bool{}
	for _, q := range r.Queries {
		asked[q.Table] = true
	}
	have := map[string]int{} // how many tables have a column of that name
	for _, t := range r.Tables {
		for c := range t.Columns() {
			have[c.Name]++
		}
	}
	for _, q := range r.Queries {
		if !m.Ask(1 + len(r.Tables)) {
			return
		}
		to := q.Table
		// What no other table has is typed, or worked out as a bucket is.
		key := slices.DeleteFunc(slices.Clone(to.PartitionKey), func(c *schema.Column) bool { return have[c.Name] < 2 })
		var from []*schema.Table
		for _, t := range r.Tables {
			if t != to && len(t.Clustering) == 0 && len(to.Clustering) > 0 && sameColumns(t.PartitionKey, key) && asked[t] {
				from = append(from, t)
			}
		}
		if len(from) == 0 {
			for _, t := range r.Tables {
				if t == to || !asked[t] || t.View != nil {
					continue
				}
				all, found := true, false
				for _, k := range key {
					c := t.Column(k.Name)
					if c == nil || !c.Type.Equal(k.Type) {
						all = false
						break
					}
					found = found || c.Kind != schema.PartitionKey
				}
				if all && found {
					from = append(from, t)
				}
			}
		}
		if near := slices.DeleteFunc(slices.Clone(from), func(t *schema.Table) bool { return t.Keyspace != to.Keyspace }); len(near) > 0 {
			from = near
		}
		// Two tables that feed each other: the earlier one comes first.
		from = slices.DeleteFunc(from, func(t *schema.Table) bool {
			return at[t] > at[to] && len(to.Clustering) > 0
		})
		if len(from) == 0 {
			from = []*schema.Table{nil}
		}
		for _, t := range from {
			r.Arrows = append(r.Arrows, Arrow{t, to, q})
		}
	}
}

func sameColumns(a, b []*schema.Column) bool {
	return slices.EqualFunc(a, b, func(x, y *schema.Column) bool { return x.Name == y.Name })
}

// An Answer is a question that a table can answer, or one that it cannot.
type Answer struct {
	Can   bool
	Words string // "the rows of one hotel_id, in the order of date, room_number"
	CQL   string
	Why   string // what it reads, or why it is refused
}

// Name is a table as the script would name it in a query: without a keyspace where the script
// has none.
func (r *Reading) Name(t *schema.Table) string {
	if t.Keyspace == r.Unnamed {
		return cql.QuoteName(t.Name)
	}
	return cql.QuoteName(t.Keyspace) + "." + cql.QuoteName(t.Name)
}

// Answers are the questions that a table can answer well, then some that it cannot.
func (r *Reading) Answers(t *schema.Table) (out []Answer) {
	names := func(cols []*schema.Column) []string {
		var out []string
		for _, c := range cols {
			out = append(out, c.Name)
		}
		return out
	}
	from, pk, n := " FROM "+r.Name(t)+" WHERE ", t.PartitionKey, len(t.Clustering)
	is := func(name string) string { return cql.QuoteName(name) + " = ?" }
	where := func(cols []*schema.Column) string {
		var parts []string
		for _, c := range cols {
			parts = append(parts, is(c.Name))
		}
		return strings.Join(parts, " AND ")
	}
	say := func(can bool, what string, of []*schema.Column, with, where, why string) {
		out = append(out, Answer{can, what + " of one " + some(names(of), "and") + with, "SELECT *" + from + where, why})
	}
	if n == 0 {
		say(true, "the row", pk, "", where(pk), "One partition of one row.")
	} else {
		var order []string
		for _, c := range t.Clustering {
			mark := " ↑"
			if c.Desc {
				mark = " ↓"
			}
			order = append(order, c.Name+mark)
		}
		say(true, "the rows", pk, ", in the order "+strings.Join(order, ", ")+" or exactly the reverse", where(pk), "One partition.")
		for i, c := range t.Clustering {
			fixed, all, q := slices.Concat(pk, t.Clustering[:i]), slices.Concat(pk, t.Clustering[:i+1]), cql.QuoteName(c.Name)
			const slice = "A slice of one partition."
			say(true, "those", fixed, " with "+c.Name+" from … to …", where(fixed)+" AND "+q+" >= ? AND "+q+" < ?", slice)
			if i == n-1 {
				say(true, "the one row", all, "", where(all), "One row.")
			} else {
				say(true, "those", all, "", where(all), slice)
			}
		}
	}
	if len(t.Statics) > 0 {
		out = append(out, Answer{true, "what all rows of one " + some(names(pk), "and") + " share: " + some(names(t.Statics), "and"),
			"SELECT DISTINCT " + strings.Join(quoted(names(slices.Concat(pk, t.Statics))), ", ") + from + where(pk), "The static row of one partition."})
	}
	const everywhere = "By the index: almost every node is asked."
	for _, ix := range t.Indexes {
		c := t.Column(ix.Column)
		if c == nil {
			continue
		}
		q := cql.QuoteName(c.Name)
		if ix.Nearest(c) {
			out = append(out, Answer{true, "the nearest by " + c.Name, "SELECT *" + strings.TrimSuffix(from, "WHERE ") + "ORDER BY " + q + " ANN OF ? LIMIT 10", everywhere})
			continue
		}
		equal := " = ?"
		if ix.Target == "entries" {
			equal = "[?] = ?"
		}
		for _, o := range [...]struct {
			op         cql.Op
			with, asks string
		}{{cql.Eq, " with one ", equal}, {cql.Contains, " with one value in ", " CONTAINS ?"}, {cql.ContainsKey, " with one key in ", " CONTAINS KEY ?"}, {cql.Like, " by LIKE on ", " LIKE ?"}} {
			if !ix.Answers(c, o.op) {
				continue
			}
			if n > 0 && c.Kind != schema.PartitionKey && c != t.Clustering[0] { // else the key has answered it
				say(true, "those", pk, o.with+c.Name, where(pk)+" AND "+q+o.asks, "One partition, by the index.")
			}
			out = append(out, Answer{true, "all" + o.with + c.Name, "SELECT *" + from + q + o.asks, everywhere})
			break
		}
	}
	indexed := func(c *schema.Column) bool {
		return slices.ContainsFunc(t.Indexes, func(ix *schema.Index) bool { return ix.Column == c.Name })
	}
	if len(pk) > 1 && !indexed(pk[0]) {
		say(false, "those", pk[:1], " alone", where(pk[:1]), "Only the whole partition key names a partition.")
	}
	if n > 1 && !indexed(t.Clustering[n-1]) {
		last, first := t.Clustering[n-1].Name, t.Clustering[0].Name
		say(false, "those", pk, " and one "+last+", whatever the "+first, where(pk)+" AND "+is(last), "Rows are sorted by "+first+" first, so these are scattered over the partition.")
	}
	single := func(c *schema.Column) bool { return !c.Type.MultiCell() && c.Type.Kind != cqltype.Counter }
	if i := slices.IndexFunc(t.Regulars, single); i >= 0 && !indexed(t.Regulars[i]) {
		out = append(out, Answer{false, "those with one " + t.Regulars[i].Name, "SELECT *" + from + is(t.Regulars[i].Name), "It is not in the key, so every partition on every node would be read."})
	}
	return out
}

func quoted(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = cql.QuoteName(n)
	}
	return out
}
