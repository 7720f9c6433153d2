package model

import (
	"math"
	"slices"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
)

// A Guess is a number that nobody gave, with what stands for it and the line to write.
type Guess struct {
	diag.Span            // where it is to be written
	What      string     // "how many different values email has"
	Taken     string     // what stands for it: "100 different values of email"
	Open      bool       // it is a number without an upper end
	Marked    bool       // the text has a number for it, and says that it is a guess
	Write     string     // the line that says it, as code
	Fixes     []diag.Fix // which write such a line
}

// guessCount is the guess at how many there are of an entity. The pairs of a relationship
// are counted by its sides.
func (m *Model) guessCount(e *Entity) Guess {
	if r := e.Relation; r != nil {
		for _, a := range [...]Amount{r.Right, r.Left} {
			if a.Unsaid {
				return m.guessSide(r, r.side(a))
			}
		}
		if _, unknown := m.countOr(r.From); unknown {
			return m.guessCount(r.From)
		}
	}
	n := exactly(guess * guess)
	head := m.Source.Text[e.Head.Start:e.Head.End]
	at := diag.Span{Start: e.Name.End, End: e.Name.End}
	if e.Count.Span.Len() > 0 {
		at = e.Count.Span
	}
	return Guess{Span: e.Name.Span, What: "how many " + manyOf(e.Name.Text) + " there are", Taken: n.of(e.Name.Text), Write: code(head[:at.Start-e.Head.Start] + " 10k " + head[at.End-e.Head.Start:]),
		Fixes: []diag.Fix{guessed(at, pad(at), "10k")}}
}

// code is a line as prose quotes it.
func code(line string) string { return "`" + spaces(line) + "`" }

// pad divides what is written from the word before it.
func pad(at diag.Span) string {
	if at.Len() == 0 {
		return " "
	}
	return ""
}

// side tells which number of a relationship an amount is: the first one, or the second.
func (r *Relationship) side(a Amount) (left bool) {
	return a.Span == r.Left.Span && a.Span != r.Right.Span
}

// guessSide is the guess at one of the numbers of a relationship.
func (m *Model) guessSide(r *Relationship, left bool) Guess {
	a, noun, one, share := r.Right, r.B.Text, r.A.Text, r.share[leftEnd]
	if left {
		a, noun, one, share = r.Left, r.A.Text, r.B.Text, r.share[rightEnd]
	}
	if share > 0 && !a.Unsaid { // as it is counted with
		a.Typ *= share
	}
	round := func(x float64) string { return number.Plain(max(math.Ceil(number.Significant(x, 2)), 1)) }
	few, usual, most, typ := "0", round(a.Typ), round(max(a.Hi, 2)), max(math.Round(a.after(m.horizon()).Typ), 1)
	if mean := a.after(m.horizon()).Typ; mean > 0 && mean < 1 {
		typ = number.Significant(mean, 2)
		usual = number.Plain(typ)
	}
	switch {
	case a.Usual:
		usual, most = number.Plain(a.Typ), number.Plain(a.Hi)
	case a.Rate > 0:
		usual, most = number.Plain(number.Significant(a.Rate, 2)), number.Plain(number.Significant(a.RateHi, 2))+"/day"
	}
	if a.Lo < a.Typ {
		few = number.Plain(a.Lo)
	}
	text, write := m.Source.Text, few+".."+usual+".."+most
	g := Guess{Span: a.Span, Open: true, What: "how many " + manyOf(noun) + " belong to one " + one, Taken: said(typ) + " " + manyOf(noun) + " of one " + one}
	if typ == 1 {
		g.Taken = "1 " + noun + " of one " + one
	}
	if a.Hi == 1 && typ == 0.5 {
		g.Taken = "1 " + noun + " for half of the " + manyOf(one)
	}
	if most := a.after(m.horizon()).Hi; a.Unsaid && !a.Usual && most > typ {
		g.Taken += " (at most " + said(math.Round(most)) + ")"
	}
	if !a.Unsaid {
		g.What, g.Open = g.What+" on average", false
		write = number.Plain(a.Lo) + ".." + number.Plain(typ) + ".." + number.Plain(a.Hi)
	} else if a.Usual {
		g.What += " at most"
		g.Taken = said(a.Hi) + " " + manyOf(noun) + " of one " + one
	}
	if a.Span.Len() == 0 || a.Start < r.Head.Start || a.End > r.Head.End { // of a line that somebody has still to write
		g.Span, g.Write = r.Head, code("relate "+r.A.Text+" "+r.Verb+" "+r.B.Text+" 1 : "+write)
		return g
	}
	g.Write = code(text[r.Head.Start:a.Start] + write + text[a.End:r.Head.End])
	g.Fixes = []diag.Fix{guessed(a.Span, "", write)}
	return g
}

