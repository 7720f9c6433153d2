package lab

import (
	"partitionlab/wasm/diag"
	"partitionlab/wasm/view"
)

// Findings lists diagnostics of a text as a chapter shows them below the text. No
// program stands behind them, so repairs are words. Root is the path of the
// site's root.
func Findings(root string, src *diag.Source, ds []diag.Diagnostic) *view.Node {
	j := &judged{src: src}
	for _, d := range ds {
		or := "Or: "
		for _, f := range d.Fixes {
			if d.Instead != "" {
				d.Instead = sentence(d.Instead) + " " + or
			}
			d.Instead += lowerFirst(f.Title)
			or = ""
		}
		d.Fixes = nil
		j.items = append(j.items, judgedItem{diags: []diag.Diagnostic{d}})
	}
	return (&Spec{Root: root}).findings(j, false)
}
