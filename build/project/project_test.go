package project

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"partitionlab/wasm/diag"
)

func known(id string) (bool, bool, string) {
	return id == "R18" || id == "W-10", id == "W-10", map[string]string{"R81": "R18"}[id]
}

// TestExample: what the help shows is right, and leaves no key out.
func TestExample(t *testing.T) {
	all := func(id string) (bool, bool, string) { return true, false, "" }
	if _, problems := Read(FileName, Example, all); len(problems) > 0 {
		t.Error(problems)
	}
	_, problems := Read(FileName, "[[project]]\nnope = 1\n", all)
	_, outside := Read(FileName, "nope = 1\n", all)
	for _, d := range append(problems, outside...) {
		for key := range strings.SplitSeq(strings.TrimPrefix(d.Instead, "there are "), ", ") {
			if !regexp.MustCompile(`(?m)^(\[{1,2})?` + key + `\b`).MatchString(Example) {
				t.Errorf("nothing about %s", key)
			}
		}
	}
}

// TestConfig: each archive holds a configuration, and what is said about it.
func TestConfig(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"nodes = 3\nkeyspace = ''\n[settings]\nsasi_indexes_enabled = true\n[[project]]\nname = 'a'\nnodes = 'dc1=3'\n", ""},
		{"nodes = 3\nnode = 4\n", "2:1 there is no key node; there are keyspace, nodes, server, superuser, preset, settings, rules, limits, advice, thresholds, define, calls, fail-on, site, project (write nodes)"},
		{"[[project]]\nname = 'a'\nfile = ['x']\n", "3:1 there is no key project.file"},
		{"nodes = \n", "1:"},
		{"site = 5\n", "1:8 site: this takes no value of the kind integer; write a text in quotes"},
		{"superuser = 'yes'\n", "1:13 superuser: this takes no value of the kind string; write true or false"},
		{"calls = 7\n", "1:9 calls: this takes no value of the kind integer; write a list of texts"},
		{"settings = 7\n", "1:12 settings: this takes no value of the kind integer; write a table of names and values"},
		{"[keyspace]\n", "1:2 keyspace: this takes no value of the kind table; write a text in quotes"},
		{"[[project]]\nname = 3\n", "2:8 project.name: this takes no value of the kind integer; write a text in quotes"},
		{"keyspace = 'a b'\n", "1:12 Keyspace name must not be empty and must contain alphanumeric"},
		{"keyspace = 'a'\nnodes = { dc1 = 0 }\n", `2:1 "0" is no number of nodes`},
		{"[settings]\nsasi_index_enabled = true\n", `2:22 "sasi_index_enabled" is no key of cassandra.yaml that changes a verdict; did you mean sasi_indexes_enabled?`},
		{"[thresholds]\npartition = 1\n", "2:13 there is no threshold partition"},
		{"preset = '7'\n", "1:10 there is no preset 7"},
		{"server = 4.0\n[[project]]\nname = 'a'\nserver = '4.1'\n", ""},
		{"server = 3.11\n", `1:10 "3.11" is no server whose verdicts are given: write 5.0, 4.1 or 4.0 (3.11 and 6.0 are not offered yet)`},
		{"fail-on = 'never'\n", "1:11 fail-on is not never; write refused, warning or advice"},
		{"[limits]\ndisc = '1 MB'\n", "2:8 there is no limit disc; did you mean disk; there are rows"},
		{"[limits]\ndisk = '1,5 MB'\n", "2:8 disk is at most a number such as 100000 or 100 MB, not 1,5 MB"},
		{"[rules]\nR81 = { severity = 'off', reason = 'x' }\n", "2:1 there is no rule R81; write R18; `partitionlab explain` lists them"},
		{"[rules]\nR18 = { severity = 'off' }\n", "2:1 the rule R18 has no reason"},
		{"[rules]\nR18 = { reason = 'x' }\n", "2:1 the rule R18 has no severity"},
		{"[rules.W-10]\nseverity = 'off'\nreason = 'x'\n", "1:2 W-10 is a refusal of the server's: no configuration changes that"},
		{"[[project]]\nname = 'a'\n[[project]]\nname = 'a'\n", "4:8 two projects are called a"},
		{"[[project]]\nroot = 'a'\n", "1:3 a project has no name"},
		{"[[project]]\nname = 'a'\nneeds = ['b', 'c']\n[[project]]\nname = 'b'\n", "3:15 there is no project c; write one of a, b"},
		{"[[project]]\nname = 'a'\nneeds = ['b']\n[[project]]\nname = 'b'\nneeds = ['a']\n", "3:1 a project needs itself: a → b → a"},
		{"[[project]]\nname = 'a'\n[project.rules]\nR18 = { severity = 'none', reason = 'x' }\n", "4:1 the rule R18 has no severity"},
		{"site = 'example.org'\n", "1:8 the site is no address"},
	} {
		config, problems := Read(FileName, c.text, known)
		var said []string
		for _, d := range problems {
			line, column := config.Source.Position(d.Start)
			s := fmt.Sprintf("%d:%d %s", line, column, d.Message)
			if d.Instead != "" {
				s += "; " + d.Instead
			}
			for _, f := range d.Fixes {
				s += " (" + f.Title + ")"
			}
			said = append(said, s)
		}
		got := strings.Join(said, "\n")
		if c.want == "" && got != "" || !strings.HasPrefix(got, c.want) || len(said) > 1 {
			t.Errorf("%s\ngot  %s\nwant %s", c.text, got, c.want)
		}
	}
}

