package view

import (
	"slices"
	"strings"
	"sync"
)

// HTML prints a tree as HTML, as if it were normal: see [Normal]. Nothing is added for looks: no white space stands
// between elements, so that the page holds the nodes of the tree and no others.
func HTML(n *Node) string {
	p := printer{}
	p.node(n, "")
	return string(p.b)
}

// HTMLs prints trees that have parts in common, each as [HTML] does: a part is printed once.
// It writes into a buffer of an earlier print where there is one: a large one grows often.
func HTMLs(trees ...*Node) (out []string) {
	p := printer{again: map[*Node][2]int{}}
	if b, ok := printed.Get().(*[]byte); ok {
		p.b = (*b)[:0]
	}
	var ends []int
	for _, n := range trees {
		p.node(n, "")
		ends = append(ends, len(p.b))
	}
	all, from := string(p.b), 0
	for _, end := range ends {
		out = append(out, all[from:end])
		from = end
	}
	printed.Put(&p.b)
	return out
}

var printed sync.Pool // of *[]byte

// XML prints a tree as XML, for files that hold a figure alone.
func XML(n *Node) string {
	p := printer{xml: true}
	p.node(n, "")
	return string(p.b)
}

// Indent prints a tree as HTML with one element a line, for golden files: it is
// meant for eyes, white space is not kept.
func Indent(n *Node) string {
	p := printer{indent: true, golden: true}
	p.node(n, "")
	return string(p.b)
}

// worthwhile is from how many bytes on a part is kept: a short one is printed again in less time.
const worthwhile = 256

type printer struct {
	b           []byte
	xml, indent bool
	golden      bool             // what follows from the tree alone is left out
	text        Node             // of the element at work
	one         [1]*Node         // holds it
	again       map[*Node][2]int // where a part stands that is printed already; nil where none comes back
}

func (p *printer) node(n *Node, margin string) {
	if p.indent {
		p.b = append(p.b, margin...)
	}
	if n.Tag == "" {
		p.escape(cleanText(n.Text), false)
		if p.indent {
			p.b = append(p.b, '\n')
		}
		return
	}
	if !allowed(n.Tag) {
		return
	}
	if p.again != nil && len(n.Children) > 1 {
		if at, ok := p.again[n]; ok {
			p.b = append(p.b, p.b[at[0]:at[1]]...)
			return
		}
		from := len(p.b)
		defer func() {
			if len(p.b)-from >= worthwhile {
				p.again[n] = [2]int{from, len(p.b)}
			}
		}()
	}
	p.b = append(p.b, '<')
	p.b = append(p.b, n.Tag...)
	for i, a := range n.Attrs {
		if !allowedAttr(a) || repeats(n.Attrs[:i], a.Name) {
			continue
		}
		p.b = append(p.b, ' ')
		p.b = append(p.b, a.Name...)
		if a.Value == "" && !p.xml {
			continue // in HTML a bare name is an empty value
		}
		p.b = append(p.b, `="`...)
		p.escape(cleanText(a.Value), true)
		p.b = append(p.b, '"')
	}
	if !p.xml && !p.golden && original(n) {
		p.b = append(p.b, ` translate="no"`...)
	}
	kids := p.kids(n)
	if p.xml && len(kids) == 0 {
		p.b = append(p.b, "/>"...)
		return
	}
	p.b = append(p.b, '>')
	if void(n.Tag) {
		if p.indent {
			p.b = append(p.b, '\n')
		}
		return
	}
	if !p.xml && len(kids) > 0 && kids[0].Tag == "" && strings.HasPrefix(cleanText(kids[0].Text), "\n") {
		switch n.Tag {
		case "pre", "textarea", "listing":
			p.b = append(p.b, '\n') // a parser drops the first line feed here
		}
	}
	if p.indent && !short(kids) {
		p.b = append(p.b, '\n')
		for _, c := range kids {
			p.node(c, margin+"  ")
		}
		p.b = append(p.b, margin...)
	} else {
		was := p.indent
		p.indent = false
		for _, c := range kids {
			p.node(c, "")
		}
		p.indent = was
	}
	p.b = append(p.b, "</"...)
	p.b = append(p.b, n.Tag...)
	p.b = append(p.b, '>')
	if p.indent {
		p.b = append(p.b, '\n')
	}
}

// kids are the children of an element. Most hold a text alone: nothing is made for that.
func (p *printer) kids(n *Node) []*Node {
	if n.Words == nil && n.Text != "" && !void(n.Tag) {
		p.text.Text = n.Text
		return append(p.one[:0], &p.text)
	}
	return kidsOf(n)
}

// kidsOf are the children that a print shows.
func kidsOf(n *Node) []*Node {
	if void(n.Tag) {
		return nil
	}
	kids := n.Kids()
	for i, c := range kids {
		if !shows(c) {
			some := append([]*Node(nil), kids[:i]...)
			for _, c := range kids[i:] {
				if shows(c) {
					some = append(some, c)
				}
			}
			return some
		}
	}
	return kids
}

func shows(n *Node) bool {
	if n.Tag == "" {
		return n.Text != ""
	}
	return allowed(n.Tag)
}

// repeats reports whether an attribute of this name is printed already.
func repeats(before []Attr, name string) bool {
	for _, b := range before {
		if b.Name == name && allowedAttr(b) {
			return true
		}
	}
	return false
}

// Originals are the elements that are meant as they stand, in any language: CQL, what is
// typed, an answer, what the server says, a formula and a figure, which has a text beside it.
// A page's translator is asked to leave them alone, and numbers. The loader has the same rule
// for the elements that it makes.
var Originals = []string{"code", "pre", "textarea", "output", "q", "math", "svg"}

func original(n *Node) bool {
	class, _ := n.Attr("class")
	return class == "num" || slices.Contains(Originals, n.Tag)
}

// short holds for elements that Indent keeps on a line: those with text.
func short(kids []*Node) bool {
	for _, c := range kids {
		if c.Tag == "" {
			return true
		}
	}
	return len(kids) == 0
}

// escape is the one place where text becomes markup.
func (p *printer) escape(s string, quoted bool) {
	from := 0
	for i := 0; i < len(s); i++ {
		if s[i] > '>' {
			continue // as nearly all letters are
		}
		var e string
		switch s[i] {
		case '&':
			e = "&amp;"
		case '<':
			e = "&lt;"
		case '>':
			e = "&gt;"
		case '"':
			if !quoted {
				continue
			}
			e = "&#34;"
		case '\n', '\t':
			if !quoted || !p.xml {
				continue
			}
			e = "&#10;"
			if s[i] == '\t' {
				e = "&#9;"
			}
		default:
			continue
		}
		p.b = append(p.b, s[from:i]...)
		p.b = append(p.b, e...)
		from = i + 1
	}
	p.b = append(p.b, s[from:]...)
}

// void holds for elements that have no content and no end tag
// (https://html.spec.whatwg.org/multipage/syntax.html#void-elements).
func void(tag string) bool {
	switch tag {
	case "area", "br", "col", "hr", "img", "input", "source", "track", "wbr":
		return true
	}
	return false
}

// SVGSpace is the namespace of pictures.
const SVGSpace = "http://www.w3.org/2000/svg"
