//go:build !chapters

package lab

import (
	"slices"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/model"
	"partitionlab/wasm/number"
	"partitionlab/wasm/view"
)

// This file is the hand in the figure: what can be done to the part that is picked, by a
// button, by its key, or by dragging. Each change is one of the text.

// handName is the element that tells what is picked; it has the focus after a change.
const handName = "hand"

// hand tells what is picked, and offers what can be done to it.
func (w *modelWork) hand() *view.Node {
	said, buttons := w.holding()
	holds := ""
	if said != nil {
		holds = "holds" // stays in sight
	}
	n := view.El("div", view.Class("hand", holds), view.A("id", w.Element(handName)), view.A("tabindex", "-1"), view.A("role", "group"), view.A("aria-label", "What is picked"), view.A("data-keys", ""))
	if said == nil {
		hint := "Pick a part of the figure to see why it is so, and to change it. Columns can be dragged onto columns; an entity onto another one asks for it or, where nothing relates them yet, relates them. With a finger, rest on them first."
		if w.x.r != nil {
			hint = "Pick a part of the figure to see what it is."
		}
		return n.Add(fieldNote(hint))
	}
	n.Add(view.El("p", view.Class("held"), said))
	// First, for on a phone the last buttons are below the edge of what stays in sight.
	letGo := modelButton("pick", w.picked(), "Let go (Esc)", false).Add(view.A("aria-keyshortcuts", "Escape"))
	return n.Add(view.El("p", view.Class("buttons needs-lab"), w.spaced(append(view.Nodes{letGo}, buttons...))))
}

// holding is what is picked, in words, and its buttons.
func (w *modelWork) holding() (said, buttons view.Nodes) {
	kind, name, _ := strings.Cut(w.picked(), ":")
	details := func() {
		buttons = append(buttons, modelButton("to", entryName(w.picked()), "Details", false))
	}
	bold := func(s string) *view.Node { return view.Leaf("b", "", s) }
	if fig := w.figures[w.openStep()+" "+w.lit()]; kind != "question" && (fig == nil || current(fig, w.picked()) == fig) {
		return nil, nil // of a text before, or of another step
	}
	if w.x.r != nil {
		if kind == "question" && !slices.ContainsFunc(w.x.r.Queries, func(q *model.Query) bool { return q.ID == name }) {
			return nil, nil
		}
		details()
		return view.Nodes{bold(name[strings.LastIndexByte(name, '.')+1:])}, buttons
	}
	switch kind {
	case "table":
		t := w.x.d.Table(name)
		if t == nil {
			return nil, nil
		}
		var ids []string
		for _, q := range t.Questions {
			ids = append(ids, q.ID.Text)
		}
		said = view.Nodes{bold(t.Name), view.Text(" answers " + strings.Join(ids, ", ") + ". "), view.Text(sizeIn(w.x.m, t) + ".")}
		for _, o := range w.options {
			if o.Of == t {
				b := modelButton("option", taken(o), strings.TrimSuffix(sentence(o.Fix.Title), "."), false)
				b.Add(view.A("title", o.Question.ID.Text+" now: "+o.Now.String()+". Then: "+o.Then.String()))
				buttons = append(buttons, b)
			}
		}
		details()
	case "column":
		t, c := w.column(name)
		if c == nil {
			return nil, nil
		}
		said = view.Nodes{columnMark(roleClasses[c.Role], c.Mark(), c.Name), view.Text(" "), view.Leaf("span", "type", c.Type), view.Text(" of "), bold(t.Name), view.Text(". " + sentence(c.Why))}
		for _, b := range columnMoves {
			fix, ok := b.fix(w.x.d, t, c)
			x := modelButton("move", b.name+" "+name, b.title+" ("+b.key+")", !ok || fix.Apply(w.text) == w.text)
			buttons = append(buttons, x.Add(view.A("aria-keyshortcuts", b.key), view.A("data-key", b.name)))
		}
		details()
	case "question":
		i := slices.IndexFunc(w.x.m.Written(), func(q *model.Question) bool { return strings.EqualFold(q.ID.Text, name) })
		if i < 0 {
			return nil, nil
		}
		q := w.x.m.Written()[i]
		said = view.Nodes{bold(q.ID.Text), view.Text(" " + q.Title.Text + ". ")}
		if a := w.x.d.Access(q); a != nil {
			said = append(said, view.Leaf("code", "", a.Table.Name), view.Text(": "+a.String()+"."))
			if len(a.Guessed) > 0 {
				said = append(said, w.inline(" To say so yourself, write "+a.Guessed[0].Write+".")...)
			}
			if _, ok := w.x.d.Apart(a.Table, q); ok {
				buttons = append(buttons, modelButton("apart", q.ID.Text, "A table of its own", false))
			}
		}
		buttons = append(buttons, modelButton("remove", q.ID.Text, "Take it out", false))
		details()
	case "entity", "attribute":
		of, attribute, _ := strings.Cut(name, ".")
		e := w.x.m.Entity(of)
		if e == nil {
			for _, r := range w.x.m.Relationships {
				if r.Pair != nil && r.Pair.Name.Text == of {
					said = w.related(r)
					if attribute != "" {
						said = append(view.Nodes{bold(attribute), view.Text(" is of a pair: ")}, said...)
					}
					details()
				}
			}
			return said, buttons
		}
		said = view.Nodes{bold(name), view.Text(" " + w.x.m.HowMany(e) + ". Ask for it:")}
		if attribute != "" {
			buttons = append(buttons, modelButton("by", name, e.Name.Text+" by "+attribute, false))
		} else {
			for i, o := range w.neighbors(e) {
				b := modelButton("for", e.Name.Text+" "+o.Name.Text, e.Name.Text+" of one "+o.Name.Text, false)
				if i == 0 {
					b.Add(view.A("aria-keyshortcuts", "Q"), view.Text(" (Q)"))
				}
				buttons = append(buttons, b)
			}
			if o := w.stranger(e); o != nil {
				b := modelButton("relate", e.Name.Text+" "+o.Name.Text, "Relate it to "+o.Name.Text+" (R)", false)
				buttons = append(buttons, b.Add(view.A("aria-keyshortcuts", "R")))
			}
			for _, a := range e.Attributes {
				if !a.Key && len(buttons) < 8 && !strings.Contains(a.Type, "<") {
					buttons = append(buttons, modelButton("by", e.Name.Text+"."+a.Name.Text, "by "+a.Name.Text, false))
				}
			}
		}
		details()
	case "relationship":
		for _, r := range w.x.m.Relationships {
			if name == r.Verb+":"+r.A.Text+":"+r.B.Text {
				said = w.related(r)
				details()
			}
		}
	case "screen":
		if !slices.ContainsFunc(w.x.m.Screens, func(s *model.Screen) bool { return s.Name.Text == name }) {
			return nil, nil
		}
		said = view.Nodes{bold(name), view.Text(" is a step of the application.")}
		details()
	case "type":
		said = view.Nodes{bold(name), view.Text(" is a type of its own.")}
		details()
	}
	return said, buttons
}

