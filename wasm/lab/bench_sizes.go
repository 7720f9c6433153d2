//go:build !chapters

package lab

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"partitionlab/wasm/advice"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/view"
	"partitionlab/wasm/work"
	"partitionlab/wasm/workload"
)

// What a number of sizes may be about: a table, or columns.
var (
	tableNumbers  = []string{workload.Rows, "daily", keptDays, turnsAfter, "empty"}
	columnNumbers = []string{"len", "count", "null", "distinct"}
)

// ofSizes holds for the keys of what sizes are worked out from: rows of a partition of a
// table, lengths and counts of a column wherever it stands.
func ofSizes(key string) bool {
	what, of, _ := strings.Cut(key, ".")
	return of != "" && (ofTables(key) || slices.Contains(columnNumbers, what))
}

// ofTables holds for those of them that are about a table.
func ofTables(key string) bool {
	what, of, _ := strings.Cut(key, ".")
	return of != "" && slices.Contains(tableNumbers, what)
}

// turnsAfter begins the key of the field for the days after which a partition ends.
const turnsAfter = "turn"

// keyOf is the key of a number about a column of one table: len.lab.t.v. That of all columns
// of this name, len.v, holds where a table has no number of its own.
func keyOf(t *schema.Table, name string) string {
	what, path, _ := strings.Cut(name, ".")
	return what + "." + fullName(t) + "." + path
}

// nameIn is the opposite; own is false for a key that is not of this table alone.
func nameIn(t *schema.Table, key string) (name string, own bool) {
	what, path, _ := strings.Cut(key, ".")
	if path, own = strings.CutPrefix(path, fullName(t)+"."); own {
		return what + "." + path, true
	}
	return key, false
}

// A benchTable is a table with its size; what is wrong with that, or the result.
type benchTable struct {
	table   *schema.Table
	like    *schema.Table // whose numbers hold for it, nil for its own
	bare    bool          // as if nobody had given a number
	guess   bool          // nobody has said how many rows a partition has
	other   bool          // it has another partition key than the table of its name: nobody knows its rows
	load    *workload.Workload
	rows    input.Field
	daily   input.Field     // rows that a partition gets each day, where somebody knows
	kept    input.Field     // for so many days
	turn    input.Field     // so many days go to one partition, where its key has a column for that; else without a key
	empty   input.Field     // names of columns that its rows leave empty
	left    map[string]bool // the quantities that these make
	parts   string          // how many partitions there are, until a field says it
	buckets string          // how many of them are kept where one at a time gets rows: an expression, "" where it is not known
	unsaid  string          // the fields that would tell it
	words   wording
	unread  bool          // a line of its file is wrong: none counts
	fields  []input.Field // about its columns, in their order
	both    string        // which counts of rows and a rate, where somebody wrote both
	wrong   string
	sizer   *sizing.Sizer
	at      string // where a partition passes the limit, "" until somebody asks
	*sizing.Result
	problems []workload.Problem
}

// readLoads reads the workloads of the files that hold them. Places are those of the whole text.
func (w *benchWork) readLoads(m *work.Meter) {
	w.loads, w.misread, w.aside = map[string]*workload.Workload{}, nil, ""
	j := w.judged
	var named map[string][]*schema.Table // the tables, by their names alone
	written := map[string]*schema.Table{}
	for _, t := range j.tables {
		if words := w.wordingOf(t); words != nil {
			written[words.full(t)], written[words.of(t.Name)] = t, t
		}
	}
	for i, f := range j.src.Files {
		if !f.Aside {
			continue
		}
		end := len(j.src.Text)
		if i+1 < len(j.src.Files) {
			end = j.src.Files[i+1].Start
		}
		w.aside += j.src.Text[f.Start:end] + "\x00"
		works, problems := workload.ParseAll(diag.NewSource(f.Name, strings.Repeat(" ", f.Text)+j.src.Text[f.Text:end]))
		w.misread = append(w.misread, problems...)
		if len(problems) == 0 {
			for _, p := range sizing.Unused(works) {
				idle, _ := p.About.(sizing.Idle)
				if at := slices.IndexFunc(w.run.all, func(f input.Field) bool { return f.Key == string(idle) }); at >= 0 {
					p.Instead = "take the line out, and write the number into the field " + w.run.all[at].Label
				}
				w.misread = append(w.misread, p)
			}
		}
		of := map[*schema.Table]bool{}
		for _, load := range works {
			if !m.Ask(work.Slice) {
				return
			}
			if t := written[load.Table]; t != nil {
				load.Table = cql.QuoteName(t.Keyspace) + "." + cql.QuoteName(t.Name)
			}
			about, p := sizing.TableOf(j.catalogue, load)
			if p != nil {
				if p.Start < f.Text {
					p.Start, p.End = f.Text, f.Text
				}
				w.misread = append(w.misread, *p)
				continue
			}
			if of[about] {
				w.misread = append(w.misread, sizing.Again(load))
				continue
			}
			of[about] = true
			w.loads[fullName(about)] = load
			if named == nil {
				named = map[string][]*schema.Table{}
				for _, t := range j.tables {
					named[t.Name] = append(named[t.Name], t)
				}
			}
			for _, own := range load.Own() {
				for _, t := range named[own.Table] {
					if w.loads[fullName(t)] == nil {
						w.loads[fullName(t)] = load
					}
				}
			}
			if len(problems) > 0 {
				continue
			}
			own, wrong := load.For(about.Name, func(name string) bool {
				m.Ask(len(j.tables))
				return !sizing.SpeaksOf(name, about) && slices.ContainsFunc(j.tables, func(t *schema.Table) bool { return sizing.SpeaksOf(name, t) })
			})
			if len(wrong) == 0 {
				_, wrong = sizing.New(about, own, w.preset().Format)
			}
			w.misread = append(w.misread, wrong...)
		}
	}
}

