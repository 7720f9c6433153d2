package extract

import (
	"cmp"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/work"
)

// A source is a program's text with what is known of its names.
type source struct {
	file    *File
	lang    *language
	tokens  []token
	drivers bool // it names a driver of Cassandra
	rivals  bool // … of another database
	skips   bool // it says of a string that it is no CQL
	defs    map[string][]definition
	changed map[string][]int  // names that a value is added to, and where
	flags   map[int]string    // expressions that a driver gets by a name: their first tokens, with the call
	handed  map[int]string    // the same of calls that hand them on to a driver
	imports map[string]string // the classes of constants that are imported: see imported
	stars   []string          // classes all of whose constants are
	all     *program

	scopes, functions []int        // of each token: see scope and function
	ends              []int        // of each token: see exprEnd
	covered           map[int]bool // tokens whose expression was looked at
	known             map[[3]int]constant
	meter             work.Meter
	room              int  // bytes that names may yet stand for
	level             int  // of expressions within expressions
	tangled           bool // the meter has ended a part, and that is said
}

// Bounds: programs that people write come nowhere near them.
const (
	maxSteps = 100 // for each token, in looking for what it is part of and stands for
	maxLevel = 100 // of expressions within expressions; what is deeper is a gap
	maxNamed = 16  // for each byte of a file, in what names stand for; then they are gaps
	maxChain = 200 // of calls on calls that are looked at
)

// A constant is what an expression was worked out to be.
type constant struct {
	text string
	ok   bool
	cut  *cut // the bound that it goes beyond
}

// A program is all sources that are looked at together.
type program struct {
	Options
	sources []*source
	calls   map[string]bool // of Options
	handing map[string]bool // functions that hand a parameter on to a call of a driver, with their language
	shared  map[string][]shared
	drivers bool
	cut     *cut // the first bound that the expression goes beyond which is worked out now
}

// A cut is a bound at which an expression is not worked out any further.
type cut struct{ message, instead string }

var (
	cutLevel = &cut{"expressions stand within expressions deeper than " + strconv.Itoa(maxLevel) + " levels: this one is not read, and if it is CQL it is not judged",
		"give the inner expressions names"}
	cutNames = &cut{"names stand for names more than " + strconv.Itoa(maxNames) + " times: this expression is not read, and if it is CQL it is not judged",
		"write the text where it is used, or give it one name"}
	cutText = &cut{"names stand for more text here than is put together: this expression is not read, and if it is CQL it is not judged",
		"write the statement as one text"}
)

// A shared definition is one that other files may name.
type shared struct {
	src *source
	def definition
}

// maxDefinitions is how many definitions of a name are looked through: a program
// that was made by another one may have any number.
const maxDefinitions = 200

// A definition gives a name the value of an expression.
type definition struct {
	at     int // token of the name
	lo, hi int // tokens of the expression
	firm   bool
	class  string // around it
}

func newSource(f *File, lang *language) *source {
	tokens, deep := scan(lang, f.Text)
	s := &source{file: f, lang: lang, tokens: tokens, defs: map[string][]definition{}, changed: map[string][]int{},
		covered: map[int]bool{}, known: map[[3]int]constant{}, meter: work.Meter{All: maxSteps * (len(tokens) + 1000)}, room: maxNamed * (len(f.Text) + 1<<12)}
	if deep >= 0 {
		f.Unread = append(f.Unread, diag.Diagnostic{Severity: diag.Warning, Span: diag.Span{Start: deep, End: deep},
			Message: "strings stand within strings deeper than " + strconv.Itoa(maxDepth) + " levels: CQL from here on is not looked for",
			Instead: "give the inner strings names"})
	}
	lower := strings.ToLower(f.Text)
	for _, d := range lang.drivers {
		s.drivers = s.drivers || strings.Contains(lower, strings.ToLower(d))
	}
	for _, r := range lang.rivals {
		s.rivals = s.rivals || strings.Contains(f.Text, r)
	}
	s.skips = strings.Contains(f.Text, "lab:skip")
	if lang.adjacent {
		s.blocks()
	}
	s.around()
	s.work(s.define)
	return s
}

// work does a part of looking for CQL, and says so where it ended before its time.
func (s *source) work(do func()) {
	if s.meter.Try(do) != nil && !s.tangled {
		s.tangled = true
		s.file.Unread = append(s.file.Unread, diag.Diagnostic{Severity: diag.Warning,
			Message: "the expressions of this file are too tangled: not all CQL in it was found",
			Instead: "divide it into files, and write long expressions in parts that have names"})
	}
}

