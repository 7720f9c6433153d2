package exercise

import (
	"sort"
	"strconv"
	"strings"
	"unicode"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/schema"
)

// A Source is where the application takes the values of a learner's column from.
type Source uint8

// The sources.
const (
	Unknown Source = iota // nobody says
	Same                  // an attribute, converted where the types differ
	Bucket                // the unit of time in which an attribute lies
	Cycle                 // the same without what the unit is part of: every March is 3
	Hash                  // one of so many parts, by a hash of attributes
	Fresh                 // a new id for each row
)

// A Column is one of the learner's, and what it holds.
type Column struct {
	*schema.Column
	Source  Source
	Attr    *Attr  // of Same, Bucket and Cycle; of Hash where one is named
	By      string // why: "its name", "its type", "your comment"
	Parts   int64  // of Hash; 0: nobody says how many
	unit    int
	spelled *spelled
	other   bool // it is named like an attribute of other things
	end     int  // its name or a comment speaks of one end of a time, and no attribute is that: a place in edges; 0 for none
	either  bool // a comment names a unit of time, and not whether the number begins anew
	told    bool // a comment speaks of it
	ties    int
}

func (c *Column) isKey() bool { return c.Kind <= schema.Clustering }

// A Fit says how a table of the learner's holds things of the exercise.
type Fit struct {
	Table   *schema.Table
	Rows    *Rows
	Columns []*Column // as the table's
	// Ask is what has to be known before the table can be tried; "" for nothing.
	Ask  string
	Kept *Kept // what is left of the rows in it; nil where they were not written

	needed  words
	taken   []bool           // attributes that a column holds
	sizes   map[float64]Size // by day; without a table where it cannot be counted
	written [][2]string      // of each row, see write
	timed   int32            // seconds after which all ends that the answer itself writes into the table
}

// columns are those of a table.
func columns(t *schema.Table) (out []*Column) {
	add := func(list []*schema.Column) {
		for _, c := range list {
			out = append(out, &Column{Column: c, spelled: spell(c.Name)})
		}
	}
	add(t.PartitionKey)
	add(t.Clustering)
	add(t.Statics)
	add(t.Regulars)
	return out
}

// holds is the column that holds an attribute with nothing lost, or nil.
func (f *Fit) holds(a *Attr) *Column {
	for _, c := range f.Columns { // key columns first
		if c.Source == Same && c.Attr.Name == a.Name {
			return c
		}
	}
	return nil
}

// told takes what a comment says of a column, where it is understood.
func (f *Fit) told(c *Column, text string) {
	if text != "" && f.comment(c, text) {
		if c.By = "your comment"; c.Source == Same {
			f.taken[f.Rows.index(c.Attr.Name)] = true
		}
	}
}

// speaks reports whether the comment on a column speaks of another column of the table, by
// a name of the learner's own.
func (f *Fit) speaks(c *Column, text string) bool {
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		for _, o := range f.Columns {
			if o != c && strings.EqualFold(o.Name, w) && f.Rows.Attr(w) == nil && unitOf(w) < 0 {
				return true
			}
		}
	}
	return false
}

// named is the attribute of that name or other name, or the one that the column of that name holds.
func (f *Fit) named(name string) *Attr {
	if a := f.Rows.Attr(name); a != nil {
		return a
	}
	for _, a := range f.Rows.Attrs {
		for _, also := range a.Also {
			if strings.EqualFold(also, name) {
				return a
			}
		}
	}
	for _, c := range f.Columns {
		if c.Source == Same && strings.EqualFold(c.Name, name) {
			return c.Attr
		}
	}
	return nil
}

// meant is the attribute that words name, as people do in a sentence: the last name, a traveler,
// the country of the user; nil where none or several are alike.
func (f *Fit) meant(text string) (best *Attr) {
	head, all := f.phrase(text)
	if len(head) == 0 {
		return nil
	}
	most := 0
	for _, a := range f.Rows.Attrs {
		n := 0
		for _, name := range a.spelled {
			n = max(n, name.named(head, all))
		}
		if n > most {
			best, most = a, n
		} else if n == most {
			best = nil
		}
	}
	return best
}

