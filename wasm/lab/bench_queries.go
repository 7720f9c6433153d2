//go:build !chapters

package lab

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/number"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/repair"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/session"
	"partitionlab/wasm/view"
	"partitionlab/wasm/work"
)

// This file asks each query of every table that has its columns: what an engineer reads
// first.

// A servedQuery is a read with the tables that were asked, the cheapest first.
type servedQuery struct {
	item       int
	line, text string
	offers     []*offer
	more       int // tables that have its columns besides
}

// mostOffers is how many tables are asked for one query, mostAsked how many queries are asked.
const mostOffers, mostAsked = 50, mostReported

// An offer is what a table says to a query.
type offer struct {
	table      string // as CQL writes it behind FROM
	name       string
	how, class string // in words; "accepted" for what does not grow with the table, "warning", "refused"
	named      bool   // by the query itself
	joins      bool   // several rows into one, as count(*) does
	cost       int
}

// scopeCosts order how many partitions are read, by what that takes.
var scopeCosts = [...]int{plan.NoPartition: 0, plan.OnePartition: 1, plan.OneIndexedPartition: 2, plan.SomePartitions: 3,
	plan.TokenRangeOfTable: 4, plan.IndexedPartitions: 5, plan.AllPartitions: 6}

// What is filtered, or refused, comes behind all that is not.
const filteredCost, refusedCost = 10, 100

// offerOf puts a verdict into words.
func offerOf(p *plan.Access, diags []diag.Diagnostic) *offer {
	o := &offer{how: "not judged yet", class: "warning", cost: refusedCost - 1}
	for i := range diags {
		if d := &diags[i]; d.Severity == diag.Refused {
			how := "refused" // the server's words stand with the verdicts
			if d.Rule != "" {
				how += " · " + d.Rule
			}
			return &offer{how: how, class: "refused", cost: refusedCost}
		}
	}
	if p != nil {
		good := false
		if o.how, good = service(p); good {
			o.class = "accepted"
		}
		o.joins = p.Aggregated
		if o.cost = scopeCosts[p.Partitions]; p.Filtered {
			o.cost += filteredCost
		}
	}
	return o
}

// A keptTable is what is known of a table for as long as it is the same: for this text, and for
// the next one.
type keptTable struct {
	is   string            // its CQL
	said map[string]*offer // to statements of this text
	old  map[string]*offer // and of the one before

	sized, bare       *benchTable // with the numbers that were given, and without
	sizedFor, bareFor string      // what these hang on
}

// remember begins with what is known of the tables of the text before, as long as nothing else has
// changed on which that hangs: types, indexes, functions, settings.
func (w *benchWork) remember(m *work.Meter) {
	j := w.judged
	var b strings.Builder
	b.WriteString(w.settled + w.aside + j.keyspace + "\x00" + w.done.conn.Keyspace())
	for i := range j.items {
		m.Breathe(1)
		item := &j.items[i]
		if _, table := item.stmt.(*cql.CreateTable); !table && item.stmt != nil && changesSchema(item.stmt) {
			b.WriteString("\x00" + item.keyspace + "\x00" + w.filled.Text[item.span.Start:item.span.End])
		}
	}
	w.before, w.kept = w.kept, map[string]*keptTable{}
	if around := b.String(); around != w.around || w.aside != "" { // a file speaks of tables by names that others may have, too
		w.before, w.around = nil, around
	}
}

// say is what a table says to a read.
func (w *benchWork) say(t *schema.Table, read *cql.Select, text string, prepared bool) offer {
	k := w.knownOf(t)
	o := k.said[text]
	if o == nil {
		o = k.old[text]
	}
	if o == nil {
		v := w.done.conn.AskOf(t, read, prepared)
		o = offerOf(v.Plan, v.Diags)
	}
	if !w.done.conn.Work().Stopped() { // else it may know half
		k.said[text] = o
	}
	return *o
}

// knownOf is what is known of a table.
func (w *benchWork) knownOf(t *schema.Table) *keptTable {
	name := fullName(t)
	k := w.kept[name]
	if k == nil {
		is := t.Element().CQL
		if k = w.before[name]; k == nil || k.is != is {
			k = &keptTable{is: is}
		}
		k.old, k.said = k.said, map[string]*offer{}
		w.kept[name] = k
	}
	return k
}

