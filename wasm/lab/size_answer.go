package lab

import (
	"cmp"
	"strconv"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/view"
	"partitionlab/wasm/workload"
)

// A sized is what a size widget works out for inputs: numbers, or what is wrong.
type sized struct {
	z        *sizeWidget
	in       Inputs
	schema   *judged // of the text as it is
	held     *judged // the same, or while that gives no tables to size, the last one that did
	other    bool    // the schema is not the fence's
	ownTable bool    // nor is the table: what the fence says of rows does not hold
	tables   []*schema.Table
	table    *schema.Table
	all      *workload.Workload // of all tables of the schema
	workload *workload.Workload // of the table
	values   *workload.Values
	broken   bool // some quantities could not be worked out
	problems input.Problems
	sizer    *sizing.Sizer
	result   *sizing.Result // nil where something is wrong

	format, preset, compaction, compare string
	centers                             []string

	outcomes map[string]*outcome // of sections, by their names
	split    *sizing.Advice      // see advice
	tombs    *sizing.Tombstones  // see leaving
	left     bool                // tombs is worked out
	stands   func(*sizeView) view.Part
	given    *view.Node // see sizeView.schema
	said     outputs    // see sizeView.outputs
	turned   bool       // see lines
}

// size works everything out for inputs, in the schema as it was judged. Where that gives no
// tables, those of an earlier one keep the fields that belong to them.
func (z *sizeWidget) size(in *input.State, j, earlier *judged) *sized {
	c := &sized{z: z, in: in.Values, schema: j, held: j, other: j != z.schema}
	if earlier != nil && !j.whole() && (earlier != z.schema || len(j.tables) == 0) {
		c.held = earlier
	}
	c.all, _ = workload.Parse(z.lines, z.notWorkload)
	c.workload = c.all
	c.chooseTable()
	c.takeOwn()
	c.readChoices()
	c.readQuantities(in)
	c.evaluate()
	if len(c.problems) == 0 && c.table != nil {
		c.measure()
	}
	if len(c.problems) > 0 || c.table == nil {
		c.result = nil
		c.blame()
	}
	return c
}

// wrong notes what is wrong with a field.
func (c *sized) wrong(key, text string) { c.problems.Add(key, sentence(text)) }

// problem notes a workload's problem beside the field of its name, or of the table.
func (c *sized) problem(p workload.Problem) {
	key := p.Name
	switch {
	case key == "":
		key = c.z.table.Key
	case key == rateOfRows && c.ownTable:
		key = workload.Rows
	case strings.HasPrefix(key, c.z.written.Key):
		key = c.z.written.Key
	}
	text := p.Message
	f := c.field(key)
	switch {
	case f == nil || f.Type != input.Quantity || c.in[key] == "" || key == c.z.written.Key:
	case p.Says != "":
		p.Instead = ""
		text = also(sentence("This "+p.Says), p.Why)
	default:
		if word, unknown := strings.CutPrefix(text, "unknown variable "); unknown {
			text = word + " is no number"
		}
		p.Instead = ""
		text = sentence(text) + " " + takes(f)
	}
	if p.Instead != "" {
		text += ": " + p.Instead
	}
	if c.table != nil && strings.HasPrefix(text, c.table.Name+" ") {
		text = "the table " + text
	}
	c.problems.AddAt(key, sentence(text), p.Span)
}

// chooseTable finds the table that the widget is about.
func (c *sized) chooseTable() {
	text := c.z.code.Text(c.in)
	if len(text) > tooMuch {
		c.wrong(c.z.code.Key, "This schema is longer than "+number.Count(tooMuch/1000)+" kB. Paste only one table and its types.")
		return
	}
	c.tables = c.held.tables
	if c.other {
		if d := c.schema.refusal(); d != nil {
			c.problems.AddAt(c.z.code.Key, d.Message, d.Span)
		} else if len(c.schema.tables) == 0 {
			c.wrong(c.z.code.Key, "There is no CREATE TABLE in this text.")
		}
	}
	name := c.workload.Table
	given := c.in[c.z.table.Key]
	if given != "" {
		name = given
	}
	if c.table = find(c.tables, name); c.table == nil && given == "" && c.other && len(c.tables) > 0 {
		c.table = c.tables[0]
	}
	if c.table == nil && len(c.tables) > 0 {
		c.wrong(c.z.table.Key, "The schema has no table "+input.Shorten(name, 60)+".")
	}
}

// whole reports whether there are tables to size, and nothing refused beside them.
func (j *judged) whole() bool { return len(j.tables) > 0 && j.refusal() == nil }

