//go:build js && wasm

package main

import (
	"syscall/js"

	"honnef.co/go/js/dom/v2"

	"partitionlab/wasm/view"
)

// An element of the page. Its methods are those of package dom; only what hands
// out other nodes is our own, because dom would wrap them in a type for each kind
// of element, and all those types make the program a fifth larger.
type element struct{ *dom.BasicElement }

func wrap(v js.Value) element {
	return element{&dom.BasicElement{BasicNode: &dom.BasicNode{Value: v}}}
}

// exists reports whether there is such an element.
func (e element) exists() bool { return e.Truthy() }

// find returns the first element below e that a selector takes.
func (e element) find(selector string) element { return wrap(e.Call("querySelector", selector)) }

// findAll returns all of them.
func (e element) findAll(selector string) []element {
	list := e.Call("querySelectorAll", selector)
	out := make([]element, list.Length())
	for i := range out {
		out[i] = wrap(list.Index(i))
	}
	return out
}

// around returns e or the next element around it that a selector takes.
func (e element) around(selector string) element { return wrap(e.Call("closest", selector)) }

// byID returns the element with an id; it does not exist where there is none.
func byID(id string) element {
	if id == "" {
		return wrap(js.Null())
	}
	return wrap(document.Call("getElementById", id))
}

// value is what a field holds.
func (e element) value() string { return e.Get("value").String() }

// An event with the element that it happened to.
type event struct {
	dom.BasicEvent
	target element
}

// listen calls do for events of an element and of what is in it.
func listen(target js.Value, typ string, do func(event)) {
	const capture = true // some events do not bubble, so all are caught on their way down
	target.Call("addEventListener", typ, js.FuncOf(func(_ js.Value, args []js.Value) any {
		do(event{dom.BasicEvent{Value: args[0]}, wrap(args[0].Get("target"))})
		return nil
	}), capture)
}

// Kinds of nodes (https://dom.spec.whatwg.org/#dom-node-nodetype).
const (
	elementNode = 1
	textNode    = 3
)

// read returns the tree of a node of the page, normal in the sense of package view.
func read(v js.Value) *view.Node {
	n := dom.BasicNode{Value: v}
	if n.NodeType() == textNode {
		return view.Text(n.NodeValue())
	}
	out := view.El(v.Get("localName").String())
	attrs := v.Get("attributes")
	for i := range attrs.Length() {
		a := attrs.Index(i)
		out.Attrs = append(out.Attrs, view.Attr{Name: a.Get("name").String(), Value: a.Get("value").String()})
	}
	for c := v.Get("firstChild"); c.Truthy(); c = c.Get("nextSibling") {
		n := dom.BasicNode{Value: c}
		if t := n.NodeType(); t == elementNode || t == textNode {
			out.Children = append(out.Children, read(c))
		}
	}
	return out
}

// create returns new nodes for a tree that stands in an element of a namespace.
func create(n *view.Node, space string) js.Value {
	if n.Tag == "" {
		return document.Call("createTextNode", n.Text)
	}
	space = view.Space(space, n.Tag)
	e := wrap(document.Call("createElementNS", space, n.Tag))
	for _, a := range n.Attrs {
		e.SetAttribute(a.Name, a.Value)
	}
	for _, c := range n.Children {
		e.Call("appendChild", create(c, space))
	}
	return e.Value
}

// patch carries out changes of a node and of what is in it.
func patch(root js.Value, patches []view.Patch) {
	for _, p := range patches {
		v := root
		for _, i := range p.Path {
			if v = v.Get("childNodes").Index(i); v.IsUndefined() {
				panic("the page is not as it was left")
			}
		}
		e := wrap(v)
		switch p.Op {
		case view.SetText:
			e.SetNodeValue(p.Value)
			syncText(v.Get("parentNode"))
		case view.SetAttr:
			e.SetAttribute(p.Name, p.Value)
			syncAttr(v, p.Name, p.Value, true)
		case view.RemoveAttr:
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
			parent.Call("replaceChild", create(p.Node, parent.Get("namespaceURI").String()), v)
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