// ask asks the reads of the text, unless that is done.
func (w *benchWork) ask(m *work.Meter) {
	if w.asked != nil {
		return
	}
	j := w.judged
	conn := w.done.conn
	conn.Meter(m)
	out := []servedQuery{}
	unasked := 0
	tables := map[*schema.Keyspace]map[string][]*schema.Table{}
	for i := range j.items {
		item := &j.items[i]
		read, ok := item.stmt.(*cql.Select)
		if !m.Ask(1) {
			return
		}
		if !ok {
			continue
		}
		if len(out) == mostAsked {
			unasked++
			continue
		}
		text := w.filled.Text[item.span.Start:item.span.End]
		q := servedQuery{item: i, line: placeOf(j.src, item.span.Start), text: onOneLine(j.src.Text[item.span.Start:item.span.End], signsInTable)}
		named := offerOf(item.plan, item.diags)
		from := w.written(read.From.Place())
		named.table, named.name, named.named = j.src.Text[from.Start:from.End], read.From.Name.Text, true
		q.offers = append(q.offers, named)
		others, more := j.others(m, item, read, tables)
		q.more = more
		for _, t := range others {
			if !m.Ask(itemUnits) {
				return
			}
			o := w.say(t, read, text, w.done.results[i].Prepared)
			if o.joins && !sameRows(j.table(item, read), t) { // the answer would be the number of something else
				continue
			}
			o.name, o.table = t.Name, cql.QuoteName(t.Name)
			if read.From.Keyspace.Given() {
				o.table = w.unfilled(t.String(), false)
			}
			q.offers = append(q.offers, &o)
		}
		sort.SliceStable(q.offers, func(i, j int) bool { return q.offers[i].cost < q.offers[j].cost })
		out = append(out, q)
	}
	w.asked, w.unaskedReads = out, unasked
}

// others are the tables and views, besides the one that a read names, that have all columns
// which it needs, each with the same type: of its keyspace, as they are in the end. There may
// be more than are asked. Those of each keyspace are kept in a map, by their columns.
func (j *judged) others(m *work.Meter, item *judgedItem, read *cql.Select, of map[*schema.Keyspace]map[string][]*schema.Table) (out []*schema.Table, more int) {
	named := j.table(item, read)
	keyspace := item.keyspace
	if read.From.Keyspace.Given() {
		keyspace = read.From.Keyspace.Text
	}
	ks := j.catalogue.Keyspaces[keyspace]
	if ks == nil || ks.System {
		return nil, 0
	}
	need := read.Columns()
	if named != nil && len(read.Selectors) == 0 { // all that it has
		for c := range named.Columns() {
			need = append(need, c.Name)
		}
	}
	if len(need) == 0 {
		return nil, 0 // nothing tells what is asked for
	}
	if of[ks] == nil {
		of[ks] = map[string][]*schema.Table{}
		for _, t := range ks.InOrder() {
			m.Ask(t.Count())
			for c := range t.Columns() {
				of[ks][c.Name] = append(of[ks][c.Name], t)
			}
		}
	}
	rare := of[ks][need[0]]
	for _, name := range need[1:] {
		if with := of[ks][name]; len(with) < len(rare) {
			rare = with
		}
	}
	for _, t := range rare {
		m.Ask(1)
		if t == named || slices.ContainsFunc(need, func(name string) bool {
			c := t.Column(name)
			return c == nil || named != nil && named.Lacks(c)
		}) {
			continue
		}
		if len(out) == mostOffers {
			more++
			continue
		}
		out = append(out, t)
	}
	return out, more
}

// sameRows reports whether the rows of two tables are the same things: each has what tells those
// of the other one apart.
func sameRows(a, b *schema.Table) bool {
	lacks := func(t, of *schema.Table) bool {
		return slices.ContainsFunc(slices.Concat(of.PartitionKey, of.Clustering), t.Lacks)
	}
	return a != nil && !lacks(a, b) && !lacks(b, a)
}

// own is how the table that a query names serves it.
func (q *servedQuery) own() *offer {
	return q.offers[slices.IndexFunc(q.offers, func(o *offer) bool { return o.named })]
}

