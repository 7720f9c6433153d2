//go:build js && wasm

package main

import (
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
	watch js.Value   // see the loader
}

// found takes over a node of the page.
func found(node js.Value) shown {
	return shown{node: node, tree: read(node), watch: loader.Call("watch", node)}
}

// made makes a node for a tree.
func made(tree *view.Node) shown {
	tree = view.Normal(tree)
	node := create(tree, "")
	return shown{node: node, tree: tree, watch: loader.Call("watch", node)}
}

// become makes the page show another tree, and returns the number of changes.
func (s *shown) become(tree *view.Node) int {
	tree = view.Normal(tree)
	before := s.tree
	if s.tree == nil || s.watch.Call("touched").Bool() {
		before = read(s.node)
		if s.tree != nil {
			view.Adopt(before, s.tree)
		}
	}
	s.tree = nil // until all is done, nobody knows
	patches := view.Diff(before, tree)
	keep := focus(s.node)
	if !s.tried(patches) { // it is not even as it was found
		s.patch([]view.Patch{{Op: view.Replace, Node: tree}})
	}
	keep()
	s.watch.Call("left")
	s.tree = tree
	return len(patches)
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

// create returns new nodes for a tree that stands in an element of a namespace; "" for
// that of pages. The loader makes them.
func create(n *view.Node, space string) js.Value {
	return loader.Call("create", strings.Join(n.Texts(), "\x00"), space)
}

// patch carries out changes.
func (s *shown) patch(patches []view.Patch) {
	renew := len(patches) > 0 && translated()
	for _, p := range patches {
		v := s.node
		for _, i := range p.Path {
			if v = v.Get("childNodes").Index(i); v.IsUndefined() {
				panic("the page is not as it was left")
			}
		}
		e := wrap(v)
		switch p.Op {
		case view.SetText:
			parent := v.Get("parentNode")
			if renew {
				parent.Call("replaceChild", document.Call("createTextNode", p.Value), v)
			} else {
				e.SetNodeValue(p.Value)
			}
			syncText(parent)
		case view.SetAttr:
			e.SetAttribute(p.Name, p.Value)
			syncAttr(v, p.Name, p.Value, true)
		case view.RemoveAttr:
			if p.Name == "open" && v.Call("contains", document.Get("activeElement")).Bool() {
				continue // whoever types in it is not done
			}
			e.RemoveAttribute(p.Name)
			syncAttr(v, p.Name, "", false)
		case view.Insert:
			before := v.Get("childNodes").Index(p.Index)
			if before.IsUndefined() {
				before = js.Null()
			}
			v.Call("insertBefore", create(p.Node, v.Get("namespaceURI").String()), before)
			syncText(v)
		case view.Remove:
			v.Call("removeChild", v.Get("childNodes").Index(p.Index))
			syncText(v)
		case view.Replace:
			parent := v.Get("parentNode")
			fresh := create(p.Node, parent.Get("namespaceURI").String())
			parent.Call("replaceChild", fresh, v)
			if len(p.Path) == 0 {
				s.watch.Call("end")
				s.node, s.watch = fresh, loader.Call("watch", fresh)
			}
		}
	}
}

// syncText gives a text area the text of its nodes, which count only until
// somebody has typed. The cursor stays where the text is the same already.
func syncText(v js.Value) {
	if v.Get("localName").String() != "textarea" {
		return
	}
	if text := v.Get("textContent"); text.String() != v.Get("value").String() {
		v.Set("value", text)
	}
}

// syncAttr sets the property behind an attribute that is only its default.
func syncAttr(v js.Value, name, value string, on bool) {
	switch name {
	case "value":
		if v.Get("localName").String() == "input" && v.Get("value").String() != value {
			v.Set("value", value)
		}
	case "checked", "selected":
		v.Set(name, on)
	}
}
