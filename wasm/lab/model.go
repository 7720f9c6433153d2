//go:build !chapters

package lab

import (
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/diagram"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/lab/fence"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/model"
	"partitionlab/wasm/number"
	"partitionlab/wasm/view"
	"partitionlab/wasm/work"
)

// The program that chapters load is built with the tag chapters, and without this file:
// the mapping from questions to tables is an eighth of the whole.
func init() {
	kinds = append(kinds, kind{name: "model", parse: parseModel, picture: true, look: "script", large: true, hand: true})
}

// A modelWidget has the text of a model beside the figures that follow from it. What is
// picked in a figure can be changed by hand there: by a button, a key, or by dragging;
// each such change is one of the text. CQL in the place of a model is read backwards.
type modelWidget struct {
	text  input.Field
	step  input.Field // which figure is open
	pick  input.Field // what is picked: a reference of package diagram
	begin []fence.Sample
}

var stepTitles = [...]string{"1 Entities", "2 Workflow", "3 Logical", "4 Physical"}

func parseModel(f *fence.Fence) widget {
	f.Asks([]string{"tables"})
	f.Only("domain", "samples")
	f.Domain()
	z := &modelWidget{begin: f.Begin,
		text: input.Field{Key: "text", Type: input.Pasted, Label: "Model", Most: maxModel, Default: strings.TrimRight(f.Model+f.CQL, "\n")},
		step: input.Field{Key: "step", Type: input.Choice, Label: "Step", Noun: "step"},
		pick: input.Field{Key: "pick", Type: input.Word, Passing: true}}
	for i, name := range figureNames {
		z.step.Options = append(z.step.Options, input.Option{Value: name, Label: stepTitles[i]})
	}
	return widget{fields: []input.Field{z.text, z.step, z.pick}, work: func(s *Spec) worker { return &modelWork{form: form{Spec: s}, z: z} }}
}

// maxModel is how long a text may be that is mapped at each letter.
const maxModel = 60_000

// A modelWork keeps what was mapped and drawn for the last text.
type modelWork struct {
	form
	z *modelWidget

	edited string // the figure of what was written last
	byHand bool   // the next change of the text comes from the open figure, which stays

	text    string
	done    bool // all of the following is of the text
	x       modeled
	j       *judged                   // findings, as of a script of one statement
	options []*model.Alternative      // what the rules leave open
	left    []*model.Table            // whose options are not worked out yet
	settled bool                      // the tables worked out last leave none
	figures map[string]*view.Node     // by step and pick
	words   map[string]*figure.Figure // the same, to be taken along
}

func (w *modelWork) now() string { return w.form.text(&w.z.text) }

func (w *modelWork) begin(in *input.State) {
	w.form.begin(in)
	if text := w.now(); text != w.text || w.figures == nil {
		w.text, w.done = text, false
	}
}

// maxBoxes is how many boxes a figure may have: more fit on no screen, and take a page
// longer than the blink of an eye.
const maxBoxes = 120

// drawable is what of a text a figure can show, and what it leaves out: of CQL the questions, where
// with them there would be too many boxes.
func (x *modeled) drawable(name string) (*modeled, *view.Node) {
	if x.r == nil || len(x.r.Queries) == 0 || len(x.r.Tables) > maxBoxes || x.boxes(name) <= maxBoxes {
		return x, nil
	}
	tables, r := *x, *x.r
	tables.r, r.Queries, r.Arrows = &r, nil, nil
	return &tables, fieldNote("The tables alone are drawn, without the arrows of " + number.Of(len(x.r.Queries), "query") + ", which are listed below: a picture has room for " + number.Count(maxBoxes) + " of both.")
}

// undrawn says why there is no picture, or is nil.
func (x *modeled) undrawn(name string) *view.Node {
	many := x.tooMany(name)
	if many == "" {
		return nil
	}
	return view.El("p", view.Text("A picture of "+many+" would say nothing: at most "+number.Count(maxBoxes)+" are drawn."))
}

