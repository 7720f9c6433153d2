package view

import "slices"

// Op is what a patch does.
type Op uint8

// The operations. Path leads to the node that is changed: for Insert and Remove
// the parent, for the others the node itself.
const (
	SetText    Op = iota // the text becomes Value
	SetAttr              // the attribute Name becomes Value
	RemoveAttr           // the attribute Name goes
	Insert               // Node becomes the child number Index
	Remove               // the child number Index goes
	Replace              // the node becomes Node
)

// A Patch is one change of a tree. Patches are applied one after the other:
// the path of each counts children as the patches before it left them.
type Patch struct {
	Op          Op
	Path        []int
	Index       int
	Name, Value string
	Node        *Node
}

// Diff returns the patches that turn a tree into another. Both are normal trees
// (see [Normal]). Elements are the same where tag and key agree; the key is the
// value of the attribute data-key or else of id. What stays the same is not
// touched, so that a node of a page keeps its focus, cursor and scroll position.
//
// An element whose children rest takes those over that it had.
func Diff(old, new *Node) []Patch {
	d := differ{}
	if !same(old, new) {
		return []Patch{{Op: Replace, Node: new}}
	}
	d.node(old, new)
	return d.patches
}

// Turn is [Diff] for a new tree of which nobody knows whether it is normal, and returns the one
// that is. What it has as a normal old one had it is not looked at for that.
func Turn(old, new *Node) (*Node, []Patch) {
	if old.normal && same(old, new) {
		d := differ{looks: true}
		if d.node(old, new); !d.odd {
			new.normal = true
			return new, d.patches
		}
	}
	new = Normal(new)
	return new, Diff(old, new)
}

type differ struct {
	patches []Patch
	path    []int
	looks   bool // whether what is new is normal
	odd     bool // it is not
}

func (d *differ) add(p Patch) {
	p.Path = append([]int(nil), d.path...)
	d.patches = append(d.patches, p)
}

// key is the attribute that tells a node from others of its tag, and its value.
func key(n *Node) (by Attr) {
	for _, a := range n.Attrs {
		switch a.Name {
		case "data-key":
			return a
		case "id":
			by = a
		}
	}
	return by
}

func same(a, b *Node) bool { return a.Tag == b.Tag && key(a) == key(b) }

func (d *differ) node(old, new *Node) {
	if old == new {
		return
	}
	if new.Tag == "" {
		if old.Text != new.Text {
			d.odd = d.odd || d.looks && (new.Text == "" || !isClean(new.Text))
			d.add(Patch{Op: SetText, Value: new.Text})
		}
		return
	}
	if !slices.Equal(old.Attrs, new.Attrs) {
		d.odd = d.odd || d.looks && !hasNormalAttrs(new)
		for _, a := range old.Attrs {
			if _, has := new.Attr(a.Name); !has {
				d.add(Patch{Op: RemoveAttr, Name: a.Name})
			}
		}
		for _, a := range new.Attrs {
			if v, has := old.Attr(a.Name); !has || v != a.Value {
				d.add(Patch{Op: SetAttr, Name: a.Name, Value: a.Value})
			}
		}
	}
	if new.Rest {
		new.Text, new.Children, new.Words = old.Text, old.Children, old.Words
		return
	}
	switch {
	case old.Words != nil && new.Words != nil && old.Words.equal(new.Words), old.Text != "" && old.Text == new.Text:
		return
	}
	was, now := old.Kids(), new.Kids()
	if d.looks && !slices.EqualFunc(was, now, same) {
		d.odd, d.looks = d.odd || !isNormal(new), false
		defer func() { d.looks = true }()
	}
	d.children(was, now)
}

func (d *differ) children(old, new []*Node) {
	if slices.EqualFunc(old, new, same) { // as most are
		for i := range new {
			if old[i] != new[i] {
				d.path = append(d.path, i)
				d.node(old[i], new[i])
				d.path = d.path[:len(d.path)-1]
			}
		}
		return
	}
	from := match(old, new)
	// Take away what has no counterpart, from the end, so that indexes hold.
	kept := make([]bool, len(old))
	for _, i := range from {
		if i >= 0 {
			kept[i] = true
		}
	}
	for i := len(old) - 1; i >= 0; i-- {
		if !kept[i] {
			d.add(Patch{Op: Remove, Index: i})
		}
	}
	for j, i := range from {
		if i < 0 {
			d.add(Patch{Op: Insert, Index: j, Node: new[j]})
		}
	}
	for j, i := range from {
		if i >= 0 {
			d.path = append(d.path, j)
			d.node(old[i], new[j])
			d.path = d.path[:len(d.path)-1]
		}
	}
}

