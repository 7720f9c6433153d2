// Package extract finds CQL where applications keep it: in the sources of programs
// (Go, Java, Kotlin, Python, JavaScript, TypeScript, C#), in the profiles of
// cassandra-stress and NoSQLBench, and in the fences of Markdown.
//
// A Piece is the CQL as the program sends it, and knows where each of its bytes
// stands in the file. What a program puts together while it runs is not guessed:
// such a piece has gaps, each with the expression whose value is not known.
package extract

import (
	"path/filepath"
	"slices"
	"strings"

	"partitionlab/wasm/diag"
)

// A Kind says how a piece reaches the server.
type Kind uint8

const (
	Statement Kind = iota // one statement, as a driver sends it
	Script                // several, between semicolons
)

// A Piece is CQL that a file holds.
type Piece struct {
	Text string    // what the program sends; each gap as its expression in ‹ ›
	Span diag.Span // of the expression in the file
	Via  string    // what makes it CQL: "session.execute", "@Query", "a fence"
	Kind Kind
	// Keyspace is in use, as the file says; "" where it does not say so.
	Keyspace string
	Gaps     []Gap
	runs     []run
	late     [][]int // places that may be filled in later
	program  bool    // it stands in a program, which sends it as it is
}

// A Gap is a part of a piece that is not known before the program runs.
type Gap struct {
	diag.Span        // of the expression in the file
	Expr      string // as written
	at, end   int    // in Text
}

// A run is a stretch of a piece's text and where it stands in the file. Plain text
// has one byte for each of its own; an escape has others.
type run struct {
	at, size   int // in Text
	file, span int // offset and length in the file
	plain      bool
	form       *form // of the literal that holds it; nil where nothing can be inserted
}

// At is where a span of the text stands in the file.
func (p *Piece) At(s diag.Span) diag.Span {
	start := p.offset(s.Start, false)
	end := p.offset(s.End, true)
	if s.End <= s.Start || end < start {
		end = start
	}
	return diag.Span{Start: start, End: end}
}

// offset is where a byte of the text stands in the file; with end, where the one
// before it ends.
func (p *Piece) offset(at int, end bool) int {
	for i, r := range p.runs {
		last := i == len(p.runs)-1
		switch {
		case end && at > r.at && at <= r.at+r.size, !end && at >= r.at && (at < r.at+r.size || last && at == r.at+r.size):
			if r.plain {
				return r.file + at - r.at
			}
			if end || at >= r.at+r.size {
				return r.file + r.span
			}
			return r.file
		}
	}
	if len(p.runs) == 0 || at <= 0 {
		return p.Span.Start
	}
	return p.Span.End
}

// In is the place in the text of a place in the file; false where it is not within the
// text.
func (p *Piece) In(offset int) (at int, ok bool) {
	for _, r := range p.runs {
		if offset < r.file || offset > r.file+r.span {
			continue
		}
		switch {
		case r.plain:
			return r.at + offset - r.file, true
		case offset == r.file:
			return r.at, true
		}
		return r.at + r.size, true
	}
	return 0, false
}

// Diagnostic moves a diagnostic of the text to the file. Fixes whose edits cannot
// be written in the language of the file are left out.
func (p *Piece) Diagnostic(d diag.Diagnostic) diag.Diagnostic {
	d.Span = p.At(d.Span)
	related := d.Related
	d.Related = nil
	for _, r := range related {
		r.Span = p.At(r.Span)
		d.Related = append(d.Related, r)
	}
	fixes := d.Fixes
	d.Fixes = nil
	for _, f := range fixes {
		if p.program && slices.ContainsFunc(f.Edits, func(e diag.Edit) bool { return strings.Contains(e.Text, ";") }) {
			continue // another statement, which belongs into the schema
		}
		if edits, ok := p.edits(f.Edits); ok {
			d.Fixes = append(d.Fixes, diag.Fix{Title: f.Title, Edits: edits})
		}
	}
	return d
}

// edits moves edits to the file: each must lie within one literal.
func (p *Piece) edits(list []diag.Edit) (out []diag.Edit, ok bool) {
	for _, e := range list {
		var f *form
		for _, r := range p.runs {
			if e.Start <= r.at+r.size && e.End >= r.at {
				if e.Start == e.End && f != nil {
					break // an insertion between two literals goes to the first
				}
				if e.Start < e.End && (e.Start == r.at+r.size || e.End == r.at) {
					continue // only touched
				}
				if r.form == nil || f != nil && f != r.form {
					return nil, false
				}
				f = r.form
			}
		}
		if f == nil {
			return nil, false
		}
		text, fits := f.write(e.Text)
		if !fits {
			return nil, false
		}
		span := p.At(e.Span)
		if e.Start == e.End && e.Start > 0 {
			end := p.offset(e.Start, true)
			span = diag.Span{Start: end, End: end}
		}
		out = append(out, diag.Edit{Span: span, Text: text})
	}
	return out, true
}