// mostSized is how many tables of a text are sized: each has fields of its own in the page.
const mostSized = 200

// unsizedNote says which tables are not sized.
func (w *benchWork) unsizedNote() *view.Node {
	switch n := len(w.judged.tables) - len(w.tables); {
	case n == 0:
		return nil
	case len(w.tables) < mostSized:
		return w.notDone()
	default:
		return fieldNote("This page sizes the first " + number.Count(mostSized) + " tables of a text; " + number.Count(n) + " come behind them. `partitionlab size` on the command line sizes all.")
	}
}

// sizeInputs are the numbers that sizes are worked out from.
func (w *benchWork) sizeInputs() (key string) {
	for _, name := range diag.Keys(w.in.Values) {
		if ofSizes(name) {
			key += name + "=" + w.in.Values[name] + "\n"
		}
	}
	return key + w.preset().ID + "\x00"
}

// weighProposed weighs the rows of proposed tables with the numbers that were given: a column
// of such a table is as long as it is in the table that the query reads.
func (w *benchWork) weighProposed(m *work.Meter) {
	key := w.sizeInputs()
	if w.weighedFor == key {
		return
	}
	fresh := w.weighedFor == ""
	if w.weighedFor = key; fresh && !w.sizesGiven() && w.aside == "" && w.preset().Format == sstable.NB {
		return // they are weighed with what is assumed
	}
	for i := range w.judged.items {
		item := &w.judged.items[i]
		m.Breathe(1)
		for n, d := range item.diags {
			for l, fix := range d.Fixes {
				k := w.judged.foreseen[place3(i, n, l)]
				from := w.judged.table(item, item.stmt)
				if k == nil || k.made == nil || from == nil {
					continue
				}
				x := &benchTable{table: k.made, like: from, rows: input.Field{Default: assumedRows}}
				if sizer, problems := w.sizer(x, nil); len(problems) == 0 {
					rows := int64(0)
					if source := w.sizedTable(from, false, key); source.Result != nil && !source.guess {
						rows = source.Rows.Max
					}
					w.judged.sizes[fix.Makes] = rowSize(k.made, from, rows, sizer)
				}
			}
		}
	}
}

// measure sizes the tables, unless that is done for these numbers.
func (w *benchWork) measure(m *work.Meter) {
	key := w.sizeInputs()
	given := w.sizesGiven()
	if w.sizedFor == key {
		return
	}
	w.tables, w.shared, w.unsized, w.diff, w.heaviest = nil, nil, nil, nil, nil
	for _, t := range w.judged.tables[:min(len(w.judged.tables), mostSized)] {
		if !m.Ask(work.Slice) {
			return
		}
		x := w.sizedTable(t, false, key)
		for _, p := range x.problems {
			x.wrong = sentence(p.Message)
			w.unsized.Add(p.Name, x.wrong)
		}
		w.tables = append(w.tables, x)
		first := x
		if given {
			first = w.sizedTable(t, true, key)
		}
		if w.heaviest == nil || first.weight() > w.heaviest.weight() {
			w.heaviest = first
		}
	}
	for _, name := range diag.Keys(w.in.Values) {
		if ofSizes(name) && !ofTables(name) && slices.ContainsFunc(w.judged.tables, func(t *schema.Table) bool { return sizing.SpeaksOf(name, t) }) {
			f := quantityField(name)
			f.Label += ", in all tables"
			w.shared = append(w.shared, f)
		}
	}
	sort.SliceStable(w.tables, func(i, j int) bool { return w.tables[i].weight() > w.tables[j].weight() })
	w.sizedFor = key
}

