// Slips that the lexer stumbles over: signs of other languages and of word
// processors, quotes that do not close, numbers that are none.

package cql

import (
	"strings"
	"unicode/utf8"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
)

// typographic are characters that word processors and web pages put in place of
// those of CQL.
var typographic = map[rune]string{
	'‘': "'", '’': "'", '‚': "'", '‛': "'", '´': "'", '′': "'", '“': "'", '”': "'", '„': "'", '‟': "'", '″': "'", '«': "'", '»': "'",
	'–': "-", '—': "-", '−': "-", '‐': "-", '‑': "-", '…': "..", '，': ",", '；': ";", '（': "(", '）': ")", '＝': "=", '：': ":", '×': "*", '≤': "<=", '≥': ">=", '≠': "!=",
	'\u00a0': " ", '\u1680': " ", '\u2000': " ", '\u2001': " ", '\u2002': " ", '\u2003': " ", '\u2004': " ", '\u2005': " ", '\u2006': " ", '\u2007': " ",
	'\u2008': " ", '\u2009': " ", '\u200a': " ", '\u202f': " ", '\u205f': " ", '\u3000': " ", '\f': " ", '\v': " ",
	'\ufeff': "", '\u200b': "", '\u200c': "", '\u200d': "", '\u2060': "", '\u00ad': "",
}

// explainLexer says in words what the lexer's problem is.
func (p *parser) explainLexer(d *diag.Diagnostic) {
	x := newExplainer(p, d)
	text := p.text
	d.Rule = string(rule.SYN05)
	switch p.badWhy {
	case openString, openDollar:
		d.Rule, d.Message = string(rule.SYN33), "the string is not closed"
		d.Related = []diag.Related{{Span: diag.Span{Start: p.badFrom, End: p.badFrom + 1}, Text: "it starts here"}}
		d.Why = "Everything up to the end belongs to the string. A quote inside a string is written twice: 'it''s'."
		if x != nil {
			x.closeString(`'`)
		}
	case openName:
		d.Rule, d.Message = string(rule.SYN33), "the quoted name is not closed"
		d.Related = []diag.Related{{Span: diag.Span{Start: p.badFrom, End: p.badFrom + 1}, Text: "it starts here"}}
		if x != nil {
			x.closeString(`"`)
		}
	case openComment:
		d.Rule, d.Message = string(rule.SYN33), "the comment is not closed"
		d.Related = []diag.Related{{Span: diag.Span{Start: p.badFrom, End: p.badFrom + 2}, Text: "it starts here"}}
		if x != nil {
			x.fix("close the comment", insert(p.end, " */"))
		}
	case openLineComment:
		d.Rule, d.Message = string(rule.SYN33), "the comment at the end has no line break behind it"
		d.Related = []diag.Related{{Span: diag.Span{Start: p.badFrom, End: p.badFrom + 2}, Text: "it starts here"}}
		d.Why = "The server reads a comment up to the end of its line, and finds none. cqlsh takes comments out before it sends a statement."
		if x != nil {
			x.fix("leave out the comment", remove(cutSpace(text, p.badFrom, p.end)))
			x.fix("end it with a line break", insert(p.end, "\n"))
		}
	case badNumber:
		p.explainNumber(d, x)
	default:
		p.explainCharacter(d, x)
	}
	if x != nil {
		x.sayOtherwise()
	}
}

