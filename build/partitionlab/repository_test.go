package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestMain makes the test program be partitionlab itself, so that scripts can call it.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"partitionlab": main})
}

// TestScripts runs the scripts of testdata/script: what a command line prints, and
// how it ends.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", UpdateScripts: *update, RequireExplicitExec: true, RequireUniqueNames: true})
}

var update = flag.Bool("update", false, "write what is printed into testdata/script")

// repository lays a copy of testdata/repository, a repository of three services in
// three languages, and goes there.
func repository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/repository")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	return dir
}

// TestRepository: all is well, for the command line, for the pipeline and for the hook.
func TestRepository(t *testing.T) {
	schema := compiled(t, "../finding/testdata/sarif/sarif-schema-2.1.0.json")
	dir := repository(t)
	code, out, errs := call(t, "", "check", ".")
	if code != clean || out != "" || !strings.HasPrefix(errs, "13 files, 29 statements: nothing to report") {
		t.Errorf("check: exit %d, %s%s", code, out, errs)
	}
	code, out, errs = call(t, "", "size", ".")
	if code != clean || errs != "" || strings.Count(out, ", one partition,") != 2 {
		t.Errorf("size: exit %d, %s%s", code, out, errs)
	}
	sh := lines(t, dir)
	if out, err := sh("sh ci/check.sh"); err != nil {
		t.Errorf("the pipeline: %v\n%s", err, out)
	}
	valid(t, schema, "partitionlab.sarif", 0)
	if text, err := os.ReadFile("sizes.xml"); err != nil || !strings.Contains(string(text), `failures="0"`) {
		t.Errorf("sizes.xml: %v, %s", err, text)
	}
	if out, err := sh("git init -q . && git add . && hooks/pre-commit"); err != nil || !strings.Contains(out, "13 files, 29 statements: nothing to report") {
		t.Errorf("the hook at the first commit: %v\n%s", err, out)
	}
	if code, _, errs := call(t, "", "check", "-changed", "--output=x", "."); code != notDone || !strings.Contains(errs, "no revision of git") {
		t.Errorf("a flag of git: exit %d, %s", code, errs)
	}
	if out, err := sh("git -c user.name=a -c user.email=a@b commit -q -m all && hooks/pre-commit"); err != nil {
		t.Errorf("the hook: %v\n%s", err, out)
	}
	// The hook judges what has changed on what has not, and speaks of nothing else.
	edit(t, "services/orders/migrations/002_status.up.cql", "ADD status text", "ADD state text")
	edit(t, "services/billing/billing/invoices.py", "paid = false", "payed = false")
	if out, err := sh("git add . && hooks/pre-commit"); err == nil || strings.Count(out, "refused") != 1+1 || !strings.Contains(out, "invoices.py:5:") ||
		!strings.Contains(out, "3 findings in files of the same projects that were not named") {
		t.Errorf("the hook on mistakes: %v\n%s", err, out)
	}
	if out, err := sh("sh ci/check.sh"); err == nil {
		t.Errorf("the pipeline on mistakes is content\n%s", out)
	}
	valid(t, schema, "partitionlab.sarif", 4)
}

// lines runs lines of a shell in which partitionlab is this program.
func lines(t *testing.T, dir string) func(line string) (string, error) {
	t.Helper()
	return func(line string) (string, error) {
		cmd := exec.Command("sh", "-c", line)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "HOME="+dir)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
}

func compiled(t *testing.T, file string) *jsonschema.Schema {
	t.Helper()
	schema, err := jsonschema.NewCompiler().Compile(file)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// valid checks a SARIF file against the schema of SARIF, and how much it holds.
func valid(t *testing.T, schema *jsonschema.Schema, file string, results int) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	doc, err := jsonschema.UnmarshalJSON(f)
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(doc); err != nil {
		t.Error(err)
	}
	list := doc.(map[string]any)["runs"].([]any)[0].(map[string]any)["results"].([]any)
	if len(list) != results {
		t.Errorf("%s holds %d results, want %d", file, len(list), results)
	}
}

func edit(t *testing.T, file, old, text string) {
	t.Helper()
	was, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(was), old) != 1 {
		t.Fatalf("%s holds %q %d times", file, old, strings.Count(string(was), old))
	}
	write(t, file, strings.Replace(string(was), old, text, 1))
}

