package build

import (
	"bytes"
	"fmt"
	"io/fs"
	"strings"
)

// Addresses open for ever. The file content/addresses.txt lists every one that was
// given out, a line each; a page that moves keeps its line, and behind => where it
// is now:
//
//	hotel/size/
//	hotel/rooms/ => hotel/size/
//	hotel/size/#e4 => hotel/refine/#e2
//
// An embed moves with its calculator. With a fragment it is a part of a page that has moved,
// such as an exercise: what a reader has solved there counts where it is now.

const addressFile = "content/addresses.txt"

// A move is an address that leads to another one.
type move struct {
	from, to string
	line     int
}

// A goneData is a part of a page that is in another page now.
type goneData struct {
	ID, Path, Title string // its old name, where it is now, and the title of that page
}

// movedMark stands in pages that only lead elsewhere.
const movedMark = `http-equiv="refresh"`

// readAddresses reads the list: those that must have a page, and those that moved.
func readAddresses(source fs.FS, problems *problemList) (given []string, moves []move) {
	text, err := fs.ReadFile(source, addressFile)
	if err != nil {
		return nil, nil // a book that was never published
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		from, to, moved := strings.Cut(line, "=>")
		from, to = strings.TrimSpace(from), strings.TrimSpace(to)
		page, part, ofPart := strings.Cut(from, "#")
		toPage, toPart, toOne := strings.Cut(to, "#")
		switch {
		case !isAddress(page) || moved && !isAddress(toPage) || ofPart != toOne || ofPart && (part == "" || toPart == "" || strings.ContainsAny(part+toPart, "#&=\" ,")):
			problems.add(Problem{addressFile, n, "a line is an address from the site's root, such as hotel/size/, or two with => between them: of pages, or of parts of pages such as hotel/size/#e4"})
		case moved:
			moves = append(moves, move{from, to, n})
		default:
			given = append(given, from)
		}
	}
	return given, moves
}

func isAddress(s string) bool {
	return s != "" && strings.HasSuffix(s, "/") && !strings.HasPrefix(s, "/") && !strings.ContainsAny(s, " ?#:\\\"<>")
}

// partsGone are the parts that a page had once.
func partsGone(moves []move, page string, heads map[string]string) (out []goneData) {
	for _, m := range moves {
		if id, is := strings.CutPrefix(m.from, page+"#"); is {
			to, _, _ := strings.Cut(m.to, "#")
			out = append(out, goneData{id, m.to, heads[to]})
		}
	}
	return out
}

// movedParts says for the script that keeps a reader's progress which parts of chapters are
// elsewhere: four words each, with commas between them.
func movedParts(moves []move) string {
	var out []string
	for _, m := range moves {
		if from, part, is := strings.Cut(m.from, "/#"); is {
			to, toPart, _ := strings.Cut(m.to, "/#")
			out = append(out, strings.Join([]string{from, part, to, toPart}, " "))
		}
	}
	return strings.Join(out, ",")
}

// redirects puts pages that lead on where something has moved, for hosts that know
// nothing else, and the file that others read.
func (b *Builder) redirects(site *Site, moves []move, assets assets, problems *problemList) {
	for _, m := range moves {
		if embed, is := strings.CutPrefix(m.from, "widget/"); is {
			if to, is := strings.CutPrefix(m.to, "widget/"); is {
				moves = append(moves, move{"embed/" + embed, "embed/" + to, m.line})
			}
		}
	}
	var rules bytes.Buffer
	for _, m := range moves {
		from, part, ofPart := strings.Cut(m.from, "#")
		to, toPart, _ := strings.Cut(m.to, "#")
		has := func(page, id string) bool {
			return bytes.Contains(site.Files[page+"index.html"], []byte(`id="`+id+`"`))
		}
		wrong := ""
		switch {
		case site.Files[to+"index.html"] == nil:
			wrong = "leads to " + m.to + ", where no page is"
		case !ofPart && site.Files[from+"index.html"] != nil:
			wrong = "has moved to " + m.to + ", and yet there is a page"
		case ofPart && site.Files[from+"index.html"] == nil:
			wrong = "is a part of a page that is not there: a page that moves takes its parts along"
		case ofPart && !has(to, toPart):
			wrong = "leads to " + m.to + ", and that page has no such part"
		case ofPart && bytes.Count(site.Files[from+"index.html"], []byte(`id="`+part+`"`)) > 1: // one leads on
			wrong = "has moved to " + m.to + ", and yet the page has such a part: a name is never used again"
		}
		if wrong != "" {
			problems.add(Problem{addressFile, m.line, m.from + " " + wrong})
			continue
		}
		if ofPart {
			continue // the page leads on by itself
		}
		site.Moved = append(site.Moved, [2]string{m.from, m.to})
		to = rootFrom(m.from) + m.to
		site.Files[m.from+"index.html"] = fmt.Appendf(nil, `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta %s content="0; url=%s">
<title>Moved · Partition Lab</title>
<script type="module" src="%s"></script>
</head>
<body><p>This page has moved: <a href="%s">it is here now</a>.</p></body>
</html>
`, movedMark, to, rootFrom(m.from)+assets.Moved, to)
		fmt.Fprintf(&rules, "%s%s %s%s 301\n", b.base.Path, m.from, b.base.Path, m.to)
	}
	site.Files["_redirects"] = rules.Bytes()
}
