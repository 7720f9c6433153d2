//go:build !chapters

package lab

import (
	"slices"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/migration"
	"partitionlab/wasm/number"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/session"
	"partitionlab/wasm/view"
	"partitionlab/wasm/work"
)

// A benchDiff is what leads from the schema of one file to that of another, and what it does to
// sizes and queries.
type benchDiff struct {
	before, after  string    // names of the files
	first, later   string    // the same, as they stand in the text
	alone          bool      // the later one is a schema by itself; else all files up to it are
	chains         [2]string // the first of the files that make the schemas of the earlier one and of the later, "" where they make them by themselves
	behind         bool      // files before the earlier one change a schema, too
	part           string    // the file that is no whole schema, "" for none
	of             string    // what it defines of the other one
	steps          []migration.Step
	sizes, queries [][]string
	fromNothing    bool     // no table was there before
	nothing        bool     // and none after: they are refused
	large          bool     // there are too many tables for a page
	cut            int      // tables whose options are not known
	refused        []string // where statements are that would change a schema
	tooMuch        int      // statements that were more than is worked out
	gained, lost   int      // queries that are served well from then on, or until then
	broken         int      // queries and writes that are refused from then on
}

// How a file is read, where somebody says it: as a migration on top of what is there before it, or as
// a schema.
const onTop, asSchema = "migration", "schema"

// readingLine begins the line with which a file says how it is read: it stands in the file, so it goes
// and comes back with it, whatever it is called and wherever it stands.
const readingLine = "-- lab:reading "

// saidReading is how a file is read by what its first line says, "" for nothing.
func saidReading(src *diag.Source, at int) string {
	line, _, _ := strings.Cut(src.Text[src.Files[at].Text:], "\n")
	switch said, _ := strings.CutPrefix(strings.TrimSpace(line), readingLine); said {
	case onTop, asSchema:
		return said
	}
	return ""
}

// read is the text in which a file says how it is read.
func (w *benchWork) read(at int, reading string) place.Effect {
	src := w.judged.src
	from := src.Files[at].Text
	before, after := src.Text[:from], src.Text[from:]
	if saidReading(src, at) != "" {
		_, after, _ = strings.Cut(after, "\n")
	}
	if from > 0 && before[from-1] != '\n' { // the last file has no text
		before += "\n"
	}
	return w.put(before+readingLine+reading+"\n"+after, false)
}

// chains tells of each file with which one the schema begins that it ends: a migration adds to what the
// files before it make, and a schema begins with itself. A file is a migration where it changes what
// they make, which touches tells, or makes more and has a number behind theirs; one that makes again what
// they made is a schema.
func (j *judged) chains(touches []bool) []int {
	out := make([]int, len(j.src.Files))
	names := map[string]bool{}  // what the files of the chain make
	makers := map[string]bool{} // the series of those that make something
	begin := 0                  // its first file
	for at, i := 0, 0; at < len(out); at++ {
		again := false
		var own []string
		for ; i < len(j.items) && j.fileOf(i)-1 <= at; i++ {
			item := &j.items[i]
			if j.fileOf(i)-1 < at || item.stmt == nil {
				continue
			}
			switch item.stmt.(type) {
			case *cql.DropTable:
				delete(names, j.keyspaceOf(item, item.stmt)+"."+item.stmt.Target().Name.Text)
			case *cql.DropType:
				delete(names, typeMark+j.keyspaceOf(item, item.stmt)+"."+item.stmt.Target().Name.Text)
			}
			if name, unless := j.makes(i); name != "" {
				own, again = append(own, name), again || names[name] && !unless
			}
		}
		of, number := series(j.src.Files[at].Name)
		adds := touches[at+1] || number && makers[of]
		switch said := saidReading(j.src, at); {
		case said == asSchema, said == "" && again && !touches[at+1]:
			clear(names)
			clear(makers)
			begin, out[at] = at, at
		case said == onTop || adds:
			out[at] = begin
		default:
			out[at] = at
		}
		for _, name := range own {
			names[name] = true
		}
		if len(own) > 0 && number {
			makers[of] = true
		}
	}
	return out
}

// A benchPair is two files to compare, by number.
type benchPair struct {
	before, after int
	from          [2]int // the files with which the two schemas begin
	alone         bool   // they define the same table: the later one is a schema by itself
	meant         bool   // and the second is one without doubt: one table that is made twice may be a mistake
	doubtful      bool   // it may be one
	part, whole   int    // a file that defines few of the tables of the other one: the same number for none
	shared, all   int    // so many tables of so many
	types         int    // that both define
}

