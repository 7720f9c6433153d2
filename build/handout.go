package build

import (
	"html/template"
	"strings"

	"partitionlab/wasm/exercise"
	"partitionlab/wasm/exercise/exercisebook"
)

// A handout prints exercises for a room without computers, or their answers for whoever
// teaches:
//
//	```handout
//	foundations/keys-e2
//	hotel/refine-e1
//	```
//
// Each is printed as on its page: the task, the rows, and room to write. In a fence
// `handout answers` it is the model answer, with what there is to say to those that are expected.
// Nothing in it is checked: the exercise's own page does that, and the handout names it.

// A handoutSheet is one exercise of a handout, for its template.
type handoutSheet struct {
	*exercisebook.Exercise
	Page    string // of the exercise's chapter, with its anchor
	Task    template.HTML
	Rows    []*exercise.Rows
	Choices []template.HTML // options, or things to sort
	Kinds   []string        // what they are sorted into
	Lines   []struct{}      // to write on
	Teach   *teaching       // of a page of answers
}

// writingLines is how many lines an answer of a kind gets to be written on.
var writingLines = map[exercise.Kind]int{exercise.CQL: 9, exercise.Number: 2}

func (c *compiling) handoutFence(options, body string, at int) (out, words string) {
	if options != "" && options != "answers" {
		c.fail(at, "a handout is of tasks or of answers: write handout, or handout answers, not "+options)
	}
	var html, text strings.Builder
	for _, name := range strings.Fields(body) {
		c.asked = append(c.asked, name)
		if _, ok := c.exercises.text[name]; !ok {
			c.fail(at, "there is no exercise "+exercisesFolder+name+".exercise")
			continue
		}
		e, diags := c.exercises.prove(name)
		if len(diags) > 0 {
			continue // told at the exercise's own file
		}
		prose := func(text string) template.HTML { return plainProse(text, c.root) }
		chapter, _, _ := strings.Cut(name, "-"+e.ID)
		s := handoutSheet{Exercise: e, Page: c.root + chapter + "/#" + e.ID}
		if options == "answers" {
			s.Teach = teach(e, c.root)
		} else {
			s.Task = prose(e.Prompt.Text)
			for _, cql := range []string{e.Given.Text, e.Start.Text} {
				if strings.TrimSpace(cql) != "" {
					s.Task += prose("```\n" + cql + "\n```")
				}
			}
			s.Rows = e.Exercise.Rows
			for _, o := range e.Options {
				s.Choices = append(s.Choices, prose(o.Text))
			}
			for _, i := range e.Exercise.Shown() {
				if e.Kind == exercise.Match || e.Kind == exercise.Order {
					s.Choices = append(s.Choices, prose(e.Items[i].Text))
				}
			}
			for _, k := range e.Categories {
				s.Kinds = append(s.Kinds, k.Label.Text)
			}
			s.Lines = make([]struct{}, writingLines[e.Kind])
		}
		if err := handoutHTML.Execute(&html, s); err != nil {
			c.fail(at, err.Error())
		}
		text.WriteString(e.Title + " ")
	}
	return html.String(), text.String()
}

var handoutHTML = template.Must(template.New("").Funcs(template.FuncMap{"width": tableWidth}).Parse(`<section class="handout">
<h3>{{.Title}}</h3>
<p class="facts">{{.Minutes}} min · <a href="{{.Page}}">its page</a></p>
{{.Task}}{{range .Rows}}<div class="scroll" tabindex="0" role="group" aria-label="Rows"><table{{with len .Attrs | width}} class="{{.}}"{{end}}><thead><tr>{{range .Attrs}}<th>{{.Name}}</th>{{end}}</tr></thead><tbody>
{{range .Rows}}<tr>{{range .}}<td>{{.Shown}}</td>{{end}}</tr>
{{end}}</tbody></table></div>
{{end}}{{with .Kinds}}<p>{{range .}}<span class="handout-kind">{{.}}</span> {{end}}</p>
{{end}}{{with .Choices}}<ul class="handout-choices">{{range .}}<li>{{.}}</li>
{{end}}</ul>
{{end}}{{with .Lines}}<div class="handout-lines">{{range .}}<div></div>{{end}}</div>
{{end}}{{with .Teach}}{{.Model}}{{.After}}{{with .Expect}}<dl>{{range .}}<dt>{{.Answer}}</dt><dd>{{.Say}}</dd>
{{end}}</dl>
{{end}}<p><b>Ask the room.</b></p>{{.Ask}}
{{end}}</section>
`))
