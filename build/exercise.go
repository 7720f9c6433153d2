package build

import (
	"hash/maphash"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/exercise"
	"partitionlab/wasm/exercise/exercisebook"
	"partitionlab/wasm/lab"
	"partitionlab/wasm/workload"
)

// exercisesFolder holds the exercises, one a file: foundations/keys-e2.exercise. A
// chapter says where one stands:
//
//	```exercise
//	file = keys-e2
//	```
//
// The name is that of a file in the folder of the chapter's part; with a / in it, of any.
const exercisesFolder = "content/exercises/"

// exercises are those of the book. One is read and proven when the first chapter asks for
// it, and again when it has changed.
type exercises struct {
	text map[string]string // by name: "foundations/keys-e2"
	sum  uint64            // of everything, to notice a change

	schemas *schemas
	seed    maphash.Seed
	proven  *sync.Map // from one build to the next: by name, a provenExercise
}

type provenExercise struct {
	key uint64
	*exercisebook.Exercise
	diags []diag.Diagnostic
}

func (b *Builder) readExercises(schemas *schemas, problems *problemList) *exercises {
	x := &exercises{text: map[string]string{}, schemas: schemas, seed: b.seed, proven: &b.proven}
	var all maphash.Hash
	all.SetSeed(b.seed)
	fs.WalkDir(b.source, strings.TrimSuffix(exercisesFolder, "/"), func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil
		}
		name, is := strings.CutSuffix(strings.TrimPrefix(file, exercisesFolder), ".exercise")
		text, err := fs.ReadFile(b.source, file)
		switch {
		case err != nil:
			problems.add(Problem{File: file, Message: err.Error()})
		case !is:
			problems.add(Problem{File: file, Message: "is no exercise: the name of one ends in .exercise"})
		default:
			x.text[name] = strings.ReplaceAll(string(text), "\r\n", "\n")
			maphash.WriteComparable(&all, [2]string{name, string(text)})
		}
		return nil
	})
	x.sum = all.Sum64()
	return x
}

// A version is what a chapter or an exercise is made of: where it is equal, so is what comes out.
type version struct {
	text, glossary string
	schemas        uint64
}

// version is that of the exercises with these names; of all where one is missing, for then it
// is told which there are.
func (x *exercises) version(names []string) uint64 {
	var sum maphash.Hash
	sum.SetSeed(x.seed)
	for _, name := range names {
		text, ok := x.text[name]
		if !ok {
			return x.sum
		}
		maphash.WriteComparable(&sum, text)
	}
	return sum.Sum64()
}

// prove reads an exercise and proves it. What is wrong with it comes back as well.
func (x *exercises) prove(name string) (e *exercisebook.Exercise, diags []diag.Diagnostic) {
	key := maphash.Comparable(x.seed, version{text: x.text[name], schemas: x.schemas.sum})
	if kept, ok := x.proven.Load(name); ok && kept.(provenExercise).key == key {
		return kept.(provenExercise).Exercise, kept.(provenExercise).diags
	}
	e, diags = exercisebook.Parse(x.text[name], x.schemas.file)
	if len(diags) == 0 {
		diags = append(e.Prove(), plainMarkdown(e)...)
	}
	x.proven.Store(name, provenExercise{key, e, diags})
	return e, diags
}

