package model

import (
	"math"
	"slices"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/repair"
	"partitionlab/wasm/workload"
)

// resolve gives every name of the text its meaning.
func (m *Model) resolve(p *parser) {
	m.distinctNames(p)
	m.types(p)
	m.relationships(p)
	m.keys(p)
	for _, r := range m.Relationships {
		r.said = [...]Amount{r.Left, r.Right}
	}
	m.reconcile(m.Relationships)
	m.keyspaces(p)
	m.settled = true
	for _, e := range m.Entities {
		e.out = m.links(e)
	}
	for _, r := range m.Relationships {
		if r.Pair != nil {
			r.Pair.out = m.links(r.Pair)
		}
	}
	m.questions(p)
	m.workflow(p)
	m.choices(p)
}

// named is something that has a name, for messages.
type named struct {
	what string
	name Name
}

// distinctNames refuses a second thing of the same name, and takes it out; a second question
// gets another name.
func (m *Model) distinctNames(p *parser) {
	seen := map[string]Name{}
	twice := func(kind, what string, n *Name, fold string) bool {
		k := kind + "\x00" + fold
		if first, ok := seen[k]; ok {
			d := diag.Diagnostic{Severity: diag.Refused, Message: "there is " + what + " " + clip(n.Text) + " already", Span: n.Span, Instead: "give it another name, or take it out",
				Related: []diag.Related{{Span: first.Span, Text: "here"}}}
			if kind != "q" {
				p.add(d)
				return true
			}
			id := p.freeID() // it is read under this name
			d.Fixes = []diag.Fix{edit("call it "+id, n.Span, id)}
			p.add(d)
			n.Text = id
			return false
		}
		seen[k] = *n
		return false
	}
	m.Keyspaces = slices.DeleteFunc(m.Keyspaces, func(k *Keyspace) bool { return twice("k", "a keyspace", &k.Name, snake(k.Name.Text)) })
	m.Types = slices.DeleteFunc(m.Types, func(t *ValueType) bool { return twice("t", "a type", &t.Name, snake(t.Name.Text)) })
	m.Entities = slices.DeleteFunc(m.Entities, func(e *Entity) bool { return twice("e", "an entity", &e.Name, snake(e.Name.Text)) })
	m.Screens = slices.DeleteFunc(m.Screens, func(s *Screen) bool { return twice("s", "a screen", &s.Name, strings.ToLower(s.Name.Text)) })
	m.Questions = slices.DeleteFunc(m.Questions, func(q *Question) bool { return twice("q", "a question", &q.ID, strings.ToLower(q.ID.Text)) })
	m.Choices = slices.DeleteFunc(m.Choices, func(c *Choice) bool { return twice("c", "a table", &c.Name, snake(c.Name.Text)) })
	for _, r := range m.Relationships {
		if r.As.Text != "" && twice("e", "an entity", &r.As, snake(r.As.Text)) {
			r.As = Name{}
		}
	}
}

// Entity returns the entity of a name, or nil.
func (m *Model) Entity(name string) *Entity {
	if m.named == nil || len(m.named) != len(m.Entities) {
		m.named = make(map[string]*Entity, len(m.Entities))
		for _, e := range slices.Backward(m.Entities) {
			m.named[snake(e.Name.Text)] = e
		}
	}
	return m.named[snake(name)]
}

// valueType returns the type that CQL knows by a name, or nil.
func (m *Model) valueType(name string) *ValueType {
	if m.byType == nil {
		m.byType = make(map[string]*ValueType, len(m.Types))
		for _, t := range m.Types {
			m.byType[snake(t.Name.Text)] = t
		}
	}
	return m.byType[name]
}

// Question returns the question of an id, or nil.
func (m *Model) Question(id string) *Question {
	for _, q := range m.Questions {
		if strings.EqualFold(q.ID.Text, id) {
			return q
		}
	}
	return nil
}

// isUnread reports whether a name is that of a question that nothing can be made of yet.
func (m *Model) isUnread(n Name) bool {
	return slices.ContainsFunc(m.unread, func(q *Question) bool { return strings.EqualFold(q.ID.Text, n.Text) })
}

// Choice returns what the author decided about the table of a name, or nil.
func (m *Model) Choice(name string) *Choice {
	for _, c := range m.Choices {
		if snake(c.Name.Text) == snake(name) {
			return c
		}
	}
	return nil
}

