package rulebook_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/repair"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/rule/rulebook"
	"partitionlab/wasm/session"
	"partitionlab/wasm/version"
)

var update = flag.Bool("update", false, "write ../rules.go from the txtar files")

func load(t *testing.T) []rulebook.Rule {
	rules, err := rulebook.Load()
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// TestExamples: each bad example breaks its rule with the words of a real
// server, and each good one is accepted.
func TestExamples(t *testing.T) {
	bad, good := 0, 0
	judge := new(rulebook.Judge)
	for _, r := range load(t) {
		if (len(r.Bad) == 0) != (r.NoBad != "") || (len(r.Good) == 0) != (r.NoGood != "") {
			t.Errorf("%s needs bad and good examples, or the reason why it has none", r.ID)
		}
		if len(r.Templates) == 0 || len(r.Sources) == 0 {
			t.Errorf("%s needs the server's words and references", r.ID)
		}
		for _, e := range r.Bad {
			bad++
			_, got, err := judge.Run(&r, e, true)
			switch {
			case err != nil:
				t.Errorf("%s: %s: %v", r.ID, e.CQL, err)
			case got.Diag == nil:
				t.Errorf("%s: %s: accepted", r.ID, e.CQL)
			case got.Diag.Rule != r.As || got.Diag.Kind.String() != e.Kind:
				t.Errorf("%s: %s: breaks %s (%s) %s", r.ID, e.CQL, got.Diag.Rule, got.Diag.Kind, got.Diag.Message)
			case strings.HasPrefix(e.Message, "line "): // of the parser, whose place is the server's, and whose words are our own
				end := got.Diag.Start == len(e.CQL) && strings.HasPrefix(e.Message, "line 0:-1 ")
				if at := placeOf(e.CQL, got.Diag.Start); !end && !strings.HasPrefix(e.Message, "line "+at+" ") {
					t.Errorf("%s: %s: stands at %s, the server says %s", r.ID, e.CQL, at, e.Message)
				}
			case e.Message != "" && got.Diag.Message != e.Message:
				t.Errorf("%s: %s:\n got %s\nwant %s", r.ID, e.CQL, got.Diag.Message, e.Message)
			case e.Message != "" && !slices.ContainsFunc(r.Templates, func(tpl string) bool { return fits(tpl, e.Message) }):
				t.Errorf("%s: no template fits %q", r.ID, e.Message)
			}
		}
		for _, e := range r.Good {
			good++
			if _, got, err := judge.Run(&r, e, false); err != nil || !got.Accepted() {
				t.Errorf("%s: %s: refused: %v %v", r.ID, e.CQL, err, got.Diag)
			}
		}
	}
	t.Logf("%d bad examples and %d good ones", bad, good)
}

// placeOf is a place as the server's parser tells it, unless the text ends before its last token.
func placeOf(text string, start int) string {
	before := text[:start]
	return fmt.Sprintf("%d:%d", 1+strings.Count(before, "\n"), len(utf16.Encode([]rune(before[strings.LastIndex(before, "\n")+1:]))))
}

func fits(template, message string) bool {
	pattern := strings.ReplaceAll(regexp.QuoteMeta(template), "%s", "(?s:.*)")
	message = strings.ReplaceAll(message, "\n", " ")
	return regexp.MustCompile(`^(Guardrail \S+ violated: )?` + pattern + "$").MatchString(message)
}

// TestFixes: every repair of every bad example, applied, parses and no longer
// breaks its rule in the same way.
func TestFixes(t *testing.T) {
	judge := new(rulebook.Judge)
	tried := 0
	for _, r := range load(t) {
		for _, e := range r.Bad {
			statement, got, err := judge.Run(&r, e, true)
			if err != nil || got.Diag == nil {
				continue // TestExamples says so
			}
			for _, fix := range got.Diag.Fixes {
				tried++
				after := fix.Apply(statement)
				for _, item := range cql.Parse(diag.NewSource("", after)).Items {
					if item.Err != nil {
						t.Errorf("%s: %s: %q does not parse: %s: %s", r.ID, e.CQL, fix.Title, after, item.Err.Message)
					}
				}
				refusals, err := r.Repaired(e, after)
				if err != nil {
					t.Error(err)
				}
				for _, d := range refusals {
					if d.Rule == got.Diag.Rule && d.Message == got.Diag.Message {
						t.Errorf("%s: %s: %q repairs nothing: %s: %s", r.ID, e.CQL, fix.Title, after, d.Message)
					} else if !strings.Contains(fix.Costs, d.Message) {
						t.Errorf("%s: %s: %q leads to a refusal of which it says nothing: %s: %s", r.ID, e.CQL, fix.Title, after, d.Message)
					}
				}
			}
		}
	}
	t.Logf("%d repairs", tried)
	if tried < 150 {
		t.Errorf("only %d repairs are offered", tried)
	}
}

// asksForIt are rules whose examples ask themselves for what an older release has not: a repair
// leaves that as it was written.
var asksForIt = []string{
	"SYN-28", // an index that is not CUSTOM, with a class
	"KS-09",  // SimpleStrategy without a factor
}

// TestFixesFitTheServer: no repair under an older release writes what is new in a later one.
func TestFixesFitTheServer(t *testing.T) {
	tried := 0
	for _, name := range version.Names() {
		settings := check.NewSettings()
		if err := settings.SetServer(name); err != nil {
			t.Fatal(err)
		}
		prepared := func(before []string) *session.Session {
			c := session.New(session.Settings{Keyspace: "ks", Check: settings})
			c.Script(diag.NewSource("setup", rulebook.Setup)) // what the release has of it
			for _, q := range before {
				c.Exec(q)
			}
			return c
		}
		newer := func(d *diag.Diagnostic) bool {
			return d != nil && strings.HasPrefix(d.Why, name+" refuses this: ") && strings.Contains(d.Why, " new in ")
		}
		for _, r := range load(t) {
			if slices.Contains(asksForIt, r.ID) {
				continue
			}
			for _, e := range r.Bad {
				all := e.Statements()
				before, last := all[:len(all)-1], all[len(all)-1]
				got := prepared(before).Exec(last)
				if got.Diag == nil || newer(got.Diag) {
					continue
				}
				for _, fix := range got.Diag.Fixes {
					tried++
					for _, after := range prepared(before).Script(diag.NewSource("", fix.Apply(last))) {
						if newer(after.Diag) {
							t.Errorf("%s under %s: %s: %q: %s", r.ID, name, e.CQL, fix.Title, after.Diag.Why)
						}
					}
				}
			}
		}
	}
	if tried < 300 {
		t.Errorf("only %d repairs were tried", tried)
	}
}

// raisers are the packages that say of a statement which rule it breaks.
var raisers = []string{"cql", "cqltype", "check", "check/ddl", "check/dml", "query"}

// parsed are the syntax trees of a package without its tests.
func parsed(t *testing.T, dir string) (fset *token.FileSet, files []*ast.File) {
	t.Helper()
	names, err := filepath.Glob("../../" + dir + "/*.go")
	if err != nil || len(names) == 0 {
		t.Fatal(dir, err)
	}
	fset = token.NewFileSet()
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return fset, files
}

// named is the rule that an expression names by its constant, or "".
func named(x ast.Expr) string {
	if s, ok := x.(*ast.SelectorExpr); ok {
		if p, ok := s.X.(*ast.Ident); ok && p.Name == "rule" {
			return s.Sel.Name
		}
	}
	return ""
}

// TestRaised: every rule that an example breaks is raised by its constant, and no id
// is written out in the code. So a search for the constant leads from the prose to
// the check and to the repair, and back.
func TestRaised(t *testing.T) {
	raised := map[string]bool{}
	id := regexp.MustCompile(`^"[A-Z]{1,5}-A?[0-9]{1,2}"$`)
	for _, dir := range raisers {
		fset, files := parsed(t, dir)
		for _, f := range files {
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.SelectorExpr:
					raised[named(n)] = true
				case *ast.BasicLit:
					if id.MatchString(n.Value) && n.Value != `"SHA-2"` {
						t.Errorf("%s: %s is written out; write its constant", fset.Position(n.Pos()), n.Value)
					}
				}
				return true
			})
		}
	}
	for _, r := range load(t) {
		if r.As == r.ID && len(r.Bad) > 0 && !raised[constant(r.ID)] {
			t.Errorf("%s has bad examples, but nothing raises rule.%s", r.ID, constant(r.ID))
		}
	}
}

