package lsp

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"partitionlab/build/extract"
	"partitionlab/build/project"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/schema"
)

// Completion proposes what may stand at a place. The grammar says what: a word is
// proposed where the parser takes it, a name where it takes a name. Which names there
// are says the schema.
func (s *server) Completion(ctx context.Context, p *protocol.CompletionParams) (protocol.CompletionResult, error) {
	d := s.document(p.TextDocument.URI)
	if d == nil {
		return nil, nil
	}
	offset := d.offset(p.Position)
	text, keyspace, ok := before(d, offset)
	if !ok {
		return nil, nil
	}
	v, err := s.of(ctx, d)
	if err != nil {
		return nil, err
	}
	c := newCompleter(v, text, d.text[offset:])
	c.program = keyspace == nil && extract.Program(d.name())
	c.use = v.inUse(d, offset)
	if keyspace != nil {
		c.use = *keyspace
	}
	c.all()
	at := d.spanned(diag.Span{Start: offset - len(c.word), End: offset})
	for i := range c.items {
		item := &c.items[i]
		text := item.Label
		if insert, ok := item.InsertText.Get(); ok {
			text = insert
			item.InsertText.Clear()
		}
		item.TextEdit = &protocol.TextEdit{Range: at, NewText: text}
		if _, ok := item.FilterText.Get(); !ok {
			item.FilterText = protocol.NewOptional(text)
		}
	}
	return &protocol.CompletionList{Items: c.items}, nil
}

// maxStatement is how much of a statement is looked at.
const maxStatement = 1 << 16

// before is the statement up to a place of a document, and the keyspace that its file
// says to be in use; false where no CQL can be.
func before(d *document, offset int) (text string, keyspace *string, ok bool) {
	kind, ours := d.kind()
	switch {
	case !ours || kind == project.Workload || kind == configuration:
		return "", nil, false
	case kind == project.Script:
		text = d.text[:offset]
	default:
		f := &extract.File{Source: diag.NewSource(d.name(), d.text)}
		extract.Find([]*extract.File{f}, extract.Options{})
		for i := range f.Pieces {
			if at, in := f.Pieces[i].In(offset); in {
				if text, ok = f.Pieces[i].Text[:at], true; f.Pieces[i].Keyspace != "" {
					keyspace = &f.Pieces[i].Keyspace
				}
				break
			}
		}
		if !ok {
			return "", nil, false
		}
	}
	start, inside := 0, true
	cql.Pieces(text, func(at diag.Span, class cql.Class) {
		if class == cql.Plain && text[at.Start:at.End] == ";" {
			start = at.End
		}
		// A place in a comment is none for CQL.
		inside = at.End < len(text) || class != cql.Comment
	})
	if !inside && !strings.HasSuffix(text, "\n") || len(text)-start > maxStatement {
		return "", nil, false
	}
	return text[start:], keyspace, true
}

// inUse is the keyspace that is in use at a place: after the last statement before it.
func (v *snapshot) inUse(d *document, offset int) string {
	use, found := "", false
	for i := range v.statements {
		s := &v.statements[i]
		if key(s.file.Name) != key(d.id()) {
			continue
		}
		if at := s.span(s.node.Place()); !found || at.Start <= offset {
			use, found = s.use, true
		}
	}
	return use
}

// A completer looks for what may stand behind a text.
type completer struct {
	*snapshot
	text    string   // without the word that is being written
	word    string   // as far as it is written
	words   []string // of the text, in small letters, with their signs
	spelled []string // the same as they are written
	after   string   // the rest of the document
	use     string
	program bool
	quoted  bool // the place is in a string, whose beginning is the last of the words
	items   []protocol.CompletionItem
	seen    map[string]bool
}