// related says what a relationship is.
func (w *modelWork) related(r *model.Relationship) view.Nodes {
	ofOne, ofOther := r.Sides()
	return view.Nodes{view.Leaf("b", "", r.A.Text+" "+r.Verb+" "+r.B.Text), view.Text(". " + sentence(ofOne) + " " + sentence(ofOther))}
}

// neighbors are the entities that an entity is related to.
func (w *modelWork) neighbors(e *model.Entity) (out []*model.Entity) {
	add := func(o *model.Entity) {
		if o != nil && o != e && !slices.Contains(out, o) {
			out = append(out, o)
		}
	}
	for _, o := range e.Owners {
		add(o)
	}
	for _, r := range w.x.m.Relationships {
		switch e {
		case r.From:
			add(r.To)
		case r.To:
			add(r.From)
		}
	}
	return out
}

// stranger is the first entity that one is not related to, or nil.
func (w *modelWork) stranger(e *model.Entity) *model.Entity {
	near := w.neighbors(e)
	for _, o := range w.x.m.Entities {
		if o != e && !slices.Contains(o.Owners, e) && !slices.Contains(near, o) {
			return o
		}
	}
	return nil
}

// relate writes a relationship of two entities, and picks it.
func (w *modelWork) relate(one, many *model.Entity) place.Effect {
	w.byHand = true
	return place.Effect{Put: &place.Text{Name: w.z.text.Key, Text: w.x.m.Relate(one, many).Apply(w.text)}, Set: []place.Text{{Name: w.z.pick.Key, Text: "relationship:has:" + one.Name.Text + ":" + many.Name.Text}}, Look: true, To: w.Element(handName)}
}

// column finds a column by the name in a reference: hotel.hotels.hotel_id.
func (w *modelWork) column(name string) (*model.Table, *model.Column) {
	if w.x.d == nil {
		return nil, nil
	}
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return nil, nil
	}
	t := w.x.d.Table(name[:i])
	if t == nil {
		return nil, nil
	}
	return t, t.Column(name[i+1:])
}