// find looks for the pieces of programs.
func find(sources []*source, o Options) {
	p := &program{Options: o, sources: sources, calls: map[string]bool{}, handing: map[string]bool{}, shared: map[string][]shared{}}
	for _, c := range o.Calls {
		p.calls[c] = true
	}
	for _, s := range sources {
		s.all = p
		p.drivers = p.drivers || s.drivers
		folder := filepath.Dir(s.file.Name)
		for n, defs := range s.defs {
			for _, d := range defs {
				if !d.firm {
					continue
				}
				if s.lang.name == "Go" && s.tokens[d.at].up < 0 {
					p.shared[folder+"\x00"+n] = append(p.shared[folder+"\x00"+n], shared{s, d})
				}
				if d.class != "" {
					p.shared[d.class+"."+n] = append(p.shared[d.class+"."+n], shared{s, d})
				}
			}
		}
	}
	for n := -1; n < len(p.handing); { // those that hand on to others that do, too
		n = len(p.handing)
		for _, s := range sources {
			s.work(s.hand)
		}
	}
	for _, s := range sources {
		s.work(s.flag)
	}
	for _, s := range sources {
		s.work(s.find)
	}
}

// blocks gives each token outside of brackets the def or class around it, as the
// indentation says (Python).
func (s *source) blocks() {
	type block struct{ indent, token int }
	var stack []block
	for i := range s.tokens {
		t := &s.tokens[i]
		if t.up >= 0 {
			if s.tokens[t.up].kind == sign {
				continue
			}
		}
		if t.line {
			start := strings.LastIndexByte(s.file.Text[:t.start], '\n') + 1
			indent := t.start - start
			for len(stack) > 0 && stack[len(stack)-1].indent >= indent {
				stack = stack[:len(stack)-1]
			}
			if t.kind == word && (t.text == "def" || t.text == "class" || t.text == "async") {
				if len(stack) > 0 {
					t.up = stack[len(stack)-1].token
				}
				stack = append(stack, block{indent, i})
				continue
			}
		}
		if len(stack) > 0 {
			t.up = stack[len(stack)-1].token
		}
	}
}

// around notes of each token its scope and its function: those of the bracket that it
// stands in, which comes before it.
func (s *source) around() {
	s.scopes, s.functions = make([]int, len(s.tokens)), make([]int, len(s.tokens))
	for i := range s.tokens {
		up := s.tokens[i].up
		if s.scopes[i], s.functions[i] = -1, -1; up < 0 {
			continue
		}
		t := &s.tokens[up]
		if s.scopes[i] = s.scopes[up]; t.is("{") || t.kind == word {
			s.scopes[i] = up
		}
		switch s.functions[i] = s.functions[up]; {
		case t.kind == word && t.text != "class":
			s.functions[i] = up
		case s.functions[i] < 0 && t.is("{") && (s.tok(up-1).is(")") || s.tok(up-1).is("=>") || s.tok(up-1).kind == word && !s.isClass(up)):
			s.functions[i] = up
		}
	}
}

// scope is the block that a token stands in: { } or, in Python, the def.
func (s *source) scope(i int) int { return s.scopes[i] }

// function is the outermost block around a token that is no class, in Python the
// innermost: in all of it a name means one thing.
func (s *source) function(i int) int { return s.functions[i] }

func (s *source) tok(i int) *token {
	if i < 0 || i >= len(s.tokens) {
		return &token{kind: sign}
	}
	return &s.tokens[i]
}

