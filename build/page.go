package build

import (
	"bytes"
	"html/template"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"partitionlab/build/exact"
	"partitionlab/wasm/lab"
	"partitionlab/wasm/progress"
	"partitionlab/wasm/view"
)

// A Page is a page with widgets, as tests want to know it.
type Page struct {
	Path    string // from the site's root: "hotel/size/"
	Widgets []*lab.Spec
}

// pageData is what a template gets.
type pageData struct {
	Kind        string // the template: "chapter", "start", "widget", …
	Section     string // the link of the head that it belongs to: "learn", "rules", …
	Title       string
	Description string
	URL         string // the page's own address, where the site has one
	Offline     bool   // browsers keep the site
	Base        string // from the page to the site's root
	Policy      string
	Assets      assets
	Program     Program
	HasWidgets  bool
	Large       bool            // one of them needs the larger program
	Bench       bool            // one of them is the workbench
	Has         map[string]bool // the pages that heads and feet lead to, where they exist: "size/", "exact/"

	Parts          []partData // the course and its shelves
	Part           string     // that the chapter is in
	Listed         []partData // what a page of the course lists
	Chapter        *chapter
	Needed         []tocEntry // chapters to read before, with their paths
	Gone           []goneData // what is in other chapters now
	Moves          string     // what has moved between chapters: see movedParts
	Contents       []tocEntry // "on this page"
	Body           template.HTML
	Previous, Next *chapter
	Widget         *widget
	Tasks          []task // calculators by what they are for
	Rule           *rulePage
	Exact          *exactPage
	Advice         *advicePage
	Licenses       []License
	Topics         any // []ruleTopic or []adviceTopic
	Found          []foundKind
	Terms          []termPage
	Recipes        []recipe
	View, Outline  string // of a page about the reader's progress
}

type partData struct {
	Title    string
	Path     string // of the page that lists its chapters
	Reading  int    // minutes
	All      int    // minutes with the exercises
	Shelf    bool   // beside the course, not in it
	Current  bool   // the page is one of its chapters
	Chapters []entryData
}

// An entryData is a chapter as lists show it.
type entryData struct {
	Path, Name, Title, Promise, Minutes string
	Tasks                               []string
	Current                             bool
}

// A pageHead is what a page is called, and what it promises.
type pageHead struct{ title, description string }

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
func (c *chapter) How() string        { return c.how }
func (c *chapter) Outcomes() []string { return c.outcomes }

// Opening is what stands before the first heading: who is in front of which screen. A chapter
// begins with that, on a phone, too; what one can do after it comes next.
func (c *chapter) Opening() template.HTML { return c.body[:c.opened()] }

// Rest is the chapter from its first heading on.
func (c *chapter) Rest() template.HTML { return c.body[c.opened():] }

func (c *chapter) opened() int {
	if i := strings.Index(string(c.body), "<h2"); i >= 0 {
		return i
	}
	return len(c.body)
}

const templateFiles = "site/templates/*.html"

