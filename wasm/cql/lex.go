// The lexer. It reads one token at a time from the text, so that the parser
// never holds a list of tokens; looking ahead means lexing again.

package cql

import "partitionlab/wasm/diag"

// A lexer reads tokens from text[pos:end].
type lexer struct {
	text string
	pos  int // where the next token is looked for
	end  int

	// The current token.
	kind  kind
	start int
	stop  int

	before int // where the token before the current one ended

	// The first character that fits no token: its place, and why.
	bad    int
	badWhy lexProblem
}

// A lexProblem is why the lexer cannot go on.
type lexProblem uint8

const (
	noProblem lexProblem = iota
	badCharacter
	badNumber
	openString
	openDollar
	openName
	openComment
	openLineComment // a -- comment that the text ends in
	badByte         // not UTF-8
)

// Classes of bytes.
const (
	cSpace = 1 << iota
	cLetter
	cDigit
	cHex
	cWord // letter, digit, underscore
)

var class [256]uint8

func init() {
	for _, c := range " \t\n\r" {
		class[c] |= cSpace
	}
	for c := '0'; c <= '9'; c++ {
		class[c] |= cDigit | cHex | cWord
	}
	for c := 'a'; c <= 'z'; c++ {
		class[c] |= cLetter | cWord
		class[c-32] |= cLetter | cWord
		if c <= 'f' {
			class[c] |= cHex
			class[c-32] |= cHex
		}
	}
	class['_'] |= cWord
}

func (l *lexer) at(i int) byte {
	if i < l.end {
		return l.text[i]
	}
	return 0
}

func (l *lexer) span() diag.Span { return diag.Span{Start: l.start, End: l.stop} }

func (l *lexer) problem(at int, why lexProblem) {
	if l.badWhy == noProblem {
		l.bad, l.badWhy = at, why
	}
}

// next reads the next token.
func (l *lexer) next() {
	l.before = l.stop
	l.scan()
}

func (l *lexer) scan() {
	text, pos, end := l.text, l.pos, l.end
again:
	for pos < end && class[text[pos]]&cSpace != 0 {
		pos++
	}
	if pos >= end {
		l.kind, l.start, l.stop, l.pos = tEOF, end, end, end
		return
	}
	c := text[pos]
	l.start = pos
	if class[c]&cLetter != 0 {
		l.word()
		return
	}
	var k kind
	n := 1
	switch c {
	case ';':
		k = tSemi
	case ',':
		k = tComma
	case '.':
		k = tDot
		if l.at(pos+1) == '.' {
			k, n = tRange, 2
		}
	case ':':
		k = tColon
	case '(':
		k = tLParen
	case ')':
		k = tRParen
	case '[':
		k = tLBracket
	case ']':
		k = tRBracket
	case '{':
		k = tLBrace
	case '}':
		k = tRBrace
	case '?':
		k = tQMark
	case '*':
		k = tStar
	case '%':
		k = tPercent
	case '=':
		k = tEq
	case '+':
		k = tPlus
		if l.at(pos+1) == '=' {
			k, n = tPlusEq, 2
		}
	case '<':
		k = tLt
		if l.at(pos+1) == '=' {
			k, n = tLe, 2
		}
	case '>':
		k = tGt
		if l.at(pos+1) == '=' {
			k, n = tGe, 2
		}
	case '!':
		if l.at(pos+1) != '=' {
			l.problem(pos, badCharacter)
			pos++
			goto again
		}
		k, n = tNe, 2
	case '/':
		k = tSlash
		if next := l.at(pos + 1); next == '/' {
			pos = l.lineComment(pos)
			goto again
		} else if next == '*' {
			pos = l.blockComment(pos)
			goto again
		}
	case '-':
		k = tMinus
		switch next := l.at(pos + 1); {
		case next == '-':
			pos = l.lineComment(pos)
			goto again
		case next == '=':
			k, n = tMinusEq, 2
		case class[next]&cDigit != 0:
			l.number(pos + 1)
			return
		case next == 'n' || next == 'N' || next == 'i' || next == 'I' || next == 'P':
			stop := pos + 1
			for stop < end && class[text[stop]]&cWord != 0 {
				stop++
			}
			switch keywordOf(text[pos+1 : stop]) {
			case kNaN:
				k, n = tNegNaN, stop-pos
			case kInfinity:
				k, n = tNegInfinity, stop-pos
			default:
				if m := isoDuration(text[pos+1 : end]); m > 0 {
					k, n = tDuration, m+1
				}
			}
		}
	case '\'':
		l.str()
		return
	case '"':
		l.quoted()
		return
	case '$':
		if l.at(pos+1) == '$' {
			l.dollar()
			return
		}
		l.problem(pos, badCharacter)
		pos++
		goto again
	default:
		if class[c]&cDigit != 0 {
			l.number(pos)
			return
		}
		l.problem(pos, badCharacter)
		pos++
		for pos < end && text[pos]&0xC0 == 0x80 {
			pos++
		}
		goto again
	}
	l.kind, l.stop, l.pos = k, pos+n, pos+n
}

