// Package wasm_test holds the table of who may import whom.
package wasm_test

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// mayImport is the table: a package, and the packages of this module that it may
// import directly. A package that is not listed must not exist under wasm/.
var mayImport = map[string]string{
	"diag":                "",
	"version":             "", // what differs between servers, for whoever judges
	"cql":                 "version work rule java diag",
	"java":                "", // what the server's language decides: orders of hash maps
	"cqltype":             "version cql java rule diag",
	"schema":              "version cql cqltype diag",
	"memtable":            "work schema cqltype",
	"plan":                "memtable schema cqltype cql diag",
	"query":               "version work plan memtable schema cqltype cql rule diag",
	"rule":                "diag",
	"version/versionbook": "version",                                                      // as rule/rulebook
	"rule/rulebook":       "version session check cql diag",                               // prose and examples, for builders and tests
	"check":               "version work plan memtable schema java cqltype cql rule diag", // what every verdict stands on
	"check/dml":           "version work check plan memtable schema java cqltype cql rule diag",
	"check/ddl":           "version work check check/dml plan schema java cqltype cql rule diag", // a view's WHERE is judged as a read's
	"judge":               "version check check/ddl check/dml cql diag",
	"repair":              "version judge check plan memtable schema cqltype cql rule diag",
	"editor":              "check/ddl schema cqltype cql diag", // what an editor shows of CQL that is being written
	"session":             "version work number repair judge check query plan memtable schema cqltype cql rule diag",
	"migration":           "session schema cqltype cql diag",
	"upgrade":             "session sizing number check workload sstable schema cqltype cql diag", // what another release says otherwise: asks two sessions, and no table of versions
	"template":            "diag work",
	"sstable":             "work memtable schema cqltype cql", // cql writes names
	"number":              "",
	"ring":                "schema",
	"workload":            "number diag",
	"sizing":              "workload number ring sstable memtable schema cqltype cql diag",
	"advice":              "version repair sizing number check plan rule work workload sstable memtable schema cqltype cql diag",
	"advice/advicebook":   "advice session sizing number check workload sstable schema cql rule diag", // as rule/rulebook
	"diagram":             "model figure schema number work",
	"model":               "work repair session advice sizing number ring check plan rule workload sstable memtable schema cqltype cql diag",
	"answer":              "version sizing session diag",
	"view":                "wire",
	"layout":              "work",
	"figure":              "view number layout work",
	"lab/fence":           "diag",
	"work":                "",
	"wire":                "",
	"lab/input":           "wire number diag",
	"lab/place":           "wire lab/input view diag",
	"lab": "version work editor migration upgrade template wire lab/fence lab/input lab/place diagram figure view number ring model exercise progress advice sizing workload sstable session repair check query plan rule " +
		"memtable schema cqltype cql diag",
	"browser": "figure lab lab/input lab/place number progress view wire",
	"edge":    "work lab lab/place figure view number answer advice sizing sstable session check plan diag",
	"worker":  "edge",

	"progress":              "view number",
	"exercise":              "version work session sizing number ring check query plan workload sstable memtable schema cqltype cql rule diag",
	"exercise/exercisebook": "exercise session sizing number check query plan workload sstable memtable schema cqltype cql rule diag", // as rule/rulebook
}

// notInBrowser lists packages that cost too many bytes, or reach for what a page
// does not have. Nothing that the browser program needs may import them.
var notInBrowser = []string{
	"fmt", "reflect", "regexp", "math/big", "encoding/json", "encoding/hex", "net/url", "net/http",
	"compress/flate", "text/template", "html/template", "os/exec", module + "rule/rulebook", module + "version/versionbook", module + "advice/advicebook", module + "exercise/exercisebook",
}

const module = "partitionlab/wasm/"

type goPackage struct {
	ImportPath, Name string
	Imports, Deps    []string
}

func list(t *testing.T, env []string, args ...string) []goPackage {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-e", "-json=ImportPath,Name,Imports,Deps"}, args...)...)
	cmd.Env = append(os.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, stderr.Bytes())
	}
	var all []goPackage
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var p goPackage
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if len(all) == 0 {
		t.Fatalf("%v: no packages", cmd)
	}
	return all
}

