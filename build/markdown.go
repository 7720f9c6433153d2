package build

import (
	"bytes"
	"html"
	"html/template"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	gmhtml "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/lab"
	"partitionlab/wasm/workload"
)

// A chapter is one Markdown file, compiled.
type chapter struct {
	name string // "hotel/size": its address in the site, and its file below content/
	file string
	meta
	body     template.HTML
	headings []heading
	sections []foundSection
	used     []string // terms of the glossary, by id
	asked    []string // exercises, by name
	widgets  []*widget
	links    []link
	problems []Problem
	minutes  minutes
	spoiled  bool // it builds on a broken schema: no word about what follows from that
}

type heading struct {
	level    int
	id, text string
}

// A link is an address in a chapter, kept until all pages are known.
type link struct {
	line int
	to   string
}

// compiling is the state while a chapter is compiled.
type compiling struct {
	*chapter
	problemList
	src       *diag.Source
	text      []byte
	schemas   *schemas
	exercises *exercises

	glossary *glossary
	root     string // from the chapter's page to the site's root

	quantities map[string]workload.Interval // of values fences
}

func (c *compiling) fail(offset int, message string) {
	line, _ := c.src.Position(offset)
	c.add(Problem{c.file, line, message})
}

// compile makes a chapter of a Markdown text. Its problems are in the chapter.
func compile(name, file, src string, schemas *schemas, exercises *exercises, glossary *glossary) *chapter {
	c := &compiling{chapter: &chapter{name: name, file: file}, schemas: schemas, exercises: exercises, glossary: glossary}
	c.root = rootFrom(c.page())
	src = strings.ReplaceAll(src, "\r\n", "\n")
	var rest string
	c.meta, rest = readMeta(file, src, &c.problemList)
	c.src, c.text = diag.NewSource(file, rest), []byte(rest)

	doc := markdown.Parser().Parse(text.NewReader(c.text))
	before := len(c.list)
	c.fences(doc)
	c.tested()
	c.reveals(doc)
	c.inlines(doc)
	if c.spoiled {
		c.list = c.list[:before] // told at the schema's own line
	}
	c.prose(doc)
	c.terms(doc)
	alignNumbers(doc, c.text)
	c.sections = searchable(doc, c.text)
	c.minutes = c.time(doc)
	tables(doc)
	c.heads(doc)
	sections(doc)
	out := rendered.Get().(*bytes.Buffer)
	defer rendered.Put(out)
	out.Reset()
	if err := markdown.Renderer().Render(out, c.text, doc); err != nil {
		c.fail(0, err.Error())
	}
	c.body = template.HTML(out.String())
	c.chapter.problems = c.list
	return c.chapter
}

// rendered are buffers of chapters that are finished: a chapter is large, and its buffer would
// grow often.
var rendered = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// markdown is CommonMark with tables, footnotes, typographic quotes, attributes
// of headings and the inline forms of inline.go. Raw HTML is not passed through.
var markdown = goldmark.New(
	goldmark.WithExtensions(
		extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
		extension.Footnote,
		extension.Typographer,
	),
	goldmark.WithParserOptions(
		parser.WithAutoHeadingID(),
		parser.WithHeadingAttribute(),
		parser.WithInlineParsers(util.Prioritized(inlineParser{}, 150)),
		parser.WithBlockParsers(util.Prioritized(revealParser{}, 750)),
	),
	goldmark.WithRendererOptions(
		renderer.WithNodeRenderers(util.Prioritized(nodeRenderer{}, 100)),
	),
)

// ---- nodes of our own

var (
	verbatimKind = ast.NewNodeKind("Verbatim")
	sectionKind  = ast.NewNodeKind("Section")
)

// verbatim is a block of finished HTML: a widget, a judged fence.
type verbatim struct {
	ast.BaseBlock
	html  string
	words string // that a search finds
}

func (*verbatim) Kind() ast.NodeKind              { return verbatimKind }
func (v *verbatim) Dump(source []byte, level int) { ast.DumpHelper(v, source, level, nil, nil) }

// section holds a heading of the second level and what follows it.
type section struct {
	ast.BaseBlock
	class string
}

func (*section) Kind() ast.NodeKind              { return sectionKind }
func (s *section) Dump(source []byte, level int) { ast.DumpHelper(s, source, level, nil, nil) }

type nodeRenderer struct{}