// TestSeededMistakes: each mistake in the repository is found, at its place and
// nowhere else; the report is as its schema says.
func TestSeededMistakes(t *testing.T) {
	schema := compiled(t, "../finding/report.schema.json")
	for _, c := range []struct {
		name      string
		file      string
		old, text string
		command   string
		want      []string // file:line:column rule, of what fails
	}{
		{"a data center that is not declared", "services/catalog/migrations/V1__keyspace.cql", "'dc2': 3", "'dc3': 3", "check",
			[]string{"services/catalog/migrations/V1__keyspace.cql:2:69 KS-06"}},
		{"more replicas than nodes", "services/orders/migrations/001_orders.up.cql", "'dc2': 3", "'dc2': 5", "check",
			[]string{"services/orders/migrations/001_orders.up.cql:1:1 WARN-01"}},
		{"an unknown type", "services/catalog/migrations/V2__books.cql", "price decimal", "price money", "check",
			[]string{"services/catalog/migrations/V2__books.cql:5:9 RES-06"}},
		{"a migration that the one before does not allow", "services/catalog/migrations/V10__languages.cql", "ADD pages int", "ADD year int", "check",
			[]string{"services/catalog/migrations/V10__languages.cql:3:41 AL-03"}},
		{"a migration without its semicolon", "services/orders/migrations/001_orders.up.cql", "orders of ${ENVIRONMENT}';", "orders of ${ENVIRONMENT}'", "check",
			[]string{"services/orders/migrations/001_orders.up.cql:10:44 FILE-01"}},
		{"Java: a filter without an index, in a sum of strings", "services/catalog/src/main/java/shop/BookDao.java", `" WHERE id = ?"`, `" WHERE title = ?"`, "check",
			[]string{"services/catalog/src/main/java/shop/BookDao.java:11:37 W-11"}},
		{"Java: a column that is not there, in a text block", "services/catalog/src/main/java/shop/BookDao.java", ":price, :language)", ":price)", "check",
			[]string{"services/catalog/src/main/java/shop/BookDao.java:13:28 IN-02"}},
		{"Java: a clustering column skipped, in an annotation", "services/catalog/src/main/java/shop/BookDao.java", "AND year > :year", "AND isbn > :isbn", "check",
			[]string{"services/catalog/src/main/java/shop/BookDao.java:27:84 W-05"}},
		{"Go: a column of another table, in a constant of two lines", "services/orders/store/store.go", "total, status)", "total, state)", "check",
			[]string{"services/orders/store/store.go:11:65 RES-04"}},
		{"Go: a misspelled keyword, in a call", "services/orders/store/store.go", `"INSERT INTO open_orders`, `"INSRT INTO open_orders`, "check",
			[]string{"services/orders/store/store.go:21:11 "}},
		{"Python: a part of the key missing, in two strings", "services/billing/billing/invoices.py", "WHERE customer = ? AND number = ?", "WHERE customer = ?", "check",
			[]string{"services/billing/billing/invoices.py:13:20 W-03"}},
		{"Python: a column of the service that shares the keyspace", "services/billing/billing/invoices.py", "SELECT total\n", "SELECT totals\n", "check",
			[]string{"services/billing/billing/invoices.py:22:20 RES-04"}},
		{"a query of a load profile", "profiles/orders.yaml", "SELECT at, total FROM orders WHERE customer = ?", "SELECT at, total FROM orders WHERE at = ?", "check",
			[]string{"profiles/orders.yaml:16:45 W-10"}},
		{"a page of the documentation", "docs/runbook.md", "SELECT at, status", "SELECT at, stat", "check",
			[]string{"docs/runbook.md:6:12 RES-04"}},
		{"a partition that grows too large", "services/billing/load.size", "rows = 2000\nwritten", "rows = 2000 * 200\nwritten", "size",
			[]string{"services/billing/load.size:1:9 SIZE-01", "services/billing/load.size:5:10 SIZE-02"}},
		{"a misspelled line of a workload", "services/billing/load.size", "ttl =", "tll =", "size",
			[]string{"services/billing/load.size:4:1 SIZE-03"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			repository(t)
			edit(t, c.file, c.old, c.text)
			args := []string{"check", "-format", "json", "."}
			if c.command == "size" {
				args = []string{"size", "-report", "json", "."}
			}
			code, out, errs := call(t, "", args...)
			var report struct {
				Findings []struct {
					File, Rule, Message string
					Line, Column        int
					Fails               bool
				}
			}
			if err := json.Unmarshal([]byte(out), &report); err != nil {
				t.Fatal(err, errs)
			}
			if doc, err := jsonschema.UnmarshalJSON(strings.NewReader(out)); err != nil || schema.Validate(doc) != nil {
				t.Error(err, schema.Validate(doc))
			}
			var got []string
			for _, f := range report.Findings {
				if f.Fails {
					got = append(got, fmt.Sprintf("%s:%d:%d %s", f.File, f.Line, f.Column, f.Rule))
				}
			}
			if code != found || strings.Join(got, "\n") != strings.Join(c.want, "\n") {
				t.Errorf("exit %d\n%s\nwant\n%s\n%s", code, strings.Join(got, "\n"), strings.Join(c.want, "\n"), out)
			}
		})
	}
}
