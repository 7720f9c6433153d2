package lab

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/version"
	"partitionlab/wasm/view"
	"partitionlab/wasm/work"
)

// What a runner keeps changes no answer: after any inputs it answers as one does that
// has answered nothing before.
func TestRunnerAnswersAsAFreshOne(t *testing.T) {
	tried := map[string]bool{}
	for _, s := range chapters(t) {
		if tried[s.Kind] {
			continue
		}
		tried[s.Kind] = true
		r := s.Start()
		own, _ := s.CQL(nil)
		states := []input.State{{}, {Values: Inputs{codeKey: own + "\n"}}, {Guess: "7"}, {Guess: "7", Shown: true}, {Values: Inputs{codeKey: "CREATE TABLE lab.t (a int, b int, PRIMARY KEY (a, b));"}}, {}}
		for i, f := range s.widget.fields {
			if !f.Typed() && i%3 == 0 {
				states = append(states, input.State{Values: Inputs{f.Key: f.Default}}, input.State{Values: Inputs{f.Key: "2"}})
			}
		}
		for _, state := range states {
			fresh := s.Start()
			r.State, fresh.State = state, state
			got, want := r.Run(), fresh.Run()
			if len(want.Problems) > 0 {
				continue // the answer is that before
			}
			if view.HTML(got.View) != view.HTML(want.View) || got.Sentence != want.Sentence {
				t.Errorf("%s, %+v: what was kept is shown", s.Kind, state)
			}
			fresh.Close()
		}
		r.Close()
	}
	for _, kind := range Kinds() {
		if !tried[kind] {
			t.Errorf("no chapter has a widget of the kind %s: write its fence into one", kind)
		}
	}
}

// A schema is judged when it changes, and not when a number does.
func TestSchemaIsJudgedOnce(t *testing.T) {
	s, _ := Parse("size", "id = s1\ntitle = x\nrows = n\nn = 5\ncql:\nCREATE TABLE t (a int, b int, PRIMARY KEY (a, b));\n", nil)
	r := s.Start()
	w := r.worker.(*sizeWork)
	if r.Run(); w.now.schema != w.z.schema {
		t.Error("the fence's own schema is judged again")
	}
	r.Set(codeKey, "CREATE TABLE t (a int, b int, c text, PRIMARY KEY (a, b));")
	r.Run()
	judged := w.now.schema
	r.Set("n", "7")
	if r.Run(); judged == w.z.schema || w.now.schema != judged {
		t.Error("the schema is judged at each key")
	}
}

// What buttons do that all widgets have.
func TestDo(t *testing.T) {
	s, _ := Parse("size", "id = s1\ntitle = x\ncover = yes\nrows = n\nn = 5\ncql:\nCREATE TABLE t (a int, b int, PRIMARY KEY (a, b));\n", nil)
	s.Page, s.EmbedPage = "widget/a/s1/", "embed/a/s1/"
	r := s.Start()
	r.Site, r.Page = "https://example.org/lab/", "https://example.org/lab/a/?x=1#y"
	r.Set("n", "7")
	if e := r.Do("link", ""); e.Copy != "https://example.org/lab/a/?v=1&s1.n=7#s1" || e.Said == "" || e.Else == nil || !e.Else.Open {
		t.Errorf("link: %+v", e)
	}
	if e := r.Do("guess", "about 9"); !e.Begin || r.State.Guess != "about 9" {
		t.Errorf("guess: %+v", e)
	}
	if e := r.Do("reset", ""); !e.Begin || !e.Focus || e.Said == "" || len(r.State.Values) > 0 || r.State.Guess != "about 9" {
		t.Errorf("reset: %+v, %+v", e, r.State)
	}
	if e := r.Do("copy", "CREATE"); e.Copy != "CREATE" || e.Said == "" || e.Else == nil {
		t.Errorf("copy: %+v", e)
	}
	if e := r.Do("ask", ""); !e.Begin || !r.State.Asked {
		t.Errorf("ask: %+v", e)
	}
	if e := r.Do("embed", ""); !e.Open {
		t.Errorf("embed: %+v", e)
	}
	if e := r.Do("svg", ""); !reflect.DeepEqual(e, place.Effect{}) {
		t.Errorf("without a dialog there is a picture: %+v", e)
	}
	r.Dialog(600).Choose("title", "Mine")
	if e := r.Do("svg", ""); e.Picture != "partition-lab-s1.svg" {
		t.Errorf("svg: %+v", e)
	}
	if r.CloseDialog(); r.Dialog(600).Title != "" {
		t.Error("a dialog that was closed comes back")
	}
	if e := r.Do("nothing", "x"); !reflect.DeepEqual(e, place.Effect{}) {
		t.Errorf("an unknown button does %+v", e)
	}
	embed := *s
	embed.Alone, embed.Embed = true, true
	out := embed.Start()
	out.Site = r.Site
	if e := out.Do("link", ""); e.Follow != "https://example.org/lab/widget/a/s1/" {
		t.Errorf("link of an embed: %+v", e)
	}
}

