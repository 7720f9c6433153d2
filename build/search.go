package build

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
)

// The search looks through chapters by their sections, rules with the server's
// messages, advice, calculators, and terms. Its index is a file that a page fetches
// when a reader searches for the first time; site/js/search.js reads it.
//
// It is an inverted index of our own: for the same text, that of MiniSearch takes
// two and a half times as many bytes compressed, that of lunr four times, and each
// comes with a library three times as long as search.js. Searching in the core would
// make every page fetch the core.

// A found is one thing that a search can lead to.
type found struct {
	Kind    string // "Chapter", "Rule", …
	Path    string // from the site's root, with the anchor
	Title   string
	Context string   // where it stands: the chapter of a section, the id of a rule
	Note    string   // a sentence about it
	text    string   // further words that lead to it
	says    []string // the server's messages
	slips   []string // what its parser says of examples
}

// A foundSection is a section of a chapter as the search sees it.
type foundSection struct {
	id, title string
	note      string // its first sentence
	text      string
}

// coveredBlock is the attribute of a block that a reader sees only after an answer:
// the search must not give it away.
const coveredBlock = "covered"

// searchable takes a chapter apart into what stands before its first heading and the
// sections, without what is covered.
func searchable(doc ast.Node, source []byte) []foundSection {
	all := []foundSection{{}}
	var text strings.Builder
	finish := func() {
		s := &all[len(all)-1]
		s.text = strings.Join(strings.Fields(text.String()), " ")
		text.Reset()
	}
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		if _, covered := n.AttributeString(coveredBlock); covered {
			return ast.WalkSkipChildren, nil
		}
		switch n := n.(type) {
		case *verbatim:
			text.WriteString(" " + n.words + " ")
			return ast.WalkSkipChildren, nil
		case *ast.Heading:
			if n.Level > 3 {
				break
			}
			finish()
			id, _ := n.AttributeString("id")
			name, _ := id.([]byte)
			all = append(all, foundSection{id: string(name), title: plainText(n, source)})
			return ast.WalkSkipChildren, nil
		}
		if n.Type() == ast.TypeBlock && n.FirstChild() != nil && n.FirstChild().Type() == ast.TypeInline {
			words := plainText(n, source)
			if s := &all[len(all)-1]; s.note == "" && n.Kind() == ast.KindParagraph {
				s.note = firstSentence(words)
			}
			text.WriteString(" " + words + " ")
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	finish()
	return all
}

// firstSentence is the beginning of a text, a line long at most.
func firstSentence(text string) string {
	const longest = 110
	text = strings.Join(strings.Fields(text), " ")
	for i := range text {
		if end := i + 2; end <= len(text) && (strings.HasPrefix(text[i:], ". ") || strings.HasPrefix(text[i:], "? ")) && i > 12 && i < longest {
			return text[:i+1]
		}
	}
	if len(text) <= longest {
		return text
	}
	cut := strings.LastIndexByte(text[:longest], ' ')
	if cut < 0 {
		return ""
	}
	return strings.TrimRight(text[:cut], ",;:") + " …"
}

// findings lists everything that a search can lead to, in the order of the list of
// all pages.
func findings(book *book, tasks []task, rules []ruleTopic, advice []adviceTopic, glossary *glossary) (all []found) {
	chapter := func(kind string, c *chapter) {
		for i, s := range c.sections {
			f := found{Kind: kind, Path: c.Path() + "#" + s.id, Title: s.title, Context: c.title, Note: s.note, text: s.text}
			if i == 0 {
				f.Path, f.Title, f.Context = c.Path(), c.title, ""
				f.text += " " + strings.Join(c.outcomes, " ")
				if c.promise != "" {
					f.text += " " + s.note
					f.Note = c.promise
				}
			}
			all = append(all, f)
		}
	}
	for _, p := range book.parts {
		for _, c := range book.of(p) {
			kind := "Chapter"
			if p.shelf {
				kind = p.title
			}
			chapter(kind, c)
		}
	}
	for _, name := range book.alone {
		if c := book.compiled[name]; c != nil {
			chapter("Page", c)
		}
	}
	all = append(all, found{Kind: "Page", Path: sharePage, Title: "Take a calculator elsewhere", Note: "How to put a calculator into a page of another site, and what the address of a calculator may say.",
		text: "embed iframe frame wiki MediaWiki Confluence Notion Moodle WordPress Jupyter Markdown link parameters theme"})
	for _, t := range tasks {
		for _, w := range t.Widgets {
			all = append(all, found{Kind: "Calculator", Path: w.Path(), Title: w.Title(), Context: w.From(), Note: t.Title, text: t.In + " " + t.Out})
		}
	}
	for _, t := range rules {
		for _, r := range t.Rules {
			f := found{Kind: "Rule", Path: r.Path(), Title: r.Title, Context: r.ID, Note: r.Why,
				text: r.Instead + " " + strings.Join(r.More, " ") + " " + r.Topic, says: r.Templates}
			for _, e := range r.Bad {
				if strings.HasPrefix(e.Message, "line ") {
					f.slips = append(f.slips, e.Message)
				}
			}
			all = append(all, f)
		}
	}
	for _, t := range advice {
		for _, r := range t.Rules {
			all = append(all, found{Kind: "Advice", Path: r.Path(), Title: r.Title, Context: r.ID, Note: r.Why, text: r.Instead + " " + r.Topic})
		}
	}
	for _, t := range glossary.terms {
		all = append(all, found{Kind: "Term", Path: "glossary/#" + t.ID, Title: t.Name, Note: t.plain()})
	}
	return all
}

// A foundKind is a part of the list of all pages.
type foundKind struct {
	Title string
	Pages []found
}

// allPages groups what a search can lead to, whole pages only.
func allPages(all []found) (kinds []foundKind) {
	titles := map[string]string{"Chapter": "Chapters", "Page": "Pages", "Calculator": "Calculators", "Rule": "Rules", "Advice": "Design advice", "Term": "Glossary"}
	for _, f := range all {
		if strings.Contains(f.Path, "#") && f.Kind != "Term" {
			continue
		}
		title := titles[f.Kind]
		if title == "" {
			title = f.Kind
		}
		i := slices.IndexFunc(kinds, func(k foundKind) bool { return k.Title == title })
		if i < 0 {
			i = len(kinds)
			kinds = append(kinds, foundKind{Title: title})
		}
		kinds[i].Pages = append(kinds[i].Pages, f)
	}
	return kinds
}

// ID is the anchor of the kind in the list.
func (k foundKind) ID() string { return topicID(k.Title) }

// words takes a text apart as search.js does: letters, digits and underscores, in
// lower case; a name with underscores counts as a whole and by its parts.
func words(text string, yield func(string)) {
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) }) {
		w = strings.Trim(w, "_")
		yield(w)
		if strings.Contains(w, "_") {
			for part := range strings.SplitSeq(w, "_") {
				yield(part)
			}
		}
	}
}