// phrase takes words apart: those that name something, and all. "Last name of the traveler"
// and "the traveler's last name" name a last name. What says that something is not so names nothing.
func (f *Fit) phrase(text string) (head, all words) {
	open := true
	for _, w := range strings.Fields(strings.ToLower(text)) {
		w = strings.Trim(w, "`'\"().:")
		whose, possessive := strings.CutSuffix(w, "'s")
		switch w = " " + w + " "; {
		case strings.Contains(" not never without except but than instead or ", w):
			return nil, nil
		case strings.Contains(" the a an its their each every this that one ", w):
			continue
		case strings.Contains(" of in at on from per by to where when who which ", w):
			open = open && len(head) == 0
		case possessive:
			all = append(all, split(whose)...)
		default:
			parts := split(strings.TrimSpace(w))
			if all = append(all, parts...); open {
				head = append(head, parts...)
			}
		}
	}
	return head, all
}

// named says how well words name what has this name, 0 for not at all: all that they name is in
// it, and all of it is among them. A name of what is no id may be called one.
func (s *spelled) named(head, all words) int {
	strong := s.strong
	if len(strong) == 0 {
		strong = s.words
	}
	if common(strong, all) < len(strong) {
		return 0
	}
	for _, w := range head {
		if common(words{w}, s.words) == 0 && (w != "name" || len(strong) < len(s.words)) {
			return 0
		}
	}
	return 1 + 2*len(strong) + position(len(head) == len(s.words))
}

// nameless is a column of the key that may hold an attribute, and of which nobody says what it
// holds; nil for none.
func (f *Fit) nameless(attr string) *Column {
	for _, c := range f.key(schema.Clustering) {
		if c.Source == Fresh && converts(f.Rows.Attr(attr).Type, c.Type) {
			return c
		}
	}
	return nil
}

func (f *Fit) take(c *Column, attr int, by string) {
	c.Source, c.Attr, c.By, f.taken[attr] = Same, f.Rows.Attrs[attr], by, true
}

// fitTo finds out what the columns of a table hold, from its names and types and from
// comments of the form `-- column = what`.
func (t *trial) fitTo(table *schema.Table, rows *Rows) *Fit {
	f := &Fit{Table: table, Rows: rows, Columns: columns(table), needed: t.needed, taken: make([]bool, len(rows.Attrs)), timed: t.timed(table)}
	var waiting []*Column
	for _, c := range f.Columns {
		_, c.told = t.said[c.Name]
		if f.speaks(c, t.said[c.Name]) {
			c.Source = Hash // until it is known what that column holds
			waiting = append(waiting, c)
		} else {
			f.told(c, t.said[c.Name])
		}
		for _, set := range t.e.Rows { // what is named like an attribute of other things
			for _, a := range set.Attrs {
				if !c.other && rows.index(a.Name) < 0 && !f.plain(c) && likeness(a, c.spelled, c.Type) >= alike {
					c.other = true
				}
			}
		}
	}
	pairs := f.pairs()
	pairs = f.byName(pairs, alike)
	for _, c := range f.Columns { // the day of arrival is no day of departure, and neither is each night
		if e := c.oneEnd(rows); e > 0 && c.Source == Unknown && c.end == 0 {
			c.other, c.end = true, e
		}
	}
	for _, c := range f.Columns {
		if c.Source == Unknown && c.isKey() && !c.other {
			f.derive(c)
		}
	}
	n := 0
	for _, p := range pairs {
		if !p.column.other {
			pairs[n] = p
			n++
		}
	}
	f.byName(pairs[:n], 1)
	f.byType(true)
	f.byType(false)
	for _, c := range waiting {
		c.Source = Unknown
		f.told(c, t.said[c.Name])
	}
	for _, c := range f.Columns {
		if !c.isKey() || f.Ask != "" {
			break
		}
		misfit := f.misfit(c)
		switch {
		case (c.Source == Bucket || c.Source == Cycle) && c.unit > day && c.Attr.Type.Kind == cqltype.Date: // a date has no hour
			c.Parts = cycles[c.unit]
			if c.Source == Bucket {
				c.Parts = units[day].seconds / units[c.unit].seconds
			}
			c.Source, c.Attr = Hash, nil
		case c.Source == Unknown && misfit != nil:
			f.Ask = c.unlike(misfit) + " " + whichHolds
		case c.Source == Unknown && (c.Type.Kind == cqltype.UUID || c.Type.Kind == cqltype.Timeuuid):
			c.Source, c.By = Fresh, "its type"
		case c.Source == Unknown:
			f.Ask = say("What does your application write into %? ", f.open(c).and()) + c.whichEnd(rows) + f.example(c)
		case c.either:
			u := &units[c.unit]
			_, whole, _ := strings.Cut(u.cycle, "_of_")
			f.Ask = say("Does % begin anew with each %, as % does in SQL? Then write `-- % = %(%)`. If each % of each % has a number of its own, write `-- % = % of %`.",
				c.Name, whole, strings.ToUpper(u.name), c.Name, u.cycle, c.Attr.Name, u.name, whole, c.Name, u.numbered(), c.Attr.Name)
			return f
		case c.Source == Hash && c.Parts == 0:
			f.Ask = say("Into how many parts does % split the rows? Say so in a comment of your answer, as `-- % = 0..N`, or `-- % = hash(…) % N` with the column that it is computed from", c.Name, c.Name, c.Name, "%")
			if f.time(c.spelled) != nil {
				f.Ask += ", or, where it is a part of the time, with the name of that part"
			}
			f.Ask += "."
		}
		if text, ok := t.said[c.Name]; ok && f.Ask != "" && c.By == "" {
			f.Ask = say("The check does not understand `-- % = %`. ", c.Name, text) + f.Ask
		}
	}
	return f
}

