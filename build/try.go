package build

import (
	"html/template"
	"strings"
	"sync"

	"partitionlab/wasm/lab"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/rule/rulebook"
	"partitionlab/wasm/view"
)

// Examples of rules and advice can be tried: a link opens the page Check my CQL, or
// Size my table where the advice needs numbers, with the example in it.
const ownWidget = place.Own

// An example is a script on the page of a rule or of a piece of advice.
type example struct {
	HTML template.HTML
	Try  string // the whole script, to be tried; "" where the page of a check cannot show the same
	Size string // its workload, where it has one
	Told bool   // whether that page says what this one does
}

// tryable is the script that shows an example of a rule on the page of a check, which
// has shipped settings and a keyspace in use, or "" where nothing does.
func tryable(r *rulebook.Rule, e rulebook.Example) string {
	script := ""
	if r.Keyspace {
		if setup := rulebook.SetupFor(e.CQL); setup != nil {
			script = strings.Join(setup, ";\n") + ";\n\n"
		}
	}
	script += strings.TrimSuffix(e.CQL, ";") + ";\n"
	if !checkShows(script, pathOfRule(r.As)) {
		return ""
	}
	return script
}

// checkShows reports whether the page of a check leads from a script to the page of a
// rule or of a piece of advice.
func checkShows(script, path string) bool {
	page, _ := lab.Parse("check", "id = "+ownWidget+"\ntitle = T\ncql:\n;", nil)
	return strings.Contains(view.HTML(lab.Run(page, lab.Inputs{"q": script}).View), path)
}

// tries writes the links. What has been written once is kept for the next build.
type tries struct {
	lock sync.Mutex
	body string // of the widgets that the links are for
	kept map[[2]string]template.URL
}

// tried are the calculators that examples are tried on, nil where there is none.
func tried(book *book) (check, size *widget) {
	find := func(name string) *widget {
		if c := book.compiled[name]; c != nil {
			return c.widget(ownWidget)
		}
		return nil
	}
	return find("check"), find("size")
}

// link returns the address of an example, from the root of the site, or "".
func (t *tries) link(book *book, e example) template.URL {
	check, size := tried(book)
	if e.Try == "" || check == nil || size == nil {
		return ""
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	if body := check.spec.Body + size.spec.Body; t.kept == nil || t.body != body {
		t.body, t.kept = body, map[[2]string]template.URL{}
	}
	key := [2]string{e.Try, e.Size}
	if at, ok := t.kept[key]; ok {
		return at
	}
	page, in, spec := "check/", lab.Inputs{"q": e.Try}, check.spec
	if e.Size != "" {
		page, spec = "size/", size.spec
		for line := range strings.Lines(e.Size) {
			name, value, ok := strings.Cut(line, "=")
			name, value = strings.TrimSpace(name), strings.TrimSpace(value)
			switch {
			case !ok || name == "table":
			case name == "rows": // the page multiplies messages a day with days
				in["messages"], in["days"] = value, "1"
			default:
				in[name] = value
			}
		}
	}
	query, fragment := spec.Link(in, false)
	at := template.URL(page + "?" + query + "#" + fragment)
	t.kept[key] = at
	return at
}
