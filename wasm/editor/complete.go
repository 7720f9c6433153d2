package editor

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/schema"
)

// Completion proposes what may stand at a place. The grammar says what: a word is
// proposed where the parser takes it, a name where it takes a name. Which names there
// are says the schema.

// maxStatement is how much of a statement is looked at.
const maxStatement = 1 << 16

// Begun is the statement that a text ends in; false where that is in a comment, or too long.
func Begun(text string) (statement string, ok bool) {
	start, inside := 0, true
	cql.Pieces(text, func(at diag.Span, class cql.Class) {
		if class == cql.Plain && text[at.Start:at.End] == ";" {
			start = at.End
		}
		// A place in a comment is none for CQL.
		inside = at.End < len(text) || class != cql.Comment
	})
	if !inside && !strings.HasSuffix(text, "\n") || len(text)-start > maxStatement {
		return "", false
	}
	return text[start:], true
}

// A Place is one in a text, where something is being written.
type Place struct {
	Text      string // of the statement, up to the place
	After     string // the rest of the document
	Catalogue *schema.Catalogue
	Use       string // the keyspace in use
	Program   bool   // the text stands in a program, which says elsewhere what it takes into use
	// Datacenters are those of the cluster.
	Datacenters []string
}

// A ProposalKind says what is proposed.
type ProposalKind uint8

// What can be proposed.
const (
	Word ProposalKind = iota
	Keyspace
	Table
	Column
	UserType
	NativeType
	Index
	Function
	Option
)

// A Proposal is what may stand at a place.
type Proposal struct {
	Kind          ProposalKind
	Label, Detail string
	Insert        string // in the place of the word that is begun
	Filter        string // what is compared with that word
	Rank          string // proposals are listed in this order
}

// Proposals are what may stand at a place, and how many bytes before it they take the place
// of: the word that is begun.
func Proposals(p Place) (list []Proposal, begun int) {
	c := newCompleter(p)
	c.all()
	return c.items, len(c.word)
}

// A completer looks for what may stand behind a text.
type completer struct {
	Place
	text    string   // without the word that is being written
	word    string   // as far as it is written
	words   []string // of the text, in small letters, with their signs
	spelled []string // the same as they are written
	quoted  bool     // the place is in a string, whose beginning is the last of the words
	items   []Proposal
	seen    map[string]bool
}

func newCompleter(p Place) *completer {
	c := &completer{Place: p, seen: map[string]bool{}}
	text := p.Text
	n := len(text)
	for n > 0 {
		if b := text[n-1]; b == '_' || b >= '0' && b <= '9' || b|' ' >= 'a' && b|' ' <= 'z' {
			n--
			continue
		}
		break
	}
	if n > 0 && text[n-1] == '"' && strings.Count(text, `"`)%2 == 1 {
		n--
	}
	c.text, c.word = text[:n], text[n:]
	cql.Pieces(c.text, func(at diag.Span, class cql.Class) {
		if word := strings.TrimSpace(c.text[at.Start:at.End]); word != "" && class != cql.Comment {
			c.quoted = class == cql.Plain && strings.Contains(word, "'")
			c.spelled = append(c.spelled, word)
			if class != cql.NameWord || !strings.HasPrefix(word, `"`) {
				word = strings.ToLower(word)
			}
			c.words = append(c.words, word)
		}
	})
	return c
}

// takes tells whether the grammar takes something at the place.
func (c *completer) takes(what string) bool { return cql.Begins(c.text + what) }

// back is the n-th word before the place, from 1; "" where there is none.
func (c *completer) back(n int) string {
	if n > len(c.words) {
		return ""
	}
	return c.words[len(c.words)-n]
}

func (c *completer) first(words ...string) bool {
	return len(c.words) > 0 && slices.Contains(words, c.words[0])
}

// add proposes a text. Ranks order the list: names before functions before words.
func (c *completer) add(rank, label, detail string, kind ProposalKind) *Proposal {
	if c.seen[label] {
		return &Proposal{}
	}
	c.seen[label] = true
	c.items = append(c.items, Proposal{kind, label, detail, label, label, rank + label})
	return &c.items[len(c.items)-1]
}

// probe stands for a name that nothing else has.
const probe = "zzz_probe"

func (c *completer) all() {
	if c.entries() || c.quoted {
		return
	}
	if c.back(1) == "." {
		c.qualified()
		return
	}
	name, term, typed := c.takes(probe), c.takes("now()"), c.takes("frozen<set<int>>")
	switch {
	case c.options():
	case typed && !term:
		c.types()
	case name && c.names():
	case c.column():
		c.columns()
	}
	if term && !c.place("table", "into", "update") {
		c.functions()
	}
	c.keywords()
}