// tooMany says what a figure has too much of: boxes, or ways between screens.
func (x *modeled) tooMany(name string) string {
	if n := x.boxes(name); n > maxBoxes {
		return number.Of(n, "box")
	}
	if x.m != nil && name == "workflow" {
		n := 0
		for _, s := range x.m.Screens {
			n += len(s.From)
		}
		if n > maxBoxes {
			return number.Of(n, "arrow")
		}
	}
	return ""
}

// boxes are how many a figure has, and the lines between them that have names.
func (x *modeled) boxes(name string) int {
	switch {
	case x.r != nil:
		return len(x.r.Tables) + len(x.r.Queries)
	case name == "entities":
		return len(x.m.Entities) + len(x.m.Relationships)
	case name == "workflow":
		return len(x.m.Screens) + len(x.m.Questions)
	}
	return len(x.d.Tables) + len(x.m.Questions)
}

// backwards reports whether a text is CQL: its first word says so.
func backwards(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' || strings.HasPrefix(line, "--") || strings.HasPrefix(line, "//") {
			continue
		}
		word, _, _ := strings.Cut(line, " ")
		return slices.Contains([]string{"CREATE", "USE", "SELECT", "ALTER", "DROP", "INSERT"}, strings.ToUpper(word))
	}
	return false
}

func (w *modelWork) work(m *work.Meter) {
	if m.Try(func() { w.workOut(m) }) != nil { // somebody has left it in the middle
		w.done = false
	}
}

// open works out what the rules leave open, where that waited until nobody types any more.
func (w *modelWork) open(m *work.Meter) { w.work(m) }

// workOut works out what follows from the text, and the figures that are shown.
func (w *modelWork) workOut(m *work.Meter) {
	if len(w.text) > maxModel {
		return
	}
	if !w.done {
		w.design(m)
		if w.done = m.Ask(work.Slice); !w.done {
			return
		}
	}
	for len(w.left) > 0 && !w.later() {
		if w.weigh(); !m.Ask(work.Slice) {
			return
		}
	}
	for _, name := range w.shown() {
		key := name + " " + w.lit()
		if w.figures[key] != nil {
			continue
		}
		x, left := w.x.drawable(name)
		if n := x.undrawn(name); n != nil {
			w.figures[key] = n
			continue
		}
		fig := x.figure(&w.form, name, w.lit(), m).Anywhere()
		drawn := leading(fig.View(), w.handled)
		if left != nil {
			drawn = view.El("div", left, drawn)
		}
		if !m.Ask(work.Slice) {
			return // it may be half a drawing
		}
		w.words[name], w.figures[key] = fig, drawn
	}
}

// optionsName is the tab with what the rules leave open.
const optionsName = "options"

// later reports whether what the rules leave open can wait until nobody types: its tab is
// closed, or there was none, nobody sees it elsewhere, and it does not take long.
func (w *modelWork) later() bool {
	return w.typing && (w.closed[optionsName] || w.settled) && w.picked() == "" && len(w.left) <= fewTables && w.text != w.z.text.Default
}

// fewTables are those of which all that the rules leave open is worked out in one piece.
const fewTables = 20

// weigh works out what the rules leave open for the next table.
func (w *modelWork) weigh() {
	w.options = append(w.options, w.x.d.Alternatives(w.left[0])...)
	w.left = w.left[1:]
	if len(w.left) == 0 {
		w.settled = len(w.options) == 0
	}
}

// design works out what follows from the text.
func (w *modelWork) design(meter *work.Meter) {
	w.figures, w.words, w.options, w.left = map[string]*view.Node{}, map[string]*figure.Figure{}, nil, nil
	src := diag.NewSource("", w.text)
	w.j = &judged{src: src, noCQL: true}
	var all []diag.Diagnostic
	if backwards(w.text) {
		w.x = modeled{r: model.Read(src, meter)}
		all = w.x.r.Refused
	} else {
		m, slips := model.Metered(src, meter)
		w.x = modeled{m: m, d: m.Design()}
		all = append(slips, w.x.d.Findings...)
		w.left = slices.Clone(w.x.d.Tables)
	}
	for _, d := range all {
		w.j.items = append(w.j.items, judgedItem{diags: []diag.Diagnostic{d}, span: d.Span})
	}
}

