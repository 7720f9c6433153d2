package build

import (
	"io/fs"
	"path"
	"strings"
)

// startPage is the name of the chapter that the site's first page shows.
const startPage = "index"

// A book is the order of the chapters, as content/book.txt lists them: a part
// stands at the beginning of a line, as "folder Title"; the chapters of the part
// stand below it, one indented line each; one that begins with / keeps its address in
// another part's folder, such as /foundations/time. "writes ?" is planned: it has no page yet,
// and the glossary may name it. A line "---" ends the course: the parts after it are
// shelves, which stand beside it. Pages right in content/, such as content/check.md,
// stand alone and are not listed.
type book struct {
	file     string
	parts    []part
	alone    []string       // pages right in content/, the first page left out
	line     map[string]int // where a chapter is listed
	planned  map[string]bool
	compiled map[string]*chapter
}

type part struct {
	folder, title string
	shelf         bool
	chapters      []string // "hotel/size"
}

func readBook(source fs.FS, problems *problemList) *book {
	b := &book{file: "content/book.txt", line: map[string]int{}, planned: map[string]bool{}}
	top, _ := fs.Glob(source, "content/*.md")
	for _, file := range top {
		if name := strings.TrimSuffix(path.Base(file), ".md"); name != startPage {
			b.alone = append(b.alone, name)
		}
	}
	text, err := fs.ReadFile(source, b.file)
	if err != nil {
		problems.add(Problem{File: b.file, Message: "is missing: it lists the parts and chapters in their order"})
		return b
	}
	shelves := false
	for i, line := range strings.Split(string(text), "\n") {
		name := strings.TrimSpace(line)
		switch {
		case name == "" || name[0] == '#':
		case name == "---":
			shelves = true
		case line[0] != ' ' && line[0] != '\t':
			folder, title, _ := strings.Cut(name, " ")
			if title = strings.TrimSpace(title); title == "" {
				problems.add(Problem{b.file, i + 1, "the part " + folder + " has no title: write it behind the folder's name"})
			}
			b.parts = append(b.parts, part{folder: folder, title: title, shelf: shelves})
		case len(b.parts) == 0:
			problems.add(Problem{b.file, i + 1, name + " stands in no part: a line without indentation names one"})
		default:
			p := &b.parts[len(b.parts)-1]
			name, planned := strings.CutSuffix(name, " ?")
			if name = strings.TrimSpace(name); strings.HasPrefix(name, "/") {
				name = path.Clean(name[1:]) // a chapter of this part at the address of another
			} else {
				name = path.Join(p.folder, name)
			}
			if b.line[name] > 0 {
				problems.add(Problem{b.file, i + 1, name + " is listed twice"})
				continue
			}
			b.line[name] = i + 1
			if planned {
				b.planned[name] = true
				if _, err := fs.Stat(source, "content/"+name+".md"); err == nil {
					problems.add(Problem{b.file, i + 1, name + " has its file: take the ? away"})
				}
				continue
			}
			p.chapters = append(p.chapters, name)
		}
	}
	return b
}

// of lists the chapters of a part that have a page.
func (b *book) of(p part) (all []*chapter) {
	for _, name := range p.chapters {
		if c := b.compiled[name]; c != nil {
			all = append(all, c)
		}
	}
	return all
}

// meta is what stands between the --- lines at the top of a chapter: "key: value"
// lines; a list follows its key as "- item" lines.
type meta struct {
	title, promise, schema string
	how                    string // what a reader does for the promise: said only where a script runs
	outcomes               []string
	outcomeLines           []int
}

// readMeta reads the front matter and blanks it out, so that offsets in the rest
// stay offsets in the file.
func readMeta(file, src string, problems *problemList) (m meta, rest string) {
	if !strings.HasPrefix(src, "---\n") {
		problems.add(Problem{file, 1, "the chapter begins without front matter: ---, title: …, ---"})
		return m, src
	}
	end := strings.Index(src, "\n---\n")
	if end < 0 {
		problems.add(Problem{file, 1, "the front matter has no end: a line ---"})
		return m, ""
	}
	key := ""
	for i, line := range strings.Split(src[4:end], "\n") {
		if item, ok := strings.CutPrefix(strings.TrimSpace(line), "- "); ok && key == "outcomes" {
			m.outcomes, m.outcomeLines = append(m.outcomes, strings.TrimSpace(item)), append(m.outcomeLines, i+2)
			checkNumbers(file, i+2, item, problems)
			continue
		}
		if strings.TrimSpace(line) == "" {
			continue
		}
		var value string
		var ok bool
		key, value, ok = strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch {
		case !ok:
			problems.add(Problem{file, i + 2, "front matter is made of lines like title: How big will it get?"})
		case key == "title":
			m.title = value
			checkNumbers(file, i+2, value, problems)
		case key == "promise":
			m.promise = value
			checkNumbers(file, i+2, value, problems)
		case key == "how":
			m.how = value
			checkNumbers(file, i+2, value, problems)
		case key == "time":
			problems.add(Problem{file, i + 2, "how long a chapter takes is worked out from its words, calculators and exercises: leave the line out"})
		case key == "schema":
			m.schema = value
		case key == "outcomes":
		default:
			problems.add(Problem{file, i + 2, "front matter has no key " + key + ": it knows title, promise, how, outcomes and schema"})
		}
	}
	if m.title == "" {
		problems.add(Problem{file, 1, "the chapter has no title"})
	}
	head := []byte(src[:end+5])
	for i, c := range head {
		if c != '\n' {
			head[i] = ' '
		}
	}
	return m, string(head) + src[end+5:]
}
