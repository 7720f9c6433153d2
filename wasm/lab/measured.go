package lab

import (
	"maps"
	"strings"

	"partitionlab/wasm/figure"
	"partitionlab/wasm/lab/fence"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/view"
	"partitionlab/wasm/work"
)

// A measured widget compares what a tool of Cassandra measured with what is
// computed. Its lines are those of a size widget; what the tool printed stands
// after a line `cql:`, and the schema before it.
func parseMeasured(f *fence.Fence) widget {
	schema, text := f.CQL, ""
	if f.Schema != "" {
		schema, text = f.Schema, f.CQL
	}
	f.Asks([]string{"largest", "agreement"})
	z := parseSizeOf(f, schema)
	paste := &input.Field{Key: "paste", Type: input.Pasted, Default: strings.TrimRight(text, "\n") + "\n",
		Label: "What a tool of Cassandra printed"}
	f.Schema, f.CQL = z.code.Default, paste.Default
	return widget{fields: append(z.all[:len(z.all):len(z.all)], *paste), more: z.more, work: func(s *Spec) worker {
		w := &measuredWork{sizeWork: z.work(s), paste: paste}
		w.wanted.none = true
		return w
	}}
}

// A measuredWork sizes as a size widget does, and compares.
type measuredWork struct {
	*sizeWork
	paste   *input.Field
	outcome *outcome // nil where nothing is computed
}

// maxPasted bounds what is read at every key press.
const maxPasted = 500_000

func (w *measuredWork) work(m *work.Meter) {
	w.sizeWork.work(m)
	w.outcome = nil
	if w.good.result != nil {
		w.outcome = w.good.measured(w.text(w.paste), w.Ask.Name)
	}
}

func (w *measuredWork) answer() *Output {
	v := w.sizeView()
	out := &Output{Values: outputs{}, Used: v.shown.in, Problems: v.now.problems}
	given := view.Nodes{w.area(w.paste, w.text(w.paste), 6, nil, false), v.schema(), v.inputs()}
	if w.outcome == nil {
		out.Sentence = noAnswer.sentence()
		out.View = w.frame(false, given, w.results(w.answerView(noAnswer)), w.tabs([]tab{v.moreInputs()}))
		return out
	}
	out.Sentence, out.Values = w.outcome.answer.sentence(), v.outputs()
	maps.Copy(out.Values, w.outcome.values)
	var figure view.Part
	if w.outcome.figure != nil {
		figure = w.outcome.figure(v)
	}
	out.View = w.frame(v.now.result == nil, given, w.results(v.stale(), w.answerView(w.outcome.answer), figure), w.tabs(append(w.outcome.tabs, v.moreInputs())))
	return out
}

// measured compares with what a tool printed.
func (c *sized) measured(text, ask string) *outcome {
	f := answered("", "watch")
	if strings.TrimSpace(text) == "" {
		f.say("Paste what a tool printed. The computed size is "+bytesRange(c.result.Disk)+" for the largest partition.", "watch")
		return f
	}
	if len(text) > maxPasted {
		f.say("This is more than "+number.Count(maxPasted/1000)+" kB. Paste the part about one table.", "watch")
		return f
	}
	list, err := sizing.ReadMeasured(text)
	if err != nil {
		f.say(sentence(err.Error()), "bad")
		return f
	}
	m := aboutTable(list, c.table)
	compared := sizing.Compare(c.result, m)
	low, high := bounds(m)
	agrees, largest := agreement(compared), c.largest(low, high)
	switch {
	case m.Max == 0:
		f.answer = agrees
	case ask == "largest" || largest.mood != "fine": // what is too big is so, whatever was computed
		f.answer = largest
		f.answer.more = also(largest.more, agrees.sentence())
	default:
		f.answer = agrees
		f.answer.more = also(agrees.more, largest.sentence())
	}
	if m.Table != "" && m.Table != c.table.Name {
		f.answer.more += " The output is about " + m.Keyspace + "." + m.Table + ", but the computed numbers are about " + c.table.Name + "."
	}
	if m.Max > 0 {
		f.values.put("measured.max", m.Max)
		f.values.put("measured.low", low)
		f.values.put("measured.high", high)
	}
	if m.Max > 0 {
		f.figure = func(v *sizeView) view.Part { return c.measuredStanding(v.Element("measured"), low, high) }
	}
	f.tabs = []tab{
		{name: "compared", title: "Differences", body: func() view.Part { return comparedList(compared) }},
		{name: "table", title: "All numbers", body: func() view.Part { return c.measuredTable(m) }},
	}
	return f
}

