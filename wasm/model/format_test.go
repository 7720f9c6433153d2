package model

import (
	"os"
	"path/filepath"
	"testing"
)

// shipped are the models of the book.
func shipped(t testing.TB) map[string]string {
	t.Helper()
	names, err := filepath.Glob("../../content/models/*.model")
	if err != nil || len(names) == 0 {
		t.Fatal("no models", err)
	}
	out := map[string]string{}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.Base(name)] = string(b)
	}
	return out
}

// TestShippedModelsAreLaidOut: the book's models look as Format writes them.
func TestShippedModelsAreLaidOut(t *testing.T) {
	for name, text := range shipped(t) {
		if got := Format(text); got != text {
			t.Errorf("%s is not laid out; as Format writes it:\n%s", name, got)
		}
	}
}