// shown are the figures that are drawn: the open one, and for the text of the page all
// of them, so that it is whole on paper and without the program.
func (w *modelWork) shown() []string {
	if w.text == w.z.text.Default {
		return w.steps()
	}
	return []string{w.openStep()}
}

// steps are the figures that there are.
func (w *modelWork) steps() []string {
	if w.x.r != nil {
		return figureNames[2:]
	}
	return figureNames
}

// openStep is the figure that is open: the one that somebody has opened, else the tables, or
// the furthest before them that has something to show.
func (w *modelWork) openStep() string {
	if w.in == nil {
		return "logical" // nothing was asked of this page yet
	}
	name, _ := w.z.step.Option(w.in.Values)
	switch {
	case slices.Contains(w.steps(), name):
		return name
	case w.x.d == nil: // the helper has answered
	case w.x.r == nil && len(w.x.d.Tables) == 0 && len(w.x.m.Screens) > 0:
		return "workflow"
	case w.x.r == nil && len(w.x.d.Tables) == 0:
		return "entities"
	}
	return "logical"
}

// follow opens the figure of what is written when somebody begins to write in a block of
// another kind: entities, screens, or questions and tables, which the last two show. It lets go
// of a question that is no more there.
func (w *modelWork) follow(f *input.Field, before, after string) (out []place.Text) {
	byHand := w.byHand
	w.byHand = false
	if f.Key != w.z.text.Key {
		return nil
	}
	if w.text == before && w.x.m != nil && w.lit() != "" {
		if q := w.x.m.Question(w.lit()); q != nil && model.Replaced(before, after, q.Block) { // by one of another model
			out = append(out, place.Text{Name: w.z.pick.Key})
		}
	}
	if byHand || backwards(after) {
		return out
	}
	kind := model.Edited(before, after)
	step := map[string]string{"entity": "entities", "relate": "entities", "screen": "workflow", "question": "logical", "table": "logical"}[kind]
	if step == "" || step == w.edited {
		return out
	}
	if w.edited = step; step == w.openStep() || step == "logical" && w.openStep() == "physical" {
		return out
	}
	return append(out, place.Text{Name: w.z.step.Key, Text: step})
}

// picked is what is picked, where it is there.
func (w *modelWork) picked() string { return w.form.text(&w.z.pick) }

// lit is the id of the question whose way is lit, or "".
func (w *modelWork) lit() string {
	id, _ := strings.CutPrefix(w.picked(), "question:")
	if id == w.picked() {
		return ""
	}
	return id
}

// handled makes a part of a figure one that can be picked, dragged and dropped on.
func (w *modelWork) handled(ref string, a *view.Node) {
	a.Add(view.A("data-do", "pick"), view.A("data-with", ref))
	kind, name, _ := strings.Cut(ref, ":")
	if w.x.r != nil {
		return
	}
	if of, _, _ := strings.Cut(name, "."); kind == "attribute" && w.x.m.Entity(of) != nil { // most of its entity's box
		kind, ref = "entity", "entity:"+of
	}
	switch kind {
	case "column", "entity":
		a.Add(view.A("data-drag", ref), view.A("data-drop", ref))
	case "table":
		a.Add(view.A("data-drop", ref))
	}
}

