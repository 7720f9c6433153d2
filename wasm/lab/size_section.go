package lab

import (
	"strings"

	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/view"
	"partitionlab/wasm/workload"
)

// A section is a part of a size widget below its answer. Its name stands in `show` and
// in its class.
type section struct {
	name, title string
	open        bool // stands in the open where the widget is about the size; the others fold
	own         bool // answers a question of its own: the answer of the widget where it is shown first
	always      bool // there whatever else is shown
	knobs       []input.Field
	work        func(*sized) *outcome // nil where there is nothing to say
}

// An outcome is what a section has worked out.
type outcome struct {
	title  string // instead of the section's
	said   string // the answer to the section's own question
	mood   string // "fine", "watch", "bad"
	values outputs
	body   func(v *sizeView) view.Part
}

// answered is an outcome that answers a question of its own.
func answered(said, mood string) *outcome {
	return &outcome{said: said, mood: mood, values: outputs{}}
}

// sections are in the order of the page. To add one, add a row. (They are set here
// because what their rows do leads back to them.)
var sections []section

func init() {
	sections = []section{
		{name: "standing", open: true, work: (*sized).standing},
		{name: "parts", open: true, work: (*sized).parts},
		{name: "models", open: true, work: (*sized).models},
		{name: "limits", open: true, work: (*sized).limits},
		{name: "growth", title: "Growth", work: (*sized).growth},
		{name: "sizes", title: "Percentiles", work: (*sized).percentiles},
		{name: "columns", title: "Columns", work: (*sized).columns},
		{name: "formula", title: "Formula", work: (*sized).formula},
		{name: "buckets", title: "Buckets", own: true, work: (*sized).buckets, knobs: []input.Field{
			{Key: "target", Label: "Stay below", Default: "10 MB"},
			{Key: "window", Label: "Time that a query asks for", Hint: "such as 24h"},
		}},
		{name: "expiry", title: "Expiry and tombstones", own: true, work: (*sized).expiry, knobs: []input.Field{
			{Key: workload.TTL, Label: "Time to live", Hint: "such as 90d"},
			{Key: workload.Deleted, Label: "Rows deleted again", Hint: "such as 20%"},
			{Key: workload.Updated, Label: "Rows updated again", Hint: "such as 30%"},
			{Key: "gc_grace", Label: "gc_grace_seconds", Unit: "s"},
			{Key: "compaction_window", Label: "Window of compaction", Hint: "a thirtieth of the TTL"},
		}},
		{name: "compare", title: "Compare with another design", own: true, work: (*sized).comparison},
		{name: "service", always: true, work: (*sized).service},
		{name: "cluster", title: "Cluster", own: true, work: (*sized).cluster, knobs: []input.Field{
			{Key: "partitions", Label: "Partitions", Hint: "such as 5000"},
			{Key: "rf", Label: "Replicas in a data center"},
			{Key: "racks", Label: "Racks in a data center", Default: "1"},
			{Key: "writes", Label: "Writes a second", Default: "0"},
			{Key: "reads", Label: "Reads a second", Default: "0"},
			{Key: "compression", Label: "Size after compression", Default: "0.5"},
			{Key: "disk", Label: "Disk of a node", Default: "2 TB"},
			{Key: "fill", Label: "Share of the disk for data", Hint: "0.5 for size tiers, else 0.7"},
			{Key: "versions", Label: "Factor for overwrites and tombstones", Default: "1"},
			{Key: "snapshots", Label: "Snapshots kept", Default: "0"},
			{Key: "nodeops", Label: "Operations a second that a node does", Default: "10000"},
			{Key: "stream", Label: "Streaming to a new node, a second", Default: "24 MiB"},
			{Key: "yearly", Label: "Growth a year", Default: "0"},
		}},
		{name: "table", title: "Table", work: (*sized).allNumbers},
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

// A selection is which sections and fields a size widget shows, where it stands.
type selection struct {
	listed    []string // by its fence, or by the address of its page
	some      bool     // sections are among these: the others are left out
	someField bool     // fields are: the others stand behind "more inputs"
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
	return !x.none && (!x.some || x.lists(s.name) || x.all && s.own)
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
	c.outcomes = map[string]*outcome{}
	for i := range sections {
		s := &sections[i]
		if !s.open && !s.always && !wanted.section(s) {
			continue
		}
		if f := s.work(c); f != nil {
			c.outcomes[s.name] = f
		}
	}
}

// focus is the section that the widget is about, where that is not the size: the first
// one that it shows.
func (c *sized) focus(wanted *selection) *outcome {
	for _, name := range wanted.listed {
		if s := sectionNamed(name); s != nil {
			if f := c.outcomes[name]; f != nil && s.own {
				return f
			}
			return nil
		}
	}
	return nil
}
