package model

import (
	"math"
	"slices"
	"sort"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
)

// The functions here change the text of a model as a hand in a figure would: each
// returns a fix, with a title for a button, and the figure follows the text.

// Move puts a column of a table into another part of its key, or out of it: before
// the i-th of the columns that are there.
func (d *Design) Move(t *Table, column string, to Role, i int) (diag.Fix, bool) {
	c := t.Column(column)
	if c == nil {
		return diag.Fix{}, false
	}
	if to == Static || to == Regular {
		if c.Role == Static && to == Regular || c.Role == Regular && to == Static {
			return d.setStatic(t, column, to == Static)
		}
	}
	dec := t.decided()
	out := func(list []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(n string) bool { return n == column })
	}
	dec.partition, dec.cluster = out(dec.partition), out(dec.cluster)
	put := func(list []string) []string {
		i := min(max(i, 0), len(list))
		return slices.Concat(list[:i], []string{column}, list[i:])
	}
	title := "take " + column + " out of the key"
	switch to {
	case Partition:
		dec.partition, title = put(dec.partition), "put "+column+" into the partition key"
	case Clustering:
		dec.cluster, title = put(dec.cluster), "make "+column+" a clustering column"
		if c.Role == Clustering {
			title = "move " + column + " within the key"
		}
	}
	if was := t.decided(); len(dec.partition) == 0 || keyType(c.Type) == "counter" || slices.Equal(dec.partition, was.partition) && slices.Equal(dec.cluster, was.cluster) {
		return diag.Fix{}, false // it is there already, at the end or the beginning
	}
	fix := d.setLine(t, "key", keyLine(dec), title)
	if t.Choice != nil && (to == Partition || to == Clustering) { // what is in the key is neither static nor one of the rows'
		for word, list := range map[string][]*Ref{"static": t.Choice.Static, "plain": t.Choice.Plain} {
			for _, r := range list {
				if t.meant(snake(r.Name.Text)) == c {
					fix = both(fix, t.Choice.without(d.Model, list, r, word))
					break
				}
			}
		}
	}
	return fix, true
}

// Among is where a column belongs among the clustering columns: behind those by which a
// question looks up or sorts, if it does so by this one, too, and before those that only
// tell rows apart; else at the end.
func (t *Table) Among(c *Column) int {
	key := t.ClusteringKey()
	asked := func(c *Column) bool {
		return slices.ContainsFunc(t.Questions, func(q *Question) bool {
			return slices.ContainsFunc(slices.Concat(q.Given, q.Ranges, q.Order), func(r *Ref) bool { return c.Attr != nil && c.Attr == r.Attr && same(c.at, r.at) })
		})
	}
	if !asked(c) {
		return len(key)
	}
	given := slices.ContainsFunc(t.Questions, func(q *Question) bool {
		return slices.ContainsFunc(q.Given, func(r *Ref) bool { return c.Attr == r.Attr && same(c.at, r.at) && !r.Optional })
	})
	i := 0
	for !given && i < len(key) && asked(key[i]) {
		i++
	}
	return i
}

// Turn turns the order of a clustering column.
func (d *Design) Turn(t *Table, column string) (diag.Fix, bool) {
	c := t.Column(column)
	if c == nil || c.Role != Clustering {
		return diag.Fix{}, false
	}
	dec := t.decided()
	dec.desc[column] = !c.Desc
	title := "sort by " + column + " from the largest down"
	if c.Desc {
		title = "sort by " + column + " from the smallest up"
	}
	return d.setLine(t, "key", keyLine(dec), title), true
}

// Bucket cuts the partitions of a table by a unit of a time column, or not at all
// where the unit is "none".
func (d *Design) Bucket(t *Table, unit, column string) (diag.Fix, bool) {
	if unit == "none" {
		return d.withoutPart(t, "bucket", "bucket none", "do not cut the partitions")
	}
	c := t.Column(column)
	if c == nil || c.Attr == nil || !timely(c.Type) || !slices.Contains(bucketUnits, unit) {
		return diag.Fix{}, false
	}
	line := "bucket " + unit + " of " + column
	return d.part(t, "bucket", line, unit, func(c *Column) bool { return c.Bucket != nil }, "one partition "+article(unit)), true
}