func (w *modelWork) answer() *Output {
	out := &Output{Values: map[string]string{}, Used: w.in.Values}
	if len(w.text) > maxModel {
		a := verdictOf("This page takes models of up to "+number.Count(maxModel/1000)+" kB. The command line takes more", "watch")
		out.Sentence = a.sentence()
		out.View = w.frame(false, view.Nodes{w.editor(&w.z.text, w.text, &judged{src: diag.NewSource("", w.text), noCQL: true})}, w.results(w.answerView(a)), nil)
		return out
	}
	out.Values = w.x.values()
	counts := w.j.counts()
	for sev, name := range severities[:diag.NotJudged] {
		out.Values[name] = strconv.Itoa(counts[sev])
	}
	a := w.verdict(counts)
	out.Sentence = a.sentence()
	empty := strings.TrimSpace(w.text) == ""
	results := view.Nodes{w.leadingAnswer(a, counts)}
	if !empty {
		if list := w.findings(diag.Refused, diag.Warning); list != nil {
			results = append(results, list)
		}
		if w.x.r != nil {
			results = append(results, w.further())
		}
		results = append(results, w.questionBar(), w.stepTabs(), w.hand())
	}
	out.View = w.frame(false, view.Nodes{w.editor(&w.z.text, w.text, w.j), w.lostText(), w.blocks(), w.samples()}, w.results(results), w.tabs(w.parts(empty)))
	return out
}

// lostText says what is wrong with the text of a link.
func (w *modelWork) lostText() *view.Node {
	if p := w.in.Lost[w.z.text.Key]; p != "" {
		return wrongNote(sentence(p))
	}
	return nil
}

// verdict says what came out: the worst first.
func (w *modelWork) verdict(c [len(severities)]int) verdict {
	switch {
	case strings.TrimSpace(w.text) == "":
		return verdict{headline: "What does your application have to know?", more: "Write what there is as entities, then what each screen asks as questions. Tables follow from the questions. The buttons below the text write a first block of each kind.", mood: "watch"}
	case w.x.r != nil && len(w.x.r.Tables) == 0:
		return verdict{headline: "No table yet", mood: "watch"}
	case w.x.r != nil:
		a := verdict{headline: strings.TrimSuffix(diagram.SchemaTitle(w.x.r), "."), more: "CQL is read backwards: the tables as diagrams, and the questions that each can answer. No text of a model follows from it, for it says neither how many there are nor which screens ask."}
		if n := c[diag.Refused]; n > 0 {
			a.word, a.mood = number.Of(n, "statement")+" refused", "bad"
		}
		if names := w.x.r.Assumed; len(names) > 0 {
			a.more += " No statement makes the keyspace " + strings.Join(names, ", nor ") + ": taken to be there."
		}
		return a
	}
	d := w.x.d
	a := verdict{headline: strings.TrimSuffix(diagram.Title(w.x.d), "."), mood: "fine"}
	switch {
	case c[diag.Refused] > 0:
		a.word, a.mood = number.Count(c[diag.Refused])+" to mend", "bad"
	case len(d.Accesses) == 0:
		a.headline, a.mood = "No question, no table", "watch"
		a.more = "Tables follow from questions: write what a screen asks."
	case slices.ContainsFunc(d.Accesses, func(a *model.Access) bool { return !a.Served }):
		a.word, a.mood = "a question without an answer", "bad"
	case c[diag.Warning]+c[diag.Advice] > 0: // all that Checks marks with !
		var said []string
		for i, what := range [...]string{"risk", "remark"} {
			if n := c[int(diag.Warning)+i]; n > 0 {
				said = append(said, number.Of(n, what))
			}
		}
		if a.word = strings.Join(said, ", "); c[diag.Warning] > 0 {
			a.mood = "watch"
		}
	default:
		a.word = "every question served"
	}
	if guessed := d.Guesses(); len(guessed) > 0 && len(d.Accesses) > 0 {
		if a.mood == "fine" {
			assumed := number.Of(len(guessed), "number") + " assumed"
			if c[diag.Advice] > 0 {
				assumed = a.word + ", " + assumed
			}
			a.word, a.mood = assumed, "watch"
		}
		var taken []string
		for _, g := range guessed[:min(len(guessed), 2)] {
			taken = append(taken, g.Taken)
		}
		a.more = "Assumed, as nobody said: " + strings.Join(taken, ", ")
		if n := len(guessed) - 2; n > 0 {
			a.more += " and " + number.Count(n) + " more"
		}
		a.more += ". The tab Checks has the lines to write."
	}
	return a
}

