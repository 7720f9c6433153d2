package model

import (
	"math"
	"slices"
	"sort"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/repair"
	"partitionlab/wasm/work"
	"partitionlab/wasm/workload"
)

// maxText is the longest text that is read, and maxBlocks the most blocks of it: a
// model is written by hand.
const (
	maxText   = 200_000
	maxBlocks = 500
)

// Parse reads a model. What cannot be read is left out, and the diagnostics say
// why; what can be read is always there. Diagnostics come in the order of the
// text. They do not say yet whether the design is any good: [Model.Design] does.
func Parse(src *diag.Source) (*Model, []diag.Diagnostic) { return Metered(src, nil) }

// Metered is Parse where a meter counts what that takes, and then what a design takes.
func Metered(src *diag.Source, w *work.Meter) (*Model, []diag.Diagnostic) {
	p := &parser{m: &Model{Source: src, Work: w}, text: src.Text}
	if len(p.text) > maxText {
		p.refuse(diag.Span{}, "this text is too long for a model", "A model of 30 entities takes less than a tenth of 200,000 bytes.", "leave out what is no model")
		p.m.TooLong = true
		return p.m, p.diags
	}
	p.blocks()
	p.meant()
	p.m.resolve(p)
	sort.SliceStable(p.diags, func(i, j int) bool { return p.diags[i].Start < p.diags[j].Start })
	return p.m, p.diags
}

type parser struct {
	m     *Model
	text  string
	diags []diag.Diagnostic
	block *Block
	body  func(c *cursor, word Name) // reads a line of the open block; nil where none is open
	kind  string                     // first word of the open block
	taken map[string]*Attribute      // names of attributes in it
	n     int

	indented bool // lines that belong to a block are

	unread  []*Entity // of relationships that nothing can be made of; nil for an end that is unknown
	behind  []behind
	strange []diag.Edit // signs of other languages: blanks are read in the place of them
	missing []string    // entities of relationships that are said, and could not be read
	cql     bool        // the lines are of a statement
	noted   bool        // which was said
}

// cqlWords begin statements of CQL.
var cqlWords = []string{"create", "alter", "drop", "use", "select", "insert", "update", "delete", "begin", "truncate", "grant"}

// statement says what to do with CQL among the lines of a model, once for all of it.
func (p *parser) statement(at diag.Span) {
	if p.cql, p.body, p.block = true, nil, nil; p.noted {
		return
	}
	p.noted = true
	p.refuse(at, "this is CQL, which no model has in it", "Tables follow from what there is and what is asked. The way back leads nowhere: CQL says neither how many there are nor which screens ask.",
		"write entities and questions. A schema alone is drawn: in place of a model on its page, in the tab Diagram of the workbench, and by `partitionlab diagram`")
}

// A behind is a word behind an attribute that means nothing there.
type behind struct {
	slip  int // in diags
	word  Name
	comma int // where one would stand
	words []string
}

// meant says what words behind attributes are meant to be, now that all attributes are known:
// another attribute, one of the words that may stand there, or either.
func (p *parser) meant() {
	var have []string
	for _, e := range p.m.Entities {
		for _, a := range e.Attributes {
			have = append(have, a.Name.Text)
		}
	}
	for _, r := range p.m.Relationships {
		for _, a := range r.Attributes {
			have = append(have, a.Name.Text)
		}
	}
	for _, b := range p.behind {
		low := strings.ToLower(b.word.Text)
		if b.slip >= len(p.diags) || slices.Contains(lowered(have), low) {
			continue // a comma is what lacks
		}
		var instead []string
		var fixes []diag.Fix
		if best := workload.Nearest(low, lowered(have)); best != "" {
			best = have[slices.Index(lowered(have), best)]
			instead = append(instead, "a comma and "+best)
			fixes = append(fixes, diag.Fix{Title: "write , " + best, Edits: []diag.Edit{{Span: diag.Span{Start: b.comma, End: b.comma}, Text: ","}, {Span: b.word.Span, Text: best}}})
		}
		if best := workload.Nearest(low, b.words); best != "" {
			instead = append(instead, best)
			fixes = append(fixes, replace(b.word.Span, best))
		}
		if fixes != nil {
			d := &p.diags[b.slip]
			d.Instead, d.Fixes = "write "+strings.Join(instead, ", or "), fixes
		}
	}
}

func (p *parser) add(d diag.Diagnostic) {
	d.Start, d.End = min(d.Start, len(p.text)), min(d.End, len(p.text)) // at the end there may be nothing to point at
	if len(p.diags) < 1000 {
		p.diags = append(p.diags, d)
	}
}

func (p *parser) refuse(at diag.Span, message, why, instead string, fixes ...diag.Fix) {
	p.add(diag.Diagnostic{Severity: diag.Refused, Message: message, Span: at, Why: why, Instead: instead, Fixes: fixes})
}

// replace is a fix that puts a text in the place of another.
func replace(at diag.Span, text string) diag.Fix {
	return edit("write "+strings.TrimSpace(text), at, text)
}

// blockWords are the words that open a block, and whether a line below belongs to it.
var blockWords = []string{"model", "horizon", "keyspace", "type", "entity", "relate", "screen", "question", "table"}

// blocks reads the whole text.
func (p *parser) blocks() {
	for start := 0; start < len(p.text); {
		end := len(p.text)
		if n := strings.IndexByte(p.text[start:], '\n'); n >= 0 {
			end = start + n
		}
		at := start
		if start == 0 && strings.HasPrefix(p.text, "\ufeff") {
			at = 3
		}
		next := end + 1
		end = p.signs(at, end)
		a, b := trim(p.text, at, end)
		p.m.Work.Must(next - start)
		if a < b {
			p.line(at, a, b)
		}
		start = next
	}
	if edits := p.strange; edits != nil {
		at, cure := edits[0].Span, "take it out"
		if edits[0].Text != "" {
			cure = "write #"
		}
		text := p.m.Source.Text[at.Start:at.End]
		p.refuse(at, "`"+text+"` means nothing here", "A line ends where it ends, a name stands as it is, and a comment begins with #.", cure, diag.Fix{Title: cure + ", and so in all lines", Edits: edits})
	}
}

// sameAsBlock are words that say the same as those of blocks.
var sameAsBlock = map[string]string{"relation": "relate", "relationship": "relate", "relationships": "relate", "query": "question", "queries": "question"}

// blockMeant is the word of a block that is meant by another one at the margin: one that differs
// little from it, begins as it does, or says the same; "" where none is.
func (p *parser) blockMeant(word string) string {
	if same := sameAsBlock[word]; same != "" {
		return same
	}
	if !p.indented {
		return "" // lines of blocks stand at the margin, too
	}
	if word == "class" {
		return "entity"
	}
	if best := workload.Nearest(word, blockWords); best != "" {
		return best
	}
	const enough = 4 // letters
	for _, b := range blockWords {
		if len(word) >= enough && strings.HasPrefix(b, word) {
			return b
		}
	}
	return ""
}

func trim(s string, a, b int) (int, int) {
	blank := func(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }
	for a < b && blank(s[a]) {
		a++
	}
	for b > a && blank(s[b-1]) {
		b--
	}
	return a, b
}

