package build

import (
	"os"
	"strings"
	"testing"

	"partitionlab/wasm/lab"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/view"
)

// TestTry follows the link of every example natively: the page that it opens shows
// the same rule. Every rule that an empty keyspace with shipped settings can show has
// such a link, and so has all advice.
func TestTry(t *testing.T) {
	b, err := New(os.DirFS(".."), "http://127.0.0.1:8080/", Program{})
	if err != nil {
		t.Fatal(err)
	}
	problems := &problemList{}
	schemas := b.readSchemas(problems)
	book := readBook(b.source, problems)
	book.compiled = map[string]*chapter{}
	for _, name := range []string{"check", "size", "workbench"} {
		text, err := os.ReadFile("../content/" + name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		book.compiled[name] = compile(name, "content/"+name+".md", string(text), schemas, nil, nil)
	}
	// opened is what the page of a link shows.
	opened := func(e example) string {
		page, rest, _ := strings.Cut(string(b.tries.link(book, e)), "/?")
		query, fragment, ok := strings.Cut(rest, "#")
		if !ok {
			t.Fatalf("the link of %q is %q", e.Try, b.tries.link(book, e))
		}
		spec := book.compiled[page].widget(ownWidget).spec
		return view.HTML(lab.Run(spec, place.ParseLink(query, fragment).State(ownWidget, false).Values).View)
	}
	// benched is what the workbench says to whoever follows the link of an example.
	benched := func(e example, path string) (shown bool, refused string) {
		query, fragment, _ := strings.Cut(strings.TrimPrefix(string(b.tries.bench(book, e)), "workbench/"), "#")
		return benchShows(place.ParseLink(query, fragment).State(ownWidget, false).Values, path)
	}
	rules, err := rulePages()
	if err != nil {
		t.Fatal(err)
	}
	inBench, notInBench := 0, 0
	with, without := 0, 0
	for _, topic := range rules {
		for _, r := range topic.Rules {
			count := 0
			for _, e := range r.Broken {
				if e.Bench == nil {
					notInBench++
				} else if shown, refused := benched(e, pathOfRule(r.As)); !shown || refused != "1" {
					t.Errorf("%s: the workbench refuses %s statements of %s", r.ID, refused, e.Bench["q"])
				} else {
					inBench++
				}
				if e.Try == "" {
					continue
				}
				count++
				if html := opened(e); !strings.Contains(html, pathOfRule(r.As)) {
					t.Errorf("%s: %s does not show the rule", r.ID, e.Try)
				}
			}
			switch {
			case count > 0:
				with++
			case len(r.Bad) > 0 && len(r.Settings) == 0 && r.Keyspace:
				without++
				t.Logf("%s cannot be tried", r.ID)
			}
		}
	}
	t.Logf("%d rules can be tried, %d of the others have shipped settings and a keyspace", with, without)
	if with < 240 || without > 12 {
		t.Errorf("%d rules can be tried, %d of the others have shipped settings and a keyspace", with, without)
	}
	t.Logf("%d examples of rules open in the workbench, %d do not", inBench, notInBench)
	if inBench < 9*notInBench {
		t.Errorf("%d examples of rules open in the workbench, %d do not", inBench, notInBench)
	}
	advice, err := advicePages()
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	for _, topic := range advice {
		for _, p := range topic.Rules {
			for _, e := range p.Raised {
				if e.Bench != nil {
					if shown, _ := benched(e, pathOfAdvice(p.ID)); !shown {
						t.Errorf("%s: the workbench does not show the advice on %s", p.ID, e.Try)
					}
				}
				told := strings.Contains(opened(e), pathOfAdvice(p.ID))
				if told {
					shown++
				}
				if told != e.Told && e.Size == "" {
					t.Errorf("%s: %s shows the advice: %t, the page says %t", p.ID, e.Try, told, e.Told)
				}
			}
		}
	}
	if shown < 25 {
		t.Errorf("only %d examples of advice can be tried", shown)
	}
}

// TestTryInTheBrowser presses Try it on the page of a rule.
func TestTryInTheBrowser(t *testing.T) {
	t.Parallel()
	_, root := serve(t, "http://127.0.0.1:8080/")
	b := open(t)
	for page, rule := range map[string]string{"rules/ct-05/": "rules/ct-05/", "advice/r06/": "advice/r06/"} {
		b.visit(root+page, 0)
		eval[bool](b, `(document.querySelector(".try-it a").click(), true)`)
		b.until("the page of the check", `location.pathname.endsWith("/check/") && document.documentElement.classList.contains("lab-on")`)
		b.until("the rule", `[...document.querySelectorAll("#own a")].some((a) => a.pathname.endsWith("/`+rule+`"))`)
	}
	b.content(root)
}