// columnMoves are what a hand does to a column; each has a button and a key.
var columnMoves = [...]struct {
	name, title, key string
	fix              func(d *model.Design, t *model.Table, c *model.Column) (diag.Fix, bool)
}{
	{"partition", "Partition key", "K", func(d *model.Design, t *model.Table, c *model.Column) (diag.Fix, bool) {
		return d.Move(t, c.Name, model.Partition, len(t.PartitionKey()))
	}},
	{"clustering", "Clustering column", "C", func(d *model.Design, t *model.Table, c *model.Column) (diag.Fix, bool) {
		return d.Move(t, c.Name, model.Clustering, t.Among(c))
	}},
	{"static", "Static", "S", func(d *model.Design, t *model.Table, c *model.Column) (diag.Fix, bool) {
		if c.Role <= model.Clustering {
			return diag.Fix{}, false // first out of the key
		}
		return d.Move(t, c.Name, model.Static, 0)
	}},
	{"plain", "In each row", "R", func(d *model.Design, t *model.Table, c *model.Column) (diag.Fix, bool) {
		return d.Move(t, c.Name, model.Regular, 0)
	}},
	{"turn", "Turn the order", "T", func(d *model.Design, t *model.Table, c *model.Column) (diag.Fix, bool) {
		return d.Turn(t, c.Name)
	}},
	{"up", "Earlier", "U", func(d *model.Design, t *model.Table, c *model.Column) (diag.Fix, bool) {
		return d.Move(t, c.Name, c.Role, placeIn(t, c)-1)
	}},
	{"down", "Later", "D", func(d *model.Design, t *model.Table, c *model.Column) (diag.Fix, bool) {
		return d.Move(t, c.Name, c.Role, placeIn(t, c)+1)
	}},
}

// placeIn is the place of a column among those of its role.
func placeIn(t *model.Table, c *model.Column) int {
	key := t.PartitionKey()
	if c.Role == model.Clustering {
		key = t.ClusteringKey()
	}
	return slices.Index(key, c)
}

// opened puts what a file holds in the place of the model. What is told is the name of the file
// and its text, in two lines; the name alone where it cannot be read.
func (w *modelWork) opened(told string) (e place.Effect) {
	name, text, read := strings.Cut(told, "\n")
	name = diag.Printable(name)
	text = strings.TrimRight(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "\n")
	switch {
	case !read:
		e.Said = name + " cannot be read. Choose a file with the text of a model, or with CQL."
	case strings.ContainsAny(text, "\x00\uFFFD"):
		e.Said = name + " holds no text in UTF-8. Choose a file with the text of a model, or with CQL."
	case len(text) > maxModel:
		e.Said = name + " is longer than " + number.Count(maxModel/1000) + " kB, which is what this page takes. The command line takes more."
	case strings.TrimSpace(text) == "":
		e.Said = name + " is empty."
	default:
		e.Put = &place.Text{Name: w.z.text.Key, Text: text}
		e.Said = name + " is open. Undo brings back what was here before."
	}
	return e
}

