package main

import (
	"bytes"
	"cmp"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// TestMove: imports and names of packages get the other path, and nothing else does.
func TestMove(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":      "module partitionlab\n\ngo 1.26\n",
		"peer/go.mod": "module partitionlab/build/peer\n",
		"a.go":        "package a\n\nimport (\n\t\"partitionlab/wasm/cql\"\n\tx \"partitionlab/build\"\n\t\"partitionlab/site\"\n)\n\nconst a, b = \"partitionlab/build/x,partitionlab/wasm/...\", \"partitionlab/v1\" // partitionlab/v1\n",
		"b.txt":       "partitionlab/wasm/cql",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, folder := range []string{"wasm", "build", "site"} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := move(dir, "example.org/lab"); n != 3 || err != nil {
		t.Errorf("%d files, %v", n, err)
	}
	for name, want := range map[string]string{
		"go.mod":      "module example.org/lab\n\ngo 1.26\n",
		"peer/go.mod": "module example.org/lab/build/peer\n",
		"a.go":        "package a\n\nimport (\n\t\"example.org/lab/wasm/cql\"\n\tx \"example.org/lab/build\"\n\t\"example.org/lab/site\"\n)\n\nconst a, b = \"example.org/lab/build/x,example.org/lab/wasm/...\", \"partitionlab/v1\" // partitionlab/v1\n",
		"b.txt":       "partitionlab/wasm/cql",
	} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(text) != want {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
	}
	if _, err := move(dir, "example.com/other/lab"); err != nil {
		t.Error(err)
	}
	if text, _ := os.ReadFile(filepath.Join(dir, "a.go")); !bytes.Contains(text, []byte(`"example.com/other/lab/wasm/cql"`)) {
		t.Errorf("moved again: %s", text)
	}
}

// TestPipeline: the script of the action, where partitionlab is not installed, takes it
// from a release; it passes what is right, stops what is wrong, and trusts no archive
// that is another one.
func TestPipeline(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	program := filepath.Join(t.TempDir(), "partitionlab")
	if out, err := exec.Command("go", "build", "-o", program, "../partitionlab").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	a, err := pack("../..", program, "v0.0.1", runtime.GOOS, runtime.GOARCH)
	if err != nil {
		t.Fatal(err)
	}
	sums := a.sum() + "  " + a.name + "\n"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/v0.0.1/" + a.name:
			w.Write(a.data)
		case "/v0.0.1/SHA256SUMS":
			w.Write([]byte(sums))
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	step := definition[struct {
		Inputs map[string]struct{ Default string }
		Runs   struct {
			Using string
			Steps []struct {
				Shell, Run string
				Env        map[string]string
			}
		}
	}](t, "ci/github/action.yml")
	here, err := filepath.Abs("ci/github")
	if err != nil || step.Runs.Using != "composite" || len(step.Runs.Steps) != 1 || step.Runs.Steps[0].Shell != "sh" {
		t.Fatal(err, step.Runs)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../partitionlab/testdata/repository")); err != nil {
		t.Fatal(err)
	}
	// The step as GitHub runs it: its line by `sh -e`, its inputs in the environment.
	run := func(version string, more ...string) (int, string) {
		cmd := exec.Command("sh", "-e", "-c", step.Runs.Steps[0].Run)
		cmd.Dir = dir
		cmd.Env = append([]string{"PATH=/usr/bin:/bin", "HOME=" + dir, "TMPDIR=" + t.TempDir(), "GITHUB_ACTION_PATH=" + here}, more...)
		with := map[string]string{"version": version, "releases": server.URL, "sizes": "sizes.xml"}
		for name, value := range step.Runs.Steps[0].Env {
			cmd.Env = append(cmd.Env, name+"="+input.ReplaceAllStringFunc(value, func(s string) string {
				key := input.FindStringSubmatch(s)[1]
				if _, ok := step.Inputs[key]; !ok {
					t.Errorf("%s: there is no input %s", name, key)
				}
				return cmp.Or(with[key], step.Inputs[key].Default)
			}))
		}
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState == nil {
			t.Fatal(err)
		}
		return cmd.ProcessState.ExitCode(), string(out)
	}
	holds := func(file, want string) {
		t.Helper()
		if text, err := os.ReadFile(filepath.Join(dir, file)); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %v, no %s in %.400s", file, err, want, text)
		}
	}
	if code, out := run("v0.0.1"); code != 0 || !strings.Contains(out, "nothing to report") {
		t.Errorf("all well: exit %d\n%s", code, out)
	}
	holds("partitionlab.sarif", `"results":[]`)
	holds("sizes.xml", `failures="0"`)
	if code, out := run("v9.9.9"); code != 3 {
		t.Errorf("no such release: exit %d\n%s", code, out)
	}
	file := filepath.Join(dir, "services/billing/billing/invoices.py")
	text, err := os.ReadFile(file)
	if err != nil || os.WriteFile(file, bytes.Replace(text, []byte("paid = false"), []byte("payed = false"), 1), 0o666) != nil {
		t.Fatal(err)
	}
	if code, out := run("v0.0.1", "GITHUB_ACTIONS=true"); code != 1 || !strings.Contains(out, "::error file=services/billing/billing/invoices.py,line=5,") {
		t.Errorf("a mistake: exit %d\n%s", code, out)
	}
	holds("partitionlab.sarif", `"uri":"services/billing/billing/invoices.py"`)
	sums = strings.Repeat("0", 64) + "  " + a.name + "\n"
	if code, out := run("v0.0.1"); code != 3 || !strings.Contains(out, "is not what its checksum says") {
		t.Errorf("another archive: exit %d\n%s", code, out)
	}
	gitLab(t, dir, filepath.Dir(program))
}