var wasm = []string{"GOOS=js", "GOARCH=wasm"}

func TestImportsFollowTheTable(t *testing.T) {
	for name, env := range map[string][]string{"native": nil, "wasm": wasm} {
		t.Run(name, func(t *testing.T) {
			for _, p := range list(t, env, "./...") {
				name, ok := strings.CutPrefix(p.ImportPath, module)
				if !ok {
					continue // the folder of this test
				}
				allowed, listed := mayImport[name]
				if !listed {
					t.Errorf("%s is not in the table of imports", name)
					continue
				}
				for _, dep := range p.Imports {
					dep, inside := strings.CutPrefix(dep, module)
					switch {
					case !inside && strings.HasPrefix(dep, "partitionlab/"):
						t.Errorf("%s imports %s: the core imports nothing outside wasm/", name, dep)
					case inside && !slices.Contains(strings.Fields(allowed), dep):
						t.Errorf("%s imports %s: the arrow goes the other way (allowed: %s)", name, dep, allowed)
					}
				}
			}
		})
	}
}

func TestNothingImportsAProgram(t *testing.T) {
	programs := map[string]bool{}
	all := append(list(t, nil, "partitionlab/..."), list(t, wasm, "./...")...)
	for _, p := range all {
		if p.Name == "main" {
			programs[p.ImportPath] = true
		}
	}
	if len(programs) == 0 {
		t.Fatal("found no program")
	}
	for _, p := range all {
		for _, dep := range p.Imports {
			if programs[dep] {
				t.Errorf("%s imports the program %s", p.ImportPath, dep)
			}
		}
	}
}

func TestBrowserStaysSmall(t *testing.T) {
	for _, tag := range []string{"large", "chapters"} { // the large program, and what chapters load
		for _, p := range list(t, wasm, "-tags="+tag, "./browser") {
			for _, dep := range p.Deps {
				if slices.Contains(notInBrowser, dep) {
					t.Errorf("the browser program reaches %s", dep)
				}
				if tag == "chapters" && (dep == module+"model" || dep == module+"diagram") {
					t.Errorf("what chapters load reaches %s, which belongs to the large program", dep)
				}
				if own, is := strings.CutPrefix(dep, module); is { // up to 4 kB for the first such call
					files, _ := filepath.Glob(filepath.Join(own, "*.go"))
					for _, file := range files {
						text, err := os.ReadFile(file)
						if err != nil {
							t.Fatal(err)
						}
						for _, sorts := range []string{"slices.Sort(", "slices.Sorted(", "slices.SortFunc(", "slices.SortStableFunc(", "sort.Strings("} {
							if !strings.HasSuffix(file, "_test.go") && strings.Contains(string(text), sorts) {
								t.Errorf("%s calls %s…: write diag.Sort, diag.Keys, sort.Slice or sort.SliceStable", file, sorts)
							}
						}
					}
				}
			}
		}
	}
}

// TestCoreKnowsNoChapter: what a chapter says, the chapter says. The core names none.
func TestCoreKnowsNoChapter(t *testing.T) {
	book, err := os.ReadFile("../content/book.txt")
	if err != nil {
		t.Fatal(err)
	}
	var addresses []string
	part := ""
	for line := range strings.Lines(string(book)) {
		word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case word == "" || word == "---" || strings.HasPrefix(word, "#"):
		case line[0] != ' ':
			part = word
		default:
			addresses = append(addresses, part+"/"+word)
		}
	}
	if len(addresses) < 10 {
		t.Fatal("found no chapters in content/book.txt")
	}
	err = filepath.WalkDir(".", func(path string, e os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, 0) // comments may give one as an example
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			l, ok := n.(*ast.BasicLit)
			for _, a := range addresses {
				if ok && l.Kind == token.STRING && strings.Contains(l.Value, a) {
					t.Errorf("%s names the chapter %s", files.Position(l.Pos()), a)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