// open are the columns of the key of which has to be known what they hold, this one first: those
// that are uuids may hold ids, and others have a type that does not fit their name.
func (f *Fit) open(first *Column) (out words) {
	for _, c := range f.key(schema.Clustering) {
		if c == first || len(out) > 0 && c.Source == Unknown && c.Type.Kind != cqltype.UUID && c.Type.Kind != cqltype.Timeuuid && f.misfit(c) == nil {
			out.add(c.Name)
		}
	}
	return out
}

// misfit is the attribute that a column is named after, where its type cannot hold it; else nil.
func (f *Fit) misfit(c *Column) *Attr {
	for i, a := range f.Rows.Attrs {
		if c.Source == Unknown && !f.taken[i] && likeness(a, c.spelled, nil) >= alike && !converts(a.Type, c.Type) {
			return a
		}
	}
	return nil
}

// unlike says that the type of a column does not hold an attribute.
func (c *Column) unlike(a *Attr) string {
	are := "collections"
	if a.Type != nil {
		are = "of the type " + a.Type.String()
	}
	return say("% is declared as %, and its values in this task are %.", c.Name, c.Type.String(), are)
}

const whichHolds = "Which type can hold them?"

// lacks is what there is to say where no column is known to hold attributes that a screen knows
// or shows.
func (f *Fit) lacks(names words, screen string) *Finding {
	var sure, open words
	for _, name := range names {
		a := f.Rows.Attr(name)
		for _, c := range f.Columns {
			if a != nil && f.misfit(c) == a {
				return fails(c.unlike(a)).surely(whichHolds)
			}
		}
		maybe := f.maybe(a)
		if len(maybe) == 0 {
			sure.add(name)
		}
		for _, c := range maybe {
			if !open.has(c) {
				open.add(c)
			}
		}
	}
	if len(sure) > 0 {
		return fails("The screen % %, and no column of % holds %.", screen, sure.and(), f.Table.Name, either(len(sure) == 1, "it", "them"))
	}
	return &Finding{State: Unclear, Consequence: say("The screen % %, and nothing says which column of % holds %.", screen, names.and(), f.Table.Name, either(len(names) == 1, "it", "them")), Ask: f.whether(open, names[0])}
}

// whether asks if one of these columns holds an attribute.
func (f *Fit) whether(open words, attr string) string {
	return say("What does your application write into %? Say so in a comment of your answer, such as `-- % = %` where that is so. If no column holds %, where would a screen get it from?", open.and(), open[0], attr, attr)
}

