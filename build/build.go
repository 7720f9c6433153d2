// Package build makes the site: chapters in Markdown become pages of HTML in
// which every number, figure and verdict has been worked out by the core.
//
//	content/*.md ──▶ chapter (markdown.go) ──▶ page (page.go) ──▶ Site
//	                  ├ widget fences        widget.go
//	                  ├ cql fences           cql.go
//	                  └ {= …}, {lit …}       inline.go, number.go
//	site/            templates, styles and scripts ──▶ assets (asset.go)
//
// What is wrong in the content is a Problem with file and line; a site with
// problems is not written.
package build

import (
	"fmt"
	"hash/maphash"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// A Problem is something wrong in the content or in the site's own files.
type Problem struct {
	File    string // from the root of the project, with slashes
	Line    int    // counted from 1; 0 where the whole file is meant
	Message string
}

func (p Problem) String() string {
	if p.Line == 0 {
		return p.File + ": " + p.Message
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Message)
}

// GCPercent is for programs that build a site and end: most of what a build allocates is
// short-lived and small beside the site itself, and collecting it more often takes a fifth
// of the time.
const GCPercent = 400

// A Builder builds the site again and again; what has not changed in between is
// kept. It is not safe for use by several goroutines.
type Builder struct {
	// Offline makes a site that browsers keep for the time without network. A site that
	// is being written must not be kept.
	Offline bool
	// Edge tells pages that whoever serves them answers what package edge does.
	Edge bool

	source  fs.FS // the root of the project
	base    *url.URL
	program Program

	seed     maphash.Seed
	chapters map[string]cached // by file
	proven   sync.Map          // exercises
	tries    tries
	kept     kept
	icons    map[int][]byte // by size, of iconOf
	iconOf   string         // the icon's source that they were drawn from
}

type cached struct {
	key       uint64
	exercises uint64 // that it asked for
	chapter   *chapter
}

// New returns a builder that reads content/ and site/ from source and makes a
// site for the address base, such as "https://example.org/lab/". Without a base the
// site works at any address, and says nowhere which it is.
func New(source fs.FS, base string, program Program) (*Builder, error) {
	u, err := parseBase(base)
	if err != nil {
		return nil, err
	}
	return &Builder{source: source, base: u, program: program, seed: maphash.MakeSeed(), chapters: map[string]cached{}}, nil
}

// cleanBase holds for addresses that mean one thing in a page, a header and a file of
// rules: a host, perhaps a port, and a path of plain names.
var cleanBase = regexp.MustCompile(`^https?://([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?(/[A-Za-z0-9_~][A-Za-z0-9._~-]*)*/?$`)

// parseBase reads the address of a site; its path ends in a slash. That of no address
// has the path "/" alone.
func parseBase(base string) (*url.URL, error) {
	if base == "" {
		return &url.URL{Path: "/"}, nil
	}
	u, err := url.Parse(base)
	if err != nil || !cleanBase.MatchString(base) {
		return nil, fmt.Errorf("base %q is no address of a site: write it like https://example.org/lab/, without a user, a query, escapes or dots between slashes", base)
	}
	u.Path = strings.TrimSuffix(u.Path, "/") + "/"
	return u, nil
}

// SetProgram exchanges the browser program.
func (b *Builder) SetProgram(p Program) { b.program = p }

// origin is the scheme and host of an address; "" where it has none.
func origin(base *url.URL) string {
	if base.Host == "" {
		return ""
	}
	return base.Scheme + "://" + base.Host
}

// rootFrom leads from a page to the site's root: "./" or "../../".
func rootFrom(page string) string {
	if depth := strings.Count(page, "/"); depth > 0 {
		return strings.Repeat("../", depth)
	}
	return "./"
}

// A Site is what a build makes.
type Site struct {
	Files map[string][]byte // by path from the site's root: "hotel/size/index.html"
	Base  *url.URL          // without a host where the site has no address
	Pages []Page            // every page with widgets, for tests
	Moved [][2]string       // addresses that lead to others

	heads map[string]pageHead // of pages by file
}

// Build makes the site. It goes on after a problem, so that all are told at
// once, and returns whatever could be made.
func (b *Builder) Build() (*Site, []Problem) {
	problems := &problemList{}
	schemas := b.readSchemas(problems)
	checkSchemas(schemas, problems)
	exercises := b.readExercises(schemas, problems)
	book := readBook(b.source, problems)
	glossary := readGlossary(b.source, book, problems)

	// Chapters are compiled side by side; a chapter that has not changed since
	// the last build is taken as it is.
	var names []string
	for _, part := range book.parts {
		names = append(names, part.chapters...)
	}
	names = append(append(names, book.alone...), startPage)
	compiled := make([]*chapter, len(names))
	var wait sync.WaitGroup
	limit := make(chan struct{}, runtime.GOMAXPROCS(0))
	var lock sync.Mutex
	for i, name := range names {
		file := "content/" + name + ".md"
		src, err := fs.ReadFile(b.source, file)
		if err != nil {
			problems.add(Problem{book.file, book.line[name], name + " has no file " + file})
			continue
		}
		key := maphash.Comparable(b.seed, version{string(src), glossary.text, schemas.sum})
		lock.Lock() // of b.chapters
		c, ok := b.chapters[file]
		lock.Unlock()
		if ok && c.key == key && c.exercises == exercises.version(c.chapter.asked) {
			compiled[i] = c.chapter
			continue
		}
		wait.Go(func() {
			limit <- struct{}{}
			c := compile(name, file, string(src), schemas, exercises, glossary)
			<-limit
			lock.Lock()
			b.chapters[file] = cached{key, exercises.version(c.asked), c}
			lock.Unlock()
			compiled[i] = c
		})
	}
	wait.Wait()

	book.compiled = map[string]*chapter{}
	for i, c := range compiled {
		if c != nil {
			book.compiled[names[i]] = c
			problems.list = append(problems.list, c.problems...)
		}
	}
	for _, file := range strayChapters(b.source, names) {
		problems.add(Problem{File: file, Message: "is not listed in " + book.file})
	}

	site := &Site{Files: map[string][]byte{}, Base: b.base, heads: map[string]pageHead{}}
	assets := b.assets(site, problems)
	_, moves := readAddresses(b.source, problems)
	b.pages(site, book, glossary, moves, assets, problems)
	checkLinks(site, book, b.kept.pages, problems)
	b.redirects(site, moves, assets, problems)
	b.installable(site, assets, problems)
	site.Files["_headers"] = []byte(headersFile(b.base))
	slices.SortStableFunc(problems.list, func(a, b Problem) int {
		if c := strings.Compare(a.File, b.File); c != 0 {
			return c
		}
		return a.Line - b.Line
	})
	return site, problems.list
}

type problemList struct{ list []Problem }

func (l *problemList) add(p Problem) { l.list = append(l.list, p) }

// strayChapters finds Markdown files that the book does not list.
func strayChapters(source fs.FS, listed []string) (files []string) {
	fs.WalkDir(source, "content", func(file string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path.Ext(file) == ".md" {
			if !slices.Contains(listed, strings.TrimSuffix(strings.TrimPrefix(file, "content/"), ".md")) {
				files = append(files, file)
			}
		}
		return nil
	})
	return files
}