// Known reports whether the whole text is known.
func (p *Piece) Known() bool { return len(p.Gaps) == 0 }

// Touches reports whether a span of the text lies at a gap, or at what may be filled
// in later: braces may be a value of a collection, so they count for errors of syntax
// only.
func (p *Piece) Touches(s diag.Span, syntax bool) bool {
	for _, g := range p.Gaps {
		if s.Start <= g.end && s.End >= g.at {
			return true
		}
	}
	for _, g := range p.late {
		if s.Start <= g[1] && s.End >= g[0] && (syntax || p.Text[g[0]] == '%') {
			return true
		}
	}
	return false
}

// A builder puts a piece together.
type builder struct {
	text strings.Builder
	runs []run
	gaps []Gap
}

// chunk is a part of a string expression: text with its place, or a gap.
type chunk struct {
	text       string
	file, span int
	plain      bool
	form       *form
	gap        string // the expression, where it is one
}

func (b *builder) add(c chunk) {
	if c.gap != "" {
		at := b.text.Len()
		b.text.WriteString(open + c.gap + shut)
		b.gaps = append(b.gaps, Gap{diag.Span{Start: c.file, End: c.file + c.span}, c.gap, at, b.text.Len()})
		b.runs = append(b.runs, run{at: at, size: b.text.Len() - at, file: c.file, span: c.span})
		return
	}
	if c.text == "" {
		return
	}
	at := b.text.Len()
	b.text.WriteString(c.text)
	if n := len(b.runs); n > 0 && c.plain {
		if last := &b.runs[n-1]; last.plain && last.form == c.form && last.file+last.span == c.file {
			last.size += len(c.text)
			last.span += c.span
			return
		}
	}
	b.runs = append(b.runs, run{at, len(c.text), c.file, c.span, c.plain, c.form})
}

// The marks around the expression of a gap in a piece's text. No CQL holds them.
const open, shut = "‹", "›"

func (b *builder) piece(span diag.Span) Piece {
	return Piece{Text: b.text.String(), Span: span, Gaps: b.gaps, runs: b.runs}
}

func pieceOf(chunks []chunk, span diag.Span) Piece {
	var b builder
	for _, c := range chunks {
		b.add(c)
	}
	return b.piece(span)
}

// A File is one of those whose pieces are looked for together: what one names,
// another may define.
type File struct {
	*diag.Source
	Pieces []Piece
	Unread []diag.Diagnostic // what was not looked through, and why
}

// Options are what the sources do not say.
type Options struct {
	// Define gives names values that the program gives them when it runs: by the
	// whole expression ("cfg.keyspace") or its last name.
	Define map[string]string
	// Calls are names of functions, besides those of drivers, that take CQL.
	Calls []string
}

// Holds reports whether a file of that name may hold CQL that Find finds.
func Holds(name string) bool { return kindOf(name) != "" }

// Program reports whether a file of that name is the source of a program.
func Program(name string) bool { return languageOf(name) != nil }

func kindOf(name string) string {
	switch ext := strings.ToLower(filepath.Ext(name)); {
	case languageOf(name) != nil:
		return "program"
	case ext == ".md", ext == ".markdown":
		return "markdown"
	case ext == ".yaml", ext == ".yml":
		return "profile"
	}
	return ""
}

// Find fills in the pieces of files, each in the order of its text. Sources of
// programs are looked at together.
func Find(files []*File, o Options) {
	var programs []*source
	for _, f := range files {
		switch kindOf(f.Name) {
		case "program":
			programs = append(programs, newSource(f, languageOf(f.Name)))
		case "markdown":
			f.Pieces = markdown(f.Text)
		case "profile":
			f.Pieces = profile(f.Text, o.Define)
		}
	}
	find(programs, o)
}

// GapsIn are the gaps within a span of the text.
func (p *Piece) GapsIn(s diag.Span) (out []Gap) {
	for _, g := range p.Gaps {
		if g.at >= s.Start && g.end <= s.End {
			out = append(out, g)
		}
	}
	return out
}