// stop are words that lead nowhere. search.js leaves those out of a question that
// the index does not know.
var stop = wordSet("a an and are as at be but by can do does for from had has have how if in into is it its like no not of on one only or our " +
	"so than that the their them then there these they this to was we were what when where which who will with you your")

// parserSays is what a message of the parser begins with, without the tokens that it names:
// every rule of syntax has it, and the page that checks CQL says more.
func parserSays(template string) (string, bool) {
	rest, ok := strings.CutPrefix(template, "line %s:%s ")
	if !ok {
		return "", false
	}
	words, _, _ := strings.Cut(rest, " '%s'")
	return words, true
}

// otherwise are messages that no rule of this release has as a refusal, and where they lead:
// those of older servers, of its parser in other cases, of its log, and of nodes that do not
// answer.
var otherwise = []struct {
	says string
	to   func(f *found) bool
}{
	{"unconfigured table %s", ruleCalled("RES-03")},
	{"unconfigured columnfamily %s", ruleCalled("RES-03")},
	{"missing EOF at", syntaxOrCheck},
	{"extraneous input", syntaxOrCheck},
	{"timeout during read query at consistency", aboutConsistency},
	{"timeout during write query at consistency", aboutConsistency},
	{"Cannot achieve consistency level", aboutConsistency},
	{"Operation timed out - received only %s responses", aboutConsistency},
	{"All host(s) tried for query failed", aboutCoordinator},
	{"NoHostAvailable", aboutCoordinator},
	{"Scanned over %s tombstones during query", ruleCalled("RD-01")},
	{"Batch for %s is of size %s, exceeding specified threshold of %s by %s", ruleCalled("BA-10")},
}