// sizedTable is a table with its size; the one of the text before, where nothing has changed.
func (w *benchWork) sizedTable(t *schema.Table, bare bool, key string) *benchTable {
	k := w.knownOf(t)
	x, of := &k.sized, &k.sizedFor
	if bare {
		x, of, key = &k.bare, &k.bareFor, w.preset().ID
	}
	words := w.wordingOf(t)
	for _, name := range diag.Keys(words) {
		key += name + words[name] + "\x00"
	}
	if *x == nil || *of != key {
		*x, *of = w.sizeOf(t, bare), key
		if !bare {
			w.askOf(*x)
		}
	}
	(*x).table = t
	return *x
}

// askOf makes the fields about the columns of a table: for what was given, and for what nobody
// said. They stand in the order of the columns, and never in one that hangs on what is in them: a field
// that moves, the page makes anew, and it loses the focus.
func (w *benchWork) askOf(x *benchTable) {
	t := x.table
	seen := map[string]bool{}
	add := func(name string, f input.Field) {
		replicasOf(&f, name, t)
		f.Label = x.words.label(f.Label)
		if f.Key = keyOf(t, name); !seen[f.Key] {
			seen[f.Key] = true
			x.fields = append(x.fields, f)
		}
	}
	for key := range w.in.Values {
		if name, own := nameIn(t, key); own && ofSizes(key) && sizing.SpeaksOf(name, t) {
			add(name, quantityField(name))
		}
	}
	result := x.Result
	if result != nil {
		for _, q := range x.load.Quantities() {
			name := q.Name
			if x.left[name] {
				continue
			}
			for c := range t.Columns() { // a name that CQL quotes stands so in its key
				if what, path, _ := strings.Cut(name, "."); path == c.Name || strings.HasPrefix(path, c.Name+".") {
					name = what + "." + cql.QuoteName(c.Name) + path[len(c.Name):]
					break
				}
			}
			if f := quantityField(name); ofSizes(name) {
				f.Default = q.Text
				add(name, f)
			}
		}
	} else { // one number that cannot be read takes no other field away
		load, _ := workload.Parse(diag.NewSource("", "rows = 1\n"), nil)
		if sizer, problems := sizing.NewFor(t, load, w.preset().Format); len(problems) == 0 {
			result, _ = sizer.Result(sizing.Options{NoInputs: true})
		}
	}
	if result != nil {
		for _, a := range result.Assumed {
			if ofSizes(a.Name) {
				add(a.Name, assumed(a))
			}
		}
	}
	sort.Slice(x.fields, func(i, j int) bool {
		a, b := x.fields[i].Key, x.fields[j].Key
		return cmp.Or(columnOf(t, a)-columnOf(t, b), strings.Compare(a, b)) < 0
	})
}

// columnOf is the place of the column that a number is about among those of its table.
func columnOf(t *schema.Table, key string) (n int) {
	name, _ := nameIn(t, key)
	for c := range t.Columns() {
		if n++; (sizing.Assumption{Name: name}).IsOf(c) {
			return n
		}
	}
	return n + 1
}

// sizeOf works out how large a table gets.
func (w *benchWork) sizeOf(t *schema.Table, bare bool) *benchTable {
	words := w.wordingOf(t)
	rows := words.label(rowsWords(t))
	x := &benchTable{table: t, words: words, bare: bare, empty: emptyField(t, words), rows: input.Field{Key: "rows." + fullName(t), Type: input.Quantity, Default: assumedRows, Label: rows},
		daily: input.Field{Key: "daily." + fullName(t), Type: input.Quantity, Label: "New r" + rows[1:] + " a day", Hint: "none known; 40/s is a number, too"},
		kept:  input.Field{Key: keptDays + "." + fullName(t), Type: input.Quantity, Label: "Days kept", Unit: "days", Hint: "for ever: sizes are those after " + assumedKept + " days"}}
	if c := sizing.Turns(t); c != nil {
		x.turn = input.Field{Key: turnsAfter + "." + fullName(t), Type: input.Quantity, Label: "Days of one " + words.of(c.Name), Unit: "days", Default: sizing.Ends(t), Hint: "never another one; an hour is 1/24"}
	}
	if ttl := t.Params.DefaultTTL; ttl > 0 {
		x.kept.Default = number.Plain(float64(ttl) / 86400)
		if variable, is := w.filled.Stands(strconv.Itoa(ttl)); is {
			x.kept.Label += " (assumed: " + variable + " is not known)"
		}
	}
	if known := w.judged.catalogue.Table(t.Keyspace, t.Name); known != nil {
		x.other = rowsWords(known) != rowsWords(t)
	}
	x.sizer, x.problems = w.sizer(x, nil)
	if len(x.problems) == 0 {
		x.Result, x.problems = x.sizer.Result(sizing.Options{NoInputs: true})
		for i := range x.problems { // it says what is wrong of a quantity
			x.problems[i].Name = w.fieldOf(x, x.problems[i].Name)
		}
	}
	return x
}

