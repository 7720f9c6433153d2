package build

import (
	"encoding/json"
	"html"
	"html/template"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"partitionlab/wasm/workload"
)

const glossaryFile = "content/glossary.txt"

// A glossary is the terms of the book, as content/glossary.txt defines them. The first
// use of each in a chapter is a link to its definition; where there is a script, a
// card shows it.
type glossary struct {
	text  string // of the file, to notice a change
	terms []*term
	forms map[string]*term          // by the form in lower case
	find  map[string]*regexp.Regexp // forms that become links, the longest first, by their first word
}

// A term is a word with its definition.
type term struct {
	ID, Name   string
	Definition string // as text: `code` in backquotes
	chapter    string // that explains it
	line       int    // of the file
}

// HTML is the definition for a page.
func (t *term) HTML() template.HTML {
	var b strings.Builder
	for i, part := range strings.Split(t.Definition, "`") {
		if i%2 == 1 {
			b.WriteString("<code>" + html.EscapeString(part) + "</code>")
		} else {
			b.WriteString(html.EscapeString(part))
		}
	}
	return template.HTML(b.String())
}

// plain is the definition without marks.
func (t *term) plain() string { return strings.ReplaceAll(t.Definition, "`", "") }

// readGlossary reads the terms; a book without a glossary has none.
func readGlossary(source fs.FS, book *book, problems *problemList) *glossary {
	g := &glossary{forms: map[string]*term{}}
	data, err := fs.ReadFile(source, glossaryFile)
	if err != nil {
		return g
	}
	g.text = string(data)
	fail := func(line int, message string) { problems.add(Problem{glossaryFile, line, message}) }
	var linked []string
	for i, line := range strings.Split(g.text, "\n") {
		body := strings.TrimSpace(line)
		switch {
		case body == "" || body[0] == '#':
		case line[0] == ' ' || line[0] == '\t':
			if len(g.terms) == 0 {
				fail(i+1, "a definition without a term: write it below a line like partition | partitions : foundations/partition")
				continue
			}
			t := g.terms[len(g.terms)-1]
			t.Definition = strings.TrimSpace(t.Definition + " " + body)
		default:
			names, chapter, ok := cutLast(body, " : ")
			chapter = strings.TrimSpace(chapter)
			if !ok || chapter == "" {
				fail(i+1, body+" names no chapter: write partition | partitions : foundations/partition")
				continue
			}
			if book.line[chapter] == 0 {
				message := "the chapter " + chapter + " is not in " + book.file
				if near := workload.Nearest(chapter, sortedKeys(book.line)); near != "" {
					message += ": did you mean " + near + "?"
				}
				fail(i+1, message)
			}
			t := &term{chapter: chapter, line: i + 1}
			for _, form := range strings.Split(names, "|") {
				form, silent := strings.CutPrefix(strings.TrimSpace(form), "~")
				if t.Name == "" {
					t.Name, t.ID = form, topicID(strings.ReplaceAll(form, "_", " "))
				}
				key := strings.ToLower(form)
				if g.forms[key] != nil {
					fail(i+1, form+" is a form of "+g.forms[key].Name+" already")
					continue
				}
				g.forms[key] = t
				if !silent {
					linked = append(linked, form)
				}
			}
			g.terms = append(g.terms, t)
		}
	}
	for _, t := range g.terms {
		if n := sentences(t.Definition); n != 2 {
			fail(t.line, t.Name+" is defined in "+numberWord(n)+": what it is, and what follows from that")
		}
		checkNumbers(glossaryFile, t.line, t.plain(), problems)
	}
	slices.SortStableFunc(linked, func(a, b string) int { return len(b) - len(a) })
	begins := map[string][]string{}
	for _, form := range linked {
		first := strings.ToLower(form[:wordEnd(form)])
		begins[first] = append(begins[first], strings.ReplaceAll(regexp.QuoteMeta(form), " ", `\s+`))
	}
	g.find = map[string]*regexp.Regexp{}
	for first, forms := range begins {
		g.find[first] = regexp.MustCompile(`^(?i:` + strings.Join(forms, "|") + `)\b`)
	}
	slices.SortStableFunc(g.terms, func(a, b *term) int {
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	return g
}

// uses are the places of forms that become links in a text. Only where a word begins one
// of them an expression looks: one of all forms takes a third of a chapter's time.
func (g *glossary) uses(text string) (out [][]int) {
	for at := 0; at < len(text); {
		end := at + wordEnd(text[at:])
		if find := g.find[strings.ToLower(text[at:end])]; find != nil {
			if m := find.FindStringIndex(text[at:]); m != nil {
				end = at + m[1]
				out = append(out, []int{at, end})
			}
		}
		at = max(end, at+1)
	}
	return out
}

// wordEnd is where the word ends that a text begins with, as \b of expressions has it; 0
// for none.
func wordEnd(text string) int {
	for i := range len(text) {
		if c := text[i]; c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return i
		}
	}
	return len(text)
}

// sentences counts the sentences of a definition.
func sentences(text string) int {
	return strings.Count(text+" ", ". ") + strings.Count(text+" ", "? ")
}

func numberWord(n int) string {
	switch n {
	case 0:
		return "no sentence, and needs two"
	case 1:
		return "one sentence, and needs two"
	}
	return "more than two sentences"
}

// of returns the term of a form as a text has it, or nil.
func (g *glossary) of(form string) *term {
	return g.forms[strings.ToLower(strings.Join(strings.Fields(form), " "))]
}

// terms makes the first use of each term in the prose a link. What is covered waits
// for what is open; headings, links and code stay as they are.
func (c *compiling) terms(doc ast.Node) {
	if c.glossary == nil || len(c.glossary.find) == 0 {
		return
	}
	seen := map[*term]bool{}
	var runs []*ast.Text // the first texts of runs, in the order of the page
	for _, covered := range []bool{false, true} {
		ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if !entering {
				return ast.WalkContinue, nil
			}
			switch n.Kind() {
			case ast.KindHeading, ast.KindLink, ast.KindImage, ast.KindAutoLink, ast.KindCodeSpan, inlineKind, verbatimKind:
				return ast.WalkSkipChildren, nil
			case revealKind:
				if !covered {
					return ast.WalkSkipChildren, nil
				}
			}
			if t, ok := n.(*ast.Text); ok && (!covered || insideReveal(t)) && !follows(t) {
				runs = append(runs, t)
			}
			return ast.WalkContinue, nil
		})
	}
	for _, first := range runs {
		c.linkTerms(first, seen)
	}
	for t := range seen {
		c.used = append(c.used, t.ID)
	}
	slices.Sort(c.used)
}