// maybe are the columns that may hold an attribute, and of which nobody says what they hold.
func (f *Fit) maybe(a *Attr) words {
	var open, fresh words
	for _, c := range f.Columns {
		switch {
		case a == nil || c.other || !converts(a.Type, c.Type) || a.Type != nil && isText(a.Type) && !isText(c.Type): // of texts few are numbers
		case c.Source == Unknown:
			open.add(c.Name)
		case c.Source == Fresh:
			fresh.add(c.Name)
		}
	}
	if len(open) == 0 {
		return fresh // ids are more often made than given
	}
	return open
}

// whichEnd says why a column that speaks of one end of a time holds nothing of these rows.
func (c *Column) whichEnd(rows *Rows) string {
	if c.end == 0 {
		return ""
	}
	return say("By %, it says when something %, and nothing that is known of each % does. ", c.endBy(), edges[c.end].does, rows.Noun)
}

// endBy is what says that a column is one end of a time.
func (c *Column) endBy() string { return either(c.By == "", "its name", c.By) }

// begun is the column of the key that holds one end of a time where a question asks for all the
// time between, or nil.
func (f *Fit) begun() *Column {
	for _, c := range f.key(schema.Clustering) {
		if c.Source == Unknown && c.end > 0 {
			return c
		}
	}
	return nil
}

// between says what a question does not find by such a column.
func (a *Asked) between(c *Column) *Finding {
	asked := a.Question.moment()
	consequence := say("By %, % says when something %.", c.endBy(), c.Name, edges[c.end].does)
	if asked == nil {
		return nothing(consequence).surely("Which column holds what the screen asks for?")
	}
	consequence += say(" The screen asks by %", asked.Name)
	ask := say("Does the screen know %?", c.Name)
	if asked.isEnd(1) || asked.isEnd(2) {
		consequence += ", which is something else."
	} else {
		consequence += say(", and so it does not find what %.", edges[c.end].misses)
		ask = say("Does your table have a row for each %?", asked.Name)
	}
	if c.By == "" {
		ask += say(" If % holds something else than its name says, say so in a comment: `-- % = …`.", c.Name, c.Name)
	}
	return nothing(consequence).surely(ask)
}

// moment is the time by which a question asks, or nil.
func (q *Question) moment() *Attr {
	for i := range q.Given {
		if a := q.Given[i].Attr; isTime(a.Type) {
			return a
		}
	}
	if q.Range != nil && isTime(q.Range.Attr.Type) {
		return q.Range.Attr
	}
	return nil
}

// example says how a comment tells what is written into a column of the key. It gives the form
// alone: with a value that would do, whoever copies it would have answered.
func (f *Fit) example(c *Column) string {
	holds, part := false, false
	for i, a := range f.Rows.Attrs {
		holds = holds || !f.taken[i] && a.Type != nil && (a.Type.Equal(c.Type) || isNumber(a.Type) && isNumber(c.Type))
	}
	if a := f.time(c.spelled); a != nil {
		_, part = units[day].value(c.Type, now*1000)
	}
	var forms words
	if holds {
		forms.add("the name of what it holds")
	}
	if part {
		forms.add("the part of a time that it holds")
	}
	if isWhole(c.Type) || isText(c.Type) {
		forms.add("its values, as in 0..N")
	}
	if len(forms) == 0 {
		return say("Nothing that the task speaks of has the type %, and who asks has to know what is in the key. Could the key do without %?", c.Type.String(), c.Name)
	}
	where := "in a comment of your answer"
	if len(f.open(c)) > 1 {
		where = "in comments of your answer, one for each"
	}
	out := say("Say so %: `-- % = …`, with %.", where, c.Name, forms.join(", or with "))
	if !holds && !isTime(c.Type) {
		out += say(" Or could the key do without %?", c.Name)
	}
	return out
}

