package lab

import (
	"strconv"
	"strings"

	"partitionlab/wasm/figure"
	"partitionlab/wasm/number"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/view"
)

// A measuredWidget compares what a tool of Cassandra measured with what is
// computed. Its lines are those of a size widget; what the tool printed stands
// after a line `cql:`.
type measuredWidget struct {
	*sizeWidget
	text string
}

// pasteKey is the key of what a tool printed.
const pasteKey = "paste"

func parseMeasured(s *Spec, f *fence) widget {
	text := ""
	if f.schema != "" {
		text, f.cql = f.cql, ""
	}
	z := &measuredWidget{text: strings.TrimRight(text, "\n") + "\n"}
	if len(s.Show) == 0 {
		s.Show = []string{"measured"}
	}
	z.sizeWidget = parseSize(s, f).(*sizeWidget)
	s.Body = strings.TrimRight(s.Body, "\n")
	if at := strings.Index(s.Body, "\ncql:\n"); at >= 0 {
		s.Body = s.Body[:at] + "\nschema:\n" + s.Body[at+len("\ncql:\n"):]
	}
	s.Body += "\ncql:\n" + z.text
	return z
}

func (z *measuredWidget) keys() []input {
	return append(z.sizeWidget.keys()[:len(z.all):len(z.all)], input{key: pasteKey, value: z.text, text: true})
}

// maxPasted bounds what is read at every key press.
const maxPasted = 500_000

func (z *measuredWidget) run(s *Spec, in, last Inputs) *Output {
	c := z.compute(in)
	shown, used := &c, in
	if c.result == nil {
		before := z.compute(last)
		if used = last; before.result == nil {
			used, before = nil, z.compute(nil)
		}
		shown = &before
	}
	text, ok := in[pasteKey]
	if !ok {
		text = z.text
	}
	out := &Output{Values: map[string]string{}, Used: used}
	v := sizeView{Spec: s, z: z.sizeWidget, in: in, used: used, now: &c, shown: shown, values: out.Values, said: map[string]verdict{}}
	parts := []view.Part{s.paste(text), v.schema(), v.fields()}
	if shown.result == nil {
		out.Sentence = "There is no answer for these inputs."
		parts = append(parts, view.El("div", view.Class("results"), view.El("output", view.Class("answer bad"), view.A("aria-live", "off"), view.Text(out.Sentence))))
	} else {
		values(out.Values, shown)
		body, mood := view.Nodes(nil), ""
		out.Sentence, mood, body = v.measured(text)
		parts = append(parts, s.results(in, v.stale(), view.El("output", view.Class("answer", mood), view.A("id", s.id("answer")), view.A("aria-live", "off"), view.Text(out.Sentence)), body))
	}
	out.View = s.form(in, shown.result != nil && c.result == nil, parts...)
	return out
}

// paste is the field for what a tool printed.
func (s *Spec) paste(text string) *view.Node {
	id := s.id(pasteKey)
	return view.El("div", view.Class("code"),
		view.El("label", view.A("for", id), view.Text("Output of nodetool tablestats or tablehistograms, sstablepartitions, sstablemetadata, or cqlsh on system_views")),
		view.El("div", view.Class("code-field"), view.El("pre", view.Class("code-mirror"), view.A("aria-hidden", "true")),
			view.El("textarea", view.Class("code-text"), view.A("id", id), view.A("data-input", pasteKey), view.A("rows", "10"),
				view.A("autocapitalize", "off"), view.A("autocorrect", "off"), view.A("autocomplete", "off"), view.A("spellcheck", "false"), view.A("wrap", "off"),
				view.A("aria-describedby", s.id("answer")), view.Text(text))))
}

