package lab

import (
	"partitionlab/wasm/number"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/view"
)

// The formulas in MathML Core, with the numbers substituted. A formula is a
// table of lines that align at the equals sign.

func mi(s string) *view.Node         { return view.El("mi", view.Text(s)) }
func mo(s string) *view.Node         { return view.El("mo", view.Text(s)) }
func mn(n int64) *view.Node          { return view.El("mn", view.Text(number.Count(n))) }
func mt(s string) *view.Node         { return view.El("mtext", view.Text(s)) }
func row(ps ...view.Part) *view.Node { return view.El("mrow", ps...) }

func sub(a, b string) *view.Node {
	return view.El("msub", mi(a), view.El("mi", view.Text(b)))
}

// sizeOf is Σ sizeOf(c_x).
func sizeOf(sum bool, a, b string) *view.Node {
	n := row()
	if sum {
		n.Add(mo("∑"))
	}
	return n.Add(mt("sizeOf"), mo("("), sub(a, b), mo(")"))
}

// formulaLines lays lines out, each a left side and a right side.
func formulaLines(label string, lines ...[2]*view.Node) *view.Node {
	t := view.El("mtable", view.A("columnalign", "right left"), view.A("displaystyle", "true"))
	for _, l := range lines {
		left := l[0]
		if left == nil {
			left = row()
		}
		t.Add(view.El("mtr", view.El("mtd", left), view.El("mtd", row(mo("="), l[1]))))
	}
	return view.El("div", view.Class("math-scroll"), view.A("tabindex", "0"), view.A("role", "group"), view.A("aria-label", label),
		view.El("math", view.Class("formula"), view.A("display", "block"), t))
}

// formula is every model's formula, in symbols and in numbers.
func (v *sizeView) formula() *view.Node {
	r := v.shown.result
	d := r.Docs1
	n := view.El("div",
		view.El("h4", view.Text("Number of values (documentation)")),
		formulaLines("Number of values", [2]*view.Node{
			sub("N", "v"), row(sub("N", "r"), mo("×"), mo("("), sub("N", "c"), mo("−"), sub("N", "pk"), mo("−"), sub("N", "s"), mo(")"), mo("+"), sub("N", "s"))},
			[2]*view.Node{nil, row(mn(d.Nr), mo("×"), mo("("), mn(d.Nc), mo("−"), mn(d.Npk), mo("−"), mn(d.Ns), mo(")"), mo("+"), mn(d.Ns))},
			[2]*view.Node{nil, mn(d.Nv)}),
		view.El("h4", view.Text("Size (documentation)")),
		formulaLines("Size by the documentation", [2]*view.Node{
			sub("S", "t"), row(sizeOf(true, "c", "k"), mo("+"), sizeOf(true, "c", "s"), mo("+"), sub("N", "r"), mo("×"), mo("("), sizeOf(true, "c", "r"), mo("+"), sizeOf(true, "c", "c"), mo(")"), mo("+"), sub("N", "v"), mo("×"), sizeOf(false, "t", "avg"))},
			[2]*view.Node{nil, row(mn(d.Key), mo("+"), mn(d.Static), mo("+"), mn(d.Nr), mo("×"), mo("("), mn(d.Regular), mo("+"), mn(d.Clustering), mo(")"), mo("+"), mn(d.Nv), mo("×"), mn(d.Metadata))},
			[2]*view.Node{nil, row(mn(d.Key), mo("+"), mn(d.Static), mo("+"), mn(d.Rows), mo("+"), mn(d.Meta))},
			[2]*view.Node{nil, row(mn(d.St), mt(number.Space+"B"))}),
		view.El("h4", view.Text("Rule of thumb")))
	t := r.Thumb1
	n.Add(formulaLines("Rule of thumb",
		[2]*view.Node{mt("bytes"), row(mt("rows"), mo("×"), mo("("), mt("clustering"), mo("+"), mt("regular"), mo("+"), mn(t.PerCell), mo("×"), mt("cells"), mo(")"), mo("+"), mt("static"))},
		[2]*view.Node{nil, row(mn(t.Rows), mo("×"), mo("("), mn(t.Clustering), mo("+"), mn(t.Regular), mo("+"), mn(t.PerCell), mo("×"), mn(t.CellsPerRow), mo(")"), mo("+"), mn(t.Static))},
		[2]*view.Node{nil, row(mn(t.Total), mt(number.Space+"B"))}),
		view.El("h4", view.Text("On disk, one flush")))
	k := r.Disk1
	total := sizing.Amount{Min: r.Disk.Max, Typ: r.Disk.Max, Max: r.Disk.Max}
	rows := "rows of " + number.ExactBytes(k.RowMin)
	if k.RowMax != k.RowMin {
		rows = "rows of " + number.Count(k.RowMin) + " to " + number.ExactBytes(k.RowMax)
	}
	n.Add(formulaLines("Bytes on disk",
		[2]*view.Node{mt("bytes"), row(mt("key and deletion time"), mo("+"), mt("static row"), mo("+"), mt(rows), mo("+"), mt("end"))},
		[2]*view.Node{nil, row(mn(k.Header), mo("+"), mn(k.Static), mo("+"), mn(k.Rows), mo("+"), mn(k.End))},
		[2]*view.Node{nil, row(mn(total.Max), mt(number.Space+"B"))}))
	if !r.Disk.Exact() {
		n.Add(view.El("p", view.Text("The numbers are those of the largest case.")))
	}
	return n
}