// pair finds them: those that are chosen, where that counts; else the first two that define the same table or type, in
// the order that their names tell, else the last that changes the schema and the one before.
func (w *benchWork) pair(choose bool) (p benchPair, ok bool) {
	j := w.judged
	defined := make([]map[string]bool, len(j.src.Files)) // tables and types of each file
	tables := make([]int, len(j.src.Files))              // how many of them are tables
	var changing []int                                   // files that change the schema
	made := map[string][]madeHere{}                      // tables and types, by their names
	define := func(at int, name string) {
		if defined[at] == nil {
			defined[at] = map[string]bool{}
		}
		if !defined[at][name] && !isType(name) {
			tables[at]++
		}
		defined[at][name] = true
	}
	for i := range j.items {
		stmt := j.items[i].stmt
		at := j.fileOf(i) - 1
		if at < 0 || stmt == nil || j.items[i].plan != nil {
			continue
		}
		if !changesSchema(stmt) {
			continue
		}
		if name, unless := j.makes(i); name != "" {
			if made[name] = append(made[name], madeHere{at, stmt, unless}); !unless {
				define(at, name)
			}
		}
		if n := len(changing); n == 0 || changing[n-1] != at {
			changing = append(changing, at)
		}
	}
	// What is made where it is not there yet may be there a second time, and nothing is meant by
	// it; but not where that is another table: no server would make it.
	other := map[int]bool{}
	for _, list := range made {
		for _, x := range list[1:] {
			if a := list[0]; a.at != x.at && !other[x.at] && (a.unless || x.unless) && a.columns() != x.columns() {
				other[a.at], other[x.at] = true, true
			}
		}
	}
	for name, list := range made {
		for _, x := range list {
			if other[x.at] {
				define(x.at, name)
			}
		}
	}
	owners := map[string][]int{} // files in their order, by what they define
	for at := range defined {
		for name := range defined[at] {
			owners[name] = append(owners[name], at)
		}
	}
	shared := func(a, b int) (n, types int) {
		for name := range defined[a] {
			switch {
			case !defined[b][name]:
			case isType(name):
				types++
			default:
				n++
			}
		}
		return n, types
	}
	// next is the first file behind another one that defines something of it, and that is wanted; -1 for none.
	next := func(a int, wanted func(b int) bool) int {
		found := -1
		for name := range defined[a] {
			for _, b := range owners[name] {
				if b > a && (found < 0 || b < found) && wanted(b) {
					found = b
				}
			}
		}
		return found
	}
	before, after := -1, -1
	for at, f := range j.src.Files {
		if choose && f.Name == w.form.text(&w.z.before) {
			before = at
		}
		if choose && f.Name == w.form.text(&w.z.after) {
			after = at
		}
	}
	one := before >= 0 || after >= 0 // the other one may stand on either side of it
	find := func(back bool) {
		for _, a := range changing {
			if before >= 0 && after >= 0 {
				return
			}
			first, second := &before, &after
			if back {
				first, second = &after, &before
			}
			if *first >= 0 && *first != a {
				continue
			}
			if b := next(a, func(b int) bool { return *second < 0 || *second == b }); b >= 0 {
				*first, *second = a, b
			}
		}
	}
	touches := j.migrations()
	chains := j.chains(touches)
	if before < 0 && after >= 0 { // what a file comes behind is the last before it that, with its chain, has something of it
		looked := -1 // a chain begins so: what its last file has not, no file of it has
		for _, at := range slices.Backward(changing) {
			if at >= after || chains[at] == looked {
				continue
			}
			looked = chains[at]
			for from := looked; before < 0 && from <= at; from++ {
				if n, types := shared(from, after); n+types > 0 {
					before = at
				}
			}
		}
	}
	if find(false); one {
		find(true)
	}
	if n := len(changing); n > 1 {
		if after < 0 {
			if after = changing[n-1]; after == before {
				after = changing[n-2]
			}
		}
		if before < 0 {
			if before = changing[max(slices.Index(changing, after), 1)-1]; before == after {
				before = changing[1]
			}
		}
	}
	if before < 0 || after < 0 || before == after {
		return p, false
	}
	// What the chain of a file makes, it has itself.
	first, later := min(before, after), max(before, after)
	for _, at := range []int{first, later} {
		for from := chains[at]; from < at && (at == first || chains[at] > first); from++ {
			for name := range defined[from] {
				define(at, name)
			}
		}
	}
	n, types := shared(before, after)
	p = benchPair{before: before, after: after, shared: n, types: types}
	if !one && n+types > 0 && earlier(j.src.Files[after].Name, j.src.Files[before].Name) {
		p.before, p.after = after, before
	}
	reading := w.reading(later)
	p.part, p.whole, p.all = p.before, p.after, tables[p.after]
	if tables[p.before] > p.all {
		p.part, p.whole, p.all = p.after, p.before, tables[p.before]
	}
	few := 2 * tables[p.part]
	p.alone = n+types > 0 || reading == asSchema
	again, chained := w.remade[later], chains[later] > first && chains[later] < later
	switch onTop := reading == onTop || touches[later+1] && !chained; { // only what makes its tables by itself is a schema
	case !p.alone || reading == asSchema:
		p.part = p.whole
	case onTop && !again:
		p.alone, p.part = false, p.whole
	case onTop:
		p.part, p.whole, p.all = later, first, tables[first]
	case few > p.all:
		p.part = p.whole
	}
	p.meant = p.alone && p.part == p.whole && (reading == asSchema || n > 1 && 2*n >= p.all)
	p.doubtful = p.alone && !p.meant && reading == "" && few >= p.all && again
	begin := [2]int{chains[first], chains[later]}
	if !p.alone { // both are in one chain
		if begin[0] = chains[later]; begin[0] > first {
			begin[0] = 0
		}
		begin[1] = begin[0]
	} else if begin[1] <= first {
		begin[1] = later
	}
	if p.from = begin; p.before > p.after {
		p.from = [2]int{begin[1], begin[0]}
	}
	return p, true
}