// pages puts all pages into the site.
func (b *Builder) pages(site *Site, book *book, glossary *glossary, moves []move, assets assets, problems *problemList) {
	templates := template.New("").Funcs(template.FuncMap{
		"bounds": progress.Bounds,
		"mark":   func() template.HTML { return markSVG },
		"try":    func(e example) template.URL { return b.tries.link(book, e) },
		"bench":  func(e example) template.URL { return b.tries.bench(book, e) },
		// breaking is a text with places where a line may break in long names.
		"coded": func(text string) template.HTML { // what stands between backticks, as the program in the page has it
			parts := strings.Split(template.HTMLEscapeString(text), "`")
			for i := 1; i < len(parts); i += 2 {
				parts[i] = "<code>" + parts[i] + "</code>"
			}
			return template.HTML(strings.Join(parts, ""))
		},
		"breaking": func(text string) template.HTML { return template.HTML(breaking(text)) },
		"listed": func(text string) template.HTML {
			return template.HTML(strings.ReplaceAll(template.HTMLEscapeString(text), ",", ",<wbr>"))
		},
	})
	templates, err := templates.ParseFS(b.source, templateFiles)
	if err != nil {
		problems.add(Problem{File: "site/templates", Message: err.Error()})
		return
	}
	measured, err := b.readExact()
	if err != nil {
		problems.add(Problem{File: exact.File, Message: err.Error()})
	}
	rules, err := rulePages()
	if err != nil {
		problems.add(Problem{File: "wasm/rule/rulebook", Message: err.Error()})
	}
	advice, err := advicePages()
	if err != nil {
		problems.add(Problem{File: "wasm/advice/advicebook", Message: err.Error()})
	}
	earlier := b.keep(book)
	course := b.kept.course
	has := map[string]bool{exactPath: measured != nil, "glossary/": len(glossary.terms) > 0}
	for _, c := range book.compiled {
		has[c.Path()] = true
	}
	var order []*chapter
	for _, p := range book.parts {
		order = append(order, book.of(p)...)
	}
	for _, name := range append(slices.Clone(book.alone), startPage) {
		if c := book.compiled[name]; c != nil {
			order = append(order, c)
		}
	}
	calculators := tasks(order, book)
	all := findings(book, calculators, rules, advice, glossary)
	assets.Terms = b.asset(site, "terms.json", glossary.cards(book))
	assets.Index = b.asset(site, "search.json", searchIndex(all))
	recipes := b.readRecipes(problems)
	assets.Recipes = b.asset(site, "recipes.json", b.recipeFile(recipes))
	site.Files["embed/partition-lab.js"] = b.read("site/js/partition-lab.js", problems) // at an address that stays: other sites name it
	licenses := b.licenses(problems)
	var lock sync.Mutex // of site and problems
	var last []func()   // what writes the pages, side by side, when all else is done
	moved := movedParts(moves)
	put := func(file string, d pageData) {
		d.Base, d.Assets, d.Program, d.Has, d.Offline, d.Moves = rootFrom(file), assets, b.program, has, b.Offline, moved
		if file == "404.html" { // hosts show it at any depth
			d.Base = b.base.Path
		} else if b.base.Host != "" {
			d.URL = b.base.String() + strings.TrimSuffix(file, "index.html")
		}
		if d.Policy == "" {
			d.Policy = policy(true)
		}
		d.Parts = outlineAt(course, d.Chapter)
		for _, p := range d.Parts {
			if p.Current {
				d.Part = p.Title
			}
		}
		last = append(last, func() {
			made := earlier.pages[file]
			if page := made.again(&d); page != nil {
				lock.Lock()
				defer lock.Unlock()
				b.kept.put(file, &d, page, made)
				site.Files[file] = page
				site.heads[file] = pageHead{d.Title, d.Description}
				return
			}
			out := rendered.Get().(*bytes.Buffer)
			defer rendered.Put(out)
			out.Reset()
			err := templates.ExecuteTemplate(out, d.Kind+".html", d)
			page := d.announced(b.base, original(out.Bytes()))
			lock.Lock()
			defer lock.Unlock()
			if err != nil {
				problems.add(Problem{File: "site/templates/" + d.Kind + ".html", Message: err.Error()})
				return
			}
			b.kept.put(file, &d, page, nil)
			site.Files[file] = page
			site.heads[file] = pageHead{d.Title, d.Description}
		})
	}
	prose := func(kind, section string, c *chapter) pageData {
		d := pageData{Kind: kind, Section: section, Title: c.title, Description: c.promise, Chapter: c, Body: c.body, HasWidgets: len(c.widgets) > 0, Large: slices.ContainsFunc(c.widgets, func(w *widget) bool { return w.spec.Large() })}
		d.Bench = slices.ContainsFunc(c.widgets, func(w *widget) bool { return w.Kind() == "bench" })
		for _, h := range c.headings {
			if h.level == 2 {
				d.Contents = append(d.Contents, tocEntry{h.id, h.text})
			}
		}
		site.page(c.Path(), c.widgets)
		return d
	}

	// Chapters follow each other through the course, and on each shelf.
	rows := [][]*chapter{nil} // the course, then the shelves
	for _, p := range book.parts {
		if p.shelf {
			rows = append(rows, book.of(p))
		} else {
			rows[0] = append(rows[0], book.of(p)...)
		}
	}
	titles := map[string]string{}
	for _, c := range book.compiled {
		titles[c.Path()] = c.title
	}
	needed := glossary.needed(rows[0])
	for _, row := range rows {
		for i, c := range row {
			d := prose("chapter", "learn", c)
			d.Needed, d.Gone = needed[c], partsGone(moves, c.Path(), titles)
			if i > 0 {
				d.Previous = row[i-1]
			}
			if i+1 < len(row) {
				d.Next = row[i+1]
			}
			put(c.page(), d)
		}
	}
	for _, name := range book.alone {
		if c := book.compiled[name]; c != nil {
			put(c.page(), prose("alone", name, c))
		}
	}
	if c := book.compiled[startPage]; c != nil {
		d := prose("start", "", c)
		d.Exact = measured
		put("index.html", d)
	}
	for _, d := range progressPages(book) {
		put(d.View+"/index.html", d)
	}
	put("learn/index.html", pageData{Kind: "learn", Section: "learn", Title: "Learn", Description: "The parts and chapters of the course, in their order.", Listed: course})
	for _, p := range course {
		put(p.Path+"index.html", pageData{Kind: "part", Section: "learn", Title: p.Title, Description: p.sentence(), Listed: []partData{p}})
	}

	for _, c := range order {
		for _, w := range c.widgets {
			d := pageData{Kind: "widget", Section: "widget", Title: w.Title(), Description: w.Sentence(), Chapter: c, Body: w.alone.html, Widget: w, HasWidgets: true, Large: w.spec.Large(), Bench: w.Kind() == "bench"}
			put(w.Path()+"index.html", d)
			site.Pages = append(site.Pages, Page{w.Path(), []*lab.Spec{w.alone.spec}})
			d.Bench = false
			d.Kind, d.Body, d.Policy = "embed", w.embedded.html, embedPolicy(origin(b.base))
			put(w.EmbedPath()+"index.html", d)
			site.Pages = append(site.Pages, Page{w.EmbedPath(), []*lab.Spec{w.embedded.spec}})
		}
	}
	b.edgeFiles(site, site.Files[assets.Style], order, problems)
	put("widget/index.html", pageData{Kind: "widgets", Section: "widget", Title: "Calculators", Description: "Every calculator of the book has a page of its own. You can put each of them into a wiki.", Tasks: calculators})

	for _, t := range rules {
		for _, r := range t.Rules {
			put(r.Path()+"index.html", pageData{Kind: "rule", Section: "rules", Title: r.Title, Description: r.Why, Rule: r})
		}
	}
	put("rules/index.html", pageData{Kind: "rules", Section: "rules", Title: "Rules", Description: "Every reason for which Cassandra refuses a statement, with the server's message, the reason, and what to write instead.", Topics: rules})
	for _, t := range advice {
		for _, r := range t.Rules {
			put(r.Path()+"index.html", pageData{Kind: "advice", Section: "rules", Title: r.Title, Description: r.Why, Advice: r})
		}
	}
	put("advice/index.html", pageData{Kind: "advices", Section: "rules", Title: "Design advice", Description: "Designs that Cassandra accepts, although they cause problems later.", Topics: advice})
	put(sharePage+"index.html", pageData{Kind: "share", Section: "widget", Title: "Take a calculator elsewhere", Description: "How to put a calculator into a page of another site, and what the address of a calculator may say.", Recipes: recipes})
	if measured != nil {
		put(exactPath+"index.html", pageData{Kind: "exact", Title: "How exact is it?", Description: "The sizes that this site computes, compared with the files that a real Cassandra wrote.", Exact: measured})
	}
	put("licenses/index.html", pageData{Kind: "licenses", Title: "Licenses", Description: "The conditions for using and sharing what is on this site.", Licenses: licenses})
	if len(glossary.terms) > 0 {
		put("glossary/index.html", pageData{Kind: "glossary", Section: "learn", Title: "Glossary", Description: "The terms of the book, in two sentences each.", Terms: glossary.page(book, order)})
	}
	put("search/index.html", pageData{Kind: "search", Title: "All pages", Description: "All pages of this site, in lists.", Found: allPages(all)})
	put("404.html", pageData{Kind: "404", Title: "No such page"})
	sideBySide(last)
}