// input is an input of the action where it is used.
var input = regexp.MustCompile(`\$\{\{ *inputs\.(\w+) *\}\}`)

// gitLab runs the lines of the job of GitLab, in an image that holds what Containerfile
// puts into it: the program, and the script under its own name.
func gitLab(t *testing.T, dir, bin string) {
	t.Helper()
	job := definition[map[string]struct {
		Variables map[string]string
		Script    []string
		Artifacts struct {
			Paths   []string
			Reports struct{ JUnit []string }
		}
	}](t, "ci/gitlab.yml")["partitionlab"]
	text, err := os.ReadFile("ci/check.sh")
	if err != nil || os.WriteFile(filepath.Join(bin, "partitionlab-check"), text, 0o755) != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", "-e", "-c", strings.Join(job.Script, "\n"))
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + bin + ":/usr/bin:/bin", "HOME=" + dir, "GITLAB_CI=true"}
	for name, value := range job.Variables {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	files := append(job.Artifacts.Paths, job.Artifacts.Reports.JUnit...)
	for _, file := range files {
		os.Remove(filepath.Join(dir, file))
	}
	if out, err := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), "services/billing/billing/invoices.py:5:") {
		t.Errorf("GitLab, on a mistake: %v\n%s", err, out)
	}
	for _, file := range files {
		if _, err := os.Stat(filepath.Join(dir, file)); err != nil || len(files) != 2 {
			t.Errorf("what the job hands on: %v, of %v", err, files)
		}
	}
}

// definition reads what a service reads.
func definition[T any](t *testing.T, name string) (v T) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, &v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return v
}

// TestDefinitions: what pre-commit reads can be read, and calls commands that there are.
func TestDefinitions(t *testing.T) {
	hooks := definition[[]struct{ ID, Language, Entry, Files string }](t, "../../.pre-commit-hooks.yaml")
	if len(hooks) != 2 {
		t.Error(hooks)
	}
	for _, h := range hooks {
		if pattern, err := regexp.Compile(h.Files); err != nil || !pattern.MatchString("a/b.cql") || h.Language != "system" || !strings.HasPrefix(h.Entry, "partitionlab ") {
			t.Errorf("%s: %v, %+v", h.ID, err, h)
		}
	}
}