// assumedRows is how many rows a partition of a reader's own table has, until the
// reader says so, and assumedKept for how many days they are kept.
const assumedRows, assumedKept = "1000", sizing.KeptDays

// overYear is how rows come where nobody says otherwise.
const overYear = "over " + assumedKept + "d"

// Of a reader's own table: for how many days rows are kept, and the part of a rate that
// stands before its time.
const keptDays, rateOfRows = "kept", "rate"

// takeOwn leaves the fence's numbers behind where the table is the reader's own.
func (c *sized) takeOwn() {
	if c.ownTable = c.other && c.table != nil && find([]*schema.Table{c.table}, c.z.table.Default) == nil; !c.ownTable {
		return
	}
	lines := "table = " + fullName(c.table) + "\n"
	const kept = "max(" + keptDays + ", 0.001)" // what is none is said to be so at its field
	switch _, period := rateIn(c.in[workload.Rows]); {
	case len(c.table.Clustering) == 0:
		lines += "written = " + overYear
	case period != "":
		perDay := rateOfRows + " * 1d / " + period
		days := keptDays
		if lines += rateOfRows + " = 1\n"; c.forEver() {
			days = ""
		} else {
			lines += keptDays + " = " + assumedKept + "\n"
		}
		days, grown := sizing.Fills(days, sizing.Ends(c.table)), "t"
		if days != "" {
			grown = "min(t, " + days + ")"
		}
		lines += "rows = " + perDay + " * " + cmp.Or(days, assumedKept) + "\nwritten = 1 every " + period + " / max(" + rateOfRows + ", 1e-6)\ngrow = " + perDay + " * " + grown + " in t"
	case c.keptGiven() && !c.forEver():
		lines += "rows = " + assumedRows + "\n" + keptDays + " = " + assumedKept + "\nwritten = over " + kept + " * 1d\ngrow = rows * min(t / " + kept + ", 1) in t"
	default:
		lines += "rows = " + assumedRows + "\nwritten = " + overYear
	}
	c.all, _ = workload.Parse(diag.NewSource("", lines+"\n"), nil)
	c.workload = c.all
}

// keptAssumed reports whether the answer hangs on days that nobody has entered.
func (c *sized) keptAssumed() bool {
	column, _, _ := c.bucket()
	return c.ownTable && c.workload.Growth() != nil && !c.keptGiven() && !c.expire() && column == ""
}

// expire reports whether rows leave the disk before the workload would take them away.
func (c *sized) expire() bool {
	rows, given := c.values.Get(workload.Rows)
	return given && c.workload.Growth() != nil && rows.Hi.Round() > c.result.Rows.Max
}

// keptGiven reports whether somebody has said for how many days rows are kept.
func (c *sized) keptGiven() bool { return strings.TrimSpace(c.in[keptDays]) != "" }

// forEver reports whether somebody has said that rows are never deleted.
func (c *sized) forEver() bool {
	switch strings.ToLower(strings.Join(strings.Fields(c.in[keptDays]), "")) {
	case "forever", "always", "unlimited", "∞":
		return true
	}
	return false
}

// endless says of a partition that grows for ever when it is as large as the answer says.
func (c *sized) endless() string {
	if g := c.result.Growth; !c.ownTable || g == nil || g.Ends || !c.forEver() {
		return ""
	}
	return " Kept for ever, it grows without end: these are its rows after " + assumedKept + " days."
}

// ended says of rows that come at a rate that a bucket of time in the key ends their partition.
func (c *sized) ended() string {
	column, span, most := c.bucket()
	if column == "" {
		return ""
	}
	rows := "that time"
	if most > 1 {
		rows = number.Of(int64(most), "day")
	}
	if !strings.Contains(span, " ") {
		span = "one " + span
	}
	return " " + column + " in the partition key ends a partition after " + span + ": these are its rows of " + rows + "."
}

// bucket is the column with which a partition of a reader's own table ends, to which rows come at
// a rate, before they are taken away; see [sizing.Period].
func (c *sized) bucket() (column, span string, most float64) {
	if _, period := rateIn(c.in[workload.Rows]); !c.ownTable || period == "" {
		return "", "", 0
	}
	column, span, most = sizing.Period(c.table)
	if kept, ok := c.values.Get(keptDays); ok && kept.Hi.Float() <= most {
		return "", "", 0
	}
	return column, span, most
}

