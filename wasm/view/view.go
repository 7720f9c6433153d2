// Package view is a tree of elements, attributes and text: what a widget or a
// figure looks like, before it becomes HTML or nodes of a page.
//
// A tree is printed by [HTML] and [XML], which are the only places that escape
// anything, and compared by [Diff], which says how to turn one tree into
// another with few changes. No tree can carry a script, an event handler or a
// style: whatever is not allowed is left out, in print as in the page.
package view

import "strings"

// A Node is an element, or a text where Tag is empty.
type Node struct {
	Tag      string
	Attrs    []Attr
	Text     string // of an element, too, that holds a text and nothing else: see [Node.Kids]
	Children []*Node
	Words    *Words // instead of children
	Rest     bool   // its children stay what they are: see [Diff]
	as       bool   // as it was read, it stands for the one before: see [ReadSince]
	normal   bool   // it is known to be: see [Normal]
}

// An Attr is an attribute. A boolean attribute has an empty value.
type Attr struct{ Name, Value string }

// A Part is what [El] puts into an element: an attribute, a child, or several
// of either. A nil child adds nothing. As in what a parser finds, so does an empty text, and
// two texts side by side are one: what [Normal] has to mend, it makes anew up to the root.
type Part interface{ addTo(*Node) }

// Attrs are several attributes.
type Attrs []Attr

// Nodes are several children.
type Nodes []*Node

func (a Attr) addTo(n *Node) {
	if a.Name != "" {
		n.Attrs = append(n.Attrs, a)
	}
}

func (as Attrs) addTo(n *Node) { n.Attrs = append(n.Attrs, as...) }

func (c *Node) addTo(n *Node) {
	if c == nil || c.Tag == "" && c.Text == "" {
		return
	}
	if n.Children == nil {
		n.Children = append(make([]*Node, 0, 4), n.Kids()...)
		n.Text, n.Words = "", nil
	}
	if last := len(n.Children) - 1; c.Tag == "" && last >= 0 && n.Children[last].Tag == "" {
		n.Children[last] = Text(n.Children[last].Text + c.Text)
		return
	}
	n.Children = append(n.Children, c)
}

func (ns Nodes) addTo(n *Node) {
	for _, c := range ns {
		c.addTo(n)
	}
}

// El returns an element made of parts. A small one is one piece of memory.
func El(tag string, parts ...Part) *Node {
	attrs, children := 0, 0
	for _, p := range parts {
		switch p := p.(type) {
		case Attr:
			attrs++
		case Attrs:
			attrs += len(p)
		case *Node:
			children++
		case Nodes:
			children += len(p)
		}
	}
	if attrs <= 1 && children <= 2 {
		var small struct {
			Node
			attr     [1]Attr
			children [2]*Node
		}
		p := &small
		p.Tag, p.Attrs, p.Children = tag, p.attr[:0], p.children[:0]
		return p.Add(parts...)
	}
	if attrs <= 3 && children <= 4 {
		var small struct {
			Node
			attrs    [3]Attr
			children [4]*Node
		}
		p := &small
		p.Tag, p.Attrs, p.Children = tag, p.attrs[:0], p.children[:0]
		return p.Add(parts...)
	}
	n := &Node{Tag: tag}
	if attrs > 0 {
		n.Attrs = make([]Attr, 0, attrs)
	}
	if children > 0 {
		n.Children = make([]*Node, 0, children)
	}
	return n.Add(parts...)
}

// Leaf returns an element that holds a text, with a class or, where that is empty, with
// none. Most elements are leaves: each is one piece of memory.
func Leaf(tag, class, text string) *Node { return new(leaf).of(tag, class, text) }

type leaf struct {
	Node
	attr [1]Attr
}

func (l *leaf) of(tag, class, text string) *Node {
	l.Tag, l.Text = tag, text
	if class != "" {
		l.attr[0] = Attr{"class", class}
		l.Attrs = l.attr[:]
	}
	return &l.Node
}

// A Supply makes leaves and texts for an answer that has many, several in one piece of
// memory.
type Supply struct {
	leaves []leaf
	texts  []Node
	same   map[[3]string]*Node
	given  int
}

// space is what stands between most parts of a line. Nothing changes a node that is in a tree.
var space = &Node{Text: " "}

// more is how many the next piece holds: few where few are needed.
func (s *Supply) more() int { return min(2+s.given/4, 32) }