// line reads one line: at the margin a word that opens a block opens one, all
// others belong to the open one.
func (p *parser) line(margin, a, b int) {
	c := &cursor{p, a, b}
	first := c.word()
	word := strings.ToLower(first.Text)
	if p.cql = p.cql && !(a == margin && slices.Contains(blockWords, word)); p.cql {
		return
	}
	if slices.Contains(cqlWords, word) && (a == margin && p.indented || p.body == nil) && !c.done() {
		p.statement(first.Span)
		return
	}
	if !slices.Contains(blockWords, word) && p.declares(first.Text) && (a == margin || strings.Contains(p.text[a:b], "--")) && p.drawn(first, diag.Span{Start: a, End: b}) {
		return
	}
	if a > margin {
		p.indented = true
	} else if !slices.Contains(blockWords, word) {
		switch best := p.blockMeant(word); {
		case best != "": // it is read as what is meant
			p.refuse(first.Span, "no block begins with `"+clip(first.Text)+"`", "", "write "+best, replace(first.Span, best))
			word = best
		case p.indented && p.body != nil && first.Text != "":
			p.refuse(first.Span, "no block begins with `"+clip(first.Text)+"`", "A line at the margin begins a block; a line with spaces before it belongs to the block above.", "begin it with "+some(blockWords, "or")+"; or write two spaces before it",
				insert("write spaces before it", a, "  "))
			return
		}
	}
	if a == margin && slices.Contains(blockWords, word) {
		if p.n++; p.n > maxBlocks {
			if p.m.TooLong = true; p.n == maxBlocks+1 {
				p.refuse(first.Span, "a model has at most 500 blocks", "", "divide it")
			}
			p.body, p.block = nil, nil
			return
		}
		p.kind = word
		p.open(word, c, diag.Span{Start: a, End: b})
		return
	}
	if p.body == nil || p.block == nil {
		at := diag.Span{Start: a, End: max(first.End, a+1)}
		if best := workload.Nearest(word, blockWords); best != "" {
			p.refuse(at, "no block begins with `"+first.Text+"`", "", "write "+best, replace(at, best))
		} else if p.kind == "horizon" || p.kind == "model" {
			p.refuse(at, "nothing belongs to `"+p.kind+"`", "It is one line.", "begin a block with "+some(blockWords, "or"))
		} else if p.n <= maxBlocks {
			p.refuse(at, "this line belongs to no block", "Lines belong to the block above them.", "begin a block with "+some(blockWords, "or"))
		}
		return
	}
	if first.Text == "" {
		p.refuse(diag.Span{Start: a, End: b}, "a line begins with a word", "", "begin it with a word")
		return
	}
	p.block.Lines = append(p.block.Lines, Line{diag.Span{Start: a, End: b}, word})
	p.block.End = b
	p.body(c, first)
}

// some lists words.
func some(words []string, last string) string {
	s := ""
	for i, w := range words {
		switch {
		case i > 0 && i == len(words)-1:
			s += " " + last + " "
		case i > 0:
			s += ", "
		}
		s += w
	}
	return s
}

// A cursor stands in a line.
type cursor struct {
	p       *parser
	at, end int
}

func (c *cursor) skip() {
	for c.at < c.end && (c.p.text[c.at] == ' ' || c.p.text[c.at] == '\t' || c.p.text[c.at] == '\r') {
		c.at++
	}
}

func (c *cursor) done() bool {
	c.skip()
	return c.at >= c.end
}

// word takes a word of letters, digits and underscores.
func (c *cursor) word() Name {
	c.skip()
	start := c.at
	for c.at < c.end && isWord(c.p.text[c.at]) {
		c.at++
	}
	return Name{diag.Span{Start: start, End: c.at}, c.p.text[start:c.at]}
}

// peek is the next word, left where it is.
func (c *cursor) peek() string {
	d := *c
	return d.word().Text
}

// take takes a sign.
func (c *cursor) take(b byte) bool {
	if c.skip(); c.at < c.end && c.p.text[c.at] == b {
		c.at++
		return true
	}
	return false
}

// rest takes the rest of the line.
func (c *cursor) rest() Name {
	c.skip()
	a, b := trim(c.p.text, c.at, c.end)
	c.at = c.end
	return Name{diag.Span{Start: a, End: b}, c.p.text[a:b]}
}

// whole reports whether the rest of the line says that all of something is meant.
func (c cursor) whole() bool { return among("* all everything", strings.ToLower(c.rest().Text)) }

// title takes the rest of the line as words with one space between them.
func (c *cursor) title() Name {
	n := c.rest()
	n.Text = spaces(n.Text)
	return n
}

func spaces(s string) string { return strings.Join(strings.Fields(s), " ") }

// until takes the text up to a comma, a colon or one of the words.
func (c *cursor) until(stops ...string) Name {
	c.skip()
	start, depth := c.at, 0
	for c.at < c.end {
		b := c.p.text[c.at]
		switch {
		case b == '(':
			depth++
		case b == ')':
			if depth--; depth < 0 {
				goto done
			}
		case b == ',' && thousands(c.p.text[start:c.end], c.at-start): // told when the number is read
		case (b == ',' || b == ':') && depth == 0:
			goto done
		case isLetter(b) && (c.at == start || !isWord(c.p.text[c.at-1])):
			at := c.at
			if w := c.word(); slices.Contains(stops, w.Text) {
				c.at = at
				goto done
			}
			continue
		}
		c.at++
	}
done:
	a, b := trim(c.p.text, start, c.at)
	return Name{diag.Span{Start: a, End: b}, c.p.text[a:b]}
}

// meaning are some words, and behind them what stands in the rest of the line for one of them,
// misspelled.
func (c *cursor) meaning(words []string) []string {
	all := slices.Clip(words)
	for d := *c; !d.done(); {
		if w := d.word(); w.Text == "" {
			d.at++
		} else if nearest(w.Text, words) != "" && !slices.Contains(all, w.Text) && c.p.m.Entity(w.Text) == nil {
			all = append(all, w.Text)
		}
	}
	return all
}

// nearest is which of some words another one is meant to be; "" for none.
func nearest(word string, words []string) string {
	if low := strings.ToLower(word); slices.Contains(words, low) {
		return low
	}
	return workload.Nearest(word, words)
}

// thousands reports whether a comma divides the digits of one number, as in 200,000.
func thousands(s string, i int) bool {
	digit := func(i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }
	return digit(i-1) && digit(i+1) && digit(i+2) && digit(i+3) && !digit(i+4)
}

// finish says what stands behind the end of what was expected.
func (c *cursor) finish(after string) {
	if !c.done() {
		at := c.rest()
		c.p.refuse(at.Span, "`"+clip(at.Text)+"` does not belong here", "Nothing follows "+after+".", "take it out", takeOut(at.Span))
	}
}

// clip shortens a text for a message.
func clip(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:39]) + "…"
	}
	return s
}

// name takes a word that names something, and says where it is missing.
func (c *cursor) name(what, example string) (Name, bool) {
	n := c.word()
	if n.Text == "" {
		at := diag.Span{Start: c.at, End: min(c.at+1, c.end)}
		if c.at < c.end {
			c.p.refuse(at, "a name cannot begin with `"+clip(c.rest().Text)+"`", "A name is letters, digits and underscores.", "write "+example)
		} else {
			c.p.refuse(diag.Span{Start: c.at, End: c.at}, "the name of "+what+" is missing", "", "write "+example)
		}
		return n, false
	}
	if n.Text[0] >= '0' && n.Text[0] <= '9' {
		c.p.refuse(n.Span, "`"+n.Text+"` is no name", "A name begins with a letter.", "write "+example)
		return n, false
	}
	return n, true
}

// amount takes an amount up to one of the words.
func (c *cursor) amount(what string, stops ...string) Amount {
	text := c.until(stops...)
	if text.Text == "" {
		c.p.refuse(diag.Span{Start: text.Start, End: text.Start}, "the number of "+what+" is missing", "", "write a number, a range such as 20..400, or n for many")
		return Amount{}
	}
	a, d := readAmount(text.Text, text.Start)
	if d != nil {
		c.p.add(*d)
	}
	return a
}

