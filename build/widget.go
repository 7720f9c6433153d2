package build

import (
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/exercise/exercisebook"
	"partitionlab/wasm/lab"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/view"
)

// A widget is a fence of a chapter for one of the kinds of package lab, worked out
// for its defaults.
type widget struct {
	spec     *lab.Spec
	line     int // in the chapter's file
	chapter  *chapter
	sentence string
	values   map[string]string
	others   map[string]map[string]string // with other inputs, see with
	html     string                       // as the chapter shows it
	exercise *exercisebook.Exercise       // of an exercise

	alone, embedded mounted // as its own page and its embed show it
}

type mounted struct {
	spec *lab.Spec
	html template.HTML
}

// ID, Kind, Title and Sentence are for templates.
func (w *widget) ID() string    { return w.spec.ID }
func (w *widget) Kind() string  { return w.spec.Kind }
func (w *widget) Title() string { return w.spec.Title }
func (w *widget) Sentence() string {
	if w.spec.Cover {
		return "" // it asks for a prediction
	}
	if w.exercise != nil {
		return w.exercise.Task()
	}
	return w.sentence
}

// From names the chapter that the widget is from.
func (w *widget) From() string {
	if w.chapter.name == startPage {
		return "First page"
	}
	return w.chapter.title
}

// Path is where the widget's own page stands: "widget/hotel/size/size1/".
func (w *widget) Path() string { return "widget/" + w.chapter.name + "/" + w.spec.ID + "/" }

// EmbedPath is where its embed stands.
func (w *widget) EmbedPath() string { return "embed/" + w.chapter.name + "/" + w.spec.ID + "/" }

// widgetFence makes a widget of a fence whose body starts at an offset of the
// chapter. It returns the widget's HTML.
func (c *compiling) widgetFence(kind, body string, at int) string {
	spec, diags := lab.Parse(kind, body, c.schemaFile)
	failed := false
	for _, d := range diags {
		c.fail(at+d.Start, oneLine(d))
		failed = failed || d.Severity == diag.Refused
	}
	if spec == nil || failed || spec.ID == "" {
		return ""
	}
	if w := c.put(spec, at); w != nil {
		return w.html
	}
	return ""
}

// put makes a widget of a specification whose fence starts at an offset of the chapter;
// nil where it cannot stand there.
func (c *compiling) put(spec *lab.Spec, at int) *widget {
	line, _ := c.src.Position(at)
	w := &widget{spec: spec, line: line - 1, chapter: c.chapter}
	if c.widget(spec.ID) != nil {
		c.fail(at, "the id "+spec.ID+" is taken by another widget of this chapter: links carry it, so each has its own")
		return nil
	}
	if spec.Large() && spec.Guess != nil {
		c.fail(at, "nobody judges what is predicted of the widget "+spec.ID+": the program that answers for the kind "+spec.Kind+" does not. Take the lines about the guess out, or ask for it in an exercise of another chapter")
		return nil
	}
	for _, other := range c.widgets {
		if other.spec.Large() != spec.Large() {
			c.fail(at, "the widget "+spec.ID+" of the kind "+spec.Kind+" cannot stand in one chapter with "+other.spec.ID+" of the kind "+other.spec.Kind+": two programs answer for them, and a page loads one. Put it into another chapter, and link there")
			return nil
		}
	}
	checkNumbers(c.file, w.line, spec.Title, &c.problemList)
	spec.Root, spec.Page, spec.EmbedPage = c.root, w.Path(), w.EmbedPath()

	embed, own := spec.Place, spec.Place
	embed.Alone, embed.Embed, embed.Root = true, true, rootFrom(spec.EmbedPage)
	own.Alone, own.Root = true, rootFrom(spec.Page)
	specs, outs := lab.Several(spec, spec.Place, own, embed) // in this order each is most like the one before
	out := outs[0]
	w.sentence, w.values = out.Sentence, out.Values
	for _, d := range slices.Concat(spec.Unmet(out), exercisebook.ProveGuess(spec.GuessLines()), spec.Unguessed(out)) {
		c.fail(at+d.Start, oneLine(d))
	}
	if spec.Cover && spec.Guess == nil {
		c.fail(at, "the answer of "+spec.ID+" is covered, and the reader is asked for nothing: write guess = and the number that the widget shows, with ± where that is enough; yes or no; or [ ] one option | [x] the right one. guess.right = and guess.other = are said to a guess")
	}
	for _, figure := range mute(out.View, nil) {
		c.fail(at, "a figure of the widget "+spec.ID+" has no text alternative: "+figure)
	}
	printed := view.HTMLs(specs[0].Mount(outs[0]), specs[1].Mount(outs[1]), specs[2].Mount(outs[2]))
	w.html = printed[0]
	w.alone, w.embedded = mounted{specs[1], template.HTML(printed[1])}, mounted{specs[2], template.HTML(printed[2])}
	c.widgets = append(c.widgets, w)
	return w
}

// oneLine puts what a diagnostic says into one line.
func oneLine(d diag.Diagnostic) string {
	s := d.Message
	for _, more := range []string{d.Why, d.Instead} {
		if more != "" {
			s += ": " + more
		}
	}
	return s
}

// mute finds pictures that a screen reader could not tell: an svg without a
// title, aria-label or aria-labelledby that is not hidden from it.
func mute(n *view.Node, found []string) []string {
	if n.Tag == "svg" {
		named := false
		for _, name := range []string{"aria-label", "aria-labelledby", "aria-hidden"} {
			if v, ok := n.Attr(name); ok && strings.TrimSpace(v) != "" {
				named = true
			}
		}
		for _, child := range n.Children {
			named = named || child.Tag == "title"
		}
		if !named {
			class, _ := n.Attr("class")
			found = append(found, "svg "+class)
		}
		return found
	}
	for _, child := range n.Children {
		found = mute(child, found)
	}
	return found
}

// widget returns the chapter's widget with an id, or nil.
func (c *chapter) widget(id string) *widget {
	for _, w := range c.widgets {
		if w.spec.ID == id {
			return w
		}
	}
	return nil
}

func (c *chapter) unknownWidget(id string) string {
	if len(c.widgets) == 0 {
		return "the chapter has no widget " + id + ", nor any other"
	}
	var ids []string
	for _, w := range c.widgets {
		ids = append(ids, w.spec.ID)
	}
	return "the chapter has no widget " + id + ": it has " + strings.Join(ids, ", ")
}

// with works out what a widget says with changed inputs, for an expression.
func (w *widget) with(inputs map[string]string, expr string) (values map[string]string, problem string) {
	for _, name := range sortedKeys(inputs) {
		if _, ok := w.spec.Default(name); !ok {
			return nil, "the widget " + w.spec.ID + " has no input " + name
		}
	}
	turns := strings.Contains(expr, lab.Turns)
	key := fmt.Sprint(inputs, turns) // in the order of the keys
	values, ok := w.others[key]
	if !ok {
		var problems input.Problems
		values, problems = lab.Values(w.spec, inputs, turns)
		for _, p := range problems {
			return nil, "the input " + p.Field + "=" + inputs[p.Field] + " cannot be read: " + p.Text
		}
		if w.others == nil {
			w.others = map[string]map[string]string{}
		}
		w.others[key] = values
	}
	return values, ""
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