// Spread shares the rows of each key out over several partitions, or none where
// parts is less than one.
func (d *Design) Spread(t *Table, parts int64) (diag.Fix, bool) {
	if parts < 1 {
		return d.withoutPart(t, "spread", "spread none", "do not spread the rows")
	}
	return d.spreadFix(t, parts), true
}

func (d *Design) spreadFix(t *Table, parts int64) diag.Fix {
	line, name := "spread "+digits(parts), "shard"
	var each []string // of which there are so many partitions
	for _, c := range t.PartitionKey() {
		switch {
		case c.Spread == nil:
			each = append(each, c.Name)
		case c.Name != name: // it keeps the name that it has got
			line, name = line+" as "+c.Name, c.Name
		}
	}
	title := "spread "
	if each != nil {
		title += "each " + some(each, "and") + " "
	}
	return d.part(t, "spread", line, name, func(c *Column) bool { return c.Spread != nil }, title+"over "+number.Of(parts, "partition"))
}

// part sets a line that makes a column of the partition key, and names the column in
// the key where the author wrote one.
func (d *Design) part(t *Table, word, line, name string, is func(*Column) bool, title string) diag.Fix {
	f := d.setLine(t, word, line, title)
	if t.Choice == nil || t.Choice.Partition == nil {
		return f
	}
	dec := t.decided()
	for t.Column(name) != nil && !is(t.Column(name)) {
		name += "_bucket"
	}
	dec.partition = t.withPart(dec.partition, name, is)
	return both(f, d.setLine(t, "key", keyLine(dec), title))
}

// withPart puts a bucket or a spread into a partition key: in the place of the one that
// is there, a bucket before a spread.
func (t *Table) withPart(key []string, name string, is func(*Column) bool) []string {
	key = slices.Clone(key)
	for i, n := range key {
		if c := t.Column(n); c != nil && is(c) {
			key[i] = name
			return key
		}
	}
	for i, n := range key {
		if c := t.Column(n); c != nil && c.Spread != nil {
			return slices.Concat(key[:i], []string{name}, key[i:])
		}
	}
	return append(key, name)
}

func (d *Design) withoutPart(t *Table, word, line, title string) (diag.Fix, bool) {
	f := d.setLine(t, word, line, title)
	if t.Choice == nil || t.Choice.Partition == nil {
		return f, true
	}
	dec := t.decided()
	dec.partition = slices.DeleteFunc(dec.partition, func(n string) bool {
		c := t.Column(n)
		return c != nil && (word == "bucket" && c.Bucket != nil || word == "spread" && c.Spread != nil)
	})
	if len(dec.partition) == 0 {
		return diag.Fix{}, false
	}
	return both(f, d.setLine(t, "key", keyLine(dec), title)), true
}

// both joins two fixes of the same block.
func both(a, b diag.Fix) diag.Fix {
	a.Edits = append(slices.Clone(a.Edits), b.Edits...)
	sort.SliceStable(a.Edits, func(i, j int) bool { return a.Edits[i].Start < a.Edits[j].Start })
	for i := len(a.Edits) - 1; i > 0; i-- { // two insertions at one place are one
		x, y := &a.Edits[i-1], a.Edits[i]
		if x.Span == y.Span && x.Len() == 0 {
			if x.Text != y.Text {
				x.Text += y.Text
			}
			a.Edits = append(a.Edits[:i], a.Edits[i+1:]...)
		}
	}
	return a
}

// setStatic makes a column static, or one of the rows'.
func (d *Design) setStatic(t *Table, column string, on bool) (diag.Fix, bool) {
	if on && len(t.ClusteringKey()) == 0 {
		return diag.Fix{}, false
	}
	var static, plain []string
	for _, c := range t.Columns {
		switch {
		case c.Name == column:
			if on {
				static = append(static, c.Name)
			} else {
				plain = append(plain, c.Name)
			}
		case c.Role == Static && c.Rule == RuleChosen:
			static = append(static, c.Name)
		case c.Role == Regular && c.Rule == RuleChosen && t.Choice != nil && slices.ContainsFunc(t.Choice.Plain, func(r *Ref) bool { return snake(r.Name.Text) == c.Name }):
			plain = append(plain, c.Name)
		}
	}
	title := "store " + column + " in every row"
	if on {
		title = "store " + column + " once for the partition"
	}
	line := func(word string, names []string) string {
		if len(names) == 0 {
			return ""
		}
		return word + " " + strings.Join(names, ", ")
	}
	if t.Choice == nil {
		if on {
			return d.setLine(t, "static", line("static", static), title), true
		}
		return d.setLine(t, "plain", line("plain", plain), title), true
	}
	return both(d.setLine(t, "static", line("static", static), title), d.setLine(t, "plain", line("plain", plain), title)), true
}