// checksName is the element with what is said of the text besides what must be mended.
const checksName = "all-checks"

// leadingAnswer is the answer, whose last word leads to what it speaks of where that is
// folded away.
func (w *modelWork) leadingAnswer(a verdict, c [len(severities)]int) *view.Node {
	n := w.answerView(a)
	if c[diag.Refused] > 0 || c[diag.Advice]+c[diag.Note] == 0 || w.x.r != nil || strings.TrimSpace(w.text) == "" {
		return n
	}
	for i, part := range n.Children {
		if class, _ := part.Attr("class"); class == "pill" {
			n.Children[i] = view.El("span", view.Class(class), view.El("a", view.A("href", "#"+w.Element(checksName)), view.A("data-do", "to"), view.A("data-with", checksName), view.Text(a.word)))
		}
	}
	return n
}

// findings lists what there is to say of the text, of some severities; nil for nothing.
func (w *modelWork) findings(most, least diag.Severity) *view.Node {
	var cards []card
	for i, item := range w.j.items {
		d := item.diags[0]
		if d.Severity < most || d.Severity > least {
			continue
		}
		c := card{key: "finding" + strconv.Itoa(i), class: severities[d.Severity], mark: [...]string{"✕", "!", "!", "i", "?"}[d.Severity], brief: "", cost: sentence(d.Message)}
		if d.Span.Len() > 0 || d.Start > 0 {
			c.line = placeOf(w.j.src, d.Start)
		}
		if c.body = w.reasons(w.j, d, place2(i, 0)); d.Span.Len() > 0 {
			c.body = append(view.Nodes{excerpt(w.j.src, d)}, c.body...)
		}
		cards = append(cards, c)
	}
	if n := w.cardList(cards); n != nil {
		return view.El("div", view.Class("said-of-text"), n)
	}
	return nil
}

// questionBar picks a question, whose way through the tables lights up.
func (w *modelWork) questionBar() *view.Node {
	if w.x.m == nil || len(w.x.m.Written()) == 0 {
		return nil
	}
	n := view.El("p", view.Class("question-bar needs-lab"), view.A("role", "group"), view.A("aria-label", "Light up the way of a question"))
	for i, q := range w.x.m.Written() {
		if i > 0 {
			n.Add(view.Text(" "))
		}
		ref := "question:" + q.ID.Text
		n.Add(doing("", "pick", ref, view.A("data-key", q.ID.Text), view.A("aria-pressed", strconv.FormatBool(w.picked() == ref)), view.A("title", q.Title.Text), view.Text(q.ID.Text)))
	}
	return n
}

// stepTabs are the figures, one of them open.
func (w *modelWork) stepTabs() *view.Node {
	drawn := w.shown()
	var list []tab
	for i, name := range figureNames {
		if !slices.Contains(w.steps(), name) {
			continue
		}
		list = append(list, tab{name: name, title: stepTitles[i], open: name == w.openStep(), do: "step", with: name, body: func() view.Part {
			if !slices.Contains(drawn, name) || w.figures[name+" "+w.lit()] == nil {
				return fieldNote("It is drawn when this opens.")
			}
			return view.Nodes{current(w.figures[name+" "+w.lit()], w.picked()), w.x.relationsSaid(name)}
		}})
	}
	return w.tabGroup("steps", "steps", list)
}

// current is a drawn figure in which the part that is picked says so; the drawing that is
// kept stays as it is.
func current(n *view.Node, ref string) *view.Node {
	if at, has := n.Attr("data-ref"); has && at == ref {
		c := *n
		c.Attrs = append(slices.Clone(n.Attrs), view.Attr{Name: "aria-current", Value: "true"})
		return &c
	}
	for i, child := range n.Children {
		if marked := current(child, ref); marked != child {
			c := *n
			c.Children = slices.Clone(n.Children)
			c.Children[i] = marked
			n = &c
		}
	}
	return n
}