func (nodeRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(verbatimKind, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			block := n.(*verbatim).html
			if w.WriteString(block); block != "" && !strings.HasSuffix(block, "\n") {
				w.WriteByte('\n')
			}
		}
		return ast.WalkSkipChildren, nil
	})
	r.Register(revealKind, revealed)
	r.Register(sectionKind, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			w.WriteString("</section>\n")
		} else if class := n.(*section).class; class != "" {
			w.WriteString(`<section class="` + html.EscapeString(class) + "\">\n")
		} else {
			w.WriteString("<section>\n")
		}
		return ast.WalkContinue, nil
	})
	r.Register(inlineKind, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			w.WriteString(n.(*inline).html)
		}
		return ast.WalkSkipChildren, nil
	})
	r.Register(ast.KindHeading, renderHeading)
	r.Register(ast.KindCodeSpan, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		var text []byte
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			text = append(text, c.(*ast.Text).Segment.Value(source)...)
		}
		w.WriteString("<code>" + breaking(strings.ReplaceAll(string(text), "\n", " ")) + "</code>")
		return ast.WalkSkipChildren, nil
	})
	r.Register(extast.KindTable, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			w.WriteString(`<div class="scroll" tabindex="0" role="group" aria-label="Table"><table`)
			gmhtml.RenderAttributes(w, n, gmhtml.GlobalAttributeFilter)
			w.WriteString(">\n")
		} else {
			w.WriteString("</table></div>\n")
		}
		return ast.WalkContinue, nil
	})
}

// renderHeading adds a link to the heading itself.
func renderHeading(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	n := node.(*ast.Heading)
	tag := "h" + string(rune('0'+n.Level))
	if entering {
		w.WriteString("<" + tag)
		if n.Attributes() != nil {
			gmhtml.RenderAttributes(w, n, gmhtml.HeadingAttributeFilter)
		}
		w.WriteString(">")
		return ast.WalkContinue, nil
	}
	if id, ok := n.AttributeString("id"); ok && n.Level <= 3 {
		w.WriteString(`<a class="anchor" href="#` + html.EscapeString(string(id.([]byte))) + `" aria-label="Link to this section">#</a>`)
	}
	w.WriteString("</" + tag + ">\n")
	return ast.WalkContinue, nil
}

// ---- walks over the document

// tables tells styles what a table holds, by classes: they could ask it themselves, by :has,
// which a browser asks again at every change of the page.
func tables(doc ast.Node) {
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || n.Kind() != extast.KindTable {
			return ast.WalkContinue, nil
		}
		columns := 0
		var look []string
		for row := n.FirstChild(); row != nil; row = row.NextSibling() {
			head := row.Kind() == extast.KindTableHeader
			for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
				if head {
					columns++
				}
				ast.Walk(cell, func(part ast.Node, _ bool) (ast.WalkStatus, error) {
					inline, _ := part.(*inline)
					switch {
					case head && inline != nil && roleClass[inline.form] != "":
						look = []string{"roles"}
					case !head && (part.Kind() == ast.KindCodeSpan || inline != nil && strings.Contains(inline.html, "<code")):
						cell.SetAttributeString("class", []byte("coded"))
					}
					return ast.WalkContinue, nil
				})
			}
		}
		if width := tableWidth(columns); width != "" {
			look = append(look, width)
		}
		if look != nil {
			n.SetAttributeString("class", []byte(strings.Join(look, " ")))
		}
		return ast.WalkSkipChildren, nil
	})
}

// tableWidth is the class of a table that has few columns, or many.
func tableWidth(columns int) string {
	switch {
	case columns < 3:
		return "pair"
	case columns > 3:
		return "broad"
	}
	return ""
}

// heads lets the names in heads of tables break after a low line: columns of data that one
// compares stand on one page then.
func (c *compiling) heads(doc ast.Node) {
	const seam = "_<wbr>"
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if n.Kind() != extast.KindTableHeader || !entering {
			return ast.WalkContinue, nil
		}
		for cell := n.FirstChild(); cell != nil; cell = cell.NextSibling() {
			for part := cell.FirstChild(); part != nil; part = part.NextSibling() {
				switch part := part.(type) {
				case *inline:
					part.html = strings.ReplaceAll(part.html, "_", seam)
				case *ast.Text:
					name := string(part.Segment.Value(c.text))
					at := strings.IndexByte(name, '_') + 1
					if at == 0 || at == len(name) && part.NextSibling() == nil {
						continue
					}
					wbr := &inline{html: "<wbr>"}
					cell.InsertAfter(cell, part, wbr)
					if at < len(name) { // the rest comes next
						cell.InsertAfter(cell, wbr, ast.NewTextSegment(part.Segment.WithStart(part.Segment.Start+at)))
						part.Segment = part.Segment.WithStop(part.Segment.Start + at)
					}
				}
			}
		}
		return ast.WalkSkipChildren, nil
	})
}