// Together lets one table serve a further question, in the place of its own.
func (d *Design) Together(t *Table, q *Question) (diag.Fix, bool) {
	other := d.Access(q)
	if other == nil || other.Table == t || other.Table.Entity != t.Entity {
		return diag.Fix{}, false
	}
	title := "let " + t.Name + " serve " + q.ID.Text + ", too"
	ids := questionIDs(append(slices.Clone(t.Questions), q))
	var f diag.Fix
	f.Title = title
	if t.Choice == nil {
		f = d.newBlock(t, ids, nil, title)
	} else if len(t.Choice.For) > 0 {
		at := t.Choice.For[0].Span.To(t.Choice.For[len(t.Choice.For)-1].Span)
		f.Edits = []diag.Edit{{Span: at, Text: ids}}
	} else {
		return f, false
	}
	if c := other.Table.Choice; c != nil {
		if len(c.Questions) > 1 {
			rest := slices.DeleteFunc(slices.Clone(c.Questions), func(o *Question) bool { return o == q })
			f = both(f, diag.Fix{Edits: []diag.Edit{{Span: c.For[0].Span.To(c.For[len(c.For)-1].Span), Text: questionIDs(rest)}}})
		} else {
			f = both(f, diag.Fix{Edits: []diag.Edit{{Span: d.Model.blockLines(c.Block)}}})
		}
	}
	return f, true
}

// Apart gives a question that shares a table one of its own.
func (d *Design) Apart(t *Table, q *Question) (diag.Fix, bool) {
	if len(t.Questions) < 2 || !slices.Contains(t.Questions, q) {
		return diag.Fix{}, false
	}
	title := "give " + q.ID.Text + " a table of its own"
	name := cut(t.Name+"_"+snake(q.ID.Text), q)
	end := d.end()
	f := diag.Fix{Title: title}
	if t.Choice != nil {
		rest := slices.DeleteFunc(slices.Clone(t.Questions), func(o *Question) bool { return o == q })
		f.Edits = append(f.Edits, diag.Edit{Span: t.Choice.For[0].Span.To(t.Choice.For[len(t.Choice.For)-1].Span), Text: questionIDs(rest)})
	}
	f.Edits = append(f.Edits, diag.Edit{Span: end, Text: d.gap() + "table " + name + " for " + q.ID.Text + "\n"})
	return f, true
}

func questionIDs(qs []*Question) string {
	var ids []string
	for _, q := range qs {
		ids = append(ids, q.ID.Text)
	}
	return strings.Join(ids, ", ")
}

// AddQuestion writes a further question about an entity: what is given and wanted by
// the names of attributes. On a screen it is asked there.
func (m *Model) AddQuestion(title string, of *Entity, given, want []string, on *Screen) diag.Fix {
	id := ""
	for n := 1; id == "" || m.Question(id) != nil || m.isUnread(Name{Text: id}); n++ {
		id = "Q" + digits(int64(n))
	}
	d := Design{Model: m}
	text := d.gap() + "question " + id
	if title != "" {
		text += " " + title
	}
	if len(given) > 0 {
		text += "\n  given  " + strings.Join(given, ", ")
	}
	text += "\n  want   " + of.Name.Text
	if len(want) > 0 {
		text += ": " + strings.Join(want, ", ")
	}
	f := edit("ask "+id, d.end(), text+"\n")
	if on != nil {
		edit := diag.Edit{Span: diag.Span{Start: on.End, End: on.End}, Text: "\n  asks " + id}
		if l := on.line("asks"); l != nil {
			edit = diag.Edit{Span: diag.Span{Start: l.End, End: l.End}, Text: ", " + id}
		}
		f = both(f, diag.Fix{Edits: []diag.Edit{edit}})
	}
	return f
}

