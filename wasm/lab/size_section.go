package lab

import (
	"strings"

	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/number"
	"partitionlab/wasm/view"
	"partitionlab/wasm/workload"
)

// A section is a part of a size widget in a tab of its own. Its name stands in `show`,
// in `open` and in its class.
type section struct {
	name, title string
	ask         string // the question of the widget that it answers, "" for none
	own         bool   // that question is another one than that for the size
	usual       bool   // there, whatever else is shown
	knobs       []input.Field
	work        func(*sized) *outcome // nil where there is nothing to say
}

// An outcome is what a section has worked out.
type outcome struct {
	title  string  // instead of the section's
	answer verdict // to the section's own question
	values outputs
	figure func(v *sizeView) view.Part // shows it; nil for none
	body   func(v *sizeView) view.Part // what else there is; nil for nothing
	tabs   []tab                       // of a measured widget, which has no sections
	none   func() bool                 // there is nothing to say, where that takes long to know; nil for no
}

// once makes a part at its first use. Figures and tables without fields are the same on the
// chapter, on the widget's own page and in its embed.
func once(part func(*sizeView) view.Part) func(*sizeView) view.Part {
	var made view.Part
	return func(v *sizeView) view.Part {
		if made == nil {
			made = part(v)
		}
		return made
	}
}

// answered is an outcome that answers a question of its own.
func answered(sentences, mood string) *outcome {
	return &outcome{answer: verdictOf(sentences, mood), values: outputs{}}
}

// say answers in other sentences.
func (f *outcome) say(sentences, mood string) { f.answer = verdictOf(sentences, mood) }

// sections are in the order of the tabs. To add one, add a row. (They are set here
// because what their rows do leads back to them.)
var sections []section

func init() {
	sections = []section{
		{name: "growth", title: "Growth", ask: "day", usual: true, work: (*sized).growth},
		{name: "sizes", title: "Percentiles", ask: "percentiles", usual: true, work: (*sized).percentiles},
		{name: "models", title: "Three models", usual: true, work: (*sized).models},
		{name: "parts", title: "Bytes", usual: true, work: (*sized).parts},
		{name: "limits", title: "Limits", usual: true, work: (*sized).limits},
		{name: "columns", title: "Columns", work: (*sized).columns},
		{name: "formula", title: "Formula", work: (*sized).formula},
		{name: "buckets", title: "Buckets", ask: "bucket", own: true, work: (*sized).buckets, knobs: []input.Field{
			{Key: "target", Kind: number.KindBytes, Label: "Stay below", Default: "10 MB"},
			{Key: "window", Kind: number.KindTime, Label: "Time that a query asks for", Hint: "such as 24h"},
		}},
		{name: "expiry", title: "Expiry", ask: "tombstones", own: true, work: (*sized).expiry, knobs: []input.Field{
			{Key: workload.TTL, Label: "Time to live", Hint: "such as 90d"},
			{Key: workload.Deleted, Label: "Rows deleted later", Hint: "such as 20%"},
			{Key: workload.Updated, Label: "Rows updated later", Hint: "such as 30%"},
			{Key: "gc_grace", Kind: number.KindTime, Label: "gc_grace_seconds", Unit: "s"},
			{Key: "compaction_window", Kind: number.KindTime, Label: "Compaction window", Hint: "a thirtieth of the TTL"},
		}},
		{name: "compare", title: "Another design", ask: "design", own: true, work: (*sized).comparison},
		{name: "service", usual: true, work: (*sized).service},
		{name: "cluster", title: "Cluster", ask: "nodes", own: true, work: (*sized).cluster, knobs: []input.Field{
			{Key: "partitions", Label: "Partitions", Hint: "such as 5000"},
			{Key: "rf", Label: "Replicas in a data center"},
			{Key: "racks", Label: "Racks in a data center", Default: "1"},
			{Key: "writes", Kind: number.KindCount, Label: "Writes a second", Default: "0"},
			{Key: "reads", Kind: number.KindCount, Label: "Reads a second", Default: "0"},
			{Key: "compression", Kind: number.KindCount, Label: "Size after compression", Default: "0.5"},
			{Key: "disk", Kind: number.KindBytes, Label: "Disk of a node", Default: "2 TB"},
			{Key: "fill", Kind: number.KindCount, Label: "Share of the disk for data", Hint: "0.5 for size tiers, else 0.7"},
			{Key: "versions", Kind: number.KindCount, Label: "Factor for overwrites and tombstones", Default: "1"},
			{Key: "snapshots", Kind: number.KindCount, Label: "Snapshots kept", Default: "0"},
			{Key: "nodeops", Kind: number.KindCount, Label: "Operations a second of one node", Default: "10000"},
			{Key: "stream", Kind: number.KindBytes, Label: "Streaming to a new node, a second", Default: "24 MiB"},
			{Key: "yearly", Kind: number.KindCount, Label: "Growth a year", Default: "0"},
		}},
		{name: "table", title: "All numbers", work: (*sized).allNumbers},
	}
}

