// Package diagram makes figures of models and of schemas: the entities, the workflow,
// the logical and the physical tables of a model, and the tables of a script in CQL.
//
// Every part of a figure carries what it stands for as data-ref: "entity:Hotel",
// "relationship:has", "screen:Hotel page", "question:Q4", "table:hotel.hotels",
// "column:hotel.hotels.hotel_id", "type:hotel.address". Links, where a caller wants
// some, come from [Links].
package diagram

import (
	"slices"
	"sort"
	"strings"

	"partitionlab/wasm/figure"
	"partitionlab/wasm/model"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/work"
)

// Links gives the address that a part leads to, "" for none; nil gives none.
type Links func(ref string) string

func (l Links) to(ref string) string {
	if l == nil {
		return ""
	}
	return l(ref)
}

// Look is how a model's figures are drawn.
type Look struct {
	ID     string // unique in the page
	Links  Links
	Picked string // id of a question whose way is lit, or ""
	Work   *work.Meter
}

// Logical draws the tables of a design without types, the arrows being its questions.
func Logical(d *model.Design, look Look) *figure.Figure { return tables(d, look, false).Figure() }

// Physical draws the tables with their types and keyspaces, and user-defined types.
func Physical(d *model.Design, look Look) *figure.Figure { return tables(d, look, true).Figure() }

// tables are those of a design. They keep one order, with types and without, and when a partition is
// cut or spread.
func tables(d *model.Design, look Look, physical bool) *figure.Chebotko {
	c := drawn(d, look, physical, true)
	if physical || slices.ContainsFunc(d.Tables, func(t *model.Table) bool { return slices.ContainsFunc(t.Columns, added) }) {
		c.Like = drawn(d, look, false, false)
	}
	return c
}

// added reports whether a column cuts or spreads partitions.
func added(c *model.Column) bool { return c.Bucket != nil || c.Spread != nil }

// drawn are the tables with what cuts or spreads their partitions, or without.
func drawn(d *model.Design, look Look, physical, cut bool) *figure.Chebotko {
	c := &figure.Chebotko{ID: look.ID, Work: look.Work, Title: titleOf(d, physical)}
	at := map[*model.Table]int{}
	frame := map[string]int{}
	if physical {
		for _, k := range d.Model.Keyspaces {
			if slices.ContainsFunc(d.Tables, func(t *model.Table) bool { return t.Keyspace == k.Name.Text }) {
				frame[k.Name.Text] = len(c.Frames)
				c.Frames = append(c.Frames, k.Name.Text)
			}
		}
	}
	lit := map[*model.Table]bool{}
	steps := d.Steps()
	for _, s := range steps {
		if s.Question.ID.Text == look.Picked && look.Picked != "" {
			lit[s.To] = true
			if s.From != nil {
				lit[s.From] = true
			}
		}
	}
	for _, t := range d.Tables {
		at[t] = len(c.Cards)
		ref := "table:" + t.String()
		card := figure.Card{Name: t.Name, Frame: frame[t.Keyspace], Lit: lit[t], Ref: ref, Href: look.Links.to(ref)}
		for _, col := range t.Columns {
			if added(col) && !cut {
				continue
			}
			ref := "column:" + t.String() + "." + col.Name
			fc := figure.CardColumn{Name: col.Name, Mark: col.Mark(), Role: roles[col.Role], Ref: ref, Href: look.Links.to(ref)}
			if col.Index {
				fc.Mark = strings.TrimSpace(fc.Mark + " IDX")
			}
			fc.Name, fc.Type, fc.Mark = signed(fc.Name, col.Type, fc.Mark, physical)
			card.Columns = append(card.Columns, fc)
		}
		c.Cards = append(c.Cards, card)
	}
	if physical {
		for _, k := range d.Model.Keyspaces {
			for _, v := range d.TypesOf(k.Name.Text) {
				ref := "type:" + k.Name.Text + "." + v.Name.Text
				card := figure.Card{Name: v.Name.Text, Type: true, Frame: frame[k.Name.Text], Ref: ref, Href: look.Links.to(ref)}
				for _, f := range v.Fields {
					name, typ, _ := notation(f.Name.Text, f.Type, "")
					card.Columns = append(card.Columns, figure.CardColumn{Name: name, Type: typ})
				}
				c.Cards = append(c.Cards, card)
			}
		}
	}
	for _, s := range steps {
		ref := "question:" + s.Question.ID.Text
		a := figure.Arrow{From: -1, To: at[s.To], Label: s.Question.ID.Text, Words: s.Question.Title.Text, Lit: s.Question.ID.Text == look.Picked, Ref: ref, Href: look.Links.to(ref)}
		if s.From != nil {
			a.From = at[s.From]
		}
		c.Arrows = append(c.Arrows, a)
	}
	return c
}