// differ is where two texts begin to differ, and how long both are the same at their end.
func differ(before, after string) (a, b int) {
	for a < min(len(before), len(after)) && before[a] == after[a] {
		a++
	}
	for b < min(len(before), len(after))-a && before[len(before)-1-b] == after[len(after)-1-b] {
		b++
	}
	return a, b
}

// Replaced reports whether all of a block of a text has been replaced but for its first words,
// which that of another model may have as well.
func Replaced(before, after string, b Block) bool {
	start, same := differ(before, after)
	return start < b.Head.End && len(before)-same >= b.End && !strings.Contains(after, before[b.Start:b.End])
}

// Edited is the word that opens the block in which two texts differ, such as "entity": ""
// where they differ in blocks of several kinds, or in none.
func Edited(before, after string) string {
	if before == after { // a browser tells of an undo more than once
		return ""
	}
	a, b := differ(before, after)
	if a == len(after) && a < len(before) { // what was taken from the end stands in the other one
		before, after = after, before
	}
	kind, at := "", 0
	for line := range strings.Lines(after) {
		start := at
		at += len(line)
		word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		opens := slices.Contains(blockWords, strings.ToLower(word)) && !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "\t")
		switch {
		case start > len(after)-b:
			return kind
		case opens && start > a && kind != "" && kind != strings.ToLower(word) && strings.TrimSpace(after[a:start]) != "":
			return ""
		case opens:
			kind = strings.ToLower(word)
		}
	}
	return kind
}

// CanBegin reports whether [Model.Begin] has what a block of a kind needs: a
// relationship needs two entities, a question one.
func (m *Model) CanBegin(kind string) bool {
	switch kind {
	case "relate":
		return len(m.Entities) > 1
	case "question":
		return len(m.Entities) > 0
	}
	return true
}

// Begin writes a first block of a kind, "entity", "relate", "screen" or "question", about
// what was written last, for a person to go on with: each time another one. The fix is
// empty where there is nothing left to relate or to ask.
func (m *Model) Begin(kind string) diag.Fix {
	text := ""
	switch kind {
	case "entity":
		name := "Thing"
		if m.Entity(name) != nil {
			name = "Other"
		}
		for i := 3; m.Entity(name) != nil; i++ {
			name = "Thing" + digits(int64(i))
		}
		text = "entity " + name + " 1000" + guessMark + "\n  " + snake(name) + "_id  uuid  key\n  name  text 20\n"
	case "relate":
		one, many := m.unrelated()
		if one == nil {
			return diag.Fix{}
		}
		return m.Relate(one, many)
	case "screen":
		name := "First screen"
		if n := len(m.Screens); n > 0 {
			name = "Screen " + digits(int64(n+1))
		}
		text = "screen " + name + "\n"
		if n := len(m.Screens); n > 0 {
			text += "  after " + m.Screens[n-1].Name.Text + "\n"
		}
		var asks []string
		for _, q := range m.Questions {
			if !slices.ContainsFunc(m.Screens, func(s *Screen) bool { return slices.Contains(s.Asked, q) }) {
				asks = append(asks, q.ID.Text)
			}
		}
		if len(asks) > 0 {
			text += "  asks " + strings.Join(asks, ", ") + "\n"
		}
	case "question":
		return m.nextQuestion()
	}
	if text == "" {
		return diag.Fix{}
	}
	return m.atEnd(text)
}

// unrelated are two entities that no relationship joins, the one of which there are fewer
// first: of those that were written last, one that none joins with anything if there is
// such a one. They are nil where each two are related.
func (m *Model) unrelated() (one, many *Entity) {
	joined := func(a, b *Entity) bool {
		return slices.ContainsFunc(m.Relationships, func(r *Relationship) bool {
			return r.From == a && (b == nil || r.To == b) || r.To == a && (b == nil || r.From == b)
		})
	}
	for _, alone := range [...]bool{true, false} {
		for i, b := range slices.Backward(m.Entities) {
			if b.Relation != nil || alone && joined(b, nil) {
				continue
			}
			for j, a := range slices.Backward(m.Entities) {
				if a.Relation != nil || a == b || !alone && j > i || joined(a, b) {
					continue
				}
				if x, y := m.count(a), m.count(b); x.Typ > y.Typ && y.Typ > 0 || x.Typ == y.Typ && j > i {
					return b, a
				}
				return a, b
			}
		}
	}
	return nil, nil
}

