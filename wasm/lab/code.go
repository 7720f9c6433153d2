package lab

import (
	"slices"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/view"
)

// This file colours the text of an editor: a copy of it lies below, one element a line,
// with the words' classes and the places of diagnostics as mark elements. Both wrap in
// the same places.

// maxColored is the longest text, in bytes, that is coloured; of a longer one only marks
// are shown.
const maxColored = 12_000

// pieceClasses are the classes of pieces, as static code has them.
var pieceClasses = [...]string{cql.Comment: "com", cql.Keyword: "kw", cql.TypeWord: "ty", cql.StringText: "str", cql.LiteralText: "lit"}

// A lines builds the lines of an editor.
type lines struct {
	text  string
	out   view.Nodes
	nodes view.Supply
	line  *view.Node // that is begun
	mark  *view.Node // in it, nil outside of one
	class string     // of the mark
	plain int        // where the text begins that is in no element yet
}

// colored returns a text as the lines of an editor.
func colored(text string, ds []diag.Diagnostic, j *judged, tables []*schema.Table) view.Nodes {
	b := &lines{text: text}
	b.begin()
	places := places(text, ds)
	at := func(s diag.Span, class string) { // a piece, divided where marks and lines begin and end
		for s.Start < s.End {
			end := s.End
			if n := strings.IndexByte(text[s.Start:end], '\n'); n >= 0 {
				end = s.Start + n + 1
			}
			for len(places) > 0 && places[0].End <= s.Start {
				b.flush(s.Start)
				b.mark, b.class, places = nil, "", places[1:]
			}
			if len(places) > 0 {
				switch p := places[0]; {
				case p.Start > s.Start:
					end = min(end, p.Start)
				default:
					if b.mark == nil {
						b.flush(s.Start)
						b.class = severities[p.severity]
						b.open()
					}
					end = min(end, p.End)
				}
			}
			b.piece(diag.Span{Start: s.Start, End: end}, class)
			s.Start = end
		}
	}
	if len(text) > maxColored || j.noCQL {
		at(diag.Span{End: len(text)}, "")
	} else {
		known := j.roles(tables)
		column := -1 // where the last name of a column ends
		cql.Pieces(text, func(s diag.Span, kind cql.Class) {
			roles := known.at(s.Start)
			class := pieceClasses[kind]
			if kind == cql.NameWord || kind == cql.TypeWord {
				if role := roles[nameOf(text[s.Start:s.End])]; role != "" && (column < 0 || strings.TrimSpace(text[column:s.Start]) != "") {
					class, column = role, s.End
				}
			} else if strings.TrimSpace(text[s.Start:s.End]) != "" {
				column = -1
			}
			at(s, class)
		})
	}
	b.flush(len(text))
	// A last line needs something in it, or it is not there.
	b.line.Add(view.Text("\n"))
	return b.out
}

// signsOfPiece is how long a piece is, more or less.
const signsOfPiece = 4

var lineClass = view.Class("line")

func (b *lines) begin() {
	b.line = view.El("span", lineClass)
	rest := b.text[b.plain:]
	if n := strings.IndexByte(rest, '\n'); n >= 0 {
		rest = rest[:n]
	}
	b.line.Children = make([]*view.Node, 0, len(rest)/signsOfPiece+2)
	b.out = append(b.out, b.line)
	if b.mark = nil; b.class != "" {
		b.open()
	}
}

func (b *lines) open() {
	b.mark = view.El("mark", view.Class(b.class))
	b.line.Add(b.mark)
}

// flush puts the text up to an offset that is in no element yet where it belongs.
func (b *lines) flush(to int) {
	if to > b.plain {
		b.put(b.nodes.Text(b.text[b.plain:to]))
	}
	b.plain = max(b.plain, to)
}

func (b *lines) put(p view.Part) {
	if b.mark != nil {
		b.mark.Add(p)
	} else {
		b.line.Add(p)
	}
}

func (b *lines) piece(s diag.Span, class string) {
	end := s.End
	newline := end > s.Start && b.text[end-1] == '\n'
	if newline {
		end--
	}
	if class != "" && end > s.Start {
		b.flush(s.Start)
		b.put(b.nodes.Leaf("span", class, b.text[s.Start:end]))
		b.plain = end
	}
	if newline {
		b.flush(end)
		b.line.Add(b.nodes.Text("\n"))
		b.plain = s.End
		b.begin()
	}
}

// A marked is a part of a text that something is said about.
type marked struct {
	diag.Span
	severity diag.Severity
}

// places are the places of diagnostics, one after the other. Where they overlap, the one
// that begins first goes up to the next.
func places(text string, ds []diag.Diagnostic) (out []marked) {
	at := 0
	for _, d := range ds {
		start, end := d.Start, d.End
		if start < at || start > len(text) {
			continue
		}
		end = min(max(end, start), len(text))
		if end == start { // a place without width: the character there, or the one before
			for end < len(text) && (end == start || text[end]&0xc0 == 0x80) {
				end++
			}
			if end == start || text[start] == '\n' {
				end = start
				for start > at && (end == start || text[start]&0xc0 == 0x80) {
					start--
				}
			}
		}
		if end > start {
			out = append(out, marked{diag.Span{Start: start, End: end}, d.Severity})
			at = end
		}
	}
	return out
}

// A roles tells the classes of columns, statement by statement.
type roles struct {
	parts []part            // statements, those of batches too, in the order of the text
	next  int               // the first that ends after the place asked for
	here  map[string]string // what columns are in it; nil where that was not asked
	all   map[string]string // what they are where the statement tells no table
}

// A part of a text is about a table, or nil.
type part struct {
	diag.Span
	table *schema.Table
}

// roles returns the classes of the columns of a script's tables and of others.
func (j *judged) roles(tables []*schema.Table) *roles {
	r := &roles{all: rolesIn(slices.Concat(tables, j.tables)...)}
	for n := range j.items {
		i := &j.items[n]
		if b, ok := i.stmt.(*cql.Batch); ok {
			for _, s := range b.Stmts {
				r.parts = append(r.parts, part{s.Place(), j.table(i, s)})
			}
		} else {
			r.parts = append(r.parts, part{i.span, j.table(i, i.stmt)})
		}
	}
	return r
}

// at returns the classes of the columns that may be named at an offset, by their names.
// Offsets do not fall from call to call.
func (r *roles) at(offset int) map[string]string {
	for r.next < len(r.parts) && offset >= r.parts[r.next].End {
		r.next++
		r.here = nil
	}
	if r.here == nil {
		if r.here = r.all; r.next < len(r.parts) && r.parts[r.next].table != nil {
			r.here = rolesIn(r.parts[r.next].table)
		}
	}
	return r.here
}

// rolesIn are the classes of the columns of tables, by their names. Where two tables have
// a column of one name in two roles, it has none: the text alone does not tell which is meant.
func rolesIn(tables ...*schema.Table) map[string]string {
	out := map[string]string{}
	for _, t := range tables {
		for _, cs := range [...][]*schema.Column{t.PartitionKey, t.Clustering, t.Statics, t.Regulars} {
			for _, c := range cs {
				_, role := roleOf(c)
				if had, is := out[c.Name]; is && had != role {
					role = ""
				}
				out[c.Name] = role
			}
		}
	}
	return out
}

// nameOf is the name that a word stands for.
func nameOf(word string) string {
	if strings.HasPrefix(word, `"`) {
		return strings.Trim(word, `"`)
	}
	return strings.ToLower(word)
}
