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
	t.Parallel()
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
			if head, _, _ := strings.Cut(string(data), "<head>"); !strings.Contains(head, "unsearched") {
				t.Errorf("%s does not tell styles that it has no search", file)
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
	t.Parallel()
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

			// The dialog says why there is no frame, and offers what goes anywhere.
			eval[bool](b, `(document.getElementById("`+spec.ID+`").querySelector("[data-do=embed]").click(), true)`)
			b.until("the dialog says why there is no frame", `document.querySelector("dialog.share[open]")?.textContent.includes("no other page can show the calculator in a frame")`)
			line := eval[string](b, `document.querySelector("#`+spec.ID+`-share-markdown").value`)
			want := "](partition-lab-" + spec.ID + ".svg)"
			if text, _ := spec.CQL(in); spec.Kind != "size" { // it has no figure
				want = "```cql\n" + strings.TrimRight(text, "\n") + "\n```"
			}
			if !strings.HasSuffix(line, want) {
				t.Errorf("%s: for Markdown there is %s, not %s", file, line, want)
			}
			b.until("a copy button copies it", `(document.querySelector("[data-from=`+spec.ID+`-share-markdown]").click(), document.querySelector(".share-said").textContent !== "")`)
			b.report("the dialog of "+file, b.axe("{}"))
			eval[bool](b, `(document.querySelector("dialog.share [data-do=close]").click(), true)`)
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

// TestSingleLeadsToTheSitesDialog: in a file that knows its site, the Embed dialog leads
// to the one there, which opens with the reader's inputs.
func TestSingleLeadsToTheSitesDialog(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "")
	base, err := url.Parse(root)
	if err != nil {
		t.Fatal(err)
	}
	files, err := single.Pages(site.Files, base, []string{"hotel/size"})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "hotel-size.html")
	if err := os.WriteFile(file, files["hotel-size.html"], 0o644); err != nil {
		t.Fatal(err)
	}
	b := open(t)
	b.do("open the file", chromedp.Navigate("file://"+file+"?v=1&size1.rooms=7"))
	b.do("scroll", chromedp.Evaluate[chromedp.Void](`document.querySelector("#size1").scrollIntoView()`))
	b.until("the program has attached", `document.documentElement.classList.contains("lab-on")`)
	eval[bool](b, `(document.querySelector("#size1 [data-do=embed]").click(), true)`)
	const link = `document.querySelector("dialog.share a[href*='embed=1']")`
	b.until("the dialog leads to the site", link+` !== null`)
	page := root + "widget/hotel/size/size1/?v=1&rooms=7"
	if got := eval[string](b, `document.querySelector("#size1-share-markdown").value`); !strings.HasSuffix(got, "](partition-lab-size1.svg)]("+page+")") {
		t.Errorf("for Markdown there is %s", got)
	}
	to := eval[string](b, link+`.href`)
	if to != page+"&embed=1" {
		t.Errorf("the link leads to %s", to)
	}
	b.visit(to, 1)
	b.until("the site's dialog is open", `document.querySelector("dialog.share[open] .share-recipes")?.dataset.filled`)
	if got := eval[string](b, `document.querySelector("#size1-share-link").value`); got != page {
		t.Errorf("the dialog's link is %s", got)
	}
}
