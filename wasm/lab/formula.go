package lab

import (
	"strings"

	"partitionlab/wasm/number"
	"partitionlab/wasm/view"
)

// The formulas in MathML Core, with the numbers substituted. A formula is a
// table of lines that align at the equals sign.

// A formulaLine is a left side, which may be empty, and a right side: words and signs
// between spaces. N_v is a letter with an index, 1,095 a number; ~ is a space in a text.
type formulaLine struct{ left, right string }

// formulaTable lays lines out.
func formulaTable(label string, lines ...formulaLine) *view.Node {
	t := view.El("mtable", view.A("columnalign", "right left"), view.A("displaystyle", "true"))
	for _, l := range lines {
		t.Add(view.El("mtr", view.El("mtd", mathRow(l.left)), view.El("mtd", view.Leaf("mo", "", "="), mathRow(l.right))))
	}
	return view.Scroll("div", "math-scroll", label,
		view.El("math", view.Class("formula"), view.A("display", "block"), t))
}

// mathRow is one side of a line.
func mathRow(s string) (row view.Nodes) {
	for _, word := range strings.Split(s, " ") {
		if word == "" {
			continue
		}
		letter, index, indexed := strings.Cut(word, "_")
		switch first := word[0]; {
		case indexed:
			row = append(row, view.El("msub", view.Leaf("mi", "", letter), view.Leaf("mi", "", index)))
		case '0' <= first && first <= '9':
			row = append(row, view.Leaf("mn", "", word))
		case strings.Contains("∑×+−()", word):
			row = append(row, view.Leaf("mo", "", word))
		default:
			row = append(row, view.Leaf("mtext", "", strings.ReplaceAll(word, "~", " ")))
		}
	}
	return row
}

// withNumbers puts numbers into a formula, each at a #.
func withNumbers(s string, numbers ...int64) string {
	for _, n := range numbers {
		s = strings.Replace(s, "#", number.Count(n), 1)
	}
	return s
}

// formula is every model's formula, in symbols and in numbers.
func (c *sized) formula() *outcome { return &outcome{body: c.formulas} }

func (c *sized) formulas(*sizeView) view.Part {
	const bytes = " " + number.Space + "B"
	r := c.result
	d, t, k := r.Docs1, r.Thumb1, r.Disk1
	rows := "rows of " + number.ExactBytes(k.RowMin)
	if k.RowMax != k.RowMin {
		rows = "rows of " + number.Count(k.RowMin) + " to " + number.ExactBytes(k.RowMax)
	}
	n := view.El("div",
		view.Leaf("h4", "", "Number of values (documentation)"),
		formulaTable("Number of values",
			formulaLine{"N_v", "N_r × ( N_c − N_pk − N_s ) + N_s"},
			formulaLine{"", withNumbers("# × ( # − # − # ) + #", d.Nr, d.Nc, d.Npk, d.Ns, d.Ns)},
			formulaLine{"", number.Count(d.Nv)}),
		view.Leaf("h4", "", "Size (documentation)"),
		formulaTable("Size by the documentation",
			formulaLine{"S_t", "∑ sizeOf ( c_k ) + ∑ sizeOf ( c_s ) + N_r × ( ∑ sizeOf ( c_r ) + ∑ sizeOf ( c_c ) ) + N_v × sizeOf ( t_avg )"},
			formulaLine{"", withNumbers("# + # + # × ( # + # ) + # × #", d.Key, d.Static, d.Nr, d.Regular, d.Clustering, d.Nv, d.Metadata)},
			formulaLine{"", withNumbers("# + # + # + #", d.Key, d.Static, d.Rows, d.Meta)},
			formulaLine{"", withNumbers("#", d.St) + bytes}),
		view.Leaf("h4", "", "Rule of thumb"),
		formulaTable("Rule of thumb",
			formulaLine{"bytes", withNumbers("rows × ( clustering + regular + # × cells ) + static", t.PerCell)},
			formulaLine{"", withNumbers("# × ( # + # + # × # ) + #", t.Rows, t.Clustering, t.Regular, t.PerCell, t.CellsPerRow, t.Static)},
			formulaLine{"", withNumbers("#", t.Total) + bytes}),
		view.Leaf("h4", "", "On disk, one flush"),
		formulaTable("Bytes on disk",
			formulaLine{"bytes", "key~and~deletion~time + static~row + " + strings.ReplaceAll(rows, " ", "~") + " + end"},
			formulaLine{"", withNumbers("# + # + # + #", k.Header, k.Static, k.Rows, k.End)},
			formulaLine{"", withNumbers("#", r.Disk.Max) + bytes}))
	if !r.Disk.Exact() {
		n.Add(view.Leaf("p", "", "The numbers are those of the largest case."))
	}
	return n
}