// Leaf is as [Leaf].
func (s *Supply) Leaf(tag, class, text string) *Node {
	if len(s.leaves) == 0 {
		s.leaves = make([]leaf, s.more())
	}
	s.given++
	l := &s.leaves[0]
	s.leaves = s.leaves[1:]
	return l.of(tag, class, text)
}

// Text is as [Text].
func (s *Supply) Text(text string) *Node {
	if text == space.Text {
		return space
	}
	if len(s.texts) == 0 {
		s.texts = make([]Node, s.more())
	}
	s.given++
	n := &s.texts[0]
	s.texts = s.texts[1:]
	n.Text = text
	return n
}

// Again is as [Leaf], for what an answer says again and again: it holds it once.
func (s *Supply) Again(tag, class, text string) *Node {
	return s.once([3]string{tag, class, text}, func() *Node { return Leaf(tag, class, text) })
}

// Same returns what make has returned for this name before, or does now.
func (s *Supply) Same(name string, make func() *Node) *Node {
	return s.once([3]string{"", "", name}, make)
}

func (s *Supply) once(key [3]string, make func() *Node) *Node {
	n := s.same[key]
	if n == nil {
		if n = make(); s.same == nil {
			s.same = map[[3]string]*Node{}
		}
		s.same[key] = n
	}
	return n
}

// Label returns the label of the field with an id.
func Label(id, text string) *Node { return El("label", A("for", id), Text(text)) }

// Scroll returns an element that scrolls inside itself where it is too wide: by keyboard,
// too, and a screen reader says what it is.
func Scroll(tag, class, label string, parts ...Part) *Node {
	return El(tag, Class(class), A("tabindex", "0"), A("role", "group"), A("aria-label", label)).Add(parts...)
}

// Add puts parts into an element and returns it.
func (n *Node) Add(parts ...Part) *Node {
	n.normal = false
	for _, p := range parts {
		if p != nil {
			p.addTo(n)
		}
	}
	return n
}

// Text returns a text.
func Text(s string) *Node { return &Node{Text: s} }

// A returns an attribute.
func A(name, value string) Part { return Attr{name, value} }

// Class returns a class attribute; empty names are left out, and without any
// name there is no attribute.
func Class(names ...string) Part {
	all := ""
	for _, s := range names {
		switch {
		case all == "":
			all = s
		case s != "":
			all += " " + s
		}
	}
	if all == "" {
		return nil
	}
	return Attr{"class", all}
}

// Flag returns a boolean attribute where on is true, else none.
func Flag(name string, on bool) Part {
	if !on {
		return nil
	}
	return Attr{name, ""}
}

// Attr returns the value of an attribute and whether the element has it.
func (n *Node) Attr(name string) (string, bool) {
	for _, a := range n.Attrs {
		if a.Name == name {
			return a.Value, true
		}
	}
	return "", false
}

// Find returns the first element for which ok holds, in the order of the page,
// or nil.
func (n *Node) Find(ok func(*Node) bool) *Node {
	if n.Tag != "" && ok(n) {
		return n
	}
	for _, c := range n.Kids() {
		if f := c.Find(ok); f != nil {
			return f
		}
	}
	return nil
}

// PlainText is the text of a tree without its elements.
func (n *Node) PlainText() string {
	var b strings.Builder
	n.plain(&b)
	return b.String()
}

func (n *Node) plain(b *strings.Builder) {
	b.WriteString(n.Text)
	if n.Words != nil {
		b.WriteString(n.Words.Text)
	}
	for _, c := range n.Children {
		c.plain(b)
	}
}

// allowed says whether an element may stand in a tree: none that runs a
// program, loads another page, or carries a style sheet.
func allowed(tag string) bool {
	switch strings.ToLower(tag) {
	case "script", "style", "iframe", "object", "embed", "base", "link", "meta", "template", "frame", "frameset", "noscript", "plaintext", "xmp", "noembed", "noframes", "foreignobject":
		return false
	}
	return isName(tag)
}

// allowedAttr says whether an attribute may stand on an element: no style, no
// event handler, no address that runs a program.
func allowedAttr(a Attr) bool {
	name := strings.ToLower(a.Name)
	switch name {
	case "style", "srcdoc":
		return false
	case "href", "src", "action", "formaction", "poster", "data":
		return safeAddress(a.Value)
	}
	return isName(name) && !strings.HasPrefix(name, "on")
}