// fences replaces the fences that the builder knows by what they make. They are
// taken in the order of the text, because CQL builds on the CQL before it.
func (c *compiling) fences(doc ast.Node) {
	var all []*ast.FencedCodeBlock
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if f, ok := n.(*ast.FencedCodeBlock); ok && entering {
			all = append(all, f)
		}
		return ast.WalkContinue, nil
	})
	judge := c.newJudge()
	for _, f := range all {
		info := ""
		if f.Info != nil {
			info = string(f.Info.Segment.Value(c.text))
		}
		kind, options, _ := strings.Cut(info, " ")
		lines := f.Lines()
		at := f.Pos() // of the first line of the body
		if lines.Len() > 0 {
			at = lines.At(0).Start
		}
		body := string(lines.Value(c.text))
		var out, words string
		switch {
		case slices.Contains(lab.Kinds(), kind):
			if options != "" {
				c.fail(f.Pos(), "a "+kind+" fence takes no options behind its name, found "+options)
			}
			if kind == "exercise" {
				out, words = c.exerciseFence(body, at)
			} else {
				out = c.widgetFence(kind, body, at)
			}
		case kind == "cql":
			out, words = c.cqlFence(judge, options, body, at), body
		case kind == "handout":
			out, words = c.handoutFence(options, body, at)
		case kind == "values":
			c.valuesFence(body, at)
		case slices.Contains(plainFences, kind):
			out = `<pre tabindex="0"><code>` + html.EscapeString(body) + "</code></pre>\n"
		default:
			known := slices.Concat(lab.Kinds(), []string{"cql", "handout", "values"}, plainFences[1:])
			instead := "write one of " + strings.Join(known, ", ") + ", or nothing for plain text"
			if near := workload.Nearest(kind, known); near != "" {
				instead = "did you mean " + near + "?"
			}
			c.fail(f.Pos(), "there is no fence "+kind+": "+instead)
		}
		made := &verbatim{html: out, words: words}
		if kind == "cql" {
			judge.last, judge.at = made, at
		}
		f.Parent().ReplaceChild(f.Parent(), f, made)
	}
	c.lead(judge)
}

// plainFences are the fences that are shown as they stand.
var plainFences = []string{"", "text", "sh", "yaml", "json", "java", "python", "javascript", "go", "html"}

// valuesFence reads named quantities that the prose computes with. Nothing of it
// is shown.
func (c *compiling) valuesFence(body string, at int) {
	w, problems := workload.Parse(diag.NewSource("", body), nil)
	values, more := w.Eval()
	for _, p := range append(problems, more...) {
		c.fail(at+p.Start, oneLine(p.Diagnostic))
	}
	if values == nil {
		return
	}
	if c.quantities == nil {
		c.quantities = map[string]workload.Interval{}
	}
	for _, q := range w.Quantities() {
		if v, ok := values.Get(q.Name); ok {
			c.quantities[q.Name] = v
		}
	}
}

// prose looks at the words of the document: numbers that are typed, pictures
// without a text, raw HTML; and notes headings and links.
func (c *compiling) prose(doc ast.Node) {
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			h := heading{level: n.Level, text: plainText(n, c.text)}
			if id, ok := n.AttributeString("id"); ok {
				h.id = string(id.([]byte))
			}
			if c.widget(h.id) != nil {
				c.fail(n.Pos(), "the heading has the address #"+h.id+", which is the id of a calculator: write another one behind it, {#about-"+h.id+"}")
			}
			if i := slices.IndexFunc(c.headings, func(before heading) bool { return h.id != "" && before.id == h.id }); i >= 0 {
				c.fail(n.Pos(), "the heading has the address #"+h.id+", which is that of the heading \""+c.headings[i].text+"\" before: write another one behind it, {#more-"+h.id+"}")
			}
			if n.Level == 1 {
				c.fail(n.Pos(), "a heading of the first level: the title stands in the front matter, sections begin with ##")
			}
			c.headings = append(c.headings, h)
		case *extast.TableCell:
			if n.Parent().Kind() == extast.KindTableHeader && strings.TrimSpace(plainText(n, c.text)) == "" {
				c.fail(n.Parent().Pos(), "a column of the table has no heading: a listener would not know what it holds")
			}
		case *ast.Link:
			n.Destination = []byte(c.link(n.Pos(), string(n.Destination)))
		case *ast.Image:
			if strings.TrimSpace(plainText(n, c.text)) == "" {
				c.fail(n.Pos(), "the figure "+string(n.Destination)+" has no text alternative: write what a listener needs between the brackets, ![like this](…)")
			}
			n.Destination = []byte(c.link(n.Pos(), string(n.Destination)))
		case *ast.HTMLBlock, *ast.RawHTML:
			c.fail(n.Pos(), "raw HTML: a chapter is Markdown only")
		}
		if n.Type() == ast.TypeBlock && n.FirstChild() != nil && n.FirstChild().Type() == ast.TypeInline {
			c.words(n)
		}
		return ast.WalkContinue, nil
	})
}