func (c *cursor) days(stops ...string) Amount {
	text := c.until(stops...)
	a, d := readDays(text.Text, text.Start)
	if d != nil {
		c.p.add(*d)
	}
	return a
}

// names takes names between commas.
func (c *cursor) names(what, example string) (out []Name) {
	for {
		n, ok := c.name(what, example)
		if ok {
			out = append(out, n)
		}
		if c.take(',') || ok && c.and("names") {
			continue
		}
		d := *c
		next := d.word()
		if !ok || next.Text == "" || !d.done() && c.p.text[d.at] != ',' && !isLetter(c.p.text[d.at]) {
			break
		}
		c.p.refuse(next.Span, "a comma is missing before "+clip(next.Text), "Names are divided by commas.", "write "+n.Text+", "+next.Text, commaFix(n.End))
	}
	c.finish("the names")
	return out
}

func commaFix(at int) diag.Fix {
	return insert("write a comma", at, ",")
}

// open begins a block.
func (p *parser) open(word string, c *cursor, head diag.Span) {
	p.body, p.block = nil, nil
	b := Block{Span: head, Head: head}
	m := p.m
	switch word {
	case "model":
		if n, ok := c.name("the model", "model hotel"); ok {
			if m.Name.Text != "" {
				p.refuse(n.Span, "the model has a name already", "", "take one of the lines out")
			}
			m.Name = n
			c.finish("the name")
		}
	case "horizon":
		text := c.rest()
		a, d := readDays(text.Text, text.Start)
		if d != nil {
			p.add(*d)
			return
		}
		m.Horizon = a
	case "keyspace":
		k := &Keyspace{Block: b, Replicas: 3}
		n, ok := c.name("the keyspace", "keyspace shop")
		if !ok {
			return
		}
		k.Name = n
		for !c.done() {
			switch w := c.word(); w.Text {
			case "rf":
				if a := c.amount("copies", "for"); a.Known {
					k.Replicas = int(min(count(a.Typ), 1000))
				}
			case "for":
				k.Of = c.names("an entity", "keyspace shop for Order, Product")
			default:
				c.at = w.Start
				c.finish("the keyspace's name but rf N and `for Entity, …`")
			}
		}
		m.Keyspaces = append(m.Keyspaces, k)
		p.body, p.block = p.noLines("a keyspace"), &k.Block
	case "type":
		n, ok := c.name("the type", "type address")
		if !ok {
			return
		}
		c.finish("the type's name")
		t := &ValueType{Block: b, Name: n}
		m.Types = append(m.Types, t)
		p.block = &t.Block
		p.body = func(c *cursor, name Name) { t.Fields = p.attribute(c, name, t.Fields, "field") }
	case "entity":
		p.entity(c, b)
	case "relate":
		p.relate(c, b)
	case "screen":
		p.screen(c, b)
	case "question":
		p.question(c, b)
	case "table":
		p.choice(c, b)
	}
}

func (p *parser) noLines(what string) func(*cursor, Name) {
	return func(c *cursor, w Name) {
		p.refuse(diag.Span{Start: w.Start, End: c.end}, "nothing belongs to "+what, "It is one line.", "begin a block at the margin, or take the line out")
	}
}

var entityWords = []string{"within", "plural", "kept"}

// entity reads "entity NAME [AMOUNT] [within OWNER] [plural NAME] [kept TIME]".
func (p *parser) entity(c *cursor, b Block) {
	n, ok := c.name("the entity", "entity Hotel 5000")
	if !ok {
		return
	}
	e := &Entity{Block: b, Name: n}
	p.m.Entities = append(p.m.Entities, e)
	words := c.meaning(entityWords)
	for !c.done() {
		if c.take(',') {
			continue
		}
		at := c.at
		w := c.word()
		word := w.Text
		if i := slices.Index(words, word); i >= len(entityWords) {
			word = nearest(word, entityWords)
			p.refuse(w.Span, "`"+clip(w.Text)+"` says nothing about an entity", "After its name come how many there are, and within, plural or kept.", "write "+word, replace(w.Span, word))
		}
		switch word {
		case "within":
			for {
				if n, ok := c.name("the owner", "entity Room within Hotel"); ok {
					e.Within = append(e.Within, n)
				}
				if d := *c; !d.take(',') || slices.Contains(words, d.peek()) {
					break
				}
				c.take(',')
			}
		case "plural":
			if n, ok := c.name("the plural", "entity Person plural people"); ok {
				e.Plural = snake(n.Text)
			}
		case "kept":
			e.Kept = c.days(words...)
		default:
			c.at = at
			if e.Count.Known {
				c.finish("the entity's number but within, plural and kept")
				continue
			}
			if text := n.Text + w.Text; w.Text != "" && isLetter(w.Text[0]) && strings.ToLower(w.Text) != w.Text && p.m.Entity(w.Text) == nil {
				p.refuse(n.Span.To(w.Span), "the name of an entity is one word", "Keys and relationships name it.", "write "+text, replace(n.Span.To(w.Span), text))
				e.Name, c.at = Name{n.Span.To(w.Span), text}, w.End
				continue
			}
			if before := c.at; true {
				e.Count = c.amount(n.Text, words...)
				if c.at == before {
					c.at++ // a sign that is none of ours
				}
			}
			e.Count.Known = true
		}
	}
	p.block = &e.Block
	p.body = func(c *cursor, name Name) { e.Attributes = p.attribute(c, name, e.Attributes, "attribute") }
}

var attributeWords = []string{"key", "unique", "computed", "changes", "distinct", "over"}

