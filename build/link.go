package build

import (
	"strings"

	"golang.org/x/net/html"
)

// checkLinks looks for links and anchors of chapters that lead nowhere.
func checkLinks(site *Site, book *book, pages map[string]*madePage, problems *problemList) {
	ids := func(page string) map[string]bool {
		if m := pages[page]; m != nil {
			return m.ids()
		}
		return idsOf(site.Files[page])
	}
	spoiled := map[string]bool{} // pages without the widgets that they should have
	for _, c := range book.compiled {
		spoiled[c.page()] = c.spoiled
	}
	for _, c := range book.compiled {
		own := c.page()
		for _, l := range c.links {
			address, anchor, hasAnchor := strings.Cut(l.to, "#")
			address, _, _ = strings.Cut(address, "?")
			page := own
			if address != "" {
				page = strings.TrimPrefix(address, "/")
				if page == "" || strings.HasSuffix(page, "/") {
					page += "index.html"
				}
			}
			switch _, there := site.Files[page]; {
			case there && (!hasAnchor || anchor == "" || ids(page)[anchor] || spoiled[page]):
			case there:
				problems.add(Problem{c.file, l.line, "the link " + l.to + " leads to no place: " + address + " has no #" + anchor})
			case site.Files[page+"/index.html"] != nil:
				problems.add(Problem{c.file, l.line, "the link " + l.to + " wants a / at the end of the path"})
			default:
				problems.add(Problem{c.file, l.line, "the link " + l.to + " leads to no page"})
			}
		}
	}
}

// idsOf lists the ids in a page.
func idsOf(page []byte) map[string]bool {
	ids := map[string]bool{"": true}
	for z := html.NewTokenizer(strings.NewReader(string(page))); z.Next() != html.ErrorToken; {
		for {
			key, value, more := z.TagAttr()
			if string(key) == "id" {
				ids[string(value)] = true
			}
			if !more {
				break
			}
		}
	}
	return ids
}
