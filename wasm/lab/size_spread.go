package lab

import (
	"strconv"

	"partitionlab/wasm/figure"
	"partitionlab/wasm/number"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/view"
)

// spread says, where inputs are ranges or distributions, what the typical partition
// takes, what the worst one, and what lies between. It is nil where there is one
// number.
func (v *sizeView) spread() *view.Node {
	r := v.shown.result
	if r.Disk.Exact() && len(r.Sizes) == 0 {
		return nil
	}
	n := view.El("p", view.Class("models spread"))
	item := func(name string, bytes int64) {
		if len(n.Children) > 0 {
			n.Add(view.Text(" · "))
		}
		n.Add(view.El("span", view.Class("model"), view.El("span", view.Class("model-name"), view.Text(name)), view.Text(" "), view.El("b", view.Class("num"), view.Text(number.Bytes(bytes)))))
	}
	if len(r.Sizes) == 0 {
		item("smallest", r.Disk.Min)
		item("typical", r.Disk.Typ)
	}
	for _, p := range r.Sizes {
		switch p.Percent {
		case 50, 95, 99:
			item("p"+number.Plain(p.Percent), p.Disk)
		}
	}
	item("worst case", r.Disk.Max)
	return n
}

// percentiles is how the partitions differ: so many percent are not larger.
func (v *sizeView) percentiles() *view.Node {
	r := v.shown.result
	var rows [][]string
	for _, p := range r.Sizes {
		name := strconv.FormatFloat(p.Percent, 'f', -1, 64) + number.Space + "%"
		if p.Percent == 100 {
			name = "the largest"
		}
		rows = append(rows, []string{name, number.Count(p.Rows), number.ExactBytes(p.Disk), number.ExactBytes(p.Docs), number.ExactBytes(p.Thumb)})
	}
	return view.El("div",
		figure.Table("Partitions by size: so many are not larger", []string{"partitions not larger", "rows", "on disk", "documentation", "rule of thumb"}, rows),
		view.El("p", view.Text("The mean partition takes "+number.Bytes(r.Mean)+".")))
}

// keyspaces is the section about Amazon Keyspaces, which counts rows by rules of
// its own.
func (v *sizeView) keyspaces() *view.Node {
	k, problem := v.shown.sizer.Keyspaces()
	if problem != nil {
		return view.El("p", view.Text(sentence(problem.Message)))
	}
	put := func(name string, x int64) { v.values[name] = strconv.FormatInt(x, 10) }
	put("keyspaces.row", k.Row)
	put("keyspaces.stored", k.Stored)
	put("keyspaces.partition", k.Partition)
	n := view.El("div")
	for _, p := range k.Problems {
		n.Add(view.El("p", view.Class("error"), view.Text(p)))
	}
	rows := [][]string{
		{"partition key, stored twice", number.ExactBytes(k.Key)},
		{"clustering columns, stored twice", number.ExactBytes(k.Clustering)},
		{"other columns", number.ExactBytes(k.Columns)},
	}
	if k.TTL > 0 {
		rows = append(rows, []string{"TTL", number.ExactBytes(k.TTL)})
	}
	rows = append(rows,
		[]string{"the largest row, as reads and writes count it", number.ExactBytes(k.Row)},
		[]string{"write units of 1 KB", number.Count(k.WriteUnits)},
		[]string{"read units of 4 KB", number.Count(k.ReadUnits)},
		[]string{"the row in storage", number.ExactBytes(k.Stored)},
		[]string{"all rows of the partition in storage", number.ExactBytes(k.Partition)})
	preset := sizing.PresetByID("keyspaces")
	return n.Add(figure.Table("The row as Amazon Keyspaces counts it", []string{"bytes and units", "number"}, rows),
		view.El("p", view.Text(preset.Note+" The rules are those of its Developer Guide; whole numbers are taken with all digits of their type.")))
}
