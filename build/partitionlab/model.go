package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"partitionlab/build/folder"
	"partitionlab/build/project"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/diagram"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/model"
	"partitionlab/wasm/number"
	"partitionlab/wasm/work"
)

// statementUnits is what a statement of a model's schema may take: a column of a type that
// holds 80,000 fields.
const statementUnits = 4_000_000

var errTooMuchModel = errors.New("over budget: there is too much in this model; give a part of it, or -budget 10 for ten times as much")

var errTooManyChoices = errors.New("over budget: not all other ways to make these tables were tried; -budget 10 tries ten times as many")

var errTooLongModel = errors.New("not all of this model was read, so nothing is made of it; divide it")

// readModel reads a model for whatever is made of it; nil where not all of it is read, which is told
// then: a part of a design is no answer.
func (c *command) readModel(src *diag.Source, budget float64, meter *work.Meter, std stdio) (*model.Model, []diag.Diagnostic) {
	m, slips := model.Metered(src, meter)
	m.Most = max(int(budget*statementUnits), 1)
	if m.TooLong {
		named := *src
		named.Name = inputName(src.Name)
		fmt.Fprint(std.err, diag.Render(&named, slips))
		c.failed(std, errTooLongModel)
		return nil, nil
	}
	return m, slips
}

// modelCommand maps a model to tables.
func modelCommand() *command {
	c := newCommand("model", "[FILE]", "map entities and questions to tables, types and CQL")
	c.about = `
Reads a model: entities with their attributes and keys, relationships with numbers,
screens and the questions that they ask. It prints the tables that follow, each column
with the rule that put it where it is, how each question is answered, what the rules
leave open, the CQL, and what is wrong or may hurt. Exit code 1 means that the text has
slips, or that a question has no table or a table loses rows.

content/models holds eight models to begin with.`
	c.examples = []example{
		{"partitionlab model hotel.model", "tables, questions, CQL and checks"},
		{"partitionlab model -cql hotel.model > hotel.cql", "the schema alone"},
		{"partitionlab model -svg pictures hotel.model", "writes entities.svg, workflow.svg, logical.svg and physical.svg"},
		{"partitionlab model -fmt hotel.model", "prints the model laid out"},
	}
	svg := c.flags.String("svg", "", "the `folder` to write the four figures to. What an earlier run has put there is replaced;\na folder that holds anything else, or what has changed since, is refused")
	width := c.flags.Float64("width", 960, "width of the figures in `px`")
	onlyCQL := c.flags.Bool("cql", false, "print the CQL alone")
	layOut := c.flags.Bool("fmt", false, "print the model laid out; slips go to standard error")
	budget := c.figureBudget()
	c.run = func(files []string, std stdio) int {
		switch {
		case len(files) > 1:
			return c.wrong(std, "one model is mapped at a time")
		case *onlyCQL && *layOut:
			return c.wrong(std, "-cql and -fmt exclude each other")
		case !(*width >= 240 && *width <= 10000):
			return c.wrong(std, "-width lies between 240 and 10000")
		}
		sources, err := readSources(files, std.in)
		if err != nil {
			return c.failed(std, err)
		}
		src := sources[0]
		if *svg != "" {
			for _, name := range figures {
				if err := project.Apart(filepath.Join(*svg, name), files, std.in); err != nil {
					return c.unwritten(std, err)
				}
			}
			if err := figuresOwner.Check(*svg); err != nil {
				return c.unprepared(std, "-svg", err)
			}
		}
		if *layOut {
			fmt.Fprint(std.document(), model.Format(src.Text))
			return c.slips(src, *budget, std)
		}
		named := *src
		named.Name = inputName(src.Name)
		m, slips := c.readModel(src, *budget, figureMeter(*budget), std)
		if m == nil {
			return notDone
		}
		d := m.Design()
		if d.NotJudged() {
			if list := append(slips, d.Findings...); len(list) > 0 {
				fmt.Fprint(std.err, diag.Render(&named, list))
			}
			return c.failed(std, errTooMuchModel)
		}
		code := clean
		for _, f := range append(slips, d.Findings...) {
			if f.Severity <= diag.Warning {
				code = found
			}
		}
		switch refused := slices.ContainsFunc(slips, func(s diag.Diagnostic) bool { return s.Severity == diag.Refused }); {
		case *svg == "":
		case refused:
			fmt.Fprintln(std.err, "partitionlab model: no figure is written: something in the model is refused, and would be missing in them")
		default:
			if err := c.drawAll(d, *svg, *width, *budget, files, std); err != nil {
				return c.unprepared(std, "-svg", err)
			}
		}
		if *onlyCQL {
			fmt.Fprint(std.document(), d.CQL)
			if len(slips) > 0 {
				fmt.Fprint(std.err, diag.Render(&named, slips))
			}
			return code
		}
		printDesign(std.out, d)
		if list := append(slips, d.Findings...); len(list) > 0 {
			fmt.Fprint(std.out, "\n-- Checks\n\n")
			fmt.Fprint(std.out, diag.Render(&named, list))
		}
		if m.Work.Over() {
			return c.failed(std, errTooManyChoices)
		}
		return code
	}
	return c
}

