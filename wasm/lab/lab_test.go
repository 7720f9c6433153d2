package lab

import (
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/number"
	"partitionlab/wasm/view"
)

var update = flag.Bool("update", false, "write golden files")

// schemaFile reads the schemas of the chapters, and their data sets as
// datasets/NAME, the models as models/NAME.
func schemaFile(name string) (string, error) {
	if !strings.Contains(name, "/") {
		name = "schemas/" + name
	}
	ending := ".cql"
	if strings.HasPrefix(name, "models/") {
		ending = ".model"
	}
	b, err := os.ReadFile(filepath.Join("..", "..", "content", name+ending))
	return string(b), err
}

// TestGolden runs the widgets of testdata. A file holds a fence as "KIND", then
// for each "NAME.in" what the widget says as "NAME.out" and, where the file has it,
// shows as "NAME.html". The lines of NAME.in are key=value (\n is a line feed),
// !key=what is wrong with that part of a link, guess=what the reader predicts,
// shown=1, asked=1 and done.WHAT=how far. The fence of an exercise is `file = ` and its
// name among those of the book.
func TestGolden(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.txtar")
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var s *Spec
			var r *Runner
			for i := range ar.Files {
				f := &ar.Files[i]
				name, kind, dotted := strings.Cut(f.Name, ".")
				var got string
				switch {
				case !dotted:
					var diags []string
					body := string(f.Data)
					if name, is := strings.CutPrefix(body, "file = "); is {
						body = exerciseFence(t, strings.TrimSpace(name))
					}
					spec, ds := Parse(f.Name, body, schemaFile)
					s = spec
					for _, d := range append(ds, s.Unmet(Run(s, nil))...) {
						diags = append(diags, d.Message)
					}
					if len(diags) > 0 {
						t.Fatalf("%s", strings.Join(diags, "\n"))
					}
					r = s.Start()
					continue
				case kind == "in":
					r = s.Start()
					r.State = stateOf(string(f.Data))
					continue
				case kind == "out":
					got = spoken(r.Run())
				case kind == "html":
					got = view.Indent(r.Run().View)
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

// TestEveryKindHasAGolden: whoever adds a widget shows what it looks like.
func TestEveryKindHasAGolden(t *testing.T) {
	for _, kind := range Kinds() {
		ar, err := txtar.ParseFile("testdata/" + kind + ".txtar")
		fence, html := false, false
		for i := 0; err == nil && i < len(ar.Files); i++ {
			fence = fence || ar.Files[i].Name == kind
			html = html || strings.HasSuffix(ar.Files[i].Name, ".html")
		}
		if !fence || !html {
			t.Errorf("nothing shows a widget of the kind %s: write testdata/%s.txtar with its fence as %s and empty files default.out and default.html, and run with -update", kind, kind, kind)
		}
	}
}

// stateOf reads what a golden file says that a reader has done.
func stateOf(text string) input.State {
	s := input.State{Values: Inputs{}, Lost: map[string]string{}}
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		key, value, _ := strings.Cut(line, "=")
		value = strings.ReplaceAll(value, `\n`, "\n")
		switch lost, is := strings.CutPrefix(key, "!"); {
		case is && lost == "":
			s.Problem = value
		case is:
			s.Lost[lost] = value
		case key == "guess":
			s.Guess = value
		case key == "shown":
			s.Shown = true
		case key == "asked":
			s.Asked = true
		case strings.HasPrefix(key, "done."):
			s.Do(key[len("done."):], value)
		case key != "":
			s.Values[key] = value
		}
	}
	return s
}

// spoken is what a widget says, as text: the sentence, what is wrong at which
// field, findings (their first line: reasons are held elsewhere), notes, limits.
func spoken(o *Output) string {
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
			case "finding", "statement-line":
				b.WriteString(c + ": " + n.PlainText() + "\n")
			case "section-said", "spread", "error", "value", "assumes", "stale-note", "changes", "guess-said", "widget-note":
				b.WriteString(c + " " + field + ": " + n.PlainText() + "\n")
			case "limits", "notes":
				for _, li := range n.Kids() {
					b.WriteString(c + ": " + li.PlainText() + "\n")
				}
			case "fig-title":
				b.WriteString("figure: " + n.PlainText() + "\n")
			}
		}
		for _, c := range n.Kids() {
			visit(c, field)
		}
	}
	visit(o.View, "")
	return strings.ReplaceAll(b.String(), number.Space, " ")
}