// reading is how somebody says that a file is read, "" for nobody: by the file, or as an old link has
// it for the later of the files that are compared.
func (w *benchWork) reading(later int) string {
	if said := saidReading(w.judged.src, later); said != "" {
		return said
	}
	return w.form.text(&w.z.reading)
}

// A madeHere is a statement that makes a table or a type, and its file.
type madeHere struct {
	at     int
	stmt   cql.Statement
	unless bool // it is there
}

// makes is the name of the table or type that a statement makes, "" for none.
func (j *judged) makes(i int) (name string, unless bool) {
	stmt := j.items[i].stmt
	switch s := stmt.(type) {
	case *cql.CreateTable:
		unless = s.IfNotExists
	case *cql.CreateType:
		name, unless = typeMark, s.IfNotExists
	default:
		return "", false
	}
	return name + j.keyspaceOf(&j.items[i], stmt) + "." + stmt.Target().Name.Text, unless
}

// typeMark stands before the names of types, which tables may have, too.
const typeMark = "type "

func isType(name string) bool { return strings.HasPrefix(name, typeMark) }

// columns are those of the table with its key and its options, or the fields of the type.
func (t madeHere) columns() string {
	text := cql.Print(t.stmt)
	return text[strings.IndexByte(text, '(')+1:]
}

// migrations tells of each file, by its number, whether it changes what a file before it makes and it
// does not: it runs on top of that.
func (j *judged) migrations() []bool {
	out := make([]bool, len(j.src.Files)+1)
	made := map[string]int{} // the last file that makes a table or a type
	for i := range j.items {
		item, file := &j.items[i], j.fileOf(i)
		if item.stmt == nil {
			continue
		}
		if name, _ := j.makes(i); name != "" {
			made[name] = file
			continue
		}
		of, mark := item.stmt.Target(), ""
		switch s := item.stmt.(type) {
		case *cql.AlterTable, *cql.CreateIndex:
		case *cql.CreateView:
			of = s.From
		case *cql.DropTable:
			if s.IfExists { // before it is made anew
				continue
			}
		case *cql.AlterType, *cql.DropType:
			mark = typeMark
		default:
			continue
		}
		at := made[mark+j.keyspaceOf(item, item.stmt)+"."+of.Name.Text]
		out[file] = out[file] || 0 < at && at < file
	}
	return out
}

// numbered reports whether two files have numbers at the same place of their names, as migrations have.
func numbered(a, b string) bool {
	x, is := series(a)
	y, too := series(b)
	return is && too && x == y && a != b
}

// series is what stands before the number in the name of a file, where it has one.
func series(name string) (before string, has bool) {
	at := strings.IndexAny(name, "0123456789")
	return name[:max(at, 0)], at >= 0
}

// earlier reports whether the name of a file says that it comes before another one, wherever the
// two stand: by its words, else by a number, else by what the other name has behind it.
func earlier(name, than string) bool {
	bare := func(s string) string {
		if at := strings.LastIndexByte(s, '.'); at > 0 {
			return s[:at]
		}
		return s
	}
	a, b := bare(name), bare(than)
	if x, y := tense(a), tense(b); x != y {
		return x < y
	}
	if len(a) != len(b) && (strings.HasPrefix(b, a) || strings.HasPrefix(a, b)) {
		return len(a) < len(b)
	}
	isDigit := func(r rune) bool { return r >= '0' && r <= '9' }
	other := func(r rune) bool { return !isDigit(r) }
	if strings.Join(strings.FieldsFunc(a, isDigit), "0") != strings.Join(strings.FieldsFunc(b, isDigit), "0") {
		return false
	}
	return slices.CompareFunc(strings.FieldsFunc(a, other), strings.FieldsFunc(b, other), func(x, y string) int {
		x, y = strings.TrimLeft(x, "0"), strings.TrimLeft(y, "0")
		if len(x) != len(y) {
			return len(x) - len(y)
		}
		return strings.Compare(x, y)
	}) < 0
}

