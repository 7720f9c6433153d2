package lab

import (
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/number"
	"partitionlab/wasm/view"
)

// A form lays out what all widgets have in common, for a state of their inputs.
type form struct {
	*Spec
	in    *input.State
	drawn map[string]drawing    // figures of statements, by their names: see keep
	nodes view.Supply           // for what a script has many of: cards
	again map[string]*view.Node // fields, where the next place shows the same: see Several
	brief string                // the answer in a line

	closed map[string]bool // tabs that are laid out later: see [Runner.Open]
	typing bool            // so is what can wait
	left   bool            // there are such tabs
}

// fold says which tabs are laid out later, and whether somebody types.
func (f *form) fold(closed map[string]bool, typing bool) {
	f.closed, f.typing, f.left = closed, typing, false
}

// folded reports whether the last answer has left tabs as they were.
func (f *form) folded() bool { return f.left }

// begin takes the inputs.
func (f *form) begin(in *input.State) { f.in = in }

// problems are what is wrong with inputs by their types alone.
func (f *form) problems() (out input.Problems) {
	for i := range f.widget.fields {
		x := &f.widget.fields[i]
		if text, given := f.in.Values[x.Key]; given {
			if p := x.Wrong(text); p != "" {
				out.Add(x.Key, p)
			}
		}
	}
	return out
}

// text is what a field shows: what was given, or its default.
func (f *form) text(x *input.Field) string { return x.Text(f.in.Values) }

// A shownField is a field with what it shows.
type shownField struct {
	input.Field
	value   string  // as given, or the default
	note    string  // the value of an expression, or a hint
	problem string  // what is wrong with the value
	at      float64 // where its slider stands
}

// tells reports whether a reader has to see the field: what a link brought, or what is wrong.
// A tab that holds such a field is open.
func (x shownField) tells() bool { return x.problem != "" || x.value != x.Default }

// show returns a field with what was given for it.
func (f *form) show(x input.Field, problem string) shownField {
	return shownField{Field: x, value: f.text(&x), problem: problem}
}

// fieldView returns the element of a field.
func (f *form) fieldView(x shownField) *view.Node {
	if f.again == nil {
		return f.fieldNode(x)
	}
	if f.again[x.Key] == nil {
		f.again[x.Key] = f.fieldNode(x)
	}
	return f.again[x.Key]
}

// shortest is how many letters of an expression a field of the usual width shows.
const shortest = 10

func (f *form) fieldNode(x shownField) *view.Node {
	id := f.Element(x.Key)
	changed, bad, wide, slider := "", "", "", ""
	if len(x.Default) > shortest { // by what is not typed: a field keeps its place
		wide = "wide"
	}
	if x.Slider != nil {
		slider = "with-slider"
	}
	if x.value != x.Default {
		changed = "changed"
	}
	box := view.El("input", view.A("id", id), view.A("name", f.Name(x.Key)), view.A("data-input", x.Key), view.A("value", x.value), view.A("data-default", x.Default),
		asTyped, view.A("enterkeyhint", "go"), view.A("size", "8"),
		view.A("aria-describedby", id+"-note"))
	if len(x.value) > shortest { // it may be cut
		box.Add(view.A("title", x.value))
	}
	if x.problem != "" {
		bad = "wrong"
		box.Add(view.A("aria-invalid", "true"))
	}
	around := view.El("span", view.Class("field-box"), box)
	if x.Unit != "" {
		around.Add(view.Leaf("span", "unit", x.Unit))
	}
	n := view.El("div", view.Class("field", changed, bad, wide, slider), view.A("data-key", "field-"+x.Key),
		view.Label(id, x.Label), around)
	if s := x.Slider; s != nil {
		first, last, step := s.Positions()
		n.Add(view.El("input", view.Class("slider"), view.A("type", "range"), view.A("data-slider", x.Key), view.A("min", number.Plain(first)), view.A("max", number.Plain(last)), view.A("step", number.Plain(step)),
			view.A("value", number.Plain(s.Position(x.at))), view.A("aria-label", x.Label), view.A("aria-valuetext", strings.TrimSpace(x.value+" "+x.Unit))))
	}
	return n.Add(note(id, x.problem, x.note))
}

// note stands below a field: what is wrong, or what holds.
func note(id, problem, text string) *view.Node {
	n := view.El("p", view.Class("field-note"), view.A("id", id+"-note"))
	switch {
	case problem != "":
		n.Add(wrongText(problem))
	case text != "":
		n.Add(view.Leaf("span", "value num", text))
	}
	return n
}

func wrongText(s string) *view.Node { return view.El("span", view.Class("error"), coded(s)) }

// fieldNote is a paragraph about what holds.
func fieldNote(s string) *view.Node { return view.Leaf("p", "field-note", s) }

// wrongNote is a paragraph about what is wrong.
func wrongNote(s string) *view.Node { return view.El("p", view.Class("field-note"), wrongText(s)) }

// choices returns a choice as radio buttons.
func (f *form) choices(x shownField) *view.Node {
	n := view.El("fieldset", view.Class("choices"), view.A("id", f.Element(x.Key)), view.A("data-key", "field-"+x.Key), view.Leaf("legend", "", x.Label))
	for _, o := range x.Options {
		n.Add(view.El("label", view.Class("choice"), view.A("data-key", o.Value),
			view.El("input", view.A("type", "radio"), view.A("name", f.Name(x.Key)), view.A("data-input", x.Key), view.A("value", o.Value), view.Flag("checked", o.Value == x.value)),
			view.Leaf("span", "", o.Label)))
	}
	if x.problem != "" {
		n.Add(wrongNote(x.problem))
	}
	return n
}

