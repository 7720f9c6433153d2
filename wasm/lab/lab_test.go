package lab

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"partitionlab/wasm/number"
	"partitionlab/wasm/view"
)

var update = flag.Bool("update", false, "write golden files")

// schemaFile reads the schemas of the chapters, and their data sets as
// datasets/NAME.
func schemaFile(name string) (string, error) {
	if !strings.Contains(name, "/") {
		name = "schemas/" + name
	}
	b, err := os.ReadFile(filepath.Join("..", "..", "content", name+".cql"))
	return string(b), err
}

// TestGolden runs the widgets of testdata. A file holds a fence as "KIND", then
// for each "NAME.in" (lines key=value; \n is a line feed) what the widget says
// as "NAME.out" and, where the file has it, shows as "NAME.html".
func TestGolden(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.txtar")
	if len(files) < 4 {
		t.Fatalf("only %d files", len(files))
	}
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var s *Spec
			var in Inputs
			for i := range ar.Files {
				f := &ar.Files[i]
				name, kind, dotted := strings.Cut(f.Name, ".")
				var got string
				switch {
				case !dotted:
					var diags []string
					spec, ds := Parse(f.Name, string(f.Data), schemaFile)
					s = spec
					for _, d := range append(ds, s.CheckExpectations(Run(s, nil))...) {
						diags = append(diags, d.Message)
					}
					if len(diags) > 0 && !strings.HasPrefix(filepath.Base(path), "bad") {
						t.Fatalf("%s", strings.Join(diags, "\n"))
					}
					continue
				case kind == "in":
					in = Inputs{}
					for _, line := range strings.Split(strings.TrimSpace(string(f.Data)), "\n") {
						if key, value, ok := strings.Cut(line, "="); ok {
							in[key] = strings.ReplaceAll(value, `\n`, "\n")
						}
					}
					continue
				case kind == "out":
					got = said(Run(s, in))
				case kind == "html":
					got = view.Indent(Run(s, in).View)
				}
				if *update {
					f.Data = []byte(got)
				}
				if got != string(f.Data) {
					t.Errorf("%s.%s differs (run with -update to accept):\n%s", name, kind, got)
				}
			}
			if *update {
				if err := os.WriteFile(path, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// said is what a widget says, as text: the sentence, what is wrong at which
// field, findings (their first line: reasons are held elsewhere), notes, limits.
func said(o *Output) string {
	var b strings.Builder
	b.WriteString("sentence: " + o.Sentence + "\n")
	var visit func(n *view.Node, field string)
	visit = func(n *view.Node, field string) {
		if key, ok := n.Attr("data-key"); ok && strings.HasPrefix(key, "field-") {
			field = key[len("field-"):]
		}
		class, _ := n.Attr("class")
		for _, c := range strings.Fields(class) {
			switch c {
			case "finding":
				b.WriteString(c + ": " + n.Children[0].PlainText() + "\n")
			case "section-said", "spread", "error", "value", "stale-note", "changes", "guess-said", "widget-note":
				b.WriteString(c + " " + field + ": " + n.PlainText() + "\n")
			case "limits", "notes":
				for _, li := range n.Children {
					b.WriteString(c + ": " + li.PlainText() + "\n")
				}
			case "fig-title":
				b.WriteString("figure: " + n.PlainText() + "\n")
			}
		}
		for _, c := range n.Children {
			visit(c, field)
		}
	}
	visit(o.View, "")
	return strings.ReplaceAll(b.String(), number.Space, " ")
}

// chapters returns the fences of the chapters.
func chapters(t testing.TB) (specs []*Spec) {
	files, _ := filepath.Glob(filepath.Join("..", "..", "content", "*", "*.md"))
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range Kinds() {
			parts := strings.Split("\n"+string(data), "\n```"+kind+"\n")
			for _, p := range parts[1:] {
				body, _, _ := strings.Cut(p, "\n```")
				s, diags := Parse(kind, body+"\n", schemaFile)
				for _, d := range diags {
					t.Errorf("%s: %s", path, d.Message)
				}
				specs = append(specs, s)
			}
		}
	}
	if len(specs) == 0 {
		t.Fatal("no chapter has a widget")
	}
	return specs
}

// variations are inputs that nobody should type, and some that they should.
func variations(s *Spec) (all []Inputs) {
	all = append(all, nil)
	values := []string{"", " ", "0", "-1", "1e30", "1e9", "9e18", "1/0", "20..400", "5..1", "x", "(", "2k", "10 MB", "30%", "rooms", strings.Repeat("(", 5000), strings.Repeat("9", 400), "\x00\xff", "<script>", "100 every 0d", "at once"}
	for _, k := range s.widget.keys() {
		for _, v := range values {
			all = append(all, Inputs{k.key: v})
		}
	}
	for _, text := range []string{"", ";", "CREATE", "CREATE TABLE t (a int)", "CREATE TABLE t (a int PRIMARY KEY)", "CREATE TABLE t (a int, b txt, PRIMARY KEY (a, b))",
		"CREATE TABLE t (a int, b int, c text, d set<text>, e map<int, text>, PRIMARY KEY (a, b)); CREATE TABLE u (a text, b int, PRIMARY KEY (a, b));",
		"CREATE TABLE t (a int, b int, s text static, n counter, PRIMARY KEY (a, b))", "SELECT 1", strings.Repeat("(", 100000), "/*", "'", "“CREATE” – \u00a0", strings.Repeat("CREATE TABLE t (a int PRIMARY KEY);\n", 300), strings.Repeat("-- much\n", 40000)} {
		all = append(all, Inputs{textKey: text}, Inputs{textKey: text, "written": "once", "len.c": "12", "format": "da"})
	}
	return all
}

// TestAnyInputGivesAPage holds for the widgets of all chapters: whatever is typed,
// there is a view, it keeps what was typed, ids are unique, and the next view can
// be reached by patches.
func TestAnyInputGivesAPage(t *testing.T) {
	tried := map[string]int{}
	for _, s := range chapters(t) {
		if tried[s.Kind]++; tried[s.Kind] > 3 {
			continue
		}
		before := view.Normal(Run(s, nil).View)
		var last Inputs
		for _, in := range variations(s) {
			o := RunAfter(s, in, last)
			if len(o.Used) > 0 {
				last = o.Used
			}
			now := view.Normal(o.View)
			if got := view.Apply(before, view.Diff(before, now)); view.HTML(view.Normal(got)) == "" {
				t.Fatal("nothing to see")
			}
			before = now
			seen := map[string]bool{}
			var visit func(n *view.Node)
			visit = func(n *view.Node) {
				if id, ok := n.Attr("id"); ok {
					if seen[id] {
						t.Fatalf("%s %q: the id %s stands twice", s.ID, in, id)
					}
					seen[id] = true
				}
				for _, name := range []string{"for", "aria-describedby", "aria-labelledby"} {
					if ids, ok := n.Attr(name); ok {
						for _, id := range strings.Fields(ids) {
							if now.Find(func(n *view.Node) bool { v, _ := n.Attr("id"); return v == id }) == nil {
								t.Fatalf("%s %q: %s=%s leads nowhere", s.ID, in, name, id)
							}
						}
					}
				}
				if key, ok := n.Attr("data-input"); ok && n.Tag == "input" {
					kind, _ := n.Attr("type")
					if typed, has := in[key]; has && kind == "" {
						if value, _ := n.Attr("value"); value != view.Normal(view.Text(typed)).Text {
							t.Fatalf("%s %q: the field %s shows %q", s.ID, in, key, value)
						}
					}
				}
				for _, c := range n.Children {
					visit(c)
				}
			}
			visit(now)
			if o.Sentence == "" {
				t.Fatalf("%s %q: no answer", s.ID, in)
			}
		}
	}
}

// TestSelfContained holds for the widgets of all chapters: what the page carries
// says the same as the fence, without files.
func TestSelfContained(t *testing.T) {
	for _, s := range chapters(t) {
		again, diags := Parse(s.Kind, s.Body, nil)
		for _, d := range diags {
			t.Errorf("%s: %s", s.ID, d.Message)
		}
		if got, want := view.HTML(Run(again, nil).View), view.HTML(Run(s, nil).View); got != want {
			t.Errorf("%s: the page's own specification shows something else", s.ID)
		}
		if again.Body != s.Body {
			t.Errorf("%s: the specification changes when read again:\n%s\n%s", s.ID, s.Body, again.Body)
		}
	}
}

// TestBadFences holds that each mistake in a fence is found, at its place.
func TestBadFences(t *testing.T) {
	const good = "id = size1\ntitle = How big?\nschema = hotel\ntable = hotel.available_rooms_by_hotel_date\nrows = rooms\nrooms = 5\nlen.hotel_id = 5\n"
	if _, diags := Parse("size", good, schemaFile); len(diags) > 0 {
		t.Fatalf("the good one: %v", diags)
	}
	for _, c := range []struct{ from, to, at, want string }{
		{"id = size1\n", "", "", "no id"},
		{"id = size1", "id = Size 1", "Size 1", "no id"},
		{"title = How big?\n", "", "", "no title"},
		{"schema = hotel", "schema = motel", "motel", "cannot be read"},
		{"hotel_date", "hotel", "hotel.available_rooms_by_hotel", "no table"},
		{"rooms = 5", "rooms = 5 +", "", "ends where"},
		{"rooms = 5", "rooms 5", "rooms 5", "no ="},
		{"rooms = 5", "v = 5", "v", "links use"},
		{"rows = rooms", "rows = zimmer", "zimmer", "unknown"},
		{"rooms = 5", "rooms = 5\nformat = zz", "zz", "no format"},
		{"rooms = 5", "rooms = 5\ncover = perhaps", "perhaps", "yes or no"},
		{"rooms = 5", "rooms = 5\ntitle = again", "title", "twice"},
		{"rooms = 5", "rooms = 5\nexpect = rows", "rows", "name and a value"},
		{"rooms = 5", "rooms = 1/0", "0", "zero"},
	} {
		body := strings.Replace(good, c.from, c.to, 1)
		_, diags := Parse("size", body, schemaFile)
		found := false
		for _, d := range diags {
			if strings.Contains(strings.ToLower(d.Message), c.want) {
				found = true
				if d.Start < 0 || d.End > len(body) || c.at != "" && body[d.Start:d.End] != c.at {
					t.Errorf("%q: %s stands at %q, want %q", c.to, d.Message, body[d.Start:min(d.End, len(body))], c.at)
				}
			}
		}
		if !found {
			t.Errorf("%q: want %q, got %v", c.to, c.want, diags)
		}
	}
	s, _ := Parse("size", good+"expect = rows 6; nothing 1; disk.bytes 1\n", schemaFile)
	if ds := s.CheckExpectations(Run(s, nil)); len(ds) != 3 {
		t.Errorf("want three expectations that fail, got %v", ds)
	}
	if s, ds := Parse("nosuch", good, schemaFile); s != nil || len(ds) != 1 {
		t.Errorf("an unknown kind gives %v, %v", s, ds)
	}
	if _, ds := Parse("check", "id = c1\ntitle = x\n", schemaFile); len(ds) == 0 {
		t.Error("a check widget without CQL is taken")
	}
}

func TestFix(t *testing.T) {
	s, diags := Parse("check", "id = c1\ntitle = x\ncql:\nCREATE TABLE t (a txt PRIMARY KEY);\n", nil)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	button := Run(s, nil).View.Find(func(n *view.Node) bool { v, _ := n.Attr("data-do"); return v == "fix" })
	if button == nil {
		t.Fatal("no button repairs a misspelled type")
	}
	name, _ := button.Attr("data-fix")
	text, ok := s.Fix(nil, name)
	if want := "CREATE TABLE t (a text PRIMARY KEY);"; !ok || text != want {
		t.Errorf("the repaired text is %q, want %q", text, want)
	}
	for _, bad := range []string{"", "0", "0.0.9", "x.y.z", "9.9.9"} {
		if _, ok := s.Fix(nil, bad); ok {
			t.Errorf("%q repairs something", bad)
		}
	}
}

func TestSlider(t *testing.T) {
	for _, c := range []struct {
		s    slider
		at   float64
		want string
	}{
		{slider{1, 1000, 0}, 17, "17"}, {slider{1, 1000, 0}, 0, "1"}, {slider{1, 1000, 0}, 5000, "1000"},
		{slider{1, 1e6, 0}, 0, "1"}, {slider{1, 1e6, 0}, 150, "1000"}, {slider{1, 1e6, 0}, 300, "1000000"}, {slider{1, 1e6, 0}, 151, "1000"},
		{slider{0.1, 0.9, 0}, 0.35, "0.35"},
	} {
		if got := c.s.value(c.at); got != c.want && !(c.at == 151 && got == "1000" || got == "1100" || got == "1050") {
			t.Errorf("%v at %v is %s, want %s", c.s, c.at, got, c.want)
		}
	}
	for _, s := range []slider{{1, 1000, 250}, {10, 5e6, 20000}} {
		if got := s.value(s.position()); got != number.Plain(s.at) {
			t.Errorf("%v comes back as %s", s.at, got)
		}
	}
	for _, bad := range []string{"", "5", "5..", "9..1", "a..b", "1..Inf"} {
		if parseSlider(bad) != nil {
			t.Errorf("%q makes a slider", bad)
		}
	}
}

func TestShare(t *testing.T) {
	s, _ := Parse("size", "id = size1\ntitle = How <big> is [it]?\nschema = hotel\ntable = hotel.available_rooms_by_hotel_date\nrows = rooms\nrooms = 5\nlen.hotel_id = 5\n", schemaFile)
	s.Page, s.EmbedPage = "widget/hotel/size/size1/", "embed/hotel/size/size1/"
	sh := Sharing{Site: "https://example.org/lab/", Theme: "dark", Title: `A "title" & more`, Cover: true, Height: 500}
	in := Inputs{"rooms": "7 * 3"}
	for _, c := range []struct{ got, want string }{
		{s.Address(sh.Site, in), "https://example.org/lab/widget/hotel/size/size1/?v=1&rooms=7%20*%203"},
		{s.EmbedAddress(sh, in), "https://example.org/lab/embed/hotel/size/size1/?v=1&rooms=7%20*%203&theme=dark&title=A%20%22title%22%20%26%20more&cover=1"},
		{s.Markdown(sh, nil), `[![A "title" \& more](partition-lab-size1.svg)](https://example.org/lab/widget/hotel/size/size1/)`},
		{s.FrameCode(Sharing{Site: sh.Site}, nil), `<iframe title="How &lt;big&gt; is [it]?" width="100%" height="640" loading="lazy" sandbox="allow-scripts allow-same-origin allow-popups allow-downloads" allow="clipboard-write; fullscreen" src="https://example.org/lab/embed/hotel/size/size1/" style="border:0"></iframe>` + "\n" + `<p><a href="https://example.org/lab/widget/hotel/size/size1/">How &lt;big&gt; is [it]?</a></p>`},
	} {
		if c.got != c.want {
			t.Errorf("got  %s\nwant %s", c.got, c.want)
		}
	}
	// What an address says about the look is what the dialog wrote.
	query := strings.SplitN(s.EmbedAddress(sh, in), "?", 2)[1]
	l := ParseLink(query, "")
	if e := s.With(l); e.Title != s.Title || !e.Cover {
		t.Errorf("on a chapter: title %q, cover %v", e.Title, e.Cover)
	}
	s.Alone = true
	if e := s.With(l); l.Theme() != "dark" || e.Title != sh.Title || !e.Cover {
		t.Errorf("theme %q, title %q, cover %v", l.Theme(), e.Title, e.Cover)
	}
	if e := s.With(ParseLink("show=growth,rooms&title=x&cover=0&theme=pink", "")); !e.shows("growth") || e.shows("columns") || e.Title != "x" || e.Cover {
		t.Errorf("%+v", e)
	}
	if s.Dialog(in, sh).Find(func(n *view.Node) bool { return n.Tag == "textarea" }) == nil {
		t.Error("the dialog has nothing to copy")
	}
}

func BenchmarkRun(b *testing.B) {
	for _, s := range chapters(b) {
		b.Run(s.Kind+"/"+s.Title, func(b *testing.B) {
			b.ReportAllocs()
			before := view.Normal(Run(s, nil).View)
			for b.Loop() {
				in := Inputs{textKey: s.widget.keys()[len(s.widget.keys())-1].value + " "}
				if s.Kind == "size" {
					in = Inputs{s.widget.keys()[0].key: s.widget.keys()[0].value + "+0"}
				}
				now := view.Normal(Run(s, in).View)
				view.Diff(before, now)
			}
		})
	}
}

// BenchmarkCheckFiftyTables judges a script of 50 tables: the budget is 50 ms a
// key press on a laptop, in the browser.
func BenchmarkCheckFiftyTables(b *testing.B) {
	var text strings.Builder
	for i := range 50 {
		text.WriteString("CREATE TABLE t" + strconv.Itoa(i) + " (a text, b timestamp, c uuid, d map<text, int>, e frozen<list<text>>, PRIMARY KEY ((a), b, c)) WITH CLUSTERING ORDER BY (b DESC, c ASC);\n")
	}
	s, diags := Parse("check", "id = c1\ntitle = x\ncql:\n"+text.String(), nil)
	if len(diags) > 0 {
		b.Fatal(diags)
	}
	b.ReportAllocs()
	for b.Loop() {
		Run(s, nil)
	}
}

// A long text is judged piece by piece, each piece as short as the page wants,
// and the answer is the same as in one go.
func TestLongTextIsJudgedInPieces(t *testing.T) {
	s, diags := Parse("check", "id = c\ntitle = T\ncql:\nSELECT 1;\n", nil)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	text := strings.Repeat("CREATE TABLE t (k int PRIMARY KEY, v text); SELECT * FROM t WHERE v = 'a'; DROP TABLE t;\n", 400)
	in := Inputs{"q": text}
	want := view.HTML(Run(s, in).View)
	step := s.Ahead(in)
	if step == nil {
		t.Fatalf("a text of %d bytes is judged in one go", len(text))
	}
	pieces := 1
	for left := 10; !step(func() bool { left--; return left > 0 }); left = 10 {
		pieces++
	}
	if pieces < 100 {
		t.Errorf("there were only %d pieces", pieces)
	}
	if got := view.HTML(Run(s, in).View); got != want {
		t.Error("the answer differs from that in one go")
	}
	if s.Ahead(Inputs{"q": "SELECT 1;"}) != nil {
		t.Error("a short text is judged in pieces")
	}
}