// define notes what gets a value where.
func (s *source) define() {
	class := ""
	classes, firm := make([]string, len(s.tokens)), make([]bool, len(s.tokens)) // what a bracket stands in: a class, const ( … )
	for i := range s.tokens {
		t := &s.tokens[i]
		if t.up >= 0 {
			classes[i], firm[i] = classes[t.up], firm[t.up]
		}
		firm[i] = firm[i] || t.is("(") && (s.tok(i-1).text == "const" || s.tok(i-1).text == "var" && t.up < 0)
		if t.kind == word {
			switch t.text {
			case "class", "interface", "object", "enum", "record", "struct":
				if n := s.tok(i + 1); n.kind == word {
					class = n.text
				}
			}
			continue
		}
		switch {
		case t.is("{") && class != "":
			classes[i] = class
			class = ""
		case t.is("+="):
			if n := s.tok(i - 1); n.kind == word {
				s.changed[n.text] = append(s.changed[n.text], i)
			}
		case t.is("=>") && s.lang.name == "C#":
			if at := i - 1; s.property(at) { // string Table => "users";
				s.defs[s.tok(at).text] = append(s.defs[s.tok(at).text], definition{at: at, lo: i + 1, hi: s.exprEnd(i + 1), firm: true, class: classes[i]})
			}
		case t.is("=") || t.is(":="):
			at := i - 1
			switch n := s.tok(at); {
			case n.kind != word:
				continue
			case s.tok(at-1).is(":") && s.tok(at-2).kind == word:
				at -= 2
			case s.lang.name == "Go" && n.text == "string" && s.tok(at-1).kind == word:
				at--
			}
			n := s.tok(at)
			if s.tok(at-1).is(".") && s.tok(at-2).text != "this" && s.tok(at-2).text != "self" {
				continue
			}
			lo, hi := i+1, s.exprEnd(i+1)
			if lo < hi && s.tok(lo).text == n.text && s.tok(lo).kind == word && s.tok(lo+1).is("+") {
				s.changed[n.text] = append(s.changed[n.text], i)
				continue
			}
			d := definition{at: at, lo: lo, hi: hi, firm: n.text == strings.ToUpper(n.text) && len(n.text) > 1}
			for k := at - 1; k >= max(0, at-6) && s.tok(k).kind == word; k-- {
				switch s.tok(k).text {
				case "const", "final", "val", "readonly", "static":
					d.firm = true
				case "var":
					d.firm = d.firm || s.lang.name == "Go" && s.tok(at).up < 0
				}
			}
			if up := s.tok(at).up; up >= 0 {
				d.firm, d.class = d.firm || firm[up], classes[up]
			}
			s.defs[n.text] = append(s.defs[n.text], d)
		}
	}
}

// property reports whether a token is the name of a string that an expression gives each
// time, and that no other class gives otherwise (C#).
func (s *source) property(at int) bool {
	if s.tok(at).kind != word || !strings.EqualFold(s.tok(at-1).text, "string") {
		return false
	}
	modified := false
	for k := at - 2; k >= 0 && s.tok(k).kind == word; k-- {
		switch s.tok(k).text {
		case "virtual", "abstract", "override":
			return false
		case "public", "private", "protected", "internal", "static":
			modified = true
		default:
			return modified
		}
	}
	return modified
}

// exprEnd is the token behind the expression that starts at a token.
func (s *source) exprEnd(lo int) int {
	if s.ends == nil { // of an expression that goes on with a token, from the last one
		s.ends = make([]int, len(s.tokens)+1)
		s.ends[len(s.tokens)] = len(s.tokens)
		for i := len(s.tokens) - 1; i >= 0; i-- {
			if s.ends[i] = i; !s.tokens[i].line || s.goesOn(i) {
				s.ends[i] = s.endFrom(i)
			}
		}
	}
	if lo >= len(s.tokens) {
		return lo
	}
	return s.endFrom(lo)
}

// endFrom is exprEnd of a token, where it is known of those behind it.
func (s *source) endFrom(i int) int {
	switch t := &s.tokens[i]; {
	case t.kind == sign && t.pair > i:
		return s.ends[t.pair+1]
	case t.is(")") || t.is("]") || t.is("}") || t.is(";") || t.is(","):
		return i
	}
	return s.ends[i+1]
}

// goesOn reports whether the line that starts with a token goes on with the
// expression before it.
func (s *source) goesOn(i int) bool {
	t, before := s.tok(i), s.tok(i-1)
	if t.kind == sign {
		switch t.text {
		case "+", ".", "?.", "?", ":", "%", "(", "&&", "||":
			return true
		}
	}
	if before.kind == sign {
		switch before.text {
		case "+", ".", "?.", "?", ":", "=", ":=", "=>", "->", "%", "&&", "||":
			return true
		}
	}
	return false
}

