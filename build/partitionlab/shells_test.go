//go:build editors

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestShells asks a real zsh and a real fish what they complete, as TestCompletion asks bash.
func TestShells(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "schema.cql"), "")
	for name, file := range map[string]string{"zsh": "_partitionlab", "fish": "partitionlab.fish"} {
		code, script, _ := call(t, "", "completion", name)
		if code != clean {
			t.Fatal("exit", code)
		}
		write(t, filepath.Join(dir, file), script)
	}
	shell := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "HOME="+dir, "TERM=xterm")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		return string(out)
	}
	zsh := absolutePath(t, "testdata/completion.zsh")
	for _, c := range []struct{ line, zsh, fish string }{ // what is offered, in the order of the shell
		{"partitionlab comp", "partitionlab completion", "completion"},
		{"partitionlab check -for", "-format", "-format"},
		{"partitionlab check -fail-on ", "advice refused warning", "advice refused warning"},
		{"partitionlab check -fail-on adv", "advice", "advice"},
		{"partitionlab check --fail-on adv", "advice", ""}, // fish knows such flags with one hyphen
		{"partitionlab check -json sch", "schema.cql", "schema.cql"},
		{"partitionlab check -schema sch", "schema.cql", "schema.cql"},
		{"partitionlab completion f", "fish", "fish"},
		{"partitionlab help exp", "explain", "explain"},
		{"partitionlab help part", "partitionlab.toml", "partitionlab.toml"},
	} {
		if out := shell("zsh", "-f", zsh, dir, c.line); !inOrder(out, c.zsh+" >END") {
			t.Errorf("zsh %q: %q, want %q", c.line, out, c.zsh)
		}
		var got []string
		for line := range strings.Lines(shell("fish", "-N", "-c", "source partitionlab.fish; complete -C '"+c.line+"'")) {
			word, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
			got = append(got, word)
		}
		if strings.Join(got, " ") != c.fish {
			t.Errorf("fish %q: %q, want %q", c.line, got, c.fish)
		}
	}
}

// inOrder reports whether words stand in a text one after the other.
func inOrder(text, words string) bool {
	for _, w := range strings.Fields(words) {
		_, rest, ok := strings.Cut(text, w)
		if !ok {
			return false
		}
		text = rest
	}
	return true
}

func absolutePath(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return path
}