// tense is below zero where a name says that this was, above where it says that this will be.
func tense(name string) (n int) {
	for _, word := range strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r < 'a' || r > 'z' }) {
		switch word {
		case "before", "old", "previous", "prev", "current":
			n--
		case "after", "new", "next", "target", "proposed":
			n++
		}
	}
	return n
}

// apart judges the later of two files by itself that define the same tables: nobody means to run it
// behind the other. Which files are chosen to be compared changes nothing of that.
func (w *benchWork) apart(m *work.Meter) {
	j := w.judged
	w.alone, w.doubted, w.remade = nil, nil, j.remade()
	if len(j.src.Files) < 2 || m.Stopped() {
		return
	}
	p, _ := w.pair(w.form.text(&w.z.reading) != "")
	if p.doubtful {
		w.doubted = &p
	}
	for at := range j.src.Files {
		if p.meant && at == max(p.before, p.after) || at > 0 && saidReading(j.src, at) == asSchema {
			if !m.Ask(len(j.src.Text) / lettersAtOnce) { // the text is copied for each
				break
			}
			w.judgeAlone(at, m)
		}
	}
	if w.alone != nil && !m.Stopped() {
		j.count(m)
	}
}

// judgeAlone judges a file by itself, in the keyspace in which it begins behind the others.
func (w *benchWork) judgeAlone(at int, m *work.Meter) {
	j := w.judged
	src := j.src.Files[at:]
	text, to := []byte(w.filled.Text), len(j.src.Text)
	if len(src) > 1 {
		to = src[1].Start
	}
	for i := range text { // what is left has the places that it had
		if (i < src[0].Start || i >= to) && text[i] != '\n' {
			text[i] = ' '
		}
	}
	only := diag.NewSource("", string(text))
	only.Files = j.src.Files
	conn := w.connect(j.keyspace, m)
	conn.MakesKeyspaces = true
	if first := slices.IndexFunc(j.items, func(x judgedItem) bool { return x.span.Len() > 0 && x.span.Start >= src[0].Start }); first >= 0 {
		conn.Use(j.items[first].keyspace)
	}
	by := judgedOf(only, conn.Verdicts(only), conn, m)
	if m.Stopped() {
		return
	}
	w.alone = append(w.alone, src[0].Name)
	items := map[diag.Span]*judgedItem{}
	for i := range by.items {
		items[by.items[i].span] = &by.items[i]
	}
	for i := range j.items {
		if x := items[j.items[i].span]; x != nil && x.span.Len() > 0 && !(x.nowhere() && j.items[i].nowhere()) { // the others have keyspaces to name
			j.items[i] = *x
		}
	}
}

// nowhere holds for a statement that is refused because it names no keyspace.
func (x *judgedItem) nowhere() bool {
	return slices.ContainsFunc(x.diags, func(d diag.Diagnostic) bool { return d.Rule == string(rule.RES01) })
}

// lettersAtOnce are as many as are copied and read in one unit of work.
const lettersAtOnce = 64

// remade tells of each file whether a table or type of it is refused because it is there already.
func (j *judged) remade() []bool {
	out := make([]bool, len(j.src.Files))
	for i := range j.items {
		if !slices.ContainsFunc(j.items[i].diags, func(d diag.Diagnostic) bool { return d.Kind == diag.Exists || d.Rule == string(rule.UT01) }) {
			continue
		}
		if name, _ := j.makes(i); name != "" && j.fileOf(i) > 0 {
			out[j.fileOf(i)-1] = true
		}
	}
	return out
}

// versionOffer offers to judge by itself what may be another version of the schema, or a mistake.
func (w *benchWork) versionOffer() view.Part {
	if w.doubted == nil {
		return nil
	}
	files := w.judged.src.Files
	first, then := files[min(w.doubted.before, w.doubted.after)].Name, files[max(w.doubted.before, w.doubted.after)].Name
	return view.El("span", view.Class("sub"), view.Text(then+" makes "+w.doubted.both()+" of "+first+" again, or is another version of the schema: "), doing("fix needs-lab", "alone", "", view.Text("judge "+then+" by itself")))
}