// attribute reads "NAME TYPE [SIZE | N of SIZE] [key] [unique] [computed] [changes [RATE]] [distinct N] [over TIME]".
func (p *parser) attribute(c *cursor, name Name, list []*Attribute, what string) []*Attribute {
	a := &Attribute{Span: diag.Span{Start: name.Start, End: c.end}, Name: name}
	if name.Text[0] >= '0' && name.Text[0] <= '9' {
		p.refuse(name.Span, "`"+name.Text+"` is no name", "A name begins with a letter.", "write another name")
		return list
	}
	if len(list) == 0 {
		p.taken = map[string]*Attribute{}
	}
	if have := p.taken[strings.ToLower(name.Text)]; have != nil {
		p.add(diag.Diagnostic{Severity: diag.Refused, Message: name.Text + " is there already", Span: name.Span, Instead: "give it another name, or take it out",
			Why: "Each " + what + " has a name of its own.", Related: []diag.Related{{Span: have.Name.Span, Text: "here"}}})
		return list
	}
	if c.reference(a) {
		return list
	}
	a.TypeSpan = c.typeSpan()
	a.Type = p.text[a.TypeSpan.Start:a.TypeSpan.End]
	if c.foreignType(a) {
		return list
	}
	if a.Type == "" {
		p.refuse(name.Span, "the "+what+" "+name.Text+" has no type", "Its type decides how it sorts and how large it is.", "write one after it, such as text, int, date, uuid or set<text>",
			insert("make it text", name.End, " text"))
		a.Type = "text"
	} else if slices.Contains(attributeWords, a.Type) {
		p.refuse(a.TypeSpan, "the "+what+" "+name.Text+" has no type", "`"+a.Type+"` says something about it, but not its type.", "write "+name.Text+" text "+a.Type,
			insert("make it text", a.TypeSpan.Start, "text "))
		c.at, a.Type, a.TypeSpan = a.TypeSpan.Start, "text", name.Span
	}
	if d := *c; !p.isType(a.Type) && !slices.Contains(attributeWords, a.Type) { // two words of a name
		if next := d.typeSpan(); slices.Contains(nativeTypes, p.text[next.Start:next.End]) {
			whole := Name{name.Span.To(a.TypeSpan), name.Text + "_" + a.Type}
			p.refuse(whole.Span, "the name of the "+what+" is two words: "+clip(name.Text+" "+a.Type), "A name is one word.", "write "+whole.Text, replace(whole.Span, whole.Text))
			a.Name, a.TypeSpan, a.Type = whole, next, p.text[next.Start:next.End]
			*c = d
		}
	}
	for !c.done() {
		if c.take(',') {
			continue
		}
		at := c.at
		switch w := c.word(); w.Text {
		case "key":
			a.Key = true
		case "unique":
			a.Unique = true
		case "computed":
			a.Computed = true
		case "changes":
			a.Mutable = true
			if !c.done() && !slices.Contains(saidOfAttributes, c.peek()) && c.p.text[c.at] != ',' {
				a.Changes = c.amount("changes", saidOfAttributes...)
			}
		case "distinct":
			a.Distinct = c.amount("different values", saidOfAttributes...)
		case "over":
			a.Over = c.days(saidOfAttributes...)
		default:
			c.at = at
			b := p.text[at]
			if c.reference(a) {
				return list // it is no attribute
			}
			if c.constraint(a) {
				continue
			}
			if isLetter(b) {
				best := workload.Nearest(w.Text, attributeWords)
				var fixes []diag.Fix
				if best != "" {
					fixes = append(fixes, replace(w.Span, best))
				}
				p.refuse(w.Span, "`"+clip(w.Text)+"` says nothing about an attribute", "After the type come a size, and key, unique, computed, changes, distinct or over.", "take it out, or write it as a comment after #", fixes...)
				c.at = w.End
				continue
			}
			if b == '(' && at == a.TypeSpan.End { // as in SQL
				if end := strings.IndexByte(p.text[at:c.end], ')'); end > 0 {
					length, all := strings.TrimSpace(p.text[at+1:at+end]), diag.Span{Start: at, End: at + end + 1}
					instead, fix := "take it out", takeOut(all)
					if e, ok := parseType(a.Type); ok && sized(e) && length != "" && strings.Trim(length, "0123456789") == "" {
						instead, fix = "write "+a.Type+" "+length+" where values are that long", replace(all, " "+length)
						fix.Title = "write " + a.Type + " " + length
					}
					p.refuse(all, "types of CQL have no length: "+clip(a.Type+p.text[at:all.End]), "The server refuses it. What is written after a type here is the size of an average value, which sizes follow from.", instead, fix)
					c.at = all.End
					continue
				}
			}
			if a.Size.Known {
				c.finish("the size but key, unique, computed, changes, distinct and over")
				continue
			}
			size := c.amount("bytes", append([]string{"of"}, saidOfAttributes...)...)
			size.Known = true
			if c.peek() == "of" {
				c.word()
				a.Elements = size
				size = c.amount("bytes", saidOfAttributes...)
			}
			if size.Known = true; c.at == at {
				c.at++
			}
			a.Size = size
		}
	}
	if e, ok := parseType(a.Type); ok && a.Size.Known && !sized(e) {
		if hasElements(e) && !a.Elements.Known { // of values that all have one size: it counts them
			a.Elements, a.Size = a.Size, Amount{}
		} else if a.Size.Span.Len() == 0 { // no amount could be read, which is said already
			a.Size = Amount{}
		} else if e.Kind != cql.UserType { // types are declared below, or not at all
			p.sizeless(a)
		}
	}
	if what == "field" && (a.Key || a.Unique || a.Computed || a.Distinct.Known) {
		p.refuse(a.Span, "a field of a type is no key", "A field is a part of a value; only attributes of entities identify something.", "say it of an attribute of an entity")
		a.Key, a.Unique, a.Computed = false, false, false
	}
	if at := strings.ToLower(a.Name.Text); p.taken[at] == nil {
		p.taken[at] = a
	}
	return append(list, a)
}

// isType reports whether a text may be meant as a type: one of CQL, one that the model makes, or
// one of another database. Others are one word that is none.
func (p *parser) isType(text string) bool {
	if strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != "" {
		return true
	}
	return slices.Contains(nativeTypes, strings.ToLower(text)) || repair.TypeOf(text) != "" || strings.Contains(p.text, "type "+text)
}

// sizeless refuses the size of an attribute whose type gives it.
func (p *parser) sizeless(a *Attribute) {
	if !a.Size.Known {
		return
	}
	p.refuse(a.Size.Span, "the size of "+a.Name.Text+" is given by its type "+clip(a.Type), "Values of text and blob differ in size, and those of numbers without a limit; of a type that you make, the fields do.", "take the size out",
		takeOut(diag.Span{Start: a.TypeSpan.End, End: a.Size.End}))
	a.Size = Amount{}
}

// typeSpan takes a type of CQL: a word, with what stands between < and >.
func (c *cursor) typeSpan() diag.Span {
	c.skip()
	start := c.at
	for c.at < c.end && (isWord(c.p.text[c.at]) || c.p.text[c.at] == '.') {
		c.at++
	}
	end, save := c.at, c.at
	if c.skip(); c.at < c.end && c.p.text[c.at] == '<' {
		for depth := 0; c.at < c.end; {
			switch c.p.text[c.at] {
			case '<':
				depth++
			case '>':
				depth--
			}
			if c.at++; depth == 0 {
				break
			}
		}
		end, _ = c.at, 0
		_, end = trim(c.p.text, start, end)
	} else {
		c.at = save
	}
	return diag.Span{Start: start, End: end}
}

// parseType reads a type with the parser of CQL.
func parseType(text string) (*cql.TypeExpr, bool) {
	const before = "CREATE TYPE t (f "
	s, _, d := cql.ParseStatement(before + text + ")")
	t, ok := s.(*cql.CreateType)
	if d != nil || !ok || len(t.Fields) != 1 {
		return nil, false
	}
	return t.Fields[0].Type, true
}