// Joined reports whether relationships lead from one entity to another one.
func (m *Model) Joined(a, b *Entity) bool {
	ways, _ := m.ways(a, b, "", eitherEnd)
	return ways != nil
}

// Relate writes a relationship of two entities: one of the first has several of the second.
func (m *Model) Relate(one, many *Entity) diag.Fix {
	return m.atEnd("relate " + one.Name.Text + " has " + many.Name.Text + "  1 : " + m.perOne(one, many) + "\n")
}

// atEnd writes a block behind all others.
func (m *Model) atEnd(text string) diag.Fix {
	d := Design{Model: m}
	return edit("write a block", d.end(), d.gap()+Format(text))
}

// perOne is a guess at how many of one entity one of another has, where all are shared out: what comes
// in a time, where that is how the many are counted.
func (m *Model) perOne(one, many *Entity) string {
	a, b := m.count(one), m.count(many)
	if a.Rate > 0 { // one gets what all of them have by then
		days := m.horizon()
		if m.passes(a) && !many.Count.Known {
			days = m.stay(many)
		}
		a, b = m.there(one, a, days), m.there(many, b, m.horizon())
	}
	if a.Typ <= 0 || b.Typ <= 0 && b.Rate <= 0 {
		return "0..5..50" + guessMark
	}
	share := func(each float64) string {
		each = number.Significant(each, 2)
		return "0.." + number.Plain(each) + ".." + number.Plain(max(min(math.Ceil(each*openEnd), math.Floor(max(b.Typ, b.Rate*m.horizon()))), 2))
	}
	var parts []string
	if b.Typ > 0 {
		parts = append(parts, share(b.Typ/a.Typ))
	}
	if b.Rate > 0 {
		rate, period := Amount{Rate: b.Rate / a.Typ}.perTime()
		parts = append(parts, share(rate)+" per "+period)
	}
	return strings.Join(parts, " + ") + guessMark
}

// nextQuestion writes one that nobody asks yet: for one of an entity by its key, for
// what belongs to one of another, or for those with some value; first of what was written
// last.
func (m *Model) nextQuestion() diag.Fix {
	for _, e := range slices.Backward(m.Entities) {
		if e.Relation == nil && !m.asks(e, e.keys(true)) {
			return m.AddQuestion("One "+spaced(e.Name.Text), e, e.keys(true), e.keys(false), nil)
		}
	}
	for _, r := range slices.Backward(m.Relationships) {
		for _, side := range [...][2]*Entity{{r.To, r.From}, {r.From, r.To}} {
			left, right := r.Many()
			if many := side[0] == r.To && right || side[0] == r.From && left; many && r.From != r.To && !m.asks(side[0], side[1].keys(true)) {
				return m.AskFor(side[0], side[1])
			}
		}
	}
	for _, e := range slices.Backward(m.Entities) {
		for _, a := range e.Attributes {
			if e.Relation == nil && !a.Key && keyable(a.Type) && !m.asks(e, []string{a.Name.Text}) {
				return m.AskBy(e, []string{a.Name.Text})
			}
		}
	}
	return diag.Fix{}
}

// asks reports whether a question, read or not, asks for an entity by these attributes
// alone.
func (m *Model) asks(e *Entity, given []string) bool {
	return slices.ContainsFunc(m.Written(), func(q *Question) bool {
		return snake(q.Of.Text) == snake(e.Name.Text) && len(q.Ranges) == 0 && len(q.Given) == len(given) && !slices.ContainsFunc(q.Given, func(r *Ref) bool {
			return !slices.ContainsFunc(given, func(name string) bool { return strings.EqualFold(name, r.Name.Text) })
		})
	})
}