// both are how many tables and types both files define.
func (p benchPair) both() string {
	var words []string
	if p.shared > 0 {
		words = append(words, number.Within(p.shared, "table"))
	}
	if p.types > 0 {
		words = append(words, number.Within(p.types, "type"))
	}
	return strings.Join(words, " and ")
}

func changesSchema(stmt cql.Statement) bool {
	switch stmt.(type) {
	case *cql.Select, *cql.Insert, *cql.Update, *cql.Delete, *cql.Batch, *cql.Use, *cql.Truncate:
		return false
	}
	return true
}

// statementsOf are those of files of the text that change the schema, by number. Rows, of which a
// text may have many, play no part.
func (j *judged) statementsOf(first, at int) (list []int) {
	from, to := 0, len(j.src.Text)
	if at+1 < len(j.src.Files) {
		to = j.src.Files[at+1].Start
	}
	if first > 0 {
		from = j.src.Files[first].Start
	}
	for i := range j.items {
		item := &j.items[i]
		_, use := item.stmt.(*cql.Use)
		if item.span.Len() > 0 && item.span.Start >= from && item.span.End <= to && !item.command && (item.stmt == nil || use || changesSchema(item.stmt)) {
			list = append(list, i)
		}
	}
	return list
}

// within puts the statements of a part of a schema into the whole: a table or type that it makes,
// too, is made as the part says, where the whole makes it, for indexes and types need their order.
func (j *judged) within(whole, part []int) (list []int) {
	at := map[string]int{}
	for n, i := range part {
		if name, _ := j.makes(i); name != "" {
			at[name] = n + 1
		}
	}
	done := 0
	for _, i := range whole {
		name, _ := j.makes(i)
		if to := at[name]; to == 0 {
			list = append(list, i)
		} else if to > done {
			list = append(list, part[done:to]...)
			done = to
		}
	}
	return append(list, part[done:]...)
}

// schemaOf runs statements, notes which items are refused, and counts what is too much.
func (w *benchWork) schemaOf(list []int, alone bool, m *work.Meter) (conn *session.Session, refused []bool, tooMuch int) {
	j := w.judged
	conn = w.connect(j.keyspace, m)
	conn.Bare, conn.MakesKeyspaces = true, alone
	refused = make([]bool, len(j.items))
	for _, i := range list {
		item := &j.items[i]
		if !m.Ask(1) {
			break
		}
		if item.stmt == nil {
			if !item.notJudged && !item.unjudged() {
				refused[i] = true
			}
			continue
		}
		_, use := item.stmt.(*cql.Use)
		if !use {
			conn.Use(item.keyspace) // statements of two files may come in turns
		}
		switch r := conn.Exec(w.filled.Text[item.span.Start:item.span.End]); {
		case r.Ended != nil:
			tooMuch++
		case r.Diag != nil && !use && !item.unjudged():
			refused[i] = true
		}
	}
	return conn, refused, tooMuch
}

// compare compares two files, unless that is done.
func (w *benchWork) compare(m *work.Meter) {
	if w.diff != nil || len(w.judged.src.Files) < 2 {
		return
	}
	p, ok := w.pair(true)
	if !ok {
		return
	}
	files := w.judged.src.Files
	first, last, from := p.before, p.after, p.from
	if first > last {
		first, last, from = last, first, [2]int{from[1], from[0]}
	}
	d := &benchDiff{before: files[p.before].Name, after: files[p.after].Name, first: files[first].Name, later: files[last].Name, alone: p.alone, cut: len(w.filled.Cut)}
	for i, at := range []int{first, last} {
		if from[i] < at {
			d.chains[i] = files[from[i]].Name
		}
	}
	d.behind = len(w.judged.statementsOf(0, first)) > len(w.judged.statementsOf(first, first))
	old, second := w.judged.statementsOf(p.from[0], p.before), w.judged.statementsOf(p.from[1], p.after)
	apart := [2]bool{p.alone || p.from[0] > 0, p.alone || p.from[1] > 0}
	before, n, much := w.schemaOf(old, apart[0], m)
	switch { // a small schema that stands by itself may have grown
	case p.part == p.after && p.part != p.whole:
		second = w.judged.within(old, second)
		d.part = w.judged.src.Files[p.part].Name
	case p.part == p.before && p.part != p.whole && slices.Contains(n, true):
		before, n, much = w.schemaOf(w.judged.within(second, old), apart[0], m)
		d.part = w.judged.src.Files[p.part].Name
	}
	d.of = p.both() + " of the other file, which has " + number.Of(p.all, "table")
	after, more, also := w.schemaOf(second, apart[1], m)
	d.tooMuch = much + also
	for i := range more {
		if more[i] || p.alone && n[i] { // else both are made of the same
			d.refused = append(d.refused, placeOf(w.judged.src, w.judged.items[i].span.Start))
		}
	}
	were, are := tablesIn(before.Catalogue()), tablesIn(after.Catalogue())
	d.fromNothing = were == 0
	d.nothing = were+are == 0 && len(d.refused) > 0
	if d.large = were+are > mostCompared; !d.large && !d.nothing {
		d.ask(w, before, after)
		d.weigh(w, before.Catalogue(), after.Catalogue(), m)
		d.steps = migration.Steps(before, after, migration.Unnamed(w.judged.keyspace, w.judged.src.Text), w.decided())
		for i := range d.steps {
			s := &d.steps[i]
			if s.NotJudged != "" {
				d.tooMuch++
			}
			s.CQL = w.unfilled(s.CQL, false)
			for _, words := range []*string{&s.Do, &s.Loses, &s.Forbidden} {
				*words = w.unfilled(*words, true)
			}
		}
	}
	if !m.Stopped() {
		w.diff = d
	}
}