// column tells whether a column may stand at the place: a name behind which something
// else goes on than the parentheses of a function.
func (c *completer) column() bool {
	return slices.ContainsFunc([]string{" =", ",", ")", " FROM", " +", ";"}, func(next string) bool { return c.takes(probe + next) })
}

// place tells whether one of some words stands before the place, or before IF [NOT]
// EXISTS there.
func (c *completer) place(words ...string) bool {
	n := 1
	if c.back(1) == "exists" {
		if n = 3; c.back(2) == "not" {
			n = 4
		}
	}
	return slices.Contains(words, c.back(n))
}

// names proposes names of things other than columns, where the word before tells that
// such a name follows.
func (c *completer) names() bool {
	made := c.first("create") && !c.place("on", "from") // a name that is new
	switch {
	case made && c.place("table", "columnfamily", "type", "keyspace", "index", "view", "function", "aggregate", "trigger"):
		return true
	case c.place("keyspace", "use"):
		c.keyspaces("")
	case c.place("from", "into", "update", "table", "columnfamily", "truncate", "on") && !(c.first("alter") && c.back(1) == "from"), c.place("view"):
		c.tables(c.Use, c.place("view"))
		c.keyspaces(".")
	case c.place("type") && c.first("alter", "drop"):
		c.userTypes(c.Use)
	case c.place("index") && c.first("drop"):
		c.indexes()
	default:
		return false
	}
	return true
}

// qualified proposes what follows a keyspace and a dot.
func (c *completer) qualified() {
	ks := c.Catalogue.Keyspaces[strings.Trim(c.back(2), `"`)]
	if ks == nil {
		return
	}
	c.tables(ks.Name, false)
	c.userTypes(ks.Name)
}

func (c *completer) keyspaces(sign string) {
	for _, name := range diag.Keys(c.Catalogue.Keyspaces) {
		ks, rank := c.Catalogue.Keyspaces[name], "3"
		if ks.System {
			rank = "9"
		}
		c.add(rank, cql.QuoteName(name)+sign, "keyspace", Keyspace)
	}
}

func (c *completer) tables(keyspace string, views bool) {
	ks := c.Catalogue.Keyspaces[keyspace]
	if ks == nil {
		return
	}
	for _, t := range ks.InOrder() {
		what := "table"
		if t.View != nil {
			what = "materialized view"
		} else if views {
			continue
		}
		c.add("1", cql.QuoteName(t.Name), what+" "+t.PrimaryKey(), Table)
	}
}

func (c *completer) userTypes(keyspace string) {
	if ks := c.Catalogue.Keyspaces[keyspace]; ks != nil {
		for _, name := range diag.Keys(ks.Types) {
			c.add("1", cql.QuoteName(name), "type of "+keyspace, UserType)
		}
	}
}

func (c *completer) indexes() {
	if ks := c.Catalogue.Keyspaces[c.Use]; ks != nil {
		for _, t := range ks.InOrder() {
			for _, ix := range t.Indexes {
				c.add("1", cql.QuoteName(ix.Name), "index of "+t.Name, Index)
			}
		}
	}
}

func (c *completer) types() {
	c.userTypes(c.Use)
	for _, name := range cqltype.NativeTypes() {
		c.add("2", name, Length(cqltype.Native(name)), NativeType)
	}
	for _, name := range []string{"frozen", "list", "set", "map", "tuple", "vector"} {
		c.add("3", name+"<", "", NativeType)
	}
}

// columns proposes the columns of the table that the statement is about. Where that
// is not written yet, as in SELECT, it is looked for behind the place.
func (c *completer) columns() {
	t := c.statementTable()
	if t == nil {
		return
	}
	for column := range t.Columns() {
		rank := "1"
		if c.words != nil && slices.Contains(c.words, "where") && (column.Kind == schema.Regular || column.Kind == schema.Static) {
			rank = "2" // keys first: they are what a read asks by
		}
		c.add(rank, cql.QuoteName(column.Name), column.Type.String()+", "+column.Kind.String(), Column)
	}
}

