package build

import (
	"html"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// What would give the answer of a covered widget away is written between two lines:
//
//	::: reveal size2
//	The file takes {= size2.disk.bytes : B}, because …
//	:::
//
// It becomes a closed disclosure, which opens with the widget's answer. An expression
// that reads an answer of a covered widget elsewhere is a mistake; the widget's inputs
// are in the open. The search and paper leave the block out.
type reveal struct {
	ast.BaseBlock
	of string // the id of the widget
}

var revealKind = ast.NewNodeKind("Reveal")

func (*reveal) Kind() ast.NodeKind              { return revealKind }
func (r *reveal) Dump(source []byte, level int) { ast.DumpHelper(r, source, level, nil, nil) }

type revealParser struct{}

func (revealParser) Trigger() []byte { return []byte{':'} }

func (revealParser) Open(_ ast.Node, reader text.Reader, _ parser.Context) (ast.Node, parser.State) {
	line, at := reader.PeekLine()
	rest, ok := strings.CutPrefix(strings.TrimSpace(string(line)), ":::")
	if !ok || rest == "" {
		return nil, parser.NoChildren
	}
	n := &reveal{}
	if word, id, _ := strings.Cut(strings.TrimSpace(rest), " "); word == "reveal" {
		n.of = strings.TrimSpace(id)
	}
	n.SetPos(at.Start)
	reader.AdvanceToEOL()
	return n, parser.HasChildren
}

func (revealParser) Continue(n ast.Node, reader text.Reader, _ parser.Context) parser.State {
	line, _ := reader.PeekLine()
	if strings.TrimSpace(string(line)) == ":::" {
		n.SetAttributeString(closedBlock, true)
		reader.AdvanceToEOL()
		return parser.Close
	}
	return parser.Continue | parser.HasChildren
}

// closedBlock is the attribute of a block that its last line has ended.
const closedBlock = "closed"

func (revealParser) Close(ast.Node, text.Reader, parser.Context) {}
func (revealParser) CanInterruptParagraph() bool                 { return true }
func (revealParser) CanAcceptIndentedLine() bool                 { return false }

// revealed renders the block. Its title names the question, for whoever has no
// script to open it.
func revealed(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	n := node.(*reveal)
	if !entering {
		w.WriteString("</details>\n")
		return ast.WalkContinue, nil
	}
	title, _ := n.AttributeString("title")
	name, _ := title.(string)
	w.WriteString(`<details class="reveal" data-of="` + html.EscapeString(n.of) + `"><summary>After your answer to “` + html.EscapeString(name) + "”</summary>\n")
	return ast.WalkContinue, nil
}

// reveals looks at the blocks once all widgets of the chapter are known.
func (c *compiling) reveals(doc ast.Node) {
	ast.Walk(doc, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		n, ok := node.(*reveal)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		n.SetAttributeString(coveredBlock, true)
		w := c.widget(n.of)
		switch _, closed := n.AttributeString(closedBlock); {
		case n.of == "":
			c.fail(n.Pos(), "write ::: reveal and the id of the widget whose answer the text gives away")
		case w == nil:
			c.fail(n.Pos(), "::: reveal "+n.of+": "+c.unknownWidget(n.of))
		case !w.spec.Cover:
			c.fail(n.Pos(), "::: reveal "+n.of+": the widget is not covered, so nobody would see the text: write cover = yes in its fence")
		case !closed:
			c.fail(n.Pos(), "::: reveal "+n.of+" has no end: a line :::")
		default:
			n.SetAttributeString("title", w.Title())
		}
		for child := n.FirstChild(); child != nil; child = child.NextSibling() {
			if child.Kind() == ast.KindHeading {
				c.fail(child.Pos(), "a heading in ::: reveal: the contents of the page would lead to what is hidden")
			}
		}
		return ast.WalkContinue, nil
	})
}

// gives notes that the text at a node says what widgets answer. Their ids go to the
// block, which ?cover=1 hides. What a covered widget answers for its defaults has to
// stand in a block of that widget.
func (c *compiling) gives(n ast.Node, read, answered []string) {
	var block ast.Node
	for p := n.Parent(); p != nil; p = p.Parent() {
		if block == nil && p.Type() == ast.TypeBlock && p.Kind() != ast.KindTextBlock {
			block = p
		}
		if r, ok := p.(*reveal); ok {
			answered = slices.DeleteFunc(answered, func(id string) bool { return id == r.of })
		}
	}
	for _, id := range answered {
		if w := c.widget(id); w != nil && w.spec.Cover {
			c.fail(n.Pos(), "this gives away what the covered widget "+id+" answers: put the text between ::: reveal "+id+" and :::")
		}
	}
	if block == nil || len(read) == 0 {
		return
	}
	if before, ok := block.AttributeString(answersBlock); ok {
		read = append(strings.Fields(string(before.([]byte))), read...)
	}
	slices.Sort(read)
	block.SetAttributeString(answersBlock, []byte(strings.Join(slices.Compact(read), " ")))
}

// answersBlock is the attribute of a block that says what widgets answer: their ids.
const answersBlock = "data-answers"
