package advicebook_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"partitionlab/wasm/advice"
	"partitionlab/wasm/advice/advicebook"
	"partitionlab/wasm/diag"
)

var update = flag.Bool("update", false, "write what the examples show into the files of rules")

// TestRules: each bad example raises its rule and no other one, each good one
// raises none, each fix repairs something, and out is what a reader of the bad
// ones sees.
func TestRules(t *testing.T) {
	rules, err := advicebook.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rules {
		t.Run(r.ID, func(t *testing.T) {
			if len(r.Bad) == 0 || len(r.Good) == 0 {
				t.Errorf("%d bad examples and %d good ones", len(r.Bad), len(r.Good))
			}
			run := func(name, text, size string) []diag.Diagnostic {
				list, err := advicebook.Advise(diag.NewSource(name, text), r.Options, size)
				if err != nil {
					t.Errorf("%s: %v", name, err)
				}
				for i := range list {
					if list[i].Rule == r.ID {
						list[i].Why = r.Why // which whys.go may not have yet; TestReasons compares
					}
				}
				return list
			}
			for _, e := range r.Good {
				if list := run(e.Name, e.CQL, e.Size); len(list) > 0 {
					t.Errorf("%s raises\n%s", e.Name, diag.Render(diag.NewSource(e.Name, e.CQL), list))
				}
			}
			var seen []string
			for _, e := range r.Bad {
				src := diag.NewSource(e.Name, e.CQL)
				list := run(e.Name, e.CQL, e.Size)
				seen = append(seen, diag.Render(src, list))
				if len(list) == 0 {
					t.Errorf("%s raises nothing", e.Name)
				}
				for _, d := range list {
					if d.Rule != r.ID {
						t.Errorf("%s raises %q, too:\n%s", e.Name, d.Rule, diag.Render(src, []diag.Diagnostic{d}))
					}
					if name, _, _ := strings.Cut(d.Message, " "); strings.Contains(e.CQL, " "+name+" (") { // a sentence would begin with a capital letter
						t.Errorf("%s: %q begins with a name", e.Name, d.Message)
					}
					if d.Instead == "" {
						t.Errorf("%s: what to do instead is missing: write Instead in the rule, or where it is raised", e.Name)
					}
					for _, fix := range d.Fixes {
						after := fix.Apply(e.CQL)
						if count(run(e.Name, after, e.Size), d) >= count(list, d) {
							t.Errorf("%s: %q repairs nothing:\n%s", e.Name, fix.Title, after)
						}
					}
				}
			}
			out := strings.Join(seen, "\n")
			if *update {
				file := strings.ToLower(r.ID) + ".txtar"
				archive, err := txtar.ParseFile(file)
				if err != nil {
					t.Fatal(err)
				}
				archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return f.Name == "out" })
				archive.Files = append(archive.Files, txtar.File{Name: "out", Data: []byte(out)})
				if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
			} else if r.Out != out {
				t.Errorf("got\n%s\nwant\n%s", out, r.Out)
			}
		})
	}
}

// TestReasons: the browser's table is made from the book.
func TestReasons(t *testing.T) {
	rules, err := advicebook.Load()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("package advice\n\n// Made from advicebook/*.txtar by go test ./wasm/advice/advicebook -update.\n\n// whys holds a line a rule: id, why.\nconst whys = \"\"")
	for _, r := range rules {
		fmt.Fprintf(&b, " +\n\t%q", r.ID+"\t"+r.Why+"\n")
	}
	b.WriteString("\n")
	if *update {
		if err := os.WriteFile("../whys.go", []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile("../whys.go")
	if err != nil || string(have) != b.String() {
		t.Errorf("whys.go is not what the book says: run go test ./wasm/advice/advicebook -update (%v)", err)
	}
	for _, r := range rules {
		if r.Rule.Why() != r.Why {
			t.Errorf("%s: %q", r.ID, r.Rule.Why())
		}
	}
}

// count is how often a list says what d says.
func count(list []diag.Diagnostic, d diag.Diagnostic) (n int) {
	for _, x := range list {
		if x.Rule == d.Rule && x.Message == d.Message {
			n++
		}
	}
	return n
}

// TestEachRuleIsHere: each rule of data modeling is advice with a file, or has a
// reason why it is not; there is no file besides.
func TestEachRuleIsHere(t *testing.T) {
	ids, reason := advicebook.Modeling()
	for _, id := range ids {
		if is, has := advice.Find(id) != nil, reason[id] != ""; is == has {
			t.Errorf("%s is advice: %v, and has a reason why not in reasons.txt: %v; it needs one of the two", id, is, has)
		}
	}
	for id := range reason {
		if !slices.Contains(ids, id) {
			t.Errorf("reasons.txt names %s, which is no rule", id)
		}
	}
	files, err := filepath.Glob("*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if id := strings.TrimSuffix(file, ".txtar"); advice.Find(strings.ToUpper(id)) == nil {
			t.Errorf("%s is about no rule: write &%s into rules, in wasm/advice/advice.go", file, id)
		}
	}
}

// TestSaid: what the server says of the examples by itself, as recorded from 5.0.8. Of
// all others it says nothing.
func TestSaid(t *testing.T) {
	rules, err := advicebook.Load()
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, r := range rules {
		for _, e := range r.Bad {
			words, err := advicebook.Said(e, r.Options)
			if err != nil {
				t.Errorf("%s: %s: %v", r.ID, e.Name, err)
			}
			for _, w := range words {
				got += fmt.Sprintf("%s %s: refused %v, role %v, allowed %v: %s\n", r.ID, e.Name, w.Refused, w.Role, w.Allowed, w.Text)
			}
		}
	}
	want, err := os.ReadFile("testdata/said.txt")
	if *update {
		if err = os.MkdirAll("testdata", 0o777); err == nil {
			err = os.WriteFile("testdata/said.txt", []byte(got), 0o666)
		}
		want = []byte(got)
	}
	if err != nil || got != string(want) {
		t.Errorf("got\n%s\nwant\n%s (%v)", got, want, err)
	}
}
