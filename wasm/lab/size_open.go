package lab

import (
	"strings"

	"partitionlab/wasm/figure"
	"partitionlab/wasm/number"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/view"
)

// The sections of a size widget that stand in the open.

// standing is where the bytes lie between very small and far too large.
func (c *sized) standing() *outcome {
	r := c.result
	f := figure.Standing{Min: r.Disk.Min, Max: r.Disk.Max, Title: "Where it stands: " + bytesRange(r.Disk)}
	for _, l := range r.Lines {
		if l.Metric == sizing.DiskBytes && (l.Weight == sizing.Target || l.Weight == sizing.Limit) {
			f.Lines = append(f.Lines, line(l.Line))
		}
	}
	return &outcome{body: func(v *sizeView) view.Part {
		f.ID = v.Element("standing")
		return f.Figure().View()
	}}
}

func line(l sizing.Line) figure.Line {
	return figure.Line{Name: l.Name, At: l.At, Class: [...]string{"line-hard", "line-limit", "line-target", "line-remark"}[l.Weight]}
}

// parts is where the bytes are.
func (c *sized) parts() *outcome {
	kinds := c.result.Kinds
	roles := [...]figure.Part{
		sizing.KeyBytes:        {Name: "partition key", Mark: "K", Role: "role-key"},
		sizing.ClusteringBytes: {Name: "clustering columns", Mark: "C", Role: "role-clustering"},
		sizing.ValueBytes:      {Name: "values", Role: "role-value"},
		sizing.FlagBytes:       {Name: "flags and lengths", Mark: "·", Role: "role-meta"},
		sizing.TimestampBytes:  {Name: "timestamps", Mark: "·", Role: "role-time"},
	}
	var b figure.Breakdown
	largest := 0
	for k, p := range roles {
		p.Bytes = kinds[k]
		b.Parts = append(b.Parts, p)
		if kinds[k] > kinds[largest] {
			largest = k
		}
	}
	b.Title = "Where the bytes are: " + number.Share(kinds[largest], kinds.Total()) + " are " + roles[largest].Name
	return &outcome{body: func(v *sizeView) view.Part {
		b.ID = v.Element("parts")
		return b.Figure().View()
	}}
}

var modelNames = [...]string{"Formula of the documentation", "Rule of thumb, 23" + number.Space + "B a cell", "On disk, one flush"}

// models is the three models on one line, and why they differ.
func (c *sized) models() *outcome {
	r := c.result
	n := view.El("p", view.Class("models"))
	for m, name := range modelNames {
		if m > 0 {
			n.Add(view.Text(" · "))
		}
		n.Add(view.El("span", view.Class("model"), view.Leaf("span", "model-name", name), view.Text(" "), view.Leaf("b", "num", exactRange(r.Bytes(sizing.Model(m))))))
	}
	return &outcome{body: func(*sizeView) view.Part {
		return view.El("div", view.Class("three-models"), n, view.El("details", view.Class("why-models"), view.Leaf("summary", "", "Why do they differ?"), c.why()))
	}}
}

// why says what each model counts and leaves out.
func (c *sized) why() *view.Node {
	r := c.result
	n := view.El("ul")
	say := func(s string) { n.Add(view.Leaf("li", "", s)) }
	say("The documentation takes the declared size of every column and adds " + number.ExactBytes(r.Docs1.Metadata) + " for each value outside the primary key. It was written for the storage engine before 3.0.")
	say("The rule of thumb adds " + number.ExactBytes(r.Thumb1.PerCell) + " to every cell, clustering columns among them, and leaves the partition key out.")
	s := "The file holds each value once, with its own lengths and flags. A row of this table takes " + number.ExactBytes(r.Disk1.RowMin)
	if r.Disk1.RowMax != r.Disk1.RowMin {
		s += " to " + number.ExactBytes(r.Disk1.RowMax)
	}
	say(s + ".")
	if r.Live && r.Once != r.Disk {
		say("Written live, each row stores its write time as the distance from the oldest write, in 1 to 8 bytes. With one timestamp for all rows the file would take " + exactRange(r.Once) + ".")
	} else if !r.Live {
		say("All rows carry one timestamp here. Written live they take more: each row then stores its distance from the oldest write, in up to 8 bytes.")
	}
	return n
}

// limits says up to which value each line is kept.
func (c *sized) limits() *outcome {
	n := view.El("ul", view.Class("limits"))
	for _, l := range c.result.Lines {
		if l.Metric != sizing.DiskBytes && l.Weight != sizing.Remark {
			continue
		}
		var parts []string
		for _, i := range l.Inputs {
			if i.Always || i.Never || !c.z.isMain(i.Input) {
				continue
			}
			word := "up to "
			if i.AtLeast {
				word = "from "
			}
			parts = append(parts, word+c.z.inputName(i.Input)+" = "+number.Count(i.At))
		}
		if len(parts) == 0 {
			continue
		}
		n.Add(remark(l.Name, "Below "+lineWords(l.Line)+": "+strings.Join(parts, "; or ")+"."))
	}
	if len(n.Children) == 0 {
		return nil
	}
	return &outcome{body: func(*sizeView) view.Part { return n }}
}

func lineWords(l sizing.Line) string {
	switch l.Metric {
	case sizing.DiskBytes:
		return "the " + l.Name + " of " + number.Bytes(l.At)
	case sizing.ValueCount:
		return number.Count(l.At) + " values (a remark)"
	}
	return number.Count(l.At) + " " + l.Name
}

// isMain reports whether a quantity stands in sight.
func (z *sizeWidget) isMain(key string) bool {
	for _, q := range z.quantities {
		if q.Key == key {
			return q.main
		}
	}
	return false
}

// inputName is a quantity in the words of its label.
func (z *sizeWidget) inputName(key string) string {
	for _, q := range z.quantities {
		if q.Key == key {
			return lowerFirst(q.Label)
		}
	}
	return key
}
