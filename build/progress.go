package build

import (
	"html/template"
	"strings"

	"partitionlab/wasm/progress"
	"partitionlab/wasm/view"
)

// outlineOf is what there is to read and to solve, for the pages of a reader's progress:
// the course, and pages that stand alone and have exercises.
func outlineOf(book *book) *progress.Outline {
	out := &progress.Outline{}
	chapter := func(c *chapter) progress.Chapter {
		p := progress.Chapter{Name: c.name, Title: c.title, Outcomes: c.outcomes}
		for _, w := range c.widgets {
			if w.spec.Guess != nil {
				p.Tasks = append(p.Tasks, progress.Task{ID: w.spec.ID, Title: w.spec.Title, Guess: true})
			}
			if w.exercise == nil {
				continue
			}
			task := progress.Task{ID: w.exercise.ID, Title: w.exercise.Title}
			for i := range c.outcomes {
				for _, o := range w.exercise.Outcomes {
					if o.Text == c.outcomes[i] {
						task.Outcomes = append(task.Outcomes, i)
					}
				}
			}
			p.Tasks = append(p.Tasks, task)
		}
		return p
	}
	first := progress.Part{Title: "First steps"}
	for _, name := range book.alone {
		if c := book.compiled[name]; c != nil && len(c.Tasks()) > 0 {
			first.Chapters = append(first.Chapters, chapter(c))
		}
	}
	if len(first.Chapters) > 0 {
		out.Parts = append(out.Parts, first)
	}
	for _, p := range book.parts {
		part := progress.Part{Title: p.title}
		for _, c := range book.of(p) {
			if !p.shelf || len(c.Tasks()) > 0 {
				part.Chapters = append(part.Chapters, chapter(c))
			}
		}
		if len(part.Chapters) > 0 {
			out.Parts = append(out.Parts, part)
		}
	}
	return out
}

// Tasks are the ids of the exercises of a chapter, for templates.
func (c *chapter) Tasks() (ids []string) {
	for _, w := range c.widgets {
		if w.exercise != nil {
			ids = append(ids, w.spec.ID)
		}
	}
	return ids
}

// Name is for templates.
func (c *chapter) Name() string { return c.name }

// A selfTest asks whether an outcome is reached, and has the exercises that tell.
type selfTest struct {
	Question string
	By       []*widget
}

// Things are the ids of the exercises.
func (t *selfTest) Things() string {
	var ids []string
	for _, w := range t.By {
		ids = append(ids, w.spec.ID)
	}
	return strings.Join(ids, " ")
}

// canYou makes a question of an outcome: "Read a key." Abbreviations stay as they are.
func canYou(outcome string) string {
	outcome = strings.TrimSuffix(outcome, ".")
	if len(outcome) > 1 && outcome[1] >= 'a' {
		outcome = strings.ToLower(outcome[:1]) + outcome[1:]
	}
	return "Can you " + outcome + "?"
}

// SelfTest are the outcomes of a chapter that exercises test, as questions.
func (c *chapter) SelfTest() (out []*selfTest) {
	for _, o := range c.outcomes {
		if by := c.practice(o); len(by) > 0 {
			out = append(out, &selfTest{canYou(o), by})
		}
	}
	return out
}

// progressPages are the pages of a reader's progress, as they are for a reader who has
// done nothing: the program fills in the rest.
func progressPages(book *book) []pageData {
	outline := outlineOf(book)
	const today, root = 0, "../"
	page := func(v, title, description string, n *view.Node) pageData {
		return pageData{Kind: "progress", Section: "learn", Title: title, Description: description, View: v, Outline: outline.Text(), Body: template.HTML(view.HTML(n)), HasWidgets: true}
	}
	return []pageData{
		page("progress", "My progress", "What you have read and solved. You can save it, open it on another device, or erase it.", outline.Report(&progress.Log{}, today, root)),
		page("review", "Review", "Questions that you answered wrong come back here, until you answer them right.", view.El("div", view.Class("report"), view.Leaf("p", "report-sum", "What this browser has kept of your answers is being read."))),
	}
}