// rateIn is the rate that stands for a number of rows: "24" and the seconds of a day, 86400s,
// for "24/day"; where rates stand elsewhere than at its end, as in "24/h * 2", how many come in a day.
// The seconds are "" where a text tells no rate.
func rateIn(text string) (of, seconds string) {
	text = number.Typed(text)
	at, unit, end := number.LastRate(text)
	var s number.Num
	ok := at >= 0
	if ok {
		s, ok = number.Per(text[unit:end])
	}
	if daily, n := number.InDays(text); n > 1 || n > 0 && !ok {
		return daily, perDay
	} else if !ok {
		return "", ""
	}
	if s.Sign() <= 0 || text[unit] <= '9' && workload.Measured(text[:at]) == number.KindTime { // 30d / 15min is a number
		return "", ""
	}
	return text[:at], number.Plain(s.Float()) + "s"
}

// field is the field of a key: of a reader's own table without what the fence says of it.
func (c *sized) field(key string) *input.Field {
	if c.ownTable && key == workload.Rows {
		f := ownRows()
		f.Also = strings.ReplaceAll(c.table.Name, "_", " ")
		return &f
	}
	if c.ownTable && key == keptDays {
		f := ownKept(c.table)
		return &f
	}
	return c.z.field(key)
}

// ownRows is the field of the rows of a reader's own table.
func ownRows() input.Field {
	return input.Field{Key: workload.Rows, Label: "Rows of a partition", Unit: "rows", Hint: "assumed: 1,000 (or write 24/day)"}
}

// ownKept is the field of the days for which they are kept.
func ownKept(t *schema.Table) input.Field {
	if days := float64(t.Params.DefaultTTL) / 86400; days > 0 {
		return input.Field{Key: keptDays, Label: "Days kept", Unit: "days", Hint: "at most " + number.Round(days) + ", the time to live"}
	}
	return input.Field{Key: keptDays, Label: "Days kept", Unit: "days", Hint: "assumed: " + assumedKept + " (or write forever)"}
}

// smallPart of the bytes may hang on assumed numbers, and the answer is still a firm one.
const smallPart = 0.1

// worthNaming is which part of the bytes a column has to decide to be named for it.
const worthNaming = 0.01

// provisional says what an answer about a reader's own schema takes for granted, where that
// decides it: how many rows there are, and where it is about bytes, how long their values
// are. It is "" where the answer is firm.
func (c *sized) provisional(bytes bool) string {
	r, said := c.result, ""
	switch given := strings.TrimSpace(c.in[workload.Rows]); {
	case !c.ownTable || len(c.table.Clustering) == 0:
	case given == "":
		said = " You have not entered how many rows a partition has: " + number.Of(r.Rows.Max, "row") + " are assumed."
	case c.keptAssumed():
		said = " You have not entered for how many days rows are kept: " + assumedKept + " are assumed."
	}
	if !c.other || !bytes {
		return said
	}
	var names []string
	sum, count := int64(0), 0
	for _, h := range r.Hanging() {
		sum += h.Assumed
		if float64(h.Assumed) < worthNaming*float64(r.Disk.Max) && count > 0 || h.Assumed == 0 {
			continue
		}
		if count++; len(names) < mostAssumed {
			names = append(names, h.Name)
		}
	}
	if float64(sum) <= smallPart*float64(r.Disk.Max) || r.Rows.Max == 0 {
		return said
	}
	if more := count - len(names); more > 0 {
		names = append(names, number.Within(more, "more column"))
	}
	return said + " " + number.Share(sum, r.Disk.Max) + " of the bytes are assumed: those of " + enumerated(names) + "."
}

// knobDefault is what a field of a section holds where the fence does not count.
func knobDefault(q quantity) string {
	if k := knobOf(q.Key); k != nil {
		return k.Default
	}
	return ""
}

// readChoices reads the inputs that are no quantities.
func (c *sized) readChoices() {
	z := c.z
	note := func(f *input.Field, problem string) {
		if problem != "" {
			c.wrong(f.Key, problem)
		}
	}
	var problem string
	c.preset, problem = z.preset.Option(c.in)
	note(&z.preset, problem)
	c.format, problem = z.format.Option(c.in)
	note(&z.format, problem)
	if p := sizing.PresetByID(c.preset); p != nil && c.preset != z.preset.Default && c.in[z.format.Key] == "" {
		c.format = p.Format.String()
	}
	c.compaction, problem = z.compaction.Option(c.in)
	note(&z.compaction, problem)
	c.compare = z.compare.Text(c.in)
	c.centers, problem = z.centers.List(c.in)
	note(&z.centers, problem)
	// Data centers stand in the order in which they are named.
	for _, dc := range c.centers {
		if c.all.Quantity("rf."+dc) == nil {
			c.set("rf."+dc, strconv.Itoa(c.replicas()))
		}
	}
}

