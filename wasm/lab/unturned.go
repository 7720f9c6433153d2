package lab

import (
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/view"
)

// unturned writes out what turns the direction of text, in everything that a page shows:
// a link could else put its author's words where the site speaks. What is typed stays as
// it is; the text under it, which is seen in its place, has a sign for each such mark.
//
// In the same walk long names get places where a line may break: see view.Seams.
func unturned(n *view.Node) { writeOut(n, diag.Printable, true) }

func writeOut(n *view.Node, as func(string) string, breaks bool) {
	if n == nil || n.Tag == "textarea" || n.IsNormal() { // then it was kept, and is written out
		return
	}
	switch n.Tag {
	case "option", "svg", "math": // hold no such places
		breaks = false
	}
	if class, _ := n.Attr("class"); class == "code-mirror" {
		as, breaks = signs, false // it breaks where the typed text does
	}
	n.Text = as(n.Text)
	for i := range n.Attrs {
		if a := &n.Attrs[i]; a.Name == "title" || a.Name == "aria-label" || a.Name == "data-answer" {
			a.Value = as(a.Value)
		}
	}
	long := n.Tag != "" && breaks && len(view.Seams(n.Text)) > 0
	if long { // its only text becomes a child
		n.Children, n.Text = n.Kids(), ""
	}
	for _, c := range n.Children {
		writeOut(c, as, breaks)
		long = long || breaks && c != nil && c.Tag == "" && len(view.Seams(c.Text)) > 0
	}
	if long {
		n.Children = view.AtSeams(n.Children)
	}
}

// signs is a text with one sign for each mark that turns it, so that it stays as wide as
// what is typed.
func signs(s string) string {
	if diag.Printable(s) == s {
		return s
	}
	return strings.Map(func(c rune) rune {
		if one := string(c); c > 0x7f && diag.Printable(one) != one {
			return '\ufffd'
		}
		return c
	}, s)
}
