package diagram

import (
	"slices"
	"strings"

	"partitionlab/wasm/figure"
	"partitionlab/wasm/model"
)

// Entities draws the conceptual model.
func Entities(m *model.Model, look Look) *figure.Figure {
	e := &figure.Entities{ID: look.ID, Work: look.Work, Title: entities(len(m.Entities)) + " and " + lower(count(len(m.Relationships), "relationship"))}
	at := map[*model.Entity]int{}
	add := func(n *model.Entity) {
		at[n] = len(e.Entities)
		ref := "entity:" + n.Name.Text
		b := figure.EntityBox{Name: n.Name.Text, Pair: n.Relation != nil, Ref: ref, Href: look.Links.to(ref)}
		for _, o := range n.Owners {
			b.Within = append(b.Within, o.Name.Text)
		}
		for _, a := range n.Attributes {
			ref := "attribute:" + n.Name.Text + "." + a.Name.Text
			name, _, _ := notation(a.Name.Text, a.Type, "")
			if strings.HasPrefix(name, "*") {
				name = a.Name.Text // a composed value is one fact here
			}
			if a.Unique && !a.Key {
				name += " unique"
			}
			b.Attributes = append(b.Attributes, figure.Oval{Name: name, Key: a.Key, Ref: ref, Href: look.Links.to(ref)})
		}
		e.Entities = append(e.Entities, b)
	}
	for _, n := range m.Entities {
		add(n)
	}
	for _, r := range m.Relationships {
		if r.From == nil || r.To == nil {
			continue
		}
		pair := -1
		if r.Pair != nil {
			if i, ok := at[r.Pair]; ok {
				pair = i
			} else if len(r.Pair.Attributes) > 0 {
				add(r.Pair)
				pair = at[r.Pair]
				e.Entities[pair].Name = r.Verb
			}
		}
		ref := "relationship:" + r.Verb + ":" + r.A.Text + ":" + r.B.Text
		ofOne, ofOther := r.Sides()
		e.Relationships = append(e.Relationships, figure.Diamond{Verb: r.Verb, From: at[r.From], To: at[r.To], Left: r.Left.Words(), Right: r.Right.Words(), Says: begun(ofOne) + ". " + begun(ofOther) + ".", Pair: pair, Ref: ref, Href: look.Links.to(ref)})
	}
	return e.Figure()
}

// Workflow draws the screens.
func Workflow(m *model.Model, look Look) *figure.Figure {
	w := &figure.Workflow{ID: look.ID, Work: look.Work, Title: count(len(m.Screens), "screen") + " and " + lower(count(len(m.Written()), "question"))}
	for _, s := range m.Screens {
		ref := "screen:" + s.Name.Text
		b := figure.ScreenBox{Name: s.Name.Text, Ref: ref, Href: look.Links.to(ref)}
		for _, p := range s.From {
			b.After = append(b.After, slices.Index(m.Screens, p))
		}
		for _, q := range s.Asked {
			b.Asks = append(b.Asks, q.ID.Text)
			b.Says = append(b.Says, q.Title.Text)
			b.Lit = b.Lit || look.Picked != "" && q.ID.Text == look.Picked
		}
		for _, n := range s.Writes {
			b.Writes = append(b.Writes, n.Text)
		}
		w.Screens = append(w.Screens, b)
	}
	return w.Figure()
}
