package build

import (
	"html"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

// TestLicensesAreInTheSite: everything that others have made and the site holds has its
// license on a page that every page links to.
func TestLicensesAreInTheSite(t *testing.T) {
	site, problems := realSite(t, "https://example.org/lab/")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	text := html.UnescapeString(string(site.Files["licenses/index.html"]))
	for _, part := range []string{"Apache License", "CC BY 4.0", "Go 1.", "The Go Authors", "honnef.co/go/js/dom/v2 v2.", "Dominik Honnef"} {
		if !strings.Contains(text, part) {
			t.Errorf("the page of licenses does not say %q", part)
		}
	}
	for file, data := range site.Files {
		if path.Base(file) == "index.html" && !strings.HasPrefix(file, "embed/") && !strings.Contains(string(data), `http-equiv="refresh"`) && !strings.Contains(string(data), `/licenses/">All licenses</a>`) {
			t.Errorf("%s does not link to the licenses", file)
		}
	}
	list, err := programLicenses("..", t.TempDir(), "go1.26.8") // a Go that keeps its license elsewhere
	if err != nil || !slices.ContainsFunc(list, func(l License) bool { return l.Name == "Go" && strings.Contains(l.Text, "The Go Authors") }) {
		t.Errorf("%v, %v", list, err)
	}
}

// TestVendoredFilesHaveALicense: a folder of files made by others is shown with its
// license, or the build fails.
func TestVendoredFilesHaveALicense(t *testing.T) {
	good := map[string]string{"site/vendored/serif/serif.woff2": "font", "site/vendored/serif/LICENSE": "Do <what> you like.", "site/vendored/serif/VERSION": "4.2\nSubset of Latin letters."}
	site, problems := testBuild(t, "http://127.0.0.1:8080/", good)
	if page := string(site.Files["licenses/index.html"]); len(problems) > 0 || !strings.Contains(page, "<h2>serif 4.2</h2>") || !strings.Contains(page, "Do &lt;what&gt; you like.") || !strings.Contains(page, "Subset of Latin") {
		t.Errorf("%v\n%s", problems, page)
	}
	for _, missing := range []string{"LICENSE", "VERSION"} {
		bad := map[string]string{}
		for file, text := range good {
			if path.Base(file) != missing {
				bad[file] = text
			}
		}
		if _, problems := testBuild(t, "http://127.0.0.1:8080/", bad); len(problems) != 1 || !strings.Contains(problems[0].String(), "no file "+missing) {
			t.Errorf("without %s: %v", missing, problems)
		}
	}
}

// TestSiteHoldsOwnFilesOnly: what is not made here lies in site/vendored.
func TestSiteHoldsOwnFilesOnly(t *testing.T) {
	known := map[string]string{"css": ".css", "js": ".js", "js/page": ".js", "templates": ".html", "api": ".json", "recipes": ".txt"}
	err := fs.WalkDir(os.DirFS("../site"), ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || file == "icon.svg" || path.Ext(file) == ".go" || strings.HasPrefix(file, "vendored/") {
			return err
		}
		if dir, _, _ := strings.Cut(file, "/"); known[dir] == "" || known[dir] != path.Ext(file) || strings.Contains(file, ".min.") {
			t.Errorf("site/%s: a file made by others lies in site/vendored/NAME beside its LICENSE; another kind of own file is a line here", file)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
