package lab

import (
	"math"
	"strconv"
	"strings"

	"partitionlab/wasm/number"
	"partitionlab/wasm/view"
)

// A field is an input of a widget with what stands around it.
type field struct {
	key, label, unit string
	value, def       string // as typed; default
	note             string // the value of an expression
	problem          string // what is wrong with the value
	slider           *slider
}

// A slider goes through lo..hi; from a factor of 10,000 on by factors. It has
// 0..steps positions.
type slider struct {
	lo, hi float64
	at     float64 // the value it stands at
}

// sliderSteps is the number of positions of a slider that goes by factors.
const sliderSteps = 300

func (s *slider) log() bool { return s.lo > 0 && s.hi/s.lo >= 10_000 }

// step is the distance of positions of a slider that goes by differences: 1, or
// more where the range is so wide that no hand could stop at 1.
func (s *slider) step() float64 {
	step := 1.0
	for (s.hi-s.lo)/step > 5000 {
		step *= 10
	}
	if s.hi-s.lo <= 2 {
		step = 0.01
	}
	return step
}

// position is where a value stands, and value what a position means.
func (s *slider) position() float64 {
	if s.log() {
		v := math.Min(math.Max(s.at, s.lo), s.hi)
		return math.Round(math.Log(v/s.lo) / math.Log(s.hi/s.lo) * sliderSteps)
	}
	return math.Min(math.Max(s.at, s.lo), s.hi)
}

func (s *slider) value(position float64) string {
	if s.log() {
		position = math.Min(math.Max(position, 0), sliderSteps)
		v := s.lo * math.Pow(s.hi/s.lo, position/sliderSteps)
		p := math.Pow(10, math.Floor(math.Log10(v))-1) // two digits
		v = math.Min(math.Max(math.Round(v/p)*p, s.lo), s.hi)
		return number.Plain(v)
	}
	return number.Plain(math.Min(math.Max(position, s.lo), s.hi))
}

// parseSlider reads "1..1000".
func parseSlider(s string) *slider {
	a, b, ok := strings.Cut(s, "..")
	lo, err1 := strconv.ParseFloat(strings.TrimSpace(a), 64)
	hi, err2 := strconv.ParseFloat(strings.TrimSpace(b), 64)
	if !ok || err1 != nil || err2 != nil || lo >= hi || math.IsInf(hi-lo, 0) || math.IsNaN(hi-lo) {
		return nil
	}
	return &slider{lo: lo, hi: hi}
}

// id is the id of an element of a widget.
func (s *Spec) id(name string) string {
	return s.ID + "-" + strings.ReplaceAll(name, ".", "-")
}

// name is the name of a field: the key that its link carries.
func (s *Spec) name(key string) string {
	if s.Alone {
		return key
	}
	return s.ID + "." + key
}

// field returns the element of a field.
func (s *Spec) field(f field) *view.Node {
	id := s.id(f.key)
	changed, bad := "", ""
	if f.value != f.def {
		changed = "changed"
	}
	if f.problem != "" {
		bad = "wrong"
	}
	input := view.El("input", view.A("id", id), view.A("name", s.name(f.key)), view.A("data-input", f.key), view.A("value", f.value), view.A("data-default", f.def),
		view.A("autocomplete", "off"), view.A("autocapitalize", "off"), view.A("autocorrect", "off"), view.A("spellcheck", "false"), view.A("enterkeyhint", "go"), view.A("size", "8"),
		view.A("aria-describedby", id+"-note"))
	if f.problem != "" {
		input.Add(view.A("aria-invalid", "true"))
	}
	box := view.El("span", view.Class("field-box"), input)
	if f.unit != "" {
		box.Add(view.El("span", view.Class("unit"), view.Text(f.unit)))
	}
	n := view.El("div", view.Class("field", changed, bad), view.A("data-key", "field-"+f.key),
		view.El("label", view.A("for", id), view.Text(f.label)), box)
	if r := f.slider; r != nil {
		lo, hi, step := r.lo, r.hi, r.step()
		if r.log() {
			lo, hi, step = 0, sliderSteps, 1
		}
		n.Add(view.El("input", view.Class("slider"), view.A("type", "range"), view.A("data-slider", f.key), view.A("min", number.Plain(lo)), view.A("max", number.Plain(hi)), view.A("step", number.Plain(step)),
			view.A("value", number.Plain(r.position())), view.A("aria-label", f.label), view.A("aria-valuetext", strings.TrimSpace(f.value+" "+f.unit))))
	}
	note := view.El("p", view.Class("field-note"), view.A("id", id+"-note"))
	switch {
	case f.problem != "":
		note.Add(view.El("span", view.Class("error"), view.Text(f.problem)))
	case f.note != "":
		note.Add(view.El("span", view.Class("value num"), view.Text(f.note)))
	}
	return n.Add(note)
}

// A choice is one of several values of a key.
type choice struct{ value, label string }

// choices returns radio buttons.
func (s *Spec) choices(key, legend, value, problem string, all []choice) *view.Node {
	n := view.El("fieldset", view.Class("choices"), view.A("data-key", "field-"+key), view.El("legend", view.Text(legend)))
	for _, c := range all {
		n.Add(view.El("label", view.Class("choice"), view.A("data-key", c.value),
			view.El("input", view.A("type", "radio"), view.A("name", s.name(key)), view.A("data-input", key), view.A("value", c.value), view.Flag("checked", c.value == value)),
			view.El("span", view.Text(c.label))))
	}
	if problem != "" {
		n.Add(view.El("p", view.Class("field-note"), view.El("span", view.Class("error"), view.Text(problem))))
	}
	return n
}

