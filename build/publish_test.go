package build

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"flag"
	"image/png"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"partitionlab/wasm/edge"
)

// TestPublish gives a site an address and looks at what it tells others.
func TestPublish(t *testing.T) {
	const root = "https://example.org/lab/"
	b, err := New(testSource(t, nil), root, Program{})
	if err != nil {
		t.Fatal(err)
	}
	site, problems := b.Build()
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if err := b.Publish(site); err != nil {
		t.Fatal(err)
	}
	for file, wants := range map[string][]string{
		"robots.txt": {"Sitemap: https://example.org/lab/sitemap.xml"},
		"hotel/sample/index.html": {`<meta property="og:title" content="A sample of everything">`, `<link rel="canonical" href="https://example.org/lab/hotel/sample/">`,
			`<meta property="og:image" content="https://example.org/lab/hotel/sample/card.png">`, `<meta property="og:url" content="https://example.org/lab/hotel/sample/">`},
		"widget/hotel/sample/size1/index.html": {`<link rel="canonical" href="https://example.org/lab/widget/hotel/sample/size1/">`, `oembed" href="https://example.org/lab/widget/hotel/sample/size1/oembed.json"`},
		"embed/hotel/sample/size1/index.html":  {`<link rel="canonical" href="https://example.org/lab/widget/hotel/sample/size1/">`, `script-src &#39;self&#39; https://example.org`},
		"rules/index.html":                     {`<link rel="canonical" href="https://example.org/lab/rules/">`},
	} {
		for _, want := range wants {
			if n := bytes.Count(site.Files[file], []byte(want)); n != 1 {
				t.Errorf("%s: %d times %s in %.1500s", file, n, want, site.Files[file])
			}
		}
		if n := bytes.Count(site.Files[file], []byte(`name="description"`)); strings.HasSuffix(file, ".html") && n != 1 {
			t.Errorf("%s has %d descriptions", file, n)
		}
	}
	for _, page := range site.cards() {
		picture, err := png.DecodeConfig(bytes.NewReader(site.Files[page+"card.png"]))
		if err != nil || picture.Width != edge.PNGWidth || picture.Height != edge.PNGHeight {
			t.Errorf("%scard.png: %v %v", page, picture, err)
		}
		if words := svgWords(t, site.Files[page+"card.svg"]); words["title"] == "" {
			t.Errorf("%scard.svg has no title", page)
		}
	}
	var o edge.OEmbed
	if err := json.Unmarshal(site.Files["widget/hotel/sample/size1/oembed.json"], &o); err != nil || !strings.Contains(o.HTML, `src="https://example.org/lab/embed/hotel/sample/size1/"`) {
		t.Errorf("oembed.json: %v %+v", err, o)
	}
	var m struct {
		URL []struct {
			Loc string `xml:"loc"`
		} `xml:"url"`
	}
	if err := xml.Unmarshal(site.Files["sitemap.xml"], &m); err != nil || len(m.URL) < 10 {
		t.Fatalf("sitemap.xml: %v %+v", err, m)
	}
	for _, u := range m.URL {
		name, ok := strings.CutPrefix(u.Loc, root)
		if !ok || site.Files[name+"index.html"] == nil || strings.HasPrefix(name, "embed/") {
			t.Errorf("sitemap.xml lists %s", u.Loc)
		}
	}
}

// TestMovedAddressesLeadOn moves a page, and a calculator with its embed.
func TestMovedAddressesLeadOn(t *testing.T) {
	site, problems := testBuild(t, "https://example.org/lab/", map[string]string{
		addressFile: "# given out\nhotel/sample/\nhotel/old/ => hotel/sample/\nwidget/hotel/old/size1/ => widget/hotel/sample/size1/\n",
	})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if got, want := string(site.Files["_redirects"]), `/lab/hotel/old/ /lab/hotel/sample/ 301
/lab/widget/hotel/old/size1/ /lab/widget/hotel/sample/size1/ 301
/lab/embed/hotel/old/size1/ /lab/embed/hotel/sample/size1/ 301
`; got != want {
		t.Errorf("_redirects:\n%s", got)
	}
	if page := string(site.Files["hotel/old/index.html"]); !strings.Contains(page, `url=../../hotel/sample/"`) || !strings.Contains(page, `<a href="../../hotel/sample/">`) {
		t.Error(page)
	}
	for text, want := range map[string]string{
		"hotel/old/ => hotel/none/":                "where no page is",
		"hotel/sample/ => hotel/second/":           "and yet there is a page",
		"hotel/old => hotel/sample/":               "a line is an address",
		"/hotel/old/":                              "a line is an address",
		"hotel/sample/#e1 => hotel/second/":        "a line is an address",
		"hotel/sample/#e1 => hotel/second/#none":   "that page has no such part",
		"hotel/none/#e1 => hotel/second/#main":     "a part of a page that is not there",
		"hotel/sample/#main => hotel/second/#main": "a name is never used again",
	} {
		_, problems := testBuild(t, "", map[string]string{addressFile: text})
		if len(problems) != 1 || !strings.Contains(problems[0].String(), want) {
			t.Errorf("%s: %v", text, problems)
		}
	}
}

var updateAddresses = flag.Bool("addresses", false, "add new addresses of pages to "+addressFile)

// TestGivenAddressesHavePages holds the promise that an address opens for ever. With
// -addresses it notes those that are new: do that when the site is published.
func TestGivenAddressesHavePages(t *testing.T) {
	site, _ := realSite(t, "")
	var problems problemList
	given, _ := readAddresses(os.DirFS(".."), &problems)
	for _, p := range problems.list {
		t.Error(p)
	}
	for _, address := range given {
		if site.Files[address+"index.html"] == nil {
			t.Errorf("%s was given out and has no page: write behind it where that is now, as in %s => hotel/size/", address, address)
		}
	}
	if !*updateAddresses {
		return
	}
	text, err := os.ReadFile("../" + addressFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range slices.Sorted(maps.Keys(site.Files)) {
		page, isPage := strings.CutSuffix(file, "index.html")
		if !isPage || page == "" || strings.HasPrefix(page, "embed/") || path.Base(file) != "index.html" || strings.Contains("\n"+string(text), "\n"+page+"\n") || bytes.Contains(site.Files[file], []byte(movedMark)) {
			continue
		}
		text = append(text, page+"\n"...)
	}
	if err := os.WriteFile("../"+addressFile, text, 0o666); err != nil {
		t.Fatal(err)
	}
}