// match says for each new child which old child it continues, or -1. The
// numbers rise: nothing changes places, because moving a node takes its focus.
func match(old, new []*Node) []int {
	from := make([]int, len(new))
	for i := range from {
		from[i] = -1
	}
	lo, hiOld, hiNew := 0, len(old), len(new)
	for lo < hiOld && lo < hiNew && same(old[lo], new[lo]) {
		from[lo] = lo
		lo++
	}
	for hiOld > lo && hiNew > lo && same(old[hiOld-1], new[hiNew-1]) {
		hiOld--
		hiNew--
		from[hiNew] = hiOld
	}
	n, m := hiOld-lo, hiNew-lo
	if n == 0 || m == 0 {
		return from
	}
	if n*m > 40000 { // long lists: the next of the same kind
		i := lo
		for j := lo; j < hiNew; j++ {
			for k := i; k < hiOld; k++ {
				if same(old[k], new[j]) {
					from[j] = k
					i = k + 1
					break
				}
			}
		}
		return from
	}
	// The longest common subsequence of the middle; long[i][j] is its length
	// from old child i and new child j on.
	long := make([]int32, (n+1)*(m+1))
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			k := i*(m+1) + j
			if same(old[lo+i], new[lo+j]) {
				long[k] = long[k+m+2] + 1
			} else {
				long[k] = max(long[k+m+1], long[k+1])
			}
		}
	}
	for i, j := 0, 0; i < n && j < m; {
		k := i*(m+1) + j
		switch {
		case same(old[lo+i], new[lo+j]):
			from[lo+j] = lo + i
			i++
			j++
		case long[k+m+1] >= long[k+1]:
			i++
		default:
			j++
		}
	}
	return from
}

// Adopt readies the tree of a widget as it was found in a page to be compared with the
// next one, known being what was left there. Of elements that both have it leaves out
// what a reader or another script has set and no view speaks of: an attribute more, a
// disclosure opened or closed.
func Adopt(found, known *Node) {
	var attrs []Attr
	for _, a := range found.Attrs {
		if _, has := known.Attr(a.Name); has && a.Name != "open" {
			attrs = append(attrs, a)
		}
	}
	if v, open := known.Attr("open"); open {
		attrs = append(attrs, Attr{"open", v})
	}
	found.Attrs = attrs
	kids := known.Kids()
	for j, i := range match(kids, found.Children) {
		if i >= 0 && found.Children[j].Tag != "" {
			Adopt(found.Children[j], kids[i])
		}
	}
}

// Apply carries patches out on a copy of a tree. A patch whose path leads
// nowhere is left out.
func Apply(root *Node, patches []Patch) *Node {
	root = clone(root)
	for _, p := range patches {
		parent, at := (*Node)(nil), 0
		n := root
		for _, i := range p.Path {
			if i < 0 || i >= len(n.Children) {
				n = nil
				break
			}
			parent, at, n = n, i, n.Children[i]
		}
		if n == nil {
			continue
		}
		switch p.Op {
		case SetText:
			n.Text = p.Value
		case SetAttr:
			n.setAttr(p.Name, p.Value)
		case RemoveAttr:
			for i, a := range n.Attrs {
				if a.Name == p.Name {
					n.Attrs = append(n.Attrs[:i], n.Attrs[i+1:]...)
					break
				}
			}
		case Insert:
			if p.Index <= len(n.Children) {
				n.Children = append(n.Children, nil)
				copy(n.Children[p.Index+1:], n.Children[p.Index:])
				n.Children[p.Index] = clone(p.Node)
			}
		case Remove:
			if p.Index < len(n.Children) {
				n.Children = append(n.Children[:p.Index], n.Children[p.Index+1:]...)
			}
		case Replace:
			if parent == nil {
				root = clone(p.Node)
			} else {
				parent.Children[at] = clone(p.Node)
			}
		}
	}
	return root
}

func (n *Node) setAttr(name, value string) {
	for i, a := range n.Attrs {
		if a.Name == name {
			n.Attrs[i].Value = value
			return
		}
	}
	n.Attrs = append(n.Attrs, Attr{name, value})
}

func clone(n *Node) *Node {
	c := &Node{Tag: n.Tag, Attrs: append([]Attr(nil), n.Attrs...)}
	if n.Tag == "" {
		c.Text = n.Text
	}
	for _, k := range n.Kids() {
		c.Children = append(c.Children, clone(k))
	}
	return c
}