// edges are the two of a stretch of time, as the names of columns speak of them.
// Some words mean that in a name alone ("yyyymm from night"), and some in a comment alone
// (last_login).
var edges = [...]struct{ does, misses, words, names, comments string }{
	{},
	{"begins", "began earlier and has not ended", " start begin arrival arrive arrived checkin ", " from since ", " first starts started beginning begins arrives arriving "},
	{"ends", "ends later", " end departure depart leave checkout ", " until till ", " last ends ended departs departed leaves leaving left "},
}

// endOf is the place in edges of the end that words speak of, 0 for none or both; check in is one
// word.
func endOf(name words, comment bool) (end int) {
	for e := 1; e < len(edges); e++ {
		known := edges[e].words + either(comment, edges[e].comments, edges[e].names)
		for i, w := range name {
			if strings.Contains(known, " "+w+" ") || i > 0 && strings.Contains(known, " "+name[i-1]+w+" ") {
				if end > 0 && end != e {
					return 0
				}
				end = e
			}
		}
	}
	return end
}

// oneEnd is the end that the name of a column of time speaks of, a place in edges, where no time
// of the rows is that; 0 for none.
func (c *Column) oneEnd(rows *Rows) int {
	if e := endOf(c.spelled.words, false); e > 0 && c.isDay() && !rows.hasEnd(e) {
		return e
	}
	return 0
}

// plain reports whether the name of a column says no more than that it holds a day, and these rows
// have one: what else has such a name does not matter.
func (f *Fit) plain(c *Column) bool {
	a := f.time(c.spelled)
	return a != nil && a.Type.Kind == cqltype.Date && c.isDay() && onlyDays(c.spelled.words.join(" "))
}

// isDay reports whether a column holds a point in time, by its type or its name, and is no bucket
// such as week_start.
func (c *Column) isDay() bool {
	is := isTime(c.Type)
	for _, w := range c.spelled.words {
		if u := unitOf(w); u >= 0 && u != day {
			return false
		} else if u == day {
			is = true
		}
	}
	return is
}

// hasEnd reports whether a time of the rows is that end of something.
func (s *Rows) hasEnd(e int) bool {
	for _, a := range s.Attrs {
		if a.isEnd(e) {
			return true
		}
	}
	return false
}

// isEnd reports whether an attribute is that end of something, by one of its names.
func (a *Attr) isEnd(e int) bool {
	for _, name := range a.spelled {
		if isTime(a.Type) && endOf(name.words, false) == e {
			return true
		}
	}
	return false
}

// A pair is a column that may hold an attribute, for its name.
type pair struct {
	score, attr int
	column      *Column
}

// pairs are all of them, the best first.
func (f *Fit) pairs() (out []pair) {
	for _, c := range f.Columns {
		for j, a := range f.Rows.Attrs {
			if c.end > 0 {
				break // a comment says more than a name
			}
			if n := likeness(a, c.spelled, c.Type); n > 0 && converts(a.Type, c.Type) {
				out = append(out, pair{n, j, c})
			}
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].score > out[j].score })
	return out
}

// byName takes pairs down to a score, and returns the rest. A tie is left open.
func (f *Fit) byName(pairs []pair, least int) []pair {
	for len(pairs) > 0 && pairs[0].score >= least {
		n := 0
		ties := make([]int, len(f.Rows.Attrs))
		for n < len(pairs) && pairs[n].score == pairs[0].score {
			n++
		}
		for by := range 2 { // first count, then take
			for _, p := range pairs[:n] {
				switch {
				case p.column.Source != Unknown || f.taken[p.attr]:
				case by == 0:
					p.column.ties++
					ties[p.attr]++
				case p.column.ties == 1 && ties[p.attr] == 1:
					f.take(p.column, p.attr, "its name")
				}
			}
		}
		for _, p := range pairs[:n] {
			p.column.ties = 0
		}
		pairs = pairs[n:]
	}
	return pairs
}

