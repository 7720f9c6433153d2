package model

import (
	"slices"
	"strings"

	"partitionlab/wasm/diag"
)

// What people write who know SQL, Prisma, Mermaid or UML has one answer, and is read as what it
// means, so that nothing is said of what follows from it.

// written says that something is written otherwise here.
func (p *parser) written(at diag.Span, to, why string) {
	p.refuse(at, "`"+clip(p.text[at.Start:at.End])+"` is written "+to, why, "write "+to, replace(at, to))
}

// among reports whether a word is one of several, which stand with a space between them.
func among(words, word string) bool { return strings.Contains(" "+words+" ", " "+word+" ") }

// signs finds where a line ends, or its comment begins. The signs that other languages put around
// lines and names are left out: blanks stand in their place.
func (p *parser) signs(at, end int) int {
	c := &cursor{p, at, end}
	c.skip()
	first := c.at
	word := strings.ToLower(c.word().Text)
	c.skip()
	title := among("screen question after", word)
	plain := p.cql || slices.Contains(cqlWords, word) && (first == at || p.body == nil)
	blank := func(from, to int, cure string) {
		if len(p.strange) < maxBlocks {
			p.strange = append(p.strange, diag.Edit{Span: diag.Span{Start: from, End: to}, Text: cure})
			p.text = p.text[:from] + "  "[:to-from] + p.text[to:]
		}
	}
	for i := first; i < end; i++ {
		sign, two := p.text[i], p.text[i:min(i+2, end)]
		apart := i == first || p.text[i-1] == ' ' || p.text[i-1] == '\t'
		switch {
		case apart && (sign == '#' || two == "--"):
			return i
		case plain:
		case apart && (!title || i == first) && among("// /* %%", two):
			blank(i, i+2, "#")
			return i
		case i == first && strings.IndexByte("-+*", sign) >= 0, i == c.at && sign == ':' && word != "", sign == '{' && apart && (!title || strings.TrimLeft(p.text[i+1:end], " \t\r") == ""),
			!title && (strings.IndexByte(";\"$@", sign) >= 0 || sign == '[' && apart || sign == ']' && !strings.Contains(p.text[first:i], "[") || sign == '}' && two != "}o" && two != "}|"):
			blank(i, i+1, "")
		}
	}
	return end
}

// refers says of an attribute that is another entity that a relationship joins them. It is no attribute.
func (p *parser) refers(a *Attribute, at diag.Span, to string) {
	of := "Thing"
	if n := len(p.m.Entities); n > 0 && p.block == &p.m.Entities[n-1].Block {
		of = p.m.Entities[n-1].Name.Text
	}
	if to == "" {
		to = titled(strings.TrimSuffix(snake(a.Name.Text), "_id"))
	}
	p.missing = append(p.missing, to, of)
	line := "relate " + to + " has " + of + " 1 : n"
	out := edit("take the line out", diag.Span{Start: strings.LastIndexByte(p.text[:a.Start], '\n'), End: a.End}, "")
	instead := out.Title + ", and write a block: " + line
	if p.declares(to) && !strings.Contains(p.text, "relate "+to+" ") {
		out.Title = "write " + line
		out.Edits = append(out.Edits, diag.Edit{Span: diag.Span{Start: len(p.text), End: len(p.text)}, Text: "\n\n" + line + "\n"})
	}
	p.refuse(at, "an attribute refers to nothing", "What belongs together is said once, by a relationship: the key of the other entity is then in each table that needs it.", instead, out)
}

// declares reports whether the text has an entity of that name, be it below.
func (p *parser) declares(name string) bool {
	i := strings.Index(p.text, "entity "+name)
	return name != "" && i >= 0 && !isWord((p.text + " ")[i+len("entity "+name)])
}

// drawn says how a relationship is written that stands as diagrams draw it, or as other languages
// say it: Car }o--|| Station : at, Car 1--* Station, many-to-many. It reports whether it is one.
func (p *parser) drawn(a Name, at diag.Span) bool {
	b, verb := "", ""
	var counts []string
	marks := strings.NewReplacer("||", " 1 ", "o{", " n ", "|{", " n ", "}o", " n ", "}|", " n ", "|o", " 0..1 ", "o|", " 0..1 ", "-to-", " ", "-", " ", ">", " ", "<", " ", ":", " ", ",", " ").Replace(p.text[a.End:at.End])
	for _, w := range strings.Fields(marks) {
		switch n := spelled[w]; {
		case n != "":
			counts = append(counts, n)
		case among("n m N M", w) || !isLetter(w[0]):
			counts = append(counts, w)
		case b == "" && p.declares(w):
			b = w
		default:
			verb += w + " "
		}
	}
	if b == "" || len(counts) > 2 {
		return false
	}
	if verb == "" {
		verb = "has "
	}
	if len(counts) < 2 {
		counts = []string{"1", "n"}
	}
	p.missing = append(p.missing, a.Text, b)
	p.written(at, "relate "+a.Text+" "+verb+b+" "+strings.Join(counts, " : "), "A verb stands between the two, and behind them how many of the first belong to one of the second, and how many of that to one of the first.")
	return true
}

// reference takes what says of an attribute that it refers to another entity: -> Plan, FK,
// references Plan.
func (c *cursor) reference(a *Attribute) bool {
	d := *c
	if d.skip(); strings.HasPrefix(c.p.text[d.at:d.end], "->") {
		d.at += 2
	} else if w := strings.ToLower(d.word().Text); w != "references" && w != "fk" {
		return false
	}
	at := diag.Span{Start: c.at, End: c.end}
	to := d.word().Text
	if strings.EqualFold(to, "references") {
		to = d.word().Text
	}
	c.p.refers(a, at, to)
	return true
}

// foreignType reads a type as other languages write it, and reports whether it is another entity.
func (c *cursor) foreignType(a *Attribute) bool {
	p, at, to := c.p, a.TypeSpan, ""
	next := p.text[c.at:c.end]
	switch low := strings.ToLower(a.Type); {
	case p.declares(a.Type) && !strings.Contains(p.text, "type "+a.Type):
		p.refers(a, at, a.Type)
		return true
	case strings.HasPrefix(next, "[]"):
		to = "list<" + a.Type + ">"
		at.End += 2
	case low == "enum" || low == "json":
		if to = "text"; strings.HasPrefix(next, "(") {
			at.End += strings.IndexByte(next, ')') + 1
		}
	default:
		return false
	}
	a.Type, c.at = to, max(c.at, at.End)
	p.written(at, to, "")
	return false
}

// example is how an attribute is named, with one of the text where it has any yet.
func (p *parser) example() string {
	for _, e := range p.m.Entities {
		if len(e.Attributes) > 0 {
			name := e.Attributes[0].Name.Text
			return name + ", or " + e.Name.Text + "." + name
		}
	}
	return "hotel_id, or Hotel.name"
}