// fieldOf is the key of the field that gave a quantity of a table.
func (w *benchWork) fieldOf(x *benchTable, name string) string {
	switch own := keyOf(x.table, name); {
	case name == "" || name == workload.Rows:
		return x.rows.Key
	case name == workload.WrittenOver:
		return x.kept.Key
	case name == "grow" || strings.HasPrefix(name, "written"):
		if onLine(w.in.Values[x.daily.Key]) == "" {
			return x.rows.Key
		}
		return x.daily.Key
	case strings.TrimSpace(w.in.Values[own]) != "":
		return own
	case x.left[name]:
		return x.empty.Key
	}
	for _, key := range diag.Keys(w.in.Values) { // of a name that CQL quotes
		if written, own := nameIn(x.table, key); own && workload.Canonical(written) == name {
			return key
		}
	}
	return name
}

// sizer is what works it out, from what was given for the table and its columns, and more by
// name.
func (w *benchWork) sizer(x *benchTable, more Inputs) (sizer *sizing.Sizer, problems []workload.Problem) {
	t, of, values := x.table, x.table, w.in.Values
	if x.like != nil {
		of = x.like
	}
	if x.bare {
		values = nil
	}
	told := values // of rows
	if x.other {
		told = nil
	}
	x.load, _ = workload.Parse(diag.NewSource("", ""), nil)
	x.unread = false
	if load := w.loads[fullName(of)]; load != nil {
		if own, wrong := load.For(of.Name, func(name string) bool {
			return !sizing.SpeaksOf(name, t) || len(t.Clustering) == 0 && (name == workload.Rows || name == "grow") ||
				x.other && (name == workload.Rows || name == "grow" || strings.HasPrefix(name, "written"))
		}); len(wrong) == 0 {
			x.load = own
		} else {
			x.unread = true
		}
	}
	x.parts = assumedPartitions
	if q := x.load.Quantity("partitions"); q != nil {
		x.parts = q.Text
	}
	if q := x.load.Quantity(workload.Rows); q != nil {
		x.rows.Default = q.Text
	} else if x.load.Growth() != nil {
		x.rows.Default = ""
	}
	read := func(f input.Field, values Inputs) string {
		text, wrong := expression(&f, onLine(f.Text(values)))
		if wrong != "" {
			p := x.load.Problem(wrong, "", "")
			p.Name = f.Key
			problems = append(problems, p)
		}
		return text
	}
	set := func(key, name, text string) {
		if text == "" {
			return
		}
		for _, p := range x.load.Set(name, text) {
			p.Name = key
			problems = append(problems, p)
		}
	}
	for _, key := range diag.Keys(values) {
		if name, own := nameIn(of, key); ofSizes(key) && !ofTables(key) && sizing.SpeaksOf(name, t) && (own || onLine(values[keyOf(of, key)]) == "") {
			f := quantityField(name)
			f.Key = key
			set(key, name, read(f, values))
		}
	}
	empty := emptyField(of, nil)
	missing, bad := emptyOf(of, values[empty.Key], x.words)
	if bad != "" {
		p := x.load.Problem(bad, "", "")
		p.Name = empty.Key
		problems = append(problems, p)
	}
	x.left, x.buckets = map[string]bool{}, "1"
	if len(missing) > 0 && x.like == nil {
		x.empty.Hint = lacks(missing, x.words)
	}
	if len(missing) > 0 {
		has := map[string]bool{}
		for c := range t.Columns() {
			has[c.Name] = true
		}
		var lines []workload.Setting
		for _, l := range missing {
			if name := "null." + cql.QuoteName(l.column.Name); has[l.column.Name] && onLine(values[keyOf(of, name)]) == "" {
				x.left["null."+l.column.Name] = true
				lines = append(lines, workload.Setting{Name: name, Text: l.share})
			}
		}
		for _, p := range x.load.SetAll(lines) {
			p.Name = empty.Key
			problems = append(problems, p)
		}
	}
	if len(t.Clustering) > 0 {
		one := func(f input.Field) string { // a number that goes into lines with others: what is wrong with it is told here
			text := read(f, told)
			if why := notOne(text); why != "" {
				p := x.load.Problem(why, "", "")
				p.Name = f.Key
				problems = append(problems, p)
			}
			return text
		}
		daily, kept, turn, rate := one(x.daily), one(x.kept), one(x.turn), x.daily
		_, period := rateIn(onLine(x.rows.Text(told)))
		if rate.Key = x.rows.Key; period != "" && daily == "" { // 40/day, as on the page of a size
			daily = one(rate)
		}
		x.guess = daily == "" && onLine(told[x.rows.Key]) == "" && x.load.Quantity(workload.Rows) == nil && x.load.Growth() == nil
		if daily != "" && kept != "" {
			x.kept.Hint = ""
		}
		if ttl := t.Params.DefaultTTL; daily != "" && ttl > 0 && onLine(told[x.kept.Key]) != "" {
			if _, is := w.filled.Stands(strconv.Itoa(ttl)); is { // what was typed holds, not what stands in for a variable
				set(x.kept.Key, workload.TTL, "("+kept+") * 86400")
			} else if days := number.Plain(float64(ttl) / 86400); kept != days { // whoever says more, has fewer
				kept, x.kept.Hint = "min("+kept+", "+days+")", "rows expire after "+number.Roughly(float64(ttl))+" at the latest: default_time_to_live"
			}
		}
		switch {
		case daily != "" && len(problems) == 0: // as the page of a size takes a rate
			set(x.daily.Key, "written", "1 every 1d / max("+daily+", 1e-6)")
			days, grown := sizing.Fills(kept, turn), "t"
			if days != "" {
				grown = "min(t, " + days + ")"
			}
			if set(x.kept.Key, "grow", "("+daily+") * "+grown+" in t"); len(problems) == 0 {
				x.rows.Default = "(" + daily + ") * (" + cmp.Or(days, assumedKept) + ")"
			}
		case daily == "":
			x.kept.Default, x.kept.Hint = "", "counts with new rows a day, else for write times alone"
			if onLine(told[x.kept.Key]) == "" {
				kept = "" // what is there without a reader's number
			}
			for _, p := range sizing.WriteOver(t, x.load, kept) {
				p.Name = x.kept.Key
				problems = append(problems, p)
			}
		}
		if x.load.Quantity(workload.Rows) == nil || daily != "" || onLine(told[x.rows.Key]) != "" { // else it stands in a file
			rows := x.rows.Default
			if period == "" {
				rows = read(x.rows, told)
			}
			both := onLine(told[x.rows.Key]) != "" && onLine(told[x.daily.Key]) != "" && len(problems) == 0
			var rated float64
			if both && period == "" {
				set(x.rows.Key, workload.Rows, x.rows.Default)
				rated = x.mostRows()
			}
			if set(x.rows.Key, workload.Rows, rows); both && period != "" {
				x.both = "The rate in " + x.rows.Label + " is left aside: " + x.daily.Label + " holds another one, which counts."
			} else if both && len(problems) == 0 {
				x.both = x.bothCount(rated, x.mostRows(), kept+turn == "")
			}
		}
		if kept == "" && x.load.Quantity(workload.TTL) != nil {
			kept = workload.TTL + " / 86400"
		}
		switch {
		case turn != "" && kept != "": // those that have ended are there for as long as their rows are
			x.buckets = "max(1, (" + kept + ") / max(" + turn + ", 1e-6))"
		case x.turn.Key != "":
			x.buckets, x.unsaid = "", x.kept.Label
			if kept != "" {
				x.unsaid = x.turn.Label
			} else if turn == "" {
				x.unsaid = x.turn.Label + " and " + x.kept.Label
			}
		}
		if daily != "" && turn == "" && x.turn.Key != "" && x.both == "" {
			x.both = "Nobody says when rows go to another " + strings.TrimPrefix(x.turn.Label, "Days of one ") + ": all are counted in one partition. Write " + x.turn.Label + "."
		}
	}
	for _, name := range diag.Keys(more) {
		set(name, name, read(quantityField(name), more))
	}
	if len(problems) > 0 {
		return nil, problems
	}
	return sizing.New(t, x.load, w.preset().Format)
}