// The program in the page knows no widget and no field by its name.
func TestProgramKnowsNoWidget(t *testing.T) {
	names := map[string]bool{}
	for _, kind := range Kinds() {
		names[kind] = true
	}
	for _, s := range chapters(t) {
		for _, f := range s.widget.fields {
			names[f.Key] = true
		}
	}
	for _, dom := range []string{"target", "fill"} { // an event has one, a shape another
		delete(names, dom)
	}
	files, _ := filepath.Glob("../browser/*.go")
	if len(files) == 0 {
		t.Fatal("no program")
	}
	fset := token.NewFileSet()
	for _, file := range files {
		parsed, err := parser.ParseFile(fset, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
				if text, _ := strconv.Unquote(l.Value); names[text] {
					t.Errorf("%s knows %q", fset.Position(l.Pos()), text)
				}
			}
			return true
		})
	}
}

// TestStopCountsWhatIsJudged: whenever a text is stopped, the answer is about the
// statements that are judged, and says that there are more.
func TestStopCountsWhatIsJudged(t *testing.T) {
	const simple = "CREATE TABLE t (a int PRIMARY KEY, b int);"
	many := func(n int, s string) string { return strings.Repeat(s, n) }
	at := func(pauses int, text string) string {
		m := &work.Meter{Pause: func() bool { pauses--; return pauses >= 0 }}
		return judge(m, version.V50, "", text).summary()
	}
	refused, accepted := simple+many(1700, "SELECT * FROM t WHERE b = 1;"), many(1700, "SELECT * FROM system.local;") // of longer ones the statements are counted first
	none := regexp.MustCompile(`^No statement is judged yet\.$`)
	for _, c := range []struct {
		text string
		want *regexp.Regexp
	}{
		{refused, regexp.MustCompile(`^Cassandra refuses (one|[0-9,]+) of the first [0-9,]+ statements\. The rest is not judged yet\.$`)},
		{accepted, regexp.MustCompile(`^Cassandra accepts the first ([0-9,]+ )?statements?\. The rest is not judged yet\.$`)},
	} {
		for _, pauses := range []int{0, 1, 2, 3, 5, 8, 20} {
			if got := at(pauses, c.text); !c.want.MatchString(got) && !(pauses < 2 && none.MatchString(got)) {
				t.Errorf("stopped at pause %d: %s", pauses, got)
			}
		}
	}
	if got := at(1000, simple+"SELECT a FROM t;"); got != "Cassandra accepts both statements." {
		t.Errorf("not stopped: %s", got)
	}
}

// TestStopBeforeTheFirstStep: what is stopped before it has begun is stopped all the same,
// and the next answer is not.
func TestStopBeforeTheFirstStep(t *testing.T) {
	s, _ := Parse("check", "id = c1\ntitle = x\ncql:\nCREATE TABLE t (a int PRIMARY KEY, b int);\n", nil)
	r := s.Start()
	defer r.Close()
	long := strings.Repeat("SELECT * FROM system.local;", 3000)
	for _, stop := range []bool{true, false} {
		r.State.Values = Inputs{codeKey: long}
		r.Begin()
		if r.Stopped() {
			t.Error("stopped before anybody has stopped it")
		}
		if stop {
			r.Stop()
			if !r.Stopped() {
				t.Error("not stopped")
			}
		}
		for !r.Step(func() bool { return false }) {
		}
		if said := r.Answer().Sentence; strings.Contains(said, "judged yet") != stop {
			t.Errorf("stopped: %t, and it says: %s", stop, said)
		}
		long += " "
	}
}