// sideBySide does everything, as much at a time as there are processors.
func sideBySide(all []func()) {
	var wait sync.WaitGroup
	var next atomic.Int64
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(all) {
					return
				}
				all[i]()
			}
		})
	}
	wait.Wait()
}

func (s *Site) page(path string, widgets []*widget) {
	p := Page{Path: path}
	for _, w := range widgets {
		p.Widgets = append(p.Widgets, w.spec)
	}
	s.Pages = append(s.Pages, p)
}

// sentence says what the page of a part lists.
func (p partData) sentence() string {
	kind := "chapter"
	if p.Shelf {
		kind = "page"
	}
	if len(p.Chapters) > 1 {
		return "The " + kind + "s of this part, in their order."
	}
	return "The " + kind + " of this part."
}

// outline lists parts and chapters for the navigation.
func outline(book *book) (parts []partData) {
	for _, p := range book.parts {
		d := partData{Title: p.title, Path: p.folder + "/", Shelf: p.shelf}
		for _, c := range book.of(p) {
			d.Reading, d.All = d.Reading+c.minutes.reading, d.All+c.minutes.all
			d.Chapters = append(d.Chapters, entryData{c.Path(), c.name, c.title, c.promise, c.Minutes(), c.Tasks(), false})
		}
		if len(d.Chapters) > 0 {
			parts = append(parts, d)
		}
	}
	return parts
}