// keys are the names of the attributes that are in the key, those of owners before
// them, or of those that are not.
func (e *Entity) keys(in bool) (out []string) {
	if in {
		for _, o := range e.Owners {
			out = append(out, o.keys(true)...)
		}
	}
	for _, a := range e.Attributes {
		if a.Key == in && !slices.Contains(out, a.Name.Text) {
			out = append(out, a.Name.Text)
		}
	}
	return out
}

// AskFor writes a question for what belongs to one of another entity: the rooms of one
// hotel.
func (m *Model) AskFor(rows, one *Entity) diag.Fix {
	return m.AddQuestion(titled(plural(spaced(rows.Name.Text)))+" of one "+spaced(one.Name.Text), rows, one.keys(true), rows.shown(), nil)
}

// AskBy writes a question for the instances of an entity with given values.
func (m *Model) AskBy(e *Entity, given []string) diag.Fix {
	return m.AddQuestion(titled(plural(spaced(e.Name.Text)))+" by "+some(given, "and"), e, given, e.shown(), nil)
}

// shown is what a first question about an entity wants: all that is its own.
func (e *Entity) shown() []string {
	return asked(slices.Clone(e.Attributes))
}

// asked are the names of attributes that one question may want: what counts has a table of
// its own.
func asked(attributes []*Attribute) (out []string) {
	counts := func(a *Attribute) bool { return a.Type == "counter" }
	if slices.ContainsFunc(attributes, func(a *Attribute) bool { return !counts(a) && !a.Key }) {
		attributes = slices.DeleteFunc(attributes, counts)
	} else if slices.ContainsFunc(attributes, counts) {
		attributes = slices.DeleteFunc(attributes, func(a *Attribute) bool { return !counts(a) })
	}
	for _, a := range attributes {
		out = append(out, a.Name.Text)
	}
	return out
}

