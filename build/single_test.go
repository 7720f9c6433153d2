package build

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"golang.org/x/net/html"

	"partitionlab/build/single"
	"partitionlab/wasm/lab"
	"partitionlab/wasm/lab/place"
)

// loose are pages of each kind, each in a file of its own, by their path in the site.
var loose = map[string]string{
	"hotel/size/": "hotel-size.html", "widget/hotel/size/size1/": "widget-hotel-size-size1.html", "widget/index/accept/": "widget-index-accept.html",
	"": "index.html", "rules/w-10/": "rules-w-10.html", "embed/hotel/size/size2/": "embed-hotel-size-size2.html",
}

// looseFiles writes them into a folder.
func looseFiles(t *testing.T, base string) (dir string, site *Site) {
	t.Helper()
	site, _ = realSite(t, base)
	files, err := single.Pages(site.Files, site.Base, []string{"hotel/size", "/widget/hotel/size/size1/", "widget/index/accept", "index", "rules/w-10", "embed/hotel/size/size2"})
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	for name, data := range files {
		if len(data) > single.Most {
			t.Errorf("%s: %d bytes", name, len(data))
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir, site
}

// looseSpec is the first widget of a page that covers nothing, as it stands in a file
// of its own; nil where there is none.
func looseSpec(site *Site, path, file string) *lab.Spec {
	for _, p := range site.Pages {
		if p.Path != path {
			continue
		}
		for _, s := range p.Widgets {
			if !s.Cover {
				s = s.As(place.Look{})
				s.Loose, s.Root, s.Page = true, file, ""
				return s
			}
		}
	}
	return nil
}

// TestSingleNeedsNoOtherFile reads the files: nothing is loaded, and every link leads to
// a place in the page, to a file beside it, or to an address on the web.
func TestSingleNeedsNoOtherFile(t *testing.T) {
	for _, base := range []string{"", "https://example.org/lab/"} {
		dir, _ := looseFiles(t, base)
		for _, file := range loose {
			data, err := os.ReadFile(filepath.Join(dir, file))
			if err != nil {
				t.Fatal(err)
			}
			found := map[string]bool{}
			z := html.NewTokenizer(strings.NewReader(string(data)))
			for z.Next() != html.ErrorToken {
				token := z.Token()
				for _, a := range token.Attr {
					u, err := url.Parse(a.Val)
					switch a.Key {
					case "src", "srcset", "data-index", "data-exec", "data-worker", "data-offline", "data-search", "action":
						if !strings.HasPrefix(a.Val, "data:") {
							t.Errorf("%s: <%s %s=%q> is another file", file, token.Data, a.Key, a.Val)
						}
					case "href":
						found[a.Val] = true
						_, beside := os.Stat(filepath.Join(dir, u.Path))
						ok := err == nil && (u.Scheme == "data" || u.Scheme == "mailto" || u.Scheme == "https" || u.Scheme == "http" || u.Path == "" && u.RawQuery == "" || u.Scheme == "" && u.Host == "" && beside == nil)
						if !ok || base == "" && u.Host == "example.org" {
							t.Errorf("%s: <%s href=%q> leads nowhere", file, token.Data, a.Val)
						}
					}
				}
			}
			switch {
			case file == "widget-hotel-size-size1.html" && !found["hotel-size.html#size1"] && !found["hotel-size.html"]:
				t.Errorf("a calculator does not lead to its chapter beside it: %v", found)
			case base != "" && file == "hotel-size.html" && !found[base+"glossary/#partition"] && !found[base+"learn/"]:
				t.Errorf("a chapter does not lead to the site: %v", found)
			}
		}
	}
}

func TestSinglePagesAreNamed(t *testing.T) {
	site, _ := realSite(t, "")
	for _, pages := range [][]string{nil, {"hotel/none"}, {"../go.mod"}, {"assets"}, {"hotel/size", "index.html/"}} {
		if _, err := single.Pages(site.Files, site.Base, pages); err == nil {
			t.Errorf("%q: no error", pages)
		}
	}
}

// TestSingleOpensByDoubleClick opens the files as a desktop does.
func TestSingleOpensByDoubleClick(t *testing.T) {
	dir, site := looseFiles(t, "")
	for path, file := range loose {
		address := "file://" + filepath.Join(dir, file)
		spec := looseSpec(site, path, file)
		b := open(t)
		b.do("open the file", chromedp.Navigate(address))
		if spec != nil {
			b.do("scroll", chromedp.Evaluate[chromedp.Void](`document.querySelector("[data-lab]").scrollIntoView()`))
			b.until("the program has attached", `document.documentElement.classList.contains("lab-on")`)
			in := b.change(spec)
			b.same("after a change", spec, in)

			// The link, opened, leads to the same inputs.
			link := eval[string](b, `document.getElementById("`+spec.ID+`").querySelector("[data-do=link]").href`)
			if !strings.HasPrefix(link, address+"?") {
				t.Errorf("%s: the link is %s", file, link)
			}
			b.do("leave", chromedp.Navigate("about:blank"))
			b.do("open the link", chromedp.Navigate(link))
			b.until("the program has attached again", `document.documentElement.classList.contains("lab-on")`)
			b.same("from the link", spec, in)
		}
		for _, v := range eval[[]string](b, "window.violations ?? []") {
			t.Errorf("%s breaks its policy: %s", file, v)
		}
		b.mu.Lock()
		if asked := slices.DeleteFunc(b.complaints, func(c string) bool { return strings.HasPrefix(c, "asked for "+address) }); len(asked) > 0 || len(b.hosts) > 0 {
			t.Errorf("%s: %q, %v", file, asked, b.hosts)
		}
		b.mu.Unlock()
	}
}
