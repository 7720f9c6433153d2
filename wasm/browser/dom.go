//go:build js && wasm

package main

import (
	"strings"
	"syscall/js"

	"honnef.co/go/js/dom/v2"

	"partitionlab/wasm/view"
)

// read returns the tree of a node of the page, normal in the sense of package view.
func read(n dom.Node) *view.Node {
	if n.NodeType() == 3 {
		return view.Text(n.NodeValue())
	}
	v := n.Underlying()
	out := view.El(v.Get("localName").String())
	attrs := v.Get("attributes")
	for i := range attrs.Length() {
		a := attrs.Index(i)
		out.Attrs = append(out.Attrs, view.Attr{Name: a.Get("name").String(), Value: a.Get("value").String()})
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t := c.NodeType(); t == 1 || t == 3 {
			out.Children = append(out.Children, read(c))
		}
	}
	return out
}

// create returns new nodes for a tree that stands in an element of a namespace.
func create(n *view.Node, space string) dom.Node {
	if n.Tag == "" {
		return document.CreateTextNode(n.Text)
	}
	space = view.Space(space, n.Tag)
	e := document.CreateElementNS(space, n.Tag)
	for _, a := range n.Attrs {
		e.SetAttribute(a.Name, a.Value)
	}
	for _, c := range n.Children {
		e.AppendChild(create(c, space))
	}
	return e
}

// patch carries out changes below a node and returns the node, which is another
// one if it was replaced.
func patch(root dom.Node, patches []view.Patch) dom.Node {
	for _, p := range patches {
		v := root.Underlying()
		for _, i := range p.Path {
			if v = v.Get("childNodes").Index(i); v.IsUndefined() {
				panic("the page is not as it was left")
			}
		}
		n := dom.WrapNode(v)
		switch p.Op {
		case view.SetText:
			n.SetNodeValue(p.Value)
			syncText(v.Get("parentNode"))
		case view.SetAttr:
			v.Call("setAttribute", p.Name, p.Value)
			syncAttr(v, p.Name, p.Value, true)
		case view.RemoveAttr:
			v.Call("removeAttribute", p.Name)
			syncAttr(v, p.Name, "", false)
		case view.Insert:
			v.Call("insertBefore", create(p.Node, v.Get("namespaceURI").String()).Underlying(), orNull(v.Get("childNodes").Index(p.Index)))
			syncText(v)
		case view.Remove:
			v.Call("removeChild", v.Get("childNodes").Index(p.Index))
			syncText(v)
		case view.Replace:
			parent := v.Get("parentNode")
			fresh := create(p.Node, parent.Get("namespaceURI").String())
			parent.Call("replaceChild", fresh.Underlying(), v)
			if len(p.Path) == 0 {
				root = fresh
			}
		}
	}
	return root
}

func orNull(v js.Value) js.Value {
	if v.IsUndefined() {
		return js.Null()
	}
	return v
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
		if tag := v.Get("localName").String(); (tag == "input") && v.Get("value").String() != value {
			v.Set("value", value)
		}
	case "checked", "selected":
		v.Set(name, on)
	}
}

// after reports whether a class name stands among others.
func hasClass(n *view.Node, name string) bool {
	class, _ := n.Attr("class")
	for _, c := range strings.Fields(class) {
		if c == name {
			return true
		}
	}
	return false
}