// TestScope: a project takes over what holds for all, and may say otherwise.
func TestScope(t *testing.T) {
	c, problems := Read(FileName, `
nodes = { b = 2, a = 1 }
keyspace = "shared"
[settings]
cdc_enabled = true
table_properties_disallowed = ["comment", "cdc"]
[rules]
r18 = { severity = "off", reason = "small" }
[define]
env = "test"
[limits]
disk = "100 MB"
values = 1000

[[project]]
name = "one"
keyspace = ""
[project.settings]
cdc_enabled = false
[project.rules]
R18 = { severity = "warning", reason = "here it matters" }
[project.limits]
disk = "1 GB"

[[project]]
name = "two"
`, known)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	one, two := c.Projects[0].Scope, c.Projects[1].Scope
	empty, shared := "", "shared"
	rules := map[string]Rule{"R18": {Severity: diag.Warning, Reason: "here it matters"}}
	want := Scope{Keyspace: &empty, Nodes: "a=1,b=2", Settings: map[string]string{"cdc_enabled": "false", "table_properties_disallowed": "comment,cdc"},
		Rules: rules, Limits: map[string]int64{"disk": 1e9, "values": 1000}, Define: map[string]string{"env": "test"}}
	if diff := cmp.Diff(want, one); diff != "" {
		t.Error(diff)
	}
	want.Keyspace, want.Settings["cdc_enabled"], want.Limits["disk"] = &shared, "true", 1e8
	want.Rules = map[string]Rule{"R18": {Off: true, Reason: "small"}}
	if diff := cmp.Diff(want, two); diff != "" {
		t.Error(diff)
	}
}

func lay(t *testing.T, text string) {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(text)).Files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
}

func TestInputs(t *testing.T) {
	lay(t, `
-- partitionlab.toml --
[[project]]
name = "orders"
root = "orders"
needs = ["catalog"]
schema = ["../shared.cql"]
files = ["migrations", "extra/*.cql"]
code = ["src"]
sizes = ["**/*.size"]
exclude = ["src/old", "**/*_test.go"]

[[project]]
name = "catalog"
root = "cata[log]"
files = ["*.cql"]

[[project]]
name = "empty"
files = ["none.cql", "orders/src"]
-- shared.cql --
-- orders/migrations/V1__a.cql --
-- orders/migrations/V1.1__b.cql --
-- orders/migrations/V2__c.cql --
-- orders/migrations/V10__d.cql --
-- orders/migrations/R__views.cql --
-- orders/migrations/20240101_x.up.cql --
-- orders/migrations/20240101_x.down.cql --
-- orders/migrations/README.md --
-- orders/extra/b.cql --
-- orders/extra/a.cql --
-- orders/src/a.go --
-- orders/src/a_test.go --
-- orders/src/old/b.go --
-- orders/src/node_modules/c.js --
-- orders/src/.git/d.js --
-- orders/load.size --
-- cata[log]/10.cql --
-- cata[log]/9.cql --
`)
	text, err := os.ReadFile(FileName)
	if err != nil {
		t.Fatal(err)
	}
	c, problems := Read(Find("orders/src"), string(text), known)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	list := func(p *Project) (out []string, problems []diag.Diagnostic) {
		inputs, problems := p.Inputs()
		for _, in := range inputs {
			s := filepath.ToSlash(in.Path)
			if in.Context {
				s = "(" + s + ")"
			}
			out = append(out, s)
		}
		return out, problems
	}
	got, problems := list(c.Projects[0])
	want := strings.Fields(`(cata[log]/9.cql) (cata[log]/10.cql) (shared.cql)
		orders/migrations/V1__a.cql orders/migrations/V1.1__b.cql orders/migrations/V2__c.cql orders/migrations/V10__d.cql orders/migrations/20240101_x.up.cql orders/migrations/R__views.cql
		orders/extra/a.cql orders/extra/b.cql orders/src/a.go orders/load.size`)
	if diff := cmp.Diff(want, got); diff != "" || len(problems) > 0 {
		t.Error(diff, problems)
	}
	_, problems = list(c.Projects[2])
	if len(problems) != 2 || problems[0].Message != "none.cql: there is no such file or folder" || problems[1].Message != "orders/src holds no file to judge" {
		t.Errorf("%v", problems)
	}
}

