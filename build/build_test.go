package build

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"net/url"
	"os"
	"path"
	"regexp"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"golang.org/x/net/html"

	"partitionlab/wasm/view"
)

// testSource is a project whose site/ is the real one and whose content/ is that
// of testdata, with some files exchanged.
func testSource(t testing.TB, changes map[string]string) fstest.MapFS {
	t.Helper()
	source := fstest.MapFS{}
	take := func(dir, prefix string) {
		err := fs.WalkDir(os.DirFS(dir), ".", func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := fs.ReadFile(os.DirFS(dir), file)
			source[prefix+file] = &fstest.MapFile{Data: data}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	take("../site", "site/")
	take("testdata/content", "content/")
	for file, text := range changes {
		if text == "" {
			delete(source, file)
			continue
		}
		source[file] = &fstest.MapFile{Data: []byte(text)}
	}
	return source
}

func testBuild(t testing.TB, base string, changes map[string]string) (*Site, []Problem) {
	t.Helper()
	b, err := New(testSource(t, changes), base, Program{Wasm: []byte("\x00asm"), Exec: []byte("// go\n"), Version: "abc", Date: "2026-01-31"})
	if err != nil {
		t.Fatal(err)
	}
	return b.Build()
}

func TestSampleBuilds(t *testing.T) {
	site, problems := testBuild(t, "http://127.0.0.1:8080/", nil)
	for _, p := range problems {
		t.Error(p)
	}
	page := numbersAsTyped(site.Files["hotel/sample/index.html"])
	for _, want := range []string{
		`<title>A sample of everything · Partition Lab</title>`,
		`href="../../hotel/sample/" aria-current="page"`,
		"1,527,420\u00a0B",
		"about 1.53\u00a0MB",
		"it takes 6,109,620\u00a0B",
		`<code class="role-clustering up" translate="no">date</code>`,
		`data-answers="size1">1,095,005</td>`,
		`<section class="heard">`,
		`<span class="role-clustering down">shop_id</span>`,
		`<a href="../../hotel/second/#end">`,
		`rel="next" href="../../hotel/second/"`,
		`<meta http-equiv="Content-Security-Policy"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	shown := strings.NewReplacer(" style=&#34;", "", " style={{border: 0}", "") // in recipes, as text
	for _, bad := range []string{"&amp;lt;", "&amp;amp;", "&amp;#", " style=", "<no value>", "ZgotmplZ", "{=", "{lit", "%!"} {
		for name, data := range site.Files {
			if strings.HasSuffix(name, ".html") && strings.Contains(shown.Replace(string(data)), bad) {
				t.Errorf("%s contains %s", name, bad)
			}
		}
	}
}

var computed = regexp.MustCompile(`<span translate="no">([^<]*)</span>`)

// numbersAsTyped is a page in which computed numbers stand as typed ones would.
func numbersAsTyped(page []byte) string { return computed.ReplaceAllString(string(page), "$1") }

const front = "---\ntitle: Second\n---\n" // three lines; tests leave the fourth empty

const size1 = "```size\nid = size1\ntitle = T\nschema = hotel\ntable = hotel.pois_by_hotel\nrows = 2\n"

const ring1 = "```ring\nid = ring1\ntitle = T\nask = holders\nshow = nodes, rf\nrf = 3\nnodes = 6\nkeys = AZ123\n"

// TestNamesInProse: a list of names is written as a sentence has it, for other inputs,
// too, and its block says whose answer it tells.
func TestNamesInProse(t *testing.T) {
	text := front + "\n" + ring1 + "```\n\nOn {= ring1.holders.AZ123 : names}.\n\nWith two: {= ring1.holders.AZ123 : names | ring1 rf=2}.\n\nWith one: {= holders.AZ123 : names | ring1 rf=1}.\n\n## End\n"
	site, problems := testBuild(t, "http://127.0.0.1:8080/", map[string]string{"content/hotel/second.md": text})
	for _, p := range problems {
		t.Error(p)
	}
	page := numbersAsTyped(site.Files["hotel/second/index.html"])
	for _, want := range []string{
		`<p data-answers="ring1">On N[0-5], N[0-5] and N[0-5].</p>`, `<p data-answers="ring1">With two: N[0-5] and N[0-5].</p>`, `<p data-answers="ring1">With one: N[0-5].</p>`,
	} {
		if !regexp.MustCompile(want).MatchString(page) {
			t.Errorf("the page has no %s", want)
		}
	}
}

// TestProblemsAreSeen breaks the second chapter in every way that a build has to
// notice, and wants file, line and words.
func TestProblemsAreSeen(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"refused CQL":        {front + "\n```cql\nCREATE TABLE t (a int PRIMARY KEY);\nCREATE TABLE u (a int, PRIMARY KEY (b));\n```\n## End\n", "content/hotel/second.md:7: Cassandra refuses this"},
		"syntax error":       {front + "\n```cql\nCREATE TABEL t (a int PRIMARY KEY);\n```\n## End\n", "content/hotel/second.md:6: Cassandra refuses this"},
		"rule not broken":    {front + "\n```cql rule=W-05\nCREATE TABLE t (a int PRIMARY KEY);\n```\n## End\n", "content/hotel/second.md:6: this must break rule W-05, and Cassandra accepts it"},
		"wrong rule":         {front + "\n```cql rule=W-05\nCREATE TABLE u (a int, PRIMARY KEY (b));\n```\n## End\n", "content/hotel/second.md:6: this breaks CT-05, not W-05: write rule=CT-05; "},
		"one wrong rule":     {front + "\n```cql rule=CT-05,W-05\nCREATE TABLE u (a int, PRIMARY KEY (b));\nSELECT * FROM nope;\n```\n## End\n", "content/hotel/second.md:7: this breaks RES-03, not W-05: write rule=CT-05,RES-03; "},
		"no warning":         {front + "\n```cql warns\nCREATE TABLE u (a int PRIMARY KEY);\n```\n## End\n", "content/hotel/second.md:6: the server must warn here"},
		"CQL without an end": {front + "\n```cql\nCREATE TABLE t (a int PRIMARY KEY)\n```\n\n```cql\nSELECT * FROM t;\n```\n## End\n", "content/hotel/second.md:10: the workbench shows this CQL with all that stands before it, and refuses 1 statements of it where the chapter refuses 0: end each fence with a semicolon"},
		"unknown option":     {front + "\n```cql rules=W-05\nCREATE TABLE u (a int PRIMARY KEY);\n```\n## End\n", "content/hotel/second.md:5: a cql fence has no option rules=W-05"},
		"typed number":       {front + "\nIt has 73,000 rows.\n## End\n", "content/hotel/second.md:5: the number 73,000 is typed"},
		"typed unit":         {front + "\nIt is\nabout **7** MB.\n## End\n", "content/hotel/second.md:6: the number 7 MB is typed"},
		"number in table":    {front + "\n| a |\n|---|\n| 200 |\n\n## End\n", "content/hotel/second.md:7: the number 200 is typed"},
		"number in heading":  {front + "\n## 500 rooms\n\n## End\n", "content/hotel/second.md:5: the number 500 is typed"},
		"number in promise":  {"---\ntitle: T\npromise: You save 30 %.\n---\n## End\n", "content/hotel/second.md:3: the number 30 % is typed"},
		"lit without reason": {front + "\nIn {lit 2024}.\n## End\n", "content/hotel/second.md:5: {lit 2024} gives no reason"},
		"dead link":          {front + "\n[x](/hotel/none/)\n## End\n", "content/hotel/second.md:5: the link /hotel/none/ leads to no page"},
		"dead anchor":        {front + "\n[x](#none)\n## End\n", "content/hotel/second.md:5: the link #none leads to no place"},
		"dead far anchor":    {front + "\n[x](/hotel/sample/#none)\n## End\n", "content/hotel/second.md:5: the link /hotel/sample/#none leads to no place"},
		"relative link":      {front + "\n[x](sample.md)\n## End\n", "content/hotel/second.md:5: the link sample.md is relative"},
		"mute figure":        {front + "\n![](/hotel/sample/)\n## End\n", "content/hotel/second.md:5: the figure /hotel/sample/ has no text alternative"},
		"wrong expectation":  {front + "\n" + size1 + "expect = rows 3\n```\n## End\n", "content/hotel/second.md:11: rows is 2, expected is 3"},
		"unknown output":     {front + "\n" + size1 + "expect = roes 3\n```\n## End\n", "content/hotel/second.md:11: the widget has no output roes"},
		"unknown widget":     {front + "\n{= size2.rows : n}\n## End\n", "content/hotel/second.md:5: {= size2.rows}: the chapter has no widget size2"},
		"unknown value":      {front + "\n" + size1 + "```\n{= size1.rovs : n}\n## End\n", "content/hotel/second.md:12: {= size1.rovs}: the widget size1 has no output rovs"},
		"unknown format":     {front + "\n{= 7 * 30 : x}\n## End\n", "content/hotel/second.md:5: {= 7 * 30 : x}: no format x"},
		"names of nothing":   {front + "\n" + ring1 + "```\n{= ring1.holders.XY9 : names}\n## End\n", "content/hotel/second.md:14: {= ring1.holders.XY9}: the widget ring1 has no output holders.XY9"},
		"names of a number":  {front + "\n" + ring1 + "```\n{= ring1.holding : names}\n## End\n", "content/hotel/second.md:14: {= ring1.holding}: 3 is a number and no list of names"},
		"names as a number":  {front + "\n" + ring1 + "```\n{= ring1.holders.AZ123 : n}\n## End\n", "content/hotel/second.md:14: {= ring1.holders.AZ123}: the output ring1.holders.AZ123 is no number: N"},
		"names given away":   {front + "\n" + ring1 + "cover = yes\nguess = 3 nodes\n```\n\nOn {= ring1.holders.AZ123 : names}.\n## End\n", "content/hotel/second.md:17: this gives away what the covered widget ring1 answers"},
		"too many steps":     {front + "\n```layout\nid = l1\ntitle = T\nstep = 3\nschema:\nCREATE TABLE t (a int PRIMARY KEY);\ncql:\nINSERT INTO t (a) VALUES (1);\nDELETE FROM t WHERE a = 1;\n```\n## End\n", "content/hotel/second.md:8: step = 3 is more than there are: 2 writes"},
		"no step":            {front + "\n```layout\nid = l1\ntitle = T\nstep = first\nschema:\nCREATE TABLE t (a int PRIMARY KEY);\ncql:\nINSERT INTO t (a) VALUES (1);\n```\n## End\n", "content/hotel/second.md:8: Write a whole number from 0"},
		"broken expression":  {front + "\n{= 7 * : n}\n## End\n", "content/hotel/second.md:5: {= 7 *}: "},
		"unknown input":      {front + "\n" + size1 + "```\n{= size1.rows : n | size1 roms=3}\n## End\n", "content/hotel/second.md:12: {= size1.rows : n | size1 roms=3}: the widget size1 has no input roms"},
		"unknown quantity":   {front + "\n{= copies : n}\n## End\n", "content/hotel/second.md:5: {= copies}: there is no quantity copies"},
		"broken quantity":    {front + "\n```values\na = 1 +\n```\n## End\n", "content/hotel/second.md:6: "},
		"open form":          {front + "\nIt is {= 7 * 30 : n\n## End\n", "content/hotel/second.md:5: an inline form { has no } on its line"},
		"broken fence":       {front + "\n" + size1 + "nonsense\n```\n## End\n", "content/hotel/second.md:11: this line has no ="},
		"unknown file":       {front + "\n```check\nid = c\ntitle = T\nschema = none\n```\n## End\n", "content/hotel/second.md:6: the widget has no CQL"},
		"id twice":           {front + "\n" + size1 + "```\n" + size1 + "```\n## End\n", "content/hotel/second.md:13: the id size1 is taken"},
		"fence misspelled":   {front + "\n```sise\nid = a\n```\n## End\n", "content/hotel/second.md:5: there is no fence sise: did you mean size?"},
		"CQL misspelled":     {front + "\n```cqll rule=W-05\nSELECT\n```\n## End\n", "content/hotel/second.md:5: there is no fence cqll: did you mean cql?"},
		"no such fence":      {front + "\n```mermaid\na\n```\n## End\n", "content/hotel/second.md:5: there is no fence mermaid: write one of check, "},
		"column unnamed":     {front + "\n|   | a |\n|---|---|\n| b | c |\n\n## End\n", "content/hotel/second.md:5: a column of the table has no heading"},
		"unknown setting":    {front + "\n{setting page_size_warn_treshold}\n## End\n", "content/hotel/second.md:5: {setting page_size_warn_treshold}: cassandra.yaml has no such key that changes a verdict: did you mean page_size_warn_threshold?"},
		"setting misspelled": {front + "\n{= setting.page_size_warn_treshold : n}\n## End\n", "content/hotel/second.md:5: {= setting.page_size_warn_treshold}: cassandra.yaml has no such key that changes a verdict: did you mean page_size_warn_threshold?"},
		"setting no number":  {front + "\n{= setting.user_timestamps_enabled : n}\n## End\n", "content/hotel/second.md:5: {= setting.user_timestamps_enabled}: the setting user_timestamps_enabled is \"true\" and no number from 0"},
		"unknown type":       {front + "\n{= type.strng.bytes : n}\n## End\n", "content/hotel/second.md:5: {= type.strng.bytes}: there is no type strng"},
		"type of any length": {front + "\n{= type.text.bytes : n}\n## End\n", "content/hotel/second.md:5: {= type.text.bytes}: values of type text have any length"},
		"type of two sizes":  {front + "\n{= type.inet.disk : n}\n## End\n", "content/hotel/second.md:5: {= type.inet.disk}: values of type inet have different lengths"},
		"unknown limit":      {front + "\n{= limit.byte : n}\n## End\n", "content/hotel/second.md:5: {= limit.byte}: there is no limit byte: did you mean bytes?"},
		"no guess":           {front + "\n" + size1 + "cover = yes\n```\n## End\n", "content/hotel/second.md:6: the answer of size1 is covered, and the reader is asked for nothing"},
		"guess of nothing":   {front + "\n" + size1 + "cover = yes\nguess = 77 rows\n```\n## End\n", "content/hotel/second.md:12: the widget shows no such number"},
		"wrong feedback":     {front + "\n" + size1 + "cover = yes\nguess = 2 rows\nguess.2 = No.\n```\n## End\n", "content/hotel/second.md:13: a guess of 2 does not get this feedback"},
		"answer given away":  {front + "\n" + size1 + "cover = yes\nguess = yes\n```\n\nIt takes {= size1.disk.bytes : B}.\n## End\n", "content/hotel/second.md:15: this gives away what the covered widget size1 answers"},
		"given in a heading": {front + "\n" + size1 + "cover = yes\nguess = yes\n```\n\n## It takes {= size1.disk.bytes : B}\n", "content/hotel/second.md:15: this gives away what the covered widget size1 answers"},
		"other reveal":       {front + "\n" + size1 + "cover = yes\nguess = yes\n```\n" + strings.Replace(size1, "size1", "size2", 1) + "cover = yes\nguess = yes\n```\n\n::: reveal size2\n{= size1.disk.bytes : B}\n:::\n## End\n", "content/hotel/second.md:25: this gives away what the covered widget size1 answers"},
		"reveal of nothing":  {front + "\n::: reveal size9\nWords.\n:::\n## End\n", "content/hotel/second.md:5: ::: reveal size9: the chapter has no widget size9"},
		"reveal uncovered":   {front + "\n" + size1 + "```\n::: reveal size1\nWords.\n:::\n## End\n", "content/hotel/second.md:12: ::: reveal size1: the widget is not covered"},
		"reveal open":        {front + "\n" + size1 + "cover = yes\nguess = yes\n```\n::: reveal size1\nWords.\n\n", "content/hotel/second.md:14: ::: reveal size1 has no end"},
		"reveal no id":       {front + "\n::: reveal\nWords.\n:::\n## End\n", "content/hotel/second.md:5: write ::: reveal and the id"},
		"reveal misspelled":  {front + "\n::: reveel size1\nWords.\n:::\n## End\n", "content/hotel/second.md:5: write ::: reveal and the id"},
		"reveal heading":     {front + "\n" + size1 + "cover = yes\nguess = yes\n```\n::: reveal size1\n## Heading\n:::\n", "content/hotel/second.md:15: a heading in ::: reveal"},
		"raw HTML":           {front + "\n<div>\nx\n</div>\n\n## End\n", "content/hotel/second.md:5: raw HTML"},
		"inline HTML":        {front + "\nan <b>x</b>\n## End\n", "content/hotel/second.md:5: raw HTML"},
		"no front matter":    {"## End\n", "content/hotel/second.md:1: the chapter begins without front matter"},
		"no title":           {"---\npromise: x\n---\n## End\n", "content/hotel/second.md:1: the chapter has no title"},
		"unknown key":        {"---\ntitle: x\noutcome: y\n---\n## End\n", "content/hotel/second.md:3: front matter has no key outcome"},
		"unknown schema":     {"---\ntitle: x\nschema: none\n---\n## End\n", "content/hotel/second.md:1: there is no content/schemas/none.cql"},
		"id of a widget":     {front + "\n" + size1 + "```\n## Size1\n", "content/hotel/second.md:12: the heading has the address #size1, which is the id of a calculator"},
		"id of a heading":    {front + "\n## Way\n\n## Another {#way}\n\n## End\n", "content/hotel/second.md:7: the heading has the address #way, which is that of the heading \"Way\" before: write another one behind it, {#more-way}"},
		"first heading":      {front + "\n# Top\n## End\n", "content/hotel/second.md:5: a heading of the first level"},
	} {
		t.Run(name, func(t *testing.T) {
			_, problems := testBuild(t, "http://127.0.0.1:8080/", map[string]string{"content/hotel/second.md": test.text})
			for _, p := range problems {
				if p.File != "content/hotel/second.md" {
					continue
				}
				if !strings.HasPrefix(p.String(), test.want) {
					t.Errorf("got  %s\nwant %s", p, test.want)
				}
				return // what follows may follow from the first
			}
			t.Errorf("the build saw nothing; want %s", test.want)
		})
	}
}

// TestMuteFigures wants figures without a text alternative to be found.
func TestMuteFigures(t *testing.T) {
	named := view.El("svg", view.El("title", view.Text("Growth")))
	labeled := view.El("svg", view.A("aria-label", "Growth"))
	silent := view.El("svg", view.Class("growth"), view.El("path"))
	for _, test := range []struct {
		tree *view.Node
		want int
	}{
		{view.El("div", named, labeled), 0},
		{view.El("div", named, view.El("p", silent)), 1},
		{view.El("div", silent, view.El("svg", view.A("aria-label", ""))), 2},
	} {
		if got := mute(test.tree, nil); len(got) != test.want {
			t.Errorf("%s: found %q, want %d", view.HTML(test.tree), got, test.want)
		}
	}
}

func TestFilesAreSeen(t *testing.T) {
	for name, test := range map[string]struct {
		changes map[string]string
		want    string
	}{
		"stray chapter":   {map[string]string{"content/hotel/third.md": front}, "content/hotel/third.md: is not listed in content/book.txt"},
		"missing chapter": {map[string]string{"content/book.txt": "hotel Hotel\n sample\n second\n third\n"}, "content/book.txt:4: hotel/third has no file content/hotel/third.md"},
		"listed twice":    {map[string]string{"content/book.txt": "hotel Hotel\n sample\n second\n sample\n"}, "content/book.txt:4: hotel/sample is listed twice"},
		"broken schema":   {map[string]string{"content/schemas/x.cql": "CREATE TABLE t (a int PRIMARY KEY);\nCREATE TABLE u (a it PRIMARY KEY);\n"}, "content/schemas/x.cql:2: Cassandra refuses this"},
		"broken template": {map[string]string{"site/templates/404.html": "{{.None}}"}, "site/templates/404.html: "},
		"no book":         {map[string]string{"content/book.txt": ""}, "content/book.txt: is missing"},
	} {
		t.Run(name, func(t *testing.T) {
			_, problems := testBuild(t, "http://127.0.0.1:8080/", test.changes)
			for _, p := range problems {
				if strings.HasPrefix(p.String(), test.want) {
					return
				}
			}
			t.Errorf("no problem %q in %v", test.want, problems)
		})
	}
}

// TestBrokenSchemaIsToldOnce breaks a schema that chapters, widgets and numbers build
// on: one problem, at its own line.
func TestBrokenSchemaIsToldOnce(t *testing.T) {
	text := string(testSource(t, nil)["content/schemas/hotel.cql"].Data)
	line := 1 + strings.Count(text[:strings.Index(text, "CREATE TABLE")], "\n")
	for name, broken := range map[string]string{
		"a word":     strings.Replace(text, "CREATE TABLE", "CREATE TABEL", 1),
		"everything": strings.ReplaceAll(text, "CREATE TABLE", "CREATE TABEL"),
	} {
		t.Run(name, func(t *testing.T) {
			_, problems := testBuild(t, "http://127.0.0.1:8080/", map[string]string{"content/schemas/hotel.cql": broken})
			if len(problems) != 1 || problems[0].File != "content/schemas/hotel.cql" || problems[0].Line != line {
				t.Errorf("want one problem at line %d, got %v", line, problems)
			}
		})
	}
}

// TestEveryLinkLeads follows every link and address of every page of the real
// site, those of templates and widgets too.
func TestEveryLinkLeads(t *testing.T) {
	site, _ := realSite(t, "")
	ids := map[string]map[string]bool{}
	for name, data := range site.Files {
		if strings.HasSuffix(name, ".html") {
			ids[name] = idsOf(data)
		}
	}
	count := 0
	for name, data := range site.Files {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		z := html.NewTokenizer(bytes.NewReader(data))
		for z.Next() != html.ErrorToken {
			for _, a := range z.Token().Attr {
				if a.Key != "href" && a.Key != "src" && a.Key != "data-wasm" && a.Key != "data-exec" && a.Key != "data-worker" {
					continue
				}
				if strings.HasPrefix(a.Val, "https://") {
					continue
				}
				count++
				to, err := url.Parse(a.Val)
				if err != nil {
					t.Errorf("%s: %s=%q: %v", name, a.Key, a.Val, err)
					continue
				}
				file := name
				if to.Path != "" {
					file = path.Join(path.Dir(name), to.Path)
					if name == "404.html" {
						file = strings.TrimPrefix(to.Path, "/")
					}
					if to.Path == "./" || to.Path == "/" || strings.HasSuffix(to.Path, "/") {
						file = path.Join(file, "index.html")
					}
				}
				anchor := to.Fragment
				if strings.HasPrefix(to.Path, "/") != (name == "404.html" && to.Path != "") || site.Files[file] == nil || anchor != "" && !strings.Contains(anchor, "=") && !ids[file][anchor] {
					t.Errorf("%s: %s=%q leads nowhere", name, a.Key, a.Val)
				}
			}
		}
	}
	if count < 100 {
		t.Errorf("found only %d links", count)
	}
}

// TestNoAddressIsBakedIn wants a site without an address to name none, and a site with
// one to differ in nothing that leads from page to page.
func TestNoAddressIsBakedIn(t *testing.T) {
	site, problems := testBuild(t, "", nil)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for name, data := range site.Files {
		for _, word := range []string{"://127.0.0.1", "://localhost", `rel="canonical"`, `property="og:`, "oembed"} {
			if bytes.Contains(data, []byte(word)) {
				t.Errorf("%s says %s", name, word)
			}
		}
	}
	if embed := string(site.Files["embed/hotel/sample/size1/index.html"]); !strings.Contains(embed, "script-src &#39;self&#39; &#39;wasm-unsafe-eval&#39;") {
		t.Errorf("the policy of an embed names a host: %.600s", embed)
	}
}

// TestBelowAPath wants every address of a site below a path to be relative, or to
// begin with the path where hosts show a page at any depth.
func TestBelowAPath(t *testing.T) {
	site, problems := testBuild(t, "https://example.org/lab/", nil)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for name, data := range site.Files {
		for _, at := range []string{`href="/`, `src="/`, `action="/`} {
			for rest := string(data); ; {
				_, after, found := strings.Cut(rest, at)
				if !found {
					break
				}
				if name != "404.html" || !strings.HasPrefix(after, "lab/") {
					t.Errorf("%s: %s%s", name, at, after[:min(40, len(after))])
				}
				rest = after
			}
		}
	}
	if h := string(site.Files["_headers"]); !strings.Contains(h, "\n/lab/embed/*\n  ! Content-Security-Policy\n") {
		t.Errorf("_headers:\n%s", h)
	}
}

func TestRebuildKeepsWhatIsUnchanged(t *testing.T) {
	source := testSource(t, nil)
	b, err := New(source, "http://127.0.0.1:8080/", Program{})
	if err != nil {
		t.Fatal(err)
	}
	first, problems := b.Build()
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	before := maps.Clone(b.chapters)
	source["content/hotel/second.md"] = &fstest.MapFile{Data: []byte(front + "Other words.\n\n## End\n")}
	second, _ := b.Build()
	if b.chapters["content/hotel/sample.md"] != before["content/hotel/sample.md"] {
		t.Error("an unchanged chapter was compiled again")
	}
	if string(first.Files["hotel/second/index.html"]) == string(second.Files["hotel/second/index.html"]) {
		t.Error("a changed chapter was not compiled again")
	}
	// A chapter is made of its exercises, too, and of no other; one that it misses may come.
	const file = "content/exercises/hotel/second-e1.exercise"
	source["content/hotel/second.md"] = &fstest.MapFile{Data: []byte(practiced)}
	for _, step := range []struct{ file, text, want string }{
		{file, strings.Replace(practice, "left?", "there?", 1), "rows are there?"},
		{file, practice, "rows are left?"},
		{file, "", ""},
		{file, practice, "rows are left?"},
	} {
		before = maps.Clone(b.chapters)
		if source[step.file] = (&fstest.MapFile{Data: []byte(step.text)}); step.text == "" {
			delete(source, step.file)
		}
		site, problems := b.Build()
		if page := string(site.Files["hotel/second/index.html"]); len(problems) > 0 != (step.want == "") || !strings.Contains(page, step.want) {
			t.Errorf("%.40q: %v", step.text, problems)
		}
		if b.chapters["content/hotel/sample.md"] != before["content/hotel/sample.md"] {
			t.Error("a chapter was compiled again for the exercise of another")
		}
	}
}

// TestRebuildEqualsBuild edits a book at random, and wants what a builder that has built
// before makes of it: the same as a new one, with most pages taken over as they were.
func TestRebuildEqualsBuild(t *testing.T) {
	source := testSource(t, map[string]string{"content/exercises/hotel/second-e1.exercise": practice})
	second := string(source["content/hotel/second.md"].Data)
	const chapter, other, terms, list = "content/hotel/second.md", "content/hotel/sample.md", "content/glossary.txt", "content/book.txt"
	written := func(file, old, text string) func() {
		return func() {
			source[file] = &fstest.MapFile{Data: bytes.Replace(source[file].Data, []byte(old), []byte(text), 1)}
		}
	}
	is := func(file, text string) func() {
		return func() { source[file] = &fstest.MapFile{Data: []byte(text)} }
	}
	edits := []func(){
		written(chapter, "## End", "One sentence more.\n\n## End"),
		written(chapter, "title: ", "title: Not "),
		is(chapter, practiced), is(chapter, second), is(chapter, strings.Replace(second, "hotel/sample/", "hotel/sample/#nowhere", 1)),
		written("content/exercises/hotel/second-e1.exercise", "title = ", "title = Again: "),
		written(other, "## ", "Words in the other chapter.\n\n## "),
		written(other, "promise: ", "promise: Indeed, "),
		is(terms, "node | nodes : hotel/second\n    A server.\n"), is(terms, "page | pages : hotel/second\n    A piece of paper.\n"),
		is(list, "hotel  Hotel\n    sample\n    second\n"), is(list, "hotel  Hotel\n    second\n    sample\n"), is(list, "hotel  The hotel\n    sample\n    second\n"),
		written("site/templates/rule.html", "<h1>", "<h1>Rule: "),
		written("site/templates/head.html", "Learn", "Read"),
		written("site/js/search.js", "\n", "\n\n"),
	}
	again, err := New(source, "http://127.0.0.1:8080/", Program{})
	if err != nil {
		t.Fatal(err)
	}
	random, taken := rand.New(rand.NewPCG(1, 2)), 0
	for round := range 9 {
		var done []int
		for range 1 + random.IntN(2) {
			done = append(done, random.IntN(len(edits)))
			edits[done[len(done)-1]]()
		}
		before := again.kept.pages
		site, problems := again.Build()
		for file, m := range again.kept.pages {
			if was := before[file]; was != nil && &was.page[0] == &m.page[0] {
				taken++
			}
		}
		once, err := New(source, "http://127.0.0.1:8080/", Program{})
		if err != nil {
			t.Fatal(err)
		}
		once.icons, once.iconOf = again.icons, again.iconOf // it takes long to draw them
		want, wanted := once.Build()
		if fmt.Sprint(problems) != fmt.Sprint(wanted) {
			t.Errorf("round %d, edits %d: problems %v, of a new builder %v", round, done, problems, wanted)
		}
		for file := range want.Files {
			if string(site.Files[file]) != string(want.Files[file]) {
				t.Errorf("round %d, edits %d: %s is not what a new builder makes", round, done, file)
			}
		}
		if len(site.Files) != len(want.Files) {
			t.Errorf("round %d, edits %d: %d files, of a new builder %d", round, done, len(site.Files), len(want.Files))
		}
	}
	if taken == 0 {
		t.Error("no page was taken over")
	}
}

func BenchmarkBuild(b *testing.B) {
	source := testSource(b, nil)
	for b.Loop() {
		builder, err := New(source, "http://127.0.0.1:8080/", Program{})
		if err != nil {
			b.Fatal(err)
		}
		if _, problems := builder.Build(); len(problems) > 0 {
			b.Fatal(problems)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/3, "µs/chapter")
}

// BenchmarkChapters compiles each chapter of the course by itself, without what a build
// does once for all: its words, figures, statements and calculators, and then the proofs
// of its exercises. Both are in processor time, the least of all rounds: other work on the
// machine stretches it a little. A round more counts: -benchtime 10x.
func BenchmarkChapters(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(GCPercent))
	source := os.DirFS("..")
	problems := &problemList{}
	book := readBook(source, problems)
	glossary := readGlossary(source, book, problems)
	for _, part := range book.parts {
		for _, name := range part.chapters {
			b.Run(name, func(b *testing.B) {
				file := "content/" + name + ".md"
				src, err := fs.ReadFile(source, file)
				if err != nil {
					b.Fatal(err)
				}
				least := [2]time.Duration{time.Hour, time.Hour}
				for b.Loop() {
					builder, err := New(source, "http://127.0.0.1:8080/", Program{})
					if err != nil {
						b.Fatal(err)
					}
					schemas := builder.readSchemas(problems)
					exercises := builder.readExercises(schemas, problems)
					for i := range least { // the second time the exercises are proven already
						before := processorTime(b)
						if c := compile(name, file, string(src), schemas, exercises, glossary); len(c.problems) > 0 {
							b.Fatal(c.problems)
						}
						least[i] = min(least[i], processorTime(b)-before)
					}
				}
				ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
				b.ReportMetric(ms(least[1]), "chapter-ms")
				b.ReportMetric(ms(least[0]-least[1]), "proofs-ms")
			})
		}
	}
}

// processorTime is what this process has used.
func processorTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkRebuild builds a site of which one chapter has changed.
func BenchmarkRebuild(b *testing.B) {
	source := testSource(b, nil)
	builder, err := New(source, "http://127.0.0.1:8080/", Program{})
	if err != nil {
		b.Fatal(err)
	}
	sample := source["content/hotel/sample.md"].Data
	builder.Build()
	for n := 0; b.Loop(); n++ {
		source["content/hotel/sample.md"] = &fstest.MapFile{Data: fmt.Appendf(bytes.Clone(sample), "\nChange {= %d : n}.\n", n)}
		if _, problems := builder.Build(); len(problems) > 0 {
			b.Fatal(problems)
		}
	}
}