// lookup is the expression that a name stands for where a token uses it; only a
// name whose value can be no other one.
func (s *source) lookup(expr string, use int) (*source, definition, bool) {
	owner, last := "", expr
	if dot := strings.LastIndexByte(expr, '.'); dot >= 0 {
		owner, last = expr[:dot], expr[dot+1:]
	}
	owner = strings.TrimSuffix(owner, ".Companion") // of a class of Kotlin
	own := owner == "" || owner == "this" || owner == "self" || owner == "cls" || owner == "Companion" && s.lang.name == "Kotlin"
	if own {
		if d, ok := s.own(last, use); ok {
			return s, d, true
		}
		if len(s.defs[last]) > 0 && owner == "" {
			return nil, definition{}, false
		}
		if class := s.imported(last); class != "" && owner == "" {
			if list := s.all.shared[class+"."+last]; len(list) == 1 {
				return list[0].src, list[0].def, true
			}
		}
		if list := s.all.shared[filepath.Dir(s.file.Name)+"\x00"+last]; s.lang.name == "Go" && len(list) == 1 && owner == "" {
			return list[0].src, list[0].def, true
		}
		return nil, definition{}, false
	}
	if dot := strings.LastIndexByte(owner, '.'); dot >= 0 {
		owner = owner[dot+1:]
	}
	if list := s.all.shared[owner+"."+last]; len(list) == 1 {
		return list[0].src, list[0].def, true
	}
	return nil, definition{}, false
}

// imported is the class that a constant comes from whose name this file imports (Java,
// Kotlin); "" where it does not.
func (s *source) imported(name string) string {
	if !s.lang.annotations || !s.lang.characters {
		return ""
	}
	if s.imports == nil {
		s.imports = map[string]string{}
		for _, m := range importing.FindAllStringSubmatch(s.file.Text, -1) {
			if m[2] != "*" {
				s.imports[m[2]] = m[1]
			} else {
				s.stars = append(s.stars, m[1])
			}
		}
	}
	if class := s.imports[name]; class != "" {
		return class
	}
	for _, class := range s.stars {
		s.meter.Spend(1, 1, "")
		if len(s.all.shared[class+"."+name]) == 1 {
			return class
		}
	}
	return ""
}

var importing = regexp.MustCompile(`(?m)^\s*import\s+(?:static\s+)?(?:\w+\.)*(\w+)\.(\w+|\*)\s*;?\s*$`)

// own is the definition of a name in this file that holds at a token.
func (s *source) own(last string, use int) (definition, bool) {
	if len(s.defs[last]) > maxDefinitions {
		return definition{}, false
	}
	s.meter.Spend(len(s.defs[last]), 1, "")
	var found definition
	best, count := -2, 0 // the innermost scope around the use: of two, that which opens later
	for _, d := range s.defs[last] {
		scope := s.scope(d.at)
		if s.companion(scope) { // what it holds is the class's
			scope = s.scope(scope)
		}
		local := scope >= 0 && !d.firm
		if scope < best || d.at == use || local && d.at > use || !s.within(use, scope) {
			continue
		}
		if scope > best {
			best, count = scope, 0
		}
		found = d
		count++
	}
	if count != 1 {
		return definition{}, false
	}
	if !found.firm {
		// Another value may come in between, or a parameter of the same name.
		if s.grows(last, use) || s.function(use) != s.function(found.at) {
			return definition{}, false
		}
		for _, d := range s.defs[last] {
			if d.at != found.at && s.function(d.at) == s.function(use) {
				return definition{}, false
			}
		}
	}
	return found, true
}

// companion reports whether a brace opens the companion object of a class (Kotlin).
func (s *source) companion(brace int) bool {
	if s.lang.name != "Kotlin" || brace < 0 {
		return false
	}
	for k := brace - 1; k >= max(1, brace-20) && !s.tok(k).is("{") && !s.tok(k).is("}"); k-- {
		if s.tok(k).text == "object" && s.tok(k).kind == word {
			return s.tok(k-1).text == "companion"
		}
	}
	return false
}

// within reports whether a token stands in a scope.
func (s *source) within(i, scope int) bool {
	if scope < 0 {
		return true
	}
	for up := s.scope(i); up >= scope; up = s.scope(up) {
		if s.meter.Spend(1, 1, ""); up == scope {
			return true
		}
	}
	return false
}

// isClass reports whether a brace opens a class.
func (s *source) isClass(brace int) bool {
	for k := brace - 1; k >= max(0, brace-20); k-- {
		switch t := s.tok(k); {
		case t.is(";"), t.is("{"), t.is("}"):
			return false
		case t.kind == word:
			switch t.text {
			case "class", "interface", "object", "enum", "record", "struct", "namespace":
				return true
			}
		}
	}
	return false
}