func (p *parser) explainNumber(d *diag.Diagnostic, x *explainer) {
	from, end := p.badFrom, p.bad
	for end < p.end && class[p.text[end]]&cWord != 0 {
		end++
	}
	word := p.text[from:end]
	d.Related = []diag.Related{{Span: diag.Span{Start: from, End: end}, Text: diag.Here}}
	otherwise := ""
	switch p.badKind {
	case tUUID:
		d.Message = "'" + word + "' begins like a UUID, but is none"
		d.Why = "A number with one of the letters a to f after it can only be a UUID: 8, 4, 4, 4 and 12 hexadecimal digits with a minus between them."
		otherwise = "Write all digits of the UUID, or put the text into single quotes."
	case tFloat:
		d.Message = "'" + word + "' is a number without its exponent"
	case tDuration:
		d.Message = "'" + word + "' is no duration"
		d.Why = "A duration is numbers with units (y mo w d h m s ms us ns), as 1h30m, or in ISO 8601 with capital letters, as PT1H30M."
		otherwise = "Write the duration in one of these ways."
	default:
		d.Message = "'" + word + "' is taken for -NaN or -Infinity, but goes on differently"
		d.Why = "A minus in front of n or i starts one of these two numbers."
	}
	if x == nil {
		d.Instead = otherwise
		return
	}
	x.otherwise = otherwise
	begin := from
	for begin > 0 && class[p.text[begin-1]]&cWord != 0 {
		begin--
	}
	joined := p.text[begin:from] + "_" + strings.TrimPrefix(word, "-")
	switch place := (diag.Span{Start: from, End: end}); {
	case p.text[from] == '-' && begin < from && (p.text[begin] > '9' || p.text[begin] < '0') && x.fix("write "+joined, replace(diag.Span{Start: begin, End: end}, joined)):
		d.Why = "A name has letters, digits and _. A minus in front of n or i starts -NaN or -Infinity."
	case p.text[from] == '-' && x.fix("put a space behind the minus", insert(from+1, " ")):
	case x.fix("write it as a string", replace(place, QuoteString(word))):
	case x.fix(`write "`+word+`"`, replace(place, `"`+word+`"`)):
	}
}

func (p *parser) explainCharacter(d *diag.Diagnostic, x *explainer) {
	text := p.text
	at := p.bad
	if p.badFrom < p.bad { // ! and $ alone: the place is behind them
		at = p.badFrom
	}
	c, size := utf8.DecodeRuneInString(text[at:p.end]) // size 1 for a byte that is no UTF-8
	if at == p.bad {
		d.End = at + size
	}
	what := "'" + string(c) + "'"
	if c < ' ' || typographic[c] == " " || typographic[c] == "" && c > 0x7f && size == 3 && (c == '\ufeff' || c == '\u200b') {
		what = "the invisible character U+" + upper(string(diag.AppendHex(nil, int64(c), 4)))
	}
	d.Message = what + " means nothing in CQL here"
	if x == nil {
		return
	}
	if _, ok := typographic[c]; ok {
		d.Why = "Word processors and web pages replace plain characters by such ones."
		x.otherwise = "Write the plain characters."
		x.fixTypographic()
		return
	}
	end := at + size
	for end < p.end && (class[text[end]]&cWord != 0 || text[end] >= 0x80) {
		end++
	}
	start := at
	for start > p.begin && (class[text[start-1]]&cWord != 0 || text[start-1] >= 0x80) {
		start--
	}
	word := text[start:end]
	switch c {
	case '`':
		d.Why = "Backticks belong to MySQL; names that need quotes stand in double quotes."
		x.otherwise = "Leave the backticks out."
		x.fixBackticks()
	case '#':
		d.Why = "A comment starts with -- or //."
		x.otherwise = "Write the comment with --."
		x.fix("write --", replace(diag.Span{Start: at, End: at + 1}, "--"))
	case '_':
		d.Why = "A name without quotes starts with a letter."
		x.fix(`write "`+fold(word)+`"`, replace(diag.Span{Start: start, End: end}, `"`+fold(word)+`"`))
	case '&':
		x.fix("write AND", replace(diag.Span{Start: at, End: min(at+2, p.end)}, " AND "))
		x.fix("write AND", replace(diag.Span{Start: at, End: at + 1}, " AND "))
	case '|':
		d.Why = "CQL has no operator that joins texts, and no OR."
	case '$':
		if inner, _, ok := strings.Cut(text[at+1:p.end], "}"); ok && strings.HasPrefix(inner, "{") {
			x.say("", aPlace, writeAName)
			x.fix(writeAName, replace(diag.Span{Start: at, End: at + 1 + len(inner) + 1}, QuoteName(fold(inner[1:]))))
			return
		}
		d.Why = "A string in dollars has two of them on each side; a place for a value is ? or :name."
		x.otherwise = "Write a value, ? or :name."
		x.fix("write ?", replace(diag.Span{Start: at, End: end}, "?"))
	case '@':
		d.Why = "A place for a value is ? or :name."
		x.otherwise = "Write a value, ? or :name."
		x.fix("write :"+text[at+1:end], replace(diag.Span{Start: at, End: at + 1}, ":"))
	case '!':
		d.Why = "The only operator with ! is !=."
		x.otherwise = "Leave it out; where a condition of IF asks for other values, write !=."
		x.fix("write !=", replace(diag.Span{Start: at, End: at + 1}, "!="))
	case '\\':
		d.Why = "A backslash escapes nothing; a quote inside a string is written twice."
		x.fix("leave it out", remove(at, at+1))
	case '^':
		d.Why = "CQL calculates with + - * / and %."
	default:
		if c > 0x7f {
			d.Why = "A name without quotes has letters from a to z, digits and underscores only."
			if x.fix(`write "`+word+`"`, replace(diag.Span{Start: start, End: end}, `"`+word+`"`)) {
				return
			}
			x.fix("write it as a string", replace(diag.Span{Start: start, End: end}, QuoteString(word)))
		}
	}
	if !x.fixed() {
		x.fix("leave out "+what, remove(at, at+size))
	}
}

