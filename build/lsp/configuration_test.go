package lsp

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"partitionlab/wasm/cql"
)

// TestEditors: the files for editors can be read, and call this server.
func TestEditors(t *testing.T) {
	read := func(name string) []byte {
		text, err := os.ReadFile("../../editors/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	var template struct {
		ProgramArgs      map[string]string
		FileTypeMappings []struct{ LanguageID string }
	}
	if err := json.Unmarshal(read("intellij/template.json"), &template); err != nil || template.ProgramArgs["default"] != "partitionlab lsp" || template.FileTypeMappings[0].LanguageID != "cql" {
		t.Errorf("IntelliJ: %v, %+v", err, template)
	}
	var helix struct {
		Server map[string]struct {
			Command string
			Args    []string
		} `toml:"language-server"`
	}
	if err := toml.Unmarshal(read("helix/languages.toml"), &helix); err != nil || helix.Server["partitionlab"].Command != "partitionlab" || helix.Server["partitionlab"].Args[0] != "lsp" {
		t.Errorf("Helix: %v, %+v", err, helix)
	}
	// What the server reads, it is asked for: each editor names the languages in its own way.
	// Helix shows it of one, for there the server stands beside the language's own.
	asked := map[string]bool{}
	for _, m := range template.FileTypeMappings {
		asked[m.LanguageID] = true
	}
	for _, l := range []struct{ id, file, vim string }{
		{"cql", "a.cql", "cql"}, {"partitionlab-size", "a.size", "partitionlab-size"}, {"go", "a.go", "go"}, {"java", "a.java", "java"}, {"kotlin", "a.kt", "kotlin"},
		{"python", "a.py", "python"}, {"javascript", "a.js", "javascript"}, {"javascriptreact", "a.jsx", "javascriptreact"}, {"typescript", "a.ts", "typescript"},
		{"typescriptreact", "a.tsx", "typescriptreact"}, {"csharp", "a.cs", "cs"}, {"markdown", "a.md", "markdown"},
	} {
		if _, ours := (&document{path: "/" + l.file}).kind(); !ours {
			t.Errorf("the server does not read %s", l.file)
		}
		if !asked[l.id] {
			t.Errorf("IntelliJ: nothing is asked of %s", l.id)
		}
		for name, want := range map[string]string{"vscode/extension.js": `"` + l.id + `"`, "neovim/lsp/partitionlab.lua": "'" + l.vim + "'", "neovim/plugin/partitionlab.lua": "'" + l.vim + "'"} {
			if !strings.Contains(string(read(name)), want) {
				t.Errorf("%s: nothing is asked of %s", name, l.id)
			}
		}
		if ours := l.id == "cql" || l.id == "partitionlab-size"; !ours && !strings.Contains(string(read("vscode/package.json")), `"onLanguage:`+l.id+`"`) {
			t.Errorf("VS Code does not start it for %s", l.id)
		}
	}
	for _, name := range []string{"vscode/package.json", "vscode/language.json", "vscode/cql.json"} {
		if !json.Valid(read(name)) {
			t.Errorf("%s is no JSON", name)
		}
	}
	grammar := string(read("vscode/cql.json"))
	for _, w := range cql.Keywords() {
		if w != "columnfamily" && !strings.Contains(grammar, "("+w+"|") && !strings.Contains(grammar, "|"+w+"|") && !strings.Contains(grammar, "|"+w+")") {
			t.Errorf("the colors of VS Code do not know the word %s", w)
		}
	}
}