// relate reads "relate A VERB… B LEFT : RIGHT [as NAME]".
func (p *parser) relate(c *cursor, b Block) {
	r := &Relationship{Block: b}
	var ok bool
	if r.A, ok = c.name("an entity", "relate Hotel has Room 1 : 20..400"); !ok {
		return
	}
	var words []Name
	for !c.done() {
		at := c.at
		ch := p.text[at]
		if ch >= '0' && ch <= '9' || ch == '(' || ch == '*' || ch == ':' {
			break
		}
		w := c.word()
		if w.Text == "" {
			if p.drawn(r.A, b.Head) {
				return
			}
			c.finish("the verb but an entity and two numbers")
			break
		}
		if d := *c; (w.Text == "n" || w.Text == "m" || spelled[strings.ToLower(w.Text)] != "") && (d.take(':') || strings.HasPrefix(p.text[d.at:d.end], "..")) {
			c.at = at
			break
		}
		words = append(words, w)
	}
	if len(words) == 1 && p.declares(words[0].Text) {
		at := words[0].Start
		p.refuse(b.Span, "a relationship has a verb and two entities", "", "write a verb, as in relate "+r.A.Text+" has "+words[0].Text+" 1 : n", insert("write has", at, "has "))
		words = []Name{{diag.Span{Start: at, End: at}, "has"}, words[0]} // it is read with that
	}
	if rest := p.text[c.at:c.end]; (len(words) < 2 || strings.Contains(rest, "-") && !strings.Contains(rest, ":")) && p.drawn(r.A, b.Head) {
		return
	}
	if len(words) < 2 {
		p.refuse(b.Span, "a relationship has a verb and two entities", "", "write relate Hotel has Room 1 : 20..400")
		return
	}
	r.words = words
	r.B = words[len(words)-1]
	r.VerbSpan = words[0].Span.To(words[len(words)-2].Span)
	if r.Verb = spaces(p.text[r.VerbSpan.Start:r.VerbSpan.End]); r.Verb == "" {
		r.Verb = words[0].Text
	}
	if c.done() {
		p.refuse(diag.Span{Start: r.B.End, End: r.B.End}, "nobody said how many belong together", "Keys and the number of rows follow from it.",
			"write how many "+manyOf(r.A.Text)+" belong to one "+r.B.Text+", a colon, and how many "+manyOf(r.B.Text)+" to one "+r.A.Text,
			insert("one "+r.A.Text+" has many", r.B.End, " 1 : n"))
		r.Left, r.Right, r.unread = exactly(1), Amount{Known: true, Unsaid: true, Lo: guess, Typ: guess, Hi: guess}, true
	} else {
		before := len(p.diags)
		r.Left = c.amount(r.A.Text+" of one "+r.B.Text, "as", "changes", "kept")
		r.LeftSpan = r.Left.Span
		c.kept(r)
		if c.take(':') {
			r.Right = c.amount(r.B.Text+" of one "+r.A.Text, "as", "changes", "kept")
			r.RightSpan = r.Right.Span
			if list := p.diags[before:]; len(list) == 2 && inWords(list[0]) && inWords(list[1]) { // one slip
				first, second := &list[0], list[1]
				if first.Span = first.To(second.Span); first.Message != second.Message {
					first.Message += ", and " + second.Message
				}
				first.Fixes[0].Edits = append(first.Fixes[0].Edits, second.Fixes[0].Edits...)
				first.Fixes[0].Title += " : " + strings.TrimPrefix(second.Fixes[0].Title, "write ")
				first.Instead, p.diags = first.Fixes[0].Title, p.diags[:before+1]
			}
		} else {
			p.refuse(diag.Span{Start: c.at, End: c.at}, "the second number is missing", "One says how many "+manyOf(r.A.Text)+" belong to one "+r.B.Text+", the other how many "+manyOf(r.B.Text)+" to one "+r.A.Text+".", "write : and the other number")
		}
		for _, a := range [...]*Amount{&r.Left, &r.Right} {
			if !a.Known { // it may be any number
				*a, r.unread = Amount{Unsaid: true, Typ: guess, Hi: guess}, true
			}
		}
	}
	c.kept(r)
	changes := func(c *cursor, at int) {
		if r.Changes.Known = true; !c.done() && c.peek() != "as" && c.peek() != "kept" {
			r.Changes = c.amount("changes", "as", "kept")
		}
		r.Changes.Span = diag.Span{Start: at, End: c.at}
		_, r.Changes.End = trim(p.text, at, c.at)
	}
	if c.peek() == "changes" {
		changes(c, c.word().Start)
	}
	if c.peek() == "as" {
		c.word()
		r.As, _ = c.name("the pairs", "relate User rates Video m : n as Rating")
	}
	c.kept(r)
	c.finish("the numbers but `changes` and `as Name`")
	p.m.Relationships = append(p.m.Relationships, r)
	p.block = &r.Block
	p.body = func(c *cursor, name Name) {
		if name.Text == "changes" && (c.done() || p.text[c.at] <= '9') { // else it is an attribute with a type
			changes(c, name.Start)
		} else {
			r.Attributes = p.attribute(c, name, r.Attributes, "attribute")
		}
	}
}

// kept says of a time after which something is gone, in the line of a relationship, where it stands.
func (c *cursor) kept(r *Relationship) {
	if c.peek() != "kept" {
		return
	}
	word := c.word()
	at, time := word.Span, "2 years"
	if t := c.until("as", "changes"); t.Text != "" {
		at = at.To(t.Span)
		if _, d := readDays(t.Text, t.Start); d == nil {
			time = t.Text
		}
	}
	c.p.refuse(at, "`"+clip(c.p.text[at.Start:at.End])+"` does not belong to a relationship", "`kept` stands behind an entity. What is there only in a table, such as pairs, expires by a line `ttl` below that table.",
		"take it out, and write entity "+r.B.Text+" kept "+time+", or ttl "+time+" below the table", takeOut(at))
}

// screen reads "screen TITLE" with "after", "asks" and "writes".
func (p *parser) screen(c *cursor, b Block) {
	s := &Screen{Block: b, Name: c.title()}
	if s.Name.Text == "" {
		p.refuse(b.Span, "the screen has no name", "", "write screen Hotel page")
		return
	}
	p.m.Screens = append(p.m.Screens, s)
	p.block = &s.Block
	p.body = func(c *cursor, w Name) {
		switch strings.ToLower(w.Text) {
		case "after":
			for !c.done() { // names of screens are words between commas
				end := c.end
				if i := strings.IndexByte(p.text[c.at:c.end], ','); i >= 0 {
					end = c.at + i
				}
				a, b := trim(p.text, c.at, end)
				if n := (Name{diag.Span{Start: a, End: b}, spaces(p.text[a:b])}); n.Text != "" {
					s.After = append(s.After, n)
				}
				c.at = min(end+1, c.end)
			}
		case "asks":
			s.Asks = append(s.Asks, c.names("a question", "asks Q1, Q2")...)
		case "writes":
			s.Writes = append(s.Writes, c.names("an entity", "writes Reservation")...)
		default:
			p.noWord(c, w, "a screen", "after", "asks", "writes")
		}
	}
}

const storedWhy = "An answer is rows as they are stored. What is counted as it happens is an attribute of the type counter."

// noWord says that a line of a block begins with none of its words. Where one is meant perhaps,
// the line is read with that.
func (p *parser) noWord(c *cursor, w Name, what string, words ...string) {
	var fixes []diag.Fix
	instead := "write one of these words"
	why := "Its lines begin with " + some(words, "or") + "."
	word := strings.ToLower(w.Text)
	best := workload.Nearest(word, words)
	rest, cut := strings.ToLower(p.text[w.End:c.end]), true // of SQL
	switch {
	case what != "a question":
		cut = false
	case among("where filter with by", word):
		best, cut = "given", false
	case among("sort sorted ordered", word):
		best, cut = "order", false
	case among("show shows display get return", word):
		best, cut = "want", false
	case word == "select" && !strings.ContainsAny(rest, "*(") && !strings.Contains(rest, " from "):
		best, cut = "want", false
	case word == "select":
		best, instead = "", "write what is known after given, and what is shown after want, in lines of their own; what is counted is an attribute of the type counter"
	case among("every rate frequency", word):
		best, cut = "often", false
	case among("top first page", word):
		best, cut = "limit", false
	case among("group having count", word):
		best, why, instead = "", storedWhy, "take the line out, or write below an entity: visits counter"
	case among("from join inner left", word):
		best, why, instead = "", "Nothing is joined when it is asked: a row of its table holds what the line want names, also of related entities.", "take the line out, and name what is shown after want, such as Patient.name"
	default:
		cut = false
	}
	if cut {
		fixes = []diag.Fix{edit("take the line out", diag.Span{Start: strings.LastIndexByte(p.text[:w.Start], '\n'), End: c.end}, "")}
	}
	if best != "" {
		instead, fixes = "write "+best, []diag.Fix{replace(w.Span, best)}
		defer p.body(c, Name{w.Span, best})
	}
	if w.Text == "via" || w.Text == "as" {
		instead = "write it after the attribute that it is about, in its line"
	}
	p.refuse(w.Span, "no line of "+what+" begins with `"+clip(w.Text)+"`", why, instead, fixes...)
}