// selection returns a list to choose from. A value that is none of the choices
// stands among them, as it was given.
func (s *Spec) selection(key, label, value, problem string, all []choice) *view.Node {
	id := s.id(key)
	list := view.El("select", view.A("id", id), view.A("name", s.name(key)), view.A("data-input", key), view.A("aria-describedby", id+"-note"))
	known := false
	for _, c := range all {
		known = known || c.value == value
	}
	if !known {
		all = append([]choice{{value, shorten(value, 40)}}, all...)
	}
	for _, c := range all {
		list.Add(view.El("option", view.A("value", c.value), view.Flag("selected", c.value == value), view.Text(c.label)))
	}
	note := view.El("p", view.Class("field-note"), view.A("id", id+"-note"))
	bad := ""
	if problem != "" {
		bad = "wrong"
		list.Add(view.A("aria-invalid", "true"))
		note.Add(view.El("span", view.Class("error"), view.Text(problem)))
	}
	return view.El("div", view.Class("field", bad), view.A("data-key", "field-"+key), view.El("label", view.A("for", id), view.Text(label)), view.El("span", view.Class("field-box"), list), note)
}

// FromSlider returns the value of a field for a position of its slider, as the
// widget would write it.
func (s *Spec) FromSlider(key, position string) string {
	p, err := strconv.ParseFloat(position, 64)
	if w, ok := s.widget.(interface{ slider(string) *slider }); ok && err == nil {
		if r := w.slider(key); r != nil {
			return r.value(p)
		}
	}
	return position
}

// head returns the title and the tools.
func (s *Spec) head(in Inputs) *view.Node {
	linked := in
	if len(in[textKey]) > 4000 {
		// A long text takes time to pack: it goes into the address when somebody asks
		// for the link (see package browser).
		linked = Inputs{}
		for key, value := range in {
			if key != textKey {
				linked[key] = value
			}
		}
	}
	href := join(s.Root+s.Page, "", s, linked)
	link := view.El("a", view.Class("tool"), view.A("data-do", "link"), view.A("href", href), view.Text("Link"))
	if s.Embed {
		link.Add(view.A("target", "_blank"), view.A("rel", "noopener"))
	}
	reset := view.El("button", view.Class("tool needs-lab"), view.A("type", "button"), view.A("data-do", "reset"), view.Text("Reset"))
	if changed := s.changes(in); changed == "" {
		reset.Add(view.Flag("disabled", true))
	} else {
		reset.Add(view.A("title", "Back to "+changed))
	}
	return view.El("header", view.Class("widget-head"),
		view.El("h3", view.Class("widget-title"), view.A("id", s.id("title")), view.Text(s.Title)),
		view.El("div", view.Class("widget-tools"), link,
			view.El("button", view.Class("tool needs-lab"), view.A("type", "button"), view.A("data-do", "embed"), view.Text("Embed")),
			reset))
}

// changes names the inputs that differ, with what Reset gives back:
// "rooms = 100, days = 730".
func (s *Spec) changes(in Inputs) string {
	var out []string
	for _, key := range s.keys(in) {
		if key == "guess" || key == "shown" {
			continue
		}
		def, _ := s.Default(key)
		switch {
		case s.isText(key):
			out = append(out, "the text")
		case def == "":
			out = append(out, key)
		default:
			out = append(out, key+" = "+shorten(def, 40))
		}
	}
	return strings.Join(out, ", ")
}

// form returns a widget's form around its parts.
func (s *Spec) form(in Inputs, stale bool, parts ...view.Part) *view.Node {
	class := ""
	if stale {
		class = "stale"
	}
	covered := ""
	if s.Cover {
		covered = "covered"
	}
	f := view.El("form", view.Class("widget", s.Kind, covered, class), view.A("id", s.ID), view.A("method", "get"), view.A("aria-labelledby", s.id("title")), view.A("novalidate", ""), view.A("autocomplete", "off"),
		s.head(in))
	if note := in[string(problemMark)]; note != "" {
		f.Add(view.El("p", view.Class("widget-note"), view.Text(note)))
	}
	f.Add(parts...)
	if changed := s.changes(in); changed != "" {
		f.Add(view.El("p", view.Class("changes"), view.Text("Changed by you. Reset gives back "+changed+".")))
	}
	return f
}

// cover returns what lies below the inputs: covered until the reader has guessed
// or asks, where the widget starts covered.
func (s *Spec) results(in Inputs, parts ...view.Part) *view.Node {
	all := view.El("div", view.Class("results"))
	guess := strings.TrimSpace(in["guess"])
	if s.Cover && guess != "" {
		all.Add(view.El("p", view.Class("guess-said"), view.Text("You guessed: "+shorten(guess, 60))))
	}
	all.Add(parts...)
	if !s.Cover {
		return all
	}
	open := in["shown"] == "1"
	id := s.id("guess")
	return view.El("div", view.Class("covered-part"),
		view.El("div", view.Class("guess needs-lab"),
			view.El("label", view.A("for", id), view.Text("Your guess first")),
			view.El("input", view.A("id", id), view.A("data-guess", ""), view.A("value", in["guess"]), view.A("size", "12"), view.A("autocapitalize", "off"), view.A("spellcheck", "false")),
			view.El("button", view.A("type", "button"), view.A("data-do", "guess"), view.Text("Compare"))),
		view.El("details", view.Class("cover"), view.Flag("open", open),
			view.El("summary", view.Text("Show the answer")),
			all))
}