// unknown says that a name means nothing, of what owns names of its kind or in the whole model
// (""), and which one is meant perhaps: it returns that. Where none is, the cures are what to do.
func (p *parser) unknown(what, owner string, n Name, have []string, add string, cures ...diag.Fix) (meant string) {
	d := diag.Diagnostic{Severity: diag.Refused, Message: "there is no " + what + " " + clip(n.Text), Span: n.Span, Instead: add}
	if owner != "" {
		d.Message = owner + " has no " + what + " " + clip(n.Text)
	}
	best := workload.Nearest(strings.ToLower(n.Text), lowered(have))
	if letters := func(s string) string { return strings.TrimRight(s, "0123456789") }; letters(best) == letters(strings.ToLower(n.Text)) && letters(best) != best {
		best = "" // Q7 is no slip for Q1
	}
	if best == "" {
		best = partOf(snake(n.Text), have)
	}
	for _, h := range have {
		if strings.ToLower(h) == best && best != "" || strings.EqualFold(h, n.Text) {
			meant, d.Instead = h, "write "+h
			d.Fixes = append(d.Fixes, replace(n.Span, h))
			break
		}
	}
	if d.Fixes == nil && add != "" && what == "entity" {
		end, gap := len(p.text), "\n\n"
		if strings.HasSuffix(p.text, "\n") {
			gap = "\n"
		}
		d.Fixes = []diag.Fix{insert("add the entity "+n.Text, end, gap+"entity "+n.Text+" 1000\n  "+snake(n.Text)+"_id  uuid  key\n")}
	}
	if d.Fixes == nil && cures != nil {
		d.Instead, d.Fixes = cures[0].Title, cures
	}
	if len(have) > 12 {
		have = append(have[:11:11], "one of "+digits(int64(len(have)-11))+" more")
	}
	if d.Instead == "" && len(have) > 0 {
		d.Instead = "use " + some(have, "or")
		if what == "attribute" {
			d.Instead += ", or write it below its entity: " + snake(n.Text) + " text"
		}
	}
	p.add(d)
	return meant
}

// partOf is the one of several names of which a word is a part, as temp is of temp_c; "" where
// none is, or several are.
func partOf(word string, names []string) (best string) {
	for _, h := range names {
		if h = strings.ToLower(h); strings.Contains("_"+h+"_", "_"+word+"_") {
			if best != "" {
				return ""
			}
			best = h
		}
	}
	return best
}

func lowered(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = strings.ToLower(w)
	}
	return out
}

func (m *Model) entityNames() (out []string) {
	for _, e := range m.Entities {
		out = append(out, e.Name.Text)
	}
	return out
}

// entity finds an entity, or says that there is none: then it is the one that is meant perhaps.
func (m *Model) entity(p *parser, n Name) *Entity {
	if n.Text == "" {
		return nil
	}
	e := m.Entity(n.Text)
	if e == nil && strings.HasPrefix(strings.ToLower(n.Text), "count") {
		p.refuse(n.Span, "there is no entity "+n.Text+": a question reads what is stored", "Counting rows reads them all. What is counted up is an attribute of the type counter.",
			"write it below an entity of its own, as in: visits counter")
		return nil
	}
	if e == nil {
		if meant := p.unknown("entity", "", n, m.entityNames(), "add a block: entity "+n.Text); meant != "" {
			return m.Entity(meant)
		}
	}
	return e
}