// notOne says why a text is no number of 0 or more; "" where it is one, or nothing.
func notOne(text string) string {
	if text == "" {
		return ""
	}
	if strings.Contains(text, "..") {
		return "this is a range: write one number, that of the largest partition"
	}
	e, err := workload.ParseExpr(text)
	var v workload.Interval
	if err == nil {
		v, err = e.Eval(func(string) (v workload.Interval, is bool) { return })
	}
	switch {
	case err != nil:
		return err.Message
	case v.Lo.Sign() < 0:
		return "this is negative: write 0 or more"
	}
	return ""
}

// mostRows are the rows of the largest partition by what the workload says just now.
func (x *benchTable) mostRows() float64 {
	v, problems := x.load.Eval()
	if len(problems) > 0 {
		return 0
	}
	rows, _ := v.Get(workload.Rows)
	return math.Ceil(rows.Hi.Float())
}

// bothCount says which of typed rows and a rate counts for what, and where they contradict each other.
func (x *benchTable) bothCount(rated, typed float64, endless bool) string {
	s := "The rows that you wrote count for the size, " + x.daily.Label + " only tell when a partition passes " + number.Bytes(sizing.LimitBytes) + ", from its first row on. In "
	if endless {
		s += assumedKept + " days, for nobody says how long they are kept,"
	} else {
		s += "the days that a partition fills"
	}
	s += " they come to " + whole(rated) + " rows, "
	switch {
	case rated > typed:
		return s + "more than the " + whole(typed) + " that you wrote: empty " + x.rows.Label + ", and the rate counts for the size, too."
	case rated < typed:
		return s + "fewer than the " + whole(typed) + " that you wrote: rows that have been there before, or one of the two is wrong."
	}
	return s + "too."
}

