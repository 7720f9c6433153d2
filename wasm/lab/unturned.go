package lab

import (
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/view"
)

// unturned writes out what turns the direction of text, in everything that a page shows:
// a link could else put its author's words where the site speaks. What is typed stays as
// it is; the text under it, which is seen in its place, has a sign for each such mark.
func unturned(n *view.Node) {
	if n == nil || n.Tag == "textarea" {
		return
	}
	if class, _ := n.Attr("class"); class == "code-mirror" {
		eachText(n, func(text string) string { return strings.Map(signOf, text) })
		return
	}
	if n.Tag == "" {
		n.Text = diag.Printable(n.Text)
	}
	for i := range n.Attrs {
		if a := &n.Attrs[i]; a.Name == "title" || a.Name == "aria-label" {
			a.Value = diag.Printable(a.Value)
		}
	}
	for _, c := range n.Children {
		unturned(c)
	}
}

// eachText changes all texts below a node.
func eachText(n *view.Node, change func(string) string) {
	if n.Tag == "" && n.Text != diag.Printable(n.Text) {
		n.Text = change(n.Text)
	}
	for _, c := range n.Children {
		eachText(c, change)
	}
}

func signOf(c rune) rune {
	if s := string(c); c > 0x7f && diag.Printable(s) != s {
		return '\ufffd'
	}
	return c
}