// slips says what the text of a model has that cannot be read, or only in part; the code is that of the command.
func (c *command) slips(src *diag.Source, budget float64, std stdio) int {
	m, slips := model.Metered(src, figureMeter(budget))
	wrong := c.reported(budget)
	var list []*diag.Diagnostic
	code := clean
	for i := range slips {
		if list = append(list, &slips[i]); slips[i].Severity <= diag.Warning {
			code = found
		}
	}
	fmt.Fprint(std.err, rendered(wrong, src, list))
	c.left(wrong.Left, "finding", wrong.Room, std)
	if m.TooLong || wrong.Left > 0 {
		return notDone
	}
	return code
}

// figures are the files of -svg, and figuresOwner who writes them.
var figures = []string{"entities.svg", "workflow.svg", "logical.svg", "physical.svg"}

const figuresOwner folder.Owner = "model"

// drawAll writes the figures of a model into a folder: all of them, or none.
func (c *command) drawAll(d *model.Design, dir string, width, budget float64, read []string, std stdio) error {
	var texts []string
	for i, draw := range []func(diagram.Look) *figure.Figure{
		func(l diagram.Look) *figure.Figure { return diagram.Entities(d.Model, l) },
		func(l diagram.Look) *figure.Figure { return diagram.Workflow(d.Model, l) },
		func(l diagram.Look) *figure.Figure { return diagram.Logical(d, l) },
		func(l diagram.Look) *figure.Figure { return diagram.Physical(d, l) },
	} {
		look := diagram.Look{ID: strings.TrimSuffix(figures[i], ".svg"), Work: figureMeter(budget)}
		text := standalone(draw(look), width)
		if look.Work.Over() {
			return fmt.Errorf("%s: %w", look.ID, errTooMuch)
		}
		texts = append(texts, text)
	}
	into, err := figuresOwner.Open(dir, figures, func(name string) error { return project.Apart(name, read, std.in) })
	if err != nil {
		return err
	}
	for i, name := range figures {
		if err := into.Write(name, []byte(texts[i])); err != nil {
			into.Abort()
			return err
		}
	}
	return into.Close()
}

// printDesign prints the tables, how questions are answered, and the CQL; what stands
// before the CQL are comments of it.
func printDesign(out io.Writer, d *model.Design) {
	pad := func(s string, n int) string { return s + strings.Repeat(" ", max(n-utf8.RuneCountInString(s), 0)) }
	fmt.Fprintf(out, "-- Tables\n\n-- %s\n-- %s\n", d.Model.LookAhead(), d.InAll())
	var options []*model.Alternative
	for _, t := range d.Tables {
		fmt.Fprintf(out, "\n-- %s\n", t)
		name, typ := 0, 0
		for _, c := range t.Columns {
			name, typ = max(name, len(c.Name)), max(typ, len(c.Type))
		}
		for _, c := range t.Columns {
			fmt.Fprintf(out, "--   %s  %s  %s  %s: %s\n", pad(c.Name, name), pad(c.Type, typ), pad(c.Mark(), 2), c.Rule, c.Why)
		}
		z := t.Size
		if z.Unsized != nil {
			fmt.Fprintf(out, "--   %s after %s, how large is not known\n", number.Of(z.Partitions, "partition"), d.Model.HorizonWords())
			continue
		}
		fmt.Fprintf(out, "--   %s, the largest partition %s after %s%s, in all %s", number.Of(z.Partitions, "partition"), number.Bytes(z.Max), d.Model.HorizonWords(), z.IfEven(), number.Bytes(z.Total))
		if day, ok := t.Crossing(100e6); ok && day > 0 {
			fmt.Fprintf(out, ", 100 MB on day %s", number.Count(day))
		}
		fmt.Fprintln(out)
		for _, said := range []string{t.Counted(d.Model), z.AmongOthers(), d.Beside(t)} {
			if said != "" {
				fmt.Fprintf(out, "--   %s\n", said)
			}
		}
		for _, a := range d.Alternatives(t) {
			options = append(options, a)
			fmt.Fprintf(out, "--   or: %s\n", a.Fix.Title)
			fmt.Fprintf(out, "--       %s %s → %s\n", a.Question.ID.Text, a.Now, a.Then)
		}
	}
	fmt.Fprintln(out, "\n-- Questions")
	if crossed := d.Crossed(options); crossed != "" {
		fmt.Fprintf(out, "\n-- %s\n", crossed)
	}
	for _, a := range d.Accesses {
		fmt.Fprintf(out, "\n-- %s %s\n--   %s: %s\n", a.Question.ID.Text, a.Question.Title.Text, a.Table, a)
		if a.Statement != "" {
			fmt.Fprintf(out, "--   %s\n", a.Statement)
			if a.With != nil && a.With.Statement != a.Statement {
				fmt.Fprintf(out, "--   %s\n", a.With.Statement)
			}
			for _, often := range []string{a.Repeated(), a.Load()} {
				if often != "" {
					fmt.Fprintf(out, "--   %s\n", often)
				}
			}
		}
	}
	if len(d.Facts) > 0 {
		fmt.Fprintln(out, "\n-- Copies: rows to write when one changes")
		for _, f := range d.Facts {
			var names []string
			for _, t := range f.Tables {
				names = append(names, t.Name)
			}
			fmt.Fprintf(out, "--   %s.%s: about %s in %s%s\n", f.Attr.Of.Name.Text, f.Attr.Name.Text, f.Change(), strings.Join(names, ", "), f.From)
		}
	}
	if writes := d.Comments(); writes != "" {
		fmt.Fprintf(out, "\n-- Writes\n%s", writes)
	}
	fmt.Fprintf(out, "\n-- CQL\n\n%s", d.CQL)
}