// do carries out the buttons.
func (w *modelWork) do(what, with string) place.Effect {
	if what == "opened" {
		return w.opened(with)
	}
	if w.text != w.now() { // not mapped yet
		return place.Effect{}
	}
	put := func(text string) place.Effect {
		return place.Effect{Put: &place.Text{Name: w.z.text.Key, Text: text}}
	}
	fix := func(f diag.Fix, ok bool) place.Effect {
		if !ok || f.Apply(w.text) == w.text {
			return place.Effect{Said: "That cannot be: each table keeps a partition key, and a counter is no part of a key."}
		}
		e := put(f.Apply(w.text))
		e.To, w.byHand = w.Element(handName), true
		return e
	}
	switch what {
	case "pick":
		if with == w.picked() {
			with = ""
		}
		return place.Effect{Set: []place.Text{{Name: w.z.pick.Key, Text: with}}, Look: true, Begin: true, To: w.Element(handName)}
	case "step":
		return place.Effect{Set: []place.Text{{Name: w.z.step.Key, Text: with}}, Look: true, Begin: true}
	case "format":
		if w.x.m != nil {
			return put(model.Format(w.text))
		}
	case "sample":
		for _, s := range w.z.begin {
			if s.Name == with {
				return put(strings.TrimRight(s.Text, "\n"))
			}
		}
		return put("")
	case "save":
		name := w.FileName() + ".cql"
		if w.x.m != nil {
			name = w.x.m.FileName(w.FileName()) + ".model"
		}
		return place.Effect{Save: &place.Text{Name: name, Text: w.text}}
	case "fix":
		if text, ok := w.j.fixed(with); ok {
			return put(text)
		}
	}
	if w.x.d == nil {
		return place.Effect{}
	}
	m, d := w.x.m, w.x.d
	switch what {
	case "block":
		said := ""
		if !m.CanBegin(with) {
			said, with = tooEarly[with], "entity"
		}
		f := m.Begin(with)
		if len(f.Edits) == 0 {
			return place.Effect{Said: nothingLeft[with]}
		}
		e := put(f.Apply(w.text))
		e.Put.Mark, e.Said = true, said
		return e
	case "option", "take":
		if i := slices.IndexFunc(w.options, func(o *model.Alternative) bool { return taken(o) == with }); i >= 0 {
			e := fix(w.options[i].Fix, true)
			if what == "take" { // the reader is among the choices
				e.To = w.Element(choicesName)
			}
			return e
		}
	case "move":
		name, ref, _ := strings.Cut(with, " ")
		if t, c := w.column(ref); c != nil {
			for _, b := range columnMoves {
				if b.name == name {
					return fix(b.fix(d, t, c))
				}
			}
		}
	case "apart":
		if q := m.Question(with); q != nil {
			if a := d.Access(q); a != nil {
				return fix(d.Apart(a.Table, q))
			}
		}
	case "remove":
		if q := m.Question(with); q != nil {
			return fix(m.RemoveQuestion(q), true)
		}
	case "by":
		of, attribute, _ := strings.Cut(with, ".")
		if e := m.Entity(of); e != nil {
			return w.asked(m.AskBy(e, []string{attribute}))
		}
	case "for", "relate":
		a, b, _ := strings.Cut(with, " ")
		if one, other := m.Entity(a), m.Entity(b); one != nil && other != nil {
			if what == "relate" {
				return w.relate(one, other)
			}
			return w.asked(m.AskFor(one, other))
		}
	case "drop":
		from, onto, _ := strings.Cut(with, "\n")
		return w.dropped(from, onto, fix)
	}
	return place.Effect{}
}

// tooEarly says why an entity is written where a block of a kind is asked for.
var tooEarly = map[string]string{
	"relate":   "A relationship joins two entities, so an entity comes first. Write its name in the place of the one that is marked, and press + Relationship again.",
	"question": "A question asks for what is stored, so an entity comes first. Write its name in the place of the one that is marked, and press + Question again.",
}

// nothingLeft says why no further block of a kind is written.
var nothingLeft = map[string]string{
	"relate":   "Each two entities are related already. Another relationship of two needs a verb of its own: write the line, such as relate Reader reviews Book 0..50 : 0..5.",
	"question": "What can be asked by a key, of one of another, or by one attribute is asked already. Write what else a screen asks: a range, an order, several values at once.",
}

// asked writes a question, and picks it.
func (w *modelWork) asked(f diag.Fix) place.Effect {
	w.byHand = true
	id := strings.TrimPrefix(f.Title, "ask ")
	return place.Effect{Put: &place.Text{Name: w.z.text.Key, Text: f.Apply(w.text)}, Set: []place.Text{{Name: w.z.pick.Key, Text: "question:" + id}}, Look: true, To: w.Element(handName)}
}

// dropped carries out a drag: a column takes the place of another of its table, or leaves
// the key where it is dropped on the table's name; an entity on an entity asks for the
// second by the first, or relates two that nothing relates yet.
func (w *modelWork) dropped(from, onto string, fix func(diag.Fix, bool) place.Effect) place.Effect {
	kind, name, _ := strings.Cut(from, ":")
	target, on, _ := strings.Cut(onto, ":")
	if from == onto {
		return place.Effect{}
	}
	switch kind {
	case "entity":
		one, rows := w.x.m.Entity(name), w.x.m.Entity(on)
		switch {
		case target != "entity" || one == nil || rows == nil:
			return place.Effect{Said: "Drop an entity on another one: that asks for the second by the first, or relates them."}
		case w.x.m.Joined(rows, one):
			return w.asked(w.x.m.AskFor(rows, one))
		}
		return w.relate(one, rows)
	case "column":
		t, c := w.column(name)
		if c == nil {
			break
		}
		if target == "table" && on == t.String() {
			return fix(w.x.d.Move(t, c.Name, model.Regular, 0))
		}
		other, x := w.column(on)
		if x == nil || other != t {
			return place.Effect{Said: "A column moves within its own table: onto another column of it, or onto its name."}
		}
		i := 0
		if x.Role <= model.Clustering {
			i = placeIn(t, x)
		}
		return fix(w.x.d.Move(t, c.Name, x.Role, i))
	}
	return place.Effect{}
}
