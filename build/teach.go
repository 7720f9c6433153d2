package build

import (
	"bytes"
	"html"
	"html/template"
	"regexp"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/exercise"
	"partitionlab/wasm/exercise/exercisebook"
)

// What whoever teaches with an exercise needs stands on the exercise's own page, from the
// same text as the exercise: how long it takes, the question to ask a class, the answers
// to expect and what to say. It is folded; ?teach=1 opens it.

// A teaching is that part of the page.
type teaching struct {
	Minutes int
	Ask     template.HTML
	Expect  []expected // answers that do not hold
	Also    []expected // others that are right, too
	Hints   []template.HTML
	Model   template.HTML
	After   template.HTML
}

// expected is an answer that somebody is going to give, and what to say.
type expected struct{ Answer, Say template.HTML }

// Teach is for templates; nil where the widget is no exercise.
func (w *widget) Teach() *teaching {
	if w.exercise == nil {
		return nil
	}
	return teach(w.exercise, w.alone.spec.Root)
}

// teach is what there is to say to an exercise, for a page from which root leads to the site's.
func teach(e *exercisebook.Exercise, root string) *teaching {
	prose := func(text string) template.HTML { return plainProse(text, root) }
	t := &teaching{Minutes: e.Minutes, Ask: prose(e.Teach.Text), After: prose(e.After.Text), Model: prose(e.Model.Text)}
	if e.Kind == exercise.CQL {
		t.Model = prose("```\n" + e.Model.Text + "\n```")
	}
	for _, h := range e.Hints {
		t.Hints = append(t.Hints, prose(h.Text))
	}
	cases := func(list []exercisebook.Case) (out []expected) {
		for _, c := range list {
			answer := "`" + c.Answer.Text + "`"
			switch {
			case e.Kind != exercise.CQL:
				answer = c.Answer.Text
			case strings.Contains(c.Answer.Text, "\n"):
				answer = "```\n" + c.Answer.Text + "\n```"
			}
			out = append(out, expected{prose(answer), prose(c.Says.Text)})
		}
		return out
	}
	t.Expect, t.Also = cases(e.Wrong), cases(e.Also)
	for i, it := range e.Exercise.Items {
		switch {
		case e.Kind == exercise.Choice && it.Want == 1 || it.Says == "":
		case e.Kind == exercise.Choice:
			t.Expect = append(t.Expect, expected{prose(e.Options[i].Text), prose(it.Says)})
		default:
			t.Expect = append(t.Expect, expected{prose(e.Items[i].Text + " elsewhere"), prose(it.Says)})
		}
		for c, says := range it.SaysIf {
			if says != "" {
				t.Expect = append(t.Expect, expected{prose(e.Items[i].Text + " as " + e.Categories[c].Label.Text), prose(says)})
			}
		}
	}
	return t
}

// plainProse is the Markdown of exercises as HTML; root is the path of the site's root.
func plainProse(text, root string) template.HTML {
	var out bytes.Buffer
	if err := markdown.Convert([]byte(text), &out); err != nil {
		return template.HTML(template.HTMLEscapeString(text))
	}
	return template.HTML(strings.NewReplacer(`href="/`, `href="`+root, "<pre>", `<pre tabindex="0">`).Replace(coloredCQL(out.String())))
}

var blocks = regexp.MustCompile(`(?s)<pre><code(?: class="language-cql")?>(.*?)</code></pre>\n`)

// coloredCQL shows each block of HTML that is CQL as all CQL is shown: with roles, wrapped, to copy.
func coloredCQL(text string) string {
	return blocks.ReplaceAllStringFunc(text, func(block string) string {
		script := cql.Parse(diag.NewSource("", html.UnescapeString(blocks.FindStringSubmatch(block)[1])))
		for i := range script.Items {
			if script.Items[i].Err != nil {
				return block
			}
		}
		known := roles{}
		known.learn(script)
		return cqlBlock(highlight(script, known, nil), "")
	})
}