// question reads "question ID TITLE" and its lines.
func (p *parser) question(c *cursor, b Block) {
	id, ok := c.name("the question", "question Q1 Hotels near a point of interest")
	if !ok {
		return
	}
	c.take(':')
	q := &Question{Block: b, ID: id, Title: c.title()}
	if q.Title.Text != "" && !strings.ContainsAny(id.Text, "0123456789") { // the title alone
		short := p.freeID()
		p.refuse(id.Span, "the question has no short name", "Screens and tables name it, and arrows bear it.", "write question "+short+" before its title",
			insert("call it "+short, id.Start, short+" "))
	}
	p.m.Questions = append(p.m.Questions, q)
	p.block = &q.Block
	p.body = func(c *cursor, w Name) {
		switch strings.ToLower(w.Text) {
		case "given":
			q.Given = append(q.Given, c.refs("typed", "optional")...)
		case "range":
			q.Ranges = append(q.Ranges, c.refs("slice")...)
		case "order":
			d := *c
			if by := d.word(); strings.EqualFold(by.Text, "by") && !d.done() && isLetter(p.text[d.at]) && !among("asc desc via as", d.peek()) {
				d.skip()
				p.refuse(by.Span, "`order` stands without `"+by.Text+"`", "", "take it out", takeOut(diag.Span{Start: by.Start, End: d.at}))
				*c = d
			}
			q.Order = append(q.Order, c.refs("asc", "desc")...)
		case "unique":
			q.Unique = append(q.Unique, c.refs()...)
		case "want":
			q.place = diag.Span{Start: w.Start, End: c.end}
			d := *c
			of := d.word()
			if c.whole() && p.m.Entity(of.Text) == nil {
				q.every = diag.Span{Start: d.at - len(of.Text), End: c.end}
				q.place, c.at = q.every, c.end
				return
			}
			if star := d; of.Text != "" && (star.take('.') || star.take(':')) && star.whole() && !p.m.has(of.Text, star.rest().Text) {
				p.written(diag.Span{Start: of.Start, End: c.end}, of.Text, "An entity alone is all that is said of it.")
				d.end = of.End
			}
			if e := p.m.Entity(of.Text); e != nil && !d.done() && isLetter(p.text[d.at]) && d.peek() != "as" && d.peek() != "via" {
				p.refuse(diag.Span{Start: of.End, End: d.at}, "a colon is missing after "+of.Text, "The entity that makes one row comes first, then what is shown of it.", "write want "+of.Text+": "+p.text[d.at:c.end],
					insert("write the colon", of.End, ":"))
				q.Of, *c = of, d
				q.Want = append(q.Want, c.refs()...)
				return
			}
			if d.done() || d.take(':') {
				*c = d
				if q.Of.Text != "" {
					p.refuse(of.Span, "the question says already what it wants", "One question has one kind of row.", "ask two questions")
					return
				}
				if q.Of = of; of.Text == "" {
					c.name("an entity", "want Hotel: name, phone")
					return
				}
			}
			if !c.done() {
				q.Want = append(q.Want, c.refs()...)
			}
		case "limit":
			p.limit(c, q, w)
		case "often":
			q.Often = c.amount("questions in a time")
			if q.Often.Known && q.Often.Rate == 0 {
				at := q.Often.Span
				p.refuse(at, "this does not say in which time", "", "write 50/s, or 10k/day", replace(diag.Span{Start: at.End, End: at.End}, "/s"))
			}
			c.finish("the rate")
		default:
			p.noWord(c, w, "a question", "given", "range", "want", "order", "unique", "limit", "often")
		}
	}
}

// freeID is a short name that no question has: one that a screen asks, if there is any.
func (p *parser) freeID() string {
	for _, s := range p.m.Screens {
		for _, n := range s.Asks {
			if p.m.Question(n.Text) == nil {
				return n.Text
			}
		}
	}
	for n := int64(1); ; n++ {
		if id := "Q" + digits(n); p.m.Question(id) == nil && !strings.Contains(p.text, "question "+id) {
			return id
		}
	}
}

// limit reads how many rows a question asks for: one number, which the server wants to be 1
// or more.
func (p *parser) limit(c *cursor, q *Question, w Name) {
	d := *c
	text := d.until()
	out := edit("take the line out", diag.Span{Start: strings.LastIndexByte(p.text[:w.Start], '\n'), End: text.End}, "")
	const cure = "write how many rows the screen shows, or take the line out"
	if digits := strings.TrimSpace(strings.TrimPrefix(text.Text, "-")); digits != text.Text && digits != "" {
		*c = d
		p.refuse(text.Span, "a limit counts rows, and this is below 0", "The server refuses it: a LIMIT is at least 1. Without this line, a question asks for all rows.", cure, replace(text.Span, digits), out)
		return
	}
	one := func(at diag.Span) {
		p.refuse(at, "a limit is one number", "It says how many rows the screen shows at once. Without this line, a question asks for all rows.", cure, out)
	}
	if written, _ := unspelled(text.Text); text.Text != "" && !strings.ContainsAny(text.Text+written, "123456789") && text.Text != "0" { // none, all, many
		*c = d
		one(text.Span)
		return
	}
	stops := []string{"offset", "OFFSET"}
	if _, _, err := number.Scan(text.Text); err != nil { // a word that is no unit, as in 10 rows
		stops = append(stops, text.Text[err.Start:err.End])
	}
	switch a := c.amount("rows", stops...); {
	case !a.Known:
	case a.Unsaid || a.Rate > 0 || a.Lo != a.Hi:
		one(a.Span)
	case a.Hi < 1:
		p.refuse(a.Span, "this limit asks for no row", "The server refuses it: a LIMIT is at least 1. Without this line, a question asks for all rows.", cure, out)
	default:
		q.Limit = count(a.Hi)
	}
	c.finish("the number")
}

// dotted offers to read two words, such as doctor name, as an attribute of an entity.
func (c *cursor) dotted(r *Ref, w Name) []diag.Fix {
	if w.Text == "" || r.Entity.Text != "" || r.As.Text != "" || r.Via != "" || r.Name.Text == "" || c.p.m.Entity(r.Name.Text) == nil {
		return nil
	}
	return []diag.Fix{replace(diag.Span{Start: r.Name.Start, End: w.End}, r.Name.Text+"."+w.Text)}
}

// refs takes attributes between commas: "Entity.name via verb as other typed".
func (c *cursor) refs(flags ...string) (out []*Ref) {
	for {
		if r := c.ref(flags...); r != nil {
			out = append(out, r)
		}
		if c.take(',') {
			continue
		}
		if !c.and("attributes") {
			break
		}
	}
	c.finish("the attributes")
	return out
}

// and takes the word that somebody wrote for a comma.
func (c *cursor) and(what string) bool {
	d := *c
	and := d.word()
	if !strings.EqualFold(and.Text, "and") {
		return false
	}
	_, end := trim(c.p.text, 0, and.Start)
	c.p.refuse(and.Span, what+" are divided by commas", "", "write a comma", edit("write a comma", diag.Span{Start: end, End: and.End}, ","))
	*c = d
	return true
}