// TestTemplates: each % of a message has its argument.
func TestTemplates(t *testing.T) {
	checked := 0
	for _, dir := range raisers {
		fset, files := parsed(t, dir)
		for _, f := range files {
			ast.Inspect(f, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || call.Ellipsis.IsValid() {
					return true
				}
				first := 0
				switch f := call.Fun.(type) {
				case *ast.SelectorExpr:
					first = map[string]int{"Invalid": 1, "Syntax": 1, "Server": 1, "Refuse": 2}[f.Sel.Name]
				case *ast.Ident:
					first = map[string]int{"invalid": 1}[f.Name] // of package cqltype
				}
				if first == 0 || len(call.Args) <= first {
					return true
				}
				template, ok := call.Args[first].(*ast.BasicLit)
				if !ok {
					return true
				}
				checked++
				if want, have := strings.Count(template.Value, "%"), len(call.Args)-first-1; want != have {
					t.Errorf("%s: %d %% in the template and %d arguments", fset.Position(call.Pos()), want, have)
				}
				return true
			})
		}
	}
	if checked < 500 {
		t.Errorf("only %d messages", checked)
	}
}

// TestRepairsAreListed: the table of repairs names every rule whose examples are
// repaired, and each of its rules has an example with a repair, in the order of ids.
// What the parser refuses it repairs itself. With -v it lists the rules without a repair.
func TestRepairsAreListed(t *testing.T) {
	listed := map[string]bool{}
	ids := repair.Rules()
	for i, id := range ids {
		listed[string(id)] = true
		if i > 0 && ids[i-1] >= id {
			t.Errorf("%s stands behind %s in the table", id, ids[i-1])
		}
	}
	repaired := map[string]bool{}
	judge := new(rulebook.Judge)
	var without []string
	for _, r := range load(t) {
		offers := len(r.Bad) == 0
		for _, e := range r.Bad {
			_, got, err := judge.Run(&r, e, true)
			offers = offers || got.Diag != nil && len(got.Diag.Fixes) > 0
			if err != nil || got.Diag == nil || got.Stmt == nil || len(got.Diag.Fixes) == 0 {
				continue
			}
			if repaired[got.Diag.Rule] = true; !listed[got.Diag.Rule] {
				t.Errorf("%s: %s is repaired, but the table of repairs does not name it", got.Diag.Rule, e.CQL)
			}
		}
		if !offers {
			without = append(without, r.ID)
		}
	}
	t.Logf("%d rules whose examples have no repair: %s", len(without), strings.Join(without, " "))
	for id := range listed {
		if !repaired[id] {
			t.Errorf("%s stands in the table of repairs, but no example of it is repaired", id)
		}
	}
}