// words checks the numbers in the text of one block.
func (c *compiling) words(block ast.Node) {
	var words strings.Builder
	var from []int // per piece: where it starts in words, and in the source
	ast.Walk(block, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.CodeSpan, *inline:
			if entering {
				words.WriteByte('|') // nothing that a number could join
			}
			return ast.WalkSkipChildren, nil
		case *ast.Text:
			if entering {
				from = append(from, words.Len(), n.Segment.Start)
				words.Write(n.Segment.Value(c.text))
				if n.SoftLineBreak() || n.HardLineBreak() {
					words.WriteByte(' ')
				}
			}
		case *ast.String:
			if entering {
				words.Write(n.Value)
			}
		}
		return ast.WalkContinue, nil
	})
	at, numbers := typedNumbers(words.String())
	for i, number := range numbers {
		offset := block.Pos()
		for j := 0; j < len(from) && from[j] <= at[i]; j += 2 {
			offset = from[j+1] + at[i] - from[j]
		}
		c.fail(offset, numberMessage(number))
	}
}

// numberCell is what a cell of a table with numbers holds: 1,095,020 B; 2 to 3 days; −7 %.
var numberCell = regexp.MustCompile(`^[~×+−-]?[0-9][0-9.,]*(?:[\s\x{a0}]?(?:%|[kMGTP]i?B|B|KB|ms|s|min|h|days?|years?|rows?))?(?: to [0-9].*)?$`)

// alignNumbers puts the columns of tables that hold nothing but numbers to the
// right, where the text does not say otherwise.
func alignNumbers(doc ast.Node, source []byte) {
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		table, ok := n.(*extast.Table)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		for column := range table.Alignments {
			if table.Alignments[column] != extast.AlignNone {
				continue
			}
			numbers, others := 0, 0
			var cells []*extast.TableCell
			for row := table.FirstChild(); row != nil; row = row.NextSibling() {
				cell := row.FirstChild()
				for range column {
					if cell != nil {
						cell = cell.NextSibling()
					}
				}
				if cell == nil {
					continue
				}
				cells = append(cells, cell.(*extast.TableCell))
				if row.Kind() == extast.KindTableHeader {
					continue
				}
				switch text := strings.TrimSpace(plainText(cell, source)); {
				case numberCell.MatchString(text):
					numbers++
				case text != "" && text != "–" && text != "none":
					others++
				}
			}
			if numbers > 0 && others == 0 {
				for _, cell := range cells {
					cell.Alignment = extast.AlignRight
				}
			}
		}
		return ast.WalkSkipChildren, nil
	})
}

// plainText is the text of a node without its marks.
func plainText(n ast.Node, source []byte) string {
	var b strings.Builder
	ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			switch n := n.(type) {
			case *ast.Text:
				b.Write(n.Segment.Value(source))
				if n.SoftLineBreak() {
					b.WriteByte(' ')
				}
			case *ast.String:
				b.Write(n.Value)
			case *inline:
				b.WriteString(n.plain)
			}
		}
		return ast.WalkContinue, nil
	})
	return html.UnescapeString(b.String())
}

// link notes a link to check later, and puts the site's path before one that
// starts at the site's root.
func (c *compiling) link(offset int, to string) string {
	u, err := url.Parse(to)
	switch {
	case err != nil:
		c.fail(offset, "the link "+to+" is no address")
	case u.Scheme == "" && u.Host == "" && !strings.HasPrefix(to, "/") && !strings.HasPrefix(to, "#"):
		c.fail(offset, "the link "+to+" is relative: write it from the root of the site, like /hotel/size/#growth")
	case u.Scheme != "" && u.Scheme != "https" && u.Scheme != "http" && u.Scheme != "mailto":
		c.fail(offset, "the link "+to+" has a scheme that no page needs")
	case u.Scheme == "" && u.Host == "":
		line, _ := c.src.Position(offset)
		c.links = append(c.links, link{line, to})
		if strings.HasPrefix(to, "/") {
			return c.root + to[1:]
		}
	}
	return to
}

// sections puts each heading of the second level and what follows it into a
// section, which takes the heading's class: ## You may have heard {.heard}
func sections(doc ast.Node) {
	var current *section
	for n := doc.FirstChild(); n != nil; {
		next := n.NextSibling()
		h, ok := n.(*ast.Heading)
		switch {
		case ok && h.Level == 2:
			current = &section{}
			if class, ok := h.AttributeString("class"); ok {
				current.class = string(class.([]byte))
				id, _ := h.AttributeString("id")
				h.RemoveAttributes()
				h.SetAttributeString("id", id)
			}
			doc.InsertBefore(doc, n, current)
			fallthrough
		case current != nil && n.Kind() != extast.KindFootnoteList:
			current.AppendChild(current, n)
		}
		n = next
	}
}