// guessFew is the guess at one of the numbers of relationships, where its usual value is one.
func (m *Model) guessFew(a Amount) (out []Guess) {
	for _, r := range m.Relationships {
		if a.wide() && (a.Span == r.Left.Span || a.Span == r.Right.Span) {
			out = append(out, m.guessSide(r, r.side(a)))
		}
	}
	return out
}

// guessDistinct is the guess at how many different values an attribute has.
func (m *Model) guessDistinct(a *Attribute, taken float64) Guess {
	if _, is := m.countOr(a.Of); is && (a.Key || a.Unique || a.Type == "timestamp" || a.Type == "timeuuid" || a.Type == "uuid") {
		return m.guessCount(a.Of)
	}
	n := count(taken)
	line := m.Source.Text[a.Start:a.End]
	end := diag.Span{Start: a.End, End: a.End}
	return Guess{Span: a.Name.Span, What: "how many different values " + a.Name.Text + " has", Taken: number.Of(n, "different value") + " of " + a.Name.Text,
		Write: code(line+" distinct 1000") + ", or " + code(line+" unique") + " where no two " + manyOf(a.Of.Name.Text) + " share one",
		Fixes: []diag.Fix{edit("no two "+manyOf(a.Of.Name.Text)+" share one", end, " unique"), guessed(end, " distinct ", digits(n))}}
}

// guessElements is the guess at how many elements a collection holds.
func guessElements(a *Attribute, taken int64) Guess {
	n, of := "0.."+digits(taken)+".."+digits(taken*openEnd), ""
	if e, ok := parseType(a.Type); ok && a.Size.Known {
		of = " of"
	} else if ok && sized(e) {
		of = " of 10"
	}
	fix := guessed(diag.Span{Start: a.TypeSpan.End, End: a.TypeSpan.End}, " ", n)
	fix.Edits[0].Text += of
	return Guess{Span: a.Name.Span, What: "how many elements " + a.Name.Text + " has", Taken: number.Of(taken, "element") + " of " + a.Name.Text,
		Write: code(a.Name.Text + " " + a.Type + " " + n + of), Fixes: []diag.Fix{fix}}
}

// unasked is the guess at how long the range of a time is of which a question says nothing, and
// at the time of which it is a part.
func (t *Table) unasked(m *Model, q *Question) (out []Guess) {
	for _, r := range q.Ranges {
		if !timely(r.Attr.Type) {
			continue
		}
		name := snake(r.Name.Text)
		if r.Slice.Known && r.Slice.Unsaid && !t.timed(m, r.Attr) {
			a, one := r.Attr, t.passing(m).Name.Text
			out = append(out, Guess{Span: a.Name.Span, What: "over which time the values of " + name + " of one " + one + " lie", Taken: "all values of " + name + " at once", Write: code(m.Source.Text[a.Start:a.End] + " over 2 hours"),
				Fixes: []diag.Fix{insert("write a time, such as over 2 hours", a.End, " over 2 hours")}})
		}
		if !r.Slice.Known {
			end := diag.Span{Start: r.Name.End, End: r.Name.End}
			out = append(out, Guess{Span: r.Name.Span, What: "how long a range of " + name + " " + q.ID.Text + " asks for", Taken: "all values of " + name + " at once", Write: code("range " + name + " 30 days"),
				Fixes: []diag.Fix{edit("write a length, such as 30 days", end, " 30 days")}})
		}
	}
	return out
}

// guessed is a fix that writes a number which is a guess, and marks it as one: it is named
// until somebody has put a number that is known in its place.
func guessed(at diag.Span, before, n string) diag.Fix {
	return edit("a guess: "+strings.TrimLeft(before, " ")+n+". Put your number", at, before+n+guessMark)
}

