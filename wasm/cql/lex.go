// The lexer. It reads one token at a time from the text, so that the parser
// never holds a list of tokens; looking ahead means lexing again.

package cql

import (
	"partitionlab/wasm/diag"
	"partitionlab/wasm/version"
)

// A lexer reads tokens from text[pos:end].
type lexer struct {
	text   string
	pos    int // where the next token is looked for
	end    int
	server *version.Switches // of whose language it is

	// The current token.
	kind  kind
	start int
	stop  int

	before int // where the token before the current one ended

	// The first character that fits no token: its place, and why.
	bad     int
	badWhy  lexProblem
	badKind kind // what a broken number was taken for
	badFrom int  // where the token with the problem starts
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
		l.bad, l.badWhy, l.badFrom = at, why, l.start
	}
}

// next reads the next token.
func (l *lexer) next() {
	l.before = l.stop
	l.scan()
}

// scan reads the next token that is one.
func (l *lexer) scan() {
	for l.one(); l.kind == tWrong; l.one() {
	}
}

// one reads the next token; its kind is tWrong where something went wrong.
func (l *lexer) one() {
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
			l.problem(pos+1, badCharacter)
			pos = l.behind(pos + 1)
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
		case next|0x20 == 'n':
			l.negative("nan", tNegNaN)
			return
		case next|0x20 == 'i':
			l.negative("infinity", tNegInfinity)
			return
		case next == 'P':
			l.isoDuration(isoDuration(text[:end], pos+1))
			return
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
		l.problem(pos+1, badCharacter)
		pos = l.behind(pos + 1)
		goto again
	default:
		if class[c]&cDigit != 0 {
			l.number(pos)
			return
		}
		l.problem(pos, badCharacter)
		pos = l.behind(pos)
		goto again
	}
	l.kind, l.stop, l.pos = k, pos+n, pos+n
}

// token ends the current token at stop.
func (l *lexer) token(k kind, stop int) { l.kind, l.stop, l.pos = k, stop, stop }

// A recovery is how many characters the server's lexer drops behind a broken
// token: one where it wanted a certain character or more digits, two where it
// wanted one of several. Where it could not tell what the token shall be, it goes
// back and drops the first character. Source: nextToken, recover and the
// exceptions of ANTLR 3.
type recovery int

const (
	fits recovery = iota
	goBack
	dropOne
	dropTwo
)

// broken ends the current token at a character that does not fit.
func (l *lexer) broken(k kind, at int, r recovery) {
	if l.badWhy == noProblem {
		l.badKind = k
	}
	l.problem(at, badNumber)
	if r == goBack {
		at, r = l.start, dropOne
	}
	for ; r > goBack; r-- {
		if l.at(at) >= 0xF0 {
			r-- // two characters in UTF-16
		}
		at = l.behind(at)
	}
	l.kind, l.pos = tWrong, at
}

// behind is the place behind the character at pos.
func (l *lexer) behind(pos int) int {
	for pos++; pos < l.end && l.text[pos]&0xC0 == 0x80; pos++ {
	}
	return min(pos, l.end)
}

// negative reads a word with a minus before it. The server decides for it at
// its first letter, so that -name is no minus and a name.
func (l *lexer) negative(word string, k kind) {
	pos := l.start + 1
	for i := 0; i < len(word); i++ {
		if l.at(pos)|0x20 != word[i] {
			l.broken(k, pos, dropTwo)
			return
		}
		pos++
	}
	l.token(k, pos)
}

// word reads an identifier, a keyword, a UUID that starts with a letter, an ISO
// duration or expr(.
func (l *lexer) word() {
	text, pos, end := l.text, l.start, l.end
	stop := pos + 1
	for stop < end && class[text[stop]]&cWord != 0 {
		stop++
	}
	switch n := stop - pos; {
	case n == 8 && l.at(stop) == '-' && hexDigits(text[pos:stop]):
		l.uuid()
		return
	case n == 4 && text[pos] == 'e' && l.at(stop) == '(' && text[pos:stop] == "expr":
		l.kind, stop = tExpr, stop+1
	case n > 1 && text[pos] == 'P':
		m, r := isoDuration(text[:end], pos)
		if r == fits && m >= stop || n == 5 && l.at(stop) == '-' && digits(text, pos+1, stop) == stop {
			l.isoDuration(m, r)
			return
		}
		l.kind = keywordOf(text[pos:stop])
	default:
		if l.kind = keywordOf(text[pos:stop]); l.kind >= firstUnreserved && keywordSince[l.kind] != 0 && !l.server.On(keywordSince[l.kind]) {
			l.kind = tIdent
		}
	}
	l.stop, l.pos = stop, stop
}

