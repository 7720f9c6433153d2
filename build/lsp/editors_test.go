//go:build editors

package lsp

import (
	"archive/zip"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// program builds partitionlab and lays a copy of the repository of three services, from
// which it is asked.
func program(t *testing.T) (binary, dir string) {
	t.Helper()
	binary, dir = filepath.Join(t.TempDir(), "partitionlab"), t.TempDir()
	if out, err := exec.Command("go", "build", "-o", binary, "partitionlab/build/partitionlab").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := os.CopyFS(dir, os.DirFS("../partitionlab/testdata/repository")); err != nil {
		t.Fatal(err)
	}
	return binary, dir
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func given(t *testing.T, name string) string {
	t.Helper()
	v := os.Getenv(name)
	if v == "" {
		t.Fatalf("%s is not set: `make editors` does that", name)
	}
	return v
}

// TestNeovim: with the files of editors/neovim and nothing else.
func TestNeovim(t *testing.T) {
	binary, dir := program(t)
	seenFile := filepath.Join(t.TempDir(), "seen.json")
	cmd := exec.Command("nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n",
		"--cmd", "let g:partitionlab_cmd = ['"+binary+"', 'lsp']",
		"--cmd", "set runtimepath^="+absolute(t, "../../editors/neovim"),
		"-c", "filetype on", "-c", "runtime! plugin/partitionlab.lua", "-c", "luafile "+absolute(t, "testdata/neovim.lua"))
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "SEEN="+seenFile, "HOME="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(seenFile)
	if err != nil {
		t.Fatal(err)
	}
	var seen struct {
		Failed, Filetype, Hover, Completion, Program string
		Diagnostic                                   struct {
			Line, Column          int
			Code, Message, Source string
			Wanted                []int
		}
		Symbols, Formatted []string
		Renamed            map[string]string
	}
	if err := json.Unmarshal(text, &seen); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if seen.Failed != "" {
		t.Fatalf("%s\n%s", seen.Failed, text)
	}
	d := seen.Diagnostic
	if d.Code != "RES-06" || d.Source != "partitionlab" || !slices.Equal(d.Wanted, []int{d.Line, d.Column}) {
		t.Errorf("the diagnostic: %+v", d)
	}
	if seen.Filetype != "cql" || !strings.Contains(seen.Hover, "price decimal") || !slices.Contains(seen.Symbols, "books") || seen.Completion != "decimal" ||
		!slices.Equal(seen.Formatted, []string{"SELECT a FROM b;"}) || !strings.Contains(seen.Program, "INSRT") {
		t.Errorf("%s", text)
	}
	if len(seen.Renamed) < 2 || !strings.Contains(seen.Renamed["V2__books.cql"], "cost decimal") || !strings.Contains(seen.Renamed["BookDao.java"], "cost") {
		t.Errorf("renamed: %q", seen.Renamed)
	}
}

// TestPygls: a client that nobody has made for this server.
func TestPygls(t *testing.T) {
	binary, dir := program(t)
	cmd := exec.Command(given(t, "PYTHON"), absolute(t, "testdata/client.py"), binary, "services/catalog/migrations/V2__books.cql")
	cmd.Dir = dir
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var seen struct {
		Server, Hover, Refused string
		Diagnostics            [][]any
		Definition             [][]int
		At                     []int
		Actions                []string
		Renamed, Symbols       []string
		Formatting, Code       int
		Completion             bool
	}
	if err := json.Unmarshal(out, &seen); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if seen.Server != "partitionlab" || len(seen.Diagnostics) != 1 || seen.Diagnostics[0][2] != "RES-06" || !strings.Contains(seen.Hover, "price decimal") ||
		len(seen.Definition) != 1 || !slices.Equal(seen.Definition[0], seen.At) || !slices.Contains(seen.Renamed, "BookDao.java") || !slices.Contains(seen.Symbols, "books") ||
		!seen.Completion || !strings.Contains(seen.Refused, "title already") || seen.Code != 0 {
		t.Errorf("%s", out)
	}
}

// TestExtension packs the extension as its own tool does, and looks at what is in it.
func TestExtension(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../editors/vscode")); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"npm install --ignore-scripts --no-audit --no-fund --no-package-lock", "node --check extension.js", "npm run package -- --out packed.vsix"} {
		cmd := exec.Command("sh", "-c", line)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", line, err, out)
		}
	}
	z, err := zip.OpenReader(filepath.Join(dir, "packed.vsix"))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	for _, want := range []string{"extension/package.json", "extension/extension.js", "extension/language.json", "extension/cql.json", "extension/node_modules/vscode-languageclient/package.json", "extension/node_modules/vscode-languageserver-protocol/package.json"} {
		if !slices.ContainsFunc(z.File, func(f *zip.File) bool { return f.Name == want }) {
			t.Errorf("the packed extension has no %s", want)
		}
	}
}
