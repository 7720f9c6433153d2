package lab

import (
	"strings"

	"partitionlab/wasm/figure"
	"partitionlab/wasm/number"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/view"
)

// This file is what a size widget answers: a headline in the unit of the question, and
// one figure.

// sizeAsks are the questions that a size widget answers. Those of sections stand in
// [sections].
var sizeAsks = []string{"bytes", "values", "rows", "day", "percentiles", "bucket", "tombstones", "design", "nodes"}

// question is the section that answers the widget's question, "" where the size does.
func (x *selection) question(ask string) string {
	for i := range sections {
		if s := &sections[i]; s.ask != "" && s.ask == ask {
			return s.name
		}
	}
	// The address of an embed may ask for a section.
	if ask == sizeAsks[0] && len(x.listed) > 0 {
		if s := sectionNamed(x.listed[0]); s != nil && s.own {
			return s.name
		}
	}
	return ""
}

// verdict answers the widget's question, and says how sure the answer is.
func (v *sizeView) verdict() verdict {
	a := v.firm()
	a.more += v.shown.endless() + v.shown.ended()
	if open := v.shown.provisional(v.Ask.Name != "values" && v.Ask.Name != "rows"); open != "" {
		switch over := a.mood != "" && a.mood != "fine"; {
		case over && a.word != "":
			a.word += ", provisional"
		case over:
			a.word = "provisional"
		default:
			a.word, a.mood = "provisional", "watch"
		}
		a.more = strings.TrimSpace(a.more + open)
	}
	return a
}

// firm is the answer as if everything it takes for granted were so.
func (v *sizeView) firm() verdict {
	c := v.shown
	if f := c.focus(v.wanted); f != nil {
		return f.answer
	}
	switch v.Ask.Name {
	case "values":
		return c.valuesVerdict()
	case "rows":
		r := c.result.Rows
		return verdict{headline: countRange(r) + " " + number.Plural(r.Max, "row"), more: bytesRange(c.result.Disk) + " in all."}
	case "day":
		return c.dayVerdict(v.Ask.Attr("line"))
	case "percentiles":
		return c.percentileVerdict()
	}
	return c.bytesVerdict()
}

// mood is fine below the target, watch below the limit, bad above.
func (c *sized) mood() string {
	mood := "fine"
	for _, l := range c.result.Lines {
		switch {
		case !l.Over || l.Weight == sizing.Remark:
		case l.Weight == sizing.Target:
			if mood == "fine" {
				mood = "watch"
			}
		default:
			mood = "bad"
		}
	}
	return mood
}

// line is the line of bytes with a weight, or nil.
func (c *sized) line(w sizing.Weight) *sizing.Crossing {
	for i, l := range c.result.Lines {
		if l.Weight == w && l.Metric == sizing.DiskBytes {
			return &c.result.Lines[i]
		}
	}
	return nil
}

// bytesVerdict answers "is this too big?".
func (c *sized) bytesVerdict() verdict {
	r := c.result
	a := verdict{headline: bytesRange(r.Disk), mood: c.mood(), more: countRange(r.Rows) + " " + number.Plural(r.Rows.Max, "row")}
	target, limit, most := c.line(sizing.Target), c.line(sizing.Limit), ""
	if !r.Disk.Exact() {
		most = "up to "
	}
	switch {
	case target == nil || limit == nil:
		a.more += "."
	case limit.Over:
		a.word = "too big"
		a.more += ", " + most + times(r.Disk.Max, limit.At) + " the guideline of " + number.Bytes(limit.At) + "."
	case target.Over:
		a.word = "above the target"
		a.more += ", " + most + times(r.Disk.Max, target.At) + " the target of " + number.Bytes(target.At) + ", below the guideline of " + number.Bytes(limit.At) + "."
	case r.Disk.Max*2 > target.At:
		a.word = "close to the target"
		a.more += ", below the target of " + number.Bytes(target.At) + "."
	default:
		a.word = "comfortable"
		a.more += "."
	}
	a.more += c.growthSentence()
	return a
}