func titled(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// RemoveQuestion takes a question out, wherever it is named.
func (m *Model) RemoveQuestion(q *Question) diag.Fix {
	f := edit("take "+q.ID.Text+" out", m.blockLines(q.Block), "")
	drop := func(names []Name, line *Line, block Block) {
		var rest []string
		for _, n := range names {
			if !strings.EqualFold(n.Text, q.ID.Text) {
				rest = append(rest, n.Text)
			}
		}
		switch {
		case len(rest) == len(names):
		case len(rest) > 0:
			f.Edits = append(f.Edits, diag.Edit{Span: names[0].Span.To(names[len(names)-1].Span), Text: strings.Join(rest, ", ")})
		case line != nil:
			f.Edits = append(f.Edits, diag.Edit{Span: m.lineBreak(line.Span)})
		default:
			f.Edits = append(f.Edits, diag.Edit{Span: m.blockLines(block)})
		}
	}
	for _, s := range m.Screens {
		drop(s.Asks, s.line("asks"), s.Block)
	}
	for _, c := range m.Choices {
		drop(c.For, nil, c.Block)
	}
	sort.SliceStable(f.Edits, func(i, j int) bool { return f.Edits[i].Start < f.Edits[j].Start })
	return f
}

// Rename gives a table another name.
func (d *Design) Rename(t *Table, name string) (diag.Fix, bool) {
	if name == "" || len(name) > maxName || strings.ContainsFunc(name, func(r rune) bool { return r > 0x7f || !isWord(byte(r)) }) || d.Table(name) != nil {
		return diag.Fix{}, false
	}
	title := "call it " + name
	if t.Choice != nil {
		return edit(title, t.Choice.Name.Span, name), true
	}
	return edit(title, d.end(), d.gap()+"table "+name+" for "+questionIDs(t.Questions)+"\n"), true
}

// decided is the key as it is, as a decision.
func (t *Table) decided() decision {
	dec := decision{partition: []string{}, cluster: []string{}, desc: map[string]bool{}}
	for _, c := range t.Columns {
		switch c.Role {
		case Partition:
			dec.partition = append(dec.partition, c.Name)
		case Clustering:
			dec.cluster = append(dec.cluster, c.Name)
			dec.desc[c.Name] = c.Desc
		}
	}
	return dec
}

func keyLine(dec decision) string {
	s := "key (" + strings.Join(dec.partition, ", ") + ")"
	for _, n := range dec.cluster {
		s += ", " + n
		if dec.desc[n] {
			s += " desc"
		}
	}
	return s
}

// setLine puts a line into the block of a table, in the place of the one that begins
// with the same word; "" takes it out. A table without a block gets one.
func (d *Design) setLine(t *Table, word, line, title string) diag.Fix {
	f := diag.Fix{Title: title}
	c := t.Choice
	// A bucket or a spread that the rules chose is written down, too: a block that says
	// something of the key says all of it.
	var lines []string
	if word == "key" || word == "bucket" || word == "spread" {
		for _, col := range t.PartitionKey() {
			named := word != "key" || containsWord(line, col.Name)
			switch {
			case col.Bucket != nil && col.Bucket.Span.End == 0 && word != "bucket" && named:
				lines = append(lines, "bucket "+col.Bucket.Unit+" of "+snake(col.Bucket.Of.Name.Text)+" as "+col.Name)
			case col.Spread != nil && col.Spread.Span.End == 0 && word != "spread" && named:
				lines = append(lines, "spread "+digits(col.Spread.Parts)+" as "+col.Name)
			}
		}
	}
	if c == nil {
		return d.newBlock(t, questionIDs(t.Questions), append(lines, line), title)
	}
	old := c.line(word)
	switch {
	case old != nil && line == "":
		f.Edits = []diag.Edit{{Span: d.Model.lineBreak(old.Span)}}
	case old != nil:
		f.Edits = []diag.Edit{{Span: old.Span, Text: line}}
	case line != "":
		lines = append(lines, line)
	}
	for i, l := range lines {
		at := diag.Edit{Span: diag.Span{Start: c.End, End: c.End}, Text: "\n  " + l}
		if n := len(f.Edits); i > 0 && n > 0 && f.Edits[n-1].Span == at.Span {
			f.Edits[n-1].Text += at.Text
			continue
		}
		f.Edits = append(f.Edits, at)
	}
	sort.SliceStable(f.Edits, func(i, j int) bool { return f.Edits[i].Start < f.Edits[j].Start })
	return f
}

// containsWord reports whether a name stands in a line.
func containsWord(line, name string) bool {
	return slices.Contains(strings.FieldsFunc(line, func(r rune) bool { return r < 0x80 && !isWord(byte(r)) }), name)
}

// newBlock writes the block of a table at the end of the text.
func (d *Design) newBlock(t *Table, ids string, lines []string, title string) diag.Fix {
	text := d.gap() + "table " + t.Name + " for " + ids + "\n"
	for _, l := range lines {
		text += "  " + l + "\n"
	}
	return edit(title, d.end(), text)
}

// end is where the text ends, and gap the empty line before what comes there.
func (d *Design) end() diag.Span {
	n := len(d.Model.Source.Text)
	return diag.Span{Start: n, End: n}
}

func (d *Design) gap() string {
	switch text := d.Model.Source.Text; {
	case text == "" || strings.HasSuffix(text, "\n\n"):
		return ""
	case strings.HasSuffix(text, "\n"):
		return "\n"
	}
	return "\n\n"
}

// lineBreak is a line with the break before it.
func (m *Model) lineBreak(at diag.Span) diag.Span {
	text := m.Source.Text
	for at.Start > 0 && text[at.Start-1] != '\n' {
		at.Start--
	}
	for at.End < len(text) && text[at.End] != '\n' {
		at.End++
	}
	if at.Start > 0 {
		at.Start--
	}
	return at
}

// blockLines is a block with the empty lines before it.
func (m *Model) blockLines(b Block) diag.Span {
	at := m.lineBreak(b.Span)
	for at.Start > 0 && (m.Source.Text[at.Start-1] == '\n' || m.Source.Text[at.Start-1] == '\r') {
		at.Start--
	}
	return at
}

// edit is a fix that writes a text in the place of another.
func edit(title string, at diag.Span, text string) diag.Fix {
	return diag.Fix{Title: title, Edits: []diag.Edit{{Span: at, Text: text}}}
}

// insert is a fix that writes a text at a place.
func insert(title string, at int, text string) diag.Fix {
	return edit(title, diag.Span{Start: at, End: at}, text)
}

// takeOut is a fix that leaves something out.
func takeOut(at diag.Span) diag.Fix { return edit("take it out", at, "") }