// word reads an identifier, a keyword, a UUID that starts with a letter, an ISO
// duration or expr(.
func (l *lexer) word() {
	text, pos, end := l.text, l.start, l.end
	stop := pos + 1
	for stop < end && class[text[stop]]&cWord != 0 {
		stop++
	}
	l.kind = tIdent
	n := stop - pos
	switch c := text[pos] | 0x20; {
	case n == 8 && l.at(stop) == '-' && class[text[pos]]&cHex != 0 && uuidAt(text[pos:end]):
		l.kind, stop = tUUID, pos+36
	case n == 4 && c == 'e' && l.at(stop) == '(' && equalFold("expr", text[pos:stop]):
		l.kind, stop = tExpr, stop+1
	case text[pos] == 'P' && n > 1:
		if m := isoDuration(text[pos:end]); m >= n {
			l.kind, stop = tDuration, pos+m
		} else {
			l.kind = keywordOf(text[pos:stop])
		}
	default:
		l.kind = keywordOf(text[pos:stop])
	}
	l.stop, l.pos = stop, stop
}

// uuidAt reports whether a text starts with 8-4-4-4-12 hexadecimal digits.
func uuidAt(s string) bool {
	if len(s) < 36 {
		return false
	}
	for i := 0; i < 36; i++ {
		switch i {
		case 8, 13, 18, 23:
			if s[i] != '-' {
				return false
			}
		default:
			if class[s[i]]&cHex == 0 {
				return false
			}
		}
	}
	return true
}

// number reads what starts with a digit at pos; a minus may stand before it.
func (l *lexer) number(pos int) {
	text, end := l.text, l.end
	if l.start == pos {
		if text[pos] == '0' && (l.at(pos+1) == 'x' || l.at(pos+1) == 'X') {
			stop := pos + 2
			for stop < end && class[text[stop]]&cHex != 0 {
				stop++
			}
			l.kind, l.stop, l.pos = tHex, stop, stop
			return
		}
		if uuidAt(text[pos:end]) {
			l.kind, l.stop, l.pos = tUUID, pos+36, pos+36
			return
		}
	}
	stop := digits(text, pos, end)
	if n := durationUnits(text[pos:end]); n > 0 {
		l.kind, l.stop, l.pos = tDuration, pos+n, pos+n
		return
	}
	l.kind = tInteger
	if l.at(stop) == '.' && l.at(stop+1) != '.' {
		l.kind = tFloat
		stop = digits(text, stop+1, end)
	} else if l.at(stop) == '.' && l.at(stop+2) == '.' {
		// 1... is the float 1. and a range.
		l.kind = tFloat
		stop++
		l.stop, l.pos = stop, stop
		return
	}
	if c := l.at(stop); c == 'e' || c == 'E' {
		i := stop + 1
		if c := l.at(i); c == '+' || c == '-' {
			i++
		}
		if class[l.at(i)]&cDigit != 0 {
			l.kind = tFloat
			stop = digits(text, i, end)
		} else {
			l.problem(i, badNumber)
			stop = i
		}
	}
	l.stop, l.pos = stop, stop
}

func digits(text string, pos, end int) int {
	for pos < end && class[text[pos]]&cDigit != 0 {
		pos++
	}
	return pos
}

// durationUnits returns the length of a duration such as 1h30m, or 0.
func durationUnits(s string) int {
	n := 0
	for {
		i := digits(s, n, len(s))
		if i == n || i == len(s) {
			return n
		}
		at := func(j int) byte {
			if j < len(s) {
				return s[j] | 0x20
			}
			return 0
		}
		switch c := at(i); {
		case c == 'm' && (at(i+1) == 'o' || at(i+1) == 's'), (c == 'u' || c == 'n') && at(i+1) == 's':
			i += 2
		case c == 'y' || c == 'w' || c == 'd' || c == 'h' || c == 'm' || c == 's':
			i++
		case i+2 < len(s) && s[i] == 0xC2 && s[i+1] == 0xB5 && at(i+2) == 's': // µs
			i += 3
		default:
			return n
		}
		n = i
	}
}