// refusing are the other tables that have its columns, and refuse it.
func (q *servedQuery) refusing() (names []string) {
	for _, o := range q.offers {
		if !o.named && o.class == "refused" {
			names = append(names, o.name)
		}
	}
	return names
}

// matrix is a row for each read, with what serves it, the cheapest first.
func (w *benchWork) matrix() view.Part {
	if w.asked == nil {
		return w.notDone()
	}
	var unread []string
	for i := range w.judged.items {
		if item := &w.judged.items[i]; item.stmt == nil && !item.command && strings.EqualFold(w.judged.src.Text[item.span.Start:min(item.span.Start+6, item.span.End)], "select") {
			unread = append(unread, placeOf(w.judged.src, item.span.Start))
		}
	}
	if len(w.asked)+len(unread) == 0 {
		return fieldNote("There is no SELECT in this text. Write the queries of the application below the tables: each is asked of every table that has its columns, and listed here with what serves it.")
	}
	var all view.Nodes
	seen := map[string]int{}
	for i := range w.asked[:min(len(w.asked), maxCards)] {
		q := &w.asked[i]
		seen[q.text]++ // a repair moves queries: what is open in the row of one stays with it
		tr := view.El("tr", view.Class(q.own().class), view.A("data-key", strconv.Itoa(seen[q.text])+" "+q.text))
		all = append(all, cells(tr, view.Text(q.line), view.Leaf("code", "", q.text), w.offersView(i)))
	}
	out := view.Nodes{entryTable("What serves each query", []string{"Line", "Query", "Served by, the cheapest first"}, all)}
	switch more := len(w.asked) - maxCards; {
	case w.unaskedReads > 0:
		out = append(out, fieldNote("And "+number.Within(more+w.unaskedReads, "more query")+". The report has the first "+number.Count(mostAsked)+"."))
	case more > 0:
		out = append(out, fieldNote("And "+number.Within(more, "more query")+". The report has all."))
	}
	for _, s := range w.idle() {
		out = append(out, fieldNote(s))
	}
	if n := len(unread); n > 0 {
		out = append(out, fieldNote("No table is asked for what cannot be read: "+lineWord(n)+fewOf(unread, "line")+"."))
	}
	return append(out, fieldNote("Each query is asked of the table that it names, in bold, and of each other table of the keyspace that has its columns. Whether that one holds the same rows only you know."))
}

// offersView lists what serves a query, and the tables that would.
func (w *benchWork) offersView(at int) *view.Node {
	q := &w.asked[at]
	n := view.El("ul", view.Class("offers"))
	for k, o := range q.offers {
		if o.class == "refused" && !o.named {
			continue
		}
		li := view.El("li", view.Class(o.class), view.A("data-key", o.name))
		name := view.Leaf("code", "", o.table)
		if o.named {
			name = view.El("b", name)
		}
		li.Add(name, view.Text(" "+o.how))
		if !o.named {
			li.Add(view.Text(" "), doing("fix needs-lab", "from", place2(at, k), view.Text("read this one")))
		}
		n.Add(li)
	}
	if q.more > 0 {
		n.Add(view.Leaf("li", "field-note", number.Begin(q.more, "more table")+" with its columns "+isAre(q.more)+" not asked."))
	}
	if names := q.refusing(); len(names) > 0 {
		n.Add(view.Leaf("li", "field-note", "Refused by "+fewOf(names, "table")+"."))
	}
	for k, d := range w.judged.items[q.item].diags { // the same ways out as beside the verdict
		for l, fix := range d.Fixes {
			if d.Severity != diag.Refused {
				continue
			}
			li := view.El("li", view.A("data-key", place2(k, l)), doing("fix needs-lab", "fix", place3(q.item, k, l), view.Text(fix.Title)))
			if fix.Makes != "" {
				li.Add(view.El("details", view.A("data-key", "makes"), view.Leaf("summary", "", "Its CQL"),
					view.Scroll("pre", "proposal-cql", "what is made for line "+q.line, view.Leaf("code", "", strings.TrimSuffix(fix.Makes, ";")+";"))))
			}
			n.Add(li)
		}
	}
	return n
}

