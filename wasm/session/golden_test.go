package session_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
)

var update = flag.Bool("update", false, "write the golden files")

// TestGolden shows what a reader sees of whole scripts: each refusal at its
// place with its reason and what to write, in testdata/golden/*.txtar.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/golden/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var in, want string
		for _, f := range archive.Files {
			switch f.Name {
			case "in":
				in = string(f.Data)
			case "out":
				want = string(f.Data)
			}
		}
		got := seen(in)
		if *update {
			archive.Files = []txtar.File{{Name: "in", Data: []byte(in)}, {Name: "out", Data: []byte(got)}}
			if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
				t.Fatal(err)
			}
		} else if got != want {
			t.Errorf("%s: the reader sees\n%s\nwant\n%s", file, got, want)
		}
	}
}

// seen renders what a script's statements are told.
func seen(text string) string {
	src := diag.NewSource("script.cql", text)
	var parts []string
	s := session.New(session.Settings{Keyspace: "lab", Now: 1795248000})
	for _, r := range s.Script(src) {
		var list []diag.Diagnostic
		if r.Diag != nil {
			list = append(list, *r.Diag)
		}
		if list = append(list, r.Notes...); list != nil {
			parts = append(parts, diag.Render(src, list))
		}
	}
	return strings.Join(parts, "\n")
}