// byType takes a column, of the key or outside of it, for the attribute of its type
// where there is one of each, and no comment says something else of it.
func (f *Fit) byType(key bool) {
	open := map[string]int{}
	is := func(c *Column) bool { return c.Source == Unknown && c.isKey() == key && !c.other && !c.told }
	for _, c := range f.Columns {
		if is(c) {
			open[c.Type.String()]++
		}
	}
	for _, c := range f.Columns {
		if !is(c) || open[c.Type.String()] != 1 {
			continue
		}
		only, n := 0, 0
		for i, a := range f.Rows.Attrs {
			if !f.taken[i] && a.Type != nil && a.Type.Equal(c.Type) && (f.needed.has(a.Name) || words(f.Rows.Apart).has(a.Name)) {
				only = i
				n++
			}
		}
		if n == 1 {
			f.take(c, only, "its type")
		}
	}
}

// derive takes the column of a key for a bucket, where its name says so.
func (f *Fit) derive(c *Column) {
	in, hash := -1, false
	for _, w := range c.spelled.words {
		if u := unitOf(w); u > in { // the finer one
			in = u
		}
		hash = hash || strings.Contains(" bucket shard part partition slot slice ", " "+w+" ")
	}
	if in >= 0 {
		if c.Attr = f.time(c.spelled); c.Attr != nil {
			c.Source, c.unit, c.By = Bucket, in, "its name"
			c.cycle()
			return
		}
	}
	if hash && (isWhole(c.Type) || isText(c.Type)) {
		c.Source, c.By = Hash, "its name"
	}
}

// cycle notes that a column is too small for a unit's number: then it can only hold
// the number within the next larger unit. The day of a date is the date.
func (c *Column) cycle() {
	switch _, fits := units[c.unit].value(c.Type, now*1000); {
	case fits && c.unit == day && c.Attr.Type.Kind == cqltype.Date:
		c.Source = Same
	case !fits && units[c.unit].cycle != "":
		c.Source = Cycle
	case !fits:
		c.Source = Unknown
	}
}

// time is the attribute that a bucket of time is made of: the one that shares a word
// with the column, else the only one that questions need; nil where that is open.
func (f *Fit) time(name *spelled) *Attr {
	var best *Attr
	most := -1
	for _, a := range f.Rows.Attrs {
		if !isTime(a.Type) {
			continue
		}
		n := 8 * common(name.words, a.spelled[0].words)
		if f.needed.has(a.Name) {
			n += 4
		}
		if a.Type.Kind != cqltype.Timeuuid {
			n += 2
		}
		if n > most {
			best, most = a, n
		} else if n == most {
			best = nil
		}
	}
	return best
}

// comment reads what a comment says of a column: an attribute, month(attribute),
// hash(attribute) % 10, 0..9, an example such as 202603, or words. What else it says
// follows behind a comma or a word such as for.
func (f *Fit) comment(c *Column, text string) bool {
	whole := text
	for _, end := range [...]string{",", ";", " for ", " is ", " the "} {
		text, _, _ = strings.Cut(text, end)
	}
	text = strings.TrimSpace(text)
	if c.oneEnd(f.Rows) > 0 && onlyDays(text) {
		return false // a date, or a day: which one the name has said
	}
	if a := f.named(text); a != nil {
		c.Source, c.Attr = Same, a
		return converts(a.Type, c.Type)
	}
	lo, hi, ranged := strings.Cut(text, "..")
	call, parts, modulo := strings.Cut(text, "%")
	name, arg, _ := strings.Cut(strings.TrimSuffix(strings.TrimSpace(call), ")"), "(")
	name = strings.ToLower(strings.TrimSpace(name))
	c.Attr = f.named(strings.TrimSpace(arg))
	switch {
	case ranged:
		if c.Source = Hash; small(hi) > 0 {
			c.Parts = small(hi) - small(lo) + 1
		}
		for _, word := range c.spelled.words { // months from 1 to 12 are no parts of any rows
			if i := unitOf(word); i >= 0 && cycles[i] > 0 && c.Parts == cycles[i] {
				c.Source, c.unit, c.Attr = Cycle, i, f.time(c.spelled)
			}
		}
		if c.Source == Cycle && c.Attr == nil {
			c.Source = Unknown
		}
	case modulo:
		if arg == "" {
			c.Attr = f.named(name)
		}
		c.Source, c.Parts = Hash, small(parts)
	case small(name) > 0:
		for i := range units {
			if units[i].digits == len(name) {
				c.Source, c.unit, c.Attr = Bucket, i, f.time(c.spelled)
			}
		}
		if c.Attr == nil {
			c.Source = Unknown
		}
	default:
		for i := range units {
			u := &units[i]
			if name != u.name && name != u.cycle {
				continue
			}
			if arg == "" {
				c.Attr = f.time(c.spelled)
			}
			if c.Attr == nil || !isTime(c.Attr.Type) {
				break
			}
			if c.Source, c.unit = Bucket, i; name == u.cycle {
				c.Source = Cycle
			} else {
				c.cycle()
				c.mayCycle()
			}
		}
	}
	if c.Source == Hash && c.Parts < 1 {
		c.Source = Unknown
	}
	if c.Source != Unknown || c.isKey() && f.inWords(c, whole) {
		return true
	}
	for _, end := range [...]string{",", ";", " for ", " is ", " such "} {
		whole, _, _ = strings.Cut(whole, end)
	}
	if a := f.meant(whole); a != nil && !isTime(a.Type) && converts(a.Type, c.Type) {
		c.Source, c.Attr = Same, a
	}
	return c.Source != Unknown
}