// isoDuration ends a duration of ISO 8601.
func (l *lexer) isoDuration(stop int, r recovery) {
	if r == fits {
		l.token(tDuration, stop)
	} else {
		l.broken(tDuration, stop, r)
	}
}

func hexDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if class[s[i]]&cHex == 0 {
			return false
		}
	}
	return true
}

// uuid reads 8-4-4-4-12 hexadecimal digits.
func (l *lexer) uuid() {
	for i := 0; i < 36; i++ {
		c := l.at(l.start + i)
		switch i {
		case 8, 13, 18, 23:
			if c == '-' {
				continue
			}
			l.broken(tUUID, l.start+i, dropOne)
			return
		}
		if class[c]&cHex == 0 {
			l.broken(tUUID, l.start+i, dropTwo)
			return
		}
	}
	l.token(tUUID, l.start+36)
}

// number reads what starts with a digit at pos; a minus may stand before it.
//
// The server's lexer decides what a number will be by looking at its first
// characters, and does not change its mind: 1abc is a broken UUID, 1e a broken
// float. The decision is the one of its generated tables.
func (l *lexer) number(pos int) {
	text, end := l.text, l.end
	stop := digits(text, pos, end)
	n := stop - pos
	c := l.at(stop)
	lower := c | 0x20
	switch minus := l.start != pos; {
	case minus || n > 8:
	case n == 8:
		if c == '-' {
			l.uuid()
			return
		}
	case c == 'x' || c == 'X':
		if n == 1 && text[pos] == '0' {
			stop++
			for stop < end && class[text[stop]]&cHex != 0 {
				stop++
			}
			l.token(tHex, stop)
			return
		}
	case lower == 'e':
		if !l.exponentOrUUID(pos, stop) {
			return
		}
	case lower == 'd':
		if !l.daysOrUUID(pos, stop) {
			return
		}
	case class[c]&(cHex|cLetter) == cHex|cLetter:
		l.uuid()
		return
	}
	switch {
	case c == '.' || lower == 'e':
		l.float(stop)
	case durationUnit(text[stop:end]) != 0:
		l.duration(pos)
	default:
		l.token(tInteger, stop)
	}
}

// exponentOrUUID decides on a number of at most 7 digits with an E at stop: it
// returns true for a float, and otherwise reads the token itself.
func (l *lexer) exponentOrUUID(pos, stop int) bool {
	i := stop + 1
	c := l.at(i)
	if i-pos == 8 { // the E is the eighth character
		switch {
		case c == '+' || class[c]&cDigit != 0:
			return true
		case c != '-':
			l.broken(tFloat, i, goBack)
			return false
		}
		j := i + 1
		if class[l.at(j)]&cHex == 0 {
			l.broken(tFloat, j, dropOne)
			return false
		}
		for ; j < i+5 && class[l.at(j)]&cHex != 0; j++ {
			if class[l.at(j)]&cDigit == 0 {
				l.uuid()
				return false
			}
		}
		if j == i+5 && l.at(j) == '-' {
			l.uuid()
			return false
		}
		return true
	}
	switch {
	case c == '+' || c == '-':
		return true
	case class[c]&cHex == 0:
		l.broken(tFloat, i, goBack)
		return false
	}
	for i-pos < 8 && class[l.at(i)]&cDigit != 0 {
		i++
	}
	c = l.at(i)
	if i-pos < 8 && class[c]&cHex != 0 || i-pos == 8 && c == '-' {
		l.uuid()
		return false
	}
	return true
}

// daysOrUUID decides on a number of at most 7 digits with a D at stop: it
// returns true for a duration, and otherwise reads the token itself.
func (l *lexer) daysOrUUID(pos, stop int) bool {
	for i := stop + 1; ; i++ {
		c := l.at(i)
		unit := l.at(i-1)|0x20 == 'd' // the last character was a unit
		if i-pos == 8 {
			switch {
			case c == '-':
				l.uuid()
				return false
			case unit || class[c]&cDigit != 0 || durationUnitStart(l.text[i:l.end]):
				return true
			}
			l.broken(tDuration, i, goBack)
			return false
		}
		switch {
		case class[c]&cDigit != 0:
		case c|0x20 == 'd' && !unit:
		case class[c]&cHex != 0:
			l.uuid()
			return false
		case unit || durationUnitStart(l.text[i:l.end]):
			return true
		default:
			l.broken(tDuration, i, goBack)
			return false
		}
	}
}