// types checks the types of attributes and fields.
func (m *Model) types(p *parser) {
	m.valueType("")
	byName := m.byType
	for _, t := range m.Types {
		if len(t.Fields) == 0 {
			p.refuse(t.Name.Span, "the type "+t.Name.Text+" has no fields", "", "write a field and its type on a line below")
		}
	}
	check := func(a *Attribute) {
		t, ok := parseType(a.Type)
		if !ok {
			p.refuse(a.TypeSpan, "`"+clip(a.Type)+"` is no type of CQL", "", "write text, int, date, uuid, set<text>, map<text, int> or another type")
			a.Type = "text"
			return
		}
		if bad, at, ok := badType(t, byName); ok {
			at.Start, at.End = at.Start-len("CREATE TYPE t (f ")+a.TypeSpan.Start, at.End-len("CREATE TYPE t (f ")+a.TypeSpan.Start
			if at.Start < a.TypeSpan.Start || at.End > a.TypeSpan.End {
				at = a.TypeSpan
			}
			to := repair.TypeOf(bad)
			if lower := strings.ToLower(bad); to == "" && workload.Nearest(lower, nativeTypes) == "" {
				to = repair.TypeOf(workload.Nearest(lower, []string{"string", "integer", "numeric", "datetime"}))
			}
			if to != "" {
				p.refuse(at, "there is no type "+clip(bad), "CQL calls it "+to+".", "write "+to, replace(at, to))
				a.Type = "text"
				return
			}
			have := slices.Clone(nativeTypes)
			for _, v := range m.Types {
				have = append(have, snake(v.Name.Text))
			}
			p.unknown("type", "", Name{at, bad}, have, "declare it: type "+bad)
			a.Type = "text"
			return
		}
		if t.Kind == cql.UserType {
			p.sizeless(a)
		}
		a.Type = cql.TypeText(freeze(t, false))
	}
	for _, t := range m.Types {
		for _, f := range t.Fields {
			check(f)
		}
	}
	for _, e := range m.Entities {
		for _, a := range e.Attributes {
			check(a)
		}
	}
	for _, r := range m.Relationships {
		for _, a := range r.Attributes {
			check(a)
		}
	}
	// A type that contains itself could not be written down.
	state := map[string]int{}
	var visit func(t *ValueType) bool
	visit = func(t *ValueType) bool {
		name := snake(t.Name.Text)
		if state[name] == 1 {
			return false
		}
		if state[name] == 2 {
			return true
		}
		state[name] = 1
		for _, f := range t.Fields {
			if e, ok := parseType(f.Type); ok {
				for _, used := range usedTypes(e, nil) {
					if inner := byName[used]; inner != nil && !visit(inner) {
						p.refuse(f.TypeSpan, "the type "+t.Name.Text+" contains itself", "A value would have no end.", "take the field out, or hold an identifier instead")
						f.Type = "text"
					}
				}
			}
		}
		state[name] = 2
		return true
	}
	for _, t := range m.Types {
		visit(t)
	}
}

// NativeTypes are the names of the types that CQL has of its own.
func NativeTypes() []string { return nativeTypes }

var nativeTypes = []string{"ascii", "bigint", "blob", "boolean", "counter", "date", "decimal", "double", "duration", "float", "inet", "int", "smallint", "text", "time", "timestamp", "timeuuid", "tinyint", "uuid", "varchar", "varint", "list", "set", "map", "tuple", "vector", "frozen"}

// badType finds a name in a type that is none.
func badType(t *cql.TypeExpr, types map[string]*ValueType) (string, diag.Span, bool) {
	switch t.Kind {
	case cql.UserType:
		if types[t.Name] == nil || t.Keyspace.Text != "" {
			return t.Name, t.Place(), true
		}
	case cql.CustomType:
		return t.Name, t.Place(), true
	case cql.NativeType:
		if cqltype.Native(t.Name) == nil {
			return t.Name, t.Place(), true
		}
	}
	for _, a := range t.Args {
		if bad, at, ok := badType(a, types); ok {
			return bad, at, true
		}
	}
	return "", diag.Span{}, false
}

// usedTypes are the user-defined types in a type.
func usedTypes(t *cql.TypeExpr, out []string) []string {
	if t.Kind == cql.UserType {
		out = append(out, t.Name)
	}
	for _, a := range t.Args {
		out = usedTypes(a, out)
	}
	return out
}

// freeze freezes what must be frozen: what stands inside a collection, and
// collections inside a user-defined type are left to the type.
func freeze(t *cql.TypeExpr, inside bool) *cql.TypeExpr {
	out := *t
	out.Args = make([]*cql.TypeExpr, len(t.Args))
	for i, a := range t.Args {
		out.Args[i] = freeze(a, t.Kind == cql.ListType || t.Kind == cql.SetType || t.Kind == cql.MapType || t.Kind == cql.TupleType || t.Kind == cql.VectorType)
	}
	composed := t.Kind == cql.ListType || t.Kind == cql.SetType || t.Kind == cql.MapType || t.Kind == cql.UserType
	if inside && composed {
		return &cql.TypeExpr{Kind: cql.FrozenType, Args: []*cql.TypeExpr{&out}}
	}
	return &out
}