func onLine(s string) string { return strings.TrimSpace(strings.ReplaceAll(s, "\n", " ")) }

// preset is the kind of server that sizes are for.
func (w *benchWork) preset() *sizing.Preset {
	id, _ := w.z.preset.Option(w.in.Values)
	if p := sizing.PresetByID(id); p != nil {
		return p
	}
	return &sizing.Presets[0]
}

// fails is the day on which a partition passes the limit.
func (x *benchTable) fails() (day int64, ok bool) {
	if x.Result == nil || x.Growth == nil {
		return 0, false
	}
	for _, d := range x.Growth.Days {
		if d.Metric == sizing.DiskBytes && d.At == sizing.LimitBytes {
			return d.Day, !d.Never
		}
	}
	return 0, false
}

// weight puts what fails first in front, as far as that is known: behind it are, in the order of
// the text, tables of which nobody has said how many rows a partition has, then those of one row.
func (x *benchTable) weight() int {
	switch {
	case x.Result == nil:
		return 1 << 61
	case x.guess:
		return 0
	case len(x.table.Clustering) == 0 && x.Disk.Max <= sizing.LimitBytes:
		return -1
	}
	if after, ok := x.failsAfter(); ok {
		return 1<<60 - int(min(after, 1<<58))
	}
	return int(min(x.Disk.Max, 1<<59))
}

// large are the tables whose partitions get larger than the limit with the numbers that somebody has given.
func (w *benchWork) large() (out []*schema.Table) {
	for _, x := range w.tables {
		if x.Result != nil && !x.guess && x.Disk.Max > sizing.LimitBytes {
			out = append(out, x.table)
		}
	}
	return out
}

// tooLarge says which partitions get larger than the limit with the numbers that somebody has
// given, "" for none: what is only assumed, accuses nobody.
func (w *benchWork) tooLarge() string {
	var names []string
	for _, t := range w.large() {
		names = append(names, w.wordingOf(t).of(t.Name))
	}
	if len(names) == 0 {
		return ""
	}
	gets, more := " get", ""
	if len(names) == 1 {
		gets = " gets"
	} else if len(names) > 3 {
		more = " and more"
	}
	return number.Begin(len(names), "table") + gets + " partitions of more than " + number.Bytes(sizing.LimitBytes) + ", by the numbers given: " + enumerated(names[:min(len(names), 3)]) + more + ". See Sizes."
}

// largeRemark says it as advice does, once for all of them: rules about what a schema shows are silent
// on rows that expire, however many there are. nil for none.
func (w *benchWork) largeRemark() *diag.Diagnostic {
	large := w.tooLarge()
	if large == "" {
		return nil
	}
	instead := "Move a column into the partition key, or add a bucket."
	all := w.large()
	var divided []string // by a bucket that is there
	for _, t := range all {
		if b := advice.BucketOf(t); b != nil {
			divided = append(divided, t.Name)
			if len(all) == 1 {
				instead = advice.Smaller(b)
			}
		}
	}
	switch n := len(divided); {
	case n == 0 || len(all) == 1:
	case n == len(all):
		instead = "Make their buckets smaller: a shorter time, or more of them; or put another column into the partition key."
	default:
		instead += " There is one already in " + fewOf(divided, "table") + ": make that smaller."
	}
	return &diag.Diagnostic{Severity: diag.Advice, Rule: "R20", Message: large, Instead: instead}
}

// largeAdvice is that among the advice.
func (w *benchWork) largeAdvice() *view.Node {
	d := w.largeRemark()
	if d == nil {
		return nil
	}
	return view.El("li", view.Class("finding advice"), view.A("data-key", "large"), saidLine("!", "advice", ": "+lowerFirst(d.Message)), w.reasons(w.judged, *d, "large"),
		doing("fix needs-lab", "to", "sizes", view.Text("See Sizes")))
}

// rowsWords ask how many rows a partition has, in the words of the table.
func rowsWords(t *schema.Table) string { return "Rows of one " + keyNames(t) }

