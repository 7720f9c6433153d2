package lab

import (
	"strings"

	"partitionlab/wasm/figure"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/view"
)

// splitMark begins the choice of a split of the table as the other design.
const splitMark = "split:"

// otherDesign is what the reader compares with: another table of the schema, or a
// split of this one. It is nil where nothing is chosen, or where it cannot be counted.
func (c *sized) otherDesign() (s *sizing.Sizer, name string) {
	if c.compare == "" {
		return nil, ""
	}
	if split, ok := strings.CutPrefix(c.compare, splitMark); ok {
		if a := c.advice(); a != nil {
			for i := range a.Splits {
				if splitName(&a.Splits[i]) == split {
					return a.Splits[i].Sizer, "One part of the table, split by " + splitWords(&a.Splits[i]) + ","
				}
			}
		}
		c.wrong(c.z.compare.Key, "The partition cannot be split by "+input.Shorten(split, 40)+" here.")
		return nil, ""
	}
	t := find(c.tables, c.compare)
	if t == nil {
		c.wrong(c.z.compare.Key, "The schema has no table "+input.Shorten(c.compare, 60)+".")
		return nil, ""
	}
	return c.sizerFor(t, false), "The partition of " + t.Name
}

// comparison is the section that puts another design beside this one.
func (c *sized) comparison() *outcome {
	s, name := c.otherDesign()
	f := answered("No other design is chosen. Choose another table of the schema, or a way to split this one. You can also add another CREATE TABLE to the schema.", "watch")
	f.body = func(v *sizeView) view.Part { return v.designField() }
	if s == nil {
		if p := c.firstProblem(); p != "" && c.compare != "" {
			f.say(p, "watch")
		}
		return f
	}
	r, problems := s.Result(sizing.Options{Target: c.target()})
	if r == nil {
		f.say("The size of the other design cannot be computed.", "watch")
		if len(problems) > 0 {
			f.say(sentence(problems[0].Message), "watch")
		}
		return f
	}
	here := c.result
	for m, model := range [...]string{"docs", "thumb", "disk"} {
		f.values.put("other."+model+".bytes", r.Bytes(sizing.Model(m)).Max)
	}
	f.values.put("other.rows", r.Rows.Max)
	f.values.put("other.values", r.Values.Max)
	f.answer = verdict{mood: "fine", headline: number.Bytes(r.Disk.Max) + " instead of " + number.Bytes(here.Disk.Max)}
	switch {
	case r.Disk.Max < here.Disk.Max:
		f.answer.more = number.Share(r.Disk.Max, here.Disk.Max) + " of this one."
	case r.Disk.Max > here.Disk.Max:
		more := float64(r.Disk.Max) / float64(max(here.Disk.Max, 1))
		f.answer.more = number.Round(more) + " times as much as this one."
	default:
		f.answer = verdictOf(name+" takes as much.", "fine")
	}
	f.figure = func(v *sizeView) view.Part {
		if n := v.growthOfBoth(here, s); n != nil {
			return n
		}
		return sideBySide(here, r)
	}
	f.body = func(v *sizeView) view.Part {
		n := view.El("div", view.Class("fields"))
		if v.shown.focus(v.wanted) != f {
			n.Add(v.designField())
		}
		return view.Nodes{n.Add(v.otherRows()), sideBySide(here, r)}
	}
	return f
}

// designField chooses the other design.
func (v *sizeView) designField() *view.Node {
	c := v.shown
	x := v.show(v.z.compare, c.problems.Of(v.z.compare.Key))
	x.Options = input.Options("", "nothing yet")
	for _, t := range c.tables {
		if t != c.table {
			x.Options = append(x.Options, input.Option{Value: fullName(t), Label: "the table " + t.Name})
		}
	}
	if a := c.advice(); a != nil {
		for i := range a.Splits {
			x.Options = append(x.Options, input.Option{Value: splitMark + splitName(&a.Splits[i]), Label: "this table, split by " + splitWords(&a.Splits[i])})
		}
	}
	if t := find(c.tables, x.value); t != nil && x.value != "" {
		x.value = fullName(t)
	}
	return v.selection(x)
}

// otherRows is how many rows a partition of the other table has, nil where it is one.
func (v *sizeView) otherRows() *view.Node {
	t := v.compared()
	if t == nil || len(t.Clustering) == 0 {
		return nil
	}
	rows := quantityField("rows." + t.Name)
	if f := v.z.field(rows.Key); f != nil {
		rows.Default = f.Default
	}
	return v.fieldView(v.show(rows, v.now.problems.Of(rows.Key)))
}

// sideBySide is the table of two designs.
func sideBySide(here, r *sizing.Result) *view.Node {
	var rows [][]string
	amount := func(what string, a, b sizing.Amount, unit string) {
		rows = append(rows, []string{what, countRange(a) + unit, countRange(b) + unit, number.Plus(b.Max-a.Max) + unit})
	}
	amount("rows", here.Rows, r.Rows, "")
	amount("values", here.Values, r.Values, "")
	amount("cells", here.Cells, r.Cells, "")
	for m, name := range modelNames {
		amount(lowerFirst(name), here.Bytes(sizing.Model(m)), r.Bytes(sizing.Model(m)), number.Space+"B")
	}
	row := func(r *sizing.Result) sizing.Amount {
		return sizing.Amount{Min: r.Disk1.RowMin, Typ: r.Disk1.RowMax, Max: r.Disk1.RowMax}
	}
	amount("one row", row(here), row(r), number.Space+"B")
	for i, l := range here.Lines {
		if l.Weight != sizing.Hard {
			rows = append(rows, []string{lineWords(l.Line), when(here, i, false), when(r, i, here.Growth != nil), ""})
		}
	}
	return figure.Table("Two designs side by side", []string{"one partition", "this one", "the other", "difference"}, rows)
}

// growthOfBoth draws both designs as time passes; nil where this one does not grow.
func (v *sizeView) growthOfBoth(here *sizing.Result, other *sizing.Sizer) *view.Node {
	g := here.Growth
	if g == nil || len(g.Points()) < 2 {
		return nil
	}
	f := figure.Growth{ID: v.Element("both"), Title: "Both designs as time passes", Names: [2]string{"this one", "the other"}}
	for _, p := range g.Points() {
		if bytes, ok := other.DiskAt(p.Day); ok {
			f.Points = append(f.Points, figure.GrowthPoint{Day: p.Day, Bytes: p.Disk, Second: bytes})
		}
	}
	for _, d := range g.Days {
		if d.Metric == sizing.DiskBytes {
			f.Lines = append(f.Lines, figure.GrowthLine{Line: line(d.Line), Day: d.Day, Never: d.Never})
		}
	}
	return f.Figure().Beside().View()
}

// compared is the table that the reader compares with, nil if none.
func (v *sizeView) compared() *schema.Table {
	chosen := v.text(&v.z.compare)
	if chosen == "" || strings.HasPrefix(chosen, splitMark) || !v.wanted.has("compare") {
		return nil
	}
	if t := find(v.shown.tables, chosen); t != v.shown.table {
		return t
	}
	return nil
}

// when says when a line is crossed; what does not grow, while the other design
// does, crosses it never.
func when(r *sizing.Result, i int, grows bool) string {
	if i >= len(r.Lines) {
		return ""
	}
	if r.Lines[i].Over {
		return "above"
	}
	if r.Growth != nil && i < len(r.Growth.Days) {
		if d := r.Growth.Days[i]; !d.Never && d.Day > 0 {
			return "day " + number.Count(d.Day)
		}
		return "never"
	}
	if grows && r.Growth == nil {
		return "never"
	}
	return "below"
}