// callee is the name of what is called by an open parenthesis, with its owners
// ("session.execute"), and the token at which it starts; "" where nothing is.
func (s *source) callee(paren int) (name string, start int) {
	i := paren - 1
	if s.tok(i).is(">") { // execute<Row>(…)
		for n := 0; n < 20 && i > 0 && !s.tok(i).is("<"); n++ {
			i--
		}
		i--
	}
	if s.tok(i).kind != word {
		return "", paren
	}
	name = s.tok(i).text
	for dot, n := i-1, 0; n < maxChain && (s.tok(dot).is(".") || s.tok(dot).is("?.") || s.tok(dot).is("::")); dot, n = i-1, n+1 {
		s.meter.Spend(1, 1, "")
		i = dot - 1
		t := s.tok(i)
		if t.is(")") || t.is("]") { // a().b( … )
			if t.pair < 0 {
				break
			}
			i = t.pair
			if s.tok(i-1).kind == word {
				i--
			}
			continue
		}
		if t.kind != word {
			i++
			break
		}
		name = t.text + "." + name
	}
	if s.tok(i - 1).is("@") {
		return "@" + name, i - 1
	}
	return name, max(i, 0)
}

// owner is what a function is called on: "cursor" of "self.cursor.execute".
func owner(name string) string {
	parts := strings.Split(name, ".")
	if len(parts) < 2 {
		return ""
	}
	return parts[len(parts)-2]
}

func lastName(name string) string { return name[strings.LastIndexAny(name, ".@")+1:] }

// wrappers give back the text of their first argument, but for spaces.
var wrappers = strings.Fields("dedent cleandoc valueOf str text cql CQL trimIndent TrimSpace raw")

// formats fill further arguments into the first one.
var formats = strings.Fields("Sprintf sprintf format Format FormattableString")

// trims are methods that only change spaces.
var trims = strings.Fields("trimIndent trimMargin stripIndent strip trim dedent toString TrimEnd TrimStart Trim intern lstrip rstrip ToString trimEnd trimStart")

// find takes every string of the source that is CQL.
func (s *source) find() {
	seen := map[int]bool{}
	for i := 0; i < len(s.tokens); i++ {
		if s.tokens[i].kind != str || len(s.tokens[i].chunks) == 0 || s.covered[i] {
			continue
		}
		lo, hi, ok := s.root(i)
		if !ok || seen[lo] {
			continue
		}
		seen[lo] = true
		if p, ok := s.piece(lo, hi, s.flags[lo]); ok {
			s.file.Pieces = append(s.file.Pieces, p)
		}
	}
}

// hand notes the functions that give one of their parameters to a call of a driver, or to
// one that does: what they are given reads like CQL because it is.
func (s *source) hand() {
	for i := range s.tokens {
		if !s.tokens[i].is("(") || s.tokens[i].pair < 0 || s.tok(i+1).kind != word || !s.tok(i+2).is(",") && !s.tok(i+2).is(")") {
			continue
		}
		name, _ := s.callee(i)
		if foreign.MatchString(owner(name)) || !s.takes(name) && !s.hands(name) {
			continue
		}
		for up := s.tokens[i].up; up >= 0; up = s.tok(up).up {
			s.meter.Spend(1, 1, "")
			if function, open := s.header(up); function != "" && s.parameter(open, s.tok(i+1).text) {
				s.all.handing[s.lang.name+" "+function] = true
				break
			}
		}
	}
}

// hands reports whether a function is one that hand has noted.
func (s *source) hands(name string) bool { return s.all.handing[s.lang.name+" "+lastName(name)] }

// header is the name of the function whose block a token opens, and the parenthesis before
// its parameters; "" where it opens none.
func (s *source) header(block int) (name string, open int) {
	if s.tok(block).kind == word { // Python
		for open = block + 1; open < block+4 && !s.tok(open).is("("); open++ {
		}
	} else if s.tok(block).is("{") {
		end := block - 1
		for n := 0; n < 12 && end > 0 && !s.tok(end).is(")") && !s.tok(end).is(";") && !s.tok(end).is("}"); n++ { // what it returns
			end--
		}
		if s.tok(end).is(")") && s.tok(s.tok(end).pair-1).is(")") { // Go: several things
			end = s.tok(end).pair - 1
		}
		if open = s.tok(end).pair; !s.tok(end).is(")") {
			return "", 0
		}
	}
	at := open - 1
	if s.tok(at).text == "function" || s.tok(at).text == "async" {
		at--
	}
	if s.tok(at).is("=") || s.tok(at).is(":") { // run = (query) => { … }
		at--
	}
	t := s.tok(at)
	if t.kind != word || !s.tok(open).is("(") || slices.Contains(control, t.text) {
		return "", 0
	}
	return t.text, open
}