// compared takes what SQL compares a column with, up to one of the words that may follow an
// attribute, and says what a question does instead.
func (c *cursor) compared(from int, stops []string) {
	quoted, depth, and := false, 0, false
	for c.at = from; c.at < c.end; {
		switch b := c.p.text[c.at]; {
		case b == '\'':
			quoted = !quoted
		case quoted:
		case b == '(':
			depth++
		case b == ')':
			depth--
		case b == ',' && depth <= 0:
			goto done
		case isLetter(b):
			at := c.at
			switch w := strings.ToLower(c.word().Text); {
			case w == "between":
				and = true
			case w == "and" && !and || slices.Contains(stops, w):
				c.at = at
				goto done
			case w == "and":
				and = false
			}
			continue
		}
		c.at++
	}
done:
	_, end := trim(c.p.text, from, c.at)
	_, start := trim(c.p.text, 0, from)
	text := c.p.text[from:end]
	why, instead := "A question names what is known, not a value: that comes when it is asked.", "take it out"
	w := strings.ToLower(text)
	line := strings.LastIndexByte(c.p.text[:from], '\n') + 1
	word, of, _ := strings.Cut(strings.TrimSpace(c.p.text[line:from]), " ")
	at := diag.Span{Start: start, End: end}
	fixes := []diag.Fix{takeOut(at)}
	stretch := text[0] == '<' || text[0] == '>' || text[0] == '!' || strings.HasPrefix(w, "between") || strings.HasPrefix(w, "like")
	switch {
	case strings.HasPrefix(w, "contains") || strings.HasPrefix(strings.TrimLeft(w, "ilke "), "'%"):
		why, instead, stretch, fixes = "A table finds whole values, and on a line `range` neighboring ones, as texts that begin alike; an index (SAI) finds whole values, too.", "ask a search engine for what contains a text, or make its words an entity", false, nil
	case stretch && word == "range":
		n := "30 days"
		if strings.HasPrefix(w, "like") || strings.ContainsAny(w[len(w)-1:], "0123456789?") {
			n = "10%"
		}
		why, instead = "A line `range` names the attribute, and how long the stretch is; its ends come when it is asked.", "write its length, such as "+n
		fixes = []diag.Fix{edit(instead, at, " "+n)}
	case stretch:
		why, instead = "A line `given` names what is known exactly. A stretch of values, and so the beginning of a text, is a line `range`.", "take it out, and name the attribute on a line range where a stretch is meant"
	}
	if word == "given" && stretch && !strings.Contains(of, ",") && !strings.Contains(c.p.text[end:c.end], ",") {
		fixes = append([]diag.Fix{edit("make it a range", diag.Span{Start: line, End: c.end}, "  range  "+strings.TrimSpace(of))}, fixes...)
	}
	c.p.refuse(diag.Span{Start: from, End: end}, "a question compares nothing: `"+clip(text)+"`", why, instead, fixes...)
}

// constraints are what SQL says of a column, and saidOfAttributes where a size ends, as well.
var (
	constraints      = []string{"as", "not", "null", "primary", "default", "check", "auto_increment", "pk", "id", "nullable", "required", "index"}
	saidOfAttributes = append(slices.Clone(attributeWords), append(slices.Clone(constraints), strings.Fields(strings.ToUpper(strings.Join(constraints, " ")))...)...)
)

// constraint takes what SQL says of a column, with one answer to all of it.
func (c *cursor) constraint(a *Attribute) bool {
	d := *c
	w := d.word()
	word := strings.ToLower(w.Text)
	if !slices.Contains(constraints, word) {
		return false
	}
	why, write := "A row has the columns that somebody has written. The server asks for those of the key alone.", ""
	switch next := strings.ToLower(d.peek()); {
	case word == "as":
		as := diag.Span{Start: len(strings.TrimRight(c.p.text[:w.Start], " \t")), End: max(d.word().End, w.End)}
		c.p.refuse(diag.Span{Start: w.Start, End: as.End}, "`as` belongs into a question", "An attribute has one name. A question may call its column otherwise.",
			"take it out, and write in the question: "+a.Name.Text+" "+spaces(c.p.text[w.Start:as.End]), takeOut(as))
		c.at = as.End
		return true
	case word == "not" && next == "null":
		d.word()
	case word == "pk", word == "id", word == "primary":
		if next == "key" {
			d.word()
		}
		why, write, a.Key = "The key of each table follows from its question; here `key` says what identifies one thing.", "key", true
	case word == "default", word == "check":
		for !d.done() && !slices.Contains(saidOfAttributes, d.peek()) {
			if d.word().Text == "" {
				d.at++
			}
		}
		why = "The server fills in and compares nothing: whoever writes a row does."
	case word == "auto_increment":
		why = "No server counts for all others: an identity is a uuid or a timeuuid, which the client makes."
	}
	start, end := trim(c.p.text, w.Start, d.at)
	at := diag.Span{Start: start, End: end}
	if write != "" {
		c.p.written(at, write, why)
	} else {
		c.p.refuse(at, "`"+clip(c.p.text[start:end])+"` of SQL says nothing about an attribute", why, "take it out", takeOut(diag.Span{Start: len(strings.TrimRight(c.p.text[:start], " \t")), End: end}))
	}
	c.at = d.at
	return true
}

// attr takes "name" or "Entity.name".
func (c *cursor) attr() *Ref {
	n, ok := c.name("an attribute", c.p.example())
	if !ok {
		return nil
	}
	if c.at < c.end && c.p.text[c.at] == '(' && among("count sum avg min max", strings.ToLower(n.Text)) {
		c.at = c.end
		_, end := trim(c.p.text, n.Start, c.end)
		c.p.refuse(diag.Span{Start: n.Start, End: end}, "a question computes nothing: `"+clip(c.p.text[n.Start:end])+"`", storedWhy, "write below an entity of its own, as in: visits counter")
		return nil
	}
	r := &Ref{Span: n.Span, Name: n}
	if c.at < c.end && c.p.text[c.at] == '.' {
		c.at++
		r.Entity = n
		if r.Name, ok = c.name("an attribute", n.Text+".name"); !ok {
			return nil
		}
		r.End = r.Name.End
	}
	return r
}

// sqlWords are those by which SQL compares.
var sqlWords = []string{"like", "ilike", "in", "between", "is", "not", "contains"}

// direction is what a word for the order of values is written as; "" for others.
func direction(word string) string {
	word = strings.ToLower(word)
	switch {
	case len(word) > 3 && strings.HasPrefix("descending", word) || among("newest latest largest highest", word):
		return "desc"
	case len(word) > 3 && strings.HasPrefix("ascending", word) || among("oldest earliest smallest lowest", word):
		return "asc"
	}
	return ""
}

func (c *cursor) ref(flags ...string) *Ref {
	r := c.attr()
	if r == nil {
		return nil
	}
	words := append([]string{"as", "via"}, flags...)
	for !c.done() && c.p.text[c.at] != ',' && c.p.text[c.at] != ')' {
		w := c.word()
		if written := w.Text; !slices.Contains(flags, written) && slices.Contains(flags, strings.ToLower(written)) { // as in DESC
			w.Text = strings.ToLower(written)
		}
		known := slices.Contains(flags, w.Text)
		switch {
		case w.Text == "as":
			r.As, _ = c.name("the column", "userid as authorid")
		case w.Text == "via":
			via := c.until(words...)
			r.Via, r.ViaSpan = strings.Join(strings.Fields(via.Text), " "), via.Span
		case known && w.Text == "typed":
			r.Typed = true
		case known && w.Text == "optional":
			r.Optional = true
		case known && w.Text == "desc":
			r.Desc = true
		case known && w.Text == "asc":
		case slices.Contains(flags, "desc") && direction(w.Text) != "":
			short := direction(w.Text)
			r.Desc = short == "desc"
			if d := *c; strings.EqualFold(d.word().Text, "first") {
				*c, w.End = d, d.at
			}
			c.p.refuse(w.Span, "`"+c.p.text[w.Start:w.End]+"` is written "+short, "", "write "+short, replace(w.Span, short))
		case strings.EqualFold(w.Text, "and"):
			c.at = w.Start
			_, r.End = trim(c.p.text, r.Start, c.at)
			return r
		case slices.Contains(sqlWords, strings.ToLower(w.Text)) || w.Text == "" && strings.IndexByte("=<>!", c.p.text[c.at]) >= 0:
			c.compared(w.Start, words)
		case slices.Contains(flags, "slice"):
			c.at = w.Start
			r.Slice = c.slice(words)
		default:
			at := w.Span
			if w.Text == "" {
				at = diag.Span{Start: c.at, End: c.at + 1}
				c.at++
			}
			fixes := c.dotted(r, w)
			if w.Text != "" && isLetter(w.Text[0]) {
				_, end := trim(c.p.text, r.Start, at.Start)
				if fixes == nil {
					c.p.behind = append(c.p.behind, behind{len(c.p.diags), w, end, words})
				}
				fixes = append(fixes, commaFix(end))
			}
			c.p.refuse(at, "`"+clip(c.p.text[at.Start:at.End])+"` says nothing about an attribute here", "After it may come "+some(words, "or")+"; attributes are divided by commas.", "write a comma, or take it out", fixes...)
			// What follows may be the next attribute.
			if w.Text != "" && len(flags) == 0 {
				c.at = at.Start
				r.End = at.Start
				_, r.End = trim(c.p.text, r.Start, r.End)
				for c.at < c.end && c.p.text[c.at] != ',' {
					c.at++
				}
				return r
			}
		}
	}
	_, r.End = trim(c.p.text, r.Start, c.at)
	return r
}