// readQuantities gives the workload what the reader has set.
func (c *sized) readQuantities(in *input.State) {
	for _, key := range diag.Keys(in.Lost) {
		if _, given := c.in[key]; given {
			c.wrong(key, in.Lost[key])
		}
	}
	for _, key := range diag.Keys(c.in) {
		f := c.field(key)
		if f == nil || f.Type != input.Quantity || !c.appliesToAny(key) {
			continue
		}
		if c.fenceOnly(key) || c.ownOnly(key) || key == keptDays && !c.ownTable && c.all.Quantity(keptDays) == nil {
			continue
		}
		switch text := c.in[key]; {
		case key == c.z.written.Key && c.ownTable && c.all.Growth() != nil && !atOnce(text):
			// As the days say that rows are kept.
		case key == c.z.written.Key:
			c.set(key, c.z.writtenText(text))
		case key == keptDays && c.ownTable && c.forEver():
			// As the rows say that they come.
		case len(text) > maxQuantity:
			c.wrong(key, "This text is too long for an expression or a sample.")
		case strings.TrimSpace(text) == "" && f.Default == "":
		case strings.TrimSpace(text) == "":
			c.wrong(key, "Write a number or an expression.")
		case text != f.Default || c.ownTable: // the default is the page's, of another table
			of, period := rateIn(text)
			if !c.ownTable || key != workload.Rows || period == "" {
				of, period = text, ""
			}
			expr, problem := expression(f, of)
			if problem != "" {
				c.wrong(key, problem)
				continue
			}
			if period != "" {
				key = rateOfRows
			}
			c.set(key, expr)
		}
	}
}

// fenceOnly reports whether a quantity is of the fence's table, and not of the reader's own.
func (c *sized) fenceOnly(key string) bool {
	f := c.z.field(key)
	return c.ownTable && key != workload.Rows && key != keptDays && f != nil && f.Type == input.Quantity && key != c.z.written.Key && !strings.Contains(key, ".") && knobOf(key) == nil
}

// ownOnly reports whether a quantity is of a table of the reader's own, which cannot be told
// from the text as it is: a link, or what the page has kept, may bring both.
func (c *sized) ownOnly(key string) bool {
	return c.held != c.schema && !c.ownTable && (key == workload.Rows || key == keptDays)
}

// writtenText is the text of the workload's line for a choice.
func (z *sizeWidget) writtenText(choice string) string {
	switch {
	case atOnce(choice):
		return "at once"
	case choice == "live":
		return z.live
	}
	return choice
}

// atOnce reports whether a text says that all rows are written at one time.
func atOnce(written string) bool { return written == "once" || written == "at once" }

// set gives the workload another quantity. What is wrong with it is noted, not
// what then is wrong with those that hang on it.
func (c *sized) set(key, text string) {
	problems := c.all.Set(key, text)
	for _, p := range problems {
		if strings.HasPrefix(p.Name, key) {
			c.problem(p)
			return
		}
	}
	for _, p := range problems {
		c.problems.AddAt(key, sentence(p.Message), p.Span)
	}
}

// evaluate works the quantities of the table out.
func (c *sized) evaluate() {
	if c.table != nil {
		// Lengths of columns that this table does not have say nothing about it.
		strange := c.other || c.in[c.z.table.Key] != ""
		w, problems := c.all.For(c.table.Name, func(name string) bool {
			return !c.applies(name) && (strange || c.appliesToAny(name))
		})
		for _, p := range problems {
			c.problem(p)
		}
		c.workload = w
	}
	var problems []workload.Problem
	c.values, problems = c.workload.Eval()
	for _, p := range problems {
		c.problem(p)
	}
	if c.broken = len(problems) > 0; c.ownTable && !c.broken {
		if days, given := c.values.Get(keptDays); given && days.Lo.Sign() <= 0 {
			c.wrong(keptDays, "Write a number of days above 0.")
		}
	}
}

// measure sizes the partition.
func (c *sized) measure() {
	sizer, problems := sizing.New(c.table, c.workload, formatOf(c.format))
	if len(problems) == 0 {
		c.sizer = sizer
		c.result, problems = sizer.Result(sizing.Options{Target: c.target(), NoInputs: true})
	}
	for _, p := range problems {
		c.problem(p)
	}
}

// lines are those that a partition should not cross, with how far each input can go before.
// That takes as long as all else, so it is worked out for whoever wants to see it.
func (c *sized) lines() []sizing.Crossing {
	if !c.turned {
		c.turned = true
		c.sizer.UpTo(c.result)
	}
	return c.result.Lines
}