// statementTable is the table that the statement is about; nil where it cannot be told.
func (c *completer) statementTable() *schema.Table {
	find := func(words []string) *schema.Table {
		for i := len(words) - 1; i >= 0; i-- {
			switch words[i] {
			case "from", "into", "update", "table", "columnfamily", "on":
			default:
				continue
			}
			rest := words[i+1:]
			for len(rest) > 0 && slices.Contains([]string{"if", "not", "exists"}, rest[0]) {
				rest = rest[1:]
			}
			if len(rest) == 0 {
				continue
			}
			keyspace, name := c.Use, rest[0]
			if len(rest) > 2 && rest[1] == "." {
				keyspace, name = rest[0], rest[2]
			}
			if t := c.named(strings.Trim(keyspace, `"`), strings.Trim(name, `"`), len(rest) > 2 && rest[1] == "."); t != nil {
				return t
			}
		}
		return nil
	}
	if t := find(c.words); t != nil {
		return t
	}
	end, _, _ := strings.Cut(c.After, ";")
	if len(end) > 2000 {
		end = end[:2000]
		for !utf8.ValidString(end) {
			end = end[:len(end)-1]
		}
	}
	var words []string
	cql.Pieces(end, func(at diag.Span, class cql.Class) {
		if word := strings.TrimSpace(end[at.Start:at.End]); word != "" && class != cql.Comment && len(words) < 200 {
			words = append(words, strings.ToLower(word))
		}
	})
	for i, w := range words {
		if w == "from" && i+1 < len(words) {
			return find(words[i:min(i+4, len(words))])
		}
	}
	return nil
}

func (c *completer) named(keyspace, name string, given bool) *schema.Table {
	if ks := c.Catalogue.Keyspaces[keyspace]; ks != nil && ks.Tables[name] != nil {
		return ks.Tables[name]
	}
	if given || !c.Program {
		return nil
	}
	var found *schema.Table
	for _, ks := range c.Catalogue.Keyspaces {
		if t := ks.Tables[name]; t != nil && !ks.System {
			if found != nil {
				return nil
			}
			found = t
		}
	}
	return found
}

// options proposes the options of what is made or altered, each with the value that it
// has where nobody says otherwise.
func (c *completer) options() bool {
	if !c.first("create", "alter") || c.back(1) != "with" && c.back(1) != "and" || !slices.Contains(c.words, "with") || !c.takes(probe+" = 1") {
		return false
	}
	sample := ""
	switch {
	case slices.Contains(c.words[:min(3, len(c.words))], "keyspace"):
		sample = schema.NewKeyspace("k", schema.Replication{}).Element().CQL
		if !strings.Contains(sample, "durable_writes") {
			sample = ""
		}
	case slices.Contains(c.words[:min(3, len(c.words))], "view"), slices.Contains(c.words[:min(3, len(c.words))], "table"), slices.Contains(c.words[:min(3, len(c.words))], "columnfamily"):
		t := schema.NewTable("k", "t")
		t.Add(&schema.Column{Name: "k", Type: cqltype.Native("int"), Kind: schema.PartitionKey})
		sample = t.Element().CQL
	}
	node, _, _ := cql.ParseStatement(sample)
	var list []cql.Property
	switch s := node.(type) {
	case *cql.CreateTable:
		list = s.With
	case *cql.CreateKeyspace:
		list = s.With
	default:
		return false
	}
	for _, p := range list {
		value := strings.TrimSpace(sample[p.Value.Start:p.Value.End])
		item := c.add("1", p.Name.Text, "= "+value+" where nothing is said", Option)
		item.Insert = p.Name.Text + " = " + value
		item.Filter = item.Insert
	}
	return true
}

func (c *completer) functions() {
	for _, ks := range c.Catalogue.Keyspaces {
		if ks.Name != c.Use {
			continue
		}
		for _, f := range ks.Functions {
			c.add("4", cql.QuoteName(f.Name)+"(", "function of "+ks.Name, Function)
		}
		for _, a := range ks.Aggregates {
			c.add("4", cql.QuoteName(a.Name)+"(", "aggregate of "+ks.Name, Function)
		}
	}
	for _, name := range cqltype.NativeFunctions() {
		c.add("5", name+"(", cmp.Or(slices.Concat(cqltype.Signatures(name), []string{""})[0]), Function)
	}
}

// keywords proposes the words of the grammar that it takes at the place. A word that it
// takes as a name only is none: there another one would do as well.
func (c *completer) keywords() {
	name := c.takes(probe)
	for _, w := range cql.Keywords() {
		if !c.takes(" "+w) || c.seen[w] || cqltype.Native(w) != nil {
			continue
		}
		if name && cql.QuoteName(w) == w && (len(c.text) > 4096 || !c.different(w)) {
			continue
		}
		c.add("7", strings.ToUpper(w), "", Word)
	}
}

// different tells whether something follows a word here that cannot follow a name.
func (c *completer) different(word string) bool {
	for _, next := range []string{" x", " (", " '", " 1", " KEY", " FROM", " <", " BY", " NOT", " EXISTS", " ON", " TABLES", " VIEW", " ORDER", " PARTITION", " LIMIT", " FILTERING", " INDEX", " ROLES", " {"} {
		if cql.Begins(c.text+word+next) && !cql.Begins(c.text+probe+next) {
			return true
		}
	}
	return false
}