// follows reports whether a text goes on a run.
func follows(t *ast.Text) bool {
	before, ok := t.PreviousSibling().(*ast.Text)
	return ok && !before.HardLineBreak()
}

func insideReveal(n ast.Node) bool {
	for ; n != nil; n = n.Parent() {
		if n.Kind() == revealKind {
			return true
		}
	}
	return false
}

// linkTerms looks for terms in a run of texts that follow each other, as the lines of
// a paragraph do.
func (c *compiling) linkTerms(first *ast.Text, seen map[*term]bool) {
	parent := first.Parent()
	run := []*ast.Text{first}
	for n, ok := first.NextSibling().(*ast.Text); ok && follows(n); n, ok = n.NextSibling().(*ast.Text) {
		run = append(run, n)
	}
	last := run[len(run)-1]
	start, stop := run[0].Segment.Start, last.Segment.Stop
	words := string(c.text[start:stop]) // the lines between them are blank or a break
	at := 0
	for _, m := range c.glossary.uses(words) {
		t := c.glossary.of(words[m[0]:m[1]])
		if t == nil || seen[t] || !within(run, start+m[0], start+m[1]) {
			continue
		}
		seen[t] = true
		link := ast.NewLink()
		link.Destination = []byte(c.root + "glossary/#" + t.ID)
		link.SetAttributeString("class", []byte("term"))
		link.SetAttributeString("data-term", []byte(t.ID))
		for _, piece := range pieces(run, start+at, start+m[0]) {
			parent.InsertBefore(parent, first, piece)
		}
		for _, piece := range pieces(run, start+m[0], start+m[1]) {
			link.AppendChild(link, piece)
		}
		parent.InsertBefore(parent, first, link)
		at = m[1]
	}
	if at == 0 {
		return
	}
	for _, piece := range pieces(run, start+at, stop) {
		parent.InsertBefore(parent, first, piece)
	}
	for _, t := range run {
		parent.RemoveChild(parent, t)
	}
}