// decided are the tables that statements of the text write with conditions.
func (w *benchWork) decided() migration.Decided {
	d := migration.Decided{}
	for i := range w.judged.items {
		d.Note(w.judged.items[i].stmt, w.judged.items[i].keyspace)
	}
	return d
}

// mostCompared is how many tables, views and types two schemas may have in all for a page to
// compare them.
const mostCompared = 1_000

// tablesIn counts what a schema has.
func tablesIn(c *schema.Catalogue) (n int) {
	for _, ks := range c.Keyspaces {
		if !ks.System {
			n += len(ks.Tables) + len(ks.Types)
		}
	}
	return n
}

// ask asks the reads of the text before and after, and the writes to what is another table then.
func (d *benchDiff) ask(w *benchWork, before, after *session.Session) {
	j := w.judged
	var broken, others [][]string
	alike := map[string]int{} // writes by what is said of them: rows may be many
	var first []*[]string
	var more []int
	for i := range j.items {
		item := &j.items[i]
		_, read := item.stmt.(*cql.Select)
		if item.stmt == nil || item.command || !read && (changesSchema(item.stmt) || !rewrites(item.stmt) || d.sameTable(j, item, before, after)) || after.Work().Stopped() {
			continue
		}
		text := w.filled.Text[item.span.Start:item.span.End]
		var said [2]*offer
		for k, conn := range [...]*session.Session{before, after} {
			conn.Use(item.keyspace)
			r := conn.Ask(text)
			var refused []diag.Diagnostic
			if r.Diag != nil {
				refused = append(refused, *r.Diag)
			}
			if said[k] = offerOf(r.Verdict.Plan, refused); r.Diag != nil {
				said[k].how += ": " + r.Diag.Message
			} else if !read && r.Accepted() {
				said[k].how, said[k].class = "accepted", "accepted" // how a write is served, hangs on its key alone
			}
		}
		if said[0].how == said[1].how || said[0].class == "refused" && said[1].class == "refused" { // by which rule, helps nobody
			continue
		}
		row := []string{placeOf(j.src, item.span.Start), onOneLine(j.src.Text[item.span.Start:item.span.End], signsInTable), said[0].how, said[1].how}
		if !read {
			name := item.stmt.Target().Name.Text + row[2] + row[3]
			if n := alike[name]; n > 0 {
				more[n-1]++
				continue
			}
			first, more = append(first, &row), append(more, 0)
			alike[name] = len(more)
		}
		list := &others
		switch good := "accepted"; {
		case said[1].class == "refused":
			d.broken++
			list = &broken
		case said[0].class == said[1].class:
		case said[1].class == good:
			d.gained++
		case said[0].class == good:
			d.lost++
		}
		*list = append(*list, row)
	}
	for i, row := range first {
		if more[i] > 0 {
			(*row)[1] += " (and " + number.Count(more[i]) + " more like it)"
		}
	}
	d.queries = append(broken, others...)
}

// rewrites holds for statements that write rows.
func rewrites(stmt cql.Statement) bool {
	_, use := stmt.(*cql.Use)
	_, empties := stmt.(*cql.Truncate)
	return !use && !empties
}

// sameTable reports whether a write goes to one table that is the same before and after.
func (d *benchDiff) sameTable(j *judged, item *judgedItem, before, after *session.Session) bool {
	if _, batch := item.stmt.(*cql.Batch); batch {
		return false
	}
	name := item.stmt.Target().Name.Text
	keyspace := j.keyspaceOf(item, item.stmt)
	a, b := before.Catalogue().Table(keyspace, name), after.Catalogue().Table(keyspace, name)
	return a == b || a != nil && b != nil && a.Element().CQL == b.Element().CQL
}