// valuesVerdict counts values as the documentation does. Their guideline only remarks.
func (c *sized) valuesVerdict() verdict {
	r := c.result
	a := verdict{headline: countRange(r.Values) + " " + number.Plural(r.Values.Max, "value")}
	each, static := int64(len(c.table.Regulars)), int64(len(c.table.Statics))
	rows := countRange(r.Rows) + " " + number.Plural(r.Rows.Max, "row")
	if each*r.Rows.Max+static == r.Values.Max {
		a.more = number.Begin(each, "value") + " in each of " + rows
		if static > 0 {
			a.more += ", and " + number.Within(static, "static value")
		}
		a.more += "."
	} else {
		a.more = rows + "."
	}
	for _, l := range r.Lines {
		if l.Metric == sizing.ValueCount && l.Over {
			a.more += " The guideline of " + number.Count(l.At) + " for values is only a rough guide: the bytes decide."
		}
	}
	return a
}

// dayVerdict says when a line of bytes is crossed: the one that is asked for, or the
// target.
func (c *sized) dayVerdict(asked string) verdict {
	g := c.result.Growth
	if g == nil {
		a := c.bytesVerdict()
		return verdict{headline: "Never", mood: a.mood, more: "The partition does not grow: " + bytesRange(c.result.Disk) + "."}
	}
	asked = strings.ReplaceAll(asked, " ", "")
	var about, other *sizing.DayOfCrossing
	for i := range g.Days {
		d := &g.Days[i]
		switch {
		case d.Metric != sizing.DiskBytes || d.Weight != sizing.Target && d.Weight != sizing.Limit:
		case about == nil && (asked == "" || lineName(d.Line) == asked):
			about = d
		default:
			other = d
		}
	}
	if about == nil {
		about, other = other, nil
	}
	if about == nil {
		return c.bytesVerdict()
	}
	a := verdict{mood: "fine", more: bytesRange(c.result.Disk) + " with " + number.Of(c.result.Rows.Max, "row") + "."}
	switch {
	case g.Ends:
		a.more = sentence(c.stays())
	case g.First == c.result.Disk.Max:
		a.more = bytesRange(c.result.Disk) + " now."
	}
	switch {
	case about.Never:
		a.headline = "Never above " + number.Bytes(about.At)
	case about.Day <= 0:
		a.headline = "Above " + number.Bytes(about.At) + " from the start"
		a.mood = c.mood()
	default:
		a.headline = "Day " + number.Count(about.Day)
		if about.Day >= 1000 {
			a.headline += ", after " + number.Days(about.Day)
		}
		if about.Day < 5*365 {
			a.mood = "watch"
		}
		a.more = "It then passes " + number.Bytes(about.At) + c.earliest() + ". " + a.more
	}
	if other != nil && !other.Never && other.Day > 0 {
		a.more += " " + number.Bytes(other.At) + " on day " + number.Count(other.Day) + yearsAway(other.Day) + "."
	}
	return a
}

// earliest says of a day that it is that of the worst case, where there are others.
func (c *sized) earliest() string {
	if c.result.Disk.Exact() {
		return ""
	}
	return " at the earliest"
}

// percentileVerdict says what most partitions take, and the largest.
func (c *sized) percentileVerdict() verdict {
	a := c.bytesVerdict()
	for _, p := range c.result.Sizes {
		if p.Percent == 95 {
			a.headline = "Most take up to " + number.Bytes(p.Disk) + ", the largest " + number.Bytes(c.result.Disk.Max)
			a.word, a.more = "", "“Most” means 95 of 100 partitions."
		}
	}
	return a
}

// figure is the one figure beside the inputs.
func (v *sizeView) figure() view.Part {
	c := v.shown
	if v.unseen() {
		return view.Nodes(nil)
	}
	if f := c.focus(v.wanted); f != nil {
		if f.figure == nil {
			return view.Nodes(nil)
		}
		return f.figure(v)
	}
	if v.Ask.Name == "day" && c.outcomes["growth"] != nil {
		return c.outcomes["growth"].figure(v)
	}
	if c.stands == nil {
		c.stands = once((*sizeView).stands)
	}
	return c.stands(v)
}

func (v *sizeView) stands() view.Part {
	switch v.Ask.Name {
	case "values":
		return v.valuesStanding()
	case "percentiles":
		return v.standing()
	}
	return view.Nodes{v.standing(), v.spread()}
}