// sizes is a table of all tables, the largest partition first, and what it is worked out
// from.
func (w *benchWork) sizes() view.Part {
	if len(w.judged.tables) == 0 {
		return noTable()
	}
	head, rows, compared := w.sizeTable()
	out := append(w.without(figure.Table("Partitions of all tables, those that fail first in front, as far as somebody has said how many rows they have", head, rows)), compared...)
	if words := w.filledWords(); words != "" {
		out = append(out, fieldNote(words+" Columns left empty, below, says how many a row lacks, or which."))
	}
	out = append(out, w.unsizedNote())
	for _, p := range w.misread[:min(len(w.misread), maxFindings)] {
		out = append(out, wrongNote(placeOf(w.judged.src, p.Start)+": "+sentence(p.Message)+" "+sentence(p.Instead)))
	}
	out = append(out, w.selection(w.show(w.z.preset, "")), view.Leaf("h4", "", "How many rows a partition has, how long values are"),
		fieldNote("Rows are those of the largest partition. The tab Cluster takes all for as large, unless you write what is usual, too: 1..12..5000, or percentiles(50: 12, 99: 234, 100: 5000)."))
	if len(w.shared) > 0 {
		out = append(out, w.fieldsOf(w.shared).Add(view.A("data-key", "shared")))
	}
	for _, x := range w.inOrder() {
		fields, more := w.listed(x)
		if x.asksEmpty(w.in.Values) {
			fields = append([]input.Field{x.empty}, fields...)
		}
		if len(x.table.Clustering) > 0 {
			rows := []input.Field{x.rows, x.daily, x.kept}
			if x.turn.Key != "" {
				rows = append(rows, x.turn)
			}
			fields = append(rows, fields...)
		}
		if len(fields) == 0 {
			continue
		}
		one := view.El("details", view.Class("split"), view.A("data-key", "of-"+fullName(x.table)), view.Flag("open", x.table == w.heaviest.table),
			view.El("summary", coded(x.summary(&w.form))), w.fieldsOf(fields))
		one.Add(more)
		if x.both != "" {
			one.Add(fieldNote(x.both))
		}
		out = append(out, one)
	}
	out = append(out, w.area(&w.z.paste, w.form.text(&w.z.paste), 4, nil, w.unread != ""))
	if w.unread != "" {
		out = append(out, wrongNote(w.unread))
	}
	return append(out, fieldNote("Bytes are those of an uncompressed Data.db. Rows are written one after the other over the days kept, the TTL or "+assumedKept+" where nobody says, and their write times take bytes; a .size file may say otherwise, such as written = at once, and null.COLUMN = 0.3 where rows lack a column, as Columns left empty does. Each field above holds an assumption until you write yours."))
}

// withoutWords say for which inputs the numbers are where a file of numbers has something wrong: without
// that. It is "" where all counts.
func (w *benchWork) withoutWords() string {
	var places, tables []string
	for _, p := range w.misread {
		if _, idle := p.About.(sizing.Idle); !idle { // which would change no number
			places = append(places, placeOf(w.judged.src, p.Start))
		}
	}
	if len(places) == 0 {
		return ""
	}
	s := "These numbers are without " + fewOf(places, "line") + ", where something is wrong."
	for _, x := range w.inOrder() {
		if x.unread {
			tables = append(tables, x.name())
		}
	}
	if len(tables) > 0 {
		s += " Of " + fewOf(tables, "table") + " no line counts until that is mended."
	}
	return s
}

// without is a table of numbers, marked as one of other inputs where withoutWords say so.
func (w *benchWork) without(table *view.Node) view.Nodes {
	words := w.withoutWords()
	if words == "" {
		return view.Nodes{table}
	}
	return view.Nodes{staleNote(words), view.El("div", view.Class("without"), table)}
}

// listed are the fields about the columns of a table that the page has: the first ones, and all that hold
// a number or have something wrong; and where to write the others.
func (w *benchWork) listed(x *benchTable) (out []input.Field, more *view.Node) {
	var left []input.Field
	for _, f := range x.fields {
		if len(out) < figure.MostColumns || w.in.Values[f.Key] != "" || w.unsized.Of(f.Key) != "" {
			out = append(out, f)
		} else {
			left = append(left, f)
		}
	}
	if len(left) == 0 {
		return out, nil
	}
	name, _ := nameIn(x.table, left[0].Key)
	return out, fieldNote("… and " + number.Of(len(left), "more number") + ", assumed. Write yours into a file NAME.size, below table = " + x.words.full(x.table) + ": a line such as " + name + " = " + left[0].Default + ".")
}