var roles = map[model.Role]string{model.Partition: "key", model.Clustering: "clustering", model.Static: "static", model.Regular: "value"}

// Title says how many questions a design answers with how many tables.
func Title(d *model.Design) string { return titleOf(d, false) }

func titleOf(d *model.Design, physical bool) string {
	one, more := 0, 0
	var unserved []string
	for _, a := range d.Accesses {
		if !a.Served {
			unserved = append(unserved, a.Question.ID.Text)
		}
		if a.Served && a.Partitions == 1 {
			one++
		} else {
			more++
		}
	}
	all := d.Model.Written()
	s := count(len(all), "question") + ", " + lower(count(len(d.Tables), "table"))
	switch lacking := len(all) - len(d.Accesses); {
	case len(d.Accesses) == 0:
		return "No tables yet"
	case lacking == 1:
		i := slices.IndexFunc(all, func(q *model.Question) bool { return d.Access(q) == nil })
		s += ", none for " + all[i].ID.Text + " yet"
	case lacking > 1:
		s += ", none for " + number.Count(lacking) + " of the questions yet"
	case len(unserved) > 0:
		s += ", " + strings.Join(unserved, ", ") + " without an answer"
	case more == 0:
		s += ", one partition each"
	}
	if physical {
		s += ", with types"
	}
	return s
}

// signed is a column as a diagram of tables writes it: which values are collections and
// which count is decided by the questions already; types of one's own and all types beside
// their columns come with the physical tables.
func signed(name, typ, mark string, physical bool) (string, string, string) {
	n, t, m := notation(name, typ, mark)
	switch {
	case physical:
		return n, t, m
	case strings.HasPrefix(n, "*"):
		n = name
	}
	return n, "", m
}

// notation is the sign of a type around a column's name, as diagrams write it: [list],
// {set}, <map>, (tuple), *user type*, ++ for a counter. The type beside it is that of
// what is inside.
func notation(name, typ, mark string) (string, string, string) {
	bare := typ
	for strings.HasPrefix(bare, "frozen<") && strings.HasSuffix(bare, ">") {
		bare = bare[len("frozen<") : len(bare)-1]
	}
	inside := func(prefix string) (string, bool) {
		if strings.HasPrefix(bare, prefix+"<") && strings.HasSuffix(bare, ">") {
			return bare[len(prefix)+1 : len(bare)-1], true
		}
		return "", false
	}
	if in, ok := inside("list"); ok {
		return "[" + name + "]", thaw(in), mark
	}
	if in, ok := inside("set"); ok {
		return "{" + name + "}", thaw(in), mark
	}
	if in, ok := inside("map"); ok {
		key := firstOf(in)
		return "<" + name + ">", thaw(key) + " → " + thaw(strings.TrimPrefix(in[len(key):], ", ")), mark
	}
	if in, ok := inside("tuple"); ok {
		return "(" + name + ")", thaw(in), mark
	}
	if bare == "counter" {
		return name, typ, strings.TrimSpace(mark + " ++")
	}
	if userType(bare) {
		return "*" + name + "*", bare, mark
	}
	return name, typ, mark
}

// firstOf is the first of the types in a list of them.
func firstOf(list string) string {
	depth := 0
	for i, r := range list {
		switch r {
		case '<':
			depth++
		case '>':
			depth--
		case ',':
			if depth == 0 {
				return list[:i]
			}
		}
	}
	return list
}