// standing is where the bytes lie between very small and far too large.
func (v *sizeView) standing() *view.Node {
	r := v.shown.result
	f := figure.Standing{ID: v.Element("standing"), Min: r.Disk.Min, Max: r.Disk.Max, Title: "Where it stands: " + bytesRange(r.Disk)}
	for _, l := range r.Lines {
		if l.Metric == sizing.DiskBytes && (l.Weight == sizing.Target || l.Weight == sizing.Limit) {
			f.Lines = append(f.Lines, line(l.Line))
		}
	}
	return f.Figure().Beside().View()
}

// valuesStanding is the same of the number of values.
func (v *sizeView) valuesStanding() *view.Node {
	r := v.shown.result
	f := figure.Standing{ID: v.Element("values"), Count: "values", Min: r.Values.Min, Max: r.Values.Max, Title: "Where it stands: " + countRange(r.Values) + " values"}
	for _, l := range r.Lines {
		if l.Metric == sizing.ValueCount {
			f.Lines = append(f.Lines, figure.Line{Name: "guideline", At: l.At, Class: "line-target"})
		}
	}
	return f.Figure().Beside().View()
}

// line is a line as figures take it. What the documentation says is a guideline.
func line(l sizing.Line) figure.Line {
	name := l.Name
	if l.Weight == sizing.Limit {
		name = "guideline"
	}
	return figure.Line{Name: name, At: l.At, Class: [...]string{"line-hard", "line-limit", "line-target", "line-remark"}[l.Weight]}
}

// growthSentence says when lines are crossed.
func (c *sized) growthSentence() string {
	g := c.result.Growth
	if g == nil {
		return ""
	}
	if g.Fewer > 0 {
		return " Its growth ends at " + number.Count(g.Fewer) + " rows, below these: write there, too, how they come."
	}
	var parts []string
	never := ""
	for _, d := range g.Days {
		if d.Metric != sizing.DiskBytes {
			continue
		}
		switch {
		case d.Never && never == "":
			never = number.Bytes(d.At)
		case !d.Never && d.Day > 0:
			parts = append(parts, number.Bytes(d.At)+" on day "+number.Count(d.Day)+c.earliest()+yearsAway(d.Day))
		}
	}
	passes := " It passes " + strings.Join(parts, " and ")
	switch {
	case len(parts) > 0 && g.Ends && never != "":
		return passes + ", and never " + never + ": " + c.stays() + "."
	case len(parts) > 0 && g.Ends:
		return passes + ". " + sentence(c.stays())
	case len(parts) > 0:
		return passes + "."
	case g.Ends && never != "" && c.keptAssumed():
		return " Kept for " + assumedKept + " days, it never passes " + never + ": " + c.stays() + "."
	case g.Ends && never != "":
		return " It never passes " + never + ": " + c.stays() + "."
	case never != "" && c.mood() == "fine":
		return " It stays below both lines for longer than anybody plans."
	}
	return ""
}

// stays says where growth ends, in a part of a sentence.
func (c *sized) stays() string {
	g := c.result.Growth
	at := number.Bytes(g.Stays)
	if c.result.Ranges {
		at = "up to " + at
	}
	if g.EndDay == 0 {
		return "it stays at " + at
	}
	return "it stays at " + at + " from day " + number.Count(g.EndDay) + yearsAway(g.EndDay) + " on"
}

func yearsAway(days int64) string {
	if days < 1000 {
		return ""
	}
	return " (" + number.Days(days) + ")"
}

func times(n, line int64) string {
	f := float64(n) / float64(line)
	if f < 1.1 {
		return "just above"
	}
	return number.Round(f) + " times"
}

func countRange(a sizing.Amount) string {
	if a.Exact() {
		return number.Count(a.Max)
	}
	return number.Count(a.Min) + " to " + number.Count(a.Max)
}

func bytesRange(a sizing.Amount) string {
	if a.Exact() {
		return number.Bytes(a.Max)
	}
	return number.Bytes(a.Min) + " to " + number.Bytes(a.Max)
}

func exactRange(a sizing.Amount) string {
	if a.Exact() {
		return number.ExactBytes(a.Max)
	}
	return number.Count(a.Min) + " to " + number.ExactBytes(a.Max)
}
