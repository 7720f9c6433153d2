package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"partitionlab/build/project"
	"partitionlab/build/review"
	"partitionlab/site"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/diagram"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/model"
	"partitionlab/wasm/view"
	"partitionlab/wasm/work"
)

// diagramCommand draws schemas and models.
func diagramCommand() *command {
	c := newCommand("diagram", "FILE", "draw the tables of a schema, or a model")
	c.about = `
Draws FILE as SVG. Of CQL it draws the tables in the notation of Artem Chebotko: K
partition key, C↑ C↓ clustering columns, S static, IDX indexed, ++ counter, {set}
[list] <map> *user type*. The SELECT statements of the script are the questions: each is
an arrow that enters the table that answers it. A comment on the line before, such as
"-- Q4. Rooms of a hotel", names it; without SELECT statements the comments of tables do.

Of a model (a file that ends in .model) it draws one of four figures: entities, workflow,
logical, physical.`
	c.examples = []example{
		{"partitionlab diagram schema.cql -o schema.svg", "draws the tables with their types"},
		{"partitionlab diagram -figure logical schema.cql > schema.svg", "without types"},
		{"partitionlab diagram -figure workflow hotel.model -o workflow.svg", "the screens of a model"},
	}
	out := c.flags.String("o", "", "the `file` to write; without it standard output. One that is there is replaced where it is\nan SVG or empty; any other is refused")
	kind := c.choice("figure", "which figure", "physical", "logical", "entities", "workflow")
	width := c.flags.Float64("width", 960, "width of the page in `px`; 272 for a phone")
	budget := c.figureBudget()
	c.run = func(files []string, std stdio) int {
		if len(files) != 1 {
			return c.wrong(std, "one file is drawn at a time")
		}
		if !(*width >= 240 && *width <= 10000) {
			return c.wrong(std, "-width lies between 240 and 10000")
		}
		sources, err := readSources(files, std.in)
		if err != nil {
			return c.failed(std, err)
		}
		m, figures := figureMeter(*budget), figureMeter(*budget) // as model -svg has them
		if err := project.Apart(*out, files, std.in); err != nil {
			return c.unwritten(std, err)
		}
		if err := overwritable(*out, "SVG", looksLikeSVG); *out != "" && err != nil {
			return c.unprepared(std, "-o", err)
		}
		if err := longText(sources, *budget); err != nil {
			return c.failed(std, err)
		}
		f, code := c.draw(sources[0], *kind, *budget, m, figures, std)
		text := ""
		if f != nil && !m.Over() && !figures.Over() {
			text = standalone(f, *width)
		}
		switch {
		case m.Over() || figures.Over():
			return c.failed(std, errTooMuch)
		case f == nil:
			return code
		}
		if *out == "" {
			fmt.Fprint(std.document(), text)
		} else if err := os.WriteFile(*out, []byte(text), 0o666); err != nil {
			return c.failed(std, err)
		}
		return code
	}
	return c
}

// figureUnits is what a figure may take: some seconds.
const figureUnits = 50_000_000

// figureBudget adds the flag that gives a figure more.
func (c *command) figureBudget() *float64 {
	times := 1.0
	c.budget(&times, "a figure some seconds (default 1). What takes more is not drawn,")
	return &times
}

// figureMeter counts the work on a figure. The statements of a script that it is read from have what
// check gives them.
func figureMeter(budget float64) *work.Meter {
	units := max(int(budget*figureUnits), 1)
	return &work.Meter{Most: units, All: units}
}

var errTooMuch = errors.New("over budget: there is too much for one figure; give a part of it, or -budget 10 for ten times as much")

// draw makes the figure of a file, which m reads and figures draws; nil where there is nothing to draw.
func (c *command) draw(src *diag.Source, kind string, budget float64, m, figures *work.Meter, std stdio) (*figure.Figure, int) {
	look := diagram.Look{ID: kind, Work: figures}
	named := *src
	named.Name = inputName(src.Name)
	if strings.HasSuffix(src.Name, ".model") {
		parsed, list := c.readModel(src, budget, m, std)
		if parsed == nil {
			return nil, notDone
		}
		code := clean
		if len(list) > 0 {
			fmt.Fprint(std.err, diag.Render(&named, list))
			code = found
		}
		switch kind {
		case "entities":
			return diagram.Entities(parsed, look), code
		case "workflow":
			return diagram.Workflow(parsed, look), code
		}
		d := parsed.Design()
		if d.NotJudged() {
			if !m.Over() { // which is told in any case
				fmt.Fprintf(std.err, "partitionlab diagram: %v\n", errTooMuchModel)
			}
			return nil, notDone
		}
		if kind == "logical" {
			return diagram.Logical(d, look), code
		}
		return diagram.Physical(d, look), code
	}
	if kind == "entities" || kind == "workflow" {
		fmt.Fprintf(std.err, "partitionlab diagram: only a model has %s; %s is taken for CQL\n", kind, named.Name)
		return nil, wrongUse
	}
	run := (&review.Cluster{Budget: budget}).Meter()
	r := model.ReadWithin(src, run, m)
	code := clean
	if len(r.Refused) > 0 {
		code = found
		for i := range r.Refused {
			if d := &r.Refused[i]; d.Severity == diag.NotJudged {
				*d = review.OverBudget(*d)
				code = notDone
			}
		}
		wrong := c.reported(budget)
		var refused []*diag.Diagnostic
		for i := range r.Refused {
			refused = append(refused, &r.Refused[i])
		}
		fmt.Fprint(std.err, rendered(wrong, src, refused))
		if c.left(wrong.Left, "finding", wrong.Room, std); wrong.Left > 0 {
			code = notDone
		}
	}
	if code == notDone && run.Over() { // what follows is not known: a part of it is no answer
		return nil, code
	}
	if len(r.Tables) == 0 {
		fmt.Fprintf(std.err, "partitionlab diagram: %s makes no table\n", named.Name)
		return nil, max(code, found)
	}
	return diagram.Schema(r, look, kind == "physical"), code
}

// standalone prints a figure as a file of its own, with its styles.
func standalone(f *figure.Figure, width float64) string {
	l := figure.Layout{Name: "wide", Width: width, Smallest: width, Size: 14}
	if width < 500 {
		l.Name, l.Size = "narrow", 13
	}
	d := f.Draw(l)
	svg := d.SVG(f.ID, f.Title, f.Desc)
	for i, a := range svg.Attrs {
		if a.Name == "class" {
			svg.Attrs[i].Value = "fig"
		}
	}
	figure.Alone(svg, view.El("rect", view.Class("page")))
	text := view.XML(svg)
	// A tree carries no style sheet, so it is put into the print, behind the root's tag.
	at := strings.IndexByte(text, '>') + 1
	return text[:at] + "<style>\n" + site.Drawing() + "</style>" + text[at:] + "\n"
}
