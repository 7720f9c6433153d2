package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
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
	script, err := filepath.Abs("ci/check.sh")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../partitionlab/testdata/repository")); err != nil {
		t.Fatal(err)
	}
	run := func(more ...string) (int, string) {
		cmd := exec.Command("sh", script)
		cmd.Dir = dir
		cmd.Env = append([]string{"PATH=/usr/bin:/bin", "HOME=" + dir, "TMPDIR=" + t.TempDir(), "PARTITIONLAB_VERSION=v0.0.1", "PARTITIONLAB_RELEASES=" + server.URL, "PARTITIONLAB_SIZES=sizes.xml"}, more...)
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
	if code, out := run(); code != 0 || !strings.Contains(out, "nothing to report") {
		t.Errorf("all well: exit %d\n%s", code, out)
	}
	holds("partitionlab.sarif", `"results":[]`)
	holds("sizes.xml", `failures="0"`)
	if code, out := run("PARTITIONLAB_VERSION=v9.9.9"); code != 3 {
		t.Errorf("no such release: exit %d\n%s", code, out)
	}
	file := filepath.Join(dir, "services/billing/billing/invoices.py")
	text, err := os.ReadFile(file)
	if err != nil || os.WriteFile(file, bytes.Replace(text, []byte("paid = false"), []byte("payed = false"), 1), 0o666) != nil {
		t.Fatal(err)
	}
	if code, out := run("GITHUB_ACTIONS=true"); code != 1 || !strings.Contains(out, "::error file=services/billing/billing/invoices.py,line=5,") {
		t.Errorf("a mistake: exit %d\n%s", code, out)
	}
	holds("partitionlab.sarif", `"uri":"services/billing/billing/invoices.py"`)
	sums = strings.Repeat("0", 64) + "  " + a.name + "\n"
	if code, out := run(); code != 3 || !strings.Contains(out, "is not what its checksum says") {
		t.Errorf("another archive: exit %d\n%s", code, out)
	}
}

// TestDefinitions: what services read can be read.
func TestDefinitions(t *testing.T) {
	for _, name := range []string{"ci/github/action.yml", "ci/gitlab.yml", "../../.pre-commit-hooks.yaml"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var v any
		if err := yaml.Unmarshal(text, &v); err != nil || v == nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