// early reads the name of the pairs where it stands before the numbers, behind the entity.
func (m *Model) early(p *parser, r *Relationship) {
	n := len(r.words)
	if n < 4 || r.words[n-2].Text != "as" || m.Entity(r.B.Text) != nil || m.Entity(r.words[n-3].Text) == nil || r.As.Text != "" {
		return
	}
	r.As, r.B = r.B, r.words[n-3]
	r.VerbSpan = r.words[0].Span.To(r.words[n-4].Span)
	r.Verb = strings.Join(strings.Fields(p.text[r.VerbSpan.Start:r.VerbSpan.End]), " ")
	p.refuse(r.words[n-2].Span.To(r.As.Span), "the name of the pairs stands at the end of the line", "The entity and its numbers stand together.", "write as "+r.As.Text+" behind the numbers",
		diag.Fix{Title: "write it at the end", Edits: []diag.Edit{{Span: diag.Span{Start: r.B.End, End: r.As.End}}, {Span: diag.Span{Start: r.Head.End, End: r.Head.End}, Text: " as " + r.As.Text}}})
}

// relationships joins entities.
func (m *Model) relationships(p *parser) {
	for _, e := range m.Entities {
		for _, a := range e.Attributes {
			a.Of = e
		}
	}
	var keep []*Relationship
	first := map[string]diag.Span{}
	for _, r := range m.Relationships {
		m.early(p, r)
		r.From, r.To = m.entity(p, r.A), m.entity(p, r.B)
		if r.From == nil || r.To == nil {
			p.unread = append(p.unread, r.From, r.To)
			continue
		}
		r.A.Text, r.B.Text = r.From.Name.Text, r.To.Name.Text
		key := snake(r.A.Text) + "\x00" + strings.ToLower(r.Verb) + "\x00" + snake(r.B.Text)
		if before, twice := first[key]; twice && r.As.Text == "" {
			p.add(diag.Diagnostic{Severity: diag.Refused, Message: r.A.Text + " " + clip(r.Verb) + " " + r.B.Text + " is there already", Span: r.VerbSpan, Instead: "write another verb, or take it out",
				Why: "Questions tell relationships of the same two entities apart by their verbs.", Related: []diag.Related{{Span: before, Text: "here"}},
				Fixes: []diag.Fix{takeOut(m.blockLines(r.Block))}})
			continue
		}
		first[key] = r.VerbSpan
		keep = append(keep, r)
	}
	for _, n := range p.missing {
		p.unread = append(p.unread, m.Entity(n))
	}
	m.Relationships = keep
	// Owners of which a relationship says the same come first: where two things lie within each
	// other, the line without one is the slip.
	var unsaid []func()
	for _, e := range slices.Clone(m.Entities) {
		for _, n := range e.Within {
			owner := m.entity(p, n)
			if owner == nil {
				continue
			}
			related := slices.ContainsFunc(m.Relationships, func(r *Relationship) bool {
				left, right := r.Many()
				return r.From == owner && r.To == e && !left || r.From == e && r.To == owner && !right
			})
			add := func() {
				if owner.within(e, len(m.Entities)) {
					p.refuse(n.Span, e.Name.Text+" lies within itself", "An owner is known without what it owns.", "take `within` out of one of them", e.without(n, p.text))
					return
				}
				e.Owners = append(e.Owners, owner)
				if !related {
					m.related(p, e, owner, n)
				}
			}
			if related {
				add()
			} else {
				unsaid = append(unsaid, add)
			}
		}
	}
	for _, add := range unsaid {
		add()
	}
	m.labels() // of those that were just taken for said, too
	// What lies within a thing is there as long as that at most.
	for shorter := true; shorter; {
		shorter = false
		for _, e := range m.Entities {
			for _, owner := range e.Owners {
				if owner.Kept.Known && (!e.Kept.Known || owner.Kept.Typ < e.Kept.Typ) {
					e.Kept, shorter = owner.Kept, true
				}
			}
		}
	}
	for _, r := range m.Relationships {
		left, right := r.Many()
		if e, owner := r.owned(); r.Changes.Known && !r.unread && (e == nil || slices.Contains(e.Owners, owner)) {
			why := "It says that one gets another owner: where each side has several of the other, pairs come and go."
			if e != nil {
				why = "A key cannot be updated, and " + e.Name.Text + " lies within " + owner.Name.Text + "."
			}
			p.refuse(r.Changes.Span, "`changes` does not belong here", why, "take it out", takeOut(r.Changes.Span))
			r.Changes = Amount{}
		}
		if left && right {
			name := r.As
			if name.Text == "" {
				name = Name{r.VerbSpan, r.A.Text + " " + r.Verb + " " + r.B.Text}
			}
			r.Pair = &Entity{Block: r.Block, Name: name, Relation: r, Attributes: r.Attributes}
			for _, a := range r.Attributes {
				a.Of = r.Pair
			}
			if r.As.Text != "" {
				m.Entities = append(m.Entities, r.Pair)
			}
			continue
		}
		// A fact about a pair of which one side is one is a fact about the other side.
		side := r.To
		if !right && left {
			side = r.From
		}
		for _, a := range r.Attributes {
			if slices.ContainsFunc(side.Attributes, func(b *Attribute) bool { return strings.EqualFold(a.Name.Text, b.Name.Text) }) {
				p.refuse(a.Name.Span, side.Name.Text+" has an attribute "+a.Name.Text+" already", "One "+side.Name.Text+" takes part once, so facts about the relationship are facts about it.", "give it another name")
				continue
			}
			a.Of = side
			side.Attributes = append(side.Attributes, a)
		}
	}
	for _, e := range m.Entities {
		if e.Plural == "" {
			e.Plural = plural(snake(strings.ReplaceAll(e.Name.Text, " ", "_")))
		}
	}
}