// constant is the name of a rule's id in package rule: W10 of W-10.
func constant(id string) string { return strings.ReplaceAll(id, "-", "") }

// TestTable: the browser's table, and the constants, are made from the book.
func TestTable(t *testing.T) {
	var b strings.Builder
	b.WriteString("package rule\n\n// Made from rulebook/*.txtar by go test ./wasm/rule/rulebook -update.\n\n// The ids of all rules.\nconst (\n")
	rules := load(t)
	width := 0
	for _, r := range rules {
		width = max(width, len(constant(r.ID)))
	}
	for _, r := range rules {
		fmt.Fprintf(&b, "\t%-*s ID = %q\n", width, constant(r.ID), r.ID)
	}
	b.WriteString(")\n\n// table holds a line a rule: id, why, instead. It is one text, because a browser\n// loads that faster than a list of small ones.\nconst table = \"\"")
	for _, r := range rules {
		fmt.Fprintf(&b, " +\n\t%q", r.ID+"\t"+r.Why+"\t"+r.Instead+"\n")
	}
	b.WriteString("\n")
	if *update {
		if err := os.WriteFile("../rules.go", []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile("../rules.go")
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != b.String() {
		t.Error("rules.go is not what the book says: run go test ./wasm/rule/rulebook -update")
	}
	for _, r := range load(t) {
		if got, ok := rule.Find(r.ID); !ok || got.Why != r.Why || got.Instead != r.Instead {
			t.Errorf("%s is not found", r.ID)
		}
	}
	for _, id := range []string{"", "A", "W-1", "W-100", "ZZ-01"} {
		if got, ok := rule.Find(id); ok {
			t.Errorf("%q finds %v", id, got)
		}
	}
}