// within reports whether both ends of a piece of the source lie in texts of a run.
func within(run []*ast.Text, start, stop int) bool {
	in := func(at int) bool {
		return slices.ContainsFunc(run, func(t *ast.Text) bool { return t.Segment.Start <= at && at <= t.Segment.Stop })
	}
	return in(start) && in(stop)
}

// pieces are the texts of a run between two places of the source.
func pieces(run []*ast.Text, start, stop int) (out []*ast.Text) {
	for _, t := range run {
		a, b := max(t.Segment.Start, start), min(t.Segment.Stop, stop)
		if a > b || a == b && !(b == t.Segment.Stop && t.SoftLineBreak() && stop > b) {
			continue // an empty piece may still carry the end of a line
		}
		piece := ast.NewTextSegment(text.NewSegment(a, b))
		if b == t.Segment.Stop && (stop > b || stop == t.Segment.Stop && t == run[len(run)-1]) {
			piece.SetSoftLineBreak(t.SoftLineBreak())
			piece.SetHardLineBreak(t.HardLineBreak())
		}
		out = append(out, piece)
	}
	return out
}

// cards is the file that a page fetches when a reader wants to know a term for the
// first time: by id, its name, definition, and the chapter that explains it, with its
// path where it has a page.
func (g *glossary) cards(book *book) []byte {
	if len(g.terms) == 0 {
		return nil
	}
	all := map[string][]string{}
	for _, t := range g.terms {
		card := []string{t.Name, t.Definition}
		if c := book.compiled[t.chapter]; c != nil {
			card = append(card, c.title, c.Path())
		}
		all[t.ID] = card
	}
	data, err := json.Marshal(all)
	if err != nil {
		panic(err) // texts
	}
	return data
}

// needed are, for each chapter of the course, those before it that it refers to by a link, and
// those whose terms it uses, but for what another of them needs: whoever has read that one knows them.
func (g *glossary) needed(course []*chapter) map[*chapter][]tocEntry {
	explains := map[string]string{}
	for _, t := range g.terms {
		explains[t.ID] = t.chapter
	}
	out := map[*chapter][]tocEntry{}
	known := map[*chapter]map[*chapter]bool{} // what has been read before a chapter
	for i, c := range course {
		uses, refers, read := map[string]bool{}, map[string]bool{}, map[*chapter]bool{}
		for _, id := range c.used {
			uses[explains[id]] = true
		}
		for _, l := range c.links {
			to, _, _ := strings.Cut(l.to, "#")
			refers[strings.Trim(to, "/")] = true
		}
		var list []tocEntry
		for _, before := range slices.Backward(course[:i]) { // the last first, for it may need others
			if refers[before.name] || uses[before.name] && !read[before] {
				list = append(list, tocEntry{before.Path(), before.title})
				read[before] = true
				maps.Copy(read, known[before])
			}
		}
		slices.Reverse(list)
		out[c], known[c] = list, read
	}
	return out
}

// A termPage is a term on the page of the glossary.
type termPage struct {
	*term
	Chapter *chapter   // that explains it, nil while it has no page
	Used    []*chapter // where it occurs besides
}

// page lists the terms for the page of the glossary.
func (g *glossary) page(book *book, order []*chapter) (all []termPage) {
	for _, t := range g.terms {
		p := termPage{term: t, Chapter: book.compiled[t.chapter]}
		for _, c := range order {
			if _, found := slices.BinarySearch(c.used, t.ID); found && c != p.Chapter && c.name != startPage {
				p.Used = append(p.Used, c)
			}
		}
		all = append(all, p)
	}
	return all
}