// related says that nobody said how many of an entity one owner has, and takes a guess.
func (m *Model) related(p *parser, e, owner *Entity, n Name) {
	p.refuse(n.Span, "nobody said how many "+manyOf(e.Name.Text)+" one "+owner.Name.Text+" has", "What lies within an owner belongs to exactly one of them, by a relationship.",
		"add a line: relate "+owner.Name.Text+" has "+e.Name.Text+" 1 : n",
		insert("add the relationship", e.End, "\n\nrelate "+owner.Name.Text+" has "+e.Name.Text+"  1 : n"))
	m.Relationships = append(m.Relationships, &Relationship{Block: e.Block, A: owner.Name, B: e.Name, Verb: "has", From: owner, To: e,
		Left: exactly(1), Right: Amount{Known: true, Unsaid: true, Lo: guess, Typ: guess, Hi: guess}})
}

// without takes an owner out of the first line of an entity.
func (e *Entity) without(n Name, text string) diag.Fix {
	at := n.Span
	before := strings.TrimRight(text[e.Head.Start:n.Start], " \t")
	switch after := strings.TrimLeft(text[n.End:e.Head.End], " \t"); {
	case strings.HasSuffix(before, ","):
		at.Start = e.Head.Start + len(before) - 1
	case strings.HasPrefix(after, ","):
		at.End = e.Head.End - len(strings.TrimLeft(after[1:], " \t"))
	default: // the only one
		at.Start = e.Head.Start + len(strings.TrimRight(strings.TrimSuffix(before, "within"), " \t"))
	}
	return edit("take "+n.Text+" out", at, "")
}

// reconcile works out what the text leaves open of how many there are, and which of two numbers
// that differ is counted with, for relationships in the order of the text.
func (m *Model) reconcile(list []*Relationship) {
	for _, r := range list {
		r.Left, r.Right, r.share = r.said[0], r.said[1], [3]float64{}
	}
	m.follow(list)
	m.agree(list)
	m.agree(list)
}

