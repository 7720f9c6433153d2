package folder

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPipesAreNotOpened: a pipe in place of the folder, or of its list, is refused: who opened it would wait for ever.
func TestPipesAreNotOpened(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "site")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := owner.Check(pipe); err == nil || !strings.Contains(err.Error(), "is not a folder") {
		t.Errorf("a pipe: %v", err)
	}
	if err := siteOf("index.html").Write(pipe); err == nil {
		t.Error("a pipe is written into")
	}
	for _, name := range []string{listName, nextList} {
		dir := t.TempDir()
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := siteOf("index.html").Write(dir); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("a list that is a pipe: %v", err)
		}
	}
}