// onlyDays reports whether a text says that something is a day, and nothing else.
func onlyDays(text string) bool {
	for _, w := range strings.Fields(strings.ToLower(text)) {
		if unitOf(w) != day && w != "the" && w != "a" {
			return false
		}
	}
	return true
}

// inWords reads what a comment says of a time: "month of start_date", "year and month",
// yyyymm, "each night", or an example such as '2026-03'. The finest unit counts; with a coarser
// one behind "of", such as "month of the year", the number begins anew. A day of arrival is one
// end of something: that of the rows, or else none of theirs.
func (f *Fit) inWords(c *Column, text string) bool {
	for _, end := range [...]string{",", ";", " for ", " such "} {
		text, _, _ = strings.Cut(text, end)
	}
	c.Attr = f.time(c.spelled)
	unit, cycle, behind, bare := -1, false, false, true
	var spoken words
	var named []*Attr
	for _, w := range strings.Fields(strings.ToLower(text)) {
		w = strings.Trim(w, "`'\"().")
		spoken = append(spoken, split(w)...)
		u, a := unitOf(w), f.named(w)
		if a != nil && u < 0 && place(named, a) < 0 {
			named = append(named, a)
		}
		switch {
		case a != nil && isTime(a.Type) && u < 0:
			c.Attr = a
		case w == "of":
			behind = unit >= 0
		case u >= 0 && behind:
			cycle = u < unit && cycles[unit] > 0
		case u >= 0:
			bare = bare && unit < 0 && w == units[u].name
			unit = max(unit, u)
		}
	}
	if e := endOf(spoken, true); e > 0 && isTime(c.Type) && (unit < 0 || unit == day && !cycle) && !(len(named) > 0 && f.Rows.hasEnd(e)) {
		if !f.Rows.hasEnd(e) {
			c.Attr, c.end, c.other = nil, e, true
			return true
		}
		for _, a := range f.Rows.Attrs {
			if unit = day; a.isEnd(e) {
				c.Attr = a
			}
		}
	} else if unit < 0 && isTime(c.Type) && (len(named) == 1 && named[0] == c.Attr || nightly(spoken) && c.Attr != nil && !c.Attr.isEnd(1) && !c.Attr.isEnd(2)) {
		unit = day // each night
	}
	if unit < 0 && text != "" && strings.Trim(text, "0123456789-:/' \"") == "" {
		digits := 0
		for _, d := range text {
			if '0' <= d && d <= '9' {
				digits++
			}
		}
		for i := range units {
			if digits > 0 && units[i].digits == digits {
				unit, bare = i, false
			}
		}
	}
	if unit < 0 || c.Attr == nil {
		return false
	}
	c.unit = unit
	if c.Source = Bucket; cycle {
		c.Source = Cycle
	} else if c.cycle(); bare {
		c.mayCycle()
	}
	return c.Source != Unknown
}

