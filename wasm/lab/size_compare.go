package lab

import (
	"strconv"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/view"
)

// splitMark begins the choice of a split of the table as the other design.
const splitMark = "split:"

// other is the design that the reader compares with: another table of the schema,
// or a split of this one.
func (c *computed) other() (s *sizing.Sizer, name string) {
	chosen := c.choices["compare"]
	if split, ok := strings.CutPrefix(chosen, splitMark); ok {
		if a := c.advice(); a != nil {
			for i := range a.Splits {
				if splitName(&a.Splits[i]) == split {
					return a.Splits[i].Sizer, "One part of the table, split by " + splitWords(&a.Splits[i]) + ","
				}
			}
		}
		c.wrong("compare", "The partition cannot be split by "+shorten(split, 40)+" here.", diag.Span{})
		return nil, ""
	}
	if chosen == "" {
		return nil, ""
	}
	t := find(c.tables, chosen)
	if t == nil {
		c.wrong("compare", "The schema has no table "+shorten(chosen, 60)+".", diag.Span{})
		return nil, ""
	}
	return c.sizerFor(t, false), "The partition of " + t.Name
}

// compare is the section that puts another design beside this one.
func (v *sizeView) compare() *view.Node {
	c := v.shown
	all := []choice{{"", "nothing yet"}}
	for _, t := range c.tables {
		if t != c.table {
			all = append(all, choice{t.Keyspace + "." + t.Name, "the table " + t.Name})
		}
	}
	if a := c.advice(); a != nil {
		for i := range a.Splits {
			all = append(all, choice{splitMark + splitName(&a.Splits[i]), "this table, split by " + splitWords(&a.Splits[i])})
		}
	}
	chosen := v.given("compare")
	if t := find(c.tables, chosen); t != nil && chosen != "" {
		chosen = t.Keyspace + "." + t.Name
	}
	s, name := c.other()
	fields := view.El("div", view.Class("fields"), v.selection("compare", "Compare with", chosen, c.problems["compare"].text, all))
	n := view.El("div", fields)
	if t := v.compared(); t != nil && len(t.Clustering) > 0 {
		fields.Add(v.field(v.ownField("rows", t)))
	}
	if s == nil {
		if p := c.firstProblem(); p != "" && c.choices["compare"] != "" {
			return n.Add(v.say("compare", p, "watch"))
		}
		return n.Add(v.say("compare", "Choose another table of the schema, or a way to split this one. A further CREATE TABLE in the schema above is a choice, too.", "watch"))
	}
	r, problems := s.Result(sizing.Options{Target: c.target()})
	if r == nil {
		said := "The other design cannot be counted."
		if len(problems) > 0 {
			said = sentence(problems[0].Message)
		}
		return n.Add(v.say("compare", said, "watch"))
	}
	here := c.result
	for m, name := range [...]string{"docs", "thumb", "disk"} {
		v.values["other."+name+".bytes"] = strconv.FormatInt(r.Bytes(sizing.Model(m)).Max, 10)
	}
	v.values["other.rows"], v.values["other.values"] = strconv.FormatInt(r.Rows.Max, 10), strconv.FormatInt(r.Values.Max, 10)
	more := float64(r.Disk.Max) / float64(max(here.Disk.Max, 1))
	said := name + " takes as much."
	switch {
	case r.Disk.Max < here.Disk.Max:
		said = name + " takes " + number.Bytes(r.Disk.Max) + ", " + number.Share(r.Disk.Max, here.Disk.Max) + " of " + number.Bytes(here.Disk.Max) + "."
	case r.Disk.Max > here.Disk.Max:
		said = name + " takes " + number.Bytes(r.Disk.Max) + ", " + strconv.FormatFloat(more, 'f', 1, 64) + " times " + number.Bytes(here.Disk.Max) + "."
	}
	n.Add(v.say("compare", said, "fine"))
	var rows [][]string
	amount := func(what string, a, b sizing.Amount, unit string) {
		rows = append(rows, []string{what, countRange(a) + unit, countRange(b) + unit, number.Plus(b.Max-a.Max) + unit})
	}
	amount("rows", here.Rows, r.Rows, "")
	amount("values (Nv)", here.Values, r.Values, "")
	amount("cells", here.Cells, r.Cells, "")
	for m, name := range modelNames {
		amount(lowerFirst(name), here.Bytes(sizing.Model(m)), r.Bytes(sizing.Model(m)), number.Space+"B")
	}
	row := func(r *sizing.Result) sizing.Amount {
		return sizing.Amount{Min: r.Disk1.RowMin, Typ: r.Disk1.RowMax, Max: r.Disk1.RowMax}
	}
	amount("one row", row(here), row(r), number.Space+"B")
	for i, l := range here.Lines {
		if l.Weight == sizing.Hard {
			continue
		}
		rows = append(rows, []string{lineWords(l.Line), when(here, i, false), when(r, i, here.Growth != nil), ""})
	}
	n.Add(figure.Table("Two designs side by side", []string{"one partition", "this one", "the other", "difference"}, rows))
	if g := here.Growth; g != nil && len(g.Points) > 1 {
		f := figure.Growth{ID: v.id("both"), Title: "Both designs as time passes", Names: [2]string{"this one", "the other"}}
		for _, p := range g.Points {
			if bytes, ok := s.DiskAt(p.Day); ok {
				f.Points = append(f.Points, figure.GrowthPoint{Day: p.Day, Bytes: p.Disk, Second: bytes})
			}
		}
		for _, d := range g.Days {
			if d.Metric == sizing.DiskBytes {
				f.Lines = append(f.Lines, figure.GrowthLine{Line: line(d.Line), Day: d.Day, Never: d.Never})
			}
		}
		n.Add(f.Figure().View())
	}
	return n
}

// compared is the table that the reader compares with, nil if none.
func (v *sizeView) compared() *schema.Table {
	chosen := v.given("compare")
	if chosen == "" || strings.HasPrefix(chosen, splitMark) || !v.shows("compare") {
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

// ownField is the field of a line that another table has for itself.
func (v *sizeView) ownField(line string, t *schema.Table) field {
	key := line + "." + t.Name
	return field{key: key, label: labelOf(key), value: v.given(key), def: v.z.def(key), problem: v.now.problems[key].text}
}