// idle says which tables no read asks, or could be answered by.
func (w *benchWork) idle() (said []string) {
	asked, written, serves := map[string]bool{}, map[string]bool{}, map[string][]string{} // lines, by the names of tables
	for i := range w.asked {
		for _, o := range w.asked[i].offers {
			if asked[o.name] = asked[o.name] || o.named; o.class == "accepted" {
				serves[o.name] = append(serves[o.name], w.asked[i].line)
			}
		}
	}
	for i := range w.judged.items {
		if p := w.judged.items[i].plan; p != nil && p.Write {
			for _, m := range append(p.Members, p) {
				if m.Table != nil {
					written[m.Table.Name] = true
				}
			}
		}
	}
	var useless, unread, unsaid []string
	for _, t := range w.judged.tables {
		switch lines := serves[t.Name]; {
		case len(lines) == 0 && written[t.Name] && !asked[t.Name]:
			unread = append(unread, t.Name)
		case len(lines) == 0:
			useless = append(useless, t.Name)
		case asked[t.Name]:
		case len(said) == maxFindings:
			unsaid = append(unsaid, t.Name)
		default:
			said = append(said, "No query reads "+t.Name+". It would answer "+lineWord(len(lines))+fewOf(lines, "line")+".")
		}
	}
	tell := func(list []string, before, behind string) {
		if len(list) > 0 {
			said = append(said, before+fewOf(list, "table")+behind)
		}
	}
	tell(unsaid, "No query reads ", ", each of which would answer one.")
	tell(unread, "No query here reads ", ", which "+isAre(len(unread))+" only written.")
	tell(useless, "No SELECT here is served well by ", "; writes are not counted.")
	return said
}

func lineWord(n int) string {
	if n == 1 {
		return "line "
	}
	return "lines "
}

// fewOf enumerates texts, as many as somebody reads, and says how many more there are of what.
func fewOf(all []string, what string) string {
	if more := len(all) - mostNamed; more > 1 {
		all = append(slices.Clone(all[:mostNamed]), number.Within(more, "more "+what))
	}
	return enumerated(all)
}

// mostNamed is how many names stand in one sentence.
const mostNamed = 20

// otherTable writes the table that a button of the matrix names into its query.
func (w *benchWork) otherTable(with string) (e place.Effect) {
	q, o, _ := strings.Cut(with, ".")
	i, _ := strconv.Atoi(q)
	k, _ := strconv.Atoi(o)
	if i < 0 || i >= len(w.asked) || k < 0 || k >= len(w.asked[i].offers) {
		return e
	}
	read := w.judged.items[w.asked[i].item].stmt.(*cql.Select)
	f := diag.Fix{Edits: []diag.Edit{{Span: w.written(read.From.Place()), Text: w.asked[i].offers[k].table}}}
	return w.put(f.Apply(w.text()), true)
}

// nearRules are those by which a table does not serve a read that another one may.
const nearRules = rule.W05 + rule.W06 + rule.W10 + rule.W11 + rule.W12

// sayNear says of a read that its table does not serve which other one answers it, or nearly. That hangs
// on all tables, as they are in the end.
func (w *benchWork) sayNear(m *work.Meter) {
	j := w.judged
	tables := map[string][]*schema.Table{}
	for i := range j.items {
		m.Breathe(1)
		read, ok := j.items[i].stmt.(*cql.Select)
		if !ok || len(j.items[i].diags) == 0 {
			continue
		}
		t, d := j.table(&j.items[i], read), &j.items[i].diags[0]
		if t == nil || d.Severity != diag.Refused || d.Rule == "" || !strings.Contains(string(nearRules), d.Rule) {
			continue
		}
		if tables[t.Keyspace] == nil {
			tables[t.Keyspace] = j.catalogue.Keyspaces[t.Keyspace].InOrder()
		}
		if !m.Ask(itemUnits + len(tables[t.Keyspace])) {
			return
		}
		d.Instead = also(d.Instead, repair.Near(read, t, tables[t.Keyspace]))
	}
}