// float reads what follows the digits of a float. Two dots after a number are
// a range; three are a float's dot and a range.
func (l *lexer) float(stop int) {
	if l.at(stop) == '.' {
		if l.at(stop+1) == '.' {
			if l.at(stop+2) == '.' {
				l.token(tFloat, stop+1)
			} else {
				l.token(tInteger, stop)
			}
			return
		}
		stop = digits(l.text, stop+1, l.end)
	}
	if l.at(stop)|0x20 == 'e' {
		stop++
		if c := l.at(stop); c == '+' || c == '-' {
			stop++
		}
		if class[l.at(stop)]&cDigit == 0 {
			l.broken(tFloat, stop, dropOne)
			return
		}
		stop = digits(l.text, stop, l.end)
	}
	l.token(tFloat, stop)
}

// duration reads numbers with units.
func (l *lexer) duration(pos int) {
	for {
		stop := digits(l.text, pos, l.end)
		if stop == pos {
			l.token(tDuration, pos)
			return
		}
		rest := l.text[stop:l.end]
		n := durationUnit(rest)
		switch {
		case n < 0:
			l.broken(tDuration, stop-n, dropTwo)
			return
		case n == 0:
			l.broken(tDuration, stop, dropOne)
			return
		}
		pos = stop + n
	}
}

func digits(text string, pos, end int) int {
	for pos < end && class[text[pos]]&cDigit != 0 {
		pos++
	}
	return pos
}

func durationUnitStart(s string) bool { return durationUnit(s) != 0 }

// durationUnit returns the length of the unit that a text starts with, 0 where
// there is none, and -n where the first n bytes start one that goes wrong.
func durationUnit(s string) int {
	if s == "" {
		return 0
	}
	second := byte(0)
	if len(s) > 1 {
		second = s[1] | 0x20
	}
	switch c := s[0] | 0x20; c {
	case 'm':
		if second == 'o' || second == 's' {
			return 2
		}
		return 1
	case 'y', 'w', 'd', 'h', 's':
		return 1
	case 'u', 'n':
		if second == 's' {
			return 2
		}
		return -1
	}
	if len(s) > 1 && s[0] == 0xC2 && s[1] == 0xB5 { // µ
		if len(s) > 2 && s[2]|0x20 == 's' {
			return 3
		}
		return -2
	}
	return 0
}

// isoDuration reads an ISO 8601 duration, such as P1Y2M3DT4H or P1W, from its P
// at pos. It returns where it ends, or the first character that does not fit
// and how the server goes on behind it.
func isoDuration(text string, pos int) (stop int, r recovery) {
	at := func(i int) byte {
		if i < len(text) {
			return text[i]
		}
		return 0
	}
	// part reads a number and one of the letters.
	part := func(i int, letters string) (int, byte) {
		j := digits(text, i, len(text))
		if j > i {
			for k := 0; k < len(letters); k++ {
				if at(j) == letters[k] {
					return j + 1, letters[k]
				}
			}
		}
		return j, 0
	}
	pos++
	if digits(text, pos, len(text)) == pos+4 && at(pos+4) == '-' {
		const pattern = "0000-00-00T00:00:00"
		for i := 0; i < len(pattern); i++ {
			switch c := at(pos + i); {
			case pattern[i] == '0' && class[c]&cDigit == 0:
				return pos + i, dropTwo
			case pattern[i] != '0' && c != pattern[i]:
				return pos + i, dropOne
			}
		}
		return pos + len(pattern), fits
	}
	if at(pos) != 'T' {
		j, c := part(pos, "YMDW")
		if c == 0 {
			return j, goBack
		}
		pos = j
		if c == 'W' {
			return pos, fits
		}
		if c == 'Y' {
			if j, d := part(pos, "M"); d != 0 {
				pos, c = j, d
			}
		}
		if c != 'D' {
			if j, d := part(pos, "D"); d != 0 {
				pos = j
			}
		}
		if at(pos) != 'T' {
			return pos, fits
		}
	}
	j, c := part(pos+1, "HMS")
	if c == 0 {
		return j, dropOne
	}
	pos = j
	if c == 'H' {
		if j, d := part(pos, "M"); d != 0 {
			pos, c = j, d
		}
	}
	if c != 'S' {
		if j, d := part(pos, "S"); d != 0 {
			pos = j
		}
	}
	return pos, fits
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
	// The server reads to the last character and wants two dollars there.
	at := end
	if end > l.start+2 && text[end-1] != '$' {
		at = end - 1
	}
	l.problem(at, openDollar)
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
	l.start = pos
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
	l.start = pos
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