// largest judges the largest partition as it was measured, whatever was computed.
func (c *sized) largest(low, high int64) verdict {
	a := verdict{headline: "The largest takes " + bytesRange(sizing.Amount{Min: low, Typ: high, Max: high}), word: "comfortable", mood: "fine"}
	for _, l := range c.result.Lines {
		if l.Metric != sizing.DiskBytes || high <= l.At {
			continue
		}
		switch {
		case l.Weight == sizing.Target && a.mood == "fine":
			a.word, a.mood, a.more = "above the target", "watch", "The target is "+number.Bytes(l.At)+"."
		case l.Weight == sizing.Limit:
			a.word, a.mood, a.more = "too big", "bad", "That is "+times(high, l.At)+" the guideline of "+number.Bytes(l.At)+"."
		}
	}
	return a
}

// aboutTable is the measurement of a table, or the first where none is about it.
func aboutTable(list []sizing.Measured, t *schema.Table) sizing.Measured {
	m := list[0]
	for _, x := range list {
		if x.Table == t.Name && (x.Keyspace == t.Keyspace || m.Table != x.Table) {
			m = x
		}
	}
	return m
}

// agreement says whether measured and computed agree, and else where they first do not.
func agreement(compared []sizing.Finding) verdict {
	if len(compared) == 0 {
		return verdictOf("The output says nothing about the sizes of partitions.", "watch")
	}
	for _, x := range compared {
		if !x.Agree {
			return verdictOf("Measured and computed differ. "+x.Text, "watch")
		}
	}
	return verdictOf("Measured and computed agree.", "fine")
}

func comparedList(compared []sizing.Finding) *view.Node {
	list := view.El("ol", view.Class("findings"))
	for _, x := range compared {
		class, mark := "accepted", "✓"
		if !x.Agree {
			class, mark = "advice", "!"
		}
		list.Add(view.El("li", view.Class("finding", class), view.A("data-key", x.ID), saidLine(mark, "", x.Text)))
	}
	return list
}

// bounds are those of the largest partition: tools count in buckets.
func bounds(m sizing.Measured) (low, high int64) {
	if m.Exact || strings.HasPrefix(m.Tool, "system_views") {
		return m.Max, m.Max
	}
	return sizing.Bucket(m.Max)
}

// measuredStanding shows the largest partition beside the computed one.
func (c *sized) measuredStanding(id string, low, high int64) *view.Node {
	measured := number.Bytes(high)
	if low < high {
		measured = number.Bytes(low) + " to " + measured
	}
	f := figure.Standing{ID: id, Min: low, Max: high, Title: "Measured: " + measured + ", computed: " + bytesRange(c.result.Disk),
		Lines: []figure.Line{{Name: "computed", At: c.result.Disk.Max, Class: "line-target"}}}
	return f.Figure().Beside().View()
}

// measuredTable is all that was measured beside what is computed.
func (c *sized) measuredTable(m sizing.Measured) *view.Node {
	const bytes = number.Space + "B"
	r := c.result
	var rows [][]string
	row := func(name string, measured int64, inBuckets bool, unit, computed string) {
		if measured == 0 {
			return // the tool does not say
		}
		text := number.Count(measured)
		if low, high := sizing.Bucket(measured); inBuckets && !m.Exact && low < high {
			text = number.Count(low) + " to " + number.Count(high)
		}
		rows = append(rows, []string{name, text + unit, computed})
	}
	row("largest partition", m.Max, true, bytes, exactRange(r.Disk))
	row("smallest partition", m.Min, true, bytes, number.ExactBytes(r.Disk.Min))
	row("mean partition", m.Mean, true, bytes, number.ExactBytes(int64(r.Mean)))
	for _, p := range m.Percentiles {
		computed := ""
		for _, s := range r.Sizes {
			if s.Percent == p.Percent {
				computed = number.ExactBytes(s.Disk)
			}
		}
		row(number.Plain(p.Percent)+number.Space+"% of partitions, not larger", p.Bytes, true, bytes, computed)
	}
	row("cells of the largest", m.MaxCells, true, "", countRange(r.Cells))
	row("rows of the largest", m.MaxRows, false, "", countRange(r.Rows))
	row("partitions", m.Partitions, false, "", "")
	row("SSTables", m.SSTables, false, "", "")
	row("tombstones, the most", m.Tombstones, false, "", "")
	if m.Ratio > 0 {
		rows = append(rows, []string{"size after compression", number.Percent(m.Ratio), ""})
	}
	return figure.Table("Measured and computed", []string{m.Tool, "measured", "computed"}, rows)
}
