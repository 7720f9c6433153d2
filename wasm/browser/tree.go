//go:build js && wasm

package main

import (
	"strconv"
	"strings"
	"syscall/js"

	"partitionlab/wasm/view"
	"partitionlab/wasm/wire"
)

// A shown is a tree as it stands in the page. Others change pages, too: a translator
// wraps texts, an extension adds a button, a script removes what it does not know. So
// the loader watches the nodes, and where they are not as they were left, the next
// change begins with what is there.
type shown struct {
	node  js.Value
	tree  *view.Node // what was left there
	name  string     // of that, if it is a view of the helper's
	watch js.Value   // see the loader
}

// found takes over a node of the page.
func found(node js.Value) shown {
	return shown{node: node, tree: read(node), watch: loader.Call("watch", node)}
}

// made makes a node for a tree.
func made(tree *view.Node) shown {
	tree = view.Normal(tree)
	node := loader.Call("make", joined(tree.Texts()))
	return shown{node: node, tree: tree, watch: loader.Call("watch", node)}
}

// become makes the page show another tree, and returns the number of changes.
func (s *shown) become(tree *view.Node) int {
	before := s.tree
	if s.tree == nil || s.watch.Call("touched").Bool() {
		before = read(s.node)
		if s.tree != nil {
			view.Adopt(before, s.tree)
		}
	}
	s.tree, s.name = nil, "" // until all is done, nobody knows
	tree, patches := view.Turn(before, tree)
	keep := focus(s.node)
	if !s.tried(patches) { // it is not even as it was found
		s.patch([]view.Patch{{Op: view.Replace, Node: tree}})
	}
	keep()
	s.watch.Call("left")
	s.tree = tree
	return len(patches)
}

// since reads a view of the helper's, and its name; nil where the page has not the one before.
func (s *shown) since(r *wire.Reader) (tree *view.Node, name string) {
	name, before := r.Text(), r.Text()
	if before == "" {
		return view.ReadSince(r, nil), name
	}
	if before != s.name || s.tree == nil {
		return nil, ""
	}
	return view.ReadSince(r, s.tree), name
}

// tried carries out changes, and reports whether it could.
func (s *shown) tried(patches []view.Patch) (done bool) {
	defer func() { done = recover() == nil }()
	s.patch(patches)
	return
}

// focus remembers which field has the focus, and returns what gives it back where that
// was lost.
func focus(within js.Value) (keep func()) {
	had := document.Get("activeElement")
	if !had.Truthy() || !within.Call("contains", had).Bool() {
		return func() {}
	}
	id := had.Get("id").String()
	return func() {
		if now := document.Get("activeElement"); now.Equal(had) {
			return
		}
		field := byID(id)
		if !field.exists() {
			return
		}
		field.Call("focus")
		if at := had.Get("selectionStart"); at.Type() == js.TypeNumber && field.Get("selectionStart").Type() == js.TypeNumber {
			field.Call("setSelectionRange", at, had.Get("selectionEnd"))
		}
	}
}

// language is that of the page; a translator says another.
var language string

// translated reports whether a translator is at work. It works on texts that it has seen
// before: one that it knows is not changed but replaced, or it brings back the
// translation of what stood there.
func translated() bool {
	return strings.Contains(page.GetAttribute("class"), "translated-") || page.GetAttribute("lang") != language
}

// read returns the tree of a node of the page, child by child. What no tree can hold,
// such as a comment, has a name that no element has.
func read(v js.Value) *view.Node {
	// The loader walks through the nodes: a step of its takes a fiftieth of one of ours.
	return view.Read(&wire.Reader{Rest: strings.Split(loader.Call("read", v).String(), "\x00")})
}

// patch carries out changes. The loader makes them, from one text: a step of its takes a
// fiftieth of one of ours.
func (s *shown) patch(patches []view.Patch) {
	if len(patches) == 0 {
		return
	}
	texts := make([]string, 1, 1+8*len(patches))
	texts[0] = wire.Flag(translated())
	number := func(n int) { texts = append(texts, strconv.Itoa(n)) }
	for _, p := range patches {
		number(int(p.Op))
		number(len(p.Path))
		for _, i := range p.Path {
			number(i)
		}
		switch p.Op {
		case view.SetText:
			texts = append(texts, p.Value)
		case view.SetAttr:
			texts = append(texts, p.Name, p.Value)
		case view.RemoveAttr:
			texts = append(texts, p.Name)
		case view.Insert:
			number(p.Index)
			texts = append(texts, p.Node.Texts()...)
		case view.Remove:
			number(p.Index)
		case view.Replace:
			texts = append(texts, p.Node.Texts()...)
		}
	}
	if now := loader.Call("patch", s.node, joined(texts)); !now.Equal(s.node) {
		s.watch.Call("end")
		s.node, s.watch = now, loader.Call("watch", now)
	}
}

// joined writes texts as the loader reads them: no text of a page holds a zero.
func joined(texts []string) string {
	for i, text := range texts {
		if strings.Contains(text, "\x00") {
			texts[i] = strings.ReplaceAll(text, "\x00", "\ufffd")
		}
	}
	return strings.Join(texts, "\x00")
}
