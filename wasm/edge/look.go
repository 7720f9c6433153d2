package edge

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/view"
)

// LookFile holds the colours of figures, as the builder reads them from the site's
// styles: a picture that stands alone has no style sheet.
const LookFile = "card/look.json"

// A Look says which attributes the classes of a figure stand for.
type Look struct {
	Light map[string]string `json:"light"` // values by token: "paper": "#fcfcfa"
	Dark  map[string]string `json:"dark"`
	Rules []Rule            `json:"rules"` // the later one holds
}

// A Rule is a selector of one element inside .fig, with what it sets. A value that
// begins with "--" names a token.
type Rule struct {
	Tag     string            `json:"tag,omitempty"`
	Classes []string          `json:"classes,omitempty"`
	Set     map[string]string `json:"set"`
}

func (h *Handler) readLook(ctx context.Context) (*Look, error) {
	return h.look.get(func() (*Look, error) {
		text, err := h.Files(ctx, LookFile)
		if err != nil {
			return nil, err
		}
		l := &Look{}
		return l, json.Unmarshal(text, l)
	})
}

// A theme finds the values of tokens.
type theme map[string]string

func (l *Look) theme(dark bool) theme {
	if dark {
		return l.Dark
	}
	return l.Light
}

func (t theme) value(v string) string {
	if name, is := strings.CutPrefix(v, "--"); is {
		return t[name]
	}
	return v
}

// dressed is a copy of a figure's drawing in which attributes stand for classes.
// What only a page needs is left out, and links lead nowhere.
func (l *Look) dressed(n *view.Node, t theme) *view.Node {
	if n.Tag == "" {
		return n
	}
	out := &view.Node{Tag: n.Tag}
	if n.Tag == "a" {
		out.Tag = "g"
	}
	class, _ := n.Attr("class")
	classes := strings.Fields(class)
	styled := map[string]string{}
	var order []string
	for _, r := range l.Rules {
		if !r.meets(n.Tag, classes) {
			continue
		}
		for name, value := range r.Set {
			if _, has := styled[name]; !has {
				order = append(order, name)
			}
			styled[name] = t.value(value)
		}
	}
	for _, a := range n.Attrs {
		switch {
		case a.Name == "class" || a.Name == "role" || a.Name == "xmlns" || a.Name == "href" || strings.HasPrefix(a.Name, "aria-") || strings.HasPrefix(a.Name, "data-") || a.Name == "id" && n.Tag != "pattern":
		case styled[a.Name] != "" && !strings.HasPrefix(a.Value, "url("): // styles hold, but for hatching
		default:
			out.Attrs = append(out.Attrs, a)
			delete(styled, a.Name)
		}
	}
	diag.Sort(order)
	for _, name := range order {
		if v, has := styled[name]; has {
			out.Attrs = append(out.Attrs, view.Attr{Name: name, Value: v})
		}
	}
	for _, c := range n.Kids() {
		if c.Tag != "title" && c.Tag != "desc" {
			out.Children = append(out.Children, l.dressed(c, t))
		}
	}
	return out
}

// meets reports whether the rule is about an element.
func (r *Rule) meets(tag string, classes []string) bool {
	if r.Tag != "" && r.Tag != tag {
		return false
	}
	for _, want := range r.Classes {
		if !slices.Contains(classes, want) {
			return false
		}
	}
	return true
}