// weigh compares the sizes of the tables that differ.
func (d *benchDiff) weigh(w *benchWork, before, after *schema.Catalogue, m *work.Meter) {
	for _, ks := range after.InOrder() {
		if ks.System {
			continue
		}
		for _, t := range ks.InOrder() {
			old := before.Table(ks.Name, t.Name)
			if !m.Ask(work.Slice) {
				return
			}
			if old == nil || old.Element().CQL == t.Element().CQL {
				continue
			}
			x, y := w.sizeOf(old, false), w.sizeOf(t, false)
			if x.Result == nil || y.Result == nil || x.other == y.other && x.Disk.Max == y.Disk.Max && x.Disk1.RowMax == y.Disk1.RowMax {
				continue
			}
			bytes := number.Bytes[int64]
			if bytes(x.Disk1.RowMax) == bytes(y.Disk1.RowMax) && bytes(x.Disk.Max) == bytes(y.Disk.Max) { // the difference shows in all digits alone
				bytes = number.ExactBytes[int64]
			}
			rows := number.Count(y.Rows.Max)
			if x.other != y.other {
				rows = x.rowsOfKey() + "; " + y.rowsOfKey()
			}
			d.sizes = append(d.sizes, []string{t.Name, rows, bytes(x.Disk1.RowMax), bytes(y.Disk1.RowMax), bytes(x.Disk.Max), bytes(y.Disk.Max)})
		}
	}
}

// rowsOfKey are the rows of a partition where another key has others.
func (x *benchTable) rowsOfKey() string {
	of := strings.TrimPrefix(rowsWords(x.table), "Rows")
	if x.other {
		return "not known" + of + ": " + number.Count(x.Rows.Max) + " assumed"
	}
	return number.Count(x.Rows.Max) + of
}

// What the tables of the tab, and of the report, are about.
var (
	diffSizes   = []string{"Table", "Rows", "Longest row before", "after", "One partition before", "after"}
	diffQueries = []string{"Line", "Query", "Before", "After"}
)

// summary says what there is to do, in a sentence or two.
func (d *benchDiff) summary() string {
	statements, forbidden := 0, 0
	waits := migration.Waits(d.steps)
	for _, s := range d.steps {
		switch {
		case s.NotJudged != "":
		case s.Forbidden != "":
			forbidden++
		case s.CQL != "":
			statements++
		}
	}
	statements -= waits
	s := "The schemas are the same."
	if d.nothing {
		s = "There is nothing to compare yet."
	}
	if len(d.steps) > 0 || d.tooMuch > 0 {
		s = number.Begin(statements, "statement") + " " + leadLeads(statements) + " from " + d.before + " to " + d.after + "."
		if waits > 0 {
			s += " " + number.Begin(waits, "more statement") + " " + map[bool]string{true: "waits in a comment", false: "wait in comments"}[waits == 1] + " until nothing needs any more what is taken away."
		}
	}
	if forbidden > 0 {
		s += " " + number.Begin(forbidden, "difference") + " cannot be made as it stands."
	}
	if d.cut > 0 {
		s += " The options of " + number.Within(d.cut, "table") + " hang on variables, and are not compared."
	}
	if n := len(d.refused); n > 0 {
		s += " " + number.Begin(n, "statement") + " of these files " + isAre(n) + " refused, " + fewOf(d.refused, "statement") + ": what that would make is missing here."
	}
	if d.tooMuch > 0 {
		s += " " + number.Begin(d.tooMuch, "statement") + " " + isAre(d.tooMuch) + " more than a page works out: there may be more to do. `partitionlab diff` on the command line works out more."
	}
	if d.gained > 0 {
		s += " " + number.Begin(d.gained, "query") + " will be served well from then on."
	}
	if d.broken > 0 {
		s += " " + number.Begin(d.broken, "query") + " will be refused: see below."
	}
	if d.lost > 0 {
		s += " " + number.Begin(d.lost, "query") + " will no longer be served well."
	}
	return s
}

func leadLeads(n int) string {
	if n == 1 {
		return "leads"
	}
	return "lead"
}