// isoDuration returns the length of an ISO 8601 duration, or 0.
func isoDuration(s string) int {
	if s == "" || s[0] != 'P' {
		return 0
	}
	part := func(i int, letters string) (int, byte) {
		j := digits(s, i, len(s))
		if j > i && j < len(s) {
			for k := 0; k < len(letters); k++ {
				if s[j] == letters[k] {
					return j + 1, s[j]
				}
			}
		}
		return i, 0
	}
	const pattern = "P0000-00-00T00:00:00"
	if len(s) >= len(pattern) {
		ok := true
		for i := 0; ok && i < len(pattern); i++ {
			if pattern[i] == '0' {
				ok = class[s[i]]&cDigit != 0
			} else {
				ok = s[i] == pattern[i]
			}
		}
		if ok {
			return len(pattern)
		}
	}
	i := 1
	if j, c := part(i, "W"); c != 0 {
		return j
	}
	for letters := "YMD"; ; {
		j, c := part(i, letters)
		if c == 0 {
			break
		}
		i = j
		switch c {
		case 'Y':
			letters = "MD"
		case 'M':
			letters = "D"
		default:
			letters = ""
		}
	}
	if i < len(s) && s[i] == 'T' {
		j, c := part(i+1, "HMS")
		if c != 0 {
			if c == 'H' {
				if k, d := part(j, "MS"); d != 0 {
					j, c = k, d
				}
			}
			if c == 'M' {
				if k, d := part(j, "S"); d != 0 {
					j = k
				}
			}
			return j
		}
	}
	if i == 1 {
		return 0
	}
	return i
}

// str reads a string in single quotes.
func (l *lexer) str() {
	text, end := l.text, l.end
	for i := l.start + 1; i < end; i++ {
		if text[i] == '\'' {
			if i+1 < end && text[i+1] == '\'' {
				i++
				continue
			}
			l.kind, l.stop, l.pos = tString, i+1, i+1
			return
		}
	}
	l.problem(end, openString)
	l.kind, l.start, l.stop, l.pos = tEOF, end, end, end
}

// dollar reads a string in $$.
func (l *lexer) dollar() {
	text, end := l.text, l.end
	for i := l.start + 2; i+1 < end; i++ {
		if text[i] == '$' && text[i+1] == '$' {
			l.kind, l.stop, l.pos = tString, i+2, i+2
			return
		}
	}
	l.problem(end, openDollar)
	l.kind, l.start, l.stop, l.pos = tEOF, end, end, end
}

// quoted reads a name in double quotes.
func (l *lexer) quoted() {
	text, end := l.text, l.end
	for i := l.start + 1; i < end; i++ {
		if text[i] == '"' {
			if i+1 < end && text[i+1] == '"' && i > l.start+1 {
				i++
				continue
			}
			l.kind = tQuoted
			if i == l.start+1 {
				if i+1 < end && text[i+1] == '"' {
					i++ // """… starts with an escaped quote
					continue
				}
				l.kind = tEmptyQuoted
			}
			l.stop, l.pos = i+1, i+1
			return
		}
	}
	l.problem(end, openName)
	l.kind, l.start, l.stop, l.pos = tEOF, end, end, end
}

// lineComment returns where a -- or // comment ends.
func (l *lexer) lineComment(pos int) int {
	for i := pos + 2; i < l.end; i++ {
		if c := l.text[i]; c == '\n' || c == '\r' {
			return i + 1
		}
	}
	l.problem(l.end, openLineComment)
	return l.end
}

// blockComment returns where a /* comment ends.
func (l *lexer) blockComment(pos int) int {
	for i := pos + 2; i+1 < l.end; i++ {
		if l.text[i] == '*' && l.text[i+1] == '/' {
			return i + 2
		}
	}
	l.problem(l.end, openComment)
	return l.end
}

// unquote undoes doubled quotes in what stands between quotes.
func unquote(s string, quote byte) string {
	for i := 0; i < len(s); i++ {
		if s[i] == quote {
			b := make([]byte, 0, len(s)-1)
			for j := 0; j < len(s); j++ {
				b = append(b, s[j])
				if s[j] == quote {
					j++
				}
			}
			return string(b)
		}
	}
	return s
}

// stringText is the value of a string token.
func stringText(s string) string {
	if s[0] == '$' {
		return s[2 : len(s)-2]
	}
	return unquote(s[1:len(s)-1], '\'')
}
