package exercisebook

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"partitionlab/wasm/diag"
)

// files reads the schemas and data sets of the chapters.
func files(name string) (string, error) {
	if !strings.Contains(name, "/") {
		name = "schemas/" + name
	}
	b, err := os.ReadFile("../../../content/" + name + ".cql")
	return string(b), err
}

// load reads the exercises of the book by their names: foundations/keys-e2.
func load(t testing.TB) map[string]*Exercise {
	t.Helper()
	paths, err := filepath.Glob("../../../content/exercises/*/*.exercise")
	if err != nil || len(paths) < 20 {
		t.Fatalf("found %d exercises: %v", len(paths), err)
	}
	out := map[string]*Exercise{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		e, diags := Parse(string(text), files)
		if len(diags) > 0 {
			t.Errorf("%s\n%s", path, diag.Render(diag.NewSource(path, string(text)), diags))
			continue
		}
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(path), "../../../content/exercises/"), ".exercise")
		out[name] = e
	}
	return out
}

func TestExercisesHold(t *testing.T) {
	for name, e := range load(t) {
		t.Run(name, func(t *testing.T) {
			if diags := e.Prove(); len(diags) > 0 {
				t.Error(diag.Render(diag.NewSource(name, e.Source.Text), diags))
			}
		})
	}
}
