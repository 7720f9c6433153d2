package build

import (
	"html/template"
	"maps"
	"slices"
	"strings"
	"sync"

	"partitionlab/wasm/lab"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/rule/rulebook"
	"partitionlab/wasm/view"
)

// Examples of rules and advice can be tried: a link opens the page Check my CQL, or
// Size my table where the advice needs numbers, with the example in it. Another one opens the
// workbench, which has settings, too.
const ownWidget = place.Own

// An example is a script on the page of a rule or of a piece of advice.
type example struct {
	HTML template.HTML
	Try  string // the whole script, to be tried; "" where the page of a check cannot show the same
	Size string // its workload, where it has one
	Told bool   // whether that page says what this one does

	Bench lab.Inputs // of the workbench; nil where that cannot show the same
}

// tryable is the script that shows an example of a rule on the page of a check, which
// has shipped settings and a keyspace in use, or "" where nothing does.
func tryable(r *rulebook.Rule, e rulebook.Example) string {
	script := strings.TrimSuffix(e.CQL, ";") + ";\n"
	if setup := setupOf(r, e); setup != "" {
		script = setup + "\n" + script
	}
	if !checkShows(script, pathOfRule(r.As)) {
		return ""
	}
	return script
}

// setupOf are the tables that an example of a rule needs, "" for none.
func setupOf(r *rulebook.Rule, e rulebook.Example) string {
	if r.Keyspace {
		if setup := rulebook.SetupFor(e.CQL); setup != nil {
			return strings.Join(setup, ";\n") + ";\n"
		}
	}
	return ""
}

// checkShows reports whether the page of a check leads from a script to the page of a
// rule or of a piece of advice.
func checkShows(script, path string) bool {
	page, _ := lab.Parse("check", "id = "+ownWidget+"\ntitle = T\ncql:\n;", nil)
	return strings.Contains(view.HTML(lab.Run(page, lab.Inputs{"q": script}).View), path)
}

// benchable is an example of a rule as files of the workbench, with the settings that it
// needs, or nil where the workbench says something else of it, or refuses more. What the page
// of a check shows, the workbench shows, too, but for names with keyspaces.
func benchable(r *rulebook.Rule, e rulebook.Example, checked bool) lab.Inputs {
	example := strings.TrimSuffix(e.CQL, ";") + ";\n"
	var set []string
	for _, key := range slices.Sorted(maps.Keys(r.Settings)) {
		set = append(set, key+" = "+r.Settings[key])
	}
	setup := setupOf(r, e)
	// Where the example names a keyspace, the tables need one with a name.
	for _, before := range []string{setup, "CREATE KEYSPACE lab WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nUSE lab;\n" + setup} {
		in := lab.Inputs{"q": example}
		if before != "" {
			in["q"] = "-- file: schema.cql\n" + before + "-- file: example.cql\n" + example
		}
		if set != nil {
			in["set"] = strings.Join(set, ", ")
		}
		if checked && !strings.Contains(e.CQL, ".") {
			return in
		}
		if shown, refused := benchShows(in, pathOfRule(r.As)); shown && refused == "1" {
			return in
		}
	}
	return nil
}

// benchShows reports whether the workbench leads from these inputs to the page of a rule or
// of a piece of advice, and how many statements it refuses.
func benchShows(in lab.Inputs, path string) (shown bool, refused string) {
	page, _ := lab.Parse("bench", "id = "+ownWidget+"\ntitle = T\ncql:\n;", nil)
	r := page.Start()
	defer r.Close()
	r.Fold(slices.DeleteFunc(slices.Clone(lab.BenchTabs), func(name string) bool { return name == "verdicts" || name == "advice" })) // nobody looks at these
	for key, value := range in {
		r.Set(key, value)
	}
	out := r.Run()
	return strings.Contains(view.HTML(out.View), path), out.Values["refused"]
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

// bench returns the address of an example in the workbench, from the root of the site, or "".
func (t *tries) bench(book *book, e example) template.URL {
	c := book.compiled["workbench"]
	if e.Bench == nil || c == nil {
		return ""
	}
	query, fragment := c.widget(ownWidget).spec.Link(e.Bench, false)
	return template.URL("workbench/?" + query + "#" + fragment)
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
