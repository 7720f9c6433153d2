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
	p.throw(diag.Syntax, "SYN", "Failed parsing statement: ["+p.text+"] reason: "+exception[len("java.lang."):]+" "+message, at)
}

// diagnose returns the error that the server reports, or nil.
func (p *parser) diagnose() *diag.Diagnostic {
	switch {
	case p.thrown != nil:
		return p.thrown
	case p.action != nil:
		return p.action
	case p.badWhy != noProblem && (!p.failed || p.bad <= p.err.Start):
		return &diag.Diagnostic{Kind: diag.Syntax, Rule: "SYN-05", Message: "unexpected character", Span: diag.Span{Start: p.bad, End: min(p.bad+1, len(p.text))}}
	case p.failed:
		return &diag.Diagnostic{Kind: diag.Syntax, Rule: "SYN", Message: "expected " + p.err.want, Span: p.err.Span}
	}
	return nil
}