// thaw is a type without the word frozen: what is inside of a value is frozen in any case.
func thaw(typ string) string {
	const word = "frozen<"
	for {
		before, rest, found := strings.Cut(typ, word)
		if !found {
			return typ
		}
		depth, end := 1, 0
		for ; end < len(rest); end++ {
			switch rest[end] {
			case '<':
				depth++
			case '>':
				depth--
			}
			if depth == 0 {
				break
			}
		}
		if end == len(rest) { // no type
			return typ
		}
		typ = before + rest[:end] + rest[end+1:]
	}
}

func userType(typ string) bool {
	return !strings.ContainsAny(typ, "<(") && !slices.Contains(model.NativeTypes(), typ)
}

// Schema draws the tables of a script with its questions: with types or without.
func Schema(r *model.Reading, look Look, physical bool) *figure.Figure {
	c := &figure.Chebotko{ID: look.ID, Work: look.Work, Title: SchemaTitle(r)}
	frame := map[string]int{}
	for _, k := range r.Keyspaces {
		if len(k.Tables) > 0 || physical && len(k.Types) > 0 {
			frame[k.Name] = len(c.Frames)
			c.Frames = append(c.Frames, k.Name)
		}
	}
	if len(c.Frames) < 2 && (!physical || r.Unnamed != "") {
		c.Frames = nil
	}
	at := map[*schema.Table]int{}
	for _, t := range r.Tables {
		at[t] = len(c.Cards)
		indexed := map[string]bool{}
		for _, ix := range t.Indexes {
			indexed[ix.Column] = true
		}
		ref := "table:" + t.Keyspace + "." + t.Name
		card := figure.Card{Name: t.Name, Frame: frame[t.Keyspace], Ref: ref, Href: look.Links.to(ref)}
		for col := range t.Columns() {
			ref := "column:" + t.Keyspace + "." + t.Name + "." + col.Name
			fc := figure.CardColumn{Name: col.Name, Mark: mark(col), Role: [...]string{"key", "clustering", "static", "value"}[col.Kind], Ref: ref, Href: look.Links.to(ref)}
			if indexed[col.Name] {
				fc.Mark = strings.TrimSpace(fc.Mark + " IDX")
			}
			fc.Name, fc.Type, fc.Mark = signed(fc.Name, col.Type.String(), fc.Mark, physical)
			card.Columns = append(card.Columns, fc)
		}
		c.Cards = append(c.Cards, card)
	}
	if physical {
		for _, k := range r.Keyspaces {
			var names []string
			for name := range k.Types {
				names = append(names, name)
			}
			sort.Slice(names, func(i, j int) bool { return names[i] < names[j] })
			for _, name := range names {
				ref := "type:" + k.Name + "." + name
				card := figure.Card{Name: name, Type: true, Frame: frame[k.Name], Ref: ref, Href: look.Links.to(ref)}
				for _, f := range k.Types[name].Fields {
					n, typ, _ := notation(f.Name, f.Type.String(), "")
					card.Columns = append(card.Columns, figure.CardColumn{Name: n, Type: typ})
				}
				c.Cards = append(c.Cards, card)
			}
		}
	}
	for _, a := range r.Arrows {
		ref := "question:" + a.Query.ID
		fa := figure.Arrow{From: -1, To: at[a.To], Label: a.Query.ID, Words: a.Query.Title, Ref: ref, Href: look.Links.to(ref)}
		if a.From != nil {
			fa.From = at[a.From]
		}
		c.Arrows = append(c.Arrows, fa)
	}
	return c.Figure()
}

// SchemaTitle says how many tables there are, and questions to them.
func SchemaTitle(r *model.Reading) string {
	title := count(len(r.Tables), "table")
	if len(r.Queries) > 0 {
		title = count(len(r.Queries), "question") + ", " + lower(title)
	}
	return title
}

func mark(c *schema.Column) string {
	switch c.Kind {
	case schema.PartitionKey:
		return "K"
	case schema.Clustering:
		if c.Desc {
			return "C↓"
		}
		return "C↑"
	case schema.Static:
		return "S"
	}
	return ""
}