// safeAddress holds for relative addresses and for those of a few schemes.
func safeAddress(s string) bool {
	i := strings.IndexAny(s, ":/?#")
	if i < 0 || s[i] != ':' {
		return true
	}
	switch s[:i] {
	case "http", "https", "mailto":
		return true
	}
	return false
}

// isName holds for names of elements and attributes: a letter, then letters,
// digits, '-' and '_'.
func isName(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z':
		case i > 0 && ('0' <= c && c <= '9' || c == '-' || c == '_'):
		default:
			return false
		}
	}
	return s != ""
}

// Normal returns the tree as a parser of its print would build it: texts that
// touch are one text, empty ones are gone, as is everything that is not
// allowed, and the second attribute of the same name. [Diff] works on normal
// trees. What has gone through it is not looked at again as a part of another tree: whoever
// keeps a part for the next one looks through it once.
func Normal(n *Node) *Node {
	if isNormal(n) {
		if n != space { // which all trees share
			n.normal = true
		}
		return n // as most trees are
	}
	if n.Tag == "" {
		return &Node{Text: cleanText(n.Text)}
	}
	out := &Node{Tag: n.Tag, normal: true}
	for _, a := range n.Attrs {
		if _, has := out.Attr(a.Name); !has && allowedAttr(a) {
			out.Attrs = append(out.Attrs, Attr{a.Name, cleanText(a.Value)})
		}
	}
	if void(n.Tag) {
		return out
	}
	for _, c := range n.Kids() {
		if c.Tag != "" {
			if allowed(c.Tag) {
				out.Children = append(out.Children, Normal(c))
			}
			continue
		}
		t := cleanText(c.Text)
		if t == "" {
			continue
		}
		if k := len(out.Children); k > 0 && out.Children[k-1].Tag == "" {
			out.Children[k-1] = &Node{Text: out.Children[k-1].Text + t}
			continue
		}
		out.Children = append(out.Children, &Node{Text: t})
	}
	return out
}

// IsNormal reports whether a tree has gone through [Normal], and nothing was added since.
func (n *Node) IsNormal() bool { return n.normal }

// isNormal reports whether a tree is normal already.
func isNormal(n *Node) bool {
	if n.normal {
		return true
	}
	if n.Tag == "" {
		return isClean(n.Text)
	}
	if !hasNormalAttrs(n) {
		return false
	}
	if n.Words != nil {
		return isClean(n.Words.Text)
	}
	if void(n.Tag) {
		return len(n.Children) == 0 && n.Text == ""
	}
	if !isClean(n.Text) {
		return false
	}
	text := false // the child before is one
	for _, c := range n.Children {
		if c.Tag == "" && (text || c.Text == "") || c.Tag != "" && !allowed(c.Tag) || !isNormal(c) {
			return false
		}
		text = c.Tag == ""
	}
	return true
}

func hasNormalAttrs(n *Node) bool {
	for i, a := range n.Attrs {
		if !allowedAttr(a) || !isClean(a.Value) {
			return false
		}
		for _, b := range n.Attrs[:i] {
			if a.Name == b.Name {
				return false
			}
		}
	}
	return true
}

// cleanText replaces what no document can hold: control characters other than
// tab and line feed, and bytes that are not UTF-8. A carriage return becomes a
// line feed, as every parser of HTML makes it.
func cleanText(s string) string {
	if isClean(s) {
		return s
	}
	var b strings.Builder
	last := rune(0)
	for _, r := range s {
		switch {
		case r == '\r':
			b.WriteByte('\n')
		case r == '\n' && last == '\r':
		case r < ' ' && r != '\n' && r != '\t', r == 0x7f, 0x80 <= r && r < 0xa0, r == 0xfffe, r == 0xffff:
			b.WriteRune(0xfffd)
		default:
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}

// isClean reports whether cleanText leaves a text as it is.
func isClean(s string) bool {
	ascii := true
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case ' ' <= c && c < 0x7f, c == '\n', c == '\t':
		case c <= 0x7f:
			return false
		default:
			ascii = false
		}
	}
	if ascii {
		return true
	}
	for _, r := range s {
		if r == 0xfffd || 0x80 <= r && r < 0xa0 || r == 0xfffe || r == 0xffff {
			return false
		}
	}
	return true
}