// fixTypographic replaces all typographic characters outside of strings.
func (x *explainer) fixTypographic() {
	for _, double := range []bool{false, true} {
		var edits []diag.Edit
		inside := false
		for i, c := range x.text[x.p.begin:x.p.end] {
			at := x.p.begin + i
			if c == '\'' {
				inside = !inside
			}
			plain, ok := typographic[c]
			if !ok || inside {
				continue
			}
			if double && plain == "'" {
				plain = `"`
			}
			edits = append(edits, replace(diag.Span{Start: at, End: at + len(string(c))}, plain))
		}
		if x.fix("write the plain characters", edits...) {
			return
		}
	}
}

// fixBackticks replaces pairs of backticks by double quotes, or by nothing.
func (x *explainer) fixBackticks() {
	var edits []diag.Edit
	open := -1
	for i := x.p.begin; i < x.p.end; i++ {
		if x.text[i] != '`' {
			continue
		}
		if open < 0 {
			open = i
			continue
		}
		name := x.text[open+1 : i]
		if QuoteName(fold(name)) == name {
			edits = append(edits, remove(open, open+1), remove(i, i+1))
		} else {
			edits = append(edits, replace(diag.Span{Start: open, End: open + 1}, `"`), replace(diag.Span{Start: i, End: i + 1}, `"`))
		}
		open = -1
	}
	x.fix("write the names without backticks", edits...)
}

// closeString tries where a quote is missing: behind a word, a comma or a
// parenthesis, from the first place on.
func (x *explainer) closeString(quote string) {
	text, from, end := x.text, x.p.badFrom, x.p.end
	if i := strings.Index(text[x.p.begin:end], `\'`); i >= 0 && quote == "'" {
		var edits []diag.Edit
		for i := x.p.begin; i+1 < end; i++ {
			if text[i] == '\\' && text[i+1] == '\'' {
				edits = append(edits, replace(diag.Span{Start: i, End: i + 1}, "'"))
			}
		}
		if x.fix("write the quote inside the string twice", edits...) {
			return
		}
	}
	if x.p.script {
		x.closeInScript(quote)
		return
	}
	for i := from + 1; i <= end && *x.p.tries > 0; i++ {
		if i == end || strings.IndexByte(",)]};", text[i]) >= 0 || class[text[i]]&cSpace != 0 {
			if x.fix("close the string", insert(i, quote)) {
				return
			}
		}
	}
	for _, s := range []string{quote + ")", quote + "))"} {
		if x.fix("close the string", insert(end, s)) {
			return
		}
	}
}

// closeInScript tries where a quote is missing if the rest of a script follows:
// the statement must parse up to its semicolon.
func (x *explainer) closeInScript(quote string) {
	text, end := x.text, x.p.end
	for i := x.p.badFrom + 1; i <= end && *x.p.tries > 0; i++ {
		if i < end && strings.IndexByte(",)]};", text[i]) < 0 && class[text[i]]&cSpace == 0 {
			continue
		}
		stop := end
		if n := strings.IndexByte(text[i:end], ';'); n >= 0 {
			stop = i + n
		}
		*x.p.tries--
		q := parser{lexer: lexer{text: text[x.p.begin:i] + quote + text[i:stop], server: x.p.server}, attempt: noFixes}
		q.end = len(q.text)
		if _, d := q.parse(); d == nil {
			x.d.Fixes = append(x.d.Fixes, diag.Fix{Title: "close the string", Edits: []diag.Edit{insert(i, quote)}})
			return
		}
	}
}
