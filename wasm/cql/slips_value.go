// Slips in values: quotes, words without them, dates, signs.

package cql

import (
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
)

var slipsOfValues = []slip{
	{in: "UPDATE", see: "^name =|[|.", alone: true, often: true, must: true, why: commas, try: (*explainer).comma}, // another assignment
	{clause: "SET", see: "name ^*|/|%|+|- or *|/|%|+|- name ^any or *|/|%|+|- any ^name", rule: rule.SYN17,
		why:     "A write does not read first, so it cannot compute with the stored value. Only counters and collections are added to, as c = c + x.",
		instead: "read the value, compute, and write it; with IF to be sure that nobody wrote in between"},

	// Strings in double quotes and names in single ones.
	{looks: func(x *explainer) bool { return x.quotedValue(0) || x.quotedValue(-1) }, rule: rule.SYN10, why: "Double quotes make a name, single quotes a string.", try: (*explainer).singleQuotes},
	{see: "string ^name", looks: (*explainer).touchesLast, must: true, rule: rule.SYN33, why: "The string ends at the second quote.", try: (*explainer).quoteTwice},
	{see: "^string", must: true, rule: rule.SYN10, why: "Single quotes make a string, double quotes a name.", try: (*explainer).doubleQuotes},

	// Words where a value is expected: a string without quotes, a column on the right
	// side.
	{clause: "WHERE", looks: (*explainer).bareWord, rule: rule.SYN06, why: "A column is compared with a value, never with another column.",
		otherwise: "write a value, or read the rows and compare in the application", try: (*explainer).quoteBareWord},
	{looks: (*explainer).bareWord, rule: rule.SYN14, why: "A word without quotes is a name, and a name is no value.", otherwise: "put the text into single quotes", try: (*explainer).quoteBareWord},
	{see: "^name", looks: func(x *explainer) bool { return !x.fits(x.at, "quoted") && x.wants("a value") }, try: (*explainer).asString},

	{see: "int ^int", looks: func(x *explainer) bool { return len(x.word(-1)) == 4 && x.dateEnd() > 0 }, must: true, rule: rule.SYN14, why: "Without quotes this is a number with other numbers after it.",
		try: func(x *explainer) []offer {
			return offers("write the date as a string", x.quote(x.tok(-1).to(x.tok(x.dateEnd()))))
		}},
	{see: ". ^int", try: func(x *explainer) []offer { return offers("write a zero before the dot", insert(x.tok(-1).Start, "0")) }},
	{see: "^. int", insert: "0", title: "write a zero before the dot"},
	{see: "^int|float", looks: func(x *explainer) bool { return x.word(0)[0] == '-' }, rule: rule.SYN18, why: "A minus in front of a digit belongs to the number, so two values stand side by side here.",
		try: func(x *explainer) []offer {
			return offers("put spaces around the minus", replace(x.tok(0).Span, spaced(x.text, x.tok(0).Start)+"- "+x.word(0)[1:]))
		}},
}

// valueWanted reports whether a value could stand at a token: behind an operator,
// a comma or an opening bracket.
func (x *explainer) valueWanted(n int) bool {
	return x.has(n-1, tEq, tLt, tLe, tGt, tGe, tNe, tLParen, tComma, tLBracket, tLBrace, tColon, kLike, kContains, kKey, tPlus, tMinus, tPlusEq, tMinusEq, kJSON, kUsing)
}

// quotedValue reports whether a name in double quotes stands where a value could.
func (x *explainer) quotedValue(n int) bool { return x.has(n, tQuoted) && x.valueWanted(n) }

func (x *explainer) singleQuotes() (list []offer) {
	for n := 0; n >= -1; n-- {
		if word := x.word(n); x.quotedValue(n) {
			list = append(list, offer{"write it in single quotes", []diag.Edit{replace(x.tok(n).Span, QuoteString(unquote(word[1:len(word)-1], '"')))}, word + " is a name, and a value is expected"})
		}
	}
	return list
}

// quoteTwice writes the quote twice that ends a string in the middle of a word,
// or in place of the backslash before it.
func (x *explainer) quoteTwice() []offer {
	end := x.tok(-1).End
	edit := insert(end, "'")
	if x.text[end-2] == '\\' {
		edit = replace(diag.Span{Start: end - 2, End: end - 1}, "'")
	}
	return offers("write the quote inside the string twice", edit)
}

// doubleQuotes makes a name of a string.
func (x *explainer) doubleQuotes() []offer {
	name := stringText(x.word(0))
	quoted := `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
	switch {
	case name == "" || x.word(0)[0] == '$':
		return nil
	case QuoteName(name) == name:
		return offers("write the name without quotes", replace(x.tok(0).Span, name))
	}
	return offers("write the name in double quotes", replace(x.tok(0).Span, quoted))
}

// bareWord reports whether a word stands before the token in the way, where a
// value could stand.
func (x *explainer) bareWord() bool {
	want := x.p.err.want
	return x.sees("name ^any", x.at) && !x.has(-1, tQuoted) && x.valueWanted(-1) && (strings.Contains(want, "'('") || strings.Contains(want, "a value")) && x.p.err.context != "WITH"
}

func (x *explainer) quoteBareWord() []offer {
	list := x.stringOf(-1, -1)
	list[0].message = x.fill("'{before}' is a name, and a value is expected")
	return list
}

// asString writes the token in the way as a string.
func (x *explainer) asString() []offer { return x.stringOf(0, 0) }

// stringOf writes what stands from one token to another as a string.
func (x *explainer) stringOf(n, m int) []offer {
	return offers("write it as a string", x.quote(x.tok(n).to(x.tok(m))))
}

// quote writes what stands at a place as a string.
func (x *explainer) quote(s diag.Span) diag.Edit {
	return replace(s, QuoteString(x.text[s.Start:s.End]))
}

// dateEnd returns where a date ends that begins before the token in the way, as
// 2024-01-31 or 2024-01-31T10:15:00, counted from there; 0 if there is none.
func (x *explainer) dateEnd() int {
	if x.word(0)[0] != '-' || !x.touchesLast() {
		return 0
	}
	end := 0
	for x.touches(end, end+1) && x.sees("^int|float|word|:|.", x.at+end+1) {
		end++
	}
	return end
}

// spaced is the space that is missing before an offset.
func spaced(text string, at int) string {
	if at > 0 && class[text[at-1]]&cSpace == 0 {
		return " "
	}
	return ""
}
