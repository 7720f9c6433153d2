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