// control are words before parentheses and a block that is no function.
var control = strings.Fields("if for foreach while switch catch with using lock synchronized when match func")

// parameter reports whether a name is one of the parameters between parentheses.
func (s *source) parameter(open int, name string) bool {
	for i := open + 1; i < s.tok(open).pair; i++ {
		if s.meter.Spend(1, 1, ""); s.tok(i).text == name && s.tok(i).kind == word && s.tok(i).up == open {
			return true
		}
	}
	return false
}

// flag marks the expressions that names stand for which calls of drivers take, in
// this file or another.
func (s *source) flag() {
	for i := range s.tokens {
		if !s.tokens[i].is("(") || s.tokens[i].pair < 0 || s.tok(i+1).kind != word {
			continue
		}
		name, _ := s.callee(i)
		takes := s.takes(name)
		if !takes && !s.hands(name) {
			continue
		}
		end := i + 1
		for s.tok(end+1).is(".") && s.tok(end+2).kind == word {
			end += 2
		}
		if !s.tok(end+1).is(",") && !s.tok(end+1).is(")") {
			continue
		}
		if src, d, ok := s.lookup(s.words(i+1, end+1), i+1); ok {
			if src.flags == nil {
				src.flags, src.handed = map[int]string{}, map[int]string{}
			}
			if takes {
				src.flags[d.lo] = name
			} else {
				src.handed[d.lo] = name
			}
		}
	}
}

func (s *source) words(lo, hi int) string {
	if lo >= hi || hi > len(s.tokens) {
		return ""
	}
	return s.file.Text[s.tokens[lo].start:s.tokens[hi-1].end]
}

// foreign are names of what talks to other databases, own those of what talks to
// Cassandra.
var (
	foreign  = regexp.MustCompile(`(?i)^(cur|cursor|jdbc\w*|sql\w*|pg\w*|mysql\w*|sqlite\w*|postgres\w*)$`)
	familiar = regexp.MustCompile(`(?i)session|cassandra|cql|scylla|client|cluster|dao|batch|statement`)
)

// takes reports whether a function takes CQL.
func (s *source) takes(name string) bool {
	if name == "" {
		return false
	}
	last := lastName(name)
	if foreign.MatchString(owner(name)) {
		return false
	}
	if s.all != nil && (s.all.calls[last] || s.all.calls[name]) {
		return true
	}
	for c := range strings.FieldsSeq(s.lang.calls) {
		switch {
		case c[0] == '@':
			if name == c || "@"+last == c && name[0] == '@' {
				return true
			}
		case strings.Contains(c, "."):
			if name == c || strings.HasSuffix(name, "."+c) {
				return true
			}
		case c == last && name[0] != '@':
			return s.drivers || familiar.MatchString(name)
		}
	}
	return false
}

// root is the whole expression that a string is part of: what it is added to, filled
// into or wrapped in; ok is false where that was found already, from another string in
// it.
func (s *source) root(i int) (lo, hi int, ok bool) {
	lo, hi = i, i+1
	for first := true; ; first = false {
		if !first && i == lo && s.covered[i] {
			return 0, 0, false
		}
		wide, high := lo, hi
		// Strings side by side, methods behind.
		for s.lang.adjacent && s.tok(wide-1).kind == str && s.sameExpr(wide-1, wide) {
			s.meter.Spend(1, 1, "")
			wide--
		}
		if s.tok(wide-1).kind == word && s.tok(wide).kind == str && wide == i && slices.Contains(wrappers, s.tok(wide-1).text) && s.tok(wide-1).end == s.tok(wide).start {
			wide-- // cql`…`
		}
		high = s.termEnd(wide)
		if s.tok(wide).kind == str && s.tok(wide+1).kind == str {
			s.cover(wide+1, high)
		}
		for high < len(s.tokens) && (s.tok(high).is("+") || s.lang.percent && s.tok(high).is("%")) {
			next := s.termEnd(high + 1)
			if brace := s.tok(high + 1); s.lang.percent && brace.is("{") && brace.pair > high {
				next = brace.pair + 1 // "…" % {"name": value}
			}
			if next <= high+1 {
				break
			}
			s.cover(high+1, next)
			high = next
		}
		for s.tok(wide-1).is("+") && wide >= 2 {
			start := s.termStart(wide - 2)
			if start < 0 {
				break
			}
			s.meter.Spend(1, 1, "")
			wide = start
		}
		up := s.tok(wide).up
		if up == wide-1 && s.tok(up).is("(") && s.tok(up).pair >= high {
			name, start := s.callee(up)
			last := lastName(name)
			switch end := s.tok(up).pair; {
			case name == "" && end == high && !s.keyword(up-1),
				name != "" && name[0] != '@' && slices.Contains(wrappers, last) && end == high,
				name != "" && slices.Contains(formats, last):
				if name == "" {
					start = up
				}
				if start < wide {
					i, lo, hi = start, start, end+1
					continue
				}
			}
		}
		if up >= 0 && s.tok(up).is("[") && s.tok(up).pair > 0 && s.tok(s.tok(up).pair+1).is(".") && s.tok(s.tok(up).pair+2).text == "join" && up < lo {
			if end := s.tok(s.tok(up).pair + 3); end.is("(") && end.pair > 0 {
				i, lo, hi = up, up, end.pair+1
				continue
			}
		}
		if wide == lo && high <= hi {
			return lo, hi, true
		}
		lo, hi, i = wide, max(high, hi), wide
	}
}