// selection returns a choice as a list. A value that is none of the options stands
// among them, as it was given.
func (f *form) selection(x shownField) *view.Node {
	id, bad := f.Element(x.Key), ""
	if x.problem != "" {
		bad = "wrong"
	}
	return view.El("div", view.Class("field with-list", bad), view.A("data-key", "field-"+x.Key), view.Label(id, x.Label),
		view.El("span", view.Class("field-box"), f.options(x)), note(id, x.problem, ""))
}

// options is the list of a choice by itself.
func (f *form) options(x shownField) *view.Node {
	id := f.Element(x.Key)
	list := view.El("select", view.A("id", id), view.A("name", f.Name(x.Key)), view.A("data-input", x.Key), view.A("aria-describedby", id+"-note"))
	known := false
	for _, o := range x.Options {
		known = known || o.Value == x.value
	}
	if !known {
		list.Add(view.El("option", view.A("value", x.value), view.Flag("selected", true), view.Text(input.Shorten(x.value, 40))))
	}
	for _, o := range x.Options {
		list.Add(view.El("option", view.A("value", o.Value), view.Flag("selected", o.Value == x.value), view.Text(o.Label)))
		if o.Value == x.value && len(o.Label) > 2*shortest {
			list.Add(view.A("title", o.Label))
		}
	}
	if x.problem != "" {
		list.Add(view.A("aria-invalid", "true"))
	}
	return list
}

// area returns a text area over a copy of its text in which places are marked.
func (f *form) area(x *input.Field, text string, rows int, mirror view.Nodes, wrong bool) *view.Node {
	look := ""
	if mirror == nil {
		look = "plain" // lines stay lines: what a tool printed
	}
	return f.areaLike(look, x, text, rows, mirror, wrong)
}

// areaLike is an area whose field has a class.
func (f *form) areaLike(look string, x *input.Field, text string, rows int, mirror view.Part, wrong bool) *view.Node {
	id := f.Element(x.Key)
	area := view.El("textarea", view.Class("code-text"), view.A("id", id), view.A("data-input", x.Key), view.A("rows", strconv.Itoa(rows)),
		asTyped, view.A("aria-describedby", f.Element(answerName)))
	if wrong {
		area.Add(view.A("aria-invalid", "true"))
	}
	if x.Most > 0 {
		area.Add(view.A("data-most", strconv.Itoa(x.Most)))
	}
	return view.El("div", view.Class("code"),
		view.Label(id, x.Label),
		view.El("div", view.Class("code-field", look),
			view.El("pre", view.Class("code-mirror"), view.A("aria-hidden", "true"), mirror),
			area.Add(view.Text(text))))
}

// remark is an item of a list of remarks.
func remark(key, text string) *view.Node {
	return view.El("li", view.A("data-key", key), view.Text(text))
}

// asTyped are attributes of a field whose text no browser mends.
var asTyped = view.Attrs{{Name: "autocomplete", Value: "off"}, {Name: "autocapitalize", Value: "off"}, {Name: "autocorrect", Value: "off"}, {Name: "spellcheck", Value: "false"}}

// longText is how many bytes of text take so long to pack that they go into an address
// only when somebody asks for the link. Until then there is none: whoever copies an address
// without the text sends a colleague to another page. In an embed, a link is followed.
const longText = 4000

// head returns the title and the tools.
func (f *form) head(changes []input.Change) *view.Node {
	packed := f.Embed || !slices.ContainsFunc(changes, func(c input.Change) bool { return c.Type == input.CQL && len(c.Value) > longText })
	link := doing("tool needs-lab", "link", "", view.Text("Link"))
	if packed {
		address := ""
		if (f.kind.large || f.ID == place.Own) && !f.Alone && !f.Embed { // the page is about it: there is no better one
			address = f.Place.Here(f.Root, "", changes)
		} else {
			address = f.Place.Address(f.Root, changes)
		}
		link = view.El("a", view.Class("tool"), view.A("data-do", "link"), view.A("href", address), view.Text("Link"))
	}
	if f.Embed {
		link.Add(view.A("target", "_blank"), view.A("rel", "noopener"))
	}
	reset := doing("tool needs-lab", "reset", "", view.Text("Reset"))
	switch {
	case len(changes) == 0 && len(f.in.Was) > 0:
		reset = doing("tool needs-lab", "back", "", view.A("title", "Get back your earlier inputs"), view.Text("Undo"))
	case len(changes) == 0:
		reset.Add(view.Flag("disabled", true))
	default:
		reset.Add(view.A("title", "Back to "+named(changes)))
	}
	tools := view.El("div", view.Class("widget-tools"), link,
		doing("tool needs-lab", "embed", "", view.Text("Embed")))
	return view.El("header", view.Class("widget-head"),
		view.El("h3", view.Class("widget-title"), view.A("id", f.Element("title")), view.Text(f.Title)), tools.Add(reset))
}

// named names the inputs that differ, with what Reset gives back:
// "Rooms: 100, Days kept: 730".
func named(changes []input.Change) string {
	var out []string
	for _, c := range changes {
		name := c.Label
		switch {
		case name == "" && c.Default == "":
			name = "the first view"
		case name == "":
			name = c.Key
		}
		switch {
		case c.Typed():
			if len(changes) > 1 {
				return "the first text and what belongs to it"
			}
			return "the first text"
		case c.Default == "":
			out = append(out, name)
		default:
			out = append(out, name+": "+input.Shorten(c.Default, 40))
		}
	}
	return strings.Join(out, ", ")
}
