// Package view is a tree of elements, attributes and text: what a widget or a
// figure looks like, before it becomes HTML or nodes of a page.
package view

// A Node is an element, or a text where Tag is empty.
type Node struct {
	Tag      string
	Attrs    []Attr
	Text     string
	Children []*Node
}

// An Attr is an attribute. A boolean attribute has an empty value.
type Attr struct{ Name, Value string }