// target is the bytes to stay below.
func (c *sized) target() int64 {
	if v, ok := c.values.Get("target"); ok {
		if v.Lo.Sign() > 0 {
			return v.Hi.Round()
		}
		c.wrong("target", "Enter a size of more than 0 bytes.")
	}
	return 0
}

// blame puts a problem beside the fields that the reader changed, where it was
// found only in what is worked out from them.
func (c *sized) blame() {
	if len(c.problems) == 0 {
		return
	}
	for _, p := range c.problems {
		if _, changed := c.in[p.Field]; changed {
			return
		}
	}
	text := c.firstProblem()
	for _, key := range diag.Keys(c.in) {
		if c.workload.Quantity(key) != nil {
			c.wrong(key, text)
		}
	}
}

// applies reports whether a quantity speaks of a column that the table has, or of
// none.
func (c *sized) applies(name string) bool { return c.table == nil || sizing.SpeaksOf(name, c.table) }

// appliesToAny reports the same of all tables of the schema.
func (c *sized) appliesToAny(name string) bool {
	for _, t := range c.tables {
		if sizing.SpeaksOf(name, t) {
			return true
		}
	}
	return len(c.tables) == 0
}

// firstProblem is what is wrong, in one sentence; "" where nothing is.
func (c *sized) firstProblem() string {
	if len(c.problems) == 0 {
		return ""
	}
	return c.problems[0].Text
}

// find returns the table of that name, with or without a keyspace, or nil. An
// empty name is the only table.
func find(tables []*schema.Table, name string) *schema.Table {
	if name == "" && len(tables) == 1 {
		return tables[0]
	}
	name = strings.ReplaceAll(name, `"`, "")
	for _, t := range tables {
		if t.Name == name || fullName(t) == name {
			return t
		}
	}
	return nil
}

func fullName(t *schema.Table) string { return t.Keyspace + "." + t.Name }

// outputs are the exact values of a widget by their names.
type outputs map[string]string

func (o outputs) put(name string, n int64) { o[name] = strconv.FormatInt(n, 10) }

// outputs are what the size widget says by name.
func (c *sized) outputs() outputs {
	r, out := c.result, outputs{}
	amount := func(name string, a sizing.Amount) {
		out.put(name, a.Max)
		out.put(name+".min", a.Min)
		out.put(name+".typ", a.Typ)
		out.put(name+".max", a.Max)
	}
	amount("rows", r.Rows)
	amount("values", r.Values)
	amount("cells", r.Cells)
	amount("docs.bytes", r.Docs)
	amount("thumb.bytes", r.Thumb)
	amount("disk.bytes", r.Disk)
	amount("once.bytes", r.Once)
	for _, p := range r.Sizes {
		out.put("p"+number.Plain(p.Percent)+".bytes", p.Disk)
	}
	out.put("docs.key", r.Docs1.Key)
	out.put("docs.static", r.Docs1.Static)
	out.put("docs.row", r.Docs1.Regular+r.Docs1.Clustering)
	out.put("row.bytes", r.Row.Total)
	out.put("index.bytes", r.Index.Index)
	out.put("index.blocks", r.Index.Blocks)
	out.put("row.min", r.Disk1.RowMin)
	out.put("row.max", r.Disk1.RowMax)
	if r.Growth != nil {
		if r.Growth.Ends {
			out.put("ends", r.Growth.EndDay)
		}
		for _, d := range r.Growth.Days {
			if !d.Never {
				out.put("day."+lineName(d.Line), d.Day)
			}
			if !d.OnceNever {
				out.put("once.day."+lineName(d.Line), d.OnceDay)
			}
		}
	}
	for _, q := range c.workload.Quantities() {
		if _, has := out[q.Name]; has {
			continue
		}
		if v, ok := c.values.Get(q.Name); ok {
			out[q.Name] = v.Typ.String()
			if !v.Exact() {
				out[q.Name+".min"], out[q.Name+".max"] = v.Lo.String(), v.Hi.String()
				out[q.Name] = v.Hi.String()
			}
		}
	}
	return out
}

// Turns is how the names of outputs begin that say how far an input can go.
const Turns = "upto."

// turns are the outputs that say how far each input can go.
func (c *sized) turns(out outputs) {
	for _, l := range c.lines() {
		for _, i := range l.Inputs {
			if !i.Always && !i.Never {
				out.put(Turns+i.Input+"."+lineName(l.Line), i.At)
			}
		}
	}
}

// lineName is how outputs name a line: "10MB", "100MB", "values", "cells".
func lineName(l sizing.Line) string {
	if l.Metric == sizing.DiskBytes {
		return strings.ReplaceAll(number.Bytes(l.At), number.Space, "")
	}
	return l.Name
}
