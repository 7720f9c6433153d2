package view

import (
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/wire"
)

// A tree goes to another program as texts, and back from a page: of a text "" and the text; of
// an element its name, how many attributes, their names and values, how many children, and
// these. A mark behind the name says what is left out.
const (
	restMark = "…" // the children: see [Node.Rest]
	asMark   = "=" // all but what tells the element from others of its name
)

// Texts writes a tree as texts, whole.
func (n *Node) Texts() []string { return n.texts(nil) }

func (n *Node) texts(out []string) []string {
	if n.Tag == "" {
		return append(out, "", n.Text)
	}
	out = n.head(out, "", n.Attrs)
	kids := n.Kids()
	out = append(out, strconv.Itoa(len(kids)))
	for _, c := range kids {
		out = c.texts(out)
	}
	return out
}

// head writes what stands before the children.
func (n *Node) head(out []string, mark string, attrs []Attr) []string {
	out = append(out, n.Tag+mark, strconv.Itoa(len(attrs)))
	for _, a := range attrs {
		out = append(out, a.Name, a.Value)
	}
	return out
}

// TextsSince writes a tree for [ReadSince], which has the one before: what is as it was there is
// left out, and what rests. Nil for one who has none. From then on the tree itself holds what
// rests, to be the one before.
func (n *Node) TextsSince(before *Node) []string {
	if before != nil && !same(before, n) {
		before = nil
	}
	out, _ := n.since(nil, before)
	return out
}

// since reports, too, whether all is as it was.
func (n *Node) since(out []string, before *Node) (_ []string, as bool) {
	if n.Tag == "" {
		return append(out, "", n.Text), before != nil && before.Text == n.Text
	}
	start := len(out)
	rests := n.Rest
	if before != nil && before.Rest && !n.Rest { // nobody here knows what it was
		before = nil
	}
	switch {
	case before == nil:
	case n.Rest:
		n.Rest, n.Text, n.Children, n.Words = before.Rest, before.Text, before.Children, before.Words
	default:
		rests = n == before || n.Words != nil && before.Words != nil && n.Words.equal(before.Words) || n.Text != "" && n.Text == before.Text
	}
	if !rests {
		out = n.head(out, "", n.Attrs)
		kids := n.Kids()
		out = append(out, strconv.Itoa(len(kids)))
		var old []*Node
		if before != nil {
			old = before.Kids()
		}
		rests = before != nil && len(kids) == len(old)
		for j, i := range match(old, kids) {
			var counterpart *Node
			if i >= 0 {
				counterpart = old[i]
			}
			var is bool
			out, is = kids[j].since(out, counterpart)
			rests = rests && is
		}
		if !rests {
			return out, false
		}
	}
	switch out = out[:start]; {
	case before == nil || !slices.Equal(n.Attrs, before.Attrs):
		return append(n.head(out, restMark, n.Attrs), "0"), false
	case key(n).Name == "":
		out = n.head(out, asMark, nil)
	default:
		out = n.head(out, asMark, []Attr{key(n)})
	}
	return append(out, "0"), true
}

// Read reads a tree from texts.
func Read(r *wire.Reader) *Node {
	n := &Node{}
	if n.Tag, n.Rest = strings.CutSuffix(r.Text(), restMark); !n.Rest {
		n.Tag, n.as = strings.CutSuffix(n.Tag, asMark)
	}
	if n.Tag == "" {
		n.Text = r.Text()
		return n
	}
	if c := r.Count(); c > 0 {
		n.Attrs = make([]Attr, c)
		for i := range n.Attrs {
			n.Attrs[i] = Attr{r.Text(), r.Text()}
		}
	}
	if c := r.Count(); c > 0 {
		n.Children = make([]*Node, c)
		for i := range n.Children {
			n.Children[i] = Read(r)
		}
	}
	return n
}

// ReadSince reads a tree that [Node.TextsSince] has written since another one, which is normal, and
// whose nodes it shares; nil for none.
func ReadSince(r *wire.Reader, before *Node) *Node {
	n := Read(r)
	if before == nil || !same(before, n) {
		return n
	}
	return n.filled(before)
}

// filled is a tree with what was left out.
func (n *Node) filled(before *Node) *Node {
	switch {
	case n.Tag == "":
		return n
	case n.as:
		before.normal = true
		return before
	case n.Rest:
		n.Rest, n.Text, n.Children, n.Words = false, before.Text, before.Children, before.Words
		return n
	}
	old := before.Kids()
	for j, i := range match(old, n.Children) {
		if i >= 0 {
			n.Children[j] = n.Children[j].filled(old[i])
		}
	}
	return n
}