// follow works out what is usual where a side of a relationship says only that they are
// many, or the fewest and the most alone: both sides count the same pairs, so it follows from
// the other side, whether that is a number or a rate, and from how many there are of both.
func (m *Model) follow(list []*Relationship) {
	days := m.horizon()
	for _, r := range list {
		for _, s := range [...]struct {
			each      *Amount
			of, other *Entity
			back      Amount
		}{{&r.Right, r.To, r.From, r.Left}, {&r.Left, r.From, r.To, r.Right}} {
			a, back := s.each, s.back
			if !back.Known || back.Unsaid {
				continue
			}
			if (a.midway() || a.Typ == 0 && a.Hi > 1) && (a.Rate == 0 || a.Hi == 0) && (r.Pair != nil && back.clear() || r.Pair == nil && back.Typ == 1) {
				clear := func(e, not *Entity) (Amount, bool) { // as is said, and not by this relationship
					n := m.counted(e, map[*Entity]bool{not: true}, Amount.times)
					return n, n.Known && !n.Unsaid && n.clear()
				}
				of, known := clear(s.of, s.other)
				others, too := clear(s.other, s.of)
				typ := m.there(s.of, of.times(back), days).Typ / m.there(s.other, others, days).Typ
				lo, hi := a.Lo, a.Hi
				if a.Rate > 0 {
					typ, lo, hi = typ/m.stay(s.of), a.rateLo, a.RateHi
				}
				if known && too && typ > 0 && typ >= lo && typ <= hi {
					if a.Usual, a.follows = true, true; a.Rate > 0 {
						a.Rate = typ
					} else {
						a.Typ = typ
					}
				}
			} else if a.Unsaid && !a.Usual {
				of, others := m.count(s.of), m.count(s.other)
				if !m.lasting(s.of) {
					of, others = m.there(s.of, of, days), m.there(s.other, others, days)
				}
				n := of.times(back)
				typ, then := n.Typ/others.Typ, n.after(days).Typ/others.after(days).Typ
				if n.Typ == 0 {
					typ = 0
				}
				if typ = min(typ, then); then > 0 && !math.IsInf(then, 0) {
					if a.Lo >= a.Typ || a.Lo > typ { // n alone, or a least number that is none
						a.Lo = typ
					}
					most := max(typ, 1) * openEnd // one of few may have several
					if !r.again() {
						most = min(most, of.Hi)
					}
					if typ == 0 { // it begins with nothing
						most = 0
					}
					a.Rate = (then - typ) / days
					a.Typ, a.Hi, a.RateHi = typ, max(most, typ), a.Rate*openEnd
				}
			}
		}
	}
}

// keys sees to it that every entity is identified.
func (m *Model) keys(p *parser) {
	for _, e := range m.Entities {
		if e.Relation != nil {
			continue
		}
		if len(e.ownKey()) == 0 && (len(e.Owners) == 0 || len(e.Owners) == 1 && !m.single(e)) {
			name := snake(e.Name.Text) + "_id"
			d := diag.Diagnostic{Severity: diag.Refused, Message: "nothing tells one " + e.Name.Text + " from another", Span: e.Name.Span,
				Why:     "Two rows with equal keys are one row: the second write replaces the first.",
				Instead: "mark what identifies it with `key`, or add a line: " + name + " uuid key"}
			i := slices.IndexFunc(e.Attributes, func(a *Attribute) bool { return strings.EqualFold(a.Name.Text, name) && keyable(a.Type) })
			if i >= 0 {
				a := e.Attributes[i]
				a.Key = true // it is there, and not marked yet
				d.Instead = "mark what identifies it with `key`, as in: " + a.Name.Text + " " + a.Type + " key"
				d.Fixes = []diag.Fix{insert("make "+a.Name.Text+" the key", a.End, " key")}
			} else {
				d.Fixes = []diag.Fix{insert("add "+name, e.Head.End, "\n  "+name+" uuid key")}
				e.Attributes = append(e.Attributes, &Attribute{Span: e.Name.Span, Name: Name{e.Name.Span, name}, Type: "uuid", Key: true, Of: e})
			}
			p.add(d)
		}
		for _, a := range e.Attributes {
			if (a.Key || a.Unique) && !keyable(a.Type) {
				p.refuse(a.TypeSpan, a.Name.Text+" cannot be a key: it is "+a.Type, "A key is compared as a whole; a counter, a duration and a collection that is not frozen cannot be.", "choose another attribute, or write frozen<"+a.Type+">")
				a.Key, a.Unique = false, false
			}
		}
	}
}

// within reports whether an entity lies within another one, or is it.
func (e *Entity) within(other *Entity, depth int) bool {
	return e == other || depth > 0 && slices.ContainsFunc(e.Owners, func(o *Entity) bool { return o.within(other, depth-1) })
}

// single reports whether an owner has at most one of an entity.
func (m *Model) single(e *Entity) bool {
	owner := e.Owners[0]
	for _, r := range m.Relationships {
		left, right := r.Many()
		if r.From == owner && r.To == e && !right || r.To == owner && r.From == e && !left {
			return true
		}
	}
	return false
}

// keyable reports whether a type may stand in a primary key.
func keyable(text string) bool {
	t, ok := parseType(text)
	if !ok {
		return true
	}
	switch t.Kind {
	case cql.NativeType:
		return t.Name != "counter" && t.Name != "duration"
	case cql.ListType, cql.SetType, cql.MapType:
		return false
	}
	return true
}

