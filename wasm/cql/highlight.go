// What the pieces of a text are, for whoever shows it in colours.

package cql

import (
	"strings"

	"partitionlab/wasm/diag"
)

// A Class is what a piece of a text is.
type Class uint8

const (
	Plain       Class = iota // space, signs, what no token can begin with
	Comment                  //
	Keyword                  // reserved words, and others where they are in capitals
	TypeWord                 // a type, or a column of that name
	NameWord                 // a name, or a word that may be one
	StringText               //
	LiteralText              // numbers, uuids, blobs, durations, booleans, null
)

// Pieces divides a text into the tokens that the server's lexer sees and what is between
// them: every byte is in one piece.
func Pieces(text string, yield func(diag.Span, Class)) {
	l := lexer{text: text, end: len(text)}
	at := 0
	for {
		before := l.pos
		l.one()
		between(text, at, l.start, yield)
		at = l.start
		if l.kind == tEOF {
			return
		}
		l.pos = max(l.pos, before+1, at+1)
		class := Plain
		if l.kind != tWrong {
			class = l.class()
		}
		yield(diag.Span{Start: at, End: min(l.pos, len(text))}, class)
		at = min(l.pos, len(text))
	}
}

// between yields what stands between two tokens: space and comments.
func between(text string, at, end int, yield func(diag.Span, Class)) {
	piece := func(to int, class Class) {
		if to > at {
			yield(diag.Span{Start: at, End: to}, class)
		}
		at = to
	}
	for i := at; i < end; {
		close, from := "\n", 0
		switch rest := text[i:end]; {
		case strings.HasPrefix(rest, "--"), strings.HasPrefix(rest, "//"):
		case strings.HasPrefix(rest, "/*"):
			close, from = "*/", 2
		default:
			i++
			continue
		}
		piece(i, Plain)
		n := strings.Index(text[i+from:end], close)
		if i = end; n >= 0 {
			i = at + from + n + len(close)
		}
		piece(i, Comment)
	}
	piece(end, Plain)
}

// class is what the current token is.
func (l *lexer) class() Class {
	word := l.text[l.start:l.stop]
	k := l.kind
	switch {
	case k == tString:
		return StringText
	case k.constant(), k == kNull:
		return LiteralText
	case k == tIdent, k == tQuoted:
		return NameWord
	case k == kSet, k == kMap, k == kList, k == kTuple, k == kFrozen, k == kVector:
		if strings.HasPrefix(strings.TrimLeft(l.text[l.stop:], " "), "<") && hasLower(word) {
			return TypeWord
		}
	case k.native() && hasLower(word):
		return TypeWord
	}
	switch {
	case !k.keyword():
		return Plain
	case k.unreserved() && hasLower(word):
		return NameWord
	}
	return Keyword
}

// hasLower reports whether a word of the grammar is written with small letters.
func hasLower(word string) bool {
	for i := range len(word) {
		if c := word[i]; 'a' <= c && c <= 'z' {
			return true
		}
	}
	return false
}