// diffView is the tab.
func (w *benchWork) diffView() view.Part {
	files := w.judged.src.Files
	if len(files) < 2 {
		return fieldNote("Put the schema that you want into a second file, or a migration behind the schema: here is what leads from one to the other.")
	}
	d := w.diff
	fields := view.El("div", view.Class("fields"))
	for i, f := range []input.Field{w.z.before, w.z.after} {
		chosen := "chosen by what they define"
		if d != nil && w.form.text(&f) == "" {
			chosen = [...]string{d.before, d.after}[i] + ", " + chosen
		}
		f.Options = input.Options("", chosen)
		for _, x := range files {
			if !slices.ContainsFunc(f.Options, func(o input.Option) bool { return o.Value == x.Name }) {
				f.Options = append(f.Options, input.Options(x.Name, x.Name)...)
			}
		}
		fields.Add(w.selection(w.show(f, "")))
	}
	if _, two := w.pair(true); d == nil && two {
		return view.Nodes{fields, w.notDone()}
	}
	if d == nil {
		if file := w.form.text(&w.z.before); file != "" && file == w.form.text(&w.z.after) {
			return view.Nodes{fields, fieldNote(file + " is chosen on both sides. Choose another file on one of them.")}
		}
		return view.Nodes{fields, fieldNote("Only one file changes the schema. Put the schema that you want into another one, or a migration behind it.")}
	}
	if d.large {
		return view.Nodes{fields, fieldNote("These files make more than " + number.Count(mostCompared) + " tables and types: too many to compare in a page. `partitionlab diff` on the command line compares them.")}
	}
	how, as := "Before is what all files up to "+d.before+" make, after what all up to "+d.after+" do: "+d.later+" is read as a migration, which runs on top of what is there.", asSchema
	switch {
	case d.part != "":
		how = d.part + " defines " + d.of + ", so it is no whole schema: only what it defines or changes is compared, and nothing else is dropped."
	case d.alone && d.chains != [2]string{}:
		how, as = "", onTop
		for i, name := range []string{d.first, d.later} {
			if d.chains[i] == "" {
				how += name + " is compared as a schema of its own. "
			} else {
				how += name + " is read as a migration: what all files from " + d.chains[i] + " up to it make is compared. "
			}
		}
		if how = strings.TrimSpace(how); d.chains[1] != "" {
			as = asSchema
		}
	case d.alone:
		how, as = d.before+" and "+d.after+" define some of the same tables, so each is compared as a schema of its own.", onTop
	}
	if d.alone {
		how += " The tabs besides this one judge queries by what all files make one after the other: where two of them make the same table, by that of the first."
	}
	fields.Add(doing("needs-lab", "exchange", "", view.Text("Exchange them")))
	if d.behind && d.chains[0] != "" {
		fields.Add(readAs(d.first, asSchema))
	} else if d.behind && d.alone {
		fields.Add(readAs(d.first, onTop))
	}
	fields.Add(readAs(d.later, as))
	out := view.Nodes{fields, view.El("p", view.Leaf("b", "", d.summary())), fieldNote(how)}
	if len(d.steps) > 0 {
		out = append(out, view.El("p", view.Class("buttons"), doing("needs-lab", "migration", "", view.Text("Save as migration.cql"))))
		script := migration.Script(d.steps)
		shown := script
		if len(shown) > mostShown {
			shown = shown[:strings.LastIndexByte(shown[:mostShown], '\n')+1]
		}
		if out = append(out, view.Scroll("pre", "proposal-cql", "what leads from one schema to the other", view.Leaf("code", "", shown))); shown != script {
			out = append(out, fieldNote("These are the first "+number.Bytes(len(shown))+" of "+number.Bytes(len(script))+": the file has all."))
		}
	}
	if len(d.queries) > 0 {
		out = append(out, view.Leaf("h4", "", "Queries and writes that are served in another way"), entryTable("Queries and writes before and after", diffQueries, queryRows(d.queries[:min(len(d.queries), maxFindings)])))
	}
	if len(d.sizes) > 0 {
		out = append(out, view.Leaf("h4", "", "Sizes that change"), figure.Table("Sizes before and after", diffSizes, d.sizes))
	}
	return out
}

// readAs is the button for the other reading of a file.
func readAs(file, as string) *view.Node {
	words := map[string]string{onTop: "a migration", asSchema: "a whole schema"}
	return doing("needs-lab", "reading", as+" "+file, view.Text("Read "+file+" as "+words[as]))
}

func queryRows(list [][]string) (out view.Nodes) {
	for _, q := range list {
		out = append(out, cells(view.El("tr"), view.Text(q[0]), view.Leaf("code", "", q[1]), view.Text(q[2]), view.Text(q[3])))
	}
	return out
}

// mostShown is how many bytes of a text that can be saved are shown.
const mostShown = 100_000

// saveMigration is the file with what there is to do.
func (w *benchWork) saveMigration() place.Effect {
	if w.diff == nil {
		return place.Effect{}
	}
	return place.Effect{Save: &place.Text{Name: "migration.cql", Text: migration.Script(w.diff.steps)}}
}