// cover notes that a term was looked at, and with it the strings side by side that it
// starts with.
func (s *source) cover(lo, hi int) {
	for i := lo; i == lo || i < hi && s.tok(i).kind == str; i++ {
		s.covered[i] = true
	}
}

// keyword reports whether a word before a parenthesis calls nothing.
func (s *source) keyword(i int) bool {
	t := s.tok(i)
	if t.kind != word {
		return false
	}
	switch t.text {
	case "return", "in", "await", "yield", "case", "print", "throw":
		return false
	}
	return true
}

// sameExpr reports whether two strings side by side are one: on one line, or in
// brackets.
func (s *source) sameExpr(i, j int) bool {
	up := s.tok(j).up
	return !s.tok(j).line || up >= 0 && s.tok(up).kind == sign && !s.tok(up).is("{")
}

// termEnd is the token behind the term that starts at a token.
func (s *source) termEnd(i int) int {
	t := s.tok(i)
	switch {
	case t.kind == str:
		for i++; s.lang.adjacent && s.tok(i).kind == str && s.sameExpr(i-1, i); {
			s.meter.Spend(1, 1, "")
			i++
		}
	case t.kind == sign && t.pair > i && !t.is("{"):
		i = t.pair + 1
	case t.kind == word || t.kind == number || t.kind == other:
		if t.text == "new" || t.text == "await" {
			if next := s.tok(i + 1); next.text == "new" || next.text == "await" {
				return i + 1
			}
			return s.termEnd(i + 1)
		}
		i++
		if t.kind == word && s.tok(i).kind == str && s.tok(i).start == t.end { // a tag
			i++
		}
	default:
		return i
	}
	for {
		s.meter.Spend(1, 1, "")
		switch t := s.tok(i); {
		case (t.is(".") || t.is("?.")) && s.tok(i+1).kind == word:
			i += 2
		case (t.is("(") || t.is("[")) && t.pair > i && !t.line:
			i = t.pair + 1
		default:
			return i
		}
	}
}

// termStart is the token at which the term starts that ends with a token, or -1.
func (s *source) termStart(i int) int {
	for {
		s.meter.Spend(1, 1, "")
		t := s.tok(i)
		switch {
		case t.kind == str:
			for s.lang.adjacent && s.tok(i-1).kind == str && s.sameExpr(i-1, i) {
				i--
			}
		case (t.is(")") || t.is("]")) && t.pair >= 0:
			i = t.pair
			if p := s.tok(i - 1); p.kind == word && !t.line || p.is(")") || p.is("]") {
				i--
				continue
			}
		case t.kind == word, t.kind == number, t.kind == other:
		default:
			return -1
		}
		if p := s.tok(i - 1); (p.is(".") || p.is("?.")) && i >= 2 {
			i -= 2
			continue
		}
		return i
	}
}

var silent = regexp.MustCompile(`(?i)^(log|logf|trace|debug|info|warn|warning|error|fatal|panic|print|println|printf|throw|raise|describe|it|test|expect|fail|message|logger|require\w*|assert\w*|equals?|is_?equal\w*|errorf?|\w*exception|\w*error|\w*log|debugf|infof|warnf|warningf|fatalf|panicf|skip\w*|writeline|puts|named|displayname|header|title|doc|help|usage|json|@\w*(name|description|operation|disabled|doc|schema|schemaproperty|apiresponse|test|value|deprecated|suppress\w*|named?))$`)

