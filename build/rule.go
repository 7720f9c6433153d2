package build

import (
	"html/template"
	"strings"
	"sync"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	rulebook "partitionlab/wasm/rule/book"
)

// A rulePage is what the page of a rule shows.
type rulePage struct {
	rulebook.Rule
	BadCQL, GoodCQL []template.HTML
}

// Path is where the page stands: an id is for ever, and so is its page.
func (r *rulePage) Path() string { return "rules/" + strings.ToLower(r.ID) + "/" }

// rulePages are all rules by id. They are part of the program, so they are worked
// out once.
var rulePages = sync.OnceValues(func() ([]*rulePage, error) {
	rules, err := rulebook.Load()
	var pages []*rulePage
	setup := roles{}
	setup.learn(cql.Parse(diag.NewSource("", rulebook.Setup)))
	for _, r := range rules {
		p := &rulePage{Rule: r}
		for _, e := range r.Bad {
			p.BadCQL = append(p.BadCQL, highlightAlone(e.CQL, setup))
		}
		for _, e := range r.Good {
			p.GoodCQL = append(p.GoodCQL, highlightAlone(e.CQL, setup))
		}
		pages = append(pages, p)
	}
	return pages, err
})

// ruleSetup is the CQL that makes the tables of the examples.
var ruleSetup = sync.OnceValue(func() template.HTML { return highlightAlone(rulebook.Setup, roles{}) })

// highlightAlone highlights a script with the roles of the tables that it makes
// itself, and of others that are there already.
func highlightAlone(text string, there roles) template.HTML {
	script := cql.Parse(diag.NewSource("", text))
	known := roles{}
	for table, columns := range there {
		known[table] = columns
	}
	known.learn(script)
	return template.HTML(highlight(script, known, nil))
}
