package lab

import (
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/view"
	"partitionlab/wasm/wire"
)

// This file colours the text of an editor: a copy of it lies below, one element a line,
// with the words' classes and the places of diagnostics as mark elements. Both wrap in
// the same places.

// maxColored is the longest text, in bytes, that is coloured; of a longer one only marks
// are shown.
const maxColored = 12_000

// classes are those of words and of marks, by the numbers that runs have for them.
var classes = []string{"", "com", "kw", "ty", "str", "lit", "role-key", "role-clustering", "role-static", "role-value", severities[0], severities[1], severities[2], severities[3], severities[4]}

// firstMark is the number of the first class of marks, firstRole that of the first of roles.
const firstRole, firstMark = 6, 10

// pieceClasses are the classes of pieces, as static code has them.
var pieceClasses = [...]uint8{cql.Comment: 1, cql.Keyword: 2, cql.TypeWord: 3, cql.StringText: 4, cql.LiteralText: 5}

// A lines builds the lines of an editor.
type lines struct {
	text  string
	out   view.Nodes
	start int        // of the line that is begun
	runs  []view.Run // of it
	mark  uint8      // the class of the mark that is open, 0 for none
	apart bool       // it has nothing in it yet
}

// colored returns a text as the lines of an editor.
func colored(text string, places []marked, j *judged, tables []*schema.Table) view.Nodes {
	b := &lines{text: text, out: make(view.Nodes, 0, 1+strings.Count(text, "\n"))}
	at := func(s diag.Span, class uint8) { // a piece, divided where marks and lines begin and end
		for s.Start < s.End {
			end := s.End
			if n := strings.IndexByte(text[s.Start:end], '\n'); n >= 0 {
				end = s.Start + n + 1
			}
			for len(places) > 0 && places[0].End <= s.Start {
				b.mark, places = 0, places[1:]
			}
			if len(places) > 0 {
				switch p := places[0]; {
				case p.Start > s.Start:
					end = min(end, p.Start)
				default:
					if b.mark == 0 {
						b.mark, b.apart = firstMark+uint8(p.severity), true
					}
					end = min(end, p.End)
				}
			}
			b.piece(diag.Span{Start: s.Start, End: end}, class)
			s.Start = end
		}
	}
	if len(text) > maxColored || j.noCQL {
		at(diag.Span{End: len(text)}, 0)
	} else {
		roles := j.roles(tables)
		column := -1 // where the last name of a column ends
		cql.Pieces(text, func(s diag.Span, kind cql.Class) {
			class := pieceClasses[kind]
			if kind == cql.NameWord || kind == cql.TypeWord {
				if role := roles.of(nameOf(text[s.Start:s.End]), s.Start); role != 0 && (column < 0 || strings.TrimSpace(text[column:s.Start]) != "") {
					class, column = role, s.End
				}
			} else if strings.TrimSpace(text[s.Start:s.End]) != "" {
				column = -1
			}
			at(s, class)
		})
	}
	// A last line needs something in it, or it is not there.
	b.text += "\n"
	b.line(len(b.text))
	return b.out
}

// A browser makes and lays out all lines of a copy at once, so that of a long text has only
// the lines around those in sight. Such a text does not wrap: each line is as high as
// another, and the page knows where each is. It gets the places of the marks in data-marks,
// and makes from them and from the text what is to be seen: see underlay in loader.js.

// From these numbers on a text is long: of lines, of bytes and of marks.
const maxLines, maxBytes, maxMarked = 500, 40_000, 500

// Long reports whether a text has no copy of all its lines.
func Long(text string) bool { return len(text) > maxBytes || strings.Count(text, "\n") >= maxLines }

// LongLook are the classes of the field of a long text.
const LongLook = "plain long"

// mostMarks is how many places of a long text are marked: a page lists [maxFindings].
const mostMarks = 5_000

// farMarks are the places of marks as a page reads them, line by line: the number of the
// line, where in it the mark begins and ends as a browser counts, and its class.
func farMarks(text string, places []marked) string {
	var b strings.Builder
	line, at, units, n := 0, 0, 0, 0 // units are those of the line, up to at
	to := func(end int) {
		for c := range strings.SplitAfterSeq(text[at:end], "\n") {
			if units += wire.Units(c); strings.HasSuffix(c, "\n") {
				line, units = line+1, 0
			}
		}
		at = end
	}
	for _, p := range places {
		for to(p.Start); at < p.End && n < mostMarks; n++ {
			from := units
			end := p.End
			if i := strings.IndexByte(text[at:end], '\n'); i >= 0 {
				end = at + i
			}
			if to(end); n > 0 {
				b.WriteByte(',')
			}
			b.WriteString(strconv.Itoa(line) + " " + strconv.Itoa(from) + " " + strconv.Itoa(units) + " " + severities[p.severity])
			if at < p.End {
				to(at + 1)
			}
		}
	}
	return b.String()
}

var lineClass = view.Attrs{{Name: "class", Value: "line"}}

