package lab

import (
	"strconv"
	"strings"
	"sync/atomic"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/lab/fence"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/version"
	"partitionlab/wasm/workload"
)

// A sizeWidget answers how big a partition gets. Its lines are a workload (see
// package workload), choices, and the schema.
type sizeWidget struct {
	lines      *diag.Source // the workload's text
	schema     *judged      // verdicts on the fence's own schema, with its tables
	live       string       // how rows are written when they are written live
	quantities []quantity
	all        []input.Field         // in the order of links
	first      atomic.Pointer[sized] // for no inputs: whoever is the first to want that takes it

	written, statement, table, code              input.Field
	format, preset, compaction, compare, centers input.Field // see choices
}

// A quantity is a field for a quantity of the workload. Those that the fence gives a
// label, a unit or a slider stand in sight, those of a section there, the others
// behind "more inputs".
type quantity struct {
	input.Field
	main    bool
	section string // "buckets", "cluster", "compare", "expiry"
	knob    bool   // not of the fence: there where its section is
}

// choices are the fields that a line of the fence sets and that are no quantities.
func (z *sizeWidget) choices() [5]*input.Field {
	return [...]*input.Field{&z.format, &z.preset, &z.compaction, &z.compare, &z.centers}
}

func newSizeWidget() *sizeWidget {
	z := &sizeWidget{live: overYear,
		written:    input.Field{Key: "written", Label: "How rows are written"},
		statement:  input.Field{Key: "statement", Label: "Rows come by", Options: input.Options("insert", "INSERT: a timestamp per row", "update", "UPDATE: a timestamp per cell")},
		table:      input.Field{Key: "table", Type: input.Word, Label: "Table"},
		code:       input.Field{Key: codeKey, Type: input.CQL, Label: "Schema in CQL"},
		format:     formatField,
		preset:     input.Field{Key: "preset", Type: input.Choice, Label: "Kind of server", Noun: "preset", Default: "5.0"},
		compaction: input.Field{Key: "compaction", Type: input.Choice, Label: "Compaction", Noun: "compaction strategy"},
		compare:    input.Field{Key: "compare", Type: input.Word, Label: "Compare with"},
		centers:    input.Field{Key: "centers", Type: input.Names, Label: "Data centers, if several", Unit: "names", Noun: "data center", Most: maxCenters},
	}
	for _, p := range sizing.Presets {
		z.preset.Options = append(z.preset.Options, input.Option{Value: p.ID, Label: p.Name})
	}
	for _, s := range strategies {
		z.compaction.Options = append(z.compaction.Options, input.Option{Value: s.short, Label: s.short + ": " + s.what})
	}
	return z
}

// maxCenters bounds the data centers, maxQuantity the text of a quantity.
const (
	maxCenters  = 8
	maxQuantity = 60_000
)

func parseSize(f *fence.Fence) widget {
	text := f.CQL
	if f.Schema != "" {
		text = strings.TrimRight(f.Schema, "\n") + "\n" + f.CQL
	}
	f.Asks(sizeAsks, "line")
	z := parseSizeOf(f, text)
	f.Schema, f.CQL = "", z.code.Default
	return widget{fields: z.all, more: z.more, work: func(s *Spec) worker { return z.work(s) }}
}

// parseSizeOf reads a fence with this text as its schema.
func parseSizeOf(f *fence.Fence, text string) *sizeWidget {
	z := newSizeWidget()
	z.lines = f.Head
	w, problems := workload.Parse(z.lines, z.notWorkload)
	for _, p := range problems {
		f.Diags = append(f.Diags, p.Diagnostic)
	}
	once := z.readLines(f) || w.Mode == workload.AtOnce
	z.readSchema(f, w, text)
	z.statement.Default, z.table.Default, z.written.Default = "insert", w.Table, "live"
	if w.Update {
		z.statement.Default = "update"
	}
	if once {
		z.written.Default = "once"
	}
	z.written.Options = input.Options("once", "Loaded at once: all rows carry one timestamp", "live", "Written live: "+z.live)
	z.readQuantities(w)
	z.all = append(z.all, z.written, z.statement, z.table, z.code)
	for _, c := range z.choices() {
		z.all = append(z.all, *c)
	}
	// The numbers that nobody gave are inputs, too.
	c := z.size(&input.State{}, z.schema, nil)
	z.first.Store(c)
	if c.result != nil {
		for _, a := range c.result.Assumed {
			z.add(quantity{Field: assumed(a)})
		}
	} else if len(f.Diags) == 0 {
		for _, p := range c.problems {
			f.Wrong(p.Span, p.Text, "")
		}
	}
	return z
}