// marked are the numbers of the text that are guesses, as it says.
func (m *Model) marked() (out []Guess) {
	put := func(a Amount, of func() (what, noun string)) {
		if a.Guess {
			what, noun := of()
			n := strings.TrimRight(strings.TrimSuffix(m.Source.Text[a.Start:a.End], guessMark), " ")
			out = append(out, Guess{Span: a.Span, Marked: true, What: what, Taken: n + " " + noun,
				Fixes: []diag.Fix{edit(n+" is right", a.Span, n)}})
		}
	}
	attributes := func(list []*Attribute) {
		for _, a := range list {
			name := a.Name.Text
			put(a.Elements, func() (string, string) { return "how many elements " + name + " has", "elements of " + name })
			put(a.Size, func() (string, string) { return "how many bytes " + name + " has", "bytes of " + name })
			put(a.Distinct, func() (string, string) {
				return "how many different values " + name + " has", "different values of " + name
			})
			put(a.Changes, func() (string, string) { return "how often " + name + " changes", "changes of " + name })
		}
	}
	for _, t := range m.Types {
		attributes(t.Fields)
	}
	for _, e := range m.Entities {
		put(e.Count, func() (string, string) { return "how many " + manyOf(e.Name.Text) + " there are", manyOf(e.Name.Text) })
		attributes(e.Attributes)
	}
	for _, r := range m.Relationships {
		side := func(noun, one string) func() (string, string) {
			return func() (string, string) {
				return "how many " + manyOf(noun) + " belong to one " + one, manyOf(noun) + " of one " + one
			}
		}
		put(r.Left, side(r.A.Text, r.B.Text))
		put(r.Right, side(r.B.Text, r.A.Text))
		if r.Pair != nil && r.As.Text == "" { // else they are among the entities
			attributes(r.Attributes)
		}
	}
	return out
}

// guesses are all guesses of a design, each once, with the tables that follow from it, or what is read of them.
func (d *Design) guesses() (out []Guess, of [][]*Table) {
	at := map[string]int{}
	for _, t := range d.Tables {
		add := func(list []Guess) {
			for _, g := range list {
				i, has := at[g.What]
				if !has {
					i = len(out)
					at[g.What] = i
					out, of = append(out, g), append(of, nil)
				}
				if !slices.Contains(of[i], t) {
					of[i] = append(of[i], t)
				}
			}
		}
		add(t.Size.Guessed)
		for _, a := range t.Accesses {
			add(a.Guessed)
		}
	}
	for _, g := range d.Model.marked() {
		out, of = append(out, g), append(of, nil)
	}
	return out, of
}

// Guesses are the numbers that nobody gave and that the design follows from.
func (d *Design) Guesses() []Guess {
	out, _ := d.guesses()
	return out
}

// IsTaken says what stands for the number.
func (g Guess) IsTaken() string {
	if strings.HasPrefix(g.Taken, "1 ") {
		return g.Taken + " is taken"
	}
	return g.Taken + " are taken"
}

// checkGuesses says what nobody said.
func (d *Design) checkGuesses() {
	list, of := d.guesses()
	for i, g := range list {
		if g.Marked {
			d.say(diag.Note, g.Span, g.What+" is a guess: "+g.Taken, "The "+guessMark+" behind it says so. Keys, buckets and sizes follow from these numbers.", "put your number, without "+guessMark, g.Fixes...)
			continue
		}
		var names []string
		for _, t := range of[i] {
			names = append(names, t.Name)
		}
		s, end, cure := diag.Note, ", for "+some(names, "and"), "write "+g.Write
		if g.Open {
			s, end = diag.Advice, ", and partitions of "+some(names, "and")+" have no bound"
			if cure += ", or a rate such as 5/day"; slices.ContainsFunc(of[i], (*Table).hasTime) {
				cure += "; or cut them by a bucket of time"
			}
		}
		d.say(s, g.Span, "nobody said "+g.What+": "+g.IsTaken()+end, "Keys, buckets and sizes follow from these numbers.", cure, g.Fixes...)
	}
}