func newCompleter(v *snapshot, text, after string) *completer {
	c := &completer{snapshot: v, seen: map[string]bool{}, after: after}
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
func (c *completer) add(rank, label, detail string, kind protocol.CompletionItemKind) *protocol.CompletionItem {
	if c.seen[label] {
		return &protocol.CompletionItem{}
	}
	c.seen[label] = true
	item := protocol.CompletionItem{Label: label, Kind: kind, SortText: protocol.NewOptional(rank + label)}
	if detail != "" {
		item.Detail = protocol.NewOptional(detail)
	}
	c.items = append(c.items, item)
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
		c.tables(c.use, c.place("view"))
		c.keyspaces(".")
	case c.place("type") && c.first("alter", "drop"):
		c.userTypes(c.use)
	case c.place("index") && c.first("drop"):
		c.indexes()
	default:
		return false
	}
	return true
}

// qualified proposes what follows a keyspace and a dot.
func (c *completer) qualified() {
	ks := c.catalogue.Keyspaces[strings.Trim(c.back(2), `"`)]
	if ks == nil {
		return
	}
	c.tables(ks.Name, false)
	c.userTypes(ks.Name)
}

func (c *completer) keyspaces(sign string) {
	for _, name := range slices.Sorted(maps.Keys(c.catalogue.Keyspaces)) {
		ks, rank := c.catalogue.Keyspaces[name], "3"
		if ks.System {
			rank = "9"
		}
		c.add(rank, cql.QuoteName(name)+sign, "keyspace", protocol.CompletionItemKindModule)
	}
}

func (c *completer) tables(keyspace string, views bool) {
	ks := c.catalogue.Keyspaces[keyspace]
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
		c.add("1", cql.QuoteName(t.Name), what+" "+t.PrimaryKey(), protocol.CompletionItemKindStruct)
	}
}

func (c *completer) userTypes(keyspace string) {
	if ks := c.catalogue.Keyspaces[keyspace]; ks != nil {
		for _, name := range slices.Sorted(maps.Keys(ks.Types)) {
			c.add("1", cql.QuoteName(name), "type of "+keyspace, protocol.CompletionItemKindClass)
		}
	}
}

func (c *completer) indexes() {
	if ks := c.catalogue.Keyspaces[c.use]; ks != nil {
		for _, t := range ks.InOrder() {
			for _, ix := range t.Indexes {
				c.add("1", cql.QuoteName(ix.Name), "index of "+t.Name, protocol.CompletionItemKindReference)
			}
		}
	}
}

func (c *completer) types() {
	c.userTypes(c.use)
	for _, name := range cqltype.NativeTypes() {
		c.add("2", name, length(cqltype.Native(name)), protocol.CompletionItemKindTypeParameter)
	}
	for _, name := range []string{"frozen", "list", "set", "map", "tuple", "vector"} {
		c.add("3", name+"<", "", protocol.CompletionItemKindTypeParameter)
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
		c.add(rank, cql.QuoteName(column.Name), column.Type.String()+", "+column.Kind.String(), protocol.CompletionItemKindField)
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
			keyspace, name := c.use, rest[0]
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
	end, _, _ := strings.Cut(c.after, ";")
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
	if ks := c.catalogue.Keyspaces[keyspace]; ks != nil && ks.Tables[name] != nil {
		return ks.Tables[name]
	}
	if given || !c.program {
		return nil
	}
	var found *schema.Table
	for _, ks := range c.catalogue.Keyspaces {
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
		item := c.add("1", p.Name.Text, "= "+value+" where nothing is said", protocol.CompletionItemKindProperty)
		item.InsertText = protocol.NewOptional(p.Name.Text + " = " + value)
	}
	return true
}

func (c *completer) functions() {
	for _, ks := range c.catalogue.Keyspaces {
		if ks.Name != c.use {
			continue
		}
		for _, f := range ks.Functions {
			c.add("4", cql.QuoteName(f.Name)+"(", "function of "+ks.Name, protocol.CompletionItemKindFunction)
		}
		for _, a := range ks.Aggregates {
			c.add("4", cql.QuoteName(a.Name)+"(", "aggregate of "+ks.Name, protocol.CompletionItemKindFunction)
		}
	}
	for _, name := range cqltype.NativeFunctions() {
		c.add("5", name+"(", cmp.Or(slices.Concat(cqltype.Signatures(name), []string{""})[0]), protocol.CompletionItemKindFunction)
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
		c.add("7", strings.ToUpper(w), "", protocol.CompletionItemKindKeyword)
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