// exerciseFence puts an exercise where a chapter wants it. It returns its HTML and the
// words that a search finds.
func (c *compiling) exerciseFence(body string, at int) (html, words string) {
	line, value, ok := strings.Cut(strings.TrimSpace(body), "=")
	name := strings.TrimSpace(value)
	if !ok || strings.TrimSpace(line) != "file" || strings.Contains(name, "\n") || name == "" {
		c.fail(at, "an exercise is a file: write the one line file = keys-e2 for "+exercisesFolder+"<part>/keys-e2.exercise")
		return "", ""
	}
	if !strings.Contains(name, "/") {
		name = path.Join(path.Dir(c.name), name)
	}
	c.asked = append(c.asked, name)
	if _, ok := c.exercises.text[name]; !ok {
		message := "there is no exercise " + exercisesFolder + name + ".exercise"
		if near := workload.Nearest(name, sortedKeys(c.exercises.text)); near != "" {
			message += ": did you mean " + near + "?"
		}
		c.fail(at, message)
		return "", ""
	}
	file := exercisesFolder + name + ".exercise"
	e, diags := c.exercises.prove(name)
	for _, d := range diags {
		line, _ := e.Source.Position(d.Start)
		c.add(Problem{file, line, oneLine(d)})
	}
	for _, o := range e.Outcomes {
		if !slices.Contains(c.outcomes, o.Text) {
			line, _ := e.Source.Position(o.Start)
			message := "the chapter " + c.name + " has no such outcome"
			if near := workload.Nearest(o.Text, c.outcomes); near != "" {
				message += ": did you mean “" + near + "”?"
			} else if len(c.outcomes) > 0 {
				message += ": it has " + strings.Join(c.outcomes, " ")
			}
			c.add(Problem{file, line, message})
		}
	}
	if len(diags) > 0 {
		return "", ""
	}
	if id, own := strings.CutPrefix(path.Base(name), path.Base(c.name)+"-"); own && e.ID != id {
		c.fail(at, file+" has the id "+e.ID+", and its name is that of the chapter and "+id+": write id = "+id+" there, or give the file another name")
	}
	spec, wrong := lab.Parse("exercise", e.Fence(), c.schemaFile)
	for _, d := range wrong {
		c.fail(at, oneLine(d))
	}
	if spec == nil || len(wrong) > 0 {
		return "", ""
	}
	w := c.put(spec, at)
	if w == nil {
		return "", ""
	}
	w.exercise = e
	return w.html, e.Title + "\n" + e.Prompt.Text
}

// tested fails where an outcome of a chapter with exercises has none: nobody could find
// out whether it is reached.
func (c *compiling) tested() {
	var all []string
	for _, w := range c.widgets {
		if w.exercise != nil {
			all = append(all, w.exercise.ID)
		}
	}
	for i, o := range c.outcomes {
		if len(all) > 0 && len(c.practice(o)) == 0 {
			c.add(Problem{c.file, c.outcomeLines[i], "no exercise tests this outcome: write outcome = " + o + " in one of " + strings.Join(all, ", ") + ", add one (a choice or a number is enough), or delete the outcome"})
		}
	}
}

// practice are the exercises of a chapter that test an outcome.
func (c *chapter) practice(outcome string) (out []*widget) {
	for _, w := range c.widgets {
		if w.exercise != nil && slices.ContainsFunc(w.exercise.Outcomes, func(t exercisebook.Text) bool { return t.Text == outcome }) {
			out = append(out, w)
		}
	}
	return out
}

// plainMarkdown finds Markdown in an exercise that the program in the page does not lay
// out: it knows paragraphs, lists, tables, fences, `code`, emphasis and links.
func plainMarkdown(e *exercisebook.Exercise) (out []diag.Diagnostic) {
	all := slices.Concat([]exercisebook.Text{e.Prompt, e.After, e.Teach}, e.Bound, e.Hints, e.Options, e.Items)
	if e.Kind != exercise.CQL {
		all = append(all, e.Model)
	}
	for _, c := range slices.Concat(e.Wrong, e.Also) {
		all = append(all, c.Says)
	}
	for _, t := range all {
		src := []byte(t.Text)
		ast.Walk(markdown.Parser().Parse(text.NewReader(src)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			what := ""
			switch n.Kind() {
			case ast.KindDocument, ast.KindParagraph, ast.KindTextBlock, ast.KindText, ast.KindString, ast.KindCodeSpan, ast.KindEmphasis, ast.KindLink, ast.KindList, ast.KindListItem,
				ast.KindFencedCodeBlock, extast.KindTable, extast.KindTableHeader, extast.KindTableRow, extast.KindTableCell:
			default:
				what = strings.ToLower(n.Kind().String())
			}
			if l, ok := n.(*ast.Link); ok && entering && !strings.HasPrefix(string(l.Destination), "/") && !strings.HasPrefix(string(l.Destination), "https://") {
				what = "link to " + string(l.Destination)
			}
			if what != "" && entering {
				out = append(out, diag.Diagnostic{Severity: diag.Refused, Span: t.Span, Message: "exercises know no " + what,
					Instead: "write paragraphs, lists, tables, fences, `code`, *emphasis*, **strong** and [links](/rules/)"})
				return ast.WalkSkipChildren, nil
			}
			return ast.WalkContinue, nil
		})
	}
	return out
}