// parts are the tabs below: everything that is not the figure.
func (w *modelWork) parts(empty bool) (list []tab) {
	add := func(name, title string, body func() view.Part) {
		list = append(list, tab{name: name, title: title, body: body})
	}
	switch {
	case empty:
	case w.x.r != nil:
		add("tables", "Tables", func() view.Part { return w.x.schemaTables(&w.form) })
		if len(w.x.r.Queries) > 0 {
			add("questions", "Questions", func() view.Part { return w.x.queries(&w.form) })
		}
	default:
		add("questions", "Questions", func() view.Part { return w.x.questions(&w.form) })
		add("tables", "Tables", func() view.Part { return w.x.tables(&w.form) })
		w.form.left = w.form.left || len(w.left) > 0 && w.later()
		if len(w.options) > 0 || len(w.left) > 0 && w.closed[optionsName] {
			add(optionsName, "Choices", w.choicesLeft)
		}
		if rest := w.findings(diag.Warning, diag.NotJudged); rest != nil { // risks stand above the figure, too
			add("checks", "Checks", func() view.Part { return rest.Add(view.A("id", w.Element(checksName)), view.A("tabindex", "-1")) })
		}
		if len(w.x.d.Facts) > 0 {
			add("copies", "Copies", w.copies)
		}
		add("domain", "Domain", func() view.Part { return append(w.x.entities(&w.form), w.x.screens(&w.form)...) })
		add("cql", "CQL", func() view.Part { return w.x.cql(&w.form, true) })
	}
	if fig := w.words[w.openStep()]; fig != nil && !empty {
		add("take", "Take along", func() view.Part {
			n := takeAlong(&w.form, fig, w.x.file(&w.form, w.openStep()))
			if wrong := w.j.counts()[diag.Refused]; wrong > 0 { // the figure does not say so where it is taken to
				n.Children = append(view.Nodes{fieldNote("The text has " + number.Count(wrong) + " to mend: the figure shows what can be read of it.")}, n.Children...)
			}
			return n
		})
	}
	add("help", "How to write it", func() view.Part { return w.prose(modelHelp) })
	return list
}

// modelButton is one that only the program can press.
func modelButton(do, with, label string, disabled bool) *view.Node {
	return doing("needs-lab", do, with, view.Flag("disabled", disabled), view.Text(label))
}

// blocks are the buttons that write a first block of each kind.
func (w *modelWork) blocks() *view.Node {
	n := view.El("div", view.Class("operations needs-lab"), view.A("role", "group"), view.A("aria-label", "Change the text"))
	again := view.Nodes{modelButton("take-back", "undo", "Undo", false), modelButton("take-back", "redo", "Redo", false),
		modelButton("choose", "", "Open a file", false), modelButton("save", "", "Save as a file", strings.TrimSpace(w.text) == "")}
	if w.x.r != nil {
		return n.Add(again)
	}
	for _, b := range [...][2]string{{"entity", "+ Entity"}, {"relate", "+ Relationship"}, {"question", "+ Question"}, {"screen", "+ Screen"}} {
		n.Add(modelButton("block", b[0], b[1], false))
	}
	return n.Add(modelButton("format", "", "Lay out", strings.TrimSpace(w.text) == ""), again)
}

// samples are texts to begin with.
func (w *modelWork) samples() *view.Node { return sampleBar(w.z.begin, w.text) }

// sampleBar has a button for each text that a reader may begin with.
func sampleBar(begin []fence.Sample, text string) *view.Node {
	if len(begin) == 0 {
		return nil
	}
	n := view.El("div", view.Class("operations needs-lab"), view.A("role", "group"), view.A("aria-label", "Begin with"), view.Leaf("span", "field-note", "Begin with:"))
	n.Add(modelButton("sample", "", "an empty box", text == ""))
	for _, s := range begin {
		n.Add(modelButton("sample", s.Name, s.Name, s.Text == text))
	}
	return n
}