// piece adds a piece that lies in one line, and in one mark or none.
func (b *lines) piece(s diag.Span, class uint8) {
	if b.text[s.End-1] != '\n' {
		b.run(s.End, class, b.mark)
		return
	}
	b.run(s.End-1, class, b.mark)
	b.line(s.End)
}

// run adds a run up to an offset, or to the one before where nothing tells them apart.
func (b *lines) run(end int, class, mark uint8) {
	r := view.Run{End: int32(end - b.start), Class: class, Mark: mark, Apart: mark != 0 && b.apart}
	n := len(b.runs) - 1
	switch {
	case n < 0 && r.End == 0, n >= 0 && r.End <= b.runs[n].End:
		return
	case n >= 0 && class == 0 && b.runs[n].Class == 0 && b.runs[n].Mark == mark && !r.Apart:
		b.runs[n].End = r.End
	default:
		b.runs = append(b.runs, r)
	}
	b.apart = false
}

// line ends a line behind its line break.
func (b *lines) line(end int) {
	b.run(end, 0, 0)
	line := &struct {
		view.Node
		words view.Words
	}{words: view.Words{Text: b.text[b.start:end], Runs: slices.Clone(b.runs), Classes: classes}}
	line.Tag, line.Attrs, line.Words = "span", lineClass, &line.words
	if diag.Printable(line.words.Text) != line.words.Text { // to be written out: see writeOut
		line.Children, line.Words = line.Kids(), nil
	}
	b.out = append(b.out, &line.Node)
	b.start, b.runs = end, b.runs[:0]
}

// A marked is a part of a text that something is said about.
type marked struct {
	diag.Span
	severity diag.Severity
}

// places are the places of diagnostics, one after the other. Where they overlap, the one
// that begins first goes up to the next.
func places(text string, ds []*diag.Diagnostic) (out []marked) {
	at := 0
	for _, d := range ds {
		slip := d.Slip()
		start, end := slip.Start, slip.End
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
	parts []part           // statements, those of batches too, in the order of the text
	next  int              // the first that ends after the place asked for
	all   map[string]uint8 // what columns are where the statement tells no table
}

// A part of a text is about a table, or nil.
type part struct {
	diag.Span
	table *schema.Table
}

// roles returns the classes of the columns of a script's tables and of others. Where two
// tables have a column of one name in two roles, it has none: the text alone does not tell
// which is meant.
func (j *judged) roles(tables []*schema.Table) *roles {
	r := &roles{all: map[string]uint8{}, parts: make([]part, 0, len(j.items))}
	for _, t := range slices.Concat(tables, j.tables) {
		for c := range t.Columns() {
			role := numberOf(c)
			if had, is := r.all[c.Name]; is && had != role {
				role = 0
			}
			r.all[c.Name] = role
		}
	}
	for n := range j.items {
		i := &j.items[n]
		if b, ok := i.stmt.(*cql.Batch); ok {
			for _, s := range b.Stmts {
				r.parts = append(r.parts, part{s.Place(), j.table(i, s)})
			}
		} else {
			r.parts = append(r.parts, part{i.span, j.tableIn(i, i.stmt)})
		}
	}
	return r
}

// tableIn is the table that a statement is about, for the roles of its columns: one that it makes
// has those that stand there, whatever else has its name.
func (j *judged) tableIn(i *judgedItem, s cql.Statement) *schema.Table {
	t := j.table(i, s)
	made, makes := s.(*cql.CreateTable)
	if !makes {
		return t
	}
	own, same := &schema.Table{}, t != nil
	for _, c := range made.Columns {
		col := &schema.Column{Name: c.Name.Text, Kind: schema.Regular}
		is := func(n cql.Name) bool { return n.Text == col.Name }
		switch {
		case slices.ContainsFunc(made.PartitionKey, is):
			col.Kind = schema.PartitionKey
		case slices.ContainsFunc(made.Clustering, is):
			col.Kind = schema.Clustering
		case c.Static:
			col.Kind = schema.Static
		}
		if same {
			there := t.Column(col.Name)
			same = there != nil && there.Kind == col.Kind
		}
		own.Regulars = append(own.Regulars, col) // in the order of the text
	}
	if same {
		return t
	}
	return own
}

// of returns the number of the class of a column that is named at an offset, 0 for none.
// Offsets do not fall from call to call.
func (r *roles) of(name string, offset int) uint8 {
	for r.next < len(r.parts) && offset >= r.parts[r.next].End {
		r.next++
	}
	if r.next == len(r.parts) || r.parts[r.next].table == nil {
		return r.all[name]
	}
	if c := r.parts[r.next].table.Column(name); c != nil {
		return numberOf(c)
	}
	return 0
}

// numberOf is the number of a column's class.
func numberOf(c *schema.Column) uint8 {
	_, class := roleOf(c)
	return uint8(firstRole + slices.Index(classes[firstRole:], class))
}

// nameOf is the name that a word stands for.
func nameOf(word string) string {
	if strings.HasPrefix(word, `"`) {
		return strings.Trim(word, `"`)
	}
	return strings.ToLower(word)
}