// notWorkload holds for the lines of a fence that are no part of the workload.
func (z *sizeWidget) notWorkload(name string) bool {
	for _, c := range z.choices() {
		if c.Key == name {
			return true
		}
	}
	return fence.Common(name)
}

// readLines reads the lines of a fence that are no quantities, and reports whether one
// says that rows are written at once.
func (z *sizeWidget) readLines(f *fence.Fence) (once bool) {
	for _, l := range f.Lines {
		if l.Name == z.written.Key {
			text, _, _ := strings.Cut(l.Value, "|")
			text = strings.TrimSpace(text)
			once = text == "at once" || text == "once"
			if !once {
				z.live = text
			}
		}
		if l.Name == z.code.Key || place.Reserved(l.Name) {
			f.Wrong(l.Span, l.Name+" is a name that links use for themselves", "choose another name")
		}
		for _, c := range z.choices() {
			if c.Key != l.Name {
				continue
			}
			if p := c.Wrong(l.Value); p != "" {
				f.Wrong(l.At, p, "")
				continue
			}
			c.Default = l.Value
			if p := sizing.PresetByID(l.Value); c == &z.preset && p != nil {
				z.format.Default = p.Format.String()
			}
		}
	}
	return once
}

// wholes is the schema that was judged last, and reduced the one of which only what a
// calculator needs was judged: most calculators of a page begin with the same.
var wholes, reduced atomic.Pointer[judged]

// judgedOnce judges a schema, unless it is the one that was judged last.
func judgedOnce(last *atomic.Pointer[judged], text string) *judged {
	j := last.Load()
	if j == nil || j.src.Text != text {
		j = judge(nil, version.V50, "", text)
		last.Store(j)
	}
	return j
}

// readSchema judges the schema, and leaves out of it what the widget does not need.
func (z *sizeWidget) readSchema(f *fence.Fence, w *workload.Workload, text string) {
	if text == "" {
		f.Wrong(diag.Span{}, "the widget has no schema", "write schema = hotel, or CQL after a line cql:")
	}
	z.schema = judgedOnce(&wholes, text)
	for _, d := range z.schema.all(maxFindings) {
		if d.Severity == diag.Refused || d.Severity == diag.NotJudged {
			f.Wrong(diag.Span{}, "the schema is not accepted: "+d.Message, "")
		}
	}
	if t := find(z.schema.tables, w.Table); t != nil {
		tables := []*schema.Table{t}
		for _, other := range z.schema.tables {
			if other != t && mentions(w, z.compare.Default, other) {
				tables = append(tables, other)
			}
		}
		if less := z.schema.reduce(tables); less != text {
			text, z.schema = less, judgedOnce(&reduced, less)
		}
	} else if text != "" && z.schema.unfit() == nil {
		f.Wrong(w.Place.Span, "the schema has no table "+w.Table, "")
	}
	z.code.Default = text
}

// mentions reports whether a widget speaks of a further table of its schema.
func mentions(w *workload.Workload, compare string, t *schema.Table) bool {
	for _, own := range w.Own() {
		if own.Table == t.Name {
			return true
		}
	}
	return compare != "" && find([]*schema.Table{t}, compare) != nil
}

// add gives the widget another quantity.
func (z *sizeWidget) add(q quantity) {
	z.quantities = append(z.quantities, q)
	z.all = append(z.all, q.Field)
}

// readQuantities makes fields of the quantities of the workload, then of the knobs.
func (z *sizeWidget) readQuantities(w *workload.Workload) {
	fromLine := func(name, text string, attrs []workload.Attr) {
		q := quantity{Field: quantityField(name), main: len(attrs) > 0, section: sectionOf(name)}
		q.Default = text
		if q.Kind == number.KindAny {
			q.Kind = workload.Measured(text)
		}
		for _, a := range attrs {
			switch a.Name {
			case "label":
				q.Label = a.Value
			case "unit":
				q.Unit = a.Value
			case "slider":
				q.Slider = input.ParseSlider(a.Value)
			}
		}
		z.add(q)
	}
	for _, q := range w.Quantities() {
		if !strings.HasPrefix(q.Name, "written.") {
			fromLine(q.Name, q.Text, q.Attrs)
		}
	}
	if g := w.Growth(); g != nil {
		z.add(quantity{Field: input.Field{Key: "grow", Label: "Rows as time passes", Unit: "rows", Default: g.Text}})
	}
	for _, own := range w.Own() {
		fromLine(own.Name, own.Text, own.Attrs)
	}
	z.addKnobs(w)
}

