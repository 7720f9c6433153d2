// From what the parser met to what the reader is told.

package cql

import (
	"strconv"

	"partitionlab/wasm/diag"
)

func itoa(n int) string { return strconv.Itoa(n) }

// javaNumber is the message of a NumberFormatException for a number that is
// too large.
func javaNumber(text string) string { return `For input string: "` + text + `"` }

// failedParsing records an exception in an action of the server's grammar that
// it did not expect.
func (p *parser) failedParsing(exception, message string, at diag.Span) {
	p.throw(diag.Syntax, "SYN", "Failed parsing statement: ["+p.text[p.begin:p.end]+"] reason: "+exception+" "+message, at)
}

// diagnose returns the error that the server reports, or nil.
func (p *parser) diagnose() *diag.Diagnostic {
	switch {
	case p.thrown != nil:
		return p.thrown
	case p.action != nil:
		return p.action
	case p.badWhy != noProblem && (!p.failed || p.err.lexical) || p.failed && p.readAhead():
		return &diag.Diagnostic{Kind: diag.Syntax, Rule: "SYN-05", Message: "unexpected character", Span: diag.Span{Start: p.bad, End: min(p.bad+1, len(p.text))}}
	case p.failed:
		return &diag.Diagnostic{Kind: diag.Syntax, Rule: "SYN", Message: "expected " + p.err.want, Span: p.err.Span}
	}
	return nil
}

// readAhead reports whether the lexer stumbles over a token that the server has
// read before it reports the syntax error: it looks ahead by up to two tokens.
func (p *parser) readAhead() bool {
	look := func(from, tokens int) bool {
		l := lexer{text: p.text, pos: from, end: p.end}
		for ; tokens > 0; tokens-- {
			l.scan()
			if from == p.termEnd && !afterTerm(l.kind) {
				break
			}
			from = -1
		}
		if l.badWhy == noProblem {
			return false
		}
		p.bad, p.badWhy = l.bad, l.badWhy
		return true
	}
	return p.reach > 0 && look(p.reach, 3) || p.termEnd > 0 && look(p.termEnd, 2)
}