// home is a proposed table, or an index, at the end of the schema, or in a migration of its own where there are
// several: a schema is no part of the queries, and what has run already runs no more. What is not accepted there
// stays before its query.
func (w *benchWork) home(with string, f *diag.Fix) string {
	j := w.judged
	text := f.Apply(j.src.Text)
	number, _, _ := strings.Cut(with, ".")
	at, _ := strconv.Atoi(number)
	item := &j.items[at]
	from := j.table(item, item.stmt)
	if from == nil || len(f.Edits) == 0 {
		return text
	}
	behind := j.schemaEnd(at, from)
	if behind < 0 || j.fileOf(behind) == j.fileOf(at) {
		return text
	}
	after := behind // the statement behind which it stands
	series := j.series(j.fileOf(behind))
	if len(series) > 1 {
		for i := range j.items {
			if j.items[i].span.Len() > 0 && j.fileOf(i) == series[len(series)-1] {
				after = i
			}
		}
	}
	create := f.Makes
	if strings.HasPrefix(create, "CREATE TABLE ") && j.items[after].keyspace != item.keyspace { // an index names the keyspace of its table
		create = "CREATE TABLE " + strings.TrimPrefix(strings.TrimPrefix(create, "CREATE TABLE "), cql.QuoteName(from.Keyspace)+".")
		create = strings.Replace(create, "TABLE ", "TABLE "+cql.QuoteName(from.Keyspace)+".", 1)
	}
	if len(series) > 1 {
		if text := w.nextMigration(series, create, from, f); text != "" {
			return text
		}
	}
	edit := diag.Edit{Text: "\n\n" + create + ";"}
	edit.Start = j.items[behind].span.End
	if semicolon := strings.IndexByte(j.src.Text[edit.Start:], ';'); semicolon >= 0 && strings.TrimSpace(j.src.Text[edit.Start:edit.Start+semicolon]) == "" {
		edit.Start += semicolon + 1
	} else {
		edit.Text = ";" + edit.Text
	}
	if rest, _, _ := strings.Cut(j.src.Text[edit.Start:], "\n"); strings.TrimSpace(uncommented(rest)) == "" { // a comment stays with its statement
		edit.Start += len(rest)
	}
	edit.End = edit.Start
	moved := diag.Fix{Edits: append([]diag.Edit{edit}, f.Edits[1:]...)}.Apply(j.src.Text)
	if refusals(w.again(moved)) >= refusals(w.done.results) {
		return text
	}
	return moved
}

// series are the files, by their numbers, whose names differ from that of one in a number alone and what stands
// behind it, such as V1__users.cql and V2__orders.cql: migrations, in the order of the text, with that one.
func (j *judged) series(file int) (out []int) {
	if file == 0 {
		return nil
	}
	of, _, _ := numbers(j.src.Files[file-1].Name)
	for i := range j.src.Files {
		if f := &j.src.Files[i]; !f.Aside {
			if before, list, _ := numbers(f.Name); before == of && len(list) > 0 {
				out = append(out, i+1)
			}
		}
	}
	return out
}

// numbers are what stands in the name of a file before its first number, with the folder; its numbers; and what
// stands between and behind these: 1 and 2 of V1.2__users.cql, then ".", "__users.cql". Numbers behind a word belong to it.
func numbers(name string) (before string, list, between []string) {
	folder := strings.LastIndexByte(name, '/') + 1
	at := folder
	digit := func(i int) bool { return i < len(name) && '0' <= name[i] && name[i] <= '9' }
	for at < len(name) && !digit(at) {
		at++
	}
	before = name[:at]
	for digit(at) {
		start := at
		for digit(at) {
			at++
		}
		list = append(list, name[start:at])
		start = at
		if at+1 < len(name) && strings.IndexByte("._-", name[at]) >= 0 && digit(at+1) {
			at++
		} else {
			at = len(name)
		}
		between = append(between, name[start:at])
	}
	return before, list, between
}

