package extract

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A token is a word, a literal or a sign of a program.
type token struct {
	kind       tokenKind
	start, end int
	text       string  // of a word or a sign
	line       bool    // the first one of its line
	chunks     []chunk // of a string
	comment    string  // that stands right before it
	pair       int     // of a bracket: the other one, or -1
	up         int     // the open bracket that it stands in, or -1
}

type tokenKind uint8

const (
	word tokenKind = iota
	number
	str   // a string
	other // a character, a regular expression
	sign
)

func (t *token) is(text string) bool { return t.kind == sign && t.text == text }

// A form is a way to write a string: write gives a text as it stands in such a
// literal, and false where it cannot stand there.
type form struct {
	write func(text string) (string, bool)
}

func escaping(pairs ...string) *form {
	r := strings.NewReplacer(append([]string{`\`, `\\`}, pairs...)...)
	return &form{func(s string) (string, bool) { return r.Replace(s), true }}
}

func without(signs string) *form {
	return &form{func(s string) (string, bool) { return s, !strings.ContainsAny(s, signs) }}
}

var (
	doubleQuoted = escaping(`"`, `\"`, "\n", `\n`, "\r", `\r`)
	singleQuoted = escaping(`'`, `\'`, "\n", `\n`, "\r", `\r`)
	tripleDouble = escaping(`"""`, `\"""`)
	tripleSingle = escaping(`'''`, `\'''`)
	templated    = escaping("`", "\\`", "${", `\${`)
	doubled      = &form{func(s string) (string, bool) { return strings.ReplaceAll(s, `"`, `""`), true }}
	dollars      = escaping(`"`, `\"`, "\n", `\n`, "$", `\$`)
	plainText    = without("")
)

type lexer struct {
	lang    *language
	src     string
	pos     int
	tokens  []token
	comment string
	fresh   bool // no token of this line was met yet
	depth   int  // of strings within strings
	limits  *limits
}

// limits are shared by the lexers of a file, of which each reads an expression within
// a string of another.
type limits struct {
	again int // bytes that may be read once more, behind a quote that nothing ends
	deep  int // where strings within strings got too deep, and nothing is read from there on; -1
}

const (
	maxDepth  = 20  // of strings within strings
	maxQuotes = 100 // of one string, and its dollars (C#)
)

// scan splits a program into tokens. What it does not understand is a sign of one
// character, so that it always comes to the end. deep is where it had to give up, since
// strings stand within strings too deep there, or -1.
func scan(lang *language, src string) (tokens []token, deep int) {
	l := &lexer{lang: lang, src: src, fresh: true, tokens: make([]token, 0, len(src)/8), limits: &limits{again: 4 * len(src), deep: -1}}
	for l.pos < len(src) {
		l.next()
	}
	match(l.tokens)
	return l.tokens, l.limits.deep
}

// again goes back to a place to read on from there otherwise. Once a file was read
// again a few times over, it reports false: what was read stays read, for else a file
// could be made that is read for ever.
func (l *lexer) again(from int) bool {
	if l.limits.again -= l.pos - from; l.limits.again < 0 || l.limits.deep >= 0 {
		return false
	}
	l.pos = from
	return true
}

var closing = map[string]string{"(": ")", "[": "]", "{": "}"}

// match finds the partner of each bracket, and the bracket around each token.
func match(tokens []token) {
	var stack []int
	for i := range tokens {
		t := &tokens[i]
		t.pair, t.up = -1, -1
		if t.kind == sign && (t.text == ")" || t.text == "]" || t.text == "}") {
			for n := len(stack) - 1; n >= max(0, len(stack)-50); n-- { // what was left open is given up
				if closing[tokens[stack[n]].text] == t.text {
					t.pair, tokens[stack[n]].pair = stack[n], i
					stack = stack[:n]
					break
				}
			}
		}
		if len(stack) > 0 {
			t.up = stack[len(stack)-1]
		}
		if t.kind == sign && closing[t.text] != "" {
			stack = append(stack, i)
		}
	}
}

func (l *lexer) emit(kind tokenKind, start int, chunks []chunk) {
	text := ""
	if kind == word || kind == sign {
		text = l.src[start:l.pos]
	}
	l.tokens = append(l.tokens, token{kind: kind, start: start, end: l.pos, text: text, line: l.fresh, chunks: chunks, comment: l.comment})
	l.fresh, l.comment = false, ""
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= utf8.RuneSelf
}

func (l *lexer) has(prefix string) bool { return strings.HasPrefix(l.src[l.pos:], prefix) }

// next scans a token, or what stands between two.
func (l *lexer) next() {
	start := l.pos
	c := l.src[start]
	switch {
	case c == '\n':
		l.pos++
		l.fresh = true
		return
	case c == ' ' || c == '\t' || c == '\r':
		l.pos++
		return
	case l.skipComment():
		l.comment = l.src[start:l.pos]
		return
	}
	if chunks, ok := l.lang.literal(l); ok {
		l.emit(str, start, chunks)
		return
	}
	if l.pos > start && !l.again(start) {
		l.emit(other, start, nil)
		return
	}
	switch {
	case c == '\'' && l.lang.characters:
		ends := l.character()
		if ends || !l.again(start) {
			l.emit(other, start, nil)
			return
		}
	case c == '/' && l.lang.regexps && l.regexp():
		l.emit(other, start, nil)
		return
	case '0' <= c && c <= '9':
		for l.pos < len(l.src) && (isWord(l.src[l.pos]) || l.src[l.pos] == '.' && l.pos+1 < len(l.src) && isWord(l.src[l.pos+1])) {
			l.pos++
		}
		l.emit(number, start, nil)
		return
	case c == '@' && l.lang.annotations && start+1 < len(l.src) && isWord(l.src[start+1]):
		l.pos++
		l.emit(sign, start, nil)
		return
	case isWord(c):
		for l.pos < len(l.src) && isWord(l.src[l.pos]) {
			l.pos++
		}
		l.emit(word, start, nil)
		return
	}
	for _, op := range [...]string{":=", "+=", "==", "!=", "<=", ">=", "=>", "->", "?.", "??", "&&", "||", "::"} {
		if l.has(op) {
			l.pos += 2
			l.emit(sign, start, nil)
			return
		}
	}
	_, size := utf8.DecodeRuneInString(l.src[start:])
	l.pos += size
	l.emit(sign, start, nil)
}

func (l *lexer) skipComment() bool {
	for _, open := range l.lang.line {
		if l.has(open) {
			if n := strings.IndexByte(l.src[l.pos:], '\n'); n >= 0 {
				l.pos += n
			} else {
				l.pos = len(l.src)
			}
			return true
		}
	}
	if !l.lang.blocks || !l.has("/*") {
		return false
	}
	l.pos += 2
	for depth := 1; depth > 0 && l.pos < len(l.src); {
		switch {
		case l.has("*/"):
			depth--
			l.pos += 2
		case l.lang.nested && l.has("/*"):
			depth++
			l.pos += 2
		default:
			l.pos++
		}
	}
	return true
}

// character skips a character in quotes; false where the line ends before it does.
func (l *lexer) character() bool {
	for l.pos++; l.pos < len(l.src) && l.src[l.pos] != '\n'; l.pos++ {
		switch l.src[l.pos] {
		case '\\':
			l.pos = min(l.pos+1, len(l.src)-1)
		case '\'':
			l.pos++
			return true
		}
	}
	return false
}

// regexp skips a regular expression, where one may stand.
func (l *lexer) regexp() bool {
	if n := len(l.tokens); n > 0 {
		switch t := &l.tokens[n-1]; t.kind {
		case number, str, other:
			return false
		case word:
			switch t.text {
			case "return", "typeof", "case", "in", "of", "await", "yield", "throw", "else", "do":
			default:
				return false
			}
		case sign:
			if t.text == ")" || t.text == "]" || t.text == "}" {
				return false
			}
		}
	}
	start, class := l.pos, false
	for l.pos++; l.pos < len(l.src) && l.src[l.pos] != '\n'; l.pos++ {
		switch c := l.src[l.pos]; {
		case c == '\\':
			l.pos = min(l.pos+1, len(l.src)-1)
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			l.pos++
			return true
		}
	}
	return !l.again(start)
}

// A quoting is how a literal is read.
type quoting struct {
	end     string // what ends it
	form    *form
	lines   bool   // it may span lines
	escapes bool   // backslashes
	raw     bool   // a backslash stands for itself, and keeps a quote from ending it (Python)
	keep    bool   // of unknown escapes the backslash, too (Python)
	double  bool   // the end doubled stands for itself
	gap     string // what opens an expression: "${", "{", "$"; "" for none
	name    bool   // $name is an expression as well (Kotlin)
	braces  bool   // {{ and }} stand for braces
	margin  bool   // a line break right behind the start does not count
}

// quoted reads a literal from its first character behind the opening quotes to
// behind its end. It fails where it does not end, at the place where that shows.
func (l *lexer) quoted(q quoting) (chunks []chunk, ok bool) {
	if q.margin {
		rest := strings.TrimLeft(l.src[l.pos:], " \t\r")
		if strings.HasPrefix(rest, "\n") {
			l.pos = len(l.src) - len(rest) + 1
		}
	}
	from := l.pos // of the plain text that is not in chunks yet
	flush := func() {
		if l.pos > from {
			chunks = append(chunks, chunk{text: l.src[from:l.pos], file: from, span: l.pos - from, plain: true, form: q.form})
		}
	}
	special := func(text string, size int) {
		flush()
		chunks = append(chunks, chunk{text: text, file: l.pos, span: size, form: q.form})
		l.pos += size
		from = l.pos
	}
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		switch {
		case q.double && l.has(q.end+q.end):
			special(q.end, 2*len(q.end))
		case l.has(q.end):
			// Quotes before the last three belong to the text: """a"""" in Kotlin and C#.
			if len(q.end) >= 3 && !q.escapes {
				for l.pos+len(q.end) < len(l.src) && l.src[l.pos+len(q.end)] == q.end[0] {
					l.pos++
				}
			}
			flush()
			l.pos += len(q.end)
			return chunks, true
		case c == '\n' && !q.lines:
			return nil, false
		case c == '\\' && q.raw:
			l.pos = min(l.pos+2, len(l.src))
		case c == '\\' && q.escapes:
			text, size := escape(l.src[l.pos:], q.keep)
			special(text, size)
		case q.braces && (l.has("{{") || l.has("}}")):
			special(string(c), 2)
		case q.gap != "" && l.has(q.gap):
			flush()
			g, ok := l.gap(len(q.gap))
			if !ok {
				return nil, false
			}
			chunks = append(chunks, g)
			from = l.pos
		case q.name && c == '$' && l.pos+1 < len(l.src) && (isWord(l.src[l.pos+1]) && l.src[l.pos+1] != '$' && (l.src[l.pos+1] < '0' || l.src[l.pos+1] > '9')):
			flush()
			end := l.pos + 1
			for end < len(l.src) && isWord(l.src[end]) && l.src[end] != '$' {
				end++
			}
			chunks = append(chunks, chunk{gap: l.src[l.pos+1 : end], file: l.pos, span: end - l.pos})
			l.pos, from = end, end
		default:
			l.pos++
		}
	}
	return nil, false
}

// gap reads an expression within a string, from its opening sign of n bytes to
// behind the closing brace.
func (l *lexer) gap(n int) (chunk, bool) {
	if l.depth == maxDepth {
		l.limits.deep, l.pos = l.pos, len(l.src)
		return chunk{}, false
	}
	start := l.pos
	inner := &lexer{lang: l.lang, src: l.src, pos: start + n, depth: l.depth + 1, limits: l.limits}
	braces := strings.Count(l.src[start:start+n], "{")
	for depth := braces; depth > 0; {
		if inner.pos >= len(l.src) {
			l.pos = inner.pos
			return chunk{}, false
		}
		seen := len(inner.tokens)
		inner.next()
		if len(inner.tokens) > seen {
			switch t := &inner.tokens[seen]; {
			case t.is("{"):
				depth++
			case t.is("}"):
				depth--
			}
		}
	}
	l.pos = inner.pos
	expr := l.src[start+n : max(l.pos-braces, start+n)]
	if l.lang.formats { // {x:fmt}, {x!r}
		depth := 0
		for i := 0; i < len(expr); i++ {
			switch c := expr[i]; {
			case strings.IndexByte("([{", c) >= 0:
				depth++
			case strings.IndexByte(")]}", c) >= 0:
				depth--
			case depth == 0 && (c == ':' || c == '!' && !strings.HasPrefix(expr[i:], "!=")):
				expr = expr[:i]
			}
		}
	}
	if expr = strings.TrimSpace(expr); expr == "" {
		expr = "…"
	}
	return chunk{gap: expr, file: start, span: l.pos - start}, true
}

// escape decodes a backslash and what follows.
func escape(s string, keep bool) (text string, size int) {
	if len(s) < 2 {
		return s, len(s)
	}
	hex := func(from, digits int) (string, int) {
		if len(s) >= from+digits {
			if n, err := strconv.ParseUint(s[from:from+digits], 16, 32); err == nil {
				return string(rune(n)), from + digits
			}
		}
		return s[:2], 2
	}
	switch c := s[1]; c {
	case 'n':
		return "\n", 2
	case 't':
		return "\t", 2
	case 'r':
		return "\r", 2
	case 'b':
		return "\b", 2
	case 'f':
		return "\f", 2
	case 'v':
		return "\v", 2
	case 'a':
		return "\a", 2
	case 's':
		if !keep {
			return " ", 2
		}
	case '\\', '\'', '"', '`', '$', '{', '}':
		return s[1:2], 2
	case '\n':
		return "", 2
	case '\r':
		if strings.HasPrefix(s, "\\\r\n") {
			return "", 3
		}
	case 'x':
		return hex(2, 2)
	case 'u':
		if strings.HasPrefix(s, `\u{`) {
			if end := strings.IndexByte(s[:min(len(s), 11)], '}'); end > 3 {
				if n, err := strconv.ParseUint(s[3:end], 16, 32); err == nil {
					return string(rune(n)), end + 1
				}
			}
		}
		return hex(2, 4)
	case 'U':
		return hex(2, 8)
	case '0', '1', '2', '3', '4', '5', '6', '7':
		n := 2
		for n < 4 && n < len(s) && '0' <= s[n] && s[n] <= '7' {
			n++
		}
		v, _ := strconv.ParseUint(s[1:n], 8, 32)
		return string(rune(v)), n
	}
	_, n := utf8.DecodeRuneInString(s[1:])
	if keep {
		return s[:1+n], 1 + n
	}
	return s[1 : 1+n], 1 + n
}

// name reports whether a text is one word.
func name(s string) bool {
	for i, c := range s {
		if c != '_' && !unicode.IsLetter(c) && (i == 0 || !unicode.IsDigit(c)) {
			return false
		}
	}
	return s != ""
}