func (e *Entity) ownKey() (out []*Attribute) {
	for _, a := range e.Attributes {
		if a.Key {
			out = append(out, a)
		}
	}
	return out
}

// keyspaces gives entities their keyspaces.
func (m *Model) keyspaces(p *parser) {
	if len(m.Keyspaces) == 0 {
		name := Name{Text: "app"}
		if m.Name.Text != "" {
			name = Name{m.Name.Span, snake(m.Name.Text)}
		}
		m.Keyspaces = append(m.Keyspaces, &Keyspace{Name: name, Replicas: 3})
	}
	for _, k := range m.Keyspaces {
		k.Name.Text = snake(k.Name.Text)
		for _, n := range k.Of {
			if e := m.entity(p, n); e != nil {
				if e.keyspace != nil {
					if snake(n.Text) != snake(e.Name.Text) {
						continue // a slip, as is said
					}
					p.refuse(n.Span, e.Name.Text+" has a keyspace already", "", "name it in one keyspace only")
					continue
				}
				e.keyspace = k
				k.Entities = append(k.Entities, e)
			}
		}
	}
	for _, e := range m.Entities {
		if e.keyspace == nil {
			e.keyspace = m.Keyspaces[0]
			e.keyspace.Entities = append(e.keyspace.Entities, e)
		}
	}
}

// workflow joins screens with questions and with each other.
func (m *Model) workflow(p *parser) {
	screens := make([]string, len(m.Screens))
	for i, s := range m.Screens {
		screens[i] = s.Name.Text
	}
	var ids []string
	for _, q := range m.Questions {
		ids = append(ids, q.ID.Text)
	}
	for _, s := range m.Screens {
		for i, have := range [...][]string{screens, ids} {
			word := [...]string{"after", "asks"}[i]
			title := p.text[s.Name.Start:s.Name.End]
			name, rest, _ := strings.Cut(title, " "+word+" ")
			if first, _, _ := strings.Cut(rest, ","); slices.Contains(lowered(have), strings.ToLower(strings.TrimSpace(first))) {
				at := diag.Span{Start: s.Name.Start + len(name), End: s.Name.End}
				p.refuse(at, "`"+clip(word+" "+rest)+"` is a line of its own", "What a screen comes after and asks stands below its name.", "write it below", edit("write it below", at, "\n  "+word+" "+rest))
				break
			}
		}
		for _, n := range s.After {
			i := slices.IndexFunc(m.Screens, func(o *Screen) bool { return strings.EqualFold(o.Name.Text, n.Text) })
			if i < 0 {
				p.unknown("screen", "", n, screens, "", insert("add the screen "+clip(n.Text), s.Start, "screen "+n.Text+"\n\n"))
				continue
			}
			if m.Screens[i] != s && !slices.Contains(s.From, m.Screens[i]) {
				s.From = append(s.From, m.Screens[i])
			}
		}
		for _, n := range s.Asks {
			if q := m.Question(n.Text); q == nil {
				if m.isUnread(n) {
					continue
				}
				p.unknown("question", "", n, ids, "add a block: question "+n.Text)
			} else if !slices.Contains(s.Asked, q) {
				s.Asked = append(s.Asked, q)
			}
		}
		for _, n := range s.Writes {
			m.entity(p, n)
		}
	}
}

// choices joins what the author decided with questions.
func (m *Model) choices(p *parser) {
	by := map[*Question]*Choice{}
	for _, c := range m.Choices {
		for _, n := range c.For {
			q := m.Question(n.Text)
			switch {
			case q == nil && m.isUnread(n): // what is wrong with it is said there
			case q == nil:
				var ids []string
				for _, q := range m.Questions {
					ids = append(ids, q.ID.Text)
				}
				p.unknown("question", "", n, ids, "add a block: question "+n.Text)
			case by[q] != nil:
				p.add(diag.Diagnostic{Severity: diag.Refused, Message: q.ID.Text + " has a table already", Span: n.Span, Why: "One table answers a question.", Instead: "name it in one block only",
					Related: []diag.Related{{Span: by[q].Name.Span, Text: "here"}}})
			default:
				by[q] = c
				c.Questions = append(c.Questions, q)
			}
		}
	}
}