// addKnobs adds the quantities of sections that the fence does not give.
func (z *sizeWidget) addKnobs(w *workload.Workload) {
	c := &sized{schema: z.schema, held: z.schema, table: find(z.schema.tables, w.Table)}
	for i := range sections {
		for _, knob := range sections[i].knobs {
			if w.Quantity(knob.Key) != nil {
				continue
			}
			switch {
			case knob.Key == "rf":
				knob.Default = strconv.Itoa(c.replicas())
			case knob.Key == workload.TTL && c.table != nil && c.table.Params.DefaultTTL > 0:
				knob.Default = strconv.FormatInt(int64(c.table.Params.DefaultTTL), 10)
			case knob.Key == "gc_grace" && c.table != nil:
				knob.Default = strconv.FormatInt(int64(c.table.Params.GCGrace), 10)
			}
			z.add(quantity{Field: knob, section: sections[i].name, knob: true})
		}
	}
}

// more holds for lengths of columns and numbers of tables that only a schema of the
// reader's own has.
func (z *sizeWidget) more(key string) bool {
	what, of, dotted := strings.Cut(key, ".")
	if !dotted || of == "" {
		return key == workload.Rows || key == keptDays
	}
	switch what {
	case "len", "count", "null", "distinct", "rf", "racks":
		return true
	}
	return workload.IsOwn(key)
}

// field returns the field of a key, or nil.
func (z *sizeWidget) field(key string) *input.Field {
	for i := range z.all {
		if z.all[i].Key == key {
			return &z.all[i]
		}
	}
	if !z.more(key) {
		return nil
	}
	f := quantityField(key)
	return &f
}

// quantityField is the field of a quantity by its name alone.
func quantityField(name string) input.Field {
	f := input.Field{Key: name, Label: labelOf(name), Unit: unitOf(name), Kind: workload.KindOf(name)}
	if k := knobOf(name); k != nil && k.Kind != number.KindAny {
		f.Kind = k.Kind
	}
	return f
}

// assumed is the field of a number that nobody gave.
func assumed(a sizing.Assumption) input.Field {
	f := quantityField(a.Name)
	f.Label += " (assumed)"
	f.Default = strconv.FormatInt(a.Value, 10)
	return f
}

// labelOf is the label of a quantity that has none: rooms → Rooms.
func labelOf(name string) string {
	if k := knobOf(name); k != nil {
		return k.Label
	}
	kind, column, ok := strings.Cut(name, ".")
	switch {
	case name == workload.Rows:
		return "Rows of the partition"
	case !ok:
		return strings.ToUpper(name[:1]) + strings.ReplaceAll(name[1:], "_", " ")
	case kind == "len":
		return "Length of " + column
	case kind == "count":
		return "Elements of " + column
	case kind == "null":
		return "Share of rows without " + column
	case kind == "distinct":
		return "Different values of " + column
	case kind == workload.Rows:
		return "Rows a partition of " + column
	case kind == "written":
		return "How rows of " + column + " are written"
	case kind == "rf":
		return "Replicas in " + column
	case kind == "racks":
		return "Racks in " + column
	}
	return labelOf(kind) + " of " + column
}

// replicasOf renames the field of a counter's column: it has no elements, but a part for each
// replica that has led one of its updates.
func replicasOf(f *input.Field, name string, t *schema.Table) {
	if column, ok := strings.CutPrefix(name, "count."); ok && t != nil && t.Counter {
		f.Label = strings.Replace(f.Label, labelOf(name), "Replicas that lead updates of "+column, 1)
	}
}

func unitOf(name string) string {
	switch {
	case strings.HasPrefix(name, "len."):
		return "bytes"
	case name == workload.Rows:
		return "rows"
	}
	return ""
}
