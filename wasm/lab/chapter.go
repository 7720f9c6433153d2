package lab

import (
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/view"
)

// Findings lists diagnostics of a text as a chapter shows them below the text. No
// program stands behind them, so repairs are words. Root is the path of the
// site's root.
func Findings(root string, src *diag.Source, ds []diag.Diagnostic) *view.Node {
	j := &judged{src: src}
	for _, d := range ds {
		var repairs []string
		for _, f := range d.Fixes {
			repairs = append(repairs, lowerFirst(f.Title))
		}
		if d.Instead != "" && len(repairs) > 0 {
			d.Instead = sentence(d.Instead) + " Or: "
		}
		d.Instead += strings.Join(repairs, "; ")
		d.Fixes = nil
		j.items = append(j.items, judgedItem{diags: []diag.Diagnostic{d}})
	}
	f := form{Spec: &Spec{Place: place.Place{Root: root}}}
	return f.findings(j)
}
