package lab

import (
	"strings"

	"partitionlab/wasm/figure"
	"partitionlab/wasm/number"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/view"
	"partitionlab/wasm/workload"
)

// parts is where the bytes are.
func (c *sized) parts() *outcome {
	kinds := c.result.Kinds
	roles := [...]figure.Part{
		sizing.KeyBytes:        {Name: "partition key", Mark: "K", Role: "role-key"},
		sizing.ClusteringBytes: {Name: "clustering columns", Mark: "C", Role: "role-clustering"},
		sizing.ValueBytes:      {Name: "values", Role: "role-value"},
		sizing.FlagBytes:       {Name: "flags and lengths", Role: "role-meta"},
		sizing.TimestampBytes:  {Name: "timestamps", Role: "role-time"},
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
	b.Title = "Where the bytes are: "
	if c.result.Ranges {
		b.Title = "Where the bytes of the largest are: "
	}
	b.Title += number.Share(kinds[largest], kinds.Total()) + " are " + roles[largest].Name
	return &outcome{figure: func(v *sizeView) view.Part {
		b.ID = v.Element("parts")
		return b.Figure().View()
	}}
}

var modelNames = [...]string{"Formula of the documentation", "Rule of thumb, 23" + number.Space + "B a cell", "On disk, one flush"}

// models is the three models, and why they differ.
func (c *sized) models() *outcome {
	r := c.result
	var rows [][]string
	for m, name := range modelNames {
		rows = append(rows, []string{name, exactRange(r.Bytes(sizing.Model(m)))})
	}
	n := figure.Table("Three models", []string{"model", "one partition"}, rows)
	return &outcome{body: once(func(*sizeView) view.Part {
		return view.El("div", view.Class("three-models"), n, c.why())
	})}
}

// why says what each model counts and leaves out.
func (c *sized) why() *view.Node {
	r := c.result
	n := view.El("ul")
	say := func(s string) { n.Add(view.Leaf("li", "", s)) }
	say("The documentation takes the declared size of every column and adds " + number.ExactBytes(r.Docs1.Metadata) + " for each value outside the primary key. It was written for the storage engine before 3.0.")
	say("The rule of thumb adds " + number.ExactBytes(r.Thumb1.PerCell) + " to every cell. It counts clustering columns as cells, and it does not count the partition key.")
	s := "The file holds each value once, with its own lengths and flags. A row of this table takes " + number.ExactBytes(r.Disk1.RowMin)
	if r.Disk1.RowMax != r.Disk1.RowMin {
		s += " to " + number.ExactBytes(r.Disk1.RowMax)
	}
	say(s + ".")
	if r.Live && r.Once != r.Disk {
		say("Written live, each row stores its write time as the distance from the oldest write, in 1 to 8 bytes. With one timestamp for all rows the file would take " + exactRange(r.Once) + ".")
	} else if !r.Live {
		say("Here all rows have one timestamp. Written live, they take more: each row then stores its distance from the oldest write, in up to 8 bytes.")
	}
	return n
}

// limits says up to which value each line is kept.
func (c *sized) limits() *outcome {
	var n *view.Node
	said := func() *view.Node {
		if n != nil {
			return n
		}
		n = view.El("ul", view.Class("limits"))
		for _, l := range c.lines() {
			if l.Metric != sizing.DiskBytes && l.Weight != sizing.Remark {
				continue
			}
			var parts []string
			for _, i := range l.Inputs {
				if i.Always || i.Never {
					continue
				}
				if s := c.limit(i); s != "" {
					parts = append(parts, s)
				}
			}
			if len(parts) > 0 {
				n.Add(remark(l.Name, "Below "+lineWords(l.Line)+": "+strings.Join(parts, "; or ")+"."))
			}
		}
		return n
	}
	return &outcome{none: func() bool { return len(said().Children) == 0 }, body: func(*sizeView) view.Part { return said() }}
}

func lineWords(l sizing.Line) string {
	switch l.Metric {
	case sizing.DiskBytes:
		return "the " + line(l).Name + " of " + number.Bytes(l.At)
	case sizing.ValueCount:
		return number.Count(l.At) + " values (an old guideline)"
	}
	return number.Count(l.At) + " " + l.Name
}

// limit says up to which value of an input a line is kept: "up to 654 rooms". It is
// "" where that is no value of this input: beyond the end of its slider, or a whole
// number where a share is asked for.
func (c *sized) limit(i sizing.InputCrossing) string {
	word := "up to "
	if i.AtLeast {
		word = "from "
	}
	if c.ownTable {
		switch i.Input {
		case workload.Rows:
			return word + number.Of(i.At, "row")
		case keptDays:
			if _, period := rateIn(c.in[workload.Rows]); period == "" {
				return "" // so many rows there are, however long they are kept
			}
			return word + number.Of(i.At, "day")
		case rateOfRows:
			if i.At < 10 {
				return "" // a whole number says too little
			}
			text, per := number.Typed(c.in[workload.Rows]), "/day"
			if of, _ := rateIn(text); strings.HasPrefix(text, of) { // else it holds several
				per = text[len(of):]
			}
			return word + number.Count(i.At) + per
		}
		return ""
	}
	for _, q := range c.z.quantities {
		if q.Key != i.Input || !q.main {
			continue
		}
		if now, ok := c.values.Get(q.Key); !ok || strings.Contains(q.Text(c.in), "%") || now.Hi.Float() < 1 ||
			q.Slider != nil && (float64(i.At) > q.Slider.Hi || float64(i.At) < q.Slider.Lo) {
			return ""
		}
		if q.Unit != "" {
			return word + number.Count(i.At) + " " + q.Unit
		}
		return word + lowerFirst(q.Label) + " = " + number.Count(i.At)
	}
	return ""
}