// preparing are names of annotations whose strings are for a server: @prepared_statement("…").
var preparing = regexp.MustCompile(`(?i)cql|query|queries|statement|prepare`)

// piece makes a piece of an expression that is CQL; ok is false where it is not.
// flagged is the call of a driver that takes it by a name.
func (s *source) piece(lo, hi int, flagged string) (p Piece, ok bool) {
	span := diag.Span{Start: s.tok(lo).start, End: s.tok(hi - 1).end}
	forced := strings.Contains(strings.ToLower(s.tok(lo).comment), "language=cql")
	if !forced && flagged == "" && s.rivals && !s.drivers {
		return p, false
	}
	via, known, assigned := flagged, flagged != "", ""
	handed := s.handed[lo]
	before := s.tok(lo - 1)
	if up := s.tok(lo).up; up >= 0 && s.tok(up).is("(") {
		name, _ := s.callee(up)
		first := up == lo-1
		switch last := lastName(name); {
		case s.takes(name):
			if known = true; via == "" {
				via = name
			}
		case s.hands(name) && !foreign.MatchString(owner(name)):
			handed = name
		case foreign.MatchString(owner(name)):
			return p, false
		case name != "" && name[0] == '@':
			if !forced && !preparing.MatchString(last) {
				return p, false
			}
		case name == "" || before.is("="):
		case silent.MatchString(last):
			return p, false
		case (last == "append" || last == "Append" || last == "StringBuilder" || last == "StringBuffer" || last == "AppendLine") && !s.lang.adjacent && !s.lang.regexps && s.lang.name != "Go",
			last == "WriteString" || last == "Fprintf":
			assigned = "\x00"
		case !first && last == "format":
			return p, false // an argument that is filled in elsewhere
		}
	}
	switch {
	case before.is(":") && s.tok(lo-2).kind == word && slices.Contains(strings.Fields(s.lang.fields), s.tok(lo-2).text):
		via, known = s.tok(lo-2).text, true
	case before.is("=") || before.is(":="):
		at := lo - 2
		if s.tok(at - 1).is(":") {
			at -= 2
		}
		if s.tok(at).kind == word {
			assigned = s.tok(at).text
		}
	case s.lang.adjacent && s.tok(lo).line && s.tok(lo).up < 0 || s.lang.adjacent && s.tok(lo).line && s.tok(s.tok(lo).up).kind == word:
		if !forced {
			return p, false // the description of a function
		}
	case before.is("==") || before.is("!="):
		return p, false
	case before.is("+="):
		return p, false // a part of something that is built
	}
	s.all.cut = nil
	chunks := s.eval(lo, hi, 0)
	beyond := s.all.cut
	if assigned == "\x00" || assigned != "" && s.grows(assigned, lo) {
		chunks = append(chunks, chunk{gap: "…", file: span.End, span: 0})
	}
	chunks = s.markers(chunks, known || handed != "")
	p = pieceOf(chunks, span)
	p.program = true
	p.soften(!known)
	switch {
	case forced:
		via = "language=CQL"
	case strong(p.Text), known && weak(p.Text):
	default:
		if beyond != nil && (s.drivers || known || handed != "") && !s.skipped(span.Start) {
			s.file.Unread = append(s.file.Unread, diag.Diagnostic{Severity: diag.Warning, Span: span, Message: beyond.message, Instead: beyond.instead})
		}
		return p, false
	}
	if !s.drivers && !known && !forced && handed == "" {
		return p, false // it may be for any database
	}
	if s.skipped(span.Start) {
		return p, false
	}
	if p.Via = cmp.Or(via, handed); p.Via == "" {
		p.Via = "a string that reads like CQL"
	}
	if !known {
		p.Kind = Script
	}
	return p, true
}

// skipped reports whether a comment on the line of an offset or the one before
// says that there is no CQL.
func (s *source) skipped(at int) bool {
	if !s.skips {
		return false
	}
	line, _ := s.file.Position(at)
	for _, n := range []int{line, line - 1} {
		text, _ := s.file.Line(n)
		if strings.Contains(text, "lab:skip") {
			return true
		}
	}
	return false
}

// grows reports whether something is added to a name in the function of a token.
func (s *source) grows(name string, use int) bool {
	if len(s.changed[name]) > maxDefinitions {
		return true
	}
	f := s.function(use)
	s.meter.Spend(len(s.changed[name]), 1, "")
	for _, at := range s.changed[name] {
		if s.function(at) == f {
			return true
		}
	}
	return false
}
