// Package template finds the variables of CQL that is filled in before a server gets it, such as
// ${keyspace}, and puts something in their places with which it can be judged. What is put
// there is as long as the variable: every place of the text stays where it is.
package template

import (
	"slices"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/work"
)

// A Variable is a place of a text that somebody fills in.
type Variable struct {
	diag.Span
	Name  string // "" for %s
	name  int    // where the name begins
	value bool   // of those without a name: it stands where a value does
	quote byte   // of the string or name that it stands in, or 0
}

// forms are how variables are written: what stands before and behind the name; whether spaces
// and a dot may stand before it; and whether more may stand behind it: ${name:-value}, {{ name | quote }}.
var forms = [...]struct {
	open, close string
	loose, more bool
}{{"${", "}", false, true}, {"{{", "}}", true, true}, {"%(", ")s", false, false}, {"%(", ")d", false, false}, {"{", "}", false, false}, {"$", "$", false, false}, {"$", "", false, false}}

// Words of CQL behind which a name begins, and a value: no column is called like one of them
// without quotes, so that a % behind it divides nothing. EXISTS may be one, which nobody divides.
var (
	beforeNames  = []string{"from", "into", "update", "table", "keyspace", "use", "on", "index", "view", "truncate", "exists"}
	beforeValues = []string{"in", "limit", "and", "where", "token"}
)

// atOnce is how many bytes are looked at before the page may do something else.
const atOnce = 64

// mostBehind is how much may stand behind a name.
const mostBehind = 100

// notNames are words in braces that CQL knows.
var notNames = []string{"true", "false", "null", "nan", "infinity"}

// Variables finds them, outside of comments. The meter may be nil.
func Variables(text string, m *work.Meter) (out []Variable) {
	if !strings.ContainsAny(text, "${%") {
		return nil
	}
	quote := byte(0)
	for i := 0; i < len(text); {
		n := strings.IndexAny(text[i:min(i+atOnce, len(text))], "'\"${%-/") // all else is passed
		if n < 0 {
			n = min(atOnce, len(text)-i)
		}
		if i += n; !m.Breathe(1) || i == len(text) {
			return out
		}
		rest := text[i:]
		skip := 0
		if quote == 0 {
			skip = comment(rest)
		}
		switch c := text[i]; {
		case skip > 0:
			i += skip
			continue
		case quote == 0 && strings.HasPrefix(rest, "$$"): // a string
			end := strings.Index(rest[2:], "$$")
			if end < 0 {
				return out
			}
			i += end + 4
			continue
		case c == '$' || c == '{' || c == '%':
			if v, ok := variable(text, i, quote); ok {
				out = append(out, v)
				i = v.End
				continue
			}
		case c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		}
		i++
	}
	return out
}