// slice takes how much of an attribute's values a range covers: a time, a share, or
// a number of values.
func (c *cursor) slice(words []string) Amount {
	text := c.until(words...)
	at := text.Span
	if text.Text == "" {
		at = diag.Span{Start: c.at, End: min(c.at+1, c.end)}
		c.at = c.end
		c.p.refuse(at, "this says nothing about a range", "", "write a length after the attribute, such as 30 days or 10%")
		return Amount{}
	}
	if days, cure := per(text.Text); cure == "" {
		return Amount{Span: at, Known: true, Lo: days, Typ: days, Hi: days, Unsaid: true}
	}
	a, d := readAmount(text.Text, at.Start)
	if d != nil {
		d.Span, d.Fixes, d.Message = at, nil, "`"+clip(text.Text)+"` is no length of a range"
		d.Why, d.Instead = "A range covers a time, or a share of the values.", "write a length after the attribute, such as 30 days or 10%"
		c.p.add(*d)
		return Amount{}
	}
	if a.Lo < a.Hi { // from where to where
		n, covers := "10%", "write how long it is, such as 10%"
		if a.Lo == math.Trunc(a.Lo) && a.Hi == math.Trunc(a.Hi) {
			n = number.Plain(a.Hi - a.Lo + 1)
			covers = "write " + n + ", as it covers that many values"
		}
		c.p.refuse(at, "`"+clip(text.Text)+"` says from where to where, and a range says how long it is", "Its ends come when it is asked; how much it covers decides how much is read.", covers, replace(at, n))
	}
	return a
}

// choice reads "table NAME [for Q1, Q2]" and what the author decided.
func (p *parser) choice(c *cursor, b Block) {
	n, ok := c.name("the table", "table latest_videos for Q7")
	if !ok {
		return
	}
	t := &Choice{Block: b, Name: n}
	if c.peek() == "for" {
		c.word()
		t.For = c.names("a question", "table latest_videos for Q7")
	} else {
		p.refuse(diag.Span{Start: n.End, End: n.End}, "nobody said which question the table answers", "A table exists for its questions.", "write for and the questions, as in: table "+n.Text+" for Q1")
		c.finish("the name but `for` and questions")
	}
	p.m.Choices = append(p.m.Choices, t)
	p.block = &t.Block
	p.body = func(c *cursor, w Name) {
		switch strings.ToLower(w.Text) {
		case "key":
			t.KeySpan = diag.Span{Start: w.Start, End: c.end}
			p.key(c, t)
		case "bucket":
			if c.peek() == "none" {
				c.word()
				t.NoBucket = true
			} else if b := p.bucket(c, w); b != nil {
				t.Buckets = append(t.Buckets, b)
			}
			c.finish("the bucket but `as name` and a type")
		case "spread":
			if c.peek() == "none" {
				c.word()
				t.NoSpread = true
			} else {
				s := &Spread{Span: diag.Span{Start: w.Start, End: c.end}}
				parts := c.amount("parts", "as")
				if s.Parts = count(parts.Typ); parts.Known && (parts.Typ < 1 || s.Parts > 10000) {
					p.refuse(parts.Span, "rows are spread over 1 to 10,000 partitions", "Each further one is a partition to read.", "write spread 8")
					return
				}
				if c.peek() == "as" {
					c.word()
					s.As, _ = c.name("the column", "spread 8 as shard")
				}
				t.Spread = s
			}
			c.finish("the spread but `as name`")
		case "static":
			t.Static = append(t.Static, c.refs()...)
		case "plain":
			t.Plain = append(t.Plain, c.refs()...)
		case "index":
			t.Indexes = append(t.Indexes, c.refs()...)
		case "without":
			t.Without = append(t.Without, c.refs()...)
		case "keyspace":
			t.Keyspace, _ = c.name("the keyspace", "keyspace reservation")
			c.finish("the keyspace's name")
		case "ttl":
			t.TTL = c.days()
			c.finish("the time")
		default:
			p.noWord(c, w, "a table", "key", "bucket", "spread", "static", "plain", "index", "without", "keyspace", "ttl")
		}
	}
}

// key reads "(a, b), c desc, d".
func (p *parser) key(c *cursor, t *Choice) {
	if t.Partition != nil {
		p.refuse(t.KeySpan, "the table has a key already", "", "take one of the lines out")
		return
	}
	t.Partition, t.Cluster = []*Ref{}, []*Ref{}
	if c.take('(') {
		for {
			if r := c.ref(); r != nil {
				t.Partition = append(t.Partition, r)
			} else {
				return
			}
			if !c.take(',') {
				break
			}
		}
		if !c.take(')') {
			p.refuse(diag.Span{Start: c.at, End: min(c.at+1, c.end)}, "the parenthesis of the partition key is not closed", "", "write key (hotel_id), date, room_number")
			return
		}
	} else if r := c.ref("asc", "desc"); r != nil {
		t.Partition = append(t.Partition, r)
	}
	for c.take(',') {
		if r := c.ref("asc", "desc"); r != nil {
			t.Cluster = append(t.Cluster, r)
		}
	}
	c.finish("the key")
}

var bucketUnits = []string{"hour", "day", "week", "month", "year"}

// bucket reads "month of date [as name] [type]".
func (p *parser) bucket(c *cursor, w Name) *Bucket {
	b := &Bucket{Span: diag.Span{Start: w.Start, End: c.end}}
	unit := c.word()
	b.Unit = strings.ToLower(unit.Text)
	if !slices.Contains(bucketUnits, b.Unit) {
		var fixes []diag.Fix
		if best := workload.Nearest(b.Unit, bucketUnits); best != "" {
			fixes = append(fixes, replace(unit.Span, best))
		}
		p.refuse(diag.Span{Start: unit.Start, End: max(unit.End, unit.Start+1)}, "a bucket is "+some(bucketUnits, "or"), "", "write bucket month of date", fixes...)
		c.rest()
		return nil
	}
	if of := c.word(); of.Text != "of" {
		p.refuse(diag.Span{Start: of.Start, End: of.End}, "nobody said of what the "+b.Unit+" is", "", "write bucket "+b.Unit+" of date")
		c.rest()
		return nil
	}
	if b.Of = c.attr(); b.Of == nil {
		return nil
	}
	if c.peek() == "as" {
		c.word()
		b.As, _ = c.name("the column", "bucket day of added_date as yyyymmdd")
	}
	if !c.done() {
		at := c.typeSpan()
		b.Type = p.text[at.Start:at.End]
	}
	return b
}