// chapters returns the fences of the chapters, and all exercises.
func chapters(t testing.TB) (specs []*Spec) {
	files, _ := filepath.Glob(filepath.Join("..", "..", "content", "*", "*.md"))
	alone, _ := filepath.Glob(filepath.Join("..", "..", "content", "*.md"))
	files = append(files, alone...)
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range Kinds() {
			parts := strings.Split("\n"+string(data), "\n```"+kind+"\n")
			for _, p := range parts[1:] {
				body, _, _ := strings.Cut(p, "\n```")
				if kind == "exercise" {
					continue // a file; all of them follow
				}
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
	for _, name := range exerciseNames(t) {
		s, diags := Parse("exercise", exerciseFence(t, name), nil)
		for _, d := range diags {
			t.Errorf("%s: %s", name, d.Message)
		}
		specs = append(specs, s)
	}
	return specs
}

// variations are inputs that nobody should type, and some that they should.
func variations(s *Spec) (all []Inputs) {
	all = append(all, nil)
	values := []string{"", " ", "0", "-1", "1e30", "1e9", "9e18", "1/0", "20..400", "5..1", "x", "(", "2k", "10 MB", "30%", "rooms", strings.Repeat("(", 5000), strings.Repeat("9", 400), "\x00\xff", "<script>", "100 every 0d", "at once"}
	for _, k := range s.widget.fields {
		for _, v := range values {
			all = append(all, Inputs{k.Key: v})
		}
	}
	for _, text := range []string{"", ";", "CREATE", "CREATE TABLE t (a int)", "CREATE TABLE t (a int PRIMARY KEY)", "CREATE TABLE t (a int, b txt, PRIMARY KEY (a, b))",
		"CREATE TABLE t (a int, b int, c text, d set<text>, e map<int, text>, PRIMARY KEY (a, b)); CREATE TABLE u (a text, b int, PRIMARY KEY (a, b));",
		"CREATE TABLE t (a int, b int, s text static, n counter, PRIMARY KEY (a, b))", "SELECT 1", strings.Repeat("(", 100000), "/*", "'", "“CREATE” – \u00a0", strings.Repeat("CREATE TABLE t (a int PRIMARY KEY);\n", 300), strings.Repeat("-- much\n", 40000)} {
		all = append(all, Inputs{codeKey: text}, Inputs{codeKey: text, "written": "once", "len.c": "12", "format": "da"})
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
		r := s.Start()
		before := view.Normal(r.Run().View)
		for _, in := range variations(s) {
			r.State.Values = in
			o := r.Run()
			now := view.Normal(o.View)
			if got := view.Apply(before, view.Diff(before, now)); view.HTML(view.Normal(got)) == "" {
				t.Fatal("nothing to see")
			}
			before = now
			seen, named := map[string]bool{}, map[string]string{}
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
							named[id] = name
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
				for _, c := range n.Kids() {
					visit(c)
				}
			}
			visit(now)
			for id, name := range named {
				if !seen[id] {
					t.Fatalf("%s %q: %s=%s leads nowhere", s.ID, in, name, id)
				}
			}
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
		{"rooms = 5", "q = 5", "q", "links use"},
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
	if ds := s.Unmet(Run(s, nil)); len(ds) != 3 {
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
	name, _ := button.Attr("data-with")
	r := s.Start()
	r.Run()
	if e := r.Do("fix", name); e.Put == nil || e.Put.Name != codeKey || e.Put.Text != "CREATE TABLE t (a text PRIMARY KEY);" {
		t.Errorf("the repair does %+v", e)
	}
	for _, bad := range []string{"", "0", "0.0.9", "x.y.z", "9.9.9"} {
		if e := r.Do("fix", bad); !reflect.DeepEqual(e, place.Effect{}) {
			t.Errorf("%q repairs something", bad)
		}
	}
	// A repair of a text that is no longer there changes nothing.
	r.Set(codeKey, "SELECT 1;")
	r.Begin()
	if e := r.Do("fix", name); !reflect.DeepEqual(e, place.Effect{}) {
		t.Error("the repair of another text is carried out")
	}
}

// An address says how a widget looks: its title and sections only where it is alone.
func TestAs(t *testing.T) {
	s, _ := Parse("size", "id = size1\ntitle = How big?\nschema = hotel\ntable = hotel.available_rooms_by_hotel_date\nrows = rooms\nrooms = 5\nlen.hotel_id = 5\n", schemaFile)
	look := place.ParseLink("show=growth,rooms&title=x&cover=1&theme=pink", "").Look()
	if e := s.As(look); e.Title != "How big?" || len(e.Show) > 0 || !e.Cover {
		t.Errorf("on a chapter: %+v", e.Place)
	}
	s.Alone = true
	e := s.As(look)
	if wanted := e.selected(); !wanted.has("growth") || wanted.has("columns") || !wanted.field("rooms") || wanted.field("days") || e.Title != "x" || !e.Cover || s.Cover {
		t.Errorf("alone: %+v", e)
	}
	// An address that asks for sections gets these; else the widget's own page has all.
	s.Show = []string{"growth"}
	if own, asked := s.selected(), s.As(place.Look{Show: "growth"}).selected(); !own.has("cluster") || asked.has("cluster") {
		t.Error("the sections with questions of their own")
	}
}

// TestViewsAreNormal: what a widget shows is normal as it is made. What is not is made anew at
// each key press, up to the root.
func TestViewsAreNormal(t *testing.T) {
	for _, s := range chapters(t) {
		r := s.Start()
		if v := r.Run().View; view.Normal(v) != v {
			t.Errorf("%s %s of %s is not", s.Kind, s.ID, s.Title)
		}
		r.Close()
	}
}

func BenchmarkRun(b *testing.B) {
	for _, s := range chapters(b) {
		b.Run(s.Kind+"/"+s.Title, func(b *testing.B) {
			b.ReportAllocs()
			r := s.Start()
			defer r.Close()
			before := view.Normal(r.Run().View)
			if len(s.widget.fields) == 0 {
				b.Skip("nothing is typed there")
			}
			r.Fold(closedTabs(before)) // as the page has it
			text, first := s.widget.fields[0], s.widget.fields[0]
			for _, f := range s.widget.fields {
				if f.Type == input.CQL {
					text = f
				}
			}
			for n := 0; b.Loop(); n++ { // another key each time, so that nothing is kept that a page would not keep
				r.State = input.State{}
				if s.Kind == "size" {
					r.State.Set(&first, first.Default+[...]string{"+0", "+1"}[n%2], false)
				} else {
					r.State.Set(&text, text.Default+[...]string{" ", "  "}[n%2], false)
				}
				now := view.Normal(r.Run().View)
				view.Diff(before, now)
				before = now
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
	want := view.HTML(Run(s, Inputs{codeKey: text}).View)
	r := s.Start()
	defer r.Close()
	r.Set(codeKey, text)
	r.Begin()
	pieces := 1
	for !r.Step(func() bool { return false }) {
		pieces++
	}
	if pieces < 50 {
		t.Errorf("there were only %d pieces", pieces)
	}
	if got := view.HTML(r.Answer().View); got != want {
		t.Error("the answer differs from that in one go")
	}
}