// nextName is the name of the file that comes behind the migrations of a series: the number in which the last two
// differ is one more than the highest, with as many digits, and behind it stands what is made, where they say such things.
func nextName(names []string, what string) string {
	n := len(names)
	name, last, between := numbers(names[n-1])
	_, other, behind := numbers(names[n-2])
	at := 0 // of the number that goes up
	for at < len(last)-1 && at < len(other) && last[at] == other[at] {
		at++
	}
	most, width := uint64(0), 0
	for i := range names {
		if _, list, _ := numbers(names[i]); at < len(list) && slices.Equal(list[:at], last[:at]) {
			number, err := strconv.ParseUint(list[at], 10, 63)
			if err != nil {
				return ""
			}
			most, width = max(most, number), max(width, len(list[at]))
		}
	}
	next := strconv.FormatUint(most+1, 10)
	if strings.HasPrefix(last[at], "0") {
		next = strings.Repeat("0", max(width-len(next), 0)) + next
	}
	for i := range at {
		name += last[i] + between[i]
	}
	apart := func(s string) string { return s[:len(s)-len(strings.TrimLeft(s, "._- "))] }
	rest := between[len(between)-1]
	sign := apart(rest)
	words, ending, _ := strings.Cut(rest[len(sign):], ".")
	if sign == "." && rest == behind[len(behind)-1] { // 2.up.cql
		return name + next + rest
	} else if ending != "" {
		ending = "." + ending
	}
	if sign == "" {
		sign = apart(between[at])
	}
	if words == "" {
		return name + next + sign + ending
	}
	return name + next + sign + what + ending
}

// nextMigration is the text with a new file behind the migrations of a series, for one that is there may have run
// already and runs no more; "" where that is not accepted there.
func (w *benchWork) nextMigration(series []int, create string, from *schema.Table, f *diag.Fix) string {
	files := w.judged.src.Files
	var names []string
	for _, file := range series {
		names = append(names, files[file-1].Name)
	}
	what := from.Name + "_index"
	if rest, table := strings.CutPrefix(create, "CREATE TABLE "); table {
		name, _, _ := strings.Cut(rest, " ")
		what = name[strings.LastIndexByte(name, '.')+1:]
	}
	what = strings.Map(func(c rune) rune {
		if c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' {
			return c
		}
		return -1
	}, what)
	name := nextName(names, what)
	if name == "" {
		return ""
	}
	text := w.judged.src.Text
	edit := diag.Edit{Text: fileLine + " " + name + "\n" + create + ";\n"}
	edit.Start = len(text)
	if last := series[len(series)-1]; last < len(files) {
		edit.Start = files[last].Start
	}
	if edit.Start > 0 && text[edit.Start-1] != '\n' {
		edit.Text = "\n" + edit.Text
	}
	edit.End = edit.Start
	moved := diag.Fix{Edits: append([]diag.Edit{edit}, f.Edits[1:]...)}.Apply(text)
	if refusals(w.again(moved)) >= refusals(w.done.results) {
		return ""
	}
	return moved
}

// schemaEnd is the last statement before another one that makes or changes what is in the keyspace of
// a table: in the file that makes the table, or where further files are migrations, in the last of these;
// −1 for none.
func (j *judged) schemaEnd(before int, from *schema.Table) int {
	end, last, later := -1, -1, false
	migrations := j.migrations()
	for i := range j.items[:before] {
		item := &j.items[i]
		if item.stmt == nil || item.plan != nil || item.command || !changesSchema(item.stmt) || j.keyspaceOf(item, item.stmt) != from.Keyspace {
			continue
		}
		file := j.fileOf(i)
		if st, ok := item.stmt.(*cql.CreateTable); ok && end < 0 && j.table(item, st) == from {
			end = i
		}
		if end < 0 {
			continue
		}
		last = i
		if home := j.fileOf(end); file == home {
			end = i
		} else {
			later = later || migrations[file] || numbered(j.src.Files[home-1].Name, j.src.Files[file-1].Name)
		}
	}
	if later {
		return last
	}
	return end
}

// again runs a text as the one of the page was run.
func (w *benchWork) again(text string) []session.Outcome {
	conn := w.connect(w.judged.keyspace, nil)
	conn.Bare = true
	src := filed(text)
	src.Text = w.fillIn(text, w.judged.keyspace, nil).Text
	return conn.Verdicts(src)
}

func refusals(results []session.Outcome) (n int) {
	for i := range results {
		if results[i].Diag != nil {
			n++
		}
	}
	return n
}

// fileOf is the number of the file that an item stands in.
func (j *judged) fileOf(i int) int {
	return sort.Search(len(j.src.Files), func(k int) bool { return j.src.Files[k].Start > j.items[i].span.Start })
}

// keyspaceOf is the keyspace of what a statement is about.
func (j *judged) keyspaceOf(item *judgedItem, s cql.Statement) string {
	if name := s.Target(); name.Keyspace.Given() {
		return name.Keyspace.Text
	}
	return item.keyspace
}