func TestOrder(t *testing.T) {
	names := strings.Fields("b.cql a10.cql a9.cql V10__x.cql schema-index.cql schema.cql V2__x.cql V1_10__x.cql V1_9__x.cql V1__x.cql 0003_c.cql 03.1.cql x/1.cql R__r.cql")
	want := strings.Fields("V1__x.cql V1_9__x.cql V1_10__x.cql V2__x.cql 0003_c.cql 03.1.cql V10__x.cql R__r.cql a9.cql a10.cql b.cql schema.cql schema-index.cql x/1.cql")
	if got := ordered(slices.Clone(names)); !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// TestGlob: several ** mean what one does, and are matched in one pass over the folders.
func TestGlob(t *testing.T) {
	deep := strings.Repeat("d/", 30)
	lay(t, "-- a/x.cql --\n-- a/b/y.cql --\n-- a/b/c/b/z.cql --\n-- "+deep+"end.cql --\n-- "+deep+"end.txt --\n")
	if err := os.Symlink("a/x.cql", "link.cql"); err != nil {
		t.Fatal(err)
	}
	for _, to := range []string{".", ".."} { // round and round
		if err := os.Symlink(to, "a/b/round"+strings.Trim(to, "/")); err != nil {
			t.Fatal(err)
		}
	}
	accept := func(string) bool { return true }
	for pattern, want := range map[string]string{
		"a/b/*/y.cql":                          "a/b/round./y.cql",
		"a/**/*.cql":                           "a/x.cql a/b/y.cql a/b/c/b/z.cql",
		"a/**/**/*.cql":                        "a/x.cql a/b/y.cql a/b/c/b/z.cql",
		"a/**/b/**/*.cql":                      "a/b/y.cql a/b/c/b/z.cql",
		"**/b/**/{y,z}.cql":                    "a/b/y.cql a/b/c/b/z.cql",
		"**/**/[xl]*.cql":                      "link.cql a/x.cql",
		strings.Repeat("**/d/", 14) + "*.cql":  deep + "end.cql",
		strings.Repeat("**/", 30) + "end.cql":  deep + "end.cql",
		strings.Repeat("**/d*/", 20) + "z.cql": "no file has such a name",
		"{a,b}/**/[":                           "no such file or directory; it is no pattern either",
		"a/**/**/[":                            "no such file or directory; it is no pattern either",
		"missing[x.cql":                        "missing[x.cql: no such file or directory; it is no pattern either",
		"a/{x,y.cql":                           "no such file or directory; it is no pattern either",
		strings.Repeat("{a,b}", 30):            "more than 1000 patterns",
	} {
		names, err := Expand(pattern, accept)
		if err != nil {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", pattern, err)
			}
			continue
		}
		if got := filepath.ToSlash(strings.Join(names, " ")); got != want {
			t.Errorf("%s: %s, not %s", pattern, got, want)
		}
	}
}

// TestLongConfig: neither keys that mean nothing, nor projects that need each other in many
// ways, take more time than they are worth.
func TestLongConfig(t *testing.T) {
	unknown, needs := "", ""
	for i := range 20_000 {
		unknown += fmt.Sprintf("[a%d]\n", i)
	}
	for i := range 60 {
		needs += fmt.Sprintf("[[project]]\nname = 'p%d'\nneeds = ['p%d', 'q%[2]d']\n[[project]]\nname = 'q%[1]d'\nneeds = ['p%d', 'q%[2]d']\n", i, i+1)
	}
	needs += "[[project]]\nname = 'p60'\n[[project]]\nname = 'q60'\n"
	for _, c := range []struct{ text, want string }{
		{unknown, "it has more than 5000 lines or keys"},
		{"a = [" + strings.Repeat("{b = 1}, ", 6000) + "]", "it has more than 5000 lines or keys"},
		{needs, ""},
		{needs + "needs = ['p0']\n", "a project needs itself: p0 → "},
	} {
		_, problems := Read(FileName, c.text, known)
		switch {
		case c.want == "" && len(problems) > 0, c.want != "" && (len(problems) != 1 || !strings.HasPrefix(problems[0].Message, c.want)):
			t.Errorf("%.40q: %v", c.text, problems)
		}
	}
}
