package exercisebook

import (
	"strconv"
	"strings"

	"partitionlab/wasm/exercise"
)

// Fence is the exercise as a page carries it: the fence of a widget, which package lab
// reads, with what is shown and what is needed to judge. Texts are Markdown; a line feed
// in one is \n, and a backslash is \\.
func (e *Exercise) Fence() string {
	var b strings.Builder
	line := func(name, value string) {
		if value != "" {
			b.WriteString(name + " = " + escapes.Replace(value) + "\n")
		}
	}
	texts := func(name string, list []Text) {
		for _, t := range list {
			line(name, t.Text)
		}
	}
	line("id", e.ID)
	line("title", e.Title)
	line("minutes", strconv.Itoa(e.Minutes))
	line("prompt", e.Prompt.Text)
	if e.Kind != exercise.CQL { // tables with their rows would tell what the statements do
		line("given", e.Given.Text)
	}
	for _, c := range e.Categories {
		line("category", c.Label.Text)
	}
	texts("item", e.Options)
	texts("item", e.Items)
	texts("hint", e.Hints)
	line("model", e.Model.Text)
	line("after", e.After.Text)
	line("judge", Pack(&e.Exercise))
	if e.Start.Len() > 0 {
		b.WriteString("cql:\n" + e.Start.Text + "\n")
	}
	return b.String()
}

var escapes = strings.NewReplacer(`\`, `\\`, "\n", `\n`)

// Task is what the exercise asks for, in a line without marks: the first paragraph of its
// prompt.
func (e *Exercise) Task() string {
	first, _, _ := strings.Cut(e.Prompt.Text, "\n\n")
	return strings.NewReplacer("\n", " ", "`", "", "**", "", "*", "").Replace(first)
}