// choicesName is the element of the alternatives, which has the focus when one is taken.
const choicesName = "choices"

// choicesLeft are the alternatives of all tables.
func (w *modelWork) choicesLeft() view.Part {
	out := view.El("div", view.A("id", w.Element(choicesName)), view.A("tabindex", "-1"), view.A("data-stays", ""), view.A("role", "group"), view.A("aria-label", "Choices"), crossed(w.x.d, w.options))
	for i, o := range w.options {
		if i == 0 || w.options[i-1].Of != o.Of {
			out.Add(view.Leaf("h4", "", o.Of.Name))
		}
		out.Add(w.option(i, o))
	}
	return out
}

// option is one alternative with what it costs, and the button that takes it.
func (w *modelWork) option(i int, o *model.Alternative) *view.Node {
	n := view.El("div", view.Class("option"), view.A("data-key", strconv.Itoa(i)+o.Fix.Title),
		modelButton("take", taken(o), o.Fix.Title, false).Add(view.A("data-once", ""), view.A("aria-label", o.Fix.Title+" in "+o.Of.Name)))
	if o.Why != "" {
		n.Add(view.Leaf("p", "", o.Why))
	}
	return n.Add(view.El("p", view.Class("num"), view.Text(o.Question.ID.Text+" now: "+o.Now.String()+". Then: "+o.Then.String()+".")))
}

// taken names an alternative, wherever it stands in the list.
func taken(o *model.Alternative) string { return o.Of.Name + ": " + o.Fix.Title }

// whole is what follows, as files of the workbench: the schema, its queries, and the numbers that
// its bytes are worked out from.
func (w *modelWork) whole() (text string, settings Inputs) {
	d := w.x.d
	if d == nil {
		return w.text, nil
	}
	for _, f := range [...][2]string{{"schema.cql", d.CQL}, {"queries.cql", d.Queries("") + d.Comments()}, {"numbers.size", d.Numbers()}} {
		if f[1] != "" {
			text += fileLine + " " + f[0] + "\n" + strings.Trim(f[1], "\n") + "\n"
		}
	}
	return text, nil
}

// copies lists facts that are stored several times.
func (w *modelWork) copies() view.Part {
	var rows view.Nodes
	for _, f := range w.x.d.Facts {
		var names []string
		for _, t := range f.Tables {
			names = append(names, t.Name)
		}
		tr := view.El("tr")
		rows = append(rows, cells(tr, view.Text(f.Attr.Of.Name.Text+"."+f.Attr.Name.Text), view.Text(strings.Join(names, ", ")), view.Nodes{view.Leaf("span", "num", f.Change()), view.Text(f.From)}))
	}
	return entryTable("Facts that are stored several times", []string{"Fact", "Tables", "To write again when one changes"}, rows)
}

// modelHelp says how a model is written.
const modelHelp = "A line at the margin begins a block; the lines below, with spaces before them, belong to it.\n\n" +
	"```\nentity Reader 20k\n  reader_id  uuid  key\n  name       text 20\n\nentity Book 5000\n  isbn   text 13  key\n  title  text 40\n\n" +
	"relate Reader borrows Book  0..20..200 : 0..5..40\n  since  date\n\n" +
	"screen My books\n  asks Q1\n\nquestion Q1 Books of a reader\n  given  reader_id\n  order  since desc\n  want   Book: title\n```\n\n" +
	"`relate` says before the colon how many readers one book has, after it how many books one reader has: fewest..usual..most, or `n`, which has no upper end. " +
	"A number is how many there are in all at the `horizon`; a rate such as `5 per day` grows until then.\n\n" +
	"*Save as a file* keeps the text on your computer; *Open a file* brings it here again, or the CQL of a schema. A file can be dropped on the text, too. [All words of the language](/model/#the-language)."
