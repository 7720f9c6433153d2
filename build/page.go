package build

import (
	"bytes"
	"html/template"
	"strings"

	"partitionlab/build/exact"
	"partitionlab/wasm/lab"
)

// A Page is a page with widgets, as tests want to know it.
type Page struct {
	Path    string // from the site's root: "hotel/size/"
	Widgets []*lab.Spec
}

// pageData is what a template gets.
type pageData struct {
	Kind        string // the template: "chapter", "start", "widget", …
	Title       string
	Description string
	URL         string // the page's own address, where the site has one
	Base        string // from the page to the site's root
	Policy      string
	Assets      assets
	Program     Program
	HasWidgets  bool

	Parts          []partData
	Chapter        *chapter
	Contents       []tocEntry // "on this page"
	Body           template.HTML
	Previous, Next *chapter
	Widget         *widget
	Widgets        []*widget
	Rule           *rulePage
	Exact          *exactPage
	Measured       bool // there is a page "How exact is it?"
	Advice         *advicePage
	Licenses       []License
	Topics         any // []ruleTopic or []adviceTopic
}

type partData struct {
	Title    string
	Chapters []entryData
}

type entryData struct {
	Title, URL string
	Current    bool
}

type tocEntry struct {
	ID, Text string
}

// page is the file of a chapter in the site.
func (c *chapter) page() string {
	if c.name == startPage {
		return "index.html"
	}
	return c.name + "/index.html"
}

// Path, Title and the like are for templates.
func (c *chapter) Path() string       { return strings.TrimSuffix(c.page(), "index.html") }
func (c *chapter) Title() string      { return c.title }
func (c *chapter) Promise() string    { return c.promise }
func (c *chapter) Outcomes() []string { return c.outcomes }

// Reading and Exercises are the two halves of "time: 18 / 36", in minutes.
func (c *chapter) Reading() string { r, _, _ := strings.Cut(c.time, "/"); return strings.TrimSpace(r) }
func (c *chapter) Exercises() string {
	_, e, _ := strings.Cut(c.time, "/")
	return strings.TrimSpace(e)
}

// pages puts all pages into the site.
func (b *Builder) pages(site *Site, book *book, assets assets, problems *problemList) {
	templates := template.New("").Funcs(template.FuncMap{
		"mark": func() template.HTML { return markSVG },
	})
	templates, err := templates.ParseFS(b.source, "site/templates/*.html")
	if err != nil {
		problems.add(Problem{File: "site/templates", Message: err.Error()})
		return
	}
	measured, err := b.readExact()
	if err != nil {
		problems.add(Problem{File: exact.File, Message: err.Error()})
	}
	put := func(file string, d pageData) {
		d.Measured = measured != nil
		d.Base, d.Assets, d.Program = rootFrom(file), assets, b.program
		if file == "404.html" { // hosts show it at any depth
			d.Base = b.base.Path
		} else if b.base.Host != "" {
			d.URL = b.base.String() + strings.TrimSuffix(file, "index.html")
		}
		if d.Policy == "" {
			d.Policy = policy(true)
		}
		if d.Parts == nil {
			d.Parts = outline(book, d.Base, d.Chapter)
		}
		var out bytes.Buffer
		if err := templates.ExecuteTemplate(&out, d.Kind+".html", d); err != nil {
			problems.add(Problem{File: "site/templates/" + d.Kind + ".html", Message: err.Error()})
			return
		}
		site.Files[file] = out.Bytes()
	}

	order := book.order()
	for i, c := range order {
		d := pageData{Kind: "chapter", Title: c.title, Description: c.promise, Chapter: c, Body: c.body, HasWidgets: len(c.widgets) > 0}
		for _, h := range c.headings {
			if h.level == 2 {
				d.Contents = append(d.Contents, tocEntry{h.id, h.text})
			}
		}
		if i > 0 {
			d.Previous = order[i-1]
		}
		if i+1 < len(order) {
			d.Next = order[i+1]
		}
		put(c.page(), d)
		site.page(c.Path(), c.widgets)
	}
	if c := book.compiled[startPage]; c != nil {
		put("index.html", pageData{Kind: "start", Title: c.title, Description: c.promise, Chapter: c, Body: c.body, HasWidgets: len(c.widgets) > 0})
		site.page("", c.widgets)
		order = append(order, c)
	}
	var all []*widget
	for _, c := range order {
		for _, w := range c.widgets {
			all = append(all, w)
			d := pageData{Kind: "widget", Title: w.Title(), Description: w.Sentence(), Chapter: c, Body: w.alone.html, Widget: w, HasWidgets: true}
			put(w.Path()+"index.html", d)
			site.Pages = append(site.Pages, Page{w.Path(), []*lab.Spec{w.alone.spec}})
			d.Kind, d.Body, d.Policy = "embed", w.embedded.html, embedPolicy(origin(b.base))
			put(w.EmbedPath()+"index.html", d)
			site.Pages = append(site.Pages, Page{w.EmbedPath(), []*lab.Spec{w.embedded.spec}})
		}
	}
	put("widget/index.html", pageData{Kind: "widgets", Title: "Calculators", Description: "Every calculator of the book on a page of its own, ready for your wiki.", Widgets: all})
	topics, err := rulePages()
	if err != nil {
		problems.add(Problem{File: "wasm/rule/book", Message: err.Error()})
	}
	for _, t := range topics {
		for _, r := range t.Rules {
			put(r.Path()+"index.html", pageData{Kind: "rule", Title: r.Title, Description: r.Why, Rule: r})
		}
	}
	put("rules/index.html", pageData{Kind: "rules", Title: "Rules", Description: "Every reason for which Cassandra refuses a statement, in its own words and in ours.", Topics: topics})
	advice, err := advicePages()
	if err != nil {
		problems.add(Problem{File: "wasm/advice/book", Message: err.Error()})
	}
	for _, t := range advice {
		for _, r := range t.Rules {
			put(r.Path()+"index.html", pageData{Kind: "advice", Title: r.Title, Description: r.Why, Advice: r})
		}
	}
	put("advice/index.html", pageData{Kind: "rules", Title: "Design advice", Description: "What Cassandra accepts without a word, and what hurts later all the same.", Topics: advice})
	if measured != nil {
		put(exactPath+"index.html", pageData{Kind: "exact", Title: "How exact is it?", Description: "Every size that is computed here, beside the file that a real Cassandra wrote.", Exact: measured})
	}
	put("licenses/index.html", pageData{Kind: "licenses", Title: "Licenses", Description: "Under which conditions everything here may be used and passed on.", Licenses: b.licenses(problems)})
	put("404.html", pageData{Kind: "404", Title: "No such page"})
}

func (s *Site) page(path string, widgets []*widget) {
	p := Page{Path: path}
	for _, w := range widgets {
		p.Widgets = append(p.Widgets, w.spec)
	}
	s.Pages = append(s.Pages, p)
}

// outline lists parts and chapters for the navigation of a page.
func outline(book *book, root string, current *chapter) (parts []partData) {
	for _, p := range book.parts {
		d := partData{Title: p.title}
		for _, name := range p.chapters {
			if c := book.compiled[name]; c != nil {
				d.Chapters = append(d.Chapters, entryData{c.title, root + c.Path(), c == current})
			}
		}
		if len(d.Chapters) > 0 {
			parts = append(parts, d)
		}
	}
	return parts
}

// markSVG is the mark of the site: a ring of tokens, one arc in the colour of
// the partition key.
const markSVG = template.HTML(`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><circle cx="16" cy="16" r="12.5"/><path d="M16 3.5A12.5 12.5 0 0 1 26.8 9.75"/></svg>`)
