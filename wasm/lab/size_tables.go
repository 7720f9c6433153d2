package lab

import (
	"strings"

	"partitionlab/wasm/figure"
	"partitionlab/wasm/number"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/view"
)

// growth is the size as time passes.
func (c *sized) growth() *outcome {
	g := c.result.Growth
	if g == nil {
		return nil
	}
	f := figure.Growth{Names: [2]string{"on disk", ""}}
	if g.Live {
		f.Names = [2]string{"written live", "one timestamp"}
	}
	var days []string
	for _, d := range g.Days {
		if d.Metric != sizing.DiskBytes || d.Weight != sizing.Target && d.Weight != sizing.Limit {
			continue
		}
		f.Lines = append(f.Lines, figure.GrowthLine{Line: line(d.Line), Day: d.Day, Never: d.Never})
		switch {
		case d.Never:
		case d.Day <= 0:
			days = append(days, number.Bytes(d.At)+" is passed already")
		default:
			days = append(days, number.Bytes(d.At)+" on day "+number.Count(d.Day))
		}
	}
	f.Title = "It never reaches " + number.Bytes(10_000_000)
	sep := ": "
	if len(days) > 0 {
		f.Title, sep = strings.Join(days, ", "), "; "
	} else if len(f.Lines) > 0 {
		f.Title = "It never reaches " + number.Bytes(f.Lines[0].At)
	}
	if g.Ends {
		f.Title += sep + c.stays()
	}
	if g.Fewer > 0 {
		f.Title = "Not this partition, but one of " + number.Count(g.Fewer) + " rows: " + f.Title
	}
	return &outcome{figure: func(v *sizeView) view.Part {
		drawn := f // which is drawn at several places
		drawn.ID = v.Element("growth")
		for _, p := range g.Points() {
			drawn.Points = append(drawn.Points, figure.GrowthPoint{Day: p.Day, Bytes: p.Disk, Second: p.Once})
		}
		return drawn.Figure().Beside().View()
	}}
}

// columns is what each column costs.
func (c *sized) columns() *outcome { return &outcome{body: once(c.columnTables)} }

func (c *sized) columnTables(*sizeView) view.Part {
	r := c.result
	var rows [][]string
	for _, x := range r.Columns {
		name := x.Name
		if name == "" {
			name = "rows and partition"
		} else if col := r.Table.Column(x.Name); col != nil {
			if mark, _ := roleOf(col); mark != "" {
				name += " " + mark
			}
		}
		rows = append(rows, []string{name, x.Type, number.Count(x.Docs), number.Count(x.Thumb), number.Count(x.Disk), number.Share(x.Disk, r.Disk.Max)})
	}
	n := view.El("div", figure.Table("Bytes of each column in the whole partition", []string{"column", "type", "documentation", "rule of thumb", "on disk", "share"}, rows))
	if len(r.Row.Parts) == 0 {
		return n
	}
	rows = nil
	for _, p := range r.Row.Parts {
		name := p.Column
		if name == "" {
			name = "row"
		}
		rows = append(rows, []string{name, p.Field, p.Kind.String(), number.Count(p.Bytes)})
	}
	rows = append(rows, []string{"together", "", "", number.Count(r.Row.Total)})
	return n.Add(view.Leaf("h4", "", "One row, byte by byte"), figure.Table("One row, byte by byte", []string{"of", "field", "kind", "bytes"}, rows))
}

// allNumbers is the table of all numbers.
func (c *sized) allNumbers() *outcome { return &outcome{body: once(c.numberTables)} }

func (c *sized) numberTables(*sizeView) view.Part {
	r := c.result
	exact := r.Rows.Exact() && r.Disk.Exact() && r.Values.Exact()
	head := []string{"one partition", "number"}
	if !exact {
		head = []string{"one partition", "smallest", "typical", "largest"}
	}
	var rows [][]string
	amount := func(name string, a sizing.Amount, unit string) {
		if exact {
			rows = append(rows, []string{name, number.Count(a.Max) + unit})
			return
		}
		rows = append(rows, []string{name, number.Count(a.Min) + unit, number.Count(a.Typ) + unit, number.Count(a.Max) + unit})
	}
	amount("rows", r.Rows, "")
	amount("values", r.Values, "")
	amount("cells", r.Cells, "")
	for m, name := range modelNames {
		amount(lowerFirst(name), r.Bytes(sizing.Model(m)), number.Space+"B")
	}
	if r.Live {
		amount("on disk if all rows had one timestamp", r.Once, number.Space+"B")
	}
	n := view.El("div", figure.Table("All numbers of the partition", head, rows))
	rows = nil
	for _, l := range r.Lines {
		state := "below"
		if l.Over {
			state = "above"
		}
		at := number.Count(l.At)
		if l.Metric == sizing.DiskBytes {
			at = number.Bytes(l.At)
		}
		rows = append(rows, []string{l.Name, at, state, l.Source})
	}
	return n.Add(figure.Table("Limits, and what the partition has", []string{"limit", "at", "now", "source"}, rows))
}