// measured compares. It returns the answer, its mood, and what supports it.
func (v *sizeView) measured(text string) (said, mood string, body view.Nodes) {
	r := v.shown.result
	if strings.TrimSpace(text) == "" {
		return "Paste what a tool printed. Computed are " + bytesRange(r.Disk) + " for the largest partition.", "watch", nil
	}
	if len(text) > maxPasted {
		return "This is more than " + number.Count(maxPasted/1000) + " kB. Paste the part about one table.", "watch", nil
	}
	list, err := sizing.ReadMeasured(text)
	if err != nil {
		return sentence(err.Error()), "bad", nil
	}
	m, others := list[0], ""
	for _, x := range list {
		if x.Table == r.Table.Name && (x.Keyspace == r.Table.Keyspace || m.Table != x.Table) {
			m = x
		}
	}
	if m.Table != "" && m.Table != r.Table.Name {
		others = "The output speaks of " + m.Keyspace + "." + m.Table + ", the numbers above of " + r.Table.Name + "."
	}
	findings := sizing.Compare(r, m)
	list2 := view.El("ol", view.Class("findings"))
	agree := true
	for _, f := range findings {
		class, mark := "accepted", "✓"
		if !f.Agree {
			class, mark = "advice", "!"
			agree = false
		}
		list2.Add(view.El("li", view.Class("finding", class), view.A("data-key", f.ID),
			view.El("p", view.Class("said"), view.El("b", view.Class("mark"), view.Text(mark)), view.Text(" "+f.Text))))
	}
	switch {
	case len(findings) == 0:
		said, mood = "The output says nothing about the sizes of partitions.", "watch"
	case agree:
		said, mood = "Measured and computed agree.", "fine"
	default:
		said, mood = "Measured and computed differ.", "watch"
		for _, f := range findings {
			if !f.Agree {
				said += " " + f.Text
				break
			}
		}
	}
	if others != "" {
		said = others + " " + said
	}
	put := func(name string, n int64) { v.values[name] = strconv.FormatInt(n, 10) }
	low, high := m.Max, m.Max
	if !m.Exact && !strings.HasPrefix(m.Tool, "system_views") {
		low, high = sizing.Bucket(m.Max)
	}
	if m.Max > 0 {
		put("measured.max", m.Max)
		put("measured.low", low)
		put("measured.high", high)
		f := figure.Standing{ID: v.id("measured"), Min: low, Max: high, Title: "Measured: " + number.Bytes(low) + " to " + number.Bytes(high) + ", computed: " + bytesRange(r.Disk),
			Lines: []figure.Line{{Name: "computed", At: r.Disk.Max, Class: "line-target"}}}
		if low == high {
			f.Title = "Measured: " + number.Bytes(high) + ", computed: " + bytesRange(r.Disk)
		}
		body = append(body, f.Figure().View())
	}
	body = append(body, list2)
	var rows [][]string
	row := func(name string, measured, computed string) {
		if measured != "" {
			rows = append(rows, []string{name, measured, computed})
		}
	}
	count := func(n int64) string {
		if n == 0 {
			return ""
		}
		return number.Count(n)
	}
	measured := func(n int64, unit string) string {
		if n == 0 {
			return ""
		}
		if low, high := sizing.Bucket(n); !m.Exact && low < high {
			return number.Count(low) + " to " + number.Count(high) + unit
		}
		return number.Count(n) + unit
	}
	row("largest partition", measured(m.Max, number.Space+"B"), exactRange(r.Disk))
	row("smallest partition", measured(m.Min, number.Space+"B"), number.ExactBytes(r.Disk.Min))
	row("mean partition", measured(m.Mean, number.Space+"B"), number.ExactBytes(int64(r.Mean)))
	for _, p := range m.Percentiles {
		computed := ""
		for _, s := range r.Sizes {
			if s.Percent == p.Percent {
				computed = number.ExactBytes(s.Disk)
			}
		}
		row(number.Plain(p.Percent)+number.Space+"% of partitions, not larger", measured(p.Bytes, number.Space+"B"), computed)
	}
	row("cells of the largest", measured(m.MaxCells, ""), countRange(r.Cells))
	row("rows of the largest", count(m.MaxRows), countRange(r.Rows))
	row("partitions", count(m.Partitions), "")
	row("SSTables", count(m.SSTables), "")
	row("tombstones, the most", count(m.Tombstones), "")
	if m.Ratio > 0 {
		row("size after compression", number.Percent(m.Ratio), "")
	}
	return said, mood, append(body, figure.Table("Measured and computed", []string{m.Tool, "measured", "computed"}, rows))
}
