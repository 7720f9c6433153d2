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
//
// An embed moves with its calculator.

const addressFile = "content/addresses.txt"

// A move is an address that leads to another one.
type move struct{ from, to string }

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
		line, _, _ = strings.Cut(strings.TrimSpace(line), "#")
		if line == "" {
			continue
		}
		from, to, moved := strings.Cut(line, "=>")
		from, to = strings.TrimSpace(from), strings.TrimSpace(to)
		switch {
		case !isAddress(from) || moved && !isAddress(to):
			problems.add(Problem{addressFile, n, "a line is an address from the site's root, such as hotel/size/, or two with => between them"})
		case moved:
			moves = append(moves, move{from, to})
		default:
			given = append(given, from)
		}
	}
	return given, moves
}

func isAddress(s string) bool {
	return s != "" && strings.HasSuffix(s, "/") && !strings.HasPrefix(s, "/") && !strings.ContainsAny(s, " ?#:\\\"<>")
}

// redirects puts pages that lead on where something has moved, for hosts that know
// nothing else, and the file that others read.
func (b *Builder) redirects(site *Site, assets assets, problems *problemList) {
	_, moves := readAddresses(b.source, problems)
	for _, m := range moves {
		if embed, is := strings.CutPrefix(m.from, "widget/"); is {
			if to, is := strings.CutPrefix(m.to, "widget/"); is {
				moves = append(moves, move{"embed/" + embed, "embed/" + to})
			}
		}
	}
	var rules bytes.Buffer
	for _, m := range moves {
		switch {
		case site.Files[m.to+"index.html"] == nil:
			problems.add(Problem{File: addressFile, Message: m.from + " leads to " + m.to + ", where no page is"})
			continue
		case site.Files[m.from+"index.html"] != nil:
			problems.add(Problem{File: addressFile, Message: m.from + " has moved to " + m.to + ", and yet there is a page"})
			continue
		}
		site.Moved = append(site.Moved, [2]string{m.from, m.to})
		to := rootFrom(m.from) + m.to
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
