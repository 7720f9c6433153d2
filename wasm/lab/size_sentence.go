package lab

import (
	"strings"

	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/number"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/view"
)

func (v *sizeView) stale() *view.Node {
	if v.now.result != nil {
		return nil
	}
	return view.Leaf("p", "stale-note", v.staleNote())
}

// staleNote says which inputs the answer is for: those in which it differs from
// the fields.
func (v *sizeView) staleNote() string {
	var out []string
	for i := range v.z.all {
		f := &v.z.all[i]
		used := f.Text(v.shown.in)
		if v.text(f) == used && v.in.Lost[f.Key] == "" {
			continue
		}
		switch {
		case f.Type == input.CQL:
			out = append(out, "the schema before")
		case used == "":
		default:
			out = append(out, f.Key+" = "+input.Shorten(used, 40))
		}
	}
	if len(out) == 0 {
		return "The answer is for the inputs before."
	}
	return "The answer is for " + strings.Join(out, ", ") + "."
}

// answer is the sentence.
func (v *sizeView) answer() *view.Node { return v.answerLine(v.mood(), v.sentence()) }

// mood is fine below the target, watch below the limit, bad above.
func (v *sizeView) mood() string {
	if f := v.shown.focus(v.wanted); f != nil {
		return f.mood
	}
	return v.shown.mood()
}

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

// sentence answers "is this too big?", or the question of the section in focus.
func (v *sizeView) sentence() string {
	if f := v.shown.focus(v.wanted); f != nil {
		return f.said
	}
	return v.shown.sentence()
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

func (c *sized) sentence() string {
	r := c.result
	s := countRange(r.Rows) + " " + number.Plural(r.Rows.Max, "row") + ", " + bytesRange(r.Disk) + ": "
	target, limit := c.line(sizing.Target), c.line(sizing.Limit)
	switch {
	case target == nil || limit == nil:
		s = strings.TrimSuffix(s, ": ")
	case limit.Over:
		s += times(r.Disk.Max, limit.At) + " the limit of " + number.Bytes(limit.At)
	case target.Over:
		s += times(r.Disk.Max, target.At) + " the target of " + number.Bytes(target.At) + ", below the limit of " + number.Bytes(limit.At)
	case r.Disk.Max*2 > target.At:
		s += "just below the target of " + number.Bytes(target.At)
	default:
		s += "comfortable"
	}
	return s + "." + c.growthSentence()
}

// growthSentence says when lines are crossed.
func (c *sized) growthSentence() string {
	g := c.result.Growth
	if g == nil {
		return ""
	}
	var parts []string
	never := false
	for _, d := range g.Days {
		if d.Metric != sizing.DiskBytes {
			continue
		}
		switch {
		case d.Never:
			never = true
		case d.Day > 0:
			parts = append(parts, number.Bytes(d.At)+" on day "+number.Count(d.Day)+yearsAway(d.Day))
		}
	}
	switch {
	case len(parts) > 0:
		return " It crosses " + strings.Join(parts, " and ") + "."
	case never && c.mood() == "fine":
		return " It stays below both lines as long as anybody looks."
	}
	return ""
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

// notes are remarks and assumptions.
func (v *sizeView) notes() *view.Node {
	r := v.shown.result
	n := view.El("ul", view.Class("notes"))
	for _, l := range r.Lines {
		if l.Over && l.Weight == sizing.Remark {
			n.Add(remark("remark-"+l.Name, "A remark: more than "+number.Count(l.At)+" "+l.Name+" ("+l.Source+"). It never fails a design; bytes and rows per read decide."))
		}
	}
	if t := v.shown.leaving(); t != nil && !v.wanted.has("expiry") && t.Expiry != nil && t.Expiry.TTL > sizing.LongestTTL(clock, true) {
		n.Add(remark("ttl", ttlNote(t.Expiry.TTL)))
	}
	for _, t := range r.Notes {
		n.Add(remark(t.ID, t.Text))
	}
	for _, a := range r.Assumed {
		n.Add(remark(a.Name, "Assumed: "+a.Name+" = "+number.Count(a.Value)+", "+a.Why+"."))
	}
	if len(n.Children) == 0 {
		return nil
	}
	return n
}