// sectionNamed returns a section, or nil.
func sectionNamed(name string) *section {
	for i := range sections {
		if sections[i].name == name {
			return &sections[i]
		}
	}
	return nil
}

// knobOf returns the knob of a quantity, or nil.
func knobOf(name string) *input.Field {
	for i := range sections {
		for k := range sections[i].knobs {
			if knob := &sections[i].knobs[k]; knob.Key == name {
				return knob
			}
		}
	}
	return nil
}

// sectionOf is the section that a quantity belongs to, "" for none.
func sectionOf(name string) string {
	line, _, _ := strings.Cut(name, ".")
	for i := range sections {
		for _, knob := range sections[i].knobs {
			if knob.Key == line {
				return sections[i].name
			}
		}
	}
	if workload.IsOwn(name) {
		return "cluster"
	}
	return ""
}

// A selection is which tabs and fields a size widget shows, where it stands.
type selection struct {
	listed    []string // by its fence, or by the address of its page
	asks      string   // the section that answers the widget's question, "" for none
	some      bool     // sections are among these: the others are left out
	someField bool     // fields are: the others stand in the tab of inputs
	all       bool     // the sections with questions of their own are there anyway
	none      bool     // there is no room for sections
}

// selected is what the widget shows: its own page has every question.
func (s *Spec) selected() selection {
	x := selection{listed: s.Show, all: s.Alone && !s.Embed && !s.asked}
	for _, name := range s.Show {
		if sectionNamed(name) != nil {
			x.some = true
		} else {
			x.someField = true
		}
	}
	x.asks = x.question(s.Ask.Name)
	return x
}

func (x *selection) lists(name string) bool {
	for _, have := range x.listed {
		if have == name {
			return true
		}
	}
	return false
}

// section reports whether a section is wanted.
func (x *selection) section(s *section) bool {
	return !x.none && (!x.some || s.usual && x.ownQuestion() == nil || s.name == x.asks || x.lists(s.name) || x.all && s.own)
}

// ownQuestion is the section that answers the widget's question, nil where the size does.
func (x *selection) ownQuestion() *section {
	if s := sectionNamed(x.asks); s != nil && s.own {
		return s
	}
	return nil
}

// has reports the same of the section with a name.
func (x *selection) has(name string) bool {
	s := sectionNamed(name)
	return s != nil && x.section(s)
}

// field reports whether a field is wanted among those in sight.
func (x *selection) field(key string) bool { return !x.someField || x.lists(key) }

// workSections works the wanted sections out, before anything is laid out: what one finds wrong
// with an input stands at its field.
func (c *sized) workSections(wanted *selection) {
	if c.result == nil {
		return
	}
	old := c.outcomes // of another place
	c.outcomes = map[string]*outcome{}
	for i := range sections {
		s := &sections[i]
		if !wanted.section(s) {
			continue
		}
		f := old[s.name]
		if f == nil {
			if f = s.work(c); f == nil {
				continue
			}
			if f.figure != nil {
				f.figure = once(f.figure)
			}
		}
		c.outcomes[s.name] = f
	}
}

// focus is the section that answers the widget's question, nil where the size does.
func (c *sized) focus(wanted *selection) *outcome {
	if s := wanted.ownQuestion(); s != nil {
		return c.outcomes[s.name]
	}
	return nil
}