// outlineAt is an outline on a page of a chapter, which may be none of the course.
func outlineAt(parts []partData, current *chapter) []partData {
	for i, p := range parts {
		for j := range p.Chapters {
			if current != nil && p.Chapters[j].Name == current.name {
				parts = slices.Clone(parts)
				parts[i].Current, parts[i].Chapters = true, slices.Clone(p.Chapters)
				parts[i].Chapters[j].Current = true
				return parts
			}
		}
	}
	return parts
}

// markSVG is the mark of the site: a ring of tokens, one arc in the colour of
// the partition key.
const markSVG = template.HTML(`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><circle cx="16" cy="16" r="12.5"/><path d="M16 3.5A12.5 12.5 0 0 1 26.8 9.75"/></svg>`)

// original asks translators to leave alone what is meant as it stands: see [view.Originals].
// It returns a copy.
func original(page []byte) []byte {
	mark := []byte(` translate="no"`)
	out := make([]byte, 0, len(page)+len(page)/16)
	for {
		i := bytes.IndexByte(page, '<')
		if i < 0 {
			return append(out, page...)
		}
		out, page = append(out, page[:i]...), page[i:]
		end := 1
		for _, name := range view.Originals {
			tag := "<" + name
			if rest, ok := bytes.CutPrefix(page, []byte(tag)); ok && len(rest) > 0 && (rest[0] == ' ' || rest[0] == '>') {
				if n := bytes.IndexAny(rest, "<>"); n >= 0 && rest[n] == '>' && !bytes.Contains(rest[:n], mark) {
					end = len(tag) + n
				}
			}
		}
		if out, page = append(out, page[:end]...), page[end:]; end > 1 {
			out = append(out, mark...)
		}
	}
}