// nightly reports whether words speak of nights and of nothing else.
func nightly(spoken words) bool {
	for _, w := range spoken {
		if !strings.Contains(" the a each every one this night nights of stay ", " "+w+" ") {
			return false
		}
	}
	return common(spoken, words{"night"}) > 0
}

// mayCycle notes that a comment names a unit of time alone, and the column could hold its number
// within the next larger unit as well: MONTH of SQL is 1 to 12. Its name may have said it.
func (c *Column) mayCycle() {
	whole := false // ym, yyyymm, year_month: the name says that the year is in it
	for _, w := range c.spelled.words {
		u := unitOf(w)
		whole = whole || u >= 0 && u < c.unit || u == c.unit && !strings.HasPrefix(units[u].name, w)
	}
	c.either = !whole && (c.Source == Bucket || c.Source == Same) && cycles[c.unit] > 0 && (isWhole(c.Type) || isText(c.Type))
}

// small is a whole number that a person writes, 0 for none.
func small(s string) int64 {
	n, _ := strconv.ParseInt(strings.TrimSpace(s), 10, 32)
	return n
}

// Comments are those of an answer that say what is written into a column:
// `-- column = what`.
func Comments(text string) map[string]string {
	out := map[string]string{}
	for _, l := range strings.Split(text, "\n") {
		at := max(strings.LastIndex(l, "--"), strings.LastIndex(l, "//"))
		if at < 0 {
			continue
		}
		name, what, _ := strings.Cut(l[at+2:], "=")
		if name = strings.ToLower(strings.TrimSpace(name)); what != "" && strings.IndexAny(name, " \t('") < 0 {
			out[name] = strings.TrimSuffix(strings.TrimSpace(what), ",")
		}
	}
	return out
}

// split are the parts of a name, in lower case: start_date, startDate.
func split(name string) (out words) {
	from := 0
	for i := 0; i <= len(name); i++ {
		end := i == len(name) || strings.IndexByte("_- ", name[i]) >= 0
		if end || i > from && isUpper(name[i]) && !isUpper(name[i-1]) {
			if i > from {
				out.add(strings.ToLower(name[from:i]))
			}
			if from = i; end {
				from++
			}
		}
	}
	return out
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// alike is from where on only details of two names differ.
const alike = 80

// likeness says how well the name of a column stands for an attribute: 100 for the
// same name, down to 1; 0 for another one.
func likeness(a *Attr, column *spelled, t *cqltype.Type) int {
	best := 0
	for i, name := range a.spelled {
		n, shared := 0, common(column.strong, name.strong)
		switch longer := max(len(column.strong), len(name.strong)); {
		case name.name == column.name:
			n = 101
		case name.joined == column.joined:
			n = 99
		case common(column.words, name.words) == max(len(column.words), len(name.words)):
			n = 90
		case shared > 0 && shared == longer:
			n = 82
		case shared > 0:
			n = 40 + 14*shared - 4*longer
		}
		if n > 0 && n < 98 && t != nil && a.Type != nil && a.Type.Equal(t) {
			n += 5
		}
		if i > 0 {
			n--
		}
		best = max(best, n)
	}
	return best
}

// spelled is a name taken apart, once for all the names that it is compared with.
type spelled struct {
	name, joined  string
	words, strong words
}

func spell(name string) *spelled {
	w := split(name)
	return &spelled{name, w.join(""), w, w.strong()}
}

// strong leaves out the words that only say that something is an identifier.
func (w words) strong() (out words) {
	for _, s := range w {
		if !strings.Contains(" id uuid key no nr num number code ", " "+s+" ") {
			out.add(s)
		}
	}
	return out
}

// common is the number of words that two names share: the same but for a plural,
// or one the beginning of the other.
func common(a, b words) (n int) {
	used := 0
	for _, v := range a {
		for i, w := range b {
			short, long := v, w
			if len(v) > len(w) {
				short, long = w, v
			}
			if rest, begins := strings.CutPrefix(long, short); used>>i&1 == 0 && begins && (len(short) > 3 || rest == "" || rest == "s") {
				used |= 1 << i
				n++
				break
			}
		}
	}
	return n
}