func ruleCalled(id string) func(*found) bool {
	return func(f *found) bool { return f.Kind == "Rule" && f.Context == id }
}

func syntaxOrCheck(f *found) bool {
	return f.Path == checkPath || f.Kind == "Rule" && slices.ContainsFunc(f.says, func(t string) bool { return strings.HasPrefix(t, "line %s:%s mismatched input") })
}

func aboutConsistency(f *found) bool { return f.Path == "glossary/#consistency-level" }
func aboutCoordinator(f *found) bool { return f.Path == "glossary/#coordinator" }

const checkPath = "check/" // of the page that checks CQL

// searchIndex writes the index:
//
//	kinds     the kinds of things
//	docs      per thing: kind, path, title, context, note
//	says      per message of the server: its template, and the things that it leads to
//	slips     per message of its parser about an example: the rule, and the message
//	words     the words of the texts, sorted, each without what it shares with the one
//	          before it: the number of shared letters as one digit of base 36, then the rest
//	in        per word: the things whose text has it, each as the distance from the last
//
// Words of titles and notes are not in words: who reads the index has them.
func searchIndex(all []found) []byte {
	index := struct {
		Kinds []string `json:"kinds"`
		Docs  [][5]any `json:"docs"`
		Says  [][]any  `json:"says"`
		Slips [][2]any `json:"slips"`
		Words string   `json:"words"`
		In    [][]int  `json:"in"`
	}{}
	in := map[string][]int{}
	says := map[string][]any{}
	var templates []string
	var checks []any // the page that checks CQL
	for i, f := range all {
		if f.Path == checkPath {
			checks = append(checks, i)
		}
	}
	for i, f := range all {
		kind := slices.Index(index.Kinds, f.Kind)
		if kind < 0 {
			kind = len(index.Kinds)
			index.Kinds = append(index.Kinds, f.Kind)
		}
		index.Docs = append(index.Docs, [5]any{kind, f.Path, f.Title, f.Context, f.Note})
		seen := map[string]bool{}
		words(f.Title+" "+f.Note+" "+f.Context, func(w string) { seen[w] = true })
		words(f.text, func(w string) {
			if !seen[w] && !stop[w] && len(w) > 1 {
				seen[w] = true
				in[w] = append(in[w], i)
			}
		})
		for _, m := range f.slips {
			index.Slips = append(index.Slips, [2]any{i, m})
		}
		for _, t := range f.says {
			if parser, ok := parserSays(t); ok {
				if says[parser] == nil {
					templates = append(templates, parser)
					says[parser] = append([]any{parser}, checks...)
				}
				t = parser
			} else if says[t] == nil {
				templates = append(templates, t)
				says[t] = []any{t}
			}
			says[t] = append(says[t], i)
		}
	}
	for _, o := range otherwise {
		line := []any{o.says}
		for i := range all {
			if o.to(&all[i]) {
				line = append(line, i)
			}
		}
		if len(line) > 1 {
			index.Says = append(index.Says, line)
		}
	}
	for _, t := range templates {
		index.Says = append(index.Says, says[t])
	}
	var last []rune
	var dictionary []string
	for _, w := range slices.Sorted(maps.Keys(in)) {
		word, shared := []rune(w), 0
		for shared < min(len(word), len(last), 35) && word[shared] == last[shared] {
			shared++
		}
		dictionary = append(dictionary, strconv.FormatInt(int64(shared), 36)+string(word[shared:]))
		last = word
		before := 0
		var distances []int
		for _, i := range in[w] {
			distances = append(distances, i-before)
			before = i
		}
		index.In = append(index.In, distances)
	}
	index.Words = strings.Join(dictionary, " ")
	data, err := json.Marshal(index)
	if err != nil {
		panic(err) // strings and numbers
	}
	return data
}