// comment is how long the comment is with which a text begins, 0 for none.
func comment(text string) int {
	for _, c := range [...][2]string{{"--", "\n"}, {"//", "\n"}, {"/*", "*/"}} {
		if strings.HasPrefix(text, c[0]) {
			if end := strings.Index(text[2:], c[1]); end >= 0 {
				return end + 2 + len(c[1])
			}
			return len(text)
		}
	}
	return 0
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// variable reads the one that begins at a place.
func variable(text string, at int, quote byte) (v Variable, ok bool) {
	for _, f := range forms {
		if !strings.HasPrefix(text[at:], f.open) {
			continue
		}
		i := at + len(f.open)
		if f.loose {
			for i < len(text) && (text[i] == ' ' || text[i] == '.' || text[i] == '-') {
				i++
			}
		}
		start := i
		for i < len(text) && (isWord(text[i]) || (text[i] == '.' || text[i] == '-') && f.close != "" && f.close != "$") {
			i++
		}
		name := strings.TrimRight(text[start:i], "-.")
		if f.more && i < len(text) && !isWord(text[i]) {
			if n := strings.Index(text[i:min(i+mostBehind, len(text))], f.close); n >= 0 && !strings.ContainsAny(text[i:i+n], "{\n") {
				i += n
			}
		}
		if name == "" || isDigit(name[0]) || !strings.HasPrefix(text[i:], f.close) || f.open == "{" && known(name) {
			continue
		}
		end := i + len(f.close)
		if f.close == "$" && end < len(text) && (isWord(text[end]) || text[end] == '{') { // $a$b: two of them
			continue
		}
		return Variable{Span: diag.Span{Start: at, End: end}, Name: name, name: start, quote: quote}, true
	}
	if quote == 0 {
		if named, valued := nameless(text, at); named || valued {
			return Variable{Span: diag.Span{Start: at, End: at + 2}, name: at, value: valued}, true
		}
	}
	return v, false
}

// nameless reports whether %s or %d stands where a name does, or a value: what is before it is
// nothing that could be divided.
func nameless(text string, at int) (named, valued bool) {
	rest := text[at:]
	if !strings.HasPrefix(rest, "%s") && !strings.HasPrefix(rest, "%d") || len(rest) > 2 && isWord(rest[2]) {
		return false, false
	}
	if strings.HasPrefix(rest, "%s.") {
		return true, false
	}
	before := strings.TrimRight(text[max(0, at-atOnce):at], " \t\r\n")
	if before == "" {
		return false, false
	}
	last := len(before) - 1
	if before[last] == '.' {
		return true, false
	}
	if strings.IndexByte("=<>(,", before[last]) >= 0 {
		return false, true
	}
	i := last + 1
	for i > 0 && isWord(before[i-1]) {
		i--
	}
	word := strings.ToLower(before[i:])
	return slices.Contains(beforeNames, word), slices.Contains(beforeValues, word)
}

func known(word string) bool {
	for _, n := range notNames {
		if strings.EqualFold(n, word) {
			return true
		}
	}
	return false
}

// A Filling is what is put in the place of a variable.
type Filling struct {
	Variable
	Written string // the variable
	As      string // a name, a number, ?
	Named   bool   // it is a name
	at      diag.Span
	text    string // as long as that
}

// Values that may stand for a variable: of each line, the first that stands nowhere else, so
// that what became of it is known again.
var (
	days   = []string{"86400", "172800", "259200", "345600", "432000", "518400", "604800", "691200", "777600"}
	digits = []string{"9", "8", "7", "6", "5", "4", "3", "2"}
	counts = []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}
	strs   = [...][]string{{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"}, {"DAYS", "HOURS", "MINUTES"}, {"SizeTieredCompactionStrategy", "UnifiedCompactionStrategy", "LeveledCompactionStrategy"}, {"SimpleStrategy"}, {"true", "false"}}
)

// free is the first of them that neither the text has nor another variable; else the first.
func (c *chooser) free(list []string, quote, written string) string {
	for _, x := range list {
		by, is := c.used[quote+x+quote]
		if is && by == written || !is && !c.taken[strings.ToLower(x)] {
			return quote + x + quote
		}
	}
	return quote + list[0] + quote
}

// fillings are what may stand in the place of a variable, the likeliest first.
func (c *chooser) fillings(v *Variable) (out []Filling) {
	text, taken, written := c.text, c.taken, c.text[v.Start:v.End]
	before, behind := byte(0), byte(0)
	if v.Start > 0 {
		before = text[v.Start-1]
	}
	if v.End < len(text) {
		behind = text[v.End]
	}
	add := func(at diag.Span, as string, from int, named bool) {
		if from < at.Start || from+len(as) > at.End {
			from = at.Start
		}
		if len(as) <= at.Len() {
			out = append(out, Filling{Variable: *v, Written: written, As: as, Named: named, at: at, text: strings.Repeat(" ", from-at.Start) + as + strings.Repeat(" ", at.End-from-len(as))})
		}
	}
	word := strings.Map(func(r rune) rune {
		if r < 0x80 && isWord(byte(r)) {
			return r
		}
		return '_'
	}, v.Name)
	if v.Name == "" {
		word = "ks"
	}
	if taken[strings.ToLower(word)] { // a name of its own can be told from others
		word += "_"
	}
	if v.value {
		for _, value := range [...]string{"?", c.free(digits, "", written), ""} {
			add(v.Span, value, v.name, false)
		}
		return out
	}
	// A word or another variable beside it, not the braces of a set or a map.
	glued := isWord(before) || before == '}' || before == '$' || isWord(behind) || behind == '$' || behind == '{' || behind == '%'
	whole := diag.Span{Start: v.Start - 1, End: v.End + 1}
	switch {
	case v.quote == '"' && before == '"' && behind == '"':
		add(whole, `"`+word+`"`, v.name-1, true)
	case v.quote == '\'' && before == '\'' && behind == '\'':
		for i := range strs {
			add(whole, c.free(strs[i], "'", written), v.name-1, false)
		}
		add(whole, "'"+word+"'", v.name-1, false)
	case v.quote != 0 || glued: // a part of a word: no space may stand there
		as := word + strings.Repeat("_", v.Len()-min(len(word), v.Len()))
		add(v.Span, as[:v.Len()], v.Start, v.quote != '\'')
	default:
		add(v.Span, word, v.name, true)
		add(v.Span, `"`+word+`"`, v.name-1, true)                                                       // it may be a word of CQL
		if strings.HasSuffix(strings.TrimRight(text[max(0, v.Start-atOnce):v.Start], " \t\r\n"), ":") { // of a map, such as a number of replicas
			add(v.Span, c.free(counts, "", written), v.name, false)
		}
		for _, value := range [...]string{"?", c.free(days, "", written), c.free(digits, "", written), ""} {
			add(v.Span, value, v.name, false)
		}
	}
	return out
}

// What a server says of a statement.
type Verdict uint8

const (
	Accepted Verdict = iota
	Refused
	Unreadable // it is no CQL
)

// A Filled is a text whose variables are filled in.
type Filled struct {
	Text      string
	Fillings  []Filling   // in the order of the text
	Unknown   []diag.Span // statements that cannot be judged before somebody fills them in
	Keyspaces []string    // that are there before the text runs
	Cut       []diag.Span // statements whose options are left out
	Other     string      // the same text with other values in it, "" where it has none

	names, values map[string]string // what stands in the text, by the names and the values that stand for it
}

// other is a value that stands for the same variable just as well, "" for none: what holds for
// one of the two only is not known.
func other(as string) string {
	switch bare := strings.Trim(as, "'"); {
	case bare == "DAYS":
		return "'HOURS'"
	case bare == "HOURS" || bare == "MINUTES":
		return "'DAYS'"
	case bare == "" || !isDigit(bare[0]):
	case len(bare) > 2:
		return "9999999"
	case bare == "7" || bare == "9":
		return strings.Replace(as, bare, "8", 1)
	default:
		return strings.Replace(as, bare, "7", 1)
	}
	return ""
}

// mostTries is how many ways of filling a statement in are tried.
const mostTries = 120

// Fill fills in the variables of each statement so that a server takes it, if there is a way.
// Statements are asked for one after the other; each is tried until it is accepted, which may
// change what holds for those behind it.
func Fill(m *work.Meter, text string, vars []Variable, statements func() (diag.Span, bool), try func(statement string) Verdict) *Filled {
	f := &Filled{}
	b := []byte(text)
	c := chooser{text: text, b: b, said: map[string]string{}, used: map[string]string{}, taken: words(m, text, vars), try: try}
	f.Keyspaces = c.keyspaces(vars)
	for {
		at, ok := statements()
		if !ok {
			break
		}
		for len(vars) > 0 && vars[0].Start < at.Start {
			vars = vars[1:]
		}
		n := 0
		for n < len(vars) && vars[n].Start < at.End {
			n++
		}
		if n == 0 {
			try(string(b[at.Start:at.End]))
			continue
		}
		own := vars[:n]
		vars = vars[n:]
		if c.sets(own) {
			if v := try(text[at.Start:at.End]); v == Accepted || v == Refused && c.taken[strings.ToLower(own[0].Name)] {
				continue
			}
		}
		copy(b[at.Start:], text[at.Start:at.End])
		chosen, verdict, firm := c.choose(at, own)
		cut := Options(text, at)
		open := verdict == Refused && (!firm || cut >= 0 && own[n-1].Start > cut) // it may hang on a value
		if (verdict == Unreadable || open) && cut >= 0 {                          // a table is one without its options
			for i := cut; i < at.End; i++ {
				if b[i] = ' '; text[i] == '\n' {
					b[i] = '\n'
				}
			}
			few := 0
			for few < len(own) && own[few].End <= cut {
				few++
			}
			if short, v, sure := c.choose(at, own[:few]); v < verdict {
				chosen, verdict, firm, f.Cut = short, v, sure, append(f.Cut, at)
				for i := few; i < n; i++ {
					chosen = append(chosen, Filling{Variable: own[i], Written: text[own[i].Start:own[i].End]})
				}
			} else {
				copy(b[at.Start:], text[at.Start:at.End])
			}
		}
		if open || verdict != Accepted && !firm {
			f.Unknown = append(f.Unknown, at)
			if makes(text, &own[0]) {
				f.Keyspaces = append(f.Keyspaces, c.keyspace(&own[0])...)
			} else if name := literal(text[at.Start:own[0].Start]); name != "" && c.make(name) {
				f.Keyspaces = append(f.Keyspaces, name)
			}
		}
		f.Fillings = append(f.Fillings, chosen...)
	}
	f.Text = string(b)
	f.names, f.values = map[string]string{}, map[string]string{}
	differs := false
	for i := range f.Fillings {
		m.Breathe(1)
		x := &f.Fillings[i]
		if _, had := f.names[x.As]; x.Named && !had {
			f.names[x.As] = text[x.at.Start:x.at.End]
		}
		if bare := strings.Trim(x.As, `"`); x.Named { // as a catalogue has it: without quotes, or folded
			if bare == x.As {
				bare = strings.ToLower(bare)
			}
			if f.names[bare] == "" {
				f.names[bare] = text[x.at.Start:x.at.End]
			}
		}
		if x.Named && x.text == x.As { // it may be a part of a name
			start, end := x.at.Start, x.at.End
			for start > 0 && isWord(b[start-1]) {
				start--
			}
			for end < len(b) && isWord(b[end]) {
				end++
			}
			f.names[strings.ToLower(f.Text[start:end])] = text[start:end]
			if start > 0 && end < len(b) && b[start-1] == '"' && b[end] == '"' {
				f.names[f.Text[start-1:end+1]] = text[start-1 : end+1]
			}
		} else if !x.Named && c.used[x.As] == x.Written && !c.taken[strings.ToLower(strings.Trim(x.As, "'"))] {
			f.values[x.As] = text[x.at.Start:x.at.End]
		}
		at := x.at.Start + strings.Index(x.text, x.As)
		if as := other(x.As); !x.Named && as != "" && at+len(as) <= x.at.End {
			copy(b[at:], as)
			differs = true
		}
	}
	if differs {
		f.Other = string(b)
	}
	return f
}

// words are those of a text outside of its variables.
func words(m *work.Meter, text string, vars []Variable) map[string]bool {
	out := map[string]bool{}
	at := 0
	for i := 0; i <= len(vars); i++ {
		end := len(text)
		if i < len(vars) {
			end = vars[i].Start
		}
		for w := range strings.FieldsFuncSeq(text[at:end], func(r rune) bool { return r >= 0x80 || !isWord(byte(r)) }) {
			m.Breathe(1)
			out[strings.ToLower(w)] = true
		}
		if i < len(vars) {
			at = vars[i].End
		}
	}
	return out
}

// A chooser fills statements in, in place.
type chooser struct {
	text  string
	b     []byte
	said  map[string]string // what was accepted, by how the variable is written and where it stands
	used  map[string]string // variables, by the values that stand for them
	taken map[string]bool
	try   func(string) Verdict
}

// sets reports whether all variables may as well be sets of one column, as in SELECT {d} FROM t.
func (c *chooser) sets(vars []Variable) bool {
	return !slices.ContainsFunc(vars, func(v Variable) bool {
		return v.quote != 0 || c.text[v.Start] != '{' || c.text[v.Start+1] == '{'
	})
}

// choose fills a statement in, in as many ways as there are, until one is accepted; else so that
// it can be read. Firm is a refusal, or a slip, that hangs on no value.
func (c *chooser) choose(at diag.Span, vars []Variable) (best []Filling, verdict Verdict, firm bool) {
	for range len(vars) + 1 {
		best, verdict, firm = c.first(at, vars)
		alike := false // two of them have one value
		for i := range best {
			x := &best[i]
			if x.Named || x.As == "" || x.As == "?" || verdict != Accepted {
				continue
			}
			if c.used[x.As] == "" {
				c.used[x.As] = x.Written
			}
			alike = alike || c.used[x.As] != x.Written
		}
		if !alike {
			break
		}
	}
	return best, verdict, firm
}

func (c *chooser) first(at diag.Span, vars []Variable) (best []Filling, verdict Verdict, firm bool) {
	own := make([][]Filling, len(vars))
	var keys []string   // variables that are written otherwise, or stand elsewhere
	var all [][]Filling // what may stand for each
	of := make([]int, len(vars))
	index := map[string]int{}
	before := true
	for i := range vars {
		own[i] = c.fillings(&vars[i])
		if len(own[i]) == 0 {
			return nil, Unreadable, false
		}
		key := own[i][0].Written + " " + own[i][0].As
		if own[i][0].As[0] == '\'' {
			key = own[i][0].Written + "'"
		}
		k, known := index[key]
		if !known {
			k = len(all)
			index[key] = k
			list := append([]Filling(nil), own[i]...)
			last, ok := c.said[key]
			before = before && ok
			for n := range list {
				if ok && list[n].As == last { // first what was accepted before
					list[0], list[n] = list[n], list[0]
				}
			}
			keys, all = append(keys, key), append(all, list)
		}
		of[i] = k
	}
	turn := make([]int, len(all))
	fill := func() (out []Filling) {
		for i := range vars {
			for _, x := range own[i] {
				if x.As == all[of[i]][turn[of[i]]].As {
					copy(c.b[x.at.Start:], x.text)
					out = append(out, x)
					break
				}
			}
		}
		return out
	}
	verdict = Unreadable
	kept := make([]int, len(all))
	for tries := 1; ; tries++ {
		chosen := fill()
		v := c.try(string(c.b[at.Start:at.End]))
		if best == nil || v < verdict {
			best, verdict = chosen, v
			copy(kept, turn)
		}
		if v == Accepted || v == Refused && before || tries == mostTries {
			break
		}
		k := len(turn) - 1
		for k >= 0 && turn[k] == len(all[k])-1 {
			turn[k] = 0
			k--
		}
		if k < 0 {
			break
		}
		turn[k]++
		before = false
	}
	copy(turn, kept)
	if best = fill(); verdict == Accepted {
		for k, key := range keys {
			c.said[key] = all[k][turn[k]].As
		}
	}
	firm = verdict == Refused && values(best) == nil
	if verdict == Unreadable { // no name makes it readable where only a name can stand, or stood before
		firm = true
		for i := range best {
			x := &best[i]
			firm = firm && x.Named && (strings.HasPrefix(c.text[x.End:], ".") || c.said[x.Written+" "+x.As] != "")
		}
	}
	return best, verdict, firm
}

// values are the fillings that are neither names nor bind markers.
func values(list []Filling) (out []Filling) {
	for _, x := range list {
		if !x.Named && x.As != "?" {
			out = append(out, x)
		}
	}
	return out
}

// Options is where those of a statement begin that makes something, -1 for none.
func Options(text string, at diag.Span) int {
	if !strings.HasPrefix(strings.ToUpper(text[at.Start:min(at.Start+6, at.End)]), "CREATE") {
		return -1
	}
	depth, quote := 0, byte(0)
	for i := at.Start; i < at.End; i++ {
		if quote == 0 {
			if n := comment(text[i:at.End]); n > 0 {
				i += n - 1
				continue
			}
		}
		switch c := text[i]; {
		case c == quote:
			quote = 0
		case quote != 0:
		case c == '\'' || c == '"':
			quote = c
		case c == '(':
			depth++
		case c == ')':
			depth--
		case depth == 0 && i+4 < at.End && strings.EqualFold(text[i:i+4], "WITH") && !isWord(text[i-1]) && !isWord(text[i+4]):
			return i
		}
	}
	return -1
}

// makes reports whether a variable stands where a statement names the keyspace that it makes.
func makes(text string, v *Variable) bool {
	before := strings.Join(strings.Fields(strings.ToUpper(strings.TrimRight(text[max(0, v.Start-100):v.Start], `"`))), " ")
	return strings.HasSuffix(before, "CREATE KEYSPACE") || strings.HasSuffix(before, "CREATE KEYSPACE IF NOT EXISTS")
}

// keyspace makes the one that a variable names, and returns how it is called.
func (c *chooser) keyspace(v *Variable) []string {
	for _, x := range c.fillings(v) {
		if x.Named && c.make(x.As) {
			return []string{x.As}
		}
	}
	return nil
}

func (c *chooser) make(keyspace string) bool {
	return c.try("CREATE KEYSPACE "+keyspace+" WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}") == Accepted
}

// literal is the name of the keyspace that a statement makes, where no variable stands for it.
func literal(statement string) string {
	words := strings.Fields(statement)
	if len(words) < 4 || !strings.EqualFold(words[0], "CREATE") || !strings.EqualFold(words[1], "KEYSPACE") {
		return ""
	}
	if strings.EqualFold(words[2], "IF") && len(words) > 5 {
		return words[5]
	}
	return words[2]
}

// keyspaces makes those that are there when the text runs: it names them by a variable, and does
// not make them.
func (c *chooser) keyspaces(vars []Variable) (names []string) {
	done := map[string]bool{}
	for i := range vars {
		if makes(c.text, &vars[i]) {
			done[vars[i].Name] = true
		}
	}
	for i := range vars {
		v := &vars[i]
		if behind := strings.TrimLeft(c.text[v.End:], `" `); strings.HasPrefix(behind, ".") && v.quote != '\'' && !done[v.Name] {
			done[v.Name] = true
			names = append(names, c.keyspace(v)...)
		}
	}
	return names
}

// Back puts variables in the place of the names that stood for them, and of the values: names
// yields the places of both in a text.
func (f *Filled) Back(text string, names func(text string, yield func(at diag.Span, value bool))) string {
	if f == nil || len(f.names)+len(f.values) == 0 {
		return text
	}
	return exchanged(text, names, func(word string, value bool) (string, bool) {
		if value {
			return f.Stands(word)
		}
		written, is := f.names[word]
		return written, is
	})
}

// Otherwise puts other values in the place of those that stood for variables, which might as well be
// there; names as in Back.
func (f *Filled) Otherwise(text string, names func(text string, yield func(at diag.Span, value bool))) string {
	if f == nil || len(f.values) == 0 {
		return text
	}
	return exchanged(text, names, func(word string, value bool) (string, bool) {
		_, is := f.Stands(word)
		as := other(word)
		return as, value && is && as != ""
	})
}

// exchanged is a text with other words at the places that names yields.
func exchanged(text string, names func(text string, yield func(at diag.Span, value bool)), with func(word string, value bool) (string, bool)) string {
	var out strings.Builder
	at := 0
	names(text, func(s diag.Span, value bool) {
		if written, is := with(text[s.Start:s.End], value); is && s.Start >= at {
			out.WriteString(text[at:s.Start] + written)
			at = s.End
		}
	})
	return out.String() + text[at:]
}

// Stands is the variable that a value stands for, in a text or in what came of it: a class may
// have its package before it there.
func (f *Filled) Stands(value string) (written string, is bool) {
	if at := strings.LastIndexByte(value, '.'); at > 0 && value[0] == '\'' {
		value = "'" + value[at+1:]
	}
	written, is = f.values[value]
	return written, is
}
