package lab

import (
	"partitionlab/wasm/figure"
	"partitionlab/wasm/number"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/view"
)

// spread says, where inputs are distributions, what half of the partitions take, what
// the worst one, and what lies between. It is nil where they are none.
func (v *sizeView) spread() *view.Node {
	r := v.shown.result
	if len(r.Sizes) == 0 {
		return nil
	}
	n := view.El("p", view.Class("models spread"))
	item := func(name string, bytes int64) {
		if len(n.Children) > 0 {
			n.Add(view.Text(" · "))
		}
		n.Add(view.El("span", view.Class("model"), view.Leaf("span", "model-name", name), view.Text(" "), view.Leaf("b", "num", number.Bytes(bytes))))
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
func (c *sized) percentiles() *outcome {
	if len(c.result.Sizes) == 0 {
		return nil
	}
	return &outcome{body: once(c.percentileTable)}
}

func (c *sized) percentileTable(*sizeView) view.Part {
	r := c.result
	var rows [][]string
	for _, p := range r.Sizes {
		name := number.Plain(p.Percent) + number.Space + "%"
		if p.Percent == 100 {
			name = "the largest"
		}
		rows = append(rows, []string{name, number.Count(p.Rows), number.ExactBytes(p.Disk), number.ExactBytes(p.Docs), number.ExactBytes(p.Thumb)})
	}
	return view.El("div",
		figure.Table("Partitions by size: how many are not larger", []string{"partitions not larger", "rows", "on disk", "documentation", "rule of thumb"}, rows),
		view.Leaf("p", "", "The mean partition takes "+number.Bytes(r.Mean)+"."))
}

// service is the section about Amazon Keyspaces, which counts rows by rules of
// its own.
func (c *sized) service() *outcome {
	preset := sizing.PresetByID(c.preset)
	if preset == nil || !preset.Service {
		return nil
	}
	f := &outcome{title: preset.Name, values: outputs{}}
	k, problem := c.sizer.Keyspaces()
	if problem != nil {
		f.body = func(*sizeView) view.Part { return view.Leaf("p", "", sentence(problem.Message)) }
		return f
	}
	f.values.put("keyspaces.row", k.Row)
	f.values.put("keyspaces.stored", k.Stored)
	f.values.put("keyspaces.partition", k.Partition)
	n := view.El("div")
	for _, p := range k.Problems {
		n.Add(view.Leaf("p", "error", p))
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
	n.Add(figure.Table("The row as Amazon Keyspaces counts it", []string{"bytes and units", "number"}, rows),
		view.Leaf("p", "", preset.Note+" The rules are those of its Developer Guide; whole numbers are counted with all digits of their type."))
	f.body = func(*sizeView) view.Part { return n }
	return f
}