// sizeTable are the sizes, beside what nodetool has measured, and what differs there.
func (w *benchWork) sizeTable() (head []string, rows [][]string, compared view.Nodes) {
	head, rows = sizeHead, w.sizeRows()
	w.unread = ""
	text := w.form.text(&w.z.paste)
	if strings.TrimSpace(text) == "" {
		return head, rows, nil
	}
	if len(text) > maxPasted {
		w.unread = "This is more than " + number.Count(maxPasted/1000) + " kB. Paste the part about your tables."
		return head, rows, nil
	}
	list, err := sizing.ReadMeasured(text)
	if err != nil {
		w.unread = sentence(err.Error())
		return head, rows, nil
	}
	head = append(slices.Clone(head), "Largest measured")
	for i, x := range w.tables {
		at := slices.IndexFunc(list, func(m sizing.Measured) bool {
			return m.Table == x.table.Name && (m.Keyspace == "" || m.Keyspace == x.table.Keyspace)
		})
		if at < 0 || x.Result == nil {
			rows[i] = append(rows[i], "–")
			continue
		}
		low, high := bounds(list[at])
		rows[i] = append(rows[i], bytesRange(sizing.Amount{Min: low, Typ: high, Max: high}))
		compared = append(compared, view.Leaf("h4", "", "Measured and computed: "+x.name()), comparedList(sizing.Compare(x.Result, list[at])))
	}
	if len(compared) == 0 {
		w.unread = "None of these tables is in what nodetool printed."
	}
	return head, rows, compared
}

// sizeHead has first what is asked for most: on a phone, that is all in sight.
var sizeHead = []string{"Table", "One partition", number.Bytes(sizing.LimitBytes) + " at", "Rows", "Longest row", "Values"}

func (w *benchWork) sizeRows() (rows [][]string) {
	for _, x := range w.tables {
		if x.Result == nil {
			rows = append(rows, []string{x.name(), strings.ReplaceAll(x.wrong, "`", ""), "", "", "", ""})
			continue
		}
		if x.at == "" {
			x.at = x.limitAt()
		}
		count := number.Count(x.Rows.Max)
		if x.guess {
			count += " assumed"
		}
		rows = append(rows, []string{x.name(), number.Bytes(x.Disk.Max), x.at, count, number.Bytes(x.Disk1.RowMax), number.Count(x.Values.Max)})
	}
	return rows
}

func (w *benchWork) fieldsOf(list []input.Field) *view.Node {
	n := view.El("div", view.Class("fields"))
	for _, f := range list {
		x := w.show(f, w.unsized.Of(f.Key))
		if x.value == "" || strings.HasPrefix(f.Key, keptDays+".") || strings.HasPrefix(f.Key, "empty.") {
			x.note = f.Hint
		}
		n.Add(w.fieldView(x))
	}
	return n
}

// name is that of the table, as the text writes it.
func (x *benchTable) name() string { return x.words.of(x.table.Name) }

// summary is a table in a line, above its fields.
func (x *benchTable) summary(f *form) string {
	if x.Result == nil {
		return x.name() + ": " + x.wrong
	}
	s := x.name() + ": " + number.Bytes(x.Disk.Max)
	if slices.ContainsFunc(append(slices.Clone(x.fields), x.rows, x.daily, x.turn, x.empty), func(y input.Field) bool { return strings.TrimSpace(f.in.Values[y.Key]) != "" }) {
		s += ", with numbers of yours"
	}
	return s
}

// inOrder are the tables as the text has them: fields stand in this order, whatever is in them.
func (w *benchWork) inOrder() []*benchTable {
	of := map[*schema.Table]*benchTable{}
	for _, x := range w.tables {
		of[x.table] = x
	}
	list := make([]*benchTable, 0, len(w.tables))
	for _, t := range w.judged.tables[:min(len(w.judged.tables), mostSized)] {
		if x := of[t]; x != nil {
			list = append(list, x)
		}
	}
	return list
}

// failsAfter is after how many seconds a partition passes the limit: within the first two days to
// the second, as rows come one after the other, else to the day.
func (x *benchTable) failsAfter() (seconds float64, ok bool) {
	day, ok := x.fails()
	if !ok || day > 2 {
		return float64(day) * 86400, ok
	}
	if v, problems := x.load.Eval(); len(problems) == 0 {
		batch, _ := v.Get(workload.WrittenRows)
		rows, known := x.sizer.RowsUpTo(sizing.LimitBytes)
		if every, ok := v.Get(workload.WrittenEvery); ok && known && batch.Hi.Sign() > 0 {
			if after := float64(rows) / batch.Hi.Float() * every.Lo.Float(); after >= 0 && after <= 2*86400 {
				return after, true
			}
		}
	}
	return float64(day) * 86400, true
}

// limitAt is at how many rows a partition passes the limit, and when: on a day, or within the
// first two, after which time.
func (x *benchTable) limitAt() string {
	n, ok := x.sizer.RowsUpTo(sizing.LimitBytes)
	if !ok {
		return "–"
	}
	at := number.Count(n) + number.Space + number.Plural(n, "row") // no line breaks between them
	if after, ok := x.failsAfter(); ok {
		if day, _ := x.fails(); after < float64(day)*86400 && after >= 360 {
			return at + ", after " + number.Roughly(after)
		} else {
			return at + ", on day " + number.Count(day)
		}
	}
	return at
}
